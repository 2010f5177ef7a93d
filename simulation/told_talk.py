"""What goes to and fro between a told console and its terminal: what the terminal asks, and what the pen makes of it.

Half of the drill of `drill_session.py`. Mostly a request is answered as it should be, and the log is told at once; else
it is lost, answered late, refused, or told in pieces.
"""

from random import Random
from typing import Any, Final

from msgspec.structs import replace

from games.fair_shuffle import commit_nonce
from games.money import Currency
from games.round import Answer, Felt, Limit, Refusal
from protocol import events as e
from protocol import messages as m
from simulation.judged_terminal import JudgedTerminal
from simulation.told_console import ME, OTHER, ToldConsole
from simulation.told_pasts import LATER, OPENINGS
from simulation.world import Violation

GAMES: Final = ("baccarat", "blackjack", "baccarat", "classic_blackjack", "three_pictures")
AMOUNTS: Final = (1, 5, 10, 20, 20, 25, 40, 50, 100, 200)
LIMITS: Final = {
    "baccarat": {"player": Limit(20, 200, 10), "banker": Limit(20, 200, 5), "tie": Limit(5, 50, 5)},
    "blackjack": {"main": Limit(20, 100, 10), "player_pair": Limit(5, 50, 5), "under_13": Limit(10, 100, 5)},
    "three_pictures": {"initial": Limit(20, 100, 10)},
    "classic_blackjack": {"main": Limit(20, 100, 10)},
    "premium_blackjack": {"main": Limit(20, 100, 10)},
}
COINS: Final = {"GC": (5, 20, 100), "SC": (5, 20)}
PEOPLE: Final = (("7001", "Ada"), ("7002", "Bob"))
CAP: Final = 400
HOUR_MS: Final = 3_600_000
NO: Final = tuple(Refusal(why, "no") for why in ("credit", "bad_stake", "too_much", "differential"))


class Talk:
    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(f"told {seed}")
        self.game = GAMES[seed % len(GAMES)]
        self.auto = self.game == "classic_blackjack"
        if self.auto and Random(f"told premium {seed}").random() < 0.4:
            self.game = "premium_blackjack"  # whose Dealer peeks
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
        self.ids_answered: set[bytes] = set()
        self.held: dict[bytes, int] = {}  # notes that people decide on
        self.opening = Random(f"told opening {seed}").choice((None, None, *OPENINGS[self.game]))
        self.seats = Random(f"told seats {seed}")
        later = Random(f"told later {seed}")
        self.later = later.choice(LATER[self.game]) if later.random() < 0.4 else None

    # --- what goes to and fro -----------------------------------------------------------------------------------------

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
                free = box and box not in console.view.felt.seats
                if not self.auto or not console.view.in_round:
                    console.write(e.Seated(OTHER if free and rng.random() < 0.3 else ME, box))
            case m.TurnCards(draws=draws):
                self._hears_of_turning(draws)
            case m.CommitNonce(round_no=number, digest=digest):
                if console.view.shuffle.may_commit(number, ME):
                    if rng.random() < self.lies:  # the House speaks for him
                        digest = commit_nonce(console.table, number, ME, rng.randbytes(32))
                    console.write(e.NonceCommitted(number, ME, digest))
            case m.OpenNonce(round_no=number, nonce=nonce):
                if console.view.shuffle.may_open(console.table, number, ME, nonce):
                    console.write(e.NonceOpened(number, ME, nonce))
            case m.SignOn(id=key, number=number):
                self._hears_sign_on(key, number, kind)
            case m.SignOff():
                self.sends_off()
            case m.ChooseCoin(coin=coin):
                self._changes_coin(coin)
            case m.ExcludeMe():
                if not console.stake:
                    self.sends_off()
            case _:
                self._hears_of_money(request, kind)

    def _is_new(self, key: bytes) -> bool:
        """The first answer to an id is the only one."""
        known = key in self.ids_answered
        self.ids_answered.add(key)
        return not known

    def _hears_answer(self, request: m.Answer, kind: float) -> None:
        console = self.console
        key, window = (
            request.window,
            next((it for it in console.view.windows.values() if it.id == request.window), None),
        )
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
            asked = window.window.respondents or ()
            given = console.given[window.window.name]
            all_have = all(given.get(it, Answer()).choice for it in asked)
            if asked and answer.choice and all_have and self.rng.random() < 0.5:
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
        if not self._is_new(request.id):
            return
        no = e.MoneyRefused(request.id, ME, Refusal("no_way", "not now"))
        match request:
            case m.BuyCredit(id=key, amount=amount):
                if kind < 0.6:
                    console.write(e.CreditBought(key, ME, console.sitting(), amount))
                elif kind < 0.85:
                    console.write(e.NoteHeld(key, ME, self._next(), amount, "cap"))
                    self.held[key] = amount
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
            self.told = max(self.told, console.seq)
            state, join = terminal.session.state, terminal.session.join
            if join.joined and state.seq == console.seq and not (state.outbox.asked or state.outbox.layouts):
                break
        state = terminal.session.state
        if not terminal.session.join.joined or state.seq != console.seq:
            raise Violation("liveness", f"T1 is at {state.seq} of {console.seq}, joined {terminal.session.join.joined}")
        bets = state.outbox.layouts if terminal.session.is_open else ()  # of who has signed off no Bet is said again
        if state.outbox.asked or bets:
            raise Violation("liveness", f"T1 waits for {state.outbox.asked or state.outbox.layouts}")

    def goes_well(self, *given: Any) -> None:
        """It is heard and answered, and the terminal is told."""
        for each in given or (None,):
            if each is not None:
                self._does(each)
            for _ in range(6):
                inbox, self.inbox = self.inbox, []
                for request in inbox:
                    self._answers(request, truly=True)
                if self.told < self.console.seq:
                    first, self.told = self.told + 1, self.console.seq
                    self._says(self.console.batch(first, self.told))
                elif not self.inbox:
                    break

    def goes_badly(self, *given: Any) -> None:
        """Nobody hears it."""
        self.terminal.does(*given)

    def new_id(self) -> bytes:
        return self.rng.randbytes(16)

    # --- participants -------------------------------------------------------------------------------------------------

    def _hears_sign_on(self, key: bytes, number: str, kind: float) -> None:
        console = self.console
        if kind < 0.3:
            self._does(m.SignOnAnswer(key, self.rng.choice((m.Standing.WRONG, m.Standing.WAIT, m.Standing.BUSY))))
            return
        if console.here is not None and console.here.number != number:
            if console.stake:
                self._does(m.SignOnAnswer(key, m.Standing.PLAYING))
                return
            self.sends_off()
        first = self.rng.random() < 0.5
        if first:
            self._does(m.SignOnAnswer(key, m.Standing.RIGHT))
        if console.here is None:
            coin = self.rng.choice(("GC", "SC"))
            self._draws(number, coin, 500)
            self._is_here(number)
        if not first:
            self._does(m.SignOnAnswer(key, m.Standing.RIGHT))

    def _draws(self, number: str, coin: str, more: int) -> None:
        console = self.console
        console.write(e.CoinsGranted(number, coin, more), e.CoinChosen(ME, coin))
        amount = console.ledger.purse(number, coin)
        console.write(e.PurseDrawn(ME, console.sitting(), number, coin, amount))

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

    def sends_off(self) -> None:
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
        self._draws(number, coin, 100)
        self._is_here(number)
