"""The production journal alone on a simulated drive, against a list: what is read, what room there is, what is found.

Commits with states and signatures, ends of every kind, room that is just enough for a Round and just not, a reserve
that comes and goes. And somebody with access to the file: he cuts and changes rows while no process runs, and whoever
starts next, or reads the whole file, says so; what was not touched is believed.
"""

from contextlib import suppress
from random import Random
from typing import Any, Final

import apsw
from msgspec.structs import replace

from protocol.chain import ChainBroken, Entry, first_link, make_entry, verify
from protocol.events import Audience
from protocol.journal import Journal, JournalError
from protocol.messages import SignedHead
from simulation.drive import Drive, Fault, Image
from simulation.seals import Seals
from simulation.world import Violation

TABLE: Final = "KEPT"
# Of the documents: a Round may need so much, and as much lies in reserve for one that is in play.
ROUND, RESERVE = 32 << 20, 32 << 20
STATES_KEPT: Final = 2
AUDIENCES: Final = tuple(map(Audience, ("", "", "T1", "staff")))
REFUSED: Final = (JournalError, ChainBroken)
# What somebody writes into the file, who knows SQL and has no key.
EDITS: Final = (
    "DELETE FROM entry WHERE seq = {one}",
    "DELETE FROM entry WHERE seq >= {one}",
    "UPDATE entry SET body = x'80' WHERE seq = {one}",
    "UPDATE entry SET wall_time = '2020' WHERE seq = {one}",
    "UPDATE entry SET digest = zeroblob(32) WHERE seq = {one}",
    "UPDATE entry SET chain = zeroblob(32) WHERE seq = {one}",
    "UPDATE entry SET audience = 'T9', salt = zeroblob(16) WHERE seq = {one}",
    "UPDATE signature SET signature = zeroblob(64) WHERE seq = (SELECT max(seq) FROM signature)",
    "DELETE FROM signature WHERE seq = (SELECT max(seq) FROM signature)",
    "UPDATE meta SET name = 'OTHER'",
    "UPDATE meta SET closed = zeroblob(32)",
    "DELETE FROM meta",
)
PATROLLED: Final = EDITS[2:6]  # what is wrong with one entry
LOOKED_AT: Final = 200  # entries in one quiet moment


class JournalDrill:
    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(f"journal {seed}")
        self.seals = Seals(TABLE)
        self.drive = Drive(rng, f"a journal {seed}")
        self.path = self.drive.folder / "journal"
        self.entries: list[Entry] = []
        self.states: list[tuple[int, bytes]] = []
        self.signed: list[SignedHead] = []
        self.older: list[tuple[Image, int]] = []
        self.story: list[str] = []
        self.journal = self._open()

    def fail(self, why: str) -> Violation:
        return Violation("journal", f"{', '.join(self.story[-6:])}: {why}")

    def _open(self) -> Journal:
        self.drive.off, self.drive.fault = False, None
        return Journal(self.path, TABLE, system=self.drive)

    def play(self, steps: int) -> None:
        acts = self.rng.choices(*_ACTS, k=steps)
        for act in acts:
            self.story.append(act)
            getattr(self, act)()
        self._ends(whole=True)
        self._begins()

    # --- writing and reading

    def _made(self, count: int) -> list[Entry]:
        rng, chain, made = self.rng, self._chain(), list[Entry]()
        for seq in range(len(self.entries) + 1, len(self.entries) + count + 1):
            audience = rng.choice(AUDIENCES)
            salt = rng.randbytes(16) if audience else b""
            body = rng.randbytes(rng.choice((1, 20, 300, 5_000)))
            made.append(make_entry(chain, seq, f"2026-{seq}", audience, salt, body))
            chain = made[-1].chain
        return made

    def _chain(self) -> bytes:
        return self.entries[-1].chain if self.entries else first_link(TABLE)

    def commit(self) -> None:
        made = self._made(self.rng.choice((1, 1, 2, 7)))
        state = self.rng.randbytes(40) if self.rng.random() < 0.2 else None
        signed = self.seals.sign(made[-1].seq, made[-1].chain)
        self.journal.commit(made, state, signed.signature)
        self._was_kept(made, state, signed)
        self._is_whole()

    def _was_kept(self, made: list[Entry], state: bytes | None, signed: SignedHead) -> None:
        self.entries += made
        self.signed.append(signed)
        if state is not None:
            self.states = [*self.states, (len(self.entries), state)][-STATES_KEPT:]

    def read(self) -> None:
        """Any piece, also beyond the ends; and what it says of any place."""
        rng, count = self.rng, len(self.entries)
        first, last = rng.randrange(-1, count + 3), rng.randrange(-1, count + 3)
        there = [it for it in self.entries if first <= it.seq <= last]
        for found in (self.journal.read(first, last), self.journal.look(first, last)):
            if found != there:
                raise self.fail(f"from {first} to {last}: {len(found)} entries, and {len(there)} are there")
        at = rng.randrange(-1, count + 3)
        link = None if not 0 <= at <= count else first_link(TABLE) if not at else self.entries[at - 1].chain
        if self.journal.chain_at(at) != link:
            raise self.fail(f"after {at} the link is not {link!r}")

    def idle(self) -> None:
        self.journal.idle()
        self._is_whole()

    def _is_whole(self) -> None:
        journal = self.journal
        if (journal.seq, journal.chain) != (len(self.entries), self._chain()):
            raise self.fail(f"{len(self.entries)} entries were acknowledged, it says {journal.seq}")
        if journal.signed != (self.signed[-1] if self.signed else None):
            raise self.fail(f"the last signed head is {self.signed[-1:]}, it says {journal.signed}")
        if journal.checkpoints() != self.states[::-1]:
            raise self.fail(f"states at {[at for at, _ in self.states]} were kept, and {journal.checkpoints()} are")
        newest = self.states[-1] if self.states else None
        if journal.last_checkpoint() != newest:
            raise self.fail("its newest state is another one")

    # --- ends and beginnings

    def ends(self) -> None:
        self._ends(whole=self.rng.random() < 0.5)
        self._begins()

    def _ends(self, *, whole: bool) -> None:
        """In good order, or killed; and then the power may go, too."""
        self.drive.off = not whole
        with suppress(JournalError, apsw.Error):
            self.journal.close()
        self.drive.off = True
        if self.rng.random() < 0.5:
            self.drive.lose_power()

    def _begins(self) -> None:
        try:
            self.journal = self._open()
            self.journal.verify()
            self.journal.check_signed(self.seals.verify)
        except REFUSED as refused:
            raise self.fail(f"a journal that is in order is refused: {refused}") from refused
        if self.journal.read(1, len(self.entries) + 1) != self.entries:
            raise self.fail("other entries are there than were acknowledged")
        if list(self.journal.heads("signature")) != self.signed:
            raise self.fail("other signatures are there than were made")
        self._is_whole()

    def dies_in_a_commit(self) -> None:
        """Of what was to be written all is there, or nothing."""
        made, state = self._made(3), self.rng.randbytes(40) if self.rng.random() < 0.3 else None
        signed = self.seals.sign(made[-1].seq, made[-1].chain)
        error = self.rng.choice((apsw.IOError, apsw.FullError, apsw.ReadOnlyError))
        power = self.rng.random() < 0.5
        self.drive.fault = Fault("", ("write", "cut", "sync"), error, after=self.rng.randrange(8), times=1, power=power)
        try:
            self.journal.commit(made, state, signed.signature)
        except JournalError:
            self._is_good_for_nothing()
        else:
            self._was_kept(made, state, signed)
            made = []
        self._ends(whole=not self.drive.off)
        journal = self._open()
        if made and journal.seq > len(self.entries):
            self._was_kept(made, state, signed)
        journal.close()
        self._begins()

    def _is_good_for_nothing(self) -> None:
        """A failed write is final: nothing may be written, read or promised by this process."""
        for ask in (self.journal.space, self.journal.idle, lambda: self.journal.read(1, 1), self._writes_on):
            try:
                ask()
            except JournalError:
                continue
            raise self.fail("a write has failed, and it goes on")

    def _writes_on(self) -> None:
        made = self._made(1)
        self.journal.commit(made, None, self.seals.sign(made[-1].seq, made[-1].chain).signature)

    # --- room

    def room(self) -> None:
        """A Round is begun only if it can be written to its end, and another one's reserve is there."""
        drive, reserve = self.drive, self.path.with_name("journal-reserve")
        free = self.rng.choice((0, ROUND, ROUND + RESERVE, ROUND + RESERVE + ROUND)) + self.rng.choice(
            (-1, 0, 1, 5_000)
        )
        drive.taken = 0
        drive.taken = max(0, drive.room() - free)
        free, kept = drive.room(), drive.exists(reserve)
        if self.rng.random() < 0.15:
            drive.fault = Fault("", (), apsw.ReadOnlyError)
        writable = drive.fault is None
        enough = writable and (free >= ROUND if kept else free >= ROUND + RESERVE)
        if self.journal.space() != enough:
            raise self.fail(f"{free} bytes are free, reserve: {kept}, writable: {writable}; a Round: {not enough}")
        drive.fault = None
        if drive.exists(reserve) != (kept or free >= ROUND + RESERVE):
            raise self.fail(f"{free} bytes are free, and the reserve is {'there' if kept else 'not made'}")
        if drive.room() > 1 << 20:  # else the commit may fail, as `dies_in_a_commit` has it
            free = drive.room()
            self.commit()
            if drive.exists(reserve) and free < ROUND:
                raise self.fail(f"{free} bytes are free, and the reserve is kept from the Round in play")
        drive.taken = 0
        if not self.journal.space() or drive.size(reserve) != RESERVE:
            raise self.fail("there is room again, and no Round may begin")

    # --- somebody has the file

    def edited(self) -> None:
        """He changes it, and whoever starts then says so; afterwards the disk is put back."""
        if len(self.entries) < 2:
            return
        self._ends(whole=True)
        whole = self.drive.image()
        edit = self.rng.choice(EDITS)
        self._sql(edit.format(one=1 + self.rng.randrange(len(self.entries))))
        if not self._is_found(patrol=edit in PATROLLED and self.rng.random() < 0.4):
            raise self.fail(f"{edit}, of {len(self.entries)}, and nobody says so")
        self.drive.put(whole)
        self._begins()

    def _sql(self, *statements: str) -> None:
        self.drive.off = False
        db = apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READWRITE, vfs=self.drive.vfs)
        try:
            db.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)  # which keep those out who have not read this far
            db.execute("PRAGMA locking_mode = exclusive")
            for statement in ("PRAGMA foreign_keys = 0", *statements):
                db.execute(statement)
            db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        finally:
            db.close()

    def _is_found(self, *, patrol: bool) -> bool:
        """By whoever reads all of it; or, where a start passes entries over, by looking at some in a quiet moment."""
        try:
            journal = self._open()
        except REFUSED:
            return True
        try:
            journal.check_signed(self.seals.verify)
            if patrol:
                journal.check_at_start(journal.seq)
                for _ in range(1 + journal.seq // LOOKED_AT):
                    journal.idle()
                return False
            journal.verify()
            return any(not self.seals.verify(head) for head in journal.heads("signature")) or (
                journal.signed is None or journal.signed.seq != journal.seq
            )
        except REFUSED:
            return True
        finally:
            with suppress(JournalError, apsw.Error):
                journal.close()

    def state_edited(self) -> None:
        """A state that was changed is told as none; the entries are believed all the same."""
        if not self.states:
            return
        at = self.states[-1][0]
        self._ends(whole=True)
        whole = self.drive.image()
        self._sql(f"UPDATE checkpoint SET state = x'{self.rng.randbytes(40).hex()}' WHERE seq = {at}")
        journal = self._open()
        found = journal.checkpoints()
        last = journal.last_checkpoint()
        journal.close()
        if found[0] != (at, None) or found[1:] != self.states[-2::-1] or (last is not None and last[0] == at):
            raise self.fail(f"the state at {at} was changed, and {found} are told")
        self.drive.put(whole)
        self._begins()

    def links(self) -> None:
        """One thing changed in a piece of the log is found where it is."""
        rng = self.rng
        if not self.entries:
            return
        first = rng.randrange(len(self.entries))
        piece = self.entries[first : first + 6]
        before = self.entries[first - 1].chain if first else first_link(TABLE)
        if verify(before, first + 1, piece) != piece[-1].chain:
            raise self.fail("a piece of the log that is whole has another link")
        at = rng.randrange(len(piece))
        entry = piece[at]
        changes: list[dict[str, Any]] = [
            {"seq": entry.seq + 1},
            {"wall_time": entry.wall_time + "Z"},
            {"audience": Audience("T8" if entry.audience else "T1")},
            {"salt": bytes(16)},
            {"body": entry.body + b"\0"},
            {"body": _hit(rng, entry.body)},
            {"digest": _hit(rng, entry.digest)},
            {"chain": _hit(rng, entry.chain)},
        ]
        change = rng.choice(changes)
        wrong = [*piece[:at], replace(entry, **change), *piece[at + 1 :]]
        if rng.random() < 0.2 and len(piece) > at + 1:
            wrong, change = [*piece[:at], *piece[at + 1 :]], {"gone": True}
        try:
            verify(before, first + 1, wrong)
        except ChainBroken:
            return
        raise self.fail(f"{list(change)} of entry {entry.seq} was changed, and the chain is whole")


def _hit(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :]


_ACTS: Final = (
    ("commit", "read", "idle", "ends", "dies_in_a_commit", "room", "edited", "state_edited", "links"),
    (40, 30, 5, 5, 5, 8, 7, 3, 12),
)


def run(seed: int, steps: int) -> None:
    """Raises a Violation."""
    drill = JournalDrill(seed)
    try:
        drill.play(steps)
    except REFUSED as refused:
        raise Violation("journal", f"drill {seed} of a journal, {drill.story[-5:]}: refused: {refused}") from refused
    except Violation as broken:
        raise Violation(broken.name, f"drill {seed} of a journal: {str(broken).partition(': ')[2]}") from None
    finally:
        drill._ends(whole=False)
