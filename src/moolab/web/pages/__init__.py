"""Pages for people."""

from moolab.web.pages import home, machines, play, race, two

ROUTERS = tuple(part.router for part in (home, machines, play, race, two))
"""All pages."""
