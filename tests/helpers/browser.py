"""Pages in a real browser, in which nothing may go wrong.

A test that takes ``page`` or ``visitor`` fails when a script fails, when the browser complains
(of a breach of the content security policy, too), when something that a page needs is missing, and
when anything is asked of another machine.
"""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.helpers.patience import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        Page,
        Request,
        Response,
        ViewportSize,
    )

PHONE: "ViewportSize" = {"width": 360, "height": 740}
DESKTOP: "ViewportSize" = {"width": 1280, "height": 800}
USUAL = {"viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "block"}


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple["Browser", asyncio.AbstractEventLoop]]:
    """The browser, and the event loop of Playwright, which looks as if it ran between calls."""
    # Without windows, which nobody sees, a page takes a quarter of the processor time.
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if not program:
        pytest.skip("neither chromium-headless-shell nor chromium is installed")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * PATIENCE)
    needed = ["--no-sandbox"] if os.geteuid() == 0 else []
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program, args=needed) as browser,
    ):
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def faults() -> list[str]:
    """What went wrong in the browser; a test that expects something takes it out."""
    return []


@pytest.fixture
def visitor(
    chromium: tuple["Browser", asyncio.AbstractEventLoop], faults: list[str]
) -> Iterator[Callable[..., "Page"]]:
    """Opens an empty page as another person, who shares no cookies with the others.

    Its arguments are those of Playwright's ``new_context``: ``viewport=PHONE``,
    ``java_script_enabled=False``.
    """
    browser, loop = chromium
    with ExitStack() as stack:
        # Other tests run event loops of their own, so Playwright's runs for these tests only.
        asyncio._set_running_loop(loop)
        stack.callback(asyncio._set_running_loop, None)

        def visit(**options: Any) -> "Page":
            context = stack.enter_context(browser.new_context(**USUAL | options))
            context.set_default_timeout(1000 * PATIENCE)
            _watch(context, faults)
            return context.new_page()

        yield visit
    if faults:
        pytest.fail("\n".join(faults))


@pytest.fixture
def page(visitor: Callable[..., "Page"]) -> "Page":
    """An empty page on a desk."""
    return visitor()


def _watch(context: "BrowserContext", faults: list[str]) -> None:
    """Note what goes wrong in all pages of a person."""

    def hear(message: "ConsoleMessage") -> None:
        # Answers are judged below: a form with a mistake in it is answered with 422.
        if message.type == "error" and "server responded with a status" not in message.text:
            faults.append(f"{message.text} ({message.location['url']})")

    def look(request: "Request") -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.hostname != "127.0.0.1":
            faults.append(f"another machine was asked: {request.url}")

    def judge(response: "Response") -> None:
        part = response.request.resource_type not in ("document", "fetch", "xhr")
        if response.status >= (400 if part else 500):
            faults.append(f"answered with {response.status}: {response.url}")

    context.on("weberror", lambda error: faults.append(f"a script failed: {error.error}"))
    context.on("console", hear)
    context.on("request", look)
    context.on("response", judge)


_RUN_AXE = """(some) => axe.run({ resultTypes: ["violations"], preload: false, ...some })
  .then((result) => result.violations)"""
"""What is right is not sent back: there is so much of it. Nothing here plays sounds by itself, for
which styles would be loaded once more."""

_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that look at colours alone: half of the time, and all that differs in the dark."""

_LOOKS = """() => {
  const has = (text) => `${text ?? ""}`.trim() !== "";
  const shown = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility()
      && (has(element.value) || has(element.placeholder)
        || [...element.childNodes].some((node) => node.nodeType === 3 && has(node.data))));
  const own = ["color", "fontSize", "fontWeight", "textDecorationLine", "textShadow"];
  const behind = ["backgroundColor", "backgroundImage", "clipPath", "opacity", "position"];
  const styles = (element, names) => {
    const style = getComputedStyle(element);
    return names.map((name) => style[name]).join();
  };
  return [...new Set(shown.map((element) => {
    const leftOut = element.closest(":disabled, [aria-disabled=true], [aria-hidden=true]");
    const look = [element.localName, leftOut !== null, styles(element, own)];
    for (let one = element; one; one = one.parentElement)
      look.push(one.localName, styles(one, behind));
    return look.join(";");
  }))];
}"""
"""How texts look on a page: all that decides whether they can be read on what is behind them."""

_readable: set[str] = set()
"""Looks that were found right in this process; most pages have no other."""


def check_accessible(page: "Page") -> None:
    """Fail where axe finds anything, in light or dark, or where a phone would scroll sideways.

    Colours are looked at once for all texts that look the same.
    """
    from axe_playwright_python.base import AXE_SCRIPT

    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found = []

    def look(scheme: str, **some: object) -> set[str]:
        violations = page.evaluate(_RUN_AXE, some)
        for violation in violations:
            found.append(f"{violation['id']} ({scheme}): {violation['help']}")
            for node in violation["nodes"]:
                found.extend([f"  {node['html']}", *node["failureSummary"].splitlines()])
        return {violation["id"] for violation in violations}

    for scheme in _schemes(page):
        looks = set(page.evaluate(_LOOKS))
        are_new = not looks <= _readable
        wrong = set[str]()
        if scheme == "light":
            # All rules at once: to walk through the page takes as long as most of them.
            wrong = look(scheme, rules={rule: {"enabled": are_new} for rule in _COLOURS})
        elif are_new:
            wrong = look(scheme, runOnly=_COLOURS)
        if not wrong & {*_COLOURS}:
            _readable.update(looks)
    too_wide = "document.documentElement.scrollWidth - innerWidth"
    [excess] = [page.evaluate(too_wide) for _ in _widths(page, PHONE)]
    if excess:
        found.append(f"{excess} pixels too wide for a phone")
    if found:
        pytest.fail("\n".join([page.url, *found]))


def picture(page: "Page", name: str) -> None:
    """Put pictures of a page into the folder that MOOLAB_SCREENSHOTS names, if it names one."""
    folder = os.environ.get("MOOLAB_SCREENSHOTS")
    if folder:
        for scheme in _schemes(page):
            for size in _widths(page, PHONE, DESKTOP):
                path = Path(folder, f"{name}-{size['width']}-{scheme}.png")
                page.screenshot(path=path, full_page=True)


def _schemes(page: "Page") -> Iterator[str]:
    """Show a page in light and in dark colours."""
    page.emulate_media(color_scheme="light")
    yield "light"
    page.emulate_media(color_scheme="dark")
    yield "dark"
    page.emulate_media(color_scheme="null")


def _widths(page: "Page", *sizes: "ViewportSize") -> Iterator["ViewportSize"]:
    """Show a page on screens of these sizes."""
    before = page.viewport_size
    for size in sizes:
        page.set_viewport_size(size)
        yield size
    if before:
        page.set_viewport_size(before)
