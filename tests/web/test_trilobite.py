"""Trilobite in the browser, and below it."""

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import TYPE_CHECKING

import httpx2
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from moolab.errors import InvalidMove
from moolab.trilobite.board import COLUMNS, MAX_SIDE, Board, Shape
from moolab.trilobite.commands import solve
from moolab.trilobite.game import GAME
from moolab.trilobite.judgement import JudgedStone
from moolab.trilobite.player.levels import Player
from moolab.trilobite.score import Bounds, Solution, possible
from moolab.trilobite.web.costs import COSTS
from moolab.trilobite.web.games import Analysis
from moolab.trilobite.web.review import Stone
from moolab.web.app import create_app
from moolab.web.settings import Settings
from tests.helpers.browser import PHONE, check_accessible, picture
from tests.helpers.servers import ServerProcess
from tests.web.test_hands import box, press_in_sight
from tests.web.test_play import changing

if TYPE_CHECKING:
    from playwright.sync_api import Page

SMALL = {"board": "5x4x3"}
"""Three in a row on a board of 5x4, against a computer that does not think."""

MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"
VERDICT = re.compile(r"(You win|The computer wins) in \d+ moves?\.|A draw: the board is full\.")


@pytest.fixture(scope="module")
def _kernels() -> None:
    """Compile, where that is still to be done, what servers are given little time for."""
    Player(Shape(5, 4, 3), "perfect", memory=1 << 16).prepare()


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0, processes=1)
    with TestClient(create_app(settings)) as client:
        yield client


class Playing:
    """A person at a game.

    Args:
        chosen: what was chosen in the form.
    """

    def __init__(self, client: TestClient, **chosen: str) -> None:
        self._client = client
        self.look(client.post("/trilobite", data=SMALL | chosen).url.path)

    def look(self, path: str) -> None:
        answer = self._client.get(path)
        assert answer.status_code == 200
        self.path, self.html = answer.url.path, answer.text

    def move(self, move: str, after: int | None = None) -> int:
        data = {"move": move} | ({} if after is None else {"after": str(after)})
        answer = self._client.post(self.path, data=data)
        self.html = answer.text
        return answer.status_code

    @property
    def said(self) -> str:
        found = re.search(r'<p id="said"[^>]*>(.*?)</p>', self.html, re.DOTALL)
        assert found is not None
        return unescape(re.sub(r"<[^>]*>", "", found[1]))

    @property
    def notation(self) -> str:
        found = re.search(r'id="notation"[^>]* value="(\w*)"', self.html)
        assert found is not None
        return found[1]

    @property
    def undoable(self) -> bool:
        return '<button id="undo" name="move" value="undo">' in self.html

    @property
    def columns(self) -> list[str]:
        """The columns that can be pressed."""
        buttons = re.findall(r'<button id="column-(\w)"([^>]*)>', self.html)
        return [name for name, attributes in buttons if "disabled" not in attributes]

    @property
    def rows(self) -> list[list[str]]:
        """The board as it is read out."""
        body = self.html.partition("row by row")[2].partition("<tbody>")[2].partition("</tbody>")[0]
        return [re.findall(r"<td>(.*?)</td>", row) for row in body.split("</tr>")[:-1]]


@pytest.mark.parametrize("first", ["human", "computer"])
def test_a_game_to_its_end(client: TestClient, first: str) -> None:
    playing = Playing(client, first=first)
    assert f"You play {'X' if first == 'human' else 'O'}" in playing.html
    while playing.columns:
        column = playing.columns[-1]
        assert playing.move(column) == 200
        assert f"You: column {column}." in playing.said
    assert VERDICT.search(playing.said)
    board = Board.parse(playing.notation, Shape(5, 4, 3))
    assert board.is_over
    assert [[cell.partition(",")[0] for cell in row] for row in playing.rows] == [
        [cell.stone or "empty" for cell in row] for row in board.rows
    ]
    assert playing.html.count(", wins</td>") == board.shape.line(board.waiting).bit_count()
    assert playing.path not in client.get("/trilobite").text


def test_a_game_goes_on_after_reloading(client: TestClient) -> None:
    playing = Playing(client)
    assert playing.said == "Your turn: you play X."
    playing.move("3")
    listed = re.search(rf'<a href="{playing.path}">(.*?)</a>', client.get("/trilobite").text)
    assert listed is not None
    assert listed[1] == "Four in a row, but 3 win, 5x4, level easy"
    playing.look(playing.path)
    assert playing.said.startswith("You: column 3. Computer: column ")


def test_moves_that_are_not_possible(client: TestClient) -> None:
    playing = Playing(client, moves="3333")
    assert "3" not in playing.columns
    for move, reason in {
        "3": "Not possible. Column 3 is full.",
        "6": "Not possible. There is no column '6': they are 1 to 5.",
        "<b>": "Not possible. There is no column '<b>': they are 1 to 5.",
    }.items():
        assert (playing.move(move), playing.said) == (409, reason)
    assert playing.move("1", after=3) == 409
    assert "The game has gone on meanwhile" in playing.said
    assert playing.notation == "3333"


def test_a_position_to_play_from(client: TestClient) -> None:
    playing = Playing(client, moves="335", first="computer")
    assert playing.said == "You: column 3. Computer: column 5. Your turn."
    assert playing.undoable
    assert playing.move("undo") == 200
    assert playing.said == "Taken back. Your turn: you play O."
    assert not playing.undoable
    assert playing.notation == "3"
    assert playing.move("resign") == 200
    assert playing.said == "You gave up."
    assert playing.move("1") == 409


def test_stepping_through_a_game(client: TestClient) -> None:
    playing = Playing(client, moves="1212")
    playing.move("1")
    assert playing.said == "You: column 1. You win in 3 moves."
    playing.look(f"{playing.path}?at=2")
    assert playing.said == "Move 2 of 5: column 2."
    assert (playing.notation, playing.columns) == ("12", [])
    playing.look(f"{playing.path}?at=-3")
    assert playing.said == "Move 0 of 5."
    playing.look(f"{playing.path}?at=2")
    onward = re.search(r'name="moves" value="(\w+)"', playing.html)
    assert onward is not None
    assert onward[1] == "12"


def test_threats_are_shown_and_hidden(client: TestClient) -> None:
    playing = Playing(client, board="8x7x4", moves="12233434")
    assert "threat of" not in playing.html
    switch = re.search(r'id="threats" href="([^"]*)">Show threats', playing.html)
    assert switch is not None
    playing.look(playing.path + unescape(switch[1]))
    assert "X: column 4, row 4, even; X gets it if this column is filled last." in playing.html
    assert playing.rows[3][3] == "empty, a threat of X"
    assert playing.rows[6][4] == "empty, a threat of O"
    assert "Hide threats" in playing.html
    # It stays on with other things, and from move to move.
    assert 'href="?scores=on&amp;threats=on"' in playing.html
    action = f"{playing.path}?scores=on&threats=on"
    answer = client.post(action, data={"move": "e"}, follow_redirects=False)
    assert answer.headers["location"] == action
    playing.look(f"{playing.path}?threats=on&at=1")
    assert "There is no threat yet." in playing.html


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"board": "other", "size": "14x7"}, "both sides are 1 to 13"),
        ({"board": "other", "size": "large"}, "is not the size of a board"),
        ({"board": "other", "size": "4x4", "win": "5"}, "5 in a row do not fit"),
        ({"board": "nonsense"}, "'win' has to be a number"),
        ({"level": "best"}, "'level' has to be "),
        ({"moves": "45x"}, "Move 3 of '45x' is not possible"),
    ],
)
def test_games_that_cannot_be(client: TestClient, chosen: dict[str, str], reason: str) -> None:
    answer = client.post("/trilobite", data=chosen)
    assert answer.status_code == 422
    assert reason in unescape(answer.text)
    for value in chosen.values():
        assert f'"{value}"' in answer.text or "nonsense" in chosen.values() or "best" in value


def test_sizes_and_positions_as_people_write_them(client: TestClient) -> None:
    playing = Playing(client, board="other", size=f"4 {TIMES} 3", win="3", moves="2 2 ")
    assert f"4 {TIMES} 3, 3 in a row" in playing.html
    assert playing.notation == "22"


class SettingUp:
    """A person who sets up a board without scripts."""

    def __init__(self, client: TestClient, address: str) -> None:
        self._client = client
        self._show(client.get(address))

    def _show(self, answer: httpx2.Response) -> None:
        self.status, self.html = answer.status_code, unescape(answer.text)
        said = re.search(r'<p id="said"[^>]*>(.*?)</p>', self.html, re.DOTALL)
        assert said is not None
        self.said = re.sub(r"<[^>]*>", "", said[1]).strip()

    def post(self, **data: str) -> None:
        action = re.search(r'<form class="cells" method="post" action="([^"]*)"', self.html)
        assert action is not None
        self._show(self._client.post(action[1], data=data))

    def put(self, stone: str, cell: str) -> str:
        self.post(put=stone, cell=cell)
        return self.said


@pytest.mark.usefixtures("_kernels")
def test_a_board_is_set_up_by_clicking(client: TestClient) -> None:
    setting = SettingUp(client, "/trilobite/board?board=4x3x3")
    assert setting.said == "Choose a stone, and tap the cells where it lies."
    assert setting.put("X", "1-2") == "O to move"
    assert setting.put("O", "1-0").startswith("The stone in column 2, row 3, floats")
    assert setting.status == 200, "it is not finished yet"
    assert "Play on from here" not in setting.html
    assert setting.put("O", "1-0") == "O to move", "it is taken away"
    assert setting.put("O", "1-1") == "X to move"
    assert 'aria-label="Column 2, row 2: O"' in setting.html
    found = SettingUp(client, "/trilobite/board?board=4x3x3&cells=..../.O../.X..&scores=now")
    assert "With best play: X wins with its 4th stone from the end, on move 5." in found.html
    assert 'name="moves" value="22"' in found.html
    assert 'name="first" value="human"' in found.html
    streamed = client.get("/trilobite/board/scores?board=4x3x3&cells=..../.O../.X..").text
    assert "on move 5" in streamed
    refused = client.get("/trilobite/board/scores?board=4x3x3&cells=..../.O../....")
    assert refused.status_code == 422
    assert setting.put("X", "9-9") == "X to move", "there is no such cell"


def test_boards_of_each_height_have_a_style(client: TestClient) -> None:
    style = client.get("/static/trilobite/trilobite.css").text
    assert [n for n in range(1, MAX_SIDE + 1) if f".h{n} {{" not in style] == []


def test_a_board_is_pasted(client: TestClient) -> None:
    setting = SettingUp(client, "/trilobite/board")
    setting.post(drawing="⚪⚪🟡⚪⚪\n⚪🔴🔴⚪⚪", put="X")
    assert setting.said == "O to move"
    assert "..O..\n.XX..</textarea>" in setting.html
    setting.post(drawing="4453", put="O")
    assert setting.said == "X to move"
    setting.post(drawing="....\nO...", put="O")
    assert setting.status == 422
    assert (
        setting.said
        == "Not possible. X has 0 stones, O 1: X moves first, so X has as many, or one more."
    )
    assert "....\nO...</textarea>" in setting.html, "to be mended"
    assert SettingUp(client, "/trilobite/board?board=14x2x4").status == 422
    assert SettingUp(client, "/trilobite/board?board=4x3x3&cells=XXX/x").said.startswith("Choose")
    assert SettingUp(client, "/trilobite/board?board=3x2x3&cells=OO./XXX").said == "X wins"


def test_a_game_begins_from_a_drawing(client: TestClient) -> None:
    assert Playing(client, moves="..O../..X..").notation == "33"


def test_a_board_that_is_drawn_is_solved_by_the_api(client: TestClient) -> None:
    for board in {}, {"board": "4x3"}:
        answer = client.get(
            "/api/trilobite/scores", params={"moves": "..../.O../.X..", "win": 3, **board}
        )
        assert '"moves":"22"' in answer.text.replace(": ", ":")
    answer = client.get("/api/trilobite/scores", params={"moves": "..../.O../....", "win": 3})
    assert answer.status_code == 422
    assert "floats" in answer.json()["error"]["message"]


def test_nobody_thinks_for_long(client: TestClient) -> None:
    assert client.post("/trilobite", data={"seconds": "6"}).status_code == 422


def test_games_belong_to_their_players(client: TestClient) -> None:
    playing = Playing(client)
    stranger = TestClient(client.app)
    assert stranger.get(playing.path).status_code == 401
    Playing(stranger)
    assert stranger.get(playing.path).status_code == 403
    assert stranger.post(playing.path, data={"move": "1"}).status_code == 403
    assert stranger.get(f"{playing.path}/scores").status_code == 403


@pytest.mark.usefixtures("_kernels")
def test_scores_are_those_of_the_solver(client: TestClient) -> None:
    playing = Playing(client, board="other", size="4x3", win="3", moves="22")
    assert "data-stream" not in playing.html
    playing.look(f"{playing.path}?scores=now")
    shown = dict(re.findall(r"<dt>Column (\w)</dt><dd>([^:]*): ", playing.html))
    done = CliRunner().invoke(solve.command, ["22", "--size", "4x3", "--win", "3", "--json"])
    solved = json.loads(done.stdout)
    scores = {name: score["score"] for name, score in solved["scores"].items()}
    assert {name: int(text.replace(MINUS, "-")) for name, text in shown.items()} == scores
    assert "With best play: X wins with its 4th stone from the end, on move 5." in playing.html
    assert playing.html.count("★") == len(solved["best"])


@pytest.mark.usefixtures("_kernels")
def test_a_hint(client: TestClient) -> None:
    playing = Playing(client, board="other", size="4x3", win="3", moves="22")
    playing.look(f"{playing.path}?hint=on")
    assert playing.said == "Try column 3: it threatens two lines, and O stops only one."
    assert re.search(r'id="column-3"[^>]* class="column hinted"[^>]* autofocus>', playing.html)
    playing.move("resign")
    assert client.get(f"{playing.path}?hint=on").status_code == 409


@pytest.mark.usefixtures("_kernels")
def test_a_computer_that_thinks(client: TestClient) -> None:
    playing = Playing(client, level="perfect", first="computer", seconds="1")
    assert playing.said == "Computer: column 3. Your turn."


def test_scores_that_are_not_known_yet() -> None:
    board = Board.parse("11111112", Shape())
    scores = {
        2: Bounds(0, 9),
        3: Bounds(-2, 9),
        4: Bounds(-9, -1),
        5: Bounds(8, 8),
        6: Bounds(4, 4),
    }
    analysis = Analysis.of(Solution(board, Bounds(8, 9), scores, nodes=1, seconds=1))
    assert (analysis.exact, analysis.outlook) == (False, "X wins, on move 41 at the latest")
    assert [bar.text for bar in analysis.bars] == ["", "≥ 0", "?", "≤ -1", "+8", "+4", "", ""]
    assert analysis.bars[2].words == "at least -2, at most +9: not known yet"
    assert (analysis.bars[1].upper, analysis.bars[1].lower) == (1, 0)
    assert (analysis.bars[5].upper, analysis.bars[5].lower) == (0.5, 0.5)
    assert analysis.bars[4].words == "+8: X wins with its 8th stone from the end, on move 41"


@pytest.mark.parametrize(
    ("bounds", "known", "said"),
    [
        (Bounds(-12, 9), False, "at least -12, at most +9"),
        (possible(Board.parse("44")), False, ""),
        (Bounds(0, 9), True, "draw, or X wins (at least 0, at most +9)"),
        (Bounds(2, 9), True, "X wins, on move 53 at the latest (at least +2, at most +9)"),
    ],
)
def test_a_stone_that_is_not_judged_says_what_is_known(
    bounds: Bounds, known: bool, said: str
) -> None:
    stone = Stone.of(JudgedStone(Board.parse("44"), 4, bounds, Bounds(-27, 27), (), "unknown"))
    assert (stone.known, stone.best if known else stone.bounds) == (known, said)


def test_what_thinks_does_so_elsewhere() -> None:
    cost = COSTS["trilobite"]
    easy, expert = (GAME.settle(level=level, seed=1) for level in ("easy", "expert"))
    assert [cost.is_expensive(setup, "move") for setup in (easy, expert)] == [False, True]
    assert (cost.is_expensive(expert, "look"), cost.is_expensive(easy, "ask")) == (False, True)
    with pytest.raises(InvalidMove, match="there is hint"):
        GAME.ask(GAME.begin(easy), "player", "why")


@pytest.mark.usefixtures("_kernels")
def test_a_board_is_set_up_with_the_keyboard(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{server.address}/trilobite/board?board=7x6x4")
    check_accessible(page)
    picture(page, "set-up")
    said = page.locator("#said")
    page.locator("#cell-3-4").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    expect(said).to_have_text("O to move")
    expect(page.locator("#cell-3-5")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("o")
    expect(said).to_have_text("X to move")
    expect(page.get_by_role("button", name="Column 4, row 2: O")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.get_by_role("button", name="Play on from here").press("Enter")
    expect(page.get_by_role("button", name="Column 4: O on top, 4 free")).to_be_visible()


def choose(page: "Page") -> None:
    """Begin a game on a small board."""
    page.get_by_text("Another level or board").click()
    page.locator("#board").select_option("5x4x3")
    page.get_by_role("button", name="Play this").press("Enter")


@pytest.mark.usefixtures("_kernels")
def test_a_game_with_the_keyboard(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    page.goto(f"{server.address}/trilobite")
    check_accessible(page)
    picture(page, "trilobite")
    choose(page)
    said = page.locator("#said")
    expect(said).to_have_text("Your turn: you play X.")
    expect(page.get_by_role("button", name="Column 3: empty")).to_be_focused()
    # The focus comes with the page, and the scripts after it.
    page.wait_for_load_state("load")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Column 4: empty")).to_be_focused()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("You: column 4. Computer: column ")
    expect(page.locator("#announcer")).to_contain_text("You: column 4. Computer: column ")
    picture(page, "trilobite-running")
    check_accessible(page)
    moves = page.locator(".stones li")
    while not VERDICT.search(said.inner_text()):
        before = moves.count()
        free = page.locator("button.column:enabled")
        column = free.last.get_attribute("value") or ""
        assert column in COLUMNS
        free.first.focus()
        # Letters are names, too.
        page.keyboard.press("abcde"[int(column) - 1])
        expect(moves).not_to_have_count(before)
    page.get_by_role("button", name="Look at the board").press("Enter")
    page.get_by_role("link", name="Back").press("Enter")
    scores = page.get_by_role("table", name="What each column is worth")
    expect(scores).to_contain_text("★")
    expect(page.get_by_text("The scores in words")).to_be_visible()
    assert re.search(rf"[+{MINUS}]\d|\b0\b", scores.inner_text())
    # Faster than the pages come.
    page.evaluate("for (let n = 0; n < 3; n++) document.getElementById('back').click()")
    expect(said).to_contain_text(f"Move {moves.count() - 4} of {moves.count()}")
    page.locator("#forth").focus()
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text(f"Move {moves.count() - 3} of {moves.count()}")
    expect(page.get_by_text("The scores in words")).to_be_visible()
    picture(page, "trilobite-over")
    check_accessible(page)
    page.get_by_role("button", name="Play on from here").press("Enter")
    expect(said).to_contain_text("Your turn")


@pytest.mark.usefixtures("_kernels")
def test_the_board_stays_where_it_is_on_a_phone(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    page = visitor(viewport=PHONE, has_touch=True)
    page.goto(f"{server.address}/trilobite")
    # The first stone begins a game, and what can be pressed is in sight.
    page.locator("#column-4").click()
    expect(page.locator("#said")).to_contain_text("You: column 4. Computer: column")
    expect(page).to_have_title(re.compile("^Your turn . Four in a row"))
    for name in ("Undo", "Hint"):
        expect(page.locator(f"#{name.lower()}")).to_be_in_viewport(ratio=1)
    page.goto(f"{server.address}/trilobite")
    choose(page)
    # Before the page is there as a whole, its styles and scripts may still move things.
    page.wait_for_url("**/trilobite/*")
    page.wait_for_load_state()

    def top() -> float:
        return box(page, ".grid")["y"] + float(page.evaluate("scrollY"))

    before = top()
    for column in "24":
        with changing(page):
            page.locator(f"#column-{column}").click()
        expect(page.locator("#said")).to_contain_text("Computer: column")
        assert top() == before
    page.set_viewport_size({"width": 360, "height": 480})
    press_in_sight(page, "Hint", "Try column")
    assert page.evaluate("scrollY") > 0
    assert top() == before
    check_accessible(page)
    picture(page, "trilobite-hint")
