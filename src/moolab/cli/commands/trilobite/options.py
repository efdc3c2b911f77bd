"""Parameters that the commands of trilobite share."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from moolab.cli.numbers import MemoryType
from moolab.cli.options import setup_options
from moolab.games.trilobite.match import Setup
from moolab.trilobite.board import Shape

F = TypeVar("F", bound=Callable[..., object])
R = TypeVar("R")


def shape_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add ``--size WIDTHxHEIGHT`` and ``--win K``; the command is given a ``shape``."""

    @wraps(function)
    def command(*args: Any, size: str, win: int, **options: Any) -> R:
        return function(*args, shape=Shape.parse(size, win), **options)

    return setup_options(Setup, only=("size", "win"))(command)


def memory_option(function: F) -> F:
    """Add ``--memory MIB``; the command is given bytes."""
    return click.option(
        "--memory", type=MemoryType(1 << 20), default=256, show_default=True, metavar="MIB",
        help="Memory limit for the table of scores.",
    )(function)  # fmt: skip
