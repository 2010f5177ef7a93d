"""Acceptor and printer of a told terminal: the production devices, and what they must do with each picture.

A note goes into the box when the terminal holds it durably, and back when it is refused, or when nobody knows of it any
more but the journal. A ticket is printed by the process that has said so first, once; whatever an earlier process was
printing counts as failed.
"""

from random import Random
from typing import Final

from simulation.world import Violation
from terminal import intents as t
from terminal.devices import Devices
from terminal.screen import TerminalView

JAMS_ONE_IN: Final = 4


class ToldDevices:
    """Of one process."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._said: list[t.Intent] = []
        self._papers: list[str] = []  # that came out, or would have
        self._jam = False
        self._devices = Devices(self._said.append, self._prints, lambda: rng.randbytes(16))
        self._escrow: t.NoteIn | None = None
        self._first = True
        self._mine: set[str] = set()  # this process prints them
        self._done: set[str] = set()  # and has said how it ended

    def _prints(self, _view: TerminalView, ticket: str) -> None:
        self._papers.append(ticket)
        if self._jam:
            raise OSError("a jam")

    def inserts(self, amount: int) -> list[t.Intent]:
        self._said.clear()
        self._devices.insert_note(amount)
        told = list(self._said)
        pulled = len(told) == 1 and isinstance(told[0], t.NoteIn) and told[0].amount == amount
        if self._escrow is None and not pulled:
            raise Violation("devices", f"a note of {amount} is put in, and it wants {told}")
        if self._escrow is not None and told:
            raise Violation("devices", f"one note lies between the rollers, and it wants {told}")
        if told and isinstance(told[0], t.NoteIn):
            self._escrow = told[0]
        return told

    def see(self, view: TerminalView) -> list[t.Intent]:
        """What they want of the terminal for this picture."""
        self._said.clear()
        self._papers.clear()
        self._jam = self._rng.randrange(JAMS_ONE_IN) == 0
        self._devices.see(view)
        told = [_named(it) for it in self._said]
        mine: list[tuple[object, object]] = []
        if self._escrow is not None and self._escrow.id in view.held_notes:
            mine.append(("stacked", self._escrow.id))
            self._escrow = None
        elif self._escrow is not None and self._escrow.id in view.refused:
            self._escrow = None
        if self._first:
            mine += [("returned", note) for note in view.held_notes]
            self._first = False
        printed = []
        for ticket, _amount, state in view.tickets:
            if state == "again" and ticket in self._done:
                self._mine.discard(ticket)
                self._done.discard(ticket)
            if state in ("", "again") and ticket in view.numbers and view.link == "joined" and ticket not in self._mine:
                self._mine.add(ticket)
                mine.append((ticket, "printing"))
            elif state == "printing" and ticket not in self._done:
                self._done.add(ticket)
                if ticket in self._mine:
                    printed.append(ticket)
                mine.append((ticket, "printed" if ticket in self._mine and not self._jam else "failed"))
        if told != mine or self._papers != printed:
            raise Violation("devices", f"they want {told}, print {self._papers}; it should be {mine}, and {printed}")
        return list(self._said)


def _named(wanted: t.Intent) -> tuple[object, object]:
    match wanted:
        case t.NoteStacked(id=note):
            return "stacked", note
        case t.NoteReturned(id=note):
            return "returned", note
        case t.PrintResult(ticket=ticket, state=state):
            return ticket, state
    return "", wanted
