"""Dialogues with the command: through pipes, on terminals, and as golden transcripts."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

# Copies of this process have it imported then.
import prompt_toolkit  # noqa: F401

from tests.cli.test_cli import become, moo
from tests.helpers.paths import DATA
from tests.helpers.patience import PATIENCE, runs, state, wait_until

TRANSCRIPTS = DATA / "transcripts"


def typed(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def check_transcript(file: Path, *options: str) -> None:
    """The first line is the command, the next ones what is typed, then comes what is shown."""
    command, inputs, expected = file.read_text(encoding="utf-8").split("---\n")
    done = moo(*command.split()[1:], *options, typed=inputs)
    shown = done.stdout + "".join(f"stderr: {line}\n" for line in done.stderr.splitlines())
    if os.environ.get("MOOLAB_REWRITE_TRANSCRIPTS"):
        file.write_text(f"{command}---\n{inputs}---\n{shown}", encoding="utf-8")
    assert shown == expected


def start(*args: str) -> subprocess.Popen[str]:
    """The command, with pipes to talk through."""
    return subprocess.Popen(
        ["moo", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        preexec_fn=become(*args),  # noqa: PLW1509 - see there
    )


@contextmanager
def on_a_terminal(
    *args: str, program: Sequence[str] = ()
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The command, or what Python is to run, on a terminal of its own, and our end of that."""
    here, there = pty.openpty()
    usual = {"TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    game = subprocess.Popen(
        [sys.executable, *program, *args],
        stdin=there,
        stdout=there,
        stderr=there,
        env=os.environ | usual,
        start_new_session=True,
        preexec_fn=None if program else become(*args, **usual),  # noqa: PLW1509
    )
    os.close(there)
    try:
        yield game, here
    finally:
        game.kill()
        game.wait()
        os.close(here)


def read_until(terminal: int, text: str) -> str:
    """What a terminal shows until it ends with a text, but for colours and the cursor's moves."""
    seen, told = b"", ""
    while not (told.endswith(text) or without_escapes(told).endswith(text.rstrip(" "))):
        assert select.select([terminal], [], [], PATIENCE)[0], told
        seen += os.read(terminal, 1000)
        told = seen.decode(errors="ignore")
    return told


def read_until_there_is(terminal: int, text: str) -> None:
    """Read what a terminal shows until a text was among it."""
    seen = b""
    while text not in without_escapes(seen.decode(errors="ignore")):
        assert select.select([terminal], [], [], PATIENCE)[0], seen
        seen += os.read(terminal, 1000)


def read_until_it_ends(process: subprocess.Popen[bytes], terminal: int) -> int:
    """The exit code of a command; one whose terminal nobody reads may wait to write, for ever."""
    with suppress(OSError):  # So Linux says that the other end is closed.
        while select.select([terminal], [], [], PATIENCE)[0] and os.read(terminal, 1000):
            pass
    return process.wait(PATIENCE)


def without_escapes(shown: str) -> str:
    """What a terminal shows, as if it was a printer."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown).rstrip("\r\b")


def interrupt(game: subprocess.Popen[bytes], name: str = "SIGINT") -> None:
    """Send a signal to a game that waits for an answer.

    One that comes in the moment between the question and the waiting would wait with it.
    """
    wait_until(
        lambda: state(game.pid) == "S", lambda: state(game.pid), alive=lambda: runs(game.pid)
    )
    game.send_signal(getattr(signal, name))
