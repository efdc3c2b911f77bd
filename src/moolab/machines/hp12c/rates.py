"""The rate at which money is worth nothing, found by halving."""

from collections.abc import Callable
from decimal import Decimal

from moolab.machines.hp12c.numbers import ONE, ZERO

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

    There must not be more than one.

    Args:
        balance: what is left at a growth of 1 + r a period.
        low: bound of ln(1 + r).
        high: bound of ln(1 + r).

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
