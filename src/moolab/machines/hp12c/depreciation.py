"""What an asset loses in a year of its life, by three methods (Owner's Handbook, appendix D).

What is left to depreciate is computed for the end of a year and of the one before, and both are
rounded as the display is: so the years of a table add up. The last year can be a part of one.
"""

from collections.abc import Callable
from decimal import ROUND_CEILING, Decimal
from typing import NamedTuple, TypeAlias

from moolab.machines.hp12c.faults import demand
from moolab.machines.hp12c.numbers import TEN_DIGITS, ZERO, fractional_part, integer_part, whole
from moolab.machines.hp12c.transcendental import compound_part
from moolab.machines.hp12c.working import Working

Left: TypeAlias = Callable[[Decimal], Decimal]
"""What is left to depreciate after some years."""


_LONGEST = Decimal("1E10")
"""The life of which the machine says that it is none."""

_ONE = Working.of(Decimal(1))


class Asset(NamedTuple):
    """What the financial registers hold.

    Attributes:
        salvage: FV, what it is worth in the end.
        percent: i, the factor of the declining balance; 200 is twice the straight line.

    >>> asset = Asset(Decimal(5), Decimal(10000), Decimal(500), Decimal(200))
    >>> asset.straight_line(Decimal(1)), asset.declining_balance(Decimal(1))
    (Decimal('7600'), Decimal('5500.000000'))
    """

    life: Decimal
    cost: Decimal
    salvage: Decimal
    percent: Decimal = ZERO

    def straight_line(self, years: Decimal) -> Decimal:
        """What is left to depreciate after some years of equal shares."""
        gone = Working.of(years) / Working.of(self.life)
        return (self._base * (_ONE - gone)).rounded

    def years_digits(self, years: Decimal) -> Decimal:
        """The same with shares that fall as the digits of the years do."""
        left = Working.of(_sum_of_digits(self.life - years))
        return (self._base * (left / Working.of(_sum_of_digits(self.life)))).rounded

    def declining_balance(self, years: Decimal) -> Decimal:
        """The same where every year takes a part of what the asset is still worth."""
        rate = TEN_DIGITS.divide(self.percent, self.life).scaleb(-2)
        if years and rate >= 1:
            return ZERO
        worth = compound_part(Working.of(-rate), Working.of(years)) * Working.of(self.cost)
        return max((worth - Working.of(self.salvage)).rounded, ZERO)

    def year(self, number: Decimal, left: Left, rounding: Left) -> tuple[Decimal, Decimal]:
        """The depreciation of a year, and what is left to depreciate after it.

        Args:
            number: of the year, from 1.

        Raises:
            ErrorShown: Error 5, if there is no such year.

        >>> asset = Asset(Decimal(5), Decimal(10000), Decimal(500), Decimal(150))
        >>> asset.year(Decimal(3), asset.years_digits, lambda amount: round(amount, 2))
        (Decimal('1900.00'), Decimal('1900.00'))
        """
        demand(0 < self.life < _LONGEST and number > 0 and whole(number), 5)
        if number > self.life.to_integral_value(ROUND_CEILING):
            return ZERO, ZERO
        before = rounding(left(number - 1))
        after = rounding(left(number)) if number < self.life else ZERO
        return TEN_DIGITS.subtract(before, after), after

    @property
    def _base(self) -> Working:
        return Working.of(self.cost) - Working.of(self.salvage)


def _sum_of_digits(life: Decimal) -> Decimal:
    """Of all years, the last of which can be a part of one.

    >>> _sum_of_digits(Decimal(5)), _sum_of_digits(Decimal("5.5"))
    (Decimal('15'), Decimal('18.0'))
    """
    return (integer_part(life) + 1) * last_digits(life) / 2


def last_digits(life: Decimal) -> Decimal:
    """The whole years, and twice the part that is left."""
    return integer_part(life) + 2 * fractional_part(life)
