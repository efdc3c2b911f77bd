"""``moo tui``: choose something to play in the whole terminal."""

import click

from moolab.annexes import annexes
from moolab.cli.examples import epilog
from moolab.cli.full_screen import check_tui
from moolab.cli.terminal.output import echo_aside
from moolab.support.language import language_of_environment, marked, speaking, translate

_CHOICES = {
    "play": marked("Bulls & Cows: a duel with four digits"),
    "play mm4x6": marked("Mastermind: a duel with four pegs of six colours"),
    "play words:english --role breaker": marked("Words: find an English word"),
    "play --resume": marked("Go on with the last duel that you left"),
}
"""What the house plays, by the words of the command that plays it."""


@click.command("tui", epilog=epilog(["moo tui"]))
@click.pass_context
def command(context: click.Context) -> None:
    """Play in the whole terminal: choose from a menu.

    With --tui, moo play and its like lead to their games directly, with all their options. This
    needs the extra tui: pip install 'moolab[tui]'.
    """
    check_tui()
    from moolab.tui.app import Menu

    moo = context.find_root().command
    context.with_resource(speaking(language_of_environment()))
    offered = [_CHOICES, *(annex.choices for annex in annexes().values())]
    choices = {words: translate(said) for each in offered for words, said in each.items()}
    while (chosen := Menu(choices).run()) is not None:
        try:
            moo.main([*chosen.split(), "--tui"], prog_name="moo", standalone_mode=False)
        except click.ClickException as error:
            echo_aside(error.format_message())
            click.pause()
