"""Pages for people."""

from fastapi.routing import APIRoute
from fastapi.sse import EventSourceResponse

from moolab.web.pages import (
    analysis,
    arena,
    assistant,
    boards,
    contest,
    daily,
    device,
    files,
    home,
    invitation,
    line,
    lobby,
    machines,
    offline,
    own_games,
    own_puzzles,
    play,
    practice,
    privacy,
    puzzles,
    race,
    review,
    skill,
    spectators,
    stone_puzzles,
    stones,
    table,
    train,
    tree,
    trilobite,
    two,
)

ROUTERS = tuple(
    part.router
    for part in (
        *(
            home,
            play,
            boards,
            daily,
            contest,
            own_puzzles,
            puzzles,
            two,
            invitation,
            line,
            lobby,
            spectators,
            race,
        ),
        *(
            arena,
            review,
            stones,
            practice,
            train,
            analysis,
            assistant,
            table,
            tree,
            stone_puzzles,
            trilobite,
            machines,
        ),
        *(skill, own_games, device, files, privacy, offline),
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
