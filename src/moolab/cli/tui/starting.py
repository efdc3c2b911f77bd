"""What commands share that give a game the whole terminal."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from moolab.cli.terminal.extras import needs_extra

if TYPE_CHECKING:
    from moolab.cli.tui.app import GameApp

F = TypeVar("F", bound=Callable[..., object])


def tui_option(function: F) -> F:
    """Add ``--tui``."""
    return click.option(
        "--tui", is_flag=True, help="Play in the whole terminal, with keys (needs the extra tui)."
    )(function)


def check_tui(*, as_json: bool = False, plain: bool = False) -> None:
    """Make sure that a game can have the whole terminal.

    Raises:
        click.UsageError: if there is none, or something else is wanted as well.
        click.ClickException: if the extra is not installed.
    """
    if as_json or plain:
        raise click.UsageError("--tui does not go with --json or --plain.")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("--tui needs a terminal: neither input nor output may be a pipe.")
    with needs_extra("tui"):
        import textual  # noqa: F401 - only whether it is there


def hold(app: "GameApp[Any]") -> None:
    """Play a game to its end, or until it is left; say how to go on with it then.

    Raises:
        OSError: if a new game could not be kept in its file.
    """
    app.keeper.check(app.played)
    app.run()
    if not app.is_done:
        click.echo(app.keeper.last_words(app.played))
