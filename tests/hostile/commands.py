"""All commands, found in click's own tree, and run in this process."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper

import click
import pytest

from moolab.cli.main import _exit_code, moo
from tests.helpers.paths import PROJECT

PROGRAM = f"{PROJECT}/src/moolab/machines/ports"
ARGUMENTS: dict[tuple[str, ...], tuple[str, ...]] = {
    **{
        ("admin", name): (*words, "--database", "sqlite:////nowhere/at/all")
        for name, *words in (
            ("list",),
            ("hide", "Ann"),
            ("delete", "moo-1"),
            ("block", "192.0.2.7"),
            ("allow", "192.0.2.7"),
            ("log",),
        )
    },
    ("analyze",): ("-r", "ab2x3", "01=01", "12=20"),
    ("arena",): ("-r", "ab2x3", "--players", "consistent", "--games", "2"),
    ("boards",): ("ab2x3", "--boards", "2"),
    ("cache",): ("info",),
    ("candidates",): ("-r", "ab2x3"),
    ("completion",): ("bash",),
    ("evaluate",): ("-r", "ab2x3", "-s", "consistent"),
    ("games",): (),
    ("help",): ("next",),
    ("article",): (f"{PROGRAM}/play.lisp",),
    ("machine", "asm"): ("thumb", f"{PROGRAM}/bullcow-thumb.lisp"),
    ("machine", "call"): ("thumb", f"{PROGRAM}/bullcow-thumb.lisp", "0x1234", "0x4321"),
    ("machine", "check"): ("hp12c", f"{PROGRAM}/moo58.12c", "--pairs", "1"),
    ("machine", "debug"): ("hp12c", f"{PROGRAM}/moo58.12c"),
    ("machine", "play"): (f"{PROGRAM}/moo58.12c",),
    ("machine", "run", "hp12c"): (f"{PROGRAM}/moo58.12c", "--keys", "1 ENTER 2 +"),
    ("machine", "run", "ti74"): (f"{PROGRAM}/moo74.bas",),
    ("machine", "run", "ulisp"): (f"{PROGRAM}/duel.lisp",),
    ("next",): ("-r", "ab2x3", "-s", "consistent"),
    ("optimal",): ("-r", "ab2x3"),
    ("play",): ("ab2x3",),
    ("puzzle",): ("-r", "ab2x3"),
    ("puzzle", "solve"): ("-r", "ab2x3", "01=01"),
    ("daily",): (),
    ("database", "backup"): ("/nowhere/at/all/copy", "--database", "sqlite:////nowhere/at/all"),
    ("database", "restore"): ("/nowhere/at/all/copy", "--database", "sqlite:////nowhere/at/all"),
    ("results",): (),
    ("schema",): ("score",),
    ("score",): ("1234", "4321"),
    ("solve",): ("-r", "ab2x3", "-s", "consistent", "12"),
    ("stats",): (),
    ("train",): ("-r", "ab2x3", "01=01", "12=20"),
    ("tui",): (),
    ("words",): ("primes2",),
    ("tree", "build"): ("-r", "ab2x3", "-s", "consistent"),
    ("tree", "improve"): (f"{PROJECT}/tests/data/trees/emms4x4.json", "-o", "/nowhere/at/all/tree"),
    ("tree", "import"): ("emms", f"{PROJECT}/tests/data/trees/vectors.txt", "-r", "ab2x3"),
    ("tree", "show"): ("-r", "ab2x3", "-s", "consistent"),
    ("verify",): (f"{PROJECT}/tests/data/trees/emms4x4.json",),
    ("trilobite", "play"): ("--size", "3x3", "--win", "3", "--level", "beginner"),
    ("trilobite", "puzzle"): ("--size", "4x3", "--win", "3", "--moves", "2"),
    ("trilobite", "solve"): ("--size", "3x3", "--win", "3", "--memory", "1"),
    ("trilobite", "certificate"): ("--size", "3x3", "--win", "3", "-o", "/nowhere/at/all/board"),
    ("trilobite", "tree"): ("--size", "3x3", "--win", "3"),
}
"""For each command what it needs, to be done soon."""

LONG = {("serve",), ("machine", "compare")}
"""Commands that go on for long, whatever they are given, or delete what other tests need."""


def found(group: click.Group = moo, *path: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command that does something, with its name."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from found(command, *path, name)
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield (*path, name), command


COMMANDS = {path: command for path, command in found() if path not in LONG}


@contextmanager
def at_home() -> Iterator[TextIOWrapper]:
    """The streams that a command has, of which we get what it says of errors.

    Put back is what commands do to the process that they take for their own.
    """
    out, err = (
        TextIOWrapper(BytesIO(), encoding="utf-8", errors="backslashreplace") for _ in range(2)
    )
    names = (signal.SIGTERM, signal.SIGHUP)
    handlers = [signal.getsignal(name) for name in names]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
        patch.setattr("sys.stdout", out)
        patch.setattr("sys.stderr", err)
        patch.setattr("moolab.cli.main._discard_stdout", lambda: None)
        try:
            yield err
        finally:
            for name, handler in zip(names, handlers, strict=True):
                signal.signal(name, handler)


def ended(*args: str) -> tuple[int, str]:
    """The exit code of a command line, and its errors; an unexpected exception is raised."""
    with at_home() as err:
        code = _exit_code(list(args))
    err.seek(0)
    return code, err.read()
