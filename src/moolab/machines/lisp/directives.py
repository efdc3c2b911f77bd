"""Templates of ``format``."""

import re
from collections.abc import Callable
from typing import Protocol

from moolab.machines.lisp.data import Char, Fault, Value

_DIRECTIVE = re.compile(r"~((?:(?:'.|[+-]?\d+)?,)*(?:'.|[+-]?\d+)?)([:@]{0,2})(.)", re.DOTALL)
_WIDEST = 1000
_RADIX = {"d": 10, "x": 16, "b": 2, "o": 8}


class Show(Protocol):
    """Gives values as texts."""

    def printed(self, value: Value, *, escape: bool) -> str:
        """The text."""

    def digits(self, value: int, radix: int) -> str:
        """A whole number in digits."""


Items = Callable[[str, Value], list[Value]]
"""Gives the values of a list, for somebody with a name."""


def formatted(template: str, values: list[Value], show: Show, column: int, items: Items) -> str:
    """A template with values in it.

    Args:
        template: text with directives: ``~a ~s ~d ~x ~b ~o ~g ~f ~c ~% ~& ~~``, with a width and
            what fills it before the letter, and ``~{ ... ~}`` for the values of a list.
        values: what the directives take, one after another.
        show: gives values as texts.
        column: how full the line is.
        items: gives the values of a list.

    Raises:
        Fault: if there is another directive, or there are too few values.
    """
    parts: list[str] = []
    rest = list(reversed(values))
    place = 0
    while (tilde := template.find("~", place)) >= 0:
        parts.append(template[place:tilde])
        match = _DIRECTIVE.match(template, tilde)
        if match is None:
            raise Fault("format: there is nothing behind ~")
        place = match.end()
        letter = match[3].lower()
        if letter == "{":
            end = template.find("~}", place)
            if end < 0:
                raise Fault("format: ~{ is never closed by ~}")
            parts += _repeated(template[place:end], _next(rest, letter), show, items)
            place = end + 2
        elif letter in "%&~\n^":
            parts.append(_plain(letter, match[1], parts, column))
            if letter == "\n":
                place += len(template[place:]) - len(template[place:].lstrip())
            if letter == "^" and not rest:
                return "".join(parts)
        else:
            parts.append(_field(letter, match[1], match[2], _next(rest, letter), show))
    return "".join(parts) + template[place:]


def _next(rest: list[Value], letter: str) -> Value:
    if letter not in "asdxboxgfcr{":
        raise Fault(f"format: ~{letter} is not known here")
    if not rest:
        raise Fault(f"format: there is no value for ~{letter}")
    return rest.pop()


def _repeated(template: str, listed: Value, show: Show, items: Items) -> list[str]:
    takes = sum(match[3].lower() in "asdxboxgfc" for match in _DIRECTIVE.finditer(template))
    values = items("format ~{", listed)
    if not takes:
        raise Fault("format: ~{ takes no values")
    steps = range(0, len(values), takes)
    texts = []
    for at in steps:
        some = values[at : at + takes]
        if at + takes >= len(values):
            template = template.split("~^", maxsplit=1)[0]
        texts.append(formatted(template.replace("~^", ""), some, show, 0, items))
    return texts


def _plain(letter: str, prefix: str, before: list[str], column: int) -> str:
    count = min(int(prefix), _WIDEST) if prefix.isdecimal() else 1
    text = "".join(before)
    is_open = not text.endswith("\n") if text else column > 0
    match letter:
        case "%":
            return "\n" * count
        case "&":
            return "\n" * (count - 1 + is_open)
        case "~":
            return "~" * count
    return ""


def _field(letter: str, prefix: str, flags: str, value: Value, show: Show) -> str:
    given = re.findall(r"(?:^|(?<=,))('.|[+-]?\d+)?(?:,|$)", prefix) if prefix else []
    width = min(abs(int(given[0])), _WIDEST) if given and given[0][:1] not in ("", "'") else 0
    fill = given[1][1] if len(given) > 1 and given[1].startswith("'") else " "
    is_number = isinstance(value, int)
    match letter:
        case "s":
            text = show.printed(value, escape=True)
        case "x" | "b" | "o" | "d" if is_number:
            text = show.digits(value, _RADIX[letter])
            if "@" in flags and value >= 0:
                text = f"+{text}"
            if ":" in flags and letter == "d":
                text = f"{value:,}"
        case "c" if isinstance(value, Char):
            text = chr(value.code)
        case _:
            text = show.printed(value, escape=False)
    is_left = letter in "as" and "@" not in flags
    return text.ljust(width, fill) if is_left else text.rjust(width, fill)
