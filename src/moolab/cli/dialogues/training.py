"""The dialogue of training: a turn as it was, other guesses, and what they are worth."""

import click

from moolab.analysis.judgement import Judgement
from moolab.analysis.reasons import comparison
from moolab.analysis.training import Exercise, Results, cost, praise
from moolab.cli.dialogues.dialogue import Quit
from moolab.cli.dialogues.playing import is_code, parse_question
from moolab.cli.terminal.exit_codes import INTERRUPTED
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidMove, MoolabError
from moolab.games.training.training import Training, apply
from moolab.support.text import count_noun, sentence

HELP = """\
Type a guess: it is judged at once, and you may try as often as you like.
?       a hint, and more if you ask again
? CODE  whether CODE can be the secret, and what it would tell
show    a best guess, and why
next    leave this turn
quit    stop here
help    this text
A command that could be a code as well needs a slash before it: /next"""


class TrainingDialogue:
    """Leads a person through the turns of a game that cost most.

    Args:
        training: before its first move.
    """

    def __init__(self, terminal: Terminal, training: Training) -> None:
        self._terminal = terminal
        self._training = training

    def run(self) -> Training:
        """Go on until the training, or the player, is done; then sum up. Return the last state."""
        interrupted = False
        self._greet()
        try:
            while (exercise := self._training.exercise) is not None:
                self._show(exercise)
                done = self._training.done
                while self._training.done == done:
                    self._step(self._training.exercises[done])
        except (EOFError, Quit):
            pass
        except KeyboardInterrupt:
            interrupted = True
        if self._training.exercises:
            self._sum_up()
        if interrupted:
            raise click.exceptions.Exit(INTERRUPTED)
        return self._training

    def _greet(self) -> None:
        say = self._terminal.say_apart
        turns, exercises = self._training.turns, self._training.exercises
        limit = f"{self._training.setup.threshold:g} guesses"
        if exercises:
            some = f"{len(exercises)} of your {count_noun(len(turns), 'guess')}"
            say(f"{some} cost more than {limit}: try again. Type ? for a hint, help for more.")
            return
        say(f"None of your guesses cost more than {limit}: there is nothing to try again.")
        worst = max(turns, key=lambda turn: turn.judgement.regret)
        if worst.judgement.regret:
            say(f"Turn {worst.number} cost most, {cost(worst.judgement)}.")

    def _show(self, exercise: Exercise) -> None:
        turn = exercise.turn
        left = turn.judgement.partition.candidates
        self._terminal.say_apart(
            f"\nTurn {turn.number} of {len(self._training.turns)}: "
            f"{count_noun(left, 'code')} {'was' if left == 1 else 'were'} possible. "
            f"You guessed {turn.turn.guess}, which cost {cost(turn.judgement)}."
        )
        for number, (guess, reply) in enumerate(turn.before.history, start=1):
            self._terminal.say(f"[{number}] Your guess: {guess} Score: {reply}")

    def _step(self, exercise: Exercise) -> None:
        """Ask for a move; an answer that is none is explained and changes nothing."""
        answer = self._terminal.ask(f"[{exercise.turn.number}] Your guess: ")
        try:
            self._obey(exercise, answer)
        except MoolabError as error:
            self._terminal.say_apart(sentence(str(error)))

    def _obey(self, exercise: Exercise, answer: str) -> None:
        rules = self._training.setup.rules
        idea = parse_question(answer)
        if is_code(rules, answer):
            self._move(f"guess {answer}")
            self._terminal.say_apart(self._describe_try(exercise))
        elif idea:
            self._terminal.say_apart(exercise.what_if(rules.code(idea)).in_words)
        elif idea is not None:
            self._move("hint")
            self._terminal.say_apart(self._hint())
        else:
            self._command(exercise, answer)

    def _command(self, exercise: Exercise, answer: str) -> None:
        match answer.lower().lstrip("/"):
            case "show":
                self._move("show")
                self._terminal.say_apart(_why(exercise, exercise.turn.judgement))
            case "next":
                self._move("next")
            case "quit" | "exit":
                raise Quit
            case "help":
                self._terminal.say_apart(HELP)
            case "":
                raise InvalidMove("type a guess, or help")
            case _:
                self._training.setup.rules.code(answer)

    def _move(self, move: str) -> None:
        self._training = apply(self._training, move)

    def _describe_try(self, exercise: Exercise) -> str:
        """What the guess is worth that was made just now."""
        attempt, then = self._training.attempt, exercise.turn.judgement
        assert attempt is not None, "the last move was a guess"
        guess, verdict = attempt.partition.guess, exercise.verdict(attempt)
        if verdict == "best":
            return _why(exercise, attempt)
        before = then.partition.guess
        says = {
            "better": f"Better: {guess} costs {cost(attempt)}, {before} {cost(then)}.",
            "equal": f"No better: {guess} costs {cost(attempt)}, as your guess did.",
            "worse": f"Worse: {guess} costs {cost(attempt)}, {before} {cost(then)}.",
        }
        return f"{says[verdict]} {exercise.what_if(guess).in_words}"

    def _hint(self) -> str:
        """The hint that was given just now, and what may be asked next."""
        exercise = self._training.exercises[self._training.done]
        more = "Type show to see why." if exercise.revealed else "? again names it."
        return f"{exercise.hint} {more}"

    def _sum_up(self) -> None:
        results = Results.of(self._training.exercises)
        at_once = f", in {results.at_once} of them at the first try" if results.at_once else ""
        self._terminal.say_apart(
            f"\nYou found a best guess in {results.found or 'none'} of "
            f"{count_noun(results.turns, 'turn')}{at_once}.\n"
            f"Your tries win back {float(results.gained):.2f} of the {float(results.regret):.2f} "
            "guesses that were given away."
        )


def _why(exercise: Exercise, best: Judgement) -> str:
    """Why a best guess is one, beside that of the game."""
    played = exercise.turn.judgement.partition
    why = comparison(played, best.best, whose=played.guess)
    return f"{best.best.guess} is {praise(best)}: it {why}."
