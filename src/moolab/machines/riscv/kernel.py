"""The processor: RV32IMC's instructions, compiled.

After the chapters "RV32I", "M" and "C" of the manual that ``formats.py`` names. Loads and stores
have to be aligned. There is no system around the processor, so that calls of one, ``ecall`` and
``ebreak``, are faults; instructions of other extensions are undefined.

Cycles are those of a simple core which does one thing after another: 1 for each instruction, but

- 2 for a load,
- 2 for a jump, and for a branch that is taken,
- 32 for a division or a remainder, of which one bit a cycle is found; a product takes 1.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.machines.memory import (
    AT_BREAKPOINT,
    CYCLES,
    FAULT_ADDRESS,
    INSTRUCTIONS,
    RETURN,
    RETURNED,
    RUNNING,
    UNDEFINED,
    UNHANDLED,
    offset_of,
    part_of,
    with_part,
)
from moolab.machines.riscv import formats
from moolab.machines.riscv.expansion import expanded
from moolab.machines.riscv.formats import (
    AUIPC,
    BRANCH,
    JAL,
    JALR,
    LOAD,
    LUI,
    MISC_MEM,
    OP,
    OP_IMM,
    STORE,
    SYSTEM,
)
from moolab.support.jit import Value, compiled, inlined

PC = 32
"""Where the state has the program counter, behind x0 to x31."""

_PLAIN, _LOADED, _JUMPED, _DIVIDED = 1, 2, 2, 32
"""Cycles; see above."""

_ALL = 0xFFFF_FFFF
_EBREAK = 0x0010_0073  # and ecall, with a bit less

_WITHOUT_RESULT = (STORE, BRANCH, MISC_MEM)

_i_immediate = inlined(formats.i_immediate)
_s_immediate = inlined(formats.s_immediate)
_b_immediate = inlined(formats.b_immediate)
_j_immediate = inlined(formats.j_immediate)


@compiled
def run(
    registers: NDArray[np.uint32],
    memory: Any,
    counters: NDArray[np.int64],
    limit: int,
    breakpoints: NDArray[np.uint32],
) -> int:
    """Execute at most ``limit`` instructions; see :class:`moolab.machines.processor.Core`."""
    # Arrays are used here alone: to hand them to other functions takes longer than the rest.
    data, halves, words = memory
    pc = np.int64(registers[PC])
    executed, cycles, status = 0, 0, RUNNING
    while status == RUNNING and executed < limit:
        if pc in breakpoints:
            status = AT_BREAKPOINT
            break
        address, following = pc, pc + 2
        offset = offset_of(data.size, address, 2)
        word = offset if offset < 0 else np.int64(halves[offset >> 1])
        if word >= 0 and word & 3 != 3:
            word = expanded(word)
        elif word >= 0:
            address, following = pc + 2, pc + 4
            offset = offset_of(data.size, address, 2)
            word = offset if offset < 0 else word | np.int64(halves[offset >> 1]) << 16
        opcode, funct3 = word & 0x7F, word >> 12 & 7
        rd, rs1, rs2 = word >> 7 & 31, word >> 15 & 31, word >> 20 & 31
        first, second = np.int64(registers[rs1]), np.int64(registers[rs2])
        size = _size(opcode, funct3)
        if word < 0:
            result, cost = word, 0
        elif size > 0:
            number = _i_immediate(word) if opcode == LOAD else _s_immediate(word)
            address = first + number & _ALL
            offset = offset_of(data.size, address, size)
            result, cost = offset, _PLAIN
            if offset >= 0:
                held = np.int64(words[offset >> 2])
                if opcode == LOAD:
                    result, cost = _extended(part_of(held, offset, size), funct3), _LOADED
                else:
                    words[offset >> 2] = with_part(held, offset, size, second)
        else:
            address = pc
            result, following, cost = _computed(word, first, second, pc, following)
        if result < 0:
            status = int(result)
            counters[FAULT_ADDRESS] = address
            break
        if rd and opcode not in _WITHOUT_RESULT:
            registers[rd] = result
        executed, cycles, pc = executed + 1, cycles + cost, following
        if pc == RETURN:
            status = RETURNED
    registers[PC] = pc
    counters[INSTRUCTIONS] += executed
    counters[CYCLES] += cycles
    return status


@inlined
def _size(opcode: Value, funct3: Value) -> Value:
    """How many bytes an instruction reads or writes, if there are any."""
    if opcode == LOAD and funct3 & 3 != 3 and funct3 != 6:
        return 1 << (funct3 & 3)
    return 1 << funct3 if opcode == STORE and funct3 < 3 else 0


@inlined
def _extended(part: Value, funct3: Value) -> Value:
    """What a load makes 32 bits of, with the sign if it is ``lb`` or ``lh``."""
    if funct3 == 0:
        return (part ^ 0x80) - 0x80 & _ALL
    if funct3 == 1:
        return (part ^ 0x8000) - 0x8000 & _ALL
    return part


@inlined
def _computed(
    word: Value, first: Value, second: Value, pc: Value, following: Value
) -> tuple[Value, Value, Value]:
    """What an instruction does that leaves memory alone.

    Returns:
        Its result, or a fault; the address of the next instruction; and the cycles.
    """
    opcode, funct3, funct7 = word & 0x7F, word >> 12 & 7, word >> 25
    if opcode == OP_IMM:
        is_shift = funct3 & 3 == 1
        number = _i_immediate(word) & _ALL
        return _calculated(funct3, funct7 if is_shift else 0, first, number), following, _PLAIN
    if opcode == OP and funct7 == 1:
        is_division = funct3 & 4
        cost = _DIVIDED if is_division else _PLAIN
        return _multiplied(funct3, first, second), following, cost
    if opcode == OP:
        return _calculated(funct3, funct7, first, second), following, _PLAIN
    if opcode == LUI:
        return word & 0xFFFF_F000, following, _PLAIN
    if opcode == AUIPC:
        return pc + (word & 0xFFFF_F000) & _ALL, following, _PLAIN
    if opcode == JAL:
        return following, pc + _j_immediate(word) & _ALL, _JUMPED
    if opcode == JALR and funct3 == 0:
        return following, first + _i_immediate(word) & _ALL - 1, _JUMPED
    if opcode == BRANCH and funct3 >> 1 != 1:
        if _is_taken(funct3, first, second):
            return 0, pc + _b_immediate(word) & _ALL, _JUMPED
        return 0, following, _PLAIN
    if opcode == MISC_MEM and funct3 == 0:
        return 0, following, _PLAIN
    if opcode == SYSTEM and word | _EBREAK == _EBREAK:
        return UNHANDLED, following, 0
    return UNDEFINED, following, 0


@inlined
def _calculated(funct3: Value, funct7: Value, first: Value, second: Value) -> Value:
    """Arithmetic of 32 bits, or the fault of an instruction that does not exist."""
    places = second & 31
    if funct7 == 0x20 and funct3 == 0:
        return first - second & _ALL
    if funct7 == 0x20 and funct3 == 5:
        return _signed(first) >> places & _ALL
    if funct7 != 0:
        return UNDEFINED
    if funct3 == 0:
        return first + second & _ALL
    if funct3 == 1:
        return first << places & _ALL
    if funct3 == 2:
        return np.int64(_signed(first) < _signed(second))
    if funct3 == 3:
        return np.int64(first < second)
    if funct3 == 4:
        return first ^ second
    if funct3 == 5:
        return first >> places
    if funct3 == 6:
        return first | second
    return first & second


@inlined
def _multiplied(funct3: Value, first: Value, second: Value) -> Value:
    """Products, quotients and rests, which never are faults."""
    if funct3 == 0:
        return first * second & _ALL
    if funct3 == 1:
        return _signed(first) * _signed(second) >> 32 & _ALL
    if funct3 == 2:
        return _signed(first) * second >> 32 & _ALL
    if funct3 == 3:
        # The product may come out negative in 64 bits, of which these are the same.
        return first * second >> 32 & _ALL
    if second == 0:
        return _ALL if funct3 < 6 else first
    if funct3 == 5:
        return first // second
    if funct3 == 7:
        return first % second
    dividend, divisor = _signed(first), _signed(second)
    if funct3 == 4:
        quotient = abs(dividend) // abs(divisor)
        return (quotient if (dividend < 0) == (divisor < 0) else -quotient) & _ALL
    rest = abs(dividend) % abs(divisor)
    return (-rest if dividend < 0 else rest) & _ALL


@inlined
def _is_taken(funct3: Value, first: Value, second: Value) -> bool:
    """Whether a branch's condition holds; odd ones are the opposite of those before."""
    if funct3 < 2:
        holds = first == second
    elif funct3 < 6:
        holds = _signed(first) < _signed(second)
    else:
        holds = first < second
    return bool(holds != (funct3 & 1))


@inlined
def _signed(value: Value) -> Value:
    """32 bits in two's complement."""
    return (value ^ 0x8000_0000) - 0x8000_0000
