"""``moo machine run hp12c``: the pocket calculator."""

from pathlib import Path

import click

from moolab.cli.examples import epilog
from moolab.cli.numbers import IntegerType
from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_aside, echo_json, echo_text
from moolab.machines.article import find_program
from moolab.machines.hp12c.calculator import MAX_STEPS, Calculator
from moolab.machines.hp12c.listing import FORMS, Form, parse_listing, write_listing
from moolab.machines.hp12c.numbers import plain
from moolab.machines.hp12c.views import CalculatorView, ListingView
from moolab.machines.source import read_source
from moolab.support.text import count_noun

EXAMPLE = "moo machine run hp12c program.12c --keys '1 ENTER 2 R/S'"


@click.command("hp12c", epilog=epilog([EXAMPLE]))
@click.argument("path", type=click.Path(path_type=Path, allow_dash=True), metavar="FILE")
@click.option("--keys", default="R/S", show_default=True, metavar="KEYS",
              help="Keys to press once the program is in memory.")  # fmt: skip
@click.option("--max-steps", type=IntegerType(1), default=MAX_STEPS, show_default=True,
              metavar="N", help="Stop a program that runs for more lines.")  # fmt: skip
@click.option("--form", type=click.Choice(FORMS), default="auto", show_default=True,
              help="Whether lines are names of keys or keycodes.")  # fmt: skip
@click.option("--list", "as_list", is_flag=True, help="Print the program instead of running it.")
@json_option
def command(
    path: Path, keys: str, max_steps: int, form: Form, as_list: bool, as_json: bool
) -> None:
    """Press the keys of an HP 12C that holds a program.

    FILE is a listing, or an article with one in it: one instruction a line, by its names or its
    keycodes; - is stdin. Keys are named as on the calculator and separated by blanks: "f REG .5 n
    10 STO 5 R/S 1234 R/S".
    """
    text = read_source(path)
    if form == "auto":
        text = find_program("hp12c", [(str(path), text)]).text
    program, comments, note = parse_listing(text, form)
    if note:
        echo_aside(note)
    if as_list:
        listing = write_listing(program, comments)
        if as_json:
            echo_json(ListingView(lines=len(program), listing=tuple(listing.splitlines())))
        else:
            echo_text(listing)
        return
    calculator = Calculator(program)
    calculator.press(keys, max_steps=max_steps)
    if as_json:
        echo_json(CalculatorView.of(calculator))
    else:
        echo_text("\n".join(_lines(calculator)))


def command_for(_target: str) -> click.Command:
    """The command that runs programs."""
    return command


def _lines(calculator: Calculator) -> list[str]:
    """The calculator for people: what is shown, and what is not zero."""
    held = {name: value for name, value in calculator.registers.items() if value}
    rows = [numbers for numbers in (calculator.stack, held) if numbers]
    return [
        calculator.display,
        f"{count_noun(calculator.steps, 'line')} run, {calculator.stopped}",
        *("  ".join(f"{name} {plain(value)}" for name, value in row.items()) for row in rows),
    ]
