"""Debugging sessions, read from standard input."""

import os
import re
import signal
from pathlib import Path

import pytest

from tests.cli.test_cli import moo
from tests.helpers.dialogues import TRANSCRIPTS, check_transcript, on_a_terminal, read_until
from tests.helpers.paths import DATA
from tests.helpers.patience import PATIENCE, wait_until_it_computes

PROGRAMS = DATA / "machines"


@pytest.mark.parametrize(
    "file", sorted((TRANSCRIPTS / "debug").glob("*.txt")), ids=lambda file: file.stem
)
def test_golden_transcripts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROGRAMS)
    check_transcript(file)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("nonsense", "there is no command 'nonsense'; help lists them."),
        ("step 0", "'0' is not a number of steps from 1 to 1,000,000."),
        ("step 1.5", "'1.5' is not a number of steps from 1 to 1,000,000."),
        ("back", "this is the beginning."),
        ("break", "'' is not a line of the program: 0000 to 0010."),
        ("break 1", "'1' is not a line of the program: 0000 to 0010."),
        ("memory", "memory is followed by an address, and perhaps a number of bytes."),
        ("memory here", "memory is followed by an address, and perhaps a number of bytes."),
        ("memory 0", "there is memory from 20000000 to 2000ffff only."),
        ("keys 5", "there is no command 'keys'; help lists them."),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(command: str, says: str) -> None:
    file = str(PROGRAMS / "bits.lisp")
    done = moo("machine", "debug", "thumb", file, "5", typed=f"{command}\nstep\nquit\n")
    assert done.returncode == 0
    assert f"> {command}\n{says}\n" in done.stdout
    assert "After 1 step:" in done.stdout


def test_a_long_text_leaves_the_other_values_beside_one_another(tmp_path: Path) -> None:
    file = tmp_path / "long.bas"
    file.write_text('10 A=1:B=2:L$=RPT$("x",40):M$=RPT$("y",80):Z=3\n20 Y=4')
    done = moo("machine", "debug", "ti74", str(file), typed="step 5\n")
    rows = done.stdout.partition("variables    ")[2].partition("machine")[0].splitlines()
    assert [row.strip() for row in rows] == [
        "*A 1" + " " * 29 + "*B 2",
        '*L$ "' + "x" * 40 + '"',
        '*M$ "' + "y" * 80 + '"',
        "*Z 3",
    ]


@pytest.mark.parametrize(("count", "rows"), [("", 1), ("0", 1), ("11", 2), ("10000", 64)])
def test_as_much_memory_is_shown_as_is_asked_for(count: str, rows: int) -> None:
    file = str(PROGRAMS / "bits.lisp")
    done = moo("machine", "debug", "thumb", file, typed=f"memory 20000000 {count}\n")
    assert done.stdout.count("\n  2000") == rows


def test_a_fault_is_shown_where_it_happened(tmp_path: Path) -> None:
    file = tmp_path / "fault.lisp"
    file.write_text("(defcode fault (a)\n  ($ldr 'r0 '(a 0))\n  ($bx 'lr))")
    done = moo("machine", "debug", "thumb", str(file), "2", typed="run\nrun\nback\n")
    says = "line 2: ($ldr 'r0 '(a 0)): "
    assert f"It has stopped: {says}" in done.stdout
    assert f"> run\n{says}" in done.stdout


def test_a_fault_shows_what_was_done_before_it(tmp_path: Path) -> None:
    file = tmp_path / "fault.bas"
    file.write_text('10 PRINT "moo":A=2\n20 PRINT 1/B')
    done = moo("machine", "debug", "ti74", str(file), typed="run\nrun\n")
    first, second = done.stdout.split("> run\n")[1:]
    assert first.startswith("moo\nAfter 2 steps:\n   10 ")
    assert "*A 2" in first
    assert first.endswith("line 20, PRINT 1/B: division by zero.\n")
    assert second.startswith("line 20, PRINT 1/B: division by zero.\n")


def test_ctrl_c_stops_a_run_and_the_session_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "loop.lisp"
    file.write_text("(defcode loop ()\nhere\n  ($b here))")
    with on_a_terminal("machine", "debug", "thumb", str(file)) as (session, terminal):
        read_until(terminal, "> ")
        os.write(terminal, b"run\n")
        read_until(terminal, "C\r\n")
        wait_until_it_computes(session.pid)
        session.send_signal(signal.SIGINT)
        shown = read_until(terminal, "> ")
        [steps] = re.findall(r"Interrupted after ([0-9,]+) steps\.\r\n", shown)
        assert f"instructions {steps} " in shown
        os.write(terminal, b"quit\n")
        assert session.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["ti74", "sums.bas", "5"], "ti74 takes one FILE, and no arguments."),
        (["ti74", "sums.bas", "--name", "f"], "--name does not go with ti74."),
        (["hp12c", "squares.12c", "--seed", "1"], "--seed does not go with hp12c."),
        (["thumb", "bits.lisp", "--seed", "1"], "--seed does not go with thumb."),
        (["thumb", "nowhere.lisp"], "nowhere.lisp: No such file or directory"),
        (["thumb", "sums.bas"], "sums.bas has no routine"),
        (["hp12c", "sums.bas"], "line 1"),
        (["thumb", "bits.lisp", "1", "2", "3", "4", "5"], "5 arguments are too many"),
    ],
)
def test_what_cannot_be_debugged(
    args: list[str], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(PROGRAMS)
    done = moo("machine", "debug", *args)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") <= 3
