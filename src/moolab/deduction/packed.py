"""Candidates of a large game, as packed arrays filtered by compiled kernels."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from moolab.codes.kernels import partition, select
from moolab.codes.numbering import code_at, next_code
from moolab.codes.replies import Reply
from moolab.codes.space import Codes, CodeSpace
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import Turn


@dataclass(frozen=True)
class PackedCandidates(Candidates):
    """Candidates as an array of shape (places, count).

    Args:
        codes: None before the first turn: all codes of the game, which are then gone through
            block by block and never held in memory together.
    """

    codes: Codes | None

    @property
    def count(self) -> int:
        return self.rules.size if self.codes is None else self.codes.shape[1]

    def __iter__(self) -> Iterator[str]:
        for block in self._blocks():
            yield from CodeSpace(self.rules).unpack(block)

    def __getitem__(self, index: int) -> str:
        if self.codes is None:
            return code_at(self.rules, index)
        return CodeSpace(self.rules).unpack(self.codes[:, [index]])[0]

    def after(self, turn: Turn) -> "PackedCandidates":
        kept = [select(self.rules, turn.guess, turn.reply, block) for block in self._blocks()]
        codes = kept[0] if len(kept) == 1 else np.hstack(kept)
        return PackedCandidates(self.rules, (*self.history, turn), codes)

    def next_after(self, code: str) -> str | None:
        if self.codes is None:
            return next_code(self.rules, code)
        if not self.count:
            return None
        columns = self.codes.T
        target = CodeSpace(self.rules).pack([code])[:, 0].tolist()
        place = bisect_right(range(self.count), target, key=lambda i: columns[i].tolist())
        return self[place % self.count]

    def split(self, guess: str) -> dict[Reply, int]:
        sizes: Counter[Reply] = Counter()
        for block in self._blocks():
            sizes.update({r: len(p) for r, p in partition(self.rules, guess, block).items()})
        return dict(sorted(sizes.items()))

    def packed(self) -> Codes:
        return CodeSpace(self.rules).codes if self.codes is None else self.codes

    def _blocks(self) -> Iterator[Codes]:
        return CodeSpace(self.rules).blocks() if self.codes is None else iter([self.codes])
