"""Several boards at once in the terminal."""

import json
from pathlib import Path

from moolab.games.boards.boards import Setup
from moolab.games.boards.game import GAME
from moolab.games.files import load
from tests.cli.test_cli import moo
from tests.helpers.dialogues import typed

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
