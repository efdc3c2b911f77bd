"""Duels of two in company: the clock, those who watch, reactions, and the lobby."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import httpx2
import pytest
from starlette.testclient import TestClient

from moolab.web.app import create_app
from moolab.web.pages import lobby
from moolab.web.server import Server
from moolab.web.settings import Settings
from tests.helpers.browser import check_accessible, picture
from tests.helpers.pages import unmarked
from tests.helpers.servers import ServerProcess
from tests.web.test_two import guess, look_at, said

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Table:
    """A server whose clock the test turns, with Ann (9041) and Bob (5678)."""

    def __init__(self) -> None:
        self.app = create_app(Settings(database="sqlite://", warm=False, requests_per_second=0))
        self.server: Server = self.app.state.server
        self.now = datetime(2026, 11, 23, tzinfo=UTC)
        self.server.store.now = lambda: self.now
        self.ann, self.bob = TestClient(self.app), TestClient(self.app)

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def sit_down(self, clock: str = "none") -> str:
        """The path of a game that Ann begins."""
        form = {"name": "Ann", "secret": "9041", "clock": clock}
        waiting = self.ann.post("/two", data=form)
        self.wait(100_000)  # while nobody's time runs
        [invitation] = re.findall(r'value="[^"]*(/two/[^"]+/join/[^"]+)"', waiting.text)
        self.invitation = self.bob.get(invitation).text
        return str(self.bob.post(invitation, data={"name": "Bob", "text": "5678"}).url.path)

    def guess(self, person: TestClient, game: str, code: str) -> httpx2.Response:
        return person.post(game, data={"verb": "guess", "text": code})


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    with TestClient(made.app):
        yield made


def shown(answer: httpx2.Response) -> list[tuple[str, float]]:
    """What the clocks of a page say."""
    found = re.findall(r'<dt>(\w+)</dt><dd><game-clock seconds="([\d.]+)"', answer.text)
    return [(name, float(seconds)) for name, seconds in found]


def test_whoever_takes_too_long_for_a_guess_loses(table: Table) -> None:
    game = table.sit_down("move 30")
    assert "30 seconds for each guess" in table.invitation
    table.wait(29)
    assert shown(table.ann.get(game)) == [("You", 1), ("Bob", 30)]
    table.guess(table.ann, game, "0123")
    table.wait(30)
    late = table.guess(table.bob, game, "1234")
    assert late.status_code == 409
    assert said(table.bob.get(game)) == "Your time has run out: Ann wins."
    over = table.ann.get(game)
    assert said(over) == "You win: the time of Bob has run out."
    assert "Ann won, as the time of Bob ran out." in over.text
    assert "5678" in unmarked(over.text)
    assert "With a friend: 1 won" in table.ann.get("/games").text


def test_a_clock_for_the_whole_game_adds_up(table: Table) -> None:
    game = table.sit_down("game 180")
    table.wait(100)
    table.guess(table.ann, game, "0123")
    table.wait(10)
    table.guess(table.bob, game, "0123")
    table.wait(79)
    assert shown(table.bob.get(game)) == [("You", 170), ("Ann", 1)]
    table.wait(1)
    # Nobody has to ask for the end: whoever looks first finds it.
    assert said(table.bob.get(game)) == "You win: the time of Ann has run out."
    table.bob.post(f"{game}/rematch")
    page = table.ann.post(f"{game}/rematch")
    assert shown(page) == [("You", 180), ("Bob", 180)]


def test_time_that_ran_out_cannot_be_claimed(table: Table) -> None:
    game = table.sit_down("move 30")
    for verb, text in (("late", ""), ("first", "late"), ("second", "late")):
        table.ann.post(game, data={"verb": verb, "text": text})
    assert said(table.ann.get(game)) == "You begin: it is your turn."


def watch_link(page: httpx2.Response) -> str:
    link = re.search(r'value="http://[^/]+(/two/[^"]+/watch/[^"]+)"', page.text)
    assert link
    return link[1]


def test_spectators_see_the_game_and_secrets_only_at_the_end(table: Table) -> None:
    game = table.sit_down("game 300")
    link = watch_link(table.ann.get(game))
    eve = TestClient(table.app)
    table.guess(table.ann, game, "5687")
    page = eve.get(link)
    assert "It is Bob's turn." in said(page)
    assert "5687" in unmarked(page.text)
    assert shown(page) == [("Ann", 300), ("Bob", 300)]
    assert "9041" not in unmarked(page.text)
    assert "5678" not in unmarked(page.text)
    assert "<form" not in page.text.partition('id="live"')[2].partition("</main>")[0]
    assert eve.get(game).status_code == 401
    assert eve.get(f"{link[:-1]}~").status_code == 404
    assert eve.get(f"{link[:-1]}~/events").status_code == 404
    table.ann.post(game, data={"verb": "resign"})
    over = eve.get(link)
    assert said(over) == "Ann gave up."
    assert "secret was 9041." in re.sub("<[^>]+>", "", over.text)
    table.bob.post(f"{game}/rematch")
    follow = re.findall(r'href="(/two/[^"]+/watch/[^"]+)"', eve.get(link).text)
    assert eve.get(follow[0]).status_code == 200


def test_a_reaction_is_seen_by_the_other_and_by_spectators_for_a_while(table: Table) -> None:
    game = table.sit_down()
    link = watch_link(table.ann.get(game))

    def seen() -> list[str]:
        pages = [table.bob.get(game), TestClient(table.app).get(link)]
        return [re.findall(r'id="reaction"[^>]*>([^<]*)<', page.text)[0] for page in pages]

    table.ann.post(f"{game}/react", data={"reaction": "👏"})
    assert seen() == ["Ann 👏"] * 2
    table.wait(1)
    table.ann.post(f"{game}/react", data={"reaction": "😮"})  # too soon
    table.bob.post(f"{game}/react", data={"reaction": "<b>"})  # not one of them
    assert seen() == ["Ann 👏"] * 2
    table.wait(1)
    table.bob.post(f"{game}/react", data={"reaction": "🤔"})
    assert seen() == ["Ann 👏 · Bob 🤔"] * 2
    table.wait(10)
    assert seen() == [""] * 2


# ---- the lobby ----


def test_whoever_comes_next_plays(table: Table) -> None:
    waiting = table.ann.post("/lobby", data={"name": "Ann"})
    assert said(waiting).startswith("Whoever comes next plays with you.")
    assert table.ann.post("/lobby", data={"name": "Ann"}).url == waiting.url
    table.wait(5)
    playing = table.bob.post("/lobby", data={"name": "Bob"})
    assert playing.url == waiting.url
    assert said(playing) == "Ann begins."
    assert said(table.ann.get(waiting.url.path)) == "You begin: it is your turn."
    assert shown(playing) == [("You", 60), ("Ann", 60)]
    third = TestClient(table.app).post("/lobby")
    assert third.url != waiting.url


def test_nobody_is_paired_with_one_who_has_gone(table: Table) -> None:
    waiting = table.ann.post("/lobby", data={"name": "Ann"})
    table.wait(41)
    assert table.bob.post("/lobby").url != waiting.url


def test_after_ten_seconds_alone_the_computer_is_offered(table: Table) -> None:
    waiting = table.ann.post("/lobby", data={"name": "Ann"})
    game = waiting.url.path
    assert "/computer" not in waiting.text
    assert '<game-clock seconds="10.0" running>' in waiting.text
    table.wait(9.9)
    assert "/computer" not in table.ann.get(game).text
    table.wait(0.1)
    offered = table.ann.get(game).text
    assert "play against the computer: the steer, which is a program" in offered
    duel = table.ann.post(f"/lobby/{game.rpartition('/')[2]}/computer")
    assert duel.url.path.startswith("/play/")
    assert "You and the steer" in duel.text
    assert table.bob.post("/lobby").url.path != game
    assert said(table.ann.get(game)) == "You gave up."


def test_two_who_come_at_the_same_moment_find_each_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = table.ann.post("/lobby", data={"name": "Ann"}).url
    find, calls = lobby._find, []

    def find_late(*args: object) -> str | None:
        calls.append(args)
        return find(*args) if len(calls) > 1 else None  # type: ignore[arg-type]

    monkeypatch.setattr(lobby, "_find", find_late)
    table.wait(1)
    assert table.bob.post("/lobby", data={"name": "Bob"}).url == first
    assert len(calls) == 2


# ---- in browsers ----


@pytest.mark.slow
def test_browsers_with_a_clock_and_a_spectator(
    server: ServerProcess, visitor: "Callable[..., Page]"
) -> None:
    from playwright.sync_api import expect

    ann, bob, eve = visitor(), visitor(), visitor()
    ann.goto(f"{server.address}/two")
    ann.get_by_label("What strangers call you").fill("Ann")
    ann.get_by_role("button", name="Play a stranger").click()
    expect(ann.get_by_role("heading", name="Waiting for somebody")).to_be_visible()
    look_at(ann, "lobby-waiting")
    ann.get_by_role("button", name="Play the computer").wait_for()
    look_at(ann, "lobby-computer")
    bob.goto(f"{server.address}/two")
    bob.get_by_label("What strangers call you").fill("Bob")
    bob.get_by_role("button", name="Play a stranger").click()
    expect(ann.locator("#said")).to_have_text("You begin: it is your turn.")
    expect(ann.locator(".clocks .running")).to_contain_text("You")
    ann.get_by_text("Let others watch").click()
    eve.goto(ann.get_by_label("Link for spectators").input_value())
    guess(ann, "0123")
    expect(eve.locator("#said")).to_have_text("It is Bob's turn.")
    expect(eve.locator(".clocks .running")).to_contain_text("Bob")
    bob.get_by_role("button", name="Oh!").click()
    for page in (ann, eve):
        expect(page.locator("#reaction")).to_have_text("Bob 😮")
    for page, name in ((bob, "two-clock"), (eve, "two-watch")):
        check_accessible(page)
        picture(page, name)
