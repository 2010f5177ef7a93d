"""What screens show of Blackjack (document 003) and Blackjack Plus (000): words, totals, boxes, and what is asked."""

from collections.abc import Mapping
from functools import reduce
from typing import Final

from games.blackjack.answers import FOLLOWS, INSURE
from games.blackjack.plus import BOOM_BUSTED, BOOM_BUSTED_PAYS, RWS_PAIRS
from games.blackjack.round import (
    BETS,
    DEALERS_PLAY,
    DOUBLE,
    EMPTY_HAND,
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
    SPLIT,
    STAND,
    SURRENDER,
    UNDER_13,
    BlackjackRound,
    Box,
    Hand,
    box_at,
    hand_id,
    is_blackjack,
    may_split,
    with_card,
    with_hands,
)
from games.box_face import BoxFace, BoxTable, HandFace, Option, Question
from games.boxes import CONTINUE, DEALER, DECLINE, WITHDRAW, spot_of
from games.cards import Card
from games.face import QT_TRANSLATE_NOOP, Chosen, Face, Pay
from games.money import Odds
from games.round import Answer, Bets, HandId, PlayerId, Spot, Window

BLACKJACK_MARK: Final = "BJ"
_STAGES: Final = {
    BETS: "bets",
    INITIAL_DEAL: "deal",
    OFFERS: "offers",
    PLAY: "play",
    FOLLOW: "follow",
    DEALERS_PLAY: "dealer",
}


class BlackjackFace(Face):
    title = "Blackjack"
    felt = "Blackjack"
    words: Mapping[str, str] = {
        "blackjack": QT_TRANSLATE_NOOP("words.py", "Blackjack"),
        DEALER: QT_TRANSLATE_NOOP("words.py", "Dealer"),
        MAIN: QT_TRANSLATE_NOOP("words.py", "Bet"),
        DOUBLE: QT_TRANSLATE_NOOP("words.py", "Double"),
        INSURANCE: QT_TRANSLATE_NOOP("words.py", "Insurance"),
        PLAYER_PAIR: QT_TRANSLATE_NOOP("words.py", "Player Pair"),
        UNDER_13: QT_TRANSLATE_NOOP("words.py", "Under 13"),
        OVER_13: QT_TRANSLATE_NOOP("words.py", "Over 13"),
        # As short as a small place on the felt wants it
        "short/player_pair": QT_TRANSLATE_NOOP("words.py", "Pair"),
        "short/under_13": QT_TRANSLATE_NOOP("words.py", "13−"),  # noqa: RUF001
        "short/over_13": QT_TRANSLATE_NOOP("words.py", "13+"),
        # Decisions and answers
        HIT: QT_TRANSLATE_NOOP("words.py", "Hit"),
        STAND: QT_TRANSLATE_NOOP("words.py", "Stand"),
        SPLIT: QT_TRANSLATE_NOOP("words.py", "Split"),
        SURRENDER: QT_TRANSLATE_NOOP("words.py", "Surrender"),
        EVEN_MONEY: QT_TRANSLATE_NOOP("words.py", "Even money"),
        INSURE: QT_TRANSLATE_NOOP("words.py", "Insure"),
        FOLLOWS: QT_TRANSLATE_NOOP("words.py", "Follow"),
        CONTINUE: QT_TRANSLATE_NOOP("words.py", "Play on"),
        WITHDRAW: QT_TRANSLATE_NOOP("words.py", "Bets back"),
        "decline": QT_TRANSLATE_NOOP("words.py", "Play on"),
        "decline/follow": QT_TRANSLATE_NOOP("words.py", "Don't follow"),
        "decline/insurance": QT_TRANSLATE_NOOP("words.py", "No insurance"),
        # What is said of a Hand or of a box
        "plays": QT_TRANSLATE_NOOP("words.py", "plays"),
        "waits": QT_TRANSLATE_NOOP("words.py", "Waits"),
        "next": QT_TRANSLATE_NOOP("words.py", "Next"),
        "asked": QT_TRANSLATE_NOOP("words.py", "Asked"),
        "stands": QT_TRANSLATE_NOOP("words.py", "Stands"),
        "doubled": QT_TRANSLATE_NOOP("words.py", "Doubled"),
        "bust": QT_TRANSLATE_NOOP("words.py", "Too many"),
        "surrendered": QT_TRANSLATE_NOOP("words.py", "Surrendered"),
        "withdrawn": QT_TRANSLATE_NOOP("words.py", "Bets returned"),
        "done": QT_TRANSLATE_NOOP("words.py", "Done"),
        "fate/won": QT_TRANSLATE_NOOP("words.py", "Won"),
        "fate/lost": QT_TRANSLATE_NOOP("words.py", "Lost"),
        "fate/even": QT_TRANSLATE_NOOP("words.py", "Stand off"),
        "must_draw": QT_TRANSLATE_NOOP("words.py", "must draw"),
        "first_two": QT_TRANSLATE_NOOP("words.py", "first two cards only"),
        "no_pair": QT_TRANSLATE_NOOP("words.py", "no pair"),
        "four_hands": QT_TRANSLATE_NOOP("words.py", "no more hands"),
        "excludes": QT_TRANSLATE_NOOP("words.py", "insured"),
    }
    tones: Mapping[str, str] = {MAIN: "blue", PLAYER_PAIR: "green", UNDER_13: "green", OVER_13: "green", DEALER: ""}
    layout: tuple[str, ...] = (MAIN, PLAYER_PAIR, UNDER_13, OVER_13)
    within_initial: tuple[str, ...] = (UNDER_13, OVER_13)  # 3.13.2.d
    pays: Mapping[str, tuple[Pay, ...]] = {
        MAIN: (Pay(Odds(1), paragraph="4.1.1"), Pay(Odds(3, 2), "blackjack", "4.1.1")),
        DOUBLE: (Pay(Odds(1), paragraph="4.1.1"),),
        INSURANCE: (Pay(Odds(2), paragraph="4.1.1"),),
        PLAYER_PAIR: (Pay(Odds(11), paragraph="4.1.1"),),
        UNDER_13: (Pay(Odds(1), paragraph="4.1.1"),),
        OVER_13: (Pay(Odds(1), paragraph="4.1.1"),),
    }

    def _total(self, cards: tuple[Card, ...]) -> int:
        return reduce(with_card, cards, EMPTY_HAND).total

    # --- the boxes

    def boxes(self, round: BlackjackRound, staked: Bets) -> BoxTable:
        """003 §1.10, §3.11 to §3.23: how the Round stands, in words."""
        round = with_hands(round)
        stage = _STAGES.get(round.stage, "over")
        if round.irregular.together or round.irregular.options:
            stage = "order" if round.irregular.together else "options"
        playing = round.stage in (PLAY, FOLLOW)
        active = round.boxes[round.box].number if playing and round.boxes else 0
        boxes = tuple(self._box(round, box, staked) for box in round.boxes)
        dealer = None
        if round.dealer.cards:
            dealer = HandFace(DEALER, _texts(round.dealer), _dealers_total(round.dealer), out=round.dealer.bust)
        return BoxTable(boxes, dealer, stage, active, staked=dict(staked))

    def _box(self, round: BlackjackRound, box: Box, staked: Bets) -> BoxFace:
        active = round.stage in (PLAY, FOLLOW) and round.boxes[round.box].number == box.number
        hands = []
        for at, hand in enumerate(box.hands):
            turn = active and at == round.hand
            state = _hand_state(round, box, hand, turn)
            out = hand.bust or box.surrendered or (not hand.players and bool(round.players))
            total = _written_total(hand, done=hand.done or round.stage > FOLLOW)
            spots = (spot_of(box.number, MAIN, hand.number), spot_of(box.number, DOUBLE, hand.number))
            stakes = tuple(staked[spot] for spot in spots if spot in staked)
            number = hand_id(box.number, hand.number)
            hands.append(HandFace(number, _texts(hand), total, state, turn, out, hand.players, stakes))
        fates = {_fate(round, box, hand) for hand in box.hands}
        fate = fates.pop() if len(fates) == 1 else ""
        state = _box_state(round, box, active)
        return BoxFace(box.number, box.players, box.total, tuple(hands), state, active, fate)

    # --- what a Player is asked

    def questions(
        self, round: BlackjackRound, window: Window, player: PlayerId, bets: Bets, chosen: Chosen
    ) -> tuple[Question, ...]:
        """What this window asks this Player, for each of his own Bets."""
        match window.kind:
            case "choice":
                return (self._decision(round, window, bets),)
            case "follow":
                return (self._follow(round, window, bets),)
            case "insurance":
                own = [spot for spot in window.spots if _own(spot, bets)]
                return tuple(self._insurance(round, window, spot, bets, chosen) for spot in own)
            case "even_money":
                return (self._even_money(round, window, bets, chosen),)
            case "surrender":
                return (self._surrender(round, window, bets),)
            case "options" | "order":
                keys = window.choices
                options = tuple(Option(key, key) for key in keys)
                return (Question(window.name, window.kind, window.box, HandId(""), options, window.default),)
        return ()

    def _decision(self, round: BlackjackRound, window: Window, bets: Bets) -> Question:
        box = round.boxes[round.box]
        hand = box.hands[round.hand]
        initial = bets.get(spot_of(box.number, MAIN), 0)
        double, split = window.spots
        why = {
            STAND: "must_draw",
            DOUBLE: "first_two",
            SPLIT: "four_hands" if may_split(hand) and len(hand.cards) == 2 else "no_pair",
        }
        options = (
            Option(HIT, HIT),
            Option(STAND, STAND),
            Option(DOUBLE, DOUBLE, {double: initial}, initial, spot=double, least=1),
            Option(SPLIT, SPLIT, {split: initial}, initial),
        )
        may = window.choices
        if not initial:  # 5.19: his Bet was returned in free words, and nothing is added to it
            may = tuple(choice for choice in may if choice not in (DOUBLE, SPLIT))
            why |= {choice: "withdrawn" for choice in (DOUBLE, SPLIT) if choice in window.choices}
        offered = tuple(
            option if option.choice in may else Option(option.key, option.choice, why=why[option.key])
            for option in options
        )
        number = hand_id(box.number, hand.number)
        total = _written_total(hand)
        return Question(window.name, window.kind, box.number, number, offered, window.default, total, initial)

    def _follow(self, round: BlackjackRound, window: Window, bets: Bets) -> Question:
        box = round.boxes[round.box]
        hand = box.hands[round.hand]
        initial = bets.get(spot_of(box.number, MAIN), 0)
        (spot,) = window.spots
        less = spot if round.pending == DOUBLE else Spot("")
        options = (
            Option(FOLLOWS, FOLLOWS, {spot: initial}, initial, spot=less, least=1 if less else 0)
            if initial  # 5.19: else it was returned in free words, and nothing is added to it
            else Option(FOLLOWS, FOLLOWS, why="withdrawn"),
            Option("decline/follow", DECLINE),
        )
        number = hand_id(box.number, hand.number)
        kind = f"follow/{round.pending}"
        return Question(window.name, kind, box.number, number, options, "decline/follow", _written_total(hand), initial)

    def _insurance(self, round: BlackjackRound, window: Window, spot: Spot, bets: Bets, chosen: Chosen) -> Question:
        number = int(spot.split("/")[0])
        excluded = chosen.get(f"{EVEN_MONEY}/{number}", Answer()).choice == EVEN_MONEY
        box = box_at(round, number)
        hand = EMPTY_HAND if box is None else box.hands[0]
        initial = bets.get(spot_of(number, MAIN), 0)
        half = initial // 2
        # Against a Dealer's Blackjack the Bet is lost, unless it stands off, and Insurance pays 2 to 1.
        stands_off = is_blackjack(hand)
        at_blackjack = 0 if stands_off else -initial
        otherwise = initial * 3 // 2 if stands_off else 0
        options = (
            Option(
                *(INSURE, INSURE, {spot: half}, half, EVEN_MONEY if excluded else ""),
                spot=spot,
                least=1,
                brings=(("dealer_blackjack", at_blackjack + 2 * half), ("otherwise", otherwise - half)),
            ),
            Option("decline/insurance", DECLINE, brings=(("dealer_blackjack", at_blackjack), ("otherwise", otherwise))),
        )
        total = _written_total(hand)
        return Question(
            *(window.name, window.kind, number, hand_id(number, 0)), options, "decline/insurance", total, initial
        )

    def _even_money(self, round: BlackjackRound, window: Window, bets: Bets, chosen: Chosen) -> Question:
        initial = bets.get(spot_of(window.box, MAIN), 0)
        why = "excludes" if spot_of(window.box, INSURANCE) in chosen.get(INSURANCE, Answer()).bets else ""
        options = (
            Option(EVEN_MONEY, EVEN_MONEY, why=why, brings=(("dealer_blackjack", initial), ("otherwise", initial))),
            Option("decline", DECLINE, brings=(("dealer_blackjack", 0), ("otherwise", initial * 3 // 2))),
        )
        number = hand_id(window.box, 0)
        return Question(window.name, window.kind, window.box, number, options, "decline", BLACKJACK_MARK, initial)

    def _surrender(self, round: BlackjackRound, window: Window, bets: Bets) -> Question:
        box = box_at(round, window.box)
        hand = EMPTY_HAND if box is None else box.hands[0]
        initial = bets.get(spot_of(window.box, MAIN), 0)
        options = (Option(SURRENDER, SURRENDER, brings=(("back", initial // 2),)), Option("decline", DECLINE))
        number = hand_id(window.box, 0)
        total = _written_total(hand)
        return Question(window.name, window.kind, window.box, number, options, "decline", total, initial)


class BlackjackPlusFace(BlackjackFace):
    title = "Blackjack Plus"
    of_table = (BOOM_BUSTED,)
    felt = "BlackjackPlus"
    words: Mapping[str, str] = {
        **BlackjackFace.words,
        "blackjack_plus": QT_TRANSLATE_NOOP("words.py", "Blackjack Plus"),
        RWS_PAIRS: QT_TRANSLATE_NOOP("words.py", "RWS Pairs"),
        BOOM_BUSTED: QT_TRANSLATE_NOOP("words.py", "Boom Busted"),
        "short/rws_pairs": QT_TRANSLATE_NOOP("words.py", "Pairs"),
        "cards/3": QT_TRANSLATE_NOOP("words.py", "3 cards"),
        "cards/4": QT_TRANSLATE_NOOP("words.py", "4 cards"),
        "cards/5": QT_TRANSLATE_NOOP("words.py", "5 cards"),
        "cards/6": QT_TRANSLATE_NOOP("words.py", "6 cards"),
        "cards/7": QT_TRANSLATE_NOOP("words.py", "7 cards"),
        "cards/8": QT_TRANSLATE_NOOP("words.py", "8 cards or more"),
    }
    tones: Mapping[str, str] = {MAIN: "blue", RWS_PAIRS: "green", BOOM_BUSTED: "red"}
    layout = (MAIN, RWS_PAIRS, BOOM_BUSTED)
    pays: Mapping[str, tuple[Pay, ...]] = {
        **{kind: BlackjackFace.pays[kind] for kind in (MAIN, DOUBLE, INSURANCE)},
        RWS_PAIRS: tuple(Pay(Odds(pays), paragraph="4.1.2") for pays in (50, 20, 12, 6)),
        BOOM_BUSTED: tuple(Pay(Odds(pays), f"cards/{cards}", "4.1.3") for cards, pays in BOOM_BUSTED_PAYS.items()),
    }


def _own(spot: Spot, bets: Bets) -> bool:
    """Has he an Initial Bet on this box?"""
    return spot_of(int(spot.split("/")[0]), MAIN) in bets


def _texts(hand: Hand) -> tuple[str, ...]:
    return tuple(card.text for card in hand.cards)


def _written_total(hand: Hand, *, done: bool = False) -> str:
    """003 §1.11, §1.28: a Soft Total has two values until the Hand is done."""
    if not hand.cards:
        return ""
    if is_blackjack(hand):
        return BLACKJACK_MARK
    return f"{hand.hard} / {hand.total}" if hand.soft and not done and hand.total < 21 else str(hand.total)


def _dealers_total(dealer: Hand) -> str:
    return BLACKJACK_MARK if is_blackjack(dealer) else str(dealer.total)


def _fate(round: BlackjackRound, box: Box, hand: Hand) -> str:
    """003 §3.15, §3.18, §3.23: what has become of the Bets on a Hand: won, lost or even. "": it is not known yet, there
    are none any more, or not one for all of them (Even Money; what a Dealer's Blackjack leaves of split Bets and,
    as a house has it, of a 21).
    """
    dealer, ended = round.dealer, round.stage is OVER and not (round.irregular.voided or round.irregular.options)
    if not ended or box.surrendered or not hand.players:
        return ""
    if hand.bust:
        return "lost"
    if is_blackjack(hand):
        return "" if box.even_money else "even" if is_blackjack(dealer) else "won"
    if is_blackjack(dealer):
        return "" if hand.split or hand.total == 21 else "lost"
    return "won" if dealer.bust or hand.total > dealer.total else "lost" if hand.total < dealer.total else "even"


def _hand_state(round: BlackjackRound, box: Box, hand: Hand, turn: bool) -> str:
    if box.surrendered:
        return "surrendered"
    if hand.bust:
        return "bust"
    if is_blackjack(hand):
        return "blackjack"
    if not hand.players:
        return "withdrawn"
    if fate := _fate(round, box, hand):
        return f"fate/{fate}"
    if hand.doubled:
        return "doubled"
    if hand.done:
        return "stands"
    return "plays" if turn else "waits" if round.stage in (PLAY, FOLLOW) else ""


def _box_state(round: BlackjackRound, box: Box, active: bool) -> str:
    states = [_hand_state(round, box, hand, turn=False) for hand in box.hands]
    if active:
        return "plays"
    if len(set(states)) == 1 and states[0] not in ("", "waits"):
        return states[0]
    if round.stage is OFFERS:
        return "asked" if any(number in (0, box.number) for _, number in round.offers) else "waits"
    if round.stage not in (PLAY, FOLLOW):
        return "done" if all(hand.done for hand in box.hands) else ""
    if all(hand.done for hand in box.hands):
        return "done"
    at = next(index for index, other in enumerate(round.boxes) if other.number == box.number)
    between = round.boxes[round.box + 1 : at]
    return "next" if at > round.box and all(hand.done for other in between for hand in other.hands) else "waits"
