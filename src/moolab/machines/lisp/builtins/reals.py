"""Powers, functions of real numbers, and chance."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from moolab.machines.lisp.builtins.base import Subject, builtin
from moolab.machines.lisp.data import Fault, Value
from moolab.machines.lisp.dialect import MOST_BITS


@dataclass
class Reals(Subject):
    """Functions whose values are floats as a rule.

    Args:
        seed: decides what ``random`` gives.
    """

    seed: int = 0
    _random: Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)
        self._fit = self.dialect.fit

    @builtin("expt", 2)
    def expt(self, base: Value, exponent: Value) -> Value:
        """A power."""
        is_exact = isinstance(base, int | Fraction) and isinstance(exponent, int)
        if is_exact and base != 0 and self.dialect.is_common and exponent < 0:
            base, exponent = 1 / Fraction(base), -exponent
        if is_exact and exponent >= 0:
            bits = max(base.numerator.bit_length(), base.denominator.bit_length())
            if abs(base) <= 1 == base.denominator or exponent * bits <= 2 * MOST_BITS:
                return self._fit(base**exponent)
            if self.dialect.is_common:
                raise Fault(f"a number has more than {MOST_BITS:,} bits")
        if base == 0 and isinstance(exponent, int | float | Fraction) and exponent < 0:
            raise Fault("division by zero")
        if base == 0 == exponent and isinstance(exponent, float) and self.dialect.is_common:
            raise Fault("expt has no value here")
        return self._real("expt", math.pow, base, exponent)

    def _real(self, name: str, function: Callable[..., float], *values: Value) -> Value:
        if not all(isinstance(each, int | float | Fraction) for each in values):
            raise self.refuse(name, "numbers", values[0])
        try:
            return self._fit(float(function(*(float(each) for each in values))))
        except OverflowError:
            return self._fit(math.inf)
        except ZeroDivisionError:
            raise Fault("division by zero") from None
        except ValueError:
            raise Fault(f"{name} has no value here") from None

    @builtin("sqrt", 1)
    def sqrt(self, value: Value) -> Value:
        """The square root."""
        return self._real("sqrt", math.sqrt, value)

    @builtin("exp", 1)
    def exp(self, value: Value) -> Value:
        """A power of e."""
        return self._real("exp", math.exp, value)

    @builtin("log", 1, 2)
    def log(self, *values: Value) -> Value:
        """A logarithm."""
        return self._real("log", math.log, *values)

    @builtin("sin", 1)
    def sin(self, value: Value) -> Value:
        """The sine."""
        return self._real("sin", math.sin, value)

    @builtin("cos", 1)
    def cos(self, value: Value) -> Value:
        """The cosine."""
        return self._real("cos", math.cos, value)

    @builtin("tan", 1)
    def tan(self, value: Value) -> Value:
        """The tangent."""
        return self._real("tan", math.tan, value)

    @builtin("asin", 1)
    def asin(self, value: Value) -> Value:
        """The angle of a sine."""
        return self._real("asin", math.asin, value)

    @builtin("acos", 1)
    def acos(self, value: Value) -> Value:
        """The angle of a cosine."""
        return self._real("acos", math.acos, value)

    @builtin("sinh", 1)
    def sinh(self, value: Value) -> Value:
        """The hyperbolic sine."""
        return self._real("sinh", math.sinh, value)

    @builtin("cosh", 1)
    def cosh(self, value: Value) -> Value:
        """The hyperbolic cosine."""
        return self._real("cosh", math.cosh, value)

    @builtin("tanh", 1)
    def tanh(self, value: Value) -> Value:
        """The hyperbolic tangent."""
        return self._real("tanh", math.tanh, value)

    @builtin("atan", 1, 2)
    def atan(self, value: Value, by: Value = 1) -> Value:
        """The angle of a tangent."""
        return self._real("atan", math.atan2, value, by)

    @builtin("float", 1)
    def as_float(self, value: Value) -> Value:
        """As a float."""
        return self._real("float", lambda number: number, value)

    @builtin("random", 1)
    def random(self, most: Value) -> Value:
        """A number from 0 on below another."""
        if isinstance(most, int) and most > 0:
            return self._random.randrange(most)
        if isinstance(most, float) and most > 0:
            return self._fit(self._random.random() * most)
        raise self.refuse("random", "a number above zero", most)
