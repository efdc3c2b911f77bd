"""Which replies cannot all be true, and which single correction would fix it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count
from typing import NamedTuple, Protocol, TypeVar

from moolab.codes.numbering import LISTABLE, code_at
from moolab.codes.replies import Reply, unpack_reply
from moolab.codes.rules import Rules
from moolab.deduction.base import Candidates
from moolab.deduction.history import History, Turn
from moolab.deduction.plain import are_texts, list_codes, sieve
from moolab.errors import MoolabError
from moolab.support.language import marked, translate, translate_plural
from moolab.support.text import join_words

_MOST_STEPS = 1 << 22
"""Steps, a code each, after which a set that is perhaps not smallest is accepted."""


class Excluded(NamedTuple):
    """Why a code cannot be the secret; sets of turns, as bits."""

    violated: int
    """The turns that would have a wrong reply."""
    ruled_out: int
    """Those of them that exclude the code by themselves."""
    needed: int
    """How many of the others it takes to exclude it."""

    def by(self, turns: int) -> bool:
        """Whether these turns are enough to exclude it."""
        return bool(turns & self.ruled_out) or self.by_number(turns)

    def by_number(self, turns: int) -> bool:
        """Whether too many of these turns would have a wrong reply."""
        return (turns & self.violated).bit_count() >= self.needed

    def without(self, turn: int) -> "Excluded | None":
        """What is still needed after this turn; None if nothing is."""
        if not self.violated & turn:
            return self
        if self.ruled_out & turn or self.needed == 1:
            return None
        return Excluded(self.violated & ~turn, self.ruled_out, self.needed - 1)


def conflict(excluded: frozenset[Excluded], turns: int) -> int:
    """Turns, as bits, that exclude all these codes; without any one of them some code is left.

    There is no smaller set, unless it would take too long to find out.

    Args:
        turns: all turns, which exclude all codes.

    >>> codes = [(0b0011, 0, 2), (0b0101, 0, 2), (0b1110, 0, 2), (0b1001, 0b1000, 2)]
    >>> bin(conflict(frozenset(Excluded(*code) for code in codes), 0b1111))
    '0b1111'
    """
    search = _Search(_MOST_STEPS)
    try:
        return next(found for size in count(1) if (found := search.find_cover(excluded, size)))
    except _OutOfPatience:
        return _irreducible(excluded, turns)


class _OutOfPatience(Exception):
    """No smallest set was found within the budget."""


class _Search:
    def __init__(self, steps_left: int) -> None:
        self.steps_left = steps_left

    def find_cover(self, excluded: frozenset[Excluded], size: int, tried: int = 0) -> int | None:
        """At most ``size`` turns that exclude all codes; None if there are no such turns."""
        if not excluded:
            return 0
        self.steps_left -= len(excluded)
        if self.steps_left < 0:
            raise _OutOfPatience
        if any(size < (1 if code.ruled_out else code.needed) for code in excluded):
            return None
        narrowest = min(excluded, key=lambda c: (c.violated.bit_count(), c.violated))
        for turn in _bits(narrowest.violated & ~tried):
            left = frozenset(c for code in excluded if (c := code.without(turn)) is not None)
            rest = self.find_cover(left, size - 1, tried)
            if rest is not None:
                return rest | turn
            tried |= turn
        return None


def _irreducible(excluded: frozenset[Excluded], turns: int) -> int:
    for turn in _bits(turns):
        if all(code.by(turns & ~turn) for code in excluded):
            turns &= ~turn
    return turns


def _bits(number: int) -> Iterator[int]:
    return (1 << n for n in range(number.bit_length()) if number >> n & 1)


_NODES_FOR_CONFLICT = 1 << 24
_NODES_FOR_REPAIR = 1 << 18
"""In games too large to list: how long to search for a code that fits when a turn is dropped, or
its reply changed."""


MOST_REPAIRS = 8
"""At most this many repairs are shown, the likeliest first."""

WINS_ARE_TRUE = marked("A win is neither pretended nor denied.")
"""The sentence for a contradiction where other replies can be wrong."""


CHANGES = marked("Changing one reply would fix it:")
NO_CHANGE = marked("Changing one reply would not fix it.")
"""The line above the repairs, and the one instead if there are none."""


class Change(Protocol):
    """One reply changed: a repair, or what is shown of it."""

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""

    @property
    def candidates(self) -> int | None:
        """How many codes would fit, if that is known."""


C = TypeVar("C", bound=Change)


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

    Args:
        mistakes: how many replies can be wrong, in a game that can be listed.

    The explanation is worked out when it is first looked at: ``conflict`` and ``repairs``.

    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab4x10")
    >>> error = ContradictoryReplies(rules, parse_history(rules, "0123=11 4567=20 8901=30"))
    >>> error.conflict
    (2, 3)
    """

    def __init__(self, rules: Rules, history: History, mistakes: int = 0) -> None:
        super().__init__(rules, history, mistakes)
        self.rules = rules
        self.history = history
        self.mistakes = mistakes

    def __str__(self) -> str:
        return clash(self.conflict, self.mistakes)

    @cached_property
    def conflict(self) -> tuple[int, ...]:
        """Turn numbers, from 1, of turns that no code fits; without any one of them, some does.

        There is no smaller set, or in games too large to list none inside this one, unless that
        would take too long to find out.
        """
        if self._survey is None:
            return self._conflict_by_search()
        turns = conflict(self._survey.excluded, (1 << len(self.history)) - 1)
        return tuple(turn + 1 for turn in range(len(self.history)) if turns >> turn & 1)

    @property
    def over_a_win(self) -> bool:
        """Whether some code would fit if a win could be pretended or denied, as replies can be."""
        if self._survey is None:
            return False
        turns = sum(1 << number - 1 for number in self.conflict)
        return not all(code.by_number(turns) for code in self._survey.excluded)

    @cached_property
    def repairs(self) -> tuple[Repair, ...]:
        """Every way to change a single reply so that codes fit, in the order of the turns.

        As many replies as before can be wrong then.

        In games too large to list, those that are found within a budget.
        """
        if self._survey is None:
            return tuple(self._repairs_by_search())
        found = sorted(self._survey.fitting.items())
        return tuple(Repair(turn + 1, reply, count) for (turn, reply), count in found)

    @property
    def explanation(self) -> str:
        """All of it for a person: what clashes, then the repairs that leave most codes.

        >>> from moolab.deduction.history import parse_history
        >>> rules = Rules.parse("ab2x3")
        >>> print(ContradictoryReplies(rules, parse_history(rules, "01=20 02=20")).explanation)
        No code fits: turns 1 and 2 cannot both be true.
          turn 1: 01 got 20 (2 bulls, 0 cows)
          turn 2: 02 got 20 (2 bulls, 0 cows)
        Changing one reply would fix it:
          turn 1: 01 got 10 instead of 20, and 1 code would fit
          turn 2: 02 got 10 instead of 20, and 1 code would fit
        """
        lines = [str(self)]
        for number in self.conflict:
            turn = self.history[number - 1]
            told = translate(
                "turn {turn}: {code} got {reply}",
                turn=number,
                code=turn.guess,
                reply=_in_words(turn.reply),
            )
            lines.append(f"  {told}")
        if self.over_a_win:
            lines.append(translate(WINS_ARE_TRUE))
        lines.append(translate(CHANGES if self.repairs else NO_CHANGE))
        for repair in likeliest(self.repairs):
            turn = self.history[repair.turn - 1]
            lines.append(f"  {change(repair, turn.guess, str(repair.reply), str(turn.reply))}")
        if (others := len(self.repairs) - MOST_REPAIRS) > 0:
            more = translate_plural("... or {number} other [change|changes]", others)
            lines.append(f"  {more}")
        return "\n".join(lines)

    @cached_property
    def _survey(self) -> "_Survey | None":
        if are_texts(self.rules):
            return _survey_plainly(self.rules, self.history, self.mistakes)
        if self.rules.size <= LISTABLE:
            return _survey_packed(self.rules, self.history, self.mistakes)
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
            *before, turn = self.history[:number]
            for reply in self.rules.replies:
                changed = (*before, Turn(turn.guess, reply), *self.history[number:])
                if reply != turn.reply and _satisfiable(self.rules, changed, _NODES_FOR_REPAIR):
                    yield Repair(number, reply, None)


def likeliest(repairs: Iterable[C]) -> list[C]:
    """The repairs that a person is shown, those that leave most codes first."""
    return sorted(repairs, key=lambda repair: -(repair.candidates or 0))[:MOST_REPAIRS]


def change(repair: Change, guess: str, right: str, wrong: str) -> str:
    """The repairs of a contradiction, as a clause.

    Args:
        right, wrong: the reply as it would have to be, and as it is.

    >>> change(Repair(2, Reply(1, 1), 4), "1234", "11", "02")
    'turn 2: 1234 got 11 instead of 02, and 4 codes would fit'
    """
    told = {"turn": repair.turn, "code": guess, "right": right, "wrong": wrong}
    if repair.candidates is None:
        return translate("turn {turn}: {code} got {right} instead of {wrong}", **told)
    return translate_plural(
        "turn {turn}: {code} got {right} instead of {wrong}, and {number} [code|codes] would fit",
        repair.candidates,
        **told,
    )


def _in_words(reply: Reply) -> str:
    # Marks of places have no other words.
    return str(reply) if reply.words == str(reply) else f"{reply} ({reply.words})"


def clash(numbers: Sequence[int], mistakes: int = 0) -> str:
    """The sentence that says what cannot be true together.

    Args:
        numbers: of the turns that clash; empty if they are not known.
        mistakes: how many replies can be wrong.

    >>> clash((1, 2, 4))
    'No code fits: turns 1, 2 and 4 cannot all be true.'
    """
    if len(numbers) == 1:
        return translate("No code fits: turn {turn} alone cannot be true.", turn=numbers[0])
    if not numbers and not mistakes:
        return translate("No code fits: your replies contradict each other.")
    if not numbers:
        return translate_plural(
            "No code fits: your replies contradict each other, even if {number} "
            "[reply|replies] [is|are] wrong.",
            mistakes,
        )
    turns = join_words(numbers)
    if mistakes:
        return translate_plural(
            "No code fits: turns {turns} contradict each other, even if {number} "
            "[reply|replies] [is|are] wrong.",
            mistakes,
            turns=turns,
        )
    if len(numbers) == 2:
        return translate("No code fits: turns {turns} cannot both be true.", turns=turns)
    return translate("No code fits: turns {turns} cannot all be true.", turns=turns)


def check_consistent(candidates: Candidates) -> None:
    """Refuse replies that no code fits.

    Raises:
        ContradictoryReplies: if there are no candidates.
    """
    if candidates.none_left:
        raise ContradictoryReplies(candidates.rules, candidates.history, candidates.mistakes)


class _Survey(NamedTuple):
    """What all codes of a game, none of which fits, say about a history."""

    excluded: frozenset[Excluded]
    fitting: Counter[tuple[int, Reply]]
    """How many codes would fit if just this turn had this reply instead."""


def _survey_plainly(rules: Rules, history: History, mistakes: int) -> _Survey:
    excluded: set[Excluded] = set()
    fitting: Counter[tuple[int, Reply]] = Counter()
    fits = [sieve(rules, turn) for turn in history]
    won = _winning_turns(rules, history)
    guessed = Counter[str]()
    for n, turn in enumerate(history):
        guessed[turn.guess] |= 1 << n
    for code in list_codes(rules):
        violated = sum(1 << n for n, fit in enumerate(fits) if not fit(code))
        ruled_out = won ^ guessed[code]
        excluded.add(Excluded(violated, ruled_out, mistakes + 1))
        if violated.bit_count() > mistakes + 1:
            continue
        for n, turn in enumerate(history):
            if violated >> n & 1 and not ruled_out & ~(1 << n):
                true = rules.reply_rule(turn.guess, code)
                spare = violated.bit_count() <= mistakes
                fitting.update((n, reply) for reply in _repairs_of(rules, turn, true, spare=spare))
    return _Survey(frozenset(excluded), fitting)


def _survey_packed(rules: Rules, history: History, mistakes: int) -> _Survey:
    import numpy as np

    from moolab.codes.replies import pack_reply
    from moolab.codes.scorer import score
    from moolab.codes.space import CodeSpace

    excluded: set[Excluded] = set()
    fitting: Counter[tuple[int, Reply]] = Counter()
    won = _winning_turns(rules, history)
    for codes in CodeSpace(rules).blocks():
        replies = [score(rules, turn.guess, codes) for turn in history]
        violated, guessed = np.zeros((2, codes.shape[1]), np.uint64)
        wrong = np.zeros(codes.shape[1], np.uint8)
        for n, turn in enumerate(history):
            violates = replies[n] != pack_reply(turn.reply)
            is_guess = replies[n] == pack_reply(rules.win)
            violated |= violates.astype(np.uint64) << np.uint64(n)
            guessed |= is_guess.astype(np.uint64) << np.uint64(n)
            wrong += violates
        ruled_out = guessed ^ np.uint64(won)
        for out in {won, *ruled_out[guessed != 0].tolist()}:
            kinds = np.unique(violated[ruled_out == out]).tolist()
            excluded.update(Excluded(kind, out, mistakes + 1) for kind in kinds)
        few = np.flatnonzero(wrong <= mistakes + 1)
        for n in range(len(history)):
            bit = np.uint64(1 << n)
            blamed = few[(violated[few] & bit != 0) & (ruled_out[few] & ~bit == 0)]
            for spare in (False, True):
                instead = replies[n][blamed[(wrong[blamed] <= mistakes) == spare]]
                for byte, many in zip(*np.unique(instead, return_counts=True), strict=True):
                    true = unpack_reply(byte)
                    for reply in _repairs_of(rules, history[n], true, spare=spare):
                        fitting[n, reply] += int(many)
    return _Survey(frozenset(excluded), fitting)


def _winning_turns(rules: Rules, history: History) -> int:
    """The turns that rule out, as ``Turn.rules_out``, all codes but their guess; as bits.

    The others rule out just their guess.
    """
    return sum(1 << n for n, turn in enumerate(history) if turn.reply == rules.win)


def _repairs_of(rules: Rules, turn: Turn, true: Reply, *, spare: bool) -> Iterable[Reply]:
    """The replies that would let a code fit which one turn excludes.

    ``spare``: one mistake is left for that turn, which then pretended or denied a win.
    """
    if spare and true != rules.win:
        return (reply for reply in rules.replies_to(turn.guess) if reply != rules.win)
    return (true,)


def _satisfiable(rules: Rules, history: History, most_nodes: int) -> bool | None:
    """Whether some code fits; None if that would take too long to find out."""
    from moolab.deduction.unlisted import SearchStopped, first_consistent

    try:
        return first_consistent(rules, history, code_at(rules, 0), most_nodes) is not None
    except SearchStopped:
        return None
