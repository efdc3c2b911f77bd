"""The assistant: what is possible after some replies, what clashes, what each strategy advises."""

import html
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, parse_qsl

import httpx2
import pytest

from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.strategies import FALLIBLE, STRATEGIES
from tests.cli.test_cli import answer
from tests.helpers.browser import check_accessible, picture
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLASH = ["0123=11", "4567=20", "8901=30"]


@pytest.fixture(name="get")
def _get(server: ServerProcess) -> Callable[..., httpx2.Response]:
    """Asks for the assistant's page, or a part of it, as a form or a link does."""

    def get(turns: list[str], part: str = "", **fields: Any) -> httpx2.Response:
        pairs = [turn.split("=") for turn in turns]
        rows = {"guess": [guess for guess, _ in pairs], "reply": [reply for _, reply in pairs]}
        return httpx2.get(
            f"{server.address}/assistant{part}",
            params=rows | fields,
            timeout=PATIENCE,
            follow_redirects=True,
        )

    return get


def said(page: httpx2.Response) -> str:
    found = re.search(r'id="said"[^>]*>(.*?)</p>', page.text, re.DOTALL)
    assert found
    return html.unescape(re.sub(r"<[^>]*>", "", found[1]))


def listed(page: httpx2.Response) -> list[str]:
    texts = re.findall(r"<li>(\w+|<span class=\"turns.*?)</li>", page.text)
    return ["".join(re.findall(r"peg-(\d)", text)) or text for text in texts]


def links(page: httpx2.Response, text: str) -> list[str]:
    """The addresses of the links whose text begins so."""
    found = re.findall(r'<a [^>]*href="([^"]*)">(?:\s|<[^>]*>)*([^<]*)', page.text)
    return [html.unescape(url) for url, name in found if name.startswith(text)]


@pytest.mark.parametrize("rules", ["ab4x10", "mm3x6", "emms4x4"])
def test_what_is_possible_is_what_the_command_says(get: Callable[..., Any], rules: str) -> None:
    guess = "ABCD" if rules == "emms4x4" else "0123"[: int(rules[2])]
    expected = answer("candidates", "-r", rules, f"{guess}=02")
    page = get([f"{guess}=02"], rules=rules)
    assert said(page) == f"{expected['candidates']:,} codes are possible."
    assert listed(page) == expected["codes"][:24]
    more = get([f"{guess}=02"], rules=rules, show=5000)
    assert listed(more) == expected["codes"]


def test_a_row_that_somebody_is_not_sure_of_is_left_out(get: Callable[..., Any]) -> None:
    page = get(CLASH, unsure=3)
    count = answer("candidates", *CLASH[:2])["candidates"]
    assert said(page) == f"{count} codes are possible."
    assert 'name="unsure" value="3" checked' in page.text


def test_the_address_says_what_was_typed_and_no_more(get: Callable[..., Any]) -> None:
    page = get(["1234=11", "=", "5678 = 02 "], rules="other", other="ab4x10", unsure=3, remove=9)
    assert parse_qsl(page.url.query.decode()) == [
        *(("rules", "ab4x10"), ("guess", "1234"), ("reply", "11")),
        *(("guess", "5678"), ("reply", "02"), ("unsure", "2")),
    ]
    without = get(["1234=11", "5678=02"], rules="ab4x10", remove=1)
    assert parse_qs(without.url.query.decode())["guess"] == ["5678"]
    longer = get([], rules="ab4x10", rows=20)
    assert longer.text.count('name="guess"') == 20


def test_contradictions_are_explained_and_can_be_mended(
    server: ServerProcess, get: Callable[..., Any]
) -> None:
    # The row that is left out is counted, as on the page.
    page = get([CLASH[0], "9876=00", *CLASH[1:]], unsure=2)
    assert said(page) == "Not possible. No code fits: rows 3 and 4 cannot both be true."
    error = answer("candidates", *CLASH, code=3)["error"]
    turns = {repair["turn"] for repair in error["repairs"]}
    assert len(links(page, "Row ")) == len(error["repairs"]) + len(turns)
    best = max(error["repairs"], key=lambda repair: repair["candidates"])
    assert (best["turn"], best["reply"], best["candidates"]) == (3, "01", 14)
    mended = httpx2.get(f"{server.address}{links(page, 'Row 4, 8901: 0 bulls, 1 cow')[0]}")
    assert said(mended) == "14 codes are possible."
    left_out = httpx2.get(f"{server.address}{links(page, 'Row 4, 8901: leave it out')[0]}")
    assert said(left_out) == said(get(CLASH[:2]))


def test_where_no_single_change_helps_the_clashing_rows_can_be_left_out(
    get: Callable[..., Any],
) -> None:
    page = get(["0123=40", "4567=40", "0123=00", "4567=00"])
    assert "Changing one reply would not fix it." in page.text
    assert len(links(page, "Row ")) == 2


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_advice_is_that_of_the_command(get: Callable[..., Any], strategy: str) -> None:
    turns = ["0123=11", "4567=10"]
    expected = answer("next", *turns, "-s", strategy, "--seed", "0")
    advice = get(turns, "/advice", ask=strategy)
    assert f'guess">{expected["guess"]}</strong>' in advice.text
    assert ("It can be the secret." in advice.text) == expected["consistent"]
    counts = re.findall(r"</svg>\s*<span>([\d,]+)</span>", advice.text)
    assert [int(count.replace(",", "")) for count in counts] == list(expected["replies"].values())
    assert f"into {len(counts)} parts" in " ".join(advice.text.split())


def test_without_scripts_a_link_asks_a_strategy(
    server: ServerProcess, get: Callable[..., Any]
) -> None:
    page = get(["0123=11"], rules="ab4x10")
    assert len(links(page, "Ask")) == len(STRATEGIES) - len(FALLIBLE)
    asked = httpx2.get(f"{server.address}{links(page, 'Ask')[0]}")
    assert re.search("It can(not)? be the secret", asked.text)
    (take,) = links(asked, "Guess ")
    assert said(httpx2.get(f"{server.address}{take}")) == said(page)


@pytest.mark.parametrize(
    ("turns", "fields", "message"),
    [
        (["0123=11", "012=02"], {}, "A code has 4 digits, not 3."),
        (["0123=31"], {}, "when all but one are bulls, the last cannot be a cow"),
        (["<b>=01"], {}, "Digits 0-9 only."),
        ([], {"rules": "xy"}, "'xy' is not the notation of a game"),
        ([], {"rules": "mm10x36"}, "here, a game may have 10,000,000"),
    ],
)
def test_what_cannot_be_read_stays_and_is_explained(
    get: Callable[..., Any], turns: list[str], fields: dict[str, str], message: str
) -> None:
    page = get(turns, **fields)
    assert page.status_code == 422
    assert message in html.unescape(page.text)
    assert "<b>" not in page.text
    for turn in turns:
        assert f'value="{html.escape(turn.partition("=")[0])}"' in page.text


def test_strategies_that_would_compare_too_much_say_so(get: Callable[..., Any]) -> None:
    page = get(["0123456=70"], rules="ab7x10")
    assert said(page) == "Only one code is possible."
    assert page.text.count("Not for this game: ab7x10 has 604,800 codes") == 5


def test_a_game_with_the_assistant(page: "Page", server: ServerProcess) -> None:
    from playwright.sync_api import expect

    rules, secret = Rules.parse("ab4x10"), "0415"
    page.goto(f"{server.address}/assistant")
    page.get_by_label("Rules", exact=True).select_option("mm4x6")
    expect(page.locator("#said")).to_have_text("1,296 codes are possible.")
    page.get_by_label("Rules", exact=True).select_option("ab4x10")
    expect(page.locator("#said")).to_have_text("5,040 codes are possible.")
    page.get_by_label("Guess in row 1").focus()
    page.keyboard.type("0123")
    page.keyboard.press("Tab")
    page.keyboard.type("11")
    page.keyboard.press("Enter")
    told = page.locator("#said")
    expect(told).to_have_text("720 codes are possible.")
    entropy = page.get_by_role("article").filter(has_text="Strong (entropy)")
    entropy.scroll_into_view_if_needed()
    entropy.get_by_text("on average").wait_for()
    assert entropy.get_by_role("heading", name="Recommended guess").is_visible()
    assert entropy.locator(".tile").count() == rules.places
    left = page.get_by_role("table", name="Codes left").locator("td span")
    assert left.all_inner_texts() == ["5,040", "720"]
    shares = page.locator(".heat tbody tr").first.locator("td")
    codes = list(candidates(rules, (Turn("0123", rules.reply("11")),)))
    first = sum(code[0] == "0" for code in codes)
    assert shares.first.inner_text() == f"{100 * first / len(codes):.0f}"
    picture(page, "assistant")
    check_accessible(page)
    entropy.get_by_role("link", name="Guess").click()
    expect(page.get_by_label("Reply in row 2")).to_be_focused()
    guess = page.get_by_label("Guess in row 2").input_value()
    page.keyboard.type(str(rules.score(guess, secret)))
    page.get_by_label("Guess in row 3").fill("9876")
    page.get_by_label("Reply in row 3").fill("30")
    page.get_by_role("button", name="Show what is possible").click()
    expect(told).to_contain_text("rows 1 and 3 cannot both be true")
    picture(page, "assistant-contradiction")
    check_accessible(page)
    page.get_by_role("link", name="Row 3, 9876: leave it out").click()
    expect(page.get_by_role("listitem").filter(has_text=secret)).to_be_visible()
    assert page.get_by_label("Not sure of row 3").is_checked()
    page.go_back()
    expect(told).to_contain_text("rows 1 and 3 cannot both be true")
    page.get_by_label("Remove row 3").click()
    expect(page.get_by_role("listitem").filter(has_text=secret)).to_be_visible()
