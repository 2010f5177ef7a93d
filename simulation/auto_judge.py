"""What must follow at a table where nobody deals, input by input (004): a second opinion written from the rule
document, the readings and the design, with no decision of the console in it.

When Bets open and close, whose nonce is bound and opened, what the shell is asked for and when, which card comes where;
of people `auto_people.py`. Of the game it knows whose turn the log has named, and which card lies covered; what the
cards and Bets are worth others judge (`auto_checks.py`). The facts are those of the log (`auto_told.py`).
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

from console.table.automatic import OPEN, SEED, AskDealer, Drawn, SeedDrawn, SeedGone, SeedShown
from console.table.signing import SHELL
from console.table.table import Heard, PinChecked, SpaceLeft, Stalled, Started
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.fields import run_digest
from protocol.loop import Reply, Tick
from simulation.auto_people import PANEL_TRIES, PeopleJudge
from simulation.auto_told import DEALER, At, Peer, wait_ms
from simulation.oracle_shuffle import nonce_digest

TENS: Final = "ATJQK"
# While nobody has confirmed the start, of what people say: else it waits.
HEARD_UNCONFIRMED: Final = (m.Sync, m.Beat, m.BuyCredit, m.Command, m.SignOn, m.SignOff, m.Sign, m.Withdraw)


class Judge(PeopleJudge):
    def decided(self, now_ms: int, given: Any, told: Sequence[Any]) -> None:
        """Everything that the core has said to this input, in its order."""
        self.now_ms, self.given_now = now_ms, given
        self.told = deque(it for it in told if not isinstance(it, e.OrderWithdrawn))
        match given:
            case Tick():
                self._tick()
            case Heard():
                self._hear(given)
            case PinChecked(panel=panel, id=asked, right=right):
                self._looked_at(panel, asked, right=right)
            case SeedDrawn() | Drawn() | SeedShown() | SeedGone():
                self._dealer(given)
            case SpaceLeft(enough=enough):
                self.space = enough
            case Stalled():
                self.since_ms = now_ms
            case Started():
                self._free()
                self.since_ms = now_ms
                self.waits = {number: now_ms + wait for number in self.tries if (wait := self._wait_of(number))}
                at = {f"at {name}": wait_ms(tries, PANEL_TRIES) for name, tries in self.tries_at.items()}
                self.waits |= {name: now_ms + wait for name, wait in at.items() if wait}
            case _:
                self._free()
        if self.told:
            self._no(f"there must be nothing more, and there is {self.told[0]}")

    def _tick(self) -> None:
        for name in [it for it in self.sessions if self._silent_ms(it) > self.setup.panel_silence_ms]:
            self._leaves(name, "silent")
        self._count_down()
        if self.coins:
            self._people()
        if self.placard.automatic:
            self._software()

    def _silent_ms(self, name: str) -> int:
        return self.now_ms - max(self.since_ms, self.heard_ms.get(name, self.since_ms))

    def _count_down(self) -> None:
        """2.5.a: who could play and has not has the same time again; no Round is dealt for nobody."""
        if self.halts or not self.windows or self.deadline_ms is None or self.now_ms < self.deadline_ms:
            return
        if self.bets in self.windows and not self.given and self.playing() and not self.closing:
            self._must(e.TimeAdded(self.round_no, self.countdown_ms, self.now_ms + self.countdown_ms))
            return
        self._close("countdown")

    def _close(self, by: str) -> None:
        for key in list(self.windows):
            closed = self._one(e.WindowClosed)
            if closed.id != key or closed.by != by:
                self._no(f"{key} must be closed by {by}, and there is {closed}")
        if any(isinstance(it, e.WindowClosed | e.RoundEnded | e.RulingMade) for it in self._game()):
            self._no("more than was asked is over")

    def playing(self) -> list[str]:
        """Who could play: signed on, in service, not out of play, and with enough of his coin."""
        return [it for it in self.sat if self._could(it)]

    def _could(self, terminal: str) -> bool:
        peer = self.peers.get(terminal, Peer())
        if peer.role != "terminal" or peer.retired or peer.latched or peer.disputed:
            return False
        if self.limits.coins and terminal not in self.plays:
            return False
        least: int = self.limits_at(terminal).min
        return self.credit[terminal] + self.stake[terminal] >= least

    def _acts(self) -> bool:
        phase = self.phase
        if phase == "closed" or self.halts:
            return False
        if phase == "ready":
            return self.closing or self.wish() is not None or bool(self.space and self.playing())
        return phase != "betting" or self._all_have_bet()

    def _all_have_bet(self) -> bool:
        return self.bets in self.windows and bool(self.given) and all(it in self.given for it in self.playing())

    def wish(self) -> AskDealer | None:
        """What the shell is wanted for."""
        if self.phase == "ready":
            if self.of_round == self.round_no and self.round_no and not self.is_open:
                return AskDealer(self.round_no, OPEN)
            committed = self.of_round == self.round_no + 1 and not self.is_open
            wanted = not committed and not self.closing and self.space and self.playing()
            return AskDealer(self.round_no + 1, SEED) if wanted else None
        if self.phase != "dealing" or not self.mixed:
            return None
        if self.covered is not None and self.due == DEALER:
            peeks = self.setup.game == "premium_blackjack" and self.dealers[0][0] in TENS and not self.peeked
            return AskDealer(self.round_no, "peek" if peeks else "turn", self.covered)
        cover = self.due == DEALER and len(self.dealers) == 1
        return AskDealer(self.round_no, "cover" if cover else "card", len(self.drawn))

    def _pause_ms(self) -> int:
        match self.phase:
            case "ready":
                lie = self.is_open and self.of_round == self.round_no and not self.closing
                return self.pace.result_ms if lie else 0
            case "betting":
                return self.pace.quiet_ms
            case "dealing" if not self.mixed:
                return self.pace.nonces_ms
        return self.pace.card_ms

    def _picture(self) -> tuple[Any, ...]:
        """Another one when there is something new to look at."""
        answered = sum(sum(it.values()) for it in self.answers.values())
        shuffle = (self.of_round, self.mixed, self.is_open)
        return (self.round_no, self.phase, self.acts, self.windows_n, answered, self.covered, shuffle)

    def _software(self) -> None:
        if not self._acts():
            self.mark, self.next_ms, self.wanted = (), None, None
            return
        if (mark := self._picture()) != self.mark:
            self.mark, self.next_ms = mark, self.now_ms + self._pause_ms()
        due = self.now_ms >= (self.next_ms or 0)
        if self.phase == "dealing" and not self.mixed:
            if due or self.nonces.keys() == self.bound.keys():
                self._mix()
        elif due:
            self._goes_on()

    def _mix(self) -> None:
        """2.1.b: of all that were bound; of who did not open his, the digest, and it rings."""
        fact = self._one(e.ShuffleMixed)
        told = {it.terminal: (it.value, it.opened) for it in fact.parts}
        known = {it: (self.nonces.get(it, digest), it in self.nonces) for it, digest in self.bound.items()}
        if fact.round_no != self.round_no or told != known or len(fact.parts) != len(known):
            self._no(f"{fact}, and bound were {self.bound}, opened {self.nonces}")
        for who in sorted(it for it, (_, opened) in known.items() if not opened):
            self._alarm(who, Alarm.UNOPENED)
        self.mark, self.next_ms = self._picture(), self.now_ms + self.pace.card_ms

    def _goes_on(self) -> None:
        if self.phase == "betting":
            self._close("answers")
        elif self.phase == "result":
            self._one(e.Certified)
            if not isinstance((self._game() or [None])[-1], e.RoundEnded):
                self._no("the Round must end with what was certified")
        elif (wish := self.wish()) is not None:
            if self.wanted != wish:
                self.wanted = wish
                self._must(Reply(SHELL, wish))
        elif self.phase == "ready" and self.closing:
            self._closes()
        elif self.phase == "ready":
            fact = self._one(e.WindowOpened)
            ms = self.times.get(fact.window.kind, self.countdown_ms)
            if fact.id.round_no != self.round_no or fact.deadline_ms != self.now_ms + ms or len(self.windows) != 1:
                self._no(f"Bets open for {ms} ms, and there is {fact}")

    def _dealer(self, given: SeedDrawn | Drawn | SeedShown | SeedGone) -> None:
        """Whatever is not wanted is not looked at."""
        wish, self.wanted = self.wish(), None
        match given:
            case SeedGone(round_no=round_no):
                if self.of_round == round_no and not self.is_open:
                    self._lose()
            case SeedDrawn(round_no=round_no, commitment=commitment):
                if wish == AskDealer(round_no, SEED):
                    self._must(e.ShuffleCommitted(round_no, self.placard.decks, commitment))
            case SeedShown(round_no=round_no, seed=seed, salt=salt):
                if wish == AskDealer(round_no, OPEN):
                    self._must(e.ShuffleOpened(round_no, seed, salt))
            case Drawn(asked=asked, card=card):
                if asked == wish and not self.halts:
                    self._dealt(asked, card)

    def _dealt(self, asked: AskDealer, card: Any) -> None:
        hand = self.due
        match asked.what:
            case "cover":
                fact = self._one(e.CardDealt)
                if (fact.shoe_seq, fact.hand, fact.card) != (asked.index + 1, hand, None):
                    self._no(f"a card is covered on {hand}, and there is {fact}")
            case "peek" if card is None:
                self._one(e.CardPeeked)
            case "peek" | "turn":
                fact = self._one(e.CardRevealed)
                if (fact.draw, fact.card) != (asked.index, card):
                    self._no(f"{card} is turned, and there is {fact}")
                if asked.what == "peek" and (self.windows or self.due):
                    self._no("the Dealer has looked at a card that ends nothing, and it lies open")
            case _:
                fact = self._one(e.CardDealt)
                if (fact.shoe_seq, fact.hand, fact.card) != (asked.index + 1, hand, card):
                    self._no(f"{card} comes to {hand}, and there is {fact}")
        self._game()

    def _lose(self) -> None:
        round_no, was_open = self.of_round, set(self.windows)
        self._must(e.ShuffleLost(round_no))
        self._alarm("console", Alarm.SEED_GONE)
        if not self.in_round:
            return
        taken = self._game()
        if any(isinstance(it, e.WindowOpened) for it in taken) or was_open & self.windows.keys():
            self._no(f"all is void, and there is {taken}")
        if not taken or not isinstance(taken[-1], e.RoundEnded) or not taken[-1].void or any(self.stake.values()):
            self._no(f"the Round is void and every Bet goes back: {taken}")

    def _hear(self, heard: Heard) -> None:
        request, name = heard.request, heard.peer
        peer = self.peers.get(name, Peer())
        process = (request.boot, run_digest(request.run))
        if process == peer.process:
            self.heard_ms[name] = self.now_ms
        if isinstance(request, m.Hello):
            self._hello(name)
            return
        if process != peer.process or not peer.greeted or peer.retired:
            self._free()
            return
        if (rings := self._next(e.AlarmRaised)) is not None and rings.kind is Alarm.TWICE:  # others judge that
            self._take()
            if self._next(e.TerminalLatched) is not None:
                self._take()
        if "unconfirmed" in self.halts and not isinstance(request, HEARD_UNCONFIRMED):
            return
        of_terminal = peer.role == "terminal"
        match request:
            case m.SignOn() | m.Sign() if of_terminal or name.startswith("P"):
                self._try(name, request, heard.shown)
            case m.SignOff(id=asked, why=why):
                self._signs_off(name, asked, why)
            case m.ChooseCoin(coin=coin) if of_terminal:
                self._chooses(name, coin)
            case m.ExcludeMe(number=number, days=days) if of_terminal:
                at = self.sessions.get(name)
                if at is not None and at.number == number and at.process == peer.process and self._plays(number):
                    self._exclude(number, days, himself=True)
            case m.CommitNonce(round_no=round_no, digest=digest) if of_terminal:
                opens = self.bets in self.windows and round_no == self.round_no == self.of_round
                if opens and not self.is_open and name not in self.bound:
                    self._must(e.NonceCommitted(round_no, name, digest))  # type: ignore[arg-type]
            case m.OpenNonce(round_no=round_no, nonce=nonce) if of_terminal:
                now = self.phase == "dealing" and not self.mixed and round_no == self.round_no == self.of_round
                fits = now and self.bound.get(name) == nonce_digest(self.setup.table, round_no, name, nonce)
                if fits and name not in self.nonces and not self.is_open:
                    self._must(e.NonceOpened(round_no, name, nonce))  # type: ignore[arg-type]
            case m.Answer() if of_terminal:
                self._bets(name, request)
            case m.SitDown(box=box) if of_terminal:
                self._sits(name, box)
            case m.Command():
                self._commands(name, request)
            case _:
                self._free()

    def _hello(self, name: str) -> None:
        """A session is one process's: whoever was there is not, when another one has joined."""
        while self.told and not isinstance(self.told[0], e.TerminalJoined):
            self._take()
        if not self.told:
            return
        self._take()
        self.heard_ms[name] = self.now_ms
        at = self.sessions.get(name)
        if at is not None and at.process != self.peers[name].process:
            self._leaves(name, "panel")
        self._free()

    def _sits(self, name: str, box: int) -> None:
        if self.coins and box and name not in self.plays and self.told:
            self._no(f"nobody is signed on at {name}")
        self._free()

    def _bets(self, name: str, asked: m.Answer) -> None:
        """2.3, 2.5.a, and whose coins they are. Of questions, only who may answer at all is judged here."""
        highest = self.answers.get(asked.window, {}).get(name, 0)
        known, opens = asked.window in self.answers, asked.window in self.windows
        if not known or not opens or asked.revision <= highest or highest > m.REVISIONS_MAX:
            facts = [it for it in self.told if not isinstance(it, Reply)]
            if any(not isinstance(it, e.AlarmRaised) for it in facts):
                self._no(f"it was answered before, or is closed, and there is {facts}")
            self._free()
            return
        if self.halts:
            return  # it waits, and comes again
        peer, at, main = self.peers[name], self.sessions.get(name), asked.window == self.bets
        fact = self._one(e.LayoutRegistered, e.LayoutRefused)
        if (fact.id, fact.terminal, fact.revision) != (asked.window, name, asked.revision):
            self._no(f"{fact} is no answer to it")
        bets = {spot: amount for spot, amount in asked.bets.items() if amount}
        # What was staked before the fact was taken is known from the change that it names.
        was = self.given.get(name, 0) if isinstance(fact, e.LayoutRefused) else self.was
        change = sum(bets.values()) - was if main else 0
        why = ""
        if asked.revision > m.REVISIONS_MAX:
            why = "too_many"
        elif peer.latched or peer.disputed:
            why = "blocked"
        elif main and asked.choice:
            why = "choice"
        elif main and bets:
            why = self._against(name, bets, was)
        if not why and change > 0 and at is not None:
            why = self._against_raising(name, at)
        if bool(why) != isinstance(fact, e.LayoutRefused) and (main or why):
            self._no(f"{fact}, and what speaks against it: {why or 'nothing'}")
        if isinstance(fact, e.LayoutRefused):
            self._true_reason(name, fact.refusal.reason)
        else:
            self._game()

    def _true_reason(self, name: str, reason: str) -> None:
        """What a participant is told of himself is so."""
        at = self.sessions.get(name)
        stays = at is not None and self.stays_away(at.number)
        here = at is not None and at.process == self.peers[name].process
        gone = not here or name in self.leaving or (at is not None and self._ended(name, at) != "")
        if (reason == "excluded" and not stays) or (reason == "nobody" and not gone):
            self._no(f"{name} is refused as {reason}, and there is {at}")

    def _against(self, name: str, bets: Mapping[Any, int], was: int) -> str:
        """2.3, 2.5.a: one Initial Play, within the limits of his coin, where nobody else plays, with what he has."""
        if self.limits.coins and name not in self.plays:
            return "nobody plays there"
        if len(bets) != 1:
            return "one Initial Play"
        ((spot, amount),) = bets.items()
        box, _, kind = str(spot).partition("/")
        if kind != "main" or not box.isdigit() or not 1 <= int(box) <= self.limits.boxes:
            return "no such Spot"
        limit, before = self.limits_at(name), self.before.get(spot, 0)
        if amount != before:
            if amount % 2 or amount < limit.min:
                return "an odd one, or below the minimum"
            if amount > before and (amount > (limit.max or 0) or amount % limit.step):
                return "beyond the limits"
        if any(spot in others for who, others in self.felt_now.items() if who != name):
            return "somebody else plays here"
        if sum(bets.values()) - was > self.credit_then:
            return "more than he has"
        return ""

    def _against_raising(self, name: str, at: At) -> str:
        if self.stays_away(at.number):
            return "he stays away"
        gone = self.leaving.get(name, "") or self._ended(name, at)
        if gone not in ("", "excluded") or at.process != self.peers[name].process:
            return "whose it was has left"
        return ""
