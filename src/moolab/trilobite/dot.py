"""Game trees as graphs in DOT, the language of Graphviz."""

from collections.abc import Iterator

from moolab.support.graph import Box, digraph
from moolab.trilobite.board import Board
from moolab.trilobite.score import outcome
from moolab.trilobite.tree import Node, walk


def lines(root: Node, depth: int | None = None) -> Iterator[str]:
    r"""The lines of a digraph: a picture of each position, an arrow for each move.

    Args:
        depth: how many moves deep to go; without it, to the end of all games.

    >>> from moolab.trilobite.board import Shape
    >>> from moolab.trilobite.tree import tree
    >>> print("\n".join(list(lines(tree(Board.parse("11", Shape(2, 2, 2)))))[1:]))
      graph [label="2x2, 2 in a row", labelloc=t, rankdir=LR, fontname=monospace]
      node [shape=box, fontname=monospace]
      edge [fontname=monospace]
      0 [label="[O] . \n X  . \n 1  2 "]
      1 [label=" O  . \n(X)(X)\n 1  2 \nX wins"]
      0 -> 1 [label="2"]
    }
    """
    shape = root.board.shape
    title = f"{shape}, {shape.win} in a row"
    return digraph(title, (_box(below, node.board) for below, node in walk(root, depth)))


def _box(depth: int, board: Board) -> Box:
    # Graphviz centres lines: all of a picture have to be of one length.
    picture = [row.ljust(3 * board.shape.width) for row in board.picture().splitlines()]
    if end := outcome(board):
        picture.append(end)
    return Box(depth, "\n".join(picture), board.moves[-1:])
