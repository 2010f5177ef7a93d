"""The pages of a player terminal: what each says of money, rules and trouble is so, and nobody gets money by touch."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QObject

from games.catalog import GAMES, rulings_of
from games.round import Limit, Voided
from looks import LANGUAGES, words
from protocol import messages as m
from protocol.events import ShoeLoaded, TerminalLatched
from terminal import intents as t
from terminal.screen import TerminalView
from terminal.sitting import NOBODY, SittingClock
from tests.terminal.pen import BANKER, TIE, key
from tests.ui.conftest import ItsTurn
from tests.ui.conftest import OpenTerminal as Open
from tests.ui.quick import flaws, theme, walk
from tests.ui.terminal_scenes import BANKER_ON_NINE, NUMBER, PLACARD, SCENES, T1, TICKET, UNPAID, Player, Shown

pytestmark = pytest.mark.usefixtures("qapp")

DASH = "\N{EN DASH}"


def view_of(name: str, **changed: object) -> TerminalView:
    return replace(SCENES[name]().view, **changed)


# --- looks ------------------------------------------------------------------------------------------------------------


def leaves(screen: Shown) -> Iterator[str]:
    """Every page that can be opened, and every leaf of it."""
    for page in ("history", "buyin", "cashout", "language", "idle", "rules"):
        screen.turn_to(page)
        yield page
    for leaf in ("guide", "wrong", "limits"):
        screen.tap(f"rules.{leaf}")
        screen.image()
        yield leaf


SIZES = ((1280, 720), (1366, 768), (3840, 2160))
LOOKS: list[dict[str, Any]] = [
    *[dict[str, Any](language=language) for language in LANGUAGES],
    *[dict[str, Any](language="ms", size=size) for size in SIZES],
    {"high_contrast": True},
]


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_history_has_room_for_five_lines_with_large_bets(open_screen: Open, language: str, *, large: bool) -> None:
    screen = open_screen(SCENES["all_five_won"]().view, language=language)
    theme(screen.view.engine()).setProperty("largeText", large)
    screen.turn_to("history")
    screen.image()
    assert flaws(screen.root) == []


@pytest.mark.parametrize("look", range(len(LOOKS)))
@pytest.mark.in_turn(6)
def test_every_page_is_without_flaw_in_every_language_size_and_theme(
    open_screen: Open, its_turn: ItsTurn, look: int
) -> None:
    screen = open_screen(SCENES["all_five_won"]().view, **LOOKS[look])
    pages = enumerate(leaves(screen))
    assert [f"{page}: {it}" for at, page in pages if its_turn(at, look, len(LOOKS)) for it in flaws(screen.root)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.in_turn(6)
def test_what_only_real_devices_show_is_without_flaw(open_screen: Open, language: str) -> None:
    screen = open_screen(view_of("unpaid", calls=False), language=language, emulate_devices=False)
    screen.tap("door.buyin")
    found = flaws(screen.root)
    screen.shows(view_of("unpaid", calls=True))
    found += flaws(screen.root)
    for state in ("", "printed", "failed"):
        screen.turn_to("")
        screen.shows(Player().view)
        screen.tap("door.cashout", "cashout.confirm")
        screen.shows(view_of("ticket", tickets=((TICKET, 500_000, state),)))
        found += [f"{state}: {flaw}" for flaw in flaws(screen.root)]
    assert found == []


# --- buying in --------------------------------------------------------------------------------------------------------


def test_without_emulation_no_touch_gives_credit_or_shows_a_ticket(open_screen: Open) -> None:
    screen = open_screen(view_of("ticket", tickets=((TICKET, 500_000, "printed"),)), emulate_devices=False)
    screen.tap("door.buyin")
    assert screen.text("buyin.invite") == "Insert a note or a ticket"
    assert [name for name in screen.touchable() if name.startswith(("note.", "key.", "pick."))] == []
    said = "\n".join(screen.said())
    assert NUMBER not in said
    assert "Emulated" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_money_is_real_no_device_is_emulated_and_the_page_says_why(open_screen: Open, language: str) -> None:
    view = view_of("ticket", tickets=((TICKET, 500_000, "printed"),))
    screen = open_screen(replace(view, placard=replace(view.placard, training=False)), language=language)
    screen.tap("door.buyin")
    assert [name for name in screen.touchable() if name.startswith(("note.", "key.", "pick."))] == []
    assert screen.item("buyin.notEmulated").isVisible()
    assert flaws(screen.root) == []
    if language == "en":
        assert {"No emulated devices: money is real at this table", "Terminal T1"} <= {*screen.said()}
    assert NUMBER not in "\n".join(screen.said())


def test_emulated_devices_say_that_they_are(open_screen: Open) -> None:
    screen = open_screen(SCENES["ticket"]().view)
    assert [text for text in screen.said() if text.endswith("No real money")], "beside the terminal's name"
    screen.tap("door.buyin")
    assert "Emulated devices: this is not real money" in "\n".join(screen.said())
    assert {"note.10000", "key.7", f"pick.{TICKET}"} <= {*screen.touchable()}


def test_a_note_buys_in(open_screen: Open) -> None:
    screen = open_screen(Player(credit=0).view)
    screen.tap("door.buyin", "note.10000")
    (note,) = screen.intents
    assert isinstance(note, t.NoteIn)
    assert note.amount == 10_000


def test_a_ticket_is_typed_or_picked(open_screen: Open) -> None:
    screen = open_screen(SCENES["ticket"]().view)
    screen.intents.clear()
    screen.tap("door.buyin")
    for digit in "1234567890123456789":  # one too many
        screen.tap(f"key.{digit}")
    screen.tap("key.delete", "key.8")
    assert screen.text("ticket.number") == "1234 5678 9012 3456 78"
    screen.tap("key.ok", f"pick.{TICKET}")
    asked = [intent.ticket for intent in screen.intents if isinstance(intent, t.TicketIn)]
    assert asked == ["123456789012345678", NUMBER]


def test_a_note_is_booked_or_was_taken_and_brought_nothing(open_screen: Open) -> None:
    player = Player().wants(t.NoteIn(key(7), 100_000), t.NoteStacked(key(7)))
    screen = open_screen(player.view, emulate_devices=False)
    screen.tap("door.buyin")
    assert screen.text("notes.held") == "1,000 is being booked..."
    assert not screen.item("buyin.call").isVisible()
    screen.shows(replace(player.reads(UNPAID).view, calls=False))
    assert screen.text("notes.held") == "1,000 was taken and not credited. Please call an attendant."
    assert screen.text("buyin.invite") == "Please call an attendant", "and not: insert another one"
    screen.tap("buyin.call")
    assert screen.intents[-1] == t.CallAttendant(True)
    screen.shows(replace(player.view, calls=True))
    assert screen.text("notes.held") == "1,000 was taken and not credited: an attendant will come."
    assert screen.text("buyin.invite") == "Nothing can be inserted now"
    assert "buyin.call.cancel" not in screen.touchable(), "only staff ends this call"


def test_the_page_tells_of_refusals_that_came_while_it_was_open_and_of_no_other(open_screen: Open) -> None:
    player = SCENES["refused"]()
    screen = open_screen(player.view)
    screen.tap("door.buyin")
    assert screen.text("notes.held") == ""
    screen.shows(replace(player.view, notices=player.view.notices + 1))
    assert screen.text("notes.held") == "This amount is not possible here"


# --- cashing out ------------------------------------------------------------------------------------------------------


def test_cash_out_asks_once(open_screen: Open) -> None:
    screen = open_screen(Player().view)
    screen.tap("door.cashout")
    assert screen.text("cashout.amount") == "5,000.00"
    screen.tap("cashout.confirm", "cashout.confirm")
    (asked,) = screen.intents
    assert isinstance(asked, t.CashOut)
    assert asked.amount == 500_000


@pytest.mark.parametrize(
    ("state", "said", "paper"),
    [
        ("", "The ticket is being printed...", False),
        ("printed", "Please take your ticket. Thank you for playing.", True),
        ("failed", "The ticket could not be printed. Its number is on record: an attendant pays you.", False),
    ],
)
def test_what_became_of_the_paper_is_told(open_screen: Open, state: str, said: str, *, paper: bool) -> None:
    screen = open_screen(Player().view)
    screen.tap("door.cashout", "cashout.confirm")
    screen.shows(view_of("ticket", tickets=((TICKET, 500_000, state),)))
    assert screen.text("ticket.amount") == "SGD 5,000.00"
    assert NUMBER not in "\n".join(screen.said())
    assert screen.item("ticket.text").isVisible() is (state == "failed"), "its last digits, for whoever pays it"
    assert screen.text("ticket.state") == said
    gone = screen.root.findChild(QObject, "ticket.gone")
    assert gone is not None
    assert gone.property("running") is paper, "what is in his hand leaves the screen"
    assert screen.item("ticket.call").isVisible() is (state == "failed")


def test_a_ticket_that_was_not_printed_is_there_again_behind_its_door(open_screen: Open) -> None:
    """The page was closed, by its owner or by a helpful neighbour: its number is not gone with it."""
    failed = SCENES["failed_print"]().view
    screen = open_screen(failed)
    assert screen.text("notice") == "Your ticket was not printed: see Cash out."
    for _ in range(2):
        screen.tap("door.cashout")
        assert screen.text("ticket.text") == "Ticket …2846"
        assert screen.item("ticket.text").isVisible()
        screen.tap("page.close")
    screen.tap("door.cashout", "ticket.call")
    assert screen.intents == [t.CallAttendant(True, m.CallReason.MONEY)]
    screen.tap("page.close")
    screen.shows(replace(failed, credit=10_000, spendable=10_000, cash_out=True))
    screen.tap("door.cashout")
    assert not screen.item("ticket.text").isVisible(), "somebody else has put money in: it is not his ticket"


def test_nobody_is_invited_while_a_ticket_waits_for_its_attendant(open_screen: Open) -> None:
    screen = open_screen(SCENES["failed_print"]().view)
    assert screen.patience.property("running") is False
    assert screen.root.property("idle") is False


# --- what must be known -----------------------------------------------------------------------------------------------


def test_who_has_read_nothing_yet_says_so_and_claims_neither_a_phase_nor_a_balance(open_screen: Open) -> None:
    screen = open_screen(SCENES["joining"]().view)
    assert screen.text("attention.stands") == (
        "Not known yet. Your money and your registered bets are kept by the table."
    )
    assert screen.text("attention.rule").startswith("registered bets are settled"), "of which game, nobody knows"
    assert (screen.text("balance.text"), screen.text("bet.text")) == (DASH, DASH)
    assert not screen.item("phase").isVisible()
    assert not screen.item("bar.phase").isVisible()


@pytest.mark.parametrize(
    ("wishes", "pending", "balance"),
    [
        (
            (t.TakeBack(BANKER, 110_000), t.PlaceBet(TIE, 2_500)),
            ["Not registered yet: Tie +25.", "Not taken back yet, still registered: Banker 1,100."],
            "3,865.00",
        ),
        # What is registered and wanted as it is registered is not pending; the balance is the one at the foot.
        (
            (t.TakeBack(BANKER, 10_000), t.PlaceBet(BANKER, 10_000), t.PlaceBet(TIE, 2_500)),
            ["Not registered yet: Tie +25."],
            "3,840.00",
        ),
    ],
)
def test_an_outage_page_tells_of_every_wish_that_did_not_arrive_and_counts_nothing_twice(
    open_screen: Open, wishes: tuple[t.Intent, ...], pending: list[str], balance: str
) -> None:
    player = SCENES["registered"]()
    for wish in wishes:
        player.wants(wish)
    screen = open_screen(player.is_cut_off().view)
    registered = f"Registered (No. {player.view.receipt}): Banker 1,100, Tie 25, Player Pair 10."
    assert screen.text("attention.stands").splitlines() == [registered, *pending, f"Balance: {balance}."]
    assert screen.text("balance.text") == balance


def test_behind_an_outage_nothing_is_said_to_go_on(open_screen: Open) -> None:
    screen = open_screen(SCENES["offline"]().view)
    hidden = ("phase", "countdown", "bar.phase")
    assert [screen.item(name).isVisible() for name in hidden] == [False] * 3
    assert [name for name in ("undo", "clear", "repeat", "double") if screen.item(name).property("enabled")] == []


def test_a_void_page_says_why(open_screen: Open) -> None:
    screen = open_screen(SCENES["void"]().view)
    assert "1,135" in screen.text("attention.stands")
    why, returned = screen.text("attention.rule").splitlines()
    paragraph, _, sentence = why.partition(": ")
    assert sentence == words.VOIDS[rulings_of("baccarat").topic(paragraph)]
    assert returned.startswith("5.11: every bet of a void round is returned.")


def test_every_paragraph_that_can_void_a_round_has_its_sentence() -> None:
    irregularities = [found for game in GAMES.values() for found in game.rulings.irregularities]
    assert words.VOIDS.keys() == {found.topic for found in irregularities if Voided in found.acts}


def test_a_correction_says_what_it_did_to_the_balance(open_screen: Open) -> None:
    player = SCENES["corrected"]()
    screen = open_screen(player.view)
    assert screen.text("page.title") == "This round was corrected", "it lies on the felt"
    assert screen.text("attention.stands").splitlines() == [
        "Round 13 was settled again.",
        "Banker, card 2: not 4♣ but 5♣",
        "Balance +550.00: 5,635.00 → 6,185.00",
    ]
    assert screen.text("attention.rule").startswith("5.6: ")
    player.opens().plays(BANKER_ON_NINE)
    screen.shows(player.view)
    assert screen.text("page.title") == "An earlier round was corrected"


def test_a_round_that_was_voided_after_it_was_paid_is_not_called_corrected(open_screen: Open) -> None:
    player = SCENES["void_after_payment"]()
    screen = open_screen(player.view)
    assert screen.text("page.title") == "This round is void"
    assert screen.text("attention.stands").splitlines() == [
        "Round 13 is void. Your bets of 1,135 are returned, the payment is taken back.",
        "Balance -635.00: 5,635.00 → 5,000.00",
    ]
    assert screen.text("attention.rule").startswith(f"5.3.3: {words.VOIDS['wrong_hand']}")
    assert "5.6" not in "\n".join(screen.said())
    screen.tap("door.history")
    screen.shows(player.wants(*screen.intents).view)
    assert screen.text("history.0.corrected") == "Voided after payment"
    assert "5.6" not in "\n".join(screen.said())
    player.opens().plays(BANKER_ON_NINE)
    screen.shows(replace(player.view, attention="corrected"))
    assert screen.text("page.title") == "An earlier round is void"


def test_a_correction_does_not_stand_in_the_way_of_who_bets(open_screen: Open) -> None:
    player = SCENES["corrected_while_betting"]()
    screen = open_screen(player.view)
    assert screen.text("strip.text") == "Round 13 was corrected. Balance: +550.00"
    screen.tap("spot.banker")
    assert screen.intents == [t.PlaceBet(BANKER, 2_500)]
    screen.tap("strip.details")
    assert screen.item("attention.corrected").isVisible()
    screen.tap("page.close")
    assert screen.intents[1:] == [t.PutAway(player.view.mark)]
    screen.shows(player.wants(*screen.intents[1:]).view)
    assert not screen.item("strip").isVisible()


def test_a_correction_that_was_not_read_is_told_in_full_when_the_round_is_over(open_screen: Open) -> None:
    player = SCENES["corrected_while_betting"]()
    screen = open_screen(player.view)
    screen.shows(player.closes().deals("2C 4D 5S 5H").view)
    assert screen.item("strip").isVisible()
    screen.shows(player.settles().view)
    assert screen.item("attention.corrected").isVisible()


def test_who_had_no_bet_reads_of_a_void_round_on_the_felt(open_screen: Open) -> None:
    screen = open_screen(SCENES["void_without_bet"]().view)
    assert screen.attentions() == []
    assert screen.text("phase") == "Round 13 is void"
    assert screen.text("next").splitlines() == [f"5.3.1: {words.VOIDS['foreign_card']}", "All bets are returned"]
    assert screen.item("next").isVisible()


def test_a_dispute_shows_both_payments(open_screen: Open) -> None:
    screen = open_screen(SCENES["disputed"]().view)
    assert "Round 13" in screen.text("attention.stands")
    paid, expected = (screen.text(f"disputed.banker.{which}") for which in ("paid", "expected"))
    assert (paid, expected) == ("1,651", "1,650")
    assert screen.text("disputed.tie.paid") == screen.text("disputed.tie.expected") == "0"


@pytest.mark.parametrize(("name", "code"), [("latched", "LATCHED"), ("denied", "DENIED-OTHER")])
def test_whoever_comes_is_told_a_short_name_and_no_words_of_the_record(open_screen: Open, name: str, code: str) -> None:
    screen = open_screen(SCENES[name]().view)
    assert screen.text("attention.why") == f"For the attendant: {code}"
    assert screen.item("attention.why").isVisible()


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("history", "本设备与牌桌的记录不一致。"),
        ("replaced", "另一台设备已在本设备的位置加入牌桌。"),
        ("retired", "本设备已停用。"),
        ("version", "牌桌的版本与本设备不同。"),
        ("other", "牌桌不允许本设备加入。"),
    ],
)
def test_why_a_terminal_is_out_of_service_is_said_in_the_language_of_the_player(
    open_screen: Open, fault: str, said: str
) -> None:
    screen = open_screen(view_of("denied", fault=fault), language="zh_CN")
    assert screen.text("attention.stands").splitlines()[0] == said


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("not_enrolled", "本设备的密钥没有登记。"),
        ("revoked", "本设备的密钥已撤销。"),
        ("console_key", "连接的不是本设备的牌桌，或牌桌已更换密钥。"),  # noqa: RUF001
        ("off", "牌桌没有运行。"),
        ("route", "无法连接牌桌。"),
        ("wait", "另一台设备正在使用此密钥。请稍候。"),
    ],
)
def test_why_a_terminal_does_not_come_to_its_table_is_said(open_screen: Open, fault: str, said: str) -> None:
    screen = open_screen(view_of("offline", fault=fault), language="zh_CN")
    assert screen.text("attention.stands").splitlines()[0] == said
    for_people = fault in ("not_enrolled", "revoked", "console_key")
    assert ("工作人员" in screen.text("attention.next")) is for_people  # it will not come by itself


# --- the rules --------------------------------------------------------------------------------------------------------


def test_the_rules_name_every_paragraph_that_a_player_meets(open_screen: Open) -> None:
    screen = open_screen(Player().view)
    screen.tap("door.rules")
    said = "\n".join(screen.said())
    screen.tap("rules.wrong")
    screen.image()
    said += "\n" + "\n".join(screen.said())
    wanted = (
        "1.9 1.10 1.14 1.16 3.1 3.2 3.3 3.6 3.7 3.8 3.9 3.10 3.11 3.12 4.1 5.1 5.2 5.3 5.3.1 5.3.2 5.3.3 5.3.4 5.3.5"
    )
    numbers = {number for line in said.splitlines() for number in line.split(", ")}
    assert {*wanted.split(), "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "5.10", "5.11", "5.12"} <= numbers
    assert "If the Player hand stands, Banker draws on 0 to 5 and stands on 6 or 7." in said


def test_the_limits_are_told_in_full(open_screen: Open) -> None:
    view = Player().view
    felt = replace(view.felt, total=Limit(max=5_000_000), differential=4_000_000)
    screen = open_screen(replace(view, felt=felt))
    screen.tap("door.rules", "rules.limits")
    assert (screen.text("limits.banker.least"), screen.text("limits.banker.most")) == ("25", "20,000")
    assert (screen.text("limits.player_pair.least"), screen.text("limits.player_pair.most")) == ("5", "1,000")
    assert screen.text("limits.together").splitlines() == [
        "All your bets of a round together: at most 50,000.",
        "What all players of this table have on Player and on Banker may differ by at most 40,000.",
    ]
    assert "a column that goes straight on is red" in "\n".join(screen.said())


@pytest.mark.parametrize("language", LANGUAGES)
def test_2_2_1_with_how_many_decks_is_played_stands_beside_the_limits(open_screen: Open, language: str) -> None:
    """Before anybody bets, in every language and in larger text: those of the set that is in the shoe."""
    player = Player()
    assert (player.view.placard.decks, player.view.decks) == (8, 8)
    screen = open_screen(player.reads(ShoeLoaded(6, 0, "Max", 1)).view, language=language)
    screen.tap("door.rules", "rules.limits")
    assert screen.text("limits.decks").rstrip(".").endswith("6")
    assert flaws(screen.root) == []
    theme(screen.view.engine()).setProperty("largeText", True)
    screen.image()
    assert flaws(screen.root) == []


@pytest.mark.parametrize("why", ["latched", "disputed"])
def test_over_what_keeps_a_player_from_betting_he_reads_history_and_rules_and_calls_somebody(
    open_screen: Open, why: str
) -> None:
    """Each of these buttons could be touched, and did nothing."""
    screen = open_screen(SCENES[why]().view)
    for door, page in (
        *(("door.history", "history"), ("door.rules", "rules"), ("table.limits", "rules"), ("comfort", "comfort")),
        *(("language", "language"), ("attendant", "attendant")),
    ):
        if door == "attendant" and not screen.item(door).isVisible():
            continue  # somebody is called already
        screen.tap(door)
        screen.image()
        assert screen.item(f"page.{page}").isVisible(), door
        assert f"attention.{why}" not in [item.objectName() for item in walk(screen.root)]
        assert flaws(screen.root) == []
        screen.tap("page.close")
        screen.image()
        assert screen.item(f"attention.{why}").isVisible()


def test_a_ticket_that_was_not_printed_is_seen_at_a_terminal_out_of_play(open_screen: Open) -> None:
    screen = open_screen(SCENES["failed_print"]().reads(TerminalLatched(T1, "its display is broken")).view)
    assert screen.item("attention.latched").isVisible()
    screen.tap("door.cashout")
    screen.image()
    assert screen.item("page.cashout").isVisible()
    assert screen.item("ticket.text").isVisible()
    assert flaws(screen.root) == []


def test_a_page_that_is_open_hides_nothing_that_comes_later(open_screen: Open) -> None:
    player = SCENES["registered"]()
    screen = open_screen(player.view)
    screen.tap("door.history")
    screen.shows(player.is_cut_off().view)
    screen.image()
    assert screen.item("attention.reconnecting").isVisible(), "before what he was reading"
    screen.tap("language")
    screen.image()
    assert screen.item("page.language").isVisible(), "whoever cannot read it takes another language"
    screen.tap("page.close")
    screen.image()
    assert screen.item("attention.reconnecting").isVisible()


def test_a_first_bet_is_explained_in_four_steps(open_screen: Open) -> None:
    screen = open_screen(Player(credit=0).view)
    screen.tap("door.rules", "rules.guide")
    assert [screen.text(f"guide.{step}") for step in (1, 2, 3, 4)] == [
        "Insert a note or a ticket",
        "Choose a chip",
        "Tap where you want to bet",
        "See the cards",
    ]


# --- history ----------------------------------------------------------------------------------------------------------


def test_the_history_has_five_rounds_on_a_sheet_with_cards_and_own_lines(open_screen: Open) -> None:
    screen = open_screen(SCENES["won"]().view)
    screen.tap("door.history")
    lines = [[screen.text(f"history.0.line.{n}.{part}") for part in ("bet", "how", "gain")] for n in range(3)]
    assert lines == [
        ["Banker on 6  1,100", "1 to 2  (4.1)", "+550"],
        ["Tie  25", "Lost  (3.13)", "-25"],
        ["Player Pair  10", "11 to 1  (4.1)", "+110"],
    ]
    assert screen.text("history.1.nobet") == "no bet"
    sides = [screen.item(f"history.0.hand.{hand}").x() for hand in ("player", "banker")]
    assert sides == sorted(sides), "as on the felt"
    rounds = [name for item in walk(screen.root) if (name := item.objectName())[:-1] == "history."]
    assert rounds == [f"history.{n}" for n in range(5)]
    screen.tap("history.older")
    screen.image()
    assert screen.item("history.9").isVisible()
    screen.tap("history.newer")
    screen.image()
    assert screen.item("history.0").isVisible()


def test_a_round_in_the_history_has_its_number_and_the_time_of_its_end(open_screen: Open) -> None:
    view = SCENES["won"]().view
    *others, last = view.history
    unknown = replace(others[0], wall_time="")
    screen = open_screen(replace(view, history=(unknown, *others[1:], last)))
    screen.tap("door.history")
    assert (screen.text("history.0.round"), screen.text("history.0.time")) == ("13", "12:00")
    screen.tap("history.older")
    screen.image()
    assert screen.text("history.9.round") == "4"
    assert not screen.item("history.9.time").isVisible(), "it is not known"
    assert screen.item("history.9.round").y() > screen.item("history.8.round").y(), "so it stands in the middle"


def test_a_corrected_round_is_marked_in_the_history(open_screen: Open) -> None:
    screen = open_screen(SCENES["corrected"]().view)
    screen.tap("page.close")
    screen.shows(view_of("corrected", attention=""))
    screen.tap("door.history")
    assert screen.item("history.0.corrected").isVisible()
    assert not screen.item("history.1.corrected").isVisible()


# --- language, and nobody there ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("offered", "found"),
    [
        (("en", "zh-TW"), {"language.en", "language.zh_TW"}),
        (("ms", "ta"), {"language.ms"}),
        (("ta",), {f"language.{language}" for language in LANGUAGES}),
    ],
)
def test_the_languages_are_those_of_the_table(open_screen: Open, offered: tuple[str, ...], found: set[str]) -> None:
    screen = open_screen(view_of("won", placard=replace(PLACARD, languages=offered)))
    screen.turn_to("language")
    assert {name for name in screen.touchable() if name.startswith("language.")} == found


def test_the_language_is_chosen_and_everything_follows(open_screen: Open) -> None:
    screen = open_screen(view_of("won", placard=replace(PLACARD, languages=LANGUAGES)))
    screen.turn_to("language")
    screen.tap("language.zh_CN")
    assert screen.root.property("page") == ""
    assert screen.text("door.history") == "历史记录"


def test_who_passes_by_sees_what_may_be_bet_and_how_the_shoe_went(open_screen: Open) -> None:
    view = view_of("no_credit", placard=replace(PLACARD, languages=LANGUAGES))
    screen = open_screen(view)
    screen.turn_to("idle")
    assert screen.text("idle.name") == "Baccarat 07"
    assert screen.text("idle.limit.banker") == f"25 {DASH} 20,000"
    assert screen.text("idle.limit.tie") == f"5 {DASH} 2,000"
    assert screen.text("idle.phase") == "Live baccarat, from SGD 5"
    assert str(screen.item("idle.big_road").property("results")).startswith("B")
    screen.tap("idle.ms")
    assert screen.text("idle.invite") == "Sentuh untuk bermain"
    assert not screen.item("page.idle").isVisible()


def test_before_the_first_result_no_empty_sheets_are_shown(open_screen: Open) -> None:
    screen = open_screen(Player(credit=0).opens().view)
    screen.turn_to("idle")
    assert not screen.item("idle.big_road").isVisible()
    assert "5.10" not in screen.text("idle.information")


def test_a_closed_table_does_not_invite(open_screen: Open) -> None:
    screen = open_screen(view_of("closed", phase="closed"))
    screen.turn_to("idle")
    assert not screen.item("idle.invite").isVisible()
    assert screen.text("idle.phase") == "Table closed"


# --- the session clock ------------------------------------------------------------------------------------------------


def test_the_clock_runs_while_there_is_money_and_begins_anew_for_the_next_person(tmp_path: Path) -> None:
    """Also if the terminal is started again each time."""
    clock, file = SittingClock(tmp_path / "T1.since"), tmp_path / "T2.since"
    for now_ms, seated, since_ms in (
        (1, False, NOBODY),
        (2, True, 2),
        (9, True, 2),
        (10, False, NOBODY),
        (11, True, 11),
    ):
        assert clock.see(now_ms, seated=seated) == since_ms
        assert SittingClock(file).see(now_ms, seated=seated) == since_ms


@given(kept=st.binary(max_size=24), now_ms=st.integers(min_value=1, max_value=10**14))
def test_whatever_the_file_holds_no_clock_runs_backwards(
    tmp_path_factory: pytest.TempPathFactory, kept: bytes, now_ms: int
) -> None:
    file = tmp_path_factory.mktemp("sitting") / "T1.since"
    file.write_bytes(kept)
    since = SittingClock(file).see(now_ms, seated=True)
    assert NOBODY < since <= now_ms


def test_a_disk_that_takes_nothing_stops_no_clock(tmp_path: Path) -> None:
    clock = SittingClock(tmp_path / "no such folder" / "T1.since")
    assert clock.see(2_000, seated=True) == 2_000
    assert clock.see(9_000, seated=True) == 2_000
