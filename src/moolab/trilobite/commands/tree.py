"""``moo trilobite tree``: what can follow a position, a few moves deep."""

import click

from moolab.cli.numbers import IntegerType
from moolab.cli.options import json_option, typed_first
from moolab.cli.terminal.output import echo_json, echo_pieces
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.commands.options import shape_options
from moolab.trilobite.text import dot_lines, lines
from moolab.trilobite.tree import tree, walk
from moolab.trilobite.views import PositionTreeView


@click.command("tree")
@click.argument("moves", default="")
@shape_options
@click.option("--depth", type=IntegerType(0), default=2, show_default=True, help="Moves to show.")
@click.option("--dot", "as_dot", is_flag=True, help="Print a graph for Graphviz.")
@json_option
def command(moves: str, shape: Shape, depth: int, as_dot: bool, as_json: bool) -> None:
    """Show the games that can follow, to a depth.

    Starts at the position after MOVES (default: the empty board).
    """
    as_dot, as_json = typed_first(as_dot=as_dot, as_json=as_json)
    if as_dot and as_json:
        raise click.UsageError("--dot does not go with --json.")
    root = tree(Board.parse(moves, shape))
    if as_json:
        nodes = ((below, node.board) for below, node in walk(root, depth))
        echo_json(PositionTreeView.of(root.board, nodes))
        return
    told = (dot_lines if as_dot else lines)(root, depth)
    echo_pieces(f"{line}\n" for line in told)
