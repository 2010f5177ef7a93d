"""A person at a real table: the window in this process, console and shoe as processes of their own, and a Dealer.

What is tapped goes the whole way: QML, view model, runtime thread, sockets, the console's journal, and back.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from console.panel.link import PanelLink
from deploy.demo.croupier import Croupier
from deploy.demo.hands import give
from deploy.demo.rig import PANEL, Rig, ShoeControl
from games.round import PlayerId
from protocol import messages as m
from protocol.chain import Entry
from protocol.process import Log, now_ms
from protocol.view import Phase
from terminal.records import LayoutSent, NoteHeld, decode_record
from terminal.screen import TerminalView
from terminal.viewmodel import spots_part
from terminal.window import at_table
from tests.ui.quick import theme, walk
from tests.ui.terminal_scenes import Shown

pytestmark = pytest.mark.usefixtures("qapp")

BANKER_WINS_FIRST = 4  # the seed of a shoe: Player Hand 6, Banker Hand 9
FOR_EVER_MS = 10**9


class Walk(Shown):
    """The terminal T01 of a rig, and the Dealer who plays while the screen is watched."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rig = Rig(folder, terminals=1, countdown_s=600)
        self.shoe = ShoeControl(self.rig, seed)
        self.rig.start_console()
        self.link = PanelLink(self.rig.peer(PANEL))
        self.croupier = Croupier(self.link, self.shoe)
        self.croupier.pause_ms, self.croupier.bets_ms, self.croupier.rounds_left = 20, FOR_EVER_MS, 0
        self.screen, self.runtime = at_table(self.rig.peer("T01"), Log("T01"), language="en", emulate_devices=True)
        self.view, self.languages = self.screen.view, self.screen.languages
        self.standings: list[str] = []  # of Banker, each that was shown
        self.screen.model.told.connect(self._told)
        theme(self.view.engine()).setProperty("motion", False)
        self.screen.show((1920, 1080))
        self.screen.start(self.runtime)

    def _told(self, part: str) -> None:
        if part == "spots":
            standing = spots_part(self.screen.model.view)["banker"]["standing"]
            if standing not in self.standings[-1:]:
                self.standings.append(standing)

    def until(self, condition: Callable[[], bool]) -> None:
        """The Dealer looks at the table as often as we look at the screen."""

        def turned() -> bool:
            self.link.turn()
            self.croupier.look(now_ms())
            return condition()

        super().until(turned)

    def has(self, name: str) -> bool:
        return any(item.objectName() == name for item in walk(self.root))

    def phase(self, phase: Phase) -> bool:
        return self.screen.model.view.phase == phase.value

    def buy_in(self) -> None:
        self.until(lambda: self.text("link") == "Connected" and self.screen.model.emulated)
        self.tap("door.buyin")
        self.tap("note.100000")
        self.until(lambda: self.text("balance.text") == "1,000.00")
        self.tap("page.close")

    def open_bets(self) -> None:
        self.until(lambda: self.croupier.done and self.phase(Phase.READY))
        self.croupier.rounds_left = 1
        self.until(lambda: self.phase(Phase.BETTING))

    def bet_on_banker(self) -> None:
        self.touch("chip.10000")
        self.touch("spot.banker")
        self.until(lambda: self.text("spot.banker.standing").startswith("✓ Registered"))

    def end(self) -> None:
        self.screen.close()
        self.screen.check()
        self.rig.stop()
        self.link.close()
        self.shoe.close()


@pytest.fixture
def at_the_table(tmp_path: Path) -> Iterator[Walk]:
    walking = Walk(tmp_path / "table", BANKER_WINS_FIRST)
    yield walking
    walking.end()


def test_a_bet_from_the_finger_to_the_win(at_the_table: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    walk = at_the_table
    runtime = walk.runtime
    shown_before: dict[type, TerminalView | None] = {}  # what was shown when a record was about to be written
    commit = runtime.journal.commit

    def spy(entries: Sequence[Entry], state: bytes | None) -> None:
        shown_before.update({type(decode_record(entry.body)): runtime._picture for entry in entries})
        commit(entries, state)

    monkeypatch.setattr(runtime.journal, "commit", spy)
    walk.buy_in()
    held = shown_before[NoteHeld]
    assert held is not None
    assert not held.held_notes  # the acceptor would stack a note that is not on record
    walk.open_bets()
    walk.standings.clear()
    walk.bet_on_banker()
    assert walk.standings == ["placing", "registered"]
    sent = shown_before[LayoutSent]
    assert sent is not None
    # The chip is seen at once, and claims nothing; on a slow machine finger and sending fall into one turn.
    assert (sent.asked_amount in (0, 10_000), sent.registered_amount, sent.stake) == (True, 0, 0)
    assert walk.text("balance.text") == "900.00"
    assert walk.text("bet.text") == "100"
    walk.croupier.bets_ms = 0
    walk.until(lambda: walk.screen.model.view.lines_round > 0)
    assert walk.text("winner") == "Banker wins"
    assert walk.text("hand.banker.points") != walk.text("hand.player.points")
    assert walk.text("spot.banker.standing") == "Won at 1 to 1"
    assert walk.text("total") == "You win 100"
    assert walk.text("balance.text") == "1,100.00"


def test_an_outage_in_the_middle_and_what_became_of_the_bet(at_the_table: Walk) -> None:
    walk = at_the_table
    walk.buy_in()
    walk.open_bets()
    walk.bet_on_banker()
    walk.rig.kill("console")
    walk.until(lambda: walk.has("attention.reconnecting"))
    assert "Banker 100" in walk.text("attention.stands")
    assert "5.2.1" in walk.text("attention.rule")
    walk.croupier.affects = False  # 5.1: the Supervisor finds that the Round may go on
    walk.rig.start_console()
    walk.until(lambda: not walk.has("attention.reconnecting") and walk.text("link") == "Connected")
    assert walk.text("spot.banker.standing").startswith("✓ Registered")
    walk.croupier.bets_ms = 0
    walk.until(lambda: walk.screen.model.view.lines_round > 0)
    assert walk.text("balance.text") == "1,100.00"


def test_a_void_round_says_why_and_gives_back(at_the_table: Walk) -> None:
    walk = at_the_table
    walk.buy_in()
    walk.open_bets()
    walk.bet_on_banker()
    walk.croupier.before_draw = lambda view: len(view.draws) > 1
    walk.croupier.bets_ms = 0
    walk.until(lambda: len(walk.screen.model.view.hands) == 2)
    walk.croupier.void("5.3.3")
    walk.until(lambda: walk.has("attention.void") and "returned: 100" in walk.text("attention.stands"))
    assert walk.text("attention.rule").startswith("5.3.3")
    assert walk.text("balance.text") == "1,000.00"
    walk.tap("page.close")
    walk.until(lambda: not walk.has("attention.void"))


def test_the_command_opens_a_window_in_which_a_bot_plays(tmp_path: Path) -> None:
    """`etg terminal` as a process of its own: it joins, buys in, and ends in order when it is told to."""
    rig = Rig(tmp_path / "table", terminals=1)
    rig.start_console()
    link = PanelLink(rig.peer(PANEL))
    try:
        # A terminal that is on before its console warns of it, and rightly; nobody buys credit at a closed table.
        give(link, m.OpenTable())
        rig.start(
            "T01", "terminal", "T01.toml", "--windowed", "640x360", "--language", "zh_TW", "--bot", "--haste", "50"
        )
        while not link.desk.ledger.credit(PlayerId("T01")):
            assert rig.alive("T01"), rig.log("T01")
            link.turn()
            link.peer.wait(now_ms() + 20)
        # Before the console is stopped, which a terminal that still runs would notice.
        complaints = [
            line for line in rig.log("T01").splitlines() if not re.fullmatch(r"\S+ T01 +(re|)(join|connect)\w+", line)
        ]
        assert rig.stop() == {"console": 0, "T01": 0}
        assert complaints == []
    finally:
        rig.stop()
        link.close()
