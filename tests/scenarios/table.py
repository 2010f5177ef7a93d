"""A whole table for a scenario: console and terminals are processes, so is the shoe, the panel is tapped.

A scenario reads as: what is played, what goes wrong, what people tap; then the money, the record and the words. It
counts from `begin` on. The test's own loop is Qt's: whenever it waits, the display is served.
"""

import pickle
import signal
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import RLock
from typing import Any, Final, Protocol, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest
from shiboken6 import isValid

from console.credentials import DEMO_PIN
from console.panel.board import Board
from console.panel.desk import About
from deploy.demo.findings import check_table
from deploy.demo.rig import DISPLAY, Rig, ShoeControl
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.fact import Fact
from protocol.halts import Halt
from protocol.journal import Journal
from protocol.ledger import HOUSE
from protocol.process import now_ms
from protocol.view import Phase, TableView
from terminal.display.view import DisplayView
from terminal.display.window import Watcher
from terminal.screen import TerminalView
from tests.e2e.game import CONSOLE
from tests.e2e.player import Layout, Wish
from tests.e2e.processes import Process, Warm
from tests.scenarios.telling import BESIDE, in_order, tell
from tests.ui.conftest import DisplayShown
from tests.ui.dealer import DAN, DORA, NAMES, SUE, Dealer
from tests.ui.quick import ancestors, everything
from tests.ui.terminal_scenes import Shown

PATIENCE_S: Final = 90  # generous: the machine may be busy. A condition that is not reached by then never will be
TURN_MS: Final = 3
TOGETHER_MS: Final = 5  # cards that come within it were drawn together
HOUSE_PAYS_MAX: Final = 10_000
SIZE: Final = (960, 540)  # of every window: to paint it is most of the work
Layouts = Mapping[str, Layout | list[Layout]]
NOTHING: Final[Mapping[str, Layout]] = {}
# What becomes of a card, or of the attempt to draw one.
OF_THE_SHOE: Final = (
    *(e.CardDealt, e.CardBurnt, e.CardIdle, e.CardUnread, e.CardWaiting, e.SurplusDrawn, e.ShoeEmptied),
)
ANOTHER: Final = "Refused: A second, different person must sign this"
HIGHER: Final = "Refused: Somebody of a higher position must sign this"
OVER_CAP: Final = "Refused: More than this position may answer for"
PANEL_SAID: Final = "panel"
DISPLAY_SAID: Final = "display"


E = TypeVar("E", bound=Fact)


class At(Dealer):
    """People at a panel. They wait until something is to be seen, and say what was not.

    The panel's worker is another thread. What it has heard in one step and the Board of it are looked at together:
    half a commit, or a screen that does not show yet what is on record, is nothing that a person could act on.
    """

    def __init__(self, table: "Table") -> None:
        self.table = table
        super().__init__(table.rig, table.shoe, size=SIZE)
        self.quiet = RLock()
        self._shown: Board | None = None
        self._items: dict[str, QQuickItem] = {}
        self._walk_next = 0.0
        self.model.pictured.connect(self._see)
        step = self.link.step

        def whole_step() -> None:
            with self.quiet:
                step()

        self.link.step = whole_step  # type: ignore[method-assign]

    def _see(self, board: Board) -> None:
        self._shown = board

    @property
    def is_level(self) -> bool:
        """The screen shows the last that the worker has made."""
        return self._shown is self.link.board

    def until(self, condition: Callable[[], bool], what: str = "what the panel is to show") -> None:
        self.table.until(condition, what)

    def tap(self, *names: str) -> None:
        """Each as soon as it is there and may be tapped."""
        for name in names:
            self.until(lambda name=name: self._offers(name), f"{name} can be tapped")  # type: ignore[misc]
            self.screen.image()  # a sheet that has just opened is laid out when it is painted
            item = self._items[name]
            at = item.mapToScene(QPointF(item.width() / 2, item.height() / 2)).toPoint()
            QTest.mouseClick(self.screen.view, Qt.MouseButton.LeftButton, pos=at)

    def _offers(self, name: str) -> bool:
        item = self._find(name)
        return item is not None and item.isVisible() and item.isEnabled() and bool(self.model.part("armed"))

    def _find(self, name: str) -> QQuickItem | None:
        """The one item of this name. To walk over all of them is most of what a tap costs: so they are remembered, and
        while something is not there yet, looked for again only now and then.
        """
        found = self._items.get(name)
        if found is not None and isValid(found) and found.objectName() == name and self.screen.root in ancestors(found):
            return found
        self._items.pop(name, None)
        begun = time.monotonic()
        if begun > self._walk_next:
            items = [(item.objectName(), item) for item in everything(self.screen.root)]
            counts = Counter(found for found, _ in items)
            self._items = {found: item for found, item in items if found and counts[found] == 1}
            self._walk_next = time.monotonic() + 2 * (time.monotonic() - begun)
        return self._items.get(name)

    def prove(self, number: str, pin: str = DEMO_PIN) -> None:
        """Whoever is not on the list types his number: a list does not say who may try."""
        self.until(lambda: bool(self.model.part("proof")) and not self.model.part("proof")["busy"])
        self.screen.image()
        self._walk_next = 0.0
        if self._find(f"who.{number}") is not None and self._offers(f"who.{number}"):
            self.tap(f"who.{number}")
        else:
            self.tap("prove.number", "pin.clear", *(f"pin.{digit}" for digit in number), "prove.go")
        self.tap(*(f"pin.{digit}" for digit in pin), "prove.go")

    def change_to(self, number: str) -> None:
        """Relief: somebody else is at this panel now, if it is somebody else."""
        if self.board["me"] != NAMES[number]:
            self.tap("relief.open")
            self.prove(number)
            self.until(lambda: bool(self.board["me"] == NAMES[number]))
            self.settle()

    def settle(self) -> None:
        """Nothing is under way, and what stands there may be tapped."""
        self.until(lambda: self.board.get("link") == "joined" and not self.board["waiting"])
        self.until(lambda: bool(self.model.part("armed")))

    def choose(self, *names: str) -> None:
        """A step, and what its form asks for."""
        self.settle()
        self.tap(*names)

    def signed_in_vain_by(self, number: str) -> str:
        """Whoever may not sign this is told so; the sheet stays open."""
        self.until(lambda: bool(self.model.part("proposal")))
        before = self.model.part("proof").get("said")
        self.prove(number)

        def answered() -> bool:
            proof = self.model.part("proof")
            return proof["said"] != before and bool(proof["refusal"]) and not proof["busy"]

        self.until(answered)
        self.screen.image()
        return self.screen.text("prove.said")

    def signed_over_another(self, number: str) -> None:
        """He may sign, but his screen showed another order than the one that waits."""
        self.until(lambda: bool(self.link.desk.people.proposals))
        (waits,) = self.link.desk.people.proposals.values()
        since, told = len(self.table.facts), f"signature of {NAMES[number]} refused: other_order"
        self.link.sign(replace(waits, digest=bytes(len(waits.digest))), DEMO_PIN, number)
        # This one, not one before: until the console has answered, it would take away a PIN that is typed meanwhile.
        self.until(lambda: any(tell(event) == told for _, event in self.table.facts[since:]), told)
        self.until(lambda: not self.model.part("proof")["busy"], "the console has answered")
        self.settle()

    def withdraw(self) -> None:
        self.tap("sign.withdraw")
        self.until(lambda: bool(self.model.part("proposal").get("stale", True)))
        if self.model.part("proposal"):
            self.tap("sign.later")
        self.until(lambda: not self.model.part("proposal"))


class Screens:
    """A terminal's own window and a display's, for the pictures of all of them: to make one takes a second. No window
    goes from one game to another, as none does in a casino while its program runs.
    """

    def __init__(self) -> None:
        self._terminals: dict[str, Shown] = {}
        self._displays: dict[str, DisplayShown] = {}

    def terminal(self, picture: TerminalView) -> list[str]:
        if picture.game not in self._terminals:
            self._terminals[picture.game] = Shown(picture, size=SIZE, emulate_devices=False)
        screen = self._terminals[picture.game]
        screen.shows(picture)
        return screen.said()

    def display(self, picture: DisplayView) -> list[str]:
        if picture.game not in self._displays:
            self._displays[picture.game] = DisplayShown(picture, size=SIZE)
        screen = self._displays[picture.game]
        screen.shows(picture)
        screen.image()
        return screen.said()

    def close(self) -> list[str]:
        screens = (*self._displays.values(), *self._terminals.values())
        return [warning for screen in screens for warning in screen.close()]


class Cards(Protocol):
    """What a Dealer takes cards from, as the tests know it."""

    def tell(self, order: str) -> dict[str, Any]: ...

    def close(self) -> None: ...


class Box:
    """A dealing box without a sensor: nobody but the Dealer knows what comes out of it."""

    def tell(self, order: str) -> dict[str, Any]:
        raise ValueError(f"nobody hears: {order}")

    def close(self) -> None:
        pass


class Table:
    """`also`: lines for the `[table]` part of its file. `by_hand`: there is no shoe that could tell of a card."""

    def __init__(
        self,
        warm: Warm,
        screens: Screens,
        folder: Path,
        *,
        also: str = "",
        terminals: int = 2,
        game: str = "baccarat",
        most: int = 2_000,
        by_hand: bool = False,
    ) -> None:
        self.warm = warm
        self.screens = screens
        self.folder = folder
        driver = "manual" if by_hand else "reference"
        self.rig = Rig(folder, terminals=terminals, countdown_s=600, game=game, driver=driver)
        self._answered = 0  # questions, by all Players
        file = folder / "table.toml"
        text = file.read_text()
        text = text.replace("max = 2000", f"max = {most}")  # on a box
        text = text.replace("[table]\n", f"[table]\nhouse_pays_max = {HOUSE_PAYS_MAX // 100}\n{also}\n")
        file.write_text(text.replace("[shoe]\n", f"[shoe]\ntogether_ms = {TOGETHER_MS}\n"))
        self.terminals = self.rig.terminals
        self.processes: dict[str, Process] = {}
        self.facts: list[tuple[int, e.Event]] = []  # all that staff may read, as the panel heard it
        self.shoe: Cards = Box() if by_hand else ShoeControl(self.rig, seed=1)
        self._displayed: DisplayView | None = None
        self._display = Watcher(self.rig.peer(DISPLAY), 1, self._see_display)
        self._begun = False
        self._drawn_ms = 0  # when the last card was on record
        self._mark = self._begin = 0
        self._sets = 1  # that were loaded until the order of cards was new to the table
        self._money: dict[str, int] = {}
        self.start(CONSOLE)
        self.panel = At(self)
        self.panel.link.desk.watch = lambda seq, event: self.facts.append((seq, event))
        self._timer = QTimer()
        self._timer.timeout.connect(self._serve)
        self._timer.start(TURN_MS)

    def _see_display(self, view: DisplayView) -> None:
        self._displayed = view

    def _serve(self) -> None:
        self._display.turn()

    def until(self, reached: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not self._is(reached):
            QTest.qWait(TURN_MS)
            self.warm.look()
            ended = [it.name for it in self.processes.values() if it.status is not None and not it.kill_at]
            assert not ended, f"{ended} ended by itself\n{self.logs()}"
            assert time.monotonic() < end, f"never reached: {what}\n{self.state()}\n{self.logs()}"

    def _is(self, reached: Callable[[], bool]) -> bool:
        with self.panel.quiet:
            return self.panel.is_level and reached()

    # --- processes -------------------------------------------------------------------------------------------------

    def start(self, name: str, kill_at: str = "") -> None:
        """`kill_at`: a failpoint at which it dies."""
        if name == CONSOLE:
            arguments = ["console", "table.toml", *([] if self._begun else ["--new"])]
            self._begun = True
        else:
            arguments = [f"{name}.toml"]
        self.processes[name] = self.warm.start(
            self.folder, name, *arguments, guest=name != CONSOLE, ETG_KILL_AT=kill_at
        )

    def kill(self, name: str) -> None:
        """The plug is pulled."""
        process = self.processes.pop(name)
        process.signal(signal.SIGKILL)
        self._wait_for_end(process)

    def dies(self, name: str) -> None:
        """By the failpoint that it was started with."""
        process = self.processes.pop(name)
        self.until(lambda: process.status is not None, f"{name} dies at its failpoint")

    def _wait_for_end(self, process: Process) -> int:
        while process.status is None:
            self.warm.wait(0.05)
        return process.status

    def restart_console(self) -> None:
        """It has read its journal, and both shoe and terminals are there again."""
        since = len(self.facts)
        self.kill(CONSOLE)
        self.start(CONSOLE)
        self.until(lambda: self.has_told("ConsoleStarted", since=since), "the console is back")
        self.until(lambda: self.has_told("StartConfirmed", since=since), "a terminal has confirmed its start")
        self.until(lambda: Halt.UNCONFIRMED not in self.view.halts, "its start is confirmed")
        self.panel.settle()

    # --- playing ---------------------------------------------------------------------------------------------------

    @property
    def view(self) -> TableView:
        return self.panel.link.desk.view

    def open(self) -> None:
        """By taps: Dora signs on, opens the table and loads a shoe, Sue signs; both Players have put in a note."""
        panel = self.panel
        panel.sign_on(DORA, "Dora")
        panel.do_next("open_table")
        panel.signed_by(SUE)
        panel.do_next("load_shoe")
        panel.load_shoe()
        panel.until_next("open_bets")
        for name in self.terminals:
            self.start(name)
        self.until(lambda: all(self._credit(name) > 0 for name in self.terminals), "everybody has credit")
        self.level()
        self.said(self.terminals[0])  # the windows are made now: while that takes its second, nobody is waited for
        self.said(DISPLAY_SAID)

    @property
    def calm(self) -> bool:
        """Another scenario may begin here."""
        calm = (
            self.view.phase is Phase.READY
            and not self.view.halts
            and self.panel.model.part("step")["key"] == "open_bets"
        )
        there = {CONSOLE, *self.terminals} == set(self.processes)
        return calm and there and not self.panel.model.part("proposal") and not self.panel.model.part("form")

    def begin(self) -> None:
        """From here on money and facts are counted, and Dora deals."""
        self.panel.settle()
        if self.panel.screen.root.property("page") != "table":
            self.panel.tap("page.table")
        self.panel.change_to(DORA)
        if self._loaded() > self._sets or any(self.view.shoe.drawn):
            self._forget_order()
        self.level()
        self._mark = self._begin = len(self.facts)
        self._money = self._balances()

    def bets(self, layouts: Layouts, late: Mapping[str, Layout] = NOTHING, squeezing: str = "") -> None:
        """Dora opens the Bets, and every Player places what he is told to here; one may ask to squeeze."""
        self.wish(layouts, late, squeezing)
        self.panel.do_next("open_bets")
        self.panel.until_next("close_bets")
        wanted = {name: bets[-1] if isinstance(bets, list) else bets for name, bets in layouts.items()}
        self.until(lambda: self.registered() == wanted, f"registered: {wanted}")

    def wish(self, layouts: Layouts, late: Mapping[str, Layout] = NOTHING, squeezing: str = "") -> None:
        # First whoever is to bet no more: another's Bet may push his out, and he must not make it again.
        for name in sorted(self.terminals, key=lambda name: name in layouts):
            bets = layouts.get(name, [])
            squeeze = name == squeezing
            self._tell(name, Wish([bets] if isinstance(bets, dict) else bets, late.get(name, {}), squeeze))

    def turns(self, name: str, count: int) -> None:
        """A Player turns so many of the cards that lie face down for him; none: he only takes them up."""
        since = len(self.facts)
        self._tell(name, Wish(turn=count, peel=not count))
        kind, least = ("CardRevealed", count) if count else ("HandHandled", 1)

        def on_record() -> bool:
            return sum(type(event).__name__ == kind for _, event in self.facts[since:]) >= least

        self.until(on_record, f"{name} turns {count} cards")

    def _tell(self, name: str, wish: Wish) -> None:
        wish.write(self.folder, name)
        if name in self.processes:
            self.processes[name].nudge()

    def answers(self, name: str, box: int, key: str, amount: int = 0) -> None:
        """A Player touches an answer that his terminal offers, and it is on record."""
        since = len(self.facts)
        self._answered += 1
        self._tell(name, Wish(answer=(self._answered, box, key, amount)))

        def on_record() -> bool:
            told = [event for _, event in self.facts[since:] if isinstance(event, e.LayoutRegistered)]
            return any(event.terminal == name for event in told)

        self.until(on_record, f"{name} answers {key}")

    def no_more_bets(self) -> None:
        self.panel.do_next("close_bets")
        self.panel.until(lambda: self.panel.board["phase"] == "dealing", "no more bets")

    def registered(self) -> dict[str, Layout]:
        with self.panel.quiet:
            found = self.panel.link.desk.bets()
        return {str(name): {str(spot): amount for spot, amount in bets.items()} for name, bets in found.items()}

    def draw(self, card: str = "") -> str:
        """Out of the shoe, as soon as a hand could: this card, or the next. Gives the one that it was."""
        return str(self._pulled(f"draw {card}", 1).get("drew", ""))

    def draw_together(self, *cards: str) -> None:
        """With one hand."""
        self._pulled(f"together {' '.join(cards)}", len(cards))

    def misread(self, card: str, read: str) -> None:
        """The shoe takes it for another one."""
        self._pulled(f"misread {card} {read}", 1)

    def _pulled(self, order: str, count: int) -> dict[str, Any]:
        before = len(self.facts)
        self.until(lambda: now_ms() > self._drawn_ms + TOGETHER_MS, "a hand could draw again")
        answer = self.shoe.tell(order)
        self.until(lambda: sum(isinstance(it, OF_THE_SHOE) for _, it in self.facts[before:]) >= count, order)
        self._drawn_ms = now_ms()
        return answer

    def deal(self, cards: str) -> None:
        """Each to the Hand that it is due to."""
        for card in cards.split():
            lying = self.panel.cards()
            self.draw(card)
            self.until(lambda lying=lying: self.panel.cards() != lying, f"{card} is dealt")  # type: ignore[misc]

    def enter(self, cards: str) -> None:
        """By hand: the Dealer draws a card and taps rank and suit."""
        for card in cards.split():
            lying = self.panel.cards()
            self.panel.do_next("deal_card")
            self.panel.tap(f"choice.{card[0]}", f"choice.{card[1]}", "form.send")
            self.until(lambda lying=lying: self.panel.cards() != lying, f"{card} is dealt")  # type: ignore[misc]

    def certify(self) -> None:
        self.panel.do_next("certify")
        self.until(lambda: self.view.phase is Phase.READY, "the round is over")

    def play(self, layouts: Layouts, cards: str) -> None:
        """A Round in which nothing goes wrong."""
        self.bets(layouts)
        self.no_more_bets()
        self.deal(cards)
        self.certify()

    def new_set(self) -> None:
        """Other cards are in the shoe, and Dora tells the table, with Sue."""
        counter = self.shoe.tell("new")["seq"]
        self.panel.settle()
        self.panel.tap("next" if self.panel.model.part("step")["key"] == "load_shoe" else "step.load_shoe")
        self.panel.load_shoe(counter)
        self.panel.settle()

    def _loaded(self) -> int:
        return sum(isinstance(event, e.ShoeLoaded) for _, event in self.facts)

    def _forget_order(self) -> None:
        """Scenarios deal the same cards. A set in which they come again and again, or as in the set before, is not
        shuffled (5.3.5), whichever scenarios were here before: so each begins with a set of which no card was seen,
        after one of which a single card was. Not by taps, as it is not what is tried here.
        """
        for burn in (1, 0):
            since, counter = len(self.facts), self.shoe.tell("new")["seq"]
            self.gives(m.LoadShoe(self.rig.decks, DAN, burn, counter))
            (proposal,) = self.panel.link.desk.people.proposals.values()
            self.panel.link.sign(proposal, DEMO_PIN, SUE)
            self.until(lambda since=since: self.has_told("ShoeLoaded", since), "other cards")  # type: ignore[misc]
            if burn:
                self.draw()
                self.until(lambda since=since: self.has_told("CardBurnt", since), "its card is on record")  # type: ignore[misc]
        self.until(lambda: self.view.shoe.live and not self.panel.model.part("proposal"), "the shoe is ready")
        self.panel.settle()
        self._sets = self._loaded()

    def gives(self, order: m.Order, about: About | None = None) -> None:
        """An order that the panel does not offer, or no more: as if it had stood on the screen of one all the same."""
        since = len(self.facts)
        self.panel.settle()
        self.panel.link.order(order, about)
        answers = {"Ordered", "OrderRefused", "OrderProposed"}
        self.until(lambda: any(self.has_told(kind, since) for kind in answers), f"{order} is answered")
        self.panel.settle()

    @property
    def about(self) -> About:
        """What stands on the screen now: for an order that is given when it has passed."""
        return self.panel.link.desk.about

    # --- money -----------------------------------------------------------------------------------------------------

    def _credit(self, name: str) -> int:
        return self.panel.link.desk.ledger.credit(PlayerId(name))

    def _balances(self) -> dict[str, int]:
        """`level` has waited for it."""
        house = self.panel.link.desk.ledger.balance(HOUSE)
        return {**{name: self._credit(name) for name in self.terminals}, "house": house}

    def level(self, *names: str) -> None:
        """These terminals (or all that run) say of their money what the console says."""
        there = names or [name for name in self.terminals if name in self.processes]
        for name in there:
            self.until(lambda name=name: self._agrees(name), f"{name} shows what the console has")  # type: ignore[misc]

    def _agrees(self, name: str) -> bool:
        picture = self.picture(name)
        ledger = self.panel.link.desk.ledger
        if picture is None or picture.link != "joined":
            return False
        return (picture.credit, picture.stake) == (ledger.credit(PlayerId(name)), ledger.stake(PlayerId(name)))

    def moved(self) -> dict[str, int]:
        """By how much every credit and the House have changed; each running terminal says the same of its own."""
        self.level()
        now = self._balances()
        return {name: amount - self._money[name] for name, amount in now.items() if amount != self._money[name]}

    # --- the record ------------------------------------------------------------------------------------------------

    def has_told(self, kind: str, since: int | None = None) -> bool:
        return any(type(event).__name__ == kind for _, event in self.facts[self._mark if since is None else since :])

    def told(self, kind: type[E]) -> list[E]:
        """All facts of this kind since the beginning."""
        return [event for _, event in self.facts[self._begin :] if isinstance(event, kind)]

    def story(self) -> list[str]:
        """What is on record since the beginning, or since it was told last, in order and in short; who comes and goes
        and what each Player registered are left out.
        """
        count = len(self.facts)
        since, self._mark = self.facts[self._mark : count], count
        told = [tell(event) for _, event in since if type(event).__name__ not in BESIDE]
        told = [text for text in told if text not in BESIDE]
        return in_order(told)

    def waits_for(self, told: str) -> None:
        """Until this is on record."""
        self.until(lambda: any(tell(event) == told for _, event in self.facts[self._mark :]), told)

    # --- words -----------------------------------------------------------------------------------------------------

    def picture(self, name: str) -> TerminalView | None:
        kept = self._file(name)
        found = None if kept is None else pickle.loads(kept)
        assert found is None or isinstance(found, TerminalView)
        return found

    def _file(self, name: str) -> bytes | None:
        file = self.folder / f"{name}.picture"
        return file.read_bytes() if file.exists() else None

    def said(self, where: str) -> list[str]:
        """Every text that is to be seen there now: on the panel, at a terminal, on the display."""
        if where == PANEL_SAID:
            self.panel.screen.image()
            return self.panel.screen.said()
        if where == DISPLAY_SAID:
            assert self._displayed is not None
            return self.screens.display(self._displayed)
        picture = self.picture(where)
        assert picture is not None
        return self.screens.terminal(picture)

    def reads(self, where: str, *words: str) -> None:
        """Each of these is to be read there, as soon as the news has come."""
        seen: list[str] = []
        drawn: list[object] = []

        def all_there() -> bool:
            if where != PANEL_SAID:  # it is drawn again only if there is something new
                news = self._displayed if where == DISPLAY_SAID else self._file(where)
                if news is None or drawn == [news]:
                    return False
                drawn[:] = [news]
            seen[:] = self.said(where)
            return all(any(word in text for text in seen) for word in words)

        try:
            self.until(all_there, f"{where} says {words}")
        except AssertionError as error:
            raise AssertionError(f"{where} says {seen}\n{error}") from None

    # --- the end ---------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Everything stops in order; the journals are whole, agree, and hold what the panel has heard."""
        try:
            self.level()
        except AssertionError:
            self.close()  # else the panel's thread would keep the whole run from its end
            raise
        for process in self.processes.values():
            process.signal(signal.SIGTERM)
        ended = {name: self._wait_for_end(process) for name, process in self.processes.items()}
        self.processes = {}
        warnings = self.close()
        assert set(ended.values()) == {0}, f"{ended}\n{self.logs()}"
        assert warnings == []
        assert check_table(self.folder, self.rig.table, self.terminals).problems == []
        with Journal.open_to_read(self.folder / "table.journal") as journal:
            kept = {entry.seq: decode_event(entry.body) for entry in journal.entries()}
        for seq, event in self.facts:
            assert kept[seq] == event, f"entry {seq}: the journal has {kept[seq]}, the panel heard {event}"

    def close(self) -> list[str]:
        """Also after a scenario that failed. What the panel's QML has complained about."""
        self._timer.stop()
        self.panel.stop()
        for process in self.processes.values():
            process.signal(signal.SIGKILL)
        for process in self.processes.values():
            self._wait_for_end(process)
        self.processes = {}
        self._display.close()
        self.shoe.close()
        return self.panel.screen.close()

    # --- for whoever must find out what went wrong -------------------------------------------------------------------

    def state(self) -> str:
        view, panel = self.view, self.panel
        lines = [
            f"round {view.round_no} {view.phase}, halts {sorted(view.halts)}, hands {view.hands}, due {view.due!r}",
            f"next {panel.model.part('step')}, waiting {panel.board.get('waiting')}, form {panel.model.part('form')}",
            f"proposal {panel.model.part('proposal')}, proof {panel.model.part('proof')}",
            f"refused {panel.board.get('refusal')!r}, registered {self.registered()}",
            "last facts:",
        ]
        return "\n".join([*lines, *(f"  {tell(event)}" for _, event in self.facts[-15:])])

    def logs(self) -> str:
        files = sorted(self.folder.glob("*.log"))
        return "\n".join(f"--- {file.name}\n" + "\n".join(file.read_text().splitlines()[-12:]) for file in files)
