"""Codes as packed arrays: one row a place, one column a code, symbols as their numbers.

This layout lets a kernel compare one place of 32 or 64 codes with a single instruction.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from moolab.codes.numbering import check_listable
from moolab.codes.rules import Rules

Codes = NDArray[np.uint8]

BLOCK = 1 << 18
"""The most codes in a block of ``CodeSpace.blocks``: few enough for a processor's cache."""


@dataclass(frozen=True)
class CodeSpace:
    """Every code of a game, as arrays of shape (places, codes) and dtype uint8.

    >>> space = CodeSpace(Rules.parse("ab2x3"))
    >>> space.codes
    array([[0, 0, 1, 1, 2, 2],
           [1, 2, 0, 2, 0, 1]], dtype=uint8)
    >>> space.unpack(space.codes[:, 3:])
    ['12', '20', '21']
    """

    rules: Rules

    @cached_property
    def codes(self) -> Codes:
        """All codes in numeric order.

        Raises:
            SpaceTooLarge: if there are more than ``LISTABLE``.
        """
        check_listable(self.rules)
        return _arrangements(self.rules.places, self.rules.symbols, self.rules.repeats)

    def blocks(self) -> Iterator[Codes]:
        """All codes in numeric order, some hundred thousand at a time, for large spaces.

        Raises:
            SpaceTooLarge: if there are more than ``LISTABLE``.
        """
        check_listable(self.rules)
        symbols, repeats = self.rules.symbols, self.rules.repeats
        head, tail_size = 0, self.rules.size
        while tail_size > BLOCK:
            tail_size //= symbols if repeats else symbols - head
            head += 1
        # Codes with the same head have the same tails, but for the names of the symbols.
        tails = _arrangements(self.rules.places - head, symbols - head * (not repeats), repeats)
        heads = (
            product(range(symbols), repeat=head) if repeats else permutations(range(symbols), head)
        )
        for first in heads:
            left = [s for s in range(symbols) if repeats or s not in first]
            block = np.empty((self.rules.places, tails.shape[1]), np.uint8)
            block[:head] = np.array(first, np.uint8)[:, None]
            block[head:] = np.array(left, np.uint8)[tails]
            yield block

    def pack(self, codes: Iterable[str]) -> Codes:
        """Valid codes as an array of shape (places, codes)."""
        number = {symbol: index for index, symbol in enumerate(self.rules.alphabet)}
        flat = np.fromiter((number[symbol] for code in codes for symbol in code), np.uint8)
        return np.ascontiguousarray(flat.reshape(-1, self.rules.places).T)

    def unpack(self, codes: Codes) -> list[str]:
        """The text of each column; ``pack`` and this are a pair."""
        letters = np.array(list(self.rules.alphabet))[codes.T]
        return np.ascontiguousarray(letters).view(f"<U{self.rules.places}").ravel().tolist()


def _arrangements(places: int, symbols: int, repeats: bool) -> Codes:
    table = np.zeros((0, 1), np.uint8)
    unused = np.ones((1, symbols), np.bool_)
    for _ in range(places):
        parent, symbol = np.nonzero(unused)
        table = np.vstack([table[:, parent], symbol.astype(np.uint8)])
        unused = unused[parent]
        if not repeats:
            unused[np.arange(len(symbol)), symbol] = False
    return np.ascontiguousarray(table)
