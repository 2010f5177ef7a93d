"""Non-Commission Three Pictures (rule document 002): boxes and a Dealer with three cards each, and nothing to decide.

A Round is the Hands in the order in which they are dealt, the Dealer's last; what is due, who wins and what is paid
are functions of them. A Hand that leaves the Round keeps its cards and takes no more, so Reconstruction (1.13) is
another deal of the same cards to the same Hands.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.boxes import (
    CONTINUE,
    DEALER,
    SQUEEZE,
    WITHDRAW,
    boxes_in_play,
    excess_bets,
    parse_spot,
    players_of,
    pro_rata,
    review_boxes,
    spot_of,
    taken_from,
)
from games.cards import DECK, Card, Rank, is_picture
from games.money import InvariantBroken, Odds, check
from games.round import (
    NONE_RAISED,
    Act,
    Answer,
    Answers,
    Bets,
    BoxBets,
    CardDrawn,
    DealingError,
    Discarded,
    DrawnTogether,
    Felt,
    HandId,
    Handled,
    HandRemoved,
    PlayerId,
    Raised,
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
from games.three_pictures.rulings import RULINGS

INITIAL: Final = "initial"  # 1.7
TIE: Final = "tie"
THREE_PICTURES: Final = "three_pictures"
SIDES: Final = (TIE, THREE_PICTURES)


# --- 3.2, 3.3, Appendix C: what a Hand is worth --------------------------------------------------------------------


def point_value(card: Card) -> int:
    """002 §3.2: an Ace counts 1, a card from 2 to 9 its number, a Picture Card and a ten nothing."""
    if card.rank is Rank.ACE:
        return 1  # 3.2.1
    if card.rank is Rank.TEN or is_picture(card):
        return 0  # 3.2.3, 1.9
    return int(card.rank)  # 3.2.2


POINTS: Final[Mapping[Card, int]] = {card: point_value(card) for card in DECK}


def point_total(cards: Sequence[Card]) -> int:
    """002 §1.12: the second digit of the sum; so Three Pictures have a Point Total too, and it is 0."""
    return sum([POINTS[card] for card in cards]) % 10


class Ranking(Struct, frozen=True, gc=False):
    """A line of Appendix C."""

    place: int  # 1 is the highest, 31 the lowest
    name: str
    points: int  # the Point Total
    pictures: int  # how many Picture Cards; a ten is none


_KINDS: Final = ((2, "Double Pictures"), (1, "Single Picture"), (0, "Plain"))
_TOTALS: Final = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
# 3.2, Appendix C, from the highest: Three Pictures, then by Point Total, and of the same total by Picture Cards.
_APPENDIX_C: Final = (
    ("Three Pictures", 3, 0),
    *((f"{kind} {_TOTALS[points]}", pictures, points) for points in range(9, -1, -1) for pictures, kind in _KINDS),
)
RANKING_LIST: Final = tuple(
    Ranking(place, name, points, pictures) for place, (name, pictures, points) in enumerate(_APPENDIX_C, 1)
)
_RANKED: Final = {(ranking.pictures, ranking.points): ranking for ranking in RANKING_LIST}


def rank_of(cards: Sequence[Card]) -> Ranking:
    """002 §3.3, Appendix C: the place of a Hand of three cards in the Ranking List."""
    check(len(cards) == 3, f"{len(cards)} cards have no ranking")
    return _RANKED[sum([is_picture(card) for card in cards]), point_total(cards)]


# --- 3.13, 4.1: what became of the Bets ----------------------------------------------------------------------------


def initial_verdict(box: Ranking, dealer: Ranking) -> Verdict:
    """002 §3.1, §3.13.1 to §3.13.3: the higher ranking wins; on 6 points it is paid half (§1.8, §4.1)."""
    if box.place < dealer.place:
        return won(Odds(1, 2) if box.points == 6 else Odds(1), "4.1")
    return lost("3.13.2") if box.place > dealer.place else returned("3.13.3")


def tie_verdict(box: Ranking, dealer: Ranking) -> Verdict:
    """002 §1.18, §3.13.3, §3.13.4, §4.1: the same Point Total is a Tie, whatever the rankings.

    Three Pictures against a Hand of 0 points is one too (READINGS).
    """
    return won(Odds(8), "4.1") if box.points == dealer.points else lost("3.13.3")


def three_pictures_verdict(cards: Sequence[Card]) -> Verdict | None:
    """002 §1.17, §4.1: by the box's own Hand alone; the first card that is no Picture Card takes it."""
    if not all(is_picture(card) for card in cards):
        return lost("4.1")
    return won(Odds(16), "4.1") if len(cards) == 3 else None


# --- the Round -----------------------------------------------------------------------------------------------------


class Hand(Struct, frozen=True, gc=False):
    """The cards of a box, or of the Dealer, and who plays them."""

    box: int  # 0: the Dealer's
    players: tuple[PlayerId, ...] = ()  # with an Initial Bet and still in
    total: int = 0  # of the Initial Bets when they were closed (5.1.1)
    squeezed_by: PlayerId | None = None
    cards: tuple[Card, ...] = ()
    takes: int = 3  # cards in all: three (3.12), or as many as it had when it left the Round
    removed: bool = False  # 5.8

    @property
    def playing(self) -> bool:
        """A box that is still compared with the Dealer."""
        return bool(self.players) and not self.removed


class ThreePicturesRound(Struct, frozen=True, gc=False):
    felt: Felt
    closed: bool = False  # "No more Bets" (3.11)
    hands: tuple[Hand, ...] = ()  # in the order of 3.12, the Dealer's last
    players: tuple[PlayerId, ...] = ()  # everybody with a Bet
    surplus: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()  # out of play by a ruling (5.16)
    options: bool = False  # the window of 5.6 is open
    bound: bool = False  # Players have chosen to go on, and accept what comes (5.6)
    withdrawn: tuple[PlayerId, ...] = ()
    handled: bool = False  # a Player has taken up his cards (5.5.4)
    voided: str = ""


def due_index(hands: Sequence[Hand], *, in_sets: bool) -> int | None:
    """002 §3.12: the next card goes to the first of the Hands with the fewest. §3.12.1: in sets, to the first."""
    waiting = [index for index, hand in enumerate(hands) if len(hand.cards) < hand.takes]
    if not waiting:
        return None
    return waiting[0] if in_sets else min(waiting, key=lambda index: len(hands[index].cards))


def last_index(hands: Sequence[Hand], *, in_sets: bool) -> int | None:
    """002 §3.12: the last card went to the last of the Hands with the most. §3.12.1: in sets, to the last."""
    begun = [index for index, hand in enumerate(hands) if hand.cards]
    if not begun:
        return None
    return begun[-1] if in_sets else max(begun, key=lambda index: (len(hands[index].cards), index))


def hand_id(hand: Hand) -> HandId:
    return HandId(str(hand.box)) if hand.box else DEALER


def hands_of(boxes: Sequence[BoxBets], squeezing: Sequence[PlayerId]) -> tuple[Hand, ...]:
    """002 §3.12: a Hand for each box with an Initial Bet, then the Dealer's. §3.10: each Player examines only one."""
    hands = []
    left = list(squeezing)
    for box in boxes:
        examiner = next((player for player in box.players if player in left), None)
        if examiner is not None:
            left.remove(examiner)
        hands.append(Hand(box.box, box.players, box.total, examiner))
    return dealer_needed((*hands, Hand(0)))


def dealer_needed(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """002 §3.13: without a Hand to compare with, the Dealer takes no further card."""
    *boxes, dealer = hands
    if any(hand.playing for hand in boxes):
        return hands
    return (*boxes, replace(dealer, takes=len(dealer.cards)))


def without_players(hand: Hand, gone: Sequence[PlayerId]) -> Hand:
    """002 §5.6.3: the Hand without these Players; if nobody is left it is invalidated and takes no card."""
    stay = tuple(player for player in hand.players if player not in gone)
    if stay == hand.players:
        return hand
    squeezed_by = None if hand.squeezed_by in gone else hand.squeezed_by
    return replace(hand, players=stay, squeezed_by=squeezed_by, takes=hand.takes if stay else len(hand.cards))


def whole_hands(round: ThreePicturesRound) -> Counter[tuple[str, ...]]:
    """002 §5.5.4: the Hands as they are, whosever they are; the last is what lies beside them."""
    hands = [tuple(sorted(card.text for card in hand.cards)) for hand in round.hands]
    return Counter([*hands, tuple(sorted(f"beside {card.text}" for card in round.surplus))])


def drawn_cards(round: ThreePicturesRound) -> tuple[Card, ...]:
    return (*(card for hand in round.hands for card in hand.cards), *round.surplus)


# 002 §5.4.2, §5.5, §5.5.1, §5.5.2, §5.5.3, §5.5.4, §5.5.5, §5.5.6, §5.16
VOID_PARAGRAPHS: Final = ("5.4.2", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.5.6", "5.16")


# --- the rule book as console and terminal see it ------------------------------------------------------------------


class ThreePictures:
    """The rule book of document 002, through the `Game` protocol."""

    name = "three_pictures"
    document = "002"
    rulings = RULINGS
    rules = "RWS v4"
    decks = range(1, 2)  # 2.2.1
    shared = INITIAL
    questions: Mapping[str, tuple[str, ...]] = {"options": ("options", "order")}
    deals_face_down = False
    flips_last = True  # 3.13

    def __init__(self, *, in_sets: bool = False, options_every_time: bool = False) -> None:
        self.options_every_time = options_every_time  # READINGS §5.7: after each error of a Round, not once
        self.in_sets = in_sets  # 3.12.1: an Electronic Card Shuffler dispenses sets of three

    # --- windows and answers

    def begin(self, felt: Felt) -> ThreePicturesRound:
        """002 §1.14, §3.4: "Place your Bets, please"."""
        return ThreePicturesRound(felt)

    def windows(self, round: ThreePicturesRound) -> tuple[Window, ...]:
        """002 §2.1.1, Appendix A, Appendix B, §3.4, §3.10, §3.11: Bets, until they are closed; §5.6: the options after
        a dealing error.
        """
        if not round.closed:
            boxes = range(1, round.felt.boxes + 1)
            spots = tuple(spot_of(box, kind) for box in boxes for kind in (INITIAL, *SIDES))
            return (Window("bets", spots, (SQUEEZE,) if round.felt.squeeze else (), None, "", "3.4", "bets"),)
        if round.options:
            # Who has a side Bet on another's box is not known here, so everybody who has bet is asked (5.8.1 too).
            asked = tuple(player for player in round.players if player not in round.withdrawn)
            return (Window("options", (), (CONTINUE, WITHDRAW), asked, CONTINUE, "5.6", "options"),)
        return ()

    def review(
        self, round: ThreePicturesRound, window: Window, player: PlayerId, answer: Answer, given: Answers
    ) -> Refusal | None:
        """002 §3.4 to §3.11, §5.1, §5.2, §5.6, §5.7: may this answer be registered, whoever entered it (§5.15)?"""
        if window not in self.windows(round):
            return Refusal("closed", "no Bet may be placed, increased or withdrawn now", "5.7")
        if window.respondents is not None and player not in window.respondents:
            return Refusal("illegal_decision", "only Players with a Bet have this option", "5.6")
        if answer.choice and answer.choice not in window.choices:
            return Refusal("illegal_decision", f"{answer.choice!r} is not offered here", window.paragraph)
        if not round.closed:
            return self._review_bets(round.felt, window, player, answer, given)
        return Refusal("closed", "no Bet may be placed now", "5.7") if answer.bets else None

    def _review_bets(
        self, felt: Felt, window: Window, player: PlayerId, answer: Answer, given: Answers
    ) -> Refusal | None:
        for spot in answer.bets:
            if spot not in window.spots:
                return Refusal("unknown_spot", f"{spot!r} is no place to bet on here", "2.1.1.a")
        # 4.1 pays half of an Initial Bet on 6 points: an even stake keeps it exact.
        refusal = review_boxes(felt, player, answer, given, main=INITIAL, sides=SIDES, steps={INITIAL: 2})
        if refusal is not None and refusal.paragraph == "3.5":
            return replace(refusal, paragraph="3.6")  # the one number that 003 has otherwise
        return refusal

    def excess(self, round: ThreePicturesRound, given: Answers, raised: Raised) -> tuple[tuple[PlayerId, Spot], ...]:
        """002 §5.1: what the box cannot take goes back; side Bets have limits of their own."""
        return excess_bets(INITIAL, round.felt, given, raised)

    def close(
        self, round: ThreePicturesRound, window: Window, given: Answers, raised: Raised = NONE_RAISED
    ) -> WindowClosed:
        """002 §5.12: the Bets are what is registered now. §5.6: so are the options taken."""
        answers = given.get(window.name, {})
        if window.name == "bets":
            squeezing = tuple(player for player, answer in answers.items() if answer.choice == SQUEEZE)
            boxes = boxes_in_play(INITIAL, round.felt, given, raised)
            return WindowClosed("bets", "", players_of(given), boxes, (), squeezing, window.kind)
        leaving = tuple(player for player, answer in answers.items() if answer.choice == WITHDRAW)
        return WindowClosed(window.name, WITHDRAW if leaving else CONTINUE, leaving, kind=window.kind)

    # --- acts

    def step(self, round: ThreePicturesRound, act: Act) -> ThreePicturesRound:
        """002 §3.11 to §3.13, §5.3 to §5.10: one act further."""
        match act:
            case CardDrawn(card=card):
                return self._dealt(round, card)
            case WindowClosed():
                return self._closed(round, act)
            case Reconstructed(cards=cards):
                again = self._dealt_again(round, cards)
                # 5.5.4: complete Hands that lie elsewhere are no error that Players choose about, as long as nobody has
                # handled his cards; else 5.6.2.
                moved = not round.handled and whole_hands(round) == whole_hands(again)
                return again if moved else self._error(again)
            case Handled():
                return replace(round, handled=True)
            case Voided(paragraph=paragraph):
                return replace(round, closed=True, options=False, voided=paragraph)
            case WalkedAway(player=player, box=box):
                return self._walked_away(round, player, box)
            case DealingError():
                return self._error(round)
            case DrawnTogether(cards=cards):
                round = self._before(round, cards)
                for card in cards:  # 5.10: they come in the order that the Pit Supervisor has decided
                    round = self._dealt(round, card)
                return self._error(round)  # 5.10.1
            case HandRemoved(box=box):
                return self._error(self._removed(round, box))  # 5.8.1
            case Discarded(card=card):
                surplus, _ = taken_from(round.surplus, (card,))
                return replace(round, surplus=surplus, discarded=(*round.discarded, card))
        raise InvariantBroken(f"{type(act).__name__} is no act of this game: ask `rule` first")

    def _dealt(self, round: ThreePicturesRound, card: Card) -> ThreePicturesRound:
        """002 §3.12: one card further. §5.9: found face up or not, it is the next card."""
        index = self._due(round)
        if index is None:
            return replace(round, surplus=(*round.surplus, card))
        hand = round.hands[index]
        dealt = replace(hand, cards=(*hand.cards, card))
        return replace(round, hands=(*round.hands[:index], dealt, *round.hands[index + 1 :]))

    def _before(self, round: ThreePicturesRound, cards: Sequence[Card]) -> ThreePicturesRound:
        """002 §5.10: the Round without as many of the last cards as were drawn at once."""
        surplus, dealt = taken_from(round.surplus, cards)
        hands = list(round.hands)
        for _ in dealt:
            index = last_index(hands, in_sets=self.in_sets)
            if index is not None:
                hands[index] = replace(hands[index], cards=hands[index].cards[:-1])
        return replace(round, hands=tuple(hands), surplus=surplus)

    def _due(self, round: ThreePicturesRound) -> int | None:
        if round.voided or round.options:
            return None
        return due_index(round.hands, in_sets=self.in_sets)

    def _closed(self, round: ThreePicturesRound, act: WindowClosed) -> ThreePicturesRound:
        if round.voided:
            return round  # 1.19: an answer that was on its way when the Round was voided changes nothing
        check(any(window.name == act.window for window in self.windows(round)), f"{act.window!r} is not open")
        if act.window == "bets":
            return replace(round, closed=True, hands=hands_of(act.boxes, act.squeezing), players=act.players)
        hands = dealer_needed(tuple(without_players(hand, act.players) for hand in round.hands))
        return replace(round, options=False, bound=True, withdrawn=(*round.withdrawn, *act.players), hands=hands)

    def _error(self, round: ThreePicturesRound) -> ThreePicturesRound:
        """002 §5.6: every Player has the option, once: who went on accepts what comes."""
        if round.bound and not (self.options_every_time and set(round.players) - set(round.withdrawn)):
            return round
        return replace(round, options=True)

    def _removed(self, round: ThreePicturesRound, box: int) -> ThreePicturesRound:
        """002 §5.8: the Hand is out of play; its Bets go back."""
        hands = tuple(
            replace(hand, removed=True, takes=len(hand.cards)) if hand.box == box else hand for hand in round.hands
        )
        return replace(round, hands=dealer_needed(hands))

    def _walked_away(self, round: ThreePicturesRound, player: PlayerId, box: int) -> ThreePicturesRound:
        """002 §5.3: his Bets stay and are settled; the Dealer turns the cards that he would have examined."""
        hands = tuple(
            replace(hand, squeezed_by=None) if hand.box == box and hand.squeezed_by == player else hand
            for hand in round.hands
        )
        return replace(round, hands=hands)

    def _dealt_again(self, round: ThreePicturesRound, cards: Sequence[Card]) -> ThreePicturesRound:
        """002 §1.13: the cards in their intended order, to the Hands as they are now.

        A removed Hand had no right number of cards (5.8): the order names those of the other Hands first, and
        what they do not need is surplus.
        """
        hands = tuple(replace(hand, cards=(), takes=0 if hand.removed else hand.takes) for hand in round.hands)
        again = replace(round, hands=hands, surplus=(), options=False)
        for card in cards:
            again = self._dealt(again, card)
        return replace(again, options=round.options)

    def rule(self, round: ThreePicturesRound, act: Ruled, under: str = "") -> Refusal | None:
        """002 §1.13, §5.3 to §5.10, §5.16: which rulings this Round allows."""
        no = "illegal_ruling"
        if round.voided:
            return Refusal(no, "the Round is Void and has no result", "1.19")
        match act:
            case Reconstructed(cards=cards):
                if not round.closed:
                    return Refusal(no, "Bets are still open", "3.11")
                if sorted([card.text for card in cards]) != sorted([card.text for card in drawn_cards(round)]):
                    return Refusal(no, "Reconstruction orders the cards that were drawn, no others", "1.13")
                again = self._dealt_again(round, cards)
                moved = again.hands != round.hands and whole_hands(round) == whole_hands(again)
                if under == "5.5.4" and round.handled:
                    return Refusal(no, "a Player has handled his cards: all have the options of §5.6", "5.6")
                if under == "5.5.4" and not moved:
                    return Refusal(no, "complete Hands are moved here, and nothing else", "5.5.4")
            case Voided(paragraph=paragraph):
                if paragraph == "5.4.2" and self.established(round):
                    return Refusal(no, "an outcome is established: the Round is concluded", "5.4.1")
                if paragraph == "5.5.4" and round.handled:
                    return Refusal(no, "a Player has handled his cards: all have the options of §5.6", "5.6")
                if paragraph not in VOID_PARAGRAPHS:
                    return Refusal(no, f"§{paragraph} voids no Round", "5.5")
            case WalkedAway(player=player, box=box):
                # Whether he has an Initial Bet or a side Bet on the box is the same here: it is settled.
                if player not in round.players or hand_at(round, box) is None:
                    return Refusal(no, f"{player} has no Bet to be settled on box {box}", "5.3")
            case DealingError():
                if not drawn_cards(round):
                    return Refusal(no, "no card has been dealt", "5.6")
            case DrawnTogether(cards=cards):
                if len(cards) < 2:
                    return Refusal(no, "it takes two cards or more to be drawn together", "5.10")
                before = self._before(round, cards)
                if Counter((*drawn_cards(before), *cards)) != Counter(drawn_cards(round)):
                    return Refusal(no, "these are not the last cards that were drawn", "5.10")
                if self._due(before) is None:
                    return Refusal(no, "no card was due: these are surplus", "5.10")
            case HandRemoved(box=box):
                if not any(hand.box == box and hand.playing for hand in round.hands):
                    return Refusal(no, f"box {box} has no Hand in play", "5.8")
            case Discarded(card=card):
                if card not in round.surplus:
                    return Refusal(no, f"{card} is not surplus: a Hand is Reconstructed first", "5.16")
            case _:
                return Refusal(no, f"{type(act).__name__} does not exist in this game", "5.16")
        return None

    # --- what everybody may ask

    def expects(self, round: ThreePicturesRound) -> HandId | None:
        index = self._due(round)
        return None if index is None else hand_id(round.hands[index])

    def hands(self, round: ThreePicturesRound) -> Mapping[HandId, tuple[Card, ...]]:
        """002 §1.5: the cards dealt to each box and to the Dealer."""
        return {hand_id(hand): hand.cards for hand in round.hands}

    def surplus(self, round: ThreePicturesRound) -> tuple[Card, ...]:
        """Cards that no Hand took; a Reconstruction (1.13) may still place them."""
        return round.surplus

    def face_down(self, round: ThreePicturesRound, box: int) -> PlayerId | None:
        """002 §3.10: the Player who examines the Hand of this box, the only one that he does; None: face up."""
        hand = hand_at(round, box)
        return hand.squeezed_by if hand is not None and hand.playing else None

    def established(self, round: ThreePicturesRound) -> bool:
        """002 §5.4.1: has any Bet, placed or not, conclusively won or lost?

        In every Hand the Three Pictures Bet is the first to be decided, so no other need be asked.
        """
        return any(hand.playing and three_pictures_verdict(hand.cards) is not None for hand in round.hands)

    def finished(self, round: ThreePicturesRound) -> bool:
        """002 §1.14, §1.19: no card is due any more, or the Round is Void."""
        return bool(round.voided) or (round.closed and not round.options and self._due(round) is None)

    # --- what became of the Bets

    def verdicts(self, round: ThreePicturesRound, player: PlayerId, bets: Bets) -> Mapping[Spot, Verdict]:
        """002 §3.13, §5.6.3, §5.8, §5.13, §5.14: what is decided so far."""
        if round.voided:
            return dict.fromkeys(bets, returned("5.14"))
        found: dict[Spot, Verdict] = {}
        if not round.closed:
            return found
        for spot, stake in bets.items():
            box, kind, _ = parse_spot(spot)
            verdict = self._verdict(round, player, hand_at(round, box), kind, stake)
            if verdict is not None:
                found[spot] = verdict
        return found

    def _verdict(
        self, round: ThreePicturesRound, player: PlayerId, hand: Hand | None, kind: str, stake: int
    ) -> Verdict | None:
        if hand is None:
            check(kind in SIDES, f"a Bet of kind {kind} on a box without an Initial Bet")
            return returned("5.13")
        if hand.removed:
            return returned("5.8")
        if player in round.withdrawn or not hand.players:
            return returned("5.6.3")
        if kind == THREE_PICTURES:
            return three_pictures_verdict(hand.cards)
        dealer = round.hands[-1]
        if len(hand.cards) < 3 or len(dealer.cards) < 3:
            return None
        if kind == TIE:
            return tie_verdict(rank_of(hand.cards), rank_of(dealer.cards))
        verdict = initial_verdict(rank_of(hand.cards), rank_of(dealer.cards))
        return self._pro_rated(round.felt, verdict, stake, hand.total)

    def _pro_rated(self, felt: Felt, verdict: Verdict, stake: int, total: int) -> Verdict:
        """002 §5.1.1, §5.2.1: on a box that exceeds its maximum only a part of the Bet wins or loses."""
        limit = felt.limits.get(INITIAL)
        if verdict.odds.pays == 0 or limit is None or limit.max is None or total <= limit.max:
            return verdict
        return replace(verdict, counts=pro_rata(stake, total, limit))


def hand_at(round: ThreePicturesRound, box: int) -> Hand | None:
    return next((hand for hand in round.hands[:-1] if hand.box == box), None)
