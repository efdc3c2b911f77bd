"""Settings for all tests."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

import moolab

pytest_plugins = ["tests.browser", "tests.databases", "tests.servers"]

# Kernels are compiled in the middle of a test, which is no fault of the test.
settings.register_profile("moolab", deadline=None)
settings.load_profile("moolab")


def pytest_configure() -> None:
    """Drop kernels that were compiled before code changed that they have taken in."""
    # Under this name Starlette's test client asks.
    os.environ.setdefault("MOOLAB_HOSTS", "testserver")
    house = Path(moolab.__file__).parent
    taken_in = [
        "codes/unrolled",
        "strategies/kernels",
        "trilobite/bits",
        "trilobite/lines",
        "trilobite/table",
    ]
    taken_in += ["trilobite/score", "trilobite/evaluation", "trilobite/followup"]
    taken_in += ["machines/memory", "machines/riscv/formats", "machines/riscv/expansion"]
    taken_in += ["machines/riscv/kernel", "machines/thumb/kernel"]
    changed = max((house / f"{name}.py").stat().st_mtime for name in taken_in)
    for compiled in house.rglob("__pycache__/*.nb[ic]"):
        if compiled.stat().st_mtime < changed:
            compiled.unlink()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is slow, unless it was asked for by name or with -m."""
    if config.option.markexpr or config.option.keyword or any("::" in arg for arg in config.args):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if item not in slow]


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the games that tests play out of the user's statistics."""
    monkeypatch.setenv("XDG_DATA_HOME", f"{tmp_path}/data")
