"""Files that come with moolab, by their names: programs, trees, certificates, pages."""

from pathlib import Path

from moolab.annexes import annexes

_PACKAGE = Path(__file__).parents[1]


def shipped(name: str) -> Path:
    """A folder that an installed package has inside, and a checkout beside ``src``.

    >>> shipped("docs").joinpath("tutorial.md").is_file()
    True
    """
    return (_PACKAGE.parents[1] if _PACKAGE.parent.name == "src" else _PACKAGE) / name


def find_file(path: Path) -> Path:
    """A file of the user; or, where there is none, the one that comes with moolab by this name.

    >>> find_file(Path("ab4x10.json.gz")).parent.name, find_file(Path("mine.json")).parent.name
    ('results', '')
    """
    if path.name != str(path) or path.exists():
        return path
    return next((folder / path for folder in _folders() if (folder / path).is_file()), path)


def shipped_names() -> list[str]:
    """The names of all files that ``find_file`` finds."""
    return [file.name for folder in _folders() for file in folder.glob("*.*")]


def _folders() -> tuple[Path, ...]:
    results = shipped("results")
    return (
        *(annex.folder / name for annex in annexes().values() for name in annex.files),
        results,
        results / "certificates",
        results / "words",
    )
