"""How kernels are compiled and kept."""

import ast
import importlib
import inspect
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns
from types import CodeType, ModuleType
from typing import Any

import pytest
from numba.core.registry import CPUDispatcher

from moolab.support.kernel_cache import HOUSE, imported_files

MARKED = """
import numpy as np
from moolab.codes.kernels import select_marked
codes, marks = np.arange(3, dtype=np.uint8)[None], np.eye(3, dtype=np.uint8)
print([select_marked(codes, marks[i], 1) for i in (0, 2)])
"""
"""A small kernel, called twice."""

NO_FOLDER = """
from moolab.support import kernel_cache
kernel_cache._bases = lambda: []
"""

NOT_KEPT = (
    "moolab: there is no folder to keep compiled kernels in, so every start compiles them again; "
    "NUMBA_CACHE_DIR can name one that can be written"
)

COMPILING = "compiling kernels, once on this machine ..."

NO_LOCKS = """
import filelock
def refuse(*args, **settings):
    raise OSError("this file system has no locks")
filelock.FileLock = refuse
"""


@pytest.mark.parametrize(
    ("lack", "said"),
    [
        (NO_FOLDER, [COMPILING, NOT_KEPT]),
        (NO_LOCKS, [COMPILING]),
    ],
    ids=["no folder", "no locks"],
)
def test_a_kernel_works_where_something_is_lacking(
    lack: str, said: list[str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", lack + MARKED],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "[array([[0]], dtype=uint8), array([[2]], dtype=uint8)]\n", done.stderr
    assert done.stderr.splitlines() == said


def modules_with_kernels() -> Iterator[ModuleType]:
    for file in sorted(HOUSE.rglob("*.py")):
        if "moolab.support.jit import" in file.read_text(encoding="utf-8"):
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
            if not isinstance(kernel, CPUDispatcher):
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
    for file in HOUSE.rglob("*.py"):
        named = {
            f"{node.module}{name}"
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
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
print(kernel(1), sum(kernel.stats.cache_hits.values()))
"""
TAKEN_IN = """
from moolab.support.jit import compiled
FACTOR = {}
@compiled
def step(n):
    return n + {}
"""


@pytest.mark.parametrize(("start", "kept"), [(["-c", "import moolab.here"], 1), (["script.py"], 0)])
def test_a_kernel_follows_what_it_has_taken_in_from_another_file(
    start: list[str], kept: int, tmp_path: Path
) -> None:
    copy = tmp_path / "moolab"
    copytree(HOUSE / "support", copy / "support", ignore=ignore_patterns("__pycache__"))
    for file in ("__init__", "__main__"):
        (copy / f"{file}.py").touch()
    (copy / "here.py").write_text(TAKES_IN)
    (tmp_path / "script.py").write_text(TAKES_IN)

    def run(factor: int, more: int) -> str:
        (copy / "there.py").write_text(TAKEN_IN.format(factor, more))
        return subprocess.run(
            [sys.executable, "-B", *start],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout

    assert run(2, 3) == "8 0\n"
    assert run(2, 3) == f"8 {kept}\n"
    assert run(3, 3) == "12 0\n"
    assert run(3, 4) == "15 0\n"
    # What is out of date is gone: one file for each kernel.
    assert len(list(tmp_path.rglob("*.kernel"))) == 1 + kept
    assert not list(tmp_path.rglob("*.lock"))
