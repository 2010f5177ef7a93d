"""The betting boxes as this terminal sees them: where its Player sits, what lies on each box, what a box still takes.

Functions over the seat. Knows boxes and Spots, and no game's own words. What the console has said of the boxes is only
for the eyes, and so that nothing is asked in vain: the table decides.
"""

from msgspec.structs import replace

from games.boxes import parse_spot
from games.catalog import find_face, shared_kind
from games.round import Answer, Bets, BoxNow, Handled, Limit, Spot, kind_of, limits_of
from protocol import events
from protocol import messages as m
from protocol.legality import seat_refused
from protocol.liveness import Backoff
from protocol.messages import WindowId
from terminal import intents
from terminal.intents import Notice, notice_of
from terminal.records import Opened
from terminal.state import Seat

NO_LIMIT = Limit()


# --- questions -----------------------------------------------------------------------------------------------------


def sits_at(seat: Seat) -> int:
    """The box of this terminal's Player: in a Round, as it began; 0: none."""
    view = seat.state.view
    felt = view.round_felt if view.in_round else view.felt
    return next((box for box, who in felt.seats.items() if who == seat.state.terminal), 0)


def box_now(seat: Seat, box: int) -> BoxNow:
    """What lies on a box while Bets are open, as far as it was told."""
    return seat.forgotten.boxes.get(box, BoxNow(box, 0, 0, seated=False))


def limit_on(seat: Seat, window: WindowId, spot: Spot) -> Limit | None:
    """What this Player may bet on this Spot. The limits of a Spot that Players share are the whole box's (003 §5.1,
    §5.2): others may have met the minimum, and leave room below the maximum; the Seated Player comes first.
    """
    view = seat.state.view
    limits, kind = limits_of(view.round_felt, seat.state.terminal), kind_of(spot)
    limit = limits.get(kind)
    if limit is None or kind == spot or kind != shared_kind(view.game):
        return limit
    if any(it.id == window and it.window.respondents is not None for it in view.windows.values()):
        return None  # a decision: what it takes follows from the Initial Bet, which was within its limits
    box, _, _ = parse_spot(spot)
    own = seat.state.layouts.registered.get(window, Answer()).bets.get(spot, 0)
    others = max(0, box_now(seat, box).total - own)
    most = limit.max if limit.max is None or sits_at(seat) == box else max(0, limit.max - others)
    return replace(limit, min=max(1, limit.min - others), max=most)


def is_low(seat: Seat, spot: Spot) -> bool:
    """003 §5.2: what lies there is less than the minimum of the box, as far as it was told."""
    view = seat.state.view
    limit = limits_of(view.round_felt, seat.state.terminal).get(kind_of(spot), NO_LIMIT)
    return kind_of(spot) == shared_kind(view.game) and 0 < box_now(seat, parse_spot(spot)[0]).total < limit.min


def most_on(game: str, spot: Spot, most: int | None, bets: Bets) -> int | None:
    """Of a side Bet that may not exceed this Player's own Initial Bet on the box (003 §3.13.2.d), if he has one."""
    if "/" not in spot or kind_of(spot) not in find_face(game).within_initial:
        return most
    own = bets.get(Spot(f"{parse_spot(spot)[0]}/{shared_kind(game)}"), 0)
    return own if own and (most is None or own < most) else most


# --- a wish ----------------------------------------------------------------------------------------------------------


def sit_down(seat: Seat, now_ms: int, given: intents.SitDown) -> None:
    """Not persisted: who has lost power touches the box again."""
    view = seat.state.view
    refusal = seat_refused(view, seat.state.terminal, given.box)
    no = seat.blocked(now_ms) or (None if refusal is None else notice_of(refusal))
    seat.notify(no)
    if no is None:
        there = view.sits_at(seat.state.terminal) == given.box
        seat.forgotten.seat = None if there else (given.box, Backoff(now_ms))


def own_turns(seat: Seat) -> tuple[int, ...]:
    """The draws that lie face down for this Player, and that he has not turned yet."""
    asked = () if seat.forgotten.turns is None else seat.forgotten.turns[0]
    return tuple(draw for draw in sorted(seat.state.own_cards) if _lies(seat, draw) and draw not in asked)


def turn_cards(seat: Seat, now_ms: int, given: intents.TurnCards) -> None:
    """Not persisted: whoever has lost power turns them again, or they are turned for him."""
    mine, turns = own_turns(seat), seat.forgotten.turns
    draws = tuple(draw for draw in given.draws if draw in mine)
    if draws or (mine and turns is None and not given.draws and not _handled(seat)):
        seat.forgotten.turns = ((*(() if turns is None else turns[0]), *draws), Backoff(now_ms))


def _handled(seat: Seat) -> bool:
    return any(isinstance(act, Handled) and act.player == seat.state.terminal for act in seat.state.view.acts)


# --- what is heard ---------------------------------------------------------------------------------------------------


def hear_boxes(seat: Seat, news: m.Boxes) -> None:
    if news.round_no == seat.state.view.round_no:
        seat.forgotten.boxes = {it.box: it for it in news.boxes}


def see_seated(seat: Seat, _opened: Opened, event: events.Seated) -> None:
    """The log has answered, or somebody else was faster."""
    wanted, me = seat.forgotten.seat, seat.state.terminal
    if event.terminal == me:
        seat.forgotten.seat = None
    elif wanted is not None and event.box and wanted[0] == event.box:
        seat.forgotten.seat = None
        seat.notify(Notice("taken", f"{event.terminal} sits at box {event.box}"))


def see_turned(seat: Seat, _opened: Opened, _event: events.CardRevealed | events.HandHandled) -> None:
    """The log has answered: what is left of it still waits."""
    turns = seat.forgotten.turns
    if turns is None:
        return
    lie = own_turns(seat)
    left = tuple(draw for draw in turns[0] if _lies(seat, draw))
    done = not left and (bool(turns[0]) or _handled(seat) or not lie)
    seat.forgotten.turns = None if done else (left, turns[1])


def _lies(seat: Seat, draw: int) -> bool:
    view = seat.state.view
    return draw < len(view.draws) and view.acts[view.draws[draw]] is None


def reject(seat: Seat, _opened: Opened, event: events.BetRejected) -> None:
    """003 §5.1: the Seated Player has raised his Bet, and this one went back."""
    layouts = seat.state.layouts
    answer = layouts.registered.get(event.id)
    if answer is None:
        return
    layouts.registered[event.id] = replace(answer, bets=_without(answer, event.spot))
    wanted = seat.forgotten.wanted.get(event.id)
    if wanted is not None and wanted.bets.get(event.spot) == event.amount:  # he has not asked for another one since
        seat.forgotten.wanted[event.id] = replace(wanted, bets=_without(wanted, event.spot))
    seat.forgotten.undo = [change for change in seat.forgotten.undo if change[0] != event.id]
    seat.notify(Notice("rejected", f"{event.spot}: the box is full", event.paragraph, event.spot))


def _without(answer: Answer, spot: Spot) -> dict[Spot, int]:
    return {other: amount for other, amount in answer.bets.items() if other != spot}
