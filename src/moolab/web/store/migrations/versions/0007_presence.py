"""When the players of a race were there last: another one takes over from a host who has gone."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make room for it."""
    op.add_column("racers", sa.Column("seen", sa.DateTime(timezone=True)))
    op.add_column("rounds", sa.Column("inherited", sa.Boolean))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("rounds", "inherited")
    op.drop_column("racers", "seen")
