"""Parameters that the commands of trilobite share."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from moolab.trilobite.board import Shape

R = TypeVar("R")


def shape_options(function: Callable[..., R]) -> Callable[..., R]:
    """Add ``--size WIDTHxHEIGHT`` and ``--win K``; the command is given a ``shape``."""

    @wraps(function)
    def command(*args: Any, size: str, win: int, **options: Any) -> R:
        return function(*args, shape=Shape.parse(size, win), **options)

    win = click.option(
        "--win", type=int, default=Shape.win, show_default=True, metavar="K",
        help="How many stones in a row win.",
    )  # fmt: skip
    size = click.option(
        "--size", default=str(Shape()), show_default=True, metavar="WIDTHxHEIGHT",
        help="The board.",
    )  # fmt: skip
    return size(win(command))
