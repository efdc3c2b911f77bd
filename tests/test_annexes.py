"""A wall is real if the room behind it can be taken away: the house stands without its annexes."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

import moolab
from moolab.annexes import Annex, _offered, annexes, leave_out, own, parts
from moolab.errors import InvalidExtension
from moolab.games import collection, game, playable
from moolab.web.app import create_app
from moolab.web.settings import Settings
from moolab.web.wings import wings
from tests.cli.test_cli import moo
from tests.helpers.sources import imports

HOUSE = Path(moolab.__file__).parent
ANNEXES = {annex.package.removeprefix("moolab."): annex for annex in own().values()}

WITHOUT = [
    ("trilobite",),
    ("machines",),
    ("web", "tui"),
    ("trilobite", "machines", "web", "tui"),
]

WALK = """
import contextlib, io, json, os, sys
import click, numpy, numba  # once for all houses, each of which is a copy of this process
try:
    import fastapi, sqlalchemy, jinja2
except ImportError:
    pass


def printed(*args):
    from moolab.cli.main import _exit_code

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = _exit_code(list(args))
    return code, out.getvalue(), err.getvalue()


def walk():
    sys.stdin = open(os.devnull)
    told = {" ".join(args): printed(*args) for args in COMMANDS}
    import moolab

    told["Game"] = str(moolab.Game("ab4x10").score("1234", "4321"))
    told["tree"] = str(moolab.Game("ab3x4").tree("entropy").guess)
    if os.path.isdir(os.path.join(os.path.dirname(moolab.__file__), "web")):
        from starlette.testclient import TestClient
        from moolab.web.app import create_app
        from moolab.web.settings import Settings

        with TestClient(create_app(Settings(database="sqlite://", warm=False))) as client:
            paths = "/", "/play", "/daily", "/puzzles", "/laboratory"
            told["pages"] = {path: client.get(path).text for path in paths}
            told["play"] = client.post("/play").status_code
    return told


def main():
    for number, house in enumerate(json.loads(sys.argv[1])):
        if not os.fork():
            sys.path.insert(0, house)
            with open(f"{house}/told.json", "w") as file:
                try:
                    json.dump(walk(), file)
                finally:
                    file.flush()
                    os._exit(0)
        os.wait()


main()
"""

COMMANDS = [
    ["help", "commands"],
    ["play", "--no-stats"],
    ["next", "0123=02"],
    ["optimal", "-r", "mm4x6"],
    ["daily"],
    ["score", "1234", "4321"],
    ["tree", "show", "-r", "ab3x4"],
    ["trilobite", "tree", "44", "--depth", "1"],
    ["machine", "run", "ulisp", "--expr", "(car '(1))"],
]


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], dict[str, object]]:
    """What each house says that has lost some annexes."""
    built = {without: tmp_path_factory.mktemp("house") / "src" for without in WITHOUT}
    for without, source in built.items():
        (source / "moolab").mkdir(parents=True)
        for room in HOUSE.iterdir():
            if room.name not in without:
                (source / "moolab" / room.name).symlink_to(room)
    program = WALK.replace("COMMANDS", repr(COMMANDS), 1)
    paths = json.dumps([str(source) for source in built.values()])
    subprocess.run(
        [sys.executable, "-c", program, paths],
        check=True,
        env={**os.environ, "MOOLAB_HOSTS": "testserver"},
    )
    return {
        without: json.loads((source / "told.json").read_text()) for without, source in built.items()
    }


def told(
    houses: dict[tuple[str, ...], dict[str, object]], without: tuple[str, ...], of: str
) -> str:
    said: Any = houses[without][of]
    code, out, err = said
    return f"{code} {out}{err}"


@pytest.mark.parametrize("without", WITHOUT, ids=" ".join)
def test_the_house_stands_without(
    houses: dict[tuple[str, ...], dict[str, object]], without: tuple[str, ...]
) -> None:
    said = houses[without]
    gone = {name for room in without for name in ANNEXES[room].commands}
    there = {name for room in ANNEXES.keys() - set(without) for name in ANNEXES[room].commands}
    listed = set(re.findall(r"^  (\w+)  ", told(houses, without, "help commands"), re.MULTILINE))
    assert not gone & listed
    assert there | {"play", "optimal"} <= listed
    assert "has found the code" in told(houses, without, "play --no-stats")
    assert told(houses, without, "next 0123=02").startswith("0 ")
    assert "5,625 guesses for 1,296 secrets" in told(houses, without, "optimal -r mm4x6")
    assert "guess" in told(houses, without, "daily").lower()
    assert (said["Game"], said["tree"]) == ("04", "012")
    for command, room in (("trilobite tree 44 --depth 1", "trilobite"),
                          ("machine run ulisp --expr (car '(1))", "machines")):  # fmt: skip
        assert told(houses, without, command).startswith("2 " if room in without else "0 ")


CARDS = {"trilobite": {"/play", "/puzzles"}, "machines": {"/daily", "/laboratory"}}
"""The pages that lead to an annex."""


@pytest.mark.parametrize("without", [each for each in WITHOUT if "web" not in each], ids=" ".join)
def test_the_pages_stand_without(
    houses: dict[tuple[str, ...], dict[str, object]], without: tuple[str, ...]
) -> None:
    pytest.importorskip("fastapi")
    said = houses[without]
    assert said["play"] == 200
    for path, page in dict(said["pages"]).items():  # type: ignore[call-overload]
        assert page.startswith("<!doctype html>"), path
        for annex, pages in CARDS.items():
            assert (f"/{annex}" in page) == (annex not in without and path in pages), path


NAMES = {
    "trilobite": r"\btrilobite",
    "machines": r"moolab\.machines|hp12c|ulisp|ti74|riscv",
    "web": r"moolab\.web",
    "tui": r"moolab\.tui",
}
"""What would name an annex."""


def test_no_module_of_the_house_names_an_annex() -> None:
    assert NAMES.keys() == ANNEXES.keys()
    named = []
    for file in HOUSE.rglob("*"):
        room = file.relative_to(HOUSE).parts[0]
        # What type checkers are told of the package has to name all that it gives.
        if file.suffix not in (".py", ".html", ".js", ".css") or room == "__init__.py":
            continue
        text = file.read_text(encoding="utf-8")
        named += [
            f"{file.relative_to(HOUSE)} names {annex}"
            for annex, name in NAMES.items()
            if room not in ANNEXES
            or (room in ("web", "tui") and annex in ("trilobite", "machines"))
            if re.search(name, text, re.IGNORECASE)
        ]
    assert named == []


def test_subjects_do_not_know_each_other() -> None:
    for room, other in (("trilobite", "machines"), ("machines", "trilobite")):
        for file in (HOUSE / room).rglob("*.py"):
            for node in imports(file):
                names = (
                    [node.module or ""]
                    if isinstance(node, ast.ImportFrom)
                    else [a.name for a in node.names]
                )
                assert not any(name.startswith(f"moolab.{other}") for name in names), file


LOADED = """
import sys
from moolab.cli.main import _exit_code
code = _exit_code(sys.argv[1:])
print(code, *(name for name in sys.modules if name.startswith("moolab.")), file=sys.stderr)
"""


def loaded(*args: str) -> set[str]:
    command = [sys.executable, "-c", LOADED, *args]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    code, *names = done.stderr.split()
    assert code == "0"
    return {name.removeprefix("moolab.") for name in names}


def test_a_command_loads_what_it_is_about() -> None:
    score, stones = loaded("score", "1234", "4321"), loaded("trilobite", "tree", "44", "--json")
    # There were 68 modules when all parameters of all commands were in one drawer.
    assert len(score) < 36
    assert {name.partition(".")[0] for name in stones} == {
        *(
            "annexes",
            "errors",
            "support",
            "views",
            "games",
            "cli",
            "trilobite",
            "machines",
            "web",
            "tui",
        ),
    }
    # Of other annexes, only what they say of themselves.
    assert {name for name in stones if name.startswith(("machines.", "web.", "tui."))} == {
        *("machines.annex", "web.annex", "tui.annex"),
    }
    assert {name for name in stones if name.startswith("games.")} <= {"games.game", "games.setup"}


def test_what_is_installed_neither_takes_a_place_nor_does_harm(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    points = [
        EntryPoint(name, value, "moolab.annexes")
        for name, value in (
            ("lost", "no_such_package:ANNEX"),
            ("odd", "operator:add"),
            ("trilobite", f"{__name__}:THEIRS"),
        )
    ]
    monkeypatch.setattr("moolab.annexes._offered", lambda: points)
    annexes.cache_clear()
    try:
        assert annexes() == own()
    finally:
        annexes.cache_clear()
    assert caplog.messages == [
        "moo: the annex lost cannot be used: No module named 'no_such_package'",
        "moo: the annex odd cannot be used: operator:add is not an Annex",
    ]


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Install an annex, ``faulty``, one of whose modules has the text that is given."""

    def install(module: str, text: str) -> None:
        file = tmp_path / "faulty" / f"{module.replace('.', '/')}.py"
        file.parent.mkdir(parents=True)
        file.write_text(text)
        annex = Annex("faulty", "faulty", {"faulty": "Fails."}, games={"faulty": "game"})
        monkeypatch.syspath_prepend(str(tmp_path))
        point = SimpleNamespace(name="faulty", load=lambda: annex)
        monkeypatch.setattr("moolab.annexes._offered", lambda: [point])
        annexes.cache_clear()
        leave_out.cache_clear()

    yield install
    monkeypatch.undo()
    annexes.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "faulty"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("module", "text", "said"),
    [
        ("commands", "1 / 0", "ZeroDivisionError('division by zero')"),
        ("commands", "import no_such_module", "No module named 'no_such_module'"),
        ("commands", "", "it has no command faulty"),
        ("other", "", "it has no command faulty"),
    ],
)
def test_a_command_of_an_annex_that_fails_says_so_in_a_sentence(
    faulty: Callable[[str, str], None], module: str, text: str, said: str
) -> None:
    faulty(module, text)
    done = moo("faulty", "--help")
    assert done.returncode == 2
    assert done.stderr.startswith("moo: the annex faulty cannot be used: ")
    assert said in done.stderr


@pytest.mark.parametrize("text", ["1 / 0", "", "import no_such_module"])
def test_a_game_of_an_annex_that_fails_is_refused_in_a_sentence(
    faulty: Callable[[str, str], None], text: str
) -> None:
    faulty("game", text)
    with pytest.raises(InvalidExtension, match="the annex faulty cannot be used: "):
        game("faulty")


@pytest.mark.parametrize(
    ("module", "text"), [("game", "1 / 0"), ("game", ""), ("web.__init__", "1 / 0")]
)
def test_an_annex_that_fails_takes_no_page_and_no_schema_with_it(
    faulty: Callable[[str, str], None], module: str, text: str
) -> None:
    faulty(module, text)
    with TestClient(create_app(Settings(database="sqlite://", warm=False))) as client:
        client.post("/play")
        assert [client.get(path).status_code for path in ("/", "/games")] == [200, 200]
    assert "duel" in collection.travelling()
    assert {each.name for each in playable()} >= {"duel", "boards"}


def test_a_folder_that_cannot_be_read_offers_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "odd.dist-info" / "entry_points.txt").mkdir(parents=True)
    (tmp_path / "old.dist-info").mkdir()
    (tmp_path / "old.dist-info" / "entry_points.txt").write_bytes(b"\xff[moolab.annexes]")
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "file"), str(tmp_path / "no")])
    assert list(_offered()) == []


def test_pages_of_an_annex_that_fail_are_left_out(
    faulty: Callable[[str, str], None], caplog: pytest.LogCaptureFixture
) -> None:
    faulty("web.wing", "1 / 0")
    assert [part.WING for part in parts("web.wing")] == [*wings()]
    (said,) = caplog.messages
    assert said == "moo: the annex faulty cannot be used: ZeroDivisionError('division by zero')"


THEIRS = Annex("trilobite", "elsewhere")
