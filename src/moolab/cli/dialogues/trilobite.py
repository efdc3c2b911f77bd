"""The dialogue of a game of trilobite: questions, boards and messages."""

from typing import Protocol

from moolab.cli.dialogues.dialogue import Dialogue, Quit
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidMove
from moolab.games.files import GameFile
from moolab.games.trilobite.game import GAME
from moolab.games.trilobite.match import Match, Setup, apply
from moolab.support.text import count_noun
from moolab.trilobite.board import COLUMNS, Board, Shape
from moolab.trilobite.player.levels import Advice, hint_in_words

HELP = """\
Type the column that your stone is to fall into, {columns}.
?, hint   which column I would play, and what comes of it if I know
undo      take back your last stone and my answer
resign    give up
quit      stop here, and keep the game
help      this text
[ ] marks the last stone, ( ) the stones of a winning line."""


class Player(Protocol):
    """A source of moves."""

    def choose(self, board: Board) -> Advice:
        """What to play in a game that is not over."""


class Conversation(Dialogue[Match]):
    """Leads a person through a game.

    Args:
        file: where the game is kept, written after every move.
        player: plays against the person.
        adviser: is asked for hints.
        level: says how the player plays.
    """

    game = GAME
    command = "trilobite play"

    def __init__(
        self,
        terminal: Terminal,
        file: GameFile | None,
        *,
        player: Player,
        adviser: Player,
        level: str,
    ) -> None:
        super().__init__(terminal, file, leave_traces=True)
        self._player = player
        self._adviser = adviser
        self._level = level

    def _greet(self, match: Match) -> None:
        self._terminal.say_apart(
            f"{_description(match.setup.shape)}\n{_sides(match.setup)}\n{self._level}\n"
            "Type a column. ? for a hint, help for more."
        )
        self._show(match.board)

    def _ask(self, match: Match) -> str:
        number = match.board.ply + 1
        if match.phase == "human":
            return self._terminal.ask(f"[{number}] Your move ({match.setup.human}): ")
        lead = "   " if self._terminal.line_is_open else f"[{number}] "
        # The first half of the sentence shows who is thinking now.
        self._terminal.say(f"{lead}I play ", end="")
        return COLUMNS[self._player.choose(match.board).column - 1]

    def _obey(self, match: Match, answer: str) -> Match:
        command = answer.lower()
        if command in ("?", "hint"):
            self._terminal.say_apart(self._hint(match.board))
        elif command == "help":
            self._terminal.say_apart(HELP.format(columns=_columns(match.setup.shape)))
        elif command in ("quit", "exit"):
            raise Quit
        elif not command:
            raise InvalidMove(f"type a column, {_columns(match.setup.shape)}, or help")
        else:
            return apply(match, command)
        return match

    def _comment(self, before: Match, after: Match) -> None:
        if before.phase == "computer":
            self._terminal.say(f"{after.moves[-1]}.")
        if after.phase != "computer" and not after.resigned:
            self._show(after.board)

    def _close(self, match: Match) -> None:
        board = match.board
        moves = count_noun((board.ply + 1) // 2, "move")
        verdicts = {
            "won": f"You win in {moves}.",
            "lost": f"I win in {moves}.",
            "drawn": "A draw: the board is full.",
            "resigned": "You gave up.",
        }
        self._terminal.say_apart(verdicts[match.outcome or ""])
        if board.moves:
            self._terminal.say(f"The game was {board}.")

    def _show(self, board: Board) -> None:
        if self._terminal.line_is_open:
            self._terminal.say()
        self._terminal.say(f"\n{board.picture()}")

    def _hint(self, board: Board) -> str:
        return hint_in_words(board, self._adviser.choose(board))


def _description(shape: Shape) -> str:
    size = f"{count_noun(shape.width, 'column')}, {count_noun(shape.height, 'row')}"
    return f"Trilobite: {size}; {shape.win} in a row win, in any direction."


def _sides(setup: Setup) -> str:
    if setup.first == "human":
        return f"You play {setup.human} and move first; I play {setup.computer}."
    return f"I play {setup.computer} and move first; you play {setup.human}."


def _columns(shape: Shape) -> str:
    return f"1 to {COLUMNS[shape.width - 1]}"
