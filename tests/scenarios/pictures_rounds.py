"""The Round of Three Pictures that its scenarios play: two boxes of three cards, and what they come to as they lie."""

from tests.scenarios.table import Layouts, Table

BETS: Layouts = {"T01": {"1/initial": 10_000, "1/tie": 1_000}, "T02": {"2/initial": 5_000}}
FIRST = "9C QS 2D "  # box 1, box 2, the Dealer
SECOND = "8D 7H 4H "
THIRD = "KD 9H TD"  # Single Picture Seven, Single Picture Six, and the Dealer's Plain Six
AS_DEALT = {"T01": 9_000, "T02": 2_500, "house": -11_500}


def with_a_set(table: Table) -> Table:
    """Of a single deck: each scenario has a set of its own."""
    if table.view.shoe.left < 52:
        table.new_set()
        table.begin()
    return table


def dealt(table: Table, cards: str = FIRST + SECOND + THIRD) -> None:
    table.bets(BETS)
    table.no_more_bets()
    table.deal(cards)
    table.story()
