"""Sums of data in the registers 1 to 6, and what follows from them.

The formulas are those of the Owner's Handbook (appendix D), computed exactly and rounded once.
"""

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from moolab.machines.hp12c.faults import ErrorShown
from moolab.machines.hp12c.numbers import ONE, TEN_DIGITS, WIDE, from_fraction

REGISTERS = ("1", "2", "3", "4", "5", "6")
"""Where the sums are kept: n, x, x squared, y, y squared, x times y."""


def moved(sums: tuple[Decimal, ...], x: Decimal, y: Decimal, sign: int) -> tuple[Decimal, ...]:
    """The sums with a pair of data more (sign 1) or less (sign -1), each rounded once.

    >>> [str(each) for each in moved((Decimal(0),) * 6, Decimal(3), Decimal(2), 1)]
    ['1', '3', '9', '2', '4', '6']
    """
    factors = ((ONE, ONE), (x, ONE), (x, x), (y, ONE), (y, y), (x, y))
    pairs = zip(sums, factors, strict=True)
    return tuple(TEN_DIGITS.fma(sign * left, right, before) for before, (left, right) in pairs)


class Sums(NamedTuple):
    """The six sums as exact numbers.

    >>> data = Sums(*map(Fraction, (3, 6, 14, 12, 56, 28)))
    >>> data.means(), data.deviations(), data.estimate_y(Decimal(5))
    ((Decimal('2'), Decimal('4')), (Decimal('1'), Decimal('2')), (Decimal('10'), Decimal('1')))
    """

    n: Fraction
    x: Fraction
    xx: Fraction
    y: Fraction
    yy: Fraction
    xy: Fraction

    def means(self) -> tuple[Decimal, Decimal]:
        """The means of x and of y."""
        _demand(self.n != 0)
        return from_fraction(self.x / self.n), from_fraction(self.y / self.n)

    def weighted_mean(self) -> Decimal:
        """The mean of y, each weighted with its x."""
        _demand(self.x != 0)
        return from_fraction(self.xy / self.x)

    def deviations(self) -> tuple[Decimal, Decimal]:
        """The sample standard deviations of x and of y."""
        pairs = self.n * (self.n - 1)
        _demand(pairs > 0 and self._spread_x >= 0 and self._spread_y >= 0)
        return _root(self._spread_x / pairs), _root(self._spread_y / pairs)

    def estimate_y(self, x: Decimal) -> tuple[Decimal, Decimal]:
        """The y that a straight line gives at x, and how well the line fits."""
        fit = self._correlation()
        slope = self._common / self._spread_x
        return from_fraction(self.y / self.n + slope * (Fraction(x) - self.x / self.n)), fit

    def estimate_x(self, y: Decimal) -> tuple[Decimal, Decimal]:
        """The x at which the same straight line gives y, and how well it fits.

        >>> Sums(*map(Fraction, (3, 6, 14, 12, 56, 28))).estimate_x(Decimal(10))
        (Decimal('5'), Decimal('1'))
        """
        fit = self._correlation()
        _demand(self._common != 0)
        slope = self._common / self._spread_x
        return from_fraction(self.x / self.n + (Fraction(y) - self.y / self.n) / slope), fit

    def _correlation(self) -> Decimal:
        both = self._spread_x * self._spread_y
        _demand(self.n != 0 and both > 0)
        size = _root(self._common**2 / both)
        return -size if self._common < 0 else size

    @property
    def _spread_x(self) -> Fraction:
        return self.n * self.xx - self.x**2

    @property
    def _spread_y(self) -> Fraction:
        return self.n * self.yy - self.y**2

    @property
    def _common(self) -> Fraction:
        return self.n * self.xy - self.x * self.y


def _demand(possible: bool) -> None:
    if not possible:
        raise ErrorShown(2)


def _root(square: Fraction) -> Decimal:
    quotient = WIDE.divide(Decimal(square.numerator), Decimal(square.denominator))
    return TEN_DIGITS.plus(WIDE.sqrt(quotient))
