"""A terminal at a game with boxes: sitting down, what a box still takes, and answers to what is asked."""

from typing import Final

import pytest

from console.table.state import Setup
from games.cards import parse_card
from games.round import DealingError, Felt, HandId, Limit, PlayerId, Spot, Voided
from protocol import messages as m
from protocol.codec import decode_event
from protocol.events import HandHandled, Placard
from simulation.calm import SHUFFLER, CalmTable
from terminal.boxes_screen import BoxesShown, QuestionShown, TileShown
from terminal.intents import (
    AnswerBox,
    CashOut,
    ClearBets,
    Intent,
    PlaceBet,
    SitDown,
    TakeBack,
    TurnCards,
    UndoBet,
    WishSqueeze,
)
from terminal.screen import TerminalView
from terminal.viewmodel import spots_part

LIMITS: Final = {"main": Limit(50, 500, 10), "player_pair": Limit(10, 100, 10), "under_13": Limit(10, 100, 10)}


def table(*, credit: int = 5_000, squeeze: bool = False, game: str = "blackjack", **times: int) -> CalmTable:
    """Three terminals at three boxes; T1 sits at box 1, T2 at box 2."""
    felt = Felt(LIMITS, 3, squeeze=squeeze)
    setup = Setup("BJ-1", game, felt, 15_000, times, placard=Placard("Blackjack 1", "SGD", 0, (10, 50, 100)))
    calm = CalmTable(setup, ("T1", "T2", "T3"))
    calm.join("Panel")
    calm.wait()
    calm.order(m.OpenTable())
    calm.order(m.LoadShoe(6, SHUFFLER.number, 0, 0))
    for seat in calm.seats.values():
        seat.buys(credit)
    calm.seats["T1"].wants(SitDown(1))
    calm.seats["T2"].wants(SitDown(2))
    return calm


def bet(calm: CalmTable, name: str, **bets: int) -> None:
    """`box1=100` is the Initial Bet, `pair1=10` a Player Pair."""
    kinds = {"box": "main", "pair": "player_pair"}
    calm.seats[name].wants(
        *(PlaceBet(Spot(f"{place[-1]}/{kinds[place[:-1]]}"), amount) for place, amount in bets.items())
    )
    calm.wait(250)


def dealt(cards: str, **more: int) -> CalmTable:
    """T1 100 on box 1, T2 100 on box 2, T3 60 behind T1."""
    calm = table(**more)  # type: ignore[arg-type]
    calm.order(m.OpenBets())
    bet(calm, "T1", box1=100)
    bet(calm, "T2", box2=100)
    bet(calm, "T3", box1=60)
    calm.order(m.CloseBets())
    calm.draw(cards)
    return calm


def view(calm: CalmTable, name: str = "T1") -> TerminalView:
    return calm.seats[name].view


def boxes(calm: CalmTable, name: str = "T1") -> BoxesShown:
    found = view(calm, name).boxes
    assert found is not None
    return found


def missing(calm: CalmTable, name: str) -> int:
    (spot,) = view(calm, name).spots
    return spot.missing


def tile(calm: CalmTable, box: int, name: str = "T1") -> TileShown:
    return boxes(calm, name).tiles[box - 1]


def asked(calm: CalmTable, name: str = "T1") -> QuestionShown:
    (question,) = boxes(calm, name).questions
    return question


def does(calm: CalmTable, name: str, *intents: Intent) -> str:
    """Why not; "" if it was done."""
    calm.seats[name].wants(*intents)
    notice = view(calm, name).notice
    return "" if notice is None else notice.reason


# --- sitting down ----------------------------------------------------------------------------------------------------


def test_1_26_a_touch_on_a_free_box_and_everybody_sees_who_sits_there() -> None:
    calm = table()
    assert [it.seated for it in boxes(calm, "T3").tiles] == ["T1", "T2", ""]
    assert does(calm, "T3", SitDown(3)) == ""
    assert (boxes(calm, "T3").home, tile(calm, 3).seated, tile(calm, 3, "T3").mine) == (3, "T3", True)
    assert does(calm, "T3", SitDown(1)) == "taken"
    assert does(calm, "T3", SitDown(0)) == ""
    assert boxes(calm, "T3").home == 0


def test_1_26_of_two_who_touch_it_at_once_the_slower_one_is_told() -> None:
    calm = table()
    for name in ("T2", "T3"):
        calm.seats[name].does(SitDown(3))
    calm.turn()
    calm.wait(2_000)
    assert (boxes(calm, "T2").home, boxes(calm, "T3").home, boxes(calm, "T3").wants) == (3, 0, -1)
    notice = view(calm, "T3").notice
    assert notice is not None
    assert notice.reason == "taken"


def test_1_26_in_a_round_it_counts_from_the_next_one_on() -> None:
    calm = table()
    calm.order(m.OpenBets())
    does(calm, "T3", SitDown(3))
    assert (boxes(calm, "T3").home, boxes(calm, "T3").next_home) == (0, 3)


# --- what a box takes ------------------------------------------------------------------------------------------------


def test_5_2_a_standing_players_bet_goes_with_the_boxs_minimum() -> None:
    calm = table()
    calm.order(m.OpenBets())
    bet(calm, "T3", box1=10)
    assert view(calm, "T3").registered_amount == 0  # it waits: 40 are missing on the box
    bet(calm, "T1", box1=100)
    calm.wait()
    bet(calm, "T3", box2=50)
    assert view(calm, "T3").registered_amount == 60
    assert tile(calm, 1, "T3").total == 110


def test_5_2_whom_others_have_left_below_the_boxs_minimum_is_told_what_it_needs() -> None:
    calm = table()
    calm.order(m.OpenBets())
    bet(calm, "T1", box1=100)
    bet(calm, "T3", box1=10)
    assert missing(calm, "T3") == 0
    calm.seats["T1"].wants(TakeBack(Spot("1/main"), 100))
    calm.wait(250)
    (left,) = view(calm, "T3").spots
    assert (left.registered, left.missing, left.standing) == (10, 50, "registered")
    bet(calm, "T2", box1=20)  # what is missing, less what lies there, is not enough of him either
    assert missing(calm, "T3") == 50
    bet(calm, "T2", box1=20)
    assert missing(calm, "T3") == 0
    calm.seats["T2"].wants(TakeBack(Spot("1/main"), 40))
    calm.wait(250)
    calm.order(m.CloseBets())
    assert missing(calm, "T3") == 0, "it plays as it stands (5.2.1)"


def test_5_1_room_is_told_and_what_is_beyond_is_not_even_asked() -> None:
    calm = table()
    calm.order(m.OpenBets())
    bet(calm, "T1", box1=450)
    assert (tile(calm, 1, "T3").room, tile(calm, 1, "T3").standing, tile(calm, 1, "T3").total) == (50, 0, 450)
    assert does(calm, "T3", PlaceBet(Spot("1/main"), 60)) == "bad_stake"
    assert does(calm, "T3", PlaceBet(Spot("1/main"), 50)) == ""
    calm.wait(250)
    assert (tile(calm, 1).standing, tile(calm, 1).room, tile(calm, 1, "T2").room) == (1, 50, 0)


def test_3_13_2_d_under_13_is_at_most_the_players_own_initial_bet() -> None:
    calm = table()
    calm.order(m.OpenBets())
    bet(calm, "T1", box1=50)
    assert does(calm, "T1", PlaceBet(Spot("1/under_13"), 60)) == "bad_stake"
    notice = view(calm).notice
    assert notice is not None
    assert (notice.spot, notice.limit) == ("1/under_13", 50)
    assert does(calm, "T1", PlaceBet(Spot("1/under_13"), 50)) == ""
    assert does(calm, "T1", PlaceBet(Spot("1/player_pair"), 60)) == "", "only those of 3.13.2"
    assert does(calm, "T3", PlaceBet(Spot("2/under_13"), 60), PlaceBet(Spot("2/main"), 60)) == ""
    shown = spots_part(view(calm))
    assert (shown["1/under_13"]["most"], shown["2/under_13"]["most"], shown["1/player_pair"]["most"]) == (
        *("50", "100", "100"),
    )


def test_5_1_a_bet_that_the_box_could_not_keep_is_back_and_said() -> None:
    calm = table()
    calm.order(m.OpenBets())
    bet(calm, "T3", box1=300, box3=50)
    bet(calm, "T1", box1=400)
    found = view(calm, "T3")
    assert (found.registered_amount, found.credit, found.stake) == (50, 4_950, 50)
    assert found.notice is not None
    assert (found.notice.reason, found.notice.spot, found.notice.paragraph) == ("rejected", "1/main", "5.1")
    bet(calm, "T3", box2=100)
    assert view(calm, "T3").registered_amount == 150


# --- what is asked ---------------------------------------------------------------------------------------------------


def test_3_16_every_offer_can_be_answered_with_no() -> None:
    calm = dealt("TS 9S 9D 6H 8H")
    assert view(calm).phase == "deciding"
    question = asked(calm)
    assert (question.kind, question.total, question.stake, question.default) == ("surrender", "16", 100, "decline")
    assert [option.key for option in question.options] == ["surrender", "decline"]
    assert boxes(calm, "T3").questions == ()  # it is the decider's
    does(calm, "T1", AnswerBox(1, "decline"))
    does(calm, "T2", AnswerBox(2, "decline"))
    assert asked(calm).kind == "choice"


def test_3_17_to_3_22_a_decision_says_what_each_answer_would_do_and_why_not() -> None:
    calm = dealt("5S 9S 9D 4H 8H")
    does(calm, "T1", AnswerBox(1, "decline"))
    does(calm, "T2", AnswerBox(2, "decline"))
    question = asked(calm)
    assert [(it.key, it.adds, it.why) for it in question.options] == [
        ("hit", 0, ""),
        ("stand", 0, "must_draw"),
        ("double", 100, ""),
        ("split", 0, "no_pair"),
    ]
    assert does(calm, "T1", AnswerBox(1, "stand")) == "illegal_decision"
    assert does(calm, "T1", AnswerBox(1, "double", 70)) == ""
    assert view(calm).stake == 170
    assert asked(calm, "T3").kind == "follow/double"
    assert does(calm, "T3", AnswerBox(1, "follow", 61)) == "illegal_decision"
    assert does(calm, "T3", AnswerBox(1, "follow", 30)) == ""
    assert view(calm, "T3").stake == 90
    calm.draw("KD")
    assert tile(calm, 1).hands[0].state == "doubled"


def test_3_12_a_card_that_is_taken_back_is_due_again_also_while_another_lies_face_down() -> None:
    calm = table(squeeze=True)
    calm.order(m.LoadShoe(6, SHUFFLER.number, 0, 0, by_hand=True))
    calm.order(m.OpenBets())
    bet(calm, "T1", box1=100)
    bet(calm, "T2", box2=100)
    calm.seats["T1"].wants(WishSqueeze(wanted=True))
    calm.order(m.CloseBets())
    for card in ("TS", "5S", "KD"):
        calm.order(m.DealCard(parse_card(card)))
    calm.order(m.TakeBackCard())
    assert calm.table.view.due == "dealer" == calm.table.game.expects(calm.table.round)


def test_3_12_the_wish_to_turn_ones_cards_is_as_the_player_said_it_last() -> None:
    """An undo is about Bets; and who says no while no Bet of his lies there has said no."""
    calm = table(squeeze=True)
    calm.order(m.OpenBets())

    def said() -> str:
        return calm.table.windows.given["bets"][PlayerId("T1")].choice

    bet(calm, "T1", box1=100)
    calm.seats["T1"].wants(WishSqueeze(wanted=True))
    assert said() == "squeeze"
    bet(calm, "T1", pair1=10)
    calm.seats["T1"].wants(UndoBet())
    assert (boxes(calm).squeezes, said()) == (True, "squeeze")
    calm.seats["T1"].wants(UndoBet())  # the first chip: the wish was none
    assert calm.table.windows.bets(PlayerId("T1")) == {}
    bet(calm, "T1", box1=100)
    assert said() == "squeeze"
    calm.seats["T1"].wants(ClearBets())
    calm.seats["T1"].wants(WishSqueeze(wanted=False))
    bet(calm, "T1", box1=100)
    assert said() == ""


def test_5_19_to_a_bet_that_was_returned_in_free_words_nothing_can_be_added() -> None:
    calm = dealt("8S 9S 9D 8H")
    calm.order(m.RuleOtherwise("he was served a dark screen", m.ReturnBets((PlayerId("T1"), PlayerId("T3")))))
    calm.draw("8C")
    does(calm, "T1", AnswerBox(1, "decline"))
    does(calm, "T2", AnswerBox(2, "decline"))
    assert [(it.key, it.why) for it in asked(calm).options] == [
        ("hit", ""),
        ("stand", ""),
        ("double", "withdrawn"),
        ("split", "withdrawn"),
    ]
    assert does(calm, "T1", AnswerBox(1, "double")) == "illegal_decision"


def test_3_21_1_who_does_not_follow_a_split_stays_on_the_first_hand() -> None:
    calm = dealt("8S 9S 9D 8H 8C")
    does(calm, "T1", AnswerBox(1, "decline"))
    does(calm, "T2", AnswerBox(2, "decline"))
    does(calm, "T1", AnswerBox(1, "split"))
    assert does(calm, "T3", AnswerBox(1, "decline/follow")) == ""
    hands = tile(calm, 1).hands
    assert [(it.hand, it.players) for it in hands] == [("1", ("T1", "T3")), ("1/1", ("T1",))]
    assert (tile(calm, 1).staked, tile(calm, 1, "T3").staked) == (200, 60)


def test_3_14_insurance_is_asked_for_each_own_bet_and_closed_by_the_last_answer() -> None:
    calm = table()
    calm.order(m.OpenBets())
    bet(calm, "T1", box1=100, box2=60)
    bet(calm, "T2", box2=100)
    calm.order(m.CloseBets())
    calm.draw("AS 9S AD KH 8H")  # T1 has a Blackjack on box 1, and 17 behind T2
    first, second = sorted(boxes(calm).questions, key=lambda it: it.box)
    assert [it.key for it in first.options] == ["even_money", "insure", "decline"]
    assert [it.key for it in second.options] == ["insure", "decline/insurance"]
    assert (second.behind, second.options[0].adds) == ("T2", 30)
    does(calm, "T1", AnswerBox(2, "insure", 20))
    assert [(it.box, it.key) for it in boxes(calm).questions] == [(1, ""), (2, "insure")]
    does(calm, "T2", AnswerBox(2, "decline/insurance"))
    assert "insurance" in calm.table.view.windows
    does(calm, "T1", AnswerBox(1, "even_money"))
    assert list(calm.table.view.windows) == ["choice/2/0/5"]
    assert dict(calm.table.windows.bets(PlayerId("T1"))) == {"1/main": 100, "2/main": 60, "2/insurance": 20}
    assert calm.table.round.boxes[0].even_money == ("T1",)


def test_3_14_even_money_is_not_lost_by_a_touch_on_insurance() -> None:
    """They exclude each other: the other one is flat until he has said no to the first."""
    calm = dealt("AS 9C AD KD 8H")
    for one, other, why in (("even_money", "insure", "even_money"), ("insure", "even_money", "excludes")):
        assert does(calm, "T1", AnswerBox(1, one)) == ""
        calm.wait(250)
        question = asked(calm)
        assert (question.key, question.registered) == (one, True)
        assert {it.key: it.why for it in question.options if it.why} == {other: why}
        assert does(calm, "T1", AnswerBox(1, other)) == "illegal_decision"
        calm.wait(250)
        assert (asked(calm).key, asked(calm).registered) == (one, True)
        does(calm, "T1", AnswerBox(1, "decline"))
        calm.wait(250)
    assert {it.key: it.why for it in asked(calm).options if it.why} == {}


@pytest.mark.parametrize(
    ("one", "closes", "other", "why"),
    [("insure", "insurance", "even_money", "excludes"), ("even_money", "even_money/1", "insure", "even_money")],
)
def test_3_15_what_was_answered_excludes_the_other_also_when_its_own_window_has_closed(
    one: str, closes: str, other: str, why: str
) -> None:
    """Found by the drill of boxes, seed 139: the button was there, and the table said no."""
    calm = dealt("AS 9C AD KD 8H")
    assert does(calm, "T1", AnswerBox(1, one)) == ""
    window = calm.table.view.windows[closes]
    for player in window.window.respondents or ():
        if player != "T1":  # staff, at his request: only this one of the two
            calm.order(m.AnswerFor(player, window.id, {}, "decline"))
    calm.wait(250)
    assert closes not in calm.table.view.windows
    (question,) = boxes(calm).questions
    assert {it.key: it.why for it in question.options if it.why} == {other: why}


def test_an_answer_may_be_changed_until_the_window_closes() -> None:
    calm = dealt("9S 9C AD 6H 8H")
    does(calm, "T1", AnswerBox(1, "insure"))
    assert (asked(calm).key, asked(calm).registered) == ("insure", True)
    does(calm, "T1", AnswerBox(1, "decline/insurance"))
    assert (asked(calm).key, view(calm).stake) == ("decline/insurance", 100)


def test_5_7_everybody_is_asked_whether_he_plays_on() -> None:
    calm = dealt("TS 9S 9D 6H 8H")
    calm.order(m.Rule(DealingError(), "5.7"))
    assert [option.key for option in asked(calm, "T3").options] == ["continue", "withdraw"]
    for name, key in (("T1", "continue"), ("T2", "continue"), ("T3", "withdraw")):
        does(calm, name, AnswerBox(0, key))
    assert "options" not in calm.table.view.windows
    assert calm.table.round.irregular.withdrawn == ("T3",)


def test_soft_totals_and_the_dealers_cards_are_told() -> None:
    calm = dealt("AS 9S 9D 5H 8H")
    assert [it.total for it in tile(calm, 1).hands] == ["6 / 16"]
    dealer = boxes(calm).dealer
    assert dealer is not None
    assert (dealer.cards, dealer.total) == (("9D",), "9")


def test_1_17_what_is_settled_in_between_is_no_longer_in_play() -> None:
    calm = table()
    calm.order(m.OpenBets())
    bet(calm, "T1", box1=100, pair1=10)
    calm.order(m.CloseBets())
    calm.draw("8S 9D 8H")
    calm.certify()
    calm.turn()
    found = view(calm)
    assert [(line.spot, line.gain) for line in found.lines] == [("1/player_pair", 110)]
    assert (boxes(calm).in_play, tile(calm, 1).staked) == ((("1/main", 100),), 100)


def test_times_of_questions_are_those_of_the_table() -> None:
    calm = dealt("TS 9S 9D 6H 8H", surrender=7_000)
    calm.wait(250)
    assert (view(calm).countdown_ms, 6_000 < view(calm).left_ms <= 7_000) == (7_000, True)


def test_squeezed_cards_are_shown_as_they_lie() -> None:
    calm = table(squeeze=True)
    calm.order(m.OpenBets())
    calm.seats["T1"].wants(PlaceBet(Spot("1/main"), 100))
    calm.order(m.CloseBets())
    calm.draw("TS 9D")
    assert tile(calm, 1).hands[0].cards == ("TS",)


def squeezing(cards: str) -> CalmTable:
    """T1 has asked to turn the cards of box 1, and T3 stands behind him; these cards are dealt."""
    calm = table(squeeze=True)
    calm.seats["T1"].wants(WishSqueeze(wanted=True))
    calm.order(m.OpenBets())
    bet(calm, "T1", box1=100)
    bet(calm, "T3", box1=60)
    calm.order(m.CloseBets())
    calm.draw(cards)
    return calm


def test_003_3_12_who_has_asked_turns_his_cards_and_all_others_see_their_backs() -> None:
    calm = squeezing("TS 9D 6H")
    assert [(it.draw, it.face, it.box, it.index) for it in boxes(calm).turns] == [(0, "TS", 1, 0), (2, "6H", 1, 1)]
    assert [tile(calm, 1, name).hands[0].cards for name in ("T1", "T3")] == [("", ""), ("", "")]
    assert (boxes(calm, "T3").turns, boxes(calm, "T3").others_turn, boxes(calm).others_turn) == ((), True, False)
    assert (tile(calm, 1, "T3").decides, tile(calm, 1, "T3").total, tile(calm, 1, "T3").staked) == ("T1", 160, 60)
    assert does(calm, "T1", TurnCards((0,))) == ""
    assert [it.draw for it in boxes(calm).turns] == [2]
    assert tile(calm, 1, "T3").hands[0].cards == ("TS", "")
    does(calm, "T1", TurnCards((2,)))
    assert (tile(calm, 1, "T3").hands[0].cards, asked(calm).kind) == (("TS", "6H"), "surrender")


def test_003_3_12_a_hand_is_taken_up_when_it_has_its_cards() -> None:
    calm = squeezing("TS 9D")
    assert boxes(calm).turns == ()


def test_003_3_12_the_wish_holds_for_the_rounds_to_come_and_is_taken_back() -> None:
    calm = table(squeeze=True)
    calm.order(m.OpenBets())
    bet(calm, "T1", box1=100)
    does(calm, "T1", WishSqueeze(wanted=True))
    given = calm.table.windows.given["bets"]
    assert (given[PlayerId("T1")].choice, boxes(calm).squeezes) == ("squeeze", True)
    bet(calm, "T1", pair1=10)
    assert given[PlayerId("T1")].choice == "squeeze"
    does(calm, "T1", WishSqueeze(wanted=False))
    assert (given[PlayerId("T1")].choice, given[PlayerId("T1")].bets) == ("", {"1/main": 100, "1/player_pair": 10})
    does(calm, "T3", WishSqueeze(wanted=True))
    bet(calm, "T3", box1=60)
    assert given[PlayerId("T3")].choice == "squeeze"


def test_003_3_12_the_wish_goes_with_whoever_had_it() -> None:
    calm = table(squeeze=True)
    does(calm, "T1", WishSqueeze(wanted=True))
    assert boxes(calm).squeezes
    does(calm, "T1", CashOut(b"all his money...", 5_000))
    calm.seats["T1"].buys(1_000)
    assert not boxes(calm).squeezes
    calm.order(m.OpenBets())
    bet(calm, "T1", box1=100)
    assert calm.table.windows.given["bets"][PlayerId("T1")].choice == ""


def test_002_5_5_4_the_first_peel_is_told_once() -> None:
    calm = squeezing("TS 9D 6H")
    for _ in range(3):
        does(calm, "T1", TurnCards())
    facts = [decode_event(entry.body) for entry in calm.entries]
    told = [fact for fact in facts if isinstance(fact, HandHandled)]
    assert (told, calm.seats["T1"].session.forgotten.turns) == ([HandHandled(1, PlayerId("T1"), 1)], None)


def test_003_5_17_a_void_that_reverses_what_was_settled_with_cards_since_corrected_is_not_disputed() -> None:
    """Found by the simulator: T3 was settled whole in between, and knew neither of the other cards nor of the Void."""
    calm = dealt("9S 8D 6H 7C 9D")
    for name, box in (("T1", 1), ("T2", 2)):
        calm.seats[name].wants(AnswerBox(box, "surrender" if box == 1 else "decline"))
    calm.certify()  # an Interim Settlement: box 1 has surrendered
    calm.turn()
    assert calm.table.ledger.credit(PlayerId("T3")) == 4_970
    calm.seats["T2"].wants(AnswerBox(2, "hit"))
    calm.order(m.CorrectCards(tuple(map(parse_card, "9C 8D 6H 7C 9D".split()))))
    assert [card.text for card in calm.table.view.hands[HandId("1")] if card] == ["9C", "7C"]
    calm.order(m.Rule(Voided("5.5.1"), "5.5.1"))
    calm.wait(1_100)
    money = {name: seat.session.credit for name, seat in calm.seats.items()}
    assert money == {"T1": 5_000, "T2": 5_000, "T3": 5_000}
    assert [seat.session.disputed for seat in calm.seats.values()] == [0, 0, 0]


# --- what became of it -------------------------------------------------------------------------------------------


def test_3_23_each_box_says_what_this_players_own_bets_on_it_came_to() -> None:
    calm = dealt("KS 9D 9S 6S KD")  # 16 and 19 against a nine
    assert tile(calm, 1).gain is None, "they are in play"
    for name, box in (("T1", 1), ("T2", 2)):
        calm.seats[name].wants(AnswerBox(box, "decline"))
    for name, box in (("T1", 1), ("T2", 2)):
        calm.seats[name].wants(AnswerBox(box, "stand"))
    calm.draw("8H")
    calm.certify()
    calm.wait(250)
    assert [[it.gain for it in boxes(calm, name).tiles] for name in ("T1", "T2", "T3")] == [
        [-100, None, None],
        [None, 100, None],
        [-60, None, None],
    ]
    assert [it.fate for it in boxes(calm).tiles] == ["lost", "won", ""]
    calm.order(m.OpenBets())
    calm.wait(250)
    assert tile(calm, 1).gain is None
