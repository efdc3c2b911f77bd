"""Everything that is played fulfils one contract. A new game is tried by one line in ``PLAYED``."""

from dataclasses import replace
from typing import Any

import pytest
from jsonschema_rs import validator_for

from moolab.codes.rules import Rules
from moolab.errors import InvalidMove, InvalidSetup
from moolab.games import game, names
from moolab.games.boards.game import Boards, BoardsGame, BoardsView, Setup
from moolab.games.game import Game, GameView
from moolab.machines.ports import PORTS
from moolab.machines.targets import MICROCONTROLLERS
from moolab.schemas import ANSWERS, schema_of
from moolab.testing import check_game
from tests.helpers.examples import examples

CODES = list(map(Rules.parse, ("ab2x4", "mm2x3", "emms2x3", "ab3x4")))
WORDS = Rules.parse("words:english")

COSTLY = ("012=02", "014=02", "134=20", "130=30")
"""Turns two of which cost more than they need."""

PLAYED: dict[str, dict[str, Any]] = {
    "duel": {
        "rules": [*CODES, WORDS],
        "strategy": ["consistent", "random"],
        "start": [None],
        "secret": [None],
    },
    "two": {"rules": CODES},
    "trilobite": {
        "size": ["4x4", "3x5"],
        "win": [3],
        "level": ["beginner", "easy"],
        "seconds": [1],
    },
    "machine": {"port": [port.file for port in PORTS if port.target not in MICROCONTROLLERS]},
    "solving": {"rules": [Rules.parse("ab2x4")], "turns": [("13=01", "03=01")], "liar": [False]},
    "boards": {"rules": [*CODES, WORDS]},
    "training": {"rules": [Rules.parse("ab3x5")], "turns": [COSTLY], "threshold": [0, 0.3]},
}
"""Each game, with the values of those fields that its setup does not describe closely enough."""


def test_every_game_is_played_here() -> None:
    assert PLAYED.keys() == set(names())


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_fulfils_the_contract(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played = game(name)
    kind, schema = type(played), validator_for(schema_of(ANSWERS[name]))
    view = kind.view

    def checked(self: Game[Any, Any], state: Any, seat: str) -> GameView:
        seen = view(self, state, seat)
        schema.validate(seen.fields())
        return seen

    monkeypatch.setattr(kind, "view", checked)
    # A machine takes a second for a game.
    check_game(played, PLAYED[name], examples(2 if name == "machine" else 5))


@pytest.mark.parametrize("name", ["duel", "boards", "trilobite"])
@pytest.mark.parametrize("moves", [("undo",), ("undo", "undo")])
def test_what_has_nothing_to_undo_stays(name: str, moves: tuple[str, ...]) -> None:
    played = game(name)
    setup = played.settle(seed=1)
    with pytest.raises(InvalidMove):
        played.replay(setup, played.without_undone(setup, moves))


class Untitled(BoardsGame):
    def title(self, _setup: Setup) -> str:
        return ""


class WithoutPhases(BoardsGame):
    phases = ("over",)


class Talkative(BoardsGame):
    def view(self, state: Boards, seat: str) -> BoardsView:
        return replace(super().view(state, seat), seed=1)


class Endless(BoardsGame):
    def outcome(self, _state: Boards, _seat: str) -> None:
        return None


class Lenient(BoardsGame):
    def apply(self, state: Boards, seat: str, move: str) -> Boards:
        try:
            return super().apply(state, seat, move)
        except InvalidMove:
            return state


class Forgetful(BoardsGame):
    def apply(self, state: Boards, seat: str, move: str) -> Boards:
        return replace(super().apply(state, seat, move), moves=(move,))


class Unforgetful(BoardsGame):
    def without_undone(self, _setup: Setup, moves: Any) -> Any:
        return moves


class Impossible(BoardsGame):
    def settle(self, **chosen: Any) -> Setup:
        raise InvalidSetup(str(chosen))


@pytest.mark.parametrize(
    ("faulty", "told"),
    [
        (Untitled, "has no title"),
        (WithoutPhases, "guess is not one of its phases"),
        (Talkative, "the view of player tells what is hidden: seed"),
        (Endless, "it goes on when player resigns"),
        (Lenient, "'' is taken for a move of player"),
        (Forgetful, "a move is not added to those before"),
        (Unforgetful, "what was undone is not left out"),
        (Impossible, "100 setups are refused, one after another"),
    ],
)
def test_a_game_that_breaks_the_contract_is_found_out(faulty: type[BoardsGame], told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        check_game(faulty(), {"rules": CODES[:1], "hard": [False], "boards": [2]})
