"""The first page."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moolab.web.rendering import page

router = APIRouter(include_in_schema=False)


@router.get("/")
async def home(request: Request) -> Response:
    """Where everybody begins."""
    return page(request, "home.html")
