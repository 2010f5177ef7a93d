"""Betting boxes: who sits at which, what a box cannot keep, and what everybody is told of it while Bets are open.

Knows seats and Spots through the `Game` protocol, and no game. Who sits where holds from the next Round on: a Round is
played as it began.
"""

from collections.abc import Callable
from typing import Final

from console.table.participants import refused_raise
from console.table.playing import close, settle_down
from console.table.state import Facts, TableCore
from console.table.windows import NO_ANSWER
from games.boxes import boxes_now
from games.round import Answer, PlayerId, Refusal, Window
from games.rulings import Topic
from protocol import events
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.legality import seat_refused

EVERY_MS: Final = 250  # four times a second, however many bet: a Player's own Bets come at once


def sit(table: TableCore, now_ms: int, terminal: PlayerId, box: int) -> tuple[events.Event, ...]:
    """What the terminal asks for; it has the same picture, and asks only for what it may. A no needs no entry: who
    sits there instead is on record.
    """
    sits_at = table.view.sits_at(terminal)
    if box and table.placard.coins and terminal not in table.view.felt.plays:
        return ()  # nobody is signed on there
    if sits_at == box or table.peers.blocked(terminal, table.view.game) is not None:
        return ()
    if seat_refused(table.view, terminal, box) is not None:
        return ()
    pace = table.forgotten.pace
    if pace.full(now_ms, terminal, "seat"):
        return table.alarm(terminal, Alarm.MANY_SEATS)
    pace.count(now_ms, terminal, "seat")
    return (events.Seated(terminal, box),)


def reject_excess(table: TableCore, key: m.WindowId, window: Window) -> Facts:
    """003 §5.1: the newest Bets of Standing Players go back, Spot by Spot."""
    if not table.game.shared or window.respondents is not None:
        return
    paragraph = table.game.rulings.paragraph(Topic.EXCESS)
    for player, spot in table.game.excess(table.round, table.windows.given, table.windows.raised):
        amount = table.windows.given[window.name][player].bets[spot]
        yield events.BetRejected(key, player, spot, amount, paragraph)


def verify_answer_for(table: TableCore, panel: str, order: m.AnswerFor) -> Refusal | events.LayoutRegistered:
    """003 §5.18: the Player's own answer, as if he had given it, with the name of who has entered it on record."""
    terminal, by = order.terminal, table.people.at(panel)
    window = table.windows.named(order.window)
    before = table.windows.given.get(window.name, {}).get(terminal, NO_ANSWER)
    bets = {spot: amount for spot, amount in {**before.bets, **order.bets}.items() if amount}
    answer = Answer(bets, order.choice or before.choice, "" if by is None else by.number)
    revision = table.windows.next_revision(order.window, terminal)
    if not table.peers.in_service(terminal):
        return Refusal("no_terminal", f"{terminal} is not in service here")
    if revision > m.REVISIONS_MAX:
        return Refusal("late", f"{terminal} has changed its Bets too often in this window")
    if (answer.bets, answer.choice) == (before.bets, before.choice):
        return Refusal("known", "this is what he has there already", table.game.rulings.paragraph(Topic.ON_REQUEST))
    change = sum(bets.values()) - sum(before.bets.values())
    refusal = may_register(table, terminal, window, answer, change)
    return refusal or events.LayoutRegistered(order.window, terminal, revision, answer, change)


def may_register(table: TableCore, terminal: PlayerId, window: Window, answer: Answer, change: int) -> Refusal | None:
    """Whoever asks for it: the terminal is in play, the rules allow it, and it can be paid."""
    refusal = table.peers.blocked(terminal, table.view.game) or table.game.review(
        table.round, window, terminal, answer, table.windows.given
    )
    if refusal is None and table.placard.coins:
        refusal = refused_raise(table, terminal, change, asked=window.respondents is not None)
    if refusal is None and change > table.ledger.credit(terminal):
        return Refusal("credit", f"{change} more than before, and the credit is {table.ledger.credit(terminal)}")
    return refusal


def register(table: TableCore, now_ms: int, registered: events.LayoutRegistered) -> Facts:
    """001 §5.2.1, and what follows from it: Bets that a full box gives back, a question that all have answered."""
    window = table.windows.named(registered.id)
    yield registered
    yield from reject_excess(table, registered.id, window)
    if table.windows.all_answered(window):
        yield from close(table, window.name, "answers")
        yield from settle_down(table, now_ms)


def on_boxes(table: TableCore) -> m.Boxes | None:
    """What lies on the boxes while everybody may bet; None: nobody may, or the game has no boxes."""
    view, shared = table.view, table.game.shared
    if not shared or not any(it.window.respondents is None for it in view.windows.values()):
        return None
    return m.Boxes(view.round_no, boxes_now(shared, view.round_felt, table.windows.given))


class BoxNews:
    """When that is said: if it has changed, and not more often than `EVERY_MS`. Not persisted, and kept by nobody."""

    def __init__(self) -> None:
        self._said: m.Boxes | None = None
        self._next_ms = 0

    def turn(self, now_ms: int, table: TableCore, publish: Callable[[m.News], None]) -> None:
        found = on_boxes(table)
        if found is not None and found != self._said and now_ms >= self._next_ms:
            self._said, self._next_ms = found, now_ms + EVERY_MS
            publish(found)

    def wake_ms(self, table: TableCore) -> int | None:
        """When there is something to be said; None: there is not."""
        found = on_boxes(table) if table.game.shared else None
        return None if found is None or found == self._said else self._next_ms

    def again(self) -> None:
        """Somebody may have missed it: with a pulse it is said once more."""
        self._said = None
