"""The cards that passed the shoe against those that are accounted for: counters, composition, count (M10)."""

import pytest

from console.table.reconcile import GAP, NEXT, OTHER, REPEAT, ShoeRecord, check_cards, miscount
from games.card_set import is_foreign
from games.cards import Card
from games.money import InvariantBroken
from games.round import CardDrawn, HandId
from protocol import events as e
from protocol.view import Phase, ShoeView, TableView
from tests.console.cluster import cards_of

NINE, KING, ACE, TWO = cards_of("9S KH AD 2C")
PLAYER = HandId("player")


def record(*facts: e.Event) -> ShoeRecord:
    shoe = ShoeRecord()
    for fact in facts:
        shoe.apply(fact)
    return shoe


# --- where a card stands ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shoe_seq", "card", "place"),
    [
        (5, NINE, NEXT),
        (5, None, NEXT),
        (6, NINE, GAP),
        (900, None, GAP),
        (4, NINE, REPEAT),  # the same face
        (4, None, REPEAT),  # seen again, and not read this time
        (4, KING, OTHER),
        (3, KING, REPEAT),  # it was not read before: it contradicts nothing
        (1, KING, REPEAT),  # of the set before this one
    ],
)
def test_where_a_card_stands(shoe_seq: int, card: Card | None, place: str) -> None:
    shoe = record(e.CardUnread(3), e.CardDealt(1, 4, PLAYER, NINE, PLAYER))
    assert shoe.place(ShoeView(last_seq=4), shoe_seq, card) == place


def test_every_card_that_passes_is_on_record_under_its_number() -> None:
    shoe = record(
        e.ShoeLoaded(8, 1, "300", 1),
        e.CardBurnt(1, KING),
        e.CardDealt(1, 2, PLAYER, NINE, PLAYER),
        e.CardDealt(1, 3, PLAYER, None, PLAYER),  # face down
        e.CardDealt(1, 0, PLAYER, ACE, PLAYER),  # carried over from the Round before: it has its number there
        e.CardDealt(1, -1, PLAYER, ACE, PLAYER, True),  # entered by hand: it has none yet
        e.CardMatched(4, ACE),
        e.SurplusDrawn(1, 5),
        e.SurplusSeen((TWO,), 5),
        e.CardIdle(6),
        e.SurplusSeen((TWO,), 6),
        e.CardUnread(7),
        e.CardWaiting(8),
        e.CardRead(8, KING, staff=True),
        e.RoundEnded(1, False),
    )
    assert shoe.cards == {1: KING, 2: NINE, 3: None, 4: ACE, 5: TWO, 6: TWO, 7: None, 8: KING}
    shoe.apply(e.ShoeLoaded(8, 0, "300", 9))
    assert shoe.cards == {}


# --- the set of cards ------------------------------------------------------------------------------------------------


def shoe_with(*cards: Card, decks: int = 1) -> ShoeView:
    shoe = ShoeView(decks=decks)
    for card in cards:
        shoe.count(card)
    return shoe


@pytest.mark.rule("001 §5.3.1")
def test_5_3_1_one_copy_more_than_there_are_decks_is_foreign() -> None:
    one, two = shoe_with(NINE, decks=2), shoe_with(NINE, NINE, decks=2)
    assert not is_foreign(one.decks, one.drawn, NINE)
    assert is_foreign(two.decks, two.drawn, NINE)
    assert not is_foreign(two.decks, two.drawn, KING)


@pytest.mark.parametrize(("counted", "wrong"), [(50, 0), (51, 1), (40, -10)])
def test_5_3_2_what_is_left_and_what_has_passed_make_whole_decks(counted: int, wrong: int) -> None:
    assert miscount(shoe_with(NINE, KING), counted) == wrong


def test_5_3_2_a_foreign_card_and_an_unread_one_are_counted_too() -> None:
    shoe = shoe_with(NINE, NINE, KING)
    shoe.unread = 2
    assert (shoe.foreign, miscount(shoe, 48)) == ([NINE], 1)


# --- M10 -------------------------------------------------------------------------------------------------------------


def felt(phase: Phase, hands: dict[HandId, tuple[Card | None, ...]], drawn: int, surplus: int) -> TableView:
    acts = [CardDrawn(NINE)] * drawn
    return TableView(
        phase=phase, hands=hands, surplus=surplus, acts=list(acts), draws=list(range(drawn)), shoe=shoe_with(decks=1)
    )


def test_m10_every_card_on_the_felt_was_drawn() -> None:
    check_cards(felt(Phase.DEALING, {PLAYER: (NINE, None)}, 2, 1))
    with pytest.raises(InvariantBroken, match="2 cards lie in the Hands, 1 were drawn"):
        check_cards(felt(Phase.DEALING, {PLAYER: (NINE, None)}, 1, 1))
    check_cards(felt(Phase.READY, {PLAYER: (NINE, None)}, 1, 1))  # between Rounds nothing of it is in play


def test_m10_no_card_more_often_than_there_are_decks() -> None:
    view = TableView(shoe=shoe_with(NINE, NINE))
    assert view.shoe.foreign == [NINE]
    check_cards(view)
    view.shoe.drawn[NINE.number] = 2
    with pytest.raises(InvariantBroken, match="a card more often than there are decks"):
        check_cards(view)


def test_m10_no_more_cards_than_the_decks_have() -> None:
    """001 §5.3.2: a number that was not read may have been no card at all, so it makes none too many."""
    view = TableView(shoe=ShoeView(decks=1, unread=2, beside=52, pending=[55]))
    check_cards(view)
    view.shoe.beside = 53
    with pytest.raises(InvariantBroken, match="53 cards of 1 decks have been drawn"):
        check_cards(view)
    view.shoe.foreign = [NINE]  # they are known to be too many: people look at it
    check_cards(view)
