"""RISC-V's kernel: against the manual in plain Python, its faults, limits and breakpoints."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.errors import ProgramFault
from moolab.machines.assembler import Assembly, assemble
from moolab.machines.memory import (
    AT_BREAKPOINT,
    BASE,
    FAULT_ADDRESS,
    INSTRUCTIONS,
    OUTSIDE,
    RETURN,
    RETURNED,
    RUNNING,
    STATE,
    views,
)
from moolab.machines.notation import ulisp
from moolab.machines.processor import Processor, call
from moolab.machines.riscv.compression import compressed
from moolab.machines.riscv.core import CORE
from moolab.machines.riscv.encoding import INSTRUCTIONS as RISCV
from moolab.machines.riscv.expansion import expanded
from moolab.machines.riscv.kernel import PC, run
from tests.helpers.riscv_oracle import Fault, Hart

SIZE = 1024
NOWHERE = np.zeros(0, dtype=np.uint32)

NUMBERS = [0, 1, 2, 31, 32, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, BASE, BASE + 4, BASE + SIZE - 4]


def drawn(chance: random.Random, width: int) -> int:
    near = BASE + chance.randrange(-8, SIZE + 8)
    edges = [*NUMBERS, *(each << width - 32 for each in NUMBERS), (1 << width) - 1]
    return chance.choice([chance.choice(edges), near, near & ~7, chance.getrandbits(width)])


both = pytest.mark.parametrize("width", [32, 64])


def agree(word: int, size: int, chance: random.Random, width: int) -> None:
    """One instruction, in a random state, does what the oracle says."""
    memory = bytearray(chance.randbytes(SIZE))
    place = chance.randrange(0, SIZE - 2, 2)
    memory[place : place + size] = word.to_bytes(size, "little")
    numbers = [drawn(chance, width) for _ in range(31)]
    hart = Hart([0, *numbers], memory, BASE + place, width=width)

    registers = np.zeros(STATE, dtype=f"uint{width}")
    registers[:32], registers[PC] = hart.x, hart.pc
    seen = views(np.frombuffer(bytes(memory), dtype=np.uint8).copy())
    counters = np.zeros(3, dtype=np.int64)
    status = run(registers, seen, counters, 1, NOWHERE)

    expected, about = RUNNING, 0
    try:
        hart.step()
    except Fault as fault:
        expected, about = fault.args
        hart.cycles = 0
    case = f"{word:0{2 * size}x}"
    assert (status, int(counters[FAULT_ADDRESS]) % (1 << width)) == (expected, about), case
    assert [*registers[:33]] == [*hart.x, hart.pc], case
    assert seen[0].tobytes() == hart.memory, case
    assert [*counters[:2]] == [int(not expected), hart.cycles], case


@both
@pytest.mark.parametrize("step", [15, pytest.param(1, marks=pytest.mark.slow)])
def test_every_halfword_does_what_the_manual_says(width: int, step: int) -> None:
    chance = random.Random(1)
    # An odd step meets every value of every field.
    for half in range(0, 1 << 16, step):
        if half % 4 != 3:
            agree(half, 2, chance, width)


@both
def test_every_word_does_what_the_manual_says(width: int) -> None:
    """All opcodes with all their functions, random registers and numbers."""
    chance = random.Random(2)
    for opcode in range(3, 128, 4):
        for funct3 in range(8):
            for _ in range(20):
                funct7 = chance.choice([0, 0, 1, 32, chance.getrandbits(7)])
                fields = chance.getrandbits(13) << 12 | chance.getrandbits(5) << 7
                word = funct7 << 25 | fields & ~0x7000 | funct3 << 12 | opcode
                agree(word, 4, chance, width)


@both
@pytest.mark.parametrize("funct3", range(8))
def test_products_and_quotients_at_the_edges(funct3: int, width: int) -> None:
    sign = 1 << width - 1
    edges = [0, 1, 2, 3, sign - 1, sign, sign + 1, 2 * sign - 2, 2 * sign - 1]
    edges += [0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF]
    word = 1 << 25 | 12 << 20 | 11 << 15 | funct3 << 12 | 10 << 7 | 0x33
    for a in edges:
        for b in edges:
            hart = Hart([0] * 32, bytearray(word.to_bytes(4, "little")), BASE, width=width)
            hart.x[11], hart.x[12] = a, b
            registers = np.zeros(STATE, dtype=f"uint{width}")
            registers[:32], registers[PC] = hart.x, BASE
            memory = views(np.frombuffer(bytes(hart.memory), dtype=np.uint8).copy())
            assert run(registers, memory, np.zeros(3, dtype=np.int64), 1, NOWHERE) == RUNNING
            hart.step()
            assert registers[10] == hart.x[10], (funct3, a, b)


def routine(*forms: str) -> Assembly:
    [found] = ulisp.read(f"(defcode f (a b) {' '.join(forms)})")
    return assemble(found, RISCV)


def value(*forms: str) -> int:
    return call(CORE, routine(*forms, "($ret)"), ()).value


def test_divisions_that_have_no_quotient_are_no_faults() -> None:
    """The table of the chapter M."""
    least = 0x8000_0000
    for mnemonic, by_zero, overflow in [
        ("$div", 2**32 - 1, least),
        ("$divu", 2**32 - 1, 0),
        ("$rem", 7, 0),
        ("$remu", 7, least),
    ]:
        assert value("($li 'a1 7)", f"({mnemonic} 'a0 'a1 'zero)") == by_zero
        assert value(f"($li 'a1 {least}) ($li 'a2 -1)", f"({mnemonic} 'a0 'a1 'a2)") == overflow


def test_short_and_long_forms_are_a_pair() -> None:
    for half in range(0, 1 << 16, 5):
        word = expanded(half) if half % 4 != 3 else 0
        again = compressed(word) if word else None
        if again is not None:
            is_move = (word >> 20, word & 0x707F) == (0, 0x13)
            assert expanded(again) == word or is_move
    assert expanded(0) == 0


POPCOUNT = routine(
    "($mv 'a1 'a0)",
    "($li 'a0 0)",
    "again ($beqz 'a1 done)",
    "($addi 'a2 'a1 -1)",
    "($and 'a1 'a1 'a2)",
    "($addi 'a0 'a0 1)",
    "($j again)",
    "done ($ret)",
)


@given(st.integers(0, 2**32 - 1))
def test_a_routine_is_called_and_counted(number: int) -> None:
    ones = number.bit_count()
    result = call(CORE, POPCOUNT, (number,))
    assert result == (ones, 5 * ones + 4, 6 * ones + 6, ())


@pytest.mark.parametrize(
    ("form", "cycles"),
    [
        ("($add 'a0 'a0 'a1)", 1),
        ("($mul 'a0 'a0 'a1)", 1),
        ("($div 'a0 'a0 'a1)", 32),
        ("($remu 'a0 'a0 'a1)", 32),
        ("($lw 'a2 -4 '(sp))", 2),
        ("($sw 'a2 -4 '(sp))", 1),
        ("($beqz 'zero next) next", 2),
        ("($bnez 'zero next) next", 1),
        ("($j next) next", 2),
        ("($fence)", 1),
    ],
)
def test_cycles_are_those_of_a_simple_core(form: str, cycles: int) -> None:
    result = call(CORE, routine(form, "($ret)"), (1, 1))
    assert (result.instructions, result.cycles) == (2, cycles + 2)


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ("($lw 'a0 2 '(sp))", "the address 0x2000ff02 is not aligned"),
        ("($sh 'a0 1 '(sp))", "the address 0x2000ff01 is not aligned"),
        ("($lb 'a0 -1 '(zero))", "there is no memory at 0xffffffff"),
        ("($sw 'a0 '(gp))", "there is no memory at"),
        ("0", "this is not an instruction of the processor"),
        ("#x9002", "there is no system and no debugger that could be called"),  # c.ebreak
        ("#x73 0", "there is no system and no debugger that could be called"),  # ecall
        ("#x2573 #xc000", "this is not an instruction of the processor"),  # rdcycle a0
    ],
)
def test_a_fault_names_the_line_and_leaves_all_as_it_was(form: str, reason: str) -> None:
    processor = Processor(CORE, routine("($nop)", form, "($ret)"))
    processor.run(1)
    before = processor.groups()
    processor.run(10)
    assert processor.stopped is not None
    assert reason in processor.stopped
    assert processor.stopped.startswith("line 1: ")
    assert processor.groups() == before
    with pytest.raises(ProgramFault):
        call(CORE, routine(form), ())


def test_a_jump_to_nowhere_is_a_fault_where_it_leads() -> None:
    processor = Processor(CORE, routine("($jr 'zero)"))
    processor.run(10)
    assert (processor.result.instructions, processor.stopped) == (
        1,
        "outside the routine: there is no memory at 0x00000000",
    )


def test_half_an_instruction_at_the_end_of_memory_is_a_fault() -> None:
    registers = np.zeros(STATE, dtype=np.uint32)
    registers[PC] = BASE + 2
    counters = np.zeros(3, dtype=np.int64)
    memory = views(np.array([0, 0, 0x33, 0], dtype=np.uint8))
    assert run(registers, memory, counters, 1, NOWHERE) == OUTSIDE
    assert [*counters] == [0, 0, BASE + 4]


def test_zero_stays_zero() -> None:
    assert value("($li 'zero 5) ($lw 'zero '(sp)) ($jal 'zero on) on ($mv 'a0 'zero)") == 0


def test_a_run_ends_at_its_limit_a_breakpoint_or_the_end() -> None:
    memory = views(np.zeros(64, dtype=np.uint8))
    memory[0][: len(POPCOUNT.code)] = np.frombuffer(POPCOUNT.code, dtype=np.uint8)
    registers = np.zeros(STATE, dtype=np.uint32)
    registers[PC], registers[1], registers[10] = BASE, RETURN, 7
    counters = np.zeros(3, dtype=np.int64)
    again = np.array([BASE + 4], dtype=np.uint32)
    assert run(registers, memory, counters, 0, NOWHERE) == RUNNING
    assert run(registers, memory, counters, 1, again) == RUNNING
    assert run(registers, memory, counters, 9, again) == AT_BREAKPOINT
    assert run(registers, memory, counters, 9, again) == AT_BREAKPOINT
    assert [*counters] == [2, 2, 0]
    assert run(registers, memory, counters, 99, NOWHERE) == RETURNED
    assert (registers[PC], registers[10], counters[INSTRUCTIONS]) == (RETURN, 3, 19)


def test_a_routine_may_change_itself() -> None:
    """The first instruction becomes the second, ``c.li a0, 2``."""
    forms = ["begin ($li 'a0 1)", "($li 'a0 2)", "($auipc 't0 0)", "($lh 't1 -2 '(t0))"]
    forms += ["($sh 't1 -4 '(t0))", "($bnez 't2 done)", "($li 't2 1)", "($li 'a0 3)", "($j begin)"]
    result = call(CORE, routine(*forms, "done", "($ret)"), ())
    assert result.value == 2
    assert result.warnings == ("the routine has overwritten itself",)


def test_registers_that_a_routine_has_to_restore_are_watched() -> None:
    result = call(CORE, routine("($li 's0 1) ($li 's11 2) ($li 'tp 3) ($li 't0 4) ($ret)"), ())
    assert [warning.split(" is ")[0] for warning in result.warnings] == ["tp", "s0", "s11"]


def test_a_recursion_restores_the_stack() -> None:
    """The triangular numbers, the slow way."""
    forms = ["f ($beqz 'a0 done)", "($addi 'sp 'sp -8)", "($sw 'ra 4 '(sp))", "($sw 'a0 '(sp))"]
    forms += ["($addi 'a0 'a0 -1)", "($jal f)", "($lw 'a1 '(sp))", "($lw 'ra 4 '(sp))"]
    forms += ["($add 'a0 'a0 'a1)", "($addi 'sp 'sp 8)", "done", "($ret)"]
    assert call(CORE, routine(*forms), (100,)) == (5050, 1102, 1504, ())
