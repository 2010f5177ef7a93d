"""Told pasts of money (`drill_openings.py`): Rounds that are over, days, tickets, notes."""

from typing import Any

from msgspec.structs import replace

from console.table.recalling import RoundFound
from console.table.table import DayTold
from games.round import PlayerId
from protocol import messages as m
from simulation.drill_table import TERMINALS
from simulation.drill_told import BANKER_WINS, PLAYER_WINS, TIE, Told
from simulation.reference.state import CLOSED, READY
from simulation.signers import BOSS, DEALER, MANAGER, SECOND


class MoneyPasts(Told):
    # --- Rounds that are over ----------------------------------------------------------------------------------------

    def a_void_after_payments(self) -> None:
        """001 §5.3.3, and taken back; whose credit has gone meanwhile, or is in play again, or was his own again."""
        dice = self.openings
        self._buys("T1", 2)
        self._buys("T2")
        round_no = self._plays(
            dice.choice((PLAYER_WINS, BANKER_WINS, TIE)), {"T1": {"player": 100}, "T2": {"banker": 60}}
        )
        if not round_no:
            return
        for terminal in ("T1", "T2"):
            if dice.random() < 0.6:
                self._cashes_all(terminal)
            if dice.random() < 0.3:
                self._buys(terminal, 1, 50)
        if dice.random() < 0.3:
            self._plays(PLAYER_WINS, {"T1": {"player": 50}})
        self._orders(m.VoidSettled(dice.choice(("5.3.3", "5.3.3", "5.3.1", "5.12"))), round_no)
        for _ in range(2):
            self._orders(m.TakeBackVoid(), round_no)
            self._orders(m.Correct(self._whole()), round_no)
            self._orders(m.VoidSettled("5.3.3"), round_no)
        self._settles_claims()

    def _cashes_all(self, terminal: str) -> None:
        if credit := self.examiner.credit[terminal]:
            self._asks(terminal, m.CashOut, credit)

    def _settles_claims(self) -> None:
        play = self.examiner
        for (terminal, of), amount in list(play.due_to.items()):
            if amount and self.openings.random() < 0.7:
                self._orders(m.PayDue(PlayerId(terminal), of))
        for (terminal, of), amount in list(play.owed_by.items()):
            if amount and self.openings.random() < 0.7:
                self._orders(m.CollectOwed(PlayerId(terminal), of))

    def claims_of_who_has_gone(self) -> None:
        """001 §5.6: owed and due by turns, of a sitting that is over, partly over, and of one that has begun since."""
        dice = self.openings
        self._buys("T1", 2)
        first = self._plays(PLAYER_WINS, {"T1": {"player": 100, "tie": 10}})
        if dice.random() < 0.5:
            self._asks("T1", m.CashOut, 150)  # some of it, and not all
        second = self._plays(BANKER_WINS, {"T1": {"banker": 40}})
        self._cashes_all("T1")
        if dice.random() < 0.5:
            self._buys("T1", 1, 50)
        for _ in range(dice.choice((2, 4))):
            about = dice.choice([it for it in (first, second) if it] or [1])
            self._orders(m.Correct(self._whole()), about)
            if dice.random() < 0.3:
                self._settles_claims()
            if dice.random() < 0.2:
                self._pays_with_a_ticket_of("T1")
        self._settles_claims()

    def what_others_took_of_a_credit(self) -> None:
        """A terminal that has not heard of a correction yet, or of a payment by hand, asks for what it had."""
        play, dice = self.examiner, self.openings
        self._buys("T2", 2)
        round_no = self._plays(PLAYER_WINS, {"T2": {"player": 100}})
        had = play.credit["T2"]
        if dice.random() < 0.7 and round_no:
            self._orders(m.Correct(tuple(self._of(rank) for rank in BANKER_WINS)), round_no)
        else:
            self._orders(m.PayByHand(PlayerId("T2"), dice.choice((10, 40, had))))
        if round_no and dice.random() < 0.3:
            self._orders(m.Correct(tuple(self._of(rank) for rank in PLAYER_WINS)), round_no)
        self._asks("T2", m.CashOut, had + dice.choice((0, 0, 0, 0, 1)))
        self._asks("T2", m.CashOut, max(1, play.credit["T2"]))
        self._asks("T2", m.CashOut, had)

    def long_ago(self) -> None:
        """001 §5.6, §5.8: the oldest Round that is kept, the one before it, and who is looked for beyond them."""
        play, dice = self.examiner, self.openings
        self._buys("T1", 2)
        self._buys("T2", 1)
        rounds = []
        for at in range(dice.choice((3, 6))):
            bets = {"T1": {"player": 10}, "T2": {"banker": 10}} if at % 2 == 0 else {"T1": {"tie": 10}}
            rounds.append(self._plays(dice.choice((PLAYER_WINS, BANKER_WINS, TIE)), bets) or play.round_no)
        kept = play.terms.rounds_kept
        edge = [play.round_no - kept + beside for beside in (-1, 0, 1, 2)]
        for _ in range(dice.choice((4, 8))):
            about = dice.choice([it for it in (*edge, *rounds, 1, 2) if 0 < it <= play.round_no + 1])
            match dice.randrange(6):
                case 0 | 1:
                    self._orders(m.RecallRound(about))
                    self._orders(m.Correct(self._whole()), about)
                case 2:
                    self._orders(m.Correct(self._whole()), about)
                case 3:
                    self._asks(dice.choice(TERMINALS), m.Dispute, max(1, about), ())
                case 4:
                    self._orders(m.TakeBackVoid(), about)
                case _:
                    self._looks_for_two(about, dice.choice(rounds))
        for terminal in TERMINALS:
            if play.peers[terminal].disputed:
                self._orders(m.RuleDispute(terminal, "looked at"))

    def _looks_for_two(self, first: int, second: int) -> None:
        """The second is asked for while the first is looked for; and an answer comes that nobody waits for."""
        command = m.Command(*self._process("P4"), self.rng.randbytes(8), self.examiner.round_no, m.RecallRound(first))
        other = m.Command(*self._process("P4"), self.rng.randbytes(8), self.examiner.round_no, m.RecallRound(second))
        self._tell(self._heard("P4", command), self._heard("P4", other), RoundFound(second + 1_000, None, "unknown"))

    def another_currency(self) -> None:
        """Closed, and opened for another money, once nothing stands in the first one, and for that again."""
        play, dice = self.examiner, self.openings
        before = self._plays(PLAYER_WINS)
        self._orders(m.CloseTable())
        other = dice.choice(("EUR", "USD"))
        for currency in (other, "SGD"):
            placard = replace(self.setup.placard, currency=currency)
            self.setup = replace(self.setup, placard=placard)
            play.terms = replace(play.terms, placard=placard)
            self._dies()
            self._all_come()
            self._signs_on_at("P4", BOSS)
            if self._orders(m.OpenTable()) and currency == other:
                self._orders(m.RecallRound(before or 1))
                self._asks("T1", m.BuyCredit, 50, dice.choice(("SGD", other)))
                self._plays(TIE, {"T1": {"tie": 10}})
                self._orders(m.PayByHand(PlayerId("T1"), play.credit["T1"] or 1))
                self._orders(m.Correct(self._whole()), before)
            self._orders(m.CloseTable())
        self._orders(m.OpenTable())
        self._orders(m.RecallRound(before or 1))

    # --- days --------------------------------------------------------------------------------------------------------

    def days(self) -> None:
        """Closed, missed for a week and a day more, doubted, begun by people, told of once more and back."""
        play, dice = self.examiner, self.openings
        if dice.random() < 0.3:
            self._orders(m.AssignStaff(dice.choice((SECOND, DEALER, MANAGER)).number, dice.choice((1, 2, 3, 4))))
        for _ in range(dice.choice((2, 3, 5))):
            self.day += dice.choice((0, 1, 1, 1, 2, 6, 7, 8))
            self._tell(DayTold(self._day(dice.choice((0, 0, 0, -1, -8)))))
            if play.doubted_day:
                self._orders(m.BeginDay(dice.choice((play.doubted_day, self._day(1)))))
            if dice.random() < 0.5:
                if play.phase == READY:
                    self._orders(m.CloseTable())
                self._orders(
                    m.CloseDay(dice.choice((play.due_day or self._day(), play.due_day or "2027-01-01", self._day())))
                )
            if dice.random() < 0.4:
                self._orders(m.OpenTable())
            if play.due_since and dice.random() < 0.5:  # the last day that is believed, or the one after it
                self._tell(DayTold(self._day(7 + dice.randrange(2))))
        if play.phase == CLOSED and not play.due_day:
            self._orders(m.OpenTable())

    def closed_with_much_left_open(self) -> None:
        """What stands is told, stays, and is there at the next opening; the same once more, and all of it put right."""
        play, dice = self.examiner, self.openings
        self._buys("T1", 2)
        self._buys("T3", 1)
        round_no = self._plays(PLAYER_WINS, {"T1": {"player": 40}, "T3": {"banker": 20}})
        self._asks("T3", m.CashOut, 20)
        if dice.random() < 0.5:
            self._asks("T2", m.BuyCredit, 7, "SGD")
        self._cashes_all("T1" if dice.random() < 0.5 else "T3")
        if round_no:
            self._orders(m.Correct(self._whole()), round_no)
            self._asks("T1", m.Dispute, round_no, ())
        if dice.random() < 0.5:
            self._says("T3", m.CallAttendant, True)
        if dice.random() < 0.5:
            self._orders(m.Latch(PlayerId(dice.choice(TERMINALS)), "look at it"))
        self._orders(m.CloseTable())
        self.day += 1
        self._tell(DayTold(self._day()))
        self._orders(m.CloseDay(play.due_day or self._day()))
        self._settles_claims()
        self._orders(m.OpenTable())
        self._plays(TIE, {"T1": {"tie": 10}})
        self._orders(m.CloseTable())

    # --- tickets and notes -------------------------------------------------------------------------------------------

    def tickets(self) -> None:
        """Printed, not printed, printed again, looked up, paid, put in elsewhere, out of date, used."""
        play, dice = self.examiner, self.openings
        for terminal in ("T1", "T2"):
            self._buys(terminal, 2)
            for amount in (dice.choice((20, 50)), dice.choice((20, 60)), play.credit[terminal] - 120):
                if amount > 0:
                    self._asks(terminal, m.CashOut, amount)
        for name in list(play.tickets)[-6:]:
            whose = play.tickets[name].terminal
            for state in dice.choice(
                (("printed",), ("printing", "printed"), ("failed",), ("printing", "failed"), ("printed", "failed"))
            ):
                self._asks(whose, m.ReportPrint, name, state)
            if play.tickets[name].printed == "failed" and dice.random() < 0.5:
                self._orders(m.PrintAgain(name))
                self._asks(whose, m.ReportPrint, name, dice.choice(("printed", "again", "printing")))
        if dice.random() < 0.5:
            self.day += dice.choice((1, 2, 2, 3))
            self._tell(DayTold(self._day()))
        for _ in range(4):
            self._pays_with_a_ticket_of(dice.choice(("T1", "T2")))

    def a_ticket_out_of_date(self) -> None:
        """On its last day and on the next; printed or not; at the desk by one, by two with the paper and without."""
        play, dice = self.examiner, self.openings
        self._buys("T1", 2)
        for state in ("printed", "failed", "", "printed"):
            self._asks("T1", m.CashOut, 40)
            name = next(reversed(play.tickets), "")
            if name and state:
                self._asks("T1", m.ReportPrint, name, state)
        self.day += dice.choice((1, 2, 2, 2, 3))
        self._tell(DayTold(self._day()))
        for name in list(play.tickets)[-4:]:
            if dice.random() < 0.7:
                self._says("P4", m.FindTicket, self.rng.randbytes(8), play.tickets[name].number)
            found = self.found.get("P4")
            proof = found.proof if found is not None and found.proof else bytes(16)
            self._orders(m.PayTicket(name, proof) if dice.random() < 0.4 else m.PayTicketByTwo(name, proof or None))
            self._asks("T2", m.InsertTicket, play.tickets[name].number)

    def _pays_with_a_ticket_of(self, terminal: str) -> None:
        """At the desk, by one or by two; or into a terminal; and once more."""
        play, dice = self.examiner, self.openings
        own = [name for name, it in play.tickets.items() if it.terminal == terminal]
        if not own:
            return
        name = dice.choice(own[-5:])
        number, again = play.tickets[name].number, dice.random() < 0.3
        for _ in range(1 + again):
            way = dice.randrange(4)
            if way == 0:
                self._asks(dice.choice(TERMINALS), m.InsertTicket, number)
                continue
            if way != 3:
                self._says("P4", m.FindTicket, self.rng.randbytes(8), number)
            found = self.found.get("P4")
            proof = found.proof if found is not None and found.ticket == name else b""
            if way == 1 and proof:
                self._orders(m.PayTicket(name, proof))
            else:
                self._orders(m.PayTicketByTwo(name, proof or None))

    def wrong_numbers(self) -> None:
        """Five a day at a terminal or a panel, then none is taken there; a day that is closed forgives fewer."""
        dice = self.openings
        where, tries = dice.choice(("T1", "T2", "P4", "P4")), dice.choice((4, 5, 5, 6))
        good = next((it.number for it in self.examiner.tickets.values() if it.good), "0" * 18)
        for at in range(tries):
            self._asks_for(where, f"{at:018}")
        self._asks_for(where, good)
        if dice.random() < 0.5:
            self._orders(m.UnlockTickets(PlayerId(where)))
        elif dice.random() < 0.5:
            self.day += 1
            self._orders(m.CloseTable())
            self._tell(DayTold(self._day()))
            self._orders(m.CloseDay(self.examiner.due_day or self._day()))
            self._orders(m.OpenTable())
        for at in range(dice.choice((1, 4, 5))):
            self._asks_for(where, f"{at + 100:018}")
        self._asks_for(where, good)

    def _asks_for(self, where: str, number: str) -> None:
        if where in TERMINALS:
            self._asks(where, m.InsertTicket, number)
        else:
            self._says(where, m.FindTicket, self.rng.randbytes(8), number)

    def a_proof_that_another_has_seen(self) -> None:
        """A ticket is looked up at a panel; somebody else signs on there, it is started anew, or asks for another."""
        play, dice = self.examiner, self.openings
        self._buys("T1")
        self._asks("T1", m.CashOut, 50)
        name = next(reversed(play.tickets), "")
        if not name:
            return
        number = play.tickets[name].number
        self._says("P4", m.FindTicket, self.rng.randbytes(8), number)
        found = self.found.get("P4")
        proof = found.proof if found is not None else b""
        match dice.randrange(5):
            case 0:
                self._signs_on_at("P4", MANAGER)
            case 1:
                self._comes_anew("P4")
                self._signs_on_at("P4", BOSS)
            case 2:
                self._says("P4", m.SignOff, self.rng.randbytes(8), "idle")
                self._signs_on_at("P4", BOSS)
            case 3:
                self._says("P4", m.FindTicket, self.rng.randbytes(8), "1" * 18)
            case _:
                self._signs_on_at("P3", BOSS)
        if proof:
            self._orders(m.PayTicket(name, proof), at=dice.choice(("P4", "P4", "P3")))
            self._signs_on_at("P4", BOSS)
            self._orders(m.PayTicket(name, proof))
            self._orders(m.PayTicketByTwo(name, proof))

    def notes_that_are_held(self) -> None:
        """For what they are, for the hour, for who says so: released as credit, into a hand, to nobody."""
        play, dice = self.examiner, self.openings
        for _ in range(dice.choice((1, 2, 3, 21))):
            self._asks("T2", m.BuyCredit, dice.choice((7, 7, 30)), "SGD")
        if dice.random() < 0.4:
            most = play.shown.notes_per_hour
            self._buys("T3", min(25, most // 100 + 1))
            self.now_ms += dice.choice((0, 3_299_900, 3_300_000))
            self._buys("T3", 1, dice.choice((50, 100)))
        if dice.random() < 0.4:
            known = play.peers["T1"]
            note = m.BuyCredit(known.boot, bytes(8), self.rng.randbytes(16), 50, "SGD")
            self._tell(self._heard("T1", note))
            self._tell(self._heard("T1", note))
        for number in [*list(play.held)[:4], 999]:
            self._orders(m.ReleaseNote(number, dice.choice(("credit", "hand", "nobody"))))
        for terminal in TERMINALS:
            if play.peers[terminal].latched and dice.random() < 0.7:
                self._orders(m.Unlatch(terminal))

    def an_id_that_comes_again(self) -> None:
        """With another content, of every kind; after a refusal; in another's name; long after."""
        play, dice = self.examiner, self.openings
        self._buys("T1", 2)
        asked, first = self.rng.randbytes(16), dice.randrange(4)
        wishes: list[tuple[Any, ...]] = [
            (m.CashOut, 20), (m.CashOut, 40), (m.BuyCredit, 50, "SGD"), (m.BuyCredit, 100, "SGD"),
            (m.InsertTicket, "7" * 18), (m.Dispute, max(1, play.round_no), ()), (m.CashOut, 10**6),
        ]  # fmt: skip
        self._says("T1", wishes[first][0], asked, *wishes[first][1:])
        for _ in range(2):
            kind, *what = dice.choice((wishes[first], dice.choice(wishes)))
            self._says(dice.choice(("T1", "T1", "T2")), kind, asked, *what)
