"""A run told so that a person can read it: who did what, card by card, Bets by name, and the violation last.

Made of what the flight recorder has kept. Says what the log says, and what befell everybody on the way; judges nothing.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from games.cards import Card
from games.round import Reconstructed, Voided
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from simulation.play import Play
from simulation.recorder import Noted
from terminal.records import LayoutSent

_MESSAGE: Final = re.compile(rb"type[\xa0-\xbf\xd9].?([A-Z][A-Za-z]+)")


def tell(play: Play, noted: Sequence[Noted], broken: str) -> list[str]:
    """The whole story, line by line."""
    lines = [opening(play), ""]
    for piece in _pieces(noted):
        quiet = _quiet(piece)
        told = [(piece[0].now_ms, quiet)] if quiet else [(line.now_ms, sentence(line)) for line in piece]
        lines += [f"{now_ms / 1000:9.3f}  {words}" for now_ms, words in told if words]
    lines += ["", f"{'':>11}BROKEN  {broken}" if broken else f"{'':>11}Nothing was violated."]
    return lines


def opening(play: Play) -> str:
    terminals = "1 terminal" if play.terminals == 1 else f"{play.terminals} terminals"
    left = "" if play.only is None else f", and {len(play.only)} things that happen by chance"
    return f"A table with {terminals}, seed {play.seed}, at most {play.rounds} Rounds{left}."


def _pieces(noted: Sequence[Noted]) -> list[list[Noted]]:
    """Each Round from its opening on, and what is between. An order is told when it is given, and not once more when it
    is obeyed: the log says next what came of it.
    """
    pieces: list[list[Noted]] = [[]]
    wanted: Any = None
    for line in noted:
        if line.what == "orders":
            wanted = line.detail
            if isinstance(wanted, m.OpenBets):
                pieces.append([])
        if not (isinstance(line.detail, e.Ordered) and line.detail.order == wanted):
            pieces[-1].append(line)
    return [piece for piece in pieces if piece]


def _quiet(piece: Sequence[Noted]) -> str:
    """A Round in which nobody bets and nothing goes wrong, in one line; "" if it is another."""
    facts = [line.detail for line in piece if line.who == "log"]
    if not facts or not isinstance(facts[-1], e.RoundEnded) or any(type(fact) not in _DULL for fact in facts):
        return ""
    if any(line.what not in ("draws", "orders") for line in piece if line.who != "log"):
        return ""
    hands: dict[str, list[Card | None]] = {}
    for fact in facts:
        if isinstance(fact, e.CardDealt):
            hands.setdefault(fact.hand, []).append(fact.card)
    return f"Round {facts[-1].round_no} is played without a Bet. {_hands(hands)}."


def sentence(noted: Noted) -> str:
    """One line; "" if nobody would miss it."""
    who, what, detail = noted.who, noted.what, noted.detail
    if who == "log":
        return f"     entry {what}: {_fact(detail)}"
    if what.startswith("! "):
        return f"FAULT {what[2:]}, {who}: {detail}"
    if what.startswith("# chaos: "):
        return ""  # what it does is told where it is felt
    if what.startswith("# "):
        return f"A {_message(detail)} from {who.replace('>', ' to ')} {what[2:]}."
    if isinstance(detail, LayoutSent):
        return f"{who} bets {_bets(detail.bets)} (revision {detail.revision})."
    if what == "draws":
        return f"The Dealer draws {detail}."
    if what == "orders":
        return f"Staff want: {_order(detail)}."
    return f"{who} {what}: {detail}."


def _message(data: Any) -> str:
    found = _MESSAGE.search(data[:60]) if isinstance(data, bytes) else None
    return found[1].decode() if found else "message"


def _bets(bets: Mapping[Any, int]) -> str:
    return ", ".join(f"{amount} on {spot}" for spot, amount in bets.items() if amount) or "nothing"


def _cards(cards: Sequence[Card | None]) -> str:
    return " ".join("(face down)" if card is None else card.text for card in cards) or "none"


def _hands(hands: Mapping[Any, Sequence[Card | None]]) -> str:
    return ", ".join(f"{hand}: {_cards(cards)}" for hand, cards in hands.items()) or "no cards"


def _lines(lines: Sequence[Line]) -> str:
    return ", ".join(f"{line.staked} on {line.spot} returns {line.returned}" for line in lines) or "no Bets"


def _generic(thing: Any) -> str:
    """A name in words, and what is in it; ids and digests are for machines."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(thing).__name__).lower()
    if not isinstance(thing, Struct):
        return str(thing)
    parts = [f"{name} {_value(value)}" for name, value in asdict(thing).items() if not isinstance(value, bytes)]
    return f"{words} ({', '.join(parts)})" if parts else words


def _value(value: Any) -> str:
    if isinstance(value, tuple | list):
        return " ".join(_value(part) for part in value) or "none"
    return value.text if isinstance(value, Card) else str(value)


def _order(order: Any) -> str:
    match order:
        case m.Certify():
            return "certify these cards"
        case m.Rule(act=Voided(), paragraph=paragraph):
            return f"this Round is Void ({paragraph})"
        case m.Rule(act=Reconstructed(cards=cards), paragraph=paragraph):
            return f"the cards are {_cards(cards)} ({paragraph})"
        case m.SetLimits():
            return "set limits"
        case _:
            return _generic(order)


def _fact(event: e.Event) -> str:
    tells = _FACTS.get(type(event))
    return _generic(event) if tells is None else tells(event)


def _asked(window: str) -> str:
    return "Bets are" if window == "bets" else f"{window} is"


def _said(answer: Any) -> str:
    return f", {answer.choice}" if answer is not None and answer.choice else ""


def _dealt(event: Any) -> str:
    how = {0: ", kept from the Round before", -1: ", entered by hand"}.get(event.shoe_seq, f", number {event.shoe_seq}")
    return f"{_cards([event.card])} to the {event.hand} Hand{how}; next: {event.due or 'no card'}"


def _ruled(event: Any) -> str:
    what = "Void" if isinstance(event.act, Voided) else f"ruled to be {_hands(event.hands)}"
    return f"Round {event.round_no} is {what} ({event.paragraph}); surplus {event.surplus}"


def _corrected(event: Any) -> str:
    to = f"is voided ({event.void})" if event.void else f"had other cards, {_hands(event.hands)}"
    return f"Round {event.round_no}, settled, {to}"


def _moved(event: Any) -> str:
    moved = f"credit {event.credited:+}, due {event.due:+}, owed {event.owed:+}"
    return f"{event.terminal}, Round {event.round_no}: {_lines(event.before)} becomes {_lines(event.after)}; {moved}"


def _obeyed(event: Any) -> str:
    second = f", signed by {event.second.name}," if event.second else ""
    return f"{event.by.name}{second} orders: {_order(event.order)}"


def _refused(event: Any) -> str:
    by = "nobody" if event.by is None else event.by.name
    return f"{by}, refused ({event.refusal.detail}): {_order(event.order)}"


_FACTS: Final[Mapping[type, Callable[[Any], str]]] = {
    e.WindowOpened: lambda event: f"Round {event.id.round_no}: {_asked(event.window.name)} open",
    e.WindowClosed: lambda event: f"{_asked(event.name)} closed (by {event.by}){_said(event.act)}",
    e.LayoutRegistered: lambda event: (
        f"{event.terminal}: {_bets(event.answer.bets)}{_said(event.answer)} is registered"
    ),
    e.LayoutRefused: lambda event: f"{event.terminal}: {_bets(event.answer.bets)} is refused: {event.refusal.detail}",
    e.CardDealt: _dealt,
    e.SurplusDrawn: lambda event: f"number {event.shoe_seq} is surplus",
    e.CardIdle: lambda event: f"number {event.shoe_seq} came between Rounds",
    e.SurplusSeen: lambda event: f"beside the Hands lie {_cards(event.cards)}",
    e.SurplusKept: lambda event: f"{event.cards} kept for the next Round",
    e.CardsCorrected: lambda event: f"the cards are corrected: {_hands(event.hands)}; surplus {event.surplus}",
    e.RulingMade: _ruled,
    e.Certified: lambda event: f"Round {event.round_no} is certified",
    e.Settled: lambda event: f"{event.terminal} is settled: {_lines(event.lines)}",
    e.RoundEnded: lambda event: f"Round {event.round_no} is over{', void' if event.void else ''}",
    e.RoundCorrected: _corrected,
    e.LinesCorrected: _moved,
    e.Halted: lambda event: f"the table is halted by {event.reason.value}: {event.detail}",
    e.Resumed: lambda event: f"no longer halted by {event.reason.value}",
    e.TableOpened: lambda _event: "the table is open",
    e.LimitsSet: lambda _event: "limits are set",
    e.TerminalJoined: lambda event: f"{event.terminal} has joined as {event.role}, boot {event.boot}",
    e.Ordered: _obeyed,
    e.OrderRefused: _refused,
    e.MoneyRefused: lambda event: f"{event.terminal} gets no money: {event.refusal.detail}",
    e.TicketNumbered: lambda event: f"the number of {event.terminal}'s ticket {event.ticket} is told to it alone",
}

# Facts of a Round that nobody need read one by one, if there are no others.
_DULL: Final = frozenset(
    {e.Ordered, e.WindowOpened, e.WindowClosed, e.CardDealt, e.Certified, e.RoundEnded, e.TimeAdded, e.CutCardSeen}
)
