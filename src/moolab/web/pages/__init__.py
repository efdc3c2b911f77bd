"""Pages for people."""

from fastapi.routing import APIRoute
from fastapi.sse import EventSourceResponse

from moolab.web.pages import (
    analysis,
    arena,
    assistant,
    files,
    home,
    invitation,
    line,
    machines,
    play,
    race,
    tree,
    trilobite,
    two,
)

ROUTERS = tuple(
    part.router
    for part in (
        *(home, play, two, invitation, line, race),
        *(analysis, arena, assistant, tree, trilobite, machines, files),
    )
)
"""All pages."""

for _router in ROUTERS:
    for _route in _router.routes:
        # As Starlette's own routes do; but events have no end, and so no headers alone.
        if (
            isinstance(_route, APIRoute)
            and _route.methods == {"GET"}
            and _route.response_class is not EventSourceResponse
        ):
            _route.methods.add("HEAD")
