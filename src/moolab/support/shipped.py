"""Files that come with moolab, by their names: programs, trees, certificates, pages."""

from contextlib import suppress
from difflib import SequenceMatcher
from pathlib import Path

from moolab.annexes import annexes
from moolab.support.text import suggest

_PACKAGE = Path(__file__).parents[1]

_LONGEST = 64
"""Nothing longer is a name with a slip in it; to compare takes the square of the length."""


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


def near(path: Path, ending: str = "") -> str:
    """Which file can be meant where there is none of this name, as the end of a sentence.

    Args:
        ending: what its name ends with, apart from ``.gz``.

    >>> near(Path("mm4x6.json")), near(Path("nofile.json.gz")), near(Path("mm9x9"))
    ("; did you mean 'mm4x6.json.gz'?", '', '')
    """
    found = list[Path]()
    if len(path.name) > _LONGEST:
        return ""
    with suppress(OSError, ValueError):
        found += path.parent.iterdir()
    if path.name == str(path):
        found += (file for folder in _folders() for file in folder.iterdir())
    # Of a tree and its certificate, the one whose name is more alike: it comes last.
    found.sort(key=lambda file: SequenceMatcher(None, path.name, file.name).ratio())
    # With other numbers it is about another game.
    names = {
        _stem(file.name): str(path.with_name(file.name))
        for file in found
        if _digits(file.name) == _digits(path.name)
        and file.name.removesuffix(".gz").endswith(ending)
        and not file.name.startswith(".")
    }
    return suggest(_stem(path.name), names, said=names)


def _stem(name: str) -> str:
    return name.lstrip("@").partition(".")[0]


def _digits(name: str) -> list[str]:
    return [sign for sign in name if sign.isdigit()]


def _folders() -> tuple[Path, ...]:
    results = shipped("results")
    return (
        *(annex.folder / name for annex in annexes().values() for name in annex.files),
        results,
        results / "certificates",
        results / "words",
    )
