"""Files written completely or not at all."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def check_writable(path: Path) -> None:
    """Make sure that a file can be written here, without touching what it holds.

    Raises:
        OSError: if it cannot.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "this is not an ordinary file", str(path))
    with _named(path):
        _beside(path).touch()
        _beside(path).unlink()


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write to a file beside ``path``, which takes its place once all is written.

    If anything goes wrong on the way, ``path`` stays as it was.

    Raises:
        OSError: if the file cannot be written; it names ``path``.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "greeting")
    ...     with replacing(path) as file:
    ...         _ = file.write(b"hello")
    ...         before = path.exists()
    ...     before, path.read_bytes()
    (False, b'hello')
    """
    target = path.resolve()
    with _named(path):
        try:
            with _beside(target).open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            _beside(target).replace(target)
        except BaseException:
            _beside(target).unlink(missing_ok=True)
            raise
        if os.name == "posix":
            # The new name, too, has to survive a power cut.
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _beside(path: Path) -> Path:
    return path.resolve().with_name(f".{path.name}.new")


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let errors name the file that the user knows, not the temporary one beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
