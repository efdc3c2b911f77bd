"""What is handed out, and what it needs."""

import shutil
from pathlib import Path

from hatchling.builders.sdist import SdistBuilder

from tests.helpers.paths import PROJECT

ROOT = PROJECT


def test_a_source_archive_takes_only_what_belongs_to_the_project(tmp_path: Path) -> None:
    ours = {"src/moolab/__init__.py", "tests/test_one.py", "docs/index.md", "CHANGELOG.md"}
    for name in ours | {"game.json", "notes/idea.md", "docs/__pycache__/x.pyc"}:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    always = {"pyproject.toml", "README.md", "LICENSE", ".gitignore"}
    for name in always:
        shutil.copy(ROOT / name, tmp_path)
    builder = SdistBuilder(str(tmp_path))
    taken = {file.distribution_path for file in builder.recurse_included_files()}
    assert ours <= taken <= ours | always
