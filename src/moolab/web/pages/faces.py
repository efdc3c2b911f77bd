"""How the options of a game look in a form, where that does not follow from their descriptions."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from moolab.errors import InvalidSetup
from moolab.games.setup import Option, options
from moolab.support.text import count_noun, quote
from moolab.trilobite.board import COLUMNS
from moolab.trilobite.player.levels import LEVELS
from moolab.web.limits import MOST_THINKING

TIMES = "\N{MULTIPLICATION SIGN}"
"""Between the sides of a board, as pages write it and people may."""


class Face(NamedTuple):
    """How an option looks.

    Args:
        label: what it is called.
        words: each of its values in words.
        hint: what stands below it.
        widget: a macro of the templates: ``rules``, ``opponents``, ``choice``, ``levels``,
            ``select``, ``text`` or ``checkbox``.
        aside: whether it is one of the twists.
    """

    label: str
    words: dict[Any, str] = {}  # noqa: RUF012 - a tuple does not change it
    hint: str = ""
    widget: str = "select"
    aside: bool = False


USUAL_OPPONENT = "steer"
"""It needs about as many guesses as a person does."""

DUEL = {
    "rules": Face("Rules", widget="rules"),
    "strategy": Face("Opponent", widget="opponents"),
    "role": Face(
        "Who guesses?",
        {"both": "Duel: both, in turn", "breaker": "You crack mine", "maker": "I crack your code"},
        widget="choice",
    ),
    "rated": Face("No hints, no takebacks", widget="checkbox"),
    "maker": Face(
        "Code-maker",
        {"honest": "Honest: a fixed, sealed code", "evil": "Evil: no fixed code"},
        "Evil always gives the nastiest true answer.",
        aside=True,
    ),
    "mistakes": Face(
        "Fibs",
        {0: "None", 1: "Up to 1", 2: "Up to 2", 3: "Up to 3"},
        "Either side may fib, but never about a win.",
        aside=True,
    ),
}
"""The options of a duel that the first page offers, in their order."""

TRILOBITE = {
    "size": Face(
        "Its size",
        hint=f"Width {TIMES} height, each 1 to 12: 9 {TIMES} 8 or 9x8.",
        widget="text",
    ),
    "win": Face("How many in a row win", {n: str(n) for n in range(2, len(COLUMNS) + 1)}),
    "first": Face(
        "Who moves first, with X", {"human": "You", "computer": "The computer"}, widget="choice"
    ),
    "level": Face(
        "How well the computer plays",
        {name: level.description for name, level in LEVELS.items()},
        widget="levels",
    ),
    "seconds": Face(
        "Thinking time",
        {n: count_noun(n, "second") for n in (1, 2, 3, MOST_THINKING)},
        "Expert and Perfect only.",
    ),
}
"""The options of trilobite."""


def read_form(setup: type, faces: Mapping[str, Face], form: Mapping[str, Any]) -> dict[str, Any]:
    """What a form has settled, by the names of fields.

    Args:
        setup: the class of the game's setups.
        faces: the fields that the form has.
        form: what was sent; what is missing has its default.

    Raises:
        InvalidSetup: if something that has to be a number is not one.

    >>> from moolab.games.duel.duel import Setup
    >>> read_form(Setup, DUEL, {"rated": "yes", "mistakes": "1"})
    {'rated': True, 'mistakes': 1}
    """
    known = {each.name: each for each in options(setup)}
    return {name: _read(known[name], str(form[name])) for name in faces if name in form}


def _read(option: Option, text: str) -> Any:
    if option.type is bool:
        return text == "yes"
    if option.type not in (int, float):
        return text
    try:
        return int(text) if option.type is int or text.isdecimal() else float(text)
    except ValueError:
        right = "a number" if option.least is None else option.range
        raise InvalidSetup(f"{option.name!r} has to be {right}, not {quote(text)}") from None
