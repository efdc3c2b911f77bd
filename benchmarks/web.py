"""Many games at once against one server process: ``python -m benchmarks.web``.

Each player has an address of its own, as Linux allows, and so the limits of a client; it thinks
before each move, plays to the end and begins anew. At the end, all games are looked at: what was
acknowledged has to be there.

``--full`` has everything switched on: each player follows its game by an event stream, too, answers
are compressed where the server does that, old games are looked for, and metrics are counted and
read.
"""

import asyncio
import gc
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import click
import uvloop
from tests.helpers.servers import LIMITS, ServerProcess

from benchmarks.connection import Connection
from benchmarks.usage import cpu_seconds
from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.strategies import strategy
from moolab.trees.node import Node, tree
from moolab.web.http.connections import allow_files

RULES = Rules.parse("ab4x10")


_SCRAPE = 5.0
"""Seconds between two looks at the metrics; Prometheus looks every 15 to 60."""

_FULL = {"metrics": True, "days_unfinished": 30, "days_finished": 365}
"""The settings of a server with all that can be switched on."""


class Load(NamedTuple):
    """What is asked of a server.

    Attributes:
        address: of the server.
        games: how many at once.
        role: of the players.
        think: seconds before a move, on average.
        seconds: for how long.
        full: whether each player follows its game, too, and metrics are read.
    """

    address: str
    games: int
    role: str
    think: float
    seconds: float
    full: bool


class Tally:
    """What the players have seen.

    Attributes:
        times: the seconds that each move took.
        errors: answers that were none, and how often.
        events: how many came through event streams.
        games: of each game, its token and its player's address, the last state seen of it.
    """

    def __init__(self) -> None:
        self.times: list[float] = []
        self.errors: Counter[str] = Counter()
        self.events = 0
        self.games: dict[tuple[str, str, str], dict[str, Any]] = {}


async def play(load: Load, tally: Tally, root: Node, number: int) -> None:
    """Play one game after the other, as the strategy of a tree, until the time is over."""
    chance, source = Random(number), f"127.1.{number // 250}.{1 + number % 250}"
    end = time.perf_counter() + load.seconds

    async def think() -> bool:
        await asyncio.sleep(2 * chance.random() * load.think)
        return time.perf_counter() < end

    async def follow(game: str, token: str) -> None:
        with Connection(load.address, source) as line:
            async for _ in line.events(f"/api/games/{game}/events", token):
                tally.events += 1

    with Connection(load.address, source, compressed=load.full) as server:
        while await think():
            opened = await server.ask("POST", "/api/games", fields={"role": load.role})
            if opened.status != 201:
                tally.errors[str(opened.body)] += 1
                continue
            game = opened.body["id"], opened.body["token"], source
            tally.games[game] = state = opened.body["state"]
            following = asyncio.create_task(follow(*game[:2])) if load.full else None
            node, code = root, code_at(RULES, chance.randrange(RULES.size))
            while state["phase"] != "over" and await think():
                guessing = state["phase"] == "guess"
                reply = None if guessing else RULES.score(state["pending"], code)
                move = {"move": f"guess {node.guess}" if guessing else f"reply {reply}"}
                start = time.perf_counter()
                answer = await server.ask("POST", f"/api/games/{game[0]}/moves", game[1], move)
                tally.times.append(time.perf_counter() - start)
                if answer.status != 200:
                    tally.errors[str(answer.body)] += 1
                    break
                tally.games[game] = state = answer.body["state"]
                if guessing:
                    told = RULES.reply(state["turns"]["yours"][-1]["reply"])
                    node = root if told == RULES.win else node.replies[told]
            if following:
                following.cancel()
                with suppress(asyncio.CancelledError):
                    await following


async def scrape(load: Load) -> None:
    """Read the metrics, as Prometheus does."""
    with Connection(load.address) as server:
        while True:
            assert "moolab_streams" in (await server.ask("GET", "/metrics")).body
            await asyncio.sleep(_SCRAPE)


async def lost(load: Load, tally: Tally) -> int:
    """How many games are not as their players have seen them last."""
    count = 0
    for (game, token, source), state in tally.games.items():
        with Connection(load.address, source) as server:
            answer = await server.ask("GET", f"/api/games/{game}", token)
        count += answer.status != 200 or answer.body["state"] != state
    return count


async def measure(load: Load, server: ServerProcess) -> None:
    """Put the load on a server, and print what came of it."""
    root, tally = tree(strategy("consistent", RULES)), Tally()
    click.echo(f"{load.games} games, {load.role}, {load.think:g} s for a move, {load.seconds:g} s")
    for number in range(RULES.size):  # so that nobody waits for the tree later on
        node, secret = root, code_at(RULES, number)
        while (reply := RULES.score(node.guess, secret)) != RULES.win:
            node = node.replies[reply]
    # Pauses of this process are not the server's.
    gc.freeze()
    gc.disable()
    players = (play(load, tally, root, number) for number in range(load.games))
    scraping = asyncio.create_task(scrape(load)) if load.full else None
    before = cpu_seconds(server.pid)
    await asyncio.gather(*players)
    used = cpu_seconds(server.pid) - before
    if scraping:
        scraping.cancel()
    times = sorted(tally.times)
    shares = {"median": 0.5, "95%": 0.95, "99%": 0.99, "all": 1}
    shown = ", ".join(
        f"{name} within {1000 * times[max(0, int(share * len(times)) - 1)]:.1f} ms"
        for name, share in shares.items()
    )
    click.echo(f"{len(times):,} moves, {len(times) / load.seconds:,.0f} per second: {shown}")
    click.echo(f"{1000 * used / max(1, len(times)):.2f} ms of a processor for each move")
    if load.full:
        click.echo(f"{tally.events:,} events through the event streams of all games")
    click.echo(f"{sum(tally.errors.values())} errors {dict(tally.errors.most_common(3)) or ''}")
    click.echo(f"{len(tally.games):,} games, {await lost(load, tally)} with a move lost")


@click.command()
@click.option("--games", default=500, help="How many at once.", show_default=True)
@click.option("--role", default="both", help="Of the players.", show_default=True)
@click.option("--think", default=4.0, help="Seconds before a move; 0 for none.", show_default=True)
@click.option("--seconds", default=30.0, help="For how long.", show_default=True)
@click.option("--database", help="A SQLAlchemy URL instead of a SQLite file.")
@click.option("--workers", default=1, help="Server processes.", show_default=True)
@click.option("--full", is_flag=True, help="With event streams, metrics and all else.")
def command(
    games: int,
    role: str,
    think: float,
    seconds: float,
    database: str | None,
    workers: int,
    full: bool,
) -> None:
    """Measure the times of moves in many games at once."""
    settings = LIMITS | {"workers": workers, "log_level": "info"} | (_FULL if full else {})
    if database:
        settings["database"] = database
    allow_files()
    with TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), **settings)
        try:
            load = Load(server.address, games, role, think, seconds, full)
            uvloop.run(measure(load, server))
        finally:
            server.kill()


if __name__ == "__main__":
    command()
