"""What is handed out, and what it needs."""

import shutil
import tomllib
from pathlib import Path

from hatchling.builders.sdist import SdistBuilder
from packaging.requirements import Requirement

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


def test_what_runs_on_some_systems_alone_is_required_on_these_alone() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {need.name: need for need in map(Requirement, project["optional-dependencies"]["web"])}
    marker = wanted["uvloop"].marker
    assert marker is not None
    here = {"sys_platform": "linux", "platform_python_implementation": "CPython"}
    others = [here | {"sys_platform": "win32"}, here | {"platform_python_implementation": "PyPy"}]
    assert [marker.evaluate(system) for system in (here, *others)] == [True, False, False]
