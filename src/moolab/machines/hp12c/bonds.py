"""Bonds with a coupon every six months, redeemed at 100 (Owner's Handbook, appendix D).

The price is what the coupons and the redemption are worth at settlement, less the interest that has
accrued since the last coupon. So a bond is a loan whose periods are half years: the first one is
odd, and its interest compound, but simple in the last half year of the bond. Days are actual days.
"""

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from moolab.machines.hp12c.faults import ErrorShown, demand
from moolab.machines.hp12c.finance import Loan
from moolab.machines.hp12c.numbers import ONE, TEN_DIGITS, ZERO, fractional_part
from moolab.machines.hp12c.working import Working

_REDEMPTION = Decimal(100)
_MOST_HALVES = 1000


class Bond(NamedTuple):
    """A bond from its settlement on.

    Attributes:
        periods: half years to its maturity; on the day of a coupon they are whole.
        gone: the part that has gone of the half year before the next coupon.
    """

    periods: Decimal
    gone: Decimal
    coupon: Decimal

    @classmethod
    def of(cls, settlement: date, maturity: date, coupon: Decimal) -> "Bond":
        """A bond by the dates when it is bought and redeemed, and its coupon a year, in percent.

        Raises:
            ErrorShown: Error 8, if maturity is not after settlement, or some 500 years, or one of
                the coupons around settlement would fall on a day that its month does not have.

        >>> Bond.of(date(2004, 4, 28), date(2018, 6, 4), Decimal("6.75")).periods
        Decimal('28.20218579')
        """
        months = 12 * (maturity.year - settlement.year) + maturity.month - settlement.month
        halves = months // 6
        if not months % 6 and maturity.day <= settlement.day:
            halves -= maturity.day < settlement.day
        demand(settlement < maturity and halves < _MOST_HALVES, 8)
        before, coming = (_earlier(maturity, 6 * each) for each in (halves + 1, halves))
        gone = TEN_DIGITS.divide(Decimal((settlement - before).days), (coming - before).days)
        periods = TEN_DIGITS.subtract(Decimal(halves + 1), gone)
        return cls(periods, gone, TEN_DIGITS.divide(coupon, Decimal(2)))

    @property
    def accrued(self) -> Decimal:
        """The interest since the last coupon, which the buyer pays besides the price."""
        return self._accrued.rounded if self.part else ZERO

    @property
    def part(self) -> Decimal:
        """The part of a half year before the next coupon; 0 on the day of one."""
        return fractional_part(self.periods)

    @property
    def redeemed(self) -> Decimal:
        """What is paid at maturity, the last coupon included."""
        return TEN_DIGITS.add(_REDEMPTION, self.coupon)

    def price(self, interest: Decimal) -> Decimal:
        """The price at which a bond yields some interest a year, in percent.

        >>> bond = Bond.of(date(2004, 4, 28), date(2018, 6, 4), Decimal("6.75"))
        >>> bond.price(Decimal("4.75")), bond.accrued
        (Decimal('120.3795648'), Decimal('2.692622959'))
        """
        loan = self._loan._replace(i=TEN_DIGITS.divide(interest, Decimal(2)))
        return self._without_interest(-loan.solve("PV"))

    def interest(self, price: Decimal) -> tuple[Decimal, Decimal]:
        """The interest that a bond yields at a price, a year, percent; and the price in the end.

        >>> bond = Bond.of(date(2004, 4, 28), date(2018, 6, 4), Decimal("6.75"))
        >>> bond.interest(Decimal("122.125"))
        (Decimal('4.599558918'), Decimal('122.1250000'))
        """
        accrued = Working.of(self.coupon) * Working.of(self.gone if self.part else ONE)
        paid = (Working.of(price) + accrued).rounded
        half = self._loan._replace(pv=-paid).solve("i")
        return TEN_DIGITS.multiply(TEN_DIGITS.plus(half), Decimal(2)), self._without_interest(paid)

    @property
    def _loan(self) -> Loan:
        # A coupon on the day of settlement counts as well, and as interest that has accrued.
        several = self.periods > 1
        return Loan(self.periods, ZERO, ZERO, self.coupon, self.redeemed, True, several)

    @property
    def _accrued(self) -> Working:
        return Working.of(self.coupon) * Working.of(ONE - self.part)

    def _without_interest(self, paid: Decimal) -> Decimal:
        return (Working.of(paid) - self._accrued).rounded


def _earlier(day: date, months: int) -> date:
    year, month = divmod(12 * day.year + day.month - 1 - months, 12)
    try:
        return date(year, month + 1, day.day)
    except ValueError:
        raise ErrorShown(8) from None
