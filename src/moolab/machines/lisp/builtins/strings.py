"""Characters and strings."""

import operator
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

from moolab.machines.lisp.builtins.base import ANY, Subject, Table, builtin, keywords, truth
from moolab.machines.notation.data import Builtin, Char, Fault, Symbol, Text, Value

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LAST_CODE = 0x10FFFF
_MOST_DIGITS = 1000
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
            "char-upcase": lambda value: Char(ord(_capital(chr(self._code("char-upcase", value))))),
            "alpha-char-p": lambda value: truth(chr(self._code("alpha-char-p", value)).isalpha()),
            "char=": lambda first, *others: truth(
                len({self._code("char=", each) for each in (first, *others)}) == 1
            ),
            "char<": lambda first, *others: truth(
                all(a < b for a, b in pairwise([self._code("char<", e) for e in (first, *others)]))
            ),
            "string": lambda value: (
                value if isinstance(value, Text) else Text(self.text("string", value))
            ),
            "string=": lambda first, second: truth(
                self.text("string=", first) == self.text("string=", second)
            ),
            "string-upcase": lambda value: Text(
                "".join(map(_capital, self.text("string-upcase", value)))
            ),
            "string-downcase": lambda value: Text(self.text("string-downcase", value).lower()),
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

    @builtin("char-downcase", 1)
    def char_downcase(self, value: Value) -> Value:
        """As a small letter."""
        lower = chr(self._code("char-downcase", value)).lower()
        return Char(ord(lower)) if len(lower) == 1 else value

    @builtin("digit-char-p", 1, 2)
    def digit_value(self, value: Value, radix: Value = 10) -> Value:
        """The number that a digit stands for; nil if it is none."""
        found = DIGITS.find(chr(self._code("digit-char-p", value)).lower())
        return found if 0 <= found < self.integer("digit-char-p", radix, 2) else None

    # Strings

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

    @builtin("symbol-name", 1)
    def symbol_name(self, value: Value) -> Value:
        """The name of a symbol."""
        if value is not None:
            self.check("symbol-name", Symbol, value)
        return Text(self.text("symbol-name", value))

    def _compare(
        self, name: str, test: Callable[[str, str], bool], first: Value, second: Value
    ) -> Value:
        """The first place where two strings differ, if they pass a test."""
        a, b = self.text(name, first), self.text(name, second)
        if not test(a, b):
            return None
        pairs = zip(a, b, strict=False)
        return next((at for at, (x, y) in enumerate(pairs) if x != y), min(len(a), len(b)))

    @builtin("parse-integer", 1, ANY)
    def parse_integer(self, value: Value, *given: Value) -> Value:
        """The number that a string writes."""
        known = keywords("parse-integer", given, "radix", "start", "end", "junk-allowed")
        text = self.check("parse-integer", Text, value).text
        begin = self.integer("parse-integer", known.get("start", 0), 0)
        until = known.get("end")
        end = len(text) if until is None else self.integer("parse-integer", until, 0)
        part = text[begin:end].strip()
        radix = self.integer("parse-integer", known.get("radix", 10), 2)
        digits = part.removeprefix("-") if part.startswith("-") else part.removeprefix("+")
        allowed = DIGITS[:radix]
        if known.get("junk-allowed") is not None:
            kept = len(digits) - len(digits.lower().lstrip(allowed))
            part = part[: len(part) - len(digits) + kept]
            digits = digits[:kept]
            if not digits:
                return None
        if not digits or digits.lower().strip(allowed) or radix > len(DIGITS):
            raise Fault(f"parse-integer: {self.show(value)} is not a whole number")
        if len(digits) > _MOST_DIGITS:
            raise Fault(f"parse-integer: a number has at most {_MOST_DIGITS:,} digits")
        return self.dialect.fit(int(part, radix))


def _capital(letter: str) -> str:
    """A letter as a capital; itself where that would be two, as with ß."""
    upper = letter.upper()
    return upper if len(upper) == 1 else letter
