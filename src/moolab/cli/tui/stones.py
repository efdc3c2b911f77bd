"""The board of trilobite in the whole terminal: stones, a cursor above them, and names below."""

from collections.abc import Mapping

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Center, Middle
from textual.widgets import Footer, Header, Static

from moolab.cli.dialogues.trilobite import STONE_COLOURS
from moolab.trilobite.board import COLUMNS, Board

STYLE = """
#board { width: auto; height: auto; border: round $primary; padding: 0 1; }
Middle { height: 1fr; }
#said { max-height: 9; overflow-y: auto; }
"""
"""How the board, and what is said below it, are laid out."""

_STYLES = {stone: f"bold {colour}" for stone, colour in STONE_COLOURS.items()}


def board_in_the_middle() -> ComposeResult:
    """The parts of the terminal: the board, and what is said below it."""
    yield Header(icon="")
    with Middle(), Center():
        yield Static(id="board", markup=False)
    yield Static(id="said", markup=False)
    yield Footer(compact=True)


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
