"""What still plays when there is no line to the server."""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.web.app import create_app
from moolab.web.http.static import STATIC
from moolab.web.pages.offline import GAMES
from moolab.web.settings import Settings
from tests.helpers.browser import check_accessible
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False)
    with TestClient(create_app(settings)) as client:
        yield client


def test_the_site_can_be_installed(client: TestClient) -> None:
    manifest = client.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    described = manifest.json()
    for icon in described["icons"]:
        answer = client.get(icon["src"])
        assert (answer.status_code, answer.headers["content-type"]) == (200, icon["type"])
    for shortcut in described["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert f'content="http://testserver{STATIC}/preview.png"' in page
    assert len(client.get(f"{STATIC}/preview.png").content) < 40_000


def test_the_worker_is_another_for_other_pages(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def worker(language: str) -> str:
        return client.get("/sw.js", headers={"Accept-Language": language}).text

    english = worker("en")
    assert worker("en") == english != worker("de")
    monkeypatch.setitem(GAMES, "/offline", "ab3x5")
    assert worker("en") != english


def test_the_worker_keeps_what_is_there(client: TestClient) -> None:
    script = client.get("/sw.js").text
    kept = json.loads(script.partition("KEPT = ")[2].partition(";\n")[0])
    for path in kept:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert not answer.cookies
    parts = {path for path in kept if path.endswith((".css", ".js"))}
    named = set(re.findall(r'(?:src|href)="([^"]+\.(?:css|js))"', client.get("/offline").text))
    imported = {
        f"{STATIC}/{name}"
        for path in parts
        for name in re.findall(r'^import .*"\./(.+)";$', client.get(path).text, re.MULTILINE)
    }
    assert parts == named | imported


@pytest.fixture
def offline(visitor: Callable[..., "Page"], server: ServerProcess) -> "Page":
    """A browser that was here once, and has no line to the server now."""
    page = visitor(service_workers="allow")
    page.goto(server.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.context.set_offline(True)
    page.goto(f"{server.address}/two")
    page.get_by_role("heading", name="Play offline").wait_for()
    return page


def guess(page: "Page", code: str) -> str:
    page.locator("#code").fill(code)
    page.get_by_role("button", name="OK").click()
    return page.locator("#told").inner_text()


def replies(page: "Page") -> list[Turn]:
    rows = page.locator("#turns tr").evaluate_all(
        "rows => rows.map(({ dataset }) => [dataset.guess, dataset.reply])"
    )
    rules = Rules.parse("ab4x10")
    return [Turn(code, rules.reply(reply)) for code, reply in rows]


def test_a_code_is_found_without_the_server(offline: "Page") -> None:
    check_accessible(offline)
    rules = Rules.parse("ab4x10")
    known = candidates(rules)
    assert guess(offline, "12") == "A code has 4 different digits."
    for number in range(8):
        said = guess(offline, known[0])
        if number == 1:
            # Whoever comes back goes on with the same game.
            offline.reload()
            assert offline.locator("#told").inner_text() == said
        known = candidates(rules, replies(offline))
        if said.startswith(("You found it", "That was the last try")):
            break
        count = known.count
        assert said == ("One code fits." if count == 1 else f"{count} codes fit.")
    lost = len(replies(offline)) == 8 and said.startswith("That was the last try")
    assert lost or said == f"You found it in {len(replies(offline))}."


def test_the_computer_guesses_helps_and_makes_puzzles_without_the_server(offline: "Page") -> None:
    rules, chance = Rules.parse("ab4x10"), random.Random(1)
    secret = code_at(rules, chance.randrange(rules.size))
    guess(offline, "0123")
    offline.get_by_label("I find yours").check()
    offline.get_by_role("button", name="OK").click()
    assert offline.locator("#told").inner_text() == "Think of a code. How close is my guess?"
    for _ in range(12):
        asked = offline.locator("#turns tr").last.locator(".code").inner_text().replace("\n", "")
        reply = rules.reply_rule(asked, secret)
        offline.get_by_label("Bulls").fill(str(reply.bulls))
        offline.get_by_label("Cows").fill(str(reply.cows))
        offline.get_by_role("button", name="OK").click()
        if asked == secret:
            break
    assert offline.locator("#told").inner_text().startswith("I found it in ")
    offline.get_by_label("Help with a game").check()
    offline.get_by_label("Bulls").fill("0")
    offline.get_by_label("Cows").fill("2")
    assert guess(offline, "1234").startswith("1260 codes fit. A good guess: ")
    assert not offline.locator("#notes").is_visible()
    offline.get_by_label("A puzzle").check()
    offline.locator("#notes summary").click()
    offline.get_by_role("button", name="1 in place 1: not known").click()
    offline.get_by_role("button", name="1 in place 1: no").wait_for()
    [solution] = candidates(rules, replies(offline))
    assert "do not fit" in guess(offline, solution[1:] + solution[0])
    assert guess(offline, solution) == "Solved!"
    offline.get_by_label("I find yours").check()
    offline.get_by_role("heading", name="I found it in").wait_for()
    offline.get_by_label("Crack my code").check()
    assert [turn.guess for turn in replies(offline)] == ["0123"]
    offline.get_by_role("button", name="1 in place 1: not known").wait_for()
    offline.get_by_label("A puzzle").check()
    offline.get_by_role("button", name="1 in place 1: no").wait_for()
    offline.get_by_role("heading", name="Solved!").wait_for()
    offline.get_by_role("button", name="Play again").click()
    offline.get_by_role("button", name="1 in place 1: not known").wait_for()
    check_accessible(offline)


def test_colours_are_played_without_the_server(offline: "Page") -> None:
    offline.get_by_role("link", name="Colours instead").click()
    offline.wait_for_url("**/offline/colours")
    guess(offline, "0011")
    assert offline.locator("#turns [aria-label='red circle']").count() == 2
    # After the last of ten tries, the code is shown in colours.
    assert offline.locator("#to-come tr").count() == 8
    for _ in range(9):
        if offline.locator("#typing").is_visible():
            guess(offline, "0011")
    assert "That was the last try." in offline.locator("#told").inner_text()
    assert offline.locator("#told .peg").count() == 4
    check_accessible(offline)
