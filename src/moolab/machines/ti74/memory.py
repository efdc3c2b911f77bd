"""Variables and arrays, and what of them fits into the machine."""

from dataclasses import dataclass, field
from decimal import Decimal
from itertools import product
from math import prod

from moolab.errors import ProgramFault
from moolab.machines.ti74.functions import Value
from moolab.machines.ti74.numbers import ZERO
from moolab.machines.ti74.size import MEMORY

_DEFAULT_BOUND = 10


@dataclass
class Array:
    """An array: the largest subscripts, the least are 0, and the elements that were set."""

    bounds: tuple[int, ...]
    elements: dict[tuple[int, ...], Value] = field(default_factory=dict)


@dataclass
class Memory:
    """What the variables of a program hold, texts where a name ends in ``$``, and room for arrays.

    >>> memory = Memory()
    >>> memory.set("A$", (), "ox")
    >>> memory.get("A$"), memory.get("B"), memory.get("C", (3,))
    ('ox', Decimal('0'), Decimal('0'))
    """

    room: int = MEMORY
    values: dict[str, Value] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)

    def get(self, name: str, subscripts: tuple[int, ...] = ()) -> Value:
        """The value of a variable, or of an element of an array; at first 0, or the empty text."""
        nothing = "" if name.endswith("$") else ZERO
        if not subscripts:
            return self.values.get(name, nothing)
        return self._array(name, subscripts).elements.get(subscripts, nothing)

    def set(self, name: str, subscripts: tuple[int, ...], value: Value) -> None:
        """Give a value to a variable, or to an element of an array."""
        if subscripts:
            self._array(name, subscripts).elements[subscripts] = value
        else:
            self.values[name] = value

    def dimension(self, name: str, bounds: tuple[int, ...]) -> None:
        """Make an array.

        Raises:
            ProgramFault: if there is one of this name, or it does not fit.
        """
        if name in self.arrays:
            raise ProgramFault(f"the array {name} is there already")
        size = _size(name, bounds)
        left = self.room - sum(_size(each, array.bounds) for each, array in self.arrays.items())
        if size > left:
            raise ProgramFault(
                f"the array {name} needs {size:,} bytes, and {left:,} of {MEMORY:,} are left"
            )
        self.arrays[name] = Array(bounds)

    def shown(self) -> dict[str, Value]:
        """All that was set, by name, elements as ``A(1,2)``."""
        elements = {
            f"{name}({','.join(map(str, place))})": array.elements[place]
            for name, array in self.arrays.items()
            for place in product(*(range(bound + 1) for bound in array.bounds))
            if place in array.elements
        }
        return dict(sorted(self.values.items())) | elements

    def _array(self, name: str, subscripts: tuple[int, ...]) -> Array:
        if name not in self.arrays:
            self.dimension(name, (_DEFAULT_BOUND,) * len(subscripts))
        array = self.arrays[name]
        if len(array.bounds) != len(subscripts):
            raise ProgramFault(f"the array {name} has a different number of subscripts")
        if not all(0 <= at <= bound for at, bound in zip(subscripts, array.bounds, strict=True)):
            largest = ",".join(map(str, array.bounds))
            shown = ",".join(map(str, subscripts))
            raise ProgramFault(f"there is no {name}({shown}), subscripts are 0 to {largest}")
        return array


def _size(name: str, bounds: tuple[int, ...]) -> int:
    """The bytes of an array: a number takes 8, a text at least 2."""
    return (2 if name.endswith("$") else 8) * prod(bound + 1 for bound in bounds)


def number_of(value: Value) -> Decimal:
    """A value that the parser knows to be a number."""
    assert isinstance(value, Decimal)
    return value


def text_of(value: Value) -> str:
    """A value that the parser knows to be a text."""
    assert isinstance(value, str)
    return value
