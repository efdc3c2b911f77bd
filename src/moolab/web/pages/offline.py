"""What browsers keep, or look for at addresses of their own choice."""

import json
from functools import partial
from hashlib import sha256

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, Response

from moolab.codes.rules import Rules
from moolab.games.tries import usual_tries
from moolab.web.http.static import FOLDER, STATIC
from moolab.web.rendering import render
from moolab.web.server import ServerHere

router = APIRouter(include_in_schema=False)

GAMES = {"/offline": "ab4x10", "/offline/colours": "mm4x6"}
"""The pages that are kept, each with its game."""

_PARTS = (
    *("style.css", "play.css", "picks.css", "offline.css", "icon.svg"),
    *("page.js", "events.js", "words.js", "code.js", "settings.js", "replies.js", "notes.js"),
    *("elements.js", "offline.js", "endcard.css", "endcard.js"),
)
"""The files that these pages need."""

_KEPT = {"Cache-Control": "no-cache"}


async def _show(request: Request) -> Response:
    """A page that plays without the server."""
    page = _page(request, request.url.path)
    page.headers["Cache-Control"] = "no-cache"
    return page


def _page(request: Request, path: str) -> Response:
    rules = Rules.parse(GAMES[path])
    return render(request, "offline.html", {"rules": rules, "tries": usual_tries(rules)})


for _path in GAMES:
    router.add_api_route(_path, _show, name=_path, response_model=None)


@router.get("/sw.js")
async def worker(request: Request) -> Response:
    """The script that answers for the server when there is no line to it.

    It differs with every version of the pages, which name that of the files, and with the language,
    so browsers notice when there is a new one.
    """
    version = sha256(b"".join(bytes(_page(request, path).body) for path in GAMES)).hexdigest()[:12]
    kept = [*GAMES, *(f"{STATIC}/{name}" for name in _PARTS)]
    script = (FOLDER / "worker.js").read_text("utf-8")
    settings = f"const VERSION = {json.dumps(version)};\nconst KEPT = {json.dumps(kept)};\n"
    return Response(settings + script, media_type="text/javascript", headers=_KEPT)


@router.get("/manifest.webmanifest")
async def manifest() -> Response:
    """What the site is called and looks like where it is installed."""
    icons = [
        {"src": f"{STATIC}/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        *(
            {"src": f"{STATIC}/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png",
             "purpose": "any maskable"}
            for size in (192, 512)
        ),
    ]  # fmt: skip
    shortcuts = {"Play": "/", "Today": "/daily", "Puzzles": "/puzzles", "Offline": "/offline"}
    described = {
        "name": "moolab: Bulls & Cows",
        "short_name": "moolab",
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#faf9f5",
        "theme_color": "#0b6e55",
        "icons": icons,
        "shortcuts": [{"name": name, "url": url} for name, url in shortcuts.items()],
    }
    return Response(json.dumps(described), media_type="application/manifest+json", headers=_KEPT)


_FILES = ("favicon.ico", "apple-touch-icon.png")

_DAY = {"Cache-Control": "public, max-age=86400"}
"""They change with a new version only, and are asked for with every visit."""


def _file(name: str) -> FileResponse:
    return FileResponse(FOLDER / name, headers=_DAY)


@router.get("/robots.txt")
async def robots(server: ServerHere) -> Response:
    """What search engines may list."""
    if server.settings.robots:
        return _file("robots.txt")
    return Response("User-agent: *\nDisallow: /\n", media_type="text/plain", headers=_DAY)


for _name in _FILES:
    router.add_api_route(f"/{_name}", partial(_file, _name), name=_name, response_model=None)
