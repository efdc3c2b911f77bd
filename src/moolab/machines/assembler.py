"""Two passes over a routine: where the labels are, then what the instructions are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from moolab.errors import InvalidProgram
from moolab.machines import ulisp
from moolab.machines.ulisp import Instruction, Label, Operand, Quoted, Routine
from moolab.words import counted, quoted


@dataclass(frozen=True)
class Site:
    """Where an instruction is assembled, and what the names around it mean.

    Args:
        address: of the instruction, in bytes from the beginning of the routine, which itself
            stands at a multiple of 4.
        registers: the number of each register, the routine's parameters among them.
        labels: the address of each label as far as it is known; None stands for a later pass.
    """

    address: int
    registers: Mapping[str, int]
    labels: Mapping[str, int | None]

    def register(self, operand: Operand) -> int:
        """The number of a register, written ``'r0`` or as a parameter.

        Raises:
            InvalidProgram: if it is none.
        """
        if isinstance(operand, Quoted):
            return self.named(operand.name)
        raise InvalidProgram(f"{ulisp.show(operand)} is no register; one is written 'register")

    def named(self, name: str | int) -> int:
        """The number of a register of this name, as in ``'(r4 lr)``.

        Raises:
            InvalidProgram: if there is none.
        """
        if isinstance(name, str) and name in self.registers:
            return self.registers[name]
        raise InvalidProgram(f"there is no register {quoted(str(name))}")

    def value(self, operand: Operand) -> int:
        """A number, the address of a label, or arithmetic with these.

        A label that is not known yet counts as this very address, so that distances are zero.

        Raises:
            InvalidProgram: if it is none of them, or there is no such label.
        """
        return ulisp.value(operand, self._label)

    def _label(self, name: str) -> int:
        if name not in self.labels:
            raise InvalidProgram(f"there is no label {quoted(name)}")
        address = self.labels[name]
        return self.address if address is None else address


Encode = Callable[[Site, tuple[Operand, ...]], list[int]]
"""The 16-bit words of an instruction; raises InvalidProgram with the reason alone."""


@dataclass(frozen=True)
class InstructionSet:
    """What a processor's assembler knows.

    Args:
        name: of the processor, such as ``thumb``.
        registers: the number of every register under each of its names.
        parameters: the registers of the routine's arguments, in order.
        mnemonics: how each instruction is encoded, by its name with the dollar sign.
    """

    name: str
    registers: Mapping[str, int]
    parameters: tuple[str, ...]
    mnemonics: Mapping[str, Encode]


class Line(NamedTuple):
    """An instruction, assembled.

    Attributes:
        address: in bytes from the beginning of the routine.
        words: its 16-bit words.
        line: where its form begins in the listing.
        source: the form.
    """

    address: int
    words: tuple[int, ...]
    line: int
    source: str

    def __str__(self) -> str:
        """As listings show it: address, words, form."""
        words = " ".join(f"{word:04x}" for word in self.words)
        return f"{self.address:04x}  {words:<9}  {self.source}"


@dataclass(frozen=True)
class Assembly:
    """A routine, assembled.

    Attributes:
        name: of the routine.
        parameters: their names.
        lines: its instructions.
        labels: the address of each label.
    """

    name: str
    parameters: tuple[str, ...]
    lines: tuple[Line, ...]
    labels: Mapping[str, int]

    @property
    def code(self) -> bytes:
        """The bytes of the routine in the order of memory, which is little-endian."""
        return b"".join(word.to_bytes(2, "little") for line in self.lines for word in line.words)


def in_range(number: int, low: int, high: int, what: str, *, multiple: int = 1) -> int:
    """The number itself, if an instruction can hold it.

    Args:
        number: as it was asked for.
        low: the least that can be held.
        high: the greatest.
        what: the name of the operand in the error's sentence: "the offset".
        multiple: of what it has to be a multiple.

    Raises:
        InvalidProgram: if it is out of range or not such a multiple.

    >>> in_range(8, 0, 124, "the offset", multiple=4)
    8
    >>> in_range(130, 0, 124, "the offset", multiple=4)
    Traceback (most recent call last):
    ...
    moolab.errors.InvalidProgram: the offset is 130, not a multiple of 4 from 0 to 124
    """
    if low <= number <= high and number % multiple == 0:
        return number
    kind = "" if multiple == 1 else f"a multiple of {multiple} "
    raise InvalidProgram(f"{what} is {number}, not {kind}from {low} to {high}")


def assemble(routine: Routine, instruction_set: InstructionSet) -> Assembly:
    """Assemble a routine.

    The first pass takes every distance for zero. Where the length of an instruction depends on a
    distance, passes follow until the labels stand still; they only ever move apart, so that this
    ends.

    Raises:
        InvalidProgram: for an unknown mnemonic, register or label, a label that stands twice, an
            operand that the instruction cannot hold, or more parameters than there are registers
            for them; with the line and the form.
    """
    registers = _registers(routine, instruction_set)
    labels: dict[str, int | None] = dict.fromkeys(_labels(routine, registers))
    while True:
        lines, found = _pass(routine, instruction_set, registers, labels)
        if found == labels:
            return Assembly(routine.name, routine.parameters, tuple(lines), found)
        labels = dict(found)


def _registers(routine: Routine, instruction_set: InstructionSet) -> Mapping[str, int]:
    registers = dict(instruction_set.registers)
    most = len(instruction_set.parameters)
    if len(routine.parameters) > most:
        count = counted(len(routine.parameters), "parameter")
        raise InvalidProgram(
            f"line {routine.line}: {routine.name} has {count}, but registers for {most} only"
        )
    for parameter, register in zip(routine.parameters, instruction_set.parameters, strict=False):
        if parameter in registers:
            twice = routine.parameters.count(parameter) > 1
            reason = "stands twice among the parameters" if twice else "is the name of a register"
            raise InvalidProgram(f"line {routine.line}: {quoted(parameter)} {reason}")
        registers[parameter] = instruction_set.registers[register]
    return registers


def _labels(routine: Routine, registers: Mapping[str, int]) -> list[str]:
    lines: dict[str, int] = {}
    for item in routine.body:
        if isinstance(item, Label):
            if item.name in lines:
                before = lines[item.name]
                raise InvalidProgram(
                    f"line {item.line}: the label {quoted(item.name)} stands in line {before} too"
                )
            if item.name in registers:
                raise InvalidProgram(
                    f"line {item.line}: {quoted(item.name)} cannot be a label, because it is the "
                    "name of a register or a parameter"
                )
            lines[item.name] = item.line
    return list(lines)


def _pass(
    routine: Routine,
    instruction_set: InstructionSet,
    registers: Mapping[str, int],
    labels: Mapping[str, int | None],
) -> tuple[list[Line], dict[str, int]]:
    lines: list[Line] = []
    found: dict[str, int] = {}
    address = 0
    for item in routine.body:
        match item:
            case Label(name):
                found[name] = address
            case Instruction(mnemonic, operands, line, text):
                site = Site(address, registers, labels)
                try:
                    words = _encoder(mnemonic, instruction_set)(site, operands)
                except InvalidProgram as error:
                    raise InvalidProgram(f"line {line}: {text}: {error}") from None
                lines.append(Line(address, tuple(words), line, text))
                address += 2 * len(words)
    return lines, found


def _encoder(mnemonic: str, instruction_set: InstructionSet) -> Encode:
    if mnemonic not in instruction_set.mnemonics:
        raise InvalidProgram(f"{instruction_set.name} has no instruction {quoted(mnemonic)}")
    return instruction_set.mnemonics[mnemonic]
