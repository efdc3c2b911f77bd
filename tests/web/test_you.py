"""The player's page: figures, games and what can be taken home."""

import html
import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import httpx2
import pytest
from starlette.testclient import TestClient

from moolab.games import collection
from moolab.games.duel.duel import Setup
from moolab.games.setup import encode
from moolab.web.app import create_app
from moolab.web.limits import MOST_MOVES
from moolab.web.settings import Settings
from tests.helpers.browser import check_accessible, picture
from tests.helpers.servers import ServerProcess
from tests.web.test_play import reply_by_hand

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
    said = re.findall(r"<dt>([^<]*)</dt> <dd>([^<]*)</dd>", page)
    names = ["games", "won", "in a row by now", "in a row at best"]
    names += ["guesses on average", "in the last ten", "at best"]
    streak, *figures = said
    assert streak == ("days in a row", "0")
    assert figures == [
        *zip(names, ["2", "50 %", "0", "1", "1.00", "1.00", "1"], strict=True),
        *zip(names, ["2", "100 %", "2", "2", "3.00", "3.00", "3"], strict=True),
    ]


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


def test_lost_games_can_be_taken_home_once_they_have_no_secret_left(ann: TestClient) -> None:
    def kept() -> list[tuple[str, str]]:
        games = ann.get("/games/export.json").json()["games"]
        return sorted((game["game"], game["outcome"]) for game in games)

    thought = ann.post("/play", data={"role": "maker"}).url.path
    ann.post(thought, data={"verb": "reply", "text": "40"})
    two_in_a_row = {"board": "other", "size": "4x4", "win": 2, "first": "computer"}
    stone = ann.post("/trilobite", data=two_in_a_row).url.path
    ann.post(stone, data={"move": "1"})
    assert kept() == [("duel", "lost"), ("trilobite", "lost")]

    duel = ann.post("/play").url.path
    row = ann.app.state.server.store.find(duel.rpartition("/")[2])  # type: ignore[attr-defined]
    for verb, text in (("guess", "0123"), ("reply", "40")):
        ann.post(duel, data={"verb": verb, "text": text})
    assert len(kept()) == 2
    ann.post(duel, data={"verb": "guess", "text": row.setup["secret"]})
    assert kept() == [("duel", "lost"), ("duel", "lost"), ("trilobite", "lost")]


def test_whatever_can_be_taken_home_can_be_brought_along(
    ann: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.post("/play")
    store = ann.app.state.server.store  # type: ignore[attr-defined]
    player = {"player": ann.cookies["moolab_player"].partition(".")[0]}
    undone = ["guess 1234", "undo"] * (MOST_MOVES // 2)

    def give_up(seed: int, moves: Sequence[str]) -> None:
        setup = encode(Setup.new("ab4x10", role="breaker", seed=seed))
        store.create("duel", setup, player, moves=[*moves, "resign"], outcome="resigned")

    def home() -> bytes:
        return ann.get("/games/export.json").content

    give_up(0, [])
    for seed in (1, 2, 3):
        give_up(seed, undone)
    give_up(4, [*undone, "undo", "undo"])  # longer than a game here can be
    for _ in range(4):
        store.create("duel", {}, player)
    assert len(json.loads(home())["games"]) == 4
    with monkeypatch.context() as patch:
        patch.setattr(collection, "MOST_BYTES", len(home()) - 1)
        assert len(json.loads(home())["games"]) == 3
        patch.setattr(collection, "MOST_GAMES", 3)
        assert len(json.loads(home())["games"]) == 2  # of the newest three, one is too long
    whole = home().ljust(collection.MOST_BYTES)
    assert "Games brought along: 4." in bring(TestClient(ann.app), whole).text


def test_one_game_is_deleted_and_no_other(ann: TestClient) -> None:
    gone, kept = play(ann), play(ann)
    bob = TestClient(ann.app)
    bob.post("/play")
    delete = f"{gone.replace('/play/', '/games/')}/delete"
    assert bob.post(delete).status_code == 403
    assert TestClient(ann.app).post(delete).status_code == 401
    assert ann.post(delete, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    page = ann.post(delete, data={"kind": "duel"})
    assert page.url.path == "/games"
    assert "The game is deleted." in page.text
    assert "<dt>won</dt> <dd>100 %</dd>" in page.text
    assert ann.get(gone).status_code == 404
    assert ann.get(kept).status_code == 200


def test_a_result_of_a_day_stays_but_is_nobodys(ann: TestClient) -> None:
    day = ann.get("/daily").text.partition("/daily/20")[2][:8]
    begin = f"/daily/20{day}/digits"
    game = ann.post(begin, data={"player_name": "Ann"}).url.path
    ann.post(game, data={"verb": "resign"})
    ann.post(f"{game.replace('/play/', '/games/')}/delete")
    standings = ann.app.state.server.store.standings  # type: ignore[attr-defined]
    [left] = standings.of_race(f"@daily 20{day} digits")
    assert (left.player, left.name, left.outcome) == (None, None, "resigned")
    # Nobody deletes a bad day to play it again.
    assert ann.post(begin).status_code == 410


def bring(client: TestClient, content: bytes) -> httpx2.Response:
    return client.post("/games/import", files={"file": ("games.json", content)})


def test_games_are_brought_along_once_and_marked(ann: TestClient) -> None:
    play(ann, "0123")
    stone = ann.post("/trilobite", data={"board": "5x4x3", "level": "beginner"}).url.path
    for move in ("3", "resign"):
        ann.post(stone, data={"move": move})
    content = ann.get("/games/export.json").content
    assert "Games brought along: 0. Here already: 2." in bring(ann, content).text
    bob = TestClient(ann.app)
    page = bring(bob, content)
    assert "Games brought along: 2. Here already: 0." in page.text
    assert page.text.count("imported") >= 2
    assert "<dt>won</dt> <dd>100 %</dd>" in page.text
    assert "Here already: 2." in bring(bob, content).text
    [review] = re.findall(r'href="(/game/[^"]+)"[^>]*>[^<]*<[^>]*>: Crack my', page.text)
    assert "You found it in " in bob.get(review).text
    assert "imported" in bob.get(review).text
    # They are a player's own: tables of days and races know nothing of them.
    taken = bob.get("/games/export.json").json()["games"]
    assert {**taken[-1]} in json.loads(content)["games"]


def test_a_file_that_cannot_be_is_refused_and_nothing_is_lost(ann: TestClient) -> None:
    play(ann, "0123")
    whole = json.loads(ann.get("/games/export.json").content)
    [game] = whole["games"]
    bob = TestClient(ann.app)
    play(bob)

    def refused(**changed: object) -> str:
        content = {**whole, "games": [{**game, "begun": game["begun"]}, {**game, **changed}]}
        answer = bring(bob, json.dumps(content).encode())
        assert answer.status_code in (409, 422), changed
        assert "<dt>game</dt> <dd>1</dd>" in answer.text
        return html.unescape(answer.text).lower()

    other = {**game["setup"], "nonce": "other"}
    assert "game 2 of the file has not ended as it says" in refused(setup=other, outcome="lost")
    assert "game 2 of the file cannot be" in refused(setup={**other, "strategy": "/etc/passwd"})
    assert "game 2 of the file cannot be" in refused(setup=other, moves=["guess 12"])
    assert "game 2 of the file has other fields" in refused(more=1)
    assert "game 2 of the file is damaged" in refused(begun="yesterday")
    assert "game 2 of the file is damaged" in refused(seat="first")
    assert "has begun in the future" in refused(setup=other, begun="2999-01-01T00:00:00+00:00")
    assert "none that can be taken along" in refused(game="machine")
    for content in (b"", b"no", b'{"format": "moolab-games", "version": 2}', b"\xff", b"[" * 99):
        assert bring(bob, content).status_code == 422
    assert len(bob.get("/games/export.json").json()["games"]) == 1


def test_skill_and_luck_of_the_last_games_are_those_of_their_reviews(ann: TestClient) -> None:
    assert "No game is over yet" in ann.get("/games/skill").text
    assert ann.get("/games/skill/rated").status_code == 404
    play(ann, rules="ab3x5")
    play(ann, "012", "012", rules="ab3x5")
    page = ann.get("/games/skill?whole=yes").text
    [skills] = re.findall(r'aria-label="Skill: (\d+), (\d+)"', page)
    assert int(skills[1]) <= int(skills[0]) == 100
    events = ann.get("/games/skill/rated").text
    assert "Looking at game 1 of 2" in events
    assert f"Skill: {', '.join(skills)}" in events


def test_games_have_small_pictures(ann: TestClient) -> None:
    play(ann, "0001", rules="mm4x6")
    page = ann.get("/games").text
    [bulls] = re.findall(r'class="pegs"[^>]*><path class="first" d="([^"]*)"', page)
    assert bulls.endswith("M0 1h.01M1 1h.01M2 1h.01M3 1h.01")


def test_the_page_can_be_used_by_all(page: "Page", server: ServerProcess) -> None:
    page.goto(f"{server.address}/play")
    reply_by_hand(page)
    page.get_by_role("button", name="Steer").click()
    page.locator("#guess").fill("0123")
    page.keyboard.press("Enter")
    page.locator("#reply-40").click()
    page.locator("#end").wait_for()
    page.goto(f"{server.address}/games")
    page.get_by_role("heading", name="duels").wait_for()
    check_accessible(page)
    picture(page, "you")
    page.get_by_role("link", name="Skill and luck").click()
    page.get_by_role("img", name="Luck:").wait_for()
    check_accessible(page)
    picture(page, "skill")
    page.get_by_role("link", name="Your page").click()
    page.get_by_text("Delete:").first.click()
    page.get_by_role("button", name="Yes, for good").click()
    page.get_by_text("The game is deleted.").wait_for()
