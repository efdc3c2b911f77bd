#!/usr/bin/env python3
"""Check certificates of who wins a board: ``python results/check_board.py FILE ...``.

Written from docs/explanation/certificates.md with the standard library alone. It shares nothing
with moolab, and accepts just what ``moo verify`` does.

A set of cells is one number, a bit a cell: column after column, each from the bottom up, with one
bit more than the board is high. So a shift moves all cells one step in a direction.
"""

import gzip
import json
import re
import sys
import time
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

LONGEST = 1 << 20  # characters of a line
MOST_POSITIONS, MOST_RULES = 1 << 20, 1 << 10  # of a file, and of a list
MOST_FOLLOW, MOST_MET = 1 << 14, 1 << 26  # positions that follow one of the file, or all of them
COLUMNS, CELL = "123456789abcd", r"[a-m][0-9]{1,2}"


class Refused(Exception):
    """What is wrong with a file."""


def refuse(why: str = "its first line is not that of a certificate") -> NoReturn:
    """Stop at what proves nothing."""
    raise Refused(why)


class Position(NamedTuple):
    """The stones of the player of whom something is claimed, and all stones."""

    own: int
    filled: int


Rule = tuple[int, int, int, int]
"""A cell; where stones of one's own have to be, those of the other, and none."""


class Board:
    """What is claimed, and the board that it is about."""

    def __init__(self, line: Any) -> None:
        match line:
            case {"size": str(size), "win": int(win), "player": str(who), "claim": str(claim)}:
                form = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", size)
            case _:
                refuse()
        said = {"format": "moolab-board-certificate", "version": 1, "size": size, "win": win}
        said |= {"player": who, "claim": claim}
        same = json.dumps(line, sort_keys=True) == json.dumps(said, sort_keys=True)
        if not same or not form or who not in ("X", "O") or claim not in ("win", "draw"):
            refuse()
        self.width, self.height = map(int, form.groups())
        if not 2 <= win <= max(self.width, self.height) <= len(COLUMNS):
            refuse("its board cannot be")
        self.first, self.wins, self.win = who == "X", claim == "win", win
        self.told = f"{who} {'wins' if self.wins else 'at least draws'} on {size}, {win} in a row"
        stride = self.height + 1
        self.columns = [((1 << self.height) - 1) << stride * at for at in range(self.width)]
        self.bottom = sum(1 << stride * at for at in range(self.width))
        self.full = sum(self.columns)
        self.steps = (1, stride - 1, stride, stride + 1)

    def completes(self, stones: int) -> int:
        """Cells where a stone would complete a line of these; also some that hold one."""
        found = 0
        for step in self.steps:
            before, after = [-1], [-1]  # so many stones on one side of a cell, and on the other
            for n in range(1, self.win):
                before.append(before[-1] & stones << n * step)
                after.append(after[-1] & stones >> n * step)
            for one, other in zip(before, reversed(after), strict=True):
                found |= one & other
        return found & self.full

    def legal(self, filled: int) -> int:
        """The lowest empty cell of each column."""
        return filled + self.bottom & self.full

    def key(self, position: Position) -> int:
        """A number that a position and its mirror image share, and no other."""
        number = position.own + position.filled + self.bottom
        stride, rest, turned = self.height + 1, number, 0
        for _ in range(self.width):
            turned = turned << stride | rest & (1 << stride) - 1
            rest >>= stride
        return min(number, turned)

    def after(self, moves: str) -> Position:
        """The position after these moves, which has to be the player's turn."""
        stones, filled = [0, 0], 0
        for number, name in enumerate("" if moves == "-" else moves):
            at = COLUMNS[: self.width].find(name)
            cell = self.legal(filled) & self.columns[at] if at >= 0 else 0
            if not cell or self.completes(stones[number % 2]) & cell:
                refuse("a position is not possible, or the game is over")
            stones[number % 2] |= cell
            filled |= cell
        if filled == self.full or filled.bit_count() % 2 == self.first:
            refuse("a position is not one in which it is the player's turn")
        return Position(stones[not self.first], filled)

    def rule(self, word: str) -> Rule:
        """What a word such as e2-f1 says."""
        sets = dict.fromkeys(("", "+", "-", "."), 0)
        if not re.fullmatch(rf"{CELL}([-+.]{CELL})*", word):
            refuse("a word is not a rule")
        for sign, letter, row in re.findall(r"([-+.]?)([a-m])([0-9]+)", word):
            at = ord(letter) - ord("a")
            if at >= self.width or not 1 <= int(row) <= self.height:
                refuse("a word is not a rule")
            sets[sign] |= 1 << (self.height + 1) * at + int(row) - 1
        return sets[""], sets["+"], sets["-"], sets["."]

    def play(self, begin: Position, rules: list[Rule], known: set[int]) -> int:
        """Go through all that can follow, up to what is known, and count it."""
        seen, waiting = {begin}, [begin]
        while waiting:
            own, filled = waiting.pop()
            other, legal = own ^ filled, self.legal(filled)
            if self.completes(own) & legal:
                continue
            threats = self.completes(other)
            if stop := threats & legal:
                reply = stop
            else:
                reply = next(
                    (
                        cell
                        for cell, ours, others, empty in rules
                        if cell & legal
                        and ours & own == ours
                        and others & other == others
                        and not empty & filled
                    ),
                    0,
                )
            if legal and (reply == 0 or reply & reply - 1):
                refuse("no rule applies, or two lines have to be stopped")
            own, filled = own | reply, filled | reply
            legal = self.legal(filled)
            if threats & legal:
                refuse("the other completes a line")
            if not legal and self.wins:
                refuse("a game ends in a draw")
            for column in self.columns:
                position = Position(own, filled | legal & column)
                if not legal & column or position in seen or self.key(position) in known:
                    continue
                seen.add(position)
                waiting.append(position)
            if len(seen) > MOST_FOLLOW:
                refuse("too many positions can follow")
        return len(seen)


def lines_of(path: str) -> Iterator[Any]:
    """The JSON of each line."""
    with Path(path).open("rb") as raw:
        packed: Any = gzip.GzipFile(fileobj=raw) if raw.peek(2).startswith(b"\x1f\x8b") else raw
        text = TextIOWrapper(packed, "utf-8")
        while line := text.readline(LONGEST):
            yield json.loads(line)


def read(path: str) -> tuple[Board, list[tuple[list[Rule], list[Position]]], set[int]]:
    """What a file claims, its lists of rules with their positions, and keys of all positions."""
    lines = lines_of(path)
    board = Board(next(lines, None))
    lists, known = list[tuple[list[Rule], list[Position]]](), set[int]()
    for line in lines:
        match line:
            case {"rules": str(rules), "after": str(after), **more} if not more and after.split():
                lists.append(([*map(board.rule, rules.split())], []))
            case _:
                refuse("a line is not a list of rules with positions")
        if len(lists[-1][0]) > MOST_RULES:
            refuse("a list has too many rules")
        for moves in after.split():
            position = board.after(moves)
            if board.key(position) in known:
                refuse("a position is there twice")
            known.add(board.key(position))
            lists[-1][1].append(position)
        if len(known) > MOST_POSITIONS:
            refuse("there are too many positions")
    return board, lists, known


def check(path: str) -> str:
    """What a certificate proves, in a sentence; ``Refused`` if it proves nothing."""
    board, lists, known = read(path)
    for first in ("-",) if board.first else COLUMNS[: board.width]:
        if board.key(board.after(first)) not in known:
            refuse(f"it does not say what follows {first}")
    met = done = 0
    seen = time.monotonic()
    for rules, positions in lists:
        for position in positions:
            met, done = met + board.play(position, rules, known), done + 1
            if met > MOST_MET:
                refuse("too many positions can follow")
            if time.monotonic() > seen + 5:
                seen = time.monotonic()
                print(f"{path}: {done} of {len(known)} positions checked ...", file=sys.stderr)
    return f"proved by {len(known)} positions: {board.told}"


def main(paths: list[str]) -> int:
    """Check files; the exit status is 1 if one of them proves nothing."""
    status = 0
    for path in paths:
        try:
            told = check(path)
        except Exception as error:  # a parser may raise anything where a file is damaged
            missing = isinstance(error, OSError) and error.strerror
            why = (
                error
                if isinstance(error, Refused)
                else missing or "it is damaged, or not a certificate"
            )
            told, status = f"refused: {why}", 1
        print(f"{path}: {told}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if {*sys.argv[1:]} - {"-h", "--help"} else __doc__)
