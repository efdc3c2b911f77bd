"""Places that hold values, and what changes them."""

from collections.abc import Callable, Sequence

from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.expression import Expr, body, combined, constant
from moolab.machines.lisp.vm import Site
from moolab.machines.notation.data import Builtin, Cons, Fault, Symbol, Value, elements

_CHAIN = 100


def _accessor(c: Compiler, form: Value, site: Site) -> tuple[Builtin, list[Expr]]:
    for _ in range(_CHAIN):
        if not isinstance(form, Cons) or not isinstance(form.car, Symbol):
            break
        head = form.car
        if head.macro is None:
            found = head.function
            if isinstance(found, Builtin) and found.setter:
                arguments = c.arguments(form, site.scope)
                found.check(len(arguments))
                return found, arguments
            raise Fault(f"{head.name} is not a place, so it cannot be changed")
        form = c.vm.expand(head.macro, elements(form.cdr))
    raise Fault("a place is a variable or a form such as (nth 1 list)")


def setf(c: Compiler, site: Site) -> Expr:
    """``(setf place value ...)``."""
    parts = c.parts(site, 0, None)
    if len(parts) % 2:
        raise Fault("setf takes places and values in turn")
    exprs = []
    for place, form in zip(parts[::2], parts[1::2], strict=True):
        if isinstance(place, Symbol):
            exprs.append(c.assign(site, place, c.translate(form, site.scope)))
            continue
        accessor, arguments = _accessor(c, place, site)
        assert accessor.setter
        value = c.translate(form, site.scope)
        exprs.append(combined(site, [*arguments, value], accessor.setter))
    return body(site, exprs)


def _changed(
    c: Compiler,
    site: Site,
    place: Value,
    change: Callable[..., Value],
    *,
    before: Sequence[Expr] = (),
    behind: Sequence[Expr] = (),
) -> Expr:
    """The new value of a place, made by ``change`` of the values of other forms and the old one.

    The forms ``before`` are evaluated before those of the place; those ``behind`` after them, and
    before the old value is looked up.
    """
    if isinstance(place, Symbol):
        old = c.translate(place, site.scope)
        return c.assign(site, place, combined(site, [*before, *behind, old], change))
    accessor, arguments = _accessor(c, place, site)
    find, put = accessor.function, accessor.setter
    begin, end = len(before), len(before) + len(arguments)
    assert find
    assert put

    def function(*values: Value) -> Value:
        where = values[begin:end]
        return put(*where, change(*values[:begin], *values[end:], find(*where)))

    return combined(site, [*before, *arguments, *behind], function)


def incf(c: Compiler, site: Site) -> Expr:
    """``(incf place [number])``, and ``decf``."""
    place, *by = c.parts(site, 1, 2)
    delta = c.translate(by[0], site.scope) if by else constant(site, 1)
    combine = c.builtins["+" if site.form.car.name == "incf" else "-"].binary
    assert combine
    return _changed(c, site, place, lambda by, old: combine(old, by), behind=[delta])


def push(c: Compiler, site: Site) -> Expr:
    """``(push item place)``."""
    item, place = c.parts(site, 2, 2)
    return _changed(c, site, place, Cons, before=[c.translate(item, site.scope)])


def pop(c: Compiler, site: Site) -> Expr:
    """``(pop place)``: its first item, which it loses."""
    [place] = c.parts(site, 1, 1)
    popped: list[Value] = []

    def take(old: Value) -> Value:
        if old is not None and not isinstance(old, Cons):
            raise Fault("pop takes a list")
        popped[:] = [old.car if old else None]
        return old.cdr if old else None

    # Nothing is evaluated between the two.
    return combined(site, [_changed(c, site, place, take)], lambda _rest: popped.pop())
