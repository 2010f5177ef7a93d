"""The picture of a game with betting boxes: tiles, the Player's own Bets by box, and what he is asked.

A part of `screen.py`, read from the session as that is. Words are keys of the game's face; knows no game.
"""

from collections.abc import Mapping

from msgspec import Struct

from games.box_face import BoxTable, HandFace, Option
from games.boxes import box_of, parse_spot
from games.catalog import find_face, shared_kind
from games.round import HandId, PlayerId, Spot, kind_of
from protocol.box_view import awaited, box_table
from protocol.view import Phase
from terminal import answers, layouts
from terminal.boxes import box_now, limit_on, own_turns, sits_at
from terminal.state import Seat


class TileShown(Struct, frozen=True, gc=False):
    box: int
    seated: PlayerId  # who sits there; "": nobody
    decides: PlayerId  # who decides for it in this Round; "": that is not known yet, or nobody plays it
    mine: bool  # this Player sits here
    standing: int  # how many others are on it
    total: int
    room: int | None  # what this Player could still bet on it; None: as much as he likes
    hands: tuple[HandFace, ...]
    state: str
    fate: str  # won, lost, even; "": it is not known, or not one for all
    active: bool
    staked: int  # this Player's own Bets on it that are in play, Insurance and doubles too
    asked: bool  # this Player has a question about it that is not answered
    answer: str = ""  # the key of his answer, while it may still be changed
    gain: int | None = None  # what his Bets on it have brought or cost, when all of them are settled


class QuestionShown(Struct, frozen=True, gc=False):
    """All that is asked of one Bet: the yes of each question, and one no."""

    box: int
    kind: str  # of the first of them
    hand: HandId
    total: str
    stake: int
    behind: PlayerId  # who decides for the box, if it is another
    options: tuple[Option, ...]
    default: str  # the key of what happens without an answer
    key: str  # the answer that was given
    registered: bool


class TurnShown(Struct, frozen=True, gc=False):
    """A card that lies face down for this Player, and that he may turn now."""

    draw: int
    face: str
    box: int
    index: int  # in its Hand


class BoxesShown(Struct, frozen=True, gc=False):
    tiles: tuple[TileShown, ...]
    dealer: HandFace | None
    stage: str
    turn: int  # the box that plays now
    home: int  # the box at which this Player sits, in this Round; 0: none
    next_home: int  # and from the next one on
    wants: int  # the box that he has asked for; -1: none
    questions: tuple[QuestionShown, ...]
    deciders: tuple[tuple[str, int, PlayerId], ...]  # kind of question, box and who is asked: of everybody
    in_play: tuple[tuple[Spot, int], ...]  # this Player's own Bets that are in play
    turns: tuple[TurnShown, ...] = ()
    squeezes: bool = False  # he has asked to turn his cards himself
    others_turn: bool = False  # somebody turns cards, and it is not this Player
    due: str = ""  # the Hand that the next card goes to: the key of its name
    asked_of: Mapping[int, str] = {}  # and of each box that plays, or where somebody is asked, the Hand it is about


def show_boxes(seat: Seat) -> BoxesShown | None:
    """None: the game has no boxes."""
    state, view = seat.state, seat.state.view
    staked = _in_play(seat)
    table = box_table(view, staked)
    if table is None:
        return None
    questions = _questions(seat, table)
    home, wanted = sits_at(seat), seat.forgotten.seat
    return BoxesShown(
        tiles=tuple(_tile(seat, box, table, staked, questions) for box in range(1, view.felt.boxes + 1)),
        dealer=table.dealer,
        stage=table.stage,
        turn=table.turn,
        home=home,
        next_home=view.sits_at(state.terminal),
        wants=-1 if wanted is None else wanted[0],
        questions=questions,
        deciders=awaited(view),
        in_play=tuple(staked.items()),
        turns=_turns(seat),
        squeezes=layouts.squeezes(seat),
        others_turn=None in view.acts and not own_turns(seat),
        due=table.name_of(view.due),
        asked_of={box: table.asked_of(box) for box in (table.turn, *(box for _, box, _ in awaited(view)))},
    )


def _turns(seat: Seat) -> tuple[TurnShown, ...]:
    """Those of Hands that have come so far that a Player would take them up, in the order in which they were dealt."""
    view, found = seat.state.view, []
    least = find_face(view.game).taken_up_from
    for draw in own_turns(seat):
        hand = view.draw_hands[draw]
        if len(view.hands.get(hand, ())) >= least:
            index = sum(1 for other in view.draw_hands[:draw] if other == hand)
            found.append(TurnShown(draw, seat.state.own_cards[draw].text, box_of(hand), index))
    return tuple(found)


def _in_play(seat: Seat) -> dict[Spot, int]:
    """Registered, and not settled in between."""
    own = seat.state.own_rounds.rounds.get(seat.state.view.round_no)
    paid = {} if own is None else own.paid
    return {spot: bet for spot, bet in seat.state.layouts.bets().items() if spot not in paid}


def _tile(
    seat: Seat, box: int, table: BoxTable, staked: Mapping[Spot, int], questions: tuple[QuestionShown, ...]
) -> TileShown:
    view, terminal = seat.state.view, seat.state.terminal
    felt = view.round_felt if view.in_round else view.felt
    seated = felt.seats.get(box, PlayerId(""))
    face = next((it for it in table.boxes if it.box == box), None)
    if face is not None and face.players:
        decides, standing, total = face.players[0], len(face.players) - 1, face.total
    else:
        now = box_now(seat, box) if view.phase is Phase.BETTING else None
        decides = PlayerId("")
        standing = 0 if now is None else now.players - now.seated
        total = 0 if now is None else now.total
    own = sum(bet for spot, bet in staked.items() if _is_on(view.game, spot, box))
    return TileShown(
        *(box, seated, decides, seated == terminal, standing, total, _room(seat, box)),
        hands=() if face is None else face.hands,
        state="" if face is None else face.state,
        fate="" if face is None else face.fate,
        active=face is not None and face.active,
        staked=own,
        asked=any(it.box == box and not it.key for it in questions),
        answer=next((it.key for it in questions if it.box == box and it.registered), ""),
        gain=None if own else _gain(seat, box),
    )


def _gain(seat: Seat, box: int) -> int | None:
    """Of the Round on the felt."""
    view, found = seat.state.view, seat.state.own_rounds.rounds.get(seat.state.view.round_no)
    lines = () if found is None else found.paid.items()
    gains = [line.profit for spot, line in lines if _is_on(view.game, spot, box)]
    return sum(gains) if gains else None


def _is_on(game: str, spot: Spot, box: int) -> bool:
    return parse_spot(spot)[0] == box and kind_of(spot) not in find_face(game).of_table


def _room(seat: Seat, box: int) -> int | None:
    view = seat.state.view
    main = Spot(f"{box}/{shared_kind(view.game)}")
    for opened in layouts.own_windows(seat.state):
        if main in opened.window.spots and opened.window.respondents is None:
            limit = limit_on(seat, opened.id, main)
            own = layouts.layout_in(seat, opened.id).bets.get(main, 0)
            return None if limit is None or limit.max is None else max(0, limit.max - own)
    return None


def _questions(seat: Seat, table: BoxTable) -> tuple[QuestionShown, ...]:
    """One for each Bet: what several windows ask of it stands together, with one no."""
    by_box: dict[int, list[answers.Ask]] = {}
    for ask in answers.asked(seat):
        by_box.setdefault(ask.question.box, []).append(ask)
    found = []
    for box, asks in by_box.items():
        questions = [ask.question for ask in asks]
        first = questions[-1]  # what is asked of fewer people says more
        yes = tuple(it for question in reversed(questions) for it in question.options if it.key != question.default)
        no = tuple(it for it in first.options if it.key == first.default)
        keys = [ask.key for ask in asks]
        given = next((ask for ask in asks if ask.key and ask.key != ask.question.default), None)
        key = given.key if given is not None else first.default if all(keys) else ""
        decides = next((face.players[0] for face in table.boxes if face.box == box and face.players), PlayerId(""))
        found.append(
            QuestionShown(
                *(box, first.kind, first.hand, first.total, first.stake),
                *(decides if decides != seat.state.terminal else PlayerId(""),),
                options=first.options if len(questions) == 1 else (*yes, *no),
                default=first.default,
                key=key,
                registered=bool(key) and all(ask.registered for ask in asks if ask.key),
            )
        )
    return tuple(found)
