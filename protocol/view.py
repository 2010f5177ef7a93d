"""What anyone may see of the table: phase, Round, cards, limits, shoe. A fold of the log's public entries.

Console, terminals, panels and displays all keep this same picture (M9). It knows windows, hands and acts, and no
game: whoever wants verdicts folds `acts` with the rule book that `game` and `rules` name.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from games.cards import Card
from games.money import InvariantBroken, check
from games.round import Act, CardDrawn, Covered, Felt, HandId, Handled, Peeked, Reconstructed, Voided, Window, with_coin
from games.settlement import corrected_acts, with_beside, without
from protocol import events
from protocol.halts import Halt
from protocol.messages import WindowId
from protocol.shoe_view import Hands as Hands
from protocol.shoe_view import ShoeView as ShoeView
from protocol.shuffle_view import ShuffleView

PAST_MAX: Final = 120  # Rounds kept for the roads: a shoe of eight decks has fewer


class Phase(StrEnum):
    CLOSED = "closed"
    READY = "ready"
    BETTING = "betting"
    DEALING = "dealing"
    RESULT = "result"


IN_ROUND: Final = frozenset({Phase.BETTING, Phase.DEALING, Phase.RESULT})


class OpenWindow(Struct, frozen=True, gc=False):
    id: WindowId
    window: Window
    left_ms: int


class PastRound(Struct, frozen=True, gc=False):
    """A Round of this shoe that is over, for the roads and for recall."""

    round_no: int
    hands: Hands
    void: bool


class TableView(Struct):
    """Everything here is plain data: the picture itself is what a snapshot carries."""

    phase: Phase = Phase.CLOSED
    halts: dict[Halt, events.Halted] = {}  # by reason
    game: str = ""
    rules: str = ""
    house: Mapping[str, bool] = {}
    felt: Felt = Felt()
    countdown_ms: int = 0
    times: Mapping[str, int] = {}  # ms, of kinds of windows that have a time of their own
    placard: events.Placard = events.Placard()
    day: str = ""  # the gaming day that runs (`protocol/day.py`); it never goes back
    due_day: str = ""  # the last one that is over and not closed; "": none
    due_since: str = ""  # and the first of them, where several were missed
    closed_day: str = ""  # the last that was closed
    doubted_day: str = ""  # what the clock says, and nobody has confirmed
    console_boot: int = 0
    round_no: int = 0
    without_bets: bool = False  # nobody was to bet on this Round (001 §5.12)
    window_n: int = 0  # windows opened in this Round
    windows: dict[str, OpenWindow] = {}  # by name
    round_felt: Felt = Felt()  # as it was when the Round began
    acts: list[Act | None] = []  # of this Round; None: a card that lies face down, and whose face somebody knows
    draws: list[int] = []  # where in `acts` the cards are
    draw_hands: list[HandId] = []  # and in which Hand each was dealt; "" if in none
    earlier: list[int] = []  # draws that lie face down and are of a set before the one in the shoe: never of its count
    hands: dict[HandId, tuple[Card | None, ...]] = {}
    surplus: int = 0  # cards beside the Hands that wait for a Ruling (001 §5.4), face down: `aside.py` has their faces
    beside: list[int] = []  # for each that came in this Round, and that nobody has seen: how many acts came before it
    kept: int = 0  # the first cards of the next Round
    carried: int = 0  # of those, what this Round has still to deal
    due: HandId = HandId("")
    undo: int = 0  # the number (or -1) of the last card, if it was dealt by hand and can be taken back; 0: none can
    certified: bool = False
    void: str = ""  # the paragraph that voided this Round
    established: bool = False  # as the console said when the Round was last interrupted (001 §5.1.1)
    corrected: bool = False  # after it was settled, this Round was found to have other cards, or no result (001 §5.6)
    past: list[PastRound] = []
    shoes: int = 0  # that were loaded since a gaming day was closed
    shoe: ShoeView = field(default_factory=ShoeView)
    shuffle: ShuffleView = field(default_factory=ShuffleView)  # of a table where nobody deals
    closing: bool = False  # after this Round, because staff have said so

    def apply(self, event: events.Event) -> None:
        change = _CHANGES.get(type(event))
        if change is not None:
            change(self, event)

    @property
    def in_round(self) -> bool:
        return self.phase in IN_ROUND

    @property
    def on_felt(self) -> int:
        """Cards of this Round that lie there: in a Hand, or beside."""
        return len(self.draws) + len(self.beside)

    @property
    def cards_left(self) -> int:
        """In the shoe: a card that lies face down has left it, though it is counted when its face is known."""
        draws = enumerate(self.draws) if self.in_round else ()
        down = [draw for draw, at in draws if not isinstance(self.acts[at], CardDrawn) and draw not in self.earlier]
        return max(0, self.shoe.left - len(down))

    def sits_at(self, terminal: str) -> int:
        """The box at which this terminal's Player sits, from the next Round on; 0: at none."""
        return next((box for box, who in self.felt.seats.items() if who == terminal), 0)

    def window_ms(self, window: Window) -> int:
        """How long a window of this kind is open."""
        return self.times.get(window.kind or window.name, self.countdown_ms)

    @property
    def shoe_ends(self) -> str:
        """The cut card has come, and the last Round is "next", "now" or "over"; "": it has not come."""
        left = self.shoe.rounds_left
        if left is None:
            return ""
        return "now" if self.in_round else "next" if left else "over"

    @property
    def halted(self) -> bool:
        return bool(self.halts)


def cards_digest(view: TableView) -> bytes:
    """Of the cards as they are shown: what the Dealer certifies is what was on his screen."""
    hands = "; ".join(
        f"{hand}: {' '.join('??' if card is None else card.text for card in cards)}"
        for hand, cards in sorted(view.hands.items())
    )
    return sha256(f"{view.round_no}: {hands}; surplus: {view.surplus}; {view.void}".encode()).digest()


# --- one function for each fact that changes the picture ------------------------------------------------


def _started(view: TableView, event: events.ConsoleStarted) -> None:
    view.console_boot = event.boot


def _currency(view: TableView, event: events.CurrencyBound) -> None:
    view.placard = events.Placard(
        currency=event.currency.code, exponent=event.currency.exponent
    )  # the rest comes with the opening


def _opened(view: TableView, event: events.TableOpened) -> None:
    view.phase = Phase.READY
    view.game, view.rules, view.house = event.game, event.rules, event.house
    view.felt, view.countdown_ms, view.placard = event.felt, event.countdown_ms, event.placard
    view.times = event.times


def _limits(view: TableView, event: events.LimitsSet) -> None:
    view.felt = replace(event.felt, seats=view.felt.seats, plays=view.felt.plays)  # who sits where is no limit


def _seated(view: TableView, event: events.Seated) -> None:
    seats = {box: who for box, who in view.felt.seats.items() if who != event.terminal}
    view.felt = replace(view.felt, seats={**seats, event.box: event.terminal} if event.box else seats)


def _coin_chosen(view: TableView, event: events.CoinChosen) -> None:
    """From the next Round on; and in this one, as long as nobody's Bets are closed."""
    view.felt = with_coin(view.felt, event.terminal, event.coin)
    if view.in_round and not view.acts:
        view.round_felt = with_coin(view.round_felt, event.terminal, event.coin)


def _closed(view: TableView, _event: events.TableClosed) -> None:
    view.phase, view.closing = Phase.CLOSED, False


def _day_began(view: TableView, event: events.DayBegan) -> None:
    """Days on which no console ran never began, and need no closing."""
    if view.day:
        view.due_day, view.due_since = view.day, view.due_since or view.day
    view.day, view.doubted_day = event.day, ""


def _day_doubted(view: TableView, event: events.DayDoubted) -> None:
    view.doubted_day = event.day


def _day_closed(view: TableView, event: events.DayClosed) -> None:
    view.closed_day, view.due_day, view.due_since = event.day, "", ""
    view.shoes = 1 if view.shoe.decks else 0  # the set that is in the shoe is the first of the next day


def _halted(view: TableView, event: events.Halted) -> None:
    view.halts[event.reason] = event


def _resumed(view: TableView, event: events.Resumed) -> None:
    view.halts.pop(event.reason, None)


def _interrupted(view: TableView, event: events.Interrupted) -> None:
    detail = "an outcome is established" if event.established else "no outcome is established"
    view.halts[Halt.INTERRUPTED] = events.Halted(Halt.INTERRUPTED, detail)
    view.established = event.established


def _answered(view: TableView, _event: events.InterruptionAnswered) -> None:
    view.halts.pop(Halt.INTERRUPTED, None)


def _shoe_loaded(view: TableView, event: events.ShoeLoaded) -> None:
    missing = view.shoe.pending if event.mid_round else []  # of the Round in play, whatever is in the shoe now
    before, last = view.shoe, event.next_seq - 1
    view.shoe = ShoeView(event.decks, view.round_no + 1, event.burn, last_seq=last, lost=before.lost, pending=missing)
    view.shoe.serial = before.serial if last == before.last_seq else ""  # another counter is another device
    view.shoe.by_hand, view.undo = event.by_hand, 0
    view.earlier = [draw for draw, at in enumerate(view.draws) if view.acts[at] is None]
    view.shoes += 1
    if not event.mid_round:
        view.past = []
        view.kept = view.surplus = 0


def _burnt(view: TableView, event: events.CardBurnt) -> None:
    view.undo = 0
    shoe = view.shoe
    shoe.last_seq = event.shoe_seq
    shoe.burning = max(0, shoe.burning - 1)
    shoe.burnt += 1
    if shoe.decks:  # else no set is in play: on record, and of no account
        shoe.count(event.card)


def _live(view: TableView, _event: events.ShoeLive) -> None:
    view.shoe.live = True


def _cut(view: TableView, event: events.CutCardSeen) -> None:
    view.undo = 0
    view.shoe.rounds_left = 0 if view.in_round else 1
    view.shoe.last_seq = max(view.shoe.last_seq, event.shoe_seq)


def _emptied(view: TableView, event: events.ShoeEmptied) -> None:
    view.undo = 0
    view.shoe.last_seq = max(view.shoe.last_seq, event.shoe_seq)


def _shoe_ended(view: TableView, _event: events.ShoeEnded) -> None:
    before = view.shoe
    view.shoe = ShoeView(0, view.round_no + 1, lost=before.lost, serial=before.serial, last_seq=before.last_seq)
    view.kept = view.surplus = 0


def _withdrawn(view: TableView, event: events.SetWithdrawn) -> None:
    view.shoe.withdrawn = event.paragraph


def _shoe_lost(view: TableView, _event: events.ShoeLost) -> None:
    view.shoe.lost = True


def _set_aside(view: TableView, _event: events.ShoeSetAside) -> None:
    view.shoe.by_hand = True


def _shoe_back(view: TableView, event: events.ShoeBack) -> None:
    view.shoe.lost, view.shoe.serial = False, event.serial


def _window_opened(view: TableView, event: events.WindowOpened) -> None:
    if event.id.round_no != view.round_no:
        view.round_no = event.id.round_no
        view.window_n = 0
        view.round_felt = view.felt
        view.acts, view.draws, view.draw_hands, view.earlier = [], [], [], []
        view.hands, view.surplus, view.beside, view.due = {}, 0, [], HandId("")
        view.certified, view.void, view.corrected, view.without_bets = False, "", False, False
        view.carried, view.kept = view.kept, 0
        if view.shoe.rounds_left:
            view.shoe.rounds_left -= 1
    view.window_n, view.undo = event.id.n, 0
    view.windows[event.window.name] = OpenWindow(event.id, event.window, event.left_ms)
    view.phase = Phase.BETTING


def _window_closed(view: TableView, event: events.WindowClosed) -> None:
    gone = view.windows.pop(event.name, None)
    if gone is None or gone.id != event.id:
        raise InvariantBroken(f"{event.id} closes, but is not open (M7)")
    if event.act is not None:
        view.acts.append(event.act)
    view.due = event.due
    view.shuffle.bets_closed(event.id.round_no)
    view.without_bets = view.without_bets or event.by == "no_bets"
    _phase_of_round(view)


def _phase_of_round(view: TableView) -> None:
    view.phase = Phase.BETTING if view.windows else Phase.DEALING if view.due else Phase.RESULT


def _dealt(view: TableView, event: events.CardDealt) -> None:
    if view.windows:
        raise InvariantBroken(f"{event.hand} is dealt a card while bets are open (M7)")
    shoe, shoe_seq, hand, card = view.shoe, event.shoe_seq, event.hand, event.card
    # What a device has told of is a fact, and so is a card that waited for its face: others may have followed it.
    tapped = shoe_seq < 0 or (shoe_seq > shoe.last_seq and not (shoe.serial or shoe.lost))
    if shoe_seq > shoe.last_seq:
        shoe.last_seq = shoe_seq
    if shoe_seq == 0:
        lying = view.carried + view.kept + len(view.beside)
        of_this_set = shoe.beside >= lying  # else it, the oldest, is of the set before
        view.carried -= 1
        if of_this_set:
            shoe.beside -= 1
            if card is not None:
                shoe.count(card)
        elif card is None:
            view.earlier.append(len(view.draws))
    else:
        if shoe_seq < 0:
            shoe.entered.append(card)
        if shoe.pending:
            _leave_pending(shoe, shoe_seq)
        if card is not None:
            shoe.count(card)
    view.draws.append(len(view.acts))
    view.draw_hands.append(hand)
    view.acts.append(CardDrawn(card) if card is not None else Covered() if view.placard.automatic else None)
    view.hands[hand] = (*view.hands.get(hand, ()), card)
    view.due = event.due
    view.phase = Phase.DEALING if event.due else Phase.RESULT
    view.undo = shoe_seq if tapped and shoe.by_hand and card is not None else 0


def _taken_back(view: TableView, event: events.CardTakenBack) -> None:
    shoe = view.shoe
    if view.undo < 0:
        shoe.entered.pop()
    else:
        shoe.last_seq -= 1
    shoe.uncount(event.card)
    del view.acts[view.draws.pop() :]
    view.draw_hands.pop()
    view.hands[event.hand] = view.hands[event.hand][:-1]
    view.due, view.undo = event.due, 0
    _phase_of_round(view)


def _leave_pending(shoe: ShoeView, shoe_seq: int) -> None:
    shoe.pending = [seq for seq in shoe.pending if seq != shoe_seq]


def _revealed(view: TableView, event: events.CardRevealed) -> None:
    draw, card, hand = event.draw, event.card, view.draw_hands[event.draw]
    if draw in view.earlier:
        view.earlier.remove(draw)
    else:
        view.shoe.count(card)
    # Of the cards of this Hand that lie face down, it is the one after those that were drawn before it.
    earlier = zip(view.draw_hands[:draw], view.draws, strict=False)
    before = sum(1 for its_hand, at in earlier if its_hand == hand and not isinstance(view.acts[at], CardDrawn))
    view.acts[view.draws[draw]] = CardDrawn(card)
    cards = list(view.hands.get(hand, ()))
    face_down = [place for place, shown in enumerate(cards) if shown is None]
    if before < len(face_down):
        cards[face_down[before]] = card
        view.hands[hand] = tuple(cards)
    if event.due is not None:
        view.due = event.due
        _phase_of_round(view)


def _peeked(view: TableView, event: events.CardPeeked) -> None:
    view.acts.append(Peeked())
    view.due = event.due
    _phase_of_round(view)


def _committed(view: TableView, event: events.ShuffleCommitted) -> None:
    """004 §2.1.b: a whole set for each Round."""
    view.shuffle.committed(event)
    view.shoe = ShoeView(event.decks, event.round_no, live=True)


def _closing(view: TableView, _event: events.ClosingCalled) -> None:
    view.closing = True


def _handled(view: TableView, event: events.HandHandled) -> None:
    view.acts.append(Handled(event.terminal, event.box))
    view.undo = 0


def _laid(view: TableView, event: events.HandsLaid) -> None:
    view.hands = dict(event.hands)


def _surplus(view: TableView, event: events.SurplusDrawn) -> None:
    """It is no act of the Round before a Ruling makes it one, and then it is one in this place."""
    _idle(view, event)
    view.beside.append(len(view.acts))


def _idle(view: TableView, event: events.SurplusDrawn | events.CardIdle) -> None:
    shoe = view.shoe
    shoe.last_seq = max(shoe.last_seq, event.shoe_seq)
    _leave_pending(shoe, event.shoe_seq)
    shoe.beside += 1
    view.undo = 0
    view.surplus += 1


def _unread(view: TableView, event: events.CardUnread) -> None:
    view.undo = 0
    view.shoe.last_seq = event.shoe_seq
    view.shoe.pending.append(event.shoe_seq)


def _waiting(view: TableView, event: events.CardWaiting) -> None:
    view.undo = 0
    shoe = view.shoe
    if event.shoe_seq > shoe.last_seq:  # else it was not read at first, and has been read since
        shoe.last_seq = event.shoe_seq
        shoe.pending.append(event.shoe_seq)


def _matched(view: TableView, event: events.CardMatched) -> None:
    view.undo = 0
    view.shoe.last_seq = max(view.shoe.last_seq, event.shoe_seq)
    del view.shoe.entered[0]


def _kept(view: TableView, event: events.SurplusKept) -> None:
    view.kept += event.cards
    view.surplus, view.beside = 0, []
    if not event.seen:
        return
    view.acts = without(view.acts, event.seen)
    view.draws = [place for place, act in enumerate(view.acts) if act is None or isinstance(act, CardDrawn)]
    view.draw_hands = [HandId("")] * len(view.draws)
    for card in event.seen if event.round_no >= view.shoe.first_round else ():
        view.shoe.uncount(card)
        view.shoe.beside += 1


def _ruled(view: TableView, event: events.RulingMade) -> None:
    view.undo = 0
    _count_turned(view, event)
    _turn(view, event)
    view.acts.append(event.act)
    if isinstance(event.act, Reconstructed):  # begins anew: what is left over has come after it
        view.beside = [len(view.acts)] * (len(view.beside) + len(event.covered))
    view.draws = [place for place, act in enumerate(view.acts) if act is None or isinstance(act, CardDrawn | Covered)]
    if event.turned or event.covered or isinstance(event.act, Reconstructed):
        view.draw_hands = [HandId("")] * len(view.draws)  # the order decides now, and none lies face down any more
        view.earlier = []
    view.hands, view.surplus, view.due = dict(event.hands), event.surplus, event.due
    if isinstance(event.act, Voided):
        view.void = event.act.paragraph
    _phase_of_round(view)


def _turn(view: TableView, event: events.RulingMade) -> None:
    """What lay beside the Hands is an act where it came; the others lie there still, behind one act more."""
    which, places = event.which, view.beside
    turned = event.turned[: len(which)]
    view.acts = without(with_beside(view.acts, [places[at] for at in which], turned), event.covered)
    view.beside = [
        place + sum(1 for at in which if at < other) for other, place in enumerate(places) if other not in which
    ]


def _count_turned(view: TableView, event: events.RulingMade) -> None:
    """The faces that everybody knows are counted, the others only in all. READINGS, 001: the cards of a Void Round are
    out of play, read or not.
    """
    shoe, which = view.shoe, event.which
    turned, read = event.turned[: len(which)], event.turned[len(which) :]
    for card in event.covered if event.round_no >= shoe.first_round else ():
        shoe.uncount(card)
        shoe.beside += 1
    if isinstance(event.act, Voided):
        shoe.unread += len(shoe.pending) - len(read)
        shoe.pending = []
        for card in read:
            shoe.count(card)
    of_this_set = turned[len(turned) - min(len(turned), shoe.beside) :]
    for card in of_this_set:
        shoe.beside -= 1
        shoe.count(card)


def _cards_corrected(view: TableView, event: events.CardsCorrected) -> None:
    if event.round_no >= view.shoe.first_round:  # else some of its cards are of the set before
        for draw in view.draws:
            act = view.acts[draw]
            if isinstance(act, CardDrawn):
                view.shoe.uncount(act.card)
        for card in event.cards:
            view.shoe.count(card)
        view.shoe.beside += len(event.beside) - len(view.beside)
    view.acts = list(corrected_acts(view.acts, event.cards))
    view.draws = [place for place, act in enumerate(view.acts) if isinstance(act, CardDrawn)]
    view.undo = 0
    view.draw_hands, view.earlier = [HandId("")] * len(view.draws), []  # none lies face down any more
    view.hands, view.surplus, view.due = dict(event.hands), event.surplus, event.due
    view.beside = list(event.beside)
    _phase_of_round(view)


def _certified(view: TableView, _event: events.Certified) -> None:
    view.certified = True


def _ended(view: TableView, event: events.RoundEnded) -> None:
    check(not view.windows, f"round {event.round_no} ends with a window open (M7)")
    view.phase, view.due, view.surplus, view.beside, view.undo = Phase.READY, HandId(""), 0, [], 0
    view.kept, view.carried = view.carried + view.kept, 0
    view.past.append(PastRound(event.round_no, dict(view.hands), event.void))
    if len(view.past) > PAST_MAX:
        del view.past[0]


def _corrected(view: TableView, event: events.RoundCorrected) -> None:
    for place, past in enumerate(view.past):
        if past.round_no == event.round_no:
            if past.round_no >= view.shoe.first_round and not event.void:
                view.shoe.recount(past.hands, event.hands)
            view.past[place] = PastRound(past.round_no, event.hands, bool(event.void))
    if event.round_no == view.round_no:  # it still lies on the felt
        view.hands, view.void, view.corrected = dict(event.hands), event.void, True


_CHANGES: Final[Mapping[type, Callable[[TableView, Any], None]]] = {
    events.ConsoleStarted: _started,
    events.CurrencyBound: _currency,
    events.TableOpened: _opened,
    events.LimitsSet: _limits,
    events.Seated: _seated,
    events.CoinChosen: _coin_chosen,
    events.HandHandled: _handled,
    events.TableClosed: _closed,
    events.DayBegan: _day_began,
    events.DayDoubted: _day_doubted,
    events.DayClosed: _day_closed,
    events.Halted: _halted,
    events.Resumed: _resumed,
    events.Interrupted: _interrupted,
    events.InterruptionAnswered: _answered,
    events.ShoeLoaded: _shoe_loaded,
    events.CardBurnt: _burnt,
    events.ShoeLive: _live,
    events.CutCardSeen: _cut,
    events.ShoeEmptied: _emptied,
    events.ShoeEnded: _shoe_ended,
    events.SetWithdrawn: _withdrawn,
    events.ShoeLost: _shoe_lost,
    events.ShoeSetAside: _set_aside,
    events.CardTakenBack: _taken_back,
    events.ShoeBack: _shoe_back,
    events.WindowOpened: _window_opened,
    events.WindowClosed: _window_closed,
    events.CardDealt: _dealt,
    events.CardRevealed: _revealed,
    events.CardPeeked: _peeked,
    events.ShuffleCommitted: _committed,
    events.NonceCommitted: lambda view, event: view.shuffle.nonce_committed(event),
    events.NonceOpened: lambda view, event: view.shuffle.nonce_opened(event),
    events.ShuffleMixed: lambda view, event: view.shuffle.mixed(event),
    events.ShuffleOpened: lambda view, event: view.shuffle.was_opened(event),
    events.ShuffleLost: lambda view, _event: view.shuffle.was_lost(),
    events.ClosingCalled: _closing,
    events.HandsLaid: _laid,
    events.SurplusDrawn: _surplus,
    events.CardUnread: _unread,
    events.CardWaiting: _waiting,
    events.CardMatched: _matched,
    events.CardIdle: _idle,
    events.SurplusKept: _kept,
    events.RulingMade: _ruled,
    events.CardsCorrected: _cards_corrected,
    events.Certified: _certified,
    events.RoundEnded: _ended,
    events.RoundCorrected: _corrected,
}
