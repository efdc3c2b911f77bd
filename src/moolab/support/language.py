"""The language in which sentences are said: English, or what a catalogue translates it into.

What is written in the source is English, and is what a catalogue is asked for. Who says a
sentence passes it whole, with names in braces for what changes in it, since the order of words is
not the same everywhere.
"""

import gettext
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, SupportsFloat, TypeVar

from moolab.annexes import annexes

ENGLISH = "en"

Text = TypeVar("Text", bound=str)

LANGUAGES = {ENGLISH: "English", "de": "Deutsch", "ko": "한국어", "zh": "中文"}
"""What each language calls itself that has a catalogue, or is to have one."""

_GROUPS = {"de": "."}
"""What is between groups of three digits, where it is not a comma (Unicode CLDR 47)."""

_POINTS = {"de": ","}
"""What is before decimals, where it is not a point (likewise)."""

_FOLDER = Path(__file__).parents[1] / "languages"

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_drawn: ContextVar[bool] = ContextVar("drawn", default=False)

APART = "\u2060"
"""A sign of no width on both sides of a number, where a number could be taken for a code."""


def catalogues() -> list[Path]:
    """The folders with catalogues: that of the house, then those of its annexes."""
    return [_FOLDER, *(annex.folder / "languages" for annex in annexes().values())]


def file_of_language(code: str, ending: str, folder: Path | None = None) -> Path:
    """A file of a catalogue: ``po`` to translate, ``mo`` compiled, ``json`` for scripts."""
    return (folder or _FOLDER) / code / "LC_MESSAGES" / f"moolab.{ending}"


@cache
def offered() -> dict[str, str]:
    """The languages to choose from: English, and those whose catalogue is (almost) complete.

    >>> offered()["en"]
    'English'
    """
    # python -m tools.languages compiles a catalogue only when it is complete enough.
    return {
        code: name
        for code, name in LANGUAGES.items()
        if code == ENGLISH or file_of_language(code, "mo").is_file()
    }


def language() -> str:
    """The language that is spoken now."""
    return _language.get()


def drawn() -> bool:
    """Whether codes in sentences are drawn: colours are named then, and numbers set ``APART``."""
    return _drawn.get()


@contextmanager
def speaking(chosen: str | None = None, *, drawn: bool = False) -> Iterator[None]:
    """Speak a language, that of before if none is said, for as long as this lasts.

    >>> with speaking("de"):
    ...     count_in_words(5040)
    '5.040'
    """
    tokens = _language.set(chosen or language()), _drawn.set(drawn)
    try:
        yield
    finally:
        _language.reset(tokens[0])
        _drawn.reset(tokens[1])


def marked(text: Text) -> Text:
    """The same text, which is translated later: where its reader is not known yet.

    >>> marked("Forgets nothing.")
    'Forgets nothing.'
    """
    return text


def translate(text: str, /, **values: Any) -> str:
    """A sentence in the language that is spoken.

    Args:
        text: in English, with names in braces; what follows a bar is a remark for translators.
        values: what is there; whole numbers are grouped.

    >>> translate("{code} is one of {count} codes.", code="1234", count=5040)
    '1234 is one of 5,040 codes.'
    >>> translate("Guess|verb")
    'Guess'
    """
    return _fill(_catalogue(language()).gettext(text).partition("|")[0], values)


def translate_plural(text: str, /, number: int, **values: Any) -> str:
    """A sentence that depends on a number, in the language that is spoken.

    Args:
        text: in English; words that differ are beside one another: for 1, and for other numbers.
        number: stands for ``{number}`` as well.
        values: as for ``translate``.

    >>> [translate_plural("{number} [code is|codes are] left", number) for number in (1, 5040)]
    ['1 code is left', '5,040 codes are left']
    """
    said = _catalogue(language()).ngettext(*both_forms(text), number)
    return _fill(said, {"number": number, **values})


def both_forms(text: str) -> tuple[str, str]:
    """The sentences for 1 and for other numbers that ``translate_plural`` takes as one."""
    return _DIFFERENT.sub(r"\1", text), _DIFFERENT.sub(r"\2", text)


_DIFFERENT = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


def count_in_words(number: int) -> str:
    """A whole number as the language writes it.

    >>> count_in_words(26274)
    '26,274'
    """
    return _set_apart(f"{number:,}".replace(",", _GROUPS.get(language(), ",")))


def _set_apart(number: str) -> str:
    return f"{APART}{number}{APART}" if drawn() else number


def decimal_in_words(number: SupportsFloat, places: int | None = 2) -> str:
    """A number with decimals as the language writes it.

    Args:
        places: how many decimals; None for as many as it has.

    >>> decimal_in_words(3.14159), decimal_in_words(0.1, None), decimal_in_words(1, None)
    ('3.14', '0.1', '1')
    """
    form = "g" if places is None else f".{places}f"
    return _set_apart(f"{float(number):{form}}".replace(".", _POINTS.get(language(), ".")))


def language_of_environment() -> str:
    """The language that MOOLAB_LANGUAGE or the locale asks for, or English.

    >>> language_of_environment() in offered()
    True
    """
    # In the order in which POSIX looks at them.
    names = ("MOOLAB_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    asked = next((os.environ[name] for name in names if os.environ.get(name)), "")
    # A locale is written language_TERRITORY.encoding@variant.
    code = re.split(r"[-_.@]", asked, maxsplit=1)[0].casefold()
    if code not in offered() and asked == os.environ.get(names[0]):
        _say_unknown(asked)
    return code if code in offered() else ENGLISH


@cache
def _say_unknown(asked: str) -> None:
    """Say once that a language is not offered."""
    said = f"moolab: MOOLAB_LANGUAGE is {asked!r}, which is not one of {', '.join(offered())}"
    print(said, file=sys.stderr)


def language_of_header(accepted: str) -> str:
    """The language that a header ``Accept-Language`` likes best (RFC 9110, section 12.5.4).

    >>> [language_of_header(text) for text in ("en-GB, en;q=0.5", "en; q=0.9, de", "en;q=x", "")]
    ['en', 'de', 'en', 'en']
    """
    best, liked = ENGLISH, 0.0
    for part in accepted.split(","):
        tag, _, weight = part.replace(" ", "").partition(";q=")
        code = tag.partition("-")[0].casefold()
        try:
            value = float(weight or 1)
        except ValueError:
            continue
        if code in offered() and value > liked:
            best, liked = code, value
    return best


def _fill(text: str, values: dict[str, Any]) -> str:
    if not values:
        return text
    return text.format_map(
        {
            name: count_in_words(value) if type(value) is int else value
            for name, value in values.items()
        }
    )


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == ENGLISH:
        return gettext.NullTranslations()
    first, *others = (
        gettext.translation("moolab", folder, [code], fallback=True) for folder in catalogues()
    )
    for other in others:
        first.add_fallback(other)
    return first
