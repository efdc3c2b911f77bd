"""Where things are that tests look at."""

from pathlib import Path

PROJECT = Path(__file__).parents[2]

DATA = PROJECT / "tests" / "data"
"""Files that tests read: positions, saved games, programs, transcripts, trees, node counts."""
