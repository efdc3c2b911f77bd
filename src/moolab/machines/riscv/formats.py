"""The six formats of 32-bit instructions: fields put together, and taken apart again.

After *The RISC-V Instruction Set Manual, Volume I: Unprivileged Architecture*, chapter "RV32I".
The functions are plain, so that assembling needs no compiler, and call nothing, so that kernels can
compile them.
"""

LOAD, MISC_MEM, OP_IMM, AUIPC, STORE = 0x03, 0x0F, 0x13, 0x17, 0x23
OP, LUI, BRANCH, JALR, JAL, SYSTEM = 0x33, 0x37, 0x63, 0x67, 0x6F, 0x73
OP_IMM_32, OP_32 = 0x1B, 0x3B
"""The major opcodes, under the names of the manual."""


def r_type(opcode: int, rd: int, funct3: int, rs1: int, rs2: int, funct7: int) -> int:
    """Three registers.

    >>> f"{r_type(OP, 10, 0, 11, 12, 0x20):08x}"  # sub a0, a1, a2
    '40c58533'
    """
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def i_type(opcode: int, rd: int, funct3: int, rs1: int, immediate: int) -> int:
    """Two registers and -2048 to 2047.

    >>> f"{i_type(OP_IMM, 10, 0, 11, -1):08x}"  # addi a0, a1, -1
    'fff58513'
    """
    return (immediate & 0xFFF) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def s_type(opcode: int, funct3: int, rs1: int, rs2: int, offset: int) -> int:
    """Two registers to be read and -2048 to 2047.

    >>> f"{s_type(STORE, 2, 10, 11, -4):08x}"  # sw a1, -4(a0)
    'feb52e23'
    """
    places = (offset & 0xFE0) << 20 | (offset & 0x1F) << 7
    return places | rs2 << 20 | rs1 << 15 | funct3 << 12 | opcode


def b_type(opcode: int, funct3: int, rs1: int, rs2: int, distance: int) -> int:
    """Two registers to be compared and an even number from -4096 to 4094.

    >>> f"{b_type(BRANCH, 1, 10, 11, -2):08x}"  # bne a0, a1, .-2
    'feb51fe3'
    """
    high = (distance & 0x1000) << 19 | (distance & 0x7E0) << 20
    low = (distance & 0x1E) << 7 | (distance & 0x800) >> 4
    return high | low | rs2 << 20 | rs1 << 15 | funct3 << 12 | opcode


def u_type(opcode: int, rd: int, upper: int) -> int:
    """A register and the upper 20 bits of a number.

    >>> f"{u_type(LUI, 10, 0x12345):08x}"  # lui a0, 0x12345
    '12345537'
    """
    return (upper & 0xFFFFF) << 12 | rd << 7 | opcode


def j_type(opcode: int, rd: int, distance: int) -> int:
    """A register and an even number from -2^20 to 2^20 - 2.

    >>> f"{j_type(JAL, 1, -2):08x}"  # jal ra, .-2
    'fffff0ef'
    """
    high = (distance & 0x100000) << 11 | (distance & 0x7FE) << 20
    return high | (distance & 0x800) << 9 | distance & 0xFF000 | rd << 7 | opcode


def i_immediate(word: int) -> int:
    """The number in an instruction that ``i_type`` has made."""
    return (word >> 20 ^ 0x800) - 0x800


def s_immediate(word: int) -> int:
    """The number in an instruction that ``s_type`` has made."""
    return ((word >> 20 & 0xFE0 | word >> 7 & 0x1F) ^ 0x800) - 0x800


def b_immediate(word: int) -> int:
    """The number in an instruction that ``b_type`` has made."""
    low = word >> 7 & 0x1E | word << 4 & 0x800 | word >> 20 & 0x7E0
    return low - (word >> 19 & 0x1000)


def j_immediate(word: int) -> int:
    """The number in an instruction that ``j_type`` has made."""
    low = word & 0xFF000 | word >> 9 & 0x800 | word >> 20 & 0x7FE
    return low - (word >> 11 & 0x100000)
