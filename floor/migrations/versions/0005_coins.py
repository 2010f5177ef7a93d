"""Where participants play with coins that are granted (004): what is in their purses, and what the House has made."""

from alembic import op

revision = "coins"
down_revision = "doubt"


def upgrade() -> None:
    for table in ("money", "carried"):
        for account in ("granted", "purse"):
            op.execute(f"ALTER TABLE {table} ADD COLUMN {account} bigint NOT NULL DEFAULT 0")


def downgrade() -> None:
    for table in ("money", "carried"):
        for account in ("granted", "purse"):
            op.execute(f"ALTER TABLE {table} DROP COLUMN {account}")
