"""Journeys of tickets between tables, as the tables' own entries tell them. No number of a ticket is here: a tag pays
nobody.
"""

from alembic import op

revision = "redemptions"
down_revision = "floor"

REDEMPTIONS = """
CREATE TABLE redemptions (
    journey bytea PRIMARY KEY,
    came bigint GENERATED ALWAYS AS IDENTITY,  -- who asked first is first
    asker text NOT NULL DEFAULT '',            -- the table where it was shown
    issuer text NOT NULL DEFAULT '',           -- and the one that has issued it
    terminal text NOT NULL DEFAULT '',         -- '': two people have paid it, as a claim
    tag bytea NOT NULL DEFAULT '',
    ending text NOT NULL DEFAULT '',
    ticket text NOT NULL DEFAULT '',
    amount bigint NOT NULL DEFAULT 0,
    currency text NOT NULL DEFAULT '',
    live boolean NOT NULL DEFAULT false,       -- its table is asked, or has answered, and the end is not known there
    spent boolean NOT NULL DEFAULT false,      -- another one of the ticket was accepted: its table can only refuse
    asked_seq bigint NOT NULL DEFAULT 0,       -- an entry of the asker
    asked_at text NOT NULL DEFAULT '',
    asked_vouch bytea NOT NULL DEFAULT '',     -- that entry, signed
    answer text NOT NULL DEFAULT '',           -- released, refused
    answer_seq bigint NOT NULL DEFAULT 0,      -- an entry of the issuer
    answer_vouch bytea NOT NULL DEFAULT '',
    ended text NOT NULL DEFAULT '',            -- accepted, declined
    end_seq bigint NOT NULL DEFAULT 0,         -- an entry of the asker
    end_vouch bytea NOT NULL DEFAULT '',
    closed text NOT NULL DEFAULT '',           -- arrived, restored
    closed_seq bigint NOT NULL DEFAULT 0,      -- an entry of the issuer
    why text NOT NULL DEFAULT '',              -- it was refused or declined
    finished boolean NOT NULL GENERATED ALWAYS AS (closed <> '' OR (answer = 'refused' AND ended <> '')) STORED,
    CHECK (NOT (live AND (closed <> '' OR (answer = 'refused' AND ended <> ''))))
);
CREATE UNIQUE INDEX one_live ON redemptions (issuer, tag) WHERE live;
CREATE INDEX ON redemptions (came) WHERE NOT finished;
CREATE INDEX ON redemptions (issuer, tag);
CREATE INDEX ON redemptions (asker, asked_seq);
CREATE INDEX ON redemptions (issuer, answer_seq);
CREATE INDEX ON redemptions (asker, end_seq);
-- How far the entries of each table have been looked through.
CREATE TABLE redemption_cursors (table_id int PRIMARY KEY REFERENCES tables, seq bigint NOT NULL);
DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'floor_reader') THEN
    GRANT SELECT ON redemptions, redemption_cursors TO floor_reader; END IF; END $$
"""


def upgrade() -> None:
    op.execute(REDEMPTIONS)


def downgrade() -> None:
    op.execute("DROP TABLE redemption_cursors, redemptions")
