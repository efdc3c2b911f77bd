"""Microcontrollers that call a routine, led by commands."""

from collections.abc import Mapping

from moolab.errors import InvalidCommand
from moolab.machines.assembler import assemble
from moolab.machines.processor import Processor
from moolab.machines.session import AT_HOME, Command, Kind, Limits, Result, Session, Setup
from moolab.machines.source import format_argument, routine
from moolab.machines.targets import core, instruction_set

_ROW = 16
_MOST_BYTES = 1024


class KIND(Kind):
    """A microcontroller."""

    units = ("bytes", "", "instructions", "cycles")
    takes = ("name",)
    moment = 1 << 16
    template = "machine/processor.html"

    def begin(self, setup: Setup, limits: Limits = AT_HOME) -> Session:
        assembly = assemble(routine(setup.program, setup.name), instruction_set(setup.target))
        return ProcessorSession(Processor(core(setup.target), assembly, setup.arguments), limits)


class ProcessorSession(Session):
    """A microcontroller that calls a routine."""

    machine: Processor
    base = 16

    def __init__(self, machine: Processor, limits: Limits = AT_HOME) -> None:
        super().__init__(machine, limits)
        self.extras = {
            "memory": Command(self._dump, "ADDRESS [BYTES]", "show memory, both in hexadecimal")
        }

    @property
    def labels(self) -> Mapping[str, int]:
        return self.machine.labels

    def details(self) -> dict[str, object]:
        result = self.machine.result
        return {
            "arguments": tuple(map(format_argument, self.machine.arguments)),
            "returned": result.value if self.machine.returned else None,
            "warnings": result.warnings,
        }

    def _dump(self, text: str) -> Result:
        try:
            address, count = (int(word, 16) for word in (*text.split(), "10")[:2])
        except ValueError:
            raise InvalidCommand(
                "memory is followed by an address, and perhaps a number of bytes"
            ) from None
        data = self.machine.dump(address, min(max(count, 1), _MOST_BYTES))
        rows = range(0, len(data), _ROW)
        return Result(
            "\n".join(f"  {address + at:08x}  {data[at : at + _ROW].hex(' ')}" for at in rows)
        )
