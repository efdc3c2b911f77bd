"""The machine's numbers: seven digits to the base 100, and their text.

A number has 14 decimal digits where its first digit to the base 100 is 10 or more, otherwise 13. It
is kept as a ``Decimal`` that is such a number; every result is worked out to far more digits and
then rounded, half away from zero, as TI's family does.
"""

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal, DivisionByZero, InvalidOperation, Overflow

from moolab.errors import ProgramFault

EXACT = Context(
    prec=60,
    rounding=ROUND_HALF_UP,
    Emin=-999_999,
    Emax=999_999,
    traps=[DivisionByZero, InvalidOperation, Overflow],
)
"""Digits to spare for whatever is rounded in the end."""

ZERO = Decimal(0)
TRUE, FALSE = Decimal(-1), ZERO

LARGEST_EXPONENT, SMALLEST_EXPONENT = 127, -128
"""Of ten: 64 digits to the base 100 before the point, and as many zeros behind it."""

NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
"""A number without a sign."""

_SIGNED = re.compile(f"[+-]?{NUMBER.pattern}", NUMBER.flags)
_DISPLAYED = 10
_MANTISSA = 6


def rounded(value: Decimal) -> Decimal:
    """The machine's number for a value.

    Raises:
        ProgramFault: if it is too large. What is too small becomes 0.

    >>> rounded(Decimal(2) / 3 * 100)  # 66.66..., 14 digits
    Decimal('66.666666666667')
    >>> rounded(Decimal(20) / 3)  # 6.66..., 13 digits
    Decimal('6.666666666667')
    """
    if not value:
        return ZERO
    last = value.adjusted() // 2 * 2 - 12
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)
    if exponent < last:
        value = value.quantize(Decimal((0, (1,), last)), ROUND_HALF_UP, EXACT)
    if value.adjusted() > LARGEST_EXPONENT:
        raise ProgramFault("the number is too large, 9.9999999999999E+127 is the largest")
    return value if value.adjusted() >= SMALLEST_EXPONENT else ZERO


def calculated(compute: Callable[[], Decimal]) -> Decimal:
    """The machine's number for a result."""
    try:
        value = compute()
    except Overflow:
        raise ProgramFault("the number is too large") from None
    except DivisionByZero:
        raise ProgramFault("division by zero") from None
    except InvalidOperation:
        raise ProgramFault("that cannot be calculated") from None
    if value.is_infinite():  # the logarithm of 0, which traps nothing
        raise ProgramFault("that cannot be calculated")
    return rounded(value)


def add(left: Decimal, right: Decimal) -> Decimal:
    """The sum.

    >>> add(Decimal("1E13"), Decimal("0.5"))  # half of the last of 14 digits
    Decimal('10000000000001')
    """
    return rounded(EXACT.add(left, right))


def subtract(left: Decimal, right: Decimal) -> Decimal:
    """The difference."""
    return rounded(EXACT.subtract(left, right))


def multiply(left: Decimal, right: Decimal) -> Decimal:
    """The product."""
    return rounded(EXACT.multiply(left, right))


def divide(left: Decimal, right: Decimal) -> Decimal:
    """The quotient; raises ProgramFault if the divisor is 0, or the quotient too large.

    >>> divide(Decimal(1), Decimal(3))
    Decimal('0.33333333333333')
    """
    if not right:
        raise ProgramFault("division by zero")
    return rounded(EXACT.divide(left, right))


def power(base: Decimal, exponent: Decimal) -> Decimal:
    """A power; exact where the exponent is an integer and the digits suffice.

    Raises:
        ProgramFault: if there is none, or it is too large.

    >>> power(Decimal(10), Decimal(9)) == 10**9, power(Decimal(0), Decimal(0))
    (True, Decimal('1'))
    """
    if not exponent:
        return Decimal(1)
    if not base and exponent < 0:
        raise ProgramFault("0 has no negative powers")
    if base < 0 and exponent != exponent.to_integral_value():
        raise ProgramFault("a negative number has only integer powers")
    return calculated(lambda: EXACT.power(base, exponent))


def whole(value: Decimal) -> int:
    """The nearest integer, as places in texts and arrays are found.

    >>> whole(Decimal("2.5")), whole(Decimal("2.4"))
    (3, 2)
    """
    return int(value.to_integral_value(ROUND_HALF_UP))


def truth(value: bool) -> Decimal:
    """-1 or 0.

    >>> truth(2 > 1)
    Decimal('-1')
    """
    return TRUE if value else FALSE


def parse(text: str) -> Decimal | None:
    """The number that a text says, or None; raises ProgramFault if it is too large.

    >>> parse(" -1.5E3 "), parse("12x")
    (Decimal('-1.5E+3'), None)
    """
    text = text.strip(" ")
    return rounded(Decimal(text)) if _SIGNED.fullmatch(text) else None


def as_text(value: Decimal) -> str:
    """A number as STR$ gives it: at most 10 digits, or 6 and a power of ten.

    The power of ten is shown for integers of more than 10 digits, and where the 10 digits would
    show less of the number than the 6 do. A zero before the point is not shown.

    >>> [as_text(Decimal(text)) for text in ("1234567890", "12345678901", "-0.5", "3.1415926536")]
    ['1234567890', '1.23457E+10', '-.5', '3.141592654']
    >>> [as_text(Decimal(text)) for text in ("0.00001", "0.0000123456", "1E10", "1E-100")]
    ['.00001', '.0000123456', '1.E+10', '1.E-100']
    >>> as_text(Decimal("9.9999999999999E127"))  # rounded down, as there is no 1.E+128
    '9.99999E+127'
    """
    if not value:
        return "0"
    place = value.adjusted()
    if place < _DISPLAYED and value == value.to_integral_value():
        return f"{value:.0f}"
    digits = len(value.normalize(EXACT).as_tuple().digits)
    shown = _DISPLAYED + min(place + 1, 0)
    if place < _DISPLAYED and min(digits, shown) >= min(digits, _MANTISSA):
        places = _DISPLAYED - max(place + 1, 0)
        text = f"{value.quantize(Decimal((0, (1,), -places)), ROUND_HALF_UP, EXACT):f}"
        if abs(Decimal(text)) < Decimal(10) ** _DISPLAYED:
            sign, number = ("-", text[1:]) if value < 0 else ("", text)
            return sign + (number.strip("0") if "." in number else number).rstrip(".")
    mantissa = value.scaleb(-place, EXACT).quantize(Decimal("0.00001"), ROUND_HALF_UP, EXACT)
    if abs(mantissa) >= 10:
        if place == LARGEST_EXPONENT:  # 1.E+128 could not be read back
            return f"{'-' * (value < 0)}9.99999E+{place}"
        mantissa, place = mantissa.scaleb(-1, EXACT), place + 1
    return f"{str(mantissa).rstrip('0')}E{place:+03d}"
