"""The core of a Player Terminal: what the Player wants, what was asked of the console, and what its log says of it.

Reads as the list of its inputs and of its records; each is a function of a room: `layouts`, `money`, `following`. Must
never know a game, a screen or a device. Keeps M4 (mirror), M6 (one fate) and M8 (same history).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, get_args

from games.round import PlayerId
from protocol import messages as m
from protocol.chain import Entry, first_link
from protocol.liveness import Backoff
from protocol.loop import Reply, Tick
from protocol.signing import Verify
from terminal import answers, boxes, fairness, following, intents, layouts, money, participant
from terminal.intents import Notice
from terminal.records import (
    Booted,
    Checkpointed,
    Copied,
    LayoutSent,
    MoneyAsked,
    NonceForeign,
    NoteHeld,
    NoteLetGo,
    Restored,
    Stopped,
    TerminalEvent,
)
from terminal.state import Seat, State

CONSOLE: Final = "console"  # a terminal has one peer

Input = intents.Intent | m.News | Tick
Outcomes = Iterable[TerminalEvent | Reply]


class Session(Seat):
    def __init__(
        self, terminal: PlayerId, table: str, state: State | None = None, verify: Verify | None = None
    ) -> None:
        """`state`: of a checkpoint. `verify`: knows the console's signature."""
        super().__init__(State(terminal, table, first_link(table)) if state is None else state, verify)

    def decide(self, now_ms: int, given: Input) -> Outcomes:
        return _DECISIONS[type(given)](self, now_ms, given) or ()

    def apply(self, _entry: Entry, event: TerminalEvent) -> None:
        _RECORDS[type(event)](self, event)

    @property
    def spendable(self) -> int:
        return layouts.spendable(self)

    def wake_ms(self, now_ms: int) -> int | None:
        """When a Tick is wanted, if nothing else comes before."""
        join, forgotten = self.join, self.forgotten
        times = [join.wake_ms(now_ms), join.liveness.dies_ms() if forgotten.connected else None]
        if join.joined:
            if forgotten.timers.by_key:  # seldom: nearly always nothing is under way
                times.append(forgotten.timers.wake_ms(self.state.outbox, bets=_says_bets(self)))
            if forgotten.call is not None:
                times.append(forgotten.call[1].due_ms)
            if forgotten.seat is not None:
                times.append(forgotten.seat[1].due_ms)
            if forgotten.mixing is not None:
                times.append(forgotten.mixing[1].due_ms)
            if forgotten.turns is not None:
                times.append(forgotten.turns[1].due_ms)
            if forgotten.trying is not None or forgotten.saying is not None:
                times += participant.wakes_ms(self)
        return min([time for time in times if time is not None], default=None)


# --- decide ----------------------------------------------------------------------------------------------------------


def _start(session: Session, _now_ms: int, given: intents.Started) -> Outcomes:
    session.notify(None)
    session.forgotten.secret = given.secret
    yield Booted(session.state.boot + 1, given.run)
    session.join.boot, session.join.run = session.state.boot, session.state.run


def _keep_checkpoint(session: Session, _now_ms: int, given: intents.CheckpointMade) -> Outcomes:
    if not session.state.view.in_round:
        yield Checkpointed(given.digest)


def _tick(session: Session, now_ms: int, _given: Tick) -> Outcomes:
    """What follows from the batch that was just applied, and what is due by now."""
    forgotten, outbox, join = session.forgotten, session.state.outbox, session.join
    forgotten.connected = join.liveness.alive(now_ms)
    requests = join.outgoing(now_ms)
    if forgotten.foreign_nonce:
        return _write_down_foreign(session, now_ms, requests)
    if requests or forgotten.wanted or forgotten.timers.by_key or outbox.layouts or outbox.asked or forgotten.call:
        return _speak(session, now_ms, requests)
    if forgotten.seat is not None or forgotten.turns is not None or session.state.view.placard.automatic:
        return _speak(session, now_ms, requests)
    return ()


def _write_down_foreign(session: Session, now_ms: int, requests: list[m.Request]) -> Outcomes:
    foreign = fairness.find_foreign(session)
    if foreign is not None:
        yield foreign
    yield from _speak(session, now_ms, requests)


def _speak(session: Session, now_ms: int, requests: list[m.Request]) -> Outcomes:
    state, forgotten = session.state, session.forgotten
    for request in requests:
        yield Reply(CONSOLE, request)
    if not session.join.joined:
        return
    if forgotten.call is not None and now_ms >= forgotten.call[1].due_ms:
        forgotten.call[1].sent(now_ms)
        yield Reply(CONSOLE, m.CallAttendant(state.boot, state.run, *forgotten.call[0]))
    if forgotten.seat is not None and now_ms >= forgotten.seat[1].due_ms:
        forgotten.seat[1].sent(now_ms)
        yield Reply(CONSOLE, m.SitDown(state.boot, state.run, forgotten.seat[0]))
    if forgotten.turns is not None and now_ms >= forgotten.turns[1].due_ms:
        forgotten.turns[1].sent(now_ms)
        yield Reply(CONSOLE, m.TurnCards(state.boot, state.run, state.view.round_no, forgotten.turns[0]))
    if forgotten.timers.by_key:
        forgotten.timers.prune(state.outbox)
    if forgotten.wanted and not state.view.halts and session.blocked(now_ms) is None:
        for window, answer in layouts.take_ready(session):
            revision = state.outbox.next_revision(window)
            if revision <= m.REVISIONS_MAX:
                yield LayoutSent(window, revision, dict(answer.bets), answer.choice)
            else:
                forgotten.wanted.pop(window, None)
                session.notify(Notice("too_many", "too many changes in one window: the last registered Bets stand"))
    if state.view.placard.automatic:
        for request in fairness.speak(session, now_ms):
            yield Reply(CONSOLE, request)
        for request in participant.speak(session, now_ms):
            yield Reply(CONSOLE, request)
    if state.outbox.layouts or state.outbox.asked:
        bets = _says_bets(session)
        for message in forgotten.timers.due(now_ms, state.outbox, state.boot, state.run, bets=bets):
            yield Reply(CONSOLE, message)


def _says_bets(session: Session) -> bool:
    """Of whoever has signed off (004), and has nothing in play, no Bet is asked for again: it might be heard when
    somebody else is here. Nor is one before the log says to which nonce this terminal is bound.
    """
    return (session.is_open or session.stake > 0) and not fairness.is_unbound(session)


def _call_attendant(session: Session, now_ms: int, given: intents.CallAttendant) -> None:
    """Not persisted: whoever has lost power calls again. With a note unpaid, only staff ends the call."""
    if session.state.outbox.unpaid and not given.wanted:
        session.notify(Notice("wrong_state", "a note was taken and not credited: an attendant will come"))
    else:
        call = (given.wanted, given.reason)
        session.forgotten.call = None if given.wanted == session.state.calls else (call, Backoff(now_ms))


def _turn(session: Session, _now_ms: int, given: intents.Turning) -> None:
    """Not persisted: it is about this moment, and claims nothing."""
    session.join.say_turning(given.wanted)


def _put_away(session: Session, _now_ms: int, given: intents.PutAway) -> None:
    """Not persisted either: after a restart it is told once more."""
    session.forgotten.put_away = given.mark


_DECISIONS: Final[Mapping[type, Callable[[Session, int, Any], Outcomes | None]]] = {
    Tick: _tick,
    **dict.fromkeys(get_args(m.News), following.hear),
    **dict.fromkeys(get_args(layouts.BetIntent), layouts.change_bets),
    intents.Started: _start,
    intents.CheckpointMade: _keep_checkpoint,
    intents.CallAttendant: _call_attendant,
    intents.Turning: _turn,
    intents.SaveBets: layouts.save_bets,
    intents.PutAway: _put_away,
    intents.SitDown: boxes.sit_down,
    intents.WishSqueeze: layouts.wish_squeeze,
    intents.TurnCards: boxes.turn_cards,
    intents.AnswerBox: answers.answer_box,
    intents.NoteIn: money.hold_note,
    intents.NoteStacked: money.buy_credit,
    intents.NoteReturned: money.let_note_go,
    intents.TicketIn: money.insert_ticket,
    intents.CashOut: money.cash_out,
    intents.PrintResult: money.report_print,
    intents.SignOnHere: participant.sign_on,
    intents.SignOffHere: participant.sign_off,
    intents.ChooseCoin: participant.choose_coin,
    intents.ExcludeMyself: participant.exclude,
}


# --- apply -----------------------------------------------------------------------------------------------------------


def _boot(session: Session, booted: Booted) -> None:
    session.state.boot, session.state.run = booted.boot, booted.run


def _send(session: Session, sent: LayoutSent) -> None:
    session.state.outbox.sent(sent)


def _ask(session: Session, asked: MoneyAsked) -> None:
    session.state.outbox.ask(asked.request)


def _hold(session: Session, held: NoteHeld) -> None:
    session.state.outbox.notes[held.id] = held.amount


def _let_go(session: Session, let_go: NoteLetGo) -> None:
    session.state.outbox.notes.pop(let_go.id, None)


def _checkpoint(_session: Session, _checkpointed: Checkpointed) -> None:
    """For the shell alone."""


_RECORDS: Final[Mapping[type, Callable[[Session, Any], None]]] = {
    Booted: _boot,
    Copied: following.apply_copied,
    Restored: following.apply_restored,
    Stopped: following.apply_stopped,
    LayoutSent: _send,
    MoneyAsked: _ask,
    NoteHeld: _hold,
    NoteLetGo: _let_go,
    NonceForeign: fairness.apply_foreign,
    Checkpointed: _checkpoint,
}
