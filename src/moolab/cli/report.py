"""The analysis of a game as text: a line a guess, or whole sentences."""

import sys
import textwrap
from collections.abc import Iterator

import click

from moolab.analysis.game import AnalysedTurn, Analysis, analyse_turns
from moolab.analysis.reasons import INCONSISTENT, METHODS, amount, comparison
from moolab.analysis.summary import summary_text
from moolab.cli.terminal.output import WIDTH, can_show, may_colour
from moolab.cli.terminal.status import waiting
from moolab.cli.totals import guess_noun
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.support.text import count_noun, join_words

_BAR = 10
_BLOCKS = "▏▎▍▌▋▊▉█"
_COLOURS = {
    "best": "green",
    "good": "green",
    "inaccuracy": "yellow",
    "mistake": "red",
    "blunder": "red",
}
HEAD = "   guess      reply                     codes  skill          luck"


def analysis_of(rules: Rules, history: History) -> Analysis:
    """The analysis of a game, with a status line meanwhile.

    Raises:
        MoolabError: as ``moolab.analysis.game.analyse`` does.
    """
    return Analysis(rules, tuple(watch_turns(rules, history)))


def watch_turns(rules: Rules, history: History) -> Iterator[AnalysedTurn]:
    """The turns of a game as they are analysed, with a status line meanwhile.

    Raises:
        MoolabError: as ``moolab.analysis.game.analyse`` does.
    """
    turns = analyse_turns(rules, history)
    # Even a game without a guess is looked at, and refused.
    for number in range(1, max(1, len(history)) + 1):
        with waiting(f"judging guess {number} of {len(history)}"):
            turn = next(turns)
        yield turn


def line(analysed: AnalysedTurn) -> str:
    """A turn as a line of a table below ``HEAD``."""
    turn, skill = analysed.turn, analysed.judgement.skill
    codes = f"{analysed.before.count:,} -> {analysed.after.count:,}"
    return (
        f"{analysed.number:>2} {turn.guess:<10} {turn.reply!s:<5} {codes:>25}  "
        f"{int(skill):>3} {_colour(_bar(skill), analysed.label)} {int(analysed.luck):>4}  "
        f"{_colour(analysed.label, analysed.label)}"
    )


def _bar(percent: float) -> str:
    """A bar that is full at 100 only, of blocks where the output can show them."""
    bar = "#" * int(_BAR * percent / 100)
    if can_show(_BLOCKS):
        whole, eighths = divmod(int(_BAR * 8 * percent / 100), 8)
        bar = _BLOCKS[-1] * whole + _BLOCKS[eighths - 1 : eighths]
    return f"{bar:<{_BAR}}"


def _colour(text: str, label: str) -> str:
    """A text in the colour of a label; without colours where these are not wanted."""
    return click.style(text, fg=_COLOURS[label]) if may_colour(sys.stdout) else text


def remarks(analysed: AnalysedTurn) -> Iterator[str]:
    """What is to be said below the line of a turn."""
    judgement = analysed.judgement
    if not judgement.partition.consistent and guess_noun(analysed.before.rules) == "guess":
        yield INCONSISTENT
    if judgement.regret:
        why = comparison(judgement.partition, judgement.best)
        yield f"Better by {amount(judgement.regret)}: {judgement.best.guess} {why}."


def table_lines(analysed: AnalysedTurn, width: int = WIDTH) -> Iterator[str]:
    """A turn as lines of text; what is to be said of it is below, or beside it if that fits."""
    if width < WIDTH:
        turn, label = analysed.turn, _colour(analysed.label, analysed.label)
        codes = f"{analysed.before.count:,} -> {analysed.after.count:,}"
        yield f"{analysed.number:>2} {turn.guess} {turn.reply}  {codes}"
        yield f"   skill {int(analysed.judgement.skill)}, luck {int(analysed.luck)}: {label}"
    else:
        beside = f"{line(analysed)}  {' '.join(remarks(analysed))}".rstrip()
        if WIDTH < len(click.unstyle(beside)) <= width:
            yield beside
            return
        yield line(analysed)
    for remark in remarks(analysed):
        yield from textwrap.wrap(
            remark, width, initial_indent=" " * 4, subsequent_indent=" " * 6, break_on_hyphens=False
        )


def sentences(analysed: AnalysedTurn) -> str:
    """A turn in whole sentences, for those who listen."""
    turn, judgement = analysed.turn, analysed.judgement
    said = [
        f"Guess {analysed.number}, {turn.guess}: {analysed.label}.",
        f"The reply was {turn.reply.words}.",
        f"{count_noun(analysed.before.count, 'code')} before, {analysed.after.count:,} after.",
        f"Skill {int(judgement.skill)}, luck {int(analysed.luck)}.",
        *remarks(analysed),
    ]
    return " ".join(said)


def summary(analysis: Analysis) -> Iterator[str]:
    """What is to be said of the whole game."""
    yield f"Skill {int(analysis.skill)}, luck {int(analysis.luck)}."
    yield summary_text(
        analysis.expected,
        analysis.regret,
        analysis.spent,
        found=analysis.found,
        priced=analysis.rules.priced,
    )
    for method, words in METHODS.items():
        judged = [turn.number for turn in analysis.turns if turn.judgement.method == method]
        if judged:
            turns = f"Turn{'s' * (len(judged) > 1)} {join_words(judged)}"
            yield f"{turns} could not be judged exactly, but {words}."
