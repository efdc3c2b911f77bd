"""Trilobite as played: states, moves, and games as files."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.codes.rules import Rules
from moolab.games.duel.duel import Setup as DuelSetup
from moolab.games.duel.duel import begin as begin_duel
from moolab.games.duel.saves import load as load_duel
from moolab.games.duel.saves import save as save_duel
from moolab.errors import InvalidGame, InvalidMove
from moolab.trilobite.board import COLUMNS, MAX_SIDE, Board, Shape
from moolab.games.trilobite.match import MOVES, SIDES, Match, Setup, apply, begin, replay
from moolab.games.trilobite.saves import from_json, load, save, to_json


def setup(shape: Shape | None = None, first: str = "human", **settled: Any) -> Setup:
    usual: dict[str, Any] = {"level": "perfect", "seconds": 5, "seed": 1}
    return Setup(shape or Shape(), first, **usual | settled)


def play(moves: str, first: str = "human", shape: Shape | None = None) -> Match:
    """The state after moves like "4 5 undo"."""
    return replay(setup(shape, first), tuple(moves.split()))


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
        apply(play(moves, first), "undo")


def test_moves_are_read_as_people_type_them() -> None:
    match = play("C B UNDO", shape=Shape(12, 4, 4))
    assert match.moves == ("c", "b", "undo")
    assert apply(match, " A\t").moves[-1] == "a"


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ("", "", "there is no column '': they are 1 to 8"),
        ("", "9", "there is no column '9': they are 1 to 8"),
        ("", "0", "there is no column '0'"),
        ("", "a", "there is no column 'a'"),
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
        apply(match, move)
    assert len(str(error.value)) < 100


def test_what_is_settled_wrongly_is_refused_before_the_game() -> None:
    with pytest.raises(InvalidMove, match="'nobody' cannot move first; there are human, computer"):
        setup(first="nobody")
    for seconds in (0, -1, float("nan"), float("inf"), 10**400):
        with pytest.raises(InvalidMove, match="more than 0 seconds, and at most a day"):
            setup(seconds=seconds)


def shapes() -> st.SearchStrategy[Shape]:
    return st.builds(
        lambda width, height, win: Shape(width, height, min(win, max(width, height))),
        st.integers(1, MAX_SIDE),
        st.integers(2, MAX_SIDE),
        st.integers(2, 5),
    )


@given(st.data(), shapes(), st.sampled_from(SIDES))
def test_random_play_undo_and_saving(data: st.DataObject, shape: Shape, first: str) -> None:
    match = begin(setup(shape, first, seed=data.draw(st.integers())))
    columns = COLUMNS[: shape.width]
    for _ in range(12):
        move = data.draw(st.sampled_from([*columns, *columns, *MOVES, "0", "jump"]))
        before = match
        try:
            match = apply(match, move)
        except InvalidMove:
            assert match is before
            continue
        assert match.moves == (*before.moves, move)
        assert match.board == Board.parse(str(match.board), shape)
        assert (match.phase == "over") == (match.outcome is not None)
        if move in columns:
            assert str(match.board) == str(before.board) + move
        if before.phase == "human" and match.phase != "over" and move != "undo":
            assert apply(match, "undo").board == before.board
    again = replay(match.setup, match.moves)
    assert (again, str(again.board)) == (match, str(match.board))
    assert from_json(to_json(match)) == match


def test_a_game_undone_a_thousand_times_remembers_no_more_states_than_stones() -> None:
    match: Match | None = play("4 5 undo " * 1000 + "4 5")
    states = 0
    while match is not None:
        states += 1
        match = match.previous
    assert states == 3


MATCH = play("4 5 3 undo", "human", Shape(7, 6))


def changed(**fields: Any) -> str:
    return json.dumps(json.loads(to_json(MATCH)) | fields)


def test_what_is_in_the_file() -> None:
    assert json.loads(to_json(MATCH)) == {
        "format": "moolab-trilobite",
        "version": 1,
        "size": "7x6",
        "win": 4,
        "first": "human",
        "level": "perfect",
        "seconds": 5,
        "seed": 1,
        "moves": ["4", "5", "3", "undo"],
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this is not a saved game"),
        ("[]", "not a saved game of moolab"),
        ('{"format": "chess"}', "not a saved game of moolab"),
        ('{"format": ["moolab-trilobite"]}', "not a saved game of moolab"),
        (to_json(MATCH)[:-20], "this is not a saved game"),
        (to_json(MATCH) * 2, "this is not a saved game"),
        ("[" * 200_000, "this is not a saved game"),
        (to_json(MATCH).ljust(2_000_000), "it is too long"),
        (changed(format="moolab-game"), "its format is 'moolab-game', not 'moolab-trilobite'"),
        (changed(version=2), "has another version than 1"),
        (changed(size=8), "its 'size' is missing or malformed"),
        (changed(win=True), "its 'win' is missing or malformed"),
        (changed(seed=1.5), "its 'seed' is missing or malformed"),
        (changed(seconds="5"), "its 'seconds' is missing or malformed"),
        (changed(moves="4"), "its 'moves' is missing or malformed"),
        (changed(moves=[4]), "its moves are malformed"),
        (changed(size="8 by 7"), "'8 by 7' is not the size of a board"),
        (changed(size="13x7"), "both sides are 1 to 12"),
        (changed(win=9), "9 in a row do not fit"),
        (changed(first="nobody"), "'nobody' cannot move first"),
        (changed(seconds=float("nan")), "the time to think"),
        (changed(seconds=10**400), "the time to think"),
        (changed(moves=["8"]), "there is no column '8': they are 1 to 7"),
        (changed(moves=["1"] * 7), "column 1 is full"),
        (changed(moves=["undo"]), "there is nothing to undo"),
        (changed(moves=["resign", "1"]), "the game is over"),
        (changed(moves=["x\ud800"]), "there is no column"),
    ],
)
def test_damaged_games_are_refused_with_the_reason(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidGame, match=reason) as error:
        load(path)
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)


def test_files_that_are_no_text() -> None:
    for path in (Path("/dev/zero"), Path("/dev/urandom")):
        with pytest.raises(InvalidGame, match="this is not a saved game"):
            load(path)


def test_a_duel_is_no_game_of_trilobite_and_the_other_way_round(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(MATCH, path)
    with pytest.raises(InvalidGame, match="its format is 'moolab-trilobite', not 'moolab-game'"):
        load_duel(path)
    save_duel(begin_duel(DuelSetup.new(Rules.parse("ab4x10"))), path)
    with pytest.raises(InvalidGame, match="its format is 'moolab-game', not 'moolab-trilobite'"):
        load(path)


def test_saving_replaces_the_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(begin(MATCH.setup), path)
    save(MATCH, path)
    assert load(path) == MATCH
    assert list(tmp_path.iterdir()) == [path]
