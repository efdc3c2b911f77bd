"""The small machines as the house finds them."""

from moolab.annexes import Annex
from moolab.support.language import marked

ANNEX = Annex(
    "machine",
    "moolab.machines",
    {
        "machine": "Run, study and check programs for small machines.",
        "article": "Find the programs in an article, and run them.",
    },
    games={"machine": "game"},
    names={"Machine": "library"},
    choices={"machine play hp12c": marked("The HP 12C calculator")},
    files=("ports",),
)
