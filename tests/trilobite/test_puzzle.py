"""Win in n: by plain search of all that can follow, one column alone wins with the n-th stone."""

import re
from functools import cache
from io import StringIO

import pytest

from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidMove, PuzzleNotFound
from moolab.trilobite.board import COLUMNS, Board, Shape
from moolab.trilobite.commands.puzzle import ask
from moolab.trilobite.puzzle import Proof, Puzzle, attempt, hints, make_puzzle
from moolab.trilobite.solver.exact import Solver
from tests.helpers.cases import every

PUZZLES = [
    *((Shape(7, 6), 2), (Shape(7, 6), 3), (Shape(8, 7), 3), (Shape(5, 5), 3), (Shape(5, 5), 4)),
    *((Shape(6, 5), 3), (Shape(5, 4, 3), 2), (Shape(9, 8), 2)),
]
SEEDS = range(2)


@cache
def solver(shape: Shape) -> Solver:
    """Exact scores from nothing but the search."""
    return Solver(shape, 1 << 20, book=False)


@cache
def puzzle(shape: Shape, stones: int, seed: int) -> Puzzle:
    """A puzzle, made once."""
    return make_puzzle(solver(shape), stones, seed)


def wins(board: Board, stones: int) -> bool:
    """Whether the player to move wins with so many stones, whatever the other plays."""
    after = [board.play(column) for column in board.columns]
    # Lines come first only because that is quicker.
    return any(each.winner for each in after) or (
        stones > 1 and any(loses(each, stones - 1) for each in after)
    )


def loses(board: Board, stones: int) -> bool:
    """Whether the player to move loses to so many stones, whatever it plays."""
    if board.is_over:
        return bool(board.winner)
    after = [board.play(column) for column in board.columns]
    return not any(each.winner for each in after) and all(wins(each, stones) for each in after)


@every("seed", SEEDS)
@every("shape, stones", PUZZLES)
def test_one_column_alone_wins_with_the_nth_stone_and_none_sooner(
    shape: Shape, stones: int, seed: int
) -> None:
    board, _, _, column, *_ = puzzle(shape, stones, seed)
    assert not wins(board, stones - 1)
    assert [c for c in board.columns if loses(board.play(c), stones - 1)] == [column]


@pytest.mark.parametrize(("shape", "stones"), PUZZLES)
def test_the_line_is_a_game_of_n_stones_that_begins_with_the_column(
    shape: Shape, stones: int
) -> None:
    made = puzzle(shape, stones, 0)
    end = Board.parse(made.board.moves + made.line, shape)
    assert end.winner == made.board.turn
    assert len(made.line) == 2 * stones - 1
    assert end.column(made.line[0]) == made.column


@pytest.mark.parametrize("seed", SEEDS)
def test_no_stone_has_to_be_stopped_at_the_beginning(seed: int) -> None:
    board = puzzle(Shape(7, 6), 3, seed).board
    passed = Board(board.shape, board.waiting, board.filled, board.moves)
    assert not any(board.play(column).winner for column in board.columns)
    assert not any(passed.shape.line(passed.play(c).waiting) for c in passed.columns)


def test_the_answer_to_any_other_column_puts_off_the_win() -> None:
    shape = Shape(7, 6)
    made = puzzle(shape, 3, 0)
    for column in made.board.columns:
        reply = Proof(solver(shape), made.board, 3).refutation(column)
        assert (reply is None) is (column == made.column)
        if reply is not None:
            after = made.board.play(column).play(reply)
            assert after.winner or not wins(after, 2)


def test_a_fork_is_very_easy_and_what_takes_more_stones_is_harder() -> None:
    shape = Shape(7, 6)
    assert {puzzle(shape, 2, seed).difficulty for seed in range(5)} == {1}
    assert min(puzzle(shape, 5, seed).positions for seed in range(5)) > 1


def test_the_same_seed_makes_the_same_puzzle_whatever_was_made_before() -> None:
    shape = Shape(6, 5)
    assert make_puzzle(Solver(shape, 1 << 16), 3, 1) == puzzle(shape, 3, 1)


def test_what_cannot_be_is_not_looked_for_long() -> None:
    for shape in (Shape(2, 2, 2), Shape(1, 12)):
        with pytest.raises(PuzzleNotFound, match="has no room for a win in 3 stones"):
            make_puzzle(solver(shape), 3)
    with pytest.raises(PuzzleNotFound, match="another number of stones"):
        make_puzzle(solver(Shape(2, 3, 3)), 3)


def test_a_puzzle_of_a_wanted_difficulty_is_another_one_of_the_same_seed() -> None:
    shape = Shape(7, 6)
    for wanted in (2, 4):
        made = make_puzzle(solver(shape), 3, 0, difficulty=wanted)
        assert made.difficulty == wanted
        assert (made == puzzle(shape, 3, 0)) is (puzzle(shape, 3, 0).difficulty == wanted)
    with pytest.raises(PuzzleNotFound, match="those found are of difficulty 1"):
        make_puzzle(solver(Shape(5, 4, 3)), 2, difficulty=5)


@pytest.mark.parametrize(("shape", "stones"), PUZZLES)
def test_right_columns_lead_to_the_line_and_others_are_taken_back(
    shape: Shape, stones: int
) -> None:
    made = puzzle(shape, stones, 1)
    found = attempt(solver(shape), made)
    while not found.over:
        right = Proof(solver(shape), found.board, found.stones).line()[0]
        for column in found.board.columns:
            after = attempt(solver(shape), made, [*found.tried, COLUMNS[column - 1]])
            played, left = found.board.play(column), found.stones - 1
            in_time = bool(played.winner) or (left > 0 and loses(played, left))
            assert (after.refuted is None) is in_time
            assert in_time or after.board == found.board
        found = attempt(solver(shape), made, [*found.tried, right])
    assert found.board.winner == made.board.turn
    assert len(found.board.moves) == len(made.board.moves) + 2 * stones - 1
    with pytest.raises(InvalidMove, match="the puzzle is over"):
        attempt(solver(shape), made, [*found.tried, "1"])


def test_a_hint_names_two_columns_one_of_which_is_right() -> None:
    shape = Shape(7, 6)
    for seed in range(5):
        made = puzzle(shape, 3, seed)
        first, second = hints(solver(shape), attempt(solver(shape), made))
        # A line that gravity keeps from being completed yet is a threat, too.
        assert first.endswith("threatens nothing at once." if made.quiet else "threatens a line.")
        assert str(made.column) in re.findall(r"\d", second)
        assert len(set(re.findall(r"\d", second))) == 2


def test_somebody_is_asked_for_columns_and_told_what_refutes_another() -> None:
    shape = Shape(7, 6)
    made = puzzle(shape, 3, 0)
    wrong = next(column for column in made.board.columns if column != made.column)

    def asked(*typed: object) -> tuple[bool, str]:
        said = StringIO()
        terminal = Terminal(StringIO("".join(f"{each}\n" for each in typed)), said)
        return ask(terminal, solver(shape), made), said.getvalue()

    goes_on, said = asked(wrong, "x", *made.line[::2])
    assert goes_on
    assert f"Not column {wrong}: " in said
    assert "There is no column 'x': they are 1 to 7." in said
    assert f"Right, and O answers in column {made.line[1]}. X to move wins in 2 stones" in said
    assert said.endswith("Solved: X has won.\n")
    assert asked("?", "?", "?")[1].endswith(f"Column {made.column}: {in_turn(made)}.\n")
    assert not asked("?", "?")[0], "the input ends before the solution"


def in_turn(made: Puzzle) -> str:
    return ", ".join(f"{'XO'[n % 2]} {column}" for n, column in enumerate(made.line))
