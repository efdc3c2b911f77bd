"""Trees that are made better: as good as a search from scratch, at any time a tree."""

import signal
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.tables import table_rules
from moolab.deduction.history import parse_history
from moolab.errors import InvalidCheckpoint, InvalidCommand, InvalidTree, SearchFailed
from moolab.search import improve as improving
from moolab.search.improve import Branch, Improvement, Improving, costs_by_size, improve
from moolab.search.optimal import find
from moolab.search.task import Answer, Task, perform
from moolab.search.workers import Threads
from moolab.strategies import strategy
from moolab.trees.build import build
from moolab.trees.step import Step
from moolab.trees.verify import verify
from tests.helpers.searches import problem
from tests.helpers.signals import ending_when_closed


def tree(rules: str, name: str = "minimax") -> tuple[Step, ...]:
    return tuple(build(strategy(name, Rules.parse(rules))))


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat branches of a small game as large ones."""
    monkeypatch.setattr(improving, "_SMALL", 1 << 10)


@pytest.mark.parametrize("rules", ["ab3x6", "mm4x4", "emms4x4"])
def test_a_small_game_is_solved_with_the_first_guess_that_it_has(rules: str) -> None:
    steps = tree(rules)
    better = improve(Rules.parse(rules), steps)
    assert better.proven
    assert better.after.total == find(rules, first=steps[0].guess).total < better.before.total
    assert verify(rules, better.tree) == better.after
    assert better.tree[0] == steps[0]


def test_a_tree_that_cannot_be_better_stays_as_it_is() -> None:
    best = find("ab3x6")
    assert improve(best.rules, best.tree).tree == tuple(best.tree)


@pytest.mark.usefixtures("large")
def test_each_round_finds_at_least_what_the_last_one_found() -> None:
    totals = [improve(Rules.parse("mm4x5"), tree("mm4x5"), rounds=n).after.total for n in (1, 2)]
    least = find("mm4x5", first=tree("mm4x5")[0].guess).total
    assert verify("mm4x5", tree("mm4x5")).total > totals[0] >= totals[1] >= least


def test_in_large_games_trees_of_strategies_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(improving, "needs_kernels", lambda _strategy: True)
    rules, before = Rules.parse("mm4x6"), tree("mm4x6")
    told: list[Improving] = []
    better = improve(rules, before, rounds=0, watch=told.append)
    assert better.tree[0] == before[0]
    totals = [
        verify(rules, build(strategy(name, rules, start=before[0].guess))).total
        for name in ("minimax", "parts", "entropy")
    ]
    assert better.after.total < min(totals)
    assert all(each.before == each.now == totals[0] for each in told)
    stopped = improve(rules, better.tree, seconds=1e-9)
    assert stopped.tree == better.tree
    assert improve(rules, before, most=5, rounds=0).tree == before


@pytest.mark.usefixtures("large")
def test_other_guesses_are_tried_where_there_are_many_candidates() -> None:
    rules = Rules.parse("mm4x5")
    worse = improve(rules, tree("mm4x5"), rounds=1).tree
    assert {step.guess for step in worse if step.depth == 1} != {
        step.guess for step in tree("mm4x5") if step.depth == 1
    }


@pytest.mark.parametrize(
    ("name", "small"),
    [
        ("mm3x6", 1 << 10),
        ("mm4x6", 1 << 22),
        pytest.param("mm4x6", 1 << 10, marks=pytest.mark.slow),
    ],
)
def test_no_secret_comes_to_need_more_guesses_than_is_said(
    name: str, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(improving, "_SMALL", small)
    rules, knuth = Rules.parse(name), tree(name)
    better = improve(rules, knuth, most=5, rounds=4)
    assert better.after.max == better.before.max == 5
    assert better.after.total == find(rules, first=knuth[0].guess, most=5).total
    with pytest.raises(SearchFailed, match="at most 4 guesses for each secret, but it has up to 5"):
        improve(rules, knuth, most=4)


@pytest.mark.usefixtures("large")
def test_deep_branches_are_searched_by_a_beam_if_all_guesses_take_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(improving, "_FIRST_WIDTH", 1)
    monkeypatch.setattr(improving, "_FIRST_LIMIT", 1)
    better = improve(Rules.parse("mm4x5"), tree("mm4x5"), rounds=1)
    assert not better.proven
    assert better.after == verify("mm4x5", better.tree)


@pytest.mark.usefixtures("large")
def test_in_vast_branches_only_what_follows_is_made_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, before = Rules.parse("mm4x5"), tree("mm4x5")
    vast = 1 << 15
    monkeypatch.setattr(improving, "VAST", vast)
    after = Branch.of(rules, improve(rules, before, rounds=1).tree)
    assert after.cost < verify(rules, before).cost
    kept = [
        (part.guess, after.parts[reply].guess)
        for reply, part in Branch.of(rules, before).parts.items()
        if part.size * rules.size > vast
    ]
    assert len(kept) > 3
    assert all(one == other for one, other in kept)


def test_questions_that_only_identify_and_what_they_cost() -> None:
    game = table_rules(
        ["ape", "bat", "cow", "dog", "eel", "fox"],
        {"flies?": "nynnnn", "barks?": "nnnynn", "swims?": "nnynyn", "legs?": "242404"},
        costs={"flies?": 1, "barks?": 5, "swims?": 2, "legs?": 3},
    )
    steps = tuple(build(strategy("entropy", game)))
    better = improve(game, steps)
    assert better.after.cost == find(game, first=steps[0].guess).cost


@pytest.mark.parametrize("small", [1 << 22, 0])
def test_branches_of_many_names_are_made_better(
    small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(improving, "_SMALL", small)
    monkeypatch.setattr(improving, "FEW", 8)
    numbers = range(14)
    questions = {f"is it {each}?": [int(each == n) for n in numbers] for each in numbers}
    bits = {f"bit {bit}?": [n >> bit & 1 for n in numbers] for bit in range(4)}
    game = table_rules([f"n{n}" for n in numbers], questions | bits)
    better = improve(game, tuple(build(strategy("random", game))), rounds=1)
    assert verify(game, better.tree) == better.after
    assert better.after.total < better.before.total


def test_a_guess_that_is_wasted_on_few_candidates_is_found() -> None:
    silly = (
        Step(0, None, "01"),
        # It could be 12 or 20, and is neither.
        Step(1, Reply(0, 1), "02"),
        Step(2, Reply(0, 2), "20"),
        Step(2, Reply(1, 0), "12"),
        Step(1, Reply(0, 2), "10"),
        Step(1, Reply(1, 0), "02"),
        Step(2, Reply(0, 1), "21"),
    )
    better = improve(Rules.parse("ab2x3"), silly)
    assert better.before.total == 14
    assert better.after.total == find("ab2x3", first="01").total == 13
    assert better.proven


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, None), (signal.SIGTERM, 143)])
def test_ctrl_c_and_its_like_end_it_with_what_was_found(number: int, code: int | None) -> None:
    told: list[Improving] = []

    def interrupt(now: Improving) -> None:
        told.append(now)
        if now.now < now.before and len(told) > 20:
            signal.raise_signal(number)

    with ending_when_closed():
        better = improve(Rules.parse("mm4x5"), tree("mm4x5"), watch=interrupt)
    assert not better.proven
    assert better.after.total < better.before.total
    assert getattr(better.closed, "code", None) == code


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, None), (signal.SIGTERM, 143)])
def test_what_strategies_gave_is_kept_if_it_is_stopped_before_the_search(
    number: int, code: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(improving, "needs_kernels", lambda _strategy: True)
    rules = Rules.parse("mm4x5")
    with ending_when_closed():
        better = improve(rules, tree("mm4x5"), prepare=lambda: signal.raise_signal(number))
    assert (better.tried, better.rounds) == (0, 0)
    assert better.after.total < better.before.total
    assert getattr(better.closed, "code", None) == code


@pytest.mark.usefixtures("large")
def test_ctrl_c_once_more_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def replay(*tree: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return verify(*tree)

    def interrupt(now: Improving) -> None:
        if now.now < now.before:
            monkeypatch.setattr(improving, "verify", replay)
            signal.raise_signal(signal.SIGINT)

    better = improve(Rules.parse("mm4x5"), tree("mm4x5"), watch=interrupt)
    assert better.after.total < better.before.total


def test_in_no_time_nothing_is_found() -> None:
    better = improve(Rules.parse("mm4x4"), tree("mm4x4"), seconds=1e-9)
    assert (better.tree, better.rounds, better.tried) == (tree("mm4x4"), 0, 0)


def test_time_runs_while_it_is_prepared() -> None:
    better = improve(
        Rules.parse("mm4x4"), tree("mm4x4"), seconds=0.5, prepare=lambda: time.sleep(0.6)
    )
    assert better.rounds == 0


@pytest.mark.parametrize(
    "wrong", [{"count": 0}, {"rounds": -1}, {"seconds": -1}, {"most": 1.5}, {"most": "3"}], ids=str
)
def test_numbers_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidCommand, match=f"^{next(iter(wrong))} has to be a"):
        improve(Rules.parse("mm3x3"), tree("mm3x3"), **wrong)


def test_a_tree_that_is_not_valid_is_refused() -> None:
    with pytest.raises(InvalidTree, match="no guess, though 1 code is left"):
        improve(Rules.parse("ab3x4"), tree("ab3x4")[:-1])


class Counted:
    """Workers in one thread, whose tasks are counted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tasks: list[Task] = []
        submit = Threads.submit

        def count(workers: Threads, task: Task) -> Future[Answer]:
            self.tasks.append(task)
            return submit(workers, task)

        monkeypatch.setattr(Threads, "submit", count)


def with_checkpoint(path: Path) -> Improvement:
    return improve(Rules.parse("mm4x4"), tree("mm4x4"), checkpoint=path)


def test_what_a_checkpoint_keeps_is_not_searched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(improving, "CHEAP", 0)
    first = with_checkpoint(tmp_path / "kept")
    counted = Counted(monkeypatch)
    again = with_checkpoint(tmp_path / "kept")
    assert again.tree == first.tree
    assert all(task.tree for task in counted.tasks)


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    find("mm4x4", checkpoint=tmp_path / "kept")
    with pytest.raises(InvalidCheckpoint, match="is a checkpoint with improves None, not 0012"):
        with_checkpoint(tmp_path / "kept")


def test_a_task_that_comes_to_its_limit_answers_what_it_was_to_stay_below() -> None:
    history = parse_history(Rules.parse("mm4x6"), ["0012=01"])
    task = Task(problem("mm4x6"), history, beta=2_000, limit=1_000)
    limited = perform(task)
    assert (limited.value, limited.guess) == (2_000, None)
    assert limited.work.lookups > 1_000
    # It stops no other.
    whole = perform(Task(problem("mm4x6"), history, beta=2_000))
    assert whole.value < 2_000
    assert perform(task._replace(limit=whole.work.lookups)).value == whole.value


def test_what_candidates_cost_elsewhere() -> None:
    rules = Rules.parse("ab2x3")
    root = Branch.of(rules, tree("ab2x3", "parts"))
    assert costs_by_size(root).tolist() == [0, 1, 3, 5.5, 8, 10.5, 13]


def test_a_branch_is_its_steps() -> None:
    rules = Rules.parse("ab3x5")
    steps = tree("ab3x5")
    root = Branch.of(rules, steps)
    assert tuple(root.steps()) == steps
    proof = verify(rules, steps)
    assert (root.size, root.cost) == (proof.secrets, proof.cost)
    assert sum(each.wins for each in root.all_branches()) == proof.secrets


def test_a_branch_that_nobody_can_write_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As when a checkpoint was changed by hand."""

    def lie(task: Task, stop: NDArray[np.int64]) -> object:
        answer = perform(task, stop)
        return answer if task.tree else answer._replace(value=answer.value - 1, guess=None)

    monkeypatch.setattr("moolab.search.workers.perform", lie)
    with pytest.raises(SearchFailed, match="the search has made a mistake"):
        with_checkpoint(tmp_path / "kept")
