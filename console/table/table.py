"""The core of the Game Console: every input, and what the table decides about it.

`decide` reads the state and tells facts; it changes nothing that must outlive the process (it notes only what the
terminals say they have seen, when the process began, and whether the disk has room). `apply`, in
`state.py`, is the only thing that changes the rest. No timer moves money.
"""

from typing import Final

from msgspec import Struct

from console.table import confirming
from console.table.cashier import REFUSED_MAX, WRONG_MAX, Asking, content
from console.table.dealing import hear_shoe, take_card
from console.table.orders import ShowEntry, hear_order
from console.table.peers import TERMINAL
from console.table.playing import close, close_all, settle_down
from console.table.state import Facts, Outcomes, TableCore
from console.table.windows import New, Repeat
from games.round import Answer as Given
from games.round import PlayerId, Refusal, Spot
from protocol import events
from protocol import messages as m
from protocol.codec import encode_body
from protocol.day import days_between
from protocol.halts import Halt
from protocol.loop import Reply, Tick
from protocol.view import HeldNote, OpenTicket, OwnLayout, OwnState, Picture, StaffState
from shoe_driver import link as shoe

DAYS_BELIEVED: Final = 7  # that the clock may be ahead of the last day on record: a house is rarely closed for longer
MANY_REFUSED: Final = "too many of its requests for money were refused"
WRONG_NUMBERS: Final = f"{WRONG_MAX} wrong ticket numbers"
NOTE_WHY: Final = {
    "denomination": "this table takes no such note",
    "cap": "more than the terminal may take in an hour",
    "credit": "more than a credit can be",
    "process": "told by a process that has not joined",
}


class Started(Struct, frozen=True, gc=False):
    """First input of every process of the console."""

    outside: tuple[str, ...] = ()  # who is enrolled as a witness or an archive


class Stalled(Struct, frozen=True, gc=False):
    """The process did not listen for a while: whoever was silent meanwhile may have spoken."""


class Heard(Struct, frozen=True, gc=False):
    """A request from a peer whose key we know: a terminal, or a panel in the hands of a person."""

    peer: str
    request: m.Request
    person: m.Person | None = None  # a terminal has none
    role: str = TERMINAL  # of its key, in the register
    key: str = ""  # the fingerprint


class SpaceLeft(Struct, frozen=True, gc=False):
    """The disk has, or has no longer, room for a whole Round beyond the reserve (FAULTS C10)."""

    enough: bool


class DayTold(Struct, frozen=True, gc=False):
    """The gaming day that the wall clock says, in the house's time zone: at every start, and now and then."""

    day: str


class ClockSet(Struct, frozen=True, gc=False):
    """The wall clock has stepped by so much, or a start finds it before the last entry."""

    by_ms: int


class Noticed(Struct, frozen=True, gc=False):
    """The shell has trouble that a Supervisor should see, and goes on."""

    who: str
    why: str


class CheckpointMade(Struct, frozen=True, gc=False):
    """The shell has the whole state in its hands (`checkpoint.save`) and will keep it with the entry that follows."""

    digest: bytes


class BooksRead(Struct, frozen=True, gc=False):
    """The table stands on a checkpoint, and the shell reads what lies before it: so many entries, of so many."""

    done: int
    of: int


class BooksDiffer(Struct, frozen=True, gc=False):
    """The entries do not make the state that the table stands on, or cannot be read."""

    detail: str


Input = (
    Started | Stalled | Heard | SpaceLeft | DayTold | ClockSet | Noticed | CheckpointMade | BooksRead | BooksDiffer
    | shoe.ShoeEvent
)  # fmt: skip


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
            case Started(outside=outside):
                return self._start(now_ms, outside)
            case Stalled():
                self.forgotten.watch.listen(now_ms)
                return ()
            case SpaceLeft(enough=enough):
                self.forgotten.space = enough
                return ()
            case BooksRead(done=done, of=of):
                self.forgotten.unread = None if done >= of else (done, of)
                return ()
            case BooksDiffer(detail=detail):
                return self.halt(Halt.BOOKS, detail)
            case DayTold(day=day):
                return self._hear_day(day)
            case ClockSet(by_ms=by_ms):
                return (events.ClockStepped(by_ms),)
            case Noticed(who=who, why=why):
                return self.alarm(who, why)
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

    def _start(self, now_ms: int, outside: tuple[str, ...]) -> Facts:
        """001 §5.1: a start in the middle of a Round is an interruption of it. The very first entry of a table says
        what its money is; another currency begins with an opening.
        """
        self.forgotten.clock = (self.cashier.clock_ms, now_ms)
        self.forgotten.watch.listen(now_ms)
        if not self.seq and self.setup.currency != self.ledger.currency:
            yield events.CurrencyBound(self.setup.currency)
        yield events.ConsoleStarted(self.view.console_boot + 1)
        if self.view.in_round:
            yield events.Interrupted(self.view.round_no, self.game.established(self.round))
        yield from confirming.begin(self, outside)

    def _hear_day(self, day: str) -> tuple[events.Event, ...]:
        """Forward only, whatever the clock does. Far ahead only if people say so: there is no way back from there, and
        whatever is counted in days (a ticket that expires) would hang on one wrong digit.
        """
        view = self.view
        if view.day < day and (not view.day or days_between(view.day, day) <= DAYS_BELIEVED):
            return (events.DayBegan(day),)
        doubted = day if view.day < day else ""
        return () if doubted == view.doubted_day else (events.DayDoubted(doubted),)

    # --- peers -------------------------------------------------------------------------------------------------

    def _hear(self, now_ms: int, heard: Heard) -> Outcomes:
        watch, name, process = self.forgotten.watch, heard.peer, (heard.request.boot, heard.request.run)
        known = self.peers.peer(name)
        if process == (known.boot, known.run):
            two = watch.hear_joined(now_ms, name, self.setup.takeover_ms)
        else:
            late = watch.speaks_late(now_ms, name, process, self.setup.takeover_ms)
            if late and not isinstance(heard.request, m.BuyCredit):
                return ()  # not even denied: if it lives it goes on, and is heard when this time is over
            two = late is False
        return self._hear_two(now_ms, heard) if two else self._hear_one(now_ms, heard)

    def _hear_two(self, now_ms: int, heard: Heard) -> Outcomes:
        """FAULTS A3: two machines speak with one key. Nobody can say which of them is the one that was enrolled."""
        name = PlayerId(heard.peer)
        yield from self.alarm(name, m.Denial.TWICE)
        if self.peers.in_service(name) and not self.peers.peer(name).latched:
            yield events.TerminalLatched(name, m.Denial.TWICE)
        yield from self._hear_one(now_ms, heard)
        self.forgotten.watch.passed.pop(name, None)  # it is known: from now on it has only the key

    def _hear_one(self, now_ms: int, heard: Heard) -> Outcomes:
        peer, request, person = heard.peer, heard.request, heard.person
        if isinstance(request, m.Hello):
            return self._greet(now_ms, heard, request)
        why = self.peers.denial(peer, request)
        if why and isinstance(request, m.BuyCredit) and not self.peers.peer(peer).retired:
            why = ""  # the note is in the box, whichever process says so: it is credit, or held, once
        if why:
            return (Reply(peer, m.Denied(request.boot, request.run, why)),)
        if Halt.UNCONFIRMED in self.view.halts and not isinstance(request, confirming.TAKEN):
            return ()  # it waits, and comes again
        match request:
            case m.Answer():
                return self._register(now_ms, PlayerId(peer), request)
            case m.Beat(applied_seq=seq, chain=chain):
                if self.chain_at(seq) != chain:
                    return self._deny_history(peer, request)
                self.forgotten.applied[peer] = seq
                return ()
            case m.Sync(after_seq=after):
                whole = heard.role in confirming.CONFIRM  # it keeps every entry
                if after or whole or self.seq <= self.setup.snapshot_from:
                    return (Reply(peer, ShowAfter(after)),)
                return (self._snapshot(PlayerId(peer), staff=person is not None),)
            case m.CallAttendant(wanted=wanted):
                known = self.peers.peer(peer).calls == wanted
                return () if known else (events.AttendantCalled(PlayerId(peer), wanted),)
            case m.FindTicket():
                return self._find_ticket(peer, request) if person is not None else ()
            case m.Command():
                return hear_order(self, now_ms, peer, request, person)
            case _:
                return self._answer(now_ms, PlayerId(peer), request)

    def _greet(self, now_ms: int, heard: Heard, hello: m.Hello) -> Outcomes:
        peer, role = heard.peer, heard.role if heard.person is None else "panel"
        if not hello.boot:
            yield Reply(peer, m.Denied(0, hello.run, self._tell_who(peer, role, hello), peer, role))
            return
        if proof := next(filter(self._is_other_history, (hello.signed, hello.heard)), None):
            yield from self._deny_history(peer, hello, proof)
            return
        if (hello.name, hello.role) != (peer, role):
            # Its file says another name than its key, or the key is in the wrong program: it would work for a stranger.
            says = f": it says {hello.name}, {hello.role}; its key is enrolled as {peer}, {role}"
            yield from self.alarm(peer, f"denied: {m.Denial.IDENTITY}", says)
            yield Reply(peer, m.Denied(hello.boot, hello.run, m.Denial.IDENTITY, peer, role))
            return
        watch, known, process = self.forgotten.watch, self.peers.peer(peer), (hello.boot, hello.run)
        standing = self.peers.hello(peer, hello, heard.key)
        if standing == "take over":
            standing = watch.may_take_over(now_ms, peer, process, self.setup.takeover_ms) or standing
        if standing not in ("join", "take over", "again", m.Denial.WAIT):
            yield from self.alarm(peer, f"denied: {standing}")
            yield Reply(peer, m.Denied(*process, standing))
            return
        if self.chain_at(hello.last_seq) != hello.last_chain:
            yield from self._deny_history(peer, hello)
            return
        if standing == m.Denial.WAIT:
            yield Reply(peer, m.Denied(*process, standing))
            return
        # The head is what this peer must have applied before it may ask: what we write now is above it.
        welcome = m.Welcome(hello.boot, hello.run, self.seq, self.chain)
        if standing != "again":
            watch.joined(now_ms, peer, (known.boot, known.run) if standing == "take over" else None)
            yield events.TerminalJoined(PlayerId(peer), *process, role, heard.key)
        yield from confirming.hear(self, now_ms, peer, hello)
        yield Reply(peer, welcome)

    def _tell_who(self, peer: str, role: str, hello: m.Hello) -> m.Denial:
        """For `--check`, which tries a file before anything runs: what would be said, without a word on the record."""
        if (hello.name, hello.role) != (peer, role):
            return m.Denial.IDENTITY
        if self.chain_at(hello.last_seq) != hello.last_chain:
            return m.Denial.HISTORY  # the file names another table
        return m.Denial.RETIRED if self.peers.peer(peer).retired else m.Denial.ASKED

    def _is_other_history(self, head: m.SignedHead | None) -> bool:
        """Is this our own signature, on a head that our journal does not have?"""
        if head is None or self.verify is None or self.chain_at(head.seq) == head.chain:
            return False
        return self.verify(head)

    def _deny_history(self, peer: str, said: m.Hello | m.Beat, proof: m.SignedHead | None = None) -> Outcomes:
        """FAULTS C8, C13: the peer speaks of links that our journal does not have. If it has our signature on them, it
        is we who lost or changed something: nothing is played until a Shift Manager and a second person have found out
        what. If not, it is the peer's word, and one peer's word stops no table. Nor does the proof of a peer that was
        latched for it, after people have looked; but it rings, since a journal that was forged could say so, too.
        """
        if proof is not None and not self.peers.peer(peer).doubted:
            yield from self.halt(
                Halt.HISTORY,
                f"{peer} has our signature on entry {proof.seq}, and it is not ours (we are at {self.seq})",
            )
        else:
            yield from self.alarm(peer, f"claims another history{', with our signature' if proof else ''}")
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
            {number: HeldNote(it.terminal, it.amount, it.why) for number, it in self.cashier.held.items()},
            {
                name: OpenTicket(it.terminal, it.amount, it.ending, it.printed, it.sitting)
                for name, it in self.cashier.tickets.items()
                if it.good and it.printed != "printed"
            },
            tuple(self.cashier.locked),
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
            if isinstance(asking, m.BuyCredit):
                return self._take_note(now_ms, terminal, asking)
            if isinstance(asking, m.CashOut) and self.pays_nothing():
                return ()  # it waits, and comes again: an impatient finger has done nothing wrong
            return self._answer_anew(terminal, asking, self.peers.blocked(terminal, self.view.game))
        if asked.what and asked.what != content(asking):
            if self.peers.peer(terminal).latched:
                return ()
            return (events.TerminalLatched(terminal, "an id came again with another content"),)
        return (Reply(terminal, ShowEntry(asked.seq)),)

    def _answer_anew(
        self, terminal: PlayerId, asking: m.InsertTicket | m.CashOut | m.ReportPrint | m.Dispute, no: Refusal | None
    ) -> Outcomes:
        cashier = self.cashier
        days, secret = self.placard.ticket_days, self.setup.secret
        yield from cashier.answer(terminal, asking, self.ledger, no, ticket_days=days, secret=secret)
        yield from self._lock_out(terminal)
        yield from self._stop_asking(terminal)

    def _stop_asking(self, terminal: PlayerId) -> Outcomes:
        """Too much was refused. Not while a dispute is open: that alone refuses all, and a Supervisor is called."""
        peer = self.peers.peer(terminal)
        if self.cashier.refusals.get(terminal, 0) >= REFUSED_MAX and not (peer.latched or peer.disputed):
            yield events.TerminalLatched(terminal, MANY_REFUSED)
            yield from self.alarm(terminal, MANY_REFUSED)

    def _find_ticket(self, panel: str, asked: m.FindTicket) -> Outcomes:
        """Before it is paid: what is it worth? The same question gets the same answer; a wrong number is one try."""
        found = self.forgotten.found.get(panel)
        if found is None or found.id != asked.id:
            found = self.cashier.find(panel, asked, self.ledger, self.placard.ticket_days, self.setup.secret)
            self.forgotten.found[panel] = found
            if found.standing == "unknown":
                yield events.TicketSought(panel)
                yield from self._lock_out(panel)
        yield Reply(panel, found)

    def _lock_out(self, peer: str) -> Outcomes:
        """Somebody guesses numbers."""
        if self.cashier.wrong.get(peer, 0) >= WRONG_MAX and peer not in self.cashier.locked:
            yield events.TicketsLocked(peer)
            yield from self.alarm(peer, WRONG_NUMBERS)

    @property
    def placard(self) -> events.Placard:
        """What this table is: as it was opened, or as it will be."""
        return self.view.placard if self.view.game else self.setup.placard

    def _take_note(self, now_ms: int, terminal: PlayerId, note: m.BuyCredit) -> Outcomes:
        """What is not credit is held, and then people look at that terminal: a forged note would be told like this."""
        began_ms, started_ms = self.forgotten.clock
        clock_ms, peer, process = began_ms + now_ms - started_ms, self.peers.peer(terminal), (note.boot, note.run)
        passed, _ = self.forgotten.watch.passed.get(terminal, (None, 0))
        joined = process in ((peer.boot, peer.run), passed)
        taken = self.cashier.note_taken(terminal, note, self.ledger, self.placard, clock_ms, joined=joined)
        if taken is not None:
            yield taken
        if isinstance(taken, events.MoneyRefused):
            yield from self.alarm(terminal, f"a note is stacked, and no credit: {taken.refusal.detail}")
            yield from self._stop_asking(terminal)
        if isinstance(taken, events.NoteHeld):
            if not self.peers.peer(terminal).latched:
                yield events.TerminalLatched(terminal, f"a note is held: {NOTE_WHY[taken.why]}")
            yield from self.alarm(terminal, f"a note is held: {NOTE_WHY[taken.why]}")
