"""Which replies cannot all be true, and which single correction would mend it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from moolab.codes.numbering import LISTABLE, code_at
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.candidates import PLAIN, Candidates
from moolab.deduction.history import History, Turn
from moolab.deduction.sieve import listed, sieve
from moolab.errors import MoolabError
from moolab.words import joined

_NODES_FOR_CONFLICT = 1 << 24
_NODES_FOR_REPAIR = 1 << 18
"""In games too large to list: how long to search for a code that fits when a turn is dropped, or
its reply changed."""


class Repair(NamedTuple):
    """One reply changed, so that codes fit again.

    ``turn`` counts from 1; ``candidates`` is the number of codes that would then fit, None if the
    game is too large to count them.
    """

    turn: int
    reply: Reply
    candidates: int | None


class ContradictoryReplies(MoolabError):
    """No code fits the history.

    The explanation is worked out when it is first looked at: ``conflict`` and ``repairs``.

    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab4x10")
    >>> error = ContradictoryReplies(rules, parse_history(rules, "0123=11 4567=20 8901=30"))
    >>> error.conflict
    (2, 3)
    >>> print(error)
    No code fits: turns 2 and 3 cannot both be true.
    """

    def __init__(self, rules: Rules, history: History) -> None:
        super().__init__(rules, history)
        self.rules = rules
        self.history = history

    def __str__(self) -> str:
        return clash("turn", self.conflict)

    @cached_property
    def conflict(self) -> tuple[int, ...]:
        """Turn numbers, from 1, of turns that no code fits; without any one of them, some does.

        There is no smaller set. In games too large to list there is none inside this one, unless
        that would take too long to find out.
        """
        if self._survey is None:
            return self._conflict_by_search()
        sizes = range(1, len(self.history) + 1)
        found = (_hitting_set(self._survey.violated, size) for size in sizes)
        turns = next((bits for bits in found if bits is not None), None)
        assert turns is not None, "all turns together contradict each other"
        return tuple(turn + 1 for turn in range(len(self.history)) if turns >> turn & 1)

    @cached_property
    def repairs(self) -> tuple[Repair, ...]:
        """Every way to change a single reply so that codes fit, in the order of the turns.

        In games too large to list, those that are found in good time.
        """
        if self._survey is None:
            return tuple(self._repairs_by_search())
        found = sorted(self._survey.single.items())
        return tuple(Repair(turn + 1, reply, count) for (turn, reply), count in found)

    @cached_property
    def _survey(self) -> "_Survey | None":
        if self.rules.size <= PLAIN:
            return _survey_plainly(self.rules, self.history)
        if self.rules.size <= LISTABLE:
            return _survey_packed(self.rules, self.history)
        return None

    def _conflict_by_search(self) -> tuple[int, ...]:
        kept = list(enumerate(self.history, start=1))
        for turn in list(kept):
            rest = [other for other in kept if other is not turn]
            if _satisfiable(self.rules, tuple(t for _, t in rest), _NODES_FOR_CONFLICT) is False:
                kept = rest
        return tuple(number for number, _ in kept)

    def _repairs_by_search(self) -> Iterator[Repair]:
        # A repair has to change a turn of the conflict: otherwise the conflict would remain.
        for number in self.conflict:
            before, turn, after = (
                self.history[: number - 1],
                self.history[number - 1],
                self.history[number:],
            )
            for reply in self.rules.replies:
                changed = (*before, Turn(turn.guess, reply), *after)
                if reply != turn.reply and _satisfiable(self.rules, changed, _NODES_FOR_REPAIR):
                    yield Repair(number, reply, None)


def clash(noun: str, numbers: Sequence[int]) -> str:
    """The sentence that says what cannot be true together.

    >>> clash("row", (1, 2, 4))
    'No code fits: rows 1, 2 and 4 cannot all be true.'
    """
    if len(numbers) == 1:
        return f"No code fits: {noun} {numbers[0]} alone cannot be true."
    both = "both" if len(numbers) == 2 else "all"
    return f"No code fits: {noun}s {joined(numbers)} cannot {both} be true."


def check_consistent(candidates: Candidates) -> None:
    """Refuse replies that no code fits.

    Raises:
        ContradictoryReplies: if there are no candidates.
    """
    if candidates.none_left:
        raise ContradictoryReplies(candidates.rules, candidates.history)


class _Survey(NamedTuple):
    """What all codes of a game, none of which fits, say about a history."""

    violated: frozenset[int]
    """Sets of turns, as bits, such that some code violates just these."""
    single: Counter[tuple[int, Reply]]
    """How many codes violate just this turn, and would have given this reply instead."""


def _hitting_set(sets: frozenset[int], size: int) -> int | None:
    """At most ``size`` bits such that every one of the sets has one of them; None if impossible."""
    if not sets:
        return 0
    if size == 0:
        return None
    narrowest = min(sets, key=lambda bits: (bits.bit_count(), bits))
    for bit in (1 << n for n in range(narrowest.bit_length()) if narrowest >> n & 1):
        rest = _hitting_set(frozenset(bits for bits in sets if not bits & bit), size - 1)
        if rest is not None:
            return rest | bit
    return None


def _survey_plainly(rules: Rules, history: History) -> _Survey:
    violated: set[int] = set()
    single: Counter[tuple[int, Reply]] = Counter()
    fits = [sieve(rules, turn) for turn in history]
    for code in listed(rules):
        bits = sum(1 << n for n, fit in enumerate(fits) if not fit(code))
        violated.add(bits)
        if bits.bit_count() == 1:
            turn = bits.bit_length() - 1
            single[turn, rules.reply_rule(history[turn].guess, code)] += 1
    return _Survey(frozenset(violated), single)


def _survey_packed(rules: Rules, history: History) -> _Survey:
    import numpy as np

    from moolab.codes.kernels import packed, score
    from moolab.codes.space import CodeSpace

    violated: set[int] = set()
    single: Counter[tuple[int, Reply]] = Counter()
    for codes in CodeSpace(rules).blocks():
        replies = [score(rules, turn.guess, codes) for turn in history]
        bits = np.zeros(codes.shape[1], np.uint64)
        for number, turn in enumerate(history):
            wrong = replies[number] != packed(turn.reply)
            bits |= wrong.astype(np.uint64) << np.uint64(number)
        violated.update(np.unique(bits).tolist())
        for number in range(len(history)):
            instead = replies[number][bits == np.uint64(1 << number)]
            for byte, count in zip(*np.unique(instead, return_counts=True), strict=True):
                single[number, Reply(int(byte) >> 4, int(byte) & 15)] += int(count)
    return _Survey(frozenset(violated), single)


def _satisfiable(rules: Rules, history: History, most_nodes: int) -> bool | None:
    """Whether some code fits; None if that would take too long to find out."""
    from moolab.deduction.backtrack import SearchStopped, first_consistent

    try:
        return first_consistent(rules, history, code_at(rules, 0), most_nodes) is not None
    except SearchStopped:
        return None
