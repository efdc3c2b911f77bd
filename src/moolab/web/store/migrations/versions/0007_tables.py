"""The tables of the oldest databases that can be read: a new one begins with all there are now."""

revision = "0007"
down_revision = None


def upgrade() -> None:
    """Change nothing."""
