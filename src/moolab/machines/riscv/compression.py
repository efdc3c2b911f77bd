"""The 16-bit form of an instruction, where there is one: what stands for it in ``expansion``.

Where two registers may change places, they do.
"""

from functools import cache

from moolab.machines.riscv import formats
from moolab.machines.riscv.expansion import expanded

_NOP = 0x13
_COMMUTATIVE = {(formats.OP, 0), (formats.OP, 4), (formats.OP, 6), (formats.OP, 7),
                (formats.OP_32, 0)}  # fmt: skip
"""add, xor, or, and, addw: opcode and funct3, with no funct7."""

_COMPUTING = {formats.OP, formats.OP_IMM, formats.OP_32, formats.OP_IMM_32, formats.LUI}


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
    opcode, funct3, rd = word & 0x7F, word >> 12 & 7, word >> 7 & 31
    rs1, rs2 = word >> 15 & 31, word >> 20 & 31
    if (opcode, funct3) == (formats.OP_IMM, 0) and rd and rs1 and not word >> 20:
        # To add nothing is to add to zero, which is how a register is copied in 16 bits.
        word = formats.r_type(formats.OP, rd, 0, 0, rs1, 0)
    elif (opcode, funct3) in _COMMUTATIVE and not word >> 25 and rs1 and rs2 in {0, rd}:
        word = formats.r_type(opcode, rd, funct3, rs2, rs1, 0)
    elif opcode == formats.BRANCH and funct3 <= 1 and not rs1:
        word = word & ~(0x3FF << 15) | rs2 << 15
    return _halves(width).get(word)


@cache
def _halves(width: int) -> dict[int, int]:
    """The first 16 bits for each instruction, unless it is a hint, which does nothing.

    Those of RV64 are there in any case, as no program for RV32 has them.
    """
    found: dict[int, int] = {}
    for known in {64, width}:
        for half in range(1 << 16):
            if half & 3 != 3 and not _is_hint(word := expanded.py_func(half, known)):
                found.setdefault(word, half)
    return found


def _is_hint(word: int) -> bool:
    if word & 0x7F in _COMPUTING and not word >> 7 & 31:
        return word != _NOP
    is_shift = word & 0x7F == formats.OP_IMM and word >> 12 & 3 == 1
    return is_shift and not word >> 20 & 63
