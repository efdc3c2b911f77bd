"""Trees of games with lists: what they cost, and names that are said too early."""

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from moolab.analysis.game import analyse
from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.reply_rules import RULES
from moolab.codes.tables import table_rules
from moolab.errors import InvalidTree
from moolab.puzzles.maker import make
from moolab.search.optimal import find
from moolab.strategies import STRATEGIES, strategy
from moolab.trees.build import build
from moolab.trees.reading import open_tree
from moolab.trees.step import Step
from moolab.trees.text import count_codes, page_pieces
from moolab.trees.verify import Proof, verify
from moolab.trees.writing import write
from tests.helpers.examples import examples
from tests.helpers.tables import tables

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_tree_costs_what_its_guesses_do_as_often_as_secrets_weigh() -> None:
    game = listed_rules(["ab", "ac"], ["bc"], weights=[5, 2], costs=[3, 1, 4])
    other = game.score("ab", "ac")
    proof = verify(game, [Step(0, None, "ab"), Step(1, other, "ac")])
    assert proof == Proof(2, 3, 2, {1: 1, 2: 1}, cost=5 * 3 + 2 * (3 + 1), weight=7)
    assert proof.expected == 23 / 7


def test_to_name_a_secret_costs_nothing_and_comes_last() -> None:
    game = listed_rules(["ab", "ac"], ["bc"], identifies=True, weights=[5, 2], costs=[0, 0, 4])
    asked = Step(0, None, "bc")
    names = [Step(1, game.score("bc", code), code) for code in game.secrets]
    assert verify(game, [asked, *names]) == Proof(2, 2, 1, {1: 2}, cost=28, weight=7)
    with pytest.raises(InvalidTree, match="at the root: ab is named, though 2 codes are left"):
        verify(game, [Step(0, None, "ab"), Step(1, game.score("ab", "ac"), "ac")])
    with pytest.raises(InvalidTree, match="no guess, though 1 code is left"):
        verify(game, [asked, names[0]])
    alone = listed_rules(["ab"], identifies=True)
    assert verify(alone, [Step(0, None, "ab")]) == Proof(1, 0, 0, {0: 1}, cost=0, weight=1)


@pytest.mark.parametrize("rule", [*RULES])
def test_every_strategy_plays_by_every_rule(rule: str) -> None:
    game = listed_rules(["abc", "acb", "bbc", "cab", "ccc", "abb"], ["aaa", "bca"], rule)
    for name in STRATEGIES:
        proof = verify(game, build(strategy(name, game, seed=1)))
        assert proof.secrets == game.size == proof.weight
        assert proof.cost == proof.total
    best = find(game)
    assert best.proven
    assert best.total <= verify(game, build(strategy("entropy", game))).total
    assert make(game, 1).solution in game.secrets
    assert analyse(game, [("abc", game.score("abc", "cab"))]).turns[0].judgement.method == "exact"


@settings(max_examples=examples(15))
@given(tables())
def test_the_tree_of_a_table_is_read_back_whatever_its_replies_are(
    tmp_path_factory: pytest.TempPathFactory, game: ListedRules
) -> None:
    nodes = list(build(strategy("entropy", game)))
    path = tmp_path_factory.mktemp("trees") / "tree.json"
    write(path, game, "mine", nodes)
    with open_tree(path, game) as file:
        assert list(file.steps) == nodes


def test_a_page_of_a_table_is_walked_through(page: "Page") -> None:
    rows = {"does it fly?": ["no", "yes", "no"], "a/b-c %": ["1-1", "0/0", "50 %"]}
    game = table_rules(["cat", "an owl", "cod"], rows)
    steps = build(strategy("entropy", game, start="does it fly?"))
    page.set_content("".join(page_pieces(game, "mine", count_codes(game, steps))))
    page.get_by_role("button", name="no", exact=False).first.click()
    page.locator("#guess", has_text="a/b-c %").wait_for()
    page.get_by_role("button", name="50 %").first.click()
    page.locator("#guess", has_text="cod").wait_for()
    page.locator("#back").click()
    page.locator("#guess", has_text="a/b-c %").wait_for()
