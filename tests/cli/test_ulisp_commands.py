"""``moo machine run ulisp``: programs, articles, expressions, and a dialogue."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.cli.test_cli import answer, moo
from tests.helpers.dialogues import TRANSCRIPTS, check_transcript, on_a_terminal, read_until
from tests.helpers.paths import PROJECT

ARTICLE = """To double a number:

(defun double (n) (* 2 n))

> (double 4)
8

It is quicker in machine code:

(defcode double (n)
  ($add n n)
  ($bx 'lr))
"""


@pytest.fixture
def article(tmp_path: Path) -> str:
    file = tmp_path / "article.txt"
    file.write_text(ARTICLE)
    return str(file)


def run(*args: str, typed: str = "") -> str:
    done = moo("machine", "run", "ulisp", *args, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_an_article_runs_with_its_machine_code_or_without(article: str) -> None:
    call = (article, "--expr", "(double 21)", "--stats")
    assert run(*call) == (
        "42\n5 evaluations, 36 steps\n1 call of machine code: 2 instructions, 3 cycles\n"
    )
    assert run(*call, "--lisp-only") == "42\n6 evaluations, 15 steps\n"


def test_forms_are_asked_for_and_their_values_printed() -> None:
    typed = "(+ 1\n 2)\n\n(princ 'moo)\n(car 5)\n)\n(read-line)\nbulls & cows\n"
    assert run(typed=typed) == (
        "> (+ 1\n  2)\n3\n> \n> (princ 'moo)\nmoo\nmoo\n> (car 5)\n"
        "line 1, (car 5): car takes a list, not 5.\n> )\nline 1: ')' closes nothing.\n"
        '> (read-line)\nbulls & cows\n"bulls & cows"\n> \n'
    )


def test_values_and_what_is_printed_as_json() -> None:
    found = answer("machine", "run", "ulisp", "--expr", "(princ 5)", "--expr", '"moo"')
    assert (found["values"], found["printed"]) == (["5", '"moo"'], "5")


def test_a_dialogue_goes_on_after_an_error() -> None:
    """Of a program, or of a form of ``--expr``, it would be the end."""
    done = moo("machine", "run", "ulisp", typed="(car 1)\n(log 5 1)\n(+ 1 2)\n")
    assert done.returncode == 0
    assert "car takes a list, not 1." in done.stdout
    assert "division by zero." in done.stdout
    assert "3" in done.stdout.splitlines()
    assert moo("machine", "run", "ulisp", "--expr", "(car 1)").returncode == 2


def test_a_line_is_read_as_it_is() -> None:
    done = moo("machine", "run", "ulisp", "--expr", "(length (read-line))", typed="  moo \n")
    assert done.stdout == "  moo \n6\n"


def test_common_lisp_goes_on_below_what_is_typed() -> None:
    expr = ("--expr", "(list (read))")
    assert run(*expr, typed="5\n") == "5\n(5)\n"
    assert run(*expr, "--dialect", "common", typed="5\n") == "5\n(5)\n"
    assert run("--expr", "(princ (read))", typed="5\n") == "55\n5\n"
    assert run("--expr", "(princ (read))", "--dialect", "common", typed="5\n") == "5\n5\n5\n"


def test_on_a_terminal_the_program_prints_on_behind_an_answer() -> None:
    with on_a_terminal("machine", "run", "ulisp") as (running, terminal):
        read_until(terminal, "> ")
        os.write(terminal, b'(progn (princ (read)) "moo")\n')
        read_until(terminal, "\x1b[30C\r\n")
        os.write(terminal, b"12\n")
        shown = read_until(terminal, '"moo"\r\n> ')
        assert shown.endswith('\x1b[A\x1b[2C12\r\n"moo"\r\n> ')
        os.write(terminal, b"(progn (princ 'on) (loop))\n")
        read_until(terminal, "\r\non")
        running.send_signal(signal.SIGINT)
        assert "Interrupted." in read_until(terminal, "> ")
        os.write(terminal, b"(princ (code-char 27))\n")
        assert "\r\n?" in read_until(terminal, "\r\n> ")
        os.write(terminal, b"\x04")
        assert running.wait(20) == 0


def test_the_counter_leaves_what_was_typed_and_printed() -> None:
    program = '(progn (princ "Name: ") (read) (loop))'
    with on_a_terminal("machine", "run", "ulisp", "--expr", program) as (process, terminal):
        read_until(terminal, "Name: ")
        time.sleep(1.1)
        os.write(terminal, b"bob\n")
        read_until(terminal, "bob\r\n\x1b[A\x1b[9C")
        shown = read_until(terminal, " steps ...")
        process.send_signal(signal.SIGINT)
        shown += read_until(terminal, "Interrupted.\r\n")
        # The counter stands behind the answer, and goes.
        assert "\r\x1b[9C\x1b[K" in shown
        assert "\r\x1b[K" not in shown


def test_the_dialect_and_the_seed_are_chosen() -> None:
    assert run("--dialect", "common", "--expr", "(list 'a (expt 2 40))") == "(A 1099511627776)\n"
    one, same, other = (run("--expr", "(random 1e9)", "--seed", seed) for seed in "112")
    assert one == same != other


@pytest.mark.parametrize(
    ("args", "says"),
    [
        pytest.param(
            ["--expr", "(loop)"],
            "after 10,000,000 steps the program has neither ended",
            marks=pytest.mark.slow,
        ),
        (
            ["--expr", "(loop)", "--max-steps", "50"],
            "line 1: after 50 steps the program has neither ended",
        ),
        (["--expr", "(read)"], "line 1: the input ended in the middle of the program"),
        (["--expr", "(car 1"], "line 1: '(' is never closed"),
        (["--expr", ""], "there is no form to evaluate"),
        (["pyproject.toml"], "there is no definition"),
        (["--arch", "riscv", "--expr", "(defcode f () ($push '(r4)))"], "riscv has no instruction"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(args: list[str], says: str) -> None:
    done = moo("machine", "run", "ulisp", *args)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_of_several_files_the_wrong_one_is_named(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.lisp", tmp_path / "bad.lisp"
    good.write_text("(defun f () 1)")
    bad.write_text("\n(f 2)")
    done = moo("machine", "run", "ulisp", str(good), str(bad))
    assert done.stderr == f"moo: {bad}: line 2, (f 2): f takes 0 arguments, not 1\n"


@pytest.mark.parametrize(
    "file", sorted((TRANSCRIPTS / "ulisp").glob("*.txt")), ids=lambda file: file.stem
)
def test_golden_transcripts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    check_transcript(file)
