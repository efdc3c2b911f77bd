"""Arithmetic and comparisons."""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from moolab.machines.lisp.builtins.base import ANY, Subject, builtin, truth
from moolab.machines.lisp.data import Fault, T, Value
from moolab.machines.lisp.dialect import BITS, MOST_BITS

_LEAST, _MOST = -(1 << BITS - 1), (1 << BITS - 1) - 1


@dataclass
class Numbers(Subject):
    """Arithmetic, exact as far as the dialect is."""

    def __post_init__(self) -> None:
        self._fit = self.dialect.fit

    def _number(self, name: str, *values: Value) -> Fault:
        wrong = next((each for each in values if not isinstance(each, int | float | Fraction)), 0)
        return self.refuse(name, "numbers", wrong)

    def add2(self, a: Value, b: Value) -> Value:
        """The sum of two."""
        try:
            found = a + b
        except TypeError:
            raise self._number("+", a, b) from None
        except OverflowError:
            raise Fault("a number is too large for a float") from None
        if found.__class__ is int and _LEAST <= found <= _MOST:
            return found
        return self._fit(found)

    def subtract2(self, a: Value, b: Value) -> Value:
        """The difference of two."""
        try:
            found = a - b
        except TypeError:
            raise self._number("-", a, b) from None
        except OverflowError:
            raise Fault("a number is too large for a float") from None
        return found if found.__class__ is int and _LEAST <= found <= _MOST else self._fit(found)

    def multiply2(self, a: Value, b: Value) -> Value:
        """The product of two."""
        try:
            found = a * b
        except TypeError:
            raise self._number("*", a, b) from None
        except OverflowError:
            raise Fault("a number is too large for a float") from None
        if found.__class__ is int and _LEAST <= found <= _MOST:
            return found
        return self._fit(found)

    def divide2(self, a: Value, b: Value) -> Value:
        """The quotient of two."""
        if not isinstance(a, int | float | Fraction) or not isinstance(b, int | float | Fraction):
            raise self._number("/", a, b)
        if b == 0:
            raise Fault("division by zero")
        if isinstance(a, float) or isinstance(b, float):
            try:
                return self._fit(float(a) / float(b))
            except OverflowError:
                raise Fault("a number is too large for a float") from None
        exact = Fraction(a) / Fraction(b)
        if exact.denominator == 1 or self.dialect.is_common:
            return self._fit(exact)
        return self._fit(a / b)

    @builtin("+", 0, ANY, binary="add2")
    def add(self, *values: Value) -> Value:
        """The sum."""
        total: Value = 0
        for each in values:
            total = self.add2(total, each)
        return total

    @builtin("*", 0, ANY, binary="multiply2")
    def multiply(self, *values: Value) -> Value:
        """The product."""
        product: Value = 1
        for each in values:
            product = self.multiply2(product, each)
        return product

    @builtin("-", 1, ANY, binary="subtract2")
    def subtract(self, first: Value, *others: Value) -> Value:
        """The difference, or the negative."""
        if not others:
            # 0 - 0.0 would have no sign.
            return self._fit(-first) if isinstance(first, float) else self.subtract2(0, first)
        for each in others:
            first = self.subtract2(first, each)
        return first

    @builtin("/", 1, ANY, binary="divide2")
    def divide(self, first: Value, *others: Value) -> Value:
        """The quotient, or the inverse."""
        if not others:
            return self.divide2(1, first)
        for each in others:
            first = self.divide2(first, each)
        return first

    @builtin("1+", 1)
    def increase(self, value: Value) -> Value:
        """One more."""
        return self.add2(value, 1)

    @builtin("1-", 1)
    def decrease(self, value: Value) -> Value:
        """One less."""
        return self.subtract2(value, 1)

    # Comparisons

    def _compare2(self, name: str, test: Callable[[Value, Value], bool]) -> Callable[..., Value]:
        def compare(a: Value, b: Value) -> Value:
            self._check(name, (a, b))
            return T if test(a, b) else None

        return compare

    def equal2(self, a: Value, b: Value) -> Value:
        """Whether two are equal."""
        if a.__class__ is int and b.__class__ is int:
            return T if a == b else None
        return self._compare2("=", operator.eq)(a, b)

    def less2(self, a: Value, b: Value) -> Value:
        """Whether one is less than the other."""
        if a.__class__ is int and b.__class__ is int:
            return T if a < b else None
        return self._compare2("<", operator.lt)(a, b)

    def greater2(self, a: Value, b: Value) -> Value:
        """Whether one is greater than the other."""
        if a.__class__ is int and b.__class__ is int:
            return T if a > b else None
        return self._compare2(">", operator.gt)(a, b)

    def at_most2(self, a: Value, b: Value) -> Value:
        """Whether one is not greater than the other."""
        if a.__class__ is int and b.__class__ is int:
            return T if a <= b else None
        return self._compare2("<=", operator.le)(a, b)

    def at_least2(self, a: Value, b: Value) -> Value:
        """Whether one is not less than the other."""
        if a.__class__ is int and b.__class__ is int:
            return T if a >= b else None
        return self._compare2(">=", operator.ge)(a, b)

    def _check(self, name: str, values: tuple[Value, ...]) -> None:
        for each in values:
            if not isinstance(each, int | float | Fraction):
                raise self._number(name, each)

    def _chain(self, compare: Callable[..., Value], values: tuple[Value, ...]) -> Value:
        if len(values) == 1:
            compare(values[0], values[0])
        return truth(all(compare(a, b) for a, b in pairwise(values)))

    @builtin("=", 1, ANY, binary="equal2")
    def equal(self, *values: Value) -> Value:
        """Whether all are equal."""
        return self._chain(self.equal2, values)

    @builtin("<", 1, ANY, binary="less2")
    def less(self, *values: Value) -> Value:
        """Whether they rise."""
        return self._chain(self.less2, values)

    @builtin(">", 1, ANY, binary="greater2")
    def greater(self, *values: Value) -> Value:
        """Whether they fall."""
        return self._chain(self.greater2, values)

    @builtin("<=", 1, ANY, binary="at_most2")
    def at_most(self, *values: Value) -> Value:
        """Whether they never fall."""
        return self._chain(self.at_most2, values)

    @builtin(">=", 1, ANY, binary="at_least2")
    def at_least(self, *values: Value) -> Value:
        """Whether they never rise."""
        return self._chain(self.at_least2, values)

    @builtin("/=", 1, ANY)
    def different(self, *values: Value) -> Value:
        """Whether all are different."""
        self._check("/=", values)
        return truth(len(set(values)) == len(values))

    @builtin("max", 1, ANY)
    def greatest(self, *values: Value) -> Value:
        """The greatest."""
        self._check("max", values)
        return max(values)

    @builtin("min", 1, ANY)
    def smallest(self, *values: Value) -> Value:
        """The least."""
        self._check("min", values)
        return min(values)

    @builtin("zerop", 1)
    def is_zero(self, value: Value) -> Value:
        """Whether it is zero."""
        return self.equal2(value, 0)

    @builtin("plusp", 1)
    def is_positive(self, value: Value) -> Value:
        """Whether it is above zero."""
        return self.greater2(value, 0)

    @builtin("minusp", 1)
    def is_negative(self, value: Value) -> Value:
        """Whether it is below zero."""
        return self.less2(value, 0)

    @builtin("oddp", 1)
    def is_odd(self, value: Value) -> Value:
        """Whether it is odd."""
        return truth(self.integer("oddp", value) & 1)

    @builtin("evenp", 1)
    def is_even(self, value: Value) -> Value:
        """Whether it is even."""
        return truth(not self.integer("evenp", value) & 1)

    @builtin("numberp", 1)
    def is_number(self, value: Value) -> Value:
        """Whether it is a number."""
        return truth(isinstance(value, int | float | Fraction))

    @builtin("integerp", 1)
    def is_integer(self, value: Value) -> Value:
        """Whether it is a whole number."""
        return truth(isinstance(value, int))

    @builtin("floatp", 1)
    def is_float(self, value: Value) -> Value:
        """Whether it is a float."""
        return truth(isinstance(value, float))

    # Whole numbers

    def _operands(self, name: str, value: Value, by: Value) -> tuple[Value, Value]:
        """Two numbers to be divided: two floats if either is one."""
        self._check(name, (value, by))
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

    def _truncated(self, name: str, value: Value, by: Value) -> tuple[int, Value, Value]:
        """The quotient without its fraction, what is left, and by what that is to be divided.

        A quotient of floats is rounded to a float first, as in both dialects.
        """
        value, by = self._operands(name, value, by)
        if isinstance(value, float):
            quotient = self._fit(value / by)
            if not math.isfinite(quotient):
                raise Fault(f"{name} takes numbers whose quotient is finite")
            whole = int(quotient)
            if self.dialect.is_common:
                return whole, self._fit(value - self._fit(whole * by)), by
            return whole, quotient - whole, 1
        down = int(abs(value) // abs(by))
        whole = down if (value < 0) == (by < 0) else -down
        return whole, value - whole * by, by

    @builtin("floor", 1, 2)
    def floor(self, value: Value, by: Value = 1) -> Value:
        """The quotient, rounded down."""
        whole, rest, _ = self._truncated("floor", value, by)
        return self._fit(whole - 1 if rest and (value < 0) != (by < 0) else whole)

    @builtin("ceiling", 1, 2)
    def ceiling(self, value: Value, by: Value = 1) -> Value:
        """The quotient, rounded up."""
        whole, rest, _ = self._truncated("ceiling", value, by)
        return self._fit(whole + 1 if rest and (value < 0) == (by < 0) else whole)

    @builtin("truncate", 1, 2)
    def truncate(self, value: Value, by: Value = 1) -> Value:
        """The quotient, rounded towards zero."""
        if value.__class__ is int and by.__class__ is int and value >= 0 < by:
            return value // by
        return self._fit(self._truncated("truncate", value, by)[0])

    @builtin("round", 1, 2)
    def round(self, value: Value, by: Value = 1) -> Value:
        """The quotient, rounded: halves to even numbers in Common Lisp, else away from zero."""
        whole, rest, by = self._truncated("round", value, by)
        twice, size = 2 * abs(rest), abs(by)
        if twice > size or (twice == size and (whole % 2 or not self.dialect.is_common)):
            whole += 1 if (rest < 0) == (by < 0) else -1
        return self._fit(whole)

    @builtin("mod", 2)
    def mod(self, value: Value, by: Value) -> Value:
        """What is left by ``floor``."""
        if value.__class__ is int and by.__class__ is int and by:
            return value % by
        if not self.dialect.is_common:
            value, by = self._operands("mod", value, by)
            return self._fit(value % by)
        _, rest, divisor = self._truncated("mod", value, by)
        return self._fit(rest + divisor if rest and (value < 0) != (by < 0) else rest)

    @builtin("rem", 2)
    def rem(self, value: Value, by: Value) -> Value:
        """What is left by ``truncate``."""
        if self.dialect.is_common or (isinstance(value, int) and isinstance(by, int)):
            return self._fit(self._truncated("rem", value, by)[1])
        return self._fit(math.fmod(*self._operands("rem", value, by)))

    @builtin("abs", 1)
    def absolute(self, value: Value) -> Value:
        """Without its sign."""
        return self.subtract2(0, value) if self.less2(value, 0) else self.add2(value, 0)

    @builtin("gcd", 0, ANY)
    def common_divisor(self, *values: Value) -> Value:
        """The greatest common divisor."""
        return self._fit(math.gcd(*(self.integer("gcd", each) for each in values)))

    def _joined(
        self, name: str, first: int, function: Callable[[int, int], int], values: tuple[Value, ...]
    ) -> Value:
        found = first
        for each in values:
            found = function(found, self.integer(name, each))
        return found

    @builtin("logand", 0, ANY)
    def logand(self, *values: Value) -> Value:
        """The bits that all have."""
        return self._joined("logand", -1, operator.and_, values)

    @builtin("logior", 0, ANY)
    def logior(self, *values: Value) -> Value:
        """The bits that any has."""
        return self._joined("logior", 0, operator.or_, values)

    @builtin("logxor", 0, ANY)
    def logxor(self, *values: Value) -> Value:
        """The bits that an odd number of them has."""
        return self._joined("logxor", 0, operator.xor, values)

    @builtin("lognot", 1)
    def lognot(self, value: Value) -> Value:
        """The other bits."""
        return ~self.integer("lognot", value)

    @builtin("logbitp", 2)
    def logbitp(self, place: Value, value: Value) -> Value:
        """Whether it has a bit."""
        shift = min(self.integer("logbitp", place, 0), MOST_BITS)
        return truth(self.integer("logbitp", value) >> shift & 1)

    @builtin("ash", 2)
    def ash(self, value: Value, places: Value) -> Value:
        """Bits moved to the left, or to the right if there are fewer than no places."""
        number, shift = self.integer("ash", value), self.integer("ash", places)
        if shift <= 0:
            return number >> min(-shift, MOST_BITS)
        if self.dialect.is_common:
            if number and shift > MOST_BITS:
                raise Fault(f"a number has more than {MOST_BITS:,} bits")
            return self._fit(number << min(shift, MOST_BITS))
        bits = (number << min(shift, BITS)) % (1 << BITS)
        return bits - (1 << BITS) if bits > _MOST else bits
