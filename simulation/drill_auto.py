"""A table where nobody deals (004), alone: told whatever anybody could tell it, straight against a second opinion.

The production core and the production Dealer with the file of his seeds; no network, and nobody who means well. Nonces
are bound late, twice, by who may not, and never opened; the shell answers late, twice, unasked, or has lost its seeds;
participants come with wrong PINs, at two terminals, with somebody else's process; staff grant, exclude, stop, close,
and try what a Dealer does by hand. `auto_judge.py` says what must follow from each input; what holds at any such table
(`auto_checks.py`, `participant_checks.py`) is asked after every commit.
"""

from typing import Any, Final

from console.table.automatic import AskDealer, Drawn, SeedDrawn, SeedGone, SeedShown
from console.table.table import DayTold, Heard, SpaceLeft, Stalled
from games.cards import DECK
from games.round import PlayerId, Spot
from protocol import messages as m
from protocol.halts import Halt
from simulation import participants
from simulation.auto_told import Peer
from simulation.auto_world import BOXES, MAIN
from simulation.drill_auto_table import PANELS, PERSONS, RICH, TABLE, TERMINALS, AutoTable
from simulation.keys import print_of
from simulation.oracle_shuffle import nonce_digest
from simulation.participants import COINS
from simulation.signers import BOSS, CASHIER, DEALER, DOT, MANAGER, SECOND, badge_of, pin_of
from simulation.world import Crash, Violation

STAFF_ASKED: Final = (DEALER, SECOND, MANAGER, BOSS, CASHIER)
LARGE: Final = 400_000_000_000_000  # of coins: a few of these pass what a purse may hold
WRONG_PIN: Final = "999998"


class AutoDrill(AutoTable):
    # --- what is said ---------------------------------------------------------------------------------------

    def step(self) -> None:
        rng = self.rng
        self._time_passes()
        inputs = [self._some_input() for _ in range(rng.choice((0, 1, 1, 1, 2, 3)))]
        inputs = [it for it in inputs if it is not None] + self._from_the_shell()
        if rng.random() < 0.01:
            inputs.insert(0, self._unasked())  # before anything is that it would fit
        if self.pins and rng.random() < 0.8:
            inputs.append(self.pins.pop(0))
        self.said = [*self.said[-40:], *inputs]
        try:
            self._decide(inputs, crashes=rng.random() < 0.006)
            if rng.random() < (0.06 if self.judge.leaving else 0.004):  # what waits must outlive the process
                raise Crash("killed")
        except Crash:
            self.crashes += 1
            self.start()

    def _time_passes(self) -> None:
        rng, wake = self.rng, self.table.wake_ms()
        step = rng.choice((0, 1, 20, 80, 80, 100, 300, 1_000))
        if wake is not None and rng.random() < 0.5:
            step = max(0, wake - self.now_ms + rng.choice((-1, 0, 0, 0, 1)))
        if rng.random() < 0.003:
            step = rng.choice((30_000, 299_999, 300_001, 900_000))
        # Whoever sleeps as the core has asked is never later than its time.
        due = [it for it in (wake,) if it is not None and it >= self.now_ms]
        self.now_ms += min([step, *(it - self.now_ms for it in due)])

    def _from_the_shell(self) -> list[Any]:
        """What it was asked for: mostly at once; late, twice, or not at all; and what nobody has asked for."""
        rng, said = self.rng, list[Any]()
        if self.asked and rng.random() < 0.9:
            asked = self.asked.pop(0)
            given = self.dealer.answer(self.table, asked)
            dice = rng.random()
            if dice < 0.93:
                said.append(given)
            if dice > 0.88:
                self.late.append(given)
        if self.late and rng.random() < 0.1:
            late = self.late.pop(0)
            if not isinstance(late, SeedDrawn) or self.seeds.find(late.commitment) is not None:
                said.append(late)  # no shell tells of a seed that was pushed out of its file since
        if rng.random() < 0.004:
            said.append(rng.choice((SpaceLeft(False), SpaceLeft(True), SpaceLeft(True), Stalled())))
        elif not self.judge.space:
            said.append(SpaceLeft(True))
        if rng.random() < 0.006:
            self.day += 1
            said.append(DayTold(self._day()))
        return said

    def _unasked(self) -> Any:
        rng, round_no = self.rng, self.judge.round_no
        number = max(0, round_no + rng.choice((-1, 0, 0, 1, 2)))
        wish = self.judge.wish()
        place = len(self.judge.drawn) + rng.choice((0, 0, 1, -1))
        other = AskDealer(number, rng.choice(("card", "cover", "peek", "turn")), max(0, place))
        if other == wish:
            other = AskDealer(number + 1, other.what, other.index)
        said = [
            SeedDrawn(number + (number == round_no + 1), rng.randbytes(32)),
            SeedShown(round_no + rng.choice((1, 2)), rng.randbytes(32), rng.randbytes(32)),
            Drawn(other, rng.choice(DECK)),
            Drawn(other, None),
        ]
        if number != self.judge.of_round or self.judge.is_open:
            said.append(SeedGone(number))
        return rng.choice(said)

    def _some_input(self) -> Any:
        rng, judge, dice = self.rng, self.judge, self.rng.random()
        begun = [name for name, then_ms in self._dark.items() if then_ms <= self.now_ms]
        if begun:
            return self._again(begun[0])
        absent = [name for name in (*PANELS, *TERMINALS) if not self._peer(name).greeted]
        if absent and rng.random() < 0.7:
            return self._hello(rng.choice(absent))
        if dice < 0.04 and self.said:
            return self._once_more(rng.choice(self.said))
        if (judge.halts or not judge.open) and "P4" not in judge.sessions and dice < 0.5:
            return self._signs_on("P4", BOSS.number)
        if self.table.forgotten.proposals and rng.random() < 0.6:
            return self._signature()
        if judge.halts and dice < 0.5:
            return self._order("P4", m.Resume(Halt(rng.choice(sorted(judge.halts)))))
        if not judge.open and dice < 0.6:
            return self._order("P4", m.OpenTable())
        if dice < 0.12:
            return self._from_staff()
        if self.guesses or dice > 0.997:
            return self._guess()
        name = rng.choice(TERMINALS)
        return self._from_a_terminal(name) if name not in self._dark else None

    def _once_more(self, again: Any) -> Heard | None:
        """A try is remembered for some more of its panel: an older copy of it is nobody's."""
        if not isinstance(again, Heard):
            return None
        if isinstance(again.request, m.SignOn | m.Sign) and again.request.id not in self.judge.asked.get(
            again.peer, ()
        ):
            return None
        return again

    # --- terminals ------------------------------------------------------------------------------------------

    def _from_a_terminal(self, name: PlayerId) -> Any:
        rng, judge, dice = self.rng, self.judge, self.rng.random()
        process = self._process(name)
        at = judge.sessions.get(name)
        if self.coins and at is None and dice < 0.5:
            return self._comes(name)
        if not self.coins and judge.credit[name] < 200 and dice < 0.4:
            return self._order("P4", m.SellCredit(name, rng.choice((100, 1_000))))
        if dice < 0.45 and judge.windows:
            return self._answer(name, process)
        if dice < 0.68:
            return self._nonce(name, process)
        if dice < 0.72:
            return self._hello(name)
        if dice < 0.76:
            seq = rng.choice((0, 0, len(self.entries), len(self.entries) // 2))
            return self._heard(name, m.Sync(*process, seq))
        if dice < 0.78:
            return self._heard(name, m.SitDown(*process, rng.randrange(BOXES + 2)))
        if dice < 0.81:
            return self._heard(name, m.Beat(*process, len(self.entries), self.checks.chains[-1]))
        if dice < 0.825 and judge.round_no:
            lines = (("1/main", 100, 0),)
            return self._heard(name, m.Dispute(*process, rng.randbytes(16), judge.round_no, lines))
        if dice < 0.835:
            money = (m.CashOut(*process, rng.randbytes(16), 50), m.InsertTicket(*process, rng.randbytes(16), "0" * 18))
            return self._heard(name, rng.choice(money)) if self.coins else None
        return self._of_a_participant(name, process) if self.coins else None

    def _of_a_participant(self, name: PlayerId, process: tuple[int, bytes]) -> Any:
        rng, judge, dice = self.rng, self.judge, self.rng.random()
        at = judge.sessions.get(name)
        if dice < 0.35:
            return self._comes(name)
        if dice < 0.65:
            return self._heard(name, m.ChooseCoin(*process, rng.choice((*COINS, *COINS, "XX"))))
        if dice < 0.9:
            why = rng.choice(("person", "idle", "badge", "shift"))
            return self._heard(name, m.SignOff(*process, rng.randbytes(8), why))
        number = at.number if at is not None and rng.random() < 0.8 else rng.choice(participants.EVERYBODY).number
        if self._stay() <= 1:
            return None
        return self._heard(name, m.ExcludeMe(*process, number, rng.choice((1, 1, 2, 3))))

    def _stay(self) -> int:
        """How many of them may play."""
        return sum(not self.judge.stays_away(it.number) for it in participants.EVERYBODY[:PERSONS])

    def _comes(self, name: PlayerId) -> Heard:
        """With his PIN or a wrong one; one of the staff; nobody's number; one who plays elsewhere."""
        rng, dice = self.rng, self.rng.random()
        number = rng.choice(participants.EVERYBODY[:PERSONS]).number
        free = [it.number for it in participants.EVERYBODY[:PERSONS] if not self._where(it.number)]
        if free and dice < 0.6:
            number = rng.choice(free)
        assert self.visitors is not None
        typed = participants.pin(number, self.visitors.generations[number])
        if dice > 0.97:
            number, typed = rng.choice(((SECOND.number, pin_of(SECOND.number)), ("899", WRONG_PIN), ("801", WRONG_PIN)))
        elif dice > 0.85:
            typed = WRONG_PIN
        return self._heard(name, m.SignOn(*self._process(name), rng.randbytes(8), typed, number))

    def _guess(self) -> Heard:
        """Somebody tries the PIN of one person again and again, wherever he gets to."""
        rng = self.rng
        if not self.guesses:
            self.guesses, self.victim = rng.choice((7, 12, 24)), rng.choice(participants.EVERYBODY[:PERSONS]).number
            if rng.random() < 0.3:
                self.victim = DOT.number
        self.guesses -= 1
        name = rng.choice(TERMINALS if self.victim != DOT.number else (*PANELS, "P1"))
        return self._heard(name, m.SignOn(*self._process(name), rng.randbytes(8), WRONG_PIN, self.victim))

    def _where(self, number: str) -> str:
        return next((name for name, at in self.judge.sessions.items() if at.number == number), "")

    def _answer(self, name: PlayerId, process: tuple[int, bytes]) -> Heard:
        rng, judge = self.rng, self.judge
        key, window = rng.choice(list(judge.windows.items()))
        if rng.random() < 0.03:
            key = rng.choice([*judge.answers, m.WindowId(judge.round_no, 1, rng.randbytes(8))])
        last = judge.answers.get(key, {}).get(name, 0)
        revision = max(1, last + rng.choice((0, 1, 1, 1, 1, 1, 1, 2)))
        if rng.random() < 0.01:
            revision = m.REVISIONS_MAX + rng.choice((0, 1))
        if window.respondents is None:
            limit = judge.limits_at(name)
            most = limit.max or 600
            amounts = (
                limit.min,
                limit.min,
                100,
                100,
                most,
                limit.min - 10,
                most + 10,
                limit.min + 5,
                judge.credit[name],
            )
            box = TERMINALS.index(name) % BOXES + 1 if rng.random() < 0.8 else rng.randrange(BOXES + 2)
            bets = {Spot(f"{box}/{MAIN}"): max(0, rng.choice(amounts))}
            if rng.random() < 0.03:
                bets[Spot(f"{1 + box % BOXES}/{MAIN}")] = limit.min
            if rng.random() < 0.05:
                bets = {}
            return self._heard(name, m.Answer(*process, key, revision, {it: on for it, on in bets.items() if on}))
        respondents = window.respondents or (name,)
        if name not in respondents and rng.random() < 0.9:
            name = rng.choice(respondents)
            process = self._process(name)
            revision = judge.answers.get(key, {}).get(name, 0) + 1
        choice = rng.choice((*window.choices, window.default, "", "surrender"))
        bets = {}
        if window.spots:
            spot = rng.choice(window.spots)
            amount = sum(judge.felt_now.get(name, {}).values())
            bets = {spot: rng.choice((amount, amount, amount // 2, amount // 2, 10))} if rng.random() < 0.8 else {}
            bets = {it: on for it, on in bets.items() if on}
        return self._heard(name, m.Answer(*process, key, revision, bets, choice))

    def _nonce(self, name: PlayerId, process: tuple[int, bytes]) -> Heard:
        """The right one of its Round, in time or not; another one; one of another terminal's."""
        rng, judge = self.rng, self.judge
        round_no = judge.round_no + (rng.choice((-1, 1)) if rng.random() < 0.06 else 0)
        round_no = max(1, round_no)
        opens = judge.phase == "dealing" if rng.random() < 0.9 else judge.phase != "dealing"
        whose = rng.choice(TERMINALS) if opens and rng.random() < 0.04 else name
        nonce = self.secrets.setdefault((whose, round_no), rng.randbytes(32))
        if opens:
            told = nonce if rng.random() < 0.93 else rng.randbytes(32)
            return self._heard(name, m.OpenNonce(*process, round_no, told))
        digest = nonce_digest(TABLE, round_no, name, nonce)
        return self._heard(name, m.CommitNonce(*process, round_no, digest))

    # --- staff ----------------------------------------------------------------------------------------------

    def _from_staff(self) -> Any:
        rng, judge, dice = self.rng, self.judge, self.rng.random()
        panel = rng.choice(tuple(PANELS))
        if panel not in judge.sessions or dice < 0.06:
            person = PANELS[panel] if rng.random() < 0.7 else rng.choice((*STAFF_ASKED, DOT))
            return self._signs_on(panel, person.number)
        return self._order(panel, self._some_order())

    def _some_order(self) -> m.Order:
        rng, judge = self.rng, self.judge
        number = rng.choice(participants.EVERYBODY[: PERSONS + (rng.random() < 0.05)]).number
        terminal = rng.choice(TERMINALS)
        at_play = [at.number for name, at in judge.sessions.items() if judge.stake[name] and at.number > "800"]
        number = rng.choice(at_play) if at_play and rng.random() < 0.5 else number
        dice = rng.random()
        if dice < 0.12:
            stops: tuple[m.Order, ...] = (m.CallSupervisor("look"), m.Latch(terminal, "broken"))
            return rng.choice((*stops, *stops, m.CloseTable()))
        if dice < 0.22:
            frees: tuple[m.Order, ...] = (m.Unlatch(terminal), m.RuleDispute(terminal, "looked at"))
            return rng.choice((*frees, m.Unlatch(terminal)))
        if dice < 0.30:
            return self._by_hand()
        if dice < 0.33:
            return m.CloseDay(self._day())
        if not self.coins:
            return m.SellCredit(terminal, rng.choice((50, 400)))
        assert self.visitors is not None
        again = self.visitors.generations.get(number, 0) + 1
        known = judge.known.get(number)
        if known is None or not known.active or dice < 0.36:
            position = -3 if rng.random() < 0.9 else 1
            return m.AdmitStaff(number, "Eva", position, participants.credential(number, again))
        if dice < 0.42:
            return m.SetCredential(number, participants.credential(number, again))
        if dice < 0.46:
            return m.DisableStaff(number, "he has asked for it")
        if dice < 0.56 and self._stay() > 1:
            return m.ExcludeParticipant(number, rng.choice((1, 1, 2, 3)), "he has asked for it")
        amounts: tuple[int, ...] = (10, 100, 190, 200, 201, 700, 1_000, 3_000)
        if self.rich and rng.random() < 0.5:
            amounts = (LARGE, RICH - 5_000)
        if rng.random() < 0.1:
            number = rng.choice((DEALER.number, "899"))
        return m.GrantCoins(number, rng.choice((*COINS, *COINS, *COINS, "XX")), self._near(rng.choice(amounts)))

    def _near(self, amount: int) -> int:
        """Often what is just left of a cap."""
        judge, rng = self.judge, self.rng
        if rng.random() < 0.4:
            person, most = rng.choice(((DEALER, 200), (SECOND, 1_000), (BOSS, 3_500)))
            left = most - judge.gave[person.number, rng.choice(COINS)] + rng.choice((-1, 0, 0, 1))
            return left if left > 0 else amount
        return amount

    def _by_hand(self) -> m.Order:
        rng, terminal = self.rng, self.rng.choice(TERMINALS)
        key = next(iter(self.judge.windows), m.WindowId(1, 1, bytes(8)))
        orders: tuple[m.Order, ...] = (
            *(m.OpenBets(), m.CloseBets(), m.AddTime(500), m.Certify(rng.randbytes(32)), m.DealByHand()),
            *(
                m.DealCard(rng.choice(DECK)),
                m.TakeBackCard(),
                m.EnterCard(rng.choice(DECK)),
                m.AnswerInterruption(True),
            ),
            *(m.LoadShoe(6, "301", 0), m.EndShoe(0), m.KeepSurplus(), m.CorrectCards((DECK[0],))),
            m.AnswerFor(terminal, key, {Spot("1/main"): 100}),
        )
        return rng.choice(orders)

    def _signs_on(self, panel: str, number: str) -> Heard:
        typed = pin_of(number) if self.rng.random() < 0.95 else WRONG_PIN
        return self._heard(panel, m.SignOn(*self._process(panel), self.rng.randbytes(8), typed, number))

    def _signature(self) -> Heard:
        rng = self.rng
        panel, pending = rng.choice(list(self.table.forgotten.proposals.items()))
        proposal = pending.proposal
        may = [it for it in STAFF_ASKED if it.position in proposal.needs and it.number != proposal.by.number]
        signer = rng.choice(may) if may and rng.random() < 0.9 else rng.choice(STAFF_ASKED)
        process, about = self._process(panel), (proposal.command_id, proposal.digest)
        return self._heard(panel, m.Sign(*process, rng.randbytes(8), *about, pin_of(signer.number), signer.number))

    def _order(self, panel: str, order: m.Order) -> Heard:
        judge = self.judge
        window = next(iter(judge.windows), None)
        self.given[type(order).__name__] += 1
        command = m.Command(*self._process(panel), self.rng.randbytes(8), judge.round_no, order, window)
        return self._heard(panel, command)

    # --- who says it ----------------------------------------------------------------------------------------

    def _peer(self, name: str) -> Any:
        return self.judge.peers.get(name) or Peer()

    def _process(self, name: str) -> tuple[int, bytes]:
        peer = self._peer(name)
        run = self._runs.get(name, b"")
        return peer.boot or 1, run or self.rng.randbytes(8)

    def _again(self, name: str) -> Heard:
        """The process that has just begun."""
        del self._dark[name]
        return self._greets(name, self._peer(name).boot + 1, self._runs[name])

    def _hello(self, name: str) -> Heard | None:
        rng, peer = self.rng, self._peer(name)
        boot, run = peer.boot, self._runs.get(name, b"")
        if not boot or rng.random() < 0.15:
            boot, run = boot + 1, rng.randbytes(8)
            self._runs[name] = run
            if peer.boot:
                self._dark[name] = self.now_ms + (2_600 if rng.random() < 0.9 else 0)  # as long as it is silent
                return None
        return self._greets(name, boot, run)

    def _greets(self, name: str, boot: int, run: bytes) -> Heard:
        role = "panel" if name in PANELS else "terminal"
        head = self.heads[-1] if self.heads else None
        return self._heard(
            name, m.Hello(boot, run, len(self.entries), self.checks.chains[-1], PlayerId(name), role, head)
        )

    def _heard(self, name: str, request: m.Request) -> Heard:
        role = "panel" if name in PANELS else "terminal"
        shown = next((it.number for it in STAFF_ASKED if badge_of(it.number) == getattr(request, "badge", "")), "")
        return Heard(name, request, role, print_of(name), shown)


def drilled(seed: int, steps: int) -> AutoDrill:
    """In words, if something is wrong."""
    drill = AutoDrill(seed)
    for step in range(steps):
        try:
            drill.step()
        except Violation as violation:
            raise Violation(violation.name, f"auto drill {seed}, step {step}: {violation}") from None
    return drill


def run(seed: int, steps: int) -> None:
    drilled(seed, steps)
