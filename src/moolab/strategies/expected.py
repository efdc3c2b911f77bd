"""Irving's strategy: the guess that leaves the fewest candidates on average."""

from moolab.codes.kernels import Counts
from moolab.strategies.splitting import Splitting, Weighing


class Expected(Splitting):
    """x"""

    win = (1, 0)

    def weigh(self, sizes: Counts) -> Weighing:
        return Weighing(sizes**2, -(sizes > 0).astype("int64"))
