"""Functions for kernels, before Numba has made anything of them."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any


class Part:
    """A function that kernels call; Numba compiles it together with the first that does.

    Args:
        prepare: called before it is compiled, to make known to Numba what is in it.
        counted: whether references to arrays are counted; not in what cuts them from a ``Room``.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        prepare: Callable[[], object] = bool,
        *,
        counted: bool = True,
        **options: Any,
    ) -> None:
        update_wrapper(self, function)
        self.py_func, self.prepare, self.options = function, prepare, options
        self.counted = counted
        self.made: Any = None
        """What Numba has made of it in this process, for Python if Python calls it."""

    def __call__(self, *args: Any) -> Any:
        """Run it in plain Python."""
        return self.py_func(*args)


class Intrinsic(Part):
    """A part whose instructions the function writes, as with ``numba.extending.intrinsic``."""


def intrinsic(function: Callable[..., Any]) -> Any:
    """A part of kernels that is called as a function; the first argument is Numba's context."""
    return Intrinsic(function)
