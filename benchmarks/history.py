"""A long past in a journal: the real table core, played by whoever calls, committed in large groups.

For measurements that need a table with years behind it. Knows no socket; what the journal holds is what a console would
have written, with a checkpoint where its service would have made one.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic_ns
from typing import Any, Final

from console.config import read_table
from console.credentials import founding, read_staff
from console.service import CHECKPOINT_EVERY
from console.table.checkpoint import digest, save
from console.table.signing import SHELL
from console.table.table import CheckpointMade, Heard
from deploy.demo.hands import BOSS, SECOND, SHUFFLER
from games.cards import decks
from games.round import PlayerId, Spot
from protocol import messages as m
from protocol.chain import Entry
from protocol.journal import Journal
from protocol.keys import load_signer
from protocol.loop import Reply
from protocol.register import Register
from shoe_driver.link import CardSeen
from simulation.calm import PANEL, RUN, StaffedConsole

GROUP: Final = 5_000  # entries in one commit: nobody waits for an answer
CUT: Final = 20  # cards: a new shoe
STAKE: Final = 2_500


class History(StaffedConsole):
    """A table that plays itself to nobody. Opened on a new journal, which it commits when there is enough to commit;
    `close` leaves the file for a console to start from."""

    boss, second = BOSS, SECOND

    def __init__(self, folder: Path, terminals: int, seed: int = 7) -> None:
        self._config = config = read_table(folder / "table.toml")
        self.journal = Journal(config.journal, config.setup.table)
        self._links: dict[int, bytes] = {}  # of what waits for its commit
        self._players = [PlayerId(f"T{number:02d}") for number in range(1, terminals + 1)]
        self._rng = Random(seed)
        self._cards: list[str] = []
        self._checkpoint_seq = 0
        super().__init__(config.setup, seals=load_signer(config.keys / "console.sign", config.setup.table))
        self.join(PANEL, *self._players)
        self.order(m.OpenTable())
        for player in self._players:
            self.order(m.SellCredit(player, 8 * 10**7))  # within the caps of the demo

    def start(self) -> list[Entry]:
        """Of the people and keys in the folder, as a console begins a table: one starts from this journal."""
        self.staff = founding(read_staff(self._config.keys))
        self.enrolments = tuple(Register(self._config.keys).live())
        return super().start()

    def batch(self, *inputs: Any) -> list[Entry]:
        self.now_ms += 1
        self.wall_time = f"2026-01-01T00:00:00.{self.now_ms % 1_000:03d}Z"
        return super().batch(*inputs)

    def commit(self, entries: Sequence[Entry]) -> None:
        super().commit(entries)
        self._links.update((entry.seq, entry.chain) for entry in entries)

    def flush(self, state: bytes | None = None) -> None:
        """The state for a checkpoint goes with its entry."""
        if self.entries:
            self.journal.commit(self.entries, state, b"" if self.signed is None else self.signed.signature)
            self.entries, self._links = [], {}

    def chain_at(self, seq: int) -> bytes | None:
        return self._links.get(seq) or self.journal.chain_at(seq)

    def publish(self, entries: Sequence[Entry]) -> None:
        """Nobody listens."""

    def send(self, reply: Reply) -> None:
        """Nobody listens, but the shell that looks at a PIN."""
        if reply.to == SHELL:
            self.checks.append(reply.message)

    def close(self) -> None:
        self.flush()
        self.journal.close()

    def copy(self, folder: Path) -> None:
        """All that a table has, for a console to start from. The journal is closed meanwhile: a copy of one that is in
        use is none.
        """
        self.close()
        shutil.copytree(self._config.journal.parent, folder)
        self.journal = Journal(self._config.journal, self._config.setup.table)

    def play(self, rounds: int) -> None:
        """Each with a Bet of every terminal, changed once."""
        for _ in range(rounds):
            self.deal()
            self.certify()
            if self.table.seq - self._checkpoint_seq >= CHECKPOINT_EVERY:
                self._save()
            elif len(self.entries) >= GROUP:
                self.flush()

    def deal(self) -> None:
        """A Round up to its result."""
        if len(self._cards) < CUT:
            self._cards = [card.text for card in decks(8)]
            self._rng.shuffle(self._cards)
            self.order(m.LoadShoe(8, SHUFFLER.number, first_seq=self.counter))
        self.order(m.OpenBets())
        (opened,) = self.table.view.windows.values()
        for revision in (1, 2):
            bets = {Spot("banker"): STAKE * revision, Spot("tie"): STAKE}
            answer = m.Answer(1, RUN, opened.id, revision, bets)
            self.batch(*[Heard(player, answer, key=self.print_of(player)) for player in self._players])
        self.order(m.CloseBets())
        while self.table.view.due:
            self.counter += 1
            self.batch(CardSeen(self.counter, self._cards.pop()))

    def certify(self) -> None:
        super().certify()
        if self.table.view.in_round:
            raise RuntimeError(f"round {self.table.view.round_no} did not end: {self.table.view.halts}")

    def certify_now(self) -> int:
        """As the console does it, with one durable commit: the nanoseconds it took."""
        self.flush()
        began = monotonic_ns()
        self.certify()
        self.flush()
        return monotonic_ns() - began

    def _save(self) -> None:
        state = save(self.table)
        if state is not None:
            self._checkpoint_seq = self.table.seq
            self.batch(CheckpointMade(digest(state)))
            self.flush(state)
