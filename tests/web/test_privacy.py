"""What is kept of people goes when they say so."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from moolab.web.app import create_app
from moolab.web.http.errors import NoSuchGame
from moolab.web.settings import Settings
from moolab.web.store.store import Store
from tests.helpers.browser import check_accessible
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def ann() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database="sqlite://", warm=False))) as client:
        yield client


def test_all_games_of_one_player_go_and_nobody_elses(ann: TestClient) -> None:
    bob = TestClient(ann.app)
    games = [ann.post("/play").url.path for _ in range(3)]
    kept = bob.post("/play").url.path
    done = ann.post("/privacy")
    assert "Deleted: 3 games" in done.text
    assert not ann.cookies
    assert all(ann.get(game).status_code == 401 for game in games)
    assert bob.get(kept).status_code == 200
    assert "Nothing is kept of you now." in ann.get("/privacy").text
    assert "Deleted: 0 games" in ann.post("/privacy").text


def test_in_a_game_with_a_friend_the_seat_becomes_empty(ann: TestClient) -> None:
    bob = TestClient(ann.app)
    waiting = ann.post("/two", data={"name": "Ann", "secret": "1234"})
    [invitation] = re.findall(r'value="[^"]*(/two/[^"]+/join/[^"]+)"', waiting.text)
    game = bob.post(invitation, data={"name": "Bob", "secret": "5678"}).url.path
    ann.post("/privacy")
    page = bob.get(game)
    assert page.status_code == 200
    assert "Ann" not in page.text
    bob.post("/privacy")
    store: Store = ann.app.state.server.store  # type: ignore[attr-defined]
    with pytest.raises(NoSuchGame):
        store.find(game.rpartition("/")[2])


def test_other_sites_cannot_have_it_deleted(ann: TestClient) -> None:
    game = ann.post("/play").url.path
    refused = ann.post("/privacy", headers={"Origin": "https://elsewhere.example"})
    assert refused.status_code == 403
    assert ann.get(game).status_code == 200


def test_the_page_can_be_used_by_all(page: "Page", server: ServerProcess) -> None:
    page.goto(server.address)
    page.get_by_label("Your first guess").fill("0123")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    page.get_by_role("link", name="Privacy").click()
    check_accessible(page)
    page.get_by_text("Delete everything about me").click()
    page.get_by_role("button", name="Yes, delete everything").click()
    page.get_by_text("Deleted: 1 game,").wait_for()
    check_accessible(page)
