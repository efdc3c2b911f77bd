"""Plain minimax, and what scores say."""

from itertools import product

import pytest
from hypothesis import given

from moolab.trilobite.board import Board, Shape
from moolab.trilobite.score import Bounds, outcome, outlook, possible, score_of_win
from moolab.trilobite.tree import tree, walk
from tests.helpers.boards import positions
from tests.helpers.minimax import Minimax
from tests.trilobite.test_board import grid_of, lines_of

TINY = [
    pytest.param(Shape(width, height, 3), marks=[pytest.mark.slow] if width * height > 12 else [])
    for width, height in product(range(1, 6), repeat=2)
    if width * height <= 15 and max(width, height) >= 3
]


def exactly(board: Board, score: int) -> str:
    """What a score promises."""
    return str(outlook(board, Bounds(score, score)))


def test_on_three_by_three_every_first_move_is_a_draw() -> None:
    oracle, empty = Minimax(), tree(Board.empty(Shape(3, 3, 3)))
    assert oracle.score(empty) == 0
    assert oracle.scores(empty) == {1: 0, 2: 0, 3: 0}
    assert empty.built == 1


@pytest.mark.parametrize("shape", TINY, ids=str)
def test_three_in_a_row_is_won_if_the_board_is_four_wide_and_three_high(shape: Shape) -> None:
    won = shape.width >= 4 and shape.height >= 3
    assert (Minimax().score(tree(Board.empty(shape))) > 0) == won


@pytest.mark.parametrize("size", ["4x3", "3x4", "5x2", "2x5"])
def test_four_in_a_row_is_a_draw_on_tiny_boards(size: str) -> None:
    assert Minimax().score(tree(Board.empty(Shape.parse(size)))) == 0


def brute_force(moves: str, shape: Shape) -> int:
    """The score by definition, without bits, tree, or memory."""
    board = Board.parse(moves, shape)
    if lines_of(grid_of(board), shape.win):
        # Of the stones that the winner has, how many are left, and the one that won?
        stones = (shape.cells + len(moves) % 2) // 2
        return -(stones - (len(moves) + 1) // 2 + 1)
    heights = {column: moves.count(str(column)) for column in range(1, shape.width + 1)}
    free = [column for column, height in heights.items() if height < shape.height]
    return max((-brute_force(f"{moves}{column}", shape) for column in free), default=0)


@given(positions(most=3, left=6))
def test_scores_are_those_of_the_definition(board: Board) -> None:
    assert Minimax().score(tree(board)) == brute_force(str(board), board.shape)


@given(positions(most=4, left=8))
def test_a_mirror_turns_the_scores(board: Board) -> None:
    oracle = Minimax()
    turned = {board.shape.width + 1 - c: n for c, n in oracle.scores(tree(board.mirror)).items()}
    assert turned == oracle.scores(tree(board))


@given(positions(most=4, left=8).filter(lambda board: not board.is_over))
def test_a_score_is_one_that_is_possible(board: Board) -> None:
    lower, upper = possible(board)
    assert lower <= Minimax().score(tree(board)) <= upper


def test_who_wins_has_the_stones_of_a_line() -> None:
    assert possible(Board.empty(Shape(12, 12, 12))) == Bounds(-61, 61)
    assert possible(Board.parse("12", Shape(3, 1, 3))) == Bounds(0, 0), "there are too few cells"
    assert possible(Board.parse("1212", Shape(3, 4, 3))) == Bounds(-4, 4)


def test_the_score_is_that_of_the_best_move() -> None:
    oracle = Minimax()
    for _, node in walk(tree(Board.empty(Shape(4, 3, 3))), 5):
        scores = oracle.scores(node)
        assert oracle.score(node) == (max(scores.values()) if scores else oracle.score(node))


def test_sooner_wins_and_later_losses_score_higher() -> None:
    oracle, shape = Minimax(), Shape(4, 3, 3)
    assert oracle.scores(tree(Board.parse("22", shape))) == {1: -1, 2: -1, 3: 4, 4: -1}
    assert oracle.score(tree(Board.parse("2233", shape))) == 4


@given(positions())
def test_a_score_is_counted_in_stones_from_the_end(board: Board) -> None:
    shape = board.shape
    left = [ply for ply in range(board.ply, shape.cells) if ply % 2 == board.ply % 2]
    for nth, ply in enumerate(reversed(left), start=1):
        assert score_of_win(shape.cells, ply) == nth
        assert exactly(board, nth).startswith(f"{board.turn} wins with its ")
        assert exactly(board, nth).endswith(f", on move {ply + 1}")


@pytest.mark.parametrize(
    ("moves", "score", "sentence"),
    [
        ("", 2, "X wins with its 2nd stone from the end, on move 53"),
        ("", -1, "O wins with its last stone, on move 56"),
        ("4", 1, "O wins with its last stone, on move 56"),
        ("4", -11, "X wins with its 11th stone from the end, on move 35"),
        ("44", 0, "draw"),
    ],
)
def test_a_score_in_words(moves: str, score: int, sentence: str) -> None:
    assert exactly(Board.parse(moves), score) == sentence


def test_a_score_in_words_where_the_first_player_has_one_stone_more() -> None:
    board = Board.parse("2", Shape(3, 3, 3))
    assert exactly(board, 1) == "O wins with its last stone, on move 8"
    assert exactly(board, -1) == "X wins with its last stone, on move 9"


def test_how_games_end() -> None:
    shape = Shape(2, 3, 3)
    ends = [outcome(Board.parse(moves, shape)) for moves in ("1212", "12121", "1122", "121221")]
    assert ends == [None, "X wins", None, "draw"]
