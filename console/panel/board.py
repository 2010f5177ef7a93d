"""What a panel shows of the table to its Dealer and Supervisor, read from the desk: the one next step first.

Pure, and decides nothing: a step is a suggestion with the order it would give, and the table may still refuse it.
Whatever is not in `Board` a panel cannot show. Words of ours are keys; the screen translates them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from console.panel.desk import About, Desk
from console.panel.diary import Area, Diary, RoundTold, Told
from games.cards import Card
from games.catalog import find_face, find_game, rulings_of
from games.correction import PlayedRound
from games.face import Face, Shown
from games.round import (
    Act,
    CardDrawn,
    Felt,
    Game,
    HandId,
    PlayerId,
    Reconstructed,
    Refusal,
    Ruled,
    Spot,
    Voided,
    kind_of,
)
from games.rulings import Irregularity, Position, Topic
from games.settlement import fold
from protocol import messages as m
from protocol.events import Halted, Placard
from protocol.halts import Halt
from protocol.ledger import HOUSE, TICKETS
from protocol.moves import MOVE_FOR
from protocol.view import Phase, TableView, cards_digest

PAST_SHOWN: Final = 20  # Rounds that can be looked at again
MORE_MS: Final = 10_000  # of betting time, at a tap
# Over these halts it is clear why a Round is Void. Over any other, whoever voids it says why.
VOID_OVER: Final = frozenset({Topic.FOREIGN_CARD, Topic.SHOE_DRY, Topic.UNSHUFFLED})
SETS_REPLACED_OVER: Final = frozenset({"shoe_dry", "shoe_lost", "called"})  # 001 §5.7.1, in the middle of a Round
# Why a panel is shut out, as the console says it, and the key under which the screen knows what to do about it.
SHUT_OUT: Final[Mapping[str, str]] = {"another process has joined": "another_panel"}


class Step(Struct, frozen=True):
    """Something staff may do now. Without an order it is only said: draw a card, wait for the shoe."""

    key: str  # open_table, load_shoe, open_bets, close_bets, draw, certify, ...
    order: m.Order | None = None  # as it would be given, or what a form begins with
    paragraph: str = ""
    second: bool = False  # a second person has to agree
    detail: str = ""
    who: int = 0  # the lowest position that may give the order; 0 if there is none to give
    round_no: int = 0  # the Round it is about, 0 if it is about none
    card_no: int = 0  # of a card that is to be entered: the shoe's number, 0 if it has none
    hand: str = ""  # and where it goes
    nth: int = 0  # as which card of that Hand


class Exposure(Struct, frozen=True):
    """One kind of Spot: all Bets on it, and what the House would pay for them."""

    spot: Spot
    amount: int
    terminals: int  # that have bet on it
    pays: int | None  # the winnings at its highest odds; None if the game has no pay table here


class HandBoard(Struct, frozen=True):
    hand: str
    cards: tuple[str, ...]
    points: int | None
    due: bool  # the next card goes here
    totals: tuple[int | None, ...]  # the points after each card


class Seat(Struct, frozen=True):
    terminal: str
    heard: bool  # it is connected
    credit: int
    stake: int
    seen_close: bool  # it has applied "No More Bets" of this Round
    disputed: int
    latched: str
    calls: bool


class PastBoard(Struct, frozen=True):
    """A Round that is over. Without a record only its cards are known: it lies too far back."""

    round_no: int
    hands: tuple[HandBoard, ...]
    void: bool
    result: Shown | None
    paragraph: str = ""  # that voided it
    by: str = ""  # who has certified or voided it
    corrected_by: str = ""
    time: str = ""
    areas: tuple[Area, ...] = ()
    recorded: bool = False

    @property
    def staked(self) -> int:
        return sum(area.staked for area in self.areas)

    @property
    def returned(self) -> int:
        return sum(area.returned for area in self.areas)


class Claim(Struct, frozen=True):
    """A sitting that is over and has still to be paid, or has still to give back (001 §5.6)."""

    terminal: str
    sitting: int
    due: int
    owed: int


class Board(Struct, frozen=True):
    link: str  # joining, joined, reconnecting, denied, stopped
    why: str  # a key: another_panel, retired, history, other_log
    as_of: str  # the wall time of the last news, while it is not joined: what is shown is so old
    about: About
    phase: str
    game: str
    placard: Placard
    felt: Felt
    round_no: int
    next: Step
    steps: tuple[Step, ...]  # what else may be done
    more: tuple[Step, ...]  # what may be done now and then, and has a page of its own
    voids: tuple[Irregularity, ...]  # under which paragraphs this Round can be Void
    orders: tuple[Irregularity, ...]  # and its cards put into their order
    me: m.Person | None  # whom the console takes this panel's key for
    waiting: bool  # an order is on its way
    lost: int  # orders that were dropped because the console was not heard any more
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
    result: Shown | None  # until the next Round begins
    seats: tuple[Seat, ...]
    exposure: tuple[Exposure, ...]
    differential: int  # how far the Bets on the two opposed Spots are apart
    past: tuple[PastBoard, ...]
    ended: PastBoard | None  # the last Round, until the next one begins
    last: PlayedRound | None  # and how it was settled, if that is known well enough to settle it anew
    road: tuple[str, ...]  # a word for each Round of this shoe
    house: int
    tickets: int
    claims: tuple[Claim, ...]
    log: tuple[Told, ...]

    @property
    def cannot(self) -> str:
        """Why no order can be given now, a key; "" if one can."""
        if self.link != "joined":
            return "offline" if self.link == "reconnecting" else self.link
        return "waiting" if self.waiting else ""


def show(desk: Desk, now_ms: int, diary: Diary | None = None) -> Board:
    view = desk.view
    face = find_face(view.game)
    said = desk.diary if diary is None else diary
    last = _last(view, said)
    ways = Ways(view, None if last is None else last.acts)
    step, *others = ways.steps()
    link = _link(desk, now_ms)
    past = _past(view, said)
    seats = _seats(desk)
    ended = _ended(view, past)
    return Board(
        link=link,
        why="other_log" if desk.stopped else SHUT_OUT.get(desk.denied, desk.denied),
        as_of="" if link == "joined" else desk.heard_at,
        about=desk.about,
        phase=view.phase.value,
        game=view.game,
        placard=view.placard,
        felt=view.felt,
        round_no=view.round_no,
        next=step,
        steps=tuple(others),
        more=tuple(ways.more()),
        voids=ways.rulings(Voided),
        orders=ways.rulings(Reconstructed),
        me=said.me or desk.me,
        waiting=desk.waiting,
        lost=desk.lost,
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
        decks=() if ways.game is None else tuple(ways.game.decks),
        day=view.day,
        last_rounds=view.shoe.rounds_left,
        hands=_hands(face, {**dict.fromkeys(face.sides, ()), **view.hands}, view.due),
        surplus=tuple(card.text for card in view.surplus),
        drawn=tuple(card.text for card in ways.drawn),
        result=_result(view, ended),
        seats=seats,
        exposure=_exposure(desk),
        differential=_differential(desk),
        past=past,
        ended=ended,
        last=last,
        road=face.road(past.hands for past in view.past if not past.void),
        house=desk.ledger.balance(HOUSE),
        tickets=desk.ledger.balance(TICKETS),
        claims=_claims(desk),
        log=_log(said, {seat.terminal for seat in seats} | desk.retired),
    )


def _ended(view: TableView, past: tuple[PastBoard, ...]) -> PastBoard | None:
    if not past or past[-1].round_no != view.round_no or view.in_round:
        return None
    return past[-1]


def _result(view: TableView, ended: PastBoard | None) -> Shown | None:
    """Of the Round whose cards lie on the felt: before it is certified, and after that until the next one begins."""
    if view.phase is Phase.RESULT:
        return find_face(view.game).shown(view.hands)
    return None if ended is None or view.phase is not Phase.READY else ended.result


def _last(view: TableView, diary: Diary) -> PlayedRound | None:
    """Nothing while the diary is behind the picture, or has not heard the whole Round."""
    told = diary.rounds.get(view.round_no)
    if told is None or told.void or view.void or view.in_round or not told.acts or told.hands != view.hands:
        return None
    return PlayedRound(view.game, view.rules, view.house, view.round_felt, told.acts, told.lines)


class Preview(Struct, frozen=True):
    """What the table would look like with these cards: for whoever corrects them."""

    places: tuple[str, ...]  # of each card its Hand; "" if it is one too many
    hands: tuple[HandBoard, ...]
    result: Shown | None  # None as long as they do not make a whole Round


def preview(game: str, cards: Sequence[Card]) -> Preview | None:
    """None in a game that asks the Players in between: there the cards alone say too little."""
    face = find_face(game)
    laid = face.laid_out(cards)
    if laid is None:
        return None
    result = face.shown(laid.hands) if laid.whole else None
    return Preview(laid.places, _hands(face, laid.hands, HandId("")), result)


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
    return Ways(view).steps()


def who_may(game: str, order: m.Order) -> int:
    """The lowest position that may give this order, as the table will find (`orders.py`, `rulings.py`)."""
    who = MOVE_FOR[type(order)].who
    match order:
        case m.Rule(act=act, paragraph=paragraph):
            return max(who, _who_rules(game, type(act), paragraph))
        case m.VoidSettled(paragraph=paragraph):
            return max(who, _who_rules(game, Voided, paragraph))
        case m.Resume(reason="history"):
            return Position.SHIFT_MANAGER
    return who


def _who_rules(game: str, act: type, paragraph: str) -> int:
    known = rulings_of(game).irregularities
    entitled = (it.who for it in known if it.paragraph == paragraph and act in it.acts)
    return next(entitled, Position.SHIFT_MANAGER)


class Ways:
    """What may be done at a table that looks like this. Each way is a list: an empty one is not open now.

    Only what the table would obey is offered: its states (`moves.py`) and its rule book are asked, not guessed.
    """

    def __init__(self, view: TableView, corrected: Sequence[Act] | None = None) -> None:
        """A Round that was corrected after it was settled has other acts than those in the picture."""
        self.view = view
        acts: Sequence[Act | None] = view.acts if corrected is None else corrected
        self.game: Game | None = find_game(view.game, view.rules, **view.house) if view.game else None
        self.face = find_face(view.game)
        self._paragraph = rulings_of(view.game).paragraph
        self.drawn = _drawn(acts)
        self._known = None not in acts  # no card lies face down
        self._round: Any = None
        if self.game is not None and view.round_no and self._known:
            self._round = fold(self.game, view.round_felt, [act for act in acts if act is not None])

    def steps(self) -> list[Step]:
        """The next one first. Never empty."""
        view = self.view
        if view.halts:
            return self._over_a_halt(next(iter(view.halts)))
        match view.phase:
            case Phase.CLOSED:
                return self._open_table()
            case Phase.READY:
                return self._ready()
            case Phase.BETTING:
                close = self._step("close_bets", m.CloseBets(), Topic.NO_MORE_BETS)
                return [
                    *close,
                    *self._step("add_time", m.AddTime(MORE_MS), Topic.NO_MORE_BETS),
                    *self._call(),
                    *self._void(),
                ]
        nth = len(view.hands.get(view.due, ())) + 1
        draw = [Step("draw", None, self.face.draws_under(view.hands, view.due), detail=view.due, nth=nth)]
        certify = self._step("certify", m.Certify(cards_digest(view)), Topic.SETTLEMENT)
        first = draw if view.phase is Phase.DEALING else certify
        return [*first, *self._correct_cards(), *self._call(), *self._void()]

    def more(self) -> list[Step]:
        """What is not part of the game: limits, the end of the day, a Round that is over, a word for the record."""
        found = self._step("record_ruling", m.RecordRuling("-"), Topic.ANYTHING_ELSE)
        if self.game is not None:
            found += self._step("set_limits", m.SetLimits(self.view.felt), Topic.LIMITS)
        return [*found, *self._step("close_day", m.CloseDay("-")), *self._about_the_last_round()]

    def rulings(self, act: type[Ruled]) -> tuple[Irregularity, ...]:
        """Under which paragraphs such a ruling can be made on this Round; those that are about it alone first."""
        if self.game is None:
            return ()
        known = [it for it in self.game.rulings.irregularities if act in it.acts and self._fits(act, it.paragraph)]
        return tuple(sorted(known, key=lambda it: (it.who, act is Reconstructed and len(it.acts) > 1)))

    def _fits(self, act: type[Ruled], paragraph: str) -> bool:
        if self.game is None or self._round is None:
            return True
        ruled = Voided(paragraph) if act is Voided else Reconstructed(self.drawn)
        return self.game.rule(self._round, ruled, paragraph) is None

    def _step(self, key: str, order: m.Order, under: Topic | str = "", detail: str = "") -> list[Step]:
        """`under` is what the paragraph is about, or a paragraph."""
        view, move = self.view, MOVE_FOR[type(order)]
        if view.phase not in move.phases or move.halted not in (None, view.halted):
            return []
        second = move.second is not None or order == m.Resume(Halt.HISTORY)
        # A correction is of the Round that it names, and of no other.
        of_round = move.of_round or isinstance(order, m.Correct | m.VoidSettled)
        who = who_may(view.game, order)
        paragraph = self._paragraph(under) if isinstance(under, Topic) else under
        return [Step(key, order, paragraph, second, detail, who, view.round_no if of_round else 0)]

    # --- ways of one kind ------------------------------------------------------------------------------------------

    def _open_table(self) -> list[Step]:
        return self._step("open_table", m.OpenTable(), Topic.LIMITS)

    def _ready(self) -> list[Step]:
        shoe = self.view.shoe
        load, end = self._load_shoe(), self._end_shoe()
        rest = [*self._call(), *self._step("close_table", m.CloseTable())]
        if shoe.burning:
            return [Step("burn", None, self._paragraph(Topic.CARDS), detail=str(shoe.burning)), *load, *rest]
        if shoe.foreign or shoe.rounds_left == 0 or (shoe.decks and shoe.left == 0):
            return [*end, *load, *rest]  # 001 §5.3.2: what is left is counted before other cards come
        if not shoe.live:
            return [*load, *rest]
        return [*self._step("open_bets", m.OpenBets(), Topic.BETS_OPEN), *end, *load, *rest]

    def _load_shoe(self) -> list[Step]:
        """001 §2.2.1; in the middle of a Round §5.7.1."""
        view = self.view
        if self.game is None or (view.in_round and not SETS_REPLACED_OVER & view.halts.keys()):
            return []
        decks = view.placard.decks if view.placard.decks in self.game.decks else self.game.decks[-1]
        order = m.LoadShoe(decks, "the Dealer")
        return self._step("load_shoe", order, Topic.NEW_SET if view.in_round else Topic.CARDS)

    def _end_shoe(self) -> list[Step]:
        """What is counted is for a person to say: no number stands here that could be taken over."""
        return self._step("end_shoe", m.EndShoe(0), Topic.MISCOUNT) if self.view.shoe.decks else []

    def _call(self) -> list[Step]:
        """Over a halt too. Who has been called already is still needed, and nobody calls twice."""
        if "called" in self.view.halts:
            return [Step("supervisor_needed", None, self._paragraph(Topic.ANYTHING_ELSE), who=MOVE_FOR[m.Resume].who)]
        return self._step("call_supervisor", m.CallSupervisor("called from the panel"), Topic.ANYTHING_ELSE)

    def _resume(self, reason: str, topic: Topic = Topic.ANYTHING_ELSE) -> list[Step]:
        return self._step("resume", m.Resume(reason), topic, detail=reason)

    def _void(self, reason: str = "") -> list[Step]:
        known = self.rulings(Voided)
        if not known:
            return []
        why = next((it.paragraph for it in known if it.topic == reason and reason in VOID_OVER), "")
        # The last that the lowest position may rule: it does not come and go with the cards, as the first may.
        paragraph = why or [it.paragraph for it in known if it.who == known[0].who][-1]
        return self._step("void", m.Rule(Voided(paragraph), paragraph), why)

    def _correct_cards(self) -> list[Step]:
        """001 §5.6: the cards on the felt prevail over those on the screen."""
        if not self._all_there():
            return []
        return self._step("correct_cards", m.CorrectCards(self.drawn), Topic.CORRECTION)

    def _reconstruct(self) -> list[Step]:
        known = self.rulings(Reconstructed)
        if not known or not self._all_there():
            return []
        paragraph = known[0].paragraph
        return self._step("reconstruct", m.Rule(Reconstructed(self.drawn), paragraph), paragraph)

    def _all_there(self) -> bool:
        """Are all cards of the Round known and still its own?"""
        return bool(self.drawn) and self._known and not self.view.shoe.pending and not self.view.kept

    def _enter_card(self) -> list[Step]:
        """The first card that was not read; or, if none is missing, the one that is due."""
        view, pending = self.view, self.view.shoe.pending
        if not pending and (view.phase is not Phase.DEALING or "surplus" in view.halts):
            return []
        move = MOVE_FOR[m.EnterCard]
        if view.phase not in move.phases or not view.halted:
            return []
        hand = view.due if view.phase is Phase.DEALING else ""
        number = pending[0].shoe_seq if pending else 0
        nth = len(view.hands.get(HandId(hand), ())) + 1 if hand else 0
        where: dict[str, Any] = {"card_no": number, "hand": hand, "nth": nth}
        return [
            Step(
                "enter_card",
                None,
                self._paragraph(Topic.INTERRUPTION),
                True,
                str(number or ""),
                move.who,
                view.round_no,
                **where,
            )
        ]

    def _about_the_last_round(self) -> list[Step]:
        """Until the next one begins a Round that is settled can be voided or corrected (001 §5.3.3, §5.6)."""
        view = self.view
        if not view.past or view.past[-1].round_no != view.round_no or view.past[-1].void or view.in_round:
            return []
        known, number = self.rulings(Voided), str(view.round_no)
        found = []
        if known:
            found += self._step("void_settled", m.VoidSettled(known[0].paragraph), detail=number)
        if self.game is not None and self.drawn and self._known and not self.game.surplus(self._round):
            found += self._step("correct", m.Correct(self.drawn), Topic.CORRECTION, detail=number)
        return found

    # --- over a halt -------------------------------------------------------------------------------------------------

    def _over_a_halt(self, reason: str) -> list[Step]:
        """One reason after the other; what each needs is in the rules of section 5."""
        found = [*self._out_of(reason), *(self._open_table() if self.view.phase is Phase.CLOSED else ())]
        return [*(found or [Step("call_shift_manager", None, self._paragraph(Topic.ANYTHING_ELSE))]), *self._call()]

    def _out_of(self, reason: str) -> list[Step]:
        view = self.view
        match reason:
            case "interrupted":
                return [
                    *self._step(
                        "interruption_continues",
                        m.AnswerInterruption(affects=False),
                        Topic.INTERRUPTION,
                    ),
                    *self._step("interruption_affects", m.AnswerInterruption(affects=True), Topic.INTERRUPTION),
                ]
            case "surplus":
                keep = self._step("keep_surplus", m.KeepSurplus(), Topic.SURPLUS) if view.surplus else []
                again = self._reconstruct()
                # 001 §5.4: put into order what can be; a Round that has all its cards keeps the rest for the next one.
                first = [*again, *keep] if view.due else [*keep, *again]
                return [*first, *self._correct_cards(), *self._void(), *self._new_set()]
            case "card_missing":
                return [*self._enter_card(), *self._void(), *self._new_set()]
            case "shoe_lost":
                plug_in = Step("plug_in", None, self._paragraph(Topic.INTERRUPTION))
                return [plug_in, *self._enter_card(), *self._load_shoe(), *self._void()]
            case "shoe_dry":
                return [*self._void(reason), *self._load_shoe()]
            case "foreign_card":
                return [*self._void(reason), *self._correct_cards(), *self._new_set()]
            case "unshuffled":
                return [*self._void(reason), *self._new_set(), *self._resume(reason)]
            case "card_conflict" | "result_differs":
                return [*self._resume(reason, Topic.CORRECTION), *self._correct_cards(), *self._void()]
            case "called":
                cards = [*self._reconstruct(), *self._correct_cards(), *self._enter_card()]
                ended = self._end_shoe() if view.phase is Phase.READY else []
                return [*self._resume(reason), *cards, *ended, *self._load_shoe(), *self._void()]
            case "history":
                return [Step("call_shift_manager", None, self._paragraph(Topic.ANYTHING_ELSE)), *self._resume(reason)]
            case _:
                return [*self._resume(reason), *self._new_set(), *self._void()]

    def _new_set(self) -> list[Step]:
        """Between two Rounds a new set of cards ends what was wrong with the old one."""
        return self._load_shoe() if self.view.phase is Phase.READY else []


# --- the rest of the picture -----------------------------------------------------------------------------------------


def _drawn(acts: Sequence[Act | None]) -> tuple[Card, ...]:
    """The cards in the order that counts: the one that was ruled (001 §1.17), and what came after it."""
    found: list[Card] = []
    for act in acts:
        if isinstance(act, CardDrawn):
            found.append(act.card)
        elif isinstance(act, Reconstructed):
            found = list(act.cards)
    return tuple(found)


def _hands(face: Face, hands: Mapping[HandId, tuple[Card | None, ...]], due: HandId) -> tuple[HandBoard, ...]:
    return tuple(
        HandBoard(
            *(hand, tuple("??" if card is None else card.text for card in cards), face.points(cards), hand == due),
            tuple(face.points(cards[: place + 1]) for place in range(len(cards))),
        )
        for hand, cards in hands.items()
    )


def _past(view: TableView, diary: Diary) -> tuple[PastBoard, ...]:
    """The Rounds that are on record, of earlier shoes too; and of this shoe those before them, by their cards."""
    face = find_face(view.game)
    found = {
        past.round_no: PastBoard(
            *(past.round_no, _hands(face, past.hands, HandId("")), past.void),
            None if past.void else face.shown(past.hands),
        )
        for past in view.past
    } | {told.round_no: _recorded(face, told) for told in diary.rounds.values()}
    return tuple(past for _, past in sorted(found.items())[-PAST_SHOWN:])


def _recorded(face: Face, told: RoundTold) -> PastBoard:
    return PastBoard(
        told.round_no,
        _hands(face, told.hands, HandId("")),
        bool(told.void),
        None if told.void else face.shown(told.hands),
        *(told.void, told.by, told.corrected_by, told.time, _in_order(face, told.areas)),
        recorded=True,
    )


def _in_order(face: Face, areas: tuple[Area, ...]) -> tuple[Area, ...]:
    """As they stand on the felt and beside the Bets that are registered now; what has no such place comes last."""
    places = {kind: place for place, kind in enumerate(face.pays)}
    return tuple(sorted(areas, key=lambda area: places.get(area.spot, len(places))))


def _log(diary: Diary, terminals: set[str]) -> tuple[Told, ...]:
    """That a panel or a display has joined is of no interest at the table."""
    return tuple(line for line in diary.lines if line.key != "terminal_joined" or line.parts[0].value in terminals)


def _seats(desk: Desk) -> tuple[Seat, ...]:
    ledger = desk.ledger
    closed = desk.closed_seq if desk.view.phase in (Phase.DEALING, Phase.RESULT) else 0
    names = sorted(
        {
            *(account.removeprefix("credit/") for account in ledger.balances if account.startswith("credit/")),
            *desk.enrolled,
        }
        - desk.retired
    )
    return tuple(
        Seat(
            name,
            name in desk.seats,
            ledger.credit(PlayerId(name)),
            ledger.stake(PlayerId(name)),
            desk.seats.get(name, 0) >= closed > 0,
            desk.disputes.get(name, 0),
            desk.latched.get(name, ""),
            name in desk.calls,
        )
        for name in names
    )


def _exposure(desk: Desk) -> tuple[Exposure, ...]:
    bets = [(spot, amount) for layout in desk.bets().values() for spot, amount in layout.items()]
    face = find_face(desk.view.game)
    spots = [spot for opened in desk.view.windows.values() for spot in opened.window.spots]
    # What can be bet on is shown before the first Bet, so that nothing jumps.
    kinds = dict.fromkeys((*face.pays, *map(kind_of, (*spots, *(spot for spot, _ in bets)))))
    return tuple(_exposed(face, kind, [amount for spot, amount in bets if kind_of(spot) == kind]) for kind in kinds)


def _exposed(face: Face, kind: str, amounts: Sequence[int]) -> Exposure:
    """Winnings are counted for each Bet: halves are rounded there (001 §4.1)."""
    odds = face.most_paid(kind)
    paid = None if odds is None else sum(odds.winnings(amount) for amount in amounts)
    return Exposure(Spot(kind), sum(amounts), len(amounts), paid)


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
    totals = [sum(bets.get(side, 0) for bets in desk.bets().values()) for side in find_face(desk.view.game).opposed]
    return max(totals, default=0) - min(totals, default=0)
