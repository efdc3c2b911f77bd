"""``tools.book``: opening books are made, and gone on with."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from tools.book import EASY, main, make_book

from moolab.errors import InvalidPosition
from moolab.trilobite.board import Shape
from moolab.trilobite.book import Book
from moolab.trilobite.solver.exact import Solver
from tests.cli.test_cli import moo


def make(book: Path, size: str, win: int = 4, easy: int = EASY) -> Book:
    return make_book(book, Solver(Shape.parse(size, win), 16 << 20, book=False), easy=easy)


def test_a_book_is_gone_on_with_for_its_own_board_alone(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    make(book, "4x4", 3)
    kept = book.read_text()
    assert kept.startswith("# 4x4, 3 in a row\n- 4\n")
    make(book, "4x4", 3)
    with pytest.raises(InvalidPosition) as refused:
        make(book, "5x4", 3)
    assert str(refused.value) == f"{book}: this book is for 4x4, 3 in a row"
    assert book.read_text() == kept
    checked = moo("trilobite", "solve", "--size", "4x4", "--win", "3", "--file", str(book))
    assert checked.returncode == 0
    assert checked.stdout.startswith("- 4\n")


def test_a_book_leaves_out_what_is_easy(tmp_path: Path) -> None:
    many, few = (make(tmp_path / f"{easy}.txt", "4x4", easy=easy) for easy in (20, 1000))
    assert len(few) < len(many)


def test_a_line_of_a_book_that_was_cut_off_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "book.txt"
    # It was 2 -1..1.
    book.write_text("# 3x3, 3 in a row\r\n1 0\r\n2 -1")
    make(book, "3x3", 3)
    said = capsys.readouterr().err
    assert said.startswith(f"{book}: the last line was cut off and is left out: '2 -1'\n")
    assert book.read_bytes().startswith(b"# 3x3, 3 in a row\r\n1 0\r\n- 0\n")
    book.write_text("# 3x3, 3 in")
    make(book, "3x3", 3)
    assert book.read_text().startswith("# 3x3, 3 in a row\n- 0\n")


def test_a_book_may_begin_as_some_editors_write_texts(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("# 3x3, 3 in a row\n1 0\n2 -1", encoding="utf-8-sig")
    make(book, "3x3", 3)
    assert book.read_text(encoding="utf-8-sig").startswith("# 3x3, 3 in a row\n1 0\n- 0\n")


def test_a_file_that_is_not_a_book_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("# 4x4 is a draw")
    with pytest.raises(InvalidPosition) as refused:
        make(file, "4x4")
    assert str(refused.value) == f"{file} is not a book: its first line has no end"
    assert file.read_text() == "# 4x4 is a draw"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("- 0\n- 99", "line 2: '- 99' cannot be: there, scores are -8..8"),
        (
            "- 1\n- -1",
            "line 2: the book is wrong: by it, the empty board has a score of 1 or more, and of -1",
        ),
        ("- 3", "it says that the empty board has the score 3, but no move reaches it"),
    ],
)
def test_a_book_that_is_wrong_is_not_gone_on_with(line: str, said: str, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text(f"{line}\n")
    with pytest.raises(InvalidPosition) as refused:
        make(book, "4x4")
    assert said in str(refused.value)


def test_the_command_makes_one_and_says_what_is_wrong(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    args = ["--size", "3x3", "--win", "3", "--memory", "16", "--for", "first", "-o", str(book)]
    made = CliRunner().invoke(main, args)
    count = len(book.read_text().splitlines()) - 1
    assert (made.exit_code, made.stdout) == (0, f"{book}: {count} positions\n")
    book.write_text("# 4x4, 4 in a row\n")
    refused = CliRunner().invoke(main, args)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"Error: {book}: ")
