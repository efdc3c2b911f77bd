"""Functions and operators: what they take, and what they give."""

import operator
from collections.abc import Callable
from decimal import ROUND_FLOOR, Decimal
from typing import Any, NamedTuple

from moolab.errors import ProgramFault
from moolab.machines.ti74 import elementary
from moolab.machines.ti74.elementary import PI, Angle
from moolab.machines.ti74.numbers import (
    EXACT,
    ZERO,
    add,
    as_text,
    calculated,
    divide,
    multiply,
    parse,
    power,
    rounded,
    subtract,
    truth,
    whole,
)

Value = Decimal | str
"""A number or a text."""

LONGEST_TEXT = 255


class Function(NamedTuple):
    """A function or an operator.

    Attributes:
        takes: its arguments, ``n`` for a number and ``s`` for a text; ``x`` are two of one kind.
        gives: ``n`` or ``s``.
        compute: what gives the value; numbers are those of the machine.
        angle: whether the unit of angles comes behind the arguments.
    """

    takes: str
    gives: str
    compute: Callable[..., Any]
    angle: bool = False


def joined(left: str, right: str) -> str:
    """Two texts as one; raises ProgramFault if that is longer than a text can be."""
    return _limited(left + right)


def repeated(text: str, times: Decimal) -> str:
    """RPT$: a text several times.

    >>> repeated("ab", Decimal(3))
    'ababab'
    """
    return _limited(text * min(_natural(times), LONGEST_TEXT + 1))


def segment(text: str, start: Decimal, length: Decimal) -> str:
    """SEG$: some characters of a text, the first of which is number 1.

    >>> segment("1234", Decimal(2), Decimal(2)), segment("1234", Decimal(5), Decimal(1))
    ('23', '')
    """
    first = _positive(start) - 1
    return text[first : first + _natural(length)]


def position(text: str, part: str, start: Decimal) -> Decimal:
    """POS: where a part of a text begins, looked for from a place on; 0 if it is not there.

    >>> position("1234", "3", Decimal(1)), position("1234", "3", Decimal(4))
    (Decimal('3'), Decimal('0'))
    """
    first = _positive(start) - 1
    # Python finds the empty text behind the last character, too; the machine looks at characters.
    return Decimal(text.find(part, first) + 1) if first < len(text) else ZERO


def number(text: str) -> Decimal:
    """VAL: the number that a text says."""
    value = parse(text)
    if value is None:
        raise ProgramFault(f"{text!r} is not a number")
    return value


def is_numeric(text: str) -> Decimal:
    """NUMERIC: whether VAL takes a text."""
    try:
        return truth(parse(text) is not None)
    except ProgramFault:  # it is too large
        return truth(False)


def character(code: Decimal) -> str:
    """CHR$: the character with this code."""
    place = whole(code)
    if not 0 <= place <= 255:
        raise ProgramFault(f"there is no character {place}, they are 0 to 255")
    return chr(place)


def code(text: str) -> Decimal:
    """ASC: the code of the first character."""
    if not text:
        raise ProgramFault("the empty text has no first character")
    return Decimal(ord(text[0]))


def bitwise(combine: Callable[[int, int], int]) -> Callable[[Decimal, Decimal], Decimal]:
    """AND, OR and XOR: of the bits of integers of 16 bits, and so of truth too, which is -1.

    >>> bitwise(int.__and__)(Decimal(-1), Decimal(6))
    Decimal('6')
    """
    return lambda left, right: Decimal(combine(_bits(left), _bits(right)))


def _bits(value: Decimal) -> int:
    integer = whole(value)
    if not -32768 <= integer <= 32767:
        raise ProgramFault(f"{as_text(value)} has no 16 bits: they are -32768 to 32767")
    return integer


def _limited(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise ProgramFault(f"the text is longer than {LONGEST_TEXT} characters")
    return text


def _natural(value: Decimal) -> int:
    integer = whole(value)
    if integer < 0:
        raise ProgramFault(f"{as_text(value)} is negative")
    return integer


def _positive(value: Decimal) -> int:
    integer = whole(value)
    if integer < 1:
        raise ProgramFault(f"{as_text(value)} is not a place in a text: the first is 1")
    return integer


def _numeric(compute: Callable[[Decimal], Decimal]) -> Function:
    return Function("n", "n", lambda value: calculated(lambda: compute(value)))


def _angular(compute: Callable[[Decimal, Angle], Decimal]) -> Function:
    return Function("n", "n", lambda value, unit: calculated(lambda: compute(value, unit)), True)


def _comparison(test: Callable[[Value, Value], bool]) -> Function:
    return Function("x", "n", lambda left, right: truth(test(left, right)))


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {"=": operator.eq, "<>": operator.ne} | {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge
}  # fmt: skip

FUNCTIONS: dict[str, Function] = {
    "ABS": Function("n", "n", abs),
    "SGN": Function("n", "n", lambda value: Decimal((value > 0) - (value < 0))),
    "INT": Function("n", "n", lambda value: value.to_integral_value(ROUND_FLOOR)),
    "PI": Function("", "n", lambda: rounded(PI)), "SQR": _numeric(EXACT.sqrt),
    "EXP": _numeric(EXACT.exp), "LN": _numeric(EXACT.ln), "LOG": _numeric(EXACT.log10),
    "SIN": _angular(elementary.sine), "COS": _angular(elementary.cosine),
    "TAN": _angular(elementary.tangent), "ASIN": _angular(elementary.arcsine),
    "ACOS": _angular(elementary.arccosine), "ATN": _angular(elementary.arctangent),
    "SINH": _numeric(elementary.hyperbolic_sine), "COSH": _numeric(elementary.hyperbolic_cosine),
    "TANH": _numeric(elementary.hyperbolic_tangent), "ASINH": _numeric(elementary.area_sine),
    "ACOSH": _numeric(elementary.area_cosine), "ATANH": _numeric(elementary.area_tangent),
    "LEN": Function("s", "n", lambda text: Decimal(len(text))),
    "POS": Function("ssn", "n", position), "SEG$": Function("snn", "s", segment),
    "RPT$": Function("sn", "s", repeated), "STR$": Function("n", "s", as_text),
    "VAL": Function("s", "n", number), "NUMERIC": Function("s", "n", is_numeric),
    "CHR$": Function("n", "s", character), "ASC": Function("s", "n", code),
}  # fmt: skip
"""All but RND, whose value is the machine's."""

NEGATION, IDENTITY, COMPLEMENT = "negation", "identity", "NOT"

PREFIXES: dict[str, Function] = {
    NEGATION: Function("n", "n", lambda value: ZERO - value),
    IDENTITY: Function("n", "n", lambda value: value),
    COMPLEMENT: Function("n", "n", lambda value: Decimal(~_bits(value))),
}  # fmt: skip

OPERATORS: dict[str, Function] = {
    "^": Function("nn", "n", power), "*": Function("nn", "n", multiply),
    "/": Function("nn", "n", divide), "+": Function("nn", "n", add),
    "-": Function("nn", "n", subtract), "&": Function("ss", "s", joined),
    **{sign: _comparison(test) for sign, test in _COMPARISONS.items()},
    "AND": Function("nn", "n", bitwise(int.__and__)),
    "OR": Function("nn", "n", bitwise(int.__or__)),
    "XOR": Function("nn", "n", bitwise(int.__xor__)),
}  # fmt: skip


_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_MIXERS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
_DIGITS = 14


class Generator:
    """A sequence of numbers that a seed decides.

    >>> generator = Generator(1)
    >>> [str(generator.fraction()) for _ in range(2)]
    ['0.56656157517228', '0.74578175726270']
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def word(self) -> int:
        """The next number below 2**64."""
        self._state = (self._state + _STEP) & _WORD
        value = self._state
        for shift, factor in _MIXERS:
            value = ((value ^ value >> shift) * factor) & _WORD
        return value ^ value >> 31

    def fraction(self) -> Decimal:
        """The next number from 0 to 1, without 1, with 14 digits."""
        return Decimal(self.word() * 10**_DIGITS >> 64).scaleb(-_DIGITS)
