"""Compound interest.

The equation is that of the Owner's Handbook (appendix D), r being the interest of a period, S 1
where payments come at the beginning of periods and 0 where they come at the end:

    0 = PV (1 + r f) + PMT (1 + r S) (1 - (1 + r)^-N) / r + FV (1 + r)^-N

for N whole periods and the fraction f of one before them, in which interest is simple; where it is
compound, the first factor is (1 + r)^f.

PV, PMT and FV have the calculator's 13 digits and its order of operations, as observed on its
firmware under simulation; n and i are computed with many digits and rounded once.
"""

from collections.abc import Callable
from decimal import Decimal, localcontext
from itertools import pairwise
from typing import NamedTuple

from moolab.errors import ProgramFault
from moolab.machines.hp12c.faults import ErrorShown, demand
from moolab.machines.hp12c.numbers import (
    ONE,
    TEN_DIGITS,
    WIDE,
    ZERO,
    fractional_part,
    integer_part,
    whole,
)
from moolab.machines.hp12c.transcendental import compound, compound_part
from moolab.machines.hp12c.working import Working

BOUND = Decimal(240)
"""Where to look for ln(1 + r), on either side of 0: registers hold nothing as far out."""

_HALVINGS = 210

_POWERS = 2
"""Powers and logarithms in each halving, which take as long as so many program lines."""

SEARCH = _HALVINGS * _POWERS
"""How many program lines take as long as it takes to find the interest of a loan."""


def search_effort(worth: int) -> int:
    """The same where each look at a rate costs so much more."""
    return SEARCH + _HALVINGS * worth


def find_rate(
    balance: Callable[[Decimal], Decimal], low: Decimal = -BOUND, high: Decimal = BOUND
) -> Decimal | None:
    """The interest, in percent, at which a balance is 0, if there is one between two bounds.

    There must not be more than one. Bounds are those of ln(1 + r); a balance is what is left at a
    growth of 1 + r a period.

    >>> round(find_rate(lambda growth: 110 / growth - 100), 4)
    Decimal('10.0000')
    """
    if low <= 0 <= high and not balance(ONE):
        return ZERO
    is_positive = balance(high.exp()) > 0
    if (balance(low.exp()) > 0) == is_positive:
        return None
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if (balance(middle.exp()) > 0) == is_positive:
            high = middle
        else:
            low = middle
    return 100 * (high.exp() - ONE)


_ONE = Working.of(ONE)

_MAX_PERIODS = Decimal("1E10")

_ROUNDED_DOWN = Decimal("0.005")
"""Where n is computed, the part of a period below which it does not count."""


MOST_PAYMENTS = 100_000
"""Of a loan that is paid back, which goes from payment to payment."""


class Loan(NamedTuple):
    """What the financial registers hold, and the two modes.

    >>> loan = Loan(n=Decimal(12), i=Decimal(1), pv=Decimal(1000))
    >>> round(loan.solve("PMT"), 4), round(loan._replace(pmt=Decimal(-100)).solve("i"), 4)
    (Decimal('-88.8488'), Decimal('2.9229'))
    """

    n: Decimal = ZERO
    i: Decimal = ZERO
    pv: Decimal = ZERO
    pmt: Decimal = ZERO
    fv: Decimal = ZERO
    begin: bool = False
    compound: bool = False

    def solve(self, register: str) -> Decimal:
        """The value of a register that makes the equation true.

        Raises:
            ErrorShown: Error 5, if there is none, or for the interest more than one.
        """
        with localcontext(WIDE):
            match register:
                case "n":
                    return self._periods()
                case "i":
                    return self._interest()
                case _:
                    return self.amount(register).rounded

    def amount(self, register: str) -> Working:
        """PV, PMT or FV with the digits that the calculator has inside."""
        rate = Working.of(self._rate())
        odd = Working.of(fractional_part(self.n))
        periods = Working.of(integer_part(self.n))
        pv, pmt, fv = (Working.of(each) for each in (self.pv, self.pmt, self.fv))
        first = _ONE + rate if self.begin else _ONE
        before = compound_part(rate, odd) if self.compound else _ONE + rate * odd
        if register == "FV":
            factor, gain = compound(rate, periods)
            amounts = _over(gain, rate, periods)
            return -(pv * before * factor + pmt * amounts * first)
        discount, loss = compound(rate, -periods)
        annuity = _over(-loss, rate, periods) * first
        if register == "PV":
            return -(fv * discount + pmt * annuity) / before
        demand(annuity, 5)
        return -(pv * before + fv * discount) / annuity

    def _rate(self) -> Decimal:
        demand(self.i > -100, 5)
        return self.i.scaleb(-2)

    def _periods(self) -> Decimal:
        rate = self._rate()
        if rate:
            payments = self.pmt * (1 + rate * self.begin) / rate
            demand(payments != self.fv, 5)
            discount = (self.pv + payments) / (payments - self.fv)
            demand(discount > 0, 5)
            periods = -discount.ln() / (1 + rate).ln()
        else:
            demand(self.pmt != 0, 5)
            periods = -(self.pv + self.fv) / self.pmt
        demand(periods >= 0, 5)
        rest = fractional_part(periods)
        return integer_part(periods) + (rest >= _ROUNDED_DOWN)

    def _interest(self) -> Decimal:
        demand(0 < self.n < _MAX_PERIODS, 5)
        periods, odd = integer_part(self.n), fractional_part(self.n)

        def balance(growth: Decimal) -> Decimal:
            rate = growth - 1
            discount = growth**-periods
            first = growth if self.begin else ONE
            annuity = first * (1 - discount) / rate if rate else periods
            before = growth**odd if self.compound else 1 + rate * odd
            return self.pv * before + self.pmt * annuity + self.fv * discount

        flows = [self.pv, self.fv]
        if periods:
            # One of the payments comes together with another amount, or with none.
            alone = self.begin and bool(odd)
            flows[not self.begin] += ZERO if alone else self.pmt
            flows.insert(1, self.pmt if periods > (not alone) else ZERO)
        signs = [flow > 0 for flow in flows if flow]
        # By Descartes' rule there are no more answers than changes of sign.
        demand(sum(a != b for a, b in pairwise(signs)) == 1, 5)
        rate = find_rate(balance)
        if rate is None:
            raise ErrorShown(5)
        return rate


def amortise(
    loan: Loan, payments: Decimal, rounding: Callable[[Decimal], Decimal]
) -> tuple[Decimal, Decimal, Decimal]:
    """Pay back a loan for some periods.

    Args:
        loan: PV is the balance, n the payments made before.
        payments: how many to make.

    Returns:
        The interest, with the sign of the payments, the principal, and the new balance.

    Raises:
        ErrorShown: Error 5, if that is not a number of payments.
        ProgramFault: if they are more than ``MOST_PAYMENTS``.

    >>> loan = Loan(i=Decimal(1), pv=Decimal(50000), pmt=Decimal(-600))
    >>> amortise(loan, Decimal(2), round)
    (Decimal('-999'), Decimal('-201'), Decimal('49799'))
    """
    demand(loan.i > -100 and payments > 0 and whole(payments), 5)
    if payments > MOST_PAYMENTS:
        raise ProgramFault(f"AMORT is simulated for {MOST_PAYMENTS:,} payments at most")
    balance, payment = rounding(loan.pv), rounding(loan.pmt)
    interest = principal = ZERO
    for number in range(int(payments)):
        is_first = loan.begin and not loan.n + number
        due = ZERO if is_first else rounding(TEN_DIGITS.multiply(balance, loan.i.scaleb(-2)))
        paid = TEN_DIGITS.add(payment, due)
        interest = TEN_DIGITS.add(interest, abs(due))
        principal = TEN_DIGITS.add(principal, paid)
        balance = TEN_DIGITS.add(balance, paid)
    return interest.copy_sign(payment), principal, balance


def _over(gain: Working, rate: Working, periods: Working) -> Working:
    """What payments of 1 come to; without interest, as many as there are periods."""
    return gain / rate if rate else periods
