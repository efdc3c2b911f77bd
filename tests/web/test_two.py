"""Two people: the line between them, what is kept from whom, and real browsers."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from tests.helpers.browser import PHONE, check_accessible, picture
from tests.helpers.pages import without_tokens
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess
from tests.web.test_board import switch
from tests.web.test_play import RULES

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute


class Person:
    """Somebody with a browser of their own, who knows HTTP by heart."""

    def __init__(self, server: ServerProcess) -> None:
        # Without certificates, which take 25 ms to read.
        self.http = httpx2.Client(
            base_url=server.address, follow_redirects=True, timeout=PATIENCE, verify=False
        )

    def invite(self, secret: str, name: str = "Ann", rules: str = "ab4x10") -> tuple[str, str]:
        """Begin a game: its path, and the path of the invitation."""
        form = {"rules": rules, "name": name, "secret": secret}
        answer = self.http.post("/two", data=form)
        assert answer.status_code == 200
        link = re.search(r'value="http://[^/]+(/two/[^"]+/join/[^"]+)"', answer.text)
        assert link
        return answer.url.path, link[1]

    def join(self, invitation: str, secret: str, name: str = "Bob") -> httpx2.Response:
        return self.http.post(invitation, data={"name": name, "text": secret})

    def move(self, game: str, verb: str, text: str = "", **fields: str) -> httpx2.Response:
        return self.http.post(game, data={"verb": verb, "text": text, **fields})

    @contextmanager
    def line(self, game: str, **headers: str) -> Iterator["Line"]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.http.base_url}".replace("http", "ws", 1) + f"{game}/socket"
        with connect(address, additional_headers={"Cookie": cookie, **headers}) as connection:
            yield Line(connection)


class Line:
    """A player's WebSocket, and the news that came through it."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.news: dict[str, Any] = {}
        self.heard = ""

    def send(self, message: str | bytes) -> dict[str, Any]:
        """The answer to a message; news that come before it are kept."""
        self._connection.send(message)
        while "made" not in (answer := self._receive()):
            self.news |= answer
        return answer

    def move(self, move: str, after: int | None = None) -> dict[str, Any]:
        return self.send(json.dumps({"move": move, "after": after}))

    def wait(self, **expected: str) -> None:
        """Receive news until they are as expected."""
        while self.news | expected != self.news:
            self.news |= self._receive()

    def _receive(self) -> dict[str, Any]:
        text = self._connection.recv(PATIENCE)
        self.heard += str(text)
        message: dict[str, Any] = json.loads(text)
        return message


def said(answer: httpx2.Response) -> str:
    found = re.search(r'id="said"[^>]*>(.*?)</p>', answer.text)
    assert found, answer.text
    return found[1].replace("&#39;", "'")


@pytest.fixture
def somebody(server: ServerProcess) -> Iterator[Callable[[], Person]]:
    """Brings another person."""
    with ExitStack() as stack:

        def come() -> Person:
            person = Person(server)
            stack.enter_context(person.http)
            return person

        yield come


@pytest.fixture
def ann(somebody: Callable[[], Person]) -> Person:
    return somebody()


@pytest.fixture
def bob(somebody: Callable[[], Person]) -> Person:
    return somebody()


def test_a_whole_match_through_two_lines(ann: Person, bob: Person) -> None:
    game, invitation = ann.invite("2754")
    with ann.line(game) as to_ann:
        to_ann.wait(version="1.0.0", presence="")
        assert bob.join(invitation, "5678").url.path == game
        with bob.line(game) as to_bob:
            to_ann.wait(version="2.1.0", presence="Bob is here.")
            to_bob.wait(version="2.1.0", presence="Ann is here.")
            assert to_bob.move("guess 2754", 2) == {
                "made": False,
                "message": "it is the other player's turn",
            }
            assert to_ann.move("guess 5687", 2) == {"made": True}
            to_bob.wait(version="3.1.0")
            assert "2 bulls, 2 cows. It is your turn." in said(bob.http.get(game))
            assert to_bob.move("guess 1243", 3) == {"made": True}
        to_ann.wait(version="4.1.0", presence="Bob is away.")
        with bob.line(game) as to_bob:
            # The answer was lost, so it is sent again: that is no second guess.
            assert to_bob.move("guess 1243", 3) == {"made": True}
            to_bob.wait(version="4.1.0")
            assert to_bob.move("guess 4321", 3)["message"].startswith("the game has gone on")
            page = bob.http.get(game).text
            assert "2754" not in without_tokens(page + to_bob.heard)
            seal = re.search(r'game="[^"]+-other" commitment="(\w+)"', page)
            assert to_ann.move("guess 5678", 4) == {"made": True}
            to_bob.wait(version="5.1.0")
            assert "This is your last guess." in said(bob.http.get(game))
            assert to_bob.move("guess 0123", 5) == {"made": True}
    over = bob.http.get(game).text
    assert said(ann.http.get(game)) == "You win in 2."
    assert said(bob.http.get(game)) == "Ann wins in 2."
    assert "With a friend: 1 won" in ann.http.get("/games").text
    assert "With a friend: 1 lost" in bob.http.get("/games").text
    sealed = re.search(r'sealed="(2754:\w+)"', over)
    assert seal
    assert sealed
    assert hashlib.sha256(sealed[1].encode()).hexdigest() == seal[1]


@pytest.mark.parametrize(
    "message",
    ["", "guess 1234", "[]", '{"move": 1}', '{"move": "guess 1234", "after": -1}', b"\xff"],
)
def test_what_is_no_move_changes_nothing(ann: Person, bob: Person, message: str | bytes) -> None:
    game, invitation = ann.invite("1234")
    bob.join(invitation, "5678")
    with ann.line(game) as line:
        assert line.send(message) == {"made": False, "message": "this is not a move"}
        assert line.move("undo")["message"].startswith("'undo' is not a move")
        assert line.move("second guess 1234")["made"] is False
        line.wait(version="2.1.0")


def test_a_match_without_scripts(ann: Person, bob: Person) -> None:
    game, invitation = ann.invite("1234")
    wrong = bob.join(invitation, "12")
    assert wrong.status_code == 422
    assert "A code has 4 digits, not 2." in wrong.text
    assert said(bob.join(invitation, "5678")) == "Ann begins."
    early = bob.move(game, "guess", "1234")
    assert early.status_code == 409
    assert "It is the other player&#39;s turn." in early.text
    assert "A code has 4 digits, not 3." in ann.move(game, "guess", "567", after="2").text
    assert "Bob has one guess left" in said(ann.move(game, "guess", "5678", after="2"))
    assert "Both of you found the secret" in said(bob.move(game, "guess", "1234"))
    assert "With a friend: 1 drawn" in ann.http.get("/games").text


def test_an_empty_secret_is_drawn_and_a_wrong_one_kept_in_the_form(ann: Person) -> None:
    game, _ = ann.invite("")
    assert re.search(r'class="code secret">\d{4}<', ann.http.get(game).text)
    wrong = ann.http.post("/two", data={"rules": "mm4x6", "name": "A", "secret": "1239"})
    assert wrong.status_code == 422
    assert 'value="1239"' in wrong.text
    large = ann.http.post("/two", data={"rules": "other", "other": "mm10x36"})
    assert large.status_code == 422


def test_an_invitation_is_for_one_other_person(
    ann: Person, bob: Person, somebody: Callable[[], Person]
) -> None:
    game, invitation = ann.invite("1234", name="<b>Ann</b>")
    assert "This is your own invitation" in ann.http.get(invitation).text
    assert ann.join(invitation, "5678").url.path == game
    assert said(ann.http.get(game)).startswith("Send your friend the link")
    assert "&lt;b&gt;Ann&lt;/b&gt; invites you" in bob.http.get(invitation).text
    other_site = {"Origin": "https://elsewhere.example"}
    assert bob.http.post(invitation, data={"text": "5678"}, headers=other_site).status_code == 403
    bob.join(invitation, "5678")
    assert bob.http.get(invitation).url.path == game
    eve = somebody()
    assert eve.http.get(game).status_code == 401
    assert eve.join(invitation, "5678").status_code == 403
    assert eve.join(f"{invitation[:-1]}~", "5678").status_code == 404
    eve.invite("1234")
    assert eve.http.get(game).status_code == 403
    assert eve.move(game, "resign").status_code == 403
    for stranger in (eve, somebody()):
        with pytest.raises(InvalidStatus, match="403"), stranger.line(game):
            pass
    elsewhere = {"Origin": "https://elsewhere.example"}
    with pytest.raises(InvalidStatus, match="403"), ann.line(game, **elsewhere):
        pass


def test_who_gives_no_name_has_a_number_in_the_language_of_whoever_looks(
    ann: Person, bob: Person
) -> None:
    game, invitation = ann.invite("8217")
    bob.http.headers["Accept-Language"] = "ko"
    bob.join(invitation, "1423", name="")
    assert "<h1>Ann and Player 2</h1>" in ann.http.get(game).text
    ann.move(game, "resign")
    # Nor has the rematch, where both change seats.
    bob.http.post(f"{game}/rematch")
    assert "Player 2 wants a rematch." in ann.http.get(game).text
    assert "<h1>Ann and Player 1</h1>" in ann.http.post(f"{game}/rematch").text


def test_a_link_can_be_shown_to_a_phone(ann: Person) -> None:
    game, _ = ann.invite("1234")
    assert '<svg aria-hidden="true" ' in ann.http.get(game).text.partition("Show it to a phone")[2]


def test_an_invitation_can_be_given_up(ann: Person, bob: Person) -> None:
    game, invitation = ann.invite("1234")
    over = ann.move(game, "resign")
    assert said(over) == "You gave up."
    assert invitation not in over.text
    assert bob.join(invitation, "5678").status_code == 403


def test_whoever_asks_first_for_a_return_match_invites_the_other(ann: Person, bob: Person) -> None:
    game, invitation = ann.invite("1234")
    bob.join(invitation, "5678")
    assert bob.http.post(f"{game}/rematch").status_code == 409
    with ann.line(game) as to_ann:
        bob.move(game, "resign")
        to_ann.wait(version="3.1.0")
        assert said(ann.http.get(game)) == "You win: Bob gave up."
        following = bob.http.post(f"{game}/rematch")
        to_ann.wait(version="3.1.1")
    assert said(following) == (
        "You asked Ann for a rematch. The game starts here as soon as Ann accepts."
    )
    assert "Bob and Ann</h1>" in following.text
    assert "Invite somebody" not in following.text
    asked = ann.http.get(game)
    assert said(asked) == "You win: Bob gave up. Bob wants a rematch."
    assert asked.text.count(">Accept rematch</button>") == 2
    assert ">Play again<" not in asked.text
    again = following.url.path
    assert bob.http.post(f"{game}/rematch").url.path == again
    wrong = ann.http.post(f"{game}/rematch", data={"text": "98"})
    assert wrong.status_code == 422
    assert "A code has 4 digits, not 2." in wrong.text
    joined = ann.http.post(f"{game}/rematch", data={"text": "9876"})
    assert joined.url.path == again
    assert said(joined) == "Bob begins."
    assert said(bob.http.get(again)) == "You begin: it is your turn."
    assert "4 bulls" in said(bob.move(again, "guess", "9876"))
    assert ">Go to the rematch</a>" in ann.http.get(game).text
    assert ann.http.post(f"{game}/rematch").url.path == again


def test_a_player_comes_back_by_a_link_of_ones_own(
    ann: Person, bob: Person, somebody: Callable[[], Person]
) -> None:
    game, invitation = ann.invite("1234")
    page = bob.join(invitation, "5678").text
    link = re.search(rf'value="http://[^/]+({game}/back/[^"]+)"', page)
    assert link
    assert bob.http.get(link[1]).url.path == game
    assert link[1] not in ann.http.get(game).text
    elsewhere = somebody()
    forgotten = elsewhere.http.get(game)
    assert forgotten.status_code == 401
    assert "your own link" in forgotten.text
    # To look at it changes nothing.
    assert "Back to your game" in elsewhere.http.get(link[1]).text
    assert bob.http.get(game).status_code == 200
    assert said(elsewhere.http.post(link[1])) == "Ann begins."
    assert bob.http.get(game).status_code in (401, 403)
    assert ann.http.post(link[1]).status_code == 403
    assert elsewhere.http.get(f"{link[1]}x").status_code == 404
    ann.move(game, "guess", "5687")
    assert "2 bulls" in said(elsewhere.move(game, "guess", "1243"))


def test_a_secret_may_be_left_to_chance_in_every_form(ann: Person, bob: Person) -> None:
    game, invitation = ann.invite("")
    assert " required" not in bob.http.get(invitation).text
    assert said(bob.join(invitation, "")) == "Ann begins."
    ann.move(game, "resign")
    waiting = ann.http.post(f"{game}/rematch")
    with ann.line(waiting.url.path) as line:
        # The answer was lost, so it is sent again: that draws no second one.
        assert line.move("secret", 0) == {"made": True}
        assert "cannot be changed" in line.move("secret")["message"]
    assert said(waiting).endswith("The game starts here as soon as Bob accepts.")
    assert re.search(r'class="code secret">\d{4}<', waiting.text)


def test_what_pegs_mean_and_how_to_play_stand_beside_the_game(ann: Person, bob: Person) -> None:
    game, invitation = ann.invite("1234")
    bob.join(invitation, "5678")
    page = ann.http.get(game).text
    assert "bull: right digit, right place." in page
    assert "<summary>How to play</summary>" in page
    assert "the server replies" in page
    assert "the computer" not in page.lower()


def test_guesses_are_called_by_their_pegs(ann: Person, bob: Person) -> None:
    game, invitation = ann.invite("0123", rules="mm4x6")
    bob.join(invitation, "5544")
    page = ann.move(game, "guess", "0011").text
    said = page.partition('id="said"')[2].partition("</p>")[0]
    assert 'aria-label="red, red, blue, blue"' in said
    assert said.endswith(": 0 black, 0 white. Bob is thinking.")


def sit_down(
    server: ServerProcess, ann: "Page", bob: "Page", look: "Callable[[Page, str], None]"
) -> None:
    """Let Ann invite Bob: her secret is 1234, his is 5678."""
    from playwright.sync_api import expect

    ann.goto(f"{server.address}/two")
    look(ann, "two-new")
    ann.get_by_label("Your name").fill("Ann")
    choose(ann)
    ann.get_by_label("Your secret").fill("1234")
    ann.get_by_role("button", name="Get the link").click()
    bob.goto(ann.get_by_label("Invitation link").input_value())
    look(ann, "two-waiting")
    look(bob, "two-join")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_text("Choose your own code").click()
    bob.get_by_label("Your secret").fill("5678")
    bob.get_by_role("button", name="Play").click()
    expect(ann.locator("#said")).to_have_text("You begin: it is your turn.")


def choose(page: "Page") -> None:
    """Unfold what need not be chosen."""
    page.get_by_text("Your code, and a clock").click()


def look_at(page: "Page", name: str) -> None:
    check_accessible(page)
    picture(page, name)


def guess(page: "Page", code: str) -> None:
    page.get_by_role("textbox", name="Your guess").fill(code)
    page.keyboard.press("Enter")


def test_two_browsers_play_each_other(
    server: ServerProcess, visitor: "Callable[..., Page]"
) -> None:
    from playwright.sync_api import expect

    ann, bob = visitor(), visitor()
    sit_down(server, ann, bob, look_at)
    expect(ann.locator("#presence")).to_have_text("Bob is here.")
    expect(ann).to_have_title(re.compile("^Your turn . Ann and Bob"))
    expect(ann.get_by_role("textbox", name="Your guess")).to_be_focused()
    guess(ann, "5687")
    expect(ann.locator("#said")).to_have_text("Your guess 5687: 2 bulls, 2 cows. Bob is thinking.")
    expect(bob.locator("#announcer")).to_have_text(
        "Ann's guess 5687: 2 bulls, 2 cows. It is your turn."
    )
    guess(bob, "12")
    expect(bob.locator("#guess-error")).to_have_text("A code has 4 digits, not 2.")
    look_at(bob, "two-play")
    guess(bob, "1243")
    expect(bob.locator("#said")).to_contain_text("Ann is thinking.")
    guess(ann, "5678")
    expect(bob.locator("#said")).to_contain_text("This is your last guess.")
    guess(bob, "1324")
    expect(bob.locator("#said")).to_have_text("Ann wins in 2.")
    expect(ann.locator("#said")).to_have_text("You win in 2.")
    ann.get_by_text("The secrets were sealed: check").click()
    ann.get_by_text("The seal", exact=True).first.click()
    ann.get_by_role("button", name="Check it").first.click()
    expect(ann.get_by_text("It fits")).to_be_visible()
    look_at(ann, "two-over")
    bob.get_by_role("button", name="Play again").click()
    expect(ann.locator("#announcer")).to_have_text("You win in 2. Bob wants a rematch.")
    look_at(ann, "two-asked")
    look_at(bob, "two-asking")
    # One click on either side, and both are at the board.
    ann.get_by_role("button", name="Accept rematch").first.click()
    expect(bob.locator("#said")).to_have_text("You begin: it is your turn.")
    expect(ann.get_by_role("heading", level=1)).to_have_text("Ann and Bob")
    ann.get_by_text("Your link to this game").click()
    lost = visitor()
    lost.goto(ann.get_by_label("Your own link").input_value())
    look_at(lost, "two-back")
    lost.get_by_role("button", name="Go on here").click()
    guess(bob, "0123")
    expect(lost.locator("#said")).to_contain_text("It is your turn.")


def test_a_secret_is_chosen_with_pegs(
    server: ServerProcess, visitor: "Callable[..., Page]", ann: Person
) -> None:
    from playwright.sync_api import expect

    bob = visitor(viewport=PHONE, has_touch=True)
    bob.goto(f"{server.address}/two")
    choose(bob)
    # Where fingers type, the keys of the page are the keyboard.
    expect(bob.get_by_label("Your secret")).to_have_attribute("inputmode", "none")
    bob.get_by_label("Your secret").fill("4271")
    bob.get_by_role("radio", name="Colours").check()
    expect(bob.get_by_label("Your secret")).to_have_value("")
    bob.get_by_role("button", name="blue triangle").click()
    bob.keyboard.type("bo1")
    look_at(bob, "two-new-pegs")
    bob.get_by_role("button", name="Get the link").click()
    expect(bob.locator(".secret [role=img]")).to_have_attribute(
        "aria-label", "blue, blue, orange, blue"
    )
    game, invitation = ann.invite("0123", rules="mm4x6")
    bob.goto(f"{server.address}{invitation}")
    bob.get_by_text("Choose your own code").click()
    secret = bob.get_by_label("Your secret")
    bob.locator("code-pad").get_by_role("button", name="red circle").click()
    secret.press("g")
    secret.press("5")
    expect(secret).to_have_value("035")
    secret.press("Enter")
    assert bob.url.endswith(invitation), "a place is empty"
    bob.locator("code-pad").get_by_role("button", name="red circle").click()
    look_at(bob, "two-join-pegs")
    bob.get_by_role("button", name="Play").click()
    expect(bob.locator("#said")).to_have_text("Ann begins.")
    assert "4 black, 0 white" in said(ann.move(game, "guess", "0350"))
    # Nor are digits asked for in a rematch.
    ann.move(game, "resign")
    bob.get_by_text("Choose your next code").click()
    bob.get_by_role("button", name="orange star").click()
    bob.keyboard.type("rby")
    look_at(bob, "two-secret-pegs")
    bob.locator("#next-code").get_by_role("button", name="Play again").click()
    expect(bob.locator(".secret [role=img]")).to_have_attribute(
        "aria-label", "orange, red, blue, yellow"
    )


# On a desk they are those of a duel in test_board.py.
@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.slow), True])
def test_the_tools_of_a_duel_are_there(
    server: ServerProcess, visitor: "Callable[..., Page]", bob: Person, phone: bool
) -> None:
    from playwright.sync_api import expect

    game, invitation = bob.invite("2754", name="Bob")
    ann = visitor(viewport=PHONE, has_touch=True) if phone else visitor()
    ann.goto(f"{server.address}{invitation}")
    ann.get_by_role("button", name="Play").click()
    bob.move(game, "guess", "0123")
    expect(ann.locator("#said")).to_contain_text("It is your turn.")
    ann.keyboard.press("?")
    keys = ann.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("an earlier guess")
    expect(keys).not_to_contain_text("undo")
    ann.keyboard.press("Escape")
    switch(ann, "Notes")
    switch(ann, "The sieve")
    if phone:
        ann.get_by_text("Notes", exact=True).first.click()
    expect(ann.locator(".sieve figcaption")).to_contain_text(" code: 5,040")
    ann.get_by_role("button", name="7 in place 2: not known").click()
    look_at(ann, "two-tools")
    if phone:
        ann.get_by_text("Yours").click()
    guess(ann, "2745")
    expect(ann.locator("#said")).to_contain_text("Bob is thinking.")
    if phone:
        ann.get_by_text("Notes", exact=True).first.click()
    left = candidates(RULES).after(Turn("2745", RULES.reply("22"))).count
    expect(ann.locator(".sieve figcaption")).to_contain_text(f" code: {left:,}")
    expect(ann.get_by_role("button", name="7 in place 2: no", exact=True)).to_be_visible()
    # Bob's secret is sealed: what he sees of his own game is not in here.
    assert "2754" not in without_tokens(ann.content())


def test_what_breaks_off_goes_on(server: ServerProcess, visitor: "Callable[..., Page]") -> None:
    from playwright.sync_api import expect

    ann, bob = visitor(), visitor()
    answers: list[str] = []

    def lose_the_first_answer(line: "WebSocketRoute") -> None:
        to_server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if "made" in str(message):
                answers.append(str(message))
                if len(answers) == 1:
                    line.close()
                    return
            line.send(message)

        to_server.on_message(pass_on)

    bob.context.route_web_socket("**/socket", lose_the_first_answer)
    sit_down(server, ann, bob, lambda *_: None)
    guess(ann, "5687")
    expect(bob.locator("#said")).to_contain_text("It is your turn.")
    guess(bob, "1243")
    expect(bob.locator("#said")).to_contain_text("Ann is thinking.")
    expect(ann.locator("#said")).to_contain_text("It is your turn.")
    expect(bob.locator("#trouble")).to_be_empty()
    # As it was left when the page was closed before the line came back.
    ann.evaluate(
        """() => sessionStorage.setItem(
          `unsent ${location.pathname}`, JSON.stringify({ move: "guess 5768", after: 4 })
        )"""
    )
    ann.reload()
    expect(bob.locator("#said")).to_contain_text("It is your turn.")
    bob.context.set_offline(True)
    guess(bob, "1324")
    bob.context.set_offline(False)
    expect(ann.locator("#said")).to_contain_text("Bob's guess 1324")
    # However often they were sent, both guesses were made once.
    assert set(answers) == {'{"made":true}'}
    for code in ("1243", "1324"):
        assert ann.locator(f"tr[data-guess='{code}']").count() == 1


def test_where_websockets_are_blocked_forms_do(
    server: ServerProcess, visitor: "Callable[..., Page]", bob: Person
) -> None:
    from playwright.sync_api import expect

    ann = visitor()
    ann.context.route_web_socket("**/socket", lambda line: line.close())
    ann.goto(f"{server.address}/two")
    choose(ann)
    ann.get_by_label("Your secret").fill("1234")
    ann.get_by_role("button", name="Get the link").click()
    link = ann.get_by_label("Invitation link").input_value()
    bob.join(link.removeprefix(server.address), "5678")
    expect(ann.locator("#said")).to_have_text("You begin: it is your turn.")
    guess(ann, "5687")
    expect(ann.locator("#said")).to_contain_text("Bob is thinking.")
    bob.move(link.removeprefix(server.address).partition("/join")[0], "resign")
    expect(ann.locator("#said")).to_have_text("You win: Bob gave up.")


def test_a_game_that_is_deleted_elsewhere_says_so(server: ServerProcess, page: "Page") -> None:
    from playwright.sync_api import expect

    page.goto(f"{server.address}/two")
    with page.expect_websocket() as line:
        page.get_by_role("button", name="Get the link").click()
    line.value.wait_for_event("framereceived")
    game = page.url.rpartition("/")[2]
    delete = f"{server.address}/games/{game}/delete"
    page.request.post(delete, headers={"Origin": server.address})
    expect(page.locator("#said")).to_have_text("There is no such game.")
