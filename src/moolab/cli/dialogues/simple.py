"""The command of a game that a text shows, and whose moves are typed as they are stored."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from moolab.cli.dialogues.dialogue import Dialogue, input_demanded
from moolab.cli.dialogues.playing import Table, plain_option, save_options
from moolab.cli.options import json_option
from moolab.cli.setups import setup_options
from moolab.cli.terminal.output import echo_json
from moolab.cli.terminal.terminal import Terminal
from moolab.games.game import Game, T
from moolab.games.saves import GameFile
from moolab.support.language import marked, translate

HELP = marked("""\
?, hint   what I would do
show      the game so far
quit      stop here, and keep the game
help      this text""")


def command_of(game: Game[Any, T], text: Callable[[T], str], how: str) -> click.Command:
    """The command that plays a game, with an option for each field of its setup.

    Args:
        game: what is played. It answers the question ``hint``.
        text: shows a state; at the end, it says how the game has ended, too.
        how: how it is played, as a marked sentence.
    """

    @click.command(game.name, help=how)
    @setup_options(game.setup)
    @save_options
    @plain_option
    @json_option
    def command(
        save_path: Path | None, resume: Path | None, plain: bool, as_json: bool, **chosen: Any
    ) -> None:
        table = Table(game, save_path, resume, as_json=as_json, plain=plain)
        state = table.begin(lambda: game.answered(game.begin(game.settle(**chosen))))
        with input_demanded(table.terminal):
            state = _Conversation(table.terminal, table.file, game, text, how).play(state)
        if as_json:
            echo_json(game.view(state, game.seats[0]))

    return command


class _Conversation(Dialogue[T]):
    def __init__(
        self,
        terminal: Terminal,
        file: GameFile | None,
        game: Game[Any, T],
        text: Callable[[T], str],
        how: str,
    ) -> None:
        self.game = game
        super().__init__(terminal, file, leave_traces=True)
        self._text = text
        self._how = how

    def _greet(self, state: T) -> None:
        say = self._terminal.say_apart
        say(self.game.title(state.setup))
        say(translate(self._how))
        say(translate("Type ? for a hint, help for more."))
        self._show(state, drawn=True)

    def _ask(self, state: T) -> str:
        del state
        move = translate("Your move:")
        return self._terminal.ask(f"{move} ", self._words)

    def _hint(self, state: T, idea: str) -> str:
        del idea
        answer: Any = self.game.ask(state, self.game.seats[0], "hint")
        return str(answer.said)

    def _help(self, state: T) -> str:
        del state
        return f"{translate(self._how)}\n{translate(HELP)}"

    def _show(self, state: T, *, drawn: bool) -> None:
        del drawn
        self._terminal.say_apart(self._text(state))

    def _move(self, state: T, answer: str) -> T:
        after: T = self.game.answered(self.game.apply(state, self.game.seats[0], answer))
        return after

    def _comment(self, before: T, after: T) -> None:
        del before
        self._show(after, drawn=True)

    def _close(self, state: T) -> None:
        """The text of the last state has said it."""
