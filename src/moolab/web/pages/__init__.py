"""Pages for people."""

from moolab.web.pages import (
    assistant,
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
        *(assistant, tree, trilobite, machines),
    )
)
"""All pages."""
