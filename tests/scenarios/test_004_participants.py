"""004 with real processes: a participant at terminals of a table where nobody deals, with both coins, and the power
that goes at every point of a grant, a sign-on and an exclusion.

The console is a process; terminals and panel are their real shells in threads, over real sockets with real keys.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from audit.books import Books
from console.config import read_table
from console.credentials import DEMO_PIN, DEMO_STRING, StaffFile, write_file
from console.panel.link import PanelLink
from deploy.demo.hands import give, lend_a_hand
from deploy.demo.rig import HOST, PANEL, Rig
from games.round import Spot
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.journal import Journal
from protocol.process import Log
from protocol.view import Phase
from terminal import intents as t
from terminal.runtime import Runtime
from terminal.screen import TerminalView

PATIENCE_S: Final = 60
EXAMPLE: Final = Path(__file__).resolve().parents[2] / "deploy" / "coins.toml"
PACE: Final = {
    "countdown_s = 15": "countdown_s = 3",
    "last_call_s = 5": "last_call_s = 1",
    "card_ms = 700": "card_ms = 20",
}


class Place:
    """A terminal: its shell in a thread, and what it shows."""

    def __init__(self, rig: Rig, name: str) -> None:
        self.view: TerminalView | None = None
        self.runtime = Runtime(rig.peer(name), self._see, Log(name))
        self._thread = threading.Thread(target=self.runtime.run, name=name)
        self._thread.start()

    def _see(self, view: TerminalView) -> None:
        self.view = view

    def close(self) -> None:
        self.runtime.stop()
        self._thread.join()
        self.runtime.close()

    def wants(self, intent: t.Intent) -> None:
        self.runtime.submit(intent)


class Hall:
    """A table by the example's own file, with faster cards and the rig's addresses."""

    def __init__(self, folder: Path) -> None:
        self.rig = rig = Rig(folder, terminals=2, game="classic_blackjack", countdown_s=3)
        text = EXAMPLE.read_text()
        words = {**PACE, '"CBJ-01"': f'"{rig.table}"', '"10.0.0.1"': f'"{HOST}"', "5555": str(rig.ports[0])}
        for was, now in {**words, "5556": str(rig.ports[1])}.items():
            assert was in text
            text = text.replace(was, now)
        (folder / "table.toml").write_text(text)
        for number, name in (("80001", "Pat"), ("80002", "Gil")):
            write_file(folder / "keys", StaffFile(number, name, "participant", DEMO_STRING))
        rig.start_console()
        self.link = PanelLink(rig.peer(PANEL))
        self.places = {name: Place(rig, name) for name in ("T01", "T02")}

    def close(self) -> None:
        for place in self.places.values():
            place.close()
        self.link.close()
        self.rig.stop()

    def turn(self) -> None:
        self.link.turn()
        lend_a_hand(self.link.desk)
        self.link.peer.wait(int(time.monotonic() * 1_000) + 5)
        time.sleep(0.005)

    def until(self, done: Callable[[], object], what: str) -> None:
        ends = time.monotonic() + PATIENCE_S
        while not done():
            assert time.monotonic() < ends, what
            self.turn()

    def view(self, name: str) -> TerminalView:
        found = self.places[name].view
        assert found is not None
        return found

    def who(self, name: str) -> str:
        shown = self.places[name].view
        return "" if shown is None or shown.participant is None else shown.participant.number

    def sign_on(self, name: str, number: str = "80001") -> str:
        """Tried until something has become of it: the console may have gone meanwhile."""
        said: list[str] = []
        asked: list[bytes] = []

        def tried() -> bool:
            shown = self.view(name).participant
            if shown is None or self.view(name).link != "joined" or shown.leaving:
                return False
            answer = self.places[name].runtime.session.forgotten.tried
            settled = not asked or (answer is not None and answer.id == asked[-1])  # else one more try is under way
            if shown.number == number and settled and not shown.trying:
                said.append("right")
            elif answer is not None and answer.id in asked and answer.standing in ("excluded", "playing", "wrong"):
                said.append(answer.standing)
            elif not shown.trying:
                asked.append(os.urandom(8))
                self.places[name].wants(t.SignOnHere(asked[-1], number, DEMO_PIN))
            return bool(said)

        self.until(tried, f"{number} signs on at {name}")
        return said[0]

    def purses(self, name: str) -> dict[str, int]:
        shown = self.view(name).participant
        assert shown is not None
        return dict(shown.coins)

    def open(self) -> None:
        self.until(lambda: self.link.desk.ready, "the panel")
        if self.link.desk.view.phase is Phase.CLOSED:
            give(self.link, m.OpenTable())
        self.until(lambda: all(it.view and it.view.phase != "closed" for it in self.places.values()), "it opens")

    def bet(self, name: str, amount: int) -> None:
        self.until(lambda: self.view(name).phase == "betting", "Bets open")
        self.places[name].wants(t.PlaceBet(Spot("1/main"), amount))
        self.until(lambda: self.view(name).registered_amount == amount, "the Bet is registered")

    def finish(self, name: str) -> None:
        played = self.view(name).round_no
        self.until(
            lambda: self.link.desk.view.shuffle.last and self.link.desk.view.shuffle.last.round_no >= played, "over"
        )

    def facts(self) -> list[e.Event]:
        with Journal.open_to_read(self.rig.folder / "table.journal") as journal:
            return [decode_event(entry.body) for entry in journal.entries(1)]

    def check_books(self) -> Books:
        """M1, M3, M5 of each coin, folded by the auditors' own."""
        books = Books()
        with Journal.open_to_read(self.rig.folder / "table.journal") as journal:
            for entry in journal.entries(1):
                books.enter(entry.body)
        books.close()
        return books


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path / "table")
    yield hall
    hall.close()


@pytest.mark.rule("004 §2.3", "004 §3")
def test_004_2_3_and_3_a_participant_plays_both_coins_and_stays_away(hall: Hall) -> None:
    hall.open()
    assert hall.view("T01").credit == 0
    assert hall.sign_on("T01") == "right"
    assert hall.purses("T01") == {"GC": 5_000_000, "SC": 500}  # the grant of the day
    hall.bet("T01", 100_000)
    hall.finish("T01")
    hall.until(lambda: hall.view("T01").stake == 0, "the Round is settled")
    hall.places["T01"].wants(t.ChooseCoin("SC"))
    hall.until(lambda: hall.view("T01").placard.currency == "SC", "the other coin")
    give(hall.link, m.GrantCoins("80001", "SC", 2_000))
    hall.until(lambda: hall.view("T01").credit == 2_500, "the grant is before him")
    hall.bet("T01", 50)
    hall.finish("T01")
    hall.until(lambda: hall.view("T01").stake == 0, "the Round is settled")
    hall.places["T01"].wants(t.ExcludeMyself(3))
    hall.until(lambda: not hall.who("T01"), "he is signed off")
    assert hall.view("T01").credit == 0
    assert hall.sign_on("T02") == "excluded"
    assert hall.sign_on("T02", "80002") == "right"
    assert hall.rig.stop() == {"console": 0}  # it holds its journal
    books = hall.check_books()
    assert {it.code: amount for it, amount in books.money_in.items() if amount} == {"GC": 10_000_000, "SC": 3_000}
    assert [it.himself for it in hall.facts() if isinstance(it, e.ParticipantExcluded)] == [True]


def test_the_power_goes_at_every_point_of_sign_on_grant_and_exclusion(hall: Hall) -> None:
    """Before the commit nothing was, after it everything: whoever asks again finds it done once."""
    hall.open()
    rig = hall.rig

    def armed(place: str) -> None:
        rig.kill("console")
        rig.start_console({"ETG_KILL_AT": place})
        hall.until(lambda: hall.link.desk.ready and not hall.link.desk.view.halts, f"it is confirmed, {place}")

    def revive() -> None:
        hall.until(lambda: not rig.alive("console"), "it was killed")
        rig.forget("console")
        rig.start_console()
        hall.until(lambda: hall.link.desk.ready and not hall.link.desk.view.halts, "it is confirmed again")

    number = iter(("80001", "80002"))
    for site in ("before_commit", "after_commit"):  # the first sign-on of each brings the grants of the day
        who = next(number)
        armed(f"{site}/PurseDrawn")
        hall.until(lambda: hall.view("T01").link == "joined", "it is joined")
        hall.places["T01"].wants(t.SignOnHere(os.urandom(8), who, DEMO_PIN))
        revive()
        assert hall.sign_on("T01", who) == "right"
        assert hall.purses("T01") == {"GC": 5_000_000, "SC": 500}
        armed(f"{site}/ParticipantExcluded")
        hall.until(lambda: hall.view("T01").link == "joined", "it is joined")
        assert hall.sign_on("T01", who) == "right"
        hall.places["T01"].wants(t.ExcludeMyself(2))
        revive()
        hall.until(lambda: not hall.who("T01"), "he is signed off")  # his wish was said again
        assert hall.sign_on("T02", who) == "excluded"
    assert hall.rig.stop() == {"console": 0}
    facts = hall.facts()
    assert sorted(it.number for it in facts if isinstance(it, e.ParticipantExcluded)) == ["80001", "80002"]
    assert len([it for it in facts if isinstance(it, e.CoinsGranted)]) == 4
    books = hall.check_books()
    assert all(not amount for (it, amount) in books.money_out.items() if it.code)
    assert {it.code: amount for it, amount in books.money_in.items() if amount} == {"GC": 10_000_000, "SC": 1_000}


def test_the_example_of_such_a_table_is_understood(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(EXAMPLE.read_text())
    setup = read_table(file).setup
    assert setup.placard.coins == {"GC": (100_000, 500_000, 2_500_000, 10_000_000), "SC": (50, 500, 2_500, 10_000)}
    assert setup.placard.daily == {"GC": 5_000_000, "SC": 500}
    assert setup.felt.limits == setup.felt.coins["GC"]
    assert setup.placard.caps.grants["SC"].pit_supervisor == 5_000
