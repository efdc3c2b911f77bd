"""Codes that are alike, picked out of arrays of codes: ``symmetry`` where NumPy is at hand."""

from collections.abc import Collection
from functools import lru_cache
from itertools import islice, permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from moolab.codes.numbering import index_of
from moolab.codes.rules import Rules
from moolab.codes.space import Codes, every_code
from moolab.codes.symmetry import find_renaming, openings


def fresh(rules: Rules, codes: Codes, used: Collection[str]) -> NDArray[np.int64]:
    """The codes in which the symbols not used yet first appear in numeric order.

    Such symbols can be swapped in every candidate, and nothing known changes. So any other code
    splits the candidates as one of these does, which comes before it.

    Args:
        codes: shape (places, codes).
        used: the symbols that some guess has held.

    Returns:
        Columns of ``codes``, in their order.

    >>> from moolab.codes.space import CodeSpace
    >>> space = CodeSpace(Rules.parse("ab2x4"))
    >>> space.unpack(space.codes[:, fresh(space.rules, space.codes, "01")])
    ['01', '02', '10', '12', '20', '21', '23']
    """
    unused = [number for number, symbol in enumerate(rules.alphabet) if symbol not in used]
    ranks = np.zeros(rules.symbols, np.uint8)
    ranks[unused] = range(1, len(unused) + 1)
    highest = np.zeros(codes.shape[1], np.uint8)
    in_order = np.ones(codes.shape[1], np.bool_)
    for symbols in codes:
        rank = ranks[symbols]
        in_order &= rank <= highest + 1
        np.maximum(highest, rank, out=highest)
    return np.flatnonzero(in_order)


WORTH_ARRANGING = 6
"""In games with more places, to look for guesses that are alike takes longer than to try them."""

_ARRANGED = factorial(8)
"""Arrangements of places that are tried: of more than eight places, those of the last eight. Some
guesses that are alike are both kept then, which only takes longer."""

_FREE = 255
"""The name of a symbol that can have any of those that no guess has used."""


@lru_cache(maxsize=1 << 12)
def representatives(rules: Rules, guesses: tuple[str, ...]) -> NDArray[np.int32]:
    """The first code, in numeric order, of each kind that is alike after some guesses.

    Any reply rule here takes no notice of how places are arranged and symbols are named, as long
    as guess and secret are changed alike. A symmetry that leaves all earlier guesses as they are
    maps the candidates onto themselves, whatever the replies were. So codes that it turns into
    one another are equally good guesses. Symbols that no guess has used can be renamed freely.

    Args:
        guesses: the guesses so far, in any order.

    Returns:
        Indices in numeric order, rising, dtype int32.

    >>> from moolab.codes.numbering import code_at
    >>> rules = Rules.parse("mm4x6")
    >>> [code_at(rules, int(index)) for index in representatives(rules, ())]
    ['0000', '0001', '0011', '0012', '0123']
    """
    history = [list(map(rules.alphabet.index, guess)) for guess in guesses]
    used = {symbol for guess in history for symbol in guess}
    free = np.array([s for s in range(rules.symbols) if s not in used] + [_FREE], np.uint8)
    every = every_code(rules)
    left = fresh(rules, every, "".join(guesses)).astype(np.int32)
    for places in islice(permutations(range(rules.places)), 1, _ARRANGED):
        renamed = find_renaming(history, places)
        if renamed is not None:
            names = [renamed.get(symbol, _FREE) for symbol in range(rules.symbols)]
            codes = every[:, left]
            image = _least_image(codes[list(places)], np.array(names, np.uint8), free)
            left = left[~_comes_before(image, codes)]
    return left


@lru_cache(maxsize=4)
def kinds(rules: Rules) -> NDArray[np.intp]:
    """Of which kind each code is before the first guess: a place in ``openings``.

    Returns:
        Shape (codes,), in numeric order; not to be written to.

    >>> rules = Rules.parse("mm2x3")
    >>> openings(rules), kinds(rules)
    (['00', '01'], array([0, 1, 1, 1, 0, 1, 1, 1, 0]))
    """
    every = every_code(rules)
    # How often the symbol of each place occurs, from the rarest on: that tells all kinds apart.
    often = np.sort([(every == symbols).sum(axis=0) for symbols in every], axis=0)
    shapes = 10 ** np.arange(rules.places) @ often
    known = [shapes[index_of(rules, code)] for code in openings(rules)]
    order = np.argsort(known)
    found: NDArray[np.intp] = order[np.searchsorted(known, shapes, sorter=order)]
    return found


def _least_image(codes: Codes, names: NDArray[np.uint8], free: NDArray[np.uint8]) -> Codes:
    """Codes with their symbols renamed, so that they come first in numeric order.

    Each symbol has a new name, or can have any of the ``free`` ones: these, rising, and one more.
    """
    image = names[codes]
    met = np.zeros(codes.shape[1], np.intp)
    for place, symbols in enumerate(codes):
        new = image[place] == _FREE
        # The least image takes the free names in order.
        image[place, new] = free[met[new]]
        for later in range(place + 1, len(codes)):
            again = new & (codes[later] == symbols)
            image[later, again] = image[place, again]
        met += new
    return image


def _comes_before(codes: Codes, others: Codes) -> NDArray[np.bool_]:
    """Whether each code comes before the other one in numeric order."""
    before = np.zeros(codes.shape[1], np.bool_)
    for code, other in zip(codes[::-1], others[::-1], strict=True):
        before = (code < other) | (before & (code == other))
    return before
