"""Section 5 of document 001 by taps: every order that a person gives over what went wrong."""

import pytest
from msgspec.structs import replace

from console.panel.desk import About
from console.panel.diary import Diary
from games.cards import parse_card, parse_cards
from games.round import HandId, PlayerId, Reconstructed
from looks import LANGUAGES
from protocol import events as e
from protocol import messages as m
from shoe_driver import link as shoe
from tests.console.cluster import Cluster
from tests.console.people import DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR
from tests.ui.conftest import OpenPanel as Open
from tests.ui.panel_boards import ALL_STATES, SIX, betting, board_of, dealing, open_table

pytestmark = pytest.mark.usefixtures("qapp")


def by_hand(cards: str = "2C") -> Cluster:
    cluster = dealing(cards)
    cluster.run(shoe.LinkLost())
    cluster.obey(m.DealByHand(), SUPERVISOR, OTHER_SUPERVISOR)
    return cluster


@pytest.mark.rule("001 §5.3.1")
def test_5_3_1_a_card_that_was_not_read_is_none_of_this_set(open_panel: Open) -> None:
    panel = open_panel(board_of(ALL_STATES["card not read"][0](), me=DEALER))
    panel.tap("next", "form.foreign")
    assert panel.text("form.title") == "Not a card of this set  ·  Round 3"
    assert panel.given == []
    panel.tap("form.send")
    assert panel.given == [m.ReportForeignCard()]


@pytest.mark.rule("001 §5.7")
def test_5_7_two_cards_at_once_are_reported_and_a_supervisor_orders_them(open_panel: Open) -> None:
    panel = open_panel(board_of(dealing("2C KD"), me=DEALER))
    panel.tap("step.report_together", "form.send")
    assert panel.given == [m.ReportDrawnTogether()]
    panel.given.clear()
    panel.shows(board_of(ALL_STATES["together"][0](), me=SUPERVISOR))
    assert panel.text("guide.question") == "Which of the cards comes first?"
    panel.tap("step.reconstruct", "row.0", "move.on", "form.send")
    assert panel.given == [m.Rule(Reconstructed(parse_cards(["KD", "2C"])), "5.7")]


@pytest.mark.rule("001 §5.4")
def test_5_4_the_dealer_is_told_that_cards_are_kept_until_they_are_dealt(open_panel: Open) -> None:
    cluster = dealing(SIX)
    panel = open_panel(board_of(cluster, me=DEALER))
    for card, kept in (("9H", "One card is kept face down"), ("7H", "2 cards are kept face down")):
        cluster.draw(card)
        cluster.obey(m.KeepSurplus(), SUPERVISOR)
        if card == "9H":
            cluster.certify()
        panel.shows(board_of(cluster, me=DEALER))
        assert panel.text("next.title") == "Open bets"
        assert panel.text("next.about") == f"{kept}: the first of the round (5.4)"
    cluster.open_round()
    panel.shows(board_of(cluster, me=DEALER))
    assert panel.text("next.title") == "Close bets"
    for language in LANGUAGES:
        panel.model.speak(language)
        assert (language, panel.flaws()) == (language, [])
        assert "5.4" in panel.text("next.about")
    panel.model.speak("en")
    cluster.close()
    assert cluster.hands == {"player": "9H", "banker": "7H"}
    panel.shows(board_of(cluster, me=DEALER))
    assert panel.text("next.about") == "Take the next card from the shoe", "they lie on the felt now"


@pytest.mark.rule("001 §5.5")
def test_5_5_cards_on_the_wrong_side_are_told_as_they_lie(open_panel: Open) -> None:
    panel = open_panel(board_of(dealing("2C KD 3S"), me=DEALER))
    panel.tap("step.report_sides")
    assert not panel.item("form.send").property("enabled"), "they lie as they were dealt"
    assert panel.item("form.send").property("note") == "nothing is changed yet"
    panel.tap("field.lies0", "choice.banker")
    assert panel.text("value.lies0") == "Banker"
    panel.tap("form.send")
    player, banker = parse_cards(["3S"]), parse_cards(["2C", "KD"])
    assert panel.given == [m.ReportWrongSides({HandId("banker"): banker, HandId("player"): player})]


def test_a_dead_shoe_is_dealt_on_by_hand(open_panel: Open) -> None:
    panel = open_panel(board_of(ALL_STATES["shoe lost"][0](), me=SUPERVISOR))
    panel.tap("step.deal_by_hand", "form.send")
    assert panel.given == [m.DealByHand()]


def test_by_hand_a_card_is_its_rank_and_then_its_suit_and_a_wrong_one_is_taken_back(open_panel: Open) -> None:
    panel = open_panel(board_of(by_hand(), me=DEALER))
    assert panel.text("next.title") == "Card of Banker"
    panel.tap("next")
    assert "to Banker, first card" in panel.text("form.about")
    panel.tap("choice.T", "choice.S", "form.send")
    assert panel.given == [m.DealCard(parse_card("TS"))]
    panel.given.clear()
    cluster = by_hand()
    cluster.obey(m.DealCard(parse_card("TS")))
    panel.shows(board_of(cluster, me=DEALER))
    panel.tap("step.take_back_card", "form.send")
    assert panel.given == [m.TakeBackCard()]


@pytest.mark.rule("001 §5.12")
def test_5_12_a_ruling_in_free_words_says_what_comes_of_it_and_shows_the_money(open_panel: Open) -> None:
    panel = open_panel(board_of(dealing("2C KD"), me=SHIFT_MANAGER))
    panel.tap("page.rounds", "rounds.do.rule_otherwise")
    assert [row["name"] for row in panel.model.part("fields")] == ["effect", "text"]
    panel.tap("choice.return_bets", "field.terminals", "choice.T01", "choice.T02", "choice.T02")
    assert panel.model.part("form")["money"]["house"] == "0.00"
    assert [row["terminal"] for row in panel.model.part("form")["money"]["rows"]] == ["T01"]
    panel.tap("field.text", "key.G", "key.O", "form.send")
    assert panel.given == [m.RuleOtherwise("GO", m.ReturnBets((PlayerId("T01"),)))]


@pytest.mark.rule("001 §5.12")
def test_5_12_the_house_pays_a_player_what_was_tapped(open_panel: Open) -> None:
    panel = open_panel(board_of(open_table(), me=SHIFT_MANAGER))
    panel.tap("page.rounds", "rounds.do.rule_otherwise", "choice.pay_from_house", "field.terminal", "choice.T02")
    panel.tap("field.amount")
    for digit in "50":
        panel.model.formKey(digit)
    assert panel.model.part("form")["money"]["house"] == "-50.00"
    panel.tap("field.text", "key.O", "key.K", "form.send")
    assert panel.given == [m.RuleOtherwise("OK", m.PayFromHouse(PlayerId("T02"), 5_000))]


@pytest.mark.rule("001 §5.12")
def test_5_12_a_mistaken_void_is_taken_back_with_its_money_in_sight(open_panel: Open) -> None:
    panel = open_panel(board_of(ALL_STATES["a whole round void"][0](), me=SHIFT_MANAGER))
    panel.tap("page.rounds", "rounds.do.take_back_void")
    assert panel.text("form.title") == "Take back the void of round 3"
    money = panel.model.part("form")["money"]
    assert (money["known"], money["when"]) == (True, "at_once")
    panel.tap("form.send")
    assert panel.given == [m.TakeBackVoid()]


def with_earlier_round() -> Cluster:
    """Bets of Round 3 are open, and Round 1 is at hand to be corrected."""
    cluster = betting()
    cluster.obey(m.RecallRound(1), SHIFT_MANAGER)
    return cluster


@pytest.mark.rule("001 §5.6")
def test_5_6_an_earlier_round_is_tapped_or_its_number_is_typed(open_panel: Open) -> None:
    panel = open_panel(board_of(betting(), me=SHIFT_MANAGER))
    panel.tap("page.rounds", "past.1", "rounds.recall")
    panel.tap("rounds.do.recall_round", "figure.4", "figure.7", "form.send")
    assert panel.given == [m.RecallRound(1), m.RecallRound(47)]
    assert panel.flaws() == []


@pytest.mark.rule("001 §5.6")
def test_5_6_a_card_of_an_earlier_round_is_added_and_another_removed_over_its_own_cards_and_money(
    open_panel: Open,
) -> None:
    """2C 4D 5S 5H were on record: 7 against a Natural 9. There were a King and a third card instead of the last one."""
    panel = open_panel(board_of(with_earlier_round(), me=SHIFT_MANAGER))
    panel.tap("page.rounds", "rounds.do.correct_earlier")
    assert panel.text("form.title") == "Correct round 1"
    panel.tap("form.send")
    assert (panel.given, panel.model.part("form")["why"]) == ([], "unchanged"), "a correction that corrects nothing"
    panel.tap("row.3", "row.remove")
    assert panel.model.part("form")["money"]["known"] is False
    panel.tap("row.add")
    assert (panel.model.part("form")["ready"], panel.model.part("form")["missing"]) == (False, ["cards"])
    panel.tap("card.KH", "row.add", "card.AC")
    money = panel.model.part("form")["money"]
    assert [(row["terminal"], row["was"], row["will"]) for row in money["rows"]] == [("T01", "100.00", "0.00")]
    panel.tap("form.send")
    assert panel.given == [m.Correct(parse_cards("2C 4D 5S KH AC".split()))]
    assert panel.notes.about == [About(1)]


def test_5_6_once_the_earlier_round_is_put_right_the_page_opens_on_the_last_one(open_panel: Open) -> None:
    """It lay chosen on top for ever: who meant the last Round had the other one before him."""
    cluster = with_earlier_round()
    panel = open_panel(board_of(cluster, me=SHIFT_MANAGER))
    panel.tap("page.rounds")
    assert "rounds.do.correct_earlier" in panel.touchable()
    cluster.correct("2C 4D 5S KH AC", round_no=1, by=SHIFT_MANAGER)
    panel.tap("page.table")
    panel.shows(board_of(cluster, me=SHIFT_MANAGER))
    panel.tap("page.rounds")
    assert "rounds.do.correct_earlier" not in panel.touchable()
    panel.tap("past.1")
    assert "rounds.do.correct_earlier" in panel.touchable()


def test_5_6_why_no_round_came_to_hand_is_said_in_words(open_panel: Open) -> None:
    shown = board_of(betting(), me=SHIFT_MANAGER)
    panel = open_panel(shown)
    panel.tap("page.rounds")
    said = {
        "unknown": "Round 7 is not in the journal",
        "currency": "Round 7 was played in another currency: it cannot be corrected here",
        "broken": "The journal cannot be read to its end: round 7 was not found",
        "restart": "The search for round 7 ended when the table started anew: order it again",
    }
    for why, words in said.items():
        panel.shows(replace(shown, not_found=(7, why)))
        assert panel.text("round.recalling") == words
        assert panel.flaws() == []
    panel.shows(shown)
    assert panel.text("round.recalling") == ""


def test_5_6_a_search_ends_with_the_console_and_its_panels_say_so() -> None:
    played = with_earlier_round().table.state.recalled.rounds[1]
    diary, asked = Diary(), e.Ordered(bytes(8), SHIFT_MANAGER, None, m.RecallRound(7))
    started: e.Event = e.ConsoleStarted(2)
    for event in (asked, started):
        diary.write(1, event)
    assert diary.not_found == (7, "restart")
    # Whatever ended before it is not looked for any more.
    for ends, left in ((e.RecallFailed(7, "unknown"), (7, "unknown")), (e.RoundRecalled(7, played), (0, ""))):
        for event in (asked, ends, started):
            diary.write(1, event)
        assert diary.not_found == left


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("language", LANGUAGES)
def test_5_6_the_page_of_an_earlier_round_is_without_flaw(open_panel: Open, language: str) -> None:
    panel = open_panel(board_of(with_earlier_round(), me=SHIFT_MANAGER))
    panel.model.speak(language)
    panel.tap("page.rounds")
    assert panel.flaws() == []
    panel.model.tapStep("correct_earlier")
    panel.tap("row.add")
    assert panel.flaws() == []


@pytest.mark.parametrize("key", ["report_sides", "report_together", "rule_otherwise", "take_back_card", "deal_card"])
@pytest.mark.in_turn(6)
def test_these_forms_are_without_flaw_in_every_language(open_panel: Open, key: str) -> None:
    cluster = dealing(SIX[:8])
    if key in ("take_back_card", "deal_card"):
        cluster = by_hand()
        cluster.obey(m.DealCard(parse_card("TS")))
    panel = open_panel(board_of(cluster, me=SHIFT_MANAGER))
    for language in LANGUAGES:
        panel.model.speak(language)
        panel.model.tapStep(key)
        for at in range(max(1, len(panel.model.part("fields")))):
            panel.model.formField(at)
            assert panel.flaws() == []
            assert "" not in panel.touchable()
        panel.model.formCancel()
