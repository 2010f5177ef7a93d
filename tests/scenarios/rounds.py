"""The Round that most scenarios of 001 play, and what people try before the right ones sign."""

from typing import Final

from tests.scenarios.box_rounds import refused_signatures
from tests.scenarios.table import Layouts, Table
from tests.ui.dealer import DAN, SAM, SUE

BETS: Final[Layouts] = {"T01": {"banker": 5_000, "tie": 500}, "T02": {"player": 2_500, "player_pair": 500}}
STAKED: Final = {"T01": -5_500, "T02": -3_000}
# KS 4D QH 5S, or others with these points (the same ones again and again are no shuffled set): Banker, a natural 9.
WON: Final = "Settled T01 banker 5000>10000 §4.1, tie 500>0 §3.13"
LOST: Final = "Settled T02 player 2500>0 §3.13, player_pair 500>0 §3.13"
MOVED: Final = {"T01": 4_500, "T02": -3_000, "house": -1_500}
NOT_BY_THESE: Final = (
    "signature of Dora refused: second_person",
    "signature of Dan refused: second_position",
    "signature of Sue refused: other_order",
)
NOT_BY_SUE: Final = (
    "signature of Dora refused: second_person",
    "signature of Sue refused: second_position",
    "signature of Sam refused: other_order",
)
BETS_STAND: Final = "Your registered bets stand. A Supervisor decides what follows."


def begin(table: Table, cards: str = "KS 4D QH") -> None:
    """Bets are closed, and these cards are dealt."""
    table.bets(BETS)
    table.no_more_bets()
    table.deal(cards)


def sign_in_vain(table: Table, moved: dict[str, int] = STAKED, by: str = DAN) -> None:
    """Whoever proposes does not sign, nor somebody of too low a position, nor whoever may over a screen that was not of
    this order. Nothing has moved.
    """
    refused_signatures(table, by)
    table.panel.signed_over_another(SUE if by == DAN else SAM)
    assert table.moved() == moved


def read_win(table: Table) -> None:
    """Money and words of the Round that the Banker has won."""
    assert table.moved() == MOVED
    table.reads("panel", "Banker wins with 9")
    table.reads("T01", "Banker wins", "You win 45")
    table.reads("display", "Banker wins")
