"""The dialogue of a game of trilobite: questions, boards and messages."""

from collections.abc import Iterator, Mapping
from typing import Protocol

import click

from moolab.cli.dialogues.dialogue import Dialogue
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidMove
from moolab.games.saves import GameFile
from moolab.support import typed
from moolab.support.language import marked, translate, translate_plural
from moolab.trilobite.board import COLUMNS, LETTERS, STONES, Board, Shape
from moolab.trilobite.game import GAME, Match
from moolab.trilobite.judgement import JudgedStone, judgement_in_words
from moolab.trilobite.player.levels import Advice, hint_in_words
from moolab.trilobite.threats import marks, threat_in_words, threats

HELP = marked("""\
Type the column that your stone is to fall into, {columns}.
?, hint   which column I would play, and what comes of it if I know
show      the board
threats   the empty cells where a stone would complete a line
why       how good your last stone was, and why if it was a mistake
undo      take back your last stone and my answer
resign    give up
quit      stop here, and keep the game
help      this text""")
_DRAWN = marked("[ ] marks the last stone, ( ) the stones of a winning line.")
PLAIN = marked("The stones of a column are named from below.")
"""How to read a board in words."""

STONE_COLOURS = dict(zip(STONES, ("red", "yellow"), strict=True))


class Player(Protocol):
    """A source of moves."""

    def choose(self, board: Board) -> Advice:
        """What to play in a game that is not over."""


class Adviser(Player, Protocol):
    """A player that also says how good stones are."""

    def judge(self, board: Board, column: int) -> JudgedStone:
        """How good a stone is in a game that is not over."""


class Conversation(Dialogue[Match]):
    """Leads a person through a game."""

    game = GAME

    def __init__(
        self,
        terminal: Terminal,
        file: GameFile | None,
        *,
        player: Player,
        adviser: Adviser,
        level: str,
    ) -> None:
        super().__init__(terminal, file, leave_traces=True)
        self._player = player
        self._adviser = adviser
        self._level = level

    def _greet(self, match: Match) -> None:
        said = translate("Type a column. ? for a hint, help for more.")
        if self._terminal.plain:
            said = f"{said}\n{translate(PLAIN)}"
        setup, shape = match.setup, match.setup.shape
        game = translate(
            "Trilobite: {columns}, {rows}; {win} in a row win, in any direction.",
            columns=translate_plural("{number} [column|columns]", shape.width),
            rows=translate_plural("{number} [row|rows]", shape.height),
            win=shape.win,
        )
        sides = marked("I play {mine} and move first; you play {yours}.")
        if setup.first == "human":
            sides = marked("You play {yours} and move first; I play {mine}.")
        sides = translate(sides, yours=setup.human, mine=setup.computer)
        self._terminal.say_apart(f"{game}\n{sides}\n{self._level}\n{said}")
        self._redraw(match)

    def _ask(self, match: Match) -> str:
        number = match.board.ply + 1
        if match.phase == "human":
            said = translate("Your move ({stone}):", stone=match.setup.human)
            return self._terminal.ask(f"[{number}] {said} ", self._words)
        lead = "   " if self._terminal.line_is_open else f"[{number}] "
        # The first half of the sentence shows who is thinking now.
        said = translate("I play")
        self._terminal.say(f"{lead}{said}", end="")
        with self._terminal.thinking():
            advice = self._player.choose(match.board)
        return COLUMNS[advice.column - 1]

    def _help(self, match: Match) -> str:
        shape, columns = match.setup.shape, _columns(match.setup.shape)
        if shape.width <= len(LETTERS):
            last = LETTERS[shape.width - 1]
            columns = translate("{columns}, or a to {last}", columns=columns, last=last)
        legend = translate(PLAIN if self._terminal.plain else _DRAWN)
        return f"{translate(HELP, columns=columns)}\n{legend}"

    def _hint(self, match: Match, _idea: str) -> str:
        return hint_in_words(match.board, self._adviser.choose(match.board))

    def _obey(self, match: Match, answer: str) -> Match:
        command = typed.command(answer)
        if command == "threats":
            self._redraw(match, marks(match.board))
            self._terminal.say_apart(threats_in_words(match.board, drawn=not self._terminal.plain))
        elif command == "why":
            with self._terminal.thinking():
                reason = why(match, self._adviser)
            self._terminal.say_apart(reason)
        else:
            return super()._obey(match, answer)
        return match

    def _words(self) -> Iterator[str]:
        yield from super()._words()
        yield from ("threats", "why")

    def _move(self, match: Match, answer: str) -> Match:
        if not answer:
            raise InvalidMove(
                translate("type a column, {columns}, or help", columns=_columns(match.setup.shape))
            )
        return GAME.apply(match, "", typed.command(answer))

    def _comment(self, before: Match, after: Match) -> None:
        if before.phase == "computer":
            self._terminal.say(f" {after.moves[-1]}.")
        if after.phase != "computer" and not after.resigned:
            self._redraw(after)

    def _close(self, match: Match) -> None:
        self._terminal.say_apart(verdict(match))
        board = match.board
        if board.moves:
            self._terminal.say(translate("The game was {moves}.", moves=board))

    def _redraw(self, match: Match, marks: Mapping[tuple[int, int], str] | None = None) -> None:
        """Show the board as it is now, with a line above it, and marks on some of its cells."""
        if self._terminal.line_is_open:
            self._terminal.say()
        if not self._terminal.plain:
            self._terminal.say()
        show_board(self._terminal, match.board, marks)

    def _show(self, match: Match, *, drawn: bool) -> None:
        del drawn
        show_board(self._terminal, match.board)


def show_board(
    terminal: Terminal, board: Board, marks: Mapping[tuple[int, int], str] | None = None
) -> None:
    """Show a board, or say where its stones are."""
    if terminal.plain:
        terminal.say_apart(board_in_words(board))
        return
    picture = board.picture(marks or {})
    if terminal.coloured:
        for stone, colour in STONE_COLOURS.items():
            picture = picture.replace(stone, click.style(stone, fg=colour, bold=True))
    terminal.say(picture)


def board_in_words(board: Board) -> str:
    """Where the stones are, column by column, those of each from below.

    >>> board_in_words(Board.parse("4453"))
    'Column 3: O. Column 4: X, O. Column 5: X. The other columns are empty. Last: column 3.'
    """
    if not board.moves:
        return translate("The board is empty.")
    shape = board.shape
    rows = list(enumerate(reversed(board.rows), start=1))
    said, empty, line = [], [], []
    for column, name in enumerate(COLUMNS[: shape.width]):
        stones = [stone for _, cells in rows if (stone := cells[column].stone)]
        line += [(name, row) for row, cells in rows if cells[column].winning]
        if stones:
            names = ", ".join(stones)
            said.append(translate("Column {column}: {stones}.", column=name, stones=names))
        else:
            empty.append(name)
    if len(empty) == 1:
        said.append(translate("Column {column} is empty.", column=empty[0]))
    elif empty:
        said.append(translate("The other columns are empty."))
    said.append(translate("Last: column {column}.", column=board.moves[-1]))
    if line:
        cells = "; ".join(
            translate("column {column}, row {row}", column=name, row=row) for name, row in line
        )
        said.append(translate("In a row: {cells}.", cells=cells))
    return " ".join(said)


def why(match: Match, adviser: Adviser) -> str:
    """How good the person's last stone was."""
    last = match.own_last
    if last is None:
        raise InvalidMove(translate("you have played no stone yet"))
    return judgement_in_words(adviser.judge(*last))


def threats_in_words(board: Board, *, drawn: bool = True) -> str:
    """The threats, a line for each."""
    found = threats(board)
    if not found:
        return translate("There is no threat yet.")
    legend = translate("x, o: a stone of X, of O would complete a line there; *: either would.")
    return "\n".join([legend] * drawn + [threat_in_words(threat) for threat in found])


def verdict(match: Match) -> str:
    """How a game has ended."""
    moves = (match.board.ply + 1) // 2
    verdicts = {
        "won": translate_plural("You win in {number} [move|moves].", moves),
        "lost": translate_plural("I win in {number} [move|moves].", moves),
        "drawn": translate("A draw: the board is full."),
        "resigned": translate("You gave up."),
    }
    return verdicts[match.outcome or ""]


def _columns(shape: Shape) -> str:
    return translate("1 to {last}", last=COLUMNS[shape.width - 1])
