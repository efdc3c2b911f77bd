"""A server that is killed has lost nothing of what it acknowledged.

What SQLite keeps is looked for after the siege in ``test_siege.py``, which kills a server as well.
"""

import asyncio
from collections.abc import Callable

from benchmarks.connection import Connection

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from tests.helpers.servers import ServerProcess

GAMES = 12
"""Enough that many moves are on their way; ``python -m benchmarks.siege`` plays more."""

ENOUGH = 2 * GAMES
"""Moves that are acknowledged before the server is killed."""

RULES = Rules.parse("ab4x10")
NEW = {"role": "breaker", "seed": 7}
"""The secret is 1254, to which nobody comes."""

Turns = list[dict[str, str]]


class Player:
    """Somebody who tries one code after the other, and remembers what was answered."""

    def __init__(self, address: str) -> None:
        self._server = Connection(address)
        self.turns: Turns = []

    async def begin(self) -> None:
        _, game = await self._server.ask("POST", "/api/games", fields=NEW)
        self._path, self._token = f"/api/games/{game['id']}", game["token"]

    async def guess(self) -> None:
        move = {"move": f"guess {_code(len(self.turns))}"}
        answer = await self._server.ask("POST", f"{self._path}/moves", self._token, move)
        assert answer.status == 200, answer
        self.turns = answer.body["state"]["turns"]["yours"]

    async def return_later(self) -> None:
        """Find all that was acknowledged, perhaps a move that was on its way, and go on."""
        self._server.close()
        answer = await self._server.ask("GET", self._path, self._token)
        found: Turns = answer.body["state"]["turns"]["yours"]
        assert found[: len(self.turns)] == self.turns
        assert len(found) - len(self.turns) in (0, 1)
        assert [turn["guess"] for turn in found] == [_code(n) for n in range(len(found))]
        self.turns = found
        await self.guess()
        assert len(self.turns) == len(found) + 1
        self._server.close()


def test_every_acknowledged_move_survives(
    start_server: Callable[..., ServerProcess], new_database: Callable[[], str]
) -> None:
    server = start_server(database=new_database())
    players = [Player(server.address) for _ in range(GAMES)]

    async def play(player: Player) -> None:
        while True:
            try:
                await player.guess()
            except (EOFError, OSError):
                return
            if sum(len(player.turns) for player in players) == ENOUGH:
                server.kill()

    async def all_games() -> None:
        # All have begun before the server is killed, however long one of them takes.
        await asyncio.gather(*(player.begin() for player in players))
        await asyncio.gather(*map(play, players))
        server.start()
        await asyncio.gather(*(player.return_later() for player in players))

    asyncio.run(all_games())


def _code(number: int) -> str:
    return code_at(RULES, number)
