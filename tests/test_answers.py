"""The pages that answer one question each: their form, and that questions find them."""

import re
import shutil
import subprocess
import sys
import tomllib
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click
import pytest
from tools.search import for_scripts

from moolab import Game
from tests.cli.test_cli import moo
from tests.helpers.cases import every
from tests.helpers.paths import DATA, PROJECT
from tests.test_docs import parse

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = PROJECT / "docs" / "answers"
LISTED = re.findall(
    r"^- \[(.*)\]\((.*)\.md\)$", (FOLDER / "index.md").read_text("utf-8"), re.MULTILINE
)
FRONT = re.findall(
    r"^(?:## |- \[)([^]\n]*)", (FOLDER / "index.md").read_text("utf-8"), re.MULTILINE
)
PAGES = {name: (FOLDER / f"{name}.md").read_text("utf-8") for _, name in LISTED}

_ASKED = tomllib.loads((DATA / "questions.toml").read_text("utf-8"))
SIZES = {"ab4x10": 5040, "mm4x6": 1296, "mm5x6": 7776}

QUESTIONS = {
    **{question: f"answers/{name}" for question, name in LISTED},
    **{each: f"answers/{name}" for name, asked in _ASKED["answers"].items() for each in asked},
    **{each: name for name, asked in _ASKED["others"].items() for each in asked},
}
"""Questions as people type them, each with the page that has to come first."""


def test_there_are_thirty_and_each_is_asked_in_other_words_too() -> None:
    assert sorted(PAGES) == sorted({page.stem for page in FOLDER.glob("*.md")} - {"index"})
    assert len(PAGES) == 30
    assert {name: len(asked) >= 2 for name, asked in _ASKED["answers"].items()} == dict.fromkeys(
        PAGES, True
    )


@every("title, name", LISTED)
def test_an_answer_is_short(title: str, name: str) -> None:
    """A title, the answer, one thing to try or to see, and two links."""
    page = PAGES[name]
    assert len(page.split()) <= 200
    asked, answer, *_, more = page.split("\n\n")
    assert asked == f"# {title}"
    assert re.match(r"`?[\w]", answer)
    assert len(re.findall(r"^ *```(?:sh|console|python|text)$|^!\[", page, re.MULTILINE)) == 1
    assert more.startswith("More: ")
    assert len(re.findall(r"(?<!!)\[[^]]*\]\(", page)) == more.count("](") == 2


def rows(name: str) -> list[list[str]]:
    """The rows of the table of an answer, without its heading."""
    lines = re.findall(r"^\| (.*) \|$", PAGES[name], re.MULTILINE)
    return [line.split(" | ") for line in lines[1:]]


def test_figures_are_those_of_the_results() -> None:
    results = (PROJECT / "docs" / "results.md").read_text("utf-8")
    assert all(f"| {word} | {total} |" in results for word, total in rows("first-word"))
    for _, codes, average, most in rows("most-guesses"):
        [game] = [name for name, size in SIZES.items() if f"{size:,}" == codes]
        [total] = re.findall(rf"^\| \[{game}\]\(\S*json\S*\) \| (\d+) ", results, re.MULTILINE)
        assert average == f"{int(total) / SIZES[game]:.3f}"
        enough = re.findall(rf"^\| {game} \| (\d) \| [\d.]+ \| [\d.]+ \|$", results, re.MULTILINE)
        assert {*enough} <= {most}


@pytest.mark.slow
def test_first_guesses_cost_what_is_said() -> None:
    game = Game("mm4x6")
    for guess, average in rows("first-guess"):
        assert f"{game.optimal(first=guess).total / game.size:.4f}" == average


@every("name", PAGES)
def test_commands_within_sentences_can_be_typed(name: str) -> None:
    for line in re.findall(r"`(moo [^`]*)`", PAGES[name]):
        # What it is given, the reader knows.
        with suppress(click.MissingParameter):
            parse(line)


@every("question", QUESTIONS)
def test_help_has_the_right_page_first(question: str) -> None:
    shown = moo("help", *question.split()).stdout
    page = (PROJECT / "docs" / f"{QUESTIONS[question]}.md").read_text(encoding="utf-8")
    answer = page.partition("\n")[0].removeprefix("# ")
    listed = f"Perhaps this answers it:\n  moo help {QUESTIONS[question]} "
    assert shown.startswith((answer, listed)), shown


def test_the_search_of_the_site_has_the_right_page_first(page: "Page") -> None:
    page.goto("data:text/html,<div id=search-results>")
    page.add_script_tag(content=f"const ANSWERS = {for_scripts()};")
    page.add_script_tag(path=PROJECT / "docs" / "site" / "static" / "answers.js")
    first = "questions => questions.map(question => search(question)[0][0])"
    found = dict(zip(QUESTIONS, page.evaluate(first, [*QUESTIONS]), strict=True))
    assert found == {question: f"{name}.html" for question, name in QUESTIONS.items()}


def test_the_site_has_the_answers_in_front_and_in_its_search(page: "Page", tmp_path: Path) -> None:
    """Shown with its first page and the answers: a site of all takes half a minute."""
    pytest.importorskip("sphinx", reason="the extra docs is not installed")
    docs = PROJECT / "docs"
    (tmp_path / "pictures").mkdir()
    for name in "index.md", "pictures/duel.png":
        (tmp_path / name).write_bytes((docs / name).read_bytes())
    shutil.copytree(FOLDER, tmp_path / "answers")
    folder = tmp_path / "site"
    sphinx = [sys.executable, "-m", "sphinx", "-Q", "-c", str(docs / "site")]
    subprocess.run([*sphinx, str(tmp_path), str(folder)], cwd=PROJECT, check=True)
    handler = partial(_Silent, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        page.goto(f"{address}/index.html")
        front = page.locator("article h2, article li a").all_inner_texts()
        page.goto(f"{address}/search.html?q=best+first+guess")
        first = page.locator("article a").first
        found = first.get_attribute("href"), first.inner_text()
        # Sphinx still asks for the pages that it has found.
        page.wait_for_load_state("networkidle")
        server.shutdown()
    # A heading ends with a sign, a link to itself; quotes are made round.
    front = [
        text.rstrip("#\N{PILCROW SIGN}").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
        for text in front
    ]
    assert front[: len(FRONT)] == FRONT
    assert found == ("answers/first-guess.html", "What is the best first guess?")


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""
