"""Templates of ``format``."""

import re
from typing import TYPE_CHECKING

from moolab.machines.lisp.vm import ELEMENTS_A_STEP
from moolab.machines.notation.data import LONGEST, Fault, Value

if TYPE_CHECKING:
    from moolab.machines.lisp.builtins.output import Output

_DIRECTIVE = re.compile(r"~(?P<width>\d*)(?:,'(?P<fill>.))?(?P<letter>[:@,\d]*.?)", re.DOTALL)
_WIDEST, _DIGITS = 1000, 4
"""The widest field, and the digits of that number; Python does not read many thousand digits."""


class _Page:
    """A text that becomes longer, up to a limit; its last line may be open."""

    def __init__(self, *, is_open: bool) -> None:
        self.is_open = is_open
        self.parts: list[str] = []
        self._length = 0

    def add(self, text: str) -> None:
        """Write a text behind the others."""
        if text:
            self.parts.append(text)
            self._length += len(text)
            self.is_open = not text.endswith("\n")
        if self._length > LONGEST:
            raise Fault(f"a string has at most {LONGEST:,} characters")


def formatted(template: str, values: list[Value], show: "Output", column: int) -> str:
    """A template with values in it.

    Args:
        template: text with directives: ``~a ~s ~d ~x ~b ~g ~% ~& ~~``, with a width and what fills
            it before the letter, and ``~{ ... ~^ ... ~}`` for the values of a list.
        values: what the directives take, one after another.
        show: gives values as texts.
        column: how full the line is.

    Raises:
        Fault: if there is another directive, there are too few values, or the text is too long.
    """
    page = _Page(is_open=column > 0)
    _write(page, template, values[::-1], show)
    return "".join(page.parts)


def _write(page: _Page, template: str, rest: list[Value], show: "Output") -> None:
    """Write a template with the values that are left, the next one last, and take them away."""
    place = 0
    while match := _DIRECTIVE.search(template, place):
        show.vm.charge(ELEMENTS_A_STEP)
        page.add(template[place : match.start()])
        place = match.end()
        width = min(int(match["width"][:_DIGITS] or -1), _WIDEST)
        match match["letter"].lower():
            case "{":
                inner, place = _inside(template, place)
                _repeat(page, inner, show.items("format ~{", _next(rest, "{"))[::-1], show)
            case "^":
                if not rest:
                    return
            case "%" | "~" as letter:
                page.add({"%": "\n"}.get(letter, letter) * (1 if width < 0 else width))
            case "&":
                page.add("\n" * page.is_open)
            case "a" | "s" | "d" | "x" | "b" | "g" as letter:
                text = _field(letter, _next(rest, letter), show)
                adjust = text.ljust if letter in "as" else text.rjust
                page.add(adjust(width, match["fill"] or " "))
            case letter:
                raise show.dialect.absent(f"~{letter} of format")
    page.add(template[place:])


def _field(letter: str, value: Value, show: "Output") -> str:
    if letter in "dxb" and isinstance(value, int):
        return show.digits(value, letter)
    return show.printed(value, escape=letter == "s")


def _next(rest: list[Value], letter: str) -> Value:
    if not rest:
        raise Fault(f"format: there is no value for ~{letter}")
    return rest.pop()


def _inside(template: str, place: int) -> tuple[str, int]:
    """What stands from a place on up to the ``~}`` that closes it, and the place behind that."""
    depth = 1
    for match in _DIRECTIVE.finditer(template, place):
        depth += {"{": 1, "}": -1}.get(match["letter"], 0)
        if not depth:
            return template[place : match.start()], match.end()
    raise Fault("format: ~{ is never closed by ~}")


def _repeat(page: _Page, template: str, values: list[Value], show: "Output") -> None:
    while values:
        count = len(values)
        _write(page, template, values, show)
        if len(values) == count:
            raise Fault("format: ~{ takes no values")
