"""The core of the Game Console: every input, and what the table decides about it.

`decide` reads the state and tells facts; it changes nothing that must outlive the process (it notes only what the
terminals say they have seen, what notes they took in the last hour, and whether the disk has room). `apply`, in
`state.py`, is the only thing that changes the rest. No timer moves money.
"""

from msgspec import Struct

from console.table.cashier import Asking, content
from console.table.dealing import hear_shoe, take_card
from console.table.orders import ShowEntry, hear_order
from console.table.peers import TERMINAL
from console.table.playing import close, close_all, settle_down
from console.table.settling import answer_interruption
from console.table.state import Facts, Outcomes, TableCore
from console.table.windows import New, Repeat
from games.round import Answer as Given
from games.round import PlayerId, Refusal, Spot
from protocol import events
from protocol import messages as m
from protocol.codec import encode_body
from protocol.halts import Halt
from protocol.liveness import LastHour
from protocol.loop import Reply, Tick
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


class CheckpointMade(Struct, frozen=True, gc=False):
    """The shell has the whole state in its hands (`checkpoint.save`) and will keep it with the entry that follows."""

    digest: bytes


Input = Started | Heard | SpaceLeft | CheckpointMade | shoe.ShoeEvent


class ShowAfter(Struct, frozen=True, gc=False):
    """For the shell: send the entries after this one as `Deltas`."""

    seq: int


class Table(TableCore):
    def decide(self, now_ms: int, given: Input | Tick) -> Outcomes:
        match given:
            case Tick():
                return self._count_down(now_ms)
            case Heard():
                return self._hear(now_ms, given)
            case shoe.CardSeen():
                return take_card(self, now_ms, given.shoe_seq, given.card)
            case shoe.CardUnread():
                return take_card(self, now_ms, given.shoe_seq, None)
            case Started():
                return self._start(now_ms)
            case SpaceLeft(enough=enough):
                self.forgotten.space = enough
                return ()
            case CheckpointMade(digest=digest):
                return () if self.view.in_round else (events.Checkpointed(digest),)
            case _:
                return hear_shoe(self, now_ms, given)

    def wake_ms(self) -> int | None:
        """When a Tick is wanted: the end of the countdown."""
        return None if self.view.halts or not self.view.windows else self.state.deadline_ms

    def left_ms(self, now_ms: int) -> int:
        """What the pulse tells of the countdown; -1: none runs."""
        wake = self.wake_ms()
        return -1 if wake is None else max(0, wake - now_ms)

    def _count_down(self, now_ms: int) -> Outcomes:
        """001 §3.7, §5.2: no terminal is waited for. The clock is monotonic and ends with the process."""
        wake = self.wake_ms()
        return () if wake is None or now_ms < wake else self._end_countdown(now_ms)

    def _end_countdown(self, now_ms: int) -> Facts:
        yield from close_all(self, "countdown")
        yield from settle_down(self, now_ms)

    def _start(self, now_ms: int) -> Facts:
        """001 §5.1: a start in the middle of a Round is an interruption of it."""
        yield events.ConsoleStarted(self.view.console_boot + 1)
        if self.view.in_round:
            yield events.Interrupted(self.view.round_no, self.game.established(self.round))
            if self.setup.strict:
                yield from answer_interruption(self, now_ms, affects=True)

    # --- peers -------------------------------------------------------------------------------------------------

    def _hear(self, now_ms: int, heard: Heard) -> Outcomes:
        peer, request, person = heard.peer, heard.request, heard.person
        if isinstance(request, m.Hello):
            return self._greet(peer, request, heard.role if person is None else "panel")
        why = self.peers.denial(peer, request)
        if why and isinstance(request, m.BuyCredit) and not self.peers.peer(peer).retired:
            why = ""  # the note is in the box, whichever process says so: it is credit, once
        if why:
            return (Reply(peer, m.Denied(request.boot, request.run, why)),)
        match request:
            case m.Answer():
                return self._register(now_ms, PlayerId(peer), request)
            case m.Beat(applied_seq=seq, chain=chain):
                if self.chain_at(seq) != chain:
                    return self._deny_history(peer, request, seq)
                self.forgotten.applied[peer] = seq
                return ()
            case m.Sync(after_seq=after):
                if after or heard.role == "archive" or self.seq <= self.setup.snapshot_from:  # it keeps the whole log
                    return (Reply(peer, ShowAfter(after)),)
                return (self._snapshot(PlayerId(peer), staff=person is not None),)
            case m.CallAttendant(wanted=wanted):
                known = self.peers.peer(peer).calls == wanted
                return () if known else (events.AttendantCalled(PlayerId(peer), wanted),)
            case m.Command():
                return hear_order(self, now_ms, peer, request, person)
            case _:
                return self._answer(now_ms, PlayerId(peer), request)

    def _greet(self, peer: str, hello: m.Hello, role: str) -> Outcomes:
        standing = self.peers.hello(peer, hello)
        if standing not in ("join", "again"):
            yield from self.alarm(peer, f"denied: {standing}")
            yield Reply(peer, m.Denied(hello.boot, hello.run, standing))
            return
        if self.chain_at(hello.last_seq) != hello.last_chain:
            yield from self._deny_history(peer, hello, hello.last_seq)
            return
        # The head is what this peer must have applied before it may ask: what we write now is above it.
        welcome = m.Welcome(hello.boot, hello.run, self.seq, self.chain)
        if standing == "join":
            yield events.TerminalJoined(PlayerId(peer), hello.boot, hello.run, role)
        yield Reply(peer, welcome)

    def _deny_history(self, peer: str, said: m.Hello | m.Beat, seq: int) -> Outcomes:
        """FAULTS C8, C13: the peer holds links that our journal does not have. One of us lost or changed something;
        nothing is played until a Shift Manager and a second person have found out who. A terminal that was latched
        for it is not believed again.
        """
        if not self.peers.peer(peer).doubted:
            yield from self.halt(
                Halt.HISTORY, f"{peer} knows the log up to {seq}, and it is not ours (we are at {self.seq})"
            )
        yield Reply(peer, m.Denied(said.boot, said.run, m.Denial.HISTORY))

    def _snapshot(self, peer: PlayerId, *, staff: bool) -> Reply:
        picture = Picture(self.view, self.own_state(peer), peer, self._staff_state() if staff else None)
        return Reply(peer, m.Snapshot(self.seq, self.chain, encode_body(picture)))

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

    def _register(self, now_ms: int, terminal: PlayerId, answer: m.Answer) -> Outcomes:
        """DESIGN 4.3, rules 1 to 3: the first answer to a revision sticks, whether yes or no."""
        bets = answer.bets if all(answer.bets.values()) else {spot: bet for spot, bet in answer.bets.items() if bet}
        given = Given(bets, answer.choice)
        found = self.windows.find(answer.window, terminal, answer.revision, given)
        if isinstance(found, New):
            if self.view.halts:
                return ()  # it waits, and comes again
            return self._review(now_ms, terminal, answer, found, given)
        if isinstance(found, Repeat):
            alarm = self.alarm(terminal, "a revision came again with other content") if found.other else ()
            return (*alarm, Reply(terminal, ShowEntry(found.seq)))
        return ()

    def _review(self, now_ms: int, terminal: PlayerId, answer: m.Answer, found: New, given: Given) -> Facts:
        window, key, revision = found.window, answer.window, answer.revision
        change = sum(given.bets.values()) - sum(found.before.bets.values())
        refusal = self.peers.blocked(terminal, self.view.game) or self.game.review(
            self.round, window, terminal, given, self.windows.given
        )
        if refusal is None and change > self.ledger.credit(terminal):
            refusal = Refusal("credit", f"{change} more than before, and the credit is {self.ledger.credit(terminal)}")
        if refusal is not None:
            yield events.LayoutRefused(key, terminal, revision, given, refusal)
            return
        yield events.LayoutRegistered(key, terminal, revision, given, change)
        if self.windows.all_answered(window):
            yield from close(self, window.name, "answers")
            yield from settle_down(self, now_ms)

    def _answer(self, now_ms: int, terminal: PlayerId, asking: Asking) -> Outcomes:
        """Money, exactly once by id: a repeated id gets its first answer, another content under it is an alarm."""
        asked = self.cashier.asked.get((terminal, asking.id))
        if asked is None:
            answer = self.cashier.answer(
                terminal, asking, self.ledger, self.peers.blocked(terminal, self.view.game), self.chain
            )
            alarm = self._note_taken(now_ms, terminal, asking) if isinstance(asking, m.BuyCredit) else ()
            return (answer, *alarm)
        if asked.what and asked.what != content(asking):
            if self.peers.peer(terminal).latched:
                return ()
            return (events.TerminalLatched(terminal, "an id came again with another content"),)
        return (Reply(terminal, ShowEntry(asked.seq)),)

    def _note_taken(self, now_ms: int, terminal: PlayerId, note: m.BuyCredit) -> tuple[events.Event, ...]:
        """DESIGN 4.3, rule 10: the terminal keeps the cap before it stacks a note, and what is stacked is credit. That
        more came than it may take is for people to look at. Counted when it comes: after an outage, or a restart of
        either end, the two may count differently.
        """
        taken_amount = self.forgotten.notes.setdefault(terminal, LastHour()).take(now_ms, note.id, note.amount)
        cap, over_cap = self.view.placard.notes_per_hour, self.forgotten.over_cap
        if not cap or taken_amount <= cap:
            over_cap.discard(terminal)
            return ()
        if terminal in over_cap:
            return ()
        over_cap.add(terminal)
        return self.alarm(terminal, f"more than {cap} in notes within an hour")
