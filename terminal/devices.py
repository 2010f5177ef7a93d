"""The note acceptor and the ticket printer of a terminal that has neither: they do what real ones would be told to do.

Know only pictures and intents, as a driver for a real device would. Must never know a balance: the money is booked by
the console, because the session asks for it.
"""

import os
from collections.abc import Callable
from typing import Final

from terminal import intents as t
from terminal.screen import TerminalView

NOTES: Final = (5, 10, 50, 100, 500, 1_000)  # in whole units


Printer = Callable[[TerminalView, str], None]  # makes the ticket of this name, or raises OSError


def no_paper(_view: TerminalView, _ticket: str) -> None:
    """A printer that only shows the ticket on the screen."""


class Devices:
    def __init__(
        self,
        submit: Callable[[t.Intent], None],
        printer: Printer = no_paper,
        new_id: Callable[[], bytes] = lambda: os.urandom(16),
    ) -> None:
        self._submit = submit
        self._new_id = new_id
        self._printer = printer
        self._escrow: bytes | None = None  # the note between the rollers
        self._began = False  # has seen a picture
        self._begun: set[str] = set()  # tickets that this process prints
        self._printed: set[str] = set()

    @staticmethod
    def notes(exponent: int) -> tuple[int, ...]:
        """What the acceptor takes, in minor units."""
        return tuple(note * 10**exponent for note in NOTES)

    def insert_note(self, amount: int) -> None:
        """One at a time: the next is pulled in when the last is stacked or given back."""
        if self._escrow is None:
            self._escrow = self._new_id()
            self._submit(t.NoteIn(self._escrow, amount))

    def see(self, view: TerminalView) -> None:
        """After each picture: stack what is held durably, print what was issued."""
        if self._escrow is not None:
            if self._escrow in view.held_notes:
                self._submit(t.NoteStacked(self._escrow))
                self._escrow = None
            elif self._escrow in view.refused:
                self._escrow = None  # the rollers give it back
        if not self._began:  # power was lost with these in here: the rollers give them back when they turn again
            self._began = True
            for note in view.held_notes:
                self._submit(t.NoteReturned(note))
        for ticket, _amount, state in view.tickets:
            self._see_ticket(view, ticket, state)

    def _see_ticket(self, view: TerminalView, ticket: str, state: str) -> None:
        """First the log says that it is being printed, then it is: no two processes print the same ticket.

        One that an earlier process was printing may lie in the tray or not. It counts as failed: a person looks.
        """
        if state == "again" and ticket in self._printed:
            self._begun.discard(ticket)
            self._printed.discard(ticket)
        may = ticket in view.numbers and view.link == "joined"
        if state in ("", "again") and may and ticket not in self._begun:
            self._begun.add(ticket)
            self._report(ticket, "printing")
        elif state == "printing" and ticket not in self._printed:
            self._printed.add(ticket)
            self._report(ticket, self._print(view, ticket) if ticket in self._begun else "failed")

    def _report(self, ticket: str, state: str) -> None:
        self._submit(t.PrintResult(self._new_id(), ticket, state))

    def _print(self, view: TerminalView, ticket: str) -> str:
        """What became of it. A failed print is the attendant's: it stands on the panel until somebody has paid it."""
        try:
            self._printer(view, ticket)
        except OSError:
            return "failed"
        return "printed"
