"""Puzzles in the browser: of the day, in a streak, in a storm, and with a liar."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from starlette.testclient import TestClient

from moolab.deduction.history import parse_history
from moolab.games.daily import FIRST
from moolab.games.solving.game import Setup
from moolab.web.app import create_app
from moolab.web.http.errors import TooBusy
from moolab.web.server import Server
from moolab.web.settings import Settings
from tests.helpers.browser import check_accessible
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


class Solver:
    """Somebody who solves puzzles, on a server whose clock stands still until it is set."""

    def __init__(self, client: TestClient) -> None:
        self.http = client
        self.server: Server = client.app.state.server  # type: ignore[attr-defined]
        self.at(timedelta())
        self.game = ""

    def at(self, since: timedelta) -> None:
        self.server.store.now = lambda: NOON + since  # type: ignore[method-assign]

    def begin(self, **fields: str) -> str:
        answer = self.http.post("/puzzles", data=fields)
        self.game = answer.url.path
        return answer.text

    @property
    def setup(self) -> Setup:
        row = self.server.store.find(self.game.rpartition("/")[2])
        return Setup(**{**row.setup, "turns": tuple(row.setup["turns"])})

    def answer(self, *, right: bool) -> str:
        solution = self.setup.solution
        wrong = solution.code[1:] + solution.code[:1]
        fields = {"verb": "answer", "text": solution.code if right else wrong}
        if solution.liar is not None:
            fields["liar"] = str(solution.liar)
        return self.http.post(self.game, data=fields).text

    def next(self, page: str) -> str:
        [run] = re.findall(r'name="run" value="([^"]+)"', page)
        [mode] = re.findall(r'name="mode" value="([^"]+)"', page)
        return self.begin(mode=mode, run=run)


@pytest.fixture
def ann() -> Iterator[Solver]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0, processes=1)
    with TestClient(create_app(settings)) as client:
        yield Solver(client)


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_begun_once(
    ann: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = FIRST.isoformat()
    ann.begin(mode="daily", day=day, kind="2")
    first, clues = ann.game, ann.setup.turns
    wrong = ann.answer(right=False)
    assert "see the clues that are marked" in wrong
    assert wrong.count("would be") >= 1
    solved = ann.answer(right=True)
    assert "Solved!" in solved
    assert "Next: Medium" in solved
    with monkeypatch.context() as busy:
        # It is not made anew, so it opens however busy the processes are.
        busy.setattr(ann.server.work, "run", Mock(side_effect=TooBusy("busy")))
        ann.begin(mode="daily", day=day, kind="2")
        assert ann.game == first
        assert ann.begin(mode="daily", day=day, kind="3").count("Busy.") == 1
    today = ann.http.get(f"/puzzles?today={day}").text
    assert "✓ Solved" in today
    assert "1 day in a row" in today
    ann.http.post(f"/games/{first.rpartition('/')[2]}/delete")
    deleted = ann.begin(mode="daily", day=day, kind="2")
    assert "You have deleted this game, which can be played only once." in deleted
    bob = Solver(TestClient(ann.http.app))
    bob.begin(mode="daily", day=day, kind="2")
    assert bob.setup.turns == clues
    assert bob.game != first
    refused = ann.http.post("/puzzles", data={"mode": "daily", "day": "2026-12-24", "kind": "2"})
    assert refused.status_code == 422
    refused = ann.http.post("/puzzles", data={"mode": "sprint", "kind": "2"})
    assert (refused.status_code, " is not a way to play" in refused.text) == (422, True)


def test_the_result_of_a_day_is_shared_without_the_code(ann: Solver) -> None:
    ann.begin(mode="daily", day=FIRST.isoformat(), kind="case")
    picture = f"{ann.game}/picture.svg"
    assert ann.http.get(picture).status_code == 404
    ann.answer(right=False)
    ann.http.post(ann.game, data={"verb": "explain"})
    page = ann.answer(right=True)
    solution, clues = ann.setup.solution, len(ann.setup.turns)
    emoji, text = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert "moolab puzzle 1, The detective: solved, 2 answers" in text
    _, first, second, explained, link = emoji.splitlines()
    assert "🟥" in first
    assert second == "🟩" * clues
    assert explained == "1 step was explained"
    assert link.endswith("/puzzles")
    drawn = ann.http.get(picture).text
    # A row for each answer, with a mark for each clue, and nothing else that depends on the code.
    assert drawn.count("<circle") == 2 * clues
    assert not any(solution.code in shared for shared in (emoji, text, drawn))
    ann.begin(kind="1", rules="ab3x6")
    ann.answer(right=True)
    assert ann.http.get(f"{ann.game}/picture.svg").status_code == 404, "there is no day to name"


def test_a_case_needs_the_code_and_the_liar(ann: Solver) -> None:
    ann.begin(kind="case", rules="mm4x6")
    setup = ann.setup
    assert setup.liar
    code, liar = setup.solution
    missing = ann.http.post(ann.game, data={"verb": "answer", "text": code})
    assert missing.status_code == 409
    assert f'value="{code}"' in missing.text
    other = {"verb": "answer", "text": code, "liar": str(1 + (liar or 0) % len(setup.turns))}
    assert "would be true" in ann.http.post(ann.game, data=other).text
    explained = ann.http.post(ann.game, data={"verb": "explain"}).text
    assert "Suppose that clue 1 lies." in explained
    solved = ann.answer(right=True)
    assert ">lies</strong>" in solved
    assert solved.count("Suppose that") == len(setup.turns)


def test_the_third_wrong_answer_ends_a_streak(ann: Solver) -> None:
    page = ann.begin(mode="streak")
    for solved in range(4):
        assert f"{solved} solved" in page
        page = ann.answer(right=True)
        if solved < 3:
            page = ann.next(page)
    page = ann.next(page)
    for wrong in range(1, 4):
        page = ann.answer(right=False)
        assert f"Wrong answers: {wrong} of 3" in page
    assert "It is over: 4 puzzles solved" in page
    assert 'name="run"' not in page
    assert "Your best: 4" in ann.http.get("/puzzles").text


@pytest.mark.parametrize("mode", ["streak", "storm"])
def test_a_deleted_puzzle_ends_its_run(ann: Solver, mode: str) -> None:
    page = ann.begin(mode=mode)
    [run] = re.findall(r'action="/puzzles/([^"]+)"', page)[:1]
    page = ann.next(ann.answer(right=True))
    first, last = f"/games/{run}/delete", ann.game
    assert "1 solved" in page
    ann.http.post(first)
    name = str(ann.server.store.find(last.rpartition("/")[2]).race).partition(" ")[2]
    again = ann.begin(mode=mode, run=name)
    assert ann.game == last
    assert "It is over: 0 puzzles solved" in again
    assert "It is over: 1 puzzle solved" in ann.answer(right=True)
    ann.http.post(f"/games/{last.rpartition('/')[2]}/delete")
    refused = ann.begin(mode=mode, run=name)
    assert ann.game == "/puzzles"
    assert "You have deleted this run; begin another one." in refused
    assert "1 solved" not in ann.begin(mode=mode)


def test_a_storm_lasts_three_minutes(ann: Solver) -> None:
    page = ann.begin(mode="storm")
    assert 'seconds="180"' in page
    ann.at(timedelta(seconds=100))
    page = ann.next(ann.answer(right=True))
    assert 'seconds="80"' in page
    ann.at(timedelta(seconds=179))
    page = ann.next(ann.answer(right=True))
    ann.at(timedelta(seconds=179.5))
    assert 'seconds="1"' in ann.http.get(ann.game).text
    ann.at(timedelta(seconds=181))
    assert "It is over: 2 puzzles solved" in ann.http.get(ann.game).text
    assert "It is over: 2 puzzles solved" in ann.answer(right=True)
    assert "Your best: 2" in ann.http.get("/puzzles").text


def test_puzzles_have_the_level_that_was_asked_for(ann: Solver) -> None:
    ann.begin(kind="1", rules="ab3x6")
    assert parse_history(ann.setup.rules, ann.setup.turns) == ann.setup.clues
    for wrong in (
        {"kind": "6"},
        {"kind": "1", "rules": "mm6x9"},
        {"mode": "daily", "day": "x"},
        {"mode": "storm", "run": "x" * 33},
    ):
        assert ann.http.post("/puzzles", data=wrong).status_code == 422, wrong


def note(page: "Page") -> None:
    """Note by keys that 1 is in place 1, and with a finger that 7 is in no place."""
    # Tab leads to the notes once they are there.
    page.locator("#notes table").wait_for(state="attached")
    page.locator("#notes summary").press("Enter")
    page.locator("#notes summary").press("Tab")
    for key in ("ArrowDown", "ArrowRight", "Space", "Space"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.ariaLabel") == "1 in place 1: yes"
    page.get_by_role("button", name="7: not known", exact=True).click()
    assert "out" in str(page.locator("code-pad [data-symbol='7']").get_attribute("class"))


def test_a_puzzle_and_a_case_in_a_browser(page: "Page", server: ServerProcess) -> None:
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    page.goto(f"{server.address}/puzzles?today={yesterday}")
    # Where the player is, it is another day by now.
    page.wait_for_url(lambda url: url.partition("?today=")[2] > str(yesterday))
    page.wait_for_selector("daily-clock")
    check_accessible(page)
    page.locator("li", has_text="Medium").first.get_by_role("button", name="Solve").click()
    page.locator("#answer").fill("0123")
    page.keyboard.press("Enter")
    page.locator("tr.marked").first.wait_for()
    note(page)
    page.locator("#explain").click()
    page.get_by_role("heading", name="Step by step").wait_for()
    page.get_by_role("button", name="1 in place 1: yes").wait_for()
    check_accessible(page)
    page.get_by_role("link", name="All puzzles").click()
    page.locator("li", has_text="The detective").first.get_by_role("button", name="Solve").click()
    # The notes are those of another puzzle.
    page.get_by_role("button", name="1 in place 1: not known").wait_for()
    page.get_by_role("radio", name="2").check()
    page.locator("#explain").click()
    page.get_by_role("heading", name="Step by step").wait_for()
    assert page.get_by_role("radio", name="2").is_checked()
    page.locator("#answer").fill("0123")
    page.keyboard.press("Enter")
    page.locator("tr.marked").first.wait_for()
    check_accessible(page)


def test_word_puzzles_show_what_each_letter_got(ann: Solver) -> None:
    page = ann.begin(kind="3", rules="words:english5")
    setup = ann.setup
    assert len(re.findall('<td class="code"><span class="tile mark-', page)) == len(setup.turns)
    wrong = next(word for word in ("slate", "crane") if word != setup.solution.code)
    told = ann.http.post(ann.game, data={"verb": "answer", "text": wrong}).text
    assert re.search("would be .*mark-", told)
    assert "Solved!" in ann.answer(right=True)
    review = ann.http.get(ann.game.replace("puzzles", "game")).text
    assert "mark-" in review


def test_a_puzzle_is_sent_to_others(ann: Solver) -> None:
    page = ann.begin(kind="case", rules="words:english5")
    first = ann.setup
    [link] = re.findall('id="link"[^>]* value="[^"]*(/puzzles/clues[^"]*)"', page)
    sent = ann.http.get(link.replace("&amp;", "&")).text
    assert "Exactly one of the clues lies" in sent
    fields = dict(re.findall('type="hidden" name="([a-z]+)" value="([^"]*)"', sent))
    ann.begin(**fields)
    assert ann.setup == first
    no_puzzle = ann.http.get("/puzzles/clues?rules=ab3x6&turns=123%3D01")
    assert no_puzzle.status_code == 422
    assert "codes fit these clues" in no_puzzle.text
    assert ann.http.post("/puzzles", data=fields | {"liar": ""}).status_code == 422


def test_a_puzzle_of_ones_own(ann: Solver) -> None:
    asked = {"rules": "words:english5", "code": "crane"}
    page = ann.http.get("/puzzles/make", params=asked | {"clue": ["slate"]}).text
    assert re.search(r"[\d,]+ codes fit. Add a clue.", page)
    assert "/puzzles/clues" not in page
    page = ann.http.get("/puzzles/make", params=asked | {"clue": ["slate", "corny"]}).text
    [link] = re.findall('<a href="(/puzzles/clues[^"]*)"', page)
    assert "crane" not in link
    assert "A puzzle for you" in ann.http.get(link.replace("&amp;", "&")).text
    for clue, told in (("xxxxx", "is not in the list"), ("crane", "is the code itself")):
        refused = ann.http.get("/puzzles/make", params=asked | {"clue": ["slate", clue]})
        assert refused.status_code == 422
        assert "Clue 2" in refused.text
        assert told in refused.text
    assert ann.http.get("/puzzles/make?rules=ab9x9").status_code == 422
