"""Settings for all tests."""

from pathlib import Path

import pytest
from hypothesis import settings

import moolab

# Kernels are compiled in the middle of a test, which is no fault of the test.
settings.register_profile("moolab", deadline=None)
settings.load_profile("moolab")


def pytest_configure() -> None:
    """Drop kernels that were compiled before the code that writes their instructions changed."""
    house = Path(moolab.__file__).parent
    changed = (house / "codes" / "unrolled.py").stat().st_mtime
    for compiled in house.rglob("__pycache__/*.nb[ic]"):
        if compiled.stat().st_mtime < changed:
            compiled.unlink()


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the games that tests play out of the user's statistics."""
    monkeypatch.setenv("XDG_DATA_HOME", f"{tmp_path}/data")
