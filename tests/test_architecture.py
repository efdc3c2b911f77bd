"""A room imports only rooms on lower floors; some paths import no NumPy at all."""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import moolab
from tests.helpers.paths import PROJECT
from tests.helpers.sources import imports

HOUSE = Path(moolab.__file__).parent

FLOORS = [
    "errors",
    "annexes",
    "support",
    "codes",
    "deduction",
    "strategies",
    "trees",
    "search",
    "certificates",
    "results",
    "mixing",
    "arena",
    "analysis",
    "puzzles",
    "preparation",
    "views",
    "games",
    "library",
    "testing",
    "schemas",
    "cli",
    "tui",
    "web",
    "trilobite",
    "machines",
    "__main__",
]
"""From the ground up; the last are annexes, which nothing below them names."""


def module_of(file: Path) -> str:
    parts = file.relative_to(HOUSE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


MODULES = {module_of(file): file for file in HOUSE.rglob("*.py")}


@cache
def imported_modules(file: Path) -> frozenset[str]:
    modules = set[str]()
    for node in imports(file):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        else:
            assert node.level == 0, f"{file} has a relative import"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            modules |= inner & MODULES.keys()
            if inner - MODULES.keys():
                modules.add(node.module or "")
    return frozenset(modules)


def imported_rooms(file: Path) -> set[str]:
    modules = imported_modules(file)
    return {name.split(".")[1] for name in modules if name.startswith("moolab.")}


def room_of(file: Path) -> str:
    return file.relative_to(HOUSE).parts[0].removesuffix(".py")


def test_a_room_imports_only_lower_floors() -> None:
    faults = [
        f"{name} imports {other}, which is not below it"
        for name, file in MODULES.items()
        if (room := room_of(file)) != "__init__"
        for other in imported_rooms(file) - {room}
        if FLOORS.index(other) >= FLOORS.index(room)
    ]
    assert faults == []


def test_a_room_has_floors_inside() -> None:
    """What is in a folder can be put in an order in which each imports only earlier ones."""
    faults = []
    for folder in (name for name, file in MODULES.items() if file.name == "__init__.py"):
        parts = {name: part_of(name, folder) for name in MODULES}
        floors: dict[str, set[str]] = {}
        for name, part in parts.items():
            imported = {parts.get(each, "") for each in imported_modules(MODULES[name])}
            floors.setdefault(part, set()).update(imported - {part, ""})
        floors.pop("", None)
        try:
            TopologicalSorter(floors).prepare()
        except CycleError as error:
            faults.append(f"{folder}: {' <- '.join(error.args[1])}")
    assert faults == []


def part_of(module: str, folder: str) -> str:
    """The module or folder in a folder to which a module belongs; empty if it is elsewhere."""
    inside = module.startswith(f"{folder}.")
    return module.removeprefix(f"{folder}.").partition(".")[0] if inside else ""


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside functions count: a late import does not avoid the rule."""
    imports = {name: imported_modules(file) - {name} for name, file in MODULES.items()}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


@pytest.mark.parametrize(
    ("verifier", "others"),
    [
        ("moolab.trees.verify", {"trees.step", "trees.paths", "codes.numbering", "support.markup"}),
        ("tests.helpers.puzzles", {"codes.numbering"}),
    ],
)
def test_a_verifier_shares_no_code_with_what_it_verifies(verifier: str, others: set[str]) -> None:
    reached, waiting = set(), {verifier}
    while waiting:
        module = waiting.pop()
        reached.add(module)
        root = PROJECT if module == verifier and module.startswith("tests.") else HOUSE.parent
        file = root.joinpath(*module.split(".")).with_suffix(".py")
        modules = imported_modules(file)
        assert "numba" not in modules
        waiting |= {name for name in modules if name.startswith("moolab.")} - reached
    assert reached == {
        *("moolab.errors", "moolab.annexes", "moolab.support.text", "moolab.support.language"),
        *("moolab.support.extensions", "moolab.support.checks", "moolab.support.typed"),
        *("moolab.codes.rules", "moolab.codes.replies", "moolab.codes.spelling"),
        *("moolab.codes.reply_rules", "moolab.codes.listed"),
        *("moolab.deduction.history", verifier),
        *(f"moolab.{name}" for name in others),
    }


def test_certificates_are_checked_by_code_of_their_own() -> None:
    reached, waiting = set[str](), {"moolab.certificates.check"}
    while waiting:
        module = waiting.pop()
        reached.add(module)
        file = HOUSE.parent.joinpath(*module.split(".")).with_suffix(".py")
        waiting |= {name for name in imported_modules(file) if name in MODULES} - reached
    own = {"check", "header", "kernel", "plain", "table"}
    rules = {"rules", "replies", "spelling", "listed", "reply_rules", "word_lists"}
    assert {name for name in reached if not name.startswith("moolab.support.")} == {
        *(f"moolab.certificates.{name}" for name in own),
        *(f"moolab.codes.{name}" for name in rules),
        *("moolab.errors", "moolab.annexes"),
    }


def test_every_room_has_its_paragraph_and_every_module_its_docstring() -> None:
    text = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = {
        name.rstrip("/").removesuffix(".py")
        for name in re.findall(r"^\*\*`(.+?)`", text, re.MULTILINE)
    }
    assert {*FLOORS} - {"__main__"} - told == set()
    assert len(text.split()) <= 1500
    sources = {name: file.read_text(encoding="utf-8") for name, file in MODULES.items()}
    assert [name for name, text in sources.items() if not re.match(r'(#.*\n)*r?"""', text)] == []


def test_every_room_has_its_floor() -> None:
    rooms = {room_of(file) for file in HOUSE.rglob("*.py")} - {"__init__"}
    assert rooms <= set(FLOORS)


def test_the_names_of_the_package() -> None:
    assert set(moolab.__all__) == {
        *("Rules", "Reply", "Turn", "History", "Node", "Duel", "verify"),
        *("Candidates", "ContradictoryReplies", "Repair", "MoolabError"),
        *("Strategy", "STRATEGIES"),
        *("ListedRules", "listed_rules", "register_rule", "words"),
        *("Game", "Trilobite", "Machine"),
        *("read_table", "table_rules"),
    }
    assert all(hasattr(moolab, name) for name in moolab.__all__)
    assert dir(moolab) == sorted([*moolab.__all__, "__version__"])
    with pytest.raises(AttributeError, match="no attribute 'game'"):
        _ = moolab.game


def test_the_package_is_imported_at_once_and_its_names_when_they_are_used() -> None:
    program = (
        "import sys, moolab\n"
        "print(*(name for name in sys.modules if name.startswith('moolab')))\n"
        "moolab.Game('ab4x10').score('1234', '4321')\n"
        "assert not {'numpy', 'numba'} & set(sys.modules)\n"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("moolab\n", "")


HINTS = b"?\n?\n?\n? 1234\n"
"""Whatever asks is asked back."""


SMALL = [
    ["--help"],
    ["help", "commands"],
    ["score", "1234", "4321"],
    ["score", "1234", "4321", "--json"],
    ["candidates", "1389=00", "--mistakes", "1"],
    ["solve", "1234"],
    ["puzzle", "--seed", "1"],
    ["cache", "info"],
    ["play", "--no-stats"],
    ["arena", "--players", "consistent,random", "--games", "9"],
    ["tree", "show", "-s", "consistent"],
    ["tree", "build", "-r", "ab3x4", "-s", "consistent"],
    ["trilobite"],
    ["trilobite", "tree", "4453"],
    ["machine", "run", "ulisp", "--expr", "(car '(1))"],
    ["machine", "run", "hp12c", "--list", str(HOUSE / "machines" / "ports" / "moo58.12c")],
]

MIDDLING = [
    ["next"],
    ["next", "0123=02", "4567=02", "--mistakes", "1"],
    ["next", "-r", "mm5x8", "00112=01", "-s", "minimax"],
    ["candidates", "-r", "ab6x10", "012345=12"],
    ["solve", "1234", "-s", "entropy"],
    ["evaluate", "-r", "mm4x6", "-s", "parts"],
    ["optimal"],
    ["optimal", "-r", "mm4x6"],
    ["verify", "emms4x4.cert.gz"],
    ["tree", "build", "-r", "emms4x4", "-s", "emms", "--consistent"],
    ["arena", "--players", "entropy,minimax", "--games", "9"],
    ["analyze", "1389=20", "1409=10", "1582=30", "1586=30", "1587=40"],
]

IN_COPIES = """
import os, sys
from moolab.cli.main import run
COMMON
told = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
for args in COMMANDS:
    source, keyboard = os.pipe()
    os.write(keyboard, HINTS)
    os.close(keyboard)
    child = os.fork()
    if not child:
        code = 1
        try:
            os.dup2(source, 0)
            sys.argv = ["moo", *args]
            run()
        except SystemExit as done:
            code = done.code or 0
        finally:
            if code or (code := HEAVY & {*sys.modules}):
                os.write(told, f"{args}: {code}\\n".encode())
            os._exit(0)
    os.waitpid(child, 0)
    os.close(source)
os.write(told, b"done")
"""
"""A process that has imported what all commands need, and runs each of them in a copy of itself."""


def test_small_games_need_neither_numpy_nor_numba() -> None:
    faces = {"fastapi", "pydantic", "sqlalchemy", "prompt_toolkit", "textual"}
    assert_run_without({"numpy", "numba", *faces}, SMALL)


def test_middling_work_needs_no_numba() -> None:
    """So Numba is neither loaded nor waited for."""
    assert_run_without({"numba"}, MIDDLING, "import numpy")


def assert_run_without(modules: set[str], commands: list[list[str]], common: str = "") -> None:
    program = IN_COPIES.replace("COMMON", common)
    for name, value in {"COMMANDS": commands, "HEAVY": modules, "HINTS": HINTS}.items():
        program = program.replace(name, repr(value))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    # Which fail, with their exit code, or load one of the modules.
    assert done.stdout == b"done", done.stderr.decode()
