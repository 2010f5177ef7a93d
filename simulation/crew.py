"""People at panels of their own who err together, and those who try what they may not.

Two give orders that contradict each other, one taps twice; another orders what is above his position and signs it
himself, with a colleague who is as low, with a guessed PIN, or has something else signed than was shown; has tickets
paid that are not his to pay, guesses numbers. What must not be obeyed is known here before it is ordered, and nowhere
else; that it changed nothing but the record, `around.Untouched` sees.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from games.cards import decks
from games.round import PlayerId, Voided
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from protocol.halts import Halt
from protocol.view import Phase, TableView
from simulation.entitled import DEALER as LOWEST
from simulation.entitled import SUPERVISOR, needs
from simulation.nodes import PanelNode
from simulation.people import Cast
from simulation.signers import BOSS, DEALER, DOT, EVERYBODY, MANAGER, WRONG_PIN, pin_of
from simulation.signers import SECOND as SUE
from simulation.staff import Staff
from simulation.world import Violation, World

LOOK_MS: Final = 700
CONTRARY, POSITION, SECOND, MONEY = "H1", "H2", "H3", "H4"
T1: Final = PlayerId("T1")


class Crew:
    def __init__(self, world: World, staff: Staff, cast: Cast, live: Callable[[], Sequence[str]]) -> None:
        self.world, self.staff, self.cast = world, staff, cast
        self.rng = Random(f"crew {world.seed}")
        self.forbidden: set[bytes] = set()  # ids of orders that nobody may obey
        self._tried: dict[bytes, str] = {}  # what is counted when it is refused
        self._proofs: dict[str, tuple[str, bytes]] = {}  # that each panel was told last: ticket and proof
        self._printed: list[str] = []  # names of tickets that somebody has on paper
        self._used: list[str] = []
        self._released: list[int] = []  # notes
        self._live = live  # numbers that can be paid now

    # --- what is on record -------------------------------------------------------------------------------------------

    def wrote(self, events: Sequence[Fact]) -> None:
        for event in events:
            match event:
                case e.OrderRefused(command_id=command_id, refusal=refusal):
                    if kind := self._tried.pop(command_id, ""):
                        self.world.fault(kind, "staff", f"{type(event.order).__name__}: {refusal.detail}")
                case e.SignatureRefused(command_id=command_id, person=person, refusal=refusal):
                    self.world.fault("H6", person.name, str(refusal.detail))
                    if kind := self._tried.pop(command_id, ""):
                        self.world.fault(kind, person.name, str(refusal.detail))
                case e.SignOnFailed(number=number):
                    self.world.fault("H5", number or "nobody")
                case e.Ordered(command_id=command_id, order=order):
                    self._tried.pop(command_id, "")
                    if command_id in self.forbidden:
                        raise Violation("4.7", f"{event.by} with {event.second} must not be obeyed: {order}")
                case e.OrderProposed(command_id=command_id, panel=panel) if command_id in self.forbidden:
                    self.world.after(20 + self.rng.random() * 300, self._signs_falsely, panel, command_id)
                case e.TicketPrint(ticket=ticket, state="printed"):
                    self._printed.append(ticket)
                case e.TicketPaid(ticket=ticket) | e.TicketAccepted(ticket=ticket):
                    self._used.append(ticket)
                case e.NoteCredited(note=note) | e.NoteCleared(note=note):
                    self._released.append(note)
                case _:
                    pass

    def shown(self, at: str, found: m.TicketFound) -> None:
        """A panel is told of a ticket, and somebody reads the proof over the other's shoulder."""
        if found.ticket:
            self._proofs[at] = (found.ticket, found.proof)
            others = [it for it in self.staff.crew if it[0].name != at and it[0].alive and it[0].desk.ready]
            if others and self.staff.playing and self.rng.random() < self.cast.dishonest:
                panel, _person = self.rng.choice(others)
                order = m.PayTicket(found.ticket, found.proof)
                self.world.after(3, self._give, panel, order, MONEY, True)

    # --- a look every now and then -----------------------------------------------------------------------------------

    def look(self) -> None:
        there = [it for it in self.staff.crew if it[0].alive and it[0].desk.ready]
        if there and self.staff.playing:
            if self.rng.random() < self.cast.contrary:
                self._contradict(there)
            if self.rng.random() < self.cast.dishonest:
                self._cheat(*self.rng.choice(there))
        self.world.after(LOOK_MS * (0.5 + self.rng.random()), self.look)

    def _give(self, panel: PanelNode, order: m.Order, kind: str, forbidden: bool = False) -> None:
        command_id = self.rng.randbytes(8)
        self._tried[command_id] = kind
        if forbidden:
            self.forbidden.add(command_id)
        self.world.note(panel.name, "tries" if forbidden else "orders", order)
        panel.desk.order(command_id, order)
        panel.poke()

    def _signs_falsely(self, panel: str, command_id: bytes) -> None:
        """Whoever has proposed what nobody may sign tries it all the same, here or elsewhere; then he gives it up."""
        there = [it for it, _person in self.staff.crew if it.alive and it.desk.ready and not it.desk.people.asking]
        seen = [it for it in there if command_id in it.desk.people.proposals]
        if not seen:
            return
        rng = self.rng
        at = rng.choice(seen)
        proposal = at.desk.people.proposals[command_id]
        if rng.random() < 0.35:
            own = next((it for it in seen if it.name == panel), None)
            if own is not None:
                own.desk.withdraw(rng.randbytes(8), command_id)
                own.poke()
            return
        staff = at.desk.people.staff
        now = {it.number: it.position if it.number not in staff else staff[it.number].position for it in EVERYBODY}
        as_low = [it for it in EVERYBODY if now[it.number] not in proposal.needs or it.number == proposal.by.number]
        high = [it for it in (SUE, BOSS, MANAGER) if it.position in proposal.needs and it.number != proposal.by.number]
        match rng.randrange(3):
            case 0 if as_low:
                signer = rng.choice(as_low)
                at.desk.sign(rng.randbytes(8), proposal, pin_of(signer.number), signer.number)
            case 1 if high:  # somebody who may, and means something else
                other = replace(proposal, digest=rng.randbytes(32))
                at.desk.sign(rng.randbytes(8), other, pin_of(high[0].number), high[0].number)
            case _:
                self.world.fault("H5", at.name, "guesses a PIN")
                at.desk.sign(rng.randbytes(8), proposal, WRONG_PIN, DOT.number)
        at.poke()
        self.world.after(600 + rng.random() * 600, self._signs_falsely, panel, command_id)

    # --- two at once -------------------------------------------------------------------------------------------------

    def _contradict(self, there: Sequence[tuple[PanelNode, m.Person]]) -> None:
        (one, by), (other, beside) = self.rng.choice(there), self.rng.choice(there)
        first, then = self._orders(one.desk.view)
        for panel, person, order in ((one, by, first), (other, beside, then)):
            if person.position >= needs(order).who:
                self._give(panel, order, CONTRARY)

    def _orders(self, view: TableView) -> tuple[m.Order, m.Order]:
        """That cannot both be obeyed, or the same one twice."""
        rng, opened = self.rng, next(iter(view.windows.values()), None)
        terminal = PlayerId(f"T{1 + rng.randrange(4)}")
        pairs: list[tuple[m.Order, m.Order]] = [(m.Attend(terminal), m.Attend(terminal))]
        if view.phase is Phase.READY and not view.halts and self.staff.cleared >= view.round_no:
            pairs += [(m.OpenBets(), m.CloseTable()), (m.OpenBets(), m.OpenBets()), (m.SetLimits(view.felt),) * 2]
        elif view.phase is Phase.BETTING and opened is not None:
            pairs += [(m.CloseBets(), m.AddTime(400)), (m.CloseBets(), m.CloseBets())]
        elif view.phase is Phase.RESULT and not view.halts:
            pairs += [(m.Rule(Voided("5.3.3"), "5.3.3"), m.CallSupervisor("wait"))]
        elif Halt.CALLED in view.halts:
            pairs += [(m.Resume(Halt.CALLED), m.Resume(Halt.CALLED))]
        elif Halt.SURPLUS in view.halts and view.in_round:
            pairs += [(m.KeepSurplus(), m.Rule(Voided("5.3.3"), "5.3.3"))]
        if desk_tickets := [name for name, it in self.staff.panel.desk.tickets.items() if it.printed == "failed"]:
            pairs.append((m.PayTicketByTwo(desk_tickets[0]), m.PrintAgain(desk_tickets[0])))
        if held := list(self.staff.panel.desk.held):
            pairs.append((m.ReleaseNote(held[0], "hand"), m.ReleaseNote(held[0], "hand")))
        return rng.choice(pairs)

    # --- what he may not ---------------------------------------------------------------------------------------------

    def _cheat(self, panel: PanelNode, person: m.Person) -> None:
        self.rng.choice((self._above_position, self._alone, self._too_low, self._takes_money, self._guesses))(
            panel, person
        )

    def _above_position(self, panel: PanelNode, person: m.Person) -> None:
        above = [order for order in self._for_others(panel.desk.view) if needs(order).who > person.position]
        if above:
            self._give(panel, self.rng.choice(above), POSITION, forbidden=True)

    def _for_others(self, view: TableView) -> list[m.Order]:
        day = view.due_day or view.day or "2027-01-15"
        return [
            *(m.OpenTable(), m.CloseTable(), m.CloseDay(day), m.BeginDay(view.doubted_day or day)),
            *(m.SetLimits(view.felt), m.KeepSurplus(), m.AnswerInterruption(False), m.RecordRuling("as I say")),
            *(m.Rule(Voided("5.3.3"), "5.3.3"), m.Rule(Voided("5.12"), "5.12"), m.VoidSettled("5.3.3")),
            *(m.Latch(T1, "it is mine"), m.Unlatch(T1), m.RuleDispute(T1, "no"), m.Retire(PlayerId("Archive1"))),
            *(m.UnlockTickets(T1), m.Correct(()), m.TakeBackVoid()),
            *(m.RuleOtherwise("to me", m.PayFromHouse(T1, 50)), m.RuleOtherwise("none", m.ReturnBets((T1,)))),
            *(m.PrintAgain(ticket) for ticket in self._printed[-1:]),
            *(m.Resume(reason) for reason in (*view.halts, Halt.HISTORY, Halt.BOOKS)),
        ]

    def _alone(self, panel: PanelNode, person: m.Person) -> None:
        """Where two are needed."""
        order = self.rng.choice([it for it in self._by_two(panel.desk.view) if needs(it).who <= person.position])
        self._give(panel, order, SECOND, forbidden=True)

    def _too_low(self, panel: PanelNode, person: m.Person) -> None:
        if person.position == LOWEST:
            order = self.rng.choice([it for it in self._by_two(panel.desk.view) if needs(it) == (LOWEST, SUPERVISOR)])
            self._give(panel, order, SECOND, forbidden=True)

    def _by_two(self, view: TableView) -> list[m.Order]:
        credit = self.staff.panel.desk.ledger.credit(T1)
        return [
            *(
                m.LoadShoe(8, MANAGER.number),
                m.EndShoe(0),
                m.EnterCard(next(decks(1))),
                m.PayByHand(T1, max(1, credit)),
            ),
            *(m.PayDue(T1, 1), m.CollectOwed(T1, 1), m.SetLimits(view.felt), m.Retire(T1)),
            *(m.AssignStaff(DEALER.number, 4), m.AssignStaff(DOT.number, 4), m.DisableStaff(SUE.number, "in my way")),
            *(m.TakeBackVoid(), m.RuleOtherwise("to me", m.PayFromHouse(T1, 50)), m.ReportForeignCard()),
            *(m.ReleaseNote(note, "hand") for note in list(self.staff.panel.desk.held)[:1]),
            *(m.PayTicketByTwo(name) for name in list(self.staff.panel.desk.tickets)[:1]),
        ]

    def _takes_money(self, panel: PanelNode, _person: m.Person) -> None:
        """Tickets of others, tickets that were paid, notes that were released, credit that is not there."""
        rng = self.rng
        most = m.RuleOtherwise("he is a good guest", m.PayFromHouse(T1, 10**9))
        ways: list[m.Order] = [
            most,
            m.PayByHand(T1, 10**12),
            m.PayTicket("000001", rng.randbytes(16)),
            m.PayDue(T1, 10**6),
        ]
        ways += [m.PayTicket(ticket, rng.randbytes(16)) for ticket in (*self._printed[-2:], *self._used[-2:])]
        ways += [m.PayTicketByTwo(ticket) for ticket in (*self._printed[-2:], *self._used[-2:])]
        ways += [m.ReleaseNote(note, rng.choice(("credit", "hand"))) for note in self._released[-2:]]
        ways += [
            m.PayTicket(*proof) for at, proof in self._proofs.items() if at != panel.name or proof[0] in self._used
        ]
        self._give(panel, rng.choice(ways), MONEY, forbidden=True)

    def _guesses(self, panel: PanelNode, _person: m.Person) -> None:
        """A number near one that is good, or any."""
        if panel is not self.staff.panel and not panel.desk.waiting:
            live = list(self._live())
            near = f"{(int(self.rng.choice(live)) + 1) % 10**18:018d}" if live else "0" * 18
            if near not in live:
                panel.desk.find(self.rng.randbytes(8), self.rng.choice((near, f"{self.rng.randrange(10**18):018d}")))
                panel.poke()
