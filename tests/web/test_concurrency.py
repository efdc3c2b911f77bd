"""Requests for one game at once: one wins, the others are told so, and all who watch see it."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from benchmarks.connection import Answer, Connection

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.games.people.game import MatchView, Setup
from moolab.games.setup import encode
from moolab.web.play import replay
from moolab.web.play.replay import Stored
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess
from tests.web.test_metrics import samples

RULES = Rules.parse("ab4x10")
NEW = {"role": "breaker", "seed": 7, "tries": 0}
"""The secret is 1254, which nobody guesses."""

AT_ONCE, ROUNDS, WATCHING = 6, 5, 6


@pytest.fixture
def several(
    start_server: Callable[..., ServerProcess], new_database: Callable[[], str]
) -> ServerProcess:
    """A server of two processes, which share a database of PostgreSQL and count together."""
    return start_server(database=new_database(), workers=2, metrics=True)


@pytest.mark.parametrize("which", ["server", pytest.param("several", marks=pytest.mark.slow)])
def test_of_moves_at_once_one_wins(request: pytest.FixtureRequest, which: str) -> None:
    server: ServerProcess = request.getfixturevalue(which)

    async def watch(path: str, token: str) -> list[int]:
        """The versions of a game as they come, until it is over."""
        authority = {"Authorization": f"Bearer {token}"}
        versions = []
        async with (
            httpx2.AsyncClient(base_url=server.address, timeout=PATIENCE) as client,
            client.stream("GET", f"{path}/events", headers=authority) as answer,
        ):
            async for line in answer.aiter_lines():
                if line.startswith("data:"):
                    state = json.loads(line.removeprefix("data:"))["state"]
                    versions.append(state["version"])
        return versions

    async def play() -> None:
        players = [Connection(server.address) for _ in range(AT_ONCE)]
        # Each perhaps by another process.
        begun = [await player.ask("POST", "/api/games", fields=NEW) for player in players]
        game = begun[0].body
        path, token = f"/api/games/{game['id']}", game["token"]

        async def move(player: Connection, text: str, after: int | None) -> Answer:
            fields = {"move": text, "after": after}
            return await player.ask("POST", f"{path}/moves", token, fields)

        async def guess_at_once(after: int | None) -> list[dict[str, Any]]:
            """All guess something else; the states that those have seen who were successful."""
            guesses = [f"guess {code_at(RULES, number)}" for number in range(AT_ONCE)]
            answers = await asyncio.gather(
                *(move(player, text, after) for player, text in zip(players, guesses, strict=True))
            )
            assert {answer.status for answer in answers} <= {200, 409}
            return [answer.body["state"] for answer in answers if answer.status == 200]

        watching = [asyncio.create_task(watch(path, token)) for _ in range(WATCHING)]
        for version in range(ROUNDS):
            (state,) = await guess_at_once(version)
            assert state["version"] == version + 1
        # Whoever does not say what the move comes after may be the second, too.
        more = await guess_at_once(None)
        assert {state["version"] for state in more} == {ROUNDS + 1 + n for n in range(len(more))}
        ended = await move(players[0], "resign", None)
        last = ended.body["state"]["version"]
        assert last == ROUNDS + len(more) + 1 == len(ended.body["state"]["turns"]["yours"]) + 1
        for seen in await asyncio.gather(*watching):
            assert seen == sorted(set(seen))
            assert seen[-1] == last
        for player in players:
            player.close()

    asyncio.run(play())
    if which == "several":
        texts = [httpx2.get(f"{server.address}/metrics", timeout=PATIENCE).text for _ in range(4)]
        told = [samples(text)['moolab_games_begun_total{kind="duel"}'] for text in texts]
        assert told == [AT_ONCE] * 4
        assert "pid=" not in texts[0]


@pytest.mark.usefixtures("chance")
def test_of_beginnings_at_once_the_later_leaves_nothing() -> None:
    begun, late = (Stored("rematch", "two", encode(Setup.new("ab4x10")), ()) for _ in range(2))

    def seal(game: Stored) -> str:
        view = replay.move(game, "first", "secret 1234").view
        assert isinstance(view, MatchView)
        return str(view.commitments.yours)

    expected = seal(begun)
    replay.begin(late, "first")
    assert seal(begun) == expected != seal(late)
