"""e^x, LN and y^x of the HP 12C, digit for digit as the calculator computes them.

The firmware has 13 decimal digits and only adds, subtracts and shifts them. It takes a number to
pieces over 2, 1.1, 1.01, ..., 1.000001; the number's logarithm has as many pieces ln 2, ln 1.1,
ln 1.01, ..., seven constants to remember. Finding how often each goes in is *pseudo-division*,
putting a number together again *pseudo-multiplication*, both as easy as long division and
multiplication at school (J. E. Meggitt, "Pseudo Division and Pseudo Multiplication Processes", IBM
Journal, April 1962; W. E. Egbert, "Personal Calculator Algorithms IV: Logarithmic Functions",
Hewlett-Packard Journal, April 1978).

The last digit of a result depends on where digits are cut off, and on two constants that end in a
digit too high. Both are as observed on the calculator's firmware under simulation.
"""

from decimal import ROUND_HALF_UP, Context, Decimal
from typing import NamedTuple

_ONE = 10**12
_TEN = 10**13

_LN_10 = 2_302_585_092_994

_LN = (
    6_931_471_805_600,
    9_531_017_980_433,
    9_950_330_853_168,
    9_995_003_330_835,
    9_999_500_033_331,
    9_999_950_000_333,
    9_999_995_000_003,
)
"""ln(1 + 10^-k) * 10^(13 + k); rounded, ln 2 and ln 1.1 would end in 599 and 432."""

_PLACES = len(_LN)

_HUGE = 200
"""A power of ten that is beyond every register."""

_TEN_DIGITS = Context(10, ROUND_HALF_UP)


class _Number(NamedTuple):
    """A number of 13 digits: mantissa * 10^(exponent - 12)."""

    mantissa: int
    exponent: int
    negative: bool = False

    @property
    def normal(self) -> "_Number":
        """The same number without leading zeros; digits beyond 13 are cut off."""
        mantissa, exponent, negative = self
        while mantissa >= _TEN:
            mantissa, exponent = mantissa // 10, exponent + 1
        while 0 < mantissa < _ONE:
            mantissa, exponent = mantissa * 10, exponent - 1
        return _Number(mantissa, exponent, negative)

    @property
    def rounded(self) -> Decimal:
        """The ten digits that a register keeps."""
        size = Decimal(self.mantissa).scaleb(self.exponent - 12)
        return _TEN_DIGITS.plus(-size if self.negative else size)


def exp(x: Decimal) -> Decimal:
    """The exponential of x.

    Args:
        x: a number of at most ten digits.

    Returns:
        Ten digits, with an exponent that may be too large for the machine. Between e^3 and e^4
        about 7 in 10,000 results are one unit too low.

    >>> exp(Decimal(1)), exp(Decimal("3.752989335"))
    (Decimal('2.718281828'), Decimal('42.64838193'))
    """
    return _exp(_number(x)).rounded


def ln(x: Decimal) -> Decimal:
    """The natural logarithm of x.

    Args:
        x: a positive number of at most ten digits.

    >>> ln(Decimal(2)), ln(Decimal("0.999"))
    (Decimal('0.6931471806'), Decimal('-0.001000500334'))
    """
    return _ln(_number(x)).rounded


def power(y: Decimal, x: Decimal) -> Decimal:
    """The power y^x, which is e^(x ln y) with 13 digits on the way.

    Args:
        y: a number of at most ten digits.
        x: likewise; an integer where y is negative, positive where y is 0.

    >>> power(Decimal(2), Decimal(10)), power(Decimal(-2), Decimal(-3))
    (Decimal('1024.000000'), Decimal('-0.1250000000'))
    """
    if not y:
        return Decimal(0)
    result = _exp(_product(_ln(_number(abs(y))), _number(x)))
    return result._replace(negative=y < 0 and int(x) % 2 != 0).rounded


def _number(x: Decimal) -> _Number:
    exponent = x.adjusted() if x else 0
    return _Number(int(abs(x).scaleb(12 - exponent)), exponent, x < 0)


def _exp(x: _Number) -> _Number:
    mantissa, exponent, negative = x if x.exponent >= 0 else x.normal

    # How often ln 10 goes into x; then ln 2, ln 1.1, ... into the rest, from the first that can.
    tens, rest, start = 0, mantissa, -exponent - 1
    if exponent >= 0:
        tens, rest = divmod(mantissa * 10**exponent, _LN_10)
        rest, start = rest * 10, 0
    counts = [0] * _PLACES
    for place in range(start, _PLACES):
        counts[place], rest = divmod(rest, _LN[place])
        if place + 1 < _PLACES:
            rest *= 10

    # What is left is e^rest - 1 as well, being so small; then the factors 1 + 10^-place.
    first = 0 if tens else _first(counts, max(start + 1, _PLACES))
    for place in range(_PLACES - 1, first - 1, -1):
        for _ in range(counts[place]):
            rest += rest // 10**place + _TEN
        rest //= 10
    result = _ONE + rest // 10**first

    tens = min(tens, _HUGE)
    if not negative:
        return _Number(result, tens)
    if not first:
        return _quotient(_ONE, result, -tens)
    # Of 1 / (1 + r), 1 - r / (1 + r) gives more digits where r is small.
    missing = _quotient(rest, result, -first)
    return _Number(_TEN + -missing.mantissa // 10 ** (-missing.exponent - 1), -1).normal


def _ln(x: _Number) -> _Number:
    mantissa, exponent, _ = x

    # A fraction, by what it lacks to 1: a tenth of the mantissa, or for numbers from 1 to 10 the
    # reciprocal, which lacks (x - 1) / x and gives more digits near 1.
    start, rest = 0, _TEN - mantissa
    if not exponent:
        above = _Number(mantissa - _ONE, 0).normal
        lacking = _quotient(above.mantissa, mantissa, above.exponent)
        start, rest = -lacking.exponent - 1, lacking.mantissa

    # How many factors 2, 1.1, ... it takes to 1.
    counts = [0] * _PLACES
    for place in range(start, _PLACES):
        while (less := rest + rest // 10**place - _TEN) >= 0:
            rest = less
            counts[place] += 1
        rest *= 10

    # -ln(1 - r) is r / (1 - r / 2) for what is still lacking; beside powers of 10, r will do.
    tens = max(exponent, -exponent - 1, 0)
    first = 0
    if not tens:
        rest = rest * _TEN // (_TEN - 5 * rest // 10 ** (max(start, _PLACES) + 1))
        first = _first(counts, max(start, _PLACES - 1))
    for place in range(_PLACES - 1, first - 1, -1):
        rest = rest // 10 + counts[place] * _LN[place]
    if not tens:
        return _Number(rest, -1 - first, exponent < 0).normal

    rest = (rest + 5) // 10
    if exponent > 0:
        rest = _LN_10 - rest
    rest += tens % 10 * _LN_10
    if tens >= 10:
        rest = rest // 10 + tens // 10 * _LN_10
    return _Number(rest, int(tens >= 10), exponent < 0).normal


def _first(counts: list[int], default: int) -> int:
    """The first place that counts anything."""
    return next((place for place, count in enumerate(counts) if count), default)


def _product(a: _Number, b: _Number) -> _Number:
    """One digit of b after the other, cut off each time; if there are 14 digits, all are kept."""
    mantissa = 0
    for digit in reversed(str(b.mantissa)):
        mantissa = mantissa // 10 + int(digit) * a.mantissa
    return _Number(mantissa, a.exponent + b.exponent, a.negative != b.negative)


def _quotient(a: int, b: int, exponent: int) -> _Number:
    """Long division of mantissas, times a power of ten."""
    if a < b:
        a, exponent = a * 10, exponent - 1
    return _Number(a * _ONE // b, exponent)
