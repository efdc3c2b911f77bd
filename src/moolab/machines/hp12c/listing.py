"""Listings of programs, as people share them.

One instruction a line, by its names, by its keycodes, or both in any order, with or without line
numbers; what follows ``;``, ``#`` or ``//`` is a comment.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple, get_args

from moolab.errors import InvalidKey, InvalidProgram
from moolab.machines.hp12c.keys import FACES, HALT, Instruction, instruction, instructions, presses
from moolab.machines.hp12c.state import MAX_LINES
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

_STEP = re.compile(r"(\d{1,3})[-:.)]?", re.ASCII)
"""The number of a program line, where it stands behind the name or the keycodes."""

_MOST_WORDS = 10
"""Words of a line with its number, name and keycodes: ``g GTO 4 7 12 43 33 47`` has eight."""

_WHICH = "--form keycodes or --form names says which, and so do line numbers"

_LONGEST_LINE = 4_000
"""Characters of a line before its comment: three times those of a whole program on one line."""


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
    if not coded and (pair := next(filter(_is_pair, enumerate(lines, start=1)), None)):
        if not numbered and _by_names(lines):
            _refuse_digits(lines, pair[1])
        coded = True
    if coded or not all(map(_is_coded, lines)):
        program = _read(lines, coded=coded, numbered=numbered)
        if not coded and not numbered:
            _refuse_keycodes(program)
        return program
    program = _read(lines, coded=True, numbered=numbered)
    if not numbered and _is_another(lines, program):
        raise InvalidProgram(f"the numbers in it can be keycodes, or keys of digits; {_WHICH}")
    return program


def _by_names(lines: list[_Line]) -> tuple[Instruction, ...] | None:
    try:
        return _read(lines, coded=False, numbered=False)
    except InvalidProgram:
        return None


def _is_another(lines: list[_Line], program: tuple[Instruction, ...]) -> bool:
    """Whether lines by names are another program, and one that does more than key in digits."""
    by_names = _by_names(lines) or program
    return by_names != program and not all(each.text.isdecimal() for each in by_names)


def _refuse_keycodes(program: tuple[Instruction, ...]) -> None:
    """Refuse keys of which two are followed by digits that are their very keycodes.

    So it is where several pairs share a line, or each cell of a table has a line of its own.
    """
    texts = [each.text for each in program]
    alike = []
    for at, each in enumerate(program):
        behind = at + 1
        if texts[behind : behind + 1] == ["-"]:
            behind += 1
        end = behind
        while end < len(texts) and (texts[end].isdecimal() or texts[end] == "."):
            end += 1
        if not each.text.isdecimal() and _digits("".join(texts[behind:end])) == _digits(
            each.keycodes
        ):
            alike.append(each.text)
    if len(alike) > 1:
        raise InvalidProgram(
            f"the digits behind {quote(alike[0])} and {quote(alike[1])} can be their keycodes, or "
            f"keys; {_WHICH}"
        )


def _digits(text: str) -> str:
    """The digits of a number but zeros, which may fill it up in front."""
    return re.sub("[^1-9]", "", text)


def _refuse_digits(lines: list[_Line], pair: _Line) -> None:
    """Refuse lines that can be names and keys of digits, unless all are names and keycodes."""
    for step, line in enumerate(lines, start=1):
        both = _of_both(line.text, step)
        is_digit = len(line.text) == 1 and line.text in FACES
        if is_digit or (both and both.right):
            continue
        try:
            reason = f"this is {_of_coded(line.text, step).text}"
        except InvalidKey as error:
            reason = str(error)
        keys = " ".join(each.text for each in instructions(presses(line.text)))
        raise line.fault(
            f"with keycodes, as in line {pair.number}, {quote(pair.text)}, {reason}; with keys of "
            f"digits, this is {quote(keys)}; {_WHICH}"
        )


def _read(lines: list[_Line], *, coded: bool, numbered: bool) -> tuple[Instruction, ...]:
    program: list[Instruction] = []
    for line in lines:
        try:
            if coded:
                found = [_of_coded(line.text, len(program) + 1)]
            else:
                found = list(instructions(presses(line.text)))
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


class _Both(NamedTuple):
    """An instruction with its name and keycodes, and whether the number of its line is right."""

    found: Instruction
    right: bool


def _is_pair(numbered: tuple[int, _Line]) -> bool:
    """Whether a line has a name and its keycodes, and they do not simply stand before the name."""
    step, line = numbered
    return not _is_coded(line) and _of_both(line.text, step) is not None


def _of_both(text: str, step: int) -> _Both | None:
    """What a line is that has the name of an instruction and its very keycodes, in any order."""
    words = text.split()
    if len(words) > _MOST_WORDS:
        return None
    ways = [(words, True)]
    for at, word in enumerate(words):
        number = _STEP.fullmatch(word)
        right = number is not None and int(number[1]) == step
        # The 12 of 36 ENTER 12 is two keys of digits, except in program line 12.
        beside = [*words[max(at - 1, 0) : at], *words[at + 1 : at + 2]]
        if right or (number and any(map(_CODES.match, beside))):
            ways.append(([*words[:at], *words[at + 1 :]], right))
    for rest, right in ways:
        for at in range(1, len(rest)):
            parts = " ".join(rest[:at]), " ".join(rest[at:])
            for codes, name in (parts, parts[::-1]):
                with suppress(InvalidKey):
                    if _CODES.fullmatch(codes) and (found := _exactly(codes)):
                        return _Both(_named(found, name.strip(" ,")), right)
    return None


def _of_coded(text: str, step: int) -> Instruction:
    """The instruction of a line that has keycodes, and perhaps a name and its number."""
    if both := _of_both(text, step):
        if not both.right:
            raise InvalidKey(f"program line {step:02} should stand here")
        return both.found
    return _of_codes(text if _CODES.match(text) else _codes_first(text))


def _codes_first(text: str) -> str:
    """A line that has numbers behind the name of an instruction, with them in front of it."""
    words = text.split()
    for at in range(1, min(len(words), _MOST_WORDS)):
        name, codes = " ".join(words[:at]), " ".join(words[at:])
        with suppress(InvalidKey):
            if _CODES.fullmatch(codes) and len(list(instructions(presses(name)))) == 1:
                return f"{codes} {name}"
    return text


def _of_codes(text: str) -> Instruction:
    """The instruction of a line that begins with keycodes; its name may follow."""
    column = _CODES.match(text)
    if column is None:
        raise InvalidKey("this lacks the keycode that other lines have")
    found = _exactly(column[0])
    if found is None:
        raise InvalidKey("a keycode is missing")
    return _named(found, text[column.end() :].strip(" \t,"))


def _named(found: Instruction, name: str) -> Instruction:
    if name and list(instructions(presses(name))) != [found]:
        raise InvalidKey(f"{found.keycodes} is {found.text}, not {quote(name)}")
    return found


def _exactly(column: str) -> Instruction | None:
    """The instruction of keycodes, or None while some are missing."""
    # Behind another code, a point belongs to a register: 44 .3
    codes = ["48" if code == "." else code for code in re.findall(r"\d+|(?<=\s)\.", column)]
    if codes[:2] == list(HALT.codes[:2]) and len(codes) == 3:
        # The two digits of a line to go to are two keys.
        codes[2:] = f"{int(codes[2]):02}"
    return instruction(codes)
