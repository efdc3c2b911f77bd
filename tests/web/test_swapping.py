"""Pages change in place: what ``static/page.js`` does for all of them; and what else scripts do."""

import hashlib
import json
from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

HOST = "http://127.0.0.1"
PAGE = """<!doctype html><html lang="en"><title>{title}</title>
<script type="module" src="/static/page.js"></script>
<div id="trouble" role="alert"></div><main id="main" tabindex="-1">{main}</main>
<div id="announcer" aria-live="polite"></div></html>"""


class Site:
    """A site for which no server is needed.

    Attributes:
        answers: what each path answers, one after the other; the last one remains. A number is a
            status, a list holds server-sent events, and what has a part that changes is a page.
        asked: how often each path was asked for.
    """

    def __init__(self, page: "Page", **answers: list[Any]) -> None:
        self.answers = {f"/room/{name}": given for name, given in answers.items()}
        self.asked: Counter[str] = Counter()
        page.route(f"{HOST}/**", self._answer)

    def _answer(self, route: "Route") -> None:
        path = route.request.url.removeprefix(HOST).partition("?")[0]
        if path.startswith("/static/"):
            script = files("moolab.web").joinpath(path[1:]).read_text(encoding="utf-8")
            route.fulfill(body=script, content_type="text/javascript")
            return
        given = self.answers[path]
        answer = given[min(self.asked[path], len(given) - 1)]
        self.asked[path] += 1
        if isinstance(answer, list):
            events = [f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in answer]
            route.fulfill(body="".join(events), content_type="text/event-stream")
        elif isinstance(answer, int):
            route.fulfill(status=answer, body=PAGE.format(title="No", main="<p>Not now.</p>"))
        else:
            whole = PAGE.format(title=path, main=answer) if 'id="live"' in answer else answer
            route.fulfill(body=whole, content_type="text/html")


def live(version: int, content: str, events: str = "") -> str:
    """The part of a page that changes."""
    return f'<div id="live" data-version="{version}"{events}>{content}</div>'


def test_a_page_is_not_swapped_under_a_finger(page: "Page") -> None:
    from playwright.sync_api import expect

    button = '<button type="button" id="go">Go</button>'
    site = Site(page, a=[live(1, button), live(2, button)])
    page.goto(f"{HOST}/room/a")
    page.evaluate("addEventListener('click', ({ target }) => (window.pressed = target.id))")
    page.locator("#go").hover()
    page.mouse.down()
    page.evaluate("import('/static/page.js').then(({ heard }) => heard(2))")
    while site.asked["/room/a"] < 2:
        page.wait_for_timeout(10)
    page.wait_for_timeout(100)
    assert page.locator("#live").get_attribute("data-version") == "1"
    page.mouse.up()
    expect(page.locator("#live")).to_have_attribute("data-version", "2")
    assert page.evaluate("window.pressed") == "go"


def test_links_forms_and_the_way_back(page: "Page") -> None:
    from playwright.sync_api import expect

    links = '<a id="on" href="/room/b?page=2">On</a>'
    links += '<details id="more"><summary>More</summary></details>'
    form = '<form action="/room/b"><input id="word" name="word"><button id="go">Go</button></form>'
    note = '<form method="post"><input id="note" name="note"></form>'
    Site(page, a=[live(1, links + note)], b=[live(2, f'<p id="said">Here.</p>{links}{form}{note}')])
    page.goto(f"{HOST}/room/a")
    page.evaluate("window.same = true")
    page.locator("#note").fill("unsent")
    page.get_by_text("More").click()
    page.locator("#on").click()
    expect(page.locator("#announcer")).to_have_text("Here.")
    assert (page.url, page.title()) == (f"{HOST}/room/b?page=2", "/room/b")
    expect(page.locator("#on")).to_be_focused()
    expect(page.locator("#note")).to_have_value("unsent")
    assert page.locator("#more").get_attribute("open") is not None
    page.locator("#word").fill("moo")
    page.locator("#go").click()
    page.wait_for_url(f"{HOST}/room/b?word=moo")
    page.go_back()
    page.go_back()
    expect(page.locator("#word")).to_have_count(0)
    assert page.evaluate("window.same")


def test_what_eyes_alone_are_told_is_not_announced(page: "Page") -> None:
    from playwright.sync_api import expect

    said = '<p id="said">You got slate<span aria-hidden="true">S<i>L</i></span>: S absent</p>'
    Site(page, a=[live(1, '<a href="/room/b">On</a>')], b=[live(2, said)])
    page.goto(f"{HOST}/room/a")
    page.get_by_role("link", name="On").click()
    expect(page.locator("#announcer")).to_have_text("You got slate: S absent")


def test_what_was_refused_is_typed_over(page: "Page") -> None:
    from playwright.sync_api import expect

    field = '<form method="post"><input id="f" name="f" value="9"{}></form>'
    Site(page, a=[live(1, field.format("")), live(1, field.format(" aria-invalid=true"))])
    page.goto(f"{HOST}/room/a")
    page.locator("#f").press("Enter")
    expect(page.locator("[aria-invalid]")).to_be_focused()
    page.keyboard.type("01")
    expect(page.locator("#f")).to_have_value("01")


def test_nothing_else_is_pressed_while_something_is_sent(page: "Page") -> None:
    from playwright.sync_api import expect

    forms = "".join(
        f'<form method="post" action="/room/{name}"><button id="{name}">Go</button></form>'
        for name in "ab"
    )
    Site(page, a=[live(1, forms), live(2, forms)])
    page.goto(f"{HOST}/room/a")
    page.evaluate(
        """() => {
          const { fetch } = window, held = new Promise((resolve) => (window.release = resolve));
          window.fetch = async (...asked) => (await held, fetch(...asked));
        }"""
    )
    page.locator("#a").click()
    for name in "ab":
        expect(page.locator(f"#{name}")).to_have_attribute("aria-disabled", "true")
    page.evaluate("release()")
    expect(page.locator("#live")).to_have_attribute("data-version", "2")
    expect(page.locator("[aria-disabled]")).to_have_count(0)


def test_what_comes_later(page: "Page") -> None:
    from playwright.sync_api import expect

    lazy = '<div data-load="/room/part"><a href="/room/part">Show it</a></div>'
    work = '<div data-stream="/room/work"><p>Working</p></div>'
    done = [("progress", {"done": 1, "of": 2, "text": "Half"}), ("result", {"html": "<b>42</b>"})]
    site = Site(
        page,
        a=[live(1, lazy + work)],
        part=[429, "<i>Part</i>"],
        work=[[("failed", {"error": {"message": "Too slow."}})], done],
    )
    page.goto(f"{HOST}/room/a")
    expect(page.locator("[data-load]")).to_contain_text("Not now.")
    expect(page.locator("[data-stream]")).to_contain_text("Too slow.")
    page.locator("[data-load]").get_by_role("button", name="Try again").click()
    expect(page.locator("i")).to_have_text("Part")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("b")).to_have_text("42")
    assert not page.locator("[data-load], [data-stream]").count()
    assert site.asked["/room/part"] == site.asked["/room/work"] == 2


def test_what_happens_elsewhere(page: "Page") -> None:
    from playwright.sync_api import expect

    events = ' data-events="/room/events"'
    typing = '<form method="post"><input id="guess" name="guess" autofocus></form>'
    sheet = '<button popovertarget="sheet">More</button><div id="sheet" popover>All of it</div>'
    news = '<p id="said">She has guessed.</p>'
    Site(
        page,
        a=[live(1, typing + sheet, events), live(2, typing + sheet + news, events)],
        events=[[("message", {"version": 1})], [("message", {"version": 2})]],
    )
    page.goto(f"{HOST}/room/a")
    page.locator("#guess").fill("12")
    page.evaluate("document.getElementById('sheet').showPopover()")
    expect(page.locator("#live")).to_have_attribute("data-version", "2")
    expect(page.get_by_text("All of it")).to_be_visible()
    expect(page.locator("#guess")).to_be_focused()
    expect(page.locator("#guess")).to_have_value("12")
    expect(page.locator("#announcer")).to_have_text("She has guessed.")


def test_what_happens_elsewhere_while_a_form_is_sent(page: "Page") -> None:
    from playwright.sync_api import expect

    form = '<form method="post"><button>Go</button></form>'
    Site(page, a=[live(1, form), live(2, form), live(3, form)])
    page.goto(f"{HOST}/room/a")
    page.evaluate(
        """async () => {
          const { heard } = await import("/static/page.js");
          document.querySelector("form").requestSubmit();
          heard(3);
        }"""
    )
    expect(page.locator("#live")).to_have_attribute("data-version", "3")


def test_what_happens_elsewhere_is_asked_for_until_it_is_there(page: "Page") -> None:
    from playwright.sync_api import expect

    site = Site(page, a=[live(1, ""), 429, live(2, "")])
    page.clock.install()
    page.goto(f"{HOST}/room/a")
    page.evaluate("import('/static/page.js').then(({ heard }) => heard(2))")
    expect(page.locator("#trouble")).to_have_text("Not now.")
    page.clock.run_for(3000)
    expect(page.locator("#live")).to_have_attribute("data-version", "2")
    expect(page.locator("#trouble")).to_be_empty()
    assert site.asked["/room/a"] == 3


def test_seals_are_checked_with_sha256(page: "Page") -> None:
    Site(page, a=[live(1, "")])
    page.goto(f"{HOST}/room/a")
    # Around the ends of the blocks, which take 64 bytes with the length of the message.
    texts = ["", "abc", *("x" * length for length in (55, 56, 63, 64, 119)), "\N{COW}\N{OX}:" * 9]
    found = page.evaluate(
        'async (texts) => texts.map((await import("/static/sha256.js")).sha256)', texts
    )
    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def test_a_seal_that_was_changed_does_not_fit(page: "Page") -> None:
    from playwright.sync_api import expect

    seal = hashlib.sha256(b"1234:ab").hexdigest()
    at_first = '<seal-check game="changed" commitment="another"></seal-check>'
    at_last = f'<seal-check game="{{}}" commitment="{seal}" sealed="1234:ab"></seal-check>'
    games = [at_first, at_last.format("changed"), at_last.format("kept")]
    Site(page, a=[live(1, game) for game in games])
    for verdict in (None, "✗ It does not fit: the seal was another", "✓ It fits"):
        page.goto(f"{HOST}/room/a")
        page.evaluate('import("/static/seal.js")')
        if verdict:
            page.get_by_role("button", name="Check it").click()
            expect(page.get_by_role("status")).to_contain_text(verdict)


COPIED = """<input id="link" readonly value="http://cows.example/two/1">
<textarea id="story" readonly>1. 1234: 1 bull</textarea><textarea id="paste"></textarea>
<copy-button for="link"></copy-button> <copy-button for="story"></copy-button>"""


def without(name: str) -> str:
    """A script that takes something from the browser, as where no TLS is."""
    return f"Object.defineProperty(Navigator.prototype, '{name}', {{ value: undefined }})"


def test_texts_are_copied_without_a_secure_context(page: "Page") -> None:
    from playwright.sync_api import expect

    page.add_init_script(without("clipboard"))
    page.add_init_script(without("share"))
    Site(page, a=[live(1, COPIED)])
    page.goto(f"{HOST}/room/a")
    page.evaluate('import("/static/copy.js")')
    expect(page.get_by_role("button")).to_have_text(["Copy", "Copy"])
    for number, text in enumerate(["http://cows.example/two/1", "1. 1234: 1 bull"]):
        button = page.get_by_role("button", name="Copy").nth(number)
        button.click()
        expect(page.get_by_role("status").nth(number)).to_have_text("Copied.")
        expect(button).to_be_focused()
        page.locator("#paste").fill("")
        page.keyboard.press("Control+V")
        expect(page.locator("#paste")).to_have_value(text)
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("status").first).to_contain_text("copy it with your keyboard")
    expect(page.locator("#link")).to_be_focused()


def test_texts_and_links_are_shared_where_that_is_possible(page: "Page") -> None:
    from playwright.sync_api import expect

    page.add_init_script(
        """window.shared = [];
        navigator.share = async (data) => {
          window.shared.push(data);
          if (window.shared.length === 2) throw new DOMException("changed my mind", "AbortError");
        };"""
    )
    Site(page, a=[live(1, COPIED)])
    page.goto(f"{HOST}/room/a")
    page.evaluate('import("/static/copy.js")')
    for button in page.get_by_role("button", name="Share").all():
        button.click()
    assert page.evaluate("window.shared") == [
        {"url": "http://cows.example/two/1"},
        {"text": "1. 1234: 1 bull"},
    ]
    expect(page.get_by_role("button", name="Copy")).to_have_count(2)
