"""The Dealer of a table where nobody deals, with the file of his seeds: what he hands out, and what he must never tell.

The production `Dealer`, `Errand` and `SeedFile` in a folder in memory; cards and digests are worked out again by
`oracle_shuffle.py`. A seed is in the file before its digest is told. A covered card is told when it is turned, before
that only if it ends the Round. A file that was lost, damaged or is another Round's gives no card at all; one that
cannot be written holds up the Round and is told to staff.
"""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from console.dealer import Dealer, Errand, SeedFile
from console.table.automatic import OPEN, SEED, AskDealer, Drawn, SeedDrawn, SeedGone, SeedShown
from games.blackjack import round as b
from games.cards import parse_card
from games.catalog import find_game
from games.fair_shuffle import Part
from games.round import Due
from simulation.memory_folder import folder_in_memory
from simulation.oracle_shuffle import order_of, seed_digest
from simulation.world import Violation

AGAIN_MS: Final = 500
TENS: Final = "TJQK"


class DealerDrill:
    def __init__(self, seed: int, folder: Path) -> None:
        rng = self.rng = Random(f"dealer {seed}")
        self.journal, self.table = folder / "table.journal", f"table {rng.randrange(3)}"
        self.path = folder / "table.journal.seeds"
        self.round_no, self.now_ms = rng.randrange(1, 5), 0
        self.seeds: dict[bytes, tuple[bytes, bytes]] = {}  # by commitment, what the generator gave for it
        self.drawn: list[bytes] = []
        self.whole = False  # is the seed of the Round in the file, as it was written
        self.commitment = b""
        self.parts: tuple[Part, ...] = ()
        self.decks = rng.choice((1, 6))
        self.story: list[str] = []
        self.game = find_game("premium_blackjack")
        self._begin()

    def fail(self, why: str) -> Violation:
        return Violation("dealer", f"{', '.join(self.story[-6:])}: {why}")

    def _begin(self) -> None:
        self.dealer = Dealer(SeedFile(self.journal), self._some)
        self.errand = Errand(self.dealer)
        self.in_memory = False

    def _some(self, size: int) -> bytes:
        self.drawn.append(self.rng.randbytes(size))
        return self.drawn[-1]

    def _core(self, first: str = "9S") -> Any:
        """As much of a table as a Dealer asks for. `first`: the card that lies open before the covered one."""
        shuffle = SimpleNamespace(commitment=self.commitment, parts=self.parts, decks=self.decks)
        hand = b.with_card(b.Hand(), parse_card(first))
        return SimpleNamespace(
            setup=SimpleNamespace(table=self.table),
            view=SimpleNamespace(shuffle=shuffle),
            game=self.game,
            round=SimpleNamespace(dealer=hand),
        )

    def play(self, steps: int) -> None:
        self.draws_a_seed()
        for _ in range(steps):
            act = self.rng.choices(*_ACTS)[0]
            self.story.append(act)
            getattr(self, act)()

    def _ask(self, asked: AskDealer, core: Any) -> Any:
        self.errand.ask(asked)
        self.now_ms += self.rng.choice((0, 30))
        if self.errand.wake_ms() is None:
            raise self.fail(f"{asked} is asked, and nothing is due")
        [given] = self.errand.done(self.now_ms, core)
        if self.errand.wake_ms() is not None or self.errand.trouble:
            raise self.fail(f"{asked} is answered, and still due: {self.errand.trouble}")
        return given

    # --- what happens

    def draws_a_seed(self) -> None:
        self.round_no += 1
        self.drawn.clear()
        given = self._ask(AskDealer(self.round_no, SEED), self._core())
        self._has_drawn(given)

    def _has_drawn(self, given: Any) -> None:
        seed, salt = self.drawn[-2:]
        digest = seed_digest(self.table, self.round_no, seed, salt)
        if given != SeedDrawn(self.round_no, digest):
            raise self.fail(f"{given} is told of a seed whose digest is {digest.hex()}")
        kept = SeedFile(self.journal).find(digest)
        if kept is None or (kept.seed, kept.salt) != (seed, salt):
            raise self.fail("a seed is promised, and is not in the file")
        if self.path.stat().st_mode & 0o077:
            raise self.fail("others may read the seeds")
        self.seeds[digest], self.commitment, self.whole, self.in_memory = (seed, salt), digest, True, True
        names = self.rng.sample(("T1", "T2", "T10", "T3"), self.rng.randrange(4))
        self.parts = tuple(Part(name, self.rng.randbytes(32), self.rng.random() < 0.8) for name in names)

    def cannot_keep(self) -> None:
        """Nothing is told of a seed that is nowhere; staff hear of it, and it is tried again, but not all the time."""
        draft = self.path.with_name(f"{self.path.name}.new")
        draft.mkdir()
        self.round_no += 1
        self.errand.ask(AskDealer(self.round_no, SEED))
        if self.errand.done(self.now_ms, self._core()) or "seed" not in self.errand.trouble:
            raise self.fail(f"a seed cannot be kept, and staff hear {self.errand.trouble}")
        if self.errand.done(self.now_ms + AGAIN_MS - 1, self._core()):
            raise self.fail("it is tried again at once")
        draft.rmdir()
        self.drawn.clear()
        self.now_ms += AGAIN_MS
        given = self.errand.done(self.now_ms, self._core())
        if self.errand.trouble or len(given) != 1:
            raise self.fail(f"all is well, {given} is told, and staff hear {self.errand.trouble}")
        self._has_drawn(given[0])

    def starts_again(self) -> None:
        self._begin()
        if not self.whole:
            self.in_memory = False

    def file_is_hit(self) -> None:
        """Lost, damaged, or another table's; the process that follows has nothing else."""
        rng, text = self.rng, self.path.read_bytes()
        match rng.randrange(3 if text.endswith(b"\n") else 1):
            case 0:
                self.path.write_bytes(b"")
            case 1:
                self.path.write_bytes(text[: len(text) // 2])
            case 2:
                lines = text.splitlines(keepends=True)
                words = lines[-1].split()
                at = rng.randrange(1, 3)
                words[at] = (bytes.fromhex(words[at].decode())[:-1] + rng.randbytes(1)).hex().encode()
                self.path.write_bytes(b"".join(lines[:-1]) + b" ".join(words) + b"\n")
        kept = SeedFile(self.journal).find(self.commitment)
        self.whole = kept is not None and (kept.seed, kept.salt) == self.seeds[self.commitment]
        self._begin()

    def next_to_another(self) -> None:
        """Two seeds are kept: a process that ended between two steps finds the one before, too."""
        before, parts, round_no = self.commitment, self.parts, self.round_no
        if not self.whole:
            return
        self.draws_a_seed()
        self._begin()
        self.commitment, self.parts, self.round_no = before, parts, round_no
        self.cards()
        self.opens()
        self.round_no += 1
        self.draws_a_seed()

    def _is_there(self) -> bool:
        return self.whole or self.in_memory

    def cards(self) -> None:
        rng, seed = self.rng, self.seeds[self.commitment][0]
        order = order_of(self.table, self.round_no, seed, {it.terminal: it.value for it in self.parts}, self.decks)
        for _ in range(rng.randrange(1, 5)):
            due = rng.choice((Due.CARD, Due.COVER, Due.PEEK, Due.TURN))
            first, index = rng.choice(("AS", "TH", "KD", "9C", "5D")), rng.randrange(30)
            asked = AskDealer(self.round_no, due, index)
            given, card = self._ask(asked, self._core(first)), order[index]
            natural = {first[0], card[0]} & {"A"} and {first[0], card[0]} & set(TENS)
            shown = due in (Due.CARD, Due.TURN) or (due == Due.PEEK and bool(natural))
            if not self._is_there():
                if given != SeedGone(self.round_no):
                    raise self.fail(f"the seed is gone, and {given} is dealt")
            elif given != Drawn(asked, parse_card(card) if shown else None):
                raise self.fail(f"{due.value} {index}: it is {card} beside {first}, and {given} is told")

    def opens(self) -> None:
        given = self._ask(AskDealer(self.round_no, OPEN), self._core())
        expected: Any = SeedGone(self.round_no)
        if self._is_there():
            expected = SeedShown(self.round_no, *self.seeds[self.commitment])
        if given != expected:
            raise self.fail(f"the Round is over, and {given} is told in place of {expected}")

    def wrong_round(self) -> None:
        """The seed is good for the Round that it was drawn for."""
        if self._ask(AskDealer(self.round_no + 1, Due.CARD, 0), self._core()) != SeedGone(self.round_no + 1):
            raise self.fail("a card of another Round's seed is dealt")


_ACTS: Final = (
    ("draws_a_seed", "cannot_keep", "starts_again", "file_is_hit", "next_to_another", "cards", "opens", "wrong_round"),
    (20, 5, 10, 6, 6, 40, 10, 5),
)


def run(seed: int, steps: int) -> None:
    """Raises a Violation."""
    with folder_in_memory() as folder:
        drill = DealerDrill(seed, Path(folder))
        try:
            drill.play(steps)
        except Violation as broken:
            raise Violation(broken.name, f"drill {seed} of a Dealer: {str(broken).partition(': ')[2]}") from None
