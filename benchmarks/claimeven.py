"""Print docs/explanation/claimeven.svg: ``python -m benchmarks.claimeven``.

Two columns of 4 rows, claimed as ``solver/claimeven.py`` says: both even, then both odd.
"""

from moolab.trilobite.board import Board, Shape
from moolab.trilobite.solver.grid import Grid

CELL, LEFT, TOP, APART = 56, 28, 64, 290

PICTURES = [
    ("", "Even columns", "X moves. O answers each stone", "right above it."),
    (
        "12",
        "Odd columns",
        "X moves. O answers a stone at one",
        "foot at the other, the rest above.",
    ),
]
"""Moves on the pair, and what the picture says."""

COLOURS = {"claimed": "#2a78c8", "open": "#8a8a8a", "left": "#c8642a"}
LABELS = {"claimed": "O: claimeven", "open": "either", "left": "left to X"}


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 400" width="560" height="400" '
    'font-family="sans-serif" text-anchor="middle" color="#444">'
)


def picture(moves: str, title: str, lines: tuple[str, ...], x: int) -> list[str]:
    """The elements of one pair of columns, with O waiting."""
    board = Board.parse(moves, Shape(2, 4, 4))
    grid = Grid.of(board.shape)
    claimed, feet = grid.claimeven & ~board.filled, board.filled + grid.bottom & grid.full
    drawn = [text(x + CELL, 28, title, 16, "currentColor")]
    for column in range(2):
        for row in range(4):
            cell = 1 << column * 5 + row
            left, top = x + column * CELL, TOP + (3 - row) * CELL
            if cell & board.filled:
                kind, name = "stone", "XO"[bool(cell & board.mover) ^ (board.ply % 2 == 0)]
            elif cell & claimed & feet:
                kind, name = "open", "?"
            elif cell & claimed:
                kind, name = "claimed", "O"
            else:
                kind, name = "left", "X"
            colour = COLOURS.get(kind, "currentColor")
            opacity = 0 if kind == "stone" else 0.22
            drawn.append(
                f'<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="{colour}" '
                f'fill-opacity="{opacity}" stroke="currentColor"/>'
            )
            drawn.append(text(left + CELL // 2, top + 36, name, 22, colour))
    for number, line in enumerate(lines):
        drawn.append(text(x + CELL, TOP + 4 * CELL + 26 + 18 * number, line, 13, "currentColor"))
    return drawn


def text(x: int, y: int, words: str, size: int, colour: str) -> str:
    """Words centred at a point."""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}">{words}</text>'


def main() -> None:
    """Print the drawing."""
    drawn = [
        SVG,
        "<title>Claimeven: who gets which cell</title>",
    ]
    for number, (moves, title, *lines) in enumerate(PICTURES):
        drawn += picture(moves, title, tuple(lines), LEFT + 64 + number * APART)
    for number, (kind, label) in enumerate(LABELS.items()):
        x = 110 + number * 170
        drawn.append(
            f'<rect x="{x - 62}" y="360" width="16" height="16" fill="{COLOURS[kind]}" '
            f'fill-opacity="0.22" stroke="currentColor"/>'
        )
        start = f'<text x="{x - 38}" y="373" font-size="13" text-anchor="start" '
        drawn.append(f'{start}fill="currentColor">{label}</text>')
    print("\n".join([*drawn, "</svg>"]))


if __name__ == "__main__":
    main()
