"""Blackjack (rule document 003): boxes with Seated and Standing Players, decisions by windows, no hole card.

The base of the whole family: 000 adds side Bets (`blackjack_plus`), 004 a hole card (`online_blackjack`).
A Hand of a box keeps its number for the whole Round; a Hand that arises from a split stands right after the
one it came from and takes the next free number. Paragraphs are those of 003; 000's are one higher from §3.14
to §3.23, which `Paragraphs` holds for the lines.
"""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from games.blackjack.answers import QUESTIONS, BlackjackAnswers
from games.blackjack.round import (
    ALL_CARDS,
    DEALERS_PLAY,
    DOUBLE,
    EVEN_MONEY,
    FOLLOW,
    HIT,
    INITIAL_DEAL,
    INSURANCE,
    MAIN,
    OFFERS,
    OVER,
    OVER_13,
    PLAY,
    PLAYER_PAIR,
    STAND,
    SURRENDER,
    UNDER_13,
    VALUES,
    BlackjackRound,
    Box,
    Hand,
    Leaving,
    Paragraphs,
    Withdrawal,
    any_live,
    box_at,
    dealt_hands,
    hand_id,
    hand_players,
    in_order,
    is_blackjack,
    leave,
    may_become_blackjack,
    noted,
    put,
    split_hand,
    to_the_end,
    with_card,
    with_hands,
)
from games.blackjack.rulings import RULINGS
from games.blackjack.verdicts import BlackjackVerdicts
from games.boxes import DEALER, taken_from
from games.cards import Card, Rank
from games.money import InvariantBroken
from games.round import (
    Act,
    CardDrawn,
    Covered,
    DealingError,
    Discarded,
    DrawnTogether,
    Felt,
    HandId,
    Handled,
    InterimSettled,
    Peeked,
    PlayerId,
    Reconstructed,
    Refusal,
    Ruled,
    Voided,
    WalkedAway,
    WindowClosed,
    limits_of,
)
from games.rulings import Rulings


class Blackjack(BlackjackAnswers, BlackjackVerdicts):
    """The rule book of document 003, through the `Game` protocol."""

    name = "blackjack"
    document = "003"
    rulings: Rulings = RULINGS
    rules = "RWS v5"
    decks = range(4, 9)  # 2.2.1
    shared = MAIN
    questions: Mapping[str, tuple[str, ...]] = QUESTIONS
    deals_face_down = False
    flips_last = False
    sides: tuple[str, ...] = (PLAYER_PAIR, UNDER_13, OVER_13)
    interim_sides: tuple[str, ...] = sides  # those that the Initial Deal decides
    paragraphs: Paragraphs = Paragraphs()
    # Half of an Initial Bet must be exact: 3 to 2, a surrender, the most that Insurance may be.
    steps: Mapping[str, int] = {MAIN: 2}
    hands_max: int = 4  # 3.21.2
    dealer_initial_cards = 1  # 1.15
    # 003 §5.4.2, §5.5.1, §5.5.2, §5.5.3, §5.5.4, §5.19
    void_paragraphs: tuple[str, ...] = ("5.4.2", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.19")

    def __init__(
        self, *, long_21_stands_off: bool = False, dealer_plays_on: bool = False, options_every_time: bool = False
    ) -> None:
        self.long_21_stands_off = long_21_stands_off  # READINGS: a 21 of three cards against a Dealer's Blackjack
        self.options_every_time = options_every_time  # READINGS §5.7: after each error of a Round, not once
        self.dealer_plays_on = dealer_plays_on  # a Dealer who draws to 17 even when nothing is open

    def begin(self, felt: Felt) -> BlackjackRound:
        """003 §1.25, §3.3: "Place your Bets, please"."""
        return BlackjackRound(felt)

    # --- acts

    def step(self, round: BlackjackRound, act: Act) -> BlackjackRound:
        """003 §3.11 to §3.23: one act further. §5.11: a card found face up is the next one all the same."""
        if isinstance(act, CardDrawn):
            if self.expects(round) is None:
                return noted(round, surplus=(*round.irregular.surplus, act.card))
            return self.dealt(round, act.card)
        if round.irregular.voided:
            return round  # 1.36: what was on its way when the Round was voided changes nothing
        if isinstance(act, Handled):
            return round  # 3.12: whoever turns a card changes nothing
        if isinstance(act, WindowClosed):
            round = self._closed(replace(round, closings=(*round.closings, act)), act)
        elif isinstance(act, Covered | Peeked):
            return round  # of a game that has no such card
        else:
            round = self._ruled(round, act)
        while round.irregular.waiting and self.expects(round) is not None:
            card, *rest = round.irregular.waiting
            round = self.dealt(noted(round, waiting=tuple(rest)), card)
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
        return self._dealer_next(round, round.cards, round.dealer, self.dealer_needs(round))

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
        gone = set(round.irregular.withdrawn)
        if any(closing.kind == INSURANCE and set(closing.players) - gone for closing in round.closings):
            return True
        return may_become_blackjack(round.dealer) and any(
            is_blackjack(box.hands[0]) and not box.surrendered and set(box.players) - set(box.even_money)
            for box in round.boxes
        )

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
            return self._withdraw(noted(replace(round, marks=act.marks), options=False, bound=True), act.players)
        return self._order_chosen(round, act.choice)

    def _bets_closed(self, round: BlackjackRound, act: WindowClosed) -> BlackjackRound:
        boxes = []
        for bets in act.boxes:
            limit = limits_of(round.felt, bets.players[0]).get(MAIN)
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
        rest = list(round.irregular.together)
        first = next((card for card in rest if card.text == choice), None)
        if first is None:  # the acts of a Round whose cards are others now (`fold_without`)
            raise InvariantBroken(f"{choice!r} is none of the cards that were drawn together")
        rest.remove(first)
        round = self.dealt(noted(round, together=()), first)
        return self._error(noted(round, waiting=(*rest, *round.irregular.waiting)))

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
            hands = split_hand(hand, len(box.hands), (hand.players[0], *followers))
        for leaving in round.irregular.walked_away:
            if leaving.act.box == box.number:  # his split stands, but the next Player decides now (5.3)
                hands = tuple(replace(made, players=to_the_end(made.players, leaving.act.player)) for made in hands)
        box = replace(box, hands=(*box.hands[: round.hand], *hands, *box.hands[round.hand + 1 :]))
        boxes = put(round.boxes, round.box, box)
        return replace(round, stage=PLAY, pending="", boxes=boxes, due=hand_id(box.number, hand.number))

    # --- section 5

    def rule(self, round: BlackjackRound, act: Ruled, under: str = "") -> Refusal | None:
        """003 §5.3 to §5.12, §5.10.1, §5.12.1, §5.19: which rulings this Round allows."""
        p, no = self.paragraphs, "illegal_ruling"
        if round.irregular.voided:
            return Refusal(no, "the Round is Void", p.void)
        match act:
            case Reconstructed(cards=cards):
                if round.irregular.interim or round.stage is OVER:
                    return Refusal(no, "an Interim or Final Settlement has taken place", "5.10.1")
                past = round.irregular
                drawn = (*in_order(round), *past.surplus, *past.waiting, *past.together)
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
            case DrawnTogether(cards=cards):
                before = self._before(round, cards)
                if isinstance(before, Refusal):
                    return before
                named = "5.12.1" if before.due == DEALER else "5.12"
                if under not in ("", named):
                    return Refusal(no, f"the first of them was due to {before.due}", named)
            case InterimSettled():
                if round.stage < OFFERS:
                    return Refusal(no, "the Initial Deal is not complete", p.interim)
            case Discarded(card=card):
                left = self._discard(round, card, under)
                return left if isinstance(left, Refusal) else None
            case _:
                return Refusal(no, f"{type(act).__name__} does not exist in this game", "5.19")
        return None

    def _ruled(self, round: BlackjackRound, act: Ruled) -> BlackjackRound:
        match act:
            case Reconstructed(cards=cards):
                again = self._fold_again(round, cards)
                return self._error(again) if again.boxes and again != round else again  # 5.7.2
            case Voided(paragraph=paragraph):
                return noted(replace(with_hands(round), due=None, stage=OVER), voided=paragraph)
            case WalkedAway():
                return self._walked_away(round, act)
            case DealingError():
                return self._error(round)
            case DrawnTogether(cards=cards):
                before = _allowed(self._before(round, cards))
                if before.due == DEALER:  # 5.12.1: discarded, and another one is drawn
                    return self._error(noted(before, discarded=(*before.irregular.discarded, *cards)))
                return noted(before, together=cards)
            case Discarded(card=card):
                return _allowed(self._discard(round, card, ""))
            case InterimSettled():
                return noted(round, interim=True, interim_after=len(in_order(round)), interim_boxes=round.boxes)
        raise InvariantBroken(f"{type(act).__name__} is no act of this game: ask `rule` first")

    def _before(self, round: BlackjackRound, cards: tuple[Card, ...]) -> BlackjackRound | Refusal:
        """003 §5.12: the Round as it was before these cards came, all at once and the last that were drawn."""
        no = "illegal_ruling"
        if len(cards) < 2:
            return Refusal(no, "one card is not two at once", "5.12")
        surplus, dealt = taken_from(round.irregular.surplus, cards)
        order = in_order(round)
        first = len(order) - len(dealt)
        if Counter(order[max(first, 0) :]) != Counter(dealt):
            return Refusal(no, "these are not the last cards that were drawn", "5.12")
        before = self._without(round, order[:first], (), surplus)
        if not isinstance(before, Refusal) and self.expects(before) is None:
            return Refusal(no, "no card was due: these are surplus", "5.10.2")
        return before

    def _discard(self, round: BlackjackRound, card: Card, under: str) -> BlackjackRound | Refusal:
        """003 §5.10.2: a card that the Dealer drew on his completed Hand is nowhere but among the surplus.

        §5.10.3: one on a box without a Bet may be in the Hand that was due, since nobody told the shoe where it lay.
        """
        no = "illegal_ruling"
        if under == "5.10.2" and round.stage is not OVER:
            return Refusal(no, "the Dealer's Hand is not complete", under)
        if under == "5.10.3" and not round.irregular.interim:
            return Refusal(no, "before an Interim Settlement the cards are Reconstructed", "5.9")
        surplus, in_hand = taken_from(round.irregular.surplus, (card,))
        order = in_order(round)
        if not in_hand:
            left: BlackjackRound | Refusal = noted(round, surplus=surplus)
        elif card not in order:
            return Refusal(no, f"{card} is not among the cards that were drawn", "5.10")
        elif under == "5.10.2" or not round.irregular.interim:
            return Refusal(no, f"{card} lies in a Hand", "5.10.2")
        else:
            place = len(order) - 1 - order[::-1].index(card)
            left = self._without(round, order[:place], order[place + 1 :], surplus)
        if isinstance(left, Refusal):
            return left
        return noted(left, discarded=(*left.irregular.discarded, card))

    def _without(
        self, round: BlackjackRound, before: tuple[Card, ...], after: tuple[Card, ...], surplus: tuple[Card, ...]
    ) -> BlackjackRound | Refusal:
        """The Round without the cards that were dealt in between: those after them move up.

        Who decided on what he saw of them is asked again. 003 §5.10.1: a settlement stands, and so do the cards that
        it was made on.
        """
        past = round.irregular
        if past.together or past.options:
            return Refusal("illegal_ruling", "Players are being asked: their answers come first", "5.7")
        if len(before) < past.interim_after:
            return Refusal("illegal_ruling", "an Interim Settlement has taken place", "5.10.1")
        again = noted(self._fold_again(round, before), surplus=surplus, waiting=past.waiting)
        for card in after:
            again = self.step(again, CardDrawn(card))
        return again

    def _error(self, round: BlackjackRound) -> BlackjackRound:
        """003 §5.7, §5.12.2: every Player has the option, once: who went on accepts what comes."""
        past = round.irregular
        if past.bound and not (self.options_every_time and set(round.players) - set(past.withdrawn)):
            return round
        return noted(round, options=True)

    def _withdraw(self, round: BlackjackRound, players: tuple[PlayerId, ...]) -> BlackjackRound:
        """003 §5.7.3: their Bets go back; a box without Players is out of the Round."""
        boxes = tuple(leave(box, players) for box in round.boxes)
        undone = round.stage is FOLLOW and hand_players(round)[0] in players  # the split or double that he called
        withdrawal = Withdrawal(players, len(round.cards), round.irregular.interim_boxes)
        round = noted(round, withdrawals=(*round.irregular.withdrawals, withdrawal))
        round = replace(round, boxes=boxes)
        if set(round.players) <= set(round.irregular.withdrawn):
            return replace(with_hands(round), stage=OVER, due=None)
        if round.stage is INITIAL_DEAL:
            return self._deal_on(round)
        if round.stage is OFFERS:
            return self._offer_on(round)
        if round.stage in (PLAY, FOLLOW) and boxes[round.box].hands[round.hand].done:
            return self._next_hand(replace(round, pending=""), round.box, round.hand)
        if undone:
            return replace(round, stage=PLAY, pending="")
        if round.stage is FOLLOW and not self.followers(boxes[round.box].hands[round.hand], round.pending):
            return self._raised(round, round.pending, ())  # nobody is left who could follow
        if round.stage in (DEALERS_PLAY, OVER):
            return self._dealer_begins(round)
        return round

    def _deal_on(self, round: BlackjackRound) -> BlackjackRound:
        """The Initial Deal without the boxes that nobody plays any more; their cards are discarded."""
        boxes = len(round.boxes)
        stay = [at for at, box in enumerate(round.boxes) if box.players]
        places = [*stay, boxes, *(boxes + 1 + at for at in stay)]
        cards = tuple(round.cards[place] for place in places if place < len(round.cards))
        left_out = tuple((place, card) for place, card in enumerate(round.cards) if place not in places)
        round = replace(round, boxes=tuple(round.boxes[at] for at in stay), cards=cards)
        round = noted(round, left_out=(*left_out, *round.irregular.left_out))
        return self._initial_card(round, cards) if stay else replace(with_hands(round), stage=OVER, due=None)

    def _offer_on(self, round: BlackjackRound) -> BlackjackRound:
        """The offers still open, to those who are still in and may still take them."""
        offers = tuple(offer for offer in self._offers(round.boxes, round.dealer) if offer in round.offers)
        round = replace(round, offers=offers)
        return round if offers else self.after_offers(round)

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
        gone = (*round.irregular.walked_away, Leaving(act, len(round.cards), len(round.closings)))
        round = noted(replace(round, boxes=put(round.boxes, index, box)), walked_away=gone)
        if round.stage is OFFERS:
            return self._offer_on(round)
        if round.stage is PLAY and round.due is None:
            return self._next_hand(round, round.box, round.hand)
        return round

    def _fold_again(self, round: BlackjackRound, cards: tuple[Card, ...]) -> BlackjackRound:
        """003 §5.9, §1.24: the cards in their intended order, with the answers that still have their question."""
        left, answers = list(cards), list(enumerate(round.closings))
        past = round.irregular
        again = noted(self.begin(round.felt), bound=past.bound, discarded=past.discarded)
        # Who left or withdrew did so between two answers and after so many cards: so again, or where the fold rests.
        departures: list[tuple[int, int, Act]] = [(gone.closings, gone.cards, gone.act) for gone in past.walked_away]
        options = [(at, closing) for at, closing in answers if closing.kind == "options"]
        for (at, closing), withdrawal in zip(options, past.withdrawals, strict=True):
            departures.append((at, withdrawal.cards, closing))
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
                asked = past.options or (bool(past.together) and not past.bound)  # the question stays (5.7)
                gone = zip(again.irregular.withdrawals, past.withdrawals, strict=True)
                withdrawals = tuple(replace(now, settled=then.settled) for now, then in gone)
                again = noted(again, surplus=tuple(left), options=asked, withdrawals=withdrawals)
                again = noted(again, interim=past.interim, interim_after=past.interim_after)
                return noted(again, interim_boxes=past.interim_boxes)

    # --- what everybody may ask

    def expects(self, round: BlackjackRound) -> HandId | None:
        return None if round.irregular.options or round.irregular.together else round.due

    def hands(self, round: BlackjackRound) -> Mapping[HandId, tuple[Card, ...]]:
        """003 §1.10: the cards dealt to each box, Hand by Hand, and to the Dealer."""
        round = with_hands(round)
        found = {hand_id(box.number, hand.number): hand.cards for box in round.boxes for hand in box.hands}
        return {**found, DEALER: round.dealer.cards}

    def surplus(self, round: BlackjackRound) -> tuple[Card, ...]:
        """003 §5.10.2: drawn where none was due. What was discarded, or waited in vain (5.12), is out of play."""
        return round.irregular.surplus

    def face_down(self, round: BlackjackRound, box: int) -> PlayerId | None:
        """003 §3.12: the Player who squeezes the cards of this box, one on which he has a Bet; None: face up. Nobody
        waits for one who has walked away from it (§5.3).
        """
        found = box_at(round, box)
        if found is None:
            return None
        gone = [leaving.act.player for leaving in round.irregular.walked_away if leaving.act.box == box]
        return next((player for player in found.players if player in round.squeezing and player not in gone), None)

    def established(self, round: BlackjackRound) -> bool:
        """003 §5.4.1: the first box with two cards decides its side Bets, placed or not (3.13)."""
        first_cards = round.cards[: len(round.boxes)]
        if any(self.first_card_decides(card) for card in first_cards):
            return True
        return bool(round.boxes) and len(round.cards) >= len(round.boxes) + 2

    def first_card_decides(self, card: Card) -> bool:
        """003 §5.4.1, §3.13.2: with an Ace, a 2 or a 3 a box cannot come to more than 13: Over 13 has lost."""
        return VALUES[card] + 10 <= 13

    def finished(self, round: BlackjackRound) -> bool:
        """003 §1.25, §1.36: everything is settled, or the Round is Void."""
        return bool(round.irregular.voided) or (round.stage is OVER and not round.irregular.options)


def _allowed(left: BlackjackRound | Refusal) -> BlackjackRound:
    """What is left of the Round: whether these cards could be taken from it was asked before."""
    if isinstance(left, Refusal):
        raise InvariantBroken(f"{left.detail}: ask `rule` first")
    return left
