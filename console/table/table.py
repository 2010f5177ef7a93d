"""The core of the Game Console: every input, and what the table decides about it.

`decide` reads the state and tells facts; it changes nothing that must outlive the process (it notes only what the
terminals say they have seen, when the process began, and whether the disk has room). `apply`, in
`state.py`, is the only thing that changes the rest. No timer moves money.
"""

from typing import Final

from msgspec import Struct

from console.table import automatic, confirming, journeys, participants, signing, staffing
from console.table import turning as turns
from console.table.asking import call_attendant, had_bets, latch, stop_asking, take_note
from console.table.boxes import may_register, register, sit
from console.table.cashier import UNPRINTED_MAX, Asking, content
from console.table.dealing import hear_shoe, take_card
from console.table.orders import hear_check, hear_order
from console.table.peers import DENIED, PANEL, TERMINAL, Process, common_version, denied, process_of, welcomed
from console.table.playing import close_all, may_cover, settle_down
from console.table.purses import tell_purses
from console.table.recalling import RoundFound, hear_found
from console.table.shown import ShowEntry
from console.table.signing import with_passed
from console.table.state import Facts, Outcomes, TableCore
from console.table.windows import New, Repeat, too_many
from games.round import Answer as Given
from games.round import PlayerId, Refusal, Spot
from protocol import events
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.codec import encode_body
from protocol.crowd import count_crowd
from protocol.day import days_between
from protocol.events import KEEPERS
from protocol.halts import Halt
from protocol.journeys import code_of
from protocol.keyring import Enrolment
from protocol.loop import Reply, Tick
from protocol.picture import AskedTicket, HeldNote, OpenTicket, OwnLayout, OwnState, Picture, StaffState
from shoe_driver import link as shoe

DAYS_BELIEVED: Final = 7  # that the clock may be ahead of what people have closed: a house is rarely off for longer


class Started(Struct, frozen=True, gc=False):
    """First input of every process of the console."""

    outside: tuple[str, ...] = ()  # witnesses and archives that the register's files name, and the journal does not
    # The founding people: they count when a journal is begun, and never again.
    staff: tuple[events.StaffAdmitted, ...] = ()
    keys: tuple[Enrolment, ...] = ()  # and the founding keys, likewise


class PinChecked(Struct, frozen=True, gc=False):
    """The shell has looked at the PIN that a `CheckPin` was about."""

    panel: str
    id: bytes
    right: bool


class Stalled(Struct, frozen=True, gc=False):
    """The process did not listen for a while: whoever was silent meanwhile may have spoken."""


class Heard(Struct, frozen=True, gc=False):
    """A request from a peer whose key we know. A key is a device: who is at it, a sign-on says."""

    peer: str
    request: m.Request
    role: str = TERMINAL  # of its key, in the register
    key: str = ""  # the fingerprint
    shown: str = ""  # the number of whose badge a SignOn or Sign has, as the shell has found
    line: bytes = b""  # the connection, as the sockets call it


class SpaceLeft(Struct, frozen=True, gc=False):
    """The disk has, or has no longer, room for a whole Round beyond the reserve (FAULTS C10)."""

    enough: bool


class KeysInHand(Struct, frozen=True, gc=False):
    """The console's own keys, as its files have them: the one that it answers to, and one that is prepared, or ""."""

    own: str
    prepared: str


class DayTold(Struct, frozen=True, gc=False):
    """The gaming day that the wall clock says, in the house's time zone: at every start, and now and then."""

    day: str


class ClockSet(Struct, frozen=True, gc=False):
    """The wall clock has stepped by so much, or a start finds it before the last entry."""

    by_ms: int


class Noticed(Struct, frozen=True, gc=False):
    """The shell has trouble that a Supervisor should see, and goes on."""

    who: str
    kind: Alarm
    about: tuple[str, ...] = ()
    detail: str = ""


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
    Started | Stalled | Heard | PinChecked | SpaceLeft | KeysInHand | DayTold | ClockSet | Noticed | CheckpointMade
    | BooksRead | BooksDiffer | RoundFound | automatic.DealerInput | shoe.ShoeEvent
)  # fmt: skip


class ShowAfter(Struct, frozen=True, gc=False):
    """For the shell: send the entries after this one as `Deltas`."""

    seq: int


class Table(TableCore):
    def decide(self, now_ms: int, given: Input | Tick) -> Outcomes:
        outcomes = self._decide(now_ms, given)
        return with_passed(self, outcomes) if self.forgotten.proposals else outcomes

    def _decide(self, now_ms: int, given: Input | Tick) -> Outcomes:
        match given:
            case Tick():
                left, placard = signing.leave_silent(self, now_ms), self.placard
                plain = not (left or placard.automatic or (placard.coins and self.people.sessions))
                return self._count_down(now_ms) if plain else self._pass_time(now_ms, left)
            case Heard():
                return self._hear(now_ms, given)
            case shoe.CardSeen():
                return take_card(self, now_ms, given.shoe_seq, given.card)
            case shoe.CardUnread():
                return take_card(self, now_ms, given.shoe_seq, None)
            case Started():
                return self._start(now_ms, given)
            case PinChecked(panel=panel, id=asked, right=right):
                return hear_check(self, now_ms, panel, asked, right=right)
            case Stalled():
                self.forgotten.watch.listen(now_ms)
                return ()
            case KeysInHand(own=own, prepared=prepared):
                self.forgotten.own_keys = (own, prepared)
                return ()
            case SpaceLeft(enough=enough):
                self.forgotten.space = enough
                return ()
            case BooksRead(done=done, of=of):
                self.forgotten.unread = None if done >= of else (done, of)
                return ()
            case BooksDiffer(detail=detail):
                return self.halt(Halt.BOOKS, detail)
            case RoundFound():
                return hear_found(self, given)
            case DayTold(day=day):
                return self._hear_day(day)
            case ClockSet(by_ms=by_ms):
                return (events.ClockStepped(by_ms),)
            case Noticed(who=who, kind=kind, about=about, detail=detail):
                return self.alarm(who, kind, *about, detail=detail)
            case automatic.SeedDrawn() | automatic.Drawn() | automatic.SeedShown() | automatic.SeedGone():
                return automatic.hear_dealer(self, now_ms, given)
            case CheckpointMade(digest=digest):
                return () if self.view.in_round else (events.Checkpointed(digest),)
            case _:
                return hear_shoe(self, now_ms, given)

    def wake_ms(self) -> int | None:
        """When a Tick is wanted: the end of the countdown, or of the time to turn cards, or when software deals on."""
        wakes = (self._ends_ms(), automatic.wake_ms(self) if self.placard.automatic else None)
        return min((wake for wake in wakes if wake is not None), default=None)

    def _ends_ms(self) -> int | None:
        if self.view.halts:
            return None
        return self.state.deadline_ms if self.view.windows else turns.ends_ms(self)

    def left_ms(self, now_ms: int) -> int:
        """What the pulse tells of the countdown; -1: none runs."""
        wake = self._ends_ms() if self.view.windows else None
        return -1 if wake is None else max(0, wake - now_ms)

    def turning(self, now_ms: int) -> tuple[str, ...]:
        """Whose Players turn cards of this Round."""
        return turns.who_turns(self, now_ms)

    def pulse(self, now_ms: int, seq: int, chain: bytes) -> m.Pulse:
        """After entry `seq`: that we live, and what is nobody's secret and in no journal."""
        # Coins are not added up: how the table bets would be one of each.
        crowd = count_crowd(self.windows.players().values()) if self.view.in_round and not self.placard.coins else ()
        return m.Pulse(seq, chain, self.left_ms(now_ms), turning=len(self.turning(now_ms)), crowd=crowd)

    def _pass_time(self, now_ms: int, left: Outcomes) -> Outcomes:
        yield from left
        yield from self._count_down(now_ms)
        if self.placard.coins:
            yield from participants.turn(self)
        if self.placard.automatic:
            yield from automatic.turn(self, now_ms)

    def _count_down(self, now_ms: int) -> Outcomes:
        """001 §3.7, §5.2: no terminal is waited for. The clock is monotonic and ends with the process."""
        if self.state.turners:
            return turns.count_down(self, now_ms)
        ends = self._ends_ms()
        if ends is None or now_ms < ends:
            return ()
        return automatic.end_countdown(self, now_ms) if self.placard.automatic else self._end_countdown(now_ms)

    def _end_countdown(self, now_ms: int) -> Facts:
        yield from close_all(self, "countdown")
        yield from settle_down(self, now_ms)

    def _start(self, now_ms: int, given: Started) -> Facts:
        """001 §5.1: a start in the middle of a Round is an interruption of it. The very first entries of a table say
        what its money is, and who its people are and whose keys it lets in; another currency begins with an
        opening, other people and keys with an order.
        """
        founded = not self.seq
        signing.start_waits(self, now_ms)
        self.forgotten.clock = (self.cashier.clock_ms, now_ms)
        self.forgotten.watch.listen(now_ms)
        if not self.seq and self.setup.currency != self.ledger.currency:
            yield events.CurrencyBound(self.setup.currency, self.setup.placard.training)
        yield events.ConsoleStarted(self.view.console_boot + 1)
        yield from given.staff if founded else ()
        for peer in given.keys if founded else ():
            yield events.KeyEnrolled(PlayerId(peer.name), peer.role, peer.public)
        if self.view.in_round:
            yield events.Interrupted(self.view.round_no, self.game.established(self.round))
            yield from automatic.go_on(self, now_ms) if self.placard.automatic else ()
        yield from confirming.begin(self, given.outside)

    def _hear_day(self, day: str) -> Facts:
        """Forward only, whatever the clock does. Far ahead only if people say so: there is no way back from there, and
        whatever is counted in days (a ticket that expires) would hang on one wrong digit.
        """
        view = self.view
        # From the first day that nobody has closed: else it would be led away by a week after the other.
        known = view.due_since or view.day
        if view.day < day and (not known or days_between(known, day) <= DAYS_BELIEVED):
            yield from staffing.begin_day(self, day)
            return
        doubted = day if view.day < day else ""
        if doubted != view.doubted_day:
            yield events.DayDoubted(doubted)

    # --- peers -------------------------------------------------------------------------------------------------

    def _hear(self, now_ms: int, heard: Heard) -> Outcomes:
        watch, name, process = self.forgotten.watch, heard.peer, process_of(heard.request)
        live = self.keyring.live.get(name)
        if live is not None and live.fingerprint != heard.key:
            return ()  # said with the key that has just been replaced, a moment before its connection is cut off
        known = self.peers.peer(name)
        if process == (known.boot, known.run) and not (known.greeted and watch.is_elsewhere(name, heard.line)):
            two = watch.hear_joined(now_ms, name, self.setup.takeover_ms)
        else:
            late = watch.speaks_late(now_ms, name, process, self.setup.takeover_ms)
            if late and not isinstance(heard.request, m.BuyCredit):
                return ()  # not even denied: if it lives it goes on, and is heard when this time is over
            two = late is False
        return self._hear_two(now_ms, heard, process) if two else self._hear_one(now_ms, heard, process)

    def _hear_two(self, now_ms: int, heard: Heard, process: Process) -> Outcomes:
        """FAULTS A3: two machines speak with one key. Nobody can say which of them is the one that was enrolled."""
        name = PlayerId(heard.peer)
        yield from self.alarm(name, Alarm.TWICE)
        if self.peers.in_service(name) and not self.peers.peer(name).latched:
            yield events.TerminalLatched(name, Alarm.TWICE, machine=True)
        yield from self._hear_one(now_ms, heard, process)
        self.forgotten.watch.passed.pop(name, None)  # it is known: from now on it has only the key

    def _hear_one(self, now_ms: int, heard: Heard, process: Process) -> Outcomes:
        peer, request, staff = heard.peer, heard.request, heard.role == PANEL
        if isinstance(request, m.Hello):
            return self._greet(now_ms, heard, request)
        why = self.peers.denial(peer, process)
        if not why and self.forgotten.watch.is_elsewhere(peer, heard.line):
            self.forgotten.watch.knock(now_ms, peer, request, heard.line, self.setup.takeover_ms)
            why = m.Denial.SAY_HELLO
        if why and isinstance(request, m.BuyCredit) and not self.peers.peer(peer).retired:
            why = ""  # the note is in the box, whichever process says so: it is credit, or held, once
        if why:
            return (Reply(peer, m.Denied(request.boot, request.run, why), heard.line),)
        if Halt.UNCONFIRMED in self.view.halts and not isinstance(request, confirming.TAKEN):
            return ()  # it waits, and comes again
        match request:
            case m.Answer():
                return self._register(now_ms, PlayerId(peer), request)
            case m.Command():
                return hear_order(self, now_ms, peer, request) if staff else self.alarm(peer, Alarm.NO_PANEL)
            case m.Beat(applied_seq=seq, chain=chain, turning=turning):
                if self.chain_at(seq) != chain:
                    return self._deny_history(heard, request)
                self.forgotten.applied[peer] = seq
                turns.hear_beat(self, now_ms, peer, turning=turning)
                return ()
            case m.Sync(after_seq=after):
                whole = heard.role in KEEPERS  # it keeps every entry
                if after or whole or self.seq <= self.setup.snapshot_from:
                    return (Reply(peer, ShowAfter(after)),)
                return (self.snapshot(PlayerId(peer), staff=staff),)
            case m.SitDown(box=box):
                return sit(self, now_ms, PlayerId(peer), box)
            case m.CommitNonce(round_no=round_no, digest=digest):
                return automatic.commit_nonce(self, PlayerId(peer), round_no, digest)
            case m.OpenNonce(round_no=round_no, nonce=nonce):
                return automatic.open_nonce(self, PlayerId(peer), round_no, nonce)
            case m.TurnCards():
                return turns.hear(self, now_ms, PlayerId(peer), request)
            case m.CallAttendant():
                return call_attendant(self, now_ms, PlayerId(peer), request)
            case m.ChooseCoin(coin=coin):
                return participants.choose_coin(self, now_ms, PlayerId(peer), coin)
            case m.ExcludeMe():
                return participants.exclude_himself(self, PlayerId(peer), request)
            case m.SignOn() if not staff and not self.peers.in_service(peer):
                return ()
            case m.FindTicket() | m.Sign() | m.Withdraw() if not staff:
                return self.alarm(peer, Alarm.NO_PANEL)
            case m.FindTicket():
                return journeys.hear_question(self, peer, request) if self.people.at(peer) is not None else ()
            case m.CarryEntry():
                return journeys.hear_carried(self, peer, request)
            case m.VouchFor(seq=seq):
                return journeys.vouch(self, peer, seq)
            case m.SignOn() | m.Sign():
                return signing.hear_try(self, now_ms, peer, request, heard.shown)
            case m.SignOff():
                return signing.hear_sign_off(self, peer, request)
            case m.Withdraw():
                return signing.hear_withdrawal(self, peer, request)
            case _:
                return self._answer(now_ms, PlayerId(peer), request)

    def _greet(self, now_ms: int, heard: Heard, hello: m.Hello) -> Outcomes:
        peer, role = heard.peer, heard.role
        if not hello.boot:
            yield Reply(peer, denied(hello, self._tell_who(peer, role, hello), peer, role), heard.line)
            return
        if proof := next(filter(self._is_other_history, (hello.signed, hello.heard)), None):
            yield from self._deny_history(heard, hello, proof)
            return
        if (hello.name, hello.role) != (peer, role):
            # Its file says another name than its key, or the key is in the wrong program: it would work for a stranger.
            whose = f"{peer} ({role})"
            yield from self.alarm(peer, Alarm.DENIED_IDENTITY, f"{hello.name} ({hello.role})", whose)
            yield Reply(peer, denied(hello, m.Denial.IDENTITY, peer, role), heard.line)
            return
        watch, known, process = self.forgotten.watch, self.peers.peer(peer), process_of(hello)
        standing = self.peers.hello(peer, hello)
        moves = standing == "again" and watch.is_elsewhere(peer, heard.line)
        if moves:
            standing = watch.knock(now_ms, peer, hello, heard.line, self.setup.takeover_ms) or standing
        if standing == "take over":
            standing = watch.may_take_over(now_ms, peer, process, self.setup.takeover_ms) or standing
        elif standing == m.Denial.WIPED and not known.wiped and watch.may_be_late(now_ms, peer, self.setup.takeover_ms):
            yield from self.alarm(peer, DENIED[m.Denial(standing)])  # or somebody has its key: that is never silent
            standing = m.Denial.WAIT
        if standing not in ("join", "take over", "again", m.Denial.WAIT):
            yield from self.alarm(peer, DENIED[m.Denial(standing)])
            if standing == m.Denial.WIPED and self.peers.in_service(peer) and not known.latched:
                # It would count itself up to where it was, start by start, and nobody knows what it had in its file.
                yield events.TerminalLatched(PlayerId(peer), Alarm.DENIED_WIPED, machine=True, wiped=True)
            yield Reply(peer, denied(hello, standing), heard.line)
            return
        if self.chain_at(hello.last_seq) != hello.last_chain:
            yield from self._deny_history(heard, hello)
            return
        if standing == m.Denial.WAIT:
            yield Reply(peer, denied(hello, standing), heard.line)
            return
        if role == PANEL:
            watch.bind(now_ms, peer, heard.line)
        # The head is what this peer must have applied before it may ask: what we write now is above it.
        welcome = welcomed(hello, self.seq, self.chain, self.game.shared)
        if standing != "again":
            watch.joined(now_ms, peer, (known.boot, known.run) if standing == "take over" else None)
            blank = confirming.comes_blank(self, role, hello)
            yield events.TerminalJoined(PlayerId(peer), *process, role, heard.key, blank)
            yield from signing.leave_other_process(self, peer)
        elif moves and peer in watch.twice:  # one of two that both know the run: whoever is there signs on
            yield from signing.leave(self, peer, "panel")
        yield from confirming.hear(self, now_ms, peer, hello)
        yield Reply(peer, welcome, heard.line)

    def _tell_who(self, peer: str, role: str, hello: m.Hello) -> m.Denial:
        """For `--check`, which tries a file before anything runs: what would be said, without a word on the record."""
        if (hello.name, hello.role) != (peer, role):
            return m.Denial.IDENTITY
        if self.chain_at(hello.last_seq) != hello.last_chain:
            return m.Denial.HISTORY  # the file names another table
        if common_version(hello) is None:
            return m.Denial.VERSION
        return m.Denial.RETIRED if self.peers.peer(peer).retired else m.Denial.ASKED

    def _is_other_history(self, head: m.SignedHead | None) -> bool:
        """Is this our own signature, on a head that our journal does not have?"""
        if head is None or self.verify is None or self.chain_at(head.seq) == head.chain:
            return False
        return self.verify(head)

    def _deny_history(self, heard: Heard, said: m.Hello | m.Beat, proof: m.SignedHead | None = None) -> Outcomes:
        """FAULTS C8, C13: the peer speaks of links that our journal does not have. If it has our signature on them, it
        is we who lost or changed something: nothing is played until a Shift Manager and a second person have found out
        what. If not, it is the peer's word, and one peer's word stops no table. Nor does the proof of a peer that was
        latched for it, after people have looked; but it rings, since a journal that was forged could say so, too.
        """
        peer = heard.peer
        if proof is not None and not self.peers.peer(peer).doubted:
            known = (peer, proof.seq, proof.chain) in self.forgotten.proofs
            self.forgotten.proofs.add((peer, proof.seq, proof.chain))
            if Halt.HISTORY in self.view.halts and not known:  # they look into the first, and shall know of this one
                yield from self.alarm(peer, Alarm.PROVEN_HISTORY)
            yield from self.halt(
                Halt.HISTORY,
                f"{peer} has our signature on entry {proof.seq}, and it is not ours (we are at {self.seq})",
            )
        else:
            yield from self.alarm(peer, Alarm.PROVEN_HISTORY if proof else Alarm.OTHER_HISTORY)
        yield Reply(peer, m.Denied(said.boot, said.run, m.Denial.HISTORY), heard.line)

    def snapshot(self, peer: PlayerId, *, staff: bool) -> Reply:
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
            {it.id: it.ending for it in self.journeys.asked.values() if it.terminal == terminal},
            self._who_is_at(terminal),
        )

    def _who_is_at(self, terminal: PlayerId) -> events.ParticipantHere | None:
        session = self.people.sessions.get(terminal)
        if session is None or not self.people.is_participant(session.number):
            return None
        return tell_purses(self, terminal, session.number)

    def _staff_state(self) -> StaffState:
        known = self.peers.known
        return StaffState(
            {str(account): amount for account, amount in self.ledger.balances.items()},
            self.ledger.sittings,
            {name: peer.disputed for name, peer in known.items() if peer.disputed},
            {name: peer.latched for name, peer in known.items() if peer.latched},
            tuple(name for name, peer in known.items() if peer.retired),
            {name: peer.reason for name, peer in known.items() if peer.calls},
            self._registered() if self.view.in_round else {},
            max((seq for key, seq in self.windows.closes.items() if key.round_no == self.view.round_no), default=0),
            {number: HeldNote(it.terminal, it.amount, it.why) for number, it in self.cashier.held.items()},
            {
                name: OpenTicket(it.terminal, it.amount, it.ending, it.printed, it.sitting)
                for name, it in self.cashier.tickets.items()
                if it.good and it.printed != "printed"
            },
            tuple(self.cashier.locked),
            tuple(self.keyring.peers()),
            self.people.members(),
            tuple(pending.proposal for pending in self.forgotten.proposals.values()),
            {name: peer.role for name, peer in known.items() if peer.role},
            self.state.paid if self.view.in_round else {},
            self.state.sat if self.view.in_round else {},
            self.people.answered,
            tuple(self.state.aside.beside),
            {} if may_cover(self) else self.state.aside.read,  # else not even staff may see it yet
            self.state.recalled.rounds,
            {it: AskedTicket(ask.terminal, ask.issuer, ask.ending, ask.seq) for it, ask in self.journeys.asked.items()},
            {coin: {str(account): it for account, it in books.items()} for coin, books in self.ledger.beside.items()},
            self.ledger.played,
            self._away(),
            self.people.granted,
        )

    def _away(self) -> dict[str, str]:
        """Participants who do not play, and the last day of that (004 §3)."""
        known = self.participants.excluded
        return {who: it.ends() for who, it in known.items() if self.participants.stays_away(who, self.view.day)}

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
            alarm = self.alarm(terminal, Alarm.OTHER_CONTENT) if found.other else ()
            return (*alarm, Reply(terminal, ShowEntry(found.seq)))
        return ()

    def _review(self, now_ms: int, terminal: PlayerId, answer: m.Answer, found: New, given: Given) -> Outcomes:
        key, revision = answer.window, answer.revision
        change = sum(given.bets.values()) - sum(found.before.bets.values())
        refusal = too_many(revision) or may_register(self, terminal, found.window, given, change)
        if refusal is not None:
            return (events.LayoutRefused(key, terminal, revision, given, refusal),)
        return register(self, now_ms, events.LayoutRegistered(key, terminal, revision, given, change))

    def _answer(self, now_ms: int, terminal: PlayerId, asking: Asking) -> Outcomes:
        """Money, exactly once by id: a repeated id gets its first answer, another content under it is an alarm."""
        asked = self.cashier.asked.get((terminal, asking.id))
        if asked is None:
            if isinstance(asking, m.BuyCredit):
                return take_note(self, now_ms, terminal, asking)
            if isinstance(asking, m.CashOut) and self.pays_nothing(by_two=False):
                return confirming.hold_ticket(self)  # it waits, and comes again: nobody has done anything wrong
            if isinstance(asking, m.InsertTicket) and journeys.waits_for_floor(self, now_ms, asking.ticket):
                return ()  # it comes again
            if isinstance(asking, m.Dispute) and self.peers.peer(terminal).disputed:
                return ()  # one after the other: it waits for the ruling on the first
            return self._answer_anew(now_ms, terminal, asking)
        if asked.what and asked.what != content(asking):
            if self.peers.peer(terminal).latched:
                return ()
            return (events.TerminalLatched(terminal, "an id came again with another content", machine=True),)
        return (Reply(terminal, ShowEntry(asked.seq)),)

    def _answer_anew(
        self, now_ms: int, terminal: PlayerId, asking: m.InsertTicket | m.CashOut | m.ReportPrint | m.Dispute
    ) -> Outcomes:
        lies = False
        if self.placard.coins and not isinstance(asking, m.Dispute):
            detail = "coins are granted here, and not cashed out: no notes and no tickets"
            yield events.MoneyRefused(asking.id, terminal, Refusal("coins", detail))
            yield from stop_asking(self, terminal)
            return
        if isinstance(asking, m.CashOut):
            lies = self.cashier.overdraws(terminal, asking.amount, self.ledger)
            if self.cashier.unprinted_of(terminal) >= UNPRINTED_MAX:
                # Whoever stands there, they are not printed.
                yield from latch(self, terminal, Alarm.UNPRINTED, machine=False)
            elif self.forgotten.pace.full(now_ms, terminal, "ticket"):
                yield from latch(self, terminal, Alarm.MANY_TICKETS)
        blocked = self.peers.blocked(terminal, self.view.game)
        answer = journeys.ask_house(self, terminal, asking) or self.cashier.answer(
            *(terminal, asking, self.ledger, blocked),
            ticket_days=self.placard.ticket_days,
            least=min(self.placard.chips, default=1),
            disputable=isinstance(asking, m.Dispute) and had_bets(self, terminal, asking.round_no),
            secret=self.setup.secret,
            code=code_of(self.setup.table),
        )
        yield from answer
        if any(isinstance(fact, events.TicketIssued) for fact in answer):
            self.forgotten.pace.count(now_ms, terminal, "ticket")
        if lies:  # FAULTS A14: what it shows its Player is not what we have
            yield from latch(self, terminal, Alarm.OVERDRAWN)
        yield from journeys.lock_out(self, terminal)
        yield from stop_asking(self, terminal)
