"""What commands share in which a person plays: keyboard, file of the game, how answers are read."""

import re
import signal
import sys
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO, TypeVar

import click

from moolab.cli.dialogues.dialogue import Game
from moolab.cli.options import typed
from moolab.codes.rules import Rules
from moolab.duel.game import Duel
from moolab.duel.saves import load
from moolab.errors import InvalidCode, InvalidGame, InvalidTurn
from moolab.support.gamefile import GameFile
from moolab.support.text import quoted

F = TypeVar("F", bound=Callable[..., object])


def save_options(function: F) -> F:
    """Add ``--save FILE`` and ``--resume FILE``."""
    file = click.Path(dir_okay=False, path_type=Path)
    resume = click.option(
        "--resume", type=file, metavar="FILE", help="Go on with the game in FILE."
    )
    save = click.option(
        "--save", "save_path", type=file, metavar="FILE", help="Keep the game in FILE."
    )
    return save(resume(function))


def game_file(path: Path | None) -> GameFile | None:
    """The file in which a game is kept, as it is before anything is read from it.

    Raises:
        OSError: if it cannot be read.
    """
    return None if path is None else GameFile(path)


def keyboard() -> TextIO:
    """Standard input; bytes that are no text become a symbol of no game."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin


def is_code(rules: Rules, answer: str) -> bool:
    """Whether an answer is a code of the game; what begins with a slash is a command even then."""
    try:
        rules.code(answer)
    except InvalidCode:
        return False
    return not answer.startswith("/")


def asked_about(answer: str) -> str | None:
    """What a hint is asked about: ``? CODE`` the code, ``?`` nothing; None if none is asked for.

    >>> asked_about("? 1234"), asked_about("/Hint"), asked_about("1234")
    ('1234', '', None)
    """
    match = re.fullmatch(r"/?(?:\?|hint(?!\S))\s*(.*)", answer, re.IGNORECASE)
    return None if match is None else match[1]


def stop_like_control_c() -> None:
    """Let a closed window, or a polite kill, keep the game as Ctrl-C does."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)


def refuse_with_resume(context: click.Context, *settled: str) -> None:
    """Refuse parameters that a game in a file has settled.

    Raises:
        click.UsageError: if one of them was typed.
    """
    for parameter in context.command.params:
        if parameter.name in settled and typed(parameter.name):
            name = max(parameter.opts, key=len)
            shown = name if isinstance(parameter, click.Option) else name.upper()
            raise click.UsageError(f"{shown} does not go with --resume: the game has its own.")


def refuse_to_overwrite(path: Path, load: Callable[[Path], Game]) -> None:
    """Let a game replace nothing but a finished one, or an empty file.

    Raises:
        click.UsageError: if the file holds anything else.
    """
    if not path.is_file() or path.stat().st_size == 0:
        return  # what is no ordinary file is refused when the game begins
    try:
        finished = load(path).phase == "over"
    except InvalidGame:
        raise click.UsageError(
            f"{path} exists and is no saved game; choose another name."
        ) from None
    if not finished:
        raise click.UsageError(f"{path} holds an unfinished game; go on with --resume {path}")


def saved_game(game: tuple[str, ...]) -> Duel | None:
    """The duel that a single argument names as a file; None if the arguments are turns.

    Raises:
        click.UsageError: if rules were typed as well.
        InvalidTurn: if it is neither a file nor a turn.
        InvalidGame: if the file is no saved duel.
    """
    path = Path(game[0])
    if len(game) > 1 or ("=" in game[0] and not path.is_file()):
        return None
    if not path.exists():
        raise InvalidTurn(
            f"{quoted(game[0])} is neither a file nor a turn: write CODE=REPLY, for example 1234=02"
        )
    for name in ("rules", "secret"):
        if typed(name):
            raise click.UsageError(f"--{name} does not go with a saved game: it has its own.")
    return load(path)
