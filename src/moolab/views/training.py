"""Turns that were tried again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from moolab.analysis.training import Exercise, Results
from moolab.codes.rules import Rules
from moolab.views.base import Answer, View
from moolab.views.turns import OfRules, TurnView


@dataclass(frozen=True, kw_only=True)
class TryView(View):
    """A guess that was tried instead of that of the game."""

    guess: str
    """The code that was guessed."""
    regret: float
    """How many guesses it costs, against a best guess."""


@dataclass(frozen=True, kw_only=True)
class ExerciseView(TryView, TurnView):
    """A turn of a game, and what was tried instead."""

    turn: int
    """The number of the turn, from 1."""
    best: str
    """A best guess."""
    tries: tuple[TryView, ...]
    """What was tried before the answer was told, in this order."""
    told: bool
    """Whether the answer was asked for."""

    @classmethod
    def of_exercise(cls, exercise: Exercise) -> "ExerciseView":
        """An exercise as far as it was done."""
        return cls(
            turn=exercise.turn.number,
            guess=exercise.turn.turn.guess,
            reply=str(exercise.turn.turn.reply),
            regret=float(exercise.regret),
            best=exercise.turn.judgement.best.guess,
            tries=tuple(
                TryView(guess=attempt.partition.guess, regret=float(attempt.regret))
                for attempt in exercise.tries
            ),
            told=exercise.told,
        )


@dataclass(frozen=True, kw_only=True)
class TrainView(OfRules, Answer):
    """The turns of a game that were tried again, and what has come of it."""

    schema: Literal["moolab/train/1"] = "moolab/train/1"
    turns: tuple[ExerciseView, ...]
    """The turns that cost most."""
    found: int
    """In how many of them a best guess was found."""
    at_once: int
    """In how many of them it was found at the first try."""
    regret: float
    """How many guesses these turns cost in the game."""
    gained: float
    """How many of these guesses the tries win back."""

    @classmethod
    def of(cls, rules: Rules, done: Sequence[Exercise]) -> "TrainView":
        """What was tried, and what has come of it."""
        results = Results.of(done)
        return cls(
            rules=str(rules),
            turns=tuple(map(ExerciseView.of_exercise, done)),
            found=results.found,
            at_once=results.at_once,
            regret=float(results.regret),
            gained=float(results.gained),
        )
