"""Where uLisp and the Lisp of the article on trilobite, a part of Common Lisp, disagree."""

import math
import struct
from dataclasses import dataclass

from moolab.machines.notation.data import Fault, Value

BITS = 32
_LEAST, _MOST = -(1 << BITS - 1), (1 << BITS - 1) - 1
MOST_BITS = 4096
"""Of an integer in the article's Lisp; Python prints a few more."""


@dataclass(frozen=True)
class Dialect:
    """A dialect.

    Args:
        is_common: whether it is the part of Common Lisp that the article on trilobite needs.
            Otherwise a name means one thing, function or variable, integers have 32 bits, functions
            are lists and see the variables of their callers, and names are printed in small
            letters.
    """

    name: str
    is_common: bool

    def fit(self, number: Value) -> Value:
        """A result of arithmetic as the dialect holds it.

        Integers of uLisp that need more than 32 bits become floats; floats are single.
        """
        if number.__class__ is int:
            if _LEAST <= number <= _MOST:
                return number
            if self.is_common:
                if number.bit_length() > MOST_BITS:
                    raise Fault(f"a number has more than {MOST_BITS:,} bits")
                return number
            try:
                return self.single(float(number))
            except OverflowError:
                return math.inf if number > 0 else -math.inf
        return self.single(number)

    def single(self, number: float) -> float:
        """A float in 32 bits."""
        try:
            [single] = struct.unpack("f", struct.pack("f", number))
        except OverflowError:
            single = math.copysign(math.inf, number)
        if self.is_common and not math.isfinite(single):
            raise Fault("a float is too large")
        # A zero of uLisp is the same with either sign.
        return float(single) if self.is_common else float(single) + 0.0

    def take(self, number: float, bits: bool) -> Value:
        """A number that is read: ``#xffffffff`` has 32 bits in uLisp, and so is -1."""
        if bits and not self.is_common and isinstance(number, int) and _MOST < number < 1 << BITS:
            return number - (1 << BITS)
        return self.fit(number)

    def show_float(self, number: float) -> str:
        """A float as it is printed: six digits in uLisp, as many as it takes in Common Lisp.

        uLisp looks at the sign last: its zero and its infinities have none.
        """
        if not math.isfinite(number):
            return "NaN" if math.isnan(number) else "Inf"
        if number == 0 and not self.is_common:
            return "0"
        least, most = (1e-3, 1e7) if self.is_common else (1e-3, 1e5)
        digits, exponent = _digits(number, shortest=self.is_common)
        sign = "-" if math.copysign(1, number) < 0 else ""
        size = abs(float(f"{digits[0]}.{digits[1:] or 0}e{exponent}"))
        if number == 0:
            return f"{sign}0.0"
        if least <= size < most:
            if exponent < 0:
                return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
            padded = digits.ljust(exponent + 1, "0")
            return f"{sign}{padded[: exponent + 1]}.{padded[exponent + 1 :] or 0}"
        return f"{sign}{digits[0]}.{digits[1:] or 0}e{exponent}"

    def absent(self, what: str) -> Fault:
        """What is said of a part of Common Lisp that is not here."""
        if self.is_common:
            return Fault(f"{what}: this is Common Lisp beyond the article; SBCL runs it")
        return Fault(f"{what}: uLisp does not have this, nor does moolab; Common Lisp does")


def _digits(number: float, shortest: bool) -> tuple[str, int]:
    """The digits of a float without zeros behind, and the power of ten of the first one."""
    for places in range(9) if shortest else (5,):
        mantissa, _, exponent = f"{abs(number):.{places}e}".partition("e")
        if struct.pack("f", float(f"{mantissa}e{exponent}")) == struct.pack("f", abs(number)):
            break
    return mantissa.replace(".", "").rstrip("0") or "0", int(exponent)


ULISP = Dialect("ulisp", is_common=False)
COMMON = Dialect("common", is_common=True)
DIALECTS = {each.name: each for each in (ULISP, COMMON)}
"""All of them by name."""
