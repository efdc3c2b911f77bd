"""Several boards at once as a game among others."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from moolab.codes.numbering import EveryCode
from moolab.errors import InvalidMove
from moolab.games.boards.boards import (
    Boards,
    Phase,
    Setup,
    apply,
    begin,
    broken_hints,
    hint_in_words,
)
from moolab.games.boards.view import BoardsView
from moolab.games.game import Game, Outcome, Said
from moolab.support.language import translate_number
from moolab.support.text import quote
from moolab.views.base import Answer


class BoardsGame(Game[Setup, Boards]):
    """Several boards at once."""

    name = "boards"
    command = "boards"
    setup = Setup
    phases = get_args(Phase)

    def settle(self, **chosen: Any) -> Setup:
        return Setup.new(**{name: value for name, value in chosen.items() if value is not None})

    def title(self, setup: Setup) -> str:
        return translate_number(
            "{number} board, {rules}", "{number} boards, {rules}", setup.boards, rules=setup.rules
        )

    def begin(self, setup: Setup) -> Boards:
        return begin(setup)

    def apply(self, state: Boards, _seat: str, move: str) -> Boards:
        return apply(state, move)

    def expected(self, state: Boards, _seat: str) -> Mapping[str, Sequence[str]]:
        if state.phase == "over":
            return {}
        known: Sequence[str] = EveryCode(state.setup.rules)
        if state.setup.hard:
            known = [code for code in known if not all(broken_hints(state, code).values())]
        undo = {"undo": ("",)} if state.guesses else {}
        return {"guess": known, **undo, "resign": ("",)}

    def outcome(self, state: Boards, _seat: str) -> Outcome | None:
        return state.outcome

    def view(self, state: Boards, _seat: str) -> BoardsView:
        return BoardsView.of(state)

    def ask(self, state: Boards, _seat: str, question: str) -> Answer:
        if question != "hint":
            raise InvalidMove(f"{quote(question)} is not a question here; there is hint")
        return Said(said=hint_in_words(state))


GAME = BoardsGame()
