"""Nothing acts before its commit, at any shell: console, terminal with its devices, archive, panel; all real, in one
process, with every message and every act of a device compared with what the disks hold in that moment (M14).

Real sockets, journals, signatures and a shoe on a line; only that they take turns is arranged.
"""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any, Final

import pytest

from console.config import read_table
from console.panel.link import PanelLink
from console.service import Service
from deploy.demo.hands import SHUFFLER, lend_a_hand
from deploy.demo.rig import ARCHIVE, PANEL, Rig
from floor.archive import Archive
from games.round import PlayerId, Spot
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import decode_event, decode_news, decode_request, encode
from protocol.journal import Journal
from protocol.peer import Peer
from protocol.process import Log, now_ms
from protocol.sockets import ConsoleSockets
from protocol.view import TableView, cards_digest
from shoe_driver.emulator import EmulatedShoe
from shoe_driver.port import Shoe
from terminal.devices import Devices
from terminal.intents import CashOut, Intent, NoteStacked, PlaceBet
from terminal.records import Booted, Copied, LayoutSent, MoneyAsked, NoteHeld, Restored, decode_record
from terminal.runtime import Runtime
from terminal.screen import TerminalView

CARDS: Final = ("2C", "4D", "5S", "5H")
TERMINAL: Final = "T01"
NOTE: Final = 100_000
PATIENCE_S: Final = 60.0  # a loaded machine is slow, not wrong


class Disks:
    """What each journal holds: told by the commit itself, when it has returned."""

    def __init__(self) -> None:
        self.entries: dict[Path, int] = {}
        self.picture = TableView()  # as the console's committed entries make it
        self.copied = self.boot = 0  # of the terminal
        self.layouts: set[tuple[m.WindowId, int]] = set()
        self.asked: set[bytes] = set()
        self.held: set[bytes] = set()

    def committed(self, path: Path, entries: Sequence[Entry]) -> None:
        if entries:
            self.entries[path] = entries[-1].seq
        if path.name == "table.journal":
            for entry in entries:
                self.picture.apply(decode_event(entry.body))
        elif path.name == f"{TERMINAL}.journal":
            for entry in entries:
                self._recorded(decode_record(entry.body))

    def _recorded(self, record: object) -> None:
        match record:
            case Booted(boot=boot):
                self.boot = boot
            case Copied(first_seq=first, entries=entries):
                self.copied = first + len(entries) - 1
            case Restored(seq=seq):
                self.copied = seq
            case LayoutSent(window=window, revision=revision):
                self.layouts.add((window, revision))
            case MoneyAsked(request=request):
                self.asked.add(request.id)
            case NoteHeld():
                self.held.add(record.id)


class House:
    """A table with one terminal, an archive and a panel; whoever acts too early is written down."""

    def __init__(self, folder: Path, opened: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):  # the service takes them, and this process is not its own
            opened.callback(signal.signal, number, signal.getsignal(number))
        self.disks, self.early, self.acts = Disks(), list[str](), dict[str, int]()
        self._watch(monkeypatch)
        rig = Rig(folder, terminals=1, countdown_s=600, archive=True)
        self.folder = folder
        self.shoe = EmulatedShoe(rig.driver, CARDS, 1, link=folder / "shoe")
        opened.callback(self.shoe.close)
        self.console = Service(read_table(folder / "table.toml"), Log("console"), new=True)
        opened.callback(self.console.close)
        self.panel = PanelLink(rig.peer(PANEL))
        opened.callback(self.panel.close)
        self.archive = Archive(rig.peer(ARCHIVE), Log("archive"))
        opened.callback(self.archive.close)
        self.pictures: list[TerminalView] = []
        self.terminal = Runtime(rig.peer(TERMINAL), self._shown, Log("terminal"))
        opened.callback(self.terminal.close)
        self.devices = Devices(self._did, self._printed)
        self.peers = {self.terminal.peer: "terminal", self.archive.peer: "archive", self.panel.peer: "panel"}
        self.until(lambda: self.panel.desk.ready and self.terminal.session.join.joined, "all have joined")

    # --- who watches

    def _watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        commit, house = Journal.commit, self

        def committing(journal: Journal, entries: Sequence[Entry], *more: Any, **named: Any) -> None:
            commit(journal, entries, *more, **named)
            house.disks.committed(journal.path, entries)

        monkeypatch.setattr(Journal, "commit", committing)
        acts: tuple[tuple[type, str, Callable[..., None]], ...] = (
            (ConsoleSockets, "send", lambda _sockets, _name, data, _route=b"": house.told(data)),
            (ConsoleSockets, "publish", lambda _sockets, data: house.told(data)),
            (Shoe, "acknowledge", lambda _shoe, shoe_seq: house.acknowledged(shoe_seq)),
            (Peer, "send", lambda peer, requests: house.asked(peer, list(requests))),
        )
        for kind, name, look in acts:
            monkeypatch.setattr(kind, name, _looked_at(getattr(kind, name), look))

    def _must(self, what: str, durable: bool) -> None:
        self.acts[what] = self.acts.get(what, 0) + 1
        if not durable:
            self.early.append(f"{what}, act {self.acts[what]}")

    def told(self, data: bytes) -> None:
        """By the console, to anybody."""
        kept = self.disks.entries.get(self.folder / "table.journal", 0)
        news = decode_news(data)
        self._must("a message of the console", self.console._pen.seq == kept)
        match news:
            case m.Pulse(seq=seq) | m.See(seq=seq) | m.Snapshot(seq=seq) | m.Welcome(head_seq=seq):
                self._must("what the console says", seq <= kept)
            case m.Batch(first_seq=first, entries=entries) | m.Deltas(first_seq=first, entries=entries):
                self._must("entries of the console", first + len(entries) - 1 <= kept)

    def acknowledged(self, shoe_seq: int) -> None:
        self._must("an acknowledgement to the shoe", shoe_seq <= self.disks.picture.shoe.last_seq)

    def asked(self, peer: Peer, requests: Sequence[m.Request]) -> None:
        """By anybody, of the console. What a panel must have on its disk is the count of its starts."""
        who = self.peers[peer]
        kept = {"terminal": self.disks.copied, "archive": self.disks.entries.get(self.folder / f"{ARCHIVE}.journal", 0)}
        for request in map(decode_request, map(encode, requests)):
            match request:
                case m.Hello(last_seq=seq) | m.Beat(applied_seq=seq) | m.Sync(after_seq=seq) if who in kept:
                    self._must(f"how far the {who} is", seq <= kept[who])
                case m.Answer(window=window, revision=revision):
                    self._must("a Bet", (window, revision) in self.disks.layouts)
                case m.BuyCredit() | m.CashOut() | m.ReportPrint():
                    self._must(f"a {type(request).__name__}", request.id in self.disks.asked)
                case _:
                    pass
            if who == "terminal":
                self._must("a process of the terminal", request.boot <= self.disks.boot)
            if who == "panel":
                self._must("a process of the panel", request.boot <= int((self.folder / f"{PANEL}.boot").read_text()))

    def _shown(self, picture: TerminalView) -> None:
        """A chip that is being placed may be seen before the disk has it. All else waits, and devices act on it."""
        durable = self.terminal.pen.seq == self.terminal.journal.seq
        before = self.pictures[-1] if self.pictures else picture
        same = all(getattr(before, name) == getattr(picture, name) for name in CLAIMS)
        self._must("a picture", durable or same)
        self._must("a note that may be stacked", self.disks.held.issuperset(picture.held_notes))
        self.pictures.append(picture)
        self.devices.see(picture)

    def _did(self, intent: Intent) -> None:
        """A device: what is stacked cannot be given back any more."""
        if isinstance(intent, NoteStacked):
            self._must("a note in the box", intent.id in self.disks.held)
        self.terminal.submit(intent)

    def _printed(self, _picture: TerminalView, ticket: str) -> None:
        self._must("a print", dict(self.console.table.cashier.tickets)[ticket].printed == "printing")

    # --- who plays

    def until(self, come_true: Callable[[], bool], what: str) -> None:
        end = monotonic() + PATIENCE_S
        while not come_true():
            assert monotonic() < end, f"never: {what}"
            self.shoe.service(now_ms())
            self.console.sockets.router.poll(1)
            for each in (self.console, self.panel, self.terminal, self.archive):
                each.turn()

    def order(self, order: m.Order) -> None:
        desk = self.panel.desk
        self.until(lambda: not lend_a_hand(desk), "somebody is signed on")
        self.panel.order(order)
        self.until(lambda: not desk.waiting and not self.panel._orders, f"{order} is answered")
        self.until(lambda: not lend_a_hand(desk) and not desk.people.proposal(), f"{order} is signed")
        assert not self.panel.desk.refusals

    @property
    def shown(self) -> TerminalView:
        return self.pictures[-1]


# What a picture claims to be so: money, tickets, and whether one may play.
CLAIMS: Final = ("credit", "stake", "held_notes", "tickets", "numbers", "unpaid", "refused", "link", "phase", "latched")


def _looked_at(act: Callable[..., Any], look: Callable[..., None]) -> Callable[..., Any]:
    def looked_at(self: object, *given: Any) -> Any:
        made = [list(each) if isinstance(each, Iterator) else each for each in given]
        look(self, *made)
        return act(self, *made)

    return looked_at


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    folder = tmp_path / "table"
    folder.mkdir()
    monkeypatch.chdir(folder)  # where its shoe is
    with ExitStack() as opened:
        yield House(folder, opened, monkeypatch)


def test_m14_no_shell_acts_before_its_commit_and_devices_and_console_agree(house: House) -> None:
    for order in (m.OpenTable(), m.LoadShoe(8, SHUFFLER.number)):
        house.order(order)
    house.until(lambda: house.shown.phase == "ready", "the terminal sees an open table")
    house.devices.insert_note(NOTE)
    house.until(lambda: house.shown.credit == NOTE, "the note is credit")
    house.order(m.OpenBets())
    house.until(lambda: house.shown.phase == "betting", "Bets are open")
    house.terminal.submit(PlaceBet(Spot("banker"), 10_000))
    house.until(lambda: house.shown.registered_amount == 10_000, "the Bet is registered")
    house.order(m.CloseBets())
    for number, card in enumerate(CARDS, 1):
        house.shoe.draw(card)
        house.until(lambda number=number: sum(len(hand.cards) for hand in house.shown.hands) == number, card)  # type: ignore[misc]
    house.until(lambda: len(house.panel.desk.view.draws) == len(CARDS), "the panel has seen them too")
    house.order(m.Certify(cards_digest(house.panel.desk.view)))
    house.until(lambda: house.shown.stake == 0 and house.shown.credit > NOTE, "it is settled")
    house.terminal.submit(CashOut(b"cash out 16 byte", house.shown.credit))
    cashier = house.console.table.cashier
    house.until(lambda: any(it.printed == "printed" for it in cashier.tickets.values()), "the ticket is printed")
    head = house.console.journal.seq
    house.until(lambda: house.archive.journal.seq >= head, "the archive has every entry, with its body")

    printed = (("000001", NOTE + 10_000, "printed"),)
    house.until(lambda: house.shown.tickets == printed, "the terminal knows that it is printed")

    assert house.early == []
    assert set(house.acts) >= {
        *("a message of the console", "entries of the console", "an acknowledgement to the shoe", "a Bet", "a picture"),
        *("a BuyCredit", "a CashOut", "a ReportPrint", "a print", "a note that may be stacked", "a note in the box"),
        *("how far the terminal is", "how far the archive is", "a process of the terminal", "a process of the panel"),
    }
    # Devices and console together: each report had an id of its own, and nobody is out of play for it.
    assert [(it.printed, it.good) for it in cashier.tickets.values()] == [("printed", True)]
    peer = house.console.table.peers.peer(TERMINAL)
    assert (peer.latched, house.shown.latched, cashier.refusals) == ("", "", {})
    assert house.console.table.ledger.credit(PlayerId(TERMINAL)) == 0

    # The process stood still, and nobody could be heard: whoever was silent meanwhile may have spoken.
    watch = house.console.table.forgotten.watch
    listened_ms, house.console._turned_ms = watch.since_ms, now_ms() - 5_000
    house.console.turn()
    assert watch.since_ms > listened_ms
