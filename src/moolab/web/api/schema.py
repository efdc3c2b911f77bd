"""What requests and answers look like, for the description of the interface."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from moolab.views.errors import ErrorAnswer


class Body(BaseModel):
    """What is sent; a field that is misspelt, or of another type, is an error."""

    model_config = ConfigDict(strict=True, extra="forbid")


_MEANINGS = {
    400: "The body cannot be read.",
    401: "The header `Authorization: Bearer TOKEN` is missing.",
    403: "The token is that of another game.",
    404: "There is no such game.",
    409: "This is not possible now, or another move came first; nothing has changed.",
    413: "The body is longer than 64 KiB.",
    422: "The request is malformed, or cannot be granted; for contradictory replies with the "
    "turns that clash, and the changes of one reply that would fix it.",
    429: "Too many requests; the header `Retry-After` says how many seconds to wait.",
    503: "Too much is being computed, or this takes too long or too much memory; or there is no "
    "room for more games, or the database does not answer.",
}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors that a request may be answered with, for its description.

    Too many requests, too long ones and malformed ones are always possible.
    """
    return {
        status: {"model": ErrorAnswer, "description": _MEANINGS[status]}
        for status in sorted({*statuses, 400, 413, 422, 429})
    }


class Health(BaseModel):
    """How the server is."""

    status: str = Field(description="ok, or what is wrong", examples=["ok"])
