"""Parameters that the commands of trilobite share."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from moolab.cli.numbers import MemoryType, SecondsType
from moolab.cli.setups import Face, setup_options
from moolab.cli.terminal.output import echo_aside
from moolab.support.typed import normal
from moolab.trilobite.board import COLUMNS, LETTERS, Board, Shape
from moolab.trilobite.game import Setup

F = TypeVar("F", bound=Callable[..., object])
R = TypeVar("R")

FACES = {
    "size": Face(metavar="WIDTHxHEIGHT"),
    "win": Face(metavar="K"),
    "seconds": Face(("--think",), SecondsType(), "SECONDS"),
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

_LONGEST_NAME = 255
"""Bytes of the name of a file, on the usual systems."""

_MOVES = frozenset(f"{COLUMNS}{LETTERS}".upper() + " ,;[]()\r\n\t")


def position_argument(function: F) -> F:
    """Add the argument of a position; the command is given the text for ``read_position``."""
    return click.argument("moves", nargs=-1, metavar="[MOVES | BOARD | FILE]", callback=_text_of)(
        function
    )


def _text_of(_context: click.Context, _parameter: click.Parameter, words: tuple[str, ...]) -> str:
    """What was typed, or what a file has, - for stdin."""
    text = " ".join(words)
    if text == "-":
        return sys.stdin.read(_MOST)
    is_name = not _is_moves(text) and "\n" not in text and len(text.encode()) <= _LONGEST_NAME
    if is_name and "\0" not in text and (path := Path(text)).is_file():
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            return file.read(_MOST)
    return text


def _is_moves(text: str) -> bool:
    return _MOVES.issuperset(normal(text).upper())


def read_position(text: str, shape: Shape, parse: Callable[..., Board] = Board.parse) -> Board:
    """The position of such a text; what was read from a drawing is said."""
    source = click.get_current_context().get_parameter_source("size")
    board = parse(text, shape, sized=source is not ParameterSource.DEFAULT)
    if not _is_moves(text):
        played = f"; a game that leads there: {board}" if board.moves else ""
        echo_aside(f"Read as {board.shape}, {board.turn} to move{played}.")
    return board


def memory_option(function: F) -> F:
    """Add ``--memory MIB``; the command is given bytes."""
    return click.option(
        "--memory", type=MemoryType(1 << 20), default=256, show_default=True, metavar="MIB",
        help="Memory limit for the table of scores.",
    )(function)  # fmt: skip
