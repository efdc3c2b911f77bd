"""A search that was interrupted goes on; what is not its checkpoint is left as it is."""

import json
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.rules import Rules
from moolab.errors import InvalidCheckpoint
from moolab.search.checkpoint import Checkpoint
from moolab.search.optimal import Optimum, find
from tests.searches import Watched, problem, search

SUBJECT = {"rules": "ab4x6", "objective": "tail", "consistent": False}


def going_on(path: Path, workers: Watched | None = None) -> Optimum:
    kept = Checkpoint(path, SUBJECT)
    try:
        return search(problem("ab4x6"), "tail", workers, kept)
    finally:
        kept.close()


@cache
def finished() -> tuple[bytes, Optimum]:
    """A checkpoint of a search that went to its end, and the result."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint")
        best = going_on(path)
        return path.read_bytes(), best


def searched(workers: Watched) -> int:
    """How many tasks were done, but for the trees, which no checkpoint keeps."""
    return sum(not task.tree for task in workers.tasks)


def test_a_finished_search_is_not_done_again(tmp_path: Path) -> None:
    content, best = finished()
    path = tmp_path / "checkpoint"
    path.write_bytes(content)
    workers = Watched()
    again = going_on(path, workers)
    assert searched(workers) == 0
    assert (again.histogram, again.nodes) == (best.histogram, best.nodes)
    assert list(again.tree) == list(best.tree)
    assert path.read_bytes() == content


@given(st.floats(0, 1))
@settings(max_examples=25)
def test_a_checkpoint_that_was_cut_off_anywhere_is_gone_on_with(share: float) -> None:
    content, best = finished()
    cut = content[: int(len(content) * share)]
    with TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint")
        path.write_bytes(cut)
        workers = Watched()
        again = going_on(path, workers)
        assert (again.histogram, again.nodes) == (best.histogram, best.nodes)
        kept = max(0, cut.count(b"\n") - 1)
        assert kept + searched(workers) == content.count(b"\n") - 1
        lines = path.read_bytes().splitlines()
        assert {json.loads(line).get("task") for line in lines} == {
            json.loads(line).get("task") for line in content.splitlines()
        }


def header(**changes: object) -> str:
    fields = {"format": "moolab-checkpoint", "version": 1, "rules": "ab4x6", "objective": "tail",
              "consistent": False}  # fmt: skip
    return json.dumps({**fields, **changes}) + "\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (header(rules="ab4x7"), "is a checkpoint with rules ab4x7, not ab4x6"),
        (header(objective="mean"), "is a checkpoint with objective mean, not tail"),
        (header(consistent=True), "is a checkpoint with consistent True, not False"),
        (header(version=2), "is a checkpoint with version 2, not 1"),
        (header(format="moolab-tree"), "is no checkpoint of a search"),
        (header(rules="ab4x7")[:70], "is no checkpoint of a search"),
        ("dear diary", "is no checkpoint of a search"),
        ("dear diary\n", "is no checkpoint of a search: line 1 cannot be read"),
        ("dear\rdiary\n", "is no checkpoint of a search: line 1 cannot be read"),
        ("\n", "line 1 cannot be read"),
        ("[]\n", "line 1 cannot be read"),
        ("[" * 100_000 + "\n", "line 1 cannot be read"),
        ("\x00\udcff\n", "line 1 cannot be read"),
        (header() + "{}\n", "line 2 cannot be read"),
        (header() + '{"task": "any", "value": 3}\n', "line 2 cannot be read"),
        (header() + '\n{"task"', "line 2 cannot be read"),
    ],
)
def test_any_other_file_is_refused_and_left_as_it_is(
    content: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "precious"
    path.write_bytes(content.encode(errors="surrogateescape"))
    before = path.read_bytes()
    with pytest.raises(InvalidCheckpoint, match=message) as error:
        going_on(path)
    assert str(path) in str(error.value)
    assert path.read_bytes() == before


def test_what_is_no_file_is_refused() -> None:
    with pytest.raises(InvalidCheckpoint, match="/dev/zero is no file"):
        find(Rules.parse("ab2x3"), checkpoint=Path("/dev/zero"))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_search_that_was_killed_is_gone_on_with(workers: int, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    args = ["optimal", "-r", "ab4x9", "--checkpoint", str(path), "--workers", str(workers)]
    with subprocess.Popen([sys.executable, "-m", "moolab", *args]) as running:
        while not path.exists() or path.read_bytes().count(b"\n") < 6:
            assert running.poll() is None
            time.sleep(0.002)
        running.send_signal(signal.SIGKILL)
    kept = path.read_bytes().count(b"\n") - 1
    watched = Watched()
    checkpoint = Checkpoint(path, {"rules": "ab4x9", "objective": "mean", "consistent": False})
    best = search(problem("ab4x9"), "mean", watched, checkpoint)
    checkpoint.close()
    assert (best.total, best.max, best.proven) == (14914, 7, True)
    assert searched(watched) > 0
    assert kept + searched(watched) == path.read_bytes().count(b"\n") - 1
