"""Best play from a small position without kernels: sets of candidates are the bits of integers.

It finds what ``kernel`` finds, value for value and guess for guess, before the kernels of a machine
that has none yet would be compiled, or even Numba imported. Python looks at few guesses and at many
bits at once: into how many parts every guess splits a set is a row of NumPy, to split a set is one
``&`` for each reply.
"""

from collections.abc import Iterator
from functools import lru_cache
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply, pack_reply
from moolab.codes.representatives import WORTH_ARRANGING, representatives
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer
from moolab.codes.space import CodeSpace, every_code
from moolab.deduction.candidates import Candidates
from moolab.search.best import Best, Exhausted
from moolab.search.bounds import FEW, INFINITE, MOST_REPLIES, later_guesses, lower_bounds
from moolab.search.written import Node, WrittenTree, join_nodes

_MOST_PAIRS = 2 * 10**6
"""Pairs of a guess and a candidate; with more of them the kernels are worth waiting for."""

_MOST_WORK = 25 * 10**8
"""Bits that can be looked at in one search: one or two seconds, enough for all positions after two
turns of ab4x10 in the games of ``benchmarks.analysis``, and for all of mm4x6."""

_PER_STEP = 1 << 14
"""How many bits NumPy looks at in the time that a step of Python takes."""


class BitSearch:
    """A search of all guesses from a position, which remembers what it has found out.

    Its methods raise ``Exhausted``, too, where that takes too long.

    Args:
        known: at least one candidate, of a game whose codes can be counted.
        most: bits that can be looked at (default: so many that it takes a second or two).

    Attributes:
        tried: how many guesses were tried, for all sets.

    Raises:
        Exhausted: if there are too many guesses and candidates, or replies.
    """

    def __init__(self, known: Candidates, most: int | None = None) -> None:
        rules, count = known.rules, known.count
        assert count is not None, "nothing is searched where codes cannot be counted"
        if isinstance(rules, ListedRules):
            raise Exhausted
        if rules.size * count > _MOST_PAIRS or len(rules.replies) > MOST_REPLIES:
            raise Exhausted
        self._rules, self._count = rules, count
        self._guesses = tuple(turn.guess for turn in known.history)
        number = np.zeros(256, np.uint8)
        number[[pack_reply(reply) for reply in rules.replies]] = range(len(rules.replies))
        self._replies = number[_scorer(rules).table(known.pack())]
        self._win = len(rules.replies) - 1
        word = next(w for w in (np.uint16, np.uint32, np.uint64) if w(0).nbytes * 8 > self._win)
        self._bits = np.left_shift(word(1), self._replies.T, dtype=word, order="C")
        # Only a candidate wins against itself.
        self._own = (self._replies == self._win).argmax(axis=0)
        self._rows = [row.tobytes() for row in self._replies[self._own]]
        self._least: list[int] = lower_bounds(rules, [1] * 64, 1, count).tolist()
        self._later = later_guesses(rules, count)
        self._masks: dict[int, list[int]] = {}
        self._known: dict[int, int] = {}
        self._scans: dict[int, NDArray[np.uint8]] = {}
        self._most = _MOST_WORK if most is None else most
        self.work = self.tried = 0

    def parts(self, guess: str) -> dict[Reply, int]:
        """The value of what each reply to a guess would leave; the winning one leaves nothing."""
        rules = self._rules
        column = CodeSpace(rules).pack([guess])
        (row,) = np.flatnonzero((every_code(rules) == column).all(axis=0))
        tried = self._guesses_to_try(guess)
        values = {}
        for number, reply in enumerate(rules.replies):
            part = _set_of(self._replies[row] == number)
            if part:
                values[reply] = 0 if number == self._win else self._value(part, INFINITE, tried)
        return values

    def better(self, than: int) -> Best | None:
        """The best guess, if its value is less; None if there is no better one.

        Of several, it is the first in the order in which the kernels try them.
        """
        every, tried = (1 << self._count) - 1, self._guesses_to_try()
        floor = self._bound(every, self._count)
        if floor >> 1 >= than:
            return None
        if self._count <= 2:
            return Best(floor >> 1, self._code(self._own[0]))
        floor = self._bound_by_scan(every, self._count, floor)
        best = than
        chosen = None
        for guess, bound in self._order(every, than, tried):
            if bound >= best or best <= floor >> 1:
                break
            total = self._try_guess(every, guess, best, follows=True)
            if total < best:
                best, chosen = total, guess
        return None if chosen is None else Best(best, self._code(chosen))

    def value(self, beta: int) -> int:
        """The value of the position if it is below beta, otherwise a lower bound, beta at least."""
        return self._value((1 << self._count) - 1, beta, self._guesses_to_try())

    def tree(self, value: int) -> WrittenTree:
        """The tree that kernels write for the position."""
        every, tried = (1 << self._count) - 1, self._guesses_to_try()
        return join_nodes(self._rules, list(self._nodes(every, 0, 0, value, tried)))

    def _nodes(
        self, codes: int, after: int, reply: int, value: int, tried: NDArray[np.int32] | None
    ) -> Iterator[Node]:
        """A tree of known value in preorder, so many guesses after the position."""
        guess = int(self._own[next(_members(codes))])
        if codes.bit_count() > 2:
            guess = next(
                guess
                for guess, _ in self._order(codes, value + 1, tried)
                if self._try_guess(codes, guess, value + 1, follows=not after) == value
            )
        next_tried = None if after else self._guesses_to_try(self._code(guess))
        parts: dict[int, int] = {}
        for code in _members(codes):
            answer = int(self._replies[guess, code])
            parts[answer] = parts.get(answer, 0) | 1 << code
        depth = len(self._guesses) + after
        yield depth, reply, guess, parts.pop(self._win, 0) > 0
        for answer, part in sorted(parts.items()):
            known = self._value(part, INFINITE, next_tried)
            yield from self._nodes(part, after + 1, answer, known, next_tried)

    def _guesses_to_try(self, *guess: str) -> NDArray[np.int32] | None:
        """The guesses of which others are images only, after those of the history; None if all."""
        if self._rules.places > WORTH_ARRANGING:
            return None
        return representatives(self._rules, (*self._guesses, *guess))

    def _code(self, row: int) -> str:
        return CodeSpace(self._rules).unpack(every_code(self._rules)[:, [row]])[0]

    def _value(self, codes: int, beta: int, tried: NDArray[np.int32] | None = None) -> int:
        """The value of a set if that is below beta, otherwise some lower bound, beta at least."""
        size = codes.bit_count()
        known = self._bound(codes, size)
        if known & 1 or known >> 1 >= beta:
            return known >> 1
        known = self._bound_by_scan(codes, size, known)
        if known & 1 or known >> 1 >= beta:
            return known >> 1
        floor, best = known >> 1, beta
        for guess, bound in self._order(codes, beta, tried):
            if bound >= best or best == floor:
                break
            best = min(best, self._try_guess(codes, guess, best))
        self._known[codes] = 2 * best + (best < beta)
        return best

    def _try_guess(self, codes: int, guess: int, beta: int, *, follows: bool = False) -> int:
        """The total of guesses for a set after which this one comes first; bounded as a value."""
        self._spend(_PER_STEP)
        self.tried += 1
        total = codes.bit_count()
        open_parts = []
        for mask in self._masks.get(guess) or self._split(guess):
            part = codes & mask
            if part:
                size = part.bit_count()
                known = self._bound(part, size)
                total += known >> 1
                if total >= beta:
                    return beta
                if not known & 1:
                    open_parts.append((size, part))
        # Small parts first: they cost little, and narrow the bound of the large ones.
        open_parts.sort()
        for size, part in open_parts:
            known = self._known[part]
            total += (self._bound_by_scan(part, size, known) >> 1) - (known >> 1)
            if total >= beta:
                return beta
        tried = self._guesses_to_try(self._code(guess)) if follows else None
        for _, part in open_parts:
            others = total - (self._known[part] >> 1)
            total = others + self._value(part, beta - others, tried)
            if total >= beta:
                return beta
        return total

    def _bound(self, codes: int, size: int) -> int:
        """What is known of the value of a set at a glance: twice a lower bound, plus 1 if exact."""
        if size <= 2:
            return 4 * size - 1
        known = self._known.get(codes)
        if known is None:
            known = 2 * self._least[size]
            if size <= FEW:
                most = self._most_parts_of_candidates(codes, size)
                known = (
                    2 * (3 * size - 1 - most) + 1
                    if most >= size - 1
                    else 2 * max(2 * size, self._least[size])
                )
            self._known[codes] = known
        return known

    def _most_parts_of_candidates(self, codes: int, size: int) -> int:
        """The most parts into which one of the codes splits them all, its own included."""
        self._spend(_PER_STEP)
        members = list(_members(codes))
        of_members = itemgetter(*members)
        most = 0
        for row in of_members(self._rows):
            most = max(most, len(set(of_members(row))))
            if most == size:
                break
        return most

    def _bound_by_scan(self, codes: int, size: int, known: int) -> int:
        """What is known, or more, after a look at the number of parts that all guesses make."""
        if known & 1 or size > FEW or codes in self._scans:
            return known
        parts = self._scan(codes)
        members = self._own[list(_members(codes))]
        most, by_candidate = int(parts.max()), int(parts[members].max())
        if most == size:
            known = 4 * size + 1
        else:
            low = min(3 * size - 1 - by_candidate, 3 * size - most)
            known = max(known, 2 * low)
        self._known[codes] = known
        return known

    def _scan(self, codes: int) -> NDArray[np.uint8]:
        """Into how many parts each guess splits a set."""
        parts = self._scans.get(codes)
        if parts is None:
            members = list(_members(codes))
            self._spend(_PER_STEP + len(members) * self._bits.shape[1])
            seen = np.bitwise_or.reduce(self._bits[members], axis=0)
            ones = _ONES[seen.view(np.uint16)].reshape(len(seen), -1)
            parts = self._scans[codes] = ones.sum(axis=1, dtype=np.uint8)
        return parts

    def _order(
        self, codes: int, beta: int, tried: NDArray[np.int32] | None
    ) -> list[tuple[int, int]]:
        """The guesses that may stay below beta and their bounds, as ``next_group`` orders them."""
        size, members = codes.bit_count(), list(_members(codes))
        rows = np.arange(len(self._replies), dtype=np.int32) if tried is None else tried
        # A guess that cannot win asks one code more a second time.
        others = np.ones(len(self._replies), np.int64)
        others[self._own[members]] = 0
        later = np.zeros(len(rows), np.int64)
        if size <= FEW:
            later = size - self._scan(codes)[rows].astype(np.int64)
        squares = np.zeros(len(rows), np.int64)
        if size > min(FEW, len(self._rules.replies)):
            rows = rows[2 * size - 1 + others[rows] + later < beta]
            replies = self._replies[rows][:, members]
            self._spend(16 * replies.size)
            # How many codes each reply but the winning one would leave.
            sizes = np.stack([(replies == r).sum(axis=1) for r in range(self._win)], axis=1)
            later = self._later[sizes].sum(axis=1)
            squares = (sizes * sizes).sum(axis=1)
        bounds = 2 * size - 1 + others[rows] + later
        squares[bounds > bounds.min(initial=INFINITE)] = 0
        kept = np.flatnonzero(bounds < beta)
        order = kept[np.lexsort((squares[kept], bounds[kept]))]
        return list(zip(rows[order].tolist(), bounds[order].tolist(), strict=True))

    def _split(self, guess: int) -> list[int]:
        """All candidates, split by their replies to a guess; without one that wins."""
        chosen = self._replies[guess] == np.arange(self._win, dtype=np.uint8)[:, None]
        self._masks[guess] = masks = [_set_of(part) for part in chosen if part.any()]
        return masks

    def _spend(self, work: int) -> None:
        self.work += work
        if self.work > self._most:
            raise Exhausted


@lru_cache(maxsize=2)
def _scorer(rules: Rules) -> Scorer:
    return Scorer.of(rules, every_code(rules))


def _set_of(chosen: NDArray[np.bool_]) -> int:
    """The bits of an integer, the first one lowest."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def _members(codes: int) -> Iterator[int]:
    """The numbers of the bits that are set, rising."""
    while codes:
        low = codes & -codes
        yield low.bit_length() - 1
        codes ^= low


_ONES = np.array([n.bit_count() for n in range(1 << 16)], np.uint8)
"""How many bits are set in each word of 16 bits."""
