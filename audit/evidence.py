"""One Round in a journal: where it begins and ends, what came of it later, and which entries tell of it.

Shared by `etg dispute` and `etg replay`. Reads a journal entry by entry, and keeps no more of it than the Round.
"""

import sys
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from audit.progress import Progress
from protocol import events as e
from protocol.chain import Entry
from protocol.codec import decode_event
from protocol.events import ALL, STAFF, Event
from protocol.journal import Journal
from protocol.moves import MOVE_FOR
from protocol.view import TableView

CONTEXT: Final = 20_000  # entries before the Round that are looked back for the opening of the table: one day, or so

# What is told of a Round when it is over.
LATER: Final = (e.RoundCorrected, e.LinesCorrected, e.SettlementDisputed, e.DisputeRuled, e.Ordered, e.OrderProposed)

# What staff's orders cause that says of which Round it is.
CAUSED: Final = (e.RoundCorrected, e.DisputeRuled, e.WindowOpened, e.RulingRecorded)


class NoRound(Exception):
    """There is no such Round in the journal; the text says which there are."""


class Span(Struct, frozen=True):
    """Entries by number."""

    round_no: int
    opened_table: int  # the last opening of the table before it; 0: none
    began: int
    ended: int  # 0: it is in play
    last: int  # that tells of it: a correction may come much later


def find(
    journal: Journal, round_no: int, progress: Callable[[int], None] = lambda _seq: None
) -> tuple[Span, TableView]:
    """In one walk over all entries, since a correction may stand anywhere behind the Round; with the picture of the
    table as it was before the Round.
    """
    opened_table = began = ended = last = newest = ordered = 0
    view = TableView()
    for entry in journal.entries():
        event = decode_event(entry.body)
        match event:
            case e.TableOpened() if not began:
                opened_table = entry.seq
            case e.Ordered():
                ordered = entry.seq
            case e.WindowOpened(id=id):
                newest = id.round_no
                if newest == round_no and not began:
                    began = ordered if ordered == entry.seq - 1 else entry.seq  # with who opened it
            case e.RoundEnded() if event.round_no == round_no:
                ended = entry.seq
        if not began:
            view.apply(event)
        elif not ended or entry.seq == ended or (isinstance(event, LATER) and round_of(event) == round_no):
            last = entry.seq
        if entry.seq % 1_000 == 0 or entry.seq == journal.seq:
            progress(entry.seq)
    if not began:
        there = f"the last is {newest}" if newest else "none was ever begun"
        raise NoRound(f"{journal.path} has no round {round_no}: {there}")
    return Span(round_no, opened_table, began, ended, last), view


def progress_of(journal: Journal) -> Callable[[int], None]:
    """Of one walk over it; of a short one nobody is told."""
    return Progress(journal.seq, sys.stderr, "entries").show if journal.seq > CONTEXT else lambda _seq: None


def round_of(event: Any) -> int:
    """The Round that a fact is about: by its own word, by its window, or by the order that it tells of."""
    order = getattr(event, "order", None)
    if order is not None and not MOVE_FOR[type(order)].of_round:
        return 0  # a proposal names the Round that lies on the felt, whatever it is about
    for about in (event, getattr(event, "id", None), order):
        number = getattr(about, "round_no", None)
        if isinstance(number, int):
            return number
    return 0


def _is_about(event: Event, span: Span) -> bool:
    return round_of(event) == span.round_no


def read(entries: Iterable[Entry]) -> list[tuple[Entry, Event]]:
    return [(entry, decode_event(entry.body)) for entry in entries]


class Reader:
    """Who is to read of a Round: one terminal's Player, or somebody who may read of all of them."""

    def __init__(
        self, span: Span, terminal: str, log: Iterable[tuple[Entry, Event]], *, everybody: bool = False
    ) -> None:
        self._span, self._terminal, self._everybody = span, terminal, everybody
        self._commands = _commands(span, log)

    def may_read(self, entry: Entry, event: Event) -> bool:
        span = self._span
        within = span.began <= entry.seq <= (span.ended or entry.seq)
        if entry.seq == span.opened_table:
            return True
        if isinstance(event, e.TicketNumbered | e.CardHidden | e.CardRead | e.SurplusSeen):
            return False  # a number can be paid; a card is told when it is turned
        if entry.audience == ALL:
            return within or round_of(event) == span.round_no
        if entry.audience == STAFF:
            return self._of_staff(event, within=within)
        mine = self._everybody or entry.audience == self._terminal
        return mine and (within or round_of(event) == span.round_no)

    def _of_staff(self, event: Event, *, within: bool) -> bool:
        if isinstance(event, e.RulingRecorded | e.ClockStepped):
            return within
        if getattr(event, "command_id", None) not in self._commands:
            return False
        whose = getattr(getattr(event, "order", None), "terminal", "")
        return self._everybody or not whose or whose == self._terminal


def _commands(span: Span, log: Iterable[tuple[Entry, Event]]) -> set[bytes]:
    """Orders that this Round is about, with what was proposed and signed for them. One that caused an entry stands
    before it in the same commit.
    """
    found: set[bytes] = set()
    ordered: tuple[str, bytes] = ("", b"")
    for entry, event in log:
        within = span.began <= entry.seq <= (span.ended or entry.seq)
        if isinstance(event, e.Ordered):
            ordered = entry.wall_time, event.command_id
        if isinstance(event, e.Ordered | e.OrderProposed | e.OrderRefused):
            of_round = MOVE_FOR[type(event.order)].of_round
            if (within and of_round) or _is_about(event, span):
                found.add(event.command_id)
        elif isinstance(event, CAUSED) and ordered[0] == entry.wall_time and (within or _is_about(event, span)):
            found.add(ordered[1])
    return found


# --- played again ----------------------------------------------------------------------------------------------------


class Step(Struct, frozen=True):
    """After one entry: what it says, and the felt."""

    seq: int
    wall_time: str
    what: str
    felt: tuple[str, ...]
    hands: tuple[tuple[str, tuple[str, ...], int | None], ...]  # each with its cards and points, as in `felt`


def seconds_between(before: str, after: str) -> float:
    try:
        passed = (datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds()
    except ValueError:
        return 0.0  # a clock that never said what time it is
    return max(passed, 0.0)
