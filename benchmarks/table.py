"""What a Round of the whole table costs in memory: one console, four terminals, every message encoded.

The production cores, loop, codec, follower, chain and ledger; journals in memory; messages carried at once. What is not
in it: disks, sockets and the simulator's weather, people and checks. The yardstick is the same Round as bare work: the
bytes that are hashed, encoded and decoded, with nothing around them. The instructions of a Round are the same in every
run: they are what a change is judged by.
"""

import sys
from collections.abc import Callable
from hashlib import sha256
from random import Random
from statistics import median
from time import process_time
from typing import Final, NamedTuple

import msgspec

from benchmarks.instructions import instructions
from console.table.state import Setup
from games.cards import decks
from games.round import Felt, Limit, PlayerId, Spot
from protocol import messages as m
from protocol.process import settle_memory
from shoe_driver.link import CardSeen
from simulation import calm
from simulation.calm import PANEL, CalmTable
from terminal.intents import SetLayout

TABLE: Final = "bench"
TERMINALS: Final = 4
BETS: Final = 2  # revisions of each terminal in a Round
ENTRIES, RECORDS, MESSAGES = 24, 48, 55  # of a Round: the console's, all the terminals', both ways
FEW, MANY = 8, 64  # Rounds of one shoe, of which the difference is told in instructions
FELT: Final = Felt({spot: Limit(10, 100_000, 10) for spot in ("player", "banker", "tie")}, total=Limit(10, 200_000))


class Console(CalmTable):
    def __init__(self) -> None:
        names = [f"T{number}" for number in range(1, TERMINALS + 1)]
        super().__init__(Setup(TABLE, "baccarat", FELT), names, wall_time="now")
        self.shoe: list[str] = []
        self.shuffler = Random(7)

    def open(self) -> None:
        self.join(PANEL)
        self.wait()  # until everybody has joined
        self.order(m.OpenTable())
        for name in self.seats:
            self.order(m.SellCredit(PlayerId(name), 10**12))

    def load(self) -> None:
        """Another order each time: the table halts at one that it has seen before (`unshuffled`)."""
        self.shoe = [card.text for card in decks(8)]
        self.shuffler.shuffle(self.shoe)
        self.order(m.LoadShoe(8, calm.SHUFFLER.number))

    def play(self) -> None:
        """One Round: two revisions of each terminal, four to six cards, a certificate."""
        self.now_ms += 100
        self.order(m.OpenBets())
        for bet in range(1, BETS + 1):
            for seat in self.seats.values():
                seat.does(SetLayout("", {Spot("banker"): 100 * bet, Spot("tie"): 10}))
            self.turn()
        self.order(m.CloseBets())
        while self.table.view.due:
            self.shoe_says(CardSeen(None, self.shoe.pop()))
        self.certify()


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
    for seat in console.seats.values():
        assert seat.session.join.follower.seq == table.seq
        assert seat.session.credit == table.ledger.credit(PlayerId(seat.name))
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


def play(rounds: int) -> None:
    console = Console()
    console.open()
    settle_memory()
    console.load()
    for _ in range(rounds):
        console.play()
    assert console.table.view.round_no == rounds
    assert not console.table.view.in_round


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
    print(f"  {instructions('benchmarks.table', FEW, MANY) / 1e6:.2f} M instructions a round")


if __name__ == "__main__":
    play(int(sys.argv[1]))
