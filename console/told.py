"""What has happened at the table, told line by line for a panel: a key and what stands in it, never a sentence.

Pure. Words come on the screen, in its language; here is only which fact deserves a line and how loud it is. Besides it
remembers who the panel's own key is (from its orders in the log) and which of its own orders was refused last.
"""

from collections import deque
from typing import Final

from msgspec import Struct

from games.cards import Card
from games.round import Refusal
from protocol import events as e
from protocol.messages import Person

LINES_KEPT: Final = 100


class Part(Struct, frozen=True):
    """Something in a line: kind is text, number, money, spot, cards, halt. The screen knows how each is shown."""

    kind: str
    value: str


class Told(Struct, frozen=True):
    seq: int
    key: str
    parts: tuple[Part, ...] = ()
    mood: str = "info"  # good, warn, bad, info


class Diary:
    """The last lines. Lives where the desk lives; hands out values only."""

    def __init__(self) -> None:
        self.mine: set[bytes] = set()  # ids of this panel's own orders
        self.me: Person | None = None  # whom the console takes this panel's key for; known after its first order
        self.refused: Refusal | None = None
        self.refusals = 0  # of own orders: the same one twice is news twice
        self._lines: deque[Told] = deque(maxlen=LINES_KEPT)

    @property
    def lines(self) -> tuple[Told, ...]:
        return tuple(self._lines)

    def write(self, seq: int, event: e.Event) -> None:
        if isinstance(event, e.Ordered | e.OrderRefused) and event.command_id in self.mine:
            self.me = event.by
            if isinstance(event, e.OrderRefused):
                self.refused, self.refusals = event.refusal, self.refusals + 1
        line = tell(seq, event)
        if line is not None:
            self._lines.append(line)


def _text(value: object) -> Part:
    return Part("text", str(value))


def _money(amount: int) -> Part:
    return Part("money", str(amount))


def _spot(name: str) -> Part:
    return Part("spot", name)


def _cards(*cards: Card | None) -> Part:
    return Part("cards", " ".join("??" if card is None else card.text for card in cards))


def tell(seq: int, event: e.Event) -> Told | None:
    """The line for a fact; None if it needs none. One match for each group of facts, as in `events.py`."""
    return _of_table(seq, event) or _of_shoe(seq, event) or _of_round(seq, event) or _of_money(seq, event)


def _of_table(seq: int, event: e.Event) -> Told | None:
    match event:
        case e.ConsoleStarted(boot=boot):
            return Told(seq, "console_started", (_text(boot),), "warn")
        case e.TableOpened():
            return Told(seq, "table_opened", (), "good")
        case e.LimitsSet():
            return Told(seq, "limits_set", (), "warn")
        case e.TableClosed():
            return Told(seq, "table_closed")
        case e.DayClosed(day=day):
            return Told(seq, "day_closed", (_text(day),))
        case e.Halted(reason=reason):
            return Told(seq, "halted", (Part("halt", reason),), "bad")
        case e.Resumed(reason=reason):
            return Told(seq, "resumed", (Part("halt", reason),), "good")
        case e.Interrupted(round_no=round_no):
            return Told(seq, "interrupted", (_text(round_no),), "bad")
        case e.InterruptionAnswered(affects=affects):
            return Told(seq, "interruption_affects" if affects else "interruption_continues", (), "warn")
        case e.OrderRefused(by=by, refusal=refusal):
            return Told(seq, "refused", (_text(by.name), _text(refusal.detail)), "warn")
        case e.RulingRecorded(text=text):
            return Told(seq, "ruling_recorded", (_text(text),), "warn")
    return None


def _of_shoe(seq: int, event: e.Event) -> Told | None:
    match event:
        case e.ShoeLoaded(decks=decks, shuffled_by=name):
            return Told(seq, "shoe_loaded", (_text(52 * decks), _text(name)), "good")
        case e.CardBurnt():
            return Told(seq, "card_burnt")
        case e.ShoeLive():
            return Told(seq, "shoe_live", (), "good")
        case e.CutCardSeen():
            return Told(seq, "cut_card", (), "warn")
        case e.ShoeEmptied():
            return Told(seq, "shoe_empty", (), "warn")
        case e.ShoeEnded(counted=counted):
            return Told(seq, "shoe_ended", (_text(counted),))
        case e.ShoeLost():
            return Told(seq, "shoe_lost", (), "bad")
        case e.ShoeBack():
            return Told(seq, "shoe_back", (), "good")
        case e.CardUnread(shoe_seq=number):
            return Told(seq, "card_unread", (_text(number),), "bad")
        case e.CardIdle(card=card):
            return Told(seq, "surplus", (_cards(card),), "bad")
    return None


def _of_round(seq: int, event: e.Event) -> Told | None:
    match event:
        case e.WindowOpened(id=window) if window.n == 1:
            return Told(seq, "bets_open", (_text(window.round_no),))
        case e.TimeAdded():
            return Told(seq, "time_added")
        case e.WindowClosed():
            return Told(seq, "bets_closed")
        case e.CardDealt(hand=hand, card=card, entered=entered):
            return Told(seq, "card_entered" if entered else "card_dealt", (_spot(hand), _cards(card)))
        case e.SurplusDrawn(card=card):
            return Told(seq, "surplus", (_cards(card),), "bad")
        case e.SurplusKept(cards=cards):
            return Told(seq, "surplus_kept", (_cards(*cards),), "warn")
        case e.RulingMade(paragraph=paragraph):
            return Told(seq, "ruled", (_text(paragraph),), "warn")
        case e.CardsCorrected(cards=cards):
            return Told(seq, "cards_corrected", (_cards(*cards),), "warn")
        case e.Certified(round_no=round_no):
            return Told(seq, "certified", (_text(round_no),), "good")
        case e.RoundEnded(round_no=round_no, void=True):
            return Told(seq, "round_void", (_text(round_no),), "bad")
        case e.RoundCorrected(round_no=round_no):
            return Told(seq, "round_corrected", (_text(round_no),), "warn")
    return None


def _of_money(seq: int, event: e.Event) -> Told | None:
    match event:
        case e.CreditBought(terminal=terminal, amount=amount):
            return Told(seq, "credit_bought", (_text(terminal), _money(amount)))
        case e.TicketIssued(terminal=terminal, amount=amount):
            return Told(seq, "ticket_issued", (_text(terminal), _money(amount)))
        case e.TicketAccepted(terminal=terminal, amount=amount):
            return Told(seq, "ticket_accepted", (_text(terminal), _money(amount)))
        case e.TicketPaid(amount=amount):
            return Told(seq, "ticket_paid", (_money(amount),))
        case e.HandPaid(terminal=terminal, amount=amount) | e.DuePaid(terminal=terminal, amount=amount):
            return Told(seq, "hand_paid", (_text(terminal), _money(amount)), "warn")
        case e.OwedCollected(terminal=terminal, amount=amount):
            return Told(seq, "owed_collected", (_text(terminal), _money(amount)), "warn")
        case e.TerminalJoined(terminal=terminal):
            return Told(seq, "terminal_joined", (_text(terminal),))
        case e.TerminalRetired(terminal=terminal):
            return Told(seq, "terminal_retired", (_text(terminal),), "warn")
        case e.TerminalLatched(terminal=terminal):
            return Told(seq, "terminal_latched", (_text(terminal),), "bad")
        case e.TerminalUnlatched(terminal=terminal):
            return Told(seq, "terminal_unlatched", (_text(terminal),), "good")
        case e.AttendantCalled(terminal=terminal, wanted=wanted):
            return Told(seq, "attendant_called" if wanted else "attendant_came", (_text(terminal),), "warn")
        case e.AlarmRaised(terminal=terminal, why=why):
            return Told(seq, "alarm", (_text(terminal), _text(why)), "bad")
        case e.SettlementDisputed(terminal=terminal, round_no=round_no):
            return Told(seq, "disputed", (_text(terminal), _text(round_no)), "bad")
        case e.DisputeRuled(terminal=terminal):
            return Told(seq, "dispute_ruled", (_text(terminal),), "good")
    return None
