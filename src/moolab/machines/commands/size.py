"""``moo machine size``: the bytes of a program."""

from pathlib import Path

import click

from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json, echo_text
from moolab.machines.article import read_program
from moolab.machines.ti74.program import Program
from moolab.machines.ti74.size import MEMORY, tokenised
from moolab.machines.views import SizeView
from moolab.support.text import count_noun


@click.command("size")
@click.argument("target", type=click.Choice(["ti74"]))
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(target: str, file: Path, as_json: bool) -> None:
    """Show how many bytes a program takes.

    Counted as in the memory of its machine, with tokens.
    """
    form = tokenised(Program(read_program("ti74", [file]).text))
    view = SizeView.of(target, form)
    if as_json:
        echo_json(view)
    else:
        echo_text(
            f"{count_noun(view.bytes, 'byte')}: {sum(view.lines.values()):,} for "
            f"{count_noun(len(view.lines), 'line')}, {view.names:,} for "
            f"{count_noun(view.variables, 'variable')}, {view.frame} around them"
        )
        echo_text(
            f"{view.free:,} of {MEMORY:,} bytes are left"
            if view.free >= 0
            else f"the machine has {MEMORY:,}"
        )
