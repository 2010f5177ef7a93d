"""Who is staff, who is signed on where, and which orders wait for a signature, as the log tells a panel; and what
this panel has asked about people and was not answered yet.

Pure. A PIN is kept only until its try is answered, or the console is not heard any more. Where somebody is signed on,
the log says and nothing else; but a panel that was locked is locked at once and for everybody here, and says so to the
console until it is answered, however long that is not heard and however often it starts.
"""

from typing import Final

from msgspec.structs import replace

from games.rulings import Position
from protocol import events
from protocol import messages as m
from protocol.fact import Fact
from protocol.people import SHIFT_ENDS, Member, Proposal, digest_of, who_answers
from protocol.picture import StaffState

AGAIN_MS: Final = 1_000  # what is not answered: a check takes a tenth of a second

Asking = m.SignOn | m.SignOff | m.Sign | m.Withdraw
# The most frequent entries of those that say nothing about people here.
_OF_NOBODY: Final = frozenset(
    {
        *(events.CardDealt, events.LayoutRegistered, events.OrderRefused, events.StartConfirmed, events.Settled),
        *(events.SignOnTried, events.WindowOpened, events.WindowClosed, events.RoundEnded, events.Certified),
        *(events.Halted, events.Resumed),
    }
)


class People:
    def __init__(self, panel: str, table: str) -> None:
        self.staff: dict[str, Member] = {}  # by number
        self.proposals: dict[bytes, Proposal] = {}  # by their command
        self.roles: dict[str, str] = {}  # of everybody who has joined
        self.answered: dict[str, int] = {}  # for how much cash each has answered in this gaming day
        self.granted: dict[str, dict[str, int]] = {}  # and by coin, how much of it each has granted
        self._answers = ""  # who does, for the ticket that is paid next
        self.answer: m.SignOnAnswer | None = None  # the last one
        self.signature: events.SignatureRefused | None = None  # the last that was refused
        self.locked = False  # somebody has locked the panel, and the log does not say it yet
        self._panel, self._table = panel, table
        self._asking: dict[bytes, Asking] = {}
        self._sent_ms: dict[bytes, int] = {}

    @property
    def me(self) -> m.Person | None:
        """Who is signed on here, and has not locked the panel."""
        return None if self.locked else self._logged

    @property
    def _logged(self) -> m.Person | None:
        for member in self.staff.values():
            if member.panel == self._panel:
                return member.person
        return None

    @property
    def asking(self) -> bool:
        """Is a try or a signature under way?"""
        return bool(self._asking) and any(not isinstance(it, m.SignOff) for it in self._asking.values())

    @property
    def leaving(self) -> bool:
        """Has the console still to hear that the panel is locked?"""
        return any(isinstance(it, m.SignOff) for it in self._asking.values())

    def proposal(self, panel: str = "") -> Proposal | None:
        """What was proposed here, or at another panel, and waits."""
        where = panel or self._panel
        if not self.proposals:
            return None
        return next((it for it in self.proposals.values() if it.panel == where), None)

    # --- asked here ----------------------------------------------------------------------------------------------

    def ask(self, asking: Asking) -> None:
        """One try at a time: another one takes its place, as far as it was not heard yet."""
        leaves = isinstance(asking, m.SignOff)  # then nothing that was begun before is wanted any more
        for asked in [asked for asked, before in self._asking.items() if leaves or type(before) is type(asking)]:
            self._done(asked)
        self.answer = None
        self._asking[asking.id] = asking
        self.locked = self.locked or leaves

    def hear(self, answer: m.SignOnAnswer) -> None:
        if answer.id in self._asking:
            self._done(answer.id)
            self.answer = answer
            self._see_who_is_here()

    def outgoing(self, now_ms: int) -> list[m.Request]:
        """While the console has not heard that the panel is locked, nothing else: sent again it would sign off whoever
        has come since.
        """
        if not self._asking:
            return []
        due = [it for it in self._first() if now_ms >= self._due_ms(it.id, now_ms)]
        self._sent_ms |= {asking.id: now_ms for asking in due}
        return list(due)

    def wake_ms(self, now_ms: int) -> int | None:
        return min([self._due_ms(it.id, now_ms) for it in self._first()]) if self._asking else None

    def _first(self) -> list[Asking]:
        """What is to be said now."""
        asking = list(self._asking.values())
        return [it for it in asking if isinstance(it, m.SignOff)] or asking

    def _due_ms(self, asked: bytes, now_ms: int) -> int:
        return self._sent_ms.get(asked, now_ms - AGAIN_MS) + AGAIN_MS

    def drop(self) -> None:
        """The console is not heard: nobody is signed on later, when nobody thinks of it. Whoever has left, has left."""
        self._asking = {asked: it for asked, it in self._asking.items() if isinstance(it, m.SignOff)}
        self._sent_ms.clear()

    def _done(self, asked: bytes) -> None:
        self._asking.pop(asked, None)
        self._sent_ms.pop(asked, None)

    # --- heard ---------------------------------------------------------------------------------------------------

    def restore(self, state: StaffState) -> None:
        self.staff, self.roles, self.answered = dict(state.staff), dict(state.roles), dict(state.answered)
        self.granted = {coin: dict(of_coin) for coin, of_coin in state.granted.items()}
        self.proposals = {}
        for proposal in state.proposals:
            self._propose(proposal)
        self._see_who_is_here()

    def _see_who_is_here(self) -> None:
        """The answer may come before the entry, and the entry before the answer: with both the log says all again."""
        if self._logged is None and not self.leaving:
            self.locked = False

    def apply(self, event: Fact) -> None:
        if type(event) in _OF_NOBODY:
            return
        staff = self.staff
        match event:
            case events.StaffAdmitted(number=number, name=name, position=position):
                staff[number] = Member(number, name, position, position)
            case events.CredentialSet(number=number):
                staff[number] = replace(staff[number], locked=False)
            case events.StaffDisabled(number=number):
                staff[number] = replace(staff[number], active=False, on_shift=False)
            case events.StaffAssigned(number=number, position=position):
                staff[number] = replace(staff[number], position=position, on_shift=True)
            case (
                events.TicketPaid(amount=amount)
                | events.DuePaid(amount=amount)
                | events.NoteCredited(amount=amount)
                | events.NoteCleared(amount=amount)
            ):
                self._answer_for(self._answers, amount)
            case events.DayClosed():
                self.answered = {}
                self.granted = {}
            case events.DayBegan():
                self.staff = {
                    number: replace(it, position=it.home, on_shift=_works(it) and bool(it.panel))
                    for number, it in staff.items()
                }
            case events.SignedOn(panel=panel, person=person):
                it = staff[person.number]
                staff[person.number] = replace(it, panel=panel, on_shift=_works(it))
            case events.OrderSigned(person=person):
                staff[person.number] = replace(staff[person.number], on_shift=True)
            case events.SignedOff(panel=panel, number=number, why=why):
                it = staff[number]
                ended = why == SHIFT_ENDS
                position = it.home if ended else it.position
                staff[number] = replace(it, panel="", position=position, on_shift=it.on_shift and not ended)
                self._see_who_is_here()
            case events.SignOnFailed(number=number, locked=locked) if number in staff:
                staff[number] = replace(staff[number], locked=locked)
            case events.OrderProposed(command_id=command_id, panel=panel):
                for before in [it.command_id for it in self.proposals.values() if it.panel == panel]:
                    del self.proposals[before]
                parts = (event.by, event.round_no, event.order, event.window, event.digest, event.needs, event.lacks)
                self._propose(Proposal(command_id, panel, *parts, event.amount))
            case events.OrderWithdrawn(command_id=command_id):
                self.proposals.pop(command_id, None)
            case events.Ordered(command_id=command_id):
                self.proposals.pop(command_id, None)
                self._answers = who_answers(event.by, event.second).number
                match event.order:
                    case (
                        m.SellCredit(amount=amount)
                        | m.PayByHand(amount=amount)
                        | m.CashForeignTicket(amount=amount)
                        | m.RuleOtherwise(effect=m.PayFromHouse(amount=amount))
                    ):
                        self._answer_for(self._answers, amount)
                    case m.GrantCoins(coin=coin, amount=amount):
                        of_coin = self.granted.setdefault(coin, {})
                        of_coin[self._answers] = of_coin.get(self._answers, 0) + amount
            case events.SignatureRefused():
                self.signature = event
            case events.TerminalJoined(terminal=name, role=role):
                self.roles[name] = role
            case events.ConsoleStarted():  # proposals end with its process
                self.proposals.clear()
            case _:
                pass

    def _answer_for(self, number: str, amount: int) -> None:
        self.answered[number] = self.answered.get(number, 0) + amount

    def _propose(self, proposal: Proposal) -> None:
        """What is shown is what is signed, or it cannot be signed here."""
        if proposal.digest == digest_of(self._table, proposal):
            self.proposals[proposal.command_id] = proposal


def _works(member: Member) -> bool:
    return member.home != Position.PARTICIPANT
