"""Non-Commission Three Pictures, paragraph by paragraph, and against a second implementation that shares no code."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boxes import DEALER, parse_spot, pro_rata, spot_of
from games.cards import DECK, Card, is_picture, parse_card, parse_cards
from games.money import InvariantBroken, Odds
from games.round import (
    Act,
    Answer,
    Answers,
    BoxBets,
    CardDrawn,
    Covered,
    DealingError,
    Discarded,
    DrawnTogether,
    Felt,
    Game,
    HandId,
    Handled,
    HandRemoved,
    InterimSettled,
    Limit,
    Outcome,
    Peeked,
    PlayerId,
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
    won,
)
from games.settlement import Line, settle
from games.three_pictures.rules import (
    RANKING_LIST,
    Ranking,
    ThreePictures,
    ThreePicturesRound,
    initial_verdict,
    point_total,
    point_value,
    rank_of,
    three_pictures_verdict,
    tie_verdict,
)
from simulation import oracle_three_pictures as oracle

ANN, BOB, CID = PlayerId("Ann"), PlayerId("Bob"), PlayerId("Cid")
GAME = ThreePictures()
SETS = ThreePictures(in_sets=True)

Stakes = Mapping[PlayerId, Mapping[str, int]]  # by Player, Spots written out: {"1/initial": 100}

PLAIN_FELT = Felt()
LIMITS = Felt(limits={"initial": Limit(100, 1000), "tie": Limit(10, 200), "three_pictures": Limit(10, 50)})


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


def answer(bets: Mapping[str, int], choice: str = "") -> Answer:
    return Answer({Spot(spot): amount for spot, amount in bets.items()}, choice)


def placed(stakes: Stakes) -> Answers:
    return {"bets": {player: answer(bets) for player, bets in stakes.items()}}


def review(player: PlayerId, bets: Mapping[str, int], given: Stakes | None = None, felt: Felt = LIMITS) -> str:
    """The paragraph of the refusal, or nothing."""
    round = GAME.begin(felt)
    (window,) = GAME.windows(round)
    refusal = GAME.review(round, window, player, answer(bets), placed(given or {}))
    return "" if refusal is None else refusal.paragraph


def no_more_bets(stakes: Stakes, felt: Felt = PLAIN_FELT, game: ThreePictures = GAME) -> ThreePicturesRound:
    return closed_with(placed(stakes), felt, game)


def closed_with(given: Answers, felt: Felt = PLAIN_FELT, game: ThreePictures = GAME) -> ThreePicturesRound:
    round = game.begin(felt)
    (window,) = game.windows(round)
    return game.step(round, game.close(round, window, given))


def after(round: ThreePicturesRound, *acts: Act, game: ThreePictures = GAME) -> ThreePicturesRound:
    for act in acts:
        round = game.step(round, act)
    return round


def drawn(round: ThreePicturesRound, text: str, game: ThreePictures = GAME) -> ThreePicturesRound:
    return after(round, *(CardDrawn(card) for card in cards(text)), game=game)


def options_taken(round: ThreePicturesRound, **choices: str) -> ThreePicturesRound:
    """Close the window of 5.6 with these answers."""
    (window,) = GAME.windows(round)
    assert window.name == "options"
    given = {"options": {PlayerId(name): Answer(choice=choice) for name, choice in choices.items()}}
    return GAME.step(round, GAME.close(round, window, given))


def on_the_felt(round: ThreePicturesRound, game: ThreePictures = GAME) -> dict[str, str]:
    return {hand: " ".join(card.text for card in held) for hand, held in game.hands(round).items()}


def back(round: ThreePicturesRound, player: PlayerId, bets: Mapping[str, int]) -> str:
    """What comes back of each Bet that is decided, and by which paragraph: `1/initial 200 §4.1`."""
    lines = settle(GAME, round, player, {Spot(spot): amount for spot, amount in bets.items()})
    return ", ".join(f"{line.spot} {line.returned} §{line.verdict.paragraph}" for line in lines)


def returned(bets: Mapping[str, int], paragraph: str) -> str:
    """The same of Bets that all come back."""
    return ", ".join(f"{spot} {amount} §{paragraph}" for spot, amount in bets.items())


def one_box(box: str, dealer: str, bets: Mapping[str, int], felt: Felt = PLAIN_FELT) -> str:
    """Ann alone on box 1: the cards come in sets, which is the same to the Bets."""
    round = no_more_bets({ANN: bets}, felt, SETS)
    return back(drawn(round, f"{box} {dealer}", SETS), ANN, bets)


def refused(round: ThreePicturesRound, act: Ruled, game: ThreePictures = GAME) -> str:
    refusal = game.rule(round, act)
    return "" if refusal is None else refusal.paragraph


ALL_THREE = {"1/initial": 100, "1/tie": 10, "1/three_pictures": 10}


def test_it_is_a_game() -> None:
    game: Game = ThreePictures()
    assert (game.name, game.document, game.rules) == ("three_pictures", "002", "RWS v4")


# --- 1: definitions ------------------------------------------------------------------------------------------------


@pytest.mark.rule("002 §1.5")
def test_002_1_5_hands_are_the_cards_dealt_to_boxes_and_dealer() -> None:
    round = drawn(no_more_bets({ANN: {"2/initial": 100}}), "9S KH 8S QD 7C JC")
    assert on_the_felt(round) == {"2": "9S 8S 7C", "dealer": "KH QD JC"}
    assert list(GAME.hands(no_more_bets({}))) == ["dealer"]


@pytest.mark.rule("002 §1.7")
def test_002_1_7_initial_bet_makes_a_box_and_a_side_bet_does_not() -> None:
    round = no_more_bets({ANN: {"1/tie": 10, "2/initial": 100, "3/three_pictures": 10}})
    assert list(GAME.hands(round)) == ["2", "dealer"]


@pytest.mark.rule("002 §1.9", "002 §3.2.1", "002 §3.2.2", "002 §3.2.3")
def test_002_3_2_an_ace_counts_one_a_number_itself_and_tens_and_pictures_nothing() -> None:
    values = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
    for card in DECK:
        assert point_value(card) == values[card.text[0]]
        assert is_picture(card) == (card.text[0] in "JQK")
    assert rank_of(cards("KS QH JD")).name == "Three Pictures"
    assert rank_of(cards("KS QH TD")).name == "Double Pictures Zero"


@pytest.mark.rule("002 §1.12")
def test_002_1_12_point_total_is_the_second_digit() -> None:
    hands = ("2C 3C 4C", "9C 8C 7C", "5C 5D KC", "AC 9S KC", "9C 9D 9H")
    assert [point_total(cards(hand)) for hand in hands] == [9, 4, 0, 0, 7]


@pytest.mark.rule("002 §1.13")
def test_002_1_13_reconstruction_deals_the_same_cards_again_in_the_intended_order() -> None:
    round = drawn(no_more_bets({ANN: {"1/initial": 100}, BOB: {"2/initial": 100}}), "2C 3C 4C 5C")
    assert on_the_felt(round) == {"1": "2C 5C", "2": "3C", "dealer": "4C"}
    intended = Reconstructed(cards("5C 4C 3C 2C"))
    assert GAME.rule(round, intended) is None
    again = after(round, intended)
    assert on_the_felt(again) == {"1": "5C 2C", "2": "4C", "dealer": "3C"}
    assert GAME.expects(again) == "2"
    for others in ("5C 4C 3C", "5C 4C 3C 2C 6C", "5C 4C 3C 6C", "5C 4C 3C 3C"):
        assert refused(round, Reconstructed(cards(others))) == "1.13"


@pytest.mark.rule("002 §1.13")
def test_002_1_13_reconstruction_waits_for_the_bets_and_takes_surplus_cards_too() -> None:
    early = drawn(GAME.begin(PLAIN_FELT), "9C")
    assert GAME.surplus(early) == cards("9C")
    assert refused(early, Reconstructed(cards("9C"))) == "3.11"
    round = drawn(no_more_bets({ANN: {"1/initial": 100}}), "2C 3C 4C 5C 6C 7C 8C")
    assert GAME.surplus(round) == cards("8C")
    again = after(round, Reconstructed(cards("8C 7C 6C 5C 4C 3C 2C")))
    assert on_the_felt(again) == {"1": "8C 6C 4C", "dealer": "7C 5C 3C"}
    assert GAME.surplus(again) == cards("2C")


@pytest.mark.rule("002 §1.14")
def test_002_1_14_a_round_lasts_until_every_bet_can_be_settled() -> None:
    round = GAME.begin(PLAIN_FELT)
    assert not GAME.finished(round)
    round = no_more_bets({ANN: {"1/initial": 100}})
    for card in cards("2C 3C 4C 5C 6C 7C"):
        assert not GAME.finished(round)
        round = after(round, CardDrawn(card))
    assert GAME.finished(round)
    assert GAME.finished(no_more_bets({ANN: {"1/tie": 10}}))  # nothing to play for


@pytest.mark.rule("002 §1.15")
def test_002_1_15_seated_player_comes_first_and_without_one_the_highest_bet() -> None:
    given = placed({ANN: {"1/initial": 100, "2/initial": 100}, BOB: {"1/initial": 300, "2/initial": 300}})
    round = GAME.begin(Felt(seats={1: ANN}))
    (window,) = GAME.windows(round)
    assert GAME.close(round, window, given) == WindowClosed(
        "bets", players=(ANN, BOB), boxes=(BoxBets(1, (ANN, BOB), 400), BoxBets(2, (BOB, ANN), 400)), kind="bets"
    )


@pytest.mark.rule("002 §1.16")
def test_002_1_16_a_standing_player_bets_on_a_seated_players_box_and_shares_its_hand() -> None:
    felt = Felt(limits=LIMITS.limits, seats={1: ANN})
    assert review(BOB, {"1/initial": 200}, {ANN: {"1/initial": 500}}, felt) == ""
    stakes = {ANN: {"1/initial": 500}, BOB: {"1/initial": 200}}
    round = drawn(no_more_bets(stakes, felt), "9C 2C KC 2D QC 2H")
    assert back(round, ANN, stakes[ANN]) == "1/initial 1000 §4.1"
    assert back(round, BOB, stakes[BOB]) == "1/initial 400 §4.1"


@pytest.mark.rule("002 §1.17")
def test_002_1_17_three_pictures_are_three_picture_cards_of_any_sort() -> None:
    assert rank_of(cards("KS KH KD")) == rank_of(cards("JC QC KC")) == Ranking(1, "Three Pictures", 0, 3)
    assert three_pictures_verdict(cards("JC QC KC")) == won(Odds(16), "4.1")
    assert three_pictures_verdict(cards("JC QC TC")) == lost("4.1")


@pytest.mark.rule("002 §1.18", "002 §4.1")
def test_002_1_18_the_same_point_total_is_a_tie() -> None:
    assert tie_verdict(rank_of(cards("KC QC 5C")), rank_of(cards("2C 2D AH"))) == won(Odds(8), "4.1")
    assert tie_verdict(rank_of(cards("KC QC 5C")), rank_of(cards("2C 2D 2H"))) == lost("3.13.3")


@pytest.mark.rule("002 §1.19", "002 §5.14")
def test_002_1_19_a_void_round_has_no_result_and_returns_every_bet() -> None:
    round = drawn(no_more_bets({ANN: {**ALL_THREE, "2/tie": 10}}), "KC 2C QC 2D JC 2H")
    assert (
        back(round, ANN, {**ALL_THREE, "2/tie": 10})
        == "1/initial 200 §4.1, 1/tie 0 §3.13.3, 1/three_pictures 170 §4.1, 2/tie 10 §5.13"
    )
    void = after(round, Voided("5.5.1"))
    assert GAME.finished(void)
    assert GAME.windows(void) == ()
    assert GAME.expects(void) is None
    assert back(void, ANN, {**ALL_THREE, "2/tie": 10}) == returned({**ALL_THREE, "2/tie": 10}, "5.14")
    assert refused(void, DealingError()) == "1.19"
    assert GAME.surplus(drawn(void, "9S")) == cards("9S")


@pytest.mark.rule("002 §5.14")
def test_002_5_14_a_round_voided_before_it_is_dealt_closes_everything() -> None:
    open_bets = GAME.begin(PLAIN_FELT)
    for round in (open_bets, no_more_bets({ANN: ALL_THREE})):
        void = after(round, Voided("5.4.2"))
        assert GAME.windows(void) == ()
        assert GAME.expects(void) is None
        assert GAME.finished(void)
        assert back(void, ANN, ALL_THREE) == returned(ALL_THREE, "5.14")


# --- 2: layout and cards -------------------------------------------------------------------------------------------


@pytest.mark.rule("002 Appendix A", "002 Appendix B", "002 §2.1.1.a", "002 §2.1.1")
def test_002_2_1_1_a_bets_only_on_the_boxes_of_the_layout() -> None:
    (window,) = GAME.windows(GAME.begin(Felt(boxes=2)))
    assert window.spots == tuple(f"{box}/{kind}" for box in (1, 2) for kind in ("initial", "tie", "three_pictures"))
    assert review(ANN, {"2/initial": 100}, felt=Felt(boxes=2)) == ""
    for spot in ("3/initial", "0/initial", "1/main", "initial", "1/initial/1", "dealer"):
        assert review(ANN, {spot: 100}, felt=Felt(boxes=2)) == "2.1.1.a", spot


@pytest.mark.rule("002 §2.2.1")
def test_002_2_2_1_a_single_deck_of_52_cards() -> None:
    assert list(ThreePictures.decks) == [1]
    assert len(set(DECK)) == 52


# --- 3: how to play ------------------------------------------------------------------------------------------------


@pytest.mark.rule("002 §3.1")
def test_002_3_1_the_higher_ranking_hand_wins() -> None:
    for higher, lower in combinations(RANKING_LIST, 2):
        assert initial_verdict(higher, lower).outcome is Outcome.WON
        assert initial_verdict(lower, higher).outcome is Outcome.LOST


@pytest.mark.rule("002 §3.2")
def test_002_3_2_nine_is_the_highest_count_and_zero_the_lowest_but_for_three_pictures() -> None:
    assert [ranking.points for ranking in RANKING_LIST[1:]] == [points for points in range(9, -1, -1) for _ in range(3)]
    assert RANKING_LIST[0] == Ranking(1, "Three Pictures", 0, 3)


@pytest.mark.rule("002 §3.3")
@pytest.mark.parametrize(
    ("hand", "ranking"),
    [
        ("KC KD QS", Ranking(1, "Three Pictures", 0, 3)),
        ("9C KD QS", Ranking(2, "Double Pictures Nine", 9, 2)),
        ("KC 5D 4S", Ranking(3, "Single Picture Nine", 9, 1)),
        ("KC TD 9S", Ranking(3, "Single Picture Nine", 9, 1)),
        ("TC TD 9S", Ranking(4, "Plain Nine", 9, 0)),
        ("9C 8D 2S", Ranking(4, "Plain Nine", 9, 0)),
        ("JC JD 8S", Ranking(5, "Double Pictures Eight", 8, 2)),
        ("QC 9D 7S", Ranking(12, "Single Picture Six", 6, 1)),
        ("2C 2D 2S", Ranking(13, "Plain Six", 6, 0)),
        ("QC JD AS", Ranking(26, "Double Pictures One", 1, 2)),
        ("TC AD TS", Ranking(28, "Plain One", 1, 0)),
        ("QC JD TS", Ranking(29, "Double Pictures Zero", 0, 2)),
        ("QC 5D 5S", Ranking(30, "Single Picture Zero", 0, 1)),
        ("TC TD TS", Ranking(31, "Plain Zero", 0, 0)),
        ("9C 9D 2S", Ranking(31, "Plain Zero", 0, 0)),
    ],
)
def test_002_3_3_a_hand_has_its_place_in_the_ranking_list(hand: str, ranking: Ranking) -> None:
    first, second, third = cards(hand)
    assert rank_of((first, second, third)) == ranking
    assert rank_of((third, first, second)) == ranking


@pytest.mark.rule("002 §3.3")
def test_002_3_3_only_three_cards_have_a_ranking() -> None:
    for text in ("", "KC", "KC 9C", "KC 9C 8C 7C"):
        with pytest.raises(InvariantBroken, match="have no ranking"):
            rank_of(cards(text))


@pytest.mark.rule("002 §3.3", "002 Appendix C")
def test_002_3_3_every_hand_ranks_as_in_the_second_rule_book() -> None:
    assert [ranking.name for ranking in RANKING_LIST] == oracle.APPENDIX_C
    counts: Counter[str] = Counter()
    for hand in combinations(DECK, 3):
        texts = [card.text for card in hand]
        name = oracle.ranking(texts)
        pictures = sum(text[0] in "JQK" for text in texts)
        expected = Ranking(oracle.APPENDIX_C.index(name) + 1, name, oracle.units(texts), pictures)
        assert rank_of(hand) == expected
        counts[name] += 1
    # Three of 12 Picture Cards; two and one of the four cards of a value; one and two of the 40 others with that
    # total (an even one also by two pairs of equal cards); three of the 40, a tenth of them for each total.
    expected_counts = {"Three Pictures": 220}
    for points, number in enumerate(oracle.NUMBERS):
        expected_counts[f"Double Pictures {number}"] = 66 * 4
        expected_counts[f"Single Picture {number}"] = 12 * (80 if points % 2 else 76)
        expected_counts[f"Plain {number}"] = 988
    assert counts == expected_counts
    assert counts.total() == 22_100


@pytest.mark.rule("002 §3.4")
def test_002_3_4_bets_may_be_placed_as_soon_as_the_round_begins() -> None:
    (window,) = GAME.windows(GAME.begin(PLAIN_FELT))
    assert (window.name, window.respondents, window.choices, window.default) == ("bets", None, (), "")
    assert (window.paragraph, len(window.spots)) == ("3.4", 21)
    assert review(ANN, ALL_THREE) == ""
    assert GAME.expects(GAME.begin(PLAIN_FELT)) is None


@pytest.mark.rule("002 §3.5", "002 §3.6")
@pytest.mark.parametrize(
    ("bets", "paragraph"),
    [
        ({"1/initial": 100, "1/tie": 10}, ""),
        ({"1/initial": 100, "1/tie": 200}, ""),
        ({"1/initial": 100, "1/tie": 9}, "3.6"),
        ({"1/initial": 100, "1/tie": 201}, "3.6"),
        ({"1/initial": 100, "1/three_pictures": 50}, ""),
        ({"1/initial": 100, "1/three_pictures": 51}, "3.6"),
        ({"1/initial": 0}, "3.6"),
        ({"1/initial": -100}, "3.6"),
        ({"1/initial": 10**16}, "3.6"),
    ],
)
def test_002_3_6_a_bet_is_within_the_limits_on_display(bets: dict[str, int], paragraph: str) -> None:
    assert review(ANN, bets) == paragraph
    felt = Felt(limits={"initial": Limit(100, 1000, 50)})  # the step on display holds too
    assert [review(ANN, {"1/initial": amount}, felt=felt) for amount in (150, 160)] == ["", "3.6"]


@pytest.mark.rule("002 §3.7")
def test_002_3_7_any_other_player_may_take_up_the_balance_of_a_box() -> None:
    assert review(BOB, {"1/initial": 400}, {ANN: {"1/initial": 600}}) == ""
    assert review(BOB, {"1/initial": 402}, {ANN: {"1/initial": 600}}) == "5.1"
    seated = Felt(limits=LIMITS.limits, seats={1: ANN})
    assert review(BOB, {"1/initial": 400}, {ANN: {"1/initial": 600}}, seated) == ""


@pytest.mark.rule("002 §3.8")
def test_002_3_8_a_player_may_bet_on_other_boxes_too() -> None:
    felt = Felt(limits=LIMITS.limits, seats={1: ANN, 2: BOB})
    bets = {"1/initial": 100, "2/initial": 200, "7/initial": 300}
    assert review(ANN, bets, {BOB: {"2/initial": 100}}, felt) == ""
    round = drawn(no_more_bets({ANN: bets}), "9C 8C 7C 2C KC QC JC 2D KD QD JD 2H")
    assert back(round, ANN, bets) == "1/initial 200 §4.1, 2/initial 400 §4.1, 7/initial 600 §4.1"


@pytest.mark.rule("002 §3.9")
def test_002_3_9_side_bets_need_an_initial_bet_on_that_box_by_any_player() -> None:
    assert review(ANN, {"1/initial": 100, "1/tie": 10, "1/three_pictures": 10}) == ""
    assert review(ANN, {"1/initial": 100, "1/tie": 10}) == ""
    assert review(BOB, {"1/tie": 10, "1/three_pictures": 10}, {ANN: {"1/initial": 100}}) == ""
    assert review(BOB, {"1/tie": 10}) == "3.9"
    assert review(BOB, {"2/three_pictures": 10}, {ANN: {"1/initial": 100}}) == "3.9"
    assert review(BOB, {"1/initial": 100, "2/tie": 10}) == "3.9"


@pytest.mark.rule("002 §3.10")
def test_002_3_10_each_player_examines_only_one_hand_and_one_on_which_he_has_a_bet() -> None:
    felt = Felt(squeeze=True)
    (window,) = GAME.windows(GAME.begin(felt))
    assert window.choices == ("squeeze",)
    on_two = {"1/initial": 100, "2/initial": 100, "3/initial": 100}
    given = {"bets": {ANN: answer(on_two, "squeeze"), BOB: answer(on_two, "squeeze"), CID: answer(on_two)}}
    round = closed_with(given, felt)
    assert [GAME.face_down(round, box) for box in (0, 1, 2, 3, 4)] == [None, ANN, BOB, None, None]
    ann, bob = answer({"1/initial": 500, "3/initial": 100}, "squeeze"), answer({"1/initial": 100}, "squeeze")
    others = {"bets": {ANN: ann, BOB: bob, CID: answer({"3/tie": 10}, "squeeze")}}
    round = closed_with(others, Felt(squeeze=True, seats={1: BOB}))
    assert [GAME.face_down(round, box) for box in (1, 3)] == [BOB, ANN]


@pytest.mark.rule("002 §3.10", "002 §5.3", "002 §5.6.3")
def test_002_3_10_a_hand_is_not_kept_face_down_for_who_has_left_it_nor_does_he_get_another() -> None:
    ann, bob = answer({"1/initial": 100, "3/initial": 100}, "squeeze"), {"2/initial": 100, "1/initial": 2}
    round = drawn(closed_with({"bets": {ANN: ann, BOB: answer(bob, "squeeze")}}, Felt(squeeze=True)), "9C")

    def examine(round: ThreePicturesRound) -> list[PlayerId | None]:
        return [GAME.face_down(round, box) for box in (1, 2, 3)]

    assert examine(round) == [ANN, BOB, None]
    assert examine(after(round, HandRemoved(1))) == [None, BOB, None]
    assert examine(after(round, WalkedAway(ANN, 1))) == [None, BOB, None]
    for who, box in ((ANN, 3), (BOB, 1)):  # they have left that box, not the Hand that they examine
        assert after(round, WalkedAway(who, box)) == round
    asked = after(round, DealingError())
    assert examine(options_taken(asked, Bob="withdraw")) == [ANN, None, None]
    assert examine(options_taken(asked, Ann="withdraw")) == [None, BOB, None]


@pytest.mark.rule("002 §3.10")
def test_002_3_10_without_the_houses_leave_nobody_squeezes() -> None:
    round = GAME.begin(PLAIN_FELT)
    (window,) = GAME.windows(round)
    refusal = GAME.review(round, window, ANN, answer({"1/initial": 100}, "squeeze"), {})
    assert refusal == Refusal("illegal_decision", "'squeeze' is not offered here", "3.4")
    allowed = GAME.begin(Felt(squeeze=True))
    (window,) = GAME.windows(allowed)
    assert GAME.review(allowed, window, ANN, answer({"1/initial": 100}, "squeeze"), {}) is None


@pytest.mark.rule("002 §3.11", "002 §5.7")
def test_002_3_11_and_5_7_no_bet_is_placed_increased_or_withdrawn_after_no_more_bets() -> None:
    (window,) = GAME.windows(GAME.begin(LIMITS))
    given = placed({ANN: {"1/initial": 100}})
    round = closed_with(given, LIMITS)
    assert GAME.windows(round) == ()
    for bets in ({"1/initial": 100, "2/initial": 100}, {"1/initial": 200}, {}):
        refusal = GAME.review(round, window, ANN, answer(bets), given)
        assert refusal is not None
        assert (refusal.reason, refusal.paragraph) == ("closed", "5.7")


@pytest.mark.rule("002 §3.12", "002 §3.12.1")
@pytest.mark.parametrize(
    ("game", "order", "felt"),
    [
        (GAME, ["2", "5", DEALER] * 3, {"2": "2C 5C 8C", "5": "3C 6C 9C", "dealer": "4C 7C TC"}),
        (SETS, ["2"] * 3 + ["5"] * 3 + [DEALER] * 3, {"2": "2C 3C 4C", "5": "5C 6C 7C", "dealer": "8C 9C TC"}),
    ],
    ids=["one by one", "in sets from a shuffler"],
)
def test_002_3_12_cards_go_round_from_the_left_and_to_the_dealer_last(
    game: ThreePictures, order: list[str], felt: dict[str, str]
) -> None:
    round = no_more_bets({ANN: {"5/initial": 100}, BOB: {"2/initial": 100, "3/tie": 10}}, game=game)
    went: list[HandId | None] = []
    for card in cards("2C 3C 4C 5C 6C 7C 8C 9C TC JC"):
        went.append(game.expects(round))
        round = after(round, CardDrawn(card), game=game)
    assert went == [*order, None]
    assert on_the_felt(round, game) == felt
    assert game.surplus(round) == cards("JC")


@pytest.mark.rule("002 §3.13")
def test_002_3_13_the_bets_are_compared_when_the_dealer_has_three_cards() -> None:
    round = drawn(no_more_bets({ANN: ALL_THREE}), "9C 8C KC QC JC")
    assert back(round, ANN, ALL_THREE) == "1/three_pictures 0 §4.1"
    assert GAME.verdicts(GAME.begin(PLAIN_FELT), ANN, {Spot("1/tie"): 10}) == {}
    round = drawn(round, "2C")
    assert back(round, ANN, ALL_THREE) == "1/initial 200 §4.1, 1/tie 0 §3.13.3, 1/three_pictures 0 §4.1"


PLAYED = {"1/initial": 100, "1/tie": 10}


@pytest.mark.rule("002 §3.13.1", "002 §3.13.2")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [("KC KD KH", "QC QD 9H"), ("QC QD 9H", "QS 9D 2C"), ("QS 9D TC", "2C 3C 3D"), ("TS TC AC", "JC QC TD")],
)
def test_002_3_13_1_a_higher_ranking_wins_the_initial_bet_and_a_lower_one_loses_it(higher: str, lower: str) -> None:
    assert one_box(higher, lower, PLAYED).startswith("1/initial 200 §4.1")
    assert one_box(lower, higher, PLAYED).startswith("1/initial 0 §3.13.2")


@pytest.mark.rule("002 §3.13.3")
@pytest.mark.parametrize(
    ("box", "dealer"),
    [("QC QD 9H", "KC KD 9C"), ("2C 3C AD", "2D 3H AS"), ("KC 8D 8H", "JC 9D 7H"), ("TC TD TH", "5C 5D TS")],
)
def test_002_3_13_3_the_same_ranking_returns_the_initial_bet_and_pays_the_tie(box: str, dealer: str) -> None:
    assert one_box(box, dealer, PLAYED) == "1/initial 100 §3.13.3, 1/tie 90 §4.1"
    assert one_box(box, "KH KS 3D", PLAYED).endswith("1/tie 0 §3.13.3")  # another Point Total


@pytest.mark.rule("002 §3.13.4")
@pytest.mark.parametrize(
    ("box", "dealer", "result"),
    [
        ("QC QD 9H", "KC 4C 5C", "1/initial 200 §4.1, 1/tie 90 §4.1"),
        ("KC 4C 5C", "QC QD 9H", "1/initial 0 §3.13.2, 1/tie 90 §4.1"),
        ("KC KD 6C", "2C 2D 2H", "1/initial 150 §4.1, 1/tie 90 §4.1"),
        ("KC KD KH", "QC QD TH", "1/initial 200 §4.1, 1/tie 90 §4.1"),  # Three Pictures have no points either
        ("2C 9D 9H", "KC KD KH", "1/initial 0 §3.13.2, 1/tie 90 §4.1"),
    ],
)
def test_002_3_13_4_the_same_points_in_another_ranking_pay_the_tie_while_the_initial_bet_goes_by_ranking(
    box: str, dealer: str, result: str
) -> None:
    assert one_box(box, dealer, PLAYED) == result


# --- 4.1: each row of the table ------------------------------------------------------------------------------------


@pytest.mark.rule("002 §4.1", "002 §1.8")
@pytest.mark.parametrize("box", ["KC KD 6C", "KC TD 6C", "2C 2D 2H", "9C 9D 8H"])
def test_002_4_1_a_win_on_six_points_pays_one_to_two_and_needs_an_even_stake(box: str) -> None:
    assert initial_verdict(rank_of(cards(box)), rank_of(cards("AC AD 3H"))) == won(Odds(1, 2), "4.1")
    assert one_box(box, "AC AD 3H", {"1/initial": 100}) == "1/initial 150 §4.1"
    assert one_box("AC AD 3H", box, {"1/initial": 100}) == "1/initial 0 §3.13.2"  # a Dealer's six takes it whole
    for other in ("KC KD KH", "KC KD 9C", "2S TD 9H", "KC TD 8C", "7C TH TD", "5C KS KD", "KC 4D AH"):
        assert initial_verdict(rank_of(cards(other)), rank_of(cards("TC TD TH"))) == won(Odds(1), "4.1")
    assert review(ANN, {"1/initial": 101}, felt=PLAIN_FELT) == "3.6"
    assert review(ANN, {"1/initial": 102, "1/tie": 11, "1/three_pictures": 13}, felt=PLAIN_FELT) == ""


@pytest.mark.rule("002 §4.1")
def test_002_4_1_three_pictures_pay_sixteen_to_one_even_if_the_dealer_has_them_too() -> None:
    assert (
        one_box("KC KD KH", "QC QD QH", ALL_THREE) == "1/initial 100 §3.13.3, 1/tie 90 §4.1, 1/three_pictures 170 §4.1"
    )
    assert one_box("KC KD TH", "QC QD QH", ALL_THREE).endswith("1/three_pictures 0 §4.1")


@pytest.mark.rule("002 §4.1")
def test_002_4_1_the_three_pictures_bet_is_decided_as_soon_as_it_can_be() -> None:
    bets = {"1/initial": 100, "1/three_pictures": 10, "2/initial": 100, "2/three_pictures": 10}
    round = drawn(no_more_bets({ANN: bets}), "KC QC TC JC")
    assert back(round, ANN, bets) == ""
    round = drawn(round, "TD")
    assert back(round, ANN, bets) == "2/three_pictures 0 §4.1"
    round = drawn(round, "TH KD")
    assert back(round, ANN, bets) == "1/three_pictures 170 §4.1, 2/three_pictures 0 §4.1"


# --- 5: irregularities ---------------------------------------------------------------------------------------------


@pytest.mark.rule("002 §5.1")
def test_002_5_1_excess_bets_are_rejected_and_the_seated_player_comes_first() -> None:
    felt = Felt(limits=LIMITS.limits, seats={1: ANN})
    assert review(ANN, {"1/initial": 1000}) == ""
    assert review(ANN, {"1/initial": 1002}) == "5.1"
    assert review(BOB, {"1/initial": 502}, {ANN: {"1/initial": 500}}, felt) == "5.1"
    assert review(ANN, {"1/initial": 502}, {BOB: {"1/initial": 500}}, felt) == ""
    assert review(ANN, {"1/initial": 1002}, {BOB: {"1/initial": 500}}, felt) == "5.1"


@pytest.mark.rule("002 §5.1.1")
def test_002_5_1_1_excess_bets_that_were_not_rejected_win_or_lose_pro_rata() -> None:
    stakes = {ANN: {"1/initial": 1000}, BOB: {"1/initial": 500, "1/tie": 100}}
    box = no_more_bets(stakes, LIMITS)
    higher, lower, same = (drawn(box, text) for text in ("9C 8C KC KD QC QD", "8C 9C KC KD QC QD", "9C 9D KC KD QC QD"))
    assert back(higher, ANN, stakes[ANN]) == "1/initial 1666 §4.1"  # 1000 x 1000 / 1500 = 666 play
    assert back(higher, BOB, stakes[BOB]) == "1/initial 833 §4.1, 1/tie 0 §3.13.3"
    assert back(lower, ANN, stakes[ANN]) == "1/initial 334 §3.13.2"
    assert back(lower, BOB, stakes[BOB]) == "1/initial 167 §3.13.2, 1/tie 0 §3.13.3"
    assert back(same, BOB, stakes[BOB]) == "1/initial 500 §3.13.3, 1/tie 900 §4.1"
    assert GAME.verdicts(same, ANN, {Spot("1/initial"): 1000})[Spot("1/initial")].counts is None
    verdict = Verdict(Outcome.LOST, Odds(-1), "3.13.2", 666)
    note = "666 of 1000 plays pro rata, the rest is returned"
    lines = settle(GAME, lower, ANN, {Spot("1/initial"): 1000})
    assert lines == (Line(Spot("1/initial"), 1000, 334, verdict, note),)


@pytest.mark.rule("002 §5.1.1")
def test_002_5_1_1_a_box_at_its_maximum_plays_whole_and_an_odd_half_is_rounded_down() -> None:
    full = {ANN: {"1/initial": 600}, BOB: {"1/initial": 400}}
    round = drawn(no_more_bets(full, LIMITS), "9C 8C KC KD QC QD")
    assert back(round, ANN, full[ANN]) == "1/initial 1200 §4.1"
    assert GAME.verdicts(round, ANN, {Spot("1/initial"): 600})[Spot("1/initial")].counts is None
    over = {ANN: {"1/initial": 1000}, BOB: {"1/initial": 500}}
    (line,) = settle(GAME, drawn(no_more_bets(over, LIMITS), "6C 5C KC KD QC QD"), BOB, {Spot("1/initial"): 500})
    assert (line.returned, line.verdict.odds) == (500 + 333 // 2, Odds(1, 2))
    assert line.note == "333 of 500 plays pro rata, the rest is returned; the half is rounded down"


@pytest.mark.rule("002 §5.1.1", "002 §5.1.2")
def test_002_5_1_2_pro_rata_never_goes_below_the_minimum_and_a_bet_under_it_plays_whole() -> None:
    at_least = {ANN: {"1/initial": 1900}, BOB: {"1/initial": 100}}
    round = drawn(no_more_bets(at_least, LIMITS), "9C 8C KC KD QC QD")
    assert back(round, ANN, at_least[ANN]) == "1/initial 2850 §4.1"
    assert back(round, BOB, at_least[BOB]) == "1/initial 200 §4.1"  # not 50
    assert pro_rata(100, 2000, LIMITS.limits["initial"]) == 100
    stakes = {ANN: {"1/initial": 1960}, BOB: {"1/initial": 40}}
    round = drawn(no_more_bets(stakes, LIMITS), "8C 9C KC KD QC QD")
    assert back(round, ANN, stakes[ANN]) == "1/initial 980 §3.13.2"
    assert back(round, BOB, stakes[BOB]) == "1/initial 0 §3.13.2"


@pytest.mark.rule("002 §5.2")
def test_002_5_2_a_box_below_its_minimum_must_be_increased_or_withdrawn() -> None:
    assert review(ANN, {"1/initial": 98}) == "5.2"
    assert review(ANN, {"1/initial": 100}) == ""
    assert review(ANN, {}) == ""
    assert review(BOB, {"1/initial": 40}, {ANN: {"1/initial": 60}}) == ""  # it is the box's total that counts


@pytest.mark.rule("002 §5.2.1")
def test_002_5_2_1_a_bet_below_the_minimum_that_nobody_noticed_wins_or_loses() -> None:
    bets = {"1/initial": 40}
    box = no_more_bets({ANN: bets}, LIMITS)
    assert back(drawn(box, "9C 8C KC KD QC QD"), ANN, bets) == "1/initial 80 §4.1"
    assert back(drawn(box, "8C 9C KC KD QC QD"), ANN, bets) == "1/initial 0 §3.13.2"


@pytest.mark.rule("002 §5.3")
def test_002_5_3_the_bets_of_a_player_who_walks_away_are_settled() -> None:
    round = drawn(no_more_bets({ANN: ALL_THREE}), "KC 9C KD")
    assert refused(round, WalkedAway(ANN, 1)) == ""
    assert refused(round, WalkedAway(BOB, 1)) == refused(round, WalkedAway(ANN, 2)) == "5.3"
    assert after(round, WalkedAway(ANN, 1)) == round
    assert (
        back(drawn(after(round, WalkedAway(ANN, 1)), "KH KS 9D"), ANN, ALL_THREE)
        == "1/initial 200 §4.1, 1/tie 0 §3.13.3, 1/three_pictures 170 §4.1"
    )


@pytest.mark.rule("002 §5.4", "002 §5.4.1", "002 §5.4.2")
@pytest.mark.parametrize(
    ("dealt", "established"),
    [
        *(("", False), ("KC", False), ("KC QC", False), ("KC QC 9C", False), ("KC QC 9C KD QD 8C", False)),
        *(("TC", True), ("KC 2C", True), ("KC QC 9C KD AD", True), ("KC QC 9C KD QD 8C KH", True)),
    ],
)
def test_002_5_4_1_one_card_that_is_no_picture_or_three_that_are_establish_an_outcome(
    dealt: str, established: bool
) -> None:
    round = drawn(no_more_bets({ANN: {"1/initial": 100}, BOB: {"2/initial": 100}}), dealt)
    assert GAME.established(round) is established
    # 5.4.2 voids the Round only where nothing is established.
    assert refused(round, Voided("5.4.2")) == ("5.4.1" if established else "")
    if established and len(dealt) < 3:  # a Hand that is out of the Round establishes nothing
        assert not GAME.established(after(round, HandRemoved(1)))
        assert not GAME.established(options_taken(after(round, DealingError()), Ann="withdraw"))


@pytest.mark.rule("002 §5.5")
@pytest.mark.parametrize("paragraph", ["5.5", "5.5.7", "5.6", "5.8", "5.4.1", ""])
def test_002_5_5_no_other_paragraph_voids_a_round(paragraph: str) -> None:
    round = drawn(no_more_bets({ANN: ALL_THREE}), "KC 9C KD")
    assert refused(round, Voided(paragraph)) == "5.5"


@pytest.mark.rule("002 §5.5.1", "002 §5.5.2", "002 §5.5.3", "002 §5.5.4", "002 §5.5.5", "002 §5.5.6", "002 §5.16")
@pytest.mark.parametrize("paragraph", ["5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.5.6", "5.16"])
def test_002_5_5_voids_a_round_even_with_an_outcome_established(paragraph: str) -> None:
    round = drawn(no_more_bets({ANN: ALL_THREE}), "9C 8C KC QC JC 2C")
    assert refused(round, Voided(paragraph)) == ""
    void = after(round, Voided(paragraph))
    assert void.voided == paragraph
    assert back(void, ANN, ALL_THREE) == returned(ALL_THREE, "5.14")


@pytest.mark.rule("002 §5.5.4")
@pytest.mark.parametrize("game", [GAME, SETS], ids=["one_by_one", "in_sets"])
def test_002_5_5_4_moved_hands_are_dealt_anew_without_any_option(game: ThreePictures) -> None:
    bets = {ANN: {"1/initial": 100}, BOB: {"2/initial": 100}}
    round = drawn(no_more_bets(bets, game=game), "2C 3C 4C 5C 6C 7C 8C 9C TC", game)
    before = on_the_felt(round, game)
    moved = "3C 2C 4C 6C 5C 7C 9C 8C TC" if game is GAME else "5C 6C 7C 2C 3C 4C 8C 9C TC"
    assert game.rule(round, Reconstructed(cards(moved)), "5.5.4") is None
    again = after(round, Reconstructed(cards(moved)), game=game)
    assert on_the_felt(again, game) == {"1": before["2"], "2": before["1"], "dealer": before["dealer"]}
    assert game.windows(again) == ()
    assert game.finished(again)


@pytest.mark.rule("002 §5.5.4", "002 §5.6.2")
def test_002_5_5_4_only_whole_hands_are_moved_and_another_order_is_an_error_that_all_choose_about() -> None:
    bets = {ANN: {"1/initial": 100}, BOB: {"2/initial": 100}}
    round = drawn(no_more_bets(bets), "2C 3C 4C 5C 6C 7C 8C 9C TC")
    broken = Reconstructed(cards("3C 2C 4C 5C 6C 7C 8C 9C TC"))
    refusal = GAME.rule(round, broken, "5.5.4")
    assert refusal is not None
    assert refusal.paragraph == "5.5.4"
    assert GAME.rule(round, Reconstructed(cards("2C 3C 4C 5C 6C 7C 8C 9C TC")), "5.5.4") is not None  # as they lie
    assert GAME.rule(round, broken, "5.6") is None
    again = after(round, broken)
    assert [window.name for window in GAME.windows(again)] == ["options"]
    assert GAME.windows(options_taken(again)) == ()
    assert GAME.windows(after(options_taken(again), Reconstructed(cards("2C 3C 4C 5C 6C 7C 8C 9C TC")))) == ()


@pytest.mark.rule("002 §5.6.2")
def test_002_5_6_2_a_card_that_lay_beside_is_no_whole_hand() -> None:
    round = drawn(no_more_bets({ANN: {"1/initial": 100}}), "2C 3C 4C 5C 6C 7C 8C")
    assert GAME.surplus(round) == cards("8C")
    assert GAME.windows(after(round, Reconstructed(cards("2C 3C 4C 5C 6C 7C 8C")))) == ()
    again = after(round, Reconstructed(cards("8C 3C 4C 5C 6C 7C 2C")))
    assert [window.name for window in GAME.windows(again)] == ["options"]


@pytest.mark.rule("002 §5.6")
def test_002_5_6_a_dealing_error_gives_every_player_the_option() -> None:
    stakes = {ANN: {"1/initial": 100}, BOB: {"1/tie": 10}, CID: {"2/initial": 100}}
    round = no_more_bets(stakes)
    assert refused(round, DealingError()) == "5.6"  # no card has been dealt
    round = drawn(round, "9C 8C")
    assert refused(round, DealingError()) == ""
    asked = after(round, DealingError())
    (window,) = GAME.windows(asked)
    choices = ("continue", "withdraw")
    assert window == Window(
        "options", (), choices, respondents=(ANN, BOB, CID), default="continue", paragraph="5.6", kind="options"
    )
    assert GAME.expects(asked) is None
    assert GAME.surplus(drawn(asked, "7C")) == cards("7C")
    given = placed(stakes)
    assert GAME.review(asked, window, BOB, Answer(choice="withdraw"), given) is None
    assert GAME.review(asked, window, BOB, Answer(choice="continue"), given) is None
    refusals = [
        GAME.review(asked, window, PlayerId("Dan"), Answer(choice="withdraw"), given),
        GAME.review(asked, window, BOB, Answer(choice="squeeze"), given),
        GAME.review(asked, window, BOB, answer({"1/tie": 20}), given),
        GAME.review(round, window, BOB, Answer(choice="withdraw"), given),
    ]
    assert [refusal and (refusal.reason, refusal.paragraph) for refusal in refusals] == (
        [("illegal_decision", "5.6")] * 2 + [("closed", "5.7")] * 2
    )


@pytest.mark.rule("002 §5.6.1")
def test_002_5_6_1_who_continues_plays_the_hand_as_it_is_and_is_bound() -> None:
    round = after(drawn(no_more_bets({ANN: {"1/initial": 100}}), "9C 8C"), DealingError())
    round = options_taken(round, Ann="continue")
    assert GAME.expects(round) == "1"
    assert refused(round, DealingError()) == ""
    assert after(round, DealingError()) == round  # a second error changes nothing for who is bound
    round = drawn(round, "KC KD QC QD")
    assert back(round, ANN, {"1/initial": 100}) == "1/initial 200 §4.1"


@pytest.mark.rule("002 §5.6", "002 §5.6.3")
def test_002_5_6_a_house_may_ask_every_time_and_who_is_out_stays_out() -> None:
    often = ThreePictures(options_every_time=True)
    stakes = {ANN: {"1/initial": 100}, BOB: {"1/initial": 100}, CID: {"2/initial": 100}}
    round = often.step(drawn(no_more_bets(stakes), "9C 8C"), DealingError())
    for leaves, asked in ((ANN, (ANN, BOB, CID)), (CID, (BOB, CID)), (BOB, (BOB,))):
        (window,) = often.windows(round)
        assert window.respondents == asked
        given = {**placed(stakes), "options": {leaves: Answer(choice="withdraw")}}
        round = often.step(often.step(round, often.close(round, window, given)), DealingError())
        assert back(round, leaves, stakes[leaves]).endswith("100 §5.6.3")
    assert back(round, ANN, stakes[ANN]) == "1/initial 100 §5.6.3"
    assert (often.windows(round), often.finished(round)) == ((), True)  # nobody is left to be asked


@pytest.mark.rule("002 §5.6.2")
@pytest.mark.parametrize("reconstructed_first", [True, False])
def test_002_5_6_2_who_continues_plays_the_reconstructed_hand(reconstructed_first: bool) -> None:
    round = drawn(no_more_bets({ANN: {"1/initial": 100}}), "9C 8C KC KD QC QD")
    swapped, error = Reconstructed(cards("8C 9C KC KD QC QD")), DealingError()
    acts: tuple[Act, Act] = (swapped, error) if reconstructed_first else (error, swapped)
    asked = after(round, *acts)
    assert not GAME.finished(asked)
    round = options_taken(asked)  # the default is to continue
    assert GAME.finished(round)
    assert back(round, ANN, {"1/initial": 100}) == "1/initial 0 §3.13.2"


@pytest.mark.rule("002 §5.6.3")
def test_002_5_6_3_who_withdraws_gets_every_bet_back_and_his_hand_is_invalidated() -> None:
    stakes = {ANN: {**ALL_THREE, "2/tie": 30}, BOB: {"2/initial": 100, "1/tie": 50, "2/three_pictures": 10}}
    round = after(drawn(no_more_bets(stakes), "9C 8C 7C TC"), DealingError())
    round = options_taken(round, Ann="withdraw", Bob="continue")
    assert back(round, ANN, stakes[ANN]) == returned(stakes[ANN], "5.6.3")
    went = []
    for card in cards("KC KD QC QD"):
        went.append(GAME.expects(round))
        round = after(round, CardDrawn(card))
    assert went == ["2", DEALER, "2", DEALER]  # box 1 has nobody any more
    assert on_the_felt(round) == {"1": "9C TC", "2": "8C KC QC", "dealer": "7C KD QD"}
    assert back(round, BOB, stakes[BOB]) == "2/initial 200 §4.1, 1/tie 50 §5.6.3, 2/three_pictures 0 §4.1"


@pytest.mark.rule("002 §5.6.3")
def test_002_5_6_3_withdrawal_survives_a_reconstruction_and_ends_a_round_without_players() -> None:
    stakes = {ANN: {"1/initial": 100}, BOB: {"2/initial": 100}}
    asked = after(drawn(no_more_bets(stakes), "2C 3C 4C 5C"), DealingError())
    round = drawn(options_taken(asked, Ann="withdraw"), "6C 7C 8C 9C")
    assert on_the_felt(round) == {"1": "2C 5C", "2": "3C 6C 8C", "dealer": "4C 7C 9C"}
    again = after(round, Reconstructed(cards("2C 4C 3C 5C 6C 7C 8C 9C")))
    assert on_the_felt(again) == {"1": "2C 5C", "2": "4C 6C 8C", "dealer": "3C 7C 9C"}
    assert back(again, ANN, stakes[ANN]) == "1/initial 100 §5.6.3"
    nobody = options_taken(asked, Ann="withdraw", Bob="withdraw")
    assert (GAME.expects(nobody), GAME.finished(nobody)) == (None, True)
    assert on_the_felt(nobody) == on_the_felt(asked)
    shared = {ANN: {"1/initial": 100}, BOB: {"1/initial": 100}}  # others on the box play on
    asked = after(drawn(no_more_bets(shared), "9C 8C"), DealingError())
    round = drawn(options_taken(asked, Ann="withdraw"), "KC KD QC QD")
    assert back(round, ANN, shared[ANN]) == "1/initial 100 §5.6.3"
    assert back(round, BOB, shared[BOB]) == "1/initial 200 §4.1"


@pytest.mark.rule("002 §5.6")
def test_002_5_6_what_everybody_may_know_is_who_withdrew() -> None:
    stakes = {ANN: {"1/initial": 100}, BOB: {"2/initial": 100}}
    asked = after(drawn(no_more_bets(stakes), "9C 8C"), DealingError())
    (window,) = GAME.windows(asked)
    one_leaves = {ANN: Answer(choice="continue"), BOB: Answer(choice="withdraw")}
    closed = GAME.close(asked, window, {"options": one_leaves})
    assert closed == WindowClosed("options", "withdraw", (BOB,), kind="options")
    nobody = GAME.close(asked, window, {"options": {ANN: Answer()}})
    assert nobody == WindowClosed("options", "continue", kind="options")


@pytest.mark.rule("002 §5.6")
def test_002_5_6_a_window_that_is_not_open_cannot_be_closed() -> None:
    round = no_more_bets({ANN: {"1/initial": 100}})
    for window in ("options", "bets"):
        with pytest.raises(InvariantBroken, match="is not open"):
            after(round, WindowClosed(window))


@pytest.mark.rule("002 §5.8")
def test_002_5_8_a_hand_with_an_incorrect_number_of_cards_is_removed_and_its_bets_returned() -> None:
    stakes = {ANN: ALL_THREE, BOB: {"1/tie": 50, "2/initial": 100}}
    round = drawn(no_more_bets(stakes), "9C 8C 7C TC")
    assert [refused(round, HandRemoved(box)) for box in (0, 1, 2, 3)] == ["5.8", "", "", "5.8"]
    removed = after(round, HandRemoved(1))
    assert refused(removed, HandRemoved(1)) == "5.8"
    round = drawn(options_taken(removed), "KC KD QC QD")
    assert on_the_felt(round) == {"1": "9C TC", "2": "8C KC QC", "dealer": "7C KD QD"}
    assert GAME.finished(round)
    assert back(round, ANN, stakes[ANN]) == returned(stakes[ANN], "5.8")
    assert back(round, BOB, stakes[BOB]) == "1/tie 50 §5.8, 2/initial 200 §4.1"


@pytest.mark.rule("002 §5.8")
def test_002_5_8_after_a_removal_the_other_hands_are_put_right_with_the_cards_they_have() -> None:
    # Box 1 was given four cards, which no order of dealing explains: the other Hands are named, the rest is over.
    stakes = {ANN: {"1/initial": 100}, BOB: {"2/initial": 100}}
    round = drawn(no_more_bets(stakes), "2C 3C 4C 5C 6C 7C 8C 9C TC JC")
    round = after(round, HandRemoved(1), Reconstructed(cards("3C 5C 6C 8C 9C TC 2C 4C 7C JC")))
    assert on_the_felt(round) == {"1": "", "2": "3C 6C 9C", "dealer": "5C 8C TC"}
    assert GAME.surplus(round) == cards("2C 4C 7C JC")
    assert back(options_taken(round), ANN, stakes[ANN]) == "1/initial 100 §5.8"
    assert back(options_taken(round), BOB, stakes[BOB]) == "2/initial 200 §4.1"


@pytest.mark.rule("002 §5.8.1")
def test_002_5_8_1_the_remaining_players_have_the_options_once() -> None:
    stakes = {ANN: {"1/initial": 100}, BOB: {"2/initial": 100}, CID: {"3/initial": 100}}
    round = after(drawn(no_more_bets(stakes), "9C 8C 7C 6C"), HandRemoved(1))
    (window,) = GAME.windows(round)
    assert window.name == "options"
    round = options_taken(round, Bob="withdraw")
    assert back(round, BOB, stakes[BOB]) == "2/initial 100 §5.6.3"
    assert GAME.windows(round) == ()
    assert GAME.windows(after(round, HandRemoved(3))) == ()  # Cid has chosen to go on
    only = options_taken(after(drawn(no_more_bets({ANN: {"1/initial": 100}}), "9C 8C"), HandRemoved(1)))
    assert (GAME.expects(only), GAME.finished(only)) == (None, True)  # no cards for a Dealer who is alone


@pytest.mark.rule("002 §5.9")
def test_002_5_9_a_card_found_face_up_is_the_next_card() -> None:
    round = drawn(no_more_bets({ANN: {"1/initial": 100}}), "9C")
    assert GAME.expects(round) == DEALER
    assert on_the_felt(drawn(round, "8S")) == {"1": "9C", "dealer": "8S"}
    assert GAME.windows(drawn(round, "8S")) == ()  # and no dealing error


@pytest.mark.rule("002 §5.10")
def test_002_5_10_cards_drawn_together_come_in_the_order_decided_by_the_pit_supervisor() -> None:
    round = drawn(no_more_bets({ANN: {"1/initial": 100}}), "9C")
    for order, felt in (("8C 7C", {"1": "9C 7C", "dealer": "8C"}), ("7C 8C", {"1": "9C 8C", "dealer": "7C"})):
        together = DrawnTogether(cards(order))
        assert refused(round, together) == "5.10"  # they never left the shoe
        assert refused(drawn(round, "8C 7C"), together) == ""
        assert on_the_felt(after(drawn(round, "8C 7C"), together)) == felt
    assert refused(drawn(round, "8C"), DrawnTogether(cards("8C"))) == "5.10"
    last = drawn(round, "8C 7C 6C 5C")
    for wrong in ("8C 7C", "7C 5C", "6C 5C 4C", "9C 8C 7C 6C 5C 5C"):
        assert refused(last, DrawnTogether(cards(wrong))) == "5.10"  # not the last ones
    assert refused(drawn(last, "4C 3C 2C"), DrawnTogether(cards("3C 2C"))) == "5.10"  # nothing was due
    for order in ("3C 2C", "2C 3C"):
        ended = after(drawn(last, "3C 2C"), DrawnTogether(cards(order)))
        first, other = order.split()
        assert (on_the_felt(ended)["dealer"], GAME.surplus(ended)) == (f"8C 6C {first}", cards(other))
    stakes = {ANN: {"1/initial": 100}, BOB: {"2/initial": 100}}
    left = options_taken(after(drawn(no_more_bets(stakes), "9C 8C"), DealingError()), Ann="withdraw")
    left = after(drawn(left, "7C 6C"), DrawnTogether(cards("6C 7C")))
    assert on_the_felt(left) == {"1": "9C", "2": "8C 7C", "dealer": "6C"}  # no more cards for who has left
    in_sets = drawn(no_more_bets({ANN: {"1/initial": 100}}, game=SETS), "9C 8C 7C 6C", SETS)
    in_sets = after(in_sets, DrawnTogether(cards("6C 7C")), game=SETS)
    assert on_the_felt(in_sets, SETS) == {"1": "9C 8C 6C", "dealer": "7C"}


@pytest.mark.rule("002 §5.10.1")
def test_002_5_10_1_cards_drawn_together_are_a_dealing_error() -> None:
    bets = {"1/initial": 100}
    round = after(drawn(no_more_bets({ANN: bets}), "9C 8C 7C"), DrawnTogether(cards("8C 7C")))
    assert [window.name for window in GAME.windows(round)] == ["options"]
    early = drawn(round, "6C 5C")
    assert refused(early, DrawnTogether(cards("6C 5C"))) == "5.10"  # while the options are open no card is due
    assert back(options_taken(round, Ann="withdraw"), ANN, bets) == "1/initial 100 §5.6.3"
    bound = options_taken(round, Ann="continue")
    assert GAME.windows(after(drawn(bound, "6C 5C"), DrawnTogether(cards("6C 5C")))) == ()


@pytest.mark.rule("002 §5.11")
def test_002_5_11_an_error_in_one_round_leaves_the_next_alone() -> None:
    erroneous = after(drawn(no_more_bets({ANN: {"1/initial": 100}}), "9C 8C"), DealingError())
    following = no_more_bets({ANN: {"1/initial": 100}})
    after(options_taken(erroneous, Ann="withdraw"), Voided("5.5.2"))
    round = drawn(following, "9C 8C KC KD QC QD")
    assert back(round, ANN, {"1/initial": 100}) == "1/initial 200 §4.1"


@pytest.mark.rule("002 §5.12")
def test_002_5_12_the_bets_are_what_is_registered_when_they_are_closed() -> None:
    round = GAME.begin(PLAIN_FELT)
    (window,) = GAME.windows(round)
    given = placed({ANN: {"3/initial": 100}, BOB: {}, CID: {"3/tie": 10}})
    assert GAME.close(round, window, given) == WindowClosed(
        "bets", players=(ANN, CID), boxes=(BoxBets(3, (ANN,), 100),), kind="bets"
    )
    assert GAME.close(round, window, {}) == WindowClosed("bets", kind="bets")


@pytest.mark.rule("002 §5.13")
def test_002_5_13_a_side_bet_on_a_box_without_an_initial_bet_is_returned() -> None:
    stakes = {ANN: {"1/initial": 100}, BOB: {"2/tie": 10, "2/three_pictures": 20, "1/tie": 30}}
    round = no_more_bets(stakes)
    assert back(round, BOB, stakes[BOB]) == "2/tie 10 §5.13, 2/three_pictures 20 §5.13"
    round = drawn(round, "9C 8C KC KD QC QD")
    assert back(round, BOB, stakes[BOB]).endswith("1/tie 0 §3.13.3")  # another's Initial Bet is enough to keep it
    with pytest.raises(InvariantBroken, match="without an Initial Bet"):
        back(round, BOB, {"2/initial": 100})


@pytest.mark.rule("002 §5.15")
def test_002_5_15_a_pit_employee_may_place_a_bet_for_a_player() -> None:
    round = GAME.begin(LIMITS)
    (window,) = GAME.windows(round)
    for amount, paragraph in ((100, ""), (1002, "5.1")):
        entered = Answer({Spot("1/initial"): amount}, entered_by="Dealer 12")
        refusal = GAME.review(round, window, ANN, entered, {})
        assert ("" if refusal is None else refusal.paragraph) == paragraph
    given = {"bets": {ANN: Answer({Spot("1/initial"): 100}, entered_by="Dealer 12")}}
    assert GAME.close(round, window, given).players == (ANN,)


@pytest.mark.rule("002 §5.16")
def test_002_5_16_what_the_rules_do_not_know_is_refused_and_a_shift_manager_may_void() -> None:
    round = drawn(no_more_bets({ANN: ALL_THREE}), "9C")
    assert refused(round, Voided("5.16")) == ""
    assert refused(round, InterimSettled()) == "5.16"
    with pytest.raises(InvariantBroken, match="InterimSettled is no act of this game"):
        after(round, InterimSettled())
    for card in ("2C", "9C"):  # never drawn; in a Hand
        assert refused(round, Discarded(parse_card(card))) == "5.16"
    whole = drawn(round, "8C 7C 6C 5C 4C")
    discarded = Discarded(parse_card("2C"))
    assert refused(drawn(whole, "2C"), discarded) == ""
    assert GAME.surplus(after(drawn(whole, "2C"), discarded)) == ()
    assert on_the_felt(after(drawn(whole, "2C"), discarded)) == on_the_felt(whole)
    in_order = Reconstructed(cards("9C 8C 7C 6C 5C 4C"))
    assert refused(after(drawn(whole, "2C"), discarded), in_order) == ""  # and stays out of a Reconstruction


# --- whole Rounds against the second rule book -----------------------------------------------------------------------

PLAYERS = (ANN, BOB, CID)
KINDS = ("initial", "tie", "three_pictures")


@st.composite
def bets_of_a_table(draw: st.DrawFn) -> dict[PlayerId, dict[tuple[int, str], int]]:
    stakes: dict[PlayerId, dict[tuple[int, str], int]] = {player: {} for player in PLAYERS}
    spots = st.tuples(st.sampled_from(PLAYERS), st.integers(1, 7), st.sampled_from(KINDS))
    for player, box, kind in draw(st.lists(spots, min_size=1, max_size=12)):
        amount = draw(st.integers(1, 600))
        stakes[player][box, kind] = 2 * amount if kind == "initial" else amount
    return stakes


def as_bets(stakes: Mapping[tuple[int, str], int]) -> dict[Spot, int]:
    return {spot_of(box, kind): amount for (box, kind), amount in stakes.items()}


@given(bets_of_a_table(), st.permutations(DECK), st.booleans(), st.integers(1, 300), st.integers(0, 1500))
def test_whole_rounds_are_settled_as_by_the_second_rule_book(
    stakes: dict[PlayerId, dict[tuple[int, str], int]], deck: Sequence[Card], in_sets: bool, minimum: int, above: int
) -> None:
    game = ThreePictures(in_sets=in_sets)
    limit = Limit(minimum, minimum + above)
    given_bets = {"bets": {player: Answer(as_bets(bets)) for player, bets in stakes.items()}}
    round = closed_with(given_bets, Felt(limits={"initial": limit}), game)
    used = 0
    while game.expects(round) is not None:
        for player, bets in stakes.items():  # what is decided once stays decided
            early = game.verdicts(round, player, as_bets(bets))
            later = game.verdicts(after(round, CardDrawn(deck[used]), game=game), player, as_bets(bets))
            assert early.items() <= later.items()
        round = after(round, CardDrawn(deck[used]), game=game)
        used += 1
    boxes = {box for bets in stakes.values() for box, kind in bets if kind == "initial"}
    assert used == (3 * (len(boxes) + 1) if boxes else 0)
    expected = oracle.play(
        [card.text for card in deck], stakes, minimum=limit.min, maximum=limit.max or 0, in_sets=in_sets
    )
    house = 0
    for player, bets in stakes.items():
        lines = settle(game, round, player, as_bets(bets))
        assert {parse_spot(line.spot)[:2]: line.returned for line in lines} == expected[player]
        assert all(line.returned >= 0 for line in lines)
        house -= sum(line.profit for line in lines)
    staked = sum(sum(bets.values()) for bets in stakes.values())
    assert staked == house + sum(sum(amounts.values()) for amounts in expected.values())


@given(st.permutations(DECK), st.integers(1, 500), st.integers(1, 500), st.integers(1, 500))
def test_one_box_is_settled_as_by_the_second_rule_book(
    deck: Sequence[Card], half: int, tie: int, three_pictures: int
) -> None:
    box, dealer = deck[:3], deck[3:6]
    texts, dealer_texts = [card.text for card in box], [card.text for card in dealer]
    mine, his = rank_of(box), rank_of(dealer)
    initial = initial_verdict(mine, his)
    assert initial.outcome == oracle.outcome(texts, dealer_texts)
    assert initial.odds.winnings(2 * half) == oracle.profit(texts, dealer_texts, "initial", 2 * half)
    assert initial.odds.exact(2 * half)
    assert tie_verdict(mine, his).odds.winnings(tie) == oracle.profit(texts, dealer_texts, "tie", tie)
    own = three_pictures_verdict(box)
    assert own is not None
    assert own.odds.winnings(three_pictures) == oracle.profit(texts, dealer_texts, "three_pictures", three_pictures)


acts = st.one_of(
    st.sampled_from(DECK).map(CardDrawn),
    st.just(DealingError()),
    st.lists(st.sampled_from(DECK), min_size=1, max_size=3),  # drawn at once, and ruled to come the other way round
    st.integers(0, 4).map(HandRemoved),
    st.builds(WalkedAway, st.sampled_from(PLAYERS), st.integers(1, 7)),
    st.integers(0, 3),  # which surplus card is discarded, if there are so many
    st.sampled_from(("5.4.2", "5.5.1", "5.6")).map(Voided),
    st.permutations(range(40)).map(tuple),  # a Reconstruction: the order of the cards drawn so far
    st.sets(st.sampled_from(PLAYERS)).map(frozenset),  # who withdraws, if that is open
)


@given(bets_of_a_table(), st.lists(acts, max_size=40), st.booleans())
def test_whatever_happens_no_card_and_no_money_is_lost(
    stakes: dict[PlayerId, dict[tuple[int, str], int]], happened: list[object], in_sets: bool
) -> None:
    game = ThreePictures(in_sets=in_sets)
    given_bets = {"bets": {player: Answer(as_bets(bets)) for player, bets in stakes.items()}}
    round = closed_with(given_bets, Felt(boxes=7), game)
    seen: Counter[Card] = Counter()
    for what in happened:
        act: object = what
        if isinstance(what, tuple):
            felt = [card for held in game.hands(round).values() for card in held] + list(game.surplus(round))
            order = [at for at in what if at < len(felt)]
            act = Reconstructed((*(felt[at] for at in order), *felt[40:]))
        elif isinstance(what, frozenset):
            if not game.windows(round):
                continue
            act = WindowClosed("options", players=tuple(what))
        elif isinstance(what, list):
            for card in what:
                round = game.step(round, CardDrawn(card))
            seen.update(what)
            act = DrawnTogether(tuple(reversed(what)))
        elif isinstance(what, int):
            if what >= len(game.surplus(round)):
                continue
            act = Discarded(game.surplus(round)[what])
        assert isinstance(act, Act)
        if isinstance(act, CardDrawn | WindowClosed | Handled | Covered | Peeked):
            pass
        elif game.rule(round, act) is not None:
            continue
        if isinstance(act, CardDrawn):
            seen[act.card] += 1
        round = game.step(round, act)
        felt = [card for held in game.hands(round).values() for card in held] + list(game.surplus(round))
        assert Counter((*felt, *round.discarded)) == seen
        assert all(len(held) <= 3 for held in game.hands(round).values())
        assert not (game.expects(round) is not None and game.windows(round))
        assert game.finished(round) == (game.expects(round) is None and not game.windows(round))
        for player, bets in stakes.items():
            lines = settle(game, round, player, as_bets(bets))
            assert {line.spot for line in lines} <= set(as_bets(bets))
            if game.finished(round):
                assert len(lines) == len(bets)
