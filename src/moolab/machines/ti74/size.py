"""How large a program is: its bytes, as the machine keeps and saves them.

The form is that which ``list74`` reads from recordings of TI-74 programs; its writer found it out.
Around the lines are two bytes of mark, two that say where the lines end, and behind them a line
32767 with END and the number of variables; then come the names.
"""

from itertools import pairwise
from typing import NamedTuple

from moolab.errors import InvalidProgram
from moolab.machines.ti74.keywords import (
    CODES,
    FIRST_VARIABLE,
    LAST_VARIABLE,
    LINE_NUMBER,
    NUMBER,
    QUOTED,
    UNQUOTED,
)
from moolab.machines.ti74.lexer import Kind, Token
from moolab.machines.ti74.numbers import EXACT, parse
from moolab.machines.ti74.program import Program

MEMORY = 7710
"""The bytes that an empty TI-74 has for programs and their variables (Luxferre, 2025)."""

_MARK = bytes([0x80, 0x03])
_END = bytes([0xFF, 0x7F, 0x03]) + CODES["END"] + CODES[":"]
_COLON = Token(Kind.WORD, ":")
_ENDS_ANOTHER = (Token(Kind.WORD, "ELSE"), Token(Kind.WORD, "!"))


class Tokenised(NamedTuple):
    """A program as bytes.

    Attributes:
        lines: the bytes of each line by its number: the number, how many follow, the tokens, and 0.
        names: the names of variables, each behind its length, the last one first.
        variables: how many they are.
    """

    lines: dict[int, bytes]
    names: bytes
    variables: int

    def __bytes__(self) -> bytes:
        offset, count = self._end.to_bytes(2, "little"), bytes([FIRST_VARIABLE + self.variables])
        return b"".join([_MARK, offset, *self.lines.values(), _END, count, self.names])

    @property
    def fits(self) -> bool:
        """Whether two bytes can tell where the lines end."""
        return self._end < 1 << 16

    @property
    def _end(self) -> int:
        return len(_MARK) + 2 + sum(map(len, self.lines.values())) + len(_END) - 4


def tokenised(program: Program) -> Tokenised:
    """The bytes of a program.

    Raises:
        InvalidProgram: if it has more variables than there are codes for, or is too long.

    >>> form = tokenised(Program('10 A=100:PRINT "AB";A'))
    >>> form.lines[10].hex(" ")
    '0a 00 0f 20 b6 c2 41 01 00 8a c9 02 41 42 ae 20 00'
    >>> len(bytes(form))
    29
    """
    names: dict[str, int] = {}
    lines = {}
    for number, line in program.lines.items():
        body = b""
        for before, token in pairwise([_COLON, *line.tokens]):
            # A statement has its end before ELSE and a remark, too, which a listing does not show.
            if token in _ENDS_ANOTHER and before != _COLON:
                body += CODES[":"]
            body += _bytes(token, names)
        body += CODES[":"]
        lines[number] = number.to_bytes(2, "little") + bytes([len(body) + 1]) + body
    table = b"".join(
        bytes([len(name)]) + name[:-1].encode("ascii") + bytes([ord(name[-1]) | 0x80])
        for name in reversed(names)
    )
    form = Tokenised(lines, table, len(names))
    if not form.fits:
        raise InvalidProgram("the program has more than 64 KiB")
    return form


def _bytes(token: Token, names: dict[str, int]) -> bytes:
    match token.kind:
        case Kind.WORD:
            return CODES[token.text]
        case Kind.NAME:
            code = names.setdefault(token.text, FIRST_VARIABLE + len(names))
            if code > LAST_VARIABLE:
                raise InvalidProgram(f"the program has more than {len(names) - 1} variables")
            return bytes([code])
        case Kind.NUMBER:
            return _number(token.text)
        case Kind.LINE:
            return bytes([LINE_NUMBER]) + int(token.text).to_bytes(2, "little")
        case Kind.QUOTED | Kind.UNQUOTED:
            code = QUOTED if token.kind is Kind.QUOTED else UNQUOTED
            return bytes([code, len(token.text)]) + token.text.encode("ascii")


def _number(text: str) -> bytes:
    """The exponent to the base 100 with 64 added, and the digits without zeros behind."""
    value = parse(text)
    assert value is not None
    if not value:
        return bytes([NUMBER + 2, 0, 0])
    exponent = value.adjusted() // 2
    digits = f"{value.scaleb(-2 * exponent + 12, EXACT):014.0f}".rstrip("0")
    pairs = bytes.fromhex(digits + "0" * (len(digits) % 2))
    return bytes([NUMBER + len(pairs) + 1, exponent + 0x40]) + pairs
