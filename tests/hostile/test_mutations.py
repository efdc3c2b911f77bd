"""Files of others: each is read or refused in one sentence, soon, and no code in it is run."""

import gzip
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias
from zlib import crc32

import click
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from moolab.certificates.check import check as check_certificate
from moolab.cli.defaults import read_settings
from moolab.cli.terminal import output
from moolab.codes.rules import Rules
from moolab.codes.table_files import read_table
from moolab.codes.word_lists import read_list
from moolab.deduction.history import parse_history
from moolab.errors import InvalidGame, MoolabError
from moolab.games import GAMES, collection, game
from moolab.games.duel.duel import Setup
from moolab.games.duel.stats import Game, past_games, summarize
from moolab.games.saves import Saved, load
from moolab.games.setup import encode, options
from moolab.machines import session
from moolab.machines.apl import Apl, read_functions
from moolab.machines.article import Program, definitions, find_programs, missing_names
from moolab.machines.lisp.machine import Lisp
from moolab.machines.ports import FOLDER
from moolab.machines.source import read_source
from moolab.mixing.files import dump as dump_mixes
from moolab.mixing.files import read_mixes
from moolab.mixing.mixes import Mixes
from moolab.puzzles.solution import Solution
from moolab.search.checkpoint import Checkpoint
from moolab.search.task import ALGORITHM
from moolab.search.workspace import Work
from moolab.strategies import strategy
from moolab.trees.build import build
from moolab.trees.published import read_published
from moolab.trees.reading import open_tree
from moolab.trees.writing import dump
from moolab.trilobite import game as trilobite
from moolab.trilobite.board import Shape
from moolab.trilobite.book import Book
from moolab.trilobite.proof.certificate import check as check_board
from tests.games.test_contract import PLAYED
from tests.games.test_duel import SAVES
from tests.helpers.examples import examples
from tests.hostile.alarm import COMPILING, alarm
from tests.hostile.commands import ended
from tests.machines.test_article import APL, GAME, KEYS

AB = Rules.parse("ab3x5")
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
DUEL = game("duel").replay(
    Setup.new(AB, secret="012", start="123", strategy="consistent", seed=1),
    ("guess 340", "reply 11", "guess 021", "undo", "guess 031", "correct 1 02"),
)
MATCH = game("trilobite").replay(
    trilobite.Setup(level="easy", seed=1), ("4", "4", "undo", "3", "5", "resign")
)
MIXES = Mixes(
    AB, True, Fraction(29, 12), Fraction(5, 2), {"012": Fraction(1)},
    [(Fraction(1), build(strategy("consistent", AB)))],
)  # fmt: skip
TREE = "".join(dump(AB, "consistent", build(strategy("consistent", AB))))
COLLECTION = collection.write(
    collection.Finished(name, encode(state.setup), state.moves, "player", FIRST, "resigned")
    for name, state in (
        ("duel", game("duel").replay(DUEL.setup, ("guess 340", "resign"))),
        ("trilobite", MATCH),
    )
)
PAST = [
    Game("2026-01-01", "ab4x10", "both", "consistent", "won", 5, 6),
    Game("2026-01-02", "mm4x6", "breaker", "entropy", "resigned", 7, None, "evil"),
]


OTHERS = [name for name in GAMES if name not in ("duel", "trilobite")]


def begun(name: str) -> str:
    """A saved game of another kind."""
    played, known = game(name), {field: values[0] for field, values in PLAYED[name].items()}
    seeded = {"seed": 1} if "seed" in {each.name for each in options(played.setup)} else {}
    return str(Saved.of(name, played.begin(played.settle(**known, **seeded))))


def read_saved(name: str, path: Path) -> None:
    load(path, game(name))


SUBJECT = {"rules": "ab2x3", "objective": "mean", "consistent": False, "first": None}
CHECKPOINT = [
    {"format": "moolab-checkpoint", "version": 2, "search": ALGORITHM, **SUBJECT},
    {"task": "01=01", "value": 5, "guess": "12", "work": [1] * len(Work._fields), "cpu": 0.5},
]


def read_checkpoint(path: Path) -> None:
    """Read a checkpoint after its checksums are made right again, as its author would."""
    head, *lines = path.read_bytes().splitlines(keepends=True) or [b""]
    signed = [f"{crc32(line[:-1], crc32(head)):08x} ".encode() + line for line in lines]
    path.write_bytes(b"".join([head, *signed]))
    Checkpoint(path, SUBJECT, rules=Rules.parse("ab2x3")).close()


CERTIFICATE = """{"format":"moolab-certificate","version":1,"rules":"ab2x3","objective":"mean",\
"consistent":false,"bound":13}
{"after":"","bound":13}
"""

BOARD = """{"format":"moolab-board-certificate","version":1,"size":"4x3","win":3,"player":"X",\
"claim":"win"}
{"rules":"b1 c1 b2 c2 d1","after":"-"}
"""


def array() -> bytes:
    """A table of texts, as NumPy writes it."""
    np.save(file := BytesIO(), np.array([["no", "yes"], ["yes", "no"]]))
    return file.getvalue()


def read_as(ending: str, path: Path) -> None:
    read_table(path.rename(path.with_suffix(ending)))


def read_config(path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch, suppress(click.UsageError):
        patch.setenv("MOOLAB_CONFIG", str(path))
        read_settings(lambda: ["play"])


def read_tree(path: Path) -> None:
    with open_tree(path) as tree:
        list(tree.steps)


def sum_up(path: Path) -> None:
    for summary in summarize(past_games(path).games):
        assert summary.sentence


def bring(path: Path) -> None:
    for number, finished in enumerate(collection.read(path.read_bytes()), start=1):
        collection.check(number, finished, lambda _: None)


def solve(path: Path) -> None:
    Solution.of(AB, parse_history(AB, path.read_text("utf-8", "replace")))


def load_program(target: str, path: Path) -> None:
    session.begin(session.Setup(target, read_source(path)))


def run_article(path: Path) -> None:
    Lisp(definitions(read_source(path))[0], cells=1000).run(1000)


def run_found(program: Program) -> None:
    if program.target == "apl" and program.entry:
        with suppress(StopIteration):
            Apl(read_functions(program.text), print, iter(()).__next__).call(program.entry)
    elif program.target == "ulisp":
        missing_names(program)
    elif program.target != "apl":
        session.begin(session.Setup(program.target, program.text))


ARTICLE = """Squares, as they say:
(defun square (x) "of a number"
  (* x x)) ; and so on
> (square 3)
9
(defvar *side* '(1 . 2)) #| two |#
"""

FILES: dict[str, tuple[str | bytes, Callable[[Path], object]]] = {
    "a saved duel": (str(Saved.of("duel", DUEL)), partial(read_saved, "duel")),
    "a duel without a secret": (
        str(
            Saved.of(
                "duel", game("duel").replay(Setup.new(AB, seed=1, maker="evil"), ("guess 340",))
            )
        ),
        partial(read_saved, "duel"),
    ),
    **{f"a saved game of {name}": (begun(name), partial(read_saved, name)) for name in OTHERS},
    "finished games": (COLLECTION, bring),
    "a saved game of trilobite": (
        str(Saved.of("trilobite", MATCH)),
        partial(read_saved, "trilobite"),
    ),
    "a duel that went on after it was decided": (
        (SAVES / "lost_then_corrected.json").read_text(),
        partial(read_saved, "duel"),
    ),
    "a tree": (TREE, read_tree),
    "mixed strategies": ("".join(dump_mixes(MIXES)), read_mixes),
    "statistics": ("".join(json.dumps(game._asdict()) + "\n" for game in PAST), sum_up),
    "a book": (
        "- 0\n44 -1\n4453 2  # moo\n",
        lambda path: Book(Shape(), path.read_text("utf-8", "replace").splitlines()),
    ),
    "a table": (
        "question,cat,owl,cost\nflies?,no,yes,2\nswims?,no,no,\nprior,0.5,1/3,\n",
        partial(read_as, ".csv"),
    ),
    "a table of NumPy": (array(), partial(read_as, ".npy")),
    "a checkpoint": ("".join(json.dumps(line) + "\n" for line in CHECKPOINT), read_checkpoint),
    "a certificate": (CERTIFICATE, check_certificate),
    "a certificate for a board": (BOARD, check_board),
    "settings": ('rules = "mm4x6"\n[play]\nstrategy = "entropy"\nmaker = "evil"\n', read_config),
    "a list of words": ("crane 12\nslate 3.5\n# what else\ntrace 0\n", read_list),
    "a puzzle": ("012=12 134=10 240=02", solve),
    "a tree in vectors": (
        Path("tests/data/trees/vectors.txt").read_text(encoding="utf-8"),
        lambda path: read_published(path, Rules.parse("ab2x3")),
    ),
    "a published tree": (
        "Total: 6\n01 011 12 201\n   021 10\n{01:{02:10}}\n",
        lambda path: read_published(path, Rules.parse("ab2x3")),
    ),
    "an article": (ARTICLE, run_article),
    "a page": (
        f"<p>{KEYS}</p><table><tr><td>01</td><td>STO 1</td></tr></table><pre>{GAME}{APL}</pre>",
        lambda path: list(map(run_found, find_programs([("page", read_source(path))]))),
    ),
    **{
        file: ((FOLDER / file).read_text(encoding="utf-8"), partial(load_program, target))
        for file, target in (("moo58.12c", "hp12c"), ("moo74.bas", "ti74"), ("duel.lisp", "ulisp"))
    },
}

Change: TypeAlias = tuple[float, int, bytes]
"""Where, as a part of the file, how much goes, and what comes instead."""

ODD = (
    *(b"", b'"', b"{", b"}", b"[", b"]", b",", b":", b"=", b"-", b"\\", b"\\u0000", b"\\ud800"),
    *(b"null", b"true", b"NaN", b"-1", b"1.5", b"1e999", b"9" * 30, b"9" * 5000, b"0", b"\0"),
    *(b"\xff", b"\xef\xbb\xbf", "é".encode(), b"\n", b" ", b"[" * 3000, b'"x"', b"{}", b"[]"),
    *(b'"undo", ', b'"guess 012", ', b'"reply 10", ', b"1 bull"),
)

CHANGES = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.one_of(st.integers(0, 3), st.integers(0, 200)),
        st.one_of(st.sampled_from(ODD), st.binary(max_size=4)),
    ),
    min_size=1,
    max_size=4,
)


def changed(data: bytes, changes: list[Change]) -> bytes:
    for where, gone, come in changes:
        at = int(where * len(data))
        data = data[:at] + come + data[at + gone :]
    return data


def data_of(kind: str) -> bytes:
    """The bytes of a file of this kind."""
    content, _ = FILES[kind]
    return content.encode() if isinstance(content, str) else content


def check(kind: str, changes: list[Change], *, compressed: bool = False) -> None:
    data, (_, read) = data_of(kind), FILES[kind]
    data = changed(gzip.compress(data) if compressed else data, changes)
    with TemporaryDirectory() as folder, alarm(kind, COMPILING):
        path = Path(folder, "file.json")
        path.write_bytes(data)
        with suppress(MoolabError):
            read(path)


FEW, MANY = (
    settings(max_examples=most, suppress_health_check=list(HealthCheck))
    for most in (examples(15), 5000)
)


@pytest.mark.parametrize("kind", FILES)
@FEW
@given(changes=CHANGES)
def test_a_changed_file_is_read_or_refused(kind: str, changes: list[Change]) -> None:
    check(kind, changes)


@FEW
@given(changes=CHANGES)
def test_a_changed_compressed_tree_is_read_or_refused(changes: list[Change]) -> None:
    check("a tree", changes, compressed=True)


@pytest.mark.slow
@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("kind", FILES)
@MANY
@given(changes=CHANGES)
def test_many_changed_files_are_read_or_refused(
    kind: str, compressed: bool, changes: list[Change]
) -> None:
    check(kind, changes, compressed=compressed and kind == "a tree")


@pytest.mark.parametrize("kind", FILES)
def test_the_files_themselves_are_read(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(data_of(kind))
    FILES[kind][1](path)


EVIL = "evilmod:m"

WORDS = 20
"""Words of a file that are tried: longer ones only go on as they began."""


@pytest.fixture
def evil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Code that can be imported, and is not while the test runs."""
    (tmp_path / "evilmod.py").write_text("def m(left, guess):\n    return '00'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    assert sys.modules.pop("evilmod", None) is None, f"{EVIL} was run"


def naming(kind: str) -> Iterator[bytes]:
    """Files of this kind in which the name of that code stands in place of each word in turn."""
    data = data_of(kind)
    with suppress(InvalidGame):
        saved = Saved.parse(data.decode("utf-8", "replace"))
        for name in saved.setup:
            yield str(saved._replace(setup=saved.setup | {name: EVIL})).encode()
    words = rb"""(?<=")[^"\n]*(?=")|(?<=')[^'\n]*(?=')|[^\s"',;=(){}\[\]]+"""
    for word in islice(dict.fromkeys(re.findall(words, data)), WORDS):
        yield re.sub(rb"(?<!\w)" + re.escape(word) + rb"(?!\w)", EVIL.encode(), data)


@pytest.mark.usefixtures("evil")
@pytest.mark.parametrize("kind", FILES)
def test_no_file_names_code_to_be_run(kind: str, tmp_path: Path) -> None:
    for data in naming(kind):
        for content in {data, gzip.compress(data)} if kind == "a tree" else {data}:
            path = tmp_path / "file.json"
            path.write_bytes(content)
            with suppress(MoolabError):
                FILES[kind][1](path)
        if "evilmod" in sys.modules:
            pytest.fail(f"{EVIL} was run because of this file:\n{data.decode()}")


@pytest.mark.usefixtures("evil")
@pytest.mark.parametrize(
    ("kind", "named", "line"),
    [
        ("a saved duel", "consistent", "play --resume FILE"),
        ("a duel without a secret", "evil", "play --resume FILE"),
        ("a duel without a secret", "evil", "play --save FILE"),
        ("a duel without a secret", "evil", "analyze FILE"),
        ("a duel without a secret", "evil", "train FILE"),
        ("a saved game of boards", "ab2x4", "boards --resume FILE"),
        ("a saved game of trilobite", "easy", "trilobite play --resume FILE"),
        ("a tree", "consistent", "verify FILE"),
        ("a tree", "ab3x5", "solve -s FILE 012"),
        ("mixed strategies", "ab3x5", "verify FILE"),
        ("a certificate", "ab2x3", "verify FILE"),
        ("a certificate for a board", "4x3", "verify FILE"),
        ("settings", "entropy", "play"),
        ("settings", "evil", "play"),
    ],
)
def test_no_command_runs_code_that_a_file_names(
    kind: str, named: str, line: str, tmp_path: Path
) -> None:
    path = tmp_path / ("config.toml" if kind == "settings" else "file.json")
    path.write_text(re.sub(f'([:=] ?"){named}(?=")', rf"\1{EVIL}", data_of(kind).decode()))
    code, _ = ended(*line.replace("FILE", str(path)).split())
    assert code in (output.OK, output.BAD_INPUT, output.UNPROVED)
