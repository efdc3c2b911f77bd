"""The best guess where codes are listed, some perhaps likelier than others, or guesses dearer."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import Table, count_parts, letters, replies_to_columns, weigh_parts
from moolab.codes.scorer import Counts
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import History
from moolab.deduction.letters import ABSENT, RIGHT
from moolab.strategies.heuristic import Heuristic, best_of


def uses_hints(rules: ListedRules, history: History) -> NDArray[np.bool_]:
    """Whether each guess uses all that replies have shown, shape (guesses,).

    >>> from moolab.codes.listed import listed_rules
    >>> from moolab.deduction.history import parse_history
    >>> game = listed_rules(["crane", "grape", "trust", "about"])
    >>> uses_hints(game, parse_history(game, "crane=-gy--")).tolist()
    [True, True, False, False]
    """
    every = letters(rules)
    fits = np.ones(every.shape[1], np.bool_)
    for guess, reply in history:
        shown: Counter[str] = Counter()
        for place, (letter, mark) in enumerate(zip(guess, str(reply), strict=True)):
            if mark == RIGHT:
                fits &= every[place] == ord(letter)
            if mark != ABSENT:
                shown[letter] += 1
        for letter, number in shown.items():
            fits &= (every == ord(letter)).sum(axis=0) >= number
    return fits


_BLOCK = 1 << 21
"""Counts, or replies to be counted, at a time: some 32 MiB with their weights."""

_NEAR = 1e-9
"""Ratios that differ by less are compared as whole numbers."""


@dataclass(frozen=True)
class Weighed:
    """What candidates weigh, and guesses cost.

    Args:
        weights: of the candidates, shape (candidates,), not all of them 0.
        prices: of the guesses, shape (guesses,); None if they cost the same.
    """

    weights: Counts
    prices: Counts | None

    @classmethod
    def of(cls, rules: ListedRules, left: Iterable[str], rows: NDArray[np.int32]) -> "Weighed":
        """Those of some candidates, and of guesses by their indices."""
        prices = np.array(rules.costs, np.int64)[rows] if rules.costs else None
        return cls(np.array(rules.weights_of(left), np.int64), prices)

    def best_row(self, heuristic: Heuristic, table: Table, replies: int) -> int:
        """The row of a table of replies that is best.

        Without prices it is the row that costs least by the heuristic, each candidate counted as
        often as it weighs. With prices it is the one whose gain for its price is largest: what it
        takes off the costs that there would be without it. In ties what can be the secret goes
        first, then what costs least, then the first row. A row that tells nothing is never chosen.

        Args:
            table: the number of each reply, the winning one last, shape (guesses, candidates).
            replies: how many replies there are.
        """
        block = max(1, _BLOCK // max(replies, table.shape[1]))
        blocks = [table[start : start + block] for start in range(0, len(table), block)]
        found = [
            self._judge(
                heuristic, count_parts(each, replies), weigh_parts(each, replies, self.weights)
            )
            for each in blocks
        ]
        judged = _Judged(*map(np.concatenate, zip(*found, strict=True)))
        rows = np.flatnonzero(judged.largest < table.shape[1])
        prices = None
        if self.prices is not None:
            rows = rows[_near_best(self._gains(heuristic, judged.of(rows)), self.prices[rows])]
            prices = self.prices[rows]
        return int(rows[self._order(heuristic, judged.of(rows), prices)[0]])

    def order(self, heuristic: Heuristic, counts: Counts, weights: Counts) -> NDArray[np.intp]:
        """All rows, that of ``best_row`` first, those that tell nothing last.

        Args:
            counts: how many candidates give each reply to each guess, shape (guesses, replies).
            weights: what these weigh together, likewise.
        """
        return self._order(heuristic, self._judge(heuristic, counts, weights), self.prices)

    def _order(
        self, heuristic: Heuristic, judged: "_Judged", prices: Counts | None
    ) -> NDArray[np.intp]:
        first, second, won, largest = judged
        tells_nothing = largest == len(self.weights)
        if prices is None:
            # To leave no two together is best of all; then it is best to win at once.
            apart = largest == 1
            first = np.where(apart, -won, first)
            return np.lexsort((won == 0, second, first, ~apart, tells_nothing))
        losses = map(Fraction, (-self._gains(heuristic, judged)).tolist(), prices.tolist())
        ranks = np.unique(np.array([*losses], object), return_inverse=True)[1]
        # Where no guess gains anything, the least price is best.
        return np.lexsort((prices, won == 0, second, ranks, tells_nothing))

    def _gains(self, heuristic: Heuristic, judged: "_Judged") -> Counts:
        """What guesses take off the costs of all candidates in one part."""
        counts, weights = np.array([[len(self.weights)], [int(self.weights.sum())]])[:, None]
        before = int(heuristic.weighed_costs(counts, weights).first[0, 0])
        gains: Counts = before - judged.first
        return gains

    def _judge(self, heuristic: Heuristic, counts: Counts, weights: Counts) -> "_Judged":
        costs = heuristic.weighed_costs(counts, weights)
        first = costs.first.max(axis=1) if heuristic.by_largest else costs.first.sum(axis=1)
        won = weights[:, -1]
        credit = won if heuristic.wins_weigh else counts[:, -1]
        second = costs.second.sum(axis=1) - credit * heuristic.win[1]
        return _Judged(first - credit * heuristic.win[0], second, won, counts.max(axis=1))


class _Judged(NamedTuple):
    """For each row both costs, what the candidate weighs that it names, and its largest part."""

    first: Counts
    second: Counts
    won: Counts
    largest: Counts

    def of(self, rows: NDArray[np.intp]) -> "_Judged":
        """Those of some rows."""
        return _Judged(*(each[rows] for each in self))


def _near_best(gains: Counts, prices: Counts) -> NDArray[np.intp]:
    """Where the gain for the price is largest, or differs by so little that a float cannot tell."""
    ratios = gains / prices
    return np.flatnonzero(ratios >= ratios.max() - abs(ratios.max()) * _NEAR)


_COUNTS = 1 << 22
"""Counts, or replies to be counted, at a time: some 32 MiB."""


def best_guess(
    heuristic: Heuristic, rules: ListedRules, left: Candidates, *, consistent: bool, hard: bool
) -> str:
    """The guess that costs least; in ties what can be the secret, then the first.

    Where no question wins, it is a question, or the name of the only candidate.

    Args:
        left: the candidates, one at least.
        consistent: whether to guess only what can be the secret.
        hard: whether guesses use all that replies have shown.
    """
    if len(left) == 1:
        return left[0]
    if len(left) == 2 and not (rules.costs or rules.identifies):
        return max(left, key=lambda code: rules.every_weight[rules.numbers[code]])
    columns = np.array([rules.numbers[code] for code in left], np.int32)
    table = replies_to_columns(rules, columns)
    first = rules.size if rules.identifies else 0
    rows = columns if consistent else np.arange(first, len(table), dtype=np.int32)
    if hard:
        rows = rows[uses_hints(rules, left.history)[rows]]
    if rules.weights or rules.costs:
        weighed = Weighed.of(rules, left, rows)
        row = weighed.best_row(heuristic, table[rows], len(rules.replies))
    else:
        replies = len(rules.replies)
        block = max(1, _COUNTS // max(replies, len(columns)))
        blocks = (rows[start : start + block] for start in range(0, len(rows), block))
        row = best_of(heuristic, (count_parts(table[some], replies) for some in blocks)).guess
    return rules.guesses[int(rows[row])]
