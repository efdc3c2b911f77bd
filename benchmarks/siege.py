"""A server under attack: ``python -m benchmarks.siege``.

It starts a server of its own on this machine, with a database of its own, and does to it what one
who means harm could do, each for some seconds and with so many requests and no more. Meanwhile
somebody else asks whether the server is there. The attackers have addresses of their own, such as
127.0.0.2, as Linux allows.
"""

import asyncio
import resource
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import urlsplit

import click
import uvloop
from tests.helpers.servers import LIMITS, ServerProcess

from benchmarks.connection import Connection
from benchmarks.usage import cpu_seconds, megabytes
from moolab.web.http.connections import allow_files

_PROBE = 0.05
"""Seconds between two questions whether the server is there."""

_PATIENCE = 60
"""Seconds after which an answer counts as none."""

_ROOM = 32 * 1024
"""Bytes that a file may have while the disk is full."""


class Scale(NamedTuple):
    """How hard an attack is.

    Attributes:
        seconds: for how long it goes on.
        requests: how many there are at most.
        connections: how many at once.
        megabytes: how much is sent where that is the attack.
        games: how many are played when the server is killed, or its disk is full.
    """

    seconds: float
    requests: int
    connections: int
    megabytes: int
    games: int


SMALL = Scale(seconds=0.5, requests=100, connections=30, megabytes=2, games=10)
LARGE = Scale(seconds=15, requests=20_000, connections=1_100, megabytes=300, games=200)


class Row(NamedTuple):
    """What came of an attack.

    Attributes:
        name: what was done.
        sent: how often, or how much.
        outcomes: how often the server did what: a status, ``closed``, ``open`` or ``lost``.
        cpu: seconds of its processors that the server used; NaN if it was started anew.
        megabytes: of memory that its processes had at most.
        alive: seconds after which it said that it is there, each time somebody asked.
    """

    name: str
    sent: str
    outcomes: Counter[str]
    cpu: float
    megabytes: float
    alive: list[float]


class Siege:
    """Attacks on a server, one after the other.

    Args:
        server: to be attacked; some attacks kill it, and start it again.
        scale: how hard.
        files: the folder of its database, where that is a file.
    """

    def __init__(self, server: ServerProcess, scale: Scale, files: Path | None) -> None:
        self._server = server
        self._scale = scale
        self._files = files
        self._attackers = 1

    async def lay(self) -> list[Row]:
        """What comes of all attacks."""
        attacks: list[tuple[str, Callable[[str], Awaitable[tuple[str, Counter[str]]]]]] = [
            ("requests", self._flood),
            ("bad histories", self._bad_histories),
            ("unfinished heads", self._unfinished_heads),
            ("unfinished bodies", self._unfinished_bodies),
            ("endless heads", self._endless_heads),
            ("event streams", self._streams),
            ("WebSockets", self._sockets),
            ("killed", self._killed),
        ]
        if self._files is not None:
            attacks.append(("disk full", self._disk_full))
        return [await self._measured(name, attack) for name, attack in attacks]

    async def _measured(
        self, name: str, attack: Callable[[str], Awaitable[tuple[str, Counter[str]]]]
    ) -> Row:
        self._attackers += 1
        alive: list[float] = []
        most = 0.0

        async def probe() -> None:
            nonlocal most
            while True:
                with Connection(self._server.address) as somebody:
                    start = time.perf_counter()
                    with suppress(EOFError, OSError):  # as long as there is no server at all
                        answer = await somebody.ask("GET", "/healthz")
                        assert answer.status == 200
                        alive.append(time.perf_counter() - start)
                most = max(most, megabytes(self._server.pid))
                await asyncio.sleep(_PROBE)

        before, pid = cpu_seconds(self._server.pid), self._server.pid
        probing = asyncio.create_task(probe())
        async with asyncio.timeout(self._scale.seconds + 2 * _PATIENCE):
            sent, outcomes = await attack(f"127.0.0.{self._attackers}")
        cpu = cpu_seconds(pid) - before if self._server.pid == pid else float("nan")
        await asyncio.sleep(2 * _PROBE)
        if probing.done():
            probing.result()
        probing.cancel()
        return Row(name, sent, outcomes, cpu, most, alive)

    async def _many(
        self, address: str, method: str, path: str, fields: object
    ) -> tuple[str, Counter[str]]:
        """One request after the other, through many connections."""
        end, left = time.perf_counter() + self._scale.seconds, self._scale.requests
        outcomes: Counter[str] = Counter()

        async def ask() -> None:
            nonlocal left
            with Connection(self._server.address, address) as server:
                while left > 0 and time.perf_counter() < end:
                    left -= 1
                    outcomes[str((await server.ask(method, path, fields=fields)).status)] += 1

        await asyncio.gather(*(ask() for _ in range(min(50, self._scale.connections))))
        return f"{outcomes.total():,} requests", outcomes

    async def _flood(self, address: str) -> tuple[str, Counter[str]]:
        return await self._many(address, "POST", "/api/games", {"role": "breaker"})

    async def _bad_histories(self, address: str) -> tuple[str, Counter[str]]:
        history = {"rules": "ab4x10", "history": "1234=02" + " " * 3990 + "x"}
        return await self._many(address, "POST", "/api/candidates", history)

    async def _unfinished(self, address: str, beginning: bytes) -> tuple[str, Counter[str]]:
        """Requests whose end never comes, one byte a second."""
        outcomes: Counter[str] = Counter()

        async def ask() -> None:
            outcome = await _sent_and_heard(
                self._place, address, [beginning, *[b"x"] * 100], self._scale.seconds, pause=1
            )
            outcomes[outcome] += 1

        await asyncio.gather(*(ask() for _ in range(self._scale.connections)))
        return f"{outcomes.total():,} connections", outcomes

    async def _unfinished_heads(self, address: str) -> tuple[str, Counter[str]]:
        return await self._unfinished(address, b"GET / HTTP/1.1\r\nX: ")

    async def _unfinished_bodies(self, address: str) -> tuple[str, Counter[str]]:
        head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
        return await self._unfinished(address, head)

    async def _endless_heads(self, address: str) -> tuple[str, Counter[str]]:
        outcomes: Counter[str] = Counter()
        each = 10
        parts = [b"GET / HTTP/1.1\r\nX: ", *[b"x" * 100_000] * 10 * self._scale.megabytes]
        for _ in range(each):
            outcomes[await _sent_and_heard(self._place, address, parts, self._scale.seconds)] += 1
        return f"{each} of {self._scale.megabytes} MB", outcomes

    async def _streams(self, address: str) -> tuple[str, Counter[str]]:
        """Streams of one's own game, and moves in it."""
        with Connection(self._server.address, address) as player:
            opened = (
                await player.ask("POST", "/api/games", fields={"role": "breaker", "tries": 0})
            ).body
            path, token = f"/api/games/{opened['id']}", opened["token"]
            head = (
                f"GET {path}/events HTTP/1.1\r\nHost: localhost\r\n"
                f"Authorization: Bearer {token}\r\n\r\n"
            )
            held, outcomes = await self._held(address, head)
            for _ in range(10):
                # More in a second than allowed would be refused.
                await asyncio.sleep(self._scale.seconds / 10)
                move = {"move": "guess 1234"}
                if (await player.ask("POST", f"{path}/moves", token, move)).status == 200:
                    outcomes["moves"] += 1
            for writer in held:
                writer.close()
        return f"{self._scale.connections:,} streams", outcomes

    async def _sockets(self, address: str) -> tuple[str, Counter[str]]:
        """WebSockets of one's own game."""
        form = b"POST /two HTTP/1.0\r\nHost: localhost\r\n\r\n"
        said = await _heard(self._place, address, form)
        fields = dict(line.split(": ", 1) for line in said.split("\r\n\r\n")[0].split("\r\n")[1:])
        head = (
            f"GET {fields['location']}/socket HTTP/1.1\r\nHost: localhost\r\n"
            f"Cookie: {fields['set-cookie'].partition(';')[0]}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        held, outcomes = await self._held(address, head)
        await asyncio.sleep(self._scale.seconds)
        for writer in held:
            writer.close()
        return f"{self._scale.connections:,} WebSockets", outcomes

    async def _held(
        self, address: str, head: str
    ) -> tuple[list[asyncio.StreamWriter], Counter[str]]:
        """Connections that ask for the same, and stay; how they were answered."""
        held: list[asyncio.StreamWriter] = []
        outcomes: Counter[str] = Counter()
        for _ in range(self._scale.connections):
            try:
                reader, writer = await asyncio.open_connection(
                    *self._place, local_addr=(address, 0)
                )
                held.append(writer)
                writer.write(head.encode())
                answer = await asyncio.wait_for(reader.readline(), _PATIENCE)
                outcomes[answer[9:12].decode() or "closed"] += 1
            except OSError:
                outcomes["closed"] += 1
        return held, outcomes

    async def _killed(self, address: str) -> tuple[str, Counter[str]]:
        """All processes are killed while games are played, and started again."""

        async def kill() -> None:
            await asyncio.sleep(self._scale.seconds / 2)
            self._server.kill()

        return await self._played(address, kill, self._server.start)

    async def _disk_full(self, address: str) -> tuple[str, Counter[str]]:
        """No file may grow any more; after a while they may again."""
        pid = self._server.pid
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        # Below what the files have already: SQLite writes its log from the beginning again.
        most = _ROOM

        async def fill() -> None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, before[1]))
            await asyncio.sleep(self._scale.seconds)

        return await self._played(
            address, fill, lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
        )

    async def _played(
        self, address: str, harm: Callable[[], Awaitable[None]], mend: Callable[[], object]
    ) -> tuple[str, Counter[str]]:
        """Games before and while something happens; what was acknowledged has to be there."""
        outcomes: Counter[str] = Counter()
        acknowledged: dict[tuple[str, str], int] = {}
        harmed = False

        async def play() -> None:
            with Connection(self._server.address, address) as server:
                opened = await server.ask(
                    "POST", "/api/games", fields={"role": "breaker", "tries": 0}
                )
                outcomes[str(opened.status)] += 1
                if opened.status != 201:
                    return
                path, token = f"/api/games/{opened.body['id']}", opened.body["token"]
                acknowledged[path, token] = 0
                while not harmed:
                    move = {"move": "guess 1234"}
                    answer = await server.ask("POST", f"{path}/moves", token, move)
                    outcomes[str(answer.status)] += 1
                    if answer.status == 200:
                        acknowledged[path, token] = answer.body["state"]["version"]
                    await asyncio.sleep(self._scale.games / 30)  # within one client's allowance

        playing = asyncio.gather(
            *(play() for _ in range(self._scale.games)), return_exceptions=True
        )
        while not any(acknowledged.values()) and not playing.done():
            await asyncio.sleep(0.01)
        await harm()
        harmed = True
        await playing
        await asyncio.to_thread(mend)
        # The probe goes on meanwhile, and the allowance fills up again.
        with Connection(self._server.address) as server:
            for (path, token), version in acknowledged.items():
                state = await server.ask("GET", path, token)
                if state.status != 200 or state.body["state"]["version"] < version:
                    outcomes["lost"] += 1
                await asyncio.sleep(0.03)
        return f"{sum(acknowledged.values())} moves kept", outcomes

    @property
    def _place(self) -> tuple[str, int]:
        place = urlsplit(self._server.address)
        return str(place.hostname), int(place.port or 0)


async def _sent_and_heard(
    place: tuple[str, int], address: str, parts: list[bytes], seconds: float, pause: float = 0
) -> str:
    """Send bytes, and hear at most so long what comes: a status, or that nothing does."""
    try:
        reader, writer = await asyncio.open_connection(*place, local_addr=(address, 0))
    except OSError:
        return "closed"

    async def send() -> None:
        with suppress(OSError):
            for part in parts:
                writer.write(part)
                await writer.drain()
                await asyncio.sleep(pause)

    sending = asyncio.create_task(send())
    try:
        said = await asyncio.wait_for(reader.readline(), seconds)
        return said[9:12].decode() or "closed"
    except TimeoutError:
        return "open"
    except OSError:
        return "closed"
    finally:
        sending.cancel()
        writer.close()


async def _heard(place: tuple[str, int], address: str, request: bytes) -> str:
    reader, writer = await asyncio.open_connection(*place, local_addr=(address, 0))
    writer.write(request)
    said = await reader.read()
    writer.close()
    return said.decode()


def table(rows: list[Row]) -> str:
    """What came of attacks, one a line."""
    lines = [("attack", "sent", "outcomes", "CPU s", "MB", "healthz median, worst")]
    for row in rows:
        outcomes = ", ".join(f"{count} {name}" for name, count in sorted(row.outcomes.items()))
        times = sorted(row.alive)
        alive = f"{1000 * times[len(times) // 2]:.0f} ms, {1000 * times[-1]:.0f} ms"
        lines.append(
            (row.name, row.sent, outcomes, f"{row.cpu:.1f}", f"{row.megabytes:.0f}", alive)
        )
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


@contextmanager
def besieged(folder: Path, **settings: object) -> Iterator[ServerProcess]:
    """A server with the limits that servers have."""
    server = ServerProcess(folder, **LIMITS | settings)
    try:
        yield server
    finally:
        server.kill()


@click.command()
@click.option("--small", is_flag=True, help="For some seconds only, as in the tests.")
@click.option("--database", help="A SQLAlchemy URL instead of a SQLite file.")
@click.option("--workers", default=1, help="Server processes.", show_default=True)
def command(small: bool, database: str | None, workers: int) -> None:
    """Attack a server of its own, and say how it stands that."""
    allow_files()
    settings: dict[str, object] = {"workers": workers}
    if database:
        settings["database"] = database
    with TemporaryDirectory() as folder, besieged(Path(folder), **settings) as server:
        files = None if database or workers > 1 else Path(folder)
        rows = uvloop.run(Siege(server, SMALL if small else LARGE, files).lay())
    click.echo(table(rows))


if __name__ == "__main__":
    command()
