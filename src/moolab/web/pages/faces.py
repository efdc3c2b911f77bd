"""How the options of a game look in a form, where that does not follow from their descriptions."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from moolab.errors import InvalidSetup
from moolab.games.setup import Option, options
from moolab.support.language import translate
from moolab.support.text import quote

TIMES = "\N{MULTIPLICATION SIGN}"
"""Between the sides of a board, as pages write it and people may."""


class Face(NamedTuple):
    """How an option looks.

    Args:
        label: what it is called.
        words: each of its values in words.
        hint: what stands below it.
        widget: a macro of the templates: ``rules``, ``choice``, ``levels``,
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


def duel() -> dict[str, Face]:
    """The options of a duel that the first page offers, in their order."""
    return {
        "rules": Face(translate("Rules"), widget="rules"),
        "strategy": Face(translate("Opponent")),
        "role": Face(
            translate("Who guesses?"),
            {
                "both": translate("Duel: both, in turn"),
                "breaker": translate("You crack mine"),
                "maker": translate("I crack your code"),
            },
            widget="choice",
        ),
        "rated": Face(translate("No hints, no takebacks"), widget="checkbox"),
        "hard": Face(
            translate("Hard mode"),
            hint=translate("For words: use every letter that was right or elsewhere."),
            widget="checkbox",
        ),
        "maker": Face(
            translate("Code-maker"),
            {
                "honest": translate("Honest: a fixed, sealed code"),
                "evil": translate("Evil: no fixed code"),
            },
            translate("Evil always gives the nastiest true answer."),
            aside=True,
        ),
        "mistakes": Face(
            translate("Fibs"),
            {0: translate("None"), **{n: translate("Up to {most}", most=n) for n in (1, 2, 3)}},
            translate("Either side may fib, but never about a win."),
            aside=True,
        ),
    }


def read_form(setup: type, faces: Mapping[str, Face], form: Mapping[str, Any]) -> dict[str, Any]:
    """What a form has settled, by the names of fields.

    Args:
        setup: the class of the game's setups.
        faces: the fields that the form has.
        form: what was sent; what is missing has its default.

    Raises:
        InvalidSetup: if something that has to be a number is not one.

    >>> from moolab.games.duel.duel import Setup
    >>> read_form(Setup, duel(), {"rated": "yes", "mistakes": "1"})
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
        if option.least is None:
            raise InvalidSetup(
                translate(
                    "{name} has to be a number, not {text}",
                    name=repr(option.name),
                    text=quote(text),
                )
            ) from None
        raise InvalidSetup(
            translate(
                "{name} has to be {right}, not {text}",
                name=repr(option.name),
                right=option.range,
                text=quote(text),
            )
        ) from None
