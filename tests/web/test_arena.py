"""The arena in the browser: the same match as the command's, and trees that players send."""

import gzip
import html
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from fastapi.testclient import TestClient

from moolab.arena.hall import HALL
from moolab.codes.rules import Rules
from moolab.strategies.base import StrategySpec
from moolab.trees.breaker import breaker
from moolab.trees.build import evaluate
from moolab.web.app import create_app
from moolab.web.http.errors import Full
from moolab.web.limits import MOST_TREES_OF_GAME
from moolab.web.settings import Settings
from moolab.web.store.store import Store
from moolab.web.store.trees import Sent, content_of, keep_tree, trees_of
from tests.cli.test_cli import answer, moo
from tests.helpers.browser import check_accessible, picture
from tests.helpers.patience import PATIENCE
from tests.helpers.servers import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page


def get(server: ServerProcess, part: str = "", **fields: Any) -> httpx2.Response:
    return httpx2.get(
        f"{server.address}/arena{part}", params=fields, timeout=PATIENCE, follow_redirects=True
    )


def send(server: ServerProcess, content: bytes, name: str = "Anns") -> httpx2.Response:
    return httpx2.post(
        f"{server.address}/arena/trees",
        data={"name": name},
        files={"file": ("tree.json", content)},
        timeout=PATIENCE,
        follow_redirects=True,
    )


def tree_of(rules: str, strategy: str) -> bytes:
    return moo("tree", "build", "-r", rules, "-s", strategy, "--seed", "0").stdout.encode()


@pytest.mark.parametrize(
    "rules",
    [pytest.param(game, marks=[pytest.mark.slow] if game == "ab4x10" else []) for game in HALL],
)
def test_the_hall_is_what_the_strategies_need(rules: str) -> None:
    for each in HALL[rules]:
        found = evaluate(breaker(StrategySpec(each.player), Rules.parse(rules)))
        assert (found.proof.total, found.proof.max) == (each.total, each.max), each.player


def test_a_match_is_that_of_the_command(server: ServerProcess) -> None:
    match = {"rules": "mm3x6", "games": "150", "seed": "7"}
    players = ["consistent", "entropy", "random", "ox"]
    expected = answer("arena", "-r", "mm3x6", "--games", "150", "--seed", "7", "--players",
                      ",".join(players), "--no-times")  # fmt: skip
    page = get(server, **match, player=players, whole="yes")
    streamed = get(server, "/played", **match, player=players)
    for text in (html.unescape(page.text), streamed.text):
        assert "150 secrets, seed 7" in text
        assert "3 pegs of 6 colours, repeats allowed" in text
        for player in expected["players"]:
            assert f"{player['mean']:.3f}" in text
            if found := player["difference"]:
                shown = f"{found['mean']:+.2f} ({found['low']:+.2f} to {found['high']:+.2f})"
                assert shown in text
    assert "event: progress" in streamed.text


def test_a_tree_is_proved_and_plays(server: ServerProcess) -> None:
    content = tree_of("mm3x4", "entropy")
    page = send(server, gzip.compress(content), "Anns <tree>")
    assert "Anns <tree>" in html.unescape(page.text)
    assert dict(page.url.params)["rules"] == "mm3x4"
    proof = answer("evaluate", "-r", "mm3x4", "-s", "entropy")
    assert f'<td class="number">{proof["total"]}</td>' in page.text
    # The same tree under another name is the same tree.
    again = send(server, content, "Bobs")
    assert "Bobs" not in again.text
    tree = f"tree-{dict(page.url.params)['sent']}"
    match = {"rules": "mm3x4", "games": "64", "seed": "1", "whole": "yes"}
    played = get(server, **match, player=["entropy", tree])
    assert "+0.00 (+0.00 to +0.00)" in played.text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "choose a tree file"),
        (b"moo", "this is not a tree file of moolab"),
        (tree_of("ab2x3", "entropy")[:150], "the file ends too early"),
        (
            (
                b'{"format": "moolab-tree", "version": 1, "rules": "ab1x3", "strategy": "x", '
                b'"root": {"guess": "0", "replies": {"00": {"guess": "1"}}}}'
            ),
            "after 0=00 1=00: no guess, though 1 code is left, such as 2",
        ),
        (
            (
                b'{"format": "moolab-tree", "version": 1, "rules": "ab7x10", "strategy": "x",'
                b' "root": {"guess": "0123456"}}'
            ),
            "here, a game may have 100,000",
        ),
    ],
)
def test_what_is_no_tree_is_refused(server: ServerProcess, content: bytes, reason: str) -> None:
    page = send(server, content)
    assert page.status_code == 422
    assert reason.lower() in html.unescape(page.text).lower()
    assert "tree: " not in page.text


def test_a_tree_may_be_longer_than_other_bodies_but_has_an_end(server: ServerProcess) -> None:
    big = Path("results/ab5x10.json.gz").read_bytes()
    assert len(big) > 64 << 10
    assert send(server, bytes(600_000)).status_code == 413
    assert send(server, big, "Best of ab5x10").status_code == 200


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"player": "exec:ls"}, "'exec:ls' is not a strategy"),
        ({"player": "tree-0"}, "'tree-0' is not a tree for ab4x10"),
        ({"player": "pyproject.toml"}, "'pyproject.toml' is not a strategy"),
        ({"player": "entropy", "games": "5041"}, "Secrets: '5041' is not a number from 1 to 5,040"),
        ({"player": "entropy", "seed": "x"}, "Seed: 'x' is not a number"),
        ({"player": "entropy", "rules": "ab6x10"}, "ab6x10 has 151,200 codes"),
        ({"player": list("abcdefghi")}, "choose from 1 to 8 players"),
    ],
)
def test_matches_that_are_not_played(
    server: ServerProcess, fields: dict[str, Any], reason: str
) -> None:
    page = get(server, **fields)
    assert page.status_code == 422
    assert reason.lower() in html.unescape(page.text).lower()
    assert get(server, "/played", **fields).status_code == 422


def test_a_match_that_takes_too_long_is_not_begun() -> None:
    settings = Settings(database="sqlite://", warm=False)
    with TestClient(create_app(settings)) as client:
        fields = {"rules": "mm5x8", "player": ["calf", "consistent"], "games": "10000", "seed": "1"}
        why = "about 613 seconds, and a computation may take 30 here: up to 480 secrets would do"
        for path in ("/arena", "/arena/played"):
            page = client.get(path, params=fields)
            assert (page.status_code, why in html.unescape(page.text)) == (422, True)


def test_a_hall_keeps_the_best() -> None:
    store = Store("sqlite://")
    store.migrate()
    for number in range(MOST_TREES_OF_GAME):
        keep_tree(store, Sent(f"{number}", "ab2x3", "x", 6, 20 + number, 4), b"tree")
    with pytest.raises(Full, match="none of them needs more guesses"):
        keep_tree(store, Sent("worse", "ab2x3", "worse", 6, 99, 4), b"tree")
    keep_tree(store, Sent("best", "ab2x3", "best", 6, 10, 4), b"best tree")
    kept = trees_of(store, "ab2x3")
    assert kept[0].name == "best"
    assert len(kept) == MOST_TREES_OF_GAME
    assert content_of(store, "best") == b"best tree"
    assert content_of(store, f"{MOST_TREES_OF_GAME - 1}") is None


@pytest.mark.slow
def test_a_match_in_the_browser(page: "Page", server: ServerProcess, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    page.goto(f"{server.address}/arena")
    check_accessible(page)
    page.get_by_label("Secrets").fill("40")
    page.get_by_label("Seed").fill("3")
    page.get_by_role("button", name="Play the match").click()
    expect(page.get_by_role("heading", name="40 secrets, seed 3")).to_be_visible()
    expect(page.get_by_role("region", name="40 secrets")).to_contain_text("4 different digits")
    check_accessible(page)
    picture(page, "arena")
    file = tmp_path / "mine.json"
    file.write_bytes(tree_of("ab4x10", "parts"))
    page.get_by_label("Its name").fill("Parts of mine")
    page.get_by_label("File").set_input_files(str(file))
    page.get_by_role("button", name="Prove it and add it").click()
    expect(page.get_by_role("row", name=re.compile("Parts of mine"))).to_contain_text("26,573")
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
