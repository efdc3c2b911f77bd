"""Pages for people."""

from moolab.web.pages import home, invitation, line, play, race, two

ROUTERS = (
    home.router,
    play.router,
    two.router,
    invitation.router,
    line.router,
    race.router,
)
"""All pages."""
