"""Games in a database: what holds for SQLite holds for PostgreSQL."""

import os
import resource
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from moolab.games import game as game_called
from moolab.games.collection import Finished
from moolab.web.http.errors import NoSuchGame, NotYours, Overtaken
from moolab.web.store import persons
from moolab.web.store import store as module
from moolab.web.store.store import InvalidDatabase, Store, digest, new_token
from moolab.web.store.tables import METADATA, PRACTICE

SETUP = {"rules": "mm2x3:ä☺𐍈", "seed": 2**62, "start": None, "rated": True}


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    opened.migrate()
    yield opened
    opened.close()


@pytest.fixture
def game(store: Store) -> str:
    return store.create("duel", SETUP, {"player": None})[0]


def test_a_game_is_found_as_it_was_kept(store: Store) -> None:
    game, tokens = store.create("duel", SETUP, {"player": None})
    assert set(tokens) == {"player"}
    row = store.find(game)
    assert (row.id, row.kind, row.setup) == (game, "duel", SETUP)
    assert (row.race, row.finished, row.outcome) == (None, None, None)
    assert store.load(game) == (row, [])
    store.add_moves(game, 0, ["guess 1234", "reply 02"])
    store.add_moves(game, 2, ["resign"], "resigned")
    found, moves = store.load(game)
    assert moves == store.moves(game) == ["guess 1234", "reply 02", "resign"]
    assert found.outcome == "resigned"
    assert found.finished is not None
    assert found.finished >= found.created
    assert store.versions([game, "other"]) == {game: 3}


def test_an_end_may_be_taken_back_and_is_dated_once(store: Store, game: str) -> None:
    store.add_moves(game, 0, ["guess 1234", "reply 40"], "lost")
    ended = store.find(game).finished
    assert ended is not None
    store.add_moves(game, 2, ["guess 5678"], "lost")
    assert store.find(game).finished == ended
    store.add_moves(game, 3, ["correct 1 22"])
    assert (store.find(game).outcome, store.find(game).finished) == (None, None)


def test_a_game_may_begin_with_moves(store: Store) -> None:
    game, _ = store.create("two", {}, {"first": None, "second": None}, moves=["4"], outcome="won")
    row, moves = store.load(game)
    assert (moves, row.outcome) == (["4"], "won")


def test_a_game_begins_once(store: Store) -> None:
    store.create("duel", {"seed": 1}, {"player": None}, game="mine")
    with pytest.raises(Overtaken, match="has begun already"):
        store.create("duel", {"seed": 2}, {"player": None}, game="mine")
    assert store.find("mine").setup == {"seed": 1}


def test_a_move_is_made_once(store: Store, game: str) -> None:
    store.add_moves(game, 0, ["guess 1234"])
    for late in (["guess 1234"], ["guess 5678", "reply 02"]):
        with pytest.raises(Overtaken):
            store.add_moves(game, 0, late, "won")
    assert store.load(game) == (store.find(game), ["guess 1234"])
    assert store.find(game).outcome is None


def test_one_of_many_threads_makes_the_next_move(store: Store, game: str) -> None:
    threads = 8
    ready = Barrier(threads)

    def race(thread: int) -> int:
        won = 0
        for number in range(5):
            ready.wait()
            try:
                store.add_moves(game, number, [f"thread {thread}"])
                won += 1
            except Overtaken:
                pass
        return won

    with ThreadPoolExecutor(threads) as pool:
        assert sum(pool.map(race, range(threads))) == 5
    assert len(store.moves(game)) == 5


def test_games_that_two_servers_keep_at_once_are_kept_once(
    database: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished = Finished("duel", SETUP, ("resign",), "player", store.now(), "resigned")
    other = Store(database)

    def between(name: str) -> object:
        """What another server does when this one has looked which games are there."""
        monkeypatch.undo()
        assert other.keep_finished("ann", {"brought": finished}) == 1
        return game_called(name)

    monkeypatch.setattr(persons, "game_called", between)
    assert store.keep_finished("ann", {"brought": finished, "another": finished}) == 1
    found = store.games_of("ann", ["duel"])
    assert sorted(row.id for row, _ in found) == ["another", "brought"]
    assert store.moves_of(["brought"]) == {"brought": ["resign"]}
    other.close()


def test_many_threads_play_many_games(store: Store) -> None:
    def play(_: int) -> list[str]:
        game, tokens = store.create("duel", SETUP, {"player": None})
        for number in range(3):
            store.add_moves(game, number, [f"move {number}"])
            assert store.seat_of_token("duel", game, tokens["player"]) == "player"
        return store.moves(game)

    with ThreadPoolExecutor(16) as pool:
        played = list(pool.map(play, range(32)))
    assert played == [["move 0", "move 1", "move 2"]] * 32


def test_a_token_opens_its_seat_only(store: Store) -> None:
    player = new_token()
    game, tokens = store.create("two", {}, {"first": player, "second": None}, names={"first": "Ä"})
    for seat, token in tokens.items():
        assert store.seat_of_token("two", game, token) == seat
    assert store.seat_of_player("two", game, player) == "first"
    with pytest.raises(NotYours):
        store.seat_of_token("two", game, player)
    with pytest.raises(NotYours):
        store.seat_of_token("two", game, digest(tokens["first"]))
    with pytest.raises(NotYours):
        store.seat_of_player("two", game, "")
    other, _ = store.create("two", {}, {"first": None, "second": None})
    with pytest.raises(NotYours):
        store.seat_of_token("two", other, tokens["first"])


def test_a_seat_is_taken_once(store: Store) -> None:
    ann, bob, eve = new_token(), new_token(), new_token()
    game, _ = store.create("two", {}, {"first": ann, "second": None})
    store.claim(game, "second", bob, "Bob")
    for seat in ("first", "second"):
        with pytest.raises(NotYours, match="has been used already"):
            store.claim(game, seat, eve, "Eve")
    assert store.seat_of_player("two", game, bob) == "second"
    assert [seat.name for seat in store.seats(game)] == [None, "Bob"]


def test_there_is_no_such_game(store: Store, game: str) -> None:
    for name in ("", "other", "\0", "'; DROP TABLE games; --", "ä", "x" * 1000):
        with pytest.raises(NoSuchGame):
            store.find(name)
        with pytest.raises(NoSuchGame):
            store.load(name)
        with pytest.raises(NoSuchGame):
            store.seat_of_token("duel", name, "x")
        with pytest.raises(NoSuchGame):
            store.seat_of_player("duel", name, "x")
    with pytest.raises(NoSuchGame):
        store.seat_of_token("trilobite", game, "x")


def test_games_of_a_player(store: Store) -> None:
    mine, other = new_token(), new_token()
    games = [store.create("duel", {"n": n}, {"player": mine})[0] for n in range(3)]
    store.create("duel", {}, {"player": other})
    machine, _ = store.create("machine", {}, {"player": mine})
    assert [(row.id, seat) for row, seat in store.games_of(mine, ["duel"])] == [
        (game, "player") for game in reversed(games)
    ]
    assert [row.id for row, _ in store.games_of(mine, ["duel"], limit=1)] == games[2:]
    assert [row.id for row, _ in store.games_of(mine, ["machine", "duel"], 2)] == [
        machine,
        games[2],
    ]
    assert store.games_of(new_token(), ["duel"]) == []


def test_finished_games_of_a_player(store: Store) -> None:
    mine, moves = new_token(), ["resign"]

    def play(race: str | None = None) -> str:
        seats = {"player": mine}
        return store.create("duel", {}, seats, race=race, moves=moves, outcome="resigned")[0]

    games = [play(), play("friday 1")]
    play(PRACTICE)
    store.create("duel", {}, {"player": mine})
    found = store.games_of(mine, ["duel"], 2, finished=True)
    assert [row.id for row, _ in found] == games[::-1]


def test_games_are_deleted_when_they_are_too_old(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, tenth, last = (datetime(2026, 1, day, tzinfo=UTC) for day in (1, 10, 20))
    monkeypatch.setattr(store, "now", lambda: first)
    seats = {"player": new_token()}
    games = {name: store.create("duel", SETUP, seats)[0] for name in ("new", "moved", "played")}
    games["over"], _ = store.create("duel", SETUP, seats, moves=["resign"], outcome="resigned")
    for name in ("moved", "played"):
        store.add_moves(games[name], 0, ["guess 1234"])
    monkeypatch.setattr(store, "now", lambda: last)
    store.add_moves(games["played"], 1, ["guess 5678"])

    def left() -> set[str]:
        ids = {row.id for row, _ in store.games_of(seats["player"], ["duel"])}
        return {name for name, game in games.items() if game in ids}

    assert store.delete_old(unfinished=None, finished=None) == 0
    assert store.delete_old(unfinished=first, finished=first) == 0
    assert left() == {"new", "moved", "played", "over"}
    assert store.delete_old(unfinished=tenth, finished=None) == 2
    assert left() == {"played", "over"}
    assert store.delete_old(unfinished=None, finished=tenth) == 1
    assert left() == {"played"}
    assert store.moves(games["played"]) == ["guess 1234", "guess 5678"]
    assert store.delete_old(unfinished=tenth, finished=tenth) == 0


def test_how_much_there_is(store: Store) -> None:
    games, size = store.usage()
    assert (games, size > 0) == (0, True)
    game, _ = store.create("duel", SETUP, {"player": None})
    store.add_moves(game, 0, ["guess 1234" * 40] * 5_000)
    assert store.usage()[0] == 1
    assert store.usage()[1] > size + (2 << 20)


@pytest.mark.usefixtures("chance")
def test_what_an_installation_has_drawn_stays(store: Store) -> None:
    with ThreadPoolExecutor(8) as pool:
        drawn = set(pool.map(store.key, ["invitations"] * 8))
    assert len(drawn) == 1
    assert store.key("races") not in drawn


ONLY_READ = {
    "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
    "postgresql": tuple(
        f"SET SESSION CHARACTERISTICS AS TRANSACTION READ {how}" for how in ("ONLY", "WRITE")
    ),
}


def test_a_database_that_can_only_be_read_is_not_ready(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tell(statement: str) -> None:
        with store.reading() as connection:
            connection.exec_driver_sql(statement)
            connection.commit()

    only_read, both = ONLY_READ[store._engine.dialect.name]
    store.check()
    tell(only_read)
    store.check()  # as it was a moment ago
    monkeypatch.setattr(module, "_TRIAL", 0)
    store._trial_due = 0
    with pytest.raises(InvalidDatabase, match="nothing can be written to the database"):
        store.check()
    tell(both)
    store.check()


def test_a_database_on_a_full_disk_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_TRIAL", 0)
    store = Store(f"sqlite:///{tmp_path}/games")
    store.migrate()
    most = Path(tmp_path, "games-wal").stat().st_size
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        with pytest.raises(InvalidDatabase, match="nothing can be written to the database"):
            store.check()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    store.check()
    store.close()


def test_secrets_of_races_and_of_days_are_the_same_in_every_run_of_these_tests() -> None:
    keys = set()
    for _ in range(2):
        new = Store("sqlite://")
        new.migrate()
        keys.add(new.key("races"))
        new.close()
    assert len(keys) == 1


def test_what_is_kept_of_tokens_opens_nothing(store: Store) -> None:
    player = new_token()
    _, tokens = store.create("duel", {}, {"player": player})
    with store._engine.connect() as connection:
        rows = [str(row) for row in connection.execute(sa.text("SELECT * FROM seats"))]
    assert not any(token in row for row in rows for token in (player, tokens["player"]))


def test_migrations_lead_from_the_oldest_tables_to_those_of_now(store: Store) -> None:
    with store._engine.begin() as connection, module._migrations() as config:
        config.attributes["connection"] = connection
        command.downgrade(config, "0007")
    with pytest.raises(InvalidDatabase, match="other tables"):
        store.check()
    store.migrate()
    store.check()
    with store._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_servers_may_start_at_once(database: str) -> None:
    stores = [Store(database) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(Store.migrate, stores))
    for store in stores:
        store.check()
        store.close()


@pytest.mark.parametrize("version", ["0006", "9999"])
def test_a_database_of_another_version_is_left_alone(store: Store, version: str) -> None:
    with store._engine.begin() as connection:
        change = sa.text("UPDATE alembic_version SET version_num = :version")
        connection.execute(change, {"version": version})
    with pytest.raises(InvalidDatabase, match="run that version, or name another database"):
        store.migrate()
    with pytest.raises(InvalidDatabase, match="other tables"):
        store.check()


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("games.sqlite3", "not a URL"),
        ("sqlite:///x:y@z:w", "cannot be used"),
        ("oracle:", "not a URL"),
        ("postgresql+psycopg://host:port/x", "not a URL"),
        ("mysql+pymysql://host/x", "pip install 'moolab.postgresql.'"),
        ("postgresql+psycopg://nobody@/x?host=/nowhere", "cannot be used"),
    ],
)
def test_databases_that_cannot_be_used(
    url: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x:y@z:w").write_text("no database at all, but a text that is long enough")
    with pytest.raises(InvalidDatabase, match=message), closing(Store(url)) as store:
        store.migrate()


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_only_who_runs_the_server_can_read_its_database(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        folder = tmp_path / "new"
        store = Store(f"sqlite:///{folder}/games.sqlite3")
        store.migrate()
        store.create("duel", SETUP, {"player": None})
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
        store.close()
        shared = tmp_path / "shared.sqlite3"
        shared.touch(0o660)
        Store(f"sqlite:///{shared}").close()
    finally:
        os.umask(before)
    beside = ("games.sqlite3", "games.sqlite3-shm", "games.sqlite3-wal")
    assert modes == dict.fromkeys(beside, 0o600)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(shared.stat().st_mode) == 0o660


def test_a_server_that_goes_away(new_database: Callable[[], str]) -> None:
    store = Store(new_database())
    store.migrate()
    game, _ = store.create("duel", {}, {"player": None})
    with store._engine.connect() as connection:
        others = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        )
        connection.execute(sa.text(f"{others} AND datname = current_database()"))
    store.add_moves(game, 0, ["guess 1234"])
    assert store.moves(game) == ["guess 1234"]
    store.close()


def test_in_memory_all_threads_share_one_database() -> None:
    store = Store("sqlite://")
    store.migrate()
    with ThreadPoolExecutor(8) as pool:
        games = list(pool.map(lambda _: store.create("duel", {}, {"player": None})[0], range(20)))
        list(pool.map(lambda game: store.add_moves(game, 0, ["resign"]), games))
        assert set(pool.map(lambda game: tuple(store.moves(game)), games)) == {("resign",)}
    store.close()


def test_a_seat_that_another_server_has_emptied_opens_nothing_here(database: str) -> None:
    here, there = Store(database), Store(database)
    here.migrate()
    game, _ = here.create("two", SETUP, {"first": "ann", "second": "bob"})
    assert here.seat_of_player("two", game, "ann") == "first"
    assert there.delete_game(game, "ann")
    with pytest.raises(NotYours):
        here.seat_of_player("two", game, "ann")
    assert here.seat_of_player("two", game, "bob") == "second"
    here.close()
    there.close()


def test_a_player_is_deleted_and_a_seat_beside_another_one_emptied(store: Store) -> None:
    both, _ = store.create("two", {"rules": "ab4x10"}, {"first": "ann", "second": "bob"})
    own, _ = store.create("duel", {"rules": "ab4x10"}, {"player": "ann"})
    store.add_moves(own, 0, ["guess 1234"])
    assert store.delete_player("ann") == 2
    assert [seat.player is None for seat in store.seats(both)] == [True, False]
    with pytest.raises(NoSuchGame):
        store.find(own)
    assert store.delete_player("ann") == 0
