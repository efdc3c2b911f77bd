"""The dialogue of a game on several boards: one line for each guess, with the replies of all."""

from collections.abc import Iterable, Iterator

from moolab.cli.dialogues.dialogue import Dialogue
from moolab.cli.dialogues.playing import ask_guess, description, is_code, tries_in_words
from moolab.cli.terminal.pegs import bar, code, pegs, tiles
from moolab.cli.terminal.terminal import Terminal, columns, in_rows
from moolab.codes.rules import Rules
from moolab.deduction.history import Turn
from moolab.errors import InvalidMove
from moolab.games.boards.game import GAME, Boards, hint_in_words
from moolab.games.duel.notebook import Notebook
from moolab.games.saves import GameFile
from moolab.games.tries import out_of_tries
from moolab.support import typed
from moolab.support.language import marked, translate, translate_plural

_GAP = 2
_BAR = 8
_LEAD = [" " * 2]


def boards(state: Boards, *, drawn: bool, coloured: bool) -> Iterator[str]:
    r"""All guesses with the replies of each board, and what is left of its codes.

    >>> from moolab.games.boards.game import Setup
    >>> moves = ("guess 2459", "guess 4095")
    >>> state = GAME.replay(Setup.new("ab4x10", 2, seed=7), moves)
    >>> print("\n".join(boards(state, drawn=True, coloured=False)))
                 Board 1   Board 2
     1  2 4 5 9  ●●●●  40  ●○··  11
     2  4 0 9 5            ●●○·  21
                           ██░░░░░░
                           (10)
    """
    if drawn:
        if state.guesses:
            yield from _all(state, coloured=coloured)
        return
    for number, guess in enumerate(state.guesses, start=1):
        yield f"[{number}] {guess}"
        yield from _round(state, number, drawn=False, coloured=coloured)


def replies(state: Boards, *, drawn: bool, coloured: bool) -> Iterator[str]:
    r"""What the last guess got on each board, and how many codes each has left.

    >>> from moolab.games.boards.game import Setup
    >>> state = GAME.replay(Setup.new("ab4x10", 2, seed=7), ["guess 1234"])
    >>> print("\n".join(replies(state, drawn=True, coloured=False)))
        1 ○○··  02  2 ○···  01
        (1,260)     (1,440)
    """
    return _round(state, len(state.guesses), drawn=drawn, coloured=coloured)


def _round(state: Boards, number: int, *, drawn: bool, coloured: bool) -> Iterator[str]:
    """What a guess got on each board; below the last one, how many codes each has left."""
    rules, last = state.setup.rules, number == len(state.guesses) and state.phase != "over"
    sides = []
    for board, history in enumerate(state.histories, start=1):
        cell = count = ""
        if number <= len(history):
            turn = history[number - 1]
            cell = f"{board} {_cell(turn, rules, drawn=drawn, coloured=coloured)}"
        left = state.known[board - 1].count
        if last and not state.found[board - 1] and left is not None:
            count = f"({left:,})"
        sides.append([cell, count] if last else [cell])
    # A board whose code is found keeps its place.
    width = max(rules.places + 2, *(columns(cell) for cell, *_ in sides))
    return in_rows(_LEAD, sides, _GAP, width)


def _all(state: Boards, *, coloured: bool) -> Iterator[str]:
    rules = state.setup.rules
    guesses = [
        f"{number:>2}  {code(guess, rules, coloured=coloured)}"
        for number, guess in enumerate(state.guesses, start=1)
    ]
    sides = []
    for number, history in enumerate(state.histories, start=1):
        cells = [_cell(turn, rules, drawn=True, coloured=coloured) for turn in history]
        blanks = [""] * (len(guesses) - len(cells))
        left = state.known[number - 1].count
        rest = []
        if left is not None and not state.found[number - 1]:
            drawn = bar(Notebook(rules, left, None).unknown, _BAR)
            rest = [drawn, f"({left:,})"]
        heading = translate("Board {number}", number=number)
        sides.append([heading, *cells, *blanks, *rest])
    return in_rows(["", *guesses], sides, _GAP)


def _cell(turn: Turn, rules: Rules, *, drawn: bool, coloured: bool) -> str:
    """A reply as it is typed; in colours beside it its marks, or its pegs."""
    reply = str(turn.reply)
    if rules.marked and coloured:
        return f"{tiles(zip(turn.guess, reply, strict=True))}  {reply}"
    if drawn and rules.counted:
        return f"{pegs(turn.reply, rules.places, coloured=coloured)}  {reply}"
    return reply


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
            translate_plural(
                "Each guess goes to [|all ]{number} [board|boards]; each has a code of its own.",
                state.setup.boards,
            )
        )
        if state.setup.tries:
            say(tries_in_words(state.setup.tries))
        say(translate("Type ? for a hint, help for more."))
        self._terminal.say()
        self._show(state, drawn=self._terminal.drawn)

    def _ask(self, state: Boards) -> str:
        number = len(state.guesses) + 1
        return ask_guess(self._terminal, number, self._words, tries=state.setup.tries)

    def _is_code(self, state: Boards, answer: str) -> bool:
        return is_code(state.setup.rules, answer)

    def _help(self, _state: Boards) -> str:
        return translate(HELP)

    def _hint(self, state: Boards, _idea: str) -> str:
        return hint_in_words(state)

    def _move(self, state: Boards, answer: str) -> Boards:
        if not answer:
            raise InvalidMove(translate("Type a guess, or help"))
        command = typed.command(answer)
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
                translate_plural(
                    "You found all codes in {number} [guess|guesses].", len(state.guesses)
                )
            )
        elif state.outcome == "lost":
            say(out_of_tries(state.setup.tries))
        else:
            say(translate("You gave up."))
        say(translate("The codes were {codes}.", codes=" ".join(state.setup.secrets)))
