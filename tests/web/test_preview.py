"""What is shown of a page where its address is shared."""

import io
import re
from collections.abc import Iterator

import pytest
from PIL import Image
from starlette.testclient import TestClient

from moolab.web.app import create_app
from moolab.web.http.static import STATIC
from moolab.web.settings import Settings


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(database="sqlite://", warm=False, requests_per_second=0, processes=1)
    with TestClient(create_app(settings)) as client:
        yield client


def shared(client: TestClient, path: str) -> dict[str, str]:
    """What a page says of itself to a visitor without a cookie."""
    page = TestClient(client.app).get(path).text
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))


def finished(client: TestClient, where: str, *moves: dict[str, str], **setup: str) -> str:
    """A game played to its end; the address of its review."""
    game = client.post(f"/{where}", data=setup).url.path
    for move in moves:
        client.post(game, data=move)
    return game.replace(f"/{where}/", "/game/")


def test_pages_that_are_shared_have_the_picture_of_their_kind(client: TestClient) -> None:
    guesses = [{"verb": "guess", "text": "0123"}, {"verb": "reply", "text": "00"}]
    gone = {"verb": "resign"}
    client.post("/race", data={"name": "friday-42", "player_name": "Ann"})
    day = re.findall(r'href="(/daily/[^"/]+/digits)"', client.get("/daily").text)[0]
    kinds = {
        finished(client, "play", *guesses, gone): "-analysis",
        finished(client, "trilobite", {"move": "resign"}, board="5x4x3", moves="32"): "-trilobite",
        finished(client, "puzzles", gone, kind="1", rules="ab3x6"): "-puzzles",
        "/daily": "-daily",
        day: "-daily",
        "/puzzles": "-puzzles",
        "/race/friday-42": "-race",
        "/race/friday-42/watch": "-race",
        "/arena?rules=ab3x5&player=random&player=ox&games=9&seed=1": "-arena",
        "/tree?history=0123%3D03": "-tree",
        "/analysis?rules=mm4x6&turns=0011%3D12": "-analysis",
        "/two": "",
    }
    for path, kind in kinds.items():
        meta = shared(client, path)
        assert meta["image"] == f"http://testserver{STATIC}/preview{kind}.png", path
        assert meta["url"] == f"http://testserver{path}".replace("&", "&amp;")
        assert all(meta[word].strip() for word in ("title", "description")), path
        answer = client.get(meta["image"])
        assert answer.headers["content-type"] == "image/png"
        with Image.open(io.BytesIO(answer.content)) as picture:
            assert picture.size == (1200, 630)


def test_those_who_show_links_may_read_pages(client: TestClient) -> None:
    groups = client.get("/robots.txt").text.split("\n\n")
    assert "Disallow: /race/" in groups[0]
    assert "Twitterbot" in groups[1]
    assert "/race/" not in groups[1]
