"""How many Rounds a second the whole table plays in memory: one console, four terminals, every message encoded.

The production cores, loop, codec, follower, chain and ledger; journals in memory; messages carried at once. What is not
in it: disks, sockets and the simulator's weather, people and checks. The yardstick is the same Round as bare work: the
bytes that are hashed, encoded and decoded, with nothing around them.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple

import msgspec

from console.table.delivery import Delivery, expanded
from console.table.state import Setup
from console.table.table import Heard, Table
from console.table.table import Started as ConsoleStarted
from games.cards import decks
from games.round import Felt, Limit, PlayerId, Spot
from protocol import messages as m
from protocol.chain import Entry, first_link
from protocol.codec import decode_event, decode_news, decode_request, encode
from protocol.events import STAFF, audience_of
from protocol.loop import Pen, Reply, run_batch
from protocol.process import settle_memory
from protocol.view import cards_digest
from shoe_driver.link import CardSeen
from terminal.intents import SetLayout, Started
from terminal.records import own_pen
from terminal.session import Session

TABLE: Final = "bench"
PANEL: Final = "P1"
TERMINALS: Final = 4
BETS: Final = 2  # revisions of each terminal in a Round
BOSS, SECOND = m.Person("Sam", 4), m.Person("Sue", 2)
ENTRIES, RECORDS, MESSAGES = 24, 48, 55  # of a Round: the console's, all the terminals', both ways
FELT: Final = Felt({spot: Limit(10, 100_000, 10) for spot in ("player", "banker", "tie")}, total=Limit(10, 200_000))


class Store:
    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def commit(self, entries: Sequence[Entry]) -> None:
        self.entries += entries


class Terminal:
    def __init__(self, name: str, table: "Console") -> None:
        self.name = PlayerId(name)
        self.table = table
        self.session = Session(self.name, TABLE)
        self.pen = own_pen(0, first_link(name))
        self.store = Store()
        self.post: list[bytes] = []  # to it

    def give(self, *inputs: Any) -> None:
        run_batch(self.session, self.pen, self.store, self, self.table.now_ms, "now", inputs)

    def publish(self, entries: Sequence[Entry]) -> None:
        """Its journal is its own."""

    def send(self, reply: Reply) -> None:
        self.table.mail.append((self.name, encode(reply.message)))


class Console:
    def __init__(self) -> None:
        self.now_ms = 0
        self.messages = 0
        self.store = Store()
        self.table = Table(Setup(TABLE, "baccarat", FELT), self.chain_at)
        self.pen = Pen(0, first_link(TABLE), decode_event, audience_of, lambda: b"0123456789abcdef")
        self.delivery = Delivery(0)
        self.mail: list[tuple[str, bytes]] = []  # to the console
        self.orders = 0
        self.shoe: list[str] = []
        self.terminals = {name: Terminal(name, self) for name in (f"T{number}" for number in range(1, TERMINALS + 1))}

    def chain_at(self, seq: int) -> bytes | None:
        return first_link(TABLE) if seq == 0 else self.store.entries[seq - 1].chain

    def give(self, *inputs: Any) -> None:
        run_batch(self.table, self.pen, self.store, self, self.now_ms, "now", inputs)

    def publish(self, entries: Sequence[Entry]) -> None:
        batches, replies = self.delivery.after_commit(entries, (PANEL,), self._read)
        for reply in replies:
            self._post(reply)
        for batch in batches:
            data = encode(batch)
            for terminal in self.terminals.values():
                terminal.post.append(data)

    def send(self, reply: Reply) -> None:
        whole = expanded(reply, STAFF if reply.to == PANEL else reply.to, len(self.store.entries), self._read)
        if whole is not None:
            self._post(whole)

    def _post(self, reply: Reply) -> None:
        data = encode(reply.message)
        if reply.to != PANEL:  # which is told everything, and nobody looks at it here
            self.terminals[reply.to].post.append(data)

    def _read(self, first: int, last: int) -> Sequence[Entry]:
        return self.store.entries[first - 1 : last]

    def carry(self) -> None:
        """Until nothing is on its way. What waits for one process is one batch, as in the service: one commit."""
        while True:
            if self.mail:
                mail, self.mail = self.mail, []
                self.messages += len(mail)
                self.give(*[Heard(name, decode_request(data)) for name, data in mail])
            waiting = [terminal for terminal in self.terminals.values() if terminal.post]
            for terminal in waiting:
                post, terminal.post = terminal.post, []
                self.messages += len(post)
                terminal.give(*map(decode_news, post))
            if not waiting:
                return

    def order(self, order: m.Order) -> None:
        self.orders += 1
        view = self.table.view
        window = next((opened.id for opened in view.windows.values()), None)
        command = m.Command(1, b"panel..1", self.orders.to_bytes(8, "big"), view.round_no, order, window, SECOND)
        self.messages += 1
        self.give(Heard(PANEL, decode_request(encode(command)), BOSS))
        self.carry()

    def open(self) -> None:
        self.give(ConsoleStarted())
        self.give(Heard(PANEL, m.Hello(1, b"panel..1", 0, first_link(TABLE)), BOSS))
        for terminal in self.terminals.values():
            terminal.give(Started(b"terminal"))
            self.carry()
            for waited in self.delivery.before_pulse(self.pen.seq, self._read):
                for other in self.terminals.values():
                    other.post.append(encode(waited))
            self.carry()
        self.order(m.OpenTable())
        for name in self.terminals:
            self.order(m.SellCredit(PlayerId(name), 10**12))

    def load(self) -> None:
        """The same shoe again: every slice is the same work."""
        self.shoe = [card.text for card in decks(8)]
        Random(7).shuffle(self.shoe)
        self.order(m.LoadShoe(8, "Max"))

    def play(self) -> None:
        """One Round: two revisions of each terminal, four to six cards, a certificate."""
        self.now_ms += 100
        self.order(m.OpenBets())
        for bet in range(1, BETS + 1):
            for terminal in self.terminals.values():
                terminal.give(SetLayout("", {Spot("banker"): 100 * bet, Spot("tie"): 10}))
            self.carry()
        self.order(m.CloseBets())
        while self.table.view.due:
            self.give(CardSeen(None, self.shoe.pop()))
            self.carry()
        self.order(m.Certify(cards_digest(self.table.view)))


class Speed(NamedTuple):
    """Rounds a second of processor time."""

    best: float  # of many slices of the same work: what a core does when nobody else is on it
    middle: float
    messages: float = 0  # a Round


def measure(slices: int = 60, rounds: int = 12) -> Speed:
    console = Console()
    console.open()
    settle_memory()  # as the console does
    speeds, messages = [], 0
    for _ in range(slices):
        console.load()
        before = console.messages
        speeds.append(_timed(console.play, rounds))
        messages += console.messages - before
    table = console.table
    assert table.view.round_no == rounds * slices
    assert not table.view.in_round
    for terminal in console.terminals.values():
        assert terminal.session.follower.seq == table.seq
        assert terminal.session.credit == table.ledger.credit(terminal.name)
    return Speed(max(speeds), median(speeds), messages / (slices * rounds))


def bare(slices: int = 60, rounds: int = 12) -> Speed:
    """The same Round as bare work: its entries, and the terminals' own records, packed, hashed and linked; the entries
    hashed and linked by every terminal; its messages packed and unpacked.
    """
    packer, unpacker = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder()
    fact = {"type": "CardDealt", "round_no": 1, "shoe_seq": 1, "hand": "banker", "card": "9S", "due": "player"}
    body = packer.encode(fact)

    def play() -> None:
        chain = b"0" * 32
        for _ in range(ENTRIES + RECORDS):
            chain = sha256(chain + sha256(packer.encode(fact)).digest()).digest()
        for _ in range(TERMINALS * ENTRIES):
            chain = sha256(chain + sha256(body).digest()).digest()
        for _ in range(MESSAGES):
            unpacker.decode(packer.encode(fact))

    speeds = [_timed(play, rounds) for _ in range(slices)]
    return Speed(max(speeds), median(speeds))


def _timed(play: Callable[[], None], rounds: int) -> float:
    began = process_time()
    for _ in range(rounds):
        play()
    return rounds / (process_time() - began)


def main() -> None:
    speed, raw = measure(), bare()
    what = f"the table in memory, {TERMINALS} terminals, {speed.messages:.0f} messages a round"
    print(f"{what}: {speed.best:.0f} rounds a second in the best slice, {speed.middle:.0f} in the middle one")
    print(
        f"  the same hashing and packing alone: {raw.best:.0f} and {raw.middle:.0f}; ratio {speed.best / raw.best:.3f}"
    )


if __name__ == "__main__":
    main()
