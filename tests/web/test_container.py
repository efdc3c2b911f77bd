"""The files for containers name settings that the server has."""

import re

import pytest

from moolab.web.settings import PREFIX, Settings
from tests.helpers.paths import PROJECT


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml"])
def test_every_setting_exists(name: str) -> None:
    text = PROJECT.joinpath(name).read_text(encoding="utf-8")
    named = set(re.findall(rf"\b{PREFIX}\w+", text))
    assert named
    assert named <= {f"{PREFIX}{setting}".upper() for setting in Settings.model_fields}
