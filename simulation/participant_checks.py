"""What must hold of participants (004), from the log and from what the people at the terminals know they have done.

Nobody is signed on without his PIN, twice, or while he stays away (§3); he leaves for a reason, and never with a Bet in
play; a Bet is made by whose finger it was, and paid to him; a coin is chosen and a grant made because somebody said so;
a screen shows what is whose to whom alone. The money itself is counted in `purse_count.py`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

from msgspec import Struct

from console.table.table import Heard
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from protocol.fields import run_digest
from protocol.people import FIRST_WAIT_MS, PERSON_TRIES, credential_of
from simulation.checks import Checks
from simulation.nodes import TerminalNode
from simulation.participants import COINS, LIMITS, Visitors
from simulation.purse_count import PurseCount
from simulation.signers import badge_of
from simulation.world import Violation
from terminal.participant import show_participant

SILENT_MS: Final = 300_000  # of `Setup`
STAYS_AWAY: Final = "3"  # its paragraph
# Of each coin in a gaming day, by position: Cashier, Dealer, Pit Supervisor, Pit Manager, Shift Manager.
MAY_GRANT: Final = {-2: 0, 1: 200, 2: 1_000, 3: 2_000, 4: 3_500}


class Session(Struct):
    """Somebody is signed on at a terminal."""

    number: str
    process: tuple[int, bytes]  # of the terminal, to which he gave his PIN
    credential: bytes
    latched: bool = False  # or its key has ended, since
    disabled: bool = False  # since, though he may have been admitted again
    excluded: bool = False  # since, though the days may be over
    chose: bool = False  # he has been given his first coin
    told: Mapping[str, int] | None = None  # his purses, for his screen


class ParticipantChecks:
    def __init__(self, visitors: Visitors, money: PurseCount, checks: Checks) -> None:
        self.world, self.visitors, self.money = checks.world, visitors, money
        self._checks = checks  # which knows of terminals that say anything, or whose key a second machine has
        self.may_grant: Mapping[int, int] = MAY_GRANT
        self.told_daily = True  # there is such a grant, and always room for it
        self.sessions: dict[str, Session] = {}
        self.day = ""
        self._returned: dict[str, list[int]] = {}  # by terminal: what was under way is no Bet
        self._numbers = {it.number for it in visitors.people}
        self._active: dict[str, bytes] = {}  # who may play, and the credential of his PIN
        self._away: dict[str, tuple[str, int]] = {}  # from which day on, and for how many; "": from the first
        self._daily: Mapping[str, int] = {}  # as the last opening has it
        self._granted: dict[str, str] = {}  # the day of the last daily grant
        self._given: Counter[tuple[str, str]] = Counter()  # of each coin by each of the staff, since a day was closed
        self._coin: dict[str, str] = {}  # that each has played with last
        self._joined: dict[str, tuple[int, bytes]] = {}
        self._tried: dict[str, tuple[str, bytes]] = {}  # by terminal: the number and the id that are looked at
        self._ids: set[tuple[str, bytes]] = set()
        self._in_a_row: dict[str, int] = {}  # tries of a person that were not right
        self._waits_since: dict[str, int] = {}  # and since when he waits for them
        self._bettor: dict[str, str] = {}  # whose Bets lie on the felt
        self._to_all: set[m.WindowId] = set()  # windows in which Bets are made
        self._last: Fact = e.ConsoleStarted(0)
        self._ordered: list[m.Order] = []  # in this commit
        # What was said, by terminal.
        self._heard_ms: dict[str, int] = {}
        self._typed: dict[tuple[str, bytes], tuple[str, str]] = {}  # number and PIN, by the id of the try
        self._said_off: set[str] = set()
        self._was_silent: set[str] = set()
        self._coins_said: set[tuple[str, str]] = set()
        self._days_said: set[tuple[str, str, int]] = set()
        self._overdue: dict[str, tuple[str, str]] = {}  # what the commit before has left to the Tick of the next one
        self._left: list[tuple[str, str, str]] = []  # in this commit: terminal, number, why
        self._came: set[tuple[str, str]] = set()  # and who has come, though he may have left again

    def batch(self, inputs: Sequence[Any]) -> None:
        """What the console is about to decide."""
        for given in inputs:
            if not isinstance(given, Heard):
                continue
            peer, request = given.peer, given.request
            if self._joined.get(peer) == (request.boot, run_digest(request.run)):
                if self.world.now_ms - self._heard_ms.get(peer, 0) >= SILENT_MS:
                    self._was_silent.add(peer)  # if a Bet was in play, it ends his session all the same
                self._heard_ms[peer] = self.world.now_ms
            match request:
                case m.SignOn(id=key, number=number, pin=typed):
                    self._typed[peer, key] = (number, typed)
                case m.SignOff():
                    self._said_off.add(peer)
                case m.ChooseCoin(coin=coin):
                    self._coins_said.add((peer, coin))
                case m.ExcludeMe(number=number, days=days):
                    self._days_said.add((peer, number, days))
                case _:
                    pass

    # --- the log ------------------------------------------------------------------------------------------------------

    def wrote(self, seq: int, event: Fact) -> None:
        """Before the money is moved."""
        match event:
            case (
                e.StaffAdmitted(number=number, credential=credential)
                | e.CredentialSet(number=number, credential=credential)
            ) if number in self._numbers:
                self._active[number] = credential
                self.visitors.told(number, credential)
                self._forgiven(number)
            case e.StaffDisabled(number=number):
                self._active.pop(number, None)
                for session in self.sessions.values():
                    session.disabled = session.disabled or session.number == number
            case e.TableOpened(placard=placard):
                self._daily = placard.daily
            case e.DayBegan(day=day):
                self.day = day
                self._away = {number: (first or day, days) for number, (first, days) in self._away.items()}
                self.visitors.away = {number for number in self._away if self.stays_away(number)}
            case e.ConsoleStarted():
                self._waits(list(self._in_a_row))
                self._heard_ms = dict.fromkeys(self._heard_ms, self.world.now_ms)
            case e.TerminalJoined(terminal=terminal, boot=boot, run=run):
                self._joined[terminal], self._heard_ms[terminal] = (boot, run), self.world.now_ms
            case e.TerminalRetired(terminal=name) | e.TerminalLatched(terminal=name) | e.KeyEnded(name=name):
                if name in self.sessions:
                    self.sessions[name].latched = True
            case e.Ordered(order=order, by=by, second=second):
                self._ordered.append(order)
                if isinstance(order, m.GrantCoins):
                    self._answers(seq, order, by, second)
            case e.DayClosed():
                self._given.clear()
            case e.WindowOpened(id=key, window=window) if window.respondents is None:
                self._to_all.add(key)
            case e.LayoutRegistered() if event.change > 0:
                self._raised(seq, event)
            case e.LayoutRefused(refusal=refusal) if refusal.reason in ("nobody", "excluded"):
                self.world.fault("G4", event.terminal, refusal.reason)
            case e.Settled(terminal=terminal) | e.LayoutReturned(terminal=terminal):
                here = self.sessions.get(terminal)
                if here is None or here.number != self._bettor.get(terminal):
                    raise Violation("M6", f"entry {seq}: {self._bettor.get(terminal)} has bet, and {here} is paid")
            case e.RoundEnded():
                self._bettor = {}
            case _:
                self._people(seq, event)
        self._last = event

    def _people(self, seq: int, event: Fact) -> None:
        match event:
            case e.SignOnTried(panel=panel, number=number, id=key):
                self._looked_at(seq, panel, number, key)
            case e.SignOnFailed(number=number):
                self._waits([number])
            case e.SignedOn(panel=panel, person=person):
                if (person.number in self._numbers) != panel.startswith("T"):
                    raise Violation("4.7", f"entry {seq}: {person} is signed on at {panel}")
                if panel.startswith("T"):
                    self._signed_on(seq, panel, person.number)
            case e.ParticipantTurnedAway(terminal=terminal, number=number, why=why):
                self._proven(seq, terminal, number)
                self._turned_away(seq, terminal, number, why)
            case e.SignedOff(panel=panel, number=number, why=why) if panel in self.sessions:
                self._signed_off(seq, panel, number, why)
            case e.CoinChosen(terminal=terminal, coin=coin):
                self._coin_chosen(seq, terminal, coin)
            case e.PurseDrawn(terminal=terminal, number=number) | e.PurseReturned(terminal=terminal, number=number):
                here = self.sessions.get(terminal)
                if here is None or here.number != number:
                    raise Violation("M5", f"entry {seq}: {event}, and there is {here}")
                if isinstance(event, e.PurseDrawn):
                    self._coin[number] = event.coin
                else:
                    self._returned.setdefault(terminal, []).append(seq)
            case e.ParticipantHere(terminal=terminal, number=number, purses=purses):
                here = self.sessions.get(terminal)
                if number and (here is None or here.number != number):
                    raise Violation("M13", f"entry {seq}: {terminal} is told what {number} has, and there is {here}")
                if here is not None:
                    here.told = purses if number else None
            case e.CoinsGranted():
                self._grant(seq, event)
            case e.ParticipantExcluded():
                self._excluded(seq, event)
            case _:
                pass

    def stays_away(self, number: str) -> bool:
        """004 §3: gaming days by the table's own log, and nothing ends it sooner."""
        first, days = self._away.get(number, ("", 0))
        return bool(days) and (not first or self.day <= _last_day(first, days))

    def _looked_at(self, seq: int, panel: str, number: str, key: bytes) -> None:
        """Each try once, and after some wrong PINs he waits; no crash gives a try back."""
        if (panel, key) in self._ids:
            raise Violation("4.7", f"entry {seq}: the try {key.hex()} at {panel} is looked at a second time")
        self._ids.add((panel, key))
        self._tried[panel] = (number, key)
        if number not in self._numbers:
            return
        tries, since_ms = self._in_a_row.get(number, 0), self._waits_since.get(number)
        if since_ms is not None and self.world.now_ms - since_ms < FIRST_WAIT_MS:
            raise Violation("4.7", f"entry {seq}: {number} is tried {self.world.now_ms - since_ms} ms after {tries}")
        self._in_a_row[number] = tries + 1

    def _forgiven(self, number: str) -> None:
        self._in_a_row.pop(number, None)
        self._waits_since.pop(number, None)

    def _waits(self, numbers: Iterable[str]) -> None:
        """From now on: a wrong PIN was answered, or a process has begun. A try without an answer tells nothing."""
        late = [number for number in numbers if self._in_a_row.get(number, 0) >= PERSON_TRIES]
        self._waits_since |= dict.fromkeys(late, self.world.now_ms)

    def _proven(self, seq: int, terminal: str, number: str) -> None:
        """With the PIN that he has now, and each try is good for once."""
        tried, key = self._tried.pop(terminal, ("", b""))
        typed, secret = self._typed.get((terminal, key), ("", ""))
        right = credential_of(secret, badge_of(number)) == self._active.get(number)
        if (tried, typed) != (number, number) or not right:
            raise Violation(
                "4.7", f"entry {seq}: {number} at {terminal}, where {typed or 'nobody'} gave a PIN: {right}"
            )
        self._forgiven(number)

    def _signed_on(self, seq: int, terminal: str, number: str) -> None:
        here = self.sessions.get(terminal)
        again = here is not None and here.number == number
        self._proven(seq, terminal, number)
        if self.stays_away(number):
            raise Violation(STAYS_AWAY, f"entry {seq}: {number} plays, and stays away: {self._away[number]}")
        where = [name for name, it in self.sessions.items() if it.number == number and name != terminal]
        if where or (here is not None and not again):
            raise Violation("M5", f"entry {seq}: {number} at {terminal}, he is at {where}, and there is {here}")
        session = Session(number, self._joined[terminal], self._active[number])
        if here is not None and again:
            session.chose, session.told = here.chose, here.told
        self.sessions[terminal] = session
        self._came.add((terminal, number))
        self._said_off.discard(terminal)
        self._was_silent.discard(terminal)
        self._coins_said = {it for it in self._coins_said if it[0] != terminal}

    def _turned_away(self, seq: int, terminal: str, number: str, why: str) -> None:
        there = [name for name, it in self.sessions.items() if it.number == number]
        plays = any(self.money.stake.get(name) for name in (terminal, *there))
        if not (self.stays_away(number) if why == "excluded" else plays and there != [terminal]):
            raise Violation("2.5.a", f"entry {seq}: {number} is turned away at {terminal} without a reason: {why}")
        self.world.fault("G1" if why == "excluded" else "G2", terminal, number)

    def _signed_off(self, seq: int, terminal: str, number: str, why: str) -> None:
        here = self.sessions.pop(terminal)
        if here.number != number or self.money.stake.get(terminal) or self.money.credit.get(terminal):
            lies = (self.money.credit.get(terminal), self.money.stake.get(terminal))
            raise Violation("M5", f"entry {seq}: {number} leaves {terminal}, where {here.number} has {lies}")
        self._left.append((terminal, number, why))
        just = {
            "person": terminal in self._said_off,
            "idle": terminal in self._said_off,
            "shift": terminal in self._said_off,
            "badge": terminal in self._said_off,
            "relief": True,  # by whom is seen when the commit is whole
            "elsewhere": True,
            "panel": here.latched or self._joined.get(terminal) != here.process,
            "excluded": here.excluded or self.stays_away(number),
            "disabled": here.disabled,
            "credential": self._active.get(number) != here.credential,
            "silent": terminal in self._was_silent or self.world.now_ms - self._heard_ms.get(terminal, 0) >= SILENT_MS,
        }
        if not just.get(why, False):
            raise Violation("2.5.a", f"entry {seq}: {number} is signed off at {terminal} without a reason: {why}")
        if why in ("panel", "excluded", "disabled", "credential"):
            self.world.fault("G3", terminal, why)

    def _coin_chosen(self, seq: int, terminal: str, coin: str) -> None:
        """004 §2.3: with the coin that he asks for; at first with that of the last time."""
        here = self.sessions.get(terminal)
        if not coin:
            return
        if here is None or coin not in COINS:
            raise Violation("2.3", f"entry {seq}: {coin} at {terminal}, and there is {here}")
        if here.chose and (terminal, coin) not in self._coins_said:
            raise Violation("2.3", f"entry {seq}: {coin} at {terminal}, and nobody has asked for it")
        if not here.chose and coin != self._coin.get(here.number, COINS[0]):
            raise Violation("2.3", f"entry {seq}: {here.number} begins with {coin}")
        here.chose = True

    def _raised(self, seq: int, event: e.LayoutRegistered) -> None:
        """By who is here, at the process to which he gave his PIN; and it was his finger."""
        terminal, here = event.terminal, self.sessions.get(event.terminal)
        if here is None or here.process != self._joined.get(terminal):
            raise Violation("M6", f"entry {seq}: {terminal} has bet, and there is {here}")
        number = here.number
        if event.id in self._to_all and self.stays_away(number):
            raise Violation(STAYS_AWAY, f"entry {seq}: {number} bets, and stays away")
        fingers = self.visitors.tapped(terminal, event.id, event.revision)
        if number not in fingers and not self._is_false(terminal):
            raise Violation("M6", f"entry {seq}: a Bet with what {number} has was made by {fingers or 'nobody'}")
        if self.money.stake.get(terminal) and self._bettor[terminal] != number:
            raise Violation("M6", f"entry {seq}: {number} adds to a Bet of {self._bettor[terminal]}")
        self._bettor[terminal] = number

    def _is_false(self, terminal: str) -> bool:
        """Something else may speak for it than the terminal of whoever is there."""
        return terminal in self._checks.liars or terminal in self._checks.copied

    def _grant(self, seq: int, event: e.CoinsGranted) -> None:
        if not event.day:
            if self._ordered[-1:] != [m.GrantCoins(event.number, event.coin, event.amount)]:
                raise Violation("4.7", f"entry {seq}: {event}, and nobody has ordered it: {self._ordered}")
            self._ordered.clear()
            return
        known = self._granted.get(event.number, "")
        more = isinstance(self._last, e.CoinsGranted) and (self._last.number, self._last.day) == (
            event.number,
            event.day,
        )
        if event.day != self.day or self._daily.get(event.coin) != event.amount or not (known < event.day or more):
            raise Violation("M5", f"entry {seq}: {event} on {self.day}, the last one was of {known}")
        self._granted[event.number] = event.day

    def _answers(self, seq: int, order: m.GrantCoins, by: m.Person, second: m.Person | None) -> None:
        """One of the two answers for it, the higher one, and if they are alike the one who signed: within what his
        position may grant of this coin in a day, however small each grant is.
        """
        who = by if second is None or second.position < by.position else second
        self._given[who.number, order.coin] += order.amount
        given, most = self._given[who.number, order.coin], self.may_grant[who.position]
        if given > most:
            raise Violation("4.7", f"entry {seq}: {who} has granted {given} {order.coin} of {most} a day")

    def _excluded(self, seq: int, event: e.ParticipantExcluded) -> None:
        number, days = event.number, event.days
        if event.first_day != self.day:
            raise Violation(STAYS_AWAY, f"entry {seq}: {event} begins on another day than {self.day}")
        if self.stays_away(number):
            first, before = self._away[number]
            longer = days > before if not (first and self.day) else _last_day(self.day, days) > _last_day(first, before)
            if not longer:
                raise Violation(STAYS_AWAY, f"entry {seq}: {event} is no longer than {self._away[number]}")
        if event.himself:
            at = [it for it, session in self.sessions.items() if session.number == number]
            said = [it for it in at if (it, number, days) in self._days_said]
            own = [it for it in said if self.sessions[it].process == self._joined.get(it)]
            honest = not any(map(self._is_false, own))
            if not own or (honest and (number, days) not in self.visitors.wished):
                raise Violation(STAYS_AWAY, f"entry {seq}: {event}, and he has not said so at {at}")
        elif not any(
            isinstance(it, m.ExcludeParticipant) and (it.number, it.days) == (number, days) for it in self._ordered
        ):
            raise Violation(STAYS_AWAY, f"entry {seq}: {event}, and nobody has ordered it: {self._ordered}")
        self._away[number] = (event.first_day, days)
        for session in self.sessions.values():
            session.excluded = session.excluded or session.number == number
        self.visitors.away.add(number)

    def bets_closed(self, box: int, on: Mapping[str, int]) -> None:
        """004 §2.3: of each coin for itself; and one participant to a box."""
        for terminal, amount in on.items():
            limit = LIMITS[self.money.coin.get(terminal, "")]
            if len(on) > 1 or amount < limit.min or amount > (limit.max or 0) or amount % limit.step:
                raise Violation("2.3", f"box {box} has {on}, and {terminal} plays {self.money.coin.get(terminal)}")

    def given_up(self, node: TerminalNode, window: m.WindowId, revision: int) -> int:
        """The entry with which he has left who had it under way; 0: there is none. Of two machines with one key each
        knows what it has said itself, or what was on the disk that it is a copy of: the other may say the same later.
        """
        sent_at = self.visitors.sent_at
        known = sent_at.get((node.name, window, revision), sent_at.get((node.key, window, revision)))
        later = (seq for seq in self._returned.get(node.key, ()) if known is not None and seq > known)
        return next(later, 0)

    # --- after each commit ------------------------------------------------------------------------------------------

    def committed(self) -> None:
        self._ordered.clear()
        for terminal, number, why in self._left:
            others = {who for at, who in self._came if at == terminal and who != number}
            if why == "relief" and not others:
                raise Violation("2.5.a", f"{number} is relieved at {terminal} by {others or 'nobody'}")
            if why == "elsewhere" and all(who != number or at == terminal for at, who in self._came):
                raise Violation("2.5.a", f"{number} is signed off at {terminal}, and is nowhere else")
        self._left.clear()
        self._came.clear()
        self._overdue, overdue = {}, self._overdue
        for terminal, session in self.sessions.items():
            due = None if self.money.stake.get(terminal) else self._must_end(terminal, session)
            if due is not None:
                self._overdue[terminal] = due
                if terminal in overdue:  # the Tick of this commit has seen it
                    raise Violation(*due)
            told = {coin: self.money.purses[session.number, coin] for coin in COINS}
            if session.told != told:
                raise Violation("M4", f"{terminal} is told {session.told}, and {session.number} has {told}")

    def _must_end(self, terminal: str, here: Session) -> tuple[str, str] | None:
        """Nothing of his is in play: whatever ends a session has ended it; and what is granted today is there."""
        number = here.number
        if self.stays_away(number):
            return STAYS_AWAY, f"{number} stays away, and is signed on at {terminal}"
        if self._active.get(number) != here.credential or self._joined.get(terminal) != here.process:
            return "2.5.a", f"{here} is still signed on at {terminal}: {self._joined.get(terminal)}"
        if self.day and self.told_daily and self._granted.get(number) != self.day:
            return "M5", f"{number} is here, and was granted nothing on {self.day}: {self._granted}"
        return None

    def screen(self, node: TerminalNode, *, is_level: bool) -> None:
        """M13: what is somebody's is on no screen to which he gave no PIN. M4: and it is what the log says."""
        self.visitors.look(node)
        shown = show_participant(node.session)
        if shown is None or not shown.number:
            return
        if shown.number != self.visitors.at(node):
            raise Violation("M13", f"{node.name} shows what {shown.number} has to {self.visitors.at(node) or 'nobody'}")
        if self.visitors.guessed(node):
            raise Violation("M13", f"{node.name} shows what {shown.number} has after a wrong PIN")
        here = self.sessions.get(node.key)
        if is_level and here is not None:
            has = self.money.has(node.key, here.number)
            if (shown.number, dict(shown.coins)) != (here.number, has):
                raise Violation("M4", f"{node.name} shows {shown}, and {here.number} has {has}")


def _last_day(first: str, days: int) -> str:
    return (date.fromisoformat(first) + timedelta(days=days - 1)).isoformat()
