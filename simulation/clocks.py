"""Clocks that differ: the console's wall clock, which people and batteries set, and what must come of it (M15).

The console reads it with its production `Clock`. Here it is told a second time, with plain dates: which day it is, when
a clock was set, when a ticket is out of date. No clock but the console's own says anything to the table.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from console.clock import Clock, GamingDay
from console.table.table import Heard
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from simulation.world import Violation, World

EPOCH_MS: Final = 1_800_000_000_000  # 2027-01-15T08:00:00Z: where every run begins
DAY_MS: Final = 86_400_000
STARTS_MS: Final = 6 * 3_600_000  # of a gaming day, UTC
NOTICED_MS: Final = 3_000  # a clock that is set by less was steered
DAYS_BELIEVED: Final = 7


class ConsoleClock:
    """The wall clock of the console's machine. Nights pass for it as for everybody; `clock_jump_ms` is its error."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._clock = self._new()
        self._seen_jump = world.clock_jump_ms
        self.expected: list[int] = []  # steps that are to be on record with the next commit
        self.said = ""  # the day by this clock when the console looked last; it may be set before that is decided

    def _new(self) -> Clock:
        return Clock(GamingDay("UTC", "06:00"), self._wall_ms, self._monotonic_ms)

    def _wall_ms(self) -> int:
        return EPOCH_MS + self._monotonic_ms() + self._world.clock_jump_ms

    def _monotonic_ms(self) -> int:
        return self._world.now_ms + self._world.nights * DAY_MS

    def wall_time(self) -> str:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=self._wall_ms())
        return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1_000:03d}Z"

    def started(self, written: str) -> int:
        """A new process: it knows nothing but when the last entry was written."""
        self._clock, self._seen_jump = self._new(), self._world.clock_jump_ms
        then = datetime.fromisoformat(written).timestamp() * 1_000 if written else 0
        self._expect(min(0, round(self._wall_ms() - then)))
        return self._clock.behind_ms(written)

    def step_ms(self) -> int:
        jumped, self._seen_jump = self._world.clock_jump_ms - self._seen_jump, self._world.clock_jump_ms
        self._expect(jumped)
        return self._clock.step_ms()

    def day(self) -> str:
        self.said = self.true_day()
        return self._clock.day()

    def true_day(self) -> str:
        """Reckoned without a calendar's help."""
        return (date(1970, 1, 1) + timedelta(days=(self._wall_ms() - STARTS_MS) // DAY_MS)).isoformat()

    def _expect(self, step_ms: int) -> None:
        self.expected = [step_ms] if abs(step_ms) > NOTICED_MS else []


class TimeCheck:
    """What the log makes of the time: days, steps, tickets that expire, the hour of the notes."""

    def __init__(self, world: World, clock: ConsoleClock, ticket_days: int, asked: Mapping[str, str]) -> None:
        self._world, self._clock, self._ticket_days = world, clock, ticket_days
        self._names = asked  # of tickets, by their numbers
        self._day = ""
        self._unclosed = ""  # the first day that is over and that nobody has closed
        self._issued: dict[str, str] = {}  # the day of each ticket
        self._steps: list[int] = []  # of this batch
        self._told = False  # the day, in this batch
        self._shown: dict[bytes, str] = {}  # tickets that terminals were given in this batch, by the id of the request
        self._hour_offset: int | None = None  # between the journal's clock of notes and this process's own
        self._taken_ms = 0

    def batch(self, inputs: Sequence[Any]) -> None:
        self._steps, self._told, self._shown = [], False, {}
        for given in inputs:
            if isinstance(given, Heard) and isinstance(given.request, m.InsertTicket):
                self._shown[given.request.id] = self._names.get(given.request.ticket, "")
            elif type(given).__name__ == "DayTold":
                self._told = True

    def wrote(self, events: Sequence[Fact]) -> None:
        by_people = {type(event.order) for event in events if isinstance(event, e.Ordered)}
        for event in events:
            match event:
                case e.ConsoleStarted():
                    self._hour_offset = None
                case e.DayBegan(day=day):
                    self._day_begins(day, believed=m.BeginDay in by_people)
                case e.DayClosed():
                    self._unclosed = ""
                case e.ClockStepped(by_ms=by_ms):
                    self._steps.append(by_ms)
                case e.TicketIssued(ticket=ticket):
                    self._issued[ticket] = self._day
                case e.TicketAccepted(ticket=ticket):
                    self._not_expired(ticket)
                case e.TicketPaid(ticket=ticket):
                    if m.PayTicket in by_people:
                        self._not_expired(ticket)
                case e.MoneyRefused(id=key, refusal=refusal) if refusal.reason == "ticket_expired":
                    if not self._expired(self._shown.get(key, "")):
                        raise Violation("day", f"{refusal.detail}, and it is the {self._day}")
                case e.CreditBought(taken_ms=int(taken_ms)):
                    self._taken(taken_ms)
                case _:
                    pass

    def decided(self) -> None:
        """The batch is over: what the clock said in it is on record."""
        if not self._told:
            return
        expected, self._clock.expected = self._clock.expected, []
        if [abs(seen - step) <= 1 for seen, step in zip(self._steps, expected, strict=False)] != [True] * len(expected):
            raise Violation("M15", f"the clock was set by {expected}, on record is {self._steps}")
        if len(self._steps) != len(expected):
            raise Violation("M15", f"the clock was set by {expected}, on record is {self._steps}")
        says = self._clock.said
        known = self._unclosed or self._day
        if self._day < says and (not known or _days(known, says) <= DAYS_BELIEVED):
            raise Violation("day", f"the clock says {says}, and the gaming day is still {self._day}")

    def _day_begins(self, day: str, *, believed: bool) -> None:
        ahead = _days(self._day, day) if self._day else 1
        if ahead <= 0 or (not believed and ((ahead > DAYS_BELIEVED and self._day) or day != self._clock.said)):
            raise Violation("day", f"{day} begins after {self._day}, and the clock says {self._clock.said}")
        self._unclosed = self._unclosed or self._day
        self._day = day

    def _expired(self, ticket: str) -> bool:
        issued = self._issued.get(ticket, "")
        return bool(self._ticket_days and issued) and _days(issued, self._day) >= self._ticket_days

    def _not_expired(self, ticket: str) -> None:
        if self._expired(ticket):
            raise Violation("day", f"ticket {ticket} of {self._issued[ticket]} is honoured on {self._day}")

    def _taken(self, taken_ms: int) -> None:
        """The hour of the notes is the process's own time, and stands still while none runs."""
        offset = taken_ms - self._world.now_ms
        if self._hour_offset is None:
            self._hour_offset = offset
        if offset != self._hour_offset or taken_ms < self._taken_ms:
            raise Violation("M15", f"a note is taken at {taken_ms}, the last at {self._taken_ms}")
        self._taken_ms = taken_ms


def _days(earlier: str, later: str) -> int:
    return (date.fromisoformat(later) - date.fromisoformat(earlier)).days
