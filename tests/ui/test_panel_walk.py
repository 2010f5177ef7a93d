"""The dealer panel against a real console, a real (emulated) shoe and bots at real terminals, by taps alone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest

from console.credentials import DEMO_PIN
from console.panel.desk import About
from console.panel.link import PanelLink
from console.panel.model import PanelModel
from console.panel.window import MAIN
from deploy.demo.rig import PANEL, PANEL_WINDOW, Rig, ShoeControl
from looks.window import Worker
from protocol import messages as m
from protocol.people import Proposal
from tests.ui.quick import Screen

DORA, DAN, SUE = "101", "102", "201"
COUNTDOWN_S = 600  # the Dealer closes the Bets, however slow the machine is


class Counting:
    """The line to the table, on which orders are counted."""

    link: PanelLink

    def __init__(self) -> None:
        self.orders = 0

    def order(self, order: m.Order, about: About | None = None) -> None:
        self.orders += 1
        self.link.order(order, about)

    def find(self, number: str) -> None:
        self.link.find(number)

    def sign_on(self, pin: str, number: str = "", badge: str = "") -> None:
        self.link.sign_on(pin, number, badge)

    def sign_off(self, why: str = "person") -> None:
        self.link.sign_off(why)

    def sign(self, proposal: Proposal, pin: str, number: str = "", badge: str = "") -> None:
        self.link.sign(proposal, pin, number, badge)

    def withdraw(self, command_id: bytes) -> None:
        self.link.withdraw(command_id)


class Dealer:
    """People at a panel: they tap what is on the screen, and take cards from the shoe."""

    def __init__(self, rig: Rig, shoe: ShoeControl, panel: str = PANEL) -> None:
        self.shoe = shoe
        self.line = Counting()
        self.model = PanelModel(self.line, arm_ms=1)
        self.link = self.line.link = PanelLink(rig.peer(panel), self.model.pictured.emit)
        self.screen = Screen(MAIN, vm=self.model)
        self.worker = Worker(self.link.run)
        self.worker.start()

    @property
    def orders(self) -> int:
        return self.line.orders

    def leave(self) -> None:
        self.stop()
        assert self.screen.close() == []

    def stop(self) -> None:
        """Also after a test that failed: the thread would wait for ever."""
        if not self.link.stopping:
            self.link.stop()
            self.worker.join()
            self.link.close()
            self.worker.check()

    def tap(self, name: str) -> None:
        """On what has found its place: a sheet that has just opened is laid out when it is painted."""
        self.screen.image()
        self.screen.tap(name)

    @property
    def board(self) -> dict[str, Any]:
        found: dict[str, Any] = self.model.part("board")
        return found

    def until_next(self, *keys: str) -> None:
        """Until this is the next step, and nothing is under way."""

        def reached() -> bool:
            step: dict[str, Any] = self.model.part("step")
            ready = self.board.get("link") == "joined" and not self.board["waiting"] and self.model.part("armed")
            return bool(ready) and step["key"] in keys

        self.screen.until(reached)
        QTest.qWait(20)

    def prove(self, number: str, pin: str = DEMO_PIN) -> None:
        """The name is tapped, then the PIN."""
        self.screen.until(lambda: bool(self.model.part("proof")) and not self.model.part("proof")["busy"])
        self.screen.until(lambda: number in [row["number"] for row in self.model.part("signers")])
        self.tap(f"who.{number}")
        for digit in pin:
            self.tap(f"pin.{digit}")
        self.tap("prove.go")

    def sign_on(self, number: str, name: str) -> None:
        self.screen.until(lambda: self.board.get("link") == "joined")
        self.prove(number)
        self.screen.until(lambda: bool(self.board["me"] == name))

    def signed_by(self, number: str) -> None:
        """What was proposed here just now: somebody else reads it, and signs."""
        self.screen.until(lambda: bool(self.model.part("proposal")))
        self.prove(number)
        self.screen.until(lambda: not self.model.part("proposal"))

    def do_next(self, key: str) -> None:
        """Whoever taps just when something else has changed is not heard, and taps once more."""
        orders, heard = self.orders, False
        while not heard:
            self.until_next(key)
            self.tap("next")
            heard = self.orders > orders or bool(self.model.part("form"))

    def type(self, field: str, text: str, pad: str = "key") -> None:
        self.tap(f"field.{field}")
        for sign in text:
            self.tap(f"{pad}.{sign}")

    def load_shoe(self, counter: int | None = None) -> None:
        """The form of a new shoe, from the first tap to the last."""
        assert self.screen.text("form.title") == "Load a new shoe"
        if counter is not None:
            self.type("counter", str(counter), "figure")
        self.tap("field.shuffled_by")
        self.tap(f"choice.{DAN}")
        self.tap("form.send")
        self.signed_by(SUE)

    def deal(self) -> None:
        """Cards until the Round wants none."""
        while True:
            self.until_next("draw", "certify")
            step: dict[str, Any] = self.model.part("step")
            if step["key"] == "certify":
                return
            cards = self.cards()
            self.shoe.tell("draw")
            self.screen.until(lambda before=cards: self.cards() > before)  # type: ignore[misc]

    def cards(self) -> int:
        return sum(len(row["cards"]) for row in self.model.part("hands"))

    def seats(self) -> dict[str, dict[str, Any]]:
        return {row["terminal"]: row for row in self.model.part("seats")}

    def told(self) -> list[tuple[str, str]]:
        """What, and who wanted it."""
        return [(row["key"], row["person"]) for row in self.model.part("log")]


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

    # Handover: the panel is locked, somebody else signs on; she closes the table alone.
    dealer.tap("lock.now")
    dealer.screen.until(lambda: bool(dealer.board["locked"]))
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
