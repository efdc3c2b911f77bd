"""RISC-V's encodings: against GNU as and capstone, a few by hand, and what is refused."""

import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from moolab.errors import InvalidProgram
from moolab.machines.assembler import Assembly, Context, InstructionSet, Line, assemble
from moolab.machines.notation import ulisp
from moolab.machines.riscv import formats
from moolab.machines.riscv.encoding import INSTRUCTIONS, INSTRUCTIONS_64, REGISTERS
from moolab.machines.riscv.expansion import expanded
from moolab.support.text import quote
from tests.helpers.cases import every

AS = "riscv64-unknown-elf-as"
OBJCOPY = "riscv64-unknown-elf-objcopy"
needs_as = pytest.mark.skipif(
    not shutil.which(AS), reason=f"{AS} is not installed (Debian: binutils-riscv64-unknown-elf)"
)

Draw = Callable[[random.Random], str]

SHORT = REGISTERS[8:16]
"""Those that three bits hold."""

HERE = 1 << 21
"""The address of the instruction in question, far from 0 so that all distances have a place."""


def assembled(*forms: str) -> Assembly:
    [routine] = ulisp.read(f"(defcode f (n) {' '.join(forms)})")
    return assemble(routine, INSTRUCTIONS)


def hexed(*forms: str) -> str:
    return assembled(*forms).code.hex()


def one(form: str, distance: int = 0, known: InstructionSet = INSTRUCTIONS) -> bytes:
    """A form, assembled with the label ``target`` at a distance."""
    [routine] = ulisp.read(f"(defcode f () {form})")
    [instruction] = routine.body
    assert isinstance(instruction, ulisp.Instruction)
    context = Context(HERE, known.registers, (), {"target": HERE + distance})
    words = known.mnemonics[instruction.mnemonic](context, instruction.operands)
    return b"".join(word.to_bytes(2, "little") for word in words)


def gnu(tmp_path: Path, lines: list[str], width: int = 32) -> bytes:
    """What GNU as makes of a program."""
    (tmp_path / "f.s").write_text("\n".join([*lines, ""]))
    abi = "ilp32" if width == 32 else "lp64"
    command = [AS, f"-march=rv{width}imc", f"-mabi={abi}", "-mno-relax", "f.s", "-o", "f.o"]
    subprocess.run(command, cwd=tmp_path, check=True)
    subprocess.run([OBJCOPY, "-O", "binary", "f.o", "f.bin"], cwd=tmp_path, check=True)
    return (tmp_path / "f.bin").read_bytes()


# Random operands, those most often for which there are short instructions.


def register(chance: random.Random) -> str:
    return chance.choice(["zero", "ra", "sp", "s0", "s1", "a0", "a1", "a5", *REGISTERS])


def number(chance: random.Random) -> str:
    small = chance.randint(-40, 40)
    large = chance.randint(-2048, 2047)
    return str(chance.choice([0, small, 4 * small, 16 * small, large, -2048, 2047]))


def shift(chance: random.Random) -> str:
    return str(chance.randint(0, 31))


def long_shift(chance: random.Random) -> str:
    return str(chance.randint(0, 63))


def word(chance: random.Random) -> str:
    low = chance.choice([0, 1, -1, 31, -32, 32, 0x7FF, -0x800, chance.randint(-2048, 2047)])
    high = chance.choice([0, 1, 31, 32, -32, -33, -(1 << 19), chance.randint(-(1 << 19), 1 << 19)])
    return str(min(high * 4096 + low, (1 << 31) - 1) if high > -(1 << 19) else high * 4096)


def upper(chance: random.Random) -> str:
    return str(chance.choice([0, 1, 31, 32, 0xFFFE0, 0xFFFDF, chance.randint(0, 0xFFFFF)]))


def near(chance: random.Random) -> str:
    return str(2 * chance.choice([0, 1, 127, 128, -128, -129, chance.randint(-2048, 2047)]))


def far(chance: random.Random) -> str:
    reach = 1 << 19
    return str(2 * chance.choice([1, 1023, 1024, -1024, -1025, chance.randint(-reach, reach - 1)]))


KINDS: dict[tuple[str, tuple[Draw, ...]], str] = {
    ("{}, {}, {}", (register, register, register)): (
        "add sub sll slt sltu xor srl sra or and mul mulh mulhsu mulhu div divu rem remu"
    ),
    ("{}, {}, {}", (register, register, number)): "addi slti sltiu xori ori andi",
    ("{}, {}, {}", (register, register, shift)): "slli srli srai",
    ("{}, {}", (register, register)): "mv neg not seqz snez sltz sgtz jalr",
    ("{}, {}({})", (register, number, register)): "lb lh lw lbu lhu sb sh sw jalr",
    ("{}, ({})", (register, register)): "lb lh lw lbu lhu sb sh sw",
    ("{}, {}, .+{}", (register, register, near)): ("beq bne blt bge bltu bgeu bgt ble bgtu bleu"),
    ("{}, .+{}", (register, near)): "beqz bnez bltz bgez bgtz blez",
    ("{}, .+{}", (register, far)): "jal",
    (".+{}", (far,)): "j jal",
    ("{}", (register,)): "jr jalr",
    ("{}, {}", (register, word)): "li",
    ("{}, {}", (register, upper)): "lui auipc",
    ("", ()): "ret nop fence",
}
KINDS_64 = {
    **KINDS,
    ("{}, {}, {}", (register, register, shift)): "slliw srliw sraiw",
    ("{}, {}, {}", (register, register, long_shift)): "slli srli srai",
    ("{}, {}, {} ", (register, register, register)): (
        "addw subw sllw srlw sraw mulw divw divuw remw remuw"
    ),
    ("{}, {}, {} ", (register, register, number)): "addiw",
    ("{}, {} ", (register, register)): "negw sext.w",
    ("{}, {}({}) ", (register, number, register)): "ld sd lwu",
    ("{}, ({}) ", (register, register)): "ld sd lwu",
}


def forms(kinds: dict[tuple[str, tuple[Draw, ...]], str]) -> list[tuple[str, tuple[Draw, ...]]]:
    return [
        (f"{name} {operands.rstrip()}", draws)
        for (operands, draws), names in kinds.items()
        for name in names.split()
    ]


FORMS = {32: forms(KINDS), 64: forms(KINDS_64)}
SETS = {32: INSTRUCTIONS, 64: INSTRUCTIONS_64}


def in_lisp(text: str) -> tuple[str, int]:
    """GNU's form as uLisp writes it, with the distance of its label."""
    mnemonic, _, rest = text.partition(" ")
    operands, distance = [], 0
    for operand in rest.split(", ") if rest else []:
        if operand.startswith(".+"):
            distance = int(operand[2:])
            operands.append("target")
        elif operand.endswith(")"):
            offset, _, base = operand[:-1].partition("(")
            operands += [offset] if offset else []
            operands.append(f"'({base})")
        elif operand[-1].isdigit() and operand.lstrip("-").isdigit():
            operands.append(str(int(operand) << 12) if mnemonic == "auipc" else operand)
        else:
            operands.append(f"'{operand}")
    return f"({' '.join([f'${mnemonic}', *operands])})", distance


def shortest(text: str, width: int) -> str:
    """The spelling of which GNU as makes 16 bits: it takes other ones literally."""
    match text.replace(",", "").replace("(", " ").replace(")", "").split():
        case ["mv" | "li", "zero", "zero" | "0"]:
            return "nop"
        case ["li", "zero", "-2147483648"]:
            return "lui zero, 0x80000"  # of which it makes two
        case ["mv", rd, "zero"]:
            return f"li {rd}, 0"
        case ["add", rd, rs, "zero"] if rs != "zero" != rd:
            return f"mv {rd}, {rs}"
        case ["beq" | "bne" as name, "zero", rs, place] if rs in SHORT and fits(place, 8):
            return f"{name} {rs}, zero, {place}"
        case ["jal", "zero", place]:
            return f"j {place}"
        case ["jal", "ra", place] | ["jal", place] if width == 32 and fits(place, 11):
            return f"c.jal {place}"
        case ["jalr", "zero", "0", rs] | ["jalr", "zero", rs] if rs in REGISTERS:
            return f"jr {rs}"
        case ["jalr", "ra", "0", rs] | ["jalr", "ra", rs] if rs in REGISTERS:
            return f"jalr {rs}"
    return text


def fits(place: str, bits: int) -> bool:
    return -(1 << bits) <= int(place[2:]) < 1 << bits


def drawn(count: int, width: int) -> Iterator[str]:
    """Every form, so many times."""
    chance = random.Random(7)
    for form, draws in FORMS[width]:
        for _ in range(count if draws else 1):
            yield form.format(*[draw(chance) for draw in draws])


@needs_as
@pytest.mark.parametrize("width", [32, 64])
def test_every_form_is_encoded_as_gnu_as_does(tmp_path: Path, width: int) -> None:
    texts = list(drawn(30, width))
    there = gnu(tmp_path, [shortest(text, width) for text in texts], width)
    place = 0
    for text in texts:
        here = one(*in_lisp(text), SETS[width])
        assert there[place : place + len(here)].hex() == here.hex(), (text, in_lisp(text))
        place += len(here)
    assert place == len(there)


def test_every_mnemonic_is_among_these_forms() -> None:
    for width, known in SETS.items():
        assert {f"${form.split()[0]}" for form, _ in FORMS[width]} == set(known.mnemonics)


@needs_as
@pytest.mark.parametrize("seed", [*range(3), 107, 110])
def test_branches_are_as_short_as_gnu_as_makes_them(tmp_path: Path, seed: int) -> None:
    """Some 2,000 bytes, in which distances are near the limits of 16 bits.

    With the last two seeds GNU as leaves a branch long that need not be.
    """
    chance = random.Random(seed)
    here, there = [], []
    for label in range(300):
        here.append(f"l{label}")
        there.append(f"l{label}:")
        for text in chance.choices(["nop", "ret", "lw t0, 4(a0)"], k=chance.randint(0, 3)):
            here.append(in_lisp(text)[0])
            there.append(text)
        reach = chance.choice([25, 40, 220])
        target = min(max(label + chance.randint(-reach, reach), 0), 299)
        form = chance.choice(["beqz a0, {}", "bnez s1, {}", "j {}", "bltz a0, {}"])
        there.append(form.format(f"l{target}"))
        here.append(in_lisp(form.format(f".+{target}"))[0].replace("target", f"l{target}"))
    code = assembled(*here)
    assert len(code.code) <= len(gnu(tmp_path, there))
    for line in code.lines:
        *_, name = line.source.strip("()").split()
        if name in code.labels:
            assert line.address + distance_of(line) == code.labels[name]


def distance_of(line: Line) -> int:
    """How far a branch goes."""
    word = expanded(line.words[0]) if len(line.words) == 1 else line.words[1] << 16 | line.words[0]
    is_jump = word & 0x7F == formats.JAL
    return formats.j_immediate(word) if is_jump else formats.b_immediate(word)


def test_capstone_reads_what_was_written() -> None:
    capstone = pytest.importorskip("capstone")
    reader = capstone.Cs(capstone.CS_ARCH_RISCV, capstone.CS_MODE_RISCV32)
    chance = random.Random(3)
    for form, draws in PLAIN * 20:
        registers = iter(chance.sample(["t0", "t1", "s2", "s11", "a6", "gp"], 3))
        text = form.format(*[plain(draw, registers, chance) for draw in draws])
        [found] = reader.disasm(one(*in_lisp(text)), 0)
        assert parts(f"{found.mnemonic} {found.op_str}") == parts(text)


PSEUDO = {"jalr", "bgt", "ble", "bgtu", "bleu"}
PLAIN = [
    (form, draws)
    for form, draws in FORMS[32]
    if (len(draws) == 3 or upper in draws) and form.split()[0] not in PSEUDO
]


def plain(draw: Draw, registers: Iterator[str], chance: random.Random) -> str:
    """Operands for which there is neither a short form nor another name."""
    if draw is register:
        return next(registers)
    return str(chance.randint(2, 15) * 2 if draw is shift else chance.randrange(200, 2000, 2))


def parts(text: str) -> list[str | int]:
    """Mnemonic and operands, however they are set."""
    found = text.replace(".+", "").replace(",", " ").replace("(", " ").replace(")", "").split()
    return [int(part, 0) if part[0].isdigit() else part for part in found]


@every(
    "form, code",
    [
        ("($mv 'a0 'zero)", "0145"),  # c.li a0, 0
        ("($li 'a0 0)", "0145"),
        ("($li 'a0 #x7ff)", "1305f07f"),
        ("($li 'a0 #x800)", "056513050580"),  # lui a0, 1; addi a0, a0, -2048
        ("($li 'a0 #x12345800)", "3765341213050580"),
        ("($li 'a0 #xffffffff)", "7d55"),  # c.li a0, -1
        ("($li 'a0 #x80000000)", "37050080"),
        ("($sra 'a0 'a1 'a2)", "33d5c540"),
        ("($addi 'sp 'sp -12)", "5111"),
        ("($addi 'sp 'sp -36)", "1301c1fd"),
        ("($addi 'sp 'sp -48)", "7971"),  # c.addi16sp
        ("($lw 'a0 -4 '(a1))", "03a5c5ff"),
        ("($lw 'a0 2 '(sp))", "03252100"),
        ("($lw 'a0 256 '(sp))", "03250110"),
        ("($sw 'a0 6 '(a1))", "23a3a500"),
        ("($slli 'a0 'a0 31)", "7e05"),
    ],
)
def test_the_published_faults_are_avoided(form: str, code: str) -> None:
    assert hexed(form) == code


def test_an_offset_can_be_left_out_and_a_parameter_is_a_register() -> None:
    assert hexed("($lw n '(n))", "($sb 'n '(sp))") == hexed(
        "($lw 'a0 0 '(a0))", "($sb 'a0 0 '(sp))"
    )


def test_every_register_has_its_names() -> None:
    for place, name in enumerate(REGISTERS):
        assert one(f"($mv 'ra '{name})") == one(f"($mv 'x1 'x{place})")
    assert one("($mv 'ra 'fp)") == one("($mv 'ra 's0)")


def test_auipc_takes_the_number_that_is_added() -> None:
    assert hexed("($auipc 'a0 #x1000)") == hexed("($auipc 'a0 (ash 1 12))") == "17150000"
    assert hexed("($auipc 'a0 -4096)") == hexed("($auipc 'a0 #xfffff000)") == "17f5ffff"


def test_jalr_with_a_label_goes_with_auipc() -> None:
    here = hexed("($auipc 'ra 0)", "($jalr far '(ra))", "($ret)", "far", "($ret)")
    assert here == hexed("($auipc 'ra 0)", "($jalr 'ra 10 '(ra))", "($ret)", "($ret)")


def test_what_is_computed_from_labels_stands_in_32_bits() -> None:
    forms = ["($li 'a0 (- end begin))", "($addi 'a0 'a0 (- end begin))", "($j (+ begin 0))"]
    code = assembled("begin", *forms, "end").lines
    assert [len(line.words) for line in code] == [4, 2, 2]
    assert code[0].words == (0x0537, 0x0000, 0x0513, 0x0105)  # lui a0, 0; addi a0, a0, 16


def test_a_number_is_an_address_for_a_branch() -> None:
    assert hexed("($nop)", "($beqz 'a0 0)") == hexed(
        "($nop)", "begin", "($beq 'a0 'zero (- *pc* 2))"
    )


@every(
    "form, reason",
    [
        ("($add 'a0 'a1)", "it takes 'rd 'rs1 'rs2"),
        ("($add a0 a1 a2)", "it takes 'rd 'rs1 'rs2"),
        ("($addi 'a0 'a1 'a2)", "it takes 'rd 'rs number"),
        ("($ret 1)", "it takes no operands"),
        ("($lw 'a0 'a1)", "it takes 'rd offset '(rs) or 'rd '(rs)"),
        ("($lw 'a0 0 '(a1 4))", "'(a1 4) is not an address; one is written '(register)"),
        ("($sw 'a0 0 '(4))", "there is no register '4'"),
        ("($mv 'a0 'a8)", "there is no register 'a8'"),
        ("($j nowhere)", "there is no label 'nowhere'"),
        ("($addi 'a0 'a0 2048)", "the number is 2048, not from -2048 to 2047"),
        ("($andi 'a0 'a0 -2049)", "the number is -2049, not from -2048 to 2047"),
        ("($lw 'a0 2048 '(a1))", "the offset is 2048, not from -2048 to 2047"),
        ("($sw 'a0 -2049 '(a1))", "the offset is -2049, not from -2048 to 2047"),
        ("($jalr 'a0 'a1 2048)", "the offset is 2048, not from -2048 to 2047"),
        ("($slli 'a0 'a0 32)", "the shift is 32, not from 0 to 31"),
        ("($srai 'a0 'a0 -1)", "the shift is -1, not from 0 to 31"),
        ("($lui 'a0 #x100000)", "the number is 1048576, not from -524288 to 1048575"),
        (
            "($auipc 'a0 1)",
            "the number is 1, not a multiple of 4096 from -2147483648 to 4294963200",
        ),
        ("($li 'a0 #x100000000)", "the number is 4294967296, not from -2147483648 to 4294967295"),
        ("($beq 'a0 'a1 4096)", "the distance is 4096, not a multiple of 2 from -4096 to 4094"),
        ("($bnez 'a0 3)", "the distance is 3, not a multiple of 2 from -4096 to 4094"),
        (
            "($jal #x100000)",
            "the distance is 1048576, not a multiple of 2 from -1048576 to 1048574",
        ),
        (
            "($jalr 2044 '(ra))",
            "the distance is 2044, not a multiple of 2 from -2052 to 2042",
        ),
    ],
)
def test_what_cannot_be_held_is_an_error_with_line_and_range(form: str, reason: str) -> None:
    with pytest.raises(InvalidProgram) as error:
        assembled(form)
    assert str(error.value) == f"line 1: {quote(form)}: {reason}"


def test_a_branch_that_reaches_too_far_is_an_error() -> None:
    far = ["($lui 'a0 #x12345)"] * 1022 + ["($nop)"]
    assert len(assembled("($bltz 'n end)", *far, "end").code) == 4094
    with pytest.raises(InvalidProgram, match=r"the distance is 4096, .* from -4096 to 4094"):
        assembled("($bltz 'n end)", *far, "($nop)", "end")


@every(
    "short, long",
    [
        ("$addi 'a0 'sp 1020", "$addi 'a0 'sp 1024"),
        ("$addi 'a5 'sp 4", "$addi 'a6 'sp 4"),
        ("$addi 'sp 'sp 496", "$addi 'sp 'sp 512"),
        ("$addi 'sp 'sp -512", "$addi 'sp 'sp -528"),
        ("$addi 't6 't6 -32", "$addi 't6 't6 -33"),
        ("$li 't6 31", "$li 't6 32"),
        ("$andi 's1 's1 -32", "$andi 's1 's1 32"),
        ("$slli 't6 't6 31", "$slli 't6 't6 0"),
        ("$srai 'a5 'a5 31", "$srai 'a6 'a6 31"),
        ("$lw 'a5 124 '(s0)", "$lw 'a5 128 '(s0)"),
        ("$sw 'a5 124 '(s0)", "$sw 'a5 128 '(s0)"),
        ("$lw 't6 252 '(sp)", "$lw 't6 256 '(sp)"),
        ("$sw 'zero 252 '(sp)", "$sw 'zero 256 '(sp)"),
        ("$lui 't6 31", "$lui 't6 32"),
        ("$lui 't6 #xfffe0", "$lui 't6 #xfffdf"),
    ],
)
def test_where_short_forms_end(short: str, long: str) -> None:
    assert [len(one(f"({form})")) for form in (short, long)] == [2, 4]
