"""``benchmarks.kernels``: how fast the kernels are."""

from itertools import count

import pytest
from benchmarks import kernels

from moolab.codes.rules import Rules


def test_what_other_programs_take_of_the_processor_is_not_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    processor, clock = [0.0], count(step=100)
    monkeypatch.setattr("time.thread_time", lambda: processor[0])
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))

    def work() -> None:
        processor[0] += 0.25

    assert kernels._rate(1000, work) == 4000


def test_rates_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_SECONDS", 0)
    rates = kernels.measure(Rules.parse("ab3x10"))
    assert rates.codes == 720
    assert min(rates.python, rates.scoring, rates.counting) > 0
