"""Puzzles of trilobite in the browser: found column by column, with all of it in the address."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from moolab.trilobite.board import COLUMNS, Shape
from moolab.trilobite.puzzle import Puzzle, make_puzzle
from moolab.trilobite.solver.exact import Solver
from moolab.web.app import create_app
from moolab.web.settings import Settings
from tests.helpers.browser import PHONE, check_accessible, picture
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATH = "/trilobite/puzzle"
ASKED = {"board": "5x4x3", "moves": "3", "difficulty": "3", "seed": "2"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0, processes=1)
    with TestClient(create_app(settings)) as client:
        yield client


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """The one that ``ASKED`` asks for."""
    return make_puzzle(Solver(Shape(5, 4, 3), 1 << 16, book=False), 3, 2, difficulty=3)


def said(html: str) -> str:
    found = re.search(r'<p id="said"[^>]*>(.*?)</p>', html, re.DOTALL)
    assert found is not None
    return unescape(re.sub(r"<[^>]*>", "", found[1]))


@pytest.mark.parametrize("board", ["foo", "14x3x3", "5x4x6"])
def test_a_board_that_cannot_be_is_refused_before_a_puzzle_is_asked_for(
    client: TestClient, board: str
) -> None:
    page = client.get(PATH, params={"board": board})
    assert page.status_code == 422
    assert said(page.text)


def test_columns_lead_to_the_win_or_are_taken_back(client: TestClient, puzzle: Puzzle) -> None:
    wrong = next(name for name in "12345" if puzzle.board.column(name) != puzzle.column)
    page = client.get(PATH, params=ASKED)
    assert said(page.text) == f"{puzzle.board.turn} to move wins in 3 stones: where?"
    for column in (wrong, *puzzle.line[::2]):
        address = re.search(r'<form class="board" method="post" action="([^"]*)"', page.text)
        assert address is not None
        page = client.post(unescape(address[1]), data={"move": column})
        if column == wrong:
            assert said(page.text).startswith(f"Not column {wrong}: ")
            assert "1 wrong column<" in page.text
    assert said(page.text) == f"Solved: {puzzle.board.turn} has won."
    assert page.url.params["tried"] == wrong + puzzle.line[::2]
    assert "the line that wins" in page.text
    assert "seed=3" in unescape(re.search('id="next" href="([^"]*)"', page.text)[1])  # type: ignore[index]


def test_help_comes_when_it_is_asked_for(client: TestClient, puzzle: Puzzle) -> None:
    pages = [client.get(PATH, params=ASKED | {"help": str(n)}).text for n in range(4)]
    assert "threatens" in said(pages[1])
    assert str(puzzle.column) in re.findall(r"\d", said(pages[2]))
    assert said(pages[3]).startswith(f"Column {puzzle.column}: ")
    assert [f"Column {puzzle.column}, the hint" in page for page in pages] == [False] * 3 + [True]
    # Nothing but what was asked for depends on the solution: buttons of empty columns are alike.
    buttons = re.findall(r"<button id=.column.*?</button>", pages[0], re.DOTALL)
    alike = {re.sub(r"\d(?=\D)| autofocus", "", one) for one in buttons if ": empty" in one}
    assert len(alike) == 1
    assert puzzle.line not in pages[0]


def test_an_address_that_is_no_puzzle_says_why(client: TestClient) -> None:
    def refused(**changed: str) -> str:
        answer = client.get(PATH, params=ASKED | changed)
        assert answer.status_code == 422
        return said(answer.text)

    assert "'8' is not the size of a board" in refused(board="8x7")
    assert "'7' is not a number from 2 to 6" in refused(moves="7")
    assert "No win in 2 stones of difficulty 5 was found" in refused(moves="2", difficulty="5")
    assert "A board 99 wide" in refused(board="other", size="99x8")
    page = client.get(PATH, params=ASKED | {"tried": "9"})
    assert (page.status_code, said(page.text)[:35]) == (409, "Not possible. There is no column '9")


def test_the_form_shows_the_board_that_is_played(client: TestClient) -> None:
    page = client.get(PATH, params={"board": "other", "size": "6x4", "win": "3", "moves": "2"})
    assert page.url.params["board"] == "6x4x3"
    assert '<option value="other" selected>' in page.text
    assert re.search('name="size"[^>]* value="6x4"', page.text)
    assert '<option value="3" selected>3</option>' in page.text


def test_one_without_a_seed_is_drawn(client: TestClient) -> None:
    seeds = {client.get(PATH, params={"moves": "2"}).url.params["seed"] for _ in range(3)}
    assert len(seeds) > 1
    assert 'href="/trilobite/puzzle?day=' in client.get("/puzzles").text
    assert 'href="/trilobite/puzzle"' in client.get("/trilobite").text


def test_the_puzzle_of_a_day_is_the_same_for_everybody(client: TestClient) -> None:
    today = client.get(PATH).text
    assert "Puzzle of the day" in today
    [day] = set(re.findall(r"day=([\d-]+)", today))
    others = TestClient(client.app).get(PATH, params={"day": day}).text
    assert stones(today) == stones(others)
    for other in ("2026-11-21", "2999-01-01", "today"):
        assert client.get(PATH, params={"day": other}).status_code == 422


def stones(html: str) -> str:
    return html.partition("row by row")[2].partition("</table>")[0]


@pytest.mark.slow
def test_a_puzzle_with_the_keyboard(page: "Page", server: ServerProcess, puzzle: Puzzle) -> None:
    from playwright.sync_api import expect

    page.goto(f"{server.address}{PATH}")
    expect(page.get_by_text("Puzzle of the day")).to_be_visible()
    page.get_by_role("button", name="Column 1").click()
    expect(page.locator("#said")).to_contain_text(re.compile("Not column 1|Right"))
    check_accessible(page)
    picture(page, "stone-puzzles")
    page.get_by_text("Another kind of puzzle").click()
    page.locator("#board").select_option("5x4x3")
    page.get_by_label("Level").select_option("Medium")
    page.get_by_role("button", name="Make a puzzle").press("Enter")
    page.wait_for_url("**seed=*")
    asked = "&".join(f"{name}={value}" for name, value in ASKED.items())
    page.goto(f"{server.address}{PATH}?{asked}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Win in 3")
    page.wait_for_load_state("load")
    heard = page.locator("#announcer")
    wrong = next(column for column in puzzle.board.columns if column != puzzle.column)
    page.locator("button.column:enabled").first.focus()
    page.keyboard.press(COLUMNS[wrong - 1])
    expect(heard).to_contain_text(f"Not column {wrong}: ")
    page.get_by_role("link", name="Hint").press("Enter")
    expect(heard).to_contain_text("threatens")
    picture(page, "stone-puzzle")
    check_accessible(page)
    page.locator("button.column:enabled").first.focus()
    for column, answer in zip(puzzle.line[::2], [*puzzle.line[1::2], None], strict=True):
        page.keyboard.press(column)
        expect(heard).to_contain_text(f"answers in column {answer}" if answer else "Solved")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
    picture(page, "stone-puzzle-solved")
    check_accessible(page)
    page.go_back()
    expect(page.locator("#said")).to_contain_text("wins with the next stone")


def test_a_puzzle_on_a_phone(visitor: Callable[..., "Page"], server: ServerProcess) -> None:
    from playwright.sync_api import expect

    page = visitor(viewport=PHONE, has_touch=True, java_script_enabled=False)
    page.goto(f"{server.address}{PATH}?board=8x7x4&moves=3&seed=1")
    page.get_by_text("Give up").click()
    page.get_by_role("link", name="Yes, show me the solution").click()
    page.locator("button.hinted").click()
    expect(page.locator("#said")).to_contain_text("Right, and ")
    expect(page.locator("button.column").first).to_be_in_viewport()
