"""How the options of a game look in a form."""

from moolab.support.language import translate, translate_number
from moolab.trilobite.board import COLUMNS
from moolab.trilobite.player.levels import LEVELS
from moolab.trilobite.web.costs import MOST_THINKING
from moolab.web.pages.forms import TIMES, Face


def trilobite() -> dict[str, Face]:
    """The options of trilobite."""
    return {
        "size": Face(
            translate("Its size"),
            hint=translate("Width {times} height, each 1 to 12: 9 {times} 8 or 9x8.", times=TIMES),
            widget="text",
        ),
        "win": Face(
            translate("How many in a row win"), {n: str(n) for n in range(2, len(COLUMNS) + 1)}
        ),
        "first": Face(
            translate("Who moves first, with X"),
            {"human": translate("You"), "computer": translate("The computer")},
            widget="choice",
        ),
        "level": Face(
            translate("How well the computer plays"),
            {name: translate(level.description) for name, level in LEVELS.items()},
            widget="levels",
        ),
        "seconds": Face(
            translate("Thinking time"),
            {
                n: translate_number("{number} second", "{number} seconds", n)
                for n in (1, 2, 3, MOST_THINKING)
            },
            translate("Expert and Perfect only."),
        ),
    }
