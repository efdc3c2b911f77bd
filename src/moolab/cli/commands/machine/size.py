"""``moo machine size``: the bytes of a program."""

from pathlib import Path

import click

from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json
from moolab.machines.source import read_source
from moolab.machines.ti74.program import Program
from moolab.machines.ti74.size import tokenised
from moolab.support.text import counted


@click.command("size")
@click.argument("target", type=click.Choice(["ti74"]))
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(target: str, file: Path, as_json: bool) -> None:
    """Say how many bytes a program takes.

    In the memory of its machine, tokens and all.
    """
    form = tokenised(Program(read_source(file)))
    size, lines, names = len(bytes(form)), sum(map(len, form.lines.values())), len(form.names)
    frame = size - lines - names
    if as_json:
        echo_json(
            {
                "target": target,
                "bytes": size,
                "lines": {str(number): len(line) for number, line in form.lines.items()},
                "variables": form.variables,
                "names": names,
                "frame": frame,
            }
        )
    else:
        click.echo(
            f"{counted(size, 'byte')}: {lines:,} for {counted(len(form.lines), 'line')}, "
            f"{names:,} for {counted(form.variables, 'variable')}, {frame} around them"
        )
