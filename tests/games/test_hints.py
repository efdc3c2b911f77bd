"""Hints: what is said of an idea, and how a hint goes on."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.analysis.game import analyse
from moolab.analysis.partition import Partition
from moolab.analysis.what_if import WhatIf
from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.numbering import all_codes
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import History
from moolab.errors import InvalidCode, InvalidMove
from moolab.games.duel.duel import Duel, Setup, apply, begin
from moolab.games.duel.hint import STEPS, hint, hint_in_words, idea_in_words
from moolab.games.duel.notebook import Notebook
from moolab.strategies import strategy
from tests.cli.test_cli import moo
from tests.helpers.games import codes, rules, told
from tests.helpers.tables import tables

AB4 = Rules.parse("ab4x10")


@given(told(rules(most_codes=300)), st.data())
def test_an_idea_is_consistent_if_it_is_a_candidate(
    game: tuple[Rules, str, History], data: st.DataObject
) -> None:
    played, _, history = game
    known = candidates(played, history)
    code = data.draw(codes(played))
    idea = WhatIf(known, code)
    assert idea.consistent == (code in list(known))
    assert idea.clashes == {
        number: played.score(turn.guess, code)
        for number, turn in enumerate(history, start=1)
        if played.score(turn.guess, code) != turn.reply
    }
    assert idea.consistent == (not idea.clashes)
    assert (" cannot be the secret: " in idea.in_words) == (not idea.consistent)
    if len(list(known)) > 1:
        groups = {played.score(code, secret) for secret in known}
        told = f"into {len(groups)} groups" if len(groups) > 1 else "tells nothing"
        assert told in idea.in_words


@given(told(rules(least_codes=3, most_codes=100), most_turns=4), st.integers(1, 2))
def test_an_idea_where_replies_may_be_wrong(
    game: tuple[Rules, str, History], mistakes: int
) -> None:
    played, secret, history = game
    if any(turn.reply == played.win for turn in history):
        return
    known = candidates(played, history, mistakes)
    for code in all_codes(played):
        idea = WhatIf(known, code)
        assert idea.consistent == (code in list(known))
        assert (f"{code} can be the secret" in idea.verdict) == idea.consistent
        assert (" if the repl" in idea.verdict) == (idea.consistent and bool(idea.clashes))
        likeliest = list(candidates(played, history))
        if len(likeliest) > 1:
            groups = {played.score(code, other) for other in likeliest}
            told = f"into {len(groups)} groups" if len(groups) > 1 else "tells nothing"
            assert idea.in_words.startswith(f"{idea.verdict} If no reply is wrong, it ")
            assert told in idea.in_words
    assert WhatIf(known, secret).verdict == f"{secret} can be the secret."


@pytest.mark.parametrize("mistakes", [0, 1])
@pytest.mark.parametrize("history", ["", "slate=-----", "slate=--g-g"])
def test_an_idea_that_is_not_in_the_list_of_secrets(history: str, mistakes: int) -> None:
    words = listed_rules(["crane", "caper", "brown", "plane", "blond"], ["slate", "trace"])
    idea = WhatIf(candidates(words, history, mistakes), "trace")
    assert not idea.consistent
    assert idea.clashes == {}
    assert idea.verdict == "trace can be guessed, but is not in the list of secrets."
    assert idea.in_words.startswith(idea.verdict)


@given(tables(), st.data())
def test_whatever_is_asked_of_a_table_there_are_hints_and_notes(
    game: ListedRules, data: st.DataObject
) -> None:
    secret = data.draw(st.sampled_from(game.secrets))
    duel = begin(Setup.new(game, role="breaker", secret=secret, seed=1))
    for guess in data.draw(st.lists(st.sampled_from(game.others or game.guesses), max_size=3)):
        if not duel.may_guess:
            return
        duel = apply(duel, f"guess {guess}")
    if duel.finished:
        return
    for step in range(1, STEPS + 1):
        assert hint_in_words(duel, step)
    for code in game.guesses:
        verdict = f"{code} can be guessed, but is not in the list of secrets."
        assert (verdict in idea_in_words(duel, code)) == (code not in game.secrets)
    # Names have no places in which a symbol could be ruled out.
    assert Notebook.of(duel)[1:] == (duel.left.count, None)


def test_the_steps_of_a_hint_say_more_and_more() -> None:
    duel = begin(Setup.new(AB4, role="breaker", secret="8217"))
    for guess in ("1234", "5678", "1389"):
        duel = apply(duel, f"guess {guess}")
        found = hint(duel)
        said = [hint_in_words(duel, step) for step in range(1, STEPS + 1)]
        assert said == [
            f"{found.candidates} codes are possible.",
            f"You could try {found.guess}.",
            idea_in_words(duel, found.guess),
        ]
    assert hint_in_words(apply(duel, "undo"), 1) == "168 codes are possible."


@pytest.mark.parametrize(
    "settled",
    [{"seed": 2}, {"strategy": "random"}, {"start": "9876"}, {"consistent": True}],
    ids=str,
)
def test_how_the_computer_guesses_makes_no_difference_to_your_hints(
    settled: dict[str, Any],
) -> None:
    usual, other = (
        begin(Setup.new(AB4, role="breaker", secret="8217", **more)) for more in ({}, settled)
    )
    assert hint(usual) == hint(other)
    assert hint(apply(usual, "guess 0123")) == hint(apply(other, "guess 0123"))


def hinted(setup: Setup) -> Duel:
    """A game in which every guess is the one that the hint names."""
    duel = begin(setup)
    while duel.phase == "guess":
        duel = apply(duel, f"guess {hint(duel).guess}")
    return duel


@pytest.mark.parametrize(
    ("played", "games"),
    [
        ("ab4x10", 2),
        ("mm4x6", 5),
        ("emms3x5:vwxyz", 20),
        pytest.param("ab4x10", 100, marks=pytest.mark.slow),
        pytest.param("mm4x6", 100, marks=pytest.mark.slow),
        pytest.param("emms3x5:vwxyz", 100, marks=pytest.mark.slow),
    ],
)
def test_who_follows_the_hints_makes_no_mistake(played: str, games: int) -> None:
    for seed in range(games):
        duel = hinted(Setup.new(played, role="breaker", seed=seed))
        labels = [turn.label for turn in analyse(duel.setup.rules, duel.yours).turns]
        assert {*labels} <= {"best", "good", "inaccuracy"}, (duel.setup.secret, labels)


@pytest.mark.parametrize(
    ("played", "most"),
    # What the best play needs at worst, as `moo optimal --objective worst` proves.
    [("ab4x10", 7), ("mm4x6", 5), ("ab3x6", 5)],
)
def test_who_follows_the_hints_beats_an_evil_maker_in_the_fewest_guesses(
    played: str, most: int
) -> None:
    duel = hinted(Setup.new(played, role="breaker", maker="evil"))
    assert (duel.outcome, duel.your_guesses) == ("won", most)


def test_who_follows_the_hints_finds_the_code_where_replies_may_be_wrong() -> None:
    for seed in range(3):
        duel = hinted(Setup.new("mm3x4", role="breaker", seed=seed, mistakes=2))
        assert duel.outcome == "won"


def test_a_hint_in_a_large_game_tells_much_of_what_can_be_told() -> None:
    duel = begin(Setup.new("mm4x20", role="breaker", secret="ABCD"))
    duel = apply(duel, "guess EEFF")
    found = Partition.of(duel.left, hint(duel).guess)
    usual = Partition.of(duel.left, strategy("consistent", "mm4x20").guess(duel.left))
    assert found.expected_information > usual.expected_information


def test_the_only_code_left() -> None:
    duel = begin(Setup.new(Rules.parse("ab3x4"), role="breaker", secret="123"))
    for guess in ("012", "103", "230"):
        duel = apply(duel, f"guess {guess}")
    assert hint_in_words(duel, 1) == "1 code is possible."
    assert hint_in_words(duel, STEPS) == "123 is the only code left."
    assert idea_in_words(duel, "012") == "012 cannot be the secret: it got 02 in turn 1."


def test_no_hints_in_rated_games_or_out_of_turn() -> None:
    rated = begin(Setup.new(AB4, role="breaker", secret="8217", rated=True))
    for ask in (hint, lambda duel: hint_in_words(duel, 1), lambda duel: idea_in_words(duel, "1")):
        with pytest.raises(InvalidMove, match="no hints in a rated game"):
            ask(rated)
        with pytest.raises(InvalidMove, match="only where it is your turn"):
            ask(apply(begin(Setup.new(AB4)), "guess 1234"))
    with pytest.raises(InvalidCode, match="has 3 symbols"):
        idea_in_words(begin(Setup.new(AB4)), "123")


def test_hints_in_games_too_large_to_count() -> None:
    done = moo(
        *["play", "ab10x36", "--role", "breaker", "--seed", "1", "--no-stats"],
        typed="?\n0123456789\n?\n?\n?\n? 0123456789\n0\n",
    )
    said = " ".join(done.stdout.split())
    assert "922,393,263,052,800 codes are possible." in said
    assert "ab10x36 has too many codes to count those that are still possible." in said
    assert "You could try 1ABCDEFGHI. ? again says why." in said
    assert "1ABCDEFGHI can be the secret. [2]" in said
    assert "0123456789 cannot be the secret: it got 01 in turn 1. [2]" in said


def test_what_is_no_idea_leaves_the_hint_where_it_was() -> None:
    done = moo(
        *["play", "--role", "breaker", "--secret", "8217", "--no-stats"],
        typed="?\n? 12\n??\nhint 1x34\n? 1234\n1 2 x 4\n?\nresign\n",
    )
    said = done.stdout.split("Your guess: ")[2:]
    assert [line.split("\n")[1] for line in said[:5]] == [
        "'12' has 2 symbols, but a code has 4 places.",
        "'?' has the symbol '?'; a code is made of 0123456789.",
        "'1x34' has the symbol 'x'; a code is made of 0123456789.",
        "1234 can be the secret. It splits 5,040 codes into 14 groups, largest 1,440.",
        "'1 2 x 4' has the symbol 'x'; a code is made of 0123456789.",
    ]
    assert "You could try" in said[5]
