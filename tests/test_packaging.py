"""What is handed out, and what it needs."""

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
from email.message import Message
from email.parser import Parser
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import yaml  # type: ignore[import-untyped] # its stubs are another package
from hatch_build import LARGEST, linked, taken_along
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from tools.addresses import labels, project

from moolab import __version__
from tests.cli.test_cli import moo
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
    results = [
        file
        for file in tracked(ROOT / "results")
        if file.stat().st_size <= LARGEST and not file.match("words/*.cert.gz")
    ]
    assert names == compiled | {
        f"moolab/{file.relative_to(folder).as_posix()}"
        for folder, files in ((package, tracked(package)), (ROOT, [*pages, *results]))
        for file in files
        if file.suffix != ".po"
    }
    assert {"moolab/docs/tutorial.md", "moolab/results/ab4x10.json.gz"} <= names
    assert Path(wheel).stat().st_size < 3_000_000
    addresses = [f"{name}, {address}" for name, address in project()["urls"].items()]
    assert metadata.get_all("Project-URL", []) == addresses
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE", "src/moolab/codes/words/NOTICE"]


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
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    wanted = {"pyproject.toml", "README.md", "LICENSE"}
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


REPOSITORY, SITE = "https://forge.example/moolab", "https://moolab.example/docs"


@pytest.fixture
def with_addresses(tmp_path: Path) -> Path:
    """A project where they are filled in, as far as it takes to describe it."""
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table = f'[project.urls]\nRepository = "{REPOSITORY}"\nDocumentation = "{SITE}"\n'
    settings, count = re.subn(r"(?m)^\[project\.urls\]\n(?:.+\n)*", table, settings)
    assert count == 1
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    for name in ["README.md", "hatch_build.py", *project()["license-files"]]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def described(root: Path) -> Message:
    builder = WheelBuilder(str(root))
    return Parser().parsestr(builder.config.core_metadata_constructor(builder.metadata))


def test_addresses_are_filled_in_at_one_place(
    with_addresses: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = described(with_addresses)
    addresses = {"Repository": REPOSITORY, "Documentation": SITE}
    assert metadata.get_all("Project-URL") == [f"{k}, {v}" for k, v in addresses.items()]
    links = re.findall(r"\]\((?!#)([^)]*)\)", str(metadata.get_payload()))
    assert all(link.startswith(("https://", "http://")) for link in links)
    assert f"{SITE}/tutorial.html" in links
    assert any(link.startswith(f"{REPOSITORY}/raw/v{__version__}/docs/pictures/") for link in links)
    assert f"{REPOSITORY}/blob/v{__version__}/CHANGELOG.md" in links

    named = {line.rpartition("opencontainers.image.")[2] for line in labels(with_addresses)}
    filled = {f"version={__version__}", f"source={REPOSITORY}", f"documentation={SITE}"}
    assert filled <= named

    monkeypatch.setattr("tools.addresses.project", lambda: project(with_addresses))
    site = runpy.run_path(str(ROOT / "docs" / "site" / "conf.py"))
    assert site["html_baseurl"] == SITE
    assert site["html_theme_options"]["source_repository"] == REPOSITORY

    installed = with_addresses / f"moolab-{__version__}.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(metadata.as_string(), encoding="utf-8")
    monkeypatch.syspath_prepend(with_addresses)
    [version, *lines] = moo("--version").stdout.splitlines()
    assert version.startswith(f"moo, version {__version__}")
    assert lines == [f"{name}: {address}" for name, address in addresses.items()]


@pytest.mark.parametrize(
    ("urls", "expected"),
    [
        ({}, " A [b](https://c), d."),
        (
            {"Repository": "r/"},
            "![p](r/raw/v2/x.svg) A [b](https://c), [d](r/blob/v2/docs/e.md#f).",
        ),
        ({"Documentation": "s"}, " A [b](https://c), [d](s/e.html#f)."),
    ],
)
def test_an_index_shows_no_link_that_leads_nowhere(urls: dict[str, str], expected: str) -> None:
    text = "![p](x.svg) A [b](https://c), [d](docs/e.md#f)."
    assert linked(text, "2", urls) == expected


def test_the_commit_of_a_checkout_is_a_part_of_its_version() -> None:
    git = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False)
    found = re.fullmatch(r"moo, version \S+( \(commit (\w+)(-dirty)?\))?\n", moo("-V").stdout)
    assert found is not None
    assert (found[2] or "") == done.stdout.strip()


def test_the_newest_version_of_the_changelog_is_that_of_the_project() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest, *_ = re.findall(r"^## \[?(\d\S*?)\]? - \d{4}-\d\d-\d\d$", text, re.MULTILINE)
    assert newest == project()["version"]


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_runs_what_there_is(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "secrets." not in text
    workflow: dict[Any, Any] = yaml.safe_load(text)
    assert True in workflow, "YAML reads the key on as a truth value"
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert {job.get("needs", "build")} <= workflow["jobs"].keys() | {"build"}
        for step in job["steps"]:
            # Each action is named with its version.
            assert re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+)", step.get("uses", "a/b@v1"))
            assert "uses" in step or "run" in step
            for line in step.get("run", "").splitlines():
                program, *words = shlex.split(line)
                if program.startswith(".ci/"):
                    assert os.access(ROOT / program, os.X_OK)
                if program == "python":
                    assert words[0] == "-m"
                    assert words[1] == "pip" or find_spec(words[1])
                if program == "moo" and words[0] != "play":
                    assert moo(*words).returncode == 0


def test_a_tag_publishes_without_passwords() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    used = {name: [step.get("uses", "") for step in job["steps"]] for name, job in jobs.items()}
    # What one job hands to another has the same name in both.
    assert used["wheel"][0].startswith("actions/download-artifact@")
    [handed] = [
        step["with"]
        for step in jobs["build"]["steps"]
        if "/upload-artifact" in step.get("uses", "")
    ]
    assert handed == jobs["wheel"]["steps"][0]["with"]
    for name in ("wheel", "site"):
        assert jobs[name]["needs"] == "build"
        assert jobs[name]["permissions"]["id-token"] == "write"


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
    needs = map(Requirement, project()["optional-dependencies"]["web"])
    wanted = {need.name: need for need in needs}
    marker = wanted["uvloop"].marker
    assert marker is not None
    here = {"sys_platform": "linux", "platform_python_implementation": "CPython"}
    others = [here | {"sys_platform": "win32"}, here | {"platform_python_implementation": "PyPy"}]
    assert [marker.evaluate(system) for system in (here, *others)] == [True, False, False]
