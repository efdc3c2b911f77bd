"""What a reply rule looks for: the form in which kernels are told a guess.

Bulls and cows together are, for each place of the guess, one yes or no: does the code hold some
symbol often enough at some places? Such a question is a *pattern*: a symbol to look for at each
place of the code (or ``NOWHERE``), and how many of them must be there. A reply rule is thus data,
and one kernel serves them all.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.codes.replies import ReplyRule, membership, standard
from moolab.codes.rules import Rules
from moolab.codes.space import Codes

NOWHERE = 255
"""Stands in a pattern for a place that does not matter; no symbol has this number. Where symbols
take more than a byte, the largest number of their type does."""


def symbol_type(rules: Rules) -> np.dtype[np.unsignedinteger[Any]]:
    """The type of the numbers of symbols: a byte, or more in lists with more than 255 symbols."""
    return np.min_scalar_type(rules.symbols)


@dataclass(frozen=True)
class Patterns(ABC):
    """The patterns of one reply rule, numbered."""

    rules: Rules

    @abstractmethod
    def numbers(self, guesses: Codes) -> NDArray[np.int64]:
        """The pattern of each place of each guess, shape (places, guesses)."""

    @abstractmethod
    def match_masks(self, numbers: NDArray[np.int64]) -> tuple[Codes, NDArray[np.uint8]]:
        """The patterns themselves.

        Args:
            numbers: shape (patterns,).

        Returns:
            The symbols looked for, shape (places, patterns), and how many of them must be there,
            shape (patterns,).
        """


class StandardPatterns(Patterns):
    """The k-th occurrence of a symbol in the guess asks: does the code hold k of it, anywhere?"""

    def numbers(self, guesses: Codes) -> NDArray[np.int64]:
        places = len(guesses)
        rank = np.zeros(guesses.shape, np.int64)
        for place in range(places):
            rank[place] = (guesses[:place] == guesses[place]).sum(axis=0)
        return guesses * np.int64(places) + rank

    def match_masks(self, numbers: NDArray[np.int64]) -> tuple[Codes, NDArray[np.uint8]]:
        symbol, rank = np.divmod(numbers, self.rules.places)
        symbols = np.tile(symbol.astype(symbol_type(self.rules)), (self.rules.places, 1))
        return symbols, (rank + 1).astype(np.uint8)


class MembershipPatterns(Patterns):
    """A place asks: is it a bull, or is its symbol at a place where the guess has another?"""

    def numbers(self, guesses: Codes) -> NDArray[np.int64]:
        places = len(guesses)
        numbers = guesses.astype(np.int64) << places
        for place in range(places):
            for other in range(places):
                matters = (guesses[other] != guesses[place]) | (other == place)
                numbers[place] |= matters.astype(np.int64) << other
        return numbers

    def match_masks(self, numbers: NDArray[np.int64]) -> tuple[Codes, NDArray[np.uint8]]:
        places = np.arange(self.rules.places)[:, None]
        matters = (numbers >> places & 1).astype(np.bool_)
        kind = symbol_type(self.rules)
        symbols = np.where(matters, numbers >> self.rules.places, np.iinfo(kind).max)
        return symbols.astype(kind), np.ones(len(numbers), np.uint8)


_PATTERNS: dict[ReplyRule, type[Patterns]] = {
    standard: StandardPatterns,
    membership: MembershipPatterns,
}


def patterns(rules: Rules) -> Patterns:
    """The patterns of the rules' reply rule."""
    return _PATTERNS.get(rules.reply_rule, StandardPatterns)(rules)
