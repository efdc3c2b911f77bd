"""``moo machine play``: a machine with its program as if it lay on the table."""

from pathlib import Path

import click

from moolab.cli.numbers import IntegerType
from moolab.cli.options import load_typed
from moolab.machines.annex import TABLE
from moolab.machines.article import find_program, find_programs
from moolab.machines.session import ENTRY_POINTS, kind
from moolab.machines.source import read_source
from moolab.machines.targets import target_of
from moolab.support.extensions import installed, is_in_python


@click.command("play")
@click.argument("words", metavar="[TARGET] [FILE]", nargs=-1, required=True)
@click.option("--seed", type=IntegerType(), help="Random seed; repeats the same result.")
def command(words: tuple[str, ...], seed: int | None) -> None:
    """Play with the calculator or the pocket BASIC in the terminal.

    FILE is a listing of the HP 12C, such as moo58.12c, or a BASIC program, such as moo74.bas, or an
    article with one of them in it; the calculator's name alone is one with an empty memory. If the
    comment "setup:" of a listing says how its game begins, it has begun. Type names of keys such as
    f REG 1234 R/S, or what the BASIC asks for. On the calculator, help lists what else there is;
    Ctrl-C stops a program. Ctrl-D leaves, and so does Ctrl-C in BASIC.
    """
    target, files = _target(words)
    if len(files) > 1 or not (files or (target in TABLE and TABLE[target].choice)):
        raise click.UsageError("Give one FILE, of a machine of your own behind its name.")
    file = files[0] if files else target
    text = read_source(Path(file)) if files else ""
    if text and not target:
        found = [each.target for each in find_programs([(file, text)]) if _plays(each.target)]
        if len(found) > 1:
            raise click.UsageError(f"{file} has several programs: moo article {file} plays each.")
        target = found[0] if found else next(iter(TABLE))
    if text:
        text = find_program(target, [(file, text)]).text
    kind(target).part("play").play(target, text, file, seed=seed)


def _target(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The machine that is named, or that the file is for; empty if neither tells."""
    if is_in_python(words[0]):
        load_typed(ENTRY_POINTS, words[0], parameter="words")
    elif words[0] not in TABLE and (len(words) == 1 or words[0] not in installed(ENTRY_POINTS)):
        return target_of(words[0]), words
    return words[0], words[1:]


def _plays(target: str) -> bool:
    """Whether programs for a machine are played here, and not those of ``moo article`` alone."""
    return target not in ("ulisp", "apl")
