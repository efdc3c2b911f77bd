"""Proofs of who wins a board, which anyone can check: how they are checked, and found."""

FORMAT = "moolab-board-certificate"
"""What the first line of such a file says."""
