"""What there is to see of a training."""

from typing import Literal

from moolab.analysis.judgement import Judgement, Method
from moolab.analysis.reasons import comparison, describe_partition
from moolab.analysis.training import Exercise, Results, Verdict
from moolab.games.game import GameView, Outcome
from moolab.games.training.training import Phase, Training
from moolab.views.base import OfRules, View
from moolab.views.turns import TurnView, turn_views


class RegretView(View):
    """A guess, and what it costs."""

    guess: str
    """The code that was guessed."""
    regret: float
    """How many guesses it costs, against a best guess."""


class TryView(RegretView):
    """A guess that was tried, compared with that of the game."""

    verdict: Verdict
    """Whether it is a best guess, or better than, equal to or worse than that of the game."""
    what: str
    """What it does, as the end of a sentence: how it splits the codes."""

    @classmethod
    def of(cls, exercise: Exercise, attempt: Judgement) -> "TryView":
        """A try as it is shown."""
        return cls(
            guess=attempt.partition.guess,
            regret=float(attempt.regret),
            verdict=exercise.verdict(attempt),
            what=describe_partition(attempt.partition),
        )


class ExerciseView(RegretView, TurnView):
    """A turn that is tried again."""

    turn: int
    """The number of the turn, from 1."""
    candidates: int | None
    """How many codes were possible before it; null if there are too many to count."""
    method: Method
    """How guesses are judged."""
    tries: tuple[TryView, ...]
    """What was tried before the answer was told, in this order."""
    hint: str | None
    """The hint that was asked for; null if none was."""
    told: bool
    """Whether the answer was asked for."""
    best: str | None
    """A best guess; null until it is found or told, or all is over."""
    why: str | None
    """Why it is better; null until it is found or told, or all is over."""

    @classmethod
    def of_exercise(cls, exercise: Exercise, *, over: bool) -> "ExerciseView":
        """A turn as far as it may be shown."""
        turn, judgement = exercise.turn, exercise.turn.judgement
        known = over or exercise.revealed or exercise.found
        return cls(
            guess=turn.turn.guess,
            reply=str(turn.turn.reply),
            regret=float(exercise.regret),
            turn=turn.number,
            candidates=turn.before.count,
            method=judgement.method,
            tries=tuple(TryView.of(exercise, attempt) for attempt in exercise.tries),
            hint=exercise.hint,
            told=exercise.revealed,
            best=judgement.best.guess if known else None,
            why=comparison(judgement.partition, judgement.best) if known else None,
        )


class TrainingView(OfRules, GameView):
    """A training, as far as its player may see it."""

    schema: Literal["moolab/training/1"] = "moolab/training/1"
    turns: tuple[TurnView, ...]
    """The game whose turns are tried again."""
    threshold: float
    """Turns that cost more than this many guesses are tried again."""
    phase: Phase
    """What is due; over at the end."""
    outcome: Outcome | None
    """How the training has ended: won if a best guess was found in each turn; null until then."""
    exercises: tuple[ExerciseView, ...]
    """The turns that are tried again, up to the one that is due."""
    waiting: int
    """How many more are to come."""
    attempt: TryView | None
    """The last move, if it was a guess, even one that does not count; null if it was none."""
    found: int
    """In how many turns a best guess was found."""
    at_once: int
    """In how many of them it was found at the first try."""
    regret: float
    """How many guesses these turns cost in the game."""
    gained: float
    """How many of these guesses the tries win back."""

    @classmethod
    def of(cls, training: Training) -> "TrainingView":
        """A training as its player may see it."""
        over = training.phase == "over"
        met = training.exercises if over else training.exercises[: training.done + 1]
        attempt, results = training.attempt, Results.of(training.exercises)
        return cls(
            version=len(training.moves),
            rules=str(training.setup.rules),
            turns=turn_views(training.setup.history),
            threshold=training.setup.threshold,
            phase=training.phase,
            outcome=training.outcome,
            exercises=tuple(ExerciseView.of_exercise(each, over=over) for each in met),
            waiting=len(training.exercises) - len(met),
            attempt=None if attempt is None else TryView.of(met[-1], attempt),
            found=results.found,
            at_once=results.at_once,
            regret=float(results.regret),
            gained=float(results.gained),
        )
