"""A program: numbered lines, read from a text, and all its statements in a row."""

import re
from collections.abc import Iterator
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
"""How lines begin that are not part of the program."""

_LINE = re.compile(r" *(\d+)(?: *$| (.*)|([^\d .].*))", re.ASCII)


_BEGINNINGS = tuple(
    re.compile(rf"(?m){before}(?=\d{{1,5}} +[A-Za-z])") for before in ("^[ >]*", r"(?<!\S)")
)
"""Where lines may begin: at the beginning of rows, or anywhere."""

_LEAST_LINES = 3
"""Fewer may well be a sentence with numbers in it."""


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
        text: its lines; those that begin with ``#``, ``;`` or ``'``, and blank ones, do not count.

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
    r"""A program, or the numbered lines of one in a text, one behind another.

    Args:
        text: a program, which is left as it is, or sentences with lines of one, which begin rows,
            or are in the same row.

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
        chains = [chain for begin in _BEGINNINGS for chain in _chains(begin.split(plain))]
        rows = max(chains, key=len, default=[])
        if len(rows) < _LEAST_LINES:
            raise
    return "\n".join(rows)


def _chains(pieces: list[str]) -> Iterator[list[str]]:
    """Lines of programs among what begins with numbers: those that follow one another."""
    rows: list[str] = []
    pending = ""
    for piece in pieces:
        # A number in the middle of a line, as in 1 TO 7 STEP 2, does not begin another one.
        ways = [each.partition("\n")[0].rstrip() for each in (pending + piece, piece)]
        row = next(filter(_is_line, ways), "")
        if row:
            if rows and (row != ways[0] or _number(row) <= _number(rows[-1])):
                yield rows
                rows = []
            rows, pending = [*rows, row], ""
            continue
        row = ways[0][:LONGEST_LINE] if rows else ""
        while row and not _is_line(row):
            row = row.rpartition(" ")[0]
        yield [*rows, *filter(None, [row])]
        pending = pending + piece if len(pending) < LONGEST_LINE else piece
    yield rows


def _number(row: str) -> int:
    return int(row.split(maxsplit=1)[0])


def _is_line(text: str) -> bool:
    match = _LINE.match(text)
    try:
        if match and match[2] and len(text) <= LONGEST_LINE:
            Parser(tokens(match[2]), 0).parse()
            return True
    except MoolabError:
        pass
    return False


def _named(action: Action) -> Iterator[int]:
    match action:
        case Goto(line):
            yield line
        case On(_, lines):
            yield from lines
        case Restore(int(line)) | PrintUsing(int(line)):
            yield line
