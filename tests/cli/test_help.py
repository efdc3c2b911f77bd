"""``moo help TOPIC``, and files that come with moolab, found by their names."""

import re
from pathlib import Path

import pytest

from moolab.cli.answers import told_words
from moolab.cli.commands.help import plain, topics
from moolab.cli.main import COMMANDS
from tests.cli.test_cli import moo
from tests.helpers.cases import every
from tests.helpers.paths import PROJECT


def test_every_page_is_a_topic() -> None:
    docs = PROJECT / "docs"
    pages = {page.relative_to(docs).with_suffix("").as_posix() for page in docs.rglob("*.md")}
    assert set(topics()) == pages
    assert moo("help", "topics").stdout.split() == topics()


@pytest.mark.parametrize(
    "name", ["tutorial", "how-to/words", "how-to/arena", "certificates", "notation"]
)
def test_a_topic_is_shown_as_plain_text(name: str) -> None:
    shown = moo("help", name)
    assert shown.returncode == 0
    [page] = [page for page in (PROJECT / "docs").rglob("*.md") if f"/{name}.md" in str(page)]
    words, written = (
        text.replace("\n> ", "\n").split() for text in (shown.stdout, plain(page.read_text()))
    )
    assert words == written
    assert ".md)" not in shown.stdout
    prose = re.sub(r"^```.*?^```$|^[|#].*?$", "", shown.stdout, flags=re.DOTALL | re.MULTILINE)
    assert max(map(len, prose.splitlines())) <= 80


def test_what_is_neither_command_nor_topic_nor_answered() -> None:
    done = moo("help", "tutorail")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean 'tutorial'?" in done.stderr
    assert moo("help", "score").stdout.startswith("Usage: moo score")


def test_programs_trees_and_certificates_are_found_by_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert moo("machine", "size", "ti74", "moo74-small.bas").returncode == 0
    assert moo("next", "-s", "mm5x5.json.gz", "-r", "mm5x5").stdout.startswith("00112\n")
    assert "mm4x6.cert.gz: " in moo("verify", "mm4x6.cert.gz").stdout
    assert "emms4x4.json.gz: 895 guesses" in moo("verify", "emms4x4.json.gz").stdout
    # One of the user's own comes first.
    Path("moo74-small.bas").write_text("10 END")
    assert moo("machine", "size", "ti74", "moo74-small.bas").stdout.startswith("15 bytes")
    assert "No such file" in moo("machine", "size", "ti74", "none.bas").stderr


ANSWERS = {
    "best first guess in bulls and cows": "next",
    "solve wordle hard mode with my list": "how-to/words",
    "why does it say contradiction": "explanation/contradictions",
    "run my HP-12C program": "how-to/machines",
    "game night for 20 friends": "how-to/two-people",
    "how do I play": "tutorial",
    "how do I install it": "install",
    "what is a bull": "reference/glossary",
    "Knuth's algorithm with five guesses": "notebooks/knuth",
    "solver for mastermind": "next",
    "connect four perfect play": "how-to/trilobite",
    "write my own strategy": "how-to/extending",
    "the other player lies": "notebooks/liars",
    "print puzzles for my class": "how-to/puzzles",
    "was I lucky": "how-to/analysis",
    "play against another person": "how-to/two-people",
    "translate it into french": "how-to/languages",
    "use it with pandas": "reference/python",
    "rest api": "how-to/bots",
    "deploy with docker": "how-to/web",
    "blind, with a screen reader": "how-to/terminal",
    "proof that nothing is better": "explanation/certificates",
    "continue a game later": "how-to/index",
    "what is entropy": "explanation/strategies",
    "record for the fewest guesses": "results",
    "twenty questions with animals": "how-to/tables",
    "why is the first time so slow": "explanation/kernels",
}
"""Questions as people type them, each with what has to come first."""


@every("question", ANSWERS)
def test_a_question_finds_its_page_first(question: str) -> None:
    found = re.findall(r"moo help (\S+)", moo("help", *question.split()).stdout)
    assert found[0] == ANSWERS[question]


def test_words_are_told_of_pages_and_commands_that_there_are() -> None:
    told = told_words()
    assert set(told["pages"]) <= set(topics())
    assert set(told["commands"]) <= set(COMMANDS)
