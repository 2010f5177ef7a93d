"""The journal on the disk: one SQLite file, append-only, chained. A commit is durable when it returns, or raises.

Console, terminal, archive and witness keep the same kind of file. One process, one connection, locked from opening on.
Knows entries and links and never what a body says. A failed write is final: the journal is good for nothing more, the
process ends, and the next one reads what is really there.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

import apsw
from msgspec.structs import astuple

from games.money import InvariantBroken
from protocol.chain import ChainBroken, Entry, digest_of, first_link, is_sealed, link, verify, verify_sealed
from protocol.files import SCARCE, SYSTEM, FileSystem, escaped, odd
from protocol.messages import SignedHead
from protocol.schema import APPLICATION, FORMAT, SCHEMA, create
from protocol.signing import Verify
from protocol.wal import wal_damage, wal_of

SQLITE_MIN: Final = (3, 51, 3)  # 3.7.0 to 3.51.2 can lose pages when a WAL is reset

PIECE: Final = 1_000  # entries that are in memory at once
LENGTH_MAX: Final = 1 << 28  # of one value: a damaged length must not ask for all memory
IDLE_PAGES: Final = 256  # 1 MiB of WAL is worth the two fsyncs that bring it home
PAGES_AT_START: Final = 256 << 20  # bytes: so much is read in a second, even by a machine that has just booted
PATROL: Final = 200  # entries looked at in one quiet moment: three milliseconds
WAL_PAGES_MAX: Final = 2_048  # 8 MiB: beyond, a commit does not wait for a quiet moment

# A Round in which 64 terminals use up their 200 revisions has some 10 MB of entries; the WAL comes on top.
ROUND_BYTES: Final = 32 << 20
RESERVE_BYTES: Final = 32 << 20  # a file of this size stands in for it, and goes when the room is needed

_TYPES: Final = (int, str, str, bytes, bytes, bytes, bytes)
_COLUMNS: Final = "seq, wall_time, audience, salt, body, digest, chain"
_INSERT: Final = f"INSERT INTO entry ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
_RANGE: Final = f"SELECT {_COLUMNS} FROM entry WHERE seq BETWEEN ? AND ? ORDER BY seq"
_FORGET: Final = "DELETE FROM checkpoint WHERE seq NOT IN (SELECT seq FROM checkpoint ORDER BY seq DESC LIMIT 2)"
_SYNCHRONOUS: Final = {"OFF": 0, "NORMAL": 1, "FULL": 2}


class JournalError(Exception):
    """What is wrong with which file, in plain words, and what to do."""

    def __init__(self, text: str) -> None:
        super().__init__(escaped(text))


class InUse(JournalError):
    """Another process holds it."""


class Journal:
    """A `protocol.loop.Store`, and what a start reads from it."""

    def __init__(
        self,
        path: Path,
        name: str,
        *,
        synchronous: str = "FULL",  # anything less is for tests: a power loss takes what was acknowledged
        reserve: int = RESERVE_BYTES,
        sealed: bool = False,
        watched: bool = False,
        system: FileSystem = SYSTEM,
    ) -> None:
        """Opens the journal of this table or terminal. If there is none, it begins one. `sealed`: a witness's, which
        has no bodies. `watched`: whoever opens it looks whether the file is still in its place (`ours.Places`), and
        goes on with one that is not, because nobody else has its entries; without that a file that is gone is the end.
        """
        _check_sqlite()
        if not system.exists(path):
            _begin_new(path, name, system)
        self._begin(path, _connect(path, str(path), system=system), system, writes=True)
        self._reserve_size = reserve
        self._sealed = sealed
        self._watched = watched
        try:
            self._lock()
            self._set("journal_mode", "wal")
            self._set("synchronous", _SYNCHRONOUS[synchronous])
            self._set("wal_autocheckpoint", 0)
            self._db.set_wal_hook(self._wal_grew)
            self._read_head(name)
            self._check_wal()
            if self.doubt:
                raise JournalError(f"{path}: {self.doubt}. Keep it, and rebuild from the archive")
            # Each process begins with an empty WAL, so what lies in one is of one process, which ends at its first
            # failure. `_check_wal` of the next one relies on that.
            self._checkpoint()
            self._mark(system.inode(path), b"")
            self._keep_reserve()
        except BaseException:
            self._db.close()
            raise

    @classmethod
    def open_to_read(cls, path: Path) -> Self:
        """For tools: a journal that no process holds. It is locked meanwhile, and nothing is written to it."""
        _check_sqlite()
        if why := odd(path) or ("" if path.exists() else f"{path}: there is no such file"):
            raise JournalError(why)
        wal = wal_of(path)
        if os.access(path, os.W_OK):
            return cls._reading(path, _connect(path, str(path)), locked=True)
        if wal.exists():
            raise JournalError(f"{path} may not be written to, and {wal.name} lies beside it: copy both, read the copy")
        uri = path.absolute().as_uri() + "?immutable=1"
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        return cls._reading(path, _connect(path, uri, flags), locked=False)

    @classmethod
    def _reading(cls, path: Path, db: apsw.Connection, *, locked: bool) -> Self:
        journal = cls.__new__(cls)
        journal._begin(path, db, SYSTEM, writes=False)
        # SQLite makes an empty WAL to look into; it may take its own away again.
        db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, int(journal._had_wal))
        try:
            if locked:
                journal._lock()
                journal._expect("journal_mode", "wal")
            else:
                journal._check_application()
            journal._set("query_only", 1)
            journal._read_head(None)
            if locked:
                journal._check_wal()
        except BaseException:
            db.close()
            raise
        return journal

    def _begin(self, path: Path, db: apsw.Connection, system: FileSystem, *, writes: bool) -> None:
        self.path = path
        self._system = system
        self.doubt = ""  # why entries may be missing at the end
        self.closed = True  # and not left by a process that was killed
        self._had_wal = system.exists(wal_of(path))
        self.name = ""
        self.seq, self.chain = 0, b""
        self.signed: SignedHead | None = None  # the newest head that has a signature here
        self.countersigned: SignedHead | None = None  # and a witness's
        self._sealed = self._watched = False
        self._db = db
        self._writes = writes
        self._fault = ""  # why nothing more is done
        self._wal_pages = 0
        self._patrolled = self._patrol_to = 0
        self._reserve_size = 0
        self._reserve = path.with_name(path.name + "-reserve")
        db.limit(apsw.SQLITE_LIMIT_LENGTH, LENGTH_MAX)
        # Closing is no moment to write: after a failure nothing may be tried again on this handle.
        db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)

    # --- opening ------------------------------------------------------------------------------------------------

    def _lock(self) -> None:
        """Exclusive before WAL: then no memory is shared, and no second process gets in from here on.

        The file is looked at before anything is set: another program's is left as it is.
        """
        self._set("locking_mode", "exclusive")
        self._set("mmap_size", 0)
        self._check_application()
        self._ask("BEGIN EXCLUSIVE")
        self._ask("COMMIT")

    def _check_application(self) -> None:
        if self._ask("PRAGMA application_id") != [(APPLICATION,)]:
            raise JournalError(f"{self.path} is no journal: it is damaged, or another program made it")

    def _set(self, name: str, value: str | int) -> None:
        """A PRAGMA that is not understood is silently ignored: so each is read back."""
        self._ask(f"PRAGMA {name} = {value}")
        self._expect(name, value)

    def _expect(self, name: str, value: str | int) -> None:
        [(found,)] = self._ask(f"PRAGMA {name}")
        if found != value:
            raise JournalError(f"{self.path}: SQLite says {name} is {found}, and it must be {value}")

    def _wal_grew(self, _db: apsw.Connection, _name: str, pages: int) -> int:
        self._wal_pages = pages
        return apsw.SQLITE_OK

    def _read_head(self, name: str | None) -> None:
        """Is this our file, and of which table? Then where its chain ends."""
        for pragma, value in (("foreign_keys", 1), ("cell_size_check", 1), ("trusted_schema", 0)):
            self._set(pragma, value)
        [(version,)] = self._ask("PRAGMA user_version")
        if version > FORMAT:
            known = f"and this program knows up to {FORMAT}: use the newer program"
            raise JournalError(f"{self.path} has format {version}, {known}")
        if version < 1 or dict(self._ask("SELECT name, sql FROM sqlite_schema")) != SCHEMA:
            raise JournalError(f"{self.path} has not the tables of a journal: it is damaged, or somebody altered it")
        meta = self._ask("SELECT name, inode, closed FROM meta LIMIT 2")
        if len(meta) != 1 or tuple(map(type, meta[0])) != (str, int, bytes):
            raise JournalError(f"{self.path} does not say whose journal it is: it is damaged")
        self.name, inode, closed = meta[0]
        if name is not None and name != self.name:
            raise JournalError(f"{self.path} is the journal of {self.name}, not of {name}")
        self.chain = first_link(self.name)
        last = self._rows("SELECT * FROM entry ORDER BY seq DESC LIMIT 1")
        if last:
            self.seq, self.chain = last[0].seq, last[0].chain
            # The two ends now, what lies between in `verify`: a journal under another name is found at its first link.
            for end in (1, self.seq):
                list(self.entries(end, end, sealed=not self._writes))
        self.signed = self._newest("signature")
        self.countersigned = self._newest("countersignature")
        self.closed = bool(closed)
        self.doubt = self._doubt(inode, closed)

    def _newest(self, table: str) -> SignedHead | None:
        found = self._ask(f"SELECT seq, signature FROM {table} ORDER BY seq DESC LIMIT 1")
        if not found:
            return None
        seq, signature = found[0]
        if type(signature) is not bytes or len(signature) != 64 or not 1 <= seq <= self.seq:
            raise self._broken(f"the {table} on entry {seq} is damaged, or its entry is missing")
        return SignedHead(seq, self._link(seq), signature)

    def heads(self, table: str) -> Iterator[SignedHead]:
        """All that have a signature (or countersignature) here, the oldest first."""
        rows = self._ask(f"SELECT seq, signature FROM {table} ORDER BY seq")
        return (SignedHead(seq, self._link(seq), signature) for seq, signature in rows)

    def check_signed(self, verify: Verify) -> None:
        """Does the console's own journal end as it was left? Whatever is behind its last commit it has not written."""
        if self.seq and (self.signed is None or self.signed.seq != self.seq):
            signed = self.signed.seq if self.signed else 0
            raise JournalError(
                f"{self.path} has {self.seq} entries and is signed up to {signed}: what follows is not the console's. "
                "Keep the file; rebuild from the archive"
            )
        if self.signed is not None and not verify(self.signed):
            raise JournalError(
                f"{self.path}: the signature on its last entry, {self.seq}, is not by this console's key. If that is a "
                "new key, bring console.sign back from the safe; else keep the file and rebuild from the archive"
            )

    def _doubt(self, inode: int, closed: bytes) -> str:
        """A process that ends well leaves one file that says so, with its last link. What a killed one left is whole
        too, as long as it is the file that this process had, with its WAL beside it."""
        if closed:
            return "" if closed == self.chain else "it was closed at another entry than its last: entries are missing"
        copy = "this is a copy of a journal that was in use: entries may be missing"
        if inode != self._system.inode(self.path):
            return copy
        if not self._had_wal:
            return f"it was not closed, and {wal_of(self.path).name} is missing: entries are missing"
        older = _home(self.path, self._system) > self.seq
        return f"{wal_of(self.path).name} is older than the file: entries are missing" if older else ""

    def _check_wal(self) -> None:
        """After a power loss one transaction may be torn: the last. More than one means damage.

        SQLite takes a WAL up to its first bad frame and ignores the rest. That is right for a torn write, but a damaged
        frame would silently take acknowledged entries with it. A commit is on the disk before the next one begins, so
        behind a torn transaction nothing can follow.
        """
        good, _ = self._db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_NOOP)
        try:
            # The locks are on the other file: closing this one frees none.
            with self._system.open(wal_of(self.path)) as file:
                damaged = wal_damage(file, good)
        except OSError as error:
            raise self._failed("reading the WAL", error) from error
        if damaged:
            raise JournalError(f"{wal_of(self.path)} is damaged: {damaged}. Keep both files; rebuild from the archive")

    # --- writing ------------------------------------------------------------------------------------------------

    def commit(
        self,
        entries: Sequence[Entry],
        checkpoint: bytes | None = None,
        signature: bytes = b"",
        countersignature: bytes = b"",
    ) -> None:
        """One transaction. `checkpoint` is the state after the last of these entries, `signature` the console's on it,
        `countersignature` a witness's. A copy may get the signature later than the entries: then there are none.
        """
        self._check_usable()
        if not self._writes:
            raise InvariantBroken(f"{self.path} was opened to be read")
        seq, chain = self.seq, self.chain
        for entry in entries:
            seq += 1
            chain = link(chain, entry.digest)
            if entry.seq != seq:
                raise InvariantBroken(f"{self.path}: entry {entry.seq} where {seq} is next")
            if entry.chain != chain:
                raise InvariantBroken(f"{self.path}: entry {seq} does not follow from the one before it")
        if self._free_bytes() < ROUND_BYTES:
            self._release_reserve()  # now, not when the disk is full: the Round in play goes on without a restart
        self._fault = f"{self.path}: a commit was broken off; start again"
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany(_INSERT, map(astuple, entries))
            if checkpoint is not None:
                digest = state_digest(chain, checkpoint)
                self._db.execute("INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?)", (seq, checkpoint, digest))
                self._db.execute(_FORGET)
            if signature:
                self._db.execute("INSERT INTO signature VALUES (?, ?)", (seq, signature))
            if countersignature:
                self._db.execute("INSERT INTO countersignature VALUES (?, ?)", (seq, countersignature))
            self._db.execute("COMMIT")
            if self._wal_pages > WAL_PAGES_MAX:
                self._checkpoint()
        except apsw.ConstraintError as error:
            raise InvariantBroken(f"{self.path}: this is no entry: {error}") from error
        except apsw.Error as error:
            raise self._failed("a commit", error) from error
        self._fault = ""
        self.seq, self.chain = seq, chain
        if signature:
            self.signed = SignedHead(seq, chain, signature)
        if countersignature:
            self.countersigned = SignedHead(seq, chain, countersignature)

    def idle(self) -> None:
        """Nothing waits: bring the WAL home, if it is worth it, and look at a few of the entries that the start passed
        over."""
        self._check_usable()
        if self._wal_pages > IDLE_PAGES:
            self._checkpoint()
        if self._patrolled < self._patrol_to:
            first, self._patrolled = self._patrolled + 1, min(self._patrolled + PATROL, self._patrol_to)
            self.read(first, self._patrolled)

    def backup(self, copy: apsw.Connection) -> apsw.Backup:
        """What is committed between two steps goes into the copy as well, since it is this connection that does it."""
        self._check_usable()
        return copy.backup("main", self._db, "main")

    def _mark(self, inode: int, closed: bytes) -> None:
        """In the file itself, not only in its WAL: that is what a copy would lack."""
        try:
            self._db.execute("UPDATE meta SET inode = ?, closed = ?", (inode, closed))
        except apsw.Error as error:
            raise self._failed("writing", error) from error
        self._checkpoint()

    def _checkpoint(self) -> None:
        try:
            self._db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.Error as error:
            raise self._failed("a checkpoint of the WAL", error) from error
        self._wal_pages = 0

    def close(self) -> None:
        """Whole in one file afterwards; after a failure as it is."""
        try:
            if self._writes and not self._fault:
                self._checkpoint()
                self._mark(0, self.chain)
                self._db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)  # the WAL is empty: it may go
        finally:
            self._fault = self._fault or f"{self.path}: the journal is closed"
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_usable(self) -> None:
        if self._fault:
            raise JournalError(self._fault)

    def _failed(self, what: str, error: Exception) -> JournalError:
        """From here on every call raises: memory and disk may differ, only a new start knows what is there."""
        if isinstance(error, apsw.BusyError):
            self._fault = f"another process holds the journal {self.path}: stop it first"
            return InUse(self._fault)
        if isinstance(error, apsw.FullError):
            self._release_reserve()
            reason = "the disk is full; make room, then start again"
        elif isinstance(error, apsw.ReadOnlyError):
            reason = "the file may not be written to; repair that, then start again"
        elif isinstance(error, apsw.CorruptError | apsw.NotADBError | apsw.FormatError | UnicodeDecodeError):
            reason = "the file is damaged, or no journal; keep it, and rebuild from the archive"
        else:
            reason = f"{str(error) or type(error).__name__}; look after the disk, then start again"
        self._fault = f"{self.path}: {what} failed: {reason}"
        return JournalError(self._fault)

    # --- room on the disk ---------------------------------------------------------------------------------------

    def space(self) -> bool:
        """Is there room for a whole Round, and the reserve for one that is in play? Else none may be opened."""
        self._check_usable()
        return self._keep_reserve() and self._system.may_write(self.path) and self._free_bytes() >= ROUND_BYTES

    def _free_bytes(self) -> int:
        try:
            return self._system.free_bytes(self.path)
        except OSError as error:
            if self._watched or error.errno in SCARCE:
                return 0  # nobody knows: no Round is opened until somebody does
            # The file was moved or deleted: what is written now, no next process would find.
            raise self._failed("looking for room", error) from error

    def _keep_reserve(self) -> bool:
        system, reserve = self._system, self._reserve
        try:
            if not self._reserve_size or (system.exists(reserve) and system.size(reserve) >= self._reserve_size):
                return True
            if self._free_bytes() < ROUND_BYTES + self._reserve_size:
                return False
            system.delete(reserve)
            system.new_file(reserve, self._reserve_size)
        except OSError:  # somebody else was quicker to take the room, or the folder takes no file: no reserve
            self._release_reserve()
            return False
        return True

    def _release_reserve(self) -> None:
        with suppress(OSError):  # where it cannot be deleted nothing can be written either, and that is reported
            self._system.delete(self._reserve)

    # --- reading ------------------------------------------------------------------------------------------------

    def read(self, first: int, last: int) -> list[Entry]:
        """These entries, as far as there are any, each checked against its digest and the link before it."""
        return list(self.entries(first, last))

    def entries(self, first: int = 1, last: int | None = None, *, sealed: bool = False) -> Iterator[Entry]:
        """In pieces, so that a journal of any length can be walked. `sealed`: also those whose body is not here."""
        first, last = max(first, 1), self.seq if last is None else min(last, self.seq)
        if first > last:
            self._check_usable()
            return
        chain, sealed = self._link(first - 1), sealed or self._sealed
        for start in range(first, last + 1, PIECE):
            end = min(start + PIECE - 1, last)
            piece = self._rows(_RANGE, (start, end))
            try:
                chain = verify_sealed(chain, start, piece) if sealed else verify(chain, start, piece)
            except ChainBroken as broken:
                why = self._wrong_before(first) if start == first else ""
                raise self._broken(why or str(broken)) from None
            if start + len(piece) <= end:
                raise self._broken(f"entry {start + len(piece)} is missing")
            yield from piece

    def _wrong_before(self, first: int) -> str:
        """Where reading begins, the link before it is taken as it is written: is that one the culprit? "": no."""
        try:
            if first > 1:
                verify_sealed(self._link(first - 2), first - 1, self._rows(_RANGE, (first - 1, first - 1)))
        except ChainBroken as broken:
            return str(broken)
        return ""

    def chain_at(self, seq: int) -> bytes | None:
        """The link after this entry, as it is written; None: there is no such entry."""
        self._check_usable()
        return self._link(seq) if 0 <= seq <= self.seq else None

    def _link(self, seq: int) -> bytes:
        if seq == self.seq:
            return self.chain
        if seq == 0:
            return first_link(self.name)
        found = self._ask("SELECT chain FROM entry WHERE seq = ?", (seq,))
        if not found or type(found[0][0]) is not bytes:
            raise self._broken(f"entry {seq} is missing")
        return found[0][0]

    def look(self, first: int, last: int) -> list[Entry]:
        """As `read`, but what is found broken does not end the journal: its table is to be halted by an entry."""
        try:
            return self.read(first, last)
        except (ChainBroken, JournalError):
            self._fault = ""
            raise

    def checkpoints(self) -> list[tuple[int, bytes | None]]:
        """Every state that was kept, the newest first, and the entry that it came with; None: not what was written."""
        self._check_usable()
        found: list[tuple[int, bytes | None]] = []
        for seq, state, digest in self._ask("SELECT seq, state, digest FROM checkpoint ORDER BY seq DESC"):
            if seq > self.seq:  # that is no fault of the checkpoint
                raise self._broken(f"a checkpoint follows entry {seq}, which is missing")
            chain = self.chain_at(seq)
            whole = chain is not None and type(state) is bytes and state_digest(chain, state) == digest
            found.append((seq, state if whole else None))
        return found

    def last_checkpoint(self) -> tuple[int, bytes] | None:
        """The newest state that was kept and is what was written, and the entry it follows. None: replay."""
        return next(((seq, state) for seq, state in self.checkpoints() if state is not None), None)

    def verify(self, after: int = 0, progress: Callable[[int, int], None] | None = None) -> None:
        """The file's pages, and the chain from entry `after` on to the head. `progress` hears entries done, of all."""
        self.check_pages()
        for done, _ in enumerate(self.entries(after + 1), 1):
            if progress is not None and (done % PIECE == 0 or after + done == self.seq):
                progress(done, self.seq - after)

    def check_at_start(self, after: int) -> None:
        """Before a process serves: the file's pages, unless that would take longer than a table may be closed. The
        entries up to `after` are looked at by `idle`, piece by piece; those behind it the start reads anyhow."""
        if self._system.size(self.path) <= PAGES_AT_START:
            self.check_pages()
        self._patrol_to = after

    def check_pages(self) -> None:
        """A damaged page can hide whole rows from every query: SQLite's own check finds that."""
        self._check_usable()
        found = self._ask("PRAGMA quick_check(1)")
        if found != [("ok",)]:
            raise self._broken(f"SQLite finds it damaged ({found[0][0]})")

    def _broken(self, what: str) -> ChainBroken:
        """Nothing is written behind an entry that is not what it was."""
        self._fault = f"{self.path}: {what}"
        return ChainBroken(self._fault)

    def _rows(self, sql: str, values: tuple[int, ...] = ()) -> list[Entry]:
        rows = self._ask(sql, values)
        for row in rows:
            if tuple(map(type, row)) != _TYPES:  # STRICT holds for what is written, not for what a flipped bit made
                raise self._broken(f"entry {row[0]} is damaged")
        return [Entry(*row) for row in rows]

    def _ask(self, sql: str, values: tuple[int, ...] = ()) -> list[Any]:
        self._check_usable()
        try:
            return list(self._db.execute(sql, values))
        except (apsw.Error, UnicodeDecodeError, MemoryError) as error:
            raise self._failed("reading", error) from error


def state_digest(chain: bytes, state: bytes) -> bytes:
    """Of a checkpoint: the state, at this place of this history."""
    return sha256(chain + state).digest()


# --- files ----------------------------------------------------------------------------------------------------


def _check_sqlite() -> None:
    version = apsw.sqlite_lib_version()
    if tuple(map(int, version.split("."))) < SQLITE_MIN:
        raise JournalError(f"SQLite {version} can damage a journal: {'.'.join(map(str, SQLITE_MIN))} is needed")


def _connect(
    path: Path, uri: str, flags: int = apsw.SQLITE_OPEN_READWRITE, system: FileSystem = SYSTEM
) -> apsw.Connection:
    if system.size(path) == 0:  # SQLite would take it for a new file, and delete the WAL beside it
        raise JournalError(f"{path} is empty, its entries are lost: keep what lies beside it, rebuild from the archive")
    try:
        return apsw.Connection(uri, flags=flags, vfs=system.vfs)
    except apsw.Error as error:
        raise JournalError(f"{path} cannot be opened: {error}") from error


def _home(path: Path, system: FileSystem) -> int:
    """The last entry of the file itself, without its WAL; 0 if it has none, or was cut off while the WAL came home."""
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    try:
        with closing(apsw.Connection(f"{path.absolute().as_uri()}?immutable=1", flags=flags, vfs=system.vfs)) as alone:
            rows = list(alone.execute(f"SELECT {_COLUMNS} FROM entry ORDER BY seq DESC LIMIT 1"))
    except (apsw.Error, UnicodeDecodeError, MemoryError):
        return 0
    entries = [Entry(*row) for row in rows if tuple(map(type, row)) == _TYPES]
    whole = [it.seq for it in entries if is_sealed(it) or digest_of(*astuple(it)[:5]) == it.digest]
    return max(whole, default=0)


def left_alone(path: Path, system: FileSystem = SYSTEM) -> str:
    """Why no journal may be begun here: the file of one was lost, and what lay beside it was not. "" if one may."""
    wal = wal_of(path)
    why = f"{path} is missing, and {wal.name} is there: bring the file back, or rebuild it"
    return why if system.exists(wal) else ""


def _begin_new(path: Path, name: str, system: FileSystem) -> None:
    if why := left_alone(path, system):
        raise JournalError(why)
    try:
        create(path, name, system)
    except (apsw.Error, OSError) as error:
        raise JournalError(f"{path} cannot be made: {error}") from error
