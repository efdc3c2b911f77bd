"""The 16-bit form of an instruction, where there is one.

After the chapter "C" of the manual that ``formats.py`` names. Where two registers may change
places, they do.
"""

from moolab.machines.riscv import formats

_SP = 2
_COMMUTATIVE = {0, 4, 6, 7}  # add, xor, or, and
_STORED = {2, 3}  # words, and the doublewords of RV64


def compressed(word: int, width: int = 32) -> int | None:
    """The 16 bits that do what 32 do.

    Args:
        word: an instruction of RV32IM, or RV64IM.
        width: of the registers, 32 or 64; calls of 16 bits are of RV32 alone.

    Returns:
        None if there is no such form.

    >>> f"{compressed(0x00158593):04x}"  # addi a1, a1, 1
    '0585'
    >>> compressed(0x02158593)  # addi a1, a1, 33
    """
    rd, rs1, rs2 = word >> 7 & 31, word >> 15 & 31, word >> 20 & 31
    funct3, immediate = word >> 12 & 7, formats.i_immediate(word)
    match word & 0x7F:
        case formats.OP_IMM if funct3 == 0:
            return _addi(rd, rs1, immediate)
        case formats.OP_IMM if rd == rs1:
            return _shift_or_and(funct3, rd, immediate)
        case formats.OP_IMM_32 if funct3 == 0 and rd == rs1 and rd:
            return _ci(1, rd, immediate)
        case formats.OP:
            return _operation(word >> 25, funct3, rd, rs1, rs2)
        case formats.OP_32:
            return _narrow_operation(word >> 25, funct3, rd, rs1, rs2)
        case formats.LUI if rd not in {0, _SP} and word >> 12:
            return _ci(3, rd, (word >> 12 ^ 0x80000) - 0x80000)
        case formats.LOAD if funct3 in _STORED and not (rs1 == _SP and rd == 0):
            return _access(funct3, rd, rs1, immediate)
        case formats.STORE if funct3 in _STORED:
            return _access(4 | funct3, rs2, rs1, formats.s_immediate(word))
        case formats.BRANCH if funct3 <= 1 and not (rs1 and rs2):
            return _branch(6 | funct3, rs1 or rs2, formats.b_immediate(word))
        case formats.JAL if rd == 0 or (rd == 1 and width == 32):
            return _jump(1 if rd else 5, formats.j_immediate(word))
        case formats.JALR if rd <= 1 and rs1 and not immediate:
            return 4 << 13 | rd << 12 | rs1 << 7 | 2
    return None


def _addi(rd: int, rs1: int, immediate: int) -> int | None:
    if rd == 0:
        return 1 if rs1 == immediate == 0 else None
    if rs1 == 0:
        return _ci(2, rd, immediate)
    if immediate == 0:
        return _mv(rd, rs1)
    if rd == rs1 and -32 <= immediate < 32:
        return _ci(0, rd, immediate)
    if rd == rs1 == _SP and -512 <= immediate < 512 and immediate % 16 == 0:
        return 3 << 13 | _SP << 7 | 1 | _at(12, immediate, 9) | _at(2, immediate, 4, 6, 8, 7, 5)
    if rs1 == _SP and _is_short(rd) and 0 < immediate < 1024 and immediate % 4 == 0:
        return _at(5, immediate, 5, 4, 9, 8, 7, 6, 2, 3) | (rd & 7) << 2
    return None


def _shift_or_and(funct3: int, rd: int, immediate: int) -> int | None:
    """``slli``, ``srli``, ``srai`` and ``andi`` of a register with itself."""
    places = immediate & 63
    split = _at(12, places, 5) | (places & 31) << 2
    if funct3 == 1 and rd and places:
        return split | rd << 7 | 2
    if funct3 == 5 and _is_short(rd) and places:
        return split | 4 << 13 | (immediate >> 10 & 1) << 10 | (rd & 7) << 7 | 1
    if funct3 == 7 and _is_short(rd) and -32 <= immediate < 32:
        return _ci(4, 2 << 3 | rd & 7, immediate)
    return None


def _operation(funct7: int, funct3: int, rd: int, rs1: int, rs2: int) -> int | None:
    """``add``, ``sub``, ``xor``, ``or`` and ``and``."""
    if rs1 and rs2 in {0, rd} and funct7 == 0 and funct3 in _COMMUTATIVE:
        rs1, rs2 = rs2, rs1
    if (funct7, funct3) == (0, 0) and rd and rs2:
        if rs1 == 0:
            return _mv(rd, rs2)
        return 9 << 12 | rd << 7 | rs2 << 2 | 2 if rd == rs1 else None
    code = {(0x20, 0): 0, (0, 4): 1, (0, 6): 2, (0, 7): 3}.get((funct7, funct3))
    if code is not None and rd == rs1 and _is_short(rd, rs2):
        return 4 << 13 | 3 << 10 | (rd & 7) << 7 | code << 5 | (rs2 & 7) << 2 | 1
    return None


def _narrow_operation(funct7: int, funct3: int, rd: int, rs1: int, rs2: int) -> int | None:
    """``addw`` and ``subw``."""
    if (funct7, funct3) == (0, 0) and rs2 == rd:
        rs1, rs2 = rs2, rs1
    code = {(0x20, 0): 0, (0, 0): 1}.get((funct7, funct3))
    if code is not None and rd == rs1 and _is_short(rd, rs2):
        return 4 << 13 | 1 << 12 | 3 << 10 | (rd & 7) << 7 | code << 5 | (rs2 & 7) << 2 | 1
    return None


def _access(funct3: int, register: int, base: int, offset: int) -> int | None:
    """``lw`` and ``sw``, ``ld`` and ``sd``."""
    size = 8 if funct3 & 1 else 4
    if offset < 0 or offset % size:
        return None
    if base == _SP and offset < 64 * size:
        low = (4, 3, 8, 7, 6) if size == 8 else (4, 3, 2, 7, 6)
        if funct3 < 4:
            return _at(12, offset, 5) | funct3 << 13 | register << 7 | _at(2, offset, *low) | 2
        return funct3 << 13 | _at(7, offset, 5, *low) | register << 2 | 2
    if _is_short(register, base) and offset < 32 * size:
        places = _at(10, offset, 5, 4, 3) | _at(5, offset, *((7, 6) if size == 8 else (2, 6)))
        return funct3 << 13 | places | (base & 7) << 7 | (register & 7) << 2
    return None


def _branch(funct3: int, register: int, distance: int) -> int | None:
    if _is_short(register) and -256 <= distance < 256:
        places = _at(10, distance, 8, 4, 3) | _at(2, distance, 7, 6, 2, 1, 5)
        return funct3 << 13 | places | (register & 7) << 7 | 1
    return None


def _jump(funct3: int, distance: int) -> int | None:
    if -2048 <= distance < 2048:
        return funct3 << 13 | _at(2, distance, 11, 4, 9, 8, 10, 6, 7, 3, 2, 1, 5) | 1
    return None


def _ci(funct3: int, rd: int, immediate: int) -> int | None:
    """A register and -32 to 31, the manual's format CI."""
    if -32 <= immediate < 32:
        return funct3 << 13 | _at(12, immediate, 5) | rd << 7 | (immediate & 31) << 2 | 1
    return None


def _mv(rd: int, rs2: int) -> int:
    return 8 << 12 | rd << 7 | rs2 << 2 | 2


def _is_short(*registers: int) -> bool:
    """Whether three bits hold their numbers: s0, s1 and a0 to a5."""
    return all(8 <= register < 16 for register in registers)


def _at(place: int, number: int, *bits: int) -> int:
    """These bits of a number, the last of them at a place."""
    gathered = 0
    for bit in bits:
        gathered = gathered << 1 | number >> bit & 1
    return gathered << place
