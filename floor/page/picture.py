"""What a browser is told of a table: plain values for the templates, no more than its reader may see.

Pure. A figure that the reader's role does not show is not computed at all, so no template can let it slip. A card that
lies face down is the word `back`; why a table has halted is told by its reason, never in the words that may name a
card.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from msgspec import Struct

from floor.page import cards, charts, roads
from floor.page.roles import Sight
from floor.page.standing import Ring, Standing, Tally, game_title
from floor.page.watch import Known
from floor.page.words import HALTS, say
from games.box_face import HandFace
from games.cards import Card
from games.catalog import find_face
from games.face import Face, Shown
from games.money import write_amount
from protocol.box_view import box_table, deciding
from protocol.view import Phase, TableView

Sights = frozenset[Sight]
ROAD_GAMES: Final = frozenset("BPT")  # the first letters of words that the roads can read
TILE_COLUMNS: Final = 22
LAG_BAD: Final = 1_000  # entries: as on the panel

# What happens at a table, as the pit says it; the signs are those of the screens.
PHASES: Final = {
    "closed": "Closed",
    "ready": "Between Rounds",
    "betting": "Bets open",
    "deciding": "Players decide",
    "dealing": "Dealing",
    "result": "Result",
    "halted": "Halted",
}


class Hand(Struct, frozen=True):
    name: str
    key: str  # of its place, for a browser that moves cards
    cards: tuple[str, ...]  # names of pictures
    points: str = ""
    tone: str = ""
    won: bool = False
    due: bool = False
    out: bool = False
    note: str = ""


class Halted(Struct, frozen=True):
    reason: str
    since: int  # ms


class Call(Struct, frozen=True):
    terminal: str
    reason: str
    since: int


class Seat(Struct, frozen=True):
    name: str
    taken: bool
    box: int
    calls: int  # since, ms; 0: nobody calls
    latched: bool
    credit: str = ""  # only for who may see money
    stake: str = ""
    bets: bool = False


class Shoe(Struct, frozen=True):
    loaded: bool
    left: int
    all: int
    ends: str  # the cut card has come: next, now, over
    by_hand: bool
    lost: bool


class Money(Struct, frozen=True):
    """Of this gaming day."""

    handle: str
    win: str
    hold: str
    lost: bool  # the House has
    rounds: int


class Limit(Struct, frozen=True):
    name: str
    tone: str
    least: str
    most: str


class Link(Struct, frozen=True):
    name: str
    state: str  # good, warn, bad
    text: str
    since: int = 0  # ms: how long it has been silent; 0: it is not


class RingLine(Struct, frozen=True):
    at: str
    since: int
    code: str
    text: str
    round_no: int


class Sum(Struct, frozen=True):
    """Of all tables of one currency, today."""

    currency: str
    handle: str
    win: str
    hold: str
    lost: bool
    training: bool  # no money is real there


class TablePicture(Struct, frozen=True):
    id: int
    name: str
    title: str  # on its placard
    seq: int
    game: str
    phase: str
    said: str  # the phase in words
    round_no: int
    currency: str
    training: bool
    limits: str
    shoe: Shoe
    hands: tuple[Hand, ...]
    boxes: bool
    result: str
    tone: str
    void: str
    seats: tuple[Seat, ...]
    taken: int
    halts: tuple[Halted, ...]
    calls: tuple[Call, ...]
    ends_ms: int  # when bets close, by the console's clock; 0: they are not open
    total_ms: int
    road: str  # SVG; "": this game has none
    links: tuple[Link, ...]
    day: str
    money: Money | None = None
    surplus: int = 0


def epoch_ms(wall_time: str) -> int:
    """0: a clock that never said what time it is."""
    try:
        return int(datetime.fromisoformat(wall_time).timestamp() * 1_000)
    except ValueError:
        return 0


def draw(known: Known, sights: Sights, language: str, *, now_ms: int) -> TablePicture:
    """Whatever this reader may see of a table; of one whose machines alone he sees, those."""
    it, view = known.standing, known.standing.view
    if Sight.TABLES not in sights:
        it, view = Standing(it.name, it.seq), TableView()
    face = find_face(view.game)
    phase = phase_of(view)
    over = view.phase in (Phase.RESULT, Phase.READY) and not view.void
    shown = face.shown(view.hands) if over and view.hands else None
    halts = tuple(
        Halted(HALTS.get(reason, str(reason)), epoch_ms(it.halted_since.get(reason, ""))) for reason in view.halts
    )
    calls = tuple(
        Call(name, peer.calls_for, epoch_ms(peer.calls_since))
        for name, peer in sorted(it.calls().items(), key=lambda each: each[1].calls_since)
    )
    seats = _seats(it, sights)
    ends, total = _countdown(it)
    return TablePicture(
        id=known.table_id,
        name=it.name,
        title=view.placard.name or it.name,
        seq=it.seq,
        game=say(game_title(view.game), language),
        phase=phase,
        said=say(PHASES[phase], language),
        round_no=view.round_no,
        currency=view.placard.currency,
        training=view.placard.training,
        limits=_limits_line(view, face),
        shoe=_shoe(view),
        hands=_hands(view, face, shown, language),
        boxes=_has_boxes(view),
        result=_result(face, shown, language),
        tone=face.tones.get(shown.winner, "") if shown else "",
        void=view.void,
        seats=seats,
        taken=sum(seat.taken for seat in seats),
        halts=halts,
        calls=calls,
        ends_ms=ends,
        total_ms=total,
        road=_tile_road(it, face, language) if Sight.TABLES in sights else "",
        links=_links(known, language, now_ms) if Sight.HEALTH in sights else _trouble(known, language, now_ms),
        day=view.day,
        money=_money(it) if Sight.MONEY in sights else None,
        surplus=view.surplus,
    )


def phase_of(view: TableView) -> str:
    if view.halted:
        return "halted"
    return "deciding" if deciding(view) else str(view.phase)


def _countdown(it: Standing) -> tuple[int, int]:
    ends, total = 0, 0
    for name, window in it.view.windows.items():
        begun = epoch_ms(it.opened_at.get(name, ""))
        if begun and begun + window.left_ms > ends:
            ends, total = begun + window.left_ms, window.left_ms
    return (ends, total) if not it.view.halted else (0, 0)


def _shoe(view: TableView) -> Shoe:
    shoe = view.shoe
    return Shoe(bool(shoe.decks), max(0, view.cards_left), 52 * shoe.decks, view.shoe_ends, shoe.by_hand, shoe.lost)


def _money(it: Standing) -> Money:
    exponent, tally = it.view.placard.exponent, it.today
    hold = f"{100 * tally.win / tally.handle:.1f} %" if tally.handle else "-"
    handle, win = (write_amount(amount, exponent, whole=True) for amount in (tally.handle, tally.win))
    return Money(handle, win, hold, tally.win < 0, len(it.rounds))


def _seats(it: Standing, sights: Sights) -> tuple[Seat, ...]:
    exponent, money = it.view.placard.exponent, Sight.MONEY in sights
    found = []
    for name, peer in sorted(it.seats().items()):
        stake = it.stake_of(name)
        seat = Seat(
            name,
            it.is_taken(name),
            it.view.sits_at(name),
            epoch_ms(peer.calls_since) if peer.calls_since else 0,
            bool(peer.latched),
            write_amount(it.credit_of(name), exponent, whole=True) if money else "",
            write_amount(stake, exponent, whole=True) if money and stake else "",
            bool(stake),
        )
        found.append(seat)
    return tuple(found)


# --- cards --------------------------------------------------------------------------------------------------------


def _has_boxes(view: TableView) -> bool:
    return box_table(view) is not None


def _hands(view: TableView, face: Face, shown: Shown | None, language: str) -> tuple[Hand, ...]:
    boxes = box_table(view)
    if boxes is not None:
        dealer = () if boxes.dealer is None else (_box_hand(boxes.dealer, say("Dealer", language), view),)
        return dealer + tuple(
            _box_hand(hand, say("Box %1", language, box.box), view) for box in boxes.boxes for hand in box.hands
        )
    hands = {side: view.hands.get(side, ()) for side in face.sides} | view.hands
    return tuple(
        Hand(
            say(face.words.get(hand, hand), language),
            hand,
            _pictures(cards),
            _points(face, cards),
            face.tones.get(hand, ""),
            shown is not None and str(shown.winner) == hand,
            view.due == hand,
        )
        for hand, cards in hands.items()
    )


def _box_hand(hand: HandFace, name: str, view: TableView) -> Hand:
    pictures = tuple(text or cards.BACK for text in hand.cards)
    due = view.due == hand.hand or hand.active
    return Hand(name, hand.hand, pictures, hand.total, due=due, out=hand.out)


def _pictures(lying: tuple[Card | None, ...]) -> tuple[str, ...]:
    return tuple(cards.BACK if card is None else card.text for card in lying)


def _points(face: Face, lying: tuple[Card | None, ...]) -> str:
    points = face.points(lying)
    return "" if points is None else str(points)


def _result(face: Face, shown: Shown | None, language: str) -> str:
    if shown is None:
        return ""
    words = [say(face.words.get(word, word), language) for word in (shown.winner, *shown.also)]
    return f"{words[0]} {shown.points}" + "".join(f" · {word}" for word in words[1:])


# --- limits, roads, charts ----------------------------------------------------------------------------------------


def _limits_line(view: TableView, face: Face) -> str:
    """Those of the first main Bet: 25 - 20,000."""
    kinds = [kind for kind in (*face.opposed, *face.pays, *view.felt.limits) if kind in view.felt.limits]
    if not kinds:
        return ""
    limit, exponent = view.felt.limits[kinds[0]], view.placard.exponent
    most = "" if limit.max is None else write_amount(limit.max, exponent, whole=True)
    return f"{write_amount(limit.min, exponent, whole=True)} \N{EN DASH} {most}"


def limits(it: Standing, language: str) -> tuple[Limit, ...]:
    view = it.view
    face, exponent = find_face(view.game), view.placard.exponent
    order = {kind: place for place, kind in enumerate(face.pays)}
    return tuple(
        Limit(
            say(face.words.get(kind, kind), language),
            face.tones.get(kind, ""),
            write_amount(limit.min, exponent, whole=True),
            "" if limit.max is None else write_amount(limit.max, exponent, whole=True),
        )
        for kind, limit in sorted(view.felt.limits.items(), key=lambda each: order.get(each[0], len(order)))
    )


def _marks(it: Standing, face: Face) -> tuple[str, ...]:
    words = face.road(past.hands for past in it.view.past if not past.void)
    return words if all(word[:1] in ROAD_GAMES for word in words) else ()


def _letters(face: Face, language: str) -> str:
    told = "".join(say(face.letters.get(side, ""), language)[:1] for side in roads.SIDES)
    return told if len(told) == 3 else "BPT"


def _tile_road(it: Standing, face: Face, language: str) -> str:
    marks = _marks(it, face)
    if not marks and not face.letters:
        return ""
    return roads.big_road(roads.roads_from(marks), TILE_COLUMNS, _letters(face, language), say("Big Road", language))


def all_roads(it: Standing, language: str) -> tuple[tuple[str, str], ...]:
    """Name and picture of each road; nothing for a game that has none."""
    face = find_face(it.view.game)
    marks = _marks(it, face)
    if not marks and not face.letters:
        return ()
    drawn, letters = roads.roads_from(marks), _letters(face, language)
    named = {key: say(name, language) for key, name in ROADS.items()}
    return (
        (named["bead_plate"], roads.bead_plate(drawn, 12, letters, named["bead_plate"])),
        (named["big_road"], roads.big_road(drawn, 32, letters, named["big_road"])),
        *((named[kind], roads.derived_road(drawn, kind, 20, named[kind])) for kind in roads.DERIVED),
    )


ROADS: Final = {
    "bead_plate": "Bead plate",
    "big_road": "Big Road",
    "big_eye_boy": "Big Eye Boy",
    "small_road": "Small Road",
    "cockroach_pig": "Cockroach Pig",
}


def day_charts(it: Standing, language: str) -> tuple[str, str]:
    exponent = it.view.placard.exponent
    rounds: list[tuple[int, Tally]] = list(it.rounds.items())

    def write(amount: int) -> str:
        return write_amount(amount, exponent, whole=True)

    return (
        charts.win_chart(rounds, write, say("Win today", language)),
        charts.handle_chart(rounds, write, say("Handle by Round", language)),
    )


# --- machines -----------------------------------------------------------------------------------------------------


def _links(known: Known, language: str, now_ms: int) -> tuple[Link, ...]:
    """The floor's own way to the table, then archive and witness as the console has told it."""
    found = [_own_link(known, language, now_ms)]
    for name, told in sorted(known.peers.items()):
        lag, silent = int(told.get("lag", 0)), int(told.get("silent_ms", 0))
        bad = lag >= LAG_BAD or silent >= PEER_SILENT_MS
        text = say("%1 entries behind", language, f"{lag:,}") if lag else say("Current", language)
        since = now_ms - silent if silent >= PEER_SILENT_MS else 0
        found.append(Link(f"{name} ({told.get('role', '')})", "bad" if bad else "good", text, since))
    return tuple(found)


def _trouble(known: Known, language: str, now_ms: int) -> tuple[Link, ...]:
    """Whoever does not look after machines is told only that a table is not followed just now."""
    own = _own_link(known, language, now_ms)
    return () if own.state != "bad" else (Link("", own.state, say("Not current", language), own.since),)


def is_silent(known: Known, now_ms: int) -> bool:
    return known.heard_at is None or now_ms / 1_000 - known.heard_at.timestamp() >= SILENT_S


def _own_link(known: Known, language: str, now_ms: int) -> Link:
    name = say("Floor", language)
    if known.stopped or known.trouble:
        return Link(name, "bad", known.stopped or known.trouble)
    if known.heard_at is None:
        return Link(name, "bad", say("Never heard", language))
    if is_silent(known, now_ms):
        return Link(name, "bad", say("Silent", language), int(known.heard_at.timestamp() * 1_000))
    if known.lag:
        state = "bad" if known.lag >= LAG_BAD else "warn"
        return Link(name, state, say("%1 entries behind", language, f"{known.lag:,}"))
    return Link(name, "good", say("Current", language))


SILENT_S: Final = 15  # a follower notes every few seconds that it hears its console
PEER_SILENT_MS: Final = 10_000


# --- for the page around them -------------------------------------------------------------------------------------


def rings(it: Standing, sights: Sights) -> tuple[RingLine, ...]:
    """The last ones first. Those about money (E4..) have amounts in them: who may not see any is told where it rang."""
    return tuple(
        RingLine(each.at[11:19], epoch_ms(each.at), each.code, _ring_text(each, sights), each.round_no)
        for each in reversed(it.rings)
    )


def _ring_text(ring: Ring, sights: Sights) -> str:
    about_money = ring.code.startswith(MONEY_CODES)
    return ring.kind if about_money and Sight.MONEY not in sights else ring.text


MONEY_CODES: Final = ("E4", "E107", "E304", "E305")


def sums(tables: Iterable[Known], sights: Sights) -> tuple[Sum, ...]:
    if Sight.MONEY not in sights:
        return ()
    found: dict[tuple[bool, str, int], Tally] = {}
    for known in tables:
        it, placard = known.standing, known.standing.view.placard
        whole = found.setdefault((placard.training, placard.currency, placard.exponent), Tally())
        whole.handle += it.today.handle
        whole.win += it.today.win
    return tuple(
        Sum(
            code,
            write_amount(tally.handle, exponent, whole=True),
            write_amount(tally.win, exponent, whole=True),
            f"{100 * tally.win / tally.handle:.1f} %" if tally.handle else "-",
            tally.win < 0,
            training,
        )
        for (training, code, exponent), tally in sorted(found.items())
        if code
    )
