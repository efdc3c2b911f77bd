"""A processor with its memory: a routine is called in it, step by step or at full speed."""

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.errors import ProgramFault
from moolab.machines import memory as layout
from moolab.machines.assembler import Assembly
from moolab.support.jit import Kernel
from moolab.support.text import count_noun

MEMORY = 1 << 16
"""Bytes of memory, code and stack together."""

LIMIT = 1_000_000_000
"""Instructions after which a call is taken for an endless loop."""

_SLICE = 10_000_000

CALLER = MEMORY - 256
"""Where in memory begins what belongs to the caller; the stack comes down from there."""

_MOST_SHOWN = 64
"""Words of the stack, and of other memory, that are shown."""

_PATTERN = 0xA5
"""What is in memory that was not written to."""


@dataclass(frozen=True)
class Core:
    """A kind of processor.

    Attributes:
        name: such as ``thumb``.
        names: of the registers, in the order of the state; flags come behind them.
        arguments: the registers of the arguments; the first one holds the result.
        saved: the registers which a routine has to leave as they were, without the stack pointer.
        stack, link, counter: the registers of the stack pointer, of the address to return to, and
            of the instruction that comes next.
        flags: the letters of the flags from bit 31 downwards, if there are any.
        return_bits: what is added to an address that is returned to.
        run: the kernel: ``run(registers, memory, counters, limit, breakpoints)`` changes all three
            arrays, executes at most ``limit`` instructions and returns how it ended, as
            :mod:`moolab.machines.memory` says; a faulty instruction changes nothing. Registers
            are of the type ``word`` and of length ``STATE``, memory is as ``views`` gives it,
            counters are int64 of length 3, and breakpoints a uint32 array of addresses before
            which to stop.
        width: bits of a register, 32 or 64.
    """

    name: str
    names: tuple[str, ...]
    arguments: tuple[int, ...]
    saved: tuple[int, ...]
    stack: int
    link: int
    counter: int
    flags: str
    return_bits: int
    run: Kernel
    width: int = 32

    @property
    def word(self) -> type[np.unsignedinteger[Any]]:
        """What holds a register."""
        return np.uint64 if self.width == 64 else np.uint32


class Result(NamedTuple):
    """What a call came to.

    Attributes:
        value: of the first argument's register, without a sign.
        cycles: by the model of the processor.
        warnings: what the routine has left otherwise than it found it.
    """

    value: int
    instructions: int
    cycles: int
    warnings: tuple[str, ...]


class Processor:
    """A processor with a routine in its memory, called with some arguments.

    Args:
        arguments: whole numbers from -2^31 to 2^32 - 1, at most as many as there are registers.

    Attributes:
        arguments: what it was called with.
        registers: the state, as kernels take it.

    Raises:
        ProgramFault: if there are too many arguments, one is out of range, or the routine does not
            fit into memory.
    """

    def __init__(self, core: Core, assembly: Assembly, arguments: tuple[int, ...] = ()) -> None:
        self.arguments = arguments
        self._core = core
        self._assembly = assembly
        self._code = np.frombuffer(assembly.code, dtype=np.uint8)
        if self._code.size > MEMORY // 2:
            raise ProgramFault(
                f"{assembly.name} has {count_noun(self._code.size, 'byte')}; "
                f"{MEMORY // 2:,} fit into memory"
            )
        self.memory = layout.views(np.full(MEMORY, _PATTERN, dtype=np.uint8))
        self._guard()
        self.registers = _entry(core, arguments)
        self._at_entry = self.registers.copy()
        self._memory_at_entry = self.memory[2].copy()
        self._counters = np.zeros(3, dtype=np.int64)
        self._status = layout.RUNNING

    def _guard(self) -> None:
        """Put into memory what a routine has to leave alone: itself, and what is the caller's."""
        self.memory[0][: self._code.size] = self._code
        self.memory[0][CALLER:] = _PATTERN

    @property
    def program_counter(self) -> int:
        """The address of the next instruction, from the beginning of the routine."""
        return int(self.registers[self._core.counter]) - layout.BASE

    @property
    def returned(self) -> bool:
        """Whether the routine has come to its end."""
        return self._status == layout.RETURNED

    @property
    def stopped(self) -> str | None:
        """Why there is nothing to execute: the routine has returned, or met a fault."""
        if self.returned:
            return f"{self._assembly.name} has returned {self.result.value:#x}"
        return self._fault if self._status < 0 else None

    @property
    def _fault(self) -> str:
        where = "outside the routine"
        for line in self._assembly.lines:
            if line.address == self.program_counter:
                where = f"line {line.line}: {line.source}"
        address = int(self._counters[layout.FAULT_ADDRESS]) % (1 << self._core.width)
        what = {
            layout.OUTSIDE: f"there is no memory at {address:#010x}",
            layout.MISALIGNED: f"the address {address:#010x} is not aligned",
            layout.UNDEFINED: "this is not an instruction of the processor",
            layout.NO_STATE: f"{address:#010x} is even, which is the address of no Thumb code",
            layout.UNHANDLED: "there is no system and no debugger that could be called",
        }[self._status]
        return f"{where}: {what}"

    @property
    def work(self) -> int:
        """How many instructions were executed."""
        return int(self._counters[layout.INSTRUCTIONS])

    def step(self) -> None:
        """Execute one instruction."""
        self.run(1)

    def run(self, limit: int, breakpoints: tuple[int, ...] = ()) -> None:
        """Execute instructions until the routine returns or something stops it.

        Args:
            limit: the most to execute.
            breakpoints: addresses from the beginning of the routine, at which to stop before the
                instruction there; the one to begin with does not count.
        """
        end = self.work + limit
        self._run(min(limit, 1), ())
        while self._status == layout.RUNNING and self.work < end:
            # Ctrl-C is heard between two calls of the kernel.
            self._run(min(end - self.work, _SLICE), breakpoints)

    def _run(self, limit: int, breakpoints: tuple[int, ...]) -> None:
        if self.stopped is None:
            stops = np.array([layout.BASE + place for place in breakpoints], dtype=np.uint32)
            self._status = self._core.run(self.registers, self.memory, self._counters, limit, stops)

    def calling(
        self, limit: int, warn: Callable[[Iterable[str]], None]
    ) -> Callable[..., tuple[int, int, int]]:
        """A function that calls the routine anew, entering the kernel once, as fast as Python can.

        It takes as many arguments as there were at first, and returns the value with its sign as 32
        bits, instructions, and cycles. Memory that can be written to stays as the last call left
        it.

        Args:
            limit: the most instructions to execute.
            warn: is told what the routine has left otherwise than it found it, if anything.
        """
        core, memory, state = self._core, self.memory, self.registers
        size, first = core.width // 8, core.arguments[0]
        begin, kept = self._at_entry.tobytes(), {*core.saved, core.stack}
        registers, words = state.data.cast("B"), state.data.cast("B").cast("i")
        # A register of 64 bits has the sign in its upper half.
        put = struct.Struct("=" + "i" * (len(self.arguments) * size // 4)).pack_into
        widths = (f"{size}{'s' if each in kept else 'x'}" for each in range(layout.STATE))
        saved = struct.Struct("=" + "".join(widths)).unpack
        before, own = saved(begin), memory[0][: self._code.size].tobytes()
        code, caller = memory[0].data[: len(own)], memory[0].data[CALLER:]
        counters, others, nowhere = self._counters, caller.tobytes(), np.zeros(0, np.uint32)
        kernel = core.run.form(state, memory, counters, limit, nowhere)

        def call(*arguments: int) -> tuple[int, int, int]:
            registers[:] = begin
            counters.fill(0)
            try:
                if size == 4:
                    put(registers, first * 4, *arguments)
                else:
                    put(registers, first * 8, *[half for a in arguments for half in (a, a >> 31)])
            except struct.error:
                state[:] = _entry(core, arguments)
            self._status = status = kernel(state, memory, counters, limit, nowhere)
            if (
                saved(registers) != before
                or code.tobytes() != own
                or caller.tobytes() != others
                or status != layout.RETURNED
            ):
                warnings = tuple(self._warnings())
                self._guard()
                if status != layout.RETURNED:
                    raise ProgramFault(self.stopped or self._unending(limit))
                warn(warnings)
            instructions, cycles, _ = counters.tolist()
            return words[first * size // 4], instructions, cycles

        return call

    def _unending(self, limit: int) -> str:
        return f"{self._assembly.name} has not ended after {count_noun(limit, 'instruction')}"

    @property
    def result(self) -> Result:
        """What the call has come to by now."""
        return Result(
            int(self.registers[self._core.arguments[0]]),
            int(self._counters[layout.INSTRUCTIONS]),
            int(self._counters[layout.CYCLES]),
            tuple(self._warnings()) if self.returned else (),
        )

    def _warnings(self) -> Iterator[str]:
        core = self._core
        for index in (*core.saved, core.stack):
            before, after = int(self._at_entry[index]), int(self.registers[index])
            if before != after:
                yield f"{core.names[index]} is not restored: {after:#010x}, not {before:#010x}"
        memory = self.memory[0]
        if (memory[CALLER:] != _PATTERN).any():
            yield "the caller's stack is overwritten"
        if (memory[: self._code.size] != self._code).any():
            yield "the routine has overwritten itself"

    def snapshot(self) -> object:
        """Registers, memory and counters as they are now."""
        return (self.registers.copy(), self.memory[0].copy(), self._counters.copy(), self._status)

    def restore(self, snapshot: Any) -> None:
        """Go back to a snapshot."""
        registers, memory, counters, self._status = snapshot
        self.registers[:] = registers
        self.memory[0][:] = memory
        self._counters[:] = counters

    def listing(self) -> list[tuple[int, str]]:
        """Address and text of every instruction."""
        return [(line.address, str(line)) for line in self._assembly.lines]

    @property
    def comments(self) -> Mapping[int, str]:
        """What the listing says behind instructions, by their addresses."""
        return {line.address: line.comment for line in self._assembly.lines if line.comment}

    def groups(self) -> dict[str, dict[str, str]]:
        """Registers, flags, counters, the top of the stack, and memory written to elsewhere."""
        core = self._core
        digits = core.width // 4
        registers = {
            name: f"{self.registers[index]:0{digits}x}" for index, name in enumerate(core.names)
        }
        flags = int(self.registers[len(core.names)])
        counters = {
            "instructions": f"{self._counters[layout.INSTRUCTIONS]:,}",
            "cycles": f"{self._counters[layout.CYCLES]:,}",
        }
        shown = {letter: str(flags >> 31 - bit & 1) for bit, letter in enumerate(core.flags)}
        return {
            "registers": registers,
            **({"flags": shown} if shown else {}),
            "stack": dict(self._words(self._stack[:_MOST_SHOWN])),
            "memory": dict(self._words(self._written)),
            "counters": counters,
        }

    def dump(self, address: int, count: int) -> bytes:
        """What is in memory: so many bytes from an address on, where there is memory."""
        place = address - layout.BASE
        if not 0 <= place <= place + count <= MEMORY:
            raise ProgramFault(
                f"there is memory from {layout.BASE:08x} to {layout.BASE + MEMORY - 1:08x} only"
            )
        return self.memory[0][place : place + count].tobytes()

    @property
    def labels(self) -> Mapping[str, int]:
        """The addresses of labels, from the beginning of the routine."""
        return self._assembly.labels

    @property
    def _stack(self) -> range:
        """The places between the stack pointer and the caller's part."""
        pointer = int(self.registers[self._core.stack]) - layout.BASE
        aligned = 0 <= pointer <= CALLER and pointer % 4 == 0
        return range(pointer if aligned else CALLER, CALLER, 4)

    @property
    def _written(self) -> list[int]:
        """The places outside of the stack that hold something else than at the beginning."""
        changed = 4 * np.flatnonzero(self.memory[2] != self._memory_at_entry)
        stack = self._stack
        return [int(place) for place in changed if place not in stack][:_MOST_SHOWN]

    def _words(self, places: Iterable[int]) -> Iterator[tuple[str, str]]:
        for place in places:
            yield f"{layout.BASE + place:08x}", f"{self.memory[2][place // 4]:08x}"


def _entry(core: Core, arguments: tuple[int, ...]) -> NDArray[Any]:
    """The registers when a routine is entered: all different, so that a lost one is noticed."""
    most = len(core.arguments)
    if len(arguments) > most:
        raise ProgramFault(
            f"{count_noun(len(arguments), 'argument')} are too many: {most} are passed in registers"
        )
    registers = np.zeros(layout.STATE, dtype=core.word)
    for index in core.saved:
        registers[index] = 0xC0DE_0000 + index
    for index, argument in zip(core.arguments, arguments, strict=False):
        if not -(1 << 31) <= argument < 1 << 32:
            raise ProgramFault(f"the argument {argument} does not fit into 32 bits")
        registers[index] = extended(argument, core.width)
    registers[core.stack] = layout.BASE + CALLER
    registers[core.link] = layout.RETURN + core.return_bits
    registers[core.counter] = layout.BASE
    return registers


def extended(argument: int, width: int) -> int:
    """A number of 32 bits as a register holds it, extended with its sign where there is room.

    >>> f"{extended(0x9876_5432, 64):x}", f"{extended(-1, 32):x}"
    ('ffffffff98765432', 'ffffffff')
    """
    return signed(argument) % (1 << width)


def signed(word: int, width: int = 32) -> int:
    """The lowest bits of a number, of which the highest is a sign.

    >>> signed(0xFFFF_FFFB), signed(5), signed(0xFFFF_FFFB, 64)
    (-5, 5, 4294967291)
    """
    sign = 1 << width - 1
    return (word % (2 * sign) ^ sign) - sign


def call(core: Core, assembly: Assembly, arguments: tuple[int, ...], limit: int = LIMIT) -> Result:
    """Call a routine and wait for its end.

    Raises:
        ProgramFault: if it meets a fault, with the line, or does not end within ``limit``
            instructions.
    """
    processor = Processor(core, assembly, arguments)
    processor.run(limit)
    if processor.returned:
        return processor.result
    raise ProgramFault(processor.stopped or processor._unending(limit))
