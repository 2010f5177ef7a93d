"""Players at their terminals, who tap, hesitate and change their minds; and a liar, whose terminal says anything."""

from collections.abc import Callable
from typing import Final

import msgpack

from games.round import PlayerId, Spot
from protocol import messages as m
from protocol.chain import first_link
from protocol.codec import encode
from protocol.view import Phase
from simulation.machine import Machine
from simulation.nodes import CONSOLE, TerminalNode
from simulation.people import Manners, Till
from simulation.world import World
from terminal import intents as t
from terminal.session import Session

SPOTS: Final = ("player", "banker", "tie", "player_pair", "banker_pair")
NOTES: Final = (1_000, 5_000)
CHIPS: Final = (10, 20, 50, 100)
NO_TICKET: Final = "123456789012345678"


class Player:
    """Somebody at a terminal. `lies`: his terminal also says what no honest one would."""

    def __init__(
        self, world: World, node: TerminalNode, manners: Manners, till: Till, shout: Callable[..., None]
    ) -> None:
        self.world, self.node, self.manners, self.till = world, node, manners, till
        self.name = f"player {node.name}"
        self.playing = True
        self._reprinted: set[tuple[int, str]] = set()  # by the process and the ticket's name
        self.gone = False
        self.lies = 0.0
        self.machine: Machine | None = None  # None: acceptor and printer never fail, and are played here
        # When he takes his credit: a chip keeps his sitting alive. Every other one takes all, and comes back anew.
        self.keeps = CHIPS[0] if int(node.key[1:]) % 2 else 0
        self._shout = shout
        self._heard: list[bytes] = []  # a liar keeps what was sent, to send it again
        self._id = world.rng.randbytes(16)  # a liar uses it again and again

    def act(self) -> None:
        if self.gone:
            return
        node, rng = self.node, self.world.rng
        if node.alive and not node.paused:
            if self.playing and self.world.happens():
                self._play(node.session)
                if self.world.chance(self.lies):
                    self._lie(node.session)
            self._attend(node.session)
        self.world.after((250 + rng.random() * 500) * self.manners.pace, self.act)

    def _play(self, session: Session) -> None:
        rng, node = self.world.rng, self.node
        if self._is_short(session) and rng.random() < 0.5:
            note, amount = rng.randbytes(16), rng.choice(NOTES)
            if self.machine is None:
                node.give(t.NoteIn(note, amount))
            else:
                self.machine.insert_note(amount)
        elif session.state.view.windows:
            self._bet()
        elif session.credit > self.keeps and self.world.chance(self.manners.leaves):
            node.give(t.CashOut(rng.randbytes(16), session.credit - self.keeps))
        elif session.state.view.phase is Phase.READY and rng.random() < 0.05 and session.credit:
            amount = session.credit if rng.random() < 0.5 else max(1, session.credit // 2)
            node.give(t.CashOut(rng.randbytes(16), amount))
        elif rng.random() < 0.002:
            node.give(t.CallAttendant(wanted=rng.random() < 0.8))
        elif self.till.tickets and rng.random() < 0.2:
            ticket = next(iter(self.till.tickets))
            typed = ticket if self.machine is None else self.machine.type_number(ticket)
            if not self.world.chance(self.manners.double_show) and typed == ticket:
                del self.till.tickets[ticket]
            node.give(t.TicketIn(rng.randbytes(16), typed))
        elif not session.state.outbox.asked and self.world.chance(self.manners.guesses):
            node.give(t.TicketIn(rng.randbytes(16), NO_TICKET))

    def _is_short(self, session: Session) -> bool:
        """Does he want a note changed? Somebody who has just taken his credit does not, until he may bet again."""
        waits = self.manners.leaves and not session.state.view.windows
        return session.credit < 500 and not session.state.outbox.asked and not session.state.outbox.notes and not waits

    def _bet(self) -> None:
        rng, node = self.world.rng, self.node
        kind = rng.random()
        if kind < 0.45:
            node.give(t.PlaceBet(Spot(rng.choice(SPOTS)), rng.choice(CHIPS)))
        elif kind < 0.65:
            bets = {Spot(spot): rng.choice(CHIPS) * (1 + rng.randrange(8)) for spot in rng.sample(SPOTS, 2)}
            node.give(t.SetLayout("", bets))
        elif kind < 0.72:
            node.give(t.UndoBet())
        elif kind < 0.76:
            node.give(t.ClearBets())
        elif kind < 0.80:
            node.give(t.DoubleBets())
        elif kind < 0.86:
            node.give(t.RepeatBets())
        elif kind < 0.90:
            node.give(t.TakeBack(Spot(rng.choice(SPOTS)), 10))

    def _attend(self, session: Session) -> None:
        """The note acceptor, the printer and the attendant."""
        node, till = self.node, self.till
        if self.machine is not None:
            return
        for note, amount in list(session.state.outbox.notes.items()):
            if note in till.inserted:  # that note lies in the machine whose disk was copied, and there is none here
                node.give(t.NoteReturned(note))
                continue
            if note not in till.stacked and not session.join.joined:
                if session.join.denied:
                    node.give(t.NoteReturned(note))
                continue
            # Held durably: the acceptor stacks it and says so. After a crash it still knows whether it did.
            till.stacked.setdefault(note, (node.key, amount))
            node.give(t.NoteStacked(note))
        asked = session.state.outbox.asked.values()
        told = {report.ticket for report in asked if isinstance(report, m.ReportPrint)}  # and not answered yet
        for ticket, number in session.state.numbers.items():
            if ticket in told:
                continue
            again = session.state.prints[ticket] == "again"
            if not again:
                self._reprinted.discard((node.life, ticket))
            elif (node.life, ticket) in self._reprinted:
                continue  # as a printer does, once: while the console is away, the report waits in the outbox
            if (ticket not in till.printed and not session.state.prints[ticket]) or again:
                failed = self.world.rng.random() < 0.1
                node.give(t.PrintResult(self.world.rng.randbytes(16), ticket, "failed" if failed else "printed"))
                if not failed:
                    till.tickets[number] = session.state.tickets[ticket]
                till.printed.add(ticket)
                if again:
                    self._reprinted.add((node.life, ticket))

    # --- lies ------------------------------------------------------------------------------------------------------

    def _lie(self, session: Session) -> None:
        rng = self.world.rng
        boot, run, me = session.state.boot, session.state.run, (self.node.key, "terminal")
        opened = next(iter(session.state.view.windows.values()), None)
        window = m.WindowId(max(0, session.state.view.round_no), 1, rng.randbytes(8)) if opened is None else opened.id
        own = next(reversed(session.state.own_rounds.rounds), 1)  # any other Round is not its own to dispute
        lies: list[m.Request] = [
            m.Answer(boot, run, window, 1 + rng.randrange(300), {Spot("banker"): 10**9}),
            m.Answer(boot, run, window, 1, {Spot("banker"): 20 * (1 + rng.randrange(5))}),
            m.Answer(boot, run, window, 1 + rng.randrange(5), {Spot("nowhere"): 10, Spot("tie"): 3}),
            m.Answer(max(0, boot - 1), run, window, 2, {Spot("banker"): 20}),
            m.Answer(boot, rng.randbytes(8), window, 2, {Spot("banker"): 20}),
            m.Answer(boot, run, m.WindowId(1, 1, rng.randbytes(8)), 1, {Spot("player"): 10}),
            m.BuyCredit(boot, run, rng.randbytes(16), rng.choice((1, 777, 10**12)), "SGD"),
            m.CashOut(boot, run, rng.randbytes(16), 10**12),
            m.CashOut(boot, run, rng.randbytes(16), 1 + rng.randrange(50)),
            m.CashOut(boot, run, self._id, 1 + rng.randrange(3)),
            m.InsertTicket(boot, run, rng.randbytes(16), NO_TICKET),
            m.Dispute(boot, run, rng.randbytes(16), own, (("banker", 10, 10**6),)),
            m.Command(boot, run, rng.randbytes(8), session.state.view.round_no, m.SellCredit(self.node.key, 10**6)),
            m.Sync(boot, run, 10**9),
            m.Hello(max(0, boot - 1), run, 0, rng.randbytes(32), *me),
            m.Hello(2**53 - 1, rng.randbytes(8), 0, first_link(self.node.table), *me),
            m.Hello(boot + 1, rng.randbytes(8), 0, first_link(self.node.table), PlayerId("T9"), "terminal"),
            m.Hello(boot + 1, rng.randbytes(8), 0, first_link(self.node.table), self.node.key, "panel"),
        ]
        if rng.random() < 0.05:
            lies.append(m.Hello(boot, run, 10**6, rng.randbytes(32), *me))
            forged = m.SignedHead(10**6, rng.randbytes(32), rng.randbytes(64))
            lies.append(m.Hello(boot, run, 10**6, forged.chain, *me, forged))
            lies.append(m.Beat(boot, run, 10**9, rng.randbytes(32)))
        data = encode(rng.choice(lies))
        kind = rng.random()
        if kind < 0.2 and self._heard:
            data = rng.choice(self._heard)
        elif kind < 0.4:
            data = self._nonsense(data)
        self._heard = [*self._heard[-20:], data]
        self._shout(CONSOLE, self.node.name, data)

    def _nonsense(self, data: bytes) -> bytes:
        rng = self.world.rng
        kind = rng.randrange(5)
        if kind == 0:
            return rng.randbytes(rng.randrange(80))
        if kind == 1:
            return data[: rng.randrange(len(data))]
        if kind == 2:
            damaged = bytearray(data)
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
            return bytes(damaged)
        if kind == 3:
            return b"\x91" * 5_000
        packed: bytes = msgpack.packb({"v": 1, "m": {"type": "CashOut", "boot": True, "amount": -1.5}})
        return packed
