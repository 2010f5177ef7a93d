"""The tables of a floor, their entries, and the rows of these.

Entries and rows lie in one part for each gaming day, so that a day is retired by dropping its parts. In each part a
number of a table is there once; over all parts, the row in `tables` sees to it, which is locked and compared with
every batch. Names, order and kinds of the columns are those of `floor/rows.py`: a test compares them.
"""

from alembic import op

revision = "floor"
down_revision = None

FLOOR = """
CREATE TABLE tables (
    table_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    seq bigint NOT NULL,             -- how far its log is taken
    chain bytea NOT NULL,            -- the link after that entry
    signed_seq bigint NOT NULL,      -- the newest head with the console's signature that is linked to what we have
    signed_chain bytea NOT NULL,
    signature bytea NOT NULL,
    boot bigint NOT NULL,            -- starts of followers: a later one ends all that came before
    head_seq bigint NOT NULL,        -- the farthest entry that is known to exist
    heard_at timestamptz,            -- when the console was last heard
    joined boolean NOT NULL,         -- does it listen to us?
    stopped text NOT NULL,           -- why its follower has stopped for good; '': it has not
    stopped_seq bigint NOT NULL,
    format int NOT NULL,             -- of rows and memory
    zone text NOT NULL,
    hours text NOT NULL,
    memory bytea NOT NULL,           -- what the next row hangs on, as of memory_seq
    memory_seq bigint NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE entries (
    table_id int NOT NULL,           -- as in all rows: its row in `tables` is locked while they are written
    seq bigint NOT NULL,
    day text NOT NULL,
    wall_time text NOT NULL,
    audience text NOT NULL,
    salt bytea NOT NULL,
    body bytea NOT NULL,
    digest bytea NOT NULL,
    chain bytea NOT NULL,
    PRIMARY KEY (table_id, seq, day)
) PARTITION BY LIST (day);
-- What stays of a day that was retired: where its entries began and ended, and the link after the last of them.
CREATE TABLE anchors (
    table_id int NOT NULL REFERENCES tables,
    day text NOT NULL,
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    chain bytea NOT NULL,
    retired_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (table_id, day)
);
-- A promotion raises it; it never goes back. Who has seen a higher one does not listen to this database.
CREATE TABLE terms (
    term bigint PRIMARY KEY,
    timeline bigint NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    touched bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 20);
CREATE TABLE alarms (
    alarm_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id int REFERENCES tables,  -- NULL: of the floor itself
    at timestamptz NOT NULL DEFAULT now(),
    seq bigint NOT NULL DEFAULT 0,
    kind text NOT NULL,
    text text NOT NULL,
    ended_at timestamptz
);
CREATE INDEX ON alarms (at) WHERE ended_at IS NULL;
"""

WHEN = "seq bigint, at text, day text, shift text, shoe bigint, round_no bigint"
ACCOUNTS = ("cash", "credit", "stake", "house", "tickets", "held", "due", "owed", "transit")
MONEY = ", ".join(f"{account} bigint" for account in ACCOUNTS)

# Name, columns, key, indexes besides it. What has a `day` in its key lies in parts.
ROWS = (
    ("currencies", "currency text, exponent bigint, training bigint", "currency", ()),
    (
        "rounds",
        (
            "round_no bigint, day text, shift text, shoe bigint, decks bigint, game text, rules text, currency text, "
            "opened_seq bigint, opened_at text, closed_seq bigint, closed_at text, certified_seq bigint, "
            "certified_at text, acknowledged text, ended_seq bigint, ended_at text, void text, corrected bigint, "
            "hands text, result text, points bigint"
        ),
        "round_no, day",
        (),
    ),
    (
        "windows",
        (
            "round_no bigint, n bigint, name text, opened_seq bigint, opened_at text, left_ms bigint, "
            "closed_seq bigint, closed_at text, by text, choice text"
        ),
        "round_no, n",
        (),
    ),
    ("cards", f"{WHEN}, what text, hand text, card text, shoe_seq bigint, entered bigint", "seq, day", ("round_no",)),
    (
        "bets",
        (
            f"{WHEN}, n bigint, window text, terminal text, revision bigint, what text, spot text, bet text, "
            "amount bigint, choice text, reason text"
        ),
        "seq, n, day",
        ("round_no",),
    ),
    (
        "lines",
        (
            f"{WHEN}, n bigint, game text, currency text, terminal text, sitting bigint, what text, spot text, "
            "bet text, staked bigint, returned bigint, outcome text, paragraph text, note text"
        ),
        "seq, n, day",
        ("round_no",),
    ),
    (
        "money",
        (
            f"{WHEN}, currency text, terminal text, sitting bigint, kind text, amount bigint, ticket text, why text, "
            f"{MONEY}, credit_after bigint"
        ),
        "seq, day",
        ("round_no",),
    ),
    (
        "tickets",
        (
            "ticket text, terminal text, sitting bigint, amount bigint, currency text, ending text, days bigint, "
            "issued_seq bigint, issued_at text, issued_day text, print text, used_seq bigint, used_at text, "
            "used_day text, used_as text, used_where text, used_amount bigint"
        ),
        "ticket",
        ("used_seq",),
    ),
    (
        "notes",
        (
            "note bigint, terminal text, amount bigint, currency text, why text, held_seq bigint, held_at text, "
            "held_day text, fate text, fate_seq bigint, fate_at text"
        ),
        "note",
        (),
    ),
    (
        "acts",
        (
            f"{WHEN}, what text, panel text, act text, number text, name text, position bigint, second_number text, "
            "second_name text, second_position bigint, amount bigint, currency text, command text, digest text, "
            "reason text, detail text"
        ),
        "seq, day",
        ("round_no",),
    ),
    ("events", f"{WHEN}, terminal text, code text, severity text, kind text, text text", "seq, day", ("round_no",)),
    (
        "shoes",
        (
            "shoe bigint, day text, loaded_seq bigint, loaded_at text, decks bigint, burn bigint, shuffled_by text, "
            "by_hand bigint, mid_round bigint, ended_seq bigint, ended_at text, counted bigint, miscount bigint, "
            "withdrawn text"
        ),
        "shoe",
        (),
    ),
    (
        "differences",
        f"{WHEN}, terminal text, spot text, what text, expected text, found text",
        "seq, terminal, spot, day",
        (),
    ),
)
IN_PARTS = ("rounds", "cards", "bets", "lines", "money", "acts", "events", "differences")


def columns_of(text: str) -> str:
    return ", ".join(f'"{name}" {kind} NOT NULL' for name, kind in (each.split() for each in text.split(", ")))


def upgrade() -> None:
    op.execute(FLOOR)
    for name, columns, key, indexes in ROWS:
        parts = " PARTITION BY LIST (day)" if name in IN_PARTS else ""
        op.execute(
            f"CREATE TABLE {name} (table_id int NOT NULL, {columns_of(columns)}, PRIMARY KEY (table_id, {key})){parts}"
        )
        for index in indexes:
            op.execute(f"CREATE INDEX ON {name} (table_id, {index})")
    # Of what was retired, the sums stay: by terminal and kind, so that meters and balances count on.
    op.execute(
        f"CREATE TABLE carried (table_id int NOT NULL REFERENCES tables, currency text NOT NULL, "
        f"terminal text NOT NULL, kind text NOT NULL, {columns_of('amount bigint, ' + MONEY)}, "
        "PRIMARY KEY (table_id, currency, terminal, kind))"
    )
    op.execute(
        "DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'floor_reader') THEN "
        "CREATE ROLE floor_reader; END IF; "
        "EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL; END $$"
    )
    op.execute(
        "DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'floor_reader') THEN "
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO floor_reader; END IF; END $$"
    )


def downgrade() -> None:
    raise NotImplementedError("a floor's entries are not thrown away by a step back: restore a backup")
