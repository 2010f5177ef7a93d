"""A table where nobody deals (004), alone: told whatever anybody could tell it, straight against a second opinion.

The production core and the production Dealer with the file of his seeds; no network, and nobody who means well. Nonces
are bound late, twice, by who may not, and never opened; the shell answers late, twice, unasked, or has lost its seeds;
participants come with wrong PINs, at two terminals, with somebody else's process; staff grant, exclude, stop, close,
and try what a Dealer does by hand. `auto_judge.py` says what must follow from each input; what holds at any such table
(`auto_checks.py`, `participant_checks.py`) is asked after every commit.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from msgspec.structs import replace

from console.dealer import Dealer
from console.table.automatic import AskDealer, Drawn, SeedDrawn, SeedGone, SeedShown
from console.table.delivery import Delivery, expanded, signed
from console.table.signing import SHELL, CheckPin
from console.table.state import Setup
from console.table.table import DayTold, Heard, Input, PinChecked, SpaceLeft, Stalled, Started, Table
from games.cards import DECK
from games.round import Felt, PlayerId, Spot
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import body_decoder, decode_event
from protocol.events import STAFF, audience_of
from protocol.halts import Halt
from protocol.loop import Pen, Reply, Tick, run_batch
from protocol.picture import Picture
from simulation import participants, signers
from simulation.auto_checks import AutoChecks
from simulation.auto_judge import Judge
from simulation.auto_nodes import SeedDisk
from simulation.auto_told import Peer
from simulation.auto_world import BOXES, GAMES, LIMITS, MAIN, PACE, felt_of
from simulation.keys import enrolment, print_of
from simulation.oracle_shuffle import nonce_digest
from simulation.participant_checks import MAY_GRANT
from simulation.participants import COINS, Visitors
from simulation.seals import Seals
from simulation.signers import BOSS, CASHIER, DEALER, DOT, MANAGER, SECOND, badge_of, pin_of
from simulation.world import Crash, Violation, World

TABLE: Final = "AUTO"
TERMINALS: Final = tuple(PlayerId(f"T{number}") for number in (1, 2, 3, 4))
PANELS: Final = {"P1": DEALER, "P2": SECOND, "P4": BOSS}
STAFF_ASKED: Final = (DEALER, SECOND, MANAGER, BOSS, CASHIER)
PERSONS: Final = 4
COUNTDOWN_MS: Final = 2_000
RICH: Final = 10**15  # as much as an amount may be
LARGE: Final = 400_000_000_000_000  # of coins: a few of these pass what a purse may hold
WRONG_PIN: Final = "999998"
_SEALS: Final = Seals(TABLE)
_pictures: Final = body_decoder(Picture)


class JudgedTable(Table):
    """The production core; beside each decision stands what it has come to."""

    judge: Judge

    def decide(self, now_ms: int, given: Input | Tick) -> Iterable[Any]:
        told = []
        for outcome in super().decide(now_ms, given):
            told.append(outcome)
            yield outcome
        self.judge.decided(now_ms, given, told)


class AutoDrill:
    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(f"auto drill {seed}")
        self.world = World(seed)
        self.game = rng.choice(GAMES)
        self.coins = rng.random() < 0.85
        self.rich = rng.random() < 0.2  # somebody is granted all that a purse holds
        self.setup = self._setup()
        persons = PERSONS if self.coins else 0
        self.visitors = Visitors(self.world, persons) if self.coins else None
        self.checks = AutoChecks(self.world, TABLE, self.game, felt_of(persons), PACE, self.visitors)
        self.checks.liars.update(TERMINALS)
        if self.checks.participants is not None:
            self.checks.participants.told_daily = False
        if self.rich and self.checks.participants is not None:
            self.checks.participants.may_grant = {**MAY_GRANT, 3: RICH, 4: RICH}
        self.seeds = SeedDisk()
        self.checks.seeds = self.seeds
        self.entries: list[Entry] = []
        self.heads: list[m.SignedHead] = []
        self.day = self.crashes = 0
        self.dayless = Random(f"days {seed}").random() < 0.2  # no day has begun when play does
        self.said: list[Any] = []
        self.asked: list[AskDealer] = []  # of the shell, and not answered
        self.late: list[Any] = []  # answers of the shell that are on their way
        self.pins: list[PinChecked] = []
        self.secrets: dict[tuple[str, int], bytes] = {}
        self.given: Counter[str] = Counter()
        self.now_ms = 0
        self._runs: dict[str, bytes] = {}
        self._dark: dict[str, int] = {}  # processes that have just begun, and when the one before is silent enough
        self.start()

    def _setup(self) -> Setup:
        rng = self.rng
        placard = e.Placard(currency="GC", decks=6, automatic=True)
        if self.coins:
            grants = participants.GRANTS
            if self.rich:
                grants = replace(grants, shift_manager=RICH, pit_manager=RICH)
            caps = e.Caps(grants=dict.fromkeys(COINS, grants))
            daily = dict(participants.DAILY) if rng.random() < 0.8 else {"SC": 100}
            placard = replace(placard, coins=participants.CHIPS, caps=caps, daily=daily)
            felt = felt_of(PERSONS)
        else:
            felt = Felt(limits=dict(LIMITS), boxes=BOXES)
        if rng.random() < 0.3:
            felt = replace(felt, seats={1: TERMINALS[0]})
        times = {"choice": 900, "offer": 700}
        return Setup(
            *(TABLE, self.game, felt, COUNTDOWN_MS, times), placard=placard, secret=b"auto", snapshot_from=15, pace=PACE
        )

    # --- the console's process ------------------------------------------------------------------------------

    def start(self) -> None:
        rng = self.rng
        if self.crashes and rng.random() < 0.3:
            self._edit()
        if self.crashes and rng.random() < 0.15:
            self.seeds.lose()
        self.dealer = Dealer(self.seeds, rng.randbytes)
        self.table = JudgedTable(self.setup, self._chain_at, verify=_SEALS.verify)
        self.judge = Judge(self.setup)
        for entry in self.entries:
            event = decode_event(entry.body)
            self.table.apply(entry, event)
            self.judge.apply(event)
        self.judge.restarted()
        self.table.judge = self.judge
        chains = self.checks.chains
        self.pen = Pen(len(self.entries), chains[-1], decode_event, audience_of, lambda: rng.randbytes(16))
        self.delivery = Delivery(len(self.entries))
        self.asked, self.pins = [], []
        self.late = []
        self._crashes = False
        staff = signers.founders() + (self.visitors.founders() if self.visitors is not None else ())
        keys = [enrolment(name, "terminal") for name in TERMINALS] + [enrolment(name, "panel") for name in PANELS]
        if self.crashes:
            self.checks.inputs.restarted()
        day = [] if self.dayless and not self.day else [DayTold(self._day())]
        self._decide([Started((), staff, tuple(keys)), *day])

    def _edit(self) -> None:
        """Another file before the next process: it holds from an opening on."""
        if self.coins:
            daily = {coin: self.rng.choice((50, 700)) for coin in COINS[: self.rng.choice((1, 2, 2))]}
            # A file that leaves out a coin in which something stands: no opening takes it up.
            stands = any(amount for (_, coin), amount in self.judge.purses.items() if coin == COINS[1])
            coins = (
                {COINS[0]: participants.CHIPS[COINS[0]]} if stands and self.rng.random() < 0.3 else participants.CHIPS
            )
            self.setup = replace(self.setup, placard=replace(self.setup.placard, daily=daily, coins=coins))

    def _chain_at(self, seq: int) -> bytes | None:
        return self.checks.chains[seq] if seq < len(self.checks.chains) else None

    def commit(self, entries: Sequence[Entry]) -> None:
        if self._crashes:
            raise Crash("before the commit")
        self.entries += entries
        self.heads.append(_SEALS.sign(entries[-1].seq, entries[-1].chain))
        self.checks.wrote(entries)
        for entry in entries:
            self.judge.reader(decode_event(entry.body), entry.audience)

    def publish(self, entries: Sequence[Entry]) -> None:
        batches, replies = self.delivery.after_commit(entries, list(PANELS), self._read)
        for batch in batches:
            self.checks.sent("*", batch, tuple(PANELS))
        for reply in replies:
            self.send(reply)

    def send(self, reply: Reply) -> None:
        message = reply.message
        if isinstance(message, AskDealer):
            self.asked.append(message)
        elif reply.to == SHELL:
            if isinstance(message, CheckPin):
                self.pins.append(PinChecked(message.panel, message.id, self._is_right(message)))
        else:
            reader = STAFF if reply.to in PANELS else reply.to
            whole = expanded(reply, reader, len(self.entries), self._read)
            if whole is not None:
                told = signed(whole.message, self.heads[-1])
                self.checks.sent(whole.to, told, tuple(PANELS))
                if isinstance(told, m.Snapshot) and told.seq == len(self.entries):
                    self.judge.pictured(whole.to, _pictures.decode(told.state))

    def _is_right(self, check: CheckPin) -> bool:
        if not check.number:
            return False
        if check.number in {it.number for it in participants.EVERYBODY}:
            return participants.is_right(check)
        return signers.is_right(check)

    def _read(self, first: int, last: int) -> Sequence[Entry]:
        return self.entries[first - 1 : last]

    def _decide(self, inputs: Sequence[Any], *, crashes: bool = False) -> None:
        self._crashes = crashes
        self.world.now_ms = self.now_ms
        self.checks.batch(inputs)
        run_batch(self.table, self.pen, self, self, self.now_ms, str(self.now_ms), inputs)
        self.checks.inputs.decided()
        self.checks.console(SimpleNamespace(table=self.table))  # type: ignore[arg-type]

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

    def _day(self) -> str:
        return f"2027-{1 + self.day // 28 % 12:02}-{1 + self.day % 28:02}"

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
        if dice < 0.82:
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
        whose = rng.choice(TERMINALS) if rng.random() < 0.04 else name
        nonce = self.secrets.setdefault((whose, round_no), rng.randbytes(32))
        opens = judge.phase == "dealing" if rng.random() < 0.9 else judge.phase != "dealing"
        if opens:
            return self._heard(
                name, m.OpenNonce(*process, round_no, nonce if rng.random() < 0.93 else rng.randbytes(32))
            )
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
        if dice < 0.08:
            return rng.choice((m.CloseTable(), m.CallSupervisor("look"), m.Latch(terminal, "broken")))
        if dice < 0.16:
            return rng.choice([m.Unlatch(it) for it in TERMINALS])
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
