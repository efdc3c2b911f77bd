"""What a game may cost the server: its moves, its corrections, and the memory of its states."""

import sys
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from moolab.errors import InvalidMove
from moolab.games import game as game_called
from moolab.games.setup import decode, encode
from moolab.web.costs import cost_of
from moolab.web.limits import LONG_GAME, MOST_CORRECTIONS, MOST_MOVES
from moolab.web.play import replay
from moolab.web.play.replay import Stored
from moolab.web.store.store import Store
from moolab.web.work import pool
from tests.helpers.patience import wait_until
from tests.web.test_api import Game as Player
from tests.web.test_api import new_app


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(new_app(tmp_path)) as client:
        yield client


def store_of(client: TestClient) -> Store:
    store: Store = client.app.state.server.store  # type: ignore[attr-defined]
    return store


def settled(name: str, **chosen: Any) -> Any:
    return game_called(name).settle(**chosen)


def played(name: str, setup: Any, *moves: str) -> Any:
    game = game_called(name)
    return game.replay(decode(game.setup, encode(setup)), moves)


GUESSES = [f"guess {code}" for code in ("1234", "5678")]
DUEL = settled("duel", role="breaker", seed=1)
TOLERANT = settled("duel", rules="mm5x8", role="maker", mistakes=1)
STONES = ["1", "2", "undo"] * 300 + [*"12345671234567"]
NUMBERS = "10 DIM A(800)\n20 FOR I=1 TO 800\n30 A(I)=I/7\n40 NEXT I\n50 GOTO 20"
SUMS = "\n".join(f"{line} A=A+1/3*A-2+A*A" for line in range(1, 75))
PAIRS = "(defvar x nil) (loop (push (list 1 2 3) x))"
SIZES: list[tuple[str, Any, list[str]]] = [
    ("duel", DUEL, []),
    ("duel", DUEL, GUESSES),
    ("duel", DUEL, [GUESSES[0], "undo"] * 500),
    ("duel", settled("duel", role="maker", seed=1), ["reply 00"]),
    ("duel", settled("duel", role="maker", seed=1, mistakes=1), ["reply 00"]),
    ("duel", TOLERANT, ["reply 01", *["correct 1 02", "correct 1 01"] * 10]),
    ("two", settled("two"), ["first secret 1234", "second secret 5678"]),
    ("trilobite", settled("trilobite", seed=1), STONES),
    ("machine", settled("machine", port="moo58.12c"), ["keys 4 ENTER"] * 20),
    ("machine", settled("machine", target="ti74", program=NUMBERS), ["step 1000", "step 1000"]),
    ("machine", settled("machine", target="ti74", program=SUMS), ["step 100"]),
    ("machine", settled("machine", port="duel.lisp"), ["run", "eval (play 2)"]),
    ("machine", settled("machine", target="ulisp", program=PAIRS), ["step 5000"]),
    ("machine", settled("machine", port="bullcow-thumb.lisp", arguments="4 1 2"), ["step 100"]),
]


FULL = "machine", settled("machine", target="ulisp", program=PAIRS), ["run"]


@pytest.mark.parametrize(
    ("name", "setup", "moves"), [*SIZES, pytest.param(*FULL, marks=pytest.mark.slow)]
)
def test_a_state_is_counted_with_all_the_memory_that_it_takes(
    name: str, setup: Any, moves: list[str]
) -> None:
    played(name, setup, *moves)  # what all games share is there
    tracemalloc.start()
    state = played(name, setup, *moves)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken <= cost_of(name).size(state) <= 100 * taken


def test_a_game_has_so_many_moves_and_can_be_given_up_then(client: TestClient) -> None:
    game = Player(client, role="breaker", seed=1)
    store_of(client).add_moves(game.id, 0, ["guess 1234", "undo"] * (MOST_MOVES // 2 - 1) + GUESSES)
    assert game.refused("undo") == (409, "a game has at most 1,000 moves here; you can only resign")
    assert game.move("resign")["outcome"] == "resigned"
    assert game.refused("undo") == (409, "the game is over")


def test_practice_after_a_lost_duel_has_an_end_as_well(client: TestClient) -> None:
    game = Player(client, role="both", seed=1)
    game.move("guess 1234")
    assert game.move("reply 40")["outcome"] == "lost"
    made = len(store_of(client).moves(game.id))
    more = ["guess 1234", "undo"] * ((MOST_MOVES - made) // 2)
    store_of(client).add_moves(game.id, made, more, "lost")
    assert game.refused("guess 1234")[1].startswith("a game has at most 1,000 moves here")
    assert game.move("resign")["finished"]


def test_a_duel_has_so_many_corrections_that_stand(client: TestClient) -> None:
    game = Player(client, role="maker", mistakes=3)
    game.move("reply 01")
    for number in range(MOST_CORRECTIONS):
        game.move(f"correct 1 0{2 - number % 2}")
    status, message = game.refused(" correct 1 02")
    assert (status, message) == (
        409,
        "a game has at most 30 corrections here; undo as far as the wrong reply instead",
    )
    game.move("undo")
    game.move("correct 1 02")
    assert len(game.look()["turns"]["computer"]) == 1


def test_a_long_game_is_made_again_in_a_process_of_the_pool(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Player(client, role="breaker", seed=1)
    store_of(client).add_moves(game.id, 0, [GUESSES[0], "undo"] * (LONG_GAME // 2))
    functions: list[object] = []
    run = pool.Pool.run

    async def noted(self: pool.Pool, function: Any, *args: Any) -> Any:
        functions.append(function)
        return await run(self, function, *args)

    monkeypatch.setattr(pool.Pool, "run", noted)
    assert game.look()["version"] == LONG_GAME
    assert functions == []
    store_of(client).add_moves(game.id, LONG_GAME, GUESSES)
    assert game.look()["version"] == LONG_GAME + 2
    assert functions == []  # all but the last two moves are known here
    monkeypatch.setattr(replay, "_cache", replay._StateCache(1 << 20))
    assert game.look()["version"] == LONG_GAME + 2
    assert functions == [replay.look]


def test_moves_that_were_undone_are_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = type(game_called("duel"))
    made: list[str] = []
    apply_stored = duel.apply_stored

    def noted(self: Any, state: Any, text: str) -> Any:
        made.append(text)
        return apply_stored(self, state, text)

    monkeypatch.setattr(duel, "apply_stored", noted)
    moves = (*[GUESSES[0], "undo"] * 20, GUESSES[1])
    seen = replay.look(Stored("undone", "duel", encode(DUEL), moves), "player")
    assert (made, seen.moves, seen.view.version) == ([GUESSES[1]], moves, 41)
    with pytest.raises(InvalidMove, match="nothing to undo"):
        replay.move(Stored("undone", "duel", encode(DUEL), (*moves, "undo")), "player", "undo")


@pytest.mark.parametrize("field", ["maker", "strategy"])
def test_a_database_names_no_code_to_be_run(field: str) -> None:
    setup = encode(settled("duel", role="breaker", maker="evil", seed=1)) | {field: "this:s"}
    with pytest.raises(RuntimeError, match="the setup of game restored is damaged"):
        replay.look(Stored("restored", "duel", setup, ("guess 1234",)), "player")
    assert "this" not in sys.modules


def begun(client: TestClient) -> tuple[int, str]:
    answer = client.post("/api/games", json={"role": "breaker"})
    return answer.status_code, answer.json().get("error", {}).get("message", "")


def test_a_client_begins_so_many_games_a_day(tmp_path: Path) -> None:
    app = new_app(tmp_path, games_per_day=2)
    with TestClient(app) as client:
        assert [begun(client)[0] for _ in range(2)] == [201, 201]
        refused = 429, "you may begin 2 games a day here; go on with those you have"
        assert begun(client) == refused
        assert begun(TestClient(app, client=("192.0.2.9", 1)))[0] == 201


def test_of_a_client_so_much_is_kept_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moolab.web.play.quota._MEGABYTE", 3_000)
    with TestClient(new_app(tmp_path, megabytes_per_day=1)) as client:
        game = Player(client, role="breaker", seed=1, tries=0)
        moves = 0
        while game.post("guess 1234").status_code == 200:
            moves += 1
        assert 1 < moves < 20
        refused = 429, "of one client, 1 MB a day are kept here; come back later"
        assert game.refused("guess 1234") == refused
        assert game.look()["version"] == moves


@pytest.mark.parametrize("settings", [{"games": 1}, {"megabytes": 1}])
def test_where_there_is_no_room_no_game_begins_but_all_go_on(
    tmp_path: Path, settings: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moolab.web.play.quota._LOOK", 0)
    with TestClient(new_app(tmp_path, **settings)) as client:
        game = Player(client, role="breaker", seed=1)
        moves = ["x" * 400] * 5_000
        full, _ = store_of(client).create("duel", encode(DUEL), {"player": None}, moves=moves)
        message = "this server has no room for more games; those in play go on"
        assert begun(client) == (503, message)
        assert game.move("guess 1234")["version"] == 1
        assert store_of(client).moves(full)


def test_where_the_first_guess_is_refused_no_game_is_left(tmp_path: Path) -> None:
    with TestClient(new_app(tmp_path)) as client:
        refused = client.post("/play", data={"role": "maker", "text": "1234"})
        assert refused.status_code == 409
        assert store_of(client).usage()[0] == 0
        begun = client.post("/play", data={"role": "breaker", "text": "1234"})
        assert store_of(client).moves(begun.url.path.rpartition("/")[2]) == ["guess 1234"]


def test_what_is_abandoned_is_deleted_while_the_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moolab.web.server._DELETING", 0.01)
    with TestClient(new_app(tmp_path, days_unfinished=30)) as client:
        game, now = Player(client, role="breaker"), datetime.now(UTC)
        with monkeypatch.context() as then:
            then.setattr(store_of(client), "now", lambda: now - timedelta(days=31))
            old = Player(client, role="breaker")
        wait_until(lambda: client.get(old.path, headers=old.headers).status_code == 404)
        assert game.look()["version"] == 0


def test_what_fails_does_not_end_the_deleting_and_what_is_deleted_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def fail(*_: object, **__: object) -> None:
        tries.append("once more")
        raise ValueError("not a fault of the database")

    with TestClient(new_app(tmp_path)) as client, monkeypatch.context() as then:
        then.setattr(Store, "now", lambda _: datetime.now(UTC) - timedelta(days=31))
        Player(client, role="breaker")
    monkeypatch.setattr("moolab.web.server._DELETING", 0.01)
    monkeypatch.setattr("moolab.web.store.rooms.Rooms.delete_old", fail)
    with TestClient(new_app(tmp_path, days_unfinished=30, metrics=True)) as client:
        wait_until(lambda: len(tries) > 1)
        assert "moolab_games_deleted_total 1.0" in client.get("/metrics").text


def test_what_was_played_long_ago_goes_from_races_and_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moolab.web.server._DELETING", 0.01)
    now = datetime.now(UTC)

    def race(client: TestClient, name: str, days: int, *, ends: bool) -> TestClient:
        """Play in a race of that day."""
        player = TestClient(client.app)
        with monkeypatch.context() as then:
            then.setattr(store_of(client), "now", lambda: now - timedelta(days=days))
            player.post("/race", data={"name": f"race-{days}", "player_name": name})
            player.post(f"/race/race-{days}/start")
            then.setattr(store_of(client), "now", lambda: now - timedelta(days=days - 1))
            game = player.post(f"/race/race-{days}").url.path
            move = {"verb": "resign"} if ends else {"verb": "guess", "text": "1234"}
            assert player.post(game, data=move).status_code == 200
        return player

    with TestClient(new_app(tmp_path)) as client:
        players = {
            "Ann": race(client, "Ann", 100, ends=True),
            "Bob": race(client, "Bob", 40, ends=True),
            "Cyd": race(client, "Cyd", 40, ends=False),
            "Dan": race(client, "Dan", 20, ends=False),
        }
        cookies = {name: dict(player.cookies) for name, player in players.items()}
        assert len(store_of(client).runs("race-40 1")) == 2
    limits = {"days_unfinished": 30, "days_finished": 90}
    with TestClient(new_app(tmp_path, **limits, metrics=True)) as client:
        wait_until(lambda: client.get("/race/race-100").status_code == 404)
        assert "moolab_games_deleted_total 2.0" in client.get("/metrics").text
        for name, cookie in cookies.items():
            listed = TestClient(client.app, cookies=cookie).get("/games").text
            assert ("/play/" in listed) == (name in ("Bob", "Dan"))
        known = [days for days in (100, 40, 20) if "Dan" in client.get(f"/race/race-{days}").text]
        assert known == [20]
