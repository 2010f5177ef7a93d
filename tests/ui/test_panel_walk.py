"""The dealer panel against a real console, a real (emulated) shoe and bots at real terminals, by taps alone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest

from console.panel.desk import About
from console.panel.link import PanelLink
from console.panel.model import PanelModel
from console.panel.window import MAIN
from deploy.demo.rig import PANEL, Rig, ShoeControl
from looks.window import Worker
from protocol import messages as m
from tests.ui.quick import Screen

COUNTDOWN_S = 600  # the Dealer closes the Bets, however slow the machine is


class Dealer:
    """A person at a panel: taps what is on the screen, and takes cards from the shoe."""

    def __init__(self, rig: Rig, shoe: ShoeControl) -> None:
        self.shoe = shoe
        self.orders = 0
        self.model = PanelModel(self._order, arm_ms=1)
        self.link = PanelLink(rig.peer(PANEL), self.model.pictured.emit)
        self.screen = Screen(MAIN, vm=self.model)
        self.worker = Worker(self.link.run)
        self.worker.start()

    def _order(self, order: m.Order, second: m.Person | None, about: About) -> None:
        self.orders += 1
        self.link.order(order, second, about)

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
        self.type("shuffled_by", "MAX")
        self.type("second", "SUE")
        self.tap("form.send")

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
def sit_down(rig: Rig, shoe: ShoeControl) -> Iterator[Callable[[], Dealer]]:
    dealers: list[Dealer] = []

    def one_more() -> Dealer:
        dealers.append(Dealer(rig, shoe))
        return dealers[-1]

    yield one_more
    for dealer in dealers:
        dealer.stop()


@pytest.mark.usefixtures("qapp")
def test_a_whole_shift_by_taps(rig: Rig, shoe: ShoeControl, sit_down: Callable[[], Dealer]) -> None:
    rig.start_console()
    dealer = sit_down()
    for number, terminal in enumerate(rig.terminals):
        rig.start_terminal(terminal, seed=number, haste=10)

    # The table is opened and a shoe loaded by two people. Who is at the panel is known before the first order.
    dealer.until_next("open_table")
    dealer.screen.until(lambda: dealer.screen.text("me") == "Sam")
    dealer.do_next("open_table")
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
    assert ("certified", "Sam") in dealer.told()
    assert (dealer.board["ended"]["roundNo"], dealer.board["ended"]["certifiedBy"]) == (1, "Sam")

    # A Round is voided under a paragraph: every Bet goes back.
    dealer.do_next("open_bets")
    dealer.screen.until(lambda: all(seat["bets"] for seat in dealer.seats().values()))
    dealer.do_next("close_bets")
    dealer.until_next("draw")
    shoe.tell("draw")
    dealer.screen.until(lambda: dealer.cards() == 1)
    dealer.until_next("draw")  # a card has come, and the steps were deaf for a moment
    dealer.tap("step.void")
    dealer.tap("choice.5.3.3")
    dealer.tap("form.send")
    dealer.until_next("open_bets")
    assert ("round_void", "Sam") in dealer.told()
    assert (dealer.board["ended"]["isVoid"], dealer.board["ended"]["paragraph"]) == (True, "5.3.3")
    assert not any(seat["bets"] for seat in dealer.seats().values())

    # The panel goes away in the middle of a Round, with Bets registered; another one goes on.
    dealer.do_next("open_bets")
    dealer.screen.until(lambda: all(seat["bets"] for seat in dealer.seats().values()))
    dealer.do_next("close_bets")
    dealer.until_next("draw")
    round_no, stakes = dealer.board["roundNo"], {name: seat["stake"] for name, seat in dealer.seats().items()}
    dealer.leave()
    shoe.tell("draw")
    dealer = sit_down()
    dealer.until_next("draw")
    dealer.screen.until(lambda: dealer.cards() == 1)
    assert dealer.board["roundNo"] == round_no
    assert {name: seat["stake"] for name, seat in dealer.seats().items()} == stakes
    dealer.deal()
    dealer.do_next("certify")
    dealer.until_next("open_bets")

    # The shoe is changed: what is left is counted, fresh cards come in, their counter is told.
    left = dealer.board["shoeLeft"]
    dealer.tap("step.end_shoe")
    dealer.type("counted", str(left), "figure")
    dealer.type("second", "SUE")
    dealer.tap("form.send")
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

    # The console stops, and the panel says so without being asked.
    rig.stop()
    dealer.screen.until(lambda: dealer.board["link"] == "reconnecting")
    assert dealer.screen.text("next.title") == "No connection"
    assert (dealer.board["canSend"], dealer.board["cannot"]) == (False, "offline")
    assert dealer.board["asOf"] != ""
    dealer.leave()
