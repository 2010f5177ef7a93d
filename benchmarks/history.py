"""A long past in a journal: the real table core, played by whoever calls, committed in large groups.

For measurements that need a table with years behind it. Knows no socket; what the journal holds is what a console would
have written, with a checkpoint where its service would have made one.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic_ns
from typing import Final

from console.config import read_table
from console.service import CHECKPOINT_EVERY, NOBODY
from console.table.checkpoint import digest, save
from console.table.table import CheckpointMade, Heard, Input, Started, Table
from games.cards import decks
from games.round import PlayerId, Spot
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import decode_event
from protocol.events import audience_of
from protocol.journal import Journal
from protocol.loop import Pen, Reply, run_batch
from protocol.view import cards_digest
from shoe_driver.link import CardSeen

PANEL: Final = "Panel"
BOSS, SECOND = m.Person("Sam", 4), m.Person("Sue", 2)
RUN: Final = b"history."
GROUP: Final = 5_000  # entries in one commit: nobody waits for an answer
CUT: Final = 20  # cards: a new shoe
STAKE: Final = 2_500
SHUFFLER: Final = "Max"


class Group:
    """A journal that commits when there is enough to commit. The state for a checkpoint goes with its entry."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.waiting: list[Entry] = []
        self._links: dict[int, bytes] = {}

    def commit(self, entries: Sequence[Entry]) -> None:
        self.waiting += entries
        self._links.update((entry.seq, entry.chain) for entry in entries)

    def flush(self, state: bytes | None = None) -> None:
        if self.waiting:
            self.journal.commit(self.waiting, state)
            self.waiting, self._links = [], {}

    def chain_at(self, seq: int) -> bytes | None:
        return self._links.get(seq) or self.journal.chain_at(seq)


class Silence:
    """Nobody listens."""

    def publish(self, entries: Sequence[Entry]) -> None:
        pass

    def send(self, reply: Reply) -> None:
        pass


class History:
    """A table that plays itself. Opened on a new journal; `close` leaves the file for a console to start from."""

    def __init__(self, folder: Path, terminals: int, seed: int = 7) -> None:
        config = read_table(folder / "table.toml")
        self.journal = Journal(config.journal, config.setup.table)
        self._group = Group(self.journal)
        self.table = Table(config.setup, self._group.chain_at)
        self._pen = Pen(0, self.journal.chain, decode_event, audience_of, salt=lambda: b"0123456789abcdef")
        self._players = [PlayerId(f"T{number:02d}") for number in range(1, terminals + 1)]
        self._rng = Random(seed)
        self._cards: list[str] = []
        self._shoe_seq = self._orders = self._checkpoint_seq = self._now_ms = 0
        run_batch(self.table, self._pen, self._group, NOBODY, 0, self._time(), [Started()])
        for name in (PANEL, *self._players):
            self.give(Heard(name, m.Hello(1, RUN, self.table.seq, self.table.chain)))
        self.order(m.OpenTable())
        for player in self._players:
            self.order(m.SellCredit(player, 10**12))

    def close(self) -> None:
        self._group.flush()
        self.journal.close()

    def settle_down(self) -> None:
        """Everything on the disk, and nearly all of it in the one file; what is left in the WAL a start reads there."""
        self._group.flush()
        self.journal.idle()

    def _time(self) -> str:
        return f"2026-01-01T00:00:00.{self._now_ms % 1_000:03d}Z"

    def give(self, *inputs: Input) -> None:
        self._now_ms += 1
        run_batch(self.table, self._pen, self._group, Silence(), self._now_ms, self._time(), inputs)

    def order(self, order: m.Order) -> None:
        self._orders += 1
        view = self.table.view
        window = next((opened.id for opened in view.windows.values()), None)
        command = m.Command(1, RUN, self._orders.to_bytes(8, "big"), view.round_no, order, window, SECOND)
        self.give(Heard(PANEL, command, BOSS))

    def play(self, rounds: int) -> None:
        """Each with a Bet of every terminal, changed once."""
        for _ in range(rounds):
            self.deal()
            self.certify()
            if self.table.seq - self._checkpoint_seq >= CHECKPOINT_EVERY:
                self._save()
            elif len(self._group.waiting) >= GROUP:
                self._group.flush()

    def deal(self) -> None:
        """A Round up to its result."""
        if len(self._cards) < CUT:
            self._cards = [card.text for card in decks(8)]
            self._rng.shuffle(self._cards)
            self.order(m.LoadShoe(8, SHUFFLER, first_seq=self._shoe_seq))
        self.order(m.OpenBets())
        (opened,) = self.table.view.windows.values()
        for revision in (1, 2):
            bets = {Spot("banker"): STAKE * revision, Spot("tie"): STAKE}
            answer = m.Answer(1, RUN, opened.id, revision, bets)
            self.give(*[Heard(player, answer) for player in self._players])
        self.order(m.CloseBets())
        while self.table.view.due:
            self._shoe_seq += 1
            self.give(CardSeen(self._shoe_seq, self._cards.pop()))

    def certify(self) -> None:
        self.order(m.Certify(cards_digest(self.table.view)))
        if self.table.view.in_round:
            raise RuntimeError(f"round {self.table.view.round_no} did not end: {self.table.view.halts}")

    def certify_now(self) -> int:
        """As the console does it, with one durable commit: the nanoseconds it took."""
        self._group.flush()
        began = monotonic_ns()
        self.certify()
        self._group.flush()
        return monotonic_ns() - began

    def _save(self) -> None:
        state = save(self.table)
        if state is not None:
            self._checkpoint_seq = self.table.seq
            self.give(CheckpointMade(digest(state)))
            self._group.flush(state)
