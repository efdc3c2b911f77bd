"""The dialogue of a duel: questions and messages."""

import shlex
from collections.abc import Iterator
from contextlib import suppress
from itertools import zip_longest

from moolab.cli.dialogues.dialogue import Dialogue
from moolab.cli.dialogues.playing import (
    ask_guess,
    description,
    is_code,
    reply_shown,
    told,
    tries_in_words,
)
from moolab.cli.terminal.output import echo_aside, reason
from moolab.cli.terminal.pegs import bar, letter_states, row
from moolab.cli.terminal.terminal import Terminal, in_lines, in_rows
from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply
from moolab.deduction.history import Turn
from moolab.deduction.letters import marks_of_letters
from moolab.errors import InvalidMove
from moolab.games.duel.duel import MOVES, Duel, Role, apply, example_of_reply, moves_in_words
from moolab.games.duel.game import GAME
from moolab.games.duel.hint import STEPS, hint_in_words, idea_in_words
from moolab.games.duel.maker import EVIL, HONEST
from moolab.games.duel.notebook import Notebook
from moolab.games.duel.prose import ending, verdict
from moolab.games.duel.stats import games_path, past_games, remember
from moolab.games.duel.view import DuelView
from moolab.support import typed
from moolab.support.language import marked, translate, translate_plural
from moolab.support.text import join_words

_BAR = 30


def boards(duel: Duel, *, coloured: bool) -> Iterator[str]:
    r"""Both boards as lines: guesses, each with its pegs and its reply.

    >>> from moolab.games.duel.duel import Setup
    >>> setup = Setup.new("ab4x10", secret="8217", start="2396", seed=1)
    >>> duel = GAME.replay(setup, ["guess 1234", "reply 02", "guess 5678"])
    >>> print("\n".join(boards(duel, coloured=False)))
        Your guesses           My guesses
     1  1 2 3 4  ●○··  11      2 3 9 6  ○○··  02
     2  5 6 7 8  ○○··  02      3 0 1 2
    """
    rules = duel.setup.rules
    yours = [row(turn, rules, coloured=coloured) for turn in duel.yours]
    mine = [row(turn, rules, coloured=coloured) for turn in duel.computer]
    if duel.pending is not None:
        mine.append(" ".join(duel.pending))
    sides = [
        [heading, *rows]
        for heading, rows in ((translate("Your guesses"), yours), (translate("My guesses"), mine))
        if rows
    ]
    rounds = max((len(side) for side in sides), default=0)
    lead = ["", *(f"{number:>2}" for number in range(1, rounds))]
    # The boards are further apart than the numbers from the first.
    yield from in_rows(lead, [[f"{line}    " for line in side] for side in sides], 2)


def rounds_in_words(duel: Duel) -> Iterator[str]:
    r"""The rounds as sentences.

    >>> from moolab.games.duel.duel import Setup
    >>> setup = Setup.new("ab4x10", secret="8217", start="2396")
    >>> print(*rounds_in_words(GAME.replay(setup, ["guess 1234", "reply 02"])), sep="\n")
    [1] Your guess: 1234 Score: 1 bull, 1 cow
        My guess: 2396 Score: 0 bulls, 2 cows
    """
    guess, score = translate("Your guess:"), translate("Score:")
    rounds = []
    for yours, mine in zip_longest(duel.yours, duel.computer):
        said = []
        if yours:
            said.append(f"{guess} {yours.guess} {score} {_in_words(yours)}")
        if mine:
            guessed = translate("My guess: {code}", code=mine.guess)
            said.append(f"{guessed} {score} {_in_words(mine)}")
        rounds.append(said)
    return in_lines(rounds)


def note_lines(notebook: Notebook, *, drawn: bool) -> Iterator[str]:
    r"""How many codes are left, and which symbols are in none of them.

    >>> from moolab.codes.rules import Rules
    >>> notes = Notebook(Rules.parse("ab2x4"), 2, (frozenset("1"), frozenset("23")))
    >>> print("\n".join(note_lines(notes, drawn=True)))
    ████████░░░░░░░░░░░░░░░░░░░░░░ 2 codes left
    Ruled out: 0
    """
    if notebook.left is not None:
        left = translate_plural("{number} [code|codes] left", notebook.left)
        yield f"{bar(notebook.unknown, _BAR)} {left}" if drawn else left
    if notebook.excluded:
        yield translate("Ruled out: {symbols}", symbols=join_words(notebook.excluded))


def _has_finished_a_game() -> bool:
    with suppress(OSError):
        return bool(past_games(games_path()).games)
    return False


def _in_words(turn: Turn) -> str:
    return turn.reply.words if isinstance(turn.reply, Reply) else str(turn.reply)


HELP = {
    "guess": marked("Type a guess."),
    "reply": marked(
        "Type the reply to my guess: bulls (right symbol, right place), then cows (right symbol, "
        "wrong place), for example {reply}."
    ),
    "contradiction": marked(
        "Type the number of a turn and its right reply, for example 2 {reply}."
    ),
    "over": marked("Type a guess to go on for practice, or press Enter to end the game."),
}
NOTHING = {
    "guess": marked("Type a guess, or help"),
    "reply": marked("Type the reply to my guess, or help"),
    "contradiction": marked(
        "Type the number of a turn and its right reply, for example 2 {reply}, or help"
    ),
}
"""What is said to those who type nothing."""

COMMANDS = marked("""\
?                   a hint, and more each time you ask
? CODE              whether CODE can be mine, and what it would tell
show                the game so far, and what the replies have ruled out
show words          the same in words
undo                take back your last guess and what followed
correct TURN REPLY  change your reply to my guess number TURN
resign              give up and see my code
quit                stop here, and keep the game
help                this text""")
SHOW = marked("show                the game so far")
UNDO = marked("undo                take back your last reply or correction")
RESIGN = marked("resign              give up")
"""Lines of ``COMMANDS`` as they are where less is done."""
SLASH = marked("If a code looks like a command, put a slash before the command: /undo")
"""What is added where a code can look like one."""

MORE = {
    1: marked("{hint} ? CODE checks an idea, ? again names a good guess."),
    2: marked("{hint} ? again says why."),
    STEPS: "{hint}",
}
"""How to go on after each step of a hint."""


class Conversation(Dialogue[Duel]):
    """Leads a person through a game."""

    game = GAME

    _explained: Duel | None = None
    _hinted: Duel | None = None
    _lettered: Duel | None = None
    _hint_step = 0

    def play(self, duel: Duel) -> Duel:
        """Go on from ``duel`` until it is over, and add it to the statistics."""
        try:
            return super().play(duel)
        finally:
            # What is decided counts, even if the player stops in the practice after it; once, if
            # the practice goes on later and changes nothing.
            if self._game.outcome not in (None, duel.outcome):
                self._remember(self._game)

    def _is_done(self, duel: Duel) -> bool:
        return duel.finished

    def _ask(self, duel: Duel) -> str:
        ask = {
            "guess": self._ask_guess,
            "reply": self._ask_reply,
            "contradiction": self._ask_repair,
            "over": self._ask_practice,
        }
        return ask[duel.phase](duel)

    def _ask_guess(self, duel: Duel) -> str:
        if duel is not self._lettered and duel.setup.rules.marked and duel.yours:
            marks = marks_of_letters(duel.yours)
            self._terminal.say(f"    {letter_states(marks, coloured=self._terminal.coloured)}")
            self._lettered = duel
        number = len(duel.yours) + 1
        return ask_guess(self._terminal, number, self._words, tries=duel.setup.tries)

    def _ask_practice(self, duel: Duel) -> str:
        try:
            return self._ask_guess(duel)
        except EOFError:
            return ""

    def _ask_reply(self, duel: Duel) -> str:
        said = translate("My guess: {code}", code=duel.pending)
        score = translate("Score:")
        question = f"{said} {score} "
        number = f"[{len(duel.computer) + 1}] "
        if not self._terminal.line_is_open:
            question = f"{number}{question}"
        # No reply is longer than that to the secret itself.
        elif self._terminal.has_room(f"   {question}{duel.setup.rules.win}"):
            question = f"   {question}"
        else:
            self._terminal.say()
            question = f"{' ' * len(number)}{question}"
        return self._terminal.ask(question, self._words)

    def _ask_repair(self, duel: Duel) -> str:
        contradiction = duel.contradiction
        assert contradiction is not None, "the phase says so"
        if duel is not self._explained:
            self._terminal.say_apart(contradiction.explanation)
            self._explained = duel
        question = translate("Which reply was wrong? TURN REPLY, or undo:")
        return self._terminal.ask(f"{question} ", self._words)

    def _is_code(self, duel: Duel, answer: str) -> bool:
        return is_guess(duel, answer)

    def _help(self, duel: Duel) -> str:
        setup, useless, instead = duel.setup, set[str](), dict[str, str]()
        if setup.rated or setup.role == "maker":
            useless |= {"?"}
            instead |= {"show": SHOW, "undo": UNDO}
        if setup.role == "breaker":
            useless |= {"correct", *({"undo"} if setup.rated else ())}
        if duel.phase == "contradiction":
            instead["undo"] = UNDO
        if setup.secret is None:
            instead["resign"] = RESIGN
        said = [_help(duel)]
        for line in translate(COMMANDS).splitlines():
            if line.partition(" ")[0] not in useless:
                command = line.partition("  ")[0]
                said.append(translate(instead[command]) if command in instead else line)
        if any(symbol.isalpha() for symbol in setup.rules.alphabet):
            said.append(translate(SLASH))
        return "\n".join(said)

    def _move(self, duel: Duel, answer: str) -> Duel:
        if not answer and duel.phase != "over":
            listed = isinstance(duel.setup.rules, ListedRules)
            raise InvalidMove(_help(duel) if listed else _told(NOTHING, duel))
        return apply(duel, typed_move(duel, answer) if answer else "resign")

    def _show(self, duel: Duel, *, drawn: bool) -> None:
        """Show both boards, and what the replies to the player's guesses have ruled out."""
        lines = boards(duel, coloured=self._terminal.coloured) if drawn else rounds_in_words(duel)
        for line in lines:
            self._terminal.say(line)
        if duel.yours and not duel.finished:
            with suppress(InvalidMove):  # a rated game has no hints
                notes = note_lines(Notebook.of(duel), drawn=drawn)
                self._terminal.say_apart("\n".join(notes))

    def _redraw(self, duel: Duel) -> None:
        """Show the boards that a move has changed above, where they are drawn at all."""
        if self._terminal.drawn:
            self._show(duel, drawn=True)

    def _hint(self, duel: Duel, idea: str) -> str:
        """The answer about a code, or without one, the next step of the hint."""
        if not duel.may_guess:
            return _help(duel)
        if idea:
            return idea_in_words(duel, idea)
        # A move makes another state, and its hint starts from the beginning.
        step = min(self._hint_step + 1, STEPS) if duel is self._hinted else 1
        said = hint_in_words(duel, step)
        self._hinted, self._hint_step = duel, step
        return translate(MORE[step], hint=said)

    def _comment(self, before: Duel, after: Duel) -> None:
        say = self._terminal.say
        rules = after.setup.rules
        if len(after.yours) > len(before.yours):
            score = translate("Score:")
            say(f" {score} {reply_shown(after.yours[-1], rules, self._terminal)}", end="")
            if after.yours[-1].reply == rules.win:
                self._terminal.say_apart(translate("You got it!"))
            elif after.phase != "reply":
                say()
        elif after.moves[-1] == "undo":
            moves = moves_in_words(before.undoable)
            self._terminal.say_apart(translate("Taken back: {moves}.", moves=moves))
            self._redraw(after)
        elif self._terminal.line_is_open:
            say()
        if after.last.startswith("correct") and len(after.moves) > len(before.moves):
            self._redraw(after)
        if after.setup.role == "both" and after.computer_is_done and not before.computer_is_done:
            if after.you_are_done:
                say(translate("I got it!"))
            else:
                self._offer_practice(after)

    def _greet(self, duel: Duel) -> None:
        say, say_apart = self._terminal.say, self._terminal.say_apart
        setup = duel.setup
        say_apart(description(setup.rules))
        if setup.rules.counted and self._terminal.interactive and not _has_finished_a_game():
            say_apart(
                translate(
                    "A bull is a right symbol in the right place, a cow a right symbol in the "
                    "wrong place."
                )
            )
        if setup.role != "breaker":
            say_apart(
                translate(
                    "Think of a code, and reply to my guesses with bulls and cows, as in {reply}.",
                    reply=example_of_reply(setup.rules, "12"),
                )
                if setup.rules.counted
                else translate("Think of one of them, and reply to my guesses in the same way.")
            )
        if setup.commitment is not None:
            say_apart(translate("My code is fixed; the seal below lets you check that at the end."))
            say(f"SHA-256: {setup.commitment}")
        if setup.maker != HONEST:
            say_apart(
                translate(
                    "I keep no secret: to each guess I give the reply that leaves the most codes."
                )
                if setup.maker == EVIL
                else translate("I keep no secret: {maker} says what I reply.", maker=setup.maker)
            )
            say_apart(
                translate("All I say is true of the last code left; you win by guessing that.")
            )
        if setup.tries:
            say_apart(tries_in_words(setup.tries))
        if setup.hard:
            say_apart(
                translate(
                    "Hard mode: letters in place stay there, and letters elsewhere are used again."
                )
            )
        if setup.mistakes:
            say_apart(_mistakes_in_words(setup.role, setup.mistakes))
        if setup.rated:
            say_apart(
                translate(
                    "This game is rated: no hints, and no guess is taken back. Type help for more."
                )
            )
        elif setup.role == "maker":
            say_apart(translate("Type help for more."))
        else:
            say_apart(translate("Type ? for a hint, help for more."))
        say()
        rounds = _rounds(duel, self._terminal)
        open_round = duel.phase == "reply" and len(duel.yours) > len(duel.computer)
        for number, line in enumerate(rounds, start=1):
            say(line, end="" if open_round and number == len(rounds) else "\n")
        if duel.phase == "over" and duel.may_guess:
            self._offer_practice(duel)

    def _offer_practice(self, duel: Duel) -> None:
        said = verdict(DuelView.of(duel), duel.setup.rules)
        if duel.setup.secret is None:
            offer = translate(
                "{verdict} Guess on for practice, or press Enter to end the game.", verdict=said
            )
        else:
            offer = translate(
                "{verdict} Guess on for practice, or press Enter to see my code.", verdict=said
            )
        self._terminal.say_apart(offer)

    def _close(self, duel: Duel) -> None:
        setup = duel.setup
        for said in ending(DuelView.of(duel), setup.rules):
            self._terminal.say_apart(said)
        if setup.secret is not None:
            self._terminal.say_apart(translate("To check the seal, run"))
            # Not broken where the terminal ends: it is to be copied.
            self._terminal.say(
                f"  printf %s {shlex.quote(f'{setup.secret}:{setup.nonce}')} | sha256sum"
            )

    def _remember(self, duel: Duel) -> None:
        if not self._leave_traces:
            return
        try:
            past = remember(duel)
        except OSError as error:
            echo_aside(f"moo: {not_added(error)}")
            return
        for summary in past:
            self._terminal.say(summary.sentence)


def is_guess(duel: Duel, answer: str) -> bool:
    """Whether an answer is a guess, even if a command is called so, too."""
    return duel.may_guess and is_code(duel.setup.rules, answer)


def typed_move(duel: Duel, answer: str) -> str:
    """The move that a player has typed: a command, or what is due.

    >>> typed_move(GAME.begin(GAME.settle(rules="ab4x10")), "/Undo")
    'undo turn'
    """
    if is_guess(duel, answer):
        return f"guess {answer}"
    command = typed.command(answer)
    if command == "undo":
        return "undo turn"
    if command.partition(" ")[0] in MOVES:
        return command
    verb = {"reply": "reply", "contradiction": "correct"}.get(duel.phase, "guess")
    return f"{verb} {answer}"


def not_added(error: OSError) -> str:
    """What is said where the statistics cannot be written."""
    return translate("the game is not added to your statistics: {reason}", reason=reason(error))


def _help(duel: Duel) -> str:
    """What is to be typed now."""
    rules = duel.setup.rules
    if isinstance(rules, ListedRules) and duel.phase in ("reply", "contradiction"):
        meaning = translate(rules.rule.meaning)
        if duel.phase == "reply":
            return translate("Type the reply to my guess: {meaning}.", meaning=meaning)
        return translate(
            "Type the number of a turn and its right reply: {meaning}.", meaning=meaning
        )
    return _told(HELP, duel)


def _told(said: dict[str, str], duel: Duel) -> str:
    """What is said in this phase, with a reply that is possible in the game."""
    usual = "11" if duel.phase == "contradiction" else "12"
    return translate(said[duel.phase], reply=example_of_reply(duel.setup.rules, usual))


def _mistakes_in_words(role: Role, mistakes: int) -> str:
    if role == "both":
        return translate(
            "Up to {most} of my replies may be wrong, and as many of yours, but none about a win.",
            most=mistakes,
        )
    if role == "breaker":
        return translate(
            "Up to {most} of my replies may be wrong, but none about a win.", most=mistakes
        )
    return translate(
        "Up to {most} of your replies may be wrong, but none about a win.", most=mistakes
    )


def _rounds(duel: Duel, terminal: Terminal) -> list[str]:
    """The rounds played so far, as they looked."""
    rounds = []
    for yours, computer in zip_longest(duel.yours, duel.computer):
        said = []
        if yours:
            said.append(told(yours, duel.setup.rules, terminal))
        if computer:
            guess, score = translate("My guess: {code}", code=computer.guess), translate("Score:")
            said.append(f"{guess} {score} {computer.reply}")
        rounds.append(said)
    return [*in_lines(rounds)]
