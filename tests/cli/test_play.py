"""The dialogue of a duel: golden transcripts, terminals, and what happens when it is cut off."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from moolab.cli.dialogues.duel import Conversation
from moolab.cli.terminal.terminal import Terminal
from moolab.codes.rules import Rules
from moolab.games.duel.duel import Setup, begin
from moolab.games.duel.game import GAME
from moolab.games.saves import GameFile, load, write_game
from tests.cli.test_cli import moo, shell
from tests.helpers.cases import every
from tests.helpers.dialogues import (
    TRANSCRIPTS,
    check_transcript,
    interrupt,
    on_a_terminal,
    read_until,
    start,
    typed,
    without_escapes,
)
from tests.helpers.paths import PROJECT
from tests.helpers.patience import PATIENCE
from tests.test_docs import blocks

ARTICLE = ["4", "--secret", "8217", "--start", "2396"]
ARTICLE_INPUT = ["1234", "02", "5678", "02", "3456", "04", "1782", "40", "7218", "8217"]
MOVES = tuple(f"{'reply' if len(text) == 2 else 'guess'} {text}" for text in ARTICLE_INPUT)
ARTICLE_TRANSCRIPT = """\
[1] Your guess: 1234 Score: 11   My guess: 2396 Score: 02
[2] Your guess: 5678 Score: 02   My guess: 3002 Score: 02
[3] Your guess: 3456 Score: 00   My guess: 4123 Score: 04
[4] Your guess: 1782 Score: 04   My guess: 1234 Score: 40
I win! I found your code with guess 4, so you lose this one. Guess on for
practice, or press Enter to see my code.
[5] Your guess: 7218 Score: 22
[6] Your guess: 8217 Score: 40
You got it!
"""


def test_the_transcript_of_the_lisp_article() -> None:
    done = moo("play", *ARTICLE, "--no-stats", typed=typed(ARTICLE_INPUT))
    assert done.returncode == 0, done.stderr
    assert ARTICLE_TRANSCRIPT in done.stdout


@pytest.mark.parametrize("file", sorted(TRANSCRIPTS.glob("*.txt")), ids=lambda file: file.stem)
def test_golden_transcripts(file: Path) -> None:
    check_transcript(file, "--no-stats")


@every("role", ["both", "breaker", "maker"])
@every("game", ["ab4x10", "emms4x4", "mm1x2", "10"])
def test_without_input_the_computer_plays_both_sides(role: str, game: str) -> None:
    done = moo("play", game, "--role", role, "--seed", "2", "--no-stats")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nThere is no input, so I play both sides" in done.stdout
    found = done.stdout.count("has found the code.")
    assert found == (2 if done.stdout.endswith("It is a draw.\n") else 1)
    assert (" wins.\n" in done.stdout or found == 2) == (role == "both")
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--maker", "evil"], "Right keeps no secret, and always leaves Left as many codes"),
        (["--mistakes", "3"], ", which is wrong."),
    ],
)
def test_the_computer_shows_its_other_makers(
    options: list[str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    done = moo("play", *options, "--seed", "5", "--no-stats")
    assert (done.returncode, done.stderr) == (0, "")
    assert told in done.stdout.replace("\n", " ")
    assert done.stdout.count("has found the code.") in (1, 2)
    long = [line for line in done.stdout.splitlines() if len(line) > 40]
    assert all(line.startswith("SHA-256: ") for line in long)


@pytest.mark.parametrize("closed", ["<&-", "</dev/null"])
def test_a_closed_input_starts_the_demonstration(closed: str) -> None:
    command = f"{sys.executable} -m moolab play --no-stats {closed}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "There is no input" in done.stdout


def test_bytes_that_are_no_text_are_no_code() -> None:
    command = [sys.executable, "-m", "moolab", "play", "--no-stats", "--secret", "1234"]
    typed = b"12\xff4\n\x00\x1b[A\n" + "é".encode() * 1000 + b"\n1234\nresign\n"
    done = subprocess.run(command, input=typed, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"has the symbol" in done.stdout
    assert b"You got it!" in done.stdout


@pytest.mark.parametrize(
    ("settled", "offered", "missing"),
    [
        (
            {"role": "both"},
            {"? CODE", "ruled out", "last guess", "correct", "see my code"},
            {"last reply"},
        ),
        (
            {"role": "maker"},
            {"last reply", "correct", "resign              give up\n"},
            {"hint", "CODE", "ruled out", "last guess", "my code"},
        ),
        (
            {"role": "both", "rated": True},
            {"last reply", "correct", "see my code"},
            {"?", "ruled out", "last guess"},
        ),
        (
            {"role": "breaker", "rated": True, "maker": "evil"},
            {"resign              give up\n"},
            {"?", "ruled out", "undo    ", "correct", "my code"},
        ),
    ],
)
def test_help_offers_what_a_role_has(
    settled: dict[str, Any], offered: set[str], missing: set[str]
) -> None:
    said = StringIO()
    typed = Terminal(StringIO("help\nquit\n"), said)
    Conversation(typed, None, leave_traces=False).play(begin(Setup.new("ab3x5", seed=1, **settled)))
    greeting, told = said.getvalue().split("help\n")
    assert ("Type ? for a hint" in greeting) == ("? CODE" in offered)
    assert {text for text in offered | missing if text in told} == offered


@pytest.mark.parametrize(("rules", "letters"), [("ab3x5", False), ("words:english5", True)])
def test_help_says_how_commands_differ_from_codes_where_they_can_be_alike(
    rules: str, letters: bool
) -> None:
    said = StringIO()
    typed = Terminal(StringIO("help\nquit\n"), said)
    Conversation(typed, None, leave_traces=False).play(begin(Setup.new(rules, seed=1)))
    assert "show words   " in said.getvalue()
    assert ("put a slash before the command" in said.getvalue()) == letters


def test_json_leaves_stdout_to_the_result() -> None:
    done = moo("play", *ARTICLE, "--no-stats", "--json", typed=typed(ARTICLE_INPUT))
    assert ARTICLE_TRANSCRIPT in done.stderr
    result = json.loads(done.stdout)
    assert (result["phase"], result["outcome"], result["secret"]) == ("over", "lost", "8217")
    assert result["turns"]["computer"][-1] == {"guess": "1234", "reply": "40"}


def test_an_interrupted_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    for stop in range(1, ARTICLE_INPUT.index("40") + 1):
        first = moo("play", *ARTICLE, "--save", str(path), typed=typed(ARTICLE_INPUT[:stop]))
        assert first.returncode == 2
        assert first.stderr == (
            "moo: the input ended in the middle of the game; "
            f"go on with: moo play --resume {path}\n"
        )
        rest = moo("play", "--resume", str(path), "--no-stats", typed=typed(ARTICLE_INPUT[stop:]))
        assert rest.returncode == 0, rest.stderr
        assert load(path, GAME).phase == "over"
        # The open round is written out again, so the transcript is whole.
        assert ARTICLE_TRANSCRIPT in rest.stdout


def test_a_lost_game_ends_with_the_input_and_shows_the_code(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    lost = ARTICLE_INPUT[: ARTICLE_INPUT.index("40") + 1]
    done = moo("play", *ARTICLE, "--save", str(path), "--json", typed=typed(lost))
    assert (done.returncode, json.loads(done.stdout)["outcome"]) == (0, "lost")
    assert "I win: I needed 4 guesses, and you have not found mine.\nMy code was" in done.stderr
    assert "1 game, 1 lost\n" in done.stderr
    again = moo("play", "--resume", str(path), typed="8217\n")
    assert "My code was 8217" in again.stdout
    assert "Your guess: 8217" not in again.stdout


def test_a_lost_game_counts_once_even_if_practice_goes_on_later(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    lost = ARTICLE_INPUT[: ARTICLE_INPUT.index("40") + 1]
    left = moo("play", *ARTICLE, "--save", str(path), typed=typed([*lost, "7218", "quit"]))
    assert f"The game stops here; go on with: moo play --resume {path}\n" in left.stdout
    rest = moo("play", "--resume", str(path), typed="8217\n")
    assert "so you lose this one. Guess on for\npractice, or press Enter to see" in rest.stdout
    assert "I win: you needed 6 guesses, I needed 4." in rest.stdout
    assert moo("stats").stdout == "mm4x10 (both): 1 game, 1 lost\n"


def test_a_loss_that_is_taken_back_later_counts_as_what_it_becomes_too(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    game = ["--secret", "8217", "--start", "2396", "--seed", "1", "--save", str(path)]
    moo("play", *game, typed="1234\n40\nquit\n")
    moo("play", "--resume", str(path), typed="undo\n8217\n02\n")
    assert load(path, GAME).outcome == "won"
    assert moo("stats").stdout.startswith("ab4x10 (both): 2 games, 1 won, 1 lost;")


def test_what_is_said_of_past_games_to_a_closed_pipe_is_not_blamed_on_them() -> None:
    class Closed(StringIO):
        def write(self, text: str) -> int:
            if "1 game" in text:
                raise BrokenPipeError
            return super().write(text)

    duel = begin(Setup.new(role="breaker", secret="8217"))
    talk = Conversation(Terminal(StringIO("8217\n"), Closed()), None, leave_traces=True)
    with pytest.raises(BrokenPipeError):
        talk.play(duel)
    assert "1 game, 1 won" in moo("stats").stdout


def test_the_check_of_the_seal_is_one_line_in_a_narrow_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    said = moo("play", *ARTICLE, "--no-stats", typed="resign\n").stdout
    assert "\n  printf %s 8217:" in said
    assert said.endswith(" | sha256sum\n")


@pytest.mark.parametrize("word", ["quit", "/EXIT"])
def test_quitting_keeps_the_game(word: str, tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    done = moo("play", *ARTICLE, "--save", str(path), "--json", typed=typed(["1234", word]))
    assert (done.returncode, json.loads(done.stdout)["outcome"]) == (0, None)
    assert f"The game stops here; go on with: moo play --resume {path}\n" in done.stderr
    assert load(path, GAME).moves == MOVES[:1]
    assert moo("stats").stdout == "No games yet; moo play starts one.\n"


def test_a_game_given_up_before_the_first_guess_is_not_counted() -> None:
    moo("play", *ARTICLE, typed="resign\n")
    assert moo("stats").stdout == "No games yet; moo play starts one.\n"
    moo("play", *ARTICLE, typed="1234\nresign\n")
    assert moo("stats").stdout == "mm4x10 (both): 1 game, 1 resigned\n"


def test_giving_up_at_a_terminal_is_confirmed_first() -> None:
    with on_a_terminal("play", *ARTICLE, "--no-stats") as (game, terminal):
        read_until(terminal, "[1] Your guess: ")
        for answer in (b"n", b""):
            os.write(terminal, b"resign\n")
            read_until(terminal, "Give up? [y/N] ")
            os.write(terminal, answer + b"\n")
            read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"/resign\n")
        read_until(terminal, "Give up? [y/N] ")
        os.write(terminal, b"y\n")
        assert "You gave up." in read_until(terminal, "sha256sum\r\n")
        assert game.wait() == 0


def test_control_d_in_the_middle_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    with on_a_terminal("play", *ARTICLE, "--save", str(path)) as (game, terminal):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"1234\n")
        read_until(terminal, "2396 Score: ")
        os.write(terminal, b"\x04")
        read_until(terminal, f"The game stops here; go on with:\r\nmoo play --resume {path}\r\n")
        assert game.wait() == 0
    assert load(path, GAME).moves == MOVES[:1]


def test_a_finished_game_is_shown_and_not_counted_again(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    moo("play", *ARTICLE, "--save", str(path), typed=typed(ARTICLE_INPUT))
    again = moo("play", "--resume", str(path), typed="x\n")
    assert again.returncode == 0
    assert "I win: you needed 6 guesses, I needed 4." in again.stdout
    assert "1 game," in moo("stats").stdout


def test_without_a_file_an_interrupted_game_is_kept_for_the_user() -> None:
    first = moo("play", *ARTICLE, typed="1234\n")
    assert first.stderr.endswith("go on with: moo play --resume\n")
    rest = moo("play", "--resume", typed=typed(ARTICLE_INPUT[1:]))
    assert rest.returncode == 0
    assert "You got it!" in rest.stdout


def test_without_traces_an_interrupted_game_leaves_none(tmp_path: Path) -> None:
    moo("play", *ARTICLE, "--no-stats", typed="1234\n")
    assert list(tmp_path.iterdir()) == []


def test_two_interrupted_games_are_both_kept(tmp_path: Path) -> None:
    moo("play", *ARTICLE, typed="1234\n")
    time.sleep(1.1)
    moo("play", *ARTICLE, typed="1234\n")
    assert len(list(tmp_path.rglob("unfinished-*.json"))) == 2


def test_the_check_of_the_seal_is_quoted_for_the_shell() -> None:
    done = moo("play", "mm3x3:ab'", "--role", "breaker", "--secret", "'a'", typed="'a'\n")
    check = next(line for line in done.stdout.splitlines() if "sha256sum" in line)
    seal = next(line for line in done.stdout.splitlines() if line.startswith("SHA-256: "))
    assert shell(check).stdout.split()[0] == seal.removeprefix("SHA-256: ")


def test_a_killed_game_has_every_move_that_was_answered(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    for moves in range(1, 9):
        path.unlink(missing_ok=True)
        with start("play", *ARTICLE, "--save", str(path)) as game:
            wait_for_the_prompt(game)
            for line in ARTICLE_INPUT[:moves]:
                assert game.stdin is not None
                game.stdin.write(f"{line}\n")
                wait_for_the_prompt(game)
            game.send_signal(signal.SIGKILL)
        assert load(path, GAME).moves == MOVES[:moves]
        assert [file.name for file in tmp_path.iterdir()] == ["duel.json"]


def wait_for_the_prompt(game: subprocess.Popen[str]) -> None:
    assert game.stdout is not None
    shown = ""
    while not re.search(r"(My guess: \d+ Score|Your guess): $", shown):
        shown += game.stdout.read(1)


def test_on_a_terminal_the_answer_goes_on_behind_what_was_typed() -> None:
    with on_a_terminal("play", *ARTICLE, "--no-stats") as (_, terminal):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"1234\n")
        seen = without_escapes(read_until(terminal, " Score: "))
        assert seen.endswith("[1] Your guess: 1234 Score: 11 ●○··   My guess: 2396 Score:")
        os.write(terminal, b"02\n")
        assert "Score: 02" in without_escapes(read_until(terminal, "[2] Your guess: "))


def test_what_is_typed_while_nobody_asks_is_not_lost_and_not_shown_too_early() -> None:
    with on_a_terminal("play", *ARTICLE, "--no-stats") as (_, terminal):
        os.write(terminal, b"1234\n02\n")
        seen = without_escapes(read_until(terminal, "[2] Your guess: "))
    assert "[1] Your guess: 1234 Score: 11 ●○··   My guess: 2396 Score: 02" in seen


def test_lines_that_are_pasted_are_answers_one_after_another() -> None:
    with on_a_terminal("play", *ARTICLE, "--no-stats") as (_, terminal):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"\x1b[200~1234\n02\n5678\x1b[201~\n")
        seen = without_escapes(read_until(terminal, "My guess: 3002 Score: "))
    assert "Score: 02\r\n[2] Your guess: 5678 Score: 02" in seen


def test_lines_are_edited_and_commands_are_completed() -> None:
    with on_a_terminal("play", *ARTICLE, "--no-stats") as (_, terminal):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"134\x1b[D\x1b[D2\n")
        assert "1234 Score: 11" in without_escapes(read_until(terminal, "2396 Score: "))
        os.write(terminal, b"und\t\n")
        assert "Taken back: guess 1234." in read_until(terminal, "[1] Your guess: ")
        # What was typed at another question is not brought back.
        os.write(terminal, b"\x1b[A\n")
        assert "1234 Score: 11" in without_escapes(read_until(terminal, "2396 Score: "))


def test_what_bulls_and_cows_are_is_said_until_a_game_is_finished() -> None:
    for finished in (False, True):
        with on_a_terminal("play", "ab2x3", "--role", "breaker", "--seed", "1") as (_, terminal):
            seen = " ".join(read_until(terminal, "[1] Your guess: ").split())
        assert ("A bull is a right symbol in the right place" in seen) != finished
        moo("play", "ab2x3", "--role", "breaker", "--secret", "01", typed="01\n")


def test_the_boards_are_shown_again_when_they_have_changed() -> None:
    with on_a_terminal("play", *ARTICLE, "--no-stats") as (_, terminal):
        for line in ("1234", "02", "5678"):
            os.write(terminal, f"{line}\n".encode())
        read_until(terminal, "My guess: 3002 Score: ")
        os.write(terminal, b"undo\n")
        seen = without_escapes(read_until(terminal, "[2] Your guess: "))
    drawn = " 1  1 2 3 4  ●○··  11      2 3 9 6  ○○··  02\r\n"
    assert drawn in seen[seen.index("Taken back:") :]
    assert "█" in seen


def test_the_boards_of_a_long_code_fit_on_a_terminal() -> None:
    with on_a_terminal("play", "ab10x10", "--seed", "1", "--no-stats") as (_, terminal):
        os.write(terminal, b"0123456789\n")
        seen = read_until(terminal, "    My guess: 1597628304 Score: ")
        os.write(terminal, b"show\n")
        seen += read_until(terminal, "[1] My guess: 1597628304 Score: ")
    # How often a line is drawn again, from its beginning, depends on how much comes at once.
    seen = re.sub(r"\x1b\[\d+D", "\r", seen)
    seen = re.sub(r"\x1b\[(\d+)C", lambda right: " " * int(right[1]), seen)
    lines = re.split(r"[\r\n]+", without_escapes(seen))
    assert max(map(len, lines)) < 80
    assert lines[lines.index("    Your guesses") + 1].endswith("  28")
    assert " 1  1 5 9 7 6 2 8 3 0 4" in lines[lines.index("    My guesses") :]


def test_the_boards_in_the_documentation() -> None:
    game = ("play", "--secret", "8217", "--start", "2396", "--seed", "1", "--no-stats")
    with on_a_terminal(*game) as (_, terminal):
        os.write(terminal, b"1234\n02\n5678\n01\n")
        read_until(terminal, "[3] Your guess: ")
        os.write(terminal, b"show\n")
        seen = without_escapes(read_until(terminal, "[3] Your guess: "))
    [drawn] = blocks(PROJECT / "docs" / "how-to" / "terminal.md", "text drawn")
    assert drawn.partition("\n")[2] in seen.replace("\r\n", "\n")


def test_the_boards_in_words() -> None:
    lines = ["1234", "02", "show", "quit"]
    done = moo("play", *ARTICLE, "--no-stats", typed=typed(lines))
    assert (
        "\n[1] Your guess: 1234 Score: 1 bull, 1 cow\n    My guess: 2396 Score: 0 bulls, 2 cows\n"
        in done.stdout
    )
    assert "codes left\n" in done.stdout
    rated = moo("play", *ARTICLE, "--rated", "--no-stats", typed=typed(lines))
    assert "1 bull, 1 cow" in rated.stdout
    assert "codes left" not in rated.stdout


def test_plain_lines_have_nothing_drawn_and_no_escapes() -> None:
    with on_a_terminal("play", *ARTICLE, "--no-stats", "--plain") as (_, terminal):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"1234\n")
        seen = read_until(terminal, "2396 Score: ")
    assert seen == "1234\r\n Score: 11   My guess: 2396 Score: "


def test_on_a_terminal_letters_have_the_colours_of_their_marks() -> None:
    words = ("play", "words:english", "--secret", "crane", "--role", "breaker", "--no-stats")
    with on_a_terminal(*words) as (_, terminal):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"slate\n")
        seen = read_until(terminal, "[2] Your guess: ")
    assert "\x1b[42mA" in seen
    assert " --g-g" in re.sub(r"\x1b\[[0-9;]*m", "", seen)


def test_a_game_with_a_table_on_a_terminal(tmp_path: Path) -> None:
    table = tmp_path / "animals.csv"
    table.write_text(",cat,horse,eel\nbarks?,no,no,no\nneighs?,no,yes,no\nswims?,no,no,yes\n")
    game = ("play", f"table:{table}", "--secret", "eel", "--role", "breaker", "--no-stats")
    with on_a_terminal(*game) as (_, terminal):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"neighs?\n")
        seen = read_until(terminal, "[2] Your guess: ")
        assert " Score: no\r\n" in seen
        os.write(terminal, b"? neighs?\n")
        seen = read_until(terminal, "[2] Your guess: ")
        assert "neighs? can be guessed, but is not in the list of secrets." in seen
        os.write(terminal, b"show\n")
        seen = read_until(terminal, "[2] Your guess: ")
        assert " 1  neighs?  no" in seen
        assert "2 codes left" in seen
        assert "Ruled out" not in seen
        os.write(terminal, b"undo\n")
        assert "Taken back: guess neighs?." in read_until(terminal, "[1] Your guess: ")


def test_control_c_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    with on_a_terminal("play", *ARTICLE, "--save", str(path)) as (game, terminal):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"1234\n")
        read_until(terminal, "2396 Score: ")
        interrupt(game)
        seen = read_until(terminal, f"{path}\r\n")
        assert game.wait() == 130
    assert "Traceback" not in seen
    assert load(path, GAME).moves == ("guess 1234",)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_closed_window_keeps_the_game(name: str, tmp_path: Path) -> None:
    with on_a_terminal("play", *ARTICLE) as (game, terminal):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"1234\n")
        read_until(terminal, "2396 Score: ")
        interrupt(game, name)
        assert game.wait() == 130
    (kept,) = tmp_path.rglob("unfinished-*.json")
    assert load(kept, GAME).moves == ("guess 1234",)


def test_a_terminal_that_goes_away_keeps_the_game(tmp_path: Path) -> None:
    here, there = pty.openpty()
    command = [sys.executable, "-m", "moolab", "play", *ARTICLE]
    with subprocess.Popen(command, stdin=there, stdout=there, stderr=there) as game:
        os.close(there)
        read_until(here, "[1] Your guess: ")
        os.write(here, b"1234\n")
        read_until(here, "2396 Score: ")
        os.close(here)
        assert game.wait(PATIENCE) != 0
    (kept,) = tmp_path.rglob("unfinished-*.json")
    assert load(kept, GAME).moves == ("guess 1234",)


def test_when_the_output_is_closed_the_game_is_kept(tmp_path: Path) -> None:
    done = shell(f"printf '1234\\n02\\n' | MOO play {' '.join(ARTICLE)} | head -n 7")
    assert "Traceback" not in done.stderr
    (kept,) = tmp_path.rglob("unfinished-*.json")
    assert load(kept, GAME).moves[0] == "guess 1234"


def test_on_a_terminal_wide_symbols_take_two_columns() -> None:
    game = ["mm3x4:大小中一", "--role", "breaker", "--secret", "大小一", "--no-stats"]
    with on_a_terminal("play", *game) as (_, terminal):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, "大小中\n".encode())
        assert "\x1b[A\x1b[22C Score: 20" in read_until(terminal, "guess: ")


def test_control_d_at_the_first_prompt_leaves_the_game() -> None:
    with on_a_terminal("play", "--no-stats", "--seed", "1") as (game, terminal):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"\x04")
        assert "There is no input" not in read_until(terminal, "The game stops here.\r\n")
        assert game.wait() == 0


def test_the_demonstration_can_be_asked_for() -> None:
    done = moo("solve", "--seed", "1", typed="1234\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("I play both sides, Left and Right, and explain the moves.\n")
    assert "Your guess" not in done.stdout
    assert moo("stats").stdout.startswith("No games yet")


def test_how_a_secret_is_found_can_be_explained() -> None:
    done = moo("solve", "1234", "--explain", "--seed", "1", "--mistakes", "1", "--plain")
    assert "Right has chosen 1234, which Left has to find." in done.stdout
    assert "Left has found the code." in done.stdout
    assert "Right guesses" not in done.stdout
    assert "leave out the SECRET" in moo("solve", "1234", "--maker", "evil").stderr
    assert "Right keeps no secret" in moo("solve", "--maker", "evil", "--seed", "1").stdout


def test_examples_are_replies_that_the_game_has() -> None:
    game = ["play", "mm1x6", "--secret", "1", "--start", "2", "--seed", "1", "--no-stats"]
    done = moo(*game, typed="help\n3\n\nhelp\n00\ncorrect\n")
    said = " ".join(done.stdout.split())
    assert "bulls and cows, as in 10." in said
    assert "wrong place), for example 10." in said
    assert "as in correct 1 10." in said


def test_a_demonstration_has_any_seed() -> None:
    done = moo("solve", "-r", "mm2x2", "--seed", str(2**63 - 1))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_new_game_overwrites_only_finished_ones(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    path.touch()
    moo("play", *ARTICLE, "--save", str(path), typed="1234\n")
    refused = moo("play", *ARTICLE, "--save", str(path), typed="1234\n")
    assert refused.returncode == 2
    assert f"holds an unfinished game; go on with --resume {path}" in refused.stderr
    moo("play", "--resume", str(path), typed="resign\n")
    assert moo("play", *ARTICLE, "--save", str(path), typed="resign\n").returncode == 0
    path.write_text("dear diary")
    refused = moo("play", *ARTICLE, "--save", str(path), typed="1234\n")
    assert "this is not a saved game; choose another name" in refused.stderr
    assert path.read_text() == "dear diary"


def test_a_game_goes_on_when_a_move_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "duel.json"
    duel = begin(Setup.new(Rules.parse("4"), role="breaker", secret="8217"))
    source = StringIO("1234\n5678\n8217\n")
    conversation = Conversation(Terminal(source, StringIO()), GameFile(path), leave_traces=False)
    attempts = iter([True, False, True, True])

    def sometimes(text: str, where: Path) -> None:
        if not next(attempts):
            raise OSError(28, "No space left on device")
        write_game(text, where)

    monkeypatch.setattr("moolab.games.saves.write_game", sometimes)
    assert conversation.play(duel).outcome == "won"
    assert capsys.readouterr().err.count("the last move is not saved: No space") == 1
    assert load(path, GAME).phase == "over"


def test_a_game_that_cannot_be_written_does_not_begin(tmp_path: Path) -> None:
    done = moo("play", "--save", str(tmp_path), typed="1234\n")
    assert done.returncode == 2
    assert "is a directory" in done.stderr


@pytest.mark.parametrize(
    ("role", "typed", "said"),
    [
        ("breaker", "crane\ncaper\nslate\n", "You found my code in "),
        ("breaker", "crane\nresign\n", "My code was "),
        ("maker", "ggggg\n", "I found "),
        ("both", "crane\nresign\n", "My code was "),
    ],
)
def test_a_game_with_lists_of_ones_own_is_played_to_its_end(
    role: str, typed: str, said: str, tmp_path: Path
) -> None:
    words = tmp_path / "words.txt"
    words.write_text("crane\ncaper\nslate\n")
    done = moo("play", f"words:{words}", "--role", role, "--seed", "1", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_lists_and_tables_are_named_like_any_game(tmp_path: Path) -> None:
    words, table = tmp_path / "words.txt", tmp_path / "pets.csv"
    words.write_text("crane\ncaper\nslate\n")
    table.write_text(",cat,dog,owl\nflies?,no,no,yes\nbarks?,no,yes,no\n")
    by_name = moo("play", f"words:{words}", "--role", "maker", typed="ggggg\n")
    assert by_name.stdout.startswith("words:words.txt: 3 codes with 5 letters.")
    by_name = moo("play", f"table:{table}", "--role", "maker", typed="resign\n")
    assert by_name.stdout.startswith("table:pets.csv: 3 codes, and 2 questions.")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["mm4x6", "-r", "table:FILE"], "Name the game once"),
        (["-r", "table:FILE", "--rule", "jotto"], "--rule does not go with a table"),
        (["--rule", "jotto", "--resume", "x"], "--rule does not go with --resume"),
        (["table:FILE", "--resume", "x"], "RULES does not go with --resume"),
    ],
)
def test_one_game_is_named_only(args: list[str], message: str, tmp_path: Path) -> None:
    table = tmp_path / "pets.csv"
    table.write_text(",cat,dog,owl\nflies?,no,no,yes\nbarks?,no,yes,no\n")
    done = moo("play", *(arg.replace("FILE", str(table)) for arg in args))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_tree_that_comes_with_moolab_is_found_by_its_name() -> None:
    done = moo("play", "-s", "ab4x10.json.gz", "--seed", "1", typed="1234\nresign\n")
    assert "My guess: 0123" in done.stdout


def test_words_alone_are_those_of_five_letters() -> None:
    games = [
        moo("play", game, "--seed", "1", "--no-stats", typed="resign\n")
        for game in ("words", "wordle", "words:english5")
    ]
    assert [game.returncode for game in games] == [0, 0, 0]
    assert "words:english5" in games[0].stdout
    assert len({game.stdout.splitlines()[0] for game in games}) == 1
