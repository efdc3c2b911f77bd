"""Opponents for people: each as strong as it is said to be."""

from random import Random
from statistics import mean

import pytest

from moolab.codes.listed import listed_rules
from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.strategies import strategy
from moolab.strategies.base import StrategySpec
from moolab.trees.breaker import OPPONENTS, breaker
from moolab.trees.build import evaluate

MM4X6 = Rules.parse("mm4x6")


def guesses_needed(name: str, rules: Rules, secret: str, seed: int = 0) -> int:
    guesser, known = breaker(StrategySpec(name, seed), rules), candidates(rules)
    while not known.history or known.history[-1].reply != rules.win:
        guess = guesser.guess(known)
        known = known.after(Turn(guess, rules.score(guess, secret)))
    return len(known.history)


@pytest.mark.parametrize("name", ["calf", "heifer", "steer", "ox"])
def test_an_opponent_is_as_strong_as_it_is_said_to_be(name: str) -> None:
    chance = Random(1)
    secrets = [code_at(MM4X6, chance.randrange(MM4X6.size)) for _ in range(200)]
    needed = mean(guesses_needed(name, MM4X6, secret, seed) for seed, secret in enumerate(secrets))
    # Three standard errors of 200 games of the weakest, whose guesses spread most.
    assert needed == pytest.approx(OPPONENTS[name].means["mm4x6"], abs=0.35)


@pytest.mark.parametrize("name", ["bull", "minotaur"])
def test_without_chance_the_strength_is_exact(name: str) -> None:
    proof = evaluate(breaker(StrategySpec(name), MM4X6)).proof
    assert proof.mean == pytest.approx(OPPONENTS[name].means["mm4x6"], abs=0.005)


def test_each_is_stronger_than_the_one_before() -> None:
    for game in ("ab4x10", "mm4x6"):
        means = [opponent.means[game] for opponent in OPPONENTS.values()]
        assert means == sorted(means, reverse=True)


@pytest.mark.parametrize(("game", "total"), [("ab4x10", 26274), ("mm4x6", 5625)])
def test_the_last_plays_the_best_tree(game: str, total: int) -> None:
    assert evaluate(breaker(StrategySpec("minotaur"), Rules.parse(game))).proof.total == total


@pytest.mark.parametrize(
    ("game", "alphabet", "total"), [("ab4x10", "9876543210", 26274), ("mm4x6", "RGBYOW", 5625)]
)
def test_in_another_alphabet_the_last_plays_the_same_tree(
    game: str, alphabet: str, total: int
) -> None:
    rules = Rules.parse(f"{game}:{alphabet}")
    minotaur = breaker(StrategySpec("minotaur"), rules)
    assert evaluate(minotaur).proof.total == total
    first, own = minotaur.guess(candidates(rules)), Rules.parse(game)
    names = str.maketrans(alphabet, own.alphabet)
    told, plain = f"{first}=11", f"{first.translate(names)}=11"
    plays = breaker(StrategySpec("minotaur"), own).guess(candidates(own, plain))
    assert minotaur.guess(candidates(rules, told)).translate(names) == plays


def test_a_list_that_is_called_like_a_game_is_not_that_game() -> None:
    words = listed_rules(["0123", "0124", "0213"], name="ab4x10")
    assert breaker(StrategySpec("minotaur"), words).guess(candidates(words)) in words.guesses


@pytest.mark.parametrize(
    ("game", "turns", "mistakes"),
    [("mm4x6", "0123=11", 0), ("mm4x6", "", 1), ("ab3x5", "", 0), ("ab3x5", "012=11", 0)],
)
def test_where_there_is_no_tree_the_last_plays_entropy(
    game: str, turns: str, mistakes: int
) -> None:
    known = candidates(game, turns, mistakes)
    minotaur = breaker(StrategySpec("minotaur"), known.rules)
    assert minotaur.guess(known) == strategy("entropy", game).guess(known)


@pytest.mark.parametrize("name", OPPONENTS)
def test_an_opponent_can_be_told_how_to_begin_and_to_stay_consistent(name: str) -> None:
    guesser = breaker(StrategySpec(name, start="0123", consistent=True), MM4X6)
    known = candidates(MM4X6)
    assert guesser.guess(known) == "0123"
    for secret in ("5432", "0000"):
        after = known.after(Turn("0123", MM4X6.score("0123", secret)))
        assert guesser.guess(after) in after
