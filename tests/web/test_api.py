"""The JSON interface, used as a bot uses it."""

import asyncio
import logging
import sqlite3
import sys
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import anyio
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from moolab.codes.rules import Rules
from moolab.games.duel.duel import Setup
from moolab.games.duel.game import GAME as DUEL
from moolab.games.saves import load
from moolab.games.setup import encode
from moolab.strategies import STRATEGIES
from moolab.web.app import create_app
from moolab.web.http.throttling import ConcurrencyLimiter, RateLimiter
from moolab.web.play import replay
from moolab.web.play.games import Games
from moolab.web.play.quota import Quota
from moolab.web.server import Server
from moolab.web.settings import Settings
from moolab.web.store.store import Store
from moolab.web.work.pool import Pool
from tests.cli.test_cli import answer
from tests.games.test_duel import SAVES

AB4 = Rules.parse("ab4x10")


def new_app(folder: Path, **settings: Any) -> FastAPI:
    usual = {"warm": False, "processes": 1, "requests_per_second": 0, "seconds": 600}
    return create_app(Settings(database=f"sqlite:///{folder}/games.sqlite3", **usual | settings))


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    return new_app(tmp_path_factory.mktemp("api"))


@pytest.fixture(scope="module")
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as client:
        yield client


class Game:
    """A game as its player sees it."""

    def __init__(self, client: TestClient, **settled: Any) -> None:
        opened = client.post("/api/games", json=settled)
        assert opened.status_code == 201, opened.text
        self.opened = opened.json()
        self.id = self.opened["id"]
        self.state = self.opened["state"]
        self.path = f"/api/games/{self.id}"
        self.headers = {"Authorization": f"Bearer {self.opened['token']}"}
        self._client = client

    def look(self) -> Any:
        return self._client.get(self.path, headers=self.headers).json()["state"]

    def hint(self) -> Any:
        return self._client.get(f"{self.path}/hint", headers=self.headers).json()

    def post(self, move: str, after: int | None = None) -> Any:
        sent = {"move": move} if after is None else {"move": move, "after": after}
        return self._client.post(f"{self.path}/moves", json=sent, headers=self.headers)

    def move(self, move: str) -> Any:
        made = self.post(move)
        assert made.status_code == 200, made.text
        self.state = made.json()["state"]
        return self.state

    def refused(self, move: str, after: int | None = None) -> tuple[int, str]:
        """The status and the sentence; nothing has changed."""
        before = self.look()
        refusal = self.post(move, after)
        assert self.look() == before
        return refusal.status_code, refusal.json()["error"]["message"]

    def play_out(self, secret: str) -> Any:
        """Reply to the computer's guesses until it has found a secret."""
        rules = Rules.parse(self.state["rules"])
        while self.state["phase"] == "reply":
            self.move(f"reply {rules.score(self.state['pending'], secret)}")
        return self.state


def test_a_duel_from_beginning_to_end(client: TestClient) -> None:
    game = Game(client, rules="ab4x10", role="both", strategy="consistent", seed=7)
    assert set(game.opened) == {"id", "token", "commitment", "state"}
    assert game.state == {
        "schema": "moolab/duel/1",
        "version": 0,
        "rules": "ab4x10",
        "role": "both",
        "strategy": "consistent",
        "consistent": False,
        "hard": False,
        "tries": 0,
        "seed": None,
        "rated": False,
        "maker": "honest",
        "mistakes": 0,
        "phase": "guess",
        "outcome": None,
        "finished": False,
        "undoable": [],
        "pending": None,
        "conflict": None,
        "repairs": None,
        "turns": {"yours": [], "computer": []},
        "commitment": game.opened["commitment"],
        "secret": None,
        "nonce": None,
        "seal": None,
        "left": None,
        "wrong": None,
    }
    state = game.move("guess 1234")
    assert state["turns"]["yours"] == [{"guess": "1234", "reply": "30"}]
    assert (state["phase"], state["version"]) == ("reply", 1)
    assert game.look() == state
    state = game.move("reply 1 bull, 1 cow")
    assert state["turns"]["computer"][0]["reply"] == "11"
    assert (game.hint()["schema"], game.hint()["candidates"]) == ("moolab/duel-hint/1", 24)
    game.move("correct 1 02")
    game.move("guess 1254")
    assert game.state["turns"]["yours"][-1]["reply"] == "40"
    game.move("resign")
    assert (game.state["phase"], game.state["outcome"]) == ("over", "resigned")
    sealed = f"{game.state['secret']}:{game.state['nonce']}"
    assert sealed.startswith("1254:")
    assert sha256(sealed.encode()).hexdigest() == game.opened["commitment"]
    assert game.state["seed"] == 7


def test_a_lost_duel_tells_the_code_when_it_is_asked_for(client: TestClient) -> None:
    game = Game(client, seed=7)
    game.move("guess 1234")
    state = game.move("reply 40")
    assert (state["phase"], state["outcome"], state["finished"]) == ("over", "lost", False)
    assert {state[name] for name in ("secret", "nonce", "seed", "pending")} == {None}
    assert game.refused("reply 02") == (409, "this is not the time for that: the game is over")
    state = game.move("undo turn")
    assert (state["phase"], state["outcome"], state["version"]) == ("guess", None, 4)
    game.move("guess 1234")
    game.move("reply 40")
    state = game.move("guess 5678")
    assert (state["outcome"], state["undoable"]) == ("lost", ["guess 5678"])
    state = game.move("resign")
    assert (state["outcome"], state["finished"], state["secret"]) == ("lost", True, "1254")
    assert game.refused("undo") == (409, "the game is over")


def test_a_won_duel_asks_for_no_further_reply(client: TestClient) -> None:
    game = Game(client, seed=7)
    game.move("guess 1254")
    state = game.move("reply 00")
    assert (state["phase"], state["outcome"], state["finished"]) == ("over", "won", True)
    assert (state["secret"], state["pending"]) == ("1254", None)
    assert game.move("correct 1 40")["outcome"] == "drawn"


@pytest.mark.parametrize(
    ("name", "phase", "outcome"),
    [
        ("lost_then_resigned", "over", "lost"),
        ("lost_then_corrected", "guess", None),
        ("won_then_replied", "over", "won"),
        ("won_then_unfinished", "over", "won"),
    ],
)
def test_moves_stored_after_a_duel_was_decided_are_replayed(
    name: str, phase: str, outcome: str | None
) -> None:
    duel = load(SAVES / f"{name}.json", DUEL)
    stored_game = replay.Stored(name, "duel", encode(duel.setup), duel.moves)
    moves, view, ended = replay.look(stored_game, "player")
    assert (moves, view.phase, ended) == (duel.moves, phase, outcome)


def test_breaker_and_maker(client: TestClient) -> None:
    game = Game(client, role="breaker", seed=7)
    assert game.move("guess 1254")["outcome"] == "won"
    game = Game(client, role="maker", start="0123")
    assert (game.opened["commitment"], game.state["pending"]) == (None, "0123")
    state = game.play_out("8217")
    assert (state["outcome"], state["secret"]) == ("lost", None)
    assert state["turns"]["computer"][-1] == {"guess": "8217", "reply": "40"}


def test_a_maker_without_a_secret(client: TestClient) -> None:
    game = Game(client, rules="ab3x6", role="breaker", maker="evil")
    assert (game.opened["commitment"], game.state["maker"]) == (None, "evil")
    for guess in ["012", "103", "023", "041"]:
        game.move(f"guess {guess}")
        assert game.state["left"] is None
    state = game.move("guess 451")
    assert (state["outcome"], state["secret"]) == ("won", None)
    assert state["left"] == {"candidates": 1, "example": "451"}


def test_wrong_replies_are_told_at_the_end(client: TestClient) -> None:
    game = Game(client, rules="ab3x6", mistakes=1, seed=6)
    for move in ["guess 502", "reply 20", "guess 134", "reply 11", "guess 143", "reply 01"]:
        game.move(move)
    assert game.state["wrong"] is None
    state = game.move("resign")
    assert state["wrong"] == {"yours": [{"turn": 1, "right": "01"}], "computer": None}


def test_both_find_the_code(client: TestClient) -> None:
    game = Game(client, seed=7)
    game.move("guess 1254")
    assert game.play_out("8217")["outcome"] == "won"


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_plays(client: TestClient, strategy: str) -> None:
    game = Game(client, rules="mm4x6", role="maker", strategy=strategy, consistent=True)
    assert game.play_out("5204")["phase"] == "over"


@pytest.mark.usefixtures("chance")
def test_the_same_seed_is_the_same_game(client: TestClient) -> None:
    one, same, other, none = (Game(client, seed=seed) for seed in (3, 3, 4, None))
    assert one.opened["commitment"] == same.opened["commitment"]
    assert one.id != same.id
    sealed = {game.opened["commitment"] for game in (one, other, none, Game(client))}
    assert len(sealed) == 4
    settled = Setup.new(AB4, seed=3)
    assert settled.commitment == one.opened["commitment"]


def test_what_is_not_possible_now_changes_nothing(client: TestClient) -> None:
    game = Game(client, seed=7)
    assert game.refused("reply 02") == (
        409,
        "this is not the time for that: it is your turn to guess",
    )
    game.move("guess 1234")
    assert game.refused("guess 5678")[0] == 409
    assert game.refused("correct 1 02") == (409, "there is no reply of yours to correct")
    assert game.refused("dance") == (
        409,
        "'dance' is not a move; there are guess, reply, correct, undo, resign, seal, reveal",
    )
    assert game.refused("reply 31")[0] == 422
    game.move("resign")
    assert game.refused("undo") == (409, "the game is over")


def test_a_rated_game_has_no_help(client: TestClient) -> None:
    game = Game(client, rated=True, role="breaker", seed=7)
    assert game.hint()["error"]["message"] == "there are no hints in a rated game"
    game.move("guess 1234")
    assert game.refused("undo")[0] == 409


def test_a_move_that_is_sent_twice_is_made_once(client: TestClient) -> None:
    game = Game(client, role="breaker", seed=7)
    assert game.post("guess 1234", after=0).status_code == 200
    assert game.refused("guess 1234", after=0) == (
        409,
        "the game has gone on meanwhile; look at it again",
    )
    assert game.post("guess 1234", after=1).json()["state"]["version"] == 2


def test_one_of_several_moves_at_once_wins(client: TestClient) -> None:
    game = Game(client, role="breaker", seed=7)
    codes = [f"{n}{n + 1}{n + 2}{n + 3}" for n in range(7)]
    with ThreadPoolExecutor(len(codes)) as threads:
        results = list(threads.map(lambda code: game.post(f"guess {code}", after=0), codes))
    assert sorted(result.status_code for result in results) == [200] + [409] * 6
    winner = next(result for result in results if result.status_code == 200)
    assert game.look() == winner.json()["state"]
    assert game.look()["version"] == 1


def test_a_contradiction_and_its_repair(client: TestClient) -> None:
    game = Game(client, role="maker", seed=1)
    game.move("reply 30")
    state = game.move("reply 00")
    assert (state["phase"], state["conflict"]) == ("contradiction", [1, 2])
    assert state["pending"] is None
    assert game.refused("reply 00")[0] == 409
    repair = state["repairs"][0]
    assert set(repair) == {"turn", "reply", "candidates"}
    state = game.move(f"correct {repair['turn']} {repair['reply']}")
    assert (state["phase"], state["conflict"]) == ("reply", None)


def test_the_secret_is_told_at_the_end_only(
    app: FastAPI, client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    # With a seed, as a hint or the computer's guess may otherwise be the secret by chance.
    game = Game(client, rules="mm6x5:vwxyz", role="both", seed=2718281828)
    server: Server = app.state.server
    setup = server.store.find(game.id).setup
    said = [str(game.opened)]
    for move in ("guess vvwwxx", "reply 11", "correct 1 02", "guess zzzzz", "undo", "dance"):
        said.append(game.post(move).text)
        said.append(str(game.look()))
        said.append(str(game.hint()))
    said += [str(vars(record)) for record in caplog.records]
    for hidden in (setup["secret"], setup["nonce"], str(setup["seed"])):
        assert not [text for text in said if hidden in text]
    assert setup["secret"] in str(game.move("resign"))
    for record in caplog.records:
        assert game.opened["token"] not in str(vars(record))


def test_events_until_the_game_is_over(client: TestClient) -> None:
    game = Game(client, role="breaker", seed=7)
    with ThreadPoolExecutor(1) as thread:
        stream = thread.submit(client.get, f"{game.path}/events", headers=game.headers)
        for code in ("1234", "2345", "1254"):
            game.move(f"guess {code}")
        events = stream.result()
    assert events.headers["content-type"].startswith("text/event-stream")
    fields = [
        dict(line.split(": ", 1) for line in event.splitlines() if not line.startswith(":"))
        for event in events.text.strip().split("\n\n")
    ]
    numbers = [int(event["id"]) for event in fields]
    assert numbers == sorted(set(numbers))
    assert {event["event"] for event in fields} == {"state"}
    assert numbers[-1] == 3
    assert '"outcome":"won"' in fields[-1]["data"].replace(" ", "")


@pytest.mark.parametrize(
    ("path", "sent", "args"),
    [
        ("score", {"guess": "1234", "secret": "1423"}, ["1234", "1423"]),
        ("score", {"rules": "emms4x4", "guess": "AABD", "secret": "CABC"}, None),
        ("score", {"guess": "12", "secret": "1423"}, ["12", "1423"]),
        ("candidates", {"history": "1389=00 1234=02 1759=11"}, None),
        ("candidates", {"history": "1234=02", "limit": 3}, ["--limit", "3", "1234=02"]),
        ("candidates", {"history": "1234=31"}, None),
        ("candidates", {"history": "1234"}, None),
        ("candidates", {"history": "0123=11 4567=20 8901=30"}, None),
        ("candidates", {"rules": "mm4"}, ["-r", "mm4"]),
        ("next", {"history": "1389=00", "strategy": "consistent"}, None),
        ("next", {"history": "1389=00"}, None),
        ("next", {"rules": "mm4x6", "strategy": "parts", "consistent": True}, None),
        ("next", {"strategy": "random", "seed": 5, "history": "0123=02"}, None),
        ("next", {"strategy": "consistent", "start": "9876"}, None),
        ("next", {"strategy": "luck"}, None),
        ("next", {"history": "0123=40 0123=00", "strategy": "random"}, None),
    ],
)
def test_questions_are_answered_as_by_the_commands(
    client: TestClient, path: str, sent: dict[str, Any], args: list[str] | None
) -> None:
    if args is None:
        flags = {"rules": "-r", "strategy": "-s", "seed": "--seed", "start": "--start"}
        args = [part for k, v in sent.items() if k in flags for part in (flags[k], str(v))]
        args += ["--consistent"] if sent.get("consistent") else []
        args += [sent["guess"], sent["secret"]] if path == "score" else []
        args += sent.get("history", "").split()
    told = client.post(f"/api/{path}", json=sent)
    code = {200: 0, 422: 2}[told.status_code]
    contradictory = told.json().get("error", {}).get("kind") == "contradictory_replies"
    assert told.json() == answer(path, *args, code=3 if contradictory else code)


@pytest.mark.parametrize(
    ("path", "sent", "status", "message"),
    [
        (
            "games",
            {"rules": "mm9x10"},
            422,
            "mm9x10 has 1,000,000,000 codes; here, a game may have 10,000,000",
        ),
        (
            "games",
            {"rules": "ab6x10", "strategy": "entropy"},
            422,
            "ab6x10 has 151,200 codes; here, entropy plays games of at most 100,000",
        ),
        ("next", {"rules": "ab6x10"}, 422, "here, entropy plays games of at most 100,000"),
        ("candidates", {"rules": "ab10x20"}, 422, "here, a game may have 10,000,000"),
        ("candidates", {"limit": 10**6}, 422, "limit: Input should be less than or equal to 10000"),
        ("games", {"strategy": "tree.json"}, 422, "'tree.json' is not a strategy"),
        ("games", {"maker": "evil", "mistakes": 1}, 422, "an evil maker makes no mistakes"),
        ("games", {"maker": "os:system"}, 422, "'honest' or 'evil'"),
        ("games", {"strategy": "os:system"}, 422, "is not a strategy"),
        ("next", {"strategy": "os:system"}, 422, "is not a strategy"),
        ("games", {"mistakes": 4}, 422, "mistakes: Input should be less than or equal to 3"),
        ("games", {"role": "judge"}, 422, "role: Input should be 'both', 'breaker' or 'maker'"),
        ("games", {"rules": "9" * 401}, 422, "rules: String should have at most 400 characters"),
        ("games", {"seed": 2**63}, 422, "seed: Input should be less than"),
        ("games", {"seed": "1"}, 422, "seed: Input should be a valid integer"),
        ("games", {"rule": "ab4x10"}, 422, "rule: Extra inputs are not permitted"),
        ("games", {"start": "1"}, 422, "'1' has 1 symbol"),
        ("score", {"guess": "1234"}, 422, "secret: Field required"),
        ("score", {"guess": "1" * 10**5, "secret": "1"}, 413, "this is too long"),
    ],
)
def test_what_is_too_much_or_malformed_is_refused_with_the_reason(
    client: TestClient, path: str, sent: dict[str, Any], status: int, message: str
) -> None:
    refused = client.post(f"/api/{path}", json=sent)
    assert refused.status_code == status
    assert message in refused.json()["error"]["message"]


def test_bodies_are_limited_however_they_are_sent(client: TestClient) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    assert client.post("/api/score", content=pieces()).status_code == 413


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        (b"", 422, "Field required"),
        (b"{", 422, "the body of the request is not JSON"),
        (b"[]", 422, "Input should be a valid dictionary"),
        (b"\xff", 400, "the body of the request cannot be read"),
        (b'{"guess": "\\ud800", "secret": "1"}', 422, "guess: Input should be a valid string"),
    ],
)
def test_what_is_no_json_is_refused(
    client: TestClient, body: bytes, status: int, message: str
) -> None:
    refused = client.post("/api/score", content=body, headers={"Content-Type": "application/json"})
    assert refused.status_code == status
    assert message in refused.json()["error"]["message"]


def test_only_whoever_has_the_token_gets_at_a_game(client: TestClient) -> None:
    mine, other = Game(client), Game(client)
    moves = f"{mine.path}/moves"
    move = {"move": "guess 1234"}
    for headers, status, message in [
        ({}, 401, "this needs the header Authorization: Bearer TOKEN"),
        ({"Authorization": "Basic eDp5"}, 401, "this needs the header"),
        (other.headers, 403, "this is not your game"),
        ({"Authorization": "Bearer x"}, 403, "this is not your game"),
        ({"Authorization": f"Bearer {'x' * 5000}"}, 403, "this is not your game"),
    ]:
        for refused in (
            client.get(mine.path, headers=headers),
            client.get(f"{mine.path}/hint", headers=headers),
            client.get(f"{mine.path}/events", headers=headers),
            client.post(moves, json=move, headers=headers),
        ):
            assert refused.status_code == status
            assert message in refused.json()["error"]["message"]
            assert refused.headers.get("WWW-Authenticate") == ("Bearer" if status == 401 else None)
    assert mine.look()["version"] == 0


@pytest.mark.parametrize("name", ["nothing", "%00", "%F0%9F%90%82", "..%2Fscore", "a" * 64])
def test_there_is_no_such_game(client: TestClient, name: str) -> None:
    refused = client.get(f"/api/games/{name}", headers={"Authorization": "Bearer x"})
    assert refused.status_code == 404
    assert refused.json()["error"]["kind"] in ("no_such_game", "http")


def test_unknown_paths_and_methods(client: TestClient) -> None:
    nothing = client.get("/api/nothing")
    assert (nothing.status_code, nothing.json()["error"]["message"]) == (
        404,
        "there is nothing here",
    )
    wrong = client.get("/api/score")
    assert (wrong.status_code, wrong.headers["Allow"]) == (405, "POST")
    assert "<h1" in client.get("/nothing").text


def test_what_a_client_may_ask_for_is_no_more_if_it_asks_at_once() -> None:
    limiter, interval = RateLimiter(1e-9, 100), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            allowed = sum(threads.map(lambda _: limiter.spend("somebody"), range(2_000)))
    finally:
        sys.setswitchinterval(interval)
    assert allowed == 100


def test_clients_that_ask_for_too_much(tmp_path: Path) -> None:
    with TestClient(new_app(tmp_path, requests_per_second=0.001, burst=3)) as client:
        statuses = [client.get("/healthz").status_code for _ in range(4)]
        refused, page = client.get("/api/games/moo"), client.get("/")
    assert statuses == [200, 200, 200, 429]
    assert refused.status_code == page.status_code == 429
    assert refused.json()["error"]["kind"] == "too_many_requests"
    assert refused.headers["Retry-After"] == "5"
    assert "Too many requests; wait some seconds." in page.text


def test_alive_and_ready(tmp_path: Path) -> None:
    with TestClient(new_app(tmp_path)) as client:
        for path in ("/healthz", "/readyz"):
            assert client.get(path).json() == {"status": "ok"}
            assert client.head(path).status_code == 200
        with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database, database:
            database.execute("DELETE FROM alembic_version")
        assert client.get("/healthz").status_code == 200
        assert client.get("/readyz").status_code == 503


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (RuntimeError("8217:a1b2"), 500, "mistake"),
        (OperationalError("SELECT", {}, Exception("8217:a1b2")), 503, "unavailable"),
    ],
)
def test_what_goes_wrong_inside_is_told_to_nobody_but_the_log(
    app: FastAPI,
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    status: int,
    kind: str,
) -> None:
    game = Game(client)

    def fail(_game: str) -> None:
        raise error

    monkeypatch.setattr(app.state.server.store, "load", fail)
    failed = client.get(game.path, headers=game.headers)
    assert (failed.status_code, failed.json()["error"]["kind"]) == (status, kind)
    assert "8217" not in failed.text
    assert "Content-Security-Policy" in failed.headers
    assert len(failed.headers["X-Request-ID"]) == 16
    assert [record.message for record in caplog.records if record.levelname == "ERROR"]


def versions_of(games: Games, game: str) -> AsyncGenerator[int]:
    """The versions of a game as those see them who watch it."""

    async def look() -> int:
        return int((await games.look(game, "player"))[1].version)

    return games.topics.watch(game, "player", look)


def test_who_watches_a_game_misses_nothing(app: FastAPI) -> None:
    server: Server = app.state.server

    async def watch() -> list[int]:
        setup = Setup.new("ab4x10", role="breaker", seed=7)
        game, *_ = await server.games.open("duel", setup, {"player": None})
        seen = []
        async with aclosing(versions_of(server.games, game)) as versions:
            seen.append(await anext(versions))
            await server.games.move(game, "player", "guess 1234")
            seen.append(await anext(versions))
            # Two moves while nobody looks are one piece of news.
            await server.games.move(game, "player", "guess 2345")
            await server.games.move(game, "player", "guess 3456")
            seen.append(await anext(versions))
            moving = asyncio.create_task(server.games.move(game, "player", "guess 1254"))
            seen.append(await anext(versions))
            await moving
        return seen

    assert anyio.run(watch) == [0, 1, 3, 4]


def test_what_other_servers_do_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moolab.web.play.games._POLL", 0.05)
    url = f"sqlite:///{tmp_path}/games.sqlite3"
    here, there = (
        Games(store, Pool(1, 1), ConcurrencyLimiter(1, 1), Quota(store, Settings()), shared=True)
        for store in (Store(url), Store(url))
    )
    here.store.migrate()

    async def watch() -> list[int]:
        setup = Setup.new("ab4x10", role="breaker", seed=7)
        game, *_ = await there.open("duel", setup, {"player": None})
        listening = asyncio.create_task(here.listen())
        async with aclosing(versions_of(here, game)) as versions:
            seen = [await anext(versions)]
            await there.move(game, "player", "guess 1234")
            seen.append(await anext(versions))
        listening.cancel()
        return seen

    assert anyio.run(watch) == [0, 1]
    here.store.close()
    there.store.close()


def test_a_client_that_makes_the_computer_think_holds_up_nobody(tmp_path: Path) -> None:
    expensive = {"role": "maker", "rules": "mm4x6", "strategy": "entropy"}
    with TestClient(new_app(tmp_path)) as client, ThreadPoolExecutor(40) as threads:
        posts = [threads.submit(client.post, "/api/games", json=expensive) for _ in range(40)]
        assert Game(client, role="breaker").look()["phase"] == "guess"
        statuses = {post.result().status_code for post in posts}
        assert Game(client, **expensive).move("reply 01")["phase"] == "reply"
    assert statuses <= {201, 429}
