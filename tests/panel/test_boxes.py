"""The panel at a game with boxes: what it takes for registered is what the table has."""

from console.panel.box_parts import boxes_part
from console.panel.parts import phase_of
from deploy.demo.box_rehearsal import ME, SCENES
from games.round import CardDrawn, DrawnTogether
from looks.money import Money
from protocol import messages as m


def test_003_5_1_a_bet_that_went_back_is_no_bet_at_the_panel_either() -> None:
    table = SCENES["full"]("blackjack")  # the Seated Player of box 2 has raised his Bet, and T01 was behind him
    there = table.table.windows.players()
    assert "2/main" not in there["T01"]  # type: ignore[index]
    assert {name: dict(bets) for name, bets in table.desk.bets().items()} == there


def test_what_a_box_may_still_do_and_what_no_answer_means() -> None:
    shown = boxes_part(SCENES["four_hands"]("blackjack").board, Money(2))
    assert {tile["box"]: tile["may"] for tile in shown["tiles"] if tile["may"]} == {4: ["hit", "stand", "double"]}
    assert shown["otherwise"] == "stand"
    assert boxes_part(SCENES["follow"]("blackjack").board, Money(2))["otherwise"] == "decline/follow"
    assert boxes_part(SCENES["betting"]("blackjack").board, Money(2))["otherwise"] == ""


def test_003_1_17_what_is_in_play_and_what_the_interim_settlement_has_paid_and_collected() -> None:
    def sums(scene: str, game: str = "blackjack") -> tuple[str, str]:
        shown = boxes_part(SCENES[scene](game).board, Money(2))
        return shown["inPlay"], shown["settled"]

    bets = 20_000 + 490_000 + 15_000 + 30_000 + 45_000 + 100_000
    assert sums("betting") == (Money(2).full(bets + 2_000), "")
    # Box 2 has a Blackjack, two Player Pairs have won. Box 4 is split twice and doubled once.
    later = bets - 490_000 + 2 * 15_000 + 10_000 + 2_500
    paid, collected = 490_000 * 3 // 2 + 2 * 11_000, 0
    assert sums("turn") == (Money(2).full(later), f"{Money(2).full(paid)} / {Money(2).full(collected)}")
    assert sums("over") == ("", "")
    assert sums("betting", "three_pictures")[1] == ""


def test_003_1_17_half_of_a_surrendered_bet_is_refunded_before_the_subsequent_deal() -> None:
    table = SCENES["surrender"]("blackjack")
    assert table.board.next.key == "certify_initial"
    table.certify()
    assert table.board.next.key == "await_players", "nothing more is decided"
    table.answer("T07", 7, "surrender").all_decline()
    assert (table.board.next.key, boxes_part(table.board, Money(2))["settled"]) == ("certify_initial", "0.00 / 20.00")
    table.certify()
    assert (table.board.next.key, boxes_part(table.board, Money(2))["settled"]) == ("await_box", "0.00 / 520.00")
    assert table.seats["T07"].view.credit == 500_000 - 50_000
    table.answer("T01", 1, "hit").draw("KC")
    assert "certify_initial" not in [step.key for step in table.board.steps], "a bust Hand is for the Final Settlement"


def test_who_has_not_answered_stands_first_among_those_who_are_awaited() -> None:
    table = SCENES["options"]("blackjack")
    for name in ("T01", "T02", "T05"):
        table.answer(name, 0, "continue")
    table.wait(300)
    awaited = boxes_part(table.board, Money(2))["awaited"]
    assert [one["who"] for one in awaited] == ["T04", "T06", "T07", "T08", "T01", "T02", "T05"]
    assert [one["answer"] >= 0 for one in awaited] == [True] * 4 + [False] * 3


def test_003_3_12_while_cards_are_turned_there_is_no_result_and_nothing_to_certify() -> None:
    board = SCENES["squeeze"]("blackjack").board
    assert (phase_of(board), board.next.key) == ("turning", "await_turns")
    assert "certify" not in [step.key for step in board.steps]


def test_003_3_23_when_the_dealer_has_drawn_every_box_says_what_became_of_it() -> None:
    shown = boxes_part(SCENES["over"]("blackjack").board, Money(2))
    assert [tile["state"] for tile in shown["tiles"]] == ["fate/lost", "fate/lost", "", *["fate/lost"] * 4]
    assert not any(hand["out"] for tile in shown["tiles"] for hand in tile["hands"]), "all cards are to be compared"


def test_003_5_12_of_the_order_of_two_cards_it_is_not_said_in_words() -> None:
    table = SCENES["turn"]("blackjack")
    table.answer(ME, 4, "hit")
    table.draw("2H")
    last = [act.card for act in table.table.view.acts if isinstance(act, CardDrawn)][-2:]
    table.order(m.Rule(DrawnTogether(tuple(last)), "5.12"))
    shown = boxes_part(table.board, Money(2))
    assert (shown["stage"], shown["otherwise"]) == ("order", "")
