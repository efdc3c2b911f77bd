# ruff: noqa: RUF001 - listings hold the very signs that are printed on the keys
"""The keyboard and the listings of the HP 12C."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.errors import InvalidKey, InvalidProgram
from moolab.machines.hp12c.actions import ACTIONS
from moolab.machines.hp12c.calculator import Calculator
from moolab.machines.hp12c.keys import (
    BLUE,
    FACES,
    GOLD,
    Instruction,
    instruction,
    instructions,
    presses,
)
from moolab.machines.hp12c.listing import read_listing, write_listing
from tests.helpers.cases import every

ALL = [
    found
    for text in [
        *(face for face in FACES.values() if face not in ("f", "g", "STO", "RCL", "ON")),
        *(f"f {name}" for name in GOLD.values()),
        *(f"g {name}" for name in BLUE.values() if name != "GTO"),
        *(f"f {digit}" for digit in range(10)),
        *(f"GTO {line:02}" for line in range(100)),
        *(
            f"{key} {register}"
            for key in ("STO", "RCL")
            for register in ("0", "4", "9", ".9", "n", "FV")
        ),
        *(f"STO {operation} {digit}" for operation in "+-x/" for digit in range(5)),
        *("f .", "STO EEX", "RCL g CFj", "RCL g Nj", "RCL g 12x", "RCL g 12/"),
    ]
    for found in instructions(presses(text))
]
PROGRAMMABLE = [each for each in ALL if each.programmable]


def read(text: str) -> list[str]:
    return [each.text for each in instructions(presses(text))]


@every("each", ALL)
def test_an_instruction_is_read_back_by_its_text_and_by_its_keycodes(each: Instruction) -> None:
    assert list(instructions(presses(each.text))) == [each]
    assert instruction(each.codes) == each
    assert each.name in ACTIONS or each.name in "0123456789." or each.name == "EEX"


@every(
    "text, keycodes",
    [
        ("g FRAC", "43 24"),
        ("STO / 4", "44 10 4"),
        ("GTO 47", "43,33 47"),
        ("x=0", "43 35"),
        ("x<=y", "43 34"),
        ("12x", "43 11"),
        ("RCL n", "45 11"),
        ("STO .3", "44 48 3"),
        ("n!", "43  3"),
        ("7", "7"),
        (".", "48"),
        ("+", "40"),
        ("ENTER", "36"),
        ("f 2", "42 2"),
        ("f .", "42 48"),
        ("f REG", "42 35"),
        ("f CLEAR S", "42 32"),
        ("LSTx", "43 36"),
        ("xm", "43  0"),
        ("STO EEX", "44 26"),
        ("RCL g CFj", "45,43 14"),
        ("RCL g 12x", "45,43 11"),
    ],
)
def test_keycodes(text: str, keycodes: str) -> None:
    (found,) = instructions(presses(text))
    assert found.keycodes == keycodes


@every(
    "texts, meant",
    [
        (["ROLL", "R-down", "Rv", "R↓", "rdn"], "ROLL"),
        (["x", "*", "×", "X"], "x"),
        (["/", "÷"], "/"),
        (["-", "−"], "-"),
        (["STO÷4", "STO/4", "STO / 4", "sto ÷ 4"], "STO / 4"),
        (["STO + 3", "STO+3", "STO+ 3"], "STO + 3"),
        (["STO4", "sto 4"], "STO 4"),
        (["GTO07", "GTO 07", "g GTO 07", "g gto 0 7"], "GTO 07"),
        (["RCL.5", "RCL . 5", "RCL .5"], "RCL .5"),
        (["SQRT", "g √x", "sqrt"], "SQRT"),
        (["D%", "Δ%", "d%"], "D%"),
        (["x<>y", "X<>Y", "x≷y"], "x<>y"),
        (["x<=y", "g x≤y", "X≤Y"], "x<=y"),
        (["LSTx", "g LST x", "LASTX"], "LSTx"),
        (["S+", "Σ+"], "S+"),
        (["f REG", "REG", "CLEAR REG", "f CLEAR REG"], "f CLEAR REG"),
        (["f S", "CLEAR Σ", "f Σ", "Σ"], "f CLEAR S"),
        (["g s", "sdev"], "g s"),
        (["CFo", "cf0", "g PV"], "CFo"),
        (["SOYD", "syd"], "SOYD"),
        (["CHS", "+/-"], "CHS"),
        (["PSE", "pause", "g R/S"], "PSE"),
        (["y^x", "yx", "Y^X"], "y^x"),
        (["e^x", "exp", "g ex"], "e^x"),
        (["xm", "mean", "x̄", "g 0"], "xm"),
        (["12x", "12*", "12×", "g n"], "12x"),
        (["g ENTER"], "LSTx"),
        (["f R/S", "f P/R", "P/R"], "P/R"),
    ],
)
def test_aliases(texts: list[str], meant: str) -> None:
    assert [read(text) for text in texts] == [[meant]] * len(texts)


def test_numbers_are_the_keys_of_their_digits() -> None:
    assert read("1234 .5") == ["1", "2", "3", "4", ".", "5"]


@every(
    "text, reason",
    [
        ("SIN", "'sin' is not a key of the HP 12C"),
        ("f SIN", "'sin' is not a key of the HP 12C after f"),
        ("s", "'s' is the name of two keys: write f s or g s"),
        ("STO x<>y", "STO is followed by a register, not by x<>y"),
        ("STO + PV", "STO+ is followed by a register, not by PV"),
        ("GTO 4", "GTO 4 needs another key"),
        ("GTO 4 +", "GTO is followed by two digits, not by +"),
        ("GTO 112", "GTO is followed by two digits, not by 112"),
        ("g GTO 0 12", "GTO is followed by two digits, not by 12"),
        ("GTO .123", "GTO is followed by two digits, not by .123"),
        ("STO 12", "STO is followed by a register, not by 12"),
        ("STO+12", "STO is followed by a register, not by 12"),
        ("RCL .12", "RCL is followed by a register, not by .12"),
        ("RCL", "RCL needs another key"),
        ("f CHS", "f CHS does nothing"),
        (
            "RCL CF0",
            "RCL g is followed by 12x, 12/, CFj, Nj or R/S, not by PV; RCL 0 recalls CFo",
        ),
        ("10^x", "'10^x' is not a key of the HP 12C; the keys 1 0 x<>y y^x do that"),
    ],
)
def test_what_is_no_key_is_told(text: str, reason: str) -> None:
    with pytest.raises(InvalidKey) as caught:
        list(instructions(presses(text)))
    assert str(caught.value) == reason


FORMS = {
    "names": "RCL n\nFRAC\n\nSTO / 4  ; divide\nx=0 # test\nGTO 01\n-\n7",
    "numbered": "00\n01 RCL N\n02 g FRAC // part\n03 STO÷4\n04 x=0\n05 GTO 01\n06 -\n07 7",
    "dashes": "00-\n01- RCL n\n02- FRAC\n03- STO/4\n04- x=0\n05- GTO 01\n06- -\n07- 7",
    "points": "1. RCL n\n2. FRAC\n3.STO/4\n4.x=0\n5. GTO 01\n6. -\n7. 7",
    "keycodes": "01- 45 11\n02- 43 24\n03-44 10 4\n04- 43 35\n05-43,33 01\n06- 30\n07- 7",
    "bare keycodes": "45 11\n43 24\n44 10 4\n43 35\n43,33 01\n30\n7",
    "both columns": "1: 45 11 RCL n\n2: 43 24 FRAC\n3: 44 10 4 STO÷4\n4: 43, 35 x=0\n"
    "5: 43, 33, 001 GTO 01\n6: 30 -\n7: 7 7",
    "the handbook's": "RCL n  01-  45 11\ng FRAC  02-  43 24\nSTO / 4  03-44 10 4\n"
    "g x=0  04-  43 35\ng GTO 01  05-43,33 01\n-  06-  30\n7  07-   7",
    "the handbook's in brackets": "[RCL][n]  01-  45 11\n[g] [FRAC]\t02-\t43 24\n"
    "[STO][÷][4]  03-44 10 4\n[g][x=0]  04-  43 35\n[g][GTO] 01  05-43,33 01\n"
    "[-]  06-  30\n[7]  07-   7",
    "names and keycodes": "RCL n 45 11\ng FRAC\t43 24\nSTO÷4  44 10 4\nx=0 43, 35\n"
    "GTO 01 43 33 01\n- 30\n7",
    "names, numbers and keycodes": "RCL n 01 45 11\nFRAC 02 43 24\nSTO / 4 03 44 10 4\n"
    "x=0 04 43 35\nGTO 01 05 43,33 01\n- 06 30\n7 07 7",
    "keycodes, names and numbers": "45 11 RCL n 01\n43 24 FRAC 02\n44 10 4 STO / 4 03\n"
    "43 35 x=0 04\n43,33 01 GTO 01 05\n30 - 06\n7 7 07",
    "a table": "| 01 | 45 11 | RCL n |\n| 02 | 43 24 | g FRAC |\n| 03 | 44 10 4 | STO÷4 |\n"
    "| 04 | 43 35 | x=0 |\n| 05 | 43,33 01 | GTO 01 |\n| 06 | 30 | - |\n| 07 | 7 | 7 |",
    "tabs": "01\t45 11\n02\t43 24\n03\t44 10 4\n04\t43 35\n05\t43 33 01\n06\t30\n07\t7",
    "points between": "01- 45.11\n02- 43.24\n03- 44.10.4\n04- 43.35\n05- 43.33.01\n06- 30\n07- 7",
    "brackets": "[01] RCL n\n[02] FRAC\n[03] STO/4\n[04] x=0\n[05] GTO 01\n[06] -\n[07] 7",
    "a dump": "000 {             }\n001 {    45 11 } RCL n\n002 {    43 24 } g FRAC\n"
    "003 { 44 10  4 } STO / 4\n004 {  43 35 } x=0\n005 { 43 33 01 } g GTO 01\n"
    "006 {       30 } -\n007 {        7 } 7",
}


@every("form", FORMS)
def test_listings_of_all_forms_are_read(form: str) -> None:
    program = read_listing(FORMS[form])
    assert [each.text for each in program] == [
        *("RCL n", "FRAC", "STO / 4", "x=0", "GTO 01", "-", "7")
    ]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1234 ENTER\n+", "1 2 3 4 ENTER +"),
        ("5 ENTER x", "5 ENTER x"),
        ("10 STO 5\n2 x", "1 0 STO 5 2 x"),
        ("20 x\nSTO 0", "2 0 x STO 0"),
        ("1.5 ENTER\n+", "1 . 5 ENTER +"),
        ("45\nSTO 0", "4 5 STO 0"),
        ("1 ENTER", "1 ENTER"),
        ("1 ENTER\n2\n+", "1 ENTER 2 +"),
    ],
)
def test_several_keys_in_a_line_without_number(text: str, meant: str) -> None:
    assert list(read_listing(text)) == list(instructions(presses(meant)))


@pytest.mark.parametrize("text", ["36\n20", "43 36\n20"])
def test_keycodes_need_no_numbers(text: str) -> None:
    assert [each.text for each in read_listing(text)][1] == "x"


def test_what_may_be_keycodes_or_digits_is_asked() -> None:
    text = "36 ENTER\n20 x"
    with pytest.raises(InvalidProgram, match="--form keycodes or --form names says which"):
        read_listing(text)
    assert [each.text for each in read_listing(text, "keycodes")] == ["ENTER", "x"]
    assert [each.text for each in read_listing(text, "names")] == ["3", "6", "ENTER", "2", "0", "x"]


@every(
    "text, meant",
    [
        ("ENTER 36\nx 20", "ENTER x"),
        ("PMT 14\nFV\t15", "PMT FV"),
        ("+ 40", "+"),
        ("STO 1 44 1\nRCL 1 45 1\n+ 40", "STO 1 RCL 1 +"),
        ("RCL .3 45 .3\nR↓ 33\nLST x 43 36\n7\n7 7", "RCL .3 ROLL LSTx 7 7"),
        ("01 PMT 14", "PMT"),
        ("1 RCL n, 45 11\n2 7\n3 GTO 00 43.33.00", "RCL n 7 GTO 00"),
        ("RCL n | 1 | 45 11\nx | 2 | 20", "RCL n x"),
        ("36 01 ENTER\nx 20 02", "ENTER x"),
        # Where no line confirms that numbers are keycodes, they are keys of digits.
        ("RCL n 4 5", "RCL n 4 5"),
        ("ENTER 20\nx 36", "ENTER 2 0 x 3 6"),
        ("5 x 20\n36 ENTER 12", "5 x 2 0 3 6 ENTER 1 2"),
    ],
)
def test_a_name_and_its_very_keycodes_are_one_instruction(text: str, meant: str) -> None:
    assert list(read_listing(text)) == list(instructions(presses(meant)))


@pytest.mark.parametrize(
    ("text", "line", "as_keycodes", "as_digits"),
    [
        ("RCL n 45 11\nx 21", "2 of the listing, 'x 21'", "21 is y^x, not 'x'", "x 2 1"),
        ("RCL n 45 11\n20", "2 of the listing, '20'", "this is x", "2 0"),
        ("RCL n 45 11\nGTO 00", "2 of the listing, 'GTO 00'", "this lacks the keycode", "GTO 00"),
        ("5 ENTER\nx 20", "1 of the listing, '5 ENTER'", "5 is 5, not 'ENTER'", "5 ENTER"),
        (
            "+ 08 40",
            "1 of the listing, '+ 08 40'",
            "program line 01 should stand here",
            "+ 0 8 4 0",
        ),
    ],
)
def test_what_only_some_lines_confirm_is_asked(
    text: str, line: str, as_keycodes: str, as_digits: str
) -> None:
    with pytest.raises(InvalidProgram) as caught:
        read_listing(text)
    said = str(caught.value)
    assert said.startswith(f"line {line}: with keycodes, as in line ")
    assert as_keycodes in said
    assert f"; with keys of digits, this is '{as_digits}'; --form keycodes or --form names" in said
    assert read_listing(text, "names") == tuple(instructions(presses(text.replace("\n", " "))))


def test_a_point_belongs_to_its_register() -> None:
    assert [each.text for each in read_listing("01- 44 0\n02- 45 .3\n03- 44 48 9")] == [
        *("STO 0", "RCL .3", "STO .9")
    ]


@given(st.lists(st.sampled_from(PROGRAMMABLE), min_size=1, max_size=99))
def test_a_listing_is_read_back_as_it_is_written(program: list[Instruction]) -> None:
    assert list(read_listing(write_listing(program))) == program
    assert list(read_listing("\n".join(each.text for each in program) + "\nENTER"))[:-1] == program
    numbered = list(enumerate(program, start=1))
    for line in ("{n:02}- {codes}", "{n:03} {{ {codes} }} {text}", "| {n:02} | {codes} | {text} |",
                 "{text}    {n:02}-  {codes}", "{text} {n:02} {codes}"):  # fmt: skip
        lines = [line.format(n=n, codes=each.keycodes, text=each.text) for n, each in numbered]
        assert list(read_listing("\n".join(lines))) == program, line
    pairs = "\n".join(f"{each.text} {each.keycodes}" for each in program)
    assert list(read_listing(f"{pairs}\nENTER 36"))[:-1] == program


@every(
    "text, reason",
    [
        ("", "there is no program in the listing"),
        ("; nothing", "there is no program in the listing"),
        (
            "CLx\nSIN",
            "line 2 of the listing, 'SIN': 'sin' is not a key of the HP 12C",
        ),
        ("01 CLx\n03 +", "line 2 of the listing, '03 +': program line 02 should stand here"),
        ("01 CLx\n+", "line 2 of the listing, '+': program line 02 should stand here"),
        ("08-  43 24", "line 1 of the listing, '08-  43 24': program line 01 should stand here"),
        ("02 CLx", "line 1 of the listing, '02 CLx': program line 01 should stand here"),
        (
            "45 11 RCL n\n20 +",
            "line 2 of the listing, '20 +': 20 is x, not '+'",
        ),
        (
            "36\n20\n99",
            "line 3 of the listing, '99': no key has the keycode '99'",
        ),
        (
            "01 36 ENTER\n02 20 +",
            "line 2 of the listing, '02 20 +': 20 is x, not '+'",
        ),
        (
            "CLx\nSTO",
            "line 2 of the listing, 'STO': STO needs another key",
        ),
        (
            "01 RCL n 45 11\n02 x 21",
            "line 2 of the listing, '02 x 21': 21 is y^x, not 'x'",
        ),
        (
            "01 CLx\n02 12",
            "line 2 of the listing, '02 12': these are 2 program lines, not one",
        ),
        (
            "01- 45 11\n02- 43 99",
            "line 2 of the listing, '02- 43 99': no key has the keycode '99'",
        ),
        (
            "01- 45 11\n02- 43",
            "line 2 of the listing, '02- 43': a keycode is missing",
        ),
        (
            "01- 45 11\n02- 20 +",
            "line 2 of the listing, '02- 20 +': 20 is x, not '+'",
        ),
        (
            "01- 45 11\n02- FRAC",
            "line 2 of the listing, '02- FRAC': this lacks the keycode that other lines have",
        ),
        (
            "STO+5",
            "line 1 of the listing, 'STO+5': STO + 5 cannot stand in a program",
        ),
        ("f P/R", "there is no program in the listing"),
        (
            "x\nf P/R\nx",
            "line 2 of the listing, 'f P/R': P/R cannot stand in a program",
        ),
        (
            "+" * 4001,
            f"line 1 of the listing, '{'+' * 37}...': a line has at most 4,000 characters",
        ),
        ("+\n" * 100, "line 100 of the listing, '+': a program has at most 99 lines"),
    ],
)
def test_the_line_and_the_reason_are_told(text: str, reason: str) -> None:
    with pytest.raises(InvalidProgram) as caught:
        read_listing(text)
    assert str(caught.value).partition("; it should be like ")[0] == reason


@pytest.mark.parametrize(
    ("text", "example"),
    [
        ("CLx\nSIN", "STO 1"),
        ("36\n20\n99", "44 1"),
        ("01 CLx\n02 12", "02 STO 1"),
        ("01- 45 11\n02- FRAC", "02 44 1"),
        ("01 36 ENTER\n02 20 +", "02 44 1 STO 1"),
        ("01 RCL n 45 11\n02 x 21", "02 STO 1 44 1"),
    ],
)
def test_a_line_that_could_be_read_is_shown(text: str, example: str) -> None:
    with pytest.raises(InvalidProgram, match=f"; it should be like '{example}'$"):
        read_listing(text)


def test_a_line_may_be_a_whole_program_with_a_long_comment() -> None:
    assert len(read_listing(f"{'STO + 4 ' * 99}; {'m' * 10_000}")) == 99


@every("unit", ["{", "{}", "45 ", "45,", "1 ", "lst "])
@every("start", ["", "01 ", "45 11 "])
def test_a_long_line_is_refused_before_it_is_looked_at(start: str, unit: str) -> None:
    with pytest.raises(InvalidProgram, match=r": a line has at most 4,000 characters$"):
        read_listing(start + unit * 30_000)


@pytest.mark.parametrize("line", ["45 " * 1333, "1 " * 2000, "45," * 1333, "{" * 4000])
def test_many_long_lines_are_soon_refused(line: str) -> None:
    with pytest.raises(InvalidProgram, match=r"^line \d+ of the listing|there is no program"):
        read_listing(f"{line}\n" * 100)


@given(st.text() | st.text("0123456789 -{},;.gGfTO\nx+"))
def test_junk_is_a_program_or_an_error(text: str) -> None:
    try:
        program = read_listing(text)
    except InvalidProgram:
        return
    assert list(read_listing(write_listing(program))) == list(program)


def test_a_program_of_instructions_has_its_limit_too() -> None:
    with pytest.raises(InvalidProgram):
        Calculator(read_listing("+") * 100)


@pytest.mark.parametrize(
    "listing",
    [
        "RCL n 45 11   x 20\nSTO n 44 11   + 40",
        "x - 20\n+ - 40",
        "RCL n 045 011\nx 020",
        "x 20.\n+ 40.",
        "ENTER\n36\nx\n20",
    ],
)
def test_digits_that_are_the_keycodes_of_the_keys_before_them_are_asked(listing: str) -> None:
    with pytest.raises(InvalidProgram, match=r"with keycodes, .*; with keys of digits, .*; --form"):
        read_listing(listing)
    assert len(read_listing(listing, "names")) > 4
