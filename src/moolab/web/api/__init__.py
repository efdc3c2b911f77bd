"""JSON for programs."""

from moolab.web.api import daily, games, health, questions, work

ROUTERS = (games.router, daily.router, questions.router, work.router, health.router)
"""All that is answered in JSON."""
