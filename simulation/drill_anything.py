"""What anybody could tell a table, whether he may or not: terminals, panels, followers, the shoe, the shell.

None of it is meant to go anywhere; `drill.py` mixes it with what makes the play go on.
"""

from typing import Any

from console.table.table import ClockSet, DayTold, Heard, Noticed, SpaceLeft, Stalled
from games.cards import DECK, Card
from games.round import Felt, HandId, PlayerId, Reconstructed, Spot, Voided
from protocol import legality
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.halts import Halt
from shoe_driver import link as shoe
from shoe_driver.frames import Notice
from simulation.drill_table import LEAST, OTHERS, PANELS, PARAGRAPHS, SPOTS, TERMINALS, DrilledTable
from simulation.keys import print_of, public_key
from simulation.reference.state import DEALING
from simulation.signers import BOSS, EVERYBODY, credential


class Anything(DrilledTable):
    # --- people ------------------------------------------------------------------------------------------------------

    def _from_people(self, panel: str) -> Heard:
        """Anybody, with his PIN or a wrong one: signs on or off, signs what is proposed or is not, gives it up."""
        rng, play = self.rng, self.examiner
        process, asked = self._process(panel), rng.randbytes(8)
        proposals = list(play.process.proposals.values())
        dice = rng.random()
        if dice < 0.4:
            tried = [it for it in EVERYBODY if play.tries[it.number] > 4]
            return self._signs_on(panel, rng.choice(tried or EVERYBODY), process)
        if dice < 0.45:
            return self._heard(panel, m.SignOff(*process, asked, rng.choice(("person", "idle", "badge", "shift"))))
        command_id = proposals[0].command.command_id if proposals and rng.random() < 0.9 else rng.randbytes(8)
        if dice < 0.55:
            return self._heard(panel, m.Withdraw(*process, asked, command_id))
        digest = proposals[0].digest if proposals and rng.random() < 0.9 else rng.randbytes(32)
        return self._signs(panel, rng.choice(EVERYBODY), command_id, digest)

    def _guess(self) -> Heard:
        """Again and again, of one person or of many at one panel."""
        rng = self.rng
        person = EVERYBODY[4] if self.guesses < 7 else rng.choice(EVERYBODY[4:])
        return self._heard("P3", m.SignOn(*self._process("P3"), rng.randbytes(8), "123123", person.number))

    def _about_keys(self) -> list[m.Order]:
        """Machines are swapped, stolen and found again; or somebody orders what cannot be."""
        rng, play = self.rng, self.examiner
        name, number = PlayerId(rng.choice((*TERMINALS, *TERMINALS, "P1", "A1", "T9"))), rng.randrange(5)
        role, live = play.keys.get(name, (play.peers[name].role or "terminal", public_key(name)))
        role = role if rng.random() < 0.9 else rng.choice(("display", "archive", "boss"))
        key = public_key(name, number) if rng.random() < 0.9 else "~" * 40
        if rng.random() > 0.3:
            return []
        return [m.ReplaceKey(name, role, key), m.EnrolKey(name, role, key), m.EndKey(name, role, live, "stolen")]

    def _load(self) -> m.LoadShoe:
        rng = self.rng
        self.set = [*DECK] * 4
        if rng.random() < 0.85:
            rng.shuffle(self.set)
        elif rng.random() < 0.5:  # equal cards together
            self.set.sort(key=lambda card: card.number)
        del self.set[: rng.choice((0, 0, 150, 190))]
        first_seq = None if rng.random() < 0.7 else self.examiner.shoe.last + rng.randrange(3)
        return m.LoadShoe(
            rng.choice((4, 4, 4, 6, 9 - 6)),
            rng.choice(("301", "301", "301", "999")),
            rng.choice((0, 0, 1, 3)),
            first_seq,
            rng.random() < 0.3,
        )

    # --- everybody, anything --------------------------------------------------------------------------------------

    def _hello(self, peer: str) -> Heard:
        rng, play = self.rng, self.examiner
        known = play.peers[peer]
        boot, run = known.boot, known.run
        if not boot or rng.random() < 0.2:
            boot, run = boot + rng.choice((0, 1, 1, 1, 20_000)), rng.randbytes(8)
        seq = len(self.entries) if rng.random() < 0.9 else rng.randrange(len(self.entries) + 1)
        chain = self.chains[seq] if rng.random() < 0.97 else rng.randbytes(32)
        head = rng.choice([*self.heads[-3:], None]) if self.heads else None
        if rng.random() < 0.01:
            head = self.seals.sign(seq + 1, rng.randbytes(32))
        elif rng.random() < 0.01:
            head = m.SignedHead(rng.randrange(seq + 1), rng.randbytes(32), rng.randbytes(64))
        newer = self.seals.sign(seq + 2, rng.randbytes(32)) if rng.random() < 0.005 else None
        role = "terminal" if peer in TERMINALS else OTHERS.get(peer, "panel")
        name = peer if rng.random() < 0.98 else "T9"
        hello = m.Hello(boot, run, seq, chain, PlayerId(name), role, head, newer)
        key = self._print(peer) if rng.random() < 0.99 else print_of(peer, rng.randrange(3))
        return Heard(peer, hello, role, key)

    def _from_a_terminal(self) -> Heard:
        rng, play = self.rng, self.examiner
        rich = [name for name in TERMINALS if play.credit[name]]
        peer = rng.choice(rich if play.window is not None and rich else TERMINALS)
        if rng.random() < 0.1:
            return self._from_a_follower(rng.choice((*OTHERS, *PANELS)))
        known = play.peers[peer]
        boot, run = (known.boot, known.run) if rng.random() < 0.97 else (known.boot, rng.randbytes(8))
        run = run or rng.randbytes(8)
        dice, key = rng.random(), rng.randbytes(16)
        request: m.Request
        if dice < 0.75 and play.window is not None and play.credit[peer]:
            request = self._bets(peer, boot, run, play.window)
        elif dice < 0.50 and (self._has_room(peer) or rng.random() < 0.1):
            amount = 7 if rng.random() < 0.03 else rng.choice((50, 100))
            request = m.BuyCredit(boot, run, key, amount, "SGD" if rng.random() < 0.98 else "EUR")
        elif dice < 0.58:
            credit = play.credit[peer]
            amount = rng.choice((credit, credit, credit // 2, 1)) + (rng.random() < 0.05)
            request = m.CashOut(boot, run, key, max(1, amount))
        elif dice < 0.72:
            request = m.InsertTicket(boot, run, key, self._number())
        elif dice < 0.80:
            name = rng.choice([*play.tickets]) if play.tickets else "000001"
            request = m.ReportPrint(boot, run, key, name, rng.choice(("printing", "printed", "failed", "failed")))
        elif dice < 0.81:
            round_no = max(0, play.round_no + rng.choice((-2, -1, -1, -1, 0, 0, 1)))
            request = m.Dispute(boot, run, key, round_no, (("banker", 10, 20),))
        elif dice < 0.83:
            request = m.CallAttendant(boot, run, rng.random() < 0.5)
        elif dice < 0.90:
            seq = len(self.entries) - (rng.randrange(3) if len(self.entries) > 3 else 0)
            request = m.Beat(boot, run, seq, self.chains[seq] if rng.random() < 0.98 else rng.randbytes(32))
        elif dice < 0.95:
            request = m.Sync(boot, run, rng.choice((0, 0, len(self.entries), len(self.entries) // 2, 10**6)))
        else:
            return self._hello(peer)
        return self._heard(peer, request)

    def _has_room(self, terminal: PlayerId) -> bool:
        """Who has a little credit, and has not put in what an hour allows, puts in a note."""
        play = self.examiner
        cap, in_an_hour = play.shown.notes_per_hour, sum(amount for _, amount in play.hour.get(terminal, ())[-40:])
        return play.credit[terminal] < 200 and (not cap or in_an_hour < cap)

    def _flood(self) -> list[Any]:
        """Somebody asks again and again for what he cannot have, or not so often."""
        peer = self.rng.choice(TERMINALS)
        known = self.examiner.peers[peer]
        process, keys = (known.boot, known.run or bytes(8)), [self.rng.randbytes(16) for _ in range(22)]
        if self.rng.random() < 0.5:
            return [self._heard(peer, m.InsertTicket(*process, key, "guessed")) for key in keys[:6]]
        asked: list[m.Request] = [m.CashOut(*process, key, 10**9) for key in keys]
        match self.rng.randrange(5):
            case 0:
                own = [it for it, was in self.examiner.settled.items() if peer in was.lines and self.rng.random() < 0.5]
                rounds = [*own[-2:], *(10**6 for _ in keys)]
                asked = [m.Dispute(*process, key, it, ()) for key, it in zip(keys, rounds, strict=False)]
            case 1:
                bought = [m.BuyCredit(*process, self.rng.randbytes(16), 100, "SGD") for _ in range(5)]
                asked = [*bought, *(m.CashOut(*process, key, LEAST) for key in keys)]
            case 2:
                asked = [m.CallAttendant(*process, number % 2 == 0) for number in range(62)]
            case 3:  # all but a little, and that
                credit = max(20, self.examiner.credit[peer])
                asked = [m.CashOut(*process, key, amount) for key, amount in zip(keys, (credit - 10, 10), strict=False)]
        return [self._heard(peer, it) for it in asked]

    def _from_a_follower(self, peer: str) -> Heard:
        """Behind the console's door a role is a list of requests: these ask for no money."""
        rng, play = self.rng, self.examiner
        boot, run = play.peers[peer].boot, play.peers[peer].run or rng.randbytes(8)
        dice, head = rng.random(), len(self.entries)
        if dice < 0.3:
            return self._hello(peer)
        if dice < 0.6:
            return self._heard(peer, m.Sync(boot, run, rng.choice((0, 0, head, head // 2))))
        if dice < 0.7 or peer not in PANELS:
            return self._heard(peer, m.Beat(boot, run, head, self.chains[head]))
        peer = "P4" if rng.random() < 0.5 else peer
        boot, run = play.peers[peer].boot, play.peers[peer].run or rng.randbytes(8)
        return self._heard(peer, m.FindTicket(boot, run, rng.randbytes(8), self._number()))

    def _number(self) -> str:
        rng, play = self.rng, self.examiner
        if not play.numbers or rng.random() < 0.1:
            return f"{rng.randrange(10**18):018}"
        tickets = [(number, play.tickets[name]) for number, name in play.numbers.items()]
        good = [(number, it) for number, it in tickets if it.good]
        owing = [(number, it) for number, it in tickets if play.owed_by[it.terminal, it.sitting]]
        number, _ = rng.choice(rng.choice([pool for pool in (tickets, good, owing) if pool]))
        return number

    def _bets(self, peer: str, boot: int, run: bytes, window: m.WindowId) -> m.Answer:
        rng, play = self.rng, self.examiner
        said = play.windows[window].get(peer)
        last = said.revision if said else 0
        revision = last + rng.choice((0, 1, 1, 1, 1, 1, 2, 250))
        if revision == last + 250 and last < m.REVISIONS_MAX - 1:  # to the edge, and one beside it
            revision = m.REVISIONS_MAX - 1 + len(self.entries) % 3
        bets = {Spot(spot): amount for spot, amount in play.bets.get(peer, {}).items()}
        for _ in range(rng.choice((1, 1, 2))):
            spot = Spot(rng.choice(SPOTS if rng.random() < 0.1 else SPOTS[:5]))
            amounts = (
                0,
                5,
                10,
                10,
                15,
                20,
                20,
                50,
                60,
                65,
                100,
                190,
                200,
                205,
                play.credit[peer],
                bets.get(spot, 10) - 5,
            )
            bets[spot] = max(0, rng.choice(amounts))
        return m.Answer(boot, run, window, max(1, revision), bets, "" if rng.random() < 0.99 else "hit")

    def _all_orders(self) -> list[m.Order]:
        rng, play = self.rng, self.examiner
        terminal = rng.choice((*TERMINALS, PlayerId("T9")))
        ticket = rng.choice([*play.tickets]) if play.tickets else "000001"
        found = self.found.get(rng.choice(list(PANELS)))
        proof = found.proof if found and found.proof else bytes(16)
        paragraph = rng.choice(PARAGRAPHS)
        cards = self._drawn()
        return [
            *(m.OpenTable(), m.OpenBets(), m.CloseBets(), m.AddTime(700), m.KeepSurplus(), m.CloseTable()),
            m.SetLimits(rng.choice((self.setup.felt, Felt(), self.setup.felt))),
            self._load() if rng.random() < 0.2 else m.EndShoe(max(0, play.shoe.left - rng.randrange(2))),
            m.EnterCard(rng.choice(DECK)),
            m.CorrectCards(cards),
            m.CorrectCards(tuple(rng.choice(DECK) for _ in cards)),
            m.CorrectCards((rng.choice(DECK),) * len(cards)),  # more than there are in a set
            m.Certify(self._digest() if rng.random() < 0.7 else rng.randbytes(32)),
            m.Rule(Voided(paragraph), paragraph if rng.random() < 0.9 else "5.3.1"),
            m.Rule(Reconstructed(cards), paragraph),
            m.Rule(Reconstructed(cards[1:]), "5.4"),
            m.AnswerInterruption(rng.random() < 0.5),
            m.CallSupervisor("look"),
            m.Resume(rng.choice(list(Halt))),
            m.Correct(self._whole()[rng.randrange(2) :]),
            m.VoidSettled(rng.choice((paragraph, "5.3.3"))),
            m.TakeBackVoid(),
            m.ReportForeignCard(),
            m.ReportDrawnTogether(),
            m.ReportWrongSides(self._sides()),
            m.ReportWrongSides({HandId("player"): cards, HandId("banker"): ()}),
            *(m.DealByHand(), m.DealCard(rng.choice(DECK)), m.TakeBackCard()),
            *(m.RuleOtherwise("so it shall be", effect) for effect in self._effects()),
            m.RecordRuling("so be it"),
            m.CloseDay(play.due_day or self._day()),
            m.BeginDay(play.doubted_day or self._day()),
            m.SellCredit(terminal, rng.choice((0, 50, 60, 150, 400))),
            m.PayTicket(found.ticket if found and found.ticket else ticket, proof),
            m.PayTicketByTwo(ticket, proof if rng.random() < 0.3 else None),
            m.PrintAgain(ticket),
            m.UnlockTickets(PlayerId(rng.choice((terminal, "P1", "P4")))),
            m.PayByHand(terminal, rng.choice((play.credit[terminal], 10, play.credit[terminal] + 1))),
            m.ReleaseNote(rng.choice([*play.held, 1]), rng.choice(("credit", "hand", "nobody"))),
            m.PayDue(*self._claim(play.due_to, terminal)),
            m.CollectOwed(*self._claim(play.owed_by, terminal)),
            m.RuleDispute(terminal, "looked at"),
            m.Seat(terminal, 1),  # there are no boxes
            m.AnswerFor(terminal, m.WindowId(play.round_no, 1, bytes(8)), {Spot("banker"): 100}),  # nor is this known
            m.Latch(terminal, "broken"),
            *(m.Unlatch(it) for it in TERMINALS),
            m.Attend(terminal),
            *([m.Retire(terminal)] if play.credit[terminal] or rng.random() < 0.1 else []),
            *self._about_staff(),
            *self._about_keys(),
        ]

    def _some_order(self) -> m.Order:
        rng, orders = self.rng, self._all_orders()
        if rng.random() < 0.5:  # what was given least of all that might be obeyed now: the rest is mostly refused
            might = [order for order in orders if legality.not_now(self.table.view, order) is None] or orders
            least = min(self.given[type(order)] for order in might)
            orders = [order for order in might if self.given[type(order)] == least]
        order = rng.choice(orders)
        self.given[type(order)] += 1
        return order

    def _effects(self) -> tuple[m.Effect, ...]:
        rng, play = self.rng, self.examiner
        bettors = tuple(PlayerId(name) for name in play.bets) or TERMINALS[:1]
        return (
            *(m.Conclude(), m.VoidRound(), m.RoundWithoutBets()),
            m.ReturnBets(bettors[: 1 + rng.randrange(2)]),
            m.ReturnBets((rng.choice(TERMINALS), rng.choice(TERMINALS))),
            m.PayFromHouse(rng.choice((*TERMINALS, PlayerId("T9"))), rng.choice((1, 100, 501))),
        )

    def _sides(self) -> dict[HandId, tuple[Card, ...]]:
        """The Hands, exchanged."""
        hands, other = self.table.view.hands, {"player": "banker", "banker": "player"}
        return {HandId(other[hand]): tuple(card for card in cards if card) for hand, cards in hands.items()}

    def _about_staff(self) -> list[m.Order]:
        rng, person = self.rng, self.rng.choice(EVERYBODY[4:])  # without the others the play would end
        position = rng.choice((-2, -1, 0, 1, 2, 3, 4))
        return [
            m.AdmitStaff(person.number, rng.choice((person.name, " ")), position, credential(person.number)),
            m.SetCredential(rng.choice((person.number, "999")), credential(person.number)),
            m.AssignStaff(rng.choice((person.number, "999")), position),
            m.DisableStaff(rng.choice((person.number, "999")), "has left"),
            m.DisableStaff(BOSS.number, "the last one"),
            m.Latch(PlayerId(rng.choice(("A1", "P2"))), "look at it"),
        ]

    def _claim(self, claims: Any, terminal: PlayerId) -> tuple[PlayerId, int]:
        stands = [claim for claim, amount in claims.items() if amount]
        name, sitting = self.rng.choice(stands) if stands else (terminal, 1)
        return PlayerId(name), sitting

    def _next_card(self) -> shoe.ShoeEvent:
        if not self.set:
            return shoe.ShoeEmpty(self.examiner.shoe.last + 1)
        return shoe.CardSeen(self.examiner.shoe.last + 1, self.set.pop().text)

    def _from_the_shoe(self) -> shoe.ShoeEvent:
        rng, last = self.rng, self.examiner.shoe.last
        dice = rng.random()
        if dice < 0.55 and self.examiner.phase == DEALING:
            return self._next_card()
        number = last + rng.choice((-1, 0, 1, 1, 2, 3))
        entered = self.examiner.shoe.entered
        face = rng.choice(entered) if entered and rng.random() < 0.5 else rng.choice(DECK).text
        if dice < 0.70:
            return shoe.CardSeen(rng.choice((None, number, number)), face if rng.random() < 0.9 else "XX")
        events: list[shoe.ShoeEvent] = [
            shoe.CardUnread(number),
            shoe.CardsTogether(number, 3),
            *[shoe.CutCardSeen(rng.choice((None, number)))] * 2,
            shoe.ShoeEmpty(rng.choice((None, number))),
            shoe.LinkLost("cable"),
            *[shoe.LinkRestored(rng.choice(("S1", "S1", "S2")))] * 3,
            shoe.ShoeNotice(rng.choice(list(Notice)), b""),
            shoe.ResultSeen(rng.choice(("player", "banker", "tie", "none")), rng.choice(((), ("player",)))),
            shoe.CardConflict(number, face, "9S"),
            shoe.LinkFaulty("noise"),
            shoe.TapeFailed("full"),
        ]
        return rng.choice(events)

    def _from_the_shell(self) -> Any:
        rng = self.rng
        self.day += rng.random() < 0.3
        told = DayTold(self._day(rng.choice((0, 0, 0, -1, 3, 6, 9, 12, 40))))
        return rng.choice(
            (told, told, told, ClockSet(5), Stalled(), SpaceLeft(rng.random() < 0.7), Noticed("disk", Alarm.NO_MEMORY))
        )
