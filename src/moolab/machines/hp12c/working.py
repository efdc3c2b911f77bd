"""Numbers of 13 digits, with which the calculator works inside; a register keeps ten of them.

Digits beyond the 13 are cut off after every operation, as observed on the calculator's firmware
under simulation. A single operation on numbers from registers is right all the same, rounded to ten
digits; where a formula has several, the tenth digit can depend on their order, and after a
subtraction that nearly cancels, all digits but the first few.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from math import isqrt

from moolab.machines.hp12c.numbers import TEN_DIGITS

ONE = 10**12
"""The mantissa of 1."""

TEN = 10**13
"""The first mantissa with a digit too many."""


@dataclass(frozen=True, slots=True)
class Working:
    """A number: mantissa * 10^(exponent - 12).

    >>> third = Working.of(Decimal(1)) / Working.of(Decimal(3))
    >>> (third + third + third).rounded, (Working.of(Decimal(1)) - third * third).mantissa
    (Decimal('1.000000000'), 8888888888890)
    """

    mantissa: int
    exponent: int
    negative: bool = False

    @classmethod
    def of(cls, x: Decimal) -> "Working":
        """What is in a register."""
        exponent = x.adjusted() if x else 0
        return cls(int(abs(x).scaleb(12 - exponent)), exponent, x < 0)

    @property
    def normal(self) -> "Working":
        """The same number without leading zeros; digits beyond 13 are cut off."""
        mantissa, exponent = self.mantissa, self.exponent
        while mantissa >= TEN:
            mantissa, exponent = mantissa // 10, exponent + 1
        while 0 < mantissa < ONE:
            mantissa, exponent = mantissa * 10, exponent - 1
        return Working(mantissa, exponent, self.negative)

    @property
    def rounded(self) -> Decimal:
        """The ten digits that a register keeps."""
        size = TEN_DIGITS.divide(Decimal(self.mantissa), Decimal(10) ** (12 - self.exponent))
        return -size if self.negative else size

    def __bool__(self) -> bool:
        return bool(self.mantissa)

    @property
    def below_zero(self) -> bool:
        """Whether it is less than zero, which has no sign."""
        return self.negative and bool(self)

    def __neg__(self) -> "Working":
        return replace(self, negative=not self.negative)

    def __add__(self, other: "Working") -> "Working":
        if not self or not other:
            return self or other
        small, large = sorted((self, other), key=lambda each: (each.exponent, each.mantissa))
        shift = large.exponent - small.exponent
        if large.negative == small.negative:
            mantissa = large.mantissa + small.mantissa // 10**shift
            return Working(mantissa, large.exponent, large.negative).normal
        # One digit more; what is cut off there counts as one more to take away.
        less = -(-10 * small.mantissa // 10**shift) if shift <= 13 else 0
        return Working(10 * large.mantissa - less, large.exponent - 1, large.negative).normal

    def __sub__(self, other: "Working") -> "Working":
        return self + -other

    def __mul__(self, other: "Working") -> "Working":
        return self.times(other).normal

    def times(self, other: "Working") -> "Working":
        """The product with all its digits where there are 14."""
        mantissa = self.mantissa * other.mantissa // ONE
        return Working(mantissa, self.exponent + other.exponent, self.negative != other.negative)

    def __truediv__(self, other: "Working") -> "Working":
        mantissa, exponent = self.mantissa, self.exponent - other.exponent
        if mantissa < other.mantissa:
            mantissa, exponent = mantissa * 10, exponent - 1
        negative = self.negative != other.negative
        return Working(mantissa * ONE // other.mantissa, exponent, negative)

    @property
    def root(self) -> "Working":
        """The square root of a number that is not negative."""
        odd = self.exponent % 2
        return Working(isqrt(self.mantissa * 10 ** (12 + odd)), (self.exponent - odd) // 2)
