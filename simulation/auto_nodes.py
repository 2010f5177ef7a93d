"""The processes of a table where nobody deals: a console with the production Dealer and the file of its seeds, and
terminals that have a secret of their own. There is no shoe.

The file outlives its process, and may be lost. A shell that says what nobody asked it for, and a Dealer that deals as
the House pleases, are faults of this table alone.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from console.dealer import Dealer, Kept, Memory
from console.table.automatic import AskDealer, DealerInput, Drawn, SeedDrawn, SeedShown
from console.table.table import Table
from games.cards import DECK
from games.fair_shuffle import SEED_BYTES, shuffle_key, shuffled
from protocol.loop import Reply
from simulation.nodes import ConsoleNode, TerminalNode
from simulation.participants import DAILY, Visitors
from simulation.shells import TerminalShell
from terminal.intents import Started

WAYS: Final = ("card", "seed", "late")


class SeedDisk(Memory):
    """The file of the seeds: what `keep` has said is there for the next process, if nobody has lost it."""

    def __init__(self) -> None:
        super().__init__()
        self.all: dict[bytes, Kept] = {}  # the truth, for the checks: by commitment
        self.lost: set[bytes] = set()  # commitments whose seed is gone

    def keep(self, kept: Kept) -> None:
        super().keep(kept)
        self.all[kept.commitment] = kept

    def lose(self) -> bool:
        """False: there was nothing in it."""
        self.lost.update(it.commitment for it in self.kept)
        gone, self.kept = bool(self.kept), []
        return gone


class UnfairDealer(Dealer):
    """A House that is bound, and does otherwise: it deals a card that it likes better, opens a seed that is another, or
    chooses its seed when it knows all nonces, deals by that and opens that.
    """

    def __init__(self, seeds: Memory, random: Callable[[int], bytes], dice: Random) -> None:
        super().__init__(seeds, random)
        self._dice = dice
        self.from_round = 1 << 62
        self.how = WAYS[0]
        self.cheated: set[int] = set()  # Rounds in which it did

    def answer(self, table: Table, asked: AskDealer) -> DealerInput:  # type: ignore[override]
        given = super().answer(table, asked)
        if asked.round_no < self.from_round:
            return given
        other = Random(f"another seed for {asked.round_no}").randbytes(SEED_BYTES)
        match given:
            case Drawn() if self.how == "late":
                self.cheated.add(asked.round_no)
                shuffle = table.view.shuffle
                key = shuffle_key(table.setup.table, asked.round_no, other, shuffle.parts or ())
                return Drawn(asked, self._face(table, asked, shuffled(key, shuffle.decks)[asked.index]))
            case Drawn(card=card) if card is not None and self.how == "card":
                self.cheated.add(asked.round_no)
                return Drawn(asked, self._dice.choice([it for it in DECK if it is not card]))
            case SeedShown(round_no=round_no, salt=salt) if self.how != "card":
                self.cheated.add(round_no)
                return SeedShown(round_no, other, salt)
        return given


class AutoConsole(ConsoleNode):
    """Without a shoe: of its link nothing is ever opened."""

    has_shoe = False

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.seeds = SeedDisk()
        self._dice = Random(f"seeds {self.world.seed}")
        self.dealer = UnfairDealer(self.seeds, self._dice.randbytes, self._dice)
        self.prattles = 0.0  # how often it says what it was not asked for
        self.loses = 0.0  # how often the file of the seeds is lost with the process

    def start(self) -> None:
        unfair = self.dealer
        self.dealer = UnfairDealer(self.seeds, self._dice.randbytes, self._dice)  # a new process knows no order
        self.dealer.from_round, self.dealer.how = unfair.from_round, unfair.how
        self.dealer.cheated = unfair.cheated
        if self.disk.entries and self.setup.placard.daily:
            self._edit()
        super().start()

    def _edit(self) -> None:
        """Another file before the next process: it grants more, or less, from an opening on."""
        times = 1 + len(self.disk.entries) % 3
        daily = {coin: times * amount for coin, amount in DAILY.items()}
        self.setup = replace(self.setup, placard=replace(self.setup.placard, daily=daily))

    def kill(self, why: str) -> None:
        super().kill(why)
        if self.loses and self._dice.random() < self.loses and self.seeds.lose():
            self.world.note(self.name, "loses", "the file of its seeds")

    def send(self, reply: Reply) -> None:
        if not isinstance(reply.message, AskDealer):
            super().send(reply)
            return
        asked = reply.message
        self._at_point("before answer", asked)
        given = self.dealer.answer(self.table, asked)
        self._at_point("after answer", asked)
        self.give(given)
        if self.prattles and self._dice.random() < self.prattles:
            self.world.after(self._dice.randrange(4_000), self._prattle, self.life)

    def _prattle(self, life: int) -> None:
        """What comes late, twice, or of another Round: whatever is not wanted now is not looked at."""
        if life != self.life or not self.alive:
            return
        round_no, dice = self.table.view.round_no, self._dice
        index = len(self.table.view.draws)
        asked = AskDealer(round_no, dice.choice(("card", "cover", "peek", "turn")), index + 1 + dice.randrange(3))
        said: Sequence[DealerInput] = (
            SeedDrawn(round_no, dice.randbytes(32)),
            SeedDrawn(round_no + 2, dice.randbytes(32)),
            SeedShown(round_no + 1, dice.randbytes(32), dice.randbytes(32)),
            Drawn(asked, dice.choice(DECK)),
            Drawn(AskDealer(max(0, round_no - 1), "card", index), dice.choice(DECK)),
        )
        self.give(dice.choice(said))


class AutoTerminal(TerminalNode):
    visitors: Visitors | None = None  # who stands there; None: whoever has bought credit

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._world_at = self._at_point
        self._at_point = self._tries  # type: ignore[assignment]

    def _tries(self, kind: str, context: Any) -> None:
        """What it is about to write down may be there even if the commit fails: by then nobody knows who wanted it."""
        if kind == "before commit" and self.visitors is not None:
            self.visitors.sent(self, context)
        self._world_at(kind, context)

    def give(self, given: Any) -> None:
        """Its secret is another one for each process, as its shell draws it."""
        if isinstance(given, Started):
            secret = Random(f"secret {self.world.seed} {self.name} {given.run.hex()}").randbytes(32)
            given = Started(given.run, secret)
        super().give(given)


class AutoShell(AutoTerminal, TerminalShell):
    """The same in its production shell."""
