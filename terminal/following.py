"""What the console says: entries of its log, copied into our own journal before they count, and what each does here.

The log is the only authority: a hold is let go, a credit changes, a ticket exists because an entry, applied in order,
says so. Keeps M4 (mirror) and M8 (same history). `hear` decides and changes nothing durable; the rest applies.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from games.cards import UnknownCard
from games.money import Currency
from protocol import events
from protocol import messages as m
from protocol.chain import ChainBroken, digest_of, link
from protocol.faults import Fault
from protocol.join import Stretch, stretch_of
from protocol.ledger import CASH, credit, stake
from protocol.liveness import LastHour
from protocol.messages import Batch, Deltas
from terminal import boxes, fairness, layouts, money, own_rounds, participant
from terminal.records import Copied, Opened, Restored, Stopped
from terminal.state import Seat, State

Heard = tuple[Restored | Copied | Stopped, ...]
_NEWER: Final = (msgspec.MsgspecError, UnknownCard)  # the chain vouches for it, so it is of a newer version than we are


# --- decide ----------------------------------------------------------------------------------------------------------


def hear(seat: Seat, now_ms: int, news: m.News) -> Heard:
    join = seat.join
    seat.forgotten.connected = True
    if seat.state.stopped:
        join.liveness.heard(now_ms)
        if isinstance(news, m.Denied):
            join.hear_denial(news)
        return ()
    try:
        stretch = join.hear(now_ms, news)
        if type(news) is not Batch and type(news) is not Deltas:  # seldom
            if type(news) is m.Snapshot:
                return _restore(seat, news)
            if type(news) is m.Boxes:
                boxes.hear_boxes(seat, news)
            elif type(news) is m.SignOnAnswer:
                participant.hear_answer(seat, news)
    except ChainBroken as broken:
        return (Stopped(str(broken)),)
    return () if stretch is None else _copy(seat, stretch)


def _copy(seat: Seat, stretch: Stretch) -> Heard:
    copied = Copied(stretch.first_seq, stretch.entries, stretch.chain, seat.join.signed)
    try:
        copied.opened()
    except _NEWER as error:
        why = f"an entry from {stretch.first_seq} on cannot be read by this version: {error}"
        seat.join.end(Fault.VERSION, why[:200])
        return ()
    return (copied,)


def _restore(seat: Seat, news: m.Snapshot) -> Heard:
    """4.2: only a terminal without history takes a snapshot; and what is known to follow must link to it."""
    if seat.state.seq or not news.seq:
        return ()
    restored = Restored(news.seq, news.chain, news.state, seat.join.claimed)
    try:
        ours = restored.picture.terminal == seat.state.terminal
    except _NEWER as error:
        seat.join.end(Fault.VERSION, f"the snapshot cannot be read by this version: {error}"[:200])
        return ()
    if not ours:
        return ()
    stretch = stretch_of(seat.join.follower.next_after(news.seq, news.chain))
    return (restored,) if stretch is None else (restored, *_copy(seat, stretch))


# --- a replay --------------------------------------------------------------------------------------------------------


def check_copy(state: State, copied: Copied) -> None:
    """What was checked when it was heard, once more: the file may have been changed since. Raises ChainBroken."""
    if copied.first_seq != state.seq + 1:
        raise ChainBroken(f"entry {state.seq + 1} is missing")
    chain, signed = state.chain, copied.signed
    for seq, entry in enumerate(copied.entries, copied.first_seq):
        body = entry.body
        if body is not None and digest_of(seq, entry.wall_time, entry.audience, entry.salt, body) != entry.digest:
            raise ChainBroken(f"entry {seq} is not what its digest was made of")
        chain = link(chain, entry.digest)
        if signed is not None and signed.seq == seq and signed.chain != chain:
            raise ChainBroken(f"entry {seq} is not the one that the console has signed")
    if chain != copied.chain:
        raise ChainBroken(f"the entries from {copied.first_seq} on do not make the link behind them")


# --- apply -----------------------------------------------------------------------------------------------------------


def apply_copied(seat: Seat, copied: Copied) -> None:
    """Rule 8: the entries in their order, each exactly once."""
    state, terminal = seat.state, seat.state.terminal
    state.seq, state.chain = copied.first_seq + len(copied.entries) - 1, copied.chain
    seat.join.follower.advance(state.seq, state.chain)
    _keep_signed(seat, copied.signed)
    for opened in copied.opened():
        event = opened.event
        state.view.apply(event)
        if opened.audience == terminal:
            state.ledger.apply(event)
        react = _REACTIONS.get(type(event))
        if react is not None:
            react(seat, opened, event)


def apply_restored(seat: Seat, restored: Restored) -> None:
    state, picture = seat.state, restored.picture
    own, terminal = picture.own, state.terminal
    state.seq, state.chain = restored.seq, restored.chain
    seat.join.follower.advance(state.seq, state.chain)
    _keep_signed(seat, restored.signed)
    state.view = picture.view
    state.ledger.balances = {credit(terminal): own.credit, stake(terminal): own.stake, CASH: -own.credit - own.stake}
    state.ledger.sittings = {terminal: own.sitting}
    state.ledger.currency = Currency(state.view.placard.currency, state.view.placard.exponent)
    if (coin := state.view.felt.plays.get(terminal)) and coin != state.ledger.currency.code:
        ledger = state.ledger
        ledger.beside, ledger.balances, ledger.played = {coin: ledger.balances}, {}, {terminal: coin}
    state.here = own.here
    layouts.restore(state, own.layouts)
    if own.credit or own.stake:
        own_rounds.sit_down(state.own_rounds, own.sitting)
    state.own_rounds.disputed, state.latched, state.calls = own.disputed, own.latched, own.calls
    state.away = dict(own.away)
    if own.stake != sum(state.layouts.bets().values()):
        state.own_rounds.half_known = state.view.round_no


def _keep_signed(seat: Seat, signed: m.SignedHead | None) -> None:
    seat.state.signed = signed
    if signed is not seat.join.signed:  # a replay, or a picture
        seat.join.keep_signed(signed)


def apply_stopped(seat: Seat, stopped: Stopped) -> None:
    """From now on it only says where it stands, which is how the console learns that one of us is wrong (C8, C13)."""
    seat.state.stopped = stopped.why
    seat.join.greet_again()


# --- what each fact of the log does here, besides to the picture and to the money -------------------------------------


def _meet_console(seat: Seat, opened: Opened, _event: events.ConsoleStarted) -> None:
    seat.join.see_console_start(opened.seq)


def _change_currency(seat: Seat, _opened: Opened, event: events.CurrencyBound) -> None:
    """Nobody has anything in the one before: what is kept here of its notes and tickets is only history."""
    seat.state.ledger.apply(event)
    for kept in (seat.state.tickets, seat.state.prints, seat.state.numbers, seat.state.good_until):
        kept.clear()
    seat.forgotten.notes = LastHour()


def _open_window(seat: Seat, _opened: Opened, event: events.WindowOpened) -> None:
    if event.id.n == 1:  # a new Round
        seat.state.own_cards, seat.forgotten.returned = {}, {}
        seat.forgotten.boxes, seat.forgotten.passed, seat.forgotten.turns = {}, {}, None
        seat.notify(None)
        if not seat.sits:
            seat.state.own_rounds.sitting = 0  # who has nothing left has seen by now what became of his last Bets
    seat.join.left_ms = event.left_ms


def _see_own_card(seat: Seat, _opened: Opened, event: events.CardHidden) -> None:
    seat.state.own_cards[event.draw] = event.card


def _forget_own_cards(seat: Seat, _opened: Opened, _event: events.CardsCorrected) -> None:
    seat.state.own_cards = {}  # none lies face down any more


def _end_round(seat: Seat, opened: Opened, event: events.RoundEnded) -> None:
    fairness.dispute_foreign(seat, opened.seq)
    own_rounds.check_ended(seat.state, opened, event.round_no)
    layouts.end_round(seat.state)


def _confirm_dispute(seat: Seat, _opened: Opened, event: events.SettlementDisputed) -> None:
    seat.state.outbox.answered(event.id)
    seat.state.own_rounds.disputed = event.round_no


def _hear_of_call(seat: Seat, _opened: Opened, event: events.AttendantCalled) -> None:
    seat.state.calls, seat.forgotten.call = event.wanted, None
    if not event.wanted:
        seat.state.outbox.attended()


def _latch(seat: Seat, _opened: Opened, event: events.TerminalLatched) -> None:
    seat.state.latched = event.why or "latched"


def _unlatch(seat: Seat, _opened: Opened, _event: events.TerminalUnlatched) -> None:
    seat.state.latched = ""


_REACTIONS: Final[Mapping[type, Callable[[Seat, Opened, Any], None]]] = {
    events.ConsoleStarted: _meet_console,
    events.CurrencyBound: _change_currency,
    events.WindowOpened: _open_window,
    events.LayoutRegistered: layouts.register,
    events.LayoutRefused: layouts.refuse,
    events.LayoutReturned: layouts.give_back,
    events.WindowClosed: layouts.close,
    events.Seated: boxes.see_seated,
    events.BetRejected: boxes.reject,
    events.CardHidden: _see_own_card,
    **dict.fromkeys((events.CardRevealed, events.HandHandled), boxes.see_turned),
    events.CardsCorrected: _forget_own_cards,
    events.Settled: own_rounds.check_settled,
    events.RoundEnded: _end_round,
    events.RoundCorrected: own_rounds.correct,
    events.NonceCommitted: fairness.see_bound,
    events.ShuffleOpened: fairness.check_opened,
    events.LinesCorrected: own_rounds.check_corrected,
    events.CreditBought: money.take_credit,
    events.NoteHeld: money.hold_note_back,
    **dict.fromkeys((events.NoteCredited, events.NoteCleared), money.release_note),
    events.HandPaid: money.pay_out,
    events.SettlementDisputed: _confirm_dispute,
    events.TicketIssued: money.keep_ticket,
    events.TicketAccepted: money.accept_ticket,
    events.ForeignTicketAsked: money.wait_for_house,
    **dict.fromkeys((events.ForeignTicketAccepted, events.ForeignTicketDeclined), money.hear_of_foreign),
    events.TicketPrint: money.note_print,
    events.TicketNumbered: money.number_ticket,
    **dict.fromkeys((events.TicketsLocked, events.TicketsUnlocked), money.lock_tickets),
    events.MoneyRefused: money.take_refusal,
    events.DisputeRuled: own_rounds.end_dispute,
    events.AttendantCalled: _hear_of_call,
    events.ParticipantHere: participant.see_here,
    events.PurseDrawn: participant.draw_purse,
    events.PurseReturned: participant.return_purse,
    events.TerminalLatched: _latch,
    events.TerminalUnlatched: _unlatch,
}
