"""Trigonometric and hyperbolic functions, to far more digits than the machine shows.

Angles are counted in quarter turns and a rest below one, so that the sine of 180 degrees is 0.
"""

from decimal import Decimal
from enum import Enum

from moolab.errors import ProgramFault
from moolab.machines.ti74.numbers import EXACT, ZERO

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")
_ONE, _TWO = Decimal(1), Decimal(2)
_NEGLIGIBLE = Decimal("1E-55")
_LARGEST_ANGLE = Decimal("1E10")
_SMALL = Decimal("1E-20")


class Angle(Enum):
    """What angles are measured in; the value is a quarter turn."""

    RAD = EXACT.divide(PI, _TWO)
    DEG = Decimal(90)
    GRAD = Decimal(100)


def sine(angle: Decimal, unit: Angle) -> Decimal:
    """The sine of an angle.

    Raises:
        ProgramFault: if the angle is so large that its digits say nothing.

    >>> f"{sine(Decimal(30), Angle.DEG):.50f}".rstrip("0")
    '0.5'
    """
    quarters, rest = _turned(angle, unit)
    value = _series(rest, _ONE, 0) if quarters % 2 else _series(rest, rest, 1)
    return value.copy_negate() if quarters % 4 >= 2 else value


def cosine(angle: Decimal, unit: Angle) -> Decimal:
    """The cosine of an angle."""
    quarters, rest = _turned(angle, unit)
    value = _series(rest, rest, 1) if quarters % 2 else _series(rest, _ONE, 0)
    return value.copy_negate() if quarters % 4 in (1, 2) else value


def tangent(angle: Decimal, unit: Angle) -> Decimal:
    """The tangent of an angle."""
    return EXACT.divide(sine(angle, unit), cosine(angle, unit))


def arctangent(value: Decimal, unit: Angle) -> Decimal:
    """The angle between -1 and 1 quarter turns with this tangent."""
    return _in_unit(_arctangent(value), unit)


def arcsine(value: Decimal, unit: Angle) -> Decimal:
    """The angle between -1 and 1 quarter turns with this sine."""
    return _in_unit(_arcsine(value), unit)


def arccosine(value: Decimal, unit: Angle) -> Decimal:
    """The angle between 0 and 2 quarter turns with this cosine."""
    return _in_unit(EXACT.subtract(Angle.RAD.value, _arcsine(value)), unit)


def hyperbolic_sine(value: Decimal) -> Decimal:
    """(e**x - e**-x) / 2."""
    if abs(value) < _SMALL:
        return value
    return EXACT.divide(EXACT.subtract(EXACT.exp(value), EXACT.exp(-value)), _TWO)


def hyperbolic_cosine(value: Decimal) -> Decimal:
    """(e**x + e**-x) / 2."""
    return EXACT.divide(EXACT.add(EXACT.exp(value), EXACT.exp(-value)), _TWO)


def hyperbolic_tangent(value: Decimal) -> Decimal:
    """Sinh x / cosh x, which is 1 for all that the machine shows where x is large."""
    limited = min(max(value, Decimal(-100)), Decimal(100))
    return EXACT.divide(hyperbolic_sine(limited), hyperbolic_cosine(limited))


def area_sine(value: Decimal) -> Decimal:
    """The inverse of the hyperbolic sine: ln(x + sqrt(x**2 + 1))."""
    if abs(value) < _SMALL:
        return value
    size = abs(value)
    root = EXACT.sqrt(EXACT.fma(size, size, _ONE))
    return EXACT.ln(EXACT.add(size, root)).copy_sign(value)


def area_cosine(value: Decimal) -> Decimal:
    """The inverse of the hyperbolic cosine: ln(x + sqrt(x**2 - 1))."""
    root = EXACT.sqrt(EXACT.fma(value, value, -_ONE))
    return EXACT.ln(EXACT.add(value, root))


def area_tangent(value: Decimal) -> Decimal:
    """The inverse of the hyperbolic tangent: ln((1 + x) / (1 - x)) / 2."""
    if abs(value) < _SMALL:
        return value
    ratio = EXACT.divide(EXACT.add(_ONE, value), EXACT.subtract(_ONE, value))
    return EXACT.divide(EXACT.ln(ratio), _TWO)


def _turned(angle: Decimal, unit: Angle) -> tuple[int, Decimal]:
    """Whole quarter turns, and the rest in radians."""
    if abs(angle) >= _LARGEST_ANGLE:
        raise ProgramFault("the angle is too large, they are less than 1E+10")
    quarters = EXACT.divide_int(angle, unit.value)
    rest = EXACT.subtract(angle, EXACT.multiply(quarters, unit.value))
    return int(quarters), EXACT.divide(EXACT.multiply(rest, Angle.RAD.value), unit.value)


def _in_unit(radians: Decimal, unit: Angle) -> Decimal:
    return EXACT.divide(EXACT.multiply(radians, unit.value), Angle.RAD.value)


def _series(angle: Decimal, term: Decimal, order: int) -> Decimal:
    """The terms of Taylor's series of sine and cosine from a first one on."""
    square = EXACT.multiply(angle, angle)
    total = ZERO
    while abs(term) > _NEGLIGIBLE * abs(total):
        total = EXACT.add(total, term)
        order += 2
        term = EXACT.divide(EXACT.multiply(term, square), Decimal(-order * (order - 1)))
    return total


def _arctangent(value: Decimal) -> Decimal:
    """In radians: halved twice by atan x = 2 atan(x / (1 + sqrt(1 + x**2))), then a series."""
    if abs(value) > 1:
        rest = _arctangent(EXACT.divide(_ONE, value))
        return EXACT.subtract(Angle.RAD.value.copy_sign(value), rest)
    for _ in range(2):
        root = EXACT.sqrt(EXACT.fma(value, value, _ONE))
        value = EXACT.divide(value, EXACT.add(_ONE, root))
    square = EXACT.multiply(value, value)
    total, power, order = ZERO, value, 1
    while abs(power) > _NEGLIGIBLE * abs(total):
        total = EXACT.add(total, EXACT.divide(power, Decimal(order)))
        power = EXACT.multiply(power, square).copy_negate()
        order += 2
    return EXACT.multiply(total, Decimal(4))


def _arcsine(value: Decimal) -> Decimal:
    """In radians; the square root has no value, and InvalidOperation is raised, beyond -1 and 1."""
    if abs(value) == 1:
        return Angle.RAD.value.copy_sign(value)
    return _arctangent(EXACT.divide(value, EXACT.sqrt(EXACT.fma(-value, value, _ONE))))
