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
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.round import HandId, PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event, encode
from protocol.journal import Journal
from protocol.ledger import entry_of
from protocol.signing import Signer, public_of
from protocol.view import TableView, cards_digest
from simulation.calm import EVERYBODY
from tests.console.cluster import CREDIT, PLAYER_WINS, TABLE, TIE, Cluster, cards_of
from tests.console.people import OTHER_SUPERVISOR, SUPERVISOR, T1
from tests.e2e import other_hand
from tests.e2e.game import CONSOLE, Game
from tests.e2e.other_hand import Message, Notes, Terminal
from tests.filled import Filler
from tests.tools import wire_doc

OTHER = "T02"
NOTE = 100_000


# --- the document -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", wire_doc.DOCUMENTS, ids=lambda path: path.name)
def test_the_documents_are_printed_from_the_code(path: Path) -> None:
    text = path.read_text()
    assert text == wire_doc.as_markdown(text, wire_doc.DOCUMENTS[path]), "anew: python -m tests.tools.wire_doc"


def test_a_document_without_one_of_the_blocks_is_refused() -> None:
    text = document()
    with pytest.raises(ValueError, match="the document has the blocks"):
        wire_doc.as_markdown(text.replace("<!-- begin walk -->", ""))


def block(name: str) -> str:
    found = re.search(rf"<!-- begin {name} -->\n```text\n(.*?)\n```\n<!-- end {name} -->", document(), re.DOTALL)
    assert found is not None
    return found[1]


def document() -> str:
    return (wire_doc.DOCS / "protocol.md").read_text()


def test_every_message_and_fact_is_in_one_of_the_documents() -> None:
    text = "\n".join(path.read_text() for path in wire_doc.DOCUMENTS)
    for kind in (*get_args(m.Request), *get_args(m.News), *get_args(m.Order), *get_args(e.Event)):
        assert re.search(rf"^{kind.__name__}(:| \(|$)", text, re.MULTILINE), kind


def test_the_table_of_money_has_the_facts_that_the_ledger_moves_a_seat_by() -> None:
    moves = {
        kind
        for kind in (*wire_doc.OWN, *wire_doc.OF_BOXES)
        if (entry := entry_of(Filler().fill(kind))) is not None
        and any(posting.account.startswith(("credit/", "stake/")) for posting in entry.postings)
    }
    assert moves == set(wire_doc.MOVES_MONEY)


def test_the_digest_in_the_walk_is_the_one_that_the_console_makes() -> None:
    view = TableView(round_no=1)
    view.hands = {HandId("player"): cards_of("5H 4S"), HandId("banker"): cards_of("2C KD")}
    assert cards_digest(view) == sha256(wire_doc.CERTIFIED.encode()).digest()
    assert wire_doc.CERTIFIED in document()


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


def test_the_other_hand_knows_the_signature_of_the_document_and_no_other() -> None:
    lines = re.sub(r"\n +", "", block("signature")).splitlines()
    told = dict(re.split(r"  +", line) for line in lines)
    key, chain, signature = (bytes.fromhex(told[name]) for name in ("key (public)", "chain", "signature"))
    stated = other_hand.head_statement(told["table"], int(told["n"]), chain)
    assert stated.hex() == told["statement"]
    assert other_hand.is_signed(key, stated, signature)
    for spoilt in (signature[:-1] + bytes([signature[-1] ^ 1]), bytes([signature[0] ^ 1]) + signature[1:], bytes(64)):
        assert not other_hand.is_signed(key, stated, spoilt)
    assert not other_hand.is_signed(key, stated + b"x", signature)


@settings(max_examples=20)
@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**53 - 1))
def test_its_signatures_are_those_of_everybody_else(secret: bytes, seq: int) -> None:
    head = Signer(secret, "BAC-01").sign(seq, secret)
    assert other_hand.is_signed(public_of(secret), other_hand.head_statement("BAC-01", seq, secret), head.signature)


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
            assert terminal.ask("BuyCredit", amount=wire_doc.NOTE, currency="") == ""
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
        assert second.outgoing(0) == [encode(m.Hello(2, wire_doc.RUN, *head, wire_doc.SEAT, "terminal"))]
        assert second.outgoing(100) == []
        assert second.outgoing(300) == [encode(m.Hello(2, wire_doc.RUN, *head, wire_doc.SEAT, "terminal"))]
        second.hear(300, encode(m.Denied(2, wire_doc.RUN, "history")))
        assert second.outgoing(5_000) == []


class Seated:
    """The other hand at a table in memory: all that is sent passes as bytes."""

    def __init__(self, cluster: Cluster, notes: Notes) -> None:
        self.cluster = cluster
        notes.add("boot", 6)
        cluster.now_ms += cluster.setup.takeover_ms  # the process before it has been silent
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
    """Its process at a table where T01 is one of ours: wishes go in, what it knows comes out."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: Message = {}
        self.process: subprocess.Popen[bytes] | None = None
        self._rest = b""
        game.each_turn = self._look

    def start(self, die_before: str = "") -> None:
        folder = self.game.folder
        self.known = {}
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

    def _look(self) -> None:
        if self.process is None:
            return
        assert self.process.poll() in (None, -signal.SIGKILL), self.game.logs()
        assert self.process.stdout is not None
        with suppress(BlockingIOError):
            *lines, self._rest = (self._rest + os.read(self.process.stdout.fileno(), 65_536)).split(b"\n")
            self.known = json.loads(lines[-1]) if lines else self.known

    def wish(self, **wish: Any) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(wish).encode() + b"\n")
        self.process.stdin.flush()

    def until(self, **wanted: Any) -> None:
        """Until it knows this of itself."""
        self.game.until(lambda: self.known | wanted == self.known, f"the other hand knows {wanted}")

    def until_dead(self) -> None:
        process = self.process
        self.game.until(lambda: process is not None and process.poll() is not None, "the other hand is dark")
        assert self.close() == -signal.SIGKILL

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.close()

    def close(self) -> int:
        """It ends when nobody wishes anything any more."""
        process, self.process = self.process, None
        if process is None:
            return 0
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        status = process.wait()
        process.stdout.close()
        return status

    def money(self) -> tuple[int, int]:
        """Credit and stake, as the log has them."""
        ledger = self.game.link.desk.ledger
        return ledger.credit(PlayerId(OTHER)), ledger.stake(PlayerId(OTHER))

    def finish(self) -> list[e.Event]:
        """Everything stops; the journals are whole and agree. What the log has for the other hand."""
        desk = self.game.link.desk
        # Either may be ahead of the other: at the same entry they have the same.
        self.game.until(lambda: desk.ready and self.known["level"] and self.known["seq"] == desk.follower.seq, "level")
        assert (self.known["credit"], self.known["stake"]) == self.money()
        assert self.close() == 0, self.game.logs()
        self.game.finish()
        with Journal.open_to_read(self.game.folder / "table.journal") as journal:
            return [decode_event(entry.body) for entry in journal.entries() if entry.audience == OTHER]


@pytest.fixture
def game(new_game: Callable[..., Game]) -> Game:
    game = new_game(strangers=[OTHER])
    game.seat_all()
    return game


@pytest.fixture
def other(game: Game) -> Iterator[OtherHand]:
    other = OtherHand(game)
    yield other
    other.close()


def kinds(facts: list[e.Event]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


def test_it_joins_bets_and_is_settled_next_to_one_of_ours(game: Game, other: OtherHand) -> None:
    other.start()
    other.wish(buy=NOTE)
    other.until(joined=True, credit=NOTE, in_flight=0)
    game.begin("open")
    other.until(open=["bets"])
    other.wish(bet={"player": 5_000})
    other.until(stake=5_000)
    other.wish(bet={"player": 7_500, "tie": 500})  # a second revision: the whole layout anew
    other.until(stake=8_000, credit=NOTE - 8_000)
    other.wish(bet={"player": 7})
    other.until(refused=["bad_stake"], stake=8_000, in_flight=0)
    game.end_round()
    other.until(stake=0, open=[])
    other.wish(cash_out=10_000)
    game.until(lambda: other.known["tickets"] != {}, "it has a ticket")
    other.wish(ticket=next(iter(other.known["tickets"])))
    other.until(tickets={}, in_flight=0)
    facts = other.finish()
    assert kinds(facts) == [
        "CreditBought", "LayoutRegistered", "LayoutRegistered", "LayoutRefused", "Settled", "TicketIssued",
        "TicketAccepted",
    ]  # fmt: skip
    settled = next(fact for fact in facts if isinstance(fact, e.Settled))
    assert {line.spot: line.staked for line in settled.lines} == {"player": 7_500, "tie": 500}
    assert other.known["credit"] == NOTE + sum(line.profit for line in settled.lines)


def test_killed_between_note_and_send_it_sends_the_same_again_when_it_is_back(game: Game, other: OtherHand) -> None:
    other.start(die_before="BuyCredit")
    other.wish(buy=NOTE)
    other.until_dead()
    other.start(die_before="Answer")
    other.until(joined=True, credit=NOTE, in_flight=0, boot=2)
    game.begin("open")
    other.until(open=["bets"])
    other.wish(bet={"banker": 5_000})
    other.until_dead()
    assert other.money() == (NOTE, 0)
    other.start()
    other.until(joined=True, boot=3, stake=5_000, in_flight=0)
    game.end_round()
    facts = other.finish()
    assert kinds(facts) == ["CreditBought", "LayoutRegistered", "Settled"]
    assert [fact.revision for fact in facts if isinstance(fact, e.LayoutRegistered)] == [1]


def test_5_2_2_killed_between_note_and_send_and_back_after_the_close_the_bet_is_returned(
    game: Game, other: OtherHand
) -> None:
    other.start(die_before="Answer")
    other.wish(buy=NOTE)
    game.begin("open")
    other.until(open=["bets"], credit=NOTE, in_flight=0)
    other.wish(bet={"banker": 5_000})
    other.until_dead()
    game.end_round()
    other.start()
    other.until(joined=True, level=True, in_flight=0, returned=1, credit=NOTE, spendable=NOTE)
    assert kinds(other.finish()) == ["CreditBought"]


def test_5_2_1_dark_from_the_registration_to_the_next_round_and_settled_all_the_same(
    game: Game, other: OtherHand
) -> None:
    other.start()
    other.wish(buy=NOTE)
    game.begin("open")
    other.until(open=["bets"], credit=NOTE)
    other.wish(bet={"tie": 500})
    game.until(lambda: other.money() == (NOTE - 500, 500), "it is registered")
    other.kill()
    game.end_round()
    game.kill(CONSOLE)  # and the console is not the one that it knew
    game.start(CONSOLE)
    other.start()
    other.until(joined=True, level=True, stake=0, in_flight=0)
    game.kill(CONSOLE)
    game.start(CONSOLE)
    game.begin("open")
    other.until(open=["bets"], joined=True)
    other.wish(bet={"player": 2_500})
    other.until(stake=2_500)
    game.end_round()
    assert kinds(other.finish()) == ["CreditBought", "LayoutRegistered", "Settled", "LayoutRegistered", "Settled"]
