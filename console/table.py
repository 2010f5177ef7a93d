"""The core of the Game Console: what the table decides, and what it is after each entry of its journal.

Knows windows, hands, verdicts and rulings through the `Game` protocol, and no game. `decide` reads the state and
changes nothing that must outlive the process (only `applied`, what the terminals have seen, is noted there);
`apply` is the only thing that changes the rest. No timer moves money.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from console.cashier import Asking, Cashier, balance_due, balance_owed, content
from console.draft import Draft
from console.moves import MOVE_FOR, Move
from console.peers import Peers
from console.reconcile import GAP, OTHER, REPEAT, ShoeRecord, check_cards, is_foreign, miscount
from console.windows import New, Repeat, Windows
from games.cards import Card, UnknownCard, parse_card
from games.catalog import find_game
from games.money import InvariantBroken, check
from games.round import (
    Act,
    CardDrawn,
    Felt,
    HandId,
    InterimSettled,
    PlayerId,
    Reconstructed,
    Refusal,
    Ruled,
    Spot,
    Voided,
)
from games.round import Answer as Given
from games.rulings import INTERRUPTED, Position, may_rule, who_corrects
from games.settlement import Line, corrected_acts, final_lines, fold, settle
from protocol import events
from protocol import messages as m
from protocol.chain import Entry, first_link
from protocol.codec import encode_body
from protocol.ledger import Ledger, check_no_debt, check_zero_sum, totals
from protocol.loop import NOTHING, Decision, Reply, Tick
from protocol.view import OwnLayout, OwnState, Phase, Picture, StaffState, TableView, cards_digest
from shoe_driver import link as shoe

SNAPSHOT_FROM: Final = 500  # entries: a follower without history gets a picture instead of a longer log
ROUNDS_KEPT: Final = 100  # settled Rounds that can be corrected
ORDERS_KEPT: Final = 1_000  # a double tap is one command; a later copy names a Round that has passed

# Reasons for a halt which a Supervisor may clear by saying that they are dealt with; the others need an act.
RESUMABLE: Final = frozenset({"called", "card_conflict", "miscount", "unshuffled", "shoe_faulty"})
# What a Void settles: the cards of the Round are out of play.
ENDED_BY_VOID: Final = ("interrupted", "surplus", "card_missing", "foreign_card", "shoe_dry", "called", "card_conflict")


class Setup(Struct, frozen=True):
    """What the table is, from its configuration; what Players see of it is journaled when the table opens."""

    table: str
    game: str
    felt: Felt = Felt()
    decks: int = 8
    countdown_ms: int = 15_000
    rules: str | None = None
    house: Mapping[str, bool] = {}
    strict: bool = False  # 001 §5.1: every interruption affects the continuation; else the Supervisor is asked


class Started(Struct, frozen=True, gc=False):
    """First input of every process of the console."""


class Heard(Struct, frozen=True, gc=False):
    """A request from a peer whose key we know: a terminal, or a panel in the hands of a person."""

    peer: str
    request: m.Request
    person: m.Person | None = None  # a terminal has none


class SpaceLeft(Struct, frozen=True, gc=False):
    """The disk has, or has no longer, room for a whole Round beyond the reserve (FAULTS C10)."""

    enough: bool


Input = Started | Heard | SpaceLeft | shoe.ShoeEvent


class ShowEntry(Struct, frozen=True, gc=False):
    """For the shell: send this entry of the journal as a `See`."""

    seq: int


class ShowAfter(Struct, frozen=True, gc=False):
    """For the shell: send the entries after this one as `Deltas`."""

    seq: int


class SettledRound(Struct, frozen=True, gc=False):
    """What is needed to correct a Round later."""

    felt: Felt
    acts: tuple[Act, ...]
    lines: Mapping[PlayerId, tuple[Line, ...]]
    sittings: Mapping[PlayerId, int]
    void: bool


class Said(Exception):
    """A refusal on its way out of the middle of a decision. Never leaves this file."""

    def __init__(self, reason: str, detail: str, paragraph: str = "") -> None:
        self.refusal = Refusal(reason, detail, paragraph)


class Table:
    def __init__(self, setup: Setup, chain_at: Callable[[int], bytes | None]) -> None:
        self.setup = setup
        self.game = find_game(setup.game, setup.rules, **setup.house)
        self._chain_at = chain_at
        self.seq, self.chain = 0, first_link(setup.table)
        self.view = TableView()
        self.windows = Windows()
        self.ledger = Ledger()
        self.shoe = ShoeRecord()
        self.cashier = Cashier()
        self.peers = Peers()
        self.round: Any = None
        self.hidden: dict[int, Card] = {}
        self.paid: dict[PlayerId, tuple[Line, ...]] = {}  # lines of this Round that are settled
        self.sat: dict[PlayerId, int] = {}  # whose sitting they belong to
        self.settled: dict[int, SettledRound] = {}
        self.orders: dict[bytes, int] = {}  # command id -> its entry
        self.alarms: set[str] = set()  # raised in this Round: an alarm rings once
        self.deadline_ms: int | None = None  # of the open windows; None: no countdown runs
        # Forgotten at a restart.
        self.applied: dict[str, int] = {}  # how far each peer says it is
        self.space = True  # on the disk

    # --- decide ----------------------------------------------------------------------------------------------

    def decide(self, now_ms: int, given: Input | Tick) -> Decision[events.Event]:
        match given:
            case Tick():
                return self._countdown(now_ms)
            case Heard(peer=peer, request=request, person=person):
                return self._heard(now_ms, peer, request, person)
            case shoe.CardSeen(shoe_seq=seq, card=text):
                return self._card(now_ms, seq, text)
            case shoe.CardUnread(shoe_seq=seq):
                return self._card(now_ms, seq, None)
            case Started():
                return self._started(now_ms)
            case SpaceLeft(enough=enough):
                self.space = enough
                return NOTHING
            case _:
                return self._shoe_link(now_ms, given)

    def wake_ms(self) -> int | None:
        """When a Tick is wanted: the end of the countdown."""
        return None if self.view.halts or not self.view.windows else self.deadline_ms

    def left_ms(self, now_ms: int) -> int:
        """What the pulse tells of the countdown; -1: none runs."""
        wake = self.wake_ms()
        return -1 if wake is None else max(0, wake - now_ms)

    def _draft(self, now_ms: int) -> Draft:
        return Draft(self.game, self.round, self.view, self.windows.given, self.hidden, self.chain[:8], now_ms)

    def _countdown(self, now_ms: int) -> Decision[events.Event]:
        """001 §3.7: by the countdown; the clock is monotonic and ends with the process."""
        wake = self.wake_ms()
        if wake is None or now_ms < wake:
            return NOTHING
        draft = self._draft(now_ms)
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

    def _heard(self, now_ms: int, peer: str, request: m.Request, person: m.Person | None) -> Decision[events.Event]:
        if isinstance(request, m.Hello):
            return self._hello(peer, request)
        why = self.peers.denial(peer, request)
        if why:
            return Decision((), (Reply(peer, m.Denied(request.boot, request.run, why)),))
        match request:
            case m.Answer():
                return self._answered(now_ms, PlayerId(peer), request)
            case m.Beat(applied_seq=seq, chain=chain):
                if self._chain_at(seq) != chain:
                    return self._other_history(peer, request, seq)
                self.applied[peer] = seq
                return NOTHING
            case m.Sync(after_seq=after):
                return self._sync(PlayerId(peer), after, staff=person is not None)
            case m.Command():
                return self._ordered(now_ms, peer, request, person)
            case _:
                return self._asked(PlayerId(peer), request)

    def _hello(self, peer: str, hello: m.Hello) -> Decision[events.Event]:
        standing = self.peers.hello(peer, hello)
        if standing not in ("join", "again"):
            reply = Reply(peer, m.Denied(hello.boot, hello.run, standing))
            return Decision(self._alarm(peer, f"{standing}: boot {hello.boot} is denied"), (reply,))
        if self._chain_at(hello.last_seq) != hello.last_chain:
            return self._other_history(peer, hello, hello.last_seq)
        joined = (events.TerminalJoined(PlayerId(peer), hello.boot, hello.run),) if standing == "join" else ()
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
        if "history" in self.view.halts or self.peers.peer(peer).latched:
            return Decision((), (reply,))
        return Decision((events.Halted("history", detail),), (reply,))

    def _alarm(self, peer: str, why: str) -> tuple[events.Event, ...]:
        return () if f"{peer}: {why}" in self.alarms else (events.AlarmRaised(peer, why),)

    def _sync(self, peer: PlayerId, after: int, *, staff: bool) -> Decision[events.Event]:
        if after == 0 and self.seq > SNAPSHOT_FROM:
            picture = Picture(self.view, self.own_state(peer), peer, self._staff_state() if staff else None)
            state = encode_body(picture)
            return Decision((), (Reply(peer, m.Snapshot(self.seq, self.chain, state)),))
        return Decision((), (Reply(peer, ShowAfter(after)),))

    def own_state(self, terminal: PlayerId) -> OwnState:
        layouts = tuple(OwnLayout(key, revision, given) for key, revision, given in self.windows.layouts(terminal))
        peer = self.peers.peer(terminal)
        ledger = self.ledger
        return OwnState(
            ledger.credit(terminal),
            ledger.stake(terminal),
            ledger.sittings.get(terminal, 0),
            layouts,
            peer.disputed,
            peer.latched,
        )

    def _staff_state(self) -> StaffState:
        known = self.peers.known
        return StaffState(
            {str(account): amount for account, amount in self.ledger.balances.items()},
            self.ledger.sittings,
            {name: peer.disputed for name, peer in known.items() if peer.disputed},
            {name: peer.latched for name, peer in known.items() if peer.latched},
        )

    # --- answers -----------------------------------------------------------------------------------------------

    def _answered(self, now_ms: int, terminal: PlayerId, answer: m.Answer) -> Decision[events.Event]:
        """DESIGN 4.3, rules 1 to 3: the first answer to a revision sticks, whether yes or no."""
        given = Given({spot: amount for spot, amount in answer.bets.items() if amount}, answer.choice)
        found = self.windows.find(answer.window, terminal, answer.revision, given)
        match found:
            case Repeat(seq=seq, other=other):
                alarm = self._alarm(terminal, "a revision came again with other content") if other else ()
                return Decision(alarm, (Reply(terminal, ShowEntry(seq)),))
            case New(window=window, before=before):
                if self.view.halts:
                    return NOTHING  # it waits, and comes again
                return self._reviewed(now_ms, terminal, answer, window, before, given)
            case _:
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
        draft = self._draft(now_ms)
        draft.given = dict(answers)
        draft.close(window.name, "answers")
        draft.settle_down()
        return Decision((registered, *draft.events))

    def _asked(self, terminal: PlayerId, asking: Asking) -> Decision[events.Event]:
        """Money, exactly once by id: a repeated id gets its first answer, another content under it is an alarm."""
        asked = self.cashier.asked.get(asking.id)
        if asked is None:
            blocked = self.peers.blocked(terminal)
            return Decision((self.cashier.answer(terminal, asking, self.ledger, blocked, self.chain),))
        if asked.terminal != terminal or (asked.what and asked.what != content(asking)):
            if self.peers.peer(terminal).latched:
                return NOTHING
            return Decision((events.TerminalLatched(terminal, "an id came again with another content"),))
        return Decision((), (Reply(terminal, ShowEntry(asked.seq)),))

    # --- cards ---------------------------------------------------------------------------------------------------

    def _card(self, now_ms: int, shoe_seq: int | None, text: str | None) -> Decision[events.Event]:
        """Cards are facts: whatever is wrong with one, it is recorded."""
        view = self.view
        if not (view.shoe.live or view.shoe.burning):
            return self._unloaded(shoe_seq, _readable(text))
        seq = view.shoe.last_seq + 1 if shoe_seq is None else shoe_seq
        card = _readable(text)
        place = self.shoe.place(view.shoe, seq, card)
        if place == OTHER:
            return self._halt("card_conflict", f"card {seq} was {self.shoe.cards.get(seq)}, and now is {card}")
        if place == REPEAT:
            if card is None or not any(seen.shoe_seq == seq and seen.card is None for seen in view.shoe.pending):
                return NOTHING
            return Decision(tuple(self._placed(now_ms, seq, card)))  # the shoe has read it after all
        if place == GAP and view.shoe.burning > seq - view.shoe.last_seq - 1:
            unread = [events.CardBurnt(lost, None) for lost in range(view.shoe.last_seq + 1, seq)]
            return Decision((*unread, *self._burnt(seq, card, view.shoe.burning - len(unread))))
        if view.shoe.entered:
            return Decision(self._matched(seq, card))
        if place == GAP:
            missing = [events.CardUnread(lost) for lost in range(view.shoe.last_seq + 1, seq)]
            behind = events.CardUnread(seq) if card is None else events.CardWaiting(seq, card)
            halt = self._halt("card_missing", f"{len(missing)} before card {seq} did not come").events
            return Decision((*missing, behind, *halt))
        if view.shoe.burning:
            return Decision(self._burnt(seq, card, view.shoe.burning))
        if card is None:
            return Decision((events.CardUnread(seq), *self._halt("card_missing", f"card {seq} was not read").events))
        if view.shoe.pending:
            return Decision((events.CardWaiting(seq, card),))
        return Decision(tuple(self._drawn(now_ms, seq, card)))

    def _unloaded(self, shoe_seq: int | None, card: Card | None) -> Decision[events.Event]:
        """No set of cards is in play: the card is put on record and out of play."""
        seq = self.view.shoe.last_seq + 1 if shoe_seq is None else shoe_seq
        if seq <= self.view.shoe.last_seq:
            return NOTHING
        return Decision((events.CardBurnt(seq, card), *self._alarm("shoe", "a card came, and no shoe is loaded")))

    def _burnt(self, seq: int, card: Card | None, left: int) -> tuple[events.Event, ...]:
        burnt = events.CardBurnt(seq, card)
        return (burnt, events.ShoeLive()) if left == 1 else (burnt,)

    def _matched(self, seq: int, card: Card | None) -> tuple[events.Event, ...]:
        """The shoe tells, late, of cards that were entered by hand. If it saw another face, people look at it."""
        entered, numbers = self.view.shoe.entered, range(self.view.shoe.last_seq + 1, seq + 1)
        written: list[events.Event] = [events.CardMatched(at, None) for at in numbers[:-1][: len(entered) - 1]]
        written += [events.CardUnread(at) for at in numbers[len(written) : -1]]
        written.append(events.CardMatched(seq, card))
        said = entered[min(len(written), len(entered)) - 1]
        if card is not None and card is not said:
            written += self._halt("card_conflict", f"card {seq} was entered as {said}, the shoe says {card}").events
        return tuple(written)

    def _drawn(self, now_ms: int, seq: int, card: Card) -> list[events.Event]:
        """A card that is the next and was read."""
        view = self.view
        written: list[events.Event]
        if not view.in_round:
            written = [events.CardIdle(seq, card), *self._halt("surplus", f"{card} came between Rounds").events]
        else:
            draft = self._draft(now_ms)
            if view.phase is Phase.DEALING:
                draft.deal(seq, card)
                draft.settle_down()
                written = draft.events
            else:
                # While Bets are open the card is no part of the Round, and the windows close (5.4).
                draft.surplus(seq, card)
                draft.close_all("card")
                written = [*draft.events, *self._halt("surplus", f"{card} came when none was due").events]
        foreign = self._foreign(card)
        if foreign:
            written += foreign
        elif view.shoe.left == 1 and any(isinstance(event, events.CardDealt) and event.due for event in written):
            written += self._halt("shoe_dry", "a card is due, and the shoe is empty").events
        return written

    def _foreign(self, card: Card) -> tuple[events.Event, ...]:
        """001 §5.3.1: a copy more than there are decks. Two in one decision are caught when the second is counted."""
        if not is_foreign(self.view.shoe, card):
            return ()
        return self._halt("foreign_card", f"{card} more often than in {self.view.shoe.decks} decks").events

    def _placed(self, now_ms: int, seq: int, card: Card, *, entered: bool = False) -> list[events.Event]:
        """The first unread card has got its face: it and the cards behind it go where they belong."""
        pending = [seen for seen in self.view.shoe.pending if seen.shoe_seq != seq]
        check(len(pending) < len(self.view.shoe.pending), f"card {seq} is not pending")
        if self.view.shoe.pending[0].shoe_seq != seq:  # one before it is still unknown
            return [events.CardWaiting(seq, card)]
        if not self.view.in_round:
            return [events.CardIdle(seq, card), *self._behind_idle(now_ms, pending)]
        draft = self._draft(now_ms)
        last_entered = entered
        queue = [(seq, card)]
        while queue:
            at, face = queue.pop(0)
            if self.game.windows(draft.round) or not draft.due:
                draft.surplus(at, face)
                if self.game.windows(draft.round):
                    draft.close_all("card")
            else:
                draft.deal(at, face, entered=last_entered)
                draft.settle_down()
            last_entered = False
            if pending and pending[0].card is not None:
                behind = pending.pop(0)
                queue.append((behind.shoe_seq, behind.card))  # type: ignore[arg-type]
        written = draft.events
        if not pending:
            written = [*written, *self._clear(now_ms, "card_missing")]
        if any(isinstance(event, events.SurplusDrawn) for event in written):
            written += self._halt("surplus", "a card came when none was due").events
        for event in list(written):
            if isinstance(event, events.CardDealt | events.SurplusDrawn) and event.card is not None:
                written += self._foreign(event.card)
        return written

    def _behind_idle(self, now_ms: int, pending: list[Any]) -> list[events.Event]:
        written: list[events.Event] = []
        while pending and pending[0].card is not None:
            seen = pending.pop(0)
            written.append(events.CardIdle(seen.shoe_seq, seen.card))
        if not pending:
            written += self._clear(now_ms, "card_missing")
        return written + list(self._halt("surplus", "a card came between Rounds").events)

    def _shoe_link(self, now_ms: int, given: shoe.ShoeEvent) -> Decision[events.Event]:
        lost = self.view.shoe.lost
        match given:
            case shoe.LinkLost() if not lost:
                return Decision((events.ShoeLost(), *self._halt("shoe_lost", "the Card Shoe does not answer").events))
            case shoe.LinkRestored() if lost:
                return Decision((events.ShoeBack(), *self._clear(now_ms, "shoe_lost")))
            case shoe.CutCardSeen(shoe_seq=seq):
                at = self.view.shoe.last_seq + 1 if seq is None else seq
                if at > self.view.shoe.last_seq:
                    return Decision((events.CutCardSeen(at),))
            case shoe.ShoeEmpty(shoe_seq=seq):
                at = self.view.shoe.last_seq if seq is None else seq
                dry = self.view.phase is Phase.DEALING
                halt = self._halt("shoe_dry", "the shoe is empty, and a card is due").events if dry else ()
                return Decision((events.ShoeEmptied(at), *halt) if at > self.view.shoe.last_seq else halt)
            case shoe.LinkFaulty(why=why):
                return self._halt("shoe_faulty", why)
            case shoe.CardConflict(shoe_seq=seq, first=first, second=second):
                return self._halt("card_conflict", f"card {seq} was {first}, and now is {second}")
            case _:
                pass
        return NOTHING

    def _halt(self, reason: str, detail: str) -> Decision[events.Event]:
        return NOTHING if reason in self.view.halts else Decision((events.Halted(reason, detail),))

    def _clear(self, now_ms: int, *reasons: str) -> list[events.Event]:
        deadline_ms = now_ms + self.view.countdown_ms
        return [events.Resumed(reason, deadline_ms) for reason in reasons if reason in self.view.halts]

    # --- orders --------------------------------------------------------------------------------------------------

    def _ordered(self, now_ms: int, peer: str, command: m.Command, by: m.Person | None) -> Decision[events.Event]:
        if by is None:
            return Decision(self._alarm(peer, "an order came from a key that no person holds"))
        seq = self.orders.get(command.command_id)
        if seq is not None:
            return Decision((), (Reply(peer, ShowEntry(seq)),))
        order, second = command.order, command.second
        try:
            self._entitled(MOVE_FOR[type(order)], command, by)
            written = self._obey(now_ms, command, by)
        except Said as said:
            return Decision((events.OrderRefused(command.command_id, by, second, order, said.refusal),))
        return Decision((events.Ordered(command.command_id, by, second, order), *written))

    def _entitled(self, move: Move, command: m.Command, by: m.Person) -> None:
        view, paragraph = self.view, move.paragraph
        if view.phase not in move.phases:
            raise Said("wrong_state", f"not while the table is {view.phase.value}", paragraph)
        if move.halted is not None and move.halted != view.halted:
            reasons = ", ".join(view.halts) or "nothing"
            raise Said("halted" if view.halted else "not_halted", f"the table is stopped by: {reasons}", paragraph)
        if move.of_round and command.round_no != view.round_no:
            raise Said("late", f"it is about round {command.round_no}, and this is {view.round_no}", paragraph)
        if by.position < move.who:
            raise Said("not_entitled", f"this is for a {_title(move.who)} or above", paragraph)
        second = command.second
        if move.second is None:
            return
        if second is None or second.name == by.name:
            raise Said("second_person", "this needs a second, different person", paragraph)
        if max(second.position, by.position) < move.second:
            raise Said("second_person", f"one of the two must be a {_title(move.second)} or above", paragraph)

    def _obey(self, now_ms: int, command: m.Command, by: m.Person) -> list[events.Event]:
        """The entries of an order that the state and the positions allow."""
        view = self.view
        match command.order:
            case m.OpenBets():
                return self._open_bets(now_ms)
            case m.CloseBets():
                self._names_window(command)
                draft = self._draft(now_ms)
                draft.close_all("dealer")
                draft.settle_down()
                return draft.events
            case m.Certify(cards_digest=digest):
                return self._certify(digest)
            case m.AddTime(more_ms=more):
                self._names_window(command)
                deadline = max(now_ms, self.deadline_ms or now_ms) + more
                return [events.TimeAdded(view.round_no, deadline - now_ms, deadline)]
            case m.Rule(act=act, paragraph=paragraph):
                return self._rule(now_ms, act, paragraph, Position(by.position))
            case m.EnterCard(card=card):
                return self._enter(now_ms, card)
            case m.CorrectCards(cards=cards):
                return self._correct_cards(now_ms, cards)
            case m.KeepSurplus():
                if not view.surplus:
                    raise Said("no_surplus", "no surplus card lies on the felt", "5.4")
                return [events.SurplusKept(view.round_no, view.surplus), *self._clear(now_ms, "surplus")]
            case m.AnswerInterruption(affects=affects):
                if "interrupted" not in view.halts:
                    raise Said("not_interrupted", "the Round was not interrupted", "5.1")
                return self._interruption(now_ms, affects=affects)
            case m.CallSupervisor(detail=detail):
                return list(self._halt("called", detail).events)
            case m.Resume(reason=reason):
                return self._resume(now_ms, reason, command, by)
            case m.Correct(cards=cards):
                return self._correct(command.round_no, cards, "", Position(by.position))
            case m.VoidSettled(paragraph=paragraph):
                if command.round_no != view.round_no:
                    raise Said("late", "only the last Round, before the next one begins", "5.3.3")
                return self._correct(command.round_no, (), paragraph, Position(by.position))
            case m.RecordRuling(text=text):
                return [events.RulingRecorded(text)]
            case m.OpenTable() | m.SetLimits() | m.LoadShoe() | m.EndShoe() | m.CloseTable() | m.CloseDay():
                return self._house_keeping(now_ms, command.order)
            case _:
                return self._service(command.command_id, command.order)

    def _names_window(self, command: m.Command) -> None:
        if command.window not in [opened.id for opened in self.view.windows.values()]:
            raise Said("late", "the window that it is about is not open", "3.7")

    def _open_bets(self, now_ms: int) -> list[events.Event]:
        shoe_view = self.view.shoe
        if not self.space:
            raise Said("storage", "the disk is full: no Round is begun that might not be written to its end")
        if not shoe_view.live or shoe_view.foreign or shoe_view.rounds_left == 0 or shoe_view.left == 0:
            raise Said("no_shoe", "load a shoe first", "2.2.1")
        if shoe_view.pending:
            raise Said("card_missing", "a card of the shoe is not accounted for", "5.3.3")
        draft = self._draft(now_ms)
        draft.round = self.game.begin(self.view.felt)
        draft.begin(self.view.round_no + 1)
        return draft.events

    def _house_keeping(self, now_ms: int, order: m.Order) -> list[events.Event]:
        view = self.view
        match order:
            case m.OpenTable():
                setup, game = self.setup, self.game
                return [events.TableOpened(game.name, game.rules, setup.felt, setup.countdown_ms, setup.house)]
            case m.SetLimits(felt=felt):
                return [events.LimitsSet(felt)]
            case m.LoadShoe(decks=decks, burn=burn, shuffled_by=shuffled_by, first_seq=first_seq):
                if decks not in self.game.decks:
                    few, many = self.game.decks[0], self.game.decks[-1]
                    raise Said("wrong_decks", f"this game is played with {few} to {many} decks", "2.2.1")
                if view.phase is not Phase.READY and not {"shoe_dry", "shoe_lost", "called"} & view.halts.keys():
                    raise Said("wrong_state", "in a Round only a stopped table changes its cards", "5.7.1")
                mid_round = view.phase is not Phase.READY
                next_seq = (first_seq or view.shoe.last_seq) + 1
                loaded = events.ShoeLoaded(decks, burn, shuffled_by, next_seq, mid_round)
                of_old_set = ("surplus", "foreign_card", "card_missing", "card_conflict")
                cleared = self._clear(now_ms, "shoe_dry", "miscount", "unshuffled", *(() if mid_round else of_old_set))
                return [loaded, *([] if burn else [events.ShoeLive()]), *cleared]
            case m.EndShoe(counted=counted):
                wrong = miscount(view.shoe, counted)
                halt = self._halt("miscount", f"{wrong:+d} cards").events if wrong else ()
                return [events.ShoeEnded(counted, wrong), *halt]
            case m.CloseTable():
                return [events.TableClosed()]
            case m.CloseDay(day=day):
                if day <= view.day:
                    raise Said("late", f"the day {view.day} is closed already")
                return [events.DayClosed(day)]
        raise AssertionError(order)

    def _certify(self, digest: bytes) -> list[events.Event]:
        """001 §3.13, §5.6, §5.10: the Dealer has compared; money moves in the same commit."""
        view = self.view
        if digest != cards_digest(view):
            raise Said("other_cards", "these are not the cards of the Round any more: look again", "5.10")
        if view.surplus:
            raise Said("surplus", "a surplus card waits for a Ruling", "5.4")
        seen = tuple(PlayerId(name) for name, seq in self.applied.items() if seq >= self._closed_seq)
        certified = events.Certified(view.round_no, digest, seen)
        if view.phase is Phase.RESULT and self.game.finished(self.round):
            return [certified, *self._settle(self.round), events.RoundEnded(view.round_no, void=False)]
        act = InterimSettled()
        refusal = self.game.rule(self.round, act)
        if refusal is not None:
            raise Said("not_finished", "the Round is not over, and nothing is settled in between", refusal.paragraph)
        draft = self._draft(0)
        draft.rule(act, "")
        return [certified, *draft.events, *self._settle(draft.round)]

    _closed_seq = 0

    def _settle(self, round: Any) -> list[events.Event]:
        """One entry for each terminal with Bets: all lines that are decided and not yet paid."""
        written: list[events.Event] = []
        finished = self.game.finished(round)
        for terminal in self.windows.players():
            bets = self.open_bets(terminal)
            make = final_lines if finished else settle
            lines = self._unpaid(terminal, make(self.game, round, terminal, self.windows.bets(terminal)))
            if bets and lines:
                sitting = self.ledger.sitting(terminal)
                check(sitting is not None, f"{terminal} is settled without a sitting")
                written.append(events.Settled(self.view.round_no, terminal, sitting or 0, lines))
        return written

    def _unpaid(self, terminal: PlayerId, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        paid = {line.spot for line in self.paid.get(terminal, ())}
        return tuple(line for line in lines if line.spot not in paid) if paid else lines

    def open_bets(self, terminal: PlayerId) -> dict[Spot, int]:
        """What this terminal has in play: registered, and not settled in between."""
        paid = {line.spot for line in self.paid.get(terminal, ())}
        bets = self.windows.bets(terminal)
        return {spot: amount for spot, amount in bets.items() if spot not in paid} if paid else bets

    def _rule(self, now_ms: int, act: Ruled, paragraph: str, position: Position) -> list[events.Event]:
        refusal = may_rule(self.game.document, paragraph, type(act), position) or self.game.rule(self.round, act)
        if isinstance(act, Voided) and act.paragraph != paragraph:
            refusal = Refusal("illegal_ruling", "the paragraph of the Void is another one", paragraph)
        if refusal is not None:
            raise Said(refusal.reason, refusal.detail, refusal.paragraph)
        if isinstance(act, Voided):
            return self._void(now_ms, act)
        if self.view.shoe.pending:
            raise Said("card_missing", "a card of the Round is not known yet: enter it first", "5.3.3")
        draft = self._draft(now_ms)
        if isinstance(act, Reconstructed):
            draft.close_all("ruling")
        draft.rule(act, paragraph)
        draft.settle_down()
        reasons = ["called"] if self.game.surplus(draft.round) else ["called", "surplus"]
        if self.game.surplus(draft.round):
            return [*draft.events, *self._halt("surplus", "a card is left over").events, *self._clear(now_ms, "called")]
        return [*draft.events, *self._clear(now_ms, *reasons)]

    def _void(self, now_ms: int, act: Voided) -> list[events.Event]:
        """001 §1.20, §5.11: no result, every Bet returned, at once and for all."""
        draft = self._draft(now_ms)
        draft.rule(act, act.paragraph)
        returned = self._settle(draft.round)
        ended = events.RoundEnded(self.view.round_no, void=True)
        return [*draft.events, *returned, ended, *self._clear(now_ms, *ENDED_BY_VOID)]

    def _interruption(self, now_ms: int, *, affects: bool) -> list[events.Event]:
        """001 §5.1.1, §5.1.2. An established outcome is concluded whatever the answer."""
        answered = events.InterruptionAnswered(self.view.round_no, affects, now_ms + self.view.countdown_ms)
        if not affects or self.game.established(self.round):
            return [answered]
        return [answered, *self._void(now_ms, Voided(INTERRUPTED[self.game.document]))]

    def _enter(self, now_ms: int, card: Card) -> list[events.Event]:
        """A card that the shoe could not read, or could not report because it is lost."""
        shoe_view = self.view.shoe
        if shoe_view.pending:
            return self._placed(now_ms, shoe_view.pending[0].shoe_seq, card, entered=True)
        if self.view.phase is not Phase.DEALING or "surplus" in self.view.halts:
            raise Said("no_card_due", "no card is due, and none is missing", "5.4")
        draft = self._draft(now_ms)
        draft.deal(-1, card, entered=True)  # the shoe's own number comes when it can speak again
        draft.settle_down()
        return [*draft.events, *self._foreign(card)]

    def _correct_cards(self, now_ms: int, cards: tuple[Card, ...]) -> list[events.Event]:
        """001 §5.10: the cards on the felt outrank the screen. The Round is folded again from them."""
        view = self.view
        if len(cards) != len(view.draws) or view.shoe.pending:
            raise Said("other_cards", f"{len(view.draws)} cards were drawn, {len(cards)} are named", "5.10")
        acts = corrected_acts([act for act in view.acts if act is not None], cards)
        try:
            round: Any = fold(self.game, view.round_felt, acts)
        except InvariantBroken as broken:
            raise Said("other_round", f"with these cards the windows of the Round would be others: {broken}") from None
        hands: dict[HandId, tuple[Card | None, ...]] = dict(self.game.hands(round))
        surplus = self.game.surplus(round)
        due = self.game.expects(round) or HandId("")
        written: list[events.Event] = [events.CardsCorrected(view.round_no, cards, hands, surplus, due)]
        draft = self._draft(now_ms)
        draft.round = round
        draft.settle_down()
        left_over = self._halt("surplus", "a card is left over").events if surplus else ()
        cleared = self._clear(now_ms, "called", "card_conflict", "" if surplus else "surplus")
        return [*written, *draft.events, *left_over, *cleared]

    def _resume(self, now_ms: int, reason: str, command: m.Command, by: m.Person) -> list[events.Event]:
        if reason not in self.view.halts:
            raise Said("not_halted", f"{reason} does not stop the table")
        if reason == "history":
            second = command.second
            if by.position < Position.SHIFT_MANAGER or second is None or second.name == by.name:
                raise Said("not_entitled", "a Shift Manager and a second person find out whose log is true")
        elif reason not in RESUMABLE:
            raise Said("needs_act", f"{reason} is settled by an act, not by a word")
        return self._clear(now_ms, reason)

    # --- corrections -----------------------------------------------------------------------------------------------

    def _correct(self, round_no: int, cards: tuple[Card, ...], void: str, position: Position) -> list[events.Event]:
        """001 §5.6, §5.3.3: reverse the old lines and post new ones; later Rounds are not touched (§5.8)."""
        begun = self.view.round_no > round_no or self.view.in_round
        who = who_corrects(self.game.document, next_round_begun=begun)
        if who is None or position < who:
            raise Said("not_entitled", "nobody any more" if who is None else f"this is for a {_title(who)}", "5.6")
        was = self.settled.get(round_no)
        if was is None or was.void:
            raise Said("no_such_round", f"round {round_no} is not on record as settled", "5.6")
        acts = was.acts if void else tuple(corrected_acts(was.acts, cards))
        round: Any = fold(self.game, was.felt, acts)
        if void:
            refusal = self.game.rule(round, Voided(void)) or may_rule(self.game.document, void, Voided, position)
            if refusal is not None:
                raise Said(refusal.reason, refusal.detail, refusal.paragraph)
            round = self.game.step(round, Voided(void))
        if not self.game.finished(round) or (not void and self.game.surplus(round)):
            raise Said("not_finished", "these cards do not make a whole Round", "5.6")
        hands: dict[HandId, tuple[Card | None, ...]] = dict(self.game.hands(round))
        shown = tuple(act.card for act in acts if isinstance(act, CardDrawn)) if void else cards
        written: list[events.Event] = [events.RoundCorrected(round_no, shown, void, hands)]
        for terminal, before in was.lines.items():
            bets = {line.spot: line.staked for line in before}
            after = final_lines(self.game, round, terminal, bets)
            if after != before:
                written.append(self._lines_corrected(round_no, terminal, was.sittings[terminal], before, after))
        return written

    def _lines_corrected(
        self, round_no: int, terminal: PlayerId, sitting: int, before: tuple[Line, ...], after: tuple[Line, ...]
    ) -> events.LinesCorrected:
        """Never negative credit, and never another person's."""
        change = totals(after)[1] - totals(before)[1]
        credited = due = owed = 0
        if self.ledger.sitting(terminal) == sitting:
            credited = max(change, -self.ledger.credit(terminal))
            owed = credited - change
        elif change > 0:
            due = change
        else:
            owed = -change
        return events.LinesCorrected(round_no, terminal, sitting, before, after, credited, due, owed)

    # --- service: credit, tickets, terminals ---------------------------------------------------------------------

    def _service(self, command_id: bytes, order: m.Order) -> list[events.Event]:
        ledger = self.ledger
        match order:
            case m.SellCredit(terminal=terminal, amount=amount):
                if not amount:
                    raise Said("bad_amount", "nothing was bought")
                key = command_id.rjust(16, b"\0")
                answer = m.BuyCredit(0, b"", key, amount)
                bought = self.cashier.answer(terminal, answer, ledger, None, self.chain)
                if isinstance(bought, events.MoneyRefused):
                    raise Said(bought.refusal.reason, bought.refusal.detail)
                return [bought]
            case m.PayTicket(ticket=number):
                paid = self.cashier.pay_ticket(number)
                if isinstance(paid, Refusal):
                    raise Said(paid.reason, paid.detail)
                return [paid]
            case m.PayByHand(terminal=terminal, amount=amount):
                sitting = ledger.sitting(terminal)
                if not 0 < amount <= ledger.credit(terminal) or sitting is None:
                    raise Said("credit", f"{terminal} has no credit of {amount}")
                return [events.HandPaid(terminal, sitting, amount)]
            case m.PayDue(terminal=terminal, sitting=sitting):
                amount = balance_due(ledger, terminal, sitting)
                if not amount:
                    raise Said("nothing_due", f"nothing is due to sitting {sitting} of {terminal}")
                return [events.DuePaid(terminal, sitting, amount)]
            case m.CollectOwed(terminal=terminal, sitting=sitting):
                amount = balance_owed(ledger, terminal, sitting)
                if not amount:
                    raise Said("nothing_owed", f"sitting {sitting} of {terminal} owes nothing")
                return [events.OwedCollected(terminal, sitting, amount)]
            case m.RuleDispute(terminal=terminal, text=text):
                round_no = self.peers.peer(terminal).disputed
                if not round_no:
                    raise Said("no_dispute", f"{terminal} disputes nothing")
                return [events.DisputeRuled(terminal, round_no, text)]
            case m.Enrol(terminal=terminal):
                return [events.TerminalEnrolled(terminal)]
            case m.Retire(terminal=terminal):
                if ledger.credit(terminal) or ledger.stake(terminal):
                    raise Said("credit", f"{terminal} holds money: pay it first")
                return [events.TerminalRetired(terminal)]
            case m.Latch(terminal=terminal, why=why):
                return [events.TerminalLatched(terminal, why)]
            case m.Unlatch(terminal=terminal):
                return [events.TerminalUnlatched(terminal)]
        raise AssertionError(order)

    # --- apply -----------------------------------------------------------------------------------------------------

    def apply(self, entry: Entry, event: events.Event) -> None:
        self.seq, self.chain = entry.seq, entry.chain
        self._before_view(entry.seq, event)
        self.view.apply(event)
        self.ledger.apply(event)
        self.shoe.apply(event)
        self.peers.apply(event)
        self.cashier.apply(entry.seq, event)

    def _before_view(self, seq: int, event: events.Event) -> None:
        """What the table keeps besides the picture that everybody has."""
        match event:
            case events.CardDealt(card=card):
                if card is not None:
                    self.round = self.game.step(self.round, CardDrawn(card))
            case events.LayoutRegistered():
                self.windows.registered(seq, event)
            case events.LayoutRefused():
                self.windows.refused(seq, event)
            case events.WindowOpened(id=key, deadline_ms=deadline):
                if key.n == 1:
                    self._new_round()
                self.windows.opened(event)
                self.deadline_ms = deadline
            case events.WindowClosed(act=act):
                self.windows.closed(seq, event)
                self._closed_seq = seq
                if act is not None:
                    self.round = self.game.step(self.round, act)
            case events.Settled(terminal=terminal, lines=lines, sitting=sitting):
                self.paid[terminal] = (*self.paid.get(terminal, ()), *lines)
                self.sat[terminal] = sitting
            case events.RoundEnded(round_no=round_no, void=void):
                self._round_ended(round_no, void)
            case events.SurplusDrawn(card=card):
                self.round = self.game.step(self.round, CardDrawn(card))
            case events.CardHidden(draw=draw, card=card):
                self.hidden[draw] = card
                self.round = self.game.step(self.round, CardDrawn(card))
            case events.CardRevealed(draw=draw):
                self.hidden.pop(draw, None)
            case events.RulingMade(act=ruled):
                self.round = self.game.step(self.round, ruled)
            case events.CardsCorrected(cards=cards):
                acts = corrected_acts([act for act in self.view.acts if act is not None], cards)
                self.round, self.hidden = fold(self.game, self.view.round_felt, acts), {}
            case events.LayoutReturned():
                self.windows.returned(event)
            case events.TimeAdded(deadline_ms=deadline) | events.Resumed(deadline_ms=deadline):
                self.deadline_ms = deadline
            case events.InterruptionAnswered(deadline_ms=deadline):
                self.deadline_ms = deadline
            case events.ConsoleStarted():
                self.deadline_ms = None
            case events.Ordered(command_id=command_id) | events.OrderRefused(command_id=command_id):
                self._remember(command_id, seq)
            case events.RoundCorrected(round_no=round_no, cards=cards, void=paragraph):
                self._round_corrected(round_no, cards, paragraph)
            case events.LinesCorrected(round_no=round_no, terminal=terminal, after=after):
                was = self.settled[round_no]
                changed = {**was.lines, terminal: after}
                self.settled[round_no] = SettledRound(was.felt, was.acts, changed, was.sittings, was.void)
            case events.TableOpened(game=game, rules=rules, house=house):
                self.game = find_game(game, rules, **house)
            case events.AlarmRaised(terminal=peer, why=why):
                self.alarms.add(f"{peer}: {why}")
            case _:
                pass

    def _new_round(self) -> None:
        self.round = self.game.begin(self.view.felt)
        self.hidden, self.paid, self.sat, self.alarms = {}, {}, {}, set()

    def _round_ended(self, round_no: int, void: bool) -> None:
        for terminal in self.windows.players():
            check(not self.open_bets(terminal), f"round {round_no} ends and {terminal} is not settled (M6)")
        acts = tuple(act for act in self.view.acts if act is not None)
        self.settled[round_no] = SettledRound(self.view.round_felt, acts, self.paid, self.sat, void)
        self.settled.pop(round_no - ROUNDS_KEPT, None)

    def _round_corrected(self, round_no: int, cards: tuple[Card, ...], void: str) -> None:
        was = self.settled[round_no]
        acts = was.acts if void else tuple(corrected_acts(was.acts, cards))
        self.settled[round_no] = SettledRound(was.felt, acts, was.lines, was.sittings, bool(void))

    def _remember(self, command_id: bytes, seq: int) -> None:
        self.orders[command_id] = seq
        if len(self.orders) > ORDERS_KEPT:
            del self.orders[next(iter(self.orders))]

    # --- invariants (run at every start, and by the simulator after every step) ----------------------------------

    def check(self) -> None:
        """M1, M2, M3, M10 of the console's own state."""
        check_zero_sum(self.ledger)
        check_no_debt(self.ledger, round_in_play=self.view.in_round)
        check_cards(self.view)
        if self.view.in_round:
            for terminal in self.ledger.sittings:
                self.check_covered(terminal)

    def check_covered(self, terminal: PlayerId) -> None:
        """M2: the stake is what is registered and not yet settled."""
        stake, registered = self.ledger.stake(terminal), sum(self.open_bets(terminal).values())
        check(stake == registered, f"{terminal}: stake {stake}, registered {registered} (M2)")


def _readable(text: str | None) -> Card | None:
    try:
        return None if text is None else parse_card(text)
    except UnknownCard:
        return None


def _title(position: Position) -> str:
    return position.name.replace("_", " ").title()
