"""A Player Terminal at a console that is only a pen: whatever a log can tell it, and its second opinion after each batch.

Rounds of four games go on by the rule book, their Bets registered or refused as the dice have it; the House pays right,
or it does not; it corrects, voids, holds notes, loses what it was asked, says it twice, late, in pieces or to another
process, and seldom what its log does not say. Players come and go with Bets on their way, the power goes around a
commit, the disk is lost, or somebody writes on it. Told pasts come first, from which the dice go on.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from games.cards import DECK
from games.money import Currency, InvariantBroken
from games.round import Answer, BoxNow, Felt, HandId, Limit, Refusal, Spot, kind_of
from games.settlement import Line
from msgspec.structs import replace
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from protocol.view import Phase
from simulation.judged_terminal import JudgedTerminal
from simulation.told_console import ME, OTHER, ToldConsole
from simulation.world import Violation
from terminal import intents as t

GAMES: Final = ("baccarat", "blackjack", "baccarat", "classic_blackjack", "three_pictures")
AMOUNTS: Final = (1, 5, 10, 20, 20, 25, 40, 50, 100, 200)
LIMITS: Final = {
    "baccarat": {"player": Limit(20, 200, 10), "banker": Limit(20, 200, 5), "tie": Limit(5, 50, 5)},
    "blackjack": {"main": Limit(20, 100, 10), "player_pair": Limit(5, 50, 5), "under_13": Limit(10, 100, 5)},
    "three_pictures": {"initial": Limit(20, 100, 10)},
    "classic_blackjack": {"main": Limit(20, 100, 10)},
}
COINS: Final = {"GC": (5, 20, 100), "SC": (5, 20)}
PEOPLE: Final = (("7001", "Ada"), ("7002", "Bob"))
CAP: Final = 400
HOUR_MS: Final = 3_600_000
NO: Final = tuple(Refusal(why, "no") for why in ("credit", "bad_stake", "too_much", "differential"))


class ToldDrill:
    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(f"told {seed}")
        self.game = GAMES[seed % len(GAMES)]
        self.auto = self.game == "classic_blackjack"
        self.coins = self.auto and rng.random() < 0.7
        boxes = 2 if self.game != "baccarat" else 7
        total = Limit(rng.choice((1, 1, 30)), rng.choice((300, None)), 1) if rng.random() < 0.3 else None
        felt = Felt(LIMITS[self.game], boxes, squeeze=not self.auto and rng.random() < 0.6, total=total)
        if self.coins:
            felt = replace(felt, coins={"SC": {"main": Limit(5, 50, 5)}})
        placard = e.Placard(
            currency="GC" if self.coins else "SGD",
            chips=(5, 20, 100),
            notes_per_hour=rng.choice((CAP, CAP, 0)),
            ticket_days=rng.choice((0, 2)),
            automatic=self.auto,
            coins=COINS if self.coins else {},
        )
        self.console = ToldConsole(rng, "told", self.game, felt, placard)
        self.lies = rng.choice((0.0, 0.0, 0.1, 0.4))  # in money
        self.terminal = JudgedTerminal(ME, self.console, Random(f"told terminal {seed}"))
        self.told = 0  # so far the terminal was told the log
        self.inbox: list[m.Request] = []
        self.before: list[m.News] = []  # said once, and perhaps again
        self.ids = 0
        self.notes: list[bytes] = []  # of late, whatever became of them
        self.welcome_lost = 0.0
        self.opening = Random(f"told opening {seed}").choice((None, None, *OPENINGS))

    def play(self, steps: int) -> None:
        console = self.console
        console.write(e.ConsoleStarted(1), e.CurrencyBound(Currency(console.placard.currency, 2)), e.DayBegan("2026-11-16"))
        console.boot = 1
        console.opens()
        self._hears_of(self.terminal.begins())
        step = -1
        try:
            self._settles()
            if not self.coins:
                self.console.write(e.CreditBought(bytes(16), ME, 1, self.rng.choice((50, 300, 1_000))))
            if self.opening is not None:
                self.opening(self)
            for step in range(steps):
                self._step()
            self._settles()
        except Violation as broken:
            raise Violation(broken.name, f"step {step}: {str(broken).partition(': ')[2]}") from None
        except InvariantBroken as broken:
            raise Violation("core", f"step {step}: {broken}") from broken

    # --- what goes to and fro -------------------------------------------------------------------------------------------

    def _does(self, *given: Any) -> None:
        self._hears_of(self.terminal.does(*given))

    def _hears_of(self, requests: list[m.Request]) -> None:
        self.inbox += requests

    def _tells(self) -> None:
        """The rest of the log, in one of the ways in which it comes."""
        console, rng = self.console, self.rng
        first, last = self.told + 1, console.seq
        if first > last:
            return
        self.told = last
        way = rng.random()
        if way < 0.70:
            self._says(console.batch(first, last))
        elif way < 0.85:  # what is for one alone comes by itself, before or after
            news: list[m.News] = [console.batch(first, last, bare=True)]
            news += [console.see(seq) for seq in range(first, last + 1) if console.entries[seq - 1].audience]
            rng.shuffle(news)
            for each in news:
                self._says(each)
        elif way < 0.92:
            middle = rng.randrange(first, last + 1)
            pieces = [console.batch(middle + 1, last)] if middle < last else []
            for each in (*pieces, console.batch(first, middle)):
                self._says(each)
        # else it is lost on the way

    def _says(self, news: m.News) -> None:
        self.before = [*self.before[-8:], news]
        self._does(news)

    def _answers(self, request: m.Request, *, truly: bool = False) -> None:
        """What the console makes of a request: mostly what it should."""
        console, rng, state = self.console, self.rng, self.terminal.session.state
        kind = rng.random() if not truly else 0.5
        if (request.boot, request.run) != (state.boot, state.run):
            return  # of a process that has ended: it is denied
        match request:
            case m.Hello():
                if kind < 0.06:
                    why = rng.choice((m.Denial.WAIT, m.Denial.SAY_HELLO, m.Denial.VERSION))
                    self._says(m.Denied(request.boot, request.run, why))
                elif kind < 0.10:
                    self._says(console.welcome(request.boot + 1, request.run))
                else:
                    self._says(console.welcome(request.boot, request.run))
                    if not request.last_seq and rng.random() < 0.8:
                        self._says(console.snapshot())
            case m.Sync(after_seq=after):
                last = console.seq if kind < 0.7 else rng.randrange(after, console.seq + 1)
                self._says(console.deltas(after, last))
            case m.Beat():
                pass
            case _ if kind < 0.12:
                pass  # lost
            case m.Answer():
                self._hears_answer(request, kind)
            case m.Dispute(id=key, round_no=number, lines=lines):
                if self._is_new(key):
                    console.disputed = number
                    console.write(e.SettlementDisputed(key, ME, number, lines))
            case m.CallAttendant(wanted=wanted, reason=reason):
                console.calls = wanted
                console.write(e.AttendantCalled(ME, wanted, reason))
            case m.SitDown(box=box):
                if not self.auto or not console.view.in_round:
                    console.write(e.Seated(ME, box))
            case m.TurnCards(draws=draws):
                self._hears_of_turning(draws)
            case m.CommitNonce(round_no=number, digest=digest):
                if console.view.shuffle.may_commit(number, ME):
                    console.write(e.NonceCommitted(number, ME, digest))
            case m.OpenNonce(round_no=number, nonce=nonce):
                if console.view.shuffle.may_open(console.table, number, ME, nonce):
                    console.write(e.NonceOpened(number, ME, nonce))
            case m.SignOn(id=key, number=number):
                self._hears_sign_on(key, number, kind)
            case m.SignOff():
                self._sends_off()
            case m.ChooseCoin(coin=coin):
                self._changes_coin(coin)
            case m.ExcludeMe():
                if not console.stake:
                    self._sends_off()
            case _:
                self._hears_of_money(request, kind)

    def _is_new(self, key: bytes) -> bool:
        """The first answer to an id is the only one."""
        return key not in self.__dict__.setdefault("ids_answered", set()) and not self.ids_answered.add(key)

    ids_answered: set[bytes]

    def _hears_answer(self, request: m.Answer, kind: float) -> None:
        console = self.console
        key, window = request.window, next((it for it in console.view.windows.values() if it.id == request.window), None)
        if window is None or request.revision <= console.answered.get(key, 0):
            return
        answer = Answer(request.bets, request.choice)
        before = console.given[window.window.name].get(ME, Answer())
        more = sum(answer.bets.values()) - sum(before.bets.values())
        game = console.game
        round = console.round
        no = game.review(round, window.window, ME, answer, console.given)
        if no is None and more > console.credit:
            no = NO[0]
        if no is None and kind < 0.2:
            no = self.rng.choice(NO)
        if no is not None:
            console.answered[key] = request.revision
            console.write(e.LayoutRefused(key, ME, request.revision, answer, no))
        else:
            console.registers(key, ME, request.revision, answer)
            if console.view.windows and window.window.respondents is not None and answer.choice:
                if self.rng.random() < 0.5 and all(
                    console.given[window.window.name].get(it, Answer()).choice for it in window.window.respondents
                ):
                    console.closes(window.window.name, "answers")

    def _hears_of_turning(self, draws: tuple[int, ...]) -> None:
        console = self.console
        mine = [draw for draw, (hand, _) in console.hidden.items() if draw in draws]
        if not draws and console.hidden and not self.auto:
            box = int(next(iter(console.hidden.values()))[0].split("/")[0] or 0)
            console.write(e.HandHandled(console.round_no, ME, box))
            console.acts.append(console.view.acts[-1])
        for draw in mine:
            console.turns(draw)

    def _hears_of_money(self, request: Any, kind: float) -> None:
        console, rng = self.console, self.rng
        if isinstance(request, m.ReportPrint) and request.ticket not in self.terminal.session.state.tickets:
            return
        if not self._is_new(request.id):
            return
        no = e.MoneyRefused(request.id, ME, Refusal("no_way", "not now"))
        match request:
            case m.BuyCredit(id=key, amount=amount):
                if kind < 0.6:
                    console.write(e.CreditBought(key, ME, console.sitting(), amount))
                elif kind < 0.85:
                    console.write(e.NoteHeld(key, ME, self._next(), amount, "cap"))
                    self.held = {**getattr(self, "held", {}), key: amount}
                else:
                    console.write(no)
            case m.CashOut(id=key, amount=amount):
                if kind < 0.75 and amount <= console.credit and not console.stake:
                    name, number = f"K{self._next()}", f"{rng.randrange(10**18):018d}"
                    days = console.placard.ticket_days
                    console.write(e.TicketIssued(key, ME, console.sitting(), name, amount, number[-4:], days))
                    console.write(e.TicketNumbered(ME, name, number))
                    console.number_of[number] = (name, amount)
                else:
                    console.write(no)
            case m.InsertTicket(id=key, ticket=number):
                if kind < 0.3:
                    console.write(e.ForeignTicketAsked(key, ME, rng.randbytes(16), "5", bytes(32), "1234", Currency()))
                    console.away[key] = "1234"
                elif number in console.number_of and kind < 0.8:
                    name, amount = console.number_of.pop(number)
                    console.write(e.TicketAccepted(key, ME, console.sitting(), name, amount))
                else:
                    console.write(no)
            case m.ReportPrint(id=key, ticket=ticket, state=state):
                console.write(e.TicketPrint(key, ME, ticket, state) if kind < 0.85 else no)

    def _next(self) -> int:
        self.ids += 1
        return self.ids

    def _settles(self) -> None:
        """Nothing is lost any more, and all is answered: the terminal has the whole log."""
        terminal, console = self.terminal, self.console
        if terminal.session.state.stopped or terminal.session.join.denied:
            terminal.is_wiped()
            self.inbox = []
        for _ in range(30):
            terminal.now_ms += 500
            self._says(console.pulse())
            inbox, self.inbox = self.inbox, []
            for request in inbox:
                self._answers(request, truly=True)
            if console.seq > self.told:
                self.told = console.seq
        state = terminal.session.state
        if not terminal.session.join.joined or state.seq != console.seq:
            raise Violation("liveness", f"T1 is at {state.seq} of {console.seq}, joined {terminal.session.join.joined}")
        if state.outbox.asked or state.outbox.layouts:
            raise Violation("liveness", f"T1 waits for {state.outbox.asked or state.outbox.layouts}")

    # --- a step ---------------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        rng, terminal = self.rng, self.terminal
        dice = rng.random()
        if dice < 0.42:
            self._wishes()
        elif dice < 0.84:
            for _ in range(rng.choice((1, 1, 2, 4))):
                self._plays_on()
        elif dice < 0.90:
            self._happens()
        elif dice < 0.94:
            terminal.now_ms += rng.choice((10, 100, 300, 1_000, 2_000, 700_000))
            self._does(*([self.console.pulse()] if rng.random() < 0.7 else []))
        elif dice < 0.96:
            if self.before:
                self._does(rng.choice(self.before))  # once more, as the line may
        else:
            self._befalls()
        if rng.random() < 0.8:
            inbox, self.inbox = self.inbox, []
            if rng.random() < 0.2:
                rng.shuffle(inbox)
            for request in inbox:
                self._answers(request)
        if rng.random() < 0.8:
            self._tells()
        if not terminal.session.join.joined and rng.random() < 0.5:
            terminal.now_ms += 300
            self._does(self.console.pulse())
        elif rng.random() < 0.5:
            terminal.now_ms += rng.choice((5, 200, 400))
            self._does(self.console.pulse())

    def _befalls(self) -> None:
        """The machine, its disk, and a console that is none."""
        rng, terminal, console = self.rng, self.terminal, self.console
        dice = rng.random()
        if dice < 0.45:
            terminal.power = rng.choice(("before", "after"))
            wish = self._some_wish()
            self._does(wish)
            terminal.power = ""
            self._hears_of(terminal.outgoing)
        elif dice < 0.6:
            terminal.dies()
            self._hears_of(terminal.outgoing)
        elif dice < 0.68:
            terminal.keeps_checkpoint()
        elif dice < 0.78:
            terminal.is_forged()
        elif dice < 0.84:
            self._is_wiped()
        elif dice < 0.90 and console.seq > 3 and not terminal.session.state.stopped:
            self._is_lied_to()
        elif dice < 0.93:
            state = terminal.session.state
            self._says(m.Denied(state.boot, state.run, rng.choice((m.Denial.REPLACED, m.Denial.TWICE))))
            self._some_wishes(3)
            terminal.dies()
            self._hears_of(terminal.outgoing)
        else:
            console.starts()

    def _is_wiped(self) -> None:
        self.terminal.is_wiped()
        self.inbox = [*self.terminal.outgoing]
        self.before = []

    def _is_lied_to(self) -> None:
        """C13: another entry than the log has, under a signature that is none; or two heads. It stops for good."""
        terminal, console, rng = self.terminal, self.console, self.rng
        state, terminal.lied = terminal.session.state, True
        seq = state.seq
        if rng.random() < 0.5 or seq == 0:
            self._does(m.Pulse(console.seq + 1, rng.randbytes(32), -1, bytes(64)))
        else:
            self._does(m.Pulse(seq, rng.randbytes(32), -1, b""))
        if not terminal.session.state.stopped:
            raise Violation("M8", f"T1 is told another history after {seq} of {console.seq}, and goes on")
        self._some_wishes(4)
        if rng.random() < 0.5:
            terminal.dies()
            self._some_wishes(2)
        self._is_wiped()

    # --- what a person wants ----------------------------------------------------------------------------------------------

    def _some_wishes(self, count: int) -> None:
        for _ in range(count):
            self._does(self._some_wish())
            self.terminal.now_ms += 200

    def _wishes(self) -> None:
        if self.rng.random() < 0.1:
            self._does(*(self._some_wish() for _ in range(3)))
        else:
            self._does(self._some_wish())

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
            return self._some_answer()
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
            case 5:
                bets = {self._spot(): rng.choice(AMOUNTS) for _ in range(rng.randrange(3))}
                return t.SetLayout(rng.choice(("", "", "bets", "nowhere")), bets, rng.choice(("", "", "", "squeeze")))
            case 6:
                return t.SaveBets(rng.choice((0, 1, 2, 3)))
            case _:
                return t.PlaceBet(self._spot(), rng.choice((*AMOUNTS, *AMOUNTS, 0)))

    def _some_answer(self) -> t.Intent:
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
                return t.SignOnHere(rng.randbytes(rng.choice((8, 8, 8, 8, 7))), number, rng.choice(("271828",) * 5 + ("1",)))
            case 3:
                return t.SignOffHere()
            case 4 | 5:
                return t.ChooseCoin(rng.choice(("GC", "SC", "XX")))
            case _:
                return t.ExcludeMyself(rng.choice((0, 1, 2, 400_000)))

    # --- the Round goes on --------------------------------------------------------------------------------------------------

    def _plays_on(self) -> None:
        console, rng, view = self.console, self.rng, self.console.view
        if view.phase is Phase.CLOSED:
            console.opens()
        elif view.phase is Phase.READY:
            if rng.random() < 0.25:
                self._between_rounds()
            elif console.credit or rng.random() < 0.15:
                console.begins()
        elif view.phase is Phase.BETTING:
            self._in_windows()
        elif rng.random() < 0.04:
            console.voids()
        elif view.phase is Phase.DEALING:
            self._deals()
        elif console.hidden and not self.auto:
            console.turns(min(console.hidden))
        elif self.auto and not console.is_over():
            self._deals()
        elif console.is_over():
            self._pays()

    def _deals(self) -> None:
        console, rng = self.console, self.rng
        lines = self._interim()
        if lines and rng.random() < 0.5:
            console.pays(ME, self._maybe_wrong(lines))
        elif self.auto and console.view.shuffle.parts is None and rng.random() < 0.5:
            return  # nonces are waited for
        else:
            console.deals()

    def _interim(self) -> tuple[Line, ...]:
        """003 §1.17: what is decided already may be paid."""
        console = self.console
        if self.auto or self.game == "baccarat" or console.hidden:
            return ()
        return console.lines(ME, final=False)

    def _in_windows(self) -> None:
        console, rng = self.console, self.rng
        opened = rng.choice(list(console.view.windows.values()))
        window = opened.window
        dice = rng.random()
        if dice < 0.25:
            mine = console.bets(ME)
            all_in = window.respondents is None and not mine and rng.random() < 0.7
            if not all_in:
                console.closes(window.name, rng.choice(("dealer", "countdown")))
        elif dice < 0.30 and window.respondents is None and ME in console.given[window.name]:
            self._gives_back(opened)
        elif dice < 0.33 and window.respondents is None:
            self._enters_for_him(opened)
        elif dice < 0.45 and self.game != "baccarat":
            self._tells_of_boxes()
        elif dice < 0.48:
            console.write(e.TimeAdded(console.round_no, 9_000, 0))

    def _gives_back(self, opened: Any) -> None:
        """001 §5.12: for good; or the window is asked again (§1.17)."""
        console, paragraph = self.console, self.rng.choice(("5.12", ""))
        name = opened.window.name
        amount = sum(console.given[name].pop(ME).bets.values())
        console.write(e.LayoutReturned(console.round_no, name, ME, amount, paragraph))
        if not paragraph:
            console.write(e.WindowClosed(opened.id, name, "ruling", None, HandId("")))
            console._opens(opened.window)

    def _enters_for_him(self, opened: Any) -> None:
        """003 §5.18: at his request, while his own may be on its way."""
        console, rng = self.console, self.rng
        spots = [spot for spot in opened.window.spots if kind_of(spot) in LIMITS[self.game]]
        answer = Answer({rng.choice(spots): 20}, "", "200")
        before = sum(console.given[opened.window.name].get(ME, Answer()).bets.values())
        if 20 - before <= console.credit and console.game.review(
            console.round, opened.window, ME, Answer(answer.bets), console.given
        ) is None:
            console.registers(opened.id, ME, console.answered.get(opened.id, 0) + 1, answer)

    def _tells_of_boxes(self) -> None:
        console, rng = self.console, self.rng
        boxes = []
        for box in (1, 2):
            spot = Spot(f"{box}/{console.game.shared}")
            mine = console.bets(ME).get(spot, 0)
            others = rng.choice((0, 0, 10, 20, 60, 90))
            boxes.append(BoxNow(box, int(mine > 0) + int(others > 0), mine + others, seated=False))
        number = console.round_no - (rng.random() < 0.1)
        self._does(m.Boxes(number, tuple(boxes)))

    def _maybe_wrong(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """The House pays a line too little or too much, or leaves one out."""
        rng = self.rng
        if not lines or rng.random() >= self.lies:
            return lines
        at = rng.randrange(len(lines))
        wrong = replace(lines[at], returned=max(0, lines[at].returned + rng.choice((-5, 1, 20))))
        return lines[:at] + (rng.choice(((wrong,), (wrong,), ()))) + lines[at + 1 :]

    def _pays(self) -> None:
        console, rng = self.console, self.rng
        lines = self._maybe_wrong(console.lines(ME)) if console.bets(ME) else ()
        if lines:
            console.pays(ME, lines)
        if rng.random() < self.lies * 0.3 and lines and console.stake == 0 and console.credit > 200:
            free = replace(lines[0], staked=0, returned=0)  # told twice, with nothing in it
            console.write(e.Settled(console.round_no, ME, console.ledger.sittings.get(ME, 0), (free,)))
        if self.auto and rng.random() < self.lies:
            self._cheats_with_the_seed()
        console.ends(left_out=console.stake > 0)
        if console.stake:  # never in a House that is right: what was not settled is given back by nobody
            left = console.stake
            console.write(e.LayoutReturned(console.round_no, "bets", ME, left, "5.12"))

    def _cheats_with_the_seed(self) -> None:
        console, rng = self.console, self.rng
        way = rng.random()
        if way < 0.5:
            console.seed = rng.randbytes(32)
        else:
            console.salt = rng.randbytes(32)

    # --- between two Rounds, and at any time ------------------------------------------------------------------------------------

    def _between_rounds(self) -> None:
        console, rng = self.console, self.rng
        match rng.randrange(8):
            case 0:
                console.write(e.TableClosed())
            case 1:
                console.write(e.LimitsSet(replace(console.felt, total=Limit(1, rng.choice((100, None)), 1))))
            case 2 if not self.coins and not console.credit and not any(console.ledger.sittings.values()):
                console.write(e.TableClosed(), e.CurrencyBound(Currency(rng.choice(("SGD", "EUR")), 2)))
            case _:
                self._corrects()

    def _corrects(self) -> None:
        """001 §5.6, §5.3.3, §5.12: of a Round of whoever played it, also of one that has gone."""
        console, rng = self.console, self.rng
        past = [it for it in console.past if it > console.round_no - 4]
        if not past or self.game != "baccarat":
            return
        number = rng.choice(past)
        cards = [it.card for it in console.past[number][1] if hasattr(it, "card")]
        if cards and rng.random() < 0.8:
            cards[rng.randrange(len(cards))] = rng.choice(DECK)
        kept = console.past[number]
        found = console.corrects(number, cards, "5.3.3" if rng.random() < 0.15 else "")
        if found is None:
            return
        corrected, lines = found
        if rng.random() < self.lies:
            lie = rng.choice((5, -5))
            if rng.random() < 0.5:
                lines = replace(lines, owed=lines.owed + lie)
            elif lines.after:
                first = lines.after[0]
                more = abs(lie)
                lines = replace(lines, after=(replace(first, returned=first.returned + more), *lines.after[1:]),
                                credited=lines.credited + more)
            if lines.owed < 0 or lines.credited + console.credit < 0:
                console.past[number] = kept
                return
            console.past[number] = (*console.past[number][:3], lines.after)
        console.write(corrected, lines)

    def _happens(self) -> None:
        """What is told of this terminal, whatever it does."""
        console, rng = self.console, self.rng
        held = getattr(self, "held", {})
        match rng.randrange(16):
            case 0 | 14:
                if console.disputed and rng.random() < 0.7:
                    console.write(e.DisputeRuled(ME, console.disputed, "as it is"))
                    console.disputed = 0
            case 1:
                console.latched = rng.choice(("it lied", ""))
                console.write(e.TerminalLatched(ME, console.latched))
                console.latched = console.latched or "latched"
            case 2 | 3 | 15:
                if console.latched:
                    console.latched = ""
                    console.write(e.TerminalUnlatched(ME))
            case 4:
                console.calls = False
                console.write(e.AttendantCalled(ME, wanted=False))
            case 5 | 6:
                if held:
                    key, amount = held.popitem()
                    if rng.random() < 0.5:
                        console.write(e.NoteCredited(key, ME, console.sitting(), 1, amount))
                    else:
                        console.write(e.NoteCleared(key, ME, 1, amount, paid=True))
            case 7 | 13:
                if not self.coins:
                    console.write(e.CreditBought(rng.randbytes(16), ME, console.sitting(), 100))
            case 8:
                if console.credit and not console.stake and not self.coins:
                    much = rng.choice((console.credit, max(1, console.credit // 2)))
                    console.write(e.HandPaid(ME, console.ledger.sittings.get(ME, 0), much))
            case 9:
                console.write(rng.choice((e.TicketsLocked(ME), e.TicketsUnlocked(ME), e.TicketsUnlocked(ME))))
            case 10:
                if console.away:
                    key, _ending = console.away.popitem()
                    journey = rng.randbytes(16)
                    if rng.random() < 0.5:
                        console.write(e.ForeignTicketAccepted(key, ME, console.sitting(), journey, "5", "K9", 50))
                    else:
                        console.write(e.ForeignTicketDeclined(key, ME, journey, "5", Refusal("used", "no")))
            case 11:
                tickets = list(self.terminal.session.state.tickets)
                if tickets:
                    console.write(e.TicketPrint(rng.randbytes(16), ME, rng.choice(tickets), "again"))
            case 12:
                halts = list(console.view.halts)
                if halts:
                    console.write(e.Resumed(halts[0], 0))
                else:
                    console.write(e.Halted(rng.choice((Halt.CALLED, Halt.UNCONFIRMED)), "wait"))
            case _:
                box = rng.choice((0, 1, 2))
                if self.game != "baccarat" and not self.auto and box not in console.view.felt.seats:
                    console.write(e.Seated(rng.choice((ME, OTHER)), box))

    # --- participants ---------------------------------------------------------------------------------------------------------

    def _hears_sign_on(self, key: bytes, number: str, kind: float) -> None:
        console = self.console
        if kind < 0.3:
            self._does(m.SignOnAnswer(key, self.rng.choice((m.Standing.WRONG, m.Standing.WAIT, m.Standing.BUSY))))
            return
        if console.here is not None and console.here.number != number:
            if console.stake:
                self._does(m.SignOnAnswer(key, m.Standing.PLAYING))
                return
            self._sends_off()
        first = self.rng.random() < 0.5
        if first:
            self._does(m.SignOnAnswer(key, m.Standing.RIGHT))
        if console.here is None:
            coin = self.rng.choice(("GC", "SC"))
            console.write(
                e.CoinsGranted(number, coin, 500), e.CoinChosen(ME, coin),
                e.PurseDrawn(ME, console.sitting(), number, coin, console.ledger.purse(number, coin)),
            )
            self._is_here(number)
        if not first:
            self._does(m.SignOnAnswer(key, m.Standing.RIGHT))

    def _is_here(self, number: str) -> None:
        console = self.console
        purses = {coin: console.ledger.purse(number, coin) for coin in COINS}
        console.here = e.ParticipantHere(ME, number, dict(PEOPLE).get(number, "?"), purses)
        console.write(console.here)

    def _returns_purse(self) -> None:
        console = self.console
        assert console.here is not None
        coin = console.ledger.coin(ME)
        sitting = console.ledger.sittings.get(ME, 0)
        console.write(e.PurseReturned(ME, sitting, console.here.number, coin, console.credit))

    def _sends_off(self) -> None:
        console = self.console
        if console.here is None or console.stake:
            return
        self._returns_purse()
        console.here = None
        console.write(e.CoinChosen(ME, ""), e.ParticipantHere(ME, ""))

    def _changes_coin(self, coin: str) -> None:
        console = self.console
        if console.here is None or console.stake or coin not in COINS or console.view.in_round:
            return
        number = console.here.number
        self._returns_purse()
        console.write(
            e.CoinsGranted(number, coin, 100), e.CoinChosen(ME, coin),
            e.PurseDrawn(ME, console.sitting(), number, coin, console.ledger.purse(number, coin)),
        )
        self._is_here(number)


OPENINGS: tuple[Callable[[ToldDrill], None], ...] = ()


def run(seed: int, steps: int) -> ToldDrill:
    """Raises a Violation."""
    drill = ToldDrill(seed)
    drill.play(steps)
    return drill
