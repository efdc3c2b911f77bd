"""The machine that runs compiled Lisp: one node after another, with a stack of its own.

A node is a Python function which was made once of a form. It does its part and returns the node
that follows, so that neither recursion nor loops of a program need Python's stack, and a program
can be stopped between any two nodes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from operator import length_hint
from typing import Any, NamedTuple

from moolab.machines.notation.data import Builtin, Cons, Fault, Symbol, Value, same
from moolab.machines.notation.scope import Lambda, Scope

MOST_DEEP = 100_000
"""Calls, values and bindings that wait on the stack."""

TOO_DEEP = f"more than {MOST_DEEP:,} calls and values wait for one another"

ELEMENTS_A_STEP = 16
"""How many elements of a list or a string are looked at in the time of a node."""

_MOST_LOOKED_AT = 1 << 24
"""Elements that a function may look at before it returns, which takes about a second."""

_LONGEST_EXPANSION = 200_000
"""Steps that a macro may take to expand one form."""

_MOST_NESTED = 8
"""Macros that are expanded while another one runs; each takes some calls of Python."""


class Site(NamedTuple):
    """Where in a program a form stands.

    Attributes:
        line: where it begins, or the form around it, if it was not in the text.
        scope: the names that are known there.
    """

    form: Value
    line: int | None
    scope: Scope | None


NOWHERE = Site(None, None, None)


@dataclass(eq=False, repr=False, slots=True)
class Node:
    """A step of a program.

    Attributes:
        run: does it, and returns the node that follows.
        size: how many forms are evaluated by that.
        site: the form that it belongs to.
    """

    run: "Callable[[Vm], Node]"
    size: int
    site: Site


class Pause(Exception):
    """There is nothing to do until something is entered."""


class Expansion(Exception):
    """A macro has returned."""


@dataclass(eq=False, repr=False, slots=True)
class Exit:
    """A block that can be left, on the stack as long as it can; a tag says more of some blocks."""

    depth: int
    env: Any
    next: Node
    tag: Value = None


class Handler(Exit):
    """A block that an error leaves; the tag is its value then."""

    __slots__ = ()


class Catch(Exit):
    """A block that ``throw`` with the same tag leaves."""

    __slots__ = ()


@dataclass(eq=False, repr=False, slots=True)
class Cleanup:
    """What is to be done when a form is left, in whatever way."""

    env: Any
    first: Node


class Binding:
    """A dynamic variable's value before it was bound, on the stack as long as it is."""

    __slots__ = ("symbol", "value")

    def __init__(self, symbol: Symbol) -> None:
        self.symbol = symbol
        self.value = symbol.value


def _return(vm: "Vm") -> Node:
    after: Node
    after, vm.env = vm.stack.pop()
    return after


def _await(vm: "Vm") -> Node:
    if not vm.input:
        raise Pause
    vm.value = vm.input.pop(0)
    return RETURN


def _leaving(vm: "Vm") -> Node:
    block, vm.value = vm.env
    return vm.leave(block)


def _failing(vm: "Vm") -> Node:
    fault: Fault = vm.env
    raise fault


def _expanded(_vm: "Vm") -> Node:
    raise Expansion


RETURN = Node(_return, 0, NOWHERE)
"""Ends a call: the value goes to who called."""

_RESUME = Node(lambda vm: vm.resume(vm.env, vm.value), 0, NOWHERE)
_LEAVING = Node(_leaving, 0, NOWHERE)
_FAILING = Node(_failing, 0, NOWHERE)
_AWAIT = Node(_await, 0, NOWHERE)
_EXPANDED = Node(_expanded, 0, NOWHERE)

INPUT = object()
"""What a process yields to get a line of input."""


def _is_lambda(value: Value) -> bool:
    """Whether a value is a function that is written in Lisp, be it as a list."""
    return isinstance(value, Lambda) or (
        isinstance(value, Cons) and isinstance(value.car, Symbol) and value.car.name == "lambda"
    )


def _waits(entry: Any) -> bool:
    """Whether what is on the stack is a node that waits, with its variables."""
    return entry.__class__ is tuple and isinstance(entry[0], Node)


class Vm:
    """The registers, the stack and the counters.

    Attributes:
        env: the variables around: a list of the outer ones and the values, by ``Scope``.
        value: of the form that was evaluated last.
        stack: what waits: pairs of a node and its variables, values, blocks and bindings.
        evaluations: how many forms were evaluated.
        work: how many steps were done, those included that slow functions are worth.
        input: lines that were entered and not read.
        is_dynamic: whether functions see the variables of their callers.
        cells: how much the program may hold in memory.
    """

    def __init__(self, begin: Node) -> None:
        self.env: Any = None
        self.value: Value = None
        self.stack: list[Any] = []
        self.node = begin
        self.evaluations = 0
        self.work = 0
        self.input: list[str] = []
        self._clock: Iterator[int] = iter(())
        self._owed = 0
        self._nested = 0
        self.make_lambda: Callable[[Value], Lambda] | None = None
        self.is_dynamic = True
        self.cells = 0

    @property
    def waits(self) -> bool:
        """Whether a line is to be entered."""
        return self.node is _AWAIT and not self.input

    def charge(self, elements: int) -> None:
        """Count the work of a function that looks at many elements."""
        steps = elements // ELEMENTS_A_STEP
        if steps:
            paid = min(steps, length_hint(self._clock))
            next(islice(self._clock, paid, paid), None)
            self._owed += steps - paid
            if self._owed * ELEMENTS_A_STEP > _MOST_LOOKED_AT:
                raise Fault(f"this looks at more than {_MOST_LOOKED_AT:,} values")

    def run(self, limit: int) -> None:
        """Go on until so much is done, or a line is to be entered, or the program ends."""
        clock = self._clock = iter(range(limit))
        node, undone = self.node, 0
        try:
            while True:
                try:
                    for _ in clock:
                        self.evaluations += node.size
                        node = node.run(self)
                    return
                except Fault as fault:
                    node = self._handle(fault.at(node.site.form, node.site.line))
                except (RecursionError, MemoryError):
                    memory = Fault("this takes too much memory")
                    node = self._handle(memory.at(node.site.form, node.site.line))
        except Pause:
            undone = 1
        finally:
            self.node = node
            self.work += limit - length_hint(clock) - undone + self._owed
            self._owed = 0

    def callers(self, symbol: Symbol) -> tuple[list[Value], int] | None:
        """Where the variable of a caller is, which uLisp's functions see, too."""
        stack = self.stack if self.is_dynamic else ()
        for looked_at, entry in enumerate(reversed(stack)):
            scope = entry[0].site.scope if _waits(entry) else None
            if scope is not None and (place := scope.find(symbol)):
                self.charge(looked_at)
                env = entry[1]
                for _ in range(place.depth):
                    env = env[0]
                return env, place.at
        self.charge(len(stack))
        return None

    def apply(self, function: Value, arguments: list[Value], after: Node) -> Node:
        """Call a function; its value will be there when the node after that is run."""
        kind = function.__class__
        if kind is Lambda:
            template = function.template
            if len(arguments) == template.plain:
                env = [function.env, *arguments]
            else:
                env = [function.env, *template.parameters.values(arguments)]
            if after is not RETURN:
                self.stack.append((after, self.env))
                if len(self.stack) > MOST_DEEP:
                    raise Fault(TOO_DEEP)
            self.env = env
            entry: Node = template.entry
            return entry
        if kind is Builtin:
            count = len(arguments)
            function.check(count)
            if function.is_simple(count):
                self.value = function.function(*arguments)
                return after
            self.stack.append((after, self.env))
            if len(self.stack) > MOST_DEEP:
                raise Fault(TOO_DEEP)
            return self.resume(function.process(*arguments), None)
        return self.apply(self.function_of(function), arguments, after)

    def function_of(self, value: Value) -> Value:
        """The function that something stands for; raises Fault if it stands for none."""
        if isinstance(value, Lambda | Builtin):
            return value
        if isinstance(value, Symbol):
            return self.called(value)
        if _is_lambda(value) and self.make_lambda:
            return self.make_lambda(value)
        raise Fault("this is not a function, so it cannot be called")

    def called(self, name: Symbol) -> Value:
        """The function of a name, or in a variable of it; raises Fault if there is none."""
        if isinstance(name.function, Lambda | Builtin):
            return name.function
        found = name.local and self.callers(name)
        value = found[0][found[1]] if found else name.value
        if isinstance(value, Builtin) or _is_lambda(value):
            return self.function_of(value)
        raise Fault(f"{name.name} is not defined as a function")

    def resume(self, process: Any, value: Value) -> Node:
        """Go on with a function that has others called."""
        try:
            request = process.send(value)
        except StopIteration as end:
            self.value = end.value
            return RETURN
        self.stack.append((_RESUME, process))
        if request is INPUT:
            if self._nested:
                raise Fault("a macro cannot wait for input")
            return _AWAIT
        function, arguments = request
        return self.apply(function, arguments, RETURN)

    def expand(self, function: Value, arguments: list[Value]) -> Value:
        """Call a function at once, as the expansion of a macro."""
        if self._nested == _MOST_NESTED:
            raise Fault("too many macros are expanded by macros")
        saved = self.env, self.value, self.stack
        self._nested += 1
        self.env, self.stack = None, [(_EXPANDED, None)]
        clock = iter(range(_LONGEST_EXPANSION))
        try:
            node = self.apply(function, arguments, RETURN)
            for _ in clock:
                self.evaluations += node.size
                node = node.run(self)
            raise Fault(f"a macro is still not expanded after {_LONGEST_EXPANSION:,} steps")
        except Expansion:
            return self.value
        finally:
            self.unwind(0)
            self.env, self.value, self.stack = saved
            self._nested -= 1
            self.charge((_LONGEST_EXPANSION - length_hint(clock)) * ELEMENTS_A_STEP)

    def leave(self, block: Exit) -> Node:
        """Go on behind a block; raises Fault if it has ended before."""
        if len(self.stack) <= block.depth or self.stack[block.depth] is not block:
            raise Fault("the block that this would leave has ended")
        if len(self.stack) == block.depth + 1:  # as most often
            self.stack.pop()
        elif first := self._clean_up(block.depth, (_LEAVING, (block, self.value))):
            return first
        else:
            self.unwind(block.depth)
        self.env = block.env
        after: Node = block.next
        return after

    def unwind(self, depth: int) -> None:
        """Forget what waits above this depth of the stack."""
        for entry in reversed(self.stack[depth:]):
            if entry.__class__ is Binding:
                entry.symbol.value = entry.value
        del self.stack[depth:]

    def catch(self, tag: Value) -> Catch:
        """The innermost block that catches this; raises Fault if there is none."""
        for looked_at, entry in enumerate(reversed(self.stack)):
            if entry.__class__ is Catch and same(entry.tag, tag):
                self.charge(looked_at)
                found: Catch = entry
                return found
        self.charge(len(self.stack))
        raise Fault("nothing catches this")

    def _handle(self, fault: Fault) -> Node:
        """What follows an error: the end of the innermost ``ignore-errors``, if there is one.

        Otherwise what is to be done when a form is left, and then the end.
        """
        for entry in reversed(self.stack):
            if entry.__class__ is Handler:
                self.value = entry.tag
                return self.leave(entry)
        first = self._clean_up(-1, (_FAILING, fault))
        if first is not None:
            return first
        raise fault

    def _clean_up(self, depth: int, after: tuple[Node, Any]) -> Node | None:
        """The first node of the innermost cleanup above this depth of the stack, if any."""
        for place in range(len(self.stack) - 1, depth, -1):
            cleanup = self.stack[place]
            if cleanup.__class__ is Cleanup:
                self.unwind(place)
                self.stack.append(after)
                self.env = cleanup.env
                first: Node = cleanup.first
                return first
        return None
