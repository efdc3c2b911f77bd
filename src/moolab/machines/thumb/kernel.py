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

from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.machines.memory import (
    AT_BREAKPOINT,
    BASE,
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
    offset_of,
    part_of,
    with_part,
)
from moolab.support.jit import Value, compiled, inlined

SP, LR, PC, FLAGS = 13, 14, 15, 16
"""Where the state has the stack pointer, the link, the program counter, and NZCV."""

_ALL = 0xFFFF_FFFF

_THUMB = 1
"""What is added to the address of Thumb code where it is jumped to."""

_NONE = -1


@compiled
def run(  # noqa: PLR0915 - one case for each kind of instruction
    registers: NDArray[np.uint32],
    memory: Any,
    counters: NDArray[np.int64],
    limit: int,
    breakpoints: NDArray[np.uint32],
) -> int:
    """Execute at most ``limit`` instructions; see :class:`moolab.machines.processor.Core`."""
    # But for lists of registers, this function alone uses arrays: to hand them on takes longer.
    octets, halves, words = memory
    space = octets.size
    pc = _wide(registers[PC])
    n, z, c, v = _unpacked(_wide(registers[FLAGS]))
    executed, cycles, status, fault = 0, 0, RUNNING, 0
    while executed < limit and pc != RETURN:
        if pc in breakpoints:
            status = AT_BREAKPOINT
        offset = offset_of(space, pc, 2)
        if offset < 0:
            status, fault = offset, pc
        if status != RUNNING:
            break

        word = _wide(halves[offset >> 1])
        group = word >> 11
        # This is what instructions find there.
        registers[PC] = pc + 4
        low, middle = _wide(registers[word & 7]), _wide(registers[word >> 3 & 7])
        third, high = _wide(registers[word >> 6 & 7]), _wide(registers[word >> 8 & 7])
        stack = _wide(registers[SP])
        following, cost, fault = pc + 2, 1, pc
        target, result, listed = _NONE, 0, 0

        if word < 0x4400:
            target, result, c, v = _computed(word, low, middle, third, high, c, v)
            n, z = result >> 31, _wide(result == 0)
        elif word < 0x4800:  # A5.2.3: whatever can use all registers
            function, d, m = word >> 8 & 3, word >> 4 & 8 | word & 7, word >> 3 & 15
            value = _wide(registers[m])
            if not _is_predictable(function, d, m):
                status = UNDEFINED
            elif function == 1:  # CMP
                result, c, v = _sum(_wide(registers[d]), value ^ _ALL, 1)
                n, z = result >> 31, _wide(result == 0)
            elif function < 3:  # ADD, MOV
                if function == 0:
                    value = value + _wide(registers[d]) & _ALL
                if d == PC:
                    following, cost = value & ~_THUMB, 2
                else:
                    target, result = d, value
            elif value & _THUMB:  # BX, BLX
                following, cost = value & ~_THUMB, 2
                if d > 7:
                    target, result = LR, pc + 2 | _THUMB
            else:
                status, fault = NO_STATE, value
        elif group < 20:  # A5.2.4: whatever reaches memory
            address = _address(word, pc, middle, third, stack)
            size, is_load, is_signed = _access(word)
            register = word & 7 if 9 < group < 18 else word >> 8 & 7
            cost = 2
            offset = offset_of(space, address, size)
            if offset < 0:
                status, fault = offset, address
            elif is_load:
                target, result = register, part_of(_wide(words[offset >> 2]), offset, size)
                if is_signed:
                    result = _signed(result, 8 * size) & _ALL
            else:
                held, value = _wide(words[offset >> 2]), _wide(registers[register])
                words[offset >> 2] = with_part(held, offset, size, value)
        elif group < 22:  # ADR, ADD of SP
            start = pc + 4 & ~3 if group == 20 else stack
            target, result = word >> 8 & 7, start + (word & 255) * 4 & _ALL
        elif word & 0xF600 == 0xB400 or group in (24, 25):  # PUSH, POP, STM, LDM
            listed = _registers_of(word)
            if listed == 0:
                status = UNDEFINED
        elif group < 24:
            status, target, result = _miscellaneous(word, middle, stack)
            if word & 0xFFEF == 0xBF20:  # WFE, WFI
                cost = 2
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
        elif offset + 2 == space:
            status, fault = OUTSIDE, pc + 2
        else:  # A5.3: 32 bits
            second = _wide(halves[(offset >> 1) + 1])
            following, cost = pc + 4, 3
            if second & 0xD000 == 0xD000:  # BL
                target, result = LR, pc + 4 | _THUMB
                following += _distance(word, second)
            elif _is_msr(word, second):
                n, z, c, v = _unpacked(_wide(registers[word & 15]))
            elif _is_mrs(word, second):
                target, result = second >> 8 & 15, _packed(n, z, c, v)
            elif word != 0xF3BF or not 0x8F40 <= second <= 0x8F6F:  # DSB, DMB, ISB
                status = UNDEFINED

        if listed:
            status, fault, target, result, following, cost = _transferred(
                registers, words, space, word, listed, following
            )

        if status != RUNNING:
            break
        if target != _NONE:
            registers[target] = result & ~3 if target == SP else result
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
def _wide(number: Any) -> Value:
    """A number of 64 bits, whatever it had before."""
    return np.int64(number)


@inlined
def _computed(
    word: Value, low: Value, middle: Value, third: Value, high: Value, c: Value, v: Value
) -> tuple[Value, Value, Value, Value]:
    """What sets flags, A5.2.1 and A5.2.2: the register for the result, it, carry and overflow."""
    group, number = word >> 11, word & 255
    target = word & 7 if group < 4 or group == 8 else word >> 8 & 7
    if group < 3:  # LSL, LSR, ASR by a number
        places = word >> 6 & 31
        if group > 0 and places == 0:
            places = 32
        result, c = _shifted(group, middle, places, c)
    elif group == 3:  # ADD, SUB of a register or a number of 3 bits
        other = word >> 6 & 7 if word & 0x400 else third
        if word & 0x200:
            result, c, v = _sum(middle, other ^ _ALL, 1)
        else:
            result, c, v = _sum(middle, other, 0)
    elif group == 4:  # MOV of a number
        result = number
    elif group == 6:  # ADD of a number
        result, c, v = _sum(high, number, 0)
    elif group < 8:  # CMP with a number, SUB of one
        result, c, v = _sum(high, number ^ _ALL, 1)
        if group == 5:
            target = _NONE
    else:
        function = word >> 6 & 15
        result, c, v = _processed(function, low, middle, c, v)
        if function in (8, 10, 11):  # TST, CMP, CMN
            target = _NONE
    return target, result, c, v


@inlined
def _is_predictable(function: Value, d: Value, m: Value) -> bool:
    """Whether the manual says what ADD, CMP, MOV, BX and BLX of these registers do, A5.2.3."""
    if function == 0:
        return bool(d != PC or m != PC)
    if function == 1:
        return bool(PC not in (d, m) and (d > 7 or m > 7))
    return bool(function == 2 or d == 0 or (d == 8 and m != PC))


@inlined
def _address(word: Value, pc: Value, middle: Value, third: Value, stack: Value) -> Value:
    """Where a load or a store reaches to, A5.2.4."""
    group, number = word >> 11, word >> 6 & 31
    if group == 9:
        return (pc + 4 & ~3) + (word & 255) * 4
    if group < 12:
        return middle + third & _ALL
    if group < 18:
        size, _, _ = _access(word)
        return middle + number * size & _ALL
    return stack + (word & 255) * 4 & _ALL


@inlined
def _access(word: Value) -> tuple[Value, bool, bool]:
    """Bytes of a load or a store, A5.2.4, whether it is a load, and one of a number with a sign."""
    group, function = word >> 11, word >> 9 & 7
    if group in (10, 11):
        size = 2 if function in (1, 5, 7) else 1 if function in (2, 3, 6) else 4
        return size, function > 2, function in (3, 7)
    size = 1 if group in (14, 15) else 2 if group in (16, 17) else 4
    return size, group & 1 == 1, False


@inlined
def _registers_of(word: Value) -> Value:
    """The list of PUSH, POP, STM and LDM: a bit for each of the 16 registers."""
    kind = word >> 9
    if kind == 0x5A:
        return word & 255 | (word & 256) << LR - 8
    if kind == 0x5E:
        return word & 255 | (word & 256) << PC - 8
    return word & 255


@inlined
def _transferred(
    registers: Any, words: Any, space: Value, word: Value, listed: Value, following: Value
) -> tuple[Value, Value, Value, Value, Value, Value]:
    """PUSH, POP, STM and LDM of a list of registers, unless a part of memory is missing.

    Returns:
        The status, what a fault is about, the register of the address and its new value, the
        address of the next instruction, and the cycles.
    """
    group, is_load = word >> 11, word & 0x800 != 0
    base = SP if group < 24 else word >> 8 & 7
    count = _ones(listed)
    cost = 1 + count
    address = _wide(registers[base])
    if group == 22:
        address = address - 4 * count & _ALL
    status, fault = RUNNING, address
    for each in range(address + 4 * count - 4, address - 4, -4):
        offset = offset_of(space, each & _ALL, 4)
        if offset < 0:
            status, fault = offset, each & _ALL
    offset = address - BASE
    if status == RUNNING and listed >> PC:
        value = _wide(words[(offset >> 2) + count - 1])
        following, cost = value & ~_THUMB, cost + 2
        if value & _THUMB == 0:
            status, fault = NO_STATE, value
    if status != RUNNING:
        return status, fault, _NONE, 0, following, cost
    for number in range(PC):
        if listed >> number & 1:
            if is_load:
                registers[number] = words[offset >> 2]
            else:
                words[offset >> 2] = registers[number]
            offset += 4
    if group == 22:
        return status, fault, SP, address, following, cost
    if is_load and listed >> base & 1:
        return status, fault, _NONE, 0, following, cost
    return status, fault, base, address + 4 * count & _ALL, following, cost


@inlined
def _ones(listed: Value) -> Value:
    count = 0
    for number in range(16):
        count += listed >> number & 1
    return count


@inlined
def _miscellaneous(word: Value, middle: Value, stack: Value) -> tuple[Value, Value, Value]:
    """A5.2.5 without lists: the status, the register for the result, and it."""
    function, kind, low = word >> 8 & 15, word >> 6 & 3, word & 7
    if function == 0:  # ADD, SUB to SP
        distance = (word & 127) * 4
        return RUNNING, SP, stack + (-distance if word & 128 else distance) & _ALL
    if function == 2:
        return RUNNING, low, _extended(kind, middle)
    if function == 10 and kind != 2:
        return RUNNING, low, _reversed(kind, middle)
    if function == 14:  # BKPT
        return UNHANDLED, _NONE, 0
    # NOP, YIELD, WFE, WFI, SEV; CPS, without interrupts to switch.
    if (function == 15 and word & 15 == 0) or word & 0xFFEF == 0xB662:
        return RUNNING, _NONE, 0
    return UNDEFINED, _NONE, 0


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
