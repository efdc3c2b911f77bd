"""Replies that mark each place, compiled."""

import numpy as np
from numpy.typing import NDArray

from moolab.support.jit import compiled


@compiled
def score_tiles(
    guesses: NDArray[np.uint32],
    secrets: NDArray[np.uint32],
    numbers: NDArray[np.uint8] | NDArray[np.uint16],
    out: NDArray[np.uint8] | NDArray[np.uint16],
) -> None:
    """Score each guess against each secret by Wordle's rule.

    Args:
        guesses, secrets: their letters, shape (codes, places); 10 places at most.
        numbers: the number of each reply, by its tiles as the digits of a number in base three:
            2 right, 1 elsewhere, 0 absent, the first place first; shape (3 ** places,).
        out: is filled in with these numbers, shape (guesses, secrets).
    """
    places = guesses.shape[1]
    one = np.uint32(1)
    for i in range(len(guesses)):
        for j in range(len(secrets)):
            right = np.uint32(0)
            for place in range(places):
                right |= np.uint32(guesses[i, place] == secrets[j, place]) << np.uint32(place)
            # Letters of the secret that no tile has taken yet.
            taken = right
            tiles = 0
            for place in range(places):
                tiles *= 3
                if right >> np.uint32(place) & one:
                    tiles += 2
                    continue
                for other in range(places):
                    free = ~(taken >> np.uint32(other)) & one
                    if free and guesses[i, place] == secrets[j, other]:
                        taken |= one << np.uint32(other)
                        tiles += 1
                        break
            out[i, j] = numbers[tiles]
