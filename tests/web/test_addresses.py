"""What machines ask a site for: the headers of its pages, its icons, what robots may read."""

import html
import io
import os
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat
from PIL.IcoImagePlugin import IcoFile
from starlette.testclient import TestClient

from moolab.web.app import create_app
from moolab.web.http.static import STATIC as STATIC_PATH
from moolab.web.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Page

STATIC = Path(str(files("moolab.web") / "static"))


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0, processes=1)
    with TestClient(create_app(settings)) as client:
        yield client


def test_pages_answer_head_as_get_without_a_body(client: TestClient) -> None:
    games = [client.post(f"/{kind}").url.path for kind in ("play", "two", "trilobite")]
    paths = ["/", "/games", "/two", "/race", "/analysis", "/assistant", "/trilobite"]
    paths += ["/machines", "/static/icon.svg", "/favicon.ico", "/nothing", "/play/nothing", *games]
    # What is compressed has another length.
    plain = {"Accept-Encoding": "identity"}
    for path in paths:
        whole, head = client.get(path, headers=plain), client.head(path, headers=plain)
        assert (head.status_code, head.content) == (whole.status_code, b""), path
        assert head.headers["content-length"] == str(len(whole.content))
        assert head.headers["content-type"] == whole.headers["content-type"]
    # What has no end has no headers alone.
    assert client.head(f"{games[1]}/events").status_code == 405


def test_where_forms_are_sent_the_page_is_the_one_above(client: TestClient) -> None:
    for form, page in {
        "/practice": "/",
        "/lobby": "/two",
        "/arena/trees": "/arena",
        "/games/import": "/games",
        "/device/take": "/device",
    }.items():
        asked = client.get(form, follow_redirects=False)
        assert (asked.status_code, asked.headers["location"]) == (303, page)
    assert client.get("/api/games").status_code == 405


def test_the_language_is_changed_on_a_page_as_it_is(client: TestClient) -> None:
    address = "/assistant?rules=ab4x10&guess=1234&reply=02"
    back = re.findall(r'name="back" value="([^"]*)"', client.get(address).text)
    assert list(map(html.unescape, back)) == [address]
    german = client.post("/language", data={"back": address, "language": "de"})
    assert (german.url.path, german.url.query) == ("/assistant", address.partition("?")[2].encode())
    assert 'lang="de"' in german.text
    assert "Etwas in der Adresse oder im Gesendeten fehlt" in client.get("/games?page=0").text
    client.cookies.clear()


def test_icons_and_robots_are_where_they_are_looked_for(client: TestClient) -> None:
    for path, kind in {
        "/favicon.ico": "image/",
        "/apple-touch-icon.png": "image/png",
        "/robots.txt": "text/plain; charset=utf-8",
    }.items():
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["cache-control"] == "public, max-age=86400"
    assert '<link rel="apple-touch-icon" href="/apple-touch-icon.png">' in client.get("/").text
    rules = client.get("/robots.txt").text.split("\n")
    assert {"User-agent: *", "Disallow: /play/", "Disallow: /analysis?"} <= set(rules)


def test_static_files_are_kept_for_good_as_their_addresses_change_with_them(
    client: TestClient,
) -> None:
    parts = re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get("/").text)
    assert len(parts) > 5
    for part in parts:
        assert client.get(part).headers["cache-control"] == "public, max-age=31536000, immutable"
    for stale in ("/static/page.js", "/static/000000000000/page.js"):
        answer = client.get(stale)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert answer.headers["content-encoding"] == "gzip"
    assert client.get(f"{STATIC_PATH}/nothing.js").headers["cache-control"] == "no-store"


def test_a_move_comes_with_the_page_after_it(client: TestClient) -> None:
    asked = {"X-Follow": "yes"}
    begun = client.post("/play", headers=asked, follow_redirects=False)
    game = begun.headers["content-location"]
    assert (begun.status_code, len(client.cookies)) == (200, 1)
    assert re.fullmatch(r"/play/[\w-]+", game)
    moved = client.post(game, data={"verb": "guess", "text": "0123"}, headers=asked)
    assert moved.headers["content-location"] == game
    assert not moved.history
    assert 'data-guess="0123"' in moved.text
    wrong = client.post(game, data={"verb": "guess", "text": "01"}, headers=asked)
    assert (wrong.status_code, "content-location" in wrong.headers) == (409, False)
    # Without scripts, browsers follow by themselves.
    assert client.post("/play").history[0].status_code == 303


def drawn(page: "Page", size: int, svg: str, height: int | None = None) -> Image.Image:
    """A drawing as a picture of so many pixels."""
    page.set_viewport_size({"width": size, "height": height or size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
    return Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA")


def test_icons_are_the_drawing(page: "Page") -> None:
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    small = {size: drawn(page, size, svg) for size in (16, 32, 48)}
    # Phones round the corners themselves, and show black where nothing is.
    large = drawn(page, 180, svg.replace('rx="8" ', "")).convert("RGB")
    square = svg.replace('rx="8" ', "")
    installed = {f"icon-{size}.png": drawn(page, size, square) for size in (192, 512)}
    if os.environ.get("MOOLAB_REWRITE_ICONS"):
        others = [small[16], small[32]]
        small[48].save(
            STATIC / "favicon.ico",
            sizes=[icon.size for icon in small.values()],
            append_images=others,
        )
        large.save(STATIC / "apple-touch-icon.png", optimize=True)
        for name, image in installed.items():
            image.convert("RGB").quantize(64).save(STATIC / name, optimize=True)
        # It has words, which look different wherever there are other fonts.
        preview = drawn(page, 1200, (STATIC / "preview.svg").read_text(encoding="utf-8"), 630)
        preview.convert("RGB").quantize(64).save(STATIC / "preview.png", optimize=True)
    icons = IcoFile(io.BytesIO((STATIC / "favicon.ico").read_bytes()))
    assert icons.sizes() == {icon.size for icon in small.values()}
    with Image.open(STATIC / "apple-touch-icon.png") as icon:
        pairs = [(icon.copy(), large)]
    pairs += [(icons.getimage(icon.size), icon) for icon in small.values()]
    for name, image in installed.items():
        with Image.open(STATIC / name) as kept:
            pairs.append((kept.convert("RGB"), image.convert("RGB")))
    for is_kept, is_drawn in pairs:
        assert is_kept.mode == is_drawn.mode
        # Browsers smooth edges each in its own way.
        assert max(ImageStat.Stat(ImageChops.difference(is_kept, is_drawn)).mean) < 3
