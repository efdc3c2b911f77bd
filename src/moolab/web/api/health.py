"""Whether the server is alive, and ready."""

import anyio.to_thread
from fastapi import APIRouter
from fastapi.responses import JSONResponse
from starlette.responses import Response

from moolab.web.server import ServerHere
from moolab.web.store.store import InvalidDatabase

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def alive() -> dict[str, str]:
    """The server is there."""
    return {"status": "ok"}


@router.get("/readyz", responses={503: {"description": "The database cannot be used."}})
async def ready(server: ServerHere) -> Response:
    """The server can do its work: its database answers, and has the right tables."""
    try:
        await anyio.to_thread.run_sync(server.store.check)
    except InvalidDatabase as error:
        return JSONResponse({"status": str(error)}, 503)
    return JSONResponse({"status": "ok"})
