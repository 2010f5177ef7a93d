"""The state of a Round of blackjack, and what can be said of it without knowing who bet or what is paid.

Hands, boxes, the stages of a Round, and the numbers of the paragraphs by which the games of the family differ.
"""

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.cards import DECK, PICTURES, Card, Rank
from games.money import Odds
from games.round import Felt, HandId, Limit, PlayerId, Spot, WalkedAway, WindowClosed

T = TypeVar("T")

MAIN: Final = "main"
DOUBLE: Final = "double"
INSURANCE: Final = "insurance"
PLAYER_PAIR: Final = "player_pair"
UNDER_13: Final = "under_13"
OVER_13: Final = "over_13"

HIT: Final = "hit"
STAND: Final = "stand"
SPLIT: Final = "split"
SURRENDER: Final = "surrender"
EVEN_MONEY: Final = "even_money"

EVEN: Final = Odds(1)
ALL_CARDS: Final = 22  # more than any Hand can have


# --- hands ------------------------------------------------------------------------------------------------------


def card_value(card: Card) -> int:
    """003 §1.19, §3.2 (004 §2.2): an Ace as 1 here; the ten more that it may count are a matter of the Hand."""
    if card.rank is Rank.ACE:
        return 1
    return 10 if card.rank is Rank.TEN or card.rank in PICTURES else int(card.rank)


VALUES: Final[Mapping[Card, int]] = {card: card_value(card) for card in DECK}


class Hand(Struct, frozen=True, gc=False):
    number: int = 0  # within the box, in the order in which hands arose
    cards: tuple[Card, ...] = ()
    hard: int = 0  # every Ace as 1
    ace: bool = False
    total: int = 0  # 3.1, 3.2.1: the best that the cards can count
    split: bool = False
    doubled: bool = False
    done: bool = False  # takes no card and no decision any more
    players: tuple[PlayerId, ...] = ()  # who has a Bet on it, the decider first
    declined: tuple[PlayerId, ...] = ()  # who declined to follow a split of it, and so may not follow another

    @property
    def soft(self) -> bool:
        """003 §1.28, §1.11 (004 §1 Soft Total): an Ace counts 11; otherwise the total is hard."""
        return self.ace and self.hard <= 11

    @property
    def bust(self) -> bool:
        """003 §1.3 (004 §1 Bust)."""
        return self.hard > 21


EMPTY_HAND: Final = Hand()


def with_card(hand: Hand, card: Card) -> Hand:
    """003 §1.23, §3.1, §3.2.1 (004 §2.2.c): one more card; an Ace is 11 unless that busts the Hand."""
    value = VALUES[card]
    hard = hand.hard + value
    ace = hand.ace or value == 1
    total = hard + 10 if ace and hard <= 11 else hard
    return replace(hand, cards=(*hand.cards, card), hard=hard, ace=ace, total=total)


def is_blackjack(hand: Hand) -> bool:
    """003 §1.2 (004 §1 Blackjack Hand, §2.8.e): Ace and a card of 10 points as the initial two, not after a split."""
    return hand.ace and hand.hard == 11 and len(hand.cards) == 2 and not hand.split


def may_split(hand: Hand) -> bool:
    """003 §1.29, §3.21 (004 §1 Split): two cards of identical value, so a King and a Ten too."""
    cards = hand.cards
    return len(cards) == 2 and VALUES[cards[0]] == VALUES[cards[1]]


# --- the Round ---------------------------------------------------------------------------------------------------


class Stage(IntEnum):
    BETS = 0
    INITIAL_DEAL = 1
    OFFERS = 2  # insurance, even money, surrender: before any third card
    PLAY = 3
    FOLLOW = 4  # Standing Players answer a split or a double
    DEALER = 5
    OVER = 6


# Members as plain names: looking one up in its class costs as much as the comparison itself, several times a card.
BETS, INITIAL_DEAL, OFFERS, PLAY, FOLLOW, DEALERS_PLAY, OVER = Stage


class Box(Struct, frozen=True, gc=False):
    number: int
    players: tuple[PlayerId, ...]  # with an Initial Bet and still in; the first one decides
    total: int  # of the Initial Bets
    hands: tuple[Hand, ...]
    excess: Limit | None = None  # the limit that they exceed (5.1.1)
    surrendered: bool = False
    unattended: bool = False  # its only Player walked away (5.3)
    even_money: tuple[PlayerId, ...] = ()


class Leaving(Struct, frozen=True, gc=False):
    """Who walked away, and when: after so many cards and closed windows."""

    act: WalkedAway
    cards: int
    closings: int


class Withdrawal(Struct, frozen=True, gc=False):
    """What came of the options of 5.7: who took his Bets back, after so many cards."""

    players: tuple[PlayerId, ...]
    cards: int
    settled: tuple[Box, ...]  # the boxes, as they had stood at the Interim Settlement before, if there was one


class Irregular(Struct, frozen=True, gc=False):
    """What went wrong in a Round, and what was ruled (section 5). Apart, because it is seldom anything."""

    surplus: tuple[Card, ...] = ()  # not needed, until somebody rules on it
    discarded: tuple[Card, ...] = ()  # out of play by a ruling, and so out of a Reconstruction too
    left_out: tuple[tuple[int, Card], ...] = ()  # of boxes that left in the Initial Deal, each with its place in it,
    # those who left last first: put back one by one, each place is right
    interim: bool = False  # an Interim Settlement has taken place,
    interim_after: int = 0  # so many cards were dealt when it did,
    interim_boxes: tuple[Box, ...] = ()  # and so stood the boxes
    options: bool = False  # the window of 5.7 is open
    bound: bool = False  # Players have chosen to go on, and accept what comes (5.7)
    withdrawals: tuple[Withdrawal, ...] = ()  # one for each time that Players had the options
    walked_away: tuple[Leaving, ...] = ()
    together: tuple[Card, ...] = ()  # drawn at once, to be put in order (5.12)
    waiting: tuple[Card, ...] = ()  # already drawn, used as though next from the shoe (5.12)
    voided: str = ""

    @property
    def withdrawn(self) -> tuple[PlayerId, ...]:
        return tuple(player for withdrawal in self.withdrawals for player in withdrawal.players)


IN_ORDER: Final = Irregular()


Offer = tuple[str, int]  # insurance, even money or surrender, and the box it is made to


class BlackjackRound(Struct, frozen=True, gc=False):
    felt: Felt
    stage: Stage = BETS
    due: HandId | None = None
    boxes: tuple[Box, ...] = ()
    dealer: Hand = EMPTY_HAND
    needs: int = 0  # how many cards the Dealer may come to
    box: int = 0  # whose turn it is: an index into boxes,
    hand: int = 0  # and into that box's hands
    pending: str = ""  # the split or double that Standing Players may follow
    offers: tuple[Offer, ...] = ()  # still open
    marks: tuple[Spot, ...] = ()  # Spots with Bets on which the Dealer's drawing depends
    players: tuple[PlayerId, ...] = ()  # everybody with a Bet
    squeezing: tuple[PlayerId, ...] = ()
    cards: tuple[Card, ...] = ()  # dealt, in the order in which they left the shoe
    closings: tuple[WindowClosed, ...] = ()
    irregular: Irregular = IN_ORDER
    covered: bool = False  # the Dealer's second card lies there, and nobody knows it (004, where nobody deals)


class Paragraphs(Struct, frozen=True):
    """The numbers that lines and refusals cite; the games of the family differ in them."""

    bets: str = "3.9"
    decider: str = "3.8"
    closed: str = "5.8"
    even_money: str = "3.14.1"
    insurance: str = "3.14.2.a"
    insurance_lost: str = "3.14.2.b"
    stand_off_ace: str = "3.14.1"
    stand_off_ten: str = "3.15"
    surrender: str = "3.16"
    draw: str = "3.17"
    bust: str = "3.18"
    must_draw: str = "3.19"
    split: str = "3.21"
    follow_split: str = "3.21.1"
    split_limit: str = "3.21.2"
    split_dealer_blackjack: str = "3.21.3"
    double: str = "3.22"
    follow_double: str = "3.22.1"
    double_bust: str = "3.22.2"
    double_dealer_blackjack: str = "3.22.2"
    dealer_blackjack: str = "3.23.3"
    lower: str = "3.23.3"
    stand_off: str = "3.23.4"
    pays: str = "4.1.1"
    blackjack_pays: str = "4.1.1"
    insurance_pays: str = "4.1.1"
    void: str = "5.17"
    withdraw: str = "5.7.3"
    options: str = "5.7"
    order: str = "5.12"
    interim: str = "1.17"
    reconstruction: str = "1.24"


def dealt_hands(boxes: tuple[Box, ...], cards: tuple[Card, ...]) -> tuple[tuple[Box, ...], Hand]:
    """003 §3.11: the Hands that the cards of the Initial Deal make so far."""
    second = len(boxes) + 1
    made = []
    for at, box in enumerate(boxes):
        mine = cards[at : at + 1] + cards[second + at : second + at + 1]
        made.append(replace(box, hands=(hand_of(mine, box.players),)))
    dealer = cards[second - 1 : second] + cards[2 * second - 1 :]
    return tuple(made), hand_of(dealer, ())


def in_order(round: BlackjackRound) -> tuple[Card, ...]:
    """All cards that were dealt, in the order in which they left the shoe, those of boxes that have left too."""
    cards = list(round.cards)
    for place, card in round.irregular.left_out:
        cards.insert(place, card)
    return tuple(cards)


def with_hands(round: BlackjackRound) -> BlackjackRound:
    """Within the Initial Deal a Round keeps only the cards: the same with the Hands they make so far."""
    if round.stage is not INITIAL_DEAL:
        return round
    boxes, dealer = dealt_hands(round.boxes, round.cards)
    return replace(round, boxes=boxes, dealer=dealer)


def hand_of(cards: tuple[Card, ...], players: tuple[PlayerId, ...]) -> Hand:
    """003 §3.2: the Hand of a box before any decision; a Blackjack is done."""
    hard = 0
    ace = False
    for card in cards:
        value = VALUES[card]
        hard += value
        if value == 1:
            ace = True
    total = hard + 10 if ace and hard <= 11 else hard
    return Hand(0, cards, hard, ace, total, False, False, total == 21, players)


def noted(round: BlackjackRound, **changes: Any) -> BlackjackRound:
    """The Round with these things of section 5 on record."""
    return replace(round, irregular=replace(round.irregular, **changes))


def first_value(dealer: Hand) -> int:
    """The Dealer's first card, an Ace as 1."""
    return VALUES[dealer.cards[0]]


def may_take_even_money(box: Box) -> bool:
    """003 §1.8, §3.14.1 (004 §1 Even Play, §2.10.a): a Blackjack, of Players who are still there."""
    return bool(box.players) and not box.unattended and is_blackjack(box.hands[0])


def may_become_blackjack(dealer: Hand) -> bool:
    """003 §3.15: the first card is an Ace or counts 10."""
    return first_value(dealer) in (1, 10)


def initial_two(box: Box) -> tuple[Card, ...]:
    """The first two cards of the box; of a split box the first cards of its two oldest hands."""
    if not any(hand.split for hand in box.hands):
        return box.hands[0].cards[:2]
    by_number = sorted(box.hands, key=lambda hand: hand.number)
    return by_number[0].cards[0], by_number[1].cards[0]


def any_live(boxes: tuple[Box, ...]) -> bool:
    """003 §3.23: is there a Hand that the Dealer's total decides?"""
    for box in boxes:
        if not box.surrendered:
            for hand in box.hands:
                if hand.players and hand.hard <= 21 and not is_blackjack(hand):
                    return True
    return False


def hand_players(round: BlackjackRound) -> tuple[PlayerId, ...]:
    return round.boxes[round.box].hands[round.hand].players


def hand_at(box: Box, number: int) -> Hand | None:
    return next((hand for hand in box.hands if hand.number == number), None)


def box_at(round: BlackjackRound, number: int) -> Box | None:
    return next((box for box in round.boxes if box.number == number), None)


@cache
def hand_id(box: int, hand: int) -> HandId:
    return HandId(f"{box}/{hand}") if hand else HandId(str(box))


def split_hand(hand: Hand, number: int, players: tuple[PlayerId, ...]) -> tuple[Hand, Hand]:
    """003 §3.21.1: the second Hand gets this number and is these Players'; who declines stays on the first."""
    first, second = hand.cards
    declined = tuple(player for player in hand.players if player not in players)
    stays = Hand(hand.number, split=True, players=hand.players, declined=declined)
    return with_card(stays, first), with_card(Hand(number, split=True, players=players), second)


def leave(box: Box, players: tuple[PlayerId, ...]) -> Box:
    """The box without these Players; without anybody, its hands are done."""
    hands = []
    for hand in box.hands:
        stay = tuple(player for player in hand.players if player not in players)
        hands.append(replace(hand, players=stay, done=hand.done or not stay))
    return replace(box, players=tuple(p for p in box.players if p not in players), hands=tuple(hands))


def to_the_end(players: tuple[PlayerId, ...], player: PlayerId) -> tuple[PlayerId, ...]:
    return (*(other for other in players if other != player), *(other for other in players if other == player))


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same items with another one at this index."""
    if len(items) == 1:
        return (item,)
    return (*items[:index], item, *items[index + 1 :])
