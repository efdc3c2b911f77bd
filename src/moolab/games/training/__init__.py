"""The turns of a game that cost most, tried again."""
