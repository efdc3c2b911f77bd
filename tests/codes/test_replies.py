import re
from collections.abc import Iterator
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.cli.terminal import pegs
from moolab.codes.numbering import code_at
from moolab.codes.replies import Reply, membership, standard
from moolab.codes.rules import Rules
from moolab.deduction.letters import squares
from moolab.errors import InvalidReply
from moolab.games.daily import Daily, card
from moolab.support.language import speaking
from tests.helpers.games import codes, rules
from tests.helpers.paths import PROJECT

EMMS_NUMBERS = [23, 42, 71, 197, 199, 206]
EMMS_TABLE = {
    # goal: the value 5 * bulls + cows of each try, from Emms, "Cows and Bulls: A Solution",
    # Vector 10.2 (1993)
    23: [20, 5, 12, 8, 11, 3],
    42: [5, 20, 1, 1, 1, 6],
    71: [12, 1, 20, 12, 15, 7],
    197: [8, 1, 12, 20, 15, 10],
    199: [11, 1, 15, 15, 20, 11],
    206: [2, 6, 6, 10, 11, 20],
}


def test_the_lisp_article_scores_1234_against_4324_as_12() -> None:
    assert str(Rules.parse("4").score("1234", "4324")) == "12"


def test_the_sample_game_of_the_lisp_article() -> None:
    game = Rules.parse("ab4x10")
    guesses = ["1389", "1234", "1759", "1785", "2745"]
    replies = ["00", "02", "11", "20", "40"]
    assert [str(game.score(guess, "2745")) for guess in guesses] == replies


@pytest.mark.parametrize("goal", EMMS_NUMBERS)
def test_the_table_of_the_apl_article(goal: int) -> None:
    game = Rules.parse("emms4x4")
    replies = [game.score(code_at(game, attempt), code_at(game, goal)) for attempt in EMMS_NUMBERS]
    assert [5 * reply.bulls + reply.cows for reply in replies] == EMMS_TABLE[goal]


def test_the_dialogue_of_the_apl_article() -> None:
    guesses = ["AABC", "ADBC", "AABD", "BABC", "CABC"]
    replies = [str(membership(guess, "CABC")) for guess in guesses]
    assert replies == ["30", "21", "20", "30", "40"]


@given(st.data(), rules())
def test_what_holds_for_every_reply(data: st.DataObject, game: Rules) -> None:
    guess, secret = data.draw(codes(game)), data.draw(codes(game))
    reply = game.score(guess, secret)
    assert reply in game.replies
    assert (reply == game.win) == (guess == secret)
    assert standard(guess, secret) == standard(secret, guess)
    if not game.repeats:
        assert membership(guess, secret) == standard(guess, secret)


@given(st.integers(0, 10), st.integers(0, 10))
def test_a_reply_is_read_in_all_its_notations(bulls: int, cows: int) -> None:
    reply = Reply(bulls, cows)
    texts = ["{} {}", "{},{}", " {} , {} ", "{}b{}c", "{}A{}B", "{} bull {} cows", "{}B, {}C"]
    assert {Reply.parse(text.format(bulls, cows)) for text in texts} == {reply}
    assert Reply.parse(reply.words) == reply
    if bulls + cows <= 10:
        assert Reply.parse(str(reply)) == reply


@pytest.mark.parametrize(
    ("text", "reply"), [("2 bulls", (2, 0)), ("3c", (0, 3)), ("1 bull and 2 cows", (1, 2))]
)
def test_what_is_not_said_is_none(text: str, reply: tuple[int, int]) -> None:
    assert Reply.parse(text) == reply


@pytest.mark.parametrize(
    "text", ["", "1", "abc", "1234", "1-", "-12", "b2c", "1b2", "٤٤", "1" * 5000, f"{'1' * 5000},1"]
)
def test_what_is_no_reply_is_refused(text: str) -> None:
    with pytest.raises(InvalidReply, match="is not a reply"):
        Reply.parse(text)


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("ab4x10", "31", "3 bulls, 1 cow is an impossible reply: when all but one are bulls"),
        ("emms4x4", "31", "when all but one are bulls"),
        ("ab4x10", "32", "more than 4 together"),
        ("mm4x6", "05", "more than 4 together"),
        ("ab4x5", "01", "two codes of ab4x5 share at least 3 symbols"),
        ("ab1x2", "01", "when all but one are bulls"),
    ],
)
def test_impossible_replies_are_refused_with_the_reason(game: str, text: str, reason: str) -> None:
    with pytest.raises(InvalidReply, match=reason):
        Rules.parse(game).reply(text)


def test_ten_places_need_a_third_digit_only_for_ten() -> None:
    game = Rules.parse("ab10x10")
    assert str(game.win) == "100"
    assert [game.reply(text) for text in ["100", "010", "10 0", "46"]] == [
        Reply(10, 0),
        Reply(0, 10),
        Reply(10, 0),
        Reply(4, 6),
    ]


WIDE = {sign: sign + 0xFEE0 for sign in range(0x21, 0x7F)}
"""The full-width form of each sign of ASCII."""


def printed(game: Rules, reply: Reply) -> Iterator[str]:
    """The ways in which moolab prints a reply."""
    yield from (str(reply), reply.words)
    if game.counted:
        yield from reply.sayings
        yield from (pegs.pegs(reply, game.places, coloured=False),)
        yield from (pegs.pegs(reply, game.places, coloured=False).translate(pegs._ASCII),)
    if game.marked:
        yield squares(reply)
    for kind in ("digits", "colours", "word"):
        if (daily := Daily(kind, date(2026, 12, 1))).rules == game:
            for signs in ("text", "emoji"):
                yield card(daily, [reply], None, found=True, signs=signs).splitlines()[-1]


@pytest.mark.parametrize("code", ["en", "de", "ko", "zh"])
@pytest.mark.parametrize(
    "text",
    ["ab4x10", "ab10x10", "mm4x6", "mm2x6", "emms4x4", "words:english5"]
    + [f"words:english4:{rule}" for rule in ("bulls", "black", "jotto", "sum", "emms")],
)
def test_what_is_printed_as_a_reply_is_read_as_that_reply(text: str, code: str) -> None:
    game = Rules.parse(text)
    with speaking(code):
        for reply in game.replies:
            for way in printed(game, reply):
                assert str(game.reply(way)) == str(reply), way


TABLE = [
    (written, game.strip(), reply)
    for row in re.findall(
        r"^\| `(.*)` \| (.*) \| `(\S+)` \|$",
        (PROJECT / "docs/reference/notation.md").read_text("utf-8"),
        re.MULTILINE,
    )
    for written, game, reply in ((each, *row[1:]) for each in row[0].split("`, `"))
]


@pytest.mark.parametrize(("written", "game", "reply"), TABLE)
def test_the_table_of_the_notations_says_what_is_read(written: str, game: str, reply: str) -> None:
    called = {"bulls and cows": "mm4x6", "words": "words:english5"}
    rules = Rules.parse(called.get(game, game))
    assert str(rules.reply(written)) == reply
    assert str(rules.reply(f"  {written} ".translate(WIDE))) == reply
    if ":" not in written:
        assert str(rules.reply(written.upper())) == reply


@pytest.mark.parametrize("text", ["----", "⚫⚫⚪🟡", "gy-*", "🟩🟨⬛", "●○·", "1a"])
def test_rows_with_several_meanings_or_none_are_refused(text: str) -> None:
    with pytest.raises(InvalidReply, match="is not a reply"):
        Rules.parse("ab4x10").reply(text)


def test_places_with_neither_may_be_left_out() -> None:
    game = Rules.parse("ab4x10")
    assert [game.reply(text) for text in ("●○", "b", "⚪⚪", "--")] == [
        (1, 1),
        (1, 0),
        (0, 2),
        (0, 2),
    ]
