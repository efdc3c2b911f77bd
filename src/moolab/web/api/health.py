"""Whether the server is alive, and ready."""

from typing import Any

import anyio.to_thread
from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from moolab.web.api.schema import errors
from moolab.web.server import ServerHere
from moolab.web.store.store import InvalidDatabase

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """How the server is."""

    status: str = Field(description="ok, or what is wrong", examples=["ok"])


_OTHERWISE: dict[int | str, dict[str, Any]] = {
    503: {"model": Health, "description": "The database cannot be used."}
}


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz", responses=errors())
async def check_alive() -> Health:
    """Say that the server is there."""
    return Health(status="ok")


@router.head("/readyz", include_in_schema=False)
@router.get("/readyz", response_model=Health, responses=errors() | _OTHERWISE)
async def check_ready(server: ServerHere) -> Response:
    """Say whether the server can work: its database has the right tables, and can be written to."""
    try:
        await anyio.to_thread.run_sync(server.store.check)
    except InvalidDatabase as error:
        return JSONResponse({"status": str(error)}, 503)
    return JSONResponse({"status": "ok"})
