"""This terminal's layout in each window: registered, in flight, wanted; and what a tap makes of it.

Functions over the seat. Knows windows and Spots, and no game. Must never know whether there is a connection. Only the
log registers and returns (rules 4 to 7).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from games.boxes import SQUEEZE
from games.money import is_amount
from games.round import NO_BETS, Answer, Bets, Spot
from games.rulings import Topic
from protocol import events
from protocol.messages import BETS_MAX, WindowId
from protocol.picture import OwnLayout
from protocol.view import OpenWindow
from terminal import intents
from terminal.boxes import is_low, limit_on, most_on
from terminal.intents import Notice, notice_of
from terminal.own_rounds import has_rule_book, keep_returned
from terminal.records import Opened
from terminal.state import Seat, State

UNDO_MAX: Final = 100
NO_ANSWER: Final = Answer()

BetIntent = (
    intents.PlaceBet | intents.TakeBack | intents.ClearBets | intents.UndoBet | intents.RepeatBets
    | intents.PlaceSaved | intents.DoubleBets | intents.SetLayout
)  # fmt: skip


class Meant(Struct, frozen=True, gc=False):
    """What an intent comes to: the whole answer in each window that it is about, and what does not fit into it."""

    answers: tuple[tuple[OpenWindow, Answer], ...]
    placed: int = 0  # more than now, where the intent does not say it itself
    left: Bets = NO_BETS  # out of it: limits or credit do not allow it
    why: Notice | None = None  # the first of them is left out


NOTHING_MEANT: Final = Meant(())


# --- questions -----------------------------------------------------------------------------------------------------


def own_windows(state: State) -> Iterator[OpenWindow]:
    """The windows that this terminal may answer."""
    for opened in state.view.windows.values():
        if opened.window.respondents is None or state.terminal in opened.window.respondents:
            yield opened


def layout_in(seat: Seat, window: WindowId) -> Answer:
    """What the Player sees as his: not sent yet, else in flight, else registered."""
    wanted = seat.forgotten.wanted.get(window)
    return _asked(seat.state, window) if wanted is None else wanted


def registered_in(seat: Seat, window: WindowId) -> bool:
    """Is what the Player sees as his what the log says?"""
    return _same(layout_in(seat, window), _registered(seat.state, window))


def _asked(state: State, window: WindowId) -> Answer:
    sent = state.outbox.layouts.get(window)
    return _registered(state, window) if sent is None else Answer(sent.bets, sent.choice)


def _registered(state: State, window: WindowId) -> Answer:
    return state.layouts.registered.get(window, NO_ANSWER)


def spendable(seat: Seat) -> int:
    """Rule 6: credit, less what may yet be registered, less what may yet be paid out."""
    outbox = seat.state.outbox
    asked_amount = outbox.cash_out_amount() if outbox.asked else 0
    return seat.credit - asked_amount - held_amount(seat)


def held_amount(seat: Seat) -> int:
    """Rule 6: what may yet be registered beyond what is."""
    sent, wanted = seat.state.outbox.layouts, seat.forgotten.wanted
    if not wanted and not sent:
        return 0
    return sum(_held(seat.state, window, wanted.get(window)) for window in {*sent, *wanted})


def _held(state: State, window: WindowId, wanted: Answer | None) -> int:
    registered = in_flight = _total(_registered(state, window).bets)
    sent = state.outbox.layouts.get(window)
    if sent is not None:
        in_flight = _total(sent.bets)
    return max(registered, in_flight, 0 if wanted is None else _total(wanted.bets)) - registered


def find_short(seat: Seat, window: WindowId, bets: Bets) -> dict[Spot, int]:
    """The Bets that are still being built from chips, each with the least that could be registered there.

    A Bet that stands as it is registered may be below: others may have left the box (003 §5.2.1).
    """
    total, before = seat.state.view.round_felt.total, _registered(seat.state, window).bets
    found = {}
    for spot, amount in bets.items():
        was = before.get(spot, 0)
        limit = limit_on(seat, window, spot) if amount != was else None
        if limit is not None:
            step = limit.step if amount > was else 1  # who lowers a Bet need not keep to it
            least = -(-max(amount, limit.min) // step) * step
            if amount < least:
                found[spot] = least
    if total is None:
        return found
    going = _total(_without(bets, found, before) if found else bets)
    missing = 0 if going in (0, _total(before)) else total.min - going
    if missing > 0:
        changed = [spot for spot in {**before, **bets} if bets.get(spot, 0) != before.get(spot, 0)]
        found |= {spot: bets.get(spot, 0) + missing for spot in changed}
    return found


def find_low(seat: Seat, window: WindowId) -> dict[Spot, int]:
    """003 §5.2: Bets that stand on a box which others have left below its minimum, each with the least that would do.
    What lies on a box is told a moment after a Bet is registered: a total below the minimum is never one of before.
    """
    if all(it.id != window for it in seat.state.view.windows.values()):
        return {}
    found = {}
    for spot, amount in _registered(seat.state, window).bets.items():
        limit = limit_on(seat, window, spot)
        if limit is not None and amount < limit.min and is_low(seat, spot):
            found[spot] = limit.min
    return found


def ready_part(seat: Seat, window: WindowId) -> Answer:
    """The part of what is wanted that can go: a Bet that is still being built stays as it is registered."""
    answer, stands = layout_in(seat, window), _registered(seat.state, window)
    short = find_short(seat, window, answer.bets)
    if not short:
        return answer
    part = Answer(_without(answer.bets, short, stands.bets), answer.choice)
    # A decision and its Bet are one answer; and no more is sent than is held for it.
    decided = bool(answer.choice) and answer.choice != SQUEEZE
    if decided or _total(part.bets) > max(_total(answer.bets), _total(stands.bets)):
        return stands
    return part


# --- what a tap makes of it ----------------------------------------------------------------------------------------


def change_bets(seat: Seat, now_ms: int, given: BetIntent) -> None:
    """A wish of the Player. What comes of it is sent by the Tick of this batch, if it can go."""
    meant = find_meaning(seat, given)
    if not isinstance(meant, Meant):
        seat.notify(meant)
        return
    for opened, answer in meant.answers:
        no = seat.blocked(now_ms) or find_impossible(seat, opened, answer)
        if no is None:
            _want(seat, opened.id, answer)
        seat.notify(no or meant.why)
    if type(given) is intents.UndoBet and seat.forgotten.notice is None:
        del seat.forgotten.undo[-2:]  # an undo is not undone


def find_meaning(seat: Seat, given: BetIntent) -> Meant | Notice:
    """The whole answer that this intent would make, in each window that it is about."""
    match given:
        case intents.SetLayout():
            return _set(seat, given)
        case intents.PlaceBet():
            return _place(seat, given)
        case intents.TakeBack():
            return _take_back(seat, given)
        case intents.ClearBets():
            return _clear(seat)
        case intents.DoubleBets():
            return _double(seat)
        case intents.RepeatBets(times=times):
            return _again(seat, seat.state.layouts.last_bets, times)
        case intents.PlaceSaved(place=place):
            return _again(seat, saved_bets(seat).get(place, NO_BETS))
        case intents.UndoBet():
            return _undo(seat)


def _place(seat: Seat, given: intents.PlaceBet) -> Meant | Notice:
    """001 §1.15: a chip more, where Bets are open to this terminal."""
    for opened in own_windows(seat.state):
        if given.spot in opened.window.spots:
            before = layout_in(seat, opened.id)
            if not is_amount(given.amount):
                return Notice("bad_stake", f"{given.amount!r} is no amount", spot=given.spot)
            bets = {**before.bets, given.spot: before.bets.get(given.spot, 0) + given.amount}
            return Meant(((opened, Answer(bets, before.choice or _wish(seat, opened))),))
    return Notice("closed", f"{given.spot} is not open to bets", Topic.NO_MORE_BETS, given.spot)


def _take_back(seat: Seat, given: intents.TakeBack) -> Meant | Notice:
    for opened in own_windows(seat.state):
        before = layout_in(seat, opened.id)
        if given.spot in before.bets:
            if not is_amount(given.amount):
                return Notice("bad_stake", f"{given.amount!r} is no amount", spot=given.spot)
            less = {**before.bets, given.spot: before.bets[given.spot] - given.amount}
            bets = {spot: amount for spot, amount in less.items() if amount > 0}
            return Meant(((opened, Answer(bets, before.choice)),))
    return Notice("closed", f"there is no Bet on {given.spot} that could be taken back", Topic.NO_MORE_BETS, given.spot)


def _clear(seat: Seat) -> Meant | Notice:
    found = [(opened, layout_in(seat, opened.id)) for opened in own_windows(seat.state)]
    answers = tuple((opened, Answer({}, before.choice)) for opened, before in found if before.bets)
    return Meant(answers) if answers else Notice("closed", "there is no Bet that could be changed", Topic.NO_MORE_BETS)


def _double(seat: Seat) -> Meant | Notice:
    meant, left_amount = NOTHING_MEANT, spendable(seat)
    for opened in own_windows(seat.state):
        goal = {spot: 2 * amount for spot, amount in layout_in(seat, opened.id).bets.items()}
        more = _as_far_as_it_goes(seat, opened, goal, left_amount - meant.placed)
        meant = Meant(
            (*meant.answers, *more.answers),
            meant.placed + more.placed,
            {**meant.left, **more.left},
            meant.why or more.why,
        )
    return _or_why(meant, Notice("closed", "there is no Bet that could be changed", Topic.NO_MORE_BETS))


def squeezes(seat: Seat) -> bool:
    """This Player wants to turn his cards himself; whoever comes next is asked anew."""
    return seat.forgotten.squeeze == seat.state.own_rounds.sitting != 0


def _wish(seat: Seat, opened: OpenWindow) -> str:
    return SQUEEZE if squeezes(seat) and SQUEEZE in opened.window.choices else ""


def wish_squeeze(seat: Seat, now_ms: int, given: intents.WishSqueeze) -> None:
    """Said with his Bets, now and in the Rounds to come; with none, it goes with the first. Not persisted."""
    seat.forgotten.squeeze = seat.state.own_rounds.sitting if given.wanted else 0
    for opened in own_windows(seat.state):
        before = layout_in(seat, opened.id)
        if SQUEEZE in opened.window.choices and (before.bets or before.choice):
            answer = Answer(before.bets, _wish(seat, opened))
            no = seat.blocked(now_ms) or find_impossible(seat, opened, answer)
            if no is None:
                _want(seat, opened.id, answer)
                seat.forgotten.undo.pop()  # no Bet that could be undone
            seat.notify(no)


def save_bets(seat: Seat, _now_ms: int, given: intents.SaveBets) -> None:
    """Not persisted, and the sitting's own: whoever comes next finds none."""
    if 0 <= given.place < intents.SAVED_MAX:
        saved = dict(saved_bets(seat))
        saved.pop(given.place, None)
        bets = {spot: amount for it in own_windows(seat.state) for spot, amount in layout_in(seat, it.id).bets.items()}
        if bets:
            saved[given.place] = bets
        seat.forgotten.saved = (seat.state.own_rounds.sitting, saved)


def saved_bets(seat: Seat) -> Mapping[int, Bets]:
    """By place; none of another sitting's."""
    sitting, saved = seat.forgotten.saved
    return saved if sitting == seat.state.own_rounds.sitting else {}


def _again(seat: Seat, bets: Bets, times: int = 1) -> Meant | Notice:
    """These Bets, as far as they belong to a window that is open."""
    for opened in own_windows(seat.state):
        goal = {spot: times * amount for spot, amount in bets.items() if spot in opened.window.spots}
        if goal:
            meant = _as_far_as_it_goes(seat, opened, goal, spendable(seat))
            return _or_why(meant, Notice("closed", "these Bets lie there already", Topic.NO_MORE_BETS))
    return Notice("closed", "there are no Bets to repeat here", Topic.NO_MORE_BETS)


def _as_far_as_it_goes(seat: Seat, opened: OpenWindow, goal: Bets, left_amount: int) -> Meant:
    """Up to this much on each Spot, on top of what lies there: each Bet whole, or left out."""
    now = layout_in(seat, opened.id)
    answer, left, why = now, {}, None
    for spot, amount in goal.items():
        more = amount - answer.bets.get(spot, 0)
        if more > 0:
            tried = Answer({**answer.bets, spot: amount}, now.choice or _wish(seat, opened))
            no = _too_much(seat, opened.id, tried.bets) or _too_dear(seat, opened.id, tried, left_amount)
            if no is None:
                answer = tried
            else:
                left[spot], why = more, why or no
    if answer is now:
        return Meant((), 0, left, why)
    return Meant(((opened, answer),), _total(answer.bets) - _total(now.bets), left, why)


def _undo(seat: Seat) -> Meant | Notice:
    undo = seat.forgotten.undo
    for opened in own_windows(seat.state):
        if undo and undo[-1][0] == opened.id:
            before = undo[-1][1]
            if SQUEEZE in opened.window.choices:  # it is about Bets: whether he turns his cards he says apart
                before = Answer(before.bets, layout_in(seat, opened.id).choice)
            return Meant(((opened, before),))
    return Notice("closed", "there is nothing to undo", Topic.NO_MORE_BETS)


def _set(seat: Seat, given: intents.SetLayout) -> Meant | Notice:
    for opened in own_windows(seat.state):
        if given.window_name in ("", opened.window.name):
            return Meant(((opened, Answer(given.bets, given.choice)),))
    return Notice("closed", f"no window {given.window_name} is open to this terminal", Topic.NO_MORE_BETS)


def find_impossible(seat: Seat, opened: OpenWindow, answer: Answer) -> Notice | None:
    """What would not even be a request, what the limits forbid, what this terminal could not check or pay for."""
    view = seat.state.view
    if not has_rule_book(view):
        return Notice("no_rule_book", f"this terminal does not know {view.game} {view.rules}")
    if len(answer.bets) > BETS_MAX:
        return Notice("bad_stake", f"more than {BETS_MAX} Bets are too many for one layout")
    for spot, amount in answer.bets.items():
        if spot not in opened.window.spots:
            return Notice("unknown_spot", f"{spot!r} is no place to bet on here", opened.window.paragraph)
        if not is_amount(amount):
            return Notice("bad_stake", f"{spot}: {amount!r} is no amount", opened.window.paragraph, spot)
    if answer.choice and answer.choice not in opened.window.choices:
        return Notice("illegal_decision", f"{answer.choice!r} is not offered here", opened.window.paragraph)
    return _too_much(seat, opened.id, answer.bets) or _too_dear(seat, opened.id, answer, spendable(seat))


def _too_much(seat: Seat, window: WindowId, bets: Bets) -> Notice | None:
    """001 §3.4: the maxima on display. Less than is registered is never too much."""
    felt, before = seat.state.view.round_felt, _registered(seat.state, window).bets
    raised = [(spot, amount) for spot, amount in bets.items() if amount > before.get(spot, 0)]
    for spot, amount in raised:
        limit = limit_on(seat, window, spot)
        most = None if limit is None else most_on(seat.state.view.game, spot, limit.max, bets)
        if most is not None and amount > most:
            return Notice("bad_stake", f"{spot}: {amount} is above the maximum of {most}", Topic.LIMITS, spot, most)
    total = _total(bets)
    if felt.total is not None and felt.total.max is not None and total > max(felt.total.max, _total(before)):
        detail = f"{total} in all is above the table's maximum of {felt.total.max}"
        return Notice("too_much", detail, Topic.LIMITS, limit=felt.total.max)
    return None


def _too_dear(seat: Seat, window: WindowId, answer: Answer, left_amount: int) -> Notice | None:
    if _total(answer.bets) <= left_amount:
        return None  # even if nothing were registered there
    more = _held(seat.state, window, answer) - _held(seat.state, window, seat.forgotten.wanted.get(window))
    if more > 0 and more > left_amount:
        return Notice("credit", f"{more} more is more than the {left_amount} that can be spent")
    return None


def _want(seat: Seat, window: WindowId, answer: Answer) -> None:
    wanted, undo, asked = seat.forgotten.wanted, seat.forgotten.undo, _asked(seat.state, window)
    undo.append((window, wanted.get(window, asked)))
    del undo[:-UNDO_MAX]
    if _same(answer, asked):
        wanted.pop(window, None)
    else:
        wanted[window] = answer


def take_ready(seat: Seat) -> list[tuple[WindowId, Answer]]:
    """Rules 4 to 6: what is wanted and can go, unless a revision is in flight there."""
    wanted, ready = seat.forgotten.wanted, []
    for window, answer in list(wanted.items()):
        if window in seat.state.outbox.layouts:
            continue
        part = ready_part(seat, window)
        if _same(part, answer):
            del wanted[window]
        if not _same(part, _registered(seat.state, window)):
            ready.append((window, part))
    return ready


# --- facts: what the log made of it ----------------------------------------------------------------------------------


def register(seat: Seat, opened_entry: Opened, event: events.LayoutRegistered) -> None:
    """001 §5.2.1: the log alone says that a Bet is registered, also to a terminal that was dark meanwhile."""
    state, layouts = seat.state, seat.state.layouts
    layouts.registered[event.id] = event.answer
    layouts.receipts[event.id] = opened_entry.seq
    for name, opened in state.view.windows.items():
        if opened.id == event.id:
            layouts.names[event.id] = name
    state.outbox.answered_up_to(event.id, event.revision)
    if event.answer.entered_by:  # 003 §5.18: what he was about to change himself is what he has asked staff to do
        seat.forgotten.wanted.pop(event.id, None)
        seat.forgotten.undo = [change for change in seat.forgotten.undo if change[0] != event.id]
        seat.notify(Notice("entered", "staff have entered it at the Player's request", Topic.ON_REQUEST))


def refuse(seat: Seat, _opened: Opened, event: events.LayoutRefused) -> None:
    """Rule 2: what is registered stands. What was refused is not asked for again, what is being built stays."""
    state = seat.state
    state.outbox.answered_up_to(event.id, event.revision)
    wanted = seat.forgotten.wanted.get(event.id)
    if wanted is not None and _same(ready_part(seat, event.id), event.answer):
        stands = _registered(state, event.id)
        refused = {*wanted.bets, *stands.bets} - find_short(seat, event.id, wanted.bets).keys()
        seat.forgotten.wanted[event.id] = Answer(_without(wanted.bets, refused, stands.bets), stands.choice)
    seat.notify(notice_of(event.refusal))


def give_back(seat: Seat, _opened: Opened, event: events.LayoutReturned) -> None:
    """001 §1.17: a window is asked again; or, with a paragraph, the House has given the Bets back (§5.12)."""
    layouts = seat.state.layouts
    gone = [window for window, name in layouts.names.items() if name == event.window]
    for window in gone:
        if event.paragraph:
            keep_returned(seat.state.own_rounds, event, layouts.registered[window].bets)
        del layouts.registered[window], layouts.names[window]
        layouts.receipts.pop(window, None)
    if not gone:
        seat.state.own_rounds.half_known = event.round_no  # of before our snapshot
    if event.paragraph and event.amount:
        seat.notify(Notice("given_back", "by a Ruling of the House", event.paragraph))


def close(seat: Seat, _opened: Opened, event: events.WindowClosed) -> None:
    """001 §5.2.2: what is not registered now is returned, sent or not."""
    state, forgotten, window = seat.state, seat.forgotten, event.id
    sent = state.outbox.closed(window)
    wanted = forgotten.wanted.pop(window, None)
    if forgotten.undo:
        forgotten.undo = [change for change in forgotten.undo if change[0] != window]
    asked = wanted or (None if sent is None else Answer(sent.bets, sent.choice))
    stands = _registered(state, window).bets
    more = {} if asked is None else {spot: bet - stands.get(spot, 0) for spot, bet in asked.bets.items()}
    forgotten.returned = {spot: amount for spot, amount in more.items() if amount > 0}
    if forgotten.returned:
        seat.notify(
            Notice("returned", "not registered before the close: these Bets are returned", Topic.NOT_REGISTERED)
        )
    elif asked is not None:
        seat.notify(Notice("closed", "changed too late: what was registered stands", Topic.BETS_STAND))
    seat.join.left_ms = -1


def end_round(state: State) -> None:
    layouts = state.layouts
    if layouts.registered:
        layouts.last_bets = next(iter(layouts.registered.values())).bets or layouts.last_bets
    layouts.registered, layouts.names, layouts.receipts = {}, {}, {}


def restore(state: State, own: Iterable[OwnLayout]) -> None:
    """As a snapshot has them."""
    for layout in own:
        state.outbox.answered_up_to(layout.id, layout.revision)
        state.layouts.registered[layout.id] = layout.registered
        state.layouts.receipts[layout.id] = layout.seq
        state.layouts.names[layout.id] = layout.name


# --- small words -----------------------------------------------------------------------------------------------------


def _total(bets: Bets) -> int:
    return sum(bets.values())


def _without(bets: Bets, those: Collection[Spot], before: Bets) -> Bets:
    """These Bets, but on those Spots what was there before."""
    found = {spot: (before if spot in those else bets).get(spot, 0) for spot in {**bets, **before}}
    return {spot: amount for spot, amount in found.items() if amount}


def _or_why(meant: Meant, nothing: Notice) -> Meant | Notice:
    return meant if meant.answers else meant.why or nothing


def _same(one: Answer, other: Answer) -> bool:
    return one.choice == other.choice and one.bets == other.bets
