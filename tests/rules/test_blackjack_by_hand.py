"""Rounds of 003 and 000 that were dealt on a table and reckoned on paper: what each Player has won or lost in all.

Only money is told, so that a wrong Round cannot hide behind the number of its own paragraph. A sits at box 1 with 1000,
B stands behind him with 500, and nothing has a limit.
"""

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from games.blackjack.plus import BlackjackPlus
from games.blackjack.rules import Blackjack
from games.round import DealingError, InterimSettled, PlayerId, Voided, WalkedAway
from tests.rules.table import Table

Rounds = Mapping[str, tuple[Callable[[Table], Table], Mapping[str, int]]]
Sides = Mapping[str, tuple[str, str, str, int]]
A: Final = PlayerId("A")


def won(table: Table, player: str) -> int:
    assert table.finished, f"not over: {table.windows}, {table.expects}"
    lines = table.settled(PlayerId(player))
    assert {line.spot for line in lines} == table.bets_of(player).keys()
    return sum(line.returned - line.staked for line in lines)


def split(table: Table, *, follows: bool) -> Table:
    table.choose("A", "split")
    return (table.follow("B") if follows else table).close()


def double(table: Table, a: int, b: int) -> Table:
    """B follows with so much; with 0 he does not."""
    table.choose("A", "double", a)
    return (table.follow("B", b) if b else table).close()


def decided(table: Table, cards: str) -> Table:
    """Box, Dealer, box; nobody takes what is offered."""
    return table.deal(cards).no_more_offers()


# "17" is what a Hand comes to; what the Dealer has stands last.
ONE_HAND: Final[Rounds] = {
    "a Blackjack against a six is paid at once": (
        lambda it: it.deal("AS 6D KS"), {"A": 1500, "B": 750}),
    "a Blackjack, a Blackjack behind a ten": (
        lambda it: decided(it, "KS TD AS").deal("AD"), {"A": 0, "B": 0}),
    "a Blackjack, 19 behind a ten, and no third card": (
        lambda it: decided(it, "KS TD AS").deal("9D"), {"A": 1500, "B": 750}),
    "even money for A alone, a Blackjack": (
        lambda it: it.deal("KS AD AS").even_money("A").no_more_offers().deal("KD"), {"A": 1000, "B": 0}),
    "even money for A alone, none": (
        lambda it: it.deal("KS AD AS").even_money("A").no_more_offers().deal("5D"), {"A": 1000, "B": 750}),
    "a Blackjack insured to the full by B alone, a Blackjack": (
        lambda it: it.deal("KS AD AS").insure("B", 1, 250).no_more_offers().deal("KD"), {"A": 0, "B": 500}),
    "a Blackjack insured to the full by B alone, none": (
        lambda it: it.deal("KS AD AS").insure("B", 1, 250).no_more_offers().deal("5D"), {"A": 1500, "B": 500}),
    "16 insured by A, a Blackjack": (
        lambda it: it.deal("9S AD 7S").insure("A", 1, 500).no_more_offers().choose("A", "stand").deal("KD"),
        {"A": 0, "B": -500}),
    "insured and too many, a Blackjack": (
        lambda it: it.deal("9S AD 7S").insure("A", 1, 500).no_more_offers().choose("A", "hit").deal("TS").deal("KD"),
        {"A": 0, "B": -500}),
    "insured and too many, none, and no third card": (
        lambda it: it.deal("9S AD 7S").insure("A", 1, 500).no_more_offers().choose("A", "hit").deal("TS").deal("5D"),
        {"A": -1500, "B": -500}),
    "18 insured for less, a soft 17": (
        lambda it: it.deal("9S AD 9H").insure("A", 1, 100).no_more_offers().choose("A", "stand").deal("6D"),
        {"A": 900, "B": 500}),
    "surrendered against a King: half is back, and nothing drawn": (
        lambda it: it.deal("9S KD 7S").surrender("A").no_more_offers(), {"A": -500, "B": -250}),
    "a Blackjack surrendered against a King": (
        lambda it: it.deal("KS KD AS").surrender("A").no_more_offers(), {"A": -500, "B": -250}),
    "21 of three cards, a Blackjack": (
        lambda it: decided(it, "9S KD 7S").choose("A", "hit").deal("5S").choose("A", "stand").deal("AH"),
        {"A": -1000, "B": -500}),
    "21 of three cards, 21 of three": (
        lambda it: decided(it, "9S KD 7S").choose("A", "hit").deal("5S").choose("A", "stand").deal("6H 5H"),
        {"A": 0, "B": 0}),
    "a hard 21 that draws on": (
        lambda it: decided(it, "9S KD 7S").choose("A", "hit").deal("5S").choose("A", "hit").deal("AS"),
        {"A": -1000, "B": -500}),
    "a soft 21 of four cards is complete, 17": (
        lambda it: decided(it, "AS 9D 2S").choose("A", "hit").deal("3S").choose("A", "hit").deal("5S").deal("8D"),
        {"A": 1000, "B": 500}),
    "a soft 18 and a four are 12, 17": (
        lambda it: decided(it, "AS 9D 7S").choose("A", "hit").deal("4S").choose("A", "stand").deal("8D"),
        {"A": -1000, "B": -500}),
    "19, a soft 16 that becomes a hard one and busts": (
        lambda it: decided(it, "TS AD 9S").choose("A", "stand").deal("5H TD 6D"), {"A": 1000, "B": 500}),
    "18, a soft 17 of three cards stands": (
        lambda it: decided(it, "TS AD 8S").choose("A", "stand").deal("2H 4D"), {"A": 1000, "B": 500}),
}  # fmt: skip
RAISED: Final[Rounds] = {
    "21 doubled for 300 and followed with 100, 26": (
        lambda it: double(decided(it, "5S 6D 6S"), 300, 100).deal("TS").deal("TD TC"), {"A": 1300, "B": 600}),
    "13, B has followed with more than A has added, 18": (
        lambda it: double(decided(it, "5S 6D 6S"), 2, 500).deal("2S").deal("TD 2C"), {"A": -1002, "B": -1000}),
    "doubled and too many; B has not followed": (
        lambda it: double(decided(it, "6S 6D TS"), 1000, 0).deal("6H"), {"A": -2000, "B": -500}),
    "21 doubled and followed, a Blackjack: the doubles are back": (
        lambda it: double(decided(it, "5S TD 6S"), 1000, 500).deal("TS").deal("AD"), {"A": -1000, "B": -500}),
    "a pair of fives doubled to 12 takes no more, 25": (
        lambda it: double(decided(it, "5S 6D 5H"), 1000, 0).deal("2S").deal("TD 9C"), {"A": 2000, "B": 500}),
    "insured and doubled, a Blackjack": (
        lambda it: double(it.deal("5S AD 6S").insure("A", 1, 500).no_more_offers(), 1000, 0).deal("TS").deal("KD"),
        {"A": 0, "B": -500}),
    "split and followed, 21 doubled by A alone and 18, 20": (
        lambda it: double(split(decided(it, "8S 6D 8H"), follows=True).deal("3S"), 1000, 0).deal("TS TH")
        .choose("A", "stand").deal("TD 4C"), {"A": 1000, "B": 0}),
    "split and not followed, 18 and 21, 19": (
        lambda it: split(decided(it, "8S 6D 8H"), follows=False).deal("TS").choose("A", "stand").deal("3H")
        .choose("A", "hit").deal("TH").choose("A", "stand").deal("TD 3C"), {"A": 0, "B": -500}),
    "the second Hand split again and not followed, three times 18, 21": (
        lambda it: split(split(decided(it, "8S 6D 8H"), follows=True).deal("TS").choose("A", "stand").deal("8D"),
        follows=False).deal("TC").choose("A", "stand").deal("TH").choose("A", "stand").deal("TD 5C"),
        {"A": -3000, "B": -1000}),
    "four Hands, two of them doubled, 22": (
        lambda it: double(double(split(split(split(decided(it, "8S 6D 8H"), follows=True).deal("8D"), follows=True)
        .deal("8C"), follows=True).deal("3S"), 1000, 500).deal("TS").deal("3H"), 600, 100).deal("TH")
        .deal("TC").choose("A", "stand").deal("9C").choose("A", "stand").deal("TD 6C"), {"A": 5600, "B": 2600}),
    "Aces split, 21 that is no Blackjack and 20, 21": (
        lambda it: split(decided(it, "AS 6D AH"), follows=True).deal("KS 9H").deal("5D TD"), {"A": -1000, "B": -500}),
    "Aces split and Aces again, 26": (
        lambda it: split(decided(it, "AS 6D AH"), follows=False).deal("AC AD").deal("TD TH"), {"A": 2000, "B": 500}),
    "insured, Aces split, a Blackjack": (
        lambda it: split(it.deal("AS AC AH").insure("A", 1, 500).no_more_offers(), follows=False).deal("KS 9H")
        .deal("KD"), {"A": 0, "B": -500}),
    "a King and a Ten split, an Ace on each, 20": (
        lambda it: split(decided(it, "KS 6D TS"), follows=True).deal("AS AH").deal("TD 4D"), {"A": 2000, "B": 1000}),
    "18 and 18, a Blackjack: one Initial Bet": (
        lambda it: split(decided(it, "8S KD 8H"), follows=True).deal("TS").choose("A", "stand").deal("TH")
        .choose("A", "stand").deal("AD"), {"A": -1000, "B": -500}),
    "one too many and 18, a Blackjack: both": (
        lambda it: split(decided(it, "8S KD 8H"), follows=True).deal("5S").choose("A", "hit").deal("TS TH")
        .choose("A", "stand").deal("AD"), {"A": -2000, "B": -1000}),
    "one too many and 18, a Blackjack, and B has the first alone": (
        lambda it: split(decided(it, "8S KD 8H"), follows=False).deal("5S").choose("A", "hit").deal("TS TH")
        .choose("A", "stand").deal("AD"), {"A": -2000, "B": -500}),
    "both too many, the second one doubled, and nothing drawn": (
        lambda it: double(split(decided(it, "8S 9D 8H"), follows=True).deal("5C").choose("A", "hit").deal("9C 7C"),
        1000, 500).deal("KC"), {"A": -3000, "B": -1500}),
}  # fmt: skip
RULED: Final[Rounds] = {
    "A goes away behind B's back: B decides, 12 and 17": (
        lambda it: decided(it, "9S 9D 3S").rule(WalkedAway(A, 1)).choose("B", "stand").deal("8D"),
        {"A": -1000, "B": -500}),
    "insured and split, an error: A is out with all of it, B plays 18 and 20, 19": (
        lambda it: split(it.deal("8S AD 8H").insure("A", 1, 500).no_more_offers(), follows=True).deal("TS")
        .rule(DealingError()).answer("options", "A", "withdraw").answer("options", "B", "continue").close()
        .choose("B", "stand").deal("3S").choose("B", "hit").deal("9S").choose("B", "stand").deal("8D"),
        {"A": 0, "B": 0}),
    "what was paid before the error stays paid": (
        lambda it: it.deal("AS 6D KS").rule(InterimSettled()).rule(DealingError()).answer("options", "A", "withdraw")
        .close(), {"A": 1500, "B": 750}),
    "a Void after half was paid back takes the other half too": (
        lambda it: it.deal("9S KD 7S").surrender("A").close().rule(InterimSettled()).rule(Voided("5.5.1")),
        {"A": 0, "B": 0}),
}  # fmt: skip

# A alone, 100 on each side Bet of his box: first cards, what he calls, what is drawn then.
SIDES: Final[Sides] = {
    "two Kings, 18": ("KS 9D KH", "stand", "9H", 1000 + 1100 - 100 + 100),
    "a King and a Queen are no pair, 18": ("KS 9D QH", "stand", "9H", 1000 - 100 - 100 + 100),
    "two Aces are 2, 26": ("AS 6D AH", "stand", "TD TH", 1000 + 1100 + 100 - 100),
    "a Blackjack is 11": ("AS 6D KH", "", "", 1500 - 100 + 100 - 100),
    "13 is neither, 17": ("6S 9D 7H", "stand", "8H", -1000 - 100 - 100 - 100),
    "two nines surrendered": ("9S TD 9H", "surrender", "", -500 + 1100 - 100 + 100),
}
# A alone, 100 on RWS Pairs and 100 on Boom Busted.
PLUS_SIDES: Final[Sides] = {
    "two Aces of spades, 26 of three cards": ("AS 6D AS", "stand", "TD TH", 1000 + 5000 + 200),
    "two Queens of clubs, 17": ("QC 9D QC", "stand", "8H", 1000 + 2000 - 100),
    "two black Queens, 26 of four cards": ("QC 2D QS", "stand", "4H TD TH", 1000 + 1200 + 200),
    "a black and a red Queen, 26 of five": ("QC 2D QH", "stand", "2H 2C TD TH", 1000 + 600 + 400),
    "a Queen and a King, 26 of six": ("QC 2D KC", "stand", "2H 2C 2S 8S TH", 1000 - 100 + 1200),
    "26 of seven": ("QC 2D KC", "stand", "2H 2C 2S 2D 6S TH", 1000 - 100 + 5000),
    "26 of eight": ("QC 2D KC", "stand", "2H 2C 2S 2D 2H 4S TH", 1000 - 100 + 20000),
    "26 of nine pay as eight do": ("QC 2D KC", "stand", "2H 2C 2S 2D 2H 2C 2S TH", 1000 - 100 + 20000),
    "surrendered, and the Dealer draws on": ("9S 6D 7H", "surrender", "TD TH", -500 - 100 + 200),
    "too many, and the Dealer draws on": ("9S 6D 7H", "hit TS", "TD TH", -1000 - 100 + 200),
    "a Blackjack is paid, and the Dealer draws on, 18": ("AS 6D KH", "", "TD 2H", 1500 - 100 - 100),
}


def by_name(rounds: Rounds) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("play", "money"), rounds.values(), ids=rounds)


@pytest.mark.parametrize("game", [Blackjack(), BlackjackPlus()], ids=["003", "000"])
@by_name({**ONE_HAND, **RAISED, **RULED})
def test_on_paper(game: Blackjack, play: Callable[[Table], Table], money: Mapping[str, int]) -> None:
    table = Table(game, seats={1: "A"}).bet("A", main=1000).bet("B", main=500).close()
    play(table)
    assert {player: won(table, player) for player in money} == money


@pytest.mark.parametrize(
    ("game", "dealt", "called", "drawn", "money"),
    [
        *(pytest.param(Blackjack(), *row, id=f"003 {name}") for name, row in SIDES.items()),
        *(pytest.param(BlackjackPlus(), *row, id=f"000 {name}") for name, row in PLUS_SIDES.items()),
    ],
)
def test_side_bets_on_paper(game: Blackjack, dealt: str, called: str, drawn: str, money: int) -> None:
    table = Table(game, seats={1: "A"}).bet("A", main=1000, **dict.fromkeys(game.sides, 100)).close().deal(dealt)
    if called == "surrender":
        table.surrender("A")
    table.no_more_offers()
    choice, _, card = called.partition(" ")
    if choice in ("stand", "hit"):
        table.choose("A", choice).deal(card)
    assert won(table.deal(drawn), "A") == money
