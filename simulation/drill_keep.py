"""Archives and witnesses with files: the production keepers over the production journal on a simulated disk, at a
console that lies.

What a second reading of the same news says must be kept (`drill_follow.py`) is what lies on the disk: each entry as it
is (a witness: its digest alone), a signature only where the console has signed what is kept there, and a witness's own
beside it. In between its process is ended, killed, loses its power in the middle of a commit, or gets an older disk
back; whatever starts next goes on from what is really there, and comes right when the console tells it all.
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final

import apsw
from msgspec import Struct

from floor.archive import ARCHIVE, Archive
from floor.keeper import Keeper
from floor.witness import WITNESS, Witness
from protocol import messages as m
from protocol.chain import ChainBroken, Entry
from protocol.join import Listener
from protocol.journal import Journal, JournalError
from protocol.messages import SentEntry
from protocol.signing import WITNESSED, statement
from simulation.drill_follow import ENTRIES, TABLE, FollowDrill, History
from simulation.drive import Drive, Fault, Image
from simulation.seals import Seals
from simulation.world import Violation

NEWS_MAX: Final = 60  # in which an honest console has told it everything


class OwnSeals(Seals):
    """The witness's key."""

    def _seal(self, seq: int, chain: bytes) -> bytes:
        return b"witness" + statement(WITNESSED, self._table, seq, chain)[-57:]


class Noted(Listener):
    """Says what was given in the last `receive`."""

    given: list[tuple[int, SentEntry]]

    def receive(self, now_ms: int, news: m.News) -> list[tuple[int, SentEntry]]:
        self.given = super().receive(now_ms, news)
        return self.given


class _Archive(Archive):
    def __init__(self, journal: Journal, listener: Listener) -> None:
        self.journal, self.listener = journal, listener


class _Witness(Witness):
    def __init__(self, journal: Journal, listener: Listener) -> None:
        self.journal, self.listener = journal, listener
        self._signer = OwnSeals(TABLE)  # type: ignore[assignment]


class Standing:
    """Where `FollowDrill` has its peer: whoever keeps what he hears."""

    def __init__(self, keeper: Keeper, listener: Noted) -> None:
        self.keeper, self.listener = keeper, listener

    def receive(self, now_ms: int, news: m.News) -> list[tuple[int, SentEntry]]:
        self.listener.given = []
        self.keeper.take(now_ms, [news])
        return self.listener.given

    def outgoing(self, _now_ms: int) -> None:
        """Is asked in `take`."""

    @property
    def stopped(self) -> str:
        return self.listener.stopped

    @property
    def joined(self) -> bool:
        return self.listener.joined

    @property
    def signed(self) -> m.SignedHead | None:
        return self.listener.signed

    def see_console_start(self, seq: int) -> None:
        self.listener.see_console_start(seq)


class Disk(Struct):
    """As it was once, and what was on it."""

    image: Image
    taken: int


class KeepDrill(FollowDrill):
    peer: Any

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.dice = Random(f"keep {seed}")
        self.role = self.dice.choice((ARCHIVE, WITNESS))
        self.signs = True
        self.drive = Drive(self.dice, f"keep {seed}")
        self.path = self.drive.folder / "journal"
        self.journal: Journal | None = None
        self.kept_signed: m.SignedHead | None = None
        self.held: History | None = None  # the one history of which something is kept
        self.disks: list[Disk] = []
        self._start()

    def reads(self, audience: str) -> bool:
        return self.role == ARCHIVE

    # --- its process --------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        """As `Keeper` does it, with the disk and the seals of the drill."""
        self.drive.off, self.drive.fault = False, None
        journal = self.journal = Journal(self.path, TABLE, sealed=self.role == WITNESS, system=self.drive)
        journal.verify()
        listener = Noted(
            *(self.role, TABLE, "keeper", self.role, 1, b"run", journal.seq, journal.chain),
            verify=self.seals.verify,
            signed=journal.signed,
        )
        keeper = _Archive(journal, listener) if self.role == ARCHIVE else _Witness(journal, listener)
        keeper.check_signatures(self.seals)  # type: ignore[arg-type]
        self.peer = Standing(keeper, listener)
        self.said, self.links = {}, {}
        self.taken = [entry.digest for entry in journal.entries(sealed=True)]
        self.chains = [journal.chain_at(seq) or b"" for seq in range(journal.seq + 1)]
        self.claimed = self.kept_signed = journal.signed
        self.welcomed, self.started = -1, 0
        self.broken = self.over = False
        self._is_kept()

    def _ends(self, *, power: bool = False) -> None:
        journal, self.journal = self.journal, None
        assert journal is not None
        if not power and self.dice.random() < 0.5:
            journal.close()
        else:
            self.drive.off = True  # it is dead: nothing of what it does comes to anything
            with suppress(JournalError, apsw.Error):
                journal.close()
        self.drive.off = True
        if power or self.dice.random() < 0.5:
            self.drive.lose_power()

    # --- what happens -------------------------------------------------------------------------------------------------

    def play(self, steps: int) -> None:
        for _ in range(steps):
            self.now_ms += self.rng.choice((1, 30, 700))
            dice = self.dice.random()
            if dice < 0.03 and not self.over:
                self._dies_in_a_commit()
            elif dice < 0.09 or self.over:
                self._ends()
                self._put_back()
                self._start()
            else:
                self._say(self._something())
                self._is_kept()
        self._comes_right()

    def _put_back(self) -> None:
        """Now and then an older disk; or the one of now is kept for that."""
        if self.disks and self.dice.random() < 0.2:
            self.drive.put(self.dice.choice(self.disks).image)
        elif self.dice.random() < 0.4:
            self.disks.append(Disk(self.drive.image(), len(self.taken)))

    def _dies_in_a_commit(self) -> None:
        """All of what it was about to keep is there afterwards, or nothing."""
        before, signed = list(self.taken), self.kept_signed
        news = self._something()
        self.drive.fault = Fault("", ("write", "cut", "sync"), after=self.dice.randrange(12), times=1, power=True)
        try:
            self._say(news)
            self._is_kept()
            tried = len(self.taken)
        except JournalError:
            tried = -1
        self._ends(power=True)
        self._start()
        now = len(self.taken)
        if self.taken[: len(before)] != before or (tried >= 0 and now != tried):
            raise Violation("keep", f"{len(before)} entries were kept, {tried} after that, and {now} are there")
        if signed is not None and (self.kept_signed is None or self.kept_signed.seq < signed.seq):
            raise Violation("keep", f"the signature on {signed.seq} has gone")

    def _comes_right(self) -> None:
        """The console whose history it has tells it all, in order, after one more start: what was said is forgotten."""
        self._ends()
        self._start()
        history = self._history_of(self.taken)
        if history is None or (self.claimed is not None and not self._agrees(history, self.claimed)):
            return  # what it holds was invented by nobody, but which console would go on with it is open
        for _ in range(NEWS_MAX):
            at = len(self.taken)
            if at == ENTRIES:  # what came without its signature is signed by the next pulse
                chain = history.chains[at]
                self._say(m.Pulse(at, chain, -1, self.seals.sign(at, chain).signature))
                self._is_kept()
                break
            last = min(ENTRIES, at + 5)
            entries = tuple(self._whole(entry) for entry in history.entries[at:last])
            chain = history.chains[last]
            self._say(m.Batch(at + 1, entries, chain, self.seals.sign(last, chain).signature))
            self._is_kept()
            if self.over:
                raise Violation("keep", f"an honest console is refused: {self.peer.stopped}")
        journal = self.journal
        assert journal is not None
        head = journal.signed
        if len(self.taken) < ENTRIES or head is None or head.seq != ENTRIES:
            raise Violation("keep", f"it was told {ENTRIES}, has {len(self.taken)}, signed is {head}")

    def _whole(self, entry: Entry) -> SentEntry:
        if self.role == WITNESS and entry.audience:
            return SentEntry(entry.digest, entry.audience)
        return SentEntry(entry.digest, entry.audience, entry.wall_time, entry.salt, entry.body)

    def _history_of(self, digests: list[bytes]) -> History | None:
        for history in self.histories:
            if [entry.digest for entry in history.entries[: len(digests)]] == digests:
                return history
        return None

    def _agrees(self, history: History, head: m.SignedHead) -> bool:
        return head.seq < len(history.chains) and history.chains[head.seq] == head.chain

    # --- what must lie on the disk ------------------------------------------------------------------------------------

    def _is_kept(self) -> None:
        journal = self.journal
        assert journal is not None
        if (journal.seq, journal.chain) != (len(self.taken), self.chains[-1]):
            raise Violation("keep", f"{len(self.taken)} entries are to be kept, and {journal.seq} are")
        head = self.claimed
        if head is not None and (head.seq, head.chain) == (len(self.taken), self.chains[-1]):
            self.kept_signed = head  # that is the end of the copy now, and signed
        if journal.signed != self.kept_signed:
            raise Violation("keep", f"the last signed head is {self.kept_signed}, kept is {journal.signed}")
        if self.role == WITNESS:
            self._is_countersigned(journal)
        if self.dice.random() < 0.2:
            self._are_kept(journal)

    def _is_countersigned(self, journal: Journal) -> None:
        ours, signed = journal.countersigned, journal.signed
        if (ours is None) != (signed is None):
            raise Violation("keep", f"signed is {signed}, countersigned {ours}")
        if ours is not None and signed is not None:
            good = OwnSeals(TABLE).verify(ours)
            if (ours.seq, ours.chain) != (signed.seq, signed.chain) or not good:
                raise Violation("keep", f"signed is {signed}, countersigned {ours}")

    def _are_kept(self, journal: Journal) -> None:
        """Entry by entry; and each signature that was ever kept is good."""
        first = 1 + self.dice.randrange(max(1, journal.seq))
        found = list(journal.entries(first, sealed=True))
        history = self._history_of(self.taken)
        for entry in found if history is not None else ():
            real = history.entries[entry.seq - 1] if history is not None else entry
            if self.role == ARCHIVE and entry != real:
                raise Violation("keep", f"entry {entry.seq} is kept as {entry}")
            if self.role == WITNESS and (entry.body or entry.salt or entry.wall_time or entry.digest != real.digest):
                raise Violation("keep", f"a witness keeps {entry}")
        if len(found) != max(0, journal.seq - first + 1):
            raise Violation("keep", f"from {first} on {len(found)} entries are given out, of {journal.seq}")
        kinds: tuple[tuple[str, Callable[[m.SignedHead], bool]], ...] = (
            ("signature", self.seals.verify),
            ("countersignature", OwnSeals(TABLE).verify),
        )
        for table, verify in kinds:
            wrong = [head.seq for head in journal.heads(table) if not verify(head)]
            if wrong:
                raise Violation("keep", f"a {table} on {wrong} is kept that nobody has made")


def run(seed: int, steps: int) -> None:
    """Raises a Violation."""
    drill = KeepDrill(seed)
    try:
        drill.play(steps)
    except (ChainBroken, JournalError) as refused:
        raise Violation("keep", f"drill {seed} of a keeper: its own journal is refused: {refused}") from refused
    except Violation as broken:
        raise Violation(
            broken.name, f"drill {seed} of a keeper, {drill.role}: {str(broken).partition(': ')[2]}"
        ) from None
    finally:
        if drill.journal is not None:
            drill._ends(power=True)
