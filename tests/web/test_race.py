"""Races: a room, a host, a start for all, and what each sees of the others."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import Mock

import httpx2
import pytest
import uvicorn
from fastapi import FastAPI
from starlette.testclient import TestClient

from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.games.race import race_setup
from moolab.web.answers.identity import COOKIE
from moolab.web.app import create_app
from moolab.web.limits import IDLE_SECONDS
from moolab.web.play.quota import Quota
from moolab.web.play.racing import COUNTDOWN, HOST_AWAY
from moolab.web.play.watching import BEAT
from moolab.web.server import Server
from moolab.web.settings import Settings
from tests.helpers.browser import check_accessible, picture
from tests.helpers.pages import unmarked
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = Rules.parse("ab4x10")


class Room:
    """A race on a server whose clock the test turns, opened by Ann."""

    path = "/race/moo"

    def __init__(self, rules: str = "ab4x10") -> None:
        settings = Settings(database="sqlite://", warm=False, requests_per_second=0)
        self.app = create_app(settings)
        self.server: Server = self.app.state.server
        self.now = datetime(2026, 11, 23, tzinfo=UTC)
        self.server.store.now = lambda: self.now
        # Secrets are drawn with it; by chance one may stand on a page anyway, as 0123 on keys.
        self.server.store.key = lambda _purpose: "always the same"
        self.rules = Rules.parse(rules)

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def host(self) -> TestClient:
        ann = TestClient(self.app)
        form = {"name": "moo", "rules": str(self.rules), "player_name": "Ann"}
        assert ann.post("/race", data=form).url.path == self.path
        return ann

    def join(self, name: str) -> TestClient:
        person = TestClient(self.app)
        person.post(self.path, data={"player_name": name})
        return person

    def start(self, host: TestClient) -> None:
        assert host.post(f"{self.path}/start").status_code == 200
        self.now += COUNTDOWN

    def play(self, person: TestClient, *guesses: str) -> str:
        """Guess; the path of the game."""
        game = person.post(self.path).url.path
        for guess in guesses:
            person.post(game, data={"verb": "guess", "text": guess})
        return game

    def secret(self, number: int = 1) -> str:
        return secret_of(self.server, self.rules, "moo", number)


def secret_of(server: Server, rules: Rules, room: str, number: int = 1) -> str:
    secret = race_setup(server.race_key, rules, room, number).secret
    assert secret
    return secret


def told(html: str) -> dict[str, str]:
    """What the lanes of a page say of each player."""
    return dict(
        re.findall(r'class="name">([^<]+?) ?<.*?soft">([^<]*)</span></li>', html, re.DOTALL)
    )


def podium(html: str) -> list[tuple[str, str]]:
    return re.findall(r'<li><strong>([^<]*)</strong>\s*<span class="soft">(.*?)</span>', html)


@pytest.fixture
def room() -> Iterator[Room]:
    made = Room()
    with TestClient(made.app):
        yield made


def test_who_gives_no_name_has_a_number_in_the_language_of_whoever_looks(room: Room) -> None:
    ann = room.host()
    room.wait(1)
    korean = TestClient(room.app, headers={"Accept-Language": "ko"})
    korean.post(room.path, data={"player_name": " "})
    room.wait(1)
    third = room.join("")
    room.start(ann)
    for client, others in (
        (ann, ["Ann", "Player 2", "Player 3"]),
        (korean, ["Ann", "플레이어 2", "플레이어 3"]),
        (TestClient(room.app, headers={"Accept-Language": "de"}), ["Ann", "Person 2", "Person 3"]),
    ):
        assert sorted(told(client.get(room.path).text)) == others
    room.play(korean, room.secret())
    room.play(third, room.secret())
    assert "Player 2" in third.get(f"{room.path}/1/picture.svg").text
    assert "1. Player 2: 1 guess" in third.get(room.path).text


def test_links_say_where_they_lead_nobody_else(room: Room) -> None:
    ann = room.host()
    warning = "This link works on this machine only."
    for page in (room.path, f"{room.path}/watch"):
        assert warning not in ann.get(page).text
        for own in ("127.0.0.1:8000", "localhost", "[::1]:8000"):
            assert warning in ann.get(f"http://{own}{page}").text


def test_all_begin_together_and_nobody_before(room: Room) -> None:
    ann = room.host()
    bob = room.join("Bob")
    assert "Bob" in ann.get(room.path).text
    assert bob.post(f"{room.path}/start").status_code == 403
    assert bob.post(room.path).url.path == room.path
    ann.post(f"{room.path}/start")
    room.wait(1)
    assert 'milliseconds="3000"' in bob.get(room.path).text
    ann.post(f"{room.path}/start")  # pressed twice, it begins no later
    room.wait(2.9)
    assert bob.post(room.path).url.path == room.path
    room.wait(0.1)
    game = bob.post(room.path).url.path
    assert game.startswith("/play/")
    assert bob.post(room.path).url.path == game != ann.post(room.path).url.path
    late = room.join("Cyd")
    assert late.post(room.path).url.path.startswith("/play/")


def test_of_the_others_is_seen_how_many_codes_they_have_left(room: Room) -> None:
    ann, secret = room.host(), room.secret()
    bob = room.join("Bob")
    room.start(ann)
    wrong = secret[1:] + secret[0]
    game = room.play(bob, wrong)
    left = len(candidates(RULES, [Turn(wrong, RULES.reply_rule(wrong, secret))]))
    lanes = ann.get(f"{room.path}/lanes?number=1").text
    assert told(lanes) == {"Bob": f"{left} codes left"}
    board = ann.get(room.play(ann)).text
    screen = TestClient(room.app).get(f"{room.path}/watch").text
    for page in (lanes, board, screen, ann.get(room.path).text):
        assert "Bob" in page
        assert wrong not in unmarked(page)
        assert secret not in unmarked(page)
    assert "a guess stays" in bob.post(game, data={"verb": "undo"}).text
    bob.post(game, data={"verb": "guess", "text": secret})
    assert told(ann.get(f"{room.path}/lanes?number=1").text) == {"Bob": "has it"}
    assert podium(ann.get(room.path).text) == []
    assert wrong in unmarked(bob.get(room.path).text)


def test_the_podium_counts_guesses_then_time(room: Room) -> None:
    ann, secret = room.host(), room.secret()
    wrong = secret[1:] + secret[0]
    bob, cyd, dan = (room.join(name) for name in ("Bob", "Cyd", "Dan"))
    room.start(ann)
    room.wait(10)
    room.play(bob, wrong, secret)
    room.wait(50)
    room.play(cyd, secret)
    dan.post(room.play(dan), data={"verb": "resign"})
    late = room.join("Eve")  # whose clock starts now
    room.wait(5)
    room.play(late, secret)
    room.wait(1)
    room.play(ann, wrong, secret)
    expected = [("Eve", "1 guess, 0:05"), ("Cyd", "1 guess, 1:00"), ("Bob", "2 guesses, 0:10")]
    for person, path in ((ann, room.path), (TestClient(room.app), f"{room.path}/watch")):
        assert podium(person.get(path).text) == expected
    rows = re.findall(r"<tr>\s*<td>(.*?)</td>\s*<th[^>]*>(\w+)", ann.get(room.path).text)
    assert rows[:4] == [("1", "Eve"), ("2", "Cyd"), ("3", "Bob"), ("4", "Ann")]
    assert rows[4][1] == "Dan"
    shared = re.findall(r"<textarea[^>]*>(.*?)</textarea>", ann.get(room.path).text, re.DOTALL)
    assert shared[0].splitlines()[1:6] == [
        "🥇 Eve: 1 guess, 0:05",
        "🥈 Cyd: 1 guess, 1:00",
        "🥉 Bob: 2 guesses, 0:10",
        "4. Ann: 2 guesses, 1:06",
        "1 player has not found the code",
    ]
    assert shared[1].splitlines()[0] == "moolab race moo, round 1, 4 different digits"
    picture = ann.get(f"{room.path}/1/picture.svg")
    assert [">Eve<" in picture.text, secret in picture.text] == [True, False]
    fay = room.join("<b>Fay")
    assert fay.get(f"{room.path}/1/picture.svg").status_code == 404, "she still plays"
    room.play(fay, secret)
    assert "&lt;b&gt;Fay" in fay.get(f"{room.path}/1/picture.svg").text
    assert ann.get(f"{room.path}/2/picture.svg").status_code == 404
    for page in (f"{10**20}/picture.svg", f"lanes?number={10**20}"):
        assert ann.get(f"{room.path}/{page}").status_code == 422


def test_the_host_takes_all_along_to_the_next_round(room: Room) -> None:
    ann, bob = room.host(), room.join("Bob")
    room.start(ann)
    first = room.play(bob, "1234")
    room.play(ann, room.secret())
    assert bob.post(f"{room.path}/next").status_code == 403
    ann.post(f"{room.path}/next")
    ann.post(f"{room.path}/next")  # a round that has not begun is followed by none
    page = bob.get(room.path).text
    assert "round 2" in page
    assert "You are in." in page
    assert "Another round has been opened." in bob.get(first).text
    room.start(ann)
    second = room.play(bob)
    assert second != first
    room.play(bob, room.secret(2))
    assert "1 guess" in podium(bob.get(room.path).text)[0][1]
    assert room.secret(2) != room.secret()


def test_the_next_player_who_is_there_takes_over_from_a_host_who_has_gone(room: Room) -> None:
    ann, bob, cid = room.host(), room.join("Bob"), room.join("Cid")
    room.wait(HOST_AWAY.total_seconds() - 1)
    before = cid.get(room.path).text
    assert "The host has left" not in before
    assert cid.post(f"{room.path}/start").status_code == 403
    room.wait(2)
    page = cid.get(room.path).text
    assert "The host has left, so you are the host now." in page
    assert f'action="{room.path}/start"' in page
    assert version_of(page) != version_of(before)
    for late in (bob, ann):
        assert "The host has left, so Cid is the host now." in late.get(room.path).text
        assert late.post(f"{room.path}/start").status_code == 403
    room.start(cid)
    room.play(cid, room.secret())
    assert "The host has left" not in cid.post(f"{room.path}/next").text
    room.start(cid)


def test_a_host_who_listens_or_whom_nobody_waits_for_stays_host(room: Room) -> None:
    ann = room.host()
    room.join("Bob")
    race = room.server.store.rooms.current("moo")
    racing = room.server.racing
    for _ in range(8):
        room.wait(BEAT)
        racing.attend(race, ann.cookies[COOKIE].partition(".")[0])
        assert racing.succeed(race) == race
    room.wait(2 * HOST_AWAY.total_seconds())
    assert racing.succeed(race) == race, "Bob has gone as well"
    assert "You are the host." in ann.get(room.path).text


def version_of(page: str) -> str:
    return str(re.findall('data-version="([^"]+)"', page)[0])


def test_large_games_are_counted_elsewhere() -> None:
    large = Room("mm5x8")
    with TestClient(large.app):
        ann, bob = large.host(), large.join("Bob")
        large.start(ann)
        large.play(bob, "01234")
        said = told(ann.get(f"{large.path}/lanes").text)["Bob"]
        assert 1 < int(said.split()[0].replace(",", "")) < 8**5


def test_a_race_has_so_many_players_and_they_come_back(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moolab.web.play.racing.MOST_ENTRIES", 2)
    ann, bob = room.host(), room.join("Bob")
    refused = TestClient(room.app).post(room.path)
    assert refused.status_code == 429
    assert "2 players take part in this race already; begin another one" in refused.text
    assert bob.post(room.path).status_code == ann.post(room.path).status_code == 200


def test_who_looks_at_a_race_reads_its_games_only_when_they_have_changed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = room.host(), room.join("Bob")
    room.start(ann)
    store = room.server.store
    looks = Mock(wraps=store.runs)
    monkeypatch.setattr(store, "runs", looks)
    game = room.play(ann)
    for person in (ann, bob, bob):
        person.get(room.path)
    assert looks.call_count == 1
    ann.post(game, data={"verb": "guess", "text": "1234"})
    bob.get(room.path)
    assert looks.call_count == 2


def test_races_have_names_and_players_leave_them(room: Room) -> None:
    ann = room.host()
    found = TestClient(room.app).post("/race", data={"name": "MOO", "rules": "mm4x6"})
    assert found.url.path == room.path
    assert "4 different digits" in found.text
    for wrong in ({"name": "a/b"}, {"name": "a", "rules": "xy"}, {"name": "a", "rules": "mm10x36"}):
        assert ann.post("/race", data=wrong).status_code == 422
    assert ann.get("/race/a%20b").status_code == 422
    assert ann.get("/race/nothing").status_code == 404
    assert ann.get(f"{room.path}/lanes?number=5").status_code == 404
    ann.post("/privacy")
    assert "0 players" in ann.get(room.path).text


def test_who_comes_when_somebody_has_left_is_seen_instead(room: Room) -> None:
    ann, bob = room.host(), room.join("Bob")
    assert "Bob" in ann.get(room.path).text
    version = version_of(ann.get(room.path).text)
    bob.post("/privacy")
    room.wait(1)
    cid = room.join("Cid")
    for person in (ann, cid):
        page = person.get(room.path).text
        assert re.findall(r"<li>(\w+)", page) == ["Ann", "Cid"]
        assert version_of(page) != version
        assert 'name="player_name"' not in page


@pytest.mark.parametrize("done", [True, False])
def test_a_deleted_game_of_a_race_is_not_offered_again(room: Room, done: bool) -> None:
    ann, bob = room.host(), room.join("Bob")
    room.start(ann)
    game = room.play(bob, room.secret() if done else room.secret()[::-1])
    page = bob.get(room.path).text
    assert (f'href="{game}"' in page, f'action="{room.path}"' in page) == (done, not done)
    bob.post(f"/games/{game.rpartition('/')[2]}/delete")
    page = bob.get(room.path).text
    assert "You have deleted this game, which can be played only once." in page
    assert f'href="{game}"' not in page
    assert f'action="{room.path}"' not in page
    assert bob.post(room.path).status_code == 410
    assert f'action="{room.path}"' in ann.get(room.path).text
    ann.post(f"{room.path}/next")
    assert "All begin together, as soon as the host starts the race." in bob.get(room.path).text


@pytest.mark.parametrize(
    ("unfinished", "finished", "left"),
    [
        (0, 0, {"empty", "waiting", "played", "won"}),
        (0, 5, {"waiting", "played"}),
        (5, 0, {"won"}),
        (5, 20, {"empty", "waiting", "played", "won"}),
        (5, 5, set()),
    ],
)
def test_rooms_go_when_they_are_old_and_none_of_their_games_is_left(
    room: Room, unfinished: int, finished: int, left: set[str]
) -> None:
    names = ("empty", "waiting", "played", "won")
    ann = TestClient(room.app)
    room.now = datetime.now(UTC) - timedelta(days=10)
    for name in names:
        ann.post("/race", data={"name": name, "rules": "ab4x10"})
        if name != "waiting":
            ann.post(f"/race/{name}/start")
    room.wait(60)
    for name, moves in ("played", 0), ("won", 1):
        game = ann.post(f"/race/{name}").url.path
        secret = secret_of(room.server, room.rules, name)
        for _ in range(moves):
            ann.post(game, data={"verb": "guess", "text": secret})
    limits = Settings(days_unfinished=unfinished, days_finished=finished)
    quota = Quota(room.server.store, limits)
    quota.delete_old()
    quota.delete_old_races()
    room.now = datetime.now(UTC)
    assert {name for name in names if ann.get(f"/race/{name}").status_code == 200} == left
    assert {name for name in names if room.server.store.rooms.racers(name)} == left


# ---- a room full of people ----

PEOPLE = 10


@asynccontextmanager
async def served(app: FastAPI) -> AsyncIterator[str]:
    """An application at an address, in this process."""
    config = uvicorn.Config(
        app,
        port=0,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
        # uvicorn's 5 s end a connection in the very moment a busy machine uses it again.
        timeout_keep_alive=IDLE_SECONDS,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving


class Racer:
    """Somebody with a page of the race open, which does what its scripts do."""

    def __init__(self, address: str, number: int) -> None:
        self.name = f"P{number:02}"
        self.number = number
        self.http = httpx2.AsyncClient(
            base_url=address, timeout=PATIENCE, follow_redirects=True, verify=False
        )
        self.versions: list[str] = []
        self.heard = asyncio.Event()

    async def listen(self) -> None:
        async with self.http.stream("GET", "/race/full/events") as answer:
            assert answer.status_code == 200
            async for line in answer.aiter_lines():
                if line.startswith("data:"):
                    self.versions.append(json.loads(line.removeprefix("data:"))["version"])
                    self.heard.set()

    async def page(self) -> str:
        return (await self.http.get("/race/full")).text

    async def countdown(self) -> None:
        """Wait for the start, as the page shows it."""
        while 'id="go"' not in (page := await self.page()):
            self.heard.clear()
            await self.heard.wait()
        if left := re.search(r'milliseconds="(\d+)"', page):
            await asyncio.sleep(int(left[1]) / 1000)

    async def post(self, path: str, **form: str) -> str:
        """Send a form; the path of the page that comes back."""
        answer = await self.http.post(path, data=form, headers={"X-Follow": "yes"})
        assert answer.status_code == 200
        return answer.headers["Content-Location"]

    async def play(self, guesses: list[str]) -> None:
        while (game := await self.post("/race/full")) == "/race/full":
            pass  # the clocks of browsers may be ahead
        for guess in guesses:
            await self.post(game, verb="guess", text=guess)
        lanes = await self.http.get("/race/full/lanes?number=1")
        assert guesses[-1] not in unmarked(lanes.text)


def test_a_room_full_of_people_races(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moolab.web.play.racing.COUNTDOWN", timedelta(seconds=1))
    settings = Settings(
        database=f"sqlite:///{tmp_path}/games", warm=False, requests_per_second=0, hosts="*"
    )
    app = create_app(settings)

    async def race_through(people: list[Racer]) -> None:
        ann = people[0]
        await ann.http.post("/race", data={"name": "full", "player_name": ann.name})
        for one in people[1:]:
            await one.http.post("/race/full", data={"player_name": one.name})
        listening = [asyncio.create_task(one.listen()) for one in people]
        await asyncio.gather(*(one.heard.wait() for one in people))
        waiting = await people[-1].page()
        assert all(one.name in waiting for one in people)
        counting = [asyncio.create_task(one.countdown()) for one in people]
        await ann.http.post("/race/full/start")
        await asyncio.gather(*counting)
        secret = secret_of(app.state.server, RULES, "full")
        best = [people[number] for number in (7, 5, 3)]
        wrong = [secret[n:] + secret[:n] for n in (1, 2)]
        for place, one in enumerate(best):
            await one.play([*wrong[: min(place, 1)], secret])
        others = [one for one in people if one not in best]
        await asyncio.gather(*(one.play([*wrong, secret]) for one in others))
        page = await ann.page()
        last = re.search(r'data-version="([^"]*)"', page)
        assert last
        while any(one.versions[-1] != last[1] for one in people):
            await asyncio.sleep(0.01)
        assert len(re.findall(r"<td>\d+</td>\s*<th", page)) == PEOPLE
        expected = [("P07", "1 guess"), ("P05", "2 guesses"), ("P03", "2 guesses")]
        assert [(name, said.partition(",")[0]) for name, said in podium(page)] == expected
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)

    async def race() -> None:
        async with asyncio.timeout(PATIENCE), served(app) as address:
            people = [Racer(address, number) for number in range(PEOPLE)]
            async with AsyncExitStack() as stack:
                for one in people:
                    await stack.enter_async_context(one.http)
                await race_through(people)

    asyncio.run(race())


# ---- in browsers ----


def look_at(page: "Page", name: str) -> None:
    check_accessible(page)
    picture(page, name)


def guess(page: "Page", code: str) -> None:
    page.get_by_role("textbox", name="Your guess").fill(code)
    page.keyboard.press("Enter")


@pytest.mark.slow
def test_browsers_race(server: ServerProcess, visitor: "Callable[..., Page]") -> None:
    from playwright.sync_api import expect

    ann, bob, screen = visitor(), visitor(), visitor()
    ann.goto(f"{server.address}/race")
    look_at(ann, "race-new")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_text("Name of the race").first.click()
    ann.get_by_label("Name of the race").fill("Browsers")
    ann.get_by_role("radio", name="Colours").check()
    ann.get_by_role("button", name="Open the race").click()
    bob.goto(ann.get_by_label("Race link").input_value())
    look_at(bob, "race-join")
    screen.goto(f"{bob.url}/watch")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join").click()
    expect(ann.locator(".racers")).to_contain_text("Bob")
    expect(screen.locator(".racers")).to_contain_text("Bob")
    look_at(ann, "race-waiting")
    look_at(screen, "race-screen-waiting")
    ann.get_by_role("button", name="Start").click()
    # It counts seconds, of which some may be over when the page has come.
    expect(bob.locator("race-start")).to_have_text(re.compile("[123]"))
    look_at(screen, "race-countdown")
    for person in (ann, bob):
        person.wait_for_url("**/play/*")
    lane = ann.locator(".lanes li", has_text="Bob")
    expect(lane).to_contain_text("1,296 codes left")
    guess(bob, "0011")
    expect(lane).not_to_contain_text("1,296")
    expect(screen.locator(".lanes li", has_text="Bob")).not_to_contain_text("1,296")
    guess(ann, "0122")
    look_at(ann, "race-lanes")
    look_at(screen, "race-screen-running")
    bob.locator("#open-more").click()
    bob.get_by_text("Resign").click()
    bob.get_by_role("button", name="Yes, I give up").click()
    expect(bob.locator(".unveiled .tile")).to_have_count(4)
    guess(ann, "".join(re.findall(r"peg-(\d)", bob.locator(".unveiled").inner_html())))
    ann.get_by_role("link", name="The results of the race").click()
    expect(ann.locator(".podium")).to_contain_text("Ann 2 guesses")
    look_at(ann, "race-done")
    look_at(screen, "race-screen-done")
    ann.get_by_role("button", name="Next round").click()
    expect(ann.locator("h1")).to_contain_text("round 2")
    # Bob's game is over, so his page goes on with the others.
    bob.wait_for_url("**/race/browsers")
    expect(bob.locator("#said")).to_contain_text("You are in.")
