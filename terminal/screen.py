"""What goes to the screen: numbers and texts for one picture, read from the session.

Must never know how it is drawn, and decides nothing: whatever is not in `TerminalView` the screen cannot show. Words of
ours (phases, reasons, outcomes) are keys; the screen translates them.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from games.cards import Card
from games.display import Pay, Shown, mark, pays, points, shown
from games.roads import Result
from games.round import Felt, HandId, PlayerId, Refusal, Spot
from games.settlement import Line
from protocol.events import Halted, Placard
from protocol.view import Phase
from terminal.intents import RepeatBets, UndoBet
from terminal.own_rounds import Correction
from terminal.session import Session


class SpotShown(Struct, frozen=True, gc=False):
    """A chip has three states: wanted (ghost), in flight (not confirmed), registered (solid)."""

    spot: Spot
    wanted: int
    in_flight: int
    registered: int

    @property
    def asked(self) -> int:
        """As the Player sees it: his last wish."""
        return self.wanted or self.in_flight or self.registered


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
    void: bool
    result: Shown | None
    lines: tuple[LineShown, ...]


class TerminalView(Struct, frozen=True, gc=False):
    """Numbers and texts for one picture of the screen."""

    terminal: PlayerId
    link: str  # stopped, denied, reconnecting, joining, joined
    why: str  # of stopped and denied
    phase: str
    game: str
    felt: Felt  # the limits
    placard: Placard
    pays: Mapping[str, tuple[Pay, ...]]  # by kind of Spot
    round_no: int
    shoe_no: int  # the Round with which this shoe began; 0: none
    cards_left: int
    last_round: bool  # the cut card has come
    left_ms: int  # of the countdown when the console last said it; -1: none runs
    countdown_ms: int
    halts: tuple[Halted, ...]
    void: str  # the paragraph that voided this Round
    certified: bool
    due: str  # the Hand that the next card goes to
    credit: int
    stake: int
    spendable: int
    spots: tuple[SpotShown, ...]
    receipt: int  # the entry that registered what stands on the felt; 0: nothing does
    returned: tuple[tuple[str, int], ...]  # not registered before the close
    windows: tuple[WindowShown, ...]
    hands: tuple[HandShown, ...]
    result: Shown | None  # of the Round on the felt, when it is over
    lines: tuple[LineShown, ...]  # of the last own Round
    lines_round: int
    correction: Correction | None
    history: tuple[RoundShown, ...]  # the last Rounds, the newest last
    road: tuple[Result, ...]  # of this shoe
    tickets: tuple[tuple[str, int, str], ...]  # number, amount, what the printer did
    notes: int  # held or unpaid: the attendant's
    disputed: int
    latched: str
    calls: bool  # an attendant is on his way
    notice: Refusal | None
    attention: str  # what the Player must know before all else: a word of `_attention`; "": play goes on
    chips: tuple[int, ...]  # of the placard, those that some Spot can take
    repeat_amount: int  # what Repeat would place; 0: nothing
    undo: bool  # there is a change that can be undone
    asked_amount: int  # what this Player wants on the felt: registered or not
    won_amount: int  # that the last own Round brought back, stakes of winning Bets included


def show(session: Session) -> TerminalView:
    view = session.view
    over = view.phase in (Phase.RESULT, Phase.READY, Phase.CLOSED) and not view.void
    spots = _spots_shown(session)
    last = session.own_rounds.rounds
    return TerminalView(
        terminal=session.terminal,
        link=session.link,
        why=session.stopped or session.denied,
        phase=view.phase.value,
        game=view.game,
        felt=view.felt,
        placard=view.placard,
        pays=pays(view.game),
        round_no=view.round_no,
        shoe_no=view.shoe.first_round if view.shoe.decks else 0,
        cards_left=view.shoe.left,
        last_round=view.shoe.rounds_left is not None,
        left_ms=session.left_ms,
        countdown_ms=view.countdown_ms,
        halts=tuple(view.halts.values()),
        void=view.void,
        certified=view.certified,
        due=view.due,
        credit=session.credit,
        stake=session.stake,
        spendable=session.spendable,
        spots=spots,
        receipt=max(session.layouts.receipts.values(), default=0),
        returned=tuple(session.layouts.returned.items()),
        windows=tuple(
            WindowShown(
                *(opened.window.name, opened.window.kind, opened.window.box, opened.window.spots),
                *(opened.window.choices, session.layouts.layout(opened.id).choice, opened.window.default),
            )
            for opened in session.layouts.mine(view)
        ),
        hands=_own_hands(session),
        result=shown(view.game, view.hands) if over else None,
        lines=_lines(session.own_rounds.last_lines),
        lines_round=next(reversed(last), 0),
        correction=session.own_rounds.correction,
        history=tuple(
            RoundShown(
                *(past.round_no, _hands(view.game, past.hands), past.void),
                *(None if past.void else shown(view.game, past.hands), _lines(past.lines)),
            )
            for past in session.own_rounds.history
        ),
        road=tuple(found for past in view.past if not past.void and (found := mark(view.game, past.hands)) is not None),
        tickets=tuple((ticket, amount, session.prints[ticket]) for ticket, amount in session.tickets.items()),
        notes=sum(session.outbox.notes.values()) + sum(session.outbox.unpaid.values()),
        disputed=session.disputed,
        latched=session.latched,
        calls=session.calls,
        notice=session.notice,
        attention=_attention(session),
        chips=_usable_chips(view.placard.chips, view.felt),
        repeat_amount=_repeat_amount(session),
        undo=not isinstance(session.layouts.meant(view, UndoBet()), Refusal),
        asked_amount=sum(spot.asked for spot in spots),
        won_amount=sum(line.returned for line in session.own_rounds.last_lines),
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
    if view.void:
        return "void"
    return "corrected" if session.own_rounds.correction is not None else ""


def _repeat_amount(session: Session) -> int:
    meant = session.layouts.meant(session.view, RepeatBets())
    return 0 if isinstance(meant, Refusal) else sum(sum(answer.bets.values()) for _window, answer in meant)


def _usable_chips(chips: tuple[int, ...], felt: Felt) -> tuple[int, ...]:
    """A chip above every maximum can be placed nowhere."""
    maxima = [limit.max for limit in felt.limits.values()]
    highest = None if None in maxima or not maxima else max(limit for limit in maxima if limit is not None)
    return tuple(chip for chip in chips if highest is None or chip <= highest)


def _hands(game: str, hands: Mapping[HandId, Sequence[Card | None]]) -> tuple[HandShown, ...]:
    return tuple(
        HandShown(hand, tuple("??" if card is None else card.text for card in cards), points(game, cards))
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
    for lying in _hands(view.game, view.hands):
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
    registered = session.layouts.bets()
    in_flight = {spot: amount for sent in session.outbox.layouts.values() for spot, amount in sent.bets.items()}
    wanted = {spot: amount for answer in session.layouts.wanted.values() for spot, amount in answer.bets.items()}
    spots = dict.fromkeys((*registered, *in_flight, *wanted))
    return tuple(
        SpotShown(spot, wanted.get(spot, 0), in_flight.get(spot, 0), registered.get(spot, 0)) for spot in spots
    )
