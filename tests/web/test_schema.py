"""The description of the JSON interface: what it says, and that the server keeps to it.

With MOOLAB_EXAMPLES=1000 a thousand requests of each kind are made up, and fifty long computations
are asked for as well.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from moolab.web.app import create_app
from moolab.web.settings import Settings
from tests.cli.test_cli import moo
from tests.helpers.examples import examples
from tests.helpers.outline import assert_recorded, outline_routes

EXAMPLES = examples(3)

MOVES = ["guess 1234", "guess 12", "reply 11", "reply 40", "reply 04", "correct 1 02", "undo", "go"]


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    description: dict[str, Any] = json.loads(moo("serve", "--openapi").stdout)
    return description


def test_the_routes_and_their_fields_are_those_that_were_recorded(
    described: dict[str, Any],
) -> None:
    assert_recorded("routes.txt", outline_routes(described))


def test_everything_is_described(described: dict[str, Any]) -> None:
    operations = [each for path in described["paths"].values() for each in path.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(names) == len(set(names))
    assert all(name.replace("_", "").isalpha() for name in names)
    for operation in operations:
        assert operation["description"]
        for status, response in operation["responses"].items():
            (kind,) = response["content"]
            assert kind == "application/json" or (status, kind) == ("200", "text/event-stream")
    schemas = described["components"]["schemas"]
    assert all("description" in schema for schema in schemas.values())
    assert described["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import schemathesis

    folder = tmp_path_factory.mktemp("schema")
    usual: dict[str, Any] = {"warm": False, "processes": 1, "requests_per_second": 0, "seconds": 5}
    app = create_app(Settings(database=f"sqlite:///{folder}/games.sqlite3", **usual))
    return schemathesis.openapi.from_asgi("/openapi.json", app)


def check(operation: Any, play: Callable[..., None], examples: int, **known: Any) -> None:
    """Make up requests, right ones and wrong ones, and compare the answers with the description."""
    from schemathesis import GenerationMode

    made_up = settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    modes = [GenerationMode.POSITIVE]
    if operation.body or operation.query or (operation.path_parameters and not known):
        modes.append(GenerationMode.NEGATIVE)
    for mode in modes:
        cases = operation.as_strategy(generation_mode=mode, **known)
        made_up(given(cases, st.sampled_from(MOVES))(play))()


def validate(case: Any) -> None:
    from schemathesis.checks import CHECKS

    # The notation of rules and codes says more than a schema can.
    case.call_and_validate(excluded_checks=[CHECKS.get_one("positive_data_acceptance")])


def test_strangers_are_answered_as_described(api: Any) -> None:
    def play(case: Any, _move: str) -> None:
        validate(case)

    for found in api.get_all_operations():
        operation = found.ok()
        if examples := EXAMPLES // 20 if "computations" in operation.tags else EXAMPLES:
            check(operation, play, examples)


def test_the_example_of_each_request_works() -> None:
    """Requests of nothing but the examples in the description are answered as they should be."""
    app = create_app(Settings(database="sqlite://", warm=False, processes=1, seconds=120))
    described = app.openapi()
    with TestClient(app) as client:

        def send(method: str, path: str, operation: dict[str, Any]) -> Any:
            schemas = [each | each["schema"] for each in operation.get("parameters", [])]
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
            fields = described["components"]["schemas"].get(name, {}).get("properties", {})
            answer = client.request(
                method,
                path,
                params={s["name"]: s["examples"][0] for s in schemas if "examples" in s},
                json={n: f["examples"][0] for n, f in fields.items() if "examples" in f},
            )
            assert answer.status_code in (200, 201), (path, answer.text)
            assert "event: failed" not in answer.text, (path, answer.text)
            return answer

        game = send("post", "/api/games", described["paths"]["/api/games"]["post"]).json()
        client.headers["Authorization"] = f"Bearer {game['token']}"
        for path, operations in described["paths"].items():
            for method, operation in operations.items():
                # Events of a game have no end before the game has one.
                if operation["operationId"] != "watch_game":
                    send(method, path.replace("{game}", game["id"]), operation)


def test_players_are_answered_as_described(api: Any) -> None:
    def request(path: str, **settled: Any) -> Any:
        case = api[path]["POST"].Case(media_type="application/json", **settled)
        return case.call().json()

    def play(case: Any, move: str) -> None:
        if isinstance(case.body, dict) and case.meta.generation.mode.is_positive:
            case.body["move"] = move
        validate(case)

    opened = request("/api/games", body={})
    known = {
        "path_parameters": {"game": opened["id"]},
        "headers": {"Authorization": f"Bearer {opened['token']}"},
    }
    game = "/api/games/{game}"
    check(api[f"{game}/moves"]["POST"], play, EXAMPLES, **known)
    check(api[game]["GET"], play, EXAMPLES, **known)
    request(f"{game}/moves", body={"move": "resign"}, **known)
    check(api[f"{game}/hint"]["GET"], play, EXAMPLES, **known)
    check(api[f"{game}/events"]["GET"], play, EXAMPLES, **known)
