"""JSON for programs."""

from moolab.web.api import games, health, questions

ROUTERS = (games.router, questions.router, health.router)
"""All that is answered in JSON."""
