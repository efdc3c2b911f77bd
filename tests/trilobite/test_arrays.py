"""Positions as arrays and bit boards, as pictures, and the scores of many at once."""

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given

from moolab import Trilobite
from moolab.errors import InvalidBoard, InvalidMove, InvalidPosition
from moolab.trilobite import stones
from moolab.trilobite.arrays import from_array, from_bits, to_array
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.book import Book
from moolab.trilobite.player.levels import LevelName, Player
from moolab.trilobite.score import final_score, last_move
from moolab.trilobite.solver import grid
from moolab.trilobite.solver.exact import Solver
from moolab.trilobite.solver.kernel import IMPOSSIBLE
from moolab.trilobite.tree import tree
from tests.helpers.boards import positions
from tests.helpers.minimax import Minimax


@given(positions(5))
def test_an_array_leads_back_to_its_position(board: Board) -> None:
    array = to_array(board)
    assert array.shape == (board.shape.height, board.shape.width)
    again = from_array(array, board.shape.win)
    assert again == board
    assert Board.parse(str(again), board.shape) == board, "the moves are those of a game"
    first = board.mover if board.ply % 2 == 0 else board.waiting
    assert from_bits(first, board.filled ^ first, board.shape) == board


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[1, 0], [0, 0]], "the stone in column 1, row 2, floats"),
        ([[0, 0], [1, 1]], "X has 2 stones, O 0"),
        ([[0, 0], [0, 2]], "X has 0 stones, O 1"),
        ([[0, 0], [0, 3]], "the numbers 0, 1 and 2"),
        ([0, 0], "has rows"),
        ([[0, 0], [0]], "of one length"),
        ([[2, 2], [1, 1]], "both have 2 in a row"),
        ([[2, 0, 0], [1, 1, 2]], "X has 2 in a row, but the game has gone on"),
    ],
)
def test_arrays_that_no_game_leads_to_are_refused(rows: list[list[int]], reason: str) -> None:
    with pytest.raises(InvalidPosition, match=reason):
        from_array(rows, win=2)


def test_every_order_is_tried_before_a_position_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="every order of the stones was tried"):
        from_array([[0, 0], [1, 1], [2, 2]], win=3)


def test_the_game_that_leads_to_many_stones_is_found_soon() -> None:
    board = Board.parse("2285394673278722698231466937734654167134481881", Shape(9, 6))
    assert from_array(to_array(board)) == board


def test_who_gives_up_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stones, "_TRIES", 2)
    with pytest.raises(InvalidPosition, match="as far as 2 tries show"):
        from_array(to_array(Board.parse("4453")))


def test_an_array_of_no_board_is_refused() -> None:
    with pytest.raises(InvalidBoard):
        from_array(np.zeros((14, 3), int))


def test_bits_in_two_hands_are_refused() -> None:
    with pytest.raises(InvalidPosition):
        from_bits(1, 1)


def test_bits_are_whole_numbers_those_of_numpy_too() -> None:
    board = Board.parse("8888888")
    first, second = (np.uint64(stones) for stones in (board.waiting, board.mover))
    assert from_bits(first, second) == board
    with pytest.raises(InvalidPosition, match="a whole number"):
        from_bits(1.0, 2)  # type: ignore[arg-type]
    with pytest.raises(InvalidBoard, match="is not a Shape"):
        from_bits(1, 0, "5x5")  # type: ignore[arg-type]


@pytest.mark.parametrize("words", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3))])
def test_the_scores_of_many_positions_are_those_of_minimax(
    words: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grid, "word_count", lambda _shape: words)
    plain, shape = Minimax(), Shape(3, 4, 3)
    boards = [Board.parse(moves, shape) for moves in ("", "1", "22", "1111", "2233", "11113")]
    solver = Solver(shape, memory=1 << 16, book=False)
    scores = solver.score_moves(boards, workers=2)
    for board, row in zip(boards, scores.tolist(), strict=True):
        expected = dict.fromkeys(range(1, 4), IMPOSSIBLE) | plain.scores(tree(board))
        assert row == [*expected.values()]
    assert solver.score_moves([]).shape == (0, 3)
    with pytest.raises(InvalidMove, match="the game is over"):
        solver.score_moves([Board.parse("12121", shape)])


def test_what_the_book_knows_is_not_searched() -> None:
    solver = Solver(Shape(7, 6), memory=1 << 16)
    scores = solver.score_moves([Board.empty(solver.shape)])
    assert scores.tolist() == [[-2, -1, 0, 1, 0, -1, -2]]


def test_threads_score_the_moves_of_all_positions_that_the_book_says_nothing_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared = list[str]()
    fill = Solver._fill

    def spy(solver: Solver, lines: Sequence[str], *others: Any) -> bool:
        shared.extend(lines)
        return fill(solver, lines, *others)

    monkeypatch.setattr(Solver, "_fill", spy)
    shape = Shape(5, 4)
    boards = [Board.parse(moves, shape) for moves in ("1525", "1524", "152", "153", "1")]
    solver = Solver(shape, memory=1 << 16, book=Book(shape, ["1525 0", "2222 0"]))
    scores = solver.score_moves(boards, workers=2)
    assert shared == ["1524", "153", "1"]
    alone = Solver(shape, memory=1 << 16, book=False)
    assert (scores == alone.score_moves(boards)).all()


def test_a_line_of_play_ends_when_it_was_said_to() -> None:
    game = Trilobite("5x4")
    for moves in ("", "3", "1524"):
        line = game.line_of_play(moves)
        assert line.startswith(moves)
        end = game.board(line)
        assert end.is_over
        assert end.ply == len(moves) + game.stones_left(moves)
        final = final_score(end)
        assert final is not None
        score = game.score(moves).lower
        assert final == (score if end.ply % 2 == len(moves) % 2 else -score)


def test_a_win_ends_with_its_last_move() -> None:
    assert last_move(Board.empty(), 28) == 1
    assert last_move(Board.parse("1"), -28) == 1
    assert last_move(Board.parse("1"), 28) == 2


def test_a_tree_shows_exact_scores_where_it_is_looked_at() -> None:
    root = Trilobite("3x3", win=3).scored_tree()
    plain = Minimax()
    assert root.score == 0
    for column, child in root.moves:
        assert child.score == plain.score(tree(child.node.board)), column
    assert not [*Trilobite("3x3", win=2).scored_tree("112").moves], "the game is over"
    assert root.node.built == 4, "the root and its moves"


def test_a_node_shows_its_score_where_that_takes_no_search() -> None:
    game = Trilobite("5x4")
    root = game.scored_tree("33")
    assert repr(root) == "<node 33>"
    assert game.solver.nodes == 0
    assert f"{root.score} {root!r}" == "0 <node 33, score 0>"
    assert repr(game.scored_tree("1212121")) == "<node 1212121, score -7>", "it is over"
    empty = Trilobite("7x6").scored_tree()
    assert repr(empty) == "<node of the empty board, score 1>", "it is in the book"


def test_a_function_plays_against_a_level() -> None:
    game = Trilobite("5x4")
    end = game.match("medium", lambda board: board.columns[-1])
    assert end.winner == "X"
    with pytest.raises(InvalidMove):
        game.match(lambda _: 9, "easy")


def test_a_level_keeps_its_player_during_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    game = Trilobite("5x4")
    player = game.player

    def spy(level: LevelName, seed: int = 0, seconds: float = 5) -> Player:
        made.append(level)
        return player(level, seed, seconds)

    monkeypatch.setattr(game, "player", spy)
    assert game.match("easy", "medium").is_over
    assert made == ["easy", "medium"]


def test_the_best_move_is_found_with_the_table_that_solving_has_filled() -> None:
    game = Trilobite("6x5")
    best, before = game.solve("33").best, game.solver.nodes
    assert game.best_move("33") in best
    known = game.solver.nodes - before
    assert 0 < known < before, "in this table, not in a fresh one"
    player = game.player()
    assert player.seconds == 5, "as docs/how-to/trilobite.md says"
    player.prepare()
    player.stop()
    assert game.solve("33").best == best, "the game's own solver goes on"


def test_a_position_is_a_picture_in_notebooks() -> None:
    board = Board.parse("112", Shape(3, 2, 2))
    picture = ElementTree.fromstring(board._repr_svg_())  # noqa: S314 - it is ours
    circles = picture.findall("{*}circle")
    assert sum("stroke-width" in circle.attrib for circle in circles) == 2, "the winning line"
    assert sum(circle.get("r") == "16" for circle in circles) == 6
    assert [text.text for text in picture.findall("{*}text")] == [*"123"]
