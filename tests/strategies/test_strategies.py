"""One conformance suite for all strategies, then what is particular to each."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.rules import Rules
from moolab.codes.word_lists import words
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import History, Turn, parse_history
from moolab.errors import SpaceTooLarge, UnknownStrategy
from moolab.strategies import FALLIBLE, STRATEGIES, strategy
from moolab.strategies.fallible import Fallible
from moolab.strategies.partition import PartitionStrategy
from moolab.testing import check_strategy
from moolab.testing.strategies import check_guess, most_guesses
from tests.helpers.cases import every
from tests.helpers.examples import examples
from tests.helpers.games import rules, told

PARTITION = [name for name in STRATEGIES if isinstance(strategy(name, "ab2x3"), PartitionStrategy)]

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
def test_it_does_what_a_strategy_has_to(name: str) -> None:
    check_strategy(name, mistakes=name not in FALLIBLE)


@every("name", [name for name in STRATEGIES if name not in FALLIBLE])
@every(
    "text, mistakes, most",
    [("ab2x4", 0, 3), ("ab2x4", 1, 5), ("mm2x2", 1, 4), ("mm1x2", 3, 2), ("ab2x3", 2, 5)],
)
def test_every_secret_is_found_whichever_replies_are_wrong(
    name: str, text: str, mistakes: int, most: int
) -> None:
    breaker, every = strategy(name, Rules.parse(text)), candidates(Rules.parse(text), (), mistakes)
    needed = [most_guesses(breaker, every, secret, mistakes) for secret in every]
    assert max(needed) == most


@every_strategy
@settings(max_examples=examples(6))
@given(position=told(rules(most_codes=1500, most_places=5)), mistakes=st.integers(1, 3))
def test_while_all_replies_may_be_true_they_are_taken_to_be(
    name: str, position: tuple[Rules, str, History], mistakes: int
) -> None:
    game, _, history = position
    breaker = strategy(name, game)
    known = candidates(game, history, mistakes)
    assert breaker.guess(known) == breaker.guess(candidates(game, history))


@every_strategy
@settings(max_examples=examples(6))
@given(position=told(rules(most_codes=1500, most_places=5)), seed=st.integers(0, 99))
def test_it_does_so_in_games_of_any_kind(
    name: str, position: tuple[Rules, str, History], seed: int
) -> None:
    game, _, history = position
    check_guess(name, candidates(game, history), seed)


@every_strategy
@settings(max_examples=examples(5))
@given(position=told(rules(1501, most_codes=30_000, most_places=5)), seed=st.integers(0, 99))
def test_guesses_of_larger_games_depend_on_nothing_but_what_is_known(
    name: str, position: tuple[Rules, str, History], seed: int
) -> None:
    game, _, history = position
    guess = strategy(name, game, seed=seed).guess(candidates(game, history))
    assert game.code(guess) == guess
    assert guess == strategy(name, game, seed=seed).guess(candidates(game, history))


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


@pytest.mark.parametrize("name", ["random", *PARTITION])
def test_what_needs_a_list_refuses_games_that_cannot_be_listed(name: str) -> None:
    game = Rules.parse("mm10x10")
    with pytest.raises(SpaceTooLarge, match="'consistent' plays it without a list"):
        strategy(name, game).guess(candidates(game))


@pytest.fixture(scope="module")
def millions() -> Candidates:
    """What a reply leaves of a game of 17.2 million codes, a little more than are sampled."""
    game = Rules.parse("mm5x28")
    return candidates(game).after(Turn("00112", game.reply("01")))


@pytest.mark.parametrize("name", PARTITION)
def test_what_would_take_hours_is_refused(name: str, millions: Candidates) -> None:
    with pytest.raises(SpaceTooLarge, match=r"17,210,368 guesses with [0-9,]+ candidates of mm5"):
        strategy(name, millions.rules).guess(millions)


@pytest.mark.parametrize(("name", "text"), [("random", "mm9x10"), ("entropy", "mm8x9")])
def test_what_cannot_be_played_to_its_end_is_known_before(name: str, text: str) -> None:
    with pytest.raises(SpaceTooLarge):
        strategy(name, Rules.parse(text)).check_playable()
    with pytest.raises(SpaceTooLarge):
        strategy(name, Rules.parse(text)).check_playable(mistakes=1)
    strategy("consistent", Rules.parse(text)).check_playable()
    strategy("parts", Rules.parse("mm8x8")).check_playable(mistakes=1)


@pytest.mark.parametrize(
    ("text", "start", "playable"),
    [
        ("words:primes6", None, False),
        ("words:primes6", "102359", True),
    ],
)
def test_a_game_is_playable_if_the_most_that_the_first_guess_leaves_can_be_compared(
    text: str, start: str | None, playable: bool
) -> None:
    guesser = strategy("minimax", text, start=start)
    if playable:
        guesser.check_playable()
        return
    with pytest.raises(SpaceTooLarge):
        guesser.check_playable()


@every("name", ["heifer", "steer"])
@every("rule", [None, "wordle", "jotto", "sum", "black", "bulls"])
def test_replies_of_any_kind_are_remembered_wrongly(name: str, rule: str | None) -> None:
    game = Rules.parse("ab4x10") if rule is None else words("english4", rule)
    breaker, chance, codes = strategy(name, game), Random(1), candidates(game)
    assert isinstance(breaker, Fallible)
    guess = codes[0]
    turns = [Turn(guess, game.score(guess, code)) for code in chance.sample(codes[1:], 500)]
    remembered = [breaker.remember(turn, chance) for turn in turns]
    wrong = sum(before != after for before, after in zip(turns, remembered, strict=True))
    assert 0.06 < wrong / len(turns) < 0.3
    assert not any(turn.reply == game.win for turn in remembered if turn)


def test_random_depends_on_the_history() -> None:
    game = Rules.parse("mm4x10")
    histories = [f"{guess}=01" for guess in ("0011", "0022", "0033", "0044", "0055")]
    known = [candidates(game, parse_history(game, history)) for history in histories]
    places = [list(some).index(strategy("random", game, seed=1).guess(some)) for some in known]
    assert len(set(places)) > 1
