"""Guesses where secrets weigh and questions cost, against what the rule of a strategy says."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.analysis.measures import measure
from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.tables import table_rules
from moolab.deduction.candidates import candidates
from moolab.errors import InvalidCode, InvalidRules
from moolab.strategies import STRATEGIES, strategy
from moolab.strategies.information import bit
from moolab.trees.build import build, evaluate
from moolab.trees.verify import verify
from tests.helpers.tables import tables


def left_open(name: str, game: ListedRules, guess: str, left: list[str]) -> float:
    """What a strategy wants to be least, of a guess that leaves some candidates apart."""
    weights = {code: game.every_weight[game.numbers[code]] for code in left}
    if not any(weights.values()):
        weights = dict.fromkeys(left, 1)
    parts: dict[object, list[str]] = {}
    for code in left:
        parts.setdefault(game.rule.score(guess, code), []).append(code)
    masses = [sum(weights[code] for code in part) for part in parts.values()]
    credit = 2 * weights.get(guess, 0) if name == "entropy" else 0
    match name:
        case "entropy":
            return sum(w * math.log2(w) for w in masses if w) - credit
        case "expected":
            return sum(w * len(part) for w, part in zip(masses, parts.values(), strict=True))
        case "minimax":
            return max(map(len, parts.values()))
    return -len(parts)


@given(tables(), st.sampled_from(["entropy", "expected", "minimax", "parts", "emms"]), st.data())
def test_the_best_guess_is_what_the_rule_says(
    game: ListedRules, name: str, data: st.DataObject
) -> None:
    secret = data.draw(st.sampled_from(game.secrets))
    asked = data.draw(st.lists(st.sampled_from(game.guesses), max_size=2))
    known = candidates(game, [(guess, game.rule.score(guess, secret)) for guess in asked])
    left = list(known)
    breaker = strategy(name, game)
    chosen = breaker.guess(known)
    if len(left) == 1:
        assert chosen == left[0]
        return
    tried = [
        guess
        for guess in (game.others if game.identifies else game.guesses)
        if len({game.rule.score(guess, code) for code in left}) > 1
    ]
    assert chosen in tried
    # Whatever is recommended, the next one is the best by the rule.
    assert chosen in measure(known).ranked(breaker, tried[-1], top=2).guesses
    values = {guess: left_open(name, game, guess, left) for guess in tried}
    apart = {g for g in tried if len({game.rule.score(g, code) for code in left}) == len(left)}
    if game.costs:
        weights = [game.every_weight[game.numbers[code]] for code in left]
        total = sum(weights) or len(left)
        nothing = {
            "entropy": total * math.log2(total), "expected": total * len(left),
            "minimax": len(left),
        }.get(name, -1)  # fmt: skip
        gains = {g: (nothing - v) / game.costs[game.numbers[g]] for g, v in values.items()}
        assert gains[chosen] == pytest.approx(max(gains.values()), abs=1e-6, rel=1e-9)
    elif len(left) == 2 and not game.identifies:
        assert chosen == max(left, key=lambda code: game.every_weight[game.numbers[code]])
    elif apart:
        assert chosen in apart
    else:
        # Logarithms are rounded to what the weights leave room for.
        slack = 2 * len(left) * sum(game.every_weight) / bit(game)
        assert values[chosen] <= min(values.values()) + slack + 1e-9


@given(tables(most=5), st.sampled_from([*STRATEGIES]), st.integers(0, 3))
def test_every_strategy_finds_all_secrets(game: ListedRules, name: str, seed: int) -> None:
    if game.identifies and name in ("calf", "heifer", "steer"):
        with pytest.raises(InvalidRules, match="only questions"):
            strategy(name, game)
        return
    proof = verify(game, build(strategy(name, game, seed=seed)))
    assert (proof.secrets, proof.weight) == (game.size, sum(game.every_weight))


def test_what_is_likely_is_guessed_first() -> None:
    words = ["rat", "cat", "bat", "hat", "mat"]
    for name in ("entropy", "expected"):
        alike, weighed = listed_rules(words), listed_rules(words, weights=[1, 1, 1, 1, 50])
        first = [evaluate(strategy(name, game)).proof for game in (alike, weighed)]
        assert first[0].expected == first[0].mean
        assert strategy(name, weighed).guess(candidates(weighed)) == "mat"


def test_questions_alone_cannot_be_consistent() -> None:
    game = table_rules(["cat", "owl"], {"flies?": ["no", "yes"]})
    with pytest.raises(InvalidRules, match="only questions"):
        strategy("entropy", game, consistent=True)
    with pytest.raises(InvalidCode, match="'cat' is a secret, and not a question"):
        strategy("entropy", game, start="cat")
    assert evaluate(strategy("entropy", game, start="flies?")).proof.distribution == {1: 2}


@given(tables(), st.sampled_from(["entropy", "consistent", "random"]), st.data())
def test_secrets_are_found_although_a_reply_is_wrong(
    game: ListedRules, name: str, data: st.DataObject
) -> None:
    secret = data.draw(st.sampled_from(game.secrets))
    known, lies, guesser = candidates(game, mistakes=1), 1, strategy(name, game, seed=1)
    for _ in range(40):
        guess = guesser.guess(known)
        right = game.rule.score(guess, secret)
        others = [r for r in game.replies_to(guess) if r not in (right, game.win)]
        reply = right
        if lies and others and right != game.win and data.draw(st.booleans()):
            reply, lies = data.draw(st.sampled_from(others)), 0
        if game.identifies and guess in game.secrets:
            # Nothing is named before nothing else is left.
            assert (list(known), guess) == ([secret], secret)
            return
        known = known.after((guess, reply))
        turns = known.history
        expected = [
            code for code in game.secrets
            if sum(game.rule.score(g, code) != r for g, r in turns) <= 1
            and all((g == code) == (r == game.win) for g, r in turns)
        ]  # fmt: skip
        assert list(known) == expected
        if reply == game.win:
            return
    raise AssertionError("the secret was not found")


def test_where_no_question_gains_anything_the_cheapest_is_asked() -> None:
    # By the largest part, neither of them gains anything.
    game = table_rules(
        ["a", "b", "c"],
        {"dear": ["1", "2", "2"], "cheap": ["1", "1", "2"], "dearer": ["2", "1", "2"]},
        costs={"dear": 9, "cheap": 2, "dearer": 9},
        priors=[1, 0, 0],
    )
    assert strategy("entropy", game).guess(candidates(game)) == "cheap"
