"""What Alembic runs: the steps that are missing, on the connection that ``upgrade`` hands over."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
