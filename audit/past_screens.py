"""What the screens of a table had to show after each entry: by the screens' own cores, told once more what they heard.

The console's own core is folded from the journal and says what it said then: entries, each reader's own opened and all
others sealed, its pulse, what lies on the boxes. So a terminal sees here what it saw, and not a word of another's. What
is in no journal is not here: Bets that were never registered, a line that was cut, what somebody had opened or typed.
Shared by `etg replay` and `etg dispute`; draws nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from audit.evidence import CONTEXT, Span, seconds_between
from console.panel import board
from console.panel.board import Board
from console.panel.desk import HISTORY, Desk
from console.table.boxes import on_boxes
from console.table.delivery import deltas_for
from console.table.state import Setup
from console.table.table import Table
from games.round import PlayerId
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import decode_event
from protocol.events import STAFF
from protocol.journal import Journal
from terminal import screen
from terminal.intents import Started
from terminal.own_rounds import expected_lines
from terminal.screen import TerminalView
from terminal.session import Input, Session

RUN: Final = b"replayed"
NOW_MS: Final = 1_000  # of the screens: nothing is ever late there
PIECE: Final = 500  # entries in one message
NOBODY: Final = "Panel"  # whose panel it was is not known: nobody had signed on


class Moment(Struct, frozen=True):
    """All screens that were asked for, after one entry."""

    seq: int
    wall_time: str
    terminals: dict[str, TerminalView]
    computed: dict[str, tuple[Line, ...]]  # by each terminal itself, of the Round: what it compares its payment with
    panel: Board | None


class Frame(Struct, frozen=True):
    """What one commit of the console came to: the screens after it, and what it says."""

    seq: int
    wall_time: str
    told: tuple[str, ...]
    terminal: TerminalView | None
    panel: Board | None


class PastTerminal:
    def __init__(self, name: str, table: str) -> None:
        self.name = name
        self._session = Session(PlayerId(name), table)
        self._hear(Started(RUN))

    def hear(self, entries: Sequence[Entry]) -> None:
        self._hear(deltas_for(self.name, entries, entries[-1].seq))

    def begin(self, table: Table) -> None:
        """Without what lies before."""
        self._hear(table.snapshot(PlayerId(self.name), staff=False).message)

    def meet(self, said: Iterable[m.News]) -> TerminalView:
        for news in said:
            self._hear(news)
        return screen.show(self._session)

    def computed(self, round_no: int) -> tuple[Line, ...]:
        """Nothing before it was settled there: until then nobody compares."""
        return expected_lines(self._session.state, round_no)

    def _hear(self, given: Input) -> None:
        for fact in self._session.decide(NOW_MS, given):
            self._session.apply(_NO_ENTRY, fact)  # type: ignore[arg-type]  # it asks for nothing: there is no reply


class PastPanel:
    def __init__(self, name: str, table: str) -> None:
        self.desk = Desk(name, table, 1, RUN)

    def hear(self, entries: Sequence[Entry]) -> None:
        self._hear(deltas_for(STAFF, entries, entries[-1].seq))

    def begin(self, table: Table, before: Sequence[Entry]) -> None:
        """With as much of the past as a panel asks for when it joins."""
        self._hear(table.snapshot(PlayerId(self.desk.name), staff=True).message)
        for at in range(0, len(before), PIECE):
            self.hear(before[at : at + PIECE])

    def meet(self, said: Iterable[m.News]) -> Board:
        for news in said:
            self._hear(news)
        return board.show(self.desk, NOW_MS)

    def _hear(self, news: m.News) -> None:
        self.desk.receive(NOW_MS, news)


_NO_ENTRY: Final = Entry(0, "", e.ALL, b"", b"", b"", b"")  # a session reads nothing of it


class PastTable:
    """The console's core as it was, and what it said besides its entries."""

    def __init__(self, journal: Journal) -> None:
        # What is configured matters to who decides; here nothing is decided.
        self.table = Table(Setup(journal.name, "baccarat"), journal.chain_at)
        self.name = journal.name
        self.wall_time = ""
        self._counts_since: tuple[str, int] = ("", 0)  # the wall time at which the console's own clock said this
        self._seen: frozenset[str] = frozenset()  # terminals that had applied the close when the Round was certified

    def expect(self, seen: Iterable[str]) -> None:
        self._seen = frozenset(seen)

    def refused_at(self, panel: str, event: e.OrderRefused) -> bool:
        """Was this refused to whoever is signed on there? An order does not say where it was given."""
        me = self.table.people.at(panel)
        return me is not None and event.by == me

    def apply(self, entry: Entry) -> e.Event:
        event = decode_event(entry.body)
        self.table.apply(entry, event)
        self.wall_time = entry.wall_time
        match event:
            case e.WindowOpened(left_ms=left, deadline_ms=deadline) | e.TimeAdded(left_ms=left, deadline_ms=deadline):
                self._counts_since = entry.wall_time, deadline - left
        return event

    def says(self) -> list[m.News]:
        """To everybody who listens, now."""
        table, (since, then_ms) = self.table, self._counts_since
        now_ms = then_ms + round(1_000 * seconds_between(since, self.wall_time))
        said: list[m.News] = [m.Welcome(1, RUN, table.seq, table.chain)]
        if (boxes := on_boxes(table)) is not None:
            said.append(boxes)
        return [*said, table.pulse(now_ms, table.seq, table.chain)]

    def seats(self) -> m.Seats:
        """As far as the certificate tells it: who had seen the close by then. That they were all heard is assumed."""
        here = [name for name, peer in self.table.peers.known.items() if peer.role == "terminal" and not peer.retired]
        return m.Seats(tuple((name, self.table.seq if name in self._seen else 0) for name in here), tuple(here))


def watch(
    journal: Journal,
    span: Span,
    seqs: Sequence[int],
    terminals: Sequence[str] = (),
    *,
    panel: bool = False,
    progress: Callable[[int], None] = lambda _seq: None,
) -> Iterator[Moment]:
    """The screens after each of these entries. They begin one gaming day or so before the Round, or with the journal;
    what they show of earlier Rounds goes back no farther.
    """
    start = max(0, span.began - 1 - CONTEXT)
    past = PastTable(journal)
    for entry in journal.entries(1, start):
        past.apply(entry)
        if entry.seq % 1_000 == 0:
            progress(entry.seq)
    log = [decode_event(it.body) for it in journal.entries(span.began, span.ended or span.last)]
    past.expect(name for it in log if isinstance(it, e.Certified) for name in it.acknowledged)
    players = [PastTerminal(name, journal.name) for name in terminals]
    staff = PastPanel(_panel_of(journal, past.table, start, span), journal.name) if panel else None
    if start:
        for player in players:
            player.begin(past.table)
        if staff is not None:
            staff.begin(past.table, list(journal.entries(start - HISTORY + 1, start)))
    told: list[Entry] = []
    wanted = frozenset(seqs)
    for entry in journal.entries(start + 1, max(seqs, default=0)):
        event = past.apply(entry)
        if staff is not None and isinstance(event, e.OrderRefused) and past.refused_at(staff.desk.name, event):
            staff.desk.diary.mine.add(event.command_id)
        told.append(entry)
        if len(told) == PIECE or entry.seq in wanted:
            for player in players:
                player.hear(told)
            if staff is not None:
                staff.hear(told)
            told = []
            progress(entry.seq)
        if entry.seq in wanted:
            said = past.says()
            shown = {player.name: player.meet(said) for player in players}
            computed = {player.name: player.computed(span.round_no) for player in players}
            pictured = None if staff is None else staff.meet([*said, past.seats()])
            yield Moment(entry.seq, entry.wall_time, shown, computed, pictured)


def _panel_of(journal: Journal, table: Table, start: int, span: Span) -> str:
    """Where whoever gave the first order of the Round was signed on; else where somebody was."""
    found = {it.number: it.panel for it in table.people.members().values() if it.panel}
    for entry in journal.entries(start + 1, span.ended or span.last):
        event = decode_event(entry.body)
        if isinstance(event, e.SignedOn):
            found[event.person.number] = event.panel
        if isinstance(event, e.Ordered) and entry.seq >= span.began and event.by.number in found:
            return found[event.by.number]
    return next(iter(found.values()), NOBODY)
