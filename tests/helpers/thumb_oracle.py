"""ARMv6-M in plain Python, word for word as the manual's pseudocode has it: slow and obvious.

Instructions are told by patterns of bits, as the manual prints them.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from moolab.machines import memory as layout

Operation = Callable[..., int | None]
"""Executes an instruction, given the numbers in its fields; returns its cycles, 1 if none."""

OPERATIONS: list[tuple[re.Pattern[str], Operation]] = []

LOAD, LIST = 2, 1


class Fault(Exception):
    """The status of a fault, and its address."""


@dataclass
class Machine:
    """Registers, of which the last is the address of the instruction, flags and memory."""

    r: list[int]
    n: int
    z: int
    c: int
    v: int
    memory: bytearray
    after: int = field(default=0, init=False)

    def reg(self, number: int) -> int:
        return (self.r[15] + 4) % 2**32 if number == 15 else self.r[number]

    def set(self, number: int, value: int) -> None:
        assert number != 15
        self.r[number] = value % 2**32 // 4 * 4 if number == 13 else value % 2**32

    def signs(self, result: int) -> None:
        self.n, self.z = result >> 31, int(result == 0)

    def place(self, address: int, size: int) -> int:
        place = address - layout.BASE
        if not 0 <= place < len(self.memory):
            raise Fault(layout.OUTSIDE, address)
        if address % size:
            raise Fault(layout.MISALIGNED, address)
        return place

    def load(self, address: int, size: int) -> int:
        place = self.place(address % 2**32, size)
        return int.from_bytes(self.memory[place : place + size], "little")

    def store(self, address: int, size: int, value: int) -> None:
        place = self.place(address % 2**32, size)
        self.memory[place : place + size] = (value % 256**size).to_bytes(size, "little")

    def branch(self, address: int) -> None:
        self.after = address % 2**32 // 2 * 2

    def interwork(self, address: int) -> None:
        if address % 2 == 0:
            raise Fault(layout.NO_STATE, address)
        self.branch(address)

    def add_with_carry(self, x: int, y: int, carry: int) -> int:
        unsigned = x + y + carry
        result = unsigned % 2**32
        self.c = int(result != unsigned)
        self.v = int(signed(result) != signed(x) + signed(y) + carry)
        self.signs(result)
        return result

    def shift(self, kind: str, value: int, places: int) -> int:
        """A bit at a time."""
        for _ in range(places):
            match kind:
                case "lsl":
                    self.c, value = value >> 31, value * 2 % 2**32
                case "lsr":
                    self.c, value = value % 2, value // 2
                case "asr":
                    self.c, value = value % 2, value // 2 + (value & 2**31)
                case _:
                    self.c, value = value % 2, value // 2 + value % 2 * 2**31
        self.signs(value)
        return value

    def step(self) -> int:
        """Execute an instruction; the cycles of it."""
        pc = self.r[15]
        bits = f"{self.load(pc, 2):016b}"
        self.after = pc + 2
        if bits.startswith("11110"):
            bits += f"{self.load(pc + 2, 2):016b}"
            self.after = pc + 4
        for pattern, operation in OPERATIONS:
            if match := pattern.fullmatch(bits):
                fields = {name: int(text, 2) for name, text in match.groupdict().items()}
                with self.untouched_by_faults():
                    cycles = operation(self, **fields)
                self.r[15] = self.after
                return cycles or 1
        raise Fault(layout.UNDEFINED, pc)

    @contextmanager
    def untouched_by_faults(self) -> Iterator[None]:
        before = (list(self.r), self.n, self.z, self.c, self.v, bytearray(self.memory))
        try:
            yield
        except Fault:
            self.r, self.n, self.z, self.c, self.v, self.memory = before
            raise

    def undefined(self) -> Fault:
        return Fault(layout.UNDEFINED, self.r[15])


def signed(value: int, bits: int = 32) -> int:
    return value - 2**bits if value >> bits - 1 else value


def encoded(pattern: str) -> Callable[[Operation], Operation]:
    """Digits are themselves, a letter stands for a field as long as it is repeated."""
    parts = re.sub(r"([a-z])\1*", lambda run: f"(?P<{run[1]}>.{{{len(run[0])}}})", pattern)
    compiled = re.compile(parts.replace(" ", ""))

    def add(operation: Operation) -> Operation:
        OPERATIONS.append((compiled, operation))
        return operation

    return add


@encoded("000 00 iiiii mmm ddd")
def lsl_immediate(self: Machine, i: int, m: int, d: int) -> None:
    self.set(d, self.shift("lsl", self.r[m], i))


@encoded("000 01 iiiii mmm ddd")
def lsr_immediate(self: Machine, i: int, m: int, d: int) -> None:
    self.set(d, self.shift("lsr", self.r[m], i or 32))


@encoded("000 10 iiiii mmm ddd")
def asr_immediate(self: Machine, i: int, m: int, d: int) -> None:
    self.set(d, self.shift("asr", self.r[m], i or 32))


@encoded("000 1100 mmm nnn ddd")
def add_register(self: Machine, m: int, n: int, d: int) -> None:
    self.set(d, self.add_with_carry(self.r[n], self.r[m], 0))


@encoded("000 1101 mmm nnn ddd")
def sub_register(self: Machine, m: int, n: int, d: int) -> None:
    self.set(d, self.add_with_carry(self.r[n], 2**32 - 1 - self.r[m], 1))


@encoded("000 1110 iii nnn ddd")
def add_small(self: Machine, i: int, n: int, d: int) -> None:
    self.set(d, self.add_with_carry(self.r[n], i, 0))


@encoded("000 1111 iii nnn ddd")
def sub_small(self: Machine, i: int, n: int, d: int) -> None:
    self.set(d, self.add_with_carry(self.r[n], 2**32 - 1 - i, 1))


@encoded("001 00 ddd iiiiiiii")
def mov_immediate(self: Machine, d: int, i: int) -> None:
    self.signs(i)
    self.set(d, i)


@encoded("001 01 nnn iiiiiiii")
def cmp_immediate(self: Machine, n: int, i: int) -> None:
    self.add_with_carry(self.r[n], 2**32 - 1 - i, 1)


@encoded("001 10 ddd iiiiiiii")
def add_immediate(self: Machine, d: int, i: int) -> None:
    self.set(d, self.add_with_carry(self.r[d], i, 0))


@encoded("001 11 ddd iiiiiiii")
def sub_immediate(self: Machine, d: int, i: int) -> None:
    self.set(d, self.add_with_carry(self.r[d], 2**32 - 1 - i, 1))


@encoded("010000 oooo mmm ddd")
def data_processing(self: Machine, o: int, m: int, d: int) -> None:
    a, b = self.r[d], self.r[m]
    not_b = 2**32 - 1 - b
    names = [
        "and",
        "eor",
        "lsl",
        "lsr",
        "asr",
        "adc",
        "sbc",
        "ror",
        "tst",
        "rsb",
        "cmp",
        "cmn",
        "orr",
        "mul",
        "bic",
        "mvn",
    ]
    match names[o]:
        case "and" | "tst":
            result = a & b
        case "eor":
            result = a ^ b
        case "orr":
            result = a | b
        case "bic":
            result = a & not_b
        case "mvn":
            result = not_b
        case "mul":
            result = a * b % 2**32
        case "adc":
            result = self.add_with_carry(a, b, self.c)
        case "sbc":
            result = self.add_with_carry(a, not_b, self.c)
        case "rsb":
            result = self.add_with_carry(not_b, 0, 1)
        case "cmp":
            result = self.add_with_carry(a, not_b, 1)
        case "cmn":
            result = self.add_with_carry(a, b, 0)
        case shift:
            result = self.shift(shift, a, b % 256)
    self.signs(result)
    if names[o] not in {"tst", "cmp", "cmn"}:
        self.set(d, result)


@encoded("010001 00 h mmmm ddd")
def add_any(self: Machine, h: int, m: int, d: int) -> int:
    d += 8 * h
    if d == m == 15:
        raise self.undefined()
    return write_any(self, d, self.reg(d) + self.reg(m))


@encoded("010001 01 h mmmm nnn")
def cmp_any(self: Machine, h: int, m: int, n: int) -> None:
    n += 8 * h
    if 15 in {n, m} or (n < 8 and m < 8):
        raise self.undefined()
    self.add_with_carry(self.r[n], 2**32 - 1 - self.r[m], 1)


@encoded("010001 10 h mmmm ddd")
def mov_any(self: Machine, h: int, m: int, d: int) -> int:
    return write_any(self, d + 8 * h, self.reg(m))


def write_any(self: Machine, d: int, value: int) -> int:
    if d == 15:
        self.branch(value)
        return 2
    self.set(d, value)
    return 1


@encoded("010001 110 mmmm 000")
def bx(self: Machine, m: int) -> int:
    self.interwork(self.reg(m))
    return 2


@encoded("010001 111 mmmm 000")
def blx(self: Machine, m: int) -> int:
    if m == 15:
        raise self.undefined()
    self.interwork(self.r[m])
    self.set(14, self.r[15] + 2 + 1)
    return 2


@encoded("01001 ttt iiiiiiii")
def ldr_literal(self: Machine, t: int, i: int) -> int:
    self.set(t, self.load(self.reg(15) // 4 * 4 + 4 * i, 4))
    return LOAD


@encoded("0101 ooo mmm nnn ttt")
def transfer_register(self: Machine, o: int, m: int, n: int, t: int) -> int:
    address = self.r[n] + self.r[m]
    match ["str", "strh", "strb", "ldrsb", "ldr", "ldrh", "ldrb", "ldrsh"][o]:
        case "str":
            self.store(address, 4, self.r[t])
        case "strh":
            self.store(address, 2, self.r[t])
        case "strb":
            self.store(address, 1, self.r[t])
        case "ldr":
            self.set(t, self.load(address, 4))
        case "ldrh":
            self.set(t, self.load(address, 2))
        case "ldrb":
            self.set(t, self.load(address, 1))
        case "ldrsh":
            self.set(t, signed(self.load(address, 2), 16))
        case "ldrsb":
            self.set(t, signed(self.load(address, 1), 8))
    return LOAD


def transfer(self: Machine, is_load: int, t: int, address: int, size: int) -> int:
    if is_load:
        self.set(t, self.load(address, size))
    else:
        self.store(address, size, self.r[t])
    return LOAD


@encoded("0110 l iiiii nnn ttt")
def transfer_word(self: Machine, l: int, i: int, n: int, t: int) -> int:  # noqa: E741 - the bit L
    return transfer(self, l, t, self.r[n] + 4 * i, 4)


@encoded("0111 l iiiii nnn ttt")
def transfer_byte(self: Machine, l: int, i: int, n: int, t: int) -> int:  # noqa: E741 - the bit L
    return transfer(self, l, t, self.r[n] + i, 1)


@encoded("1000 l iiiii nnn ttt")
def transfer_halfword(self: Machine, l: int, i: int, n: int, t: int) -> int:  # noqa: E741 - the bit L
    return transfer(self, l, t, self.r[n] + 2 * i, 2)


@encoded("1001 l ttt iiiiiiii")
def transfer_stack(self: Machine, l: int, t: int, i: int) -> int:  # noqa: E741 - the bit L
    return transfer(self, l, t, self.r[13] + 4 * i, 4)


@encoded("10100 ddd iiiiiiii")
def adr(self: Machine, d: int, i: int) -> None:
    self.set(d, self.reg(15) // 4 * 4 + 4 * i)


@encoded("10101 ddd iiiiiiii")
def add_stack(self: Machine, d: int, i: int) -> None:
    self.set(d, self.r[13] + 4 * i)


@encoded("1011 0000 0 iiiiiii")
def add_to_stack(self: Machine, i: int) -> None:
    self.set(13, self.r[13] + 4 * i)


@encoded("1011 0000 1 iiiiiii")
def sub_from_stack(self: Machine, i: int) -> None:
    self.set(13, self.r[13] - 4 * i)


@encoded("1011 0010 oo mmm ddd")
def extend(self: Machine, o: int, m: int, d: int) -> None:
    value = self.r[m]
    half, byte = value % 2**16, value % 2**8
    self.set(d, [signed(half, 16), signed(byte, 8), half, byte][o])


@encoded("1011 1010 oo mmm ddd")
def reverse(self: Machine, o: int, m: int, d: int) -> None:
    b0, b1, b2, b3 = self.r[m].to_bytes(4, "little")
    if o == 2:
        raise self.undefined()
    results = [(b3, b2, b1, b0), (b1, b0, b3, b2), (), (b1, b0)]
    value = int.from_bytes(results[o], "little")
    self.set(d, signed(value, 16) if o == 3 else value)


def numbers(bits: int) -> list[int]:
    return [number for number in range(16) if bits >> number & 1]


@encoded("1011 010 p llllllll")
def push(self: Machine, p: int, l: int) -> int:  # noqa: E741 - the bit L
    listed = numbers(l | p << 14)
    if not listed:
        raise self.undefined()
    start = self.r[13] - 4 * len(listed)
    for place, number in enumerate(listed):
        self.store(start + 4 * place, 4, self.r[number])
    self.set(13, start)
    return LIST + len(listed)


@encoded("1011 110 p llllllll")
def pop(self: Machine, p: int, l: int) -> int:  # noqa: E741 - the bit L
    listed = numbers(l | p << 15)
    if not listed:
        raise self.undefined()
    values = [self.load(self.r[13] + 4 * place, 4) for place in range(len(listed))]
    self.set(13, self.r[13] + 4 * len(listed))
    for number, value in zip(listed, values, strict=True):
        if number == 15:
            self.interwork(value)
        else:
            self.set(number, value)
    return LIST + len(listed) + 2 * p


@encoded("1011 0110 011 e 0010")
def cps(_self: Machine, e: int) -> None:
    assert e in {0, 1}


@encoded("1011 1110 iiiiiiii")
def bkpt(self: Machine, i: int) -> None:
    assert i < 256
    raise Fault(layout.UNHANDLED, self.r[15])


@encoded("1011 1111 oooo 0000")
def hint(_self: Machine, o: int) -> int:
    return 2 if o in {2, 3} else 1


@encoded("1100 0 nnn llllllll")
def stm(self: Machine, n: int, l: int) -> int:  # noqa: E741 - the bit L
    listed = numbers(l)
    if not listed:
        raise self.undefined()
    for place, number in enumerate(listed):
        self.store(self.r[n] + 4 * place, 4, self.r[number])
    self.set(n, self.r[n] + 4 * len(listed))
    return LIST + len(listed)


@encoded("1100 1 nnn llllllll")
def ldm(self: Machine, n: int, l: int) -> int:  # noqa: E741 - the bit L
    listed = numbers(l)
    if not listed:
        raise self.undefined()
    values = [self.load(self.r[n] + 4 * place, 4) for place in range(len(listed))]
    self.set(n, self.r[n] + 4 * len(listed))
    for number, value in zip(listed, values, strict=True):
        self.set(number, value)
    return LIST + len(listed)


@encoded("1101 cccc iiiiiiii")
def branch_if(self: Machine, c: int, i: int) -> int:
    if c == 14:
        raise self.undefined()
    if c == 15:
        raise Fault(layout.UNHANDLED, self.r[15])
    higher, not_less = self.c and not self.z, self.n == self.v
    truths = [self.z, self.c, self.n, self.v, higher, not_less, not_less and not self.z]
    if bool(truths[c // 2]) == (c % 2 == 1):
        return 1
    self.branch(self.reg(15) + 2 * signed(i, 8))
    return 2


@encoded("11100 iiiiiiiiiii")
def branch_always(self: Machine, i: int) -> int:
    self.branch(self.reg(15) + 2 * signed(i, 11))
    return 2


@encoded("11110 s hhhhhhhhhh 11 j 1 k lllllllllll")
def branch_with_link(self: Machine, s: int, h: int, j: int, k: int, l: int) -> int:  # noqa: E741 - the bit L
    i1, i2 = int(j == s), int(k == s)
    self.set(14, self.r[15] + 4 + 1)
    self.branch(self.reg(15) + 2 * signed(s << 23 | i1 << 22 | i2 << 21 | h << 11 | l, 24))
    return 3


@encoded("11110 0111000 nnnn 10001000 000000 yy")
def msr_flags(self: Machine, n: int, y: int) -> int:
    assert y < 4
    if n in {13, 15}:
        raise self.undefined()
    self.n, self.z, self.c, self.v = (self.r[n] >> 31 - bit & 1 for bit in range(4))
    return 3


@encoded("11110 01111101111 1000 dddd 000000 yy")
def mrs_flags(self: Machine, d: int, y: int) -> int:
    assert y < 4
    if d in {13, 15}:
        raise self.undefined()
    self.set(d, self.n << 31 | self.z << 30 | self.c << 29 | self.v << 28)
    return 3


@encoded("11110 01110111111 10001111 oooo aaaa")
def barrier(self: Machine, o: int, a: int) -> int:
    assert a < 16
    if o not in {4, 5, 6}:
        raise self.undefined()
    return 3
