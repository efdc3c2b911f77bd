"""What programs print, and the templates of ``format``."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from moolab.machines.lisp.builtins.base import ANY, Subject, Table, builtin
from moolab.machines.lisp.vm import ELEMENTS_A_STEP
from moolab.machines.notation.data import LONGEST, Char, Fault, Stream, Symbol, T, Text, Value
from moolab.machines.notation.dialect import BITS
from moolab.machines.notation.printer import Printer

_DIRECTIVE = re.compile(r"~(?P<width>\d*)(?:,'(?P<fill>.))?(?P<letter>[:@,\d]*.?)", re.DOTALL)
_WIDEST, _DIGITS = 1000, 4
"""The widest field, and the digits of that number; Python does not read many thousand digits."""


class _Page:
    """A text that becomes longer, up to a limit; its last line can be open."""

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


@dataclass
class Output(Subject):
    """Functions that print."""

    write: Callable[[str], None]
    column: Callable[[], int]

    def table(self) -> Table:
        return {
            "princ": lambda value, stream=None: self.put(
                self.printed(value, escape=False), stream, value
            ),
            "prin1": lambda value, stream=None: self.put(
                self.printed(value, escape=True), stream, value
            ),
            "print": lambda value, stream=None: self.put(
                f"\n{self.printed(value, escape=True)} ", stream, value
            ),
            "terpri": lambda stream=None: self.put("\n", stream),
            "princ-to-string": lambda value: Text(self.printed(value, escape=False)),
            "prin1-to-string": lambda value: Text(self.printed(value, escape=True)),
        }

    def printed(self, value: Value, *, escape: bool) -> str:
        """A value as text."""
        text = Printer(self.dialect, escape).show(value)
        self.vm.charge(8 * len(text))
        return text

    def digits(self, value: int, letter: str) -> str:
        """A whole number as ``~d``, ``~x`` or ``~b``: these in uLisp as 32 bits without a sign."""
        if letter != "d" and not self.dialect.is_common:
            value %= 1 << BITS
        return self.cased(f"{value:{letter}}")

    def put(self, text: str, stream: Value, value: Value = None) -> Value:
        """Print a text, and return a value."""
        if stream is None or stream is T:
            self.vm.charge(len(text))
            self.write(text)
        elif isinstance(stream, Stream):
            if len(stream.text) + len(text) > LONGEST:
                raise Fault(f"a string has at most {LONGEST:,} characters")
            self.vm.charge(len(stream.text))
            stream.text += text
        else:
            raise self.refuse("print", "a stream of with-output-to-string", stream)
        return value

    @builtin("fresh-line", 0, 1)
    def fresh_line(self, stream: Value = None) -> Value:
        """Begin a new line unless this one is empty."""
        is_open = self.column() > 0
        if isinstance(stream, Text):
            is_open = bool(stream.text) and not stream.text.endswith("\n")
        if is_open:
            self.put("\n", stream)
        return T if is_open else None

    @builtin("write-string", 1, 2)
    def write_string(self, value: Value, stream: Value = None) -> Value:
        """Print a string."""
        return self.put(self.check("write-string", Text, value).text, stream, value)

    @builtin("write-line", 1, 2)
    def write_line(self, value: Value, stream: Value = None) -> Value:
        """Print a string and begin a new line."""
        self.write_string(value, stream)
        return self.put("\n", stream, value)

    @builtin("write-char", 1, 2)
    def write_char(self, value: Value, stream: Value = None) -> Value:
        """Print a character."""
        return self.put(chr(self.check("write-char", Char, value).code), stream, value)

    @builtin("format", 2, ANY)
    def format(self, stream: Value, template: Value, *values: Value) -> Value:
        """Print values as a template says."""
        wanted = self.check("format", Text, template).text
        column = 0 if stream is None or isinstance(stream, Text) else self.column()
        text = formatted(wanted, list(values), self, column)
        if stream is None:
            return Text(text)
        return self.put(text, stream)

    @builtin("error", 1, ANY)
    def error(self, template: Value, *values: Value) -> Value:
        """Stop with a message, formatted."""
        if isinstance(template, Symbol):
            raise Fault(self.show(template))
        text = formatted(self.check("error", Text, template).text, list(values), self, 0)
        raise Fault(" ".join(text[:1000].split()) or "error")


def formatted(template: str, values: list[Value], show: Output, column: int) -> str:
    """A template with values in it.

    Directives are ``~a ~s ~d ~x ~b ~g ~% ~& ~~``, with a width and what fills it before the letter,
    and ``~{ ... ~^ ... ~}`` for the values of a list. How full the line is, the column says.
    """
    page = _Page(is_open=column > 0)
    _write(page, template, values[::-1], show)
    return "".join(page.parts)


def _write(page: _Page, template: str, rest: list[Value], show: Output) -> None:
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


def _field(letter: str, value: Value, show: Output) -> str:
    if letter in "dxb" and isinstance(value, int):
        return show.digits(value, letter)
    return show.printed(value, escape=letter == "s")


def _next(rest: list[Value], letter: str) -> Value:
    if not rest:
        raise Fault(f"format: there is no value for ~{letter}")
    return rest.pop()


def _inside(template: str, place: int) -> tuple[str, int]:
    """What is from a place on up to the ``~}`` that closes it, and the place behind that."""
    depth = 1
    for match in _DIRECTIVE.finditer(template, place):
        depth += {"{": 1, "}": -1}.get(match["letter"], 0)
        if not depth:
            return template[place : match.start()], match.end()
    raise Fault("format: ~{ is never closed by ~}")


def _repeat(page: _Page, template: str, values: list[Value], show: Output) -> None:
    while values:
        count = len(values)
        _write(page, template, values, show)
        if len(values) == count:
            raise Fault("format: ~{ takes no values")
