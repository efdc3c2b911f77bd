"""What people type with any keyboard, or paste from anywhere, is read as what it means."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.codes.listed import listed_rules
from moolab.codes.rules import COLOURS, Rules
from moolab.deduction.history import format_history, parse_history
from moolab.errors import InvalidCode, MoolabError
from moolab.games.boards import game as boards
from moolab.games.duel import duel
from moolab.games.race import parse_race_name
from moolab.games.solving import game as solving
from moolab.support.language import speaking, translate
from moolab.support.typed import folded, normal
from moolab.trilobite.board import Board, Shape
from moolab.web.pages.forms import number_of

AB, MM = Rules.parse("ab4x10"), Rules.parse("mm4x6")
WIDE = {ord(" "): "\u3000"} | {sign: sign + 0xFEE0 for sign in range(0x21, 0x7F)}
"""The full-width form of each sign of ASCII."""


@given(st.text(st.characters(max_codepoint=0x7E, min_codepoint=0x20)))
def test_full_width_signs_mean_those_of_ascii(text: str) -> None:
    assert normal(text.translate(WIDE)) == normal(text)
    assert folded(folded(text)) == folded(text)


@pytest.mark.parametrize("write", [str, lambda text: text.translate(WIDE)], ids=["usual", "wide"])
@pytest.mark.parametrize("text", ["1 2 3 4", "1,2,3,4", "12-34", " 1234 ", "1, 2 - 3  4"])
def test_symbols_may_stand_apart(text: str, write: type[str]) -> None:
    assert AB.code(write(text)) == "1234"


@pytest.mark.parametrize("dash", "\u2010\u2011\u2013\u2014\u2212\uff0d")
@pytest.mark.parametrize("blank", "\t\u00a0\u2003\u202f\u3000")
def test_all_dashes_and_blanks_are_alike(dash: str, blank: str) -> None:
    assert AB.code(f"1{dash}2{blank}3\u30014\u200b") == "1234"
    assert AB.reply(f"1{blank}2") == AB.reply(f"1{dash}2") == (1, 2)


def test_what_is_typed_is_read_in_every_room() -> None:
    wide = "1234 02".translate(WIDE)
    assert Rules.parse("ａｂ4×10") == AB  # noqa: RUF001
    assert format_history(parse_history(AB, wide)) == "1234=02"
    begun = duel.begin(duel.Setup.new("ab4x10", secret="8217", start="2396"))
    assert duel.apply(begun, "Guess １ 2 3 4").moves == ("guess 1234",)  # noqa: RUF001
    two = boards.GAME.begin(boards.Setup.new("ab4x10", 2, seed=7))
    assert boards.GAME.apply(two, "player", "GUESS 2-4-5-9").guesses == ("2459",)
    puzzle = solving.Setup(rules=Rules.parse("ab2x4"), turns=("13=01", "03=01"))
    assert solving.GAME.replay(puzzle, ["ANSWER ３２"]).outcome == "won"  # noqa: RUF001
    assert parse_race_name(" Ｆriday-42") == "friday-42"  # noqa: RUF001
    assert str(Board.parse("４, ４5 ｃ")) == "4453"  # noqa: RUF001
    assert str(Shape.parse("９ × 8")) == "9x8"  # noqa: RUF001
    assert number_of("１２", 1, 20) == 12  # noqa: RUF001


def test_words_are_found_however_their_accents_are_written() -> None:
    game = listed_rules(["cr\u00e8me", "na\u00efve"], ["cafe\u0301s"])
    assert game.guesses == ("cr\u00e8me", "na\u00efve", "caf\u00e9s")
    for word in game.guesses:
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            assert game.code(unicodedata.normalize(form, word.upper())) == word
    assert game.code("c r \u00e8 m e") == "cr\u00e8me"


def test_signs_of_an_alphabet_stay_what_they_are() -> None:
    game = Rules.parse("ab2x3:①②1")
    assert [game.code(code) for code in ("①②", "②1")] == ["①②", "②1"]
    assert Rules.parse("ab2x3:①②③").code("21") == "②①"
    both = listed_rules(["x2", "x\u00b2"])
    assert [both.code(code) for code in ("x2", "x\u00b2")] == ["x2", "x\u00b2"]


@pytest.mark.parametrize(
    "text", ["RRGG", "rrgg", "red red green green", "red, red, green, green", "Red-red-green-green",
             "🔴🔴🟢🟢", "🟥🟥🟩🟩", "R R G G"]
)  # fmt: skip
def test_pegs_have_colours(text: str) -> None:
    assert MM.code(text) == "0033"


@pytest.mark.parametrize("code", ["en", "de", "ko", "zh"])
def test_colours_have_their_names_in_every_language(code: str) -> None:
    game = Rules.parse("mm8x8")
    with speaking(code):
        assert game.code(" ".join(map(translate, COLOURS))) == "01234567"
        assert game.code(" ".join(COLOURS)) == "01234567"


@pytest.mark.parametrize(
    ("game", "text"),
    [("mm4x8", "bbbb"), ("mm4x2", "rygg"), ("ab4x6", "rbyg"), ("mm4x6", "red"), ("mm4x6", "rede")],
)
def test_what_may_be_several_colours_is_refused(game: str, text: str) -> None:
    with pytest.raises(InvalidCode):
        Rules.parse(game).code(text)


def test_letters_of_an_alphabet_are_not_colours() -> None:
    assert Rules.parse("mm4x6:RGBYOW").code("RGBY") == "RGBY"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("7810 13", "7810=13"),
        ("7810:13", "7810=13"),
        ("7810 1B3C", "7810=13"),
        ("7810 -> 1 bull", "7810=10"),
        ("7810\uff1a13\u30012345\uff1a00", "7810=13 2345=00"),
        ("7810 13\n2345 1 bull 1 cow\n9876 00", "7810=13 2345=11 9876=00"),
        ("7810=13; 2345=0,2,9876=00", "7810=13 2345=02 9876=00"),
        ("7 8 1 0 = 1 3  2 3 4 5 = 00", "7810=13 2345=00"),
        ("7810=●○○○ 2345=🟢⚪⚪⚪", "7810=13 2345=10"),
        ("7810:●○○○ 2345:++", "7810=13 2345=20"),
    ],
)
def test_turns_are_read_as_people_write_them(text: str, read: str) -> None:
    assert format_history(parse_history(AB, text)) == read
    assert format_history(parse_history(AB, text.split(" "))) == read


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (AB.code, MM.code, AB.reply, Rules.parse, Board.parse, Shape.parse):
        try:
            read(text)
        except MoolabError:
            continue
