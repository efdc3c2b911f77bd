"""Whoever runs a server sees what is public, and decides about it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from moolab.games.daily import FIRST, Daily
from moolab.web.app import create_app
from moolab.web.http.names import clean_name, is_refused, skeleton
from moolab.web.server import Server
from moolab.web.settings import Settings
from moolab.web.store.store import digest
from moolab.web.store.trees import Sent, keep_tree, trees_of
from tests.cli.test_cli import moo
from tests.helpers.patience import wait_until
from tests.helpers.servers import ServerProcess

DAYS = [FIRST + timedelta(days=days) for days in range(2)]


class Site:
    """A public server whose clock goes on by ten seconds at each look, and ``moo admin``."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.database = f"sqlite:///{folder}/games.sqlite3"
        given = {"database": self.database, "warm": False, "requests_per_second": 0, **settings}
        self.app = create_app(Settings(**given))  # type: ignore[arg-type] # of several types
        self.server: Server = self.app.state.server
        self.moment = datetime(2026, 11, 22, 12, tzinfo=UTC)
        self.server.store.now = self.now

    def now(self) -> datetime:
        self.moment += timedelta(seconds=10)
        return self.moment

    def visitor(self, address: str = "192.0.2.1") -> TestClient:
        return TestClient(self.app, client=(address, 50_000))

    def play(self, visitor: TestClient, guesses: int, name: str, day: int = 0) -> str:
        """Find the code of a day with so many guesses; the page of the result."""
        self.moment = max(self.moment, datetime(2026, 11, 22 + day, 12, tzinfo=UTC))
        daily = Daily("digits", DAYS[day])
        secret = daily.setup(self.server.race_key).secret or ""
        other = "".join(symbol for symbol in "0123456789" if symbol not in secret)[:4]
        game = visitor.post(daily.path, data={"player_name": name}).url.path
        for code in [other] * (guesses - 1) + [secret]:
            visitor.post(game, data={"verb": "guess", "text": code})
        return visitor.get(daily.path).text

    def admin(self, *words: str) -> str:
        said = moo("admin", *words, "--database", self.database)
        assert said.returncode == 0, said.stdout + said.stderr
        return str(said.stdout)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    entered: list[TestClient] = []

    def start(**settings: object) -> Site:
        site = Site(tmp_path, **settings)
        entered.append(TestClient(site.app).__enter__())
        return site

    yield start
    for each in entered:
        each.__exit__(None, None, None)


@given(st.text(max_size=200))
@example("e\u0301" * 200)
@example("👨\u200d" * 100)
@example("Z" + "\u0335\u0489" * 50)
def test_of_a_name_only_what_can_be_seen_is_kept(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= 80
    assert name == name.strip()
    assert all(symbol.isprintable() or symbol == "\u200d" for symbol in name)
    marks = [category(symbol).startswith("M") for symbol in name]
    assert not any(all(marks[start : start + 4]) for start in range(len(marks) - 3))


@pytest.mark.parametrize(
    "name", ["admin", "The Admin", "M\u043e\u043e Lab", "adm\u0456n 7", "MOOLAB-host"]
)
def test_nobody_is_called_like_the_host(name: str) -> None:
    assert is_refused(clean_name(name))
    assert not is_refused(clean_name("Ada Minton"))
    assert is_refused("Pr1ck", {skeleton("prick")})


@pytest.mark.slow
def test_who_opens_a_second_window_does_not_top_the_table(start: Callable[..., Site]) -> None:
    site = start()
    ann, bob, window = site.visitor(), site.visitor(), site.visitor()
    assert "The best of the day" not in site.play(ann, 4, "Ann")
    site.play(bob, 5, "Bob")
    site.play(bob, 6, "Bob", day=1)
    page = site.play(window, 1, "Genius", day=1)
    assert "Genius" not in page
    assert "Better than 100 % of 1 other player." in page
    assert page.count('<tr class="own"><td>\N{EN DASH}</td><th scope="row">You</th>') == 1
    page = site.play(ann, 5, "Ann", day=1)
    assert page.index(">Ann <") < page.index(">Bob<")
    assert "Genius" not in page


def test_a_name_is_hidden_everywhere_within_a_second_and_refused(
    start: Callable[..., Site], tmp_path: Path
) -> None:
    site = start()
    rude, ann = site.visitor(), site.visitor()
    for day in range(2):
        site.play(rude, 4, "Rude Name", day)
        page = site.play(ann, 5, "Ann", day)
    assert "Rude Name" in page
    rude.post("/race", data={"name": "moo-1", "player_name": "Rude Name"})
    assert "Rude Name" in ann.get("/race/moo-1").text
    daily = Daily("digits", DAYS[1])
    ann.post("/report", data={"place": str(daily), "name": "Rude Name"})
    thanks = ann.post("/report", data={"place": str(daily), "name": "Not There"})
    assert "Thank you" in thanks.text
    assert site.server.store.moderation.reports() == {"Rude Name": 1}
    found = site.server.store.moderation.public(site.moment - timedelta(days=3))
    assert {(each.place, each.name) for each in found} == {
        ("daily 2026-11-22 digits", "Rude Name"),
        ("daily 2026-11-23 digits", "Rude Name"),
        ("daily 2026-11-22 digits", "Ann"),
        ("daily 2026-11-23 digits", "Ann"),
        ("race", "Rude Name"),
    }
    said = site.admin("hide", "rude name", "--reason", "an insult")
    assert said == "'rude name' is hidden; it was there in 3 places.\n"
    assert "Rude Name" not in ann.get(daily.path).text

    def race() -> str:
        return ann.get("/race/moo-1").text

    wait_until(lambda: "Rude Name" not in race(), race)
    ann.post("/race", data={"name": "moo-2", "player_name": "Rud\u0435 NAME"})
    assert " NAME" not in ann.get("/race/moo-2").text
    assert "an insult" in site.admin("log")
    store = site.server.store
    tree = Sent("0a1b", "ab4x10", "Rude Name", 5040, 26_274, 7)
    keep_tree(store, tree, b"")
    assert [each.name for each in trees_of(store, "ab4x10")] == ["Rude Name"]
    site.admin("hide", "Rude Name")
    assert [each.name for each in trees_of(store, "ab4x10")] == ["Somebody's tree"]
    site.admin("delete", tree.player)
    assert not trees_of(store, "ab4x10")
    # What was done is in a backup, and holds from the start.
    copy = tmp_path / "backup"
    assert moo("database", "backup", str(copy), "--database", site.database).returncode == 0
    database = f"sqlite:///{tmp_path}/again/games.sqlite3"
    assert moo("database", "restore", str(copy), "--database", database).returncode == 0
    again = Site(tmp_path / "again")
    with TestClient(again.app):
        assert not again.server.store.moderation.take("Rude Name", public=True)
    site.admin("hide", "\u2605")
    take = site.server.store.moderation.take
    wait_until(lambda: not take("\u2605", public=True), str)
    assert take("\u2606", public=True), "without letters, names look like themselves alone"
    site.admin("allow", "Rude Name")
    wait_until(lambda: site.server.store.moderation.take("Rude Name", public=True) != "", str)


@pytest.mark.slow
def test_blocked_clients_are_not_answered_until_they_are_allowed(
    start: Callable[..., Site],
) -> None:
    site = start()
    near, far = site.visitor("192.0.2.7"), site.visitor("2001:db8::7")
    site.admin("block", "192.0.2.0/24", "--hours", "3", "--reason", "flooding")
    wait_until(lambda: near.get("/").status_code == 403, str)
    assert "this server does not answer you" in near.get("/play").text.lower()
    assert far.get("/").status_code == 200
    site.moment = datetime.now(UTC) + timedelta(hours=4)
    assert near.get("/").status_code == 200
    site.play(far, 4, "Ann")
    token = far.cookies["moolab_player"]
    [ann] = [
        each.player for each in site.server.store.moderation.public(site.moment - timedelta(1))
    ]
    assert digest(token).startswith(ann.removeprefix("player-"))
    site.admin("block", ann)
    wait_until(lambda: far.get("/").status_code == 403, str)
    assert near.get("/").status_code == 200
    assert site.visitor("2001:db8::7").get("/").status_code == 200
    site.admin("allow", ann)
    wait_until(lambda: far.get("/").status_code == 200, str)


def test_a_game_a_race_and_its_games_are_deleted(start: Callable[..., Site]) -> None:
    site = start()
    ann = site.visitor()
    site.play(ann, 4, "Ann")
    [game] = [each.id for each in site.server.store.moderation.public(site.moment - timedelta(1))]
    assert site.admin("delete", game) == f"The game {game} is deleted.\n"
    wait_until(lambda: ann.get(f"/play/{game}").status_code == 403, str)
    assert ann.post(Daily("digits", DAYS[0]).path).status_code == 410, "the code is known"
    other = ann.post("/play", data={"rules": "ab3x6"}).url.path.removeprefix("/play/")
    site.admin("delete", other)
    assert ann.get(f"/play/{other}").status_code == 404
    ann.post("/race", data={"name": "moo-1", "player_name": "Ann"})
    assert site.admin("delete", "moo-1") == "The race moo-1 is deleted.\n"
    assert ann.get("/race/moo-1").status_code == 404
    assert "delete" in site.admin("log")


@pytest.mark.parametrize(
    ("names", "in_table", "in_race"),
    [("friends", False, True), pytest.param("off", False, False, marks=pytest.mark.slow)],
)
def test_names_can_be_switched_off(
    start: Callable[..., Site], names: str, in_table: bool, in_race: bool
) -> None:
    site = start()
    ann = site.visitor()
    for day in range(2):
        site.play(ann, 4, "Ann Onymous", day)
    ann.post("/race", data={"name": "moo-1", "player_name": "Ann Onymous"})
    daily = Daily("digits", DAYS[1])
    assert "Ann Onymous" in ann.get(daily.path).text
    site.server.store.moderation.names = names
    site.server.racing._standings.clear()
    assert ("Ann Onymous" in ann.get(daily.path).text) == in_table
    assert ("Ann Onymous" in ann.get("/race/moo-1").text) == in_race


def test_what_cannot_be_done_is_said_in_a_sentence_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = f"sqlite:///{tmp_path}/none.sqlite3"
    for words in (["list"], ["hide", "a"], ["block", "192.0.2.1"], ["log"]):
        said = moo("admin", *words, "--database", missing)
        assert (said.returncode, said.stdout) == (2, "")
        assert "there is no database" in said.stderr
    assert not list(tmp_path.iterdir())
    site = Site(tmp_path)
    site.server.store.migrate()
    for words, reason in (
        (["delete", "nothing"], "no game, race or tree is called 'nothing'"),
        (["block", "nobody"], "'nobody' is not an address such as 192.0.2.7"),
        (["allow", "192.0.2.1"], "'192.0.2.1' is neither hidden nor blocked"),
        (["hide", "\u200b"], "nothing can be seen"),
    ):
        said = moo("admin", *words, "--database", site.database)
        assert said.returncode == 2
        assert reason in said.stderr
    assert site.admin("log") == "Nothing was done yet.\n"
    monkeypatch.setattr("moolab.web.store.store._PATIENCE", 0)
    with closing(sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        said = moo("admin", "hide", "Ann", "--database", site.database)
        assert (said.returncode, said.stdout) == (2, "")
        assert "nothing can be written to the database" in said.stderr
    assert site.admin("list") == "No name is public.\n"


def test_who_runs_the_server_stands_on_its_pages(start: Callable[..., Site]) -> None:
    site = start(operator="A & B", contact="a@b.example", imprint="https://b.example", robots=False)
    for path in ("/", "/privacy"):
        page = site.visitor().get(path).text
        assert "Run by A &amp; B. <a" in page
        assert ">Contact</a> · <a" in page
        assert 'href="mailto:a@b.example"' in page
        assert 'href="https://b.example"' in page
    assert site.visitor().get("/robots.txt").text == "User-agent: *\nDisallow: /\n"


@pytest.mark.slow
def test_each_player_behind_a_proxy_has_an_allowance(
    start_server: Callable[..., ServerProcess],
) -> None:
    import httpx2

    limits: dict[str, object] = {"requests_per_second": 0.001, "burst": 8}
    for proxies, last in (("127.0.0.0/8", 200), ("192.0.2.9", 429)):
        server = start_server(f"of-{last}", proxies=proxies, **limits)

        def ask(address: str, server: ServerProcess = server) -> int:
            headers = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}
            return httpx2.get(f"{server.address}/healthz", headers=headers).status_code

        assert 429 in [ask("198.51.100.1") for _ in range(9)]
        assert ask("198.51.100.2") == last


def test_what_is_missing_before_a_server_is_public(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MOOLAB_HOSTS")
    monkeypatch.setenv("MOOLAB_DATABASE", f"sqlite:///{tmp_path}/games.sqlite3")
    said = moo("serve", "--check")
    assert said.returncode == 1
    assert "MISSING  hosts: any is answered; set MOOLAB_HOSTS" in said.stdout + said.stderr
    for name, value in {
        "HOSTS": "moo.example",
        "OPERATOR": "Ann",
        "CONTACT": "ann@moo.example",
        "DAYS_UNFINISHED": "30",
        "DAYS_FINISHED": "365",
    }.items():
        monkeypatch.setenv(f"MOOLAB_{name}", value)
    Site(tmp_path).server.store.migrate()
    said = moo("serve", "--check")
    assert "MISSING" not in said.stdout + said.stderr
    assert "secrets: only its owner can read" in said.stdout + said.stderr
    tmp_path.joinpath("games.sqlite3").chmod(0o644)
    assert "MISSING  secrets: run chmod 600" in moo("serve", "--check").stdout
