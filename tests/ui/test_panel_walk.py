"""The dealer panel against a real console, a real (emulated) shoe and bots at real terminals, by taps alone."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.demo.rig import PANEL, PANEL_WINDOW, Rig, ShoeControl
from tests.ui.dealer import DAN, DORA, SUE, Dealer

COUNTDOWN_S = 600  # the Dealer closes the Bets, however slow the machine is


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig(tmp_path / "table", terminals=2, countdown_s=COUNTDOWN_S)
    yield made
    ended = made.stop()
    assert set(ended.values()) <= {0}, ended


@pytest.fixture
def shoe(rig: Rig) -> Iterator[ShoeControl]:
    made = ShoeControl(rig, seed=7)
    yield made
    made.close()


@pytest.fixture
def sit_down(rig: Rig, shoe: ShoeControl) -> Iterator[Callable[..., Dealer]]:
    dealers: list[Dealer] = []

    def one_more(panel: str = PANEL) -> Dealer:
        dealers.append(Dealer(rig, shoe, panel))
        return dealers[-1]

    yield one_more
    for dealer in dealers:
        dealer.stop()


@pytest.mark.usefixtures("qapp")
def test_a_whole_shift_by_taps(rig: Rig, shoe: ShoeControl, sit_down: Callable[..., Dealer]) -> None:
    rig.start_console()
    dealer = sit_down()
    for number, terminal in enumerate(rig.terminals):
        rig.start_terminal(terminal, seed=number, haste=10)

    # Nobody is signed on: the Round is to be seen, and nothing can be ordered. A wrong PIN is said.
    dealer.screen.until(lambda: dealer.board.get("link") == "joined")
    assert dealer.board["cannot"] == "locked"
    dealer.prove(DORA, "314159")
    dealer.screen.until(lambda: dealer.model.part("proof")["standing"] == "wrong")
    dealer.screen.until(lambda: dealer.screen.text("prove.said") == "Number, badge or PIN is wrong. Try again")
    dealer.sign_on(DORA, "Dora")
    assert dealer.screen.text("me") == "Dora"

    # The table is opened and a shoe loaded by two people: the Dealer proposes, a Pit Supervisor signs and is gone.
    dealer.do_next("open_table")
    dealer.signed_by(SUE)
    assert dealer.screen.text("me") == "Dora"
    dealer.do_next("load_shoe")
    dealer.load_shoe()
    dealer.until_next("open_bets")
    assert dealer.screen.text("shoe.left") == "416"
    dealer.screen.until(lambda: all(seat["heard"] for seat in dealer.seats().values()) and len(dealer.seats()) == 2)

    # A Round: bets, cards, the certificate; the money of those who bet has moved.
    dealer.do_next("open_bets")
    dealer.until_next("close_bets")
    assert dealer.screen.item("countdown").isVisible()
    dealer.screen.until(lambda: all(seat["bets"] for seat in dealer.seats().values()))
    dealer.do_next("close_bets")
    dealer.screen.until(lambda: all(seat["closeSeen"] for seat in dealer.seats().values()))
    dealer.deal()
    assert dealer.screen.text("result") not in ("", "Cards are dealt")
    dealer.do_next("certify")
    dealer.until_next("open_bets")
    assert not any(seat["bets"] for seat in dealer.seats().values())
    assert ("certified", "Dora") in dealer.told()
    assert (dealer.board["ended"]["roundNo"], dealer.board["ended"]["certifiedBy"]) == (1, "Dora")

    # Relief, in the middle of a Round: two taps and the PIN.
    dealer.do_next("open_bets")
    dealer.screen.until(lambda: all(seat["bets"] for seat in dealer.seats().values()))
    dealer.tap("relief.open")
    dealer.prove(DAN)
    dealer.screen.until(lambda: bool(dealer.board["me"] == "Dan"))
    assert dealer.board["roundNo"] == 2

    # The Round is voided under a paragraph, by two: every Bet goes back.
    dealer.do_next("close_bets")
    dealer.until_next("draw")
    shoe.tell("draw")
    dealer.screen.until(lambda: dealer.cards() == 1)
    dealer.until_next("draw")  # a card has come, and the steps were deaf for a moment
    dealer.tap("step.void")
    dealer.tap("choice.5.3.3")
    dealer.tap("form.send")
    dealer.signed_by(SUE)
    dealer.until_next("open_bets")
    assert ("round_void", "Dan + Sue") in dealer.told()
    assert (dealer.board["ended"]["isVoid"], dealer.board["ended"]["paragraph"]) == (True, "5.3.3")
    assert dealer.board["ended"]["certifiedBy"] == "Dan + Sue"
    assert not any(seat["bets"] for seat in dealer.seats().values())

    # The panel goes away in the middle of a Round, with Bets registered; another one goes on, when somebody signs on.
    dealer.do_next("open_bets")
    dealer.screen.until(lambda: all(seat["bets"] for seat in dealer.seats().values()))
    dealer.do_next("close_bets")
    dealer.until_next("draw")
    round_no, stakes = dealer.board["roundNo"], {name: seat["stake"] for name, seat in dealer.seats().items()}
    dealer.leave()
    shoe.tell("draw")
    dealer = sit_down()
    dealer.screen.until(lambda: dealer.board.get("link") == "joined" and dealer.board["locked"] and dealer.cards() == 1)
    assert dealer.screen.item("lock.hands").isVisible(), "the Round is on the lock page"
    dealer.sign_on(DAN, "Dan")
    dealer.until_next("draw")
    assert dealer.board["roundNo"] == round_no
    assert {name: seat["stake"] for name, seat in dealer.seats().items()} == stakes
    dealer.deal()
    dealer.do_next("certify")
    dealer.until_next("open_bets")

    # The Round is corrected by two: one proposes here, and the other signs at another panel, where it cannot be missed.
    pit = sit_down(PANEL_WINDOW)
    dealer.tap("page.rounds")
    dealer.tap("rounds.do.correct")
    fresh = next(card for card in ("4H", "9H") if card not in dealer.model.part("form")["value"].split()[0])
    dealer.tap("row.0")
    dealer.tap(f"card.{fresh}")
    if not dealer.model.part("form")["ready"]:  # with that card another one would have been drawn
        dealer.model.formCancel()
        dealer.tap("rounds.do.correct")
        dealer.tap("row.0")
        dealer.tap("card." + dealer.model.part("form")["value"].split()[0][0] + "C")
    dealer.tap("form.send")
    dealer.screen.until(lambda: bool(dealer.model.part("proposal")))
    cards = dealer.model.part("proposal")["cards"]
    pit.screen.until(lambda: len(pit.model.part("waiting")) == 1)
    assert "Dan at Panel" in pit.screen.text("waiting.text")
    pit.tap("waiting.go")
    assert pit.model.part("proposal")["cards"] == cards, "the very order"
    pit.prove(SUE)
    dealer.screen.until(lambda: not dealer.model.part("proposal"))
    dealer.screen.until(lambda: dealer.board["ended"]["correctedBy"] == "Dan + Sue")
    assert pit.board["locked"], "she has signed, and is not signed on"
    pit.leave()
    dealer.tap("page.table")

    # The shoe is changed: what is left is counted, fresh cards come in, their counter is told.
    dealer.until_next("open_bets")
    left = dealer.board["shoeLeft"]
    dealer.tap("step.end_shoe")
    dealer.type("counted", str(left), "figure")
    dealer.tap("form.send")
    dealer.signed_by(SUE)
    dealer.until_next("load_shoe")
    counter = shoe.tell("new")["seq"]
    dealer.tap("next")
    dealer.load_shoe(counter)
    dealer.until_next("open_bets")
    assert dealer.screen.text("shoe.left") == "416"
    dealer.do_next("open_bets")
    dealer.do_next("close_bets")
    dealer.deal()
    dealer.do_next("certify")
    dealer.until_next("open_bets")

    # Handover: his shift ends, and with it his place at the head of the list; somebody else closes the table alone.
    assert {"Dora", "Dan", "Sue"} == {row["name"] for row in dealer.model.part("staff") if row["onShift"]}
    dealer.tap("relief.open")
    dealer.tap("relief.end")
    dealer.screen.until(lambda: bool(dealer.board["locked"]))
    dealer.screen.until(lambda: [row["name"] for row in dealer.model.part("signers")][:2] == ["Sue", "Dora"])
    dealer.sign_on(SUE, "Sue")
    dealer.until_next("open_bets")
    dealer.tap("step.close_table")
    dealer.tap("form.send")
    dealer.until_next("open_table")
    assert ("table_closed", "Sue") in dealer.told()

    # The console stops, and the panel says so without being asked.
    rig.stop()
    dealer.screen.until(lambda: dealer.board["link"] == "reconnecting")
    assert dealer.screen.text("next.title") == "No connection"
    assert (dealer.board["canSend"], dealer.board["cannot"]) == (False, "offline")
    assert dealer.board["asOf"] != ""
    dealer.leave()
