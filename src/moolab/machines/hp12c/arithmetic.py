"""The functions of one and of two numbers."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from math import factorial

from moolab.machines.hp12c import transcendental
from moolab.machines.hp12c.faults import demand
from moolab.machines.hp12c.numbers import (
    LARGEST,
    ONE,
    TEN_DIGITS,
    ZERO,
    fractional_part,
    integer_part,
    whole,
)
from moolab.machines.hp12c.working import Working

_MAX_FACTORIAL = 69
_MAX_EXPONENT = 100
"""Powers of ten beyond which every result overflows, or vanishes."""


def divide(y: Decimal, x: Decimal) -> Decimal:
    """Y divided by X.

    >>> divide(Decimal(2), Decimal(3))
    Decimal('0.6666666667')
    """
    demand(x, 0)
    return TEN_DIGITS.divide(y, x)


def percent(y: Decimal, x: Decimal) -> Decimal:
    """What X percent of Y are."""
    return TEN_DIGITS.multiply(y, x).scaleb(-2)


def percent_change(y: Decimal, x: Decimal) -> Decimal:
    """How many percent X is more than Y.

    >>> percent_change(Decimal(80), Decimal(100))
    Decimal('25')
    """
    demand(y, 0)
    base = Working.of(y)
    return ((Working.of(x) - base) / base).rounded.scaleb(2)


def percent_of_total(y: Decimal, x: Decimal) -> Decimal:
    """How many percent of Y are X."""
    return divide(x.scaleb(2), y)


def power(y: Decimal, x: Decimal) -> Decimal:
    """Y to the power of X.

    >>> power(Decimal(-2), Decimal(3)), power(Decimal(0), Decimal(2))
    (Decimal('-8'), Decimal('0'))
    """
    demand(x > 0 if not y else y > 0 or whole(x), 0)
    if not y:
        return ZERO
    size = x * abs(y).log10()
    if abs(size) > _MAX_EXPONENT:
        return _beyond(size, negative=y < 0 and int(x) % 2 != 0)
    return transcendental.power(y, x)


def square_root(x: Decimal) -> Decimal:
    """The square root of X."""
    demand(x >= 0, 0)
    return TEN_DIGITS.sqrt(x)


def exponential(x: Decimal) -> Decimal:
    """The exponential of X."""
    if abs(x) > 3 * _MAX_EXPONENT:
        return _beyond(x, negative=False)
    return transcendental.exp(x)


def logarithm(x: Decimal) -> Decimal:
    """The natural logarithm of X."""
    demand(x > 0, 0)
    return transcendental.ln(x)


def factorial_of(x: Decimal) -> Decimal:
    """n!, for integers from 0; past 69! it overflows.

    >>> factorial_of(Decimal(5))
    Decimal('120')
    """
    demand(x >= 0 and whole(x), 0)
    return Decimal(factorial(int(x))) if x <= _MAX_FACTORIAL else _beyond(x, negative=False)


def _beyond(size: Decimal, *, negative: bool) -> Decimal:
    """A result whose exponent is far outside: more than the largest number, or nothing."""
    huge = LARGEST * 10
    return ZERO if size < 0 else -huge if negative else huge


OF_ONE: dict[str, Callable[[Decimal], Decimal]] = {
    "1/x": partial(divide, ONE), "SQRT": square_root, "e^x": exponential, "LN": logarithm,
    "FRAC": fractional_part, "INTG": integer_part, "n!": factorial_of,
}  # fmt: skip
"""Functions of the number in X."""

OF_TWO: dict[str, Callable[[Decimal, Decimal], Decimal]] = {
    "+": TEN_DIGITS.add, "-": TEN_DIGITS.subtract, "x": TEN_DIGITS.multiply, "/": divide,
    "y^x": power,
}  # fmt: skip
"""Functions of the numbers in Y and X; the stack drops."""

PERCENTAGES: dict[str, Callable[[Decimal, Decimal], Decimal]] = {
    "%": percent, "D%": percent_change, "%T": percent_of_total,
}  # fmt: skip
"""Functions of the numbers in Y and X that leave Y where it is."""
