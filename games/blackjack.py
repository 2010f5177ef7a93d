"""Blackjack (rule document 003): boxes with Seated and Standing Players, decisions by windows, no hole card.

The base of the whole family: 000 adds side Bets (`blackjack_plus`), 004 a hole card (`online_blackjack`).
A Hand of a box keeps its number for the whole Round; a Hand that arises from a split stands right after the
one it came from and takes the next free number. Paragraphs are those of 003; 000's are one higher from §3.14
to §3.23, which `Paragraphs` holds for the lines.
"""

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.boxes import boxes_in_play, parse_spot, players_of, pro_rata, review_boxes, spot_of
from games.cards import DECK, PICTURES, Card, Rank
from games.money import InvariantBroken, Odds, is_amount
from games.round import (
    HALF_LOST_ODDS,
    Act,
    Answer,
    Answers,
    Bets,
    CardDrawn,
    DealingError,
    Discarded,
    DrawnTogether,
    Felt,
    HandId,
    InterimSettled,
    Limit,
    Outcome,
    PlayerId,
    Reconstructed,
    Refusal,
    Ruled,
    Spot,
    Verdict,
    Voided,
    WalkedAway,
    Window,
    WindowClosed,
    lost,
    returned,
    won,
)

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
SQUEEZE: Final = "squeeze"
CONTINUE: Final = "continue"
WITHDRAW: Final = "withdraw"

DEALER: Final = HandId("dealer")
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


Offer = tuple[str, int]  # insurance, even money or surrender, and the box it is made to


class Leaving(Struct, frozen=True, gc=False):
    """Who walked away, and when: after so many cards and closed windows."""

    act: WalkedAway
    cards: int
    closings: int


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
    surplus: tuple[Card, ...] = ()  # discarded: this game uses no card in another Round
    interim: bool = False  # an Interim Settlement has taken place
    options: bool = False  # the window of 5.7 is open
    bound: bool = False  # Players have chosen to go on, and accept what comes (5.7)
    withdrawn: tuple[PlayerId, ...] = ()
    withdrawn_after: int = 0  # so many cards were dealt when they withdrew,
    settled_boxes: tuple[Box, ...] = ()  # and so stood the boxes, if an Interim Settlement came before
    walked_away: tuple[Leaving, ...] = ()
    together: tuple[Card, ...] = ()  # drawn at once, to be put in order (5.12)
    waiting: tuple[Card, ...] = ()  # already drawn, used as though next from the shoe (5.12)
    voided: str = ""


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


class Blackjack:
    """The rule book of document 003, through the `Game` protocol."""

    name = "blackjack"
    document = "003"
    rules = "RWS v5"
    decks = range(4, 9)  # 2.2.1
    sides: tuple[str, ...] = (PLAYER_PAIR, UNDER_13, OVER_13)
    interim_sides: tuple[str, ...] = sides  # those that the Initial Deal decides
    paragraphs = Paragraphs()
    # Half of an Initial Bet must be exact: 3 to 2, a surrender, the most that Insurance may be.
    steps: Mapping[str, int] = {MAIN: 2}
    hands_max = 4  # 3.21.2
    dealer_initial_cards = 1  # 1.15
    # 003 §5.4.2, §5.5.1, §5.5.2, §5.5.3, §5.5.4, §5.19
    void_paragraphs: tuple[str, ...] = ("5.4.2", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.19")

    def __init__(self, *, long_21_stands_off: bool = False, dealer_plays_on: bool = False) -> None:
        self.long_21_stands_off = long_21_stands_off  # READINGS: a 21 of three cards against a Dealer's Blackjack
        self.dealer_plays_on = dealer_plays_on  # a Dealer who draws to 17 even when nothing is open

    # --- windows

    def begin(self, felt: Felt) -> BlackjackRound:
        """003 §1.25, §3.3: "Place your Bets, please"."""
        return BlackjackRound(felt)

    def windows(self, round: BlackjackRound) -> tuple[Window, ...]:
        if round.voided:
            return ()
        if round.together:
            return (self._order_window(round),)
        if round.options:
            choices = (CONTINUE, WITHDRAW)
            return (Window("options", (), choices, round.players, CONTINUE, self.paragraphs.options, "options"),)
        stage = round.stage
        if stage is PLAY:
            return () if round.due is not None else (self._choice_window(round),)
        if stage is OFFERS:
            return tuple([self._offer_window(round, kind, box) for kind, box in round.offers])
        if stage is FOLLOW:
            return (self._follow_window(round),)
        if stage is BETS:
            return (self._bets_window(round.felt),)
        return ()

    def _bets_window(self, felt: Felt) -> Window:
        """003 §2.1.1: the boxes of the layout, each with its Spots."""
        boxes = range(1, felt.boxes + 1)
        spots = tuple(spot_of(box, kind) for box in boxes for kind in (MAIN, *self.sides))
        return Window("bets", spots, (SQUEEZE,) if felt.squeeze else (), None, "", self.paragraphs.bets, "bets")

    def _offers(self, boxes: tuple[Box, ...], dealer: Hand) -> tuple[Offer, ...]:
        """003 §3.14 to §3.16: what is open after the Initial Deal and before any third card."""
        if first_value(dealer) != 1:
            return tuple([(SURRENDER, box.number) for box in boxes if self.may_surrender(box, dealer)])
        offers = [(EVEN_MONEY, box.number) for box in boxes if may_take_even_money(box)]
        insurable = any(self.may_insure(box) for box in boxes)
        return ((INSURANCE, 0), *offers) if insurable else tuple(offers)

    def _offer_window(self, round: BlackjackRound, kind: str, number: int) -> Window:
        p = self.paragraphs
        if kind == INSURANCE:
            boxes = [box for box in round.boxes if self.may_insure(box)]
            spots = tuple(spot_of(box.number, INSURANCE) for box in boxes)
            bettors = tuple(dict.fromkeys(player for box in boxes for player in box.players))
            return Window(INSURANCE, spots, (), bettors, "", p.insurance, INSURANCE)
        box = box_at(round, number)
        players = box.players if box is not None else ()
        if kind == SURRENDER:
            return Window(f"{kind}/{number}", (), (kind,), players[:1], "", p.surrender, kind, number)
        return Window(f"{kind}/{number}", (), (kind,), players, "", p.even_money, kind, number)

    def may_insure(self, box: Box) -> bool:
        """003 §1.16, §3.14.2: every Player may, one with a Blackjack too (READINGS)."""
        return bool(box.players) and not box.unattended

    def may_surrender(self, box: Box, dealer: Hand) -> bool:
        """003 §1.34, §3.16: never against an Ace; a Blackjack that has already won (3.15) has nothing to give up."""
        first = first_value(dealer)
        if first == 1 or box.unattended or not box.players:
            return False
        return first == 10 or not is_blackjack(box.hands[0])

    def choices(self, round: BlackjackRound, box: Box, hand: Hand) -> tuple[str, ...]:
        """003 §3.17 to §3.22: what the decider of a Hand may do now."""
        if len(hand.cards) > 2:
            return (HIT, STAND) if hand.total >= 12 else (HIT,)  # 3.19, 3.20
        splits = may_split(hand) and len(box.hands) < self.hands_max
        if hand.total >= 12:
            return (HIT, STAND, DOUBLE, SPLIT) if splits else (HIT, STAND, DOUBLE)
        return (HIT, DOUBLE, SPLIT) if splits else (HIT, DOUBLE)  # 3.22: a Blackjack or a Soft 21 is not asked

    def _choice_window(self, round: BlackjackRound) -> Window:
        box = round.boxes[round.box]
        hand = box.hands[round.hand]
        choices = self.choices(round, box, hand)
        spots = (spot_of(box.number, DOUBLE, hand.number), spot_of(box.number, MAIN, len(box.hands)))
        name = f"choice/{box.number}/{hand.number}/{len(round.cards)}"
        default = STAND if STAND in choices else HIT
        return Window(name, spots, choices, hand.players[:1], default, self.paragraphs.draw, "choice", box.number)

    def _follow_window(self, round: BlackjackRound) -> Window:
        """003 §3.21.1, §3.22.1: Standing Players may follow a split or a double, each for himself."""
        box = round.boxes[round.box]
        hand = box.hands[round.hand]
        split = round.pending == SPLIT
        spot = spot_of(box.number, MAIN, len(box.hands)) if split else spot_of(box.number, DOUBLE, hand.number)
        paragraph = self.paragraphs.follow_split if split else self.paragraphs.follow_double
        name = f"follow/{box.number}/{hand.number}/{len(round.cards)}"
        followers = self.followers(hand, round.pending)
        return Window(name, (spot,), (), followers, "", paragraph, "follow", box.number)

    def followers(self, hand: Hand, choice: str) -> tuple[PlayerId, ...]:
        if choice == SPLIT:
            return tuple(player for player in hand.players[1:] if player not in hand.declined)
        return hand.players[1:]

    def _order_window(self, round: BlackjackRound) -> Window:
        """003 §5.12: the Player selects which of the cards he receives first."""
        box = round.boxes[round.box]
        texts = tuple(card.text for card in round.together)
        name = f"order/{box.number}/{len(round.cards)}"
        return Window(name, (), texts, box.players[:1], texts[0], self.paragraphs.order, "order", box.number)

    # --- answers

    def review(
        self, round: BlackjackRound, window: Window, player: PlayerId, answer: Answer, given: Answers
    ) -> Refusal | None:
        """003 §3.3 to §3.22, §5.8: may this answer be registered, whoever entered it (§5.18)?"""
        p = self.paragraphs
        if window not in self.windows(round):
            return Refusal("closed", "this is not open any more", p.closed)
        if window.respondents is not None and player not in window.respondents:
            return Refusal("illegal_decision", "this is for another Player to decide", p.decider)
        if answer.choice and answer.choice not in window.choices:
            return self._illegal_choice(round, window, answer.choice)
        for spot in answer.bets:
            if spot not in window.spots:
                return Refusal("unknown_spot", f"{spot!r} is no place to bet on here", window.paragraph)
        match window.kind:
            case "bets":
                return self.review_bets(round.felt, player, answer, given)
            case "insurance":
                return self._review_insurance(player, answer, given)
            case "even_money":
                insured = given.get(INSURANCE, {}).get(player, Answer()).bets
                if answer.choice and spot_of(window.box, INSURANCE) in insured:
                    return Refusal("illegal_decision", "Even Money and Insurance exclude each other", p.even_money)
            case "choice":
                return self._review_choice(round, player, answer, given)
            case "follow":
                if answer.bets:
                    return self._review_raise(round, player, answer, given, round.pending)
        return None

    def _illegal_choice(self, round: BlackjackRound, window: Window, choice: str) -> Refusal:
        """003 §3.17 to §3.22: say why not."""
        p = self.paragraphs
        if window.kind != "choice":
            return Refusal("illegal_decision", f"{choice!r} is not offered here", window.paragraph)
        box = round.boxes[round.box]
        hand = box.hands[round.hand]
        if choice == STAND:
            return Refusal("illegal_decision", f"a Hand of {hand.total} must draw to 12 or more", p.must_draw)
        if choice == DOUBLE:
            return Refusal("illegal_decision", "only the first two cards of a Hand can be doubled", p.double)
        if choice == SPLIT:
            if may_split(hand):
                return Refusal("illegal_decision", f"no more than {self.hands_max} Hands", p.split_limit)
            return Refusal("illegal_decision", "only two cards of identical value can be split", p.split)
        return Refusal("illegal_decision", f"{choice!r} is no decision; there are {', '.join(window.choices)}", p.draw)

    def review_bets(self, felt: Felt, player: PlayerId, answer: Answer, given: Answers) -> Refusal | None:
        """003 §3.5 to §3.9, §5.1, §5.2: the Bets before the deal."""
        refusal = review_boxes(felt, player, answer, given, main=MAIN, sides=self.sides, steps=self.steps)
        if refusal is not None:
            return refusal
        for spot, amount in answer.bets.items():
            box, kind, _ = parse_spot(spot)
            if kind in (UNDER_13, OVER_13) and amount > self._side_maximum(felt, box, player, answer, given):
                return Refusal("bad_stake", f"{spot}: {amount} exceeds the Initial Bet", "3.13.2.d")
        return None

    def _side_maximum(self, felt: Felt, box: int, player: PlayerId, answer: Answer, given: Answers) -> int:
        """003 §3.13.2.d: his own Initial Bet; of a Player without one, the Seated Player's (READINGS)."""
        main = spot_of(box, MAIN)
        if main in answer.bets:
            return answer.bets[main]
        others = {"bets": {who: what for who, what in given.get("bets", {}).items() if who != player}}
        for other in boxes_in_play(MAIN, felt, others):
            if other.box == box:
                return others["bets"][other.players[0]].bets[main]
        return 0

    def _review_insurance(self, player: PlayerId, answer: Answer, given: Answers) -> Refusal | None:
        """003 §3.14.2: each Player for himself, on a box where he has an Initial Bet, before any third card."""
        for spot, amount in answer.bets.items():
            box, _, _ = parse_spot(spot)
            initial = given["bets"][player].bets.get(spot_of(box, MAIN), 0)
            if not is_amount(amount):
                return Refusal("bad_stake", f"{spot}: {amount!r} is no amount", self.paragraphs.insurance)
            if given.get(f"even_money/{box}", {}).get(player, Answer()).choice:
                detail = "Even Money and Insurance exclude each other"
                return Refusal("illegal_decision", detail, self.paragraphs.even_money)
            refusal = self.review_insurance_amount(spot, amount, initial)
            if refusal is not None:
                return refusal
        return None

    def review_insurance_amount(self, spot: Spot, amount: int, initial: int) -> Refusal | None:
        """003 §3.14.2.a: half the Initial Bet or less."""
        if 2 * amount > initial:
            detail = f"{spot}: {amount} is more than half the Initial Bet of {initial}"
            return Refusal("bad_stake", detail, self.paragraphs.insurance)
        return None

    def _review_choice(self, round: BlackjackRound, player: PlayerId, answer: Answer, given: Answers) -> Refusal | None:
        if answer.choice in (SPLIT, DOUBLE):
            return self._review_raise(round, player, answer, given, answer.choice)
        if answer.bets:
            return Refusal("illegal_decision", f"{answer.choice or 'no decision'} takes no Bet", self.paragraphs.draw)
        return None

    def _review_raise(
        self, round: BlackjackRound, player: PlayerId, answer: Answer, given: Answers, choice: str
    ) -> Refusal | None:
        """003 §3.21: a split takes a Bet equal to the first. §3.22: a double takes up to the Initial Bet."""
        box = round.boxes[round.box]
        hand = box.hands[round.hand]
        initial = given["bets"][player].bets[spot_of(box.number, MAIN)]
        kind, number = (MAIN, len(box.hands)) if choice == SPLIT else (DOUBLE, hand.number)
        spot = spot_of(box.number, kind, number)
        amount = answer.bets.get(spot)
        if list(answer.bets) != [spot] or not is_amount(amount):
            return Refusal("bad_stake", f"to {choice} takes one Bet, on {spot}", self.paragraphs.draw)
        if choice == SPLIT and amount != initial:
            return Refusal("bad_stake", f"{spot}: a split takes {initial}, as on the first Hand", self.paragraphs.split)
        if choice == DOUBLE:
            return self.review_double_amount(spot, amount or 0, initial)
        return None

    def review_double_amount(self, spot: Spot, amount: int, initial: int) -> Refusal | None:
        """003 §1.6, §3.22: equal to or less than the Initial Bet."""
        if amount > initial:
            detail = f"{spot}: {amount} is more than the Initial Bet of {initial}"
            return Refusal("bad_stake", detail, self.paragraphs.double)
        return None

    def close(self, round: BlackjackRound, window: Window, given: Answers) -> WindowClosed:
        """003 §5.14: what is registered when the window closes is what counts."""
        name, kind, box = window.name, window.kind, window.box
        answers = given.get(name, {})
        if kind == "choice":
            decided = answers.get(hand_players(round)[0])
            choice = decided.choice if decided is not None and decided.choice in window.choices else window.default
            return WindowClosed(name, choice, kind=kind, box=box)
        if kind == "bets":
            squeezing = tuple(player for player, answer in answers.items() if answer.choice == SQUEEZE)
            boxes = boxes_in_play(MAIN, round.felt, given)
            return WindowClosed(name, "", players_of(given), boxes, self._marks(given), squeezing, kind)
        if kind in (INSURANCE, "follow"):
            players = tuple(player for player, answer in answers.items() if answer.bets)
            return WindowClosed(name, "", players, kind=kind, box=box)
        chosen = tuple(player for player, answer in answers.items() if answer.choice not in ("", CONTINUE))
        choice = answers[chosen[0]].choice if chosen else window.default
        marks: tuple[Spot, ...] = ()
        if kind == "options":  # what the Players who stay have on the Dealer's Hand
            stay = {player: answer for player, answer in given.get("bets", {}).items() if player not in chosen}
            marks = self._marks({"bets": stay})
        return WindowClosed(name, choice, chosen, marks=marks, kind=kind, box=box)

    def _marks(self, given: Answers) -> tuple[Spot, ...]:
        """Bets on the Dealer's Hand, for which he draws on; this game has none."""
        return ()

    # --- acts

    def step(self, round: BlackjackRound, act: Act) -> BlackjackRound:
        """003 §3.11 to §3.23: one act further. §5.11: a card found face up is the next one all the same."""
        if isinstance(act, CardDrawn):
            if round.due is None or round.options or round.together:
                return replace(round, surplus=(*round.surplus, act.card))
            return self.dealt(round, act.card)
        if isinstance(act, WindowClosed):
            round = self._closed(replace(round, closings=(*round.closings, act)), act)
        else:
            round = self._ruled(round, act)
        while round.waiting and round.due is not None and not (round.options or round.together):
            card, *rest = round.waiting
            round = self.dealt(replace(round, waiting=tuple(rest)), card)
        return round

    def dealt(self, round: BlackjackRound, card: Card) -> BlackjackRound:
        """003 §3.11, §3.17, §3.23: one more card, to the Hand that it is due to."""
        cards = (*round.cards, card)
        stage = round.stage
        if stage is INITIAL_DEAL:
            return self._initial_card(round, cards)
        if stage is DEALERS_PLAY:
            return self._dealer_next(round, cards, with_card(round.dealer, card), round.needs)
        return self._play_card(round, cards, card)

    def _initial_card(self, round: BlackjackRound, cards: tuple[Card, ...]) -> BlackjackRound:
        """003 §3.11: a card to each box from the Dealer's left, one to himself, a second to each box."""
        boxes, count = len(round.boxes), len(cards)
        if count == 2 * boxes + self.dealer_initial_cards:
            return self._make_offers(round, cards)
        if count in (boxes, 2 * boxes + 1):
            return replace(round, cards=cards, due=DEALER)
        index = count if count < boxes else count - boxes - 1
        return replace(round, cards=cards, due=hand_id(round.boxes[index].number, 0), box=index)

    def _make_offers(self, round: BlackjackRound, cards: tuple[Card, ...]) -> BlackjackRound:
        """003 §1.15: the Initial Deal is complete, the Hands are made of it."""
        boxes, dealer = dealt_hands(round.boxes, cards)
        offers = self._offers(boxes, dealer)
        round = replace(round, stage=OFFERS, due=None, cards=cards, boxes=boxes, dealer=dealer, offers=offers)
        return round if offers else self.after_offers(round)

    def after_offers(self, round: BlackjackRound) -> BlackjackRound:
        """003 §1.33: the Subsequent Deal begins, with the first box."""
        return self._next_hand(round, 0, 0)

    def _play_card(self, round: BlackjackRound, cards: tuple[Card, ...], card: Card) -> BlackjackRound:
        """003 §3.17, §3.18, §3.22: a Hand that was doubled, is bust or complete takes no more."""
        index, position = round.box, round.hand
        box = round.boxes[index]
        hand = with_card(box.hands[position], card)
        due = None
        if box.unattended:
            done = hand.total >= 12 or hand.doubled  # 5.3, 3.22
            if not done:
                due = round.due
        else:
            done = hand.doubled or hand.hard > 21 or (hand.ace and self._complete(hand))
        if done:
            hand = replace(hand, done=True)
        boxes = put(round.boxes, index, replace(box, hands=put(box.hands, position, hand)))
        return self._after_card(replace(round, cards=cards, boxes=boxes, due=due), done=done)

    def _complete(self, hand: Hand) -> bool:
        """003 §1.27, §3.17: a Soft 21 draws no more. §3.21.2: a split Ace gets one card only."""
        return (hand.ace and hand.hard == 11) or (hand.split and hand.cards[0].rank is Rank.ACE)

    def _after_card(self, round: BlackjackRound, *, done: bool) -> BlackjackRound:
        """003 §3.21.2: the other Hand of a split waits for its second card until this one is decided."""
        return self._next_hand(round, round.box, round.hand) if done else round

    def _next_hand(self, round: BlackjackRound, index: int, position: int) -> BlackjackRound:
        """003 §3.21.2: hands from left to right, then the next box; after the last, the Dealer."""
        while index < len(round.boxes):
            box = round.boxes[index]
            while position < len(box.hands):
                hand = box.hands[position]
                if not hand.done:
                    if not box.unattended or hand.total < 12:
                        needs_card = len(hand.cards) == 1 or box.unattended
                        due = hand_id(box.number, hand.number) if needs_card else None
                        return replace(round, stage=PLAY, offers=(), box=index, hand=position, due=due)
                    box = replace(box, hands=put(box.hands, position, replace(hand, done=True)))  # 5.3
                    round = replace(round, boxes=put(round.boxes, index, box))
                position += 1
            index += 1
            position = 0
        return self._dealer_begins(round)

    def _dealer_begins(self, round: BlackjackRound) -> BlackjackRound:
        needs = self.dealer_needs(round)
        return self._dealer_next(round, round.cards, round.dealer, needs)

    def _dealer_next(self, round: BlackjackRound, cards: tuple[Card, ...], dealer: Hand, needs: int) -> BlackjackRound:
        if len(dealer.cards) < needs and not self.dealer_stands(dealer):
            return replace(round, stage=DEALERS_PLAY, due=DEALER, cards=cards, dealer=dealer, needs=needs)
        return replace(round, stage=OVER, due=None, cards=cards, dealer=dealer)

    def dealer_needs(self, round: BlackjackRound) -> int:
        """003 §3.23: all his cards for a live Hand; two where only Blackjacks or Insurance are open; else none."""
        if self.dealer_plays_on or round.marks or any_live(round.boxes):
            return ALL_CARDS
        return 2 if self._waits_for_second_card(round) else 0

    def dealer_stands(self, dealer: Hand) -> bool:
        """003 §3.23: draws to 16, stands on 17, a soft one too."""
        return dealer.total >= 17

    def _waits_for_second_card(self, round: BlackjackRound) -> bool:
        """003 §3.14, §3.15 (004 §2.10.a.i): a Blackjack or an Insurance Bet that the Dealer's second card decides."""
        if any(closing.kind == INSURANCE and self._still_in(round, closing.players) for closing in round.closings):
            return True
        return may_become_blackjack(round.dealer) and any(
            is_blackjack(box.hands[0]) and not box.surrendered and set(box.players) - set(box.even_money)
            for box in round.boxes
        )

    def _still_in(self, round: BlackjackRound, players: tuple[PlayerId, ...]) -> bool:
        return any(player not in round.withdrawn for player in players)

    def _closed(self, round: BlackjackRound, act: WindowClosed) -> BlackjackRound:
        kind = act.kind
        if kind == "choice":
            return self.chosen(round, act.choice)
        if kind in (SURRENDER, INSURANCE, EVEN_MONEY):
            return self._offer_closed(round, kind, act.box, act.players)
        if kind == "bets":
            return self._bets_closed(round, act)
        if kind == "follow":
            return self._raised(round, round.pending, act.players)
        if kind == "options":
            return self._withdraw(replace(round, options=False, bound=True, marks=act.marks), act.players)
        return self._order_chosen(round, act.choice)

    def _bets_closed(self, round: BlackjackRound, act: WindowClosed) -> BlackjackRound:
        limit = round.felt.limits.get(MAIN)
        boxes = []
        for bets in act.boxes:
            exceeds = limit is not None and limit.max is not None and bets.total > limit.max
            hands = (Hand(players=bets.players),)
            boxes.append(Box(bets.box, bets.players, bets.total, hands, limit if exceeds else None))
        if not boxes:
            return replace(round, stage=OVER)  # nothing to play for
        return replace(
            round,
            stage=INITIAL_DEAL,
            due=hand_id(boxes[0].number, 0),
            boxes=tuple(boxes),
            players=act.players,
            marks=act.marks,
            squeezing=act.squeezing,
        )

    def _offer_closed(
        self, round: BlackjackRound, kind: str, number: int, players: tuple[PlayerId, ...]
    ) -> BlackjackRound:
        """003 §3.14 to §3.16: an offer was taken or left; after the last one the Subsequent Deal begins."""
        offers = tuple([offer for offer in round.offers if offer != (kind, number)])
        boxes = round.boxes
        if players and kind != INSURANCE:
            index, box = next((i, box) for i, box in enumerate(boxes) if box.number == number)
            if kind == SURRENDER:
                box = replace(box, surrendered=True, hands=(replace(box.hands[0], done=True),))
            else:
                box = replace(box, even_money=players)
            boxes = put(boxes, index, box)
        if offers or boxes is not round.boxes:
            round = replace(round, offers=offers, boxes=boxes)
        return round if offers else self.after_offers(round)

    def _order_chosen(self, round: BlackjackRound, choice: str) -> BlackjackRound:
        """003 §5.12: the chosen card first, the others as though next from the shoe; §5.12.2: then the options."""
        first = next(card for card in round.together if card.text == choice)
        rest = list(round.together)
        rest.remove(first)
        round = self.dealt(replace(round, together=()), first)
        return self._error(replace(round, waiting=(*rest, *round.waiting)))

    def chosen(self, round: BlackjackRound, choice: str) -> BlackjackRound:
        """003 §1.12, §1.30 (004 §1 Hit, §1 Stand): a card, or no more; a split or a double may be followed."""
        box = round.boxes[round.box]
        hand = box.hands[round.hand]
        if choice == HIT:
            return replace(round, due=hand_id(box.number, hand.number))
        if choice == STAND:
            box = replace(box, hands=put(box.hands, round.hand, replace(hand, done=True)))
            return self._next_hand(replace(round, boxes=put(round.boxes, round.box, box)), round.box, round.hand + 1)
        if len(hand.players) > 1 and self.followers(hand, choice):
            return replace(round, stage=FOLLOW, pending=choice)
        return self._raised(round, choice, ())

    def _raised(self, round: BlackjackRound, choice: str, followers: tuple[PlayerId, ...]) -> BlackjackRound:
        """003 §3.21, §3.22: the split or the double is made, with those who follow it."""
        box = round.boxes[round.box]
        hand = box.hands[round.hand]
        if choice == DOUBLE:
            hands: tuple[Hand, ...] = (replace(hand, doubled=True),)  # who does not follow gets one card all the same
        else:
            hands = self._split(hand, len(box.hands), (hand.players[0], *followers))
        for leaving in round.walked_away:
            if leaving.act.box == box.number:  # his split stands, but the next Player decides now (5.3)
                hands = tuple(replace(made, players=to_the_end(made.players, leaving.act.player)) for made in hands)
        box = replace(box, hands=(*box.hands[: round.hand], *hands, *box.hands[round.hand + 1 :]))
        boxes = put(round.boxes, round.box, box)
        return replace(round, stage=PLAY, pending="", boxes=boxes, due=hand_id(box.number, hand.number))

    def _split(self, hand: Hand, number: int, players: tuple[PlayerId, ...]) -> tuple[Hand, ...]:
        """003 §3.21.1: who declines stays on the first of the two hands."""
        first, second = hand.cards
        declined = tuple(player for player in hand.players if player not in players)
        stays = Hand(hand.number, split=True, players=hand.players, declined=declined)
        return with_card(stays, first), with_card(Hand(number, split=True, players=players), second)

    # --- section 5

    def rule(self, round: BlackjackRound, act: Ruled) -> Refusal | None:
        """003 §5.3 to §5.12, §5.19: which rulings this Round allows."""
        p, no = self.paragraphs, "illegal_ruling"
        if round.voided:
            return Refusal(no, "the Round is Void", p.void)
        match act:
            case Reconstructed(cards=cards):
                if round.interim or round.stage is OVER:
                    return Refusal(no, "an Interim or Final Settlement has taken place", "5.10.1")
                drawn = (*round.cards, *round.surplus, *round.waiting, *round.together)
                if sorted(card.text for card in cards) != sorted(card.text for card in drawn):
                    return Refusal(no, "Reconstruction orders the cards that were drawn, no others", p.reconstruction)
            case Voided(paragraph=paragraph):
                if paragraph == "5.4.2" and self.established(round):
                    return Refusal(no, "an outcome is established: the Round is concluded", "5.4.1")
                if paragraph not in self.void_paragraphs:
                    return Refusal(no, f"§{paragraph} voids no Round", "5.5")
            case WalkedAway(player=player, box=number):
                box = box_at(round, number)
                if box is None or player not in box.players:
                    return Refusal(no, f"{player} has no Initial Bet on box {number}", "5.3")
            case DealingError():
                if not round.boxes:
                    return Refusal(no, "there is no Hand to play", "5.7")
            case DrawnTogether():
                if self.expects(round) is None:
                    return Refusal(no, "no card was due: these are surplus", "5.10.2")
            case InterimSettled():
                if round.stage < OFFERS:
                    return Refusal(no, "the Initial Deal is not complete", p.interim)
            case Discarded():
                return None
            case _:
                return Refusal(no, f"{type(act).__name__} does not exist in this game", "5.19")
        return None

    def _ruled(self, round: BlackjackRound, act: Ruled) -> BlackjackRound:
        match act:
            case Reconstructed(cards=cards):
                return self._fold_again(round, cards)
            case Voided(paragraph=paragraph):
                return replace(with_hands(round), voided=paragraph, due=None, stage=OVER)
            case WalkedAway():
                return self._walked_away(round, act)
            case DealingError():
                return self._error(round)
            case DrawnTogether(cards=cards):
                if round.due == DEALER:  # 5.12.1: discarded, and another one is drawn
                    return self._error(replace(round, surplus=(*round.surplus, *cards)))
                return replace(round, together=cards)
            case Discarded(card=card):
                return replace(round, surplus=(*round.surplus, card))
            case InterimSettled():
                return replace(round, interim=True)
        raise InvariantBroken(f"{type(act).__name__} is no act of this game: ask `rule` first")

    def _error(self, round: BlackjackRound) -> BlackjackRound:
        """003 §5.7, §5.12.2: every Player has the option, once: who went on accepts what comes."""
        return round if round.bound else replace(round, options=True)

    def _withdraw(self, round: BlackjackRound, players: tuple[PlayerId, ...]) -> BlackjackRound:
        """003 §5.7.3: their Bets go back; a box without Players is out of the Round."""
        boxes = tuple(leave(box, players) for box in round.boxes)
        gone = tuple(dict.fromkeys((*round.withdrawn, *players)))
        undone = round.stage is FOLLOW and hand_players(round)[0] in players  # the split or double that he called
        settled = round.boxes if round.interim else ()
        round = replace(round, boxes=boxes, withdrawn=gone, withdrawn_after=len(round.cards), settled_boxes=settled)
        if all(player in gone for player in round.players):
            return replace(with_hands(round), stage=OVER, due=None)
        if round.stage is INITIAL_DEAL:
            return self._deal_on(round)
        if round.stage is OFFERS:
            offers = self._offers_left(round)
            round = replace(round, offers=offers)
            return round if offers else self.after_offers(round)
        if round.stage in (PLAY, FOLLOW) and boxes[round.box].hands[round.hand].done:
            return self._next_hand(replace(round, pending=""), round.box, round.hand)
        if undone:
            return replace(round, stage=PLAY, pending="")
        if round.stage in (DEALERS_PLAY, OVER):
            return self._dealer_begins(round)
        return round

    def _deal_on(self, round: BlackjackRound) -> BlackjackRound:
        """The Initial Deal without the boxes that nobody plays any more; their cards are discarded."""
        boxes = len(round.boxes)
        stay = [at for at, box in enumerate(round.boxes) if box.players]
        places = [*stay, boxes, *(boxes + 1 + at for at in stay)]
        cards = tuple(round.cards[place] for place in places if place < len(round.cards))
        discarded = tuple(card for place, card in enumerate(round.cards) if place not in places)
        round = replace(
            round, boxes=tuple(round.boxes[at] for at in stay), surplus=(*round.surplus, *discarded), cards=cards
        )
        return self._initial_card(round, cards) if stay else replace(with_hands(round), stage=OVER, due=None)

    def _offers_left(self, round: BlackjackRound) -> tuple[Offer, ...]:
        """The offers still open, to those who are still in and may still take them."""
        return tuple(offer for offer in self._offers(round.boxes, round.dealer) if offer in round.offers)

    def _walked_away(self, round: BlackjackRound, act: WalkedAway) -> BlackjackRound:
        """003 §5.3: alone on the box, the House draws for him to 12; otherwise the next Player decides (1.26)."""
        player = act.player
        index, box = next((i, box) for i, box in enumerate(round.boxes) if box.number == act.box)
        if box.players == (player,):
            box = replace(box, unattended=True)
        else:
            asked = round.hand if round.stage is FOLLOW and index == round.box else None  # what he called there stands
            hands = tuple(
                hand if at == asked else replace(hand, players=to_the_end(hand.players, player))
                for at, hand in enumerate(box.hands)
            )
            box = replace(box, players=to_the_end(box.players, player), hands=hands)
        gone = (*round.walked_away, Leaving(act, len(round.cards), len(round.closings)))
        round = replace(round, boxes=put(round.boxes, index, box), walked_away=gone)
        if round.stage is OFFERS:
            offers = self._offers_left(round)
            round = replace(round, offers=offers)
            return round if offers else self.after_offers(round)
        if round.stage is PLAY and round.due is None:
            return self._next_hand(round, round.box, round.hand)
        return round

    def _fold_again(self, round: BlackjackRound, cards: tuple[Card, ...]) -> BlackjackRound:
        """003 §5.9, §1.24: the cards in their intended order, with the answers that still have their question."""
        left, answers = list(cards), list(enumerate(round.closings))
        again = replace(self.begin(round.felt), bound=round.bound)
        # Who left or withdrew did so between two answers and after so many cards: so again, or where the fold rests.
        departures: list[tuple[int, int, Act]] = [(gone.closings, gone.cards, gone.act) for gone in round.walked_away]
        departures += [(at, round.withdrawn_after, closing) for at, closing in answers if closing.kind == "options"]
        departures.sort(key=lambda departure: departure[0])
        while True:
            next_departure, after, departure = departures[0] if departures else (len(round.closings), 0, None)
            choices = {window.name: ("", *window.choices) for window in self.windows(again)}
            kept = ((at, answer) for at, answer in answers if answer.choice in choices.get(answer.window, ()))
            known = next((answer for answer in kept if answer[0] < next_departure), None)
            dealing = again.due is not None and bool(left)
            if known is not None:
                answers.remove(known)
                again = self.step(again, known[1])
            elif departure is not None and (after <= len(again.cards) or not dealing):
                again = self.step(again, departures.pop(0)[2])
            elif dealing:
                again = self.step(again, CardDrawn(left.pop(0)))
            else:
                options = round.options or (bool(round.together) and not round.bound)  # the question stays (5.7)
                return replace(again, surplus=(*again.surplus, *left), options=options)

    # --- what everybody may ask

    def expects(self, round: BlackjackRound) -> HandId | None:
        return None if round.options or round.together else round.due

    def hands(self, round: BlackjackRound) -> Mapping[HandId, tuple[Card, ...]]:
        """003 §1.10: the cards dealt to each box, Hand by Hand, and to the Dealer."""
        round = with_hands(round)
        found = {hand_id(box.number, hand.number): hand.cards for box in round.boxes for hand in box.hands}
        return {**found, DEALER: round.dealer.cards}

    def surplus(self, round: BlackjackRound) -> tuple[Card, ...]:
        """003 §5.10.2, §5.10.3: discarded; when the Round is over, also what was drawn too early (5.12)."""
        return (*round.surplus, *round.waiting, *round.together) if round.stage is OVER else round.surplus

    def face_down(self, round: BlackjackRound, box: int) -> PlayerId | None:
        """003 §3.12: the Player who squeezes the cards of this box, one on which he has a Bet; None: face up."""
        for candidate in round.boxes:
            if candidate.number == box:
                return next((player for player in candidate.players if player in round.squeezing), None)
        return None

    def established(self, round: BlackjackRound) -> bool:
        """003 §5.4.1: the first box with two cards decides its side Bets, placed or not (3.13)."""
        return bool(round.boxes) and len(round.cards) >= len(round.boxes) + 2

    def finished(self, round: BlackjackRound) -> bool:
        """003 §1.25, §1.36: everything is settled, or the Round is Void."""
        return bool(round.voided) or (round.stage is OVER and not round.options)

    # --- what became of the Bets

    def verdicts(self, round: BlackjackRound, player: PlayerId, bets: Bets) -> Mapping[Spot, Verdict]:
        """003 §1.17, §1.9, §5.17: what is decided so far, by an Interim or by the Final Settlement, or by a Void."""
        p = self.paragraphs
        if round.voided:
            return dict.fromkeys(bets, returned(p.void))
        found: dict[Spot, Verdict] = {}
        if round.stage is BETS:
            return found
        for spot in bets:
            number, kind, hand = parse_spot(spot)
            box = box_at(round, number)
            if round.withdrawn and player in round.withdrawn and not self.paid_at_interim(round, number, kind, player):
                found[spot] = returned(p.withdraw)
                continue
            if box is None or kind in self.sides:
                verdict = self.side_verdict(round, box, kind)
            elif kind == INSURANCE:
                verdict = self.insurance_verdict(round) if is_insured(round, player) else unasked_verdict(round)
            else:
                at = hand_at(box, hand)
                if at is None or (kind == DOUBLE and not at.doubled):
                    verdict = unasked_verdict(round)
                elif kind == MAIN:
                    verdict = self.main_verdict(round, box, at, player)
                else:
                    verdict = self.double_verdict(round, at)
            if verdict is None:
                continue
            if box is not None and box.excess is not None and kind in (MAIN, DOUBLE):
                initial = bets[spot_of(number, MAIN)]
                plays = pro_rata(initial, box.total, box.excess)  # a double goes in the same proportion
                verdict = replace(verdict, counts=plays * bets[spot] // initial)
            found[spot] = verdict
        return found

    def paid_at_interim(self, round: BlackjackRound, number: int, kind: str, player: PlayerId) -> bool:
        """003 §1.17: side Bets, a Blackjack that has won, half a surrendered Bet; a later error leaves them alone."""
        box = next((box for box in round.settled_boxes if box.number == number), None)
        if box is None or kind in self.interim_sides:
            return box is not None
        if kind != MAIN:
            return False
        if box.surrendered or player in box.even_money:
            return True
        return is_blackjack(box.hands[0]) and not may_become_blackjack(round.dealer)

    def main_verdict(self, round: BlackjackRound, box: Box, hand: Hand, player: PlayerId) -> Verdict | None:
        """003 §3.14 to §3.23 (004 §2.4.c.i, §2.8.f, §2.8.g): an Initial Bet, or its like on a split Hand."""
        if box.surrendered:
            return Verdict(Outcome.SURRENDERED, HALF_LOST_ODDS, self.paragraphs.surrender)
        if hand.hard > 21:
            return lost(self.paragraphs.bust)
        if hand.ace and is_blackjack(hand):
            return self.blackjack_verdict(round, box, player)
        if round.stage is not OVER:
            return None
        dealer = round.dealer
        if dealer.ace and is_blackjack(dealer):
            return self.dealer_blackjack_verdict(box, hand, player)
        return self.compared(hand, dealer)

    def compared(self, hand: Hand, dealer: Hand) -> Verdict:
        """003 §3.23.1, §3.23.2, §3.23.3, §3.23.4, §1.3, §1.31, §4.1.1: Dealer bust, higher, lower, or the same.

        004 §1 Push, §2.1.a, §2.4.b.i, §2.4.b.iv, §2.4.c.iii, §2.4.d.ii, §2.5.b, §2.6.
        """
        total, dealers = hand.total, dealer.total
        if dealers > 21 or total > dealers:
            return won(EVEN, self.paragraphs.pays)
        if total < dealers:
            return lost(self.paragraphs.lower)
        return returned(self.paragraphs.stand_off)

    def blackjack_verdict(self, round: BlackjackRound, box: Box, player: PlayerId) -> Verdict | None:
        """003 §3.14.1, §3.15, §4.1.1: wins at once unless the Dealer may still have one too; then it stands off.

        004 §2.4.a, §2.4.b.ii, §2.4.b.iii, §2.4.d.i, §2.6, §2.10.a.ii, §2.10.b.
        """
        p = self.paragraphs
        if player in box.even_money:
            return won(EVEN, p.even_money)
        if may_become_blackjack(round.dealer):
            if not self.second_card_known(round):
                return None
            if is_blackjack(round.dealer):
                return returned(p.stand_off_ace if first_value(round.dealer) == 1 else p.stand_off_ten)
        return won(Odds(3, 2), p.blackjack_pays)

    def dealer_blackjack_verdict(self, box: Box, hand: Hand, player: PlayerId) -> Verdict:
        """003 §3.21.3, §3.22.2, §3.23.3: one Initial Bet is lost for all Hands not bust; the rest goes back."""
        p = self.paragraphs
        if self.long_21_stands_off and hand.total == 21:
            return returned(p.stand_off)
        if not hand.split:
            return lost(p.double_dealer_blackjack if hand.doubled else p.dealer_blackjack)
        stands_off = 21 if self.long_21_stands_off else None
        losing = (other for other in box.hands if not other.bust and other.total != stands_off)
        taken = next((other for other in losing if player in other.players), hand)
        return lost(p.split_dealer_blackjack) if taken is hand else returned(p.split_dealer_blackjack)

    def double_verdict(self, round: BlackjackRound, hand: Hand) -> Verdict | None:
        """003 §3.22.2: like the Hand it belongs to, but a Dealer's Blackjack does not take it."""
        p = self.paragraphs
        if hand.bust:
            return lost(p.double_dealer_blackjack)
        if round.stage is not OVER:
            return None
        if is_blackjack(round.dealer):
            return returned(p.double_dealer_blackjack)
        return self.compared(hand, round.dealer)

    def insurance_verdict(self, round: BlackjackRound) -> Verdict | None:
        """003 §3.14.2.b, §4.1.1 (004 §2.5.c, §2.6): decided by the Dealer's second card."""
        if not self.second_card_known(round):
            return None
        if is_blackjack(round.dealer):
            return won(Odds(2), self.paragraphs.insurance_pays)
        return lost(self.paragraphs.insurance_lost)

    def second_card_known(self, round: BlackjackRound) -> bool:
        """003 §3.23: it is drawn after all Players have decided, for everybody to see."""
        return len(round.dealer.cards) >= 2

    def side_verdict(self, round: BlackjackRound, box: Box | None, kind: str) -> Verdict | None:
        """003 §3.13, §5.15, §5.16: by the initial two cards of the box alone, whenever it is settled."""
        if box is None:
            return returned("5.15")
        cards = initial_two(box)
        if len(cards) < 2:
            return None
        first, second = cards
        if kind == PLAYER_PAIR:
            return player_pair_verdict(first, second)
        return thirteen_verdict(kind, first, second)


def dealt_hands(boxes: tuple[Box, ...], cards: tuple[Card, ...]) -> tuple[tuple[Box, ...], Hand]:
    """003 §3.11: the Hands that the cards of the Initial Deal make so far."""
    second = len(boxes) + 1
    made = []
    for at, box in enumerate(boxes):
        mine = cards[at : at + 1] + cards[second + at : second + at + 1]
        made.append(replace(box, hands=(hand_of(mine, box.players),)))
    dealer = cards[second - 1 : second] + cards[2 * second - 1 :]
    return tuple(made), hand_of(dealer, ())


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


def player_pair_verdict(first: Card, second: Card) -> Verdict:
    """003 §1.21, §3.13.1, §4.1.1: same number or picture type, whatever the suits; a King and a Queen are none."""
    return won(Odds(11), "4.1.1") if first.rank is second.rank else lost("3.13.1")


def thirteen_verdict(kind: str, first: Card, second: Card) -> Verdict:
    """003 §1.18, §1.35, §3.13.2, §4.1.1: Aces count 1, so a Blackjack is Under 13; exactly 13 is the House's."""
    total = VALUES[first] + VALUES[second]
    if total == 13:
        return lost("3.13.2.c")
    if kind == UNDER_13:
        return won(EVEN, "4.1.1") if total < 13 else lost("3.13.2.a")
    return won(EVEN, "4.1.1") if total > 13 else lost("3.13.2.b")


def is_insured(round: BlackjackRound, player: PlayerId) -> bool:
    return any(closing.kind == INSURANCE and player in closing.players for closing in round.closings)


def unasked_verdict(round: BlackjackRound) -> Verdict | None:
    """003 §5.9: a Bet whose question Reconstruction has taken away goes back."""
    return returned("5.9") if round.stage is OVER else None


def first_value(dealer: Hand) -> int:
    """The Dealer's first card, an Ace as 1."""
    return VALUES[dealer.cards[0]]


def may_take_even_money(box: Box) -> bool:
    """003 §1.8, §3.14.1 (004 §2.10.a): a Blackjack, of Players who are still there."""
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
    for hand in box.hands:
        if hand.number == number:
            return hand
    return None


def box_at(round: BlackjackRound, number: int) -> Box | None:
    for box in round.boxes:
        if box.number == number:
            return box
    return None


@cache
def hand_id(box: int, hand: int) -> HandId:
    return HandId(f"{box}/{hand}") if hand else HandId(str(box))


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
