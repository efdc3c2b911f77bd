"""What the search's constants are worth: ``python -m benchmarks.constants [NAME=VALUE ...]``.

Searches some games with constants of ``moolab.search`` changed, those of its kernels,
``branches.py`` or ``task.py``, and prints the guesses tried and the processor time. Everything is
compiled for it in a folder of its own, and thrown away.
"""

import os
import sys
import tempfile

GAMES = ["ab4x9", "mm4x7", "ab4x10", "mm4x8"]


def measure(changes: list[str]) -> None:
    """Print a line for these changes."""
    from moolab.codes.rules import Rules
    from moolab.search import branches, counting, glance, kernel, ordering, task
    from moolab.search.optimal import find

    modules = (kernel, glance, ordering, counting, branches, task)
    for change in changes:
        name, _, value = change.partition("=")
        # Kernels take in a constant when they are compiled, and that comes later.
        having = [module for module in modules if hasattr(module, name)]
        if not having:
            raise SystemExit(f"The search has no constant {name}.")
        for module in having:
            setattr(module, name, int(value))
    find(Rules.parse("ab3x4"), "worst")
    found = [(game, find(Rules.parse(game))) for game in GAMES]
    texts = (f"{game} {best.tried:>9,} {best.cpu_seconds:>6.2f} s" for game, best in found)
    print(f"{' '.join(changes) or 'as they are':<16}", *texts, sep="   ", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder
        measure(sys.argv[1:])
