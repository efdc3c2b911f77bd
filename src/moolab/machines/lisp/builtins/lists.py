"""Lists, and what values are."""

from collections.abc import Iterator
from typing import Any

from moolab.machines.lisp.builtins.base import ANY, Subject, Table, builtin, truth
from moolab.machines.notation.data import (
    LONGEST,
    Array,
    Builtin,
    Cons,
    Fault,
    Symbol,
    Text,
    Value,
    lisp_list,
    same,
)
from moolab.machines.notation.scope import Lambda

_PATHS = ("aa", "ad", "da", "dd", "aaa", "aad", "ada", "add", "daa", "dad", "dda", "ddd", "addd")


class Lists(Subject):
    """Functions about lists."""

    def functions(self) -> Iterator[Builtin]:
        """All of them, with ``caar`` to ``cdddr``."""
        yield from super().functions()
        for path in _PATHS:
            yield self._path(f"c{path}r", path)
        for at, name in enumerate(("first", "second", "third", "fourth", "fifth")):
            yield self._path(name, "a" + "d" * at)
        yield self._path("rest", "d")
        yield Builtin("cons", 2, 2, Cons)

    def table(self) -> Table:
        return {
            "list": lambda *values: lisp_list(values),
            "list*": lambda first, *others: lisp_list([first, *others][:-1], [first, *others][-1]),
            "nthcdr": lambda place, value: self._pair("nthcdr", place, value),
            **dict.fromkeys(("not", "null"), lambda value: truth(value is None)),
            "atom": lambda value: truth(not self.is_pair(value)),
            "consp": lambda value: truth(self.is_pair(value)),
            "listp": lambda value: truth(value is None or self.is_pair(value)),
            "symbolp": lambda value: truth(value is None or isinstance(value, Symbol)),
            "keywordp": lambda value: truth(
                isinstance(value, Symbol) and value.name.startswith(":")
            ),
            "functionp": lambda value: truth(isinstance(value, Lambda | Builtin)),
            **dict.fromkeys(("eq", "eql"), lambda first, second: truth(same(first, second))),
            "equal": lambda first, second: truth(self.look_same(first, second)),
        }

    def _path(self, name: str, path: str) -> Builtin:
        *before, last = reversed(path)

        def walk(value: Value) -> Value:
            for step in before:
                value = self.car(value) if step == "a" else self.cdr(value)
            return value

        def find(value: Value) -> Value:
            value = walk(value)
            return self.car(value) if last == "a" else self.cdr(value)

        def put(value: Value, new: Value) -> Value:
            pair = walk(value)
            return self.set_car(pair, new) if last == "a" else self.set_cdr(pair, new)

        return Builtin(name, 1, 1, find, setter=put)

    @builtin("car", 1, setter="set_car")
    def car(self, value: Value) -> Value:
        """The first of a pair."""
        if value.__class__ is Cons:
            return value.car
        if value is None:
            return None
        if not self.is_pair(value):
            raise self.refuse("car", "a list", value)
        return value.car

    @builtin("cdr", 1, setter="set_cdr")
    def cdr(self, value: Value) -> Value:
        """The second of a pair, the rest of a list."""
        if value.__class__ is Cons:
            return value.cdr
        if value is None:
            return None
        if not self.is_pair(value):
            raise self.refuse("cdr", "a list", value)
        return value.cdr

    def set_car(self, pair: Value, value: Value) -> Value:
        """Change the first of a pair."""
        if not isinstance(pair, Cons):
            raise self.refuse("setf car", "a list that is not empty", pair)
        pair.car = value
        return value

    def set_cdr(self, pair: Value, value: Value) -> Value:
        """Change the rest of a list."""
        if not isinstance(pair, Cons):
            raise self.refuse("setf cdr", "a list that is not empty", pair)
        pair.cdr = value
        return value

    def _pair(self, name: str, place: Value, value: Value) -> Value:
        """The pair at a place of a list, or what ends the list before."""
        steps, done = self.integer(name, place, 0), 0
        while done < steps and value is not None:
            if not isinstance(value, Cons):
                raise self.refuse(name, "a list", value)
            if done == LONGEST:
                raise Fault(f"{name}: the list is too long, or a circle")
            value = value.cdr
            done += 1
        self.vm.charge(done)
        return value

    @builtin("nth", 2, setter="set_nth")
    def nth(self, place: Value, value: Value) -> Value:
        """The value at a place, counted from 0."""
        return self.car(self._pair("nth", place, value))

    def set_nth(self, place: Value, value: Value, new: Value) -> Value:
        """Change the value at a place."""
        return self.set_car(self._pair("setf nth", place, value), new)

    @builtin("append", 0, ANY)
    def append(self, *values: Value) -> Value:
        """Lists behind one another."""
        if not values:
            return None
        *lists, tail = values
        return lisp_list([each for some in lists for each in self.items("append", some)], tail)

    @builtin("last", 1, 2)
    def last(self, value: Value, count: Value = 1) -> Value:
        """The last pair of a list."""
        found = self.pairs("last", value)
        wanted = self.integer("last", count, 0)
        if not wanted:
            return found[-1].cdr if found else None
        return found[-wanted] if wanted <= len(found) else value

    @builtin("copy-list", 1)
    def copy_list(self, value: Value) -> Value:
        """The same in new pairs."""
        found = self.pairs("copy-list", value)
        return lisp_list([each.car for each in found], found[-1].cdr if found else None)

    # What a value is

    def look_same(self, first: Value, second: Value) -> bool:
        """Whether two values are alike in all their parts."""
        waiting: Any = [(first, second)]
        compared = 0
        alike = True
        while waiting and alike:
            a, b = waiting.pop()
            while a is not b and self.is_pair(a) and self.is_pair(b):
                compared += 1
                if compared > LONGEST:
                    raise Fault("equal: the values are too large, or circles")
                waiting.append((a.cdr, b.cdr))
                a, b = a.car, b.car
            alike = self._alike(a, b)
        self.vm.charge(compared)
        return alike

    def _alike(self, a: Value, b: Value) -> bool:
        if same(a, b):
            return True
        if isinstance(a, Text) and isinstance(b, Text):
            self.vm.charge(len(a.text))
            return a.text == b.text
        if isinstance(a, Array) and isinstance(b, Array) and a.bits and b.bits:
            self.vm.charge(len(a.items))
            return a.items == b.items
        return False
