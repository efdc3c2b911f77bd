"""Games with pegs: no digit stands for a colour, in what is seen or heard."""

import html
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from moolab.codes.rules import Rules
from tests.helpers.browser import check_accessible, picture
from tests.helpers.servers import ServerProcess
from tests.web.test_daily import Day

if TYPE_CHECKING:
    pass

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = Rules.parse("mm4x6")
CODE = "4350"

_VOID = {"input", "link", "meta", "br", "img", "hr", "wbr", "col", "path", "circle", "rect"}
_HEARD = {"aria-label", "aria-description", "title", "alt", "placeholder"}
_UNSEEN = {"script", "style", "template"}


class Shown(HTMLParser):
    """What a page says to eyes and ears, part by part, and the texts of its pegs."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.pegs: list[str] = []
        self._open: list[tuple[str, bool, bool]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        # The names of games say what is in others.
        named = given.get("name") == "rules"
        inside = any(out for _, out, _ in self._open)
        unseen = tag in _UNSEEN or "hidden" in given or named or inside
        if not unseen:
            self.parts += [f"{given[name]}" for name in _HEARD & given.keys()]
        # What is typed into rows of pegs is drawn, and described, by a script.
        typed = given.get("type") not in ("hidden", "checkbox") and given.get("class") != "entry"
        if tag == "input" and not unseen and typed:
            self.parts.append(given.get("value") or "")
        if tag not in _VOID:
            peg = "peg" in (given.get("class") or "").split()
            self._open.append((tag, unseen, peg))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(unseen for _, unseen, _ in self._open):
            self.parts.append(data)
        if self._open and self._open[-1][2] and data.strip():
            self.pegs.append(data)


def faults(page: str, rules: Rules = RULES) -> list[str]:
    """What stands for colours in a page, or calls black and white by other names."""
    shown = Shown(page.partition("<main")[2].partition("</main")[0])
    symbols = f"[{rules.alphabet}]{{{rules.places}}}"
    code = re.compile(rf"(?<![\w.,:/=-]){symbols}(?![\w-])|\b(?:bulls?|cows?)\b", re.IGNORECASE)
    # Addresses say how it is sent.
    seen = [part.strip() for part in shown.parts if "://" not in part]
    return [part for part in seen if code.search(part)] + shown.pegs


def test_faults_are_found() -> None:
    page = '<main><p title="0123">4553 was found in 3 guesses</p><b class="peg">4</b>'
    assert faults(page) == ["0123", "4553 was found in 3 guesses", "4"]
    assert not faults('<main><input type="hidden" value="0123"><p data-guess="0123">1,234</p>')


@pytest.fixture(scope="module")
def day() -> Iterator[Day]:
    day = Day()
    with TestClient(day.app):
        yield day


class Player:
    """Plays with pegs, and looks at each page that comes."""

    def __init__(self, day: Day) -> None:
        self.http = TestClient(day.app)
        self.page = ""
        self.path = ""

    def get(self, path: str, **params: str | list[str]) -> str:
        return self._see(self.http.get(path, params=params))

    def post(self, path: str, **data: str) -> str:
        return self._see(self.http.post(path, data=data))

    def move(self, verb: str, text: str = "") -> str:
        return self.post(self.path, verb=verb, text=text)

    def _see(self, answer: "object") -> str:
        self.page, self.path = answer.text, answer.url.path  # type: ignore[attr-defined]
        assert answer.status_code < 500  # type: ignore[attr-defined]
        assert faults(self.page) == [], self.path
        return self.page


@pytest.fixture
def player(day: Day) -> Player:
    return Player(day)


def said(page: str) -> str:
    text = re.sub(r'<span [^>]*role="img" aria-label="([^"]*)"[^>]*>', r"\1", page)
    found = re.search(r'id="said"[^>]*>(.*?)</p>', text, re.DOTALL)
    assert found
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", found[1])).split())


def test_a_game_alone(player: Player) -> None:
    player.post("/play", rules="mm4x6", role="breaker")
    page = player.move("guess", "0113")
    assert said(page).startswith("Your red, blue, blue, green got")
    page = player.move("guess", "0189")
    assert "Only red, blue, yellow, green, purple and orange." in page
    assert "A code has 4 pegs, not 2." in player.move("guess", "red blue")
    # Without scripts, colours are typed.
    assert said(player.move("guess", "red, red, yellow, g")).startswith(
        "Your red, red, yellow, green got"
    )
    assert "You could try" in player.get(player.path, hint="2")
    assert "groups" in player.get(player.path, hint="3")
    assert "cannot be the secret" in player.get(player.path, check="yes", text="0113")
    player.move("undo", "turn")
    for _ in range(9):
        player.move("guess", "0000")
    assert "My code was" in player.page
    lines = html.unescape(player.page.partition('<textarea id="story"')[2]).splitlines()
    assert lines[2].startswith("1. 🔴🔵🔵🟢 ")
    assert set(lines[2].rpartition(" ")[2]) <= set("⚫⚪\N{HEAVY MINUS SIGN}")


def test_numbers_are_no_codes_in_small_games(player: Player) -> None:
    player.post("/play", rules="mm3x6", role="breaker")
    # Turns leave 105 codes or another number of three digits that could be those of pegs.
    page = player.get(player.path, hint="3")
    assert re.search(r"It splits \d+ codes into \d+ groups", html.unescape(page))
    assert "\u2060" not in page


def test_a_duel_and_a_clash(player: Player) -> None:
    player.post("/play", rules="mm4x6", role="maker", strategy="calf")
    for reply in ("01", "01", "11", "00", "20", "30", "00", "00"):
        if "Which reply was wrong?" in player.page or "Your reply" not in player.page:
            break
        player.move("reply", reply)
    assert "Which reply was wrong?" in player.page
    assert re.search(r"Turn \d+: (\w+, ){3}\w+ got \d black, \d white instead of", player.page)
    player.move("undo", "turn")
    player.move("resign")
    player.post("/play", rules="mm4x6", mistakes="1")
    player.move("guess", "0123")
    player.move("reply", "00")
    player.move("resign")


@pytest.mark.parametrize("last", ["guess", "resign"])
def test_the_colours_of_the_day(day: Day, player: Player, last: str) -> None:
    player.get("/daily")
    player.get(f"/daily/{day.day}/colours")
    player.post(f"/daily/{day.day}/colours")
    player.move("guess", "0011")
    player.move(last, day.secret("colours") if last == "guess" else "")
    player.get(f"/daily/{day.day}/colours")
    player.get(f"/daily/{day.day}/colours/picture.svg")


def test_two_people(day: Day, player: Player) -> None:
    other = Player(day)
    page = player.post("/two", rules="mm4x6", name="Ann", secret="red blue yellow green")
    game = player.path
    link = re.search(r'value="http://[^/]+(/two/[^"]+/join/[^"]+)"', page)
    assert link
    other.get(link[1])
    assert "A code has 4 pegs" in other.post(link[1], name="Bob", text="01")
    other.post(link[1], name="Bob", text=CODE)
    watching = re.search(r'value="http://[^/]+(/two/[^"]+/watch/[^"]+)"', player.get(game))
    assert watching
    for guess in ("0011", CODE, "1234"):
        player.path = other.path = game
        player.move("guess", guess)
        other.move("guess", guess)
    player.get(game)
    player.get(watching[1])
    story = html.unescape(player.page + other.get(game))
    assert "1. 🔴🔴🔵🔵 " in story


def test_several_boards(player: Player) -> None:
    player.post("/boards", rules="mm4x6", boards="2")
    player.move("guess", "0011")
    player.move("guess", "01")
    player.get(player.path, hint="yes")
    player.move("resign")
    assert "it was" in player.page


def test_a_race(player: Player) -> None:
    player.post("/race", rules="mm4x6", name="colours")
    player.post("/race/colours/start", number="1")
    player.get("/race/colours")
    player.get("/race/colours/watch")


def test_a_puzzle(player: Player) -> None:
    player.post("/puzzles", rules="mm4x6", kind="1")
    player.move("answer", "0000")
    player.move("answer", "000")
    player.move("explain")
    page = player.move("explain")
    steps = page.partition("<ol>")[2].partition("</ol>")[0]
    assert steps.count("<li>") == 2
    assert not re.search(r"holds? \d|\d (is|are) (not )?(in|at)", steps)
    player.move("resign")
    player.get(
        "/puzzles/make",
        rules="mm4x6",
        code="red blue blue g",
        clue=["red red blue blue", "r b y g"],
    )


def test_trees_and_what_is_played_offline(player: Player) -> None:
    player.get("/offline/colours")
    player.get("/tree", rules="mm4x6", turns="0011=01")
    player.get("/tree", rules="mm4x6", secret="0189")


def test_the_assistant_has_pegs(player: Player) -> None:
    player.get("/assistant", rules="mm4x6")
    rows = {"guess": ["red red blue b", "0123"], "reply": ["01", "02"]}
    player.get("/assistant", rules="mm4x6", ask="entropy", show="500", **rows)
    assert "How often each colour is in each place" in player.page
    player.get("/assistant", rules="mm4x6", guess=["0011", "0123"], reply=["01", ""])
    for guess, reply in (("0189", "02"), ("01", "02"), ("", "02"), ("0123", "31")):
        player.get("/assistant", rules="mm4x6", guess=[guess], reply=[reply])
    clash = {"guess": ["0123", "0123"], "reply": ["00", "40"]}
    page = player.get("/assistant", rules="mm4x6", **clash)
    assert "Row 1, red, blue, yellow, green: " in page


def test_what_is_announced_and_the_assistant_that_is_tapped(
    page: "Page", server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    page.goto(f"{server.address}/assistant?rules=mm4x6")
    keys = page.locator("code-pad")
    for name in ("red circle", "red circle", "blue triangle", "green diamond"):
        keys.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("button", name="1 black, 1 white", exact=True).click()
    expect(page.locator(".rows .code").first.get_by_role("img")).to_have_count(4)
    count = page.locator("#said")
    expect(count).not_to_contain_text("1,296")
    page.get_by_role("link", name="Guess red").first.click()
    expect(page.locator(".rows .current")).to_have_count(0)
    page.get_by_role("button", name="0 black, 1 white", exact=True).click()
    expect(page.locator(".rows .current")).to_have_count(1)
    check_accessible(page)
    assert faults(page.content()) == []
    picture(page, "assistant-pegs")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".rows tr:has(.reply)")).to_have_count(1)

    form: dict[str, str | float | bool] = {"rules": "mm4x6", "role": "breaker"}
    page.goto(page.request.post(f"{server.address}/play", form=form).url)
    page.keyboard.type("rbbg")
    expect(page.locator("#guess")).to_have_attribute(
        "aria-description", "red circle, blue triangle, blue triangle, green diamond"
    )
    page.keyboard.press("Enter")
    heard = page.locator("#announcer")
    expect(heard).to_contain_text("Your red, blue, blue, green got")
    expect(heard).to_contain_text(re.compile(r"\d black, \d white"))
    assert faults(page.content()) == []
