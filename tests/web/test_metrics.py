"""What a server counts, and to whom it tells that."""

import json
import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from moolab.web.app import create_app
from moolab.web.http import logs
from moolab.web.settings import Settings

AUTHORITY = {"Authorization": "Bearer wanted"}


def settings(folder: Path, **more: object) -> Settings:
    usual: dict[str, object] = {"database": f"sqlite:///{folder}/games", "warm": False}
    return Settings.model_validate(usual | more)


def samples(text: str) -> dict[str, float]:
    """The samples of an answer, by their names with labels."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_a_game_a_stream_a_refusal_and_an_error_are_counted(tmp_path: Path) -> None:
    app = create_app(settings(tmp_path, metrics=True, processes=1))
    with TestClient(app) as client:
        opened = client.post("/api/games", json={"role": "breaker"}).json()
        game = f"/api/games/{opened['id']}"
        client.headers["Authorization"] = f"Bearer {opened['token']}"
        for move in ("guess 1234", "guess 12345", "resign"):
            client.post(f"{game}/moves", json={"move": move})
        client.get("/no/such/page")
        with app.state.server.streams.held("somebody", "a game", 1):
            during = samples(client.get("/metrics").text)
        app.state.server.work._turns._waiting = [("somebody", None)] * 8
        assert client.post("/api/next", json={}).status_code == 503
        with app.state.server.store._engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE games RENAME TO elsewhere")
        assert client.get(game).status_code == 503
        answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    counted = samples(answer.text)
    moves = 'method="POST",route="/api/games/{game}/moves"'
    assert {
        'moolab_games_begun_total{kind="duel"}': 1,
        'moolab_games_finished_total{kind="duel"}': 1,
        'moolab_moves_total{kind="duel"}': 2,
        f'moolab_requests_total{{{moves},status="200"}}': 2,
        f'moolab_requests_total{{{moves},status="422"}}': 1,
        f"moolab_request_seconds_count{{{moves}}}": 3,
        'moolab_requests_total{method="GET",route="",status="404"}': 1,
        'moolab_work_refused_total{pool="work"}': 1,
        "moolab_streams": 0,
        "moolab_database_errors_total": 1,
    }.items() <= counted.items()
    assert during["moolab_streams"] == 1
    assert opened["id"] not in answer.text


def test_metrics_are_told_to_those_who_may_know(tmp_path: Path) -> None:
    with TestClient(create_app(settings(tmp_path))) as client:
        assert client.get("/metrics").status_code == 404
    app = create_app(settings(tmp_path, metrics=True, metrics_token="wanted"))
    with TestClient(app) as client:
        assert client.get("/metrics").status_code == 401
        assert client.get("/metrics", headers={b"Authorization": b"Bearer \xe9"}).status_code == 401
        assert "moolab_streams 0.0" in client.get("/metrics", headers=AUTHORITY).text


def test_the_log_tells_clients_apart_and_nothing_of_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "moolab.web")
    app = create_app(settings(tmp_path))
    with TestClient(app) as ann, TestClient(app, client=("192.0.2.1", 1)) as bob:
        page = ann.post("/two", data={"secret": "1234"}, follow_redirects=False).headers["location"]
        with ann.websocket_connect(f"{page}/socket", headers={"Origin": "http://testserver"}):
            pass
        bob.get(f"{page}?name=Bob")
    lines = [json.loads(logs._Json().format(r)) for r in caplog.records if r.msg == "request"]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", "/two", 303),
        ("WEBSOCKET", "/two/{game}/socket", 101),
        ("GET", "/two/{game}", 401),
    ]
    fields = {"time", "level", "message", "method", "route", "status", "ms", "client"}
    assert all(line.keys() == fields and line["ms"] > 0 for line in lines)
    one, same, other = (line["client"] for line in lines)
    assert (one == same, one == other) == (True, False)
    assert not re.search(r"192\.0|1234|Bob|testclient", str(lines))
