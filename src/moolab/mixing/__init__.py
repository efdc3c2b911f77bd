"""The value of a game when both sides play optimal mixed strategies."""
