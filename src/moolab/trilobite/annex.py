"""Trilobite as the house finds it."""

from moolab.annexes import Annex
from moolab.support.language import marked

ANNEX = Annex(
    "trilobite",
    "moolab.trilobite",
    {"trilobite": "Play, solve and study k in a row with gravity."},
    first=("trilobite",),
    games={"trilobite": "game"},
    names={"Trilobite": "library"},
    choices={
        "trilobite play": marked("Trilobite: four in a row"),
        "trilobite puzzle": marked("Trilobite: find the column that wins in time"),
    },
)
