"""The dialogue of a duel: what is asked, what is said, and when the game is written down."""

import shlex
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import click

from moolab.cli.contradictions import as_text
from moolab.cli.exit_codes import INTERRUPTED
from moolab.cli.output import echo_aside
from moolab.cli.terminal import Terminal
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.duel.game import MOVES, Duel, apply
from moolab.duel.saves import check_writable, save, unfinished_path
from moolab.duel.stats import Game, games_path, past_games, record, summarize
from moolab.errors import InvalidCode, InvalidMove, MoolabError
from moolab.words import counted

HELP = {
    "guess": "Type a guess.",
    "reply": "Type the reply to my guess: bulls (right symbol, right place), then cows (right "
    "symbol, wrong place), for example 12.",
    "contradiction": "Type the number of a turn and its right reply, for example 2 11.",
}
COMMANDS = """\
?                   a hint
undo                take back your last move
correct TURN REPLY  change your reply to my guess number TURN
resign              give up and see my code
help                this text
A command that could be a code as well needs a slash before it: /undo"""


class GameInterrupted(MoolabError):
    """The input ended in the middle of a game."""


class Conversation:
    """Leads a person through a game.

    Args:
        save_path: where the game is kept, written after every move.
        leave_traces: whether past games, and an interrupted one, go to the user's data folder.
    """

    def __init__(self, terminal: Terminal, save_path: Path | None, *, leave_traces: bool) -> None:
        self._terminal = terminal
        self._save_path = save_path
        self._leave_traces = leave_traces
        self._explained: Duel | None = None
        self._duel: Duel

    def play(self, duel: Duel) -> Duel:
        """Go on from ``duel`` until the game is over, and return its last state.

        Raises:
            EOFError: if the input ends before the first move.
            GameInterrupted: if it ends later, when the game has been kept if possible.
            OSError: if a new game could not be kept in the file.
        """
        if self._save_path is not None and not duel.moves:
            check_writable(self._save_path)
        was_over = duel.phase == "over"
        self._duel = duel
        try:
            self._greet(duel)
            while self._duel.phase != "over":
                self._step(self._duel)
        except EOFError:
            if not self._duel.moves:
                raise
            farewell = self._farewell()
            self._terminal.say()
            raise GameInterrupted(f"the input ended in the middle of the game{farewell}") from None
        except KeyboardInterrupt:
            echo_aside(f"\nThe game stops here{self._farewell()}")
            raise click.exceptions.Exit(INTERRUPTED) from None
        except OSError:
            # Nobody hears us any more.
            self._farewell()
            raise
        self._close(self._duel)
        if not was_over:
            self._remember(self._duel)
        return self._duel

    def _step(self, duel: Duel) -> None:
        """Ask for one move; an answer that is none is explained and changes nothing."""
        ask = {
            "guess": self._ask_guess,
            "reply": self._ask_reply,
            "contradiction": self._ask_repair,
        }
        answer = ask[duel.phase](duel)
        try:
            self._duel = self._obey(duel, answer)
        except MoolabError as error:
            self._terminal.say_apart(_as_sentence(str(error)))
            return
        if self._duel is not duel:
            self._keep(self._duel)
            self._comment(duel, self._duel)

    def _ask_guess(self, duel: Duel) -> str:
        return self._terminal.ask(f"[{len(duel.yours) + 1}] Your guess: ")

    def _ask_reply(self, duel: Duel) -> str:
        lead = "   " if self._terminal.line_is_open else f"[{len(duel.computer) + 1}] "
        return self._terminal.ask(f"{lead}My guess: {duel.pending} Score: ")

    def _ask_repair(self, duel: Duel) -> str:
        contradiction = duel.contradiction
        assert contradiction is not None, "the phase says so"
        if duel is not self._explained:
            self._terminal.say_apart(as_text(contradiction))
            self._explained = duel
        return self._terminal.ask("Which reply was wrong? TURN REPLY, or undo: ")

    def _obey(self, duel: Duel, answer: str) -> Duel:
        command = answer.lower().lstrip("/")
        if duel.phase == "guess" and not answer.startswith("/") and _is_code(duel, answer):
            return apply(duel, f"guess {answer}")
        if command in ("?", "hint"):
            self._terminal.say_apart(_hint(duel))
        elif command == "help":
            self._terminal.say_apart(f"{HELP[duel.phase]}\n{COMMANDS}")
        elif command.partition(" ")[0] in MOVES:
            return apply(duel, command)
        elif command in ("quit", "exit") or (command == "0" and duel.setup.role == "breaker"):
            return apply(duel, "resign")
        elif not answer:
            raise InvalidMove(HELP[duel.phase].partition(":")[0].rstrip(".") + ", or help")
        else:
            verb = {"guess": "guess", "reply": "reply", "contradiction": "correct"}[duel.phase]
            return apply(duel, f"{verb} {answer}")
        return duel

    def _comment(self, before: Duel, after: Duel) -> None:
        """Say what a move has brought."""
        say = self._terminal.say
        rules = after.setup.rules
        if len(after.yours) > len(before.yours):
            say(f" Score: {after.yours[-1].reply}", end="")
            if after.yours[-1].reply == rules.win:
                self._terminal.say_apart("You got it!")
            elif after.phase != "reply":
                say()
        elif self._terminal.line_is_open:
            say()
        if after.setup.role == "both" and after.computer_is_done and not before.computer_is_done:
            say("I got it!" if after.you_are_done else "I win!")

    def _greet(self, duel: Duel) -> None:
        say = self._terminal.say
        setup = duel.setup
        self._terminal.say_apart(_description(setup.rules))
        if setup.role != "breaker":
            say("Think of a code, and reply to my guesses with bulls and cows, as in 12.")
        if setup.commitment is not None:
            say("My code is fixed; the seal below lets you check that at the end.")
            say(f"SHA-256: {setup.commitment}")
        say("Type ? for a hint, help for more.")
        say()
        rounds = _rounds(duel)
        open_round = duel.phase == "reply" and len(duel.yours) > len(duel.computer)
        for number, line in enumerate(rounds, start=1):
            say(line, end="" if open_round and number == len(rounds) else "\n")

    def _close(self, duel: Duel) -> None:
        say = self._terminal.say_apart
        setup = duel.setup
        mine, yours = duel.computer_guesses, duel.your_guesses
        found = next((t.guess for t in duel.computer if t.reply == setup.rules.win), None)
        if duel.outcome == "resigned":
            say("You gave up.")
        elif setup.role == "maker":
            say(f"I found {found} in {counted(mine, 'guess')}.")
        elif setup.role == "breaker":
            say(f"You found my code in {counted(yours, 'guess')}.")
        else:
            verdict = {"won": "You win", "lost": "I win", "drawn": "A draw"}[duel.outcome or ""]
            say(f"{verdict}: you needed {counted(yours, 'guess')}, I needed {mine}.")
        if setup.secret is not None:
            say(f"My code was {setup.secret}, the nonce {setup.nonce}.")
            say("To check the seal, run")
            say(f"  printf %s {shlex.quote(f'{setup.secret}:{setup.nonce}')} | sha256sum")

    def _keep(self, duel: Duel) -> None:
        if self._save_path is None:
            return
        try:
            save(duel, self._save_path)
        except OSError as error:
            # The game itself is not lost by that, and the next move may be written again.
            echo_aside(f"\nmoo: the last move is not saved: {error}")

    def _farewell(self) -> str:
        """Keep an interrupted game; where it can be found, as the end of a sentence."""
        if not self._duel.moves:
            return ""
        path = self._save_path
        if path is None and self._leave_traces:
            path = unfinished_path()
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                save(self._duel, path)
            except OSError:
                path = None
        return "" if path is None else f"; go on with: moo play --resume {shlex.quote(str(path))}"

    def _remember(self, duel: Duel) -> None:
        if not self._leave_traces:
            return
        try:
            record(Game.of(duel), games_path())
            past = past_games(games_path())
        except OSError as error:
            echo_aside(f"moo: the game is not added to your statistics: {error}")
            return
        kind = (str(duel.setup.rules), duel.setup.role)
        for summary in summarize(game for game in past if (game.rules, game.role) == kind):
            self._terminal.say(summary.sentence)


def _as_sentence(text: str) -> str:
    first = text.partition(" ")[0]
    return f"{first.capitalize() if first.isalpha() else first}{text[len(first) :].rstrip('.')}."


def _is_code(duel: Duel, answer: str) -> bool:
    try:
        duel.setup.rules.code(answer)
    except InvalidCode:
        return False
    return True


def _description(rules: Rules) -> str:
    repeats = "repeats allowed" if rules.repeats else "no symbol twice"
    game = str(rules).partition(":")[0]
    return f"{game}: {counted(rules.places, 'place')}, symbols {rules.alphabet}, {repeats}."


def _rounds(duel: Duel) -> list[str]:
    """The rounds played so far, as they looked."""
    lines = []
    sides = zip_longest(duel.yours, duel.computer)
    for number, (yours, computer) in enumerate(sides, start=1):
        said = [f"Your guess: {yours.guess} Score: {yours.reply}"] if yours else []
        said += [f"My guess: {computer.guess} Score: {computer.reply}"] if computer else []
        lines.append(f"[{number}] {'   '.join(said)}")
    return lines


def _hint(duel: Duel) -> str:
    if duel.phase != "guess":
        return HELP[duel.phase]
    setup = duel.setup
    left = candidates(setup.rules, duel.yours)
    # The strategy's own choice: the start is the computer's.
    guess = replace(setup.breaker(), start=None).guess(left)
    possible = "" if left.count is None else f"{counted(left.count, 'code')} possible. "
    return f"{possible}You could try {guess}."
