"""``moo``: finds the command, and turns every error into one sentence and an exit code."""

import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from io import TextIOWrapper
from itertools import chain

import click

from moolab.annexes import annexes, find
from moolab.cli.defaults import PREFIX, read_settings
from moolab.cli.examples import EXAMPLES
from moolab.cli.groups import Commands
from moolab.cli.pages import add_help, help_page
from moolab.cli.terminal.output import (
    BAD_INPUT,
    CHOICES,
    CONTRADICTORY_REPLIES,
    INTERRUPTED,
    OK,
    BesideAnswer,
    chosen,
    echo_aside,
    echo_json,
    error_view,
)
from moolab.errors import MoolabError
from moolab.support.extensions import for_user
from moolab.support.interrupts import Closed
from moolab.views.errors import ErrorAnswer

COMMANDS = {
    "play": "Play a duel against the computer.",
    "daily": "Play the code of the day.",
    "boards": "Find the codes of several boards at once.",
    "analyze": "Rate every guess of a game for skill and luck.",
    "train": "Replay your costliest guesses.",
    "score": "Score a guess against a secret.",
    "candidates": "List the codes that can still be the secret.",
    "next": "Recommend the next guess.",
    "solve": "Show how a strategy finds a secret.",
    "words": "Print a list of words, primes or equations to play with.",
    "evaluate": "Play a strategy against every secret.",
    "arena": "Let strategies and programs compete for the same secrets.",
    "tree": "Build, show, draw and improve decision trees.",
    "optimal": "Find the best decision tree of a game, and prove it.",
    "results": "List the best known totals of games, and how to check them.",
    "verify": "Check the proofs in files: trees, certificates, mixed strategies.",
    "puzzle": "Make puzzles, or solve one.",
    "games": "List the games that you have left, and how to go on with each.",
    "stats": "Summarize your past games.",
    "cache": "Prepare, list and delete compiled kernels.",
    "schema": "Print the JSON Schema of a command's answer.",
    "completion": "Complete commands with the Tab key.",
    "help": "Show a help page or a page of the documentation, or answer a question.",
}
"""Each command of the house lives in the module of its name, with its first line of help."""

_LAST = "moo itself"
"""What hardly a user needs comes last."""

_FIRST = ("play", "daily", "puzzle", "next", "solve", "analyze", "optimal")
"""What most people want: the commands on the page of ``moo`` alone, beside those of annexes."""

USUAL = {
    "play": "rules role strategy rated resume tui",
    "next": "rules strategy consistent hard top",
    "solve": "rules strategy consistent explain",
    "optimal": "rules objective consistent hard output",
    "puzzle": "rules clues difficulty count html",
    "tree improve": "rules output time-limit",
}
"""The options on the short help pages of commands that have many."""

_IN_NOTATION = ("--secrets", "--guesses", "--table")
"""Options that people expect."""

_SECTIONS = {
    "Play and learn": (
        *("play", "daily", "boards", "puzzle", "games", "analyze", "train", "stats"),
    ),
    "Ask about a game": ("score", "candidates", "next", "solve", "words"),
    "Study strategies": ("evaluate", "arena", "tree", "optimal", "results", "verify"),
    _LAST: ("cache", "schema", "completion", "help"),
}


class _House(Commands):
    """The commands of the house, and behind them those of its annexes."""

    def list_commands(self, context: click.Context) -> list[str]:
        others = (annex.commands for annex in annexes().values())
        return list(dict.fromkeys([*super().list_commands(context), *chain(*others)]))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if command := super().get_command(context, name):
            return command
        annex = find("commands", name)
        if annex is None:
            return None
        part = annex.part(f"commands.{name}") or annex.part("commands")
        if part is None or not hasattr(part, "command"):
            raise annex.fault(f"it has no command {name}")
        return self.prepared(name, part.command)

    def sections(self, context: click.Context) -> Mapping[str, Mapping[str, str]]:
        found = {heading: dict(names) for heading, names in super().sections(context).items()}
        for annex in annexes().values():
            found.setdefault(annex.heading, {}).update(annex.commands)
        return found | {_LAST: found.pop(_LAST)}

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what most people want."""
        summaries = {
            name: summary
            for names in self.sections(context).values()
            for name, summary in names.items()
        }
        first = [*_FIRST, *chain(*(annex.first for annex in annexes().values()))]
        with formatter.section("Commands"):
            formatter.write_dl([(name, summaries[name]) for name in first])


def _show_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from moolab.cli.version import told

        click.echo("\n".join(told()))
        context.exit()


@click.command(
    cls=_House,
    package="moolab.cli.commands",
    summaries=COMMANDS,
    examples=EXAMPLES,
    usual=USUAL,
    sections=_SECTIONS,
    epilog="moo help commands lists all commands, and moo help topics the pages of the "
    "documentation. To ask: moo help QUESTION, such as moo help best first guess.",
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.option(
    "--color",
    type=click.Choice(list(CHOICES)),
    default="auto",
    show_default=True,
    help="Whether to print in colours.",
)
@click.pass_context
def moo(context: click.Context, color: str) -> None:
    """The laboratory of Bulls & Cows."""
    context.color = chosen(color)


add_help(moo)


def run() -> None:
    """Run the command line and exit."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # The parent process has closed this stream: there is nothing to read or to tell.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # The name of a file may have bytes that are not text: they are shown like \udcff.
            stream.reconfigure(errors="backslashreplace")
    sys.exit(_exit_code(sys.argv[1:]))


def _exit_code(args: list[str]) -> int:
    args = _colour_first(args)
    try:
        code = moo.main(
            args,
            prog_name="moo",
            standalone_mode=False,
            default_map=read_settings(lambda: moo.list_commands(click.Context(moo))),
            auto_envvar_prefix=PREFIX,
        )
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        context = error.ctx or click.Context(moo)
        click.echo(help_page(context))
        asked = context.command is moo and _ask_for_menu()
        return _exit_code(asked) if asked else OK
    except (click.Abort, KeyboardInterrupt):
        echo_aside("Interrupted.")
        return INTERRUPTED
    except Closed as closed:
        return int(closed.code or OK)
    except SystemExit:
        # So click says that a pipe was closed: the reader of our output has seen enough.
        return OK
    except BesideAnswer as error:
        # Another line of JSON would spoil the answer.
        return _report(error.failure, as_json=False)
    except (MoolabError, click.ClickException, OSError, MemoryError) as error:
        return _report(error, as_json="--json" in args)
    except Exception as error:
        fault = for_user(error)
        if fault is None:
            raise
        return _report(fault, as_json="--json" in args)
    return code or OK


def _colour_first(args: list[str]) -> list[str]:
    """What was typed, with ``--color``, which can be anywhere, before the command.

    >>> _colour_first(["stats", "--color", "never"])
    ['--color', 'never', 'stats']
    """
    end = args.index("--") if "--" in args else len(args)
    for place, arg in enumerate(args[:end]):
        if arg == "--color" or arg.startswith("--color="):
            last = place + 1 + (arg == "--color")
            return [*args[place:last], *args[:place], *args[last:]]
    return args


def _ask_for_menu() -> list[str]:
    """What comes next at a terminal that can show the menu: that, or a command that is typed."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not at_terminal or find("commands", "tui") is None or find_spec("textual") is None:
        return []
    try:
        typed = input("\nEnter opens a menu of games; or type a command: moo ")
    except (EOFError, KeyboardInterrupt):
        click.echo()
        return []
    return typed.removeprefix("moo ").split() or ["tui"]


def _report(error: Exception, *, as_json: bool) -> int:
    """Print an error as a sentence, and as JSON where that was asked for; return the exit code."""
    details = error_view(error)
    message, code = details.message, BAD_INPUT
    if isinstance(error, MoolabError) and not isinstance(error, OSError):
        message = error.explanation
    if isinstance(error, click.NoSuchOption) and error.option_name in _IN_NOTATION:
        message = (
            f"No such option '{error.option_name}': the game says it, as -r words:SECRETS, "
            "words:SECRETS+GUESSES or table:FILE."
        )
    if details.conflict is not None:
        code = CONTRADICTORY_REPLIES
    if as_json:
        try:
            echo_json(ErrorAnswer(error=details))
        except OSError:
            # The trouble can be stdout itself; then stderr has to do.
            _discard_stdout()
    echo_aside(f"moo: {message}")
    if isinstance(error, OSError):
        _discard_stdout()
    return code


def _discard_stdout() -> None:
    """Keep Python from flushing at exit what could not be written before."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
