from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from moolab.codes.numbering import all_codes
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.tables import table_rules
from moolab.deduction import contradiction
from moolab.deduction.candidates import candidates
from moolab.deduction.contradiction import ContradictoryReplies, Repair, check_consistent
from moolab.deduction.history import History, Turn, parse_history
from tests.helpers.examples import examples
from tests.helpers.games import codes, possible, rules


def fitting(game: Rules, history: History, mistakes: int = 0) -> int:
    return sum(possible(game, history, code, mistakes) for code in all_codes(game))


def clash(game: str, history: str, mistakes: int = 0) -> ContradictoryReplies:
    found = Rules.parse(game)
    return ContradictoryReplies(found, parse_history(found, history), mistakes)


@st.composite
def contradictory(draw: st.DrawFn) -> tuple[Rules, History]:
    game = draw(rules(10, 150))
    turn = st.builds(Turn, codes(game), st.sampled_from(game.replies))
    history = tuple(draw(st.lists(turn, min_size=3, max_size=5)))
    assume(not fitting(game, history))
    return game, history


@st.composite
def contradictory_even_so(draw: st.DrawFn) -> tuple[Rules, History, int]:
    """Replies that clash though some may be wrong, wins and guesses of one code among them."""
    game = draw(rules(2, 40))
    mistakes = draw(st.integers(1, 2))
    few = st.sampled_from(draw(st.lists(codes(game), min_size=2, max_size=6)))
    replies = st.sampled_from([*game.replies, game.win])
    history = draw(st.lists(st.builds(Turn, few, replies), min_size=2, max_size=4 + mistakes))
    assume(not fitting(game, tuple(history), mistakes))
    return game, tuple(history), mistakes


@settings(max_examples=examples(8))
@given(contradictory())
def test_the_conflict_is_a_smallest_one(position: tuple[Rules, History]) -> None:
    game, history = position
    conflict = ContradictoryReplies(game, history).conflict
    assert not fitting(game, tuple(history[number - 1] for number in conflict))
    for smaller in combinations(history, len(conflict) - 1):
        assert fitting(game, smaller)


@settings(max_examples=examples(8))
@given(contradictory())
def test_the_repairs_are_all_that_help(position: tuple[Rules, History]) -> None:
    game, history = position
    expected = []
    for number, turn in enumerate(history):
        for reply in game.replies:
            mended = (*history[:number], Turn(turn.guess, reply), *history[number + 1 :])
            if size := fitting(game, mended):
                expected.append(Repair(number + 1, reply, size))
    assert list(ContradictoryReplies(game, history).repairs) == expected


@settings(max_examples=examples(8))
@given(contradictory_even_so(), st.booleans())
def test_the_explanation_where_replies_may_be_wrong(
    position: tuple[Rules, History, int], by_kernels: bool
) -> None:
    game, history, mistakes = position
    with pytest.MonkeyPatch.context() as patch:
        if by_kernels:
            patch.setattr(contradiction, "are_texts", lambda _game: False)
        error = ContradictoryReplies(game, history, mistakes)
        conflict, repairs, over_a_win = error.conflict, error.repairs, error.over_a_win
    clashing = tuple(history[number - 1] for number in conflict)
    assert not fitting(game, clashing, mistakes)
    assert over_a_win == any(
        sum(not turn.fits(game, code) for turn in clashing) <= mistakes for code in all_codes(game)
    )
    for smaller in combinations(history, len(conflict) - 1):
        assert fitting(game, smaller, mistakes)
    expected = []
    for number, turn in enumerate(history):
        for reply in game.replies:
            mended = (*history[:number], Turn(turn.guess, reply), *history[number + 1 :])
            if size := fitting(game, mended, mistakes):
                expected.append(Repair(number + 1, reply, size))
    assert list(repairs) == expected


@settings(max_examples=examples(12))
@given(contradictory_even_so())
def test_without_patience_a_conflict_has_no_turn_too_many(
    position: tuple[Rules, History, int],
) -> None:
    game, history, mistakes = position
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("moolab.deduction.contradiction._MOST_STEPS", 0)
        conflict = ContradictoryReplies(game, history, mistakes).conflict
    kept = tuple(history[number - 1] for number in conflict)
    assert not fitting(game, kept, mistakes)
    for dropped in range(len(kept)):
        assert fitting(game, kept[:dropped] + kept[dropped + 1 :], mistakes)


@pytest.mark.parametrize("plain", [0, 1000])
def test_a_win_that_was_pretended_may_become_any_other_reply(
    plain: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contradiction, "are_texts", lambda game: game.size <= plain)
    error = clash("ab2x3", "01=20 01=01", mistakes=1)
    repairs = [(turn, str(reply), candidates) for turn, reply, candidates in error.repairs]
    assert repairs == [(1, "01", 2), (1, "02", 3), (1, "10", 4), (2, "20", 1)]


def test_a_smallest_conflict_is_found_in_good_time(monkeypatch: pytest.MonkeyPatch) -> None:
    # 4,808 codes are looked at; without what the search knows to spare, over 11,000.
    monkeypatch.setattr("moolab.deduction.contradiction._MOST_STEPS", 6000)
    monkeypatch.setattr("moolab.deduction.contradiction._irreducible", None)
    turns = "123=03 422=01 414=10 340=10 031=00 300=10 443=02 213=00 143=01 101=00 424=10 044=10"
    assert len(clash("mm3x5", turns, mistakes=3).conflict) > 4


@settings(max_examples=examples(15))
@given(contradictory(), st.sampled_from(["PLAIN", "LISTABLE"]))
def test_kernels_and_search_agree_with_plain_python(
    position: tuple[Rules, History], limit: str
) -> None:
    game, history = position
    plainly = ContradictoryReplies(game, history)
    other = ContradictoryReplies(game, history)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contradiction, "are_texts", lambda _game: False)
        if limit == "LISTABLE":
            patch.setattr(contradiction, "LISTABLE", 0)
        conflict, repairs = other.conflict, other.repairs
    assert [(r.turn, r.reply) for r in repairs] == [(r.turn, r.reply) for r in plainly.repairs]
    if limit == "PLAIN":
        assert (conflict, repairs) == (plainly.conflict, plainly.repairs)
    else:
        kept = tuple(history[number - 1] for number in conflict)
        assert not fitting(game, kept)
        for dropped in range(len(kept)):
            assert fitting(game, kept[:dropped] + kept[dropped + 1 :])


def test_two_turns_that_clash_are_named() -> None:
    error = clash("ab4x10", "0123=11 4567=20 8901=30")
    assert error.conflict == (2, 3)
    assert str(error) == "No code fits: turns 2 and 3 cannot both be true."


def test_three_turns_that_clash_only_together() -> None:
    error = clash("ab4x10", "0123=01 4567=01 8901=01")
    assert error.conflict == (1, 2, 3)
    assert str(error) == "No code fits: turns 1, 2 and 3 cannot all be true."


def test_turns_that_clash_though_one_reply_may_be_wrong() -> None:
    error = clash("ab4x10", "1234=02 1234=11 5678=00 1234=00", mistakes=1)
    assert error.conflict == (1, 2, 4)
    assert str(error) == (
        "No code fits: turns 1, 2 and 4 contradict each other, even if 1 reply is wrong."
    )
    assert Repair(4, Reply(1, 1), 48) in error.repairs


def test_a_reply_that_cannot_be_true_at_all() -> None:
    error = clash("mm4x6", "1234=20 0000=01")
    assert error.conflict == (2,)
    assert str(error) == "No code fits: turn 2 alone cannot be true."
    assert {repair.turn for repair in error.repairs} == {2}


def test_one_guess_with_two_replies() -> None:
    error = clash("ab4x10", "1234=02 1234=11")
    assert error.conflict == (1, 2)
    assert [(repair.turn, str(repair.reply)) for repair in error.repairs] == [(1, "11"), (2, "02")]


def test_some_replies_cannot_be_mended_by_one_change() -> None:
    error = clash("ab4x10", "0123=40 4567=40 0123=40 4567=40")
    assert error.conflict == (1, 2)
    assert error.repairs == ()


def test_large_games_are_explained_without_counting() -> None:
    error = clash("mm9x10", "012345678=90 999999999=30")
    assert error.conflict == (1, 2)
    assert error.repairs[-1].candidates is None
    assert {repair.turn for repair in error.repairs} == {1, 2}


def test_what_would_take_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    history = "012345678=90 999999999=30 012345678=80"
    assert clash("mm9x10", history).conflict == (2, 3)
    monkeypatch.setattr(contradiction, "_NODES_FOR_CONFLICT", 1)
    monkeypatch.setattr(contradiction, "_NODES_FOR_REPAIR", 1)
    given_up = clash("mm9x10", history)
    assert (given_up.conflict, given_up.repairs) == ((1, 2, 3), ())


def test_consistent_replies_pass() -> None:
    game = Rules.parse("ab4x10")
    check_consistent(candidates(game, parse_history(game, "1389=00 1234=02")))
    with pytest.raises(ContradictoryReplies):
        check_consistent(candidates(game, parse_history(game, "1389=00 1389=02")))


def test_repairs_are_replies_that_the_guess_can_get() -> None:
    table = {"b": ["win", "x"], "d": ["a", "win"], "far?": ["win", "a"]}
    game = table_rules(["b", "d"], table, win="win")
    known = parse_history(game, "d=win b=win")
    found = ContradictoryReplies(game, known, mistakes=1).repairs
    assert found
    for repair in found:
        turn = known[repair.turn - 1]
        assert repair.reply in game.replies_to(turn.guess)
        assert str(repair.reply) != str(turn.reply)
