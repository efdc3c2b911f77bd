"""Kernels compiled before they are needed."""

import concurrent.futures
import signal
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import pytest
from tools.budget import LOOP, plain_loop

from moolab.certificates.check import announced, check
from moolab.certificates.kernel import weak_guesses
from moolab.codes.kernels import bit_planes
from moolab.codes.kernels import prepare as patterns_of
from moolab.codes.rules import Rules
from moolab.codes.space import every_code
from moolab.codes.unrolled import indices
from moolab.preparation import Job, building, certifying, common, prepare
from moolab.support.shipped import shipped
from tests.cli.test_cli import moo
from tests.helpers.cases import every


@every("job", {job.subject: job for job in common()}.values())
def test_kernels_are_called_by_their_names(job: Job) -> None:
    for kernel in job.kernels:
        module, _, name = kernel.rpartition(".")
        assert callable(getattr(import_module(f"moolab.{module}"), name)), kernel


def counting(places: int) -> Job:
    """The first kernel of those that build trees: it is compiled in a second."""
    return Job("bit planes", partial(make_planes, places), ("codes.kernels.bit_planes",), 1, places)


def make_planes(places: int) -> None:
    rules = Rules.parse(f"mm{places}x2")
    codes = every_code(rules)
    bit_planes(indices(places), codes, patterns_of(rules, codes)[1])


@pytest.mark.parametrize(
    ("job", "kernels"), [(counting, 1), pytest.param(building, 3, marks=pytest.mark.slow)]
)
def test_what_is_missing_is_compiled(
    job: Callable[[int], Job], kernels: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    jobs = [job(2)]
    assert not any(job.kept for job in jobs)
    seen = list(prepare(jobs))
    assert seen[0].startswith(f"0 of {kernels}, ")
    assert all(job.is_done for job in jobs)
    # Those for other numbers of places are others.
    assert not job(3).kept
    assert not list(prepare(jobs))


def test_ctrl_c_while_futures_are_locked_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    wait = concurrent.futures.wait

    def interrupted(waiting: set[concurrent.futures.Future[None]], *how: Any) -> Any:
        with ExitStack() as locks:
            for each in waiting:
                each._condition.acquire()
                signal.raise_signal(signal.SIGINT)
                locks.callback(each._condition.release)
        return wait(waiting, *how)

    monkeypatch.setattr(concurrent.futures, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(prepare([counting(2)]))


def test_nothing_is_prepared_where_it_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert not list(prepare([building(2)]))
    done = moo("cache", "build")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "moo: kernels for trees of 3 places are not kept: there is no folder that can be "
        "written; NUMBA_CACHE_DIR can name one\n"
    )
    told = moo("cache", "info").stdout
    assert told.startswith("folder   none: there is no folder that can be written; NUMBA_CACHE_DIR")


@pytest.mark.parametrize("game", ["ab4x8", pytest.param("mm5x5", marks=pytest.mark.slow)])
def test_a_certificate_is_checked_with_what_was_prepared_for_it(game: str) -> None:
    file = shipped("results") / "certificates" / f"{game}.cert.gz"
    certifying(announced(file).header).work()
    prepared = list(weak_guesses.forms)
    check(file)
    assert list(weak_guesses.forms) == prepared


@pytest.mark.slow
def test_all_that_is_common(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for _ in prepare(common()):
        pass
    assert all(job.is_done for job in common())


@pytest.mark.slow
@pytest.mark.parametrize("job", common(), ids=lambda job: job.subject)
def test_a_wait_is_as_long_as_is_announced(
    job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    before, loop = getrusage(RUSAGE_CHILDREN), plain_loop()
    for _ in prepare([job]):
        pass
    after = getrusage(RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # On a machine that is as fast as the one that the seconds are for.
    usual = used * LOOP / ((loop + plain_loop()) / 2)
    assert job.seconds / 2 <= usual <= job.seconds * 2
