"""What is handed out, and what it needs."""

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatch_build import LARGEST, taken_along
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

from moolab import __version__
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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("wheel"))
    [wheel] = WheelBuilder(str(ROOT)).build(directory=folder, versions=["standard"])
    return wheel


def test_a_wheel_has_the_package_and_what_commands_find_by_name(wheel: str) -> None:
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        metadata = Parser().parsestr(
            archive.read(f"moolab-{__version__}.dist-info/METADATA").decode()
        )
    package = ROOT / "src" / "moolab"
    languages = [file.relative_to(package).with_suffix("") for file in package.rglob("*.po")]
    compiled = {
        f"moolab/{file.as_posix()}.{ending}" for file in languages for ending in ("json", "mo")
    }
    docs = tracked(ROOT / "docs")
    pages = [file for file in docs if file.suffix == ".md" or file.name == "words.toml"]
    results = [file for file in tracked(ROOT / "results") if file.stat().st_size <= LARGEST]
    assert names == compiled | {
        f"moolab/{file.relative_to(folder).as_posix()}"
        for folder, files in ((package, tracked(package)), (ROOT, [*pages, *results]))
        for file in files
        if file.suffix != ".po"
    }
    assert {"moolab/docs/tutorial.md", "moolab/results/ab4x10.json.gz"} <= names
    assert Path(wheel).stat().st_size < 3_000_000
    # There is nowhere yet that an address could truly name.
    assert metadata.get_all("Project-URL") is None
    assert metadata["Requires-Python"] == ">=3.11"


def test_a_source_archive_makes_the_same_wheel(wheel: str, tmp_path: Path) -> None:
    [archive] = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(archive) as files:
        files.extractall(tmp_path, filter="data")
    unpacked = tmp_path / f"moolab-{__version__}"
    [again] = WheelBuilder(str(unpacked)).build(directory=str(tmp_path), versions=["standard"])
    ours, theirs = (
        {file.filename: file.CRC for file in ZipFile(each).infolist()} for each in (wheel, again)
    )
    assert ours == theirs


def test_an_image_is_built_from_all_that_a_wheel_takes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    wanted = {"pyproject.toml", project["project"]["readme"], "LICENSE"}
    wanted |= {Path(each).parts[0] for each in wheel["packages"]}
    wanted |= {file.relative_to(ROOT).parts[0] for file in taken_along()} | {"hatch_build.py"}
    stage, _ = (ROOT / "Containerfile").read_text(encoding="utf-8").split("\n\n", 1)
    copies = [line.split()[1:] for line in stage.splitlines() if line.startswith("COPY ")]
    copied = {name for *names, _ in copies for name in names}
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    seen = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    assert copied == seen == wanted
    # A folder is copied as what is in it.
    assert all(to == f"/moolab/{name}" for name, *_, to in copies if (ROOT / name).is_dir())


def tracked(folder: Path) -> list[Path]:
    """The files of a folder that belong to the project; in a copy without Git, all but caches."""
    git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "."]
    done = subprocess.run(git, cwd=folder, capture_output=True, check=False)
    if done.returncode == 0:
        return [file for name in done.stdout.decode().split("\0")[:-1]
                if (file := folder / name).exists()]  # fmt: skip
    return [
        file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts
    ]


POSIX_ALONE = {"fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "uvloop"}


def test_no_module_needs_them_as_soon_as_it_is_imported() -> None:
    outermost = re.compile(rf"^(?:import|from) +({'|'.join(POSIX_ALONE)})\b", re.MULTILINE)
    modules = (ROOT / "src").rglob("*.py")
    assert not [file for file in modules if outermost.search(file.read_text(encoding="utf-8"))]


@pytest.mark.slow
def test_windows_needs_none_of_them() -> None:
    """All modules but those for databases and migrations, where they are hidden."""
    program = (
        "import importlib, pkgutil, sys\n"
        f"for name in {sorted(POSIX_ALONE)}: sys.modules[name] = None\n"
        "import moolab\n"
        "for module in pkgutil.walk_packages(moolab.__path__, 'moolab.'):\n"
        "    if '__main__' not in module.name and 'migrations' not in module.name:\n"
        "        importlib.import_module(module.name)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_runs_on_some_systems_alone_is_required_on_these_alone() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {need.name: need for need in map(Requirement, project["optional-dependencies"]["web"])}
    marker = wanted["uvloop"].marker
    assert marker is not None
    here = {"sys_platform": "linux", "platform_python_implementation": "CPython"}
    others = [here | {"sys_platform": "win32"}, here | {"platform_python_implementation": "PyPy"}]
    assert [marker.evaluate(system) for system in (here, *others)] == [True, False, False]
