"""Numbers of ten digits, with exponents from -99 to 99, and how they are shown.

Arithmetic is exact, then rounded half-up to ten digits, which is what the machine's 13 inner digits
come to for these operations.
"""

from decimal import MAX_EMAX, MIN_EMIN, ROUND_DOWN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

DIGITS = 10
"""The digits of a number."""

ZERO = Decimal(0)
ONE = Decimal(1)

LARGEST = Decimal("9.999999999E99")
"""What any larger number becomes."""

TEN_DIGITS = Context(DIGITS, ROUND_HALF_UP, MIN_EMIN, MAX_EMAX, traps=[])
"""Rounds a single operation as the machine does."""

WIDE = Context(60, ROUND_HALF_UP, MIN_EMIN, MAX_EMAX, traps=[])
"""For formulas of many operations, so that only the last rounding can be seen."""

_SHORT = 7
"""The digits of a number that is shown with an exponent."""

_LONGEST_FIXED = 9
"""The most decimals: the display has ten places, one of them for the zero before the point."""


def fit(value: Decimal) -> Decimal:
    """A number as a register holds it: ten digits, nothing below 1E-99, nothing beyond ``LARGEST``.

    >>> fit(Decimal("1.00000000049")), fit(Decimal("1E-100")), fit(Decimal("-1E100"))
    (Decimal('1.000000000'), Decimal('0'), Decimal('-9.999999999E+99'))
    """
    if value.is_infinite():
        return LARGEST.copy_sign(value)
    rounded = TEN_DIGITS.plus(value)
    exponent = rounded.adjusted()
    if not rounded or exponent < -99:
        return ZERO
    return LARGEST.copy_sign(rounded) if exponent > 99 else rounded


def overflows(value: Decimal) -> bool:
    """Whether a result is too large for a register.

    >>> overflows(Decimal("9.9999999994E99")), overflows(Decimal("9.9999999995E99"))
    (False, True)
    """
    return abs(TEN_DIGITS.plus(value)) > LARGEST


def from_fraction(value: Fraction) -> Decimal:
    """A quotient, rounded once.

    >>> from_fraction(Fraction(2, 3))
    Decimal('0.6666666667')
    """
    return TEN_DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator))


def whole(value: Decimal) -> bool:
    """Whether a number has nothing after its point."""
    return value == integer_part(value)


def integer_part(value: Decimal) -> Decimal:
    """What INTG leaves.

    >>> integer_part(Decimal("-3.75"))
    Decimal('-3')
    """
    return value.to_integral_value(ROUND_DOWN) + ZERO


def fractional_part(value: Decimal) -> Decimal:
    """What FRAC leaves.

    >>> fractional_part(Decimal("-3.75"))
    Decimal('-0.75')
    """
    return value - integer_part(value)


def round_to(value: Decimal, decimals: int) -> Decimal:
    """A number with at most so many decimals, half-up.

    >>> round_to(Decimal("2.345"), 2), round_to(Decimal("1.5E50"), 2)
    (Decimal('2.35'), Decimal('1.5E+50'))
    """
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)
    if -exponent <= decimals:
        return value
    return value.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP) + ZERO


def shown(value: Decimal, decimals: int | None) -> str:
    """A number as the display shows it.

    Args:
        decimals: how many are wanted, or None for the scientific format of ``f .``: seven digits,
            the rest cut off.

    >>> shown(Decimal("1234.567"), 2), shown(Decimal("0.0004"), 2), shown(Decimal("20"), 0)
    ('1,234.57', '0.0004', '20.')
    >>> shown(Decimal("-1.23456789E-12"), 2), shown(Decimal("1781400000000"), 2)
    ('-1.234567-12', '1.781400 12')
    """
    if decimals is None or value.adjusted() >= DIGITS:
        return _scientific(value)
    room = DIGITS - max(value.adjusted() + 1, 1)
    places = min(decimals, room)
    rounded = round_to(value, places)
    while value and not rounded and places < _LONGEST_FIXED:
        places += 1
        rounded = round_to(value, places)
    if value and not rounded:
        return _scientific(value)
    text = f"{rounded:,.{places}f}"
    return text if places else f"{text}."


def _scientific(value: Decimal) -> str:
    exponent = value.adjusted() if value else 0
    mantissa = first_digits(value, _SHORT)
    sign = "-" * value.is_signed()
    return f"{sign}{mantissa[0]}.{mantissa[1:]}{exponent_text(abs(exponent), exponent < 0)}"


def first_digits(value: Decimal, count: int) -> str:
    """The first digits of a number, with zeros where it has no more."""
    return "".join(map(str, value.as_tuple().digits))[:count].ljust(count, "0")


def exponent_text(size: int, negative: bool) -> str:
    """The last three places of the display: a minus or a blank, and two digits."""
    return f"{'-' if negative else ' '}{size:02}"


def plain(value: Decimal) -> str:
    """A number for programs: all its digits and no more, readable as a decimal.

    >>> plain(Decimal("0.1250")), plain(Decimal("1E5")), plain(LARGEST), plain(Decimal("-1E-12"))
    ('0.125', '100000', '9.999999999E99', '-1E-12')
    """
    short = value.normalize()
    if abs(short.adjusted()) <= DIGITS:
        return f"{short:f}"
    digits = "".join(map(str, short.as_tuple().digits))
    point = "." if digits[1:] else ""
    return f"{'-' * short.is_signed()}{digits[0]}{point}{digits[1:]}E{short.adjusted()}"
