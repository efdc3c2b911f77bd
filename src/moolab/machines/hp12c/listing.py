"""Listings of programs, as people share them.

One instruction a line, by its names, by its keycodes, or both, with or without line numbers; what
follows ``;``, ``#`` or ``//`` is a comment.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple, get_args

from moolab.errors import InvalidKey, InvalidProgram
from moolab.machines.hp12c.keys import HALT, Instruction, instruction, instructions, presses
from moolab.machines.hp12c.memory import MAX_LINES
from moolab.support.text import quote

_COMMENT = re.compile(r"[;#]|(?:^|\s)//")
_NUMBERED = re.compile(r"(\d{1,3})(?:[-:,)]\s*|\.(?!\d)\s*|\s+)(\S.*)", re.ASCII)
_SURELY_NUMBERED = re.compile(r"0\d|\d{1,3}[-:)]", re.ASCII)
_LINE_ZERO = re.compile(r"0{2,3}\s*[-:]?")
_BRACES = re.compile(r"\{([^{}]*)\}.*")
_DISPLAYED = re.compile(r"(?!\d{1,3}[-:)])(\S+(?:\s+\S+)*?)\s+(\d{2,3}-)\s*(\d[\d\s,.]*)", re.ASCII)
"""Keys, and behind them what the display shows: as the Owner's Handbook prints programs."""

_RULED = str.maketrans('|[]"', "    ")
"""What is around columns in tables, and around numbers or names elsewhere."""

_CODES = re.compile(r"\d{1,3}(?:(?:[\s,]+\.?|\.)\d{1,3})*(?=\s|$)", re.ASCII)
_TWO_COLUMNS = re.compile(r"\d{1,2}(\s+|,\s*)(?=\S)", re.ASCII)
_PREFIXED = re.compile(r"4[2-5](\s+|,\s*)(?=\d)", re.ASCII)
"""The keycode of f, g, STO or RCL, and another one."""

_LONGEST_LINE = 4_000
"""Characters of a line before its comment: three times those of a whole program on one line."""

_MOST_CODES = 5
"""Keycodes of an instruction at most, those of GTO .47; digits of a line count one by one."""


class _Line(NamedTuple):
    """A line of a listing: its number in the file, and what is left of it."""

    number: int
    text: str

    def fault(self, reason: object) -> InvalidProgram:
        return InvalidProgram(f"line {self.number} of the listing, {quote(self.text)}: {reason}")


Form = Literal["auto", "names", "keycodes"]
"""What lines are made of; without numbers, 20 can be the key x or two digits."""

FORMS: tuple[Form, ...] = get_args(Form)


def read_listing(text: str, form: Form = "auto") -> tuple[Instruction, ...]:
    r"""The program of a listing.

    Args:
        text: the listing, in any of the ways that people share.
        form: what its lines are made of, if that is known.

    Raises:
        InvalidProgram: if a line cannot be read, the program is empty or too long, or it is one
            program by names and another one by keycodes.

    >>> program = read_listing("01 RCL n ; the seed\n02 g FRAC\n03 GTO 00")
    >>> [each.keycodes for each in program]
    ['45 11', '43 24', '43,33 00']
    >>> read_listing("01- 45 11\n02- 43 24\n03-43,33 00") == program
    True
    >>> read_listing("RCL N\nFRAC\nGTO 00") == program
    True
    """
    lines = list(_lines(text))
    if not lines:
        raise InvalidProgram("there is no program in the listing")
    # "1 ENTER" may be two keys: then the other lines have no numbers, or there are none.
    numbered = _SURELY_NUMBERED.match(lines[0].text) is not None or (
        len(lines) > 1 and _number(lines[0]) == 1 and None not in map(_number, lines)
    )
    if numbered:
        lines = _without_numbers(lines)
    if form != "auto":
        return _read(lines, coded=form == "keycodes", numbered=numbered)
    # Several keys may share a line without number, so that 5 ENTER does not begin with a keycode.
    column = _TWO_COLUMNS if numbered else _PREFIXED
    coded = any(column.match(line.text) for line in lines)
    if coded or not all(map(_is_coded, lines)):
        return _read(lines, coded=coded, numbered=numbered)
    program = _read(lines, coded=True, numbered=numbered)
    if not numbered and _is_another(lines, program):
        raise InvalidProgram(
            "the numbers in it can be keycodes, or keys of digits; --form keycodes or --form names "
            "says which"
        )
    return program


def _is_another(lines: list[_Line], program: tuple[Instruction, ...]) -> bool:
    """Whether lines by names are another program, and one that does more than key in digits."""
    try:
        by_names = _read(lines, coded=False, numbered=False)
    except InvalidProgram:
        return False
    return by_names != program and not all(each.text.isdecimal() for each in by_names)


def _read(lines: list[_Line], *, coded: bool, numbered: bool) -> tuple[Instruction, ...]:
    program: list[Instruction] = []
    for line in lines:
        try:
            found = [_of_codes(line.text)] if coded else list(instructions(presses(line.text)))
        except InvalidKey as error:
            raise line.fault(error) from error
        for each in found:
            if not each.programmable:
                raise line.fault(f"{each.text} cannot stand in a program")
        if numbered and len(found) > 1:
            raise line.fault(f"these are {len(found)} program lines, not one")
        program += found
        if len(program) > MAX_LINES:
            raise line.fault(f"a program has at most {MAX_LINES} lines")
    return tuple(program)


def write_listing(program: Sequence[Instruction]) -> str:
    r"""A program with line numbers, keycodes and names; ``read_listing`` reads it back.

    >>> print(write_listing(read_listing("RCL n\nFRAC\nGTO 00")))
    01-  45 11  RCL n
    02-  43 24  FRAC
    03-43,33 00  GTO 00
    """
    return "\n".join(
        f"{program_line(number, each)}  {each.text}" for number, each in enumerate(program, start=1)
    )


def program_line(number: int, each: Instruction | None) -> str:
    """A line as the calculator shows it in program mode; line 00 holds nothing.

    >>> program_line(46, HALT), program_line(0, None)
    ('46-43,33 00', '00-')
    """
    if each is None:
        return f"{number:02}-"
    # A comma takes no place of its own on the display.
    return f"{number:02}-{each.keycodes:>{7 + each.keycodes.count(',')}}"


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.splitlines(), start=1):
        content = _COMMENT.split(line, maxsplit=1)[0].strip()
        if len(content) > _LONGEST_LINE:
            raise _Line(number, content).fault(f"a line has at most {_LONGEST_LINE:,} characters")
        content = _BRACES.sub(r"\1", content).translate(_RULED).strip()
        if displayed := _DISPLAYED.fullmatch(content):
            content = " ".join(displayed.group(2, 3, 1))
        if content and not _LINE_ZERO.fullmatch(content):
            yield _Line(number, content)


def _number(line: _Line) -> int | None:
    match = _NUMBERED.fullmatch(line.text)
    return int(match[1]) if match else None


def _without_numbers(lines: list[_Line]) -> list[_Line]:
    """The lines without their numbers.

    Raises:
        InvalidProgram: if a number is missing, or is not that of the program line.
    """
    for expected, line in enumerate(lines, start=1):
        if _number(line) != expected:
            raise line.fault(f"program line {expected:02} should stand here")
    return [line._replace(text=_NUMBERED.sub(r"\2", line.text)) for line in lines]


def _is_coded(line: _Line) -> bool:
    """Whether a line has nothing but keycodes, or the keycodes and the name of an instruction."""
    if _CODES.fullmatch(line.text):
        return True
    try:
        _of_codes(line.text)
    except InvalidKey:
        return False
    return True


def _of_codes(text: str) -> Instruction:
    """The instruction of a line that begins with keycodes; its name may follow."""
    column = _CODES.match(text)
    if column is None:
        raise InvalidKey("this should be a keycode, as in the other lines")
    # Behind another code, a point belongs to a register: 44 .3
    words = list(re.finditer(r"\d+|(?<=\s)\.", column[0]))
    codes = ["48" if word[0] == "." else word[0] for word in words]
    # The name of a digit key looks like one keycode more.
    for count in range(min(len(words), _MOST_CODES), 0, -1):
        with suppress(InvalidKey):
            if found := instruction(_expanded(codes[:count])):
                break
    else:
        instruction(_expanded(codes))
        raise InvalidKey("a keycode is missing")
    return _named(found, text[words[count - 1].end() :].strip(" \t,"))


def _named(found: Instruction, name: str) -> Instruction:
    if name and list(instructions(presses(name))) != [found]:
        raise InvalidKey(f"{found.keycodes} is {found.text}, not {quote(name)}")
    return found


def _expanded(codes: list[str]) -> list[str]:
    """Keycodes one by one: the two digits of a line to go to are two keys."""
    if codes[:2] == list(HALT.codes[:2]) and len(codes) == 3:
        return [*codes[:2], *f"{int(codes[2]):02}"]
    return codes
