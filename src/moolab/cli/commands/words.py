"""``moo words``: the lists that can be played with."""

import click

from moolab.cli.terminal.output import echo_pieces
from moolab.codes.word_lists import all_lists, words


@click.command("words")
@click.argument("name", required=False, metavar="[NAME]")
def command(name: str | None) -> None:
    """Print a list of words, primes or equations to play with.

    One code a line; without NAME, the names of all lists. Beside those that come with moolab there
    are primes1 to primes6, the primes of so many digits, and equations5 to equations8, such as
    12+35=47. -r words:NAME plays with any of them, -r words:SECRETS+GUESSES with files of yours.
    The lists of the best-known word game, of 2021, 2022 and 2023, are published at
    github.com/alex1770/wordle.
    """
    if name is not None:
        echo_pieces(f"{code}\n" for code in words(name).secrets)
        return
    click.echo("\n".join(all_lists()))
