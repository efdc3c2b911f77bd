"""Characters and strings."""

import operator
from collections.abc import Callable, Iterator
from functools import partial

from moolab.machines.lisp.builtins.base import Subject, Table, builtin, truth
from moolab.machines.notation.data import Builtin, Char, Fault, Text, Value

_LAST_CODE = 0x10FFFF
_COMPARISONS = {"string<": operator.lt, "string>": operator.gt, "string/=": operator.ne} | {
    "string<=": operator.le, "string>=": operator.ge
}  # fmt: skip


class Strings(Subject):
    """Functions about characters and strings."""

    def functions(self) -> Iterator[Builtin]:
        yield from super().functions()
        for name, test in _COMPARISONS.items():
            yield Builtin(name, 2, 2, partial(self._compare, name, test))

    def table(self) -> Table:
        return {
            "characterp": lambda value: truth(isinstance(value, Char)),
            "stringp": lambda value: truth(isinstance(value, Text)),
            "char-code": lambda value: self._code("char-code", value),
            "char=": lambda first, *others: truth(
                len({self._code("char=", each) for each in (first, *others)}) == 1
            ),
            "string": lambda value: (
                value if isinstance(value, Text) else Text(self.text("string", value))
            ),
            "string=": lambda first, second: truth(
                self.text("string=", first) == self.text("string=", second)
            ),
        }

    def _code(self, name: str, value: Value) -> int:
        return self.check(name, Char, value).code

    @builtin("code-char", 1)
    def code_char(self, value: Value) -> Value:
        """The character of a number."""
        code = self.integer("code-char", value, 0)
        if code > _LAST_CODE or 0xD800 <= code < 0xE000:
            raise Fault(f"there is no character {code}")
        return Char(code)

    @builtin("char", 2, setter="set_char")
    def char(self, value: Value, place: Value) -> Value:
        """The character at a place."""
        text = self.check("char", Text, value)
        at = self.integer("char", place, 0)
        if at >= len(text.text):
            raise Fault(f"char: the string has {len(text.text)} characters, so none at {at}")
        return Char(ord(text.text[at]))

    def set_char(self, value: Value, place: Value, new: Value) -> Value:
        """Change the character at a place."""
        text = self.check("char", Text, value)
        self.char(value, place)
        self.vm.charge(len(text.text))
        text.text = text.text[:place] + chr(self._code("char", new)) + text.text[place + 1 :]
        return new

    def _compare(
        self, name: str, test: Callable[[str, str], bool], first: Value, second: Value
    ) -> Value:
        """The first place where two strings differ, if they pass a test."""
        a, b = self.text(name, first), self.text(name, second)
        if not test(a, b):
            return None
        pairs = zip(a, b, strict=False)
        return next((at for at, (x, y) in enumerate(pairs) if x != y), min(len(a), len(b)))
