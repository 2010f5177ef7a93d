"""Cards that lie face down for a Player to turn (003 §3.12, 002 §3.10): until he has, or until his time is over.

Meanwhile nobody is asked anything and nothing is certified, so no terminal may hold the table up: whoever does nothing
with his cards has them turned for him. It moves no money, whatever the clock says (M15).
"""

from typing import Final

from console.table.playing import reveal, settle_down
from console.table.state import Facts, TableCore
from games.boxes import box_of
from games.round import Handled, PlayerId
from protocol import events
from protocol import messages as m
from protocol.turning import ALL_MS, CARD_MS

SILENT_MS: Final = 2_500  # a terminal beats once a second: one that falls silent is not waited for
LATE_MS: Final = 4_000  # that a living terminal may be late with a card whose time is over: it lies open for a moment


def who_turns(table: TableCore, now_ms: int) -> tuple[str, ...]:
    """On boxes those for whom cards lie face down. Else those that said so with one of their last beats, and bet."""
    if not (table.view.in_round and table.view.round_felt.squeeze) or table.view.certified:
        return ()
    if table.game.shared:
        return tuple(sorted(set(table.state.turners.values())))
    said, players = table.forgotten.turning, table.windows.players()
    return tuple(name for name in sorted(said) if name in players and now_ms - said[name] < SILENT_MS)


def hear_beat(table: TableCore, now_ms: int, peer: str, *, turning: bool) -> None:
    if turning:
        table.forgotten.turning[peer] = now_ms
    else:
        table.forgotten.turning.pop(peer, None)


def ends_ms(table: TableCore) -> int | None:
    """When the cards are turned without their Players; None: nobody turns any."""
    turns = table.forgotten.turns
    return min(turns.since_ms + ALL_MS, turns.heard_ms + CARD_MS) + LATE_MS if table.state.turners else None


def hear(table: TableCore, now_ms: int, terminal: PlayerId, request: m.TurnCards) -> Facts:
    """What he asks for that is not his, or not face down any more, needs no answer: the log has it."""
    view, state = table.view, table.state
    mine = [draw for draw, who in state.turners.items() if who == terminal]
    turned = [draw for draw in mine if draw in request.draws]
    if request.round_no != view.round_no or view.halts or not (turned if request.draws else mine):
        return
    table.forgotten.turns.heard_ms = now_ms
    touched = {box_of(view.draw_hands[draw]) for draw in turned or mine}
    known = {act.box for act in view.acts if isinstance(act, Handled)}
    for box in sorted(touched - known):
        yield events.HandHandled(view.round_no, terminal, box)
    yield from reveal(table, turned)
    if turned:
        yield from settle_down(table, now_ms)


def count_down(table: TableCore, now_ms: int) -> Facts:
    """Every card gives them their time anew, and so do the end of a halt and a start of the console."""
    view, turns = table.view, table.forgotten.turns
    lies = (view.round_no, -1 if view.halts else len(view.draws))
    if lies != turns.lies:
        turns.lies, turns.since_ms, turns.heard_ms = lies, now_ms, now_ms
    ends = ends_ms(table)
    if view.halts or ends is None or now_ms < ends:
        return
    yield from reveal(table, table.state.turners)
    yield from settle_down(table, now_ms)
