"""Calling, evaluating, names, and input."""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from moolab.errors import InvalidProgram
from moolab.machines.lisp.builtins.base import ANY, Subject, Table, builtin, process, truth
from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.vm import INPUT
from moolab.machines.notation.data import UNBOUND, Fault, Symbol, T, Text, Value
from moolab.machines.notation.reader import Unfinished, read_on

Process: TypeAlias = Generator[Any, Value, Value]

_LONGEST_INPUT = 10_000
"""Characters of a form that is entered in lines."""


@dataclass
class Control(Subject):
    """Functions that call others."""

    compiler: Compiler
    _gensyms: int = field(init=False, default=0)
    typed: str = field(init=False, default="")

    def table(self) -> Table:
        return {"identity": lambda value: value}

    @process("boundp", 1)
    def boundp(self, name: Value) -> Process:
        """Whether a variable has a value."""
        yield from ()
        if name is None or self.vm.callers(self.check("boundp", Symbol, name)):
            return T
        return truth(name.value is not UNBOUND)

    @process("funcall", 1, ANY)
    def funcall(self, function: Value, *values: Value) -> Process:
        """Call a function."""
        return (yield function, list(values))

    @process("apply", 2, ANY)
    def apply(self, function: Value, *values: Value) -> Process:
        """Call a function with values of which the last is a list of more."""
        return (yield function, [*values[:-1], *self.items("apply", values[-1])])

    @process("eval", 1)
    def eval(self, form: Value) -> Process:
        """Evaluate a form."""
        return (yield self.compiler.program(form), [])

    @builtin("gensym", 0, 1)
    def gensym(self, *prefix: Value) -> Value:
        """A symbol of its own."""
        self._gensyms += 1
        begin = prefix[0].text[:40] if prefix and isinstance(prefix[0], Text) else "g"
        return Symbol(f"{begin.lower().replace(':', '-')}{self._gensyms}")

    # Input

    @process("read-line", 0, 1)
    def read_line(self, _stream: Value = None) -> Process:
        """A line that is typed."""
        line = self.typed or (yield INPUT)
        self.typed = ""
        return Text(line)

    @process("read", 0, 1)
    def read(self, _stream: Value = None) -> Process:
        """A form that is typed, in as many lines as it takes."""
        text = self.typed
        while True:
            try:
                for form, end in read_on(text, self.compiler.intern, self.dialect.take):
                    self.typed = text[end:].lstrip()
                    return form
            except Unfinished:
                if len(text) > _LONGEST_INPUT:
                    raise Fault("read: what is typed has no end") from None
            except InvalidProgram as error:
                self.typed = ""
                raise Fault(f"read: {error}") from None
            text += ("\n" if text else "") + (yield INPUT)

    @builtin("read-from-string", 1)
    def read_from_string(self, value: Value) -> Value:
        """The form that a string writes."""
        text = self.check("read-from-string", Text, value).text
        self.vm.charge(8 * len(text))
        try:
            for form, _ in read_on(text, self.compiler.intern, self.dialect.take):
                return form
        except InvalidProgram as error:
            raise Fault(f"read-from-string: {error}") from None
        raise Fault("read-from-string: there is nothing in the string")
