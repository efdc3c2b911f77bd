"""Connections: what is refused before a request is complete, and what is not waited for."""

import asyncio
import resource
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx2
import pytest
import uvicorn
from uvicorn.server import ServerState

from moolab.web import limits
from moolab.web.http import connections
from moolab.web.http.connections import LimitedConnection, allow_files, most_connections
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess

HEAD = b"POST / HTTP/1.1\r\nHost: here\r\n"
WHOLE = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the length of the body."""
    length, more = 0, scope["method"] == "POST"
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length += len(message["body"])
        more = message["more_body"]
    said = b"%d" % length
    headers = [(b"content-length", b"%d" % len(said))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": said})


Application = Callable[[Any, Any, Any], Awaitable[None]]


class Client:
    """Somebody who sends bytes, and hears what comes."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket = socket.socket()
        self._socket.setblocking(False)

    async def connect(self, address: str) -> None:
        self._socket.bind((address, 0))
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self._socket, ("127.0.0.1", self._port))

    async def send(self, *parts: bytes) -> None:
        """Send all, as far as the server wants it."""
        with suppress(ConnectionError):
            for part in parts:
                await asyncio.get_running_loop().sock_sendall(self._socket, part)
                await asyncio.sleep(0.001)

    async def hear(self) -> bytes:
        with suppress(ConnectionError):
            return await asyncio.get_running_loop().sock_recv(self._socket, 1 << 16)
        return b""

    async def hear_all(self) -> bytes:
        """All that is said until the server ends the connection."""
        said = b""
        while heard := await self.hear():
            said += heard
        return said

    def close(self) -> None:
        self._socket.close()


class Listening:
    """A server that only knows how to answer."""

    def __init__(self, port: int, state: ServerState) -> None:
        self._port = port
        self._clients: list[Client] = []
        self.state = state

    async def connect(self, address: str = "127.0.0.1") -> Client:
        """A connection from an address; from 127.0.0.1, as those of a proxy, it is not counted."""
        client = Client(self._port)
        self._clients.append(client)
        await client.connect(address)
        return client

    async def leave(self) -> None:
        for client in self._clients:
            client.close()
        while self.state.connections:
            await asyncio.sleep(0.001)
        assert not LimitedConnection.present


@asynccontextmanager
async def listening(app: Application = echo) -> AsyncIterator[Listening]:
    config = uvicorn.Config(app, log_config=None, access_log=False, timeout_keep_alive=60)
    state = ServerState()
    loop = asyncio.get_running_loop()
    async with await loop.create_server(
        lambda: LimitedConnection(config, state, {}, loop), "127.0.0.1", 0
    ) as server:
        clients = Listening(server.sockets[0].getsockname()[1], state)
        try:
            yield clients
        finally:
            await clients.leave()


def ask(*parts: bytes) -> bytes:
    async def asked() -> bytes:
        async with listening() as server:
            client = await server.connect()
            await client.send(*parts)
            return await client.hear_all()

    return asyncio.run(asked())


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "READING_SECONDS"):
        monkeypatch.setattr(limits, name, 0.05)


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ([HEAD, b"X: " + b"a" * limits.MOST_HEAD_BYTES], b"431"),
        ([HEAD, *[b"X: y\r\n" * 1000] * 20], b"431"),
        ([HEAD + b"X: " + b"a" * 200_000 + b"\r\n\r\n"], b"431"),
        ([b"GET /" + b"a" * limits.MOST_HEAD_BYTES], b"414"),
        ([b"GET /?" + b"a" * 200_000 + b" HTTP/1.1\r\n\r\n"], b"414"),
        ([b"G" * 200_000], b"400"),
        ([b"\r\n" * 100_000], b"431"),
    ],
)
def test_a_head_that_is_too_long_is_refused_before_it_ends(
    parts: list[bytes], status: bytes
) -> None:
    assert ask(*parts).startswith(b"HTTP/1.1 " + status)


def test_a_head_may_be_as_long_as_the_limit() -> None:
    rest = b"Connection: close\r\nX: "
    length = limits.MOST_HEAD_BYTES - len(WHOLE) - len(rest) - 2
    assert ask(WHOLE[:-2] + rest + b"a" * length + b"\r\n\r\n").startswith(b"HTTP/1.1 200")


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("parts", "answer"),
    [
        ([], b""),
        ([b"\r\n"], b"HTTP/1.1 408"),
        ([b"GET / HT"], b"HTTP/1.1 408"),
        ([HEAD], b"HTTP/1.1 408"),
        ([HEAD, b"Content-Length: 10\r\n\r\n"], b"HTTP/1.1 408"),
        ([HEAD, b"Content-Length: 10\r\n\r\n12345"], b"HTTP/1.1 408"),
        ([HEAD, b"Transfer-Encoding: chunked\r\n\r\n", b"5\r\n12345\r\n"], b"HTTP/1.1 408"),
    ],
)
def test_a_request_that_is_never_complete_is_given_up(parts: list[bytes], answer: bytes) -> None:
    said = ask(*parts)
    assert said.startswith(answer)
    assert bool(said) == bool(answer)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("parts", [[WHOLE, b"GET / HT"], [WHOLE + b"GET / HT"]])
def test_after_an_answer_the_next_request_is_not_waited_for_when_it_has_begun(
    parts: list[bytes],
) -> None:
    said = ask(*parts)
    assert said.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1 408" in said


def test_requests_in_pieces_and_in_a_row_are_answered() -> None:
    pieces = [bytes([byte]) for byte in WHOLE]
    row = [HEAD + b"Content-Length: 70000\r\n\r\n" + b"x" * 70_000 + WHOLE + WHOLE * 3000]
    last = [b"GET / HTTP/1.0\r\n\r\n"]
    said = ask(*pieces, *row, *last)
    assert said.count(b"HTTP/1.1 200") == 1 + 1 + 1 + 3000 + 1
    assert b"\r\n\r\n70000HTTP/1.1" in said


def test_a_websocket_is_opened_once_however_much_is_sent_with_its_request() -> None:
    asked = []

    async def refuse(scope: Any, _receive: Any, send: Any) -> None:
        asked.append(scope["type"])
        await send({"type": "websocket.close"})

    async def open_one() -> bytes:
        async with listening(refuse) as server:
            client = await server.connect("127.0.0.2")
            await client.send(
                b"GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
                + b"x"
                * 2
                * limits.MOST_HEAD_BYTES
            )
            return await client.hear_all()

    assert asyncio.run(open_one()).startswith(b"HTTP/1.1 403")
    assert asked == ["websocket"]


def test_what_nobody_reads_is_not_received_for_ever() -> None:
    chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    said = ask(b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", *[chunk] * 100)
    assert said.startswith(b"HTTP/1.1 200")


@pytest.mark.usefixtures("hurried")
def test_an_answer_that_nobody_reads_is_broken_off() -> None:
    async def endless(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while True:
            body = {"type": "http.response.body", "body": b"x" * 100_000, "more_body": True}
            await send(body)
            await asyncio.sleep(0)

    async def ask_and_not_read() -> None:
        async with listening(endless) as server:
            client = await server.connect()
            await client.send(WHOLE)
            while not server.state.tasks:
                await asyncio.sleep(0.001)
            while server.state.connections:
                await asyncio.sleep(0.001)
            (task,) = server.state.tasks
            task.cancel()

    asyncio.run(ask_and_not_read())


def test_a_client_has_so_many_connections_and_leaves_room_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_CONNECTIONS_OF_CLIENT", 3)

    async def connect_often() -> None:
        async with listening() as server:
            held = [await server.connect("127.0.0.2") for _ in range(3)]
            refused = await server.connect("127.0.0.2")
            assert (await refused.hear_all()).startswith(b"HTTP/1.1 429")
            others = [await server.connect("127.0.0.3")]
            # All connections of a proxy come from one address.
            others += [await server.connect("127.0.0.1") for _ in range(5)]
            held[0].close()
            while LimitedConnection.present["127.0.0.2"] == 3:
                await asyncio.sleep(0.001)
            others.append(await server.connect("127.0.0.2"))
            for other in others:
                await other.send(WHOLE)
                assert (await other.hear()).startswith(b"HTTP/1.1 200")

    asyncio.run(connect_often())


def test_a_server_has_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "most_connections", lambda: 2)

    async def connect_often() -> None:
        async with listening() as server:
            held = [await server.connect() for _ in range(2)]
            refused = await server.connect()
            assert (await refused.hear_all()).startswith(b"HTTP/1.1 503")
            await held[0].send(WHOLE)
            assert (await held[0].hear()).startswith(b"HTTP/1.1 200")

    asyncio.run(connect_often())


@pytest.mark.parametrize(
    ("soft", "hard", "allowed", "most"),
    [
        (1024, 1 << 20, limits.MOST_CONNECTIONS + 512, limits.MOST_CONNECTIONS),
        (1024, resource.RLIM_INFINITY, limits.MOST_CONNECTIONS + 512, limits.MOST_CONNECTIONS),
        (1024, 2000, 2000, 1488),
        (100, 100, 100, 50),
        (1 << 20, 1 << 20, 1 << 20, limits.MOST_CONNECTIONS),
    ],
)
def test_as_many_files_are_allowed_as_connections_need(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, allowed: int, most: int
) -> None:
    now = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: now[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: now.append(both))
    allow_files()
    assert now[-1] == (allowed, hard)
    assert most_connections() == most


def test_a_server_that_somebody_started_has_these_limits(server: ServerProcess) -> None:
    with httpx2.Client(base_url=server.address, timeout=PATIENCE) as client:
        assert (
            client.get("/healthz", headers={"X": "a" * limits.MOST_HEAD_BYTES}).status_code == 431
        )
        assert client.get("/healthz").status_code == 200
