"""Files that are compressed, or not."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from moolab.support.atomic import name_errors, replace_file
from moolab.support.shipped import find_file, near

DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error)
"""What reading a damaged file raises."""

_GZIP = b"\x1f\x8b"

_HEAD = 200
"""Bytes in which a file says what it is."""


@contextmanager
def open_file(path: Path) -> Iterator[BinaryIO | gzip.GzipFile]:
    """A file, or the one that comes with moolab by this name, open to read what was compressed.

    Raises:
        UnusableFile: if it cannot be opened.
    """
    with name_errors(path, near):
        raw = find_file(path).open("rb")
    with raw:
        if raw.peek(len(_GZIP)).startswith(_GZIP):
            with gzip.GzipFile(fileobj=raw) as file:
                yield file
        else:
            yield raw


def begins_with(path: Path, name: str) -> bool:
    """Whether a file of JSON names this format at its beginning."""
    try:
        with open_file(path) as file:
            return f'"{name}"'.encode() in file.read(_HEAD)
    except DAMAGED:
        return False


def write_file(path: Path, content: bytes) -> None:
    """Write a file, completely or not at all; compressed if its name ends with ``.gz``."""
    with replace_file(path) as file:
        # Without a time inside, the same content is always the same file.
        file.write(gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)
