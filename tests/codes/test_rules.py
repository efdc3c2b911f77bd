from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab import Game
from moolab.codes.numbering import all_codes, code_at, index_of, next_code
from moolab.codes.rules import Rules
from moolab.codes.symmetry import openings
from moolab.deduction.candidates import candidates
from moolab.deduction.history import parse_history
from moolab.errors import InvalidCode, InvalidRules
from moolab.strategies import strategy
from tests.helpers.cases import every
from tests.helpers.games import SMALL, codes, rules


@given(rules())
def test_rules_print_what_they_parse(game: Rules) -> None:
    assert Rules.parse(str(game)) == game
    assert eval(repr(game)) == game  # noqa: S307 - repr() promises to be Python


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("ab4x10", "ab4x10"),
        ("MM4x6", "mm4x6"),
        ("4", "mm4x10"),
        ("emms4x4", "emms4x4"),
        ("emms4x4:ABCD", "emms4x4"),
        ("mm4x4:ABCD", "mm4x4:ABCD"),
        ("mm4x4:0123", "mm4x4"),
        ("ab5x26:abc...", "ab5x26:abcdefghijklmnopqrstuvwxyz"),
    ],
)
def test_notation(text: str, printed: str) -> None:
    assert str(Rules.parse(text)) == printed


def test_default_alphabets() -> None:
    assert Rules.parse("mm2x12").alphabet == "0123456789AB"
    assert Rules.parse("mm1x36").alphabet == "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert Rules.parse("emms4x4").alphabet == "ABCD"


@every(
    "text, reason",
    [
        ("ab4x3", "4 places without repeats need at least 4 symbols"),
        ("ab0x10", "1 to 10 places, not 0"),
        ("mm11x10", "1 to 10 places, not 11"),
        ("mm4x1", "2 to 36 symbols, not 1"),
        ("mm4x37", "2 to 36 symbols, not 37"),
        ("0", "1 to 10 places, not 0"),
        ("mm4x4:ABC", "has 3 symbols, not 4"),
        ("mm4x4:ABCA", "has a symbol twice"),
        ("mm4x4:AB D", "' ' cannot be a symbol"),
        ("mm4x4:AB=D", "'=' cannot be a symbol"),
        ("bulls", "not the notation of a game"),
        ("", "not the notation of a game"),
        ("ab4", "not the notation of a game"),
        (f"mm4x{'1' * 5000}", "not the notation of a game"),
        ("mm4x30:abc...", "has 26 symbols, not 30"),
        ("mm4x30:...", "has 3 symbols, not 30"),
        ("ab٤x10", "not the notation of a game"),
        ("ab4x1O", "did you mean 'ab4x10'"),
        ("english", "did you mean 'words:english'"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidRules, match=reason):
        Rules.parse(text)


def test_unknown_family() -> None:
    with pytest.raises(InvalidRules, match="not a family"):
        Rules("xy", 4, 10)


@pytest.mark.parametrize("places", [True, 4.0, "4", None])
def test_places_are_counted(places: Any) -> None:
    with pytest.raises(InvalidRules, match=f"{places!r} is not a number of places or symbols"):
        Rules("mm", places, 10)


@pytest.mark.parametrize("text", [*SMALL, "ab4x10", "mm4x6"])
def test_codes_in_numeric_order(text: str) -> None:
    game = Rules.parse(text)
    listed = list(all_codes(game))
    assert len(listed) == len(set(listed)) == game.size
    assert [code_at(game, index) for index in range(game.size)] == listed
    assert [index_of(game, code) for code in listed] == list(range(game.size))
    assert [next_code(game, code) for code in listed] == [*listed[1:], listed[0]]
    assert all(game.code(code) == code for code in listed)


@given(st.data(), rules())
def test_index_and_code_are_a_pair(data: st.DataObject, game: Rules) -> None:
    code = data.draw(codes(game))
    assert code_at(game, index_of(game, code)) == code


def test_no_code_beyond_the_last() -> None:
    with pytest.raises(IndexError):
        code_at(Rules.parse("mm2x2"), 4)


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("ab4x10", "123", "has 3 symbols, but a code has 4 places"),
        ("ab4x10", "12345", "has 5 symbols"),
        ("ab4x10", "", "has 0 symbols"),
        ("mm1x4", "12", "has 1 place$"),
        ("ab4x10", "123A", "has the symbol 'A'; a code is made of 0123456789"),
        ("ab4x10", "1223", "has a symbol twice; in this game all are different"),
        ("emms4x4", "ABCE", "has the symbol 'E'"),
    ],
)
def test_what_is_no_code_is_refused_with_the_reason(game: str, text: str, reason: str) -> None:
    with pytest.raises(InvalidCode, match=reason):
        Rules.parse(game).code(text)


def test_case_does_not_matter_unless_it_distinguishes_symbols() -> None:
    assert Rules.parse("emms4x4").code(" cabc ") == "CABC"
    assert Rules.parse("mm2x2:xy").code("XY") == "xy"
    with pytest.raises(InvalidCode, match="symbol 'B'"):
        Rules.parse("mm2x3:aAb").code("aB")
    # These are the same in capital letters, and only there.
    with pytest.raises(InvalidCode, match="symbol 'I'"):
        Rules.parse("mm2x2:\u0131i").code("II")
    assert Rules.parse("mm2x2:σς").code("σς") == "σς"


@pytest.mark.parametrize("text", [*SMALL, "mm4x5", "emms3x5"])
def test_replies_are_those_that_occur(text: str) -> None:
    game = Rules.parse(text)
    # Other guesses are like these, as the next test shows.
    occurring = {game.score(*pair) for pair in product(openings(game), all_codes(game))}
    assert occurring <= set(game.replies)
    assert list(game.replies) == sorted(game.replies)
    if game.symbols > 2:
        assert occurring == set(game.replies)


@pytest.mark.parametrize("text", ["mm4x6", "emms4x4", "ab4x6", "mm3x2", "mm5x3"])
def test_every_code_is_like_one_of_the_openings(text: str) -> None:
    game = Rules.parse(text)

    def shape(code: str) -> list[int]:
        return sorted(code.count(symbol) for symbol in game.alphabet)

    first_of_shape: dict[str, str] = {}
    for code in all_codes(game):
        first_of_shape.setdefault(str(shape(code)), code)
    assert openings(game) == sorted(first_of_shape.values())


def test_what_has_rules_will_do_where_rules_are_meant() -> None:
    game = Game("ab4x10")
    assert Rules.parse(game) == Rules.parse("ab4x10")
    assert candidates(game, parse_history(game, "1389=00")).count == 360
    assert strategy("entropy", game).rules == game.rules


def test_an_example_of_a_game_is_one_of_words() -> None:
    with pytest.raises(InvalidRules, match=r"examples are .*words:english5"):
        Rules.parse("words")
