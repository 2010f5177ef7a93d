"""What a person at a told terminal wants: any tap at any time, sensible or not.

Part of the drill of `drill_session.py`.
"""

from games.round import Spot, kind_of
from protocol import messages as m
from simulation.told_talk import AMOUNTS, LIMITS, PEOPLE, Talk
from terminal import intents as t


class Wishes(Talk):
    # --- what a person wants ------------------------------------------------------------------------------------------

    def _some_wishes(self, count: int) -> None:
        for _ in range(count):
            self._does(self._some_wish())
            self.terminal.now_ms += 200

    def _wishes(self) -> None:
        if self.rng.random() < 0.1:
            self._does(*(self._some_wish() for _ in range(3)))
        else:
            wish = self._some_wish()
            self._does(wish)
            if self.rng.random() < 0.1:  # a device that says it twice
                self._does(wish)

    def _id(self) -> bytes:
        return self.rng.randbytes(16 if self.rng.random() < 0.97 else 15)

    def _spot(self) -> Spot:
        spots = [spot for it in self.terminal.opinion.mine() for spot in it.window.spots]
        if not spots or self.rng.random() < 0.04:
            return Spot("nowhere")
        limited = [spot for spot in spots if kind_of(spot) in LIMITS[self.game]]
        return self.rng.choice(limited if limited and self.rng.random() < 0.8 else spots)

    def _some_wish(self) -> t.Intent:
        rng, state = self.rng, self.terminal.session.state
        deciding = any(it.window.respondents is not None for it in self.terminal.opinion.mine())
        if deciding and rng.random() < 0.6:
            return self.some_answer()
        if self.coins and rng.random() < 0.2:
            return self._some_participation()
        amount = rng.choice(AMOUNTS)
        if state.view.windows and rng.random() < 0.65:
            return self._some_bet(amount)
        match rng.randrange(17):
            case 0 | 1:
                return t.NoteIn(self._id(), rng.choice((50, 100, 100, 100, 0)))
            case 2 | 3 | 4:
                return t.NoteStacked(next(iter(state.outbox.notes), self._id()))
            case 5:
                return t.NoteReturned(next(iter(state.outbox.notes), self._id()))
            case 6:
                amount = rng.choice((self.console.credit, amount, 10**9, 0))
                return t.CashOut(self._id(), amount)
            case 7:
                number = rng.choice(["123456789012345678", "", "1" * 41, *self.console.number_of])
                return t.TicketIn(self._id(), number)
            case 8 | 9:
                ticket = rng.choice([*state.tickets, "K0"])
                return t.PrintResult(self._id(), ticket, rng.choice(("printing", "printed", "failed", "x" * 21)))
            case 10:
                return t.CallAttendant(rng.random() < 0.5, rng.choice(list(m.CallReason)))
            case 11:
                return t.SaveBets(rng.choice((0, 1, 2, 3)))
            case 12:
                return t.PlaceSaved(rng.choice((0, 1, 2)))
            case 13:
                return t.SitDown(rng.choice((0, 1, 2, 3)))
            case 14:
                return t.WishSqueeze(rng.random() < 0.7)
            case 15:
                down = self.terminal.opinion.to_turn()
                return t.TurnCards(tuple(rng.sample([*down, 0, 9], rng.randrange(min(3, len(down) + 2)))))
            case _:
                return rng.choice((t.PutAway(f"{amount}"), t.Turning(amount > 20)))

    def _some_bet(self, amount: int) -> t.Intent:
        rng = self.rng
        match rng.randrange(16):
            case 0:
                return t.RepeatBets(rng.choice((1, 2)))
            case 1:
                return t.PlaceSaved(rng.choice((0, 1, 2)))
            case 2:
                return rng.choice((t.UndoBet(), t.UndoBet(), t.ClearBets()))
            case 3:
                return t.DoubleBets()
            case 4:
                return t.TakeBack(self._spot(), amount)
            case 5 if rng.random() < 0.1:
                return t.SetLayout("", {Spot(f"{place}/main"): 5 for place in range(m.BETS_MAX + 1)})
            case 5:
                bets = {self._spot(): rng.choice(AMOUNTS) for _ in range(rng.randrange(3))}
                return t.SetLayout(rng.choice(("", "", "bets", "nowhere")), bets, rng.choice(("", "", "", "squeeze")))
            case 6:
                return t.SaveBets(rng.choice((0, 1, 2, 3)))
            case _:
                return t.PlaceBet(self._spot(), rng.choice((*AMOUNTS, *AMOUNTS, 0)))

    def some_answer(self) -> t.Intent:
        rng = self.rng
        asks = list(self.terminal.opinion.questions())
        if not asks or rng.random() < 0.1:
            opened = rng.choice(self.terminal.opinion.mine())
            return t.SetLayout(opened.window.name, {}, rng.choice((*opened.window.choices, "", "nothing")))
        _opened, question = rng.choice(asks)
        option = rng.choice(question.options)
        smaller = option.spot and rng.random() < 0.4
        amount = rng.randrange(max(0, option.least - 1), option.adds + 2) if smaller else rng.choice((0, 0, 0, 0, 7))
        return t.AnswerBox(rng.choice((question.box, question.box, question.box, 9)), option.key, amount)

    def _some_participation(self) -> t.Intent:
        rng = self.rng
        if self.console.here is None and rng.random() < 0.7:
            return t.SignOnHere(rng.randbytes(8), rng.choice(PEOPLE)[0], "271828")
        match rng.randrange(7):
            case 0 | 1 | 2:
                number = rng.choice([it for it, _ in PEOPLE] + ["7", "70x1"])
                return t.SignOnHere(
                    rng.randbytes(rng.choice((8, 8, 8, 8, 7))), number, rng.choice(("271828",) * 5 + ("1",))
                )
            case 3:
                return t.SignOffHere()
            case 4 | 5:
                return t.ChooseCoin(rng.choice(("GC", "SC", "XX")))
            case _:
                return t.ExcludeMyself(rng.choice((0, 1, 2, 400_000)))
