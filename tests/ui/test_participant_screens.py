"""The screen of a participant (004): number and PIN, his coins, a break; and nothing of his when he is not there."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMetaObject, QObject

from console.panel.board import Board, show
from console.panel.desk import Desk
from console.table.automatic import AskDealer, DealerInput, SeedShown
from console.table.state import TableCore
from games.round import PlayerId
from looks import LANGUAGES
from protocol import events as e
from protocol.codec import body_decoder
from protocol.join import Link
from protocol.picture import Picture
from simulation.calm import PANEL, PIN, RUN, WRONG_PIN
from terminal import intents as t
from terminal.screen import TerminalView
from tests.console.coins import GC, GIL, PAT, SC, TABLE, Coins
from tests.ui.conftest import OpenPanel
from tests.ui.conftest import OpenTerminal as Open
from tests.ui.quick import flaws, texts

decode_picture = body_decoder(Picture).decode
pytestmark = pytest.mark.usefixtures("qapp")


def played(game: str = "classic_blackjack") -> Coins:
    table = Coins(game)
    for coin, amount in ((GC, 22_900_000), (SC, 12_345)):
        table.grant(PAT, coin, amount)
        table.grant(GIL, coin, amount)
    return table


def scenes(game: str) -> dict[str, TerminalView]:
    table, found = played(game), {}
    seat = table.seats["T1"]
    found["nobody"] = seat.view
    table.on("T1", pin=WRONG_PIN)
    found["wrong"] = seat.view
    table.on("T1")
    found["here"] = seat.view
    seat.wants(t.ChooseCoin(SC))
    found["sweeps"] = seat.view
    table.bet("T1", seat.view.felt.limits["main"].min)
    found["bet"] = seat.view
    assert table.on("T2") == "playing"
    found["playing"] = table.seats["T2"].view
    table.until(lambda: len(table.table.view.acts) > 4)
    found["dealt"] = seat.view
    table.finish()
    found["over"] = seat.view
    seat.wants(t.ExcludeMyself(7))
    assert table.on("T1") == "excluded"
    found["excluded"] = seat.view
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["classic_blackjack", "premium_blackjack"])
@pytest.mark.in_turn(4)
def test_every_state_of_a_participants_screen_is_without_flaw(open_screen: Open, game: str, language: str) -> None:
    told = scenes(game)
    screen = open_screen(told["nobody"], language=language)
    for name, view in told.items():
        screen.shows(view)
        assert (name, flaws(screen.root)) == (name, [])
    screen.shows(told["here"])
    screen.shows(told["over"])
    for page in ("coins", "takeabreak", "shuffle"):
        screen.turn_to(page)
        assert (page, flaws(screen.root)) == (page, [])


def test_a_number_and_a_pin_are_typed_and_the_pin_is_told_to_no_screen(open_screen: Open) -> None:
    screen = open_screen(played().seats["T1"].view)
    for digit in "801":
        screen.tap(f"pad.{digit}")
    screen.tap("signon.pin")
    for digit in PIN:
        screen.tap(f"pad.{digit}")
    assert screen.screen.model.part("pad") == {"number": "801", "dots": len(PIN), "at": "pin", "ready": True}
    screen.tap("signon.go")
    (tried,) = [it for it in screen.intents if isinstance(it, t.SignOnHere)]
    assert (tried.number, tried.pin) == ("801", PIN)
    assert PIN not in repr(tried)
    assert screen.screen.model.part("pad")["dots"] == 0


def test_while_nobody_is_signed_on_no_money_is_seen_and_nothing_can_be_touched(open_screen: Open) -> None:
    table = played()
    table.on("T1")
    screen = open_screen(table.seats["T1"].view)
    assert screen.text("balance.text") == "229,000.00"
    table.off("T1")
    screen.shows(table.seats["T1"].view)
    assert screen.text("balance.text") == "0.00"
    assert not screen.item("door.coins").isEnabled()
    assert not screen.item("door.takeabreak").isEnabled()


def test_the_coin_is_drawn_and_named_and_its_code_stands_nowhere_else(open_screen: Open) -> None:
    table = played()
    table.on("T1")
    screen = open_screen(table.seats["T1"].view)
    assert screen.text("balance.title") == "Balance Gold Coins"
    assert screen.text("table.limits.main.title") == "Limits Gold Coins"
    screen.tap("door.coins")
    screen.tap("coin.SC")
    assert screen.intents[-1] == t.ChooseCoin(SC)


def test_2_1_b_a_page_shows_what_the_last_shuffle_was_made_of_and_whether_it_agrees(open_screen: Open) -> None:
    table = played()
    table.on("T1")
    seat = table.seats["T1"]
    table.bet("T1", 100_000)
    table.until(lambda: table.of(e.ShuffleOpened))
    screen = open_screen(seat.view)
    screen.tap("door.shuffle")
    (opened,), (mixed,) = table.of(e.ShuffleOpened), table.of(e.ShuffleMixed)
    values = [screen.text(f"shuffle.value.{name}") for name in ("Table", "House, its seed", "Salt of the seed", "T1")]
    assert values == [seat.session.state.table, opened.seed.hex(), opened.salt.hex(), mixed.parts[0].value.hex()]
    assert screen.text("shuffle.result") == "✓ Round 1: this terminal has worked it out again, and every card agrees."
    seat.session.state.own_rounds.unfair = "another order"
    screen.shows(seat.view)
    assert screen.text("shuffle.result") == "✕ Round 1: it does not agree, and the round is in dispute."


def test_a_dispute_where_software_deals_does_not_speak_of_cards_on_a_table(open_screen: Open) -> None:
    table = played()
    table.on("T1")
    table.bet("T1", 100_000)
    table.until(lambda: table.table.view.shuffle.parts is not None)
    answer = table.dealer.answer

    def opens_another(core: TableCore, asked: AskDealer) -> DealerInput:
        given = answer(core, asked)
        return SeedShown(given.round_no, bytes(32), given.salt) if isinstance(given, SeedShown) else given

    table.dealer.answer = opens_another  # type: ignore[method-assign, assignment]
    table.until(lambda: table.seats["T1"].view.disputed)
    screen = open_screen(table.seats["T1"].view)
    told = " ".join(item.property("text") for item, _ in texts(screen.root))
    assert "This terminal worked out cards and payment once more, and came to something else." in told
    assert "cards on the table" not in told


def test_a_break_is_a_sign_off_or_asked_twice(open_screen: Open) -> None:
    table = played()
    table.on("T1")
    screen = open_screen(table.seats["T1"].view)
    screen.tap("door.takeabreak")
    screen.tap("break.days.7")
    assert not [it for it in screen.intents if isinstance(it, t.ExcludeMyself)]
    screen.tap("break.confirm")
    assert screen.intents[-1] == t.ExcludeMyself(7)
    screen.tap("break.back")
    screen.tap("break.off")
    assert isinstance(screen.intents[-1], t.SignOffHere)


def test_whoever_goes_away_without_a_word_is_signed_off(open_screen: Open) -> None:
    table = played()
    table.on("T1")
    screen = open_screen(table.seats["T1"].view)
    absence = screen.root.findChild(QObject, "absence")
    assert absence is not None
    assert absence.property("interval") == 300_000
    assert absence.property("running")
    QMetaObject.invokeMethod(absence, "triggered")
    assert isinstance(screen.intents[-1], t.SignOffHere)


def board_of(table: Coins) -> Board:
    """As a panel has it that has just come."""
    desk = Desk(PANEL, TABLE, 1, RUN, table.seals.verify)
    shown = table.table.snapshot(PlayerId(PANEL), staff=True).message
    desk._restore(decode_picture(shown.state))
    return replace(show(desk, table.now_ms), link=Link.JOINED)


def test_a_panel_shows_each_coin_for_itself_and_grants_from_the_page_of_people(open_panel: OpenPanel) -> None:
    table = played()
    table.on("T1")
    table.on("T2", GIL)
    table.seats["T2"].wants(t.ChooseCoin(SC))
    table.bet("T1", 100_000)
    table.bet("T2", 50)
    board = board_of(table)
    assert [(it.spot, it.coin, it.amount) for it in board.exposure if it.amount] == [
        ("main", GC, 100_000),
        ("main", SC, 50),
    ]
    assert {it.terminal: (it.coin, it.stake, it.person) for it in board.seats if it.stake} == {
        "T1": (GC, 100_000, "801"),
        "T2": (SC, 50, "802"),
    }
    panel = open_panel(board)
    panel.tap("page.people", "staff.801")
    assert panel.flaws() == []
    panel.tap("staff.do.grant_coins")
    assert panel.flaws() == []
    panel.tap("choice.SC")
    assert panel.flaws() == []
    assert any("Left for you today: SC 999,999,753.10" in it for it in panel.said())
