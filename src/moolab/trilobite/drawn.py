"""Boards as people draw and paste them: rows of cells in any usual signs, or one line of cells."""

import re
from collections.abc import Sequence

from moolab.errors import InvalidPosition
from moolab.support.language import translate
from moolab.support.text import join_words, quote
from moolab.support.typed import normal
from moolab.trilobite.board import COLUMNS, LETTERS, Board, Shape
from moolab.trilobite.stones import floating, from_bits

_EMPTY = "._·-*~0⬜⚪○◯⬛⚫🟦🔵B"
"""What an empty cell looks like, the surest sign first: some are stones where another one is."""

_FIRST, _SECOND = "X❌1", "O⭕2"
"""The signs that say whose stone it is."""

_STONES = f"{_FIRST}R🔴🟥❤●⚫⬛{_SECOND}0Y🟡🟨💛○◯⚪⬜G🟢🟩💚B🔵🟦💙W"
"""What a stone looks like. Of two colours, the one that comes first here has moved first, unless
only the other one can have done so."""

_SIGNS = frozenset(_EMPTY + _STONES)

_SURE = frozenset("._·⬜⚪⬛⚫🔵🟦🔴🟡🟥🟨")
"""Signs that nothing but a board has."""

MOST_SIGNS = 1 << 12
"""More signs than any drawing of a board has."""

_USUAL = Shape(7, 6)
"""The board that others mean by a line of 42 cells."""

_DIGITS = "012345678"
_UPRIGHT = str.maketrans(dict.fromkeys("│┃║¦", "|"))
_FRAME = re.compile(r"[+=\u2500-\u257f]")
_RULE = re.compile(r"[\s|]*(?:--|_)[-_\s|]*")
_NUMBER = re.compile(r"\s*(\d{1,2})(?:[:.)]?\s+|[:)]?(?=\|))")
_ARRAY = re.compile(r"(?:NP\.)?ARRAY\(|,\s*DTYPE=[\w.]+")
_RESULT = re.compile(r"[\s,](WIN|LOSS|DRAW)$")
"""What follows the cells of each position in a collection that many use."""


def read_board(text: str, shape: Shape, *, sized: bool = True) -> Board:
    r"""The position after some moves, as ``Board.parse`` reads them, or that of a drawing.

    A drawing is rows of cells in any usual signs, or one line of all cells.

    Args:
        shape: the board; above the rows of a drawing it is empty.
        sized: whether the board is as large as ``shape``; if not, it is as large as the drawing.

    Raises:
        InvalidBoard: if there is no board of its size.
        InvalidMove: if moves are not possible.
        InvalidPosition: if the board is another one, or no game leads there.

    >>> [str(read_board(text, Shape(3, 2, 3))) for text in ("|O| | |\n|X|X| |", "200/110", "1,1,2")]
    ['112', '112', '112']
    """
    return _drawn(text, shape, sized=sized) or Board.parse(text, shape)


def _drawn(text: str, shape: Shape, *, sized: bool) -> Board | None:
    """The position of a drawing; None if the text is not one."""
    if len(text) > MOST_SIGNS:
        return None
    text = normal(text).upper().translate(_UPRIGHT).replace("\u20e3", "")
    if "\n" not in text.strip():
        text = re.sub(r"\\N|/|\]\s*,?\s*\[", "\n", text.strip())
    if "0" in text:
        text = re.sub(r"(?<![^\s,\[])-1(?![^\s,\]])", "2", text)
    # Lists have brackets, and so has the last stone of our own pictures.
    cells = re.sub(r"[][(),;]", " ", _ARRAY.sub("", _RESULT.sub("", text)))
    if not _SIGNS & {*cells} - {*COLUMNS, *LETTERS.upper()}:
        return None
    if "\n" not in cells.strip():
        line = "".join(cells.replace("|", " ").split())
        return _read_line(line, shape, sized=sized, by_columns=bool(_RESULT.search(text)))
    rows = _rows(cells.splitlines())
    if not rows:
        return None
    width, height = len(rows[0]), len(rows)
    for number, row in enumerate(rows, start=1):
        if other := [sign for sign in row if sign not in _SIGNS]:
            told = {"row": number, "sign": quote(other[0])}
            raise InvalidPosition(translate("row {row}: {sign} is not a cell", **told))
        if len(row) != width:
            told = {"row": number, "cells": len(row), "first": width}
            raise InvalidPosition(
                translate("row {row} has {cells} cells, but the first row {first}", **told)
            )
    if not sized:
        shape = Shape(width, height, shape.win)
    elif width != shape.width or height > shape.height:
        drawn = f"{width}x{height}"
        raise InvalidPosition(
            translate("the drawing is {drawn}, but the board {board}", drawn=drawn, board=shape)
        )
    return from_bits(*_stones(rows, shape), shape)


def _read_line(cells: str, shape: Shape, *, sized: bool, by_columns: bool) -> Board | None:
    """The position of a line of cells: row by row from above, or column by column from below."""
    if not sized and len(cells) == _USUAL.cells:
        shape = Shape(_USUAL.width, _USUAL.height, shape.win)
    width, height = shape.width, shape.height
    other = len(cells) != shape.cells
    if len(cells) <= width or not _SIGNS.issuperset(cells) or (other and not _SURE & {*cells}):
        return None
    if other:
        told = {"number": len(cells), "board": shape, "cells": shape.cells}
        raise InvalidPosition(
            translate("this is a line of {number} cells; {board} has {cells}", **told)
        )
    down = [cells[start : start + width] for start in range(0, shape.cells, width)]
    right = [cells[row::height] for row in reversed(range(height))]
    found = [_stones(rows, shape) for rows in ([right] if by_columns else [down, right])]
    stand = {stones for stones in found if not floating(stones[0] | stones[1], shape)}
    if len(stand) > 1:
        raise InvalidPosition(
            translate("this line has more than one meaning: write each row on a line of its own")
        )
    return from_bits(*(stand.pop() if stand else found[0]), shape)


def _rows(lines: Sequence[str]) -> list[str]:
    """The rows of cells among these lines, without frames, names of columns and sentences."""
    rows = [line for line in lines if line.strip() and not _names_columns(line, lines)]
    rows = [line for line in rows if not _FRAME.search(line) and not _is_said(line)]
    numbers = [int(found[1]) for line in rows if (found := _NUMBER.match(line))]
    if len(numbers) > 2 and sorted(numbers) == [*range(1, len(rows) + 1)]:
        rows = [_NUMBER.sub("", line) for line in rows]
    framed = all(line.lstrip().startswith("|") for line in rows)
    rows = [_without_bars(line) for line in rows]
    # A line can be a frame, or a row of empty cells, as they are in other rows.
    solid = [line for line in rows if _RULE.fullmatch(line)]
    others = "".join(line for line in rows if line not in solid)
    empty = next((sign for sign in _EMPTY if sign in others), None)
    if empty is None and framed:
        rows = [line.replace(" ", ".") for line in rows]
    elif empty is None:
        empty = next((sign for sign in _EMPTY if sign in "".join(rows)), None)
    rows = [line for line in rows if line not in solid or (empty and empty in line)]
    while others and rows[-1] in solid:  # nothing can lie on an empty row
        rows.pop()
    return ["".join(line.split()) for line in rows]


def _names_columns(line: str, lines: Sequence[str]) -> bool:
    names = "".join(line.replace("|", " ").split())
    number = len(names)
    if names in (_DIGITS[:number] if number > 3 else "", LETTERS[:number].upper()):
        return number > 0
    # So few digits can be stones.
    others = "".join(each for each in lines if each != line) if number < 3 else ""
    return number > 0 and names == COLUMNS[:number].upper() and not {"1", "2"} & {*others}


def _is_said(line: str) -> bool:
    """Whether a line is a sentence: it has words, and not the cells of a row."""
    words = re.findall(r"[^\W\d_]{2,}", line)
    foreign = (sum(sign not in _SIGNS for sign in word) > len(word) / 2 for word in words)
    return len(_SURE & {*line}) + line.count(".") < 3 and any(foreign)


def _without_bars(line: str) -> str:
    stripped = line.strip()
    inner = stripped[1:-1] if len(stripped) > 1 and stripped[0] == stripped[-1] == "|" else line
    parts = inner.split("|")
    if len(parts) == 1 or (_RULE.fullmatch(inner) and "--" in inner):
        return inner
    return "".join("".join(part.split()) or "." for part in parts)


def _stones(rows: Sequence[str], shape: Shape) -> tuple[int, int]:
    """The stones of the first and of the second player, of rows from above."""
    signs = {*"".join(rows)}
    empty = next((sign for sign in _EMPTY if sign in signs), "")
    stones = sorted(signs - {empty}, key=(_STONES + _EMPTY).index)
    if len(stones) > 2 or not {*stones} <= {*_STONES}:
        raise InvalidPosition(
            translate(
                "a board has two kinds of stones and one of empty cells; this drawing has {signs}",
                signs=join_words(map(quote, [*stones, empty])),
            )
        )
    bits = [0, 0]
    late = len(stones) == 1 and stones[0] in _SECOND
    for height, row in enumerate(reversed(rows)):
        for column, sign in enumerate(row):
            if sign != empty:
                bits[late or stones.index(sign)] |= 1 << column * (shape.height + 1) + height
    first, second = bits
    if not {*stones} <= {*_FIRST, *_SECOND} and second.bit_count() == first.bit_count() + 1:
        return second, first
    return first, second
