"""Where compiled kernels are kept, and which are there; Numba is not needed to know.

A kernel is a file, named after the function, the length of the tuples that it takes (the places of
a game, the words of a board), and two keys: one of its sources, the file of the function and all
that this imports, directly or not; one of the types of its arguments. So when anything changes
from which a kernel has taken in a function or a constant, its file is not found any more. The
folder is named after all else that a kernel depends on: Python, libraries and processor.

To load a kernel is to run a program, so it is loaded only where no other user than root can have
put it.
"""

import os
import re
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from platformdirs import user_cache_path

from moolab.support.atomic import replace_file

HOUSE = Path(__file__).parents[1]

_LIBRARIES = {"numba": "_version.py", "llvmlite": "_version.py", "numpy": "version.py"}
"""What compiles, or is taken in, and the file of each that says its version."""

_PROCESSOR = ("vendor_id", "cpu family", "model", "flags", "CPU", "Features", "isa")
"""How the lines of /proc/cpuinfo begin that say what a processor can do, not how fast it is now."""

_IMPORT = re.compile(
    rb"^\s*(?:from|import) +moolab\.?([\w.]*)(?: +import +(?:\(([^)]*)\)|([\w, ]+)))?", re.MULTILINE
)

_NO_FOLDER = "there is no folder that can be written; NUMBA_CACHE_DIR can name one"

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""A link could lead to a file that the user has got from elsewhere. Windows lacks the flag."""

_SENTENCES = {"errors.py", "text.py"}
"""Nearly every file imports these, and no kernel computes with text."""


def is_kept(kernel: str, size: int | None = None) -> bool:
    """Whether a kernel can be loaded, so that it need not be compiled.

    Args:
        kernel: its module and name, as ``"strategies.kernels.best_of"``.
        size: the length of the tuples that it takes, if it takes some; unless given, any will do.

    >>> is_kept("strategies.kernels.best_of", 99)
    False
    """
    key = sources_key(kernel.rpartition(".")[0])
    sized = r"(-\d+)?" if size is None else f"(-{size})?"
    wanted = re.compile(rf"{re.escape(kernel)}{sized}-{key}-")
    return any(map(wanted.match, chain.from_iterable(map(_names, _folders()))))


def has_file(name: str) -> bool:
    """Whether there is a file of this name that can be loaded."""
    return any(name in _names(folder) for folder in _folders())


def contents(name: str) -> Iterator[bytes]:
    """What is in the files of this name; of several one can be damaged and not to be mended."""
    for folder in _folders():
        content = None
        with suppress(OSError), open(folder / name, "rb", opener=_open_no_link) as file:
            # The file that is open is the one that was looked at, whatever happens to its name.
            if _fault(folder) is None and _is_safe(os.fstat(file.fileno())):
                content = file.read()
        if content is not None:
            yield content


def keep(folder: Path, name: str, content: bytes) -> None:
    """Write a kernel, and delete those of its module whose sources have changed."""
    path = folder / name
    # What was there was of no use; its permissions would be those of the new file.
    path.unlink(missing_ok=True)
    with replace_file(path) as file:
        if os.name == "posix":
            os.fchmod(file.fileno(), os.fstat(file.fileno()).st_mode & ~_OTHERS_WRITE)
        file.write(content)
    module = name.partition("-")[0].rpartition(".")[0]
    with suppress(OSError):
        for older in folder.glob(f"{module}.*.kernel"):
            if not is_current(older):
                older.unlink()


def kept_files() -> list[Path]:
    """All kernels that can be loaded, of these sources or of others."""
    return [folder / name for folder in _folders() for name in _names(folder)]


def is_current(file: Path) -> bool:
    """Whether a kernel is of the sources as they are now."""
    kernel, _, key = file.stem.rpartition("-")[0].rpartition("-")
    with suppress(OSError):
        return key == sources_key(kernel.partition("-")[0].rpartition(".")[0])
    return False


def clear() -> tuple[int, int]:
    """Delete all kernels of this installation, of any version; how many files and bytes."""
    sizes = []
    for base in _bases():
        for folder in base.glob(f"{_label(base)}*"):
            for file in folder.glob("*.kernel"):
                with suppress(OSError):  # those of another user stay, and so are not counted
                    size = file.stat().st_size
                    file.unlink()
                    sizes.append(size)
            shutil.rmtree(folder, ignore_errors=True)
    _is_writable.cache_clear()
    return len(sizes), sum(sizes)


def machine_key() -> str:
    """A key of all that every kernel depends on: Python, the processor and the libraries."""
    return f"{_machine()}-{_versions()}"


def folder_to_write() -> Path | None:
    """The folder for new kernels, or None; it is made, and those of older versions go."""
    return next(filter(_is_writable, _folders()), None)


def why_none() -> str:
    """Why there is no folder to write: not a whole sentence."""
    fault = next(filter(None, map(_fault, _folders())), None)
    return f"{fault}; NUMBA_CACHE_DIR can name another folder" if fault else _NO_FOLDER


@cache
def _is_writable(folder: Path) -> bool:
    with suppress(OSError):
        fresh = not folder.exists()
        # All may read: root can compile kernels for everyone.
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        if fresh:
            alike = folder.name.removesuffix(_versions())
            for older in folder.parent.glob(f"{alike}*"):
                if older != folder:
                    shutil.rmtree(older, ignore_errors=True)
        elif os.name == "posix":
            # Take back what a generous umask gave to the user's group, when the folder was made.
            status = folder.lstat()
            own = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
            if own and not _is_safe(status):
                folder.chmod(status.st_mode & ~_OTHERS_WRITE)
        return _fault(folder) is None and os.access(folder, os.W_OK)
    return False


def _fault(folder: Path) -> str | None:
    """What lets others put kernels into a folder, in words; None if nothing does."""
    with suppress(OSError):  # where there is no folder, there is no kernel
        status = folder.lstat()
        if not stat.S_ISDIR(status.st_mode):
            return f"{folder} is not a folder"
        if not _is_safe(status):
            can = "belongs to" if _is_foreign(status) else "can be written by"
            return f"{folder} {can} another user"
    return None


def _is_safe(status: os.stat_result) -> bool:
    """Whether only the user and root can have written it. Windows has no such numbers."""
    if os.name != "posix":
        return True
    return not _is_foreign(status) and not status.st_mode & _OTHERS_WRITE


def _is_foreign(status: os.stat_result) -> bool:
    return status.st_uid not in (os.geteuid(), 0)


def _open_no_link(path: str, flags: int) -> int:
    return os.open(path, flags | _NO_LINK)


@cache
def sources_key(module: str) -> str:
    """A hash of a module of moolab, as ``"codes.kernels"``, and of all that it imports."""
    file = HOUSE.joinpath(*module.split(".")).with_suffix(".py")
    return short_key(*(_source(each)[0] for each in sorted(imported_files(file))))


def imported_files(file: Path) -> set[Path]:
    """A file of moolab and all of moolab that it imports, directly or not."""
    found, todo = {file}, [file]
    while todo:
        new = {each for each in _source(todo.pop())[1] if each.name not in _SENTENCES} - found
        found |= new
        todo += new
    return found


@cache
def _source(file: Path) -> tuple[bytes, frozenset[Path]]:
    """What is in a file, hashed, and which files it imports."""
    text = file.read_bytes()
    # Sentences can look like imports, too: a file more does no harm.
    found = {path for match in _IMPORT.finditer(text) for path in _files_of(*match.groups(b""))}
    return blake2b(text).digest(), frozenset(found)


@cache
def _files_of(module: bytes, within: bytes, names: bytes) -> frozenset[Path]:
    path = HOUSE.joinpath(*module.decode().split("."))
    paths = [path, *(path / name for name in re.findall(r"\w+", (within or names).decode()))]
    return frozenset(file for each in paths if (file := each.with_suffix(".py")).is_file())


def _names(folder: Path) -> list[str]:
    """The kernels in a folder that can be loaded."""
    with suppress(OSError), os.scandir(folder) as entries:
        if _fault(folder) is None:
            files = [each for each in entries if each.is_file(follow_symlinks=False)]
            safe = [each.name for each in files if _is_safe(each.stat(follow_symlinks=False))]
            return [name for name in safe if name.endswith(".kernel")]
    return []


def _bases() -> list[Path]:
    """The folders that may hold ours, the best one first."""
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        return [Path(named).absolute()]
    return [HOUSE / "__pycache__", user_cache_path("moolab", appauthor=False)]


def _folders() -> list[Path]:
    """Ours in each of them."""
    return [base / f"{_label(base)}{machine_key()}" for base in _bases()]


def _label(base: Path) -> str:
    """Of which installation; within this one that is plain."""
    return "kernels-" if HOUSE in base.parents else f"kernels-{short_key(os.fsencode(HOUSE))}-"


@cache
def _machine() -> str:
    return f"{sys.implementation.cache_tag}-{short_key(*_processor())}"


def _processor() -> Iterator[bytes]:
    """What tells this processor from others, at a quick look; a kernel says for which one it is."""
    yield sys.platform.encode()
    yield os.environ.get("PROCESSOR_IDENTIFIER", "").encode()  # on Windows
    with suppress(OSError), Path("/proc/cpuinfo").open() as lines:  # on Linux
        for line in lines:
            if not line.strip():
                break  # the other ones are alike
            if line.startswith(_PROCESSOR):
                yield line.encode()
    with suppress(AttributeError):
        yield os.uname().machine.encode()


@cache
def _versions() -> str:
    """A hash of the versions of what kernels are made by, and of the settings of Numba."""
    parts = [sys.version.encode()]
    for library, file in _LIBRARIES.items():
        found = find_spec(library)
        if found and found.origin:
            parts.append(Path(found.origin).with_name(file).read_bytes())
    settings = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_")}
    settings.pop("NUMBA_CACHE_DIR", None)
    return short_key(*parts, repr(sorted(settings.items())).encode())


def short_key(*parts: bytes) -> str:
    """Short, and still never the same for two contents: 64 bits."""
    return blake2b(b"\0".join(parts), digest_size=8).hexdigest()
