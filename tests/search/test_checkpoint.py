"""A search that was interrupted goes on; what is not its checkpoint is left as it is."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import cache
from math import inf, nan
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.listed import listed_rules
from moolab.codes.rules import Rules
from moolab.deduction.history import parse_history
from moolab.errors import InvalidCheckpoint, SearchFailed
from moolab.search.checkpoint import CHEAP, VERSION, Checkpoint
from moolab.search.objective import Objective
from moolab.search.optimal import Optimum, find
from moolab.search.task import ALGORITHM, Task, perform
from tests.helpers.examples import examples
from tests.helpers.paths import PROJECT
from tests.helpers.searches import AtOnce, Watched, problem, search

SUBJECT = {"rules": "ab4x6", "objective": "tail", "consistent": False, "first": None}


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
    assert again.distribution == best.distribution
    assert list(again.tree) == list(best.tree)
    assert path.read_bytes() == content


@given(st.floats(0, 1))
@settings(max_examples=examples(12))
def test_a_checkpoint_that_was_cut_off_anywhere_is_gone_on_with(share: float) -> None:
    content, best = finished()
    cut = content[: int(len(content) * share)]
    with TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint")
        path.write_bytes(cut)
        workers = Watched()
        again = going_on(path, workers)
        assert again.distribution == best.distribution
        kept = max(0, cut.count(b"\n") - 1)
        assert kept + searched(workers) == content.count(b"\n") - 1
        assert names(path.read_bytes()) == names(content)


def names(content: bytes) -> set[str]:
    """The tasks whose answers a checkpoint keeps."""
    return {json.loads(line[9:])["task"] for line in content.splitlines()[1:]}


SEARCH = f'"search": {ALGORITHM}, '


def header(**changes: object) -> str:
    fields = {"format": "moolab-checkpoint", "version": 2, "search": ALGORITHM, "rules": "ab4x6",
              "objective": "tail", "consistent": False, "first": None}  # fmt: skip
    return json.dumps({**fields, **changes}) + "\n"


def test_that_so_many_guesses_are_enough_is_not_found_out_again(tmp_path: Path) -> None:
    told: list[str] = []
    for workers in (Watched(), again := Watched()):
        kept = Checkpoint(tmp_path / "checkpoint", SUBJECT, told.append)
        assert search(problem("ab4x6"), "worst", workers, kept, most=6).max == 5
        kept.close()
    assert searched(again) == len(told) == 0


def test_a_value_is_not_taken_for_the_tree_that_has_it() -> None:
    asked = Task(problem("ab4x6"), parse_history(Rules.parse("ab4x6"), "0123=02"))
    value = perform(asked).value
    kept, told = Checkpoint(None, SUBJECT), asked._replace(beta=value)
    kept.keep(told, perform(told))
    assert kept.find(told) is not None
    assert kept.find(told._replace(tree=True)) is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (header(rules="ab4x7"), "is a checkpoint with rules ab4x7, not ab4x6"),
        (header(objective="mean"), "is a checkpoint with objective mean, not tail"),
        (header(consistent=True), "is a checkpoint with consistent True, not False"),
        (header(hard=True), "is a checkpoint with hard True, not None"),
        (header(most="7"), "is a checkpoint with most 7, not None"),
        (header(version=1), r"another version of moolab \(the format has version 1, not 2\): go"),
        (
            header(search=1),
            rf"another version of moolab \(the search has version 1, not {ALGORITHM}\): go",
        ),
        (
            header(version=1).replace(f'"search": {ALGORITHM}, ', ""),
            "the format has version 1, not 2",
        ),
        (
            header().replace(f'"search": {ALGORITHM}, ', ""),
            f"the search has version unknown, not {ALGORITHM}",
        ),
        (header(format="moolab-tree"), "is not a checkpoint of a search"),
        (header(rules="ab4x7")[:80], "is not a checkpoint of a search"),
        ("dear diary", "is not a checkpoint of a search"),
        ("dear diary\n", "is not a checkpoint of a search, or its first line is damaged"),
        ("dear\rdiary\n", "is not a checkpoint of a search"),
        ("\n", "is not a checkpoint of a search"),
        ("[]\n", "is not a checkpoint of a search"),
        ("[" * 100_000 + "\n", "is not a checkpoint of a search"),
        ("\x00\udcff\n", "is not a checkpoint of a search"),
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


def test_a_checkpoint_of_hard_mode_is_refused_without_it(tmp_path: Path) -> None:
    game, path = listed_rules(["crane", "caper", "slate", "stale", "least"]), tmp_path / "kept"
    find(game, hard=True, checkpoint=path)
    before = path.read_bytes()
    with pytest.raises(InvalidCheckpoint, match="with hard True, not None"):
        find(game, checkpoint=path)
    assert path.read_bytes() == before
    find(game, hard=True, checkpoint=path, tell=pytest.fail)


def test_the_page_about_checkpoints_is_up_to_date() -> None:
    page = (PROJECT / "docs/reference/checkpoints.md").read_text(encoding="utf-8")
    assert f"| `version` | of this format: {VERSION} |" in page
    assert f"| `search` | of the search: {ALGORITHM};" in page


@pytest.mark.skipif(os.name != "posix", reason="only there files are claimed")
def test_two_searches_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    first = Checkpoint(path, SUBJECT)
    with pytest.raises(OSError, match="another process is writing to it"):
        Checkpoint(path, SUBJECT)
    first.close()
    Checkpoint(path, SUBJECT).close()


def test_what_is_not_a_file_is_refused() -> None:
    with pytest.raises(InvalidCheckpoint, match="/dev/zero is not a file"):
        find(Rules.parse("ab2x3"), checkpoint=Path("/dev/zero"))


def opened(content: bytes) -> tuple[int, list[str], bytes]:
    """How many answers a checkpoint of ab4x6 gives, what is said of it, and what is left of it."""
    told: list[str] = []
    with TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint")
        path.write_bytes(content)
        Checkpoint(path, SUBJECT, told.append).close()
        left = path.read_bytes()
    return left.count(b"\n") - 1, [text.replace(str(path), "FILE") for text in told], left


def test_damaged_lines_are_dropped_with_a_word_and_searched_again() -> None:
    content, best = finished()
    first, one, two, *rest = content.splitlines(keepends=True)
    value = json.loads(one[9:])["value"]
    changed = one.replace(b'"value": %d' % value, b'"value": %d' % (value - 1))
    damaged = b"".join([first, changed, b"\n", two, *rest])
    kept, told, left = opened(damaged)
    assert kept == 1 + len(rest)
    assert told == ["FILE: 2 lines are damaged, and will be searched again"]
    assert opened(left) == (kept, [], left), "it is said once"
    with TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint")
        path.write_bytes(damaged)
        workers = Watched()
        again = going_on(path, workers)
        assert searched(workers) == 1
        assert again.distribution == best.distribution
        assert names(path.read_bytes()) == names(content)


def line(first: bytes, text: str) -> bytes:
    """A line of a checkpoint with this header, its checksum right."""
    content = text.encode(errors="surrogateescape")
    return b"%08x %b\n" % (crc32(content, crc32(first)), content)


GOOD: dict[str, object] = {
    "task": "0123=00 any costs 1x67", "value": 3, "guess": "4501", "work": [1, 0, 0, 0, 0],
    "cpu": 0.5,
}  # fmt: skip


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("task", [None, 1, ["0123=00"]]),
        ("value", ["235", None, [1], 235.0, 235.5, True, 0, -1, (1 << 60) + 1, 10**30, nan, inf]),
        ("guess", [7, ["4501"], "", "45", "450x", "4500", " 4501", True]),
        ("work", [None, 1, [], [1], [1] * 6, ["a", 0, 0, 0, 0], [1, -1, 0, 0, 0], "11111"]),
        ("work", [[1, 0, 0, 0, 1 << 63], [True, 0, 0, 0, 0], [1.0, 0, 0, 0, 0], {"0": 1}]),
        ("cpu", ["x", None, 1, True, [0.5], -0.5, nan, inf, -inf, 10**400]),
        ("tree", [None, 1]),
    ],
)
def test_a_line_of_wrong_types_or_beyond_all_range_is_damaged(
    field: str, values: list[object]
) -> None:
    first = header().encode()
    assert opened(first + line(first, json.dumps(GOOD)))[0] == 1
    for value in values:
        kept, told, _ = opened(first + line(first, json.dumps({**GOOD, field: value})))
        assert (kept, len(told)) == (0, 1), value


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", "[" * 100_000, "1" * 5000, '{"task": 1', "\udcff", "\x00",
     json.dumps({field: GOOD[field] for field in list(GOOD)[:4]})],
    ids=lambda text: repr(text[:9]),
)  # fmt: skip
def test_a_line_that_is_no_answer_is_damaged(text: str) -> None:
    first = header().encode()
    kept, told, left = opened(first + line(first, text))
    assert (kept, len(told), left) == (0, 1, first)


def test_a_value_of_nothing_is_an_answer_where_some_codes_weigh_nothing() -> None:
    first = header().encode()
    kept = GOOD | {"value": 0, "task": "0123=00 any costs 1x67 weights 0,1"}
    assert opened(first + line(first, json.dumps(kept)))[0] == 1


def test_a_line_of_another_checkpoint_is_damaged() -> None:
    first, other = header().encode(), header(objective="mean").encode()
    assert opened(first + line(other, json.dumps(GOOD)))[0] == 0


@cache
def small() -> bytes:
    """A finished checkpoint of ab3x5, which is searched in milliseconds."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint")
        small_search(path)
        return path.read_bytes()


def small_search(path: Path) -> Optimum:
    subject = {"rules": "ab3x5", "objective": "mean", "consistent": False, "first": None}
    kept = Checkpoint(path, subject)
    try:
        return search(problem("ab3x5"), "mean", AtOnce(), kept)
    finally:
        kept.close()


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A checkpoint to which something has happened."""
    content = bytearray(small())
    for _ in range(draw(st.integers(1, 3))):
        lines = content.splitlines(keepends=True)
        some = st.integers(0, len(lines) - 1)
        at = draw(st.integers(0, len(content)))
        match draw(st.sampled_from(["change", "insert", "remove", "swap", "repeat"])):
            case "change":
                # Other digits are the damage that looks most like an answer.
                bytes_ = st.sampled_from(b"0123456789") | st.integers(0, 255)
                content[at : at + 1] = bytes([draw(bytes_)])
            case "insert":
                content[at:at] = draw(st.binary(min_size=1, max_size=4))
            case "remove":
                del content[at : at + draw(st.integers(1, 40))]
            case "swap":
                one, two = draw(some), draw(some)
                lines[one], lines[two] = lines[two], lines[one]
                content = bytearray(b"".join(lines))
            case _:
                lines.insert(draw(some), lines[draw(some)])
                content = bytearray(b"".join(lines))
    return bytes(content)


@given(damaged())
@settings(max_examples=examples(25))
def test_a_damaged_checkpoint_is_refused_or_gives_the_right_total(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint")
        path.write_bytes(content)
        try:
            best = small_search(path)
        except InvalidCheckpoint:
            assert path.read_bytes() == content, "it is left as it is"
        else:
            assert (best.total, best.bound, best.proven) == (196, 196, True)


def test_a_value_that_is_too_low_proves_nothing_though_its_checksum_is_right(
    tmp_path: Path,
) -> None:
    path = tmp_path / "checkpoint"
    first, *lines = small().splitlines(keepends=True)
    for number, kept in enumerate(lines):
        record = json.loads(kept[9:])
        record["value"] -= 1
        forged = [line(first, json.dumps(record)) if i == number else each
                  for i, each in enumerate(lines)]  # fmt: skip
        path.write_bytes(first + b"".join(forged))
        with pytest.raises(SearchFailed, match="nothing is proved") as error:
            small_search(path)
        assert f"what {path} keeps of this search is wrong" in str(error.value)


def forge(path: Path, cpu: float) -> int:
    """Raise the values of openings that no tree needs, as if they had taken so long.

    Returns:
        How many lines there are.
    """
    first, *lines = path.read_bytes().splitlines(keepends=True)
    forged = [first]
    for kept in lines:
        record = json.loads(kept[9:])
        record |= {"cpu": cpu, "value": record["value"] + 40 * record["task"].startswith("012=")}
        forged.append(line(first, json.dumps(record)))
    path.write_bytes(b"".join(forged))
    return len(lines)


def kept_of_mm3x6(folder: Path) -> Path:
    path = folder / "kept"
    assert find("mm3x6", checkpoint=path).total == 854
    return path


def test_what_is_quickly_found_again_is_not_believed(tmp_path: Path) -> None:
    path = kept_of_mm3x6(tmp_path)
    forge(path, cpu=0.001)
    best = find("mm3x6", checkpoint=path)
    assert (best.total, best.proven, best.source) == (854, True, None)


def test_a_proof_names_the_checkpoint_on_which_it_rests(tmp_path: Path) -> None:
    path = kept_of_mm3x6(tmp_path)
    forge(path, cpu=CHEAP)
    best = find("mm3x6", checkpoint=path)
    assert best.total > 854, "the file was believed"
    assert best.source is not None
    assert best.source.path == path
    assert 1 < best.source.answers <= forge(path, cpu=CHEAP)
    assert repr(best).endswith(f"proved, if {path} is right>")


def test_what_is_not_believed_leaves_the_file(tmp_path: Path) -> None:
    path = kept_of_mm3x6(tmp_path)
    lines = path.read_bytes().count(b"\n")
    find("mm3x6", checkpoint=path)
    assert path.read_bytes().count(b"\n") == lines


def test_that_there_is_no_tree_names_the_checkpoint_on_which_it_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept"
    with pytest.raises(SearchFailed, match=r"with at most 3 guesses$"):
        find("mm3x4", most=3, checkpoint=path)
    monkeypatch.setattr("moolab.search.optimal.CHEAP", 0)
    with pytest.raises(SearchFailed, match=f"with at most 3 guesses, if {path} is right"):
        find("mm3x4", most=3, checkpoint=path)


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_a_search_that_was_killed_is_gone_on_with(workers: int, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    args = ["optimal", "-r", "mm4x7", "--checkpoint", str(path), "--workers", str(workers)]
    with subprocess.Popen([sys.executable, "-m", "moolab", *args]) as running:
        while not path.exists() or path.read_bytes().count(b"\n") < 6:
            assert running.poll() is None
            time.sleep(0.002)
        running.send_signal(signal.SIGKILL)
    kept = path.read_bytes().count(b"\n") - 1
    watched = Watched()
    subject = {"rules": "mm4x7", "objective": "mean", "consistent": False, "first": None}
    checkpoint = Checkpoint(path, subject)
    best = search(problem("mm4x7"), "mean", watched, checkpoint)
    checkpoint.close()
    assert (best.total, best.max, best.proven) == (11228, 6, True)
    assert searched(watched) > 0
    assert kept + searched(watched) == path.read_bytes().count(b"\n") - 1


@pytest.mark.parametrize("objective", ["mean", "worst"])
def test_tasks_that_take_long_are_cut_and_the_tree_is_the_same(
    objective: Objective, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moolab.search.branches._SPLIT", 1 << 13)
    whole = search(problem("ab4x6"), objective, AtOnce())
    monkeypatch.setattr("moolab.search.branches._CUT", 1 << 13)
    monkeypatch.setattr("moolab.search.branches._LONG", long := 800)
    subject = {"rules": "ab4x6", "objective": objective, "consistent": False, "first": None}
    for workers in (Watched(), again := Watched()):
        kept = Checkpoint(tmp_path / "checkpoint", subject)
        best = search(problem("ab4x6"), objective, workers, kept)
        kept.close()
        assert list(best.tree) == list(whole.tree)
        assert best.proven
    assert searched(again) == 0
    lines = (tmp_path / "checkpoint").read_bytes().splitlines()[1:]
    cut = [record for each in lines if "place" in (record := json.loads(each[9:]))]
    places = [each["place"] for each in cut if "any" in each["task"]]
    assert max(places) > 0, "some guesses at a time"
    assert any("any" not in each["task"] for each in cut), "a guess part by part"
    # Its last guess may take a task somewhat beyond what makes it long.
    assert all(each["work"][-1] < 2 * long for each in cut)
