"""A puzzle, solved by a person."""
