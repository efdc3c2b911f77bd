"""Exact search where codes are listed: brute force, known totals, and what the search proves."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.numbering import all_codes
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.word_lists import words
from moolab.errors import InvalidRules, SearchFailed
from moolab.search.optimal import find
from moolab.strategies import strategy
from moolab.trees.evaluate import evaluate
from moolab.trees.verify import verify
from tests.codes.test_listed import games


def brute_force(game: ListedRules, *, consistent: bool = False, hard: bool = False) -> int:
    """The least total, by trying everything."""
    score, keeps = game.rule.score, game.rule.keeps

    @cache
    def least(left: frozenset[str], allowed: tuple[str, ...]) -> int:
        best = 1 << 30
        for guess in sorted(left) if consistent else allowed:
            parts: dict[Reply, set[str]] = {}
            for code in left:
                parts.setdefault(score(guess, code), set()).add(code)
            parts.pop(game.win, None)
            if any(len(part) == len(left) for part in parts.values()):
                continue
            total = len(left)
            for reply, part in parts.items():
                after = allowed
                if hard and keeps is not None:
                    after = tuple(code for code in allowed if keeps(guess, reply, code))
                total += least(frozenset(part), after)
            best = min(best, total)
        return best

    return least(frozenset(game.secrets), game.guesses)


@given(games(), st.booleans())
def test_the_least_total_is_that_of_brute_force(game: ListedRules, consistent: bool) -> None:
    best = find(game, consistent=consistent)
    assert best.proven
    assert best.total == best.bound == brute_force(game, consistent=consistent)
    assert verify(game, best.tree).total == best.total


@given(games("wordle"))
def test_hard_mode_is_that_of_brute_force(game: ListedRules) -> None:
    best = find(game, hard=True)
    assert best.proven
    assert best.total == best.bound == brute_force(game, hard=True)


def test_guesses_of_hard_mode_have_all_that_was_revealed() -> None:
    known = words("english").secrets[:500]
    game = listed_rules(known[::2], known[1::2])
    keeps = game.rule.keeps
    assert keeps is not None
    totals = []
    for hard in (False, True):
        path: list[tuple[str, Reply]] = []
        kept = True
        best = find(game, first=known[1], hard=hard)
        totals.append(best.total)
        for depth, reply, guess in best.tree:
            del path[depth:]
            if reply is not None:
                path[-1] = (path[-1][0], reply)
            kept &= all(keeps(*turn, guess) for turn in path)
            path.append((guess, game.win))
        assert kept == hard
    assert totals[0] < totals[1]


def test_no_secret_needs_more_guesses_than_are_allowed() -> None:
    game = listed_rules(words("english").secrets[:80])
    free = find(game, hard=True)
    best = find(game, hard=True, most=free.max)
    assert (best.total, best.max) == (free.total, free.max)
    fewest = find(game, "worst", hard=True)
    assert find(game, hard=True, most=fewest.max).max == fewest.max
    with pytest.raises(SearchFailed, match=f"no tree .* at most {fewest.max - 1} guesses"):
        find(game, hard=True, most=fewest.max - 1)


def test_hard_mode_is_refused_where_replies_do_not_mark_letters() -> None:
    with pytest.raises(InvalidRules, match="mark letters"):
        find("ab2x3", hard=True)


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
