"""What commands share that make puzzles: their options, and sheets of them for print."""

from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow
from typing import NamedTuple

import click

from moolab.cli.numbers import IntegerType
from moolab.cli.options import all_of, check_distinct, check_free
from moolab.cli.terminal.output import echo_aside
from moolab.puzzles.reasoning import LEVELS
from moolab.puzzles.sheet import P, Sheet, drawing, page
from moolab.support.atomic import replace_file
from moolab.support.text import count_noun

_file = click.Path(path_type=Path, dir_okay=False)
_DRAWN_SEEDS = 10**6
"""A seed that chance decides is short enough to be typed again."""


making_options = all_of(
    click.option("--difficulty", type=IntegerType(min(LEVELS), max(LEVELS)), metavar="1..5",
                 help="From 1, very easy, to 5, very hard (default: any)."),
    click.option("--seed", type=IntegerType(), metavar="N",
                 help="Random seed; repeats the same result."),
    click.option("--count", type=IntegerType(1), default=1, show_default=True, metavar="M",
                 help="How many puzzles, with the seeds N, N+1, and so on."),
)  # fmt: skip

sheet_options = all_of(
    click.option("--html", type=_file, metavar="FILE",
                 help="Write a sheet for print, as a web page."),
    click.option("--svg", type=_file, metavar="FILE",
                 help="Write a sheet for print, as an image."),
    click.option("--force", is_flag=True, help="Overwrite the output files."),
)  # fmt: skip


def first_seed(seed: int | None) -> int:
    """The seed of the first puzzle: the given one, or one that chance decides."""
    return randbelow(_DRAWN_SEEDS) if seed is None else seed


class SheetFiles(NamedTuple):
    """Where sheets are written; each path is None if there is to be none."""

    html: Path | None
    svg: Path | None

    def __bool__(self) -> bool:
        """Whether any is."""
        return any(self)

    def check(self, *, force: bool) -> None:
        """Make sure beforehand that they can be written.

        Raises:
            click.UsageError: if one exists, or both are the same.
        """
        for path in filter(None, self):
            check_free(path, force=force)
        check_distinct(page=self.html, picture=self.svg)

    def write(self, sheet: Sheet[P]) -> None:
        """Write them."""
        for draw, path in ((page, self.html), (drawing, self.svg)):
            if path is not None:
                with replace_file(path) as file:
                    file.write(draw(sheet).encode())

    def tell(self, puzzles: Sequence[object]) -> None:
        """Say what was written."""
        for path in filter(None, self):
            echo_aside(f"{path}: {count_noun(len(puzzles), 'puzzle')}")
