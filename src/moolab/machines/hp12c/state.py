"""What the calculator holds: stack, registers, program lines, modes, a number half keyed in.

Program lines and registers share one memory: seven lines take the place of a register.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import NamedTuple

from moolab.machines.hp12c.faults import demand
from moolab.machines.hp12c.keys import HALT, Instruction
from moolab.machines.hp12c.numbers import DIGITS, ZERO, exponent_text, fit, overflows, round_to

_GROUP = re.compile(r"(?<=\d)(?=(\d{3})+$)")
"""Where the commas go."""

_SHORT = 7
"""The digits that stay on the display beside an exponent."""


class Entry(NamedTuple):
    """The keys of a number so far; every key makes another entry.

    >>> entry = Entry()
    >>> for key in ("1", "2", "3", "4", ".", "5", "CHS"):
    ...     entry = entry.press(key)
    >>> entry.text, entry.value
    ('-1,234.5', Decimal('-1234.5'))
    """

    digits: str = ""
    integers: int | None = None
    negative: bool = False
    exponent: str | None = None
    exponent_negative: bool = False

    def press(self, key: str) -> "Entry":
        """The entry after a digit, ``.``, ``EEX`` or ``CHS``; many a key is ignored."""
        is_mantissa = self.exponent is None
        match key:
            case "." if is_mantissa and self.integers is None:
                digits = self.digits or "0"
                return self._replace(digits=digits, integers=len(digits))
            case "EEX" if is_mantissa:
                return self._with_exponent()
            case "CHS" if not is_mantissa:
                return self._replace(exponent_negative=not self.exponent_negative)
            case "CHS" if self.digits.strip("0"):
                return self._replace(negative=not self.negative)
            case _ if key.isdecimal() and self.exponent is not None:
                return self._replace(exponent=(self.exponent + key)[-2:])
            case _ if key.isdecimal() and len(self.digits) < DIGITS:
                return self._replace(digits=self.digits + key)
        return self

    def _with_exponent(self) -> "Entry":
        if not self.digits.strip("0"):
            return Entry("1", exponent="")
        integers = len(self.digits) if self.integers is None else self.integers
        # The mantissa would leave the display to make room for the exponent.
        if integers > _SHORT or not self.digits[:_SHORT].strip("0"):
            return self
        return self._replace(exponent="")

    @property
    def value(self) -> Decimal:
        """The number that the keys make, as a register holds it."""
        return fit(self._exact)

    @property
    def fits(self) -> bool:
        """Whether a register can hold it; if not, it cannot be keyed in any further."""
        return self.exponent is None or self.value == self._exact

    @property
    def _exact(self) -> Decimal:
        decimals = 0 if self.integers is None else len(self.digits) - self.integers
        exponent = int(self.exponent or 0) * (-1 if self.exponent_negative else 1)
        number = Decimal(int(self.digits or 0)).scaleb(exponent - decimals)
        return ZERO - number if self.negative else number

    @property
    def text(self) -> str:
        """What the display shows meanwhile."""
        digits = self.digits if self.exponent is None else self.digits[:_SHORT]
        integers = len(digits) if self.integers is None else self.integers
        grouped = _GROUP.sub(",", digits[:integers])
        mantissa = f"{'-' * self.negative}{grouped}.{digits[integers:]}"
        if self.exponent is None:
            return mantissa
        blanks = " " * (_SHORT - len(digits))
        return mantissa + blanks + exponent_text(int(self.exponent or 0), self.exponent_negative)


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


@dataclass
class State:
    """All that the calculator knows; a copy is not touched by what happens to the original.

    Args:
        lifts: whether the next number lifts the stack instead of taking the place of X.
        solves: whether a financial key now finds a number, since the last one has stored one.
        overflowed: whether the instruction just done had a result that is too large.
        decimals: how many are shown; None in the scientific format.
        note: what the display shows until the next key, instead of X.
        pending: the keys of an instruction that is not complete.
        steps: how many program lines have run.
        work: how much was done in all, by keys and by lines, an ordinary instruction being 1.
    """

    program: tuple[Instruction, ...] = field(default_factory=lambda: extended(()))
    x: Decimal = ZERO
    y: Decimal = ZERO
    z: Decimal = ZERO
    t: Decimal = ZERO
    last_x: Decimal = ZERO
    registers: dict[str, Decimal] = field(
        default_factory=lambda: dict.fromkeys((*REGISTERS, *FINANCIAL), ZERO)
    )
    repeats: dict[str, int] = field(default_factory=lambda: dict.fromkeys((*REGISTERS, "FV"), 1))
    entry: Entry | None = None
    lifts: bool = True
    solves: bool = False
    overflowed: bool = False
    begin: bool = False
    compound: bool = False
    day_first: bool = False
    decimals: int | None = 2
    line: int = 0
    running: bool = False
    editing: bool = False
    error: int | None = None
    note: str | None = None
    pending: tuple[str, ...] = ()
    steps: int = 0
    work: int = 0

    def copy(self) -> "State":
        """The same state, for later."""
        return replace(self, registers=dict(self.registers), repeats=dict(self.repeats))

    def as_shown(self, value: Decimal) -> Decimal:
        """A number with the digits that the display shows; the scientific format leaves all."""
        return value if self.decimals is None else round_to(value, self.decimals)

    def fit(self, value: Decimal) -> Decimal:
        """A result as a register holds it; whether it was too large is kept in mind."""
        if overflows(value):
            self.overflowed = True
        return fit(value)

    def push(self, *values: Decimal) -> None:
        """Put results into X one after the other, lifting the stack, or not for the first."""
        for value in values:
            if self.lifts:
                self.y, self.z, self.t = self.x, self.y, self.z
            self.x = self.fit(value)
            self.lifts = True

    def replace_x(self, value: Decimal) -> None:
        """Put the result of a function of X into X; LSTx keeps what was there."""
        self.last_x, self.x = self.x, self.fit(value)

    def drop(self, value: Decimal) -> None:
        """Put the result of a function of Y and X into X, and let the stack drop."""
        self.replace_x(value)
        self.y, self.z = self.z, self.t

    def key_in(self, key: str) -> None:
        """Go on with the number that is keyed in, or begin one."""
        if self.entry is None:
            self.push(ZERO)
            self.entry = Entry()
            self.solves = False
        self.entry = self.entry.press(key)
        self.x = self.entry.value
        if not self.entry.fits:
            self.entry = None

    def after(self, line: int) -> int:
        """The program line after another; after the last one comes 0."""
        return line + 1 if line < len(self.program) else 0

    def register(self, name: str) -> Decimal:
        """The number in a register; raises Error 6 if program lines have taken its place."""
        self.demand_register(name)
        return self.registers[name]

    def demand_register(self, name: str) -> None:
        """Make sure that there is such a register; raises Error 6 if there is none."""
        demand(name in (*self.numbered(), *FINANCIAL), 6)

    def store(self, name: str, value: Decimal) -> None:
        """Put a number into a register; raises Error 6 if there is no such register."""
        self.demand_register(name)
        self.registers[name] = self.fit(value)

    def numbered(self) -> tuple[str, ...]:
        """The names of the registers that program lines have left."""
        return registers_beside(len(self.program))

    def load(self, program: tuple[Instruction, ...]) -> None:
        """Write program memory anew; registers that it takes are lost."""
        self.program = extended(program)
        for name in REGISTERS[len(self.numbered()) :]:
            self.registers[name] = ZERO
            self.repeats[name] = 1

    def clear(self, *names: str) -> None:
        """Put zero into registers."""
        for name in names:
            self.registers[name] = ZERO

    def clear_repeats(self) -> None:
        """Let every cash flow come once."""
        self.repeats = dict.fromkeys(self.repeats, 1)

    def clear_stack(self) -> None:
        """Put zero into X, Y, Z and T."""
        self.x = self.y = self.z = self.t = ZERO


Action = Callable[[State, str], None]
"""What an instruction does: it takes the state, and the operand of the instruction."""


def setting(name: str, find: Callable[[State, str], object]) -> Action:
    """What gives one part of the state a value."""
    return lambda state, operand: setattr(state, name, find(state, operand))
