"""The end card of each kind of game, in a real browser: it arrives, is announced, has the focus."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from moolab.codes.rules import Rules
from moolab.games.daily import Daily
from moolab.games.duel.duel import Setup
from moolab.games.duel.game import GAME
from moolab.web.pages.daily import Record
from moolab.web.pages.ending import Past, of_duel, percentile_fact, streak_fact
from tests.helpers.browser import PHONE, check_accessible, picture
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

TINY = "mm1x2"
"""Two codes: whoever knows that one is wrong can win, and can lose."""


def send(page: "Page", url: str, **form: str) -> str:
    """Send a form with the cookies of a browser; to which page that leads."""
    answer = page.request.post(url, form={**form})
    assert answer.ok, answer.text()
    return answer.url


def guess_until(page: "Page", url: str, *guesses: str) -> str:
    """Guess, as long as the game goes on; the last page."""
    html = ""
    for guess in guesses:
        html = page.request.post(url, form={"verb": "guess", "text": guess}).text()
        if "<end-card" in html:
            break
    return html


def card(page: "Page", url: str, title: str, button: str) -> None:
    """Open the end of a game, and see that its card says what it should, and has the focus."""
    from playwright.sync_api import expect

    page.goto(url)
    expect(page.locator("end-card h2")).to_have_text(re.compile(title))
    expect(page.locator("end-card h2")).to_be_focused()
    expect(page.locator("end-card .primary")).to_have_text(re.compile(button))
    expect(page.locator(".dock")).to_be_hidden()


def lose(page: "Page", server: ServerProcess, rules: str = TINY) -> str:
    """Lose a game in which one guesses alone; its page."""
    for code in "01" * 10:
        url = send(page, f"{server.address}/play", rules=rules, role="breaker")
        if 'data-outcome="won"' not in guess_until(page, url, code):
            guess_until(page, url, *[code] * 9)
            return url
    raise AssertionError("every first guess was right")


def test_the_card_of_a_game_that_is_played_alone(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    url = send(page, f"{server.address}/play", rules=TINY, role="breaker")
    page.goto(url)
    for code in "01":
        if page.locator("#guess").count():
            page.locator("#guess").fill(code)
            page.keyboard.press("Enter")
            page.locator(f"tr[data-guess='{code}']").wait_for()
    expect(page.locator("end-card")).to_have_class(re.compile("end-won"))
    expect(page.locator("#end")).to_be_focused()
    # One place and two colours: the number of guesses is not taken for a code.
    for place in ("#end", "#announcer"):
        expect(page.locator(place)).to_have_text(re.compile(r"You found my code in [12] guess"))
    expect(page.locator(".facts-row .come b")).to_have_text(re.compile(r"^\d+$"))
    expect(page.locator(".facts-row")).to_contain_text("your first win")
    check_accessible(page)
    picture(page, "ending-won")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Show the result")).to_be_focused()
    expect(page.locator("end-card .facts-row")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("end-card .facts-row")).to_be_visible()
    # After the first win, the computer wants to guess as well.
    page.get_by_role("button", name="Now let me try to find yours").click()
    expect(page.locator("h1")).to_contain_text("You and the")
    lost = lose(page, server)
    card(page, lost, "You lose", "Try again")
    expect(page.locator("end-card .unveiled .tile")).to_have_count(1)
    expect(page.locator("end-card .verdict")).to_have_text("So close: only this code was left.")
    check_accessible(page)
    page.get_by_role("button", name="Try again").click()
    page.locator("#guess").wait_for()


def test_the_cards_of_all_other_games(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    site = server.address
    url = send(page, f"{site}/play", rules="words:english4", role="breaker")
    guess_until(page, url, *["able"] * 6)
    card(page, url, "all 6 guesses", "Try again")
    url = send(page, f"{site}/play", rules="mm4x6", role="breaker")
    guess_until(page, url, *["0000"] * 10)
    card(page, url, "all 10 guesses", "Try again")
    expect(page.locator("end-card .unveiled .peg")).to_have_count(4)
    url = send(page, f"{site}/boards", rules="ab2x4", boards="2")
    guess_until(page, url, *["01"] * 9)
    card(page, url, "You lose", "Try again")
    url = send(page, f"{site}/play", rules="ab4x10", role="both", strategy="calf")
    send(page, url, verb="resign", text="")
    card(page, url, "You gave up", "Try again")
    expect(page.locator("end-card .side .name")).to_have_text(["You", "Calf"])
    day = re.search(r"/daily/([\d-]+)/digits", page.request.get(f"{site}/daily").text())
    assert day
    url = send(page, f"{site}/daily/{day[1]}/digits", player_name="Ann")
    guess_until(page, url, *["0123"] * 8)
    card(page, url, "all 8 guesses|You found", "Next: the colours of the day")
    clues = {"rules": "ab2x4", "mode": "given", "turns": "13=01 03=01"}
    url = send(page, f"{site}/puzzles", **clues)
    send(page, url, verb="answer", text="32")
    card(page, url, "Solved!", "Another one")
    stones = {"board": "4x4x2", "first": "human", "level": "easy", "seconds": "1", "moves": "2"}
    url = send(page, f"{site}/trilobite", **stones)
    # Beside the first stone there is room on one side at least.
    taken = re.search(r'aria-label="Column 1: O', page.request.get(url).text())
    send(page, url, move="3" if taken else "1")
    card(page, url, "You won with 2 in a row!", "Play again")
    expect(page.get_by_role("button", name="Next level")).to_be_visible()


def test_two_people_are_told_who_has_won(
    page: "Page", visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    bob = visitor(viewport=PHONE)
    url = send(page, f"{server.address}/two", rules="ab4x10", name="Ann", secret="1234")
    link = re.search(r'value="([^"]+/join/[^"]+)"', page.request.get(url).text())
    assert link
    send(bob, link[1], name="Bob", text="5678")
    send(page, url, verb="guess", text="5678")
    send(bob, url, verb="guess", text="9876")
    card(page, url, "You win in 1", "Play again")
    card(bob, url, "Ann wins in 1", "Play again")
    expect(bob.locator("end-card .unveiled .tile")).to_have_text([*"1234"])
    check_accessible(bob)
    picture(bob, "ending-two")


def test_an_offline_game_ends_with_the_card(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    page.goto(f"{server.address}/offline")
    page.locator("#code").fill("0123")
    page.keyboard.press("Enter")
    kept = "Object.values(localStorage).map((text) => /secret.:.(\\d{4})/.exec(text)?.[1])"
    secret = next(code for code in page.evaluate(kept) if code)
    page.locator("#code").fill(secret)
    page.keyboard.press("Enter")
    expect(page.locator("#end")).to_be_focused()
    expect(page.locator("#end")).to_have_text(re.compile("You found it in"))
    page.locator("end-card").get_by_role("button", name="Play again").click()
    expect(page.locator("end-card")).to_be_hidden()


def test_without_scripts_the_card_stands_at_the_top(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    page = visitor(java_script_enabled=False, viewport=PHONE)
    page.goto(lose(page, server))
    tops = [page.locator(part).bounding_box() for part in ("end-card", "game-table")]
    assert tops[0]
    assert tops[1]
    assert tops[0]["y"] + tops[0]["height"] <= tops[1]["y"]
    # What takes long to compute is left out.
    expect(page.locator("end-card .coming")).to_be_hidden()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#guess")).to_be_visible()


def test_what_a_card_shows() -> None:
    setup = Setup.new("ab4x10", role="breaker", secret="8217", tries=2)
    view = GAME.view(GAME.replay(setup, ["guess 1234", "guess 1235"]), "player")
    lost = of_duel(view, setup.rules, Past(best=4, losses=1), left=2)
    assert (lost.outcome, lost.codes, lost.figure) == ("lost", ("8217",), "")
    assert lost.said == "So close: 2 codes were left."
    assert [fact.figure for fact in lost.facts] == ["", "4", "X/2"]
    both = Setup.new("ab4x10", role="both", secret="8217", strategy="calf", seed=1)
    view = GAME.view(GAME.replay(both, ["guess 8217", "reply 01"]), "player")
    won = of_duel(view, both.rules, Past(row=3, wins=3, losses=1), left=1)
    assert [(side.name, side.figure, side.ahead) for side in won.sides] == [
        ("You", "1", True),
        ("Calf", "\N{EN DASH}", False),
    ]
    assert [(fact.figure, fact.more) for fact in won.facts] == [
        ("", ""),
        ("3 : 1", ""),
        ("3", "+1"),
    ]


@pytest.mark.parametrize(("outcome", "more"), [("won", "+1"), ("lost", "")])
def test_a_daily_game_tells_of_its_streak(outcome: str, more: str) -> None:
    daily = Daily.parse("digits", "2026-11-23")
    of_day: dict[str, tuple[str, str | None, int]] = {"digits": ("a", outcome, 5)}
    fact = streak_fact(Record({daily.day: of_day}, 8, frozenset({daily.day})), daily)
    assert fact
    assert (fact.figure, fact.more) == ("8", more)
    assert streak_fact(Record({}, 0, frozenset()), daily) is None
    told = percentile_fact(70, 9)
    assert told
    assert told.words == "of the players beaten"


def test_words_are_left_in_words() -> None:
    rules = Rules.parse("words:english4")
    setup = Setup.new(rules, role="breaker", secret="able", tries=1)
    view = GAME.view(GAME.replay(setup, ["guess acid"]), "player")
    assert of_duel(view, rules, Past(), left=9).said == "9 words were still possible."
