"""Forms: how the options of a game look in them, and what several of them have in common."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Form, Query

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.errors import InvalidCode, InvalidReply, InvalidSetup, MoolabError
from moolab.games.setup import Option, options
from moolab.support.language import marked, translate, translate_plural
from moolab.support.text import join_words, quote
from moolab.support.typed import joined, normal
from moolab.web.limits import LONGEST_TEXT
from moolab.web.wording import colours, has_pegs

Text = Annotated[str, Form(max_length=LONGEST_TEXT)]
"""A field of a form."""

OTHER = "other"


# No coroutines: a list may have to be read first, and in a thread that holds up no other request.


def _of_form(
    rules: Text = "ab4x10",
    other: Text = "",
    places: Text = "",
    symbols: Text = "",
    repeats: Text = "",
) -> str:
    return _with_list(_chosen(rules, other, places, symbols, repeats))


def _of_query(
    rules: Annotated[str, Query(max_length=LONGEST_TEXT)] = "ab4x10",
    other: Annotated[str, Query(max_length=LONGEST_TEXT)] = "",
    places: Annotated[str, Query(max_length=LONGEST_TEXT)] = "",
    symbols: Annotated[str, Query(max_length=LONGEST_TEXT)] = "",
    repeats: Annotated[str, Query(max_length=LONGEST_TEXT)] = "",
) -> str:
    return _with_list(_chosen(rules, other, places, symbols, repeats))


def _with_list(notation: str) -> str:
    """The same notation; if it names a list, that has been read now."""
    with suppress(MoolabError):
        Rules.parse(notation)
    return notation


def _chosen(rules: str, other: str, places: str, symbols: str, repeats: str) -> str:
    """The notation that a form says.

    >>> _chosen("other", "", "5", "8", "yes"), _chosen("other", "ab3x6", "5", "8", "")
    ('mm5x8', 'ab3x6')
    """
    if rules != OTHER:
        return rules
    if places and not other.strip():
        return f"{'mm' if repeats else 'ab'}{places}x{symbols}"
    return other


RulesOfForm = Annotated[str, Depends(_of_form)]
"""The notation that ``rules_field`` of the macros sends with POST."""

RulesOfQuery = Annotated[str, Depends(_of_query)]
"""The notation that ``rules_field`` of the macros sends with GET."""


def number_of(text: str, least: int, most: int) -> int:
    """The number that a text is.

    Raises:
        InvalidSetup: if it is none, or out of bounds.

    >>> number_of("12", 1, 20)
    12
    """
    number = normal(text).strip()
    if not (number.isascii() and number.isdecimal() and least <= int(number) <= most):
        raise InvalidSetup(
            translate(
                "{text} is not a number from {least} to {most}",
                text=quote(text),
                least=least,
                most=most,
            )
        )
    return int(number)


_DIGITS = (
    marked("digits {symbols} only"),
    marked("a code has {number} [digit|digits], not {length}"),
    marked("each digit only once"),
)
_LETTERS = (
    marked("letters {symbols} only"),
    marked("a code has {number} [letter|letters], not {length}"),
    marked("each letter only once"),
)
_SYMBOLS = (
    marked("symbols {symbols} only"),
    marked("a code has {number} [symbol|symbols], not {length}"),
    marked("each symbol only once"),
)
"""What is wrong with a code: a symbol of it, how many they are, or that one is there twice."""


def explain(error: MoolabError, rules: Rules, text: str) -> MoolabError:
    """The same error; about a code, in the words of those who see the rules.

    >>> rules = Rules.parse("ab4x10")
    >>> for text in ("1233", "123x", "123"):
    ...     print(explain(InvalidCode("'...' of ab4x10"), rules, text))
    each digit only once
    digits 0-9 only
    a code has 4 digits, not 3
    """
    if isinstance(error, InvalidReply) and has_pegs(rules):
        return InvalidReply(_about_reply(text))
    if not isinstance(error, InvalidCode):
        return error
    if rules.listed and len(joined(text)) == rules.places:
        return InvalidCode(translate("{code} is not in the list of words", code=text.strip()))
    if has_pegs(rules):
        return _explain_pegs(rules, text)
    code, symbols = joined(text), rules.alphabet
    foreign = not set(code.casefold()) <= set(symbols.casefold())
    successive = ord(symbols[-1]) - ord(symbols[0]) == len(symbols) - 1
    shown = f"{symbols[0]}-{symbols[-1]}" if successive else symbols
    told = _DIGITS if symbols.isdigit() else _LETTERS if symbols.isalpha() else _SYMBOLS
    if foreign:
        return InvalidCode(translate(told[0], symbols=shown))
    if len(code) != rules.places:
        return InvalidCode(translate_plural(told[1], rules.places, length=len(code)))
    return InvalidCode(translate(told[2]))


def _about_reply(text: str) -> str:
    """What is wrong with a reply in black and white.

    >>> _about_reply("31"), _about_reply(" 31")[:29]
    ('3 black, 1 white is not possible here', 'a reply is two numbers: how m')
    """
    try:
        # Of two fields, one alone may read as a reply: 31 as 3 black, 1 white.
        reply = Reply.parse(text if all(text.split(" ")) else "")
    except InvalidReply:
        return translate("a reply is two numbers: how many black, and how many white")
    return translate(
        "{black} black, {white} white is not possible here", black=reply.bulls, white=reply.cows
    )


def _explain_pegs(rules: Rules, text: str) -> InvalidCode:
    """What is wrong with a code of pegs.

    >>> rules = Rules.parse("mm4x6")
    >>> print(_explain_pegs(rules, "018"), _explain_pegs(rules, "red blue"), sep="; ")
    only red, blue, yellow, green, purple and orange; a code has 4 pegs, not 2
    """
    code = rules.in_colours(text)
    if not set(code) <= set(rules.alphabet):
        return InvalidCode(translate("only {colours}", colours=join_words(colours(rules))))
    return InvalidCode(
        translate_plural(
            "a code has {number} [peg|pegs], not {length}", rules.places, length=len(code)
        )
    )


class Face(NamedTuple):
    """How an option looks.

    Args:
        words: each of its values in words.
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
        "tries": Face(
            translate("Tries"),
            {"": translate("Usual number"), 0: translate("No limit")},
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
    if option.usual and not text:
        return None
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
