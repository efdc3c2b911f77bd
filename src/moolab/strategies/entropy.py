"""Neuwirth's strategy: the guess whose reply carries most information."""

from decimal import Context, Decimal
from functools import lru_cache
from itertools import count

import numpy as np

from moolab.codes.kernels import Counts
from moolab.strategies.splitting import Splitting, Weighing


class Entropy(Splitting):
    """x"""

    def weigh(self, sizes: Counts) -> Weighing:
        most = self.rules.size
        scale = 61 - (most * most.bit_length()).bit_length()
        costs = sizes * _logarithms(sizes, scale)
        return Weighing(costs, sizes**2)


def _logarithms(numbers: Counts, scale: int) -> Counts:
    """Binary logarithms of natural numbers, times 2**scale; of 0, 0.

    Those of primes are rounded, the others are sums of these, so that equal products have equal
    sums.
    """
    logarithms = np.zeros(len(numbers), np.int64)
    left = np.maximum(numbers, 1)
    for divisor in count(2):
        if divisor * divisor > left.max():
            break
        while (divides := left % divisor == 0).any():
            logarithms[divides] += _of_prime(divisor, scale)
            left[divides] //= divisor
    primes, which = np.unique(left, return_inverse=True)
    of_primes = [0 if prime == 1 else _of_prime(prime, scale) for prime in primes.tolist()]
    return logarithms + np.array(of_primes)[which]


@lru_cache(maxsize=None)
def _of_prime(prime: int, scale: int) -> int:
    exact = Context(prec=50)
    ratio = exact.divide(Decimal(prime).ln(exact), Decimal(2).ln(exact))
    return int(exact.multiply(ratio, Decimal(1 << scale)).to_integral_value())
