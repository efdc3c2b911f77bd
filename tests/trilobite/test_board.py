"""Trilobite's board: notation, lines, mirror, and what cannot be played."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from moolab.errors import InvalidBoard, InvalidMove
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape
from moolab.trilobite.player.engine import Engine
from moolab.trilobite.solver.exact import Solver
from tests.helpers.boards import positions, shapes
from tests.helpers.cases import every

Grid = dict[tuple[int, int], str]
"""The stones of a board by column and row, both from 1."""


def grid_of(board: Board) -> Grid:
    """The same game, played without bits."""
    grid: Grid = {}
    for number, name in enumerate(board.moves):
        column = COLUMNS.index(name) + 1
        height = sum(x == column for x, _ in grid)
        grid[column, height + 1] = STONES[number % 2]
    return grid


def lines_of(grid: Grid, win: int) -> set[tuple[int, int]]:
    """The cells of all lines, found by looking from each cell in four directions."""
    found = set()
    for (x, y), stone in grid.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = [(x + n * dx, y + n * dy) for n in range(win)]
            if all(grid.get(cell) == stone for cell in cells):
                found.update(cells)
    return found


@given(shapes())
def test_a_size_is_read_back_as_it_is_written(shape: Shape) -> None:
    assert Shape.parse(str(shape), shape.win) == shape


def test_numbers_may_be_those_of_numpy() -> None:
    shape = Shape(*np.array([12, 12, 4], np.int8))
    assert shape.full == Shape(12, 12, 4).full
    board = Board.empty(shape)
    for column in np.array([12, 1, 12]):
        board = board.play(column)
    assert board == Board.parse("c1c", Shape(12, 12, 4))
    memory, workers = np.array([1 << 20, 2])
    solver, board = Solver(Shape(5, 4), memory, workers=workers), Board.parse("1525", Shape(5, 4))
    assert solver.score_moves([board], workers).max() == solver.score(board).lower
    assert Engine(Shape(5, 4), memory).search(board).score == 0


@given(positions())
def test_a_position_is_read_back_as_it_is_written(board: Board) -> None:
    again = Board.parse(str(board), board.shape)
    assert (again, again.moves) == (board, board.moves)
    assert eval(repr(board), {"Board": Board, "Shape": Shape}) == board  # noqa: S307


@given(positions())
def test_lines_are_those_that_a_naive_search_finds(board: Board) -> None:
    grid, shape = grid_of(board), board.shape
    found = {
        (cell // (shape.height + 1) + 1, cell % (shape.height + 1) + 1)
        for cell in range(shape.width * (shape.height + 1))
        if shape.line(board.waiting) >> cell & 1
    }
    assert found == lines_of(grid, shape.win)
    assert board.winner == (STONES[(len(grid) + 1) % 2] if found else None)
    assert board.is_over == (bool(found) or len(grid) == shape.cells)


@given(positions())
def test_stones_are_where_they_fell(board: Board) -> None:
    grid, shape = grid_of(board), board.shape
    rows = board.picture().splitlines()
    assert len(rows) == shape.height + 1
    for y, row in enumerate(reversed(rows[:-1]), start=1):
        stones = row.ljust(3 * shape.width)[1::3]
        assert list(stones) == [grid.get((x, y), ".") for x in range(1, shape.width + 1)]
    assert (board.ply, board.turn) == (len(grid), STONES[len(grid) % 2])


@given(positions())
def test_what_can_be_played_is_what_is_not_full(board: Board) -> None:
    heights = [board.moves.count(name) for name in COLUMNS[: board.shape.width]]
    free = [x for x, height in enumerate(heights, start=1) if height < board.shape.height]
    assert list(board.columns) == ([] if board.is_over else free)
    for column in range(1, board.shape.width + 1):
        if column in board.columns:
            assert board.play(column).moves == board.moves + COLUMNS[column - 1]
        else:
            with pytest.raises(InvalidMove):
                board.play(column)


@given(positions())
def test_a_mirror_shows_the_same_game_turned(board: Board) -> None:
    mirror = board.mirror
    assert (mirror.mirror, mirror.mirror.moves) == (board, board.moves)
    assert Board.parse(mirror.moves, board.shape) == mirror
    width = board.shape.width
    assert grid_of(mirror) == {(width + 1 - x, y): s for (x, y), s in grid_of(board).items()}


def test_positions_are_equal_whatever_way_led_there() -> None:
    one, other, different = (Board.parse(moves) for moves in ("1234", "3214", "2143"))
    assert one == other != different
    assert hash(one) == hash(other)
    assert one.moves != other.moves


def test_a_position_does_not_change_when_it_is_played_on() -> None:
    board = Board.parse("4453")
    board.play(1)
    assert (str(board), board.turn) == ("4453", "X")


def test_the_last_stone_and_the_winning_line_are_marked_without_colour() -> None:
    assert Board.parse("112", Shape(3, 2, 2)).picture() == " O  .  .\n(X)(X) .\n 1  2  3"
    assert Board.parse("11", Shape(3, 2, 2)).picture() == "[O] .  .\n X  .  .\n 1  2  3"
    assert Board.empty(Shape(3, 2, 2)).picture() == " .  .  .\n .  .  .\n 1  2  3"


def test_letters_name_the_columns_of_boards_that_have_no_letters() -> None:
    assert str(Board.parse("dDeh", Shape())) == "4458"
    assert Board.parse("i", Shape(9, 7)).moves == "9"
    assert Board.parse("a", Shape(10, 7)).moves == "a", "there it is the tenth"
    with pytest.raises(InvalidMove, match="there is no column 'i': they are 1 to 8"):
        Board.parse("i", Shape())


def test_wide_boards_go_on_with_letters() -> None:
    board = Board.parse("9aBCd", Shape(13, 12))
    assert str(board) == "9abcd"
    assert board.picture().splitlines()[-1].split() == list(COLUMNS)


def test_spaces_are_no_moves() -> None:
    assert str(Board.parse(" 4453\n")) == str(Board.parse("4 4 5 3")) == "4453"


@pytest.mark.parametrize(
    ("moves", "shape", "sentence"),
    [
        ("9", Shape(), "move 1 of '9' is not possible: there is no column '9': they are 1 to 8"),
        ("40", Shape(), "move 2 of '40' is not possible: there is no column '0': they are 1 to 8"),
        ("4-4", Shape(), "move 2 of '4-4' is not possible: there is no column '-': they are 1"),
        ("4²", Shape(), "there is no column '²'"),
        ("d", Shape(12, 12), "there is no column 'd': they are 1 to 9, then a, b and c"),
        ("10", Shape(10, 7), "there is no column '0': they are 1 to 9, then a"),
        ("d1 d2 c1", Shape(13, 4), "'d1 d2 c1' can mean cells or columns: on a board of more than"),
        ("111", Shape(3, 2, 3), "move 3 of '111' is not possible: column 1 is full"),
        ("1122334", Shape(4, 2, 3), "move 6 of '1122334' is not possible: the game is over: X has"),
        ("12121", Shape(2, 2, 2), "move 4 of '12121' is not possible: the game is over: X has won"),
        ("1122" * 30, Shape(2, 4, 3), "move 9 of '1122112211221122112211221122112211221...' is"),
    ],
)
def test_moves_that_are_not_possible(moves: str, shape: Shape, sentence: str) -> None:
    with pytest.raises(InvalidMove) as error:
        Board.parse(moves, shape)
    assert sentence in str(error.value)


def test_after_a_draw_the_board_is_full() -> None:
    draw = Board.parse("121221", Shape(2, 3, 3))
    assert (draw.winner, draw.is_full, draw.columns) == (None, True, ())
    with pytest.raises(InvalidMove, match=r"^the game is over: the board is full$"):
        draw.play(1)


@pytest.mark.parametrize("column", [-1, 0, 9, 4.0, True, None])
def test_columns_that_are_not_there(column: Any) -> None:
    with pytest.raises(InvalidMove, match=f"^there is no column {column}: they are 1 to 8$"):
        Board.empty().play(column)


def test_a_stone_is_dropped_by_a_number() -> None:
    wrong: Any = "a"
    with pytest.raises(InvalidMove, match=r"^a column is a number here, 1 to 12, not the text 'a'"):
        Board.empty(Shape(12, 4)).play(wrong)
    with pytest.raises(InvalidMove, match=r"^there is no column 13: they are 1 to 12$"):
        Board.empty(Shape(12, 4)).play(13)


def test_a_shape_is_no_text() -> None:
    wrong: Any = "5x5"
    with pytest.raises(InvalidBoard, match=r"^'5x5' is not a Shape: write Shape.parse\('5x5'\)$"):
        Board.empty(wrong)


@every(
    "size, win, sentence",
    [
        ("8", 4, "'8' is not the size of a board; it is written as WIDTHxHEIGHT: 8x7"),
        ("8x", 4, "'8x' is not the size of a board"),
        ("-8x7", 4, "'-8x7' is not the size of a board"),
        ("٨x7", 4, "'٨x7' is not the size of a board"),
        ("0x7", 4, "a board 0 wide and 7 high cannot be: both sides are 1 to 13"),
        ("8x0", 4, "a board 8 wide and 0 high cannot be: both sides are 1 to 13"),
        ("14x7", 4, "a board 14 wide and 7 high cannot be: both sides are 1 to 13"),
        ("8x14", 4, "a board 8 wide and 14 high cannot be: both sides are 1 to 13"),
        ("3x2", 4, "4 in a row do not fit on a board of 3x2"),
        ("13x13", 14, "14 in a row do not fit on a board of 13x13"),
        ("3x3", 1, "1 in a row cannot be the aim: it takes at least 2 stones"),
        ("3x3", -1, "-1 in a row cannot be the aim: it takes at least 2 stones"),
        ("1x1", 2, "2 in a row do not fit on a board of 1x1"),
    ],
)
def test_boards_that_cannot_be(size: str, win: int, sentence: str) -> None:
    with pytest.raises(InvalidBoard) as error:
        Shape.parse(size, win)
    assert str(error.value).startswith(sentence)


def test_sizes_are_read_as_people_type_them() -> None:
    assert Shape.parse(" 7X6 ") == Shape(7, 6)


@given(positions())
def test_a_stone_is_taken_back(board: Board) -> None:
    for column in board.columns:
        back = board.play(column).undo()
        assert (back, back.moves) == (board, board.moves)
    if not board.moves:
        with pytest.raises(InvalidMove, match="nothing to undo"):
            board.undo()
