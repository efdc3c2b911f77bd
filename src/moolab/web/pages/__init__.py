"""Pages for people."""

from fastapi.routing import APIRoute
from fastapi.sse import EventSourceResponse

from moolab.web.pages import (
    analysis,
    arena,
    assistant,
    boards,
    daily,
    device,
    files,
    home,
    invitation,
    line,
    lobby,
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
    table,
    train,
    tree,
    two,
)
from moolab.web.wings import wings

_OWN = (
    *(home, play, boards, daily, own_puzzles, puzzles, two, invitation, line, lobby),
    *(spectators, race, arena, review, practice, train, analysis, assistant, table, tree),
    *(skill, own_games, device, files, privacy, offline),
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
