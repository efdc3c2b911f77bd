"""Tables of HTML, for notebooks."""

from collections.abc import Iterable, Mapping
from html import escape

_BAR = 30
"""Squares of the longest bar."""


def table(head: Iterable[object], rows: Iterable[Iterable[object]], caption: str = "") -> str:
    """A table; its cells are texts.

    >>> table(["guess"], [["a<b"]], "one")
    '<table><caption>one</caption><tr><th>guess</th></tr><tr><td>a&lt;b</td></tr></table>'
    """
    titles = f"<caption>{escape(caption)}</caption>" * bool(caption)
    titles += _row("th", head)
    return f"<table>{titles}{''.join(_row('td', row) for row in rows)}</table>"


def histogram(distribution: Mapping[int, int], caption: str) -> str:
    """How many secrets need each number of guesses.

    >>> histogram({1: 1, 2: 2}, "two").count("█")
    45
    """
    most = max(distribution.values(), default=1)
    return table(
        ("guesses", "secrets", ""),
        (
            (guesses, f"{secrets:,}", "█" * -(-secrets * _BAR // most))
            for guesses, secrets in sorted(distribution.items())
        ),
        caption,
    )


def _row(kind: str, cells: Iterable[object]) -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(str(cell))}</{kind}>' for cell in cells)}</tr>"
