"""The panel at a game with boxes: what it takes for registered is what the table has."""

from deploy.demo.box_rehearsal import SCENES


def test_003_5_1_a_bet_that_went_back_is_no_bet_at_the_panel_either() -> None:
    table = SCENES["full"]("blackjack")  # the Seated Player of box 2 has raised his Bet, and T01 was behind him
    there = table.table.windows.players()
    assert "2/main" not in there["T01"]  # type: ignore[index]
    assert {name: dict(bets) for name, bets in table.desk.bets().items()} == there
