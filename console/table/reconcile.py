"""The cards that passed the shoe against the cards that are accounted for: counter, composition, count (M10).

Knows no game. A card is a fact; what is wrong with it is said beside it, never by leaving it out.
"""

from typing import Final

from msgspec import Struct

from games.cards import Card
from games.money import check
from protocol import events
from protocol.halts import Halt
from protocol.view import ShoeView, TableView

CARD_EVENTS: Final = frozenset(
    {
        *(events.ShoeLoaded, events.ShuffleCommitted, events.CardDealt, events.SurplusSeen, events.CardBurnt),
        *(events.CardMatched, events.CardUnread, events.CardRead, events.Halted),
    }
)

NEXT: Final = "next"
REPEAT: Final = "repeat"
GAP: Final = "gap"
OTHER: Final = "other"  # the counter of a card that we have, and another face


class ShoeRecord(Struct, forbid_unknown_fields=True):
    """Which card had which counter, for the set of cards that is in the shoe."""

    cards: dict[int, Card | None] = {}
    before: tuple[Card, ...] = ()  # the set before, in the order in which it left the shoe
    doubted: bool = False  # somebody was asked whether this set was shuffled (001 §5.3.5): once is enough

    def apply(self, event: events.Event) -> None:
        match event:
            case events.CardDealt(shoe_seq=seq, card=card) if seq > 0:
                self.cards[seq] = card
            case events.ShoeLoaded():
                self.before = tuple(card for card in self.cards.values() if card is not None) or self.before
                self.cards, self.doubted = {}, False
            case events.ShuffleCommitted():
                self.cards, self.before, self.doubted = {}, (), False
            case events.Halted(reason=Halt.UNSHUFFLED):
                self.doubted = True
            case events.CardBurnt(shoe_seq=seq, card=card):
                self.cards[seq] = card
            case events.SurplusSeen(shoe_seq=seq, cards=cards) if seq:
                self.cards[seq] = cards[-1]
            case events.CardMatched(shoe_seq=seq, card=card) | events.CardRead(shoe_seq=seq, card=card):
                self.cards[seq] = card
            case events.CardUnread(shoe_seq=seq):
                self.cards[seq] = None
            case _:
                pass

    def place(self, shoe: ShoeView, shoe_seq: int, card: Card | None) -> str:
        """Where a card that the shoe reports stands: next, had before, behind a gap, or a contradiction."""
        if shoe_seq == shoe.last_seq + 1:
            return NEXT
        if shoe_seq > shoe.last_seq:
            return GAP
        known = self.cards.get(shoe_seq)
        # A card that was not read, or lies face down, or is of the set before this one, contradicts nothing.
        return OTHER if known is not None and card is not None and known is not card else REPEAT


def miscount(shoe: ShoeView, counted: int) -> int:
    """001 §5.3.2 (003 §5.5.2, 002 §5.5.2): cards too many (+) or too few (-) when the rest has been counted."""
    return shoe.passed + len(shoe.foreign) + counted - 52 * shoe.decks


def check_cards(view: TableView) -> None:
    """M10: every card that passed the shoe is in one place, and no card more often than there are decks."""
    shoe = view.shoe
    check(max(shoe.drawn) <= shoe.decks, "a card more often than there are decks (M10)")
    more = bool(shoe.foreign) or not shoe.decks  # a card may come, and be entered, before any set is loaded
    known = shoe.passed - shoe.unread  # how many numbers were no card at all, people find out (001 §5.3.2)
    check(known <= 52 * shoe.decks or more, f"{known} cards of {shoe.decks} decks have been drawn (M10)")
    if not view.in_round:
        return
    faces = [card for cards in view.hands.values() for card in cards]
    drawn = len(view.draws)
    check(len(faces) <= drawn, f"{len(faces)} cards lie in the Hands, {drawn} were drawn (M10)")
    unseen = len(view.beside)
    check(unseen <= view.surplus, f"{unseen} cards lie face down beside the Hands, and {view.surplus} in all (M10)")
