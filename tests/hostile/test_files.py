"""Files as a stranger may make them: far too long, without an end, with names that are not text."""

import gzip
import json
import os
import resource
import subprocess
import sys
import tracemalloc
from io import StringIO
from pathlib import Path

import pytest

from moolab.cli.terminal.terminal import Terminal
from moolab.codes.rules import Rules
from moolab.errors import InvalidTree
from moolab.games.duel.game import GAME as DUEL
from moolab.games.duel.stats import Game, past_games, record, summarize
from moolab.games.saves import load
from moolab.strategies import strategy
from moolab.trees.build import build
from moolab.trees.reading import open_tree
from moolab.trees.vectors import read_vectors
from moolab.trees.writing import write
from tests.cli.test_cli import moo
from tests.helpers.dialogues import on_a_terminal, read_until
from tests.hostile.alarm import alarm

HEAD = '{"format": "moolab-tree", "version": 1, "rules": "ab2x3", "strategy": '
MIB = 1 << 20


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize(
    ("begins", "part"),
    [
        (f'{HEAD}"', b"x"),
        (f'{HEAD}"moo", "root": {{"guess": "', b"0"),
        (f'{HEAD}"moo", "root": {{"guess": ', b"1"),
        (f'{HEAD}"moo", "root": {{"', b"\\u0030"),
        ('{"', b"x"),
        ('{"version": ', b"9"),
        ("", b" "),
        (HEAD, b"\n"),
    ],
)
def test_a_tree_file_is_read_no_further_than_it_makes_sense(
    begins: str, part: bytes, compressed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "tree.json"
    with gzip.open(path, "wb", 1) if compressed else path.open("wb") as file:
        file.write(begins.encode())
        for _ in range(4):
            file.write(part * (MIB // len(part)))
    with alarm(begins), pytest.raises(InvalidTree, match="longer than anything in a tree"):
        read(path)


@pytest.mark.parametrize("digits", [25, 5000])
def test_a_number_of_many_digits_is_refused_where_it_stands(digits: int, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    path.write_text(f'{HEAD}"x", "root": {{"guess": {"9" * digits}}}}}')
    with pytest.raises(InvalidTree, match="this is not JSON"):
        read(path)


def read(path: Path) -> None:
    with open_tree(path) as tree:
        list(tree.steps)


def test_a_tree_may_be_longer_than_any_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    write(
        path,
        Rules.parse("ab4x10"),
        "x" * 1000,
        build(strategy("consistent", Rules.parse("ab4x10"))),
    )
    head, root = path.read_text().split("root", 1)
    path.write_text(f"{' ' * (MIB // 2)}{head}root{root}{' ' * (MIB // 2)}")
    read(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file here")
def test_a_file_of_positions_without_an_end_is_refused() -> None:
    for options in ((), ("--json",)):
        done = moo(
            "trilobite", "solve", "--size", "3x3", "--win", "3", "--file", "/dev/zero", *options
        )
        assert done.returncode == 2
        assert "line 1: this is not a line of a file with positions: it is too long" in done.stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file here")
@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("hp12c", "-"), "stdin: this has more than 16,777,216 bytes"),
        (("ulisp", "--expr", "(read-line)", "--json"), "the input ended in the middle"),
    ],
    ids=["a listing", "an answer"],
)
def test_input_without_an_end_is_refused(command: tuple[str, ...], says: str) -> None:
    room = 4 << 30  # so that what takes no limit fails, and soon
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            [sys.executable, "-m", "moolab", "machine", "run", *command],
            stdin=endless,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (room, room)),
        )
    assert done.returncode == 2
    assert says in done.stderr


def test_numbers_that_are_repeated_take_no_memory() -> None:
    text = "T←0\nX←" + "(999⍴1)," * 20_000
    tracemalloc.start()
    try:
        with pytest.raises(InvalidTree, match="tells nothing new"):
            list(read_vectors(Rules.parse("ab2x3"), text))
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_lines_before_a_long_one_are_solved(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text(f"-\n# {'x' * 1000}\n1 0\n{'1 ' * 50000}\n")
    done = moo("trilobite", "solve", "--size", "3x3", "--win", "3", "--file", str(path))
    assert (done.returncode, len(done.stdout.splitlines())) == (2, 2)
    assert done.stderr.startswith("moo: line 4: ")


def test_a_line_without_an_end_is_the_end_of_a_dialogue() -> None:
    typed = "x" * 10**6
    assert Terminal(StringIO("moo\n" + "x" * 60000 + "\n"), StringIO()).ask("?") == "moo"
    with pytest.raises(EOFError):
        Terminal(StringIO(typed), StringIO()).ask("?")


GAME = Game("2026-01-01", "ab4x10", "both", "consistent", "won", 5, 6)


@pytest.mark.parametrize(
    "absurd",
    [
        {"your_guesses": 10**400},
        {"your_guesses": -1},
        {"computer_guesses": 10**300},
        {"mistakes": 10**20},
        {"mistakes": True},
        {"your_guesses": 1.5},
    ],
)
def test_statistics_pass_over_absurd_numbers(absurd: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    record(GAME, path)
    with path.open("a") as file:
        file.write(json.dumps(GAME._asdict() | absurd) + "\n")
    assert past_games(path) == ([GAME], 1)
    assert summarize(past_games(path).games)[0].mean == 5


STRANGE = os.fsdecode(b"\xff.json")


def test_names_that_are_no_text_are_shown_and_are_json(tmp_path: Path) -> None:
    path = f"{tmp_path}/{STRANGE}"
    build_it = ("tree", "build", "-r", "ab2x3", "-s", "consistent", "-o", path)
    assert json.loads(moo(*build_it, "--json").stdout)["file"] == path
    for command in (["verify"], ["tree", "show"]):
        done = moo(*command, path)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
        done = moo(*command, f"{path}x", "--json")
        assert done.returncode == 2
        assert "\\udcff.jsonx: No such file" in done.stderr
        assert f"{path}x" in json.loads(done.stdout)["error"]["message"]
    drawn = moo("tree", "show", path, "--format", "html")
    assert (drawn.returncode, "Traceback" in drawn.stderr) == (0, False), drawn.stderr
    done = moo("solve", "-r", "ab2x3", "-s", path, "12", "--json")
    assert json.loads(done.stdout)["strategy"] == path
    again = f"{tmp_path}/again.json"
    assert moo("tree", "build", "-s", path, "-o", again).returncode == 0
    with open_tree(Path(again)) as tree:
        assert tree.strategy == f"{tmp_path}/?.json"


def test_a_game_with_such_a_name_is_kept(tmp_path: Path) -> None:
    path = f"{tmp_path}/{STRANGE}"
    assert not moo("tree", "build", "-r", "ab2x3", "-s", "consistent", "-o", path).returncode
    save = f"{tmp_path}/duel.json"
    moo("play", "-s", path, "--secret", "12", "--save", save, typed="01\n")
    assert load(Path(save), DUEL).setup.strategy == path


OBEYED = "\033]0;X\a\033[2J\x9b31m\u202e.json"
"""The name of a file that gives its terminal a title, clears it, and more."""

SHOWN = r"\x1b]0;X\x07\x1b[2J\x9b31m\u202e.json"


@pytest.mark.parametrize(
    "args",
    [
        ("verify", OBEYED),
        ("play", "--resume", OBEYED),
        ("tree", "show", OBEYED),
        ("machine", "run", "hp12c", OBEYED),
        ("daily", "--server", f"http://127.0.0.1:1/{OBEYED}"),
        ("verify", f"{OBEYED}/"),
    ],
)
def test_nothing_in_a_name_is_obeyed_by_a_terminal(args: tuple[str, ...]) -> None:
    done = moo(*args)
    assert done.returncode == 2
    assert SHOWN in done.stderr
    assert not {"\033", "\a", "\x9b", "\u202e"} & {*done.stderr}


def test_nor_in_that_of_a_valid_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    moo("tree", "build", "-r", "ab2x3", "-o", OBEYED)
    assert moo("verify", OBEYED).stdout.startswith(f"{SHOWN}: ")


class Screen(StringIO):
    """A terminal, as far as one asks."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("target", "shown"),
    [
        (Screen(), "\033[31mred\033[0m \\x1b[2J ?[31mred?[2J"),
        (StringIO(), "\033[31mred\033[0m \033[2J \033[31mred\033[2J"),
    ],
    ids=["screen", "file"],
)
def test_a_screen_obeys_the_colours_of_a_dialogue_alone(target: StringIO, shown: str) -> None:
    terminal = Terminal(StringIO(), target)
    terminal.say("\033[31mred\033[0m \033[2J ", end="")
    terminal.say_printed("\033[31mred\033[2J")
    assert target.getvalue() == shown


def test_a_name_is_shown_as_it_is_written_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / OBEYED
    with on_a_terminal("play", "--role", "breaker", "--secret", "8217", "--save", str(path)) as (
        _,
        terminal,
    ):
        read_until(terminal, "[1] Your guess: ")
        os.write(terminal, b"1234\n")
        read_until(terminal, "[2] Your guess: ")
        os.write(terminal, b"quit\n")
        shown = read_until(terminal, "u202e.json'\r\n")
    assert shown.endswith(f"--resume '{tmp_path}/{SHOWN}'\r\n")
