"""Templates of ``format``."""

import re
from fractions import Fraction
from math import copysign, floor, isfinite
from typing import Protocol

from moolab.machines.lisp.vm import ELEMENTS_A_STEP, Vm
from moolab.machines.notation.data import LONGEST, Char, Fault, Value
from moolab.machines.notation.dialect import Dialect

_DIRECTIVE = re.compile(r"~((?:(?:'.|[+-]?\d+)?,)*(?:'.|[+-]?\d+)?)([:@]{0,2})(\n\s*|.)", re.DOTALL)
_WIDEST, _DIGITS = 1000, 4
"""The widest field, and the digits of that number."""

_KNOWN = {
    **dict.fromkeys("as", (2, "@")), **dict.fromkeys("dxbo", (4, ":@")),
    **dict.fromkeys("cg", (2, "")), **dict.fromkeys("%&~", (1, "")),
    **dict.fromkeys("^\n", (0, "")), "r": (5, ":@"), "f": (2, "@"), "{": (0, ":@"),
}  # fmt: skip
"""What may stand before the letter of a directive: how many parameters, and which signs."""

_RADIX = {"d": 10, "x": 16, "b": 2, "o": 8}
_LARGEST_RADIX = 36
_THOUSANDS = 3


class Show(Protocol):
    """Gives values as texts."""

    vm: Vm
    dialect: Dialect

    def printed(self, value: Value, *, escape: bool) -> str:
        """The text."""

    def digits(self, value: int, radix: int) -> str:
        """A whole number in digits."""

    def items(self, name: str, value: Value) -> list[Value]:
        """The values of a list, for somebody with a name."""


class _Page:
    """A text that becomes longer, up to a limit; its last line may be open."""

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
        letter, flags, given = match[3][0].lower(), match[2], _parameters(match[1])
        _check(letter, flags, given)
        if letter == "{":
            inner, place = _inside(template, place)
            _repeat(page, inner, flags, rest, show)
        elif letter == "^" and not rest:
            return
        elif letter in "%&~":
            page.add(_plain(letter, given, page.is_open))
        elif letter not in "\n^":
            page.add(_field(letter, given, flags, _next(rest, letter), show))
    page.add(template[place:])


def _parameters(prefix: str) -> list[str]:
    """What commas separate before a directive; a comma behind ' is a character."""
    return re.findall(r"(?:^|(?<=,))('.|[+-]?\d+)?(?:,|$)", prefix, re.DOTALL) if prefix else []


def _check(letter: str, flags: str, given: list[str]) -> None:
    most, signs = _KNOWN.get(letter, (len(given), ""))
    unknown = flags.strip(signs)
    if letter not in _KNOWN or unknown:
        raise Fault(f"format: ~{unknown}{letter} is not known here")
    if len(given) > most:
        raise Fault(f"format: before ~{letter} there are at most {most} parameters here")


def _next(rest: list[Value], letter: str) -> Value:
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


def _plain(letter: str, given: list[str], is_open: bool) -> str:
    count = _count(given[0]) if given else None
    count = 1 if count is None else count
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


def _field(letter: str, given: list[str], flags: str, value: Value, show: Show) -> str:
    radix = _RADIX.get(letter)
    if letter == "r":
        radix, given = _count(given[0]) if given else None, given[1:]
        if radix is None or not 2 <= radix <= _LARGEST_RADIX:
            raise Fault(f"format: ~r takes a base from 2 to {_LARGEST_RADIX}, as in ~2r")
    width, places, *_ = (*map(_count, given), None, None)
    fill = _character(given[1:2], " ")
    is_left = letter in "as" and "@" not in flags
    match letter:
        case "s":
            text = show.printed(value, escape=True)
        case _ if radix is not None and isinstance(value, int):
            text = show.digits(value, radix)
            if ":" in flags:
                interval = (_count(given[3]) if len(given) > 3 else None) or _THOUSANDS
                text = _grouped(text, _character(given[2:3], ","), interval)
            if "@" in flags and value >= 0:
                text = f"+{text}"
        case "f" if isinstance(value, int | float | Fraction):
            text = _fixed(value, width, places, show.dialect, "+" if "@" in flags else "")
        case "c" if isinstance(value, Char):
            text = chr(value.code)
        case _:
            text = show.printed(value, escape=False)
            if radix is not None and show.dialect.is_common:
                return text
            is_left |= letter == "f"
    return text.ljust(width or 0, fill) if is_left else text.rjust(width or 0, fill)


def _character(given: list[str], otherwise: str) -> str:
    return given[0][1] if given and given[0].startswith("'") else otherwise


def _grouped(digits: str, comma: str, interval: int) -> str:
    sign, digits = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    first = len(digits) % interval or interval
    groups = (digits[at : at + interval] for at in range(first, len(digits), interval))
    return sign + comma.join([digits[:first], *groups])


def _fixed(
    value: int | float | Fraction,
    width: int | None,
    places: int | None,
    dialect: Dialect,
    plus: str,
) -> str:
    """A number as a float without a power of ten, with that many digits after the point.

    If it is not said how many, there are as many as it takes, but no more than have room.
    """
    try:
        number = dialect.single(float(value))
    except OverflowError:
        raise Fault("a number is too large for a float") from None
    if not isfinite(number):
        raise Fault("format: ~f takes numbers that are finite")
    sign = "-" if copysign(1, number) < 0 else plus
    whole, _, behind = dialect.plain(abs(number)).partition(".")
    room = None if width is None else width - len(f"{sign}{whole.lstrip('0')}.")
    if places is not None:
        whole, behind = _rounded(number, whole, behind, places)
        behind = behind.ljust(places, "0")
    else:
        # A field that has no room for a digit and the point is as wide as it takes.
        if room is not None and width is not None and width > 1 and len(behind) > room:
            whole, behind = _rounded(number, whole, behind, max(room, 0))
            behind = behind.rstrip("0")
        if not behind and (whole == "0" or width is None or len(f"{sign}{whole}.0") <= width):
            behind = "0"
    is_too_wide = width is not None and len(f"{sign}{whole}.{behind}") > width
    return f"{sign}{'' if whole == '0' and behind and is_too_wide else whole}.{behind}"


def _rounded(number: float, whole: str, behind: str, places: int) -> tuple[str, str]:
    """The digits before and behind the point, of these no more than that many."""
    if len(behind) <= places:
        return whole, behind
    # Halves are those of the number in binary, and go up.
    scaled = floor(abs(Fraction(number)) * 10**places + Fraction(1, 2))
    digits = str(scaled).rjust(places + 1, "0")
    return digits[: len(digits) - places], digits[len(digits) - places :]
