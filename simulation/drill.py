"""The production table alone, told whatever anybody could tell it, straight against the reference model.

No network and no people who mean well: dealers who may not, Bets beside every limit, cards that nobody expects, all in
any order, with crashes between. What the cluster meets once in a thousand seeds happens here all the time. It must not
help the table: an order that has to be refused is as good as one that has to be obeyed.
"""

from random import Random
from typing import Any, Final, get_args

from console.table.table import Heard
from games.cards import DECK
from games.round import PlayerId, Reconstructed, Voided
from protocol import messages as m
from protocol.halts import Halt
from shoe_driver import link as shoe
from simulation.drill_openings import Openings
from simulation.drill_table import OTHERS, PANELS, SIGNERS, TERMINALS
from simulation.keys import public_key
from simulation.reference.people import who_signs
from simulation.reference.state import BETTING, CLOSED, DEALING, READY, RESULT
from simulation.reference.tape import Objection
from simulation.signers import BOSS
from simulation.world import Crash, Violation


class Drill(Openings):
    # --- what is said --------------------------------------------------------------------------------------------

    def step(self) -> None:
        self.tell_a_past()
        rng = self.rng
        self.now_ms += rng.choice((0, 0, 1, 20, 20, 100, 100, 300, 900, 2_600))
        if rng.random() < 0.002:
            self.now_ms += rng.choice((15_000, 1_200_000))  # nobody does anything: waits end, and hours
        inputs = [self._some_input() for _ in range(rng.choice((1, 1, 1, 2, 3)))]
        if self.looked_at and (self.guesses or rng.random() < 0.7):
            inputs.append(self.looked_at.pop(0))
        self.guesses = self.guesses or (rng.choice((6, 12)) if rng.random() < 0.005 else 0)
        if self.guesses:
            self.guesses -= 1
            inputs.append(self._guess())
        if rng.random() < 0.01:
            inputs += self._flood()
        if self.desk is not None:
            inputs += self._at_the_desk(self.desk)
        self.said = [*self.said[-40:], *inputs]
        inputs += [*self._recalls(), *self._untimely(), *self._about_the_past()]
        try:
            self._decide(inputs, crashes=rng.random() < 0.01)
            self.examiner.sent(self.now_ms, "*", self._pulse(), tuple(PANELS))
            if rng.random() < 0.004:
                raise Crash("killed")
        except Crash:
            self.crashes += 1
            self.start()

    def _some_input(self) -> Any:
        rng = self.rng
        dice = rng.random()
        if dice < 0.03 and self.said:
            return rng.choice(self.said)  # once more, or long after
        if dice < 0.45:
            self._knows_pins = 0.99
            meant_well, self._knows_pins = self._what_is_next(), 0.8
            return meant_well
        if dice < 0.50:
            return self._from_the_shoe()
        if dice < 0.515:
            return self._from_the_shell()
        if dice < 0.61:
            return self._ordered(rng.choice((*PANELS, "P4", "T1")), self._some_order())
        if dice < 0.65:
            return self._from_people(rng.choice(("P1", "P1", "P2", "P2", "P3", "P3", "P4")))
        return self._from_a_terminal()

    def _recalls(self) -> list[Any]:
        """001 §5.6: earlier Rounds are looked for and corrected, from dice of their own."""
        rng, play = self.recalls, self.examiner
        if self.looked_for and rng.random() < 0.3:
            return [self.looked_for.pop(0)]
        if rng.random() > 0.04 or not play.round_no:
            return []
        panel, round_no = rng.choice(list(PANELS)), 1 + rng.randrange(play.round_no + 1)
        known = play.peers[panel]
        cards = self.rng.getstate()
        order: m.Order = m.RecallRound(round_no) if rng.random() < 0.6 else m.Correct(self._whole())
        self.rng.setstate(cards)
        about = rng.choice(play.recalled) if play.recalled and rng.random() < 0.8 else round_no
        return [self._heard(panel, m.Command(known.boot, known.run or bytes(8), rng.randbytes(8), about, order))]

    def _untimely(self) -> list[Any]:
        """What seldom comes together, in a share of the drills and from dice of their own: a terminal is switched off
        and on with a note under way; it shows our signature on another log (FAULTS C8, C13), people find it lying, and
        it goes on; one that has bet all it has is retired; a ticket that was looked up is to be paid without its proof.
        """
        rng, play = self.liars, self.examiner
        if rng is None:
            return []
        under_way = [name for name in TERMINALS if name in play.process.passed]
        if under_way and rng.random() < 0.3:
            (boot, run), _since_ms = play.process.passed[under_way[0]]
            return [self._heard(under_way[0], m.BuyCredit(boot, run, rng.randbytes(16), 50, "SGD"))]
        if rng.random() > 0.06:
            return []
        panel, peer = play.peers["P4"], rng.choice(TERMINALS)
        order: m.Order | None = None
        if all_in := [name for name in TERMINALS if play.stake[name] and not play.credit[name]]:
            order = m.Retire(all_in[0]) if rng.random() < 0.3 else None
        found = self.found.get("P4")
        if order is None and found is not None and found.standing == "good" and rng.random() < 0.5:
            order = m.PayTicket(found.ticket, rng.randbytes(16))  # its number was typed in, but not for this
        doubted = [name for name in TERMINALS if play.peers[name].doubted]
        if order is None and not doubted and Halt.HISTORY in play.halts:
            order = m.Latch(peer, "it claims a log that is not ours")
        if order is not None:
            return [self._heard("P4", m.Command(panel.boot, panel.run, rng.randbytes(8), play.round_no, order))]
        peer = doubted[0] if doubted else peer
        off = rng.random() < 0.5
        boot, run = play.peers[peer].boot, play.peers[peer].run
        if off:
            boot, run = boot + 1, rng.randbytes(8)
            self.now_ms += play.terms.takeover_ms + 1  # as long as it is silent
        lies = rng.random() < (0.5 if doubted else 0.05)
        head = len(self.entries)
        proof = self.seals.sign(head + 1, rng.randbytes(32)) if lies else self.heads[-1]
        hello = m.Hello(boot, run, head, self.chains[head], peer, "terminal", proof)
        return [Heard(peer, hello, "terminal", self._print(peer))]

    def _at_the_desk(self, rng: Random) -> list[Heard]:
        """Whoever is at a panel sells; the rule book of the other drills, with dice of its own."""
        panel, dice = rng.choice(tuple(PANELS)), rng.random()
        if dice < 0.2:
            return []
        sale = m.SellCredit(rng.choice(TERMINALS), rng.choice((10, 40, 50, 50, 60)))
        order: m.Order = m.RotateConsole(public_key("console", 2)) if dice < 0.23 else sale
        command = m.Command(*self._process(panel), rng.randbytes(8), self.examiner.round_no, order, None)
        return [self._heard(panel, command)]

    # --- so that the play goes on ------------------------------------------------------------------------------------

    def _what_is_next(self) -> Any:
        """What people who mean well would do; and everybody who is not here says Hello."""
        play, rng = self.examiner, self.rng
        absent = [name for name in (*PANELS, *TERMINALS, *OTHERS) if not play.peers[name].greeted]
        if absent and rng.random() < 0.8:  # one that is denied for good holds up nobody else
            return self._hello(rng.choice(absent))
        if Halt.SHOE_LOST in play.halts and rng.random() < 0.5:
            return shoe.LinkRestored(play.shoe.serial or "S1")
        if play.phase == BETTING and not play.halts and rng.random() < 0.8:
            return self._from_a_terminal()
        if "P4" not in play.process.checks and play.sessions.get("P4", ("", 0))[0] != BOSS.number:
            return self._signs_on("P4", BOSS, self._process("P4"))
        empty = [panel for panel in PANELS if panel not in play.sessions]
        if empty and rng.random() < 0.1:
            return self._signs_on(empty[0], PANELS[empty[0]], self._process(empty[0]))
        if "P4" in play.process.checks and self.looked_at and rng.random() < 0.8:
            return self.looked_at.pop(0)
        if "P4" in play.process.proposals and "P4" not in play.process.checks and rng.random() < 0.9:
            proposed = play.process.proposals["P4"]
            may = who_signs(play, proposed.command, proposed.by)
            signer = next((it for it in SIGNERS if it.position in may and it.number != proposed.by.number), BOSS)
            return self._signs("P4", signer, proposed.command.command_id, proposed.digest)
        order = self._right_order()
        if order is None:
            return self._next_card()
        return self._ordered("P4", order)

    def _right_order(self) -> m.Order | None:
        play, rng = self.examiner, self.rng
        out = [name for name in TERMINALS if play.peers[name].latched]
        if out and rng.random() < 0.1 and out[0] in play.keys:  # it gets another machine
            return m.ReplaceKey(out[0], "terminal", public_key(out[0], rng.randrange(1_000)))
        if out and rng.random() < 0.5:
            return m.Unlatch(out[0])
        disputes = [name for name in TERMINALS if play.peers[name].disputed]
        if disputes and rng.random() < 0.5:
            return m.RuleDispute(disputes[0], "looked at")
        if rng.random() < 0.15 and (services := self._services()):
            return rng.choice(services)
        if play.halts and (play.phase != CLOSED or Halt.UNCONFIRMED in play.halts or rng.random() < 0.5):
            return self._remedy()
        if play.phase == CLOSED:
            closes = play.due_day or (self._day() if rng.random() < 0.3 else "")
            return m.CloseDay(closes) if closes else m.OpenTable()
        if play.phase == READY:
            dice = rng.random() * (0.75 if self._left_behind() else 1.0)
            if dice < 0.14 and play.round_no in play.settled and play.settled[play.round_no].void:
                return m.TakeBackVoid()
            if dice < 0.14:
                return (
                    m.Correct(self._whole())
                    if rng.random() < 0.7
                    else m.VoidSettled(rng.choice(("5.3.3", "5.3.1", "5.12")))
                )
            if dice < 0.20:
                return m.CloseTable() if dice < 0.17 else m.EndShoe(max(0, play.shoe.left))
            if dice < 0.22:
                return m.SetLimits(self.setup.felt)
            if dice < 0.26:
                return m.RuleOtherwise("nobody bets on the card that is kept", m.RoundWithoutBets())
            ends = play.shoe.rounds_left == 0 or play.shoe.foreign or play.shoe.withdrawn or play.shoe.left < 8
            if (not (play.shoe.live or play.shoe.burning) or ends) and rng.random() < 0.8:
                return self._load() if rng.random() < 0.7 else m.EndShoe(max(0, play.shoe.left))
            return None if play.shoe.burning else m.OpenBets()
        if play.phase == BETTING:
            return m.CloseBets() if rng.random() < 0.7 else m.AddTime(500)
        if play.shoe.by_hand and play.phase == DEALING and self.set:
            return m.DealCard(self.set.pop()) if rng.random() < 0.9 else m.TakeBackCard()
        if play.phase == RESULT and rng.random() < 0.06:
            other = rng.choice((self._whole(), self._drawn(), (rng.choice(DECK),) * 6))
            return m.CorrectCards(other) if rng.random() < 0.7 else m.ReportWrongSides(self._sides())
        return m.Certify(self._digest()) if play.phase == RESULT else None

    def _services(self) -> list[m.Order]:
        """What waits for somebody, whatever the table does."""
        play = self.examiner
        claims: list[m.Order] = [m.PayDue(PlayerId(it), of) for (it, of), amount in play.due_to.items() if amount]
        claims += [m.CollectOwed(PlayerId(it), of) for (it, of), amount in play.owed_by.items() if amount]
        claims += [m.PrintAgain(name) for name, ticket in play.tickets.items() if ticket.printed == "failed"]
        found = self.found.get("P4")
        claims += [m.PayTicket(found.ticket, found.proof)] if found is not None and found.standing == "good" else []
        claims += [m.UnlockTickets(PlayerId(name)) for name in sorted(play.locked)]
        claims += [self.rng.choice(self._about_staff()[:4])]
        new = (public_key(name, self.rng.randrange(1_000)) for name in TERMINALS)
        claims += [
            m.EnrolKey(name, "terminal", key) for name, key in zip(TERMINALS, new, strict=True) if name not in play.keys
        ]
        return [*claims, m.BeginDay(play.doubted_day)] if play.doubted_day else claims

    def _remedy(self) -> m.Order:
        play, rng = self.examiner, self.rng
        halt = rng.choice(sorted(play.halts))
        if rng.random() < 0.2:  # the wrong one
            return rng.choice((m.Resume(Halt(halt)), m.AnswerInterruption(True), m.KeepSurplus(), self._load()))
        orders: dict[str, m.Order] = {
            "interrupted": m.AnswerInterruption(rng.random() < 0.5),
            "card_missing": m.EnterCard(rng.choice(DECK)) if rng.random() < 0.9 else m.ReportForeignCard(),
            "shoe_lost": m.DealByHand(),
            "surplus": m.KeepSurplus() if rng.random() < 0.5 else m.Rule(Reconstructed(self._drawn()), "5.4"),
            "drawn_together": m.Rule(Reconstructed(self._drawn()), "5.7"),
        }
        if halt in ("foreign_card", "shoe_dry", "unshuffled") or rng.random() < 0.1:
            paragraph = {"shoe_dry": "5.3.4", "unshuffled": "5.3.5"}.get(halt, "5.3.1")
            if rng.random() < 0.3:
                return m.Resume(Halt(halt)) if rng.random() < 0.7 else self._load()
            if halt == "unshuffled" and rng.random() < 0.4:
                paragraph = "5.3.3"  # the Round, for another reason: the set is what it was
            return m.Rule(Voided(paragraph), paragraph) if play.in_round else self._load()
        return orders.get(halt, m.Resume(Halt(halt)))


ORDERS: Final = tuple(kind.__name__ for kind in get_args(m.Order))
# Come up in too few drills to be asked for in thirty of them.
RARE: Final = frozenset(
    {
        *("Ordered GiveUpTicket", "OrderRefused GiveUpTicket"),  # here is one table alone: `simulation/house.py`
        *("Ordered CashForeignTicket", "OrderRefused CashForeignTicket"),
        # Never: it has no participants, and no person here thinks of them.
        *(
            f"{answer} {order}"
            for answer in ("Ordered", "OrderRefused")
            for order in ("GrantCoins", "ExcludeParticipant")
        ),
        "Ordered CollectOwed",
        "Ordered Retire",
        "Ordered UnlockTickets",
        "Ordered EnrolKey",
        "Ordered EndKey",
        "Ordered DealByHand",
        *("Ordered RotateConsole", "OrderRefused RotateConsole"),  # at the desk alone, and no shell here has a new key
    }
    | {"Ordered Seat", "Ordered AnswerFor"}  # never: there are no boxes, and baccarat is no game for one's own Hand
)


def run(seed: int, steps: int, *, desk: bool = False, tells: bool | None = None) -> Drill:
    """Raises a Violation that names the step, or whatever the table's own invariants say."""
    drill = Drill(seed, desk=desk, tells=tells)
    done = 0
    while done + drill.batches < steps:  # an act of a told past costs as much as any other
        try:
            drill.step()
        except Objection as objection:
            where = f"drill {seed}, step {done}" + (f", {drill.past}" if drill.past else "")
            raise Violation("R", f"{where}: {objection}") from None
        done += 1
    return drill
