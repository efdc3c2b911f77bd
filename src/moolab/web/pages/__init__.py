"""Pages for people."""

from moolab.web.pages import home, machines, play

ROUTERS = (home.router, play.router, machines.router)
"""All pages."""
