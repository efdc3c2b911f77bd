"""The browser notices what is wrong with a page."""

import asyncio
import re
from typing import TYPE_CHECKING

import pytest

from tests.helpers.browser import check_accessible, picture

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page, Route

SCRIPTS = {"/broken.js": "nonsense()", "/loud.js": "console.error('Ouch')"}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; img-src http:; "
    "style-src 'unsafe-inline'"
}
GOOD = """<!doctype html><html lang="en"><title>A page</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<main><h1>A page</h1><p>Nothing to see.</p></main></html>"""


def show(page: "Page", main: str) -> None:
    """Open a page for which no server is needed."""

    def answer(route: "Route") -> None:
        path = route.request.url.removeprefix("http://127.0.0.1")
        if path == "/":
            html = GOOD.replace("<main>", f"<main>{main}")
            route.fulfill(body=html, content_type="text/html", headers=HEADERS)
        elif path in SCRIPTS:
            route.fulfill(body=SCRIPTS[path], content_type="text/javascript")
        else:
            route.fulfill(status=404)

    page.context.route("**", answer)
    page.goto("http://127.0.0.1/")


def test_a_good_page(page: "Page", tmp_path: "Path", monkeypatch: pytest.MonkeyPatch) -> None:
    show(page, "")
    check_accessible(page)
    picture(page, "good")
    assert not list(tmp_path.iterdir())
    monkeypatch.setenv("MOOLAB_SCREENSHOTS", str(tmp_path))
    picture(page, "good")
    assert {file.name for file in tmp_path.iterdir()} == {
        f"good-{width}-{scheme}.png" for width in (360, 1280) for scheme in ("light", "dark")
    }


def test_faults_are_noticed(page: "Page", faults: list[str]) -> None:
    show(
        page,
        "<script src=/broken.js></script> <script src=/loud.js></script> <script>1</script>"
        "<img src=http://elsewhere.example/ alt=''> <img src=/missing.png alt=''>",
    )
    page.context.close()
    noticed = "\n".join(faults)
    faults.clear()
    assert "a script failed: nonsense is not defined" in noticed
    assert "Ouch (http://127.0.0.1/loud.js)" in noticed
    assert "Content Security Policy directive 'script-src 'self''" in noticed
    assert "another machine was asked: http://elsewhere.example/" in noticed
    assert "answered with 404: http://127.0.0.1/missing.png" in noticed


def test_what_some_cannot_use_is_noticed(page: "Page") -> None:
    show(
        page,
        "<style>@media (prefers-color-scheme: dark) { body { background: #111; color: #333 } }"
        "</style><input><div style='width: 400px'>Wide</div>",
    )
    with pytest.raises(pytest.fail.Exception, match="48 pixels too wide for a phone") as found:
        check_accessible(page)
    assert re.findall(r"^[a-z-]+ \(\w+\)", str(found.value), re.MULTILINE) == [
        "label (light)",
        "color-contrast (dark)",
    ]


def test_other_tests_run_their_own_event_loops(chromium: object) -> None:
    assert chromium
    asyncio.run(asyncio.sleep(0))
