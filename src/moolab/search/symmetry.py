"""Guesses that are alike: those that a symmetry of the game turns into one another."""

from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from moolab.codes.rules import Rules
from moolab.codes.space import CodeSpace

_BLANK = 255


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

    >>> rules = Rules.parse("mm4x6")
    >>> CodeSpace(rules).unpack(CodeSpace(rules).codes[:, representatives(rules, ())])
    ['0000', '0001', '0011', '0012', '0123']
    >>> len(representatives(Rules.parse("ab4x10"), ("0123",)))
    20
    """
    space = CodeSpace(rules)
    codes = space.codes
    history = [list(map(rules.alphabet.index, guess)) for guess in guesses]
    used = {symbol for guess in history for symbol in guess}
    fresh = np.array([s for s in range(rules.symbols) if s not in used] + [_BLANK], np.uint8)
    weights = rules.symbols ** np.arange(rules.places - 1, -1, -1)
    number = weights @ codes
    least = number.copy()
    for places in permutations(range(rules.places)):
        renamed = _renaming(history, places)
        if renamed is None:
            continue
        names = np.full((rules.symbols, codes.shape[1]), _BLANK, np.uint8)
        for old, new in renamed.items():
            names[old] = new
        image = np.zeros_like(number)
        met = np.zeros(codes.shape[1], np.intp)
        columns = np.arange(codes.shape[1])
        for place, weight in zip(places, weights, strict=True):
            symbols = codes[place]
            new = names[symbols, columns] == _BLANK
            names[symbols[new], columns[new]] = fresh[met[new]]
            met += new
            image += weight * names[symbols, columns]
        np.minimum(least, image, out=least)
    return np.flatnonzero(least == number).astype(np.int32)


def _renaming(history: list[list[int]], places: tuple[int, ...]) -> dict[int, int] | None:
    """New names of symbols that undo an arrangement of places for every guess, if there are any."""
    names: dict[int, int] = {}
    for guess in history:
        for symbol, place in zip(guess, places, strict=True):
            if names.setdefault(guess[place], symbol) != symbol:
                return None
    return names if len(set(names.values())) == len(names) else None
