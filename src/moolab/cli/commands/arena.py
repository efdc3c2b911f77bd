"""``moo arena``: who guesses better."""

import csv
import textwrap
from contextlib import suppress
from itertools import islice
from secrets import randbits

import click

from moolab.arena.match import GAMES, PROGRAM, draw_secrets, enter_players, names, rounds
from moolab.arena.player import Game
from moolab.arena.record import Difference, Record
from moolab.cli.dialogues.playing import stop_like_control_c
from moolab.cli.games import game_of, game_options
from moolab.cli.numbers import SECONDS, IntegerType
from moolab.cli.options import ALL, CountType, json_option, load_typed
from moolab.cli.terminal.output import echo_json, echo_line, echo_text, room
from moolab.cli.terminal.status import StatusLine
from moolab.cli.totals import echo_distribution
from moolab.codes.numbering import check_listable
from moolab.codes.rules import Rules
from moolab.strategies import ENTRY_POINTS
from moolab.strategies.base import SHOWN
from moolab.support.text import count_noun, quote
from moolab.trees.breaker import is_tree
from moolab.views.arena import ArenaView

_REASONS_SHOWN = 5
_NAME = 16
"""Columns for the name of a player; a longer one has a line of its own."""


class PlayersType(click.ParamType[list[str]]):
    """A parameter with the texts of players, separated by commas."""

    name = "players"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[str]:
        """Read them as a line of CSV is read."""
        try:
            [texts] = csv.reader([value], skipinitialspace=True, strict=True)
        except (csv.Error, ValueError):
            texts = []
        if not texts:
            self.fail(f"{quote(value)} is not a list of players.", param, ctx)
        players = [text.strip() for text in texts]
        for player in players:
            if not (player.startswith(PROGRAM) or is_tree(player)):
                load_typed(ENTRY_POINTS, player, parameter="players")
        return players


@click.command("arena")
@click.option("--players", type=PlayersType(), multiple=True, required=True, metavar="PLAYER,...",
              help="Strategies, tree files, and programs (exec:COMMAND). Quote players "
              "that contain a comma: 'a,\"exec:./b --x 1,2\"'. Repeatable.",
              )  # fmt: skip
@game_options
@click.option("--games", type=CountType(), metavar="N|all",
              help=f"How many secrets (default: {GAMES}, or all codes if there are fewer).",
              )  # fmt: skip
@click.option("--seed", type=IntegerType(), help="Random seed; repeats the same result.")
@click.option("--timeout", type=SECONDS, default=10.0, show_default=True, metavar="SECONDS",
              help="How long to wait for a guess of a program.")  # fmt: skip
@click.option("--no-times", is_flag=True, help="Leave out times, which differ from run to run.")
@json_option
def command(
    players: tuple[list[str], ...],
    rules: Rules,
    games: int | None,
    seed: int | None,
    timeout: float,
    no_times: bool,
    as_json: bool,
) -> None:
    """Let strategies and programs compete for the same secrets.

    Prints for each player how many guesses it needs, and how that differs from the first player's:
    on average, with a 95 % confidence interval. No secret repeats before all were used. A
    player that fails forfeits the game, and the arena goes on.
    """
    texts = [text for some in players for text in some]
    house = [text for text in texts if not text.startswith(PROGRAM)]
    if tree := next(filter(is_tree, house), None):
        rules = game_of(tree, rules)
    if games == ALL:
        check_listable(rules)
        games = rules.size
    games = games or min(GAMES, rules.size)
    seed = randbits(32) if seed is None else seed
    stop_like_control_c()
    played = _play(texts, rules, games, seed, timeout)
    interrupted = len(played) < games
    if not played:
        raise click.Abort
    records = list(map(Record, names(texts), zip(*played, strict=True)))
    if as_json:
        secrets = list(islice(draw_secrets(rules, seed), len(played)))
        times = not no_times
        echo_json(ArenaView.of(rules, seed, secrets, records, interrupted=interrupted, times=times))
    else:
        some = f"{len(played):,} of " if interrupted else ""
        echo_text(f"{some}{count_noun(games, 'game')} of {rules}, seed {seed}\n")
        _show(records, times=not no_times)
    if interrupted:
        raise click.Abort


def _play(
    texts: list[str], rules: Rules, games: int, seed: int, patience: float
) -> list[tuple[Game, ...]]:
    """What was played, round by round, until it was interrupted."""
    played: list[tuple[Game, ...]] = []
    entry = enter_players(texts, rules, seed=seed, patience=patience)
    # What was finished by then is shown.
    with suppress(KeyboardInterrupt), StatusLine() as status, entry as players:
        for each in rounds(players, rules, islice(draw_secrets(rules, seed), games)):
            played.append(each)
            if status.due:
                status.show(f"{len(played):,} of {count_noun(games, 'game')}")
    return played


def _show(records: list[Record], *, times: bool) -> None:
    """Print a table of all players, then what each has needed, and what it has forfeited."""
    heads = ("player", "games", "forfeits", "mean", "max", "difference (95 %)", "time/move")
    echo_text(_line(*heads[: None if times else -1]))
    for record in records:
        name = record.player
        if len(name) > _NAME:
            echo_line(name)
            name = ""
        mean = "" if record.mean is None else f"{record.mean:.3f}"
        most = "" if record.max is None else str(record.max)
        compared = None if record is records[0] else record.difference(records[0])
        time = _duration(record.seconds_per_move) if times else ""
        echo_line(
            _line(
                *(name, f"{len(record.games):,}", f"{len(record.forfeits):,}", mean, most),
                *(_interval(compared), time),
            )
        )
    for record in records:
        echo_line(f"\n{record.player}")
        if record.distribution:
            echo_distribution(record.distribution, "games")
        _show_forfeits(record)


def _show_forfeits(record: Record) -> None:
    reasons: dict[str, list[tuple[int, str]]] = {}
    for number, reason in record.forfeits:
        reasons.setdefault(reason.partition(SHOWN)[0], []).append((number, reason))
    for games_lost in islice(reasons.values(), _REASONS_SHOWN):
        first, reason = games_lost[0]
        games = f"{count_noun(len(games_lost), 'game')} forfeited, beginning with game {first:,}"
        echo_line(textwrap.fill(f"{games}: {reason}", room()))
    if len(reasons) > _REASONS_SHOWN:
        echo_text(f"... for {len(reasons):,} reasons in all")


def _line(
    name: str, games: str, forfeits: str, mean: str, most: str, difference: str, time: str = ""
) -> str:
    counts = f"{games:>6} {forfeits:>9} {mean:>6} {most:>4}"
    return f"{name:<{_NAME}} {counts}  {difference:<22} {time:>9}".rstrip()


def _interval(difference: Difference | None) -> str:
    if difference is None:
        return ""
    mean = f"{difference.mean:+.2f}"
    if difference.low is None or difference.high is None:
        return mean
    return f"{mean} ({difference.low:+.2f} to {difference.high:+.2f})"


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds * 1000:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"
