"""What is shown on a terminal while one waits."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO
from pathlib import Path
from threading import Event

import pytest

from moolab.cli.main import moo
from moolab.cli.terminal import status
from moolab.cli.terminal.output import echo_pieces
from moolab.cli.terminal.status import waiting
from moolab.cli.terminal.terminal import Terminal
from moolab.support.kernel_news import say_once
from tests.helpers.patience import PATIENCE

CLEARED = "\r\033[K"


class Screen(StringIO):
    """A terminal that somebody looks at."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.seen.set()
        return super().write(text)


@contextmanager
def on_a_screen() -> Iterator[Screen]:
    # No fixture: pytest gives a test a stderr of its own after its fixtures are made.
    with redirect_stderr(Screen()) as screen:
        yield screen


class Speaker:
    """Speaks at once, and only once: as if each wait took longer than a second."""

    def __init__(self, target: Callable[[], None], **_: bool) -> None:
        self.start = target

    def join(self) -> None:
        pass


class Pause:
    """An event that comes after the second look."""

    def __init__(self) -> None:
        self.looks = iter([False, True])

    def wait(self, _seconds: float) -> bool:
        return next(self.looks)

    def set(self) -> None:
        pass


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything takes more than a second."""
    monkeypatch.setattr(status, "Thread", Speaker)
    monkeypatch.setattr(status, "Event", Pause)


def test_a_long_wait_is_shown_while_it_lasts() -> None:
    with on_a_screen() as screen, waiting("adding", since=time.perf_counter() - 5):
        assert screen.seen.wait(PATIENCE)
    assert screen.getvalue().startswith("\radding: 5 s\033[K")
    assert screen.getvalue().endswith(CLEARED)


def test_of_a_short_wait_nothing_is_seen() -> None:
    with on_a_screen() as screen, waiting("adding", since=time.perf_counter() + 60):
        pass
    assert screen.getvalue() == ""


@pytest.mark.usefixtures("slow")
def test_in_a_pipe_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting("adding"):
        pass
    assert capsys.readouterr() == ("", "")


def test_a_wait_that_fails_leaves_no_trace() -> None:
    def divide() -> float:
        with waiting("dividing", since=time.perf_counter() - 5):
            assert screen.seen.wait(PATIENCE)
            return 1 / 0

    with on_a_screen() as screen, pytest.raises(ZeroDivisionError):
        divide()
    assert screen.getvalue().endswith(CLEARED)


@pytest.mark.usefixtures("slow")
def test_a_long_text_is_waited_for_until_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with on_a_screen() as screen:
        echo_pieces(iter(["a tree\n"]), "building")
    assert screen.getvalue() == f"\rbuilding: 0 s\033[K{CLEARED}" * 2
    assert capsys.readouterr().out == "a tree\n"


@pytest.mark.usefixtures("slow")
def test_what_is_worked_out_in_a_dialogue_is_said_behind_what_was_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    terminal = Terminal(screen, screen)
    terminal.say("[1] Your guess: ", end="")
    with terminal.thinking():
        pass
    back = "\r\033[16C\033[K"
    assert screen.getvalue() == f"[1] Your guess: {back} thinking: 0 s{back}"
    for other in (Terminal(StringIO(), screen), Terminal(screen, screen, "plain")):
        with other.thinking():
            pass
    assert screen.getvalue().count("thinking") == 1


def test_a_kernel_that_is_compiled_takes_the_place_of_a_status_line() -> None:
    with on_a_screen() as screen:
        say_once.__wrapped__("compiling")
    assert screen.getvalue() == f"{CLEARED}compiling\n"


TREE = "tree.gz"


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("next -r ab3x6 012=11", ["looking for a good guess", "comparing guesses"]),
        ("analyze -r ab3x6 012=11 034=20", ["judging guess 1 of 2", "judging guess 2 of 2"]),
        (f"tree build -r ab3x6 -s consistent -o {TREE}", ["building the tree"]),
        ("tree show -r ab3x6 -s consistent --depth 1", ["building the tree"]),
        (f"verify {TREE}", [f"checking {TREE}"]),
        ("verify ab4x7.cert.gz", ["checking ab4x7.cert.gz, 0 of 32 claims"]),
        ("schema next", ["reading what answers look like", "writing schemas"]),
    ],
)
def test_commands_say_what_they_do(
    line: str,
    said: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    if line.endswith(f"verify {TREE}"):
        moo(f"tree build -r ab3x6 -s consistent -o {TREE}".split(), standalone_mode=False)
    with on_a_screen() as screen:
        moo(line.split(), standalone_mode=False)
    for text in said:
        assert f"\r{text}: 0 s\033[K{CLEARED}" in screen.getvalue()
