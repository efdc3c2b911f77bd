"""How kernels are compiled and kept."""

import ast
import importlib
import inspect
import os
import stat
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns
from tempfile import TemporaryFile
from types import CodeType, ModuleType
from typing import Any, NoReturn

import numba
import numpy as np
import pytest

from moolab.support import compiling, keeping, kernel_cache, part_compiler
from moolab.support.jit import compiled, inner
from moolab.support.kernel_cache import HOUSE, imported_files
from moolab.support.kernel_news import say_once
from moolab.support.parts import Part
from tests.helpers.sources import imports

WINS = """
import numpy as np
from moolab.search.position import _name_classes
names, squares = np.zeros(1, np.uint64), np.zeros(1, np.int64)
for reply in (1, 2):
    wins = np.zeros(1, np.bool_)
    _name_classes(np.array([[0, reply, reply]], np.uint8), 2, names, squares, wins)
    print(squares[0], wins[0])
"""
"""A small kernel, called twice."""

NO_FOLDER = """
import os
os.environ["NUMBA_CACHE_DIR"] = os.devnull
"""
FULL_DISK = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
"""

NOT_KEPT = "moolab: every start compiles kernels again, because they are not kept: "
NO_FOLDER_TO_WRITE = "there is no folder that can be written; NUMBA_CACHE_DIR can name one"

ANOTHER_FOLDER = "NUMBA_CACHE_DIR can name another folder"

COMPILING = "compiling kernels, once on this machine ..."

OF_ANOTHER_USER = """
from moolab.support import kernel_cache
kernel_cache._is_foreign = lambda status: True
"""

NO_LOCKS = """
import filelock
def refuse(*args, **settings):
    raise OSError("this file system has no locks")
filelock.FileLock = refuse
"""


@pytest.fixture(autouse=True, scope="module")
def _numba_at_work() -> None:
    """Let Numba prepare once what it needs to compile, and not in each of the copies."""
    numba.njit(after)(np.arange(3)[0])


class Copy:
    """A program in a copy of this process, which has imported Numba but has not met moolab."""

    def __init__(self, program: str) -> None:
        self._out, self._err = TemporaryFile(), TemporaryFile()  # noqa: SIM115 - until all is read
        with warnings.catch_warnings():
            # What other threads were doing does not matter to the copy.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._child = os.fork()
        if not self._child:
            self._run(program)

    def _run(self, program: str) -> NoReturn:
        code = 1
        try:
            os.dup2(self._out.fileno(), 1)
            os.dup2(self._err.fileno(), 2)
            sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
            # Files change within a second, and a full disk would leave half of what is compiled.
            sys.dont_write_bytecode = True
            warnings.simplefilter("ignore")
            for name in [name for name in sys.modules if name.partition(".")[0] == "moolab"]:
                del sys.modules[name]
            exec(program, {"__name__": "__main__"})  # noqa: S102
            sys.stdout.flush()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)

    def said(self) -> tuple[str, list[str]]:
        """What it has printed when it is done, and the lines on stderr."""
        _, status = os.waitpid(self._child, 0)
        texts = []
        for stream in (self._out, self._err):
            stream.seek(0)
            texts.append(stream.read().decode())
            stream.close()
        assert status == 0, texts[1]
        return texts[0], texts[1].splitlines()


@pytest.mark.parametrize(
    ("lack", "said"),
    [
        (NO_FOLDER, [NOT_KEPT + NO_FOLDER_TO_WRITE]),
        (FULL_DISK, [COMPILING, f"{NOT_KEPT}FOLDER: File too large"]),
        (NO_LOCKS, [COMPILING]),
        (OF_ANOTHER_USER, [f"{NOT_KEPT}FOLDER belongs to another user; {ANOTHER_FOLDER}"]),
    ],
    ids=["no folder", "a full disk", "no locks", "a folder of its own"],
)
def test_a_kernel_works_where_something_is_lacking(
    lack: str, said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    printed, told = Copy(lack + WINS).said()
    assert printed == "5 False\n5 True\n"
    folder = next(map(str, tmp_path.iterdir()), "FOLDER")
    assert [line.replace(folder, "FOLDER") for line in told] == said


def files_with_kernels() -> Iterator[Path]:
    for file in sorted(HOUSE.rglob("*.py")):
        if "moolab.support.jit import" in file.read_text(encoding="utf-8"):
            yield file


def modules_with_kernels() -> Iterator[ModuleType]:
    for file in files_with_kernels():
        name = ".".join(file.relative_to(HOUSE.parent).with_suffix("").parts)
        yield importlib.import_module(name)


def code_of(function: Any) -> CodeType:
    code: CodeType = inspect.unwrap(function).__code__
    return code


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def test_whatever_a_kernel_takes_in_is_known_to_be_taken_in() -> None:
    seen = set()
    for module in modules_with_kernels():
        for kernel in vars(module).values():
            if not isinstance(kernel, Part):
                continue
            code = code_of(kernel)
            own = Path(code.co_filename)
            taken_in = imported_files(own)
            for name in names_in(code):
                used = kernel.py_func.__globals__.get(name)
                if hasattr(used, "__wrapped__"):  # another kernel, or an intrinsic
                    other = Path(code_of(used).co_filename)
                    assert other in taken_in, f"{own} uses {name} of {other}"
                    seen.add(other)
    assert {HOUSE / "codes" / "unrolled.py", HOUSE / "codes" / "kernels.py"} <= seen


def test_all_imports_are_seen() -> None:
    # Of the modules with kernels, and so of those that these import, and so on.
    for file in set().union(*map(imported_files, files_with_kernels())):
        named = {
            f"{node.module}{name}"
            for node in imports(file)
            if isinstance(node, ast.ImportFrom)
            for name in ("", *(f".{alias.name}" for alias in node.names))
        }
        paths = {HOUSE.parent.joinpath(*n.split(".")).with_suffix(".py") for n in named}
        files = {path for path in paths if path.is_file() and path.name not in NO_KERNELS}
        assert files <= imported_files(file), file


NO_KERNELS = {"errors.py", "text.py"}

TAKES_IN = """
from moolab.support.jit import compiled
from moolab.there import FACTOR, step
@compiled
def kernel(n):
    return FACTOR * step(n)
print(kernel(1), int(kernel.made is None))
"""
TAKEN_IN = """
from moolab.support.jit import compiled
FACTOR = {}
@compiled
def step(n):
    return n + {}
"""


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the kernels are kept of a moolab that has little else, in processes to come."""
    copy = tmp_path / "moolab"
    copytree(HOUSE / "support", copy / "support", ignore=ignore_patterns("__pycache__"))
    copyfile(HOUSE / "errors.py", copy / "errors.py")
    for file in ("__init__", "__main__"):
        (copy / f"{file}.py").touch()
    (copy / "here.py").write_text(TAKES_IN)
    (tmp_path / "script.py").write_text("import moolab.here\n" + TAKES_IN)
    (copy / "there.py").write_text(TAKEN_IN.format(2, 3))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def test_a_kernel_follows_what_it_has_taken_in_from_another_file(kernels: Path) -> None:
    def run(factor: int, more: int) -> str:
        """What a module and a script say that have the same kernel."""
        (kernels.parent / "moolab" / "there.py").write_text(TAKEN_IN.format(factor, more))
        return Copy(f"import runpy; runpy.run_path({str(kernels.parent / 'script.py')!r})").said()[
            0
        ]

    assert run(2, 3) == "8 0\n8 0\n"
    assert run(2, 3) == "8 1\n8 0\n", "that of the script is not kept"
    assert run(3, 3) == "12 0\n12 0\n"
    assert run(3, 4) == "15 0\n15 0\n"
    # What is out of date is gone; the kernel that is called by the other one is part of it.
    assert len(list(kernels.rglob("*.kernel"))) == 1
    assert not list(kernels.rglob("*.lock"))


def test_of_processes_that_lack_the_same_kernel_one_compiles(kernels: Path) -> None:
    at_once = [Copy("import moolab.here") for _ in range(3)]
    assert sorted(each.said()[0] for each in at_once) == ["8 0\n", "8 1\n", "8 1\n"]
    assert len(list(kernels.rglob("*"))) == 2, "a kernel in a folder, and nothing beside it"


DAMAGED = """
import importlib
from pathlib import Path
from moolab import here
[kept] = Path({folder!r}).rglob("here.*.kernel")
good = kept.read_bytes()
for damaged in (b"", good[:10], good[:-1], good[:99] + b"x" + good[100:], b"x" * len(good)):
    kept.write_bytes(damaged)
    importlib.reload(here)
    importlib.reload(here)
"""


def test_a_damaged_kernel_is_compiled_and_kept_again(kernels: Path) -> None:
    program = DAMAGED.format(folder=str(kernels))
    assert Copy(program).said()[0] == "8 0\n" + 5 * "8 0\n8 1\n"


ELSEWHERE = """
import importlib
from pathlib import Path
from moolab.support import kernel_cache
folder, writable = Path({folder!r}), "first"
kernel_cache._bases = lambda: [folder / "first", folder / "second"]
def is_writable(folder):
    folder.mkdir(parents=True, exist_ok=True)
    return writable in folder.parts
kernel_cache._is_writable = is_writable
from moolab import here
for file in folder.rglob("*.kernel"):
    file.write_bytes(b"damaged")
writable = "second"
importlib.reload(here)
importlib.reload(here)
"""


def test_a_damaged_kernel_that_cannot_be_replaced_is_kept_elsewhere(kernels: Path) -> None:
    program = ELSEWHERE.format(folder=str(kernels))
    assert Copy(program).said()[0] == "8 0\n8 0\n8 1\n"
    assert {file.relative_to(kernels).parts[0] for file in kernels.rglob("here.*.kernel")} == {
        "first",
        "second",
    }


KERNEL = "codes.kernels.bit_planes"
NAME = f"{KERNEL}-4-{kernel_cache.sources_key('codes.kernels')}-types.kernel"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is named as a kernel, where kernels are kept."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder = kernel_cache.folder_to_write()
    assert folder is not None
    kernel_cache.keep(folder, NAME, b"what is run")
    assert is_found(folder / NAME) == [True] * 4
    return folder / NAME


def is_found(file: Path) -> list[bool]:
    """In each of the ways in which kernels are looked for."""
    return [
        kernel_cache.has_file(file.name),
        file in kernel_cache.kept_files(),
        kernel_cache.is_kept(KERNEL, 4),
        list(kernel_cache.contents(file.name)) == [b"what is run"],
    ]


def give_away(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:
        os.chown(path, 65534, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: -1)


def link(path: Path, _: pytest.MonkeyPatch) -> None:
    path.rename(path.with_suffix(".elsewhere"))
    path.symlink_to(path.with_suffix(".elsewhere"))


def let_others_write(path: Path, _: pytest.MonkeyPatch) -> None:
    path.chmod(0o777)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (give_away, "belongs to another user"),
        (link, "is not a folder"),
        (let_others_write, "can be written by another user"),
    ],
)
def test_no_kernel_is_loaded_from_a_folder_into_which_others_may_have_put_it(
    spoil: Callable[[Path, pytest.MonkeyPatch], None],
    why: str,
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spoil(kept.parent, monkeypatch)
    assert is_found(kept) == [False] * 4
    assert kernel_cache.why_none() == f"{kept.parent} {why}; {ANOTHER_FOLDER}"
    kernel_cache._is_writable.cache_clear()
    writable = kernel_cache.folder_to_write()
    # What a generous umask gave away is taken back; the rest is for the user to decide.
    assert writable == (kept.parent if spoil is let_others_write else None)
    assert is_found(kept) == [bool(writable)] * 4


@pytest.mark.parametrize("spoil", [give_away, link, let_others_write])
def test_no_kernel_is_loaded_that_others_may_have_written(
    spoil: Callable[[Path, pytest.MonkeyPatch], None], kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(kept, monkeypatch)
    assert is_found(kept) == [False] * 4
    monkeypatch.undo()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(kept.parents[1]))
    kernel_cache.keep(kept.parent, kept.name, b"what is run")
    assert is_found(kept) == [True] * 4


def test_what_is_kept_is_for_the_user_alone_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    usual = os.umask(0)
    try:
        folder = kernel_cache.folder_to_write()
        assert folder is not None
        kernel_cache.keep(folder, NAME, b"")
    finally:
        os.umask(usual)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())]
    assert modes == [0o755, 0o644]


DIFFERS = f"Numba {numba.__version__} differs from the versions that moolab is tested with"
PARTS_ARE_WHOLE = f"moolab: kernels take longer to compile, because {DIFFERS}"


def double_of(step: Any) -> Any:
    """A function that might be one of moolab's kernels."""

    def double(n: int) -> int:
        return 2 * int(step(n))

    double.__module__ = "moolab.codes.kernels"
    return double


def after(n: int) -> int:
    return n + 1


@pytest.fixture
def _fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process: nothing is kept or said."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    say_once.cache_clear()


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize(
    ("module", "name", "said"),
    [
        ("numba.core.codegen", "JITCodeLibrary", [COMPILING, PARTS_ARE_WHOLE]),
        ("numba.core.compiler_machinery", "register_pass", [COMPILING, PARTS_ARE_WHOLE]),
    ],
)
def test_kernels_work_without_private_parts_of_numba(
    module: str,
    name: str,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delattr(sys.modules[module], name)
    assert doubled_afresh(monkeypatch) == 42
    assert capsys.readouterr().err.splitlines() == said


def doubled_afresh(monkeypatch: pytest.MonkeyPatch) -> int:
    """What a kernel returns where moolab meets Numba for the first time."""
    for ours in (
        "jit",
        "keeping",
        "compiling",
        "part_compiler",
        "parts",
        "structs",
        "struct_types",
    ):
        monkeypatch.delitem(sys.modules, f"moolab.support.{ours}")
    fresh = importlib.import_module("moolab.support.jit")
    return int(fresh.compiled(double_of(fresh.inner(after)))(20))


def missing(*_: object) -> None:
    raise AttributeError("Numba does not have it any more")


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize(
    ("owner", "private", "said"),
    [
        (compiling, "_form_of", NOT_KEPT + DIFFERS),
        (keeping, "_what_for", NOT_KEPT + DIFFERS),
        (part_compiler, "_dynfunc", PARTS_ARE_WHOLE),
    ],
)
def test_kernels_work_where_private_parts_of_numba_have_changed(
    owner: object,
    private: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(owner, private, missing)
    assert compiled(double_of(inner(after)))(20) == 42
    assert said in capsys.readouterr().err.splitlines()
