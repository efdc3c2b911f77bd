"""Pages for people."""

from moolab.web.pages import home, play, race, two

ROUTERS = (home.router, play.router, race.router, two.router)
"""All pages."""
