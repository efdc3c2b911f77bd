"""The HP 12C's e^x, LN and y^x: the last digit is the machine's, not always the right one.

The values are observed on the calculator's firmware under simulation.
"""

from decimal import ROUND_HALF_UP, Context, Decimal

from hypothesis import given
from hypothesis import strategies as st

from moolab.machines.hp12c.transcendental import exp, ln, power
from tests.helpers.cases import every

TEN_DIGITS = Context(10, ROUND_HALF_UP)
EXACT = Context(40)

EXP_RIGHT = """
    0            1
    1            2.718281828
    -1           0.3678794412
    3.5          33.11545196
    1E-9         1.000000001
    -5E-10       0.9999999995
    2.302585093  10
    230.2585092  9.999999006E99
    -227.9559242 1.000000006E-99
"""
EXP_ONE_LOW = """
    3.752989335     42.64838193
    3.848006532     46.89947737
    3.970121197     52.99095279
    3.505248207     33.28970556
    3.289648106     26.83341947
    3.031117611     20.72037697
    1.433952580     4.195248519
    0.00002250124685 1.000022501
    -99.40992322    6.711489253E-44
"""
EXP_ONE_HIGH = """
    190.6820714     6.488904865E82
    80.13460004     6.338910310E34
    -4.942673134    0.007135498712
"""
LN_RIGHT = """
    1            0
    2            0.6931471806
    10           2.302585093
    1.000000001  9.999999995E-10
    0.9999999491 -5.090000130E-8
    0.1          -2.302585093
    9.999999999E99 230.2585093
    1E-99        -227.9559242
"""
LN_OFF = """
    1.801226297     0.5884677090
    8.643033740     2.156753648
    8.742797708E56  131.1129954
    0.9638796062    -0.03678888200
    0.7288317045    -0.3163124317
"""
POWER_RIGHT = """
    2     10   1024
    2     0.5  1.414213562
    0.3   0    1
    -3    5    -243
    -3    -2   0.1111111111
    1     1E9  1
    1.01  -12  0.8874492253
"""
POWER_OFF = """
    15            9             3.844335937E10
    64            11            7.378697630E19
    55            6             2.768064062E10
    3.267378246   36.34070620   4.857019016E18
    80.97801900   -31.97101922  9.717559873E-62
    8.844334412   -88.75746673  9.471068479E-85
    1.000092482   67165.73448   498.3657485
"""


def rows(table: str) -> list[tuple[Decimal, ...]]:
    """The numbers of a table, line by line."""
    return [tuple(map(Decimal, line.split())) for line in table.splitlines() if line.strip()]


def numbers(low: int, high: int) -> st.SearchStrategy[Decimal]:
    """Positive numbers of ten digits with exponents between two bounds."""
    return st.builds(
        lambda digits, exponent: Decimal(digits).scaleb(exponent - 9),
        st.integers(10**9, 10**10 - 1),
        st.integers(low, high),
    )


@every("x, result", rows(EXP_RIGHT + EXP_ONE_LOW + EXP_ONE_HIGH))
def test_an_exponential_is_the_machine_s(x: Decimal, result: Decimal) -> None:
    assert exp(x) == result


@every("x, result", rows(LN_RIGHT + LN_OFF))
def test_a_logarithm_is_the_machine_s(x: Decimal, result: Decimal) -> None:
    assert ln(x) == result


@every("y, x, result", rows(POWER_RIGHT + POWER_OFF))
def test_a_power_is_the_machine_s(y: Decimal, x: Decimal, result: Decimal) -> None:
    assert power(y, x) == result


def test_the_tables_say_what_is_right() -> None:
    for x, result in rows(EXP_RIGHT):
        assert TEN_DIGITS.plus(EXACT.exp(x)) == result
    for x, result in rows(EXP_ONE_LOW):
        assert TEN_DIGITS.plus(EXACT.exp(x)).next_minus(TEN_DIGITS) == result
    for x, result in rows(EXP_ONE_HIGH):
        assert TEN_DIGITS.plus(EXACT.exp(x)).next_plus(TEN_DIGITS) == result
    for x, result in rows(LN_OFF):
        assert TEN_DIGITS.plus(EXACT.ln(x)) != result
    for y, x, result in rows(POWER_OFF):
        assert TEN_DIGITS.plus(EXACT.power(y, x)) != result


@given(st.integers(3 * 10**9, 4 * 10**9))
def test_no_exponential_of_a_game_is_too_high_and_few_are_too_low(numerator: int) -> None:
    x = Decimal(numerator).scaleb(-9)
    exact = EXACT.exp(x)
    assert -Decimal("0.51E-8") < exp(x) - exact <= Decimal("0.5E-8")


@given(numbers(-9, 1), st.sampled_from([-1, 1]))
def test_an_exponential_never_falls(x: Decimal, sign: int) -> None:
    assert exp(TEN_DIGITS.next_minus(sign * x)) <= exp(sign * x)


@given(numbers(-99, 99))
def test_a_logarithm_never_falls(x: Decimal) -> None:
    assert ln(TEN_DIGITS.next_minus(x)) <= ln(x)


@given(numbers(-99, 98))
def test_results_have_ten_digits(x: Decimal) -> None:
    for result in (exp(x), exp(-x), ln(x), power(x, Decimal("0.37"))):
        assert len(result.as_tuple().digits) <= 10


@given(st.integers(-99, 99))
def test_powers_of_ten_are_exact(exponent: int) -> None:
    assert power(Decimal(10), Decimal(exponent)) == Decimal(1).scaleb(exponent)


def test_integer_powers_that_fit_are_exact() -> None:
    for y in range(-100, 101):
        x = 1
        while abs(y**x) < 10**10 and x < 40:
            assert power(Decimal(y), Decimal(x)) == y**x
            x += 1


def test_a_result_beyond_the_machine_is_left_to_the_caller() -> None:
    assert exp(Decimal("9E99")).adjusted() > 99
    assert exp(Decimal("-9E99")).adjusted() < -99
    assert power(Decimal(-7), Decimal(999)) < Decimal("-1E99")
    assert power(Decimal(-7), Decimal("1E99")) > Decimal("1E99")
