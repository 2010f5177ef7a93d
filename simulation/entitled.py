"""Who may order what, written down a second time (DESIGN 4.7, 001 §5, READINGS): one line an order.

Every order that was obeyed is held against it: given by who is signed on at that panel, signed there or elsewhere by a
second, different person where one is needed, and one of them high enough. Nobody is signed on, and nothing is signed,
without a PIN that the shell has just found right. Asks nothing of `protocol/moves.py` or `legality.py`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from console.table.table import Heard, PinChecked
from games.round import DrawnTogether, HandRemoved, Reconstructed, Voided, WalkedAway
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from protocol.halts import Halt
from simulation.world import Violation

DEALER: Final = 1
SUPERVISOR: Final = 2
MANAGER: Final = 3
SHIFT_MANAGER: Final = 4
CASHIER: Final = -2
TECHNICIAN: Final = -1
CASH: Final = (
    *(m.SellCredit, m.PayTicket, m.PayTicketByTwo, m.PayByHand, m.ReleaseNote, m.PayDue, m.CollectOwed),
    m.CashForeignTicket,
)
STAFF: Final = (m.AdmitStaff, m.SetCredential, m.DisableStaff, m.AssignStaff)
KEYS: Final = (m.EnrolKey, m.ReplaceKey, m.EndKey)
OUTSIDE: Final = ("archive", "witness", "panel", "floor", "table")


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
    m.DealByHand: Needs(SUPERVISOR, DEALER),
    m.DealCard: Needs(DEALER),
    m.TakeBackCard: Needs(DEALER),
    m.ReportForeignCard: Needs(DEALER, SUPERVISOR),
    m.CorrectCards: Needs(DEALER, SUPERVISOR),
    m.Certify: Needs(DEALER),
    m.Rule: Needs(SUPERVISOR),
    m.KeepSurplus: Needs(SUPERVISOR),
    m.AnswerInterruption: Needs(SUPERVISOR),
    m.CallSupervisor: Needs(DEALER),
    m.ReportWrongSides: Needs(DEALER, SUPERVISOR),
    m.ReportDrawnTogether: Needs(DEALER),
    m.Resume: Needs(SUPERVISOR),
    m.Correct: Needs(SUPERVISOR, DEALER),
    m.VoidSettled: Needs(SUPERVISOR, DEALER),
    m.TakeBackVoid: Needs(SHIFT_MANAGER, DEALER),
    m.RuleOtherwise: Needs(SHIFT_MANAGER, DEALER),
    m.RecordRuling: Needs(SHIFT_MANAGER),
    m.RecallRound: Needs(SHIFT_MANAGER),
    m.CloseTable: Needs(SUPERVISOR),
    m.CloseDay: Needs(SUPERVISOR),
    m.BeginDay: Needs(SUPERVISOR, DEALER),
    m.SellCredit: Needs(DEALER),
    m.PayTicket: Needs(DEALER),
    m.PayTicketByTwo: Needs(DEALER, SUPERVISOR),
    m.CashForeignTicket: Needs(DEALER, SUPERVISOR),
    m.GiveUpTicket: Needs(SUPERVISOR),
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
    **dict.fromkeys(STAFF, Needs(SHIFT_MANAGER, SUPERVISOR)),
    **dict.fromkeys(KEYS, Needs(SUPERVISOR, SUPERVISOR)),
    m.RotateConsole: Needs(SHIFT_MANAGER, SHIFT_MANAGER),
    m.Seat: Needs(DEALER),
    m.GrantCoins: Needs(DEALER),
    m.ExcludeParticipant: Needs(SUPERVISOR, DEALER),
    m.AnswerFor: Needs(DEALER),
}
_RESUME: Final = {  # halts that no single Supervisor lifts by his word
    Halt.HISTORY: Needs(SHIFT_MANAGER, DEALER),
    Halt.BOOKS: Needs(SHIFT_MANAGER, DEALER),
    Halt.UNCONFIRMED: Needs(SUPERVISOR, DEALER),
}


# The most frequent entries of those that are nobody's order.
_OF_NOBODY: Final = frozenset(
    {
        *(e.CardDealt, e.LayoutRegistered, e.StartConfirmed, e.SignOnTried, e.WindowOpened, e.WindowClosed),
        *(e.Halted, e.Resumed, e.Certified),
    }
)


def needs(order: m.Order) -> Needs:
    match order:
        case m.Resume(reason=reason):
            return _RESUME.get(reason, WHO[m.Resume])
        case m.Rule(act=WalkedAway(), paragraph="5.3") | m.Rule(act=DrawnTogether(), paragraph="5.12"):  # of 003
            return Needs(DEALER)
        case m.Rule(paragraph="5.12" | "5.16" | "5.19"):  # anything that the document (001, 002, 003) does not foresee
            return Needs(SHIFT_MANAGER, DEALER)
        case m.VoidSettled(paragraph="5.12" | "5.16" | "5.19"):
            return Needs(SHIFT_MANAGER, DEALER)
    return WHO[type(order)]


class EntitledCheck:
    """Of each commit: who gave the orders in it, and who has signed them."""

    def __init__(self) -> None:
        self._given: dict[bytes, str] = {}  # the panel that gave an order
        self._here: dict[str, m.Person] = {}  # who is signed on at each panel
        self._roles: dict[str, str] = {}
        self._right: set[str] = set()  # panels at which a PIN was right, in this batch
        self._signed: dict[bytes, m.Person] = {}  # in this batch
        self._home: dict[str, int] = {}  # of each of the staff
        self._now: dict[str, int] = {}  # the positions of this shift
        self._paid = False  # something of the Round in play (003 §1.17)

    def batch(self, inputs: Sequence[Any]) -> None:
        self._right, self._signed = set(), {}
        for given in inputs:
            kind = type(given)
            if kind is PinChecked and given.right:
                self._right.add(given.panel)
            elif kind is Heard and given.role == "panel" and isinstance(given.request, m.Command):
                self._given.setdefault(given.request.command_id, given.peer)

    def wrote(self, events: Sequence[Fact]) -> None:
        for event in events:
            if type(event) in _OF_NOBODY:
                continue
            match event:
                case e.TerminalJoined(terminal=name, role=role) | e.KeyEnrolled(name=name, role=role):
                    self._roles[name] = role
                case e.StaffAdmitted(number=number, position=position):
                    self._home[number] = self._now[number] = position
                case e.StaffDisabled(number=number):
                    self._home.pop(number)
                    self._now.pop(number)
                    self._is_led(event)
                case e.StaffAssigned(number=number, position=position):
                    if min(self._home[number], position) < DEALER:
                        raise Violation("4.7", f"{event}: a Cashier or Technician is admitted as one")
                    self._now[number] = position
                    self._is_led(event)
                case e.DayBegan():
                    self._now = dict(self._home)
                case e.SignedOn(panel=panel, person=person):
                    self._proven(panel, event)
                    self._here[panel] = person
                case e.SignedOff(panel=panel, number=number, why=why):
                    del self._here[panel]
                    if why == "shift":
                        self._now[number] = self._home[number]
                        self._is_led(event)
                case e.OrderSigned(panel=panel, person=person, command_id=command_id):
                    self._proven(panel, event)
                    self._signed[command_id] = person
                case e.Ordered() | e.OrderProposed() | e.OrderRefused():
                    self._is_of(event)
                case e.Settled() | e.RoundEnded():
                    self._paid = isinstance(event, e.Settled)
                case _:
                    pass
            if isinstance(event, e.Ordered):
                self._obeyed(event)

    def _is_led(self, event: Fact) -> None:
        if SHIFT_MANAGER not in self._now.values() or SHIFT_MANAGER not in self._home.values():
            raise Violation("4.7", f"{event}, and no Shift Manager is left")

    def _proven(self, panel: str, event: Fact) -> None:
        if panel not in self._right:
            raise Violation("4.7", f"{event}, and no PIN was right there")

    def _is_of(self, event: e.Ordered | e.OrderProposed | e.OrderRefused) -> None:
        panel = self._given.get(event.command_id)
        if panel is None or self._here.get(panel) != event.by:
            raise Violation("4.7", f"{event.order} by {event.by}, and it came from {panel}: {self._here}")

    def _obeyed(self, event: e.Ordered) -> None:
        order, by, other = event.order, event.by, event.second
        if other is not None and self._signed.get(event.command_id) != other:
            raise Violation("4.7", f"{order} is obeyed, and {other} has not signed it")
        if other is not None and other.number == by.number:
            raise Violation("4.7", f"{order} is obeyed, and {by.name} has signed it himself")
        if isinstance(order, m.AssignStaff) and order.number in (by.number, getattr(other, "number", "")):
            raise Violation("4.7", f"{order} is obeyed, and it is one of its two signers: {by}, {other}")
        positions = [by.position, *([] if other is None else [other.position])]
        role = ""
        if isinstance(order, m.Latch | m.Unlatch | m.Retire):
            role = self._roles.get(order.terminal, "")
        elif isinstance(order, KEYS):
            role = order.role
        if role in OUTSIDE or isinstance(order, m.RotateConsole):
            if sorted(positions) != [TECHNICIAN, SHIFT_MANAGER]:
                raise Violation("4.7", f"{order} is obeyed: {positions}, not a Technician and a Shift Manager")
            return
        who, second = needs(order)
        turns = isinstance(order, m.Rule) and isinstance(order.act, Voided | Reconstructed | HandRemoved)
        if turns and self._paid and other is None:
            raise Violation("4.7", f"{order} is obeyed, {by.name} is alone, and some of the Round is paid")
        if second and other is None:
            raise Violation("4.7", f"{order} is obeyed, and {by.name} is alone")
        alone_at_the_desk = isinstance(order, m.SellCredit | m.PayTicket) and CASHIER in positions
        if max(positions) < max(who, second) and not alone_at_the_desk:
            raise Violation("4.7", f"{order} is obeyed: neither {by} nor {other} is high enough")
        beside = (
            [CASHIER] if isinstance(order, CASH) else [TECHNICIAN] if isinstance(order, (*STAFF[:2], *KEYS)) else []
        )
        if any(position < DEALER and position not in beside for position in positions):
            raise Violation("4.7", f"{order} is obeyed: {by}, {other} have no part in it")
        if isinstance(order, KEYS) and DEALER in positions:
            raise Violation("4.7", f"{order} is obeyed: a Dealer has no part in it")
