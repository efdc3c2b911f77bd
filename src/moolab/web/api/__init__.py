"""JSON for programs."""

from moolab.web.api import games, health, questions, work

ROUTERS = (games.router, questions.router, work.router, health.router)
"""All that is answered in JSON."""
