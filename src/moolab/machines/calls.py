"""A routine called over and over, at full speed."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.machines import memory as layout
from moolab.machines.assembler import Assembly
from moolab.machines.processor import CALLER, Core, Processor
from moolab.machines.riscv.kernel import run as run_riscv
from moolab.machines.thumb.kernel import run as run_thumb
from moolab.support.jit import Value, compiled, inner

LIMIT = 1_000_000
"""Instructions after which one of many calls is taken for an endless loop."""

_SLICE = 10_000_000
"""Instructions after which Ctrl-C is listened to."""


class Calls(NamedTuple):
    """What many calls came to, one element each; zeros behind one that is flawed.

    Attributes:
        values: the lowest 32 bits of the results, uint32.
        instructions: executed, int64.
        cycles: by the model of the processor, int64.
        flawed: whether a call met a fault, did not end, or did not leave registers, stack or code
            as it found them; bool.
    """

    values: NDArray[np.uint32]
    instructions: NDArray[np.int64]
    cycles: NDArray[np.int64]
    flawed: NDArray[np.bool_]


def call_many(core: Core, assembly: Assembly, arguments: NDArray[np.uint32]) -> Calls:
    """Call a routine with each row of arguments, of uint32, until one call goes wrong.

    What one call leaves behind on the stack, below its pointer, the next one finds there.

    Raises:
        ProgramFault: if there are too many arguments, or the routine does not fit into memory.
    """
    processor = Processor(core, assembly, (0,) * arguments.shape[1])
    count = len(arguments)
    calls = Calls(
        np.zeros(count, np.uint32),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.bool_),
    )
    # Registers hold arguments with their sign where there is room for it.
    signed = np.ascontiguousarray(arguments).view(np.int32)
    extended = signed.astype(np.int64).astype(core.word)
    kernel = _call_thumb if core.name == "thumb" else _call_riscv
    done = 0
    while done < count and not (done and calls.flawed[done - 1]):
        done = kernel(
            processor.registers,
            processor.memory,
            np.array(core.arguments, np.int64),
            np.array((*core.saved, core.stack), np.int64),
            len(assembly.code),
            LIMIT,
            extended,
            calls,
            done,
        )
    return calls


@inner
def _call_some(
    thumb: int | None,
    riscv: int | None,
    entry: Any,
    memory: Any,
    argument_registers: Any,
    saved: Any,
    code_size: Value,
    limit: Value,
    arguments: Any,
    calls: Any,
    begin: Value,
) -> Value:
    """Make calls from one on, to the first that is flawed; how many are made by then."""
    values, instructions, cycles, flawed = calls
    registers = entry.copy()
    counters = np.zeros(3, np.int64)
    nowhere = np.zeros(0, np.uint32)
    untouched = memory[0].copy()
    executed = 0
    for i in range(begin, len(arguments)):
        # A copy of a whole array, which can be stretched, takes two seconds more to compile.
        for j in range(len(entry)):
            registers[j] = entry[j]
        for j in range(arguments.shape[1]):
            registers[argument_registers[j]] = arguments[i, j]
        counters[:] = 0
        status: Value = layout.RUNNING
        # Numba leaves out the branch of the argument that is None, and compiles one kernel alone.
        # The limit is an argument, because a constant would make another kernel of each.
        if thumb is not None:
            status = run_thumb(registers, memory, counters, limit, nowhere)
        if riscv is not None:
            status = run_riscv(registers, memory, counters, limit, nowhere)
        values[i] = registers[argument_registers[0]]
        instructions[i] = counters[0]
        cycles[i] = counters[1]
        flawed[i] = status != layout.RETURNED
        for j in saved:
            flawed[i] |= registers[j] != entry[j]
        for place in range(code_size):
            flawed[i] |= memory[0][place] != untouched[place]
        for place in range(CALLER, memory[0].size):
            flawed[i] |= memory[0][place] != untouched[place]
        executed += counters[0]
        if flawed[i] or executed > _SLICE:
            return i + 1
    return len(arguments)


@compiled
def _call_thumb(*arguments: Any) -> Value:
    return _call_some(1, None, *arguments)


@compiled
def _call_riscv(*arguments: Any) -> Value:
    return _call_some(None, 1, *arguments)
