"""The calculator and the pocket BASIC, played with in a terminal."""

import os
import signal
from pathlib import Path

import pytest

from tests.cli.test_cli import moo
from tests.helpers.dialogues import (
    TRANSCRIPTS,
    check_transcript,
    interrupt,
    on_a_terminal,
    read_until,
)
from tests.helpers.paths import DATA
from tests.helpers.patience import PATIENCE, wait_until_it_computes


@pytest.mark.parametrize(
    "file", sorted((TRANSCRIPTS / "play").glob("*.txt")), ids=lambda file: file.stem
)
def test_golden_transcripts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DATA / "machines")
    check_transcript(file)


def test_all_of_it_fits_into_80_columns_of_ascii() -> None:
    for file in (TRANSCRIPTS / "play").glob("*.txt"):
        text = file.read_text(encoding="utf-8")
        assert text.isascii()
        assert max(map(len, text.splitlines())) < 80


def test_control_c_stops_a_program_and_then_leaves(tmp_path: Path) -> None:
    file = tmp_path / "endless.12c"
    file.write_text("1\n+\nGTO 01")
    with on_a_terminal("machine", "play", str(file)) as (game, terminal):
        read_until(terminal, "> ")
        os.write(terminal, b"R/S\n")
        wait_until_it_computes(game.pid)
        game.send_signal(signal.SIGINT)
        shown = read_until(terminal, "> ")
        assert "Interrupted after " in shown
        assert "running" not in shown
        os.write(terminal, b"CLx 2 ENTER 3 x\n")
        assert "| 6.00 " in read_until(terminal, "> ")
        os.write(terminal, b"\x04")
        assert game.wait(PATIENCE) == 0


def test_a_fault_of_a_basic_program_is_an_error_of_the_command(tmp_path: Path) -> None:
    file = tmp_path / "fault.bas"
    file.write_text('10 PRINT "moo":PAUSE 9\n20 PRINT 1/0')
    done = moo("machine", "play", str(file))
    assert done.returncode == 2
    assert "|moo " in done.stdout
    assert done.stderr == "moo: line 20, PRINT 1/0: division by zero\n"


def test_seconds_of_a_pause_are_waited_for_and_control_c_leaves(tmp_path: Path) -> None:
    file = tmp_path / "long.bas"
    file.write_text('10 PRINT "moo":PAUSE 3600:PRINT "later"')
    with on_a_terminal("machine", "play", str(file)) as (game, terminal):
        assert "later" not in read_until(terminal, f"|\r\n+{'-' * 31}+\r\n")
        interrupt(game)
        assert "later" not in read_until(terminal, "Interrupted.\r\n")
        assert game.wait(PATIENCE) == 130


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["nowhere.12c"], "nowhere.12c: No such file or directory"),
        (["hp12c", "--seed", "1"], "--seed does not go with hp12c."),
        ([str(DATA / "machines" / "squares.12c"), "--seed", "1"], "squares.12c."),
    ],
)
def test_what_cannot_be_played_is_told(args: list[str], says: str) -> None:
    done = moo("machine", "play", *args)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
