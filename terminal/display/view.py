"""The core of a table display: follows the public log, and says what a big screen shows of it.

Knows what everybody may see and nothing else: no Bet, no credit, no Player. Sends nothing but its Hello and its beats,
and decides nothing: whatever is shown, the cards prevail (001 §5.10).
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.box_face import BoxTable
from games.cards import Card
from games.catalog import find_face
from games.face import Face, Pay, Shown
from games.round import BoxNow, Felt, HandId, PlayerId
from protocol import events
from protocol import messages as m
from protocol.box_view import awaited, box_table, deciding
from protocol.codec import body_decoder, decode_event
from protocol.crowd import Side
from protocol.events import Halted, Placard
from protocol.faults import Fault
from protocol.join import Link, Listener
from protocol.picture import Picture
from protocol.signing import Verify
from protocol.view import Phase, TableView
from terminal.display.cover import Cover

_pictures: Final = body_decoder(Picture)


class Spectator:
    """One who looks on. Every entry that is not public comes sealed, and is only a link of the chain."""

    def __init__(self, name: str, table: str, boot: int, run: bytes, verify: Verify | None = None) -> None:
        self.listener = Listener(name, table, name, "display", boot, run, verify=verify)
        self.view = TableView()
        self.cover = Cover()
        self.boxes = m.Boxes(0, ())  # what lies on them, as it was said last

    def receive(self, now_ms: int, news: m.News) -> None:
        if isinstance(news, m.Boxes):
            self.boxes = news
        taken = self.listener.receive(now_ms, news)
        if self.listener.snapshot is not None:
            self.view = _pictures.decode(self.listener.snapshot.state).view
        for seq, entry in taken:
            if entry.body is not None:
                event = decode_event(entry.body)
                self.view.apply(event)
                if isinstance(event, events.ConsoleStarted):
                    self.listener.see_console_start(seq)
        self.cover.see(now_ms, self.view, self.listener.turns)


class HandOnShow(Struct, frozen=True, gc=False):
    hand: str
    cards: tuple[str, ...]  # "": face down
    points: int | None


class PlayedRound(Struct, frozen=True, gc=False):
    """The Round before, small on the screen while bets are open: two empty boxes tell nobody anything."""

    round_no: int
    hands: tuple[HandOnShow, ...]
    void: bool
    result: Shown | None


class DisplayView(Struct, frozen=True, gc=False):
    """Numbers and keys for one picture of the big screen."""

    link: Link
    fault: Fault  # why it is not joined
    phase: Phase
    game: str
    placard: Placard
    felt: Felt
    pays: Mapping[str, tuple[Pay, ...]]
    round_no: int
    shoe_no: int  # of this gaming day; 0: no shoe is in play
    cards_left: int  # 0 also when no shoe is in play
    shoe_ends: str  # the cut card has come, and the last Round is "next", "now" or "over"; "": it has not come
    left_ms: int
    countdown_ms: int
    halts: tuple[Halted, ...]
    void: str  # the paragraph
    certified: bool  # the Dealer has confirmed the result
    corrected: bool  # the Round on show was settled again (001 §5.6)
    due: str  # the Hand that the next card goes to
    hands: tuple[HandOnShow, ...]
    surplus: int  # cards that nobody was due, face down: what becomes of them a Supervisor says
    kept: int  # of those, the first cards of the next Round, or of this one (001 §5.4)
    turning: int  # Players who turn cards: this screen waits for them
    boxes: BoxTable | None  # of a game that has them
    awaited: tuple[tuple[str, int, PlayerId], ...]  # who is asked something: kind of question, box, terminal
    deciding: bool  # somebody is, and nobody may bet
    on_boxes: tuple[BoxNow, ...]  # while Bets are open
    result: Shown | None  # of the Round on show, when it is over and all its cards lie open here
    last: PlayedRound | None  # only between two Rounds
    road: tuple[str, ...]  # a word for each Round of this shoe
    crowd: tuple[Side, ...]  # how the table bets


def show(spectator: Spectator, now_ms: int) -> DisplayView:
    view, listener, cover = spectator.view, spectator.listener, spectator.cover
    cover.see(now_ms, view, listener.turns)
    face, hands = find_face(view.game), cover.shown(view.hands)
    over = view.phase in (Phase.RESULT, Phase.READY) and not view.void
    return DisplayView(
        link=listener.link(now_ms),
        fault=listener.trouble,
        phase=view.phase,
        game=view.game,
        placard=view.placard,
        felt=view.round_felt if view.in_round else view.felt,
        pays=face.pays,
        round_no=view.round_no,
        shoe_no=view.shoes if view.shoe.decks else 0,
        cards_left=max(0, view.cards_left),
        shoe_ends=view.shoe_ends,
        left_ms=listener.left_ms if view.phase is Phase.BETTING else -1,
        countdown_ms=max((it.left_ms for it in view.windows.values()), default=view.countdown_ms),
        # Its detail is for staff: it may name a card that lies face down.
        halts=tuple(replace(halt, detail="") for halt in view.halts.values()),
        void=view.void,
        certified=view.certified,
        corrected=view.corrected,
        due=view.due if view.phase is Phase.DEALING else "",
        hands=_hands(face, hands),
        surplus=view.surplus,
        kept=view.kept + view.carried,
        turning=listener.turns if cover.waits else 0,
        boxes=box_table(view),
        awaited=awaited(view),
        deciding=deciding(view),
        on_boxes=spectator.boxes.boxes if spectator.boxes.round_no == view.round_no else (),
        result=face.shown(view.hands) if over and not cover.waits else None,
        last=_last(face, view) if view.phase in (Phase.BETTING, Phase.READY) else None,
        road=face.road(past.hands for past in view.past if not past.void),
        crowd=listener.crowd if view.in_round else (),
    )


def _hands(face: Face, hands: Mapping[HandId, tuple[Card | None, ...]]) -> tuple[HandOnShow, ...]:
    return tuple(
        HandOnShow(hand, tuple("" if card is None else card.text for card in cards), face.points(cards))
        for hand, cards in hands.items()
    )


def _last(face: Face, view: TableView) -> PlayedRound | None:
    if not view.past:
        return None
    past = view.past[-1]
    result = None if past.void else face.shown(past.hands)
    return PlayedRound(past.round_no, _hands(face, past.hands), past.void, result)
