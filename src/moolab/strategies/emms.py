"""Emms."""

import numpy as np

from moolab.codes.kernels import Counts
from moolab.strategies.splitting import Splitting, Weighing


class Emms(Splitting):
    """x"""

    def weigh(self, sizes: Counts) -> Weighing:
        return Weighing(-(sizes > 0).astype(np.int64), -(sizes == 1).astype(np.int64))
