"""Functions that are there from the beginning, by subject."""
