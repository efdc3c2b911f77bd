import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.codes.bcd import from_bcd, increment, to_bcd
from moolab.codes.numbering import next_code
from moolab.codes.replies import Reply, pack_reply
from moolab.codes.rules import Rules
from moolab.errors import InvalidCode, InvalidCommand


def test_the_examples_of_the_lisp_article() -> None:
    assert to_bcd("1234") == 0x1234
    assert from_bcd(0x1234, 5) == "01234"
    assert increment(0x1909) == 0x1910
    assert increment(0x1909) == 6416
    assert pack_reply(Reply(1, 2)) == 0x12


@given(st.text("0123456789", min_size=1, max_size=12))
def test_packing_and_unpacking_are_a_pair(digits: str) -> None:
    assert from_bcd(to_bcd(digits), len(digits)) == digits


@given(st.integers(0, 10**9))
def test_increment_counts(number: int) -> None:
    assert increment(to_bcd(str(number))) == to_bcd(str(number + 1))


@given(st.integers(0, 9999))
def test_increment_is_the_next_code_of_the_article(number: int) -> None:
    code = f"{number:04}"
    assert from_bcd(increment(to_bcd(code)), 4) == next_code(Rules.parse("4"), code)


@pytest.mark.parametrize("text", ["", "12A4", "-1", "٤"])
def test_only_decimal_digits_are_packed(text: str) -> None:
    with pytest.raises(InvalidCode, match="decimal digits"):
        to_bcd(text)


@pytest.mark.parametrize("number", [0x12A4, -1])
def test_only_bcd_is_unpacked(number: int) -> None:
    with pytest.raises(InvalidCode, match="is not packed BCD"):
        from_bcd(number, 4)


def test_there_is_a_digit_to_unpack() -> None:
    with pytest.raises(InvalidCommand, match="digits has to be a whole number, 1 or more"):
        from_bcd(0, 0)
