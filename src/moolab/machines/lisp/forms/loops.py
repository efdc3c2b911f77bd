"""Forms that are evaluated again and again."""

from collections.abc import Callable
from typing import Any

from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.expression import Expr
from moolab.machines.lisp.forms.control import blocked
from moolab.machines.lisp.forms.words import Words
from moolab.machines.lisp.vm import Node, Site, Vm
from moolab.machines.notation.data import Cons, Fault, Symbol, Value, elements, lisp_list
from moolab.machines.notation.scope import Scope


def loop(c: Compiler, site: Site) -> Expr:
    """``(loop form ...)``, until something in it returns; in Common Lisp with words as well."""
    forms = c.parts(site, 0, None)
    if forms and isinstance(forms[0], Symbol):
        if not c.dialect.is_common:
            raise Fault("loop takes forms until (return); its words are for --dialect common")
        return c.translate(Words(c, forms).form(), site.scope)

    def inner(scope: Scope) -> Expr:
        here = site._replace(scope=scope)
        whole = c.body(here, forms)
        return Expr(here, build=lambda _after: _again(here, whole))

    return blocked(site, None, inner)


def _again(site: Site, forms: Expr) -> Node:
    """The first node of forms that are evaluated for ever."""
    evaluate = forms.evaluate
    if evaluate is not None:

        def run(vm: Vm) -> Node:
            evaluate(vm.env)
            return node

        node = Node(run, forms.size, site)
        return node

    def again(_vm: Vm) -> Node:
        return first

    first = forms.node(Node(again, 0, site))
    return first


def _variable(c: Compiler, site: Site) -> tuple[Symbol, Value, Value, list[Value]]:
    """The parts of ``(dotimes (variable form [result]) form ...)``."""
    spec, *forms = c.parts(site, 1, None)
    parts = elements(spec) if isinstance(spec, Cons) else []
    if not 2 <= len(parts) <= 3 or not isinstance(parts[0], Symbol):
        raise Fault(f"{site.form.car.name} begins with (variable form [result])")
    return parts[0], parts[1], parts[2] if len(parts) == 3 else None, forms


def dotimes(c: Compiler, site: Site) -> Expr:
    """``(dotimes (variable count [result]) form ...)``."""

    def first(value: Value) -> list[Value]:
        if value.__class__ is not int:
            raise Fault("dotimes takes a whole number")
        return [-1, value, -1]

    def advance(env: Any) -> bool:
        env[1] = env[3] = env[3] + 1
        return bool(env[1] < env[2])

    return _each(c, site, first, advance)


def dolist(c: Compiler, site: Site) -> Expr:
    """``(dolist (variable list [result]) form ...)``."""

    def first(value: Value) -> list[Value]:
        return [None, value, None]

    def advance(env: Any) -> bool:
        rest = env[2]
        if rest is None:
            env[1] = None
            return False
        if not isinstance(rest, Cons):
            raise Fault("dolist takes a list that ends in nil")
        env[1], env[2] = rest.car, rest.cdr
        return True

    return _each(c, site, first, advance)


def _each(
    c: Compiler, site: Site, begin: Callable[[Value], list[Value]], advance: Callable[[Any], bool]
) -> Expr:
    """A loop over values: ``begin`` makes its variables, the one with a name first.

    ``advance`` takes these to the next turn; it returns whether there is one.
    """
    variable, over, result, forms = _variable(c, site)

    def inner(outer: Scope) -> Expr:
        scope = Scope([variable, None, None], outer)
        here = site._replace(scope=scope)
        given, inside = c.translate(over, outer), c.body(here, forms)
        end = c.translate(result, scope)

        def build(after: Node) -> Node:
            def done(vm: Vm) -> Node:
                vm.env = vm.env[0]
                return after

            ended = end.node(Node(done, 0, here))
            evaluate = inside.evaluate
            if evaluate is not None:

                def turn(vm: Vm) -> Node:
                    env = vm.env
                    if advance(env):
                        evaluate(env)
                        return head
                    return ended

                head = Node(turn, 1 + inside.size, here)
            else:
                head = Node(lambda vm: first if advance(vm.env) else ended, 1, here)
                first = inside.node(head)

            def start(vm: Vm) -> Node:
                vm.env = [vm.env, *begin(vm.value)]
                return head

            return given.node(Node(start, 0, site))

        return Expr(site, build=build)

    return blocked(site, None, inner)


def do(c: Compiler, site: Site) -> Expr:
    """``(do ((variable first [next]) ...) (test result ...) form ...)``; ``do*`` one by one."""
    bindings, ending, *forms = c.parts(site, 2, None)
    is_serial = site.form.car.name == "do*"
    firsts, steps = [], []
    for each in elements(bindings):
        parts = elements(each) if isinstance(each, Cons) else [each, None]
        firsts.append(lisp_list(parts[:2]))
        if len(parts) == 3:
            steps += [parts[0], parts[2]]
    if not isinstance(ending, Cons):
        raise Fault(f"{site.form.car.name} takes (test result ...) behind its variables")

    def named(name: str, *parts: Value) -> Value:
        return lisp_list([c.intern(name), *parts])

    end = named("if", ending.car, named("return", Cons(c.intern("progn"), ending.cdr)))
    step = named("setq" if is_serial else "psetq", *steps)
    whole = named(
        "let*" if is_serial else "let", lisp_list(firsts), named("loop", end, *forms, step)
    )
    return c.translate(whole, site.scope)
