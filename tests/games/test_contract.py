"""One suite for everything that is played. A new game gets all of it by one line in ``PLAYED``."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema_rs import Validator, validator_for

from moolab.codes.rules import Rules
from moolab.errors import InvalidMove, InvalidSetup, MoolabError
from moolab.games import game, names
from moolab.games.game import Game
from moolab.games.saves import Saved
from moolab.games.setup import Option, decode, encode, options
from moolab.machines.ports import PORTS
from moolab.machines.targets import MICROCONTROLLERS
from moolab.schemas import ANSWERS, schema_of
from tests.helpers.examples import examples

CODES = ("ab2x4", "mm2x3", "emms2x3", "ab3x4")
RULES = st.sampled_from(list(map(Rules.parse, CODES)))
WORDS = Rules.parse("words:english")

COSTLY = ("012=02", "014=02", "134=20", "130=30")
"""Turns two of which cost more than they need."""

PLAYED: dict[str, dict[str, Any]] = {
    "duel": {
        "rules": [*map(Rules.parse, CODES), WORDS],
        "strategy": ["consistent", "random"],
        "start": [None],
        "secret": [None],
    },
    "two": {},
    "trilobite": {
        "size": ["4x4", "3x5"],
        "win": [3],
        "level": ["beginner", "easy"],
        "seconds": [1],
    },
    "machine": {"port": [port.file for port in PORTS if port.target not in MICROCONTROLLERS]},
    "solving": {"rules": [Rules.parse("ab2x4")], "turns": [("13=01", "03=01")], "liar": [False]},
    "boards": {"rules": [*map(Rules.parse, CODES), WORDS]},
    "training": {"rules": [Rules.parse("ab3x5")], "turns": [COSTLY], "threshold": [0, 0.3]},
}
"""Each game, with the values of those fields that its setup does not describe closely enough."""

MOVES = 8

play = settings(max_examples=examples(5), suppress_health_check=list(HealthCheck), deadline=None)


def test_every_game_is_played_here() -> None:
    assert PLAYED.keys() == {*names()}


def some(option: Option, known: dict[str, list[Any]]) -> st.SearchStrategy[Any] | None:
    """Values of a field; None where it is left to chance."""
    if option.name in known:
        return st.sampled_from(known[option.name])
    if option.type is Rules:
        return RULES
    if option.choices:
        return st.sampled_from(option.choices)
    if option.type is bool:
        return st.booleans()
    if option.type is int and option.least is not None and option.most is not None:
        return st.integers(int(option.least), int(option.most))
    return None


def settled(draw: Any, name: str) -> Any:
    """A setup of a game, whatever its fields may be."""
    played = game(name)
    chosen = {
        option.name: draw(values, label=option.name)
        for option in options(played.setup)
        if option.by == "player" and (values := some(option, PLAYED[name])) is not None
    }
    try:
        return played.settle(**chosen)
    except InvalidSetup:
        assume(False)


def answered(played: Game[Any, Any], state: Any) -> Any:
    """The state after all that the computer does by itself."""
    while (text := played.auto_move(state)) is not None:
        state = played.apply_stored(state, text)
    return state


def moved(draw: st.DrawFn, played: Game[Any, Any], state: Any) -> Any:
    """The state after one move of anybody, of those that are expected; None if there is none."""
    ways = [
        (seat, word, texts)
        for seat in played.seats
        for word, texts in played.expected(state, seat).items()
        if texts and word != "resign"
    ]
    if not ways:
        return None
    seat, word, texts = draw(st.sampled_from(ways), label="who moves, and how")
    text = texts[draw(st.integers(0, len(texts) - 1), label="which")]
    return answered(played, played.apply(state, seat, f"{word} {text}".strip()))


@st.composite
def games(draw: st.DrawFn, name: str) -> list[Any]:
    """All states of a game, from its beginning on."""
    played = game(name)
    states = [answered(played, played.begin(settled(draw, name)))]
    for _ in range(draw(st.integers(0, MOVES), label="moves")):
        state = moved(draw, played, states[-1])
        if state is None:
            break
        states.append(state)
    return states


def seen(played: Game[Any, Any], state: Any) -> list[str]:
    """What each seat sees, byte for byte."""
    return [json.dumps(played.view(state, seat).fields(), sort_keys=True) for seat in played.seats]


def of_all(test: Callable[[str, Any], None]) -> Any:
    """Try something with the states of many games of each kind."""

    @pytest.mark.parametrize("name", names())
    @play
    @given(data=st.data())
    def tried(name: str, data: st.DataObject) -> None:
        test(name, data)

    tried.__name__ = test.__name__
    return tried


@of_all
def test_a_game_is_its_setup_and_its_moves(name: str, data: st.DataObject) -> None:
    played = game(name)
    *_, state = data.draw(games(name))
    again = played.replay(state.setup, state.moves)
    assert again.moves == state.moves
    assert seen(played, again) == seen(played, state)


@of_all
def test_a_game_is_kept_after_every_move(name: str, data: st.DataObject) -> None:
    played = game(name)
    for state in data.draw(games(name)):
        text = str(Saved.of(name, state))
        assert str(Saved.parse(text)) == text
        assert seen(played, Saved.parse(text).replay()) == seen(played, state)


@of_all
def test_moves_are_added_to_those_before(name: str, data: st.DataObject) -> None:
    states = data.draw(games(name))
    for before, after in pairwise(states):
        assert after.moves[: len(before.moves)] == before.moves
        assert len(after.moves) > len(before.moves)
        assert after.setup == before.setup


@of_all
def test_a_game_is_over_when_it_has_an_outcome(name: str, data: st.DataObject) -> None:
    played = game(name)
    for state in data.draw(games(name)):
        assert state.phase in played.phases
        for seat in played.seats:
            assert (played.outcome(state, seat) is not None) == (state.phase == "over")
            assert played.view(state, seat).phase == state.phase


@lru_cache
def validator(name: str) -> Validator:
    return validator_for(schema_of(ANSWERS[name]))


@of_all
def test_what_is_seen_is_as_its_schema_says(name: str, data: st.DataObject) -> None:
    for state in data.draw(games(name)):
        for view in map(json.loads, seen(game(name), state)):
            assert view["schema"] == f"moolab/{name}/1"
            validator(name).validate(view)


@of_all
def test_resigning_ends_the_game(name: str, data: st.DataObject) -> None:
    played = game(name)
    *_, state = data.draw(games(name))
    for seat in played.seats:
        if "resign" in played.expected(state, seat):
            over = played.apply(state, seat, "resign")
            assert over.phase == "over"
            assert played.outcome(over, seat) in ("resigned", "lost")


@of_all
def test_undoing_goes_back_to_a_state_that_there_was(name: str, data: st.DataObject) -> None:
    played = game(name)
    states = data.draw(games(name))
    if "undo" not in played.expected(states[-1], played.seats[0]):
        return
    back = played.apply(states[-1], played.seats[0], "undo")
    assert back.moves[: len(states[-1].moves)] == states[-1].moves
    # What is left of a game after all undoing is a game that could have been played as well.
    left = played.without_undone(back.setup, back.moves)
    assert "undo" not in left
    alone = played.replay(back.setup, left)
    assert alone.phase == back.phase
    assert without_moves(played, alone) == without_moves(played, back)


@pytest.mark.parametrize("name", ["duel", "boards", "trilobite"])
@pytest.mark.parametrize("moves", [("undo",), ("undo", "undo")])
def test_what_has_nothing_to_undo_stays(name: str, moves: tuple[str, ...]) -> None:
    played = game(name)
    setup = played.settle(seed=1)
    with pytest.raises(InvalidMove):
        played.replay(setup, played.without_undone(setup, moves))


def without_moves(played: Game[Any, Any], state: Any) -> dict[str, Any]:
    view = played.view(state, played.seats[0]).fields()
    return {name: value for name, value in view.items() if name not in ("last", "version")}


@of_all
def test_what_is_refused_changes_nothing(name: str, data: st.DataObject) -> None:
    played = game(name)
    *_, state = data.draw(games(name))
    before = seen(played, state), state.moves
    for text in (
        "",
        "hello",
        "guess",
        "reply 99",
        "undo twice",
        "correct 0 00",
        "\0",
        "resign now",
    ):
        for seat in played.seats:
            with pytest.raises(MoolabError) as refused:
                played.apply(state, seat, text)
            assert str(refused.value)
    assert (seen(played, state), state.moves) == before


@of_all
def test_a_setup_is_its_fields(name: str, data: st.DataObject) -> None:
    played = game(name)
    setup = settled(data.draw, name)
    assert decode(played.setup, json.loads(json.dumps(encode(setup)))) == setup
    shown = encode(setup, hidden=False)
    assert shown.keys() == {each.name for each in options(played.setup) if not each.hidden}
    assert played.title(setup)


@of_all
def test_the_same_seed_is_the_same_game(name: str, data: st.DataObject) -> None:
    played = game(name)
    *_, state = data.draw(games(name))
    again = answered(played, played.begin(replace(state.setup)))
    for text in state.moves[len(again.moves) :]:
        again = played.apply_stored(again, text)
    assert seen(played, again) == seen(played, state)


SECRET = ("seed", "secret", "secrets", "nonce", "nonces")


@of_all
def test_no_view_tells_what_is_hidden(name: str, data: st.DataObject) -> None:
    played = game(name)
    *_, state = data.draw(games(name))
    assume(state.phase != "over")
    hidden = [each.name for each in options(played.setup) if each.hidden]
    assert set(hidden) <= set(SECRET)
    for view in map(json.loads, seen(played, state)):
        assert all(view.get(field) is None for field in hidden)
