"""Kernels compiled before they are needed."""

from importlib import import_module
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest
from tools.budget import LOOP, plain_loop

from moolab.certificates.check import announced, check
from moolab.certificates.kernel import weak_guesses
from moolab.preparation import Job, building, certifying, common, prepare
from moolab.support.shipped import shipped
from tests.cli.test_cli import moo


@pytest.mark.parametrize("job", {job.subject: job for job in common()}.values())
def test_kernels_are_called_by_their_names(job: Job) -> None:
    for kernel in job.kernels:
        module, _, name = kernel.rpartition(".")
        assert callable(getattr(import_module(f"moolab.{module}"), name)), kernel


def test_what_is_missing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    jobs = [building(2)]
    assert not any(job.kept for job in jobs)
    seen = list(prepare(jobs))
    assert (seen[0].done, seen[0].kernels) == (0, 3)
    assert all(job.is_done for job in jobs)
    # Those for other numbers of places are others.
    assert not building(3).kept
    assert not list(prepare(jobs))


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
