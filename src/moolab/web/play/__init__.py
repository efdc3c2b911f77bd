"""Games in play: kept, replayed, watched."""
