"""Machines in the browser: a calculator that plays, routines that are stepped through."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.errors import InvalidCommand
from moolab.machines.game import GAME, MachineView, Setup
from moolab.machines.ports import PORTS
from moolab.machines.web.costs import COSTS
from moolab.strategies import strategy
from moolab.web.answers.identity import COOKIE
from moolab.web.app import create_app
from moolab.web.settings import Settings
from moolab.web.store.store import new_token
from tests.helpers.browser import check_accessible, picture
from tests.helpers.servers import ServerProcess
from tests.machines.test_article import KEYS, LAZY

if TYPE_CHECKING:
    from playwright.sync_api import Page

ENDLESS: dict[str, Any] = {"target": "hp12c", "program": "1\n+\nGTO 01"}


def seen(setup: Setup, *commands: str) -> MachineView:
    state = GAME.begin(setup)
    for command in commands:
        state = GAME.apply(state, "player", command)
    return GAME.view(state, "player")


def test_what_is_to_be_seen_of_a_calculator() -> None:
    setup = Setup.new(port="moo58.12c")
    view = seen(setup, "break 03", "press 7 R/S")
    assert (view.display, view.phase, view.place) == ("running", "running", "3")
    [line] = [line for line in view.listing if line.breakpoint]
    assert (line.text, line.current) == ("03-     10  /", True)
    view = seen(setup, "press 7 STO", "press +")
    assert (view.display, view.pending, view.phase) == ("7.", "STO +", "stopped")
    assert seen(setup, "press g BEG f").annunciators == ("f", "BEGIN")


def test_what_is_to_be_seen_of_a_microcontroller() -> None:
    setup = Setup.new(port="bullcow-thumb.lisp", arguments="4 0x1234 0x1243")
    view = seen(setup, "step")
    assert (view.place, view.returned) == ("0002", None)
    assert view.changed["registers"] == ("pc",)
    assert next(line.labels for line in view.listing if line.labels) == ("digit",)
    view = seen(setup, "run")
    assert (view.returned, view.warnings, view.phase) == (0x22, (), "stopped")


def test_every_machine_runs_where_it_can_be_stopped() -> None:
    assert all(COSTS["machine"].is_expensive(Setup.new(port=port.file), "look") for port in PORTS)
    assert COSTS["machine"].is_expensive(Setup.new(**ENDLESS), "look")


def test_the_listing_follows_a_program_that_keys_change() -> None:
    setup = Setup.new(port="moo58.12c")
    keyed = seen(setup, "press f P/R", "press f PRGM", "press 7 8", "break 2")
    assert [line.text for line in keyed.listing[:2]] == ["01-      7  7", "02-      8  8"]
    assert [line.place for line in keyed.listing if line.breakpoint] == ["2"]


def test_a_routine_of_no_instructions_has_no_places() -> None:
    setup = Setup.new(target="riscv", program="(defcode nothing ())")
    assert seen(setup).listing == ()
    with pytest.raises(InvalidCommand, match=r"'0' is not a line of the program$"):
        seen(setup, "break 0")


def test_what_is_refused_costs_no_replay() -> None:
    state = GAME.begin(Setup.new(port="moo58.12c"))
    [session] = state.hands
    for refused in ("jump", "run", "back"):
        with pytest.raises(InvalidCommand):
            GAME.apply(state, "player", refused)
    assert state.hands == [session]


def test_states_share_a_session_and_none_disturbs_another() -> None:
    first = GAME.begin(Setup.new(port="moo58.12c"))
    second = GAME.apply(first, "player", "press 1")
    third = GAME.apply(second, "player", "press 2")
    with pytest.raises(InvalidCommand):
        GAME.apply(second, "player", "run")
    other = GAME.apply(second, "player", "press 3")
    states = (first, second, third, other, second)
    displays = [GAME.view(state, "player").display for state in states]
    assert displays == ["0.0", "1.", "12.", "13.", "1."]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0, processes=1)
    with TestClient(create_app(settings)) as client:
        yield client


def begun(client: TestClient, **fields: str) -> str:
    answer = client.post("/machines", data=fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def said(html: str) -> str:
    [text] = re.findall(r'<p id="said"[^>]*>(?:<strong>[^<]*</strong> )?(.*?)</p>', html)
    return re.sub(r"<span.*?</span>", "", text)


def test_our_programs_open_and_step(client: TestClient) -> None:
    listed = client.get("/machines").text
    assert all(f'value="{port.file}"' in listed for port in PORTS)
    path = begun(client, port="bullcow-riscv-fast.lisp", arguments="1 0x1 0x1")
    page = client.post(path, data={"move": "step", "after": "0"})
    assert 'data-version="1"' in page.text
    assert 'aria-current="step"' in page.text, "in the middle of $li, which is two instructions"


def test_an_endless_program_ends_with_a_sentence(client: TestClient) -> None:
    path = begun(client, **ENDLESS)
    page = client.post(path, data={"move": "press R/S"})
    assert "Still running after 100,000 steps: Run lets it go on." in said(page.text)
    page = client.post(path, data={"move": "back"})
    assert "After 99,999 steps, next is" in said(page.text)


def test_an_endless_loop_that_keys_have_made_of_our_program_ends_like_any_other(
    client: TestClient,
) -> None:
    path = begun(client, port="moo58.12c")
    for keys in ("f P/R", "f PRGM", "g GTO 01", "f P/R", "R/S"):
        client.post(path, data={"move": f"keys {keys}"})
    page = client.post(path, data={"move": "step 0000000001999999999999"})
    assert said(page.text).endswith("is not a number of steps from 1 to 100,000.")
    page = client.post(path, data={"move": "run"})
    assert "Still running after 100,000 steps: Run lets it go on." in said(page.text)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"port": "../README.md"}, "There is no program &#39;../README.md&#39; of ours."),
        ({"target": "abacus", "program": "1"}, "There is no machine &#39;abacus&#39;, but hp12c"),
        ({"target": "hp12c", "program": "1\nSTO <b>"}, "Line 2 of the listing, &#39;STO &lt;b&gt;"),
        (
            {"target": "hp12c", "program": "x 20\n+ 30"},
            "Line 2 of the listing, &#39;+ 30&#39;: with",
        ),
        ({"target": "ti74", "program": "10 PRIMT"}, "Line 1"),
        (
            {"target": "thumb", "program": "(defcode f (n)\n ($mov 'r0 n)\n ($what))"},
            "Line 3: &#39;($what)&#39;: thumb has no instruction",
        ),
        ({"target": "thumb", "program": "(defcode f ())", "arguments": "x"}, "&#39;x&#39; is no"),
        ({"program": "Words (and more)."}, "There is no program in the text"),
        ({"program": "1" * 60_001}, "A text has at most 60,000 characters here"),
        ({"target": "ulisp", "program": "1", "dialect": "x"}, "There is no dialect &#39;x&#39;"),
        ({"target": "ulisp", "program": "1\n" * 10_001}, "A program has at most 20,000 characters"),
    ],
)
def test_what_cannot_begin_is_said_and_stays_typed(
    client: TestClient, fields: dict[str, str], says: str
) -> None:
    refused = client.post("/machines", data=fields)
    assert refused.status_code == 422
    assert says in said(refused.text)
    assert "<b>" not in refused.text


def test_an_article_is_put_in_whole_and_stepped(client: TestClient) -> None:
    page = client.post("/machines", data={"program": LAZY})
    assert page.status_code == 200
    assert "(defstruct (game-node" in page.text  # of own.lisp, which came along
    view = seen(Setup.new(program=LAZY), "run", "eval (car *third*)")
    assert (view.target, view.printed.splitlines()[-1]) == ("ulisp", "15")
    view = seen(Setup.new(program=LAZY.replace("\n", "\r\n"), dialect="ulisp"), "step")
    assert view.changed["counters"]
    refused = client.post("/machines", data={"program": KEYS})
    assert "several machines: hp12c, ti74; say for which" in said(refused.text)
    view = seen(Setup.new(program=KEYS, target="hp12c"), "press 2 n 3 i R/S")
    assert (view.display, view.listing[0].comment) == ("5.00", "get the first")


def test_a_listing_that_names_only_some_of_its_keys_has_a_page(client: TestClient) -> None:
    path = begun(client, target="hp12c", program="; reply: REPLY R/S\n1")
    assert client.get(path).status_code == 200


def test_a_session_belongs_to_its_player(client: TestClient) -> None:
    path = begun(client, port="moo58.12c")
    stranger = TestClient(client.app, cookies={COOKIE: new_token()})
    assert stranger.get(path).status_code == 403
    assert stranger.post(path, data={"move": "press 1"}).status_code == 403
    assert stranger.get(f"{path}/program").status_code == 403
    abroad = client.post(path, data={"move": "press 1"}, headers={"origin": "http://elsewhere"})
    assert abroad.status_code == 403
    late = client.post(path, data={"move": "press 1", "after": "5"})
    assert late.status_code == 409
    assert 'data-version="0"' in late.text


def test_a_mistake_in_an_argument_is_said_beside_it(client: TestClient) -> None:
    refused = client.post("/machines", data={"port": "bullcow-riscv.lisp", "arguments": "4 0xno"})
    assert refused.status_code == 422
    [told] = re.findall(r'<p class="error" id="(.*?)-error">(.*?)</p>', refused.text)
    assert told == ("riscv-arguments", "&#39;0xno&#39; is not a number such as 18, 0x12 or #x12.")
    assert refused.text.count("4 0xno") == 1


def test_what_a_machine_holds_is_folded_away_while_its_game_is_played(client: TestClient) -> None:
    unfolded = '<details class="sheet inside" id="inside" open>'
    assert unfolded not in client.get(begun(client, port="moo74.bas")).text
    assert unfolded in client.get(begun(client, target="ti74", program="10 PRINT")).text
    assert unfolded in client.get(begun(client, port="bullcow-thumb.lisp")).text


def test_machines_are_no_unfinished_games(client: TestClient) -> None:
    path = begun(client, port="moo74.bas")
    assert f'<a href="{path}">TI-74 BASIC: moo74.bas</a>' in client.get("/machines").text
    for elsewhere in ("/", "/games", "/trilobite"):
        assert path not in client.get(elsewhere).text


def test_a_session_starts_again_with_another_secret(client: TestClient) -> None:
    path = begun(client, port="moo58.12c")
    first = client.post(path, data={"move": "press 7"}).text
    again = client.post(f"{path}/again")
    assert again.url.path != path
    assert 'data-version="0"' in again.text
    start = r"It presses <kbd>(.*?)</kbd>"
    assert re.findall(start, first) != re.findall(start, again.text)


def test_a_program_can_be_changed_and_called_again(client: TestClient) -> None:
    path = begun(client, port="bullcow-thumb-fast.lisp", arguments="4 0x1234 0x4321")
    assert "(defcode bullcow" in client.get(f"{path}/program").text
    refused = client.post(f"{path}/again", data={"arguments": "four"})
    assert said(refused.text) == "&#39;four&#39; is not a number such as 18, 0x12 or #x12."
    again = client.post(f"{path}/again", data={"arguments": "4 0x1234 0x1235"})
    page = client.post(again.url.path, data={"move": "run"})
    assert said(page.text) == "It has stopped: bullcow has returned 0x30."
    assert "3 bulls, 0 cows" in page.text


def test_basic_is_answered_by_a_form(client: TestClient) -> None:
    path = begun(client, port="moo74.bas")
    assert (
        said(client.post(path, data={"move": "run"}).text) == "It has stopped: it waits for INPUT."
    )
    page = client.post(path, data={"verb": "answer", "text": "0123"}).text
    assert "Guess, ?=give up: 0123\n" in page
    assert said(page) == "It has stopped: it waits for ENTER."
    assert re.search(r'hidden">Bulls: \d, cows: \d ', page), "which is announced as well"
    assert said(client.post(path, data={"verb": "answer"}).text).endswith("INPUT.")


def test_lisp_is_given_forms_and_answers(client: TestClient) -> None:
    path = begun(client, port="duel-thumb")
    page = client.post(path, data={"move": "run"}).text
    assert said(page) == "It has stopped: the program has ended."
    page = client.post(path, data={"verb": "eval", "text": "(bullcow 4 #x1234 #x4324)"}).text
    assert "&gt; (bullcow 4 #x1234 #x4324)\n18\n" in page
    assert "<dt>calls</dt><dd>1<" in page
    page = client.post(path, data={"verb": "eval", "text": "(play 2)"}).text
    assert said(page) == "It has stopped: it waits for input."
    page = client.post(path, data={"verb": "answer", "text": "12"}).text
    assert re.search(r"\[1\] Your guess: 12 Reply: \d\d  My guess: \d\d Bulls and cows: ", page)
    page = client.post(path, data={"move": "eval (loop)"}).text
    assert "The program has not ended, so nothing else can be evaluated." in page
    refused = client.post("/machines", data={"target": "ulisp", "program": "(car"})
    assert "Line 1: &#39;(&#39; is never closed." in said(refused.text)


def test_a_nul_in_an_answer_is_refused_before_a_database_sees_it(client: TestClient) -> None:
    path = begun(client, target="ti74", program="10 INPUT A$")
    client.post(path, data={"move": "run"})
    page = client.post(path, data={"verb": "answer", "text": "A\0B"})
    assert page.status_code == 409
    assert "A move cannot contain a NUL character" in said(page.text)
    assert 'data-version="1"' in page.text


def open_machine(page: "Page", server: ServerProcess, button: str) -> None:
    page.goto(f"{server.address}/machines")
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_url("**/machines/*")


def test_the_calculator_plays_a_whole_game(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    open_machine(page, server, "Play on the HP 12C")
    assert page.locator("#said + p").inner_text() == "Ready. Press a key."
    display = page.locator("#calculator output")
    expect(display).to_have_text("0.0")
    rules = Rules.parse("ab4x10")
    known, player = candidates(rules), strategy("consistent", rules)
    typed = False
    while True:
        guess = player.guess(known)
        if typed:
            page.locator("#calculator").focus()
            page.keyboard.type(f"{guess}r")
        else:
            for key in (*guess, "R/S"):
                page.get_by_role("button", name=key, exact=True).click()
        # The score may be the same again; that of these keys is there when nothing is on its way.
        expect(page.locator("#live")).not_to_have_attribute("aria-busy", "true")
        expect(display).to_have_text(re.compile(r"^\d+\.0$"))
        reply = f"{int(float(display.inner_text())):02}"
        if reply == "40":
            break
        known = known.after(Turn(guess, rules.reply(reply)))
        typed = not typed
    page.get_by_role("button", name="f", exact=True).press("Enter")
    expect(page.get_by_role("button", name="f CLEAR REG")).to_be_visible()
    expect(page.locator("#announcer")).to_contain_text("40.0, then f.")
    check_accessible(page)
    picture(page, "calculator")
    page.get_by_role("button", name="f CLEAR PREFIX").click()
    run = page.get_by_role("button", name="R/S", exact=True)
    expect(run).to_be_visible()
    page.locator("#breakpoint").fill("20")
    page.get_by_role("button", name="Set or remove").click()
    expect(page.locator(".stop[aria-pressed=true]")).to_have_count(1)
    run.click()
    line = page.locator(".listing [aria-current]")
    expect(line).to_contain_text("20- 42 14  RND")
    expect(line).to_be_in_viewport()
    page.get_by_role("button", name="Step").click()
    expect(line).to_contain_text("RCL 3")
    page.get_by_role("button", name="Back").click()
    expect(line).to_contain_text("RND")


def test_a_routine_is_stepped_to_its_end_and_back(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    page.goto(f"{server.address}/machines")
    thumb = page.get_by_role("region", name="ARM Thumb")
    thumb.get_by_text("Other codes").click()
    thumb.get_by_label("Digits, guess and secret").fill("1 0x1 0x1")
    thumb.get_by_role("button", name="Score a guess").click()
    page.wait_for_url("**/machines/*")
    step, back = (page.get_by_role("button", name=name, exact=True) for name in ("Step", "Back"))
    told = page.locator("#said")
    expect(told).to_have_text("After 0 steps, next is 0000 2300 ($mov 'r3 0)")
    step.click()
    expect(told).to_contain_text("After 1 step, next is 0002")
    expect(step).to_be_focused()
    expect(page.locator(".changed")).to_contain_text(["pc", "instructions", "cycles"])
    names = ["step", "step", "step", "back", "back"]
    page.evaluate("names => names.forEach((name) => document.getElementById(name).click())", names)
    expect(page.locator("#live")).to_have_attribute("data-version", "4")
    expect(told).to_contain_text("After 2 steps, next is 0004")
    back.click()
    expect(told).to_contain_text("After 1 step,")
    check_accessible(page)
    picture(page, "thumb")
    for steps in (11, 21):
        page.get_by_role("button", name="Step 10").click()
        expect(told).to_contain_text(re.compile(rf"After {steps} steps|returned"))
    expect(told).to_have_text("It has stopped: bullcow has returned 0x10.")
    expect(page.locator("#main")).to_contain_text("1 bull, 0 cows")
    expect(step).to_be_disabled()
    back.click()
    expect(told).to_contain_text("($pop '(r1 r2 r3 r4 r5 r6 r7 pc))")
    expect(back).to_be_focused()


def test_keys_are_buttons_where_no_script_runs(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    from playwright.sync_api import expect

    page = visitor(java_script_enabled=False)
    open_machine(page, server, "Play on the HP 12C")
    for key in ("7", "CHS"):
        page.get_by_role("button", name=key, exact=True).click()
    expect(page.locator("#calculator output")).to_have_text("-7.")
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#calculator output")).to_have_text("7.")


def test_a_program_of_ones_own(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    page.goto(f"{server.address}/machines")
    page.get_by_text("A program of your own").click()
    page.get_by_label("Machine").select_option("ti74")
    page.get_by_label("Program", exact=True).fill("10 INPUT A\n20 PRIMT 1/A")
    page.get_by_role("button", name="Load").click()
    expect(page.locator("#said")).to_contain_text("Not possible. Line 20")
    check_accessible(page)
    picture(page, "machines")
    page.get_by_label("Program", exact=True).fill("10 INPUT A\n20 PRINT 1/A")
    page.get_by_role("button", name="Load").click()
    page.get_by_role("button", name="Run").click()
    page.get_by_label("Your answer").fill("0")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Line 20, PRINT 1/A: division by zero.")
    expect(page.locator(".listing [aria-current]")).to_contain_text("20 PRINT")
    check_accessible(page)
    picture(page, "basic")


def test_after_a_pause_one_types_the_next_answer(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    page.goto(f"{server.address}/machines")
    page.get_by_text("A program of your own").click()
    page.get_by_label("Machine").select_option("ti74")
    page.get_by_label("Program", exact=True).fill("10 INPUT A\n20 PRINT A\n30 PAUSE\n40 GOTO 10")
    page.get_by_role("button", name="Load").click()
    page.get_by_role("button", name="Run").click()
    for _ in range(2):
        expect(page.get_by_label("Your answer")).to_be_focused()
        page.keyboard.type("7")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="ENTER")).to_be_focused()
        expect(page.get_by_label("Your answer")).to_be_hidden()
        page.keyboard.press("Enter")
