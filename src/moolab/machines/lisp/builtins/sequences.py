"""Lists, strings and vectors as values in a row: functions that go through them."""

from collections.abc import Callable, Generator, Iterator
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
from moolab.machines.notation.data import (
    Array,
    Builtin,
    Cons,
    Fault,
    Text,
    Value,
    identity,
    lisp_list,
    same,
)

Process: TypeAlias = Generator[Any, Value, Value]
Check: TypeAlias = Callable[[Value], Process]

_IDENTITY = Builtin("identity", 1, 1, lambda value: value)


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
        """The place where the values of one row stand in another."""
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

    def _first(self, name: str, listed: Value, check: Check) -> Process:
        """The place and the value of the first that passes, if there is one."""
        for at, each in enumerate(self.sequence(name, listed)):
            if (yield from check(each)):
                return at, each
        return None, None

    def _checked(self, name: str, listed: Value, check: Check) -> Process:
        """All values, each with whether it passes."""
        checked = []
        for each in self.sequence(name, listed):
            checked.append((each, (yield from check(each))))
        return checked

    @process("position", 2, ANY)
    def position(self, item: Value, listed: Value, *given: Value) -> Process:
        """The place of a value, from 0 on."""
        return (yield from self._first("position", listed, self._like("position", item, given)))[0]

    @process("position-if", 2)
    def position_if(self, test: Value, listed: Value) -> Process:
        """The place of the first value that passes a test."""
        return (yield from self._first("position-if", listed, _passes(test)))[0]

    @process("find", 2, ANY)
    def find(self, item: Value, listed: Value, *given: Value) -> Process:
        """The first value that matches."""
        return (yield from self._first("find", listed, self._like("find", item, given)))[1]

    @process("find-if", 2, 4)
    def find_if(self, test: Value, listed: Value, *given: Value) -> Process:
        """The first value that passes a test."""
        key = keywords("find-if", given, "key").get("key") or _IDENTITY
        return (yield from self._first("find-if", listed, _passes(test, key)))[1]

    @process("count", 2, ANY)
    def count(self, item: Value, listed: Value, *given: Value) -> Process:
        """How many values match."""
        checked = yield from self._checked("count", listed, self._like("count", item, given))
        return sum(passed for _, passed in checked)

    @process("count-if", 2)
    def count_if(self, test: Value, listed: Value) -> Process:
        """How many values pass a test."""
        checked = yield from self._checked("count-if", listed, _passes(test))
        return sum(passed for _, passed in checked)

    @process("remove", 2, ANY)
    @process("delete", 2, ANY)
    def remove(self, item: Value, listed: Value, *given: Value) -> Process:
        """The values that do not match."""
        checked = yield from self._checked("remove", listed, self._like("remove", item, given))
        return self.like(listed, [each for each, passed in checked if not passed])

    @process("remove-if", 2)
    def remove_if(self, test: Value, listed: Value) -> Process:
        """The values that do not pass a test."""
        checked = yield from self._checked("remove-if", listed, _passes(test))
        return self.like(listed, [each for each, passed in checked if not passed])

    @process("remove-if-not", 2)
    def remove_if_not(self, test: Value, listed: Value) -> Process:
        """The values that pass a test."""
        checked = yield from self._checked("remove-if-not", listed, _passes(test))
        return self.like(listed, [each for each, passed in checked if passed])

    @process("substitute", 3, ANY)
    def substitute(self, new: Value, item: Value, listed: Value, *given: Value) -> Process:
        """The values, another one in the place of each that matches."""
        check = self._like("substitute", item, given)
        checked = yield from self._checked("substitute", listed, check)
        return self.like(listed, [new if passed else each for each, passed in checked])

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

    @process("remove-duplicates", 1, ANY)
    def remove_duplicates(self, listed: Value, *given: Value) -> Process:
        """Each value once, where it stands last."""
        known = keywords("remove-duplicates", given, "test", "key")
        items = keys = self.sequence("remove-duplicates", listed)
        if key := known.get("key"):
            keys = []
            for each in items:
                keys.append((yield key, [each]))
        test = known.get("test")
        if _is_plain(test):
            places = {identity(each): at for at, each in enumerate(keys)}
            return self.like(listed, [items[at] for at in sorted(places.values())])
        kept = []
        for at, each in enumerate(items):
            for later in range(at + 1, len(items)):
                if (yield test, [keys[at], keys[later]]) is not None:
                    break
            else:
                kept.append(each)
        return self.like(listed, kept)

    # Maps

    def _rows(self, name: str, lists: tuple[Value, ...]) -> list[list[Value]]:
        columns = [self.sequence(name, each) for each in lists]
        return [list(row) for row in zip(*columns, strict=False)]

    def _tails(self, name: str, lists: tuple[Value, ...]) -> list[list[Value]]:
        columns = [self.pairs(name, each) for each in lists]
        return [list(row) for row in zip(*columns, strict=False)]

    def _called(self, function: Value, rows: list[list[Value]]) -> Process:
        found = []
        for row in rows:
            found.append((yield function, row))
        return found

    @process("mapcar", 2, ANY)
    def mapcar(self, function: Value, *lists: Value) -> Process:
        """The list of what a function returns for the values of lists."""
        return lisp_list((yield from self._called(function, self._rows("mapcar", lists))))

    @process("mapcan", 2, ANY)
    def mapcan(self, function: Value, *lists: Value) -> Process:
        """The same, the lists that are returned put together."""
        found: list[Value] = []
        last: Value = None
        for row in self._rows("mapcan", lists):
            last = yield function, row
            if isinstance(last, Cons):
                some = self.pairs("mapcan", last)
                found += [each.car for each in some]
                last = some[-1].cdr
        return lisp_list(found, last)

    @process("mapc", 2, ANY)
    def mapc(self, function: Value, *lists: Value) -> Process:
        """Calls a function for the values of lists."""
        for row in self._rows("mapc", lists):
            yield function, row
        return lists[0]

    @process("maplist", 2, ANY)
    def maplist(self, function: Value, *lists: Value) -> Process:
        """The list of what a function returns for lists and all that is left of them."""
        return lisp_list((yield from self._called(function, self._tails("maplist", lists))))

    @process("mapcon", 2, ANY)
    def mapcon(self, function: Value, *lists: Value) -> Process:
        """The same, the lists that are returned put together."""
        found: list[Value] = []
        for row in self._tails("mapcon", lists):
            found += self.items("mapcon", (yield function, row))
        return lisp_list(found)

    @process("mapl", 2, ANY)
    def mapl(self, function: Value, *lists: Value) -> Process:
        """Calls a function for lists and all that is left of them."""
        for row in self._tails("mapl", lists):
            yield function, row
        return lists[0]

    @process("map", 3, ANY)
    def map(self, kind: Value, function: Value, *lists: Value) -> Process:
        """What a function returns, as a list, a string or a vector."""
        found = yield from self._called(function, self._rows("map", lists))
        if kind is None:
            return None
        return self.like(self.model("map", kind), found)

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

    @process("notany", 2, ANY)
    def notany(self, test: Value, *lists: Value) -> Process:
        """Whether none passes a test."""
        return truth((yield from self.some(test, *lists)) is None)

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
        runs = []
        for each in self.sequence("sort", listed):
            ranked = (yield key, [each]) if key else each
            runs.append([(ranked, each)])
        while len(runs) > 1:
            merged = []
            for at in range(0, len(runs) - 1, 2):
                merged.append((yield from self._merged(runs[at], runs[at + 1], less)))
            runs = merged + runs[len(merged) * 2 :]
        items = [each for _, each in runs[0]] if runs else []
        found = self.like(listed, items)
        # Who sorts a vector or a string looks at it afterwards, not at what is returned.
        if isinstance(listed, Array):
            listed.items = items
        elif isinstance(listed, Text):
            listed.text = found.text
        return listed if isinstance(listed, Array | Text) else found

    def _merged(self, first: list[Any], second: list[Any], less: Value) -> Process:
        found = []
        at = behind = 0
        while at < len(first) and behind < len(second):
            if (yield less, [second[behind][0], first[at][0]]) is not None:
                found.append(second[behind])
                behind += 1
            else:
                found.append(first[at])
                at += 1
        return [*found, *first[at:], *second[behind:]]
