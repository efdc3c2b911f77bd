"""Codes and replies drawn: symbols in colours, and pegs whose shapes say what their colours say."""

from collections.abc import Iterable, Mapping

import click

from moolab.cli.terminal.output import can_show
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import Turn
from moolab.deduction.letters import ABSENT, ELSEWHERE, RIGHT
from moolab.support.language import translate

_PALETTE = ("red", "blue", "yellow", "green", "magenta", "bright_red", "cyan", "white")
"""As near as a terminal comes to ``Rules.colours``, orange and brown among them."""

_PEGS = (("●", "green"), ("○", "yellow"), ("·", None))
"""Bulls, cows, and places that have neither."""

_ASCII = str.maketrans("●○·█░", "#o.#.")


def shown(text: str) -> str:
    """A drawing, in signs that the output can take."""
    return text if can_show(text) else text.translate(_ASCII)


def pegs(reply: Reply, places: int, *, coloured: bool) -> str:
    """A reply as a row of pegs: bulls, then cows.

    >>> pegs(Reply(1, 2), 4, coloured=False)
    '●○○·'
    """
    counts = (reply.bulls, reply.cows, places - reply.bulls - reply.cows)
    return "".join(
        click.style(shown(peg) * count, fg=colour) if coloured else shown(peg) * count
        for (peg, colour), count in zip(_PEGS, counts, strict=True)
    )


def row(turn: Turn, rules: Rules, *, coloured: bool) -> str:
    """A guess with its reply: pegs, and the reply as it is typed.

    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab4x10")
    >>> row(*parse_history(rules, "1234=12"), rules, coloured=False)
    '1 2 3 4  ●○○·  12'
    """
    reply = str(turn.reply)
    if rules.marked and coloured:
        return f"{tiles(zip(turn.guess, reply, strict=True))}  {reply}"
    if not isinstance(turn.reply, Reply) or not rules.counted:
        return f"{turn.guess}  {reply}"
    drawn = pegs(turn.reply, rules.places, coloured=coloured)
    return f"{code(turn.guess, rules, coloured=coloured)}  {drawn}  {reply}"


def code(text: str, rules: Rules, *, coloured: bool) -> str:
    """The symbols of a code apart; of few that can be repeated, each in a colour of its own."""
    if coloured and rules.repeats and len(rules.alphabet) <= len(_PALETTE):
        return " ".join(
            click.style(symbol, fg=_PALETTE[rules.alphabet.index(symbol)], bold=True)
            for symbol in text
        )
    return " ".join(text)


def bar(share: float, width: int) -> str:
    """A bar that is full at 1.

    >>> bar(0.5, 8)
    '████░░░░'
    """
    filled = round(share * width)
    return shown("█" * filled + "░" * (width - filled))


_COLOURS = {RIGHT: "green", ELSEWHERE: "yellow", ABSENT: "white"}


def tiles(letters: Iterable[tuple[str, str]]) -> str:
    """Letters with their marks, as a terminal with colours shows them.

    >>> click.unstyle(tiles(zip("crane", "gyy-y")))
    'CRANE'
    """
    return "".join(
        click.style(letter.upper(), fg="black", bg=_COLOURS[mark]) for letter, mark in letters
    )


def letter_states(marks: Mapping[str, str], *, coloured: bool) -> str:
    """What is known of the letters that were tried, as a line.

    >>> letter_states({"c": "g", "r": "y", "a": "y", "n": "-"}, coloured=False)
    'right: c   elsewhere: a r   absent: n'
    """
    names = {
        RIGHT: translate("right"),
        ELSEWHERE: translate("elsewhere"),
        ABSENT: translate("absent"),
    }
    parts = []
    for mark, name in names.items():
        letters = sorted(letter for letter, best in marks.items() if best == mark)
        if letters:
            shown = (tiles([(letter, mark)]) if coloured else letter for letter in letters)
            parts.append(f"{name}: {' '.join(shown)}")
    return "   ".join(parts)
