"""The dialogue of a game on several boards: one line for each guess, with the replies of all."""

from moolab.cli.dialogues.dialogue import Dialogue, Quit
from moolab.cli.dialogues.playing import ask_guess, description, is_code, parse_question
from moolab.cli.terminal.terminal import Terminal
from moolab.cli.terminal.tiles import tiles
from moolab.errors import InvalidMove
from moolab.games.boards.boards import Boards, apply, hint_in_words
from moolab.games.boards.game import GAME
from moolab.games.files import GameFile
from moolab.support.language import marked, translate, translate_number

HELP = marked("""\
Type a guess: it goes to every board whose code you have not found yet.
?, hint   a guess that makes sense
undo      take back your last guess
resign    give up and see all codes
quit      stop here, and keep the game
help      this text
A command that could be a code as well needs a slash before it: /resign""")


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
        for number in range(1, len(state.guesses) + 1):
            self._terminal.say(self._line(state, number))
        if state.guesses and state.phase != "over":
            self._terminal.say(self._left(state))

    def _ask(self, state: Boards) -> str:
        return ask_guess(self._terminal, len(state.guesses) + 1)

    def _obey(self, state: Boards, answer: str) -> Boards:
        if is_code(state.setup.rules, answer):
            return apply(state, f"guess {answer}")
        command = answer.lower().lstrip("/")
        if parse_question(answer) is not None:
            self._terminal.say_apart(hint_in_words(state))
        elif command == "help":
            self._terminal.say_apart(translate(HELP))
        elif command in ("quit", "exit"):
            raise Quit
        elif not answer:
            raise InvalidMove(translate("Type a guess, or help"))
        else:
            return apply(state, command if command in ("undo", "resign") else f"guess {answer}")
        return state

    def _comment(self, before: Boards, after: Boards) -> None:
        if self._terminal.line_is_open:
            self._terminal.say()
        if len(after.guesses) > len(before.guesses):
            self._terminal.say(self._line(after, len(after.guesses)))
            if after.phase != "over":
                self._terminal.say(self._left(after))
        elif len(after.guesses) < len(before.guesses):
            self._terminal.say(translate("Taken back: {code}.", code=before.guesses[-1]))

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

    def _line(self, state: Boards, number: int) -> str:
        """What a guess got on each board; blanks where the code was found before."""
        cells = []
        places = state.setup.rules.places
        for board, history in enumerate(state.histories, start=1):
            if number > len(history):
                cells.append(" " * (places + 2))
                continue
            reply = str(history[number - 1].reply)
            marks = f"{reply:{places}}"
            if state.setup.rules.marked and self._terminal.coloured:
                marks = tiles(zip(reply, reply, strict=True))
            cells.append(f"{board} {marks}")
        return f"    {'  '.join(cells).rstrip()}"

    def _left(self, state: Boards) -> str:
        """How many codes each board has left, below its replies."""
        width = state.setup.rules.places + 2
        cells = [
            "" if found else f"({known.count})" if known.count is not None else ""
            for known, found in zip(state.known, state.found, strict=True)
        ]
        return f"    {'  '.join(f'{cell:>{width}}' for cell in cells).rstrip()}"
