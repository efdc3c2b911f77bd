"""Trees, walked node by node, counted, and taken away as files."""

import html
import re
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from fastapi.testclient import TestClient

from moolab.codes.rules import Rules
from moolab.web.app import create_app
from moolab.web.rendering import ENVIRONMENT
from moolab.web.settings import Settings
from tests.cli.test_cli import answer, moo
from tests.helpers.browser import check_accessible, picture
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page


def get(server: ServerProcess, part: str = "", **fields: Any) -> httpx2.Response:
    return httpx2.get(
        f"{server.address}/tree{part}", params=fields, timeout=PATIENCE, follow_redirects=True
    )


def branches(page: httpx2.Response) -> dict[str, str]:
    """The addresses of the branches, by their replies."""
    found = re.findall(r'id="reply-(\d+)" href="([^"]*)"', page.text)
    return {reply: html.unescape(url) for reply, url in found}


def counts(page: httpx2.Response) -> list[int]:
    numbers = re.findall(r"</svg>\s*<span>([\d,]+)</span>", page.text)
    return [int(number.replace(",", "")) for number in numbers]


@pytest.mark.parametrize(("rules", "strategy"), [("ab4x10", "entropy"), ("mm3x5", "consistent")])
def test_a_walk_sees_what_the_command_shows(
    server: ServerProcess, rules: str, strategy: str
) -> None:
    page = get(server, rules=rules, strategy=strategy)
    history: list[str] = []
    known = Rules.parse(rules)
    macros: Any = ENVIRONMENT.get_template("macros.html").module
    while True:
        options = ["-r", rules, "-s", strategy, "--seed", "0", "--depth", "2"]
        root, *below = answer("tree", "show", "after", *history, *options)["tree"]
        shown = macros.code(root["guess"], known)
        assert f'Guess {len(history) + 1}: <span class="code">{shown}</span>' in page.text
        win = str(known.win)
        if root["candidates"] == 1:
            assert f"The secret can only be {shown}" in page.text
            return
        assert f"{root['candidates']:,} codes are possible" in page.text
        nodes = {node["reply"]: node["candidates"] for node in below}
        assert list(branches(page)) == list(nodes)
        assert counts(page)[: len(nodes)] == list(nodes.values())
        reply = min(nodes, key=lambda reply: (nodes[reply], reply != win))
        history.append(f"{root['guess']}={reply}")
        page = httpx2.get(f"{server.address}{branches(page)[reply]}", timeout=PATIENCE)


def test_the_way_to_a_secret(server: ServerProcess) -> None:
    page = get(server, secret="5678")
    turns = answer("solve", "5678", "-s", "entropy")["turns"]
    way = " ".join(f"{turn['guess']}={turn['reply']}" for turn in turns[:-1])
    assert dict(page.url.params)["history"] == way
    assert f'Guess {len(turns)}: <span class="code">5678</span>' in page.text
    wrong = get(server, secret="567", history="0123=02")
    assert wrong.status_code == 422
    assert "has 3 symbols" in wrong.text
    assert len(branches(wrong)) == 13


def test_totals_and_file_are_those_of_the_commands(server: ServerProcess) -> None:
    chosen = {"rules": "mm3x5", "strategy": "consistent"}
    expected = answer("evaluate", "-r", "mm3x5", "-s", "consistent")
    streamed = get(server, "/totals", **chosen).text
    page = get(server, **chosen, totals="yes")
    for text in (streamed, page.text):
        assert f"{expected['total']:,} guesses find all 125 secrets" in text
    assert counts(page)[-expected["max"] :] == list(expected["distribution"].values())
    file = get(server, "/file", **chosen)
    assert file.headers["Content-Disposition"] == 'attachment; filename="mm3x5-consistent.json"'
    assert (
        file.text == moo("tree", "build", "-r", "mm3x5", "-s", "consistent", "--seed", "0").stdout
    )


@pytest.mark.parametrize("part", ["", "/file", "/totals"])
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"rules": "ab6x10"}, "ab6x10 has 151,200 codes; here, a game may have 100,000"),
        ({"strategy": "<i>"}, "'<i>' is not a strategy"),
        ({"rules": "4x10"}, "'4x10' is not the notation of a game"),
    ],
)
def test_trees_that_are_not_shown_here(
    server: ServerProcess, part: str, fields: dict[str, str], reason: str
) -> None:
    page = get(server, part, **fields)
    assert page.status_code == 422
    assert reason in html.unescape(page.text)
    assert "<i>" not in page.text
    if not part:
        named = re.findall(r'<[^>]+ aria-invalid="true"', page.text)
        assert [("other" in field) for field in named] == [True] * ("rules" in fields)


def test_a_tree_that_takes_too_long_is_walked_but_not_counted() -> None:
    with TestClient(create_app(Settings(database="sqlite://", warm=False))) as client:
        page = client.get("/tree", params={"rules": "ab5x9", "strategy": "calf", "totals": "yes"})
        assert (page.status_code, "/tree/totals" in page.text) == (200, False)
        assert "The whole tree of calf for ab5x9 takes about 145 seconds" in page.text
        assert "games of up to 6,900 codes would do" in page.text


@pytest.mark.parametrize(
    ("history", "reason"),
    [
        ("0124=02", "Turn 1 leaves the tree: at the root it guesses 0123, not 0124"),
        ("0123=40", "The tree ends after 0123=40: the code is found"),
        ("0123", "'0123' is not a turn"),
    ],
)
def test_places_that_are_not_in_the_tree(server: ServerProcess, history: str, reason: str) -> None:
    page = get(server, history=history)
    assert page.status_code == 422
    assert reason in html.unescape(page.text)
    assert "To the root of the tree" in page.text


def test_a_walk_in_the_tree(page: "Page", server: ServerProcess) -> None:
    page.goto(f"{server.address}/tree")
    page.get_by_label("Strategy").select_option("minimax")
    page.get_by_role("button", name="Show this tree").click()
    page.get_by_text("26,926 guesses find all 5,040 secrets").wait_for()
    page.get_by_role("link", name="0 bulls, 2 cows").click()
    page.get_by_role("heading", name="Guess 2").wait_for()
    page.get_by_role("link", name="1 bull, 1 cow", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Guess 3").wait_for()
    # The whole tree is counted once, not at each step.
    assert page.get_by_text("26,926 guesses find all 5,040 secrets").is_visible()
    picture(page, "tree")
    check_accessible(page)
    page.get_by_label("Show the path to a code").fill("5678")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Guess 3: 5678").wait_for()
    picture(page, "tree-end")
    check_accessible(page)
    page.get_by_role("navigation", name="Way through the tree").get_by_role("link").first.click()
    page.get_by_role("heading", name="Guess 1").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the tree").click()
    assert download.value.suggested_filename == "ab4x10-minimax.json"
