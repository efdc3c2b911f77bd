"""Parameters that are numbers: what they can be, in words."""

import math
import re
from typing import Any

import click

from moolab.support.text import quote

MOST = (1 << 63) - 1
"""The largest number that iterators and compiled code can count to."""

_MOST_MIB = 1 << 40
"""More than 64 bits of address reach, so that no ceiling is meant."""

_MOST_SECONDS = 10**9
"""Some thirty years: clocks count nanoseconds in 64 bits, which end after three hundred."""

_ENDLESS = 10**9
"""A limit as far away as this is not mentioned before it is met."""


class IntegerType(click.IntRange):
    """A parameter that is a whole number, within what can be counted.

    Args:
        least: the least that it can be, if anything.
        most: the most that it can be.

    Attributes:
        refusal: what is said of a text that cannot be read.
    """

    name = "integer"
    refusal = "is not a whole number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        super().__init__(-MOST - 1 if least is None else least, MOST if most is None else most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        try:
            number = _read_integer(str(value).strip())
        except ValueError:
            self.fail(f"{quote(str(value))} {self.refusal}.", param, ctx)
        _check_range(self, number, value, param, ctx)
        return number

    def _describe_range(self) -> str:
        return _describe_range(self)


class MemoryType(IntegerType):
    """A parameter that says how much memory can be used: MiB are typed, bytes are given.

    Args:
        most: the most MiB that it can be.
    """

    def __init__(self, most: int = _MOST_MIB) -> None:
        super().__init__(1, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, and count in bytes."""
        return super().convert(value, param, ctx) << 20


class AmountType(click.FloatRange):
    """A parameter that says how much of something, from 0 on.

    Args:
        name: of what, such as seconds.
        most: the most that it can be.
        positive: whether it has to be more than 0.
    """

    def __init__(self, name: str, most: float, *, positive: bool = False) -> None:
        super().__init__(0, most, min_open=positive)
        self.name = name

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number, which has to be one."""
        try:
            amount = float(value)
        except ValueError:
            amount = math.nan
        if math.isnan(amount):
            self.fail(f"{quote(str(value))} is not a number of {self.name}.", param, ctx)
        _check_range(self, amount, value, param, ctx)
        return amount

    def _describe_range(self) -> str:
        return _describe_range(self)


SECONDS = AmountType("seconds", _MOST_SECONDS, positive=True)
"""A parameter that says how long something may take."""


def _read_integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        # Python reads no numbers of thousands of digits; they are beyond all limits.
        if not re.fullmatch(r"[+-]?\d+", text):
            raise
        return -2 * MOST if text.startswith("-") else 2 * MOST


def _check_range(
    allowed: click.IntRange | click.FloatRange,
    number: float,
    value: object,
    param: click.Parameter | None,
    ctx: click.Context | None,
) -> None:
    least, most = allowed.min, allowed.max
    wrong = ""
    if least is not None and allowed.min_open and number <= least:
        wrong = f"too small; it has to be more than {least}"
    elif least is not None and number < least:
        wrong = f"too small; {least} is the least"
    elif most is not None and number > most:
        wrong = f"too large; {most} is the most"
    if wrong:
        allowed.fail(f"{quote(str(value))} is {wrong}.", param, ctx)


def _describe_range(allowed: click.IntRange | click.FloatRange) -> str:
    """Say in words what the help of an option shows; nothing, if all numbers will do."""
    least, most = allowed.min, allowed.max
    if least is None or least < -_ENDLESS:
        return "" if most is None or most >= _ENDLESS else f"at most {most}"
    if most is None or most >= _ENDLESS:
        return f"more than {least}" if allowed.min_open else f"at least {least}"
    return f"{least} to {most}"
