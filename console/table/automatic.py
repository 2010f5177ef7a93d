"""A table where nobody deals (004): Rounds run by themselves as long as somebody plays, and software certifies them.

The core says what is due (`AskDealer`, after the commit), the shell has the seed and hands in what comes of it: so no
entry, no state and no checkpoint holds a card before it is dealt, nor the seed before the Round is over. Everything
that is waited for follows from the state; a new process asks again. Knows windows and Hands, and no game.
"""

from typing import Any, Final

from msgspec import Struct

from console.table.playing import NO_HAND, begin_round, close_all, deal, settle_down
from console.table.settling import certify, void
from console.table.signing import SHELL
from console.table.state import Facts, Outcomes, TableCore
from games.cards import Card
from games.round import CardDrawn, Covered, Due, Limit, Peeked, PlayerId, SelfDealt, Voided, limits_of
from games.rulings import Topic
from protocol import events
from protocol.alarms import Alarm
from protocol.loop import Reply
from protocol.standing import left_open
from protocol.view import Phase, cards_digest

NO_LIMIT: Final = Limit()
SEED: Final = "seed"  # a new one, for the next Round
OPEN: Final = "open"  # the seed of the Round that is over


class AskDealer(Struct, frozen=True, gc=False):
    """For the shell. `index`: the place in the shuffle of the card that it is about."""

    round_no: int
    what: str  # SEED, OPEN, or what is `Due`
    index: int = 0


class SeedDrawn(Struct, frozen=True, gc=False):
    """The shell has a new seed, and has it on its disk."""

    round_no: int
    commitment: bytes


class Drawn(Struct, frozen=True, gc=False):
    """What was due is done. `card`: None of one that was covered, or looked at and ends nothing."""

    asked: AskDealer
    card: Card | None


class SeedShown(Struct, frozen=True, gc=False):
    round_no: int
    seed: bytes
    salt: bytes


class SeedGone(Struct, frozen=True, gc=False):
    """There is no seed for this Round: the machine that had it is another one."""

    round_no: int


DealerInput = SeedDrawn | Drawn | SeedShown | SeedGone


# --- what is due, and when ----------------------------------------------------------------------------------------


def playing(table: TableCore) -> list[PlayerId]:
    """Who could bet: in service, and with enough."""
    felt, kind = table.view.felt, table.game.shared
    ledger, peers = table.ledger, table.peers
    return [
        terminal
        for terminal in ledger.sittings
        if ledger.credit(terminal) + ledger.stake(terminal) >= limits_of(felt, terminal).get(kind, NO_LIMIT).min
        and (not felt.coins or terminal in felt.plays)
        and peers.in_service(terminal)
        and peers.blocked(terminal, table.view.game) is None
    ]


def _wish(table: TableCore) -> AskDealer | None:
    """What the shell is wanted for now; None: nothing."""
    view, shuffle = table.view, table.view.shuffle
    if view.phase is Phase.READY:
        if shuffle.round_no == view.round_no and view.round_no and not shuffle.opened:
            return AskDealer(view.round_no, OPEN)
        committed = shuffle.round_no == view.round_no + 1 and not shuffle.opened
        wanted = not committed and not view.closing and table.forgotten.space and playing(table)
        return AskDealer(view.round_no + 1, SEED) if wanted else None
    if view.phase is not Phase.DEALING or shuffle.parts is None or not isinstance(table.game, SelfDealt):
        return None
    due = table.game.next_due(table.round)
    if due is None:
        return None
    covered = [draw for draw, at in enumerate(view.draws) if isinstance(view.acts[at], Covered)]
    return AskDealer(view.round_no, due, covered[0] if due in (Due.PEEK, Due.TURN) else len(view.draws))


def _acts(table: TableCore) -> bool:
    """Something will be done here when the time has come, without anybody's word."""
    view = table.view
    if not view.placard.automatic or view.phase is Phase.CLOSED or view.halts:
        return False
    if view.phase is Phase.READY:
        return view.closing or _wish(table) is not None or bool(table.forgotten.space and playing(table))
    return view.phase is not Phase.BETTING or _all_have_bet(table)


def _all_have_bet(table: TableCore) -> bool:
    """Bets are open to all, and nobody who could bet has none."""
    names = [name for name, opened in table.view.windows.items() if opened.window.respondents is None]
    given = table.windows.given.get(names[0], {}) if names else {}
    return bool(given) and all(player in given for player in playing(table))


def _pause_ms(table: TableCore) -> int:
    """How long people have to look at what is there now."""
    view, pace = table.view, table.setup.pace
    if view.phase is Phase.READY:
        shuffle = view.shuffle
        waits = shuffle.opened and shuffle.round_no == view.round_no and not view.closing
        return pace.result_ms if waits else 0  # the last cards still lie there
    if view.phase is Phase.BETTING:
        return pace.quiet_ms
    if view.phase is Phase.DEALING and view.shuffle.parts is None:
        return pace.nonces_ms
    return pace.card_ms


def wake_ms(table: TableCore) -> int | None:
    """When a Tick is wanted; None: nothing is to be done, or the shell is being waited for."""
    forgotten = table.forgotten
    if forgotten.asked or forgotten.next_ms is None or not _acts(table):
        return None
    return forgotten.next_ms


def _mark(table: TableCore) -> bytes:
    """Another one whenever there is something new to look at: from there the time counts."""
    view, windows = table.view, table.windows
    answered = sum(it.revision for answers in windows.answered.values() for it in answers.values())
    covered = sum(isinstance(act, Covered) for act in view.acts)
    shuffle = (view.shuffle.round_no, view.shuffle.parts is not None, view.shuffle.opened)
    parts = (view.round_no, view.phase, len(view.acts), view.window_n, answered, covered, shuffle)
    return repr(parts).encode()


def turn(table: TableCore, now_ms: int) -> Outcomes:
    """With every Tick. What it does changes the mark, and the next thing has its own pause."""
    forgotten = table.forgotten
    if not _acts(table):
        forgotten.mark, forgotten.next_ms, forgotten.asked = b"", None, b""
        return
    mark = _mark(table)
    if mark != forgotten.mark:
        forgotten.mark, forgotten.next_ms = mark, now_ms + _pause_ms(table)
    yield from _do(table, now_ms, due=now_ms >= (forgotten.next_ms or 0))


def _do(table: TableCore, now_ms: int, *, due: bool) -> Outcomes:
    view, shuffle = table.view, table.view.shuffle
    if view.phase is Phase.DEALING and shuffle.parts is None:
        if due or shuffle.nonces.keys() == shuffle.digests.keys():
            yield from _mix(table)
            table.forgotten.mark, table.forgotten.next_ms = _mark(table), now_ms + table.setup.pace.card_ms
        return
    if not due:
        return
    if view.phase is Phase.BETTING:
        yield from close_all(table, "answers")
        yield from settle_down(table, now_ms)
    elif view.phase is Phase.RESULT:
        yield from certify(table, cards_digest(view))
    elif wish := _wish(table):
        key = repr(wish).encode()
        if table.forgotten.asked != key:
            table.forgotten.asked = key
            yield Reply(SHELL, wish)
    elif view.phase is Phase.READY:
        yield from (_close(table) if view.closing else begin_round(table, now_ms))


def _mix(table: TableCore) -> Facts:
    shuffle = table.view.shuffle
    parts = shuffle.mix()
    yield events.ShuffleMixed(shuffle.round_no, parts)
    for part in parts:
        if not part.opened:
            yield from table.alarm(part.terminal, Alarm.UNOPENED)


def end_countdown(table: TableCore, now_ms: int) -> Facts:
    """Nobody has bet, and somebody could: he has the same time again. No Round is dealt for nobody."""
    view = table.view
    all_may = any(opened.window.respondents is None for opened in view.windows.values())
    if all_may and not table.windows.players() and playing(table) and not view.closing:
        yield events.TimeAdded(view.round_no, view.countdown_ms, now_ms + view.countdown_ms)
        return
    yield from close_all(table, "countdown")
    yield from settle_down(table, now_ms)


def _close(table: TableCore) -> Facts:
    known = table.peers.known
    items = left_open(
        table.ledger,
        calls=[name for name, peer in known.items() if peer.calls],
        disputes={name: peer.disputed for name, peer in known.items() if peer.disputed},
        latched=[name for name, peer in known.items() if peer.latched],
        unprinted=table.cashier.unprinted().values(),
    )
    if items:
        yield events.LeftOpen(items)
    yield events.TableClosed()


# --- what the shell hands in, and what terminals add ----------------------------------------------------------------


def hear_dealer(table: TableCore, now_ms: int, given: DealerInput) -> Facts:
    """Whatever is not wanted any more is not looked at: the shell is asked again for what is."""
    view, wish = table.view, _wish(table)
    table.forgotten.asked = b""
    match given:
        case SeedGone(round_no=round_no):
            yield from _lose(table, now_ms, round_no)
        case SeedDrawn(round_no=round_no, commitment=commitment) if wish == AskDealer(round_no, SEED):
            yield events.ShuffleCommitted(round_no, view.placard.decks, commitment)
        case SeedShown(round_no=round_no, seed=seed, salt=salt) if wish == AskDealer(round_no, OPEN):
            yield events.ShuffleOpened(round_no, seed, salt)
        case Drawn(asked=asked, card=card) if asked == wish and not view.halts:
            yield from _take(table, Due(asked.what), asked.index, card)
            yield from settle_down(table, now_ms)
        case _:
            pass


def _take(table: TableCore, what: Due, index: int, card: Card | None) -> Facts:
    view = table.view
    if what is Due.COVER:
        yield events.CardDealt(view.round_no, index + 1, view.due, None, _due(table, table.after(Covered())))
    elif what is Due.PEEK and card is None:
        yield events.CardPeeked(view.round_no, _due(table, table.after(Peeked())))
    elif card is not None and what is not Due.CARD:
        yield events.CardRevealed(view.round_no, index, card, _due(table, table.after(CardDrawn(card))))
    elif card is not None:
        yield from deal(table, index + 1, card)


def _due(table: TableCore, round: Any) -> Any:
    return table.game.expects(round) or NO_HAND


def _lose(table: TableCore, now_ms: int, round_no: int) -> Facts:
    """Nobody can deal on: the Bets go back, and it is on record that this commitment was never opened."""
    view = table.view
    if view.shuffle.round_no != round_no or view.shuffle.opened:
        return
    yield events.ShuffleLost(round_no)
    yield from table.alarm("console", Alarm.SEED_GONE)
    if view.in_round:
        yield from void(table, now_ms, Voided(table.game.rulings.paragraph(Topic.INTERRUPTED)))


def commit_nonce(table: TableCore, terminal: PlayerId, round_no: int, digest: bytes) -> Facts:
    view = table.view
    open_to_all = any(opened.window.respondents is None for opened in view.windows.values())
    if open_to_all and view.round_no == round_no and view.shuffle.may_commit(round_no, terminal):
        yield events.NonceCommitted(round_no, terminal, digest)


def open_nonce(table: TableCore, terminal: PlayerId, round_no: int, nonce: bytes) -> Facts:
    """Not before the close: who is bound later must not know it."""
    view = table.view
    after_close = view.phase is Phase.DEALING and view.round_no == round_no
    if after_close and view.shuffle.may_open(table.setup.table, round_no, terminal, nonce):
        yield events.NonceOpened(round_no, terminal, nonce)


def go_on(table: TableCore, now_ms: int) -> Facts:
    """READINGS, 004: after a restart the Round always goes on; nobody is asked, and it is on record."""
    yield events.InterruptionAnswered(table.view.round_no, affects=False, deadline_ms=now_ms + table.open_ms())
