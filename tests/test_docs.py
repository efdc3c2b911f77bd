"""The console transcripts in the documentation are what the commands print."""

import importlib
import importlib.util
import re
import runpy
import shlex
import subprocess
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import click
import pytest
from tools.diagrams import DRAWN

import moolab
from moolab.cli import main
from moolab.errors import MissingFile, MoolabError
from moolab.search.optimal import TreeOptions
from moolab.web.http.errors import HttpError
from tests.cli.test_cli import moo
from tests.helpers.cases import every
from tests.helpers.paths import DATA, PROJECT

ROOT = PROJECT
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TRANSCRIPTS = "".join(
    file.read_text(encoding="utf-8") for file in (DATA / "transcripts").rglob("*.txt")
)


def test_the_readme_is_read_in_one_go() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 100


@pytest.mark.parametrize("name", DRAWN)
def test_the_diagrams_show_what_is_so(name: str) -> None:
    kept = (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
    assert DRAWN[name]() == kept, "draw them again: python -m tools.diagrams"


def blocks(page: Path, language: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def files(page: Path) -> list[tuple[str, str]]:
    """The files of a page: blocks that say a name after their language, and linked modules."""
    text = page.read_text(encoding="utf-8")
    linked = re.findall(r"\]\((\w+\.py)\)", text)
    return [
        *re.findall(r"^```(?!text)\w+ (\S+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL),
        *((name, (page.parent / name).read_text(encoding="utf-8")) for name in linked),
    ]


def printed(command: str) -> str:
    """What a command prints: ``python FILE``, ``moo``, or ``printf TEXT | moo | FILTER``."""
    typed = shown = ""
    if command.startswith("printf "):
        before, command, *filters = command.split(" | ")
        typed, shown = shlex.split(before)[1].replace("\\n", "\n"), " | ".join(filters)
    program, *arguments = shlex.split(command)
    if program == "python":
        out = StringIO()
        with redirect_stdout(out):
            runpy.run_path(arguments[0], run_name="__main__")
        return out.getvalue()
    done = moo(*arguments, typed=typed)
    if not shown:
        return done.stdout + done.stderr
    left = subprocess.check_output(["bash", "-c", shown], input=done.stdout, text=True)
    return left + done.stderr


DEAR = {
    "moo analyze 1389=20 1409=10 1582=30 1586=30 1587=40 --share --plot game.svg",
    "moo machine compare",
    'moo optimal -r table:coins.csv --objective worst --start "1 2 3 4 : 5 6 7 8"',
    "moo tree show -r table:coins.csv",
}
"""Commands that take more than a second of the processor; a slow test runs them, too."""


def shown(page: Path) -> list[tuple[str, str]]:
    """The commands of a page, each with what is shown below it."""
    return [
        (command, expected)
        for block in blocks(page, "console")
        for part in re.split(r"^\$ (?=moo |python |printf )", block, flags=re.MULTILINE)[1:]
        for command, _, expected in [part.partition("\n")]
    ]


SHOWING = [page for page in PAGES if shown(page)]


@pytest.mark.parametrize(
    ("page", "dear"),
    [
        *((page, False) for page in SHOWING),
        *(
            pytest.param(page, True, marks=pytest.mark.slow)
            for page in SHOWING
            if DEAR & {command for command, _ in shown(page)}
        ),
    ],
    ids=lambda page: page.name if isinstance(page, Path) else "whole" if page else "quick",
)
def test_commands_print_what_is_shown(
    page: Path, dear: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Files that a page shows, or that one of its commands writes, the next ones read.
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name, content in files(page):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(content, encoding="utf-8")
    for command, expected in shown(page):
        if dear or command not in DEAR:
            assert printed(command) == expected, command


def test_every_dear_command_is_shown() -> None:
    assert {command for page in SHOWING for command, _ in shown(page)} >= DEAR


def parse(line: str) -> None:
    """Read the options and arguments of a command, as if it was typed, without running it.

    Raises:
        ClickException, MoolabError: if it would be refused at once.
    """
    command: click.Command = main.moo
    context, words = click.Context(command, info_name="moo"), shlex.split(line)[1:]
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name, found, words = command.resolve_command(context, words)
        assert found is not None, "or it would have been refused"
        command, context = found, click.Context(found, parent=context, info_name=name)
    command.parse_args(context, words)


@every("page", PAGES)
def test_commands_can_be_typed(page: Path) -> None:
    """Those that are shown without what they print."""
    for block in blocks(page, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            if line.startswith("moo "):
                # A list of the reader's own is not there.
                with suppress(MissingFile):
                    parse(re.split(r" (?:[#>&|] ?)", line)[0])


@every("page", PAGES)
def test_dialogues_are_taken_from_golden_transcripts(page: Path) -> None:
    for block in blocks(page, "text"):
        assert block in TRANSCRIPTS, block


def test_every_page_is_in_a_list_of_which_the_sidebar_of_the_site_is_made() -> None:
    docs = ROOT / "docs"
    named = list[Path]()
    for page in docs / "index.md", docs / "answers" / "index.md":
        _, *sections = page.read_text(encoding="utf-8").split("\n## ")
        named += (
            page.parent / name for name in re.findall(r"\]\(([\w/-]+\.md)\)", "".join(sections))
        )
    assert sorted(named) == sorted({*docs.rglob("*.md")} - {docs / "index.md"})


@every("page", {*PAGES, *ROOT.glob("*.md")})
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target, heading in re.findall(r"\]\((?!http)([^)#]*)#?([^)]*)\)", text):
        file = page.parent / target if target else page
        assert file.exists(), target
        assert not heading or heading in headings(file), f"{target}#{heading}"


def headings(page: Path) -> set[str]:
    """What a link to a heading has after its #: small letters, digits and hyphens."""
    titles = re.findall(r"^#+ (.*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def text_of(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def kinds_of_errors() -> dict[str, int | None]:
    """The kinds of all errors; of those of the server with the status of the answer."""
    for path in (ROOT / "src" / "moolab").rglob("*.py"):
        if re.search(r"^class \w+\((Moolab|Http)Error\b", path.read_text("utf-8"), re.MULTILINE):
            names = path.relative_to(ROOT / "src").with_suffix("").parts
            importlib.import_module(".".join(names))
    found = [*MoolabError.__subclasses__(), *HttpError.__subclasses__()]
    return {
        each.__new__(each).kind: getattr(each, "status", None)
        for each in found
        if each is not HttpError and each.__module__.startswith("moolab.")
    }


def test_the_kinds_of_errors_are_listed() -> None:
    kinds = kinds_of_errors()
    [told] = re.findall(r"The kinds are:\n\n(.*?)\n\n", text_of("reference/commands.md"), re.DOTALL)
    listed = re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in told.splitlines()[2:]))
    # Files that cannot be used are told of as those that Python refuses.
    ours = [kind for kind, status in kinds.items() if status is None and kind != "unusable_file"]
    assert sorted(listed) == sorted([*ours, "usage", "file", "memory"])


def test_the_errors_of_the_server_are_listed_with_their_status() -> None:
    """Beside them, in the same table, are some of those of the commands."""
    [table] = re.findall(r"\| status \| kind \|.*?\n(.*)", text_of("how-to/bots.md"), re.DOTALL)
    listed = {
        (int(status), kind)
        for _, statuses, kinds, *_ in (row.split("|") for row in table.splitlines()[1:])
        for kind in re.findall(r"`(\w+)`", kinds)
        for status in statuses.split(",")
    }
    kinds = {kind: status for kind, status in kinds_of_errors().items() if status is not None}
    assert {(status, kind) for kind, status in kinds.items()} <= listed
    assert {kind for _, kind in listed} <= {*kinds_of_errors(), "usage", "http", "mistake"}


def test_every_argument_of_a_search_is_listed() -> None:
    text = text_of("reference/python.md").partition("`optimal` has these arguments")[2]
    table = text[text.index("| argument |") :].partition("\n\n")[0]
    listed = re.findall(r"^\| `(\w+)`", table, re.MULTILINE)
    assert sorted(listed) == sorted(["objective", *TreeOptions.__annotations__])


def glossary() -> list[str]:
    text = text_of("reference/glossary.md")
    return re.findall(r"^\|.*\| `([\w.]+)` \|$", text, re.MULTILINE)


@every("name", glossary())
def test_the_glossary_names_what_is_in_the_code(name: str) -> None:
    found: Any = moolab
    for part in name.split("."):
        is_package = hasattr(found, "__path__")
        if is_package and importlib.util.find_spec(f"{found.__name__}.{part}"):
            found = importlib.import_module(f"{found.__name__}.{part}")
            continue
        # Fields of a dataclass without defaults are annotations alone.
        assert hasattr(found, part) or part in found.__annotations__, name
        found = getattr(found, part, None)
