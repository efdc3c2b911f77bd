"""Tables of replies as files: CSV, NumPy's .npy, Parquet."""

import csv
import io
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from moolab.codes.listed import ListedRules
from moolab.codes.reply_rules import tidy
from moolab.codes.rules import TABLE_PREFIX
from moolab.codes.tables import table_rules
from moolab.codes.word_lists import LARGEST
from moolab.errors import InvalidRules
from moolab.support.atomic import name_errors
from moolab.support.extras import how_to_get
from moolab.support.foreign import parsing, text_of
from moolab.support.shipped import near
from moolab.support.text import count_noun, quote

COST, PRIOR = "cost", "prior"
"""The names of the column that says what questions cost, and of the row that says how likely
secrets are."""

_HEAD = 1 << 16
"""Bytes that NumPy writes before the numbers of an array, at most."""


class _Sheet(NamedTuple):
    """What a file says: names over the columns, and lines that begin with the name of a row."""

    columns: list[str]
    lines: list[tuple[str, list[str]]]


def read_table(
    path: Path,
    *,
    win: str | None = None,
    secrets: Sequence[str] | None = None,
    guesses: Sequence[str] | None = None,
) -> ListedRules:
    """The game of a table of replies.

    The first row names the secrets, the first column the questions. A column ``cost`` says what
    questions cost, a row ``prior`` how likely secrets are.

    Args:
        path: the file; its ending says what it is.
        win: the reply that wins, to a question that is the name of the secret.
        secrets, guesses: the names of columns and rows in a file that has none (.npy); otherwise
            they have numbers.

    Raises:
        InvalidRules: if it is not such a table.
        OSError: if it cannot be read.
    """
    path = Path(path)
    with name_errors(path, near):
        path.stat()
    kind = path.suffix.casefold()
    if kind != ".npy" and (secrets is not None or guesses is not None):
        raise InvalidRules(f"{path} names its secrets and questions itself")
    try:
        if kind == ".npy":
            sheet = _read_array(path, win is not None, secrets, guesses)
        elif kind == ".parquet":
            sheet = _read_parquet(path)
        elif kind in (".csv", ".tsv", ".txt"):
            text = text_of(path, LARGEST, InvalidRules)
            tabs = kind == ".tsv" and "\t" in text
            sheet = _parse_csv(text, "\t") if tabs else _parse_csv(text)
        else:
            raise InvalidRules("a table is a file .csv, .npy or .parquet")
        return _game(sheet, win, f"{TABLE_PREFIX}{path.name}")
    except InvalidRules as error:
        raise InvalidRules(f"{path}: {error}") from error


def parse_table(text: str, *, win: str | None = None, name: str = "table") -> ListedRules:
    r"""As ``read_table``, of a text in CSV; the cells are divided by commas, semicolons or tabs.

    Raises:
        InvalidRules: if it is not such a table.

    >>> parse_table("question,cat,owl\ndoes it fly?,no,yes")
    <table: 2 secrets, 1 question, replies by table>
    """
    return _game(_parse_csv(text), win, name)


def _too_large() -> InvalidRules:
    return InvalidRules(f"the table has more than {LARGEST >> 20} MiB")


def _game(sheet: _Sheet, win: str | None, name: str) -> ListedRules:
    columns = [tidy(column) for column in sheet.columns]
    costly = [number for number, column in enumerate(columns) if column.casefold() == COST]
    if len(costly) > 1:
        raise InvalidRules(f"there are two columns {COST}")
    priors: Sequence[str] = ()
    table: dict[str, list[str]] = {}
    costs: dict[str, int] = {}
    for question, cells in sheet.lines:
        asked, row = tidy(question), list(cells)
        cost = row.pop(costly[0]).strip() if costly else ""
        if asked.casefold() == PRIOR:
            if priors:
                raise InvalidRules(f"there are two rows {PRIOR}")
            priors = row
        elif asked in table:
            raise InvalidRules(f"there are two questions {quote(asked)}")
        else:
            table[asked] = row
            if cost:
                costs[asked] = _cost(asked, cost)
    secrets = [column for number, column in enumerate(columns) if number not in costly]
    return table_rules(secrets, table, win=win, priors=priors, costs=costs, name=name)


def _cost(question: str, text: str) -> int:
    # Where a column has holes, readers of tables make its numbers 15.0.
    number = text.removesuffix(".0")
    if not (number.isascii() and number.isdigit() and len(number) < 9):
        raise InvalidRules(
            f"the cost of {quote(question)} is {quote(text)}: write a whole number, such as 15"
        )
    return int(number)


def _parse_csv(text: str, signs: str = ",;\t") -> _Sheet:
    """A text in CSV; the sign that divides cells is one with which all lines have as many."""
    # Spreadsheets write what the language of their user has.
    first = next((line for line in text.splitlines() if line.strip()), "")
    likely = sorted(signs, key=first.count, reverse=True)
    found = []
    for sign in likely:
        with suppress(InvalidRules):
            found.append(_lines(text, sign))
    lines = max(found, key=lambda lines: len(lines[0]), default=[[""]])
    if len(lines[0]) == 1:
        # What is wrong is said of the likeliest one.
        lines = _lines(text, likely[0])
    (_, *columns), *others = lines
    return _Sheet(columns, [(cells[0], cells[1:]) for cells in others])


def _lines(text: str, sign: str) -> list[list[str]]:
    """The cells of all lines that are not blank, as many in each."""
    lines: list[list[str]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True)
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            lines.append(cells)
            if len(cells) != len(lines[0]):
                found = count_noun(len(cells), "cell")
                raise InvalidRules(
                    f"line {reader.line_num} has {found}, and the first one {len(lines[0]):,}"
                )
    except csv.Error as error:
        raise InvalidRules(f"line {reader.line_num} is not CSV: {error}") from error
    if not lines:
        raise InvalidRules("the table is empty")
    return lines


def _read_array(
    path: Path, wins: bool, secrets: Sequence[str] | None, guesses: Sequence[str] | None
) -> _Sheet:
    import numpy as np

    if path.stat().st_size > LARGEST + _HEAD:
        raise _too_large()
    with parsing(InvalidRules("this is not an array of numbers or texts")):
        found = np.load(path, allow_pickle=False, mmap_mode="r")
        if not isinstance(found, np.ndarray) or found.ndim != 2 or found.dtype.kind not in "biuU":
            raise InvalidRules("the array has to have two dimensions, and whole numbers or texts")
        # Any number of texts without a character takes no room in the file.
        if found.size > LARGEST:
            raise _too_large()
        cells: list[list[Any]] = found.tolist()
    rows, columns = found.shape
    named = list(secrets) if secrets is not None else [str(n) for n in range(1, columns + 1)]
    if guesses is not None:
        asked = list(guesses)
    elif wins:
        # The first questions are the secrets themselves.
        asked = [*named, *(f"q{n}" for n in range(columns + 1, rows + 1))][:rows]
    else:
        asked = [f"q{n}" for n in range(1, rows + 1)]
    for what, names, count in (("secrets", named, columns), ("guesses", asked, rows)):
        if len(names) != count:
            raise InvalidRules(f"{len(names):,} names of {what} are given for {count:,}")
    return _Sheet(named, list(zip(asked, map(_texts, cells), strict=True)))


def _read_parquet(path: Path) -> _Sheet:
    try:
        from pyarrow.parquet import read_table as read
    except ImportError as error:
        raise InvalidRules(
            f"a Parquet file is read with pyarrow: write a .csv, or {how_to_get('parquet')}"
        ) from error
    if path.stat().st_size > LARGEST:
        raise _too_large()
    with parsing(InvalidRules("this is not a Parquet file")):
        found = read(path)
        if found.nbytes > LARGEST:
            raise _too_large()
        names = found.column_names
        if not names:
            raise InvalidRules("the table is empty")
        asked, *columns = (column.to_pylist() for column in found.columns)
    rows = zip(*columns, strict=True) if columns else ([] for _ in asked)
    return _Sheet(names[1:], list(zip(_texts(asked), map(_texts, rows), strict=True)))


def _texts(values: Iterable[object]) -> list[str]:
    return ["" if value is None else str(value) for value in values]
