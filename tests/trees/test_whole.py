"""Whole trees, with kernels and without, compared with the choices one by one; their totals."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import Turn
from moolab.search.optimal import find
from moolab.strategies import Strategy, partition, strategy
from moolab.strategies.partition import PartitionStrategy
from moolab.trees import node as building
from moolab.trees.build import build
from moolab.trees.node import steps, tree
from moolab.trees.step import Step
from moolab.trees.verify import verify
from moolab.trees.whole import whole_tree
from tests.strategies.test_partition import COSTS


def build_by(strategy: Strategy, *, kernels: bool, workers: int = 1) -> Iterable[Step]:
    """The whole tree, by kernels or by NumPy alone, whatever the size of the game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "_MOST_CODES", 0 if kernels else 1 << 20)
        return build(strategy, workers)


GAMES = [
    *("mm4x4", "emms4x4", "ab4x6"),
    # The kernels of each number of places take many seconds to compile.
    *(
        pytest.param(name, marks=pytest.mark.slow)
        for name in ("mm4x3", "mm3x4", "ab3x7", "emms3x3", "ab2x2", "mm1x5")
    ),
]


@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("name", COSTS)
def test_the_whole_tree_is_made_of_the_choices(name: str, text: str, consistent: bool) -> None:
    breaker = strategy(name, Rules.parse(text), consistent=consistent)
    choices = list(steps(tree(breaker)))
    for kernels in (False, True):
        assert list(build_by(breaker, kernels=kernels)) == choices


@pytest.mark.parametrize("consistent", [False, True])
def test_the_whole_tree_of_samples_is_made_of_the_choices(
    consistent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.parse("mm4x6")
    monkeypatch.setattr(partition, "_LISTED", 0)
    monkeypatch.setattr(partition, "_LOOKED_AT", 100 * rules.size)
    monkeypatch.setattr(partition, "_LOOKED_AT_ONCE", 64 * 200)
    totals = {}
    for name in ("entropy", "parts"):
        breaker = strategy(name, rules, consistent=consistent)
        sampled = list(build_by(breaker, kernels=True))
        assert sampled == list(steps(tree(breaker)))
        totals[name] = verify(rules, sampled).total
    usual = {name: TOTALS["mm4x6", consistent][name][0] for name in totals}
    assert consistent or totals != usual
    assert all(total < 1.05 * usual[name] for name, total in totals.items())


def test_of_two_strategies_the_better_guesses_are_taken_for_few_candidates() -> None:
    parts, entropy = strategy("parts", "mm4x6"), strategy("entropy", "mm4x6")
    told: list[int] = []
    assert isinstance(parts, PartitionStrategy)
    assert isinstance(entropy, PartitionStrategy)
    tree = whole_tree(parts, progress=told.append, other=entropy)
    proof = verify(parts.rules, tree)
    assert (proof.total, proof.max) == (5663, 6)
    assert all(settled <= proof.secrets for settled in told)


def test_trees_are_equal_where_they_make_the_same_guesses() -> None:
    rules = Rules.parse("ab3x6")
    found = {build(strategy(name, rules)) for name in ("entropy", "entropy", "minimax")}
    assert len(found) == 2
    assert build(strategy("entropy", "ab3x5")) not in found
    best, again = (replace(find("ab3x5"), seconds=0, cpu_seconds=0) for _ in range(2))
    assert best == again


@pytest.mark.parametrize("name", COSTS)
def test_a_sample_of_a_large_tree(name: str) -> None:
    breaker = strategy(name, Rules.parse("ab4x8"))
    way: list[tuple[Candidates, str]] = []
    for number, step in enumerate(build(breaker)):
        known = candidates(breaker.rules)
        if step.reply is not None:
            before, guess = way[step.depth - 1]
            known = before.after(Turn(guess, step.reply))
        way[step.depth :] = [(known, step.guess)]
        if step.depth < 2 or number % 50 == 0:
            assert breaker.guess(known) == step.guess


def total(name: str, text: str, consistent: bool = False, kernels: bool = True) -> tuple[int, int]:
    rules = Rules.parse(text)
    breaker = strategy(name, rules, consistent=consistent)
    proof = verify(rules, build_by(breaker, kernels=kernels))
    return proof.total, proof.max


TOTALS: dict[tuple[str, bool], dict[str, tuple[int, int]]] = {
    ("ab4x10", False): {
        "minimax": (26926, 7),
        "expected": (26541, 7),
        "entropy": (26407, 8),
        "parts": (26573, 8),
        "emms": (26931, 8),
    },
    ("ab4x10", True): {
        "minimax": (26825, 8),
        "expected": (26793, 8),
        "entropy": (26781, 8),
        "parts": (26811, 8),
        "emms": (27054, 8),
    },
    ("mm4x6", False): {
        "minimax": (5776, 5),
        "expected": (5686, 6),
        "entropy": (5719, 6),
        "parts": (5667, 6),
        "emms": (5700, 6),
    },
    ("mm4x6", True): {
        "minimax": (5795, 6),
        "expected": (5720, 6),
        "entropy": (5786, 6),
        "parts": (5708, 6),
        "emms": (5733, 7),
    },
    ("emms4x4", False): {
        "minimax": (906, 4),
        "expected": (900, 4),
        "entropy": (898, 4),
        "parts": (897, 4),
        "emms": (900, 5),
    },
    ("emms4x4", True): {
        "minimax": (906, 5),
        "expected": (902, 5),
        "entropy": (902, 5),
        "parts": (901, 5),
        "emms": (902, 5),
    },
    ("mm5x8", False): {
        "minimax": (182116, 7),
        "expected": (180236, 7),
        "entropy": (179796, 8),
        "parts": (180096, 8),
        "emms": (182841, 8),
    },
    ("ab5x10", False): {"entropy": (173013, 9), "parts": (173786, 8)},
    ("mm4x10", False): {"minimax": (57624, 7), "expected": (56402, 8)},
}
"""Sums of guesses over all secrets, and the most for one, by game and hard mode."""


@pytest.mark.parametrize(
    ("text", "kernels"),
    [
        *(("mm4x6", False), ("mm4x6", True), ("emms4x4", True), ("ab4x10", True)),
        *(pytest.param(text, False, marks=pytest.mark.slow) for text in ("emms4x4", "ab4x10")),
    ],
)
@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize("name", COSTS)
def test_totals(name: str, text: str, consistent: bool, kernels: bool) -> None:
    assert total(name, text, consistent, kernels) == TOTALS[text, consistent][name]


LARGE = [
    # Those of ab4x10 and mm4x6 are looked at in any case.
    pytest.param(name, text, marks=pytest.mark.slow)
    for text in ("mm5x8", "ab5x10", "mm4x10")
    for name in TOTALS[text, False]
]


@pytest.mark.parametrize(("name", "text"), LARGE)
def test_totals_of_large_games(name: str, text: str) -> None:
    assert total(name, text) == TOTALS[text, False][name]


@pytest.mark.parametrize("name", COSTS)
def test_any_number_of_workers_makes_the_same_tree(name: str) -> None:
    breaker = strategy(name, Rules.parse("ab4x8"))
    three = list(build_by(breaker, kernels=True, workers=3))
    assert three == list(build_by(breaker, kernels=True))


@pytest.mark.parametrize("kernels", [False, True])
def test_progress_ends_with_every_secret(kernels: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.parse("ab4x8")
    told: list[int] = []
    monkeypatch.setattr(building, "_MOST_CODES", 0 if kernels else rules.size)
    steps = build(strategy("parts", rules), progress=told.append)
    assert all(0 <= settled <= rules.size for settled in told)
    told.clear()
    verify(rules, steps, told.append)
    assert told == sorted(told)
    assert told[-1] == rules.size
