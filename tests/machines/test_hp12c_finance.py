"""Statistics, compound interest and cash flows on the HP 12C."""

import statistics
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from moolab.errors import ProgramFault
from moolab.machines.hp12c.calculator import Calculator
from moolab.machines.hp12c.cashflows import net_present_value, rate_of_return
from moolab.machines.hp12c.faults import ErrorShown
from moolab.machines.hp12c.finance import Loan
from moolab.machines.hp12c.numbers import WIDE, fit, plain
from tests.helpers.calculators import after
from tests.helpers.cases import every

DATA = [(32, 17), (40, 25), (45, 26), (40, 20), (38, 21), (50, 28), (35, 15)]
SUMS = " ".join(f"{y} ENTER {x} S+" for x, y in DATA)


def test_sums() -> None:
    calculator = after(SUMS)
    assert calculator.x == 7
    assert [plain(calculator.registers[f"R{n}"]) for n in range(1, 7)] == [
        *("7", "280", "11418", "152", "3440", "6237")
    ]
    calculator.press("15 ENTER 35 S-")
    assert calculator.x == 6
    calculator.press("f S")
    assert not any(calculator.registers.values())


def test_sums_are_rounded_once() -> None:
    # The square of 0.6666666667 is 0.44444444448...; rounded alone it would end in 5.
    calculator = after("4 STO 3 2 ENTER 3 / S+")
    assert plain(calculator.registers["R3"]) == "4.444444444"


def test_products_have_13_digits() -> None:
    calculator = after("9 EEX 9 SQRT 12345.6789 S+ S-")
    assert plain(calculator.registers["R5"]) == "0.062"


def test_statistics() -> None:
    xs, ys = zip(*DATA, strict=True)
    calculator = after(f"{SUMS} xm")
    assert (plain(calculator.x), plain(calculator.stack["Y"])) == ("40", "21.71428571")
    calculator.press("g s")
    assert float(calculator.x) == pytest.approx(statistics.stdev(xs), rel=1e-9)
    assert float(calculator.stack["Y"]) == pytest.approx(statistics.stdev(ys), rel=1e-9)
    line = statistics.linear_regression(xs, ys)
    calculator.press("48 y,r")
    assert float(calculator.x) == pytest.approx(line.slope * 48 + line.intercept, rel=1e-9)
    fit_of_line = statistics.correlation(xs, ys)
    assert float(calculator.stack["Y"]) == pytest.approx(fit_of_line, rel=1e-9)
    calculator.press("x,r")
    assert float(calculator.x) == pytest.approx(48, rel=1e-8)
    calculator.press("f S 100 ENTER 2 S+ 130 ENTER 1 S+ xw")
    assert calculator.x == 110


def test_means_lift_the_stack_but_not_over_the_count() -> None:
    calculator = after("9 ENTER 8 ENTER 4 ENTER 2 S+ xm")
    assert [plain(value) for value in calculator.stack.values()] == ["2", "4", "4", "8", "2"]


def test_estimates_take_the_place_of_their_argument() -> None:
    calculator = after("1 ENTER 1 S+ 2 ENTER 2 S+ f 2 7 ENTER 5 y,r")
    assert [plain(value) for value in calculator.stack.values()][:3] == ["5", "1", "7"]
    assert calculator.stack["LSTx"] == 5


@every(
    "keys, value",
    [
        ("f FIN 12 n 1 i 1000 PV PMT", "-88.84878868"),
        ("f FIN 12 n 1 i 1000 PV BEG PMT", "-87.96909770"),
        ("f FIN 10 n 0 i 1000 PV PMT", "-100"),
        ("f FIN 10 n 5 i 100 PV FV", "-162.8894627"),
        ("f FIN 10 n 5 i 100 FV PV", "-61.39132535"),
        ("f FIN 1 n 100 CHS PV 150 FV i", "50"),
        ("f FIN 5 n 100 CHS PV 20 PMT i", "0"),
        ("f FIN 2 n 100 CHS PV 144 FV i", "20"),
        ("f FIN 1 i 100 CHS PV 9 PMT n", "12"),
        ("f FIN 0 i 100 CHS PV 9 PMT n", "12"),
        ("f FIN 10 i 100 CHS PV 121 FV n", "2"),
        ("f FIN 2.5 n 10 i 100 PV FV", "-127.05"),
        ("f FIN STO EEX 2.5 n 10 i 100 PV FV", "-126.9058706"),
        ("f FIN 5 CHS n 5 i 100 PV FV", "-78.35261665"),
        ("2 g 12x", "24"),
        ("6 g 12/", "0.5"),
        ("30 g 12x 7 RCL g 12x", "30"),
        ("7 g 12/ RCL g 12/", "7"),
        ("f FIN 60 n 7 i 450 CHS PV f INT", "5.25"),
        ("f FIN 60 n 7 i 450 CHS PV f INT +", "455.25"),
        ("f FIN 60 n 7 i 450 CHS PV f INT ROLL x<>y", "5.178082192"),
    ],
)
def test_compound_interest(keys: str, value: str) -> None:
    assert plain(after(keys).x) == plain(Decimal(value))


def test_a_financial_key_stores_or_solves() -> None:
    calculator = after("7 ENTER 12 n 1 i 1000 PV PMT")
    assert calculator.registers["PMT"] == calculator.x
    assert calculator.stack["Y"] == 7
    calculator.press("n")
    assert calculator.x == 12
    calculator.press("RCL PV n")
    assert calculator.registers["n"] == 1000
    calculator.press("5 CHS n")
    assert calculator.registers["n"] == -5


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ("1.5 n 4 PV 27 CHS PMT", "220.8099244"),
        ("STO EEX 10.75 n 66 PV 239 CHS FV", "12.71621983"),
        ("STO EEX 2.25 n 91 PV 27 CHS PMT", "-25.33359879"),
        ("5.9 n 90 PV 56 CHS PMT", "37.00715765"),
        ("0.5 n 170 PV 48 PMT 144 CHS FV BEG", "-30.58823529"),
        ("STO EEX 1.5 n 157 PV 27 CHS PMT 35 FV", "Error 5"),
        # Two rates, and none.
        ("3 n 31 PV 49 CHS PMT 126 FV", "Error 5"),
        ("2 n 54 PV 22 CHS PMT 263 FV", "Error 5"),
        ("1.49 n 1828.9 CHS PV 91.37 PMT BEG", "Error 5"),
    ],
)
def test_interest_over_an_odd_period_is_that_of_the_machine(keys: str, value: str) -> None:
    calculator = after(f"f FIN {keys} i")
    shown = calculator.display if calculator.error else plain(calculator.x)
    assert shown == value


@pytest.mark.parametrize(
    ("flows", "shown"),
    [
        ("184 CHS CFo 222 CFj 265 CFj 294 CHS CFj 93 CHS CFj 33 CFj", "Error 3"),
        ("216 CHS CFo 195 CFj 147 CHS CFj", "Error 3"),
        ("242 CFo 61 CHS CFj 150 CFj", "Error 7"),
        ("17 CHS CFo 104 CHS CFj", "Error 7"),
        ("44 CFo 96 CFj 16 CFj 60 CHS CFj 289 CFj 223 CHS CFj", "-26.6830"),
        # Of two rates the one to which the worth falls.
        ("119 CHS CFo 65 CFj 104 CFj 184 CFj 84 CHS CFj", "55.7728"),
        ("57 CFo 104 CHS CFj 2 Nj 118 CFj", "-21.5954"),
        ("207 CFo 68 CFj 275 CHS CFj", "0.0000"),
    ],
)
def test_several_rates_of_return_or_none(flows: str, shown: str) -> None:
    assert after(f"f REG f 4 {flows} IRR").display == shown


def test_an_estimate_chooses_among_rates_of_return() -> None:
    calculator = after("f REG 6 CFo 133 CHS CFj 142 CFj 282 CFj IRR")
    assert calculator.error == 3
    calculator.press("CLx 100 RCL g R/S")
    assert (plain(calculator.x), calculator.registers["i"]) == ("124.0483387", calculator.x)
    assert calculator.stack["Y"] == 100
    calculator.press("1500 RCL g R/S")
    assert calculator.display == "1,992.85"
    with pytest.raises(ProgramFault, match="a key ends the search"):
        calculator.press("f REG 6 CFo 10 CFj 5 RCL g R/S")
    assert after("6 CFo 10 CHS CFj 100 CHS RCL g R/S").error == 5


money = st.integers(-(10**9), 10**9).map(lambda cents: Decimal(cents).scaleb(-2))


loans = st.builds(
    Loan,
    n=st.integers(1, 480).map(Decimal),
    i=st.integers(1, 3000).map(lambda rate: Decimal(rate).scaleb(-2)),
    pv=money,
    pmt=money,
    fv=money,
    begin=st.booleans(),
)


def terms(loan: Loan) -> list[Decimal]:
    """The three terms of the equation."""
    rate = loan.i.scaleb(-2)
    discount = WIDE.power(1 + rate, -loan.n)
    annuity = WIDE.divide(WIDE.subtract(1, discount), rate) * (1 + rate * loan.begin)
    return [
        loan.pv,
        WIDE.multiply(loan.pmt, annuity),
        WIDE.multiply(loan.fv, discount),
    ]


@given(loans, st.sampled_from(("PV", "PMT", "FV")))
def test_solved_amounts_make_the_equation_true(loan: Loan, register: str) -> None:
    amounts = loan._asdict() | {register.lower(): loan.solve(register)}
    solved = terms(Loan(**amounts))
    size = max(abs(term) for term in solved)
    assert abs(sum(solved, Decimal(0))) <= size * Decimal("1E-9")


@given(loans)
def test_periods_and_interest_are_found_again(loan: Loan) -> None:
    assume(loan.pmt)
    discount = WIDE.power(1 + loan.i.scaleb(-2), -loan.n)
    pv, pmt, _ = terms(loan)
    loan = loan._replace(fv=WIDE.divide(-WIDE.add(pv, pmt), discount))
    try:
        assert loan.solve("n") == loan.n
        assert fit(loan.solve("i")) == fit(loan.i)
    except (ProgramFault, ErrorShown):
        assume(False)


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        # The payments are the loan but for a few units in the 13th digit.
        ("2 n 6.46 i 9.290373525 PV 5.1 CHS PMT FV", "3.8E-10"),
        ("5 n 1000 i 5 PV PMT FV", "-0.0000418"),
        ("10 n 8.3157 i 2.579653406 CHS PV .36 PMT BEG FV", "1.037E-9"),
        ("10 n .97228 CHS i 1.568038598 CHS PV .15 PMT BEG FV", "1.02E-10"),
        ("240 n .055171 i .78 PMT 200.2106948 CHS FV BEG PV", "9.8E-9"),
        ("7.5 n 100 CHS 12/ STO EEX PMT PV FV", "2.16E-9"),
    ],
)
def test_amounts_have_the_13_digits_of_the_machine(keys: str, value: str) -> None:
    assert after(f"f FIN {keys}").x == Decimal(value)


@every(
    "keys, solves",
    [
        *[("", True), ("BEG", True), ("END", True), ("STO PV", True), ("END END", True)],
        *[("f 4", False), ("PSE", False), ("x=0", False), ("STO 1", False), ("RCL PV", False)],
        *[("SST", False), ("ENTER", False), ("1 ENTER 0 / CLx", False), ("STO EEX", False)],
    ],
)
def test_what_may_come_between_storing_and_solving(keys: str, solves: bool) -> None:
    calculator = after(f"12 n 1 i 1000 PV {keys} PMT")
    assert (calculator.registers["PMT"] < 0) == solves


@pytest.mark.parametrize(
    ("program", "solves"),
    [
        ("PMT\nGTO 00", True),
        ("BEG\nEND\nPMT\nGTO 00", True),
        ("x=0\nPMT\nGTO 00", False),
        ("GTO 02\nPMT\nGTO 00", False),
        ("PSE\nPMT\nGTO 00", False),
    ],
)
def test_a_program_begins_where_the_keys_ended(program: str, solves: bool) -> None:
    for start in ("R/S", "END R/S"):
        calculator = Calculator(program)
        calculator.press(f"12 n 1 i 1000 PV {start}")
        assert (calculator.registers["PMT"] < 0) == solves


@pytest.mark.parametrize("program", ["n\nR/S", "n\nGTO 00", "BEG\n" * 7 + "n"])
def test_the_end_of_a_program_lets_the_next_key_store(program: str) -> None:
    calculator = Calculator(program)
    calculator.press("1 i 1000 PV 12 R/S PMT")
    assert calculator.registers["PMT"] == 12


def test_cash_flows() -> None:
    calculator = after("f REG 100 CHS CFo 60 CFj 2 Nj 10 i NPV")
    assert plain(calculator.x) == "4.132231405"
    assert calculator.registers["PV"] == calculator.x
    calculator.press("IRR f 2")
    assert calculator.display == "13.07"
    assert calculator.registers["i"] == calculator.x
    calculator.press("RCL g Nj")
    assert calculator.x == 2
    calculator.press("RCL g CFj")
    assert (plain(calculator.x), plain(calculator.registers["n"])) == ("60", "0")
    calculator.press("RCL g CFj")
    assert calculator.x == -100


@given(st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 99)), min_size=1, max_size=19))
def test_at_the_rate_of_return_flows_are_worth_nothing(flows: list[tuple[int, int]]) -> None:
    paid = sum(flow * times for flow, times in flows)
    row = [(Decimal(-paid), 1), *((Decimal(flow), times) for flow, times in flows)]
    assert rate_of_return(row) == 0
    row[0] = (Decimal(-paid) / 2, 1)
    rate = rate_of_return(row)
    assert rate > 0
    assert abs(net_present_value(row, rate)) < Decimal("1E-30") * paid


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ("1000 CHS CFo 100 CFj IRR", "-90"),
        ("5 CHS CFo 10 CFj 1.5 n IRR", "100"),
        ("5 i 7 IRR", "0"),
        ("5 i 7 IRR RCL i", "0"),
        ("5 i 4 ENTER 7 IRR ROLL ROLL", "4"),
        ("5 CFo 0 Nj 8 IRR ROLL", "0"),
    ],
)
def test_rates_of_return(keys: str, value: str) -> None:
    assert plain(after(f"f REG {keys}").x) == value


@given(st.integers(1, 10**10), st.integers(1, 10**10), st.integers(1, 9))
def test_one_flow_back_gives_the_rate_of_growth(paid: int, got: int, periods: int) -> None:
    flows = [(Decimal(-paid), 1), (Decimal(0), periods - 1), (Decimal(got), 1)]
    growth = 1 + rate_of_return(flows) / 100
    assert float(growth**periods) == pytest.approx(got / paid, rel=1e-12)


@pytest.mark.parametrize("keys", ["7.5 n NPV", "1 CHS n NPV", "30 n NPV", "30 n IRR"])
def test_n_counts_the_flows(keys: str) -> None:
    assert after(f"5 CFo 6 CFj {keys}").error == 6


def test_flows_need_registers() -> None:
    calculator = Calculator("+\n" * 99)
    calculator.press("1 CFo" + " 2 CFj" * 6)
    assert (calculator.error, plain(calculator.registers["n"])) == (None, "6")
    calculator.press("3 CFj")
    assert (calculator.error, plain(calculator.registers["FV"])) == (None, "3")
    calculator.press("2 CFj")
    assert calculator.error == 6


def test_a_flow_comes_up_to_99_times_and_once_after_the_registers_are_cleared() -> None:
    calculator = after("5 CFo 99 Nj 0 RCL g Nj")
    assert plain(calculator.x) == "99"
    calculator.press("f REG RCL g Nj")
    assert plain(calculator.x) == "1"


def test_after_an_error_financial_keys_store() -> None:
    calculator = after("5 n STO + 9 CLx i")
    assert (calculator.error, plain(calculator.registers["i"])) == (None, "5")


def test_how_often_a_flow_comes_is_part_of_the_state() -> None:
    calculator = after("5 CFo 3 Nj")
    snapshot = calculator.snapshot()
    calculator.press("4 Nj")
    calculator.restore(snapshot)
    calculator.press("RCL g Nj")
    assert plain(calculator.x) == "3"


def test_program_lines_take_with_a_register_how_often_its_flow_comes() -> None:
    calculator = after(f"19 n 3 Nj f P/R {'+ ' * 9} f PRGM f P/R RCL g Nj")
    assert plain(calculator.x) == "1"
