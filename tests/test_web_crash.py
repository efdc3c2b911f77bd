"""A server that is killed has lost nothing of what it acknowledged."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx2

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from tests.servers import PATIENCE, ServerProcess

GAMES = 200
ENOUGH = 2 * GAMES
"""Moves that are acknowledged before the server is killed."""

RULES = Rules.parse("ab4x10")
NEW = {"role": "breaker", "seed": 7}
"""The secret is 1254, which nobody comes to."""

Turns = list[dict[str, str]]


def test_every_acknowledged_move_survives(
    start_server: Callable[..., ServerProcess], database: str
) -> None:
    server = start_server(database=database)
    acknowledged: list[Turns] = [[] for _ in range(GAMES)]

    async def play(client: httpx2.AsyncClient, number: int) -> dict[str, Any]:
        """Try one code after the other, for as long as there is a server."""
        game: dict[str, Any] = (await client.post("/api/games", json=NEW)).json()
        while True:
            try:
                acknowledged[number] = await guess(client, game, len(acknowledged[number]))
            except httpx2.TransportError:
                return game
            if sum(map(len, acknowledged)) == ENOUGH:
                server.kill()

    async def go_on(client: httpx2.AsyncClient, game: dict[str, Any], turns: Turns) -> None:
        """Find all that was acknowledged, and perhaps a move that was on its way; then play on."""
        answer = await client.get(f"/api/games/{game['id']}", headers=_authority(game))
        found: Turns = answer.json()["state"]["turns"]["yours"]
        assert found[: len(turns)] == turns
        assert len(found) - len(turns) in (0, 1)
        assert [turn["guess"] for turn in found] == [_code(n) for n in range(len(found))]
        assert len(await guess(client, game, len(found))) == len(found) + 1

    async def all_games() -> None:
        limits = httpx2.Limits(max_connections=GAMES)
        async with httpx2.AsyncClient(
            base_url=server.address, timeout=PATIENCE, limits=limits
        ) as client:
            games = await asyncio.gather(*(play(client, number) for number in range(GAMES)))
            server.start()
            await asyncio.gather(*map(go_on, [client] * GAMES, games, acknowledged))

    asyncio.run(all_games())


async def guess(client: httpx2.AsyncClient, game: dict[str, Any], number: int) -> Turns:
    """Make a guess; the turns that the answer has."""
    move = {"move": f"guess {_code(number)}"}
    path = f"/api/games/{game['id']}/moves"
    answer = await client.post(path, json=move, headers=_authority(game))
    assert answer.status_code == 200, answer.text
    turns: Turns = answer.json()["state"]["turns"]["yours"]
    return turns


def _authority(game: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {game['token']}"}


def _code(number: int) -> str:
    return code_at(RULES, number)
