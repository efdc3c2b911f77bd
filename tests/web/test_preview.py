"""What is shown of a page where somebody shares its address."""

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
    """What a page says of itself to whoever has no cookie."""
    page = TestClient(client.app).get(path).text
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))


def image(client: TestClient, path: str) -> bytes:
    """The picture that a page names."""
    address = shared(client, path)["image"].replace("&amp;", "&")
    stranger = TestClient(client.app)
    answer = stranger.get(address)
    assert answer.headers["content-type"] == "image/png", (path, answer.text)
    assert answer.headers["cache-control"].startswith("public, max-age=")
    head = stranger.head(address)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(answer.content))
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == (1200, 630)
    return answer.content


def finished(client: TestClient, where: str, *moves: dict[str, str], **setup: str) -> str:
    """A game played to its end; the address of its review."""
    game = client.post(f"/{where}", data=setup).url.path
    for move in moves:
        client.post(game, data=move)
    return game.replace(f"/{where}/", "/game/")


def test_pages_that_are_shared_have_a_picture_of_their_own(client: TestClient) -> None:
    guesses = [{"verb": "guess", "text": "0123"}, {"verb": "reply", "text": "00"}]
    gone = {"verb": "resign"}
    client.post("/race", data={"name": "friday-42", "player_name": "Ann"})
    day = re.findall(r'href="(/daily/[^"]+)"', client.get("/daily").text)[0]
    match = "/arena?rules=ab3x5&player=random&player=ox&games=9&seed=1"
    paths = [
        finished(client, "play", *guesses, gone),
        finished(client, "trilobite", {"move": "resign"}, board="5x4x3", moves="32"),
        finished(client, "puzzles", gone, kind="1", rules="ab3x6"),
        *("/daily", day, "/puzzles", "/race/friday-42"),
        *("/arena", match, "/tree?strategy=minimax", "/tree?history=0123%3D03"),
        *("/analysis", "/analysis?rules=mm4x6&turns=0011%3D12"),
    ]
    seen = {image(client, path): path for path in paths}
    assert len(seen) == len(paths), seen.values()
    for path in paths:
        meta = shared(client, path)
        assert meta["url"] == f"http://testserver{path}".replace("&", "&amp;")
        assert all(meta[word].strip() for word in ("title", "description")), path
    assert shared(client, "/race/friday-42/watch")["image"].endswith("/race/friday-42/preview.png")
    assert shared(client, "/two")["image"] == f"http://testserver{STATIC}/preview.png"


def test_a_picture_tells_nothing_before_its_page_does(client: TestClient) -> None:
    game = client.post("/play").url.path
    client.post(game, data={"verb": "guess", "text": "0123"})
    preview = f"{game.replace('/play/', '/game/')}/preview.png"
    assert client.get(preview).status_code == 404
    machine = client.post("/machines", data={"port": "moo58.12c"}).url.path
    assert client.get(f"{machine.replace('/machines/', '/game/')}/preview.png").status_code == 404
    for wrong in (
        "/game/nothing",
        "/race/nowhere",
        "/daily/2026-01-01/digits",
        "/daily/2999-01-01/digits",
    ):
        assert client.get(f"{wrong}/preview.png").status_code in (404, 422), wrong
    for query in ("rules=ab9x3", "turns=1", "rules=ab4x10&turns=0123=99"):
        assert client.get(f"/analysis/preview.png?{query}").status_code == 422
    assert client.get("/tree/preview.png?strategy=nobody").status_code == 422
    assert client.get("/arena/preview.png?player=nobody").status_code == 422


def test_a_picture_of_a_game_shows_its_replies_and_not_its_codes(client: TestClient) -> None:
    """Two games with other codes and the same replies have the same picture."""
    review = finished(
        client, "play", {"verb": "guess", "text": "0123"}, {"verb": "resign"}, role="breaker"
    )
    store = client.app.state.server.store  # type: ignore[attr-defined]
    row = store.find(review.rpartition("/")[2])
    renamed = str.maketrans("0123456789", "1234567890")
    other = dict(row.setup, secret=row.setup["secret"].translate(renamed))
    moves = ["guess 1234", "resign"]
    twin, _ = store.create("duel", other, {"player": None}, moves=moves, outcome="resigned")
    assert image(client, review) == image(client, f"/game/{twin}")


def test_those_who_show_links_may_read_pages(client: TestClient) -> None:
    groups = client.get("/robots.txt").text.split("\n\n")
    assert "Disallow: /race/" in groups[0]
    assert "Twitterbot" in groups[1]
    assert "/race/" not in groups[1]
