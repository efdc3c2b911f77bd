"""What to ask first when the time for a score is too short: ``python -m benchmarks.limits``.

Positions of ``tests/data/positions`` are searched with a limit of nodes in place of seconds, first
with one question, whether the player to move wins, and then with two, whether it at least draws as
well; each answer leaves more for the score, and what is left at last is spent on bounds. Printed is
of how many positions it comes out who wins, or that it is a draw; of how many only that one side
does not lose; of how many the score; and how wide the bounds are on average.
"""

from benchmarks.tuning import POSITIONS
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.score import Bounds, possible
from moolab.trilobite.solver.exact import Solver

SHAPE = Shape(8, 7)
SET = "rand_8x7_ply18"
"""The positions, 20 of them."""

NODES = (50_000, 200_000)
"""A fifth of what the score takes on average, and nearly all of it."""

WAYS = {"one question, half": {1: 0.5}, "two questions, 0.4 and 0.7": {1: 0.4, 0: 0.7}}
"""The questions, each a score, with the parts of the nodes after which they end."""


def look(solver: Solver, board: Board, nodes: int, questions: dict[int, float]) -> Bounds:
    """What is known of a score after so many nodes."""
    known, began = possible(board), solver.nodes

    def ask(lower: int, upper: int, part: float) -> Bounds:
        left = int(began + part * nodes) - solver.nodes
        if left <= 0 or known.lower >= upper or known.upper <= lower:
            return known
        return solver.search(board, nodes=left, lower=lower, upper=upper, known=known)

    for score, part in questions.items():
        known = ask(score - 1, score, part)
    if known.lower > 0 or known.upper < 0 or len(questions) == 1:
        known = ask(known.lower, known.upper, max(questions.values()))
    while not known.exact and solver.nodes < began + nodes:
        limit = known.upper - 1 if known.upper > -known.lower else known.lower
        known = ask(limit, limit + 1, 1)
    return known


def main() -> None:
    """Print what each way finds out."""
    solver = Solver(SHAPE, 64 << 20, book=False)
    print("  nodes  way                        who wins  half  score  width")
    lines = (POSITIONS / f"{SET}.txt").read_text(encoding="ascii").splitlines()
    boards = [Board.parse(line.split()[0], SHAPE) for line in lines]
    for nodes in NODES:
        for way, questions in WAYS.items():
            found = []
            for board in boards:
                solver.clear()
                found.append(look(solver, board, nodes, questions))
            wins = sum(each.exact or each.lower > 0 or each.upper < 0 for each in found)
            half = sum(0 in each and not each.exact for each in found)
            exact = sum(each.exact for each in found)
            width = sum(each.upper - each.lower for each in found) / len(found)
            print(f"{nodes:>7,}  {way:26}{wins:>9}{half:>6}{exact:>7}{width:>7.1f}")


if __name__ == "__main__":
    main()
