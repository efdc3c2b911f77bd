"""Computations that take long: told as they go on, fairly shared, and ended when nobody listens."""

import asyncio
import json
from functools import partial
from typing import Any

import httpx2
import pytest
from fastapi.testclient import TestClient

from moolab.results import effort
from moolab.trilobite.board import Board
from moolab.trilobite.score import Solution, gathered, possible
from moolab.trilobite.solver.exact import Solver
from moolab.trilobite.web import jobs as stone_jobs
from moolab.web.app import create_app
from moolab.web.http.errors import TooManyRequests
from moolab.web.http.throttling import ConcurrencyLimiter
from moolab.web.settings import Settings
from tests.cli.test_cli import answer
from tests.helpers.patience import PATIENCE, wait_until, worked
from tests.helpers.servers import ServerProcess

LONG = "rules=mm6x6&strategy=minimax"
"""Takes many seconds."""


def events(server: ServerProcess, path: str) -> list[tuple[str, Any]]:
    """The events that a server answers with."""
    return told(httpx2.get(f"{server.address}{path}", timeout=PATIENCE).raise_for_status().text)


def told(text: str) -> list[tuple[str, Any]]:
    """The names and the data of all events."""
    blocks = [block.splitlines() for block in text.split("\n\n") if block.startswith("event:")]
    return [(name[7:], json.loads(data[6:])) for name, data in blocks]


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("evaluate?rules=ab4x6&strategy=minimax", ["evaluate", "-r", "ab4x6", "-s", "minimax"]),
        (
            "evaluate?rules=mm3x4&strategy=consistent&seed=5&consistent=true",
            ["evaluate", "-r", "mm3x4", "-s", "consistent", "--seed", "5", "--consistent"],
        ),
        (
            "optimal?rules=ab4x6&objective=worst",
            ["optimal", "-r", "ab4x6", "--objective", "worst"],
        ),
        ("trilobite/scores?board=5x4&moves=33", ["trilobite", "solve", "--size", "5x4", "33"]),
    ],
    ids=lambda value: value.partition("?")[0] if isinstance(value, str) else "",
)
def test_results_are_those_of_the_commands(
    server: ServerProcess, path: str, command: list[str]
) -> None:
    *before, (name, result) = events(server, f"/api/{path}")
    assert name == "result"
    for name, progress in before:
        assert name == "progress"
        assert 0 <= progress["done"] <= progress["of"]
        assert progress["text"]
    expected = answer(*command)
    # These depend on the machine, and positions of trilobite on the memory that a solver may use.
    for field in ("seconds", "cpu_seconds", *(["tried"] if "trilobite" in path else [])):
        assert (field in result) == (field in expected)
        result.pop(field, None)
        expected.pop(field, None)
    assert result == expected


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("evaluate?rules=ab6x10", "ab6x10 has 151,200 codes; here, a game may have 100,000"),
        ("evaluate?strategy=luck", "'luck' is not a strategy"),
        ("optimal?rules=ab4x10", "ab4x10 has 5,040 codes; here, a game may have 2,000"),
        (
            "optimal?objective=best",
            "objective: Input should be 'mean', 'worst', 'tail' or 'least-max'",
        ),
        ("trilobite/scores?moves=9", "there is no column '9'"),
        ("trilobite/scores?moves=1122334", "the game is over after '1122334': X wins"),
        ("trilobite/scores?board=14x14", "both sides are 1 to 13"),
    ],
)
def test_what_is_not_computed_here_is_refused_with_the_reason(
    server: ServerProcess, path: str, reason: str
) -> None:
    refused = httpx2.get(f"{server.address}/api/{path}", timeout=PATIENCE)
    assert refused.status_code == 422
    assert reason in refused.json()["error"]["message"]


@pytest.mark.parametrize("path", [f"/api/evaluate?{LONG}", f"/tree/file?{LONG}"])
def test_a_computation_ends_when_nobody_waits_for_it(server: ServerProcess, path: str) -> None:
    before = {child: worked(child) for child in server.children()}

    def computing() -> set[int]:
        """The processes of the server that have worked since then."""
        return {child for child in server.children() if worked(child) > before.get(child, 0) + 0.3}

    async def listen_for_a_while() -> set[int]:
        """Those that work for whoever listens, in the middle of it."""
        async with httpx2.AsyncClient(base_url=server.address, timeout=PATIENCE) as client:
            listening = asyncio.create_task(client.get(path))
            begins = partial(wait_until, lambda: bool(computing()), seconds=PATIENCE)
            await asyncio.to_thread(begins)
            # Meanwhile others are answered.
            score = {"guess": "1234", "secret": "1243"}
            assert (await client.post("/api/score", json=score)).json()["reply"] == "22"
            working = computing()
            assert not listening.done()
            listening.cancel()
            return working

    working = asyncio.run(listen_for_a_while())
    wait_until(lambda: bool(working - server.children()), lambda: f"{working} still compute")


def test_what_takes_too_long_is_refused_before_it_begins_or_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = Settings(database="sqlite://", warm=False, seconds=0.5)
    with TestClient(create_app(settings)) as client:
        refused = client.get(f"/api/evaluate?{LONG}")
        assert refused.status_code == 422
        why = "a computation may take 0.5 here: games of up to 8,300 codes would do"
        assert why in refused.json()["error"]["message"]
        assert client.get(f"/tree/file?{LONG}").status_code == 422
        monkeypatch.setattr(effort, "of_tree", lambda *_, **__: 0.0)
        text = client.get(f"/api/evaluate?{LONG}").text
        name, failure = told(text)[-1]
        assert (name, failure["error"]["kind"]) == ("failed", "too_slow")
        refused = client.get(f"/tree/file?{LONG}")
        assert refused.status_code == 503
        assert "longer than the 0.5 seconds" in refused.text


def test_a_client_has_its_share_and_no_more() -> None:
    async def ask() -> None:
        concurrency = ConcurrencyLimiter(at_once=1, waiting=1)
        order: list[str] = []

        async def work(client: str, name: str, release: asyncio.Event) -> None:
            async with concurrency.slot(client):
                order.append(name)
                await release.wait()

        release, other = asyncio.Event(), asyncio.Event()
        tasks = [asyncio.create_task(work("one", name, release)) for name in ("first", "second")]
        await turns()
        with pytest.raises(TooManyRequests):
            concurrency.check("one")
        tasks.append(asyncio.create_task(work("two", "another client's", other)))
        await turns()
        assert order == ["first", "another client's"]
        other.set()
        release.set()
        await asyncio.gather(*tasks)
        assert order[-1] == "second"
        concurrency.check("one")

    asyncio.run(ask())


async def turns() -> None:
    """Let all others go on as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_columns_get_their_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = list[float]()

    def solve(_solver: Solver, board: Board, *given: Any) -> Solution:
        shares.append(given[2])
        return gathered(board, possible)

    monkeypatch.setattr(Solver, "solve", solve)
    stone_jobs.scores(Board.empty(), 1)
    assert 0 < shares[0] < 1
