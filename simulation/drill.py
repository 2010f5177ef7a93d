"""The production table alone, told whatever anybody could tell it, straight against the reference model.

No network and no people who mean well: dealers who may not, Bets beside every limit, cards that nobody expects, all in
any order, with crashes between. What the cluster meets once in a thousand seeds happens here all the time. It must not
help the table: an order that has to be refused is as good as one that has to be obeyed.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final, get_args

from msgspec.structs import replace

from console.table.delivery import Delivery, expanded, signed
from console.table.signing import SHELL
from console.table.state import Setup
from console.table.table import ClockSet, DayTold, Heard, Noticed, PinChecked, SpaceLeft, Stalled, Started, Table
from games.cards import DECK, Card
from games.round import Felt, HandId, Limit, PlayerId, Reconstructed, Spot, Voided
from protocol import events as e
from protocol import messages as m
from protocol import moves
from protocol.chain import Entry, first_link
from protocol.codec import decode_event
from protocol.events import STAFF, audience_of
from protocol.halts import Halt
from protocol.keyring import fingerprint
from protocol.loop import Pen, Reply, run_batch
from protocol.view import cards_digest
from shoe_driver import link as shoe
from shoe_driver.frames import Notice
from simulation import oracle
from simulation.keys import enrolment, print_of, public_key
from simulation.reference.people import who_signs
from simulation.reference.state import BETTING, CLOSED, DEALING, READY, RESULT, Terms
from simulation.reference.table import Examiner
from simulation.reference.tape import Objection
from simulation.seals import Seals
from simulation.signers import (
    BOSS,
    DEALER,
    EVERYBODY,
    MANAGER,
    SECOND,
    TECHNICIAN,
    badge_of,
    credential,
    founders,
    is_right,
    pin_of,
)
from simulation.world import Crash, Violation

TABLE: Final = "DRILL"
LEAST: Final = 20  # chip
TERMINALS: Final = tuple(PlayerId(f"T{number}") for number in (1, 2, 3))
PANELS: Final = {f"P{person.position}": person for person in (DEALER, SECOND, MANAGER, BOSS)}  # who is mostly there
CAPS: Final = e.Caps(*(e.CashCap(cashier=60, dealer=50, pit_supervisor=150, pit_manager=400) for _ in range(3)))
# Where much is sold: low enough that nobody's day is long.
A_DAY: Final = e.CashCap(cashier=120, dealer=100, pit_supervisor=300, pit_manager=600, shift_manager=1_200)
SIGNERS: Final = (SECOND, MANAGER, BOSS, TECHNICIAN)
OTHERS: Final = {"D1": "display", "A1": "archive", "W1": "witness"}
SPOTS: Final = ("player", "banker", "tie", "player_pair", "banker_pair", "nowhere")
PARAGRAPHS: Final = ("5.1.2", "5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5", "5.4", "5.5", "5.7", "5.12", "3.7")


class Drill:
    def __init__(self, seed: int, *, desk: bool = False) -> None:
        """`desk`: one at which credit is sold all the time, and where a person's gaming day has an end."""
        self.desk = Random(f"desk {seed}") if desk else None
        self.rng = rng = Random(f"drill {seed}")
        limits = {spot: Limit(10, 400 if spot in ("player", "banker") else 60, 5) for spot in SPOTS[:5]}
        total = Limit(10, 400, 5) if rng.random() < 0.3 else None
        felt = Felt(limits=limits, total=total, differential=rng.choice((None, 100)))
        placard = e.Placard(
            currency="SGD",
            chips=(LEAST, 100),
            notes=(50, 100),
            notes_per_hour=rng.choice((1_000, 100_000)),
            ticket_days=rng.choice((0, 2)),
            caps=replace(CAPS, day=A_DAY) if desk else CAPS,
        )
        rules: dict[str, Any] = {"countdown_ms": 2_000, "placard": placard, "strict": rng.random() < 0.2}
        self.setup = Setup(TABLE, "baccarat", felt, **rules, secret=b"drill", snapshot_from=20, house_pays_max=500)
        self.seals = Seals(TABLE)
        self.entries: list[Entry] = []
        self.heads: list[m.SignedHead] = []
        self.chains = [first_link(TABLE)]
        pins = {it.number: pin_of(it.number) for it in EVERYBODY}
        terms = Terms(
            felt, 2_000, placard, self.setup.takeover_ms, 20, self.setup.strict, pins=pins, house_pays_max=500
        )
        self.examiner = Examiner(terms, self.chains, self.seals.verify)
        self.now_ms = self.day = self.crashes = 0
        self.outside = ("A1",) if rng.random() < 0.3 else ()
        self.said: list[Any] = []  # what may come again
        self.given: Counter[type] = Counter()  # orders, by kind
        self.found: dict[str, m.TicketFound] = {}
        self.set: list[Card] = []
        self.looked_at: list[PinChecked] = []  # by the shell, and nobody was told yet
        self._knows_pins = 0.8  # how often a PIN is right
        self.guesses = 0  # of somebody's PIN that are still to come
        self.start()

    # --- the console's process -----------------------------------------------------------------------------------

    def start(self) -> None:
        self.table = Table(self.setup, self._chain_at, verify=self.seals.verify)
        for entry in self.entries:
            self.table.apply(entry, decode_event(entry.body))
        self.pen = Pen(len(self.entries), self.chains[-1], decode_event, audience_of, lambda: self.rng.randbytes(16))
        self.delivery = Delivery(len(self.entries))
        self.examiner.restarted()
        self._crashes, self.looked_at = False, []
        peers = [(it, "terminal") for it in TERMINALS] + [(it, "panel") for it in PANELS] + list(OTHERS.items())
        keys = tuple(
            enrolment(name, role) for name, role in peers if self.outside or role not in ("archive", "witness")
        )
        self._decide([Started((), founders(), keys), DayTold(self._day())])

    def _chain_at(self, seq: int) -> bytes | None:
        return self.chains[seq] if seq < len(self.chains) else None

    def commit(self, entries: Sequence[Entry]) -> None:
        if self._crashes:
            raise Crash("before the commit")
        self.entries += entries
        self.chains += [entry.chain for entry in entries]
        self.heads.append(self.seals.sign(entries[-1].seq, entries[-1].chain))
        self.examiner.judge([decode_event(entry.body) for entry in entries], [entry.audience for entry in entries])

    def publish(self, entries: Sequence[Entry]) -> None:
        batches, replies = self.delivery.after_commit(entries, list(PANELS), self._read)
        for batch in batches:
            self._sent("*", batch)
        for reply in replies:
            self.send(reply)

    def send(self, reply: Reply) -> None:
        if reply.to == SHELL:
            check = reply.message
            self.looked_at.append(PinChecked(check.panel, check.id, is_right(check)))
            return
        reader = STAFF if reply.to in PANELS else reply.to
        if OTHERS.get(reply.to) in ("archive", "witness"):
            reader = OTHERS[reply.to]
        whole = expanded(reply, reader, len(self.entries), self._read)
        if whole is not None:
            self._sent(whole.to, signed(whole.message, self.heads[-1]))

    def _sent(self, to: str, message: Any) -> None:
        if isinstance(message, m.TicketFound):
            self.found[to] = message
        self.examiner.sent(self.now_ms, to, message, tuple(PANELS))

    def _read(self, first: int, last: int) -> Sequence[Entry]:
        return self.entries[first - 1 : last]

    def _decide(self, inputs: Sequence[Any], *, crashes: bool = False) -> None:
        self._crashes = crashes
        self.examiner.batch(self.now_ms, inputs)
        run_batch(self.table, self.pen, self, self, self.now_ms, str(self.now_ms), inputs)
        self.examiner.decided()
        self.table.check()

    def kinds(self) -> set[str]:
        """Of the entries that came of it; of orders, which one."""
        events = [decode_event(entry.body) for entry in self.entries]
        orders = [it for it in events if isinstance(it, e.Ordered | e.OrderRefused)]
        answers = {f"{type(it).__name__} {type(it.order).__name__}" for it in orders}
        return {type(it).__name__ for it in events} | answers

    # --- what is said --------------------------------------------------------------------------------------------

    def step(self) -> None:
        rng = self.rng
        self.now_ms += rng.choice((0, 0, 1, 20, 20, 100, 100, 300, 900, 2_600))
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
        try:
            self._decide(inputs, crashes=rng.random() < 0.01)
            self.examiner.sent(self.now_ms, "*", self._pulse(), tuple(PANELS))
            if rng.random() < 0.004:
                raise Crash("killed")
        except Crash:
            self.crashes += 1
            self.start()

    def _pulse(self) -> m.Pulse:
        return self.table.pulse(self.now_ms, len(self.entries), self.chains[-1])

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

    def _heard(self, peer: str, request: m.Request) -> Heard:
        role = "terminal" if peer in TERMINALS else OTHERS.get(peer, "panel")
        shown = next((it.number for it in EVERYBODY if badge_of(it.number) == getattr(request, "badge", "")), "")
        return Heard(peer, request, role, self._print(peer), shown)

    def _ordered(self, panel: str, order: m.Order) -> Heard:
        rng, play = self.rng, self.examiner
        known = play.peers[panel]
        round_no = play.round_no if rng.random() < 0.9 else max(0, play.round_no - rng.randrange(4))
        if isinstance(order, m.Correct | m.TakeBackVoid) and rng.random() < 0.7:
            round_no = max(0, play.round_no - rng.randrange(3))
        window = play.window if rng.random() < 0.95 else m.WindowId(play.round_no, 1, rng.randbytes(8))
        run = known.run or rng.randbytes(8)
        return self._heard(panel, m.Command(known.boot, run, rng.randbytes(8), round_no, order, window))

    def _at_the_desk(self, rng: Random) -> list[Heard]:
        """Whoever is at a panel sells; the rule book of the other drills, with dice of its own."""
        panel, dice = rng.choice(tuple(PANELS)), rng.random()
        if dice < 0.2:
            return []
        sale = m.SellCredit(rng.choice(TERMINALS), rng.choice((10, 40, 50, 50, 60)))
        order: m.Order = m.RotateConsole(public_key("console", 2)) if dice < 0.23 else sale
        command = m.Command(*self._process(panel), rng.randbytes(8), self.examiner.round_no, order, None)
        return [self._heard(panel, command)]

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
            return self._heard(panel, m.SignOff(*process, asked, rng.choice(("person", "idle", "badge"))))
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

    def _print(self, peer: str) -> str:
        """Of the key that the door lets in; of the last one, when there is none and it spoke just before."""
        live = self.examiner.keys.get(peer)
        return fingerprint(live[1]) if live is not None else self.examiner.peers[peer].key

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

    def _process(self, panel: str) -> tuple[int, bytes]:
        known = self.examiner.peers[panel]
        return known.boot, known.run or self.rng.randbytes(8)

    def _pin(self, person: m.Person) -> str:
        return pin_of(person.number) if self.rng.random() < self._knows_pins else "123123"

    def _signs_on(self, panel: str, person: m.Person, process: tuple[int, bytes]) -> Heard:
        number, badge = (person.number, "") if self.rng.random() < 0.8 else ("", badge_of(person.number))
        if self.rng.random() < 0.02:
            number, badge = "999", ""
        return self._heard(panel, m.SignOn(*process, self.rng.randbytes(8), self._pin(person), number, badge))

    def _signs(self, panel: str, person: m.Person, command_id: bytes, digest: bytes) -> Heard:
        process, asked = self._process(panel), self.rng.randbytes(8)
        number, badge = (person.number, "") if self.rng.random() < 0.8 else ("", badge_of(person.number))
        return self._heard(panel, m.Sign(*process, asked, command_id, digest, self._pin(person), number, badge))

    # --- so that the play goes on ------------------------------------------------------------------------------------

    def _what_is_next(self) -> Any:
        """What people who mean well would do; and everybody who is not here says Hello."""
        play, rng = self.examiner, self.rng
        absent = [name for name in (*PANELS, *TERMINALS, *OTHERS) if not play.peers[name].greeted]
        if absent:
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
            dice = rng.random()
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

    def _digest(self) -> bytes:
        return cards_digest(self.table.view)

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

    def _whole(self) -> tuple[Card, ...]:
        """Cards that make a whole Round."""
        cards = tuple(self.rng.choice(DECK) for _ in range(6))
        *_, left = oracle.deal([card.text for card in cards])
        return cards[: 6 - len(left)]

    def _drawn(self) -> tuple[Card, ...]:
        cards = [card for card in DECK for _ in range(self.examiner.drawn.count(card.text))]
        self.rng.shuffle(cards)
        return tuple(cards)

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
        peer = rng.choice(TERMINALS)
        if rng.random() < 0.1:
            return self._from_a_follower(rng.choice((*OTHERS, *PANELS)))
        known = play.peers[peer]
        boot, run = (known.boot, known.run) if rng.random() < 0.97 else (known.boot, rng.randbytes(8))
        run = run or rng.randbytes(8)
        dice, key = rng.random(), rng.randbytes(16)
        request: m.Request
        if dice < 0.75 and play.window is not None and play.credit[peer]:
            request = self._bets(peer, boot, run, play.window)
        elif dice < 0.50 and (play.credit[peer] < 200 or rng.random() < 0.1):
            amount = 7 if rng.random() < 0.03 else rng.choice((50, 100))
            request = m.BuyCredit(boot, run, key, amount, "SGD" if rng.random() < 0.98 else "EUR")
        elif dice < 0.58:
            credit = play.credit[peer]
            request = m.CashOut(boot, run, key, max(1, rng.choice((credit, credit, credit + 1, credit // 2, 1))))
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
        known = [*self.examiner.numbers]
        return self.rng.choice(known) if known and self.rng.random() < 0.9 else f"{self.rng.randrange(10**18):018}"

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

    def _some_order(self) -> m.Order:
        rng, play = self.rng, self.examiner
        terminal = rng.choice((*TERMINALS, PlayerId("T9")))
        ticket = rng.choice([*play.tickets]) if play.tickets else "000001"
        found = self.found.get(rng.choice(list(PANELS)))
        proof = found.proof if found and found.proof else bytes(16)
        paragraph = rng.choice(PARAGRAPHS)
        cards = self._drawn()
        orders: list[m.Order] = [
            *(m.OpenTable(), m.OpenBets(), m.CloseBets(), m.AddTime(700), m.KeepSurplus(), m.CloseTable()),
            m.SetLimits(rng.choice((self.setup.felt, Felt(), self.setup.felt))),
            self._load() if rng.random() < 0.2 else m.EndShoe(max(0, play.shoe.left - rng.randrange(2))),
            m.EnterCard(rng.choice(DECK)),
            m.CorrectCards(cards),
            m.CorrectCards(tuple(rng.choice(DECK) for _ in cards)),
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
            m.Latch(terminal, "broken"),
            *(m.Unlatch(it) for it in TERMINALS),
            m.Attend(terminal),
            *([m.Retire(terminal)] if play.credit[terminal] or rng.random() < 0.1 else []),
            *self._about_staff(),
            *self._about_keys(),
        ]
        if rng.random() < 0.5:  # what was given least of all that might be obeyed now: the rest is mostly refused
            might = [order for order in orders if moves.not_now(self.table.view, order) is None] or orders
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
        face = rng.choice(DECK).text
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
        self.day += rng.random() < 0.2
        told = DayTold(self._day(rng.choice((0, 0, -1, 3, 6, 9, 12, 40))))
        return rng.choice(
            (told, told, told, ClockSet(5), Stalled(), SpaceLeft(rng.random() < 0.7), Noticed("disk", "slow"))
        )

    def _day(self, ahead: int = 0) -> str:
        number = max(0, self.day + ahead)
        return f"2027-{1 + number // 28 % 12:02}-{1 + number % 28:02}"


ORDERS: Final = tuple(kind.__name__ for kind in get_args(m.Order))
# Come up in too few drills to be asked for in thirty of them.
RARE: Final = frozenset(
    {
        "Ordered CollectOwed",
        "Ordered Retire",
        "Ordered UnlockTickets",
        "Ordered EnrolKey",
        "Ordered EndKey",
        "Ordered DealByHand",
        *("Ordered RotateConsole", "OrderRefused RotateConsole"),  # at the desk alone, and no shell here has a new key
    }
    | {"Ordered Seat"}  # never: there are no boxes
)


def run(seed: int, steps: int, *, desk: bool = False) -> Drill:
    """Raises a Violation that names the step, or whatever the table's own invariants say."""
    drill = Drill(seed, desk=desk)
    for step in range(steps):
        try:
            drill.step()
        except Objection as objection:
            raise Violation("R", f"drill {seed}, step {step}: {objection}") from None
    return drill
