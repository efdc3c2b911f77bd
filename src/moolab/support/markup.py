"""Tables of HTML, for notebooks."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

_BAR = 30
"""Squares of the longest bar."""


def table(head: Iterable[object], rows: Iterable[Iterable[object]], caption: str = "") -> str:
    """A table of values, as people read them.

    >>> table(["guess"], [["a<b"]], "one")
    '<table><caption>one</caption><tr><th>guess</th></tr><tr><td>a&lt;b</td></tr></table>'
    """
    titles = f"<caption>{escape(caption)}</caption>" * bool(caption)
    titles += _row("th", head)
    return f"<table>{titles}{''.join(_row('td', row) for row in rows)}</table>"


def table_of(rows: Sequence[Mapping[str, object]], caption: str = "") -> str:
    """A table of rows that all name the same columns.

    >>> table_of([{"a": 1}, {"a": 2}]).count("<th>")
    1
    """
    return table(rows[0] if rows else (), (row.values() for row in rows), caption)


def histogram(distribution: Mapping[int, int], caption: str, what: str = "secrets") -> str:
    """How many secrets, or games, need each number of guesses.

    >>> histogram({1: 1, 2: 2}, "two").count("█")
    45
    """
    most = max(distribution.values(), default=1)
    return table(
        ("guesses", what, ""),
        (
            (guesses, number, "█" * -(-number * _BAR // most))
            for guesses, number in sorted(distribution.items())
        ),
        caption,
    )


class Records(tuple[Any, ...]):
    """Named tuples of one kind, which notebooks show as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return table(self[0]._fields if self else (), self)


class ByName(dict[Any, Any]):
    """What belongs to names; notebooks show a table, with a line of what each says in ``_row``."""

    def _repr_html_(self) -> str:
        return table_of([{"": name} | value._row() for name, value in self.items()])


def _row(kind: str, cells: Iterable[object]) -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(_cell(cell))}</{kind}>' for cell in cells)}</tr>"


def _cell(value: object) -> str:
    """A value as people read it: of what is not known, nothing."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    return f"{value:,}" if type(value) is int else str(value)
