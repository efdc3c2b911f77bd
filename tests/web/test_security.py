"""What the server refuses, and what it never tells.

Every answer that these tests get must have the security headers, and no script or style in it.
"""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from moolab.web import pages
from moolab.web.answers.errors import CatchAll
from moolab.web.app import create_app
from moolab.web.http.errors import UnknownHost
from moolab.web.http.middleware import BodyLimit, HostCheck
from moolab.web.http.static import STATIC
from moolab.web.settings import Settings
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess

RULES = "ab4x10:QWERTYUIOP"
"""With letters, so that a secret that is found is a secret, and no part of a number."""

TLS = {"X-Forwarded-Proto": "https"}
"""As a proxy in front of the server says it."""

HTML = "<script>alert(1)</script>"


class Page(HTMLParser):
    """Refuses scripts and styles inside a page, and addresses of other sites."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert tag not in ("style", "base", "iframe", "object", "embed")
        assert tag != "script" or "src" in given
        assert not any(name.startswith("on") or name == "style" for name in given), attrs
        for name in given.keys() & {"src", "href", "action", "formaction"}:
            assert re.match(r"/(?!/)|[#?]|data:image/", given[name] or ""), attrs


class Visitor(httpx2.Client):
    """Somebody who looks closely at what is answered, and remembers it."""

    def __init__(self, server: ServerProcess) -> None:
        hooks = {"response": [self._look]}
        super().__init__(base_url=server.address, timeout=PATIENCE, event_hooks=hooks)
        self.told = ""

    def _look(self, answer: httpx2.Response) -> None:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert re.fullmatch(r"[0-9a-f]{16}", answer.headers["x-request-id"])
        assert "server" not in answer.headers
        self.told += f"{answer.headers}\n"
        kind = answer.headers.get("content-type", "")
        if "event-stream" not in kind:
            answer.read()
            self.told += f"{answer.text}\n"
        if "html" in kind:
            Page().feed(answer.text)


class Game:
    """A game that somebody has opened over HTTP."""

    def __init__(self, visitor: Visitor, **settings: object) -> None:
        self._visitor = visitor
        opened = visitor.post("/api/games", json={"rules": RULES} | settings).json()
        self.id, self.token = opened["id"], opened["token"]

    def ask(self, method: str, path: str = "", token: str = "", **more: Any) -> httpx2.Response:
        """Ask something as the player, or as whoever has that token."""
        authority = {"Authorization": f"Bearer {token or self.token}"}
        path = f"/api/games/{self.id}{path}"
        return self._visitor.request(method, path, headers=authority, **more)

    def move(self, text: str, token: str = "") -> int:
        """Make a move; the status that it is answered with."""
        return self.ask("POST", "/moves", token, json={"move": text}).status_code

    def watch(self) -> str:
        """What is told first to the player who watches the game."""
        authority = {"Authorization": f"Bearer {self.token}"}
        path = f"/api/games/{self.id}/events"
        with self._visitor.stream("GET", path, headers=authority) as events:
            return next(line for line in events.iter_lines() if line.startswith("data:"))


@pytest.fixture
def games_file(server: ServerProcess) -> Path:
    return server.log.parent / "games.sqlite3"


@pytest.fixture
def visitor(server: ServerProcess) -> Iterator[Visitor]:
    with Visitor(server) as someone:
        yield someone


def run(games_file: Path, statement: str) -> list[Any]:
    """Do something to the database behind the server's back."""
    with closing(sqlite3.connect(games_file)) as database, database:
        return database.execute(statement).fetchall()


def test_secrets_are_told_when_the_game_is_over(
    server: ServerProcess, visitor: Visitor, games_file: Path
) -> None:
    def setup(game: str) -> dict[str, str]:
        ((text,),) = run(games_file, f"SELECT setup FROM games WHERE id = '{game}'")  # noqa: S608
        found: dict[str, str] = json.loads(text)
        return found

    def wrong(secret: str) -> str:
        return "".join(letter for letter in "QWERTYUIOP" if letter not in secret)[:4]

    # With this seed, no hint happens to be the secret.
    game = Game(visitor, seed=1)
    known = setup(game.id)
    guess = f"guess {wrong(known['secret'])}"
    assert game.move(guess) == 200
    for refused in (guess, "reply 99", "correct 9 00", "undo 1", HTML):
        assert game.move(refused) in (409, 422), refused
    assert game.move("reply 00") == 200
    assert game.ask("GET", "/hint").status_code == 200
    told = game.watch()

    started = visitor.post("/play", data={"rules": RULES, "role": "breaker"})
    page = started.headers["location"]
    also_known = setup(page.rpartition("/")[2])
    for text in (wrong(also_known["secret"]), "QQQQ", HTML):
        visitor.post(page, data={"verb": "guess", "text": text}, follow_redirects=True)
    visitor.get(page)
    visitor.get("/games")

    # A statement that fails, with the secret in it, and a game that makes no sense.
    run(games_file, "ALTER TABLE games RENAME TO elsewhere")
    try:
        assert visitor.post("/api/games", json={"seed": 1}).status_code == 503
        assert game.move("undo") == 503
    finally:
        run(games_file, "ALTER TABLE elsewhere RENAME TO games")
    broken = Game(visitor)
    run(games_file, f"UPDATE games SET setup = '{{}}' WHERE id = '{broken.id}'")  # noqa: S608
    assert broken.ask("GET").status_code == 500

    log = server.log.read_text(encoding="utf-8")
    assert '"traceback"' in log
    for secret in (known, also_known):
        for text in (secret["secret"], secret["nonce"]):
            assert text not in visitor.told + told + log
    assert game.move("resign") == 200
    visitor.post(page, data={"verb": "resign"}, follow_redirects=True)
    log = server.log.read_text(encoding="utf-8")
    for secret in (known, also_known):
        for text in (secret["secret"], secret["nonce"]):
            assert text in visitor.told
            assert text not in log
    for token in (game.token, visitor.cookies["moolab_player"]):
        assert token in visitor.told
        assert token not in log
        assert token not in "".join(map(str, run(games_file, "SELECT * FROM seats")))


def test_games_belong_to_their_players(visitor: Visitor) -> None:
    game, others = Game(visitor, role="breaker"), Game(visitor)
    for method, path in [("GET", ""), ("GET", "/hint"), ("GET", "/events")]:
        assert game.ask(method, path, token=others.token).status_code == 403
        assert game.ask(method, path, token="guessed").status_code == 403
        assert visitor.request(method, f"/api/games/{game.id}{path}").status_code == 401
    assert game.move("guess QWER", token=others.token) == 403
    assert game.move("guess QWER", token="x" * 60_000) in (403, 431)
    assert game.ask("GET").json()["state"]["version"] == 0
    # A page belongs to a browser, and no token of the other interface opens it.
    assert visitor.get(f"/play/{game.id}").status_code == 401
    visitor.cookies["moolab_player"] = game.token
    assert visitor.get(f"/play/{game.id}").status_code == 403


def test_guessed_names_lead_nowhere(visitor: Visitor) -> None:
    authority = {"Authorization": "Bearer guessed"}
    visitor.cookies["moolab_player"] = "guessed".ljust(32, "-")
    odd = ["0", "x" * 64, "x" * 5000, "..%2F..%2Fetc", "%00", "%ff", "'%20OR%201=1--", "é", HTML]
    for place in ("/api/games/", "/play/", "/two/", "/trilobite/", "/machines/", "/"):
        for name in odd:
            answer = visitor.get(place + name, headers=authority)
            assert answer.status_code in (404, 422), (place, name)
            assert HTML not in answer.text


def test_a_move_that_was_tampered_with_changes_nothing(visitor: Visitor) -> None:
    game = Game(visitor)
    for move in (
        *("", " ", "guess", "guess QWERT", "guess QQWE", "guess QWER TYUI", "guess QWER\nguess TY"),
        *("guess QWE\0", "guess \uff31\uff37\uff25", "guess '; DROP TABLE moves--", HTML),
        *("reply 00", "reply -1", "correct 1 00", "correct -1 00", "secret QWER", "undo"),
        *("GUES QWER", "x" * 400),
    ):
        assert game.move(move) in (409, 422), move
    assert game.ask("GET").json()["state"]["version"] == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"move": "%s"}' % (b"x" * 100_000), 413),
        (iter([b'{"move": "', *[b"x" * 10_000] * 10, b'"}']), 413),  # whose length nobody says
        (b"[" * 60_000, 400),
        (b'{"after": 1%s, "move": "undo"}' % (b"0" * 50_000), 400),
        (b'{"move": "\\ud800"}', 422),
        (b'{"move": "undo", "after": "1e9"}', 422),
        (b'{"move": ["undo"]}', 422),
        (b"\xff\xfe", 422),
        (b"", 422),
    ],
)
def test_bodies_that_are_too_long_or_malformed(visitor: Visitor, body: Any, status: int) -> None:
    game = Game(visitor)
    kind = {"Content-Type": "application/json", "Authorization": f"Bearer {game.token}"}
    answer = visitor.post(f"/api/games/{game.id}/moves", content=body, headers=kind)
    assert answer.status_code == status
    assert set(answer.json()) == {"schema", "error"}


def test_forms_of_other_sites_are_refused(visitor: Visitor) -> None:
    routes = [route for router in pages.routers() for route in router.routes]
    posts = [r.path for r in routes if isinstance(r, APIRoute) and "POST" in (r.methods or ())]
    assert "/play" in posts
    for path in posts:
        for header in (
            {"Origin": "https://elsewhere.example"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ):
            answer = visitor.post(re.sub(r"{\w+}", "x", path), headers=header)
            assert answer.status_code == 403, path
            assert "another site" in answer.text
    assert not visitor.cookies


def test_the_cookie_is_for_this_server_only(visitor: Visitor) -> None:
    plain = visitor.post("/play").headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(plain.split("; "))
    assert "secure" not in plain.casefold()
    visitor.cookies.clear()
    tls = visitor.post("/play", headers=TLS).headers["set-cookie"]
    assert tls.startswith("__Host-")
    assert {"secure", "path=/"} <= set(tls.casefold().split("; "))
    assert "domain" not in tls.casefold()


@pytest.mark.parametrize("chosen", ["", "b", "x" * 31, "x" * 33, HTML, "\N{EIGHTH NOTE}" * 32])
def test_a_browser_does_not_choose_its_own_token(visitor: Visitor, chosen: str) -> None:
    begun = visitor.post("/play", headers={b"Cookie": f"moolab_player={chosen}.de".encode()})
    given = re.match(r"moolab_player=([\w-]{32})\.de;", begun.headers["set-cookie"])
    assert given
    assert given[1] != chosen


def test_with_tls_no_neighbour_says_who_a_player_is(visitor: Visitor) -> None:
    visitor.headers.update(TLS)
    begun = visitor.post("/play")
    game, own = begun.headers["location"], begun.headers["set-cookie"].partition(";")[0]
    for cookie, status in (
        (f"moolab_player={'x' * 32}; {own}", 200),
        (own.removeprefix("__Host-"), 401),
    ):
        visitor.cookies.clear()
        assert visitor.get(game, headers={"Cookie": cookie}).status_code == status


def test_what_people_type_is_shown_as_they_typed_it(visitor: Visitor) -> None:
    duel = visitor.post("/play", data={"rules": RULES}).headers["location"]
    two = visitor.post("/two", data={"name": HTML}).headers["location"]
    answers = [
        visitor.get(two),
        visitor.get(re.findall(r"/two/[^/]+/join/[\w-]+", visitor.get(two).text)[0]),
        visitor.post("/play", data={"rules": HTML}),
        visitor.post(duel, data={"verb": "guess", "text": HTML}),
        visitor.post(two, data={"verb": "guess", "text": HTML}),
        visitor.get("/assistant", params={"rules": HTML}),
    ]
    for answer in answers:
        assert HTML not in answer.text
        assert "&lt;script&gt;" in answer.text, answer.url


def test_every_page_is_guarded(visitor: Visitor) -> None:
    """Follow links from the first page on, to each place once."""
    visitor.post("/play")
    seen, waiting = {"/tree/file"}, ["/"]  # whole trees are long
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            answer = visitor.get(path)
            assert answer.status_code == 200, path
            waiting += re.findall(r'(?:href|src)="(/[^"#?]*)', answer.text)
    assert {"/games", "/assistant", f"{STATIC}/page.js", "/openapi.json"} <= seen


@pytest.mark.parametrize(
    ("listens", "hosts", "asked", "status"),
    [
        ("127.0.0.1", "", "127.0.0.1:8000", 200),
        ("127.0.0.1", "", "LOCALHOST:8000", 200),
        ("127.0.0.1", "", "[::1]:8000", 200),
        ("127.0.0.1", "", "", 200),
        ("127.0.0.1", "", "rebound.example:8000", 421),
        ("127.0.0.1", "", "localhost.example", 421),
        ("127.0.0.1", "", "[", 421),
        ("127.0.0.1", "", HTML, 421),
        ("127.0.0.2", "", "127.0.0.2", 200),
        ("::1", "", "rebound.example", 421),
        ("127.0.0.1", "moo.example, www.moo.example", "www.moo.example", 200),
        ("127.0.0.1", "moo.example", "127.0.0.1:8000", 200),
        ("127.0.0.1", "moo.example", "rebound.example", 421),
        ("127.0.0.1", "*", "rebound.example", 200),
        ("0.0.0.0", "", "moo.example", 200),  # noqa: S104 - nothing listens
        ("0.0.0.0", "moo.example", "rebound.example", 421),  # noqa: S104
    ],
)
def test_names_that_a_server_goes_by(listens: str, hosts: str, asked: str, status: int) -> None:
    async def hello(scope: Scope, receive: Receive, send: Send) -> None:
        await Response()(scope, receive, send)

    names = Settings(host=listens, hosts=hosts).known_hosts
    with closing(TestClient(CatchAll(HostCheck(hello, names)))) as client:
        answer = client.get("/api/nothing", headers={"Host": asked})
    assert answer.status_code == status
    if status == 421:
        assert answer.json()["error"]["kind"] == "unknown_host"
        assert answer.json()["error"]["message"].endswith("allow that with MOOLAB_HOSTS")


async def never(*_: object) -> Any:
    raise AssertionError


def test_of_two_names_both_have_to_be_its_own() -> None:
    hosts = [(b"host", b"localhost"), (b"host", b"rebound.example")]
    with pytest.raises(UnknownHost, match=r"rebound\.example"):
        asyncio.run(
            HostCheck(never, ["localhost"])({"type": "http", "headers": hosts}, never, never)
        )


def test_a_body_that_is_announced_as_too_long_is_not_waited_for() -> None:
    async def read(scope: Scope, receive: Receive, _send: Send) -> None:
        await Request(scope, receive).body()

    scope = {"type": "http", "path": "/", "headers": [(b"content-length", b"9" * 5000)]}
    with pytest.raises(HTTPException, match="413"):
        asyncio.run(BodyLimit(read)(scope, never, never))


def test_a_server_answers_nothing_under_another_name(visitor: Visitor) -> None:
    for path in ("/healthz", "/api/nothing", "/play"):
        assert visitor.get(path, headers={"Host": "rebound.example"}).status_code == 421


def test_sockets_are_for_the_players_and_for_pages_of_this_site() -> None:
    own, others = {"Origin": "http://testserver"}, {"Origin": "https://elsewhere.example"}
    with TestClient(create_app(Settings(database="sqlite://", warm=False))) as player:
        page = player.post("/two", follow_redirects=False).headers["location"]
        with player.websocket_connect(f"{page}/socket", headers=own) as socket:
            assert "version" in socket.receive_json()
        with (
            pytest.raises(WebSocketDisconnect),
            player.websocket_connect(f"{page}/socket", headers=others),
        ):
            pass
        player.cookies.clear()
        player.post("/two")
        with (
            pytest.raises(WebSocketDisconnect),
            player.websocket_connect(f"{page}/socket", headers=own),
        ):
            pass
