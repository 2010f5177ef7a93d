"""Feeds the journal's reader with files that were changed at random: it raises, or every entry is what was written.

`fuzz_reader(seed, count)` is quick because the files are in memory; the code that reads them is the production's.
"""

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import apsw
from msgspec.structs import replace

from protocol.chain import ChainBroken, Entry, first_link, is_sealed, make_entry
from protocol.events import ALL, Audience
from protocol.journal import Journal, JournalError, state_digest
from protocol.schema import APPLICATION, FORMAT, SCHEMA

NAME: Final = "BAC-01"
STATE: Final = b"the state of the table " * 30
PAGE: Final = 4_096


def some_entries(count: int, seed: int = 5, sizes: tuple[int, ...] = (0, 40, 200, 900)) -> list[Entry]:
    rng = random.Random(seed)
    entries: list[Entry] = []
    chain = first_link(NAME)
    for seq in range(1, count + 1):
        audience = rng.choice((ALL, Audience("T1"), Audience("staff")))
        salt = rng.randbytes(16) if audience else b""
        time = f"2026-01-02T20:00:{seq % 60:02}.000Z"
        entries.append(make_entry(chain, seq, time, audience, salt, rng.randbytes(rng.choice(sizes))))
        chain = entries[-1].chain
    return entries


ENTRIES: Final = some_entries(30)


@cache
def image() -> bytes:
    """A whole journal as SQLite would write it, but for the two bytes that say WAL: memory has none."""
    db = apsw.Connection(":memory:")
    db.pragma("application_id", APPLICATION)
    db.pragma("user_version", FORMAT)
    for statement in SCHEMA.values():
        db.execute(statement)
    db.execute("INSERT INTO meta VALUES (?, 0, ?)", (NAME, ENTRIES[-1].chain))
    for it in ENTRIES:
        row = (it.seq, it.wall_time, it.audience, it.salt, it.body, it.digest, it.chain)
        db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    kept = (len(ENTRIES), STATE, state_digest(ENTRIES[-1].chain, STATE))
    db.execute("INSERT INTO checkpoint VALUES (?, ?, ?)", kept)
    return db.serialize("main")


def fuzz_reader(seed: int, count: int) -> int:
    """How many changed files were read. Raises AssertionError if one was believed though it says something else."""
    rng = random.Random(seed)
    for _ in range(count):
        changed = rng.choice(CHANGES)(rng)
        db = apsw.Connection(":memory:")
        try:
            db.deserialize("main", changed)
        except apsw.Error:
            continue  # SQLite refuses it before we see it
        assert_believed_only_if_true(db, sealed=rng.random() < 0.2)
    return count


def assert_believed_only_if_true(db: apsw.Connection, *, sealed: bool) -> None:
    try:
        with Journal._reading(Path("fuzzed"), db, locked=False) as journal:
            journal.check_pages()
            link = journal.chain_at(len(ENTRIES) // 2)
            found = list(journal.entries(sealed=sealed))  # `verify` is these two
            kept = journal.last_checkpoint()
    except (JournalError, ChainBroken):
        return
    # A body that was taken out makes a sealed entry, and those say themselves that they say nothing.
    assert found == [
        it if not is_sealed(seen) else replace(it, wall_time="", audience=seen.audience, salt=b"", body=b"")
        for it, seen in zip(ENTRIES, found, strict=True)
    ]
    assert link == ENTRIES[len(ENTRIES) // 2 - 1].chain
    assert kept in ((len(ENTRIES), STATE), None)  # None: the row is gone; a start then folds from the first entry


# --- the changes ------------------------------------------------------------------------------------------------


def _bytes_changed(rng: random.Random) -> bytes:
    data = bytearray(image())
    for _ in range(rng.choice((1, 1, 1, 2, 8, 64))):
        data[rng.randrange(len(data))] ^= rng.choice((1 << rng.randrange(8), rng.randrange(1, 256)))
    return bytes(data)


def _structure_changed(rng: random.Random) -> bytes:
    """Where pages keep their cell counts, pointers and sizes, a byte weighs more."""
    data = bytearray(image())
    for _ in range(rng.choice((1, 2, 4))):
        page = rng.randrange(len(data) // PAGE) * PAGE
        data[page + rng.randrange(100 if rng.random() < 0.7 else PAGE)] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, 0x0D))
    return bytes(data)


def _piece_moved(rng: random.Random) -> bytes:
    data = bytearray(image())
    size = rng.choice((1, 32, 512, PAGE))
    source, to = (rng.randrange(0, len(data) - size + 1) // size * size for _ in range(2))
    data[to : to + size] = rng.choice((data[source : source + size], bytes(size), rng.randbytes(size)))
    return bytes(data)


def _cut_or_longer(rng: random.Random) -> bytes:
    data = image()
    return data[: rng.randrange(1, len(data))] if rng.random() < 0.7 else data + rng.randbytes(rng.randrange(2 * PAGE))


VALUES: Final[tuple[Callable[[random.Random], Any], ...]] = (
    lambda rng: rng.choice((None, 0, 1, -1, 2**31, 2**53, 2**63 - 1, -(2**63), 1.5, "", "T1", "\0", b"")),
    lambda rng: rng.randbytes(rng.choice((1, 31, 32, 33, 500))),
    lambda rng: getattr(rng.choice(ENTRIES), rng.choice(Entry.__struct_fields__)),
)


def _row_changed(rng: random.Random) -> bytes:
    """By somebody with an SQL shell, who puts the triggers back afterwards. STRICT does not hold for him either."""
    db = apsw.Connection(":memory:")
    db.deserialize("main", image())
    for trigger in ("entry_is_kept", "entry_is_final"):
        db.execute(f"DROP TRIGGER {trigger}")
    db.pragma("ignore_check_constraints", True)
    table, columns = rng.choice((("entry", Entry.__struct_fields__), ("checkpoint", ("seq", "state", "digest"))))
    seq = rng.randrange(1, len(ENTRIES) + 1) if table == "entry" else len(ENTRIES)
    try:
        if rng.random() < 0.2:
            db.execute(f"DELETE FROM {table} WHERE seq = ?", (seq,))
        else:
            sql = f"UPDATE {table} SET {rng.choice(columns)} = ? WHERE seq = ?"
            db.execute(sql, (rng.choice(VALUES)(rng), seq))
    except apsw.Error:
        return _bytes_changed(rng)  # STRICT does hold for this value
    for trigger in ("entry_is_kept", "entry_is_final"):
        db.execute(SCHEMA[trigger])
    return db.serialize("main")


CHANGES: Final = (_bytes_changed, _structure_changed, _piece_moved, _cut_or_longer, _row_changed)
