"""Many codes as bit planes, compiled: for each symbol at each place one bit a code.

A handful of logic operations on them settles the replies of 64 codes to a guess, or of 512 where
the processor has such wide registers. docs/explanation/kernels.md tells more, with a picture.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.patterns import NOWHERE, patterns
from moolab.codes.rules import Rules
from moolab.codes.scorer import distinct
from moolab.codes.space import BLOCK, Codes
from moolab.codes.unrolled import at_least, take
from moolab.support.jit import compiled

Planes = NDArray[np.uint64]
PlaneNumbers = NDArray[np.uint16]
Indices = tuple[int, ...]


class Guesses(NamedTuple):
    """Guesses in numeric order: for each place the planes of its bulls, and of bulls and cows.

    Both are numbers of planes, shape (places, guesses).
    """

    bull_planes: PlaneNumbers
    hit_planes: PlaneNumbers


class PatternPlanes(NamedTuple):
    """Of which planes those of the patterns are made that some guesses look for.

    Args:
        symbols: the number of symbols of the game.
        mask_planes: the planes of the symbols looked for, shape (places, patterns).
        thresholds: how many of these make a hit, shape (patterns,).
    """

    symbols: int
    mask_planes: PlaneNumbers
    thresholds: NDArray[np.uint8]


def prepare(rules: Rules, guesses: Codes) -> tuple[Guesses, PatternPlanes]:
    """Guesses for kernels, and the patterns by which codes are made bit planes for them.

    Args:
        guesses: shape (places, guesses).
    """
    known = patterns(rules)
    hit_planes, found = np.empty(guesses.shape, np.uint16), []
    blocks = [slice(start, start + BLOCK) for start in range(0, max(1, guesses.shape[1]), BLOCK)]
    for block in blocks:
        numbers, hit_planes[:, block] = distinct(known.numbers(guesses[:, block]))
        found.append(numbers)
    used = np.unique(np.concatenate(found))
    masks, thresholds = known.match_masks(used)
    at_place = (np.arange(rules.places, dtype=np.uint16) * rules.symbols)[:, None]
    nowhere = rules.places * rules.symbols
    for block, numbers in zip(blocks, found, strict=True):
        planes = np.searchsorted(used, numbers) + nowhere + 1
        hit_planes[:, block] = planes[hit_planes[:, block]]
    prepared = Guesses(np.add(guesses, at_place, order="C"), hit_planes)
    mask_planes = np.where(masks == NOWHERE, nowhere, masks + at_place).astype(np.uint16)
    return prepared, PatternPlanes(rules.symbols, mask_planes, thresholds)


@compiled
def bit_planes(places: Indices, codes: Codes, patterns: PatternPlanes) -> Planes:
    """The bit planes of codes, shape (planes, words): bit i of a plane is the i-th code.

    First, for each place and symbol, the codes with this symbol there; then an empty plane;
    then the codes that fit each pattern.

    Args:
        places: ``indices`` of the places.
        codes: shape (places, codes).
    """
    symbols, mask_planes, thresholds = patterns
    size = codes.shape[1]
    # Whole registers: the loop over words has no slow remainder then.
    words = 1 if size <= 64 else -(-size // 512) * 8
    first = len(places) * symbols + 1
    planes = np.zeros((first + len(thresholds), words), np.uint64)
    for place in range(len(places)):
        for i in range(size):
            planes[place * symbols + codes[place, i], i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    for pattern in range(len(thresholds)):
        masks = take(mask_planes, places, pattern)
        for word in range(words):
            planes[first + pattern, word] = at_least(take(planes, masks, word), thresholds[pattern])
    return planes
