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
from moolab.analysis.training import exercises
from moolab.cli.report import summary
from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.tables import table_rules
from moolab.codes.word_lists import words
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.errors import InvalidTurn
from moolab.views.analysis import AnalyzeView
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
        assert 0 <= found.wasted <= 1
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


CIRCUIT = table_rules(
    ["battery", "switch", "fuse", "wire", "lamp"],
    {
        "voltage at the battery": ["0 V", "12 V", "12 V", "12 V", "12 V"],
        "voltage behind the switch": ["0 V", "0 V", "12 V", "12 V", "12 V"],
        "voltage behind the fuse": ["0 V", "0 V", "0 V", "12 V", "12 V"],
        "voltage at the lamp": ["0 V", "0 V", "0 V", "0 V", "12 V"],
        "look at the fuse": ["whole", "whole", "blown", "whole", "whole"],
        "another lamp": ["dark", "dark", "dark", "dark", "light"],
    },
    priors=[3, 1, 2, 1, 5],
    costs={"voltage at the battery": 2, "voltage behind the switch": 3,
           "voltage behind the fuse": 3, "another lamp": 4},
)  # fmt: skip
"""The table of docs/how-to/tables.md."""


def test_a_guess_that_costs_more_than_1_is_labelled_by_its_share() -> None:
    game = analyse(CIRCUIT, [("another lamp", "dark")])
    (turn,) = game.turns
    assert (turn.judgement.regret, turn.judgement.wasted) == (Fraction(3), Fraction(3, 4))
    assert turn.label == "blunder"
    assert [turn.label for turn in AnalyzeView.of(game).turns] == ["blunder"]
    assert len(exercises(game.turns)) == 1


def test_costs_are_not_called_guesses() -> None:
    game = analyse(CIRCUIT, [("voltage at the battery", "12 V"), ("voltage at the lamp", "12 V")])
    assert (view := AnalyzeView.of(game)).saved is not None
    assert (view.guesses, view.spent) == (2, 3)
    assert view.spent == pytest.approx(view.expected_guesses + view.regret - view.saved)
    assert list(summary(game))[1] == (
        "The best play costs 2.92 on average; these guesses gave away 0.67, and luck saved 0.59: "
        "they cost 3."
    )


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
