"""The player's page: figures, games and what can be taken home."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from moolab.web.app import create_app
from moolab.web.settings import Settings
from tests.helpers.browser import check_accessible
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def ann() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0)
    with TestClient(create_app(settings)) as client:
        yield client


def play(client: TestClient, *guesses: str, rules: str = "ab4x10") -> str:
    """A game as breaker, won with a last guess after these."""
    game = client.post("/play", data={"role": "breaker", "rules": rules}).url.path
    row = client.app.state.server.store.find(game.rpartition("/")[2])  # type: ignore[attr-defined]
    for guess in (*guesses, row.setup["secret"]):
        client.post(game, data={"verb": "guess", "text": guess})
    return game


def test_the_figures_are_those_of_the_games(ann: TestClient) -> None:
    play(ann)
    undone = ann.post("/play", data={"role": "breaker"}).url.path
    for verb, text in (("guess", "0123"), ("undo", "turn"), ("guess", "0123"), ("resign", "")):
        ann.post(undone, data={"verb": verb, "text": text})
    for _ in range(2):
        play(ann, "0001", "0002", rules="mm4x6")
    page = ann.get("/games").text
    assert "2 games, 50 % won, 0 in a row by now, 1 at best." in page
    assert "1.00 guesses on average, 1.00 in the last ten, best 1." in page
    assert "2 games, 100 % won, 2 in a row by now, 2 at best." in page
    assert "3.00 guesses on average" in page


def test_games_are_filtered(ann: TestClient) -> None:
    won = play(ann)
    open_game = ann.post("/play").url.path
    assert ann.get("/games").text.index(open_game) < ann.get("/games").text.index(f'"{won}"')
    assert f'"{won}"' in ann.get("/games?kind=duel&outcome=won").text
    assert open_game not in ann.get("/games?kind=duel&outcome=won").text
    assert "None of these." in ann.get("/games?outcome=lost").text
    assert ann.get("/games?page=0").status_code == 422


def test_finished_games_can_be_taken_home(ann: TestClient) -> None:
    play(ann)
    ann.post("/play", data={"role": "breaker"})
    lost = ann.post("/play").url.path
    for verb, text in (("guess", "0123"), ("reply", "40")):
        ann.post(lost, data={"verb": verb, "text": text})
    kept = ann.get("/games/export.json").json()
    assert [game["outcome"] for game in kept["games"]] == ["won"]
    ann.post(lost, data={"verb": "resign"})
    assert len(ann.get("/games/export.json").json()["games"]) == 2
    assert TestClient(ann.app).get("/games/export.json").json()["games"] == []


def test_the_page_can_be_used_by_all(page: "Page", server: ServerProcess) -> None:
    page.goto(server.address)
    page.get_by_label("Your first guess").fill("0123")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    page.locator("#reply-40").click()
    page.locator("#end").wait_for()
    page.goto(f"{server.address}/games")
    page.get_by_role("heading", name="duels").wait_for()
    check_accessible(page)
