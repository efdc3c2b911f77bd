"""Forms that were understood, and the nodes that are made of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from moolab.machines.lisp.vm import MOST_DEEP, RETURN, TOO_DEEP, Node, Site, Vm
from moolab.machines.notation.data import UNBOUND, Builtin, Fault, Symbol, Value
from moolab.machines.notation.scope import Lambda

Evaluate = Callable[[Any], Value]
"""Gives the value of a form, from the variables around it."""


@dataclass(slots=True)
class Expr:
    """A form that was understood.

    Attributes:
        size: how many forms it is, if it has an ``evaluate``.
        evaluate: its value, where nothing has to be called for that which is written in Lisp.
        build: otherwise its first node, by the node that comes after it.
        is_constant: whether its value is always the same.
    """

    site: Site
    size: int = 1
    evaluate: Evaluate | None = None
    build: Callable[[Node], Node] | None = None
    is_constant: bool = False

    def node(self, after: Node) -> Node:
        """The first node; its value is the machine's when the node after it is run."""
        if self.evaluate is None:
            assert self.build is not None
            return self.build(after)
        evaluate = self.evaluate
        if after is RETURN:

            def run(vm: Vm) -> Node:
                vm.value = evaluate(vm.env)
                node: Node
                node, vm.env = vm.stack.pop()
                return node
        else:

            def run(vm: Vm) -> Node:
                vm.value = evaluate(vm.env)
                return after

        return Node(run, self.size, self.site)


def constant(site: Site, value: Value) -> Expr:
    """A form that is always the same."""
    return Expr(site, evaluate=lambda _env: value, is_constant=True)


def sequence(exprs: Sequence[Expr], after: Node) -> Node:
    """The first node of forms one after another."""
    for expr in reversed(exprs):
        after = expr.node(after)
    return after


def body(site: Site, exprs: Sequence[Expr]) -> Expr:
    """Forms one after another, as one."""
    if not exprs:
        return constant(site, None)
    if len(exprs) == 1:
        return exprs[0]
    evaluates = [each.evaluate for each in exprs]
    simple = [each for each in evaluates if each is not None]
    if len(simple) < len(exprs):
        return Expr(site, build=lambda after: sequence(exprs, after))
    *first, last = simple

    def evaluate(env: Any) -> Value:
        for each in first:
            each(env)
        return last(env)

    return Expr(site, sum(each.size for each in exprs), evaluate)


def branch(site: Site, test: Expr, yes: Node, no: Node, size: int = 1) -> Node:
    """The first node of a test, after which one node or the other follows."""
    evaluate = test.evaluate
    if evaluate is None:
        return test.node(Node(lambda vm: no if vm.value is None else yes, size, site))
    return Node(lambda vm: no if evaluate(vm.env) is None else yes, test.size + size, site)


def combined(site: Site, exprs: Sequence[Expr], function: Callable[..., Value]) -> Expr:
    """The value that a Python function has for the values of some forms."""
    evaluates = [each.evaluate for each in exprs if each.evaluate is not None]
    if len(evaluates) < len(exprs):

        def build(after: Node) -> Node:
            def finish(vm: Vm, values: list[Value]) -> Node:
                vm.value = function(*values)
                return after

            return operands(site, exprs, finish)

        return Expr(site, build=build)
    size = 1 + sum(each.size for each in exprs)
    is_constant = bool(exprs) and exprs[-1].is_constant
    return Expr(site, size, _evaluation(site, evaluates, function, is_constant))


def _evaluation(
    site: Site, exprs: list[Evaluate], function: Callable[..., Value], is_constant: bool
) -> Evaluate:
    """The evaluation of operands, of which the last can be constant, and of a function.

    It is quick for few of them.
    """
    form, line = site.form, site.line
    evaluate: Evaluate
    match exprs:
        case [first]:

            def evaluate(env: Any) -> Value:
                try:
                    return function(first(env))
                except Fault as fault:
                    raise fault.at(form, line) from None
        case [first, second] if is_constant:
            known = second(None)

            def evaluate(env: Any) -> Value:
                try:
                    return function(first(env), known)
                except Fault as fault:
                    raise fault.at(form, line) from None
        case [first, second]:

            def evaluate(env: Any) -> Value:
                try:
                    return function(first(env), second(env))
                except Fault as fault:
                    raise fault.at(form, line) from None
        case _:
            values = in_a_list(exprs)

            def evaluate(env: Any) -> Value:
                try:
                    return function(*values(env))
                except Fault as fault:
                    raise fault.at(form, line) from None

    return evaluate


def in_a_list(evaluates: Sequence[Evaluate]) -> Callable[[Any], list[Value]]:
    """What gives a list of the values of some forms, quick for few of them."""
    match evaluates:
        case [only]:
            return lambda env: [only(env)]
        case [first, second]:
            return lambda env: [first(env), second(env)]
        case [first, second, third]:
            return lambda env: [first(env), second(env), third(env)]
    return lambda env: [evaluate(env) for evaluate in evaluates]


def operands(
    site: Site, exprs: Sequence[Expr], finish: Callable[[Vm, list[Value]], Node], size: int = 1
) -> Node:
    """The first node of forms evaluated from left to right; ``finish`` says what follows."""
    last = max((at for at, each in enumerate(exprs) if each.evaluate is None), default=-1)
    tail = [each.evaluate for each in exprs[last + 1 :] if each.evaluate is not None]
    size += sum(each.size for each in exprs[last + 1 :])
    if last < 0:
        values = in_a_list(tail)
        return Node(lambda vm: finish(vm, values(vm.env)), size, site)

    def take(vm: Vm) -> Node:
        env, stack = vm.env, vm.stack
        values = stack[len(stack) - last :]
        values.append(vm.value)
        values += [evaluate(env) for evaluate in tail]
        del stack[len(stack) - last :]
        return finish(vm, values)

    node = exprs[last].node(Node(take, size, site))
    for each in reversed(exprs[:last]):
        node = _pushed(each, node)
    return node


def _pushed(expr: Expr, after: Node) -> Node:
    """The first node of a form whose value waits on the stack."""
    evaluate = expr.evaluate
    if evaluate is None:

        def push(vm: Vm) -> Node:
            vm.stack.append(vm.value)
            return after

        return expr.node(Node(push, 0, expr.site))

    def run(vm: Vm) -> Node:
        vm.stack.append(evaluate(vm.env))
        return after

    return Node(run, expr.size, expr.site)


def call(site: Site, function: Symbol, arguments: Sequence[Expr]) -> Expr:
    """A call of a global function, whatever it will be then."""
    count = len(arguments)

    def build(after: Node) -> Node:
        is_tail = after is RETURN

        def finish(vm: Vm, values: list[Value]) -> Node:
            called = function.function
            if called.__class__ is Lambda and called.template.plain == count:
                if not is_tail:
                    stack = vm.stack
                    stack.append((after, vm.env))
                    if len(stack) > MOST_DEEP:
                        raise Fault(TOO_DEEP)
                vm.env = [called.env, *values]
                entry: Node = called.template.entry
                return entry
            if called.__class__ is not Lambda and called.__class__ is not Builtin:
                called = vm.called(function)
            return vm.apply(called, values, after)

        first = operands(site, arguments, finish)
        if function.function is not UNBOUND or function.value is not UNBOUND:
            return first

        def check(vm: Vm) -> Node:
            vm.called(function)  # who is not known is named before arguments are looked at
            return first

        return Node(check, 0, site)

    return Expr(site, build=build)


def call_value(site: Site, function: Expr, arguments: Sequence[Expr]) -> Expr:
    """A call of a function that is the value of a form."""

    def build(after: Node) -> Node:
        def finish(vm: Vm, values: list[Value]) -> Node:
            return vm.apply(values[0], values[1:], after)

        return operands(site, [function, *arguments], finish)

    return Expr(site, build=build)
