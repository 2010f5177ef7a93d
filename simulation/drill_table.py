"""The production table with nothing around it but the reference model: a process that is started, told, killed.

Also what everybody in a drill needs to say anything at all: who he is, his key, his PIN.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from console.recall import LARGE, found_at_once, search
from console.table.delivery import Delivery, expanded, signed
from console.table.recalling import FindRound, RoundFound
from console.table.signing import SHELL
from console.table.state import Setup
from console.table.table import DayTold, Heard, PinChecked, Started, Table
from games.cards import DECK, Card
from games.round import Felt, Limit, PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, first_link
from protocol.codec import decode_event
from protocol.events import STAFF, audience_of
from protocol.keyring import fingerprint
from protocol.loop import Pen, Reply, run_batch
from protocol.view import cards_digest
from simulation import oracle
from simulation.keys import enrolment
from simulation.reference.money import sitting
from simulation.reference.sight import compare
from simulation.reference.state import Terms
from simulation.reference.table import Examiner
from simulation.seals import Seals
from simulation.signers import (
    BOSS,
    DEALER,
    EVERYBODY,
    MANAGER,
    SECOND,
    TECHNICIAN,
    badge_of,
    founders,
    is_right,
    pin_of,
)
from simulation.world import Crash

TABLE: Final = "DRILL"
LEAST: Final = 20  # chip
LIARS_ONE_IN: Final = 4  # drills: each of their words may stop the table
TERMINALS: Final = tuple(PlayerId(f"T{number}") for number in (1, 2, 3))
PANELS: Final = {f"P{person.position}": person for person in (DEALER, SECOND, MANAGER, BOSS)}  # who is mostly there
CAP: Final = e.CashCap(cashier=60, dealer=50, pit_supervisor=150, pit_manager=400)
CAPS: Final = e.Caps(CAP, CAP, CAP)
# Where much is sold: low enough that nobody's day is long.
A_DAY: Final = e.CashCap(cashier=120, dealer=100, pit_supervisor=300, pit_manager=600, shift_manager=1_200)
SIGNERS: Final = (SECOND, MANAGER, BOSS, TECHNICIAN)
OTHERS: Final = {"D1": "display", "A1": "archive", "W1": "witness"}
SPOTS: Final = ("player", "banker", "tie", "player_pair", "banker_pair", "nowhere")
PARAGRAPHS: Final = ("5.1.2", "5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5", "5.4", "5.5", "5.7", "5.12", "3.7")


class DrilledTable:
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
            notes_per_hour=rng.choice((2_000, 100_000)),
            ticket_days=rng.choice((0, 2)),
            caps=replace(CAPS, day=A_DAY) if desk else CAPS,
            house_pays_max=500,
            strict=rng.random() < 0.2,
        )
        self.setup = Setup(TABLE, "baccarat", felt, 2_000, placard=placard, secret=b"drill", snapshot_from=20)
        self.recalls, self.files = Random(f"recalls {seed}"), Random(f"files {seed}")
        self.liars = Random(f"liars {seed}") if seed % LIARS_ONE_IN == 1 else None
        self.setup = replace(self.setup, rounds_kept=self.recalls.choice((2, 100)))
        self.seals = Seals(TABLE)
        self.entries: list[Entry] = []
        self.heads: list[m.SignedHead] = []
        self.chains = [first_link(TABLE)]
        pins = {it.number: pin_of(it.number) for it in EVERYBODY}
        terms = Terms(felt, 2_000, placard, self.setup.takeover_ms, 20, pins=pins, rounds_kept=self.setup.rounds_kept)
        self.examiner = Examiner(terms, self.chains, self.seals.verify)
        self.now_ms = self.day = self.crashes = 0
        self.outside = ("A1",) if rng.random() < 0.3 else ()
        self.said: list[Any] = []  # what may come again
        self.given: Counter[type] = Counter()  # orders, by kind
        self.found: dict[str, m.TicketFound] = {}
        self.set: list[Card] = []
        self.looked_at: list[PinChecked] = []  # by the shell, and nobody was told yet
        self.looked_for: list[RoundFound] = []  # the same of earlier Rounds
        self._knows_pins = 0.8  # how often a PIN is right
        self.guesses = 0  # of somebody's PIN that are still to come
        self.start()

    # --- the console's process -----------------------------------------------------------------------------------

    def start(self) -> None:
        if self.crashes:
            self._edit()
        self.table = Table(self.setup, self._chain_at, verify=self.seals.verify)
        for entry in self.entries:
            self.table.apply(entry, decode_event(entry.body))
        self.pen = Pen(len(self.entries), self.chains[-1], decode_event, audience_of, lambda: self.rng.randbytes(16))
        self.delivery = Delivery(len(self.entries))
        self.examiner.restarted()
        self._crashes, self.looked_at, self.looked_for = False, [], []
        peers = [(it, "terminal") for it in TERMINALS] + [(it, "panel") for it in PANELS] + list(OTHERS.items())
        keys = tuple(
            enrolment(name, role) for name, role in peers if self.outside or role not in ("archive", "witness")
        )
        self._decide([Started((), founders(), keys), DayTold(self._day())])

    def _edit(self) -> None:
        """Another file before the next process: nothing of it holds until an opening has put it on record."""
        most, strict = self.files.choice((0, 100, 500, 5_000)), self.files.random() < 0.2
        placard = replace(self.setup.placard, house_pays_max=most, strict=strict)
        self.setup = replace(self.setup, placard=placard)
        self.examiner.terms = replace(self.examiner.terms, placard=placard)

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
            if isinstance(check, FindRound):
                self.looked_for.append(found_at_once(search(self._read, self.setup, check, LARGE)))
                return
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
        compare(self.examiner, self.table.view)
        self.table.check()

    def kinds(self) -> set[str]:
        """Of the entries that came of it; of orders, which one."""
        events = [decode_event(entry.body) for entry in self.entries]
        orders = [it for it in events if isinstance(it, e.Ordered | e.OrderRefused)]
        answers = {f"{type(it).__name__} {type(it.order).__name__}" for it in orders}
        return {type(it).__name__ for it in events} | answers

    def _pulse(self) -> m.Pulse:
        return self.table.pulse(self.now_ms, len(self.entries), self.chains[-1])

    # --- who says it ---------------------------------------------------------------------------------------------

    def _heard(self, peer: str, request: m.Request) -> Heard:
        role = "terminal" if peer in TERMINALS else OTHERS.get(peer, "panel")
        shown = next((it.number for it in EVERYBODY if badge_of(it.number) == getattr(request, "badge", "")), "")
        return Heard(peer, request, role, self._print(peer), shown)

    def _ordered(self, panel: str, order: m.Order) -> Heard:
        rng, play = self.rng, self.examiner
        known = play.peers[panel]
        round_no = play.round_no if rng.random() < 0.9 else max(0, play.round_no - rng.randrange(4))
        if isinstance(order, m.Correct | m.TakeBackVoid) and rng.random() < 0.7:
            round_no = rng.choice([*self._left_behind(), max(0, play.round_no - rng.randrange(3))])
        window = play.window if rng.random() < 0.95 else m.WindowId(play.round_no, 1, rng.randbytes(8))
        run = known.run or rng.randbytes(8)
        return self._heard(panel, m.Command(known.boot, run, rng.randbytes(8), round_no, order, window))

    def _left_behind(self) -> list[int]:
        """Rounds of Players who have gone since, and those whose correction has left a claim: to be put right again."""
        play = self.examiner
        rounds = [(it, was) for it, was in play.settled.items() if play.at_hand(it)][-20:]
        gone = [it for it, was in rounds if any(sitting(play, name) != was.sittings[name] for name in was.lines)]
        claims = {claim for stands in (play.due_to, play.owed_by) for claim, amount in stands.items() if amount}
        claimed = [it for it, was in rounds if any((name, was.sittings[name]) in claims for name in was.lines)]
        return [*gone[-2:], *claimed[-2:]]

    def _print(self, peer: str) -> str:
        """Of the key that the door lets in; of the last one, when there is none and it spoke just before."""
        live = self.examiner.keys.get(peer)
        return fingerprint(live[1]) if live is not None else self.examiner.peers[peer].key

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

    # --- what there is to say ------------------------------------------------------------------------------------

    def _digest(self) -> bytes:
        return cards_digest(self.table.view)

    def _whole(self) -> tuple[Card, ...]:
        """Cards that make a whole Round."""
        cards = tuple(self.rng.choice(DECK) for _ in range(6))
        *_, left = oracle.deal([card.text for card in cards])
        return cards[: 6 - len(left)]

    def _drawn(self) -> tuple[Card, ...]:
        cards = [card for card in DECK for _ in range(self.examiner.drawn.count(card.text))]
        self.rng.shuffle(cards)
        return tuple(cards)

    def _day(self, ahead: int = 0) -> str:
        number = max(0, self.day + ahead)
        return f"2027-{1 + number // 28 % 12:02}-{1 + number % 28:02}"
