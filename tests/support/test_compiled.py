"""How kernels are compiled and kept."""

import importlib
import inspect
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest
from numba.core.registry import CPUDispatcher

from tests.helpers import stale
from tests.helpers.stale import HOUSE, taken_in

MARKED = """
import numpy as np
from moolab.codes.kernels import marked
print([marked(np.arange(3, dtype=np.uint8)[None], np.eye(3, dtype=np.uint8)[i], 1) for i in (0, 2)])
"""
"""A small kernel, called twice."""

NO_FOLDER = """
from numba.core import caching
def refuse(self):
    raise PermissionError("this folder cannot be written")
caching._CacheLocator.ensure_cache_path = refuse
"""

NOT_KEPT = (
    "moolab: there is no folder to keep compiled kernels in, so every start compiles them again; "
    "NUMBA_CACHE_DIR can name one that can be written"
)

COMPILING = "moolab: compiling for games of this kind ..."

NO_LOCKS = """
import sys
sys.modules["fcntl"] = None
"""


@pytest.mark.parametrize(
    ("lack", "said"),
    [
        (NO_FOLDER, [NOT_KEPT, COMPILING]),
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
            for name in names_in(code):
                used = kernel.py_func.__globals__.get(name)
                if hasattr(used, "__wrapped__"):  # another kernel, or an intrinsic
                    other = Path(code_of(used).co_filename)
                    assert other == own or other in taken_in(own), f"{own} uses {name} of {other}"
                    seen.add(other)
    assert {HOUSE / "codes" / "unrolled.py", HOUSE / "codes" / "kernels.py"} <= seen


def test_a_kept_kernel_goes_when_a_file_changes_that_its_own_file_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = tmp_path / "moolab"
    kept = house / "__pycache__"
    kept.mkdir(parents=True)
    (house / "one.py").write_text("from moolab.two import x\n")
    (house / "two.py").write_text("from moolab import three\n")
    (house / "three.py").write_text("from moolab.errors import MoolabError\n")
    for name in ("one.f-1.py311.nbi", "three.f-1.py311.nbi", "gone.f-1.py311.nbi"):
        (kept / name).touch()
    for path in house.rglob("*.*"):
        os.utime(path, (1, 1))
    os.utime(house / "three.py", (2, 2))
    monkeypatch.setattr(stale, "HOUSE", house)
    stale.drop_stale_kernels()
    # Numba sees by itself that a kernel's own file has changed.
    assert {path.name for path in kept.iterdir()} == {"three.f-1.py311.nbi", "gone.f-1.py311.nbi"}
