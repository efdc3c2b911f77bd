"""A number while it is being keyed in."""

import re
from decimal import Decimal
from typing import NamedTuple

from moolab.machines.hp12c.numbers import DIGITS, ZERO, exponent_text, fit

_GROUP = re.compile(r"(?<=\d)(?=(\d{3})+$)")
"""Where the commas go."""

_SHORT = 7
"""The digits that stay on the display beside an exponent."""


class Entry(NamedTuple):
    """The keys of a number so far; every key makes another entry.

    >>> entry = Entry()
    >>> for key in ("1", "2", "3", "4", ".", "5", "CHS"):
    ...     entry = entry.press(key)
    >>> entry.text, entry.value
    ('-1,234.5', Decimal('-1234.5'))
    """

    digits: str = ""
    integers: int | None = None
    negative: bool = False
    exponent: str | None = None
    exponent_negative: bool = False

    def press(self, key: str) -> "Entry":
        """The entry after a digit, ``.``, ``EEX`` or ``CHS``; many a key is ignored."""
        is_mantissa = self.exponent is None
        match key:
            case "." if is_mantissa and self.integers is None:
                digits = self.digits or "0"
                return self._replace(digits=digits, integers=len(digits))
            case "EEX" if is_mantissa:
                return self._with_exponent()
            case "CHS" if not is_mantissa:
                return self._replace(exponent_negative=not self.exponent_negative)
            case "CHS" if self.digits.strip("0"):
                return self._replace(negative=not self.negative)
            case _ if key.isdecimal() and self.exponent is not None:
                return self._replace(exponent=(self.exponent + key)[-2:])
            case _ if key.isdecimal() and len(self.digits) < DIGITS:
                return self._replace(digits=self.digits + key)
        return self

    def _with_exponent(self) -> "Entry":
        if not self.digits.strip("0"):
            return Entry("1", exponent="")
        integers = len(self.digits) if self.integers is None else self.integers
        # The mantissa would leave the display to make room for the exponent.
        if integers > _SHORT or not self.digits[:_SHORT].strip("0"):
            return self
        return self._replace(exponent="")

    @property
    def value(self) -> Decimal:
        """The number that the keys make, as a register holds it."""
        return fit(self._exact)

    @property
    def fits(self) -> bool:
        """Whether a register can hold it; if not, it cannot be keyed in any further."""
        return self.exponent is None or self.value == self._exact

    @property
    def _exact(self) -> Decimal:
        decimals = 0 if self.integers is None else len(self.digits) - self.integers
        exponent = int(self.exponent or 0) * (-1 if self.exponent_negative else 1)
        number = Decimal(int(self.digits or 0)).scaleb(exponent - decimals)
        return ZERO - number if self.negative else number

    @property
    def text(self) -> str:
        """What the display shows meanwhile."""
        digits = self.digits if self.exponent is None else self.digits[:_SHORT]
        integers = len(digits) if self.integers is None else self.integers
        grouped = _GROUP.sub(",", digits[:integers])
        mantissa = f"{'-' * self.negative}{grouped}.{digits[integers:]}"
        if self.exponent is None:
            return mantissa
        blanks = " " * (_SHORT - len(digits))
        return mantissa + blanks + exponent_text(int(self.exponent or 0), self.exponent_negative)
