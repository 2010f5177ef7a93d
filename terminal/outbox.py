"""What this terminal asked for and was not yet answered, and when to ask again.

Knows requests, revisions and ids; neither games nor links. An item leaves only by an entry of the log (`answered`,
`answered_up_to`, `closed`), never by a clock: timers decide when to ask again, not what became of a Bet (M6).
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.messages import Answer, BuyCredit, CashOut, Dispute, ReportPrint, WindowId
from terminal.records import LayoutSent, MoneyRequest, NoteHeld, NoteLetGo

AGAIN_MS: Final = 250  # doubled with each send,
AGAIN_MS_MAX: Final = 2_000  # up to this


class Backoff(Struct):
    """When something is sent again: after 250 ms, then twice as long each time, at most 2 s."""

    due_ms: int
    wait_ms: int

    def sent(self, now_ms: int) -> None:
        self.due_ms = now_ms + self.wait_ms
        self.wait_ms = min(2 * self.wait_ms, AGAIN_MS_MAX)


def sent_first(now_ms: int) -> Backoff:
    backoff = Backoff(now_ms, AGAIN_MS)
    backoff.sent(now_ms)
    return backoff


class Outbox:
    def __init__(self) -> None:
        # Durable: a fold of the terminal's journal.
        self.layouts: dict[WindowId, LayoutSent] = {}  # in flight: at most one revision for each window (rule 4)
        self.asked: dict[bytes, MoneyRequest] = {}  # in flight, by id
        self.notes: dict[bytes, int] = {}  # held by the acceptor; after a power loss one does not know: attendant
        self.unpaid: dict[bytes, int] = {}  # notes that were stacked and brought no credit: attendant
        self.revisions: dict[WindowId, int] = {}  # the highest that we sent or the log answered
        # Forgotten at a restart: whatever is in flight then has no timer, and is due at once.
        self._timers: dict[WindowId | bytes, Backoff] = {}

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

    def wake_ms(self) -> int | None:
        """When something is to be sent again."""
        return min([timer.due_ms for timer in self._timers.values()]) if self._timers else None

    # --- sending: changes only timers ------------------------------------------------------------------------

    def first_send(self, now_ms: int, sent: LayoutSent, boot: int, run: bytes) -> Answer:
        """The message of a revision that is made durable in this very batch."""
        self._timers[sent.window] = sent_first(now_ms)
        return _message(sent, boot, run)

    def due(self, now_ms: int, boot: int, run: bytes) -> Iterator[Answer | MoneyRequest]:
        """What is to be sent now, first or again: the same content, under the name of the process that sends."""
        for window, sent in self.layouts.items():
            if self._is_due(now_ms, window):
                yield _message(sent, boot, run)
        printing = set()  # of one ticket one report after the other, so that the last one is the last on record
        for request in self.asked.values():
            if isinstance(request, ReportPrint):
                if request.ticket in printing:
                    continue
                printing.add(request.ticket)
            if self._is_due(now_ms, request.id):
                yield replace(request, boot=boot, run=run)

    def _is_due(self, now_ms: int, key: WindowId | bytes) -> bool:
        timer = self._timers.get(key)
        if timer is None:
            self._timers[key] = sent_first(now_ms)
            return True
        if now_ms < timer.due_ms:
            return False
        timer.sent(now_ms)
        return True

    # --- facts -----------------------------------------------------------------------------------------------

    def sent(self, layout: LayoutSent) -> None:
        self.layouts[layout.window] = layout
        self.revisions[layout.window] = max(layout.revision, self.revisions.get(layout.window, 0))

    def answered_up_to(self, window: WindowId, revision: int) -> None:
        """Rule 7: the log has answered this revision, and with it every lower one."""
        self.revisions[window] = max(revision, self.revisions.get(window, 0))
        in_flight = self.layouts.get(window)
        if in_flight is not None and in_flight.revision <= revision:
            self._let_go(window)

    def closed(self, window: WindowId) -> LayoutSent | None:
        """001 §5.2.2: the revision in flight was not registered and never will be; it is given back."""
        self.revisions.pop(window, None)
        return self._let_go(window)

    def _let_go(self, window: WindowId) -> LayoutSent | None:
        self._timers.pop(window, None)
        return self.layouts.pop(window, None)

    def ask(self, request: MoneyRequest) -> None:
        self.asked[request.id] = request
        self.notes.pop(request.id, None)

    def answered(self, key: bytes, *, refused: bool = False) -> None:
        """The log has the entry of this id. A note whose credit was refused is in our box all the same.

        A note that is only held has been asked for by a process that this journal, an older image, does not know of.
        """
        self._timers.pop(key, None)
        held = self.notes.pop(key, None)
        request = self.asked.pop(key, None)
        amount = request.amount if isinstance(request, BuyCredit) else held
        if refused and amount is not None:
            self.unpaid[key] = amount

    def attended(self) -> None:
        """Staff has been here, and knows of the notes that brought no credit."""
        self.unpaid.clear()

    def hold_note(self, note: NoteHeld) -> None:
        self.notes[note.id] = note.amount

    def let_note_go(self, note: NoteLetGo) -> None:
        self.notes.pop(note.id, None)


def _message(sent: LayoutSent, boot: int, run: bytes) -> Answer:
    return Answer(boot, run, sent.window, sent.revision, sent.bets, sent.choice)
