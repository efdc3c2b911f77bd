"""``moo machine debug``: a look inside."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from moolab.cli.machine.call import NumberType
from moolab.cli.machine.options import refuse
from moolab.cli.machine.session import Extra, Session
from moolab.cli.playing import keyboard
from moolab.cli.terminal import Terminal
from moolab.errors import InvalidCommand
from moolab.machines.assembler import assemble
from moolab.machines.debugger import Debugger
from moolab.machines.source import read_routine, read_source
from moolab.machines.targets import MICROCONTROLLERS, TARGETS, core, instruction_set

if TYPE_CHECKING:
    from moolab.machines.processor import Processor

_ROW = 16
_MOST_BYTES = 1024


@click.command("debug", context_settings={"ignore_unknown_options": True})
@click.argument("target", type=click.Choice(TARGETS))
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("arguments", nargs=-1, type=NumberType(), metavar="[ARG]...")
@click.option("--name", metavar="NAME", help="The routine, if FILE has several.")
@click.option("--seed", type=int, default=0, show_default=True, help="Decides RND of the BASIC.")
def command(
    target: str, file: Path, arguments: tuple[int, ...], name: str | None, seed: int
) -> None:
    """Look inside a machine, step by step, forwards and backwards.

    Commands come from standard input; help lists them. A routine is called with the ARGs; on the
    calculator, keys presses keys; what the BASIC waits for is said with enter.
    """
    if target not in MICROCONTROLLERS and arguments:
        raise click.UsageError(f"{target} takes no arguments.")
    terminal = Terminal(keyboard(), sys.stdout)
    if target == "hp12c":
        refuse("name", "seed")
        session = _calculator(file, terminal)
    elif target == "ti74":
        refuse("name")
        session = _basic(file, seed, terminal)
    else:
        refuse("seed")
        session = _processor(target, file, name, arguments, terminal)
    session.hold()


def _calculator(file: Path, terminal: Terminal) -> Session:
    from moolab.machines.hp12c.calculator import Calculator

    calculator = Calculator(read_source(file))
    debugger = Debugger(calculator)

    def press(keys: str) -> None:
        debugger.act(lambda: calculator.press(keys, hold=True))

    keys = Extra(press, ("KEYS", "press keys; R/S starts the program"))
    return Session(debugger, terminal, 10, {}, {"keys": keys})


def _basic(file: Path, seed: int, terminal: Terminal) -> Session:
    from moolab.machines.ti74.interpreter import Basic
    from moolab.machines.ti74.program import Program

    basic = Basic(Program(read_source(file)), seed)
    debugger = Debugger(basic)

    def enter(text: str) -> None:
        debugger.act(lambda: basic.enter(text))

    answer = Extra(enter, ("[TEXT]", "answer INPUT, or go on after PAUSE"))
    return Session(debugger, terminal, 10, {}, {"enter": answer}, basic.read)


def _processor(
    target: str, file: Path, name: str | None, arguments: tuple[int, ...], terminal: Terminal
) -> Session:
    assembly = assemble(read_routine(file, name), instruction_set(target))
    kind = core(target)
    from moolab.machines.processor import Processor

    processor = Processor(kind, assembly, arguments)
    memory = Extra(
        lambda text: _dump(processor, text),
        ("ADDRESS [BYTES]", "show memory, both in hexadecimal"),
    )
    return Session(Debugger(processor), terminal, 16, processor.labels, {"memory": memory})


def _dump(processor: "Processor", text: str) -> str:
    try:
        address, count = (int(word, 16) for word in (*text.split(), "10")[:2])
    except ValueError:
        raise InvalidCommand("memory wants an address, and perhaps a number of bytes") from None
    data = processor.dump(address, min(max(count, 1), _MOST_BYTES))
    return "\n".join(_rows(address, data))


def _rows(address: int, data: bytes) -> Iterator[str]:
    for start in range(0, len(data), _ROW):
        yield f"  {address + start:08x}  {data[start : start + _ROW].hex(' ')}"
