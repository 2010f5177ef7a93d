"""How a drill of a table with boxes may begin: histories that chance seldom tells, from which it goes on at random.

Each is told in a few words, and skips what does not apply (another game asks other questions, somebody was refused).
"""

from collections.abc import Callable
from typing import Final

from games.round import DealingError, DrawnTogether, PlayerId, Reconstructed, Spot, WalkedAway
from protocol import messages as m
from protocol.halts import Halt
from simulation.box_world import PICTURES
from simulation.calm import SHUFFLER
from simulation.drill_boxes_people import BoxesPeople
from simulation.drill_boxes_table import LOOSE, SEATED
from terminal import intents as t

EMPTY: Final = 2  # with these, as many as no multiple of the games


class BoxesOpenings(BoxesPeople):
    def begin(self, number: int) -> None:
        """Each game comes to each of them; two of seventeen drills begin at an empty table."""
        openings: tuple[Callable[[], None], ...] = (
            *(self._after_a_split, self._void_after_interim, self._asked_again, self._several_offers),
            *(self._face_down, self._together, self._full_box, self._yesterday, self._walks_away, self._on_two_boxes),
            *(self._error_after_interim, self._clock_runs_out, self._asked_twice, self._taken_back),
            self._another_player,
        )
        place = number % (len(openings) + EMPTY)
        if place < len(openings):
            openings[place]()

    # --- in a few words ----------------------------------------------------------------------------------------------

    def _sit(self, name: str, box: int) -> None:
        if name in LOOSE:
            self._asks(name, m.SitDown(*self.processes[name], box))
        else:
            self.opinion.wants(name, t.SitDown(box))

    def _lays(self, name: str, choice: str = "", **bets: int) -> None:
        """`main1=50`: on box 1."""
        window = self.table.view.windows.get("bets")
        if window is None:
            return
        laid = {}
        for place, amount in bets.items():
            kind = self.main if place[:-1] == "main" else self.sides[int(place[:-1].removeprefix("side"))]
            laid[Spot(f"{place[-1]}/{kind}")] = amount
        choice = choice if choice in window.window.choices else ""
        if name in LOOSE:
            self._answer(name, window.id, laid, choice)
        else:
            if choice:
                self.opinion.wants(name, t.WishSqueeze(wanted=True))
            choice = choice if self.opinion.wishes.get(name, 0) > 0 else ""
            self.seats[name].wants(t.SetLayout("bets", laid, choice))

    def _cards(self, ranks: str) -> None:
        """These leave the shoe, as long as one is due."""
        for rank in ranks.split():
            if self.table.view.due and not self.table.view.halts:
                at = next((at for at, card in enumerate(self.pool) if card.text[0] == rank), 0)
                self.pool.insert(0, self.pool.pop(at))
                self._draws(wanted=True)

    def _all_say(self, choice: str, kind: str = "", amount: int = 0) -> None:
        """Everybody who is asked this, each in his turn."""
        for opened in list(self.table.view.windows.values()):
            window = opened.window
            if choice not in window.choices or (kind and window.kind != kind):
                continue
            for name in window.respondents or ():
                if opened.id not in [it.id for it in self.table.view.windows.values()]:
                    break
                own = self.table.windows.given.get("bets", {}).get(PlayerId(name))
                initial = own.bets.get(Spot(f"{window.box}/{self.main}"), 0) if own is not None else 0
                bets: dict[Spot, int] = {}
                if choice in ("double", "split", "follow"):
                    spot = window.spots[0] if choice == "double" else window.spots[-1]
                    bets = {spot: amount or initial}
                if name in LOOSE:
                    self._answer(name, opened.id, bets, choice)
                else:
                    self.seats[name].wants(t.SetLayout(window.name, bets, choice))

    def _round(self, decider: str = "T1") -> None:
        """T1 sits at box 1, and others stand behind him; R1 has a box of his own. Or the other way round."""
        other = "R1" if decider == "T1" else "T1"
        self._sit(decider, 1)
        self.order(m.OpenBets())
        self._lays(decider, "squeeze" if self.rng.random() < 0.3 else "", main1=60, side01=20)
        self._lays(other, main1=40, main2=50, side12=10)
        self._lays("R2", main1=20, side01=10)
        self.wait(300)

    def _dealt(self, ranks: str, decider: str = "T1") -> None:
        self._round(decider)
        self.order(m.CloseBets())
        self._cards(ranks)
        while self.table.state.turners:
            self.wait(50_000)

    # --- histories ---------------------------------------------------------------------------------------------------

    def _after_a_split(self) -> None:
        self._dealt("8 5 6 8 T 2 3")
        self._all_say("decline")
        self._all_say("split")
        if self.rng.random() < 0.5:
            self._all_say("follow")
        else:
            self._all_say("decline")
        self._cards("8 3 8")

    def _void_after_interim(self) -> None:
        self._dealt("A T 6 T 9 5 7")
        self._certifies()
        if self.rng.random() < 0.5:
            self._all_say("decline")
            self._cards("2")
        self.order(m.RuleOtherwise("void", m.VoidRound()))
        if self.rng.random() < 0.5:
            self._order_about(self.table.view.round_no, m.TakeBackVoid())

    def _asked_again(self) -> None:
        """Decided, and the cards were in another order."""
        self._dealt("5 6 4 4 3 7 9")
        self._all_say("decline")
        self._all_say("double", amount=20)
        self._all_say("follow", amount=10)
        drawn = self._drawn()
        if len(drawn) > 3:
            at = self.rng.randrange(len(drawn) - 1)
            drawn[at], drawn[at + 1] = drawn[at + 1], drawn[at]
        under = "5.6" if self.setup.game == PICTURES else "5.9"
        self.order(m.Rule(Reconstructed(tuple(drawn)), under))
        self._befalls(self.rng.choice(SEATED))
        self._all_say("continue")
        self._syncs()

    def _asked_twice(self) -> None:
        """The same question, word for word, because the cards after it came at once: what was said first is no answer
        any more, whoever asks.
        """
        self._dealt("2 3 7 3 2", decider="R1")
        self._all_say("decline")
        for _ in range(2):
            self._all_say("hit", kind="choice")
            self._cards("2")
        drawn = self._drawn()
        self.order(m.Rule(DrawnTogether(tuple(drawn[-2:])), "5.10" if self.setup.game == PICTURES else "5.12"))
        if opened := next(iter(self.table.view.windows.values()), None):
            self._all_say(opened.window.choices[0])
        self._all_say("continue")
        self._all_say("hit", kind="choice")
        self._syncs()
        self._befalls(self.rng.choice(SEATED))

    def _taken_back(self) -> None:
        """A shoe that is not read: the Dealer tells of each card, and takes back what he has mistapped."""
        self.order(m.LoadShoe(self.decks, SHUFFLER.number, 0, None, by_hand=True))
        self._round()
        self.order(m.CloseBets())
        for _ in range(self.rng.choice((2, 4, 5, 6))):
            if not self.table.view.due:
                break
            card = self.pool.pop()
            self.faces[self.table.view.shoe.last_seq + 1] = card.text
            self.order(m.DealCard(card))
            if self.rng.random() < 0.4:
                self.order(m.TakeBackCard())
            self._all_say("decline")
        self.counter = self.table.view.shoe.last_seq

    def _another_player(self) -> None:
        """He wished to turn his cards, and takes his money; who comes after him has said nothing."""
        self.opinion.wants("T1", t.WishSqueeze(wanted=True))
        seat = self.seats["T1"]
        seat.wants(t.CashOut(seat.new_id(), self.table.ledger.credit(PlayerId("T1"))))
        self._buys("T1")
        self._round()

    def _several_offers(self) -> None:
        """Insurance and Even Money at once, and the table stops meanwhile."""
        self._dealt("A 9 A T 8")
        if self.rng.random() < 0.5:
            self._answers()
        self.wait(300)
        self.order(m.CallSupervisor("look"))
        self.wait(self.rng.choice((100, 1_500)))
        self.order(m.Resume(Halt.CALLED))
        self.wait(self.rng.choice((100, 1_050)))

    def _face_down(self) -> None:
        """Cards that their Players turn, of which one was not read; a terminal is wiped over them."""
        self._round()
        for name in LOOSE:
            self._lays(name, "squeeze", main1=20, main3=50)
        self.order(m.CloseBets())
        self._cards("7 8")
        self._is_unread()
        self._draws()
        self._syncs()
        if Halt.CARD_MISSING in self.table.view.halts:
            self.order(m.EnterCard(self.rng.choice(self.pool)))
        self._befalls(self.rng.choice(SEATED))
        self._draws(2)
        self._turns()

    def _together(self) -> None:
        self._dealt("5 6 4 2 3")
        self._all_say("decline")
        self._all_say("hit")
        self._draws(2)
        drawn = self._drawn()
        self.order(m.Rule(DrawnTogether(tuple(drawn[-2:])), "5.10" if self.setup.game == PICTURES else "5.12"))
        if self.rng.random() < 0.5:
            self._befalls(self.rng.choice(SEATED))

    def _full_box(self) -> None:
        """003 §5.1: Standing Players have filled it, and then he who sits there raises."""
        self._sit("T1", 1)
        self.order(m.OpenBets())
        for name, amount in (("R1", 100), ("R2", 80), ("T2", 20)):
            self._lays(name, main1=amount, side01=20, side11=10)
            self.wait(300)
        self._lays("T1", main1=self.rng.choice((20, 100, 150, 200)))
        self.wait(300)

    def _yesterday(self) -> None:
        for name, box in (("T1", 1), ("R1", 2), ("R2", 3)):
            self._sit(name, box)
        self.order(m.CloseTable())
        if self.rng.random() < 0.5:
            self.start()
            self.join("Panel")
            self.order(m.Resume(Halt.UNCONFIRMED))
        self.order(m.OpenTable())
        self._sit("T2", 1)
        self._sit("R1", 1)

    def _walks_away(self) -> None:
        self._dealt("T 6 T 4 5")
        self._all_say("decline")
        self.order(m.Rule(WalkedAway(PlayerId("T1"), 1), "5.3"))
        self._all_say("hit")
        self.order(m.Rule(WalkedAway(PlayerId("R1"), self.rng.choice((1, 2))), "5.3"))

    def _on_two_boxes(self) -> None:
        self._sit("T1", 1)
        self.order(m.OpenBets())
        self._lays("T1", main1=50, main2=100)
        self._lays("R1", main2=20)
        self.order(m.CloseBets())
        self._cards("8 A A T 9")
        self._befalls("T1")
        self._answers()

    def _error_after_interim(self) -> None:
        self._dealt("A T 6 T 9 5 7")
        self._certifies()
        self.order(m.Rule(DealingError(), "5.6" if self.setup.game == PICTURES else "5.7"))
        self._answers()
        self._all_say("continue" if self.rng.random() < 0.5 else "withdraw")

    def _clock_runs_out(self) -> None:
        """Nobody answers, while others are asked."""
        self._dealt("T 6 T 4 5")
        for _ in range(3):
            self.wait(self.rng.choice((899, 900, 1_199, 1_200, 1_499, 1_500)))
            if self.rng.random() < 0.4:
                self.order(m.AddTime(500))

    def _syncs(self) -> None:
        for name in (*LOOSE, "Panel"):
            process = self.processes.get(name, self.processes["Panel"])
            self.hear((name, m.Sync(*process, 0)))
        self.turn()
