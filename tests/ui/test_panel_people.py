"""People at the panel's screen: sign-on, lock, relief, badges, signatures, calls; in all languages, without a flaw."""

import json
import re
from collections.abc import Callable
from functools import cache

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from console.panel import people_model
from console.panel.board import Board
from console.panel.people_model import DemoPerson
from games.cards import Card, parse_cards
from games.round import Felt, Limit, PlayerId, Refusal, Voided
from looks import LANGUAGES
from protocol import messages as m
from protocol.join import Link
from protocol.people import Proposal, check_code, digest_of
from simulation.calm import PIN
from tests.console.cluster import Cluster
from tests.console.people import DEALER, MANAGER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR
from tests.ui.conftest import ItsTurn, PanelShown
from tests.ui.conftest import OpenPanel as Open
from tests.ui.panel_boards import (
    SIX,
    STATES,
    TERMINALS,
    all_bet,
    all_settled,
    betting,
    board_of,
    closed_table,
    dealing,
    open_table,
)
from tests.ui.quick import texts, theme

pytestmark = pytest.mark.usefixtures("qapp")
BADGE = "0077-4466-88"
VOID = m.Rule(Voided("5.12"), "5.12")
PAGES = ("table", "cash", "shoe", "limits", "rounds", "people", "machines", "events")
ANSWERS = {
    "wrong": m.SignOnAnswer(b"asked  1", "wrong"),
    "wait": m.SignOnAnswer(b"asked  2", "wait", 27_000),
    "busy": m.SignOnAnswer(b"asked  5", "busy", 27_000),
    "locked": m.SignOnAnswer(b"asked  3", "locked"),
    "refused": m.SignOnAnswer(b"asked  4", "refused"),
}


def proposed(
    cluster: Cluster, order: m.Order, *, here: bool = True, me: m.Person | None = DEALER, by: m.Person = DEALER
) -> Board:
    """Somebody has proposed it at "Panel": this panel, or another one."""
    cluster.propose(order, by)
    board = board_of(cluster, me=me)
    assert len(board.proposals) == 1
    return replace(board, panel="Panel") if here else board


@cache
def locked(state: str = "three cards") -> Board:
    return board_of(STATES[state][0](), left_ms=8_400, me=None)


def looks() -> dict[str, Callable[[], Board]]:
    calls = [PlayerId(name) for name in ("T01", "T02", "T04", "T05")]

    def calling() -> Cluster:
        cluster = betting()
        for name in calls:
            cluster.heard(name, m.CallAttendant(*cluster.process(name), wanted=True))
        return cluster

    prepared = (m.PreparedStaff("777", "Nadia binti Rahman", 1, bytes(32)), m.PreparedStaff("200", "Sue", 2, bytes(32)))
    return {
        **{f"locked, {state}": lambda state=state: locked(state) for state in STATES},  # type: ignore[misc]
        **{f"answer {name}": lambda it=it: replace(locked(), answer=it) for name, it in ANSWERS.items()},  # type: ignore[misc]
        "locked, no connection": lambda: replace(locked(), link=Link.RECONNECTING, as_of="2026-11-16T12:45:12.000Z"),
        "locked, calls": lambda: board_of(calling(), me=None),
        "calls": lambda: board_of(calling(), me=DEALER),
        "waits here": lambda: proposed(dealing("2C KD"), VOID),
        "waits here, for many": lambda: proposed(all_bet("2C KD 3S"), VOID),
        "waits elsewhere": lambda: proposed(dealing("2C KD"), VOID, here=False),
        "waits elsewhere, locked": lambda: proposed(calling(), m.PayByHand(PlayerId("T05"), 100), here=False, me=None),
        "a correction": lambda: proposed(all_settled(), m.Correct(cards("2S 2H 2D 4C 2H"))),
        "other cards": lambda: proposed(dealing(SIX), m.CorrectCards(cards("2C KD 3S QH 9D 7C"))),
        "an opening": lambda: proposed(closed_again(), m.OpenTable()),
        "the first opening": lambda: proposed(closed_table(), m.OpenTable()),
        "a shoe": lambda: proposed(open_table(), m.LoadShoe(8, SHIFT_MANAGER.number, 3, 4_711)),
        "limits": lambda: proposed(open_table(), m.SetLimits(wider(board_of(open_table())))),
        "every limit": lambda: proposed(open_table(), m.SetLimits(other_felt(board_of(open_table())))),
        "a new PIN": lambda: proposed(open_table(), m.SetCredential("200", b"a" * 32), by=SHIFT_MANAGER),
        "a ticket": lambda: replace(proposed(open_table(), PAY), proposals=(a_ticket(),)),
        "an earlier round": lambda: earlier(1),
        "a round that is not known": lambda: earlier(9),
        "people": lambda: replace(board_of(open_table(), me=SHIFT_MANAGER), prepared=prepared),
    }


PAY = m.PayByHand(PlayerId("T05"), 100)


def a_ticket() -> Proposal:
    """Over the cap, found and typed in at another panel."""
    order = m.PayTicketByTwo("000012", b"p" * 16)
    made = Proposal(b"command1", "Panel", DEALER, 0, order, None, b"", (2, 3, 4), Refusal("over_cap", ""), 900_000)
    return replace(made, digest=digest_of("table 1", made))


def earlier(round_no: int) -> Board:
    """Round 1 is to be corrected while Round 2 lies there, and has other Bets and other cards."""
    cluster = open_table()
    cluster.play("2C 4D 5S 5H", {"T01": {"player": 10_000}})
    cluster.play("4D 2C 5H 5S", {"T01": {"player": 20_000}})
    cluster.propose(m.Correct(cards("4D 2C 5H 5S")), SHIFT_MANAGER, round_no=1)
    board = board_of(cluster, me=SHIFT_MANAGER)
    made = replace(board.proposals[0], round_no=round_no)
    return replace(board, panel="Panel", proposals=(replace(made, digest=digest_of("table 1", made)),))


def other_felt(board: Board) -> Felt:
    """All that a new felt can change."""
    limits = {kind: replace(limit, min=limit.min + 500, max=2_000_000) for kind, limit in board.felt.limits.items()}
    excluded = (PlayerId("T01"), PlayerId("T02"))
    return Felt(limits, 3, {1: PlayerId("T05")}, squeeze=True, excluded=excluded, total=Limit(1, 5), differential=1)


def closed_again() -> Cluster:
    """It was open before: what was on display then is known."""
    cluster = open_table()
    cluster.obey(m.CloseTable(), SUPERVISOR)
    return cluster


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


def wider(board: Board) -> Felt:
    limits = {kind: replace(limit, min=100, max=2_000_000, step=100) for kind, limit in board.felt.limits.items()}
    return replace(board.felt, limits=limits)


LOOKS = looks()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.in_turn(6)
def test_every_look_of_people_is_without_flaw_in_every_language_and_theme(
    open_panel: Open, its_turn: ItsTurn, look: str
) -> None:
    panel = open_panel()
    if look == "people":
        panel.root.setProperty("page", "people")
    panel.shows(LOOKS[look]())
    number = list(LOOKS).index(look)
    for turn, language in enumerate(LANGUAGES):
        panel.model.speak(language)
        for high_contrast in (False, True):
            if its_turn(number, 2 * turn + high_contrast, 2 * len(LANGUAGES)):
                theme(panel.view.engine()).setProperty("highContrast", high_contrast)
                assert panel.flaws() == []
    assert "" not in panel.touchable()


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160)])
@pytest.mark.in_turn(6)
def test_sign_on_and_signature_are_without_flaw_in_every_size(open_panel: Open, size: tuple[int, int]) -> None:
    panel = open_panel(size=size)
    for look in (
        "locked, called",
        "waits here",
        "waits here, for many",
        "a correction",
        "every limit",
        "a round that is not known",
        "people",
        "waits elsewhere, locked",
    ):
        panel.shows(LOOKS[look]())
        assert panel.flaws() == []


# --- the lock page ---------------------------------------------------------------------------------------------------


def test_a_locked_panel_shows_the_round_and_takes_no_order(open_panel: Open) -> None:
    panel = open_panel(locked("card not read"))
    assert panel.text("lock.phase") == "No more bets"
    assert panel.item("lock.hands").isVisible()
    assert panel.text("lock.halt.card_missing") != ""
    live = {name.partition(".")[0] for name in panel.touchable()}
    assert live == {"who", "pin", "prove", "language", "contrast"}
    for name in ("next", "page.cash", "relief.open", "lock.now"):
        assert not panel.item(name).isVisible()
    panel.model.tapNext()
    panel.model.tapStep("void")
    panel.model.serve("sell_credit", "T01", 0)
    panel.model.formKey("5")
    panel.model.formSend()
    panel.model.attend("T06")
    assert panel.given == []


def test_a_locked_panel_says_that_a_round_goes_on_only_if_one_does(open_panel: Open) -> None:
    panel = open_panel(locked("three cards"))
    assert panel.text("lock.about") == "The panel is locked; the round goes on"
    panel.shows(board_of(open_table(), me=None))
    assert panel.text("lock.about") == "The panel is locked"
    panel.shows(board_of(Cluster(), me=None))
    assert panel.text("lock.about") == "The panel is locked"


def test_the_time_runs_on_the_lock_page(open_panel: Open) -> None:
    panel = open_panel(board_of(betting(), left_ms=12_000, me=None))
    assert panel.item("lock.countdown").isVisible()
    assert 10 <= int(panel.item("lock.countdown").property("seconds")) <= 12


def sign_on(panel: PanelShown, number: str, pin: str = PIN) -> None:
    panel.tap(f"who.{number}", *(f"pin.{digit}" for digit in pin), "prove.go")


def test_a_name_is_tapped_and_the_pin_typed_and_of_it_only_how_many_signs_is_seen(open_panel: Open) -> None:
    panel = open_panel(locked())
    panel.tap(f"who.{SUPERVISOR.number}", *(f"pin.{digit}" for digit in "314159"))
    assert panel.text("prove.pin.value") == "●●●●●●"
    assert panel.text("prove.said") == f"PIN of {SUPERVISOR.name}"
    told = json.dumps({name: panel.model.part(name) for name in ("proof", "board", "signers", "proposal")})
    assert "314159" not in told
    panel.tap("prove.go")
    assert panel.asked == [("sign_on", "314159", SUPERVISOR.number, "")]
    assert panel.model._proof is not None
    assert panel.model._proof.pin == "", "it is kept no longer than that"


def test_a_number_is_typed(open_panel: Open) -> None:
    panel = open_panel(locked())
    panel.tap(*(f"pin.{digit}" for digit in "400"), "prove.go", *(f"pin.{digit}" for digit in PIN), "prove.go")
    assert panel.asked == [("sign_on", PIN, "400", "")]


def test_a_short_pin_is_not_sent(open_panel: Open) -> None:
    panel = open_panel(locked())
    sign_on(panel, SUPERVISOR.number, "31415")
    assert panel.asked == []


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("wrong", "Number, badge or PIN is wrong. Try again"),
        ("wait", "Too many wrong tries: wait 0:27"),
        ("busy", "Another PIN is being looked at: one moment"),
        ("locked", "Locked after too many wrong tries: two people must give a new PIN"),
        ("refused", "This cannot be done at this panel now"),
    ],
)
def test_what_the_console_says_is_said_in_plain_words(open_panel: Open, answer: str, said: str) -> None:
    panel = open_panel(locked())
    sign_on(panel, SUPERVISOR.number)
    panel.shows(replace(locked(), asking=True))
    assert panel.text("prove.said") == "One moment …"
    panel.shows(replace(locked(), answer=ANSWERS[answer]))
    assert panel.text("prove.said") == said
    panel.tap(*(f"pin.{digit}" for digit in PIN))
    assert panel.item("prove.go").isEnabled() == (answer not in ("wait", "busy"))
    panel.tap(f"who.{SHIFT_MANAGER.number}")
    assert panel.text("prove.said") == f"PIN of {SHIFT_MANAGER.name}", "it was not said to him"


def test_a_wait_counts_down_and_then_lets_him_try(open_panel: Open) -> None:
    panel = open_panel(replace(locked(), answer=m.SignOnAnswer(b"asked  9", "wait", 1_600)))
    panel.until(lambda: panel.text("prove.said") == "Try again now")


def test_demo_pins_stand_on_the_page_of_a_training_table_only(open_panel: Open) -> None:
    panel = open_panel(locked(), demo=[DemoPerson("Dora", "101", "258025")])
    assert [panel.item(name).isVisible() for name in ("demo", "training")] == [False, False]
    training = replace(locked(), placard=replace(locked().placard, training=True))
    panel.shows(training)
    assert panel.item("demo").isVisible()
    assert panel.item("training").isVisible()
    assert panel.text("training") == "No real money"
    assert any("101 / 258025" in text for text in panel.said())
    assert panel.flaws() == []


# --- relief, lock, badges --------------------------------------------------------------------------------------------


def test_relief_is_two_taps_and_a_pin_and_what_was_begun_is_dropped(open_panel: Open) -> None:
    cluster = betting()
    panel = open_panel(board_of(cluster, me=DEALER))
    panel.model.serve("sell_credit", "T03", 0)
    panel.tap("figure.5")
    panel.tap("relief.open")
    assert panel.text("relief.title") == f"Who takes over from {DEALER.name}?"
    assert f"who.{DEALER.number}" not in panel.touchable(), "nobody relieves himself"
    sign_on(panel, SUPERVISOR.number)
    assert panel.asked == [("sign_on", PIN, SUPERVISOR.number, "")]
    panel.shows(board_of(cluster, me=SUPERVISOR))
    assert (panel.text("me"), panel.text("me.position")) == (SUPERVISOR.name, "Pit Supervisor")
    assert panel.model.part("form") == {}
    assert panel.model.part("proof") == {}
    assert panel.given == []


def test_the_panel_is_locked_by_a_tap(open_panel: Open) -> None:
    panel = open_panel(board_of(betting(), me=DEALER))
    panel.tap("lock.now")
    assert panel.asked == [("sign_off", "person")]


def type_badge(panel: PanelShown, text: str = BADGE) -> None:
    """As a reader does: without a pause, and the end of a line."""
    panel.view.requestActivate()
    for sign in text:
        QTest.keyClick(panel.view, Qt.Key(ord(sign)))
    QTest.keyClick(panel.view, Qt.Key.Key_Return)


def test_a_badge_says_who_it_is_and_is_never_shown(open_panel: Open) -> None:
    panel = open_panel(locked())
    type_badge(panel)
    panel.image()
    assert panel.text("prove.number.value") == "Badge shown"
    assert BADGE not in json.dumps(panel.model.part("proof"))
    assert not any(BADGE[:4] in text for text in panel.said())
    panel.tap(*(f"pin.{digit}" for digit in PIN), "prove.go")
    assert panel.asked == [("sign_on", PIN, "", BADGE)]


def test_the_badge_with_which_he_came_locks_the_panel_and_another_one_is_a_relief(open_panel: Open) -> None:
    panel = open_panel(locked())
    type_badge(panel)
    panel.tap(*(f"pin.{digit}" for digit in PIN), "prove.go")
    on = board_of(betting(), me=DEALER)
    panel.shows(on)
    panel.asked.clear()
    type_badge(panel, "9911-2233-44")
    assert panel.asked == []
    panel.image()
    assert panel.item("relief").isVisible()
    assert panel.text("prove.number.value") == "Badge shown"
    panel.tap("relief.cancel")
    type_badge(panel)
    assert panel.asked == [("sign_off", "badge")]


def test_a_badge_over_a_form_is_no_text_of_it(open_panel: Open) -> None:
    """Or it would be on record for ever: a ruling in words takes whatever is typed."""
    panel = open_panel(board_of(open_table(), me=SHIFT_MANAGER))
    panel.model.tapStep("record_ruling")
    panel.image()
    type_badge(panel)
    assert panel.given == []
    assert panel.model.part("form") == {} or panel.model.part("form")["value"] == ""
    assert not any(BADGE[:4] in text for text in panel.said())


def type_slowly(panel: PanelShown, text: str = BADGE, gap_ms: int = 90) -> None:
    panel.view.requestActivate()
    for sign in text:
        QTest.keyClick(panel.view, Qt.Key(ord(sign)))
        QTest.qWait(gap_ms)


@pytest.mark.parametrize("ends", [(Qt.Key.Key_Return,), (Qt.Key.Key_Return, Qt.Key.Key_Enter)], ids=["CR", "CR LF"])
def test_a_slow_reader_over_a_form_writes_nothing_and_sends_nothing(open_panel: Open, ends: tuple[Qt.Key, ...]) -> None:
    """The attacker's: 90 ms between two signs, and the badge was on record as a ruling."""
    panel = open_panel(board_of(open_table(), me=SHIFT_MANAGER))
    panel.model.tapStep("record_ruling")
    panel.model.formKey("A")
    type_slowly(panel)
    panel.image()
    assert panel.text("value.text") == "A" + "●" * len(BADGE) + "|", "how many is seen, never which"
    panel.model.formSend()
    for key in ends:
        QTest.keyClick(panel.view, key)
    panel.image()
    assert panel.given == []
    assert panel.model.part("form")["value"] == "A"
    assert panel.item("relief").isVisible(), "a badge was shown"
    assert not any(BADGE[:4] in text for text in panel.said())


def test_what_a_person_types_is_taken_after_a_pause_and_sent_by_a_finger(open_panel: Open) -> None:
    panel = open_panel(board_of(open_table(), me=SHIFT_MANAGER))
    panel.model.tapStep("record_ruling")
    panel.image()
    type_slowly(panel, "SEEN BY ALLX")
    QTest.keyClick(panel.view, Qt.Key.Key_Backspace)
    panel.until(lambda: panel.model.part("form")["value"] == "SEEN BY ALL")
    panel.tap("form.send")
    assert panel.given == [m.RecordRuling("SEEN BY ALL")]


def test_the_rest_of_a_badge_is_no_text_of_a_form_that_opens_under_it(open_panel: Open) -> None:
    panel = open_panel(board_of(open_table(), me=SHIFT_MANAGER))
    type_slowly(panel, BADGE[:9], 10)
    panel.model.tapStep("record_ruling")
    type_slowly(panel, BADGE[9:], 10)
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert (panel.given, panel.model.part("form")["value"]) == ([], "")


def test_a_badge_over_the_field_of_a_ticket_is_not_looked_for(open_panel: Open) -> None:
    panel = open_panel(board_of(open_table(), me=DEALER))
    panel.model.serve("find_ticket", "", 0)
    panel.image()
    type_badge(panel, "0077446688")
    assert panel.notes.sought == []


def test_the_number_of_a_ticket_may_come_from_a_scanner(open_panel: Open) -> None:
    panel = open_panel(board_of(open_table(), me=DEALER))
    panel.model.serve("find_ticket", "", 0)
    panel.image()
    type_badge(panel, "123456789012345678")
    assert panel.notes.sought == ["123456789012345678"]


def test_without_a_touch_the_panel_locks_but_not_under_a_finger(open_panel: Open) -> None:
    panel = open_panel(lock_ms=4_000)
    panel.shows(board_of(betting(), me=DEALER))
    place = panel.centre("phase")
    QTest.mousePress(panel.view, Qt.MouseButton.LeftButton, pos=place)
    QTest.qWait(4_500)
    assert panel.asked == [], "a finger is on it"
    QTest.mouseRelease(panel.view, Qt.MouseButton.LeftButton, pos=place)
    panel.until(lambda: panel.asked == [("sign_off", "idle")])
    panel.shows(locked())
    panel.asked.clear()
    QTest.qWait(4_200)
    assert panel.asked == [], "nobody is signed on"


@pytest.mark.parametrize("signs", [False, True], ids=["locked", "signature"])
def test_a_pin_that_was_begun_and_left_is_nobodys_to_finish(
    open_panel: Open, monkeypatch: pytest.MonkeyPatch, signs: bool
) -> None:
    """The reader's: six dots on a locked panel, and whoever comes by taps Go."""
    monkeypatch.setattr(people_model, "FORGET_MS", 1_500)
    panel = open_panel(proposed(dealing("2C KD"), VOID) if signs else locked())
    panel.model.proveWho(SHIFT_MANAGER.number)
    for digit in PIN:
        panel.model.proveKey(digit)
    panel.model.touch(True)
    QTest.qWait(1_700)
    assert panel.model.part("proof")["dots"] == len(PIN), "a finger is on it"
    panel.model.touch(False)
    panel.until(lambda: panel.model.part("proof")["dots"] == 0)
    assert panel.model.part("proof")["name"] == SHIFT_MANAGER.name
    panel.model.proveGo()
    assert panel.asked == []


def test_idle_time_that_ends_without_a_link_locks_all_the_same_and_for_good(open_panel: Open) -> None:
    """The attacker's: the cable out when the time is over, and the session stays open."""
    panel = open_panel(lock_ms=300)
    on = board_of(betting(), me=DEALER)
    panel.shows(on)
    panel.shows(replace(on, link=Link.RECONNECTING))
    panel.until(lambda: panel.asked == [("sign_off", "idle")])
    panel.shows(on)  # it was drawn before the desk knew of the lock
    assert panel.item("lock").isVisible()
    panel.model.tapNext()
    assert (panel.given, panel.asked) == ([], [("sign_off", "idle")])
    panel.model.show(board_of(betting(), me=None))
    panel.model.show(on)
    assert panel.model.part("board")["me"] == DEALER.name, "he has signed on again"


def test_a_tap_on_lock_locks_at_once_whatever_the_link_does(open_panel: Open) -> None:
    panel = open_panel(replace(board_of(betting(), me=DEALER), link=Link.RECONNECTING))
    panel.tap("lock.now")
    assert panel.asked == [("sign_off", "person")]
    assert panel.item("lock").isVisible()
    panel.model.tapNext()
    panel.model.serve("sell_credit", "T01", 0)
    panel.model.formKey("5")
    panel.model.formSend()
    assert panel.given == []
    panel.shows(replace(board_of(betting(), me=None), link=Link.RECONNECTING, leaving=True))
    assert panel.text("lock.leaving") == "Locked here. The console is told as soon as it is heard."
    for language in LANGUAGES:
        panel.model.speak(language)
        assert panel.flaws() == []


def test_a_finger_on_a_button_is_a_finger_too(open_panel: Open) -> None:
    panel = open_panel(lock_ms=4_000)
    panel.shows(board_of(betting(), me=DEALER))
    QTest.mousePress(panel.view, Qt.MouseButton.LeftButton, pos=panel.centre("page.shoe"))
    QTest.qWait(4_500)
    assert panel.asked == []
    QTest.mouseRelease(panel.view, Qt.MouseButton.LeftButton, pos=panel.centre("page.shoe"))
    panel.tap("page.shoe")
    assert panel.root.property("page") == "shoe", "what watches for fingers takes nothing from a button"


# --- signatures ------------------------------------------------------------------------------------------------------


def test_what_was_proposed_here_opens_its_sheet_over_the_very_order(open_panel: Open) -> None:
    board = proposed(dealing("2C KD"), VOID)
    panel = open_panel(board)
    assert panel.text("sign.title") == "Void the round  ·  Round 3"
    assert panel.text("sign.by") == f"Proposed by {DEALER.name} at Panel"
    assert panel.text("sign.value.paragraph") == "§5.12  Anything else"
    assert panel.text("sign.value.returned_bets") == "1,665.00"
    assert panel.text("sign.who") == "Who signs: Shift Manager"
    assert {row["position"] for row in panel.model.part("signers")} == {4}
    sign_on(panel, SHIFT_MANAGER.number)
    assert panel.notes.signed == [*board.proposals]
    assert panel.asked == [("sign", PIN, SHIFT_MANAGER.number, "")]
    assert panel.given == []


def test_nobody_is_signed_for_unseen_a_long_list_of_money_is_turned_page_by_page(open_panel: Open) -> None:
    panel = open_panel(LOOKS["waits here, for many"]())
    foot = panel.item("sign.later").mapToScene(QPointF()).y()
    names: list[str] = []
    while True:
        rows = [it for it in texts(panel.root) if re.fullmatch(r"sign\.money\.T\d+", it[0].objectName())]
        assert all(it.mapToScene(QPointF(0, it.height())).y() <= foot for it, _ in rows), "nothing lies under a button"
        names += [it.objectName().rpartition(".")[2] for it, _ in rows]
        assert panel.flaws() == []
        if not panel.item("sign.money.down").property("enabled"):
            break
        panel.tap("sign.money.down")
    assert sorted(names) == sorted(TERMINALS)
    assert panel.text("sign.money.house") == "0.00"
    panel.tap("sign.money.up")
    assert panel.item("sign.money.down").property("enabled")


def leaf(panel: PanelShown) -> list[str]:
    """All that the sheet says, page by page; nothing lies under a button."""
    assert panel.flaws() == []
    said = [*panel.said()]
    while panel.item("sign.facts.down").property("enabled"):
        panel.tap("sign.facts.down")
        assert panel.flaws() == []
        said += panel.said()
    return said


def test_who_signs_for_the_opening_reads_its_limits_or_where_they_stand(open_panel: Open) -> None:
    panel = open_panel(LOOKS["an opening"]())
    assert panel.text("sign.value.banker.range") == "25.00 \N{EN DASH} 2,000.00  ·  Step 5.00"
    assert panel.text("sign.value.tie.range") == "5.00 \N{EN DASH} 500.00  ·  Step 5.00"
    assert "as they were last on display, unless the configuration has changed" in panel.text("sign.about")
    panel.shows(LOOKS["the first opening"]())
    assert panel.model.part("proposal")["facts"] == []
    assert panel.text("sign.about").endswith("they stand in the console's configuration")


def test_a_correction_of_an_earlier_round_says_that_round_its_cards_and_its_money(open_panel: Open) -> None:
    """The attacker's sheet said "Correct round 2 · Result stays", and signed it paid T01 for Round 1."""
    panel = open_panel(LOOKS["an earlier round"]())
    assert panel.text("sign.title") == "Correct round 1"
    assert panel.text("sign.result").startswith("New result: Player wins")
    assert panel.text("sign.money.T01") == "+200.00"
    sign_on(panel, SUPERVISOR.number)
    assert len(panel.notes.signed) == 1


def test_nobody_signs_over_a_round_that_this_panel_does_not_know(open_panel: Open) -> None:
    panel = open_panel(LOOKS["a round that is not known"]())
    assert panel.text("sign.title") == "Correct round 9"
    assert panel.text("sign.unread").startswith("This panel does not know round 9")
    assert [name for name in panel.touchable() if name.startswith(("who.", "pin.", "prove."))] == []
    panel.model.proveWho(SUPERVISOR.number)
    for digit in PIN:
        panel.model.proveKey(digit)
    panel.model.proveGo()
    assert panel.notes.signed == []


def test_all_that_a_new_felt_changes_is_read_before_it_is_signed(open_panel: Open) -> None:
    """The attacker's sheet: a changed total, differential, boxes, seats, and who is excluded, and not a word of it."""
    panel = open_panel(LOOKS["every limit"]())
    assert [name for name in panel.touchable() if name.startswith(("who.", "pin.", "prove."))] == [], "not yet"
    assert panel.text("sign.unread") == "There is more to read: turn to the last page, then sign."
    said = leaf(panel)
    for text in (
        "no limit → 0.05",
        "no limit → 0.01",
        "2 → 3",
        "- → 1 T05",
        "no → yes",
        "- → T01 T02",
        "25.00 → 30.00",
    ):
        assert text in said, text
    sign_on(panel, MANAGER.number)
    assert len(panel.notes.signed) == 1


def test_what_a_ticket_is_worth_is_read_at_every_panel(open_panel: Open) -> None:
    panel = open_panel(LOOKS["a ticket"]())
    panel.model.openProposal(a_ticket().command_id.hex())
    panel.image()
    assert panel.text("sign.value.amount") == "9,000.00"
    assert panel.text("sign.value.paper") == f"typed in  ({check_code(b'p' * 16)})"


@pytest.mark.parametrize("order", [m.SetCredential("200", b"?" * 32), m.AdmitStaff("777", "Nadia", 1, b"?" * 32)])
def test_whose_pin_it_is_can_be_told_by_its_check_code(open_panel: Open, order: m.SetCredential) -> None:
    said = []
    for secret in (b"a" * 32, b"b" * 32):
        panel = open_panel(proposed(open_table(), replace(order, credential=secret), by=SHIFT_MANAGER))
        assert panel.text("sign.value.check_code") == check_code(secret)
        said.append(panel.said())
    assert said[0] != said[1]


def test_the_code_of_a_prepared_file_stands_beside_it(open_panel: Open) -> None:
    panel = open_panel(LOOKS["people"]())
    panel.tap("page.people")
    panel.image()  # a list makes its rows when it is drawn
    assert panel.text("prepared.code.200") == f"200  ·  {check_code(bytes(32))}"


def test_a_signed_order_closes_its_sheet_and_both_names_are_on_record(open_panel: Open) -> None:
    cluster = all_settled()
    panel = open_panel(proposed(cluster, m.Correct(cards("2S 2H 2D 4C 2H"))))
    assert panel.text("sign.money.T07") == "+700.00"
    assert panel.text("sign.money.house") == "-1,280.00"
    cluster.sign(OTHER_SUPERVISOR)
    panel.shows(replace(board_of(cluster, me=DEALER), panel="Panel"))
    assert panel.model.part("proposal") == {}
    panel.tap("page.rounds")
    both = f"{DEALER.name} + {OTHER_SUPERVISOR.name}"
    assert panel.item("round.corrected").property("value") == both
    assert panel.item("round.by").property("value") == DEALER.name


def test_who_voided_a_round_stands_on_the_rounds_page(open_panel: Open) -> None:
    cluster = dealing("2C")
    cluster.obey(VOID, DEALER, SHIFT_MANAGER)
    panel = open_panel(board_of(cluster, me=DEALER))
    panel.tap("page.rounds")
    assert panel.item("round.by").property("name") == "Void by"
    assert panel.item("round.by").property("value") == f"{DEALER.name} + {SHIFT_MANAGER.name}"
    assert panel.flaws() == []


def test_who_has_ruled_in_a_round_stands_on_the_rounds_page_beside_who_certified_it(open_panel: Open) -> None:
    """Found: a Reconstruction of two people, and only the Dealer's name beside the Round."""
    cluster = dealing(SIX)
    cluster.obey(m.CorrectCards(cards("2C KD 3S QH 9D 7C")), DEALER, OTHER_SUPERVISOR)
    cluster.obey(m.CorrectCards(cards(SIX)), DEALER, OTHER_SUPERVISOR)
    cluster.obey(m.CorrectCards(cards("2C KD 3S QH 9D 7C")), SUPERVISOR, SHIFT_MANAGER)
    cluster.certify()
    panel = open_panel(board_of(cluster, me=DEALER))
    panel.tap("page.rounds")
    both = (f"{DEALER.name} + {OTHER_SUPERVISOR.name}", f"{SUPERVISOR.name} + {SHIFT_MANAGER.name}")
    assert panel.item("round.ruled").property("value") == ", ".join(both)
    assert panel.item("round.by").property("value") == DEALER.name
    assert panel.flaws() == []
    cluster.play("4D 2C 5H 5S")
    board = board_of(cluster, me=DEALER)
    ruled = {past.round_no: past.ruled_by for past in board.past}
    assert (ruled[board.round_no - 1], ruled[board.round_no]) == (both, ()), "of the next Round nobody has"


def test_at_another_panel_it_cannot_be_missed_and_is_signed_there_also_while_that_is_locked(open_panel: Open) -> None:
    board = proposed(dealing("2C KD"), VOID, here=False, me=None)
    panel = open_panel(board)
    assert panel.model.part("proposal") == {}
    assert panel.text("waiting.text") == f"Waits for a signature: Void the round, {DEALER.name} at Panel"
    panel.tap("waiting.go")
    assert not panel.item("sign.withdraw").isVisible(), "it is not ours to withdraw"
    sign_on(panel, SHIFT_MANAGER.number)
    assert panel.notes.signed == [*board.proposals]


def test_a_proposal_is_withdrawn_where_it_was_made(open_panel: Open) -> None:
    board = proposed(dealing("2C KD"), VOID)
    panel = open_panel(board)
    panel.tap("sign.withdraw")
    assert panel.asked == [("withdraw", board.proposals[0].command_id.hex())]


def test_what_waits_no_more_is_said_and_takes_no_pin(open_panel: Open) -> None:
    cluster = dealing("2C KD")
    board = proposed(cluster, VOID)
    panel = open_panel(board)
    cluster.heard("Panel", m.Withdraw(*cluster.process("Panel"), b"withdraw", board.proposals[0].command_id))
    panel.shows(replace(board_of(cluster, me=DEALER), panel="Panel"))
    assert panel.text("sign.about") == "This is not proposed any more: it was withdrawn"
    assert [name for name in panel.touchable() if name.startswith(("who.", "pin.", "prove."))] == []
    for language in LANGUAGES:
        panel.model.speak(language)
        assert panel.flaws() == []
    panel.tap("sign.later")
    assert panel.model.part("proposal") == {}


def test_a_refused_signature_says_why_and_the_next_one_may_sign(open_panel: Open) -> None:
    cluster = dealing("2C KD")
    panel = open_panel(proposed(cluster, VOID))
    cluster.sign(SUPERVISOR)
    panel.shows(replace(board_of(cluster, me=DEALER), panel="Panel"))
    assert panel.text("prove.said") == "Refused: Somebody of a higher position must sign this"
    panel.tap(f"who.{SHIFT_MANAGER.number}")
    assert panel.text("prove.said") == f"PIN of {SHIFT_MANAGER.name}"


def test_a_refused_signature_is_told_also_when_the_log_was_quicker_than_the_answer_to_the_pin(open_panel: Open) -> None:
    """And to whoever tries once more."""
    cluster = dealing("2C KD")
    panel = open_panel(proposed(cluster, VOID))
    said = "Refused: Somebody of a higher position must sign this"
    for asked in (b"asked  6", b"asked  7"):
        panel.tap(f"who.{SHIFT_MANAGER.number}", *(f"pin.{digit}" for digit in PIN), "prove.go")
        cluster.sign(SUPERVISOR)
        board = replace(board_of(cluster, me=DEALER), panel="Panel")
        panel.shows(board)
        assert panel.text("prove.said") == said
        panel.shows(replace(board, answer=m.SignOnAnswer(asked, "right")))
        assert panel.text("prove.said") == said


def test_back_at_the_table_it_waits_in_the_strip(open_panel: Open) -> None:
    panel = open_panel(proposed(dealing("2C KD"), VOID))
    panel.tap("sign.later")
    assert panel.item("waiting").isVisible()
    panel.tap("waiting.go")
    assert panel.item("sign").isVisible()


# --- calls -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_a_call_is_on_every_page_and_one_tap_from_its_seat(open_panel: Open, page: str) -> None:
    panel = open_panel(board_of(betting(), me=DEALER))
    panel.tap(f"page.{page}")
    assert panel.text("calls.text") == "T06 calls an attendant since 20:00"
    panel.tap("calls.go")
    assert panel.root.property("page") == "table"
    assert panel.model.part("seat")["terminal"] == "T06"


def test_a_call_is_seen_over_a_form_and_a_sheet_and_on_the_lock_page(open_panel: Open) -> None:
    cluster = betting()
    panel = open_panel(board_of(cluster, me=DEALER))
    panel.model.serve("sell_credit", "T03", 0)
    panel.image()
    assert panel.item("calls").isVisible()
    panel.shows(board_of(cluster, me=None))
    assert panel.item("calls").isVisible()
    assert not panel.item("calls.go").isVisible(), "nothing can be done here"


def test_several_calls_are_counted(open_panel: Open) -> None:
    panel = open_panel(LOOKS["calls"]())
    assert panel.text("calls.text") == "5 calls: T01 calls an attendant since 20:00, T02, T04, T05, T06"


# --- the page of people ----------------------------------------------------------------------------------------------


def test_who_is_on_shift_stands_first_and_who_is_not_is_said(open_panel: Open) -> None:
    """001 §1.12: a Shift Manager who has gone home is not offered before the Dealer who is here."""
    cluster = open_table()
    cluster.join("Panel2", "panel")
    cluster.sign_on(MANAGER, "Panel2")
    cluster.heard("Panel2", m.SignOff(*cluster.process("Panel2"), b"go home ", "shift"))
    board = board_of(cluster, me=None)
    panel = open_panel(board)
    signers = panel.model.part("signers")
    here = [row["onShift"] for row in signers]
    assert here == sorted(here, reverse=True)
    assert {True, False} == set(here)
    gone = next(row for row in signers if row["number"] == MANAGER.number)
    assert not gone["onShift"]
    said = [item.property("text") for item, _ in texts(panel.item("people"))]
    assert any("not on shift" in text for text in said)
    assert "not on shift" not in said[1], "the first of the list"
    assert panel.flaws() == []


def test_whoever_goes_home_ends_his_shift_by_two_taps(open_panel: Open) -> None:
    panel = open_panel(board_of(open_table(), me=DEALER))
    panel.tap("relief.open", "relief.end")
    assert panel.notes.asked == [("sign_off", "shift")]
    assert panel.item("lock.hands").isVisible(), "and the panel is locked at once"


def test_who_is_on_shift_is_seen_and_assigned_admitted_and_disabled_by_taps(open_panel: Open) -> None:
    panel = open_panel(LOOKS["people"]())
    panel.tap("page.people", f"staff.{DEALER.number}")
    assert panel.item("staff.position").property("value") == "Dealer"
    panel.tap("staff.do.assign_staff", "choice.2")
    assert panel.item("form.send").property("note") == "Next: Pit Supervisor signs"
    panel.tap("form.send", f"staff.{DEALER.number}", "staff.do.disable_staff", "key.L", "form.send")
    panel.tap("prepared.777", "form.send", "prepared.200", "form.send")
    assert panel.given == [
        m.AssignStaff(DEALER.number, 2),
        m.DisableStaff(DEALER.number, "L"),
        m.AdmitStaff("777", "Nadia binti Rahman", 1, bytes(32)),
        m.SetCredential("200", bytes(32)),
    ]
    for language in LANGUAGES:
        panel.model.speak(language)
        assert panel.flaws() == []


def test_a_dealer_changes_nothing_of_it(open_panel: Open) -> None:
    panel = open_panel(replace(LOOKS["people"](), me=DEALER))
    panel.tap("page.people", f"staff.{SUPERVISOR.number}", "staff.do.assign_staff", "prepared.777")
    assert panel.model.part("form") == {}
