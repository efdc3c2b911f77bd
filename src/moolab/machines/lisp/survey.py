"""What a program needs and does not define, found without running it."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from moolab.errors import MoolabError
from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.expression import Evaluate, Expr
from moolab.machines.lisp.machine import Lisp
from moolab.machines.lisp.vm import Site
from moolab.machines.notation.data import UNBOUND, Cons, Symbol, Value
from moolab.machines.notation.dialect import Dialect
from moolab.machines.notation.reader import read
from moolab.machines.notation.scope import Template

_MOST_STEPS = 200_000
"""To define all functions of a program; each takes a step or two."""

_FUNCTIONS = ("defun", "defmacro", "defstruct")
_VARIABLES = ("defvar", "defparameter", "defconstant")


class Survey(NamedTuple):
    """The names that a program defines, and those that it uses and neither it nor the Lisp has."""

    defined: tuple[str, ...]
    missing: tuple[str, ...]


class _Surveyor(Compiler):
    """A compiler that keeps the names that forms use."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.used: dict[Symbol, None] = {}
        self.assigned: set[Value] = set()
        self.functions: list[tuple[Template, list[Value]]] = []

    def prepare(self, template: Template, forms: list[Value], line: int | None) -> Template:
        self.functions.append((template, forms))
        return super().prepare(template, forms, line)

    def assign(self, site: Site, symbol: Value, value: Expr) -> Expr:
        if isinstance(symbol, Symbol) and self.dialect.is_common:
            self.assigned.add(symbol)
        return super().assign(site, symbol, value)

    def _compound(self, site: Site) -> Expr:
        head = site.form.car
        if isinstance(head, Symbol) and not self.find_function(head, site.scope):
            self.used[head] = None
        return super()._compound(site)

    def _global(self, symbol: Symbol) -> Evaluate:
        self.used[symbol] = None
        return super()._global(symbol)


class _Surveyed(Lisp):
    """A Lisp that defines functions, and evaluates nothing else."""

    compiler = _Surveyor
    _compiler: _Surveyor

    def survey(self, texts: Sequence[str]) -> Survey:
        c = self._compiler
        defined = [self._define(form) for text in texts for form in read(text, c.intern)]
        # Each function, and those in it, are compiled as if it were called.
        for template, forms in c.functions:
            with suppress(MoolabError):
                c._entry(template, forms, None)
        missing = [
            each.name
            for each in c.used
            if each.function is UNBOUND and each.value is UNBOUND and each.macro is None
            if each.special is None and each not in c.assigned
        ]
        return Survey(tuple(dict.fromkeys(filter(None, defined))), tuple(missing))

    def _define(self, form: Value) -> str:
        """Take a form in, and return the name that it defines, if it defines one."""
        c = self._compiler
        head, name = "", None
        match form:
            case Cons(car=Symbol(name=head), cdr=Cons(car=Symbol() | Cons(car=Symbol()) as first)):
                name = first.car if isinstance(first, Cons) else first
        if head in _FUNCTIONS:
            with suppress(MoolabError):
                self.add(form)
                self.run(_MOST_STEPS)
        elif head == "defcode" and name is not None:
            c.define(name, c.builtins["list"])
        else:
            c.translate(form, None)
            if head in _VARIABLES and name is not None and name.value is UNBOUND:
                name.value = None
        return name.name if name is not None and head.startswith("def") else ""


def survey(texts: Sequence[str], dialect: Dialect) -> Survey:
    """The names that programs define and lack, of which only definitions are evaluated.

    Args:
        texts: of programs that are loaded one after another, as one.

    Raises:
        InvalidProgram: if one is not Lisp.

    >>> from moolab.machines.notation.dialect import ULISP
    >>> survey(["(defun f (x) (g x *n*))", "(defvar *n* (h))"], ULISP).missing
    ('h', 'g')
    """
    return _Surveyed("", dialect=dialect).survey(texts)


@cache
def words(dialect: Dialect) -> frozenset[str]:
    """The names of the functions and the like that a Lisp has without any program.

    >>> from moolab.machines.notation.dialect import ULISP
    >>> "princ" in words(ULISP), "moo" in words(ULISP)
    (True, False)
    """
    return frozenset(
        each.name
        for each in _Surveyed("", dialect=dialect)._symbols.values()
        if each.macro is not None or each.special is not None or each.function is not UNBOUND
    )
