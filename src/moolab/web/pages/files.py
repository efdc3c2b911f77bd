"""Files that browsers and robots look for at addresses of their own choice."""

from functools import partial

from fastapi import APIRouter
from starlette.responses import FileResponse

from moolab.web.http.static import FOLDER

router = APIRouter(include_in_schema=False)

_FILES = ("favicon.ico", "apple-touch-icon.png", "robots.txt")

_DAY = {"Cache-Control": "public, max-age=86400"}
"""They change with a new version only, and are asked for with every visit."""


def _file(name: str) -> FileResponse:
    return FileResponse(FOLDER / name, headers=_DAY)


for _name in _FILES:
    router.add_api_route(f"/{_name}", partial(_file, _name), name=_name, response_model=None)
