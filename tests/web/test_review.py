"""A finished game at an address of its own."""

import re
from collections.abc import Callable, Iterator
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
from tests.helpers.browser import PHONE, check_accessible, picture
from tests.helpers.servers import ServerProcess
from tests.web.test_play import reply_by_hand

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
    assert "<h1>The player did not find it.</h1>" in shown
    assert "The player gave up." in shown
    assert "<summary>How the steer did</summary>" in shown
    own = ann.get(review).text
    assert "<h1>Not this time.</h1>" in own
    assert "You gave up. 4 different digits." in own
    judged = stranger.get(f"{review}/judged/yours").text
    assert "badge best" in judged
    assert "Skill 100. 360 codes were left, and no guess cost much." in judged
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
    assert "<h1>Ann did not find it.</h1>" in shown
    assert "Bob won." in shown
    assert shown.count("The code was") == 1
    assert "How Bob did" in shown
    own = bob.get(game.replace("/two/", "/game/")).text
    assert "<h1>You found it in 1.</h1>" in own
    assert "You won." in own
    assert "How Ann did" in own


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


def test_a_stone_that_is_not_judged_says_why() -> None:
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
    page.goto(f"{server.address}/play")
    reply_by_hand(page)
    page.get_by_role("button", name="Steer").click()
    page.locator("#guess").fill("0123")
    page.keyboard.press("Enter")
    page.locator("#reply-01").click()
    page.locator("#open-more").click()
    page.get_by_text("Resign").click()
    page.get_by_role("button", name="Yes, I give up").click()
    # The board stays where its analysis does not come, and it can be asked for again.
    page.route("**/judged/*", lambda route: route.fulfill(status=503))
    page.get_by_role("link", name="Learn from it").click()
    page.get_by_text("The server does not answer.").first.wait_for()
    assert page.locator("table.turns").count() == 2
    page.unroute("**/judged/*")
    faults.clear()
    page.get_by_role("button", name="Try again").first.click()
    page.locator(".lead", has_text="Skill").first.wait_for()
    page.get_by_text("How the steer did").click()
    page.get_by_role("button", name="Try again").first.click()
    page.locator(".lead", has_text="Skill").nth(1).wait_for()
    check_accessible(page)
    for closed in page.locator("section .told summary").all():
        closed.click()
    check_accessible(page)
    faded = page.locator(".dots").first.locator(".out-1")
    assert faded.evaluate("dots => getComputedStyle(dots).opacity") == "0.14"
    page.get_by_label("Guesses that count").first.fill("0")
    assert faded.evaluate("dots => getComputedStyle(dots).opacity") == "1"
    picture(page, "review")
    page.get_by_role("button", name="Try it yourself").first.click()
    page.get_by_text("practice").wait_for()


def test_a_lost_game_of_colours_is_told_on_two_screens_of_a_phone(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    page = visitor(viewport=PHONE)
    played = page.request.post(
        f"{server.address}/play", form={"role": "breaker", "rules": "mm4x6", "tries": "6"}
    ).url
    for guess in ("0000", "0000", "1111", "0011", "2222", "0000"):
        page.request.post(played, form={"verb": "guess", "text": guess})
    page.goto(played.replace("/play/", "/game/"))
    page.get_by_role("heading", name="Not this time: X of 6.").wait_for()
    page.get_by_text("were left, and guess").wait_for()
    more = page.get_by_text("More", exact=True).bounding_box()
    assert more is not None
    assert more["y"] + more["height"] <= 2 * PHONE["height"]
    # Of the cards of the story, part of the next one is seen.
    first, second = (page.locator(".story li").nth(card).bounding_box() for card in range(2))
    assert first is not None
    assert second is not None
    assert second["x"] + 24 < PHONE["width"] < second["x"] + second["width"]
    check_accessible(page)
    for closed in page.locator("main summary").all():
        closed.click()
    # What a screen reader says has no digits for colours; neither has what is seen.
    spoken = page.locator("main").aria_snapshot()
    assert "red, red, red, red: " in spoken
    assert not re.search(r"\b[0-5]{4}\b", re.sub(r"/url: .*", "", spoken))
    picture(page, "review-colours")
