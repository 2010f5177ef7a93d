"""People at a real dealer panel: they tap what stands on the screen, prove who they are, and take cards from a shoe.

The window is the panel's own, offscreen; the link behind it goes to a real console.
"""

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtTest import QTest

from console.credentials import DEMO_PIN, DEMO_STAFF
from console.panel.desk import About
from console.panel.link import PanelLink
from console.panel.model import PanelModel
from console.panel.window import MAIN
from deploy.demo.croupier import Dispenser
from deploy.demo.rig import PANEL, Rig
from looks.window import Worker
from protocol import messages as m
from protocol.people import Proposal
from tests.ui.quick import Screen

NAMES: Final = {number: name for number, name, _ in DEMO_STAFF}
DORA, DAN, SUE, ANN, MAX, SAM, CORA, TESS = NAMES


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

    def __init__(self, rig: Rig, shoe: Dispenser, panel: str = PANEL, size: tuple[int, int] = (1920, 1080)) -> None:
        self.shoe = shoe
        self.line = Counting()
        self.model = PanelModel(self.line, arm_ms=1)
        self.link = self.line.link = PanelLink(rig.peer(panel), self.model.pictured.emit)
        self.screen = Screen(MAIN, vm=self.model, size=size)
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

    def until(self, condition: Callable[[], bool]) -> None:
        self.screen.until(condition)

    def tap(self, *names: str) -> None:
        """On what has found its place: a sheet that has just opened is laid out when it is painted."""
        for name in names:
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

        self.until(reached)
        QTest.qWait(20)

    def prove(self, number: str, pin: str = DEMO_PIN) -> None:
        """The name is tapped, then the PIN."""
        self.until(lambda: bool(self.model.part("proof")) and not self.model.part("proof")["busy"])
        self.until(lambda: number in [row["number"] for row in self.model.part("signers")])
        self.tap(f"who.{number}")
        for digit in pin:
            self.tap(f"pin.{digit}")
        self.tap("prove.go")

    def sign_on(self, number: str, name: str) -> None:
        self.until(lambda: self.board.get("link") == "joined")
        self.prove(number)
        self.until(lambda: bool(self.board["me"] == name))

    def signed_by(self, number: str) -> None:
        """What was proposed here just now: somebody else reads it, and signs."""
        self.until(lambda: bool(self.model.part("proposal")))
        self.prove(number)
        self.until(lambda: not self.model.part("proposal"))

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
            self.until(lambda before=cards: self.cards() > before)  # type: ignore[misc]

    def cards(self) -> int:
        return sum(len(row["cards"]) for row in self.model.part("hands"))

    def seats(self) -> dict[str, dict[str, Any]]:
        return {row["terminal"]: row for row in self.model.part("seats")}

    def told(self) -> list[tuple[str, str]]:
        """What, and who wanted it."""
        return [(row["key"], row["person"]) for row in self.model.part("log")]
