"""The lines of a listing: their numbers, what can be names and keycodes, and their comments."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import dropwhile, takewhile
from typing import NamedTuple
from unicodedata import normalize

from moolab.errors import InvalidProgram
from moolab.machines.pasted import FENCE, page_text, plain_signs
from moolab.support.text import quote

_COMMENT = re.compile(
    r"[;#]|(?:^|(?<=[\s|]))(?://|--(?!-)|')|(?<=[^)][\s|])\((?!\w{1,5}\)\s*\()|^\((?!\w{1,5}\)\s*\S)"
)
"""Parentheses can also be those of keys or numbers: (01) (f) (P/R)."""

_BOXES = str.maketrans(
    dict.fromkeys("│┃║┆┊¦{}\t", "|")
    | dict.fromkeys("─━═┄┈┼╋╬├┤┬┴╪╫┌┐└┘╔╗╚╝╠╣╦╩", "-")
    | {"`": None}
)
_RULE = re.compile(r"(?=.*(?:---|===|___|\*\*\*))[-=_*|:+\s]+")
_MARKED = re.compile(r"\s*[*>►▶▸→•◦»·]+\s*(?=\d)|[►▶▸◄◀•»]")
"""What marks lines that others go to."""

_GAP = re.compile(r"\s{2,}|\|")
_BRACKETS = str.maketrans('[]()"', "     ")
_KEY_IN_ANGLES = re.compile(r"(?<!\w)<([^\s<>=]{1,6})>")
_SEPARATOR = re.compile(r",(?![\d.]|r(?:\W|$))")
"""A comma that is neither in keycodes nor in ``x,r``."""

_LEAD = re.compile(r"(\d{1,3})([-:)*.,]?)(.*)", re.ASCII)
_DISPLAYED = re.compile(r"(\d{2,3})(-)(\d.*)?", re.ASCII)
"""The number of a line on the display, which is behind the name in the handbook."""

CODE = re.compile(r"\d{1,3}(?:[,.]+\d{1,3})*|\.\d?", re.ASCII)
"""Keycodes in one word; behind others, the point of a register."""

_HEADING = re.compile(
    r"(?i)(?:(?:steps?|lines?|n[or]|numbers?|(?:key)?codes?|keys?(?:trokes?)?|display|names?|and|in"
    r"|instructions?|comments?|remarks?|program|mode|functions?|meaning|description|notes?|stack"
    r"|registers?|explanation|s)[.:*_]*(?:\s+|$))+"
)
_FRAME = re.compile(
    r"(?i)(?:f\s*)?(?:P/R|(?:CLEAR\s*)?PRGM)(?:\s+0{2,3}-?|\s+-?\d[\d.,]*\.\d+)?|0{2,3}\s*-?"
)
"""Keys that begin and end program mode, perhaps with what the display shows then, and line 00."""

_LONGEST_LINE = 4_000
"""Characters of a line before its comment: three times those of a whole program on one line."""

_MOST_ROWS = 2_000
"""Lines with anything but comments; a program has 99."""

_MOST_CELLS = 5

FIRST_WORDS = 10
"""Words of a line with its number, name and keycodes: ``g GTO 4 7 12 43 33 47`` has eight."""


class Row(NamedTuple):
    """A line of a listing.

    Attributes:
        line: its number in the file.
        text: what is there, without its comment.
        words: the same in words, without signs around them.
        gaps: the words before which there is more than a blank.
        comment: what is behind a sign that begins comments.
        number: of the program line, if the listing has numbers.
    """

    line: int
    text: str
    words: tuple[str, ...]
    gaps: frozenset[int]
    comment: str = ""
    number: int | None = None

    def fault(self, reason: object, example: str = "") -> InvalidProgram:
        """That this line cannot be read, and what a line looks like that can."""
        more = f"; it should be like {quote(example)}" if example else ""
        return InvalidProgram(
            f"line {self.line} of the listing, {quote(self.text)}: {reason}{more}"
        )

    def part(self, begin: int, end: int | None = None) -> "Row":
        """Some of its words; the comment belongs to the last ones."""
        words = self.words[begin:end]
        gaps = frozenset(at - begin for at in self.gaps if begin < at < begin + len(words))
        last = end is None or end >= len(self.words)
        return self._replace(words=words, gaps=gaps, comment=self.comment if last else "")

    def before(self, words: Sequence[str]) -> "Row":
        """The same with other words in front."""
        gaps = frozenset(at + len(words) for at in (*self.gaps, 0))
        return self._replace(words=(*words, *self.words), gaps=gaps)


class Sheet(NamedTuple):
    """The program lines of a listing in their order, and those without number where others have."""

    rows: list[Row]
    loose: list[Row]
    numbered: bool
    notes: list[str]


def is_frame(row: Row) -> bool:
    """Whether a line begins or ends program mode, or is line 00."""
    return _FRAME.fullmatch(" ".join(row.words)) is not None


def is_numbered(row: Row) -> bool:
    """Whether there is the number of a line, such as 01-, or what was one, such as 02x."""
    shown = any(map(_DISPLAYED.fullmatch, row.words[:FIRST_WORDS]))
    return shown or (row.words[0][0] == "0" and row.words[0][1:2].isdecimal())


def without_ends(rows: list[Row], is_beside: Callable[[Row], bool]) -> list[Row]:
    """Lines without those at both ends that do not belong to them."""
    rest = list(dropwhile(is_beside, rows))
    return list(dropwhile(is_beside, reversed(rest)))[::-1]


def _rows(text: str) -> Iterator[Row]:
    for number, written in enumerate(page_text(plain_signs(text)).splitlines(), start=1):
        line = written.translate(_BOXES).replace("**", "")
        if FENCE.fullmatch(line) or _RULE.fullmatch(line):
            continue
        begun = _COMMENT.search(line)
        content, comment = (line[: begun.start()], line[begun.start() :]) if begun else (line, "")
        content = normalize("NFKC", content.strip())
        if len(content) > _LONGEST_LINE:
            raise Row(number, content, (), frozenset()).fault(
                f"a line has at most {_LONGEST_LINE:,} characters"
            )
        shown = content.strip("| ")
        content = _KEY_IN_ANGLES.sub(r" \1 ", _MARKED.sub(" ", content))
        content = _SEPARATOR.sub(" ", content)
        words: list[str] = []
        gaps: set[int] = set()
        for cell in _GAP.split(content):
            if found := cell.translate(_BRACKETS).split():
                gaps.add(len(words))
                words += (word.strip(",") or word for word in found)
        if words:
            comment = comment.strip("|;#'() \t").removeprefix("//").removeprefix("--").strip()
            yield Row(number, shown, tuple(words), frozenset(gaps), comment)


def read_sheet(text: str) -> Sheet:
    """The program lines of a listing, by their numbers if they have any.

    Raises:
        InvalidProgram: if a number is missing or occurs twice, or a line is too long.
    """
    rows: list[Row] = []
    notes: list[str] = []
    for row in _rows(text):
        if _HEADING.fullmatch(" ".join(row.words)):
            notes = ["headings left out"]
        else:
            rows.append(row)
        if len(rows) > _MOST_ROWS:
            raise row.fault(f"a listing has at most {_MOST_ROWS:,} lines with keys")
    rows = _joined(rows, notes)
    rows = without_ends(rows, is_frame)
    leads = [_lead(row) for row in rows]
    first = next((lead for lead in leads if lead and lead.sure), None)
    if first is None and not _counts(leads):
        return Sheet(rows, [], False, notes)
    if first:
        leads = [lead if lead and lead.alike(first) else None for lead in leads]
    found, loose = _split(rows, leads)
    if len(found) > len(rows) - len(loose):
        notes.append("several program lines in one")
    found.sort(key=lambda row: row.number or 0)
    signs = {row.words[0] if len(row.words) > 1 else "" for row in found}
    if signs <= {"-"} or signs <= {":"}:  # 01 - ENTER
        found = [row.part(1) for row in found]
    for expected, row in enumerate(found, start=1):
        if row.number != expected:
            raise row.fault(f"program line {expected:02} should stand here")
    return Sheet(found, loose, True, notes)


class _Lead(NamedTuple):
    """The number of a program line, its digits and mark, and where it is in a line's words."""

    number: int
    digits: int
    mark: str
    at: int
    rest: str
    sure: bool

    def alike(self, other: "_Lead") -> bool:
        """Whether it has as many digits as the other one, or as many as it needs."""
        return self.digits == max(other.digits, len(str(self.number)))


def _number(word: str, at: int) -> _Lead | None:
    match = _LEAD.fullmatch(word)
    if match is None:
        return None
    digits, mark, rest = match.groups()
    if rest and (not mark or (mark == "." and rest[0].isdecimal())):
        return None
    sure = mark in tuple("-:)") or (digits[:-1] > "" and digits[0] == "0")
    return _Lead(int(digits), len(digits), mark, at, rest, sure)


def _lead(row: Row) -> _Lead | None:
    """The number that a line begins with, or that of the handbook, behind the name."""
    for at, word in enumerate(row.words[:FIRST_WORDS]):
        if _DISPLAYED.fullmatch(word):
            return _number(word, at)
    found = _number(row.words[0], 0)
    return found if found and (found.rest or len(row.words) > 1) else None


def _counts(leads: list[_Lead | None]) -> bool:
    """Whether numbers without a mark are those of lines: all have one, and they count."""
    return len(leads) > 1 and all(lead and lead.number == n for n, lead in enumerate(leads, 1))


def _joined(rows: list[Row], notes: list[str]) -> list[Row]:
    """Cells that have a line each, joined to lines where they begin with 01, 02 and so on."""
    alone = [_number(row.words[0], 0) if len(row.words) == 1 else None for row in rows]
    alone = [None if lead and lead.rest else lead for lead in alone]
    first = next((at for at, lead in enumerate(alone) if lead and lead.sure), None)
    lead = alone[first] if first is not None else None
    if first is None or lead is None or lead.number != 1:
        return rows
    width = len(rows[first].words[0])
    best: list[int] = []
    for size in range(2, _MOST_CELLS + 1):
        places = []
        for number, at in enumerate(range(first, len(rows), size), start=1):
            there = alone[at]
            if there is None or there.number != number or len(rows[at].words[0]) != width:
                break
            places.append(at)
        if len(places) > len(best):
            best, last = places, size
    ends = [*best[1:], min(best[-1] + last, len(rows))]
    joined = rows[:first]
    for at, end in zip(best, ends, strict=True):
        row = rows[end - 1]
        for cell in reversed(rows[at : end - 1]):
            row = row.before(cell.words)
        text = " ".join(cell.text for cell in rows[at:end])
        joined.append(row._replace(line=rows[at].line, text=text))
    notes.append("one cell in each line")
    return joined + rows[ends[-1] :]


def _split(rows: list[Row], leads: list[_Lead | None]) -> tuple[list[Row], list[Row]]:
    """The program lines, and the lines without a number."""
    numbered = [(row, lead) for row, lead in zip(rows, leads, strict=True) if lead]
    loose = [row for row, lead in zip(rows, leads, strict=True) if not lead]
    # Side by side, columns go on where the first one ends; otherwise a line goes on with its own.
    side = all(lead.number == n for n, (_, lead) in enumerate(numbered, start=1))
    stride, first = len(numbered) if side else 1, numbered[0][1]
    places = [_places(row, lead, stride, first) for row, lead in numbered]
    numbers = sorted(place.number for found in places for place in found)
    if numbers != list(range(1, len(numbers) + 1)):
        places = [[lead] for _, lead in numbered]
    pairs = zip(numbered, places, strict=True)
    return [part for (row, _), found in pairs for part in _parts(row, found)], loose


def _places(row: Row, lead: _Lead, stride: int, first: _Lead) -> list[_Lead]:
    """The numbers in a line, as far apart as columns are long, written with as many digits."""
    places = [lead]
    for at in range(lead.at + 1, len(row.words) - 1):
        other, last = _number(row.words[at], at), places[-1]
        before = row.words[at - 1].lower()
        is_apart = at in row.gaps or not (before == "gto" or CODE.fullmatch(before))
        if (
            other
            and other.mark == lead.mark
            and other.number == last.number + stride
            and other.alike(first)
            and (other.mark or is_apart)
            and at > last.at + (not last.rest)
        ):
            places.append(other)
    return places


def _parts(row: Row, places: list[_Lead]) -> Iterator[Row]:
    """The program lines in a line."""
    name = row.words[: places[0].at]
    ends = [*(place.at for place in places[1:]), len(row.words)]
    for place, end in zip(places, ends, strict=True):
        part = row.part(place.at + 1, end)
        if place.rest:
            part = part.before([place.rest])
        if name:
            # In the handbook the name comes first, so that of the next line is the last one.
            after = end < len(row.words)
            cut = sum(1 for _ in takewhile(CODE.fullmatch, part.words)) if after else None
            part, name = part.part(0, cut).before(name), part.words[cut or 0 :]
        yield part._replace(number=place.number)
