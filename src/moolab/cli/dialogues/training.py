"""The dialogue of training: a turn as it was, other guesses, and what they are worth."""

from collections.abc import Sequence
from dataclasses import replace

import click

from moolab.analysis.game import AnalysedTurn
from moolab.analysis.idea import Idea
from moolab.analysis.judgement import Judgement
from moolab.analysis.reasons import comparison, promise
from moolab.analysis.training import Exercise, Results, cost, exercises
from moolab.cli.dialogues.dialogue import Quit
from moolab.cli.dialogues.playing import asked_about, is_code
from moolab.cli.terminal.exit_codes import INTERRUPTED
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidMove, MoolabError
from moolab.support.text import counted, sentence

HELP = """\
Type a guess: it is judged at once, and you may try as often as you like.
?       a hint, and more if you ask again
? CODE  whether CODE can be the secret, and what it would tell
show    a best guess, and why
next    leave this turn
quit    stop here
help    this text
A command that could be a code as well needs a slash before it: /next"""


class Training:
    """Leads a person through the turns of a game that cost most.

    Args:
        turns: those of the game, at least one.
        threshold: in guesses; turns that cost more are tried again.
    """

    def __init__(self, terminal: Terminal, turns: Sequence[AnalysedTurn], threshold: float) -> None:
        self._terminal = terminal
        self._turns = turns
        self._threshold = threshold
        self._exercises = exercises(turns, threshold)
        self._hinted = False

    def run(self) -> list[Exercise]:
        """Go through the exercises until the last one, or the player, is done; then sum up."""
        interrupted = False
        self._greet()
        try:
            for number in range(len(self._exercises)):
                self._show(self._exercises[number])
                self._hinted = False
                while not self._step(number):
                    pass
        except (EOFError, Quit):
            pass
        except KeyboardInterrupt:
            interrupted = True
        if self._exercises:
            self._sum_up()
        if interrupted:
            raise click.exceptions.Exit(INTERRUPTED)
        return self._exercises

    def _greet(self) -> None:
        say = self._terminal.say_apart
        limit = f"{self._threshold:g} guesses"
        if self._exercises:
            some = f"{len(self._exercises)} of your {counted(len(self._turns), 'guess')}"
            say(f"{some} cost more than {limit}: try again. Type ? for a hint, help for more.")
            return
        say(f"None of your guesses cost more than {limit}: there is nothing to try again.")
        worst = max(self._turns, key=lambda turn: turn.judgement.regret)
        if worst.judgement.regret:
            say(f"Turn {worst.number} cost most, {cost(worst.judgement)}.")

    def _show(self, exercise: Exercise) -> None:
        turn = exercise.turn
        left = turn.judgement.outlook.candidates
        self._terminal.say_apart(
            f"\nTurn {turn.number} of {len(self._turns)}: "
            f"{counted(left, 'code')} {'was' if left == 1 else 'were'} possible. "
            f"You guessed {turn.turn.guess}, which cost {cost(turn.judgement)}."
        )
        for number, (guess, reply) in enumerate(turn.before.history, start=1):
            self._terminal.say(f"[{number}] Your guess: {guess} Score: {reply}")

    def _step(self, number: int) -> bool:
        """Ask for a guess; whether the turn is done. Mistyping is explained and changes nothing."""
        answer = self._terminal.ask(f"[{self._exercises[number].turn.number}] Your guess: ")
        try:
            return self._obey(number, answer)
        except MoolabError as error:
            self._terminal.say_apart(sentence(str(error)))
            return False

    def _obey(self, number: int, answer: str) -> bool:
        rules = self._exercises[number].turn.before.rules
        if is_code(rules, answer):
            return self._try(number, rules.code(answer))
        idea = asked_about(answer)
        if idea is not None:
            self._terminal.say_apart(self._hint(number, idea))
            return False
        match answer.lower().lstrip("/"):
            case "show":
                exercise = self._told(number)
                self._terminal.say_apart(_praise(exercise, exercise.turn.judgement))
                return True
            case "next":
                return True
            case "quit" | "exit":
                raise Quit
            case "help":
                self._terminal.say_apart(HELP)
            case "":
                raise InvalidMove("type a guess, or help")
            case _:
                rules.code(answer)
        return False

    def _try(self, number: int, guess: str) -> bool:
        exercise = self._exercises[number]
        attempt = exercise.judge(guess)
        self._exercises[number] = exercise.after(attempt)
        verdict = exercise.verdict(attempt)
        if verdict == "best":
            self._terminal.say_apart(_praise(exercise, attempt))
            return True
        then = exercise.turn.judgement
        says = {
            "better": f"Better: {guess} costs {cost(attempt)}, {then.outlook.guess} {cost(then)}.",
            "equal": f"No better: {guess} costs {cost(attempt)}, as your guess did.",
            "worse": f"Worse: {guess} costs {cost(attempt)}, {then.outlook.guess} {cost(then)}.",
        }
        self._terminal.say_apart(f"{says[verdict]} {Idea(exercise.turn.before, guess).in_words}")
        return False

    def _hint(self, number: int, idea: str) -> str:
        turn = self._exercises[number].turn
        if idea:
            return Idea(turn.before, turn.before.rules.code(idea)).in_words
        best = turn.judgement.best
        if self._hinted:
            self._told(number)
            return f"{best.guess} is {_called(turn.judgement)}. Type show to see why."
        self._hinted = True
        may = "can" if best.consistent else "cannot"
        return f"A best guess {promise(best)}; it {may} be the secret. ? again names it."

    def _told(self, number: int) -> Exercise:
        """The exercise, whose answer is told now."""
        self._exercises[number] = replace(self._exercises[number], told=True)
        return self._exercises[number]

    def _sum_up(self) -> None:
        results = Results.of(self._exercises)
        at_once = f", in {results.at_once} of them at the first try" if results.at_once else ""
        self._terminal.say_apart(
            f"\nYou found a best guess in {results.found or 'none'} of "
            f"{counted(results.turns, 'turn')}{at_once}.\n"
            f"Your tries win back {float(results.gained):.2f} of the {float(results.regret):.2f} "
            "guesses that were given away."
        )


def _praise(exercise: Exercise, best: Judgement) -> str:
    """Why a best guess is one, beside that of the game."""
    played = exercise.turn.judgement.outlook
    why = comparison(played, best.best, whose=played.guess)
    return f"{best.best.guess} is {_called(best)}: it {why}."


def _called(judgement: Judgement) -> str:
    """What a best guess may be called: where not all can be searched there may be a better one."""
    return "a best guess" if judgement.method == "exact" else "the best guess that was found"
