"""The core of a table display: follows the public log, and says what a big screen shows of it.

Knows what everybody may see and nothing else: no Bet, no credit, no Player. Sends nothing but its Hello and its beats,
and decides nothing: whatever is shown, the cards prevail (001 §5.10).
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from games.cards import Card
from games.catalog import find_face
from games.face import Face, Pay, Shown
from games.round import Felt, HandId
from protocol import events
from protocol import messages as m
from protocol.codec import body_decoder, decode_event
from protocol.events import Halted, Placard
from protocol.faults import Fault
from protocol.join import Link, Listener
from protocol.signing import Verify
from protocol.view import Phase, Picture, TableView

_pictures: Final = body_decoder(Picture)


class Spectator:
    """One who looks on. Every entry that is not public comes sealed, and is only a link of the chain."""

    def __init__(self, name: str, table: str, boot: int, run: bytes, verify: Verify | None = None) -> None:
        self.listener = Listener(name, table, name, "display", boot, run, verify=verify)
        self.view = TableView()

    def receive(self, now_ms: int, news: m.News) -> None:
        taken = self.listener.receive(now_ms, news)
        if self.listener.snapshot is not None:
            self.view = _pictures.decode(self.listener.snapshot.state).view
        for seq, entry in taken:
            if entry.body is not None:
                event = decode_event(entry.body)
                self.view.apply(event)
                if isinstance(event, events.ConsoleStarted):
                    self.listener.see_console_start(seq)


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
    surplus: tuple[str, ...]  # cards that nobody was due
    result: Shown | None
    last: PlayedRound | None  # only while bets are open
    road: tuple[str, ...]  # a word for each Round of this shoe


def show(spectator: Spectator, now_ms: int) -> DisplayView:
    view = spectator.view
    face = find_face(view.game)
    over = view.phase in (Phase.RESULT, Phase.READY) and not view.void
    return DisplayView(
        link=spectator.listener.link(now_ms),
        fault=spectator.listener.trouble,
        phase=view.phase,
        game=view.game,
        placard=view.placard,
        felt=view.round_felt if view.in_round else view.felt,
        pays=face.pays,
        round_no=view.round_no,
        shoe_no=view.shoes if view.shoe.decks else 0,
        cards_left=max(0, view.shoe.left),
        shoe_ends=view.shoe_ends,
        left_ms=spectator.listener.left_ms if view.phase is Phase.BETTING else -1,
        countdown_ms=view.countdown_ms,
        halts=tuple(view.halts.values()),
        void=view.void,
        certified=view.certified,
        corrected=view.corrected,
        due=view.due if view.phase is Phase.DEALING else "",
        hands=_hands(face, view.hands),
        surplus=tuple(card.text for card in view.surplus),
        result=face.shown(view.hands) if over else None,
        last=_last(face, view) if view.phase is Phase.BETTING else None,
        road=face.road(past.hands for past in view.past if not past.void),
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
