"""Parameters that the commands of trilobite share."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from moolab.cli.numbers import SECONDS, MemoryType
from moolab.cli.setups import Face, setup_options
from moolab.cli.terminal.output import echo_aside
from moolab.support.typed import normal
from moolab.trilobite.board import COLUMNS, LETTERS, Board, Shape
from moolab.trilobite.drawn import read_board
from moolab.trilobite.game import Setup

F = TypeVar("F", bound=Callable[..., object])
R = TypeVar("R")

FACES = {
    "size": Face(metavar="WIDTHxHEIGHT"),
    "win": Face(metavar="K"),
    "seconds": Face(("--think",), SECONDS, "SECONDS"),
}
"""How the fields of a game look as options."""


def shape_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add ``--size WIDTHxHEIGHT`` and ``--win K``; the command is given a ``shape``."""

    @wraps(function)
    def command(*args: Any, size: str, win: int, **options: Any) -> R:
        return function(*args, shape=Shape.parse(size, win), **options)

    return setup_options(Setup, FACES, only=("size", "win"))(command)


_MOST = 1 << 16
"""Bytes of a file; that of a position is much shorter."""

_MOVES = frozenset(f"{COLUMNS}{LETTERS}".upper() + " ,;[]()\r\n\t")

position_argument = click.argument("moves", nargs=-1, metavar="[MOVES | BOARD | FILE]")
"""What ``read_position`` takes: moves, a drawing, or a file that has them; - is stdin."""


def read_position(
    words: tuple[str, ...], shape: Shape, parse: Callable[..., Board] = read_board
) -> Board:
    """The position of such an argument; what was read from a drawing is said."""
    text = " ".join(words)
    if text == "-":
        text = sys.stdin.read(_MOST)
    elif not _MOVES.issuperset(normal(text).upper()) and os.path.isfile(text):  # noqa: PTH113 - of any text
        with open(text, encoding="utf-8-sig", errors="replace") as file:  # noqa: PTH123 - as above
            text = file.read(_MOST)
    source = click.get_current_context().get_parameter_source("size")
    board = parse(text, shape, sized=source is not ParameterSource.DEFAULT)
    if not _MOVES.issuperset(normal(text).upper()):
        played = f"; a game that leads there: {board}" if board.moves else ""
        echo_aside(f"Read as {board.shape}, {board.turn} to move{played}.")
    return board


def memory_option(function: F) -> F:
    """Add ``--memory MIB``; the command is given bytes."""
    return click.option(
        "--memory", type=MemoryType(1 << 20), default=256, show_default=True, metavar="MIB",
        help="Memory limit for the table of scores.",
    )(function)  # fmt: skip
