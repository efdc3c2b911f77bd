"""The engine: exact where it reaches the end, and never blind to what comes next."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.errors import InvalidCommand
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.player.engine import Engine
from moolab.trilobite.solver.bits import bits, kernel, of_bits, split, words
from moolab.trilobite.solver.evaluation import evaluate
from moolab.trilobite.solver.grid import Grid, in_words, threats, word_count
from moolab.trilobite.tree import tree
from tests.helpers.boards import join, open_positions
from tests.helpers.minimax import Minimax

SMALL = [Shape(3, 3, 3), Shape(4, 3, 3), Shape(3, 4, 3), Shape(2, 5, 4), Shape(4, 2, 4)]
LARGE = [Shape(7, 6), Shape(8, 7), Shape(9, 6, 9), Shape(9, 8), Shape(11, 10), Shape(11, 10, 5)]


def all_open_positions(shape: Shape) -> list[Board]:
    """Every position that is not over."""
    found = {Board.empty(shape)}
    latest = list(found)
    while latest:
        children = {board.play(column) for board in latest for column in board.columns}
        latest = [board for board in children - found if not board.is_over]
        found.update(latest)
    return sorted(found, key=lambda board: (board.ply, board.moves))


@kernel
def compiled_threats(constants: Any, own: Any, empty: Any) -> Any:
    return words(threats(of_bits(constants), bits(own), bits(empty)))


@given(open_positions(SMALL + LARGE))
def test_threats_are_the_cells_that_complete_a_line(board: Board) -> None:
    shape = board.shape
    empty = shape.full & ~board.filled
    complete = 0
    for number in range(empty.bit_length()):
        cell = 1 << number
        if cell & empty and shape.line(board.mover | cell):
            complete |= cell
    for count in {word_count(shape), 2, 3}:
        assert threats(Grid.of(shape, count), board.mover, empty) == complete


# In the fast suite, compiled searches, which look at threats, are compared with plain ones.
@pytest.mark.slow
@given(open_positions(SMALL + LARGE))
def test_threats_are_the_same_in_a_kernel(board: Board) -> None:
    empty = board.shape.full & ~board.filled
    for count in {word_count(board.shape), 2, 3}:
        grid = Grid.of(board.shape, count)
        sets = split(board.mover, count), split(empty, count)
        found = join(compiled_threats(in_words(grid, split), *sets))
        assert found == threats(grid, board.mover, empty)


@given(open_positions(SMALL + LARGE), st.integers(1, 5), st.sampled_from([1 << 10, 1 << 16]))
def test_plain_and_compiled_search_find_the_same_node_for_node(
    board: Board, depth: int, memory: int
) -> None:
    plain, compiled = Engine(board.shape, memory, plain=True), Engine(board.shape, memory)
    assert plain.search(board, depth=depth) == compiled.search(board, depth=depth)
    assert plain.nodes == compiled.nodes


@pytest.mark.parametrize("memory", [0, 64, 1023])
def test_a_table_is_not_too_small(memory: int) -> None:
    with pytest.raises(InvalidCommand, match="memory, in bytes, has to be a whole number, 1,024"):
        Engine(Shape(5, 4), memory)


@pytest.mark.parametrize("shape", [Shape(7, 6), Shape(8, 7), Shape(8, 6), Shape(9, 8)], ids=str)
def test_a_threat_is_worth_more_where_its_owner_gets_the_cell_in_the_end(shape: Shape) -> None:
    grid = Grid.of(shape)
    to_first, to_second = (
        [evaluate(grid, 0, 0, 1 << row, 0, first) for row in range(shape.height)]
        for first in (True, False)
    )
    # Stones are set by turns, and the last column is filled when all else is full.
    firsts = [(shape.cells - shape.height + row) % 2 == 0 for row in range(shape.height)]
    assert [value == max(to_first) for value in to_first] == firsts
    assert [value == min(to_second) for value in to_second] == firsts


@given(open_positions(SMALL + LARGE))
def test_positions_are_worth_what_their_mirror_images_are(board: Board) -> None:
    engine = Engine(board.shape, 1 << 12)
    assert engine.search(board, depth=3).value == engine.search(board.mirror, depth=3).value


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("shape", SMALL, ids=lambda shape: f"{shape}, {shape.win} in a row")
def test_thinking_to_the_end_is_plain_minimax(shape: Shape, step: int) -> None:
    oracle = Minimax()
    several = 3 if step == 1 else 2
    plain, one_word, more_words = (
        Engine(shape, 1 << 16, words, plain=words == 0) for words in (0, 1, several)
    )
    for number, board in enumerate(all_open_positions(shape)[::step]):
        scores = oracle.scores(tree(board))
        best = max(scores.values())
        equals = [column for column, score in scores.items() if score == best]
        first = shape.from_centre(equals)[0]
        for engine in (plain, one_word, more_words) if number % 10 == 0 else (one_word,):
            found = engine.search(board)
            assert (found.column, found.score, found.exact) == (first, best, True), board


@given(
    open_positions([Shape(4, 4, 4), Shape(4, 4, 3), Shape(5, 4, 4), Shape(5, 5, 3)]),
    st.integers(1, 12),
)
def test_a_value_called_exact_is_exact_at_any_depth(board: Board, depth: int) -> None:
    found = Engine(board.shape, 1 << 16).search(board, depth=depth)
    exact = Engine(board.shape, 1 << 16).search(board).score
    if found.exact:
        assert found.score == exact
    elif found.score:
        # What is forced is forced, though it may be forced sooner.
        assert abs(exact) >= abs(found.score)
        assert exact * found.score > 0
