"""Templates of ``format``."""

import re
from fractions import Fraction
from math import copysign, floor, isfinite
from typing import Protocol

from moolab.machines.lisp.data import LONGEST, Char, Fault, Value
from moolab.machines.lisp.dialect import Dialect
from moolab.machines.lisp.vm import ELEMENTS_A_STEP, Vm

_DIRECTIVE = re.compile(r"~((?:(?:'.|[+-]?\d+)?,)*(?:'.|[+-]?\d+)?)([:@]{0,2})(\n\s*|.)", re.DOTALL)
_WIDEST, _DIGITS = 1000, 4
"""The widest field, and the digits of that number."""

_RADIX = {"d": 10, "x": 16, "b": 2, "o": 8}
_LARGEST_RADIX = 36


class Show(Protocol):
    """Gives values as texts.

    Attributes:
        vm: the machine, whose time that takes.
        dialect: which has its own floats.
    """

    vm: Vm
    dialect: Dialect

    def printed(self, value: Value, *, escape: bool) -> str:
        """The text."""

    def digits(self, value: int, radix: int) -> str:
        """A whole number in digits."""

    def items(self, name: str, value: Value) -> list[Value]:
        """The values of a list, for somebody with a name."""


class _Page:
    """A text that becomes longer, up to a limit.

    Attributes:
        is_open: whether its last line goes on.
    """

    def __init__(self, column: int) -> None:
        self.is_open = column > 0
        self._parts: list[str] = []
        self._length = 0

    def add(self, text: str) -> None:
        """Write a text behind the others."""
        if text:
            self._parts.append(text)
            self._length += len(text)
            self.is_open = not text.endswith("\n")
        if self._length > LONGEST:
            raise Fault(f"a string has at most {LONGEST:,} characters")

    def __str__(self) -> str:
        return "".join(self._parts)


def formatted(template: str, values: list[Value], show: Show, column: int) -> str:
    """A template with values in it.

    Args:
        template: text with directives: ``~a ~s ~d ~x ~b ~o ~g ~f ~c ~% ~& ~~``, with a width and
            what fills it before the letter, ``~5r`` for digits to the base of 5, and ``~{ ... ~}``
            for the values of a list, ``~@{`` for all that are left, ``~:{`` for those of lists.
        values: what the directives take, one after another.
        show: gives values as texts.
        column: how full the line is.

    Raises:
        Fault: if there is another directive, there are too few values, or the text is too long.
    """
    page = _Page(column)
    _write(page, template, values[::-1], show)
    return str(page)


def _write(page: _Page, template: str, rest: list[Value], show: Show) -> None:
    """Write a template with the values that are left, the next one last, and take them away."""
    place = 0
    while (tilde := template.find("~", place)) >= 0:
        show.vm.charge(ELEMENTS_A_STEP)
        page.add(template[place:tilde])
        match = _DIRECTIVE.match(template, tilde)
        if match is None:
            raise Fault("format: there is nothing behind ~")
        place = match.end()
        letter = match[3][0].lower()
        if letter == "{":
            inner, place = _inside(template, place)
            _repeat(page, inner, match[2], rest, show)
        elif letter == "^" and not rest:
            return
        elif letter in "%&~":
            page.add(_plain(letter, match[1], page.is_open))
        elif letter not in "\n^":
            page.add(_field(letter, match[1], match[2], _next(rest, letter), show))
    page.add(template[place:])


def _next(rest: list[Value], letter: str) -> Value:
    if letter not in "asdxboxgfcr{":
        raise Fault(f"format: ~{letter} is not known here")
    if not rest:
        raise Fault(f"format: there is no value for ~{letter}")
    return rest.pop()


def _inside(template: str, place: int) -> tuple[str, int]:
    """What stands from a place on up to the ``~}`` that closes it, and the place behind that."""
    depth = 1
    for match in _DIRECTIVE.finditer(template, place):
        depth += {"{": 1, "}": -1}.get(match[3][0], 0)
        if not depth:
            return template[place : match.start()], match.end()
    raise Fault("format: ~{ is never closed by ~}")


def _repeat(page: _Page, template: str, flags: str, rest: list[Value], show: Show) -> None:
    values = rest if "@" in flags else show.items("format ~{", _next(rest, "{"))[::-1]
    while values:
        if ":" in flags:
            _write(page, template, show.items("format ~:{", values.pop())[::-1], show)
            continue
        count = len(values)
        _write(page, template, values, show)
        if len(values) == count:
            raise Fault("format: ~{ takes no values")


def _plain(letter: str, prefix: str, is_open: bool) -> str:
    count = (_count(prefix) or 0) if prefix.isdecimal() else 1
    match letter:
        case "%":
            return "\n" * count
        case "&":
            return "\n" * (count - 1 + is_open)
    return "~" * count


def _count(given: str) -> int | None:
    """A number before a directive, None if it is something else."""
    if given[:1] in ("", "'"):
        return None
    # Python does not read numbers of many thousand digits.
    return min(int(given.lstrip("+-0")[:_DIGITS] or 0), _WIDEST)


def _field(letter: str, prefix: str, flags: str, value: Value, show: Show) -> str:
    given = re.findall(r"(?:^|(?<=,))('.|[+-]?\d+)?(?:,|$)", prefix) if prefix else []
    radix = _RADIX.get(letter)
    if letter == "r":
        radix, given = _count(given[0]) if given else None, given[1:]
        if radix is None or not 2 <= radix <= _LARGEST_RADIX:
            raise Fault(f"format: ~r takes a base from 2 to {_LARGEST_RADIX}, as in ~2r")
    width, places, *_ = (*map(_count, given), None, None)
    fill = given[1][1] if len(given) > 1 and given[1].startswith("'") else " "
    match letter:
        case "s":
            text = show.printed(value, escape=True)
        case _ if radix is not None and isinstance(value, int):
            text = f"{value:,}" if ":" in flags and radix == 10 else show.digits(value, radix)
            if "@" in flags and value >= 0:
                text = f"+{text}"
        case "f" if isinstance(value, int | float | Fraction):
            text = _fixed(value, width, places, show.dialect)
        case "c" if isinstance(value, Char):
            text = chr(value.code)
        case _:
            text = show.printed(value, escape=False)
    is_left = letter in "as" and "@" not in flags
    return text.ljust(width or 0, fill) if is_left else text.rjust(width or 0, fill)


def _fixed(
    value: int | float | Fraction, width: int | None, places: int | None, dialect: Dialect
) -> str:
    """A number as a float without a power of ten, with that many digits after the point."""
    try:
        number = dialect.single(float(value))
    except OverflowError:
        raise Fault("a number is too large for a float") from None
    if not isfinite(number):
        raise Fault("format: ~f takes numbers that are finite")
    whole, _, behind = dialect.plain(abs(number)).partition(".")
    if places is None:
        behind = behind or "0"
    elif len(behind) <= places:
        behind = behind.ljust(places, "0")
    else:
        # Halves are those of the number in binary, and go up.
        scaled = floor(abs(Fraction(number)) * 10**places + Fraction(1, 2))
        digits = str(scaled).rjust(places + 1, "0")
        whole, behind = digits[: len(digits) - places], digits[len(digits) - places :]
    sign = "-" if copysign(1, number) < 0 else ""
    is_too_wide = width is not None and len(f"{sign}{whole}.{behind}") > width
    return f"{sign}{'' if whole == '0' and behind and is_too_wide else whole}.{behind}"
