"""``moo daily``: the code of this computer, or of a server."""

import os
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from moolab.cli.dialogues.daily import Remote, RemoteConversation, ServerTrouble, open_remote
from moolab.cli.dialogues.keeper import Keeper
from moolab.cli.terminal.terminal import Terminal
from moolab.games.daily import Daily
from moolab.games.duel.game import GAME
from moolab.games.saves import GameFile, load
from tests.cli.test_cli import answer, moo
from tests.helpers.dialogues import typed
from tests.helpers.servers import ServerProcess

KEY = "a key of this test"


@pytest.fixture
def daily(tmp_path: Path) -> Daily:
    """Today's code of digits, by a key that is there already."""
    folder = tmp_path / "data" / "moolab"
    folder.mkdir(parents=True)
    (folder / "daily.key").write_text(KEY)
    return Daily("digits", datetime.now(UTC).astimezone().date())


def wrong(secret: str) -> str:
    return "".join(symbol for symbol in "0123456789" if symbol not in secret)[:4]


def test_a_code_is_found_and_shared_and_counts_in_the_streak(daily: Daily) -> None:
    secret = daily.setup(KEY.encode()).secret or ""
    done = moo("daily", typed=typed([wrong(secret), secret]))
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(
        f"\nmoolab daily {daily.number}, digits: 2/8\n····  360\n●●●●\nStreak: 1 day.\n"
    )
    found = answer("daily")
    assert (found["guesses"], found["streak"], found["replies"]) == (2, 1, ["00", "40"])


def test_a_code_is_the_same_tomorrow_when_one_stopped_today(daily: Daily) -> None:
    secret = daily.setup(KEY.encode()).secret or ""
    stopped = moo("daily", typed=typed([wrong(secret), "quit"]))
    assert stopped.stdout.endswith(f"; go on with: moo daily digits --date {daily.day}\n")
    assert moo("daily", typed=typed([])).returncode == 2
    again = moo("daily", "--date", str(daily.day), typed=typed([secret]))
    assert f"[1] Your guess: {wrong(secret)} Score: 00\n[2] Your guess: " in again.stdout


def test_a_code_that_was_left_is_among_the_games_until_it_is_found(daily: Daily) -> None:
    secret = daily.setup(KEY.encode()).secret or ""
    moo("daily", typed=typed([wrong(secret), "quit"]))
    command = f"moo daily digits --date {daily.day}"
    assert moo("games").stdout.endswith(f"  ab4x10, you guess, rated: 1 move\n    {command}\n")
    refused = moo("play", "--resume", "1")
    assert refused.stderr.endswith(f"game 1 goes on with {command}\n")
    moo("daily", typed=typed([secret]))
    assert moo("games").stdout == "No games are kept; moo play begins one.\n"


def test_a_code_is_found_where_nothing_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", f"{tmp_path}/file")
    done = moo("daily", typed=typed(["1234", "resign"]))
    assert done.returncode == 0
    assert "digits: not found" in done.stdout
    assert "not added to your statistics" in done.stderr


@pytest.mark.parametrize("name", ["2026-11-99-digits", "2026-11-22-moo", "2026-11-23-digits"])
def test_what_else_is_in_the_folder_does_not_count(daily: Daily, name: str, tmp_path: Path) -> None:
    secret = daily.setup(KEY.encode()).secret or ""
    folder = tmp_path / "data" / "moolab" / "daily"
    folder.mkdir()
    (folder / f"{name}.json").write_text("{}")
    assert moo("daily", typed=typed([secret])).stdout.endswith("Streak: 1 day.\n")


def test_a_code_that_was_found_in_time_counts_whenever_it_is_looked_at(
    daily: Daily, tmp_path: Path
) -> None:
    secret = daily.setup(KEY.encode()).secret or ""
    moo("daily", typed=typed([secret]))
    (path,) = tmp_path.rglob(f"{daily.day}-digits.json")
    game = load(path, GAME)
    os.utime(path, (1, 1))
    Keeper(GAME, GameFile(path), leave_traces=True).farewell(game)  # as where a pipe closes
    assert path.stat().st_mtime == 1


def test_a_key_that_was_never_written_is_drawn(daily: Daily, tmp_path: Path) -> None:
    key = tmp_path / "data" / "moolab" / "daily.key"
    key.write_bytes(b"")
    moo("daily", "--date", str(daily.day), typed=typed([]))
    assert len(key.read_bytes()) == 64


@pytest.mark.parametrize(
    "told", ['{"json": {}}', "[]", '{"state": {"rules": "ab4x10"}}', "moo", "[" * 100_000]
)
def test_what_answers_otherwise_is_not_a_server_of_moolab(told: str, tmp_path: Path) -> None:
    class Other(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.do_GET()

        def do_GET(self) -> None:
            self.send_response_only(200)
            self.end_headers()
            self.wfile.write(told.encode())

    with HTTPServer(("127.0.0.1", 0), Other) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        refused = moo("daily", "--server", address)
        assert refused.stderr == f"moo: {address} is not a server of moolab, or an older one\n"
        # A game that was begun there, and a file of it that is damaged.
        folder = tmp_path / "data" / "moolab" / "daily" / f"127.0.0.1_{server.server_address[1]}"
        folder.mkdir(parents=True)
        begun = folder / f"{datetime.now(UTC).astimezone().date()}-digits.token"
        begun.write_text('{"id": "a", "token": "b"}')
        assert moo("daily", "--server", address).stderr == refused.stderr
        for damaged in ('{"id"', "[" * 100_000):
            begun.write_text(damaged)
            assert "is damaged" in moo("daily", "--server", address).stderr
        server.shutdown()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--date", "2026-11-21"), "the first daily code is that of 2026-11-22"),
        (("--date", "soon"), "'soon' is not a date such as 2026-11-22"),
        (("--server", "moolab"), "'moolab' is not an address such as https://moolab.example"),
        (
            ("--server", "http://[::1"),
            "'http://[::1' is not an address such as https://moolab.example",
        ),
        (("--server", "http://127.0.0.1:1"), "http://127.0.0.1:1 does not answer"),
    ],
)
def test_what_cannot_be_played(args: tuple[str, str], said: str) -> None:
    done = moo("daily", *args)
    assert (done.returncode, done.stderr) == (2, f"moo: {said}\n")


class Lossy(Remote):
    """A game on a server, the answers to whose moves are lost."""

    def ask(self, move: str | None = None, version: int = 0) -> dict[str, Any]:
        state = super().ask(move, version)
        if move is None:
            return state
        raise ServerTrouble("the server does not answer")


def test_a_game_goes_on_after_an_answer_was_lost(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "another"))
    remote = Lossy(*open_remote(server.address, Daily("colours", datetime.now(UTC).date())))
    said = StringIO()
    history, over, won, tries = RemoteConversation(
        Terminal(StringIO("0011\n2233\nresign\nyes\n"), said), remote
    ).play()
    assert [turn.guess for turn in history] == ["0011", "2233"]
    assert (over, won, tries) == (True, False, 10)
    assert "The server does not answer.\n" in said.getvalue()
    assert "[1] Your guess: 0011 Score: " in said.getvalue()


def test_the_code_of_a_server(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there = ("daily", "colours", "--server", server.address)
    with monkeypatch.context() as patched:
        (tmp_path / "file").touch()
        patched.setenv("XDG_DATA_HOME", f"{tmp_path}/file")
        lost = moo(*there, typed=typed(["0011"]))
        assert "Score: " in lost.stdout
        assert "The game stops here; it could not be kept: " in lost.stderr
    begun = moo(*there, typed=typed(["0011", "9999"]))
    assert "The game stops here; the same command goes on with it." in begun.stderr
    assert "'9999' has the symbol '9'" in begun.stdout
    done = moo(*there, typed=typed(["resign"]))
    assert done.returncode == 0, done.stderr
    assert "[1] Your guess: 0011 Score: " in done.stdout
    assert "My code was " in done.stdout
    assert "colours: not found" in done.stdout
