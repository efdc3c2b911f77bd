"""``moo puzzle``: puzzles as JSON and text, sheets for print, and solutions."""

import json
import re
import shlex
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from moolab.codes.rules import Rules
from moolab.puzzles.clue_sheet import ClueSheet
from moolab.puzzles.maker import make
from moolab.puzzles.sheet import drawing
from moolab.puzzles.sheet import page as sheet_page
from tests.cli.test_cli import answer, moo
from tests.helpers.browser import check_accessible, picture
from tests.helpers.cases import every

if TYPE_CHECKING:
    from playwright.sync_api import Page

MADE = ["2614=11", "8526=01", "9506=02", "5709=02", "4837=01", "1087=10"]
TURNS = [{"guess": clue[:4], "reply": clue[5:]} for clue in MADE]


def test_a_puzzle_as_json() -> None:
    assert answer("puzzle", "--seed", "1") == {
        "schema": "moolab/puzzle/1",
        "rules": "ab4x10",
        "turns": TURNS,
        "solution": "1954",
        "difficulty": 5,
        "seed": 1,
        "liar": None,
    }


def test_a_puzzle_for_people_does_not_tell_its_solution() -> None:
    done = moo("puzzle", "-r", "mm4x6", "--seed", "3", "--clues", "4")
    assert done.stdout.startswith("mm4x6, seed 3: ")
    assert len(done.stdout.split("\n")) == 7
    solved = moo(*done.stderr.removeprefix("The solution: moo ").split())
    solution = answer("puzzle", "-r", "mm4x6", "--seed", "3", "--clues", "4")["solution"]
    assert solution not in done.stdout + done.stderr
    assert f"One code fits: {solution} (" in solved.stdout


def test_what_would_tell_the_solution_can_be_typed_whatever_the_symbols() -> None:
    told = moo("puzzle", "-r", "ab2x4:-$'a", "--seed", "1").stderr
    _, *args = shlex.split(told.removeprefix("The solution: "))
    assert "--" in args
    assert "One code fits: " in moo(*args).stdout


def test_what_would_tell_the_solution_says_where_lists_are(tmp_path: Path) -> None:
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "words.txt").write_text("crane\nslate\ntrace\n")
    for game in f"words:{folder}/words.txt", f"words:{folder}/words.txt:jotto":
        told = moo("puzzle", "-r", game, "--seed", "1").stderr
        _, *args = shlex.split(told.removeprefix("The solution: "))
        assert "One code fits: " in moo(*args).stdout


def test_each_of_many_puzzles_can_be_made_again_alone() -> None:
    wishes = ["puzzle", "-r", "emms4x4", "--difficulty", "2", "--json"]
    lines = moo(*wishes, "--seed", "7", "--count", "3").stdout.splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [7, 8, 9]
    assert moo(*wishes, "--seed", "8").stdout.splitlines() == lines[1:2]


def test_without_a_seed_chance_decides_and_says_how() -> None:
    assert len({answer("puzzle")["seed"] for _ in range(3)}) > 1
    done = moo("puzzle", "--count", "2", "--clues", "5")
    again = re.fullmatch(r"The same again: moo (.*)\n", done.stderr)
    assert again is not None
    assert moo(*again[1].split()).stdout == done.stdout


@every(
    "args, kind, message",
    [
        (["--clues", "1", "-r", "ab3x6"], "puzzle_not_found", "no puzzle of ab3x6 with 1 clue was"),
        (["--clues", "0"], "usage", "'--clues'"),
        (["--difficulty", "6"], "usage", "'--difficulty'"),
        (["--count", "0"], "usage", "'--count'"),
        (["-r", "ab6x26"], "space_too_large", "too many for puzzles (the limit is 1,000,000)"),
        (["1389=00"], "usage", "No such command '1389=00'"),
        (
            ["--seed", "1", "solve", "1389=00"],
            "usage",
            "--seed was typed before solve: type it after that.",
        ),
        (["--html", "x", "--svg", "./x"], "usage", "page and picture need two files"),
        (["--html", "no/such/folder/x"], "file", "No such file"),
        (["solve"], "usage", "Missing argument 'CLUE...'"),
        (["solve", "1389"], "invalid_turn", "write CODE=REPLY"),
        (["solve", "1389=31"], "invalid_reply", "impossible"),
        (["solve", "-r", "10", "0123456789=28"], "space_too_large", "too many for puzzles"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    args: list[str], kind: str, message: str
) -> None:
    error = answer("puzzle", *args, code=2)["error"]
    assert (error["kind"], message in error["message"]) == (kind, True), error


def test_one_code_alone_makes_no_puzzle(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("cat\n")
    error = answer("puzzle", "-r", f"words:{tmp_path / 'one.txt'}", code=2)["error"]
    assert error["kind"] == "puzzle_not_found"
    assert "has one code only" in error["message"]


def test_solving_a_puzzle_explains_it() -> None:
    found = answer("puzzle", "solve", *MADE)
    steps = found.pop("steps")
    assert found == {
        "schema": "moolab/puzzle-solve/1",
        "rules": "ab4x10",
        "turns": TURNS,
        "candidates": 1,
        "codes": ["1954"],
        "solution": "1954",
        "difficulty": 5,
        "superfluous": [],
    }
    assert steps[1] == {
        "clues": [3],
        "ways": None,
        "lines": 0,
        "facts": [
            {"symbol": "9", "not_at": 1, "at_least": None},
            {"symbol": "0", "not_at": 3, "at_least": None},
        ],
        "text": "Clue 3: 9 is not at place 1; 0 is not at place 3.",
    }
    assert steps[-1]["ways"] == ["1?54"]
    done = moo("puzzle", "solve", *MADE, "0000=00", "-r", "mm4x10")
    assert done.returncode == 0
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_what_is_no_puzzle() -> None:
    several = ["puzzle", "solve", "1389=00", "1234=02", "1759=11"]
    assert moo(*several).stdout.endswith("5 codes fit: 2457, 2745, 4725, 5742 and 7452.\n")
    found = answer(*several)
    assert (found["candidates"], found["solution"], found["difficulty"]) == (5, None, None)
    assert moo(*several[:3]).stdout.endswith(
        "360 codes fit: among them 0245, 0246, 0247, 0254, 0256, 0257, 0264 and 0265.\n"
    )
    error = answer("puzzle", "solve", "1389=00", "1389=01", code=3)["error"]
    assert (error["kind"], error["conflict"]) == ("contradictory_replies", [1, 2])
    assert moo("puzzle", "solve", "-r", "ab2x4", "13=01", "23=02", "03=01").stdout.endswith(
        "One code fits: 32 (very easy, 1 of 5).\nClues 1 and 3 can be left out.\n"
    )


def test_sheets_are_written_whole_and_over_nothing(tmp_path: Path) -> None:
    html, svg = tmp_path / "sheet.html", tmp_path / "sheet.svg"
    args = ["puzzle", "--seed", "5", "--count", "7", "--html", str(html), "--svg", str(svg)]
    done = moo(*args)
    assert (done.stdout, done.stderr) == ("", f"{html}: 7 puzzles\n{svg}: 7 puzzles\n")
    before = html.read_bytes(), svg.read_bytes()
    again = moo(*args)
    assert (again.returncode, again.stderr) == (
        2,
        f"moo: {html} exists; --force overwrites it.\n",
    )
    assert moo(*args, "--force", "--json").stdout.count('"solution"') == 7
    assert (html.read_bytes(), svg.read_bytes()) == before
    assert sorted(tmp_path.iterdir()) == [html, svg]


def sheet(game: str, count: int) -> ClueSheet:
    puzzles = tuple(make(Rules.parse(game), seed) for seed in range(count))
    return ClueSheet(puzzles, f"moo puzzle -r {game}")


def test_a_page_needs_nothing_but_itself_and_tells_solutions_last() -> None:
    some = sheet("ab2x4:<&\"'", 3)
    text = sheet_page(some)
    assert not re.search(r"://|url\(|@import|<script|<link|<img", text)
    puzzles, _, solutions = text.partition(">Solutions</h2>")
    assert puzzles.count("<h2 ") == 4
    assert "bulls, 0 cows" not in puzzles
    assert re.findall("<li><code>(.*?)</code>", solutions) == [
        escape(puzzle.solution) for puzzle in some.puzzles
    ]


@pytest.mark.parametrize(
    ("game", "count", "pages"),
    [("ab4x10", 7, 3), ("ab1x36", 2, 3), ("mm10x2", 4, 2), ("ab2x4:<&\"'", 1, 2)],
)
def test_a_drawing_is_a_row_of_pages(game: str, count: int, pages: int) -> None:
    some = sheet(game, count)
    root = ElementTree.fromstring(drawing(some))  # noqa: S314 - it is our own
    assert root.get("viewBox") == f"0 0 210 {297 * pages}"
    texts = ["".join(element.itertext()) for element in root.iterfind(".//{*}text")]
    assert [text for text in texts if text.startswith("Puzzle ")] == [
        f"Puzzle {number}" for number in range(1, count + 1)
    ]
    solutions = texts[texts.index("Solutions") :]
    for number, puzzle in enumerate(some.puzzles, start=1):
        assert f"{number}:  {puzzle.solution}  (seed {puzzle.seed})" in solutions


def test_many_solutions_take_many_pages() -> None:
    many = ClueSheet(sheet("ab2x3", 1).puzzles * 400, "moo puzzle -r ab2x3")
    text = drawing(many)
    assert text.count(">Solutions<") == 3
    assert max(float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)">\d+:', text)) <= 267


def test_a_page_is_accessible_and_printed_on_both_sides_of_the_ocean(page: "Page") -> None:
    page.set_content(sheet_page(sheet("ab4x10", 3)))
    assert page.get_by_role("heading").count() == 5
    assert page.get_by_role("table").first.get_by_role("row").count() == 8
    check_accessible(page)
    picture(page, "puzzles")
    for paper in ("A4", "Letter"):
        printed = page.pdf(format=paper, prefer_css_page_size=False)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
