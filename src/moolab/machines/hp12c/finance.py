"""Compound interest and cash flows.

The equation is that of the Owner's Handbook (appendix D), r being the interest of a period, S 1
where payments come at the beginning of periods and 0 where they come at the end:

    0 = PV (1 + r f) + PMT (1 + r S) (1 - (1 + r)^-N) / r + FV (1 + r)^-N

for N whole periods and the fraction f of one before them, in which interest is simple; where it is
compound, the first factor is (1 + r)^f.

PV, PMT and FV have the calculator's 13 digits and its order of operations, as observed on its
firmware under simulation; n, i, NPV and IRR are computed with many digits and rounded once.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext
from itertools import pairwise
from typing import NamedTuple

from moolab.machines.hp12c.faults import ErrorShown, not_simulated
from moolab.machines.hp12c.numbers import ONE, WIDE, ZERO, fractional_part, integer_part, whole
from moolab.machines.hp12c.transcendental import compound, compound_part
from moolab.machines.hp12c.working import Working

_ONE = Working.of(ONE)

_MAX_PERIODS = Decimal("1E10")

_ROUNDED_DOWN = Decimal("0.005")
"""Where n is computed, the part of a period below which it does not count."""

_BOUND = Decimal(100)
"""Where to look for ln(1 + r), on either side of 0: 1 + r has to keep its digits."""

_HALVINGS = 210

_POWERS = 2
"""Powers and logarithms in each halving, which take as long as so many program lines."""

_PERIODS = 16
"""Periods whose cash flows are added up in the time of a program line."""

SEARCH = _HALVINGS * _POWERS
"""How many program lines take as long as it takes to find the interest of a loan."""


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
            ErrorShown: Error 5, if there is none.
            ProgramFault: if the machine may have an answer that is not simulated.
        """
        with localcontext(WIDE):
            match register:
                case "n":
                    return self._periods()
                case "i":
                    return self._interest()
                case _:
                    return self._amount(register)

    def _amount(self, register: str) -> Decimal:
        if self.n < 0 and not whole(self.n):
            raise not_simulated(f"{register} where n is negative and not an integer")
        rate = Working.of(self._rate())
        odd = Working.of(fractional_part(self.n))
        periods = Working.of(integer_part(self.n))
        pv, pmt, fv = (Working.of(each) for each in (self.pv, self.pmt, self.fv))
        first = _ONE + rate if self.begin else _ONE
        before = compound_part(rate, odd) if self.compound else _ONE + rate * odd
        if register == "FV":
            factor, gain = compound(rate, periods)
            amounts = _over(gain, rate, periods)
            return (-(pv * before * factor + pmt * amounts * first)).rounded
        discount, loss = compound(rate, -periods)
        annuity = _over(-loss, rate, periods) * first
        if register == "PV":
            return (-(fv * discount + pmt * annuity) / before).rounded
        _demand(bool(annuity))
        return (-(pv * before + fv * discount) / annuity).rounded

    def _rate(self) -> Decimal:
        _demand(self.i > -100)
        return self.i.scaleb(-2)

    def _periods(self) -> Decimal:
        rate = self._rate()
        if rate:
            payments = self.pmt * (1 + rate * self.begin) / rate
            _demand(payments != self.fv)
            discount = (self.pv + payments) / (payments - self.fv)
            _demand(discount > 0)
            periods = -discount.ln() / (1 + rate).ln()
        else:
            _demand(self.pmt != 0)
            periods = -(self.pv + self.fv) / self.pmt
        _demand(periods >= 0)
        rest = fractional_part(periods)
        return integer_part(periods) + (rest >= _ROUNDED_DOWN)

    def _interest(self) -> Decimal:
        _demand(0 < self.n < _MAX_PERIODS)
        if not whole(self.n):
            raise not_simulated("the interest where n is not an integer")

        def balance(rate: Decimal) -> Decimal:
            discount = (1 + rate) ** -self.n
            annuity = (1 + rate * self.begin) * (1 - discount) / rate if rate else self.n
            return self.pv + self.pmt * annuity + self.fv * discount

        between = self.pmt if self.n > 1 else ZERO
        flows = [self.pv + self.pmt * self.begin, between, self.fv + self.pmt * (not self.begin)]
        return _only_rate(flows, balance, none=5)


def effort_of_worth(flows: Sequence[tuple[Decimal, int]]) -> int:
    """How many program lines take as long as it takes to find what cash flows are worth.

    >>> effort_of_worth([(Decimal(-100), 1), (Decimal(60), 99)])
    6
    """
    return sum(times for _, times in flows) // _PERIODS


def effort_of_rate(flows: Sequence[tuple[Decimal, int]]) -> int:
    """The same for the rate of return."""
    return _HALVINGS * (_POWERS + effort_of_worth(flows))


def net_present_value(flows: Sequence[tuple[Decimal, int]], interest: Decimal) -> Decimal:
    """What cash flows are worth now.

    Args:
        flows: each with how often it comes, one a period; the first comes now.
        interest: percent a period.

    Raises:
        ErrorShown: Error 5, if the interest is -100 or less.

    >>> flows = [(Decimal(-100), 1), (Decimal(60), 2)]
    >>> round(net_present_value(flows, Decimal(10)), 4)
    Decimal('4.1322')
    """
    _demand(interest > -100)
    with localcontext(WIDE):
        return _worth(flows, interest.scaleb(-2))


def rate_of_return(flows: Sequence[tuple[Decimal, int]]) -> Decimal:
    """The interest, percent a period, at which cash flows are worth nothing now.

    Raises:
        ErrorShown: Error 7, if all flows have one sign; where there are none, the rate is 0.
        ProgramFault: if their sign changes more than once.

    >>> round(rate_of_return([(Decimal(-100), 1), (Decimal(60), 2)]), 4)
    Decimal('13.0662')
    """
    with localcontext(WIDE):
        values = [flow for flow, times in flows if flow and times]
        if not values:
            return ZERO
        return _only_rate(values, lambda rate: _worth(flows, rate), none=7)


def _worth(flows: Sequence[tuple[Decimal, int]], rate: Decimal) -> Decimal:
    discount = 1 / (1 + rate)
    total = ZERO
    for flow, times in reversed(flows):
        for _ in range(times):
            total = flow + total * discount
    return total


def _only_rate(
    flows: Sequence[Decimal], balance: Callable[[Decimal], Decimal], *, none: int
) -> Decimal:
    """The interest, in percent, at which a balance is 0.

    By Descartes' rule there are no more such rates than changes of sign in the flows.

    Args:
        flows: amounts in their order; far up, the balance has the sign of the first.
        balance: what is left at a rate.
        none: the error of the machine if there is no such rate.
    """
    signs = [flow > 0 for flow in flows if flow]
    changes = sum(a != b for a, b in pairwise(signs))
    if not changes:
        raise ErrorShown(none)
    if changes > 1:
        raise not_simulated("interest that may have more than one answer")
    if not balance(ZERO):
        return ZERO
    low, high = -_BOUND, _BOUND
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if (balance(middle.exp() - ONE) > 0) == signs[0]:
            high = middle
        else:
            low = middle
    if high == _BOUND or low == -_BOUND:
        raise not_simulated("interest as far out as this")
    return 100 * (high.exp() - ONE)


def _over(gain: Working, rate: Working, periods: Working) -> Working:
    """What payments of 1 come to; without interest, as many as there are periods."""
    return gain / rate if rate else periods


def _demand(possible: bool) -> None:
    if not possible:
        raise ErrorShown(5)
