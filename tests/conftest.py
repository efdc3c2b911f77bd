"""Settings for all tests."""

import pytest
from hypothesis import settings

# Kernels are compiled in the middle of a test, which is no fault of the test.
settings.register_profile("moolab", deadline=None)
settings.load_profile("moolab")


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the games that tests play out of the user's statistics."""
    monkeypatch.setenv("XDG_DATA_HOME", f"{tmp_path}/data")
