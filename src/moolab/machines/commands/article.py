"""``moo article``: the programs that stand in a text, and what can be done with them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from secrets import randbits

import click

from moolab.cli.dialogues.playing import open_terminal
from moolab.cli.examples import epilog
from moolab.cli.options import ExtensionType, json_option
from moolab.cli.terminal.output import echo_aside, echo_json, echo_text
from moolab.cli.terminal.terminal import Terminal
from moolab.errors import InvalidProgram, MoolabError
from moolab.machines.apl import Apl, read_functions
from moolab.machines.article import Program, find_programs, missing_names, say_missing
from moolab.machines.commands import check, debug, run
from moolab.machines.commands.run import ulisp
from moolab.machines.lisp.code import Code
from moolab.machines.lisp.survey import survey
from moolab.machines.notation import ulisp as routines
from moolab.machines.notation.dialect import DIALECTS
from moolab.machines.session import ENTRY_POINTS, kind
from moolab.machines.source import read_source
from moolab.machines.targets import NAMES, TARGETS, WHOLE
from moolab.machines.views import ArticleView, FoundView
from moolab.support.checks import naming
from moolab.support.foreign import STDIN
from moolab.support.text import count_noun

ACTIONS = ("play", "run", "step", "check", "list", "write")

_SCORER = "bullcow"


@click.command(
    "article", epilog=epilog(["moo article page.html", "moo article page.txt --do list"])
)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--do", "action", type=click.Choice(ACTIONS[:-1]),
              help="Do this with the first program that allows it, and leave.")  # fmt: skip
@click.option("--target", type=ExtensionType(ENTRY_POINTS, (*WHOLE, "apl")),
              help="Take programs for this machine alone.")  # fmt: skip
@click.option("--write", type=click.Path(path_type=Path), metavar="FILE",
              help="Write the first program into a file, and leave.")  # fmt: skip
@json_option
def command(
    files: tuple[Path, ...],
    action: str | None,
    target: str | None,
    write: Path | None,
    as_json: bool,
) -> None:
    """Find the programs in articles, saved pages and other texts, and run them.

    Lisp with machine code, listings of the HP 12C, BASIC and APL are found between sentences.
    Several FILEs in Lisp are one program, of which later ones take the place of earlier ones. What
    an article leaves to its reader and one of our files has, such as play.lisp, comes along. Then
    commands are asked for: play, run, step, check, list or write FILE, with the number of the
    program if there are several.
    """
    texts = [(str(file), read_source(file)) for file in files]
    programs = find_programs(texts, target)
    if not programs:
        raise InvalidProgram(f"there is no program in {', '.join(map(str, files))}")
    with naming(", ".join(map(str, files))):
        views = [_view(each) for each in programs]
    if as_json:
        echo_json(ArticleView(files=tuple(map(str, files)), programs=tuple(views)))
        return
    if write is not None:
        _write(programs[0], write)
        return
    if action is not None:
        able = [each for each, view in zip(programs, views, strict=True) if action in view.actions]
        if not able:
            raise InvalidProgram(f"there is nothing to {action}")
        _do(able[0], action)
        return
    for number, view in enumerate(views, start=1):
        echo_text("\n   ".join((f"{number}  {line}" if not at else line)
                               for at, line in enumerate(_lines(view))))  # fmt: skip
    if STDIN in files:
        echo_aside("stdin was the text, so nothing can be typed: --do says what is to be done")
    else:
        _ask(programs, views)


def _ask(programs: Sequence[Program], views: Sequence[FoundView]) -> None:
    terminal = open_terminal()
    for line in terminal.lines("> "):
        action, *rest = line.split() or [views[0].actions[0]]
        if action in ("q", "quit", "exit"):
            return
        able = [at for at, view in enumerate(views, start=1) if action in view.actions]
        number = able[0] if able else 1
        if rest and rest[0].isdecimal() and len(rest[0]) < 3:
            number = int(rest.pop(0))
        if number not in able:
            terminal.say_apart("\n".join(_help(views)))
            continue
        try:
            if action == "write":
                _write(programs[number - 1], Path(rest[0]) if rest else None)
            else:
                _do(programs[number - 1], action)
        except EOFError:
            return
        except MoolabError as error:
            terminal.say_apart(f"{error}.")
        except OSError as error:
            terminal.say_apart(f"{error.filename}: {error.strerror}.")
        except click.ClickException as error:
            terminal.say_apart(error.format_message())
        except click.exceptions.Exit:
            continue


def _help(views: Sequence[FoundView]) -> Iterator[str]:
    if len(views) == 1:
        yield f"Say one of {_said(views[0])}; or quit."
        return
    for number, view in enumerate(views, start=1):
        yield f"With program {number}: {_said(view)}."
    example = f"{views[-1].actions[0]} {len(views)}"
    yield f"Say one of these, with the number of the program, such as {example}; or quit."


def _said(view: FoundView) -> str:
    return ", ".join(view.actions).replace("write", "write FILE")


def _do(program: Program, action: str) -> None:
    """Let the command that does it do it, with the files of the program."""
    target = program.target
    files = [name for name, _ in program.sources if name not in program.brought]
    match action, target:
        case "list", _:
            echo_text(program.text.strip("\n"))
        case "step", _:
            _call(debug.command, target, *files)
        case "check", _:
            _call(check.command, target, *files)
        case "play", "apl":
            # Of its own, as the prompt after it is edited again.
            with click.Context(command, parent=click.get_current_context()):
                terminal = open_terminal(edited=False)
                functions = read_functions(program.text)
                Apl(functions, terminal.say_printed, lambda: _typed(terminal)).call(program.entry)
        case "play", "ulisp":
            seed = str(randbits(32))
            _call(ulisp.command, *files, "--expr", program.entry, "--seed", seed)
        case "play", _:
            kind(target).part("play").play(target, program.text, files[0])
        case _:
            _call(run.command_for(target), *files)


def _typed(terminal: Terminal) -> str:
    answer = terminal.ask("", as_typed=True)
    terminal.say()
    return answer


def _call(command: click.Command, *words: str) -> None:
    parent = click.get_current_context()
    with command.make_context(command.name, list(words), parent=parent) as context:
        command.invoke(context)


def _write(program: Program, file: Path | None) -> None:
    if file is None:
        raise click.UsageError("Write it into which FILE?")
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(program.text.rstrip("\n") + "\n")
    except FileExistsError:
        raise click.UsageError(f"{file} is there already; choose another name.") from None
    echo_aside(f"{file}: written")


def _view(program: Program) -> FoundView:
    code: dict[str, str] = {}
    defines: tuple[str, ...] = ()
    actions = [each for each in ACTIONS if each != "run" or program.target not in TARGETS]
    if program.target == "ulisp":
        defines = survey([text for _, text in program.sources], DIALECTS[program.dialect]).defined
        found = (each for _, text in program.sources for each in routines.read(text))
        code = {each.name: Code().target_of(each) for each in found}
        wanted = {"play": bool(program.entry), "run": True, "check": _SCORER in defines}
        actions = [each for each in ACTIONS if wanted.get(each, True)]
    elif program.target == "apl":
        defines = tuple(read_functions(program.text))
        actions = ["play", "list", "write"] if program.entry else ["list", "write"]
    lacks = missing_names(program) if program.target == "ulisp" else {}
    return FoundView(
        target=program.target,
        dialect=program.dialect if program.target == "ulisp" else None,
        files=tuple(name for name, _ in program.sources),
        brought=program.brought,
        lines=sum(line.lstrip()[:1] not in ("", ";") for line in program.text.splitlines()),
        defines=defines,
        machine_code=code,
        lacks={name: file or None for name, file in lacks.items()},
        damaged=dict(program.damaged),
        examples=dict(program.examples),
        begin_with=program.entry or None,
        actions=tuple(actions),
    )


def _lines(view: FoundView) -> Iterator[str]:
    """What is said of a program, in a line or some more."""
    name = (
        "Lisp as in the article on trilobite"
        if view.dialect == "common"
        else NAMES.get(view.target, view.target.upper() if view.target == "apl" else view.target)
    )
    ours = "".join(f", with our {file}, which has what it lacks" for file in view.brought)
    yield f"{name}: {count_noun(view.lines, 'line')}{ours}"
    if view.defines:
        yield f"defines {', '.join(view.defines)}"
    if view.machine_code:
        yield "machine code: " + ", ".join(f"{k} ({v})" for k, v in view.machine_code.items())
    if view.lacks:
        yield f"lacks {say_missing({name: file or '' for name, file in view.lacks.items()})}"
    if view.damaged:
        those = ", ".join(f"{name} (line {line})" for name, line in view.damaged.items())
        yield f"left out, as parentheses do not match: {those}; lines of the page may be missing"
    if view.examples:
        those = ", ".join(f"{form} (line {line})" for form, line in view.examples.items())
        yield f"left out, as they seem to be examples: {those}"
    yield f"to do: {', '.join(view.actions)}" + (
        f"; play is {view.begin_with}" if view.begin_with else ""
    )
