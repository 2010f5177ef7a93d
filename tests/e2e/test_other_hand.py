"""A terminal that somebody else could have written, next to one of ours at a real table, and the document it follows.

docs/protocol.md is true in three ways: its tables and bytes are printed from the code, its bytes make the other hand's
terminal do what it says, and that terminal plays with a real console.
"""

import ast
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.panel.link import PanelLink
from deploy.demo.croupier import Croupier
from deploy.demo.rig import PANEL, Rig, ShoeControl
from deploy.demo.verified import Books, check_table
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event, encode
from protocol.journal import Journal
from protocol.process import now_ms
from tests.console.cluster import (
    CREDIT,
    EVERYBODY,
    OTHER_SUPERVISOR,
    PLAYER_WINS,
    SUPERVISOR,
    T1,
    TABLE,
    TIE,
    Cluster,
)
from tests.e2e import other_hand
from tests.e2e.other_hand import Message, Notes, Terminal
from tests.tools import wire_doc

OURS, OTHER = "T01", "T02"
NOTE = 100_000
LOOK_MS = 20


# --- the document -----------------------------------------------------------------------------------------------------


def test_the_document_is_printed_from_the_code() -> None:
    text = wire_doc.DOCUMENT.read_text()
    assert text == wire_doc.as_markdown(text), "print it anew: python -m tests.tools.wire_doc"


def test_a_document_without_one_of_the_blocks_is_refused() -> None:
    text = wire_doc.DOCUMENT.read_text()
    with pytest.raises(ValueError, match="the document has the blocks"):
        wire_doc.as_markdown(text.replace("<!-- begin walk -->", ""))


def block(name: str) -> str:
    found = re.search(rf"<!-- begin {name} -->\n```text\n(.*?)\n```\n<!-- end {name} -->", document(), re.DOTALL)
    assert found is not None
    return found[1]


def document() -> str:
    return wire_doc.DOCUMENT.read_text()


def test_the_other_hand_makes_the_chain_of_the_document() -> None:
    parts = block("chain").split("\n\n")
    head, *entries = [dict(line.split(maxsplit=1) for line in part.splitlines()) for part in parts]
    assert len(entries) == 3
    chain = other_hand.first_link(head["table"])
    assert chain.hex() == head["chain_0"]
    for at in entries:
        salt, body, digest = (bytes.fromhex(at[name].strip('"')) for name in ("salt", "body", "digest"))
        entry = [digest, at["audience"].strip('"'), at["wall_time"], salt, body]
        assert other_hand.digest_of(int(at["entry"]), entry) == digest
        chain = other_hand.link(chain, digest)
        assert chain.hex() == at["chain"]


class Walk:
    """The bytes of the document's bet, each with its direction."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, bytes]] = []
        for part in block("walk").split("\n\n"):
            title, *dump = part.splitlines()
            self.steps.append((title[:2], bytes.fromhex("".join(dump))))

    @property
    def news(self) -> list[bytes]:
        return [data for arrow, data in self.steps if arrow != "->"]


@contextmanager
def of_the_walk(path: str | Path = ":memory:") -> Iterator[Terminal]:
    """The terminal of the walk: its random numbers are those that stand there."""
    with closing(Notes(path)) as notes:
        yield Terminal("T07", "BAC-01", notes, lambda size: {8: wire_doc.RUN, 16: wire_doc.ASKED}[size])


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    with of_the_walk() as terminal:
        yield terminal


def test_the_other_hand_says_byte_for_byte_what_the_document_says(terminal: Terminal) -> None:
    now = 0
    for arrow, data in Walk().steps:
        now += 100
        if arrow != "->":
            terminal.hear(now, data)
            terminal.outgoing(now)  # beats, and the first look at what is missing
            continue
        if other_hand.decode(data)["type"] == "BuyCredit":
            assert terminal.ask("BuyCredit", amount=wire_doc.NOTE) == ""
        if other_hand.decode(data)["type"] == "Answer":
            assert terminal.bet(now, {str(spot): amount for spot, amount in wire_doc.BETS.items()}) == ""
        now += 1_000
        assert data in terminal.outgoing(now)
    assert (terminal.seat.credit, terminal.seat.stake, terminal.copy.seq) == (52_500, 0, 13)


@settings(max_examples=150)
@given(st.permutations(range(len(Walk().news))), st.lists(st.integers(0, len(Walk().news) - 1), max_size=6))
def test_whatever_order_and_however_often_the_news_come_the_money_is_the_same(
    order: list[int], again: list[int]
) -> None:
    news = Walk().news
    with of_the_walk() as terminal:
        for at in (*again, *order):
            terminal.hear(0, news[at])
    assert not terminal.stopped
    assert (terminal.seat.credit, terminal.seat.stake, terminal.copy.seq) == (52_500, 0, 13)


@settings(max_examples=150)
@given(st.data())
def test_a_changed_entry_stops_the_other_hand(data: st.DataObject) -> None:
    news = Walk().news
    at = data.draw(st.integers(1, len(news) - 1))
    message = other_hand.decode(news[at])
    sealed_again = message["type"] == "Batch" and message["first_seq"] == 5  # of entry 5: it is applied by then
    entry = data.draw(st.sampled_from(message["entries"][1 if sealed_again else 0 :]))
    field = data.draw(st.sampled_from([place for place in (0, 3, 4) if entry[place]]))
    spoilt = bytearray(entry[field])
    spoilt[data.draw(st.integers(0, len(spoilt) - 1))] ^= data.draw(st.integers(1, 255))
    entry[field] = bytes(spoilt)
    kind = message.pop("type")
    with of_the_walk() as terminal:
        for each in (*news[:at], other_hand.encode(kind, **message), *news[at + 1 :]):
            terminal.hear(0, each)
    assert terminal.stopped
    assert terminal.copy.seq < 13


def test_the_other_hand_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    for count in range(len(Walk().news) + 1):
        path = tmp_path / f"{count}.notes"
        with of_the_walk(path) as first:
            for data in Walk().news[:count]:
                first.hear(0, data)
        with of_the_walk(path) as second:
            level = second.copy.seq >= second.copy.head
            assert second.told() == {**first.told(), "boot": 2, "joined": False, "level": level}
            for data in Walk().news:
                second.hear(0, data)
        assert (second.seat.credit, second.copy.seq) == (52_500, 13)


def test_once_stopped_it_stays_so_and_shows_its_head_until_it_is_denied(tmp_path: Path) -> None:
    with of_the_walk(tmp_path / "notes") as first:
        for data in Walk().news:
            first.hear(0, data)
        head = (first.copy.seq, first.copy.chain)
        first.hear(0, encode(m.Pulse(13, b"x" * 32)))
        assert first.stopped
    with of_the_walk(tmp_path / "notes") as second:
        assert second.stopped == first.stopped
        second.hear(0, encode(m.Welcome(2, wire_doc.RUN, *head)))
        assert not second.joined
        assert second.outgoing(0) == [encode(m.Hello(2, wire_doc.RUN, *head))]
        assert second.outgoing(100) == []
        assert second.outgoing(300) == [encode(m.Hello(2, wire_doc.RUN, *head))]
        second.hear(300, encode(m.Denied(2, wire_doc.RUN, "history")))
        assert second.outgoing(5_000) == []


class Seated:
    """The other hand at a table in memory: all that is sent passes as bytes."""

    def __init__(self, cluster: Cluster, notes: Notes) -> None:
        self.cluster = cluster
        notes.add("boot", 6)
        self.terminal = Terminal(T1, TABLE, notes)
        self.now = 0
        self._heard = len(cluster.line)

    def talk(self) -> None:
        """Until there is no more to say."""
        said = True
        while said or self._heard < len(self.cluster.line):
            self.now += 2_500  # whatever is to be said again is due
            heard, self._heard = self.cluster.line[self._heard :], len(self.cluster.line)
            for to, news in heard:
                if to in (T1, EVERYBODY):
                    self.terminal.hear(self.now, encode(news))
            self.terminal.outgoing(self.now)
            self.now += 2_500
            sent = [data for data in self.terminal.outgoing(self.now) if other_hand.decode(data)["type"] != "Beat"]
            for data in sent:
                self.cluster.wire(T1, data)
            said = bool(sent)
        table = self.cluster.table
        self.terminal.hear(self.now, encode(m.Pulse(table.seq, table.chain)))

    def money(self) -> tuple[int, int]:
        return self.terminal.seat.credit, self.terminal.seat.stake

    def assert_level(self) -> None:
        self.talk()
        ledger = self.cluster.table.ledger
        assert not self.terminal.stopped
        assert self.money() == (ledger.credit(T1), ledger.stake(T1))


@pytest.fixture
def notes() -> Iterator[Notes]:
    with closing(Notes(":memory:")) as notes:
        yield notes


@pytest.mark.parametrize("snapshot_from", [10, 500])
def test_without_history_it_begins_with_a_picture_or_with_the_whole_log(snapshot_from: int, notes: Notes) -> None:
    cluster = Cluster(snapshot_from=snapshot_from)
    cluster.open_round()
    cluster.bet(T1, player=100)
    seated = Seated(cluster, notes)
    seated.assert_level()
    assert any(isinstance(news, m.Snapshot) for _, news in cluster.line) == (snapshot_from == 10)
    assert seated.money() == (CREDIT - 100, 100)
    assert seated.terminal.bet(seated.now, {"player": 300}) == ""  # revision 2: the picture knows of the first
    seated.assert_level()
    assert seated.money() == (CREDIT - 300, 300)
    cluster.close()
    cluster.deal(PLAYER_WINS)
    cluster.certify()
    seated.assert_level()
    assert seated.money() == (CREDIT + 300, 0)


def test_corrections_voids_and_payments_by_hand_are_in_its_balance(notes: Notes) -> None:
    cluster = Cluster()
    seated = Seated(cluster, notes)
    seated.assert_level()
    for bets in ({"player": 200}, {"banker": 50, "tie": 10}):
        cluster.open_round()
        seated.assert_level()
        assert seated.terminal.bet(seated.now, bets) == ""
        seated.assert_level()
        cluster.close()
        cluster.deal(PLAYER_WINS)
        cluster.certify()
        seated.assert_level()
    cluster.correct(TIE)
    seated.assert_level()
    assert seated.money() == (CREDIT + 200 + 80, 0)
    cluster.open_round()
    seated.assert_level()
    assert seated.terminal.bet(seated.now, {"player": 200}) == ""
    seated.assert_level()
    cluster.void()
    cluster.obey(m.PayByHand(T1, 80), SUPERVISOR, OTHER_SUPERVISOR)
    cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR)
    seated.assert_level()
    assert seated.money() == (CREDIT + 200, 0)
    assert seated.terminal.bet(seated.now, {"player": 200}) == "not now"


ALLOWED = {"msgpack", "zmq", *sys.stdlib_module_names}


def imported(source: str) -> set[str]:
    """Every package that a file mentions, however it is imported."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found |= {alias.name.split(".")[0] for alias in names}
            case ast.ImportFrom(module=module, level=level):
                found.add((module or "").split(".")[0] if not level else "a relative one")
            case ast.Name(id="__import__" | "exec" | "eval") | ast.Attribute(attr="import_module"):
                found.add("a hidden one")
    return found


def test_the_other_hand_imports_nothing_of_ours() -> None:
    used = imported(Path(other_hand.__file__).read_text())
    assert {"msgpack", "zmq"} < used <= ALLOWED - {"importlib"}


@pytest.mark.parametrize(
    "source", ["import protocol.codec", "from games import cards", "from . import x", "__import__('console')"]
)
def test_an_import_of_ours_would_be_found(source: str) -> None:
    assert not imported(source) <= ALLOWED


# --- a real table -----------------------------------------------------------------------------------------------------


class OtherHand:
    """Its process: wishes go in, what it knows comes out."""

    def __init__(self, folder: Path, *, die_before: str = "") -> None:
        self.known: Message = {}
        self._rest = b""
        with (folder / "other_hand.log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, other_hand.__file__, str(folder / f"{OTHER}.toml"), str(folder / "other.notes")),
                    *(("--die-before", die_before) if die_before else ()),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=folder,
            )
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdout.fileno(), False)

    def look(self) -> None:
        assert self.process.stdout is not None
        try:
            self._rest += os.read(self.process.stdout.fileno(), 65_536)
        except BlockingIOError:
            return
        *lines, self._rest = self._rest.split(b"\n")
        if lines:
            self.known = json.loads(lines[-1])

    def wish(self, **wish: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(wish).encode() + b"\n")
        self.process.stdin.flush()

    def close(self) -> int:
        """It ends when nobody wishes anything any more."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        status = self.process.wait()
        self.process.stdout.close()
        return status

    def kill(self) -> None:
        self.process.kill()
        self.close()


class Hall:
    """Console, shoe and panel, our own terminal with a bot, and the other hand's."""

    def __init__(self, folder: Path) -> None:
        self.rig = Rig(folder, terminals=2, countdown_s=600)
        self.shoe = ShoeControl(self.rig, seed=4)
        self.link = PanelLink(self.rig.peer(PANEL))
        self.croupier = Croupier(self.link, self.shoe)
        self.croupier.pause_ms = 30
        self.croupier.rounds_left = 0
        self.other: OtherHand | None = None
        self.rig.start_console()
        self.rig.start_terminal(OURS, seed=1, haste=10)

    def until(self, reached: Callable[[], bool]) -> None:
        while not reached():
            self.link.turn()
            self.croupier.look(now_ms())
            if self.other is not None:
                self.other.look()
                assert self.other.process.poll() in (None, -signal.SIGKILL), self.log()
            for name in ("console", OURS):
                assert self.rig.alive(name) or name not in self.rig.processes, self.rig.log(name)
            self.link.peer.wait(now_ms() + LOOK_MS)

    def log(self) -> str:
        return (self.rig.folder / "other_hand.log").read_text()

    def start_other(self, die_before: str = "") -> OtherHand:
        self.other = OtherHand(self.rig.folder, die_before=die_before)
        return self.other

    def until_known(self, **wanted: Any) -> None:
        """Until the other hand knows this of itself."""
        self.until(lambda: self.other is not None and self.other.known | wanted == self.other.known)

    def until_dead(self) -> None:
        assert self.other is not None
        self.until(lambda: self.other is not None and self.other.process.poll() is not None)
        assert self.other.close() == -signal.SIGKILL
        self.other = None

    def open_round(self) -> None:
        """Bets are open, and stay so until `play_on`."""
        self.croupier.bets_ms = 1 << 40
        self.croupier.rounds_left = 1
        self.until(lambda: bool(self.link.desk.view.windows))

    def play_on(self) -> None:
        self.croupier.bets_ms = 0
        self.until(lambda: self.croupier.done)

    def stake(self) -> int:
        return self.link.desk.ledger.stake(PlayerId(OTHER))

    def credit(self) -> int:
        return self.link.desk.ledger.credit(PlayerId(OTHER))

    def finish(self) -> list[e.Event]:
        """Everything stops; the journals are whole and agree. What the log has for the other hand."""
        self.until(lambda: self.link.desk.ready and self.other is not None and bool(self.other.known["level"]))
        assert self.other is not None
        self.until(lambda: self.other is not None and self.other.known["seq"] >= self.link.desk.follower.seq)
        assert self.other.close() == 0, self.log()
        assert set(self.rig.stop().values()) == {0}
        assert check_table(self.rig.folder, self.rig.table, [OURS]).problems == []
        with Journal.open_to_read(self.rig.folder / "table.journal") as journal:
            ledger = Books(journal).ledger
            known = self.other.known
            assert (known["credit"], known["stake"]) == (ledger.credit(PlayerId(OTHER)), ledger.stake(PlayerId(OTHER)))
            return [decode_event(entry.body) for entry in journal.entries() if entry.audience == OTHER]

    def close(self) -> None:
        if self.other is not None and self.other.process.poll() is None:
            self.other.kill()
        self.rig.stop()
        self.link.close()
        self.shoe.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path / "table")
    yield hall
    hall.close()


def kinds(facts: list[e.Event]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


def test_it_joins_bets_and_is_settled_next_to_one_of_ours(hall: Hall) -> None:
    other = hall.start_other()
    other.wish(buy=NOTE)
    hall.until_known(joined=True, credit=NOTE, in_flight=0)
    hall.open_round()
    hall.until_known(open=["bets"])
    other.wish(bet={"player": 5_000})
    hall.until_known(stake=5_000)
    other.wish(bet={"player": 7_500, "tie": 500})  # a second revision: the whole layout anew
    hall.until_known(stake=8_000, credit=NOTE - 8_000)
    other.wish(bet={"player": 7})
    hall.until_known(refused=["bad_stake"], stake=8_000, in_flight=0)
    hall.play_on()
    hall.until_known(stake=0, open=[])
    other.wish(cash_out=10_000)
    hall.until(lambda: hall.other is not None and hall.other.known["tickets"] != {})
    other.wish(ticket=next(iter(other.known["tickets"])))
    hall.until_known(tickets={}, in_flight=0)
    facts = hall.finish()
    assert kinds(facts) == [
        "CreditBought", "LayoutRegistered", "LayoutRegistered", "LayoutRefused", "Settled", "TicketIssued",
        "TicketAccepted",
    ]  # fmt: skip
    settled = next(fact for fact in facts if isinstance(fact, e.Settled))
    assert {line.spot: line.staked for line in settled.lines} == {"player": 7_500, "tie": 500}
    assert other.known["credit"] == NOTE + sum(line.profit for line in settled.lines)


def test_killed_between_note_and_send_it_sends_the_same_again_when_it_is_back(hall: Hall) -> None:
    hall.start_other(die_before="BuyCredit").wish(buy=NOTE)
    hall.until_dead()
    other = hall.start_other(die_before="Answer")
    hall.until_known(joined=True, credit=NOTE, in_flight=0, boot=2)
    hall.open_round()
    hall.until_known(open=["bets"])
    other.wish(bet={"banker": 5_000})
    hall.until_dead()
    assert (hall.stake(), hall.credit()) == (0, NOTE)
    hall.start_other()
    hall.until_known(joined=True, boot=3, stake=5_000, in_flight=0)
    hall.play_on()
    facts = hall.finish()
    assert kinds(facts) == ["CreditBought", "LayoutRegistered", "Settled"]
    assert [fact.revision for fact in facts if isinstance(fact, e.LayoutRegistered)] == [1]


def test_5_2_2_killed_between_note_and_send_and_back_after_the_close_the_bet_is_returned(hall: Hall) -> None:
    other = hall.start_other(die_before="Answer")
    other.wish(buy=NOTE)
    hall.open_round()
    hall.until_known(open=["bets"], credit=NOTE, in_flight=0)
    other.wish(bet={"banker": 5_000})
    hall.until_dead()
    hall.play_on()
    hall.start_other()
    hall.until_known(joined=True, level=True, in_flight=0, returned=1, credit=NOTE, spendable=NOTE)
    assert kinds(hall.finish()) == ["CreditBought"]


def test_5_2_1_dark_from_the_registration_to_the_next_round_and_settled_all_the_same(hall: Hall) -> None:
    other = hall.start_other()
    other.wish(buy=NOTE)
    hall.open_round()
    hall.until_known(open=["bets"], credit=NOTE)
    other.wish(bet={"tie": 500})
    hall.until(lambda: hall.stake() == 500)
    other.kill()
    hall.other = None
    hall.play_on()
    hall.rig.kill("console")  # and the console is not the one that it knew
    hall.rig.start_console()
    other = hall.start_other()
    hall.until_known(joined=True, level=True, stake=0, in_flight=0)
    hall.rig.kill("console")
    hall.rig.start_console()
    hall.open_round()
    hall.until_known(open=["bets"], joined=True)
    other.wish(bet={"player": 2_500})
    hall.until_known(stake=2_500)
    hall.play_on()
    assert kinds(hall.finish()) == ["CreditBought", "LayoutRegistered", "Settled", "LayoutRegistered", "Settled"]
