"""What the table where a ticket was shown has made of it: two tables that say different things are found by that."""

from alembic import op

revision = "doubt"
down_revision = ("redemptions", "page")


def upgrade() -> None:
    op.execute(
        "ALTER TABLE redemptions ADD COLUMN taken_ticket text NOT NULL DEFAULT '', "
        "ADD COLUMN taken bigint NOT NULL DEFAULT 0"
    )


def downgrade() -> None:
    op.execute("ALTER TABLE redemptions DROP COLUMN taken_ticket, DROP COLUMN taken")
