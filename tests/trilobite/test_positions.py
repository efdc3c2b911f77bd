"""Positions from text: the kernel, and the short way of plain Python, play by the rules."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from moolab import Trilobite
from moolab.errors import InvalidMove, InvalidPosition
from moolab.trilobite.board import COLUMNS, LETTERS, Board, Shape
from moolab.trilobite.solver.bits import kernel, of_bits, split, words
from moolab.trilobite.solver.exact import Solver
from moolab.trilobite.solver.grid import Grid, in_words, played, word_count
from moolab.trilobite.solver.kernel import IMPOSSIBLE
from tests.helpers.boards import positions, shapes

WRONG = "0@`[_{jJ-.é²\0\x7f"
"""Names of columns on no board: neighbours of the right ones among them."""

lines = st.text(COLUMNS + LETTERS + "ABCDI", max_size=30) | st.text(COLUMNS + WRONG, max_size=6)


@kernel
def compiled(grid: Any, moves: Any, start: int) -> Any:
    at, own, filled = played(of_bits(grid), moves, start)
    return at, words(own), words(filled)


def by_rules(text: str, shape: Shape) -> Board | None:
    """The position in which the game goes on, stone by stone, or None."""
    board = Board.empty(shape)
    try:
        for name in text:
            board = board.play(board.column(name))
    except InvalidMove:
        return None
    return None if board.is_over else board


def check(text: str, shape: Shape) -> None:
    board = by_rules(text, shape)
    # What is before a position, and what comes after it, does not matter.
    moves, start = f"1\n{text}\n2".encode(), 2
    at, own, filled = played(Grid.of(shape), moves, start)
    assert at == (-1 if board is None else len(moves) - 1)
    if board is not None:
        assert (own, filled) == (board.mover, board.filled)
    for count in {word_count(shape), 3}:
        # Solving has four in a row compiled without what other lines need; here one form has all.
        constants = Grid.of(shape, count)._replace(other_win=shape.win)
        again = compiled(in_words(constants, split), moves, start)
        assert again == (at, split(own, count), split(filled, count))


@given(shapes(), lines)
@example(Shape(), "")
@example(Shape(9, 7), "iI9")
@example(Shape(10, 7), "aA`")
@example(Shape(12, 12), "abcd")
@example(Shape(3, 2, 3), "111")
@example(Shape(2, 2, 2), "1212")
@example(Shape(2, 3, 3), "121221")
def test_any_text_is_played_as_by_the_rules(shape: Shape, text: str) -> None:
    check(text, shape)


@given(positions(), st.integers(0, 11))
def test_positions_that_can_be_reached_and_those_one_move_on_are_played_too(
    board: Board, column: int
) -> None:
    check(board.moves, board.shape)
    check(board.moves + COLUMNS[column], board.shape)


@given(shapes(), lines)
def test_the_short_way_through_a_text_leads_where_the_long_one_does(
    shape: Shape, text: str
) -> None:
    board = Board.empty(shape)._after(text.lower())
    expected = by_rules(text.lower(), shape)
    if expected is not None:
        assert board is not None
        assert (board, board.moves) == (expected, expected.moves)
    else:
        # A full board without a line has all its stones, too.
        assert board is None or board.is_full


@pytest.mark.parametrize("size", ["4x4", "5x3"])
def test_a_text_has_the_score_of_its_board_or_the_same_error(size: str) -> None:
    game = Trilobite(size, 3, memory=1 << 16)
    solver = Solver(game.shape, 1 << 16, book=False)

    @given(st.text("1234512345a \n-0", max_size=12))
    def compare(text: str) -> None:
        def scored(ask: Any) -> Any:
            try:
                return ask()
            except (InvalidMove, InvalidPosition) as error:
                return str(error)

        expected = scored(lambda: solver.search(game.board(text)))
        assert scored(lambda: game.score(text)) == expected
        others = ["12", text, "3"]
        expected = scored(lambda: game.score_moves([game.board(each) for each in others]).tolist())
        found = scored(lambda: game.score_moves(others).tolist())
        if isinstance(found, str):
            assert found.removeprefix("position 2 of 3: ") == expected.removeprefix(
                "position 2 of 3: "
            )
        else:
            assert found == expected

    compare()


def test_a_search_in_slices_finds_the_same_with_the_same_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Board.parse("3872444611425751777487")
    whole, slices = (Solver(board.shape, 1 << 16, book=False) for _ in range(2))
    expected = whole.search(board)
    monkeypatch.setattr("moolab.trilobite.solver.exact._SLICE", 100)
    assert slices.score_at_once(board.moves) == expected
    assert slices.nodes == whole.nodes > 1000


@pytest.mark.parametrize("wrong", ["9", "1\n1", "1212121", "\ud800"])
def test_a_text_that_is_not_a_position_is_told_of_before_hours_of_searching(wrong: str) -> None:
    solver = Solver(Shape(), 1 << 16, book=False)
    lines, rows = ["", wrong], np.full((2, 8), IMPOSSIBLE, np.int8)
    assert not solver._fill(lines, rows, workers=1)
