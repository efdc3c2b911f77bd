"""What hands meet at the pages, in a real browser: thumbs on a phone, keys, rows, the clipboard."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import httpx2
import pytest

from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from tests.helpers.browser import PHONE, check_accessible, picture
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess
from tests.web.test_play import RULES, begin, changing, pending, reply_by_hand, tab_to, yours

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Page


def play_turns(page: "Page", *codes: str) -> None:
    """Guess, and reply so that the computer has most left to find."""
    known = candidates(RULES)
    for code in codes:
        page.locator("#guess").fill(code)
        page.locator("#guess").press("Enter")
        guess = pending(page)
        split = known.split(guess) or {}
        reply = max(split, key=lambda reply: split[reply])
        known = known.after(Turn(guess, reply))
        page.locator(f"#reply-{reply}").click()
        page.locator("#guess").wait_for()


def box(page: "Page", selector: str) -> "FloatRect":
    """Where something is on the screen."""
    found = page.locator(selector).bounding_box()
    assert found
    return found


def press_in_sight(page: "Page", name: str, says: str) -> None:
    """Press a button, and find what it says on the screen as it is."""
    from playwright.sync_api import expect

    page.get_by_role("button", name=name, exact=True).or_(
        page.get_by_role("link", name=name, exact=True)
    ).click()
    expect(page.locator("#said")).to_contain_text(says)
    expect(page.locator("#said")).to_be_in_viewport(ratio=1)


def test_on_a_phone_answers_are_in_sight_wherever_the_button_is(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    page = visitor(viewport=PHONE, has_touch=True)
    begin(page, server)
    play_turns(page, "0123", "4567", "8901")
    press_in_sight(page, "Hint", "possible")
    expect(page.locator("#guess")).to_be_in_viewport(ratio=1)
    press_in_sight(page, "Hint: a good guess", "You could try")
    check_accessible(page)
    picture(page, "play-hint")
    page.locator("#guess").fill("0123")
    press_in_sight(page, "Check", "0123")
    expect(page.locator("#guess")).to_be_in_viewport(ratio=1)
    with changing(page):
        page.get_by_role("button", name="Guess", exact=True).click()
    # The field that takes the focus is not behind what is said.
    assert box(page, "#reply")["y"] >= box(page, "#said")["y"] + box(page, "#said")["height"]
    with changing(page):
        press_in_sight(page, "Undo turn 4: 0123", "8901")


def test_keys_type_into_the_field_wherever_the_focus_is(
    page: "Page", server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    begin(page, server, role="You crack mine")
    field, pad = page.locator("#guess"), page.locator("code-pad")
    for key in "0124":
        pad.get_by_role("button", name=key).click()
    page.keyboard.press("Backspace")
    expect(field).to_have_value("012")
    page.keyboard.type("3")
    with changing(page):
        page.keyboard.press("Enter")
    # Where a click has left no focus, keys go to the field, too.
    page.get_by_role("heading", level=1).click()
    expect(field).not_to_be_focused()
    page.keyboard.type("45689")
    page.keyboard.press("Backspace")
    expect(field).to_have_value("456")
    page.keyboard.type("7")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#said")).to_contain_text("possible")
    with changing(page):
        page.keyboard.press("Enter")
    assert [turn.guess for turn in yours(page)] == ["0123", "4567"]
    # What was reached by Tab keeps its keys, and so does another field.
    page.locator("#guess").fill("89")
    tab_to(page, pad.get_by_role("button", name="0"))
    page.keyboard.press("Enter")
    expect(field).to_have_value("890")
    page.keyboard.type("1")
    tab_to(page, page.locator("#undo"))
    page.keyboard.press("Backspace")
    with changing(page):
        page.keyboard.press("Enter")
    assert [turn.guess for turn in yours(page)] == ["0123"]
    # Keys that browsers have uses for stay theirs.
    page.get_by_role("heading", level=1).click()
    for key in ("Control+1", "/", " "):
        page.keyboard.press(key)
    expect(field).not_to_be_focused()


def test_a_code_is_typed_with_an_input_method(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begin(page, server, role="You crack mine")
    field = page.locator("#guess")
    tiles = page.locator("code-tiles[for=guess] .tile")
    field.focus()
    method = page.context.new_cdp_session(page)
    for text, code in (("\uff11\uff12\uff13\uff14", "1234"), ("\uff15\u96f6\uff16", "56")):
        for typed in range(1, len(text) + 1):
            part = {"text": text[:typed], "selectionStart": typed, "selectionEnd": typed}
            method.send("Input.imeSetComposition", part)
            expect(field).to_have_value(text[:typed])
        method.send("Input.insertText", {"text": text})
        expect(field).to_have_value(code)
        expect(tiles).to_have_text([*code.ljust(4)])
        for _ in code:
            page.keyboard.press("Backspace")
        expect(field).to_have_value("")
    page.keyboard.insert_text("\uff17")
    page.keyboard.type("890")
    with changing(page):
        page.keyboard.press("Enter")
    assert [turn.guess for turn in yours(page)] == ["7890"]


def test_a_reply_to_many_places_is_sent_only_when_it_is_there(
    page: "Page", server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    begin(page, server, rules="mm6x9", role="I crack your code")
    bulls, cows = page.get_by_label("Bulls"), page.get_by_label("Cows")
    expect(bulls).to_be_focused()
    for field in (bulls, cows):
        expect(field).to_have_value("")
    page.keyboard.press("Enter")
    bulls.fill("1")
    page.keyboard.press("Enter")
    assert bulls.evaluate("field => field.form.reportValidity()") is False
    assert page.locator("#live").get_attribute("data-version") == "0"
    cows.fill("2")
    with changing(page):
        page.keyboard.press("Enter")
    assert page.locator(".reply").inner_text() == "1 bull, 2 cows"


@pytest.mark.parametrize(("bulls", "cows"), [("", ""), ("1", ""), ("", "10"), (" ", "3")])
def test_half_a_reply_is_refused_and_kept(server: ServerProcess, bulls: str, cows: str) -> None:
    with httpx2.Client(base_url=server.address, follow_redirects=True, timeout=PATIENCE) as person:
        chosen = {"rules": "other", "other": "mm10x2", "role": "maker"}
        game = person.post("/play", data=chosen).url.path
        refused = person.post(game, data={"verb": "reply", "text": [bulls, cows]})
        assert refused.status_code == 422
        assert "A reply is two numbers: how many black, and how many white." in refused.text
        for field, typed in (("bulls", bulls), ("cows", cows)):
            assert f'id="{field}" name="text" type="number" value="{typed.strip()}"' in refused.text


_CUT = """buttons => buttons.filter((button) => {
  const words = document.createRange();
  words.selectNodeContents(button.firstChild);
  return words.getBoundingClientRect().width > button.clientWidth;
}).map((button) => button.innerText)"""
"""What the buttons say that are too narrow for their words; some have more for the ears alone."""


def test_buttons_are_as_wide_as_what_they_say(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    page = visitor(locale="de-DE")
    page.goto(f"{server.address}/play")
    reply_by_hand(page)
    page.get_by_role("button", name="Jungochse").click()
    for place in ("guess", "reply"):
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            cut = page.locator(".dock button:visible").evaluate_all(_CUT)
            assert cut == [], width
        if place == "guess":
            page.locator("#guess").fill("0123")
            page.locator("#guess").press("Enter")
            page.locator("#reply").wait_for()


_COVERED = """() => {
  const caption = document.createRange();
  caption.selectNodeContents(document.querySelector("[data-side=computer] caption"));
  const [text, own] = [caption, document.querySelector("own-code")].map((one) =>
    one.getBoundingClientRect());
  return own.left < text.right && own.right > text.left
    && own.top < text.bottom && own.bottom > text.top;
}"""
"""Whether the player's own code lies over the caption of the other board."""


# German words are the longer ones.
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "de"])
def test_a_tablet_has_room_for_the_own_code_and_for_all_replies(
    visitor: Callable[..., "Page"], server: ServerProcess, language: str
) -> None:
    page = visitor(locale=language)
    begun = page.request.post(
        f"{server.address}/play", form={"role": "both", "strategy": "minotaur", "rules": "ab4x10"}
    )
    page.goto(begun.url)
    own = page.locator("own-code .code")

    def covered() -> list[int]:
        found = []
        for width in (700, 768, 810, 834, 860, 940, 1010, 1020, 1100, 1180, 1440):
            page.set_viewport_size({"width": width, "height": 1080})
            if own.is_visible() and page.evaluate(_COVERED):
                found.append(width)
        return found

    page.locator("#own").fill("5274")
    page.keyboard.press("Enter")
    own.wait_for()
    assert covered() == []
    reply_by_hand(page)
    for name in ("notes", "sieve"):
        page.evaluate("name => localStorage.setItem(`moolab ${name}`, 'yes')", name)
    page.reload()
    page.locator(".sieve").first.wait_for()
    assert covered() == []
    page.locator("#guess").fill("0123")
    page.locator("#guess").press("Enter")
    page.locator("#reply").wait_for()
    for width in (768, 810, 834, 860, 1024):
        page.set_viewport_size({"width": width, "height": 1080})
        keys = page.locator(".dock .replies button").evaluate_all(
            "keys => keys.map((key) => key.getBoundingClientRect().top)"
        )
        assert (len(keys), len(set(keys))) == (14, 1), width
        assert box(page, "#reply")["height"] < 50


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "de"])
def test_the_archive_of_days_fits_a_phone(
    visitor: Callable[..., "Page"], server: ServerProcess, language: str
) -> None:
    page = visitor(viewport={"width": 390, "height": 844}, locale=language)
    page.goto(f"{server.address}/daily")
    table = page.locator("section table")
    hidden = table.evaluate(
        "({ parentElement: { scrollWidth, clientWidth } }) => scrollWidth - clientWidth"
    )
    assert hidden <= 0


_PEGS = """() => [...document.querySelectorAll(".turns")].flatMap((table) => {
  const middle = ({ top, bottom }) => (top + bottom) / 2;
  const box = (element) => element.getBoundingClientRect();
  return [...table.querySelectorAll("tr:has(.reply)")].map((row) => [
    box(row.querySelector(".pegs")).left - box(table).left,
    middle(box(row.querySelector(".pegs"))) - middle(box(row.querySelector(".tile"))),
  ]);
})"""
"""Of each row: where its pegs begin, and how far their middle is below that of the tiles."""


@pytest.mark.parametrize("width", [360, 1280])
def test_pegs_of_all_rows_stand_below_each_other(
    visitor: Callable[..., "Page"], server: ServerProcess, width: int
) -> None:
    page = visitor(viewport={"width": width, "height": 740})
    begin(page, server)
    rows = []
    for code in ("0123", "4567"):
        page.locator("#guess").fill(code)
        with changing(page):
            page.locator("#guess").press("Enter")
        # The board of the computer's guesses is in sight, on a phone this one alone.
        with changing(page):
            page.locator("#reply-01").click()
        rows += page.evaluate(_PEGS)
    rows = [row for row in rows if row[0]]
    assert len(rows) == (6 if width > 800 else 3)
    assert {round(left) for left, _ in rows} == {round(rows[0][0])}
    assert max(abs(drop) for _, drop in rows) < 1.5


def test_headings_that_are_shown_are_not_boxed(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begin(page, server, role="I crack your code")
    for reply in ("04", "00"):
        page.locator("#reply").fill(reply)
        with changing(page):
            page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Which reply was wrong?")).to_be_focused()
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "none"
    tab_to(page, page.locator(".repairs button").first)
    assert page.evaluate(outline) == "solid"


def test_a_phone_that_lies_has_room_for_title_menu_and_board(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    height = 390
    page = visitor(viewport={"width": 844, "height": height}, has_touch=True)
    begin(page, server)
    title, menu = box(page, ".match h1"), box(page, ".top .menu")
    assert title["x"] + title["width"] <= menu["x"]
    page.get_by_role("button", name="Menu").click()
    unfolded = box(page, ".top nav")
    assert unfolded["y"] + unfolded["height"] <= height
    page.goto(f"{server.address}/trilobite")
    assert box(page, ".grid")["height"] <= height
