"""Run by alembic: brings the database that it is given to the newest version."""

from alembic import context

from moolab.web.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
