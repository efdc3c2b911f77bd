"""Pages for people."""

from moolab.web.pages import (
    analysis,
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
        *(analysis, assistant, tree, trilobite, machines),
    )
)
"""All pages."""
