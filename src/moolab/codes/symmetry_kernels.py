"""Codes that are alike, picked out of arrays of codes: ``symmetry`` where NumPy is at hand."""

from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from moolab.codes.rules import Rules
from moolab.codes.space import Codes, every_code
from moolab.codes.symmetry import renaming
from moolab.support.jit import compiled

_FREE = 255
"""The name of a symbol that can have any of those that no guess has used."""


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
        renamed = renaming(history, places)
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
            # Slices would compile NumPy's check of their shapes, and that takes two seconds.
            for symbol in range(len(name)):
                name[symbol] = names[symmetry, symbol]
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


@compiled
def fresh_in_order(codes: Codes, used: int) -> NDArray[np.int64]:
    """The codes in which the symbols not in ``used`` first appear in numeric order.

    Symbols that no guess has held can be swapped in every candidate, and nothing known changes.
    So any other code splits the candidates as one of these does, which comes before it.

    Args:
        codes: shape (places, codes).
        used: a bit for each symbol.

    Returns:
        Columns of ``codes``, in their order.
    """
    kept = np.empty(codes.shape[1], np.int64)
    count = 0
    for column in range(codes.shape[1]):
        seen = used
        ordered = True
        for place in range(codes.shape[0]):
            symbol = 1 << int(codes[place, column])
            if not seen & symbol:
                ordered = symbol == ~seen & (seen + 1)
                if not ordered:
                    break
                seen |= symbol
        kept[count] = column
        count += ordered
    return kept[:count].copy()
