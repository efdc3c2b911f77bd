"""The numbers of the HP 12C: how they are keyed in, rounded and shown."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.machines.hp12c.numbers import LARGEST, fit, overflows, plain, shown
from tests.helpers.calculators import after
from tests.helpers.cases import every

numbers = st.builds(
    lambda digits, exponent, sign: fit(sign * Decimal(digits).scaleb(exponent)),
    st.integers(0, 10**10 - 1),
    st.integers(-108, 90),
    st.sampled_from((1, -1)),
)


@every(
    "keys, display",
    [
        ("1234.5", "1,234.5"),
        ("0", "0."),
        (".5", "0.5"),
        ("007", "007."),
        ("12345678901", "1,234,567,890."),
        ("1.2.3", "1.23"),
        ("0012345678901", "0,012,345,678."),
        ("12 CHS", "-12."),
        ("12 CHS 3 CHS", "123."),
        ("0 CHS 5", "05."),
        ("EEX", "1.       00"),
        ("EEX 4", "1.       04"),
        ("0 EEX 4", "1.       04"),
        ("1.5 EEX 3 CHS", "1.5     -03"),
        ("1.5 EEX 123", "1.5      23"),
        ("1 EEX 2 . 5 EEX", "1.       25"),
        ("12345678 EEX 3", "123,456,783."),
        ("1234567 EEX 3", "1,234,567. 03"),
        (".0000001 EEX 3", "0.00000013"),
        (".000001 EEX 3", "0.000001 03"),
        ("5 CHS EEX 3 CHS", "-5.      -03"),
        ("80 EEX 99", "9.999999 99"),
        ("80 EEX 99 CHS", "-9.999999 99"),
        ("80 EEX 99 5", "5."),
        (".01 EEX CHS 98", "0.00"),
    ],
)
def test_a_number_is_keyed_in(keys: str, display: str) -> None:
    assert after(keys).display == display


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ("1.5 EEX 3 CHS", "0.0015"),
        ("EEX CHS 99", "1E-99"),
        ("123 EEX 99", "9.999999999E99"),
        (".001 EEX CHS 99", "0"),
        ("1 CHS EEX 5", "-100000"),
    ],
)
def test_the_number_that_keys_make(keys: str, value: str) -> None:
    assert plain(after(keys).x) == value


@every(
    "keys, display",
    [
        ("1234.567 ENTER", "1,234.57"),
        ("1234.567 ENTER f 0", "1,235."),
        ("2 SQRT f 9", "1.414213562"),
        ("12345.6789 ENTER f 9", "12,345.67890"),
        ("9999999999 ENTER", "9,999,999,999."),
        (".004 ENTER", "0.004"),
        (".006 ENTER", "0.01"),
        (".000000002 ENTER", "0.000000002"),
        ("4 EEX CHS 10 ENTER", "4.000000-10"),
        ("1781400000 ENTER 1000 x", "1.781400 12"),
        ("1.999999999 ENTER f .", "1.999999 00"),
        ("0 ENTER f .", "0.000000 00"),
        ("99 n!", "9.999999 99"),
        ("1.23 CHS ENTER", "-1.23"),
    ],
)
def test_a_result_is_shown(keys: str, display: str) -> None:
    assert after(keys).display == display


def test_results_are_rounded_half_up_to_ten_digits() -> None:
    assert plain(after("1 ENTER 3 /").x) == "0.3333333333"
    assert plain(after("2 ENTER 3 /").x) == "0.6666666667"
    assert plain(after("1 EEX 9 ENTER .5 +").x) == "1000000001"
    assert plain(after("1 EEX 9 ENTER CHS .5 -").x) == "-1000000001"


@given(numbers)
def test_what_is_printed_is_the_number(value: Decimal) -> None:
    assert Decimal(plain(value)) == value


@given(numbers, st.one_of(st.none(), st.integers(0, 9)))
def test_a_display_has_ten_places(value: Decimal, decimals: int | None) -> None:
    text = shown(value, decimals)
    assert len(text.lstrip("-").replace(",", "").replace(".", "")) <= 10
    assert text.startswith("-") == (value < 0)
    digits = text.replace(",", "")
    approximate = Decimal(digits if "e" in digits else _number(digits))
    assert abs(approximate - value) <= max(abs(value) * Decimal("0.5"), Decimal("0.5"))


def _number(text: str) -> str:
    """The scientific format has a blank or a minus before its last two digits."""
    mantissa, exponent = text[:-3], text[-3:]
    return f"{mantissa}E{exponent.strip()}" if exponent[0] in " -" and mantissa else text


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_register_holds_ten_digits(value: Decimal) -> None:
    held = fit(value)
    assert len(held.normalize().as_tuple().digits) <= 10
    assert not held or -99 <= held.adjusted() <= 99
    assert (abs(held) == LARGEST and abs(value) > LARGEST) or not overflows(value)


@every(
    "keys, value",
    [
        ("3.7 CHS INTG", "-3"),
        ("3.7 CHS FRAC", "-0.7"),
        ("2 ENTER 10 y^x", "1024"),
        ("2 CHS ENTER 3 y^x", "-8"),
        ("10 ENTER 5 CHS y^x", "0.00001"),
        ("0 ENTER 3 y^x", "0"),
        ("1 e^x", "2.718281828"),
        ("3.125 e^x", "22.75989509"),
        ("10 LN", "2.302585093"),
        ("2 SQRT", "1.414213562"),
        ("8 1/x", "0.125"),
        ("5 n!", "120"),
        ("0 n!", "1"),
        ("69 n!", "1.711224524E98"),
        ("1000 CHS e^x", "0"),
        ("1000 e^x", "9.999999999E99"),
        ("10 CHS ENTER 101 y^x", "-9.999999999E99"),
        (".1 CHS ENTER 101 CHS y^x", "-9.999999999E99"),
        ("10 CHS ENTER 1 EEX 99 y^x", "9.999999999E99"),
        ("10 ENTER 1 CHS EEX 99 y^x", "0"),
        ("10 CHS ENTER 200 CHS y^x", "0"),
        ("1 EEX CHS 99 ENTER 10 /", "0"),
        ("1 EEX 99 ENTER 10 x CHS", "-9.999999999E99"),
        ("2.345 f 2 RND", "2.35"),
        ("2.3456789 f . RND", "2.3456789"),
        ("300 ENTER 7 %", "21"),
        ("80 ENTER 100 D%", "25"),
        ("200 ENTER 50 %T", "25"),
        ("3 g 12x", "36"),
        ("3 g 12/", "0.25"),
    ],
)
def test_functions_of_numbers(keys: str, value: str) -> None:
    assert plain(after(keys).x) == value


@pytest.mark.parametrize("text", ["10000000000", "1E11", "-0.0000000001", "-1.5E-11", "9.99E99"])
def test_numbers_for_programs_have_an_exponent_where_they_are_long(text: str) -> None:
    assert plain(Decimal(text)) == text
