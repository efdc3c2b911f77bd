"""The files for containers name settings that the server has."""

import re
from pathlib import Path

import pytest

from moolab.web.settings import PREFIX, Settings


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml"])
def test_every_setting_exists(name: str) -> None:
    text = Path(__file__).parents[1].joinpath(name).read_text(encoding="utf-8")
    named = set(re.findall(rf"\b{PREFIX}\w+", text))
    assert named
    assert named <= {f"{PREFIX}{setting}".upper() for setting in Settings.model_fields}
