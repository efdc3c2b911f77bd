"""Names that are known in a part of a program."""

from collections.abc import Callable
from typing import Any

from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.expression import Expr, body, constant, in_a_list, operands
from moolab.machines.lisp.vm import RETURN, Binding, Node, Site, Vm
from moolab.machines.notation.data import UNBOUND, Cons, Fault, Symbol, Value, elements, lisp_list
from moolab.machines.notation.scope import Lambda, Local, Scope


def quote(c: Compiler, site: Site) -> Expr:
    """``(quote value)``."""
    [value] = c.parts(site, 1, 1)
    return constant(site, value)


def function(c: Compiler, site: Site) -> Expr:
    """``(function name)``, or of a lambda form."""
    [named] = c.parts(site, 1, 1)
    if isinstance(named, Cons):
        return c.translate(named, site.scope)
    if not isinstance(named, Symbol):
        if c.dialect.is_common:
            raise Fault("this is not the name of a function")
        return constant(site, named)
    if place := c.find_function(named, site.scope):
        return c.local(site, place)

    def evaluate(_env: Any) -> Value:
        if named.function is UNBOUND:
            raise Fault(f"{named.name} is not defined as a function")
        return named.function

    return Expr(site, evaluate=evaluate)


def lambda_(c: Compiler, site: Site) -> Expr:
    """``(lambda (parameter ...) form ...)``."""
    template = c.template("", site.form.cdr, site.scope)
    if site.scope is None or site.scope.is_empty:
        template.scope = None
        return Expr(site, evaluate=lambda _env: Lambda(template, None))
    return Expr(site, evaluate=lambda env: Lambda(template, env))


def _framed(
    here: Site, c: Compiler, inner: Expr, size: int, frame: Callable[[Any], list[Value]]
) -> Expr:
    """A form that is evaluated with more variables, which ``frame`` makes."""
    evaluate, site = inner.evaluate, _outside(here)
    if evaluate is not None:
        return Expr(site, size + inner.size, lambda env: evaluate(frame(env)))

    def build(after: Node) -> Node:
        first = inner.node(_left(here, c, after))

        def enter(vm: Vm) -> Node:
            vm.env = frame(vm.env)
            return first

        return Node(enter, size, site)

    return Expr(site, build=build)


def _outside(here: Site) -> Site:
    """A form itself, by the place of what is in it."""
    return here._replace(scope=here.scope.outer if here.scope else None)


def _left(here: Site, c: Compiler, after: Node) -> Node:
    """What comes behind forms with more variables.

    A call that ends there forgets them anyway; in uLisp what is called sees them.
    """
    if after is RETURN and c.dialect.is_common:
        return after

    def leave(vm: Vm) -> Node:
        vm.env = vm.env[0]
        return after

    return Node(leave, 0, here)


def _bindings(listed: Value) -> tuple[list[Symbol], list[Value]]:
    names, forms = [], []
    for each in elements(listed):
        parts = elements(each) if isinstance(each, Cons) else [each]
        if len(parts) > 2 or not isinstance(parts[0], Symbol) or parts[0].value is parts[0]:
            raise Fault("let takes (variable value) or a variable")
        names.append(parts[0])
        forms.append(parts[1] if len(parts) == 2 else None)
    return names, forms


def let(c: Compiler, site: Site) -> Expr:
    """``(let ((variable value) ...) form ...)``."""
    listed, *forms = c.parts(site, 1, None)
    names, given = _bindings(listed)
    exprs = [c.translate(each, site.scope) for each in given]
    dynamic = [symbol for symbol in names if c.dialect.is_common and symbol.dynamic]
    known = [None if symbol in dynamic else symbol for symbol in names]
    here = site._replace(scope=Scope(known, site.scope))
    inner = c.body(here, forms)
    if dynamic:
        return _dynamic(site, names, dynamic, exprs, inner)
    evaluates = [each.evaluate for each in exprs if each.evaluate is not None]
    size = 1 + sum(each.size for each in exprs)
    if len(evaluates) == len(exprs):
        values = in_a_list(evaluates)
        return _framed(here, c, inner, size, lambda env: [env, *values(env)])

    def build(after: Node) -> Node:
        first = inner.node(_left(here, c, after))

        def finish(vm: Vm, values: list[Value]) -> Node:
            vm.env = [vm.env, *values]
            return first

        return operands(site, exprs, finish)

    return Expr(site, build=build)


def _dynamic(
    site: Site, names: list[Symbol], dynamic: list[Symbol], exprs: list[Expr], inner: Expr
) -> Expr:
    """The same where some variables are bound for all that is called."""

    def build(after: Node) -> Node:
        def leave(vm: Vm) -> Node:
            vm.unwind(len(vm.stack) - len(dynamic))
            vm.env = vm.env[0]
            return after

        first = inner.node(Node(leave, 0, site._replace(scope=None)))

        def finish(vm: Vm, values: list[Value]) -> Node:
            vm.env = [vm.env, *values]
            for symbol, value in zip(names, values, strict=True):
                if symbol in dynamic:
                    vm.stack.append(Binding(symbol))
                    symbol.value = value
            return first

        return operands(site, exprs, finish)

    return Expr(site, build=build)


def let_star(c: Compiler, site: Site) -> Expr:
    """``(let* ((variable value) ...) form ...)``: each value may need those before."""
    listed, *forms = c.parts(site, 1, None)
    bindings = elements(listed)
    if len(bindings) < 2:
        return let(c, site)
    inner = lisp_list([site.form.car, lisp_list(bindings[1:]), *forms])
    return c.translate(lisp_list([c.intern("let"), lisp_list(bindings[:1]), inner]), site.scope)


def labels(c: Compiler, site: Site) -> Expr:
    """``(labels ((name (parameter ...) form ...) ...) form ...)``, and ``flet``."""
    listed, *forms = c.parts(site, 1, None)
    functions = elements(listed)
    if not all(isinstance(each, Cons) and isinstance(each.car, Symbol) for each in functions):
        raise Fault(f"{site.form.car.name} begins with ((name (parameter ...) form ...) ...)")
    scope = Scope([Local(each.car) for each in functions], site.scope)
    is_recursive = site.form.car.name == "labels"
    where = scope if is_recursive else site.scope
    templates = [c.template(each.car.name, each.cdr, where) for each in functions]

    def frame(env: Any) -> list[Value]:
        made: list[Value] = [env]
        made += [Lambda(template, made if is_recursive else env) for template in templates]
        return made

    here = site._replace(scope=scope)
    return _framed(here, c, c.body(here, forms), 1, frame)


def setq(c: Compiler, site: Site) -> Expr:
    """``(setq variable value ...)``; ``psetq`` evaluates all values first."""
    parts = c.parts(site, 0, None)
    if len(parts) % 2:
        raise Fault(f"{site.form.car.name} takes variables and values in turn")
    if site.form.car.name == "setq":
        pairs = zip(parts[::2], parts[1::2], strict=True)
        exprs = [c.assign(site, name, c.translate(form, site.scope)) for name, form in pairs]
        return body(site, exprs)
    fresh = [Symbol(f"new-{at}") for at in range(len(parts) // 2)]
    bindings = [lisp_list(pair) for pair in zip(fresh, parts[1::2], strict=True)]
    puts = [lisp_list([c.intern("setq"), *pair]) for pair in zip(parts[::2], fresh, strict=True)]
    return c.translate(lisp_list([c.intern("let"), lisp_list(bindings), *puts, None]), site.scope)
