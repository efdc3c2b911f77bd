"""Many who watch: how many may, what it costs, and that nobody is shown what was before."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, aclosing
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from anyio.to_thread import run_sync
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from moolab.games.duel.duel import Setup
from moolab.support.language import speaking, translate
from moolab.web.app import create_app
from moolab.web.http.throttling import ConcurrencyLimiter
from moolab.web.limits import MOST_STREAMS_OF_GAME
from moolab.web.pages.room import WATCHER, notifications, room_state
from moolab.web.play import replay
from moolab.web.play.games import Games
from moolab.web.play.quota import Quota
from moolab.web.play.watching import Presence, Topics
from moolab.web.settings import Settings
from moolab.web.store.store import Store
from moolab.web.work.pool import Pool
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess

MANY = 200


@pytest.fixture
def games() -> Iterator[Games]:
    store = Store("sqlite://")
    store.migrate()
    yield Games(store, Pool(1, 1), ConcurrencyLimiter(1, 1), Quota(store, Settings()), shared=False)
    store.close()


def test_a_move_costs_one_look_however_many_watch(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    def see(*args: Any) -> replay.PlayerView:
        nonlocal looks
        looks += 1
        return replay.begin(*args)

    async def play() -> list[list[int]]:
        opened = await games.open("duel", Setup.new("ab4x10", role="breaker"), {"player": None})
        game = opened.id
        seen: list[list[int]] = [[] for _ in range(MANY)]

        async def look() -> int:
            return int((await games.look(game, "player"))[1].version)

        async def watch(number: int) -> None:
            async with aclosing(games.topics.watch(game, "player", look)) as versions:
                async for version in versions:
                    seen[number].append(version)
                    if version == 2:
                        return

        watching = [asyncio.create_task(watch(number)) for number in range(MANY)]
        while not all(seen):
            await asyncio.sleep(0)
        monkeypatch.setattr(replay, "look", see)
        for version, move in enumerate(("guess 1234", "guess 2345"), start=1):
            await games.move(game, "player", move)
            while any(versions[-1] != version for versions in seen):
                await asyncio.sleep(0)
        await asyncio.gather(*watching)
        return seen

    assert anyio.run(play) == [[0, 1, 2]] * MANY
    assert looks == 2


def test_where_nothing_is_told_all_look_at_the_same_time() -> None:
    topics, looks = Topics(), 0

    async def look() -> int:
        nonlocal looks
        looks += 1
        await asyncio.sleep(0)
        return looks

    async def watch() -> None:
        async with aclosing(topics.watch("race", "", look, 0.1)) as seen:
            async for number in seen:
                if number >= MANY + 3:
                    return

    async def watch_all() -> None:
        await asyncio.gather(*(watch() for _ in range(MANY)))

    anyio.run(watch_all)
    assert looks == MANY + 3  # when they came, and three times for all together
    assert not topics.names


def test_each_reads_the_own_language_whoever_looks_first() -> None:
    topics = Topics()

    async def look() -> str:
        return translate("Player {number}", number=1)

    async def watch(language: str, arrived: asyncio.Semaphore) -> list[str]:
        with speaking(language):
            async with aclosing(topics.watch("game", "", look)) as seen:
                first = await anext(seen)
                arrived.release()
                return [first, await anext(seen)]

    async def watch_both() -> list[list[str]]:
        arrived = asyncio.Semaphore(0)
        watching = [asyncio.create_task(watch(code, arrived)) for code in ("de", "en")]
        for _ in watching:
            await arrived.acquire()
        topics.notify("game")
        return list(await asyncio.gather(*watching))

    assert anyio.run(watch_both) == [["Person 1"] * 2, ["Player 1"] * 2]


def test_nobody_is_shown_what_was_before(games: Games) -> None:
    value = 0

    async def look() -> int:
        now = value
        await asyncio.sleep(0.01)
        return now

    async def watch() -> list[int]:
        nonlocal value
        seen = []
        async with aclosing(games.topics.watch("game", "player", look)) as first:
            seen.append(await anext(first))
            games.topics.notify("game")
            late = asyncio.ensure_future(anext(first))
            await asyncio.sleep(0)
            value = 1  # while the first one looks already
            games.topics.notify("game")
            async with aclosing(games.topics.watch("game", "player", look)) as second:
                seen.append(await anext(second))
            await late
            seen.append(await anext(first))
        return seen

    assert anyio.run(watch) == [0, 1, 1]


def test_a_look_that_fails_fails_for_all_and_one_who_leaves_takes_it_from_nobody() -> None:
    topics = Topics()

    async def look() -> int:
        await asyncio.sleep(0.01)
        raise LookupError

    async def watch() -> None:
        async with aclosing(topics.watch("game", "player", look)) as seen:
            await anext(seen)

    async def watch_all() -> None:
        first, *others = [asyncio.create_task(watch()) for _ in range(3)]
        await asyncio.sleep(0)
        topics.notify("game")
        first.cancel()
        results = await asyncio.gather(*others, return_exceptions=True)
        assert [type(result) for result in results] == [LookupError] * 2

    anyio.run(watch_all)
    assert not topics.names


def test_somebody_comes_once_and_goes_once_however_many_windows_there_are() -> None:
    noted: Counter[str] = Counter()

    class Noting(Store):
        def mark_seen(self, *args: Any) -> Any:
            noted["seen"] += 1
            return super().mark_seen(*args)

        def mark_gone(self, *args: Any) -> None:
            noted["gone"] += 1
            super().mark_gone(*args)

    store, topics = Noting("sqlite://"), Topics()
    store.migrate()
    game, _ = store.create("two", {"rules": "ab4x10"}, {"first": "a", "second": "b"})
    presence = Presence(store, topics)

    async def come_and_go() -> None:
        async with presence.of(game, "first"):
            for _ in range(10):
                async with presence.of(game, "first"):
                    await presence.note(game, "first")
            assert store.seats(game)[0].seen
        assert not store.seats(game)[0].seen

    anyio.run(come_and_go)
    store.close()
    assert noted == {"seen": 1, "gone": 1}


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_a_move_that_comes_while_a_page_is_made_is_told_of_later(
    who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Settings(database="sqlite://", warm=False))
    with TestClient(app) as player:
        page = player.post("/two").url.path
        server, game, look = app.state.server, page.removeprefix("/two/"), Games.look
        seat = "first" if who == "player" else WATCHER
        if who == "spectator":
            page = f"{page}/watch/{server.invitations.watching(game)}"

        async def and_move(games: Games, *who: str) -> Any:
            seen = await look(games, *who)
            monkeypatch.setattr(Games, "look", look)
            await games.move(game, "first", "resign")
            return seen

        monkeypatch.setattr(Games, "look", and_move)
        shown = re.search('data-version="(.+?)"', player.get(page).text)
        assert shown
        assert shown[1] != room_state(server, game, seat).version


def test_opening_a_websocket_is_a_request(tmp_path: Path) -> None:
    settings = Settings(
        database=f"sqlite:///{tmp_path}/games", requests_per_second=0.001, burst=3, warm=False
    )
    with TestClient(create_app(settings)) as player:
        page = player.post("/two", follow_redirects=False).headers["location"]
        own = {"Origin": "http://testserver"}
        for _ in range(2):
            with player.websocket_connect(f"{page}/socket", headers=own) as socket:
                assert "version" in socket.receive_json()
        with (
            pytest.raises(WebSocketDenialResponse) as refused,
            player.websocket_connect(f"{page}/socket", headers=own),
        ):
            pass
    assert refused.value.status_code == 429
    assert refused.value.json()["error"]["kind"] == "too_many_requests"


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_the_line_of_a_game_ends_when_it_is_deleted(
    who: str,
) -> None:
    app = create_app(Settings(database="sqlite://", warm=False))
    with TestClient(app) as player:
        game = player.post("/two", follow_redirects=False).headers["location"][len("/two/") :]
        server = app.state.server

        async def listen() -> list[dict[str, str]]:
            messages = notifications(server, game, WATCHER)
            if who == "player":
                messages = notifications(server, game, "first")
            heard = [await anext(messages)]
            await run_sync(
                server.store.delete_player, player.cookies["moolab_player"].split(".")[0]
            )
            server.games.topics.notify(game)
            return heard + [message async for message in messages]

        assert player.portal is not None
        assert len(player.portal.call(listen)) == 1


def test_the_socket_of_a_game_is_closed_when_it_is_deleted() -> None:
    app = create_app(Settings(database="sqlite://", warm=False))
    with TestClient(app) as player:
        page = player.post("/two", follow_redirects=False).headers["location"]
        own = {"Origin": "http://testserver"}
        with player.websocket_connect(f"{page}/socket", headers=own) as socket:
            assert "version" in socket.receive_json()
            player.post(f"{page.replace('/two/', '/games/')}/delete")
            with pytest.raises(WebSocketDisconnect) as ended:
                socket.receive_json()
        assert ended.value.code == 4410  # what two.js expects
        assert player.get(page).status_code == 404


@pytest.mark.parametrize("limit", ["of_game", "of_race", "of_client"])
def test_streams_are_refused_beyond_their_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(
        "moolab.web.answers.identity.MOST_STREAMS_OF_GAME", 0 if limit == "of_game" else 9
    )
    monkeypatch.setattr("moolab.web.pages.race.MOST_STREAMS_OF_RACE", 0)
    settings = Settings(database=f"sqlite:///{tmp_path}/games", streams=1, warm=False)
    app = create_app(settings)
    with TestClient(app) as client:
        opened = client.post("/api/games", json={}).json()
        client.post("/race", data={"name": "friday"})
        paths = {"of_race": "/race/friday/events"}
        path = paths.get(limit, f"/api/games/{opened['id']}/events")
        authority = {"Authorization": f"Bearer {opened['token']}"}
        with ExitStack() as held:
            if limit == "of_client":
                held.enter_context(app.state.server.streams.held("testclient", "another", 1))
            refused = client.get(path, headers=authority)
    assert refused.status_code == 429
    assert "already; close some windows" in refused.text


@pytest.mark.parametrize("way", ["events", "socket"])
def test_the_line_of_two_people_counts_among_the_streams_of_a_client(
    tmp_path: Path, way: str
) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path}/games", streams=1, warm=False))
    with TestClient(app) as player:
        page = player.post("/two", follow_redirects=False).headers["location"]
        with app.state.server.streams.held("testclient", "another", 1):
            if way == "events":
                assert player.get(f"{page}/events").status_code == 429
            else:
                own = {"Origin": "http://testserver"}
                refused = player.websocket_connect(f"{page}/socket", headers=own)
                with pytest.raises(WebSocketDisconnect), refused:
                    pass


def test_a_game_is_watched_so_often_and_again_when_somebody_has_left(
    server: ServerProcess,
) -> None:
    async def watch_often() -> None:
        async with httpx2.AsyncClient(base_url=server.address, timeout=PATIENCE) as client:
            opened = (await client.post("/api/games", json={})).json()
            path = f"/api/games/{opened['id']}/events"
            authority = {"Authorization": f"Bearer {opened['token']}"}

            async def watch() -> httpx2.Response:
                request = client.build_request("GET", path, headers=authority)
                return await client.send(request, stream=True)

            held = [await watch() for _ in range(MOST_STREAMS_OF_GAME)]
            assert {answer.status_code for answer in held} == {200}
            assert (await watch()).status_code == 429
            await held.pop().aclose()
            while (again := await watch()).status_code == 429:
                await again.aclose()
            for answer in (*held, again):
                await answer.aclose()

    anyio.run(watch_often)
