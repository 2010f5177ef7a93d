"""Who may order what, written down a second time (DESIGN 4.7, 001 §5, READINGS): one line an order.

Every order that was obeyed is held against it: given at the panel of this person, whose position is high enough, with a
second person where one is needed. Asks nothing of `protocol/moves.py`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from console.table.table import Heard
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from simulation.world import Violation

DEALER: Final = 1
SUPERVISOR: Final = 2
MANAGER: Final = 3
SHIFT_MANAGER: Final = 4


class Needs(NamedTuple):
    who: int  # the lowest position that may order it
    second: int = 0  # 0: nobody else is needed; else one of the two has at least this position


WHO: Final[Mapping[type, Needs]] = {
    m.OpenTable: Needs(SUPERVISOR),
    m.SetLimits: Needs(MANAGER, DEALER),
    m.LoadShoe: Needs(DEALER, SUPERVISOR),
    m.EndShoe: Needs(DEALER, SUPERVISOR),
    m.OpenBets: Needs(DEALER),
    m.AddTime: Needs(DEALER),
    m.CloseBets: Needs(DEALER),
    m.EnterCard: Needs(DEALER, SUPERVISOR),
    m.CorrectCards: Needs(DEALER, SUPERVISOR),
    m.Certify: Needs(DEALER),
    m.Rule: Needs(SUPERVISOR),
    m.KeepSurplus: Needs(SUPERVISOR),
    m.AnswerInterruption: Needs(SUPERVISOR),
    m.CallSupervisor: Needs(DEALER),
    m.Resume: Needs(SUPERVISOR),
    m.Correct: Needs(SUPERVISOR, DEALER),
    m.VoidSettled: Needs(SUPERVISOR, DEALER),
    m.RecordRuling: Needs(SHIFT_MANAGER),
    m.CloseTable: Needs(SUPERVISOR),
    m.CloseDay: Needs(SUPERVISOR),
    m.BeginDay: Needs(SUPERVISOR, DEALER),
    m.SellCredit: Needs(DEALER),
    m.PayTicket: Needs(DEALER),
    m.PayTicketByTwo: Needs(DEALER, SUPERVISOR),
    m.PrintAgain: Needs(SUPERVISOR),
    m.UnlockTickets: Needs(SUPERVISOR),
    m.PayByHand: Needs(DEALER, SUPERVISOR),
    m.ReleaseNote: Needs(DEALER, SUPERVISOR),
    m.PayDue: Needs(DEALER, SUPERVISOR),
    m.CollectOwed: Needs(DEALER, SUPERVISOR),
    m.RuleDispute: Needs(SUPERVISOR),
    m.Retire: Needs(SUPERVISOR, DEALER),
    m.Latch: Needs(SUPERVISOR),
    m.Unlatch: Needs(SUPERVISOR),
    m.Attend: Needs(DEALER),
}
_RESUME: Final = {  # halts that no single Supervisor lifts by his word
    Halt.HISTORY: Needs(SHIFT_MANAGER, DEALER),
    Halt.BOOKS: Needs(SHIFT_MANAGER, DEALER),
    Halt.UNCONFIRMED: Needs(SUPERVISOR, DEALER),
}


def needs(order: m.Order) -> Needs:
    match order:
        case m.Resume(reason=reason):
            return _RESUME.get(reason, WHO[m.Resume])
        case m.Rule(paragraph="5.12"):  # anything that the document does not foresee
            return Needs(SHIFT_MANAGER)
        case m.VoidSettled(paragraph="5.12"):
            return Needs(SHIFT_MANAGER, DEALER)
    return WHO[type(order)]


class EntitledCheck:
    """Of each commit: who gave the orders in it, by whose key."""

    def __init__(self, people: Mapping[str, m.Person]) -> None:
        self._people = people
        self._given: dict[bytes, str] = {}  # the panel that gave an order of this batch

    def batch(self, inputs: Sequence[Any]) -> None:
        self._given = {
            given.request.command_id: given.peer
            for given in inputs
            if isinstance(given, Heard) and isinstance(given.request, m.Command) and given.peer in self._people
        }

    def wrote(self, events: Sequence[e.Event]) -> None:
        for event in events:
            if isinstance(event, e.Ordered | e.OrderRefused):
                panel = self._given.get(event.command_id)
                if panel is None or self._people[panel] != event.by:
                    raise Violation("4.7", f"{event.order} by {event.by}, and it came from {panel}")
            if isinstance(event, e.Ordered):
                self._obeyed(event)

    def _obeyed(self, event: e.Ordered) -> None:
        who, second = needs(event.order)
        if event.by.position < who:
            raise Violation("4.7", f"{event.order} is obeyed, and {event.by} may not give it")
        if not second:
            return
        other = event.second
        if other is None or _name(other) == _name(event.by):
            raise Violation("4.7", f"{event.order} is obeyed, and {event.by.name} is alone: {other}")
        if max(other.position, event.by.position) < second:
            raise Violation("4.7", f"{event.order} is obeyed: neither {event.by} nor {other} is high enough")


def _name(person: m.Person) -> str:
    return "".join(person.name.split()).upper()
