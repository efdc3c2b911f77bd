"""``moo trilobite``: k in a row with gravity."""

import click

from moolab.cli.groups import Commands

COMMANDS = {
    "play": "Play k in a row against the computer.",
    "solve": "Find the exact score of a position, and of every move.",
    "puzzle": "Make puzzles: find the one column that wins in time.",
    "tree": "Show the games that can follow, to a depth.",
    "certificate": "Prove who wins an empty board, in a file that anyone can check.",
}
"""Each command lives in the module of its name, with its first line of help."""

EXAMPLES = {
    "play": ("moo trilobite play", "moo trilobite play --size 7x6 --level expert"),
    "solve": (
        "moo trilobite solve 444444 --time-limit 10",
        "moo trilobite solve ......./......./......./...O.../..OX.../..XXO..",
    ),
    "puzzle": (
        "moo trilobite puzzle",
        "moo trilobite puzzle --size 7x6 --moves 4 --seed 7 --solution",
    ),
    "tree": ("moo trilobite tree 4453 --depth 1",),
    "certificate": ("moo trilobite certificate --size 5x5",),
}
"""By the words of each command after the name of the group."""

USUAL = {"play": "size level first resume tui", "solve": "size file"}
"""The options on the short help pages of commands that have many."""


@click.command(
    "trilobite",
    cls=Commands,
    package=__name__,
    summaries=COMMANDS,
    examples=EXAMPLES,
    usual=USUAL,
    epilog="MOVES are the columns in playing order: 4453.",
)
def command() -> None:
    """Play, solve and study k in a row with gravity.

    Stones fall into columns; the first to get four in a row (or --win), in any direction, wins.
    """
