"""Puzzles: clues that leave one code, how they are made, and how a person solves them."""
