"""The exact search against plain recursion, and against itself: what must make no difference."""

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import fields, replace
from functools import cache
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.listed import listed_rules
from moolab.codes.numbering import all_codes, code_at
from moolab.codes.representatives import representatives
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn, parse_history
from moolab.errors import SearchFailed, SpaceTooLarge
from moolab.search import branches, optimal, task
from moolab.search.bounds import DEPTHS, FORBIDDEN, INFINITE, lower_bounds
from moolab.search.kernel import solve
from moolab.search.limits import affordable
from moolab.search.narrowing import ANY
from moolab.search.objective import (
    OBJECTIVES,
    Costs,
    Objective,
    excess_costs,
    hardest_costs,
    limited_costs,
    plain_costs,
    standing,
    tail_costs,
)
from moolab.search.optimal import find
from moolab.search.position import Position
from moolab.search.tables import scratch_for, workspace
from moolab.search.task import ALL_GUESSES, Answer, Stopped, Task, new_stop, perform
from moolab.search.transpositions import Transpositions
from moolab.search.workspace import NO_GUESS, VALUE, Workspace
from moolab.search.written import WrittenTree
from moolab.strategies import strategy
from moolab.support.progress import Progress
from moolab.support.room import Room
from moolab.trees.build import evaluate
from moolab.trees.verify import Proof, verify
from tests.helpers import oracle
from tests.helpers.cases import every
from tests.helpers.examples import examples
from tests.helpers.searches import AtOnce, least_cost, problem, proof, search

TINY = [
    *("ab1x2", "ab1x3", "ab1x6", "mm1x2", "mm1x5", "emms1x4"),
    *("ab2x2", "ab2x3", "ab2x4", "ab2x5", "ab3x3", "ab3x4", "ab4x4"),
    *("mm2x2", "mm2x3", "mm2x4", "mm3x2", "mm4x2", "mm5x2", "mm3x3"),
    *("emms2x2", "emms2x3", "emms2x4", "emms3x2", "emms4x2", "emms3x3"),
]
"""Games that plain recursion solves in no time."""

SMALL = [*TINY, "ab2x6", "ab2x7", "mm2x5", "mm2x6"]
"""Games that it solves in a second."""

LONG: dict[str, list[oracle.Tail | None]] = {
    "ab2x8": [*[None] * 5, (238, 27), *[(238, 0)] * 5],
    "ab3x5": [*[None] * 4, (196, 23), *[(196, 0)] * 6],
    "mm3x4": [*[None] * 4, (206, 21), *[(206, 0)] * 6],
    "mm6x2": [*[None] * 5, (224, 8), *[(224, 0)] * 5],
}
"""Games that take it seconds, with what it finds."""

LONG_CONSISTENT: dict[str, list[oracle.Tail | None]] = {
    "ab2x8": [*[None] * 7, (246, 4), *[(246, 0)] * 3],
    "ab3x5": [*[None] * 4, (197, 26), *[(197, 0)] * 6],
    "mm3x4": [*[None] * 4, (206, 23), *[(206, 0)] * 6],
    "mm6x2": [*[None] * 5, (225, 13), *[(225, 0)] * 5],
}
"""The same where each guess can be the secret."""

LARGE_PARTS = ["ab4x6", "mm4x4", "emms4x4", "ab3x7"]
"""Games with parts of more candidates than are judged by their number of parts alone."""


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_what_is_recorded_of_plain_recursion_is_what_it_finds(name: str) -> None:
    rules = Rules.parse(name)
    assert oracle.optima(rules) == LONG[name]
    assert oracle.optima(rules, consistent=True) == LONG_CONSISTENT[name]


@pytest.mark.parametrize("consistent", [False, True], ids=["", "consistent"])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in ("mm5x2", "mm6x2") else [])
        for name in (*SMALL, *LONG)
    ],
)
def test_all_objectives_equal_plain_recursion(name: str, consistent: bool) -> None:
    recorded = (LONG_CONSISTENT if consistent else LONG).get(name)
    optima = recorded or oracle.optima(Rules.parse(name), consistent=consistent)
    game = problem(name, consistent=consistent)

    mean = search(game, "mean")
    total = min(best[0] for best in optima if best)
    assert mean.total == total
    assert mean.bound == total

    worst = search(game, "worst")
    most, best = next((most, best) for most, best in enumerate(optima) if best)
    assert (worst.max, worst.total) == (most, best[0])

    tail = search(game, "tail")
    most, best = next((most, best) for most, best in enumerate(optima) if best and best[0] == total)
    assert (tail.total, tail.max, tail.at_max) == (total, most, best[1])

    hardest = search(game, "least-max")
    assert hardest.max == worst.max
    assert (hardest.at_max, -hardest.total) <= (worst.at_max, -worst.total)

    for found in (mean, worst, tail, hardest):
        assert found.proven
        proved = verify(found.rules, found.tree)
        assert (proved.secrets, proved.distribution) == (found.rules.size, found.distribution)


def tables_of(rules: Rules) -> dict[str, Costs]:
    limits = {f"limited({most})": limited_costs(most) for most in (1, 2, 3, 4, 5)}
    tails = {f"tailed({most})": tail_costs(rules, most) for most in (1, 2, 3, 4, 5)}
    hardest = {f"hardest({most})": hardest_costs(rules, most) for most in (3, 4, 5)}
    beyond = {f"excess({most})": excess_costs(most) for most in (1, 2, 3, 4)}
    return {"plain": plain_costs(), **limits, **tails, **hardest, **beyond}


ONE_OF_EACH = {"plain", "limited(4)", "tailed(4)", "excess(3)"}

SOME = {"plain", "limited(3)", "tailed(4)", "hardest(4)", "excess(2)"}


@pytest.mark.parametrize("consistent", [False, True], ids=["", "consistent"])
# A third of the time would be spent on those two; the slow test below has them.
@pytest.mark.parametrize("name", [name for name in TINY if name not in ("mm5x2", "ab4x4")])
def test_some_costs_equal_plain_recursion(name: str, consistent: bool) -> None:
    check_costs(name, consistent, SOME, without_symmetry={"plain", "tailed(4)"})


@pytest.mark.slow
@pytest.mark.parametrize("consistent", [False, True], ids=["", "consistent"])
@pytest.mark.parametrize("name", TINY)
def test_all_costs_equal_plain_recursion(name: str, consistent: bool) -> None:
    every = {*tables_of(Rules.parse(name))}
    assert every >= SOME | ONE_OF_EACH
    check_costs(name, consistent, every, without_symmetry=ONE_OF_EACH)


def check_costs(
    name: str, consistent: bool, which: set[str], *, without_symmetry: set[str]
) -> None:
    """Hold the search against recursion, with symmetry and, in a tenth of the speed, without."""
    game = problem(name, consistent=consistent)
    tables = tables_of(game.rules)
    for table in which:
        costs = tables[table]
        expected = oracle.least_cost(game.rules, costs.tolist(), consistent=consistent)
        for symmetric in (True, False) if table in without_symmetry else (True,):
            found = least_cost(game._replace(symmetric=symmetric), costs)
            assert found == expected or min(found, expected) >= FORBIDDEN


@pytest.mark.slow
@pytest.mark.parametrize("consistent", [False, True], ids=["", "consistent"])
@pytest.mark.parametrize("name", LARGE_PARTS)
def test_symmetry_makes_no_difference(name: str, consistent: bool) -> None:
    game = problem(name, consistent=consistent)
    for objective in OBJECTIVES:
        found = search(game, objective)
        plain = search(game._replace(symmetric=False), objective)
        assert (found.total, found.max) == (plain.total, plain.max)
        assert found.at_max == plain.at_max or objective in ("mean", "worst")


@pytest.mark.parametrize(
    ("name", "consistent"),
    [
        *[("ab3x7", False), ("ab3x7", True), ("mm3x5", False)],
        *(pytest.param(name, False, marks=pytest.mark.slow) for name in ("ab4x6", "mm4x4")),
        pytest.param("ab4x6", True, marks=pytest.mark.slow),
    ],
)
def test_how_the_work_is_divided_makes_no_difference(
    name: str, consistent: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = problem(name, consistent=consistent)
    whole = {objective: search(game, objective) for objective in OBJECTIVES}
    for split, objective in product((1, 1 << 14), OBJECTIVES):
        monkeypatch.setattr(branches, "_SPLIT", split)
        best = search(game, objective)
        assert (best.total, best.max) == (whole[objective].total, whole[objective].max)
        assert best.at_max == whole[objective].at_max or objective in ("mean", "worst")
        assert (best.proven, best.bound) == (True, whole[objective].bound)
        assert proof(best, tmp_path).distribution == best.distribution


@pytest.mark.parametrize(("wide", "brief"), [(1, 0), (64, 0), (64, 10**8)])
@pytest.mark.parametrize("name", LONG)
def test_so_many_guesses_are_enough_and_one_less_is_not(
    name: str, wide: int, brief: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(branches, "_SPLIT", 1)
    monkeypatch.setattr(branches, "_WIDE", wide)
    monkeypatch.setattr(branches, "_BRIEF", brief)
    enough, best = next((most, best) for most, best in enumerate(LONG[name]) if best)
    found = search(problem(name), most=enough)
    assert (found.max, found.total) == (enough, best[0])
    with pytest.raises(SearchFailed, match=f"with at most {enough - 1} guesses"):
        search(problem(name), most=enough - 1)


@pytest.mark.parametrize(
    ("name", "enough"), [("mm4x7", 6), pytest.param("ab4x9", 6, marks=pytest.mark.slow)]
)
def test_of_large_sets_that_are_alike_one_is_refuted(name: str, enough: int) -> None:
    assert search(problem(name), most=enough).max == enough
    with pytest.raises(SearchFailed, match=f"with at most {enough - 1} guesses"):
        search(problem(name), most=enough - 1)


def orbits(rules: Rules, guesses: tuple[str, ...]) -> set[frozenset[str]]:
    """The codes, by what symmetries that leave the guesses alone turn into one another."""

    def image(code: str, places: tuple[int, ...], names: dict[str, str]) -> str:
        return "".join(names[code[place]] for place in places)

    symmetries = [
        (places, names)
        for places in permutations(range(rules.places))
        for renamed in permutations(rules.alphabet)
        if (names := dict(zip(rules.alphabet, renamed, strict=True)))
        if all(image(guess, places, names) == guess for guess in guesses)
    ]
    codes = all_codes(rules)
    return {frozenset(image(code, *symmetry) for symmetry in symmetries) for code in codes}


@pytest.mark.parametrize("name", ["ab3x4", "ab2x5", "mm3x3", "mm2x4", "emms3x3", "ab1x4", "mm4x2"])
def test_each_kind_of_guess_is_represented_by_its_first_code(name: str) -> None:
    rules = Rules.parse(name)
    codes = list(all_codes(rules))
    firsts = [(), *((code,) for code in codes), *zip(codes, reversed(codes), strict=True)]
    firsts += [(codes[0], codes[-1], code) for code in codes[:: len(codes) // 4]]
    for guesses in firsts:
        kinds = orbits(rules, guesses)
        assert [
            code_at(rules, int(number)) for number in representatives(rules, guesses)
        ] == sorted(min(kind) for kind in kinds)


def test_the_lower_bound_is_that_of_a_tree_with_all_branches() -> None:
    rules = Rules.parse("ab2x5")
    branches = len(rules.replies) - 1
    widths = [1, branches, branches**2, 1000]
    for costs in tables_of(rules).values():
        for depth in (0, 1, 2):
            levels = [level for level, width in enumerate(widths) for _ in range(width)]
            costs_of_codes = [int(sum(costs[depth : depth + level + 1])) for level in levels]
            bounds = lower_bounds(rules, costs.tolist(), depth, 60)
            assert bounds.tolist() == [sum(costs_of_codes[:most]) for most in range(61)]


@given(data=st.data(), name=st.sampled_from(["ab3x6", "mm3x5", "ab4x6", "emms4x4"]))
@settings(max_examples=examples(20))
def test_a_value_is_exact_below_beta_and_a_lower_bound_otherwise(
    data: st.DataObject, name: str
) -> None:
    rules = Rules.parse(name)
    some = st.lists(st.integers(0, rules.size - 1), min_size=1, max_size=110, unique=True)
    codes = np.array(sorted(data.draw(some)), np.int32)
    columns = np.arange(len(codes), dtype=np.int32)
    costs = data.draw(st.sampled_from(list(tables_of(rules).values())))
    consistent = data.draw(st.booleans())

    def fresh() -> Workspace:
        return workspace(
            rules,
            codes,
            tuple(costs.tolist()),
            consistent=consistent,
            width=ALL_GUESSES,
            entries=256,
        )

    def value(on: Workspace, beta: int) -> int:
        return int(solve(on, columns, 1, beta, VALUE, ANY)[0])

    true = value(fresh(), INFINITE)
    assert lower_bounds(rules, costs.tolist(), 1, len(codes))[-1] <= true
    assert value(fresh(), 0) <= true
    near = st.integers(true - 3, true + 3) | st.integers(1, 2 * true + 1)
    kept = fresh()
    for beta in data.draw(st.lists(near.filter(lambda beta: beta > 0), max_size=5)):
        for found in (value(fresh(), beta), value(kept, beta)):
            assert found == true if true < beta else beta <= found <= true
    assert value(kept, INFINITE) == true
    # What the search was given is as it was: it writes to table, budget and buffers alone.
    for before, after in ((fresh().game, kept.game), (fresh().costs, kept.costs)):
        for field in (each.name for each in fields(before)):
            assert np.array_equal(getattr(before, field), getattr(after, field))
    assert columns.tolist() == list(range(len(codes)))


@given(data=st.data(), name=st.sampled_from(["ab2x9", "ab4x6", "mm5x3", "mm8x2", "emms4x4"]))
@settings(max_examples=examples(15))
def test_the_least_total_that_a_guess_allows_follows_from_the_sizes_of_its_parts(
    data: st.DataObject, name: str
) -> None:
    # Masks of 2, 4 and 8 bytes; some games have so few replies that four guesses are needed.
    rules = Rules.parse(name)
    size = data.draw(st.integers(50, min(rules.size, 240)))
    chance = np.random.default_rng(data.draw(st.integers(0, 99)))
    codes = np.sort(chance.choice(rules.size, size, replace=False)).astype(np.int32)
    costs = tuple(plain_costs().tolist())
    space = workspace(rules, codes, costs, consistent=False, width=ALL_GUESSES, entries=1024)
    least = lower_bounds(rules, costs, 1, size)
    win = space.game.reply_count - 1
    totals = [
        size + sum(int(least[part]) for part in np.bincount(row, minlength=win + 1)[:win])
        for row in space.game.replies
    ]
    columns = np.arange(size, dtype=np.int32)
    assert solve(space, columns, 0, 0, VALUE, ANY) == (min(totals), NO_GUESS)


def test_a_search_that_has_too_little_room_is_done_again_with_more() -> None:
    rules = Rules.parse("ab3x6")
    costs, codes = tuple(plain_costs().tolist()), np.arange(rules.size, dtype=np.int32)
    space = workspace(rules, codes, costs, consistent=False, width=ALL_GUESSES, entries=256)
    scratch = replace(space.scratch, room=Room.of(1000))
    small = replace(space, scratch=scratch, table=Transpositions.of(256))
    assert solve(small, codes, 0, INFINITE, VALUE, ANY) == solve(
        space, codes, 0, INFINITE, VALUE, ANY
    )
    assert scratch.room.used[1], "a first try ended early"


def test_sums_of_later_guesses_that_do_not_fit_are_not_added_up_in_planes() -> None:
    # Guess a number: lower, higher, or right. Each turn halves, so that each of many takes many.
    count = 3600
    numbers = np.arange(count, dtype=np.int32)
    replies = (numbers[:, np.newaxis] < numbers).astype(np.uint8)
    np.fill_diagonal(replies, 2)
    small = workspace(
        Rules.parse("ab2x4"),
        np.arange(12, dtype=np.int32),
        tuple(plain_costs().tolist()),
        consistent=False,
        width=ALL_GUESSES,
        entries=1024,
    )
    game = replace(
        small.game,
        replies=replies,
        bits=np.ascontiguousarray(1 << replies.T.astype(np.uint16)).view(np.uint64),
        own=numbers,
        of_codes=np.arange(2 * count, dtype=np.uint64).reshape(2, count),
        reply_count=3,
    )
    scratch = replace(scratch_for(game), parts=np.zeros(count, np.uint8))
    depths = np.floor(np.log2(np.arange(1, count))).astype(int) + 1
    later = np.concatenate([[0], np.cumsum(np.floor(np.log2(numbers + 1)).astype(np.int64))])
    costs = replace(small.costs, later=later)
    space = replace(small, game=game, costs=costs, scratch=scratch)
    best = count + depths[: count // 2].sum() + depths[: count // 2 - 1].sum()
    assert solve(space, numbers, 0, 0, VALUE, ANY) == (best, NO_GUESS)


@pytest.mark.parametrize("costs", ["plain", "limited(5)", "tailed(5)"])
def test_a_written_tree_costs_what_its_set_is_worth(costs: str) -> None:
    game = problem("ab4x6")
    game = game._replace(costs=tuple(tables_of(game.rules)[costs].tolist()))
    history = parse_history(game.rules, "0123=02")
    task = Task(game, history)
    value = perform(task).value
    tree = perform(task._replace(beta=value, tree=True)).tree
    assert tree is not None
    found = np.cumsum(game.costs[1:])
    assert value == sum(
        secrets * found[guesses - 2] for guesses, secrets in tree.distribution.items()
    )


def test_threads_do_not_get_into_each_others_way() -> None:
    game = problem("mm4x6")
    history = parse_history(game.rules, "0011=01")
    seconds = representatives(game.rules, ("0011",))[:16]
    tasks = [Task(game, history, only=code_at(game.rules, int(guess))) for guess in seconds]
    values = [perform(task).value for task in tasks]
    with ThreadPoolExecutor(4) as threads:
        assert [answer.value for answer in threads.map(perform, tasks)] == values


@pytest.mark.parametrize("tree", [False, True], ids=["", "tree"])
def test_a_task_that_is_told_to_stop_has_no_answer(tree: bool) -> None:
    game = problem("mm4x6")
    task = Task(game, parse_history(game.rules, "0011=01"))
    before = perform(task)
    stop = new_stop()
    stop[0] = 1
    with pytest.raises(Stopped):
        perform(task._replace(beta=before.value, tree=tree), stop)
    assert perform(task)[:2] == before[:2]


def test_searches_side_by_side_do_not_stop_each_other() -> None:
    """One that ends gives up what it has under way, and that of nobody else."""
    games = ["ab3x7", "ab3x6"] * 4
    with ThreadPoolExecutor(4) as threads:
        totals = [best.total for best in threads.map(find, games)]
    assert totals == [836, 436] * 4


def alphabet(size: int) -> Rules:
    """A game in which each guess rules out one letter."""
    return listed_rules([chr(0x4E00 + each) for each in range(size)])


def test_a_tree_is_as_deep_as_a_game_may_be_long() -> None:
    best = find(alphabet(DEPTHS))
    assert (best.max, best.total) == (DEPTHS, DEPTHS * (DEPTHS + 1) // 2)


@pytest.mark.parametrize("beam", [None, 2])
@pytest.mark.parametrize("objective", ["mean", "worst", "tail"])
def test_a_deeper_tree_is_refused(objective: Objective, beam: int | None) -> None:
    with pytest.raises(SearchFailed, match=r"needs up to 80 guesses, and a game has at most 64$"):
        find(alphabet(80), objective, beam=beam)


class Lying(AtOnce):
    """Workers that do each task, and then change its tree."""

    def __init__(self, lie: Callable[[WrittenTree], WrittenTree]) -> None:
        self._lie = lie

    def submit(self, task: Task) -> "Future[Answer]":
        answer = super().submit(task).result()
        if answer.tree is not None:
            answer = answer._replace(tree=self._lie(answer.tree))
        done: Future[Answer] = Future()
        done.set_result(answer)
        return done


def without_its_end(written: WrittenTree) -> WrittenTree:
    whole = written.tree
    less = replace(
        whole, depths=whole.depths[:-1], replies=whole.replies[:-1], guesses=whole.guesses[:-1]
    )
    return written._replace(tree=less) if len(whole.depths) > 1 else written


def with_guesses_that_even_out(written: WrittenTree) -> WrittenTree:
    """Say that two of three secrets with three guesses need two and four."""
    distribution = Counter(written.distribution)
    if distribution[3] < 3:
        return written
    return written._replace(
        distribution=dict(distribution + Counter({2: 1, 4: 1}) - Counter({3: 2}))
    )


@pytest.mark.parametrize("beam", [None, 8])
@pytest.mark.parametrize(
    ("lie", "fault"),
    [
        (without_its_end, "its tree is not valid: after 012="),
        (with_guesses_that_even_out, "its tree finds the secrets in other numbers of guesses"),
    ],
)
def test_no_tree_leaves_a_search_that_has_not_been_replayed(
    lie: Callable[[WrittenTree], WrittenTree], fault: str, beam: int | None
) -> None:
    with pytest.raises(SearchFailed, match=f"the search has made a mistake .{fault}"):
        search(problem("ab3x5"), "mean", Lying(lie), beam=beam)


def test_replaying_a_tree_shows_progress() -> None:
    told: list[Progress] = []
    search(problem("ab3x5"), "mean", AtOnce(), watch=told.append)
    replayed = [now.share or 0 for now in told if now.aim == "replaying the tree"]
    assert replayed == sorted(set(replayed))
    assert replayed[-1] == 1


@pytest.mark.parametrize("name", ["mm8x10", "mm5x36"])
def test_a_search_that_does_not_fit_is_refused_before_its_codes_are_listed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("moolab.search.limits.score_all")
    with pytest.raises(SpaceTooLarge, match=f"a search of {name} needs at least"):
        affordable(Rules.parse(name), 1 << 34, 1, endless=False)


def test_a_list_that_does_not_fit_is_refused_before_its_replies_are_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("moolab.search.limits.score_all")
    codes = listed_rules(list(all_codes(Rules.parse("mm4x8"))), rule="bulls")
    with pytest.raises(SpaceTooLarge, match="a search of 4,096 words needs at least 42 MiB"):
        affordable(codes, 32 << 20, 1, endless=False)


def test_the_same_search_finds_the_same_whatever_time_it_takes() -> None:
    assert find("ab3x5", "worst") == find("ab3x5", "worst") != find("ab3x5", "tail")


def test_time_runs_while_a_search_is_prepared() -> None:
    assert find("ab3x5", "worst", seconds=60).proven
    assert not find("ab3x5", "worst", seconds=0.5, prepare=lambda: time.sleep(0.6)).proven


@cache
def proof_of(name: str, game: str, consistent: bool) -> Proof:
    """What the tree of a strategy achieves; four objectives are compared with it."""
    return evaluate(strategy(name, game, consistent=consistent)).proof


@every("consistent", [False, True])
@every("objective", ["mean", "worst", "tail", "least-max"])
@every("game", ["ab3x6", "mm2x9"])
def test_a_beam_finds_no_worse_tree_than_any_strategy(
    game: str, objective: Objective, consistent: bool
) -> None:
    best = find(game, objective, beam=1, consistent=consistent)
    found = standing(objective, verify(best.rules, best.tree))
    for name in ("minimax", "expected", "entropy", "parts", "emms"):
        assert found <= standing(objective, proof_of(name, game, consistent))


def test_a_beam_keeps_to_a_first_guess_that_no_strategy_makes() -> None:
    best = find("mm2x9", beam=1, first="00")
    others = {
        evaluate(strategy(name, "mm2x9", start="00")).proof.total for name in ("parts", "entropy")
    }
    assert next(iter(best.tree)).guess == "00"
    assert best.total <= min(others)


def test_a_beam_keeps_a_limit_that_a_strategy_keeps() -> None:
    """Its own tree of ab4x6 has six guesses, that of the strategy ``parts`` five."""
    assert find("ab4x6", beam=1, most=5).max == 5


def test_a_beam_tells_how_far_the_strategies_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "REPORTING", 0)
    told: list[Progress] = []
    find("mm2x9", beam=1, watch=told.append)
    shares = [now.share or 0 for now in told if now.aim == "the best tree of a strategy"]
    assert shares == sorted(shares)
    assert len(shares) > 5


@pytest.mark.parametrize(("objective", "width"), [("mean", 3), ("worst", 1)])
def test_a_beam_searches_vast_parts_reply_by_reply(
    monkeypatch: pytest.MonkeyPatch, objective: Objective, width: int
) -> None:
    """As deep as need be, and the tree is replayed."""
    whole = find("mm3x5", objective, beam=width).tried
    monkeypatch.setattr(branches, "VAST", 1 << 10)
    found = find("mm3x5", objective, beam=width)
    assert found.tried != whole
    assert (found.total, found.proven, found.bound) >= (451, False, 0)


def test_a_consistent_beam_is_consistent_in_vast_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "VAST", 1 << 10)
    tree = find("mm3x5", consistent=True, beam=2).tree
    turns = list[Turn]()
    guesses = list[str]()
    for step in tree:
        del turns[max(step.depth - 1, 0) :], guesses[step.depth :]
        if step.reply is not None:
            turns.append(Turn(guesses[-1], step.reply))
        guesses.append(step.guess)
        assert all(turn.fits(tree.rules, step.guess) for turn in turns)


def test_a_beam_needs_no_tables_of_all() -> None:
    game = Rules.parse("mm5x9")
    assert affordable(game, 5 << 30, 1, endless=False, beam=True) == 1 << 22
    with pytest.raises(SpaceTooLarge, match="a search of mm5x9 needs 5,581 MiB"):
        affordable(game, 5 << 30, 1, endless=False)


def test_ten_places_have_more_replies_than_the_search_counts() -> None:
    with pytest.raises(SpaceTooLarge, match="mm10x2 has 65 replies"):
        affordable(Rules.parse("mm10x2"), 1 << 34, 1, endless=True)


@pytest.mark.parametrize(
    "rules",
    [
        *(*SMALL, "ab4x6", "ab4x7", "mm4x4", "mm6x2", "emms4x4"),
        pytest.param("mm4x6", marks=pytest.mark.slow),
    ],
)
def test_the_tree_is_the_same_without_kernels(rules: str) -> None:
    kernels = problem(rules)
    one, other = search(kernels), search(kernels._replace(kernels=False))
    assert (one.distribution, one.proven, one.bound) == (
        other.distribution,
        other.proven,
        other.bound,
    )
    assert list(one.tree) == list(other.tree)


def test_a_search_without_kernels_gives_up_what_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("moolab.search.optimal.is_kept", lambda _: False)
    for most, kernels in ((1 << 30, []), (1 << 20, ["kernels"])):
        monkeypatch.setattr(task, "_MOST_BITS", most)
        best = find(Rules.parse("ab4x6"), prepare=lambda: asked.append("kernels"))
        assert (asked, best.total) == (kernels, 1446)


@pytest.mark.parametrize(
    "name",
    [
        *("ab2x4", "mm2x4", "mm3x2"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("ab3x4", "mm3x3", "emms2x4")),
    ],
)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_best_tree_of_a_given_first_guess(name: str, objective: Objective) -> None:
    rules = Rules.parse(name)
    best = find(rules, objective)
    beginning = {code: find(rules, objective, first=code) for code in all_codes(rules)}
    assert {code: next(iter(found.tree)).guess for code, found in beginning.items()} == {
        code: code for code in beginning
    }
    ranked = [(found.max, found.total) for found in beginning.values()]
    if objective == "worst":
        assert min(ranked) == (best.max, best.total)
    elif objective == "least-max":
        hardest = [(found.max, found.at_max, found.total) for found in beginning.values()]
        assert min(hardest) == (best.max, best.at_max, best.total)
    else:
        assert min(total for _, total in ranked) == best.total
    if objective == "mean":
        parts = Position(candidates(rules)).search().parts
        assert {code: found.total for code, found in beginning.items()} == {
            code: rules.size + sum(parts(code).values()) for code in beginning
        }
