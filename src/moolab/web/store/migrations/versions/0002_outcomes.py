"""Outcomes of two people are those for the first seat, as in all other games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Say won and lost where the seat of the winner stood."""
    _rename({"first": "won", "second": "lost"})


def downgrade() -> None:
    """Name the seat of the winner; who resigned has lost."""
    _rename({"won": "first", "lost": "second", "resigned": "second"})


def _rename(names: dict[str, str]) -> None:
    games = sa.table("games", sa.column("kind", sa.String), sa.column("outcome", sa.String))
    for before, after in names.items():
        ended = sa.and_(games.c.kind == "two", games.c.outcome == before)
        op.execute(games.update().where(ended).values(outcome=after))
