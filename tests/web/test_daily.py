"""The code of the day: the same for everybody, told to nobody, and counted in days."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from moolab.codes.replies import Reply
from moolab.games.daily import FIRST, KINDS, Daily, card
from moolab.web.app import create_app
from moolab.web.server import Server
from moolab.web.settings import Settings
from tests.helpers.browser import check_accessible
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Day:
    """A server whose calendar the test turns, and its visitors."""

    def __init__(self) -> None:
        self.app = create_app(Settings(database="sqlite://", warm=False, requests_per_second=0))
        self.server: Server = self.app.state.server
        # Secrets are drawn with it; one by chance may stand on a page anyway.
        self.server.store.key = lambda _purpose: "always the same"
        self.turn_to(FIRST.isoformat())

    def turn_to(self, day: str, hour: int = 12) -> None:
        moment = datetime.fromisoformat(day).replace(hour=hour, tzinfo=UTC)
        self.day = day
        self.server.store.now = lambda: moment  # type: ignore[method-assign]

    def secret(self, kind: str = "digits") -> str:
        secret = (
            Daily.parse(kind, self.day, self.server.store.now()).setup(self.server.race_key).secret
        )
        assert secret
        return secret

    def play(self, visitor: TestClient, *guesses: str, kind: str = "digits", name: str = "") -> str:
        """Play today's game; the page of the result."""
        path = f"/daily/{self.day}/{kind}"
        game = visitor.post(path, data={"player_name": name}).url.path
        for guess in guesses:
            verb, _, text = guess.rpartition(" ")
            visitor.post(game, data={"verb": verb or "guess", "text": "" if verb else text})
        return visitor.get(path).text


@pytest.fixture
def today() -> Iterator[Day]:
    day = Day()
    with TestClient(day.app):
        yield day


def wrong(secret: str) -> str:
    """A code without any symbol of another one."""
    return "".join(symbol for symbol in "0123456789" if symbol not in secret)[:4]


def test_everybody_looks_for_the_same_code_once(today: Day) -> None:
    ann, bob = TestClient(today.app), TestClient(today.app)
    secret = today.secret()
    first = today.play(ann, secret, name="Ann")
    assert "Solved in 1 guess<" in first
    assert "You are the first to finish." in first
    second = today.play(bob, wrong(secret), secret, name="Bob")
    assert "Better than 0 % of 1 other player." in second
    assert "Better than 100 % of 1 other player." in ann.get(f"/daily/{FIRST}/digits").text
    again = [ann.post(f"/daily/{FIRST}/digits").url.path for _ in range(2)]
    assert again[0] == again[1]


def test_who_has_not_played_sees_how_many_have_and_nothing_else(today: Day) -> None:
    secret = today.secret()
    today.play(TestClient(today.app), wrong(secret), secret, name="Ann")
    page = TestClient(today.app).get(f"/daily/{FIRST}/digits").text
    assert "1 player so far." in page
    assert "Ann" not in page
    assert secret not in page


@pytest.mark.parametrize("last", ["guess", "resign"])
def test_a_deleted_game_is_not_offered_again(today: Day, last: str) -> None:
    ann, bob = TestClient(today.app), TestClient(today.app)
    page = today.play(ann, wrong(today.secret()), *(["resign 1"] if last == "resign" else []))
    [game] = re.findall(r'href="/play/([^"]+)"', page)
    assert ann.post(f"/games/{game}/delete").status_code == 200
    path = f"/daily/{FIRST}/digits"
    for shown in (path, f"{path}/machines"):
        page = ann.get(shown).text
        assert "You have deleted this game, which can be played only once." in page
        assert f'action="{path}"' not in page
        assert f"/play/{game}" not in page
    again = ann.post(path)
    assert (again.status_code, again.url.path) == (410, path)
    assert "You have deleted this game" in again.text
    assert ann.get(f"{path}/picture.svg").status_code == 422
    assert f'action="{path}"' in bob.get(path).text


def test_the_shared_result_has_no_code_in_it(today: Day) -> None:
    secret = today.secret()
    guesses = [wrong(secret), secret]
    ann = TestClient(today.app)
    page = today.play(ann, *guesses)
    shared = re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page)
    assert shared[1].splitlines()[:3] == ["moolab daily 1, digits: 2/8", "····  360", "●●●●"]
    shared.append(ann.get(f"/daily/{FIRST}/digits/picture.svg").text)
    assert not any(guess in text for guess in guesses for text in shared)
    assert TestClient(today.app).get(f"/daily/{FIRST}/digits/picture.svg").status_code == 422


def test_a_streak_counts_the_days_that_were_solved_in_time(today: Day) -> None:
    ann = TestClient(today.app)
    for number in range(4):
        day = str(FIRST + timedelta(days=number))
        today.turn_to(day)
        if number != 2:
            today.play(ann, today.secret())
            assert f"Streak: {[1, 2, 0, 1][number]} day" in ann.get(f"/daily?today={day}").text
    today.day = str(FIRST + timedelta(days=2))
    assert "does not count" in today.play(ann, today.secret())
    assert "Streak: 1 day<" in ann.get(f"/daily?today={FIRST + timedelta(days=3)}").text


def test_a_new_day_comes_where_it_begins_first(today: Day) -> None:
    ann = TestClient(today.app)
    tomorrow = FIRST + timedelta(days=1)
    today.turn_to(str(FIRST), hour=9)
    assert ann.post(f"/daily/{tomorrow}/digits").status_code == 422
    assert f'today="{FIRST}"' in ann.get(f"/daily?today={tomorrow}").text
    today.turn_to(str(FIRST), hour=10)
    assert f'today="{tomorrow}"' in ann.get(f"/daily?today={tomorrow}").text
    assert ann.post(f"/daily/{tomorrow}/digits").status_code == 200
    today.day = str(tomorrow)
    assert "Streak: 1 day<" in today.play(ann, today.secret())
    assert "Daily streak: 1 day<" in ann.get("/games").text
    for path in (f"/daily/{FIRST - timedelta(days=1)}/digits", "/daily/today/digits"):
        assert ann.get(path).status_code == 422
    assert ann.get(f"/daily/{FIRST}/words").status_code == 422


def test_programs_play_the_same_code(today: Day) -> None:
    client = TestClient(today.app)
    opened = client.post("/api/daily", json={"kind": "colours", "day": str(FIRST)}).json()
    headers = {"Authorization": f"Bearer {opened['token']}"}
    move = {"move": f"guess {today.secret('colours')}"}
    done = client.post(f"/api/games/{opened['id']}/moves", json=move, headers=headers).json()
    assert done["state"]["outcome"] == "won"
    assert "0 players so far" in TestClient(today.app).get(f"/daily/{FIRST}/colours").text


@given(st.sampled_from(list(KINDS)), st.dates(FIRST), st.binary(min_size=8), st.binary(min_size=8))
def test_a_secret_follows_from_key_day_and_kind(
    kind: str, day: "datetime", one: bytes, another: bytes
) -> None:
    daily = Daily(kind, day)
    assert Daily.of_text(str(daily)) == daily
    assert daily.setup(one) == daily.setup(one)
    assert (daily.setup(one).nonce == daily.setup(another).nonce) is (one == another)


@given(st.lists(st.sampled_from(KINDS["digits"].rules.replies), min_size=1, max_size=12))
def test_a_card_has_a_line_for_each_guess(replies: list[Reply]) -> None:
    lines = card(Daily("digits", FIRST), replies, [9] * len(replies), found=False).splitlines()[1:]
    assert [(line.count("●"), line.count("○")) for line in lines] == list(map(tuple, replies))


def test_the_word_of_the_day_is_shared_as_squares(today: Day) -> None:
    ann = TestClient(today.app)
    word = today.secret("word")
    page = today.play(ann, min({"slate", "crane"} - {word}), word, kind="word")
    assert "Solved in 2 guesses" in page
    assert "moolab daily 1, word: 2/6" in page
    assert "🟩🟩🟩🟩🟩" in page
    assert word not in re.findall(r'(?s)<textarea id="card-emoji".*?</textarea>', page)[0]
    assert ann.get(f"/daily/{FIRST}/word/picture.svg").text.count("<circle") == 10


def test_a_daily_in_a_browser(page: "Page", server: ServerProcess) -> None:
    page.goto(f"{server.address}/daily")
    page.wait_for_selector(".clock")
    check_accessible(page)
    page.locator("li", has_text="Colours").get_by_role("button", name="Play").click()
    for _ in range(2):
        page.locator("#guess").fill("0011")
        page.keyboard.press("Enter")
        page.wait_for_selector("tr.last")
    page.locator("#open-more").click()
    page.get_by_text("Resign").click()
    page.get_by_role("button", name="Yes, I give up").click()
    page.get_by_role("link", name="Your result").click()
    page.get_by_role("heading", name="Not solved").wait_for()
    # The story of the game has a picture, too, if it is there by now.
    page.get_by_role("region").get_by_role("button", name="Picture").wait_for()
    page.get_by_role("heading", name="Skill").wait_for()
    check_accessible(page)
