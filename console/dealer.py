"""The Dealer of a table where nobody deals: draws the seeds, keeps them, and hands the core what is due (004).

The only place that knows a seed before its Round is over, or a card before it is dealt. A seed is on the disk before
its commitment is told to anybody, so a process that ends in the middle of a Round leaves what the next one needs; it is
in no journal, archive or backup. What is lost with the disk is lost, and the Round is void.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from console.table.automatic import OPEN, SEED, AskDealer, DealerInput, Drawn, SeedDrawn, SeedGone, SeedShown
from console.table.state import TableCore
from games.cards import Card
from games.fair_shuffle import SEED_BYTES, commit_seed, shuffle_key, shuffled
from games.round import Due, SelfDealt
from protocol.files import escaped
from protocol.keys import BadKey, read

AGAIN_MS: Final = 500
KEPT: Final = 2  # the seed of the Round, and the one before it, in case a process ended between two steps


class Kept(Struct, frozen=True, gc=False):
    commitment: bytes
    seed: bytes
    salt: bytes


class Seeds(Protocol):
    def keep(self, kept: Kept) -> None:
        """Durable when it returns."""

    def find(self, commitment: bytes) -> Kept | None: ...


class Memory:
    """For tables in memory; a test may lose what is here."""

    def __init__(self) -> None:
        self.kept: list[Kept] = []

    def keep(self, kept: Kept) -> None:
        self.kept = [*self.kept[1 - KEPT :], kept]

    def find(self, commitment: bytes) -> Kept | None:
        return next((it for it in self.kept if it.commitment == commitment), None)


class SeedFile(Memory):
    """A file of its own beside the journal, which only its owner can read: what copies the journal does not copy it."""

    def __init__(self, journal: Path) -> None:
        super().__init__()
        self._path = journal.with_name(f"{journal.name}.seeds")
        try:
            lines = read(self._path)[0].decode("ascii").splitlines()
            self.kept = [Kept(*(bytes.fromhex(text) for text in line.split())) for line in lines]
        except (BadKey, ValueError, TypeError):
            self.kept = []  # as good as none: a seed that does not make its commitment is never found

    def keep(self, kept: Kept) -> None:
        super().keep(kept)
        new = self._path.with_name(f"{self._path.name}.new")
        text = "".join(f"{it.commitment.hex()} {it.seed.hex()} {it.salt.hex()}\n" for it in self.kept)
        new.unlink(missing_ok=True)
        new.touch(0o600)
        with new.open("w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class Dealer:
    def __init__(self, seeds: Seeds, random: Callable[[int], bytes] = os.urandom) -> None:
        """`random`: the operating system's generator; a simulation has its own."""
        self._seeds, self._random = seeds, random
        self._order: tuple[bytes, tuple[Card, ...]] = (b"", ())  # of the Round in play, by its key

    def answer(self, table: TableCore, asked: AskDealer) -> DealerInput:
        name, round_no = table.setup.table, asked.round_no
        if asked.what == SEED:
            seed, salt = self._random(SEED_BYTES), self._random(SEED_BYTES)
            commitment = commit_seed(name, round_no, seed, salt)
            self._seeds.keep(Kept(commitment, seed, salt))
            return SeedDrawn(round_no, commitment)
        shuffle = table.view.shuffle
        kept = self._seeds.find(shuffle.commitment)
        if kept is None or commit_seed(name, round_no, kept.seed, kept.salt) != shuffle.commitment:
            return SeedGone(round_no)
        if asked.what == OPEN:
            return SeedShown(round_no, kept.seed, kept.salt)
        key = shuffle_key(name, round_no, kept.seed, shuffle.parts or ())
        if key != self._order[0]:
            self._order = (key, shuffled(key, shuffle.decks))
        return Drawn(asked, self._face(table, asked, self._order[1][asked.index]))

    def _face(self, table: TableCore, asked: AskDealer, card: Card) -> Card | None:
        """As much as anybody may know of it now."""
        if asked.what == Due.COVER:
            return None
        if asked.what == Due.PEEK and isinstance(table.game, SelfDealt):
            return card if table.game.ends_by(table.round, card) else None
        return card


class Errand:
    """What the core waits for. A seed that cannot be kept now (no more files, no room) was told to nobody: another one
    is drawn in a while, and until then no Round begins. Cards need no file, so a Round in play goes on.
    """

    def __init__(self, dealer: Dealer) -> None:
        self.trouble: dict[str, str] = {}  # for an alarm
        self._dealer = dealer
        self._wanted: AskDealer | None = None
        self._again_ms = 0

    def ask(self, wanted: AskDealer) -> None:
        self._wanted, self._again_ms = wanted, 0

    def wake_ms(self) -> int | None:
        return None if self._wanted is None else self._again_ms

    def done(self, now_ms: int, table: TableCore) -> list[DealerInput]:
        if self._wanted is None or now_ms < self._again_ms:
            return []
        try:
            given = self._dealer.answer(table, self._wanted)
        except OSError as error:
            where = f"{escaped(error.filename)}, {error.strerror}"
            self.trouble = {"seed": f"it cannot be kept, and no Round begins: {where}"}
            self._again_ms = now_ms + AGAIN_MS
            return []
        self.trouble, self._wanted = {}, None
        return [given]
