"""RV32IMC as the manual describes it, in plain Python: the oracle of the kernel.

Instructions are told by their bits as the manual's tables show them, and do what its sentences say;
nothing is taken from the simulator but the numbers of faults.
"""

from dataclasses import dataclass

from moolab.machines.memory import BASE, MISALIGNED, OUTSIDE, UNDEFINED, UNHANDLED

LOADS = {0: (1, True), 1: (2, True), 2: (4, False), 4: (1, False), 5: (2, False)}
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
        value = self.read(address % 2**32, size, address % 2**32)
        self.cycles = 2
        self.x[rd] = (signed(value, 8 * size) if is_signed else value) % 2**32

    def store(self, rs2: int, address: int, size: int) -> None:
        place = self.place(address % 2**32, size, address % 2**32)
        value = self.x[rs2] % 2 ** (8 * size)
        self.memory[place : place + size] = value.to_bytes(size, "little")

    def jump(self, target: int, link: int = 0) -> None:
        self.x[link] = self.following
        self.following = target % 2**32
        self.cycles = 2

    def long(self, word: int) -> None:
        rd, rs1, rs2 = bits(word, 11, 7), bits(word, 19, 15), bits(word, 24, 20)
        funct3, funct7 = bits(word, 14, 12), bits(word, 31, 25)
        number = signed(bits(word, 31, 20), 12)
        a, b = self.x[rs1], self.x[rs2]
        match bits(word, 6, 0):
            case 0b0110111:
                self.x[rd] = word - word % 4096
            case 0b0010111:
                self.x[rd] = (self.pc + word - word % 4096) % 2**32
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
                    4: signed(a) < signed(b),
                    5: signed(a) >= signed(b),
                    6: a < b,
                    7: a >= b,
                }
                if conditions[funct3]:
                    self.following = (self.pc + signed(distance, 13)) % 2**32
                    self.cycles = 2
            case 0b0000011 if funct3 in LOADS:
                self.load(rd, a + number, *LOADS[funct3])
            case 0b0100011 if funct3 < 3:
                self.store(rs2, a + signed(funct7 * 32 + rd, 12), 2**funct3)
            case 0b0010011:
                if funct3 in {1, 5} and (funct7, funct3) not in {(0, 1), (0, 5), (32, 5)}:
                    raise self.undefined()
                self.x[rd] = arithmetic(funct3, funct3 == 5 and funct7 == 32, a, number % 2**32)
            case 0b0110011 if funct7 == 1:
                self.cycles = 32 if funct3 >= 4 else 1
                self.x[rd] = multiplication(funct3, a, b)
            case 0b0110011 if funct7 == 0 or (funct7 == 32 and funct3 in {0, 5}):
                self.x[rd] = arithmetic(funct3, funct7 == 32, a, b)
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
                x[second] = (x[2] + gathered(half, "5:4 9:6 2 3", 12)) % 2**32
            case 2:  # c.lw
                self.load(second, x[first] + offset, 4, False)
            case 6:  # c.sw
                self.store(second, x[first] + offset, 4)
            case _:
                raise self.undefined()

    def quadrant_1(self, half: int, unsigned: int) -> None:
        x, rd, first = self.x, bits(half, 11, 7), 8 + bits(half, 9, 7)
        number = signed(unsigned, 6)
        match bits(half, 15, 13):
            case 0:  # c.addi
                x[rd] = (x[rd] + number) % 2**32
            case 1 | 5 as funct3:  # c.jal, c.j
                distance = gathered(half, "11 4 9:8 10 6 7 3:1 5", 12)
                self.jump(self.pc + signed(distance, 12), 1 if funct3 == 1 else 0)
            case 2:  # c.li
                x[rd] = number % 2**32
            case 3 if rd == 2 and number:  # c.addi16sp
                size = gathered(half, "9", 12) + gathered(half, "4 6 8:7 5", 6)
                x[2] = (x[2] + signed(size, 10)) % 2**32
            case 3 if number:  # c.lui
                x[rd] = number * 4096 % 2**32
            case 4:
                self.operation(half, unsigned, number)
            case 6 | 7 as funct3:  # c.beqz, c.bnez
                distance = gathered(half, "8 4:3", 12) + gathered(half, "7:6 2:1 5", 6)
                if (x[first] == 0) == (funct3 == 6):
                    self.following = (self.pc + signed(distance, 9)) % 2**32
                    self.cycles = 2
            case _:
                raise self.undefined()

    def operation(self, half: int, unsigned: int, number: int) -> None:
        x, first, second = self.x, 8 + bits(half, 9, 7), 8 + bits(half, 4, 2)
        match bits(half, 12, 12), bits(half, 11, 10), bits(half, 6, 5):
            case 0, 0, _:  # c.srli
                x[first] = x[first] // 2**unsigned
            case 0, 1, _:  # c.srai
                x[first] = signed(x[first]) // 2**unsigned % 2**32
            case _, 2, _:  # c.andi
                x[first] &= number % 2**32
            case 0, 3, 0:  # c.sub
                x[first] = (x[first] - x[second]) % 2**32
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
            case 0 if unsigned < 32:  # c.slli
                x[rd] = x[rd] * 2**unsigned % 2**32
            case 2 if rd:  # c.lwsp
                offset = gathered(half, "5", 12) + gathered(half, "4:2 7:6", 6)
                self.load(rd, x[2] + offset, 4, False)
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
                        x[rd] = (x[rd] + x[rs2]) % 2**32
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


def arithmetic(funct3: int, is_other: bool, a: int, b: int) -> int:
    match funct3:
        case 0:
            return (a - b if is_other else a + b) % 2**32
        case 1:
            return (a << b % 32) % 2**32
        case 2:
            return int(signed(a) < signed(b))
        case 3:
            return int(a < b)
        case 4:
            return a ^ b
        case 5:
            return ((signed(a) if is_other else a) >> b % 32) % 2**32
        case 6:
            return a | b
        case _:
            return a & b


def multiplication(funct3: int, a: int, b: int) -> int:
    """Quotients are rounded towards zero; a division by zero gives -1 and leaves all."""
    match funct3:
        case 0:
            return a * b % 2**32
        case 1:
            return signed(a) * signed(b) // 2**32 % 2**32
        case 2:
            return signed(a) * b // 2**32 % 2**32
        case 3:
            return a * b // 2**32
    dividend, divisor = (a, b) if funct3 in {5, 7} else (signed(a), signed(b))
    if divisor == 0:
        quotient = -1
        return (quotient if funct3 < 6 else dividend) % 2**32
    quotient = abs(dividend) // abs(divisor)
    if (dividend < 0) != (divisor < 0):
        quotient = -quotient
    return (quotient if funct3 < 6 else dividend - quotient * divisor) % 2**32
