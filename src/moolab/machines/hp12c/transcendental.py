"""Exponentials, logarithms and powers, correctly rounded to ten digits."""

from decimal import Decimal

from moolab.machines.hp12c.numbers import TEN_DIGITS, WIDE


def exp(x: Decimal) -> Decimal:
    """The exponential of x.

    >>> exp(Decimal(1))
    Decimal('2.718281828')
    """
    return TEN_DIGITS.plus(WIDE.exp(x))


def ln(x: Decimal) -> Decimal:
    """The natural logarithm of a positive number.

    >>> ln(Decimal(10))
    Decimal('2.302585093')
    """
    return TEN_DIGITS.plus(WIDE.ln(x))


def power(y: Decimal, x: Decimal) -> Decimal:
    """The power of y by x; where y is negative, x is an integer, and where y is 0, x is positive.

    >>> power(Decimal(-2), Decimal(3)), power(Decimal(2), Decimal("0.5"))
    (Decimal('-8'), Decimal('1.414213562'))
    """
    return TEN_DIGITS.plus(WIDE.power(y, x))
