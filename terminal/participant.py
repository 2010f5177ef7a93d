"""Who plays here, where participants sign on with number and PIN (004): his try, his sign-off, his coin, his break.

Nothing of it is kept: the log says who is here, and what he has. The lock is local and lasting: from the tap on nothing
of his is shown, with or without a link, and SignOff is said until the log says that nobody is here. So is it by a
process that was started anew: whoever was here gives his PIN again. A PIN leaves this room towards the console alone.
"""

from collections.abc import Iterator

from msgspec import Struct

from protocol import events
from protocol import messages as m
from protocol.liveness import Backoff
from protocol.messages import Standing
from protocol.people import PIN_MAX, PIN_MIN
from terminal import intents
from terminal.intents import Notice
from terminal.own_rounds import leave, sit_down
from terminal.records import Opened
from terminal.state import Seat, Try


class ParticipantShown(Struct, frozen=True, gc=False):
    """For the screen, where participants play."""

    number: str  # "": the sign-on page is all there is to see
    name: str
    coin: str  # that he plays with
    coins: tuple[tuple[str, int], ...]  # what he has of each, that which lies on the felt besides
    trying: bool  # his PIN is being looked at
    standing: str  # what became of the last try: a `Standing`; ""
    wait_ms: int
    leaving: bool  # he has signed off, and waits for the end of the Round, or for the link
    choosing: str  # the coin that he has asked for, and that is not his yet
    excluding: int  # the gaming days of his wish to stay away; 0: he has none under way


# --- intents -------------------------------------------------------------------------------------------------------


def sign_on(seat: Seat, now_ms: int, given: intents.SignOnHere) -> None:
    whole = given.number.isdecimal() and given.pin.isdecimal() and PIN_MIN <= len(given.pin) <= PIN_MAX
    no = seat.blocked(now_ms, signing_on=True)
    if no is None and not (whole and len(given.id) == 8 and 3 <= len(given.number) <= 8):
        no = Notice("bad_number", "a number has 3 to 8 digits, a PIN 6 to 12")
    seat.notify(no)
    if no is None and seat.forgotten.trying is None:
        seat.forgotten.trying = Try(given.id, given.number, given.pin, Backoff(now_ms))
        seat.forgotten.tried = None
        here = "" if seat.state.here is None else seat.state.here.number
        opens_for = seat.forgotten.unlocked_by if seat.forgotten.unlocked else ""  # whom the log may yet bring
        if {here, opens_for} - {"", given.number}:
            _lock(seat)  # from now on a Bet here might be another's


def sign_off(seat: Seat, _now_ms: int, _given: intents.SignOffHere) -> None:
    """At once, whatever the link: from now on nobody sees what he has."""
    seat.forgotten.trying = seat.forgotten.tried = None
    _lock(seat)


def _lock(seat: Seat) -> None:
    seat.forgotten.unlocked, seat.forgotten.coin_wish = False, ""
    seat.forgotten.wanted, seat.forgotten.undo, seat.forgotten.seat = {}, [], None


def choose_coin(seat: Seat, now_ms: int, given: intents.ChooseCoin) -> None:
    view = seat.state.view
    no = seat.blocked(now_ms)
    if no is None and given.coin not in view.placard.coins:
        no = Notice("no_coin", "this coin is not played with here")
    elif no is None and (seat.stake or seat.state.outbox.layouts):
        no = Notice("stake_in_play", "a Bet is in play: choose the coin when the Round is over")
    seat.notify(no)
    if no is None:
        seat.forgotten.wanted, seat.forgotten.undo = {}, []
        seat.forgotten.coin_wish = given.coin


def exclude(seat: Seat, _now_ms: int, given: intents.ExcludeMyself) -> None:
    """004 §3: at any time, so nothing is in its way. For himself: not where his screen is locked."""
    if seat.is_open and seat.state.here is not None and 1 <= given.days <= m.EXCLUSION_MAX:
        seat.forgotten.exclusion = (seat.state.here.number, given.days)


# --- what is to be said --------------------------------------------------------------------------------------------


def _wish(seat: Seat) -> m.ChooseCoin | m.ExcludeMe | m.SignOff | None:
    state, forgotten = seat.state, seat.forgotten
    here = state.here
    if here is None:
        return None
    if forgotten.exclusion is not None and forgotten.exclusion[0] == here.number:
        return m.ExcludeMe(state.boot, state.run, *forgotten.exclusion)
    if not forgotten.unlocked:
        return None if forgotten.trying is not None else m.SignOff(state.boot, state.run, state.run[:8].ljust(8, b"0"))
    if forgotten.coin_wish and forgotten.coin_wish != state.view.felt.plays.get(state.terminal):
        return m.ChooseCoin(state.boot, state.run, forgotten.coin_wish)
    return None


def speak(seat: Seat, now_ms: int) -> Iterator[m.Request]:
    state, forgotten = seat.state, seat.forgotten
    trying = forgotten.trying
    if trying is not None and now_ms >= trying.again.due_ms:
        trying.again.sent(now_ms)
        yield m.SignOn(state.boot, state.run, trying.id, trying.pin, trying.number)
    wanted = _wish(seat)
    if wanted is None:
        forgotten.saying = None
        return
    if forgotten.saying is None or forgotten.saying[0] != wanted:
        forgotten.saying = (wanted, Backoff(now_ms))
    if now_ms >= forgotten.saying[1].due_ms:
        forgotten.saying[1].sent(now_ms)
        yield wanted


def wakes_ms(seat: Seat) -> list[int]:
    forgotten = seat.forgotten
    found = [] if forgotten.trying is None else [forgotten.trying.again.due_ms]
    return found if forgotten.saying is None else [*found, forgotten.saying[1].due_ms]


def hear_answer(seat: Seat, answer: m.SignOnAnswer) -> None:
    """What became of the try; of a SignOff the log tells."""
    trying = seat.forgotten.trying
    if trying is None or trying.id != answer.id:
        return
    seat.forgotten.trying, seat.forgotten.tried = None, answer
    seat.forgotten.unlocked = answer.standing == Standing.RIGHT
    if seat.forgotten.unlocked:
        seat.forgotten.unlocked_by = trying.number


# --- facts of the log ------------------------------------------------------------------------------------------------


def see_here(seat: Seat, _opened: Opened, event: events.ParticipantHere) -> None:
    before, seat.state.here = seat.state.here, event if event.number else None
    if not event.number:
        if before is None or before.number == seat.forgotten.unlocked_by:  # else the log comes after the answer
            _lock(seat)
        seat.forgotten.exclusion = seat.forgotten.saying = None


def draw_purse(seat: Seat, _opened: Opened, event: events.PurseDrawn) -> None:
    sit_down(seat.state.own_rounds, event.sitting)


def return_purse(seat: Seat, _opened: Opened, _event: events.PurseReturned) -> None:
    """Whoever comes next is shown nothing of it."""
    leave(seat.state.own_rounds)
    seat.state.layouts.last_bets = {}
    seat.state.outbox.left()
    seat.forgotten.wanted, seat.forgotten.undo = {}, []  # what waited would go next: that he has left comes after this


def show_participant(seat: Seat) -> ParticipantShown | None:
    """None: nobody signs on here."""
    state, forgotten = seat.state, seat.forgotten
    if not state.view.placard.coins:
        return None
    tried, here = forgotten.tried, state.here if seat.is_open else None
    coin = state.view.felt.plays.get(state.terminal, "")
    purses = {} if here is None else here.purses
    coins = {it: purses.get(it, 0) + (seat.credit if it == coin else 0) for it in state.view.placard.coins}
    return ParticipantShown(
        number="" if here is None else here.number,
        name="" if here is None else here.name,
        coin=coin if here is not None else "",
        coins=() if here is None else tuple(coins.items()),
        trying=forgotten.trying is not None,
        standing="" if tried is None else tried.standing,
        wait_ms=0 if tried is None else tried.wait_ms,
        leaving=state.here is not None and not forgotten.unlocked and forgotten.trying is None,
        choosing=forgotten.coin_wish if here is not None and forgotten.coin_wish != coin else "",
        excluding=0 if forgotten.exclusion is None else forgotten.exclusion[1],
    )
