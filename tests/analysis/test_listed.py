"""Games of lists and tables, analysed: against brute force, turn by turn."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import fsum, inf, log2
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.analysis.game import analyse
from moolab.analysis.judgement import judge
from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.tables import table_rules
from moolab.codes.word_lists import words
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.errors import InvalidTurn
from tests.helpers.tables import tables


class Costs:
    """What guesses cost with best play afterwards, by trying everything."""

    def __init__(self, game: ListedRules) -> None:
        self.game = game
        self.least = cache(self._least)

    def weight(self, left: frozenset[str]) -> int:
        return sum(self.game.every_weight[self.game.numbers[code]] for code in left)

    def of(self, guess: str, left: frozenset[str]) -> int:
        game, parts = self.game, dict[object, set[str]]()
        for code in left:
            parts.setdefault(game.rule.score(guess, code), set()).add(code)
        parts.pop(game.win, None)
        own = game.every_cost[game.numbers[guess]] * self.weight(left)
        return own + sum(self.least(frozenset(part)) for part in parts.values())

    def _least(self, left: frozenset[str]) -> int:
        game = self.game
        if game.identifies and len(left) == 1:
            return 0
        asked = game.others if game.identifies else game.guesses
        telling = [
            guess
            for guess in asked
            if len({game.rule.score(guess, code) for code in left} - {game.win}) > 1
            or (len(left) > 0 and guess in left)
        ]
        return min(self.of(guess, left) for guess in telling)


@given(tables(most=5), st.data())
def test_judgements_of_tables_are_those_of_brute_force(
    game: ListedRules, data: st.DataObject
) -> None:
    known = candidates(game)
    asked = game.others if game.identifies else game.guesses
    if game.identifies and game.size == 1:
        return
    for _ in range(2):
        left = frozenset(known)
        # Where nothing that is left should have come, all of it counts alike.
        weighs = any(game.every_weight[game.numbers[code]] for code in left)
        costs = Costs(game if weighs else replace(game, weights=()))
        guess = data.draw(st.sampled_from(asked))
        found = judge(known, guess)
        assert found.method == "exact"
        weight = costs.weight(left)
        assert found.expected == Fraction(costs.of(guess, left), weight)
        assert found.best_expected == Fraction(costs.least(left), weight)
        assert 0 <= found.skill <= 100
        secret = data.draw(st.sampled_from(sorted(left)))
        known = known.after(Turn(guess, game.rule.score(guess, secret)))
        if known.found:
            break


@given(tables(), st.data())
def test_what_is_expected_of_a_guess_is_the_mean_of_what_its_replies_tell(
    game: ListedRules, data: st.DataObject
) -> None:
    if game.identifies and game.size == 1:
        return
    guess = data.draw(st.sampled_from(game.others if game.identifies else game.guesses))
    turns = [analyse(game, [(guess, game.score(guess, code))]).turns[0] for code in game.secrets]
    told, weights = [turn.information for turn in turns], game.every_weight
    assert all(0 <= bits < inf for bits in told)
    mean = fsum(map(mul, told, weights)) / sum(weights)
    assert turns[0].judgement.partition.expected_information == pytest.approx(mean)


def test_a_likely_reply_tells_little() -> None:
    game = listed_rules(["cat", "rat", "bat"], weights=[70, 10, 20])
    [likely], [unlikely] = (analyse(game, turn).turns for turn in ("cat=ggg", "rat=ggg"))
    assert likely.information == pytest.approx(log2(100 / 70))
    assert unlikely.information == pytest.approx(log2(100 / 10))


def test_a_guess_that_wins_is_best_though_nothing_that_is_left_was_likely() -> None:
    game = listed_rules(["crane", "caper", "slate", "stale", "least"], weights=[3, 1, 0, 0, 0])
    found = analyse(game, "crane=--g-g slate=ggggg")
    assert [turn.label for turn in found.turns] == ["best", "best"]


def test_words_are_judged_by_exact_play() -> None:
    game = analyse(words("english"), "trace=-yy-y baker=yy-yy zebra=ggggg")
    assert [turn.judgement.method for turn in game.turns] == ["exact"] * 3
    assert (game.expected, game.skill, game.found) == (Fraction(2451, 801), 100, True)


def test_what_is_known_is_not_asked() -> None:
    game = table_rules(["cat", "owl", "bat"], {"flies?": ["no", "yes", "yes"], "fur?": [1, 0, 1]})
    found = analyse(game, "flies?=yes fur?=0")
    assert (found.found, found.secret, [turn.label for turn in found.turns]) == (
        True, "owl", ["best", "best"],
    )  # fmt: skip
    assert found.saved == Fraction(-1, 3)
    with pytest.raises(InvalidTurn, match="known before turn 2"):
        analyse(game, "flies?=no fur?=1")
    with pytest.raises(InvalidTurn, match="turn 1 names cat"):
        analyse(game, "cat=wrong")
