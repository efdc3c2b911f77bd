"""A program: numbered lines, read from a text, and all its statements in a row."""

import re
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import NamedTuple

from moolab.errors import InvalidProgram, MoolabError
from moolab.machines.pasted import FENCE, plain_signs
from moolab.machines.ti74.lexer import Token, line_number, listed, tokens
from moolab.machines.ti74.parser import Parser
from moolab.machines.ti74.syntax import Action, Goto, Image, On, PrintUsing, Restore
from moolab.support.text import quote

LONGEST_LINE = 80
"""Characters of a line, its number counted."""

COMMENTS = ("#", ";", "'")
"""How lines begin that are no part of the program."""

_LINE = re.compile(r" *(\d+)(?: *$| (.*)|([^\d .].*))", re.ASCII)


_NUMBERED = re.compile(r"(?<!\S)(\d{1,5}) +(?=[A-Za-z])", re.ASCII)
_WORD = re.compile(r"\S+")
_LEAST_LINES = 3
_FARTHEST = 4_000
"""Characters of sentences between two lines."""

_MOST_NUMBERS = 4_000
"""In a text that is looked through for lines; a page has a few hundred."""


class Line(NamedTuple):
    """A line, and the place of its first statement in the row of all."""

    number: int
    tokens: tuple[Token, ...]
    start: int

    def __str__(self) -> str:
        return f"{self.number} {listed(self.tokens)}"


class Statement(NamedTuple):
    """A statement, with the number of its line and its text."""

    line: int
    text: str
    action: Action


class Datum(NamedTuple):
    """A value of DATA."""

    line: int
    text: str


class Program:
    r"""A program.

    Args:
        text: its lines; those that begin with ``#``, ``;`` or ``'``, and blank ones, are no part of
            it.

    Attributes:
        lines: its lines by number, in order.
        statements: the statements of all lines in a row.
        data: the values of all DATA statements.

    Raises:
        InvalidProgram: if a line cannot be read; which, and why.

    >>> print(Program("# squares\n10 for i=1 to 3\n20 print i*i:next i"))
    10 FOR I=1 TO 3
    20 PRINT I*I:NEXT I
    """

    def __init__(self, text: str) -> None:
        self.lines: dict[int, Line] = {}
        self.statements: list[Statement] = []
        self.data: list[Datum] = []
        for where, line in enumerate(plain_signs(text).expandtabs(1).splitlines(), start=1):
            if (
                line.strip()
                and not FENCE.fullmatch(line)
                and not line.lstrip(" ").startswith(COMMENTS)
            ):
                self._add(line.rstrip(), where)
        if not self.lines:
            raise InvalidProgram("there is no program: every line begins with its number")
        self._check_lines()

    def _add(self, text: str, where: int) -> None:
        match = _LINE.match(text)
        if match is None:
            raise InvalidProgram(
                f"line {where} of the file, {quote(text)}: "
                "every line of a program begins with its number"
            )
        try:
            number = line_number(match[1])
        except InvalidProgram as error:
            raise InvalidProgram(f"line {where} of the file: {error}") from None
        try:
            self._check(number, text)
            line = Line(number, tokens(match[2] or match[3] or ""), len(self.statements))
            parser = Parser(line.tokens, line.start)
            parser.parse()
        except InvalidProgram as error:
            raise InvalidProgram(f"line {number}: {error}") from None
        self.lines[number] = line
        self.statements += [Statement(number, *statement) for statement in parser.code]
        self.data += [Datum(number, value) for value in parser.data]

    def _check(self, number: int, text: str) -> None:
        if number in self.lines:
            raise InvalidProgram("there are two lines with this number")
        if self.lines and number < (last := next(reversed(self.lines))):
            raise InvalidProgram(f"it is out of order, after line {last}")
        if len(text) > LONGEST_LINE:
            raise InvalidProgram(
                f"it has {len(text)} characters, and a line can have {LONGEST_LINE}"
            )
        for char in text:
            if not " " <= char <= "~":
                raise InvalidProgram(f"{char!r} is not a character of the machine")

    def _check_lines(self) -> None:
        for number, text, action in self.statements:
            for line in _named(action):
                if line not in self.lines:
                    raise InvalidProgram(f"line {number}, {text}: there is no line {line}")
            if isinstance(action, PrintUsing) and isinstance(action.image, int):
                first = self.statements[self.lines[action.image].start]
                if not isinstance(first.action, Image):
                    raise InvalidProgram(
                        f"line {number}, {text}: line {action.image} is not an IMAGE"
                    )

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines.values()))


def listing_in(text: str) -> str:
    r"""A program, or the numbered lines of one that stand anywhere in a text.

    Args:
        text: a program, which is left as it is, or sentences with its lines in them, even without
            new lines between.

    Raises:
        InvalidProgram: if it cannot be read, and has no three lines of a program.

    >>> print(listing_in("Squares: 10 FOR I=1 TO 9 20 PRINT I*I 30 NEXT I 40 END and so on."))
    10 FOR I=1 TO 9
    20 PRINT I*I
    30 NEXT I
    40 END
    """
    try:
        Program(text)
        return text
    except InvalidProgram:
        plain = plain_signs(text).expandtabs(1)
        numbers = islice(_NUMBERED.finditer(plain), _MOST_NUMBERS)
        begins = [(each.start(), int(each[1]), each.end()) for each in numbers]
        best: list[str] = []
        at = 0
        while at < len(begins):
            rows, end = _rows_from(plain, begins, at)
            best = max(best, rows, key=len)
            at = max(end, at + 1)
        if len(best) < _LEAST_LINES:
            raise
    return str(Program("\n".join(best)))


def _rows_from(text: str, begins: list[tuple[int, int, int]], at: int) -> tuple[list[str], int]:
    """The lines of a program from a number on, and the first number behind them."""
    rows: list[str] = []
    last, end, place = 0, at, 0
    for this in range(at, len(begins)):
        start, number, begin = begins[this]
        if rows and start > place + _FARTHEST:
            break
        # Between lines there may be sentences, in rows of their own.
        is_next = not text[place:start].strip() or text[start - 1] == "\n"
        if rows and not (start >= place and number > last and is_next):
            continue
        stop = min(begin + LONGEST_LINE, len(text))
        newline = text.find("\n", begin, stop)
        stop = stop if newline < 0 else newline
        # A line ends with its row, or where the next number begins, or words that are none of it.
        near = begins[this + 1 : this + LONGEST_LINE]
        later = (each for each, after, _ in near if after > number)
        ends = [stop, *takewhile(stop.__gt__, later)]
        if not rows or newline < 0:
            ends += [word.end() for word in _WORD.finditer(text, begin, stop)][::-1]
        row = next((text[start:each] for each in ends if _is_line(text[start:each])), None)
        if row is None:
            if this == at:
                break
            continue
        rows.append(row.strip())
        last, place, end = number, start + len(row), this + 1
    return rows, end


def _is_line(text: str) -> bool:
    match = _LINE.match(text)
    if match is None:
        return False
    try:
        Parser(tokens(match[2] or ""), 0).parse()
    except MoolabError:
        return False
    return True


def _named(action: Action) -> Iterator[int]:
    match action:
        case Goto(line):
            yield line
        case On(_, lines):
            yield from lines
        case Restore(int(line)) | PrintUsing(int(line)):
            yield line
