"""What goes to the screen: numbers and texts for one picture, read from the session.

Must never know how it is drawn, and decides nothing: whatever is not in `TerminalView` the screen cannot show. Words of
ours (phases, reasons, outcomes) are keys; the screen translates them.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.cards import Card
from games.catalog import find_face
from games.face import Face, Pay, Shown
from games.round import Felt, HandId, PlayerId, Spot, limits_of
from games.settlement import Line
from protocol.box_view import deciding
from protocol.crowd import Side
from protocol.events import Halted, Placard
from protocol.faults import Fault
from protocol.join import Link
from protocol.messages import WindowId
from protocol.view import Phase
from terminal import layouts
from terminal.boxes_screen import BoxesShown, show_boxes
from terminal.fairness import ShuffleShown, show_shuffle
from terminal.intents import DoubleBets, Notice, PlaceSaved, RepeatBets, UndoBet
from terminal.layouts import NO_ANSWER, BetIntent, Meant
from terminal.own_rounds import expected_lines
from terminal.participant import ParticipantShown, show_participant
from terminal.state import ChangedCard, Correction, OwnRounds, Seat

# A ticket of another table is asked for: until the log says what became of it, over any restart.
ASKING: Final = Notice("asking_house", "a ticket of another table is asked for")


class Standing(StrEnum):
    """What is to be said of a Bet."""

    NONE = ""
    WAITS = "waits"  # being built from chips: not yet what could be registered
    PLACING = "placing"
    REMOVING = "removing"
    REGISTERED = "registered"
    RETURNED = "returned"  # not registered before the close


class Attention(StrEnum):
    """What the Player must know before all else: the first of these that holds. Nothing can be done before it is dealt
    with, but the log goes on.
    """

    STOPPED = "stopped"
    DENIED = "denied"
    LATCHED = "latched"
    RECONNECTING = "reconnecting"
    JOINING = "joining"
    DISPUTED = "disputed"
    HALTED = "halted"
    VOID = "void"
    CORRECTED = "corrected"
    NONE = ""  # play goes on


class SpotShown(Struct, frozen=True, gc=False):
    """A chip has three states: wanted (ghost), in flight (not confirmed), registered (solid)."""

    spot: Spot
    wanted: int
    in_flight: int
    registered: int
    asked: int  # in the newest layout, as the Player sees it: his last wish
    standing: Standing
    missing: int = (
        0  # the least that is wanted, of one that waits, or that others have left alone (003 §5.2); 0: nothing
    )
    returned: int = 0  # not registered before the close
    receipt: int = 0  # the entry that registered what stands here; 0: nothing does, or it is not known


class WindowShown(Struct, frozen=True, gc=False):
    """A window that this terminal may answer."""

    name: str
    kind: str
    box: int
    spots: tuple[Spot, ...]
    choices: tuple[str, ...]
    choice: str  # as the Player has it now
    default: str


class HandShown(Struct, frozen=True, gc=False):
    hand: str
    cards: tuple[str, ...]  # "??": a card face down that is not his to turn
    points: int | None = None  # as far as they are known
    called: str = ""  # a word of the game for it


class LineShown(Struct, frozen=True, gc=False):
    spot: str
    staked: int
    returned: int
    outcome: str  # won, lost, returned, surrendered
    odds: str  # "1 to 2"
    paragraph: str

    @property
    def gain(self) -> int:
        return self.returned - self.staked


class RoundShown(Struct, frozen=True, gc=False):
    """A Round that is over."""

    round_no: int
    hands: tuple[HandShown, ...]
    void: str  # the paragraph; "": it has a result
    corrected: bool  # after it was settled
    result: Shown | None
    lines: tuple[LineShown, ...]
    wall_time: str  # of its end, as the log has it; "": not known
    hidden: bool = False  # of before this sitting: whoever sits here now is not told what was bet, nor that nothing was

    @property
    def gain(self) -> int:
        return sum(line.gain for line in self.lines)


class OfferShown(Struct, frozen=True, gc=False):
    """What a button that places many Bets at once would do."""

    amount: int = 0  # beyond what lies there; 0: there is nothing to offer
    left: tuple[tuple[Spot, int], ...] = ()  # what limits or credit do not allow

    @property
    def left_amount(self) -> int:
        return sum(amount for _spot, amount in self.left)


class DisputeShown(Struct, frozen=True, gc=False):
    """Decision 7: what this terminal was paid for a Round, and what it has computed itself."""

    round_no: int
    paid: tuple[LineShown, ...]
    expected: tuple[LineShown, ...]


class TerminalView(Struct, frozen=True, gc=False):
    """Numbers and texts for one picture of the screen."""

    terminal: PlayerId
    link: Link
    why: str  # of stopped and denied, as the record has it
    fault: Fault  # the same as a key
    known: bool  # something of the table's log, or of a snapshot, has been read
    phase: str
    game: str
    felt: Felt  # the limits that hold now
    placard: Placard
    pays: Mapping[str, tuple[Pay, ...]]  # by kind of Spot
    round_no: int
    shoe_no: int  # 1-based, of the gaming day; 0: none
    decks: int  # of the set that is in the shoe; before there is one, as the placard has it
    cards_left: int
    shoe_ends: str  # the cut card has come, and the last Round is "next", "now" or "over"; "": it has not come
    left_ms: int  # of the countdown when the console last said it; -1: none runs
    countdown_ms: int
    halts: tuple[Halted, ...]
    void: str  # the paragraph that voided this Round
    certified: bool
    corrected: bool  # the Round on the felt, after it was settled
    due: str  # the Hand that the next card goes to
    credit: int
    stake: int
    spendable: int
    spots: tuple[SpotShown, ...]
    receipt: int  # the entry that registered what stands on the felt; 0: nothing does
    windows: tuple[WindowShown, ...]
    hands: tuple[HandShown, ...]
    boxes: BoxesShown | None  # of a game that has them
    result: Shown | None  # of the Round on the felt, when it is over
    lines: tuple[LineShown, ...]  # of the last own Round of this sitting
    lines_round: int
    correction: Correction | None  # of a Round of this sitting
    changed: tuple[ChangedCard, ...]  # by that correction; (): it is not known any more
    dispute: DisputeShown | None
    history: tuple[RoundShown, ...]  # the last Rounds, the newest last
    road: tuple[str, ...]  # a word for each Round of this shoe
    numbers: Mapping[str, str]  # what stands on them: for the printer, not for the screen
    good_until: Mapping[str, str]  # the last gaming day of those that expire
    tickets: tuple[tuple[str, int, str], ...]  # name, amount, what the printer did
    notes: int  # in escrow
    held_notes: tuple[bytes, ...]  # their ids: these may be stacked
    booking: int  # notes that are held, or stacked and not yet credit
    unpaid: int  # notes that were stacked and brought no credit: the attendant's
    refused: tuple[bytes, ...]  # ids of the last requests for money that were refused
    disputed: int
    latched: str
    calls: bool  # an attendant is on his way
    notice: Notice | None
    notices: int  # how many there have been
    attention: Attention
    mark: str  # of what he may put away: another text for each such thing
    chips: tuple[int, ...]  # of the placard, those that some Spot can take
    repeat: OfferShown
    repeat_double: OfferShown
    saved: tuple[tuple[int, int, bool], ...]  # by place: what was put by there, and whether it can be placed now
    double: OfferShown
    undo: bool  # there is a change that can be undone
    cash_out: bool  # it may be asked for
    nobody: bool  # whoever sat here last has left with all his money
    asked_amount: int  # what this Player wants on the felt: registered or not
    bet_amount: int  # the same, and what he wants to take back until the console has said so
    registered_amount: int  # of it, what is
    staked_amount: int  # in the last own Round
    back_amount: int  # that it brought back, stakes of winning Bets included
    result_amount: int  # of all settled Rounds of this sitting
    result_rounds: int  # how many they were
    kept_cards: int  # face down: the first of the next Round, or of this one (001 §5.4)
    crowd: tuple[Side, ...]  # how the table bets
    shuffle: ShuffleShown | None  # of a table where nobody deals
    participant: ParticipantShown | None  # where participants sign on

    @property
    def gain(self) -> int:
        """Of the last own Round: what is back without having been staked. A loss is less than 0."""
        return self.back_amount - self.staked_amount

    @property
    def failed_ticket(self) -> bool:
        """The newest ticket was not printed, and nobody else has put money in here since: whoever asks is its owner."""
        failed = bool(self.tickets) and self.tickets[-1][2] == "failed"
        return failed and self.nobody and not (self.credit or self.stake or self.booking)


def show(seat: Seat) -> TerminalView:
    """Where participants play, in the coin of who is here; of nobody, nothing but the table."""
    view = _show(seat)
    if view.participant is None:
        return view
    coin = view.participant.coin
    chips = seat.state.view.placard.chips_of(coin)
    placard = replace(view.placard, currency=coin or view.placard.currency, chips=chips)
    limits = limits_of(view.felt, view.terminal)
    felt = replace(view.felt, limits=limits)
    view = replace(view, placard=placard, felt=felt, chips=_usable_chips(chips, felt))
    return view if seat.is_open else replace(view, **_NOTHING_OF_HIS)


def _show(seat: Seat) -> TerminalView:
    state, forgotten = seat.state, seat.forgotten
    view, own, outbox = state.view, state.own_rounds, state.outbox
    face = find_face(view.game)
    over = view.phase in (Phase.RESULT, Phase.READY) and not view.void
    felt = view.round_felt if view.in_round else view.felt
    spots = _spots_shown(seat)
    last = own.last if own.last is not None and own.last.sitting == own.sitting else None
    lines = () if last is None else _lines(last.paid.values())
    asked_amount = sum(spot.asked for spot in spots)
    spendable, attention = layouts.spendable(seat), _attention(seat)
    return TerminalView(
        terminal=state.terminal,
        link=seat.link,
        why=state.stopped or seat.join.denied,
        fault=seat.fault,
        known=state.seq > 0,
        phase="deciding" if deciding(view) else view.phase.value,
        game=view.game,
        felt=felt,
        placard=view.placard,
        pays=face.pays,
        round_no=view.round_no,
        shoe_no=view.shoes if view.shoe.decks else 0,
        decks=view.shoe.decks or view.placard.decks,
        cards_left=view.cards_left,
        shoe_ends=view.shoe_ends,
        left_ms=seat.join.left_ms,
        countdown_ms=max((it.left_ms for it in view.windows.values()), default=view.countdown_ms),
        halts=tuple(replace(halt, detail="") for halt in view.halts.values()),  # which may name a card face down
        void=view.void,
        certified=view.certified,
        corrected=view.corrected,
        due=view.due,
        credit=seat.credit,
        stake=seat.stake,
        spendable=spendable,
        spots=spots,
        receipt=max(state.layouts.receipts.values(), default=0),
        windows=tuple(
            WindowShown(
                *(opened.window.name, opened.window.kind, opened.window.box, opened.window.spots),
                *(opened.window.choices, layouts.layout_in(seat, opened.id).choice, opened.window.default),
            )
            for opened in layouts.own_windows(state)
        ),
        hands=_own_hands(seat),
        boxes=show_boxes(seat),
        result=face.shown(view.hands) if over else None,
        lines=lines,
        lines_round=0 if last is None else last.round_no,
        correction=(correction := _correction(seat)),
        changed=_changed(own, correction),
        dispute=_dispute(seat),
        history=_history(face, own),
        road=face.road(past.hands for past in view.past if not past.void),
        numbers=dict(state.numbers),
        good_until=dict(state.good_until),
        tickets=tuple((ticket, amount, state.prints[ticket]) for ticket, amount in state.tickets.items()),
        notes=sum(outbox.notes.values()),
        held_notes=tuple(outbox.notes),
        booking=outbox.booking_amount(),
        unpaid=sum(outbox.unpaid.values()),
        refused=forgotten.refused,
        disputed=seat.disputed,
        latched=state.latched,
        calls=state.calls,
        notice=forgotten.notice or (ASKING if state.away else None),
        notices=forgotten.notices,
        attention=attention,
        mark=_mark(seat, attention),
        chips=_usable_chips(view.placard.chips, felt),
        repeat=_offer(seat, RepeatBets()),
        repeat_double=_offer(seat, RepeatBets(2)),
        saved=_saved(seat),
        # What is being taken back is still registered: nobody can say yet what the double of it is.
        double=OfferShown()
        if any(spot.standing is Standing.REMOVING for spot in spots)
        else _offer(seat, DoubleBets()),
        undo=isinstance(layouts.find_meaning(seat, UndoBet()), Meant),
        cash_out=seat.link is Link.JOINED
        and not (state.latched or seat.disputed or seat.stake or asked_amount)
        and spendable > 0,
        nobody=own.told == 0,
        asked_amount=asked_amount,
        bet_amount=sum(max(spot.asked, spot.registered) for spot in spots),
        registered_amount=sum(spot.registered for spot in spots),
        staked_amount=sum(line.staked for line in lines),
        back_amount=sum(line.returned for line in lines),
        result_amount=own.result if own.counted == own.sitting else 0,
        result_rounds=own.played if own.counted == own.sitting else 0,
        kept_cards=view.kept + view.carried,
        crowd=seat.join.crowd if view.in_round else (),
        shuffle=show_shuffle(seat),
        participant=show_participant(seat),
    )


# What is shown of his money, and of what he does with it, while nobody is signed on.
_NOTHING_OF_HIS: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("credit", "stake", "spendable", "receipt", "lines_round", "notes", "booking", "unpaid"), 0),
    **dict.fromkeys(("asked_amount", "bet_amount", "registered_amount", "staked_amount", "back_amount"), 0),
    **dict.fromkeys(("result_amount", "result_rounds"), 0),
    **dict.fromkeys(("spots", "windows", "lines", "history", "saved", "tickets", "changed"), ()),
    **dict.fromkeys(("correction", "dispute", "notice"), None),
    **dict.fromkeys(("repeat", "repeat_double", "double"), OfferShown()),
    **dict.fromkeys(("undo", "cash_out"), False),
    "nobody": True,
}


def _changed(own: OwnRounds, correction: Correction | None) -> tuple[ChangedCard, ...]:
    rounds = [] if correction is None else [past for past in own.history if past.round_no == correction.round_no]
    return rounds[0].changed if rounds else ()


def _saved(seat: Seat) -> tuple[tuple[int, int, bool], ...]:
    found = layouts.saved_bets(seat).items()
    return tuple((place, sum(bets.values()), _offer(seat, PlaceSaved(place)).amount > 0) for place, bets in found)


def _history(face: Face, own: OwnRounds) -> tuple[RoundShown, ...]:
    """The last Rounds; of those before this sitting only the cards."""
    others = [past.round_no for past in own.history if past.sitting not in (0, own.sitting)]
    before = max(others, default=0) if own.sitting else max((past.round_no for past in own.history), default=0)
    return tuple(
        RoundShown(
            *(past.round_no, _hands(face, past.hands), past.void, past.corrected),
            *(None if past.void else face.shown(past.hands),),
            *(_lines(past.lines) if past.sitting == own.sitting else (),),
            past.wall_time,
            hidden=past.round_no <= before,
        )
        for past in own.history
    )


def _attention(seat: Seat) -> Attention:
    state, link = seat.state, seat.link
    if link in (Link.STOPPED, Link.DENIED):
        return Attention(link)
    if state.latched:
        return Attention.LATCHED
    if link is not Link.JOINED:
        return Attention.RECONNECTING if link is Link.RECONNECTING and state.seq else Attention.JOINING
    if seat.disputed:
        return Attention.DISPUTED
    if state.view.halts:
        return Attention.HALTED
    told = [Attention.VOID] if _is_told_void(seat) else []
    told += [Attention.CORRECTED] if _correction(seat) is not None else []
    return next((word for word in told if _mark(seat, word) != seat.forgotten.put_away), Attention.NONE)


def _is_told_void(seat: Seat) -> bool:
    """A Round that was voided after it was settled is told with what that did to his money, if it did anything. Who had
    nothing in it reads it on the felt.
    """
    view, correction = seat.state.view, _correction(seat)
    told_so = view.corrected and correction is not None and correction.round_no == view.round_no
    return bool(view.void) and not told_so and _has_played(seat)


def _has_played(seat: Seat) -> bool:
    """Whoever sits here has, or had, a Bet in the Round on the felt."""
    own, view = seat.state.own_rounds, seat.state.view
    last = own.last
    settled = last is not None and last.round_no == view.round_no and last.sitting == own.sitting and bool(last.paid)
    return settled or bool(seat.state.layouts.bets())


def _mark(seat: Seat, attention: Attention) -> str:
    """Names one thing that the Player may put away; what else there is stays until it is over."""
    correction = _correction(seat)
    if attention is Attention.CORRECTED and correction is not None:
        return f"corrected {correction.seq}"
    return f"void {seat.state.view.round_no}" if attention is Attention.VOID else ""


def _correction(seat: Seat) -> Correction | None:
    """Whose Round it was is told; to anybody else it is not."""
    own = seat.state.own_rounds
    return own.correction if own.correction is not None and own.correction.sitting == own.told else None


def _dispute(seat: Seat) -> DisputeShown | None:
    own = seat.state.own_rounds
    disputed = own.rounds.get(own.disputed)
    if not own.disputed:
        return None
    if disputed is None or disputed.sitting != own.sitting:
        return DisputeShown(own.disputed, (), ())
    return DisputeShown(own.disputed, _lines(disputed.paid.values()), _lines(expected_lines(seat.state, own.disputed)))


def _offer(seat: Seat, intent: BetIntent) -> OfferShown:
    meant = layouts.find_meaning(seat, intent)
    return OfferShown(meant.placed, tuple(meant.left.items())) if isinstance(meant, Meant) else OfferShown()


def _usable_chips(chips: tuple[int, ...], felt: Felt) -> tuple[int, ...]:
    """A chip above every maximum can be placed nowhere."""
    maxima = [limit.max for limit in felt.limits.values()]
    highest = None if None in maxima or not maxima else max(limit for limit in maxima if limit is not None)
    return tuple(chip for chip in chips if highest is None or chip <= highest)


def _hands(face: Face, hands: Mapping[HandId, Sequence[Card | None]]) -> tuple[HandShown, ...]:
    return tuple([_hand(face, hand, tuple(cards)) for hand, cards in hands.items()])


@lru_cache(2_000)  # a picture has all Rounds of a sitting, and there is a new one with every card
def _hand(face: Face, hand: HandId, cards: tuple[Card | None, ...]) -> HandShown:
    texts = tuple("??" if card is None else card.text for card in cards)
    return HandShown(hand, texts, face.points(cards), face.called(cards))


def _own_hands(seat: Seat) -> tuple[HandShown, ...]:
    """The cards as they lie; of those face down, this Player's own as he sees them."""
    view = seat.state.view
    face_down: dict[HandId, list[str]] = {}
    for draw, (place, hand) in enumerate(zip(view.draws, view.draw_hands, strict=True)):
        if view.acts[place] is None:
            own = seat.state.own_cards.get(draw)
            face_down.setdefault(hand, []).append("??" if own is None else own.text)
    found = []
    for lying in _hands(find_face(view.game), view.hands):
        backs = iter(face_down.get(HandId(lying.hand), ()))
        cards = tuple([next(backs, "??") if card == "??" else card for card in lying.cards])
        found.append(HandShown(lying.hand, cards, lying.points, lying.called))
    return tuple(found)


def _lines(lines: Iterable[Line]) -> tuple[LineShown, ...]:
    return tuple(
        LineShown(
            *(line.spot, line.staked, line.returned),
            *(line.verdict.outcome.value, str(line.verdict.odds), line.verdict.paragraph),
        )
        for line in lines
    )


def _spots_shown(seat: Seat) -> tuple[SpotShown, ...]:
    state, forgotten = seat.state, seat.forgotten
    found: dict[Spot, SpotShown] = {}
    for window in dict.fromkeys((*state.layouts.registered, *state.outbox.layouts, *forgotten.wanted)):
        found |= _spots_of(seat, window)
    own = state.own_rounds.rounds.get(state.view.round_no)
    for spot in () if own is None else own.paid:  # settled in between: nobody's Bet any more
        found.pop(spot, None)
    for spot, amount in forgotten.returned.items():
        found[spot] = replace(found.get(spot, SpotShown(spot, 0, 0, 0, 0, Standing.RETURNED)), returned=amount)
    return tuple(found.values())


def _spots_of(seat: Seat, window: WindowId) -> dict[Spot, SpotShown]:
    """All that this terminal has in a window, with the newest layout as the Player's wish: what is not in it, he wants
    no more.
    """
    state, wanted = seat.state, seat.forgotten.wanted.get(window)
    registered, sent = state.layouts.registered.get(window, NO_ANSWER).bets, state.outbox.layouts.get(window)
    in_flight = {} if sent is None else sent.bets
    newest = going = layouts.layout_in(seat, window).bets
    short: Mapping[Spot, int] = layouts.find_low(seat, window) if wanted is None else {}
    if wanted is not None:
        going, short = layouts.ready_part(seat, window).bets, layouts.find_short(seat, window, newest)
    wished = {} if wanted is None else wanted.bets
    found = {}
    for spot in dict.fromkeys((*registered, *in_flight, *wished)):
        has, asked = registered.get(spot, 0), newest.get(spot, 0)
        found[spot] = SpotShown(
            *(spot, wished.get(spot, 0), in_flight.get(spot, 0), has, asked),
            _standing(asked, has, has if sent is None else in_flight.get(spot, 0), going.get(spot, 0)),
            missing=short.get(spot, 0),
            receipt=state.layouts.receipts.get(window, 0) if has else 0,
        )
    return found


def _standing(asked: int, registered: int, in_flight: int, going: int) -> Standing:
    """`going` is what will be sent of what is asked for, or has been."""
    if asked != registered and asked != going:
        return Standing.WAITS
    compared = registered if asked != registered else in_flight
    if asked != compared:
        return Standing.PLACING if asked > compared else Standing.REMOVING
    return Standing.REGISTERED if registered else Standing.NONE
