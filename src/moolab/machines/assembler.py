"""Two passes over a routine: where the labels are, then what the instructions are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from moolab.errors import InvalidProgram
from moolab.machines.notation import ulisp
from moolab.machines.notation.ulisp import Instruction, Label, Operand, Quoted, Routine, Symbol
from moolab.support.text import count_noun, quote

_HERE = "*pc*"
"""What uLisp calls the address of the instruction itself."""

_PASSES = 100
"""After which labels are not expected to settle."""


@dataclass(frozen=True)
class Context:
    """Where an instruction is assembled, and what the names around it mean.

    Args:
        address: of the instruction, in bytes from the beginning of the routine, which itself
            is at a multiple of 4.
        registers: the number of each register, under each of its names and that of a parameter.
        parameters: the names of the routine's parameters, which need no quote.
        labels: the address of each label as far as it is known; None stands for a later pass.
    """

    address: int
    registers: Mapping[str, int]
    parameters: tuple[str, ...]
    labels: Mapping[str, int | None]

    def is_register(self, operand: Operand) -> bool:
        """Whether an operand is meant as a register: ``'r0``, or a parameter."""
        return isinstance(operand, Quoted) or (
            isinstance(operand, Symbol) and operand.name in self.parameters
        )

    def register(self, operand: Operand) -> int:
        """The number of a register, written ``'r0`` or as a parameter, if it is one."""
        if self.is_register(operand) and isinstance(operand, Quoted | Symbol):
            return self.named(operand.name)
        shown = quote(ulisp.show(operand))
        raise InvalidProgram(f"{shown} is not a register; one is written 'register")

    def named(self, name: str | int) -> int:
        """The number of the register of this name, if there is one, as in ``'(r4 lr)``."""
        if isinstance(name, str) and name in self.registers:
            return self.registers[name]
        raise InvalidProgram(f"there is no register {quote(str(name))}")

    def value(self, operand: Operand) -> int:
        """A number, the address of a label, ``*pc*``, or arithmetic with these.

        A label that is not known yet counts as this very address, so that distances are zero.

        Raises:
            InvalidProgram: if it is none of them, or there is no such label.
        """
        return ulisp.value(operand, self._label)

    def _label(self, name: str) -> int:
        if name == _HERE:
            return self.address
        if name not in self.labels:
            if name in self.registers:
                raise InvalidProgram(f"{quote(name)} is a register, which is written '{name}")
            hint = f"; hexadecimal numbers begin with #x: #{name[1:]}" if name[:2] == "0x" else ""
            raise InvalidProgram(f"there is no label {quote(name)}{hint}")
        address = self.labels[name]
        return self.address if address is None else address


Encode = Callable[[Context, tuple[Operand, ...]], list[int]]
"""The 16-bit words of an instruction; raises InvalidProgram with the reason alone."""


@dataclass(frozen=True)
class InstructionSet:
    """What a processor's assembler knows.

    Args:
        name: of the processor, such as ``thumb``.
        registers: the number of every register under each of its names.
        parameters: the registers of the routine's arguments, in order.
        mnemonics: how each instruction is encoded, by its name with the dollar sign.
        aligned: those which are at a multiple of 4, behind a ``$nop`` where that is necessary;
            the labels before them mean the place behind it.
    """

    name: str
    registers: Mapping[str, int]
    parameters: tuple[str, ...]
    mnemonics: Mapping[str, Encode]
    aligned: frozenset[str] = frozenset()


class Line(NamedTuple):
    """An instruction, assembled.

    Attributes:
        address: in bytes from the beginning of the routine.
        words: its 16-bit words.
        line: where its form begins in the listing.
        comment: what the listing says behind it.
    """

    address: int
    words: tuple[int, ...]
    line: int
    source: str
    comment: str = ""

    def __str__(self) -> str:
        """As listings show it: address, words, form."""
        words = " ".join(f"{word:04x}" for word in self.words)
        return f"{self.address:04x}  {words:<9}  {self.source}"


@dataclass(frozen=True)
class Assembly:
    """A routine, assembled, with the address of each label."""

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

    The first pass takes every distance for zero; more follow until the labels settle. An
    operand that does not fit is an error in the last pass only, when its value is known.

    Raises:
        InvalidProgram: for an unknown mnemonic, register or label, a label that occurs twice, an
            operand that the instruction cannot hold, or more parameters than there are registers
            for them; with the line and the form.
    """
    registers = _registers(routine, instruction_set)
    labels: dict[str, int | None] = dict.fromkeys(_labels(routine))
    unrest = InvalidProgram(f"line {routine.line}: the labels of {routine.name} never settle")
    for _ in range(_PASSES):
        lines, found, fault = _pass(routine, instruction_set, registers, labels)
        if found == labels:
            if fault is not None:
                raise fault
            return Assembly(routine.name, routine.parameters, tuple(lines), found)
        labels = dict(found)
        # What does not fit leaves less room between labels, so that in the next pass it may fit.
        unrest = fault or unrest
    raise unrest


def _registers(routine: Routine, instruction_set: InstructionSet) -> Mapping[str, int]:
    registers = dict(instruction_set.registers)
    most = len(instruction_set.parameters)
    if len(routine.parameters) > most:
        count = count_noun(len(routine.parameters), "parameter")
        raise InvalidProgram(
            f"line {routine.line}: {routine.name} has {count}, but registers for {most} only"
        )
    for parameter, name in zip(routine.parameters, instruction_set.parameters, strict=False):
        number = instruction_set.registers[name]
        if routine.parameters.count(parameter) > 1:
            raise InvalidProgram(f"line {routine.line}: two parameters are {quote(parameter)}")
        if registers.get(parameter, number) != number:
            raise InvalidProgram(
                f"line {routine.line}: {quote(parameter)} is the name of a register, but the "
                f"parameter is in {name}"
            )
        registers[parameter] = number
    return registers


def _labels(routine: Routine) -> list[str]:
    lines: dict[str, int] = {}
    for item in routine.body:
        if isinstance(item, Label):
            if item.name in lines:
                before = lines[item.name]
                raise InvalidProgram(
                    f"line {item.line}: the label {quote(item.name)} stands in line {before} too"
                )
            if item.name in routine.parameters:
                raise InvalidProgram(
                    f"line {item.line}: {quote(item.name)} cannot be a label, because it is a "
                    "parameter"
                )
            if item.name == _HERE:
                raise InvalidProgram(
                    f"line {item.line}: {quote(_HERE)} cannot be a label, because it is the "
                    "address of the instruction itself"
                )
            lines[item.name] = item.line
    return list(lines)


def _pass(
    routine: Routine,
    instruction_set: InstructionSet,
    registers: Mapping[str, int],
    labels: Mapping[str, int | None],
) -> tuple[list[Line], dict[str, int], InvalidProgram | None]:
    """The lines, where the labels have been found, and the first thing that is wrong."""
    lines: list[Line] = []
    found: dict[str, int] = {}
    here: list[str] = []
    fault: InvalidProgram | None = None
    address = 0
    for item in routine.body:
        if isinstance(item, Label):
            here.append(item.name)
            continue
        padding = item._replace(mnemonic="$nop", operands=(), text="($nop)", comment="")
        is_padded = item.mnemonic in instruction_set.aligned and address % 4
        for instruction in (padding, item) if is_padded else (item,):
            found.update(dict.fromkeys(here, address))
            context = Context(address, registers, routine.parameters, labels)
            try:
                words = _encode(instruction, context, instruction_set)
            except InvalidProgram as error:
                form = f"line {instruction.line}: {quote(instruction.text)}"
                fault = fault or InvalidProgram(f"{form}: {error}")
                words = [0]
            lines.append(
                Line(address, tuple(words), instruction.line, instruction.text, instruction.comment)
            )
            address += 2 * len(words)
        here.clear()
    found.update(dict.fromkeys(here, address))
    return lines, found, fault


def _encode(
    instruction: Instruction, context: Context, instruction_set: InstructionSet
) -> list[int]:
    mnemonic, operands = instruction.mnemonic, instruction.operands
    if not mnemonic:
        return [
            in_range(context.value(operands[0]), -(1 << 15), (1 << 16) - 1, "the word") & 0xFFFF
        ]
    if mnemonic not in instruction_set.mnemonics:
        raise InvalidProgram(f"{instruction_set.name} has no instruction {quote(mnemonic)}")
    return instruction_set.mnemonics[mnemonic](context, operands)
