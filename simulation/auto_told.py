"""What a table where nobody deals has told (004): its Round, its shuffle, people and purses, from the log alone.

For `auto_people.py` and `auto_judge.py`, which say what must follow. Plain additions; what ends with the console's
process ends here, too.
"""

from collections import Counter, deque
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

from msgspec import Struct

from console.table.automatic import AskDealer
from console.table.state import Setup
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact

DEALER: Final = "dealer"
PARTICIPANT, TECHNICIAN = -3, -1  # `Position`
SUPERVISOR: Final = 2
FREE_TRIES, LOCKED_AT = 5, 20
IDS_KEPT: Final = 8


class Known(Struct):
    """A person, as the log has him."""

    name: str
    home: int
    credential: bytes
    active: bool = True


class At(Struct, frozen=True):
    """Somebody is signed on there: to which process, and with which PIN."""

    number: str
    process: tuple[int, bytes]
    credential: bytes


class Peer(Struct):
    boot: int = 0
    run: bytes = b""
    role: str = ""
    greeted: bool = False
    retired: bool = False
    latched: bool = False
    machine: bool = False
    disputed: bool = False

    @property
    def process(self) -> tuple[int, bytes]:
        return self.boot, self.run


class Try(Struct, frozen=True):
    id: bytes
    number: str
    process: tuple[int, bytes]
    signs: bool
    credential: bytes


def wait_ms(tries: int, free: int = FREE_TRIES) -> int:
    """Half a minute after so many wrong ones, doubled with each, a quarter of an hour at most."""
    return 0 if tries < free else min(900_000, 30_000 * 2 ** min(tries - free, 10))


class Told:
    given_now: Any = None  # what the core was told last

    def __init__(self, setup: Setup) -> None:
        self.setup, self.pace = setup, setup.pace
        self.home = {str(who) for who in setup.felt.seats.values()}
        self.day, self.open, self.closing, self.in_round = "", False, False, False
        self.placard, self.limits = setup.placard, setup.felt
        self.daily: Mapping[str, int] = {}  # as the last opening has it
        self.countdown_ms = setup.countdown_ms
        self.times: Mapping[str, int] = setup.times
        self.halts: set[str] = set()
        self.round_no = 0
        self.windows: dict[m.WindowId, Any] = {}  # that are open
        self.bets: m.WindowId | None = None  # in which the Initial Play is made
        self.answers: dict[m.WindowId, dict[str, int]] = {}  # the highest revision, of this Round
        self.given: dict[str, int] = {}  # Initial Plays that are registered
        self.felt_now: dict[str, Mapping[Any, int]] = {}  # and where they lie
        # Before the last answer that was taken: his Initial Play, the amount of it, and what else he had.
        self.before: Mapping[Any, int] = {}
        self.was = self.credit_then = 0
        self.due, self.acts, self.windows_n = "", 0, 0
        self.drawn: list[str] = []
        self.dealers: list[str] = []
        self.covered: int | None = None
        self.peeked = False
        self.deadline_ms: int | None = None
        # The shuffle.
        self.of_round, self.is_open, self.mixed = 0, False, False
        self.bound: dict[str, bytes] = {}
        self.nonces: dict[str, bytes] = {}
        # People and what they have.
        self.known: dict[str, Known] = {}
        self.sessions: dict[str, At] = {}
        self.tries: Counter[str] = Counter()
        self.tries_at: Counter[str] = Counter()
        self.asked: dict[str, tuple[bytes, ...]] = {}
        self.away: dict[str, tuple[str, int]] = {}
        self.granted: dict[str, str] = {}
        self.gave: Counter[tuple[str, str]] = Counter()  # of each coin by each of the staff, until a day is closed
        self.last_coin: dict[str, str] = {}
        self.peers: dict[str, Peer] = {}
        self.plays: dict[str, str] = {}
        self.seats: dict[int, str] = {}
        self.credit: Counter[str] = Counter()
        self.stake: Counter[str] = Counter()
        self.sat: list[str] = []  # terminals at which anybody has ever had anything
        self.purses: Counter[tuple[str, str]] = Counter()
        self.drawn_now = 0  # what was in the purse that was drawn last
        self.rung: set[tuple[str, str]] = set()
        self.seq = 0
        self.restarted()

    def restarted(self) -> None:
        """What ends with the console's process."""
        self.now_ms = 0
        self.checks: dict[str, Try] = {}
        self.replies: dict[str, m.SignOnAnswer] = {}
        self.leaving: dict[str, str] = {}
        self.changed_ms: dict[str, list[int]] = {}  # when somebody took up his other coin
        self.waits: dict[str, int] = {}
        self.heard_ms: dict[str, int] = {}
        self.since_ms = 0
        self.space = True
        self.mark: tuple[Any, ...] = ()
        self.next_ms: int | None = None
        self.wanted: AskDealer | None = None
        self.told: deque[Any] = deque()

    @property
    def coins(self) -> tuple[str, ...]:
        return tuple(self.placard.coins)

    @property
    def phase(self) -> str:
        if not self.open:
            return "closed"
        if not self.in_round:
            return "ready"
        return "betting" if self.windows else "dealing" if self.due else "result"

    def limits_at(self, terminal: str) -> Any:
        coins = self.limits.coins
        return coins[self.plays[terminal]]["main"] if terminal in self.plays else self.limits.limits["main"]

    def _plays(self, number: str) -> bool:
        known = self.known.get(number)
        return known is not None and known.home == PARTICIPANT

    def _active(self, number: str) -> Known | None:
        known = self.known.get(number)
        return known if known is not None and known.active else None

    def _where(self, number: str) -> str:
        return next((name for name, at in self.sessions.items() if at.number == number), "")

    def stays_away(self, number: str) -> bool:
        """3: gaming days by the table's own log; the last one counts."""
        first, days = self.away.get(number, ("", 0))
        if not days:
            return False
        return not first or self.day <= last_day(first, days)

    def _keepers(self) -> list[str]:
        """Two who can reset anybody's PIN are never locked."""
        may = [
            (-it.home, number)
            for number, it in self.known.items()
            if it.active and (it.home >= SUPERVISOR or it.home == TECHNICIAN)
        ]
        return [number for _, number in sorted(may)[:2]]

    def _locked(self, number: str) -> bool:
        return self.tries[number] >= LOCKED_AT and number not in self._keepers()

    def _wait_of(self, number: str) -> int:
        tries = self.tries[number]
        if tries >= LOCKED_AT and number in self._keepers():
            return min(3_600_000, 900_000 << min(tries - LOCKED_AT + 1, 10))
        return wait_ms(tries)

    def apply(self, fact: Fact) -> None:
        self.seq += 1
        match fact:
            case e.ConsoleStarted():
                self.deadline_ms = None
                for peer in self.peers.values():
                    peer.greeted = False
            case e.TableOpened(felt=felt, placard=placard, countdown_ms=countdown_ms, times=times):
                self.open, self.limits, self.placard, self.daily = True, felt, placard, placard.daily
                self.countdown_ms, self.times, self.rung = countdown_ms, times, set()
                self.seats = {int(box): str(who) for box, who in felt.seats.items()}
                self.plays = {str(who): coin for who, coin in felt.plays.items()}
            case e.TableClosed():
                self.open, self.closing, self.rung = False, False, set()
            case e.ClosingCalled():
                self.closing = True
            case e.DayBegan(day=day):
                self.day, self.rung = day, set()
                self.away = {number: (first or day, days) for number, (first, days) in self.away.items()}
            case e.DayClosed():
                self.gave.clear()
            case e.Ordered(order=m.GrantCoins(coin=coin, amount=amount), by=by, second=second):
                who = by if second is None or second.position < by.position else second
                self.gave[who.number, coin] += amount
            case e.Halted(reason=reason):
                self.halts.add(reason)
            case e.Interrupted():
                self.halts.add("interrupted")
            case e.Resumed(reason=reason, deadline_ms=deadline_ms):
                self.halts.discard(reason)
                self.deadline_ms = deadline_ms
            case e.InterruptionAnswered(deadline_ms=deadline_ms):
                self.halts.discard("interrupted")
                self.deadline_ms = deadline_ms
            case e.TimeAdded(deadline_ms=deadline_ms):
                self.deadline_ms = deadline_ms
            case e.AlarmRaised(terminal=who, kind=kind):
                self.rung.add((who, kind))
            case _ if isinstance(fact, OF_PEERS):
                self._apply_peer(fact)
            case _ if isinstance(fact, OF_PEOPLE):
                self._apply_person(fact)
            case _:
                self._apply_round(fact)

    def _apply_peer(self, fact: Any) -> None:
        name = str(fact.name if isinstance(fact, e.KeyEnrolled | e.KeyEnded) else fact.terminal)
        peer = self.peers.setdefault(name, Peer())
        match fact:
            case e.TerminalJoined(boot=boot, run=run, role=role):
                peer.boot, peer.run, peer.role, peer.greeted = boot, run, role, True
            case e.TerminalLatched(machine=machine):
                peer.latched, peer.machine = True, machine
            case e.TerminalUnlatched():
                peer.latched = peer.machine = False
            case e.SettlementDisputed() | e.DisputeRuled():
                peer.disputed = isinstance(fact, e.SettlementDisputed)
            case e.TerminalRetired() | e.KeyEnded():
                peer.retired, peer.greeted = True, False
            case e.KeyEnrolled():
                peer.boot, peer.run, peer.greeted, peer.retired = 0, b"", False, False

    def _apply_person(self, fact: Any) -> None:
        match fact:
            case e.StaffAdmitted(number=number, name=name, position=position, credential=credential):
                self.known[number] = Known(name, position, credential)
                self.tries.pop(number, None)
            case e.CredentialSet(number=number, credential=credential):
                self.known[number].credential = credential
                self.tries.pop(number, None)
            case e.StaffDisabled(number=number):
                self.known[number].active = False
            case e.SignOnTried(panel=panel, number=number, id=asked):
                self.asked[panel] = (*self.asked.get(panel, ())[1 - IDS_KEPT :], asked)
                self.tries_at[panel] += 1
                if number:
                    self.tries[number] += 1
            case e.SignedOn(panel=panel, person=person):
                known = self.known[person.number]
                self.sessions[panel] = At(person.number, self.peers[panel].process, known.credential)
                self._proven(panel, person.number)
            case e.OrderSigned(panel=panel, person=person):
                self._proven(panel, person.number)
            case e.ParticipantTurnedAway(terminal=terminal, number=number):
                self._proven(terminal, number)
            case e.SignedOff(panel=panel):
                self.sessions.pop(panel, None)
            case e.CoinsGranted(number=number, coin=coin, amount=amount, day=day):
                self.purses[number, coin] += amount
                if day:
                    self.granted[number] = day
            case e.ParticipantExcluded(number=number, first_day=first, days=days):
                self.away[number] = (first, days)
            case e.PurseDrawn(terminal=terminal, number=number, coin=coin, amount=amount):
                self.drawn_now = self.purses[number, coin]
                self.last_coin[number] = coin
                self.purses[number, coin] -= amount
                self._moves(terminal, amount, 0)
            case e.PurseReturned(terminal=terminal, number=number, coin=coin, amount=amount):
                self.purses[number, coin] += amount
                self._moves(terminal, -amount, 0)
            case e.CoinChosen(terminal=terminal, coin=coin):
                self.plays.pop(terminal, None)
                if coin:
                    self.plays[terminal] = coin
            case e.Seated(terminal=terminal, box=box):
                self.seats = {at: who for at, who in self.seats.items() if who != terminal}
                if box:
                    self.seats[box] = terminal

    def _proven(self, panel: str, number: str) -> None:
        self.tries.pop(number, None)
        self.tries_at.pop(panel, None)

    def _moves(self, terminal: str, credit: int, stake: int) -> None:
        self.credit[terminal] += credit
        self.stake[terminal] += stake
        if terminal not in self.sat:
            self.sat.append(terminal)

    def _apply_round(self, fact: Any) -> None:
        match fact:
            case e.ShuffleCommitted(round_no=round_no):
                self.of_round, self.is_open, self.mixed, self.bound, self.nonces = round_no, False, False, {}, {}
            case e.NonceCommitted(terminal=terminal, digest=digest):
                self.bound[terminal] = digest
            case e.NonceOpened(terminal=terminal, nonce=nonce):
                self.nonces[terminal] = nonce
            case e.ShuffleMixed():
                self.mixed = True
            case e.ShuffleOpened() | e.ShuffleLost():
                self.is_open = True
            case e.WindowOpened(id=key, window=window, deadline_ms=deadline_ms):
                if key.n == 1:
                    self.in_round, self.round_no, self.bets, self.acts = True, key.round_no, key, 0
                    self.drawn, self.dealers, self.covered, self.peeked, self.due = [], [], None, False, ""
                    self.answers, self.given, self.felt_now, self.rung = {}, {}, {}, set()
                self.windows[key], self.windows_n, self.deadline_ms = window, key.n, deadline_ms
                self.answers[key] = {}
            case e.WindowClosed(id=key, act=act, due=due):
                self.windows.pop(key, None)
                self.due = due
                self.acts += act is not None
            case e.LayoutRegistered(id=key, terminal=terminal, revision=revision, answer=answer, change=change):
                self.before, self.was = self.felt_now.get(terminal, {}), self.given.get(terminal, 0)
                self.credit_then = self.credit[terminal]
                self.answers[key][terminal] = revision
                self._moves(terminal, -change, change)
                if key == self.bets:
                    self._lies(terminal, dict(answer.bets))
            case e.LayoutRefused(id=key, terminal=terminal, revision=revision):
                self.before, self.credit_then = self.felt_now.get(terminal, {}), self.credit[terminal]
                self.answers[key][terminal] = revision
            case e.LayoutReturned(terminal=terminal, amount=amount):
                self._moves(terminal, amount, -amount)
            case e.Settled(terminal=terminal, lines=lines):
                staked, returned = sum(it.staked for it in lines), sum(it.returned for it in lines)
                self._moves(terminal, returned, -staked)
            case e.CardDealt(hand=hand, card=card, due=due):
                self.acts += 1
                if card is None:
                    self.covered = len(self.drawn)
                face = "" if card is None else card.text
                self.drawn.append(face)
                if hand == DEALER:
                    self.dealers.append(face)
                self.due = due
            case e.CardRevealed(draw=draw, card=card, due=due):
                self.drawn[draw], self.covered = card.text, None
                self.due = due or ""
            case e.CardPeeked(due=due):
                self.acts, self.peeked, self.due = self.acts + 1, True, due
            case e.RulingMade():
                self.acts, self.due = self.acts + 1, ""
            case e.RoundEnded():
                self.in_round, self.due, self.bets = False, "", None
                self.windows.clear()
            case e.CreditBought(terminal=terminal, amount=amount):
                self._moves(terminal, amount, 0)
            case e.TicketIssued(terminal=terminal, amount=amount):
                self._moves(terminal, -amount, 0)
            case _:
                pass

    def _lies(self, terminal: str, bets: Mapping[Any, int]) -> None:
        self.given.pop(terminal, None)
        self.felt_now.pop(terminal, None)
        if bets:
            self.given[terminal], self.felt_now[terminal] = sum(bets.values()), bets


OF_PEERS: Final = (
    *(e.TerminalJoined, e.TerminalLatched, e.TerminalUnlatched, e.SettlementDisputed, e.DisputeRuled),
    *(e.TerminalRetired, e.KeyEnded, e.KeyEnrolled),
)
OF_PEOPLE: Final = (
    *(e.StaffAdmitted, e.CredentialSet, e.StaffDisabled, e.SignOnTried, e.SignedOn, e.OrderSigned, e.SignedOff),
    *(e.ParticipantTurnedAway, e.CoinsGranted, e.ParticipantExcluded, e.PurseDrawn, e.PurseReturned, e.CoinChosen),
    e.Seated,
)


def last_day(first: str, days: int) -> str:
    """004 §3: of so many gaming days, with the first."""
    return (date.fromisoformat(first) + timedelta(days=days - 1)).isoformat()
