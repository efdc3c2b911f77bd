"""The code of the day against machines, which really run, and tell nothing before you are done."""

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from moolab.games.daily import FIRST, Daily
from moolab.machines.breaking import BREAKERS, break_code
from moolab.machines.web.contest import Contest, machine_seed
from moolab.machines.web.daily import contest_of
from moolab.web.app import create_app
from moolab.web.server import Server
from moolab.web.settings import Settings

TODAY = Daily("digits", FIRST)
PATH = f"{TODAY.path}/machines"
KEY = b"key40"
"""With which no machine needs long to find the code of that day."""


@pytest.fixture(scope="module")
def player() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0, seconds=600)
    app = create_app(settings)
    server: Server = app.state.server
    with TestClient(app) as client:
        server.race_key, server.kept[Contest] = KEY, Contest(KEY, server.work)
        yield client


def test_they_guess_when_you_do_and_show_their_boards_when_you_are_done(player: TestClient) -> None:
    secret = TODAY.setup(KEY).secret
    assert secret is not None
    assert player.get(f"{PATH}/lanes").status_code == 404
    assert "Four small machines" in player.get(PATH).text
    game = player.post(TODAY.path).url.path
    assert player.get(PATH).text.count("5,040 codes left") == 4
    server: Server = player.app.state.server  # type: ignore[attr-defined]
    games = {m: lane.steps for m, lane in contest_of(server).lanes(TODAY, None).items() if lane}
    assert set(games) == set(BREAKERS)
    assert games["ti74"] == break_code("ti74", secret, machine_seed(TODAY, KEY, "ti74"))
    guesses = {step.turn.guess for steps in games.values() for step in steps}

    def told(page: str) -> set[str]:
        # 5,040 program lines are not a guess.
        return guesses & set(re.findall(r"(?<![\d,])\d{4}\b", page))

    for number in range(1, max(map(len, games.values())) + 1):
        player.post(game, data={"verb": "guess", "text": "0123"})
        lanes = player.get(f"{PATH}/lanes").text
        assert not told(lanes)
        assert lanes.count("has it") == sum(len(steps) <= number for steps in games.values())
        for steps in games.values():
            assert f"{steps[:number][-1].asked.steps:,} " in lanes
    board = player.get(game).text
    assert board.count("has it") == 4, "they stand beside the board, and nothing is waited for"
    player.post(game, data={"verb": "guess", "text": secret})
    page = player.get(PATH).text
    assert all(f'data-guess="{guess}"' in page for guess in guesses)
    assert "No machine needed more guesses than you." in page
    assert all(steps[-1].asked.shown in page for steps in games.values())


def test_other_games_of_the_day_are_played_without_them(player: TestClient) -> None:
    assert player.get(f"/daily/{FIRST}/colours/machines").status_code == 404
    assert "getting ready" not in player.get(player.post(f"/daily/{FIRST}/colours").url.path).text
