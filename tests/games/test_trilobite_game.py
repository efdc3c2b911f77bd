"""Trilobite as played: states, moves, and games as files."""

import json
from base64 import b64decode
from typing import Any

import pytest

from moolab.errors import InvalidGame, InvalidMove, InvalidSetup
from moolab.games.saves import Saved, load
from moolab.trilobite.board import Shape
from moolab.trilobite.game import GAME, Match, Setup
from tests.games.test_duel import SAVES
from tests.helpers.cases import every


def setup(shape: Shape | None = None, **settled: Any) -> Setup:
    shape = shape or Shape()
    usual: dict[str, Any] = {"size": str(shape), "win": shape.win, "seed": 1}
    return Setup(**usual | settled)


def play(moves: str, first: str = "human", shape: Shape | None = None) -> Match:
    """The state after moves like "4 5 undo"."""
    return GAME.replay(setup(shape, first=first), tuple(moves.split()))


def test_the_sides_take_turns() -> None:
    assert [play(moves).phase for moves in ("", "4", "4 5")] == ["human", "computer", "human"]
    assert [play(moves, "computer").phase for moves in ("", "4")] == ["computer", "human"]
    assert (setup().human, setup().computer) == ("X", "O")
    assert (setup(first="computer").human, setup(first="computer").computer) == ("O", "X")


@pytest.mark.parametrize(
    ("moves", "first", "outcome"),
    [
        ("1 2 1 2 1 2 1", "human", "won"),
        ("1 2 1 2 1 2 1", "computer", "lost"),
        ("1 2 1 2 1 2 3 2", "human", "lost"),
        ("1 2 1 2 1 2 3 2", "computer", "won"),
        ("1 resign", "human", "resigned"),
        ("1 2 1 2 1 2", "human", None),
    ],
)
def test_who_has_won(moves: str, first: str, outcome: str | None) -> None:
    match = play(moves, first)
    assert match.outcome == outcome
    assert (match.phase == "over") == (outcome is not None)


def test_a_full_board_is_a_draw() -> None:
    match = play("1 2 1 2 2 1 2 1 3 3 3 3", shape=Shape(3, 4, 4))
    assert (match.board.is_full, match.outcome) == (True, "drawn")


def test_undo_takes_back_your_stone_and_the_answer_to_it() -> None:
    assert str(play("4 5 3 undo").board) == "45"
    assert str(play("4 5 3 3 undo").board) == "45"
    match = play("4 5 3 3 undo undo")
    assert (str(match.board), match.phase) == ("", "human")
    assert match.moves == ("4", "5", "3", "3", "undo", "undo")


def test_what_was_undone_can_be_played_otherwise() -> None:
    assert str(play("4 5 undo 1 2").board) == "12"


@pytest.mark.parametrize(("moves", "first"), [("", "human"), ("4", "computer")])
def test_before_your_first_stone_there_is_nothing_to_undo(moves: str, first: str) -> None:
    with pytest.raises(InvalidMove, match="there is nothing to undo"):
        GAME.apply(play(moves, first), "", "undo")


def test_moves_are_read_as_people_type_them() -> None:
    match = play("C B UNDO", shape=Shape(12, 4, 4))
    assert match.moves == ("c", "b", "undo")
    assert GAME.apply(match, "", " A\t").moves[-1] == "a"


@every(
    "moves, move, reason",
    [
        ("", "", "there is no column '': they are 1 to 8"),
        ("", "9", "there is no column '9': they are 1 to 8"),
        ("", "0", "there is no column '0'"),
        ("", "i", "there is no column 'i'"),
        ("", "10", "there is no column '10'"),
        ("", "jump", "there is no column 'jump'"),
        ("", "undo now", "there is no column 'undo now'"),
        ("", "x" * 10**6, "there is no column 'xxx"),
        ("1 1 1 1 1 1 1", "1", "column 1 is full"),
        ("1 2 1 2 1 2 1", "2", "the game is over"),
        ("1 2 1 2 1 2 1", "undo", "the game is over"),
        ("resign", "resign", "the game is over"),
    ],
)
def test_moves_that_are_not_possible(moves: str, move: str, reason: str) -> None:
    match = play(moves)
    with pytest.raises(InvalidMove, match=reason) as error:
        GAME.apply(match, "", move)
    assert len(str(error.value)) < 100


def test_what_is_settled_wrongly_is_refused_before_the_game() -> None:
    with pytest.raises(InvalidSetup, match="'first' has to be human or computer, not 'nobody'"):
        setup(first="nobody")
    for seconds in (0, -1, float("nan"), float("inf"), 10**400):
        with pytest.raises(InvalidSetup, match="more than 0 seconds, and at most a day"):
            setup(seconds=seconds)


def test_a_game_undone_a_thousand_times_remembers_no_more_states_than_stones() -> None:
    match: Match | None = play("4 5 undo " * 1000 + "4 5")
    states = 0
    while match is not None:
        states += 1
        match = match.previous
    assert states == 3


def test_a_game_that_was_saved_can_be_read() -> None:
    match = load(SAVES / "trilobite.json", GAME)
    assert match.setup == Setup(
        size="7x6", win=4, first="computer", level="easy", seconds=2, seed=7
    )
    assert (match.moves, str(match.board)) == (
        ("4", "4", "3", "undo", "3", "5", "2"),
        "4352",
    )


MATCH = play("4 5 3 undo", "human", Shape(7, 6))


def test_what_is_in_the_file() -> None:
    saved = json.loads(str(Saved.of("trilobite", MATCH)))
    assert (saved["format"], saved["version"], saved["game"]) == ("moolab-game", 2, "trilobite")
    assert saved["setup"] == {
        "size": "7x6",
        "win": 4,
        "first": "human",
        "level": "perfect",
        "seconds": 5,
    }
    assert json.loads(b64decode(saved["sealed"])) == {"seed": 1}
    assert saved["moves"] == ["4", "5", "3", "undo"]


@every(
    "field, value, reason",
    [
        ("size", 8, "its 'size' is malformed"),
        ("win", True, "its 'win' is malformed"),
        ("seed", 1.5, "its 'seed' is malformed"),
        ("seconds", "5", "its 'seconds' is malformed"),
        ("size", "8 by 7", "'8 by 7' is not the size of a board"),
        ("size", "14x7", "both sides are 1 to 13"),
        ("win", 9, "9 in a row do not fit"),
        ("first", "nobody", "'first' has to be human or computer, not 'nobody'"),
        ("level", "luck", "'level' has to be beginner, easy, medium, hard, expert or perfect"),
        ("seconds", float("nan"), "the time to think"),
        ("seconds", 10**400, "the time to think"),
        ("moves", ["8"], "there is no column '8': they are 1 to 7"),
        ("moves", ["1"] * 7, "column 1 is full"),
        ("moves", ["undo"], "there is nothing to undo"),
        ("moves", ["resign", "1"], "the game is over"),
        ("moves", ["x\ud800"], "there is no column"),
    ],
)
def test_damaged_games_are_refused_with_the_reason(field: str, value: Any, reason: str) -> None:
    saved = Saved.of("trilobite", MATCH)
    if field == "moves":
        saved = saved._replace(moves=tuple(value))
    else:
        saved = saved._replace(setup=saved.setup | {field: value})
    with pytest.raises(InvalidGame, match=reason):
        Saved.parse(str(saved)).replay()


def test_a_letter_is_a_column_and_is_kept_as_its_number() -> None:
    assert GAME.apply(play(""), "", "D").moves == ("4",)
