"""The way into the package: one object for a game, whatever is asked about it."""
