"""The dialogue of training: a turn as it was, other guesses, and what they are worth."""

import click

from moolab.analysis.training import Exercise
from moolab.cli.dialogues.dialogue import Quit
from moolab.cli.dialogues.playing import ask_guess, is_code, parse_question, told, words_of
from moolab.cli.terminal.output import INTERRUPTED
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidMove, MoolabError
from moolab.games.training.game import GAME, Training
from moolab.games.training.prose import HELP, greeting, hint, judged, summary, task, why
from moolab.support.language import translate
from moolab.support.text import sentence
from moolab.support.typed import command


def obey(training: Training, answer: str) -> tuple[Training, str]:
    """The state after what was typed in a turn, and what is said to it.

    Raises:
        MoolabError: if it is neither a guess nor a command.
        Quit: if the player wants to stop.

    >>> from moolab.games.training.game import Setup
    >>> training = GAME.begin(Setup(rules="ab3x5", turns=("012=02", "134=20", "130=30")))
    >>> training, said = obey(training, "123")
    >>> training.phase, said.partition(":")[0]
    ('over', '123 is a best guess')
    """

    def after(move: str) -> Training:
        return GAME.apply(training, "player", move)

    exercise, rules = training.exercises[training.done], training.setup.rules
    if is_code(rules, answer):
        tried = after(f"guess {answer}")
        assert tried.attempt is not None, "the last move was a guess"
        return tried, judged(exercise, tried.attempt)
    if idea := parse_question(answer):
        return training, exercise.what_if(rules.code(idea)).in_words
    if idea is not None:
        told = after("hint")
        return told, hint(told.exercises[told.done])
    match command(answer):
        case "show":
            return after("show"), why(exercise, exercise.turn.judgement)
        case "next":
            return after("next"), ""
        case "quit" | "exit":
            raise Quit
        case "help":
            return training, translate(HELP)
    if answer:
        rules.code(answer)
    raise InvalidMove(translate("type a guess, or help"))


class TrainingDialogue:
    """Leads a person through the turns of a game that cost most."""

    def __init__(self, terminal: Terminal, training: Training) -> None:
        self._terminal = terminal
        self._training = training

    def run(self) -> Training:
        """Go on until the training, or the player, is done; then sum up. Return the last state."""
        interrupted = False
        self._terminal.say_apart(greeting(self._training))
        try:
            while (exercise := self._training.exercise) is not None:
                self._show(exercise)
                done = self._training.done
                while self._training.done == done:
                    self._step(exercise)
        except (EOFError, Quit):
            pass
        except KeyboardInterrupt:
            interrupted = True
        if self._training.exercises:
            self._terminal.say_apart(f"\n{summary(self._training)}")
        if interrupted:
            raise click.exceptions.Exit(INTERRUPTED)
        return self._training

    def _show(self, exercise: Exercise) -> None:
        self._terminal.say_apart(f"\n{task(self._training, exercise)}")
        before = exercise.turn.before
        for number, turn in enumerate(before.history, start=1):
            self._terminal.say(f"[{number}] {told(turn, before.rules, self._terminal)}")

    def _step(self, exercise: Exercise) -> None:
        """Ask for a move; an answer that is none is explained and changes nothing."""
        answer = ask_guess(self._terminal, exercise.turn.number, self._words)
        try:
            self._training, said = obey(self._training, answer)
        except MoolabError as error:
            said = sentence(str(error))
        if said:
            self._terminal.say_apart(said)

    def _words(self) -> list[str]:
        return ["?", "help", "show", "next", "quit", *words_of(self._training.setup.rules)]
