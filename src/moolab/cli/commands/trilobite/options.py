"""Parameters that the commands of trilobite share."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from moolab.cli.options import IntegerType
from moolab.trilobite.board import Shape

F = TypeVar("F", bound=Callable[..., object])
R = TypeVar("R")


def shape_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add ``--size WIDTHxHEIGHT`` and ``--win K``; the command is given a ``shape``."""

    @wraps(function)
    def command(*args: Any, size: str, win: int, **options: Any) -> R:
        return function(*args, shape=Shape.parse(size, win), **options)

    win = click.option(
        "--win", type=IntegerType(), default=Shape.win, show_default=True, metavar="K",
        help="How many stones in a row win.",
    )  # fmt: skip
    size = click.option(
        "--size", default=str(Shape()), show_default=True, metavar="WIDTHxHEIGHT",
        help="The board.",
    )  # fmt: skip
    return size(win(command))


def memory_option(function: F) -> F:
    """Add ``--memory MIB``."""
    return click.option(
        "--memory", type=IntegerType(1, 1 << 20), default=256, show_default=True, metavar="MIB",
        help="What the table of known scores may take.",
    )(function)  # fmt: skip
