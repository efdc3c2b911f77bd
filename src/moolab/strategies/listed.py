"""The best guess where codes are listed."""

import numpy as np

from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import Table, count_parts, replies_to_columns
from moolab.deduction.candidates import Candidates
from moolab.deduction.hints import uses_hints
from moolab.strategies.heuristic import Best, Heuristic
from moolab.strategies.weighed import Weighed

_COUNTS = 1 << 22
"""Counts, or replies to be counted, at a time: some 32 MiB."""


def best_guess(
    heuristic: Heuristic, rules: ListedRules, left: Candidates, *, consistent: bool, hard: bool
) -> str:
    """The guess that costs least; in ties what may be the secret, then the first.

    Where no question wins, it is a question, or the name of the only candidate.

    Args:
        left: the candidates, one at least.
        consistent: whether to guess only what may be the secret.
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
        row = best_row(heuristic, table[rows], len(rules.replies)).guess
    return rules.guesses[int(rows[row])]


def best_row(heuristic: Heuristic, table: Table, replies: int) -> Best:
    """The row of a table of replies that costs least.

    Args:
        table: the number of each reply, the winning one last, shape (guesses, candidates).
        replies: how many replies there are.
    """
    block = max(1, _COUNTS // max(replies, table.shape[1]))
    best: Best | None = None
    for start in range(0, len(table), block):
        found = heuristic.cheapest(count_parts(table[start : start + block], replies))
        if best is None or found[:3] < best[:3]:
            best = found._replace(guess=start + found.guess)
    assert best is not None, "there is some guess"
    return best
