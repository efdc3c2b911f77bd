"""Learning from mistakes in the browser, as ``moo train`` does it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from moolab.web.app import create_app
from moolab.web.settings import Settings
from tests.helpers.browser import check_accessible, picture
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

COSTLY = {"rules": "ab3x5", "turns": "012=02 134=20 130=30"}
"""A game whose second guess cost more than it needed."""


@pytest.fixture
def ann() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0, processes=1)
    with TestClient(create_app(settings)) as client:
        yield client


def test_a_costly_guess_comes_back_until_a_better_one_is_found(ann: TestClient) -> None:
    begun = ann.post("/train", data=COSTLY)
    game = begun.url.path
    assert "Try again: 1 of 1" in begun.text
    assert "What would be a better guess than 134? 18 codes were possible." in begun.text
    assert ">123<" not in begun.text
    assert "Guess 2: 123" not in begun.text
    worse = ann.post(game, data={"verb": "guess", "text": "120"}).text
    assert "Worse than the guess of the game." in worse
    assert "It splits 18 codes into" in worse
    wrong = ann.post(game, data={"verb": "guess", "text": "11"})
    assert wrong.status_code == 422
    assert "a code has 3 digits, not 2" in wrong.text.lower()
    assert "A best guess splits" in ann.post(game, data={"verb": "hint"}).text
    done = ann.post(game, data={"verb": "guess", "text": "123"}).text
    assert "Guess 2: 123" in done
    assert "You found a best guess in 1 of 1 turn, in 0 at the first try." in done
    assert TestClient(ann.app).get(game).status_code == 401


def test_own_games_are_offered_and_nobody_elses(ann: TestClient) -> None:
    played = ann.post("/play", data={"role": "breaker", "rules": "ab3x5"}).url.path
    for verb, text in (("guess", "012"), ("guess", "012"), ("resign", "")):
        ann.post(played, data={"verb": verb, "text": text})
    game = played.rpartition("/")[2]
    assert f'value="{game}"' in ann.get("/train").text
    training = ann.post("/train", data={"game": game})
    assert "Guess 2 was 012" in training.text
    assert ann.post(training.url.path, data={"verb": "resign"}).text.count("Guess 2 was") == 1
    bob = TestClient(ann.app)
    assert f'value="{game}"' not in bob.get("/train").text
    assert bob.post("/train", data={"game": game}).status_code == 401


def test_a_game_without_mistakes_and_one_that_is_none(ann: TestClient) -> None:
    fine = ann.post("/train", data={"rules": "ab3x5", "turns": "012=02"})
    assert "there is nothing to try again" in fine.text
    wrong = ann.post("/train", data={"rules": "ab3x5", "turns": "012=02 012=01"})
    assert wrong.status_code == 422
    assert 'value="012=02 012=01"' in wrong.text


def test_a_training_in_a_browser(page: "Page", server: ServerProcess) -> None:
    page.goto(f"{server.address}/analysis?rules=ab3x5&turns={COSTLY['turns'].replace('=', '%3D')}")
    page.get_by_role("button", name="Learn from the mistakes").click()
    page.wait_for_url("**/train/*")
    page.get_by_label("A better guess").fill("120")
    page.keyboard.press("Enter")
    page.locator(".badge").first.wait_for()
    check_accessible(page)
    picture(page, "training")
    page.get_by_role("button", name="Show it").click()
    page.locator("#said", has_text="You found a best guess in 0 of 1 turn").wait_for()
    check_accessible(page)
    picture(page, "trained")
    page.get_by_role("link", name="Another game").click()
    page.get_by_role("heading", name="Your games").wait_for()
    check_accessible(page)
    picture(page, "train")
