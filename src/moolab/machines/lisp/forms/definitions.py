"""Functions, variables, macros and structures with names for all of the program."""

from typing import Any

from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.expression import Expr, body, constant
from moolab.machines.lisp.vm import Node, Site, Vm
from moolab.machines.notation.data import (
    UNBOUND,
    Array,
    Builtin,
    Cons,
    Fault,
    Symbol,
    Value,
    elements,
    lisp_list,
)
from moolab.machines.notation.scope import Lambda

_MOST_PAIRS = 20_000
"""Of a function; it would have too many forms with more."""


def _name(value: Value, what: str) -> Symbol:
    if not isinstance(value, Symbol) or value.value is value:
        raise Fault(f"{what} begins with a name")
    return value


def _mentions(value: Value, symbol: Symbol) -> bool:
    waiting = [value]
    for _ in range(_MOST_PAIRS):
        if not waiting:
            return False
        each = waiting.pop()
        if isinstance(each, Cons):
            waiting += (each.cdr, each.car)
        elif each is symbol:
            return True
    raise Fault(f"a function has more than {_MOST_PAIRS:,} pairs, or is a circle")


def defun(c: Compiler, site: Site) -> Expr:
    """``(defun name (parameter ...) form ...)``."""
    first, parameters, *forms = c.parts(site, 2, None)
    name = _name(first, "defun")
    if _mentions(lisp_list(forms), c.intern("return-from")):
        # A block would keep the last call from being a tail call.
        forms = [lisp_list([c.intern("block"), name, *forms])]
    template = c.template(name.name, lisp_list([parameters, *forms]), site.scope)
    template.form = Cons(c.intern("lambda"), site.form.cdr.cdr)

    def evaluate(env: Any) -> Value:
        c.define(name, Lambda(template, env))
        return name

    return Expr(site, evaluate=evaluate)


def defvar(c: Compiler, site: Site) -> Expr:
    """``(defvar name [value])``; in Common Lisp it keeps a value that is there."""
    first, *given = c.parts(site, 1, 3)
    name = _name(first, "defvar")
    value = c.translate(given[0], site.scope) if given else None
    keeps = c.dialect.is_common and site.form.car.name == "defvar"

    def build(after: Node) -> Node:
        def put(vm: Vm) -> Node:
            name.dynamic = True
            if not (keeps and name.value is not UNBOUND) and (given or not c.dialect.is_common):
                name.value = vm.value
            if not c.dialect.is_common and name.function is not UNBOUND:
                c.define(name, UNBOUND)
            vm.value = name
            return after

        node = Node(put, 1, site)
        if value is None:
            return constant(site, None).node(node)
        if not keeps:
            return value.node(node)
        inner = value.node(node)
        return Node(lambda _vm: inner if name.value is UNBOUND else node, 0, site)

    name.dynamic = True
    return Expr(site, build=build)


def defmacro(c: Compiler, site: Site) -> Expr:
    """``(defmacro name (parameter ...) form ...)``."""
    first, parameters, *forms = c.parts(site, 2, None)
    name = _name(first, "defmacro")
    template = c.template(name.name, lisp_list([parameters, *forms]), site.scope, nested=True)

    def evaluate(env: Any) -> Value:
        name.macro = Lambda(template, env)
        c.redefine(name)
        return name

    return Expr(site, evaluate=evaluate)


def defstruct(c: Compiler, site: Site) -> Expr:
    """``(defstruct (name (:type list)) slot ...)``: lists with a name for each item."""
    first, *slots = c.parts(site, 1, None)
    name, *options = elements(first) if isinstance(first, Cons) else [first]
    symbol = _name(name, "defstruct")
    written = [tuple(getattr(each, "name", None) for each in elements(o)) for o in options]
    if written != [(":type", "list")]:
        raise Fault("defstruct makes lists here: (defstruct (name (:type list)) slot ...)")
    names = [_name(slot.car if isinstance(slot, Cons) else slot, "a slot") for slot in slots]
    listing = c.builtins["list"]
    maker = lisp_list(
        [
            c.intern("defun"),
            c.intern(f"make-{symbol.name}"),
            Cons(c.intern("&key"), lisp_list(slots)),
            lisp_list([listing, *names]),
        ]
    )

    def evaluate(_env: Any) -> Value:
        for at, slot in enumerate(names):
            called = f"{symbol.name}-{slot.name}"
            c.define(c.intern(called), _slot(called, at))
        return symbol

    return body(site, [c.translate(maker, site.scope), Expr(site, evaluate=evaluate)])


def _slot(name: str, at: int) -> Builtin:
    """What finds an item of a list, and changes it."""

    def pair(value: Value) -> Cons:
        for _ in range(at):
            value = value.cdr if isinstance(value, Cons) else None
        if not isinstance(value, Cons):
            raise Fault(f"{name} takes a list with more items")
        return value

    def put(structure: Value, value: Value) -> Value:
        pair(structure).car = value
        return value

    return Builtin(name, 1, 1, lambda value: pair(value).car, setter=put)


ABSENT = {
    "multiple-value-bind": "a form has one value here",
    "multiple-value-list": "a form has one value here",
    "multiple-value-setq": "a form has one value here", "defclass": "there are no classes here",
    "defmethod": "there are no classes here",
    "handler-case": "there are no conditions here, but ignore-errors",
    "in-package": "there are no packages here",
}  # fmt: skip
"""What of Common Lisp cannot be understood, and why."""


def refuse(_c: Compiler, site: Site) -> Expr:
    """What there is not, rather than a function that nobody has defined."""
    raise Fault(ABSENT[site.form.car.name])


def quasiquote(c: Compiler, site: Site) -> Expr:
    """A form in which commas stand before what is evaluated."""
    [template] = c.parts(site, 1, 1)
    return c.translate(_filled(c, template, 1), site.scope)


def _filled(c: Compiler, value: Value, depth: int) -> Value:
    """The form that makes what a template says."""
    if isinstance(value, Array) and len(value.dimensions) == 1 and not value.bits:
        items = _filled(c, lisp_list(value.items), depth)
        return lisp_list([c.builtins["concatenate"], _quoted(c, c.intern("vector")), items])
    if not isinstance(value, Cons):
        return _quoted(c, value)
    head = value.car.name if isinstance(value.car, Symbol) else ""
    if head in ("unquote", "quasiquote") and isinstance(value.cdr, Cons):
        deeper = depth + (1 if head == "quasiquote" else -1)
        if not deeper:
            return value.cdr.car
        inner = _filled(c, value.cdr.car, deeper)
        return lisp_list([c.builtins["list"], _quoted(c, value.car), inner])
    parts: list[Value] = []
    rest: Value = value
    while isinstance(rest, Cons):
        if len(parts) > _MOST_PAIRS:
            raise Fault("a template is too long, or a circle")
        each = rest.car
        if isinstance(rest.car, Symbol) and rest.car.name == "unquote" and parts:
            break  # what stands behind a dot
        is_spliced = isinstance(each, Cons) and isinstance(each.car, Symbol)
        if is_spliced and each.car.name == "unquote-splicing" and depth == 1:
            parts.append(each.cdr.car)
        else:
            parts.append(lisp_list([c.builtins["list"], _filled(c, each, depth)]))
        rest = rest.cdr
    if rest is not None:
        parts.append(_filled(c, rest, depth))
    return lisp_list([c.builtins["append"], *parts])


def _quoted(c: Compiler, value: Value) -> Value:
    return lisp_list([c.intern("quote"), value])
