"""The dialogue of a game on several boards: one line for each guess, with the replies of all."""

from collections.abc import Iterable

from moolab.cli.dialogues.boards_drawn import boards, replies
from moolab.cli.dialogues.dialogue import Dialogue
from moolab.cli.dialogues.playing import ask_guess, description, is_code
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidMove
from moolab.games.boards.game import GAME, Boards, hint_in_words
from moolab.games.files import GameFile
from moolab.support.language import marked, translate, translate_number

HELP = marked("""\
Type a guess: it goes to every board whose code you have not found yet.
?, hint   a guess that makes sense
show      all boards so far
undo      take back your last guess
resign    give up and see all codes
quit      stop here, and keep the game
help      this text
If a code looks like a command, put a slash before the command: /resign""")


class Conversation(Dialogue[Boards]):
    """Leads a person through a game."""

    game = GAME

    def __init__(self, terminal: Terminal, file: GameFile | None) -> None:
        super().__init__(terminal, file, leave_traces=True)

    def _greet(self, state: Boards) -> None:
        say = self._terminal.say_apart
        say(description(state.setup.rules))
        say(
            translate_number(
                "Each guess goes to {number} board; each has a code of its own.",
                "Each guess goes to all {number} boards; each has a code of its own.",
                state.setup.boards,
            )
        )
        say(translate("Type ? for a hint, help for more."))
        self._terminal.say()
        self._show(state, drawn=self._terminal.drawn)

    def _ask(self, state: Boards) -> str:
        return ask_guess(self._terminal, len(state.guesses) + 1, self._words)

    def _is_code(self, state: Boards, answer: str) -> bool:
        return is_code(state.setup.rules, answer)

    def _help(self, _state: Boards) -> str:
        return translate(HELP)

    def _hint(self, state: Boards, _idea: str) -> str:
        return hint_in_words(state)

    def _move(self, state: Boards, answer: str) -> Boards:
        if not answer:
            raise InvalidMove(translate("Type a guess, or help"))
        command = answer.lower().lstrip("/")
        if command not in ("undo", "resign") or self._is_code(state, answer):
            command = f"guess {answer}"
        return GAME.apply(state, "player", command)

    def _comment(self, before: Boards, after: Boards) -> None:
        if self._terminal.line_is_open:
            self._terminal.say()
        drawn = self._terminal.drawn
        if len(after.guesses) > len(before.guesses):
            with self._terminal.thinking():
                lines = list(replies(after, drawn=drawn, coloured=self._terminal.coloured))
            self._say(lines)
        elif len(after.guesses) < len(before.guesses):
            self._terminal.say(translate("Taken back: {code}.", code=before.guesses[-1]))
            if drawn:
                self._show(after, drawn=True)

    def _show(self, state: Boards, *, drawn: bool) -> None:
        with self._terminal.thinking():
            lines = list(boards(state, drawn=drawn, coloured=self._terminal.coloured))
        self._say(lines)

    def _say(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._terminal.say(line)

    def _close(self, state: Boards) -> None:
        say = self._terminal.say_apart
        if state.outcome == "won":
            say(
                translate_number(
                    "You found all codes in {number} guess.",
                    "You found all codes in {number} guesses.",
                    len(state.guesses),
                )
            )
        else:
            say(translate("You gave up."))
        say(translate("The codes were {codes}.", codes=" ".join(state.setup.secrets)))
