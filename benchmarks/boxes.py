"""Games with boxes: a Round of seven boxes in memory, in instructions; and a decision, from the tap to registered.

The Round is the production console with seven terminals, each Seated at its box and behind the next one, all messages
encoded; they split, double, follow and insure as the cards offer it. The decision is measured as a Bet is
(`cluster.py`), while the Dealer has an Ace: everybody changes his Insurance again and again. In instructions it is
compared with a Bet on the same boxes: what both of them take besides, no clock of a shared machine tells.

    ./etg bench boxes
"""

import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.cluster import Cluster, beside, tell, tell_against_bare
from benchmarks.instructions import instructions
from console.table.state import Setup
from games.cards import decks
from games.round import Felt, Limit, PlayerId, Spot
from protocol import messages as m
from protocol.events import Placard
from simulation.calm import PANEL, SHUFFLER, CalmTable
from terminal.answers import asked
from terminal.intents import AnswerBox, SetLayout

GAME: Final = "blackjack"
BOXES: Final = 7
FEW, MANY = 2, 8  # Rounds, of which the difference is told: callgrind takes seconds for each
TAPS: Final = (28, 84)  # the same, of decisions and Bets
BETS, DECISIONS = "bets", "decisions"
TURNS: Final = 14  # taps after which everybody tells the console how far he is
SLICES: Final = 8
WANTED: Final = ("split", "double", "follow", "insure", "stand", "hit")


class SevenBoxes(CalmTable):
    def __init__(self) -> None:
        names = [f"T{number}" for number in range(1, BOXES + 1)]
        seats = {number: PlayerId(f"T{number}") for number in range(1, BOXES + 1)}
        felt = Felt({"main": Limit(10, 100_000, 10)}, BOXES, seats)
        super().__init__(Setup("bench", GAME, felt, placard=Placard("bench", "SGD", training=True)), names)
        self.answers = 0
        self.join(PANEL)
        self.wait()
        self.order(m.OpenTable())
        for name in self.seats:
            self.order(m.SellCredit(PlayerId(name), 10**9))

    def open(self) -> list[str]:
        """Other cards in each Round, and the same in every run. (Twice the same order, and the table calls it one.)"""
        shoe = [card.text for card in decks(8)]
        Random(self.table.view.round_no).shuffle(shoe)
        self.order(m.LoadShoe(8, SHUFFLER.number, 0, self.counter))
        self.order(m.OpenBets())
        return shoe

    def play(self) -> None:
        shoe = self.open()
        for number, seat in enumerate(self.seats.values(), 1):
            behind = Spot(f"{number % BOXES + 1}/main")
            seat.does(SetLayout("", {Spot(f"{number}/main"): 1_000, behind: 500}))
        self.turn()
        self.order(m.CloseBets())
        while self.table.view.due or self.table.view.windows:
            if self.table.view.windows:
                self._answer()
            else:
                self.draw(shoe.pop())
        self.certify()
        self.turn()

    def change(self, what: str, taps: int) -> None:
        """One after the other changes his Bet, or his Insurance against an Ace, and the log has it."""
        shoe = self.open()
        kind = "main"
        if what == DECISIONS:
            self.change_each(kind, BOXES)
            self.order(m.CloseBets())
            ace = next(at for at, card in enumerate(shoe) if card.startswith("A"))
            shoe[BOXES], shoe[ace] = shoe[ace], shoe[BOXES]
            for card in shoe[: 2 * BOXES + 1]:
                self.draw(card)
            kind = "insurance"
        self.change_each(kind, taps)

    def change_each(self, kind: str, taps: int) -> None:
        seats, least = list(self.seats.values()), 1_000 if kind == "main" else 100
        for tap in range(taps):
            box = 1 + tap % BOXES
            seats[box - 1].does(SetLayout("", {Spot(f"{box}/{kind}"): least * (1 + tap // BOXES % 2)}))
            self.turn()
            if tap % TURNS == TURNS - 1:
                self.wait(600)

    def _answer(self) -> None:
        """Everybody who is asked, each question once."""
        for seat in self.seats.values():
            for ask in [it for it in asked(seat.session) if not it.key]:
                keys = [it.key for it in ask.question.options if not it.why]
                hits = ask.question.kind == "choice" and "stand" in keys and self.answers % 3 == 0
                key = "hit" if hits else next((it for it in WANTED if it in keys), ask.question.default)
                seat.does(AnswerBox(ask.question.box, key))
                self.answers += 1
        self.turn()


def play(rounds: int) -> SevenBoxes:
    table = SevenBoxes()
    for _ in range(rounds):
        table.play()
    assert table.table.view.round_no == rounds
    assert not any(seat.session.disputed for seat in table.seats.values())
    return table


def in_memory() -> None:
    few, many = play(FEW), play(MANY)
    entries = (many.table.seq - few.table.seq) / (MANY - FEW)
    answers, messages = (many.answers - few.answers) / (MANY - FEW), (many.messages - few.messages) / (MANY - FEW)
    a_round = instructions("benchmarks.boxes", FEW, MANY)
    against = f"{entries:.0f} entries, {answers:.0f} answers, {messages:.0f} messages"
    tell(f"a Round of {BOXES} boxes, {BOXES} terminals, in memory", f"{a_round / 1e6:.1f} M instructions", against)
    a_bet, a_decision = [instructions("benchmarks.boxes", *TAPS, what) for what in (BETS, DECISIONS)]
    against = f"a Bet {a_bet / 1e6:.2f} M: {a_decision / a_bet:.2f} times"
    tell("a decision, tap to registered, in memory", f"{a_decision / 1e6:.2f} M instructions", against)


def open_insurance(cluster: Cluster) -> None:
    """The Dealer's first card is an Ace; it waits for whoever wants to insure."""
    cards = [card.text for card in decks(8)]
    Random(3).shuffle(cards)
    cluster.order(m.OpenBets())
    cluster.seats.ask("open")
    cluster.seats.took("tap", rate=3.0, seconds=2.0, seed=0)
    cluster.order(m.CloseBets())
    boxes = len(cluster.view.acts[-1].boxes)
    ace = next(at for at, card in enumerate(cards) if card.startswith("A"))
    cards[boxes], cards[ace] = cards[ace], cards[boxes]
    cluster.shoe.load(cards)
    while cluster.view.due:
        drawn = len(cluster.view.draws)
        cluster.shoe.draw()
        cluster.until(lambda drawn=drawn: len(cluster.view.draws) > drawn)  # type: ignore[misc]
    cluster.until(lambda: "insurance" in cluster.view.windows)


def decisions(folder: Path, terminals: int, seconds: float) -> None:
    """From the Player's tap to the entry applied and durable at his terminal."""
    ours: list[int] = []
    others: list[int] = []
    with beside(folder, terminals, GAME) as (cluster, bare):
        cluster.load_shoe()
        open_insurance(cluster)
        for number in range(SLICES):
            for crowds, took in ((bare.crowds, others), (cluster.seats, ours)):
                took += crowds.took("tap", rate=3.0, seconds=seconds / SLICES, seed=number)
    tell_against_bare(f"decision to registered, {terminals} terminals, {len(ours)} taps,", ours, others, (1.5, 2.0))


def main(seconds: float = 10.0) -> None:
    in_memory()
    decisions(Path(tempfile.gettempdir()), 8, seconds)


if __name__ == "__main__":
    *what, many = sys.argv[1:]
    if what:
        SevenBoxes().change(what[0], int(many))
    else:
        play(int(many))
