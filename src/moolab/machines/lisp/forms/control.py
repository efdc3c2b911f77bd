"""Which forms are evaluated, and how often."""

from collections.abc import Callable

from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.expression import Expr, branch, constant, operands
from moolab.machines.lisp.vm import RETURN, Catch, Cleanup, Exit, Handler, Node, Site, Vm
from moolab.machines.notation.data import (
    Cons,
    Fault,
    Stream,
    Symbol,
    T,
    Text,
    Value,
    elements,
    is_list,
    same,
)
from moolab.machines.notation.scope import Block, Scope


def progn(c: Compiler, site: Site) -> Expr:
    """``(progn form ...)``."""
    return c.body(site, c.parts(site, 0, None))


def _choice(site: Site, test: Expr, yes: Expr, no: Expr) -> Expr:
    return Expr(site, build=lambda after: branch(site, test, yes.node(after), no.node(after)))


def if_(c: Compiler, site: Site) -> Expr:
    """``(if test then [else])``."""
    test, *ways = (c.translate(each, site.scope) for each in c.parts(site, 2, 3))
    return _choice(site, test, ways[0], ways[1] if ways[1:] else constant(site, None))


def when(c: Compiler, site: Site) -> Expr:
    """``(when test form ...)``, and ``unless``."""
    test, *forms = c.parts(site, 1, None)
    ways = [c.body(site, forms), constant(site, None)]
    yes, no = ways if site.form.car.name == "when" else ways[::-1]
    return _choice(site, c.translate(test, site.scope), yes, no)


def cond(c: Compiler, site: Site) -> Expr:
    """``(cond (test form ...) ...)``; without forms, the value is that of the test."""
    clauses = []
    for clause in c.parts(site, 0, None):
        if not isinstance(clause, Cons):
            raise Fault("cond takes clauses: (test form ...)")
        forms = elements(clause)[1:]
        inner = c.body(site, forms) if forms else None
        clauses.append((c.translate(clause.car, site.scope), inner))

    def build(after: Node) -> Node:
        node = constant(site, None).node(after)
        for at, (test, forms) in reversed(list(enumerate(clauses))):
            if forms is None:
                node = _value_or(site, test, after, node)
            else:
                node = branch(site, test, forms.node(after), node, size=at == 0)
        return node

    return Expr(site, build=build)


def _value_or(site: Site, test: Expr, after: Node, other: Node) -> Node:
    """A test, and what follows: the other node if its value is nil."""
    return test.node(Node(lambda vm: other if vm.value is None else after, 0, site))


def and_(c: Compiler, site: Site) -> Expr:
    """``(and form ...)``, and ``or``."""
    is_and = site.form.car.name == "and"
    exprs = c.arguments(site.form, site.scope)
    if not exprs:
        return constant(site, T if is_and else None)

    def build(after: Node) -> Node:
        node = exprs[-1].node(after)
        for expr in reversed(exprs[:-1]):
            node = _value_or(site, expr, *((node, after) if is_and else (after, node)))
        return node

    return Expr(site, build=build)


def case(c: Compiler, site: Site) -> Expr:
    """``(case key (keys form ...) ... (t form ...))``."""
    key, *clauses = c.parts(site, 1, None)
    selector = c.translate(key, site.scope)
    ways: list[tuple[list[Value] | None, Expr]] = []
    for clause in clauses:
        if not isinstance(clause, Cons):
            raise Fault("case takes clauses: (keys form ...)")
        keys = clause.car
        is_last = isinstance(keys, Symbol) and keys.name in ("t", "otherwise")
        # In uLisp, nil is a key like others.
        is_one = not is_list(keys) or (keys is None and not c.dialect.is_common)
        listed = None if is_last else [keys] if is_one else elements(keys)
        ways.append((listed, c.body(site, elements(clause.cdr))))

    def build(after: Node) -> Node:
        nodes = [(keys, expr.node(after)) for keys, expr in ways]
        nothing = constant(site, None).node(after)

        def choose(vm: Vm) -> Node:
            for keys, node in nodes:
                if keys is None or any(same(vm.value, each) for each in keys):
                    return node
            return nothing

        return selector.node(Node(choose, 1, site))

    return Expr(site, build=build)


# Blocks


def blocked(site: Site, name: Symbol | None, inner: Callable[[Scope], Expr]) -> Expr:
    """A form that can be left by name."""
    scope = Scope([Block(name)], site.scope)
    expr = inner(scope)

    def build(after: Node) -> Node:
        def leave(vm: Vm) -> Node:
            vm.stack.pop()
            vm.env = vm.env[0]
            return after

        first = expr.node(Node(leave, 0, site._replace(scope=scope)))

        def enter(vm: Vm) -> Node:
            block = Exit(len(vm.stack), vm.env, after)
            vm.stack.append(block)
            vm.env = [vm.env, block]
            return first

        return Node(enter, 1, site)

    return Expr(site, build=build)


def block(c: Compiler, site: Site) -> Expr:
    """``(block name form ...)``."""
    name, *forms = c.parts(site, 1, None)
    return blocked(site, name, lambda scope: c.body(site._replace(scope=scope), forms))


def return_(c: Compiler, site: Site) -> Expr:
    """``(return [value])``: leaves the innermost loop or nameless block."""
    return _leave(c, site, None, c.parts(site, 0, 1))


def return_from(c: Compiler, site: Site) -> Expr:
    """``(return-from name [value])``."""
    name, *value = c.parts(site, 1, 2)
    return _leave(c, site, name, value)


def _leave(c: Compiler, site: Site, name: Value, value: list[Value]) -> Expr:
    place = site.scope.find(Block(name)) if site.scope else None
    if place is None:
        raise Fault("there is no loop or block around this that could be left")
    found = c.local(site, place)
    result = c.translate(value[0], site.scope) if value else constant(site, None)

    def build(_after: Node) -> Node:
        assert found.evaluate
        find = found.evaluate
        return result.node(Node(lambda vm: vm.leave(find(vm.env)), 1, site))

    return Expr(site, build=build)


def catch(c: Compiler, site: Site) -> Expr:
    """``(catch tag form ...)``: left by ``throw`` with the same tag, from wherever it is called."""
    tag, *forms = c.parts(site, 1, None)
    return _guarded(c, site, forms, c.translate(tag, site.scope), Catch)


def ignore_errors(c: Compiler, site: Site) -> Expr:
    """``(ignore-errors form ...)``: nil if there is an error; in uLisp, the symbol ``nothing``."""
    nothing = None if c.dialect.is_common else c.intern("nothing")
    return _guarded(c, site, c.parts(site, 0, None), constant(site, nothing), Handler)


def unwind_protect(c: Compiler, site: Site) -> Expr:
    """``(unwind-protect form cleanup ...)``: these are evaluated even if the form is left."""
    form, *forms = c.parts(site, 1, None)
    inner, cleanup = c.translate(form, site.scope), c.body(site, forms)

    def build(after: Node) -> Node:
        def restore(vm: Vm) -> Node:
            vm.value = vm.stack.pop()
            return after

        ending = cleanup.node(Node(restore, 0, site))

        def end(vm: Vm) -> Node:
            vm.stack[-1] = vm.value
            return ending

        first, left = inner.node(Node(end, 0, site)), cleanup.node(RETURN)

        def enter(vm: Vm) -> Node:
            vm.stack.append(Cleanup(vm.env, left))
            return first

        return Node(enter, 1, site)

    return Expr(site, build=build)


def _guarded(c: Compiler, site: Site, forms: list[Value], tag: Expr, kind: type) -> Expr:
    inner = c.body(site, forms)

    def build(after: Node) -> Node:
        def leave(vm: Vm) -> Node:
            vm.stack.pop()
            return after

        first = inner.node(Node(leave, 0, site))

        def enter(vm: Vm) -> Node:
            vm.stack.append(kind(len(vm.stack), vm.env, after, vm.value))
            return first

        return tag.node(Node(enter, 1, site))

    return Expr(site, build=build)


def throw(c: Compiler, site: Site) -> Expr:
    """``(throw tag value)``."""
    c.parts(site, 2, 2)
    exprs = c.arguments(site.form, site.scope)

    def build(_after: Node) -> Node:
        def finish(vm: Vm, values: list[Value]) -> Node:
            tag, vm.value = values
            return vm.leave(vm.catch(tag))

        return operands(site, exprs, finish)

    return Expr(site, build=build)


def with_output(c: Compiler, site: Site) -> Expr:
    """``(with-output-to-string (stream) form ...)``."""
    names, *forms = c.parts(site, 1, None)
    parts = elements(names)
    if len(parts) != 1 or not isinstance(parts[0], Symbol):
        raise Fault("with-output-to-string begins with (stream)")
    scope = Scope([parts[0]], site.scope)
    inner = c.body(site._replace(scope=scope), forms)

    def build(after: Node) -> Node:
        def done(vm: Vm) -> Node:
            vm.value = Text(vm.env[1].text)
            vm.env = vm.env[0]
            return after

        first = inner.node(Node(done, 0, site._replace(scope=scope)))

        def begin(vm: Vm) -> Node:
            vm.env = [vm.env, Stream("")]
            return first

        return Node(begin, 1, site)

    return Expr(site, build=build)
