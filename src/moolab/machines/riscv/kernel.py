"""The processor: the instructions of RV32IMC and RV64IMC, compiled for each.

After the chapters "RV32I", "RV64I", "M" and "C" of the manual that ``formats.py`` names. Loads and
stores have to be aligned. There is no system around the processor, so that calls of one, ``ecall``
and ``ebreak``, are faults; instructions of other extensions are undefined.

How wide registers are, the array of them says, and the compiler makes another kernel of each.
Inside, a value has 64 bits, those of RV32 extended with their sign: so signed and unsigned
comparisons, sums and bitwise operations are the same for both.

Cycles are those of a simple core which does one thing after another: 1 for each instruction, but

- 2 for a load,
- 2 for a jump, and for a branch that is taken,
- as many as there are bits for a division or a remainder, of which one bit a cycle is found; a
  product takes 1.
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
    OP_32,
    OP_IMM,
    OP_IMM_32,
    STORE,
    SYSTEM,
)
from moolab.support.jit import Value, compiled, inlined

PC = 32
"""Where the state has the program counter, behind x0 to x31."""

_PLAIN, _LOADED, _JUMPED = 1, 2, 2
"""Cycles; see above."""

_ALL = 0xFFFF_FFFF
_EBREAK = 0x0010_0073  # and ecall, with a bit less

_LEAST = -(1 << 63)

_WITHOUT_RESULT = (STORE, BRANCH, MISC_MEM)

_i_immediate = inlined(formats.i_immediate)
_s_immediate = inlined(formats.s_immediate)
_b_immediate = inlined(formats.b_immediate)
_j_immediate = inlined(formats.j_immediate)


@compiled
def run(  # noqa: PLR0915 - arrays stay in one function
    registers: NDArray[Any],
    memory: Any,
    counters: NDArray[np.int64],
    limit: int,
    breakpoints: NDArray[np.uint32],
) -> int:
    """Execute at most ``limit`` instructions; see :class:`moolab.machines.processor.Core`.

    Registers are uint32 for RV32, uint64 for RV64.
    """
    # Arrays are used here alone: to hand them to other functions takes longer than the rest.
    data, halves, words = memory
    # All ones, as an int64: known to the compiler, unlike the array's itemsize.
    width = 64 if np.int64(registers.dtype.type(-1)) < 0 else 32
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
            word = expanded(word, width)
        elif word >= 0:
            address, following = pc + 2, pc + 4
            offset = offset_of(data.size, address, 2)
            word = offset if offset < 0 else word | np.int64(halves[offset >> 1]) << 16
        opcode, funct3 = word & 0x7F, word >> 12 & 7
        rd, rs1, rs2 = word >> 7 & 31, word >> 15 & 31, word >> 20 & 31
        first = _fitted(np.int64(registers[rs1]), width)
        second = _fitted(np.int64(registers[rs2]), width)
        size = _size(opcode, funct3, width)
        result: Value = np.int64(0)
        if word < 0:
            cost: Value = word
        elif size > 0:
            number = _i_immediate(word) if opcode == LOAD else _s_immediate(word)
            address = _unsigned(first + number, width)
            offset = offset_of(data.size, address, size)
            cost = offset if offset < 0 else _LOADED if opcode == LOAD else _PLAIN
            if offset >= 0:
                held = np.int64(words[offset >> 2])
                if opcode == LOAD:
                    result = _extended(part_of(held, offset, min(size, 4)), funct3)
                    if size == 8:
                        high = np.int64(words[(offset >> 2) + 1])
                        result = result & _ALL | high << 32
                else:
                    words[offset >> 2] = with_part(held, offset, min(size, 4), second)
                    if size == 8:
                        words[(offset >> 2) + 1] = second >> 32
        else:
            address = pc
            result, following, cost = _computed(word, first, second, pc, following, width)
        if cost < 0:
            status = int(cost)
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
def _fitted(value: Value, width: Value) -> Value:
    """The lowest bits of a value, extended with their sign."""
    return value if width == 64 else ((value & _ALL) ^ 0x8000_0000) - 0x8000_0000


@inlined
def _unsigned(value: Value, width: Value) -> Value:
    """An address; of 64 bits, the upper half come out negative, where there is no memory."""
    return value if width == 64 else value & _ALL


@inlined
def _size(opcode: Value, funct3: Value, width: Value) -> Value:
    """How many bytes an instruction reads or writes, if there are any."""
    largest = 3 if width == 64 else 2
    if opcode == LOAD and funct3 & 3 <= largest and funct3 < 4 + largest:
        return 1 << (funct3 & 3)
    return 1 << funct3 if opcode == STORE and funct3 <= largest else 0


@inlined
def _extended(part: Value, funct3: Value) -> Value:
    """What a load makes of a part of memory, with the sign unless it has none or is all."""
    if funct3 > 2:
        return part
    sign = 0x80 << (8 * (1 << funct3) - 8)
    return (part ^ sign) - sign


@inlined
def _computed(
    word: Value, first: Value, second: Value, pc: Value, following: Value, width: Value
) -> tuple[Value, Value, Value]:
    """The result, the next address, and the cycles or a fault, of what leaves memory alone."""
    opcode, funct3, funct7 = word & 0x7F, word >> 12 & 7, word >> 25
    narrow = opcode in (OP_IMM_32, OP_32) and width == 64
    if narrow:
        # As on RV32, whose results extended with their sign are those of these.
        if funct3 not in (0, 1, 5) and (opcode != OP_32 or funct7 != 1 or funct3 < 4):
            return 0, following, UNDEFINED
        if opcode == OP_32 and funct7 == 1 and funct3 == 1:
            return 0, following, UNDEFINED
        first, second = _fitted(first, 32), _fitted(second, 32)
    bits = 32 if narrow else width
    if opcode == OP_IMM or (narrow and opcode == OP_IMM_32):
        function = 0
        if funct3 & 3 == 1:
            function = funct7 & ~1 if bits == 64 else funct7
        if not _is_operation(funct3, function):
            return 0, following, UNDEFINED
        return _calculated(funct3, function, first, _i_immediate(word), bits), following, _PLAIN
    if opcode == OP or (narrow and opcode == OP_32):
        if funct7 == 1:
            cost = bits if funct3 & 4 else _PLAIN
            return _multiplied(funct3, first, second, bits), following, cost
        if not _is_operation(funct3, funct7):
            return 0, following, UNDEFINED
        return _calculated(funct3, funct7, first, second, bits), following, _PLAIN
    if opcode == LUI:
        return _fitted(word & 0xFFFF_F000, 32), following, _PLAIN
    if opcode == AUIPC:
        return pc + _fitted(word & 0xFFFF_F000, 32), following, _PLAIN
    if opcode == JAL:
        return following, _unsigned(pc + _j_immediate(word), width), _JUMPED
    if opcode == JALR and funct3 == 0:
        return following, _unsigned(first + _i_immediate(word), width) & ~1, _JUMPED
    if opcode == BRANCH and funct3 >> 1 != 1:
        if _is_taken(funct3, first, second):
            return 0, _unsigned(pc + _b_immediate(word), width), _JUMPED
        return 0, following, _PLAIN
    if opcode == MISC_MEM and funct3 == 0:
        return 0, following, _PLAIN
    if opcode == SYSTEM and word | _EBREAK == _EBREAK:
        return 0, following, UNHANDLED
    return 0, following, UNDEFINED


@inlined
def _is_operation(funct3: Value, funct7: Value) -> bool:
    """Whether there is such an operation: differences and shifts with the sign have a funct7."""
    return bool(funct7 == 0 or (funct7 == 0x20 and (funct3 == 0 or funct3 == 5)))  # noqa: PLR1714 - no tuple in a kernel


@inlined
def _calculated(funct3: Value, funct7: Value, first: Value, second: Value, width: Value) -> Value:
    """Arithmetic."""
    places = second & (width - 1)
    if funct3 == 0:
        return _fitted(first - second if funct7 else first + second, width)
    if funct3 == 1:
        return _fitted(first << places, width)
    if funct3 == 2:
        return np.int64(first < second)
    if funct3 == 3:
        return np.int64(_is_below(first, second))
    if funct3 == 4:
        return first ^ second
    if funct3 == 5:
        return first >> places if funct7 else _fitted(_shifted(first, places, width), width)
    if funct3 == 6:
        return first | second
    return first & second


@inlined
def _shifted(value: Value, places: Value, width: Value) -> Value:
    """To the right, with zeros from the left."""
    if width == 32:
        return (value & _ALL) >> places
    return value >> places & ~(_LEAST >> places << 1)


@inlined
def _is_below(first: Value, second: Value) -> bool:
    """Whether one is less than another without signs."""
    return bool(first ^ _LEAST < second ^ _LEAST)


@inlined
def _multiplied(funct3: Value, first: Value, second: Value, width: Value) -> Value:
    """Products, quotients and rests, which never are faults."""
    if funct3 == 0:
        return _fitted(first * second, width)
    if funct3 < 4:
        high = _high_product(first, second)
        if width == 32:
            # All the product is in 64 bits, once the factors are taken as they are meant.
            a = first & _ALL if funct3 == 3 else first
            b = second if funct3 == 1 else second & _ALL
            return _fitted(a * b >> 32, 32)
        # A factor whose sign is not meant is 2^64 more where it has one.
        if funct3 > 1 and second < 0:
            high += first
        if funct3 == 3 and first < 0:
            high += second
        return high
    if second == 0:
        return np.int64(-1) if funct3 < 6 else first
    quotient = _quotient(first, second, width) if funct3 & 1 else _signed_quotient(first, second)
    return _fitted(quotient if funct3 < 6 else first - quotient * second, width)


@inlined
def _high_product(first: Value, second: Value) -> Value:
    """The upper 64 of the 128 bits of a product with signs, by halves (Hacker's Delight, 8-2)."""
    a, b = first >> 32, first & _ALL
    c, d = second >> 32, second & _ALL
    low = _shifted(b * d, 32, 64)
    middle = a * d + low
    other = b * c + (middle & _ALL)
    return a * c + (middle >> 32) + (other >> 32)


@inlined
def _signed_quotient(first: Value, second: Value) -> Value:
    """Rounded towards zero; of the least number and -1, the least number."""
    if second == -1:
        return -first
    quotient = first // second
    if quotient < 0 and quotient * second != first:
        quotient += 1
    return quotient


@inlined
def _quotient(first: Value, second: Value, width: Value) -> Value:
    """Without signs; half of the dividend comes first (Hacker's Delight, 9-3)."""
    if width == 32:
        return (first & _ALL) // (second & _ALL)
    if second < 0:
        return np.int64(not _is_below(first, second))
    quotient = _shifted(first, 1, 64) // second << 1
    return quotient + np.int64(not _is_below(first - quotient * second, second))


@inlined
def _is_taken(funct3: Value, first: Value, second: Value) -> bool:
    """Whether a branch's condition holds; odd ones are the opposite of those before."""
    if funct3 < 2:
        holds = first == second
    elif funct3 < 6:
        holds = first < second
    else:
        holds = _is_below(first, second)
    return bool(holds != (funct3 & 1))
