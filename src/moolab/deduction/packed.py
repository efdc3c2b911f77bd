"""Candidates of a large game, as packed arrays."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from moolab.codes.numbering import code_at, next_code
from moolab.codes.replies import Reply, pack_reply
from moolab.codes.scorer import Bytes, partition, score, select
from moolab.codes.space import BLOCK, Codes, CodeSpace
from moolab.deduction.base import Candidates
from moolab.deduction.history import Turn
from moolab.deduction.plain import replies_left

_TEXTS = 1 << 14
"""Codes turned into text at a time, because text takes ten times the memory of an array."""


@dataclass(frozen=True, repr=False)
class PackedCandidates(Candidates):
    """Candidates as arrays of shape (places, n), one after another in numeric order.

    They stay in the blocks in which they were filtered: joining them would need the memory twice.

    Args:
        kept: None before the first turn: all codes of the game, which are gone through block by
            block and never held in memory together.
        wrong: for each code of ``kept``, how many replies are wrong if it is the secret; None where
            none can be.
    """

    kept: tuple[Codes, ...] | None = field(default=None, repr=False, compare=False)
    wrong: tuple[Bytes, ...] | None = field(default=None, repr=False, compare=False)

    @property
    def count(self) -> int:
        return self.rules.size if self.kept is None else sum(c.shape[1] for c in self.kept)

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in (*(self.kept or ()), *(self.wrong or ())))

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
        after = replace(self, history=(*self.history, turn))
        if self.mistakes:
            return after._with(self._fitting(turn))
        wanted = pack_reply(turn.reply)
        fitting = (select(b, score(self.rules, turn.guess, b) == wanted) for b in self._blocks())
        return replace(after, kept=tuple(join_blocks(fitting)))

    def _fitting(self, turn: Turn) -> Iterator[Codes]:
        """The codes that are left after a turn, as ``_with`` takes them."""
        win = pack_reply(self.rules.win)
        for codes, before in self._blocks_with_errors():
            replies = score(self.rules, turn.guess, codes)
            wrong = before + (replies != pack_reply(turn.reply))
            possible = (replies == win) == (turn.reply == self.rules.win)
            yield select(np.vstack((codes, wrong)), possible & (wrong <= self.mistakes))

    @property
    def likeliest(self) -> "PackedCandidates":
        if self.wrong is None:
            return replace(self, mistakes=0)
        fewest = min((int(wrong.min()) for wrong in self.wrong if len(wrong)), default=None)
        if fewest is None:
            return self
        few = (select(np.vstack((c, w)), w == fewest) for c, w in self._blocks_with_errors())
        return replace(self, mistakes=fewest)._with(few)

    def _with(self, numbered: Iterable[Codes]) -> "PackedCandidates":
        """The same with other codes; the row below their places has their wrong replies."""
        blocks = tuple(join_blocks(numbered))
        return replace(self, kept=tuple(b[:-1] for b in blocks), wrong=tuple(b[-1] for b in blocks))

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
        decided, lenient, won = Counter[Reply](), 0, 0
        for codes, wrong in self._blocks_with_errors():
            replies = score(self.rules, guess, codes)
            is_guess = replies == pack_reply(self.rules.win)
            last = (wrong == self.mistakes) & ~is_guess
            sizes = np.bincount(replies[last], minlength=256)
            decided.update({r: int(sizes[pack_reply(r)]) for r in self.rules.replies})
            won += int(is_guess.sum())
            lenient += len(replies) - int(last.sum()) - int(is_guess.sum())
        return replies_left(self.rules, guess, decided, lenient, won)

    def _parts(self, guess: str) -> Iterator[tuple[Reply, Candidates]]:
        if self.mistakes or self.kept is None or len(self.kept) > 1:
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

    def _blocks_with_errors(self) -> Iterator[tuple[Codes, Bytes]]:
        if self.wrong is None:
            return ((codes, np.zeros(codes.shape[1], np.uint8)) for codes in self._blocks())
        return zip(self._blocks(), self.wrong, strict=True)


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
