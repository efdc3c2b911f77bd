"""``moo analyze``: what is shown of a game, in every form, and which games are refused."""

from dataclasses import replace
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from moolab.analysis.game import analyse
from moolab.cli.report import line, sentences
from moolab.codes.rules import Rules
from moolab.deduction.history import parse_history
from moolab.games.duel.duel import Setup
from moolab.games.duel.game import GAME as DUEL
from tests.cli.test_cli import answer, moo
from tests.games.test_duel import SAVES
from tests.helpers.cases import every
from tests.helpers.dialogues import TRANSCRIPTS, check_transcript
from tests.helpers.saving import save

ab3x5 = Rules.parse("ab3x5")
GAME = ["-r", "ab3x5", "012=02", "134=20", "130=30"]


@pytest.mark.parametrize(
    "file", sorted((TRANSCRIPTS / "analysis").glob("*.txt")), ids=lambda file: file.stem
)
def test_golden_transcripts(file: Path) -> None:
    check_transcript(file)
    shown = file.read_text(encoding="utf-8").split("---\n")
    if "--plain" not in shown[0]:
        assert all(len(line) <= 80 for line in shown[2].splitlines())


def test_json() -> None:
    game = answer("analyze", *GAME)
    assert list(game) == [
        *("schema", "rules", "side", "secret", "turns", "skill", "luck", "guesses", "spent"),
        *("found", "expected_guesses", "regret", "saved", "opponent", "opponent_error"),
    ]
    assert (game["rules"], game["secret"], game["guesses"]) == ("ab3x5", "130", 3)
    assert game["turns"][0]["why"] is None
    turn = game["turns"][1]
    assert turn.pop("why").startswith("splits")
    assert turn.pop("best").keys() == {
        *("guess", "expected_after", "groups", "largest", "expected_guesses")
    }
    assert turn.keys() == {
        *("turn", "guess", "reply", "consistent", "candidates_before", "candidates_after"),
        *("groups", "largest", "expected_after", "expected_guesses", "information"),
        *("expected_information", "skill", "luck", "label", "regret", "method"),
    }
    assert (turn["label"], turn["consistent"], turn["method"]) == ("mistake", False, "exact")
    assert game["saved"] == pytest.approx(game["expected_guesses"] + game["regret"] - 3)


def played(folder: Path, *moves: str, **settled: Any) -> str:
    """The file of a game in which the computer keeps 130 and begins with 012."""
    role = settled.get("role", "both")
    secret = None if role == "maker" else "130"
    setup = Setup.new(ab3x5, seed=1, secret=secret, start="012", **settled)
    path = folder / "game.json"
    save(DUEL, DUEL.replay(setup, moves), path)
    return str(path)


def test_both_sides_of_a_duel(tmp_path: Path) -> None:
    path = played(tmp_path, "guess 012", "reply 02", "guess 130")
    game = answer("analyze", path)
    other = game["opponent"]
    assert (game["side"], game["found"], other["side"], other["found"]) == (
        *("yours", True),
        *("computer", False),
    )
    assert other["secret"] is None
    done = moo("analyze", path)
    assert done.stdout.index("Your guesses, ab3x5") < done.stdout.index("The computer's guesses")
    shared = moo("analyze", path, "--share").stdout
    assert shared.startswith("Your guesses: ab3x5, found in 2 guesses")
    assert "130" not in shared
    picture = tmp_path / "game.svg"
    assert moo("analyze", path, "--share", "--plot", str(picture)).returncode == 0
    assert "The computer's guesses" in picture.read_text()
    again = moo("analyze", path, "--plot", str(picture))
    assert (again.returncode, again.stdout) == (2, "")
    assert "--force overwrites it" in again.stderr


def test_what_is_not_over_tells_no_secret(tmp_path: Path) -> None:
    assert answer("analyze", played(tmp_path, "guess 012"))["secret"] is None
    resigned = answer("analyze", played(tmp_path, "guess 012", "reply 02", "resign"))
    assert (resigned["secret"], resigned["found"]) == ("130", False)


def test_contradictory_replies_are_no_reason_not_to_analyse_your_guesses(tmp_path: Path) -> None:
    path = played(tmp_path, "guess 012", "reply 03", "guess 123", "reply 20")
    found = answer("analyze", path, code=3)
    assert found["side"] == "yours"
    assert found["opponent_error"]["kind"] == "contradictory_replies"
    done = moo("analyze", path)
    assert done.returncode == 3
    assert "The computer's guesses: No code fits" in done.stderr
    assert done.stdout.startswith("Your guesses, ab3x5")


def test_what_is_wrong_with_a_file_names_it(tmp_path: Path) -> None:
    file = tmp_path / "posted.txt"
    for data, fault in (b"\xff\xfe", "this is not a text in UTF-8"), (b"1388 20", "'1388' has a"):
        file.write_bytes(data)
        error = answer("analyze", str(file), code=2)["error"]["message"]
        assert error.startswith(f"{file}: line 1: {fault}")


@every(
    "args, kind, message",
    [
        (["1234"], "invalid_turn", "'1234' is neither a file nor a turn"),
        (["1234", "5678"], "invalid_reply", "'5678' is not a reply"),
        (["."], "file", "Is a directory"),
        (["1389=20", "1409"], "invalid_reply", "turn 2, '1409', has no reply"),
        (["--secret", "12", "1234"], "invalid_code", "'12' has 2 symbols"),
        (["--secret", "1234", "1234", "5678"], "invalid_turn", "turn 1 found the secret"),
        (["--secret", "8217", "1234=11", "5678=03"], "invalid_reply", "turn 2: with the secret"),
        (["--secret", "8217", *["1234"] * 65], "invalid_turn", "at most 64 turns"),
        (["-r", "mm9x10", "123456789=00"], "space_too_large", "too many to list"),
        (["1234=40", "1234=40"], "invalid_turn", "turn 1 found the secret"),
        (["--plain", "--share", "1234=40"], "usage", "three ways"),
        (["1234=40", "--plot", "x.gif"], "usage", "ending .png or .svg"),
        (["1234=40", "--plot", "no/such/x.png"], "file", "No such file"),
        ([], "usage", "Missing argument"),
    ],
)
def test_what_is_refused(args: list[str], kind: str, message: str) -> None:
    if "--share" in args:
        done = moo("analyze", *args)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
        return
    error = answer("analyze", *args, code=2)["error"]
    assert error["kind"] == kind
    assert message in error["message"]


def test_files_that_are_refused(tmp_path: Path) -> None:
    path = played(tmp_path, "guess 012")
    assert "--rules does not go with a saved game" in moo("analyze", "-r", "ab3x5", path).stderr
    assert "--secret does not go" in moo("analyze", "--secret", "130", path).stderr
    assert "--rule does not go" in moo("analyze", "--rule", "jotto", path).stderr
    assert "this game has no guess yet" in moo("analyze", played(tmp_path)).stderr
    wrong = played(tmp_path, "guess 012", mistakes=1)
    assert "replies may be wrong" in moo("analyze", wrong).stderr
    (tmp_path / "bad.json").write_text("{}")
    others = {
        tmp_path / "bad.json": "not a saved game",
        SAVES / "trilobite.json": "a saved game of 'trilobite', not of 'duel'",
    }
    for file, message in others.items():
        done = moo("analyze", str(file))
        assert done.returncode == 2
        assert message in done.stderr
        assert len(done.stderr.splitlines()) == 1


class Screen(StringIO):
    """Stands for a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_colours_are_for_terminals_and_only_if_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = analyse(ab3x5, parse_history(ab3x5, GAME[2:]))
    monkeypatch.setattr("sys.stdout", Screen())
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[32mbest" in line(game.turns[0])
    assert "\x1b[31mmistake" in line(game.turns[1])
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in line(game.turns[0])


def test_bars_where_blocks_cannot_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = analyse(ab3x5, parse_history(ab3x5, GAME[2:])).turns[1]
    monkeypatch.setattr(Screen, "encoding", "ascii")
    monkeypatch.setattr("sys.stdout", Screen())
    monkeypatch.setenv("NO_COLOR", "1")
    assert " 72 #######    " in line(turn)


def test_what_is_not_quite_the_best_does_not_look_like_it(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = analyse(ab3x5, parse_history(ab3x5, GAME[2:])).turns[1]
    best = turn.judgement.expected - Fraction(1, 1000)
    close = replace(turn, judgement=replace(turn.judgement, best_expected=best))
    monkeypatch.setattr("sys.stdout", Screen())
    monkeypatch.setenv("NO_COLOR", "1")
    assert " 99 █████████▉ " in line(close)
    assert "Better by less than 0.01: " in sentences(close)


@pytest.mark.parametrize(
    ("rules", "luck"), [("ab1x2", "cost 0.50"), ("ab1x3", "saved 0.00"), ("ab1x4", "saved 0.50")]
)
def test_what_luck_has_done(rules: str, luck: str) -> None:
    assert f"luck {luck}: 2 guesses." in moo("analyze", "-r", rules, "0=00", "1=10").stdout


def test_a_secret_that_is_known_is_not_found_yet() -> None:
    shared = moo("analyze", "-r", "ab1x2", "0=00", "--share").stdout
    assert shared.startswith("ab1x2, not found after 1 guess:")
