"""Staff at the desk: orders at the panel of whoever may give them, and what is done beside the Rounds.

Notes and tickets, claims, days, machines that come and go, and the people themselves. `staff.py` deals.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from games.cards import Card
from games.round import PlayerId
from protocol import messages as m
from protocol.view import Phase, TableView
from simulation.entitled import STAFF, needs
from simulation.nodes import PanelNode
from simulation.people import Manners, Till
from simulation.players import NO_TICKET
from simulation.shoe import ShoeDevice
from simulation.signers import BOSS, DOT, SECOND, TECHNICIAN, Signers, credential
from simulation.world import World

ROUNDS_KEPT: Final = 3  # of the simulated tables: earlier ones are looked for in the journal


class Misjudged(NamedTuple):
    """A Round that was settled with wrong cards."""

    round_no: int
    cards: tuple[Card, ...]  # the right ones
    found_ms: float
    waits: bool  # no Round is opened until it is found; or else they play on


class Reordering(NamedTuple):
    """A Ruling on the order of the cards: what was on the screen becomes `shown`, what lies on the felt `real`."""

    shown: tuple[Card, ...]
    real: tuple[Card, ...]
    paragraph: str


class Service:
    """Whoever stands at the panels, and serves there."""

    def __init__(self, world: World, panel: PanelNode, device: ShoeDevice, manners: Manners, till: Till) -> None:
        self.world, self.panel, self.device, self.manners, self.till = world, panel, device, manners, till
        self.crew = [(panel, BOSS)]
        self.signers = Signers(world, manners)
        self.clock_is_right: Callable[[], bool] = lambda: True  # by their own watches
        self.decks = 8
        self.playing = True  # False: finish the Round and open no other
        self.liars: set[PlayerId] = set()
        self.pass_night: Callable[[], None] = lambda: None
        self.replug: Callable[[], None] = lambda: None
        self.stuck = ""  # why play cannot go on: a history that is not ours
        self.shoe: list[Card] = []
        self.cut_at = 0
        self.on_table: list[Card] = []  # in the order in which they were drawn
        self.to_correct: list[Misjudged] = []
        self.to_retire: list[PlayerId] = []
        self.to_replace: dict[PlayerId, str] = {}  # machines that have been swapped, and their new keys
        self.day_ends = self.night = False  # at night the day is closed before the table opens again
        self.sure: dict[tuple[int, bytes], tuple[Card, ...]] = {}  # what was compared with the screen, by certificate
        self._loaded_at = 0  # the shoe's counter when this set was put in
        self._together = 0  # cards of this Round when two of them came at once
        self._error = ""  # the paragraph under which the cards on the felt have to be put in order
        self._reordering: Reordering | None = None  # that was ordered
        self.cleared = 0  # the Round whose cards have been taken away
        self._quiet_ms = 0
        self._past_commands: list[m.Command] = []
        self._seen_refusals = 0
        self._brought = ""  # the number on the ticket that lies on the desk

    @property
    def waiting(self) -> bool:
        """Is an order under way?"""
        return any(panel.alive and panel.desk.waiting for panel, _person in self.crew)

    def order(
        self, order: m.Order, second: m.Person | None = SECOND, *, at: PanelNode | None = None, round_no: int = -1
    ) -> None:
        """At the panel of somebody who may give it, or may propose it; `second` is asked to sign, if that is wanted.
        `round_no`: not this Round.
        """
        panel, _by = self._who_gives(order) if at is None else (at, BOSS)
        if panel is None:
            return  # whoever could give it is not there now
        desk, command_id = panel.desk, self.world.rng.randbytes(8)
        self.signers.ready[command_id] = second
        if round_no < 0:
            desk.order(command_id, order)
        else:
            desk.command(m.Command(desk.boot, desk.run, command_id, round_no, order))
        self.world.note("staff", "orders", order)
        panel.poke()

    def _who_gives(self, order: m.Order) -> tuple[PanelNode | None, m.Person]:
        if len(self.crew) == 1:
            return self.crew[0]
        there = [it for it in self.crew if it[0].alive and it[0].desk.ready]
        may = [it for it in there if it[1].position >= needs(order).who]
        if not may and there and not isinstance(order, STAFF):
            may = there  # whoever is there proposes it
        if not may:
            return None, BOSS
        return may[0] if self.world.rng.random() < 0.8 else self.world.rng.choice(may)

    def _lying(self, view: TableView) -> list[Card]:
        """The cards of this Round: what was kept for the next one has been put away."""
        lying = list(self.on_table)
        for card in self._kept(view) if view.in_round else ():
            place = len(lying) - 1 - lying[::-1].index(card) if card in lying else -1
            del lying[place]
        return lying

    def _kept(self, view: TableView) -> list[Card]:
        return self.panel.desk.aside.beside[view.carried : view.carried + view.kept]

    # --- service -------------------------------------------------------------------------------------------------

    def _takes_away(self, terminal: PlayerId, credit: int) -> m.Order:
        """A terminal that is dead for good; first whoever had credit there is paid."""
        return m.PayByHand(terminal, credit) if credit else self._end(terminal)

    def _end(self, terminal: PlayerId) -> m.Order:
        """Some are retired, of the others the key ends: those are not even answered."""
        live = self.panel.desk.keys.get(terminal)
        if live is None or int(terminal[1:]) % 2:
            return m.Retire(terminal)
        return m.EndKey(terminal, live.role, live.public, "dead for good")

    def _service(self) -> bool:
        desk = self.panel.desk
        live = {name: peer.public for name, peer in desk.keys.items()}
        self.to_replace = {name: key for name, key in self.to_replace.items() if live.get(name) != key}
        for name, key in self.to_replace.items():
            kind = m.ReplaceKey if name in live else m.EnrolKey
            self.order(kind(name, "terminal", key))
            return True
        self.to_retire = [terminal for terminal in self.to_retire if terminal not in desk.retired]
        for terminal in self.to_retire:
            if not desk.ledger.stake(terminal):
                credit = desk.ledger.credit(terminal)
                self.order(self._takes_away(terminal, credit))
                return True
        if desk.disputes:
            self.order(m.RuleDispute(PlayerId(next(iter(desk.disputes))), "looked at"))
            return True
        honest = [terminal for terminal in desk.latched if terminal not in self.liars]
        if honest:
            self.order(m.Unlatch(PlayerId(honest[0])))
            return True
        if desk.view.phase is Phase.CLOSED and desk.view.round_no and self.playing:
            self._open_or_close_the_day(desk.view)
            return True
        if self._release_note():
            return True
        if self._by_hand() or (self.playing and self.world.chance(self.manners.serves) and self._serves()):
            return True
        return self._pays_tickets()

    def _pays_tickets(self) -> bool:
        """One that somebody brings is looked for first; one that was not printed is paid by two, or printed anew."""
        desk, rng, tickets = self.panel.desk, self.world.rng, self.till.tickets
        if desk.found is not None:
            found = desk.found
            desk.put_away()
            if found.standing == "good" and self._brought in tickets:
                del tickets[self._brought]
                self.order(m.PayTicket(found.ticket, found.proof), at=self.panel)
                return True
            if found.standing == "expired" and self._brought in tickets:
                del tickets[self._brought]
                self.order(m.PayTicketByTwo(found.ticket, found.proof), at=self.panel)
                return True
        elif tickets and rng.random() < 0.02:
            self._brought = next(iter(tickets)) if rng.random() < 0.9 else NO_TICKET
            self._looks_for(self._brought)
            return True
        elif self.world.chance(self.manners.guesses):
            self._looks_for(NO_TICKET)
            return True
        failed = [name for name, ticket in desk.tickets.items() if ticket.printed == "failed"]
        if failed and rng.random() < 0.05:
            if number := self.till.tray.pop(failed[0], ""):
                tickets.pop(number, None)  # it lay in the tray all the same: they tear it up
            self.order(m.PayTicketByTwo(failed[0]) if rng.random() < 0.7 else m.PrintAgain(failed[0]))
            return True
        if desk.locked and rng.random() < 0.05:
            self.order(m.UnlockTickets(PlayerId(min(desk.locked))))
            return True
        return False

    def _looks_for(self, number: str) -> None:
        self.panel.desk.find(self.world.rng.randbytes(8), number)
        self.panel.poke()

    def _open_or_close_the_day(self, view: TableView) -> None:
        self.night = self.night or self.world.rng.random() < 0.5
        if not self.night:
            self.order(m.OpenTable())
        elif view.due_day:
            self.night = False
            self.order(m.CloseDay(view.due_day))
        elif not self.clock_is_right():
            return  # nobody waits for a morning that this clock will not say
        elif view.doubted_day == self.world.day():  # so many nights have passed while no console heard of them
            self.order(m.BeginDay(view.doubted_day))
        else:
            self.pass_night()

    def _release_note(self) -> bool:
        """They open the box: a note that is in it is credit or paid back, one that is not never was."""
        held = self.panel.desk.held
        if not held or self.world.rng.random() >= 0.1:
            return False
        note = next(iter(held))
        real = held[note].terminal not in self.liars
        self.order(m.ReleaseNote(note, self.world.rng.choice(("credit", "hand")) if real else "nobody"))
        return True

    def _by_hand(self) -> bool:
        """001 §5.6: what a correction could not put right by credit, once somebody has found the person."""
        for account, balance in self.panel.desk.ledger.balances.items():
            if balance and account.startswith(("due/", "owed/")) and self.world.rng.random() < 0.08:
                terminal, _, sitting = account.partition("/")[2].partition("#")
                order = m.PayDue if balance > 0 else m.CollectOwed
                self.order(order(PlayerId(terminal), int(sitting)))
                return True
        return False

    def _serves(self) -> bool:
        desk, rng = self.panel.desk, self.world.rng
        kind = rng.random()
        calls, latched = sorted(desk.calls), sorted(desk.latched)
        if calls:
            self.order(m.Attend(PlayerId(calls[0])))
        elif latched and "history" not in desk.view.halts and kind < 0.5:
            self.order(m.Unlatch(PlayerId(rng.choice(latched))))  # they believe what he says
        elif kind < 0.8:
            terminal = PlayerId(f"T{1 + rng.randrange(4)}")
            if kind < 0.2:
                self.order(m.Latch(terminal, "it was said to be broken"))
                return True
            self.order(m.SellCredit(terminal, rng.choice((0, 100, 500, 1_000))))
        elif kind < 0.85:
            self.order(m.RecordRuling("the Player at box 3 may stay"))
        elif kind < 0.93:
            self._sees_to_staff()
        else:
            self.order(m.SetLimits(desk.view.felt))
        return True

    def _sees_to_staff(self) -> None:
        """About somebody whom nobody needs to play."""
        dot, rng = self.panel.desk.people.staff.get(DOT.number), self.world.rng
        if dot is None or not dot.active:
            self.order(m.AdmitStaff(*(DOT.number, DOT.name, DOT.position), credential(DOT.number)), TECHNICIAN)
        elif dot.locked or rng.random() < 0.4:
            self.order(m.SetCredential(DOT.number, credential(DOT.number)), TECHNICIAN)
        elif rng.random() < 0.5:
            self.order(m.AssignStaff(DOT.number, rng.choice((-2, 1, 2))))
        else:
            self.order(m.DisableStaff(DOT.number, "has left"))
