"""Pages for people."""

from moolab.web.pages import assistant, home, play, tree

ROUTERS = (home.router, play.router, assistant.router, tree.router)
"""All pages."""
