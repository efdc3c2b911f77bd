"""A position as a picture, for notebooks."""

from collections.abc import Sequence

_CELL = 40

_FILL = {None: "#fff", "X": "#d33", "O": "#fc3"}


def drawing(rows: Sequence[Sequence[tuple[str | None, bool, bool]]], names: str, title: str) -> str:
    """The text of an SVG picture: the last stone has a dot, those of a winning line a ring.

    Args:
        rows: ``Board.rows``.
        names: of the columns.

    >>> text = drawing([[("X", True, False), (None, False, False)]], "12", "1")
    >>> text.startswith("<svg "), text.count("<circle"), text.count("<text")
    (True, 3, 2)
    """
    width, height = len(names) * _CELL, (len(rows) + 1) * _CELL
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} text-anchor="middle">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height - _CELL}" rx="6" fill="#26c"/>',
    ]
    for row, cells in enumerate(rows):
        for column, (stone, last, winning) in enumerate(cells):
            at = f'cx="{column * _CELL + _CELL // 2}" cy="{row * _CELL + _CELL // 2}"'
            ring = ' stroke="#000" stroke-width="4"' if winning else ""
            parts.append(f'<circle {at} r="16" fill="{_FILL[stone]}"{ring}/>')
            if last:
                parts.append(f'<circle {at} r="4"/>')
            if stone == "O":
                # Told apart without colours, too.
                parts.append(f'<circle {at} r="9" fill="none" stroke="#a70"/>')
    for column, name in enumerate(names):
        x = column * _CELL + _CELL // 2
        parts.append(
            f'<text x="{x}" y="{height - _CELL // 3}" font-family="sans-serif" '
            f'fill="currentColor">{name}</text>'
        )
    return "\n".join([*parts, "</svg>"])
