"""Boards and positions of trilobite for the tests, as Hypothesis strategies."""

from collections.abc import Iterable
from random import Random

from hypothesis import strategies as st

from moolab.trilobite.board import MAX_SIDE, Board, Shape
from moolab.trilobite.solver.cells import WORD


def join(words: Iterable[int]) -> int:
    """The set of cells that ``split`` has split."""
    return sum(int(word) << WORD * n for n, word in enumerate(words))


@st.composite
def shapes(draw: st.DrawFn, most: int = MAX_SIDE) -> Shape:
    """Any board with sides up to ``most``."""
    width, height = draw(
        st.tuples(st.integers(1, most), st.integers(1, most)).filter(lambda sides: max(sides) > 1)
    )
    return Shape(width, height, draw(st.integers(2, max(width, height))))


@st.composite
def positions(draw: st.DrawFn, most: int = MAX_SIDE, left: int = MAX_SIDE**2) -> Board:
    """Any position that can be reached, games that are over included.

    Args:
        most: the longest side of the board.
        left: the most empty cells, unless a player has won.
    """
    board = Board.empty(draw(shapes(most)))
    cells = board.shape.cells
    choices = st.integers(0, MAX_SIDE - 1)
    for choice in draw(st.lists(choices, min_size=max(0, cells - left), max_size=cells)):
        if board.is_over:
            break
        board = board.play(board.columns[choice % len(board.columns)])
    return board


@st.composite
def open_positions(draw: st.DrawFn, shapes: list[Shape]) -> Board:
    """A position of random play on one of these boards, in which the game goes on."""
    board = Board.empty(draw(st.sampled_from(shapes)))
    chance = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, board.shape.cells - 1))):
        child = board.play(chance.choice(board.columns))
        if child.is_over:
            break
        board = child
    return board
