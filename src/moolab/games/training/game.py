"""A training as a game among others."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from moolab.analysis.judgement import Judgement
from moolab.analysis.reasons import comparison
from moolab.analysis.training import Exercise, Results
from moolab.codes.numbering import EveryCode
from moolab.errors import InvalidMove
from moolab.games.game import Game, Outcome
from moolab.games.setup import encode
from moolab.games.training.training import MOVES, Phase, Setup, Training, apply, begin
from moolab.support.text import counted, quoted


class TrainingGame(Game[Setup, Training]):
    """The turns of a game that cost most, tried again."""

    name = "training"
    setup = Setup
    phases = get_args(Phase)

    def settle(self, **chosen: Any) -> Setup:
        return Setup(**{name: value for name, value in chosen.items() if value is not None})

    def title(self, setup: Setup) -> str:
        return f"Training, {counted(len(setup.turns), 'guess')} of {setup.rules}"

    def begin(self, setup: Setup) -> Training:
        return begin(setup)

    def apply(self, state: Training, _seat: str, move: str) -> Training:
        return apply(state, move)

    def expected(self, state: Training, _seat: str) -> Mapping[str, Sequence[str]]:
        if state.phase == "over":
            return {}
        return {"guess": EveryCode(state.setup.rules), **dict.fromkeys(MOVES, ("",))}

    def outcome(self, state: Training, _seat: str) -> Outcome | None:
        return state.outcome

    def view(self, state: Training, _seat: str) -> dict[str, Any]:
        over = state.phase == "over"
        met = state.exercises if over else state.exercises[: state.done + 1]
        results = Results.of(state.exercises)
        return {
            **encode(state.setup),
            "phase": state.phase,
            "outcome": state.outcome,
            "exercises": [_exercise_fields(exercise, over=over) for exercise in met],
            "waiting": len(state.exercises) - len(met),
            "attempt": state.attempt and _try_fields(met[-1], state.attempt),
            "found": results.found,
            "at_once": results.at_once,
            "regret": float(results.regret),
            "gained": float(results.gained),
        }

    def ask(self, state: Training, _seat: str, question: str) -> dict[str, Any]:
        what, _, code = question.partition(" ")
        if what != "idea":
            raise InvalidMove(f"{quoted(question)} is not a question here; there is idea CODE")
        if state.exercise is None:
            raise InvalidMove("the training is over")
        return {"said": state.exercise.idea(state.setup.rules.code(code)).in_words}


def _exercise_fields(exercise: Exercise, *, over: bool) -> dict[str, Any]:
    """An exercise; a best guess only once it is found or told, or all is over."""
    turn, judgement = exercise.turn, exercise.turn.judgement
    known = over or exercise.told or exercise.found
    return {
        "turn": turn.number,
        "guess": turn.turn.guess,
        "reply": str(turn.turn.reply),
        "candidates": turn.before.count,
        "regret": float(exercise.regret),
        "method": judgement.method,
        "tries": [_try_fields(exercise, attempt) for attempt in exercise.tries],
        "hint": exercise.hint,
        "told": exercise.told,
        "best": judgement.best.guess if known else None,
        "why": comparison(judgement.outlook, judgement.best) if known else None,
    }


def _try_fields(exercise: Exercise, attempt: Judgement) -> dict[str, Any]:
    return {
        "guess": attempt.outlook.guess,
        "regret": float(attempt.regret),
        "verdict": exercise.verdict(attempt),
    }


GAME = TrainingGame()
