"""Arithmetic and comparisons; powers, functions of real numbers, and chance."""

import math
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import pairwise
from random import Random

from moolab.machines.lisp.builtins.base import ANY, Subject, Table, builtin, plain, truth
from moolab.machines.notation.data import Builtin, Fault, T, Value
from moolab.machines.notation.dialect import BITS, MOST_BITS

_LEAST, _MOST = -(1 << BITS - 1), (1 << BITS - 1) - 1

Binary = Callable[[Value, Value], Value]

_COMPARISONS: dict[str, Binary] = {"=": operator.eq} | {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge
}  # fmt: skip
_BITWISE = (("logand", -1, operator.and_), ("logior", 0, operator.or_), ("logxor", 0, operator.xor))


def _folded(
    first: Value, combine: Binary, take: Callable[[Value], Value] = lambda value: value
) -> Callable[..., Value]:
    return lambda *values: reduce(combine, map(take, values), first)


def _chained(compare: Binary) -> Callable[..., Value]:
    def chain(*values: Value) -> Value:
        if len(values) == 1:
            compare(*values, *values)  # refuses what is not a number
        return truth(all(compare(a, b) for a, b in pairwise(values)))

    return chain


_FUNCTIONS: tuple[tuple[str, int, Callable[..., float]], ...] = (
    ("sqrt", 1, math.sqrt), ("exp", 1, math.exp), ("log", 2, math.log), ("float", 1, float),
    ("sin", 1, math.sin), ("cos", 1, math.cos), ("tan", 1, math.tan), ("asin", 1, math.asin),
    ("acos", 1, math.acos), ("sinh", 1, math.sinh), ("cosh", 1, math.cosh), ("tanh", 1, math.tanh),
)  # fmt: skip
"""With how many arguments each takes; the least is one."""


@dataclass
class Numbers(Subject):
    """Arithmetic, exact as far as the dialect is, and functions whose values are floats."""

    seed: int = 0

    def __post_init__(self) -> None:
        self._random = Random(self.seed)
        self._fit = self.dialect.fit
        self.add = self._computed("+", operator.add)
        self.subtract2 = self._computed("-", operator.sub)
        self.multiply = self._computed("*", operator.mul)
        self.compare = {name: self._compared(name, test) for name, test in _COMPARISONS.items()}

    def _number(self, name: str, *values: Value) -> Fault:
        wrong = next((each for each in values if not isinstance(each, int | float)), 0)
        return self.refuse(name, "numbers", wrong)

    def _computed(self, name: str, combine: Binary) -> Binary:
        def compute(a: Value, b: Value) -> Value:
            try:
                found = combine(a, b)
            except TypeError:
                raise self._number(name, a, b) from None
            except OverflowError:
                raise Fault("a number is too large for a float") from None
            if found.__class__ is int and _LEAST <= found <= _MOST:
                return found
            return self._fit(found)

        return compute

    def _bitwise(self, name: str, combine: Binary) -> Binary:
        def compute(a: Value, b: Value) -> Value:
            if a.__class__ is int is b.__class__:
                return combine(a, b)
            return combine(self.integer(name, a), self.integer(name, b))

        return compute

    def _compared(self, name: str, test: Binary) -> Binary:
        def compare(a: Value, b: Value) -> Value:
            if a.__class__ is not int or b.__class__ is not int:
                self._check(name, a, b)
            return T if test(a, b) else None

        return compare

    def divide2(self, a: Value, b: Value) -> Value:
        """The quotient of two."""
        if not isinstance(a, int | float) or not isinstance(b, int | float):
            raise self._number("/", a, b)
        if b == 0:
            raise Fault("division by zero")
        if isinstance(a, float) or isinstance(b, float):
            try:
                return self._fit(float(a) / float(b))
            except OverflowError:
                raise Fault("a number is too large for a float") from None
        if a % b == 0:
            return self._fit(a // b)
        if self.dialect.is_common:
            raise self.dialect.absent(f"the ratio {self.show(a)}/{self.show(b)}")
        return self._fit(a / b)

    def functions(self) -> Iterator[Builtin]:
        """All of them, with those that go from one value to the next."""
        yield from super().functions()
        yield Builtin("+", 0, ANY, _folded(0, self.add), binary=self.add)
        yield Builtin("*", 0, ANY, _folded(1, self.multiply), binary=self.multiply)
        for name, compare in self.compare.items():
            yield Builtin(name, 1, ANY, _chained(compare), binary=compare)
        for name, first, combine in _BITWISE:
            take, both = partial(self.integer, name), self._bitwise(name, combine)
            yield replace(plain(name, _folded(first, combine, take)), binary=both)
        for name, most, function in _FUNCTIONS:
            yield Builtin(name, 1, most, partial(self._real, name, function))

    def table(self) -> Table:
        whole, compare = self.integer, self.compare
        return {
            "1+": lambda value: self.add(value, 1),
            "1-": lambda value: self.subtract2(value, 1),
            "zerop": lambda value: compare["="](value, 0),
            "plusp": lambda value: compare[">"](value, 0),
            "minusp": lambda value: compare["<"](value, 0),
            "oddp": lambda value: truth(whole("oddp", value) & 1),
            "evenp": lambda value: truth(not whole("evenp", value) & 1),
            "numberp": lambda value: truth(isinstance(value, int | float)),
            "integerp": lambda value: truth(isinstance(value, int)),
            "floatp": lambda value: truth(isinstance(value, float)),
            "abs": lambda value: (
                self.subtract2(0, value) if compare["<"](value, 0) else self.add(value, 0)
            ),
            "max": lambda first, *others: max(self._check("max", first, *others)),
            "min": lambda first, *others: min(self._check("min", first, *others)),
            "/=": lambda first, *others: truth(
                len(set(self._check("/=", first, *others))) == 1 + len(others)
            ),
            "gcd": lambda *values: self._fit(math.gcd(*(whole("gcd", each) for each in values))),
            "atan": lambda value, by=1: self._real("atan", math.atan2, value, by),
            "lognot": lambda value: ~whole("lognot", value),
            "floor": lambda value, by=1: self._whole("floor", value, by),
            "ceiling": lambda value, by=1: self._whole("ceiling", value, by),
            "round": lambda value, by=1: self._whole("round", value, by),
        }

    @builtin("-", 1, ANY, binary="subtract2")
    def subtract(self, first: Value, *others: Value) -> Value:
        """The difference, or the negative."""
        if not others:
            # 0 - 0.0 would have no sign.
            return self._fit(-first) if isinstance(first, float) else self.subtract2(0, first)
        return reduce(self.subtract2, others, first)

    @builtin("/", 1, ANY, binary="divide2")
    def divide(self, first: Value, *others: Value) -> Value:
        """The quotient, or the inverse."""
        return reduce(self.divide2, others, first) if others else self.divide2(1, first)

    def _check(self, name: str, *values: Value) -> tuple[Value, ...]:
        for each in values:
            if not isinstance(each, int | float):
                raise self._number(name, each)
        return values

    # Whole numbers

    def _operands(self, name: str, value: Value, by: Value) -> tuple[Value, Value]:
        """Two numbers to be divided: two floats if either is one."""
        self._check(name, value, by)
        if isinstance(value, float) or isinstance(by, float):
            try:
                value, by = (self.dialect.single(float(each)) for each in (value, by))
            except OverflowError:
                raise Fault("a number is too large for a float") from None
            if not (math.isfinite(value) and math.isfinite(by)):
                raise Fault(f"{name} takes numbers that are finite")
        if by == 0:
            raise Fault("division by zero")
        return value, by

    def _whole(self, name: str, value: Value, by: Value = 1) -> Value:
        """A quotient, rounded; halves to even numbers in the article's Lisp, else away from zero.

        That of floats is rounded to a float first, as in both dialects.
        """
        value, by = self._operands(name, value, by)
        if isinstance(value, float):
            value, by = self._fit(value / by), 1
            if not math.isfinite(value):
                raise Fault(f"{name} takes numbers whose quotient is finite")
        floor = int(value // by)
        rest, is_below = value - floor * by, (value < 0) != (by < 0)
        twice, size = 2 * abs(rest), abs(by)
        is_odd = floor % 2 if self.dialect.is_common else not is_below
        up = {"floor": 0, "ceiling": rest, "truncate": rest and is_below}
        return self._fit(floor + bool(up.get(name, twice > size or (twice == size and is_odd))))

    @builtin("truncate", 1, 2)
    def truncate(self, value: Value, by: Value = 1) -> Value:
        """The quotient, rounded towards zero."""
        if value.__class__ is int and by.__class__ is int and value >= 0 < by:
            return value // by
        return self._whole("truncate", value, by)

    @builtin("mod", 2)
    def mod(self, value: Value, by: Value) -> Value:
        """What is left by ``floor``."""
        if value.__class__ is int and by.__class__ is int and by:
            return value % by
        value, by = self._operands("mod", value, by)
        return self._fit(value % by)

    @builtin("rem", 2)
    def rem(self, value: Value, by: Value) -> Value:
        """What is left by ``truncate``."""
        value, by = self._operands("rem", value, by)
        if isinstance(value, float):
            return self._fit(math.fmod(value, by))
        return value - self.truncate(value, by) * by

    @builtin("logbitp", 2)
    def logbitp(self, place: Value, value: Value) -> Value:
        """Whether it has a bit."""
        shift = min(self.integer("logbitp", place, 0), MOST_BITS)
        return truth(self.integer("logbitp", value) >> shift & 1)

    @builtin("ash", 2)
    def ash(self, value: Value, places: Value) -> Value:
        """Bits moved to the left, or to the right if there are fewer than no places."""
        number, shift = value, places
        if value.__class__ is not int or places.__class__ is not int:
            number, shift = self.integer("ash", value), self.integer("ash", places)
        if shift <= 0:
            return number >> min(-shift, MOST_BITS)
        if self.dialect.is_common:
            if number and shift > MOST_BITS:
                raise Fault(f"a number has more than {MOST_BITS:,} bits")
            return self._fit(number << min(shift, MOST_BITS))
        bits = (number << min(shift, BITS)) % (1 << BITS)
        return bits - (1 << BITS) if bits > _MOST else bits

    @builtin("expt", 2)
    def expt(self, base: Value, exponent: Value) -> Value:
        """A power."""
        is_exact = isinstance(base, int) and isinstance(exponent, int)
        if is_exact and exponent < 0 and abs(base) > 1 and self.dialect.is_common:
            raise self.dialect.absent("a ratio")
        if is_exact and exponent >= 0:
            if abs(base) <= 1 or exponent * base.bit_length() <= 2 * MOST_BITS:
                return self._fit(base**exponent)
            if self.dialect.is_common:
                raise Fault(f"a number has more than {MOST_BITS:,} bits")
        if base == 0 and isinstance(exponent, int | float) and exponent < 0:
            raise Fault("division by zero")
        return self._real("expt", math.pow, base, exponent)

    def _real(self, name: str, function: Callable[..., float], *values: Value) -> Value:
        if not all(isinstance(each, int | float) for each in values):
            raise self.refuse(name, "numbers", values[0])
        try:
            return self._fit(float(function(*(float(each) for each in values))))
        except OverflowError:
            return self._fit(math.inf)
        except ZeroDivisionError:
            raise Fault("division by zero") from None
        except ValueError:
            raise Fault(f"{name} has no value here") from None

    @builtin("random", 1)
    def random(self, most: Value) -> Value:
        """A number from 0 on below another."""
        if isinstance(most, int) and most > 0:
            return self._random.randrange(most)
        if isinstance(most, float) and most > 0:
            return self._fit(self._random.random() * most)
        raise self.refuse("random", "a number above zero", most)
