"""The TI-74's arithmetic: seven digits to the base 100, rounded half away from zero."""

import re
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from moolab.errors import ProgramFault
from moolab.machines.ti74.elementary import Angle, arctangent, cosine, sine
from moolab.machines.ti74.functions import FUNCTIONS
from moolab.machines.ti74.images import filled
from moolab.machines.ti74.numbers import (
    add,
    as_text,
    divide,
    multiply,
    parse,
    power,
    rounded,
    subtract,
    whole,
)
from tests.helpers.cases import every

mantissas = st.integers(-(10**14) + 1, 10**14 - 1)


@st.composite
def numbers(draw: st.DrawFn, exponents: st.SearchStrategy[int] | None = None) -> Decimal:
    """Numbers of the machine."""
    exponent = draw(st.integers(-30, 30) if exponents is None else exponents)
    return rounded(Decimal(draw(mantissas)).scaleb(exponent))


def nearest(value: Fraction) -> Fraction:
    """What the machine keeps of a value, found with integers alone."""
    if value == 0:
        return value
    size, exponent = abs(value), 0
    while size >= 100:
        size, exponent = size / 100, exponent + 1
    while size < 1:
        size, exponent = size * 100, exponent - 1
    units = size * 100**6
    whole_units = int(units + Fraction(1, 2))
    return (1 if value > 0 else -1) * Fraction(whole_units, 100**6) * Fraction(100) ** exponent


@given(numbers(), numbers())
def test_sums_products_and_quotients_are_the_nearest_numbers(left: Decimal, right: Decimal) -> None:
    a, b = Fraction(left), Fraction(right)
    assert Fraction(add(left, right)) == nearest(a + b)
    assert Fraction(subtract(left, right)) == nearest(a - b)
    assert Fraction(multiply(left, right)) == nearest(a * b)
    if right:
        assert Fraction(divide(left, right)) == nearest(a / b)


@given(st.integers(-999, 999), st.integers(0, 60))
def test_integer_powers_are_exact_where_the_digits_suffice(base: int, exponent: int) -> None:
    value = base**exponent
    assume(abs(value) < 10**127)
    assert Fraction(power(Decimal(base), Decimal(exponent))) == nearest(Fraction(value))


def test_powers_of_ten_are_exact() -> None:
    for exponent in range(-128, 128):
        assert power(Decimal(10), Decimal(exponent)) == Decimal(1).scaleb(exponent)


def test_a_number_has_13_or_14_digits() -> None:
    assert [str(divide(Decimal(n), Decimal(3))) for n in (1, 10, 100)] == [
        "0.33333333333333",  # 33/100 and 12 digits
        "3.333333333333",  # 3 and 12 digits
        "33.333333333333",  # 33 and 12 digits
    ]
    assert add(Decimal(99999999999999), Decimal(1)) == 10**14
    assert add(Decimal(10**13), Decimal("0.4")) == 10**13


def test_what_is_too_small_is_zero_and_what_is_too_large_is_refused() -> None:
    assert power(Decimal(10), Decimal(-129)) == 0
    assert multiply(Decimal("1E-128"), Decimal("0.5")) == 0
    for compute in (
        lambda: multiply(Decimal("1E127"), Decimal(10)),
        lambda: power(Decimal(10), Decimal(10**9)),
        lambda: FUNCTIONS["EXP"].compute(Decimal("1E127")),
        lambda: parse("1E128"),
    ):
        with pytest.raises(ProgramFault, match=r"^the number is too large"):
            compute()


@pytest.mark.parametrize(
    ("compute", "sentence"),
    [
        (lambda: divide(Decimal(1), Decimal(0)), "division by zero"),
        (lambda: power(Decimal(0), Decimal(-1)), "0 has no negative powers"),
        (lambda: power(Decimal(-2), Decimal("0.5")), "a negative number has only integer powers"),
        (lambda: FUNCTIONS["SQR"].compute(Decimal(-1)), "that cannot be calculated"),
        (lambda: FUNCTIONS["LN"].compute(Decimal(-1)), "that cannot be calculated"),
        (lambda: FUNCTIONS["ASIN"].compute(Decimal(2), Angle.RAD), "that cannot be calculated"),
        (lambda: FUNCTIONS["TAN"].compute(Decimal(90), Angle.DEG), "division by zero"),
        (lambda: FUNCTIONS["SIN"].compute(Decimal("1E10"), Angle.RAD), "the angle is too large"),
    ],
)
def test_what_cannot_be_calculated(compute: object, sentence: str) -> None:
    assert callable(compute)
    with pytest.raises(ProgramFault) as fault:
        compute()
    assert str(fault.value).startswith(sentence)


@given(numbers())
def test_a_text_says_at_least_six_digits_of_its_number(value: Decimal) -> None:
    again = parse(as_text(value))
    assert again is not None
    six = Context(prec=6, rounding=ROUND_HALF_UP)
    error = abs(Fraction(again) - Fraction(value))
    assert error <= abs(Fraction(six.create_decimal(value)) - Fraction(value))
    assert len(as_text(value).lstrip("-")) <= 12


@given(st.integers(-9_999_999_999, 9_999_999_999), st.integers(0, 10))
def test_numbers_of_ten_digits_are_shown_as_they_are(digits: int, places: int) -> None:
    value = rounded(Decimal(digits).scaleb(-places))
    assert parse(as_text(value)) == value
    assert "E" not in as_text(value)


@every(
    "value, text",
    [
        ("0", "0"),
        ("-7", "-7"),
        ("100", "100"),
        ("0.5", ".5"),
        ("-0.25", "-.25"),
        ("2.50", "2.5"),
        ("0.33333333333333", ".3333333333"),
        ("3.333333333333", "3.333333333"),
        ("1234567890.4", "1234567890"),
        ("9999999999.9", "1.E+10"),
        ("99999999999", "1.E+11"),
        ("123456789012", "1.23457E+11"),
        ("0.0000012345678", "1.23457E-06"),
        ("0.0001234567891", ".0001234568"),
        ("0.00000000001", "1.E-11"),
        ("-1.5E100", "-1.5E+100"),
        ("-9.9999999999999E127", "-9.99999E+127"),
    ],
)
def test_the_text_of_a_number(value: str, text: str) -> None:
    assert as_text(Decimal(value)) == text


@given(st.text("0123456789.E+- x", max_size=7))
def test_a_text_is_the_number_it_says_or_none(text: str) -> None:
    try:
        expected = Decimal(text.strip(" "))
    except ArithmeticError:
        expected = None
    if expected is not None and abs(expected.adjusted()) > 100:
        return
    # A power of ten has three digits at most, and Python takes more.
    assume(not re.search(r"E[+-]?\d{4}", text))
    value = parse(text)
    assert (value is None) == (expected is None)
    if value is not None and expected is not None:
        assert Fraction(value) == nearest(Fraction(expected))


@given(numbers(st.integers(-20, -8)))
def test_sines_and_cosines_lie_on_the_circle(angle: Decimal) -> None:
    exact = Context(prec=60)
    one = exact.add(
        exact.power(sine(angle, Angle.RAD), 2), exact.power(cosine(angle, Angle.RAD), 2)
    )
    assert abs(one - 1) < Decimal("1E-25")


def test_right_angles_are_exact() -> None:
    for unit in (Angle.DEG, Angle.GRAD):
        quarter = unit.value
        assert [sine(n * quarter, unit) for n in range(-2, 5)] == [0, -1, 0, 1, 0, -1, 0]
        assert [cosine(n * quarter, unit) for n in range(-2, 5)] == [-1, 0, 1, 0, -1, 0, 1]
    assert rounded(arctangent(Decimal(1), Angle.DEG)) == 45


def value_of(name: str, *arguments: str) -> str:
    units = [Angle.RAD] if FUNCTIONS[name].angle else []
    return str(FUNCTIONS[name].compute(*map(Decimal, arguments), *units))


def test_functions_give_the_digits_of_tables() -> None:
    assert value_of("PI") == "3.141592653590"
    assert value_of("EXP", "1") == "2.718281828459"
    assert value_of("SQR", "2") == "1.414213562373"
    assert value_of("LN", "10") == "2.302585092994"
    assert value_of("LOG", "1000") == "3"
    assert value_of("SIN", "1") == "0.84147098480790"
    assert value_of("COS", "1") == "0.54030230586814"
    assert value_of("TAN", "1") == "1.557407724655"
    assert value_of("ATN", "1") == "0.78539816339745"
    assert value_of("ATN", "-3") == "-1.249045772398"
    assert value_of("ASIN", "0.5") == "0.52359877559830"
    assert value_of("ACOS", "-1") == "3.141592653590"
    assert value_of("SINH", "1") == "1.175201193644"
    assert value_of("COSH", "1") == "1.543080634815"
    assert value_of("TANH", "1") == "0.76159415595576"
    assert value_of("TANH", "1E9") == "1"
    assert value_of("ASINH", "-1") == "-0.88137358701954"
    assert value_of("ACOSH", "2") == "1.316957896925"
    assert value_of("ATANH", "0.5") == "0.54930614433405"
    for name in ("SINH", "ASINH", "ATANH", "SIN", "TAN", "ATN", "ASIN"):
        assert Decimal(value_of(name, "1E-30")) == Decimal("1E-30")


def test_int_floors_and_places_are_rounded() -> None:
    assert value_of("INT", "-2.5") == "-3"
    assert value_of("INT", "2.9") == "2"
    assert [value_of("SGN", sign) for sign in ("-3", "0", "3")] == ["-1", "0", "1"]
    assert value_of("ABS", "-3") == "3"
    assert [whole(Decimal(text)) for text in ("1.5", "1.4", "-1.5")] == [2, 1, -2]


@every(
    "image, values, lines",
    [
        ("Bulls: #, cows: #", ["1", "0"], ["Bulls: 1, cows: 0"]),
        ("####", ["123"], [" 123"]),
        ("####", ["-123"], ["-123"]),
        ("###", ["-123"], ["***"]),
        ("#", ["9.5"], ["*"]),
        ("##.##", ["0.5"], [" 0.50"]),
        (".##", ["0.5"], [".50"]),
        ("#.#", ["-0.04"], ["0.0"]),
        ("####.##", ["-1.005"], ["  -1.01"]),
        ("##^^^^", ["12345"], [" 1E+04"]),
        ("##.##^^^^", ["-0.00123"], ["-1.23E-03"]),
        ("#.##^^^^", ["9.999"], ["1.00E+01"]),
        ("# #", ["1"], ["1 "]),
        ("no field", [], ["no field"]),
        ("#;", ["1", "2"], ["1;", "2;"]),
    ],
)
def test_images(image: str, values: list[str], lines: list[str]) -> None:
    assert list(filled(image, [Decimal(value) for value in values])) == lines


def test_an_image_without_a_field_takes_no_value() -> None:
    with pytest.raises(ProgramFault, match="no field"):
        list(filled("Bulls", [Decimal(1)]))


@given(st.from_regex(r"#{1,4}(\.#{1,4})?", fullmatch=True), numbers(st.integers(-18, -8)))
def test_a_field_is_as_wide_as_its_image(image: str, value: Decimal) -> None:
    [line] = filled(image, [value])
    assert len(line) == len(image)
    if "*" not in line:
        half = Fraction(1, 2 * 10 ** len(image.partition(".")[2]))
        assert abs(Fraction(line.strip()) - Fraction(value)) <= half
