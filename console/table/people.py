"""Who is staff, who is signed on at which panel, and who has tried how often: the part of the state about people.

Knows no PIN and no file. A try is on record before its PIN is looked at, so that no crash gives it back; how long one
waits after wrong ones ends with the process, and begins anew in full with the next. What people do with it is in
`signing.py`.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.rulings import Position
from protocol import events
from protocol import messages as m
from protocol.fact import Fact
from protocol.people import LOCKED_AT, PANEL_TRIES, SHIFT_ENDS, Member, wait_ms, who_answers

PEOPLE_EVENTS: Final = frozenset(
    {
        *(events.StaffAdmitted, events.CredentialSet, events.StaffDisabled, events.StaffAssigned),
        *(events.DayBegan, events.DayClosed, events.ParticipantTurnedAway),
        *(events.SignOnTried, events.SignedOn, events.SignedOff, events.OrderSigned),
    }
)

# Who may sign a new PIN (`moves.py`), by home position.
IDS_KEPT: Final = 8
MAY_RESET: Final = (Position.TECHNICIAN, *(it for it in Position if it >= Position.PIT_SUPERVISOR))


class Known(Struct, frozen=True, gc=False):
    """One of the staff."""

    name: str
    home: int
    credential: bytes
    active: bool = True
    assigned: int | None = None  # for this shift

    @property
    def position(self) -> int:
        return self.home if self.assigned is None else self.assigned


class Session(Struct, frozen=True, gc=False):
    """Who is at a panel, and which process of it."""

    number: str
    boot: int
    run: bytes
    credential: bytes = b""  # that he had then


class People(Struct, forbid_unknown_fields=True):
    staff: dict[str, Known] = {}  # by number
    sessions: dict[str, Session] = {}  # by panel
    tries: dict[str, int] = {}  # in a row that were wrong, or whose end is not known: by number
    panel_tries: dict[str, int] = {}  # the same by panel, whoever tried
    asked: dict[str, tuple[bytes, ...]] = {}  # ids of the last tries at each panel: a copy that comes late is none
    answered: dict[str, int] = {}  # for how much cash each has answered since a day was closed, by number
    granted: dict[str, dict[str, int]] = {}  # by coin: how much of it each has granted since then, by number
    on_shift: dict[str, bool] = {}  # who works here today, and has not gone home: by number

    def active(self, number: str) -> Known | None:
        known = self.staff.get(number)
        return known if known is not None and known.active else None

    def is_participant(self, number: str) -> bool:
        """004: he plays, and gives no orders."""
        known = self.staff.get(number)
        return known is not None and known.home == Position.PARTICIPANT

    def person(self, number: str) -> m.Person:
        known = self.staff[number]
        return m.Person(number, known.name, known.position)

    def at(self, panel: str) -> m.Person | None:
        """Who is signed on there."""
        session = self.sessions.get(panel)
        return None if session is None else self.person(session.number)

    def where(self, number: str) -> str:
        """The panel at which he is signed on; "": nowhere."""
        return next((panel for panel, session in self.sessions.items() if session.number == number), "")

    def waits(self) -> dict[str, int]:
        """How long each has to wait before the next try, from now, in full: who tried, and `at_panel` where."""
        found = {number: self.wait_of(number) for number in self.tries}
        found |= {at_panel(panel): wait_ms(tries, PANEL_TRIES) for panel, tries in self.panel_tries.items()}
        return {name: wait for name, wait in found.items() if wait}

    def members(self) -> dict[str, Member]:
        """As panels see them."""
        return {
            number: Member(
                *(number, it.name, it.position, it.home, it.active),
                panel=self.where(number),
                locked=self.is_locked(number),
                on_shift=number in self.on_shift,
            )
            for number, it in self.staff.items()
        }

    def keepers(self) -> list[str]:
        """Two who together can reset anybody's PIN, and are never locked: the Shift Managers with the lowest numbers,
        or, where there are none, whoever may sign with one. Else a few wrong PINs would lock out a whole house.
        """
        may = [(-it.home, number) for number, it in self.staff.items() if it.active and it.home in MAY_RESET]
        return [number for _, number in sorted(may)[:2]]

    def is_locked(self, number: str) -> bool:
        """Until two people have reset it."""
        return self.tries.get(number, 0) >= LOCKED_AT and number not in self.keepers()

    def wait_of(self, number: str) -> int:
        """After the wrong tries that he has had."""
        tries = self.tries.get(number, 0)
        return wait_ms(tries, keeper=tries >= LOCKED_AT and number in self.keepers())

    def leads(self) -> list[str]:
        """The Shift Managers by home position: without one, nobody could admit or disable anybody."""
        return [number for number, it in self.staff.items() if it.active and it.home == Position.SHIFT_MANAGER]

    def lead_now(self) -> list[str]:
        """The Shift Managers of this shift: without one, no halt that is theirs would end before a day begins."""
        return [number for number, it in self.staff.items() if it.active and it.position == Position.SHIFT_MANAGER]

    def answer_for(self, by: m.Person, second: m.Person | None, amount: int) -> None:
        number = who_answers(by, second).number
        self.answered[number] = self.answered.get(number, 0) + amount

    def grant(self, by: m.Person, second: m.Person | None, coin: str, amount: int) -> None:
        number, of_coin = who_answers(by, second).number, self.granted.setdefault(coin, {})
        of_coin[number] = of_coin.get(number, 0) + amount

    def apply(self, event: Fact, process: tuple[int, bytes]) -> None:
        """`process`: of the panel that a `SignedOn` names."""
        staff = self.staff
        match event:
            case events.StaffAdmitted(number=number, name=name, position=position, credential=credential):
                staff[number] = Known(name, position, credential)
                self.tries.pop(number, None)
            case events.CredentialSet(number=number, credential=credential):
                staff[number] = replace(staff[number], credential=credential)
                self.tries.pop(number, None)
            case events.StaffDisabled(number=number):
                staff[number] = replace(staff[number], active=False, assigned=None)
                self.on_shift.pop(number, None)
            case events.StaffAssigned(number=number, position=position):
                staff[number] = replace(staff[number], assigned=position)
                self.on_shift[number] = True
            case events.DayBegan():  # no shift is longer, whoever has forgotten to end it
                self.staff = {number: replace(it, assigned=None) for number, it in staff.items()}
                here = [session.number for session in self.sessions.values()]
                self.on_shift = {number: True for number in here if not self.is_participant(number)}
            case events.DayClosed():  # which somebody orders: a clock that runs on alone is no new cap
                self.answered = {}
                self.granted = {}
            case events.SignOnTried(panel=panel, number=number, id=asked):
                self.asked[panel] = (*self.asked.get(panel, ())[1 - IDS_KEPT :], asked)
                self.panel_tries[panel] = self.panel_tries.get(panel, 0) + 1
                if number:
                    self.tries[number] = self.tries.get(number, 0) + 1
            case events.SignedOn(panel=panel, person=person):
                self.sessions[panel] = Session(person.number, *process, staff[person.number].credential)
                self._proven(panel, person.number)
                self._works(person)
            case events.OrderSigned(panel=panel, person=person):
                self._proven(panel, person.number)
                self._works(person)
            case events.ParticipantTurnedAway(terminal=terminal, number=number):
                self._proven(terminal, number)
            case events.SignedOff(panel=panel, number=number, why=why):
                del self.sessions[panel]
                if why == SHIFT_ENDS:
                    staff[number] = replace(staff[number], assigned=None)
                    self.on_shift.pop(number, None)
            case _:
                pass

    def _proven(self, panel: str, number: str) -> None:
        self.tries.pop(number, None)
        self.panel_tries.pop(panel, None)

    def _works(self, person: m.Person) -> None:
        if not self.is_participant(person.number):
            self.on_shift[person.number] = True


def at_panel(panel: str) -> str:
    """A name for its waits beside the numbers of people: no number looks like this."""
    return f"at {panel}"
