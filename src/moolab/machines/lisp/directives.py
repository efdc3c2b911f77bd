"""Templates of ``format``."""

import re
from typing import Protocol

from moolab.machines.lisp.data import LONGEST, Char, Fault, Value
from moolab.machines.lisp.vm import ELEMENTS_A_STEP, Vm

_DIRECTIVE = re.compile(r"~((?:(?:'.|[+-]?\d+)?,)*(?:'.|[+-]?\d+)?)([:@]{0,2})(\n\s*|.)", re.DOTALL)
_WIDEST = 1000
_RADIX = {"d": 10, "x": 16, "b": 2, "o": 8}


class Show(Protocol):
    """Gives values as texts.

    Attributes:
        vm: the machine, whose time that takes.
    """

    vm: Vm

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
            what fills it before the letter, and ``~{ ... ~}`` for the values of a list.
        values: what the directives take, one after another.
        show: gives values as texts.
        column: how full the line is.

    Raises:
        Fault: if there is another directive, there are too few values, or the text is too long.
    """
    page = _Page(column)
    _write(page, template, values, show)
    return str(page)


def _write(page: _Page, template: str, values: list[Value], show: Show) -> None:
    rest = values[::-1]
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
            end = template.find("~}", place)
            if end < 0:
                raise Fault("format: ~{ is never closed by ~}")
            _repeat(page, template[place:end], _next(rest, letter), show)
            place = end + 2
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


def _repeat(page: _Page, template: str, listed: Value, show: Show) -> None:
    takes = sum(match[3].lower() in "asdxboxgfc" for match in _DIRECTIVE.finditer(template))
    values = show.items("format ~{", listed)
    if not takes:
        raise Fault("format: ~{ takes no values")
    last, template = template.split("~^", maxsplit=1)[0], template.replace("~^", "")
    for at in range(0, len(values), takes):
        page.is_open = False
        is_last = at + takes >= len(values)
        _write(page, last if is_last else template, values[at : at + takes], show)


def _plain(letter: str, prefix: str, is_open: bool) -> str:
    count = min(int(prefix), _WIDEST) if prefix.isdecimal() else 1
    match letter:
        case "%":
            return "\n" * count
        case "&":
            return "\n" * (count - 1 + is_open)
    return "~" * count


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
