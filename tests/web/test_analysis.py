"""The analysis of a game as a page, and over HTTP."""

import html
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import httpx2

from tests.cli.test_cli import answer
from tests.helpers.browser import check_accessible
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = ["1234=11", "5671=02", "1728=04", "8217=40"]


def test_programs_get_what_the_command_prints(server: ServerProcess) -> None:
    question = {"rules": "ab4x10", "history": " ".join(GAME)}
    told = httpx2.post(f"{server.address}/api/analyze", json=question, timeout=PATIENCE)
    assert told.json() == answer("analyze", *GAME)


def test_the_page_judges_each_guess(page: "Page", server: ServerProcess) -> None:
    page.goto(f"{server.address}/analysis")
    page.get_by_label("Turns").fill(" ".join(GAME))
    page.get_by_role("button", name="Analyse").click()
    page.get_by_role("heading", name="You found it in 4.").wait_for()
    check_accessible(page)
    heard = page.locator(".guess .visually-hidden").all_inner_texts()
    assert [text.split(":")[0] for text in heard] == ["1234", "5671", "1728", "8217"]
    assert page.locator(".badge").all_inner_texts() == ["best", "good", "good", "best"]
    for closed in page.locator(".told summary").all():
        closed.click()
    page.get_by_role("heading", name="Skill 97, luck 63").wait_for()
    assert page.locator(".dial .figure").all_text_contents() == ["97", "63"]
    line = page.get_by_role("img", name="Codes left").get_attribute("aria-label") or ""
    left = [int(number) for number in re.findall(r"\d+", line)]
    assert left[0] == 5040
    assert left == sorted(left, reverse=True)
    assert left[-1] == 1
    text = page.locator("#live").inner_text()
    assert "Better by 0.07: 1305 splits 720 codes into 14 groups, largest 180" in text
    assert text.count("It could not be the secret.") == 1
    check_accessible(page)


def test_a_long_analysis_says_how_far_it_is(server: ServerProcess) -> None:
    asked = {"rules": "ab3x5", "turns": "012=02 134=20 130=30"}
    told = httpx2.get(f"{server.address}/analysis/judged", params=asked, timeout=PATIENCE).text
    assert '{"done": 0, "of": 3, "text": "Looking at guess 1 of 3"}' in told
    assert "event: result" in told


def test_without_scripts_the_analysis_comes_with_its_page(
    visitor: Callable[..., "Page"], server: ServerProcess
) -> None:
    page = visitor(java_script_enabled=False)
    page.goto(f"{server.address}/analysis?rules=ab3x5&turns=234%3D20")
    page.get_by_text("Skill").first.wait_for()
    assert "whole=yes" in page.url


def test_the_figures_add_up(server: ServerProcess) -> None:
    game = {"rules": "ab3x5", "turns": "234=20 230=10 134=30", "whole": "yes"}
    told = httpx2.get(f"{server.address}/analysis", params=game, timeout=PATIENCE)
    # 0.43 on its own.
    summary = "these guesses gave away 0.17, and luck saved 0.44: 3 guesses."
    assert f"3.27 guesses on average; {summary}" in " ".join(told.text.split())


def test_what_cannot_be_analysed_is_said(server: ServerProcess) -> None:
    refused = {
        "1234=11 1234=02": "turns 1 and 2 cannot both be true",
        "1234": "is not a turn",
        "1234=40 1234=40": "Turn 1 found the secret",
    }
    for turns, reason in refused.items():
        told = httpx2.get(f"{server.address}/analysis", params={"turns": turns}, timeout=PATIENCE)
        assert told.status_code == 422
        assert reason in html.unescape(told.text)
    large = {"rules": "ab6x10", "turns": "123456=11"}
    told = httpx2.get(f"{server.address}/analysis", params=large, timeout=PATIENCE)
    assert "here, a game may have 100,000" in html.unescape(told.text)
