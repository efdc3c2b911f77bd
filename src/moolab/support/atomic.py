"""Files written completely or not at all."""

import errno
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import IO, Any, BinaryIO

from moolab.errors import MissingFile, UnusableFile

_LOCK_SECONDS = 1.0
"""Seconds to wait for another writer of a folder, who needs but a moment."""


def check_writable(path: Path) -> None:
    """Make sure that a file can be written here, without touching what it holds.

    Raises:
        OSError: if it cannot.
    """
    if path.exists() and not path.is_file():
        raise UnusableFile(errno.EINVAL, "this is not an ordinary file", str(path))
    with name_errors(path):
        trial = beside(path.resolve())
        trial.touch(exist_ok=False)
        trial.unlink()


@contextmanager
def replace_file(path: Path) -> Iterator[BinaryIO]:
    """Write to a file beside ``path``, which takes its place once all is written.

    If anything goes wrong on the way, ``path`` stays as it was.

    Raises:
        OSError: if the file cannot be written; it names ``path``.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "greeting")
    ...     with replace_file(path) as file:
    ...         _ = file.write(b"hello")
    ...         before = path.exists()
    ...     before, path.read_bytes()
    (False, b'hello')
    """
    target = path.resolve()
    unfinished = beside(target)
    with name_errors(path):
        file = unfinished.open("xb")
        try:
            with file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, unfinished)
            unfinished.replace(target)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        if os.name == "posix":
            # The new name, too, has to survive a power cut.
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep others who ask for it from writing to a file at the same moment.

    Where folders cannot be locked, or another process holds this one for long, it goes on without.

    Raises:
        OSError: if there is no such folder.
    """
    if os.name != "posix":
        yield
        return
    with name_errors(path):
        folder = os.open(path.resolve().parent, os.O_RDONLY)
    try:
        end = time.monotonic() + _LOCK_SECONDS
        while time.monotonic() < end and not _try_to_lock(folder):
            time.sleep(0.01)
        yield
    finally:
        os.close(folder)  # which unlocks it


def _try_to_lock(file: IO[Any] | int) -> bool:
    """Lock what is open until it is closed; False if another process has."""
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # some file systems have no locks
    return True


def claim(file: IO[Any], path: Path) -> None:
    """Keep a file that is open for this process alone, until it is closed.

    Where files cannot be locked, it goes on without.

    Raises:
        OSError: if another process has claimed it.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as one, open(one.name, "ab") as other:
    ...     claim(one, Path("FILE"))
    ...     claim(other, Path("FILE"))
    Traceback (most recent call last):
    ...
    BlockingIOError: [Errno 11] another process is writing to it: 'FILE'
    """
    if os.name == "posix" and not _try_to_lock(file):
        raise OSError(errno.EAGAIN, "another process is writing to it", str(path))


def beside(target: Path) -> Path:
    """A name in the same folder that no other process uses, not even for the same file."""
    return target.with_name(f".moolab-{token_hex(8)}.new")


@contextmanager
def name_errors(path: Path, hint: Callable[[Path], str] = lambda _: "") -> Iterator[None]:
    """Let errors name the file that the user knows, not the temporary one beside it.

    Args:
        hint: what can be meant where it is missing, as the end of a sentence.
    """
    try:
        yield
    except FileNotFoundError as error:
        said = f"{error.strerror}{hint(path)}"
        raise MissingFile(error.errno, said, str(path)) from error
    except OSError as error:
        raise UnusableFile(error.errno, error.strerror, str(path)) from error
