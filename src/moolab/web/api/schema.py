"""What requests and answers look like, for the description of the interface."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from moolab.codes.rules import Rules
from moolab.games.setup import Option, options
from moolab.views.errors import ErrorAnswer
from moolab.web.limits import LONGEST_TEXT


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
    """The errors that a request can be answered with, for its description.

    Too many requests, too long ones and malformed ones are always possible.
    """
    return {
        status: {"model": ErrorAnswer, "description": _MEANINGS[status]}
        for status in sorted({*statuses, 400, 413, 422, 429})
    }


_LONGEST = {"strategy": 16, "start": 64}
"""Characters of texts that are always shorter."""

_EXAMPLES = {
    "rules": ["ab4x10", "mm4x6"],
    "role": ["breaker", "both"],
    "strategy": ["consistent", "entropy"],
}


def request_of(setup: type, name: str) -> type[Body]:
    """The request with a field for all that a player may settle.

    Args:
        setup: the class of the setups.
        name: what the request is called in the description of the interface.
    """
    fields: Any = {each.name: _field(each) for each in options(setup) if each.by == "player"}
    return create_model(name, __base__=Body, __doc__="What is settled before a game.", **fields)


def _field(each: Option) -> tuple[Any, Any]:
    kind: Any = str if each.type is Rules else each.type
    if each.names:
        kind = Literal[each.names]
    is_text = kind in (str, str | None)
    # What has no default is drawn, or as is usual, unless it is settled.
    default = None if each.preset is ... else each.preset
    field = Field(
        str(default) if isinstance(default, Rules) else default,
        description=each.help,
        ge=each.least,
        le=each.most,
        max_length=_LONGEST.get(each.name, LONGEST_TEXT) if is_text else None,
        examples=_EXAMPLES.get(each.name),
    )
    return kind if each.preset is not ... else kind | None, field
