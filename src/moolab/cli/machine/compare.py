"""``moo machine compare``: our ports and the published programs."""

import click

from moolab.cli.options import json_option
from moolab.cli.output import echo_json
from moolab.machines.compare import Comparison, comparisons

_UNITS = {
    "hp12c": ("lines", "lines"),
    "ti74": ("bytes", "statements"),
    "thumb": ("bytes", "instructions"),
    "riscv": ("bytes", "instructions"),
}
"""In which size and work are counted."""


@click.command("compare")
@json_option
def command(as_json: bool) -> None:
    """Compare our programs with the published ones.

    How large they are, and how much they do for a new game and for a reply to a guess of four
    digits, on average.
    """
    if as_json:
        echo_json([each._asdict() for each in comparisons()])
        return
    click.echo(f"{'':<7}{'program':<24}{'size':<10}{'a game':<16}a reply")
    for each in comparisons():
        click.echo(_line(each).rstrip())


def _line(each: Comparison) -> str:
    size, work = _UNITS[each.target]
    start = "" if each.start is None else f"{each.start:.0f} {work}"
    cycles = "" if each.cycles is None else f", {each.cycles:.1f} cycles"
    reply = f"{each.reply:.1f} {work}{cycles}"
    return f"{each.target:<7}{each.program:<24}{each.size} {size:<6} {start:<16}{reply}"
