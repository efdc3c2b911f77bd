"""Whether a kernel is worth its price, which is to be loaded, or even compiled.

Some work can be done by NumPy alone, slower, but at once. A caller that does not know how much more
is to come rents skis until the rent has reached the price of a pair, and buys them then: that never
costs more than twice as much as knowing it from the beginning. So here seconds of NumPy are the
rent, and what a process has spent so far counts.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from moolab.support.kernel_cache import is_kept

_IMPORTING = _LOADING = 0.3
"""Seconds to import Numba, and to load the kernels for one guess or one tree that are kept on disk:
what ``moo next`` takes longer with them than without."""

_is_kept = cache(is_kept)
"""Read once in each process: a kernel that it compiles later is already paid for."""

_bought: set[tuple[str, int]] = set()
_spent = 0.0
_forced: bool | None = None


def pays(kernel: str, places: int, seconds: float, compiling: float) -> bool:
    """Whether to do some work with kernels. If not, report the work to ``spend``.

    Args:
        kernel: the main one, as ``"strategies.kernels.best_of"``.
        places: of the game; each number of places has kernels of its own.
        seconds: about what NumPy would take.
        compiling: about what it takes to compile the kernels.
    """
    if _forced is not None:
        return _forced
    if (kernel, places) not in _bought:
        price = _LOADING if _is_kept(kernel, places) else compiling
        price += 0 if "numba" in sys.modules else _IMPORTING
        if _spent + seconds < price:
            return False
        _bought.add((kernel, places))
    return True


def spend(seconds: float) -> None:
    """Count work that is done without kernels.

    Args:
        seconds: about what it takes.
    """
    global _spent  # noqa: PLW0603 - one purse for the whole process
    _spent += seconds


@contextmanager
def force_kernels(kernels: bool) -> Iterator[None]:
    """Do all work with kernels, or none."""
    global _forced  # noqa: PLW0603 - for a whole process, or for a test
    before, _forced = _forced, kernels
    try:
        yield
    finally:
        _forced = before
