"""The page about the API: what it shows is what the server does."""

import json
import os
import re
import shlex
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx2
import pytest
from fastapi.testclient import TestClient

from moolab.web.app import create_app
from moolab.web.settings import Settings
from tests.helpers.browser import check_accessible, picture
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    database = f"sqlite:///{tmp_path}/games"
    settings = Settings(database=database, hosts="*", warm=False, seconds=120)
    with TestClient(create_app(settings)) as client:
        yield client


def commands(page: str) -> dict[str, str]:
    """The commands on the page, by the names of their routes."""
    found = re.findall(r'<textarea id="try-(\w+)"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    return {name: unescape(command) for name, command in found}


def run(client: TestClient, command: str) -> httpx2.Response:
    """What is answered to a command, of which a shell would make the same words."""
    words = iter(shlex.split(os.path.expandvars(command.replace("\\\n", ""))))
    assert next(words) == "curl"
    headers, data, address = {}, None, ""
    for word in words:
        match word:
            case "-N":
                pass
            case "-H":
                name, _, value = next(words).partition(": ")
                headers[name] = value
            case "-d":
                data = next(words)
            case _:
                address = word
    assert urlsplit(address).netloc == "testserver"
    method = "GET" if data is None else "POST"
    return client.request(method, address, headers=headers, content=data)


def test_every_command_works_as_it_is(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = commands(client.get("/api").text)
    described: dict[str, Any] = client.get("/openapi.json").json()
    operations = [each for path in described["paths"].values() for each in path.values()]
    assert list(shown) == [operation["operationId"] for operation in operations]
    opened = run(client, shown.pop("open_game"))
    assert opened.status_code == 201
    monkeypatch.setenv("GAME", opened.json()["id"])
    monkeypatch.setenv("TOKEN", opened.json()["token"])
    watch = shown.pop("watch_game")
    assert run(client, shown.pop("open_daily")).status_code == 201
    for name, command in shown.items():
        answer = run(client, command)
        assert answer.status_code == 200, (name, answer.text)
        assert "event: failed" not in answer.text, (name, answer.text)
    turns = json.loads(run(client, shown["get_game"]).text)["state"]["turns"]["yours"]
    assert [turn["guess"] for turn in turns] == ["1234"]
    run(client, shown["make_move"].replace("guess 1234", "resign"))
    assert "event: state" in run(client, watch).text  # which ends, as the game has


def test_a_strange_name_of_the_server_is_in_no_command(client: TestClient) -> None:
    page = client.get("/api", headers={"Host": "testserver$(reboot)"})
    assert page.status_code == 200
    assert "reboot" not in page.text


def test_the_page_can_be_used_by_all(server: ServerProcess, page: "Page") -> None:
    page.goto(server.address)
    page.get_by_role("link", name="API for bots").click()
    page.get_by_role("link", name="Make a move.").click()
    assert page.url == f"{server.address}/api#make_move"
    route = page.get_by_role("region", name="Make a move.")
    assert f"{server.address}/api/games/$GAME/moves" in route.get_by_label("Command").input_value()
    route.get_by_role("button", name="Copy").click()
    route.get_by_text("Copied.").wait_for()
    route.get_by_role("link", name="DuelView").click()
    assert page.get_by_role("region", name="DuelView").is_visible()
    check_accessible(page)
    picture(page, "api")
