"""A routine in memory: what fits there, what is passed to it, and what there is to see."""

import pytest

from moolab.errors import ProgramFault
from moolab.machines.assembler import Assembly, assemble
from moolab.machines.notation.ulisp import read
from moolab.machines.processor import MEMORY, Processor, call
from moolab.machines.thumb.core import CORE
from moolab.machines.thumb.encoding import INSTRUCTIONS

MOST = 64
"""Words of each kind that are shown."""


def assembled(body: str) -> Assembly:
    [routine] = read(f"(defcode f () {body})")
    return assemble(routine, INSTRUCTIONS)


SAME = assembled("($bx 'lr)")


@pytest.mark.parametrize("argument", [-(2**31), -1, 0, 2**32 - 1])
def test_arguments_have_32_bits_with_a_sign_or_without(argument: int) -> None:
    assert call(CORE, SAME, (argument,)).value == argument % 2**32


@pytest.mark.parametrize("argument", [-(2**31) - 1, 2**32])
def test_other_arguments_are_an_error(argument: int) -> None:
    with pytest.raises(ProgramFault, match=f"the argument {argument} does not fit into 32 bits"):
        call(CORE, SAME, (argument,))


def test_half_of_memory_is_for_code() -> None:
    fits = "($bx 'lr)" + " #xbf00" * (MEMORY // 4 - 1)
    assert call(CORE, assembled(fits), (7,)).value == 7
    with pytest.raises(ProgramFault, match=r"f has 32,770 bytes; 32,768 fit into memory"):
        call(CORE, assembled(fits + " #xbf00"), ())


def test_of_a_deep_stack_the_top_is_shown() -> None:
    deep = assembled("down ($push '(r0 lr)) ($sub 'r0 1) ($bne down) ($b down)")
    processor = Processor(CORE, deep, (100,))
    processor.run(300)
    groups = processor.groups()
    expected = {
        f"{0x2000FBE0 + 4 * word:08x}": "fffffff1" if word % 2 else f"{word // 2 + 1:08x}"
        for word in range(MOST)
    }
    assert groups["stack"] == expected
    assert groups["memory"] == {}


@pytest.mark.parametrize("pointer", [0, 0x2000_0102, 0x2000_FF04, 0xFFFF_FFFC])
def test_a_stack_that_is_nowhere_is_empty(pointer: int) -> None:
    processor = Processor(CORE, SAME)
    processor.registers[CORE.stack] = pointer
    assert processor.groups()["stack"] == {}


def test_of_much_memory_the_beginning_is_shown() -> None:
    """Words that are written without the stack pointer being moved are no stack."""
    fill = assembled("($mov 'r1 'sp) next ($sub 'r1 4) ($str 'r1 '(r1)) ($b next)")
    processor = Processor(CORE, fill)
    processor.run(1 + 3 * 100)
    memory = processor.groups()["memory"]
    assert next(iter(memory.items())) == ("2000fd70", "2000fd70")
    assert len(memory) == MOST


def test_a_dump_ends_with_memory() -> None:
    processor = Processor(CORE, SAME)
    assert processor.dump(0x2000_0000, 4).hex() == "7047a5a5"
    assert processor.dump(0x2000_FFFF, 1).hex() == "a5"
    for address, count in [(0x2000_FFFF, 2), (0x1FFF_FFFF, 1), (2**64, 1)]:
        with pytest.raises(ProgramFault, match="there is memory from 20000000 to 2000ffff only"):
            processor.dump(address, count)
