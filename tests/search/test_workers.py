"""Who does the work, what happens to whom, and how much of it there is: no difference."""

import asyncio
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

import pytest

from moolab.errors import SearchFailed
from moolab.search import branches
from moolab.search import workers as crew
from moolab.search.checkpoint import Checkpoint
from moolab.search.objective import OBJECTIVES, Objective
from moolab.search.task import ALL_GUESSES, Answer, Task
from moolab.search.workers import Cluster, Threads, Workers, workers
from tests.helpers.paths import DATA
from tests.helpers.patience import wait_until
from tests.helpers.searches import AtOnce, Watched, dask_cluster, problem, proof, search

NODES = DATA / "search_nodes.txt"
"""Lines of rules, objective, whether consistent, total, and guesses tried.

They say when a search does other work than before. After a change that was meant, rewrite them
with MOOLAB_REWRITE_NODES=1, read the difference, and raise ``ALGORITHM`` in ``search/task.py``:
older checkpoints do not fit the new search.
"""

RECORDED = [
    (rules, objective, consistent)
    for rules in ("ab3x7", "ab4x6", "mm4x4", "mm4x6", "emms4x4", "mm6x2")
    for objective in OBJECTIVES
    for consistent in (False, True)
]

LONG = [
    (rules, objective, consistent)
    for rules, objective, consistent in RECORDED
    if rules == "mm4x6" or (rules in ("mm4x4", "emms4x4") and objective in ("worst", "tail"))
]
"""Most of the time goes into these; they are compared only where slow tests are run."""


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Divide the work into many tasks."""
    monkeypatch.setattr(branches, "_SPLIT", 1 << 12)


def nodes(rules: str, objective: Objective, consistent: bool) -> str:
    """What a line of the file is to say."""
    best = search(problem(rules, consistent=consistent), objective)
    how = "consistent" if consistent else "any"
    return f"{rules} {objective} {how} {best.total} {best.tried}"


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_guesses_tried_are_always_the_same(long: bool) -> None:
    if os.environ.get("MOOLAB_REWRITE_NODES"):
        NODES.write_text("".join(f"{nodes(*each)}\n" for each in RECORDED))
    for each, line in zip(RECORDED, NODES.read_text().splitlines(), strict=True):
        if (each in LONG) == long:
            assert nodes(*each) == line


class Struck(Watched):
    """Workers of which some are killed, while tasks are under way."""

    def __init__(self, workers: Workers, pids: Callable[[], list[int]], at: set[int]) -> None:
        super().__init__(workers)
        self._pids = pids
        self._at = at
        self.killed: list[int] = []

    def submit(self, task: Task) -> "Future[Answer]":
        future = super().submit(task)
        if len(self.tasks) in self._at:
            victim = min(self._pids())
            os.kill(victim, signal.SIGKILL)
            self.killed.append(victim)
        return future


@pytest.fixture
def no_orphans() -> Iterator[None]:
    """See that a test leaves no thread behind."""
    before = set(threading.enumerate())
    yield
    wait_until(
        lambda: set(threading.enumerate()) <= before, lambda: set(threading.enumerate()) - before
    )


@pytest.mark.usefixtures("small_tasks")
def test_workers_of_every_kind_find_the_same_even_if_one_is_killed(tmp_path: Path) -> None:
    from distributed import LocalCluster

    # A single test, as a cluster takes seconds to start.
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    ) as cluster:
        # The other one does the work of one that is killed: to start another takes seconds.
        for nanny in cluster.workers.values():
            nanny.close_gracefully()
        game = problem("mm4x4")
        alone = search(game, "worst")
        assert alone.proven

        def pids() -> list[int]:
            return [worker.pid for worker in cluster.workers.values() if worker.pid]

        struck = Struck(Cluster(cluster.scheduler_address), pids, at={20})
        kinds: list[Workers] = [struck, Threads(2)]
        for others in kinds:
            best = search(game, "worst", others)
            assert best.distribution == alone.distribution
            assert list(best.tree) == list(alone.tree)
            assert proof(best, tmp_path).total == alone.total
        assert len(struck.killed) == 1


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("nonsense://x", "an address looks like"),
        ("nonsense://127.0.0.1:1", "unknown address scheme 'nonsense'"),
        ("tls://127.0.0.1:1", "TLS expects"),
        ("tcp://127.0.0.1:1", "none answers within"),
        ("tcp://127.0.0.1:123456789", "none answers within"),
    ],
)
def test_a_cluster_where_there_is_none(
    address: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_ANSWERING", 0.2)
    with pytest.raises(SearchFailed, match=f"there is no Dask scheduler at {address}: .*{fault}"):
        search(problem("ab3x4"), workers=workers(1, address))


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (b"", "none answers within 0 seconds"),
        (b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", "but something else"),
        (bytes(64), "but something else"),
    ],
    ids=["silence", "HTTP", "zeros"],
)
def test_where_something_else_listens_there_is_no_cluster(
    answer: bytes, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_ANSWERING", 0.4)
    accepted = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def listen() -> None:
            with suppress(OSError):
                while True:
                    accepted.append(listener.accept()[0])
                    accepted[-1].sendall(answer)

        threading.Thread(target=listen, daemon=True).start()
        address = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        with pytest.raises(SearchFailed, match=f"there is no Dask scheduler at {address}.*{fault}"):
            search(problem("ab3x4"), workers=workers(1, address))
        listener.shutdown(socket.SHUT_RDWR)
    assert accepted
    for connection in accepted:
        connection.close()


def test_a_cluster_without_workers_is_waited_for_with_a_word_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from distributed import LocalCluster

    told: list[str] = []
    with LocalCluster(
        n_workers=0, threads_per_worker=1, processes=False, protocol="tcp", host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    ) as cluster:  # fmt: skip
        address = cluster.scheduler_address
        monkeypatch.setattr(crew, "_STAFFING", 0.3)
        with pytest.raises(SearchFailed, match=f"at {address} has no workers: dask worker"):
            search(problem("ab3x4"), workers=workers(1, address, told.append))
        assert told == [f"waiting for workers of the Dask scheduler at {address}"]

        def help_comes(_sentence: str) -> None:
            cluster.scale(1)

        monkeypatch.undo()
        assert search(problem("ab3x4"), workers=workers(1, address, help_comes)).proven


@pytest.mark.usefixtures("small_tasks")
def test_a_scheduler_that_is_killed_ends_the_search_and_the_checkpoint_stays(
    tmp_path: Path,
) -> None:
    path = tmp_path / "checkpoint"
    kept = Checkpoint(path, {"rules": "mm4x4", "objective": "worst", "consistent": False})
    with dask_cluster(workers=1) as (address, pid):
        struck = Struck(Cluster(address), lambda: [pid], at={20})
        with pytest.raises(SearchFailed, match=f"the Dask scheduler at {address} was lost"):
            search(problem("mm4x4"), "worst", struck, kept)
    kept.close()
    assert struck.killed == [pid]
    assert 0 < path.read_text().count("\n") - 1 < 20


@pytest.mark.usefixtures("no_orphans")
@pytest.mark.parametrize(
    ("kind", "seconds", "rules", "objective"),
    [
        (Threads, 0.01, "mm4x6", "worst"),
        (Threads, 0.5, "ab4x10", "mean"),
        (lambda: Threads(2), 0.01, "ab4x10", "mean"),
        (lambda: Threads(2), 0.5, "mm4x6", "worst"),
    ],
    ids=["one-0.01", "one-0.5", "two-0.01", "two-0.5"],
)
def test_a_search_may_end_in_time(
    kind: Callable[[], Workers],
    seconds: float,
    rules: str,
    objective: Objective,
    tmp_path: Path,
) -> None:
    best = search(problem(rules), objective, kind(), seconds=seconds)
    proved = proof(best, tmp_path)
    assert (proved.secrets, proved.distribution) == (best.rules.size, best.distribution)
    optimum = {"mm4x6": 5625, "ab4x10": 26274}[rules]
    assert best.bound <= optimum <= best.total < 1.3 * optimum
    if best.proven:
        assert rules == "mm4x6"
        assert seconds == 0.5


class Unproving(AtOnce):
    """Finds trees by beams, and is never done with comparing all second guesses by their totals.

    Time is over when nothing more can be found: a second after the last task.
    """

    def __init__(self, limit: asyncio.Timeout) -> None:
        super().__init__()
        self._limit = limit

    def submit(self, task: Task) -> "Future[Answer]":
        endless = task.only and task.width == ALL_GUESSES and not task.tree
        waits = endless and task.problem.costs[0]
        answer: Future[Answer] = Future() if waits else super().submit(task)
        with suppress(RuntimeError):  # the limit is over, and the tree is found again to be told
            self._limit.reschedule(asyncio.get_running_loop().time() + 1)
        return answer


@pytest.mark.usefixtures("small_tasks")
def test_when_time_is_over_the_best_tree_so_far_is_told_though_its_search_has_not_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit = asyncio.Timeout(None)
    monkeypatch.setattr(asyncio, "timeout", lambda _seconds: limit)
    best = search(problem("mm4x6"), workers=Unproving(limit), most=5, seconds=600)
    assert (best.proven, best.max) == (False, 5)
    assert best.total < 5700


@pytest.mark.usefixtures("small_tasks")
def test_what_is_settled_of_likely_guesses_is_told_before_others_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_beams = search(problem("mm4x6"), beam=branches.BEAM).total
    limit = asyncio.Timeout(None)
    monkeypatch.setattr(asyncio, "timeout", lambda _seconds: limit)
    best = search(problem("mm4x6"), workers=Unproving(limit), seconds=600)
    assert (best.proven, best.total < by_beams) == (False, True)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(
    ("rules", "consistent"),
    [
        *(("ab3x6", False), ("emms3x4", True)),
        pytest.param("ab3x6", True, marks=pytest.mark.slow),
        pytest.param("emms3x4", False, marks=pytest.mark.slow),
    ],
)
def test_a_beam_finds_a_tree_and_proves_nothing(
    rules: str, consistent: bool, objective: Objective, tmp_path: Path
) -> None:
    game = problem(rules, consistent=consistent)
    optimum = search(game, objective)
    for width in (1, 5, game.rules.size):
        best = search(game, objective, beam=width)
        assert (best.proven, best.bound) == (False, 0)
        assert proof(best, tmp_path).distribution == best.distribution
        if objective == "worst":
            assert (best.max, best.total) >= (optimum.max, optimum.total)
        elif objective == "least-max":
            assert (best.max, best.at_max) >= (optimum.max, optimum.at_max)
        else:
            assert best.total >= optimum.total
    assert (best.total, best.max) == (optimum.total, optimum.max)
