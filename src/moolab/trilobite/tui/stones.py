"""The board of trilobite in the whole terminal: stones, a cursor above them, and names below."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Center, Middle
from textual.widgets import Footer, Header, Static

from moolab.support.language import translate
from moolab.trilobite.board import COLUMNS, Board
from moolab.trilobite.dialogue import STONE_COLOURS

STYLE = """
#board { width: auto; height: auto; border: round $primary; padding: 0 1; }
Middle { height: 1fr; }
#said { max-height: 100%; overflow-y: auto; }
"""
"""How the board, and what is said below it, are laid out."""

_BESIDE_CELLS = 4
"""Lines of a board that are not cells: a frame, a stone above the columns, and their names."""

_STYLES = {stone: f"bold {colour}" for stone, colour in STONE_COLOURS.items()}


def board_in_the_middle() -> ComposeResult:
    """The parts of the terminal: the board, and what is said below it."""
    yield Header(icon="")
    with Middle(), Center():
        yield Static(id="board", markup=False)
    yield Static(id="said", markup=False)
    yield Footer(compact=True)


def room_below(app: App[Any], board: Board) -> int:
    """How many lines are left for what is said below a board; it needs one."""
    bars = sum(app.query_one(bar).outer_size.height for bar in (Header, Footer))
    return max(1, app.size.height - bars - board.shape.height - _BESIDE_CELLS)


def fitted(app: App[Any], lines: Sequence[str], room: int) -> str:
    """As many lines as there is room for, and how many more there are."""
    width = app.size.width - 2  # of the padding
    heights = [len(Text(line).wrap(app.console, width)) for line in lines]
    if sum(heights) <= room:
        return "\n".join(lines)
    kept = sum(1 for height in accumulate(heights) if height < room)
    more = translate("... {number} more", number=len(lines) - kept)
    return "\n".join([*lines[:kept], more])


def drawn(
    board: Board, cursor: int, stone: str | None, threats: Mapping[tuple[int, int], str]
) -> Text:
    """The board as text in colours.

    Args:
        cursor: the column that is chosen.
        stone: what hangs above it; None if nothing is to fall now.
        threats: marks of empty cells, by their column and row.

    >>> print(drawn(Board.parse("1"), 2, "O", {}).plain.splitlines()[-2].rstrip())
    [X] ·  ·  ·  ·  ·  ·  ·
    """
    text = Text()
    width = board.shape.width
    for column in range(1, width + 1):
        text.append(f" {stone} " if stone and column == cursor else "   ", _STYLES.get(stone or ""))
    text.append("\n")
    for height, row in zip(range(len(board.rows), 0, -1), board.rows, strict=True):
        for column, cell in enumerate(row, start=1):
            threat = threats.get((column, height), "")
            style = _STYLES.get(cell.stone or threat.upper(), "bold" if threat else "dim")
            around = "()" if cell.winning else "[]" if cell.last else "  "
            text.append(around[0])
            text.append(cell.stone or threat or "·", style)
            text.append(around[1])
        text.append("\n")
    for column in range(1, width + 1):
        playable = column in board.columns
        style = "reverse" if column == cursor else "" if playable else "dim strike"
        text.append(f" {COLUMNS[column - 1]} ", style or None)
    return text
