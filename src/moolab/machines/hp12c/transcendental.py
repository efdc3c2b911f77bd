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

from dataclasses import replace
from decimal import Decimal

from moolab.machines.hp12c.working import ONE, TEN, Working

_UNIT = Working(ONE, 0)

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


def exp(x: Decimal) -> Decimal:
    """The exponential of x, a number of at most ten digits.

    Returns:
        Ten digits, with an exponent that can be too large for the machine. Between e^3 and e^4
        about 7 in 10,000 results are one unit too low.

    >>> exp(Decimal(1)), exp(Decimal("3.752989335"))
    (Decimal('2.718281828'), Decimal('42.64838193'))
    """
    return _exp(Working.of(x)).rounded


def ln(x: Decimal) -> Decimal:
    """The natural logarithm of x, a positive number of at most ten digits.

    >>> ln(Decimal(2)), ln(Decimal("0.999"))
    (Decimal('0.6931471806'), Decimal('-0.001000500334'))
    """
    return _ln(Working.of(x)).rounded


def power(y: Decimal, x: Decimal) -> Decimal:
    """The power y^x, which is e^(x ln y) with 13 digits on the way.

    Args:
        y: a number of at most ten digits.
        x: likewise; an integer where y is negative, positive where y is 0.

    >>> power(Decimal(2), Decimal(10)), power(Decimal(-2), Decimal(-3))
    (Decimal('1024'), Decimal('-0.125'))
    """
    if not y:
        return Decimal(0)
    result = _exp(_ln(Working.of(abs(y))).times(Working.of(x)))
    return replace(result, negative=y < 0 and int(x) % 2 != 0).rounded


def compound(rate: Working, periods: Working) -> tuple[Working, Working]:
    """The factor by which interest makes an amount grow, and what it is more than 1.

    The financial keys keep more digits than the others. The rate is not added to 1 before the
    logarithm is taken, and the exponential minds the square of what the pieces leave.

    Args:
        rate: the interest of one period, more than -1.
        periods: how many there are.

    >>> factor, gain = compound(Working.of(Decimal("0.1")), Working.of(Decimal(2)))
    >>> factor.rounded, gain.rounded
    (Decimal('1.210000000'), Decimal('0.2100000000'))
    """
    if not rate or not periods:
        return _UNIT, Working(0, 0)
    x = _ln_of_one_and(rate).times(periods)
    power, gain = _exp_of_size(x, refined=True)
    if not gain.exponent:
        power = _UNIT / power if x.negative else power
        return power, power - _UNIT
    gain = gain.normal
    if x.negative:
        gain = -gain / power
        power = _UNIT + gain
    return power, gain


def compound_part(rate: Working, part: Working) -> Working:
    """The factor for a part of a period, which is not computed with quite as many digits."""
    return _exp(_ln_of_one_and(rate).times(part)) if rate and part else _UNIT


def _exp(x: Working) -> Working:
    power, gain = _exp_of_size(x)
    if not x.negative:
        return power
    # Of 1 / (1 + r), 1 - r / (1 + r) gives more digits where r is small.
    return _UNIT - gain / power if gain.exponent else _UNIT / power


def _exp_of_size(x: Working, *, refined: bool = False) -> tuple[Working, Working]:
    """The exponential of the absolute value, and what it is more than 1.

    If what it is more than 1 has the exponent 0, there can be powers of 10 missing from it.
    """
    x = x if x.exponent >= 0 else x.normal

    # How often ln 10 goes into x; then ln 2, ln 1.1, ... into the rest, from the first that can.
    tens, rest, start = 0, x.mantissa, -x.exponent - 1
    if x.exponent >= 0:
        tens, rest = divmod(x.mantissa * 10**x.exponent, _LN_10)
        rest, start = rest * 10, 0
    counts = [0] * _PLACES
    for place in range(start, _PLACES):
        counts[place], rest = divmod(rest, _LN[place])
        if place + 1 < _PLACES:
            rest *= 10

    # What is left is e^rest - 1 as well, being so small; nearer is rest / (1 - rest / 2).
    if refined:
        rest = rest * TEN // (TEN - 5 * rest // 10 ** max(start + 1, _PLACES))

    # Then the factors 1 + 10^-place.
    first = 0 if tens else _first(counts, max(start + 1, _PLACES))
    for place in range(_PLACES - 1, first - 1, -1):
        for _ in range(counts[place]):
            rest += rest // 10**place + TEN
        rest //= 10
    return Working(ONE + rest // 10**first, min(tens, _HUGE)), Working(rest, -first)


def _ln(x: Working) -> Working:
    # A fraction, by what it lacks to 1: a tenth of the mantissa, or for numbers from 1 to 10 the
    # reciprocal, which lacks (x - 1) / x and gives more digits near 1.
    if x.exponent:
        return _ln_of_fraction(0, TEN - x.mantissa, x.exponent)
    lacking = (x - _UNIT) / x
    return _ln_of_fraction(-lacking.exponent - 1, lacking.mantissa, 0)


def _ln_of_one_and(rate: Working) -> Working:
    x = _UNIT + rate
    if x.exponent not in (0, -1):
        return _ln(x)
    lacking = rate if x.exponent else rate / x
    return _ln_of_fraction(-lacking.exponent - 1, lacking.mantissa, x.exponent)


def _ln_of_fraction(start: int, rest: int, exponent: int) -> Working:
    """The logarithm of a number; ``rest`` is what the fraction that stands for it lacks to 1.

    ``start`` is the decimal place where the next begins.
    """
    # How many factors 2, 1.1, ... it takes to 1.
    counts = [0] * _PLACES
    for place in range(start, _PLACES):
        while (less := rest + rest // 10**place - TEN) >= 0:
            rest = less
            counts[place] += 1
        rest *= 10

    # -ln(1 - r) is r / (1 - r / 2) for what is still lacking; beside powers of 10, r will do.
    tens = max(exponent, -exponent - 1, 0)
    first = 0
    if not tens:
        rest = rest * TEN // (TEN - 5 * rest // 10 ** (max(start, _PLACES) + 1))
        first = _first(counts, max(start, _PLACES - 1))
    for place in range(_PLACES - 1, first - 1, -1):
        rest = rest // 10 + counts[place] * _LN[place]
    if not tens:
        return Working(rest, -1 - first, exponent < 0).normal

    rest = (rest + 5) // 10
    if exponent > 0:
        rest = _LN_10 - rest
    rest += tens % 10 * _LN_10
    if tens >= 10:
        rest = rest // 10 + tens // 10 * _LN_10
    return Working(rest, int(tens >= 10), exponent < 0).normal


def _first(counts: list[int], default: int) -> int:
    return next((place for place, count in enumerate(counts) if count), default)
