"""Guesses that are alike: those that a symmetry of the game turns into one another."""

from functools import lru_cache
from itertools import permutations
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.search.tables import every_code
from moolab.support.jit import compiled

_FREE = 255


class Choices(NamedTuple):
    """The guesses worth trying for a set of candidates, as ``kernel.solve`` takes them.

    Args:
        listed: indices of guesses in numeric order; if it is empty, all are.
        below: for each of these in turn, the guesses worth trying next.
        ends: where these lists end; empty if all are.
    """

    listed: NDArray[np.int32]
    below: NDArray[np.int32]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, listed: NDArray[np.int32]) -> Self:
        """These guesses, and any next."""
        return cls(listed, np.zeros(0, np.int32), np.zeros(0, np.int64))

    def followed(self, rules: Rules, guesses: tuple[str, ...]) -> "Choices":
        """These guesses, of which there are some, after others, and next the first of each kind."""
        lists = [representatives(rules, (*guesses, code_at(rules, int(g)))) for g in self.listed]
        ends = np.cumsum([len(inner) for inner in lists], dtype=np.int64)
        return Choices(self.listed, np.concatenate(lists), ends)


ANY = Choices.of(np.zeros(0, np.int32))
"""Any guess, and any next."""


@lru_cache(maxsize=1 << 12)
def representatives(rules: Rules, guesses: tuple[str, ...]) -> NDArray[np.int32]:
    """The first code, in numeric order, of each kind that is alike after some guesses.

    Any reply rule here takes no notice of how places are arranged and symbols are named, as long
    as guess and secret are changed alike. A symmetry that leaves all earlier guesses as they are
    maps the candidates onto themselves, whatever the replies were; so codes that it turns into
    one another are equally good guesses. Symbols that no guess has used can be renamed freely.

    Args:
        guesses: the guesses so far, in any order.

    Returns:
        Indices in numeric order, rising, dtype int32.

    >>> from moolab.codes.numbering import code_at
    >>> rules = Rules.parse("mm4x6")
    >>> [code_at(rules, int(index)) for index in representatives(rules, ())]
    ['0000', '0001', '0011', '0012', '0123']
    >>> len(representatives(Rules.parse("ab4x10"), ("0123",)))
    20
    """
    history = [list(map(rules.alphabet.index, guess)) for guess in guesses]
    used = {symbol for guess in history for symbol in guess}
    free = np.array([s for s in range(rules.symbols) if s not in used], np.uint8)
    arranged, names = [], []
    for places in permutations(range(rules.places)):
        renamed = _renaming(history, places)
        if renamed is not None:
            arranged.append(places)
            names.append([renamed.get(symbol, _FREE) for symbol in range(rules.symbols)])
    first = _first_of_kind(every_code(rules), np.array(arranged), np.array(names, np.uint8), free)
    return np.flatnonzero(first).astype(np.int32)


@compiled
def _first_of_kind(
    codes: NDArray[np.uint8],
    arranged: NDArray[np.int64],
    names: NDArray[np.uint8],
    free: NDArray[np.uint8],
) -> NDArray[np.bool_]:
    """Whether each code comes before all its images.

    Args:
        arranged: for each symmetry the places in a new order, shape (symmetries, places).
        names: and the new name of each symbol, or that it can have any of the free ones.
    """
    size, most = codes.shape
    first = np.ones(most, np.bool_)
    name = np.empty(names.shape[1], np.uint8)
    for column in range(most):
        for symmetry in range(len(arranged)):
            name[:] = names[symmetry]
            met = 0
            for place in range(size):
                symbol = codes[arranged[symmetry, place], column]
                if name[symbol] == _FREE:
                    # The least image takes the free names in order.
                    name[symbol] = free[met]
                    met += 1
                if name[symbol] != codes[place, column]:
                    break
            else:
                continue
            if name[symbol] < codes[place, column]:
                first[column] = False
                break
    return first


def _renaming(history: list[list[int]], places: tuple[int, ...]) -> dict[int, int] | None:
    """New names of symbols that undo an arrangement of places for every guess, if there are any."""
    names: dict[int, int] = {}
    for guess in history:
        for symbol, place in zip(guess, places, strict=True):
            if names.setdefault(guess[place], symbol) != symbol:
                return None
    return names if len(set(names.values())) == len(names) else None
