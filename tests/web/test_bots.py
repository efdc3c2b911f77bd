"""What is written for authors of bots: the requests in the guide, and the bot beside it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from moolab.web.app import create_app
from moolab.web.settings import Settings
from tests.helpers.paths import PROJECT
from tests.helpers.servers import ServerProcess

GUIDE = PROJECT / "docs" / "how-to" / "bots.md"


def test_the_guide_shows_what_is_answered(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", warm=False)
    known: dict[str, str] = {}
    state: dict[str, Any] = {}
    with TestClient(create_app(settings)) as client:
        for block in re.findall(
            r"^```http\n(.*?)^```$", GUIDE.read_text(), re.MULTILINE | re.DOTALL
        ):
            asked, _, told = block.partition("\n\n")
            for name, text in known.items():
                asked = asked.replace(name, text)
            (method, path), headers, body = _parsed(asked)
            answer = client.request(method, path, headers=headers, content=body)
            status, _, expected = told.partition("\n")
            fields = answer.json()
            if "token" in fields:
                known = {"ID": fields["id"], "TOKEN": fields["token"]}
                fields |= {"id": "ID", "token": "TOKEN"}
            shown = json.loads(expected)
            if "state" in shown:  # after the first one, what has changed in it
                shown["state"] = state = state | shown["state"]
            assert (answer.status_code, fields) == (int(status), shown), asked
    assert known


def _parsed(asked: str) -> tuple[list[str], dict[str, str], str]:
    first, *rest = asked.splitlines()
    headers = {"Content-Type": "application/json"}
    headers |= dict(line.split(": ", 1) for line in rest if not line.startswith("{"))
    return first.split(), headers, "".join(line for line in rest if line.startswith("{"))


@pytest.mark.parametrize("code", [None, "8217"])
def test_the_bot_plays_a_game(server: ServerProcess, code: str | None) -> None:
    bot = [
        sys.executable,
        str(GUIDE.with_name("bot.py")),
        server.address,
        *([code] if code else []),
    ]
    done = subprocess.run(bot, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    sealed, *turns, last = done.stdout.splitlines()
    assert re.fullmatch("SHA-256 [0-9a-f]{64}", sealed)
    guesses: dict[str, Any] = {"my": [], "your": []}
    for turn in turns:
        whose, _, guess, reply = turn.split()
        guesses[whose].append((guess, reply))
    outcome, secret, fair = last.split()
    assert fair == "fair"
    assert (guesses["my"][-1] == (secret, "40")) == (outcome != "lost")
    assert not code or (guesses["your"][-1] == (code, "40")) == (outcome != "won")
    assert outcome in (("won", "lost", "drawn") if code else ("won",))
