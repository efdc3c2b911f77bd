"""What programs print."""

from collections.abc import Callable
from dataclasses import dataclass

from moolab.machines.lisp.builtins.base import ANY, Subject, Table, builtin
from moolab.machines.lisp.directives import formatted
from moolab.machines.notation.data import LONGEST, Char, Fault, Stream, Symbol, T, Text, Value
from moolab.machines.notation.dialect import BITS
from moolab.machines.notation.printer import Printer


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
