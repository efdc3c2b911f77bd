"""The processor: the instructions of ARMv6-M, compiled.

An instruction is told by its first five bits, its group. Those that reach memory first say what is
to be read or written where, and nothing is changed until that is known to be possible, so that a
faulty instruction leaves all as it was. Sections are those of the ARMv6-M Architecture Reference
Manual.

Cycles are those of the Cortex-M0+ with memory that never waits and a multiplier of one cycle
(Technical Reference Manual, table 3-1): 1 for each instruction, but

- 2 for a branch that is taken and whatever else writes the program counter, 3 for ``bl``,
- 2 to read or write memory,
- for a list of registers, 1 and 1 for each of them, and 2 more with the program counter among them,
- 2 for ``wfi`` and ``wfe``; 3 for ``mrs``, ``msr`` and barriers.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from moolab.compiled import Value, compiled, inlined
from moolab.machines.memory import (
    AT_BREAKPOINT,
    CYCLES,
    FAULT_ADDRESS,
    INSTRUCTIONS,
    NO_STATE,
    OUTSIDE,
    RETURN,
    RETURNED,
    RUNNING,
    UNDEFINED,
    UNHANDLED,
    place_of,
    read,
    write,
)

SP, LR, PC, FLAGS = 13, 14, 15, 16
"""Where the state has the stack pointer, the link, the program counter, and NZCV."""

_ALL = 0xFFFF_FFFF

_ADDRESS = ~1
"""Without the bit which says that code is Thumb code."""

Outcome: TypeAlias = tuple[Value, Value, Value, Value]
"""Status, the address of a fault, where to go on, and cycles."""


@compiled
def run(  # noqa: PLR0915 - one case for each kind of instruction
    registers: NDArray[np.uint32],
    memory: Any,
    counters: NDArray[np.int64],
    limit: int,
    breakpoints: NDArray[np.uint32],
) -> int:
    """Execute at most ``limit`` instructions; see :class:`moolab.machines.processor.Core`."""
    pc = _at(registers, PC)
    n, z, c, v = _unpacked(_at(registers, FLAGS))
    executed, cycles, status, fault = 0, 0, RUNNING, 0
    while executed < limit and pc != RETURN:
        for each in breakpoints:
            if pc == each:
                status = AT_BREAKPOINT
        place = place_of(memory, pc, 2)
        if place < 0:
            status, fault = place, pc
        if status != RUNNING:
            break

        word = read(memory, place, 2)
        group = word >> 11
        following, cost, fault, result = pc + 2, 1, pc, -1
        # This is what instructions find there.
        registers[PC] = pc + 4 & _ALL

        if word < 0x4400:
            result, c, v = _computed(registers, word, c, v)
        elif word < 0x4800:
            if not _is_predictable(word):
                status = UNDEFINED
            elif word >> 8 == 0x45:  # CMP of any registers
                a, b = _at(registers, word >> 4 & 8 | word & 7), _at(registers, word >> 3 & 15)
                result, c, v = _sum(a, b ^ _ALL, 1)
            else:
                status, fault, following, cost = _moved(registers, word, pc)
        elif group < 20:
            status, fault = _transferred(registers, memory, word, pc)
            cost = 2
        elif group < 22:  # ADR, ADD of SP
            a = pc + 4 & ~3 if group == 20 else _at(registers, SP)
            registers[word >> 8 & 7] = a + (word & 255) * 4 & _ALL
        elif word & 0xF600 == 0xB400 or group in (24, 25):
            status, fault, following, cost = _listed(registers, memory, word, pc)
        elif group < 24:
            status, cost = _miscellaneous(registers, word)
        elif group < 28:  # B where a condition holds, SVC
            condition = word >> 8 & 15
            if condition > 13:
                status = UNHANDLED if condition == 15 else UNDEFINED
            elif _holds(condition, n, z, c, v):
                following, cost = pc + 4 + _signed(word & 0xFF, 8) * 2, 2
        elif group == 28:  # B
            following, cost = pc + 4 + _signed(word & 0x7FF, 11) * 2, 2
        elif group != 30:
            status = UNDEFINED
        elif place_of(memory, pc + 2, 2) < 0:
            status, fault = OUTSIDE, pc + 2
        else:  # 32 bits, A5.3
            second = read(memory, place + 1, 2)
            following, cost = pc + 4, 3
            if second & 0xD000 == 0xD000:  # BL
                registers[LR] = pc + 4 | 1
                following += _distance(word, second)
            elif _is_msr(word, second):
                n, z, c, v = _unpacked(_at(registers, word & 15))
            elif _is_mrs(word, second):
                registers[second >> 8 & 15] = _packed(n, z, c, v)
            elif word != 0xF3BF or not 0x8F40 <= second <= 0x8F6F:  # DSB, DMB, ISB
                status = UNDEFINED

        if status != RUNNING:
            break
        if result >= 0:
            n, z = result >> 31, np.int64(result == 0)
        pc = following & _ALL
        executed += 1
        cycles += cost

    registers[PC] = pc
    registers[FLAGS] = _packed(n, z, c, v)
    counters[INSTRUCTIONS] += executed
    counters[CYCLES] += cycles
    if status < 0:
        counters[FAULT_ADDRESS] = fault
    return RETURNED if pc == RETURN else int(status)


@inlined
def _computed(
    registers: NDArray[np.uint32], word: Value, c: Value, v: Value
) -> tuple[Value, Value, Value]:
    """What sets flags, A5.2.1 and A5.2.2: the result, carry and overflow."""
    group = word >> 11
    target = word & 7 if group < 4 or group == 8 else word >> 8 & 7
    a, b = _at(registers, word >> 3 & 7), word & 255
    if group < 3:  # LSL, LSR, ASR by a number
        places = word >> 6 & 31
        if group > 0 and places == 0:
            places = 32
        result, c = _shifted(group, a, places, c)
    elif group == 3:  # ADD, SUB of a register or a number of 3 bits
        b = word >> 6 & 7
        if word & 0x400 == 0:
            b = _at(registers, b)
        if word & 0x200:
            result, c, v = _sum(a, b ^ _ALL, 1)
        else:
            result, c, v = _sum(a, b, 0)
    elif group == 4:  # MOV of a number
        result = b
    elif group == 6:  # ADD of a number
        result, c, v = _sum(_at(registers, target), b, 0)
    elif group < 8:  # CMP with a number, SUB of one
        result, c, v = _sum(_at(registers, target), b ^ _ALL, 1)
    else:
        result, c, v = _processed(word >> 6 & 15, _at(registers, target), a, c, v)
    if group != 5 and (group < 8 or word >> 6 & 15 not in (8, 10, 11)):  # all but TST, CMP, CMN
        registers[target] = result
    return result, c, v


@inlined
def _is_predictable(word: Value) -> bool:
    """Whether the manual says what ADD, CMP, MOV, BX and BLX of any registers do, A5.2.3."""
    function, low, d, m = word >> 8 & 3, word & 7, word >> 4 & 8 | word & 7, word >> 3 & 15
    if function == 0:
        return bool(d != PC or m != PC)
    if function == 1:
        return bool(PC not in (d, m) and (d > 7 or m > 7))
    return bool(function == 2 or (low == 0 and (d < 8 or m != PC)))


@inlined
def _moved(registers: NDArray[np.uint32], word: Value, pc: Value) -> Outcome:
    """ADD, MOV, BX, BLX of any registers, A5.2.3."""
    d, value = word >> 4 & 8 | word & 7, _at(registers, word >> 3 & 15)
    if word >> 8 == 0x47:
        if value & 1 == 0:
            return NO_STATE, value, pc, 0
        if d > 7:
            registers[LR] = pc + 2 | 1
        return RUNNING, pc, value & _ADDRESS, 2
    if word >> 8 == 0x44:
        value = value + _at(registers, d) & _ALL
    if d == PC:
        return RUNNING, pc, value & _ADDRESS, 2
    registers[d] = value & ~3 if d == SP else value
    return RUNNING, pc, pc + 2, 1


@inlined
def _transferred(
    registers: NDArray[np.uint32], memory: Any, word: Value, pc: Value
) -> tuple[Value, Value]:
    """LDR, STR and their kind, A5.2.4 and A6.7.27: status and the address."""
    group = word >> 11
    # Not used by all: the number of the access by two registers, and a base with a number.
    function, base, number = word >> 9 & 7, _at(registers, word >> 3 & 7), word >> 6 & 31
    target = word & 7 if 9 < group < 18 else word >> 8 & 7
    size, loads, is_signed = 4, group & 1 == 1, False
    if group == 9:
        address = (pc + 4 & ~3) + (word & 255) * 4
    elif group < 12:
        address = base + _at(registers, number & 7)
        loads, is_signed = function > 2, function in (3, 7)
        if function in (1, 5, 7):
            size = 2
        elif function not in (0, 4):
            size = 1
    elif group < 18:
        if group > 13:
            size = 2 if group > 15 else 1
        address = base + number * size
    else:
        address = _at(registers, SP) + (word & 255) * 4
    address &= _ALL
    place = place_of(memory, address, size)
    if place < 0:
        return place, address
    if loads:
        value = read(memory, place, size)
        registers[target] = _signed(value, 8 * size) & _ALL if is_signed else value
    else:
        write(memory, place, size, _at(registers, target))
    return RUNNING, address


@inlined
def _listed(registers: NDArray[np.uint32], memory: Any, word: Value, pc: Value) -> Outcome:
    """PUSH, POP, STM, LDM, which do nothing unless all of it can be done."""
    loads, base, listed = word & 0x800 != 0, word >> 8 & 7, word & 255
    pushes = word >> 11 == 22
    if word < 0xC000:
        base = SP
        listed |= (word & 256) << (LR if pushes else PC) - 8
    count = 0
    for number in range(16):
        count += listed >> number & 1
    address = _at(registers, base)
    if pushes:
        address = address - 4 * count & _ALL
    if count == 0:
        return UNDEFINED, pc, pc, 0
    for n in range(count):
        place = place_of(memory, address + 4 * n & _ALL, 4)
        if place < 0:
            return place, address + 4 * n & _ALL, pc, 0

    following, cost, first = pc + 2, 1 + count, place - count + 1
    if listed >> PC:
        target = read(memory, place, 4)
        if target & 1 == 0:
            return NO_STATE, target, pc, 0
        following, cost = target & _ADDRESS, cost + 2
    place = first
    for number in range(PC):
        if listed >> number & 1:
            if loads:
                registers[number] = read(memory, place, 4)
            else:
                write(memory, place, 4, _at(registers, number))
            place += 1
    if pushes:
        registers[SP] = address
    elif not loads or listed >> base & 1 == 0:
        registers[base] = address + 4 * count & _ALL
    return RUNNING, pc, following, cost


@inlined
def _miscellaneous(registers: NDArray[np.uint32], word: Value) -> tuple[Value, Value]:
    """A5.2.5 without lists: status and cycles."""
    function, kind, low = word >> 8 & 15, word >> 6 & 3, word & 7
    value = _at(registers, word >> 3 & 7)
    if function == 0:  # ADD, SUB to SP
        distance = (word & 127) * 4
        if word & 128:
            distance = -distance
        registers[SP] = _at(registers, SP) + distance & _ALL & ~3
    elif function == 2:
        registers[low] = _extended(kind, value)
    elif function == 10 and kind != 2:
        registers[low] = _reversed(kind, value)
    elif function == 14:  # BKPT
        return UNHANDLED, 0
    elif function == 15 and word & 15 == 0:  # NOP, YIELD, WFE, WFI, SEV
        return RUNNING, 2 if word >> 5 & 7 == 1 else 1
    elif word & 0xFFEF != 0xB662:  # CPS, without interrupts to switch
        return UNDEFINED, 0
    return RUNNING, 1


@inlined
def _is_msr(first: Value, second: Value) -> bool:
    """Whether it sets the flags from a register, B4.2.3."""
    source = first & 15
    return bool(first & 0xFFF0 == 0xF380 and second & 0xFFFC == 0x8800 and source not in (SP, PC))


@inlined
def _is_mrs(first: Value, second: Value) -> bool:
    """Whether it sets a register to the flags, B4.2.2."""
    target = second >> 8 & 15
    return bool(first == 0xF3EF and second & 0xF0FC == 0x8000 and target not in (SP, PC))


@inlined
def _packed(n: Value, z: Value, c: Value, v: Value) -> Value:
    return n << 31 | z << 30 | c << 29 | v << 28


@inlined
def _unpacked(flags: Value) -> tuple[Value, Value, Value, Value]:
    return flags >> 31, flags >> 30 & 1, flags >> 29 & 1, flags >> 28 & 1


@inlined
def _at(registers: NDArray[np.uint32], index: Value) -> Value:
    """A register, from 0 to 2^32 - 1."""
    return np.int64(registers[index])


@inlined
def _sum(a: Value, b: Value, carry: Value) -> tuple[Value, Value, Value]:
    """AddWithCarry, A2.2.1: the sum, carry and overflow."""
    total = a + b + carry
    result = total & _ALL
    return result, total >> 32, ((a ^ result) & (b ^ result)) >> 31


@inlined
def _shifted(kind: Value, value: Value, places: Value, carry: Value) -> tuple[Value, Value]:
    """Shift_C, A6.4.2: LSL, LSR, ASR or ROR by 0 to 255 places, and the carry."""
    if places == 0:
        return value, carry
    # What is shifted further leaves nothing else behind.
    few = min(places, 33)
    if kind == 0:
        return value << few & _ALL, value << few >> 32 & 1
    if kind == 1:
        return value >> few, value >> few - 1 & 1
    if kind == 2:
        signed = _signed(value, 32)
        return signed >> few & _ALL, signed >> few - 1 & 1
    places &= 31
    result = (value >> places | value << 32 - places) & _ALL
    return result, result >> 31


@inlined
def _processed(
    function: Value, a: Value, b: Value, c: Value, v: Value
) -> tuple[Value, Value, Value]:
    """Data processing, A5.2.2: the result, carry and overflow."""
    if function in (0, 8):  # AND, TST
        result = a & b
    elif function == 1:  # EOR
        result = a ^ b
    elif function < 5:  # LSL, LSR, ASR
        result, c = _shifted(function - 2, a, b & 255, c)
    elif function == 5:  # ADC
        result, c, v = _sum(a, b, c)
    elif function == 6:  # SBC
        result, c, v = _sum(a, b ^ _ALL, c)
    elif function == 7:  # ROR
        result, c = _shifted(3, a, b & 255, c)
    elif function == 9:  # RSB from 0, which uLisp calls neg
        result, c, v = _sum(b ^ _ALL, 0, 1)
    elif function == 10:  # CMP
        result, c, v = _sum(a, b ^ _ALL, 1)
    elif function == 11:  # CMN
        result, c, v = _sum(a, b, 0)
    elif function == 12:  # ORR
        result = a | b
    elif function == 13:  # MUL
        result = a * b & _ALL
    elif function == 14:  # BIC
        result = a & ~b
    else:  # MVN
        result = b ^ _ALL
    return result, c, v


@inlined
def _extended(kind: Value, value: Value) -> Value:
    """SXTH, SXTB, UXTH, UXTB."""
    if kind == 0:
        return _signed(value & 0xFFFF, 16) & _ALL
    if kind == 1:
        return _signed(value & 0xFF, 8) & _ALL
    return value & 0xFFFF if kind == 2 else value & 0xFF


@inlined
def _reversed(kind: Value, value: Value) -> Value:
    """REV, REV16, REVSH."""
    pairs = (value & 0xFF00FF) << 8 | value >> 8 & 0xFF00FF
    if kind == 0:
        return pairs >> 16 | (pairs & 0xFFFF) << 16
    return pairs if kind == 1 else _signed(pairs & 0xFFFF, 16) & _ALL


@inlined
def _holds(condition: Value, n: Value, z: Value, c: Value, v: Value) -> bool:
    """ConditionPassed, A6.3: the last bit of a condition turns it round."""
    kind = condition >> 1
    if kind == 0:
        holds = z
    elif kind == 1:
        holds = c
    elif kind == 2:
        holds = n
    elif kind == 3:
        holds = v
    elif kind == 4:
        holds = c & ~z
    elif kind == 5:
        holds = n ^ v ^ 1
    else:
        holds = (n ^ v ^ 1) & ~z
    return bool(holds != condition & 1)


@inlined
def _signed(value: Value, bits: Value) -> Value:
    """A number of some bits, the first of which is its sign."""
    sign = 1 << bits - 1
    return (value ^ sign) - sign


@inlined
def _distance(first: Value, second: Value) -> Value:
    """How far BL reaches, A6.7.13."""
    sign = first >> 10 & 1
    i1, i2 = second >> 13 & 1 ^ sign ^ 1, second >> 11 & 1 ^ sign ^ 1
    bits = sign << 23 | i1 << 22 | i2 << 21 | (first & 0x3FF) << 11 | second & 0x7FF
    return _signed(bits, 24) * 2
