"""Reactions, and a lobby for those who play with anybody."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make room for them."""
    op.add_column("seats", sa.Column("reaction", sa.String(8)))
    op.add_column("seats", sa.Column("reacted", sa.DateTime(timezone=True)))
    op.create_table(
        "lobby",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("lobby")
    op.drop_column("seats", "reacted")
    op.drop_column("seats", "reaction")
