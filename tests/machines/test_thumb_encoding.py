"""The Thumb assembler against GNU as and capstone, by random instructions of every form."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from moolab.errors import InvalidProgram
from moolab.machines.assembler import Assembly, Context, assemble
from moolab.machines.notation.ulisp import Instruction, read
from moolab.machines.thumb.encoding import FORMS, INSTRUCTIONS
from tests.helpers.cases import every
from tests.helpers.paths import PROJECT

AS, OBJCOPY = "arm-none-eabi-as", "arm-none-eabi-objcopy"
EACH = 60

LOGIC = {"and": "ands", "eor": "eors", "orr": "orrs", "adc": "adcs", "mul": "muls"}
SHIFTS = {"lsl": "lsls", "lsr": "lsrs", "asr": "asrs", "ror": "rors"}
ONE_WAY = {"bic": "bics", "sbc": "sbcs", **SHIFTS}
PAIRS = {"mvn": "mvns", "mov": "movs", "cmp": "cmp", "cmn": "cmn", "tst": "tst"}
PAIRS |= {name: name for name in ["rev", "rev16", "revsh", "sxtb", "sxth", "uxtb", "uxth"]}
MIXED = [("d", "h"), ("h", "d"), ("h", "k")]
CONDITIONS = "eq ne cs cc mi pl vs vc hi hs lo ls ge lt gt le".split()  # noqa: SIM905
WORDS, HALFWORDS, BYTES = ["ldr", "str"], ["ldrh", "strh"], ["ldrb", "strb"]
HINTS = ["nop", "yield", "wfe", "wfi", "sev"]

TEMPLATES: list[tuple[str, str]] = [
    *((f"${ours} 'd 'm", f"{its} d, d, m") for ours, its in (LOGIC | ONE_WAY).items()),
    *((f"${ours} 'd 'd 'm", f"{its} d, d, m") for ours, its in (LOGIC | ONE_WAY).items()),
    *((f"${ours} 'd 'm 'd", f"{its} d, m, d") for ours, its in LOGIC.items()),
    *((f"${ours} 'd 'm", f"{its} d, m") for ours, its in PAIRS.items()),
    ("$neg 'd 'm", "rsbs d, m, #0"),
    ("$lsl 'd 0:31", "lsls d, d, #0:31"),
    ("$lsl 'd 'm 0:31", "lsls d, m, #0:31"),
    *((f"${name} 'd 1:32", f"{name}s d, d, #1:32") for name in ["lsr", "asr"]),
    *((f"${name} 'd 'm 1:32", f"{name}s d, m, #1:32") for name in ["lsr", "asr"]),
    *((f"${name} 'd 'm 'n", f"{name}s d, m, n") for name in ["add", "sub"]),
    *((f"${name} 'd 'm", f"{name}s d, d, m") for name in ["add", "sub"]),
    *((f"${name} 'd 'm 0:7", f"{name}s d, m, #0:7") for name in ["add", "sub"]),
    *((f"${name} 'd 'd 0:255", f"{name}s d, d, #0:255") for name in ["add", "sub"]),
    *((f"${name} 'd 0:255", f"{name}s d, #0:255") for name in ["add", "sub"]),
    *((f"${name} 'sp 0:508:4", f"{name} sp, sp, #0:508:4") for name in ["add", "sub"]),
    *((f"${name} 'sp 'sp 0:508:4", f"{name} sp, sp, #0:508:4") for name in ["add", "sub"]),
    *((f"$add 'd '{base} 0:1020:4", f"add d, {base}, #0:1020:4") for base in ["sp", "pc"]),
    *((f"$add '{d} '{m}", f"add {d}, {m}") for d, m in MIXED),
    *((f"$add '{d} '{d} '{m}", f"add {d}, {m}") for d, m in MIXED),
    *((f"$add '{d} '{m} '{d}", f"add {d}, {m}") for d, m in MIXED),
    *((f"${name} '{d} '{m}", f"{name} {d}, {m}") for name in ["mov", "cmp"] for d, m in
      MIXED),
    *((f"$add{repeated} 'pc", f"add {d}, pc") for d in ["h", "d"] for repeated in
      [f" '{d}", f" '{d} '{d}"]),
    *((f"$add '{d} 'pc '{d}", f"add {d}, pc") for d in ["h", "d"]),
    *((f"$add{repeated} '{m}", f"add pc, {m}") for m in ["h", "d"] for repeated in
      [" 'pc", " 'pc 'pc"]),
    *((f"$add 'pc '{m} 'pc", f"add pc, {m}") for m in ["h", "d"]),
    ("$mov 'pc 'lr", "mov pc, lr"),
    ("$mov 'd 0:255", "movs d, #0:255"),
    ("$cmp 'd 0:255", "cmp d, #0:255"),
    *((f"${name} 'd '(m 0:124:4)", f"{name} d, [m, #0:124:4]") for name in WORDS),
    *((f"${name} 'd '(sp 0:1020:4)", f"{name} d, [sp, #0:1020:4]") for name in WORDS),
    *((f"${name} 'd '(m)", f"{name} d, [m]") for name in WORDS + HALFWORDS + BYTES),
    *((f"${name} 'd '(m 0:62:2)", f"{name} d, [m, #0:62:2]") for name in HALFWORDS),
    *((f"${name} 'd '(m 0:31)", f"{name} d, [m, #0:31]") for name in BYTES),
    *((f"${name} 'd '(m n)", f"{name} d, [m, n]")
      for name in [*WORDS, *HALFWORDS, *BYTES, "ldrsb", "ldrsh"]),
    ("$ldr 'd '(pc 0:1020:4)", "ldr d, [pc, #0:1020:4]"),
    *((f"$b{name} (+ *pc* -252:258:2)", f"b{name}.n .+-252:258:2") for name in CONDITIONS),
    ("$b (+ *pc* -2044:2050:2)", "b.n .+-2044:2050:2"),
    # GNU as reaches only as far as processors before ARMv6-M do.
    ("$bl (+ *pc* -4194300:4194306:2)", "bl .+-4194300:4194306:2"),
    *((f"${name} '{m}", f"{name} {m}") for name in ["bx", "blx"] for m in "hd"),
    ("$push '(low)", "push {low}"),
    ("$push '(low lr)", "push {low, lr}"),
    ("$pop '(low)", "pop {low}"),
    ("$pop '(low pc)", "pop {low, pc}"),
    ("$stm 'd '(others)", "stm d!, {others}"),
    ("$ldm 'd '(others)", "ldm d!, {others}"),
    ("$cpsid 2", "cpsid i"),
    ("$cpsie 2", "cpsie i"),
    *((f"${name} 0:255", f"{name} #0:255") for name in ["svc", "bkpt"]),
    *((f"${name}", name) for name in HINTS),
]  # fmt: skip
"""Ours and that of GNU as. Letters stand for registers, d m n for low, h k for high ones; a number
is LOW:HIGH or LOW:HIGH:STEP."""


class Case(NamedTuple):
    """The same instruction in both syntaxes."""

    ours: str
    its: str


def filled(template: tuple[str, str], random: Random) -> Case:
    names = dict(zip("dmn", (f"r{n}" for n in random.choices(range(8), k=3)), strict=True))
    high = [*(f"r{number}" for number in range(8, 13)), "sp", "lr"]
    names |= {"h": random.choice(high), "k": random.choice(high)}
    low = random.sample(range(8), random.randrange(1, 8))
    others = [number for number in low if f"r{number}" != names["d"]] or [
        (int(names["d"][1:]) + 1) % 8
    ]
    lists = {"low": low, "others": others}
    draws: dict[str, str] = {}

    def number(match: re.Match[str]) -> str:
        first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
        edges = [first, last]
        among = random.randrange(first, last + 1, step)
        return draws.setdefault(match[0], str(random.choice([*edges, among, among])))

    def fill(text: str, separator: str) -> str:
        text = re.sub(r"(-?\d+):(\d+)(?::(\d+))?", number, text)
        for name, members in lists.items():
            text = re.sub(rf"\b{name}\b", separator.join(f"r{each}" for each in members), text)
        return re.sub(r"(?<![\w$.])[dmnhk]\b", lambda name: names[name[0]], text)

    ours, its = template
    return Case(f"({fill(ours, ' ')})", fill(its, ", "))


@cache
def cases() -> list[Case]:
    random = Random(0)
    return [filled(template, random) for template in TEMPLATES for _ in range(EACH)]


def assembled(body: str, parameters: str = "") -> Assembly:
    [routine] = read(f"(defcode f ({parameters}) {body})")
    return assemble(routine, INSTRUCTIONS)


@pytest.fixture(scope="module")
def assembly() -> Assembly:
    return assembled("\n".join(case.ours for case in cases()))


def gnu(source: str, folder: Path) -> bytes:
    """The code that GNU as makes of a source."""
    if shutil.which(AS) is None:
        pytest.skip(f"{AS} is not installed: Debian has it in binutils-arm-none-eabi")
    (folder / "a.s").write_text(f".syntax unified\n.thumb\n{source}\n")
    subprocess.run([AS, "-mcpu=cortex-m0plus", "-o", "a.o", "a.s"], cwd=folder, check=True)
    subprocess.run([OBJCOPY, "-O", "binary", "a.o", "a.bin"], cwd=folder, check=True)
    return (folder / "a.bin").read_bytes()


def test_the_cases_are_of_every_form() -> None:
    left = {(mnemonic, form) for mnemonic, forms in FORMS.items() for form in forms}
    known = {f"r{number}": number for number in range(16)} | {"sp": 13, "lr": 14, "pc": 15}
    [routine] = read(f"(defcode f () {' '.join(case.ours for case in cases())})")
    mnemonics = set()
    for instruction in routine.body:
        assert isinstance(instruction, Instruction)
        mnemonics.add(instruction.mnemonic)
        for form in FORMS.get(instruction.mnemonic, ()):
            if form.takes(Context(0, known, (), {}), instruction.operands):
                left.discard((instruction.mnemonic, form))
    assert mnemonics == set(INSTRUCTIONS.mnemonics) - {"$word", "$adr"}
    # Labels have tests of their own.
    assert {mnemonic for mnemonic, _ in left} == {"$adr", "$ldr"}


def test_gnu_as_assembles_the_same(assembly: Assembly, tmp_path: Path) -> None:
    expected = gnu("\n".join(case.its for case in cases()), tmp_path)
    for line, case in zip(assembly.lines, cases(), strict=True):
        size = 2 * len(line.words)
        found = b"".join(word.to_bytes(2, "little") for word in line.words)
        assert found == expected[line.address : line.address + size], case
    assert len(assembly.code) == len(expected)


def test_capstone_reads_what_was_written(assembly: Assembly) -> None:
    capstone = pytest.importorskip("capstone")
    reader = capstone.Cs(capstone.CS_ARCH_ARM, capstone.CS_MODE_THUMB | capstone.CS_MODE_MCLASS)
    for line, case in zip(assembly.lines, cases(), strict=True):
        code = b"".join(word.to_bytes(2, "little") for word in line.words)
        [found] = reader.disasm(code, line.address)
        mnemonic, _, operands = case.its.partition(" ")
        aliases = {"bhs": "bcs", "blo": "bcc", "nop": "mov", "adr": "add"}
        names = [aliases.get(name, name) for name in (found.mnemonic, mnemonic.removesuffix(".n"))]
        assert names[0] == names[1] or (names[0], names[1]) == ("movs", "lsls"), case
        if mnemonic == "nop":
            continue
        assert meaning(found.op_str, 0) == meaning(operands, line.address), case


def meaning(operands: str, address: int) -> set[str]:
    """The registers and numbers, whatever the syntax around them; branches by their target."""
    distance = re.fullmatch(r"\.\+(-?\d+)", operands)
    if distance:
        return {str((address + int(distance[1])) % 2**32)}
    aliases = {"sb": "r9", "sl": "r10", "fp": "r11", "ip": "r12"}
    names = {aliases.get(name, name) for name in re.findall(r"\b[a-z][a-z0-9]*\b", operands)}
    numbers = {str(int(text, 0)) for text in re.findall(r"#(-?\w+)", operands)}
    # Capstone has a mnemonic of its own for addresses ahead, and may leave out an offset of 0.
    return (names | numbers) - {"0", "pc"}


def test_labels(tmp_path: Path) -> None:
    ours = assembled(
        """($b forward) back ($ldr 'r1 table) ($nop) ($ldr 'r2 more) ($adr 'r3 table)
           ($bl forward) ($bl back)
           forward ($bne back) ($beq forward) ($bx 'lr)
           table ($word #x12345678 -1 (- more table))
           more ($word (ash 1 31))"""
    )
    its = """b forward; back: ldr r1, table; nop; ldr r2, more; adr r3, table
        bl forward; bl back
        forward: bne back; beq forward; bx lr
        .balign 4; table: .word 0x12345678, -1, 12
        more: .word 0x80000000"""
    assert ours.labels == {"back": 2, "forward": 18, "table": 24, "more": 36}
    assert ours.code == gnu(its, tmp_path)


def test_calls_reach_16_mib() -> None:
    assert assembled("($bl (+ 4 16777214))").code.hex() == "fff3ffd7"
    assert assembled("($bl (- 4 16777216))").code.hex() == "00f400d0"


def test_words_are_aligned_and_so_are_their_labels() -> None:
    aligned = assembled("($ldr 'r0 here) ($bx 'lr) ($nop) here ($word 5) there ($nop) #xbf00")
    assert [str(line) for line in aligned.lines] == [
        "0000  4801       ($ldr 'r0 here)",
        "0002  4770       ($bx 'lr)",
        "0004  46c0       ($nop)",
        "0006  46c0       ($nop)",
        "0008  0005 0000  ($word 5)",
        "000c  46c0       ($nop)",
        "000e  bf00       48896",
    ]
    assert aligned.labels == {"here": 8, "there": 12}


def test_parameters_are_registers() -> None:
    assert assembled("($add a 'b c)", "a b c").code == assembled("($add 'r0 'r1 'r2)").code
    assert assembled("($ldr d '(a b))", "a b c d").code == assembled("($ldr 'r3 '(r0 r1))").code


WRONG = [
    ("$mov 'r0 256", "the number is 256, not from 0 to 255"),
    ("$mov 'r0 -1", "the number is -1, not from 0 to 255"),
    ("$mov 'r8 1", "$mov takes r0-r7 0..255; r0-r7 r0-r7; r0-r15 r0-r15, not \"'r8 1\""),
    ("$add 'r0 256", "the number is 256, not from 0 to 255"),
    ("$add 'r0 'r1 8", "the number is 8, not from 0 to 7"),
    ("$add 'r0 'r0 256", "the number is 256, not from 0 to 255"),
    ("$add 'sp 2", "the number is 2, not a multiple of 4 from 0 to 508"),
    ("$sub 'sp 512", "the number is 512, not a multiple of 4 from 0 to 508"),
    ("$sub 'sp -4", "the number is -4, not a multiple of 4 from 0 to 508"),
    ("$add 'r0 'sp 1024", "the number is 1024, not a multiple of 4 from 0 to 1020"),
    ("$add 'r0 'pc 2", "the number is 2, not a multiple of 4 from 0 to 1020"),
    ("$add 'pc 'pc", "$add takes"),
    ("$add 'r8 'r9 'r10", "$add takes"),
    ("$sub 'r8 1", "$sub takes r0-r7 0..255; r0-r7 r0-r7; r0-r7 same 0..255; "),
    ("$and 'r0 'r8", "$and takes r0-r7 r0-r7; r0-r7 same r0-r7; r0-r7 r0-r7 same, not"),
    ("$bic 'r0 'r1 'r0", "$bic takes r0-r7 r0-r7; r0-r7 same r0-r7, not"),
    ("$lsl 'r0 32", "the number is 32, not from 0 to 31"),
    ("$lsr 'r0 0", "the number is 0, not from 1 to 32"),
    ("$asr 'r0 'r1 33", "the number is 33, not from 1 to 32"),
    ("$ldr 'r0 '(r1 126)", "the number is 126, not a multiple of 4 from 0 to 124"),
    ("$ldr 'r0 '(r1 128)", "the number is 128, not a multiple of 4 from 0 to 124"),
    ("$ldr 'r0 '(sp 1024)", "the number is 1024, not a multiple of 4 from 0 to 1020"),
    ("$str 'r0 '(pc 0)", "$str takes"),
    ("$str 'r0 4", "$str takes r0-r7 (r0-r7 0..124 by 4)"),
    ("$ldrb 'r0 '(r1 32)", "the number is 32, not from 0 to 31"),
    ("$strh 'r0 '(r1 3)", "the number is 3, not a multiple of 2 from 0 to 62"),
    ("$ldrsb 'r0 '(r1 2)", "$ldrsb takes r0-r7 (r0-r7 r0-r7), not \"'r0 '(r1 2)\""),
    ("$ldr 'r0 '()", "$ldr takes"),
    ("$ldr 'r0 (+ *pc* 2)", "the distance is -2, not a multiple of 4 from 0 to 1020"),
    ("$ldr 'r0 (+ *pc* 6)", "the distance is 2, not a multiple of 4 from 0 to 1020"),
    ("$beq (+ *pc* 260)", "the distance is 256, not a multiple of 2 from -256 to 254"),
    ("$beq (- *pc* 254)", "the distance is -258, not a multiple of 2 from -256 to 254"),
    ("$b (+ *pc* 2052)", "the distance is 2048, not a multiple of 2 from -2048 to 2046"),
    ("$b 1", "the distance is -3, not a multiple of 2 from -2048 to 2046"),
    ("$bl (ash 1 30)", "not a multiple of 2 from -16777216 to 16777214"),
    ("$bl 'r0", "$bl takes label, not \"'r0\""),
    ("$push '()", "the list of registers is empty"),
    ("$push '(r8)", "'r8' cannot be in the list, only (r0-r7 lr)"),
    ("$push '(pc)", "'pc' cannot be in the list, only (r0-r7 lr)"),
    ("$pop '(lr)", "'lr' cannot be in the list, only (r0-r7 pc)"),
    ("$pop '(r1 r1)", "'r1' is twice in the list"),
    ("$ldm 'r0 '(r1 pc)", "'pc' cannot be in the list, only (r0-r7)"),
    ("$push '(r0 5)", "there is no register '5'"),
    ("$cpsid 1", "the number is 1, not from 2 to 2"),
    ("$bx 'pc", "$bx takes r0-r14, not \"'pc\""),
    ("$nop 1", "$nop takes no operand, not '1'"),
    ("$neg 'r0", "$neg takes r0-r7 r0-r7, not \"'r0\""),
    ("$bx", "$bx takes r0-r14, not no operand"),
    ("$word", "$word takes numbers, not no operand"),
    ("$word (ash 1 32)", "it is 4294967296, not from -2147483648 to 4294967295"),
    ("$word 'r0", "\"'r0\" is not a number"),
    ("$mov 'r16 1", "there is no register 'r16'"),
    ("$mov r0 1", "$mov takes"),
    ("$mov 'r1 r0", "'r0' is a register, which is written 'r0"),
    ("$b nowhere", "there is no label 'nowhere'"),
    ("$fly 'r0", "thumb has no instruction '$fly'"),
]  # fmt: skip


@every("form, message", WRONG)
def test_what_cannot_be_encoded_is_an_error(form: str, message: str) -> None:
    with pytest.raises(InvalidProgram) as caught:
        assembled(f"\n\n({form})")
    assert str(caught.value).startswith("line 3: ")
    assert message in str(caught.value)


def lines_of(page: Path) -> Iterator[str]:
    return (line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("|"))


def test_the_reference_lists_every_form() -> None:
    page = PROJECT / "docs" / "reference" / "thumb.md"
    rows = {
        name.strip(" `"): cells[2]
        for cells in (row.split("|") for row in lines_of(page))
        for name in cells[1].split(", ")
    }
    for mnemonic, forms in FORMS.items():
        listed = {text.strip("`") for text in rows[mnemonic].strip().split(", ")}
        assert listed == {str(form) or "nothing" for form in forms}, mnemonic
