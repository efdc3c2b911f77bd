"""One conformance suite for all strategies, then what is particular to each."""

from fractions import Fraction
from math import log2
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.kernels import Probes
from moolab.codes.numbering import all_codes
from moolab.codes.rules import Rules
from moolab.codes.space import CodeSpace
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import History, Turn, parse_history
from moolab.errors import SpaceTooLarge, UnknownStrategy
from moolab.strategies import STRATEGIES, entropy, strategy
from tests.games import rules, told

every_strategy = pytest.mark.parametrize("name", STRATEGIES)


def guesses_needed(name: str, game: Rules, secret: str, seed: int = 0) -> list[str]:
    breaker = strategy(name, game, seed=seed)
    known = candidates(game)
    while not known.history or known.history[-1].reply != game.win:
        guess = breaker.guess(known)
        known = known.after(Turn(guess, game.score(guess, secret)))
        assert len(known.history) <= game.size, "a strategy must get on"
    return [turn.guess for turn in known.history]


@every_strategy
@pytest.mark.parametrize("text", ["ab2x4", "mm2x3", "emms3x3", "ab1x2", "mm1x2", "ab3x3"])
def test_every_secret_of_small_games_is_found(name: str, text: str) -> None:
    game = Rules.parse(text)
    for secret in all_codes(game):
        guesses = guesses_needed(name, game, secret)
        assert guesses[-1] == secret
        assert len(set(guesses)) == len(guesses)


@every_strategy
@settings(max_examples=15)
@given(position=told(rules(most_codes=30_000)), seed=st.integers(0, 99))
def test_guesses_are_valid_and_depend_on_nothing_but_what_is_known(
    name: str, position: tuple[Rules, str, History], seed: int
) -> None:
    game, _, history = position
    guess = strategy(name, game, seed=seed).guess(candidates(game, history))
    assert game.code(guess) == guess
    assert guess == strategy(name, game, seed=seed).guess(candidates(game, history))


@every_strategy
def test_the_start_is_the_first_guess_and_no_other(name: str) -> None:
    game = Rules.parse("ab3x6")
    breaker = strategy(name, game, start="543")
    assert breaker.guess(candidates(game)) == "543"
    known = candidates(game, parse_history(game, "543=01"))
    assert breaker.guess(known) == strategy(name, game).guess(known) != "543"


@every_strategy
def test_contradictory_replies_are_refused(name: str) -> None:
    game = Rules.parse("ab3x6")
    with pytest.raises(ContradictoryReplies):
        strategy(name, game).guess(candidates(game, parse_history(game, "012=30 345=30")))


def test_an_unknown_name() -> None:
    with pytest.raises(UnknownStrategy, match="'knuth' is not a strategy; there are consistent,"):
        strategy("knuth", Rules.parse("ab4x10"))


def test_consistent_plays_the_game_of_the_lisp_article() -> None:
    game = Rules.parse("mm4x10")
    breaker = strategy("consistent", game, start="2396")
    known: Candidates = candidates(game)
    for guess in ["2396", "3002", "4123", "1234"]:
        assert breaker.guess(known) == guess
        known = known.after(Turn(guess, game.score(guess, "1234")))


def test_consistent_goes_round_in_a_circle() -> None:
    game = Rules.parse("ab4x10")
    known = candidates(game, parse_history(game, "9876=00"))
    assert strategy("consistent", game).guess(known) == "0123"


@pytest.mark.parametrize("name", ["consistent", "random"])
def test_these_guess_only_what_may_be_the_secret(name: str) -> None:
    game = Rules.parse("mm4x6")
    guesses = guesses_needed(name, game, "5013", seed=3)
    for number, guess in enumerate(guesses):
        history = tuple(Turn(g, game.score(g, "5013")) for g in guesses[:number])
        assert guess in candidates(game, history)


def test_random_reaches_every_candidate() -> None:
    game = Rules.parse("ab4x10")
    known = candidates(game, parse_history(game, "1389=00 1234=02 1759=11"))
    guesses = {strategy("random", game, seed=seed).guess(known) for seed in range(100)}
    assert guesses == set(known)


@pytest.mark.parametrize("name", ["random", "entropy"])
def test_what_needs_a_list_refuses_games_that_cannot_be_listed(name: str) -> None:
    game = Rules.parse("mm10x10")
    with pytest.raises(SpaceTooLarge, match="'consistent' plays it without a list"):
        strategy(name, game).guess(candidates(game))


def test_entropy_refuses_what_would_take_hours() -> None:
    game = Rules.parse("mm8x10")
    known = candidates(game).after(Turn("00112233", game.reply("02")))
    with pytest.raises(SpaceTooLarge, match=r"100,000,000 guesses with [0-9,]+ candidates of mm8"):
        strategy("entropy", game).guess(known)


@pytest.mark.parametrize(("name", "text"), [("random", "mm9x10"), ("entropy", "mm7x10")])
def test_what_cannot_be_played_to_its_end_is_known_before(name: str, text: str) -> None:
    with pytest.raises(SpaceTooLarge):
        strategy(name, Rules.parse(text)).check_playable()
    strategy("consistent", Rules.parse(text)).check_playable()
    strategy(name, Rules.parse("mm6x10")).check_playable()


def slow_entropy(known: Candidates) -> str:
    """The same choice in plain Python, by exact products of c**c."""

    def order(guess: str) -> tuple[Fraction, bool, int]:
        split = known.split(guess)
        assert split is not None
        product_of_powers = Fraction(1)
        for size in split.values():
            product_of_powers *= size**size
        return product_of_powers, guess not in known, listed.index(guess)

    listed = list(all_codes(known.rules))
    return min(listed, key=order)


@settings(max_examples=25)
@given(told(rules(most_codes=130), most_turns=3))
def test_entropy_chooses_as_exact_arithmetic_does(position: tuple[Rules, str, History]) -> None:
    game, _, history = position
    known = candidates(game, history)
    assert strategy("entropy", game).guess(known) == slow_entropy(known)


def test_entropy_opens_with_most_information() -> None:
    assert strategy("entropy", Rules.parse("ab4x10")).guess(candidates(Rules.parse("ab4x10"))) == (
        "0123"
    )
    mastermind = Rules.parse("mm4x6")
    assert strategy("entropy", mastermind).guess(candidates(mastermind)) == "0123"
    assert slow_entropy(candidates(Rules.parse("mm3x4"))) == strategy(
        "entropy", Rules.parse("mm3x4")
    ).guess(candidates(Rules.parse("mm3x4")))


def test_different_parts_with_the_same_product_tie() -> None:
    # 4**4 == 2**2 * 2**2 * 2**2 * 2**2: equal information from parts that are not alike.
    assert entropy._compare([4, 1, 1, 1, 1], [2, 2, 2, 2]) == 0
    assert entropy._compare([3, 3], [4, 2]) < 0 < entropy._compare([5, 1], [3, 3])


def test_of_three_candidates_the_first_is_not_always_best() -> None:
    game = Rules.parse("ab3x6")
    chance = Random(1)
    differing = 0
    for _ in range(300):
        secret, *guesses = chance.sample(list(all_codes(game)), 3)
        known = candidates(game, tuple(Turn(g, game.score(g, secret)) for g in guesses))
        if known.count == 3:
            assert strategy("entropy", game).guess(known) == slow_entropy(known)
            differing += slow_entropy(known) != known[0]
    assert differing


class Counted:
    """Guesses that are known by the sizes of their parts alone."""

    def __init__(self, counts: list[list[int]]) -> None:
        self.counts = np.array(counts)

    def planes(self, _codes: object) -> None:
        return None

    def count_planes(self, _planes: object, _size: int, first: int, last: int) -> object:
        return self.counts[first:last]


@pytest.mark.parametrize("error", [-3, 0, 3])
def test_rounding_errors_do_not_break_ties(error: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # 12**12 == 6**6 * 6**6 * 4**4 * 2**2 * 2**2
    tied = [[12, 1, 1, 1, 1, 1, 1, 1, 1, 0], [6, 6, 4, 2, 2, 0, 0, 0, 0, 0]]
    space = CodeSpace(Rules.parse("mm3x3"))
    exact = entropy._rounded_costs
    monkeypatch.setattr(
        entropy, "_rounded_costs", lambda size: exact(size) + error * (np.arange(size + 1) == 12)
    )
    for counts in (tied, tied[::-1]):
        guesses: Any = [(Counted(counts), space.codes[:, :2])]
        assert space.unpack(entropy._best(guesses, space.codes[:, :20])) == ["000"]


def test_of_guesses_that_tie_with_different_parts_the_first_is_chosen() -> None:
    space = CodeSpace(Rules.parse("mm2x3"))
    guesses = space.pack(["22", "11", "00"])
    tied = np.array([[0, 2, 2, 2, 2, 0], [4, 1, 1, 1, 1, 0], [5, 1, 1, 1, 0, 0]])
    assert space.unpack(entropy._first_of_best(guesses, tied)) == ["22"]
    tied[1] = [4, 1, 1, 1, 0, 1]
    assert space.unpack(entropy._first_of_best(guesses, tied)) == ["11"]


def test_random_depends_on_the_history() -> None:
    game = Rules.parse("mm4x10")
    histories = [f"{guess}=01" for guess in ("0011", "0022", "0033", "0044", "0055")]
    known = [candidates(game, parse_history(game, history)) for history in histories]
    places = [list(some).index(strategy("random", game, seed=1).guess(some)) for some in known]
    assert len(set(places)) > 1


def test_rounded_costs_are_as_precise_as_the_shortlist_assumes() -> None:
    for size in (3, 100, 5040, 10**6):
        costs = entropy._rounded_costs(size)
        scale = costs[-1] / (size * log2(size))
        assert costs[0] == costs[1] == 0
        assert 2**51 <= costs[-1] <= 2**52
        middle = size // 2 + 1
        assert abs(costs[middle] - middle * log2(middle) * scale) < 4


def test_the_best_of_all_guesses_is_found_across_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    space = CodeSpace(Rules.parse("ab4x8"))
    known = candidates(space.rules, parse_history(space.rules, "0123=02"))
    probes = Probes.of(space.rules, space.codes)
    whole = entropy._best([(probes, space.codes)], known.packed())
    monkeypatch.setattr(entropy, "_CHUNK", 17)
    monkeypatch.setattr(entropy, "_PREPARED", 0)
    monkeypatch.setattr("moolab.codes.space.BLOCK", 100)
    in_blocks = entropy._best(entropy._guesses(space.rules, opening=False), known.packed())
    assert space.unpack(in_blocks) == space.unpack(whole)
