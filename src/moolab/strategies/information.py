"""Information, exactly: what parts of each size leave open, in whole fractions of a bit.

A candidate in a part of size c leaves log2 c bits open, so a part leaves c * log2 c. The logarithms
of primes are rounded once, by decimal arithmetic that is the same everywhere; all others are sums
of these. So splits with equal products of c**c, such as 4, 1, 1, 1, 1 and 2, 2, 2, 2, tie exactly.
"""

import math
from decimal import Context, Decimal
from functools import cache

import numpy as np

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import LISTABLE
from moolab.codes.rules import Rules
from moolab.codes.scorer import Counts

_DIGITS = 50

_ERROR = 2.0**-47
"""More than the relative error of any library's logarithms: some are wrong by 2**-51."""


_FACTORED = LISTABLE
"""Larger weights are not divided into primes: splits that tie only nearly tie then."""


def bit(rules: Rules) -> int:
    """How many units are one bit: as many as a sum over all codes of the game has room for.

    >>> bit(Rules.parse("ab4x10")) == 1 << 45
    True
    """
    total = _total(rules)
    return 1 << 61 - (total * total.bit_length()).bit_length()


def open_information(rules: Rules, sizes: Counts) -> Counts:
    """What parts of these sizes leave open, c * log2 c, in units of 1 / ``bit(rules)`` bits.

    Args:
        sizes: any natural numbers up to the number of codes, or to what all of them weigh, shape
            (n,).

    >>> rules = Rules.parse("ab4x10")
    >>> (open_information(rules, np.array([0, 1, 2, 4])) // bit(rules)).tolist()
    [0, 0, 2, 8]
    """
    unit = bit(rules)
    if _total(rules) > _FACTORED:
        rounded: Counts = sizes * _logarithms(np.maximum(sizes, 1), unit)
        return rounded
    logarithms = np.zeros(len(sizes), np.int64)
    left = np.maximum(sizes, 1)
    for prime in _primes(math.isqrt(int(left.max(initial=1)))):
        while (divisible := left % prime == 0).any():
            logarithms[divisible] += _logarithm(prime, unit)
            left[divisible] //= prime
    primes, which = np.unique(left, return_inverse=True)
    information: Counts = sizes * (logarithms + _logarithms(primes, unit)[which])
    return information


def _total(rules: Rules) -> int:
    """The largest part that there can be."""
    return sum(rules.every_weight) if isinstance(rules, ListedRules) else rules.size


def _primes(most: int) -> list[int]:
    sieve = np.ones(most + 1, np.bool_)
    sieve[:2] = False
    for number in range(2, math.isqrt(most) + 1):
        sieve[number * number :: number] = False
    found: list[int] = np.flatnonzero(sieve).tolist()
    return found


def _logarithms(primes: Counts, unit: int) -> Counts:
    """``_logarithm`` of many numbers, primes or not; that of 1 is 0."""
    # Floats tell the nearest integer, unless they are about as near to the next one.
    floats = np.log2(primes) * unit
    found: Counts = np.rint(floats).astype(np.int64)
    unsure = 0.5 - np.abs(floats - found) <= floats * _ERROR
    found[unsure] = [_logarithm(prime, unit) for prime in primes[unsure].tolist()]
    return found


@cache
def _logarithm(prime: int, unit: int) -> int:
    exact = Context(prec=_DIGITS)
    bits = exact.divide(exact.ln(Decimal(prime)), exact.ln(Decimal(2)))
    return round(exact.multiply(bits, Decimal(unit)))
