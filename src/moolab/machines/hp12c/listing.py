"""Listings of programs, as people share them.

Each line has the name of an instruction, its keycodes, or both, in any order, with or without its
number; there can be comments. Columns are found by what most lines agree on.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from moolab.errors import InvalidKey, InvalidProgram
from moolab.machines.hp12c.columns import (
    CODE,
    FIRST_WORDS,
    Row,
    is_frame,
    is_numbered,
    read_sheet,
    without_ends,
)
from moolab.machines.hp12c.keys import HALT, Instruction, instruction, instructions, presses
from moolab.machines.hp12c.state import MAX_LINES
from moolab.machines.pasted import plain_signs
from moolab.support.text import count_noun, quote

_STEP = re.compile(r"(\d{1,3})[-:.)]?", re.ASCII)
"""The number of a program line, where it is behind the name or the keycodes."""

_ONE_DIGIT = re.compile(r"(?i)\b(GTO)\s+(\d)$")
"""A line to go to that is written without its zero."""

_PREFIXED = re.compile(r"4[2-5][ ,.]+\.?\d{1,3}(?![^ ,.])", re.ASCII)
"""The keycode of f, g, STO or RCL, and another one."""

_WHICH = "--form keycodes or --form names says which, and so do line numbers"

_FIRST = re.compile(r"(?<!\S)(0*1)[-:.)]?[ \t]+(?=\S)")
_SAID = re.compile(r"\s*(?:;|#|//)\s*(.*)")
_SAID_BEFORE_MORE = re.compile(r"\s*(?:;|#|//)\s*(.*?)(?=\s[A-Z][a-z']{2,},?\s|$)")
"""A comment in the row of all others, up to what can be the beginning of a sentence."""

_WORD = re.compile(r"\S+")
_MOST_WORDS = 4
"""Of an instruction: g GTO 4 7."""

_LONGEST_COMMENT = 120
"""Characters behind the last line."""

_MOST_BEGINNINGS = 100
"""First program lines in a text that the others are looked for behind."""

_LEAST_LINES = 5
"""Fewer may well be a sentence with numbers in it."""

_MOST_BEFORE = 4
"""Words before keycodes and their name that a line without a number is looked at for."""

_EXAMPLE = Instruction(("44", "1"), "STO", "1")

Form = Literal["auto", "names", "keycodes"]
"""What lines are made of; without numbers, 20 can be the key x or two digits."""

FORMS: tuple[Form, ...] = get_args(Form)


class Listing(NamedTuple):
    """A listing that was read.

    Attributes:
        comments: what is said of program lines, by their numbers.
        note: how it was read, if anything had to be decided.
    """

    program: tuple[Instruction, ...]
    comments: Mapping[int, str] = MappingProxyType({})
    note: str = ""


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
    return parse_listing(text, form).program


def parse_listing(text: str, form: Form = "auto") -> Listing:
    r"""The program of a listing, with its comments; arguments and errors as for ``read_listing``.

    >>> listing = parse_listing("Line Code Key\n01 45 11 RCL n   the seed\n02 43 24 FRAC  its part")
    >>> listing.comments[2], listing.note
    ('its part', 'read as: number, keycodes, name, comment; headings left out')
    """
    sheet = read_sheet(text)
    notes = list(sheet.notes)
    rows = sheet.rows
    if sheet.numbered:
        prose = [row for row in sheet.loose if not is_frame(row)]
        for row in prose:
            starts = [row.words[at:FIRST_WORDS] for at in range(min(len(row.words), _MOST_BEFORE))]
            if is_numbered(row) or _are_keys(row.words) or any(map(_pairs, starts)):
                after = sum(each.line < row.line for each in rows)
                raise row.fault(f"program line {after + 1:02} should stand here")
    else:
        rows = without_ends(rows, _is_prose)
        prose = sheet.rows[len(rows) :]
    if prose:
        notes.append(f"{count_noun(len(prose), 'line')} of text left out")
    if not rows:
        raise InvalidProgram("there is no program in the listing")
    reading = _choose(rows, form, numbered=sheet.numbered)
    reading.check(numbered=sheet.numbered)
    columns = ["number"] * sheet.numbered + reading.columns
    if "comment" in columns:
        notes.append("")
    note = f"read as: {'; '.join(filter(None, (', '.join(columns), *notes)))}" if notes else ""
    return Listing(reading.program, reading.comments, note)


def listing_in(text: str) -> str:
    r"""A listing, or the numbered program lines anywhere in a text.

    Args:
        text: a listing, which is left as it is, or sentences with program lines in them, even
            without new lines between: each begins with its number, and a comment with ``;``.

    Raises:
        InvalidProgram: if it cannot be read, and has no five program lines.

    >>> print(listing_in("Clear: 01 CLx ; get 0 02 STO 4 Then 03 5 04 ENTER and 05 + end"))
    01 CLx  ; get 0
    02 STO 4
    03 5
    04 ENTER
    05 +
    """
    try:
        parse_listing(text)
        return text
    except InvalidProgram:
        plain = plain_signs(text)
        firsts = (first for first in _FIRST.finditer(plain) if _line_at(plain, first.end()))
        begins = islice(firsts, _MOST_BEGINNINGS)
        rows = max((_numbered(plain, each) for each in begins), key=len, default=[])
        if len(rows) < _LEAST_LINES:
            raise
    said = [line for line in plain.splitlines() if line.lstrip().startswith(";")]
    return "\n".join([*said, *rows])


def _numbered(text: str, first: re.Match[str]) -> list[str]:
    """Program lines one after another from a number on, each with its comment."""
    rows: list[str] = []
    place = first.start()
    while len(rows) < MAX_LINES:
        number = f"{len(rows) + 1:0{len(first[1])}}"
        for match in re.compile(rf"(?<!\S){number}[-:.)]?[ \t]+(?=\S)").finditer(text, place):
            if keys := _line_at(text, match.end()):
                break
        else:
            break
        if rows:
            rows[-1] += _comment(text[place : match.start()])
        rows.append(f"{number} {keys}")
        place = match.end() + len(keys)
    if rows:
        rows[-1] += _comment(text[place : place + _LONGEST_COMMENT])
    return rows


def _line_at(text: str, place: int) -> str:
    """The most words from a place on that are a program line; nothing if there is none."""
    ends = [word.end() for word in islice(_WORD.finditer(text, place), _MOST_WORDS)]
    return next(filter(_is_line, (text[place:end] for end in reversed(ends))), "")


def _is_line(text: str) -> bool:
    found = None if "\n" in text else _only(tuple(text.split()))
    return found is not None and found.programmable


def _comment(text: str) -> str:
    """What is said behind a program line in its row; there, a sentence may follow."""
    said, newline, _ = text.partition("\n")
    match = (_SAID if newline else _SAID_BEFORE_MORE).match(said)
    return f"  ; {match[1].strip()}" if match and match[1].strip() else ""


class _Line(NamedTuple):
    """A line of a listing, read in one way: its instructions, and what is behind them."""

    row: Row
    found: tuple[Instruction, ...] = ()
    rest: Row | None = None
    named: bool = False  # a name is beside its very keycodes ...
    is_pair: bool = False  # ... which cannot be a number and a key, as the name comes first
    fault: str = ""


class _Reading:
    """A listing, read as one of names or one of keycodes."""

    def __init__(self, rows: Sequence[Row], *, coded: bool, numbered: bool) -> None:
        self.coded = coded
        read = _by_keycodes if coded else _by_names
        lines: list[_Line] = []
        length = 0
        for step, row in enumerate(rows, start=1):
            lines.append(read(row, step, numbered))
            length += len(lines[-1].found)
            if length > MAX_LINES:
                break
        judge = _judged_codes if coded else _judged_names
        self.lines = judge(lines, numbered)
        self.fault = next((line for line in self.lines if line.fault), None)

    @property
    def program(self) -> tuple[Instruction, ...]:
        """All instructions."""
        return tuple(each for line in self.lines for each in line.found)

    @property
    def columns(self) -> list[str]:
        """What lines are made of, as it is called."""
        codes = ["keycodes"] * self.coded
        name = ["name"] * (not self.coded or any(line.named for line in self.lines))
        first = any(line.is_pair for line in self.lines)
        rest = ["comment"] * any(line.rest for line in self.lines)
        return [*(name + codes if first else codes + name), *rest]

    @property
    def comments(self) -> dict[int, str]:
        """What is said of program lines; of several in a line, it is said of the first."""
        said: dict[int, str] = {}
        step = 1
        for line in self.lines:
            words = " ".join(line.rest.words) if line.rest else ""
            if comment := " ".join(filter(None, (words, line.row.comment))):
                said[step] = comment
            step += len(line.found)
        return said

    @property
    def score(self) -> int:
        """How much speaks for it: a name, or keycodes that are not a mere digit or number."""
        return sum(
            1 + (not self.coded and not line.found[0].text.isdecimal())
            + (self.coded and (line.named or len(line.found[0].codes) > 1))
            for line in self.lines
            if not line.fault
        )  # fmt: skip

    def check(self, *, numbered: bool) -> None:
        """Refuse a line that cannot be read, and a program that is too long."""
        length = 0
        named = self.coded and 2 * sum(line.named for line in self.lines) >= len(self.lines)
        alone = named and sum(line.rest is not None for line in self.lines) == 1
        for line in self.lines:
            if line.fault:
                cells = {"keycodes": _EXAMPLE.keycodes, "name": _EXAMPLE.text, "comment": ""}
                shown = [f"{length + 1:02}"] * numbered + [cells[each] for each in self.columns]
                raise line.row.fault(line.fault, " ".join(shown).rstrip())
            unsure = alone and (not line.named or line.found[0].text.isdecimal())
            if unsure and line.rest and _are_keys(line.rest.words):
                raise line.row.fault("its keycodes are not those of the name beside them")
            length += len(line.found)
            if length > MAX_LINES:
                raise line.row.fault(f"a program has at most {MAX_LINES} lines")


def _choose(rows: Sequence[Row], form: Form, *, numbered: bool) -> _Reading:
    """The listing as one of names or one of keycodes; what can be both is refused."""
    if form != "auto":
        return _Reading(rows, coded=form == "keycodes", numbered=numbered)
    codes = _Reading(rows, coded=True, numbered=numbered)
    names = _Reading(rows, coded=False, numbered=numbered)
    if numbered:
        confirmed = 2 * sum(line.named for line in codes.lines) >= len(rows)
        return codes if confirmed or codes.score >= max(names.score, 1) else names
    prefixed = any(_PREFIXED.match(" ".join(row.words[:2])) for row in rows)
    bare = all(CODE.fullmatch(word) for row in rows for word in row.words)
    if prefixed or bare or (names.fault and (not codes.fault or codes.score > names.score)):
        return codes
    if names.fault or (not codes.fault and codes.program == names.program):
        return names
    sure = [line.is_pair or line.found[0].text.isdecimal() for line in codes.lines if line.found]
    if not codes.fault and all(sure):
        return codes
    if not codes.fault or any(line.is_pair for line in codes.lines) or _alike(names.program) > 1:
        _refuse_digits(codes)
    return names


def _alike(program: Sequence[Instruction]) -> int:
    """How many keys are followed by digits that are their very keycodes."""
    texts = [each.text for each in program]
    alike = 0
    for at, each in enumerate(program):
        behind = at + 1 + (texts[at + 1 : at + 2] == ["-"])
        end = behind
        while end < len(texts) and (texts[end].isdecimal() or texts[end] == "."):
            end += 1
        # Zeros may fill up keycodes in front.
        digits = [
            re.sub("[^1-9]", "", said) for said in ("".join(texts[behind:end]), each.keycodes)
        ]
        alike += not each.text.isdecimal() and digits[0] == digits[1]
    return alike


def _refuse_digits(codes: _Reading) -> None:
    """Refuse numbers that can be keycodes, as some lines confirm, or keys of digits."""
    pair = next((line.row for line in codes.lines if line.is_pair), None)
    for line in codes.lines:
        plain = line.found and line.found[0].text.isdecimal() and len(line.row.words) == 1
        if plain or (line.is_pair and not line.fault):
            continue
        like = f", as in line {pair.line}, {quote(pair.text)}" if pair else ""
        keys = " ".join(each.text for each in _named(line.row.words))
        raise line.row.fault(
            f"with keycodes{like}, {line.fault or f'this is {line.found[0].text}'}; with keys of "
            f"digits, this is {quote(keys)}; {_WHICH}"
        )


@lru_cache(maxsize=4096)
def _keys(words: tuple[str, ...]) -> tuple[Instruction, ...] | None:
    """The instructions that a few words name, or None."""
    try:
        return _named(words)
    except InvalidKey:
        return None


def _are_keys(words: tuple[str, ...]) -> bool:
    """Whether words name keys, as their beginning tells: an instruction has four words at most."""
    ends = range(FIRST_WORDS, FIRST_WORDS - 4, -1) if len(words) > FIRST_WORDS else [len(words)]
    return any(_keys(words[:end]) for end in ends)


def _named(words: Sequence[str]) -> tuple[Instruction, ...]:
    return tuple(instructions(presses(_ONE_DIGIT.sub(r"\1 0\2", " ".join(words)))))


def _only(words: tuple[str, ...]) -> Instruction | None:
    found = _keys(words)
    return found[0] if found and len(found) == 1 else None


def _is_prose(row: Row) -> bool:
    """Whether most words are longer than names of keys, and are none."""
    words = [word for word in row.words[:40] if len(word) > 2 and word.strip(".,:").isalpha()]
    return len(words) > 2 and 2 * sum(not _keys((word,)) for word in words) > len(row.words[:40])


# By names


def _by_names(row: Row, _step: int, numbered: bool) -> _Line:
    """A line as names, what cannot be keys being left for a comment."""
    fault = ""
    try:
        found = _named(row.words)
        if not numbered or len(found) == 1:
            return _programmable(_Line(row, found))
        fault = f"these are {len(found)} program lines, not one"
    except InvalidKey as error:
        fault = str(error)
    ends = range(min(len(row.words), FIRST_WORDS), 0, -1)
    for end in ends if numbered else [end for end in ends if end in row.gaps]:
        found_here = _keys(row.words[:end])
        if found_here and (not numbered or len(found_here) == 1):
            return _programmable(_Line(row, found_here, row.part(end), fault=fault))
    return _Line(row, fault=fault)


def _programmable(line: _Line) -> _Line:
    for each in line.found:
        if not each.programmable:
            return line._replace(fault=f"{each.text} cannot stand in a program", rest=None)
    return line


def _judged_names(lines: list[_Line], numbered: bool) -> list[_Line]:
    """Lines of which the ends are comments, if most of them cannot be keys."""
    ends = [line.rest for line in lines if line.rest]
    likely = [rest for rest in ends if not _are_keys(rest.words)]
    column = 2 * len(likely) >= len(ends)
    if not numbered:
        column = all(len(line.found) == 1 for line in lines if line.rest) and column

    def is_comment(line: _Line, rest: Row) -> bool:
        at = len(line.row.words) - len(rest.words)
        if numbered:
            return column and (at in line.row.gaps or not _keys(rest.words[:1]))
        return column and rest in likely and (len(likely) > 1 or len(rest.words) > 1)

    return [
        line._replace(fault="") if line.rest and is_comment(line, line.rest) else
        line._replace(rest=None)
        for line in lines
    ]  # fmt: skip


# By keycodes


def _by_keycodes(row: Row, step: int, numbered: bool) -> _Line:
    """A line as keycodes, perhaps with the name of the very instruction."""
    wrong = None
    for words, right, moved in _ways(row, step, numbered):
        for found, name_first, end in _pairs(words.words):
            rest = words.part(end) if end < len(words.words) else None
            if rest and not numbered and _are_keys(rest.words):
                continue
            if rest and any(_pairs(rest.words[at:]) for at in range(_MOST_BEFORE)):
                return _Line(row, fault="there is more than one instruction")
            if right:
                return _programmable(_Line(row, (found,), rest, True, name_first or moved))
            wrong = f"program line {step:02} should stand here"
    if wrong:
        return _Line(row, is_pair=True, fault=wrong)
    try:
        return _programmable(_by_codes_alone(row))
    except InvalidKey as error:
        return _Line(row, fault=str(error))


def _ways(row: Row, step: int, numbered: bool) -> list[tuple[Row, bool, bool]]:
    """The line, and without a number in it that is its own, or could be that of another line."""
    ways = []
    for at, word in enumerate(row.words[:FIRST_WORDS] if not numbered else ()):
        number = _STEP.fullmatch(word)
        right = number is not None and int(number[1]) == step
        # The 12 of 36 ENTER 12 is two keys of digits, except in program line 12.
        beside = [*row.words[max(at - 1, 0) : at], *row.words[at + 1 : at + 2]]
        if right or (number and any(map(CODE.fullmatch, beside))):
            ways.append((row.part(at + 1).before(row.words[:at]), right, True))
    return [(row, True, False), *sorted(ways, key=lambda way: not way[1])]


def _pairs(words: tuple[str, ...]) -> list[tuple[Instruction, bool, int]]:
    """The instructions whose name and very keycodes begin a line, and where that ends."""
    found = []
    words = words[:FIRST_WORDS]
    for begin in range(len(words)):
        named = _only(words[:begin]) if begin else None
        if begin and named is None:
            continue
        for end in range(_run(words, begin), begin, -1):
            coded = _exactly(words[begin:end])
            if coded is None or (named and coded != named):
                continue
            if named:
                found.append((coded, True, end))
                continue
            ends = range(min(len(words), end + 5), end, -1)
            found += [(coded, False, at) for at in ends if _only(words[end:at]) == coded][:1]
    return found


def _run(words: Sequence[str], begin: int) -> int:
    """Where keycodes end that begin at some word."""
    end = begin
    while end < len(words) and CODE.fullmatch(words[end]):
        end += 1
    return end


def _by_codes_alone(row: Row) -> _Line:
    """A line with keycodes and without their very name; raises InvalidKey if it has none."""
    end = _run(row.words, 0)
    if not end:
        for begin in range(1, min(len(row.words), FIRST_WORDS)):
            if _only(row.words[:begin]) and (end := _run(row.words, begin)) > begin:
                found = _instruction(row.words[begin:end])
                name = " ".join(row.words[:begin])
                if _only(row.words[:begin]) == found:
                    raise InvalidKey("there is another key behind its keycodes")
                raise InvalidKey(f"{found.keycodes} is {found.text}, not {quote(name)}")
        raise InvalidKey("this lacks the keycode that other lines have")
    found = _instruction(row.words[:end])
    rest = row.part(end) if end < len(row.words) else None
    return _Line(row, (found,), rest)


def _judged_codes(lines: list[_Line], numbered: bool) -> list[_Line]:
    """Lines whose ends are comments, unless they should be names."""
    others = [line for line in lines if line.rest and not line.named and not line.fault]
    keys = [line for line in others if line.rest and _keys(line.rest.words[:1])]
    named = sum(line.named for line in lines)
    wrong = named >= len(others) or 2 * len(keys) > len(others) or not numbered

    def judged(line: _Line) -> _Line:
        if not wrong or line not in others or line.rest is None:
            return line
        [found], name = line.found, " ".join(line.rest.words)
        return line._replace(fault=f"{found.keycodes} is {found.text}, not {quote(name)}")

    return [judged(line) for line in lines]


def _instruction(words: Sequence[str]) -> Instruction:
    """The instruction of keycodes; raises InvalidKey if they make none."""
    codes: list[str] = []
    for word in words:
        # Behind another code, a point belongs to a register: 44 .3
        codes += ["48"] * word.startswith(".") + re.findall(r"\d+", word)
    if codes[:2] == list(HALT.codes[:2]) and len(codes) == 3:
        # The two digits of a line to go to are two keys.
        codes[2:] = f"{int(codes[2]):02}"
    found = instruction(codes) if codes else None
    if found is None:
        raise InvalidKey("a keycode is missing")
    return found


def _exactly(words: Sequence[str]) -> Instruction | None:
    try:
        return _instruction(words) if words[0][0] != "." else None
    except InvalidKey:
        return None


def write_listing(program: Sequence[Instruction], comments: Mapping[int, str] | None = None) -> str:
    r"""A program with line numbers, keycodes and names; ``read_listing`` reads it back.

    Args:
        comments: what is said of program lines, by their numbers.

    >>> print(write_listing(read_listing("RCL n\nFRAC\nGTO 00"), {2: "its fraction"}))
    01-  45 11  RCL n
    02-  43 24  FRAC       ; its fraction
    03-43,33 00  GTO 00
    """
    said = comments or {}
    return "\n".join(
        f"{program_line(number, each)}  {each.text:<{9 if number in said else 0}}"
        + (f"  ; {said[number]}" if number in said else "")
        for number, each in enumerate(program, start=1)
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
