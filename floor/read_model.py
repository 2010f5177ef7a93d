"""The rows of a table's log in a plain SQLite file that anybody can open: tables, views, full-text search over events.

Made with sqlite-utils, rebuilt at will, and never asked by a table: what counts is the journal. Rows and the memory
that the next ones hang on are one transaction, so a process that is killed goes on where its last commit ended.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlite_utils import Database
from sqlite_utils.db import Table

from floor.rows import ACCOUNTS, KEYS, TABLES, Projection, Value, decode_memory, encode_memory
from games.money import InvariantBroken
from protocol.chain import Entry, first_link, link
from protocol.files import put_in_place, sync_folder

FORMAT: Final = 4
PIECE: Final = 2_000  # entries in memory at once, and in one transaction
HOURS: Final = ("06:00", "14:00", "22:00")
ABOUT: Final = {"format": int, "journal": str, "seq": int, "chain": bytes, "zone": str, "hours": str, "memory": bytes}

INDEXES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    *((table, ("day",)) for table in ("rounds", "lines", "money", "events", "acts", "differences")),
    *((table, ("round_no",)) for table in ("lines", "bets", "cards", "money", "events", "acts")),
    *((table, ("shoe",)) for table in ("rounds", "lines", "money")),
    *((table, ("terminal", "seq")) for table in ("lines", "money", "bets")),
    ("money", ("kind",)),
    ("acts", ("number",)),
    ("tickets", ("used_seq",)),
)


def _sums(**columns: str) -> str:
    return ", ".join(f"SUM({what}) AS {name}" for name, what in columns.items())


def _of_kinds(column: str, *kinds: str) -> str:
    return f"CASE WHEN kind IN ({', '.join(map(repr, kinds))}) THEN {column} ELSE 0 END"


_IN_AND_OUT: Final = _sums(
    notes_in=_of_kinds("credit", "note_in", "note_released"),
    sold=_of_kinds("credit", "sold"),
    tickets_in=_of_kinds("credit", "ticket_in", "foreign_in"),
    tickets_out=_of_kinds("tickets", "ticket_out"),
    hand_paid=_of_kinds("cash", "hand_paid"),
    notes_held=_of_kinds("held", "note_held"),
    staked=_of_kinds("stake", "bet", "bet_returned", "bet_rejected"),
    credit="credit",
    stake="stake",
)
VIEWS: Final = {
    # What a laboratory calls meters: since the first entry, by terminal. They only ever grow, but for the last two.
    "meters": f"SELECT terminal, currency, {_IN_AND_OUT} FROM money WHERE terminal <> '' GROUP BY terminal, currency",
    "games_played": (
        "SELECT terminal, currency, COUNT(DISTINCT round_no) AS games, SUM(staked) AS handle, "
        "SUM(returned) AS returned FROM lines GROUP BY terminal, currency"
    ),
    "balances": f"SELECT currency, {', '.join(f'SUM({it}) AS {it}' for it in ACCOUNTS)} FROM money GROUP BY currency",
    "balances_by_day": (
        f"SELECT day, currency, {', '.join(f'SUM({it}) AS {it}' for it in ACCOUNTS)} FROM money GROUP BY day, currency"
    ),
    "round_results": (
        "SELECT rounds.*, COUNT(DISTINCT lines.terminal) AS terminals, COALESCE(SUM(staked), 0) AS handle, "
        "COALESCE(SUM(returned), 0) AS returned, COALESCE(SUM(staked - returned), 0) AS win "
        "FROM rounds LEFT JOIN lines USING (round_no) GROUP BY rounds.round_no"
    ),
    "open_tickets": "SELECT * FROM tickets WHERE used_seq = 0",
    "held_notes": "SELECT * FROM notes WHERE fate_seq = 0",
    "signed_orders": (
        "SELECT acts.*, proposed.digest AS signed_digest FROM acts LEFT JOIN acts AS proposed "
        "ON proposed.command = acts.command AND proposed.what = 'proposed' WHERE acts.what = 'ordered'"
    ),
}


class ReportError(Exception):
    """What is wrong with which file, in plain words, and what to do."""


class Shifts:
    """The house's hours: which shift a wall time is in. No entry tells it: the file remembers its own."""

    def __init__(self, zone: str = "UTC", hours: Sequence[str] = HOURS) -> None:
        try:
            self._zone = ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise ReportError(f"{zone!r} is no time zone: for example Asia/Singapore") from error
        for hour in hours:
            if not re.fullmatch("([01][0-9]|2[0-3]):[0-5][0-9]", hour):
                raise ReportError(f"{hour!r} is no time of day: for example 06:00")
        self.zone, self.hours = zone, tuple(sorted(hours))
        self.of: Callable[[str], str] = lru_cache(100_000)(self._of)

    def _of(self, wall_time: str) -> str:
        try:
            local = datetime.fromisoformat(wall_time).astimezone(self._zone).strftime("%H:%M")
        except ValueError:
            return ""  # a clock that never said what time it is
        begun = [hour for hour in self.hours if hour <= local]
        return begun[-1] if begun else self.hours[-1]


def by_the_minute(shifts: Shifts) -> Callable[[str], str]:
    """A shift begins on a full minute: so few are ever computed."""
    known: dict[str, str] = {}

    def of(wall_time: str) -> str:
        minute = wall_time[:16]
        found = known.get(minute)
        if found is None:
            if len(known) > 100_000:
                known.clear()
            found = known[minute] = shifts.of(f"{minute}:00+00:00")
        return found

    return of


class ReadModel:
    def __init__(self, path: Path) -> None:
        """One that is there. `begin` makes one."""
        self.path = path
        if not path.is_file():
            raise ReportError(f"{path}: there is no such file: `etg report build` makes it from a journal")
        self.db = Database(path)
        try:
            (about,) = self.db["about"].rows
        except (sqlite3.DatabaseError, ValueError) as error:
            self.db.close()
            raise ReportError(f"{path} is no file of reports: `etg report build` makes one") from error
        if about["format"] != FORMAT:
            self.db.close()
            raise ReportError(f"{path} has format {about['format']}, and this program knows {FORMAT}: build it anew")
        self.journal: str = about["journal"]
        self.seq: int = about["seq"]
        self.chain: bytes = about["chain"]
        self.shifts = Shifts(about["zone"], about["hours"].split())
        self._projection = Projection(by_the_minute(self.shifts), decode_memory(about["memory"]))

    @classmethod
    def begin(cls, path: Path, journal: str, shifts: Shifts) -> Self:
        """Without an entry, for the log of this table. Nobody else may read it: what Players did is in it."""
        draft = path.with_name(path.name + ".begun")  # there whole, or not at all
        try:
            draft.unlink(missing_ok=True)
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise ReportError(f"{path} cannot be made: {error.strerror}") from error
        db = Database(draft)
        db.conn.execute("PRAGMA journal_mode = WAL")  # so that people may read it while a follower writes
        for name, columns in TABLES.items():
            _table(db, name).create(dict(columns), pk=KEYS[name], not_null=set(columns), strict=True)
        _table(db, "about").create(dict(ABOUT), strict=True)
        memory = encode_memory(Projection(shifts.of).memory)
        about = {"format": FORMAT, "journal": journal, "seq": 0, "chain": first_link(journal), "memory": memory}
        _table(db, "about").insert({**about, "zone": shifts.zone, "hours": " ".join(shifts.hours)})
        for name, query in VIEWS.items():
            db.create_view(name, query)
        db.close()
        try:
            put_in_place(draft, path)
        except FileExistsError as error:
            raise ReportError(f"{path} exists: it is gone on with, never begun anew") from error
        return cls(path)

    def finish(self) -> None:
        """Indexes and search, once; from then on SQLite keeps them. After the first rows, because that is quicker."""
        for name, columns in INDEXES:
            _table(self.db, name).create_index(columns, if_not_exists=True)
        events = _table(self.db, "events")
        if events.detect_fts() is None:
            events.enable_fts(["text", "code", "kind", "terminal"], create_triggers=True)
        self.db.conn.execute("PRAGMA optimize")

    def follow(self, entries: Iterable[Entry], progress: Callable[[int], None] = lambda _seq: None) -> int:
        """Takes in what follows, piece by piece; how many entries it was. `progress` hears the last of each piece."""
        coming, count = iter(entries), 0
        while piece := list(islice(coming, PIECE)):
            self._take(piece)
            count += len(piece)
            progress(self.seq)
        return count

    def _take(self, piece: list[Entry]) -> None:
        chain = self.chain
        for seq, entry in enumerate(piece, self.seq + 1):
            chain = link(chain, entry.digest)
            if entry.seq != seq or entry.chain != chain:
                raise ReportError(
                    f"{self.path}: entry {entry.seq} does not follow entry {seq - 1} of this file: it was built from "
                    f"another history of {self.journal}. Keep it, and build it anew"
                )
            self._projection.enter(entry)
        rows, changes = self._projection.take()
        with self.db.atomic():
            for name, new in rows.items():
                if new:
                    _table(self.db, name).insert_all(_listed(name, new), batch_size=PIECE, replace=name in REPLACED)
            for change in changes:
                _table(self.db, change.table).update(change.key, dict(change.values))
            memory = encode_memory(self._projection.memory)
            self.db.execute("UPDATE about SET seq = ?, chain = ?, memory = ?", (piece[-1].seq, chain, memory))
        self.seq, self.chain = piece[-1].seq, chain

    def ask(self, sql: str, values: Sequence[Value] = ()) -> list[dict[str, Any]]:
        return list(self.db.query(sql, list(values)))

    def close(self) -> None:
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# Rows that are written before they are finished, and once more when they are.
REPLACED: Final = frozenset({"rounds", "windows", "shoes", "currencies"})


def _table(db: Database, name: str) -> Table:
    found = db[name]
    if not isinstance(found, Table):
        raise InvariantBroken(f"{name} is no table")
    return found


def _listed(name: str, rows: list[tuple[Value, ...]]) -> Iterator[Sequence[Value]]:
    yield list(TABLES[name])
    yield from rows


def build(
    path: Path,
    journal: str,
    entries: Iterable[Entry],
    shifts: Shifts,
    progress: Callable[[int], None] = lambda _seq: None,
) -> ReadModel:
    """From nothing, in place of what is there: under another name until it is whole."""
    draft = path.with_name(path.name + ".building")
    for left in (draft, *_beside(draft)):
        left.unlink(missing_ok=True)  # of a build that was broken off: it can be made again at any time
    with ReadModel.begin(draft, journal, shifts) as model:
        model.db.conn.execute("PRAGMA synchronous = OFF")  # a power loss takes the draft, and nothing else
        model.follow(entries, progress)
        model.finish()
        model.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for left in _beside(path):
        left.unlink(missing_ok=True)
    draft.replace(path)
    sync_folder(path.parent)
    return ReadModel(path)


def _beside(path: Path) -> tuple[Path, ...]:
    return tuple(path.with_name(path.name + end) for end in ("-wal", "-shm"))
