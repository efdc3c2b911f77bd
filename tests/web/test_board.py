"""What scripts make of the page of a duel, in a real browser: a board that one likes to touch."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from tests.helpers.browser import PHONE, check_accessible, picture
from tests.helpers.servers import ServerProcess
from tests.web.test_hands import box, play_turns
from tests.web.test_play import (
    RULES,
    begin,
    changing,
    pending,
    press,
    said,
    secret_of,
    tab_to,
    yours,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page


DOCK = "game-table > .dock"
"""That of the boards; there is another one where the own code is asked for."""


def switch(page: "Page", name: str) -> None:
    """Switch on what is in the sheet behind the three dots."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("checkbox", name=name).check()
    page.keyboard.press("Escape")


def keep_code(page: "Page", code: str, way: str) -> None:
    """Tell the browser one's own code, and how replies are to be given."""
    page.evaluate("way => localStorage.setItem('moolab answer', way)", way)
    page.reload()
    page.locator("#own").fill(code)
    page.locator(".choose button.go").click()


def shown(page: "Page", side: str) -> list[Turn]:
    """The turns of a side."""
    rows = page.locator(f"[data-side={side}] tr[data-reply]").evaluate_all(
        "rows => rows.map(({ dataset }) => [dataset.guess, dataset.reply])"
    )
    return [Turn(guess, RULES.reply(reply)) for guess, reply in rows]


def test_what_one_presses_stands_still(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    page = visitor(viewport=PHONE, has_touch=True)
    begin(page, server)
    boxes = []
    for code in ("0123", "4567", "8901", "2345"):
        boxes.append([box(page, name) for name in (DOCK, f"{DOCK} > button.go", "#open-more")])
        page.locator("#guess").fill(code)
        with changing(page):
            page.locator("#guess").press("Enter")
        expect(page.locator(".pending .tile").last).to_be_in_viewport(ratio=1)
        assert box(page, "#open-more") == boxes[0][2]
        row, dock = box(page, ".pending"), box(page, DOCK)
        assert row["y"] + row["height"] <= dock["y"]
        # With the first reply it says what the pegs of the buttons are.
        has_legend = page.locator(DOCK).get_by_text("right digit, right place").is_visible()
        assert has_legend == (len(boxes) == 1)
        assert dock["height"] <= (335 if has_legend else 275)
        with changing(page):
            page.locator("#reply-00, #reply-01").last.click()
        if page.locator(".clash").count():
            break
        expect(page.locator("#guess")).to_be_in_viewport(ratio=1)
    assert len(boxes) > 1
    assert all(turn == boxes[0] for turn in boxes)


def test_on_a_phone_a_code_is_kept_before_the_first_guess(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    page = visitor(viewport=PHONE, has_touch=True)
    begin(page, server)
    assert page.locator("#tab-yours").is_checked()
    dock = box(page, DOCK)
    keep_code(page, "4271", "mark")
    expect(page.locator("own-code")).to_contain_text("4271")
    assert box(page, DOCK) == dock
    expect(page.locator("#fair")).to_contain_text("Your code is sealed")
    check_accessible(page)
    picture(page, "play-kept")
    page.locator("#guess").fill("0123")
    with changing(page):
        page.locator("#guess").press("Enter")
    expect(page.locator(".right")).to_have_count(1)
    # One board at a time from here on.
    page.get_by_text("Yours", exact=False).first.click()
    expect(page.locator("own-code")).to_be_hidden()


def test_short_cuts(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begin(page, server)
    page.keyboard.press("h")
    expect(page.locator("#said")).to_contain_text("5,040 codes are possible.")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_contain_text("undo")
    check_accessible(page)
    page.keyboard.type("12h")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(page.locator("#guess")).to_have_value("")
    page.keyboard.type("0123")
    with changing(page):
        page.keyboard.press("Enter")
    # No reply is chosen yet.
    page.keyboard.press("Enter")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Enter")
    assert pending(page)
    assert page.locator("#live").get_attribute("data-version") == "1"
    with changing(page):
        page.keyboard.press("u")
    assert not yours(page)


def test_a_row_is_filled_place_by_place(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begin(page, server, rules="mm4x6", role="You crack mine")
    field, tiles = page.locator("#guess"), page.locator("code-tiles .tile")
    keys = page.locator("code-pad")
    tiles.nth(2).click()
    page.keyboard.press("5")
    expect(field).to_have_value("__5")
    # A row with a hole is not sent.
    page.keyboard.press("Enter")
    assert field.evaluate("field => field.validationMessage") == "Fill every place."
    assert page.locator("#live").get_attribute("data-version") == "0"
    keys.get_by_role("button", name="red circle").drag_to(tiles.nth(3))
    expect(field).to_have_value("__50")
    page.keyboard.type("12")
    expect(field).to_have_value("1250")
    for key in ("ArrowLeft", "ArrowLeft", "Backspace", "3"):
        page.keyboard.press(key)
    expect(field).to_have_value("1230")
    # Held, a peg stays for the next guess.
    tiles.nth(1).click(delay=700)
    expect(page.locator("code-tiles .kept")).to_have_count(1)
    with changing(page):
        page.keyboard.press("Enter")
    expect(field).to_have_value("_2")
    page.keyboard.press("0")
    expect(field).to_have_value("02")
    names = page.locator("tr[data-guess='1230'] .tile").evaluate_all(
        "tiles => tiles.map((tile) => tile.ariaLabel)"
    )
    assert names == ["blue triangle", "yellow square", "green diamond", "red circle"]


def test_letters_type_pegs_and_rows_are_copied(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    page = visitor(has_touch=True)
    begin(page, server, rules="mm4x6", role="You crack mine")
    field = page.locator("#guess")
    page.get_by_role("heading", level=1).click()
    page.keyboard.type("Pogb")
    expect(field).to_have_value("4531")
    with changing(page):
        page.keyboard.press("Enter")
    row = page.get_by_role("button", name="Copy purple cross, orange star, green diamond, blue tri")
    page.keyboard.press("h")
    page.get_by_role("button", name="Hint: a good guess").click()
    expect(page.locator("#said")).to_contain_text("You could try")
    assert page.locator("#said .peg").count() == 4

    def tab_and_enter() -> None:
        tab_to(page, row)
        page.keyboard.press("Enter")

    for copy in (row.click, row.tap, tab_and_enter):
        field.fill("")
        page.keyboard.press("r")
        expect(field).to_have_value("0")
        copy()
        expect(field).to_have_value("4531")
        expect(field).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("R is red")


def test_a_letter_of_two_colours_types_neither(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begin(page, server, rules="mm5x8", role="You crack mine")
    page.keyboard.type("bw")
    expect(page.locator("#guess")).to_have_value("7")


def test_looks_of_pegs(page: "Page", server: ServerProcess) -> None:
    begin(page, server, rules="mm4x6", role="You crack mine")
    for look in ("Colours", "Colours and shapes"):
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_label("Pegs").select_option(look)
        page.reload()
        page.locator("#guess").fill("0123")
        page.locator("code-tiles .peg").first.wait_for()
        shape, text = page.locator("code-tiles .peg").first.evaluate(
            "peg => [getComputedStyle(peg, '::before').content, peg.textContent]"
        )
        assert (shape == "none") == (look != "Colours and shapes")
        assert not text
        if look != "Colours and shapes":
            check_accessible(page)
    page.get_by_role("button", name="More", exact=True).click()
    check_accessible(page)


def test_with_forced_colours_pegs_are_their_shapes(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    page = visitor(forced_colors="active", viewport=PHONE)
    begin(page, server, rules="mm4x6")
    page.keyboard.type("05")
    look = """peg => {
      const { backgroundColor, outlineStyle } = getComputedStyle(peg);
      const { content, color } = getComputedStyle(peg, "::before");
      return [content, color, backgroundColor, outlineStyle];
    }"""
    black, white = "rgb(0, 0, 0)", "rgb(255, 255, 255)"
    schemes: dict[Literal["light", "dark"], tuple[str, str]] = {
        "light": (black, white),
        "dark": (white, black),
    }
    for scheme, (ink, paper) in schemes.items():
        page.emulate_media(color_scheme=scheme)
        circle = ['"●"', ink, paper, "none"]
        assert page.locator("#guessing .tile").first.evaluate(look) == circle
        # What is chosen is seen without colours: the next place, and the board.
        assert page.locator("#guessing .next").evaluate(look)[3] == "solid"
        assert page.locator(".tabs label").first.evaluate(look)[3] == "solid"
    page.keyboard.type("12")
    with changing(page):
        page.keyboard.press("Enter")
    for scheme, (ink, paper) in schemes.items():
        page.emulate_media(color_scheme=scheme)
        shape, *colours = page.locator(".pending .peg").first.evaluate(look)[:3]
        assert shape.strip('"') in "●▲■◆✚★"
        assert colours == [ink, paper]
        assert page.locator(".replies .bull").first.evaluate("e => getComputedStyle(e).fill") == ink


def test_the_browser_scores_as_the_server_does(page: "Page", server: ServerProcess) -> None:
    chance = random.Random(1)
    page.goto(server.address)
    for rules in ("ab4x10", "mm4x6", "emms4x4", "mm10x2", "mm3x4:wxyz", "words:english4"):
        known = Rules.parse(rules)
        codes = [code_at(known, chance.randrange(known.size)) for _ in range(60)]
        pairs = [(guess, secret) for guess in codes for secret in codes]
        game = {
            "family": known.family,
            "symbols": known.alphabet,
            "places": known.places,
            "repeats": known.repeats,
            "marked": known.marked,
        }
        scored, size, listed = page.evaluate(
            """([rules, pairs]) => import("/static/replies.js").then(({ score, size, codes }) => [
              pairs.map(([guess, secret]) => score(rules, guess, secret)), size(rules),
              rules.marked ? [] : codes(rules)
            ])""",
            [game, pairs],
        )
        assert scored == [str(known.score(guess, secret)) for guess, secret in pairs], rules
        if not known.listed:
            assert size == known.size
            assert listed == list(candidates(known))


def test_the_browser_marks_or_sends_the_right_reply(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    sent: list[str] = []
    begin(page, server, role="I crack your code")
    page.on("request", lambda request: sent.append(request.post_data or ""))
    keep_code(page, "52", "mark")
    expect(page.locator("#own-error")).to_have_text("A code has 4 different digits.")
    check_accessible(page)
    page.locator("#own").fill("5274")
    page.keyboard.press("Enter")
    expect(page.locator("#your-seal summary")).to_contain_text("Your code is sealed: ")
    right = RULES.score(pending(page), "5274")
    expect(page.locator(".replies .right")).to_have_id(f"reply-{right}")
    check_accessible(page)
    picture(page, "play-own")
    # Another reply is possible, and is counted.
    with changing(page):
        page.locator("#reply-00").click()
    wrong = right != RULES.reply("00")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_label("Replies to the computer").select_option("send")
    over = page.locator("#end, .clash").first
    over.wait_for()
    replies = shown(page, "computer")
    assert all(RULES.score(turn.guess, "5274") == turn.reply for turn in replies[1:])
    if wrong:
        page.locator("#resign").evaluate("fold => fold.querySelector('button').click()")
    assert not any("5274" in text for text in sent if "verb=reveal" not in text)
    if wrong:
        count = f"right {len(replies) - 1} of {len(replies)}."
        expect(page.locator("own-code")).to_contain_text(f"Your replies: {count}")
    expect(page.locator("#fair")).to_contain_text("Your code was sealed: it checks.")
    check_accessible(page)


def test_a_duel_replies_by_itself_to_the_end(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begun = page.request.post(f"{server.address}/play", form={"role": "both", "strategy": "calf"})
    page.goto(begun.url)
    expect(page.locator("#own")).to_be_focused()
    check_accessible(page)
    picture(page, "play-choose")
    page.get_by_role("button", name="Take a random one").click()
    expect(page.locator("#guess")).to_be_focused()
    code = "".join(page.locator("own-code .tile").all_inner_texts())
    other = page.context.new_page()
    other.goto(begun.url)
    secret = secret_of(page, server)
    page.keyboard.type(secret[1:] + secret[0])
    page.keyboard.press("Enter")
    expect(page.locator("[data-side=computer] tr[data-reply]")).to_have_count(1)
    # Another tab is told, and knows the code, too.
    expect(other.locator("[data-side=computer] tr[data-reply]")).to_have_count(1)
    other.close()
    page.reload()
    expect(page.locator("own-code")).to_contain_text(code[0])
    page.locator("#guess").fill(secret)
    page.keyboard.press("Enter")
    expect(page.locator(".triumph")).to_have_text("You have found it!")
    expect(page.locator("#end")).to_be_focused()
    assert all(RULES.score(guess, code) == reply for guess, reply in shown(page, "computer"))
    expect(page.locator("#fair")).to_contain_text("Your code was sealed too: it checks.")
    page.get_by_role("button", name="Play again").click()
    page.locator(".choose .hand").click()
    expect(page.locator("#guess")).to_be_focused()
    page.keyboard.type("0123")
    page.keyboard.press("Enter")
    expect(page.locator("#reply")).to_be_focused()
    # That was said once, and stays.
    page.goto(page.request.post(f"{server.address}/play", form={"role": "maker"}).url)
    expect(page.locator("#reply")).to_be_visible()
    expect(page.locator("#own")).to_be_hidden()


def test_a_duel_with_words_replies_by_itself(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    rules = Rules.parse("words:english4")
    begun = page.request.post(
        f"{server.address}/play",
        form={"role": "both", "strategy": "consistent", "rules": str(rules)},
    )
    page.goto(begun.url)
    page.locator("#own").fill("qqqq")
    page.keyboard.press("Enter")
    expect(page.locator("#own-error")).to_contain_text("My list has no such word.")
    page.get_by_role("button", name="Take a random one").click()
    code = page.locator("own-code .code").inner_text().lower()
    page.locator("#guess").fill(candidates(rules)[0])
    page.keyboard.press("Enter")
    row = page.locator("[data-side=computer] tr[data-reply]")
    guess, reply = row.evaluate("({ dataset }) => [dataset.guess, dataset.reply]")
    assert reply == str(rules.score(guess, "".join(code.split())))


def test_the_last_try_is_seen_and_said(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begun = page.request.post(f"{server.address}/play", form={"role": "breaker", "tries": "2"})
    page.goto(begun.url)
    expect(page.locator(".tries")).to_have_text("2 tries left")
    expect(page.locator("[data-side=yours] .code")).to_have_count(2)
    secret = secret_of(page, server)
    page.locator("#guess").fill("")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#said")).to_contain_text("Fill the row first")
    for number in (1, 2):
        page.locator("#guess").fill(secret[number:] + secret[:number])
        with changing(page):
            page.keyboard.press("Enter")
        if number == 1:
            expect(page.locator(".tries")).to_have_text("Last try")
            expect(page.locator("#announcer")).to_contain_text("This is your last try.")
            check_accessible(page)
            picture(page, "play-last-try")
    expect(page.locator("game-table")).to_have_attribute("data-outcome", "lost")
    expect(page.locator(".unveiled .code")).to_have_text(secret)


def test_a_reply_that_is_sent_is_explained_where_things_may_move(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    page = visitor(reduced_motion="no-preference")
    begin(page, server)
    keep_code(page, "0123", "send")
    page.locator("#guess").fill("0123")
    page.keyboard.press("Enter")
    page.locator(".below").wait_for()
    guess = pending(page)
    # As they are when the reply is sent.
    page.evaluate(
        """new MutationObserver(() => {
          const threads = document.querySelectorAll(".threads line");
          if (threads.length) window.drawn = [...threads].map((line) => line.classList[0]);
        }).observe(document.querySelector("main"), { childList: true, subtree: true })"""
    )
    page.locator("[data-side=computer] tr[data-reply]").wait_for()
    right = RULES.score(guess, "0123")
    assert shown(page, "computer") == [Turn(guess, right)]
    drawn = page.evaluate("window.drawn ?? []")
    assert drawn == ["bull"] * right.bulls + ["cow"] * right.cows
    still = visitor()
    begin(still, server)
    keep_code(still, "0123", "send")
    still.locator("#guess").fill("0123")
    with changing(still):
        still.keyboard.press("Enter")
    still.locator("[data-side=computer] tr[data-reply]").wait_for()
    assert not still.locator(".below").count()


def test_notes(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begin(page, server, role="You crack mine")
    switch(page, "Notes")
    first = page.get_by_role("button", name="3 in place 2: not known")
    first.click()
    page.get_by_role("button", name="3 in place 2: no").click()
    page.get_by_role("button", name="7: not known").click()
    key = page.locator("code-pad").get_by_role("button", name="7")
    expect(key).to_contain_class("out")
    check_accessible(page)
    page.keyboard.type("0123")
    with changing(page):
        page.keyboard.press("Enter")
    page.reload()
    expect(page.get_by_role("button", name="3 in place 2: yes")).to_have_text("✓")
    expect(key).to_contain_class("out")
    picture(page, "play-notes")
    page.locator("#resign").evaluate("fold => fold.querySelector('button').click()")
    page.locator("#end").wait_for()
    kept = "Object.keys(localStorage).filter((name) => name.startsWith('notes'))"
    assert page.evaluate(kept) == []


def test_the_sieve(page: "Page", visitor: Callable[..., "Page"], server: ServerProcess) -> None:
    from playwright.sync_api import expect

    begin(page, server)
    switch(page, "The sieve")
    sieves = page.locator(".sieve figcaption")
    expect(sieves).to_have_text(["My code: 5,040", "Your code: 5,040"])
    play_turns(page, "0123", "4567")
    left = [candidates(RULES, shown(page, side)).count for side in ("yours", "computer")]
    expect(sieves).to_have_text([f"My code: {left[0]:,}", f"Your code: {left[1]:,}"])
    check_accessible(page)
    picture(page, "play-sieve")
    rated = visitor()
    begin(rated, server, rated="yes")
    rated.get_by_role("button", name="More", exact=True).click()
    expect(rated.get_by_role("checkbox", name="Notes")).to_be_visible()
    expect(rated.get_by_role("checkbox", name="The sieve")).to_have_count(0)


_COUNT_TONES = """window.tones = 0;
window.OscillatorNode = class extends OscillatorNode {
  start(when) {
    tones++;
    super.start(when);
  }
};"""


def test_motion_and_sound(visitor: Callable[..., "Page"], server: ServerProcess) -> None:
    page = visitor(reduced_motion="no-preference")
    page.add_init_script(_COUNT_TONES)
    begin(page, server)
    secret = secret_of(page, server)
    animation = "getComputedStyle(document.querySelector('.last .pegs circle')).animationName"
    for turn in (1, 2):
        page.keyboard.type(secret[1:] + secret[0])
        with changing(page):
            page.keyboard.press("Enter")
        assert page.evaluate(animation) == "drop"
        page.emulate_media(reduced_motion="reduce")
        assert page.evaluate(animation) == "none"
        page.emulate_media(reduced_motion="no-preference")
        assert (page.evaluate("tones") > 0) == (turn == 2)
        press(page, "0 bulls, 1 cow")
        if turn == 1:
            switch(page, "Sound")
    # What is only looked at again does not move.
    page.reload()
    assert page.evaluate(animation) == "none"
    assert said(page).endswith("Your turn.")
