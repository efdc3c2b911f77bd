"""Pages for people."""

from moolab.web.pages import assistant, home, machines, play, race, tree, trilobite, two

ROUTERS = tuple(
    part.router for part in (assistant, home, machines, play, race, tree, trilobite, two)
)
"""All pages."""
