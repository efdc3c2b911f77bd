"""Kooi's strategy: the guess with most different replies."""

from moolab.codes.kernels import Counts
from moolab.strategies.splitting import Splitting, Weighing


class Parts(Splitting):
    """x"""

    def weigh(self, sizes: Counts) -> Weighing:
        return Weighing(-(sizes > 0).astype("int64"), sizes**2)
