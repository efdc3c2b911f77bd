"""The alpha-beta search of play, compiled; ``alphabeta.py`` is the source and explains it."""

from types import FunctionType
from typing import Any

from moolab.support.jit import inner
from moolab.trilobite.player import alphabeta
from moolab.trilobite.solver.bits import bits, kernel, of_bits

# A kernel that calls itself has to find itself, compiled, under its own name.
_names = {**vars(alphabeta), "__name__": __name__}
_search = _names["search"] = inner(FunctionType(alphabeta.search.__code__, _names))


@kernel
def search(
    grid: Any, memory: Any, own: Any, filled: Any, ply: int, depth: int, alpha: int, beta: int
) -> int:
    """As ``alphabeta.search``, for sets of cells split into words."""
    return int(_search(of_bits(grid), memory, bits(own), bits(filled), ply, depth, alpha, beta))
