"""A player moves to another device."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from moolab.web.app import create_app
from moolab.web.server import Server
from moolab.web.settings import Settings
from tests.helpers.browser import check_accessible, picture
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


@pytest.fixture
def desk() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0)
    with TestClient(create_app(settings)) as client:
        yield client


def phrase_of(device: TestClient) -> str:
    [phrase] = re.findall(r'class="code">([a-z-]+)<', device.post("/device").text)
    return str(phrase)


def test_a_phrase_leads_to_the_same_player_once(desk: TestClient) -> None:
    game = desk.post("/play").url.path
    phrase = phrase_of(desk)
    phone, thief = TestClient(desk.app), TestClient(desk.app)
    assert phrase in phone.get(f"/device/{phrase}").text
    assert phone.get(game).status_code == 401
    said = phrase.replace("-", "  ").upper()
    assert phone.post("/device/take", data={"phrase": said}).url.path == "/games"
    assert phone.get(game).status_code == 200
    assert desk.get(game).status_code == 200
    again = thief.post("/device/take", data={"phrase": phrase})
    assert again.status_code == 404
    assert "was used already" in again.text
    assert not thief.cookies


def test_a_phrase_holds_for_ten_minutes_and_until_the_next_one(desk: TestClient) -> None:
    server: Server = desk.app.state.server  # type: ignore[attr-defined]
    desk.post("/play")
    first = phrase_of(desk)
    second = phrase_of(desk)
    phone = TestClient(desk.app)
    assert phone.post("/device/take", data={"phrase": first}).status_code == 404
    later = datetime.now(UTC) + timedelta(minutes=11)
    server.store.now = lambda: later  # type: ignore[method-assign]
    assert phone.post("/device/take", data={"phrase": second}).status_code == 404


def test_whoever_tries_phrases_has_to_wait_and_other_sites_cannot(desk: TestClient) -> None:
    wrong = {"phrase": "lusab-babad-gutih-tugad"}
    tried = [desk.post("/device/take", data=wrong).status_code for _ in range(12)]
    assert tried[:10] == [404] * 10
    assert tried[-1] == 429
    elsewhere = {"Origin": "https://elsewhere.example"}
    assert desk.post("/device", headers=elsewhere).status_code == 403
    assert desk.post("/device/take", data=wrong, headers=elsewhere).status_code == 403
    assert TestClient(desk.app).post("/device").status_code == 401


def test_the_database_alone_does_not_tell_who_moves(desk: TestClient) -> None:
    server: Server = desk.app.state.server  # type: ignore[attr-defined]
    desk.post("/play")
    phrase = phrase_of(desk)
    with server.store.reading() as connection:
        [row] = connection.exec_driver_sql("SELECT id, player, sealed FROM transfers")
    kept = " ".join(row)
    assert phrase not in kept
    assert desk.cookies["moolab_player"] not in bytes.fromhex(row[2]).decode("latin-1")
    desk.post("/privacy")
    with server.store.reading() as connection:
        assert not list(connection.exec_driver_sql("SELECT * FROM transfers"))


def test_moving_in_a_browser(visitor: "Callable[..., Page]", server: ServerProcess) -> None:
    desk, phone = visitor(), visitor()
    desk.goto(server.address)
    desk.get_by_label("Your first guess").fill("0123")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/play/*")
    desk.goto(f"{server.address}/games")
    desk.get_by_role("link", name="Move to another device").click()
    desk.get_by_role("button", name="Show a phrase").click()
    phrase = desk.locator(".phrase").inner_text()
    check_accessible(desk)
    picture(desk, "device")
    phone.goto(f"{server.address}/device/{phrase}")
    check_accessible(phone)
    picture(phone, "arrived")
    phone.get_by_role("button", name="Be this player").click()
    phone.get_by_text("unfinished").first.wait_for()
