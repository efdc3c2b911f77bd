"""How long people wait, and how much their browsers load: ``python -m benchmarks.browser``.

Of each wait, the median: from the click on Play until the first key can be pressed, and from Enter
until the reply and the computer's guess are on the page.
"""

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
from playwright.sync_api import sync_playwright
from tests.helpers.servers import ServerProcess

from benchmarks.pictures import DESK, PHONE, begin, launch

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = 10
TURNS = 3


def wait(act: Callable[[], object], page: "Page", wanted: str) -> float:
    """The milliseconds until something is on the page."""
    start = time.perf_counter()
    act()
    page.locator(wanted).wait_for()
    return 1000 * (time.perf_counter() - start)


def load(page: "Page", address: str) -> dict[str, float]:
    """What the first visit loads, in KB, and in a game."""
    sizes = """() => [...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource")].map((part) => part.encodedBodySize)
      .reduce((sum, size) => sum + size, 0) / 1000"""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    loaded = {"the first page": page.evaluate(sizes)}
    begin(page, address)
    page.wait_for_load_state("networkidle")
    loaded["the page of a duel, of which style and scripts are kept"] = page.evaluate(sizes)
    return loaded


def measure(page: "Page", address: str) -> dict[str, float]:
    """The median waits of some games."""
    keys, replies = [], []
    for _ in range(GAMES):
        page.goto(address)
        play = page.get_by_role("button", name="Play", exact=True)
        keys.append(wait(play.click, page, "code-pad button >> nth=0"))
        for turn in range(TURNS):
            page.keyboard.type("0123456789"[turn : turn + 4])
            replies.append(wait(lambda: page.keyboard.press("Enter"), page, ".pending"))
            page.locator("#reply-01").click()
            page.locator("#guess, .clash").first.wait_for()
            if page.locator(".clash").count():
                break
    return {
        "from Play to the first key": statistics.median(keys),
        "from Enter to the reply": statistics.median(replies),
    }


@click.command()
def command() -> None:
    """Print what is loaded, and the waits on a desk and on a phone."""
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data))
        browser = launch(playwright)
        try:
            page = browser.new_context().new_page()
            for name, size in load(page, server.address).items():
                click.echo(f"{name}: {size:.0f} KB")
            for device, options in {"desk": DESK, "phone": PHONE}.items():
                page = browser.new_context(**options).new_page()
                for name, wait in measure(page, server.address).items():
                    click.echo(f"{device}, {name}: {wait:.0f} ms")
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    command()
