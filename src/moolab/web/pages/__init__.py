"""Pages for people."""

from moolab.web.pages import home, play, trilobite

ROUTERS = (home.router, play.router, trilobite.router)
"""All pages."""
