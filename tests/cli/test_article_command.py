"""``moo article``: what stands in a text, and what can be done with it."""

import os
from pathlib import Path

import pytest

from tests.cli.test_cli import answer, moo
from tests.helpers.dialogues import (
    on_a_terminal,
    read_until,
    read_until_it_ends,
    read_until_there_is,
)
from tests.machines.test_article import APL, GAME, KEYS, LAZY


@pytest.fixture
def page(tmp_path: Path) -> str:
    file = tmp_path / "page.txt"
    file.write_text(GAME)
    return str(file)


def written(folder: Path, text: str) -> str:
    file = folder / "other.txt"
    file.write_text(text)
    return str(file)


def test_what_stands_in_an_article_is_said_and_done(page: str, tmp_path: Path) -> None:
    typed = "\n12\n00\nfoo\nrun\n(bcd 12)\n"
    done = moo("article", page, typed=typed)
    assert done.stdout.startswith(
        "1  uLisp: 64 lines, with our play.lisp, which has what it lacks\n   defines *spectrum*, "
    )
    assert "   to do: play, run, step, check, list, write; play is (play 4)\n> \n" in done.stdout
    assert "[1] Your guess: 12 Score: " in done.stdout
    copy = tmp_path / "copy.lisp"
    typed = f"foo\nlist 7\nwrite 1 {copy}\nwrite {copy}\nwrite\nstep\nq\nq\n"
    done = moo("article", page, typed=typed)
    assert done.returncode == 0
    assert done.stdout.count("Say one of play, run, step, check, list, write FILE; or quit.") == 2
    assert copy.read_text().startswith("; play.lisp\n")
    assert "is there already; choose another name." in " ".join(done.stdout.split())
    assert "Write it into which FILE?" in done.stdout
    assert "After 0 steps:" in done.stdout


def test_a_program_shows_what_is_typed_and_the_prompt_after_it_too(page: str) -> None:
    with on_a_terminal("article", page) as (running, terminal):
        read_until(terminal, "> ")
        os.write(terminal, b"run\r")
        read_until_there_is(terminal, "> run")
        read_until(terminal, "> ")
        os.write(terminal, b"(bcd 12)\n")
        assert "(bcd 12)\r\n" in read_until(terminal, "18\r\n> ")
        os.write(terminal, b"\x04")
        read_until(terminal, "> ")
        os.write(terminal, b"\x04")
        assert read_until_it_ends(running, terminal) == 0


def test_each_machine_does_what_it_can(tmp_path: Path) -> None:
    keys = written(tmp_path, KEYS)
    done = moo("article", keys, typed="play 1\n2 n 3 i R/S\nq\nplay 2\n4\ncheck 2\n")
    assert "| 5.00   " in done.stdout
    assert "| 3 " in done.stdout
    assert moo("article", keys, "--target", "ti74", "--do", "list").stdout.startswith(
        "10 INPUT A\n"
    )
    assert "After 0 steps" in moo("article", keys, "--do", "step", typed="q\n").stdout
    assert "page.txt" not in moo("article", written(tmp_path, APL), "--do", "check").stdout
    done = moo("article", written(tmp_path, APL), "--do", "play", typed="\n1\n9\n")
    assert done.stdout.endswith("How many? 1\nNo.3 of BC 4\nHow many? 9\n------\n")


def test_the_prompt_takes_the_program_that_can_do_it_and_says_what_can_be_typed(
    tmp_path: Path,
) -> None:
    page = written(tmp_path, f"A square:\n(defun sq (x) (* x x))\n\n{APL}")
    done = moo("article", page, typed="?\nplay 1\nplay\n\n9\nrun\nquit\n(quit)\n")
    assert done.stdout.startswith("1  uLisp: 1 line\n")
    told = "With program 1: run, step, list, write FILE.\nWith program 2: play, list, write FILE.\n"
    assert done.stdout.count(told) == 2
    assert "It's a game" in done.stdout
    assert done.stdout.count("\nCtrl-D ends.\n") == 2
    assert moo("article", page, typed="exit\n?\n").stdout.count("program") == 0
    done = moo("article", "-", typed=Path(page).read_text())
    assert "> " not in done.stdout
    assert "--do says what is to be done" in done.stderr


def test_what_was_found_as_json(page: str, tmp_path: Path) -> None:
    [found] = answer("article", page)["programs"]
    assert found["brought"] == ["play.lisp"]
    assert (found["lacks"], found["damaged"], found["begin_with"]) == ({}, {}, "(play 4)")
    [found] = answer("article", written(tmp_path, GAME.replace("computer-choose", "choose")))[
        "programs"
    ]
    assert found["lacks"] == {"*spectrum*": "play.lisp"}
    [found] = answer("article", page, "bullcow-riscv.lisp")["programs"]
    assert found["machine_code"] == {"bullcow": "riscv"}
    [found] = answer("article", written(tmp_path, APL))["programs"]
    assert (found["target"], found["defines"], found["actions"]) == (
        "apl", ["START", "ASK"], ["play", "list", "write"],
    )  # fmt: skip


def test_the_other_commands_take_articles_as_well(page: str, tmp_path: Path) -> None:
    keys = written(tmp_path, KEYS)
    shown = moo("machine", "run", "hp12c", keys, "--list").stdout
    assert "02-  45 12  RCL i      ; and the second\n" in shown
    assert moo("machine", "run", "ti74", keys, typed="4\n").stdout == "? 4\n 1 \n 3 \n"
    assert f"moo article {keys}" in moo("machine", "play", keys).stderr
    done = moo(
        "machine", "debug", "ulisp", page, "bullcow-riscv.lisp", typed="run\neval (bcd 12)\n"
    )
    assert "18\n" in done.stdout
    lazy = written(tmp_path, LAZY)
    done = moo("machine", "debug", "ulisp", lazy, typed="run\neval (car *third*)\n")
    assert "15\n" in done.stdout
    done = moo("machine", "check", "ulisp", page, "--digits", "1", "--lisp-only")
    assert "1 digit: 100 replies right" in done.stdout


def test_a_text_without_programs_is_refused(tmp_path: Path) -> None:
    done = moo("article", written(tmp_path, "Words (and more)."))
    assert (done.returncode, "there is no program in" in done.stderr) == (2, True)
    done = moo("article", written(tmp_path, APL), "--do", "step")
    assert done.stderr == "moo: there is nothing to step\n"
