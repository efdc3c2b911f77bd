"""Rooms where people race."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables of their rounds and of those who take part."""
    op.create_table(
        "rounds",
        sa.Column("room", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=False),
        sa.Column("begins", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "racers",
        sa.Column("room", sa.String(40), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_racers_player", "racers", ["player"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("racers")
    op.drop_table("rounds")
