"""``moo optimal``, run as a user runs it, and the totals of the literature."""

import errno
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from moolab.cli.main import _exit_code
from moolab.codes.rules import Rules
from moolab.strategies import strategy
from moolab.support import shipped as package
from moolab.trees.build import build
from moolab.trees.reading import open_tree
from moolab.trees.writing import write
from tests.cli.test_cli import answer, become, moo
from tests.helpers.cases import every
from tests.helpers.paths import PROJECT
from tests.helpers.patience import SOON, wait_until
from tests.helpers.searches import dask_cluster


@pytest.mark.parametrize(
    ("args", "total", "most", "at_most"),
    [
        (["mm4x6", "--workers", "2"], 5625, 6, None),
        (["mm4x6", "--objective", "worst"], 5626, 5, None),
        (["mm4x6", "--consistent"], 5660, 6, None),
        (["ab4x7"], 3639, None, None),
        (["ab4x9", "--workers", "2"], 14914, None, None),
        (["emms4x4", "--search"], 895, 4, None),
        pytest.param(["mm4x6", "--objective", "tail"], 5625, 6, 1, marks=pytest.mark.slow),
        pytest.param(["mm4x6", "--objective", "least-max"], 5627, 5, 539, marks=pytest.mark.slow),
        pytest.param(["ab4x8"], 7817, None, None, marks=pytest.mark.slow),
        pytest.param(["ab4x10", "--workers", "2"], 26274, 7, None, marks=pytest.mark.slow),
        pytest.param(
            ["ab4x10", "--workers", "2", "--consistent"], 26688, None, None, marks=pytest.mark.slow
        ),
        pytest.param(["mm4x7", "--workers", "2"], 11228, None, None, marks=pytest.mark.slow),
        pytest.param(["mm4x8", "--workers", "2"], 20471, None, None, marks=pytest.mark.slow),
        pytest.param(["mm5x5", "--workers", "2"], 13496, None, None, marks=pytest.mark.slow),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_totals_are_those_of_the_literature(
    args: list[str], total: int, most: int | None, at_most: int | None, tmp_path: Path
) -> None:
    path = tmp_path / "best.json.gz"
    best = answer("optimal", "-r", *args, "-o", str(path))
    assert (best["total"], best["proven"]) == (total, True)
    assert best["max"] == (most or best["max"])
    assert best["at_max"] == (at_most or best["at_max"])
    proof = answer("verify", str(path))
    assert (proof["total"], proof["distribution"]) == (total, best["distribution"])


@pytest.mark.parametrize(
    "game",
    ["emms4x4", *(pytest.param(each, marks=pytest.mark.slow) for each in ("mm4x6", "ab4x10"))],
)
def test_the_tree_that_comes_along_is_as_good_as_what_a_search_finds(
    game: str, tmp_path: Path
) -> None:
    path = tmp_path / "tree.json"
    replayed = answer("optimal", "-r", game, "-o", str(path))
    searched = answer("optimal", "-r", game, "--search")
    assert (replayed["origin"], searched["origin"]) == ("shipped", "search")
    assert (replayed["tried"], searched["certificate"]) == (0, None)
    assert replayed["certificate"] == f"results/certificates/{game}.cert.gz"
    other = {"origin", "certificate", "tried", "seconds", "cpu_seconds"}
    other |= {"distribution", "max", "at_max"}  # of trees that are equally good
    assert replayed.keys() == searched.keys()
    assert all(replayed[key] == searched[key] for key in replayed.keys() - other)
    best = answer("optimal", "-r", game, "--objective", "tail")
    assert all(replayed[key] == best[key] for key in ("total", "max", "at_max"))
    with open_tree(path) as wrote, open_tree(PROJECT / "results" / f"{game}.json.gz") as known:
        assert list(wrote.steps) == list(known.steps)


def test_what_comes_along_is_said_and_what_stays_in_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, proved, said = moo("optimal", "-r", "emms4x4").stdout.splitlines()
    assert proved == "Proved: this is the least total (replayed on every secret)."
    assert said == (
        "This tree comes with moolab; moo verify emms4x4.cert.gz checks its proof. "
        "--search searches again."
    )
    _take_along(tmp_path, monkeypatch)
    said = moo("optimal", "-r", "emms4x4").stdout.splitlines()[-1]
    assert "; its proof is results/certificates/emms4x4.cert.gz in moolab's repository. " in said


def test_another_question_is_searched_for(tmp_path: Path) -> None:
    for args in (
        *(["--objective", "tail"], ["--start", "AABC"], ["--consistent"], ["--at-most", "5"]),
        *(["--workers", "1"], ["--beam", "1"], ["--time-limit", "99"], ["--memory", "500"]),
        *(["--checkpoint", str(tmp_path / "a")], ["--certificate", str(tmp_path / "b")]),
    ):
        assert answer("optimal", "-r", "emms4x4", *args)["origin"] == "search", args
    for game in (["emms4x3"], ["emms4x4:abcd"], ["ab3x4", "--rule", "wordle"]):
        assert answer("optimal", "-r", *game)["origin"] == "search", game


@pytest.mark.parametrize("fault", ["cut off", "another tree", "another game"])
def test_a_tree_that_is_not_the_proved_one_is_searched_for(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _take_along(tmp_path, monkeypatch)
    if fault == "cut off":
        content = path.read_bytes()
        path.write_bytes(content[: len(content) // 2])
    else:
        rules = Rules.parse("emms4x4" if fault == "another tree" else "mm4x4")
        write(path, rules, "optimal mean", build(strategy("consistent", rules)))
    done = moo("optimal", "-r", "emms4x4")
    assert done.stderr.startswith(f"{path}: ")
    assert done.stderr.endswith("; so there is a search.\n")
    assert "895 guesses for 256 secrets" in done.stdout
    assert "guesses tried)" in done.stdout


def _take_along(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that has nothing but a copy of one tree."""
    path = folder / "results" / "emms4x4.json.gz"
    path.parent.mkdir()
    path.write_bytes((PROJECT / "results" / path.name).read_bytes())
    monkeypatch.setattr(package, "_PACKAGE", folder)
    return path


def test_what_a_search_would_take_is_said_without_one() -> None:
    view = answer("optimal", "-r", "mm4x10", "--estimate", "--workers", "2")
    assert (view["secrets"], view["replies"], view["workers"]) == (10_000, 14, 2)
    assert view["bytes"] > 100_000_000
    said = moo("optimal", "-r", "mm4x10", "--estimate", "--workers", "2").stdout
    assert "Processor time: about 2 minutes, shared by 2 workers: about " in said
    assert len(said.splitlines()) < 12
    assert "Not proved" not in said
    said = moo("optimal", "-r", "mm5x8", "--estimate").stdout
    assert "this game is larger than all of them" in said
    for args, why in (
        (["mm4x6", "--beam", "3"], "--estimate does not go with --beam."),
        (["mm4x6", "--objective", "game"], "--estimate does not go with --objective game"),
        (["words:english5"], "no such search was measured"),
        (["mm8x20"], "too many to list"),
    ):
        refused = moo("optimal", "-r", *args, "--estimate")
        assert (refused.returncode, why in refused.stderr) == (2, True)


def test_what_is_said_of_a_proof(tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    done = moo("optimal", "-r", "ab3x5", "--objective", "worst", "-o", str(path))
    head, *_, summary, last = done.stdout.splitlines()
    assert head == "guesses     secrets"
    assert summary == "196 guesses for 60 secrets: 3.2667 on average, at most 4"
    assert re.fullmatch(
        r"Proved: this is the least maximum, then the least total \(\d+ guesses tried\)\.", last
    )
    assert done.stderr.startswith(f"{path}: ")
    assert path.read_text().startswith(
        '{"format": "moolab-tree", "version": 1, "rules": "ab3x5", "strategy": "optimal worst"'
    )


def test_what_is_proved_of_consistent_guesses_is_not_said_of_all() -> None:
    said = moo("optimal", "-r", "mm3x3", "--consistent").stdout
    assert "\nProved: guessing only what is possible, this is the least total (" in said
    some = moo("optimal", "-r", "ab4x10", "--consistent", "--time-limit", "0.1").stdout
    assert "Not proved: guessing only what is possible, no tree needs fewer than" in some
    value = moo("optimal", "-r", "mm2x3", "--consistent", "--objective", "game").stdout
    assert re.search(r"The game takes .* on average, if guesses have to be possible\.", value)


def test_what_is_said_where_nothing_is_proved() -> None:
    beam = moo("optimal", "-r", "ab4x7", "--beam", "1").stdout
    assert "\nNot proved: there may be better trees (" in beam
    some = moo("optimal", "-r", "ab4x10", "--time-limit", "0.1").stdout
    assert re.search(r"Not proved: no tree needs fewer than [\d,]+ guesses \(", some)


@every(
    "args, kind, message",
    [
        (["-r", "ab5x10"], "space_too_large", "--beam N finds a good tree without a proof, --time"),
        (["-r", "mm9x10", "--beam", "1"], "space_too_large", "too many to list"),
        (["-r", "ab4x10", "--memory", "1"], "space_too_large", "but may take 1 MiB (--memory)"),
        (["-r", "ab6x10", "--objective", "tail", "--beam", "1"], "space_too_large", "for 'tail'"),
        (["-r", "ab4x3"], "invalid_rules", "need at least 4 symbols"),
        (["--objective", "best"], "usage", "Invalid value for '--objective'"),
        (["--beam", "0"], "usage", "Invalid value for '--beam'"),
        (["--workers", "0"], "usage", "Invalid value for '--workers'"),
        (["--time-limit", "0"], "usage", "Invalid value for '--time-limit'"),
        (["--time-limit", "nan"], "usage", "Invalid value for '--time-limit'"),
        (["--memory", "0"], "usage", "Invalid value for '--memory'"),
        (["--memory", "9" * 20], "usage", "Invalid value for '--memory'"),
        (["--beam", "9" * 20], "usage", "Invalid value for '--beam'"),
        (["--workers", "9" * 20], "usage", "Invalid value for '--workers'"),
        (["--time-limit", "9" * 20], "usage", "Invalid value for '--time-limit'"),
        (["--time-limit", "inf"], "usage", "Invalid value for '--time-limit'"),
        (["--checkpoint", "."], "usage", "File '.' is a directory"),
        (["-o", "."], "file", ".: this is not an ordinary file"),
        (["--checkpoint", "no/such/folder"], "file", "no/such/folder: No such file"),
        (["-o", "no/such/folder"], "file", "no/such"),
        (["--checkpoint", "x", "-o", "./x"], "usage", "tree and checkpoint need two files"),
        (["--certificate", "x", "-o", "x"], "usage", "tree and certificate need two files"),
        (["--certificate", "x", "--checkpoint", "x"], "usage", "checkpoint and certificate need"),
        (["--cluster", "tcp://[::1]:1", "--workers", "2"], "usage", "--workers does not go with"),
        (["--cluster", "here"], "search_failed", "there is no Dask scheduler at here"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    args: list[str], kind: str, message: str
) -> None:
    done = moo("optimal", *args, "--json")
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert f'"kind": "{kind}"' in done.stdout


def test_a_foreign_checkpoint_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "diary"
    path.write_text("dear diary")
    error = answer("optimal", "-r", "ab3x4", "--checkpoint", str(path), code=2)["error"]
    assert error["kind"] == "invalid_checkpoint"
    assert path.read_text() == "dear diary"


@pytest.mark.parametrize("as_json", [False, True])
def test_a_tree_that_cannot_be_written_takes_no_result_with_it(
    as_json: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    def on_a_full_disk(path: Path, *_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("moolab.cli.commands.optimal.write", on_a_full_disk)
    args = ["optimal", "-r", "ab3x4", "-o", str(tmp_path / "tree.json"), *["--json"] * as_json]
    monkeypatch.setattr("moolab.cli.main._discard_stdout", lambda: None)
    assert _exit_code(args) == 2
    out, err = capsys.readouterr()
    assert err == f"moo: {tmp_path / 'tree.json'}: No space left on device\n"
    if as_json:
        assert json.loads(out)["proven"]
    else:
        assert "Proved: this is the least total" in out


def test_a_damaged_checkpoint_is_mended_with_a_word(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    args = ["optimal", "-r", "ab3x5", "--checkpoint", str(path)]
    found = moo(*args)
    whole = path.read_text()
    path.write_text(whole.replace('"value": ', '"value": 1', 1))
    again = moo(*args)
    assert again.stdout == found.stdout
    assert again.stderr == f"{path}: 1 line is damaged, and will be searched again\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["mm3x3"], "Proved, if FILE is right: this is the least total ("),
        (["mm2x3", "--objective", "game"], "Proved, if FILE is right: neither side can"),
    ],
)
def test_what_a_proof_takes_from_a_file_is_said(
    args: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept"
    args = ["optimal", "-r", *args, "--checkpoint", str(path)]
    found = moo(*args)
    assert found.stdout == moo(*args).stdout, "what is quickly found again is not believed"
    monkeypatch.setattr("moolab.search.optimal.CHEAP", 0)
    monkeypatch.setattr("moolab.mixing.value.CHEAP", 0)
    *_, proved, source = moo(*args).stdout.replace(str(path), "FILE").splitlines()
    assert proved.startswith(said)
    assert re.fullmatch(r"\d+ answers are taken from it; .* prove(s)? it without\.", source)
    kept = answer(*args)["source"]
    assert kept == {"file": str(path), "answers": int(source.split()[0])}


class Search:
    """A search that is under way, its messages on a terminal; all its processes are a group.

    One that starts no others may be ``copied`` from this process.
    """

    def __init__(
        self, *args: str, copied: bool = False, settings: dict[str, str] | None = None
    ) -> None:
        self.terminal, inner = pty.openpty()
        command = [sys.executable, "-m", "moolab", "optimal", *args]
        environment = os.environ | {"PYTHONFAULTHANDLER": "1"} | (settings or {})
        self._running = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=inner,
            env=environment,
            start_new_session=True,
            preexec_fn=become("optimal", *args) if copied else None,  # noqa: PLW1509 - see there
        )
        os.close(inner)
        self.said = ""

    def wait_until_it_says(self, word: str) -> None:
        while word not in self.said:
            self.said += os.read(self.terminal, 1 << 16).decode()

    def send(self, number: int, *, to_all: bool = False) -> None:
        if to_all:
            os.killpg(self._running.pid, number)
        else:
            self._running.send_signal(number)

    def end(self) -> int:
        """Wait for the end, and see that no process outlives it; return the exit code."""
        try:
            code = self._running.wait(2 * SOON)
        except subprocess.TimeoutExpired:
            # Python says then where each of its threads is.
            self._running.send_signal(signal.SIGABRT)
            code = self._running.wait(SOON)
        try:
            while piece := os.read(self.terminal, 1 << 16):
                self.said += piece.decode()
        except OSError:
            pass  # So Linux says that the terminal is closed.
        os.close(self.terminal)
        assert code != -signal.SIGABRT, self.said
        wait_until(self._is_gone, lambda: "processes are left")
        return code

    def _is_gone(self) -> bool:
        try:
            os.killpg(self._running.pid, 0)
        except ProcessLookupError:
            return True
        return False


@pytest.mark.parametrize(
    ("checkpoint", "workers", "all_of_them"),
    [
        (False, "2", False),
        (True, "1", True),
        pytest.param(False, "1", False, marks=pytest.mark.slow),
        pytest.param(True, "2", True, marks=pytest.mark.slow),
    ],
    ids=["2 kill -INT", "checkpoint Ctrl-C", "kill -INT", "checkpoint 2 Ctrl-C"],
)
def test_an_interrupted_search_ends_at_once(
    checkpoint: bool, workers: str, all_of_them: bool, tmp_path: Path
) -> None:
    path = tmp_path / "checkpoint"
    kept = ["--checkpoint", str(path)] if checkpoint else []
    running = Search("-r", "ab4x10", "--workers", workers, *kept, copied=workers == "1")
    running.wait_until_it_says("settled")
    running.send(signal.SIGINT, to_all=all_of_them)
    assert running.end() == 130
    assert "Traceback" not in running.said
    assert running.said.endswith("Interrupted.\r\n")
    # The name of the file may be of any length, so a line can end between any words.
    assert ("keeps what was found" in " ".join(running.said.split())) == checkpoint
    if checkpoint:
        assert path.read_text().endswith("\n")


@pytest.mark.parametrize(
    ("moment", "number", "code", "ending"),
    [
        ("compiling kernels", signal.SIGINT, 130, "Interrupted.\r\n"),
        ("compiling kernels", signal.SIGTERM, 143, "\r\033[K"),
        ("settled", signal.SIGHUP, 129, "the same command goes on from there.\r\n"),
    ],
    ids=["Ctrl-C", "a polite kill", "a closed window"],
)
def test_a_search_that_is_stopped_ends_the_processes_that_work_for_it(
    moment: str, number: signal.Signals, code: int, ending: str, tmp_path: Path
) -> None:
    compiling = {"NUMBA_CACHE_DIR": str(tmp_path)} if moment == "compiling kernels" else {}
    kept = [] if compiling else ["--checkpoint", str(tmp_path / "checkpoint")]
    running = Search("-r", "ab4x10", "--search", *kept, settings=compiling)
    running.wait_until_it_says(moment)
    running.send(number)
    assert running.end() == code
    for noise in ("Traceback", "leaked", "resource_tracker"):
        assert noise not in running.said
    assert running.said.endswith(ending)
    assert ("Interrupted" in running.said) == (number == signal.SIGINT)


def test_a_search_that_waits_for_a_cluster_is_interrupted_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        running = Search("--cluster", f"tcp://127.0.0.1:{silent.getsockname()[1]}")
        connection, _ = silent.accept()
        running.send(signal.SIGINT)
        assert running.end() == 130
        connection.close()
    assert running.said.endswith("Interrupted.\r\n")
    assert "Traceback" not in running.said


def test_a_search_that_waits_for_workers_says_so_and_is_interrupted_at_once() -> None:
    with dask_cluster(workers=0) as (address, _):
        running = Search("--cluster", address)
        running.wait_until_it_says(f"waiting for workers of the Dask scheduler at {address}")
        running.send(signal.SIGINT)
        assert running.end() == 130
    assert running.said.endswith("Interrupted.\r\n")
    assert "Traceback" not in running.said


def test_no_worker_outlives_a_search_that_is_killed() -> None:
    running = Search("-r", "ab4x10", "--workers", "2")
    running.wait_until_it_says("settled")
    running.send(signal.SIGKILL)
    assert running.end() == -signal.SIGKILL


@pytest.mark.parametrize("rules", ["mm4x6", pytest.param("mm4x7", marks=pytest.mark.slow)])
def test_progress_fits_on_one_line(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Every report is shown, however quick the search is.
    monkeypatch.setattr("moolab.search.optimal.REPORTING", 0)
    monkeypatch.setattr("moolab.cli.commands.optimal._SILENT_SECONDS", 0)
    running = Search("-r", rules, "--objective", "tail", "--workers", "1", copied=True)
    assert running.end() == 0
    lines = running.said.replace("\r\n", "\r").split("\r")
    assert any(line.startswith("the least total: ") for line in lines)
    assert max(map(len, lines)) < 80
    assert not re.search(r"\d,\d{3},\d{3}", running.said), "without a tree there is not a number"
    assert lines[-2].strip().endswith("of processor time")
