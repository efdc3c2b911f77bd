"""Functions, variables, macros and structures with names for all of the program."""

from typing import Any

from moolab.errors import InvalidProgram
from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.expression import Expr, body, constant
from moolab.machines.lisp.vm import Node, Site, Vm
from moolab.machines.notation.data import (
    UNBOUND,
    Array,
    Builtin,
    Cons,
    Fault,
    Form,
    Record,
    Symbol,
    T,
    Text,
    Value,
    elements,
    lisp_list,
    pairs,
)
from moolab.machines.notation.dialect import Dialect
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
    """``(defstruct name slot ...)``, or ``(name (:type list))`` for lists with names for items."""
    first, *slots = c.parts(site, 1, None)
    name, *options = elements(first) if isinstance(first, Cons) else [first]
    symbol = _name(name, "defstruct")
    written = [tuple(getattr(each, "name", None) for each in elements(o)) for o in options]
    if written not in ([], [(":type", "list")]):
        raise c.dialect.absent("an option of defstruct but (:type list)")
    slots = [each for each in slots if not isinstance(each, Text)]
    names = [_name(slot.car if isinstance(slot, Cons) else slot, "a slot") for slot in slots]
    kind, called = "" if written else symbol.name, [each.name for each in names]

    def make(*values: Value) -> Value:
        return Record(kind, called, lisp_list(values)) if kind else lisp_list(values)

    parameters = Cons(c.intern("&key"), lisp_list(slots))
    body_of = lisp_list([Builtin(symbol.name, 0, None, make), *names])
    maker = lisp_list([c.intern("defun"), c.intern(f"make-{symbol.name}"), parameters, body_of])

    def is_one(value: Value) -> bool:
        return isinstance(value, Record) and value.kind == kind

    def copy(value: Value) -> Value:
        if not is_one(value):
            raise Fault(f"copy-{kind} takes a structure {kind}")
        return make(*elements(value.items))

    def evaluate(_env: Any) -> Value:
        made = [_slot(f"{symbol.name}-{slot}", kind, at) for at, slot in enumerate(called)]
        if kind:
            made.append(Builtin(f"{kind}-p", 1, 1, lambda value: T if is_one(value) else None))
            made.append(Builtin(f"copy-{kind}", 1, 1, copy))
        for each in made:
            c.define(c.intern(each.name), each)
        return symbol

    return body(site, [c.translate(maker, site.scope), Expr(site, evaluate=evaluate)])


def _slot(name: str, kind: str, at: int) -> Builtin:
    """What finds an item of a list or of a structure, and changes it."""

    def pair(value: Value) -> Cons:
        if kind:
            value = value.items if isinstance(value, Record) and value.kind == kind else None
        for _ in range(at):
            value = value.cdr if isinstance(value, Cons) else None
        if not isinstance(value, Cons):
            raise Fault(f"{name} takes a {f'structure {kind}' if kind else 'list with more items'}")
        return value

    def put(structure: Value, value: Value) -> Value:
        pair(structure).car = value
        return value

    return Builtin(name, 1, 1, lambda value: pair(value).car, setter=put)


_BEYOND = """
" alpha-char-p assert butlast ccase char-downcase char-upcase check-type compile copy-tree ctypecase
declaim defclass defgeneric define-condition define-modify-macro defmethod defpackage defsetf
deftype destructuring-bind digit-char-p ecase etypecase eval-when export fboundp fill getf gethash
handler-bind handler-case in-package intern invoke-restart locally macroexpand-1 macrolet
make-condition make-hash-table make-instance map map-into maphash multiple-value-bind
multiple-value-call multiple-value-list multiple-value-setq nconc notany nth-value parse-integer
prog prog* prog1 prog2 progv pushnew read-char remhash remove-duplicates restart-case rotatef rplaca
rplacd set set-difference shiftf slot-value string-downcase string-upcase subsetp substitute
symbol-function symbol-macrolet symbol-name symbol-value tagbody typecase typep union use-package
values vector-push vector-push-extend with-accessors with-input-from-string with-open-file
with-slots
"""
BEYOND = frozenset(_BEYOND.split())
"""What a program in Common Lisp may use, and the article's Lisp lacks."""


def refuse(c: Compiler, site: Site) -> Expr:
    """What there is not, rather than an undefined function."""
    raise c.dialect.absent(site.form.car.name)


def refuse_beyond(dialect: Dialect, forms: list[Value]) -> None:
    """Name what forms use and the article's Lisp lacks, before anything of them is evaluated.

    A name that does not only begin lists is taken for one of the program's own.

    Raises:
        InvalidProgram: if there is something.
    """
    found: dict[str, int] = {}
    own: set[str] = set()
    waiting = forms[::-1] if dialect.is_common else []
    while waiting:
        form = waiting.pop()
        if not isinstance(form, Form):
            continue
        head, *rest = [each.car for each in pairs(form)]
        name = head.name if isinstance(head, Symbol) else ""
        if name in BEYOND:
            found.setdefault(name, form.line)
        own.update(each.name for each in rest if isinstance(each, Symbol))
        if name != "quote":
            waiting += reversed([head, *rest])
    if said := [f"{name} in line {line}" for name, line in found.items() if name not in own]:
        raise InvalidProgram(str(dialect.absent(", ".join(said))))


def quasiquote(c: Compiler, site: Site) -> Expr:
    """A form in which commas come before what is evaluated."""
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
            break  # what is behind a dot
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
