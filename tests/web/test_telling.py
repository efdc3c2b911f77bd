"""What a review says to whoever has played: in words, in colours, in four languages."""

import re
from functools import cache

import pytest

from moolab.analysis.game import analyse
from moolab.analysis.judgement import judge
from moolab.codes.listed import listed_rules
from moolab.codes.rules import Rules
from moolab.codes.tables import table_rules
from moolab.deduction.candidates import candidates
from moolab.search import bitsets, position
from moolab.support.language import speaking
from moolab.web.telling import Told, headline
from moolab.web.work.jobs import Judged

_PICTURE = re.compile(
    r'<span class="turns[^>]*role="img" aria-label="([^"]*)">(?:<span.*?</span>)+'
)


def heard(text: str) -> str:
    """A sentence as it is read out."""
    return re.sub("<[^>]*>", "", _PICTURE.sub(r"\1", text))


@cache
def told(
    game: str | Rules, secret: str, guesses: str, *, known: bool = False, yours: bool = True
) -> Told:
    """A game of these guesses; known: whether the secret is told although it was not found."""
    rules = Rules.parse(game)
    turns = [(guess, rules.reply_rule(guess, secret)) for guess in guesses.split()]
    return Told(Judged.of(analyse(rules, turns), secret if known else None), rules, yours)


def said(game: Told) -> list[str]:
    return [heard(f"{each.said} {each.more}".strip()) for each in game.turns]


def test_each_guess_has_a_sentence_that_a_beginner_understands() -> None:
    game = told("ab4x10", "7419", "1234 1243 5678 7491 7419")
    assert game.headline == "You found it in 5."
    assert game.summary == "Skill 81. 2 guesses could have been better."
    assert [each.tag for each in game.turns] == ["best", "costly", "better", "good", "best"]
    lines = said(game)
    assert lines[0] == "5,040 codes fitted; 1,260 are left."
    assert lines[1].startswith("1,260 codes fitted; your guess left 870, 2305 would have left 84.")
    assert lines[1].endswith(". It asks about 2 new digits at once.")
    assert lines[2].endswith("have left 60. 3025 could be the code; your guess could not.")
    assert lines[3] == "348 codes fitted; 2 are left. That was lucky."
    assert lines[4] == "2 codes fitted, and it was this one: lucky."
    # Why is said at once where it cost most.
    assert [bool(each.more) for each in game.turns] == [False, False, True, False, False]
    shares = [each.left for each in game.turns]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == 0
    assert "this guess left 870" in said(told("ab4x10", "7419", "1234 1243 7419", yours=False))[1]


def test_in_a_game_of_colours_no_digit_stands_for_one() -> None:
    game = told("mm4x6", "4553", "0011 2233 4433 0553 4443 4553")
    _, _, new, _, only, _ = said(game)
    assert "guess left 4, yellow, purple, purple, orange would have left 2. It asks about" in new
    assert new.endswith("2 new colours at once.")
    assert only == "Only purple, orange, orange, green fitted: your guess could not be the code."
    cards = [heard(card.text) for card in game.story]
    assert cards[2].startswith("No reply was lucky. red, orange, orange, green got 3 black, 0 wh")
    codes = {each.turn.guess for each in game.turns} | {each.turn.best.guess for each in game.turns}
    assert not [text for text in (*said(game), *cards) if any(code in text for code in codes)]


def test_words_are_shown_as_letters() -> None:
    rules = listed_rules(["about", "adobe", "abide", "audio", "alibi", "amber", "along", "allow"])
    game = told(rules, "about", "allow alibi about")
    opening = next(iter(game.story)).text
    assert 'role="img" aria-label="allow"><span class="tile letter">a' in opening
    assert heard(opening) == "Guess 1, allow, left 3 of 8 codes."


def test_a_story_has_five_cards_and_its_figures_are_those_of_the_game() -> None:
    cards = [*told("ab4x10", "1587", "1389 1409 1582 1586 1587").story]
    assert [card.title for card in cards] == [
        "The opening",
        "The best guess",
        "The luckiest reply",
        "The turning point",
        "The end",
    ]
    assert heard(cards[0].text) == "Guess 1, 1389, left 180 of 5,040 codes."
    assert cards[-1].text == "Found in 5 guesses. The best play needs 5.21 on average."
    assert len([*told("ab4x10", "1587", "1389").story]) == 2


def test_of_a_lost_game_is_said_what_was_left_and_what_cost_most() -> None:
    lost = headline(found=False, guesses=4, tries=4)
    assert lost == "Not this time: X of 4."
    game = told("ab4x10", "7419", "1234 1243 5678 1234", known=True)
    assert game.summary == "Skill 52. 348 codes were left, and guess 4 cost most."
    assert [each.tag for each in game.turns] == ["best", "better", "better", "costly"]
    assert heard([*game.story][-1].text) == "Not found: 348 codes were left."
    # Where the secret is not known, it is only said what is so on average.
    unknown = told("ab4x10", "7419", "1234 1243")
    assert said(unknown)[1].startswith("1,260 codes fitted; 870 are left. On average, 2305")
    assert unknown.headline == "Not found yet."


@pytest.mark.parametrize(
    ("language", "one", "several", "words"),
    [
        ("en", "One guess could", "2 guesses could", ["one is left", "1,260 are left", "a new"]),
        (
            "de",
            "Ein Versuch hätte",
            "2 Versuche hätten",
            ["einer ist", "1.260 sind", "einer neuen"],
        ),
        ("ko", "추측이 1번", "추측이 2번", ["1개가 남았", "1,260개가 남았", "숫자 1개"]),
        ("zh", "有 1 次", "有 2 次", ["还剩 1 个", "还剩 1,260 个", "1 个新数字"]),
    ],
)
def test_one_and_several_are_told_apart(
    language: str, one: str, several: str, words: list[str]
) -> None:
    with speaking(language):
        assert one in told("ab4x10", "7419", "1234 1243 7419").summary
        assert several in told("ab4x10", "7419", "1234 1243 5678 7491 7419").summary
        lost = told("ab4x10", "7419", "1234 1243 5678 1234", known=True)
        lines = said(lost) + said(told("mm4x6", "4553", "0011 2233 4433 0553 4443 4553"))
    assert [word for word in words if not any(word in line for line in lines)] == []


@pytest.mark.parametrize(
    ("name", "turns", "most", "methods", "sure"),
    [
        ("mm3x5", "012=02 123=10", None, "exact exact", "no guess is better here."),
        ("mm3x5", "012=02 123=10", 0, "information information", "no better guess was found."),
        pytest.param("mm5x8", "00123=12 00456=11", None, "information look-ahead",
                     "no better guess was found.", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_that_no_guess_is_better_is_said_only_where_all_were_searched(
    name: str, turns: str, most: int | None, methods: str, sure: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    rules = Rules.parse(name)
    for search in (bitsets, position) if most is not None else ():
        monkeypatch.setattr(search, "_MOST_WORK", most)
    game = Told(Judged.of(analyse(rules, turns)), rules)
    assert [turn.regret for turn in game.game.turns] == [0, 0]
    assert [turn.method for turn in game.game.turns] == methods.split()
    assert heard([*game.story][1].text).endswith(sure)


def test_costs_are_not_called_guesses() -> None:
    game = table_rules(["cat", "owl", "bat"], {"flies?": ["no", "yes", "yes"], "fur?": [1, 0, 1]},
                       costs={"flies?": 3})  # fmt: skip
    assert judge(candidates(game), "flies?").regret
    story = [card.text for card in Told(Judged.of(analyse(game, "flies?=yes fur?=0")), game).story]
    assert story[-1].startswith("Found in 2 guesses, which cost 4. The best play costs ")
