"""Pictures of the web application for the documentation: ``python -m benchmarks.pictures``.

The games are decided by chance, so no two runs show the same codes.
"""

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
from playwright.sync_api import sync_playwright
from tests.helpers.servers import ServerProcess

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

DESK: dict[str, Any] = {"viewport": {"width": 1000, "height": 680}, "device_scale_factor": 0.65}
TALL = DESK | {"viewport": {"width": 1000, "height": 1130}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
SETTLED_MS = 1500
"""Longer than anything on the page moves."""


def launch(playwright: "Playwright") -> "Browser":
    """The browser."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])


def begin(page: "Page", address: str, rules: str = "ab4x10", role: str = "breaker") -> Rules:
    """Begin a game; in a duel, any code is one's own."""
    page.goto(f"{address}/play")
    page.evaluate(
        """([rules, role]) => {
          const form = document.querySelector("#rules").form;
          form.querySelector("#rules").value = rules;
          form.querySelector(`[name=role][value=${role}]`).checked = true;
          form.requestSubmit();
        }""",
        [rules, role],
    )
    page.wait_for_url("**/play/*")
    if role == "both":
        page.locator(".choose .random").click()
    return Rules.parse(rules)


def guess(page: "Page", code: str) -> str:
    """Guess, and wait until it is one's turn again, as browsers reply by themselves; the reply."""
    page.locator("#guess").fill(code)
    page.locator("#guess").press("Enter")
    row = page.locator(f"[data-side=yours] tr[data-guess='{code}']").last
    reply = row.get_attribute("data-reply") or ""
    page.locator("#guess:visible, #end").first.wait_for()
    return reply


def play(page: "Page", rules: Rules, most: int = 100, part: int = 2) -> None:
    """Guess what is possible.

    Args:
        part: where in the list of the possible codes the guesses are; others play otherwise.
    """
    mine = candidates(rules)
    for _ in range(most):
        code = mine[mine.count // part if mine.count else 0]
        mine = mine.after(Turn(code, rules.reply(guess(page, code))))
        if page.locator("#end").count():
            return


def play_daily(page: "Page", address: str, part: int = 2) -> None:
    """Play the digits of the day."""
    page.goto(f"{address}/daily")
    page.locator(".dailies li").first.get_by_role("button").click()
    page.wait_for_url("**/play/*")
    play(page, Rules.parse("ab4x10"), part=part)


def drop_stones(page: "Page", address: str) -> None:
    """Begin four in a row, and drop three stones."""
    page.goto(f"{address}/trilobite")
    for column in ("4", "5", "3"):
        before = page.locator("#live").get_attribute("data-version")
        page.locator(f"button[name=move][value='{column}']").click()
        page.locator(f"#live:not([data-version='{before}'])").wait_for()


def solve_in_part(page: "Page", address: str) -> None:
    """Look at the first steps of a puzzle, and overlook its last clue."""
    page.goto(f"{address}/puzzles")
    page.locator(".levels-of-day li").nth(2).get_by_role("button").click()
    page.wait_for_url("**/puzzles/*")
    for _ in range(2):
        before = page.locator("#steps ~ ol li").count()
        page.locator("#explain").click()
        page.locator("#steps ~ ol li").nth(before).wait_for()
    rules, clues = Rules.parse("ab4x10"), []
    for row in page.locator(".turns tbody tr:not(.current)").all():
        bulls, cows = re.findall(r"\d", row.locator(".reply").inner_text())
        guess = "".join(row.locator(".code").inner_text().split())
        clues.append(Turn(guess, Reply(int(bulls), int(cows))))
    fit = candidates(rules, clues[:-1])
    wrong = next(code for code in fit if rules.reply_rule(clues[-1].guess, code) != clues[-1].reply)
    page.locator("#answer").fill(wrong)
    page.locator("#answer").press("Enter")
    page.locator(".marked").first.wait_for()
    page.evaluate("scrollTo(0, 0)")


def race(browser: "Browser", address: str) -> "Page":
    """Race with three others; the board of the host."""
    names = ("Ada", "Emmy", "Grace", "Rosa")
    pages = [browser.new_context(**DESK).new_page() for _ in names]
    for number, (page, name) in enumerate(zip(pages, names, strict=True)):
        page.goto(f"{address}/race/friday-42" if number else f"{address}/race")
        page.locator("#player_name").fill(name)
        if not number:
            page.locator("#details summary").click()
            page.locator("#name").fill("friday-42")
        page.locator("#player_name").press("Enter")
        page.locator("[data-events]").wait_for()
    pages[0].get_by_role("button", name="Start").click()
    for number, page in enumerate(pages):
        page.wait_for_url("**/play/*")
        play(page, Rules.parse("ab4x10"), most=2 + number, part=2 + number)
    return pages[0]


def take(page: "Page", folder: Path, name: str) -> None:
    """Take a picture when nothing moves any more."""
    page.wait_for_timeout(SETTLED_MS)
    path = folder / f"{name}.png"
    page.screenshot(path=path)
    click.echo(f"{path}: {path.stat().st_size / 1000:.0f} KB")


WRONG = ("0123", "4567", "8901", "2345", "6789", "1357", "2468", "0369")
"""Guesses of which no reply is used: of 630 players who guess so, one wins."""


def draw_everywhere(browser: "Browser", address: str, folder: Path) -> None:
    """Take the pictures of the first hour, on a desk and on a phone."""
    for size, suffix in ((DESK, ""), (PHONE, "-phone")):
        page = browser.new_context(**size).new_page()
        for name, path in (("home", "/"), ("friends", "/friends"), ("laboratory", "/laboratory")):
            page.goto(address + path)
            take(page, folder, name + suffix)
        begin(page, address)
        for number, code in enumerate(WRONG, 1):
            guess(page, code)
            if moment := {1: "first", 7: "last", 8: "lost"}.get(number):
                take(page, folder, moment + suffix)
        play(page, begin(page, address))
        take(page, folder, "win" + suffix)
        page.locator("end-card .actions a").first.click()
        page.locator(".story").first.wait_for()
        take(page, folder, "review" + suffix)
        play_daily(page, address)
        take(page, folder, "daily" + suffix)
        drop_stones(page, address)
        take(page, folder, "four" + suffix)


def draw(browser: "Browser", address: str, folder: Path) -> None:
    """Take all pictures."""
    # What half of all needed is told of a day that some have played.
    for part in (3, 5, 7, 9, 11):
        play_daily(browser.new_context(**DESK).new_page(), address, part=part)
    draw_everywhere(browser, address, folder)
    page = browser.new_context(**DESK).new_page()
    play(page, begin(page, address, role="both"), most=3)
    page.evaluate("localStorage.setItem('moolab sieve', 'yes')")
    page.reload()
    page.keyboard.type("52")
    take(page, folder, "duel")
    page.evaluate("localStorage.clear()")
    play(page, begin(page, address, "mm4x6", role="both"), most=2)
    page.keyboard.type("52")
    take(page, folder, "mastermind")
    tall = browser.new_context(**TALL).new_page()
    solve_in_part(tall, address)
    take(tall, folder, "puzzle")
    for part in (3, 5, 7):
        play(page, begin(page, address), part=part)
    page.goto(f"{address}/games")
    take(page, folder, "you")
    take(race(browser, address), folder, "race")
    phone = browser.new_context(**PHONE).new_page()
    play(phone, begin(phone, address, "mm4x6", role="both"), most=2)
    phone.keyboard.type("52")
    take(phone, folder, "phone")
    german = browser.new_context(**PHONE, locale="de").new_page()
    play(german, begin(german, address, role="both"), most=2)
    german.keyboard.type("52")
    take(german, folder, "german")


@click.command()
@click.argument("folder", default="docs/pictures", type=click.Path(path_type=Path))
def command(folder: Path) -> None:
    """Put the pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data))
        try:
            browser = launch(playwright)
            draw(browser, server.address, folder)
            browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    command()
