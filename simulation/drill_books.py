"""The console's books alone: a long journal on a simulated disk, taken up at a checkpoint that may be false.

The production `Journal`, `Books`, `Store` and `Table`, started again and again, in good order and not. Somebody edits
the newest checkpoint, or a state that the entries do not make was kept under its right name. What was found to differ
is never believed unread, and over it nobody is paid to the end of that process; what is read and agrees is paid.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from console.table.delivery import Delivery
from console.table.state import Setup
from console.table.table import CheckpointMade, Started
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import decode_event
from protocol.events import audience_of
from protocol.halts import Halt
from protocol.loop import Pen
from simulation.calm import RUN, StaffedConsole
from simulation.doubt import Doubt
from simulation.real_disk import Parts, RealDisk, richer
from simulation.world import Violation

TABLE: Final = "BOOKS"
NOTE: Final = 1_000
TURNS_MAX: Final = 400
SLOWLY_MS: Final = 20_000  # as people put in notes


class BooksDrill(StaffedConsole):
    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(f"books {seed}")
        parts = Parts(rng.choice((4, 9, 20)), 10, rng.choice((0, 0, 0, 12, None)), rng.choice((0, 2, 400)), 0, ())
        self.disk = RealDisk(TABLE, f"books {seed}", parts, lambda: self.now_ms)
        self.doubt = Doubt()
        self.left: m.SignedHead | None = None
        super().__init__(Setup(TABLE, "baccarat", placard=e.Placard(currency="SGD", notes=(NOTE,)), secret=b"books"))

    def play(self, steps: int) -> None:
        rng = self.rng
        self._greet()
        self.order(m.OpenTable())
        for _ in range(steps):
            match rng.randrange(8):
                case 0 | 1:
                    self._somebody_plays()
                case 2 | 3:
                    self._turns(rng.choice((1, 3, 30)))
                case 4:
                    self._tries_to_take()
                case 5:
                    self._ends(edited=rng.random() < 0.5)
                case 6:
                    self._is_poisoned()
                case 7 if self.table.cashier.held and rng.random() < 0.5:
                    self.order(m.ReleaseNote(next(iter(self.table.cashier.held)), "hand"))
                case 7 if Halt.BOOKS in self.table.view.halts:
                    self.order(m.Resume(Halt.BOOKS))
        self.disk.poisons = False
        self._comes_right()

    def _is_poisoned(self) -> None:
        """The next state that is kept is none that the entries make: a process stands on it, finds out, and is asked to
        go on and to pay."""
        self.disk.poisons = True
        self._somebody_plays()
        self._turns(3)
        self._ends(edited=False)
        self._turns(self.rng.choice((1, 30, TURNS_MAX)))
        self.order(m.Resume(Halt.BOOKS))
        self._turns(1)
        self._tries_to_take()

    # --- what happens -------------------------------------------------------------------------------------------------

    def _somebody_plays(self) -> None:
        for _ in range(self.rng.randrange(1, 8)):
            self.now_ms += SLOWLY_MS
            self.hear(("T1", m.BuyCredit(1, RUN, self.rng.randbytes(16), NOTE, "SGD")))
        if self.rng.random() < 0.3:  # one that is held
            self.hear(("T2", m.BuyCredit(1, RUN, self.rng.randbytes(16), NOTE + 1, "SGD")))

    def _turns(self, turns: int) -> None:
        """What its service does when nothing waits: it reads, and keeps a state when one is due."""
        for _ in range(turns):
            self.now_ms += 25
            told: list[Any] = [] if self.disk.books is None else list(self.disk.books.turn(self.now_ms, quiet=True))
            state = None if told else self.disk.checkpoint(self.table)
            self.batch(*told, *(() if state is None else (CheckpointMade(state),)))
            if self.doubt.in_doubt and self.table.pays_nothing() is None:
                raise Violation("M12", "the books are in doubt, and it would pay")

    def _tries_to_take(self) -> bool:
        if self.table.ledger.credit(PlayerId("T1")) < NOTE:
            return False
        before = len(self.entries)
        self.now_ms += SLOWLY_MS
        self.hear(("T1", m.CashOut(1, RUN, self.rng.randbytes(16), NOTE)))
        for event in [decode_event(entry.body) for entry in self.entries[before:]]:
            if isinstance(event, e.TicketIssued):
                self.hear(("T1", m.ReportPrint(1, RUN, self.rng.randbytes(16), event.ticket, "printed")))
                return True
        return False

    def _ends(self, *, edited: bool) -> None:
        if self.rng.random() < 0.5:
            self.disk.stop()
        else:
            self.disk.died()
        forged = edited and self.disk.forge(richer)
        self.start()
        self._greet()
        self._turns(2)
        if forged and Halt.BOOKS not in self.table.view.halts:
            raise Violation("M12", "somebody has edited a checkpoint, and nobody says so")

    def _comes_right(self) -> None:
        """Staff do as the document says: over books in doubt the console is started again, then it plays on."""
        for _ in range(3):
            if Halt.BOOKS in self.table.view.halts:
                self._ends(edited=False)
                self.order(m.Resume(Halt.BOOKS))
            self._turns(TURNS_MAX if self.disk.books is not None and self.disk.books.reading else 2)
        if self.disk.poisoned:
            return  # as long as that state is there it is found again
        self._somebody_plays()
        if not self._tries_to_take():
            raise Violation("M12", f"the books are read, and nobody is paid: {list(self.table.view.halts)}")

    # --- its process --------------------------------------------------------------------------------------------------

    def start(self) -> list[Entry]:
        self.left = self.signed
        self.table = self.disk.serve(self, self.setup, self.seals)
        books = self.disk.books
        assert books is not None
        self.doubt.starts(books, self.table)
        self.pen = Pen(self.table.seq, self.disk.chain, decode_event, audience_of, self.new_salt)
        self.delivery = Delivery(self.table.seq)
        self.line, self.checks = [], []
        return self.batch(Started((), self.staff, ()), *books.turn(self.now_ms, quiet=False))

    def _greet(self) -> None:
        """With what they had before this process began."""
        self.line.clear()
        roles = {"T1": "terminal", "T2": "terminal", **dict.fromkeys(self.panels, "panel")}
        for name, role in roles.items():
            at = (self.pen.seq, self.pen.chain)
            self.hear((name, m.Hello(1, RUN, *at, PlayerId(name), role, self.left or self.signed)))

    def commit(self, entries: Sequence[Entry]) -> None:
        self.disk.commit(entries)
        self.entries += entries
        self.signed = self.disk.signed
        self.doubt.wrote([decode_event(entry.body) for entry in entries], self.disk.books)

    def chain_at(self, seq: int) -> bytes | None:
        return self.disk.chain_at(seq)


def run(seed: int, steps: int) -> BooksDrill:
    """Raises a Violation."""
    drill = BooksDrill(seed)
    try:
        drill.play(steps)
    finally:
        drill.disk.died()
    return drill
