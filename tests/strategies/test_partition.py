"""Partition strategies, each against plain Python."""

from collections.abc import Callable
from fractions import Fraction
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.numbering import all_codes
from moolab.codes.representatives import fresh
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer
from moolab.codes.space import CodeSpace, every_code
from moolab.codes.symmetry import used_symbols
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import History, Turn, parse_history
from moolab.library.game import Game
from moolab.strategies import Strategy, StrategyName, information, kernels, partition, strategy
from moolab.strategies.heuristic import NONE
from moolab.strategies.information import bit, open_information
from moolab.trees.whole import fresh_in_order
from tests.helpers.examples import examples
from tests.helpers.games import SMALL, rules, told

Cost = tuple[Fraction | int, ...]


def product_left(parts: list[int], may_win: bool) -> Fraction:
    """Two to the power of the information left open, two bits less if the guess may win."""
    return Fraction(prod(c**c for c in parts), 4 if may_win else 1)


COSTS: dict[str, Callable[[list[int], bool], Cost]] = {
    "minimax": lambda parts, may_win: (max(parts), product_left(parts, may_win)),
    "expected": lambda parts, may_win: (sum(c * c for c in parts), product_left(parts, may_win)),
    "entropy": lambda parts, may_win: (product_left(parts, may_win),),
    "parts": lambda parts, may_win: (-len(parts), not may_win, sum(c * c for c in parts)),
    "emms": lambda parts, _: (-len(parts), -parts.count(1)),
}

every_partition = pytest.mark.parametrize("name", COSTS)


def choices(breaker: Strategy, known: Candidates, compiled: bool = True) -> set[str]:
    """What it guesses with NumPy alone, and with kernels."""
    found = set()
    for pairs in {1 << 62, 0 if compiled else 1 << 62}:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(partition, "_PAIRS", pairs)
            found.add(breaker.guess(known))
    return found


def plain_order(name: str, known: Candidates, guess: str) -> tuple[bool, Cost, bool]:
    """What a guess costs, by exact arithmetic."""
    split = known.split(guess)
    assert split is not None
    parts = list(split.values())
    together = max(parts) > 1
    cost = COSTS[name](parts, guess in known) if together else ()
    return together, cost, guess not in known


def plain_choice(name: str, known: Candidates, consistent: bool = False) -> str:
    """The same choice in plain Python."""
    # Of equals, min takes the first.
    return min(
        known if consistent else all_codes(known.rules),
        key=lambda guess: plain_order(name, known, guess),
    )


compiled_for = pytest.mark.parametrize(
    # The kernels for a number of places take seconds to compile: those for 3 and 4 are used anyway.
    ("least", "most"),
    [(3, 4), pytest.param(1, 5, marks=pytest.mark.slow)],
)


@every_partition
@compiled_for
@settings(max_examples=examples(10))
@given(data=st.data(), consistent=st.booleans())
def test_the_choice_is_that_of_exact_arithmetic(
    name: str, least: int, most: int, data: st.DataObject, consistent: bool
) -> None:
    games = rules(most_codes=130, most_places=most, least_places=least)
    game, _, history = data.draw(told(games, most_turns=3))
    known = candidates(game, history)
    breaker = strategy(name, game, consistent=consistent)
    assert choices(breaker, known) == {plain_choice(name, known, consistent)}


@every_partition
@settings(max_examples=examples(5))
@given(position=told(rules(most_codes=130, most_places=7), most_turns=3), consistent=st.booleans())
def test_without_kernels_the_choice_is_that_of_exact_arithmetic_in_any_game(
    name: str, position: tuple[Rules, str, History], consistent: bool
) -> None:
    game, _, history = position
    known = candidates(game, history)
    chosen = choices(strategy(name, game, consistent=consistent), known, compiled=False)
    assert chosen == {plain_choice(name, known, consistent)}


@every_partition
@pytest.mark.parametrize(
    ("game", "history"),
    [
        ("ab4x6", ""),
        ("ab4x6", "0123=02"),
        ("mm3x6", "012=00"),
        ("mm4x4", "0012=02"),
        ("emms4x4", "AABC=11"),
        ("mm4x2", "0001=20"),
        pytest.param("ab4x7", "0123=03", marks=pytest.mark.slow),
        pytest.param("emms3x6", "ABC=01", marks=pytest.mark.slow),
        pytest.param("mm5x2", "00011=30", marks=pytest.mark.slow),
    ],
)
def test_the_choice_in_sets_of_all_sizes(name: str, game: str, history: str) -> None:
    known = candidates(Rules.parse(game), parse_history(Rules.parse(game), history))
    assert choices(strategy(name, known.rules), known) == {plain_choice(name, known)}


@every_partition
@pytest.mark.parametrize(("text", "first"), [("ab3x6", "012"), ("mm3x4", "001")])
def test_guesses_are_ranked_as_the_strategy_compares_them(
    name: StrategyName, text: str, first: str
) -> None:
    game = Game(text)
    for reply, known in game.partition(first).items():
        for consistent in (False, True):
            breaker = game.strategy(name, consistent=consistent)
            ranked = game.rank([(first, reply)], None, strategy=breaker)
            assert ranked[0].guess == ranked.recommended == breaker.guess(known)
            costs = [plain_order(name, known, guess) for guess in ranked.guesses]
            assert costs == sorted(costs)


@every_partition
@compiled_for
@settings(max_examples=examples(6))
@given(data=st.data())
def test_with_and_without_kernels_the_choice_is_the_same(
    name: str, least: int, most: int, data: st.DataObject
) -> None:
    games = rules(most_codes=20_000, most_places=most, least_places=least)
    game, _, history = data.draw(told(games))
    known = candidates(game, history, data.draw(st.integers(0, 2)))
    breaker = strategy(name, game, consistent=data.draw(st.booleans()))
    assert len(choices(breaker, known)) == 1


@every_partition
def test_a_large_game_is_gone_through_in_blocks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Rules.parse("ab4x8")
    for history in ("0123=02", "0123=02 1456=11"):
        known = candidates(game, parse_history(game, history))
        whole = strategy(name, game).guess(known)
        with monkeypatch.context() as patch:
            patch.setattr(partition, "_LISTED", 0)
            patch.setattr(partition, "_COUNTED", 30)
            patch.setattr("moolab.codes.space.BLOCK", 100)
            assert choices(strategy(name, game), known) == {whole}


def test_different_parts_with_the_same_product_tie() -> None:
    game = Rules.parse("ab5x10")
    # 4**4 == (2**2)**4, 12**12 == 6**6 * 6**6 * 4**4 * 2**2 * 2**2
    for some, others in [([4], [2] * 4), ([12], [6, 6, 4, 2, 2]), ([9, 1], [3] * 6)]:
        left, right = (
            int(open_information(game, np.array(parts)).sum()) for parts in (some, others)
        )
        assert left == right


@pytest.mark.parametrize("text", ["mm3x4", "mm5x8", "mm6x10", "mm8x10"])
def test_no_library_decides_how_logarithms_are_rounded(text: str) -> None:
    game = Rules.parse(text)
    primes = [n for n in range(2, min(game.size, 3000)) if all(n % d for d in range(2, n))]
    exact = [prime * information._logarithm(prime, bit(game)) for prime in primes]
    assert open_information(game, np.array(primes)).tolist() == exact


def test_information_is_ordered_as_exact_products_are() -> None:
    game = Rules.parse("mm5x8")
    chance = np.random.default_rng(7)
    for _ in range(300):
        some, others = (chance.integers(1, 40, size=6) for _ in range(2))
        left, right = (int(open_information(game, parts).sum()) for parts in (some, others))
        exact, other = (prod(c**c for c in parts.tolist()) for parts in (some, others))
        assert (left < right) == (exact < other)
        assert (left == right) == (exact == other)


@pytest.mark.parametrize("text", ["mm1x2", "ab4x10", "mm6x10", "mm8x10"])
def test_information_fits_into_64_bits(text: str) -> None:
    game = Rules.parse(text)
    most = int(open_information(game, np.array([game.size]))[0])
    assert 0 < most + 2 * bit(game) < 2**62
    assert bit(game) > 2**28


@pytest.mark.parametrize(
    "size", [3, 8, 15, 16, 17, 64, 65, 200, pytest.param(900, marks=pytest.mark.slow)]
)
@every_partition
def test_sets_of_any_size_are_compared_as_by_counting(name: str, size: int) -> None:
    game = Rules.parse("ab4x10")
    space = CodeSpace(game)
    chance = np.random.default_rng(size)
    columns = np.sort(chance.choice(game.size, size, replace=False))
    codes = np.ascontiguousarray(space.codes[:, columns])
    breaker = strategy(name, game)
    assert isinstance(breaker, partition.PartitionStrategy)
    guesses = Scorer.of(game, space.codes)
    counts = guesses.count(codes)

    def order(guess: int) -> tuple[bool, Cost, bool]:
        parts = [count for count in counts[guess].tolist() if count]
        may_win = bool(counts[guess, -1])
        return max(parts) > 1, COSTS[name](parts, may_win), not may_win

    best = breaker.best_guess(guesses, codes)
    assert best.guess == min(range(game.size), key=order)
    assert best == kernels.best_guess(breaker, guesses, codes, NONE)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, marks=[] if Rules.parse(text).places in {3, 4} else [pytest.mark.slow])
        for text in SMALL
    ],
)
def test_kernels_count_replies_of_any_rule_as_numpy_does(text: str) -> None:
    game = Rules.parse(text)
    breaker = strategy("expected", game)
    assert isinstance(breaker, partition.PartitionStrategy)
    codes = every_code(game)
    for column in range(0, game.size, game.size // 20 + 1):
        guess = Scorer.of(game, codes[:, [column]])
        best = breaker.best_guess(guess, codes)
        assert best == kernels.best_guess(breaker, guess, codes, NONE)


def test_symbols_not_used_yet_appear_in_order() -> None:
    game = Rules.parse("ab3x6")
    codes = CodeSpace(game).codes
    used = used_symbols(game, ["013"])
    columns = fresh_in_order(codes, used)
    assert np.array_equal(fresh(game, codes, "013"), columns)
    kept = CodeSpace(game).unpack(codes[:, columns])
    assert used == 0b1011
    assert "024" in kept
    assert "025" not in kept
    assert "045" not in kept
    assert [code for code in kept if set(code) <= set("013")] == [
        code for code in all_codes(game) if set(code) <= set("013")
    ]


@every_partition
def test_leaving_out_what_only_renames_symbols_changes_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Rules.parse("mm3x5")
    histories = ["001=01", "012=10 021=01"]
    positions = [candidates(game, parse_history(game, history)) for history in histories]
    chosen = [strategy(name, game).guess(known) for known in positions]
    every = Scorer.of(game, every_code(game))
    monkeypatch.setattr(partition, "fresh_guesses", lambda _game, _used: every)
    assert chosen == [strategy(name, game).guess(known) for known in positions]


def test_of_three_candidates_the_first_is_not_always_best() -> None:
    game = Rules.parse("ab3x6")
    chance = np.random.default_rng(1)
    differing = 0
    for _ in range(300):
        secret, *guesses = chance.choice(list(all_codes(game)), 3).tolist()
        known = candidates(game, tuple(Turn(g, game.score(g, secret)) for g in guesses))
        if known.count == 3:
            assert strategy("entropy", game).guess(known) == plain_choice("entropy", known)
            differing += plain_choice("entropy", known) != known[0]
    assert differing


@pytest.mark.parametrize(
    ("name", "opening"),
    [("minimax", "0011"), ("expected", "0012"), ("entropy", "0123"), ("parts", "0012")],
)
def test_openings_of_mastermind(name: str, opening: str) -> None:
    game = Rules.parse("mm4x6")
    assert strategy(name, game).guess(candidates(game)) == opening
