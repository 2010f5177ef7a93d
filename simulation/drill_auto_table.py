"""The production table where nobody deals (004), with nothing around it but its second opinion: a process that is
started, told, killed; and the production Dealer with the file of his seeds.

What is said to it: `drill_auto.py`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from msgspec.structs import replace

from console.dealer import Dealer
from console.table.automatic import AskDealer
from console.table.delivery import Delivery, expanded, signed
from console.table.signing import SHELL, CheckPin
from console.table.state import Setup
from console.table.table import DayTold, Input, PinChecked, Started, Table
from games.round import Felt, PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import body_decoder, decode_event
from protocol.events import STAFF, audience_of
from protocol.loop import Pen, Reply, Tick, run_batch
from protocol.picture import Picture
from simulation import participants, signers
from simulation.auto_checks import AutoChecks
from simulation.auto_judge import Judge
from simulation.auto_nodes import SeedDisk
from simulation.auto_world import BOXES, GAMES, LIMITS, PACE, felt_of
from simulation.keys import enrolment
from simulation.participant_checks import MAY_GRANT
from simulation.participants import COINS, Visitors
from simulation.seals import Seals
from simulation.signers import BOSS, DEALER, SECOND
from simulation.world import Crash, World

TABLE: Final = "AUTO"
TERMINALS: Final = tuple(PlayerId(f"T{number}") for number in (1, 2, 3, 4))
PANELS: Final = {"P1": DEALER, "P2": SECOND, "P4": BOSS}
PERSONS: Final = 4
COUNTDOWN_MS: Final = 2_000
RICH: Final = 10**15  # as much as an amount may be
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


class AutoTable:
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
        self.guesses, self.victim = 0, ""
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

    def _day(self) -> str:
        return f"2027-{1 + self.day // 28 % 12:02}-{1 + self.day % 28:02}"
