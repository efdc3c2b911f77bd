"""Outcomes of two people are those for the first seat, as in all other games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Say won and lost where the seat of the winner stood."""
    games = sa.table("games", sa.column("kind", sa.String), sa.column("outcome", sa.String))
    for winner, outcome in (("first", "won"), ("second", "lost")):
        of_winner = sa.and_(games.c.kind == "two", games.c.outcome == winner)
        op.execute(games.update().where(of_winner).values(outcome=outcome))
