"""RISC-V's instructions as uLisp writes them, encoded: RV32IM and RV64IM.

They are compressed wherever that can be.

After the manual that ``formats.py`` names; mnemonics and operands are those of the RISC-V assembler
for uLisp (ulisp.com), pseudo-instructions those of the manual's assembly programmer's handbook.

The length of an instruction must not depend on labels, but for branches and jumps to a plain label,
which only grow with their distance. So what is computed from labels takes 32 bits.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from moolab.errors import InvalidProgram
from moolab.machines.assembler import Context, Encode, InstructionSet, in_range
from moolab.machines.notation import ulisp
from moolab.machines.notation.ulisp import Call, Group, Operand, Symbol
from moolab.machines.riscv import formats
from moolab.machines.riscv.compression import compressed

_ZERO, _RA = 0, 1

Build = Callable[..., list[int]]
"""From the numbers of the operands to 32-bit instructions."""


class _Form(NamedTuple):
    """One way to write an instruction.

    Of the operands, ``'rd`` is a register, ``'(rs)`` a register that holds an address, ``label`` an
    address that is encoded as the distance from here, ``address`` one that is not, and anything
    else a number; ``is_long`` ones are never compressed.
    """

    operands: str
    build: Build
    is_long: bool = False
    width: int = 32

    def fits(self, context: Context, operands: tuple[Operand, ...]) -> bool:
        """Whether the operands are as many, and of the kinds, that this form has."""
        names = self.operands.split()
        return len(names) == len(operands) and all(map(partial(_fits, context), names, operands))

    def encode(self, context: Context, operands: tuple[Operand, ...]) -> list[int]:
        """The 16-bit words."""
        names = self.operands.split()
        words = self.build(*map(partial(_number, context), names, operands))
        is_long = self.is_long or any(map(_is_open, names, operands))
        return [half for word in words for half in _halves(word, is_long, self.width)]


def _fits(context: Context, name: str, operand: Operand) -> bool:
    if isinstance(operand, Group) or name.startswith("'("):
        return isinstance(operand, Group) and name.startswith("'(")
    if context.is_register(operand) or name.startswith("'"):
        return context.is_register(operand) and name.startswith("'")
    return name != "address" or _is_computed(operand)


def _number(context: Context, name: str, operand: Operand) -> int:
    if context.is_register(operand):
        return context.register(operand)
    match operand:
        case Group((register,)):
            return context.named(register)
        case Group():
            shown = ulisp.show(operand)
            raise InvalidProgram(f"{shown} is not an address; one is written '(register)")
        case _:
            return context.value(operand) - (context.address if name == "label" else 0)


def _is_open(name: str, operand: Operand) -> bool:
    """Whether another pass may find a number that needs more room, or less."""
    if name == "label":
        return not isinstance(operand, Symbol)
    return not name.startswith("'") and _is_computed(operand)


def _is_computed(operand: Operand) -> bool:
    if isinstance(operand, Call):
        return any(map(_is_computed, operand.arguments))
    return isinstance(operand, Symbol)


def _halves(word: int, is_long: bool, width: int) -> list[int]:
    short = None if is_long else compressed(word, width)
    return [word & 0xFFFF, word >> 16] if short is None else [short]


def _encoder(*forms: _Form) -> Encode:
    """An instruction that is written in one of these forms."""

    def encode(context: Context, operands: tuple[Operand, ...]) -> list[int]:
        for form in forms:
            if form.fits(context, operands):
                return form.encode(context, operands)
        ways = " or ".join(form.operands or "no operands" for form in forms)
        raise InvalidProgram(f"it takes {ways}")

    return encode


def _written(operands: str, build: Build) -> Encode:
    return _encoder(_Form(operands, build))


def _operation(funct3: int, funct7: int = 0, *, opcode: int = formats.OP) -> Build:
    return lambda rd, rs1, rs2: [formats.r_type(opcode, rd, funct3, rs1, rs2, funct7)]


def _immediate(funct3: int, opcode: int = formats.OP_IMM, what: str = "the number") -> Build:
    return lambda rd, rs, number: [
        formats.i_type(opcode, rd, funct3, rs, in_range(number, -2048, 2047, what))
    ]


def _shift(funct3: int, funct7: int = 0, most: int = 31, opcode: int = formats.OP_IMM) -> Build:
    return lambda rd, rs, places: [
        formats.r_type(opcode, rd, funct3, rs, in_range(places, 0, most, "the shift"), funct7)
    ]


def _load(funct3: int) -> Encode:
    build = _immediate(funct3, formats.LOAD, "the offset")
    return _encoder(
        _Form("'rd offset '(rs)", lambda rd, offset, rs: build(rd, rs, offset)),
        _Form("'rd '(rs)", lambda rd, rs: build(rd, rs, 0)),
    )


def _store(funct3: int) -> Encode:
    def build(rs2: int, offset: int, rs1: int) -> list[int]:
        place = in_range(offset, -2048, 2047, "the offset")
        return [formats.s_type(formats.STORE, funct3, rs1, rs2, place)]

    return _encoder(
        _Form("'rs2 offset '(rs1)", build),
        _Form("'rs2 '(rs1)", lambda rs2, rs1: build(rs2, 0, rs1)),
    )


def _branch(funct3: int) -> Build:
    return lambda rs1, rs2, distance: [
        formats.b_type(
            formats.BRANCH,
            funct3,
            rs1,
            rs2,
            in_range(distance, -4096, 4094, "the distance", multiple=2),
        )
    ]


def _jal(rd: int, distance: int) -> list[int]:
    reach = 1 << 20
    in_range(distance, -reach, reach - 2, "the distance", multiple=2)
    return [formats.j_type(formats.JAL, rd, distance)]


def _jalr_behind_auipc(distance: int, register: int) -> list[int]:
    """The jump to a label whose ``$auipc`` is the instruction before, 4 bytes back."""
    in_range(distance, -2052, 2042, "the distance", multiple=2)
    return _JALR(register, register, distance + 4)


def _lui(rd: int, upper: int) -> list[int]:
    in_range(upper, -(1 << 19), (1 << 20) - 1, "the number")
    return [formats.u_type(formats.LUI, rd, upper)]


def _auipc(rd: int, number: int) -> list[int]:
    in_range(number, -(1 << 31), (1 << 32) - 4096, "the number", multiple=4096)
    return [formats.u_type(formats.AUIPC, rd, number >> 12)]


def _li(most: int, add: Build, *, is_long: bool) -> Build:
    """One instruction if that is enough, unless a later pass may need two.

    ``addi`` takes its number for negative from bit 11 on, which ``lui`` makes up for.
    """

    def build(rd: int, number: int) -> list[int]:
        in_range(number, -(1 << 31), most, "the number")
        lower = (number & 0xFFF ^ 0x800) - 0x800
        upper = (number - lower) >> 12 & 0xFFFFF
        if not upper and not is_long:
            return _ADDI(rd, _ZERO, lower)
        return _lui(rd, upper) + (add(rd, rd, lower) if lower or is_long else [])

    return build


def _loading(most: int, add: Build) -> Encode:
    return _encoder(
        _Form("'rd address", _li(most, add, is_long=True)),
        _Form("'rd number", _li(most, add, is_long=False)),
    )


_ADDI, _SLTIU, _XORI = _immediate(0), _immediate(3), _immediate(4)
_SUB, _SLT, _SLTU = _operation(0, 0x20), _operation(2), _operation(3)
_BEQ, _BNE, _BLT, _BGE = _branch(0), _branch(1), _branch(4), _branch(5)
_BLTU, _BGEU = _branch(6), _branch(7)
_JALR = _immediate(0, formats.JALR, "the offset")
_ADDIW = _immediate(0, formats.OP_IMM_32)
_SUBW = _operation(0, 0x20, opcode=formats.OP_32)

_THREE = "'rd 'rs1 'rs2"
_TWO = "'rd 'rs"
_COMPARED = "'rs1 'rs2 label"
_WITH_ZERO = "'rs label"

_WIDE = {
    "add": (0,), "sub": (0, 0x20), "sll": (1,), "slt": (2,), "sltu": (3,), "xor": (4,),
    "srl": (5,), "sra": (5, 0x20), "or": (6,), "and": (7,), "mul": (0, 1), "mulh": (1, 1),
    "mulhsu": (2, 1), "mulhu": (3, 1), "div": (4, 1), "divu": (5, 1), "rem": (6, 1),
    "remu": (7, 1),
}  # fmt: skip
"""Operations of two registers, by funct3 and funct7."""

_NARROW = ("add", "sub", "sll", "srl", "sra", "mul", "div", "divu", "rem", "remu")
"""Those that RV64 has for 32 bits as well."""

_NUMBERED = {"addi": 0, "slti": 2, "sltiu": 3, "xori": 4, "ori": 6, "andi": 7}
_SIZES = {"b": 0, "h": 1, "w": 2, "bu": 4, "hu": 5}
_TESTS = {"eq": 0, "ne": 1, "lt": 4, "ge": 5, "ltu": 6, "geu": 7}

_MNEMONICS: Mapping[str, Encode] = {
    # RV32I: numbers
    "$li": _loading((1 << 32) - 1, _ADDI),
    "$lui": _written("'rd number", _lui),
    "$auipc": _written("'rd number", _auipc),
    **{f"${name}": _written("'rd 'rs number", _immediate(n)) for name, n in _NUMBERED.items()},
    "$slli": _written("'rd 'rs shift", _shift(1)),
    "$srli": _written("'rd 'rs shift", _shift(5)),
    "$srai": _written("'rd 'rs shift", _shift(5, 0x20)),
    # registers
    **{f"${name}": _written(_THREE, _operation(*functions)) for name, functions in _WIDE.items()},
    "$mv": _written(_TWO, lambda rd, rs: _ADDI(rd, rs, 0)),
    "$neg": _written(_TWO, lambda rd, rs: _SUB(rd, _ZERO, rs)),
    "$not": _written(_TWO, lambda rd, rs: _XORI(rd, rs, -1)),
    "$seqz": _written(_TWO, lambda rd, rs: _SLTIU(rd, rs, 1)),
    "$snez": _written(_TWO, lambda rd, rs: _SLTU(rd, _ZERO, rs)),
    "$sltz": _written(_TWO, lambda rd, rs: _SLT(rd, rs, _ZERO)),
    "$sgtz": _written(_TWO, lambda rd, rs: _SLT(rd, _ZERO, rs)),
    # memory
    **{f"$l{size}": _load(funct3) for size, funct3 in _SIZES.items()},
    **{f"$s{size}": _store(_SIZES[size]) for size in "bhw"},
    "$fence": _written("", lambda: [formats.i_type(formats.MISC_MEM, 0, 0, 0, 0xFF)]),
    # flow
    **{f"$b{test}": _written(_COMPARED, _branch(funct3)) for test, funct3 in _TESTS.items()},
    "$bgt": _written(_COMPARED, lambda rs1, rs2, distance: _BLT(rs2, rs1, distance)),
    "$ble": _written(_COMPARED, lambda rs1, rs2, distance: _BGE(rs2, rs1, distance)),
    "$bgtu": _written(_COMPARED, lambda rs1, rs2, distance: _BLTU(rs2, rs1, distance)),
    "$bleu": _written(_COMPARED, lambda rs1, rs2, distance: _BGEU(rs2, rs1, distance)),
    "$beqz": _written(_WITH_ZERO, lambda rs, distance: _BEQ(rs, _ZERO, distance)),
    "$bnez": _written(_WITH_ZERO, lambda rs, distance: _BNE(rs, _ZERO, distance)),
    "$bltz": _written(_WITH_ZERO, lambda rs, distance: _BLT(rs, _ZERO, distance)),
    "$bgez": _written(_WITH_ZERO, lambda rs, distance: _BGE(rs, _ZERO, distance)),
    "$bgtz": _written(_WITH_ZERO, lambda rs, distance: _BLT(_ZERO, rs, distance)),
    "$blez": _written(_WITH_ZERO, lambda rs, distance: _BGE(_ZERO, rs, distance)),
    "$j": _written("label", lambda distance: _jal(_ZERO, distance)),
    "$jal": _encoder(
        _Form("label", lambda distance: _jal(_RA, distance)), _Form("'rd label", _jal)
    ),
    "$jr": _written("'rs", lambda rs: _JALR(_ZERO, rs, 0)),
    "$jalr": _encoder(
        _Form("'rs", lambda rs: _JALR(_RA, rs, 0)),
        _Form("'rd 'rs", lambda rd, rs: _JALR(rd, rs, 0)),
        _Form("'rd 'rs offset", _JALR),
        _Form("'rd offset '(rs)", lambda rd, offset, rs: _JALR(rd, rs, offset)),
        _Form("label '(rs)", _jalr_behind_auipc, is_long=True),
    ),
    "$ret": _written("", lambda: _JALR(_ZERO, _RA, 0)),
    "$nop": _written("", lambda: _ADDI(_ZERO, _ZERO, 0)),
}

_MNEMONICS_64: Mapping[str, Encode] = {
    **_MNEMONICS,
    # addi would leave bits beyond the lowest 32, which addiw forgets
    "$li": _loading((1 << 31) - 1, _ADDIW),
    "$slli": _written("'rd 'rs shift", _shift(1, most=63)),
    "$srli": _written("'rd 'rs shift", _shift(5, most=63)),
    "$srai": _written("'rd 'rs shift", _shift(5, 0x20, most=63)),
    "$jal": _encoder(
        _Form("label", lambda distance: _jal(_RA, distance), width=64),
        _Form("'rd label", _jal, width=64),
    ),
    "$lwu": _load(6),
    "$ld": _load(3),
    "$sd": _store(3),
    # 32 bits of registers, the result extended with its sign
    "$addiw": _written("'rd 'rs number", _ADDIW),
    "$slliw": _written("'rd 'rs shift", _shift(1, opcode=formats.OP_IMM_32)),
    "$srliw": _written("'rd 'rs shift", _shift(5, opcode=formats.OP_IMM_32)),
    "$sraiw": _written("'rd 'rs shift", _shift(5, 0x20, opcode=formats.OP_IMM_32)),
    **{
        f"${name}w": _written(_THREE, _operation(*_WIDE[name], opcode=formats.OP_32))
        for name in _NARROW
    },
    "$negw": _written(_TWO, lambda rd, rs: _SUBW(rd, _ZERO, rs)),
    "$sext.w": _written(_TWO, lambda rd, rs: _ADDIW(rd, rs, 0)),
}

_NAMED = ("zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1")
_ARGUMENTS = tuple(f"a{number}" for number in range(8))
_SAVED = tuple(f"s{number}" for number in range(2, 12))
_TEMPORARY = tuple(f"t{number}" for number in range(3, 7))

REGISTERS = _NAMED + _ARGUMENTS + _SAVED + _TEMPORARY
"""The names of x0 to x31 by their use."""

INSTRUCTIONS = InstructionSet(
    name="riscv",
    registers={
        **{f"x{number}": number for number in range(32)},
        **{name: number for number, name in enumerate(REGISTERS)},
        "fp": REGISTERS.index("s0"),
    },
    parameters=("a0", "a1", "a2", "a3"),
    mnemonics=_MNEMONICS,
)
"""What the assembler knows of RV32IMC."""

INSTRUCTIONS_64 = replace(INSTRUCTIONS, name="riscv64", mnemonics=_MNEMONICS_64)
"""What it knows of RV64IMC."""
