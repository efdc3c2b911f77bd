"""Exact search where codes are listed: brute force, known totals, and what the search proves."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.numbering import all_codes
from moolab.codes.rules import Rules
from moolab.codes.word_lists import words
from moolab.search.optimal import find
from moolab.strategies import strategy
from moolab.trees.evaluate import evaluate
from moolab.trees.verify import verify
from tests.codes.test_listed import games


def brute_force(game: ListedRules, consistent: bool) -> int:
    """The least total, by trying everything."""
    score = game.rule.score

    @cache
    def least(left: frozenset[str]) -> int:
        best = 1 << 30
        for guess in sorted(left) if consistent else game.guesses:
            parts: dict[object, set[str]] = {}
            for code in left:
                parts.setdefault(score(guess, code), set()).add(code)
            parts.pop(game.win, None)
            if all(len(part) < len(left) for part in parts.values()):
                best = min(best, len(left) + sum(least(frozenset(p)) for p in parts.values()))
        return best

    return least(frozenset(game.secrets))


@given(games(), st.booleans())
def test_the_least_total_is_that_of_brute_force(game: ListedRules, consistent: bool) -> None:
    best = find(game, consistent=consistent)
    assert best.proven
    assert best.total == best.bound == brute_force(game, consistent)
    assert verify(game, best.tree).total == best.total


@pytest.mark.parametrize("notation", ["ab3x6", "mm3x5", "emms4x4"])
def test_a_list_of_all_codes_is_the_game_itself(notation: str) -> None:
    rules = Rules.parse(notation)
    rule = "emms" if rules.family == "emms" else "bulls"
    listed = find(listed_rules(list(all_codes(rules)), rule=rule))
    assert (listed.total, listed.proven) == (find(rules).total, True)


def test_words() -> None:
    game = words("english")
    best = find(game, first="trace")
    assert (best.total, best.max, best.proven) == (2451, 5, True)
    assert evaluate(strategy("entropy", game)).proof.total == 2456
    beam = find(game, beam=3)
    assert (beam.total, beam.proven) == (2452, False)


def test_a_search_of_a_list_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "words.checkpoint"
    known = words("english").secrets[:300]
    game = listed_rules(known)
    once = find(game, checkpoint=file)
    kept = file.read_bytes()
    again = find(game, checkpoint=file)
    assert (again.total, again.proven) == (once.total, True)
    assert file.read_bytes() == kept  # no answer was new
