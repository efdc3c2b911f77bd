"""Pictures of the web application for the documentation: ``python -m benchmarks.pictures``.

The games are decided by chance, so no two runs show the same codes.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
from playwright.sync_api import sync_playwright
from tests.helpers.servers import ServerProcess

from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

DESK: dict[str, Any] = {"viewport": {"width": 1000, "height": 680}, "device_scale_factor": 0.65}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SETTLED_MS = 1500
"""Longer than anything on the page moves."""


def launch(playwright: "Playwright") -> "Browser":
    """The browser."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])


def begin(page: "Page", address: str, rules: str = "ab4x10", role: str = "both") -> Rules:
    """Begin a game."""
    page.goto(address)
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
    return Rules.parse(rules)


def play(page: "Page", rules: Rules, most: int = 100) -> None:
    """Guess what is possible, and reply so that the computer has most left to find."""
    mine, known = candidates(rules), candidates(rules)
    for _ in range(most):
        code = mine[mine.count // 2 if mine.count else 0]
        page.locator("#guess").fill(code)
        page.locator("#guess").press("Enter")
        row = page.locator(f"[data-side=yours] tr[data-guess='{code}']")
        reply = row.get_attribute("data-reply") or ""
        mine = mine.after(Turn(code, rules.reply(reply)))
        if page.locator("#end").count():
            return
        if not page.locator(".pending").count():
            continue
        guess = page.locator(".pending").get_attribute("data-guess") or ""
        split = known.split(guess) or {}
        answer = max(split, key=lambda reply: split[reply])
        known = known.after(Turn(guess, answer))
        page.locator(f"#reply-{answer}").click()
        page.locator("#guess, #end").first.wait_for()
        if page.locator("#end").count():
            return


def take(page: "Page", folder: Path, name: str) -> None:
    """Take a picture when nothing moves any more."""
    page.wait_for_timeout(SETTLED_MS)
    path = folder / f"{name}.png"
    page.screenshot(path=path)
    click.echo(f"{path}: {path.stat().st_size / 1000:.0f} KB")


def draw(browser: "Browser", address: str, folder: Path) -> None:
    """Take all pictures."""
    page = browser.new_context(**DESK).new_page()
    page.goto(address)
    take(page, folder, "home")
    play(page, begin(page, address), most=3)
    page.evaluate("localStorage.setItem('moolab sieve', 'yes')")
    page.reload()
    page.keyboard.type("52")
    take(page, folder, "duel")
    page.evaluate("localStorage.clear()")
    play(page, begin(page, address, "mm4x6"), most=2)
    page.keyboard.type("52")
    take(page, folder, "mastermind")
    play(page, begin(page, address, role="breaker"))
    take(page, folder, "win")
    page.get_by_role("link", name="Review").click()
    page.locator(".dots").first.wait_for()
    page.locator(".story").first.evaluate("story => story.scrollIntoView()")
    take(page, folder, "analysis")
    phone = browser.new_context(**PHONE).new_page()
    play(phone, begin(phone, address, "mm4x6"), most=2)
    phone.keyboard.type("52")
    take(phone, folder, "phone")


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
