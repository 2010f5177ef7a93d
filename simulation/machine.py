"""The devices of a terminal: note acceptor, ticket printer and scanner, with faults of their own.

The production `Devices` drive them, from the picture that the terminal shows after its commit. What is physical is
known here alone and outlives every process: which note lies between the rollers, which in the box, what the printer has
put on paper. Every note ends in the box or in the Player's hand, once; every ticket is printed once, unless people say
otherwise.
"""

from random import Random
from typing import Any

from simulation.nodes import TerminalNode
from simulation.people import Till
from simulation.world import Violation, World
from terminal import intents as t
from terminal.devices import Devices
from terminal.screen import TerminalView, show

JAM, CUT, TWICE, PAPER, MID_PRINT, REUSED, TYPED = "V1", "V2", "V3", "V4", "V5", "V6", "V7"


class Machine:
    """At one terminal."""

    def __init__(self, world: World, node: TerminalNode, till: Till, faulty: float) -> None:
        self.world, self.node, self.till = world, node, till
        self.faulty = faulty  # how often a device fails; 0 when everything has healed
        self.rng = Random(f"machine {world.seed}")
        self._devices = self._driver()
        self._life = -1  # of the process that the driver belongs to
        self._seen: tuple[Any, ...] = ()
        self._between: tuple[bytes, int] | None = None  # the note between the rollers
        self._inserted = till.inserted
        self._reports: list[t.PrintResult] = []
        self._tearing = False  # the print that is made now is broken off by a power cut

    def _driver(self) -> Devices:
        return Devices(self._submit, self._print, lambda: self.rng.randbytes(16))

    def _fails(self) -> bool:
        return self.rng.random() < self.faulty

    # --- what the Player does ----------------------------------------------------------------------------------------

    def insert_note(self, amount: int) -> None:
        if self._between is None:
            self._devices.insert_note(amount)

    def type_number(self, number: str) -> str:
        """The scanner types; what it types may be torn, doubled, or have a digit that is not on the paper."""
        if not self._fails():
            return number
        self.world.fault(TYPED, self.node.name)
        at = self.rng.randrange(len(number))
        wrong = str((int(number[at]) + 1) % 10)
        return self.rng.choice(
            (number[:at] or number[:1], number * 2, number * 3, number[:at] + wrong + number[at + 1 :])
        )

    # --- what the driver says ----------------------------------------------------------------------------------------

    def _submit(self, intent: t.Intent) -> None:
        match intent:
            case t.NoteIn(id=note, amount=amount):
                self._between = (note, amount)
                self._inserted[note] = amount
                if self._fails():
                    self.world.fault(TWICE, self.node.name, "a note is told twice")
                    self.node.give(intent)
            case t.NoteStacked(id=note):
                self._stack(note)
                return
            case t.NoteReturned(id=note) if note in self.till.stacked:
                intent = t.NoteStacked(note)  # the box remembers its last note, and it did not come back out of there
            case t.NoteReturned(id=note):
                self.till.returned.add(note)
            case t.PrintResult():
                self._reports.append(intent)
                if not self.node.honest and len(self._reports) > 1 and self._fails():
                    self._reuse(intent)
                    return
            case _:
                pass
        self.node.give(intent)

    def _stack(self, note: bytes) -> None:
        """The one moment that counts: the rollers turn. A jam ends with the note in the Player's hand."""
        if self._fails():
            self.world.fault(JAM, self.node.name, "a note jams, and is given back")
            self._give_back(note)
            return
        self._put_into_box(note)
        if self._fails():
            self.world.fault(CUT, self.node.name, "power is lost before anybody is told that a note was stacked")
            self.node.kill("power off with a note in the box")
            self.node.disk.lose_power()
            self.world.after(400, self._power_on)
            return
        self.node.give(t.NoteStacked(note))
        if self._fails():
            self.world.fault(TWICE, self.node.name, "a stacked note is told twice")
            self.node.give(t.NoteStacked(note))

    def _power_on(self) -> None:
        if not self.node.alive:
            self.node.start()

    def _put_into_box(self, note: bytes) -> None:
        if note in self.till.returned:
            raise Violation("M5", f"a note that was given back is stacked at {self.node.name}")
        self.till.stacked.setdefault(note, (self.node.key, self._inserted[note]))
        self._between = None

    def _give_back(self, note: bytes) -> None:
        self.till.returned.add(note)
        self._between = None
        self.node.give(t.NoteReturned(note))

    def _reuse(self, report: t.PrintResult) -> None:
        self.world.fault(REUSED, self.node.name, f"an id is used again for {report.ticket}")
        self.node.give(t.PrintResult(self._reports[-2].id, report.ticket, report.state))

    # --- the printer -------------------------------------------------------------------------------------------------

    def _print(self, view: TerminalView, ticket: str) -> None:
        till, number = self.till, view.numbers[ticket]
        if self._fails():
            self.world.fault(PAPER, self.node.name, f"{ticket}: no paper")
            raise OSError("paper out")
        till.papers[number] = till.papers.get(number, 0) + 1
        if till.papers[number] > 1 + till.again.get(ticket, 0):
            raise Violation("M5", f"ticket {ticket} is printed {till.papers[number]} times")
        amount = next(amount for name, amount, _state in view.tickets if name == ticket)
        till.tickets[number] = amount
        if self._fails():
            self.world.fault(MID_PRINT, self.node.name, f"{ticket}: power is lost with the paper in the tray")
            till.tray[ticket] = number
            self._tearing = True
            raise OSError("power lost")

    # --- after each batch of the terminal ----------------------------------------------------------------------------

    def see(self) -> None:
        """As the runtime does: a picture, when something in it is another one."""
        node = self.node
        if node.life != self._life:
            self._come_up()
        session = node.session
        state = session.state
        seen = (
            *(tuple(state.outbox.notes), tuple(state.prints.items()), tuple(state.numbers)),
            *(session.forgotten.refused, session.link),
        )
        if seen == self._seen:
            return
        self._seen = seen
        if self._between is not None and self._between[0] in session.forgotten.refused:
            self.till.returned.add(self._between[0])  # the rollers give it back, whoever still waits for it
            self._between = None
        self._devices.see(show(session))
        if self._tearing:
            self._tearing = False
            node.kill("power off in the middle of a print")
            node.disk.lose_power()
            self.world.after(600, self._power_on)

    def _come_up(self) -> None:
        """A new process, and devices that have lost their power: what was between the rollers comes out again."""
        self._life, self._seen, self._devices = self.node.life, (), self._driver()
        if self._between is not None:
            self.world.fault(CUT, self.node.name, "power was lost with a note between the rollers")
            self.till.returned.add(self._between[0])
            self._between = None

    def count(self, asked: Any) -> None:
        """In the end: what was put in is in the box or was given back, and what was given back is nobody's credit."""
        for note in self._inserted:
            stacked, returned = note in self.till.stacked, note in self.till.returned
            if stacked == returned and self._between is None:
                raise Violation("M5", f"a note at {self.node.name} is in the box: {stacked}, given back: {returned}")
            if returned and (self.node.key, note) in asked:
                raise Violation("M5", f"a note was given back at {self.node.name}, and is on record as taken")
