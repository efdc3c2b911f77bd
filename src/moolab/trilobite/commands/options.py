"""Parameters that the commands of trilobite share."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from moolab.cli.numbers import MemoryType, SecondsType
from moolab.cli.setups import Face, setup_options
from moolab.trilobite.board import Shape
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


def memory_option(function: F) -> F:
    """Add ``--memory MIB``; the command is given bytes."""
    return click.option(
        "--memory", type=MemoryType(1 << 20), default=256, show_default=True, metavar="MIB",
        help="Memory limit for the table of scores.",
    )(function)  # fmt: skip
