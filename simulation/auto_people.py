"""What must follow from what people say at a table where nobody deals (004): who is signed on, and who is not; what is
granted, returned and drawn; who stays away; what staff may order of participants.

Written from the rule document, the readings and the design; beside each input stands everything that the core has said,
in its order, and nothing may be missing or be there besides.
"""

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from console.table.signing import SHELL, CheckPin
from games.money import AMOUNT_MAX
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.fact import Fact
from protocol.fields import run_digest
from protocol.loop import Reply
from simulation.auto_told import LOCKED_AT, PARTICIPANT, At, Known, Peer, Told, Try, last_day, wait_ms
from simulation.world import Violation

PANEL_TRIES: Final = 10
HOUR_MS, COINS_AN_HOUR = 3_600_000, 120
BUSY_MS: Final = 1_000
# Which follow from the Round, and others judge: cards, questions, money.
GAME: Final = (
    *(e.WindowOpened, e.WindowClosed, e.HandsLaid, e.LayoutReturned, e.BetRejected),
    *(e.Settled, e.RulingMade, e.RoundEnded, e.Certified, e.SurplusSeen),
)
BY_HAND: Final = (
    *(m.LoadShoe, m.EndShoe, m.OpenBets, m.AddTime, m.CloseBets, m.EnterCard, m.DealByHand, m.DealCard, m.Certify),
    *(m.TakeBackCard, m.ReportForeignCard, m.CorrectCards, m.Rule, m.KeepSurplus, m.ReportWrongSides, m.Correct),
    *(m.ReportDrawnTogether, m.VoidSettled, m.TakeBackVoid, m.AnswerInterruption, m.AnswerFor),
)
OF_STAFF: Final = (e.CoinsGranted, e.ParticipantExcluded, e.ParticipantTurnedAway, e.SignOnTried, e.SignOnFailed)
OF_HIS: Final = (e.ParticipantHere, e.PurseDrawn, e.PurseReturned)
CAP_OF: Final[Mapping[int, str]] = {
    -2: "cashier", 1: "dealer", 2: "pit_supervisor", 3: "pit_manager", 4: "shift_manager",
}  # fmt: skip


class PeopleJudge(Told):
    def _no(self, why: str) -> NoReturn:
        raise Violation("R", f"after entry {self.seq}, {self.given_now}: {why}")

    def _must(self, expected: Any) -> None:
        """The very next of what was told is this."""
        if not self.told or self.told[0] != expected:
            self._no(f"there must be {expected}, and there is {self.told[0] if self.told else 'nothing'}")
        self._take()

    def _take(self) -> Any:
        fact = self.told.popleft()
        if not isinstance(fact, Reply):
            self.apply(fact)
        elif isinstance(fact.message, m.SignOnAnswer) and not self._ends_something():
            self.replies[fact.to] = fact.message
        return fact

    def _ends_something(self) -> bool:
        request = getattr(self.given_now, "request", None)
        return isinstance(request, m.SignOff | m.Withdraw)

    def _next(self, *kinds: type) -> Any:
        """The next one, if it is of these kinds."""
        return self.told[0] if self.told and isinstance(self.told[0], kinds) else None

    def _one(self, *kinds: type) -> Any:
        if self._next(*kinds) is None:
            names = " or ".join(kind.__name__ for kind in kinds)
            self._no(f"there must be {names}, and there is {self.told[0] if self.told else 'nothing'}")
        return self._take()

    def _free(self) -> None:
        """Others judge it."""
        while self.told:
            self._take()

    def _game(self) -> list[Any]:
        taken = []
        while self._next(*GAME) is not None:
            taken.append(self._take())
        return taken

    def _alarm(self, who: str, kind: Alarm) -> None:
        """It rings once in a Round."""
        fact = self._next(e.AlarmRaised)
        if fact is not None and (fact.terminal, fact.kind) == (who, kind):
            self._take()
        elif (who, kind) not in self.rung:
            self._no(f"{kind} of {who} must ring, and there is {self.told[0] if self.told else 'nothing'}")

    def _closes(self) -> None:
        if self._next(e.LeftOpen):
            self._take()
        self._one(e.TableClosed)

    def _reply(self, name: str, asked: bytes, standing: str, wait: int = 0) -> None:
        self._must(Reply(name, m.SignOnAnswer(asked, m.Standing(standing), wait)))

    def _try(self, name: str, asked: m.SignOn | m.Sign, shown: str) -> None:
        """4.7: on record before its PIN is looked at; and what is the same is answered the same."""
        last, pending, peer = self.replies.get(name), self.checks.get(name), self.peers[name]
        at_table = peer.role == "terminal"
        if at_table and isinstance(asked, m.Sign):
            self._free()  # it rings
            return
        if last is not None and last.id == asked.id:
            self._must(Reply(name, last))
            return
        if pending is not None and pending.id == asked.id:
            return
        number = asked.number or shown
        known = self._active(number)
        if known is None or (known.home == PARTICIPANT) != at_table:
            number, known = "", None
        wait = max(0, self.waits.get(number, 0) - self.now_ms, self.waits.get(f"at {name}", 0) - self.now_ms)
        busy = pending is not None or (number and any(it.number == number for it in self.checks.values()))
        if (at_table and not self.coins) or asked.id in self.asked.get(name, ()) or peer.latched:
            self._reply(name, asked.id, "refused")
        elif self._locked(number):
            self._reply(name, asked.id, "locked")
        elif wait:
            self._reply(name, asked.id, "wait", wait)
        elif busy:
            self._reply(name, asked.id, "busy", BUSY_MS)
        else:
            self._must(e.SignOnTried(name, number, asked.id))
            credential = b"" if known is None else known.credential
            process = (asked.boot, run_digest(asked.run))
            self.checks[name] = Try(asked.id, number, process, isinstance(asked, m.Sign), credential)
            self._must(Reply(SHELL, CheckPin(name, asked.id, number, credential, asked.pin)))

    def _looked_at(self, name: str, asked: bytes, *, right: bool) -> None:
        check, peer = self.checks.get(name), self.peers.get(name, Peer())
        if check is None or check.id != asked:
            return
        del self.checks[name]
        known = self._active(check.number)
        if check.process != peer.process or not peer.greeted or peer.latched:
            return
        if known is not None and known.credential != check.credential:
            return
        if not right or known is None:
            self._wrong(name, check)
        elif check.signs:
            self._ordered(name, check)
        elif known.home == PARTICIPANT:
            self._signs_on(name, check, known)
        else:
            self._free()

    def _wrong(self, name: str, check: Try) -> None:
        number, tries = check.number, self.tries[check.number] if check.number else 0
        own, here = (self._wait_of(number) if number else 0), wait_ms(self.tries_at[name], PANEL_TRIES)
        if own:
            self.waits[number] = self.now_ms + own
        if here:
            self.waits[f"at {name}"] = self.now_ms + here
        wait, locked = max(own, here), bool(number) and self._locked(number)
        self._must(e.SignOnFailed(name, number, tries, wait, locked))
        if wait:
            self._alarm(name, Alarm.WRONG_PINS_OF if own and self._active(number) else Alarm.WRONG_PINS)
        if tries >= LOCKED_AT and not locked:
            self._alarm(name, Alarm.KEEPER_GUESSED)
        self._reply(name, check.id, "locked" if locked else "wrong", wait)

    def _signs_on(self, name: str, check: Try, known: Known) -> None:
        """1 Game Participant: here and nowhere else, unless he stays away (3) or has Bets in play."""
        number, elsewhere, before = check.number, self._where(check.number), self.sessions.get(name)
        plays = self.stake[name] or (elsewhere and self.stake[elsewhere])
        if self.stays_away(number) or (plays and elsewhere != name):
            why = "excluded" if self.stays_away(number) else "playing"
            self._must(e.ParticipantTurnedAway(name, number, why))  # type: ignore[arg-type]
            self._reply(name, check.id, why)
            return
        person = m.Person(number, known.name, PARTICIPANT)
        if before is not None and before.number == number:
            self.leaving.pop(name, None)
            self._must(e.SignedOn(name, person))
            self._tells(name, number)
        else:
            if elsewhere:
                self._leaves(elsewhere, "elsewhere")
            if before is not None:
                self._leaves(name, "relief")
            self._must(e.SignedOn(name, person))
            self._grants_of_day(number)
            last = self.last_coin.get(number, "")
            self._takes_up(name, number, last if last in self.coins else self.coins[0])
        self._reply(name, check.id, "right")

    def _takes_up(self, name: str, number: str, coin: str) -> None:
        self._must(e.CoinChosen(name, coin))  # type: ignore[arg-type]
        self._draws(name, number, coin)

    def _draws(self, name: str, number: str, coin: str) -> None:
        """All that he has of it; of which sitting, `purse_count` knows."""
        fact = self._one(e.PurseDrawn)
        if (fact.terminal, fact.number, fact.coin, fact.amount) != (name, number, coin, self.drawn_now):
            self._no(f"{number} draws {self.drawn_now} of {coin} at {name}, and there is {fact}")
        self._tells(name, number)

    def _tells(self, name: str, number: str) -> None:
        self._must(self._here(name, number))

    def _here(self, name: str, number: str) -> e.ParticipantHere:
        purses = {coin: self.purses[number, coin] for coin in self.coins}
        return e.ParticipantHere(name, number, self.known[number].name, purses)  # type: ignore[arg-type]

    def _returns(self, name: str, number: str) -> None:
        coin, credit = self.plays.get(name, ""), self.credit[name]
        fact = self._one(e.PurseReturned)
        if (fact.terminal, fact.number, fact.coin, fact.amount) != (name, number, coin, credit):
            self._no(f"{credit} of {coin} go back to {number}, and there is {fact}")

    def _leaves(self, name: str, why: str) -> None:
        """Never with a Bet in play: then it waits until the Round is over."""
        at = self.sessions.get(name)
        if at is None:
            return
        if self._plays(at.number):
            if self.stake[name]:
                self.leaving[name] = why
                return
            self.leaving.pop(name, None)
            self._returns(name, at.number)
            self._must(e.CoinChosen(name, ""))  # type: ignore[arg-type]
            if name in self.seats.values() and name not in self.home:
                self._must(e.Seated(name, 0))  # type: ignore[arg-type]
            self._must(e.ParticipantHere(name, ""))  # type: ignore[arg-type]
        self._must(e.SignedOff(name, at.number, why))

    def _ended(self, name: str, at: At) -> str:
        """By what is on record."""
        known, peer = self._active(at.number), self.peers[name]
        if known is None:
            return "disabled"
        if known.credential != at.credential:
            return "credential"
        by_hand = peer.latched and not peer.machine
        return "panel" if by_hand or peer.retired or peer.role != "terminal" or at.process != peer.process else ""

    def _people(self) -> None:
        for name, at in list(self.sessions.items()):
            if not self._plays(at.number):
                continue
            why = self.leaving.get(name, "") or self._ended(name, at)
            why = why or ("excluded" if self.stays_away(at.number) else "")
            if why:
                if not self.stake[name]:
                    self._leaves(name, why)
            elif self._grants_of_day(at.number):
                self._brings(at.number)

    def _grants_of_day(self, number: str) -> bool:
        """Once a gaming day, to whoever comes; no purse passes what an amount may be."""
        if not self.day or self.granted.get(number, "") >= self.day:
            return False
        daily = [(coin, amount) for coin, amount in self.daily.items() if self._has_room(number, coin, amount)]
        for coin, amount in daily:
            self._must(e.CoinsGranted(number, coin, amount, self.day))
        return bool(daily)

    def _has_room(self, number: str, coin: str, amount: int) -> bool:
        if coin not in self.coins:
            return False
        at = self._where(number)
        lies = self.credit[at] + self.stake[at] if at and self.plays.get(at) == coin else 0
        return self.purses[number, coin] + lies + amount <= AMOUNT_MAX

    def _brings(self, number: str) -> None:
        at = self._where(number)
        if not at:
            return
        coin = self.plays.get(at, "")
        if self.purses[number, coin]:
            self._draws(at, number, coin)
        else:
            self._tells(at, number)

    def _signs_off(self, name: str, asked: bytes, why: str) -> None:
        at = self.sessions.get(name)
        self.checks.pop(name, None)
        if at is None or self._plays(at.number):
            self._leaves(name, why)
            if name not in self.sessions:
                self._must(Reply(name, m.SignOnAnswer(asked, m.Standing.RIGHT)))
        else:
            self._free()

    def _chooses(self, name: str, coin: str) -> None:
        """2.3: when nothing of his is in play."""
        at = self.sessions.get(name)
        if at is None or coin not in self.coins or self.stake[name] or self.plays.get(name) == coin:
            return
        hour = [then_ms for then_ms in self.changed_ms.get(name, ()) if self.now_ms - then_ms < HOUR_MS]
        self.changed_ms[name] = hour
        if len(hour) >= COINS_AN_HOUR:
            self._alarm(name, Alarm.MANY_COINS)
            return
        hour.append(self.now_ms)
        self._returns(name, at.number)
        self._takes_up(name, at.number, coin)

    def _exclude(self, number: str, days: int, *, himself: bool) -> None:
        """3: a longer one may follow; it holds at once, and he leaves when nothing of his is in play."""
        if not self._no_longer(number, days):
            self._must(e.ParticipantExcluded(number, self.day, days, himself))
        if at := self._where(number):
            self._leaves(at, "excluded")

    def _no_longer(self, number: str, days: int) -> bool:
        if not self.stays_away(number):
            return False
        first, before = self.away[number]
        if not first or not self.day:
            return days <= before
        return last_day(self.day, days) <= last_day(first, before)

    def _commands(self, name: str, command: m.Command) -> None:
        """4.7: what follows from orders about participants; and a no to them must be a just one."""
        order, at = command.order, self.sessions.get(name)
        fact = self._next(e.Ordered, e.OrderRefused, e.OrderProposed)
        if isinstance(fact, e.Ordered | e.OrderProposed) and isinstance(order, BY_HAND):
            self._no(f"nobody deals here, and {order} is not refused")
        if isinstance(order, m.OpenTable) and isinstance(fact, e.Ordered) and (gone := self._left_out()):
            self._no(f"the table opens without {gone}, in which something stands")
        if isinstance(order, m.GrantCoins) and at is not None and fact is not None:
            self._grant_answered(fact, order, at)
        self._consequences()

    def _left_out(self) -> list[str]:
        """Coins that the file does not have any more, and in which somebody has something."""
        lies = {self.plays[name] for name in self.plays if self.credit[name] or self.stake[name]}
        stands = lies | {coin for (_, coin), amount in self.purses.items() if amount}
        return sorted(stands - set(self.setup.placard.coins))

    def _may_be_granted(self, order: m.GrantCoins) -> bool:
        known = self._active(order.number)
        plays = known is not None and known.home == PARTICIPANT and order.coin in self.coins
        return plays and self._has_room(order.number, order.coin, order.amount)

    def _grant_answered(self, fact: Any, order: m.GrantCoins, at: At) -> None:
        may, position = self._may_be_granted(order), self.known[at.number].home
        caps = self.placard.caps.grants.get(order.coin)
        most = getattr(caps, CAP_OF[position]) if caps is not None and position in CAP_OF else 0
        within = self.gave[at.number, order.coin] + order.amount <= most and position in CAP_OF
        if isinstance(fact, e.Ordered) and not (may and within):
            self._no(f"{order} by {at.number}, who has granted {self.gave[at.number, order.coin]} of {most}")
        if not isinstance(fact, e.Ordered) and may and within and self._may_order():
            self._no(f"{at.number} may grant that alone, and there is {fact}")

    def _may_order(self) -> bool:
        """Nothing stops orders now but what is said of the table itself."""
        return not self.halts

    def _ordered(self, name: str, check: Try) -> None:
        """Somebody has signed."""
        self._one(e.OrderSigned)
        self._consequences()

    def _consequences(self) -> None:
        while self.told:
            fact = self._take()
            if isinstance(fact, e.Ordered):
                self._obeyed(fact)

    def _obeyed(self, fact: e.Ordered) -> None:
        order = fact.order
        match order:
            case m.GrantCoins(number=number, coin=coin, amount=amount):
                if not self._may_be_granted(order):
                    self._no(f"{order} is obeyed")
                self._must(e.CoinsGranted(number, coin, amount))
                self._brings(number)
            case m.ExcludeParticipant(number=number, days=days):
                known = self._active(number)
                if known is None or known.home != PARTICIPANT or self._no_longer(number, days):
                    self._no(f"{order} is obeyed, and {number} stays away: {self.away.get(number)}")
                self._exclude(number, days, himself=False)
            case m.SetCredential(number=number, credential=credential):
                self._must(e.CredentialSet(number, credential))
                self._goes(number, "credential")
            case m.DisableStaff(number=number, why=why):
                self._must(e.StaffDisabled(number, why))
                self._goes(number, "disabled")
            case m.AdmitStaff(number=number, name=name, position=position, credential=credential):
                was = self.known.get(number)
                if was is not None and (was.active or (was.home == PARTICIPANT) != (position == PARTICIPANT)):
                    self._no(f"{order} is obeyed, and {number} is {was}")
                self._must(e.StaffAdmitted(number, name, position, credential))
            case m.Latch(terminal=terminal) | m.Retire(terminal=terminal):
                if self._one(e.TerminalLatched, e.TerminalRetired).terminal == terminal:
                    self._leaves(terminal, "panel")
            case m.CloseTable():
                if self.in_round:
                    self._must(e.ClosingCalled())
                else:
                    self._closes()
            case _ if isinstance(order, BY_HAND):
                self._no(f"nobody deals here, and {order} is obeyed")
            case _:
                pass

    def _goes(self, number: str, why: str) -> None:
        if at := self._where(number):
            self._leaves(at, why)

    def reader(self, fact: Fact, audience: str) -> None:
        """Who may read it: what is somebody's own is his, and who comes, stays away or tries is for staff."""
        if (isinstance(fact, OF_HIS) and audience != fact.terminal) or (
            isinstance(fact, OF_STAFF) and audience != "staff"
        ):
            raise Violation("M13", f"{fact} is for {audience!r}")

    def pictured(self, to: str, picture: Any) -> None:
        """Who is signed on there, and nobody else; and who stays away, for staff alone."""
        at = self.sessions.get(to)
        here = self._here(to, at.number) if at is not None and self._plays(at.number) else None
        if picture.own.here != here:
            raise Violation("M13", f"{to} is told that {picture.own.here} is there, and it is {here}")
        if picture.staff is not None:
            away = {it: last_day(*since) if since[0] else "" for it, since in self.away.items() if self.stays_away(it)}
            if picture.staff.away != away:
                raise Violation("M13", f"staff are told that {picture.staff.away} stay away: {away}")
