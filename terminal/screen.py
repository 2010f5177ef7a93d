"""What goes to the screen: numbers and texts for one picture, read from the session.

Must never know how it is drawn, and decides nothing: whatever is not in `TerminalView` the screen cannot show. Words of
ours (phases, reasons, outcomes) are keys; the screen translates them.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from games.cards import Card
from games.catalog import find_face
from games.face import Face, Pay, Shown
from games.round import Felt, HandId, PlayerId, Spot
from games.settlement import Line
from protocol.events import Halted, Placard
from protocol.messages import WindowId
from protocol.view import Phase, TableView
from terminal.intents import DoubleBets, Notice, RepeatBets, UndoBet
from terminal.layouts import NO_ANSWER, BetIntent, Meant
from terminal.own_rounds import Correction
from terminal.session import Session


class SpotShown(Struct, frozen=True, gc=False):
    """A chip has three states: wanted (ghost), in flight (not confirmed), registered (solid)."""

    spot: Spot
    wanted: int
    in_flight: int
    registered: int
    asked: int  # in the newest layout, as the Player sees it: his last wish
    standing: str  # waits, placing, removing, registered, returned: a word of `_standing`
    missing: int = 0  # of "waits": the least that could be registered here; 0: that is not for this Spot to say
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
    link: str  # stopped, denied, reconnecting, joining, joined
    why: str  # of stopped and denied, as the record has it
    fault: str  # the same as a key: history, replaced, retired, version, other; "": none
    known: bool  # something of the table's log, or of a snapshot, has been read
    phase: str
    game: str
    felt: Felt  # the limits that hold now
    placard: Placard
    pays: Mapping[str, tuple[Pay, ...]]  # by kind of Spot
    round_no: int
    shoe_no: int  # the how many-th of the gaming day; 0: none
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
    result: Shown | None  # of the Round on the felt, when it is over
    lines: tuple[LineShown, ...]  # of the last own Round of this sitting
    lines_round: int
    correction: Correction | None  # of a Round of this sitting
    dispute: DisputeShown | None
    history: tuple[RoundShown, ...]  # the last Rounds, the newest last
    road: tuple[str, ...]  # a word for each Round of this shoe
    tickets: tuple[tuple[str, int, str], ...]  # number, amount, what the printer did
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
    attention: str  # what the Player must know before all else: a word of `_attention`; "": play goes on
    mark: str  # of what he may put away: another text for each such thing
    chips: tuple[int, ...]  # of the placard, those that some Spot can take
    repeat: OfferShown
    double: OfferShown
    undo: bool  # there is a change that can be undone
    cash_out: bool  # it may be asked for
    nobody: bool  # whoever sat here last has left with all his money
    asked_amount: int  # what this Player wants on the felt: registered or not
    bet_amount: int  # the same, and what he wants to take back until the console has said so
    registered_amount: int  # of it, what is
    staked_amount: int  # in the last own Round
    back_amount: int  # that it brought back, stakes of winning Bets included

    @property
    def gain(self) -> int:
        """Of the last own Round: what is back without having been staked. A loss is less than 0."""
        return self.back_amount - self.staked_amount

    @property
    def failed_ticket(self) -> bool:
        """The newest ticket was not printed, and nobody else has put money in here since: whoever asks is its owner."""
        failed = bool(self.tickets) and self.tickets[-1][2] == "failed"
        return failed and self.nobody and not (self.credit or self.stake or self.booking)


def show(session: Session) -> TerminalView:
    view, own = session.view, session.own_rounds
    face = find_face(view.game)
    over = view.phase in (Phase.RESULT, Phase.READY) and not view.void
    felt = view.round_felt if view.in_round else view.felt
    spots = _spots_shown(session)
    last = own.last if own.last is not None and own.last.sitting == own.sitting else None
    lines = () if last is None else _lines(last.paid.values())
    asked_amount = sum(spot.asked for spot in spots)
    return TerminalView(
        terminal=session.terminal,
        link=session.link,
        why=session.stopped or session.denied,
        fault=_fault(session),
        known=session.follower.seq > 0,
        phase=view.phase.value,
        game=view.game,
        felt=felt,
        placard=view.placard,
        pays=face.pays,
        round_no=view.round_no,
        shoe_no=view.shoes if view.shoe.decks else 0,
        cards_left=view.shoe.left,
        shoe_ends=_shoe_ends(view),
        left_ms=session.left_ms,
        countdown_ms=view.countdown_ms,
        halts=tuple(view.halts.values()),
        void=view.void,
        certified=view.certified,
        corrected=view.corrected,
        due=view.due,
        credit=session.credit,
        stake=session.stake,
        spendable=session.spendable,
        spots=spots,
        receipt=max(session.layouts.receipts.values(), default=0),
        windows=tuple(
            WindowShown(
                *(opened.window.name, opened.window.kind, opened.window.box, opened.window.spots),
                *(opened.window.choices, session.layouts.layout(opened.id).choice, opened.window.default),
            )
            for opened in session.layouts.mine(view)
        ),
        hands=_own_hands(session),
        result=face.shown(view.hands) if over else None,
        lines=lines,
        lines_round=0 if last is None else last.round_no,
        correction=_correction(session),
        dispute=_dispute(session),
        history=tuple(
            RoundShown(
                *(past.round_no, _hands(face, past.hands), past.void, past.corrected),
                *(None if past.void else face.shown(past.hands),),
                *(_lines(past.lines) if past.sitting == own.sitting else (),),
                past.wall_time,
            )
            for past in own.history
        ),
        road=face.road(past.hands for past in view.past if not past.void),
        tickets=tuple((ticket, amount, session.prints[ticket]) for ticket, amount in session.tickets.items()),
        notes=sum(session.outbox.notes.values()),
        held_notes=tuple(session.outbox.notes),
        booking=session.outbox.booking_amount(),
        unpaid=sum(session.outbox.unpaid.values()),
        refused=session.refused,
        disputed=session.disputed,
        latched=session.latched,
        calls=session.calls,
        notice=session.notice,
        notices=session.notices,
        attention=_attention(session),
        mark=_mark(session, _attention(session)),
        chips=_usable_chips(view.placard.chips, felt),
        repeat=_offer(session, RepeatBets()),
        # What is being taken back is still registered: nobody can say yet what the double of it is.
        double=OfferShown() if any(spot.standing == "removing" for spot in spots) else _offer(session, DoubleBets()),
        undo=isinstance(session.layouts.meant(view, UndoBet(), spendable=session.spendable), Meant),
        cash_out=session.link == "joined"
        and not (session.latched or session.disputed or session.stake or asked_amount)
        and session.spendable > 0,
        nobody=own.told == 0,
        asked_amount=asked_amount,
        bet_amount=sum(max(spot.asked, spot.registered) for spot in spots),
        registered_amount=sum(spot.registered for spot in spots),
        staked_amount=sum(line.staked for line in lines),
        back_amount=sum(line.returned for line in lines),
    )


def _attention(session: Session) -> str:
    """The first of these that holds. Nothing can be done before it is dealt with, but the log goes on."""
    view = session.view
    if session.stopped or session.denied:
        return "stopped" if session.stopped else "denied"
    if session.latched:
        return "latched"
    if session.link != "joined":
        return "reconnecting" if session.link == "reconnecting" and session.follower.seq else "joining"
    if session.disputed:
        return "disputed"
    if view.halts:
        return "halted"
    correction = _correction(session)
    told = {"corrected"} if correction is not None else set()
    # A Round that was voided after it was settled is told with what that did to his money, if it did anything. Who had
    # nothing in it reads it on the felt.
    told_so = view.corrected and correction is not None and correction.round_no == view.round_no
    if view.void and not told_so and _played(session):
        told.add("void")
    return next(
        (word for word in ("void", "corrected") if word in told and _mark(session, word) != session.put_away), ""
    )


def _played(session: Session) -> bool:
    """Whoever sits here has, or had, a Bet in the Round on the felt."""
    own, view = session.own_rounds, session.view
    last = own.last
    settled = last is not None and last.round_no == view.round_no and last.sitting == own.sitting and bool(last.paid)
    return settled or bool(session.layouts.bets())


def _fault(session: Session) -> str:
    """Why this terminal is out of service, as a key. The words of the record are for staff."""
    if session.stopped or session.denied == "history":
        return "history"
    if "cannot be read by this version" in session.denied:
        return "version"
    known = {"": "", "another process has joined": "replaced", "retired": "retired"}
    return known.get(session.denied, "other")


def _shoe_ends(view: TableView) -> str:
    left = view.shoe.rounds_left
    if left is None:
        return ""
    return "now" if view.in_round else "next" if left else "over"


def _mark(session: Session, attention: str) -> str:
    """Names one thing that the Player may put away; what else there is stays until it is over."""
    correction = _correction(session)
    if attention == "corrected" and correction is not None:
        return f"corrected {correction.seq}"
    return f"void {session.view.round_no}" if attention == "void" else ""


def _correction(session: Session) -> Correction | None:
    """Whose Round it was is told; to anybody else it is not."""
    own = session.own_rounds
    return own.correction if own.correction is not None and own.correction.sitting == own.told else None


def _dispute(session: Session) -> DisputeShown | None:
    own = session.own_rounds
    disputed = own.rounds.get(own.disputed)
    if not own.disputed:
        return None
    if disputed is None or disputed.sitting != own.sitting:
        return DisputeShown(own.disputed, (), ())
    return DisputeShown(own.disputed, _lines(disputed.paid.values()), _lines(own.expected(own.disputed)))


def _offer(session: Session, intent: BetIntent) -> OfferShown:
    meant = session.layouts.meant(session.view, intent, spendable=session.spendable)
    return OfferShown(meant.placed, tuple(meant.left.items())) if isinstance(meant, Meant) else OfferShown()


def _usable_chips(chips: tuple[int, ...], felt: Felt) -> tuple[int, ...]:
    """A chip above every maximum can be placed nowhere."""
    maxima = [limit.max for limit in felt.limits.values()]
    highest = None if None in maxima or not maxima else max(limit for limit in maxima if limit is not None)
    return tuple(chip for chip in chips if highest is None or chip <= highest)


def _hands(face: Face, hands: Mapping[HandId, Sequence[Card | None]]) -> tuple[HandShown, ...]:
    return tuple(
        HandShown(hand, tuple("??" if card is None else card.text for card in cards), face.points(cards))
        for hand, cards in hands.items()
    )


def _own_hands(session: Session) -> tuple[HandShown, ...]:
    """The cards as they lie; of those face down, this Player's own as he sees them."""
    view = session.view
    face_down: dict[HandId, list[str]] = {}
    for draw, (place, hand) in enumerate(zip(view.draws, view.draw_hands, strict=True)):
        if view.acts[place] is None:
            own = session.own_cards.get(draw)
            face_down.setdefault(hand, []).append("??" if own is None else own.text)
    found = []
    for lying in _hands(find_face(view.game), view.hands):
        backs = iter(face_down.get(HandId(lying.hand), ()))
        cards = tuple([next(backs, "??") if card == "??" else card for card in lying.cards])
        found.append(HandShown(lying.hand, cards, lying.points))
    return tuple(found)


def _lines(lines: Iterable[Line]) -> tuple[LineShown, ...]:
    return tuple(
        LineShown(
            *(line.spot, line.staked, line.returned),
            *(line.verdict.outcome.value, str(line.verdict.odds), line.verdict.paragraph),
        )
        for line in lines
    )


def _spots_shown(session: Session) -> tuple[SpotShown, ...]:
    layouts, sent = session.layouts, session.outbox.layouts
    found: dict[Spot, SpotShown] = {}
    for window in dict.fromkeys((*layouts.registered, *sent, *layouts.wanted)):
        found |= _spots_of(session, window)
    for spot, amount in layouts.returned.items():
        found[spot] = replace(found.get(spot, SpotShown(spot, 0, 0, 0, 0, "returned")), returned=amount)
    return tuple(found.values())


def _spots_of(session: Session, window: WindowId) -> dict[Spot, SpotShown]:
    """All that this terminal has in a window, with the newest layout as the Player's wish: what is not in it, he wants
    no more.
    """
    layouts, view, sent = session.layouts, session.view, session.outbox.layouts.get(window)
    registered, wanted = layouts.registered.get(window, NO_ANSWER).bets, layouts.wanted.get(window, NO_ANSWER).bets
    in_flight = {} if sent is None else sent.bets
    newest = layouts.layout(window).bets
    waiting = window in layouts.wanted
    going = layouts.ready(view, window).bets if waiting else newest
    short = layouts.short(view, window, newest) if waiting else {}
    found = {}
    for spot in dict.fromkeys((*registered, *in_flight, *wanted)):
        has, asked = registered.get(spot, 0), newest.get(spot, 0)
        found[spot] = SpotShown(
            *(spot, wanted.get(spot, 0), in_flight.get(spot, 0), has, asked),
            _standing(asked, has, has if sent is None else in_flight.get(spot, 0), going.get(spot, 0)),
            missing=short.get(spot, 0),
            receipt=layouts.receipts.get(window, 0) if has else 0,
        )
    return found


def _standing(asked: int, registered: int, in_flight: int, going: int) -> str:
    """What is to be said of a Bet: `going` is what will be sent of what is asked for, or has been."""
    if asked != registered and asked != going:
        return "waits"
    compared = registered if asked != registered else in_flight
    if asked != compared:
        return "placing" if asked > compared else "removing"
    return "registered" if registered else ""
