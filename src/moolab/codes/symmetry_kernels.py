"""Of the codes of a game, the first of each kind that is alike, compiled."""

import numpy as np
from numpy.typing import NDArray

from moolab.codes.space import Codes
from moolab.support.jit import compiled


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
