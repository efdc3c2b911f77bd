"""Decision lists: rules that say a good move in each of some positions (Rivest, 1987)."""

from collections.abc import Collection
from typing import Any

import numpy as np

from moolab.support.jit import compiled, ones
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.proof.play import Rule
from moolab.trilobite.solver.cells import WORD, Cells


def example(board: Board, good: Cells) -> bytes:
    """What ``decision_list`` has to know of a position with these good moves."""
    shape = board.shape
    legal, empty = board.filled + shape.bottom & shape.full, shape.full & ~board.filled
    sets = good, legal, board.mover, board.waiting, empty
    return b"".join(each.to_bytes(_size(shape), "little") for each in sets)


def _size(shape: Shape) -> int:
    """Bytes of a set of cells."""
    return (shape.full.bit_length() + 7) // 8


def decision_list(shape: Shape, examples: Collection[bytes], most: int) -> tuple[Rule, ...] | None:
    """Rules by which a good move is made in each position; None if there are too many.

    A rule is right if it says a good move wherever it applies, among the positions that no earlier
    rule applies to. Of these the one that applies to most positions comes next; one without a
    condition, if there is such a one. If there is any list of rules that are right, this is one.

    >>> shape = Shape(3, 3, 3)
    >>> examples = [(Board.parse("11", shape), 1 << 4), (Board.parse("22", shape), 1)]
    >>> rules = decision_list(shape, [example(*each) for each in examples], 9)
    >>> rules == (Rule(1), Rule(1 << 4))
    True
    """
    cells = np.flatnonzero([shape.full >> at & 1 for at in range(shape.full.bit_length())])
    raw = np.frombuffer(b"".join(examples), np.uint8).reshape(len(examples), 5, _size(shape))
    bits = np.unpackbits(raw, 2, bitorder="little")[:, :, cells]
    padded = np.zeros((5, len(cells), -len(bits) % WORD + len(bits)), np.uint8)
    padded[:, :, : len(bits)] = bits.transpose(1, 2, 0)
    # For each set and each cell, the positions in which it is there.
    good, legal, *stones = np.packbits(padded, 2, bitorder="little").view(np.uint64)
    found = np.zeros((most, 2), np.int64)
    left = np.bitwise_or.reduce(legal)
    nothing = np.full((1, len(left)), -1, np.int64).view(np.uint64)
    count = _learn(legal, good, np.concatenate([nothing, *stones]), left, found)
    rules = []
    for cell, condition in found[:count].tolist():
        where = [0, 0, 0]
        if condition:
            kind, at = divmod(condition - 1, len(cells))
            where[kind] = 1 << int(cells[at])
        rules.append(Rule(1 << int(cells[cell]), *where))
    return tuple(rules) if count >= 0 else None


@compiled
def _learn(legal: Any, good: Any, known: Any, left: Any, found: Any) -> int:
    """Write down the rules, as a cell and a condition, and say how many; -1 if too many."""
    words = len(left)
    for number in range(len(found) + 1):
        more = False
        for word in range(words):
            more = more or left[word] != 0
        if not more:
            return number
        if number == len(found):
            break
        best, chosen, condition = 0, -1, -1
        # The first is no condition.
        for most in (1, len(known)):
            for cell in range(len(legal) if best == 0 else 0):
                for one in range(most):
                    covered = 0
                    for word in range(words):
                        here = legal[cell, word] & left[word] & known[one, word]
                        if here & ~good[cell, word]:
                            covered = 0
                            break
                        covered += int(ones(here))
                    if covered > best:
                        best, chosen, condition = covered, cell, one
        if best == 0:
            break
        found[number, 0], found[number, 1] = chosen, condition
        for word in range(words):
            left[word] &= ~(legal[chosen, word] & known[condition, word])
    return -1
