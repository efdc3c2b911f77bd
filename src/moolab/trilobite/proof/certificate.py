"""The file that proves who wins a board: its first line, its rules, and how it is checked.

Every other line is a list of rules, and positions from which the player keeps to them until the
game is over or comes to another position of the file. So a list is a strategy for all that follows;
where it is only one cell, it is a move. docs/explanation/certificates.md says why this proves
what the first line claims.
"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

from moolab.errors import InvalidCertificate, MoolabError
from moolab.support.compressed import write_file
from moolab.support.foreign import json_lines
from moolab.support.text import count_noun, quote
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape
from moolab.trilobite.book import EMPTY
from moolab.trilobite.proof import FORMAT
from moolab.trilobite.proof.play import Field, Rule
from moolab.trilobite.solver.cells import Cells

_VERSION = 1

CLAIMS = ("win", "draw")
"""That a player wins, or at least draws."""

_LONGEST = 1 << 20
"""Characters of a line."""

MOST_POSITIONS, MOST_RULES, _MOST_MET = 1 << 20, 1 << 10, 1 << 26
"""Of a file, of a list, and how many positions are gone through: some minutes, and a few hundred
megabytes."""

_PER_LINE = 256
"""Positions that are written in a line."""

_RULE = re.compile(r"[a-m]\d{1,2}(?:[-+.][a-m]\d{1,2})*", re.ASCII)
_CELL = re.compile(r"([-+.]?)([a-m])(\d{1,2})", re.ASCII)
_SIGNS = ("+", "-", ".")


class Header(NamedTuple):
    """What is claimed.

    Args:
        player: X, who moves first, or O.
        claim: one of ``CLAIMS``.
    """

    shape: Shape
    player: str
    claim: str

    def __str__(self) -> str:
        """The claim in words.

        >>> str(Header(Shape(7, 6), "X", "win"))
        'the first player wins on 7x6, 4 in a row'
        """
        who = ("first", "second")[STONES.index(self.player)]
        does = "wins" if self.claim == "win" else "at least draws"
        return f"the {who} player {does} on {self.shape}, {self.shape.win} in a row"

    @property
    def first_positions(self) -> list[Board]:
        """Those in which the player makes the first stone."""
        empty = Board.empty(self.shape)
        return [empty] if self.player == "X" else [empty.play(each) for each in empty.columns]

    def line(self) -> dict[str, object]:
        """The first line of a file."""
        return {
            "format": FORMAT,
            "version": _VERSION,
            "size": str(self.shape),
            "win": self.shape.win,
            "player": self.player,
            "claim": self.claim,
        }

    @classmethod
    def read(cls, line: object) -> "Header":
        """What the first line says.

        Raises:
            InvalidCertificate: if it is not such a line.
        """
        match line:
            case {"size": str(size), "win": int(win), "player": str(who), "claim": str(claim)}:
                try:
                    header = cls(Shape.parse(size, win), who, claim)
                except MoolabError as error:
                    raise InvalidCertificate(f"its board cannot be: {error}") from None
                # Each field is what is written again, and true is not 1.
                same = json.dumps(line, sort_keys=True) == json.dumps(header.line(), sort_keys=True)
                if same and who in [*STONES] and claim in CLAIMS:
                    return header
        raise InvalidCertificate("its first line is not that of a certificate for a board")


def rules_in_text(shape: Shape, rules: tuple[Rule, ...]) -> str:
    """Rules as they are written: ``e2-f1`` for e2, if the other has a stone on f1.

    >>> rules_in_text(Shape(7, 6), (Rule(1, own=1 << 7), Rule(1 << 8, empty=2)))
    'a1+b1 b2.a2'
    """

    def cells(sign: str, cells: Cells) -> str:
        text = ""
        for at in range(cells.bit_length()):
            if cells >> at & 1:
                column, row = divmod(at, shape.height + 1)
                text += f"{sign}{chr(ord('a') + column)}{row + 1}"
        return text

    signs = ("", *_SIGNS)
    return " ".join("".join(map(cells, signs, rule)) for rule in rules)


def read_rules(shape: Shape, text: str) -> tuple[Rule, ...]:
    """The rules that a text says.

    Raises:
        InvalidCertificate: if it does not say rules.

    >>> shape = Shape(7, 6)
    >>> read_rules(shape, "a1+b1 b2.a2") == (Rule(1, own=1 << 7), Rule(1 << 8, empty=2))
    True
    """
    found = []
    for word in text.split():
        cells = dict.fromkeys(("", *_SIGNS), 0)
        for sign, letter, row in _CELL.findall(word) if _RULE.fullmatch(word) else ():
            column, height = ord(letter) - ord("a"), int(row)
            if column < shape.width and 1 <= height <= shape.height:
                cells[sign] |= 1 << column * (shape.height + 1) + height - 1
            else:
                cells[""] = 0
                break
        if not cells[""]:
            raise InvalidCertificate(f"{quote(word)} is not a rule")
        found.append(Rule(*cells.values()))
    if len(found) > MOST_RULES:
        raise InvalidCertificate(f"a list has more than {MOST_RULES:,} rules")
    return tuple(found)


def write(path: Path, header: Header, lists: Mapping[Board, tuple[Rule, ...]]) -> None:
    """Write a file with these positions and their rules; compressed if it is named so."""
    by_rules: dict[str, list[str]] = {}
    for board, rules in lists.items():
        text = rules_in_text(header.shape, rules)
        by_rules.setdefault(text, []).append(board.moves or EMPTY)
    lines: list[dict[str, object]] = [header.line()]
    for rules_text, positions in sorted(by_rules.items(), key=lambda each: min(each[1])):
        positions.sort()
        for at in range(0, len(positions), _PER_LINE):
            after = " ".join(positions[at : at + _PER_LINE])
            lines.append({"rules": rules_text, "after": after})
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    write_file(path, text.encode())


class Proved(NamedTuple):
    """A file that proves what it says.

    Args:
        positions: how many the file has.
        lists: how many lists of rules.
        met: how many positions were gone through.
    """

    header: Header
    positions: int
    lists: int
    met: int
    seconds: float

    def __str__(self) -> str:
        lists = count_noun(self.lists, "list")
        return f"{self.header} ({count_noun(self.positions, 'position')}, {lists} of rules)"


def check(path: Path, watch: Callable[[int, int], None] = lambda _done, _all: None) -> Proved:
    """Check a file.

    Args:
        watch: called with the number of positions that are checked, and of all.

    Raises:
        InvalidCertificate: if it does not prove what it says.
        UnusableFile: if it cannot be read.
    """
    began = perf_counter()
    damaged = InvalidCertificate("it is damaged: a line is not JSON")
    lines = json_lines(path, damaged, _LONGEST)
    header = Header.read(next(lines, None))
    field = Field(header.shape, wins=header.claim == "win")
    lists = list[tuple[tuple[Rule, ...], list[Board]]]()
    known, count = set[Board](), 0
    for number, line in enumerate(lines, start=1):
        try:
            rules, boards = _read_list(header, line)
            for board in boards:
                if board in known:
                    raise InvalidCertificate(f"{board.moves or EMPTY} is there twice")
                known |= {board, board.mirror}
                field.add(board)
            count += len(boards)
            if count > MOST_POSITIONS:
                raise InvalidCertificate(f"there are more than {MOST_POSITIONS:,} positions")
        except InvalidCertificate as error:
            raise InvalidCertificate(f"list {number}: {error}") from None
        lists.append((rules, boards))
    for board in header.first_positions:
        if board not in known:
            raise InvalidCertificate(f"it does not say what follows {board.moves or EMPTY}")
    met = done = 0
    faults = np.zeros(1, np.int64)
    for number, (rules, boards) in enumerate(lists, start=1):
        written = field.written(rules)
        for board in boards:
            found, wrong = field.play(board, written, faults)
            met += found
            if wrong:
                way = field.moves_to(board, field.way_to(int(faults[0]))) or EMPTY
                after = board.moves or EMPTY
                raise InvalidCertificate(f"list {number}: from {after} on, it fails at {way}")
            if found < 0 or met > _MOST_MET:
                raise InvalidCertificate(f"list {number}: too many positions can follow")
            done += 1
            watch(done, count)
    return Proved(header, count, len(lists), met, perf_counter() - began)


def _read_list(header: Header, line: object) -> tuple[tuple[Rule, ...], list[Board]]:
    match line:
        case {"rules": str(text), "after": str(after), **more} if not more:
            pass
        case _:
            raise InvalidCertificate("it is not a list of rules with positions")
    shape, boards = header.shape, []
    for word in after.split():
        moves = "" if word == EMPTY else word
        try:
            if not set(moves) <= set(COLUMNS[: shape.width]):
                raise InvalidCertificate(f"{quote(word)} is not a position")
            board = Board.parse(moves, shape)
        except MoolabError as error:
            raise InvalidCertificate(str(error)) from None
        if board.is_over or board.turn != header.player:
            raise InvalidCertificate(f"after {quote(word)} it is not {header.player}'s turn")
        boards.append(board)
    if not boards:
        raise InvalidCertificate("it has no positions")
    return read_rules(shape, text), boards
