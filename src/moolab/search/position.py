"""One position of a game: the values of what a guess leaves, and the best guess.

The value of a set of candidates is the least total of guesses, over all of them, that a tree needs.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.numbering import code_at, index_of
from moolab.codes.replies import Reply
from moolab.deduction.candidates import Candidates
from moolab.search.kernel import FEW, Table, solve
from moolab.search.objective import plain
from moolab.search.symmetry import ANY, Choices, representatives
from moolab.search.tables import table, table_size
from moolab.search.task import ALL_GUESSES, INFINITE, candidates_after

_SLOTS = 1 << 18
_MOST_BYTES = 256 << 20
_MOST_WORK = 15 * 10**8
"""Replies that may be looked up for one position; about two seconds."""

_ALIKE = 6
"""In games with more places, to look for guesses that are alike takes longer than to try them."""

_FEW_ALIKE = 1 << 22
"""Pairs of a guess and a code for which it is soon found out what is alike after that guess."""


class Exhausted(Exception):
    """A search was not allowed to go on long enough to tell."""


class Best(NamedTuple):
    """The value of a position, and the guess that reaches it."""

    value: int
    guess: str


class Position:
    """What is known at some point of a game, searched within a budget.

    Args:
        known: at least one candidate.
        width: how many guesses are looked at for each set, all unless given; with fewer, a value
            is the total of a real tree, and there may be better ones.

    Raises:
        Exhausted: if there is no room for the tables.
    """

    def __init__(self, known: Candidates, width: int | None = None) -> None:
        rules = self._rules = known.rules
        if known.count is None or table_size(rules, known.count, _SLOTS) > _MOST_BYTES:
            raise Exhausted
        self._guesses = tuple(turn.guess for turn in known.history)
        self._codes = candidates_after(rules, known.history)
        made = table(
            rules,
            self._codes,
            tuple(plain().tolist()),
            consistent=False,
            width=width or ALL_GUESSES,
            slots=_SLOTS,
        )
        self._table: Table = made._replace(most=_MOST_WORK)

    def parts(self, guess: str) -> dict[Reply, int]:
        """The value of what each reply to a guess would leave; the winning one leaves nothing.

        Raises:
            Exhausted: if that takes too long.

        >>> from moolab.codes.rules import Rules
        >>> from moolab.deduction.candidates import candidates
        >>> position = Position(candidates(Rules.parse("ab3x5")))
        >>> {str(reply): value for reply, value in position.parts("012").items()}
        {'01': 29, '02': 45, '03': 3, '10': 13, '11': 28, '12': 6, '20': 12, '30': 0}
        """
        replies = self._table.replies[index_of(self._rules, guess)]
        asked = (*self._guesses, guess)
        values = {}
        for number, reply in enumerate(self._rules.replies):
            part = np.flatnonzero(replies == number).astype(np.int32)
            if reply == self._rules.win and len(part):
                values[reply] = 0
            elif len(part) == len(self._codes):
                # The guess tells nothing: all is as it was.
                values[reply] = self._solved(part, self._guesses)
            elif len(part):
                values[reply] = self._solved(part, asked)
        return dict(sorted(values.items()))

    def better(self, than: int) -> Best | None:
        """The best guess, if its value is less; None if there is no better one.

        Raises:
            Exhausted: if that takes too long.

        >>> from moolab.codes.rules import Rules
        >>> from moolab.deduction.candidates import candidates
        >>> Position(candidates(Rules.parse("mm4x6"))).better(than=5626)
        Best(value=5625, guess='0012')
        """
        every = np.arange(len(self._codes), dtype=np.int32)
        value = self._solved(every, self._guesses, beta=than)
        if value >= than:
            return None
        if len(self._codes) <= 2:
            guess = self._codes[0]
        else:
            self._solved(every, self._guesses, beta=value + 1, target=value)
            guess = self._table.choice[len(self._guesses)]
        return Best(value, code_at(self._rules, int(guess)))

    def _solved(
        self,
        codes: NDArray[np.int32],
        guesses: tuple[str, ...],
        beta: int = INFINITE,
        target: int = 0,
    ) -> int:
        choices = self._choices(guesses, len(codes))
        value = solve(self._table, codes, len(guesses), beta, target, *choices)
        if self._table.stop[0]:
            raise Exhausted
        return int(value)

    def _choices(self, guesses: tuple[str, ...], candidates: int) -> Choices:
        if self._rules.places > _ALIKE:
            return ANY
        choices = Choices.of(representatives(self._rules, guesses))
        if candidates > FEW and len(choices.listed) * self._rules.size <= _FEW_ALIKE:
            return choices.followed(self._rules, guesses)
        return choices
