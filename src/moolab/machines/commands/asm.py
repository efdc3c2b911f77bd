"""``moo machine asm``: a routine, assembled."""

from collections.abc import Iterator
from pathlib import Path

import click

from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json
from moolab.machines.article import read_routine
from moolab.machines.assembler import Assembly, assemble
from moolab.machines.commands.call import routine_options
from moolab.machines.targets import instruction_set
from moolab.machines.views import AsmView
from moolab.support.text import count_noun


@click.command("asm")
@routine_options
@json_option
def command(target: str, file: Path, name: str | None, as_json: bool) -> None:
    """Assemble a routine for a microcontroller.

    FILE has routines as uLisp defines them, with defcode. TARGET is thumb (ARMv6-M),
    riscv (RV32IMC) or riscv64 (RV64IMC).
    """
    assembly = assemble(read_routine(file, name), instruction_set(target))
    if not as_json:
        click.echo("\n".join(_listing(assembly)))
        return
    echo_json(AsmView.of(assembly))


def _listing(assembly: Assembly) -> Iterator[str]:
    """The routine for people: addresses, labels, words and forms."""
    yield f"{assembly.name}: {count_noun(len(assembly.code), 'byte')}"
    labels = sorted(assembly.labels.items(), key=lambda label: label[1], reverse=True)
    for line in assembly.lines:
        while labels and labels[-1][1] <= line.address:
            yield _label(*labels.pop())
        yield str(line)
    for name, address in reversed(labels):
        yield _label(name, address)


def _label(name: str, address: int) -> str:
    return f"{address:04x}  {name}"
