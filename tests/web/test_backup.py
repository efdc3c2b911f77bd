"""Backups are made while people play, and games go on from them."""

import re
import sqlite3
import stat
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx2
from starlette.testclient import TestClient

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.web.app import create_app
from moolab.web.settings import Settings
from moolab.web.store.store import Store
from tests.cli.test_cli import moo
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess

RULES = Rules.parse("ab4x10")


class Player:
    """Somebody who guesses one code after the other."""

    def __init__(self, client: httpx2.Client) -> None:
        self.client = client
        opened = self.ask("POST", "", json={"role": "breaker", "seed": 7})  # its secret is 1254
        self.client.headers["Authorization"] = f"Bearer {opened['token']}"
        self.path, self.guesses = f"/{opened['id']}", 0

    def ask(self, method: str, path: str, **more: Any) -> Any:
        answer = self.client.request(method, f"/api/games{path}", **more)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def guess(self) -> list[str]:
        move = {"move": f"guess {code_at(RULES, self.guesses)}"}
        turns = self.ask("POST", f"{self.path}/moves", json=move)["state"]["turns"]["yours"]
        self.guesses = len(turns)
        return [turn["guess"] for turn in turns]


def test_games_go_on_from_a_backup_that_was_made_meanwhile(
    server: ServerProcess, tmp_path: Path
) -> None:
    def client() -> httpx2.Client:
        return httpx2.Client(base_url=server.address, timeout=PATIENCE)

    players = [Player(client()) for _ in range(3)]
    games = server.log.parent / "games.sqlite3"
    with closing(sqlite3.connect(games)) as database:
        (number,) = database.execute("SELECT count(*) FROM games").fetchone()
    done, moving = Event(), Event()

    def play() -> None:
        while not done.is_set():
            for player in players:
                player.guess()
            moving.set()

    playing = Thread(target=play)
    playing.start()
    file, restored = tmp_path / "backup", tmp_path / "new" / "games"
    try:
        assert moving.wait(PATIENCE)
        before = [player.guesses for player in players]
        made = moo("database", "backup", str(file), "--database", f"sqlite:///{games}")
        after = [player.guesses for player in players]
    finally:
        done.set()
        playing.join()
    assert (made.returncode, made.stderr) == (0, "")
    assert re.match(rf"{file}: {number:,} games, \d", made.stdout)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir() if "backup" in each.name] == ["backup"]

    url = f"sqlite:///{restored}"
    assert moo("database", "restore", str(file), "--database", url).returncode == 0
    with TestClient(create_app(Settings(database=url, warm=False))) as second:
        for player, least, most in zip(players, before, after, strict=True):
            second.headers["Authorization"] = player.client.headers["Authorization"]
            player.client.close()
            player.client = second
            found = player.ask("GET", player.path)["state"]["turns"]["yours"]
            assert least <= len(found) <= most + 1
            player.guesses = len(found)
            guesses = [str(code_at(RULES, number)) for number in range(len(found) + 1)]
            assert player.guess() == guesses


def test_what_cannot_be_backed_up_or_restored_is_left_alone(tmp_path: Path) -> None:
    def refusal(*args: str) -> str:
        done = moo("database", *args)
        assert (done.returncode, done.stdout) == (2, "")
        return done.stderr.removeprefix("moo: ").strip()

    here, backup = tmp_path / "games", tmp_path / "backup"
    url, other = f"sqlite:///{here}", f"sqlite:///{tmp_path}/other"
    assert refusal("backup", str(backup), "--database", url) == f"{here}: No such file or directory"
    assert not here.exists()
    store = Store(url)
    store.migrate()
    store.close()
    taken = "there is such a file already; move it away, or name another"
    assert refusal("backup", str(here), "--database", url) == f"{here}: {taken}"
    assert moo("database", "backup", str(backup), "--database", url).returncode == 0
    assert refusal("restore", str(backup), "--database", url) == f"{here}: {taken}"
    (tmp_path / "other-wal").touch()
    message = refusal("restore", str(backup), "--database", other)
    assert message == f"{tmp_path}/other-wal: {taken}"
    (tmp_path / "other-wal").unlink()

    newer, damaged, text, empty = (tmp_path / n for n in ("newer", "damaged", "text", "empty"))
    newer.write_bytes(backup.read_bytes())
    with closing(sqlite3.connect(newer)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    whole = backup.read_bytes()
    damaged.write_bytes(whole[:-4096])
    text.write_text("no database at all, but a text that is long enough")
    empty.touch()
    for file, reason in {
        newer: "is of another version of moolab; copy it with that version",
        text: "is not a database of moolab",
        empty: "is not a database of moolab",
    }.items():
        assert refusal("restore", str(file), "--database", other) == f"{file} {reason}"
    assert refusal("restore", str(damaged), "--database", other).startswith(f"{damaged} ")
    for wrong, reason in {
        "postgresql://x/y": "this is for SQLite; PostgreSQL has pg_dump and pg_restore, which do "
        "the same",
        "sqlite://": "the database is not a file of SQLite, such as sqlite:///FILE",
        "games": "the database is not a URL such as sqlite:///FILE",
    }.items():
        assert refusal("backup", str(tmp_path / "new"), "--database", wrong) == reason
    assert {file.name for file in tmp_path.iterdir() if file.is_file()} == {
        *("games", "backup", "newer", "damaged", "text", "empty"),
    }


def test_postgresql_is_backed_up_by_its_own_programs(
    new_database: Callable[[], str], tmp_path: Path
) -> None:
    before, after = new_database(), new_database()
    store = Store(before)
    store.migrate()
    game, _ = store.create("duel", {"rules": "ab4x10"}, {"player": None})
    plain = [url.replace("+psycopg", "") for url in (before, after)]
    file = str(tmp_path / "backup")
    for command in (
        ["pg_dump", "--format=custom", f"--file={file}", plain[0]],
        ["pg_restore", "--exit-on-error", "--no-owner", f"--dbname={plain[1]}", file],
    ):
        subprocess.run(command, check=True, timeout=PATIENCE)
    store.close()
    restored = Store(after)
    restored.check()
    assert restored.find(game).setup == {"rules": "ab4x10"}
    restored.close()
