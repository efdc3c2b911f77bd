"""An HTTP connection that costs whoever measures a server next to nothing."""

import asyncio
import gzip
import json
import re
from collections.abc import AsyncIterator
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)


class Answer(NamedTuple):
    """What a server answers.

    Attributes:
        status: the HTTP status.
        body: the JSON, or a text that is none.
    """

    status: int
    body: Any


class Connection:
    """A connection that is kept open; one request after the other.

    Args:
        address: of the server, such as ``http://127.0.0.1:8000``.
        source: the address that it comes from; any unless given.
        compressed: whether answers may be compressed, as browsers ask for.
    """

    def __init__(
        self, address: str, source: str | None = None, *, compressed: bool = False
    ) -> None:
        self._accepted = "Accept-Encoding: gzip\r\n" if compressed else ""
        self._place = urlsplit(address)
        self._source = source and (source, 0)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def ask(self, method: str, path: str, token: str = "", fields: object = None) -> Answer:
        """The answer to a request.

        Args:
            token: what the request is authorised by, if anything.
            fields: what it says, as JSON.

        Raises:
            EOFError: if the server ends the connection instead.
            OSError: if there is no connection.
        """
        reader, answer = await self._send(method, path, token, fields)
        length = _LENGTH.search(answer)
        assert length, "answers in chunks are not read here"
        body = await reader.readexactly(int(length[1]))
        if b"content-encoding: gzip" in answer.lower():
            body = gzip.decompress(body)
        read = json.loads if b"application/json" in answer else bytes.decode
        return Answer(int(answer[9:12]), read(body))

    async def events(self, path: str, token: str = "") -> AsyncIterator[bytes]:
        """The data of server-sent events, as they come, until the server ends them.

        Raises:
            OSError: if there is no connection.
        """
        reader, answer = await self._send("GET", path, token)
        assert answer[9:12] == b"200", answer
        async for line in reader:
            if line.startswith(b"data:"):
                yield line
            elif line == b"0\r\n":
                return  # the last chunk

    async def _send(
        self, method: str, path: str, token: str, fields: object = None
    ) -> tuple[asyncio.StreamReader, bytes]:
        """Ask, and read the head of the answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                self._place.hostname, self._place.port, local_addr=self._source
            )
        reader, writer = self._streams
        body = b"" if fields is None else json.dumps(fields).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._place.netloc}\r\n{self._accepted}"
            f"Authorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        return reader, await reader.readuntil(b"\r\n\r\n")

    def close(self) -> None:
        """End the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
