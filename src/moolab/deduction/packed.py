"""Candidates of a large game, as packed arrays."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from moolab.codes.numbering import code_at, next_code
from moolab.codes.replies import Reply, pack_reply
from moolab.codes.scorer import partition, score, select
from moolab.codes.space import BLOCK, Codes, CodeSpace
from moolab.deduction.base import Candidates
from moolab.deduction.history import Turn

_TEXTS = 1 << 14
"""Codes turned into text at a time, because text takes ten times the memory of an array."""


@dataclass(frozen=True, repr=False)
class PackedCandidates(Candidates):
    """Candidates as arrays of shape (places, n), one after another in numeric order.

    They stay in the blocks in which they were filtered: joining them would need the memory twice.

    Args:
        kept: None before the first turn: all codes of the game, which are gone through block by
            block and never held in memory together.
    """

    kept: tuple[Codes, ...] | None = field(repr=False, compare=False)

    @property
    def count(self) -> int:
        return self.rules.size if self.kept is None else sum(c.shape[1] for c in self.kept)

    @property
    def nbytes(self) -> int:
        return sum(codes.nbytes for codes in self.kept or ())

    def __iter__(self) -> Iterator[str]:
        space = CodeSpace(self.rules)
        for block in self._blocks():
            for first in range(0, block.shape[1], _TEXTS):
                yield from space.unpack(block[:, first : first + _TEXTS])

    def _at(self, indices: range) -> Sequence[str]:
        if self.kept is None:
            return [code_at(self.rules, index) for index in indices]
        left = np.array(indices, np.int64)
        found = np.empty((self.rules.places, len(left)), np.uint8)
        for codes in self.kept:
            # Indices that are before this block are less than 0 by now.
            here = (left >= 0) & (left < codes.shape[1])
            found[:, here] = codes[:, left[here]]
            left -= codes.shape[1]
        return CodeSpace(self.rules).unpack(found)

    def _after(self, turn: Turn) -> "PackedCandidates":
        wanted = pack_reply(turn.reply)
        kept = (
            select(block, score(self.rules, turn.guess, block) == wanted)
            for block in self._blocks()
        )
        return PackedCandidates(self.rules, (*self.history, turn), tuple(join_blocks(kept)))

    def _next_after(self, code: str) -> str | None:
        if self.kept is None:
            return next_code(self.rules, code)
        if not self.count:
            return None
        target = CodeSpace(self.rules).pack([code])[:, 0].tolist()
        before = 0
        for codes in self.kept:
            if codes.shape[1] == 0 or codes[:, -1].tolist() <= target:
                before += codes.shape[1]
                continue
            columns = codes.T
            before += bisect_right(columns, target, key=lambda column: column.tolist())
            break
        return self[before % self.count]

    def _split(self, guess: str) -> dict[Reply, int]:
        sizes = np.zeros(256, np.int64)
        for block in self._blocks():
            sizes += np.bincount(score(self.rules, guess, block), minlength=256)
        occurring = np.flatnonzero(sizes).tolist()
        return {Reply(byte >> 4, byte & 15): int(sizes[byte]) for byte in occurring}

    def _parts(self, guess: str) -> Iterator[tuple[Reply, Candidates]]:
        if self.kept is None or len(self.kept) > 1:
            # Together they would need the memory twice.
            yield from super()._parts(guess)
            return
        for codes in self.kept:
            for reply, columns in partition(self.rules, guess, codes).items():
                history = (*self.history, Turn(guess, reply))
                yield reply, PackedCandidates(self.rules, history, (codes.take(columns, axis=1),))

    def pack(self) -> Codes:
        return np.hstack(list(self._blocks()))

    def _blocks(self) -> Iterator[Codes]:
        return CodeSpace(self.rules).blocks() if self.kept is None else iter(self.kept)


def join_blocks(blocks: Iterable[Codes]) -> Iterator[Codes]:
    """The same codes in blocks of a size that is worth a call, the last one excepted."""
    waiting: list[Codes] = []
    size = 0
    for block in blocks:
        waiting.append(block)
        size += block.shape[1]
        if size >= BLOCK:
            yield np.hstack(waiting)
            waiting, size = [], 0
    if waiting:
        yield np.hstack(waiting)
