"""What goes to the screen: numbers and texts for one picture, read from the session.

Must never know how it is drawn, and decides nothing: whatever is not in `TerminalView` the screen cannot show.
"""

from msgspec import Struct

from games.round import Felt, HandId, PlayerId, Refusal, Spot
from protocol.events import Placard
from terminal.session import Session


class SpotShown(Struct, frozen=True, gc=False):
    """A chip has three states: wanted (ghost), in flight (not confirmed), registered (solid)."""

    spot: Spot
    wanted: int
    in_flight: int
    registered: int


class WindowShown(Struct, frozen=True, gc=False):
    """A window that this terminal may answer."""

    name: str
    kind: str
    box: int
    spots: tuple[Spot, ...]
    choices: tuple[str, ...]
    choice: str  # as the Player has it now
    default: str


class TerminalView(Struct, frozen=True, gc=False):
    """Numbers and texts for one picture of the screen."""

    terminal: PlayerId
    link: str  # stopped, denied, reconnecting, joining, joined
    why: str  # of stopped and denied
    phase: str
    felt: Felt  # the limits
    placard: Placard
    round_no: int
    left_ms: int  # of the countdown when the console last said it; -1: none runs
    halts: tuple[str, ...]
    credit: int
    stake: int
    spendable: int
    spots: tuple[SpotShown, ...]
    windows: tuple[WindowShown, ...]
    hands: tuple[tuple[str, tuple[str, ...]], ...]  # "??": a card face down that is not his to turn
    lines: tuple[tuple[str, int, int, str, str], ...]  # of the last own Round: spot, staked, returned, outcome, §
    tickets: tuple[tuple[str, int, str], ...]  # number, amount, what the printer did
    notes: int  # held or unpaid: the attendant's
    disputed: int
    latched: str
    calls: bool  # an attendant is on his way
    notice: Refusal | None


def show(session: Session) -> TerminalView:
    view = session.view
    return TerminalView(
        terminal=session.terminal,
        link=session.link,
        why=session.stopped or session.denied,
        phase=view.phase.value,
        felt=view.felt,
        placard=view.placard,
        round_no=view.round_no,
        left_ms=session.left_ms,
        halts=tuple(view.halts),
        credit=session.credit,
        stake=session.stake,
        spendable=session.spendable,
        spots=_spots_shown(session),
        windows=tuple(
            WindowShown(
                *(opened.window.name, opened.window.kind, opened.window.box, opened.window.spots),
                *(opened.window.choices, session.layouts.layout(opened.id).choice, opened.window.default),
            )
            for opened in session.layouts.mine(view)
        ),
        hands=_hands_shown(session),
        lines=tuple(
            (line.spot, line.staked, line.returned, line.verdict.outcome.value, line.verdict.paragraph)
            for line in session.own_rounds.last_lines
        ),
        tickets=tuple((ticket, amount, session.prints[ticket]) for ticket, amount in session.tickets.items()),
        notes=sum(session.outbox.notes.values()) + sum(session.outbox.unpaid.values()),
        disputed=session.disputed,
        latched=session.latched,
        calls=session.calls,
        notice=session.notice,
    )


def _hands_shown(session: Session) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The cards as they lie; of those face down, this Player's own as he sees them."""
    view = session.view
    face_down: dict[HandId, list[str]] = {}
    for draw, (place, hand) in enumerate(zip(view.draws, view.draw_hands, strict=True)):
        if view.acts[place] is None:
            own = session.own_cards.get(draw)
            face_down.setdefault(hand, []).append("??" if own is None else own.text)
    shown = []
    for hand, cards in view.hands.items():
        backs = iter(face_down.get(hand, ()))
        shown.append((hand, tuple([next(backs, "??") if card is None else card.text for card in cards])))
    return tuple(shown)


def _spots_shown(session: Session) -> tuple[SpotShown, ...]:
    registered = session.layouts.bets()
    in_flight = {spot: amount for sent in session.outbox.layouts.values() for spot, amount in sent.bets.items()}
    wanted = {spot: amount for answer in session.layouts.wanted.values() for spot, amount in answer.bets.items()}
    spots = dict.fromkeys((*registered, *in_flight, *wanted))
    return tuple(
        SpotShown(spot, wanted.get(spot, 0), in_flight.get(spot, 0), registered.get(spot, 0)) for spot in spots
    )
