"""The full-screen face as the house finds it."""

from moolab.annexes import Annex

ANNEX = Annex(
    "tui",
    "moolab.tui",
    {"tui": "Play in the whole terminal: choose from a menu."},
    heading="Play and learn",
)
