"""How the options of a game look in a form, where that does not follow from their descriptions."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from moolab.errors import InvalidSetup
from moolab.games.setup import Option, options
from moolab.support.text import quoted


class Face(NamedTuple):
    """How an option looks.

    Args:
        label: what it is called.
        words: each of its values in words.
        hint: what stands below it.
        widget: ``rules``, ``strength``, ``choice``, ``select`` or ``checkbox``.
        aside: whether it is folded away, with the other code-makers.
    """

    label: str
    words: dict[Any, str] = {}  # noqa: RUF012 - a tuple does not change it
    hint: str = ""
    widget: str = "select"
    aside: bool = False


DUEL = {
    "rules": Face("Rules", widget="rules"),
    "strategy": Face("The computer\N{RIGHT SINGLE QUOTATION MARK}s strength", widget="strength"),
    "role": Face(
        "Who guesses?",
        {"both": "Both, in turn", "breaker": "Only you", "maker": "Only the computer"},
        widget="choice",
    ),
    "rated": Face(
        "Rated",
        hint="No hints, and no guess is taken back once you have seen its reply.",
        widget="checkbox",
    ),
    "maker": Face(
        "My code",
        {"honest": "Fixed and sealed", "evil": "None: evil replies"},
        "Evil replies leave you the most work, and never contradict each other.",
        aside=True,
    ),
    "mistakes": Face(
        "Wrong replies",
        {0: "None", 1: "Up to 1", 2: "Up to 2", 3: "Up to 3"},
        "On either side, but none about a win.",
        aside=True,
    ),
}
"""The options of a duel that the first page offers, in their order."""


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
    if option.type is not int:
        return text
    try:
        return int(text[:20])
    except ValueError:
        raise InvalidSetup(
            f"{option.name!r} has to be {option.range}, not {quoted(text)}"
        ) from None
