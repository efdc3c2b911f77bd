"""A finished game at an address of its own."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from moolab.codes.rules import Rules
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.game import GAME, Setup
from moolab.trilobite.judgement import JudgedStone
from moolab.trilobite.player.levels import Player
from moolab.trilobite.score import gathered, possible
from moolab.trilobite.web.review import judged_values
from moolab.web.app import create_app
from moolab.web.rendering import render_fragment
from moolab.web.settings import Settings
from moolab.web.store.store import Store, digest
from tests.helpers.browser import check_accessible, picture
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def ann() -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database="sqlite://", warm=False))) as client:
        yield client


def store(client: TestClient) -> Store:
    found: Store = client.app.state.server.store  # type: ignore[attr-defined]
    return found


def play(client: TestClient, game: str, *moves: str) -> str:
    """Make moves; the page after the last one."""
    page = ""
    for move in moves:
        verb, _, text = move.partition(" ")
        page = client.post(game, data={"verb": verb, "text": text}).text
    return page


def test_a_finished_duel_is_open_to_whoever_knows_its_address(ann: TestClient) -> None:
    game = ann.post("/play").url.path
    page = play(ann, game, "guess 0123", "reply 00", "resign")
    [review] = re.findall(r'href="(/game/[^"]+)"', page)
    stranger = TestClient(ann.app)
    shown = stranger.get(review).text
    assert "The player gave up." in shown
    assert "The player: 1 guess" in shown
    assert "Steer: 1 guess" in shown
    judged = stranger.get(f"{review}/judged/yours").text
    assert "badge best" in judged
    assert "Perfect play, " in judged
    picture = stranger.get(f"{review}/picture/yours.svg").text
    assert picture.count("<circle") == 4
    assert "0123" not in picture
    assert stranger.get(game).status_code == 401


def test_a_game_that_is_not_finished_is_nobodys_business(ann: TestClient) -> None:
    game = ann.post("/play").url.path
    play(ann, game, "guess 0123")
    review = game.replace("/play/", "/game/")
    assert ann.get(review).status_code == 404
    assert ann.get(f"{review}/judged/yours").status_code == 404
    # After a loss, the code is still kept from the player who may guess on.
    lost = play(ann, game, "reply 40")
    assert "Go on for practice" in lost
    assert ann.get(review).status_code == 404
    machine = ann.post("/machines", data={"port": "moo58.12c"}).url.path
    assert ann.get(machine.replace("/machines/", "/game/")).status_code == 404


def test_both_sides_of_a_duel_between_two_people_are_reviewed(ann: TestClient) -> None:
    bob = TestClient(ann.app)
    waiting = ann.post("/two", data={"name": "Ann", "secret": "1234"})
    game = waiting.url.path
    [invitation] = re.findall(r'value="[^"]*(/two/[^"]+/join/[^"]+)"', waiting.text)
    bob.post(invitation, data={"name": "Bob", "secret": "5678"})
    play(ann, game, "guess 5670")
    play(bob, game, "guess 1234")
    shown = TestClient(ann.app).get(game.replace("/two/", "/game/")).text
    assert "Bob won." in shown
    assert "Ann: 1 guess" in shown
    assert shown.count("The code was") == 2


def test_a_turn_can_be_played_again_against_another_code_that_fits(ann: TestClient) -> None:
    page = ann.post("/practice", data={"rules": "mm4x6", "turns": "0123=11 0145=03"})
    assert "practice" in page.text
    row = store(ann).find(page.url.path.rpartition("/")[2])
    assert str(Rules.parse("mm4x6").reply_rule("0145", row.setup["secret"])) == "03"
    play(ann, page.url.path, f"guess {row.setup['secret']}")
    assert store(ann).standings.duels(digest(ann.cookies["moolab_player"]), 9) == []
    clash = ann.post("/practice", data={"turns": "0123=11 0123=12"})
    assert clash.status_code == 422


def test_dots_are_all_codes_and_fade_with_the_turn_that_rules_them_out(ann: TestClient) -> None:
    game = {"rules": "ab3x5", "turns": "012=02 134=20 130=30", "whole": "yes"}
    page = ann.get("/analysis", params=game).text
    paths = dict(re.findall(r'<path class="out-(\d)" d="([^"]*)"', page))
    drawn = {
        turn: sum(int(more or 0) + 1 for more in re.findall(r"h(\d*)\.1", path))
        for turn, path in paths.items()
    }
    assert drawn == {"0": 1, "1": 42, "2": 15, "3": 2}
    assert "After guess 2: 3 codes" in page
    assert "A sample" not in page
    large = ann.get("/analysis", params={"rules": "mm5x8", "turns": "00112=11", "whole": "yes"})
    assert "A sample: 5,040 of the 32,768 codes" in large.text


@pytest.fixture(scope="module")
def _kernels() -> None:
    """Compile, where that is still to be done, what servers are given little time for."""
    Player(Shape(5, 4, 3), "perfect", memory=1 << 16).prepare()


@pytest.mark.usefixtures("_kernels")
def test_each_stone_of_a_game_of_trilobite_is_judged_by_the_scores(ann: TestClient) -> None:
    small = {"board": "5x4x3", "moves": "321213", "first": "human"}
    game = ann.post("/trilobite", data=small).url.path
    assert ann.get(game.replace("/trilobite/", "/game/")).status_code == 404
    ann.post(game, data={"move": "resign"})
    review = game.replace("/trilobite/", "/game/")
    page = TestClient(ann.app).get(f"{review}?whole=yes").text
    assert "The player gave up." in page
    # X has begun in the centre, which wins, then taken longer, and then let O close a row.
    assert re.findall(r'class="badge (\w+)"', page) == ["best", "good", "blunder"]
    assert "1 blunder." in page
    assert "Better: column 2." in page
    assert page.count('name="moves"') == 3
    events = ann.get(f"{review}/stones").text
    assert "Looking at move 5" in events
    assert "<polyline" in events


def test_where_the_player_gave_up_before_a_stone_there_is_none_to_judge(ann: TestClient) -> None:
    small = {"board": "5x4x3", "first": "computer", "level": "beginner"}
    game = ann.post("/trilobite", data=small).url.path
    ann.post(game, data={"move": "resign"})
    page = ann.get(game.replace("/trilobite/", "/game/")).text
    assert "No stone was played." in page
    assert "data-stream" not in page


def test_a_stone_that_is_not_judged_comes_with_what_would_tell() -> None:
    def page(size: str) -> str:
        state = GAME.replay(Setup(size=size, first="human", seed=1), ["4", "4", "resign"])
        boards = [Board.parse(moves, state.board.shape) for moves in ("", "44")]
        judged = [JudgedStone.of(gathered(board, possible), 4) for board in boards]
        values = judged_values(GAME.view(state, "player"), judged, 18)
        return render_fragment("trilobite/judged.html", values)

    large = page("9x7")
    assert "2 stones are not judged" in large
    assert "the 18 seconds of a review" in large
    assert "no opening book" in large
    assert '<code class="break">moo trilobite solve --size 9x7</code>' in large
    assert ">moo trilobite solve 44 --size 9x7</code>" in large
    assert "no opening book" not in page("7x6")


def test_a_puzzle_is_reviewed_with_its_solution_once_it_is_over(ann: TestClient) -> None:
    puzzle = ann.post("/puzzles", data={"kind": "1", "rules": "ab3x6"}).url.path
    review = puzzle.replace("/puzzles/", "/game/")
    assert ann.get(review).status_code == 404
    over = ann.post(puzzle, data={"verb": "resign"}).text
    assert f'href="{review}"' in over
    page = TestClient(ann.app).get(review).text
    assert "Given up." in page
    assert "the code" in page
    assert "Step by step" in page


def test_a_review_in_a_browser(page: "Page", server: ServerProcess, faults: list[str]) -> None:
    page.goto(server.address)
    page.get_by_label("Your first guess").fill("0123")
    page.keyboard.press("Enter")
    page.locator("#reply-01").click()
    page.locator("#open-more").click()
    page.get_by_text("Resign").click()
    page.get_by_role("button", name="Yes, I give up").click()
    # The board stays where its analysis does not come, and it can be asked for again.
    page.route("**/judged/*", lambda route: route.fulfill(status=503))
    page.get_by_role("link", name="Learn from it").click()
    page.get_by_text("The server does not answer.").nth(1).wait_for()
    assert page.locator("table.turns").count() == 2
    page.unroute("**/judged/*")
    faults.clear()
    for _ in range(2):
        page.get_by_role("button", name="Try again").first.click()
    page.get_by_role("heading", name="Skill").first.wait_for()
    page.get_by_role("heading", name="Skill").nth(1).wait_for()
    check_accessible(page)
    faded = page.locator(".dots").first.locator(".out-1")
    assert faded.evaluate("dots => getComputedStyle(dots).opacity") == "0.14"
    page.get_by_label("Guesses that count").first.fill("0")
    assert faded.evaluate("dots => getComputedStyle(dots).opacity") == "1"
    picture(page, "review")
    page.get_by_role("button", name="Try it yourself").first.click()
    page.get_by_text("practice").wait_for()
