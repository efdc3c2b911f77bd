"""The first page, and those behind the menu: few things, the first game, what is alive there."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.games.daily import Daily
from moolab.web.app import create_app
from moolab.web.settings import Settings
from tests.helpers.browser import PHONE, check_accessible, picture
from tests.helpers.servers import ServerProcess
from tests.web.test_play import enter, yours

if TYPE_CHECKING:
    from playwright.sync_api import Page

PRESSED = """[...document.querySelectorAll("a, button, summary, input, select, textarea")].filter(
  (one) => one.checkVisibility() && !one.closest("header, footer, .skip, code-pad")).length"""
"""How many things there are to press; the menu, the footer and keys are on every such page."""

MOST_PRESSED, MOST_HIGH = 20, 1.5 * PHONE["height"]


@pytest.fixture
def ann() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0)
    with TestClient(create_app(settings)) as client:
        yield client


def begin(client: TestClient, url: str = "/play", **chosen: str) -> str:
    return client.post(url, data=chosen).url.path


def stages(client: TestClient) -> list[str]:
    """What the first page calls unfinished."""
    [part] = re.findall(r'(?s)<section class="unfinished".*?</section>', client.get("/").text)
    return re.findall(r"<a href=[^>]*>([^<]*)</a>", part)


def test_what_is_unfinished_is_named_as_a_person_would(ann: TestClient) -> None:
    assert 'class="unfinished"' not in ann.get("/").text
    game = begin(ann, role="breaker", rules="words:english5")
    ann.post(game, data={"verb": "guess", "text": "crane"})
    assert stages(ann)[0] == "Words, guess 2 of 6"
    duel = begin(ann, strategy="calf")
    ann.post(duel, data={"verb": "guess", "text": "0123"})
    assert stages(ann)[0] == "Duel with the calf, your reply is due"
    begin(ann, "/boards", rules="words:english5", boards="4")
    assert stages(ann)[0] == "Several boards, guess 1 of 9"
    assert stages(ann)[2] == "1 more"
    with TestClient(ann.app) as bob:
        between = begin(ann, "/two", name="Ann", secret="0123")
        assert stages(ann)[0] == "Your invitation waits for a friend"
        [link] = re.findall(r'value="http://[^/"]*(/two/[^"]*/join/[^"]*)"', ann.get(between).text)
        bob.post(link, data={"name": "Bob", "text": "4567"})
        assert (stages(ann)[0], stages(bob)[0]) == ("Bob waits for your move", "Ann is thinking")
        assert "Bob waits for your move" in ann.get("/friends").text


def days(page: str) -> list[str]:
    """The looks of the days in a row of days."""
    return re.findall(r'<li class="day ([\w ]+)"', page)


def test_today_is_alive_on_the_first_page(ann: TestClient) -> None:
    assert days(ann.get("/").text) == ["free"] * 6 + ["free now"]
    assert "Half of all players" not in ann.get("/").text
    server: Any = ann.app.state.server  # type: ignore[attr-defined]
    daily = Daily("digits", server.store.now().date())
    secret = daily.setup(server.race_key).secret
    for guesses in (["0123"], [], ["0123", "4567"]):
        ann.cookies.clear()
        game = begin(ann, daily.path)
        for guess in [*guesses, secret]:
            ann.post(game, data={"verb": "guess", "text": guess})
    page = ann.get("/").text
    assert days(page)[-1] == "solved now"
    assert "Digits: you needed 3." in page
    assert "Half of all players needed 2." in page
    assert f'data-streak="{daily.day} 1"' in page
    calendar = days(ann.get("/games").text)
    assert (len(calendar), calendar[-1]) == (35, "solved now")
    ann.cookies.clear()
    ann.post(begin(ann, daily.path), data={"verb": "resign"})
    assert days(ann.get("/").text)[-1] == "lost now"
    assert "Digits: not this time." in ann.get("/").text


def test_friends_are_told_of_who_waits(ann: TestClient) -> None:
    assert "Send a link." in ann.get("/").text
    begin(ann, "/lobby")
    assert "1 player waits" not in ann.get("/").text  # only they themselves do
    ann.cookies.clear()
    assert "1 player waits for you." in ann.get("/").text
    assert "1 player waits for you now." in ann.get("/friends").text


def test_the_menu_leads_everywhere(ann: TestClient) -> None:
    menu = {"/play": "Play", "/daily": "Today", "/friends": "Friends", "/puzzles": "Puzzles"}
    menu |= {"/laboratory": "Laboratory"}
    for below in ("/assistant", "/analysis", "/tree", "/arena", "/machines", "/table", "/train"):
        assert f'href="{below}"' in ann.get("/laboratory").text
        page = ann.get(below).text
        assert '<a href="/laboratory" aria-current="true">Laboratory</a>' in page
        assert '<p class="back"><a href="/laboratory">' in page
    for below, above in {"/two": "/friends", "/race": "/friends", "/boards": "/play"}.items():
        assert f'href="{below}"' in ann.get(above).text
        assert f'<a href="{above}" aria-current="true">' in ann.get(below).text
    for url, name in menu.items():
        page = ann.get(url).text
        assert re.findall(r'<a href="(/\w+)"(?: aria-current="\w+")?>([^<]*)</a>\n', page)[:5] == [
            *menu.items()
        ]
        assert f'<a href="{url}" aria-current="page">{name}</a>' in page


def test_games_on_the_page_of_games_begin_alone(ann: TestClient) -> None:
    forms = re.findall(r"(?s)<li><form method=.*?</form>", ann.get("/play").text)
    store = ann.app.state.server.store  # type: ignore[attr-defined]
    shown = []
    for form in forms:
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        row = store.find(begin(ann, **fields).removeprefix("/play/"))
        rules = row.setup["rules"].partition("#")[0]
        shown.append((row.setup["role"], rules, row.setup["maker"]))
    assert shown == [
        ("breaker", "ab4x10", "honest"),
        ("breaker", "mm4x6", "honest"),
        ("breaker", "words:english5", "honest"),
        ("breaker", "ab4x10", "evil"),
    ]
    refused = ann.post("/play", data={"rules": "other", "other": "ab11x10"})
    assert refused.status_code == 422
    assert '<details id="custom" class="sheet" open>' in refused.text


def test_the_first_page_is_small(visitor: Callable[..., "Page"], server: ServerProcess) -> None:
    page = visitor(viewport=PHONE, has_touch=True, is_mobile=True)

    def look() -> None:
        page.goto(server.address)
        page.locator("code-pad button").first.wait_for()
        assert page.evaluate(PRESSED) <= MOST_PRESSED
        assert page.evaluate("document.documentElement.scrollHeight") <= MOST_HIGH

    look()
    for guess in "0123":
        page.locator("code-pad").get_by_role("button", name=guess).tap()
    page.get_by_role("button", name="Play", exact=True).tap()
    page.wait_for_url("**/play/*")
    more: list[dict[str, str | float | bool]]
    more = [{"strategy": "calf"}, {"role": "breaker", "rules": "mm4x6"}]
    for chosen in more:
        page.request.post(f"{server.address}/play", form=chosen)
    look()
    assert page.locator(".unfinished a").count() == 3
    check_accessible(page)
    picture(page, "home")
    for path in ("friends", "laboratory", "play"):
        page.goto(f"{server.address}/{path}")
        check_accessible(page)
        picture(page, path)
    page.set_viewport_size({"width": 320, "height": 640})
    for path in ("", "play", "friends", "laboratory", "games"):
        page.goto(f"{server.address}/{path}")
        assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_the_first_game_is_solo_and_needs_the_keyboard_alone(
    page: "Page", server: ServerProcess
) -> None:
    page.goto(server.address)
    assert (
        page.locator(".first .next").evaluate("tile => getComputedStyle(tile).boxShadow") != "none"
    )
    page.keyboard.type("0123")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    rules = Rules.parse("ab4x10")
    while not page.locator("#end").count():
        assert not page.locator("#reply").count()
        enter(page, candidates(rules, yours(page))[0])
    assert page.title().startswith("You ")


def test_without_scripts_a_first_guess_is_made_for_whoever_asks(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    page = visitor(java_script_enabled=False, viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(server.address)
    page.get_by_role("button", name="guess 0123 for me").click()
    page.wait_for_url("**/play/*")
    assert [turn.guess for turn in yours(page)] == ["0123"]
