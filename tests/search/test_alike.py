"""Keys of sets: two sets have the same one only if a symmetry turns one into the other.

And symbols that can be exchanged, so that of guesses that are alike one is enough.
"""

from collections import defaultdict
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from moolab.codes.numbering import code_at, index_of
from moolab.codes.rules import Rules
from moolab.codes.scorer import score
from moolab.codes.space import CodeSpace, every_code
from moolab.search.alike import comes_first, find_exchangeable, key_of_kind
from moolab.search.objective import plain_costs
from moolab.search.tables import workspace
from moolab.search.task import ALL_GUESSES
from moolab.search.workspace import Workspace
from moolab.support.jit import compiled

Set = frozenset[tuple[int, ...]]
"""Codes, as the numbers of their symbols."""


@compiled
def key(space: Any, codes: Any, depth: int) -> Any:
    return key_of_kind(space, codes, depth)


@compiled
def find(space: Any, codes: Any, previous: Any) -> None:
    find_exchangeable(space.game, codes, space.scratch.room, previous)


def exchangeable(space: Any, codes: Any) -> NDArray[np.uint8]:
    previous = np.zeros(space.game.symbol_count, np.uint8)
    find(space, codes, previous)
    return previous


@compiled
def is_first(code: Any, previous: Any) -> Any:
    return comes_first(code, previous)


SMALL = ["ab2x5", "ab3x4", "mm3x3"]


@cache
def space_of(name: str) -> Workspace:
    rules = Rules.parse(name)
    return workspace(
        rules,
        np.arange(rules.size, dtype=np.int32),
        tuple(plain_costs().tolist()),
        consistent=False,
        width=ALL_GUESSES,
        entries=1,
    )


def columns(rules: Rules, codes: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The numbers of codes of shape (places, n)."""
    return np.array([index_of(rules, code) for code in CodeSpace(rules).unpack(codes)], np.int32)


def images(rules: Rules, codes: Set) -> set[Set]:
    """A set after each symmetry."""
    arranged = [
        [[code[place] for place in places] for code in codes]
        for places in permutations(range(rules.places))
    ]
    return {
        frozenset(tuple(names[symbol] for symbol in code) for code in each)
        for each in arranged
        for names in permutations(range(rules.symbols))
    }


@pytest.mark.parametrize("name", SMALL)
@given(st.data())
def test_sets_with_the_same_key_are_alike(name: str, data: st.DataObject) -> None:
    rules, space = Rules.parse(name), space_of(name)
    number = st.integers(0, rules.size - 1)
    sets = data.draw(st.lists(st.frozensets(number, min_size=1, max_size=5), min_size=2))
    kinds = defaultdict(list)
    for codes in sets:
        found = frozenset(map(tuple, space.game.symbols[list(codes)].tolist()))
        kinds[key(space, np.array(list(codes), np.int32), 1)].append(found)
    for some, *others in kinds.values():
        assert images(rules, some).issuperset(others)


@pytest.mark.parametrize("name", ["ab4x9", "mm4x6", "mm5x5", "emms4x4"])
def test_most_sets_that_are_alike_have_the_same_key(name: str) -> None:
    rules = Rules.parse(name)
    space, every, chance = space_of(name), every_code(rules), np.random.default_rng(7)
    tried = same = 0
    while tried < 100:
        left = np.arange(rules.size, dtype=np.int32)
        for _ in range(2):
            guess = code_at(rules, int(chance.integers(rules.size)))
            replies = score(rules, guess, every[:, left])
            left = left[replies == chance.choice(replies)]
        if len(left) > 2:
            places, names = chance.permutation(rules.places), chance.permutation(rules.symbols)
            image = names.astype(np.uint8)[every[:, left]][places]
            tried += 1
            same += key(space, left, 2) == key(space, chance.permutation(columns(rules, image)), 2)
    assert same >= 99


def test_a_set_has_another_key_after_another_guess() -> None:
    codes = np.arange(8, dtype=np.int32)
    space = space_of("ab2x5")
    assert key(space, codes, 1) != key(space, codes, 2)


def exchange(codes: Set, one: int, other: int) -> Set:
    """A set with two symbols exchanged."""
    names = {one: other, other: one}
    return frozenset(tuple(names.get(symbol, symbol) for symbol in code) for code in codes)


def all_alike(code: tuple[int, ...], pairs: list[tuple[int, int]]) -> Set:
    """What a code becomes by exchanging the symbols of some pairs, again and again."""
    found = frozenset([code])
    while not found.issuperset(more := found.union(*(exchange(found, *pair) for pair in pairs))):
        found = more
    return found


@pytest.mark.parametrize("name", SMALL)
@given(st.data())
def test_of_guesses_that_exchanged_symbols_make_alike_one_comes_first(
    name: str, data: st.DataObject
) -> None:
    rules, space = Rules.parse(name), space_of(name)
    codes = data.draw(st.frozensets(st.integers(0, rules.size - 1), min_size=1, max_size=12))
    every = [tuple(code) for code in space.game.symbols.tolist()]
    found = frozenset(every[code] for code in codes)
    pairs = [
        pair for pair in combinations(range(rules.symbols), 2) if exchange(found, *pair) == found
    ]
    previous = exchangeable(space, np.array(list(codes), np.int32))
    assert previous.tolist() == [
        max((one for one, other in pairs if other == symbol), default=symbol)
        for symbol in range(rules.symbols)
    ]
    for code in every:
        assert is_first(np.array(code, np.uint8), previous) == (code == min(all_alike(code, pairs)))
