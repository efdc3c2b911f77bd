"""Listings in an article: the definitions that stand between its sentences."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from moolab.errors import InvalidProgram
from moolab.machines.notation.data import Form, Symbol
from moolab.machines.notation.reader import interned, read_on
from moolab.machines.source import read_source

_BEGIN = re.compile(r"^(?:[>*] )?\((?=def[a-z]+\b)", re.MULTILINE)
"""A definition at the beginning of a line, or behind a prompt."""

_LONGEST = 1 << 14
"""Characters of a definition; in what looks like one, its end is not looked for further on."""

_MOST_BROKEN = 50
"""What looks like a definition and cannot be read; each may take the time of the longest."""


def read_programs(files: Sequence[Path], articles: Sequence[Path]) -> list[tuple[Path, str]]:
    """What files hold, and then the definitions in articles.

    Raises:
        InvalidProgram: if one is not text, or an article has no definition.
        OSError: if one cannot be read.
    """
    texts = [(file, read_source(file)) for file in files]
    return texts + [(file, definitions(read_source(file))) for file in articles]


def definitions(text: str) -> str:
    r"""The definitions of an article, everything else blanked, so that lines keep their numbers.

    Args:
        text: sentences, with listings between them. A definition begins a line, perhaps behind the
            prompt ``> `` or ``* ``, with ``(def``.

    Raises:
        InvalidProgram: if there is none, or too many have no end.

    >>> definitions("Squares:\n(defun square (x)\n  (* x x))\nfor example\n> (square 3)\n9")
    '\n(defun square (x)\n  (* x x))\n\n\n'
    """
    parts: list[str] = []
    place = 0
    for begin, end in _places(text):
        parts += ["\n" * text.count("\n", place, begin), text[begin:end]]
        place = end
    if not parts:
        raise InvalidProgram(
            "there is no definition, (defun ...) or the like, at a line's beginning"
        )
    return "".join(parts) + "\n" * text.count("\n", place)


def without_code(text: str) -> str:
    r"""A program without its ``defcode`` forms, every line with its number.

    >>> without_code("(defcode f ()\n 1)\n(princ 2)")
    '\n\n(princ 2)'
    """
    parts: list[str] = []
    place = 0
    for form, end in read_on(text, interned()):
        if isinstance(form, Form) and isinstance(form.car, Symbol) and form.car.name == "defcode":
            parts += [text[place : form.begin], "\n" * text.count("\n", form.begin, end)]
            place = end
    return "".join(parts) + text[place:]


def _places(text: str) -> Iterator[tuple[int, int]]:
    end = broken = 0
    for match in _BEGIN.finditer(text):
        begin = match.end() - 1
        if begin < end:
            continue
        try:
            form, length = next(read_on(text[begin : begin + _LONGEST], interned()), (None, 0))
        except InvalidProgram:
            if (broken := broken + 1) > _MOST_BROKEN:
                line = text.count("\n", 0, begin) + 1
                raise InvalidProgram(
                    f"line {line}: more than {_MOST_BROKEN} definitions have no end"
                ) from None
            continue
        if isinstance(form, Form) and isinstance(form.car, Symbol) and form.cdr is not None:
            end = begin + length
            yield begin, end
