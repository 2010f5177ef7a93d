"""What this terminal asked for and was not yet answered, and when to ask again.

Knows requests, revisions and ids; neither games nor links. An item leaves only by an entry of the log (`answered`,
`answered_up_to`, `closed`), never by a clock: timers decide when to ask again, not what became of a Bet (M6).
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from protocol.liveness import Backoff, sent_first
from protocol.messages import Answer, BuyCredit, CashOut, Dispute, ReportPrint, WindowId
from terminal.records import LayoutSent, MoneyRequest


class Outbox(Struct):
    """Part of the durable state."""

    layouts: dict[WindowId, LayoutSent] = {}  # in flight: at most one revision for each window (rule 4)
    asked: dict[bytes, MoneyRequest] = {}  # in flight, by id
    notes: dict[bytes, int] = {}  # held by the acceptor; after a power loss one does not know: attendant
    unpaid: dict[bytes, int] = {}  # notes that were stacked and brought no credit: attendant
    revisions: dict[WindowId, int] = {}  # the highest that we sent or the log answered

    # --- questions -------------------------------------------------------------------------------------------

    def next_revision(self, window: WindowId) -> int:
        """Rule 6: one more than the highest of our own and the log's."""
        return self.revisions.get(window, 0) + 1

    def cash_out_amount(self) -> int:
        """What was asked to be paid out and may already be gone."""
        return sum(request.amount for request in self.asked.values() if isinstance(request, CashOut))

    def booking_amount(self) -> int:
        """Notes that are held, or stacked and not yet credit."""
        asked = sum(request.amount for request in self.asked.values() if isinstance(request, BuyCredit))
        return sum(self.notes.values()) + asked

    def disputes(self) -> Iterator[Dispute]:
        return (request for request in self.asked.values() if isinstance(request, Dispute))

    # --- facts -----------------------------------------------------------------------------------------------

    def sent(self, layout: LayoutSent) -> None:
        self.layouts[layout.window] = layout
        self.revisions[layout.window] = max(layout.revision, self.revisions.get(layout.window, 0))

    def answered_up_to(self, window: WindowId, revision: int) -> None:
        """Rule 7: the log has answered this revision, and with it every lower one."""
        self.revisions[window] = max(revision, self.revisions.get(window, 0))
        in_flight = self.layouts.get(window)
        if in_flight is not None and in_flight.revision <= revision:
            del self.layouts[window]

    def closed(self, window: WindowId) -> LayoutSent | None:
        """001 §5.2.2: the revision in flight was not registered and never will be; it is given back."""
        self.revisions.pop(window, None)
        return self.layouts.pop(window, None)

    def left(self) -> None:
        """Who asked for it has gone (004): whoever comes next does not pay for it. No revision is used again."""
        self.layouts.clear()

    def ask(self, request: MoneyRequest) -> None:
        self.asked[request.id] = request
        self.notes.pop(request.id, None)

    def answered(self, key: bytes, *, refused: bool = False) -> None:
        """The log has the entry of this id. A note whose credit was refused is in our box all the same.

        A note that is only held has been asked for by a process that this journal, an older image, does not know of.
        """
        held = self.notes.pop(key, None)
        request = self.asked.pop(key, None)
        amount = request.amount if isinstance(request, BuyCredit) else held
        if refused and amount is not None:
            self.unpaid[key] = amount

    def attended(self) -> None:
        """Staff has been here, and knows of the notes that brought no credit."""
        self.unpaid.clear()


class Timers(Struct):
    """When each thing in flight is sent again. Not persisted: at a start it is all due at once."""

    by_key: dict[WindowId | bytes, Backoff] = {}

    def wake_ms(self, outbox: Outbox, *, bets: bool) -> int | None:
        """When something is to be sent again. `bets`: also Bets."""
        timers, layouts = self.by_key, outbox.layouts if bets else ()
        return min([timers[key].due_ms for key in (*layouts, *outbox.asked) if key in timers], default=None)

    def due(self, now_ms: int, outbox: Outbox, boot: int, run: bytes, *, bets: bool) -> list[Answer | MoneyRequest]:
        """What is to be sent now, first or again: the same content, under the name of the process that sends."""
        found: list[Answer | MoneyRequest] = [
            Answer(boot, run, sent.window, sent.revision, sent.bets, sent.choice)
            for window, sent in outbox.layouts.items()
            if bets and self._is_due(now_ms, window)
        ]
        printing = set()  # of one ticket one report after the other, so that the last one is the last on record
        for request in outbox.asked.values():
            if isinstance(request, ReportPrint):
                if request.ticket in printing:
                    continue
                printing.add(request.ticket)
            if self._is_due(now_ms, request.id):
                found.append(replace(request, boot=boot, run=run))
        return found

    def prune(self, outbox: Outbox) -> None:
        """What was answered needs no timer; the next revision in its window, or the same id again, has its own."""
        gone = [key for key in self.by_key if key not in outbox.layouts and key not in outbox.asked]
        for key in gone:
            del self.by_key[key]

    def _is_due(self, now_ms: int, key: WindowId | bytes) -> bool:
        timer = self.by_key.get(key)
        if timer is None:
            self.by_key[key] = sent_first(now_ms)
            return True
        if now_ms < timer.due_ms:
            return False
        timer.sent(now_ms)
        return True
