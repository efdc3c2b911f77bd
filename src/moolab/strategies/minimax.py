"""Knuth's strategy: the guess whose worst reply leaves the fewest candidates."""

from moolab.codes.kernels import Counts
from moolab.strategies.splitting import Splitting, Weighing


class Minimax(Splitting):
    """x"""

    largest = True

    def weigh(self, sizes: Counts) -> Weighing:
        return Weighing(sizes, sizes**2)
