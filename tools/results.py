"""The tables of docs/results.md and docs/field.md: ``python -m tools.results`` writes them.

They follow from ``src/moolab/results/known.toml``. Each table is between two comments, the first
with its name; a test compares them.
"""

import json
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

from moolab.codes.rules import Rules
from moolab.results.field import QUESTIONS, Row, published
from moolab.results.known import Result, content, known_results, name_result, proved_bounds
from moolab.support.compressed import open_file

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "docs" / "results.md", ROOT / "docs" / "field.md")

_TABLE = re.compile(r"(?<=<!-- table: )(\w+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


def proved() -> str:
    """The games that are solved."""
    rows = (
        (
            _tree(each),
            each.total,
            each.max,
            each.at_max,
            "" if each.nodes is None else f"{each.nodes:,}",
            each.cpu,
        )
        for each in known_results()
        if each.proved
    )
    return _table("tree | total | max | at max | nodes | CPU s", rows)


def certificates() -> str:
    """The proofs that anyone can check."""
    rows = [
        _proof(each.certificate, each.claims, each.checking)
        for each in known_results() if each.certificate
    ]  # fmt: skip
    rows += [_proof(each.file, each.claims, each.checking) for each in proved_bounds()]
    head = "certificate | proves | claims | bytes | `moo verify`, CPU s | checked by"
    return _table(head, rows)


def _proof(file: str, claims: int | None, checking: float | None) -> tuple[object, ...]:
    """A row about a certificate."""
    name = Path(file).name.removesuffix(".cert.gz")
    with open_file(ROOT / file) as lines:
        # Of long lists it has the hash alone, and is not read as a whole.
        header = json.loads(lines.readline())
    proves = f"total {header['bound']}"
    if header["objective"] == "worst":
        proves = f"{header['bound']} guesses are needed"
    if "at_max" in header:
        there = f"maximum {header['max']}, {header['at_max']} secrets there"
        proves = f"{proves}, {there}" if header["objective"] == "tail" else f"{there}, {proves}"
    elif "max" in header:
        proves += f", at most {header['max']} each"
    if "first" in header:
        proves += f", {header['first']} first" + ", hard mode" * ("hard" in header)
    by = "both" if name in content()["checked_plainly"] else "`moo verify`"
    size = f"{(ROOT / file).stat().st_size:,}"
    return _link(name, file), proves, f"{claims:,}", size, checking, by


def records() -> str:
    """The best trees of games that are not solved."""
    rows = (
        (_tree(each), each.total, each.max, each.at_max, _or_blank(each.least), each.cpu)
        for each in known_results() if not each.proved
    )  # fmt: skip
    head = "tree | total | max | at max | bound | CPU s"
    return _table(head, rows)


def sequences() -> str:
    """The least totals of games with more and more symbols."""
    rows = []
    for game, totals in content()["sequences"].items():
        first = Rules.parse(game).symbols
        symbols = f"{first} to {first + len(totals) - 1}"
        rows.append((f"{game[:3]}x*n*", symbols, ", ".join(map(str, totals))))
    return _table("games | *n* | least totals", rows)


def field() -> str:
    """What others have published, a table for each question."""
    return "\n".join(map("".join, map(_answers, QUESTIONS)))


def _answers(question: str) -> Iterator[str]:
    rows = [row for row in published() if row.question == question]
    words = QUESTIONS[question]
    yield f"## {words[0].upper()}{words[1:]}\n\n"
    settled = [row for row in rows if row.standing == "equal" and row.proved]
    if settled:
        equal = ", ".join(f"{row.game} {_number(row.ours)}" for row in settled)
        by = ", ".join(dict.fromkeys(row.source for row in settled))
        yield f"Proved by {by}, and by moolab: {equal}.\n"
    rest = [row for row in rows if row not in settled]
    if settled and rest:
        yield "\n"
    if rest:
        lines = (
            (row.game, _marked(row.theirs, row.proved), row.source, _ours(row)) for row in rest
        )
        yield _table("game | theirs | by | ours", lines)


def _number(value: Fraction | None) -> str:
    if value is None:
        return ""
    return f"{value.numerator:,}" if value.denominator == 1 else str(value)


def _marked(value: Fraction | None, proved: bool) -> str:
    return _number(value) + (" (proved)" if proved and value is not None else "")


def _ours(row: Row) -> str:
    number = _marked(row.ours, row.is_ours_proved)
    return _link(number, row.file) if row.file else number


def sources() -> str:
    """Where the numbers of others are published."""
    places = sorted({(row.source, row.url) for row in published() if row.url})
    return ", ".join(f"[{source}]({url})" for source, url in places) + "\n"


TABLES = (proved, certificates, records, sequences, field, sources)


def written(page: str) -> str:
    """The page with its tables as they should be."""
    tables = {table.__name__: table() for table in TABLES}
    return _TABLE.sub(lambda found: f"{found[1]}{found[2]}{tables[found[1]]}", page)


def _table(head: str, rows: Iterable[tuple[object, ...]]) -> str:
    """A table, without columns in which nothing stands."""
    columns = zip(head.split(" | "), *rows, strict=True)
    titles, *lines = zip(*(each for each in columns if any(map(str, each[1:]))), strict=True)
    text = ["".join(f"| {cell} " for cell in line) + "|\n" for line in (titles, *lines)]
    return "".join([text[0], "|" + "---|" * len(titles) + "\n", *text[1:]])


def _tree(each: Result) -> str:
    name = name_result(each.rules, each.objective, each.consistent)
    return name if each.tree is None else _link(name, each.tree)


def _link(name: str, file: str) -> str:
    return f"[{name}](../{file})"


def _or_blank(number: int | None) -> object:
    return "" if number is None else number


def main() -> None:
    """Write the tables."""
    for page in PAGES:
        page.write_text(written(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
