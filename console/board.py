"""What a panel shows of the table to its Dealer and Supervisor, read from the desk: the one next step first.

Pure, and decides nothing: a step is a suggestion with the order it would give, and the table may still refuse it.
Whatever is not in `Board` a panel cannot show. Words of ours are keys; the screen translates them.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from console.desk import Desk
from console.moves import MOVE_FOR
from console.told import Diary, Told
from games.cards import Card
from games.catalog import GAMES
from games.display import Shown, mark, opposed, pays, points, shown
from games.roads import Result
from games.round import CardDrawn, Felt, HandId, PlayerId, Reconstructed, Refusal, Spot, Voided
from games.rulings import IRREGULARITIES, Irregularity
from protocol import messages as m
from protocol.events import Halted, Placard
from protocol.ledger import HOUSE, TICKETS
from protocol.view import Phase, TableView, cards_digest

PAST_SHOWN: Final = 20  # Rounds that can be looked at again


class Step(Struct, frozen=True):
    """Something staff may do now. Without an order it is only said: draw a card, wait for the shoe."""

    key: str  # open_table, load_shoe, open_bets, close_bets, draw, certify, ...
    order: m.Order | None = None
    paragraph: str = ""
    second: bool = False  # a second person has to agree
    detail: str = ""

    @property
    def who(self) -> int:
        """The lowest position that may give the order (`moves.py`); 0 if there is none to give."""
        return 0 if self.order is None else MOVE_FOR[type(self.order)].who


class HandBoard(Struct, frozen=True):
    hand: str
    cards: tuple[str, ...]
    points: int | None
    due: bool  # the next card goes here


class Seat(Struct, frozen=True):
    terminal: str
    heard: bool  # it is connected
    credit: int
    stake: int
    seen_close: bool  # it has applied "No More Bets"
    disputed: int
    latched: str
    calls: bool


class PastBoard(Struct, frozen=True):
    round_no: int
    hands: tuple[HandBoard, ...]
    void: bool
    result: Shown | None


class Claim(Struct, frozen=True):
    """A sitting that is over and has still to be paid, or has still to give back (001 §5.6)."""

    terminal: str
    sitting: int
    due: int
    owed: int


class Board(Struct, frozen=True):
    link: str  # joining, joined, reconnecting, denied, stopped
    why: str
    phase: str
    game: str
    placard: Placard
    felt: Felt
    round_no: int
    next: Step
    steps: tuple[Step, ...]  # what else may be done
    more: tuple[Step, ...]  # what may be done now and then, and has a page of its own
    voids: tuple[Irregularity, ...]  # under which paragraphs a Round can be Void in this game
    me: m.Person | None  # whom the console takes this panel's key for
    waiting: bool  # an order is on its way
    refused: Refusal | None  # why the last order of this panel was refused
    refusals: int  # how many were
    halts: tuple[Halted, ...]
    left_ms: int
    countdown_ms: int
    shoe_decks: int
    shoe_left: int
    shoe_burning: int
    shoe_live: bool
    shoe_lost: bool
    shoe_serial: str
    shoe_burnt: int
    decks: tuple[int, ...]  # with how many this game may be played
    day: str  # the last that was closed
    last_rounds: int | None  # Rounds that may still be played after the cut card
    hands: tuple[HandBoard, ...]
    surplus: tuple[str, ...]
    drawn: tuple[str, ...]  # the cards of this Round as they came
    result: Shown | None
    seats: tuple[Seat, ...]
    exposure: tuple[tuple[Spot, int, int], ...]  # a kind of Spot, all Bets on it, on how many terminals
    differential: int  # how far the Bets on the two opposed Spots are apart
    past: tuple[PastBoard, ...]
    road: tuple[Result, ...]
    house: int
    tickets: int
    claims: tuple[Claim, ...]
    log: tuple[Told, ...]


def show(desk: Desk, now_ms: int, diary: Diary | None = None) -> Board:
    view = desk.view
    said = Diary() if diary is None else diary
    game = GAMES.get(view.game)
    step, *others = steps(view)
    return Board(
        link=_link(desk, now_ms),
        why=desk.stopped or desk.denied,
        phase=view.phase.value,
        game=view.game,
        placard=view.placard,
        felt=view.felt,
        round_no=view.round_no,
        next=step,
        steps=tuple(others),
        more=tuple(_more(view)),
        voids=() if game is None else tuple(it for it in IRREGULARITIES[game.document] if Voided in it.acts),
        me=said.me,
        waiting=desk.waiting,
        refused=said.refused,
        refusals=said.refusals,
        halts=tuple(view.halts.values()),
        left_ms=_left_ms(desk),
        countdown_ms=view.countdown_ms,
        shoe_decks=view.shoe.decks,
        shoe_left=view.shoe.left,
        shoe_burning=view.shoe.burning,
        shoe_live=view.shoe.live,
        shoe_lost=view.shoe.lost,
        shoe_serial=view.shoe.serial,
        shoe_burnt=view.shoe.burnt,
        decks=() if game is None else tuple(game.decks),
        day=view.day,
        last_rounds=view.shoe.rounds_left,
        hands=_hands(view.game, {**_sides(view.game), **view.hands}, view.due),
        surplus=tuple(card.text for card in view.surplus),
        drawn=tuple(card.text for card in _drawn(view)),
        result=shown(view.game, view.hands) if view.phase is Phase.RESULT else None,
        seats=_seats(desk),
        exposure=_exposure(desk),
        differential=_differential(desk),
        past=tuple(
            PastBoard(
                *(past.round_no, _hands(view.game, past.hands, HandId("")), past.void),
                None if past.void else shown(view.game, past.hands),
            )
            for past in view.past[-PAST_SHOWN:]
        ),
        road=tuple(found for past in view.past if not past.void and (found := mark(view.game, past.hands)) is not None),
        house=desk.ledger.balance(HOUSE),
        tickets=desk.ledger.balance(TICKETS),
        claims=_claims(desk),
        log=said.lines,
    )


def _left_ms(desk: Desk) -> int:
    """Of the countdown, as the console said last; until its first pulse the time that the window was opened with."""
    opened = next(iter(desk.view.windows.values()), None)
    if desk.listener.left_ms >= 0 or opened is None or desk.view.halts:
        return desk.listener.left_ms
    return opened.left_ms


def _link(desk: Desk, now_ms: int) -> str:
    if desk.stopped:
        return "stopped"
    if desk.denied:
        return "denied"
    if not desk.listener.liveness.alive(now_ms):
        return "reconnecting"
    return "joined" if desk.ready else "joining"


# --- what to do next -------------------------------------------------------------------------------------------------


def steps(view: TableView) -> list[Step]:
    """The next one first. Never empty."""
    if view.halts:
        return _over_a_halt(view)
    match view.phase:
        case Phase.CLOSED:
            return [Step("open_table", m.OpenTable(), "3.4")]
        case Phase.READY:
            return _ready(view)
        case Phase.BETTING:
            return [
                Step("close_bets", m.CloseBets(), "3.7"),
                Step("add_time", m.AddTime(10_000), "3.7"),
                *_always(),
            ]
        case Phase.DEALING:
            return [Step("draw", None, "3.8", detail=view.due), *_correct_cards(view), *_always()]
    return [Step("certify", m.Certify(cards_digest(view)), "3.13"), *_correct_cards(view), *_always()]


def _ready(view: TableView) -> list[Step]:
    shoe = view.shoe
    load = Step("load_shoe", m.LoadShoe(view.placard.decks, "the Dealer"), "2.2.1", second=True)
    end = [Step("end_shoe", m.EndShoe(max(0, shoe.left)), "5.3.2", second=True)] if shoe.decks else []
    close = Step("close_table", m.CloseTable())
    if shoe.burning:
        return [Step("burn", None, "2.2.1", detail=str(shoe.burning)), load, close]
    if not shoe.live or shoe.foreign or shoe.rounds_left == 0 or shoe.left == 0:
        return [load, *end, close]
    return [Step("open_bets", m.OpenBets(), "3.3"), *end, load, close]


def _always() -> list[Step]:
    """What may be done in a Round when something went wrong."""
    return [
        Step("call_supervisor", m.CallSupervisor("called from the panel"), "5.12"),
        Step("void", m.Rule(Voided("5.3.3"), "5.3.3"), "5.3.3"),
    ]


def _drawn(view: TableView) -> tuple[Card, ...]:
    return tuple(act.card for act in view.acts if isinstance(act, CardDrawn))


def _correct_cards(view: TableView) -> list[Step]:
    """001 §5.6: the cards on the felt prevail over those on the screen."""
    drawn = _drawn(view)
    return [Step("correct_cards", m.CorrectCards(drawn), "5.6", second=True)] if drawn else []


def _more(view: TableView) -> list[Step]:
    """What is not part of the game: limits, the end of the day, a Round that is over, a word for the record."""
    found = [Step("record_ruling", m.RecordRuling("-"), "5.12")]
    if view.phase in (Phase.CLOSED, Phase.READY) and not view.halts and view.game:
        found.append(Step("set_limits", m.SetLimits(view.felt), "3.4", second=True))
    if view.phase is Phase.CLOSED:
        found.append(Step("close_day", m.CloseDay("-")))
    if view.phase is Phase.READY and view.past and not view.past[-1].void:
        last = view.past[-1]
        cards = tuple(card for card in _drawn(view) if last.round_no == view.round_no)
        found.append(Step("void_settled", m.VoidSettled("5.3.3"), "5.3.3", second=True, detail=str(last.round_no)))
        if cards:
            found.append(Step("correct", m.Correct(cards), "5.6", second=True, detail=str(last.round_no)))
    return found


def _over_a_halt(view: TableView) -> list[Step]:
    """One reason after the other; what each needs is in the rules of section 5."""
    reason = next(iter(view.halts))
    void = [Step("void", m.Rule(Voided("5.3.3"), "5.3.3"), "5.3.3")] if view.in_round else []
    drawn = _drawn(view)
    match reason:
        case "interrupted":
            return [
                Step("interruption_continues", m.AnswerInterruption(affects=False), "5.1"),
                Step("interruption_affects", m.AnswerInterruption(affects=True), "5.1"),
            ]
        case "surplus":
            first = Step("keep_surplus", m.KeepSurplus(), "5.4")
            again = Step("reconstruct", m.Rule(Reconstructed(drawn), "5.4"), "5.4")
            return [first, *([again] if view.in_round else []), *void] if view.surplus else [again, *void]
        case "card_missing":
            unread = next((seen.shoe_seq for seen in view.shoe.pending if seen.card is None), 0)
            if not unread:
                return [Step("resume", m.Resume(reason)), *void]
            return [Step("enter_card", None, "5.1", second=True, detail=str(unread)), *void]
        case "shoe_lost":
            return [Step("plug_in", None, "5.1"), Step("enter_card", None, "5.1", second=True), *void]
        case "shoe_dry" | "foreign_card":
            paragraph = "5.3.4" if reason == "shoe_dry" else "5.3.1"
            load = Step("load_shoe", m.LoadShoe(view.placard.decks, "the Dealer"), "2.2.1", second=True)
            stop = [Step("void", m.Rule(Voided(paragraph), paragraph), paragraph)] if view.in_round else []
            return [*stop, load]
        case "card_conflict" | "result_differs":
            return [Step("resume", m.Resume(reason), "5.6", detail=reason), *_correct_cards(view), *void]
        case "history":
            told = Step("call_shift_manager", None, "5.12", detail=view.halts[reason].detail)
            return [told, Step("resume", m.Resume(reason), "5.12", second=True, detail=reason)]
        case _:
            return [Step("resume", m.Resume(reason), "5.12", detail=reason), *void]


# --- the rest of the picture -----------------------------------------------------------------------------------------


def _sides(game: str) -> dict[HandId, tuple[Card | None, ...]]:
    """Hands that have their place on the felt before they have a card."""
    return {HandId(side): () for side in opposed(game) or ()}


def _hands(game: str, hands: Mapping[HandId, tuple[Card | None, ...]], due: HandId) -> tuple[HandBoard, ...]:
    return tuple(
        HandBoard(hand, tuple("??" if card is None else card.text for card in cards), points(game, cards), hand == due)
        for hand, cards in hands.items()
    )


def _seats(desk: Desk) -> tuple[Seat, ...]:
    ledger = desk.ledger
    names = sorted(
        {
            *(account.removeprefix("credit/") for account in ledger.balances if account.startswith("credit/")),
            *(name for name in desk.terminals if name.startswith("T")),
        }
        - desk.retired
    )
    return tuple(
        Seat(
            name,
            name in desk.seats,
            ledger.credit(PlayerId(name)),
            ledger.stake(PlayerId(name)),
            desk.seats.get(name, 0) >= desk.closed_seq > 0,
            desk.disputes.get(name, 0),
            desk.latched.get(name, ""),
            name in desk.calls,
        )
        for name in names
    )


def _exposure(desk: Desk) -> tuple[tuple[Spot, int, int], ...]:
    amounts: dict[Spot, int] = {}
    players: dict[Spot, int] = {}
    for bets in desk.bets().values():
        for spot, amount in bets.items():
            amounts[spot] = amounts.get(spot, 0) + amount
            players[spot] = players.get(spot, 0) + 1
    spots = [spot for opened in desk.view.windows.values() for spot in opened.window.spots]
    kinds = [Spot(kind) for kind in pays(desk.view.game)]  # shown before the first Bet, so that nothing jumps
    names = dict.fromkeys((*kinds, *spots, *amounts))
    return tuple((spot, amounts.get(spot, 0), players.get(spot, 0)) for spot in names)


def _claims(desk: Desk) -> tuple[Claim, ...]:
    found: dict[tuple[str, int], list[int]] = {}
    for account, amount in desk.ledger.balances.items():
        kind, _, sitting_of = account.partition("/")
        if kind in ("due", "owed") and amount:
            terminal, _, sitting = sitting_of.rpartition("#")
            found.setdefault((terminal, int(sitting)), [0, 0])[kind == "owed"] += abs(amount)
    return tuple(Claim(*whose, *amounts) for whose, amounts in sorted(found.items()))


def _differential(desk: Desk) -> int:
    """How far the Bets on the two opposed Spots are apart, in games that have such."""
    sides = opposed(desk.view.game)
    if sides is None:
        return 0
    one, other = (sum(bets.get(Spot(side), 0) for bets in desk.bets().values()) for side in sides)
    return abs(one - other)
