"""Sums of data in the registers 1 to 6, and what follows from them.

The formulas are those of the Owner's Handbook (appendix D). With 13 digits the last one of a result
depends on how they are written, and on a rounding to ten digits before each root; both are as
observed on the calculator's firmware under simulation.
"""

from decimal import Decimal
from typing import NamedTuple

from moolab.machines.hp12c.faults import demand
from moolab.machines.hp12c.working import Working

REGISTERS = ("1", "2", "3", "4", "5", "6")
"""Where the sums are kept: n, x, x squared, y, y squared, x times y."""

_ONE = Working.of(Decimal(1))


def moved(sums: tuple[Decimal, ...], x: Decimal, y: Decimal, sign: int) -> tuple[Decimal, ...]:
    """The sums with a pair of data more (sign 1) or less (sign -1).

    >>> [str(each) for each in moved((Decimal(0),) * 6, Decimal(3), Decimal(2), 1)]
    ['1', '3', '9', '2', '4', '6']
    """
    of_x, of_y = Working.of(x), Working.of(y)
    more = (_ONE, of_x, of_x * of_x, of_y, of_y * of_y, of_x * of_y)
    pairs = zip(map(Working.of, sums), more, strict=True)
    return tuple((each + part if sign > 0 else each - part).rounded for each, part in pairs)


class Sums(NamedTuple):
    """The six sums.

    >>> data = Sums(*(Working.of(Decimal(each)) for each in (3, 6, 14, 12, 56, 28)))
    >>> data.means(), data.deviations(), data.estimate_y(Decimal(5))
    ((Decimal('2'), Decimal('4')), (Decimal('1'), Decimal('2')), (Decimal('10'), Decimal('1')))
    """

    n: Working
    x: Working
    xx: Working
    y: Working
    yy: Working
    xy: Working

    def means(self) -> tuple[Decimal, Decimal]:
        """The means of x and of y."""
        demand(self.n, 2)
        return (self.x / self.n).rounded, (self.y / self.n).rounded

    def weighted_mean(self) -> Decimal:
        """The mean of y, each weighted with its x."""
        demand(self.x, 2)
        return (self.xy / self.x).rounded

    def deviations(self) -> tuple[Decimal, Decimal]:
        """The sample standard deviations of x and of y."""
        pairs = self.n * (self.n - _ONE)
        spreads = self._spread_x, self._spread_y
        demand(bool(pairs) and not any(each.below_zero for each in (pairs, *spreads)), 2)
        of_x, of_y = (_root(spread / pairs).rounded for spread in spreads)
        return of_x, of_y

    def estimate_y(self, x: Decimal) -> tuple[Decimal, Decimal]:
        """The y that a straight line gives at x, and how well the line fits."""
        fit = self._correlation()
        rise = (Working.of(x) * self.n - self.x) * self._common
        return ((rise + self.y * self._spread_x) / (self.n * self._spread_x)).rounded, fit

    def estimate_x(self, y: Decimal) -> tuple[Decimal, Decimal]:
        """The x at which the same straight line gives y, and how well it fits.

        >>> data = Sums(*(Working.of(Decimal(each)) for each in (3, 6, 14, 12, 56, 28)))
        >>> data.estimate_x(Decimal(10))
        (Decimal('5'), Decimal('1'))
        """
        fit = self._correlation()
        demand(self._common, 2)
        run = (Working.of(y) * self.n - self.y) * self._spread_x
        return ((run + self.x * self._common) / (self.n * self._common)).rounded, fit

    def _correlation(self) -> Decimal:
        both = self._spread_x * self._spread_y
        demand(bool(self.n) and bool(both) and not both.below_zero, 2)
        return (self._common / _root(both)).rounded

    @property
    def _spread_x(self) -> Working:
        return self.n * self.xx - self.x * self.x

    @property
    def _spread_y(self) -> Working:
        return self.n * self.yy - self.y * self.y

    @property
    def _common(self) -> Working:
        return self.n * self.xy - self.x * self.y


def _root(square: Working) -> Working:
    return Working.of(square.rounded).root
