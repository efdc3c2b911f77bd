"""What helps to write programs: how they are written, which names there are, and the time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from moolab.machines.lisp.builtins.base import Subject, Table, builtin, truth
from moolab.machines.lisp.builtins.output import Output
from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.inspection import count_cells, is_variable
from moolab.machines.notation.data import (
    UNBOUND,
    Builtin,
    Cons,
    Stream,
    Symbol,
    Text,
    Value,
    lisp_list,
    pairs,
)
from moolab.machines.notation.scope import Lambda

_WIDTH, _INDENT, _DEEPEST = 80, 2, 60
"""Of a page: its columns, how far what is in a list is moved in, and lists in one another."""

_BESIDE = {
    **dict.fromkeys(("defun", "defmacro", "defvar", "defcode", "setq", "setf"), 2),
    **dict.fromkeys(("case", "dolist", "dotimes", "for-millis", "if", "lambda", "let"), 1),
    **dict.fromkeys(("let*", "unless", "when", "with-output-to-string"), 1),
}
"""How many parts of a form stay in its first line."""


_FEATURES = ("floating-point", "arrays", "documentation", "machine-code", "error-handling")


@dataclass
class Tools(Subject):
    """Functions for writing a program."""

    compiler: Compiler
    output: Output
    symbols: Mapping[str, Symbol]

    def __post_init__(self) -> None:
        self._nothing, features = map(self.compiler.intern, ("nothing", "*features*"))
        self._nothing.value = self._nothing
        features.value = lisp_list(self.compiler.intern(f":{each}") for each in _FEATURES)

    def table(self) -> Table:
        return {
            "streamp": lambda value: truth(isinstance(value, Stream)),
            "millis": lambda *_: self.compiler.milliseconds(),
            "delay": lambda milliseconds: self._wait(milliseconds, 1),
            "sleep": lambda seconds: self._wait(seconds, 1000),
            "gc": lambda: self._nothing,
            "globals": lambda: lisp_list(self._own()),
        }

    def _wait(self, number: Value, milliseconds: int) -> Value:
        self.compiler.waited += self.integer("delay", number, 0) * milliseconds
        return number

    @builtin("room", 0)
    def room(self) -> Value:
        """How many pairs there is room for."""
        cells = count_cells([self.vm.env, self.vm.stack, *self.symbols.values()], self.vm.cells)
        self.vm.charge(cells)
        return self.vm.cells - cells

    @builtin("makunbound", 1)
    def makunbound(self, value: Value) -> Value:
        """Forget the value of a global variable, or a function."""
        symbol = self.check("makunbound", Symbol, value)
        symbol.value = UNBOUND
        self.compiler.define(symbol, UNBOUND)
        return symbol

    # How a value is written

    @builtin("pprint", 1, 2)
    def pprint(self, value: Value, stream: Value = None) -> Value:
        """Print a value in lines, as programs are written."""
        self.output.put("\n" + self._laid_out(value), stream)
        return self._nothing

    @builtin("pprintall", 0, 1)
    def pprintall(self, stream: Value = None) -> Value:
        """Print all functions and variables of the program."""
        for symbol in self._own():
            value, rest = _untraced(symbol.function), symbol.value
            if isinstance(value, Lambda):
                form = Cons(self.compiler.intern("defun"), Cons(symbol, value.cdr))
            elif value is UNBOUND:
                quoted = lisp_list([self.compiler.intern("quote"), rest])
                form = lisp_list([self.compiler.intern("defvar"), symbol, quoted])
            else:
                form = self.compiler.code.forms.get(symbol.name, symbol)
            self.output.put(f"\n{self._laid_out(form)}\n", stream)
        return self._nothing

    def _laid_out(self, value: Value, margin: int = 0) -> str:
        value = _untraced(value)
        flat = self.output.printed(value, escape=True)
        is_short = len(flat) <= _WIDTH - margin or margin > _INDENT * _DEEPEST
        if is_short or not isinstance(value, Cons):
            return flat
        margin += _INDENT
        items = [self._laid_out(each.car, margin) for each in pairs(value)]
        if (tail := pairs(value)[-1].cdr) is not None:
            items.append(f". {self._laid_out(tail, margin)}")
        beside = 1 + _BESIDE.get(getattr(value.car, "name", ""), 0)
        lines = [" ".join(items[:beside]), *items[beside:]]
        return "(" + f"\n{' ' * margin}".join(lines) + ")"

    # Which names there are

    def _own(self) -> Iterator[Symbol]:
        """The names of the program's functions and variables."""
        for symbol in list(self.symbols.values()):
            is_own = symbol.function not in (UNBOUND, self.compiler.builtins.get(symbol.name))
            if is_own or is_variable(symbol):
                yield symbol

    def _named(self, part: Value) -> Iterator[Symbol]:
        wanted = self.text("apropos", part).lower()
        own = list(self._own())
        others = (each for each in list(self.symbols.values()) if each not in own)
        known = (each for each in others if each.special or each.function is not UNBOUND)
        return (each for each in (*own, *known) if wanted in each.name)

    @builtin("apropos-list", 1)
    def apropos_list(self, part: Value) -> Value:
        """The names that have a text in them."""
        return lisp_list(self._named(part))

    @builtin("apropos", 1)
    def apropos(self, part: Value) -> Value:
        """Print the names that have a text in them, and what each is."""
        for each in self._named(part):
            what = "function" if each.function is not UNBOUND else "user symbol"
            if isinstance(each.function, Lambda):
                what = "user function"
            self.output.put(f"{each.name} ({'special form' if each.special else what})\n", None)
        return self._nothing

    @builtin("documentation", 1, 2)
    def documentation(self, name: Value, _kind: Value = None) -> Value:
        """What is said of a function: the string that its body begins with."""
        found = self.check("documentation", Symbol, name)
        function = found.special or found.function
        if isinstance(function, Lambda):
            body = function.cdr.cdr
            return body.car if body and body.cdr and isinstance(body.car, Text) else None
        if isinstance(function, Builtin):
            function = function.function or function.process
        said = getattr(function, "__doc__", None)
        return Text(said.split("\n")[0].replace("``", "")) if said else None


def _untraced(value: Value) -> Value:
    """A value; of a function that tells of the calls of another one, that one."""
    return value if not isinstance(value, Builtin) or value.traced is None else value.traced
