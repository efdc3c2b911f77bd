"""Lists, strings and vectors as values in a row: functions that go through them."""

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import Any, TypeAlias

from moolab.machines.lisp.builtins.base import (
    ANY,
    Subject,
    Table,
    builtin,
    keywords,
    process,
    truth,
)
from moolab.machines.lisp.vm import ELEMENTS_A_STEP
from moolab.machines.notation.data import Array, Builtin, Cons, Fault, Text, Value, lisp_list, same

Process: TypeAlias = Generator[Any, Value, Value]
Check: TypeAlias = Callable[[Value], Process]


_MOVED_AT_ONCE = 100
"""Elements that are moved in the time that it takes to look at one."""


def _is_plain(test: Value) -> bool:
    """Whether a test is that of values which are the same, for which nothing has to be called."""
    return test is None or (
        getattr(test, "name", "") in ("eq", "eql") and not getattr(test, "macro", None)
    )


def _passes(test: Value, key: Value = None) -> Check:
    def check(each: Value) -> Process:
        if key is not None:
            each = yield key, [each]
        return (yield test, [each]) is not None

    return check


def _removed(items: list[Value], passed: list[bool], *, kept: bool = False) -> list[Value]:
    return [each for each, passes in zip(items, passed, strict=True) if passes == kept]


_CHOICES: dict[str, Callable[[list[Value], list[bool]], Value]] = {
    "find": lambda items, passed: items[len(passed) - 1] if any(passed) else None,
    "position": lambda _items, passed: len(passed) - 1 if any(passed) else None,
    "count": lambda _items, passed: sum(passed),
    "remove": _removed,
    "delete": _removed,
}
"""What functions make of values, and of whether each was found."""


class Sequences(Subject):
    """Functions about values in a row."""

    def table(self) -> Table:
        return {
            "length": lambda value: len(self.sequence("length", value)),
            **dict.fromkeys(
                ("reverse", "nreverse"),
                lambda value: self.like(value, self.sequence("reverse", value)[::-1]),
            ),
            "copy-seq": lambda value: self.like(value, self.sequence("copy-seq", value)),
        }

    @builtin("subseq", 2, 3)
    def subseq(self, value: Value, begin: Value, end: Value = None) -> Value:
        """The values from a place on, before another."""
        items = self.sequence("subseq", value)
        first = self.integer("subseq", begin, 0)
        last = len(items) if end is None else self.integer("subseq", end, 0)
        if not first <= last <= len(items):
            raise Fault(f"subseq: there are {len(items)} values, not those from {first} to {last}")
        return self.like(value, items[first:last])

    @builtin("elt", 2)
    def elt(self, value: Value, place: Value) -> Value:
        """The value at a place."""
        items = self.sequence("elt", value)
        at = self.integer("elt", place, 0)
        if at >= len(items):
            raise Fault(f"elt: there are {len(items)} values, so none at {at}")
        return items[at]

    @builtin("search", 2)
    def search(self, wanted: Value, value: Value) -> Value:
        """The place where the values of one row are in another."""
        short, items = self.sequence("search", wanted), self.sequence("search", value)
        for at in range(len(items) - len(short) + 1):
            pairs = enumerate(short, start=at)
            alike = next((place - at for place, a in pairs if not same(a, items[place])), None)
            if alike is None:
                return at
            self.vm.charge(8 * alike)
        return None

    @builtin("concatenate", 1, ANY)
    def concatenate(self, kind: Value, *values: Value) -> Value:
        """Rows of values behind one another, as a list, a string or a vector."""
        model = self.model("concatenate", kind)
        return self.like(
            model, [each for some in values for each in self.sequence("concatenate", some)]
        )

    # What takes :test and :key

    def _matches(self, item: Value, each: Value, known: dict[str, Value]) -> Process:
        if key := known.get("key"):
            each = yield key, [each]
        test = known.get("test")
        if _is_plain(test):
            return same(item, each)
        return (yield test, [item, each]) is not None

    @builtin("member", 2, ANY, simple_most=2, process="member_by")
    def member(self, item: Value, listed: Value) -> Value:
        """A list from a value on."""
        items = self.items("member", listed)
        for each in items:
            if same(each, item):
                return listed
            listed = listed.cdr
        return None

    def member_by(self, item: Value, listed: Value, *given: Value) -> Process:
        """The same with a test of one's own."""
        known = keywords("member", given, "test", "key")
        for each in self.items("member", listed):
            if (yield from self._matches(item, each, known)):
                return listed
            listed = listed.cdr
        return None

    def _pairs(self, listed: Value) -> Iterator[Value]:
        for each in self.items("assoc", listed):
            if each is not None:
                if not isinstance(each, Cons):
                    raise self.refuse("assoc", "a list of pairs", each)
                yield each

    @builtin("assoc", 2, ANY, simple_most=2, process="assoc_by")
    def assoc(self, key: Value, listed: Value) -> Value:
        """The pair that begins with a key."""
        return next((each for each in self._pairs(listed) if same(each.car, key)), None)

    def assoc_by(self, item: Value, listed: Value, *given: Value) -> Process:
        """The same with a test of one's own."""
        known = keywords("assoc", given, "test", "key")
        for each in self._pairs(listed):
            if (yield from self._matches(item, each.car, known)):
                return each
        return None

    def _like(self, name: str, item: Value, given: tuple[Value, ...]) -> Check:
        known = keywords(name, given, "test", "key")
        return lambda each: self._matches(item, each, known)

    def functions(self) -> Iterator[Builtin]:
        """All of them, with those for an item and for a test, and those that go through lists."""
        yield from super().functions()
        for name, finish in _CHOICES.items():
            for called in (name, f"{name}-if"):
                yield Builtin(called, 2, ANY, process=partial(self._chosen, called, finish))
        kept = partial(self._chosen, "remove-if-not", lambda *found: _removed(*found, kept=True))
        yield Builtin("remove-if-not", 2, ANY, process=kept)
        for name in ("mapcar", "mapcan", "mapc", "maplist", "mapcon", "mapl"):
            yield Builtin(name, 2, ANY, process=partial(self._mapped, name))

    def _chosen(
        self, name: str, finish: Callable[..., Value], wanted: Value, listed: Value, *given: Value
    ) -> Process:
        """What is made of values and of whether each matches an item, or passes a test."""
        if name in _CHOICES:
            check = self._like(name, wanted, given)
        else:
            check = _passes(wanted, keywords(name, given, "key").get("key"))
        items, passed = self.sequence(name, listed), []
        for each in items:
            passed.append((yield from check(each)))
            if passed[-1] and name.startswith(("find", "position")):
                break
        found = finish(items, passed)
        return self.like(listed, found) if isinstance(found, list) else found

    @process("subst", 3, ANY)
    def subst(self, new: Value, old: Value, tree: Value, *given: Value) -> Process:
        """A tree with another value in the place of each part that matches."""
        return (yield from self._replaced(new, self._like("subst", old, given), tree))

    def _replaced(self, new: Value, check: Check, tree: Value) -> Process:
        items = []
        while not (is_old := (yield from check(tree))) and isinstance(tree, Cons):
            items.append((yield from self._replaced(new, check, tree.car)))
            self.vm.charge(ELEMENTS_A_STEP)
            tree = tree.cdr
        return lisp_list(items, new if is_old else tree)

    # Maps

    def _rows(self, name: str, lists: tuple[Value, ...]) -> list[list[Value]]:
        columns = [self.sequence(name, each) for each in lists]
        return [list(row) for row in zip(*columns, strict=False)]

    def _mapped(self, name: str, function: Value, *lists: Value) -> Process:
        """What a function returns for the values of lists, or for lists and their rests."""
        take = self.pairs if name in ("maplist", "mapcon", "mapl") else self.sequence
        found: list[Value] = []
        last: Value = None
        for row in zip(*(take(name, each) for each in lists), strict=False):
            last = yield function, list(row)
            if name in ("mapcar", "maplist"):
                found.append(last)
            elif name in ("mapcan", "mapcon") and isinstance(last, Cons):
                some = self.pairs(name, last)
                found += [each.car for each in some]
                last = some[-1].cdr
        if name in ("mapc", "mapl"):
            return lists[0]
        return lisp_list(found, last if name in ("mapcan", "mapcon") else None)

    @process("every", 2, ANY)
    def every(self, test: Value, *lists: Value) -> Process:
        """Whether all pass a test."""
        found: Value = truth(True)
        for row in self._rows("every", lists):
            found = yield test, row
            if found is None:
                break
        return found

    @process("some", 2, ANY)
    def some(self, test: Value, *lists: Value) -> Process:
        """What the test returns for the first that passes."""
        for row in self._rows("some", lists):
            found = yield test, row
            if found is not None:
                return found
        return None

    @process("reduce", 2, ANY)
    def reduce(self, function: Value, listed: Value, *given: Value) -> Process:
        """All values put together, two by two, from the left."""
        known = keywords("reduce", given, "initial-value")
        items = self.sequence("reduce", listed)
        if "initial-value" in known:
            items = [known["initial-value"], *items]
        if not items:
            return (yield function, [])
        found = items[0]
        for each in items[1:]:
            found = yield function, [found, each]
        return found

    @process("sort", 2, ANY)
    @process("stable-sort", 2, ANY)
    def sort(self, listed: Value, less: Value, *given: Value) -> Process:
        """The values in order: those that are equal stay as they are."""
        key = keywords("sort", given, "key").get("key")
        ranked: list[tuple[Value, Value]] = []
        for each in self.sequence("sort", listed):
            rank = (yield key, [each]) if key else each
            low, high = 0, len(ranked)
            while low < high:
                middle = (low + high) // 2
                is_less = (yield less, [rank, ranked[middle][0]]) is not None
                low, high = (low, middle) if is_less else (middle + 1, high)
            self.vm.charge((len(ranked) - low) // _MOVED_AT_ONCE)
            ranked.insert(low, (rank, each))
        items = [each for _, each in ranked]
        found = self.like(listed, items)
        # Who sorts a vector or a string looks at it afterwards, not at what is returned.
        if isinstance(listed, Array):
            listed.items = items
        elif isinstance(listed, Text):
            listed.text = found.text
        return listed if isinstance(listed, Array | Text) else found
