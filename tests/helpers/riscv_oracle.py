"""RV32IMC and RV64IMC as the manual describes it, in plain Python: the oracle of the kernel.

Instructions are told by their bits as the manual's tables show them, and do what its sentences say;
nothing is taken from the simulator but the numbers of faults.
"""

from dataclasses import dataclass

from moolab.machines.memory import BASE, MISALIGNED, OUTSIDE, UNDEFINED, UNHANDLED

LOADS = {0: (1, True), 1: (2, True), 2: (4, True), 4: (1, False), 5: (2, False)}
LOADS_64 = {**LOADS, 3: (8, True), 6: (4, False)}
"""Bytes and sign of each load by ``funct3``."""


class Fault(Exception):
    """A status and what it is about."""


@dataclass
class Hart:
    """Registers, memory from ``BASE`` on, the place of the instruction, and cycles of the last."""

    x: list[int]
    memory: bytearray
    pc: int
    cycles: int = 0
    width: int = 32

    @property
    def all(self) -> int:
        return 1 << self.width

    def step(self) -> None:
        """Execute an instruction, or raise a ``Fault`` and leave all as it was."""
        half = self.read(self.pc, 2, self.pc)
        self.cycles = 1
        self.following = self.pc + (4 if half % 4 == 3 else 2)
        if half % 4 == 3:
            self.long(self.read(self.pc + 2, 2, self.pc + 2) << 16 | half)
        else:
            self.short(half)
        self.x[0] = 0
        self.pc = self.following

    def undefined(self) -> Fault:
        return Fault(UNDEFINED, self.pc)

    def place(self, address: int, size: int, about: int) -> int:
        if not BASE <= address < BASE + len(self.memory):
            raise Fault(OUTSIDE, about)
        if address % size:
            raise Fault(MISALIGNED, about)
        return address - BASE

    def read(self, address: int, size: int, about: int) -> int:
        place = self.place(address, size, about)
        return int.from_bytes(self.memory[place : place + size], "little")

    def load(self, rd: int, address: int, size: int, is_signed: bool) -> None:
        value = self.read(address % self.all, size, address % self.all)
        self.cycles = 2
        self.x[rd] = (signed(value, 8 * size) if is_signed else value) % self.all

    def store(self, rs2: int, address: int, size: int) -> None:
        place = self.place(address % self.all, size, address % self.all)
        value = self.x[rs2] % 2 ** (8 * size)
        self.memory[place : place + size] = value.to_bytes(size, "little")

    def signed(self, value: int) -> int:
        return signed(value, self.width)

    def narrow(self, rd: int, value: int) -> None:
        """32 bits, extended with their sign."""
        self.x[rd] = signed(value % 2**32, 32) % self.all

    def jump(self, target: int, link: int = 0) -> None:
        self.x[link] = self.following
        self.following = target % self.all
        self.cycles = 2

    def long(self, word: int) -> None:  # noqa: PLR0915 - one case for each opcode
        rd, rs1, rs2 = bits(word, 11, 7), bits(word, 19, 15), bits(word, 24, 20)
        funct3, funct7 = bits(word, 14, 12), bits(word, 31, 25)
        number = signed(bits(word, 31, 20), 12)
        a, b = self.x[rs1], self.x[rs2]
        match bits(word, 6, 0):
            case 0b0110111:
                self.narrow(rd, word - word % 4096)
            case 0b0010111:
                self.x[rd] = (self.pc + signed(word - word % 4096, 32)) % self.all
            case 0b1101111:
                distance = gathered(word, "20 10:1 11 19:12", 31)
                self.jump(self.pc + signed(distance, 21), rd)
            case 0b1100111 if funct3 == 0:
                target = a + number
                self.jump(target - target % 2, rd)
            case 0b1100011 if funct3 not in {2, 3}:
                distance = gathered(word, "12 10:5", 31) + gathered(word, "4:1 11", 11)
                conditions = {
                    0: a == b,
                    1: a != b,
                    4: self.signed(a) < self.signed(b),
                    5: self.signed(a) >= self.signed(b),
                    6: a < b,
                    7: a >= b,
                }
                if conditions[funct3]:
                    self.following = (self.pc + signed(distance, 13)) % self.all
                    self.cycles = 2
            case 0b0000011 if funct3 in (LOADS_64 if self.width == 64 else LOADS):
                self.load(rd, a + number, *LOADS_64[funct3])
            case 0b0100011 if funct3 < (4 if self.width == 64 else 3):
                self.store(rs2, a + signed(funct7 * 32 + rd, 12), 2**funct3)
            case 0b0010011:
                kind = funct7 - funct7 % 2 if self.width == 64 else funct7
                if funct3 in {1, 5} and (kind, funct3) not in {(0, 1), (0, 5), (32, 5)}:
                    raise self.undefined()
                is_other = funct3 == 5 and kind == 32
                self.x[rd] = arithmetic(funct3, is_other, a, number % self.all, self.width)
            case 0b0110011 if funct7 == 1:
                self.cycles = self.width if funct3 >= 4 else 1
                self.x[rd] = multiplication(funct3, a, b, self.width)
            case 0b0110011 if funct7 == 0 or (funct7 == 32 and funct3 in {0, 5}):
                self.x[rd] = arithmetic(funct3, funct7 == 32, a, b, self.width)
            case 0b0011011 if self.width == 64 and funct3 == 0:  # addiw
                self.narrow(rd, a + number)
            case 0b0011011 if self.width == 64 and (funct7, funct3) in {(0, 1), (0, 5), (32, 5)}:
                self.narrow(rd, arithmetic(funct3, funct7 == 32, a % 2**32, rs2, 32))
            case 0b0111011 if self.width == 64 and funct7 == 1 and funct3 in {0, 4, 5, 6, 7}:
                self.cycles = 32 if funct3 >= 4 else 1
                self.narrow(rd, multiplication(funct3, a % 2**32, b % 2**32, 32))
            case 0b0111011 if self.width == 64 and (funct7, funct3) in {
                *((0, 0), (0, 1), (0, 5), (32, 0), (32, 5))
            }:
                self.narrow(rd, arithmetic(funct3, funct7 == 32, a % 2**32, b % 2**32, 32))
            case 0b0001111 if funct3 == 0:
                pass
            case 0b1110011 if word in {0x00000073, 0x00100073}:
                raise Fault(UNHANDLED, self.pc)
            case _:
                raise self.undefined()

    def short(self, half: int) -> None:
        unsigned = gathered(half, "5", 12) + gathered(half, "4:0", 6)
        match bits(half, 1, 0):
            case 0:
                self.quadrant_0(half)
            case 1:
                self.quadrant_1(half, unsigned)
            case _:
                self.quadrant_2(half, unsigned)

    def quadrant_0(self, half: int) -> None:
        x, first, second = self.x, 8 + bits(half, 9, 7), 8 + bits(half, 4, 2)
        offset = gathered(half, "5:3", 12) + gathered(half, "2 6", 6)
        match bits(half, 15, 13):
            case 0 if bits(half, 12, 5):  # c.addi4spn
                x[second] = (x[2] + gathered(half, "5:4 9:6 2 3", 12)) % self.all
            case 2:  # c.lw
                self.load(second, x[first] + offset, 4, True)
            case 3 | 7 as funct3 if self.width == 64:  # c.ld, c.sd
                double = gathered(half, "5:3", 12) + gathered(half, "7:6", 6)
                if funct3 == 3:
                    self.load(second, x[first] + double, 8, True)
                else:
                    self.store(second, x[first] + double, 8)
            case 6:  # c.sw
                self.store(second, x[first] + offset, 4)
            case _:
                raise self.undefined()

    def quadrant_1(self, half: int, unsigned: int) -> None:
        x, rd, first = self.x, bits(half, 11, 7), 8 + bits(half, 9, 7)
        number = signed(unsigned, 6)
        match bits(half, 15, 13):
            case 0:  # c.addi
                x[rd] = (x[rd] + number) % self.all
            case 1 if self.width == 64:  # c.addiw
                if rd == 0:
                    raise self.undefined()
                self.narrow(rd, x[rd] + number)
            case 1 | 5 as funct3:  # c.jal, c.j
                distance = gathered(half, "11 4 9:8 10 6 7 3:1 5", 12)
                self.jump(self.pc + signed(distance, 12), 1 if funct3 == 1 else 0)
            case 2:  # c.li
                x[rd] = number % self.all
            case 3 if rd == 2 and number:  # c.addi16sp
                size = gathered(half, "9", 12) + gathered(half, "4 6 8:7 5", 6)
                x[2] = (x[2] + signed(size, 10)) % self.all
            case 3 if number:  # c.lui
                x[rd] = number * 4096 % self.all
            case 4:
                self.operation(half, unsigned, number)
            case 6 | 7 as funct3:  # c.beqz, c.bnez
                distance = gathered(half, "8 4:3", 12) + gathered(half, "7:6 2:1 5", 6)
                if (x[first] == 0) == (funct3 == 6):
                    self.following = (self.pc + signed(distance, 9)) % self.all
                    self.cycles = 2
            case _:
                raise self.undefined()

    def operation(self, half: int, unsigned: int, number: int) -> None:
        x, first, second = self.x, 8 + bits(half, 9, 7), 8 + bits(half, 4, 2)
        match bits(half, 12, 12), bits(half, 11, 10), bits(half, 6, 5):
            case 1, 0 | 1, _ if self.width == 32:
                raise self.undefined()
            case 1, 3, 0 | 1 as code if self.width == 64:  # c.subw, c.addw
                self.narrow(8 + bits(half, 9, 7), x[first] + (x[second] if code else -x[second]))
            case _, 0, _:  # c.srli
                x[first] = x[first] // 2**unsigned
            case _, 1, _:  # c.srai
                x[first] = self.signed(x[first]) // 2**unsigned % self.all
            case _, 2, _:  # c.andi
                x[first] &= number % self.all
            case 0, 3, 0:  # c.sub
                x[first] = (x[first] - x[second]) % self.all
            case 0, 3, 1:  # c.xor
                x[first] ^= x[second]
            case 0, 3, 2:  # c.or
                x[first] |= x[second]
            case 0, 3, 3:  # c.and
                x[first] &= x[second]
            case _:
                raise self.undefined()

    def quadrant_2(self, half: int, unsigned: int) -> None:
        x, rd, rs2 = self.x, bits(half, 11, 7), bits(half, 6, 2)
        match bits(half, 15, 13):
            case 0 if unsigned < self.width:  # c.slli
                x[rd] = x[rd] * 2**unsigned % self.all
            case 2 if rd:  # c.lwsp
                offset = gathered(half, "5", 12) + gathered(half, "4:2 7:6", 6)
                self.load(rd, x[2] + offset, 4, True)
            case 3 if rd and self.width == 64:  # c.ldsp
                offset = gathered(half, "5", 12) + gathered(half, "4:3 8:6", 6)
                self.load(rd, x[2] + offset, 8, True)
            case 7 if self.width == 64:  # c.sdsp
                self.store(rs2, x[2] + gathered(half, "5:3 8:6", 12), 8)
            case 6:  # c.swsp
                self.store(rs2, x[2] + gathered(half, "5:2 7:6", 12), 4)
            case 4:
                match bits(half, 12, 12), rd, rs2:
                    case 0, 0, 0:
                        raise self.undefined()
                    case 0, _, 0:  # c.jr
                        self.jump(x[rd] - x[rd] % 2)
                    case 0, _, _:  # c.mv
                        x[rd] = x[rs2]
                    case 1, 0, 0:  # c.ebreak
                        raise Fault(UNHANDLED, self.pc)
                    case 1, _, 0:  # c.jalr
                        self.jump(x[rd] - x[rd] % 2, 1)
                    case _:  # c.add
                        x[rd] = (x[rd] + x[rs2]) % self.all
            case _:
                raise self.undefined()


def bits(word: int, high: int, low: int) -> int:
    """A field."""
    return word >> low & (1 << high - low + 1) - 1


def gathered(word: int, names: str, high: int) -> int:
    """An immediate whose bits the manual names from the field's highest bit downwards."""
    value = 0
    for part in names.split():
        first, _, last = part.partition(":")
        for bit in range(int(first), int(last or first) - 1, -1):
            value |= (word >> high & 1) << bit
            high -= 1
    return value


def signed(value: int, width: int = 32) -> int:
    """In two's complement."""
    return value - (1 << width) if value >> width - 1 else value


def arithmetic(funct3: int, is_other: bool, a: int, b: int, width: int) -> int:
    match funct3:
        case 0:
            return (a - b if is_other else a + b) % (1 << width)
        case 1:
            return (a << b % width) % (1 << width)
        case 2:
            return int(signed(a, width) < signed(b, width))
        case 3:
            return int(a < b)
        case 4:
            return a ^ b
        case 5:
            return ((signed(a, width) if is_other else a) >> b % width) % (1 << width)
        case 6:
            return a | b
        case _:
            return a & b


def multiplication(funct3: int, a: int, b: int, width: int) -> int:
    """Quotients are rounded towards zero; a division by zero gives -1 and leaves all."""
    match funct3:
        case 0:
            return a * b % (1 << width)
        case 1:
            return signed(a, width) * signed(b, width) // (1 << width) % (1 << width)
        case 2:
            return signed(a, width) * b // (1 << width) % (1 << width)
        case 3:
            return a * b // (1 << width)
    dividend, divisor = (a, b) if funct3 in {5, 7} else (signed(a, width), signed(b, width))
    if divisor == 0:
        quotient = -1
        return (quotient if funct3 < 6 else dividend) % (1 << width)
    quotient = abs(dividend) // abs(divisor)
    if (dividend < 0) != (divisor < 0):
        quotient = -quotient
    return (quotient if funct3 < 6 else dividend - quotient * divisor) % (1 << width)
