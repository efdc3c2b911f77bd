"""Pages for people."""

from moolab.web.pages import home, play

ROUTERS = (home.router, play.router)
"""All pages."""
