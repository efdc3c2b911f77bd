"""Requests that begin a game, made from the described fields of its setup."""

from typing import Any, Literal

from pydantic import Field, create_model

from moolab.codes.rules import Rules
from moolab.games.setup import Option, options
from moolab.web.api.schema import Body
from moolab.web.limits import LONGEST_TEXT

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
    # What has no default is drawn, unless somebody settles it.
    default = None if each.default is ... else each.default
    field = Field(
        str(default) if isinstance(default, Rules) else default,
        description=each.help,
        ge=each.least,
        le=each.most,
        max_length=_LONGEST.get(each.name, LONGEST_TEXT) if is_text else None,
        examples=_EXAMPLES.get(each.name),
    )
    return kind if each.default is not ... else kind | None, field
