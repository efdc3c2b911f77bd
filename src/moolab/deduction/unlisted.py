"""Candidates of a game with too many codes to list: found by search, one at a time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from moolab.codes.numbering import check_listable, code_at, next_code
from moolab.codes.replies import Reply
from moolab.codes.space import Codes, CodeSpace
from moolab.deduction.backtrack import first_consistent
from moolab.deduction.base import Candidates
from moolab.deduction.history import Turn


@dataclass(frozen=True, repr=False)
class UnlistedCandidates(Candidates):
    """Candidates known by their history alone; counting and indexing them is refused."""

    @property
    def count(self) -> int | None:
        return None if self.history else self.rules.size

    def __iter__(self) -> Iterator[str]:
        check_listable(self.rules)
        return iter(())

    def _at(self, indices: range) -> Sequence[str]:  # noqa: ARG002 - cannot be listed
        check_listable(self.rules)
        return ()

    def _after(self, turn: Turn) -> "UnlistedCandidates":
        return replace(self, history=(*self.history, turn))

    def _next_after(self, code: str) -> str | None:
        if self.history and code == self.history[-1].guess:
            return self._next_guess
        return self._search_after(code)

    @property
    def none_left(self) -> bool:
        return bool(self.history) and self._next_guess is None

    def _split(self, guess: str) -> dict[Reply, int]:  # noqa: ARG002 - cannot be counted
        check_listable(self.rules)
        return {}

    def _parts(self, guess: str) -> Iterator[tuple[Reply, Candidates]]:
        for reply in self.rules.replies:
            left = self._after(Turn(guess, reply))
            # Only the search for a code can tell whether there is one.
            if not left.none_left:
                yield reply, left

    def pack(self) -> Codes:
        return CodeSpace(self.rules).codes

    @cached_property
    def _next_guess(self) -> str | None:
        return self._search_after(self.history[-1].guess)

    def _search_after(self, code: str) -> str | None:
        start = next_code(self.rules, code)
        return first_consistent(self.rules, self.history, start) or first_consistent(
            self.rules, self.history, code_at(self.rules, 0)
        )
