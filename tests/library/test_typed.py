"""Whoever uses the library is told of slips by a type checker, by the program, and by ``help``."""

import inspect
import pydoc
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

import moolab.testing
from moolab import STRATEGIES, Game, Machine, MoolabError, Trilobite
from moolab.analysis.partition import BETTER, MeasureName
from moolab.games.duel.duel import DuelOptions, Setup
from moolab.search.objective import OBJECTIVES, Objective
from moolab.strategies import StrategyName
from moolab.trees.breaker import OPPONENTS, OpponentName
from moolab.trilobite.player.levels import LEVELS, LevelName
from tests.helpers.paths import PROJECT
from tests.library import wrong_calls
from tests.library.test_surface import signature

LINES, _ = inspect.getsourcelines(wrong_calls.wrong)
WRONG = [line.strip() for line in LINES if not line.startswith("def ")]

_LONGEST = 360
"""Characters of a signature: ``Game`` has nine arguments, the setup of a duel twelve."""

_SCREEN = 30
"""Lines of help for a function; that for a class has those of all its methods."""


def test_mypy_has_to_refuse_each_wrong_call() -> None:
    assert len(WRONG) == 30
    assert all(re.search(r"  # type: ignore\[[a-z-]+\]$", line) for line in WRONG)
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["mypy"]
    assert settings["strict"], "so it refuses what ignores nothing"
    folders = [PROJECT / folder for folder in settings["files"]]
    assert Path(wrong_calls.__file__).is_relative_to(folders[folders.index(PROJECT / "tests")])
    assert "exclude" not in settings


@pytest.mark.parametrize("line", WRONG)
def test_wrong_calls_are_refused_at_run_time_too(line: str) -> None:
    game = Game("ab3x4")
    known = {
        "Game": Game,
        "game": game,
        "four": Trilobite("5x4"),
        "left": game.codes,
        "duel": game.play(),
        "machine": Machine("hp12c"),
    }
    with pytest.raises((MoolabError, TypeError, AttributeError)):
        exec(line, known)  # noqa: S102 - our own lines


def test_the_nearest_option_is_named() -> None:
    game: Any = Game("ab3x4")
    for call, word in ((game.optimal, "seconds"), (game.value, "seconds"), (game.play, "secret")):
        with pytest.raises(TypeError, match=f"is not an option; .*did you mean '{word}'"):
            call(**{word[:2] + word[3:]: 3})


def test_type_checkers_know_all_names() -> None:
    assert get_args(StrategyName) == tuple(STRATEGIES)
    assert get_args(OpponentName) == tuple(OPPONENTS)
    assert get_args(MeasureName) == tuple(BETTER)
    assert get_args(Objective) == tuple(OBJECTIVES)
    assert get_args(LevelName) == tuple(LEVELS)
    settled = {each.name for each in fields(Setup)}
    assert DuelOptions.__annotations__.keys() == settled - {"rules", "strategy"}


def public() -> Iterator[tuple[str, Any]]:
    """All that is called, by name: functions, classes and their methods."""
    for module in (moolab, moolab.testing):
        for name in module.__all__:
            found = getattr(module, name)
            if callable(found):
                yield name, found
            for member, each in inspect.getmembers_static(found) if inspect.isclass(found) else ():
                method = getattr(each, "__func__", each)
                if not member.startswith("_") and inspect.isfunction(method):
                    yield f"{name}.{member}", method


def test_help_is_read_at_a_glance() -> None:
    shown = {name: pydoc.plain(pydoc.render_doc(found)) for name, found in public()}
    assert [name for name, text in shown.items() if re.search(r"Annotated\[|Option\(", text)] == []
    functions = [name for name, found in public() if inspect.isfunction(found)]
    assert [name for name in functions if shown[name].count("\n") > _SCREEN] == []


def test_signatures_are_short_and_say_what_is_taken() -> None:
    callables = [*public(), ("Setup", Setup)]
    signatures = {name: signature(found) for name, found in callables}
    too_long = [name for name, text in signatures.items() if len(text) > _LONGEST]
    assert (len(signatures) > 50, too_long) == (True, [])
    assert [name for name, text in signatures.items() if re.search(r"\bAny\b|Option\(", text)] == []
