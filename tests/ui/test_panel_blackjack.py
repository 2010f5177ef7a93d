"""Section 5 of document 003 by taps at the panel: every order that a person gives over what went wrong on the boxes."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from console.panel.board import Board
from deploy.demo.box_rehearsal import ACE, ME, SCENES, BoxRehearsal, over
from games.cards import parse_card, parse_cards
from games.round import DealingError, Discarded, DrawnTogether, PlayerId, Spot, Voided, WalkedAway
from looks import LANGUAGES
from protocol import messages as m
from terminal.intents import ClearBets
from tests.console.people import DEALER, SUPERVISOR
from tests.ui.conftest import ItsTurn
from tests.ui.conftest import OpenPanel as Open
from tests.ui.conftest import PanelShown as Panel

pytestmark = pytest.mark.usefixtures("qapp")


def board(table: BoxRehearsal, me: m.Person = DEALER) -> Board:
    return replace(table.board, me=me)


def called(table: BoxRehearsal) -> BoxRehearsal:
    """The Dealer has called the Supervisor."""
    table.order(m.CallSupervisor("look"))
    table.wait(300)
    return table


def something_else(panel: Panel, name: str) -> None:
    """What has happened, by its name in the list of the guide."""
    panel.tap("guide.other")
    guides = panel.model.part("guides")
    panel.tap(f"guide.about.{next(at for at, guide in enumerate(guides) if guide['name'] == name)}")


def money(panel: Panel) -> dict[str, tuple[str, str]]:
    return {row["terminal"]: (row["was"], row["will"]) for row in panel.model.part("form")["money"]["rows"]}


# --- 5.3 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("003 §5.3", "000 §5.3")
def test_5_3_a_player_who_has_left_is_tapped_and_who_is_waited_for_is_suggested(open_panel: Open) -> None:
    panel = open_panel(board(SCENES["turn"]("blackjack")))
    panel.tap("step.walked_away")
    assert panel.text("value.who") == "T04  ·  Box 4", "he alone is waited for"
    assert panel.text("form.about").startswith("From now on his box is played without him")
    panel.tap("choice.T08 / 6")
    assert panel.text("value.who") == "T08  ·  Box 6"
    panel.tap("form.send")
    assert panel.given == [m.Rule(WalkedAway(PlayerId("T08"), 6), "5.3")]


@pytest.mark.rule("003 §5.3", "000 §5.3")
def test_5_3_of_several_who_are_asked_nobody_is_suggested(open_panel: Open) -> None:
    panel = open_panel(board(SCENES["surrender"]("blackjack")))
    panel.tap("step.walked_away")
    assert panel.text("value.who") == "…"
    assert not panel.item("form.send").property("enabled")
    panel.tap("choice.T05 / 5", "form.send")
    assert panel.given == [m.Rule(WalkedAway(PlayerId("T05"), 5), "5.3")]


# --- 5.5, 5.17 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("003 §5.5", "003 §5.17", "000 §5.5", "000 §5.17")
def test_5_17_a_void_shows_what_of_the_interim_settlement_is_taken_back(open_panel: Open) -> None:
    panel = open_panel(board(SCENES["turn"]("blackjack"), SUPERVISOR))
    panel.tap("step.void", "choice.5.5.1")
    shown = money(panel)
    assert shown["T04"] == ("450.00", "230.00"), "two Player Pairs were paid at 11 to 1"
    assert shown["T02"] == ("0.00", "-6,000.00"), "a Blackjack was paid at 3 to 2"
    panel.tap("form.send")
    assert panel.given == [m.Rule(Voided("5.5.1"), "5.5.1")]


@pytest.mark.rule("003 §5.17", "000 §5.17")
def test_5_17_the_panel_says_that_the_last_round_was_void_and_why(open_panel: Open) -> None:
    table = SCENES["turn"]("blackjack")
    panel = open_panel(board(table, SUPERVISOR))
    assert "VOID" not in " ".join(panel.said())
    table.order(m.Rule(Voided("5.5.2"), "5.5.2"))
    table.wait(300)
    panel.shows(board(table, SUPERVISOR))
    assert panel.text("awaited.none").endswith("VOID §5.5.2  ·  all bets are returned")
    assert panel.flaws() == []


# --- 5.6 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("003 §5.6", "000 §5.6")
def test_5_6_a_round_is_corrected_until_the_next_one_begins_and_never_after(open_panel: Open) -> None:
    table = SCENES["over"]("blackjack")
    panel = open_panel(board(table, SUPERVISOR))
    panel.tap("page.rounds")
    assert panel.item("rounds.do.correct").property("enabled")
    table.open_bets()
    panel.shows(board(table, SUPERVISOR))
    assert not panel.item("rounds.do.correct").property("enabled")
    assert not panel.item("rounds.do.void_settled").property("enabled")


# --- 5.7, 5.9 to 5.12 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("003 §5.7", "000 §5.7")
def test_5_7_after_a_dealing_error_every_player_is_asked(open_panel: Open) -> None:
    panel = open_panel(board(called(SCENES["others_turn"]("blackjack")), SUPERVISOR))
    something_else(panel, "An error in dealing")
    panel.tap("guide.dealing_error.0")
    assert panel.text("form.about").startswith("All go on with the cards as they lie, or take their bets back")
    panel.tap("form.send")
    assert panel.given == [m.Rule(DealingError(), "5.7")]


@pytest.mark.rule("003 §5.10.2", "000 §5.10.2")
def test_5_10_2_what_the_dealer_drew_on_a_whole_hand_is_laid_aside_and_nothing_else_is_offered(
    open_panel: Open,
) -> None:
    table = dealer_drew_once_more()
    panel = open_panel(board(table, SUPERVISOR))
    assert [choice["key"] for choice in panel.model.part("guides")[0]["choices"]] == ["discard", "correct_cards"]
    panel.tap("step.discard", "form.send")
    assert panel.given == [m.Rule(Discarded(parse_card("9H")), "5.10.2")]


def dealer_drew_once_more() -> BoxRehearsal:
    table = over("blackjack")
    table.draw("9H")
    table.wait(300)
    return table


@pytest.mark.rule("003 §5.10.3", "000 §5.10.3")
def test_5_10_3_a_card_for_a_box_without_a_bet_is_tapped(open_panel: Open) -> None:
    panel = open_panel(board(called(SCENES["turn"]("blackjack")), SUPERVISOR))
    something_else(panel, "Cards on a box without a bet")
    panel.tap("guide.discard.3", "form.send")
    assert panel.given == [m.Rule(Discarded(parse_card("8C")), "5.10.3")]


@pytest.mark.rule("003 §5.11", "000 §5.11")
def test_5_11_a_card_face_up_in_the_shoe_is_told_to_be_the_next_one(open_panel: Open) -> None:
    panel = open_panel(board(called(SCENES["others_turn"]("blackjack")), SUPERVISOR))
    something_else(panel, "A card lies face up in the shoe")
    assert panel.text("guide.title.deal_face_up") == "Deal it as the next card"
    panel.model.tapChoice(next(at for at, it in enumerate(panel.model.part("guides")) if it["what"] == "face_up"), 0)
    assert (panel.given, panel.model.part("form")) == ([], {}), "there is nothing to order"


@pytest.mark.rule("003 §5.12", "000 §5.12")
def test_5_12_how_many_cards_came_together_is_tapped(open_panel: Open) -> None:
    table = SCENES["others_turn"]("blackjack")
    table.answer("T01", 1, "hit").draw("2H")
    table.answer("T01", 1, "stand")
    table.answer("T02", 2, "hit").draw("4H")
    table.wait(300)
    panel = open_panel(board(called(table), DEALER))
    something_else(panel, "Two cards at once")
    panel.tap("guide.drawn_together.0")
    assert panel.text("form.about").startswith("Whoever is to get them is asked which one comes first")
    panel.tap("field.which", "choice.4S 2H 4H", "form.send")
    assert panel.given == [m.Rule(DrawnTogether(parse_cards(["4S", "2H", "4H"])), "5.12")]


# --- 5.15, 5.16 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("003 §5.15", "000 §5.15")
def test_5_15_a_side_bet_that_is_left_alone_is_named_and_goes_back(open_panel: Open) -> None:
    table = BoxRehearsal("blackjack")
    table.open_bets()
    for name, *bets in (("T01", ("1/main", 20_000)), ("T05", ("5/main", 30_000)), (ME, ("5/player_pair", 1_000))):
        table.bet(name, *bets)
    table.wait(300)
    table.seats["T05"].wants(ClearBets())
    table.wait(300)
    table.deals("TS 9D 7H")
    panel = open_panel(board(called(table), SUPERVISOR))
    something_else(panel, "A side bet on a box without a bet")
    assert panel.text("guide.title.side_returned") == "The side bet of T04 goes back"


@pytest.mark.rule("003 §5.16", "000 §5.16")
def test_5_16_side_bets_that_were_forgotten_are_still_the_next_thing_to_settle(open_panel: Open) -> None:
    panel = open_panel(board(SCENES["surrender"]("blackjack")))
    assert (panel.text("next.title"), panel.model.part("step")["paragraph"]) == ("Certify the initial deal", "3.13")
    table = SCENES["surrender"]("blackjack").all_decline()
    table.answer("T01", 1, "hit").draw("2C")
    panel.shows(board(table))
    assert (panel.text("next.title"), panel.model.part("step")["paragraph"]) == ("Certify the initial deal", "5.16")


def test_the_initial_deal_too_is_certified_only_where_its_cards_are_seen(open_panel: Open) -> None:
    panel = open_panel(board(SCENES["surrender"]("blackjack")))
    panel.tap("page.rounds")
    assert panel.text("next.about") == "On the table page, with the cards in sight"
    panel.tap("next")
    assert panel.given == []
    panel.tap("page.table", "next")
    assert [type(order) for order in panel.given] == [m.Certify]


# --- 5.18 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("003 §5.18", "000 §5.18")
def test_5_18_a_bet_is_placed_for_a_player_by_five_taps(open_panel: Open) -> None:
    table = SCENES["betting"]("blackjack")
    panel = open_panel(board(table))
    panel.tap("step.place_for", "choice.T08", "choice.7", "choice.main")
    assert [panel.text(f"value.{name}") for name in ("terminal", "box", "spot")] == ["T08", "Box 7", "Bet"]
    for key in "100":
        panel.tap(f"figure.{key}")
    panel.tap("form.send")
    window = table.board.about.window
    assert window is not None
    assert panel.given == [m.AnswerFor(PlayerId("T08"), window, {Spot("7/main"): 10_000})]


@pytest.mark.rule("003 §5.18", "000 §5.18")
def test_5_18_a_decision_is_entered_for_the_player_who_is_asked(open_panel: Open) -> None:
    table = SCENES["turn"]("blackjack")
    panel = open_panel(board(table))
    panel.tap("awaited.0")
    assert panel.text("form.title") == "Answer for T04"
    assert "choice.stand" in panel.touchable()
    panel.tap("choice.double")
    assert panel.text("value.answer0") == "Double  +100.00"
    panel.tap("field.less0", "figure.6", "figure.0", "form.send")
    window = table.board.about.window
    assert window is not None
    assert panel.given == [m.AnswerFor(PlayerId(ME), window, {Spot("4/double/2"): 6_000}, "double")]
    panel.given.clear()
    panel.tap("step.answer_for", "choice.stand", "form.send")
    assert panel.given == [m.AnswerFor(PlayerId(ME), window, {}, "stand")]


@pytest.mark.rule("003 §5.18", "000 §5.18")
def test_5_18_insurance_is_answered_for_each_bet_of_the_player(open_panel: Open) -> None:
    table = BoxRehearsal("blackjack").bets().deals(ACE)
    shown = board(table)
    place = next(at for at, step in enumerate(shown.answers) if step.detail == "T08")
    panel = open_panel(shown)
    panel.model.tapAnswer(place)
    assert [row["title"] for row in panel.model.part("fields") if row["kind"] == "choice"] == ["Box 4", "Box 6"]
    panel.tap("choice.insure", "field.answer1", "choice.decline/insurance", "form.send")
    (given,) = panel.given
    assert isinstance(given, m.AnswerFor)
    assert (given.terminal, dict(given.bets), given.choice) == ("T08", {"4/insurance": 2_500}, "insure")


@pytest.mark.rule("003 §5.18", "000 §5.18")
def test_5_18_a_question_that_is_over_is_answered_no_more(open_panel: Open) -> None:
    table = SCENES["turn"]("blackjack")
    panel = open_panel(board(table))
    panel.tap("step.answer_for", "choice.stand")
    table.answer(ME, 4, "hit")
    panel.shows(board(table))
    assert panel.model.part("form")["stale"]
    assert not panel.item("form.send").property("enabled")


# --- looks ------------------------------------------------------------------------------------------------------------

FORMS: dict[str, tuple[Callable[[], BoxRehearsal], str]] = {
    "walked_away": (lambda: SCENES["surrender"]("blackjack"), "walked_away"),
    "answer_for": (lambda: SCENES["turn"]("blackjack"), "answer_for"),
    "place_for": (lambda: SCENES["betting"]("blackjack_plus"), "place_for"),
    "void": (lambda: SCENES["turn"]("blackjack"), "void"),
    "discard": (dealer_drew_once_more, "discard"),
}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.in_turn(6)
def test_these_forms_are_without_flaw_in_every_language(open_panel: Open, name: str) -> None:
    make, key = FORMS[name]
    panel = open_panel(board(make(), SUPERVISOR))
    for language in LANGUAGES:
        panel.model.speak(language)
        panel.model.tapStep(key)
        for at in range(max(1, len(panel.model.part("fields")))):
            panel.model.formField(at)
            assert (language, at, panel.flaws()) == (language, at, [])
            assert "" not in panel.touchable()
        panel.model.formCancel()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.in_turn(6)
def test_every_guide_of_the_boxes_is_without_flaw(open_panel: Open, its_turn: ItsTurn, language: str) -> None:
    tables: list[Callable[[], BoxRehearsal]] = [
        lambda: called(SCENES["four_hands"]("blackjack")),
        lambda: called(SCENES["insurance"]("blackjack")),
        lambda: called(SCENES["dealing"]("blackjack")),
        dealer_drew_once_more,
    ]
    mine = [make for at, make in enumerate(tables) if its_turn(at, LANGUAGES.index(language), len(LANGUAGES))]
    panel = open_panel(board(BoxRehearsal("blackjack"), SUPERVISOR), language=language)
    for make in mine:
        panel.shows(board(make(), SUPERVISOR))
        assert panel.flaws() == []
        page = panel.item("halt")
        for at in range(len(panel.model.part("guides"))):
            page.setProperty("at", at)
            assert (language, panel.model.part("guides")[at]["what"], panel.flaws()) == (
                language,
                panel.model.part("guides")[at]["what"],
                [],
            )
        page.setProperty("at", 0)
        page.setProperty("listing", True)
        assert panel.flaws() == []
        page.setProperty("listing", False)
