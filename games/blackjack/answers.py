"""What Players are asked in blackjack, and which answers may be registered: windows, reviews, closings.

Bets, Insurance, Even Money, surrender, the decisions on a Hand, and who may follow them. Paragraphs are those of 003.
"""

from collections.abc import Mapping
from typing import Final

from games.blackjack.round import (
    BETS,
    DOUBLE,
    EVEN_MONEY,
    FOLLOW,
    HIT,
    INSURANCE,
    MAIN,
    OFFERS,
    OVER_13,
    PLAY,
    SPLIT,
    STAND,
    SURRENDER,
    UNDER_13,
    BlackjackRound,
    Box,
    Hand,
    Offer,
    Paragraphs,
    box_at,
    first_value,
    hand_players,
    is_blackjack,
    may_split,
    may_take_even_money,
)
from games.boxes import (
    CONTINUE,
    DECLINE,
    SQUEEZE,
    WITHDRAW,
    boxes_in_play,
    excess_bets,
    parse_spot,
    players_of,
    review_boxes,
    spot_of,
)
from games.money import is_amount
from games.round import NONE_RAISED, Answer, Answers, Felt, PlayerId, Raised, Refusal, Spot, Window, WindowClosed

INSURE: Final = "insure"
FOLLOWS: Final = "follow"
# What a house may set a time for, and the windows that it is the time of.
QUESTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "decision": ("choice",),
    "insurance": (INSURANCE, EVEN_MONEY, SURRENDER),
    "follow": ("follow",),
    "options": ("options", "order"),
}


class BlackjackAnswers:
    """The questions of a Round."""

    sides: tuple[str, ...]
    paragraphs: Paragraphs
    steps: Mapping[str, int]
    hands_max: int

    def windows(self, round: BlackjackRound) -> tuple[Window, ...]:
        if round.irregular.voided:
            return ()
        if round.irregular.together:
            return (self._order_window(round),)
        if round.irregular.options:
            choices, gone = (CONTINUE, WITHDRAW), round.irregular.withdrawn
            asked = tuple(player for player in round.players if player not in gone)
            return (Window("options", (), choices, asked, CONTINUE, self.paragraphs.options, "options"),)
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
        """003 §2.1.1, Appendix A, Appendix B, Appendix C, 000 Appendix D: the boxes of the layout with their Spots."""
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
            return Window(INSURANCE, spots, (INSURE, DECLINE), bettors, DECLINE, p.insurance, INSURANCE)
        box = box_at(round, number)
        players = box.players if box is not None else ()
        if kind == SURRENDER:
            return Window(f"{kind}/{number}", (), (kind, DECLINE), players[:1], DECLINE, p.surrender, kind, number)
        return Window(f"{kind}/{number}", (), (kind, DECLINE), players, DECLINE, p.even_money, kind, number)

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
        name = f"choice/{box.number}/{hand.number}/{len(round.cards) + round.covered}"
        default = STAND if STAND in choices else HIT
        return Window(name, spots, choices, hand.players[:1], default, self.paragraphs.draw, "choice", box.number)

    def _follow_window(self, round: BlackjackRound) -> Window:
        """003 §3.21.1, §3.22.1: Standing Players may follow a split or a double, each for himself."""
        box = round.boxes[round.box]
        hand = box.hands[round.hand]
        split = round.pending == SPLIT
        spot = spot_of(box.number, MAIN, len(box.hands)) if split else spot_of(box.number, DOUBLE, hand.number)
        paragraph = self.paragraphs.follow_split if split else self.paragraphs.follow_double
        name = f"follow/{box.number}/{hand.number}/{len(round.cards) + round.covered}"
        followers = self.followers(hand, round.pending)
        return Window(name, (spot,), (FOLLOWS, DECLINE), followers, DECLINE, paragraph, "follow", box.number)

    def followers(self, hand: Hand, choice: str) -> tuple[PlayerId, ...]:
        if choice == SPLIT:
            return tuple(player for player in hand.players[1:] if player not in hand.declined)
        return hand.players[1:]

    def _order_window(self, round: BlackjackRound) -> Window:
        """003 §5.12: the Player selects which of the cards he receives first."""
        box = round.boxes[round.box]
        texts = tuple(card.text for card in round.irregular.together)
        name = f"order/{box.number}/{len(round.cards) + round.covered}"
        return Window(name, (), texts, box.players[:1], texts[0], self.paragraphs.order, "order", box.number)

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
        if (answer.choice == DECLINE and answer.bets) or (answer.choice in (INSURE, FOLLOWS) and not answer.bets):
            return Refusal(
                "illegal_decision", f"{answer.choice!r} and the Bets contradict each other", window.paragraph
            )
        match window.kind:
            case "bets":
                return self.review_bets(round.felt, player, answer, given)
            case "insurance":
                return self._review_insurance(player, answer, given)
            case "even_money":
                insured = given.get(INSURANCE, {}).get(player, Answer()).bets
                if answer.choice == EVEN_MONEY and spot_of(window.box, INSURANCE) in insured:
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

    def excess(self, round: BlackjackRound, given: Answers, raised: Raised) -> tuple[tuple[PlayerId, Spot], ...]:
        """003 §5.1: what the box cannot take goes back, and with it a side Bet that exceeds what is left of it
        (§3.13.2.d). The side Bet itself belongs to its Player alone.
        """
        found = excess_bets(MAIN, round.felt, given, raised)
        gone: dict[PlayerId, set[Spot]] = {}
        for player, spot in found:
            gone.setdefault(player, set()).add(spot)
        left = {
            player: Answer({spot: bet for spot, bet in answer.bets.items() if spot not in gone.get(player, ())})
            for player, answer in given.get("bets", {}).items()
        }
        beside = [
            (player, spot)
            for player in gone
            for spot, amount in left[player].bets.items()
            if parse_spot(spot)[1] in (UNDER_13, OVER_13)
            and amount > self._side_maximum(round.felt, parse_spot(spot)[0], player, left[player], {"bets": left})
        ]
        return (*found, *beside)

    def _review_insurance(self, player: PlayerId, answer: Answer, given: Answers) -> Refusal | None:
        """003 §3.14.2: each Player for himself, on a box where he has an Initial Bet, before any third card."""
        for spot, amount in answer.bets.items():
            box, _, _ = parse_spot(spot)
            initial = _initial_bet(player, box, given)
            if not is_amount(amount):
                return Refusal("bad_stake", f"{spot}: {amount!r} is no amount", self.paragraphs.insurance)
            if given.get(f"even_money/{box}", {}).get(player, Answer()).choice == EVEN_MONEY:
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
        """003 §3.21, 004 §2.8.b: a split takes a Bet equal to the first. 003 §3.22: a double at most as much."""
        box = round.boxes[round.box]
        hand = box.hands[round.hand]
        initial = _initial_bet(player, box.number, given)
        if not initial:
            return Refusal(
                "illegal_decision", "his Initial Bet was returned: nothing is added to it", self.paragraphs.bets
            )
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

    def close(
        self, round: BlackjackRound, window: Window, given: Answers, raised: Raised = NONE_RAISED
    ) -> WindowClosed:
        """003 §5.14: what is registered when the window closes is what counts."""
        name, kind, box = window.name, window.kind, window.box
        answers = given.get(name, {})
        if kind == "choice":
            decided = answers.get(hand_players(round)[0])
            choice = decided.choice if decided is not None and decided.choice in window.choices else window.default
            return WindowClosed(name, choice, kind=kind, box=box)
        if kind == "bets":
            squeezing = tuple(player for player, answer in answers.items() if answer.choice == SQUEEZE)
            boxes = boxes_in_play(MAIN, round.felt, given, raised)
            return WindowClosed(name, "", players_of(given), boxes, self._marks(given), squeezing, kind)
        if kind in (INSURANCE, "follow"):
            players = tuple(player for player, answer in answers.items() if answer.bets)
            return WindowClosed(name, "", players, kind=kind, box=box)
        chosen = tuple(player for player, answer in answers.items() if answer.choice not in ("", CONTINUE, DECLINE))
        choice = answers[chosen[0]].choice if chosen else window.default
        marks: tuple[Spot, ...] = ()
        if kind == "options":  # what the Players who stay have on the Dealer's Hand
            gone = {*chosen, *round.irregular.withdrawn}
            stay = {player: answer for player, answer in given.get("bets", {}).items() if player not in gone}
            marks = self._marks({"bets": stay})
        return WindowClosed(name, choice, chosen, marks=marks, kind=kind, box=box)

    def _marks(self, given: Answers) -> tuple[Spot, ...]:
        """Bets on the Dealer's Hand, for which he draws on; this game has none."""
        return ()


def _initial_bet(player: PlayerId, box: int, given: Answers) -> int:
    """0: he has none there any more. Whose Bets were returned in free words is still asked about his Hand."""
    return given.get("bets", {}).get(player, Answer()).bets.get(spot_of(box, MAIN), 0)
