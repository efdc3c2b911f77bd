"""A game as played: one immutable state, changed by moves in text form."""
