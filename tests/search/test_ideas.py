"""Each idea of the search is where docs/explanation/search.md says."""

import inspect
import re
from pkgutil import resolve_name
from typing import Any

from tests.helpers.paths import PROJECT

PAGE = (PROJECT / "docs" / "explanation" / "search.md").read_text(encoding="utf-8")

PLACES = [
    (idea, name, int(step or 0))
    for idea, places in re.findall(r"^\| (.+?) \| (`.+?) \|$", PAGE, re.MULTILINE)
    for name, step in re.findall(r"`([\w.]+)`(?: (\d+))?", places)
    if "." in name
]
"""The idea of a row, the name of a place, and the number of a step there, or 0."""

STEP = re.compile(r"# (\d+)\. ([^:.]+)[:.]")
"""What stands before a step of a function: its number and its name."""


def place(name: str) -> Any:
    """What a name below ``moolab.search``, or below ``moolab``, stands for."""
    try:
        return resolve_name(f"moolab.search.{name}")
    except AttributeError:
        return resolve_name(f"moolab.{name}")


def source(name: str) -> str:
    """The source of a function, compiled or not."""
    function = place(name)
    return inspect.getsource(getattr(function, "py_func", function))


def test_each_idea_has_a_place_that_exists() -> None:
    assert len(PLACES) > 40
    assert all(place(name) is not None for _, name, _ in PLACES)


def test_each_step_of_a_function_is_an_idea_by_its_name() -> None:
    told = sorted((name, step, idea) for idea, name, step in PLACES if step)
    there = [
        (name, int(step), idea)
        for name in sorted({name for name, _, _ in told})
        for step, idea in STEP.findall(source(name))
    ]
    assert [(name, step) for name, step, _ in told] == [(name, step) for name, step, _ in there]
    assert [
        (idea, row)
        for (_, _, row), (_, _, idea) in zip(told, there, strict=True)
        if not row.startswith(idea)
    ] == []


def test_no_function_with_steps_is_left_out() -> None:
    folder = PROJECT / "src" / "moolab" / "search"
    sources = [file.read_text(encoding="utf-8") for file in folder.glob("*.py")]
    steps = sum(len(STEP.findall(source)) for source in sources)
    assert steps == sum(step > 0 for _, _, step in PLACES)
