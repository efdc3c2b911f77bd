"""Pages for people."""

from functools import cache
from importlib import import_module

from fastapi import APIRouter
from fastapi.routing import APIRoute
from fastapi.sse import EventSourceResponse

from moolab.web.wings import wings

_OWN = (
    *("home", "play", "boards", "daily", "puzzles", "two", "room", "lobby", "race", "arena"),
    *("review", "train", "analysis", "assistant", "table", "tree", "own_games", "offline"),
    *("ending",),
)
"""The pages of the house: modules, each with a ``router``."""


@cache
def routers() -> tuple[APIRouter, ...]:
    """All pages; those of annexes come first, as some of the house answer any name."""
    found = (
        *(router for wing in wings() for router in wing.routers),
        *(import_module(f"{__name__}.{name}").router for name in _OWN),
    )
    for router in found:
        for route in router.routes:
            # As Starlette's own routes do; but events have no end, and so no headers alone.
            if (
                isinstance(route, APIRoute)
                and route.methods == {"GET"}
                and route.response_class is not EventSourceResponse
            ):
                route.methods.add("HEAD")
    return found
