"""Candidates of a large game where some replies may be wrong, as packed arrays."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from moolab.codes.replies import Reply, pack_reply
from moolab.codes.scorer import Bytes, score, select
from moolab.codes.space import Codes
from moolab.deduction.base import Candidates
from moolab.deduction.history import Turn
from moolab.deduction.packed import PackedCandidates, join_blocks
from moolab.deduction.tolerant import replies_left


@dataclass(frozen=True, repr=False)
class PackedTolerantCandidates(PackedCandidates):
    """As ``TolerantCandidates``, in blocks as ``PackedCandidates`` has them.

    Args:
        wrong: for each code of ``kept``, how many replies are wrong if it is the secret.
    """

    wrong: tuple[Bytes, ...] | None = field(repr=False, compare=False)

    @property
    def nbytes(self) -> int:
        return super().nbytes + sum(wrong.nbytes for wrong in self.wrong or ())

    def _after(self, turn: Turn) -> "PackedTolerantCandidates":
        return replace(self, history=(*self.history, turn))._of(self._errors_after(turn))

    @property
    def likeliest(self) -> "PackedTolerantCandidates":
        if self.wrong is None:
            return replace(self, mistakes=0)
        fewest = min((int(wrong.min()) for wrong in self.wrong if len(wrong)), default=None)
        if fewest is None:
            return self
        few = (select(np.vstack((c, w)), w == fewest) for c, w in self._blocks_with_errors())
        return replace(self, mistakes=fewest)._of(few)

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
        return Candidates._parts(self, guess)

    def _errors_after(self, turn: Turn) -> Iterator[Codes]:
        win = pack_reply(self.rules.win)
        for codes, before in self._blocks_with_errors():
            replies = score(self.rules, turn.guess, codes)
            wrong = before + (replies != pack_reply(turn.reply))
            possible = (replies == win) == (turn.reply == self.rules.win)
            kept = possible & (wrong <= self.mistakes)
            yield select(np.vstack((codes, wrong)), kept)

    def _blocks_with_errors(self) -> Iterator[tuple[Codes, Bytes]]:
        if self.wrong is None:
            return ((codes, np.zeros(codes.shape[1], np.uint8)) for codes in self._blocks())
        return zip(self._blocks(), self.wrong, strict=True)

    def _of(self, numbered: Iterable[Codes]) -> "PackedTolerantCandidates":
        """The same with other codes; the row below their places has their wrong replies."""
        blocks = tuple(join_blocks(numbered))
        return replace(self, kept=tuple(b[:-1] for b in blocks), wrong=tuple(b[-1] for b in blocks))
