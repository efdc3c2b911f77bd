"""What is said of empty boards in docs/results.md: from a file, and as others have found it."""

from contextlib import redirect_stdout
from io import StringIO

from benchmarks import trilobite as bench

from moolab.trilobite.board import Board, Shape
from moolab.trilobite.solver.exact import Solver
from tests.helpers.cases import every
from tests.helpers.paths import PROJECT

SOLVED = bench._solved()


def test_the_table_is_what_the_command_prints() -> None:
    printed = StringIO()
    with redirect_stdout(printed):
        bench.print_table()
    assert printed.getvalue() in (PROJECT / "docs" / "results.md").read_text(encoding="utf-8")


@every("size", SOLVED)
def test_scores_are_those_that_were_published(size: str) -> None:
    shape = Shape.parse(size)
    score, nodes, _ = SOLVED[size]
    assert int(score) == bench.PUBLISHED[size]
    if int(nodes) < 100_000:
        solver = Solver(shape, book=False)
        assert solver.score(Board.empty(shape)) == (int(score), int(score))
        assert solver.nodes == int(nodes)


def test_how_long_a_board_takes_is_known_roughly_beforehand() -> None:
    for size, (_, _, seconds) in SOLVED.items():
        shape = Shape.parse(size)
        expected = Solver(shape, memory=1 << 10, book=False).expected_seconds(Board.empty(shape))
        if float(seconds) > 1:
            assert 1 / 3 < expected / float(seconds) < 3
