"""Strategies in the hard mode of the word game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.word_lists import words
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.deduction.letters import broken_hint
from moolab.errors import InvalidCode, InvalidRules
from moolab.strategies import strategy
from moolab.strategies.listed import uses_hints
from moolab.trees.build import build
from moolab.trees.verify import verify

KNOWN = words("english").secrets
GAME = listed_rules(KNOWN[:300:2], KNOWN[1:300:2])


@given(st.lists(st.text("aab", min_size=3, max_size=3), min_size=1, unique=True), st.data())
def test_all_guesses_are_judged_as_each_is(codes: list[str], data: st.DataObject) -> None:
    game = listed_rules(codes)
    code = st.sampled_from(codes)
    turns = data.draw(st.lists(st.tuples(code, code), max_size=3))
    history = tuple(Turn(guess, game.score(guess, secret)) for guess, secret in turns)
    each = [broken_hint(history, guess) is None for guess in game.guesses]
    assert uses_hints(game, history).tolist() == each


@pytest.mark.parametrize("name", ["entropy", "minimax", "consistent", "random"])
@pytest.mark.parametrize("game", [GAME, listed_rules(KNOWN[:90], weights=range(90))])
def test_all_guesses_use_what_was_shown(name: str, game: ListedRules) -> None:
    steps = list(build(strategy(name, game, hard=True)))
    path: list[Turn] = []
    for depth, reply, guess in steps:
        del path[depth:]
        if reply is not None:
            path[-1] = Turn(path[-1].guess, reply)
        assert broken_hint(tuple(path), guess) is None
        path.append(Turn(guess, game.win))
    assert verify(game, steps).secrets == game.size


def test_a_strategy_may_guess_what_cannot_be_the_secret_as_long_as_it_uses_what_was_shown() -> None:
    totals = [
        verify(GAME, build(strategy("entropy", GAME, hard=hard, consistent=consistent))).total
        for hard, consistent in ((False, False), (True, False), (False, True))
    ]
    assert totals == sorted(totals)
    assert totals[0] < totals[2]


def test_turns_that_broke_hard_mode_are_named() -> None:
    game = words("english")
    secret = next(code for code in game.secrets if code[0] == "c" and code != "crane")
    history = tuple(Turn(guess, game.score(guess, secret)) for guess in ("crane", "pilot"))
    known = candidates(game, history)
    with pytest.raises(InvalidCode, match="turn 2, 'pilot': hard mode: letter 1 has to be c"):
        strategy("entropy", game, hard=True).guess(known)
    with pytest.raises(InvalidRules, match="no reply may be wrong"):
        strategy("entropy", game, hard=True).guess(candidates(game, mistakes=1))


def test_hard_mode_is_refused_where_it_means_nothing() -> None:
    with pytest.raises(InvalidRules, match="mark letters"):
        strategy("entropy", "ab4x10", hard=True)
    with pytest.raises(InvalidRules, match="cannot play hard mode"):
        strategy("calf", words("english"), hard=True)
    with pytest.raises(InvalidRules, match="has only questions"):
        strategy("entropy", listed_rules(["ab", "ac"], ["ad", "bc"], identifies=True), hard=True)
