"""``moo daily``: the code of the day in the terminal."""

import secrets
from contextlib import suppress
from datetime import UTC, date, datetime

import click

from moolab.cli.dialogues.daily import RemoteConversation, open_remote
from moolab.cli.dialogues.dialogue import input_demanded
from moolab.cli.dialogues.duel import Conversation
from moolab.cli.dialogues.keeper import daily_command
from moolab.cli.dialogues.playing import open_terminal, plain_option, stop_like_control_c
from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json
from moolab.deduction.candidates import candidates
from moolab.deduction.history import History
from moolab.errors import InvalidGame
from moolab.games.daily import KINDS, Daily, DailyView, card, streak
from moolab.games.duel.duel import Duel, begin
from moolab.games.duel.game import GAME
from moolab.games.kept import daily_path, daily_paths
from moolab.games.saves import GameFile, load
from moolab.support.atomic import alone, check_writable, replace_file
from moolab.support.folder import data_file, make_file, make_folder
from moolab.support.language import translate_plural


@click.command("daily")
@click.argument("kind", type=click.Choice(list(KINDS)), default="digits")
@click.option(
    "--date", "day", metavar="YYYY-MM-DD", help="The code of a past day (default: today)."
)
@click.option("--server", metavar="URL", help="Play the code of this server instead of your own.")
@plain_option
@json_option
def command(kind: str, day: str | None, server: str | None, plain: bool, as_json: bool) -> None:
    """Play the code of the day.

    KIND is digits (ab4x10), colours (mm4x6), word or evil (ab4x10 without a fixed code). There is
    one game of each a day, without hints; stop at any time, and the same command goes on with it.
    The codes are those of this computer, or with --server those that all play there.
    """
    daily = Daily.parse(kind, day or str(_today()))
    terminal = open_terminal(as_json=as_json, plain=plain)
    stop_like_control_c()
    if server is None:
        file = _file(daily)
        again = None if file is None else daily_command(daily)
        with input_demanded(terminal):
            duel = _play(daily, Conversation(terminal, file, leave_traces=True, again=again))
        turns, done = duel.yours, duel.finished
        found, tries = duel.outcome == "won", duel.setup.tries
    else:
        remote = open_remote(server, daily)
        turns, done, found, tries = RemoteConversation(terminal, remote).play()
    if not done:
        return
    series = _streak() if server is None else None
    view = _view(daily, turns, found=found, tries=tries, streak=series)
    if as_json:
        echo_json(view)
        return
    terminal.say()
    terminal.say(view.card)
    if view.streak:
        terminal.say(translate_plural("Streak: {number} [day|days].", view.streak))


def _today() -> date:
    return datetime.now(UTC).astimezone().date()


def _file(daily: Daily) -> GameFile | None:
    """Where the game is kept; None where nothing can be, as it can be played all the same."""
    path = daily_path(daily)
    if not path.is_file():
        try:
            make_folder(path.parent)
            check_writable(path)
        except OSError:
            return None
    return GameFile(path)


def _play(daily: Daily, conversation: Conversation) -> Duel:
    path = daily_path(daily)
    if path.is_file() and path.stat().st_size:
        return conversation.play(load(path, GAME))
    return conversation.play(begin(daily.setup(_key())))


def _view(
    daily: Daily, turns: History, *, found: bool, tries: int, streak: int | None
) -> DailyView:
    replies = [turn.reply for turn in turns]
    left = [len(candidates(daily.rules, turns[:n])) for n in range(1, len(turns) + 1)]
    return DailyView.showing(
        daily,
        rules=str(daily.rules),
        day=str(daily.day),
        found=found,
        guesses=len(turns),
        tries=tries,
        replies=tuple(map(str, replies)),
        left=tuple(left),
        streak=streak,
        card=card(daily, replies, left, found=found, tries=tries),
    )


def _key() -> bytes:
    """What the codes of this computer are drawn with, drawn itself the first time."""
    path, drawn = data_file("daily.key"), secrets.token_hex(32).encode()
    try:
        make_folder(path.parent)
        with alone(path):
            with suppress(FileExistsError):
                make_file(path)
            # A process that has died in between has left an empty key.
            if not path.stat().st_size:
                with replace_file(path) as file:
                    file.write(drawn)
    except OSError:
        if not path.is_file():
            return drawn  # which is good for this game, as nothing of it can be kept
    return path.read_bytes() or drawn


def _streak() -> int:
    """How many days in a row were solved on their day."""
    solved, missed = set[date](), set[date]()
    for path, daily in daily_paths().items():
        last = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        with suppress(InvalidGame):
            if daily.is_in_time(last) and (outcome := load(path, GAME).outcome) is not None:
                (solved if outcome == "won" else missed).add(daily.day)
    return streak(solved, _today(), missed=missed)
