"""Program lines and registers share one memory: seven lines take the place of a register."""

from collections.abc import Sequence

from moolab.machines.hp12c.keys import HALT, Instruction

FREE_LINES = 8
"""The program lines that take no register."""

LINES_A_REGISTER = 7
"""The program lines in the place of a register."""

MAX_LINES = 99
"""The longest program."""

FINANCIAL = ("n", "i", "PV", "PMT", "FV")
"""The financial registers, which stay whatever the program."""

REGISTERS = tuple(f"{digit}" for digit in range(10)) + tuple(f".{digit}" for digit in range(10))
"""The others, in their order: 0 to 9, then .0 to .9; programs take them from the end."""


def extended(program: Sequence[Instruction]) -> tuple[Instruction, ...]:
    """A program with what fills its memory to the end: lines that go to line 00.

    >>> len(extended([])), len(extended([HALT] * 9)), len(extended([HALT] * 93))
    (8, 15, 99)
    """
    beyond = max(len(program) - FREE_LINES, 0)
    lines = FREE_LINES + -(-beyond // LINES_A_REGISTER) * LINES_A_REGISTER
    return tuple(program) + (HALT,) * (lines - len(program))


def registers_beside(lines: int) -> tuple[str, ...]:
    """The registers that are left beside so many program lines.

    >>> registers_beside(8)[-1], registers_beside(15)[-1], registers_beside(99)[-1]
    ('.9', '.8', '6')
    """
    return REGISTERS[: len(REGISTERS) - (lines - FREE_LINES) // LINES_A_REGISTER]
