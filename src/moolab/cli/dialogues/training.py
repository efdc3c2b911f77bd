"""The dialogue of training: a turn as it was, other guesses, and what they are worth."""

import click

from moolab.analysis.judgement import Judgement
from moolab.analysis.reasons import comparison
from moolab.analysis.training import Exercise, Results, cost, praise
from moolab.cli.dialogues.dialogue import Quit
from moolab.cli.dialogues.playing import ask_guess, is_code, parse_question, told
from moolab.cli.terminal.exit_codes import INTERRUPTED
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidMove, MoolabError
from moolab.games.training.training import Training, apply
from moolab.support.language import decimal_in_words, marked, translate, translate_number
from moolab.support.text import sentence

HELP = marked("""\
Type a guess: it is judged at once, and you may try as often as you like.
?       a hint, and more if you ask again
? CODE  whether CODE can be the secret, and what it would tell
show    a best guess, and why
next    leave this turn
quit    stop here
help    this text
A command that could be a code as well needs a slash before it: /next""")


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
        limit = f"{self._training.setup.threshold:g}"
        if exercises:
            say(
                translate_number(
                    "{some} of your {number} guess cost more than {limit} guesses: try again. "
                    "Type ? for a hint, help for more.",
                    "{some} of your {number} guesses cost more than {limit} guesses: try again. "
                    "Type ? for a hint, help for more.",
                    len(turns),
                    some=len(exercises),
                    limit=limit,
                )
            )
            return
        say(
            translate(
                "None of your guesses cost more than {limit} guesses: there is nothing to try "
                "again.",
                limit=limit,
            )
        )
        worst = max(turns, key=lambda turn: turn.judgement.regret)
        if worst.judgement.regret:
            say(
                translate(
                    "Turn {turn} cost most, {cost}.",
                    turn=worst.number,
                    cost=cost(worst.judgement),
                )
            )

    def _show(self, exercise: Exercise) -> None:
        turn = exercise.turn
        left = turn.judgement.partition.candidates
        said = translate_number(
            "Turn {turn} of {count}: {number} code was possible. You guessed {code}, which cost "
            "{cost}.",
            "Turn {turn} of {count}: {number} codes were possible. You guessed {code}, which cost "
            "{cost}.",
            left,
            turn=turn.number,
            count=len(self._training.turns),
            code=turn.turn.guess,
            cost=cost(turn.judgement),
        )
        self._terminal.say_apart(f"\n{said}")
        for number, before in enumerate(turn.before.history, start=1):
            self._terminal.say(f"[{number}] {told(before, turn.before.rules, self._terminal)}")

    def _step(self, exercise: Exercise) -> None:
        """Ask for a move; an answer that is none is explained and changes nothing."""
        answer = ask_guess(self._terminal, exercise.turn.number)
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
                self._terminal.say_apart(translate(HELP))
            case "":
                raise InvalidMove(translate("type a guess, or help"))
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
        values = {
            "code": guess,
            "cost": cost(attempt),
            "before": then.partition.guess,
            "old": cost(then),
            "more": exercise.what_if(guess).in_words,
        }
        if verdict == "better":
            return translate("Better: {code} costs {cost}, {before} {old}. {more}", **values)
        if verdict == "equal":
            return translate("No better: {code} costs {cost}, as your guess did. {more}", **values)
        return translate("Worse: {code} costs {cost}, {before} {old}. {more}", **values)

    def _hint(self) -> str:
        """The hint that was given just now, and what may be asked next."""
        exercise = self._training.exercises[self._training.done]
        if exercise.revealed:
            return translate("{hint} Type show to see why.", hint=exercise.hint)
        return translate("{hint} ? again names it.", hint=exercise.hint)

    def _sum_up(self) -> None:
        results = Results.of(self._training.exercises)
        won_back = translate(
            "Your tries win back {gained} of the {regret} guesses that were given away.",
            gained=decimal_in_words(results.gained),
            regret=decimal_in_words(results.regret),
        )
        self._terminal.say_apart(f"\n{_found_in_words(results)}\n{won_back}")


def _found_in_words(results: Results) -> str:
    if not results.found:
        return translate_number(
            "You found a best guess in none of {number} turn.",
            "You found a best guess in none of {number} turns.",
            results.turns,
        )
    if not results.at_once:
        return translate_number(
            "You found a best guess in {found} of {number} turn.",
            "You found a best guess in {found} of {number} turns.",
            results.turns,
            found=results.found,
        )
    return translate_number(
        "You found a best guess in {found} of {number} turn, in {once} of them at the first try.",
        "You found a best guess in {found} of {number} turns, in {once} of them at the first try.",
        results.turns,
        found=results.found,
        once=results.at_once,
    )


def _why(exercise: Exercise, best: Judgement) -> str:
    """Why a best guess is one, beside that of the game."""
    played = exercise.turn.judgement.partition
    why = comparison(played, best.best, whose=played.guess)
    return translate(
        "{code} is {praise}: it {why}.", code=best.best.guess, praise=praise(best), why=why
    )
