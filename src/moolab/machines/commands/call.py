"""``moo machine call``: a routine, executed; and how commands are told a routine."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from moolab.cli.numbers import IntegerType
from moolab.cli.options import given, json_option
from moolab.cli.terminal.output import echo_aside, echo_json, echo_text
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.errors import InvalidCommand
from moolab.machines.article import read_routine
from moolab.machines.assembler import assemble
from moolab.machines.kernels import executing
from moolab.machines.source import parse_argument
from moolab.machines.targets import MICROCONTROLLERS, core, instruction_set
from moolab.machines.views import CallView
from moolab.support.text import count_noun

F = TypeVar("F", bound=Callable[..., object])


def routine_options(function: F) -> F:
    """Add ``TARGET FILE`` and ``--name NAME``: a routine, and the microcontroller it is for."""
    for option in (
        click.option("--name", metavar="NAME", help="The routine, if FILE has several."),
        click.argument("file", type=click.Path(path_type=Path)),
        click.argument("target", type=click.Choice(MICROCONTROLLERS)),
    ):
        function = option(function)
    return function


def refuse(*names: str) -> None:
    """Say of options that they do nothing for this target.

    Raises:
        click.UsageError: if one of them was given.
    """
    for option in given(*names):
        target = click.get_current_context().params["target"] or "--exec"
        raise click.UsageError(f"{option} does not go with {target}.")


class NumberType(click.ParamType[int]):
    """An argument of a routine: 18, 0x12 or #x12."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a number, which may be negative."""
        try:
            return parse_argument(value)
        except InvalidCommand as error:
            raise click.BadParameter(f"{error}.", param=param, ctx=ctx) from None


@click.command("call", context_settings={"ignore_unknown_options": True})
@routine_options
@click.argument("arguments", nargs=-1, type=NumberType(), metavar="ARG...")
@click.option("--max-steps", "limit", type=IntegerType(1), metavar="N",
              help="Give up after this many instructions.")  # fmt: skip
@json_option
def command(
    target: str,
    file: Path,
    name: str | None,
    arguments: tuple[int, ...],
    limit: int | None,
    as_json: bool,
) -> None:
    """Call a routine on a microcontroller.

    FILE has routines as uLisp defines them, with defcode. Each ARG, 18, 0x12 or #x12, goes to a
    register. TARGET is thumb (ARMv6-M), riscv (RV32IMC) or
    riscv64 (RV64IMC).
    """
    assembly = assemble(read_routine(file, name), instruction_set(target))
    prepare_kernels(f"routines on {target}", executing(target))
    processor = core(target)
    from moolab.machines.processor import LIMIT, call, signed

    result = call(processor, assembly, arguments, LIMIT if limit is None else limit)
    size = len(assembly.code)
    if as_json:
        echo_json(CallView.of(result, size))
        return
    value = signed(result.value, processor.width)
    negative = f" = {value}" if value < 0 else ""
    echo_text(f"{result.value:#x} = {result.value}{negative}")
    echo_text(
        f"{count_noun(result.instructions, 'instruction')}, {count_noun(result.cycles, 'cycle')}, "
        f"{count_noun(size, 'byte')}"
    )
    for warning in result.warnings:
        echo_aside(f"warning: {warning}")
