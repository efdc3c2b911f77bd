"""Dates, bonds, depreciation and amortization on the HP 12C.

Figures are those of the Owner's Handbook, or what the calculator's firmware shows under simulation.
"""

from decimal import Decimal
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.machines.hp12c.numbers import WIDE, plain
from tests.helpers.calculators import after
from tests.helpers.cases import every


@every(
    "keys, shown",
    [
        ("D.MY 14.052004 ENTER 120 DATE", "11,09,2004 6"),
        ("M.DY 5.141984 ENTER 120 DATE", "9,11,1984 2"),
        ("D.MY 14.052004 ENTER 120 CHS DATE", "15,01,2004 4"),
        ("10.151582 ENTER 0 DATE", "10,15,1582 5"),
        ("11.254046 ENTER 0 DATE", "11,25,4046 7"),
        ("6.032004 ENTER 10.142005 DDYS", "498.00"),
        ("6.032004 ENTER 10.142005 DDYS x<>y", "491.00"),
        ("2.282001 ENTER 3.312001 DDYS x<>y", "33.00"),
        ("3.312001 ENTER 2.282001 DDYS x<>y", "-32.00"),
        ("3.312001 ENTER 1.292001 DDYS x<>y", "-61.00"),
        *(
            (f"{keys} DATE", "Error 8")
            for keys in (
                *(
                    "10.141582 ENTER 1",
                    "11.254046 ENTER 1",
                    "2.291900 ENTER 0",
                    "13.012 ENTER 0",
                ),
                *("2.282 CHS ENTER 1", "2.2820001 ENTER 1", "2.282 ENTER .5", "1.01 ENTER 1"),
            )
        ),
    ],
)
def test_dates(keys: str, shown: str) -> None:
    assert after(keys).display == shown


def test_a_date_takes_the_place_of_two_numbers_and_days_of_two() -> None:
    calculator = after("9 ENTER 5.142004 ENTER 120 DATE")
    assert [plain(each) for each in calculator.stack.values()] == ["9.112004", "9", "0", "0", "120"]
    calculator = after("9 ENTER 5.142004 ENTER 5.152004 DDYS")
    assert [plain(each) for each in calculator.stack.values()] == ["1", "1", "9", "0", "5.152004"]


def day_number(year: int, month: int, day: int) -> int:
    """Fliegel and van Flandern's Julian day (Communications of the ACM, October 1968)."""
    shift = int((month - 14) / 12)
    days = 1461 * (year + 4800 + shift) // 4 + 367 * (month - 2 - 12 * shift) // 12
    return days - 3 * ((year + 4900 + shift) // 100) // 4 + day - 32075


dates = st.tuples(st.integers(1583, 4045), st.integers(1, 12), st.integers(1, 28))


def keyed(date: tuple[int, int, int]) -> str:
    year, month, day = date
    return f"{day}.{month:02}{year}"


@given(dates, dates)
def test_days_are_those_of_the_julian_calendar_and_lead_back(
    start: tuple[int, int, int], end: tuple[int, int, int]
) -> None:
    calculator = after(f"D.MY {keyed(start)} ENTER {keyed(end)} DDYS STO 1")
    days = day_number(*end) - day_number(*start)
    assert calculator.x == days
    calculator.press(f"{keyed(start)} RCL 1 DATE")
    assert calculator.x == Decimal(keyed(end))
    assert int(calculator.display[-1]) == day_number(*end) % 7 + 1


BOND = "M.DY 6.75 PMT 4.282004 ENTER 6.042018"


@pytest.mark.parametrize(
    ("keys", "stack"),
    [
        (f"4.75 i {BOND} PRICE", ["120.3795648", "2.692622959", "6.042018", "4.282004"]),
        (f"122.125 PV {BOND} YTM", ["4.599558918", "6.042018", "4.282004", "0"]),
        # On the day of a coupon, and in the last half year.
        (
            "6 PMT 5 i 6.042004 ENTER 6.042018 PRICE",
            ["109.9824443", "0", "6.042018", "6.042004"],
        ),
        (
            "6.75 PMT 4.75 i 4.282004 ENTER 10.272004 PRICE",
            ["100.9711609", "0.01844262304", "10.272004", "4.282004"],
        ),
        ("6.75 PMT 100 PV 4.282004 ENTER 7.282004 YTM", ["6.63798402", "4.282004", "0", "0"]),
        ("6 PMT 5 i 2.292004 ENTER 8.292018 PRICE", ["110.226775", "0", "8.292018", "2.292004"]),
    ],
)
def test_bonds(keys: str, stack: list[str]) -> None:
    assert [plain(each) for each in after(f"f REG {keys}").stack.values()][:4] == stack


def test_a_bond_leaves_its_price_and_yield_in_registers() -> None:
    held = after(f"f REG 4.75 i {BOND} PRICE").registers
    assert [plain(held[name]) for name in ("n", "i", "PV", "PMT", "FV")] == [
        *("0.20218579", "4.75", "120.3795648", "6.75", "103.375")
    ]
    held = after(f"f REG 50 PV {BOND} YTM").registers
    assert plain(held["i"]) == "15.62114794"


@pytest.mark.parametrize(
    "days",
    [
        "4.282004 ENTER 4.282004",
        "4.282004 ENTER 4.272004",
        "4.282004 ENTER 3.312018",
        "4.282004 ENTER 8.302018",
        "4.282004 ENTER 6.042504",
        "4.312004 ENTER 6.042018",
    ],
)
def test_bonds_that_have_no_such_days(days: str) -> None:
    assert after(f"6 PMT 5 i {days} PRICE").error == 8


@given(
    *(st.integers(0, 2000).map(lambda each: Decimal(each).scaleb(-2)) for _ in range(2)),
    *(dates, st.integers(1, 60)),
)
def test_a_price_is_what_all_payments_are_worth(
    coupon: Decimal, interest: Decimal, maturity: tuple[int, int, int], halves: int
) -> None:
    year, month, day = maturity
    months = 12 * year + month - 1 - 6 * halves
    if months < 12 * 1584:
        return
    # Settlement is on the 5th of the month before the first coupon, which is on the 28th at most.
    last, settled = months - 6, months - 1
    ordinal = [day_number(each // 12, each % 12 + 1, 5) for each in (last, settled, months)]
    before, now, coming = ordinal[0] + day - 5, ordinal[1], ordinal[2] + day - 5
    start = (settled // 12, settled % 12 + 1, 5)
    calculator = after(
        f"f REG D.MY {coupon} PMT {interest} i {keyed(start)} ENTER {keyed(maturity)} PRICE"
    )
    part = Decimal(coming - now) / (coming - before)
    growth = 1 + interest / 200
    powers = accumulate([growth] * halves, WIDE.multiply, initial=WIDE.power(growth, part))
    worth = sum(WIDE.divide(coupon / 2, power) for power in powers)
    worth += 100 / WIDE.power(growth, part + halves)
    price = worth - coupon / 2 * (1 - part)
    assert float(calculator.x) == pytest.approx(float(price), abs=1e-6)
    # And back: what it yields at this price.
    calculator.press(f"{keyed(start)} ENTER {keyed(maturity)} YTM")
    assert float(calculator.x) == pytest.approx(float(interest), abs=1e-4)


ASSET = "f FIN 10000 PV 500 FV 5 n"


@every(
    "keys, share, left",
    [
        (f"{ASSET} 1 SL", "1900", "7600"),
        (f"{ASSET} 5 SL", "1900", "0"),
        (f"{ASSET} 6 SL", "0", "0"),
        (f"{ASSET} 3 SOYD", "1900", "1900"),
        (f"{ASSET} 200 i 1 DB", "4000", "5500"),
        (f"{ASSET} 200 i 2 DB", "2400", "3100"),
        (f"{ASSET} 200 i 3 DB", "1440", "1660"),
        (f"{ASSET} 150 i 3 DB", "1470", "2930"),
        (f"{ASSET} 200 i 5 DB", "796", "0"),
        (f"{ASSET} 600 i 1 DB", "9500", "0"),
        (f"{ASSET} 600 i 2 DB", "0", "0"),
        ("f FIN 10000 PV 500 FV 5.5 n 6 SL", "863.64", "0"),
        ("f FIN 10000 PV 500 FV 5.5 n 1 SOYD", "2902.78", "6597.22"),
        ("f FIN f 9 11342 PV 3504 FV 9 n 37.5 i 7 DB", "366.081656", "4915.878082"),
        ("f FIN f 9 15715.36 PV 1373 FV 9 n 2 SL", "1593.59555", "11155.16889"),
    ],
)
def test_depreciation(keys: str, share: str, left: str) -> None:
    calculator = after(keys)
    assert (plain(calculator.x), plain(calculator.stack["Y"])) == (share, left)


@pytest.mark.parametrize("year", ["0 SL", "1.5 SOYD", "1 CHS DB", "0 n 1 SL", "1 EEX 10 n 1 DB"])
def test_years_that_are_none(year: str) -> None:
    assert after(f"{ASSET} {year}").error == 5


@given(
    st.sampled_from(("SL", "SOYD", "DB")),
    *(st.integers(1, 10**6).map(lambda cents: Decimal(cents).scaleb(-2)) for _ in range(2)),
    st.integers(1, 120).map(lambda tenths: Decimal(tenths) / 10),
)
def test_the_years_of_an_asset_add_up(
    method: str, cost: Decimal, salvage: Decimal, life: Decimal
) -> None:
    calculator = after(f"f FIN 125 i {cost + salvage} PV {salvage} FV {life} n")
    total = Decimal(0)
    for year in range(1, int(life) + 2):
        calculator.press(f"{year} {method}")
        total += calculator.x
        assert calculator.stack["Y"] == cost - total
    assert total == cost


MORTGAGE = "f FIN 50000 PV 13.25 12/ 573.35 CHS PMT"


@pytest.mark.parametrize(
    ("keys", "interest", "principal", "balance"),
    [
        (f"{MORTGAGE} END 12 AMORT", "-6608.89", "-271.31", "49728.69"),
        (f"{MORTGAGE} END 12 AMORT 12 AMORT", "-6570.72", "-309.48", "49419.21"),
        (f"{MORTGAGE} BEG 12 AMORT", "-5985.95", "-894.25", "49105.75"),
        (f"{MORTGAGE} BEG 12 n 12 AMORT", "-6608.89", "-271.31", "49728.69"),
        ("f FIN 50000 PV 1 i 600 PMT 2 AMORT", "1011", "2211", "52211"),
        ("f FIN 1000 PV 1 i 600 CHS PMT 4 AMORT", "-23.84", "-2395.64", "-1395.64"),
        ("f FIN f SCI 50000.123 PV 1 i 600.4567 CHS PMT 2 AMORT".replace("SCI", "."),
         "-998.9979053", "-201.9154947", "49798.20751"),
    ],
)  # fmt: skip
def test_amortization(keys: str, interest: str, principal: str, balance: str) -> None:
    calculator = after(keys)
    shown = (calculator.x, calculator.stack["Y"], calculator.registers["PV"])
    assert tuple(map(plain, shown)) == (interest, principal, balance)


@pytest.mark.parametrize("keys", ["0 AMORT", "1.5 AMORT", "1 CHS AMORT", "100 CHS i 1 AMORT"])
def test_payments_that_are_none(keys: str) -> None:
    assert after(f"{MORTGAGE} {keys}").error == 5
