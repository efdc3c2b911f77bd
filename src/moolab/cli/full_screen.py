"""What commands share that give a game the whole terminal."""

import sys
from collections.abc import Callable
from typing import Any, Protocol

import click

from moolab.annexes import parts
from moolab.cli.dialogues.keeper import Keeper
from moolab.cli.options import given, is_given
from moolab.cli.terminal.output import echo_aside, echo_line, needs_extra


class App(Protocol):
    """A game that has the whole terminal."""

    @property
    def keeper(self) -> Keeper[Any]:
        """What keeps it."""

    @property
    def played(self) -> Any:
        """Its state."""

    @property
    def is_done(self) -> bool:
        """Whether it is over, or was given up."""

    def run(self) -> object:
        """Play it until it is left."""

    def remember(self) -> str | None:
        """Count it in the user's statistics; what prevented that, if anything did."""


def app_of(game: str) -> Callable[..., App]:
    """What gives a game of the house the whole terminal.

    Raises:
        click.UsageError: if that is not there.
    """
    for part in parts("screens"):
        if game in part.APPS:
            app: Callable[..., App] = part.APPS[game]
            return app
    raise click.UsageError("--tui needs the full-screen face, which is not there.")


tui_option = click.option(
    "--tui", is_flag=True, help="Play in the whole terminal, with keys (needs the extra tui)."
)


def wants_tui(tui: bool, *others: str) -> bool:
    """Whether a game gets the whole terminal: if ``--tui`` says so, and settings are not overruled.

    Args:
        others: parameters that do not go with it, beside ``--json`` and ``--plain``.

    Raises:
        click.UsageError: if one of them was typed as well, or there is no terminal.
        click.ClickException: if the extra is not installed.
    """
    typed = given("as_json", "plain", *others)
    if not tui or (typed and not is_given("tui")):
        return False
    if typed:
        raise click.UsageError(f"--tui does not go with {typed[0]}.")
    check_tui()
    return True


def check_tui() -> None:
    """Make sure that there is a terminal which a game can have as a whole.

    Raises:
        click.UsageError: if there is none.
        click.ClickException: if the extra is not installed.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("--tui needs a terminal: neither input nor output may be a pipe.")
    with needs_extra("tui"):
        import textual  # noqa: F401 - only whether it is there


def hold(app: App) -> None:
    """Play a game to its end, or until it is left; say how to go on with it then.

    Raises:
        OSError: if a new game could not be kept in its file.
    """
    app.keeper.check(app.played)
    app.run()
    if not app.is_done:
        echo_line(app.keeper.last_words(app.played))
    if trouble := app.remember():
        echo_aside(f"moo: {trouble}")
