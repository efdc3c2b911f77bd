"""What RND gives. The machine's own generator is not known, so this is another one.

SplitMix64 (Steele, Lea and Flood, 2014): a counter in steps of the golden ratio, each value mixed.
"""

from decimal import Decimal

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_MIXERS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
_DIGITS = 14


class Generator:
    """A sequence of numbers that a seed decides.

    >>> generator = Generator(1)
    >>> [str(generator.fraction()) for _ in range(2)]
    ['0.56656157517228', '0.74578175726270']
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def word(self) -> int:
        """The next number below 2**64."""
        self._state = (self._state + _STEP) & _WORD
        value = self._state
        for shift, factor in _MIXERS:
            value = ((value ^ value >> shift) * factor) & _WORD
        return value ^ value >> 31

    def fraction(self) -> Decimal:
        """The next number from 0 to 1, without 1, with 14 digits."""
        return Decimal(self.word() * 10**_DIGITS >> 64).scaleb(-_DIGITS)
