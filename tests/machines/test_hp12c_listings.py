# ruff: noqa: RUF001 - listings hold the signs that people and word processors write
"""Listings of the HP 12C in the layouts in which people publish them."""

from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.errors import InvalidProgram
from moolab.machines.hp12c.calculator import Calculator
from moolab.machines.hp12c.keys import Instruction, instructions, presses
from moolab.machines.hp12c.listing import parse_listing, read_listing, write_listing
from tests.machines.test_hp12c_keys import PROGRAMMABLE

PROGRAMS = [
    list(instructions(presses(text)))
    for text in (
        "RCL n FRAC STO / 4 x=0 GTO 01 - 7 R/S GTO 00",
        "ENTER x STO + 0 R/S x<>y e^x f 4 STO - 3 GTO 01",
        "f CLEAR S S+ xm g s LSTx RCL .3 STO .9 PSE x<=y GTO 08 RCL 2 GTO 02",
        "1 . 5 EEX 2 CHS y^x 1/x n! INTG ROLL CLx GTO 00",
        "RCL PV PMT FV i CFo CFj Nj DDYS 12x 12/ RCL g CFj %T D% % IRR NPV f 2",
        " ".join(f"RCL {n % 10} STO {n % 7} + RCL .{n % 9} x<>y {n % 10}" for n in range(14)),
    )
]
"""The last one has more lines than one column of a printed page."""

WRITTEN = {
    "/": "÷", "x": "×", "-": "−", "x<>y": "x≷y", "x<=y": "x≤y?", "e^x": "eᵡ", "f 4": "FIX 4",
    "f CLEAR S": "CLΣ", "DDYS": "ΔDAYS", "S+": "Σ+", "xm": "x̄", "CFo": "CF₀", "FRAC": "g FRAC",
    "STO + 0": "STO+ 00", "STO - 3": "STO −3", "STO / 4": "STO÷ 4", "RCL 2": "RCL 02",
    "GTO 01": "GTO 001", "GTO 02": "GTO 2", "GTO 08": "g GTO 08", "IRR": "f IRR", "y^x": "yˣ",
    "ROLL": "R↓", "1/x": "1⁄x",
}  # fmt: skip
"""Names as people write them."""

SAID = ("the seed", "R0 = n", "begin again", "the 3rd one", "n", "half of it", "to line 7")

Lines = Sequence[tuple[int, str, str, str]]
"""Number, keycodes, name and comment of each line."""


def lines_of(program: Sequence[Instruction]) -> Lines:
    return [
        (n, each.keycodes, WRITTEN.get(each.text, each.text), SAID[n % len(SAID)])
        for n, each in enumerate(program, start=1)
    ]


def each(pattern: str, before: str = "", after: str = "") -> Callable[[Lines], str]:
    """A layout whose lines are alike."""

    def write(lines: Lines) -> str:
        rows = [
            pattern.format(
                n=n, codes=codes, name=name, said=said, keys="][".join(name.split()),
                three=codes.replace(" ", ", "), next=n + 1,
            )
            for n, codes, name, said in lines
        ]  # fmt: skip
        return "\n".join([before, *rows, after])

    return write


def side_by_side(count: int, pattern: str) -> Callable[[Lines], str]:
    def write(lines: Lines) -> str:
        height = -(-len(lines) // count)
        cells = [pattern.format(n=n, codes=codes, name=name) for n, codes, name, _ in lines]
        return "\n".join("   ".join(cells[at::height]) for at in range(height))

    return write


def in_a_row(count: int, pattern: str) -> Callable[[Lines], str]:
    def write(lines: Lines) -> str:
        cells = [pattern.format(n=n, codes=codes, name=name) for n, codes, name, _ in lines]
        return "\n".join(" ".join(cells[at : at + count]) for at in range(0, len(cells), count))

    return write


LAYOUTS: dict[str, Callable[[Lines], str]] = {
    "a table in Markdown": each(
        "| {n:02} | {codes} | {name} |", "| Step | Code | Key |\n|---|:---:|---|"
    ),
    "a table with comments": each("| {n} | {name} | {codes} | {said} |", "|Line|Key|Keycode|Note|"),
    "tabs": each("{n:03}\t{name}\t{codes}", "Step\tKeys\tDisplay"),
    "the name before the keycodes": each("{n:02} {name} {codes}"),
    "the handbook's": each(
        "{name}   {n:02}-  {codes}", "f P/R\nf CLEAR PRGM    00-", "f P/R      0.00"
    ),
    "brackets": each("[{keys}] {n:02}- {codes}", "[f][P/R]\n[f] [PRGM] 00-", "[f] [P/R]"),
    "several numbered lines in one": in_a_row(4, "{n:02}- {name}"),
    "two columns side by side": side_by_side(2, "{n:02}- {codes}"),
    "three columns with names": side_by_side(3, "{n:02}  {codes}  {name}"),
    "a cell in each line": each("{n:02}\n{three}\n{name}", "Step\nCode\nKey"),
    "an en dash": each("{n:02}–  {codes}"),
    "no-break spaces": each("{n:02}\u00a0{name}"),
    "a comma": each("{n:03}, {name}"),
    "a comma before keycodes": each("{n:03},{codes}"),
    "a comment without a sign": each("{n:02} {name:<12} {said}"),
    "a comment in parentheses": each("{n:02}. {name} ({said})"),
    "a comment behind a dash": each("{n:02}: {name} -- {said}"),
    "a comment behind an apostrophe": each("{n:02} {codes} ' {said}"),
    "a comment behind keycodes": each("{n:02}- {codes}    {said} of it"),
    "a title and prose": each(
        "{n:02} {name}", "Modulus\n\nThis program shows what is left of a number.", "Have fun!"
    ),
    "a dump": each(
        "{n:03} {{ {codes:>8} }} {name}",
        "# -----\nA simulator wrote this for a model of calculator\n000 {           }",
    ),
    "HTML": each(
        "<tr><td>{n:02}</td><td>{codes}</td><td><b>{name}</b></td></tr>",
        "<table border=1>\n<tr><th>Line</th><th>Code</th><th>Key</th></tr>", "</table>",
    ),
    "HTML, a cell in each line": each(
        "<tr>\n<td>{n:02}</td>\n<td>{name}</td>\n</tr>", "<table>", "</table>"
    ),
    "breaks of HTML": each("{n:02}) {name}<br>"),
    "bold": each("**{n:02}** **{name}**"),
    "a fence": each("{n:02} {name}", "```", "```"),
    "marked targets": each("► {n:02} {name}"),
    "boxes": each("│ {n:02} │ {codes} │ {name} │", "┌────┬────┬───┐", "└────┴────┴───┘"),
    "no number": each("{name} {codes}"),
    "names and comments": each("{name} ; {said}"),
}  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_is_the_same_in_each_layout(layout: str, number: int) -> None:
    text = LAYOUTS[layout](lines_of(PROGRAMS[number]))
    assert [each.text for each in read_listing(text)] == [each.text for each in PROGRAMS[number]]


STEPS = ("{n:02}", "{n:02}-", "{n:03}:", "{n}.", "{n:02})", "{n:02}–")
GAPS = ("  ", "\t", " | ", "\u00a0\u00a0")
PARTS = st.sampled_from(["name", "codes", "name codes", "codes name"])


@given(
    st.lists(st.sampled_from(PROGRAMMABLE), min_size=2, max_size=99),
    st.sampled_from(STEPS),
    st.sampled_from(GAPS),
    PARTS,
    st.sampled_from(["", "; ", "// ", "-- ", "' ", "("]),
    st.booleans(),
)
def test_layouts_can_be_mixed(
    program: list[Instruction], step: str, gap: str, parts: str, sign: str, is_framed: bool
) -> None:
    rows = []
    for n, codes, name, said in lines_of(program):
        cells = [
            step.format(n=n),
            *({"name": name, "codes": codes}[part] for part in parts.split()),
        ]
        rows.append(gap.join([*cells, *([f"{sign}{said}"] if sign else [])]))
    text = "\n".join(["f P/R", *rows, "f P/R"] if is_framed else rows)
    listing = parse_listing(text)
    assert [each.text for each in listing.program] == [each.text for each in program]
    if sign:
        texts = [SAID[n % len(SAID)] for n in range(1, len(program) + 1)]
        assert list(listing.comments.values()) == texts
    assert parse_listing(write_listing(*listing[:2]))[:2] == listing[:2]


CHECKED = (
    *("a table in Markdown", "a table with comments", "tabs", "the name before the keycodes"),
    *("the handbook's", "three columns with names", "a dump", "HTML", "boxes"),
)
"""Layouts with names and keycodes."""


# The same signs each time: of a thousand, one makes a comment of a key, which looks like any other.
@settings(derandomize=True)
@given(st.sampled_from(CHECKED), st.integers(0, 10**6), st.integers(0, 5))
def test_a_changed_sign_never_makes_another_program_in_silence(
    layout: str, seed: int, number: int
) -> None:
    """Where names and keycodes stand beside each other, they have to agree."""
    text = LAYOUTS[layout](lines_of(PROGRAMS[number]))
    chance = Random(seed)
    # Without a new line, a program line becomes the comment of the one before.
    at = chance.choice([at for at, sign in enumerate(text) if sign != "\n"])
    changed = f"{text[:at]}{chance.choice('0123456789 |x')}{text[at + 1 :]}"
    try:
        found = read_listing(changed)
    except InvalidProgram:
        return
    assert list(found) == PROGRAMS[number]


def test_what_was_decided_is_noted() -> None:
    text = "Modulus\n\n| Step | Code | Key |\n|---|---|---|\n| 01 | 45 11 | RCL n | the seed |"
    listing = parse_listing(text)
    assert listing.comments == {1: "the seed"}
    assert listing.note == (
        "read as: number, keycodes, name, comment; headings left out; 1 line of text left out"
    )
    assert parse_listing("01 ENTER ; twice\n02 x").note == ""


def test_comments_stay_until_keys_change_their_lines() -> None:
    calculator = Calculator("01 ENTER ; twice\n02 x ; the square")
    assert calculator.comments == {1: "twice", 2: "the square"}
    calculator.press("f P/R GTO .01 + f P/R")
    assert calculator.comments == {1: "twice"}
