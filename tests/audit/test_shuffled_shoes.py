"""The vectorised simulator against the rule book, card by card, and against a Dealer with a real cut card."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from math import sqrt

import pytest

from audit import shuffled_shoes
from audit.shuffled_shoes import DealtRound, dealt_shoes, simulate
from games.baccarat.odds import BaccaratEnd, baccarat_odds
from games.baccarat.rules import SPOTS, Baccarat, BaccaratRound, dealt, fold, result_of
from games.cards import Card, Rank, decks, is_picture
from games.money import InvariantBroken
from games.round import PlayerId
from games.settlement import settle

STAKE = 2  # so that half of it is exact
GAME = Baccarat()


class Dealer:
    """Deals a shoe as on the table: a cut card lies among the others, and he acts when he draws it."""

    def __init__(self, cards: Sequence[Card], *, cut: int, burn: bool) -> None:
        self.shoe: list[Card | str] = list(cards)
        self.shoe.insert(len(cards) - cut, "cut card")
        self.drawn = 0
        self.rounds_left: int | None = None  # unknown until the cut card shows
        if burn:
            for _ in range(self.worth(self.draw(between_rounds=True))):
                self.draw(between_rounds=True)

    @staticmethod
    def worth(card: Card) -> int:
        if card.rank is Rank.ACE:
            return 1
        return 10 if is_picture(card) or card.rank is Rank.TEN else int(card.rank)

    def draw(self, *, between_rounds: bool) -> Card:
        card = self.shoe.pop(0)
        if isinstance(card, str):
            # Before a Round's first card: this Round is the last. Within a Round: it and one more.
            self.rounds_left = 1 if between_rounds else 2
            return self.draw(between_rounds=between_rounds)
        self.drawn += 1
        return card

    def deal_round(self) -> tuple[int, BaccaratRound]:
        start = self.drawn
        played = dealt(fold(()), self.draw(between_rounds=True))
        while played.due is not None:
            played = dealt(played, self.draw(between_rounds=False))
        if self.rounds_left is not None:
            self.rounds_left -= 1
        return start, played

    def deal_shoe(self) -> list[tuple[int, BaccaratRound]]:
        rounds = []
        while self.rounds_left != 0:
            rounds.append(self.deal_round())
        return rounds


def as_simulated(start: int, played: BaccaratRound) -> DealtRound:
    shown = result_of(played)
    end = BaccaratEnd(played.player, played.banker, len(played.cards), shown.natural)
    return DealtRound(start, played.cards, end, shown.player_pair, shown.banker_pair)


@pytest.mark.rule("001 §3.8", "001 §3.9", "001 §3.10")
@pytest.mark.parametrize(
    ("count", "cut", "burn", "shoes"),
    [
        (8, 14, False, 60),
        (8, 14, True, 20),
        (6, 16, False, 20),
        (4, 11, False, 80),  # as deep as it goes
        (4, 11, True, 20),
        (5, 130, False, 20),
        (7, 353, True, 40),  # the cut card may lie right behind the burnt cards
        (4, 197, False, 200),  # two or three Rounds: the end of the shoe is most of it
    ],
)
def test_every_simulated_round_is_what_the_rule_book_deals(count: int, cut: int, burn: bool, shoes: int) -> None:
    simulated = list(islice(dealt_shoes(seed=11, decks=count, cut=cut, burn=burn), shoes))
    for shoe in simulated:
        assert Counter(shoe.cards) == Counter(decks(count))
        expected = [as_simulated(*played) for played in Dealer(shoe.cards, cut=cut, burn=burn).deal_shoe()]
        assert list(shoe.rounds) == expected
    assert len({shoe.cards for shoe in simulated}) == shoes


def test_the_cut_card_at_each_place_of_the_last_rounds() -> None:
    """Whether it comes first in a Round, within one, or before its last card: for every place in one long stretch."""
    comes_first = within = 0
    for cut in range(11, 60):
        for shoe in islice(dealt_shoes(seed=3, decks=4, cut=cut), 5):
            expected = [as_simulated(*played) for played in Dealer(shoe.cards, cut=cut, burn=False).deal_shoe()]
            assert list(shoe.rounds) == expected
            if shoe.rounds[-1].start == len(shoe.cards) - cut:
                comes_first += 1
            else:
                within += 1
                assert shoe.rounds[-2].start < len(shoe.cards) - cut < shoe.rounds[-1].start
    assert comes_first > 20
    assert within > 100


@pytest.mark.parametrize("rounds", [1, 79, 80, 5000])
def test_the_tally_counts_the_first_rounds_shoe_after_shoe(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffled_shoes, "SHOES_PER_BATCH", 16)  # so that 5000 Rounds take several batches
    wanted: list[DealtRound] = []
    shoes = 0
    for shoe in dealt_shoes(seed=5):
        wanted += shoe.rounds
        shoes += 1
        if len(wanted) >= rounds:
            break
    del wanted[rounds:]
    tally = simulate(rounds, seed=5)
    assert tally.ways == Counter((played.end, played.player_pair, played.banker_pair) for played in wanted)
    assert (tally.rounds, tally.shoes) == (rounds, shoes)


def test_a_tally_that_ends_with_a_shoe_counts_that_shoe_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffled_shoes, "SHOES_PER_BATCH", 4)
    lengths = [len(shoe.rounds) for shoe in islice(dealt_shoes(seed=5), 9)]
    for shoes in range(1, 9):
        assert simulate(sum(lengths[:shoes]), seed=5).shoes == shoes
        assert simulate(sum(lengths[:shoes]) + 1, seed=5).shoes == shoes + 1


@pytest.mark.rule("001 §4.1")
def test_events_and_profits_are_those_of_the_rule_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffled_shoes, "SHOES_PER_BATCH", 16)
    tally = simulate(2000, seed=9)
    totals = dict.fromkeys(SPOTS, Fraction())
    squares = dict.fromkeys(SPOTS, Fraction())
    events: Counter[str] = Counter()
    for played in islice((played for shoe in dealt_shoes(seed=9) for played in shoe.rounds), 2000):
        ended = fold(played.cards)
        for line in settle(GAME, ended, PlayerId("T1"), dict.fromkeys(SPOTS, STAKE)):
            totals[line.spot] += Fraction(line.profit, STAKE)
            squares[line.spot] += Fraction(line.profit, STAKE) ** 2
        shown = result_of(ended)
        events[shown.winner] += 1
        events["banker_on_six"] += shown.winner == "banker" and ended.banker == 6
        events["player_pair"] += shown.player_pair
        events["banker_pair"] += shown.banker_pair
        events["natural"] += shown.natural
        events[{4: "four_cards", 5: "five_cards", 6: "six_cards"}[len(ended.cards)]] += 1
    assert tally.events() == dict(events)
    assert {spot: profit.total for spot, profit in tally.profits().items()} == totals
    assert {spot: profit.squares for spot, profit in tally.profits().items()} == squares


def test_the_same_seed_gives_the_same_rounds_and_another_seed_others() -> None:
    assert simulate(10_000, seed=1) == simulate(10_000, seed=1)
    assert simulate(10_000, seed=1).ways != simulate(10_000, seed=2).ways


def test_eight_decks_and_14_cards_behind_the_cut_card_are_the_default() -> None:
    assert simulate(10_000, seed=1) == simulate(10_000, seed=1, decks=8, cut=14, burn=False)
    assert simulate(10_000, seed=1) != simulate(10_000, seed=1, cut=15)
    assert next(dealt_shoes(seed=1)) == next(dealt_shoes(seed=1, decks=8, cut=14, burn=False))


def test_a_million_rounds_come_near_to_the_exact_odds() -> None:
    rounds = 1_000_000
    tally = simulate(rounds, seed=7)
    odds = baccarat_odds(8)
    seen = tally.events()
    assert set(seen) == set(odds.events)
    for event, exact in odds.events.items():
        chance = float(exact)
        assert abs(seen[event] / rounds - chance) < 5 * sqrt(chance * (1 - chance) / rounds), event
    for bet in odds.bets:
        profit = next(profit for spot, profit in tally.profits().items() if spot == bet.bet)
        assert abs(float(-profit.total / rounds - bet.house_edge)) < 5 * sqrt(bet.variance / rounds), bet.bet


def test_every_card_is_equally_likely_at_every_place() -> None:
    """Chi-square over the first and the last card of a thousand shoes: 51 degrees of freedom, standard deviation 10."""
    shoes = list(islice(dealt_shoes(seed=2), 1040))
    for place in (0, 207, -1):
        seen = Counter(shoe.cards[place] for shoe in shoes)
        chi_square = sum((seen[card] - 20) ** 2 / 20 for card in decks(1))
        assert 51 - 40 < chi_square < 51 + 50


def test_progress_rises_to_the_number_of_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffled_shoes, "SHOES_PER_BATCH", 4)
    told: list[int] = []
    simulate(1000, seed=5, progress=told.append)
    assert told == sorted(set(told))
    assert len(told) == 4  # about 330 Rounds a batch
    assert told[-1] == 1000


@pytest.mark.parametrize("count", [0, 3, 9])
@pytest.mark.rule("001 §2.2.1")
def test_001_2_2_1_no_other_number_of_decks_is_simulated(count: int) -> None:
    with pytest.raises(InvariantBroken, match=rf"^{count} decks \(001 §2\.2\.1\)$"):
        simulate(10, seed=1, decks=count)


@pytest.mark.parametrize("cut", [-1, 0, 10, 406])
def test_a_cut_card_where_a_round_may_not_fit_is_refused(cut: int) -> None:
    with pytest.raises(InvariantBroken, match=f"a cut card {cut} cards before the end of 416"):
        simulate(10, seed=1, cut=cut)
    assert simulate(10, seed=1, cut=405, burn=True).rounds == 10
