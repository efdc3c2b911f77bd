"""Parameters that the commands for microcontrollers share."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from moolab.cli.options import given
from moolab.machines.targets import MICROCONTROLLERS

F = TypeVar("F", bound=Callable[..., object])


def routine_options(function: F) -> F:
    """Add ``TARGET FILE`` and ``--name NAME``: a routine, and the microcontroller it is for."""
    for option in (
        click.option("--name", metavar="NAME", help="The routine, if FILE has several."),
        click.argument("file", type=click.Path(path_type=Path)),
        click.argument("target", type=click.Choice(MICROCONTROLLERS)),
    ):
        function = option(function)
    return function


def refuse(*names: str) -> None:
    """Say of options that they do nothing for this target.

    Raises:
        click.UsageError: if one of them was given.
    """
    for option in given(*names):
        target = click.get_current_context().params["target"] or "--exec"
        raise click.UsageError(f"{option} does not go with {target}.")
