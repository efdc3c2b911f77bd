"""What is public of the package, with all signatures, is what was recorded: it changes on purpose.

After a change that was meant, write it again with
``MOOLAB_REWRITE_SURFACE=1 pytest tests/library/test_surface.py``, read the difference, and say in
the changelog what it means for users.
"""

import importlib
import inspect
import os
import re
from collections.abc import Iterator
from typing import Any

import moolab
import moolab.testing
from tests.helpers.paths import DATA, PROJECT

RECORDED = DATA / "surface.txt"


def surface() -> Iterator[str]:
    for module in (moolab, moolab.testing):
        for name in sorted(module.__all__):
            yield from described(f"{module.__name__}.{name}", getattr(module, name))


def described(name: str, found: Any) -> Iterator[str]:
    if inspect.isclass(found):
        bases = ", ".join(base.__name__ for base in found.__bases__ if base is not object)
        yield f"class {name}({bases}){signature(found)}"
        yield from (f"    {line}" for line in members(found))
    elif callable(found):
        yield f"{name}{signature(found)}"
    else:
        yield f"{name}: {type(found).__name__}"


def members(kind: type) -> Iterator[str]:
    """What moolab itself says of a class, its ancestors in moolab included."""
    for name in sorted(dir(kind)):
        home = next(base for base in kind.__mro__ if name in vars(base))
        if name.startswith("_") or not home.__module__.startswith("moolab"):
            continue
        found = inspect.getattr_static(kind, name)
        if isinstance(found, classmethod | staticmethod):
            yield f"{type(found).__name__} {name}{signature(found.__func__)}"
        elif inspect.isfunction(found):
            yield f"{name}{signature(found)}"
        else:
            yield f"{name}"


def signature(found: Any) -> str:
    if getattr(found, "__new__", None) is tuple.__new__:
        return ""  # that of tuples, which Python 3.11 does not tell
    try:
        text = str(inspect.signature(found))
    except ValueError:
        return ""
    # Where an object lies in memory is different each time, and some Pythons name its module.
    return re.sub(r" at 0x\w+|\btyping\.|(?<=pathlib)\._local", "", text)


def test_the_public_surface_is_the_recorded_one() -> None:
    found = "\n".join(surface()) + "\n"
    if os.environ.get("MOOLAB_REWRITE_SURFACE"):
        RECORDED.write_text(found, encoding="utf-8")
    assert found == RECORDED.read_text(encoding="utf-8")


def test_all_that_is_public_is_in_the_reference_and_typed() -> None:
    page = (PROJECT / "docs" / "site" / "api.rst").read_text(encoding="utf-8")
    assert [name for name in moolab.__all__ if f":: moolab.{name}\n" not in page] == []
    assert ".. automodule:: moolab.testing\n" in page
    untyped = [
        line
        for line in RECORDED.read_text(encoding="utf-8").splitlines()
        if "(" in line and not line.startswith("class ") and "->" not in line
    ]
    assert untyped == []


OTHERS = {"Random"}
"""Of those, the one that is Python's own where it is returned."""


def test_what_public_methods_return_is_in_the_reference_too() -> None:
    page = (PROJECT / "docs" / "site" / "api.rst").read_text(encoding="utf-8")
    named = re.findall(r"^\.\. auto(?:class|function):: (moolab[\w.]*)\.(\w+)$", page, re.MULTILINE)
    listed = {name for _, name in named}
    files = (PROJECT / "src" / "moolab").rglob("*.py")
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    classes = set(re.findall(r"^class (\w+)", source, re.MULTILINE))
    assert len(listed) == len(named) - 1, "trees and trilobite both have a Node"
    missing = set()
    for module, name in named:
        found = getattr(importlib.import_module(module), name)
        for member in [found] if inspect.isfunction(found) else functions(found):
            returned = str(member.__annotations__.get("return"))
            words = set(re.findall(r"\w+", returned)) & classes - OTHERS - listed
            missing |= {f"{name}: {word}" for word in words}
    assert missing == set()


def functions(kind: type) -> Iterator[Any]:
    """The public methods of a class, and what its properties call."""
    for name, found in inspect.getmembers_static(kind):
        called = getattr(found, "fget", None) or getattr(found, "func", None)
        called = called or getattr(found, "__func__", found)
        if not name.startswith("_") and inspect.isfunction(called):
            yield called
