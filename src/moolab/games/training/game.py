"""A training as a game among others."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from moolab.codes.numbering import EveryCode
from moolab.errors import InvalidMove
from moolab.games.game import Game, Outcome, Said
from moolab.games.training.training import MOVES, Phase, Setup, Training, apply, begin
from moolab.games.training.view import TrainingView
from moolab.support.language import translate, translate_number
from moolab.support.text import quote


class TrainingGame(Game[Setup, Training]):
    """The turns of a game that cost most, tried again."""

    name = "training"
    setup = Setup
    phases = get_args(Phase)

    def settle(self, **chosen: Any) -> Setup:
        return Setup(**{name: value for name, value in chosen.items() if value is not None})

    def title(self, setup: Setup) -> str:
        return translate_number(
            "Training, {number} guess of {rules}",
            "Training, {number} guesses of {rules}",
            len(setup.turns),
            rules=setup.rules,
        )

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

    def view(self, state: Training, _seat: str) -> TrainingView:
        return TrainingView.of(state)

    def ask(self, state: Training, _seat: str, question: str) -> Said:
        what, _, code = question.partition(" ")
        if what != "idea":
            raise InvalidMove(f"{quote(question)} is not a question here; there is idea CODE")
        if state.exercise is None:
            raise InvalidMove(translate("the training is over"))
        return Said(said=state.exercise.what_if(state.setup.rules.code(code)).in_words)


GAME = TrainingGame()
