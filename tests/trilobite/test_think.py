"""Thinking ahead: exact where it reaches the end, and never blind to what comes next."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from moolab.trilobite.board import Board, Shape
from moolab.trilobite.minimax import Minimax
from moolab.trilobite.player.evaluation import Frame, evaluate
from moolab.trilobite.player.think import Thinker
from moolab.trilobite.solver.bits import bits, join, split, word_count, words
from moolab.trilobite.solver.lines import threats
from moolab.trilobite.tree import tree
from tests.helpers.boards import open_positions

SMALL = [Shape(3, 3, 3), Shape(4, 3, 3), Shape(3, 4, 3), Shape(2, 5, 4), Shape(5, 2, 4)]
LARGE = [Shape(7, 6), Shape(8, 7), Shape(9, 6, 9), Shape(9, 8), Shape(12, 12), Shape(12, 12, 5)]


def all_open_positions(shape: Shape) -> list[Board]:
    """Every position that is not over."""
    found = {Board.empty(shape)}
    latest = list(found)
    while latest:
        children = {board.play(column) for board in latest for column in board.columns}
        latest = [board for board in children - found if not board.is_over]
        found.update(latest)
    return sorted(found, key=lambda board: (board.ply, board.moves))


@njit
def threatened(frame: Frame, stones: Any) -> Any:
    found = threats(bits(stones), frame.width, frame.height, frame.win)
    return words(found & bits(frame.full))


@given(open_positions(SMALL + LARGE))
def test_threats_are_the_cells_that_complete_a_line(board: Board) -> None:
    shape = board.shape
    empty = shape.full & ~board.filled
    complete = 0
    for number in range(empty.bit_length()):
        cell = 1 << number
        if cell & empty and shape.line(board.mover | cell):
            complete |= cell
    for count in {word_count(shape), 3}:
        found = threatened(Frame.of(shape, count), split(board.mover, count))
        assert join(found) & empty == complete


@njit
def evaluated(frame: Frame, stones: Any, filled: Any, mine: Any, theirs: Any, first: bool) -> Any:
    return evaluate(frame, bits(stones), bits(filled), bits(mine), bits(theirs), first)


@pytest.mark.parametrize("shape", [Shape(7, 6), Shape(8, 7), Shape(8, 6), Shape(9, 8)], ids=str)
def test_a_threat_is_worth_more_where_its_owner_gets_the_cell_in_the_end(shape: Shape) -> None:
    frame, count = Frame.of(shape), word_count(shape)
    nothing = split(0, count)
    threats = [split(1 << row, count) for row in range(shape.height)]
    to_first, to_second = (
        [evaluated(frame, nothing, nothing, threat, nothing, first) for threat in threats]
        for first in (True, False)
    )
    # Stones are set by turns, and the last column is filled when all else is full.
    firsts = [(shape.cells - shape.height + row) % 2 == 0 for row in range(shape.height)]
    assert [value == max(to_first) for value in to_first] == firsts
    assert [value == min(to_second) for value in to_second] == firsts


@given(open_positions(SMALL + LARGE))
def test_positions_are_worth_what_their_mirror_images_are(board: Board) -> None:
    thinker = Thinker(board.shape, 1 << 12)
    assert thinker.think(board, depth=3).value == thinker.think(board.mirror, depth=3).value


@pytest.mark.parametrize("shape", SMALL, ids=lambda shape: f"{shape}, {shape.win} in a row")
def test_thinking_to_the_end_is_plain_minimax(shape: Shape) -> None:
    oracle = Minimax()
    one_word, three_words = (Thinker(shape, 1 << 16, count) for count in (1, 3))
    for number, board in enumerate(all_open_positions(shape)):
        scores = oracle.scores(tree(board))
        best = max(scores.values())
        equals = [column for column, score in scores.items() if score == best]
        first = shape.from_centre(equals)[0]
        for thinker in (one_word, three_words) if number % 3 == 0 else (one_word,):
            thought = thinker.think(board)
            assert (thought.column, thought.score, thought.exact) == (first, best, True), board


@given(
    open_positions([Shape(4, 4, 4), Shape(4, 4, 3), Shape(5, 4, 4), Shape(5, 5, 3)]),
    st.integers(1, 12),
)
def test_a_value_called_exact_is_exact_at_any_depth(board: Board, depth: int) -> None:
    thought = Thinker(board.shape, 1 << 16).think(board, depth=depth)
    exact = Thinker(board.shape, 1 << 16).think(board).score
    if thought.exact:
        assert thought.score == exact
    elif thought.score:
        # What is forced is forced, though it may be forced sooner.
        assert abs(exact) >= abs(thought.score)
        assert exact * thought.score > 0
