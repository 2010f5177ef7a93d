"""Classic and Premium Blackjack (rule document 004): a hole card, and six decks shuffled before each Round.

One Game Participant to a box, no Standing Players, no surrender, no side Bets. Paragraph letters are written
with points: §2.4.c.ii.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from games.blackjack import round as b
from games.blackjack.rules import Blackjack
from games.boxes import DEALER, initial_bets, parse_spot, spot_of
from games.cards import Card, Rank, decks
from games.online_blackjack.rulings import RULINGS
from games.round import (
    Act,
    Answer,
    Answers,
    CardDrawn,
    Covered,
    Due,
    Felt,
    HandId,
    Limit,
    Peeked,
    PlayerId,
    Refusal,
    Ruled,
    Spot,
    Verdict,
    limits_of,
    lost,
)

DECKS: Final = 6  # 2.1.b
SIX_DECKS: Final = tuple(decks(DECKS))

# 2.3  Version and currency -> the least and the most one may play, in hundredths of a coin.
COIN_LIMITS: Final[Mapping[tuple[str, str], Limit]] = {
    ("classic_blackjack", "GC"): Limit(1_000_00, 100_000_00),
    ("classic_blackjack", "SC"): Limit(50, 500_00),
    ("premium_blackjack", "GC"): Limit(10_000_00, 10_000_000_00),
    ("premium_blackjack", "SC"): Limit(25_00, 1_000_00),
}


def coins_of(version: str) -> dict[str, Limit]:
    """004 §2.3: of one version, by coin."""
    return {coin: limit for (name, coin), limit in COIN_LIMITS.items() if name == version}


def virtual_shoe(randbelow: Callable[[int], int], cards: int = 52 * DECKS) -> tuple[Card, ...]:
    """004 §2.1.b: six decks, shuffled. Every order is equally likely if `randbelow(n)` is uniform.

    The shell hands in the operating system's generator (`secrets.randbelow`), a test a seeded one. Who wants only
    so many cards gets a hand of them in an order as likely as any, and asks for no more numbers than that takes.
    """
    shoe = list(SIX_DECKS)
    first = len(shoe) - cards
    for last in range(len(shoe) - 1, max(first, 1) - 1, -1):
        other = randbelow(last + 1)
        shoe[last], shoe[other] = shoe[other], shoe[last]
    return tuple(shoe[first:])


class OnlineBlackjack(Blackjack):
    """What Classic and Premium have in common."""

    document = "004"
    rulings = RULINGS
    rules = "v1.1"
    decks = range(DECKS, DECKS + 1)
    deals_face_down = True
    sides = ()
    hands_max = 2  # 2.8.a
    dealer_initial_cards = 2  # 2.1.c
    peeks = False
    void_paragraphs = ()  # the document knows no Void
    coins: Mapping[str, Limit] = {}  # 2.3
    paragraphs = b.Paragraphs(
        bets="2.5.a",
        decider="2.1.d",
        closed="2.5.a",
        even_money="2.10.a.ii",
        insurance="2.5.c",
        insurance_lost="2.5.c.ii",
        stand_off_ace="2.4.d.i",
        stand_off_ten="2.4.d.i",
        surrender="2.1.d",
        draw="2.1.d",
        bust="2.4.c.i",
        must_draw="2.1.d",
        split="2.8.b",
        follow_split="2.8",
        split_limit="2.8.a",
        split_dealer_blackjack="2.4.c.ii",
        double="2.7.a",
        follow_double="2.7",
        double_bust="2.4.c.i",
        double_dealer_blackjack="2.7.b.iii",
        dealer_blackjack="2.4.c.ii",
        lower="2.4.c.iii",
        stand_off="2.4.d.ii",
        pays="2.6",
        blackjack_pays="2.6",
        insurance_pays="2.6",
    )

    def review_bets(self, felt: Felt, player: PlayerId, answer: Answer, given: Answers) -> Refusal | None:
        """004 §1 Initial Play, §2.3, §2.5.a: one within the limits, each participant on a box of his own."""
        if answer.bets and self.is_excluded(felt, player):
            return Refusal("excluded", "you have excluded yourself from play", "3")
        if answer.bets and felt.coins and player not in felt.plays:
            return Refusal("nobody", "nobody is signed on here", "2.5.a")
        its = replace(felt, limits=limits_of(felt, player)) if felt.coins else felt
        refusal = super().review_bets(its, player, answer, given)
        if refusal is not None:
            return replace(refusal, paragraph="2.3")
        if len(answer.bets) > 1:
            return Refusal("bad_stake", "a Game Participant makes one Initial Play", "2.5.a")
        for spot in answer.bets:
            if initial_bets(spot_of(parse_spot(spot)[0], b.MAIN), given, but=player):
                return Refusal("bad_stake", f"{spot}: somebody else plays here", "2.5.a")
        return None

    def is_excluded(self, felt: Felt, player: PlayerId) -> bool:
        """004 §3: who has chosen to exclude himself makes no play."""
        return player in felt.excluded

    def may_insure(self, box: b.Box) -> bool:
        """004 §2.5.c, §2.10.c: not where Even Play is offered."""
        return super().may_insure(box) and not b.is_blackjack(box.hands[0])

    def review_insurance_amount(self, spot: Spot, amount: int, initial: int) -> Refusal | None:
        """004 §1 Insurance: half the Initial Play, no more and no less."""
        if 2 * amount != initial:
            detail = f"{spot}: Insurance is half the Initial Play, {initial // 2}, not {amount}"
            return Refusal("bad_stake", detail, self.paragraphs.insurance)
        return None

    def may_surrender(self, box: b.Box, dealer: b.Hand) -> bool:
        """004 knows no surrender."""
        return False

    def choices(self, round: b.BlackjackRound, box: b.Box, hand: b.Hand) -> tuple[str, ...]:
        """004 §2.1.d, §2.7.a, §2.8: hit or stand at any total; double on two cards; one split."""
        if len(hand.cards) > 2:
            return (b.HIT, b.STAND)
        splits = b.may_split(hand) and len(box.hands) < self.hands_max
        return (b.HIT, b.STAND, b.DOUBLE, b.SPLIT) if splits else (b.HIT, b.STAND, b.DOUBLE)

    def review_double_amount(self, spot: Spot, amount: int, initial: int) -> Refusal | None:
        """004 §1 Double: the Initial Play is doubled, not less."""
        if amount != initial:
            return Refusal("bad_stake", f"{spot}: a Double takes {initial}, not {amount}", self.paragraphs.double)
        return None

    def _complete(self, hand: b.Hand) -> bool:
        """004 §2.8.d: a split Ace gets one card; any other Hand goes on until its participant stands."""
        return hand.split and hand.cards[0].rank is Rank.ACE

    def _after_card(self, round: b.BlackjackRound, *, done: bool) -> b.BlackjackRound:
        """004 §2.8.c.i: both Hands of a split get their second card at once, then the first is played."""
        box = round.boxes[round.box]
        for position, hand in enumerate(box.hands):
            if len(hand.cards) == 1:
                return replace(round, hand=position, due=b.hand_id(box.number, hand.number))
        return self._next_hand(round, round.box, 0)

    # --- a covered card that nobody knows: where nobody deals

    def step(self, round: b.BlackjackRound, act: Act) -> b.BlackjackRound:
        """004 §2.1.c, §2.9: a card that is covered, looked at and turned makes the same Round as one that was known."""
        if isinstance(act, Covered):
            return self._make_offers(replace(round, covered=True), round.cards)
        if isinstance(act, Peeked):  # of a Round that is folded again with all its cards it says nothing new
            return super().after_offers(replace(round, due=None)) if round.covered else round
        if isinstance(act, CardDrawn) and round.covered and round.due == DEALER:
            return self._turned(round, act.card)
        return super().step(round, act)

    def _turned(self, round: b.BlackjackRound, card: Card) -> b.BlackjackRound:
        """004 §2.1.c, §2.10.b: the second card, which has lain in its place since the Initial Deal."""
        place = 2 * len(round.boxes) + 1
        cards = (*round.cards[:place], card, *round.cards[place:])
        dealer = b.with_card(round.dealer, card)
        round = replace(round, covered=False, due=None, cards=cards, dealer=dealer)
        return super()._dealer_begins(round) if round.stage is b.DEALERS_PLAY else self.after_offers(round)

    def _dealer_begins(self, round: b.BlackjackRound) -> b.BlackjackRound:
        """004 §2.1.c: when the hands are completed the covered card is turned, whatever is open."""
        if round.covered:
            return replace(round, stage=b.DEALERS_PLAY, due=DEALER)
        return super()._dealer_begins(round)

    def next_due(self, round: b.BlackjackRound) -> Due | None:
        """004 §2.1.c; when the Dealer peeks, `after_offers` says."""
        if self.expects(round) is None:
            return None
        if round.covered and round.due == DEALER:
            return Due.PEEK if round.stage is b.OFFERS else Due.TURN
        last_of_deal = round.stage is b.INITIAL_DEAL and len(round.cards) == 2 * len(round.boxes) + 1
        return Due.COVER if last_of_deal else Due.CARD

    def ends_by(self, round: b.BlackjackRound, covered: Card) -> bool:
        """With a Blackjack Hand that is found under the covered card (`after_offers`)."""
        return b.is_blackjack(b.with_card(round.dealer, covered))

    def after_offers(self, round: b.BlackjackRound) -> b.BlackjackRound:
        """004 §1 Peeking, §2.9: in Premium the Dealer peeks under an Ace or a ten; a Blackjack Hand ends the Round."""
        if self.peeks and round.covered and b.may_become_blackjack(round.dealer):
            return replace(round, due=DEALER, offers=())
        if self.peeks and b.may_become_blackjack(round.dealer) and b.is_blackjack(round.dealer):
            return replace(round, stage=b.OVER, due=None)
        return super().after_offers(round)

    def second_card_known(self, round: b.BlackjackRound) -> bool:
        """004 §2.1.c: hidden until the Game Participants' hands are completed."""
        return round.stage >= b.DEALERS_PLAY

    def hands(self, round: b.BlackjackRound) -> Mapping[HandId, tuple[Card, ...]]:
        """004 §2.1.c: the Dealer's second card is shown when it is known."""
        found = dict(super().hands(round))
        if not self.second_card_known(round):
            found[DEALER] = found[DEALER][:1]
        return found

    def dealer_blackjack_verdict(self, box: b.Box, hand: b.Hand, player: PlayerId) -> Verdict:
        """004 §2.4.a, §2.4.c.ii, §2.7.b.iii: it takes everything, split hands and a 21 of three cards too."""
        p = self.paragraphs
        return lost(p.double_dealer_blackjack if hand.doubled else p.dealer_blackjack)

    def double_against_blackjack(self) -> Verdict:
        """004 §2.7.b.iii: a Dealer's Blackjack Hand takes the whole amount played."""
        return lost(self.paragraphs.double_dealer_blackjack)

    def rule(self, round: b.BlackjackRound, act: Ruled, under: str = "") -> Refusal | None:
        """The document knows no irregularities, so it leaves nothing to rule."""
        return Refusal("illegal_ruling", f"{type(act).__name__} does not exist in this game", "2.1")

    def established(self, round: b.BlackjackRound) -> bool:
        """By a bust, an Even Play or a Blackjack Hand that nothing can match; the document leaves it open."""
        return any(
            (hand.bust or (b.is_blackjack(hand) and (box.even_money or not b.may_become_blackjack(round.dealer))))
            for box in round.boxes
            for hand in box.hands
            if round.dealer.cards
        )


class ClassicBlackjack(OnlineBlackjack):
    """004, Classic: the Dealer hits a soft 17 and does not peek."""

    name = "classic_blackjack"
    coins = coins_of("classic_blackjack")

    def dealer_stands(self, dealer: b.Hand) -> bool:
        """004 §1 Classic Blackjack, §2.1.e: a soft 17 is hit."""
        return dealer.total >= 18 or (dealer.total == 17 and not dealer.soft)


class PremiumBlackjack(OnlineBlackjack):
    """004, Premium: the Dealer stands on every 17 and peeks (2.9.b)."""

    name = "premium_blackjack"
    coins = coins_of("premium_blackjack")
    peeks = True  # 004 §1 Premium Blackjack
