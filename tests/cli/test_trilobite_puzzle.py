"""``moo trilobite puzzle``: positions as text and JSON, and sheets of them for print."""

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from moolab.cli.terminal.status import StatusLine
from moolab.puzzles.sheet import drawing
from moolab.puzzles.sheet import page as sheet_page
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.commands.puzzle import command
from moolab.trilobite.puzzle import make_puzzle
from moolab.trilobite.sheet import StoneSheet
from moolab.trilobite.solver.exact import Solver
from tests.cli.test_cli import answer, moo
from tests.helpers.browser import check_accessible, picture
from tests.helpers.paths import DATA

if TYPE_CHECKING:
    from playwright.sync_api import Page

GOLDEN = DATA / "trilobite_sheet.svg"
PUZZLE = ["trilobite", "puzzle", "--size", "5x4", "--win", "3", "--moves", "2"]


def sheet(count: int) -> StoneSheet:
    solver = Solver(Shape(5, 4, 3), 1 << 16, book=False)
    puzzles = tuple(make_puzzle(solver, 2, seed) for seed in range(count))
    return StoneSheet(puzzles, "moo trilobite puzzle --size 5x4 --win 3 --moves 2")


def test_each_of_many_puzzles_can_be_made_again_alone() -> None:
    wishes = [*PUZZLE[:-1], "3", "--difficulty", "2", "--json"]
    lines = moo(*wishes, "--seed", "7", "--count", "2").stdout.splitlines()
    made = [json.loads(line) for line in lines]
    assert [(each["seed"], each["difficulty"]) for each in made] == [(7, 2), (8, 2)]
    assert moo(*wishes, "--seed", "8").stdout.splitlines() == lines[1:]
    error = answer(*PUZZLE, "--difficulty", "5", code=2)["error"]
    assert error["kind"] == "puzzle_not_found"
    assert "no win in 2 stones of difficulty 5 was found" in error["message"]


def test_no_puzzle_is_twice_on_a_sheet_nor_its_mirror_image() -> None:
    small = ["trilobite", "puzzle", "--size", "4x4", "--win", "3", "--moves", "2", "--seed", "1"]
    done = moo(*small, "--count", "12", "--json")
    made = [json.loads(line) for line in done.stdout.splitlines()]
    boards = {Board.parse(each["moves"], Shape(4, 4, 3)).canonical for each in made}
    assert (len(made), len(boards), done.stderr) == (12, 12, "")
    assert [each["seed"] for each in made] == sorted({each["seed"] for each in made})
    seed = str(made[-1]["seed"])
    assert json.loads(moo(*small[:-1], seed, "--json").stdout) == made[-1]


def test_of_a_small_board_that_has_not_so_many_puzzles_all_are_made() -> None:
    small = ["trilobite", "puzzle", "--size", "4x3", "--win", "3", "--moves", "2", "--seed", "1"]
    done = moo(*small, "--count", "1000", "--json")
    count = len(done.stdout.splitlines())
    assert done.returncode == 0
    assert done.stderr == (
        f"{count} puzzles, and no more: 100 further seeds gave the same ones again.\n"
    )


def test_while_a_game_is_searched_the_seconds_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Counter[str]()
    monkeypatch.setattr(StatusLine, "due", True)
    monkeypatch.setattr(StatusLine, "show", lambda _, text: shown.update([text]))
    assert CliRunner().invoke(command, [*PUZZLE[2:], "--seed", "1", "--json"]).exit_code == 0
    assert max(shown.values()) > 1, "more than once a game"


def test_a_puzzle_for_people_does_not_tell_its_solution() -> None:
    done = moo(*PUZZLE, "--difficulty", "1", "--seed", "1")
    assert done.stdout.endswith("X to move wins in 2 stones.\n")
    told = moo(*done.stderr.removeprefix("The solution: moo ").split()).stdout
    assert told == f"{done.stdout}Column 4: X 4, O 3, X 2.\n"


def test_who_does_not_see_boards_is_told_where_the_stones_are() -> None:
    done = moo(*PUZZLE, "--seed", "1", "--plain")
    assert done.stdout.splitlines()[1:] == [
        "The stones of a column are named from below.",
        "Column 1: O. Column 3: X. The other columns are empty. Last: column 1.",
        "X to move wins in 2 stones.",
    ]


def test_sheets_are_written_over_nothing(tmp_path: Path) -> None:
    html, svg = tmp_path / "sheet.html", tmp_path / "sheet.svg"
    args = [*PUZZLE, "--seed", "0", "--count", "3", "--html", str(html), "--svg", str(svg)]
    done = moo(*args)
    assert (done.stdout, done.stderr) == ("", f"{html}: 3 puzzles\n{svg}: 3 puzzles\n")
    assert svg.read_text() == drawing(sheet(3))
    assert html.read_text() == sheet_page(sheet(3))
    assert moo(*args).stderr == f"moo: {html} exists; --force overwrites it.\n"


def test_the_sheet_is_the_one_that_was_looked_at() -> None:
    text = drawing(sheet(2))
    if os.environ.get("MOOLAB_REWRITE_SHEET"):
        GOLDEN.write_text(text)
    assert text == GOLDEN.read_text()
    solutions = text[text.index(">Solutions<") :]
    for number, puzzle in enumerate(sheet(2).puzzles, start=1):
        assert f">{number}:  {' '.join(puzzle.line)}  (seed {puzzle.seed})<" in solutions


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_page_is_printed_with_the_solutions_on_the_last_one(page: "Page", paper: str) -> None:
    page.set_content(sheet_page(sheet(3)))
    assert page.get_by_role("img", name="The board after the columns 31").count() == 1
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) == 2
    if paper == "A4":
        check_accessible(page)
        picture(page, "stones-sheet")
