"""Arrays."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from moolab.machines.lisp.builtins.base import ANY, Subject, Table, builtin, keywords, truth
from moolab.machines.lisp.builtins.strings import Strings
from moolab.machines.notation.data import (
    LONGEST,
    Array,
    Fault,
    Symbol,
    Text,
    Value,
    elements,
    lisp_list,
)


@dataclass
class Arrays(Subject):
    """Functions about arrays."""

    def __post_init__(self) -> None:
        self._strings = Strings(self.vm, self.dialect)

    def table(self) -> Table:
        return {
            "arrayp": lambda value: truth(isinstance(value, Array) or self._is_string(value)),
            "vectorp": lambda value: truth(
                (isinstance(value, Array) and len(value.dimensions) == 1) or self._is_string(value)
            ),
            "vector": lambda *values: Array((len(values),), list(values), bits=False),
        }

    def _is_string(self, value: Value) -> bool:
        return self.dialect.is_common and isinstance(value, Text)

    @builtin("make-array", 1, ANY)
    def make_array(self, size: Value, *given: Value) -> Value:
        """An array."""
        known = keywords("make-array", given, "initial-element", "element-type")
        listed = [size] if isinstance(size, int) else elements(size)
        dimensions = tuple(self.integer("make-array", each, 0) for each in listed)
        count = math.prod(min(each, LONGEST + 1) for each in dimensions[:16])
        if count > LONGEST or len(dimensions) > 8:
            raise Fault(f"an array has at most {LONGEST:,} elements, in 8 dimensions")
        self.vm.charge(count)
        kind = known.get("element-type")
        bits = isinstance(kind, Symbol) and kind.name == "bit"
        first = known.get("initial-element", 0 if bits or self.dialect.is_common else None)
        array = Array(dimensions, [first] * count, bits=bits)
        array.check(array.items)
        return array

    def _place(self, array: Value, indices: Sequence[Value]) -> int:
        """Where the element of some indices is among all; the usual case comes first."""
        if array.__class__ is Array and len(indices) == 1 == len(array.dimensions):
            [index] = indices
            if index.__class__ is int and 0 <= index < len(array.items):
                return index
        if not isinstance(array, Array):
            raise self.refuse("aref", "an array", array)
        if len(indices) != len(array.dimensions):
            raise Fault(f"aref: the array has {len(array.dimensions)} dimensions")
        place = 0
        for index, size in zip(indices, array.dimensions, strict=True):
            if self.integer("aref", index, 0) >= size:
                raise Fault(f"aref: there is no {index} among {size} elements")
            place = place * size + index
        return place

    @builtin("aref", 2, ANY, setter="set_aref")
    @builtin("svref", 2, setter="set_aref")
    @builtin("bit", 2, ANY, setter="set_aref")
    def aref(self, array: Value, *indices: Value) -> Value:
        """The value at a place."""
        if isinstance(array, Text) and len(indices) == 1:
            return self._strings.char(array, indices[0])
        place = self._place(array, indices)
        return array.items[place]

    def set_aref(self, array: Value, *given: Value) -> Value:
        """Change the value at a place."""
        *indices, new = given
        if isinstance(array, Text) and len(indices) == 1:
            return self._strings.set_char(array, indices[0], new)
        place = self._place(array, indices)
        array.check([new])
        array.items[place] = new
        return new

    @builtin("array-dimensions", 1)
    def dimensions(self, array: Value) -> Value:
        """How many elements there are in each direction."""
        if isinstance(array, Text):
            return lisp_list([len(array.text)])
        return lisp_list(self.check("array-dimensions", Array, array).dimensions)
