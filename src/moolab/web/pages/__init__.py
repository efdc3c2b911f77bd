"""Pages for people."""

from fastapi.routing import APIRoute
from fastapi.sse import EventSourceResponse

from moolab.web.pages import (
    analysis,
    arena,
    assistant,
    boards,
    daily,
    home,
    lobby,
    offline,
    own_games,
    play,
    puzzles,
    race,
    review,
    room,
    table,
    train,
    tree,
    two,
)
from moolab.web.wings import wings

_OWN = (
    *(home, play, boards, daily, puzzles, two, room, lobby, race, arena, review),
    *(train, analysis, assistant, table, tree, own_games, offline),
)

ROUTERS = (
    *(router for wing in wings() for router in wing.routers),
    *(part.router for part in _OWN),
)
"""All pages; those of annexes come first, as some of the house answer any name."""

for _router in ROUTERS:
    for _route in _router.routes:
        # As Starlette's own routes do; but events have no end, and so no headers alone.
        if (
            isinstance(_route, APIRoute)
            and _route.methods == {"GET"}
            and _route.response_class is not EventSourceResponse
        ):
            _route.methods.add("HEAD")
