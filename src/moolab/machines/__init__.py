"""Small machines, and the game on each."""
