"""Arrays."""

import math

from moolab.machines.lisp.builtins.base import ANY, Subject, builtin, keywords, truth
from moolab.machines.lisp.data import (
    LONGEST,
    Array,
    Char,
    Fault,
    Symbol,
    Text,
    Value,
    elements,
    lisp_list,
)


class Arrays(Subject):
    """Functions about arrays."""

    @builtin("arrayp", 1)
    def is_array(self, value: Value) -> Value:
        """Whether it is an array."""
        return truth(isinstance(value, Array))

    @builtin("vectorp", 1)
    def is_vector(self, value: Value) -> Value:
        """Whether it is an array of one dimension."""
        return truth(isinstance(value, Array) and len(value.dimensions) == 1)

    @builtin("vector", 0, ANY)
    def vector(self, *values: Value) -> Value:
        """An array of these values."""
        return Array((len(values),), list(values), bits=False)

    @builtin("make-array", 1, ANY)
    def make_array(self, size: Value, *given: Value) -> Value:
        """An array."""
        known = keywords("make-array", given, "initial-element", "element-type", "initial-contents")
        listed = [size] if isinstance(size, int) else elements(size)
        dimensions = tuple(self.integer("make-array", each, 0) for each in listed)
        count = math.prod(min(each, LONGEST + 1) for each in dimensions[:16])
        if count > LONGEST or len(dimensions) > 8:
            raise Fault(f"an array has at most {LONGEST:,} elements, in 8 dimensions")
        self.vm.charge(count)
        kind = known.get("element-type")
        bits = isinstance(kind, Symbol) and kind.name == "bit"
        first = known.get("initial-element", 0 if bits or self.dialect.is_common else None)
        if bits and first not in (0, 1):
            raise self.refuse("make-array", "0 or 1 for an array of bits", first)
        items = [first] * count
        if "initial-contents" in known:
            items = self.sequence("make-array", known["initial-contents"])
            if dimensions != (len(items),):
                raise Fault("make-array: the contents do not fit the dimensions")
        return Array(dimensions, items, bits=bits)

    def _place(self, array: Value, indices: tuple[Value, ...]) -> int:
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
    def aref(self, array: Value, *indices: Value) -> Value:
        """The value at a place."""
        if isinstance(array, Text) and len(indices) == 1:
            at = self.integer("aref", indices[0], 0)
            if at >= len(array.text):
                raise Fault(f"aref: there is no {at} among {len(array.text)} characters")
            return Char(ord(array.text[at]))
        place = self._place(array, indices)
        return array.items[place]

    def set_aref(self, array: Value, *given: Value) -> Value:
        """Change the value at a place."""
        *indices, new = given
        place = self._place(array, tuple(indices))
        if array.bits and new not in (0, 1):
            raise self.refuse("aref", "0 or 1 for an array of bits", new)
        array.items[place] = new
        return new

    @builtin("array-dimensions", 1)
    def dimensions(self, array: Value) -> Value:
        """How many elements there are in each direction."""
        if isinstance(array, Text):
            return lisp_list([len(array.text)])
        if not isinstance(array, Array):
            raise self.refuse("array-dimensions", "an array", array)
        return lisp_list(array.dimensions)

    @builtin("fill", 2)
    def fill(self, array: Value, value: Value) -> Value:
        """An array, all of whose values are changed to one."""
        if not isinstance(array, Array) or (array.bits and value not in (0, 1)):
            raise self.refuse("fill", "an array", array)
        self.vm.charge(len(array.items))
        array.items[:] = [value] * len(array.items)
        return array
