"""The core of the Game Console: every input, and what the table decides about it.

`decide` reads the state and changes nothing that must outlive the process (it notes only what the terminals say they
have seen, what notes they took in the last hour, and whether the disk has room); `apply`, in `state.py`, is the only
thing that changes the rest. No timer moves money.
"""

from typing import Any

from msgspec import Struct

from console.table.cashier import Asking, content
from console.table.orders import Orders, ShowEntry
from console.table.peers import TERMINAL
from console.table.windows import New, Repeat
from games.round import Answer as Given
from games.round import PlayerId, Refusal, Spot
from protocol import events
from protocol import messages as m
from protocol.codec import encode_body
from protocol.liveness import LastHour
from protocol.loop import NOTHING, Decision, Reply, Tick
from protocol.view import OwnLayout, OwnState, Picture, StaffState
from shoe_driver import link as shoe


class Started(Struct, frozen=True, gc=False):
    """First input of every process of the console."""


class Heard(Struct, frozen=True, gc=False):
    """A request from a peer whose key we know: a terminal, or a panel in the hands of a person."""

    peer: str
    request: m.Request
    person: m.Person | None = None  # a terminal has none
    role: str = TERMINAL  # of its key, in the register


class SpaceLeft(Struct, frozen=True, gc=False):
    """The disk has, or has no longer, room for a whole Round beyond the reserve (FAULTS C10)."""

    enough: bool


class Saved(Struct, frozen=True, gc=False):
    """The shell has the whole state in its hands (`checkpoint.save`) and will keep it with the entry that follows."""

    digest: bytes


Input = Started | Heard | SpaceLeft | Saved | shoe.ShoeEvent


class ShowAfter(Struct, frozen=True, gc=False):
    """For the shell: send the entries after this one as `Deltas`."""

    seq: int


class Table(Orders):
    def decide(self, now_ms: int, given: Input | Tick) -> Decision[events.Event]:
        match given:
            case Tick():
                return self._countdown(now_ms)
            case Heard():
                return self._heard(now_ms, given)
            case shoe.CardSeen():
                return self._card(now_ms, given.shoe_seq, given.card)
            case shoe.CardUnread():
                return self._card(now_ms, given.shoe_seq, None)
            case Started():
                return self._started(now_ms)
            case SpaceLeft(enough=enough):
                self.space = enough
                return NOTHING
            case Saved(digest=digest):
                return NOTHING if self.view.in_round else Decision((events.Checkpointed(digest),))
            case _:
                return self._shoe_link(now_ms, given)

    def wake_ms(self) -> int | None:
        """When a Tick is wanted: the end of the countdown."""
        return None if self.view.halts or not self.view.windows else self.deadline_ms

    def left_ms(self, now_ms: int) -> int:
        """What the pulse tells of the countdown; -1: none runs."""
        wake = self.wake_ms()
        return -1 if wake is None else max(0, wake - now_ms)

    def _countdown(self, now_ms: int) -> Decision[events.Event]:
        """001 §3.7: by the countdown; the clock is monotonic and ends with the process."""
        wake = self.wake_ms()
        if wake is None or now_ms < wake:
            return NOTHING
        draft = self.draft(now_ms)
        draft.close_all("countdown")
        draft.settle_down()
        return Decision(tuple(draft.events))

    def _started(self, now_ms: int) -> Decision[events.Event]:
        """001 §5.1: a start in the middle of a Round is an interruption of it."""
        written: list[events.Event] = [events.ConsoleStarted(self.view.console_boot + 1)]
        if self.view.in_round:
            established = self.game.established(self.round)
            written.append(events.Interrupted(self.view.round_no, established))
            if self.setup.strict:
                written += self._interruption(now_ms, affects=True)
        return Decision(tuple(written))

    # --- peers -------------------------------------------------------------------------------------------------

    def _heard(self, now_ms: int, heard: Heard) -> Decision[events.Event]:
        peer, request, person = heard.peer, heard.request, heard.person
        if isinstance(request, m.Hello):
            return self._hello(peer, request, heard.role if person is None else "panel")
        why = self.peers.denial(peer, request)
        if why and isinstance(request, m.BuyCredit) and not self.peers.peer(peer).retired:
            why = ""  # the note is in the box, whichever process says so: it is credit, once
        if why:
            return Decision((), (Reply(peer, m.Denied(request.boot, request.run, why)),))
        match request:
            case m.Answer():
                return self._answered(now_ms, PlayerId(peer), request)
            case m.Beat(applied_seq=seq, chain=chain):
                if self.chain_at(seq) != chain:
                    return self._other_history(peer, request, seq)
                self.applied[peer] = seq
                return NOTHING
            case m.Sync(after_seq=after):
                if after or heard.role == "archive" or self.seq <= self.setup.snapshot_from:  # it keeps the whole log
                    return Decision((), (Reply(peer, ShowAfter(after)),))
                return self._snapshot(PlayerId(peer), staff=person is not None)
            case m.CallAttendant(wanted=wanted):
                known = self.peers.peer(peer).calls == wanted
                return NOTHING if known else Decision((events.AttendantCalled(PlayerId(peer), wanted),))
            case m.Command():
                return self._ordered(now_ms, peer, request, person)
            case _:
                return self._asked(now_ms, PlayerId(peer), request)

    def _hello(self, peer: str, hello: m.Hello, role: str) -> Decision[events.Event]:
        standing = self.peers.hello(peer, hello)
        if standing not in ("join", "again"):
            reply = Reply(peer, m.Denied(hello.boot, hello.run, standing))
            return Decision(self.alarm(peer, f"denied: {standing}"), (reply,))
        if self.chain_at(hello.last_seq) != hello.last_chain:
            return self._other_history(peer, hello, hello.last_seq)
        joined = (events.TerminalJoined(PlayerId(peer), hello.boot, hello.run, role),) if standing == "join" else ()
        # The head is what this peer must have applied before it may ask: what we write now is above it.
        welcome = m.Welcome(hello.boot, hello.run, self.seq, self.chain)
        return Decision(joined, (Reply(peer, welcome),))

    def _other_history(self, peer: str, said: m.Hello | m.Beat, seq: int) -> Decision[events.Event]:
        """FAULTS C8, C13: the peer holds links that our journal does not have. One of us lost or changed something;
        nothing is played until a Shift Manager and a second person have found out who. A terminal that was latched
        for it is not believed again.
        """
        detail = f"{peer} knows the log up to {seq}, and it is not ours (we are at {self.seq})"
        reply = Reply(peer, m.Denied(said.boot, said.run, "history"))
        if "history" in self.view.halts or self.peers.peer(peer).doubted:
            return Decision((), (reply,))
        return Decision((events.Halted("history", detail),), (reply,))

    def _snapshot(self, peer: PlayerId, *, staff: bool) -> Decision[events.Event]:
        picture = Picture(self.view, self.own_state(peer), peer, self._staff_state() if staff else None)
        return Decision((), (Reply(peer, m.Snapshot(self.seq, self.chain, encode_body(picture))),))

    def own_state(self, terminal: PlayerId) -> OwnState:
        found = self.windows.layouts(terminal) if self.view.in_round else ()  # of the Round in play
        layouts = tuple(OwnLayout(*layout) for layout in found)
        peer = self.peers.peer(terminal)
        ledger = self.ledger
        return OwnState(
            ledger.credit(terminal),
            ledger.stake(terminal),
            ledger.sittings.get(terminal, 0),
            layouts,
            peer.disputed,
            peer.latched,
            peer.calls,
        )

    def _staff_state(self) -> StaffState:
        known = self.peers.known
        return StaffState(
            {str(account): amount for account, amount in self.ledger.balances.items()},
            self.ledger.sittings,
            {name: peer.disputed for name, peer in known.items() if peer.disputed},
            {name: peer.latched for name, peer in known.items() if peer.latched},
            tuple(name for name, peer in known.items() if peer.retired),
            tuple(name for name, peer in known.items() if peer.calls),
            self._registered() if self.view.in_round else {},
            max((seq for key, seq in self.windows.closes.items() if key.round_no == self.view.round_no), default=0),
        )

    def _registered(self) -> dict[str, dict[PlayerId, dict[Spot, int]]]:
        """What stands on the felt, by window: a panel goes on from there as the log does, window by window."""
        return {
            name: {player: dict(answer.bets) for player, answer in answers.items()}
            for name, answers in self.windows.given.items()
        }

    # --- answers -----------------------------------------------------------------------------------------------

    def _answered(self, now_ms: int, terminal: PlayerId, answer: m.Answer) -> Decision[events.Event]:
        """DESIGN 4.3, rules 1 to 3: the first answer to a revision sticks, whether yes or no."""
        bets = answer.bets if all(answer.bets.values()) else {spot: bet for spot, bet in answer.bets.items() if bet}
        given = Given(bets, answer.choice)
        found = self.windows.find(answer.window, terminal, answer.revision, given)
        if isinstance(found, New):
            if self.view.halts:
                return NOTHING  # it waits, and comes again
            return self._reviewed(now_ms, terminal, answer, found.window, found.before, given)
        if isinstance(found, Repeat):
            alarm = self.alarm(terminal, "a revision came again with other content") if found.other else ()
            return Decision(alarm, (Reply(terminal, ShowEntry(found.seq)),))
        return NOTHING

    def _reviewed(
        self, now_ms: int, terminal: PlayerId, answer: m.Answer, window: Any, before: Given, given: Given
    ) -> Decision[events.Event]:
        change = sum(given.bets.values()) - sum(before.bets.values())
        refusal = self.peers.blocked(terminal) or self.game.review(
            self.round, window, terminal, given, self.windows.given
        )
        if refusal is None and change > self.ledger.credit(terminal):
            refusal = Refusal("credit", f"{change} more than before, and the credit is {self.ledger.credit(terminal)}")
        key, revision = answer.window, answer.revision
        if refusal is not None:
            return Decision((events.LayoutRefused(key, terminal, revision, given, refusal),))
        registered = events.LayoutRegistered(key, terminal, revision, given, change)
        if not window.choices or window.respondents is None:
            return Decision((registered,))
        # A decision that everybody who was asked has made needs no countdown.
        answers = self.windows.with_answer(window, terminal, given)
        if any(not answers[window.name].get(player, Given()).choice for player in window.respondents):
            return Decision((registered,))
        draft = self.draft(now_ms)
        draft.given = dict(answers)
        draft.close(window.name, "answers")
        draft.settle_down()
        return Decision((registered, *draft.events))

    def _asked(self, now_ms: int, terminal: PlayerId, asking: Asking) -> Decision[events.Event]:
        """Money, exactly once by id: a repeated id gets its first answer, another content under it is an alarm."""
        asked = self.cashier.asked.get((terminal, asking.id))
        if asked is None:
            blocked = self.peers.blocked(terminal)
            answer = self.cashier.answer(terminal, asking, self.ledger, blocked, self.chain)
            alarm = self._note_taken(now_ms, terminal, asking) if isinstance(asking, m.BuyCredit) else ()
            return Decision((answer, *alarm))
        if asked.what and asked.what != content(asking):
            if self.peers.peer(terminal).latched:
                return NOTHING
            return Decision((events.TerminalLatched(terminal, "an id came again with another content"),))
        return Decision((), (Reply(terminal, ShowEntry(asked.seq)),))

    def _note_taken(self, now_ms: int, terminal: PlayerId, note: m.BuyCredit) -> tuple[events.Event, ...]:
        """DESIGN 4.3, rule 10: the terminal keeps the cap before it stacks a note, and what is stacked is credit. That
        more came than it may take is for people to look at. Counted when it comes: after an outage, or a restart of
        either end, the two may count differently.
        """
        taken_amount = self.notes.setdefault(terminal, LastHour()).take(now_ms, note.id, note.amount)
        cap = self.view.placard.notes_per_hour
        if not cap or taken_amount <= cap:
            self.over_cap.discard(terminal)
            return ()
        if terminal in self.over_cap:
            return ()
        self.over_cap.add(terminal)
        return self.alarm(terminal, f"more than {cap} in notes within an hour")
