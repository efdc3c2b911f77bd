"""The pages on which a person plays against the computer, in a real browser."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import httpx2

from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.games.drawing import commitment
from moolab.strategies import strategy
from moolab.web.http.static import STATIC
from moolab.web.rendering import ENVIRONMENT
from tests.helpers.browser import PHONE, check_accessible, picture
from tests.helpers.pages import without_tokens
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

RULES = Rules.parse("ab4x10")


def reply_by_hand(page: "Page") -> None:
    """Say that the browser shall not reply, where that is not what a test is about."""
    page.evaluate("localStorage.setItem('moolab answer', 'hand')")


def begin(page: "Page", server: ServerProcess, **chosen: str) -> None:
    """Begin a game: the usual one, or what is chosen in the form."""
    page.goto(f"{server.address}/play")
    reply_by_hand(page)
    if not chosen:
        page.get_by_role("button", name="Steer").click()
        page.wait_for_url(re.compile("/play/"))
        return
    if not page.locator("#custom[open]").count():
        page.get_by_text("A game of your own").click()
    rules = chosen.get("rules", "ab4x10")
    usual = page.locator(f"#rules option[value='{rules}']").count()
    page.get_by_label("Rules", exact=True).select_option(rules if usual else "other")
    if not usual:
        page.get_by_text("For researchers").click()
        page.get_by_label("Or in notation").fill(rules)
    page.get_by_role("radio", name=chosen.get("role", "Duel")).check()
    page.get_by_label("No hints, no takebacks").set_checked("rated" in chosen)
    page.get_by_role("button", name="Play this").click()
    page.wait_for_url(re.compile("/play"))


@contextmanager
def changing(page: "Page") -> Iterator[None]:
    """Wait for the page after a move."""
    from playwright.sync_api import expect

    before = page.locator("#live").get_attribute("data-version") or ""
    yield
    expect(page.locator("#live")).not_to_have_attribute("data-version", before)


def said(page: "Page") -> str:
    """What the page says has happened."""
    return page.locator("#said").inner_text()


def yours(page: "Page") -> tuple[Turn, ...]:
    """The person's guesses, with their replies."""
    rows = page.get_by_label("Your guesses").locator("tr:has(.reply)").all()
    return tuple(
        Turn(row.locator(".code").inner_text(), RULES.reply(row.locator(".reply").inner_text()))
        for row in rows
    )


def pending(page: "Page") -> str:
    """The computer's guess that waits for a reply."""
    return page.locator(".pending .code").inner_text()


def unfold(page: "Page", words: str) -> None:
    """Unfold what is in the sheet behind the three dots."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_text(words).click()


def press_to_see_the_board(page: "Page") -> None:
    """Close the end card, which lies over the dock."""
    page.get_by_role("button", name="Look at the board").click()


def tab_to(page: "Page", wanted: "Locator") -> None:
    """Go with the keyboard to something on the page."""
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached with the keyboard")


def enter(page: "Page", text: str) -> None:
    """Type into the field that has the focus."""
    page.keyboard.type(text)
    with changing(page):
        page.keyboard.press("Enter")


def test_a_whole_duel_with_the_keyboard_alone(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    code = "5274"
    page.goto(f"{server.address}/play")
    reply_by_hand(page)
    check_accessible(page)
    picture(page, "play")
    tab_to(page, page.get_by_role("button", name="Steer"))
    page.keyboard.press("Enter")
    expect(page.locator("#guess")).to_be_focused()
    tab_to(page, page.locator("#seal summary"))
    page.keyboard.press("Enter")
    seal = page.locator("#seal .break").inner_text()
    page.locator("#guess").focus()
    while not page.locator("#end").count():
        if page.locator("#guess").count():
            expect(page.locator("#guess")).to_be_focused()
            enter(page, strategy("consistent", RULES).guess(candidates(RULES, yours(page))))
        else:
            expect(page.locator("#reply")).to_be_focused()
            enter(page, str(RULES.score(pending(page), code)))
    expect(page.locator("#end")).to_be_focused()
    # Where the computer was faster, the code is found for practice.
    while page.locator("#guess").count():
        tab_to(page, page.locator("#guess"))
        enter(page, strategy("consistent", RULES).guess(candidates(RULES, yours(page))))
    assert yours(page)[-1].reply == RULES.win
    tab_to(page, page.locator("#sealed > summary"))
    page.keyboard.press("Enter")
    found, nonce, shown = page.locator("dl.facts dd").all_inner_texts()
    assert found == yours(page)[-1].guess
    assert commitment(found, nonce) == seal == shown
    tab_to(page, page.get_by_role("button", name="Check it"))
    page.keyboard.press("Enter")
    expect(page.locator("seal-check [role=status]")).to_contain_text("It fits")
    tab_to(page, page.locator("#share summary"))
    page.keyboard.press("Enter")
    assert f". {found}: 4 bulls, 0 cows" in page.get_by_label("The game as text").input_value()
    check_accessible(page)
    picture(page, "play-over")
    tab_to(page, page.locator("end-card .primary"))
    page.keyboard.press("Enter")
    expect(page.locator("#guess")).to_be_focused()
    assert not yours(page)


def test_a_contradiction_and_its_repair(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begin(page, server, role="I crack your code")
    check_accessible(page)
    picture(page, "play-reply")
    with changing(page):
        page.get_by_role("button", name="0 bulls, 4 cows").click()
    with changing(page):
        page.get_by_role("button", name="0 bulls, 0 cows").click()
    assert said(page) == "No code fits: turns 1 and 2 cannot both be true."
    expect(page.locator("#announcer")).to_have_text(said(page))
    expect(page.get_by_role("heading", name="Which reply was wrong?")).to_be_focused()
    assert page.locator(".marked .mark").all_inner_texts() == ["clashes", "clashes"]
    check_accessible(page)
    picture(page, "play-contradiction")
    page.reload()
    repair = page.get_by_role("button", name="Turn 2:").first
    right = re.search(r"Turn 2: \S+ got (.*) instead of 0 bulls, 0 cows", repair.inner_text())
    assert right
    with changing(page):
        repair.click()
    assert page.locator(".reply").last.inner_text().strip() == right[1]
    unfold(page, "Change one of your replies")
    page.get_by_label("Turn", exact=True).select_option("1")
    page.get_by_label("Right reply").fill("0 0")
    with changing(page):
        page.get_by_role("button", name="Change it").click()
    assert page.locator(".reply").first.inner_text() == "0 bulls, 0 cows"


def test_typing_clicking_hints_and_mistakes(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begin(page, server)
    for key in "0123":
        page.locator("code-pad").get_by_role("button", name=key).click()
    page.locator("code-pad").get_by_role("button", name="9").click(force=True)
    expect(page.locator("#guess")).to_have_value("0123")
    page.locator("code-pad").get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Guess").click()
    expect(page.locator("#guess-error")).to_have_text("A code has 4 digits, not 3.")
    expect(page.locator("#guess")).to_have_value("012")
    expect(page.locator("#guess")).to_be_focused()
    check_accessible(page)
    picture(page, "play-mistake")
    for step, says in {
        "Hint": "5,040 codes are possible.",
        "Hint: a good guess": "You could try",
        "Hint: why that?": "It splits 5,040 codes into 14 groups, largest 1,440.",
    }.items():
        page.get_by_role("button", name=step, exact=True).click()
        expect(page.locator("#said")).to_contain_text(says)
        # What stands in the row stays there, and typing goes on behind it.
        expect(page.locator("#guess")).to_have_value("012")
        expect(page.locator("code-tiles[for=guess] span")).to_have_text(["0", "1", "2", ""])
    page.locator("code-pad").get_by_role("button", name="3").click()
    expect(page.locator("#guess")).to_have_value("0123")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#said")).to_contain_text("0123 can be the secret.")
    expect(page.locator("#guess")).to_have_value("0123")
    check_accessible(page)
    picture(page, "play-idea")
    page.locator("#guess").fill("0011")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#guess-error")).to_have_text("Each digit only once.")
    page.locator("#guess").fill("0123")
    with changing(page):
        page.get_by_role("button", name="Guess").click()
    page.locator("#reply").fill("1 9")
    page.get_by_role("button", name="Reply", exact=True).click()
    expect(page.locator("#reply-error")).to_contain_text("more than 4 together")
    with changing(page):
        page.get_by_role("button", name="Undo turn 1: 0123", exact=True).click()
    assert not yours(page)


def secret_of(page: "Page", server: ServerProcess) -> str:
    """The computer's code, from the database."""
    with closing(sqlite3.connect(server.log.parent / "games.sqlite3")) as database:
        game = page.url.rpartition("/")[2]
        (setup,) = database.execute("SELECT setup FROM games WHERE id = ?", [game]).fetchone()
    return str(json.loads(setup)["secret"])


def guess(page: "Page", code: str) -> None:
    page.locator("#guess").fill(code)
    with changing(page):
        page.get_by_role("button", name="Guess", exact=True).click()


def press(page: "Page", button: str) -> None:
    with changing(page):
        page.get_by_role("button", name=button, exact=True).click()


def test_a_duel_that_is_lost_and_gone_on_with(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begin(page, server)
    secret = secret_of(page, server)
    miss = secret[1:] + secret[0]
    guess(page, miss)
    press(page, "4 bulls, 0 cows")
    lost = "I win! I found your code with guess 1, so you lose this one."
    assert said(page) == lost
    expect(page).to_have_title(re.compile("^You lose "))
    expect(page.get_by_role("heading", name=lost)).to_be_focused()
    expect(page.locator(f"tr[data-guess='{miss}']")).to_be_in_viewport()
    assert secret not in without_tokens(page.content())
    check_accessible(page)
    picture(page, "play-lost")
    press_to_see_the_board(page)
    press(page, f"Undo turn 1: {miss}")
    assert (yours(page), page.title().startswith("Your guess ")) == ((), True)
    guess(page, miss)
    press(page, "4 bulls, 0 cows")
    page.get_by_text("Go on for practice").click()
    guess(page, miss)
    assert said(page).startswith(f"Your {miss} got 0 bulls, 4 cows. Guess on")
    expect(page.locator("#guess")).to_be_focused()
    press(page, "Show me your code")
    lost = "I win: I needed 1 guess, and you have not found mine."
    assert said(page) == f"{lost} My code was {secret}."
    assert page.locator("dl.facts dd").first.text_content() == secret
    assert not page.locator("#guess").count()
    page.goto(f"{server.address}/games")
    assert page.get_by_text("Against the computer: 1 lost").is_visible()


def test_a_reply_that_lost_the_duel_by_mistake(page: "Page", server: ServerProcess) -> None:
    begin(page, server)
    secret = secret_of(page, server)
    guess(page, secret[1:] + secret[0])
    press(page, "4 bulls, 0 cows")
    press_to_see_the_board(page)
    page.get_by_text("Change one of your replies").click()
    page.get_by_label("Right reply").fill("1 1")
    press(page, "Change it")
    assert said(page).endswith("Your turn.")
    page.goto(f"{server.address}/games")
    assert page.get_by_text("Against the computer: 1 unfinished").is_visible()


def test_a_duel_that_is_won_or_drawn_or_given_up(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    for reply, title, verdict in (
        (
            "0 bulls, 0 cows",
            "You win",
            "You win: you needed 1 guess, and I have not found your code.",
        ),
        ("4 bulls, 0 cows", "A draw", "A draw: you needed 1 guess, I needed 1."),
        ("", "You gave up", "You gave up."),
    ):
        begin(page, server)
        secret = secret_of(page, server)
        if reply:
            guess(page, secret)
            assert "You have found it!" in said(page)
            press(page, reply)
        else:
            unfold(page, "Resign")
            press(page, "Yes, I give up: show me your code")
        assert said(page) == f"{verdict} My code was {secret}."
        expect(page).to_have_title(re.compile(f"^{title} "))
        expect(page.get_by_role("heading", name=verdict)).to_be_focused()
        assert not page.locator("#guess, #reply, #undo").count()
    page.goto(f"{server.address}/games")
    assert page.get_by_text("Against the computer: 1 resigned, 1 drawn, 1 won").is_visible()


def test_undo_takes_back_a_whole_turn(page: "Page", server: ServerProcess) -> None:
    begin(page, server)
    secret = secret_of(page, server)
    first, second = secret[1:] + secret[0], secret[2:] + secret[:2]
    guess(page, first)
    press(page, "0 bulls, 1 cow")
    guess(page, second)
    press(page, "0 bulls, 1 cow")
    page.get_by_role("button", name="Hint").click()
    press(page, f"Undo turn 2: {second}")
    assert [turn.guess for turn in yours(page)] == [first]
    guess(page, second)
    press(page, f"Undo turn 2: {second}")
    assert [turn.guess for turn in yours(page)] == [first]


def test_resume_in_another_tab_and_from_the_list(
    page: "Page", visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    begin(page, server, role="You crack mine")
    page.locator("#guess").fill("0123")
    with changing(page):
        page.get_by_role("button", name="Guess").click()
    other = page.context.new_page()
    other.goto(f"{server.address}/games")
    check_accessible(other)
    picture(other, "games")
    other.get_by_role("link", name="Crack my code").click()
    other.locator("#guess").wait_for()
    assert yours(other) == yours(page)
    other.locator("#guess").fill("4567")
    other.get_by_role("button", name="Guess").click()
    # The first tab is told at once; moves from other devices are not.
    page.locator("tr[data-guess='4567']").wait_for()
    page.request.post(page.url, form={"verb": "guess", "text": "6789"})
    page.locator("#guess").fill("8901")
    with changing(page):
        page.get_by_role("button", name="Guess").click()
    expect(page.locator("#guess-error")).to_contain_text("has gone on meanwhile")
    expect(page.locator("#guess")).to_have_value("8901")
    assert [turn.guess for turn in yours(page)] == ["0123", "4567", "6789"]
    stranger = visitor()
    stranger.goto(page.url)
    assert stranger.get_by_role("heading", name="Whose game is this?").is_visible()
    stranger.goto(f"{server.address}/games")
    assert stranger.get_by_text("No games yet").is_visible()


def test_slow_and_lost_answers(page: "Page", server: ServerProcess, faults: list[str]) -> None:
    from playwright.sync_api import expect

    begin(page, server, role="You crack mine")
    held: list[Route] = []
    page.route(page.url, lambda route: held.append(route))  # noqa: PLW0108 - it must be a function
    page.locator("#guess").fill("0123")
    page.get_by_role("button", name="Guess").dblclick()
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_attribute("aria-busy", "true")
    while not held:
        page.wait_for_timeout(10)
    held[0].abort()
    expect(page.locator("#trouble")).to_contain_text("please try again")
    expect(page.locator("#guess")).to_have_value("0123")
    check_accessible(page)
    faults.clear()
    page.unroute(page.url)
    with changing(page):
        page.get_by_role("button", name="Guess").dblclick()
    expect(page.locator("#trouble")).to_be_empty()
    assert len(held) == 1
    assert [turn.guess for turn in yours(page)] == ["0123"]


def test_replies_are_drawn_as_they_are_said() -> None:
    macros: Any = ENVIRONMENT.get_template("macros.html").module
    for reply, words, kinds in (
        ("12", "1 bull, 2 cows", "bull cow cow miss"),
        ("30", "3 bulls, 0 cows", "bull bull bull miss"),
        ("010", "0 bulls, 10 cows", " ".join(["cow"] * 10)),
        ("100", "10 bulls, 0 cows", " ".join(["bull"] * 10)),
    ):
        drawn = macros.pegs(reply, len(kinds.split()), 1)
        assert re.findall('circle class="([a-z]+)"', drawn) == kinds.split()
        assert macros.reply_words(reply).strip() == words
    keys = macros.reply_keys([str(reply) for reply in RULES.replies], RULES)
    rows = [re.findall(r' value="(\d+)"', row) for row in keys.split("<tr>")[2:]]
    assert "/".join(" ".join(row) for row in rows) == "00 01 02 03 04/10 11 12 13/20 21 22/30/40"


def test_what_is_refused_is_said_where_it_can_be_seen(server: ServerProcess) -> None:
    with httpx2.Client(base_url=server.address, follow_redirects=True, timeout=PATIENCE) as person:
        wrong = person.post("/play", data={"rules": "ab4"}).text
        assert "<title>Not possible" in wrong
        assert re.search(r'<p id="said"[^>]* autofocus>', wrong)
        game = person.post("/play").url.path
        moves = {"verb": "guess", "text": "0123", "after": "0"}
        assert "How close is that?" in person.post(game, data=moves).text
        # From a tab that shows what is over: the field is gone.
        late = person.post(game, data=moves)
        assert late.status_code == 409
        assert "Not possible.</strong> The game has gone on meanwhile" in late.text
        assert "How close is that?" in person.get(game, params={"hint": 1}).text
        for reply in ("00", "10"):
            person.post(game, data={"verb": "reply", "text": reply})
            person.post(game, data={"verb": "guess", "text": "4567"})
        corrected = person.post(game, data={"verb": "correct", "text": ["1", "99"]})
        assert corrected.status_code == 422
        assert re.search(r'<option selected value="1">', corrected.text)
        assert re.search(r'id="right"[^>]* value="99"', corrected.text)
        listed = person.get("/games").text
        assert "Against the computer: 1 unfinished" in listed
        assert "Duel with the steer" in listed


def test_other_makers_say_what_they_are(server: ServerProcess) -> None:
    with httpx2.Client(base_url=server.address, follow_redirects=True, timeout=PATIENCE) as person:

        def play(chosen: dict[str, str], *moves: str) -> str:
            shown = person.post("/play", data={"rules": "ab3x6", **chosen})
            for move in moves:
                verb, _, text = move.partition(" ")
                shown = person.post(shown.url.path, data={"verb": verb, "text": text})
            return shown.text

        evil = {"maker": "evil", "role": "breaker"}
        assert "t commit to a code." in play(evil)
        lost = play(evil, "guess 012", "resign")
        assert "I kept no secret; 36 codes were still possible, 134 for example." in lost
        assert "Bulls &amp; Cows, 3 different digits of 012345, evil maker: I gave up." in lost
        assert '<input type="hidden" name="maker" value="evil">' in lost
        won = play(evil, "guess 012", "guess 103", "guess 023", "guess 041", "guess 451")
        assert "I kept no secret; 451 was the only code left." in won
        assert "<h1>Corner me</h1>" in won
        assert "You cornered me in 5 guesses." in won
        assert "my code" not in won
        # Where both guess, it has no code of its own either.
        assert "my code" not in play({"maker": "evil"})
        replies = ["reply 00", "reply 20", "reply 02", "reply 00"]
        clashes = (play({"mistakes": "1", "role": "maker"}, *replies[:n]) for n in (3, 4))
        explained = "even if 1 reply is wrong. A win is neither pretended nor denied."
        assert any(f"contradict each other, {explained}" in page for page in clashes)
        assert "replies were right" in play({"mistakes": "3"}, "resign")
        both = play({"mistakes": "1", **evil})
        assert "Not possible.</strong> An evil maker makes no mistakes" in both
        assert re.search(r'<details id="custom" class="sheet" open>', both)


def test_a_rated_game_keeps_what_was_seen(page: "Page", server: ServerProcess) -> None:

    begin(page, server, rated="yes")
    assert not page.get_by_role("button", name="Hint").count()
    page.locator("#guess").fill("0123")
    with changing(page):
        page.get_by_role("button", name="Guess").click()
    assert not page.get_by_role("button", name="Undo").count()
    with changing(page):
        page.get_by_role("button", name="1 bull, 0 cows").click()
    with changing(page):
        page.get_by_role("button", name="Undo reply 10", exact=True).click()
    assert pending(page)
    assert [turn.guess for turn in yours(page)] == ["0123"]


def test_other_rules_on_a_phone(visitor: Callable[..., "Page"], server: ServerProcess) -> None:
    from playwright.sync_api import expect

    page = visitor(viewport=PHONE, has_touch=True)
    begin(page, server, rules="ab4x4x4")
    assert "'ab4x4x4' is not the notation of a game" in said(page)
    assert page.get_by_label("Or in notation").input_value() == "ab4x4x4"
    check_accessible(page)
    begin(page, server, rules="ab6x7:abc...")
    for key in "dbface":
        page.locator("code-pad").get_by_role("button", name=key, exact=True).tap()
    with changing(page):
        page.get_by_role("button", name="Guess").tap()
    page.get_by_label("Bulls").fill("1")
    page.get_by_label("Cows").fill("2")
    page.get_by_role("button", name="Reply").tap()
    expect(page.locator("#said")).to_contain_text("two codes of ab6x7:abcdefg share at least 5")
    expect(page.get_by_label("Bulls")).to_be_focused()
    check_accessible(page)
    picture(page, "play-large")
    page.get_by_label("Cows").fill("4")
    with changing(page):
        page.get_by_role("button", name="Reply").tap()
    assert page.locator(".reply").last.inner_text().strip() == "1 bull, 4 cows"


def test_without_scripts(visitor: Callable[..., "Page"], server: ServerProcess) -> None:
    from playwright.sync_api import expect

    page = visitor(java_script_enabled=False)
    begin(page, server)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Hint: a good guess").click()
    expect(page.locator("#said")).to_contain_text("You could try")
    page.get_by_label("Your guess 1").fill("012")
    page.get_by_role("button", name="Guess").click()
    assert page.locator("#guess-error").inner_text() == "A code has 4 digits, not 3."
    page.get_by_label("Your guess 1").fill("0123")
    page.get_by_role("button", name="Guess").click()
    page.get_by_role("button", name="0 bulls, 4 cows").click()
    page.get_by_label("Your guess 2").fill("4567")
    page.get_by_role("button", name="Guess").click()
    page.get_by_label(f"Bulls and cows for {pending(page)}").fill("1 bull")
    page.get_by_role("button", name="Reply", exact=True).click()
    page.get_by_role("button", name="Turn 2").first.click()
    unfold(page, "Resign")
    page.get_by_role("button", name="Yes, I give up").click()
    ended = re.compile(r"^You gave up. My code was \d{4}\.$")
    expect(page.locator("#said")).to_have_text(ended)
    assert "sha256sum" in (page.locator("#command pre").text_content() or "")
    page.goto(f"{server.address}/games")
    assert page.get_by_text("1 resigned").is_visible()


def test_without_scripts_colours_are_typed(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    page = visitor(java_script_enabled=False, viewport=PHONE)
    page.goto(f"{server.address}/play")
    page.get_by_role("button", name="Mastermind").click()
    page.wait_for_url("**/play/*")
    page.locator("noscript p", has_text="red, blue, yellow, green").wait_for()
    page.get_by_label("Your guess 1").fill("red blue yellow g")
    page.get_by_role("button", name="Guess").click()
    peg = page.locator("tr[data-reply] .peg").last
    peg.wait_for(state="attached")
    assert peg.get_attribute("aria-label") == "green diamond"


def test_the_first_key_on_the_first_page_begins_a_guess(
    page: "Page", server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    page.goto(server.address)
    page.keyboard.type("1233")
    expect(page.locator("#first")).to_have_value("1233")
    page.keyboard.press("Enter")
    expect(page.locator("#first-error")).to_have_text("Each digit only once.")
    check_accessible(page)
    page.locator("#first").fill("1234")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    assert [turn.guess for turn in yours(page)] == ["1234"]
    page.goto(server.address)
    page.get_by_role("link", name="Crack my code, guess 2").click()
    page.wait_for_url("**/play/*")


def test_opponents_have_faces_and_are_kept_count_of(page: "Page", server: ServerProcess) -> None:
    page.goto(f"{server.address}/play")
    reply_by_hand(page)
    opponents = page.locator(".opponent")
    assert opponents.count() == opponents.locator("svg.face").count() == 6
    assert "Needs 6.1 guesses" in page.get_by_role("button", name="Steer").inner_text()
    page.get_by_role("button", name="Calf").click()
    unfold(page, "Resign")
    press(page, "Yes, I give up: show me your code")
    page.goto(f"{server.address}/play")
    calf = page.locator(".opponent", has_text="Calf")
    assert "You: 1 resigned." in calf.inner_text()
    page.get_by_label("Colours").check()
    assert "Needs 6.7 guesses" in calf.inner_text()


def test_steps_make_the_notation(page: "Page", server: ServerProcess) -> None:
    page.goto(f"{server.address}/play")
    page.get_by_text("A game of your own").click()
    page.get_by_label("Rules", exact=True).select_option("other")
    page.get_by_role("button", name="More: Places").click()
    page.get_by_role("button", name="Fewer: Symbols").click()
    page.get_by_label("Repeats allowed").check()
    assert page.get_by_label("Or in notation").input_value() == "mm5x9"
    check_accessible(page)
    page.get_by_role("button", name="Play this").click()
    assert page.locator(".turns code-tiles[for=guess]").get_attribute("places") == "5"


def test_a_first_visit_is_light(server: ServerProcess) -> None:
    with httpx2.Client(base_url=server.address, timeout=PATIENCE) as visitor:
        first = visitor.get("/")
        parts = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', first.text))
        assert {f"{STATIC}/page.js", f"{STATIC}/style.css"} <= parts
        answers = [first, *map(visitor.get, parts)]
    assert sum(answer.num_bytes_downloaded for answer in answers) < 40_000


def test_without_scripts_a_first_guess_is_sent_from_the_first_page(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    page = visitor(java_script_enabled=False, viewport={"width": 320, "height": 640})
    page.goto(server.address)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_label("Your first guess").fill("1234")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    page.wait_for_load_state()
    assert [turn.guess for turn in yours(page)] == ["1234"]
    page.goto(f"{server.address}/play")
    page.get_by_text("A game of your own").click()
    page.get_by_label("Rules", exact=True).select_option("other")
    page.get_by_label("Places").fill("3")
    page.get_by_label("Symbols").fill("6")
    page.get_by_role("button", name="Play this").click()
    assert "3 different digits of 012345" in page.locator(".match").inner_text()
