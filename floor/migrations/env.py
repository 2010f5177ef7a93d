"""Run by alembic, with the connection that `floor.store.migrate` hands it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
