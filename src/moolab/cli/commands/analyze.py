"""``moo analyze``: how good each guess of a game was, and how lucky."""

import textwrap
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import click

from moolab.analysis.game import AnalysedTurn, Analysis, Side
from moolab.analysis.summary import share_text
from moolab.cli.dialogues.playing import read_saved_game, repeated_options
from moolab.cli.games import GAME_PARAMETERS, game_options
from moolab.cli.options import check_free, given, json_option, typed_first
from moolab.cli.report import HEAD, analysis_of, sentences, summary, table_lines, watch_turns
from moolab.cli.terminal.output import (
    CONTRADICTORY_REPLIES,
    OK,
    WIDTH,
    echo_aside,
    echo_json,
    echo_text,
    needs_extra,
    room,
)
from moolab.codes.listed import ListedRules, secret_of
from moolab.codes.rules import Rules
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import History, Turn, parse_history
from moolab.deduction.posted import MOST, read_posted
from moolab.errors import InvalidReply, InvalidTurn
from moolab.games.duel.review import sides
from moolab.support.checks import naming
from moolab.support.foreign import STDIN, text_of
from moolab.views.analysis import AnalysedGameView, AnalyzeView
from moolab.views.errors import ErrorView

_TITLES: dict[Side | None, str] = {
    None: "",
    "yours": "Your guesses",
    "computer": "The computer's guesses",
}


@click.command("analyze")
@click.argument("game", nargs=-1, required=True, metavar="TURN... | FILE")
@game_options
@repeated_options
@click.option("--secret", metavar="CODE", help="The secret; turns then need no replies.")
@click.option("--plain", is_flag=True, help="Plain sentences, suited to screen readers.")
@click.option("--share", is_flag=True, help="Spoiler-free summary to share.")
@click.option(
    "--plot", "picture", type=click.Path(path_type=Path), metavar="FILE",
    help="Also draw the game: FILE.png or FILE.svg.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite the picture.")
@json_option
def command(
    game: tuple[str, ...],
    rules: Rules,
    secret: str | None,
    plain: bool,
    share: bool,
    picture: Path | None,
    force: bool,
    as_json: bool,
) -> int:
    """Rate every guess of a game for skill and luck.

    A better guess, if there was one, is named, with the reason. A TURN is CODE=REPLY, for example
    1234=02; FILE is a game that moo play has saved, or a text with a guess and its reply in each of
    some lines, as people post games; - is stdin.
    """
    plain, share, as_json = typed_first(plain=plain, share=share, as_json=as_json)
    if plain + share + as_json > 1:
        raise click.UsageError("--plain, --share and --json are three ways to say it: choose one.")
    draw = None if picture is None else _drawing(picture, force=force)
    if len(game) == 1 and (text := _text(game[0])):
        with nullcontext() if "\n" in game[0] else naming(_called(game[0])):
            rules, posted = read_posted(text, rules if given(*GAME_PARAMETERS) else None)
        game = tuple(map(str, posted))
    # What else than a code could a single word be, beside a secret?
    is_turns = secret is not None and not Path(game[0]).is_file()
    duel = None if is_turns else read_saved_game(game)
    if duel is None:
        known = None if secret is None else secret_of(rules, secret)
        turns = parse_history(rules, game) if known is None else _add_replies(rules, known, game)
        played: dict[Side | None, History] = {None: turns}
        secrets: dict[Side | None, str | None] = {None: known}
    else:
        rules = duel.setup.rules
        played = dict(sides(duel).items())
        if not played:
            raise InvalidTurn("this game has no guess yet")
        secrets = {"yours": duel.setup.secret if duel.finished else None}
    games: dict[Side | None, Analysis] = {}
    clash: ContradictoryReplies | None = None
    for side, turns in played.items():
        title = _TITLES[side]
        if games and not as_json:
            echo_text()
        try:
            if not (as_json or share):
                games[side] = _report(rules, turns, title, secrets.get(side), plain=plain)
                continue
            games[side] = analysis_of(rules, turns)
        except ContradictoryReplies as error:
            # A contradiction in your replies does not stop the analysis of your guesses.
            if not games:
                raise
            clash = error
            continue
        if share:
            echo_text(f"{title}: {share_text(games[side])}" if title else share_text(games[side]))
    if as_json:
        # The second side, if there is one, is the computer's: its secret is yours.
        [(side, first), *others] = games.items()
        analysed = (AnalysedGameView.of_game(game, side=other) for other, game in others)
        failed = None if clash is None else ErrorView.of(clash)
        echo_json(AnalyzeView.of(first, secrets.get(side), side, next(analysed, None), failed))
    elif clash is not None:
        echo_aside(f"{_TITLES['computer']}: {clash.explanation}")
    if draw is not None:
        draw([(f"{_TITLES[s]}, {rules}" if s else str(rules), game) for s, game in games.items()])
    return OK if clash is None else CONTRADICTORY_REPLIES


def _text(word: str) -> str:
    """The text that is pasted, or in a file; empty if that is a saved game, or there is none."""
    path = Path(word)
    if "\n" in word or not (path == STDIN or path.is_file()):
        return word if "\n" in word else ""
    with naming(_called(word)):
        text = text_of(path, MOST, InvalidTurn)
    return "" if text.startswith("{") else text


def _called(file: str) -> str:
    return "stdin" if Path(file) == STDIN else file


def _drawing(path: Path, *, force: bool) -> Callable[[Sequence[tuple[str, Analysis]]], None]:
    """What draws the picture, once it is sure that it can be drawn."""
    check_free(path, force=force)
    with needs_extra("plot"):
        from moolab.analysis.plot import FORMATS, plot
    if path.suffix.removeprefix(".").lower() not in FORMATS:
        endings = " or ".join(f".{kind}" for kind in FORMATS)
        raise click.UsageError(f"{path}: a picture has the ending {endings}.")
    return partial(plot, path=path)


def _add_replies(rules: Rules, secret: str, game: tuple[str, ...]) -> History:
    """Guesses, with or without their replies, which follow from the secret."""
    history: list[Turn] = []
    for text in game:
        if isinstance(rules, ListedRules) and text in rules.numbers:
            history.append(Turn(text, rules.reply_rule(text, secret)))
        elif "=" in text:
            history += parse_history(rules, text)
        else:
            guesses = map(rules.code, text.split())
            history += [Turn(guess, rules.reply_rule(guess, secret)) for guess in guesses]
    for number, turn in enumerate(history, start=1):
        if not turn.fits(rules, secret):
            true = rules.reply_rule(turn.guess, secret)
            raise InvalidReply(
                f"turn {number}: with the secret {secret}, the reply to {turn.guess} is {true}, "
                f"not {turn.reply}"
            )
    return parse_history(rules, map(str, history))


def _report(
    rules: Rules, history: History, title: str, secret: str | None, *, plain: bool
) -> Analysis:
    """Print the turns as they are analysed, and then the summary."""
    turns: list[AnalysedTurn] = []
    for turn in watch_turns(rules, history):
        if not turns:
            echo_text(f"{title}, {rules}" if title else str(rules))
            echo_text("" if plain or room() < WIDTH else f"\n{HEAD}")
        turns.append(turn)
        for said in [sentences(turn)] if plain else table_lines(turn, room()):
            echo_text(said)
    analysis = Analysis(rules, tuple(turns))
    echo_text()
    if secret is not None and not analysis.found:
        echo_text(f"The secret was {secret}.")
    for said in summary(analysis):
        echo_text(said if plain else textwrap.fill(said, room()))
    return analysis
