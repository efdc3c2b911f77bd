"""An HTTP connection that costs whoever measures a server next to nothing."""

import asyncio
import json
import re
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)


class Answer(NamedTuple):
    """What a server answers.

    Attributes:
        status: the HTTP status.
        body: the JSON.
    """

    status: int
    body: Any


class Connection:
    """A connection that is kept open; one request after the other.

    Args:
        address: of the server, such as ``http://127.0.0.1:8000``.
        source: the address that it comes from; any unless given.
    """

    def __init__(self, address: str, source: str | None = None) -> None:
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
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                self._place.hostname, self._place.port, local_addr=self._source
            )
        reader, writer = self._streams
        body = b"" if fields is None else json.dumps(fields).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._place.netloc}\r\n"
            f"Authorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(answer)
        assert length, "answers in chunks are not read here"
        return Answer(int(answer[9:12]), json.loads(await reader.readexactly(int(length[1]))))

    def close(self) -> None:
        """End the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
