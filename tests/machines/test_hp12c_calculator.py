"""The HP 12C as a machine: stack, flow, memory, errors, programs."""

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.errors import InvalidKey, ProgramFault
from moolab.machines.hp12c.calculator import Calculator
from moolab.machines.hp12c.keys import BLUE, FACES, GOLD
from moolab.machines.hp12c.numbers import plain
from tests.helpers.calculators import after
from tests.helpers.cases import every


def stack(calculator: Calculator) -> str:
    return " ".join(plain(value) for value in list(calculator.stack.values())[:4])


FILLED = "4 ENTER 3 ENTER 2 ENTER 1"


@every(
    "keys, expected",
    [
        (FILLED, "1 2 3 4"),
        (f"{FILLED} ENTER", "1 1 2 3"),
        (f"{FILLED} ROLL", "2 3 4 1"),
        (f"{FILLED} x<>y", "2 1 3 4"),
        (f"{FILLED} +", "3 3 4 4"),
        (f"{FILLED} + +", "6 4 4 4"),
        (f"{FILLED} CLx", "0 2 3 4"),
        (f"{FILLED} %", "0.02 2 3 4"),
        (f"{FILLED} CHS", "-1 2 3 4"),
        (f"{FILLED} 1/x", "1 2 3 4"),
        (f"{FILLED} REG", "0 0 0 0"),
        (f"{FILLED} f S", "0 0 0 0"),
    ],
)
def test_the_stack(keys: str, expected: str) -> None:
    assert stack(after(keys)) == expected


@every(
    "keys",
    ["ENTER", "CLx", "S+", "S-", "12x", "12/", "n", "PV", "STO n", "STO FV", "REG", "f S"],
)
def test_after_these_a_number_takes_the_place_of_x(keys: str) -> None:
    calculator = after(f"{FILLED} {keys}")
    y = calculator.stack["Y"]
    calculator.press("7")
    assert (plain(calculator.x), plain(calculator.stack["Y"])) == ("7", plain(y))
    calculator = after(f"{FILLED} STO 0 {keys}")
    y = calculator.stack["Y"]
    calculator.press("RCL 9")
    assert (plain(calculator.x), plain(calculator.stack["Y"])) == ("0", plain(y))


@every(
    "keys",
    [
        "STO 4",
        "STO + 4",
        "CHS",
        "ROLL",
        "x<>y",
        "RCL 1",
        "LSTx",
        "+",
        "%",
        "SQRT",
        "RND",
        "CHS CHS",
    ],
)
def test_after_these_a_number_lifts_the_stack(keys: str) -> None:
    calculator = after(f"{FILLED} ENTER {keys}")
    x = calculator.x
    calculator.press("7")
    assert (plain(calculator.x), plain(calculator.stack["Y"])) == ("7", plain(x))


@every(
    "keys",
    [
        *("R/S", "PSE", "GTO 00", "x=0", "x<=y", "SST", "BST", "f 4", "f .", "PREFIX", "FIN"),
        *("PRGM", "BEG", "END", "D.MY", "M.DY", "MEM", "STO EEX", "P/R P/R"),
    ],
)
def test_these_leave_the_lift_as_it_was(keys: str) -> None:
    assert stack(after(f"5 ENTER {keys} 7")) == "7 5 0 0"
    assert stack(after(f"5 {keys} 7")) == "7 5 0 0"


@every(
    "keys, last",
    [
        ("2 ENTER 3 +", 3),
        ("2 ENTER 3 y^x", 3),
        ("9 SQRT", 9),
        ("2 ENTER 3 %", 3),
        ("2 ENTER 3 D%", 3),
        ("2 ENTER 3 %T", 3),
        ("1.234 RND", Decimal("1.234")),
        ("2 ENTER 3 S+", 3),
        ("2 ENTER 3 S-", 3),
        ("3 12x", 0),
        ("3 12/", 0),
        ("3 ENTER CHS", 0),
        ("3 STO 1", 0),
        ("3 n", 0),
        ("2 ENTER 3 x<>y", 0),
    ],
)
def test_what_last_x_keeps(keys: str, last: Decimal) -> None:
    assert after(keys).stack["LSTx"] == last
    assert after(f"{keys} LSTx").x == last


@every(
    "keys, error",
    [
        ("1 ENTER 0 /", 0),
        ("0 1/x", 0),
        ("1 CHS SQRT", 0),
        ("0 LN", 0),
        ("0 ENTER 0 y^x", 0),
        ("0 ENTER 1 CHS y^x", 0),
        ("2 CHS ENTER .5 y^x", 0),
        ("0 ENTER 5 D%", 0),
        ("0 ENTER 5 %T", 0),
        ("0 STO / 1", 0),
        ("2.5 n!", 0),
        ("1 CHS n!", 0),
        ("EEX 99 STO 0 10 STO x 0", 1),
        ("EEX 99 12x", 1),
        ("xm", 2),
        ("xw", 2),
        ("1 S+ g s", 2),
        ("1 S+ 5 y,r", 2),
        ("GTO 09", 4),
        ("GTO .09", 4),
        ("1 STO + 5", 4),
        ("1 STO + .", 4),
        ("CFo 100 Nj", 6),
        ("1 CFo f IRR", 7),
        ("100 CHS i PV", 5),
        ("5 i 100 PV 90 CHS FV n", 5),
        ("1 n PV i", 5),
    ],
)
def test_errors(keys: str, error: int) -> None:
    calculator = after(keys)
    assert (calculator.error, calculator.display) == (error, f"Error {error}")
    assert calculator.stopped is not None
    assert calculator.stopped.startswith(f"Error {error} at line 00: ")
    calculator.press("1")
    assert calculator.error is None
    assert calculator.display != "1."


def test_an_error_leaves_the_stack_alone() -> None:
    assert stack(after("1 ENTER 2 ENTER 0 /")) == "0 2 1 0"


def test_an_overflow_is_no_error_but_stops_a_program() -> None:
    calculator = after("10 R/S", "EEX\n9\n9\nx\n1\n+")
    assert calculator.display == "9.999999 99"
    assert (calculator.line, calculator.error, calculator.steps) == (4, None, 4)
    assert after("EEX 99 ENTER 10 x 1 1").display == "11."


def test_an_error_stops_a_program_at_its_line() -> None:
    calculator = after("1 R/S 5", "0\n/\n7")
    assert (calculator.line, calculator.error, plain(calculator.x)) == (2, None, "0")
    calculator.press("4 R/S")
    assert (plain(calculator.x), calculator.line) == ("7", 0)


def test_a_single_step_goes_past_a_line_that_fails() -> None:
    calculator = after("SST SST", "0\n/\n7")
    assert (calculator.line, calculator.error) == (3, 0)
    calculator.press("CLx SST")
    assert (plain(calculator.x), calculator.line) == ("7", 4)
    assert after("EEX 99 ENTER SST SST", "x\n5").display == "5."


@pytest.mark.parametrize("keys", ["STO + 5", "STO x 9", "STO / ."])
def test_storage_arithmetic_that_has_no_code_cannot_be_keyed_in(keys: str) -> None:
    calculator = after(f"f P/R {keys}")
    assert (calculator.error, calculator.line) == (4, 0)
    assert calculator.program == Calculator().program


def test_what_cannot_stand_in_a_program_writes_no_line() -> None:
    calculator = after("5 STO 1 f P/R")
    for keys in ("f REG", "D.MY", "M.DY", "STO EEX", "PREFIX", "MEM"):
        calculator.press(keys)
        assert calculator.line == 0
    calculator.press("f P/R RCL 1")
    assert (plain(calculator.x), calculator.program) == ("5", Calculator().program)


def test_the_mode_of_odd_periods_can_be_changed_beside_a_program() -> None:
    calculator = after("f P/R STO EEX f P/R 2.5 n 10 i 100 PV FV")
    assert plain(calculator.x) == "-126.9058706"


def test_a_sum_that_overflows_stops_no_program() -> None:
    calculator = after("R/S", "EEX\n9\n9\nS+\n7\nGTO 00")
    assert (plain(calculator.x), plain(calculator.registers["R3"])) == ("7", "9.999999999E99")


def test_all_but_the_program_is_cleared() -> None:
    calculator = after("1 ENTER ENTER ENTER 2 + STO 3 PV f REG LSTx", "+")
    assert stack(calculator) == "0 0 0 0"
    assert not any(calculator.registers.values())
    assert calculator.program[0].text == "+"


def test_conditions_skip_a_line() -> None:
    program = "x=0\nGTO 05\n1\nGTO 00\n2\nGTO 00"
    assert after("0 R/S", program).x == 2
    assert after("9 R/S", program).x == 1
    program = "x<=y\nGTO 05\n1\nGTO 00\n2\nGTO 00"
    assert after("3 ENTER 3 R/S", program).x == 2
    assert after("3 ENTER 4 R/S", program).x == 1


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("5 x=0", 4),
        ("0 x=0", 3),
        ("1 ENTER 2 x<=y", 4),
        ("2 ENTER 1 x<=y", 3),
        ("GTO 00 5 x=0", 1),
        ("GTO 08 5 x=0", 0),
    ],
)
def test_conditions_that_do_not_hold_skip_a_line_on_the_keyboard_as_well(
    keys: str, line: int
) -> None:
    calculator = after(f"GTO 03 {keys} 6", "1\n" * 8)
    assert calculator.line == line
    assert stack(calculator).startswith("6 ")


def test_clearing_the_registers_goes_to_line_00() -> None:
    calculator = after("GTO 03 f REG", "1\n" * 8)
    assert calculator.line == 0
    calculator.press("f P/R GTO .05 f REG")
    assert calculator.line == 5, "but in program mode it does nothing"


@pytest.mark.parametrize(("lines", "beyond"), [(8, 9), (3, 9), (9, 16), (15, 16), (92, 93)])
def test_a_running_program_stops_where_it_goes_to_the_line_after_the_last(
    lines: int, beyond: int
) -> None:
    program = f"7\nGTO {beyond:02}\n" + "+\n" * (lines - 2)
    calculator = after("R/S", program)
    assert (calculator.display, calculator.line, calculator.steps) == ("7.00", 0, 2)
    for keys in ("SST SST", f"GTO {beyond:02}"):
        assert after(keys, program).error == 4, "but by hand there is no such line"
    assert after("R/S", program.replace(f"{beyond:02}", f"{beyond + 1:02}")).error == 4


def test_a_program_waits_and_goes_on() -> None:
    calculator = after("R/S", "1\nR/S\n+\nR/S\nGTO 00")
    assert (plain(calculator.x), calculator.line, calculator.steps) == ("1", 3, 2)
    calculator.press("5 R/S")
    assert (plain(calculator.x), calculator.line, calculator.steps) == ("6", 5, 4)
    calculator.press("R/S")
    assert (calculator.line, calculator.steps) == (0, 5)
    assert calculator.stopped == "waiting for keys at line 00"


def test_a_program_runs_off_its_end() -> None:
    calculator = after("R/S", "+\n" * 8)
    assert (calculator.line, calculator.steps) == (0, 8)
    calculator = after("R/S", "0\n" * 8)
    assert calculator.display == "0.00"
    assert after("R/S", "+\n" * 9).steps == 10


def test_keying_in_is_ended_by_flow() -> None:
    assert stack(after("R/S", "1\nPSE\n2\nx=0\n3\n3\nGTO 00")) == "3 2 1 0"


def test_keying_in_goes_on_with_single_steps() -> None:
    calculator = after("9 SST SST", "1\n2\nGTO 00")
    assert (calculator.display, stack(calculator)) == ("912.", "912 0 0 0")
    calculator.press("SST 5")
    assert stack(calculator) == "5 912 0 0"


def test_a_program_without_end_is_stopped() -> None:
    calculator = Calculator("1\n+\nGTO 02")
    with pytest.raises(ProgramFault) as caught:
        calculator.press("R/S", max_steps=1001)
    assert str(caught.value) == (
        "the program has not stopped after 1,001 lines, and line 02 is next"
    )
    assert (calculator.steps, calculator.stopped) == (1001, "waiting for keys at line 02")


def test_switched_off_and_on_it_runs_from_line_00() -> None:
    calculator = after("f P/R 1 2 f P/R 7 ENTER 5 SST f P/R ON")
    assert (calculator.display, calculator.line, plain(calculator.stack["Y"])) == ("51.00", 0, "7")


@pytest.mark.parametrize(
    ("lines", "left", "memory"),
    [
        (1, ".9", "P-08 r-20"),
        (8, ".9", "P-08 r-20"),
        (9, ".8", "P-15 r-19"),
        (15, ".8", "P-15 r-19"),
        (16, ".7", "P-22 r-18"),
        (78, "9", "P-78 r-10"),
        (86, "7", "P-92 r-08"),
        (93, "6", "P-99 r-07"),
        (99, "6", "P-99 r-07"),
    ],
)
def test_lines_take_registers(lines: int, left: str, memory: str) -> None:
    calculator = Calculator("+\n" * lines)
    numbered = [name for name in calculator.registers if name.startswith("R")]
    calculator.press("MEM")
    assert (calculator.display, f"R{left}") == (memory, numbered[-1])
    assert calculator.display[-2:] == f"{len(numbered):02}"
    calculator.press(f"1 STO {left}")
    assert (calculator.error, plain(calculator.registers[f"R{left}"])) == (None, "1")
    calculator.press("RCL .9")
    assert calculator.error == (6 if left != ".9" else None)


def test_registers() -> None:
    calculator = after("6 STO 1 STO x 1 STO + 1 STO - 1 STO / 1 7 STO .9 8 STO PV")
    assert calculator.registers["R1"] == 6
    assert after("5 STO FV 1 RCL FV").x == 5
    assert calculator.registers["R.9"] == 7
    calculator.press("f FIN")
    assert (plain(calculator.registers["PV"]), plain(calculator.registers["R.9"])) == ("0", "7")
    calculator.press("f REG")
    assert not any(calculator.registers.values())


def test_a_program_is_keyed_in() -> None:
    calculator = Calculator()
    displays = []
    for keys in ("f P/R", "f CLEAR PRGM", "RCL n", "g FRAC", "STO / 4", "g GTO 00"):
        calculator.press(keys)
        displays.append(calculator.display)
    assert displays == [*("00-", "00-", "01-  45 11", "02-  43 24", "03-44 10 4", "04-43,33 00")]
    calculator.press("BST BST")
    assert calculator.display == "02-  43 24"
    calculator.press("INTG SST")
    assert calculator.display == "04-43,33 00"
    calculator.press("GTO .01")
    assert calculator.display == "01-  45 11"
    calculator.press("BST BST")
    assert calculator.display == "08-43,33 00"
    calculator.press("f P/R 5.5 n R/S")
    assert (calculator.line, plain(calculator.x), calculator.steps) == (0, "0", 4)
    calculator.press("P/R PRGM P/R R/S")
    assert calculator.program == Calculator().program


@pytest.mark.parametrize(
    ("keys", "display"),
    [
        ("7", "01-      7"),
        ("f 2", "01-   42 2"),
        ("STO 3", "01-   44 3"),
        ("STO .3", "01-44 48 3"),
        ("STO / 4", "01-44 10 4"),
        ("g FRAC", "01-  43 24"),
        ("g n!", "01-  43  3"),
        ("g GTO 47", "01-43,33 47"),
        ("RCL g CFj", "01-45,43 14"),
    ],
)
def test_how_program_lines_are_shown(keys: str, display: str) -> None:
    assert after(f"f P/R {keys}").display == display


def test_a_program_that_is_keyed_in_takes_registers() -> None:
    calculator = after("4 STO .9 f P/R" + " +" * 9)
    assert (calculator.display, len(calculator.program)) == ("09-     40", 15)
    calculator.press("f P/R RCL .9")
    assert calculator.error == 6
    calculator = after("f P/R" + " +" * 99)
    assert calculator.display == "99-     40"
    calculator.press("+")
    assert calculator.error == 4


def test_single_steps() -> None:
    calculator = after("2 SST SST", "ENTER\nx\nGTO 00")
    assert (plain(calculator.x), calculator.line, calculator.steps) == ("4", 3, 2)
    calculator.press("BST BST")
    assert calculator.line == 1


def test_stepping_and_going_back() -> None:
    calculator = Calculator("1\n+\nR/S\nGTO 01")
    assert calculator.stopped == "waiting for keys at line 00"
    calculator.step()
    assert calculator.steps == 0
    calculator.start()
    places: list[int] = []
    before = calculator.snapshot()
    while calculator.stopped is None:
        places.append(calculator.program_counter)
        calculator.step()
    assert (places, plain(calculator.x)) == ([1, 2, 3], "1")
    seen = calculator.groups()
    calculator.restore(before)
    assert (calculator.program_counter, plain(calculator.x), calculator.display) == (
        1,
        "0",
        "running",
    )
    calculator.run()
    assert calculator.groups() == seen
    assert seen["stack"]["X"] == "1"
    assert calculator.listing()[:4] == [
        (1, "01-      1  1"),
        (2, "02-     40  +"),
        (3, "03-     31  R/S"),
        (4, "04-43,33 01  GTO 01"),
    ]


def test_a_key_stops_a_program() -> None:
    calculator = Calculator("GTO 01")
    calculator.start()
    calculator.press("7")
    assert (calculator.display, calculator.stopped) == ("0.00", "waiting for keys at line 00")
    calculator.press("R/S", hold=True)
    calculator.step()
    calculator.press("7 1 +")
    assert plain(calculator.x) == "1"


def test_keys_behind_one_that_starts_a_program_wait_for_its_end() -> None:
    calculator = Calculator("1\n+\nR/S\nGTO 01")
    calculator.press("5 R/S 3 R/S", hold=True)
    assert (calculator.program_counter, calculator.stopped, stack(calculator)) == (
        4,
        None,
        "3 6 0 0",
    )
    calculator.run()
    assert stack(calculator) == "4 6 0 0"


def test_a_number_is_keyed_in_whole_where_stepping_becomes_running() -> None:
    calculator = Calculator("1\n2\nGTO 00")
    calculator.start()
    calculator.step()
    calculator.run()
    assert stack(calculator) == "12 0 0 0"


def test_all_digits_are_shown() -> None:
    assert after("2 SQRT PREFIX").display == "1414213562"
    assert after("2 SQRT PREFIX CLx").display == "0.00"


def test_a_bad_key_forgets_its_prefix() -> None:
    calculator = Calculator()
    with pytest.raises(InvalidKey):
        calculator.press("5 STO ENTER")
    calculator.press("STO")
    calculator.press("1 RCL 1")
    assert stack(calculator) == "5 5 0 0"


WORDS = [*FACES.values(), *GOLD.values(), *BLUE.values(), "f", "g", "STO", "RCL", "GTO"]


@given(st.lists(st.sampled_from(WORDS), max_size=60), st.booleans())
def test_any_keys_can_be_pressed(words: list[str], whole: bool) -> None:
    calculator = Calculator("1\nx=0\nGTO 01\n+\ny^x")
    for text in [" ".join(words)] if whole else words:
        with suppress(InvalidKey, ProgramFault):
            calculator.press(text, max_steps=50)
        assert calculator.display
        assert all(abs(value) < Decimal("1E100") for value in calculator.stack.values())
        assert all(abs(value) < Decimal("1E100") for value in calculator.registers.values())
