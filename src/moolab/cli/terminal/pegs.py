"""Codes and replies drawn: symbols in colours, and pegs whose shapes say what their colours say."""

import click

from moolab.cli.terminal.output import can_show
from moolab.cli.terminal.tiles import tiles
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import Turn

_COLOURED = 8
"""So many symbols can be told apart by colours."""

_PALETTE = ("red", "green", "blue", "yellow", "magenta", "cyan", "white", "bright_red")
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
    """The symbols of a code apart; of few that may be repeated, each in a colour of its own."""
    if coloured and rules.repeats and len(rules.alphabet) <= _COLOURED:
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
