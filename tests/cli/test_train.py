"""Guesses that cost much, tried again: what is asked, how it is judged, and how it ends."""

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.analysis.game import analyse
from moolab.analysis.training import Results, exercises
from moolab.codes.rules import Rules
from moolab.deduction.history import History, parse_history
from moolab.errors import InvalidCode, InvalidMove, InvalidSetup, InvalidTurn, MoolabError
from moolab.games.duel.duel import Setup, apply, begin
from moolab.games.duel.game import GAME
from moolab.games.duel.review import sides
from moolab.games.training.game import GAME as TRAINING
from moolab.games.training.game import Training, TryView
from tests.cli.test_cli import answer, moo
from tests.helpers.dialogues import (
    TRANSCRIPTS,
    check_transcript,
    interrupt,
    on_a_terminal,
    read_until,
    typed,
)
from tests.helpers.examples import examples
from tests.helpers.games import codes, told
from tests.helpers.saving import save

TINY = Rules.parse("ab3x5")
PLAYED = "012=02 014=02 134=20 130=30"
TURNS = ["-r", "ab3x5", *PLAYED.split(), "--threshold", "0"]


@pytest.fixture
def played(tmp_path: Path) -> str:
    """A duel that goes on, in which you have guessed badly twice."""
    duel = begin(Setup.new(TINY, secret="130", start="024"))
    for guess in ("012", "014", "134", "013"):
        duel = apply(duel, f"guess {guess}")
        if guess == "134":
            duel = apply(duel, "undo")
        else:
            assert duel.pending is not None
            duel = apply(duel, f"reply {TINY.score(duel.pending, '342')}")
    path = tmp_path / "duel.json"
    save(GAME, duel, path)
    return str(path)


@pytest.mark.parametrize(
    "file", sorted(TRANSCRIPTS.glob("train/*.txt")), ids=lambda file: file.stem
)
def test_golden_transcripts(file: Path) -> None:
    check_transcript(file)


def test_an_unfinished_game_from_a_file(played: str) -> None:
    done = moo("train", played, "--threshold", "0", typed=typed(["012", "123", "/quit"]))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("2 of your 3 guesses cost more than 0 guesses")
    assert "[1] Your guess: 012 Score: 02\n[2] Your guess: 012\nWorse: " in done.stdout
    # What was undone is not shown.
    assert "You guessed 013" in done.stdout
    assert "found a best guess in 1 of 2 turns.\n" in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_the_result_as_json() -> None:
    result = answer("train", *TURNS, typed=typed(["013", "123", "show"]))
    tried, shown = result["exercises"]
    assert (result["schema"], result["outcome"]) == ("moolab/training/1", "lost")
    assert [turn["guess"] for turn in result["turns"]] == [text[:3] for text in PLAYED.split()]
    assert (tried["turn"], tried["guess"], tried["reply"], tried["best"]) == (2, "014", "02", "123")
    assert (tried["regret"], tried["told"]) == (float(Fraction(5, 18)), False)
    worst, best = tried["tries"]
    assert worst.pop("what") == "splits 18 codes into 5 groups, largest 7"
    assert worst == {"guess": "013", "regret": float(Fraction(5, 18)), "verdict": "equal"}
    assert (best["guess"], best["regret"], best["verdict"]) == ("123", 0, "best")
    assert (shown["turn"], shown["best"], shown["tries"], shown["told"]) == (3, "240", [], True)
    assert (result["found"], result["at_once"]) == (1, 0)
    assert result["regret"] == float(Fraction(5, 18) + Fraction(3, 7))
    assert result["gained"] == float(Fraction(5, 18))


def test_who_quits_is_told_all_answers() -> None:
    result = answer("train", *TURNS, typed=typed(["quit"]))
    assert result["outcome"] == "resigned"
    assert [turn["best"] for turn in result["exercises"]] == ["123", "240"]


@pytest.mark.parametrize(
    ("setup", "moves", "message"),
    [
        ({"role": "maker", "start": "012"}, ("reply 10",), "only the computer guessed"),
        ({"secret": "130"}, (), "you have not guessed yet"),
        ({"secret": "130", "mistakes": 1}, ("guess 012",), "replies may be wrong in this game"),
    ],
)
def test_games_without_a_guess_to_judge(
    setup: dict[str, Any], moves: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "duel.json"
    save(GAME, GAME.replay(Setup.new(TINY, **setup), moves), path)
    done = moo("train", str(path))
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        ([], 2, "Missing argument"),
        (["no/such.json"], 2, "is neither a file nor a turn"),
        (["FILE", "-r", "ab4x10"], 2, "does not go with a saved game"),
        (["FILE", "FILE"], 2, "is not a turn"),
        (["BROKEN"], 2, "this is not a saved game"),
        (["1234=02", "123=01"], 2, "has 3 symbols"),
        (["1234=40", "1235=30"], 2, "turn 1 found the secret"),
        (["1234=02", "1234=11"], 3, "turns 1 and 2 cannot both be true"),
        (["-r", "ab10x36", "0123456789=00"], 2, "too many to list"),
        (["1234=02", "--threshold", "nan"], 2, "'nan' is not a number of guesses"),
        (["1234=02", "--threshold", "2"], 2, "is too large; 1 is the most"),
    ],
)
def test_what_is_refused(
    args: list[str], code: int, message: str, played: str, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    files = {"FILE": played, "BROKEN": str(broken)}
    done = moo("train", *(files.get(arg, arg) for arg in args), typed="1234\n")
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_file_may_be_called_like_a_turn(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(played).parent)
    Path(played).rename("012=02")
    assert "3 guesses" in moo("train", "012=02", "--threshold", "0").stdout


def test_control_c_ends_with_what_was_won_back() -> None:
    with on_a_terminal("train", *TURNS) as (process, terminal):
        read_until(terminal, "[2] Your guess: ")
        os.write(terminal, b"123\n")
        read_until(terminal, "[3] Your guess: ")
        interrupt(process)
        seen = read_until(terminal, "given away.\r\n")
        assert process.wait() == 130
    assert "found a best guess in 1 of 2 turns" in seen
    assert "Traceback" not in seen


@settings(max_examples=examples(8))
@given(told(st.just(TINY), most_turns=3), st.data())
def test_what_tries_win_back(game: tuple[Rules, str, History], data: st.DataObject) -> None:
    rules, secret, history = game
    guesses = [turn for turn in history if turn.reply != rules.win]
    turns = analyse(rules, (*guesses, *parse_history(rules, f"{secret}=30"))).turns
    threshold = data.draw(st.sampled_from([0, 0.1, 0.3]))
    tried = exercises(turns, threshold)
    costly = [turn for turn in turns if turn.judgement.regret > threshold]
    assert [exercise.turn for exercise in tried] == costly
    done = []
    for exercise in tried:
        assert exercise.verdict(exercise.judge(exercise.turn.turn.guess)) == "equal"
        assert exercise.verdict(exercise.judge(exercise.turn.judgement.best.guess)) == "best"
        attempt = exercise.judge(data.draw(codes(rules)))
        after = exercise.after(attempt)
        assert after.gained == max(0, exercise.regret - attempt.regret)
        assert (after.gained > 0) == (exercise.verdict(attempt) in ("best", "better"))
        done.append(after)
    results = Results.of(done)
    assert results.found == results.at_once == sum(turn.tries[0].regret == 0 for turn in done)
    assert 0 <= results.gained <= results.regret == sum(turn.regret for turn in done)


def test_a_correction_may_say_that_the_computer_was_done() -> None:
    setup = Setup.new(TINY, role="maker", start="012")
    duel = GAME.replay(setup, ("reply 02", "reply 10", "correct 1 30"))
    assert [turn.guess for turn in duel.computer] != ["012"]
    assert {side: [turn.guess for turn in turns] for side, turns in sides(duel).items()} == {
        "computer": ["012"]
    }


def trained(*moves: str) -> Training:
    """A training of two turns, in which 123 and then 240 would have been best guesses."""
    return TRAINING.replay(TRAINING.settle(rules=TINY, turns=PLAYED, threshold=0), moves)


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        ((), None),
        (("guess 123",), None),
        (("guess 123", "guess 013", "guess 240"), "won"),
        (("guess 123", "hint", "guess 240"), "won"),
        (("guess 123", "show"), "lost"),
        (("next", "guess 240"), "lost"),
        # What is guessed after it was named is not found.
        (("guess 123", "hint", "hint", "guess 240"), "lost"),
        (("guess 123", "resign"), "resigned"),
    ],
)
def test_a_training_is_won_with_a_best_guess_in_each_turn(
    moves: tuple[str, ...], outcome: str | None
) -> None:
    assert trained(*moves).outcome == outcome


def test_a_game_without_a_costly_turn_leaves_nothing_to_train() -> None:
    training = TRAINING.begin(TRAINING.settle(rules=TINY, turns=PLAYED, threshold=0.5))
    assert (training.phase, training.outcome, training.exercises) == ("over", "won", ())


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ((), [None]),
        (("guess 013", "hint"), [None]),
        (("hint", "hint"), ["123"]),
        (("show",), ["123", None]),
        (("guess 123",), ["123", None]),
        (("next",), [None, None]),
        (("next", "next"), ["123", "240"]),
        (("resign",), ["123", "240"]),
    ],
)
def test_a_best_guess_is_seen_once_it_is_found_or_told(
    moves: tuple[str, ...], best: list[str | None]
) -> None:
    view = TRAINING.view(trained(*moves), "player")
    assert [exercise.best for exercise in view.exercises] == best
    assert len(best) + view.waiting == 2
    told = {code for code in best if code} | {each.split()[-1] for each in moves}
    assert all((code in str(view)) == (code in told) for code in ("123", "240"))


def test_a_guess_is_judged_even_where_it_does_not_count() -> None:
    view = TRAINING.view(trained("hint", "hint", "guess 013"), "player")
    regret = float(Fraction(5, 18))
    what = "splits 18 codes into 5 groups, largest 7"
    assert view.attempt == TryView(guess="013", regret=regret, verdict="equal", what=what)
    assert view.exercises[0].tries == ()


def test_what_a_training_answers() -> None:
    said = TRAINING.ask(trained(), "player", "idea 340").said
    assert said.startswith("340 cannot be the secret: then 012 would have got 01 in turn 1")


@pytest.mark.parametrize(
    ("moves", "question", "error"),
    [
        ((), "best", InvalidMove),
        ((), "idea 999", InvalidCode),
        (("resign",), "idea 340", InvalidMove),
    ],
)
def test_what_a_training_does_not_answer(
    moves: tuple[str, ...], question: str, error: type[MoolabError]
) -> None:
    with pytest.raises(error):
        TRAINING.ask(trained(*moves), "player", question)


@pytest.mark.parametrize(
    ("chosen", "error"),
    [
        ({"turns": ""}, InvalidTurn),
        ({"turns": "130=30 012=02"}, InvalidTurn),
        ({"threshold": 1.5}, InvalidSetup),
        ({"threshold": float("nan")}, InvalidSetup),
    ],
)
def test_games_that_cannot_be_trained(chosen: dict[str, Any], error: type[MoolabError]) -> None:
    with pytest.raises(error):
        TRAINING.begin(TRAINING.settle(**{"rules": TINY, "turns": PLAYED} | chosen))
