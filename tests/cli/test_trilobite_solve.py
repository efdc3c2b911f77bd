"""``moo trilobite solve``: scores of positions, one by one and from files."""

import json
import math
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from moolab.cli.terminal.status import StatusLine
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.book import Book
from moolab.trilobite.commands import solve
from moolab.trilobite.score import Bounds, possible
from moolab.trilobite.solver.exact import Question, Solver
from tests.cli.test_cli import answer, moo
from tests.helpers.cases import every

SMALL = ["trilobite", "solve", "--size", "4x3", "--win", "3"]

LINES = """\
# three in a row on a board of 4x3
22 4

23
 2 -2  # O has lost
"""


class Hurried(Solver):
    """A solver for which time is always too short."""

    settings: tuple[Shape, int, bool]

    def __init__(self, shape: Shape, memory: int, book: bool, workers: int) -> None:
        assert workers == 1
        Hurried.settings = (shape, memory, book)

    @property
    def nodes(self) -> int:
        return 7

    book = Book(Shape(), ["- 0"])

    def _is_recalled(self, board: Board) -> bool:
        return board.ply < 10

    def recalled_bounds(self, board: Board) -> Bounds:
        # As a book does that has the score of one first move.
        return Bounds(-1, 1) if str(board) == "4" else possible(board)

    def is_early(self, board: Board) -> bool:
        return board.ply < 10

    def score(self, board: Board, seconds: float | None = None, least: int | None = None) -> Bounds:
        assert not board.is_over
        assert least is None
        assert seconds in (0.25, 0.5)  # for a position with all its moves, and for a line of a file
        return Bounds(-3, 5)

    def scores(
        self, board: Board, seconds: float | None = None, progress: object = None, most: int = 28
    ) -> dict[int, Bounds]:
        assert progress is None
        assert most == 5
        assert seconds is not None
        assert 0 <= seconds <= 0.5
        return dict.fromkeys(board.columns, Bounds(-28, 28)) | {4: Bounds(1, 1), 2: Bounds(-9, 2)}


class Stopped(Hurried):
    """A solver of an early position that is stopped with Ctrl-C."""

    watch: Callable[[Board, Bounds], None]

    def score(
        self, board: Board, _seconds: float | None = None, _least: int | None = None
    ) -> NoReturn:
        self.watch(board, Bounds(-9, 8))
        self.watch(board, Bounds(-3, 5))
        raise KeyboardInterrupt


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches have taken a while when they are stopped with Ctrl-C."""
    monkeypatch.setattr(solve, "Solver", Stopped)
    monkeypatch.setattr(solve, "prepare_kernels", lambda *_: None)
    monkeypatch.setattr(solve, "_PATIENCE", 0)


@pytest.mark.usefixtures("stopped")
def test_ctrl_c_says_what_is_known() -> None:
    done = CliRunner().invoke(solve.command)
    early = done.stderr.splitlines()[:2]
    assert early[0].startswith("This position is early: its score may take about 30 minutes.")
    assert "--time-limit" in early[1]
    score, columns, scores = done.stdout.splitlines()
    assert score == "score -1..5: who wins is not known; it was stopped"
    assert columns.split() == ["column", *"12345678"]
    assert scores.split() == ["score", *["-25..5"] * 3, "-1..1", *["-25..5"] * 4]
    as_json = CliRunner().invoke(solve.command, ["--json"])
    assert (json.loads(as_json.stdout)["lower"], as_json.exit_code) == (-1, done.exit_code)
    of_file = CliRunner().invoke(solve.command, ["--file", "-"], input="44\n4\n")
    early[0] = early[0].replace("30 minutes", "10 minutes")
    assert of_file.stderr.splitlines()[:3] == [*early, "44: score -3..5"]
    both = CliRunner().invoke(solve.command, ["--file", "-", "--json"], input="44 9\n4\n")
    known = json.loads(both.stdout)
    assert (known["moves"], known["lower"], known["upper"], known["expected"]) == ("44", -3, 5, 9)
    assert both.exit_code == done.exit_code


@pytest.mark.usefixtures("stopped")
def test_of_other_lines_nobody_has_measured_how_long_they_take() -> None:
    said = CliRunner().invoke(solve.command, ["--win", "3"]).stderr
    assert "its score may take very long." in said


@pytest.mark.usefixtures("stopped")
@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (
            "9",
            "The time limit will leave wide bounds, and who wins only if the opening book knows.",
        ),
        ("500", "may take about 20 minutes, so the time limit may leave no more than bounds."),
        ("90000", ""),  # long enough
    ],
)
def test_what_a_time_limit_will_leave_is_said_beforehand(limit: str, expected: str) -> None:
    said = CliRunner().invoke(solve.command, ["4", "--time-limit", limit]).stderr
    assert expected in " ".join(said.split())
    assert ("This position is early" in said) is (limit != "90000")
    assert max(map(len, said.splitlines())) < 80


@pytest.mark.usefixtures("stopped")
def test_where_the_book_has_the_score_that_is_said_before_all_moves_are_scored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Stopped, "is_early", lambda _, board: board.ply > 0)
    monkeypatch.setattr(Stopped, "recalled_bounds", lambda *_: Bounds(2, 2))
    said = " ".join(CliRunner().invoke(solve.command).stderr.split())
    assert said.startswith(
        "The score is 2: X wins with its 2nd stone from the end, on move 53. To score all moves, "
        "too, may take about 2 hours. Ctrl-C stops"
    )
    limited = CliRunner().invoke(solve.command, ["--time-limit", "9"]).stderr
    assert "so the time limit may leave no more than bounds." in " ".join(limited.split())
    of_file = CliRunner().invoke(solve.command, ["--file", "-"], input="-\n").stderr
    assert "may take" not in of_file


def hurried(*args: str, typed: str = "") -> str:
    """What is printed if time is too short."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solve, "Solver", Hurried)
        done = CliRunner().invoke(solve.command, ["--time-limit", "0.5", *args], input=typed)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.stdout


def solved(*args: str) -> dict[str, Any]:
    """The solution, without what differs from one machine to another."""
    result = answer(*args)
    assert result.pop("tried") >= 0
    assert result.pop("seconds") >= 0
    return result


def test_solve() -> None:
    scores = {1: -1, 2: -1, 3: 4, 4: -1}
    assert solved(*SMALL, "22") == {
        "schema": "moolab/trilobite-solve/1",
        "size": "4x3",
        "win": 3,
        "moves": "22",
        "score": 4,
        "lower": 4,
        "upper": 4,
        "ends": ["X wins"],
        "book": False,
        "best": [3],
        "scores": {
            str(column): {"score": score, "lower": score, "upper": score}
            for column, score in scores.items()
        },
    }
    assert moo(*SMALL, "22").stdout == (
        "score 4: X wins with its 4th stone from the end, on move 5\n"
        "column   1   2   3   4\n"
        "score   -1  -1   4  -1\n"
    )


def test_moves_may_be_left_out_or_empty() -> None:
    empty = solved(*SMALL)
    assert (empty["score"], empty["best"], empty["moves"]) == (2, [2, 3], "")
    assert solved(*SMALL, "") == empty
    assert solved(*SMALL, "--no-book", "--memory", "16", "--time-limit", "60") == empty


def test_columns_that_are_full_have_no_score() -> None:
    result = solved("trilobite", "solve", "--size", "3x3", "--win", "3", "111")
    assert list(result["scores"]) == ["2", "3"]


def test_the_drawn_board() -> None:
    shown = moo("trilobite", "solve", "--size", "3x3", "--win", "3").stdout
    assert shown == "score 0: draw\ncolumn  1  2  3\nscore   0  0  0\n"


def test_a_time_limit_gives_bounds() -> None:
    assert json.loads(hurried("", "--json")) | {"seconds": 0} == {
        "schema": "moolab/trilobite-solve/1",
        "size": "8x7",
        "win": 4,
        "moves": "",
        "score": None,
        "lower": 1,
        "upper": 5,
        "ends": ["X wins"],
        "best": [],
        "scores": {str(column): {"score": None, "lower": -28, "upper": 5} for column in range(1, 9)}
        | {
            "2": {"score": None, "lower": -9, "upper": 2},
            "4": {"score": 1, "lower": 1, "upper": 1},
        },
        "tried": 0,
        "seconds": 0,
        "book": True,
    }
    assert hurried("1111") == (
        "score 1..5: X wins; the time is over\n"
        "column       1       2       3       4       5       6       7       8\n"
        "score   -28..5   -9..2  -28..5       1  -28..5  -28..5  -28..5  -28..5\n"
    )


def test_wide_boards_fit_into_the_lines_of_a_terminal() -> None:
    lines = hurried("--size", "12x12").splitlines()
    assert lines[1:3] == ["column   score", "1       -28..5"]
    assert lines[-1] == "c       -28..5"
    assert max(map(len, lines)) < 80


def test_options_are_passed_on() -> None:
    hurried("--size", "7x6")
    assert Hurried.settings == (Shape(7, 6), 256 << 20, True)
    hurried("--win", "5", "--memory", "16", "--no-book")
    assert Hurried.settings == (Shape(8, 7, 5), 16 << 20, False)


def test_a_time_limit_holds_for_each_line_of_a_file() -> None:
    assert hurried("--file", "-", typed="4453 9\n44 5") == "4453 -3..5\n44 -3..5\n"
    line = json.loads(hurried("--file", "-", "--json", typed="44 5"))
    assert line | {"seconds": 0} == {
        "schema": "moolab/trilobite-score/1", "size": "8x7", "win": 4, "moves": "44",
        "score": None, "lower": -3, "upper": 5, "ends": ["X wins", "draw", "O wins"], "expected": 5,
        "tried": 0, "seconds": 0,
    }  # fmt: skip


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(LINES, encoding="utf-8-sig")  # as editors of Windows do
    for done in (moo(*SMALL, "--file", str(path)), moo(*SMALL, "--file", "-", typed=LINES)):
        assert (done.stdout, done.stderr) == ("22 4\n23 2\n2 -2\n", "")
        assert done.returncode == 0


def test_the_empty_board_with_another_score_is_named_by_its_dash() -> None:
    done = moo("trilobite", "solve", "--size", "4x4", "--file", "-", typed="- 3")
    assert done.stderr == "line 1: - has the score 0, not 3\n"


def test_a_dash_among_moves_is_no_column() -> None:
    done = moo(*SMALL, "--file", "-", typed="22-\n")
    assert "there is no column '-'" in done.stderr


def test_what_is_printed_can_be_read_back() -> None:
    printed = moo(*SMALL, "--file", "-", typed=LINES).stdout
    assert moo(*SMALL, "--file", "-", typed=printed).stdout == printed


def test_scores_that_differ_are_named() -> None:
    done = moo(*SMALL, "--file", "-", typed="22 4\n23 -1\n2 +2\n2 -3..1\n2 -1..3")
    assert (done.returncode, done.stdout) == (5, "22 4\n23 2\n2 -2\n2 -2\n2 -2\n")
    assert done.stderr == (
        "line 2: 23 has the score 2, not -1\nline 3: 2 has the score -2, not 2\n"
        "line 5: 2 has the score -2, not -1..3\n"
    )


def test_a_stream_says_all_that_becomes_known_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    # On a busy machine a line of a second without anything new might come between.
    monkeypatch.setattr(solve, "_PATIENCE", math.inf)
    moves = "16316781233411161678837427"
    *way, last = moo("trilobite", "solve", moves, "--json", "--stream").stdout.splitlines()
    lines = [json.loads(line) for line in way]
    assert {line["schema"] for line in lines} == {"moolab/trilobite-search/1"}
    of_position = [line for line in lines if line["moves"] == moves]
    assert of_position[-1]["score"] == json.loads(last)["score"]
    for before, after in pairwise(of_position):
        assert before["upper"] - before["lower"] > after["upper"] - after["lower"]
    assert {line["moves"] for line in lines} <= {moves} | {f"{moves}{c}" for c in "12345678"}
    in_book = moo(
        "trilobite", "solve", "--size", "7x6", "--json", "--stream", "--time-limit", "0.2"
    )
    assert json.loads(in_book.stdout.splitlines()[0])["score"] == 1
    refused = moo("trilobite", "solve", "--stream")
    assert refused.stderr.endswith("--stream goes with --json.\n")
    refused = moo("trilobite", "solve", "--stream", "--json", "--file", "-", typed="44\n")
    assert refused.stderr.endswith("--stream does not go with --file.\n")


def test_a_stream_is_not_silent_though_nothing_new_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(solve, "_PATIENCE", 0)
    solver = Solver(Shape(), memory=1 << 20, book=False)
    with solve._showing_bounds(solver, Board.empty(), {}, None, stream=True):
        solver.search(Board.empty(), nodes=200_000)
    first, *_, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["lower"], first["upper"]) == (last["lower"], last["upper"])
    assert last["lower"] < last["asked"] <= last["upper"]
    assert 0 <= last["seen"] < 1
    assert 0 < last["depth"] <= Shape().cells
    assert last["tried"] >= 200_000


def test_the_status_says_what_is_asked_and_how_much_was_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    monkeypatch.setattr(StatusLine, "due", True)
    monkeypatch.setattr(StatusLine, "show", lambda _, text: said.append(text))
    solver = Solver(Shape(), memory=1 << 20)
    board = Board.empty()
    with solve._showing_bounds(solver, board, {}, None, stream=False):
        solver.search(board, nodes=200_000)
        solver.search(board.play(4), nodes=200_000)
    asked = r"-2\d..2\d; -?\d+ or more\? \d+% seen; [\d.,]+( M)?/s, 0:\d\d; \d+ deep"
    assert re.fullmatch(f"score: {asked}", said[0])
    assert re.fullmatch(f"column 4: {asked}", said[-1])


@given(data=st.data(), tried=st.integers(0, 10**13), seconds=st.floats(1, 10**5))
def test_the_status_fits_into_a_line(data: st.DataObject, tried: int, seconds: float) -> None:
    column = Board.empty(Shape(12, 12)).play(12)
    lower, upper = sorted(data.draw(st.tuples(*[st.integers(-72, 72)] * 2)))
    score = Bounds(lower, upper)
    asked = Question(data.draw(st.integers(lower, upper)), 1, data.draw(st.integers(0, 144)))
    shown = solve._in_short("column c", column, score)
    pace = solve._pace(min(tried, int(seconds * 10**8)), seconds)
    assert len(solve._on_one_line(shown, asked, pace)) < 80


def test_a_bad_line_is_named_and_the_rest_is_solved() -> None:
    lines = "9\n22 4 4\n22 x\n12121 4\n22 3\n\xff\n23 2\n"
    done = moo(*SMALL, "--file", "-", typed=lines)
    assert (done.returncode, done.stdout) == (2, "22 4\n23 2\n")
    assert done.stderr.splitlines() == [
        "moo: line 1: move 1 of '9' is not possible: there is no column '9': they are 1 to 4",
        "moo: line 2: '22 4 4' is not a position, or a position and its score: 4453 0",
        "moo: line 3: 'x' is not a score: 2, or bounds: -1..28",
        "moo: line 4: the game is over after '12121': X wins",
        "line 5: 22 has the score 4, not 3",
        "moo: line 6: move 1 of 'ÿ' is not possible: there is no column 'ÿ': they are 1 to 4",
    ]


def test_a_file_as_json_is_an_object_a_line() -> None:
    done = moo(*SMALL, "--json", "--file", "-", typed="22 3\nx\n23\n")
    assert done.returncode == 2
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    for line in lines[0], lines[2]:
        assert line.pop("tried") >= 0
        assert line.pop("seconds") >= 0
    message = "line 2: move 1 of 'x' is not possible: there is no column 'x': they are 1 to 4"
    size = {"schema": "moolab/trilobite-score/1", "size": "4x3", "win": 3, "ends": ["X wins"]}
    error = {"kind": "invalid_move", "message": message, "conflict": None, "repairs": None}
    assert lines == [
        size | {"moves": "22", "score": 4, "lower": 4, "upper": 4, "expected": 3},
        {"schema": "moolab/error/1", "error": error},
        size | {"moves": "23", "score": 2, "lower": 2, "upper": 2, "expected": None},
    ]


def test_ctrl_c_leaves_what_was_printed() -> None:
    command = [sys.executable, "-m", "moolab", *SMALL, "--file", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("22\n23\n")
        process.stdin.flush()
        # It answers as lines come, and waits for the next.
        assert [process.stdout.readline() for _ in range(2)] == ["22 4\n", "23 2\n"]
        os.kill(process.pid, signal.SIGINT)
        assert process.stdout.read() == ""
        assert process.wait() == 130


@every(
    "args, kind, message",
    [
        (["9"], "invalid_move", "move 1 of '9' is not possible: there is no column '9'"),
        (["1212121"], "invalid_position", "the game is over after '1212121': X wins"),
        (["121221", "--size", "2x3", "--win", "3"], "invalid_position", "'121221': draw"),
        (["--size", "14x7"], "invalid_board", "both sides are 1 to 13"),
        (["--win", "9"], "invalid_board", "9 in a row do not fit on a board of 8x7"),
        (["44", "--file", "-"], "usage", "MOVES do not go with --file"),
        (["--file", "nofile.txt"], "file", "nofile.txt: No such file"),
        (["--file", "."], "file", "Is a directory"),
        (["--time-limit", "0"], "usage", "Invalid value for '--time-limit'"),
        (["--time-limit", "nan"], "usage", "'nan' is not a number of seconds"),
        (["--time-limit", "soon"], "usage", "'soon' is not a number of seconds"),
        (["--memory", "0"], "usage", "Invalid value for '--memory'"),
    ],
)
def test_bad_input_is_one_sentence(args: list[str], kind: str, message: str) -> None:
    error = answer("trilobite", "solve", *args, code=2)["error"]
    assert error["kind"] == kind
    assert message in error["message"]


def test_a_board_is_solved_from_an_argument_a_file_or_stdin(tmp_path: Path) -> None:
    drawn = "....\nO...\nXX.."
    file = tmp_path / "board.txt"
    file.write_text(f"\ufeffIt is O's turn:\n{drawn}\n", encoding="utf-8")
    expected = moo(*SMALL, "112")
    said = "Read as 4x3, O to move; a game that leads there: 112.\n"
    for words, text in (
        ([drawn], ""),
        ([drawn.replace("\n", "/")], ""),
        ([str(file)], ""),
        (["-"], drawn),
    ):
        done = moo(*SMALL, *words, typed=text)
        assert (done.returncode, done.stdout) == (0, expected.stdout)
        assert said in done.stderr
    said = answer("trilobite", "solve", drawn, "--win", "3")["size"]
    assert said == "4x3", "as large as it is drawn"
    assert moo(*SMALL, "1,", "1", "2").stdout == expected.stdout
    assert "O to move" in moo("trilobite", "tree", str(file), "--win", "3", "--depth", "0").stderr


def test_a_board_that_cannot_be_gets_a_sentence() -> None:
    done = moo(*SMALL, "..../X.../....")
    assert done.returncode == 2
    assert "the stone in column 1, row 2, floats: the cell below it is empty" in done.stderr
    done = moo(*SMALL, "..../OO../XXX.")
    assert "the game is over" in done.stderr
    assert "X wins" in done.stderr
