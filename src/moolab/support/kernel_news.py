"""What is said of kernels: that they are compiled, and whether something is not as it should be."""

import sys
from functools import cache
from importlib.metadata import version
from multiprocessing import parent_process

from moolab.support import kernel_cache

CHANGED = (ImportError, AttributeError, TypeError)
"""What Python raises where a part of Numba that is not promised is gone, or is another one."""

_COMPILING = "compiling kernels, once on this machine ..."


def say_that_it_compiles() -> None:
    """Say that compiling takes a moment, where that was not prepared."""
    if kernel_cache.folder_to_write() is None:
        say_that_nothing_is_kept(kernel_cache.why_none())
    else:
        say_once(_COMPILING)


def say_that_nothing_is_kept(reason: str) -> None:
    """Say that compiling takes a moment at every start, for a reason that is half a sentence."""
    say_once(f"moolab: every start compiles kernels again, because they are not kept: {reason}")


def say_that_parts_are_whole() -> None:
    """Say that kernels take longer to compile than with the versions of Numba that we know."""
    say_once(f"moolab: kernels take longer to compile, because {numba_differs()}")


def numba_differs() -> str:
    """Why something private of Numba cannot be used: not a whole sentence."""
    return f"Numba {version('numba')} differs from the versions that moolab is tested with"


@cache
def say_once(sentence: str) -> None:
    """Say a sentence on stderr, once in this process; processes that work for it say nothing."""
    if parent_process() is None:
        # Where a status line stands, this takes its place.
        start = "\r\033[K" if sys.stderr.isatty() else ""
        print(f"{start}{sentence}", file=sys.stderr, flush=True)
