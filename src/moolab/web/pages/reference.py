"""What the server answers to programs, for the people who write them."""

import re

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moolab.web.rendering import render
from moolab.web.routes import Reference

router = APIRouter(include_in_schema=False)

_HOST = re.compile(r"[\w.:\[\]-]+", re.ASCII)
"""What may stand in a command: whoever asks can say any name."""


@router.get("/api")
async def show(request: Request) -> Response:
    """All routes, each with a command to try it."""
    url = request.base_url
    base = f"{url.scheme}://{url.netloc}" if _HOST.fullmatch(url.netloc) else "http://localhost"
    reference = Reference(request.app.openapi(), base)
    return render(request, "reference.html", {"reference": reference})
