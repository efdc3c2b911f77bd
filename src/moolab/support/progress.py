"""How far a search has come, in numbers and in words."""

from dataclasses import dataclass
from fractions import Fraction

from moolab.support.text import clock

_TELLING = 0.1
"""The share that has to be settled before it says how long the rest takes: the first parts of large
games are not a measure. Of mm5x8 it was thought to be 16, then 26, then 42 hours."""


@dataclass(frozen=True)
class Progress:
    """How far a search has come.

    Args:
        low, high: bounds of that; None while the search is about something else, and high while
            nothing has been found.
        share: of all there is to settle, what is settled; None if that is not known.
        seconds: since it began.

    >>> print(Progress("the least total", 840, 854, 0.5, 9.0))
    the least total: 840 to 854, 50% settled, 9 s, about 9 s to go
    >>> print(Progress("the least total", 840, None, 0.01, 185.0))
    the least total: 840 or more, 1% settled, 3:05
    >>> print(Progress("the value, 3 trees", Fraction(2), Fraction(29, 12), None, 1.2))
    the value, 3 trees: 2.00000 to 2.41667, 1 s
    """

    aim: str
    low: int | Fraction | None
    high: int | Fraction | None
    share: float | None
    seconds: float

    def __str__(self) -> str:
        told = [] if self.low is None else [self.bounds]
        if self.share is not None:
            told.append(f"{self.share:.0%} settled")
        told.append(_clock(self.seconds))
        if self.share is not None and self.share >= _TELLING:
            left = self.seconds * (1 - self.share) / self.share
            told.append(f"about {_duration(left)} to go")
        return f"{self.aim}: {', '.join(told)}"

    @property
    def bounds(self) -> str:
        """Both bounds, in words; there is a lower one."""
        assert self.low is not None
        end = "or more" if self.high is None else f"to {_number(self.high)}"
        return f"{_number(self.low)} {end}"


def _number(bound: int | Fraction) -> str:
    return f"{bound:,}" if isinstance(bound, int) else f"{float(bound):.5f}"


def _clock(seconds: float) -> str:
    """A time that is seen to go on.

    >>> _clock(99), _clock(185), _clock(3661)
    ('99 s', '3:05', '1:01:01')
    """
    return f"{seconds:.0f} s" if seconds < 100 else clock(seconds)


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} h"
