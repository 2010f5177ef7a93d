"""How a journal is laid out in its file: the tables of SQLite, and how a new one is made."""

from contextlib import closing
from pathlib import Path
from typing import Final

import apsw

from protocol.chain import first_link
from protocol.files import SYSTEM, FileSystem

APPLICATION: Final = 0x45544721  # "ETG!", in the file's header
FORMAT: Final = 1  # user_version; a program refuses what is newer than itself

SCHEMA: Final = {
    "checkpoint": """CREATE TABLE checkpoint (
        seq INTEGER PRIMARY KEY CHECK (seq >= 0),
        state BLOB NOT NULL,
        digest BLOB NOT NULL CHECK (length(digest) = 32)
    ) STRICT""",
    # A witness's own, beside the console's on the same head.
    "countersignature": """CREATE TABLE countersignature (
        seq INTEGER PRIMARY KEY REFERENCES signature (seq),
        signature BLOB NOT NULL CHECK (length(signature) = 64)
    ) STRICT""",
    "countersignature_is_kept": """CREATE TRIGGER countersignature_is_kept BEFORE DELETE ON countersignature
        BEGIN SELECT RAISE(ABORT, 'a countersignature is never deleted'); END""",
    "countersignature_is_final": """CREATE TRIGGER countersignature_is_final BEFORE UPDATE ON countersignature
        BEGIN SELECT RAISE(ABORT, 'a countersignature is never changed'); END""",
    "entry": """CREATE TABLE entry (
        seq INTEGER PRIMARY KEY CHECK (seq >= 1),
        wall_time TEXT NOT NULL,
        audience TEXT NOT NULL,
        salt BLOB NOT NULL CHECK (audience <> '' OR length(salt) = 0),
        body BLOB NOT NULL,
        digest BLOB NOT NULL CHECK (length(digest) = 32),
        chain BLOB NOT NULL CHECK (length(chain) = 32)
    ) STRICT""",
    "entry_is_kept": """CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry
        BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END""",
    "entry_is_final": """CREATE TRIGGER entry_is_final BEFORE UPDATE ON entry
        BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END""",
    # While a process uses it, `inode` is that of the file: a copy that is made meanwhile is known for one. When it is
    # closed, and all is in this one file, `closed` is its last link.
    "meta": """CREATE TABLE meta (
        name TEXT NOT NULL,
        inode INTEGER NOT NULL,
        closed BLOB NOT NULL
    ) STRICT""",
    # Of the heads of the console's commits, in its own journal and in the copies of it (`protocol/signing.py`).
    "signature": """CREATE TABLE signature (
        seq INTEGER PRIMARY KEY CHECK (seq >= 1),
        signature BLOB NOT NULL CHECK (length(signature) = 64)
    ) STRICT""",
    "signature_is_kept": """CREATE TRIGGER signature_is_kept BEFORE DELETE ON signature
        BEGIN SELECT RAISE(ABORT, 'a signature is never deleted'); END""",
    "signature_is_final": """CREATE TRIGGER signature_is_final BEFORE UPDATE ON signature
        BEGIN SELECT RAISE(ABORT, 'a signature is never changed'); END""",
}


def create(path: Path, name: str, system: FileSystem = SYSTEM) -> None:
    """A new journal is there whole or not at all: an empty file is never a beginning, but a loss."""
    with system.draft(path) as draft, closing(apsw.Connection(str(draft), vfs=system.vfs)) as db:
        db.pragma("synchronous", 2)
        db.pragma("locking_mode", "exclusive")  # before WAL: then no memory is shared
        db.pragma("journal_mode", "wal")
        with db:
            db.pragma("application_id", APPLICATION)
            db.pragma("user_version", FORMAT)
            for statement in SCHEMA.values():
                db.execute(statement)
            db.execute("INSERT INTO meta VALUES (?, 0, ?)", (name, first_link(name)))
