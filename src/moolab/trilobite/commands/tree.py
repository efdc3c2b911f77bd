"""``moo trilobite tree``: what can follow a position, a few moves deep."""

from collections.abc import Iterator

import click

from moolab.cli.numbers import IntegerType
from moolab.cli.options import json_option, typed_first
from moolab.cli.terminal.output import echo_json, echo_pieces
from moolab.support.graph import Box, digraph, indent
from moolab.trilobite.board import STONES, Board, Shape
from moolab.trilobite.commands.options import position_argument, read_position, shape_options
from moolab.trilobite.score import outcome
from moolab.trilobite.tree import Node, tree, walk
from moolab.trilobite.views import PositionTreeView


@click.command("tree")
@position_argument
@shape_options
@click.option("--depth", type=IntegerType(0), default=2, show_default=True, help="Moves to show.")
@click.option("--dot", "as_dot", is_flag=True, help="Print a graph for Graphviz.")
@json_option
def command(moves: tuple[str, ...], shape: Shape, depth: int, as_dot: bool, as_json: bool) -> None:
    """Show the games that can follow, to a depth.

    Starts at the position after MOVES (default: the empty board), or of a BOARD that is drawn, or
    in a FILE; - is stdin.
    """
    as_dot, as_json = typed_first(as_dot=as_dot, as_json=as_json)
    if as_dot and as_json:
        raise click.UsageError("--dot does not go with --json.")
    root = tree(read_position(moves, shape))
    if as_json:
        nodes = ((below, node.board) for below, node in walk(root, depth))
        echo_json(PositionTreeView.of(root.board, nodes))
        return
    told = (dot_lines if as_dot else lines)(root, depth)
    echo_pieces(f"{line}\n" for line in told)


def lines(root: Node, depth: int | None = None) -> Iterator[str]:
    r"""A line for each node: whose stone fell into which column, and who has won with it.

    Args:
        depth: how many moves deep to go; without it, to the end of all games.

    >>> from moolab.trilobite.board import Shape
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


def dot_lines(root: Node, depth: int | None = None) -> Iterator[str]:
    r"""The lines of a digraph: a picture of each position, an arrow for each move.

    >>> from moolab.trilobite.board import Shape
    >>> from moolab.trilobite.tree import tree
    >>> print("\n".join(list(dot_lines(tree(Board.parse("11", Shape(2, 2, 2)))))[1:]))
      graph [label="2x2, 2 in a row", labelloc=t, rankdir=LR, fontname=monospace]
      node [shape=box, fontname=monospace]
      edge [fontname=monospace]
      0 [label="[O] . \n X  . \n 1  2 "]
      1 [label=" O  . \n(X)(X)\n 1  2 \nX wins"]
      0 -> 1 [label="2"]
    }
    """
    shape = root.board.shape

    def box(depth: int, board: Board) -> Box:
        # Graphviz centres lines: all of a picture have to be of one length.
        picture = [row.ljust(3 * shape.width) for row in board.picture().splitlines()]
        picture += filter(None, [outcome(board)])
        return Box(depth, "\n".join(picture), board.moves[-1:])

    boxes = (box(below, node.board) for below, node in walk(root, depth))
    return digraph(f"{shape}, {shape.win} in a row", boxes)
