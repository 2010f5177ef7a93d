"""A second count of what a terminal has written down of its own: unpaid notes, calls, whether it is out of play.

Made from the records of its journal alone, in their order, by the rules of DESIGN 4.2: a note that was stacked and
brought no credit stands there until the log says that it is dealt with, or staff have been there. Nothing else ends it.
"""

from typing import Any

from protocol import events as e
from protocol import messages as m
from simulation.nodes import TerminalNode
from simulation.world import Violation
from terminal import records as r


class OwnCount:
    """Of one terminal."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._read = 0
        self._last = b""  # the link after what was read: another journal has another one
        self.stacked: dict[bytes, int] = {}  # notes whose credit nobody has answered for
        self.unpaid: dict[bytes, int] = {}
        self.calls = self.latched = self.locked = False

    def compare(self, node: TerminalNode) -> None:
        entries, state = node.disk.entries, node.session.state
        if self._read and (self._read > len(entries) or entries[self._read - 1].chain != self._last):
            self._begin()  # an older image, or a new disk
        for entry in entries[self._read :]:
            self._apply(r.decode_record(entry.body), node.key)
            self._read, self._last = entry.seq, entry.chain
        if (node.session.credit or node.session.stake) and not state.own_rounds.sitting:
            raise Violation("M6", f"{node.name} has money on it, and takes its Player for gone")
        told = (state.outbox.unpaid, state.calls, bool(state.latched), state.locked)
        mine = (self.unpaid, self.calls, self.latched, self.locked)
        if told != mine:
            raise Violation("M6", f"{node.name} has of its own {told}, its journal says {mine}")

    def _apply(self, record: Any, key: str) -> None:
        match record:
            case r.NoteHeld(id=note, amount=amount):
                self.stacked[note] = amount
            case r.NoteLetGo(id=note):
                self.stacked.pop(note, None)
            case r.MoneyAsked(request=m.BuyCredit() as asked):
                self.stacked[asked.id] = asked.amount
            case r.Copied():
                for opened in record.opened():
                    if opened.audience == key:
                        self._told(opened.event)
            case r.Restored():
                own = record.picture.own
                self.calls, self.latched = own.calls, bool(own.latched)
            case _:
                pass

    def _told(self, event: Any) -> None:
        match event:
            case e.MoneyRefused(id=key) | e.NoteHeld(id=key):
                if key in self.stacked:
                    self.unpaid[key] = self.stacked.pop(key)
            case e.NoteCredited(id=key) | e.NoteCleared(id=key):
                self.unpaid.pop(key, None)
            case e.CreditBought(id=key):
                self.stacked.pop(key, None)
            case e.AttendantCalled(wanted=wanted):
                self.calls = wanted
                if not wanted:
                    self.unpaid.clear()
            case e.TerminalLatched() | e.TerminalUnlatched():
                self.latched = isinstance(event, e.TerminalLatched)
            case e.TicketsLocked() | e.TicketsUnlocked():
                self.locked = isinstance(event, e.TicketsLocked)
            case _:
                pass
