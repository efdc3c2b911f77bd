"""The instructions of ARMv6-M in uLisp's syntax, encoded.

Each mnemonic has some forms, which say what operands it takes and where in the 16 bits each of them
goes. The encodings are those of the ARMv6-M Architecture Reference Manual, chapter A6.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from moolab.errors import InvalidProgram
from moolab.machines.assembler import Context, Encode, InstructionSet, in_range
from moolab.machines.notation.ulisp import Group, Operand, Quoted, show
from moolab.support.text import quote

_SP, _LR, _PC = 13, 14, 15


class Field(Protocol):
    """What one operand of a form can be; as text, in the words of the reference."""

    def takes(self, context: Context, operand: Operand, first: Operand) -> bool:
        """Whether an operand is of this kind; ``first`` is the first one of the instruction."""
        ...

    def bits(self, context: Context, operand: Operand) -> int:
        """The bits of an operand in their place; raises InvalidProgram if it is out of range."""
        ...


@dataclass(frozen=True)
class _Register:
    text: str
    numbers: Collection[int]
    place: Callable[[int], int]

    def __str__(self) -> str:
        return self.text

    def takes(self, context: Context, operand: Operand, _first: Operand) -> bool:
        return context.is_register(operand) and context.register(operand) in self.numbers

    def bits(self, context: Context, operand: Operand) -> int:
        return self.place(context.register(operand))


class _Same:
    """The first register once more, which the encoding does not repeat."""

    def __str__(self) -> str:
        return "same"

    def takes(self, context: Context, operand: Operand, first: Operand) -> bool:
        registers = context.is_register(operand) and context.is_register(first)
        return registers and context.register(operand) == context.register(first)

    def bits(self, _context: Context, _operand: Operand) -> int:
        return 0


@dataclass(frozen=True)
class _Number:
    low: int
    high: int
    place: int = 0
    multiple: int = 1

    def __str__(self) -> str:
        steps = "" if self.multiple == 1 else f" by {self.multiple}"
        return f"{self.low}..{self.high}{steps}"

    def takes(self, context: Context, operand: Operand, _first: Operand) -> bool:
        return not context.is_register(operand) and not isinstance(operand, Group)

    def bits(self, context: Context, operand: Operand) -> int:
        number = context.value(operand)
        in_range(number, self.low, self.high, "the number", multiple=self.multiple)
        # Where numbers begin with 1, the field holds 0 for the greatest.
        return number // self.multiple % (self.high // self.multiple + 1 - self.low) << self.place


@dataclass(frozen=True)
class _Target:
    """An address of the routine, as the distance from the program counter, 4 bytes ahead."""

    low: int
    high: int
    width: int
    multiple: int = 2

    def __str__(self) -> str:
        return "label"

    def takes(self, context: Context, operand: Operand, _first: Operand) -> bool:
        return not context.is_register(operand) and not isinstance(operand, Group)

    def bits(self, context: Context, operand: Operand) -> int:
        counter = context.address + 4
        distance = context.value(operand) - (counter - counter % self.multiple)
        in_range(distance, self.low, self.high, "the distance", multiple=self.multiple)
        return distance // self.multiple % (1 << self.width)


@dataclass(frozen=True)
class _Memory:
    """A list of the register of an address and what is added to it, 0 if that is left out."""

    base: _Register
    offset: _Register | _Number

    def __str__(self) -> str:
        return f"({self.base} {self.offset})"

    def takes(self, context: Context, operand: Operand, _first: Operand) -> bool:
        if not isinstance(operand, Group) or len(operand.items) not in {1, 2}:
            return False
        base, offset = self._parts(operand)
        return self.base.takes(context, base, base) and self.offset.takes(context, offset, base)

    def bits(self, context: Context, operand: Operand) -> int:
        assert isinstance(operand, Group)
        base, offset = self._parts(operand)
        return self.base.bits(context, base) | self.offset.bits(context, offset)

    @staticmethod
    def _parts(group: Group) -> tuple[Operand, Operand]:
        base, offset = (Quoted(x) if isinstance(x, str) else x for x in (*group.items, 0)[:2])
        return base, offset


@dataclass(frozen=True)
class _List:
    """Some of the low registers, and where bit 8 stands for one more, that one."""

    more: int | None = None

    def __str__(self) -> str:
        return "(r0-r7)" if self.more is None else f"(r0-r7 {_NAMES[self.more]})"

    def takes(self, _context: Context, operand: Operand, _first: Operand) -> bool:
        return isinstance(operand, Group)

    def bits(self, context: Context, operand: Operand) -> int:
        assert isinstance(operand, Group)
        numbers = [context.named(item) for item in operand.items]
        for name, number in zip(operand.items, numbers, strict=True):
            if number > 7 and number != self.more:
                raise InvalidProgram(f"{quote(str(name))} cannot be in the list, only {self}")
            if numbers.count(number) > 1:
                raise InvalidProgram(f"{quote(str(name))} is twice in the list")
        if not numbers:
            raise InvalidProgram("the list of registers is empty")
        return sum(1 << (8 if number == self.more else number) for number in numbers)


@dataclass(frozen=True)
class Form:
    """One way to write an instruction of 16 bits: those that are always the same, and operands."""

    opcode: int
    fields: tuple[Field, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.fields))

    def takes(self, context: Context, operands: tuple[Operand, ...]) -> bool:
        """Whether these operands are of the kinds of this form."""
        return len(operands) == len(self.fields) and all(
            field.takes(context, operand, operands[0])
            for field, operand in zip(self.fields, operands, strict=True)
        )

    def word(self, context: Context, operands: tuple[Operand, ...]) -> int:
        """The instruction; raises InvalidProgram if an operand is out of range."""
        fields = zip(self.fields, operands, strict=True)
        return self.opcode + sum(field.bits(context, operand) for field, operand in fields)


def _form(opcode: int, *fields: Field) -> Form:
    return Form(opcode, fields)


def _low(*places: int) -> _Register:
    return _Register("r0-r7", range(8), lambda number: sum(number << place for place in places))


def _rdn(text: str, numbers: Collection[int]) -> _Register:
    return _Register(text, numbers, lambda number: (number & 8) << 4 | number & 7)


def _rm(text: str, numbers: Collection[int]) -> _Register:
    return _Register(text, numbers, lambda number: number << 3)


_ANY, _BUT_PC = ("r0-r15", range(16)), ("r0-r14", range(15))
_IS_SP, _IS_PC = (_Register(name, (n,), lambda _: 0) for name, n in (("sp", _SP), ("pc", _PC)))
_SAME = _Same()
_BYTE = _Number(0, 255)
_WORDS = _Number(0, 1020, multiple=4)
_FRAME = _Number(0, 508, multiple=4)
_LITERAL = _Target(0, 1020, 8, multiple=4)


def _two(opcode: int) -> tuple[Form, ...]:
    return (_form(opcode, _low(0), _low(3)),)


def _three(opcode: int) -> tuple[Form, ...]:
    """The first register is the first operand, too, and can be repeated."""
    return (*_two(opcode), _form(opcode, _low(0), _SAME, _low(3)))


def _commuting(opcode: int) -> tuple[Form, ...]:
    return (*_three(opcode), _form(opcode, _low(0), _low(3), _SAME))


def _shift(opcode: int, by_register: int, least: int) -> tuple[Form, ...]:
    places = _Number(least, least + 31, 6)
    return (
        _form(opcode, _low(0, 3), places),
        _form(opcode, _low(0), _low(3), places),
        *_three(by_register),
    )


def _access(opcode: int, by_register: int, size: int) -> tuple[Form, ...]:
    offset = _Number(0, 31 * size, 6, multiple=size)
    return (_form(opcode, _low(0), _Memory(_low(3), offset)), _indexed(by_register))


def _indexed(opcode: int) -> Form:
    return _form(opcode, _low(0), _Memory(_low(3), _low(6)))


def _branch(condition: int) -> tuple[Form, ...]:
    return (_form(0xD000 | condition << 8, _Target(-256, 254, 8)),)


_CONDITIONS = ("eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le")
"""In the order of their numbers."""

_OF_TWO = {
    "$cmn": 0x42C0, "$mvn": 0x43C0, "$neg": 0x4240, "$rev": 0xBA00, "$rev16": 0xBA40,
    "$revsh": 0xBAC0, "$sxtb": 0xB240, "$sxth": 0xB200, "$tst": 0x4200, "$uxtb": 0xB2C0,
    "$uxth": 0xB280,
}  # fmt: skip
_OF_THREE = {"$bic": 0x4380, "$ror": 0x41C0, "$sbc": 0x4180}
_COMMUTING = {"$adc": 0x4140, "$and": 0x4000, "$eor": 0x4040, "$mul": 0x4340, "$orr": 0x4300}
_ALONE = {"$nop": 0x46C0, "$sev": 0xBF40, "$wfe": 0xBF20, "$wfi": 0xBF30, "$yield": 0xBF10}

FORMS: Mapping[str, tuple[Form, ...]] = {
    "$add": (
        _form(0x3000, _low(8), _BYTE),
        _form(0x1800, _low(0, 3), _low(6)),
        _form(0x3000, _low(8), _SAME, _BYTE),
        _form(0x1C00, _low(0), _low(3), _Number(0, 7, 6)),
        _form(0x1800, _low(0), _low(3), _low(6)),
        _form(0xB000, _IS_SP, _FRAME),
        _form(0xB000, _IS_SP, _SAME, _FRAME),
        _form(0xA800, _low(8), _IS_SP, _WORDS),
        _form(0xA000, _low(8), _IS_PC, _WORDS),
        _form(0x4400, _rdn(*_ANY), _rm(*_BUT_PC)),
        _form(0x4400, _rdn(*_BUT_PC), _rm(*_ANY)),
        _form(0x4400, _rdn(*_ANY), _SAME, _rm(*_BUT_PC)),
        _form(0x4400, _rdn(*_BUT_PC), _SAME, _rm(*_ANY)),
        _form(0x4400, _rdn(*_ANY), _rm(*_BUT_PC), _SAME),
        _form(0x4400, _rdn(*_BUT_PC), _rm(*_ANY), _SAME),
    ),
    "$adr": (_form(0xA000, _low(8), _LITERAL),),
    "$asr": _shift(0x1000, 0x4100, 1),
    "$b": (_form(0xE000, _Target(-2048, 2046, 11)),),
    "$bkpt": (_form(0xBE00, _BYTE),),
    "$blx": (_form(0x4780, _rm(*_BUT_PC)),),
    "$bx": (_form(0x4700, _rm(*_BUT_PC)),),
    "$cmp": (
        _form(0x2800, _low(8), _BYTE),
        *_two(0x4280),
        _form(0x4500, _rdn(*_BUT_PC), _rm(*_BUT_PC)),
    ),
    "$cpsid": (_form(0xB672, _Number(2, 2)),),
    "$cpsie": (_form(0xB662, _Number(2, 2)),),
    "$ldm": (_form(0xC800, _low(8), _List()),),
    "$ldr": (
        _form(0x4800, _low(8), _LITERAL),
        *_access(0x6800, 0x5800, 4),
        _form(0x9800, _low(8), _Memory(_IS_SP, _WORDS)),
        _form(0x4800, _low(8), _Memory(_IS_PC, _WORDS)),
    ),
    "$ldrb": _access(0x7800, 0x5C00, 1),
    "$ldrh": _access(0x8800, 0x5A00, 2),
    "$ldrsb": (_indexed(0x5600),),
    "$ldrsh": (_indexed(0x5E00),),
    "$lsl": _shift(0x0000, 0x4080, 0),
    "$lsr": _shift(0x0800, 0x40C0, 1),
    "$mov": (_form(0x2000, _low(8), _BYTE), *_two(0x0000), _form(0x4600, _rdn(*_ANY), _rm(*_ANY))),
    "$pop": (_form(0xBC00, _List(_PC)),),
    "$push": (_form(0xB400, _List(_LR)),),
    "$stm": (_form(0xC000, _low(8), _List()),),
    "$str": (*_access(0x6000, 0x5000, 4), _form(0x9000, _low(8), _Memory(_IS_SP, _WORDS))),
    "$strb": _access(0x7000, 0x5400, 1),
    "$strh": _access(0x8000, 0x5200, 2),
    "$sub": (
        _form(0x3800, _low(8), _BYTE),
        _form(0x1A00, _low(0, 3), _low(6)),
        _form(0x3800, _low(8), _SAME, _BYTE),
        _form(0x1E00, _low(0), _low(3), _Number(0, 7, 6)),
        _form(0x1A00, _low(0), _low(3), _low(6)),
        _form(0xB080, _IS_SP, _FRAME),
        _form(0xB080, _IS_SP, _SAME, _FRAME),
    ),
    "$svc": (_form(0xDF00, _BYTE),),
    **{f"$b{condition}": _branch(number) for number, condition in enumerate(_CONDITIONS)},
    "$bhs": _branch(2),
    "$blo": _branch(3),
    **{name: _two(opcode) for name, opcode in _OF_TWO.items()},
    **{name: _three(opcode) for name, opcode in _OF_THREE.items()},
    **{name: _commuting(opcode) for name, opcode in _COMMUTING.items()},
    **{name: (_form(opcode),) for name, opcode in _ALONE.items()},
}
"""What can be written, by mnemonic: all but ``$bl`` and ``$word``. Where more than one form takes
the operands, the first one counts."""


def _encode(mnemonic: str, context: Context, operands: tuple[Operand, ...]) -> list[int]:
    for form in FORMS[mnemonic]:
        if form.takes(context, operands):
            return [form.word(context, operands)]
    raise _misfit(mnemonic, "; ".join(map(str, FORMS[mnemonic])), operands)


def _branch_with_link(context: Context, operands: tuple[Operand, ...]) -> list[int]:
    """BL, whose distance is spread over two words (A6.7.13)."""
    target = _Target(-(1 << 24), (1 << 24) - 2, 24)
    if len(operands) != 1 or not target.takes(context, *operands, *operands):
        raise _misfit("$bl", str(target), operands)
    bits = target.bits(context, *operands)
    sign, first, second = bits >> 23, bits >> 22 & 1, bits >> 21 & 1
    return [
        0xF000 | sign << 10 | bits >> 11 & 0x3FF,
        0xD000 | (first ^ sign ^ 1) << 13 | (second ^ sign ^ 1) << 11 | bits & 0x7FF,
    ]


def _word(context: Context, operands: tuple[Operand, ...]) -> list[int]:
    """Numbers of 32 bits."""
    if not operands:
        raise _misfit("$word", "numbers", operands)
    numbers = [in_range(context.value(each), -(1 << 31), (1 << 32) - 1, "it") for each in operands]
    return [word for number in numbers for word in (number & 0xFFFF, number >> 16 & 0xFFFF)]


def _misfit(mnemonic: str, forms: str, operands: tuple[Operand, ...]) -> InvalidProgram:
    given = quote(" ".join(map(show, operands))) if operands else "no operand"
    return InvalidProgram(f"{mnemonic} takes {forms or 'no operand'}, not {given}")


_NAMES = {_SP: "sp", _LR: "lr", _PC: "pc"}

_ENCODERS: Mapping[str, Encode] = {
    **{mnemonic: partial(_encode, mnemonic) for mnemonic in FORMS},
    "$bl": _branch_with_link,
    "$word": _word,
}

INSTRUCTIONS = InstructionSet(
    name="thumb",
    registers={f"r{n}": n for n in range(16)} | {name: n for n, name in _NAMES.items()},
    parameters=("r0", "r1", "r2", "r3"),
    mnemonics=_ENCODERS,
    aligned=frozenset({"$word"}),
)
"""What uLisp users write: the flag-setting instructions without an s."""
