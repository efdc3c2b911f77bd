"""Kept kernels that are out of date.

Numba compiles a kernel again when its own file has changed, not when another file has from which it
has taken in a function or a constant.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import moolab

HOUSE = Path(moolab.__file__).parent

_SENTENCES = {"errors.py", "words.py"}
"""Nearly every file imports these, and no kernel computes with text."""


@cache
def taken_in(file: Path) -> frozenset[Path]:
    """The files from which the kernels of a file can hold something: all that it imports."""
    found: set[Path] = set()
    todo = [file]
    while todo:
        new = {file for file in _imports(todo.pop()) if file.name not in _SENTENCES} - found
        found |= new
        todo += new
    return frozenset(found)


def _imports(file: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                for name in (f"{node.module}", f"{node.module}.{alias.name}"):
                    path = HOUSE.parent.joinpath(*name.split(".")).with_suffix(".py")
                    if path.is_file():
                        yield path


def drop_stale_kernels() -> None:
    """Delete the kernels that are older than a file of which they have taken in something."""
    for kept in HOUSE.rglob("__pycache__/*.nb[ic]"):
        source = kept.parent.parent / f"{kept.name.partition('.')[0]}.py"
        others = taken_in(source) if source.is_file() else ()
        if any(kept.stat().st_mtime < other.stat().st_mtime for other in others):
            kept.unlink()
