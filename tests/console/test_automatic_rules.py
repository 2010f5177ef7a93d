"""004 section 2 at an automatic table: what is offered, dealt, certified and paid, with the real cores of console and
terminal, and each terminal's own opinion of it. The shuffles here come out as a story needs them, for everybody who
works them out; that nobody can choose one is held elsewhere (`tests/rules/test_attack_shuffle.py`).
"""

from collections import Counter
from typing import Final, Protocol

import pytest

from games.cards import Card, decks, parse_cards
from games.round import PlayerId
from protocol import events as e
from terminal.intents import AnswerBox
from tests.console.automatic import Auto

CLASSIC, PREMIUM = "classic_blackjack", "premium_blackjack"
BOTH: Final = pytest.mark.parametrize("game", [CLASSIC, PREMIUM])
STAKE: Final = 1_000


class Story(Auto):
    """T1 plays alone, and these cards come: his, the Dealer's, his, the covered one, and what follows."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, game: str, cards: str) -> None:
        first = parse_cards(cards.split())
        rest = Counter(decks(6)) - Counter(first)
        order = (*first, *rest.elements())

        def comes_out(_key: bytes, _decks: int) -> tuple[Card, ...]:
            return order

        monkeypatch.setattr("console.dealer.shuffled", comes_out)
        monkeypatch.setattr("protocol.shuffle_view.shuffled", comes_out)
        super().__init__(game, ("T1",))
        self.seen: list[str] = []  # what he was asked, with what he could answer
        self.bet(T1=STAKE)

    def answers(self, *keys: str) -> "Story":
        """One after the other, as soon as he is asked; then the Round goes to its end, and nobody asks him again."""
        for key in keys:
            self.until(lambda: self._asked() or self.opened)
            self.seen.append(self._asked())
            assert key in self._asked().split(), f"{key} is not offered: {self._asked()}"
            before = len(self.of(e.LayoutRegistered))
            self.seats["T1"].wants(AnswerBox(1, key))
            self.until(lambda: len(self.of(e.LayoutRegistered)) > before)  # noqa: B023
        self.until(lambda: self.opened or self._asked())
        assert not self._asked(), f"he is asked: {self._asked()}"
        assert not self.of(e.SettlementDisputed, e.Halted)
        assert self.seats["T1"].session.state.own_rounds.unfair == ""
        return self

    def _asked(self) -> str:
        boxes = self.seats["T1"].view.boxes
        questions = () if boxes is None else boxes.questions
        return " ".join(option.key for it in questions if not it.key for option in it.options if not option.why)

    @property
    def lines(self) -> str:
        """As in `tests/rules/test_online_blackjack.py`; the money in the ledger is what they say."""
        lines = [line for settled in self.of(e.Settled) for line in settled.lines]
        assert self.table.ledger.credit(PlayerId("T1")) == 10_000 + sum(line.profit for line in lines)
        return ", ".join(
            f"{it.spot} {it.staked} {it.verdict.outcome.value} {it.returned} §{it.verdict.paragraph}" for it in lines
        )

    @property
    def dealt(self) -> str:
        """All cards in the order in which they were seen."""
        shown = [it.card for it in self.of(e.CardDealt, e.CardRevealed)]
        return " ".join("??" if card is None else card.text for card in shown)


class Tell(Protocol):
    def __call__(self, game: str, cards: str, *keys: str) -> Story: ...


@pytest.fixture
def story(monkeypatch: pytest.MonkeyPatch) -> Tell:
    def tell(game: str, cards: str, *keys: str) -> Story:
        return Story(monkeypatch, game, cards).answers(*keys)

    return tell


WON, LOST = "1/main 1000 won 2000 §2.6", "1/main 1000 lost 0 §"
PUSH: Final = "1/main 1000 returned 1000 §2.4.d"


@pytest.mark.rule("004 §2.1.c", "004 §2.1.d", "004 §2.2.b", "004 §2.2.d", "004 §2.4.b.iv")
@BOTH
def test_2_1_c_two_cards_each_and_the_hole_card_is_turned_when_the_hand_is_complete(story: Tell, game: str) -> None:
    told = story(game, "2S 6D 3H TD 4C KC 5S", "hit", "hit", "stand")
    assert told.seen == ["hit stand double", "hit stand", "hit stand"]
    assert told.dealt == "2S 6D 3H ?? 4C KC TD 5S"
    assert told.lines == LOST + "2.4.c.iii"  # 19 against 21


@pytest.mark.rule("004 §2.1.e", "004 §1 Soft Total", "004 §2.2.c")
def test_2_1_e_a_soft_17_is_hit_in_classic_and_stood_on_in_premium(story: Tell) -> None:
    assert story(CLASSIC, "TS 6D 8S AD 4C", "stand").lines == LOST + "2.4.c.iii"  # 21
    assert story(PREMIUM, "TS 6D 8S AD 4C", "stand").lines == WON  # 18 against 17


@pytest.mark.rule("004 §2.4.a", "004 §2.4.b.ii", "004 §2.6", "004 §1 Blackjack Hand")
@BOTH
def test_2_4_a_a_blackjack_hand_is_asked_nothing_and_pays_3_to_2(story: Tell, game: str) -> None:
    assert story(game, "AS 6D KS 9D 6C").lines == "1/main 1000 won 2500 §2.6"


@pytest.mark.rule("004 §2.4.b.i", "004 §2.4.c.i", "004 §2.4.d.ii", "004 §1 Bust", "004 §1 Push")
@BOTH
def test_2_4_a_bust_of_either_and_a_push(story: Tell, game: str) -> None:
    assert story(game, "TS 6D 8S TD KC", "stand").lines == WON
    assert story(game, "TS 6D 8S TD KC", "hit").lines == LOST + "2.4.c.i"
    assert story(game, "TS 8D 8S TD", "stand").lines == PUSH + ".ii"


@pytest.mark.rule("004 §2.9.a", "004 §2.9.b.i", "004 §2.9.b.ii.A", "004 §2.9.b.ii.B", "004 §2.4.c.ii", "004 §2.9")
def test_2_9_in_premium_the_round_ends_when_the_dealer_has_peeked_at_a_blackjack_hand(story: Tell) -> None:
    classic = story(CLASSIC, "TS TD 8S AD", "stand")
    assert (classic.lines, classic.of(e.CardPeeked)) == (LOST + "2.4.c.ii", [])
    assert story(PREMIUM, "TS TD 8S AD").lines == LOST + "2.4.c.ii"  # he is asked nothing
    goes_on = story(PREMIUM, "TS TD 8S 7D", "stand")
    assert (goes_on.lines, len(goes_on.of(e.CardPeeked))) == (WON, 1)


@pytest.mark.rule("004 §2.5.c", "004 §2.5.c.i", "004 §2.5.c.ii", "004 §2.9.c", "004 §1 Insurance")
@BOTH
def test_2_5_c_insurance_is_half_is_offered_under_an_ace_and_pays_2_to_1(story: Tell, game: str) -> None:
    if game == CLASSIC:  # where nobody peeks he plays on first
        saved = story(game, "TS AD 8S KD", "insure", "stand")
    else:
        saved = story(game, "TS AD 8S KD", "insure")
    assert saved.lines == LOST + "2.4.c.ii, 1/insurance 500 won 1500 §2.6"
    assert saved.table.ledger.credit(PlayerId("T1")) == 10_000  # neither won nor lost
    spent = story(game, "TS AD 8S 8D", "insure", "stand")
    assert spent.lines == LOST + "2.4.c.iii, 1/insurance 500 lost 0 §2.5.c.ii"
    assert story(game, "TS KD 8S 7D", "stand").seen == ["hit stand double"]


@pytest.mark.rule("004 §2.7.a", "004 §2.7.b.i", "004 §2.7.b.ii", "004 §1 Double")
@BOTH
def test_2_7_a_double_takes_as_much_again_and_one_card(story: Tell, game: str) -> None:
    doubled = story(game, "5S 6D 6S TD 2C KC", "double")
    assert doubled.dealt == "5S 6D 6S ?? 2C TD KC"
    assert doubled.lines == WON + ", 1/double 1000 won 2000 §2.6"


@pytest.mark.rule("004 §2.7.b.iii")
def test_2_7_b_iii_a_dealers_blackjack_hand_takes_the_doubled_amount(story: Tell) -> None:
    assert story(CLASSIC, "5S TD 6S AD TC", "double").lines == LOST + "2.7.b.iii, 1/double 1000 lost 0 §2.7.b.iii"


@pytest.mark.rule(
    "004 §2.8.a", "004 §2.8.b", "004 §2.8.c.i", "004 §2.8.c.ii", "004 §2.8.c.iii", "004 §2.8", "004 §1 Split"
)
@BOTH
def test_2_8_a_split_takes_as_much_again_and_is_made_once(story: Tell, game: str) -> None:
    split = story(game, "8S 6D 8H TD 8C 3S 2C 7C KC", "split", "hit", "stand", "double")
    assert split.seen == ["hit stand double split", "hit stand double", "hit stand", "hit stand double"]
    assert split.lines == WON + ", 1/main/1 1000 won 2000 §2.6, 1/double/1 1000 won 2000 §2.6"


@pytest.mark.rule("004 §2.8.d", "004 §2.8.e")
@BOTH
def test_2_8_d_split_aces_get_a_card_each_and_are_no_blackjack_hands(story: Tell, game: str) -> None:
    aces = story(game, "AS 6D AH TD KS QC 5C", "split")
    assert aces.lines == PUSH + ".ii, 1/main/1 1000 returned 1000 §2.4.d.ii"  # 21 against 21


@pytest.mark.rule("004 §2.8.f", "004 §2.8.g")
@BOTH
def test_2_8_g_each_hand_of_a_split_stands_for_itself(story: Tell, game: str) -> None:
    both = story(game, "TS 6D TH 9D 6S TC KC 4C", "split", "hit", "stand")
    assert both.lines == LOST + "2.4.c.i, 1/main/1 1000 won 2000 §2.6"  # 26; 20 against 19
    assert both.table.ledger.credit(PlayerId("T1")) == 10_000


@pytest.mark.rule("004 §2.10.a", "004 §2.10.a.i", "004 §2.10.a.ii", "004 §2.10.c", "004 §2.4.b.iii", "004 §1 Even Play")
@pytest.mark.parametrize("hidden", ["KD", "9D"])
@BOTH
def test_2_10_even_play_wins_the_initial_play_whatever_is_hidden(story: Tell, game: str, hidden: str) -> None:
    even = story(game, f"AS AD KS {hidden} 5C", "even_money")
    assert even.seen == ["even_money decline"]  # and no Insurance
    assert even.lines == "1/main 1000 won 2000 §2.10.a.ii"


@pytest.mark.rule("004 §2.10.b", "004 §2.4.d.i", "004 §2.4.d")
@BOTH
def test_2_10_b_left_alone_the_hidden_card_decides(story: Tell, game: str) -> None:
    assert story(game, "AS AD KS KD", "decline").lines == PUSH + ".i"
    assert story(game, "AS AD KS 9D", "decline").lines == "1/main 1000 won 2500 §2.6"
