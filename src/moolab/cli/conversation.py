"""The dialogue of a duel: what is asked, and what is said."""

import shlex
from itertools import zip_longest
from pathlib import Path

from moolab.answers.errors import contradiction_text
from moolab.cli.dialogue import Dialogue
from moolab.cli.output import echo_aside
from moolab.cli.terminal import Terminal
from moolab.codes.rules import Rules
from moolab.duel.game import MOVES, Duel, apply
from moolab.duel.hint import hint
from moolab.duel.saves import save
from moolab.duel.stats import Game, games_path, past_games, record, summarize
from moolab.errors import InvalidCode, InvalidMove
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


class Conversation(Dialogue[Duel]):
    """Leads a person through a game.

    Args:
        save_path: where the game is kept, written after every move.
        leave_traces: whether past games, too, go to the user's data folder.
    """

    kind = "duel"
    command = "play"

    def __init__(self, terminal: Terminal, save_path: Path | None, *, leave_traces: bool) -> None:
        super().__init__(terminal, save_path, leave_traces=leave_traces)
        self._explained: Duel | None = None

    def play(self, duel: Duel) -> Duel:
        """Go on from ``duel`` until it is over, and add it to the statistics."""
        was_over = duel.phase == "over"
        duel = super().play(duel)
        if not was_over:
            self._remember(duel)
        return duel

    def _ask(self, duel: Duel) -> str:
        ask = {
            "guess": self._ask_guess,
            "reply": self._ask_reply,
            "contradiction": self._ask_repair,
        }
        return ask[duel.phase](duel)

    def _ask_guess(self, duel: Duel) -> str:
        return self._terminal.ask(f"[{len(duel.yours) + 1}] Your guess: ")

    def _ask_reply(self, duel: Duel) -> str:
        lead = "   " if self._terminal.line_is_open else f"[{len(duel.computer) + 1}] "
        return self._terminal.ask(f"{lead}My guess: {duel.pending} Score: ")

    def _ask_repair(self, duel: Duel) -> str:
        contradiction = duel.contradiction
        assert contradiction is not None, "the phase says so"
        if duel is not self._explained:
            self._terminal.say_apart(contradiction_text(contradiction))
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
        if setup.rated:
            say("This game is rated: no hints, and no guess is taken back. Type help for more.")
        else:
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

    def _save(self, duel: Duel, path: Path) -> None:
        save(duel, path)

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


def _is_code(duel: Duel, answer: str) -> bool:
    try:
        duel.setup.rules.code(answer)
    except InvalidCode:
        return False
    return True


def _description(rules: Rules) -> str:
    game = str(rules).partition(":")[0]
    return f"{game}: {rules.words}."


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
    guess, left = hint(duel)
    possible = "" if left is None else f"{counted(left, 'code')} possible. "
    return f"{possible}You could try {guess}."
