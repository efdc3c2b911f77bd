"""``moo help TOPIC``, and files that come with moolab, found by their names."""

import re
from pathlib import Path

import pytest

from moolab.cli.answers import told_words, topics
from moolab.cli.commands.help import plain
from moolab.cli.main import COMMANDS
from tests.cli.test_cli import moo
from tests.helpers.cases import every
from tests.helpers.paths import PROJECT


def test_every_page_is_a_topic() -> None:
    docs = PROJECT / "docs"
    pages = {page.relative_to(docs).with_suffix("").as_posix() for page in docs.rglob("*.md")}
    assert set(topics()) == pages
    assert moo("help", "topics").stdout.split() == topics()


@every("topic, columns", [(topic, columns) for topic in topics() for columns in (40, 80)])
def test_a_topic_is_shown_as_plain_text(
    topic: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    markdown = (PROJECT / "docs" / f"{topic}.md").read_text(encoding="utf-8")
    page = re.sub(r"<!--.*?-->|\]\([^)]*\)|^ *```(?:\S*$|\S* )", " ", markdown, flags=re.MULTILINE)
    shown = plain(markdown, columns)
    assert re.findall(r"\w", shown) == re.findall(r"\w", page)
    prose = [line for line in shown.splitlines() if not line.startswith(" " * 4)]
    assert not re.search(r"\]\(|\*\*|```", "\n".join(prose))
    # What is typed is not broken, and neither is a word.
    assert all(len(line) <= columns or len(line.split()) < 3 for line in prose if line[:1] == " ")


def test_a_page_is_shown_by_its_name_and_a_room_by_its_own() -> None:
    for name in "tutorial", "how-to/words", "arena", "certificates", "first-guess", "answers":
        [page, *_] = [
            each for each in topics() if f"/{each}".endswith((f"/{name}", f"{name}/index"))
        ]
        title, _, _ = (PROJECT / "docs" / f"{page}.md").read_text("utf-8").partition("\n")
        assert moo("help", name).stdout.startswith(title.lstrip("# "))


def test_what_is_neither_command_nor_topic_nor_answered() -> None:
    done = moo("help", "tutorail")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean 'tutorial'?" in done.stderr
    assert moo("help", "xyzzy", "flub").stderr == (
        "moo: nothing is known about 'xyzzy flub'; moo help answers lists the questions that "
        "others ask, moo help commands the commands.\n"
    )
    assert moo("help", "score").stdout.startswith("Usage: moo score")


def test_programs_trees_and_certificates_are_found_by_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert moo("machine", "run", "hp12c", "moo58.12c", "--list").returncode == 0
    assert moo("next", "-s", "mm5x5.json.gz", "-r", "mm5x5").stdout.startswith("00112\n")
    assert "emms4x4.cert.gz: " in moo("verify", "emms4x4.cert.gz").stdout
    assert "emms4x4.json.gz: 895 guesses" in moo("verify", "emms4x4.json.gz").stdout
    # One of the user's own comes first.
    Path("moo74.bas").write_text("10 PRINT 12")
    assert moo("machine", "run", "ti74", "moo74.bas").stdout == " 12 \n"
    assert "No such file" in moo("machine", "run", "ti74", "none.bas").stderr


def test_words_are_told_of_pages_and_commands_that_there_are() -> None:
    told = told_words()
    assert set(told["pages"]) <= set(topics())
    assert set(told["commands"]) <= set(COMMANDS)
