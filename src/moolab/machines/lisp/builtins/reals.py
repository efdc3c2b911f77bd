"""Powers, functions of real numbers, and chance."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from random import Random

from moolab.machines.lisp.builtins.base import Subject, Table, builtin
from moolab.machines.lisp.data import Builtin, Fault, Value
from moolab.machines.lisp.dialect import MOST_BITS

_FUNCTIONS: tuple[tuple[str, int, Callable[..., float]], ...] = (
    ("sqrt", 1, math.sqrt), ("exp", 1, math.exp), ("log", 2, math.log), ("float", 1, float),
    ("sin", 1, math.sin), ("cos", 1, math.cos), ("tan", 1, math.tan), ("asin", 1, math.asin),
    ("acos", 1, math.acos), ("sinh", 1, math.sinh), ("cosh", 1, math.cosh), ("tanh", 1, math.tanh),
)  # fmt: skip
"""With how many arguments each takes; the least is one."""


@dataclass
class Reals(Subject):
    """Functions whose values are floats as a rule."""

    seed: int = 0
    _random: Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)
        self._fit = self.dialect.fit

    def functions(self) -> Iterator[Builtin]:
        yield from super().functions()
        for name, most, function in _FUNCTIONS:
            yield Builtin(name, 1, most, partial(self._real, name, function))

    def table(self) -> Table:
        return {"atan": lambda value, by=1: self._real("atan", math.atan2, value, by)}

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

    @builtin("random", 1)
    def random(self, most: Value) -> Value:
        """A number from 0 on below another."""
        if isinstance(most, int) and most > 0:
            return self._random.randrange(most)
        if isinstance(most, float) and most > 0:
            return self._fit(self._random.random() * most)
        raise self.refuse("random", "a number above zero", most)
