"""The processor: every instruction against the manual's pseudocode, and what ends a run."""

from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from moolab.errors import ProgramFault
from moolab.machines import memory as layout
from moolab.machines.assembler import Assembly, assemble
from moolab.machines.notation.ulisp import read
from moolab.machines.processor import Processor, call
from moolab.machines.thumb.core import CORE
from moolab.machines.thumb.encoding import INSTRUCTIONS
from moolab.machines.thumb.kernel import run
from tests.helpers.thumb_oracle import Fault, Machine

SPACE = 256
EDGES = [0, 1, 2, 31, 32, 33, 255, 256, 2**31 - 1, 2**31, 2**32 - 1]
NOWHERE = np.zeros(0, dtype=np.uint32)


class After(NamedTuple):
    """All that an instruction can change, and what it reports."""

    status: int
    fault: int
    registers: list[int]
    flags: tuple[int, ...]
    memory: bytes
    cycles: int


def some_value(random: Random) -> int:
    match random.randrange(4):
        case 0:
            return random.choice(EDGES)
        case 1:
            return random.randrange(2**32)
        case _:
            return layout.BASE + random.randrange(-8, SPACE + 8)


def state(random: Random, words: list[int]) -> tuple[list[int], tuple[int, ...], bytearray]:
    """Registers, flags and memory, with the words where the program counter is."""
    memory = bytearray(random.randbytes(SPACE))
    place = random.choice([0, 126, 128, SPACE - 4, SPACE - 2])
    code = b"".join(word.to_bytes(2, "little") for word in words)
    memory[place : place + len(code)] = code
    registers = [some_value(random) for _ in range(15)] + [layout.BASE + place]
    if random.randrange(8):
        registers[13] &= ~3
    return registers, tuple(random.choices([0, 1], k=4)), memory[:SPACE]


def by_kernel(registers: list[int], flags: tuple[int, ...], memory: bytearray) -> After:
    held: NDArray[np.uint32] = np.zeros(layout.STATE, dtype=np.uint32)
    held[:16] = registers
    held[16] = sum(flag << 31 - bit for bit, flag in enumerate(flags))
    data = np.frombuffer(memory, dtype=np.uint8).copy()
    counters = np.zeros(3, dtype=np.int64)
    status = run(held, layout.views(data), counters, 1, NOWHERE)
    instructions, cycles, fault = counters.tolist()
    assert instructions == (status >= 0)
    after = tuple(int(held[16]) >> 31 - bit & 1 for bit in range(4))
    assert int(held[16]) & 2**28 - 1 == 0
    return After(status, fault, held[:16].tolist(), after, data.tobytes(), cycles)


def by_the_manual(registers: list[int], flags: tuple[int, ...], memory: bytearray) -> After:
    n, z, c, v = flags
    machine = Machine(list(registers), n, z, c, v, bytearray(memory))
    status, fault, cycles = layout.RUNNING, 0, 0
    try:
        cycles = machine.step()
    except Fault as error:
        status, fault = error.args
    after = (machine.n, machine.z, machine.c, machine.v)
    if machine.r[15] == layout.RETURN:
        status = layout.RETURNED
    return After(status, fault, machine.r, after, bytes(machine.memory), cycles)


def compare(random: Random, words: list[int]) -> None:
    before = state(random, words)
    expected, found = by_the_manual(*before), by_kernel(*before)
    shown = " ".join(f"{word:04x}" for word in words)
    assert found == expected, f"{shown} with {[hex(each) for each in before[0]]} {before[1]}"


@pytest.mark.parametrize("step", [15, pytest.param(1, marks=pytest.mark.slow)])
def test_every_halfword_does_what_the_manual_says(step: int) -> None:
    random = Random(step)
    # An odd step meets every value of every field.
    for word in range(0, 1 << 16, step):
        compare(random, [word, random.randrange(2**16)])


def test_instructions_of_32_bits_do_what_the_manual_says() -> None:
    random = Random(32)
    specials = [0xF380, 0xF385, 0xF38D, 0xF38F, 0xF3EF, 0xF3BF]
    seconds = [0x8800, 0x8803, 0x8808, 0x8000, 0x8403, 0x8D00, 0x8F00, 0x8F4F, 0x8F5F, 0x8F6F]
    for first in specials:
        for second in [*seconds, 0x8F3F, 0x8F7F]:
            for _ in range(20):
                compare(random, [first, second])
    for _ in range(5000):
        compare(random, [random.randrange(0xF000, 0xF800), random.randrange(0xC000, 0x10000)])


def test_values_at_the_edges_set_the_flags_as_the_manual_says() -> None:
    random = Random(0)
    arithmetic = [0x1800 | 1 << 6, 0x1A00 | 1 << 6, *range(0x4008, 0x4400, 64)]
    for word in arithmetic:
        for a in EDGES:
            for b in EDGES:
                registers, flags, memory = state(random, [word])
                registers[:2] = a, b
                assert by_kernel(registers, flags, memory) == by_the_manual(
                    registers, flags, memory
                )


def assembled(body: str, parameters: str = "") -> Assembly:
    [routine] = read(f"(defcode f ({parameters}) {body})")
    return assemble(routine, INSTRUCTIONS)


SUM = assembled(
    "($mov 'r1 0) next ($add 'r1 n) ($sub n 1) ($bne next) ($mov 'r0 'r1) ($bx 'lr)", "n"
)


def test_a_routine_is_called() -> None:
    # Two moves and a return around ten rounds, the last of which does not branch back.
    assert call(CORE, SUM, (10,)) == (55, 33, 1 + 10 * (1 + 1 + 2) - 1 + 1 + 2, ())


def test_routines_call_themselves() -> None:
    fibonacci = assembled(
        """fib ($cmp n 2) ($blo done)
           ($push '(r4 lr)) ($mov 'r4 n)
           ($sub 'r0 'r4 1) ($bl fib) ($sub 'r4 2) ($push '(r0))
           ($mov 'r0 'r4) ($bl fib) ($pop '(r1)) ($add 'r0 'r1)
           ($pop '(r4 pc))
           done ($bx 'lr)""",
        "n",
    )
    assert [call(CORE, fibonacci, (n,))[::3] for n in range(8)] == [
        (value, ()) for value in (0, 1, 1, 2, 3, 5, 8, 13)
    ]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("($mov 'r1 1) ($ldr 'r0 '(r1))", "($ldr 'r0 '(r1)): there is no memory at 0x00000001"),
        ("($mov 'r1 'sp) ($add 'r1 2) ($str 'r0 '(r1))", "the address 0x2000ff02 is not aligned"),
        ("($bx n)", "line 1: ($bx n): 0x00000006 is even, which is the address of no Thumb code"),
        ("($push '(n)) ($pop '(pc))", "($pop '(pc)): 0x00000006 is even"),
        ("#xde00", "line 1: 56832: this is not an instruction of the processor"),
        ("($svc 0)", "($svc 0): there is no system and no debugger that could be called"),
        ("($bkpt 1)", "($bkpt 1): there is no system and no debugger that could be called"),
        ("($add n 1) ($bx n)", "outside the routine: there is no memory at 0x00000006"),
    ],
)
def test_a_fault_names_the_instruction(body: str, message: str) -> None:
    with pytest.raises(ProgramFault) as caught:
        call(CORE, assembled(body, "n"), (6,))
    assert message in str(caught.value)


def test_memory_ends_somewhere() -> None:
    with pytest.raises(ProgramFault, match="there is no memory at 0x20010000"):
        call(CORE, assembled("next ($str 'r0 '(sp)) ($add 'sp 4) ($b next)"), ())


def test_an_endless_loop_is_an_error() -> None:
    with pytest.raises(ProgramFault, match="f has not ended after 1,000 instructions"):
        call(CORE, assembled("again ($b again)"), (), 1000)


def test_the_last_instruction_may_be_the_one_that_returns() -> None:
    assert call(CORE, SUM, (1,), 6).value == 1
    with pytest.raises(ProgramFault, match="not ended after 5 instructions"):
        call(CORE, SUM, (1,), 5)


def test_warnings() -> None:
    forgetful = assembled("($mov 'r4 0) ($sub 'sp 8) ($mov 'r8 'r0) ($bx 'lr)")
    assert call(CORE, forgetful, (5,)).warnings == (
        "r4 is not restored: 0x00000000, not 0xc0de0004",
        "r8 is not restored: 0x00000005, not 0xc0de0008",
        "sp is not restored: 0x2000fef8, not 0x2000ff00",
    )
    assert call(CORE, assembled("($str 'r0 '(sp 4)) ($bx 'lr)"), ()).warnings == (
        "the caller's stack is overwritten",
    )
    writes_code = assembled("($mov 'r1 'pc) ($strh 'r0 '(r1 2)) ($bx 'lr) ($nop)")
    assert call(CORE, writes_code, ()).warnings == ("the routine has overwritten itself",)


def test_a_run_stops_before_a_breakpoint_and_goes_on_from_there() -> None:
    processor = Processor(CORE, SUM, (3,))
    stops = []
    while processor.stopped is None:
        processor.run(100, (2,))
        stops.append((processor.program_counter, processor.result.instructions))
    assert stops == [(2, 1), (2, 4), (2, 7), (layout.RETURN - layout.BASE, 12)]
    assert processor.stopped == "f has returned 0x6"


def test_there_is_a_fault_only_until_a_snapshot_is_restored() -> None:
    processor = Processor(CORE, assembled("($nop) ($bkpt 0)"))
    snapshot = processor.snapshot()
    processor.run(10)
    assert processor.stopped is not None
    assert (processor.program_counter, processor.result.instructions) == (2, 1)
    processor.restore(snapshot)
    processor.step()
    assert (processor.program_counter, processor.result.instructions) == (2, 1)


def test_steps_are_taken_back_by_a_snapshot() -> None:
    processor = Processor(CORE, assembled("($push '(r0 lr)) ($mov 'r0 7) ($pop '(r1 pc))"), (5,))
    before, snapshot = processor.groups(), processor.snapshot()
    processor.step()
    assert processor.groups()["stack"] == {"2000fef8": "00000005", "2000fefc": "fffffff1"}
    processor.step()
    assert (processor.program_counter, processor.groups()["flags"]) == (
        4,
        {"N": "0", "Z": "0", "C": "0", "V": "0"},
    )
    processor.restore(snapshot)
    assert processor.groups() == before
    processor.run(10)
    assert processor.returned
    assert [text for _, text in processor.listing()][1] == "0002  2007       ($mov 'r0 7)"
