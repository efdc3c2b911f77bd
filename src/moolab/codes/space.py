"""Codes as packed arrays: one row a place, one column a code, symbols as their numbers.

This layout lets a kernel compare one place of 32 or 64 codes with a single instruction.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import check_listable
from moolab.codes.rules import Rules
from moolab.codes.spelling import AnyCode, symbols_by_number
from moolab.errors import InvalidRules

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
            block = np.empty((self.rules.places, tails.shape[1]), np.uint8)
            block[:head] = np.array(first, np.uint8)[:, None]
            block[head:] = tails
            for symbol in () if repeats else sorted(first):
                # The names of the symbols that are left, from this one on, are one higher.
                block[head:] += block[head:] >= symbol
            yield block

    def pack(self, codes: Iterable[AnyCode]) -> Codes:
        """Codes as an array of shape (places, codes).

        Args:
            codes: texts or symbols; quickest are texts, and an array of numbers with a row each.

        Raises:
            InvalidCode: if one of them is not a code of these rules.
            InvalidRules: if the codes of a list cannot be an array.

        >>> CodeSpace(Rules.parse("ab2x3")).pack(["20", "12"])
        array([[2, 1],
               [0, 2]], dtype=uint8)
        """
        if not self._is_packable:
            raise InvalidRules(
                f"the codes of {self.rules} do not make an array: they have different lengths, or "
                f"more than {_NONE} symbols"
            )
        if isinstance(codes, np.ndarray) and (known := self._pack_numbers(codes)) is not None:
            return known
        listed = tuple(codes)
        packed = self._pack_listed(listed)
        if packed is None:
            # Some are spelled differently, or wrong: slower, one by one.
            packed = self._pack_listed(tuple(self.rules.code(code) for code in listed))
            assert packed is not None, "the rules have accepted them"
        return packed

    def _pack_listed(self, codes: tuple[AnyCode, ...]) -> Codes | None:
        """Codes as an array; None if they are not all valid, in the alphabet's own spelling."""
        places = self.rules.places
        texts = [code for code in codes if type(code) is str]
        if len(texts) < len(codes) or not {*map(len, texts)} <= {places}:
            return None
        flat = np.frombuffer("".join(texts).translate(self._numbers).encode("latin-1"), np.uint8)
        return self._valid(np.ascontiguousarray(flat.reshape(-1, places).T))

    def _pack_numbers(self, codes: NDArray[Any]) -> Codes | None:
        """Codes as an array, from one that has a row for each; None if they are not all valid."""
        if codes.dtype.kind not in "iu" or codes.shape[1:] != (self.rules.places,):
            return None
        known = symbols_by_number(self.rules.alphabet)
        numbers = np.full(max(known, default=0) + 1, self.rules.symbols, np.uint8)
        for number, symbol in known.items():
            numbers[number] = self.rules.alphabet.index(symbol)
        if not codes.size or codes.min() < 0 or codes.max() >= len(numbers):
            return None
        return self._valid(np.ascontiguousarray(numbers[codes].T))

    def _valid(self, packed: Codes) -> Codes | None:
        """The codes, if they all are of these rules."""
        if (packed >= self.rules.symbols).any():
            return None
        in_order = np.sort(packed, axis=0)
        if not self.rules.repeats and (in_order[1:] == in_order[:-1]).any():
            return None
        return packed

    @cached_property
    def _is_packable(self) -> bool:
        """Whether all codes are as long, and a byte can tell their symbols apart."""
        rules = self.rules
        alike = not isinstance(rules, ListedRules) or len({*map(len, rules.guesses)}) == 1
        return alike and rules.symbols <= _NONE

    @cached_property
    def _numbers(self) -> "_Numbers":
        return _Numbers((ord(symbol), n) for n, symbol in enumerate(self.rules.alphabet))

    def unpack(self, codes: Codes) -> list[str]:
        """The text of each column; ``pack`` and this are a pair."""
        letters = np.array(list(self.rules.alphabet))[codes.T]
        return np.ascontiguousarray(letters).view(f"<U{self.rules.places}").ravel().tolist()


@lru_cache(maxsize=2)
def every_code(rules: Rules) -> Codes:
    """All codes of a game, made once."""
    return CodeSpace(rules).codes


_NONE = 255
"""Stands for what is not a symbol; the numbers below it, of which a byte has 255, are symbols."""


class _Numbers(dict[int, int]):
    """The number of each symbol, for ``str.translate``; of any other, more than there are."""

    def __missing__(self, symbol: int) -> int:
        return _NONE


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
