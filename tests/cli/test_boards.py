"""Several boards at once in the terminal."""

import json
import os
from pathlib import Path

import pytest

from moolab.codes.word_lists import words
from moolab.errors import InvalidMove, InvalidSetup
from moolab.games.boards.game import GAME, Setup
from moolab.games.saves import load
from tests.cli.test_cli import moo
from tests.helpers.dialogues import on_a_terminal, read_until_there_is, typed

SECRETS = Setup.new("ab4x10", 3, seed=5).secrets
GAME_OF_THREE = ("boards", "ab4x10", "--boards", "3", "--seed", "5")


def test_every_board_is_found_by_its_own_code(tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    stopped = moo(*GAME_OF_THREE, "--save", str(path), typed=typed([SECRETS[1], "012", "quit"]))
    assert "'012' has 3 symbols" in stopped.stdout
    first = load(path, GAME)
    assert first.found == (False, True, False)
    seen = json.dumps(GAME.view(first, "player").fields())
    assert [secret in seen for secret in SECRETS] == [False, True, False]
    shown = stopped.stdout.splitlines()
    assert "2 40" in shown[shown.index(f"[1] Your guess: {SECRETS[1]}") + 1]
    done = moo("boards", "--resume", str(path), "--json", typed=typed([SECRETS[0], SECRETS[2]]))
    assert "You found all codes in 3 guesses." in done.stderr
    view = json.loads(done.stdout)
    assert view["outcome"] == "won"
    assert [len(board["turns"]) for board in view["boards"]] == [2, 1, 3]


def test_a_hint_names_the_code_of_a_board_that_has_only_one_left() -> None:
    done = moo(
        *("boards", "words:english", "--seed", "3", "--boards", "2"),
        typed=typed(["slate", "crown", "?", "quit"]),
    )
    assert "(1)      (1)\n" in done.stdout
    assert "Board 1: it can only be lodge." in done.stdout
    assert moo("boards", "ab1x2", "--boards", "3").returncode == 2


def test_a_guess_is_taken_back() -> None:
    done = moo(*GAME_OF_THREE, typed=typed([SECRETS[1], "undo", SECRETS[0], "quit"]))
    assert f"Taken back: {SECRETS[1]}." in done.stdout
    assert done.stdout.count("[1] Your guess") == 2
    assert "nothing to undo" in moo(*GAME_OF_THREE, typed=typed(["undo", "quit"])).stdout


def test_in_hard_mode_what_can_be_typed_is_what_is_taken() -> None:
    secrets = ("crane", "pilot")
    game = GAME.begin(Setup(rules=words("english"), boards=2, hard=True, seed=1, secrets=secrets))
    game = GAME.apply(game, "player", "guess trace")
    expected = GAME.expected(game, "player")["guess"]

    def is_taken(code: str) -> bool:
        try:
            GAME.apply(game, "player", f"guess {code}")
        except InvalidMove:
            return False
        return True

    assert list(expected) == list(filter(is_taken, words("english").guesses))
    assert "night" in expected, "board 2 has shown a t"


def test_in_hard_mode_a_guess_uses_what_some_board_has_shown() -> None:
    secrets = ("crane", "pilot")
    game = GAME.begin(Setup(rules=words("english"), boards=2, hard=True, seed=1, secrets=secrets))
    game = GAME.apply(game, "player", "guess trace")
    assert GAME.apply(game, "player", "guess crane").found == (True, False)
    assert GAME.apply(game, "player", "guess night").guesses == ("trace", "night"), (
        "board 2 has shown a t"
    )
    with pytest.raises(InvalidMove, match="no board allows that; board 1: hard mode: letter 2"):
        GAME.apply(game, "player", "guess black")
    with pytest.raises(InvalidSetup, match="hard mode is for replies that mark each place"):
        Setup.new("ab4x10", hard=True)


def test_the_boards_are_drawn_and_giving_up_is_confirmed() -> None:
    with on_a_terminal("boards", "ab4x10", "--boards", "8", "--seed", "7") as (_, terminal):
        read_until_there_is(terminal, "[1] Your guess:")
        os.write(terminal, b"1234\n")
        read_until_there_is(terminal, "1 ○○··  02")
        os.write(terminal, b"sh\t\n")
        read_until_there_is(terminal, "1  1 2 3 4  ○○··  02  ○···  01")
        os.write(terminal, b"resign\n")
        read_until_there_is(terminal, "Give up? [y/N]")
        os.write(terminal, b"\n")
        read_until_there_is(terminal, "[2] Your guess:")
