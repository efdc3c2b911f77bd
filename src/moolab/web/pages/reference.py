"""What the server answers to programs, for the people who write them."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moolab.web.rendering import origin_of, render
from moolab.web.routes import Reference

router = APIRouter(include_in_schema=False)


@router.get("/api")
async def show(request: Request) -> Response:
    """All routes, each with a command to try it."""
    reference = Reference(request.app.openapi(), origin_of(request) or "http://localhost")
    return render(request, "reference.html", {"reference": reference})
