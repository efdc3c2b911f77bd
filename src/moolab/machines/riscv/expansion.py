"""The 32-bit instruction that a 16-bit one stands for, compiled.

After the chapter "C" of the manual that ``formats.py`` names, without floating point.
"""

from moolab.machines.riscv import formats
from moolab.machines.riscv.formats import (
    BRANCH,
    JAL,
    JALR,
    LOAD,
    LUI,
    OP,
    OP_32,
    OP_IMM,
    OP_IMM_32,
    STORE,
)
from moolab.support.jit import Value, exposed, inlined

_r_type = inlined(formats.r_type)
_i_type = inlined(formats.i_type)
_s_type = inlined(formats.s_type)
_b_type = inlined(formats.b_type)
_u_type = inlined(formats.u_type)
_j_type = inlined(formats.j_type)

UNDEFINED = 0
"""What stands for no instruction at all; as the manual has it, which defines none of zeros."""

_EBREAK = 0x00100073
_RA, _SP = 1, 2


@exposed
def expanded(half: Value, width: Value = 32) -> Value:
    """What 16 bits stand for.

    Args:
        half: whose lowest two bits are not 11.
        width: of the registers, 32 or 64.

    Returns:
        ``UNDEFINED`` for what is reserved or belongs to other extensions.

    >>> f"{expanded(0x0585):08x}"  # addi a1, a1, 1
    '00158593'
    """
    quadrant = half & 3
    if quadrant == 0:
        return _memory(half, width)
    if quadrant == 1:
        return _immediate(half, width)
    return _register(half, width)


@inlined
def _memory(half: Value, width: Value) -> Value:
    """Quadrant 0: loads, stores, and addresses on the stack, with the short registers."""
    funct3, rs1, short = half >> 13, 8 | half >> 7 & 7, 8 | half >> 2 & 7
    offset = half >> 7 & 0x38 | half >> 4 & 4 | half << 1 & 0x40
    if funct3 == 2:
        return _i_type(LOAD, short, 2, rs1, offset)
    if funct3 == 6:
        return _s_type(STORE, 2, rs1, short, offset)
    if width == 64 and (funct3 == 3 or funct3 == 7):  # noqa: PLR1714 - no tuple in a kernel
        offset = half >> 7 & 0x38 | half << 1 & 0xC0
        if funct3 == 3:
            return _i_type(LOAD, short, 3, rs1, offset)
        return _s_type(STORE, 3, rs1, short, offset)
    size = half >> 1 & 0x3C0 | half >> 7 & 0x30 | half >> 2 & 8 | half >> 4 & 4
    if funct3 == 0 and size:
        return _i_type(OP_IMM, short, 0, _SP, size)
    return UNDEFINED


@inlined
def _immediate(half: Value, width: Value) -> Value:
    """Quadrant 1: numbers, jumps and branches."""
    funct3, rd = half >> 13, half >> 7 & 31
    number = half >> 2 & 31 | -(half >> 7 & 32)
    if funct3 == 0:
        return _i_type(OP_IMM, rd, 0, rd, number)
    if funct3 == 2:
        return _i_type(OP_IMM, rd, 0, 0, number)
    if funct3 == 3:
        if number == 0:
            return UNDEFINED
        if rd != _SP:
            return _u_type(LUI, rd, number)
        size = half >> 2 & 0x10 | half << 1 & 0x40 | half << 4 & 0x180 | half << 3 & 0x20
        return _i_type(OP_IMM, _SP, 0, _SP, size | -(half >> 3 & 0x200))
    if funct3 == 4:
        return _operation(half, 8 | rd & 7, number, width)
    if width == 64 and funct3 == 1:
        return _i_type(OP_IMM_32, rd, 0, rd, number) if rd else UNDEFINED
    if funct3 == 1 or funct3 == 5:  # noqa: PLR1714 - no tuple in a kernel
        distance = half >> 7 & 0x10 | half >> 1 & 0x340 | half << 2 & 0x400
        distance |= half << 1 & 0x80 | half >> 2 & 0xE | half << 3 & 0x20
        return _j_type(JAL, _RA if funct3 == 1 else 0, distance | -(half >> 1 & 0x800))
    distance = half >> 7 & 0x18 | half << 1 & 0xC0 | half >> 2 & 6 | half << 3 & 0x20
    return _b_type(BRANCH, funct3 & 1, 8 | rd & 7, 0, distance | -(half >> 4 & 0x100))


@inlined
def _operation(half: Value, rd: Value, number: Value, width: Value) -> Value:
    """Shifts to the right, and, and operations of two short registers."""
    kind = half >> 10 & 3
    if kind == 2:
        return _i_type(OP_IMM, rd, 7, rd, number)
    code, rs2 = half >> 5 & 3, 8 | half >> 2 & 7
    if half >> 12 & 1:  # a shift by more than 31 places, or an operation of RV64
        if width == 32 or (kind == 3 and code > 1):
            return UNDEFINED
        if kind == 3:
            return _r_type(OP_32, rd, 0, rd, rs2, 0 if code else 0x20)
    if kind < 2:
        return _i_type(OP_IMM, rd, 5, rd, number & 63 | kind << 10)
    if code == 0:
        return _r_type(OP, rd, 0, rd, rs2, 0x20)
    return _r_type(OP, rd, 4 if code == 1 else 4 | code, rd, rs2, 0)


@inlined
def _register(half: Value, width: Value) -> Value:
    """Quadrant 2: the stack, and operations of any two registers."""
    funct3, rd, rs2 = half >> 13, half >> 7 & 31, half >> 2 & 31
    high = half >> 12 & 1
    if funct3 == 0 and (not high or width == 64):
        return _i_type(OP_IMM, rd, 1, rd, high << 5 | rs2)
    if width == 64 and funct3 == 3 and rd:
        return _i_type(LOAD, rd, 3, _SP, half << 4 & 0x1C0 | high << 5 | half >> 2 & 0x18)
    if width == 64 and funct3 == 7:
        return _s_type(STORE, 3, _SP, rs2, half >> 1 & 0x1C0 | half >> 7 & 0x38)
    if funct3 == 2 and rd:
        return _i_type(LOAD, rd, 2, _SP, half << 4 & 0xC0 | high << 5 | half >> 2 & 0x1C)
    if funct3 == 6:
        return _s_type(STORE, 2, _SP, rs2, half >> 1 & 0xC0 | half >> 7 & 0x3C)
    if funct3 == 4 and rs2:
        return _r_type(OP, rd, 0, rd * high, rs2, 0)
    if funct3 == 4 and rd:
        return _i_type(JALR, high, 0, rd, 0)
    if funct3 == 4 and high:
        return _EBREAK
    return UNDEFINED
