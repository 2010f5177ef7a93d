"""What nobody may do over books that are in doubt (M12), for whoever stands beside a console with real ones."""

from collections.abc import Sequence
from typing import Final

from console.books import Books
from console.table.table import Table
from protocol import events as e
from protocol.fact import Fact
from protocol.halts import Halt
from simulation.world import Violation

# What leaves the table, as an entry.
PAID: Final = (e.TicketIssued, e.TicketPaid, e.HandPaid, e.HousePaid, e.DuePaid)
BY_ENTRIES: Final = "is not what the entries make"


class Doubt:
    def __init__(self) -> None:
        self.in_doubt = False  # this process stands on a state that the entries do not make, and knows it

    def starts(self, books: Books, table: Table) -> None:
        self.in_doubt = False
        if books.relied and Halt.BOOKS in table.view.halts:
            raise Violation("M12", f"books that differ are on record, and a checkpoint at {books.relied} is believed")

    def wrote(self, events: Sequence[Fact], books: Books | None) -> None:
        for event in events:
            if isinstance(event, e.Halted) and event.reason is Halt.BOOKS:
                found_by_reading = BY_ENTRIES in event.detail and books is not None and bool(books.relied)
                self.in_doubt = self.in_doubt or found_by_reading
            elif _leaves(event) and (self.in_doubt or (books is not None and books.reading)):
                why = "differ" if self.in_doubt else "are not read"
                raise Violation("M12", f"{event} is paid, and the books {why}")


def _leaves(event: Fact) -> bool:
    return isinstance(event, PAID) or (isinstance(event, e.NoteCleared) and event.paid)
