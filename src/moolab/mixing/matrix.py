"""Games of two players in a table, solved exactly: fractions leave nothing to be rounded."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Solution(NamedTuple):
    """What both players do, and what comes of it.

    Args:
        value: what the one pays to the other on average, if both play as well as they can.
        columns: how likely each column is chosen by whoever pays.
        rows: how likely each row is chosen by whoever is paid.
    """

    value: Fraction
    columns: list[Fraction]
    rows: list[Fraction]


def solve_table(columns: Sequence[Sequence[Fraction]]) -> Solution:
    """Solve a game in which one player chooses a column, the other a row, and the entry is paid.

    The simplex method for the linear program of whoever pays, by Bland's rule (1977), which never
    goes in a circle; what the other player does is the solution of the dual one.

    Args:
        columns: what is paid, positive numbers, shape (columns, rows).

    >>> rock, paper = [Fraction(2), Fraction(4)], [Fraction(3), Fraction(1)]
    >>> solve_table([rock, paper]).value
    Fraction(5, 2)
    """
    many, height = len(columns), len(columns[0])
    # Of what is chosen over the value the sum is as large as it can be, where no row exceeds 1.
    table = [
        [column[row] for column in columns]
        + [Fraction(row == slack) for slack in range(height)]
        + [Fraction(1)]
        for row in range(height)
    ]
    aim = [Fraction(-1)] * many + [Fraction(0)] * (height + 1)
    basis = list(range(many, many + height))
    while (enters := next((j for j, rate in enumerate(aim) if rate < 0), None)) is not None:
        leaves = min(
            (row for row in range(height) if table[row][enters] > 0),
            key=lambda row: (table[row][-1] / table[row][enters], basis[row]),
        )
        pivot = table[leaves][enters]
        table[leaves] = [entry / pivot for entry in table[leaves]]
        for line in [*table[:leaves], *table[leaves + 1 :], aim]:
            if times := line[enters]:
                line[:] = [a - times * b for a, b in zip(line, table[leaves], strict=True)]
        basis[leaves] = enters
    value = 1 / aim[-1]
    chosen = [Fraction(0)] * many
    for row, column in enumerate(basis):
        if column < many:
            chosen[column] = table[row][-1] * value
    return Solution(value, chosen, [rate * value for rate in aim[many:-1]])
