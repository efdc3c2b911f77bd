"""The imagined workers of ``benchmarks.scaling``."""

import pytest
from benchmarks.scaling import imagine


def test_many_imagined_workers_are_no_slower_than_one(capsys: pytest.CaptureFixture[str]) -> None:
    imagine("mm4x4:tail")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("mm4x4    tail")
    assert lines[0].endswith("1.0x")
    seconds = [float(line.split()[-3]) for line in lines]
    assert max(seconds) == seconds[0]
