"""What cash flows are worth, and the rate at which that is nothing.

A rate of return is looked for where Norstrom's rule says that there is just one (C. J. Norstrom, "A
Sufficient Condition for a Unique Nonnegative Internal Rate of Return", Journal of Financial and
Quantitative Analysis, June 1972): it is positive if the sums of the flows so far change their sign
once, and negative if the sums from the end do. The calculator, as observed on its firmware under
simulation, decides in the same way what it answers, what it wants an estimate for, and what it
refuses.
"""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from itertools import accumulate, pairwise

from moolab.errors import ProgramFault
from moolab.machines.hp12c.faults import demand
from moolab.machines.hp12c.finance import BOUND, find_rate, search_effort
from moolab.machines.hp12c.numbers import WIDE, ZERO

Flows = Sequence[tuple[Decimal, int]]
"""Amounts, each with how often it comes, one a period; the first comes now."""

_PERIODS = 16
"""Periods whose cash flows are added up in the time of a program line."""

_STEP = Decimal("0.05")
_STEPS = 200
"""How far from an estimate the next rate is looked for, and how often: to a factor of e^10."""


def effort_of_worth(flows: Flows) -> int:
    """How many program lines take as long as it takes to find what cash flows are worth.

    >>> effort_of_worth([(Decimal(-100), 1), (Decimal(60), 99)])
    6
    """
    return sum(times for _, times in flows) // _PERIODS


def effort_of_rate(flows: Flows) -> int:
    """The same for the rate of return."""
    return search_effort(effort_of_worth(flows))


def net_present_value(flows: Flows, interest: Decimal) -> Decimal:
    """What cash flows are worth now, at an interest in percent a period.

    Raises:
        ErrorShown: Error 5, if the interest is -100 or less.

    >>> flows = [(Decimal(-100), 1), (Decimal(60), 2)]
    >>> round(net_present_value(flows, Decimal(10)), 4)
    Decimal('4.1322')
    """
    demand(interest > -100, 5)
    with localcontext(WIDE):
        return _worth(flows, 1 + interest.scaleb(-2))


def rate_of_return(flows: Flows) -> Decimal:
    """The interest, percent a period, at which cash flows are worth nothing now.

    Raises:
        ErrorShown: Error 7, if there is no such rate; Error 3, if there can be several, so that an
            estimate is needed.

    >>> round(rate_of_return([(Decimal(-100), 1), (Decimal(60), 2)]), 4)
    Decimal('13.0662')
    """
    with localcontext(WIDE):
        if not any(flow and times for flow, times in flows):
            return ZERO
        upwards, downwards = _changes(flows), _changes(flows[::-1])
        demand(upwards <= 1 and (downwards <= 1 or upwards), 3)
        worth = sum(flow * times for flow, times in flows)
        if not worth:
            return ZERO
        demand(upwards or downwards, 7)
        if upwards == downwards:
            # There are two rates. The calculator goes where the worth comes nearer to 0.
            upwards = worth * _moment(flows) > 0
        low, high = (ZERO, BOUND) if upwards else (-BOUND, ZERO)
        return find_rate(lambda growth: _worth(flows, growth), low, high) or ZERO


def rate_near(flows: Flows, estimate: Decimal) -> Decimal:
    """The rate of return that is nearest to an estimate, as ln(1 + r) goes.

    Raises:
        ErrorShown: Error 5, if the estimate is -100 or less.
        ProgramFault: if there is none; the calculator would search until a key is pressed.

    >>> flows = [(Decimal(each), 1) for each in (6, -133, 142, 282)]
    >>> round(rate_near(flows, Decimal(100)), 4), round(rate_near(flows, Decimal(1500)), 4)
    (Decimal('124.0483'), Decimal('1992.8529'))
    """
    demand(estimate > -100, 5)

    def balance(growth: Decimal) -> Decimal:
        return _worth(flows, growth)

    with localcontext(WIDE):
        start = (1 + estimate.scaleb(-2)).ln()
        if not balance(start.exp()):
            return estimate
        for step in range(_STEPS):
            for low in (start + step * _STEP, start - (step + 1) * _STEP):
                rate = find_rate(balance, low, low + _STEP)
                if rate is not None:
                    return rate
    raise ProgramFault("no rate of return is found; on the calculator, a key ends the search")


def _moment(flows: Flows) -> Decimal:
    """The flows, each times its period: how fast their worth falls as the rate leaves 0."""
    total, begin = ZERO, 0
    for flow, times in flows:
        total += flow * sum(range(begin, begin + times))
        begin += times
    return total


def _changes(flows: Flows) -> int:
    """How often the sum of the flows so far changes its sign."""
    sums = accumulate(flow * times for flow, times in flows)
    signs = [each > 0 for each in sums if each]
    return sum(a != b for a, b in pairwise(signs))


def _worth(flows: Flows, growth: Decimal) -> Decimal:
    discount = 1 / growth
    total = ZERO
    for flow, times in reversed(flows):
        for _ in range(times):
            total = flow + total * discount
    return total
