"""The pit's page: its people, their sessions, and the record of who did what there."""

from alembic import op

revision = "page"
down_revision = "floor"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE page_staff (
            number text PRIMARY KEY CHECK (number ~ '^[0-9]{3,8}$'),
            name text NOT NULL,
            role text NOT NULL,
            pin text NOT NULL,                -- the Argon2id string
            active boolean NOT NULL DEFAULT true,
            tries integer NOT NULL DEFAULT 0, -- wrong ones in a row
            wait_until timestamptz NOT NULL DEFAULT '-infinity',
            changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
        );
        CREATE TABLE page_sessions (
            digest bytea PRIMARY KEY,         -- SHA-256 of what the browser has
            number text NOT NULL REFERENCES page_staff ON DELETE CASCADE,
            csrf text NOT NULL,
            address text NOT NULL,
            made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            ends_at timestamptz NOT NULL
        );
        CREATE TABLE page_audit (
            audit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            at timestamptz NOT NULL DEFAULT clock_timestamp(),
            number text NOT NULL,
            address text NOT NULL,
            what text NOT NULL,
            detail text NOT NULL
        );
        CREATE INDEX page_audit_at ON page_audit (at);
        -- On record is on record: nobody changes it by a slip of the program.
        CREATE FUNCTION page_audit_stays() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION ''the record of the page is never changed''; END';
        CREATE TRIGGER page_audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON page_audit
            FOR EACH STATEMENT EXECUTE FUNCTION page_audit_stays();
        -- Whoever reads for a report has no business with what people sign on with.
        REVOKE ALL ON page_staff, page_sessions, page_audit FROM floor_reader;
        """
    )


def downgrade() -> None:
    op.execute("DROP TABLE page_sessions, page_staff, page_audit; DROP FUNCTION page_audit_stays()")
