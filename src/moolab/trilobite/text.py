"""Game trees as indented text."""

from collections.abc import Iterator

from moolab.support.graph import indent
from moolab.trilobite.board import STONES
from moolab.trilobite.score import outcome
from moolab.trilobite.tree import Node, walk


def lines(root: Node, depth: int | None = None) -> Iterator[str]:
    r"""A line for each node: whose stone fell into which column, and who has won with it.

    Args:
        depth: how many moves deep to go; without it, to the end of all games.

    >>> from moolab.trilobite.board import Board, Shape
    >>> from moolab.trilobite.tree import tree
    >>> print("\n".join(lines(tree(Board.parse("11", Shape(2, 2, 2))))))
    after 11
      X 2  X wins
    """
    for below, node in walk(root, depth):
        board = node.board
        if below:
            text = f"{STONES[(board.ply + 1) % 2]} {board.moves[-1]}"
        else:
            text = f"after {board}" if board.moves else "empty board"
        end = outcome(board)
        yield indent(below, text if end is None else f"{text}  {end}")
