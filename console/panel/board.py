"""What a panel shows of the table to its Dealer and Supervisor, read from the desk: the one next step first.

Pure, and decides nothing: a step is a suggestion with the order it would give, and the table may still refuse it.
Whatever is not in `Board` a panel cannot show. Words of ours are keys; the screen translates them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from console.panel.desk import About, Desk
from console.panel.diary import Area, Diary, RoundTold, Told, rules_of
from console.panel.ways import Ways
from games.box_face import BoxTable
from games.boxes import boxes_now
from games.cards import Card
from games.catalog import UnknownGame, find_face, shared_kind
from games.correction import PlayedRound
from games.face import Face, Shown
from games.money import Currency
from games.round import Answer, BoxNow, Felt, HandId, PlayerId, Refusal, Spot, Voided, kind_of
from games.settlement import refold
from protocol import messages as m
from protocol.box_view import awaited, box_table
from protocol.events import Halted, OpenItem, Placard, SignatureRefused
from protocol.faults import Fault
from protocol.guide import Guide
from protocol.join import Link
from protocol.ledger import HOUSE, TICKETS, owed
from protocol.people import Member, Proposal
from protocol.picture import AskedTicket, HeldNote, OpenTicket
from protocol.situation import Sight, Step
from protocol.standing import left_open
from protocol.view import Phase, ShoeView, TableView

SILENT_S: Final = 10  # an archive or a witness that was not heard for so long is not there
PAST_SHOWN: Final = 20  # Rounds that can be looked at again


class Exposure(Struct, frozen=True):
    """One kind of Spot: all Bets on it, and what the House would pay for them."""

    spot: Spot
    amount: int
    terminals: int  # that have bet on it
    pays: int | None  # the winnings at its highest odds; None if the game has no pay table here
    coin: str = ""  # that they are made with: coins are not added up


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
    seen_close: bool  # it has applied "No More Bets" of this Round
    disputed: int
    latched: str
    calls: bool
    reason: str = ""  # of that call
    turning: bool = False  # its Player turns cards
    coin: str = ""  # that its participant plays with (004)
    person: str = ""  # and his number


class PastBoard(Struct, frozen=True):
    """A Round that is over. Without a record only its cards are known: it lies too far back."""

    round_no: int
    hands: tuple[HandBoard, ...]
    void: bool
    result: Shown | None
    paragraph: str = ""  # that voided it
    by: str = ""  # who has certified or voided it: one name, or two
    corrected_by: str = ""
    time: str = ""
    ruled_by: tuple[str, ...] = ()  # before it was settled
    areas: tuple[Area, ...] = ()
    recorded: bool = False
    recalled: bool = False  # it was looked for, to be corrected

    @property
    def staked(self) -> int:
        return sum(area.staked for area in self.areas)

    @property
    def returned(self) -> int:
        return sum(area.returned for area in self.areas)


class Call(Struct, frozen=True):
    """A Player who wants somebody to come."""

    terminal: str
    since: str  # the wall time; "" if that lies too far back


class Machine(Struct, frozen=True):
    """A key that is let in, or one that waits for two people to say so."""

    name: str
    role: str
    key: str  # the public one that is let in; "": none is
    heard: bool
    prepared: m.PreparedKey | None = None


class Claim(Struct, frozen=True):
    """A sitting that is over and has still to be paid, or has still to give back (001 §5.6)."""

    terminal: str
    sitting: int
    due: int
    owed: int


class Board(Struct, frozen=True):
    link: Link
    why: str  # a key: another_panel, retired, history, other_log
    as_of: str  # the wall time of the last news, while it is not joined: what is shown is so old
    about: About
    phase: Phase
    game: str
    placard: Placard
    felt: Felt
    round_no: int
    next: Step
    steps: tuple[Step, ...]  # what else may be done
    more: tuple[Step, ...]  # what may be done now and then, and has a page of its own
    guides: tuple[Guide, ...]  # through all that is irregular, or could be said to be; halts first
    sight: Sight  # what they are made of, standing still: for whoever asks what another order would do
    panel: str  # which one this is
    me: m.Person | None  # who is signed on here
    leaving: bool  # the panel is locked, and the console has still to hear of it
    staff: tuple[Member, ...]  # those who are at a panel first
    prepared: tuple[m.PreparedStaff, ...]  # files of people that wait for an order
    roles: Mapping[str, str]  # of every peer that has joined
    answered: Mapping[str, int]  # for how much cash each person has answered in this gaming day
    granted: Mapping[str, Mapping[str, int]]  # and by coin, how much of it each person has granted
    away: Mapping[str, str]  # participants who do not play, and the last day of that
    houses: Mapping[str, int]  # what the House has of each coin that participants play with
    machines: tuple[Machine, ...]  # whose keys are let in, and those that are prepared
    proposals: tuple[Proposal, ...]  # orders that wait for a signature, of this panel first
    fates: tuple[tuple[bytes, str], ...]  # of those that wait no more: done, or why they were withdrawn
    answer: m.SignOnAnswer | None  # to the last that this panel has asked about people
    asking: bool  # a try is under way
    unsigned: SignatureRefused | None  # the last signature that was refused
    calls: tuple[Call, ...]  # for an attendant, the longest first
    waiting: bool  # an order is on its way
    unread: tuple[int, int]  # entries of the books that were checked, of all; (0, 0): nothing is left to check
    outside: tuple[m.Outside, ...]  # archives and witnesses; (): none is enrolled
    recalling: tuple[int, int, int]  # the earlier Round that is looked for; entries read, of so many; zeros: none
    not_found: tuple[int, str]  # one that was looked for in vain, and why; 0: none
    lost: int  # orders that were dropped because the console was not heard any more
    refused: Refusal | None  # why the last order of this panel was refused
    refusals: int  # how many were
    halts: tuple[Halted, ...]
    left_ms: int
    countdown_ms: int
    shoe: ShoeView  # it stands still
    decks: tuple[int, ...]  # with how many this game may be played
    day: str  # the gaming day that runs
    closed_day: str  # the last that was closed
    hands: tuple[HandBoard, ...]
    surplus: tuple[str, ...]
    drawn: tuple[str, ...]  # the cards of this Round as they came
    boxes: BoxTable | None  # of a game that has them
    on_boxes: tuple[BoxNow, ...]  # what lies on them while Bets are open
    awaited: tuple[tuple[str, int, PlayerId], ...]  # who is asked something: kind of question, box, terminal
    answers: tuple[Step, ...]  # what staff may enter for each of them, at his request
    result: Shown | None  # until the next Round begins
    seats: tuple[Seat, ...]
    exposure: tuple[Exposure, ...]
    differential: int  # how far the Bets on the two opposed Spots are apart
    past: tuple[PastBoard, ...]
    ended: PastBoard | None  # the last Round, until the next one begins
    road: tuple[str, ...]  # a word for each Round of this shoe
    house: int
    tickets: int
    claims: tuple[Claim, ...]
    left_open: tuple[OpenItem, ...]  # what would stand open if the table closed now
    tickets_open: tuple[tuple[str, OpenTicket, int], ...]  # not printed: name, ticket, what its sitting owes
    locked: tuple[str, ...]  # terminals and panels that take no tickets
    asked: tuple[tuple[bytes, AskedTicket], ...]  # tickets of other tables that are not answered
    found: m.TicketFound | None  # the ticket that was looked for
    held: tuple[tuple[int, HeldNote], ...]  # notes that two people have to release, each with its number
    log: tuple[Told, ...]

    @property
    def last(self) -> PlayedRound | None:
        """How the last Round was settled, if that is known well enough to settle it anew."""
        view = self.sight.view
        return None if view.in_round or view.void else self.sight.rounds.get(self.round_no)

    @property
    def cannot(self) -> str:
        """Why no order can be given now, a key; "" if one can."""
        if self.link is not Link.JOINED:
            return "offline" if self.link is Link.RECONNECTING else self.link
        if self.me is None:
            return "locked"
        return "waiting" if self.waiting else ""


def show(desk: Desk, now_ms: int, diary: Diary | None = None) -> Board:
    view = desk.view
    face = find_face(view.game)
    said = desk.diary if diary is None else diary
    ways = Ways(_sight(desk, said))
    step, *others = ways.steps()
    link = _link(desk, now_ms)
    past = _past(desk, said)
    seats = _seats(desk)
    ended = _ended(view, [it for it in past if not it.recalled])
    return Board(
        link=link,
        why="other_log" if desk.stopped else _shut_out(desk.listener.trouble),
        as_of="" if link is Link.JOINED else desk.heard_at,
        about=desk.about,
        phase=view.phase,
        game=view.game,
        placard=view.placard,
        felt=view.felt,
        round_no=view.round_no,
        next=step,
        steps=tuple(others),
        more=tuple(ways.more()),
        guides=ways.guides,
        sight=ways.at.sight,
        panel=desk.name,
        me=desk.me,
        leaving=desk.people.leaving,
        staff=_staff(desk),
        prepared=desk.prepared,
        roles=dict(desk.people.roles),
        answered=dict(desk.people.answered),
        granted={coin: dict(of_coin) for coin, of_coin in desk.people.granted.items()},
        away=dict(desk.away),
        houses={coin: _house_of(desk, coin) for coin in desk.view.placard.coins},
        machines=_machines(desk),
        proposals=tuple(sorted(desk.people.proposals.values(), key=lambda it: it.panel != desk.name)),
        fates=tuple(said.fates.items()),
        answer=desk.people.answer,
        asking=desk.people.asking,
        unsigned=desk.people.signature,
        calls=_calls(desk, said),
        waiting=desk.waiting,
        unread=desk.unread,
        outside=desk.outside,
        recalling=desk.recalling,
        not_found=said.not_found,
        lost=desk.lost,
        refused=said.refused,
        refusals=said.refusals,
        halts=tuple(view.halts[guide.halt] for guide in ways.guides if guide.halt is not None),
        left_ms=_left_ms(desk),
        countdown_ms=max((it.left_ms for it in view.windows.values()), default=view.countdown_ms),
        shoe=ways.at.sight.view.shoe,
        decks=() if ways.at.game is None else tuple(ways.at.game.decks),
        day=view.day,
        closed_day=view.closed_day,
        hands=_hands(face, {**dict.fromkeys(face.sides, ()), **view.hands}, view.due),
        surplus=tuple(card.text for card in ways.at.surplus),
        drawn=tuple(card.text for card in ways.at.drawn),
        boxes=box_table(view),
        on_boxes=_on_boxes(desk),
        awaited=awaited(view),
        answers=tuple(it for it in ways.answers() if it.detail not in {*desk.latched, *desk.disputes}),
        result=_result(view, ended),
        seats=seats,
        exposure=_exposure(desk),
        differential=_differential(desk),
        past=past,
        ended=ended,
        road=face.road(past.hands for past in view.past if not past.void),
        house=desk.ledger.balance(HOUSE),
        tickets=desk.ledger.balance(TICKETS),
        claims=_claims(desk),
        left_open=left_open(
            desk.ledger,
            calls=desk.calls,
            disputes=desk.disputes,
            latched=desk.latched,
            unprinted=(OpenItem("ticket", it.terminal, it.amount) for it in desk.tickets.values()),
        ),
        tickets_open=tuple((name, it, _owes(desk, it)) for name, it in sorted(desk.tickets.items())),
        locked=tuple(sorted(desk.locked)),
        asked=tuple(desk.asked.items()),
        found=desk.found,
        held=tuple(sorted(desk.held.items())),
        log=_log(said, {seat.terminal for seat in seats} | desk.retired),
    )


def _shut_out(fault: Fault) -> str:
    """The key under which the screen knows what to do about it."""
    return "another_panel" if fault is Fault.REPLACED else fault.value


def _ended(view: TableView, past: Sequence[PastBoard]) -> PastBoard | None:
    if not past or past[-1].round_no != view.round_no or view.in_round:
        return None
    return past[-1]


def _result(view: TableView, ended: PastBoard | None) -> Shown | None:
    """Of the Round whose cards lie on the felt: before it is certified, and after that until the next one begins."""
    if view.phase is Phase.RESULT:
        return find_face(view.game).shown(view.hands)
    return None if ended is None or view.phase is not Phase.READY else ended.result


def _sight(desk: Desk, diary: Diary) -> Sight:
    found = {round_no: _played(desk, told) for round_no, told in diary.rounds.items()}
    rounds = {round_no: played for round_no, played in found.items() if played is not None} | desk.recalled.rounds
    newest = desk.recalled.newest
    return Sight(desk.view, desk.ledger, desk.windows, desk.paid, desk.sat, rounds, desk.aside, newest).still()


def _played(desk: Desk, told: RoundTold) -> PlayedRound | None:
    """A Round that is over, if it is known well enough to be settled anew. Nothing while the diary is behind the
    picture, has not heard the whole Round, or nobody here knows by which rules it was played.
    """
    view, last = desk.view, desk.view.round_no == told.round_no
    by = told.by_rules or (rules_of(view) if last else None)
    if by is None or not told.acts or (view.in_round and last):
        return None
    pictured = next((it for it in view.past if it.round_no == told.round_no), None)
    level = desk.told if pictured is None else (pictured.hands, pictured.void) == (told.hands, bool(told.void))
    if not level or (last and told.hands != view.hands):
        return None
    return PlayedRound(
        *(by.game, by.rules, by.house, by.felt, told.acts, told.lines, told.sittings), void=bool(told.void)
    )


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


def _link(desk: Desk, now_ms: int) -> Link:
    """Whoever gives orders must be level with the log: until then a panel is joining. And it says that it hears nothing
    also if it never did: a Dealer must look for the cable then.
    """
    link = desk.listener.link(now_ms)
    if link is Link.JOINING and not desk.listener.liveness.alive(now_ms):
        return Link.RECONNECTING
    return Link.JOINING if link is Link.JOINED and not desk.ready else link


# --- the rest of the picture -----------------------------------------------------------------------------------------


def _hands(face: Face, hands: Mapping[HandId, tuple[Card | None, ...]], due: HandId) -> tuple[HandBoard, ...]:
    return tuple(
        HandBoard(hand, tuple("??" if card is None else card.text for card in cards), face.points(cards), hand == due)
        for hand, cards in hands.items()
    )


def _past(desk: Desk, diary: Diary) -> tuple[PastBoard, ...]:
    """The Rounds that are on record, of earlier shoes too; and of this shoe those before them, by their cards. Last, so
    that it is seen first, the one that was looked for.
    """
    view = desk.view
    face = find_face(view.game)
    found = {
        past.round_no: PastBoard(
            *(past.round_no, _hands(face, past.hands, HandId("")), past.void),
            None if past.void else face.shown(past.hands),
        )
        for past in view.past
    } | {told.round_no: _recorded(face, told) for told in diary.rounds.values()}
    shown = [past for _, past in sorted(found.items())[-PAST_SHOWN:]]
    newest = desk.recalled.newest
    if not newest or newest == view.round_no:
        return tuple(shown)
    try:
        recalled = _recalled(newest, desk.recalled.rounds[newest], found.get(newest))
    except UnknownGame:  # of another version of the program
        return tuple(shown)
    return (*(past for past in shown if past.round_no != newest), recalled)


def _recalled(round_no: int, played: PlayedRound, told: PastBoard | None) -> PastBoard:
    """As the journal has it; who stood for it and when, if that is not too long ago."""
    game, face = played.rule_book(), find_face(played.game)
    round: Any = refold(game, played.felt, played.acts)
    hands = game.hands(round)
    void = next((act.paragraph for act in played.acts if isinstance(act, Voided)), "") if played.void else ""
    areas = RoundTold(round_no, {}, "", "", "", played.lines).areas
    return PastBoard(
        *(round_no, _hands(face, hands, HandId("")), played.void, None if played.void else face.shown(hands)),
        *(void or (told.paragraph if told else ""), told.by if told else "", told.corrected_by if told else ""),
        *(told.time if told else "", told.ruled_by if told else (), _in_order(face, areas)),
        recorded=True,
        recalled=True,
    )


def _recorded(face: Face, told: RoundTold) -> PastBoard:
    return PastBoard(
        told.round_no,
        _hands(face, told.hands, HandId("")),
        bool(told.void),
        None if told.void else face.shown(told.hands),
        *(told.void, told.by, told.corrected_by, told.time, told.ruled_by, _in_order(face, told.areas)),
        recorded=True,
    )


def _in_order(face: Face, areas: tuple[Area, ...]) -> tuple[Area, ...]:
    """As they stand on the felt and beside the Bets that are registered now; what has no such place comes last."""
    places = {kind: place for place, kind in enumerate(face.pays)}
    return tuple(sorted(areas, key=lambda area: places.get(area.spot, len(places))))


def _house_of(desk: Desk, coin: str) -> int:
    return desk.ledger.books().get(Currency(coin, desk.ledger.currency.exponent), {}).get(HOUSE, 0)


def _log(diary: Diary, terminals: set[str]) -> tuple[Told, ...]:
    """That a panel or a display has joined is of no interest at the table."""
    return tuple(line for line in diary.lines if line.key != "terminal_joined" or line.parts[0].value in terminals)


def _seats(desk: Desk) -> tuple[Seat, ...]:
    ledger, at = desk.ledger, {it.panel: it.number for it in desk.people.staff.values() if it.panel}
    books = [account for balances in (ledger.balances, *ledger.beside.values()) for account in balances]
    closed = desk.closed_seq if desk.view.phase in (Phase.DEALING, Phase.RESULT) else 0
    names = sorted(
        {*(account.removeprefix("credit/") for account in books if account.startswith("credit/")), *desk.enrolled}
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
            desk.calls.get(name, ""),
            name in desk.turning,
            desk.view.felt.plays.get(PlayerId(name), ""),
            at.get(name, ""),
        )
        for name in names
    )


def _place(it: Member) -> tuple[bool, bool, bool, int, str, str]:
    return (not it.active, not it.panel, not it.on_shift, -it.position, it.name, it.number)


def _staff(desk: Desk) -> tuple[Member, ...]:
    """Whom somebody looks for stands near the top: who is at a panel, who is on shift, the higher ones, by name."""
    return tuple(sorted(desk.people.staff.values(), key=_place))


def _machines(desk: Desk) -> tuple[Machine, ...]:
    """What waits for somebody first."""
    prepared = {it.name: it for it in desk.prepared_keys}
    heard = {*desk.seats, *(name for _, name, _, silent_s in desk.outside if silent_s < SILENT_S)}
    known = [Machine(it.name, it.role, it.public, it.name in heard, prepared.get(it.name)) for it in desk.keys.values()]
    new = [Machine(it.name, it.role, "", False, it) for it in prepared.values() if it.name not in desk.keys]
    return tuple(sorted((*known, *new), key=lambda it: (it.prepared is None, it.role, it.name)))


def _calls(desk: Desk, diary: Diary) -> tuple[Call, ...]:
    """One whose beginning is not known has waited longest."""
    found = (Call(terminal, diary.calls.get(terminal, "")) for terminal in desk.calls)
    return tuple(sorted(found, key=lambda call: (call.since, call.terminal)))


def _exposure(desk: Desk) -> tuple[Exposure, ...]:
    coins = desk.view.round_felt.plays if desk.view.placard.coins else {}
    bets = [(spot, amount) for layout in desk.bets().values() for spot, amount in layout.items()]
    face = find_face(desk.view.game)
    spots = [spot for opened in desk.view.windows.values() for spot in opened.window.spots]
    # What can be bet on is shown before the first Bet, so that nothing jumps.
    kinds = dict.fromkeys((*face.pays, *map(kind_of, (*spots, *(spot for spot, _ in bets)))))
    if coins:  # each for itself
        found = []
        for kind in kinds:
            for coin in desk.view.placard.coins:
                made = [bet for who, layout in desk.bets().items() if coins.get(who) == coin for bet in layout.items()]
                amounts = [amount for spot, amount in made if kind_of(spot) == kind]
                found.append(replace(_exposed(face, kind, amounts), coin=coin))
        return tuple(found)
    return tuple(_exposed(face, kind, [amount for spot, amount in bets if kind_of(spot) == kind]) for kind in kinds)


def _on_boxes(desk: Desk) -> tuple[BoxNow, ...]:
    shared = shared_kind(desk.view.game)
    given = {"bets": {player: Answer(bets) for player, bets in desk.bets().items()}}
    return boxes_now(shared, desk.view.round_felt, given) if shared and desk.view.in_round else ()


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


def _owes(desk: Desk, ticket: OpenTicket) -> int:
    return -desk.ledger.balance(owed(ticket.terminal, ticket.sitting))


def _differential(desk: Desk) -> int:
    """How far the Bets on the two opposed Spots are apart, in games that have such."""
    totals = [sum(bets.get(side, 0) for bets in desk.bets().values()) for side in find_face(desk.view.game).opposed]
    return max(totals, default=0) - min(totals, default=0)
