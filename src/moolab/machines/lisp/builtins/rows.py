"""Lists, strings and vectors as rows of values: parts of them, and all of them together."""

from moolab.machines.lisp.builtins.base import ANY, Subject, Table, builtin
from moolab.machines.lisp.data import Fault, Value, same


class Rows(Subject):
    """Functions about values in a row that call nothing."""

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
