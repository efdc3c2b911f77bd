"""What the operator does about players, and which names are reported."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "deeds",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deed", sa.String(8), nullable=False),
        sa.Column("target", sa.String(128), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True)),
        sa.Column("reason", sa.String(400), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("reports")
    op.drop_table("deeds")
