"""Guesses that are worth a look: of those that only rename symbols not used so far, the first."""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from moolab.codes.rules import Rules
from moolab.codes.space import Codes


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
