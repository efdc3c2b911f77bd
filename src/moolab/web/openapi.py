"""The description of the HTTP API, from which programs make clients."""

import json
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

_VERSION = "2"
"""Counts up when a field is renamed, removed or given another meaning, not when one is added."""

_TAGS = [
    {"name": "games", "description": "Duels against the computer."},
    {"name": "questions", "description": "What the commands answer, with the same fields."},
    {"name": "computations", "description": "What takes long, as server-sent events."},
    {"name": "health", "description": "For whoever runs the server."},
]

_OF_BODIES = ["400", "413"]
_OF_INPUTS = ["422"]
"""Statuses that only requests with a body, or with anything that can be wrong, can have."""


def describe(app: FastAPI) -> dict[str, Any]:
    """The interface of an application in OpenAPI's terms."""
    schema = get_openapi(
        title=app.title,
        version=_VERSION,
        summary=app.summary,
        description=app.description,
        routes=app.routes,
        tags=_TAGS,
        license_info={"name": "MIT", "identifier": "MIT"},
    )
    for path in schema["paths"].values():
        for operation in path.values():
            _mend(operation)
    return schema


def format_description(app: FastAPI) -> str:
    """The same as text."""
    return json.dumps(describe(app), indent=2, ensure_ascii=False)


def _mend(operation: dict[str, Any]) -> None:
    responses = operation["responses"]
    impossible = [] if "requestBody" in operation else list(_OF_BODIES)
    if not operation.keys() & {"requestBody", "parameters"}:
        impossible += _OF_INPUTS
    for status in impossible:
        responses.pop(status, None)
    for status, response in responses.items():
        # An error is JSON even where the answer would be a stream.
        if status >= "400" and "text/event-stream" in response["content"]:
            response["content"] = {"application/json": response["content"]["text/event-stream"]}
