"""The best guess where codes are listed."""

import numpy as np

from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import count_parts, replies_to_columns
from moolab.deduction.candidates import Candidates
from moolab.deduction.hints import uses_hints
from moolab.strategies.heuristic import Heuristic, best_of
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
        replies = len(rules.replies)
        block = max(1, _COUNTS // max(replies, len(columns)))
        blocks = (rows[start : start + block] for start in range(0, len(rows), block))
        row = best_of(heuristic, (count_parts(table[some], replies) for some in blocks)).guess
    return rules.guesses[int(rows[row])]
